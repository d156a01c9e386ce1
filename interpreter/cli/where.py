"""`where`: which layer wrote a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .exits import DONE, misuse
from .opening import open_layers, split_spec

if TYPE_CHECKING:
    from ..nodes import Node
    from ..overlay_trail import Written


@click.command()
@click.argument("game")
@click.argument("path")
def where(game: str, path: str) -> int:
    """
    Tell which layer of GAME wrote what stands at PATH, with file and line: the game or a variant of it.

    PATH names a section, an entry and what is in it, as `parameters.goal.default`; a step by its own word, as
    `procedures.deal/draw.to`. The layer that counts comes first.
    """
    from ..change import PathError
    from ..overlay_trail import trail
    from ..render import clean
    from .screen import Screen

    name, variants = split_spec(game)
    layers = open_layers(name, variants)
    try:
        found = trail(layers, path)
    except PathError as fault:
        raise misuse(str(fault)) from None
    screen = Screen(plain=False)
    top = found[-1].node
    screen.say(clean(f"{path}: {words(top)}" if top is not None else f"{path}: taken away"), "bold")
    for written in reversed(found):
        layer = f"variant {written.variant.id}" if written.variant else "the game"
        screen.show([f"  {clean(line)}" for line in _lines(layer, written, single=len(found) == 1)])
    return DONE


def _lines(layer: str, written: Written, *, single: bool) -> list[str]:
    if written.changes:
        return [f"{layer} changes", *(f"  {c.path}: {_where(c.after or c.before)}" for c in written.changes)]
    if written.node is None:
        return [f"{layer}, {written.span}, takes it away" if written.span else f"{layer} takes it away"]
    said = "" if single else f": {words(written.node, own=True)}"
    return [f"{layer}, {written.span}{said}"]


def _where(node: Node | None) -> str:
    return str(node.span) if node is not None else ""


def words(node: Node, *, own: bool = False) -> str:
    """A value in a line; of an entry its `about`, or how it begins. `own`: as it stands in the file, with `old`."""
    from ..located import text_of
    from ..nodes import Mapping, Scalar

    if isinstance(node, Scalar):
        return " ".join((node.span.text if own else node.text).split())
    about = text_of(node.get("about")) if isinstance(node, Mapping) else ""
    text = " ".join((about or node.span.text).split())
    return text if len(text) <= 100 else text[:99] + "…"
