"""
Runtime: the small functions that compiled rules call for values, numbers and endings.

Chance is in `dice`, rows of picks in `picking`, components in `moving`. A `Fault` is turned into a
rule error, with its YAML line, by `machine`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .layout import ENDED_SLOT, ENDING_SLOT, PENDING_SLOT, PLAYER_SLOT
from .limits import LARGEST_NUMBER, LONGEST_LIST, MOST_NOTES, MOST_OPTIONS, PASS

if TYPE_CHECKING:
    from .layout import Layout
    from .state import State

LONGEST = 100_000
FEW = 8  # values, up to which a list is searched faster than a dictionary


class Fault(Exception):
    """A rule asks for what cannot be. `code` is the diagnostic's."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)


class NoOption(Fault):
    """A decision, `address`, has no options."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__("no-option", f"nothing can be chosen at `{address}`")


class TrialEnd(Exception):
    """A trial came to a draw: it sees no further."""


# -- values ------------------------------------------------------------------------------------------


def need(value: Any) -> Any:
    if value is None:
        raise Fault("no-value", "there is no value here (`none`), and one is needed")
    return value


def the(items: Sequence[Any]) -> Any:
    if len(items) != 1:
        raise Fault("not-one", f"exactly one is wanted, there are {len(items)}")
    return items[0]


def span(low: int, high: int) -> range:
    if high - low >= LONGEST:
        raise Fault("too-many", f"{low}..{high} has more than {LONGEST} numbers")
    return range(low, high + 1)


def last_of(items: Sequence[Any], n: int) -> Sequence[Any]:
    return items[-n:] if n > 0 else ()


def distinct(items: Iterable[Any], looks: None = None) -> list[Any]:
    """Each value once. `looks` is there so that `picking` may call this as it calls the next three."""
    return list(dict.fromkeys(items))


def as_they_are(items: Iterable[Any], looks: None = None) -> list[Any]:
    """`distinct`, where no value comes twice."""
    return list(items)


def distinct_sorted(items: Sequence[int], looks: Sequence[int]) -> list[int]:
    """The first of those that look alike and lie together."""
    found, last = [], -1
    for i in items:
        look = looks[i]
        if look != last:
            found.append(i)
            last = look
    return found


def distinct_looks(items: Sequence[int], looks: Sequence[int]) -> list[int]:
    """The first of those that look alike."""
    if len(items) > FEW:
        first: dict[int, int] = {}
        for i in items:
            first.setdefault(looks[i], i)
        return list(first.values())
    found, seen = [], []
    for i in items:
        look = looks[i]
        if look not in seen:
            seen.append(look)
            found.append(i)
    return found


def same(items: Sequence[Any]) -> bool:
    return len(set(items)) <= 1


def reverse(items: Sequence[Any]) -> list[Any]:
    return list(reversed(items))


def without(items: Sequence[Any], value: Any) -> list[Any]:
    rest = list(items)
    if value in rest:
        rest.remove(value)
    return rest


def no_answer(*_: Any) -> Any:
    raise Fault("no-answer", "this row has no formula for that")


def no_member(name: str) -> Any:
    raise Fault("no-member", f"there is no {name} with so many players")


def no_option(address: str) -> Any:
    raise NoOption(address)


def asked(seat: int, people: int, options: Sequence[Any]) -> int:
    """The seat that is to choose, which must be somebody's unless there is nothing to choose."""
    if seat >= people and len(options) > 1:
        raise Fault("scripted-choice", f"nobody chooses for the scripted seat {seat + 1}")
    return seat


def out_of_range(value: Any, low: int | None, high: int | None) -> None:
    allowed = f"{'' if low is None else low}..{'' if high is None else high}"
    raise Fault("out-of-range", f"{value} is outside {allowed}")


def toll(s: State, units: int) -> None:
    """Pay for work from what a state may do until its next decision."""
    s.fuel -= units
    if s.fuel < 0:
        raise Fault("endless", "this goes on and on without a decision")


def tireless(s: State, most: int | None = None, each: int = PASS) -> Iterator[None]:
    """A loop without a decision in it, in which each pass is paid for."""
    while most is None or most > 0:
        most = None if most is None else most - 1
        toll(s, each)
        yield


def spend(s: State, items: Sequence[Any], each: int = PASS) -> Sequence[Any]:
    """What a loop is to run over, each pass paid for."""
    s.fuel -= 1 + len(items) * each
    if s.fuel < 0:
        toll(s, 0)
    return items


def kept(items: Iterable[Any]) -> tuple[Any, ...]:
    """A list that is kept under a name or in a field, which may not grow for ever."""
    found = tuple(items)
    if len(found) > LONGEST_LIST or (found and type(found[0]) is tuple and _leaves(found, LONGEST_LIST) > LONGEST_LIST):
        raise Fault("too-many", f"a list that is kept has at most {LONGEST_LIST} values")
    return found


def _leaves(items: Sequence[Any], most: int) -> int:
    """How many values lie in lists of lists, counted as far as it matters."""
    first = items[0] if items else None
    if type(first) is tuple and first and type(first[0]) is int:  # so there are numbers in all of them
        return len(items) + sum(map(len, filter(None, items)))
    count = 0
    for i in items:
        count += 1 + _leaves(i, most - count) if isinstance(i, (tuple, list, range)) else 1
        if count > most:
            break
    return count


def too_many_options(options: list[Any]) -> None:
    raise Fault("too-many", f"{len(options)} options are offered, more than {MOST_OPTIONS}")


def times(a: int, b: int) -> int:
    """A product of numbers of which it is not known how large they are."""
    product = a * b
    if not -LARGEST_NUMBER <= product <= LARGEST_NUMBER:
        raise Fault("big-number", f"a product has more than {len(str(LARGEST_NUMBER))} digits")
    return product


# -- endings -----------------------------------------------------------------------------------------


def fire(levels: Sequence[int], s: State, ending: int) -> None:
    """Note that the game is ending; the first who caused it stays so, a harder ending may follow."""
    fields = s.F
    if fields[PENDING_SLOT] < levels[ending]:
        fields[PENDING_SLOT] = levels[ending]
        fields[ENDING_SLOT] = ending
        if fields[ENDED_SLOT] is None:
            fields[ENDED_SLOT] = fields[PLAYER_SLOT]


def transfer(fields: list[Any], n: int, source: int, to: int, low: int, high: int | None, short: bool) -> None:
    """Move n from one number to another; with `short`, as many as there are."""
    most = fields[source] - low
    if high is not None:
        most = min(most, high - fields[to])
    if n > most:
        if not short:
            raise Fault("out-of-range", f"{n} cannot be transferred, only {most}")
        n = most
    if n < 0:
        raise Fault("out-of-range", f"{n} is less than nothing")
    fields[source] -= n
    fields[to] += n


def slot_name(layout: Layout, slot: int) -> str:
    """A zone in the author's words: `deck`, `hand(2)`, `box`."""
    zone, owner, _ = layout.slots[slot]
    if zone is None:
        return "box" if owner == 0 else "map"
    return f"{zone.name}({layout.members[zone.per].names[owner]})" if zone.per else zone.name


def note(s: State, pieces: tuple[Any, ...]) -> None:
    """A line for the log, which may not fill the memory."""
    s.noted += 1
    if s.noted > MOST_NOTES:
        raise Fault("too-many", f"the log has more than {MOST_NOTES} notes")
    s.log = (s.log, ("note", None, pieces))


PLAIN: dict[str, Any] = {
    "ValueError": ValueError,
    "bisect": bisect_left,
    "need": need,
    "the": the,
    "span": span,
    "last_of": last_of,
    "as_they_are": as_they_are,
    "distinct": distinct,
    "distinct_looks": distinct_looks,
    "distinct_sorted": distinct_sorted,
    "fn_distinct": distinct,
    "fn_same": same,
    "fn_reversed": reverse,
    "fn_without": without,
    "no_answer": no_answer,
    "no_member": no_member,
    "no_option": no_option,
    "spend": spend,
    "asked": asked,
    "out_of_range": out_of_range,
    "tireless": tireless,
    "toll": toll,
    "kept": kept,
    "too_many_options": too_many_options,
    "times": times,
    "transfer": transfer,
    "note": note,
}
