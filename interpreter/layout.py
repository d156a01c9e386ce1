"""
Layout: a checked definition, one player count and parameter values in; numbers for everything out.

Members become 0-based numbers, zones and fields become places in two flat lists, attributes become
tables. A component type whose copies are interchangeable is numbered by kind, a tracked one by copy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from .expr.typed import Checked, T
from .graph import StaticMap
from .limits import MOST_MEMBERS, MOST_THINGS
from .model import Definition, Field, Finite, Row, Zone
from .tiles import cell_name
from .types import Bool, Int, Maybe, Member, Seq, Type, plain

SPECIAL_SLOTS = (
    "player", "last_player", "round", "ending", "ended_by", "starting", "pending", "phase", "acted",
)  # fmt: skip
PLAYER_SLOT, LAST_SLOT, ROUND_SLOT, ENDING_SLOT, ENDED_SLOT, STARTING_SLOT, PENDING_SLOT, PHASE_SLOT, ACTED_SLOT = (
    range(9)
)
FIRST_FREE = len(SPECIAL_SLOTS)
SETTLED = 9  # what is pending when endings are not tested again
Evaluate = Callable[[T], Any]


@dataclass(slots=True)
class Members:
    """The members of a finite type at this player count."""

    names: list[str]
    kinds: list[int]  # of each member, the number of its kind (itself unless tracked)
    copies: list[int]  # how many of each there are
    rows: list[str]  # the row each comes from
    index: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Layout:
    definition: Definition
    checked: Checked
    players: int
    parameters: dict[str, Any]
    seats: int = 0
    members: dict[str, Members] = field(default_factory=dict)
    attributes: dict[tuple[str, str], list[Any]] = field(default_factory=dict)
    sided: dict[tuple[str, str], list[list[Any]]] = field(default_factory=dict)  # by side, then by tile
    zone_base: dict[str, int] = field(default_factory=dict)
    box_base: dict[str, int] = field(default_factory=dict)
    slots: list[tuple[Zone | None, int, str]] = field(default_factory=list)  # zone (None: box), owner, component type
    field_base: dict[str, int] = field(default_factory=dict)
    field_count: int = len(SPECIAL_SLOTS)
    side_base: dict[str, int] = field(default_factory=dict)  # of a tile type; then cells, then turns
    component_fields: list[tuple[range, Type]] = field(default_factory=list)  # fields that hold components
    maps: dict[str, StaticMap] = field(default_factory=dict)
    parts: dict[str, list[tuple[int, int, str]]] = field(default_factory=dict)  # part type -> (tile, side, name)

    def size(self, type: Type) -> int:
        """How many values a finite type has; ranges count from their lower bound."""
        if isinstance(type, Member):
            return len(self.members[type.name].names)
        if isinstance(type, Int) and type.low is not None and type.high is not None:
            return type.high - type.low + 1
        assert isinstance(type, Bool)
        return 2

    def number(self, type: Type, name: str) -> int:
        """The number of the member `name`; -1 where it does not exist at this player count."""
        assert isinstance(type, Member)
        return self.members[type.name].index.get(name, -1)

    def interchangeable(self, finite: Finite) -> bool:
        """Whether copies of a tracked type may stand for one another: nothing belongs to a single copy."""
        if not finite.tracked or finite.sides or finite.map:
            return False
        d = self.definition
        owners = {o for f in d.fields.values() for o in f.per} | {z.per for z in d.zones.values()}
        return finite.name not in owners

    def label(self, type: Type, value: Any) -> str:
        """A value in the author's words."""
        if isinstance(type, Maybe):
            type = type.item
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(type, Member):
            members = self.members[type.name]
            looks = members.kinds[value] if members.kinds else value
            return str(members.names[looks])
        if isinstance(value, (tuple, list)):
            item = getattr(type, "item", None)
            if item is None:
                return cell_name((value[0], value[1]))
            return " ".join(self.label(item, v) for v in value)
        return str(value)


def lay_out(d: Definition, checked: Checked, players: int, parameters: dict[str, Any], evaluate: Any) -> Layout:
    """Number everything. `evaluate(layout)` gives the means to compute constant expressions."""
    lay = Layout(d, checked, players, parameters)
    lay.seats = players + len(d.scripted.get(players, []))
    value: Evaluate = evaluate(lay)
    _maps(lay)
    for finite in d.finites.values():
        if finite.kind != "component" and finite.kind != "part":
            _members(lay, finite, value)
    for finite in d.finites.values():
        if finite.kind == "component":
            _members(lay, finite, value)
    for finite in d.finites.values():
        if finite.kind == "part":
            _part_members(lay, finite)
    for finite in d.finites.values():
        _attributes(lay, finite, value)
    _zones_and_fields(lay)
    return lay


def _maps(lay: Layout) -> None:
    from . import graph

    for board in lay.definition.boards.values():
        if board.shape == "grid":
            lay.maps[board.name] = graph.grid(*board.size)
        elif board.shape == "line":
            lay.maps[board.name] = graph.line(board.names)
        elif board.shape == "ring":
            lay.maps[board.name] = graph.ring(board.names)
        elif board.shape == "edges":
            lay.maps[board.name] = graph.edges(board.edges, both_ways=board.both_ways)


class TooMany(ValueError):
    """More components, or values of fields, than a game may have."""


def _set_members(
    lay: Layout, finite: Finite, names: list[str], kinds: list[int], copies: list[int], rows: list[str]
) -> None:
    members = Members(names, kinds, copies, rows)
    members.index = {n: i for i, n in reversed(list(enumerate(names)))}
    lay.members[finite.name] = members
    if sum(len(m.names) for m in lay.members.values()) > MOST_THINGS:
        raise TooMany(f"with those of {finite.name} there are more than {MOST_THINGS} members")


def _members(lay: Layout, finite: Finite, value: Evaluate) -> None:
    if finite.kind == "player":
        seats = [str(n + 1) for n in range(lay.seats)]
        _set_members(lay, finite, seats, list(range(lay.seats)), [1] * lay.seats, seats)
        return
    if not finite.rows or finite.kind == "node":
        n = len(finite.names)
        _set_members(lay, finite, list(finite.names), list(range(n)), [1] * n, list(finite.names))
        return
    names: list[str] = []
    copies: list[int] = []
    rows: list[str] = []
    kinds: list[int] = []
    total = 0
    crossed: dict[str, dict[str, list[Any]]] = {}
    for row in finite.rows:
        for combo, values in _crossings(lay, finite, row, value):
            copies_node = lay.checked.copies.get((finite.name, row.name))
            count = int(value(copies_node)) if copies_node is not None else 1
            base = "_".join(([row.name] if row.name else []) + combo) or finite.names[0]
            times = count if finite.tracked else 1
            total += count
            if total > MOST_MEMBERS:
                raise TooMany(f"{finite.name} has more than {MOST_MEMBERS} components")
            first = len(names)
            for copy in range(times):
                names.append(base if copy == 0 else f"{base}_{copy + 1}")
                kinds.append(first)
                rows.append(row.name)
                copies.append(1 if finite.tracked else count)
                for attribute, number in values.items():
                    crossed.setdefault(attribute, {}).setdefault("", []).append((len(names) - 1, number))
    _set_members(lay, finite, names, kinds, copies, rows)
    for attribute, found in crossed.items():
        table: list[Any] = [None] * len(names)
        for i, number in found[""]:
            table[i] = number
        lay.attributes[finite.name, attribute] = table


def _crossings(lay: Layout, finite: Finite, row: Row, value: Evaluate) -> list[tuple[list[str], dict[str, Any]]]:
    """What `each` makes of one row: the names and the values of the crossed attributes."""
    if not row.each:
        return [([], {})]
    choices = []
    for attribute in row.each:
        type = plain(finite.attributes[attribute].type)
        query = lay.checked.each.get((finite.name, row.name, attribute))
        if query is not None:
            numbers = list(value(query))
        elif isinstance(type, Int):
            assert type.low is not None and type.high is not None
            numbers = list(range(type.low, type.high + 1))
        elif isinstance(type, Bool):
            numbers = [False, True]
        else:
            numbers = list(range(lay.size(type)))
        choices.append([(attribute, type, n) for n in numbers])
        if prod(map(len, choices)) > MOST_MEMBERS:
            raise TooMany(f"{finite.name} has more than {MOST_MEMBERS} kinds")
    return [([lay.label(t, n) for _, t, n in combo], {a: n for a, _, n in combo}) for combo in product(*choices)]


def _part_members(lay: Layout, finite: Finite) -> None:
    """Parts are numbered over all tiles and all their sides."""
    tile = lay.definition.finites[finite.tile]
    members = lay.members[tile.name]
    by_row = {row.name: row for row in tile.rows}
    found: list[tuple[int, int, str]] = []
    names = []
    for i, row_name in enumerate(members.rows):
        for side, side_name in enumerate(tile.sides or [""]):
            block = by_row[row_name].sides.get(side_name, {}) if side_name else by_row[row_name].values
            listed = block.get(finite.part_list) or tile.side_defaults.get(side_name, {}).get(finite.part_list)
            for key in getattr(listed, "keys", ()):
                found.append((i, side, key.text))
                names.append(
                    f"{members.names[i]}_{key.text}" if side == 0 else f"{members.names[i]}_{side_name}_{key.text}"
                )
    lay.parts[finite.name] = found
    _set_members(lay, finite, names, list(range(len(names))), [1] * len(names), names)


def _attributes(lay: Layout, finite: Finite, value: Evaluate) -> None:
    checked = lay.checked.attributes
    if finite.kind == "part":
        for attribute in finite.attributes.values():
            lay.attributes[finite.name, attribute.name] = [
                _part_value(lay, finite, attribute.name, attribute.type, tile, side, name, value)
                for tile, side, name in lay.parts[finite.name]
            ]
        return
    rows = lay.members[finite.name].rows
    for attribute in finite.attributes.values():
        if any(attribute.name in row.each for row in finite.rows):
            table = lay.attributes.get((finite.name, attribute.name), [None] * len(rows))
            lay.attributes[finite.name, attribute.name] = table
        else:
            table = [None] * len(rows)
        varies = any(
            (finite.name, row, side, attribute.name) in checked for side in finite.sides for row in {*rows, ""}
        )
        tables = []
        for side in finite.sides if varies else [""]:
            own = list(table)
            cache: dict[str, Any] = {}
            for i, row in enumerate(rows):
                if own[i] is not None:
                    continue
                if row not in cache:
                    for key in ((row, side), (row, ""), ("", side), ("", "")):
                        found = checked.get((finite.name, *key, attribute.name))
                        if found is not None:
                            cache[row] = _frozen(value(found))
                            break
                    else:
                        cache[row] = implied(attribute.type)
                own[i] = cache[row]
            tables.append(own)
        if varies:
            lay.sided[finite.name, attribute.name] = tables
        else:
            lay.attributes[finite.name, attribute.name] = tables[0]


def _part_value(
    lay: Layout, finite: Finite, name: str, type: Type, tile: int, side: int, part: str, value: Evaluate
) -> Any:
    tile_type = lay.definition.finites[finite.tile]
    row = lay.members[tile_type.name].rows[tile]
    side_name = tile_type.sides[side] if tile_type.sides else ""
    found = lay.checked.attributes.get((finite.name, f"{row}/{part}", side_name, name))
    if found is None:
        found = lay.checked.attributes.get((finite.name, "", "", name))
    if found is None:
        return implied(type)
    if isinstance(found, str):  # another part of the same face
        other = plain(type)
        assert isinstance(other, Member)
        return lay.parts[other.name].index((tile, side, found))
    return _frozen(value(found))


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, (list, range)) else value


def implied(type: Type) -> Any:
    """The value of an attribute or field that nothing else was said of."""
    if isinstance(type, Maybe):
        return None
    if isinstance(type, Bool):
        return False
    if isinstance(type, Int):
        low, high = type.low, type.high
        return (
            0
            if (low is None or low <= 0) and (high is None or high >= 0)
            else low
            if low is not None and low > 0
            else high
        )
    return 0 if isinstance(type, Member) else ()


def field_bounds(lay: Layout, f: Field) -> tuple[int | None, int | None]:
    """The range of a field, with the parameters of this game put in."""
    type = f.type.item if isinstance(f.type, Maybe) else f.type
    if not isinstance(type, Int):
        return None, None
    low = lay.parameters[f.low_parameter] if f.low_parameter else type.low
    high = lay.parameters[f.high_parameter] if f.high_parameter else type.high
    return low, high


def holds_components(d: Definition, type: Type) -> bool:
    while isinstance(type, (Maybe, Seq)):
        type = type.item
    return isinstance(type, Member) and d.finites[type.name].kind == "component"


def _zones_and_fields(lay: Layout) -> None:
    d = lay.definition
    for zone in d.zones.values():
        lay.zone_base[zone.name] = len(lay.slots)
        for owner in range(len(lay.members[zone.per].names) if zone.per else 1):
            lay.slots.append((zone, owner, zone.of))
        if len(lay.slots) > MOST_THINGS // 10:
            raise TooMany(f"with `{zone.name}` there are more than {MOST_THINGS // 10} zones")
    for finite in d.finites.values():
        if finite.kind == "component":
            lay.box_base[finite.name] = len(lay.slots)
            lay.slots.append((None, 0, finite.name))
            if finite.map:
                lay.zone_base[finite.map] = len(lay.slots)
                lay.slots.append((None, 1, finite.name))
    for f in d.fields.values():
        lay.field_base[f.name] = lay.field_count
        count = 1
        for owner_type in f.per:
            count *= len(lay.members[owner_type].names)
        if holds_components(d, f.type):
            lay.component_fields.append((range(lay.field_count, lay.field_count + count), f.type))
        lay.field_count += count
        if lay.field_count > MOST_THINGS:
            raise TooMany(f"with `{f.name}` the fields have more than {MOST_THINGS} values")
    for finite in d.finites.values():
        if finite.kind == "component" and (finite.sides or finite.map):
            lay.side_base[finite.name] = lay.field_count
            lay.field_count += 3 * len(lay.members[finite.name].names)
