"""
Rulebook, the notes: what variants change, what is assumed and why, where the rules come from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .change import addresses, node_at
from .located import NOTES, text_of
from .located import entries as located_entries
from .markdown import Item, code, plain
from .nodes import Mapping as MappingNode
from .nodes import Node
from .nodes import Sequence as ListNode
from .overlay_files import Variant
from .overlay_nodes import composed, in_a_line
from .rulebook import Book

STEPPED = ("procedures", "actions", "phases")


def step_paths(sections: Mapping[str, Node]) -> dict[int, str]:
    """The path of each step as variants write it, by the identity of its node."""
    found: dict[int, str] = {}
    for section in STEPPED:
        for name, _, entry in located_entries(sections.get(section)):
            for word, location in addresses(entry, (section, name)):
                found.setdefault(id(node_at(sections, location)), f"{section}.{name}/{word}")
    return found


def walk(node: Node, path: str, steps: Mapping[int, str]) -> Iterator[tuple[str, MappingNode]]:
    """All mappings with the paths that lead to them."""
    if isinstance(node, MappingNode):
        path = steps.get(id(node), path)
        yield path, node
        for key, value in node.items():
            yield from walk(value, f"{path}.{key.text}", steps)
    elif isinstance(node, ListNode):
        for n, item in enumerate(node.items, 1):
            yield from walk(item, f"{path}.{n}", steps)


def entries(sections: Mapping[str, Node]) -> Iterator[tuple[str, MappingNode]]:
    steps = step_paths(sections)
    for section, node in sections.items():
        yield from walk(node, section, steps)


def notes(b: Book) -> None:
    """Assumptions, what was derived, and sources."""
    rows = []
    for path, node in entries(b.sections):
        for key in ("assumed", "derived"):
            reason = plain(text_of(node.get(key)))
            if reason:
                rows.append([code(path), key, reason])
    if rows:
        b.doc.heading(2, "Assumptions")
        b.doc.paragraph("What the rules do not say plainly, how it is played here, and why.")
    b.doc.table(["where", "", "reason"], rows)
    _sources(b)


def _sources(b: Book) -> None:
    found: dict[str, list[str]] = {}
    for path, node in entries(b.sections):
        source = plain(text_of(node.get("source")))
        if source:
            found.setdefault(source, []).append(code(path))
    if found:
        b.doc.heading(2, "Sources")
    b.doc.items([Item(f"{source}: {', '.join(paths)}") for source, paths in found.items()])


# -- what variants change ----------------------------------------------------------------------------


def changes(b: Book, base: Mapping[str, Node], variants: Sequence[Variant]) -> None:
    """The variants, and each value that they change, put in or take away."""
    b.doc.heading(2, "House rules in this book")
    items = []
    for v in variants:
        title = plain(v.title)
        items.append(Item(f"**{plain(v.id)}** ({plain(v.kind)}): {title}. {plain(v.about)}".rstrip()))
    b.doc.items(items)
    b.doc.paragraph("What they changed has their name behind it.")
    lines = list(_Comparison(base, b.sections).lines())
    b.doc.items([Item(line) for line in dict.fromkeys(lines)])


class _Comparison:
    """What became of each value of a definition, by its path."""

    def __init__(self, old: Mapping[str, Node], new: Mapping[str, Node]) -> None:
        self.old, self.new = old, new
        self.steps = {**step_paths(new), **step_paths(old)}

    def lines(self) -> Iterator[str]:
        yield from self.mappings(_all(self.old), _all(self.new), "")

    def mappings(self, old: dict[str, Node], new: dict[str, Node], path: str) -> Iterator[str]:
        for name, node in old.items():
            where = f"{path}.{name}" if path else name
            if name not in new:
                yield f"{code(where)} is left out"
            elif new[name] is not node:
                yield from self.nodes(node, new[name], where)
        for name in new:
            if name not in old:
                yield f"{code(f'{path}.{name}' if path else name)} is new"

    def nodes(self, old: Node, new: Node, path: str) -> Iterator[str]:
        if not composed(old) and not composed(new):
            before, after = in_a_line(old), in_a_line(new)
            if before != after:
                yield f"{code(path)}: {code(before)} becomes {code(after)}"
        elif isinstance(old, MappingNode) and isinstance(new, MappingNode):
            yield from self.mappings(_inside(old), _inside(new), self.steps.get(id(old), path))
        elif isinstance(old, ListNode) and isinstance(new, ListNode):
            yield from self.lists(old, new, path)
        else:
            yield f"{code(path)}: {code(in_a_line(old))} becomes {code(in_a_line(new))}"

    def lists(self, old: ListNode, new: ListNode, path: str) -> Iterator[str]:
        """Steps are the same ones where they stand at the same place of the same file."""
        if not all(isinstance(i, MappingNode) for i in (*old.items, *new.items)):
            yield f"{code(path)} is another one"
            return
        before, after = ({i.span: i for i in node.items} for node in (old, new))
        for span, item in before.items():
            if span not in after:
                yield f"the step {code(self.steps.get(id(item), path))} is left out, or done within another one"
            elif after[span] is not item:
                yield from self.nodes(item, after[span], path)
        for span, item in after.items():
            if span not in before:
                yield f"the step {code(self.steps.get(id(item), path))} is new"


def _all(sections: Mapping[str, Node]) -> dict[str, Node]:
    return {name: node for name, node in sections.items() if name not in ("triskele", "show", *NOTES)}


def _inside(node: MappingNode) -> dict[str, Node]:
    return {key.text: value for key, value in node.items() if key.text not in NOTES}
