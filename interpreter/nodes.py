"""
Nodes: YAML (or CSV) text in, located values out.

Every key and value keeps its place in the file; a scalar also keeps a table from the characters of
its value to the characters of the file, so that a fault inside a folded or quoted expression is
shown at the right character. Scalars follow the YAML 1.2 core; keys are text.
This room knows nothing of games.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .source import Said, Source, Span


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
class Joined(Scalar):
    """A value whose text comes from two files, a piece of one within the other. `sources` has one for each offset."""

    sources: tuple[Source, ...] = field(repr=False, compare=False)

    def part(self, start: int, end: int) -> Span:
        """The place of some characters, told by their ends; pieces of other files in between are part of its text."""
        last = len(self.text)
        start = min(start, last)
        end = min(max(end, start), last)
        source, at = self.sources[start], self.offsets[start]
        if end == start:
            return Span(source, at, at)
        if self.sources[end - 1] is not source:
            return Said(self.span.source, self.span.start, self.span.end, self.text[start:end])
        to = self.offsets[end - 1] + 1
        if all(s is source for s in self.sources[start:end]):
            return Span(source, at, to)
        return Said(source, at, to, self.text[start:end])


def joined(outer: Scalar, start: int, end: int, inner: Scalar) -> Joined:
    """`outer` with `inner` in brackets for the characters `start` to `end`; the brackets stand for those."""
    around = sources_of(outer)
    within = inner.text if isinstance(inner.value, str) else inner.text.lower()
    text = f"{outer.text[:start]}({within}){outer.text[end:]}"
    offsets = (*outer.offsets[: start + 1], *inner.offsets[:-1], *outer.offsets[end - 1 :])
    sources = (*around[: start + 1], *sources_of(inner)[:-1], *around[end - 1 :])
    return Joined(outer.span, text, text, outer.style, offsets, sources)


def sources_of(node: Scalar) -> tuple[Source, ...]:
    """The file of each character of a value, and of its end."""
    return node.sources if isinstance(node, Joined) else (node.span.source,) * len(node.offsets)


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
