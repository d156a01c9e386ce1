"""
Notes of the author: what some entries say about themselves and others of their kind do not.

A game that nowhere says what its actions are about, or where its numbers come from, is left alone; one that says it
of some is asked for the others, in one message a kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..diagnostics import Bag, listing
from ..located import entries
from ..model import Definition
from ..nodes import Mapping, Node, Sequence
from ..overlay_files import Variant
from ..source import Span

ABOUT = {
    "parameters": "parameters", "actions": "actions", "endings": "endings", "scoring": "parts of the score",
}  # fmt: skip
SOURCED = {"parameters": "parameters", "components": "components", "tables": "tables", "scoring": "parts of the score"}
SOURCES = ("source", "derived", "assumed")


def check_notes(d: Definition, sections: dict[str, Node], bag: Bag) -> None:
    """Advise where something is said of some entries and not of others."""
    told = False
    for section, words in ABOUT.items():
        found = list(entries(sections.get(section)))
        without = [(name, span) for name, span, node in found if not _has(node, ("about",))]
        told = told or len(without) < len(found)
        if without and len(without) < len(found):
            message = f"no `about` tells of these {words}"
            _advise("missing-about", message, without, "say in your own words what they are", bag)
    if told and not d.about:
        _advise("missing-about", "no `about` tells of the game", [("", d.span)], "add `about:` beside `title`", bag)
    if not any(_has(node, SOURCES) for section in sections.values() for _, _, node in entries(section)):
        return
    for section, words in SOURCED.items():
        bare = [
            (name, span) for name, span, node in entries(sections.get(section))
            if not span.source.layer and _numbers(node) and not _sourced(node)
        ]  # fmt: skip
        if bare:
            message = f"nothing says where the numbers of these {words} come from"
            _advise("missing-source", message, bare, "add `source`, `derived` or `assumed`", bag)


def check_heads(d: Definition, variants: Iterable[Variant], bag: Bag) -> None:
    """Advise where a game tells of itself and a variant of it does not."""
    for variant in variants:
        if d.about and not variant.about:
            message = f"no `about` tells of the variant `{variant.id}`"
            place = variant.node.key("title").span
            bag.error("missing-about", message, place, help="add `about:` beside `title`", severity="note")


def _advise(code: str, message: str, found: list[tuple[str, Span]], help: str, bag: Bag) -> None:
    names = listing(f"`{name}`" for name, _ in found if name)
    bag.error(code, f"{message}: {names}" if names else message, found[0][1], help=help, severity="note")


def _has(node: Node, keys: tuple[str, ...]) -> bool:
    return isinstance(node, Mapping) and any(key in node for key in keys)


def _sourced(node: Node) -> bool:
    """Whether an entry says where it comes from, or every row of it does."""
    if _has(node, SOURCES):
        return True
    rows = node.get("rows") if isinstance(node, Mapping) else None
    return isinstance(rows, Mapping) and bool(rows.values) and all(_has(row, SOURCES) for row in rows.values)


def _numbers(node: Node) -> bool:
    """Whether an entry has a number in it that somebody must have chosen."""
    return any(ch.isdigit() for text in _texts(node) for ch in text)


def _texts(node: Node) -> Iterator[str]:
    if isinstance(node, Mapping):
        for key, value in node.items():
            if key.text not in ("about", *SOURCES):
                yield from _texts(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _texts(item)
    else:
        yield getattr(node, "text", "")
