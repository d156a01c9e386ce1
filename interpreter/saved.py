"""
Saved: whether a state that was read from outside can be one of its program.

Every value is compared with what its place may hold, components are counted, and the decision is asked anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .labels import log_lines
from .layout import (
    ENDED_SLOT,
    ENDING_SLOT,
    FIRST_FREE,
    LAST_SLOT,
    PENDING_SLOT,
    PHASE_SLOT,
    PLAYER_SLOT,
    ROUND_SLOT,
    STARTING_SLOT,
    field_bounds,
)
from .limits import LARGEST_NUMBER
from .machine import ask_again
from .types import Bool, Int, Maybe, Member, Seq, Type

if TYPE_CHECKING:
    from .program import Program
    from .state import State


def what_is_wrong(s: State) -> str:
    """What cannot be in a state; empty where all can."""
    p = s.program
    lengths = (len(s.F), len(s.Z), len(s.L), len(s.dice))
    if lengths != (len(p.fields), len(p.zones), p.slots, len(p.source_names)):
        return "it has not as many values as the game"
    if not all(_whole(n, 0, None) for n in (s.pc, s.shown, *s.dice)) or not _whole(s.seed, None, None):
        return "a count is no number"
    if type(s.auto) is not bool or not _whole(s.seat, -1, p.layout.seats - 1):
        return "it is not known who is to choose"
    return _fields(s) or _zones(s) or _names(s) or _decision(s) or _log(s)


def _whole(value: Any, low: int | None, high: int | None) -> bool:
    return type(value) is int and (low is None or value >= low) and (high is None or value <= high)


def fits(p: Program, type: Type | None, value: Any, low: int | None = None, high: int | None = None) -> bool:
    """Whether a value is of a type; numbers within the bounds given or those of the type."""
    match type:
        case Maybe():
            return value is None or fits(p, type.item, value, low, high)
        case Bool():
            return value is True or value is False
        case Int():
            low = type.low if low is None else low
            high = type.high if high is None else high
            return _whole(value, -LARGEST_NUMBER if low is None else low, LARGEST_NUMBER if high is None else high)
        case Member() if type.name in p.layout.members:
            return _whole(value, 0, len(p.layout.members[type.name].names) - 1)
        case Seq():
            return isinstance(value, tuple) and all(fits(p, type.item, v) for v in value)
    return value is None or _whole(value, None, None) or _pair(value)


def _pair(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(_whole(v, None, None) for v in value)


def _fields(s: State) -> str:
    p, lay, fields = s.program, s.program.layout, s.F
    last = lay.seats - 1
    seats = [fields[PLAYER_SLOT], fields[STARTING_SLOT], fields[LAST_SLOT] or 0, fields[ENDED_SLOT] or 0]
    if not all(_whole(seat, 0, last) for seat in seats) or not _whole(fields[ROUND_SLOT], 0, LARGEST_NUMBER):
        return "there is no such seat or round"
    if not _whole(fields[PHASE_SLOT], 0, max(0, len(p.rules.phases) - 1)) or not _whole(fields[PENDING_SLOT], 0, 9):
        return "there is no such phase"
    if fields[ENDING_SLOT] is not None and not _whole(fields[ENDING_SLOT], 0, len(p.rules.endings) - 1):
        return "there is no such ending"
    end = FIRST_FREE
    for f in lay.definition.fields.values():
        start = end = lay.field_base[f.name]
        for owner in f.per:
            end = start + (max(end - start, 1)) * len(lay.members[owner].names)
        end = max(end, start + 1) if not f.per else end
        low, high = field_bounds(lay, f)
        if not all(fits(p, f.type, value, low, high) for value in fields[start:end]):
            return f"`{f.name}` has a value that it cannot have"
    for finite, base in lay.side_base.items():
        tiles = len(lay.members[finite].names)
        sides = max(0, len(lay.definition.finites[finite].sides) - 1)
        turned, cells = fields[base + 2 * tiles : base + 3 * tiles], fields[base + tiles : base + 2 * tiles]
        if not all(_whole(side, 0, sides) for side in fields[base : base + tiles]):
            return f"a {finite} lies on a side that it has not"
        if not all(_whole(turn, 0, 5) for turn in turned) or not all(c is None or _pair(c) for c in cells):
            return f"a {finite} lies where it cannot"
    return ""


def _zones(s: State) -> str:
    found: dict[str, list[int]] = {}
    for (_, _, of), items in zip(s.program.layout.slots, s.Z):
        if not all(_whole(k, 0, None) for k in items):
            return "a component is no number"
        found.setdefault(of, []).extend(items)
    for of, items in found.items():
        if sorted(items) != s.program.components[of]:
            return f"the components of {of} are not those of the game"
    return ""


def _names(s: State) -> str:
    p = s.program
    for type, value in zip(p.slot_types, s.L):
        if value is not None and type is not None and not fits(p, type, value):
            return "a local name has a value that it cannot have"
        if type is None and not (value is None or _truth(value) or _whole(value, 0, len(p.blocks) - 1)):
            return "it is not known where the rules go on"
    for slot in p.returns.values():
        if s.L[slot] is not None and not _whole(s.L[slot], 0, len(p.blocks) - 1):
            return "it is not known where the rules go on"
    return ""


def _truth(value: Any) -> bool:
    return value is True or value is False


def _decision(s: State) -> str:
    """The options must be those that the rules offer in this position."""
    if s.pc == 0:
        return "" if s.options is None else "the game is over, and something is to be chosen"
    if s.pc not in s.program.decisions or not s.options:
        return "nothing is asked"
    again = s.clone()
    if not ask_again(again) or (again.options, again.weights, again.seat) != (s.options, s.weights, s.seat):
        return "the options are not those of this position"
    return ""


def _log(s: State) -> str:
    """Each line must be one that play writes, and can be told to everybody; what cannot be told raises."""
    p = s.program
    seats = p.layout.seats
    for kind, who, *rest in s._log_list():
        match kind, rest:
            case (("pick" | "forced"), [pc, _]) if pc in p.decisions and _whole(who, -1, seats - 1):
                continue
            case "note", [tuple() as pieces] if who is None and all(_told(p, piece) for piece in pieces):
                continue
            case "show", [str()] if who is None or _whole(who, 0, seats - 1):
                continue
        return "a line of its log is none of this game"
    for seat in (None, *range(seats)):
        log_lines(s, seat)
    return ""


def _told(p: Program, piece: Any) -> bool:
    """Words of a note, or the number of a type with a value of it."""
    if isinstance(piece, str):
        return True
    if not isinstance(piece, tuple) or len(piece) != 2 or not _whole(piece[0], 0, len(p.types) - 1):
        return False
    return fits(p, p.types[piece[0]], piece[1])
