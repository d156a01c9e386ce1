"""
Views: the one gate between a state and whoever looks at it.

Everything is hidden that its zone or field does not say is seen. What is hidden is shown as a count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .labels import log_lines
from .layout import ROUND_SLOT, Layout
from .types import Member, Type

if TYPE_CHECKING:
    from .model import Field, Zone
    from .state import State


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
    for board in lay.definition.boards.values():
        if board.tiles:
            type = Member(board.tiles)
            found[board.name] = [lay.label(type, k) for k in s.Z[lay.zone_base[board.name]]]
    return found


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
    """Deal what the seat cannot see anew, zone sizes kept; `dice` is a `random.Random`."""
    new = s.clone()
    lay = s.program.layout
    by_type: dict[str, list[tuple[int, int, int]]] = {}
    for slot, (zone, owner, of) in enumerate(lay.slots):
        if zone is None or sees(s, seat - 1, zone, owner):
            continue
        hidden = len(new.Z[slot]) - (1 if zone.seen_by == "top" and new.Z[slot] else 0)
        by_type.setdefault(of, []).append((slot, hidden, int(zone.ordered)))
    for places in by_type.values():
        pool = [k for slot, n, _ in places for k in new.Z[slot][:n]]
        dice.shuffle(pool)
        for slot, n, ordered in places:
            dealt, pool = pool[:n], pool[n:]
            new.Z[slot][:n] = dealt
            if not ordered:
                new.Z[slot].sort()
    return new
