"""
Check, members: the rows of types and components — constants, answers, parts of tiles — and the maps they belong to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .diagnostics import Label, did_you_mean, listing
from .expr.typed import Const, T
from .located import text_of, whole_number
from .model import Attribute, Finite
from .nodes import Mapping, Node, Scalar, Sequence
from .source import Span
from .types import BOOL, Int, Member, Seq, Type, in_range, plain

if TYPE_CHECKING:
    from .checking import Checking


def check_rows(c: Checking, finite: Finite) -> None:
    for attribute in finite.attributes.values():
        if attribute.default is not None:
            _attribute(c, finite, "", "", attribute, attribute.default)
    for answer in finite.answers.values():
        if answer.default is not None:
            _answer(c, finite, "", "", answer.name, answer.default)
    for side, values in finite.side_defaults.items():
        for key, node in values.items():
            _value(c, finite, "", side, key, node)
    for row in finite.rows:
        for attribute_name, query in row.each.items():
            if text_of(query) != "all":
                _each(c, finite, row.name, attribute_name, query)
        if row.copies is not None:
            c.x.checked.copies[finite.name, row.name] = c.x.constant(row.copies, Int(0, 10_000))
        for key, node in row.values.items():
            _value(c, finite, row.name, "", key, node)
        for side, values in row.sides.items():
            for key, node in values.items():
                _value(c, finite, row.name, side, key, node)
        _complete(c, finite, row.name, row.values, row.sides, row.each, row.span)


def _value(c: Checking, finite: Finite, row: str, side: str, key: str, node: Node) -> None:
    if key in finite.attributes:
        _attribute(c, finite, row, side, finite.attributes[key], node)
    elif key in finite.answers:
        _answer(c, finite, row, side, key, node)
    else:
        for part in finite.parts:
            if c.d.finites[part].part_list == key and isinstance(node, Mapping):
                _parts(c, finite, c.d.finites[part], row, side, node)


def _parts(c: Checking, tile: Finite, part: Finite, row: str, side: str, node: Mapping) -> None:
    _edges(c, tile, part, node)
    for name, values in node.items():
        if not isinstance(values, Mapping):
            continue
        for key, value in values.items():
            attribute = part.attributes.get(key.text)
            if attribute is None:
                c.bag.error(
                    "unknown-attribute", f"{part.name} has no attribute `{key.text}`", key.span,
                    notes=[f"it has: {listing(part.attributes)}"], help=did_you_mean(key.text, part.attributes),
                    missing=key.text,
                )  # fmt: skip
                continue
            type = plain(attribute.type)
            other = c.d.finites.get(type.name) if isinstance(type, Member) else None
            if other is not None and other.kind == "part":  # a part of the same side, by its name
                _part_of_side(c, tile, other, row, side, value)
                c.x.checked.attributes[part.name, f"{row}/{name.text}", side, key.text] = value.text  # type: ignore
            else:
                _attribute(c, part, f"{row}/{name.text}", side, attribute, value)


def _part_of_side(c: Checking, tile: Finite, part: Finite, row: str, side: str, value: Node) -> None:
    """Report a part that does not lie on this side of the tile."""
    owner = next((r for r in tile.rows if r.name == row), None)
    block = (owner.sides.get(side, {}) if side else owner.values) if owner is not None else {}
    listed = block.get(part.part_list) or tile.side_defaults.get(side, {}).get(part.part_list)
    names = [k.text for k in listed.keys] if isinstance(listed, Mapping) else []
    if text_of(value) not in names:
        message = f"no {part.name} of this side is called `{text_of(value)}`"
        c.bag.unknown(part.name, text_of(value), value.span, names, message=message, of="there is")


def _edges(c: Checking, tile: Finite, part: Finite, node: Mapping) -> None:
    """The edges that the parts of one face join: each is on the tile, and belongs to one part only."""
    board = c.d.boards.get(tile.map)
    if board is None or board.joined_by != part.name:
        return
    most = 3 if board.shape == "square" else 5
    taken: dict[int, Span] = {}
    for values in node.values:
        edges = values.get("edges") if isinstance(values, Mapping) else None
        for edge in edges.items if isinstance(edges, Sequence) else ():
            if not isinstance(edge, Scalar) or not isinstance(edge.value, int):
                continue
            if not 0 <= edge.value <= most:
                c.bag.error(
                    "out-of-range", f"the edges of a {board.shape} are numbered 0 to {most}", edge.span,
                    notes=["0 is the upper edge of the unturned tile, the others follow clockwise"],
                )  # fmt: skip
            elif edge.value in taken:
                first = Label(taken[edge.value], "first joined here")
                c.bag.error("shared-edge", f"two parts join the edge {edge.value}", edge.span, labels=[first])
            taken[edge.value] = edge.span


def _attribute(c: Checking, finite: Finite, row: str, side: str, attribute: Attribute, node: Node) -> None:
    type = attribute.type
    if isinstance(type, Seq) and isinstance(node, Scalar) and node.style == "csv":
        node = _words(node)
    key = (finite.name, row, side, attribute.name)
    c.x.checked.attributes[key] = _constant(c, node, type)


def _constant(c: Checking, node: Node, type: Type) -> T:
    """A constant value; the common simple ones without parsing."""
    inner = plain(type)
    if isinstance(node, Scalar):
        value = node.value
        if isinstance(inner, Int) and isinstance(value, int) and not isinstance(value, bool):
            if not in_range(value, inner):
                c.bag.error("out-of-range", f"{value} is outside {inner}", node.span)
            return Const(inner, node.span, value)
        if isinstance(inner, Member) and isinstance(value, str) and value in c.x.names_of(inner.name):
            c.d.used.add(f"types.{inner.name}")
            return Const(inner, node.span, value)
        if type == BOOL and isinstance(value, bool):
            return Const(BOOL, node.span, value)
    if isinstance(node, Sequence) and isinstance(type, Seq):
        items = tuple(_constant(c, n, type.item) for n in node.items)
        from .expr.typed import ListLit

        return ListLit(type, node.span, items)
    return c.x.constant(node, type)


def _answer(c: Checking, finite: Finite, row: str, side: str, name: str, node: Node) -> None:
    body = c.x.answer(finite, row, side, name, node)
    wanted = c.x.answer_type(finite, name)
    body.value = c.x.need(body.value, wanted)


def _each(c: Checking, finite: Finite, row: str, attribute: str, node: Node) -> None:
    wanted = plain(finite.attributes[attribute].type) if attribute in finite.attributes else None
    value = c.x.constant(node, Seq(wanted) if wanted else None, query=True)
    c.x.checked.each[finite.name, row, attribute] = value


def _complete(c: Checking, finite: Finite, row: str, values: dict[str, Node], sides: dict[str, dict[str, Node]],
    each: dict[str, Node], span: Span,
) -> None:  # fmt: skip
    """Every attribute and answer without a default must be given, once or on every side."""
    if row == "" and finite.kind != "component":
        return
    wanted = [a.name for a in finite.attributes.values() if a.default is None and not a.implied]
    wanted += [a.name for a in finite.answers.values() if a.default is None]
    for name in wanted:
        there = name in values or name in each
        blocks = [{**finite.side_defaults.get(s, {}), **sides.get(s, {})} for s in finite.sides]
        if not there and not (blocks and all(name in b for b in blocks)):
            what = f"`{row}`" if row else finite.name
            c.bag.error(
                "missing-attribute", f"{what} says nothing of `{name}`", span,
                help="say it in the row, or give it a default where it is declared",
            )  # fmt: skip


def check_boards(c: Checking) -> None:
    """Parts that join tiles must say at which edges."""
    for board in c.d.boards.values():
        part = c.d.finites.get(board.joined_by)
        if board.tiles and part is not None:
            edges = part.attributes.get("edges")
            if edges is None or not isinstance(edges.type, Seq) or not isinstance(edges.type.item, Int):
                most = 3 if board.shape == "square" else 5
                c.bag.error(
                    "missing-attribute", f"{part.name} joins tiles, so it must have `edges`", part.span,
                    help=f"write `has: {{edges: list of 0..{most}}}`", missing="edges",
                )  # fmt: skip


def _words(node: Scalar) -> Sequence:
    """A table cell with several words, as a list."""
    items: list[Node] = []
    at = 0
    for word in node.text.split():
        start = node.text.index(word, at)
        at = start + len(word)
        number = whole_number(word)
        value: str | int | bool | None = word if number is None else number
        items.append(Scalar(node.part(start, at), word, value, "csv", node.offsets[start : at + 1]))
    return Sequence(node.span, tuple(items))
