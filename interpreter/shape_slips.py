"""
Slips: keys whose line was indented too little or too much, and so came into the wrong mapping.

A slip is one mistake although two mappings notice it: one has a key too many, the other lacks it.
"""

from __future__ import annotations

from collections.abc import Iterator

from .nodes import Mapping, Node, Scalar, Sequence
from .schemas import Shape
from .shape_words import Place, kind_of, subject, types_of


class Slips:
    """Which keys were meant for which mapping (both by identity of the mapping's node)."""

    def __init__(self) -> None:
        self.meant: dict[int, set[str]] = {}

    def note(self, node: Node, word: str) -> None:
        """A key that stands elsewhere belongs into this mapping, which therefore does not lack it."""
        self.meant.setdefault(id(node), set()).add(word)

    def of(self, node: Node) -> set[str]:
        return self.meant.get(id(node), set())

    def outwards(self, node: Mapping, place: Place) -> dict[str, str]:
        """
        The keys of a mapping that belong into what stands right above them, each with a help line.

        What this mapping can take itself is never one of them.
        """
        found: dict[str, str] = {}
        for number, (key, value) in enumerate(node.items()):
            if not number or _takes(place.shape, key, value):
                continue
            above, sub = node.keys[number - 1], _under(place.shape, node.keys[number - 1])
            if sub is None or node.values[number - 1].span.text[:1] in ("{", "["):
                continue
            lacking = [
                p for p in _lasts(Place(node.values[number - 1], sub, place, above.text, above))
                if isinstance(p.node, Mapping) and key.text not in p.node and _takes(p.shape, key, value, strict=True)
            ]  # fmt: skip
            best = next((p for p in lacking if key.text in p.shape.required), lacking[0] if lacking else None)
            if best is not None:
                self.note(best.node, key.text)
                found[key.text] = f"did you mean to put it into {subject(best)}? then indent it more"
        return found


def _under(shape: Shape, key: Scalar) -> Shape | None:
    return shape.keys.get(key.text, shape.others)


def _takes(shape: Shape, key: Scalar, value: Node, *, strict: bool = False) -> bool:
    """Whether a mapping can have the key with such a value; strictly, only a key of the language."""
    sub = shape.keys.get(key.text) if strict else _under(shape, key)
    if sub is None:
        return any(pattern.fullmatch(key.text) for pattern, _ in shape.patterns) and not strict
    return sub.anything or kind_of(value) in types_of(sub) or (not strict and key.text in shape.keys)


def _lasts(place: Place) -> Iterator[Place]:
    """A value and what stands last in it, level by level."""
    place.shape = next((b for b in place.shape.branches if kind_of(place.node) in b.types), place.shape)
    node, shape = place.node, place.shape
    if isinstance(node, Sequence) and node.items and shape.items is not None:
        yield from _lasts(Place(node.items[-1], shape.items, place, len(node.items)))
    elif isinstance(node, Mapping) and node.keys:
        verb = next((k for k in node.index if k in shape.verbs and shape.yields.get(k, "") not in node), "")
        if verb:
            place.verb = verb if shape.title == "step" else ""
            place.shape = shape = shape.verbs[verb]
        yield place
        key, sub = node.keys[-1], _under(shape, node.keys[-1])
        if sub is not None:
            yield from _lasts(Place(node.values[-1], sub, place, key.text, key))
