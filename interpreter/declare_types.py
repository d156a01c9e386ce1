"""
Declare, types: attributes, answers, steps and rows of enums, components, places and seats; names of all members.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .diagnostics import did_you_mean, listing
from .located import NOTES, entries, scalar_part, text_of
from .model import Answer, Attribute, Does, Finite, Row
from .nodes import Mapping, Node, Scalar
from .source import Span
from .types import UNKNOWN, Bool, Int, Maybe, Member, Seq, plain

if TYPE_CHECKING:
    from .declare import Declaring


def declare_types(c: Declaring) -> None:
    if "seats" in c.sections:
        seats = c.sections["seats"]
        if isinstance(seats, Mapping):
            c.type_nodes["Player"] = seats
    for name, node in c.type_nodes.items():
        finite = c.d.finites[name]
        _attributes(c, finite, node)
        for side in finite.sides:
            block = node.get(side)
            finite.side_defaults[side] = {k: v for k, _, v in entries(block)}
    for name, node in c.type_nodes.items():
        _rows(c, c.d.finites[name], node)
    for name in c.type_nodes:
        _member_names(c, c.d.finites[name])


def _attributes(c: Declaring, finite: Finite, node: Mapping) -> None:
    for name, span, value in entries(node.get("has")):
        type, expr = c.type_at(value)
        attribute = Attribute(name, span, type, implied=isinstance(type, (Seq, Maybe, Bool)))
        if expr is not None and expr.default is not None and isinstance(value, Scalar):
            attribute.default = scalar_part(value, expr.default.start, expr.default.end)
        finite.attributes[name] = attribute
    for name, span, value in entries(node.get("answers")):
        if isinstance(value, Mapping):
            gives = c.type_at(value.get("gives"))[0] if "gives" in value else None
            finite.answers[name] = Answer(name, span, c.params(value), value.get("is"), gives)
    for name, span, value in entries(node.get("does")):
        if isinstance(value, Mapping):
            finite.does[name] = Does(name, span, c.params(value), value.get("do"))


def _rows(c: Declaring, finite: Finite, node: Mapping) -> None:
    known = {*finite.attributes, *finite.answers, *finite.does}
    known |= {c.d.finites[p].part_list for p in finite.parts if not finite.sides}
    rows = node.get("rows")
    if finite.kind == "part":
        return
    each = {k: v for k, _, v in entries(node.get("each"))}
    _known_each(c, finite, node.get("each"))
    if rows is None:
        if finite.kind in ("node", "player"):
            return
        assert finite.span is not None
        finite.rows.append(Row("", finite.span, {}, each, node.get("copies"), {}))
        return
    for name, span, value in entries(rows):
        row = Row(name, span, {}, each, node.get("copies"), {})  # what holds for all rows that say nothing else
        for key, key_span, item in entries(value):
            if key == "each" and finite.kind in ("component", "enum"):
                row.each = {k: v for k, _, v in entries(item)}
                _known_each(c, finite, item)
            elif key == "copies" and finite.kind == "component":
                row.copies = item
            elif key in finite.sides:
                row.sides[key] = {k: v for k, _, v in entries(item)}
                _known_keys(c, finite, item, known)
            elif key in known:
                row.values[key] = item
            elif key == "about":
                row.about = text_of(item).strip()
            elif key not in NOTES:
                _unknown_attribute(c, finite, key, key_span, known)
        finite.rows.append(row)
    if finite.kind in ("node", "player"):
        _rows_of_places(c, finite)


def _known_each(c: Declaring, finite: Finite, node: Node | None) -> None:
    for key, span, _ in entries(node):
        if key not in finite.attributes:
            _unknown_attribute(c, finite, key, span, set(finite.attributes))


def _known_keys(c: Declaring, finite: Finite, node: Node, known: set[str]) -> None:
    lists = {c.d.finites[p].part_list for p in finite.parts}
    for key, span, _ in entries(node):
        if key not in known and key not in lists and key not in NOTES:
            _unknown_attribute(c, finite, key, span, known | lists)


def _unknown_attribute(c: Declaring, finite: Finite, key: str, span: Span, known: set[str]) -> None:
    c.bag.error(
        "unknown-attribute", f"{finite.name} has no attribute `{key}`", span,
        notes=[f"it has: {listing(sorted(known)) or 'none'}"], help=did_you_mean(key, known), missing=key,
    )  # fmt: skip


def _rows_of_places(c: Declaring, finite: Finite) -> None:
    if finite.kind == "player" and not c.counted:
        return
    names = finite.names if finite.kind == "node" else [str(n + 1) for n in range(c.d.max_seats)]
    seen = {row.name for row in finite.rows}
    for row in finite.rows:
        if row.name not in names:
            what = "place" if finite.kind == "node" else "seat"
            c.bag.unknown(what, row.name, row.span, names)
    lacking = [] if seen - set(names) else [n for n in names if n not in seen]  # else it is a row misspelt
    needed = [a.name for a in finite.attributes.values() if a.default is None and not a.implied]
    if lacking and needed and finite.span:
        c.bag.error("missing-row", f"{finite.name} has no row for {listing(lacking)}", finite.span)


def _member_names(c: Declaring, finite: Finite) -> None:
    """Names of all members at the largest player count (filters of `each` are not applied)."""
    if finite.kind in ("node", "player"):
        return
    if finite.kind == "part":
        _part_names(c, finite)
        return
    for row in finite.rows:
        finite.names.extend(_row_names(c, finite, row))
    if len(set(finite.names)) != len(finite.names) and finite.span:
        twice = next(n for n in finite.names if finite.names.count(n) > 1)
        c.bag.error("duplicate-name", f"two kinds of {finite.name} are called `{twice}`", finite.span)
    if not finite.names and finite.span and finite.kind == "component":
        finite.names.append(finite.name[0].lower() + finite.name[1:])


def _row_names(c: Declaring, finite: Finite, row: Row) -> list[str]:
    """The kinds that one row makes."""
    combos = [[row.name] if row.name else []]
    for attribute in row.each:
        type = plain(finite.attributes[attribute].type) if attribute in finite.attributes else UNKNOWN
        huge = (
            isinstance(type, Int) and type.low is not None and type.high is not None and type.high - type.low >= 10_000
        )
        members = c.members(type)
        if isinstance(type, Member) and c.d.finites[type.name].kind == "component":
            c.bag.error("wrong-type", f"`each` crosses numbers, symbols and seats, not {type.name}", row.span)
            return []
        if huge or len(combos) * len(members) > 10_000:
            c.bag.error("too-many", f"{finite.name} has more than 10000 kinds", row.span)
            return []
        combos = [[*combo, v] for combo in combos for v in members]
    return ["_".join(combo) for combo in combos if combo]


def _part_names(c: Declaring, part: Finite) -> None:
    """`tile_part` of the first side, `tile_side_part` of the others; of each copy where their number is plain."""
    tile = c.d.finites[part.tile]
    for row in tile.rows:
        copies = row.copies.value if isinstance(row.copies, Scalar) and isinstance(row.copies.value, int) else 1
        for name in _row_names(c, tile, row):
            for copy in range(1, min(copies, 1000) + 1):
                own = name if copy == 1 else f"{name}_{copy}"
                for i, side in enumerate(tile.sides or [""]):
                    block = row.sides.get(side, {}) if side else row.values
                    listed = block.get(part.part_list) or tile.side_defaults.get(side, {}).get(part.part_list)
                    keys = [key for key, _, _ in entries(listed)]
                    part.names += [f"{own}_{key}" if i == 0 else f"{own}_{side}_{key}" for key in keys]
