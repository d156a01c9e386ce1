"""
Questions about nodes that changes of steps and entries ask: what is alike, what names are bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .change import Location
from .nodes import Mapping, Node, Scalar
from .nodes import Sequence as ListNode

ORIGINAL = "original"


def same(a: Node, b: Node) -> bool:
    """Whether two nodes say the same, wherever they stand."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return [k.text for k in a.keys] == [k.text for k in b.keys] and all_same(a.values, b.values)
    if isinstance(a, ListNode) and isinstance(b, ListNode):
        return all_same(a.items, b.items)
    return isinstance(a, Scalar) and isinstance(b, Scalar) and (a.text, a.value) == (b.text, b.value)


def all_same(a: Sequence[Node], b: Sequence[Node]) -> bool:
    return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))


def composed(node: Node | None) -> bool:
    """Whether something is an entry or a list of steps, and no value or list of values."""
    return isinstance(node, Mapping) or (isinstance(node, ListNode) and any(isinstance(i, Mapping) for i in node.items))


def in_a_line(node: Node) -> str:
    """A value as it would stand on one line, with what `old` stands for put in."""
    if isinstance(node, Scalar):
        return " ".join(node.text.split())
    if isinstance(node, ListNode):
        return f"[{', '.join(in_a_line(item) for item in node.items)}]"
    assert isinstance(node, Mapping)
    return "{" + ", ".join(f"{key.text}: {in_a_line(value)}" for key, value in node.items()) + "}"


def leaves(node: Node) -> Iterator[Node]:
    """All scalars of a node, and what is empty."""
    inner = node.values if isinstance(node, Mapping) else node.items if isinstance(node, ListNode) else ()
    for child in inner:
        yield from leaves(child)
    if not inner:
        yield node


def originals(node: Node) -> Iterator[Node]:
    """Where `original` stands as a step."""
    if isinstance(node, ListNode):
        for item in node.items:
            if isinstance(item, Scalar) and item.text == ORIGINAL:
                yield item
            yield from originals(item)
    elif isinstance(node, Mapping):
        for value in node.values:
            yield from originals(value)


def with_original(node: Node, old: Iterable[Node]) -> Node:
    """The node with what was there for each `original`."""
    if isinstance(node, ListNode):
        items: list[Node] = []
        for item in node.items:
            if isinstance(item, Scalar) and item.text == ORIGINAL:
                items += old
            else:
                items.append(with_original(item, old))
        return ListNode(node.span, tuple(items))
    if isinstance(node, Mapping):
        return Mapping(node.span, node.keys, tuple(with_original(v, old) for v in node.values))
    return node


def bound_names(node: Node | None) -> Iterator[str]:
    """The names that steps bind, at any depth."""
    if isinstance(node, ListNode):
        for item in node.items:
            yield from bound_names(item)
    elif isinstance(node, Mapping):
        for key, value in node.items():
            if key.text in ("choose", "let", "roll") and isinstance(value, Mapping):
                yield from (name.text for name in value.keys)
            yield from bound_names(value)


def names_of(location: Location, node: Node) -> tuple[str, ...]:
    """The names that go when what stands at a location goes."""
    found = [] if isinstance(location[-1], int) else [str(location[-1])]
    if location[0] in ("types", "components") and len(location) == 2:
        rows = node.get("rows") if isinstance(node, Mapping) else node
        if isinstance(rows, Mapping):
            found += [key.text for key in rows.keys]
        elif isinstance(rows, ListNode):
            found += [item.text for item in rows.items if isinstance(item, Scalar)]
    return (*found, *bound_names(node))
