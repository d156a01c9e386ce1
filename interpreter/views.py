"""
Views: the one gate between a state and whoever looks at it.

Everything is hidden that its zone or field does not say is seen. What is hidden is shown as a count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .keys import frames_of
from .labels import log_lines
from .layout import ROUND_SLOT, Layout
from .machine import ask_again
from .types import Cell, Maybe, Member, Seq, Type

if TYPE_CHECKING:
    from .model import Field, Zone
    from .state import State

DEALS = 200
"""How often a guess is dealt until the decision at hand could have come up in it."""


def sees(s: State, seat: int | None, zone: Zone, owner: int) -> bool:
    """Whether a seat (0-based; None: an onlooker) sees what lies in a zone."""
    if zone.seen_by == "everyone":
        return True
    if seat is None or zone.seen_by in ("nobody", "top"):
        return False
    if zone.seen_by == "owner":
        return owner == seat
    test = s.program.seen[zone.name]
    return bool(test(s, seat, owner) if zone.per else test(s, seat))


def view(s: State, seat: int | None) -> dict[str, Any]:
    """What `seat` (from 1; None: an onlooker) may see: zones as labels or a count, fields, the log."""
    lay = s.program.layout
    who = None if seat is None else seat - 1
    return {
        "players": lay.seats,
        "to_move": None if s.over else s.seat + 1,
        "phase": s.phase,
        "turn": s.player,
        "round": s.F[ROUND_SLOT],
        "zones": _zones(s, who),
        "maps": _maps(s),
        "fields": _fields(s, who),
        "log": log_lines(s, who),
    }


def _zones(s: State, who: int | None) -> dict[str, Any]:
    lay = s.program.layout
    found: dict[str, Any] = {}
    for name, zone in lay.definition.zones.items():
        base = lay.zone_base[name]
        if not zone.per:
            found[name] = contents(s, who, zone, 0, base)
        else:
            owners = lay.members[zone.per].names
            found[name] = {o: contents(s, who, zone, i, base + i) for i, o in enumerate(owners)}
    return found


def _maps(s: State) -> dict[str, Any]:
    """
    Tile maps, by name: in each cell where a tile lies, which one, how it is turned and which side is up.

    `copy` is its name among tiles of its look, by which zones and fields of tiles go; `has` and `parts` are
    what is printed on that side, with edges numbered as on the unturned tile.
    """
    lay = s.program.layout
    found: dict[str, Any] = {}
    for board in lay.definition.boards.values():
        if not board.tiles:
            continue
        sides = lay.definition.finites[board.tiles].sides
        base, n = lay.side_base[board.tiles], len(lay.members[board.tiles].names)
        cells = {}
        for tile in sorted(s.Z[lay.zone_base[board.name]], key=lambda t: s.F[base + n + t]):
            lies: dict[str, Any] = {"tile": lay.label(Member(board.tiles), tile), "turned": s.F[base + 2 * n + tile]}
            if sides:
                lies["side"] = sides[s.F[base + tile]]
            lies |= _printed(lay, board.tiles, tile, s.F[base + tile])
            cells[lay.label(Cell(board.name), s.F[base + n + tile])] = lies
        found[board.name] = cells
    return found


def _printed(lay: Layout, type: str, tile: int, side: int) -> dict[str, Any]:
    """What one side of a tile says of itself, and the parts on it with what they say, by type and name."""
    finite = lay.definition.finites[type]
    has = {}
    for name, attribute in finite.attributes.items():
        by_side = lay.sided.get((type, name))
        values = by_side[side] if by_side else lay.attributes[type, name]
        has[name] = plain_value(lay, attribute.type, values[tile])
    parts: dict[str, Any] = {}
    for kind in finite.parts:
        told = lay.definition.finites[kind].attributes
        parts[kind] = {
            lay.members[kind].names[n]: {
                a: plain_value(lay, attribute.type, lay.attributes[kind, a][n]) for a, attribute in told.items()
            }
            for n, (owner, on, _) in enumerate(lay.parts[kind])
            if (owner, on) == (tile, side)
        }
    return {"copy": lay.members[type].names[tile], "has": has, "parts": parts}


def contents(s: State, who: int | None, zone: Zone, owner: int, slot: int) -> Any:
    """Labels of what lies in a zone, its top and count, or only the count."""
    lay = s.program.layout
    items = s.Z[slot]
    if sees(s, who, zone, owner):
        return [lay.label(Member(zone.of), k) for k in items]
    if zone.seen_by == "top":
        return {"count": len(items), "top": lay.label(Member(zone.of), items[-1]) if items else None}
    return len(items)


def _fields(s: State, who: int | None) -> dict[str, Any]:
    lay = s.program.layout
    return {n: _field(s, lay, f, who) for n, f in lay.definition.fields.items() if f.seen_by != "nobody"}


def _field(s: State, lay: Layout, f: Field, who: int | None) -> Any:
    base = lay.field_base[f.name]
    if not f.per:
        return plain_value(lay, f.type, s.F[base])
    first = lay.members[f.per[0]].names
    if len(f.per) == 1:
        found = {o: plain_value(lay, f.type, s.F[base + i]) for i, o in enumerate(first)}
    else:
        second = lay.members[f.per[1]].names
        n = len(second)
        found = {
            o: {q: plain_value(lay, f.type, s.F[base + i * n + j]) for j, q in enumerate(second)}
            for i, o in enumerate(first)
        }
    if f.seen_by == "owner":
        found = {o: v for i, (o, v) in enumerate(found.items()) if i == who}
    return found


def plain_value(lay: Layout, type: Type, value: Any) -> Any:
    """A value as JSON would hold it: numbers and truth values as they are, members by name."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (tuple, list)):
        item = getattr(type, "item", None)
        return [plain_value(lay, item, v) for v in value] if item is not None else lay.label(type, value)
    inner = getattr(type, "item", type)
    return lay.label(inner, value) if isinstance(inner, Member) else value


def guess(s: State, seat: int, dice: Any) -> State:
    """
    Deal what the seat cannot see anew, zone sizes kept; `dice` is a `random.Random`.

    The decision at hand is asked again, since another's options follow from the deal. A deal in which it would not
    have been asked is dealt again, and so is one that breaks a `hold`; should none be found, everything stays where
    it is. Hidden fields keep their values, and a component that somebody has chosen and that will still be spoken of
    stays in its zone.
    """
    for _ in range(DEALS):
        new = s.clone()
        new.seed = dice.getrandbits(63)  # what chance will bring is not known either
        new.streams = [None] * len(s.streams)
        _deal(new, seat - 1, dice)
        for slot in s.program.holds:
            new.L[slot] = None if s.L[slot] is None else True  # what could not be broken here may be broken there
        if new.over or ask_again(new):
            return new
    return s.clone()


def _deal(s: State, who: int, dice: Any) -> None:
    """Deal in place. What a local name holds stays in its zone: whoever chose it knows where it is."""
    lay = s.program.layout
    held = _held(s)
    by_type: dict[str, list[tuple[int, int, list[int]]]] = {}
    pools: dict[str, list[int]] = {}
    for slot, (zone, owner, of) in enumerate(lay.slots):
        if zone is None or sees(s, who, zone, owner):
            continue
        items = s.Z[slot]
        top = [items.pop()] if zone.seen_by == "top" and items else []
        stay = []
        for k in held.get(of, ()):
            if k in items:
                items.remove(k)
                stay.append(k)
        by_type.setdefault(of, []).append((slot, len(items), stay + top))
        pools.setdefault(of, []).extend(items)
    for of, places in by_type.items():
        pool = pools[of]
        dice.shuffle(pool)
        for slot, n, stay in places:
            s.Z[slot] = pool[:n] + stay
            del pool[:n]
            zone = lay.slots[slot][0]
            if zone is not None and not zone.ordered:
                s.Z[slot].sort()


def _held(s: State) -> dict[str, list[int]]:
    """The components that local names hold which will still be read, by type."""
    finites = s.program.layout.definition.finites
    found: dict[str, list[int]] = {}
    for _, live in frames_of(s):
        for type, value in live:
            inner = type
            while isinstance(inner, (Maybe, Seq)):
                inner = inner.item
            if isinstance(inner, Member) and finites[inner.name].kind == "component" and value is not None:
                found.setdefault(inner.name, []).extend(value if isinstance(value, tuple) else (value,))
    return found
