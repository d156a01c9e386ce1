"""`diff`: how two definitions differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from .exits import DONE
from .opening import open_layers, split_spec
from .where import words

if TYPE_CHECKING:
    from ..nodes import Node
    from ..overlay import Layers
    from ..overlay_trail import Difference


@click.command()
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
def diff(one: str, other: str) -> int:
    """Tell how the rules of B differ from those of A, in the words of their authors and by line."""
    from ..overlay_trail import differences
    from ..render import clean
    from .screen import Screen

    screen = Screen(plain=False)
    a, b = (open_layers(*split_spec(spec)) for spec in (one, other))
    for sign, mine, theirs in (("-", a, b), ("+", b, a)):
        for variant in mine.variants:
            if variant.id not in [v.id for v in theirs.variants]:
                about = f" {variant.about}" if variant.about else ""
                screen.say(clean(f"{sign} {variant.title} ({variant.id}, {variant.kind}).{about}"))
    entry = ""
    found = list(differences(a.sections, b.sections))
    for difference in found:
        if (now := _entry(difference.path)) != entry:
            entry = now
            about = _about(a, entry) or _about(b, entry)
            screen.say("")
            screen.say(clean(f"{entry}: {about}" if about else entry), "bold")
        screen.show(clean(line) for line in _lines(difference, entry))
    if not found:
        screen.say("no difference")
    return DONE


def _entry(path: str) -> str:
    return ".".join(path.partition("/")[0].split(".")[:2])


def _about(layers: Layers, entry: str) -> str:
    from ..change import PathError, value_at
    from ..located import text_of
    from ..nodes import Mapping

    try:
        node = value_at(layers.sections, entry)
    except PathError:
        return ""
    return " ".join(text_of(node.get("about")).split()) if isinstance(node, Mapping) else ""


def _lines(difference: Difference, entry: str) -> Iterable[str]:
    from ..nodes import Mapping

    inside = difference.path.removeprefix(entry).lstrip("./")
    if inside:
        yield f"  {inside}"
    for sign, what, node in (("-", "is gone", difference.before), ("+", "is new", difference.after)):
        if node is not None:
            whole = not inside and isinstance(node, Mapping)  # its `about` is the heading
            yield f"    {sign} {what if whole else words(node)}  ({_place(node)})"


def _place(node: Node) -> str:
    layer = f"variant {node.span.source.layer}, " if node.span.source.layer else ""
    return f"{layer}{node.span}"
