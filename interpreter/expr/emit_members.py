"""
How members become Python: attributes, tables, parts of tiles, and answers by row — lookups in constant tables.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from ..model import Finite
from ..types import Int, Maybe
from . import emit_maps
from .python import Jumps, add, call, const, item, name
from .typed import AttrRef, BoardTiles, RowCall, TableRef

if TYPE_CHECKING:
    from .emit import Emitter


def emit_board_tiles(e: Emitter, v: BoardTiles) -> ast.expr:
    if v.parts is not None:
        return emit_maps.parts_in_sight(e, v.board, v.parts)
    return item(e.zones(), const(e.layout.zone_base[v.board.name]))


def parts_of(e: Emitter, part: Finite, tile: ast.expr) -> ast.expr:
    """The parts on a tile's present side."""
    finite = e.layout.definition.finites[part.tile]
    tiles = len(e.layout.members[finite.name].names)
    sides = max(1, len(finite.sides))
    faces: list[list[list[int]]] = [[[] for _ in range(tiles)] for _ in range(sides)]
    for number, (owner, side, _) in enumerate(e.layout.parts[part.name]):
        faces[side][owner].append(number)
    table = tuple(tuple(tuple(p) for p in side) for side in faces)
    side_slot = add(const(e.layout.side_base[finite.name]), tile)
    return item(item(e.code.constant(table, "PARTS"), item(name("F"), side_slot)), tile)


def emit_attribute(e: Emitter, v: AttrRef) -> ast.expr:
    sided = (v.finite.name, v.attribute) in e.layout.sided
    base = e.simple(e.emit(v.base)) if sided or v.finite.parts else e.key(v.base)
    lay, finite = e.layout, v.finite
    if finite.kind == "player" and v.attribute not in finite.attributes:
        return item(e.code.constant(_seat_table(e, v.attribute), v.attribute.upper()), base)
    if finite.kind == "part" and v.attribute == "tile":
        return item(e.code.constant(tuple(t for t, _, _ in lay.parts[finite.name]), "TILE"), base)
    if (finite.name, v.attribute) in lay.sided:
        tables = tuple(tuple(t) for t in lay.sided[finite.name, v.attribute])
        side = item(name("F"), add(const(lay.side_base[finite.name]), base))
        return item(item(e.code.constant(tables, "A"), side), base)
    if (finite.name, v.attribute) in lay.attributes:
        composed = _composed(e, v)
        if composed is not None:
            return composed
        table = tuple(lay.attributes[finite.name, v.attribute])
        if table == tuple(range(len(table))) and not any(isinstance(x, bool) for x in table):
            return base
        return item(e.code.constant(table, "A"), base)
    if v.attribute in ("side", "cell"):
        tiles = len(lay.members[finite.name].names)
        offset = lay.side_base[finite.name] + (tiles if v.attribute == "cell" else 0)
        return item(name("F"), add(const(offset), base))
    part = next(lay.definition.finites[p] for p in finite.parts if lay.definition.finites[p].part_list == v.attribute)
    return parts_of(e, part, base)


def _composed(e: Emitter, v: AttrRef) -> ast.expr | None:
    """An attribute of an attribute, as one table."""
    path, base = [v], v.base
    while isinstance(base, AttrRef) and (base.finite.name, base.attribute) in e.layout.attributes:
        path.append(base)
        base = base.base
    if len(path) == 1 or (path[-1].finite.kind == "player" and path[-1].attribute not in path[-1].finite.attributes):
        return None
    tables = [e.layout.attributes[a.finite.name, a.attribute] for a in reversed(path)]
    values = []
    for value in tables[0]:
        for table in tables[1:]:
            value = None if value is None else table[value]
        values.append(value)
    if any(value is None for value in values) and not isinstance(v.type, Maybe):
        return None
    return item(e.code.constant(tuple(values), "A"), e.key(base))


def _seat_table(e: Emitter, attribute: str) -> tuple[Any, ...]:
    n, people = e.layout.seats, e.layout.players
    seats = range(n)
    return {
        "next": tuple((p + 1) % n for p in seats),
        "previous": tuple((p - 1) % n for p in seats),
        "others": tuple(tuple((p + k) % n for k in range(1, n)) for p in seats),
        "seat": tuple(p + 1 for p in seats),
        "scripted": tuple(p >= people for p in seats),
    }[attribute]


def emit_table(e: Emitter, v: TableRef) -> ast.expr:
    values = [e.constant(t) for t in e.layout.checked.tables[v.table.name]]
    index = e.emit(v.index)
    if v.table.key is None:
        table = {i + 1: x for i, x in enumerate(values)}
    elif isinstance(v.table.key, Int):
        table = {int(k): x for k, x in zip(v.table.keys, values)}
    else:
        table = {e.layout.number(v.table.key, k): x for k, x in zip(v.table.keys, values)}
    return item(e.code.constant(table, "TABLE"), index)


def emit_row_call(e: Emitter, v: RowCall) -> ast.expr:
    """By row: the formula of the only row that can be, or a jump through a table of functions."""
    lay, finite, answer = e.layout, v.finite, v.answer
    members = lay.members[finite.name]
    tables = []
    for side in finite.sides or [""]:
        pythons = []
        for row in members.rows:
            key = next(
                (k for k in ((row, side), (row, ""), ("", side), ("", ""))
                 if (finite.name, *k, answer.name) in lay.checked.answers),
                None,
            )  # fmt: skip
            if key is None:
                pythons.append("no_answer")
                continue
            python = e.code.name_of((finite.name, *key, answer.name), f"a_{answer.name}")
            e.define(lay.checked.answers[(finite.name, *key, answer.name)], python)
            pythons.append(python)
        tables.append(pythons)
    base = e.simple(e.emit(v.base))
    args = [e.emit(a) for a in v.args]
    unique = {p for side in tables for p in side}
    if len(unique) == 1:
        return call(unique.pop(), name("s"), base, *args)
    table = e.code.fresh("ROWS")
    sided = len(tables) > 1
    e.code.constants[table] = Jumps(tables if sided else tables[0])
    picked: ast.expr = name(table)
    if sided:
        picked = item(picked, item(name("F"), add(const(lay.side_base[finite.name]), base)))
    return ast.Call(item(picked, base), [name("s"), base, *args], [])
