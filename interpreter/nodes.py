"""
Nodes: YAML (or CSV) text in, located values out.

Every key and value keeps its place in the file; a scalar also keeps a table from the characters of
its value to the characters of the file, so that a fault inside a folded or quoted expression is
shown at the right character. Scalars follow the YAML 1.2 core; keys are text.
This room knows nothing of games.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


@dataclass(frozen=True, slots=True)
class Scalar(Node):
    """
    One value. `text` is what YAML says it is, without quotes and folds; `value` is its meaning.

    `value` is str, int, bool or None; quoted scalars are always str. `offsets` has one file offset for
    each character of `text` and one more for its end.
    """

    text: str
    value: str | int | bool | None
    style: str  # plain, single, double, literal, folded, csv
    offsets: tuple[int, ...] = field(repr=False, compare=False)

    def part(self, start: int, end: int) -> Span:
        """The place in the file of the characters `start` to `end` of `text`; never empty unless the text is."""
        last = len(self.text)
        start = min(start, last)
        end = min(max(end, start), last)
        if end > start:
            return Span(self.span.source, self.offsets[start], self.offsets[end - 1] + 1)
        at = self.offsets[start]
        return Span(self.span.source, at, at)


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Mapping(Node):
    """`keys` and `values` stand side by side; keys are distinct text."""

    keys: tuple[Scalar, ...]
    values: tuple[Node, ...]
    index: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {k.text: i for i, k in enumerate(self.keys)})

    def get(self, key: str) -> Node | None:
        i = self.index.get(key)
        return None if i is None else self.values[i]

    def key(self, key: str) -> Scalar:
        """The node of a key that is there."""
        return self.keys[self.index[key]]

    def items(self) -> tuple[tuple[Scalar, Node], ...]:
        return tuple(zip(self.keys, self.values))

    def __contains__(self, key: str) -> bool:
        return key in self.index
