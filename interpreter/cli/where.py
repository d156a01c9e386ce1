"""`where`: which names a definition has, how a thing of it is written, and which layer wrote it."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent
from typing import TYPE_CHECKING

import click

from .exits import DONE, misuse
from .opening import open_layers, split_spec

if TYPE_CHECKING:
    from ..nodes import Node
    from ..overlay import Layers
    from ..overlay_trail import Difference, Written
    from ..source import Source, Span
    from .screen import Screen


@click.command()
@click.argument("game")
@click.argument("path", required=False)
def where(game: str, path: str | None) -> int:
    """
    Show where and how GAME says what stands at PATH, and which of its variants changed it.

    Without PATH all names of the game are listed. PATH is a section, as `parameters`; an entry or what is in it, as
    `parameters.goal.default`; a step by its own word, as `procedures.deal/draw.to`. The layer that counts comes first.
    """
    from ..change import PathError
    from ..overlay_targets import elsewhere, section_names
    from .screen import Screen

    name, variants = split_spec(game)
    layers = open_layers(name, variants)
    screen = Screen(plain=False)
    try:
        if path is None:
            _names(screen, game, layers)
        elif path in section_names() and _has_entries(layers.sections.get(path)):
            _entries(screen, path, layers)
        else:
            _place(screen, path, layers)
    except PathError as fault:
        hint = "" if "did you mean" in str(fault) else elsewhere(layers.sections, path or "", fault.word)
        raise misuse(f"{fault}; {hint}" if hint else str(fault)) from None
    return DONE


def _names(screen: Screen, game: str, layers: Layers) -> None:
    """The files of a game, and what its sections hold."""
    from ..nodes import Mapping, Scalar
    from ..overlay_targets import section_names
    from ..render import clean

    written = [layers.stack[0].sections, layers.sections]
    files = dict.fromkeys(name for sections in written for node in sections.values() for name in _files(node))
    screen.show([f"{clean(game)} is written in", *(f"  {clean(file)}" for file in files), ""])
    for section, node in layers.sections.items():
        if isinstance(node, Mapping) and section in section_names():
            screen.say(clean(f"{section}: {', '.join(key.text for key in node.keys)}"))
        elif not isinstance(node, Scalar):
            screen.say(section)
    first = next((s for s in layers.sections if s in section_names()), "players")
    screen.show(["", f"more: triskele where {clean(game)} {first}"])


def _has_entries(section: Node | None) -> bool:
    """Whether a section holds entries, not values as `result` does."""
    from ..nodes import Mapping, Scalar

    return isinstance(section, Mapping) and not any(isinstance(v, Scalar) for v in section.values)


def _entries(screen: Screen, section: str, layers: Layers) -> None:
    """The entries of a section by their paths, with what they are and where they stand."""
    from ..nodes import Mapping
    from ..render import clean

    node = layers.sections[section]
    for key, value in node.items() if isinstance(node, Mapping) else ():
        screen.show([clean(f"{section}.{key.text}  ({key.span.source.name}:{key.span.line})")], "bold")
        screen.say(clean(f"  {words(value)}"))


def _place(screen: Screen, path: str, layers: Layers) -> None:
    """What stands at a path, layer by layer; of an entry its text, and the addresses of its steps."""
    from ..change import locate
    from ..overlay_nodes import composed
    from ..overlay_trail import trail
    from ..render import clean

    found = trail(layers, path)
    top = found[-1].node
    said = "taken away" if top is None else "" if composed(top) else words(top)
    screen.say(clean(f"{path}: {said}" if said else path), "bold")
    for written in reversed(found):
        layer = f"variant {written.variant.id}" if written.variant else "the game"
        screen.show([f"  {clean(line)}" for line in _lines(layer, written, single=len(found) == 1)])
    if top is not None and "/" not in path:
        screen.show(clean(line) for line in _steps(path, top, locate(layers.sections, path)))


def _lines(layer: str, written: Written, *, single: bool) -> list[str]:
    from ..overlay_nodes import composed

    if written.changes:
        return [f"{layer} changes", *(f"  {c.path}: {_where(c)}" for c in written.changes)]
    if written.node is None:
        return [f"{layer}, {written.span}, takes it away" if written.span else f"{layer} takes it away"]
    if not composed(written.node):
        return [f"{layer}, {written.span}" + ("" if single else f": {words(written.node, own=True)}")]
    return [f"{layer}, {written.span}", *_text(written.node, written.span or written.node.span)]


def _text(node: Node, begin: Span) -> list[str]:
    """An entry as it stands in its file, comments included, with the numbers of the lines."""
    first, last = begin.line, max(begin.line, _last_line(node, begin.source))
    text = dedent("\n".join(begin.source.line(n) for n in range(first, last + 1))).split("\n")
    return [f"{n:>{len(str(last))}} | {line}".rstrip() for n, line in enumerate(text, first)]


def _last_line(node: Node, source: Source) -> int:
    """The last line of a value in a file; a block says that it ends where the next thing begins."""
    from ..nodes import Mapping, Scalar, Sequence

    inner = node.values if isinstance(node, Mapping) else node.items if isinstance(node, Sequence) else ()
    if node.span.source is source and (isinstance(node, Scalar) or node.span.text[:1] in ("{", "[")):
        return source.place(node.span.start + max(0, len(node.span.text.rstrip()) - 1))[0]
    return max((_last_line(n, source) for n in inner), default=0)


def _steps(path: str, node: Node, location: tuple[str | int, ...]) -> list[str]:
    """The steps of an entry by their addresses, with the lines that they stand on."""
    from ..change import addresses, node_at
    from ..nodes import Mapping
    from ..overlay_trail import WITH_STEPS

    if location[0] not in WITH_STEPS or len(location) > 2:
        return []
    lines = []
    for word, at in addresses(node, location):
        step = node_at({"": node}, ("", *at[len(location) :]))
        assert step is not None, "an address leads to a step"
        here = step.span.source is node.span.source
        lines.append(f"  {path}/{word}: line {step.span.line}" + ("" if here else f" of {step.span.source.name}"))
    chosen = location[0] == "actions" and isinstance(node, Mapping) and "choose" in node
    return ["its steps, after what is chosen with it" if chosen else "its steps", *lines] if lines else []


def _files(node: Node) -> Iterator[str]:
    """The names of the files that hold a value or a part of it."""
    from ..nodes import Mapping, Sequence

    yield node.span.source.name
    for inner in node.values if isinstance(node, Mapping) else node.items if isinstance(node, Sequence) else ():
        yield from _files(inner)


def _where(change: Difference) -> str:
    if change.after is not None:
        return str(change.after.span)
    return f"taken away; it stood at {change.before.span}" if change.before is not None else "taken away"


def words(node: Node, *, own: bool = False) -> str:
    """A value in a line; of an entry its `about`, or how it begins. `own`: as it stands in the file, with `old`."""
    from ..located import text_of
    from ..nodes import Mapping
    from ..overlay_nodes import composed, in_a_line

    if not composed(node):
        return " ".join(node.span.text.split()) if own else in_a_line(node)
    about = text_of(node.get("about")) if isinstance(node, Mapping) else ""
    text = " ".join((about or (node.span.text if isinstance(node, Mapping) else in_a_line(node))).split())
    return text if len(text) <= 100 else text[:99] + "…"
