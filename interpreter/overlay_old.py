"""
Old: what the layer below says, inside what a variant says instead.

In a formula `old` stands for the formula below, in brackets; as an item of a list it stands for all
items below. Texts that are no formulas are left alone.
"""

from __future__ import annotations

import re

from .nodes import Mapping, Node, Scalar, Sequence, joined

TEXTS = ("about", "source", "derived", "assumed", "prompt", "note", "leaks", "title")
ABSENT = {"when": True, "keep": True, "leaving": True, "skip": False, "until": False}
"""What a guard says that is not written."""
WORD = re.compile(r"\bold\b")


class NoOld(Exception):
    """There is no `old` here; `node` is where it is asked for."""

    def __init__(self, message: str, node: Scalar, help: str = "") -> None:
        self.node, self.help = node, help
        super().__init__(message)


def with_old(value: Node, below: Node | None, key: str) -> Node:
    """The value with `old` replaced by what stands below, at a key of that name."""
    if key in TEXTS:
        return value
    if isinstance(value, Sequence):
        items: list[Node] = []
        for item in value.items:
            if isinstance(below, Sequence) and isinstance(item, Scalar) and item.text == "old":
                items += below.items
            else:
                items.append(with_old(item, below, key))
        return Sequence(value.span, tuple(items))
    if isinstance(value, Mapping):
        pairs = [(k.text if k.text in TEXTS else key, v) for k, v in value.items()]
        return Mapping(value.span, value.keys, tuple(with_old(v, below, k) for k, v in pairs))
    assert isinstance(value, Scalar)
    places = old_places(value)
    if not places:
        return value
    inner = _formula(value, below, key)
    for start, end in reversed(places):
        value = joined(value, start, end, inner)
    return value


def _formula(value: Scalar, below: Node | None, key: str) -> Scalar:
    if isinstance(below, Scalar):
        return below
    if isinstance(below, Sequence):
        raise NoOld("`old` is a list here", value, f"write `[old, ..]`, with `old` as an item of its own under `{key}`")
    if key in ABSENT:
        text = "true" if ABSENT[key] else "false"
        at = value.span.start
        return Scalar(value.span, text, ABSENT[key], "plain", (at,) * (len(text) + 1))
    raise NoOld(f"there is no `{key}` below, so `old` has no meaning", value, "write the value itself")


def old_places(value: Scalar) -> list[tuple[int, int]]:
    """Where `old` stands in a formula; what stands behind a dot is another name."""
    if not isinstance(value.value, str):
        return []
    found = []
    for match in WORD.finditer(value.text):
        before = value.text[: match.start()].rstrip()
        if not before.endswith(".") or before.endswith(".."):
            found.append(match.span())
    return found


def has_old(value: Node) -> bool:
    if isinstance(value, Sequence):
        return any(has_old(item) for item in value.items)
    if isinstance(value, Mapping):
        return any(has_old(v) for v in value.values)
    return isinstance(value, Scalar) and bool(old_places(value))
