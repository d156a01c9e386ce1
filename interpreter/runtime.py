"""
Runtime: the small functions that compiled rules call.

`tools(layout)` gives them with what depends on the game (which zones are ordered, how full one may
be) bound in. A `Fault` is turned into a rule error, with its YAML line, by `machine`.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .layout import ENDED_SLOT, ENDING_SLOT, PENDING_SLOT, PLAYER_SLOT

if TYPE_CHECKING:
    from .layout import Layout
    from .state import State

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
BUDGET = 100_000
LONGEST = 100_000


class Fault(Exception):
    """A rule asks for what cannot be. `code` is the diagnostic's."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)


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


def distinct(items: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(items))


def distinct_looks(items: Iterable[int], looks: Sequence[int]) -> list[int]:
    seen: set[int] = set()
    found = []
    for i in items:
        if looks[i] not in seen:
            seen.add(looks[i])
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


def no_option(address: str) -> Any:
    raise Fault("no-option", f"nothing can be chosen at `{address}`")


def asked(seat: int, people: int, options: Sequence[Any]) -> int:
    """The seat that is to choose, which must be somebody's unless there is nothing to choose."""
    if seat >= people and len(options) > 1:
        raise Fault("scripted-choice", f"nobody chooses for the scripted seat {seat + 1}")
    return seat


def out_of_range(value: Any, low: int | None, high: int | None) -> None:
    allowed = f"{'' if low is None else low}..{'' if high is None else high}"
    raise Fault("out-of-range", f"{value} is outside {allowed}")


def tireless(s: State, most: int | None = None) -> Iterator[None]:
    """A loop without a decision in it; the budget is that of all such loops together, nested ones too."""
    while most is None or most > 0:
        most = None if most is None else most - 1
        s.fuel -= 1
        if s.fuel < 0:
            raise Fault("endless", f"more than {BUDGET} passes without a decision")
        yield


# -- chance ------------------------------------------------------------------------------------------


def roll(s: State, source: int, n: int) -> int:
    """One of n outcomes from the dice of a source: splitmix64 of the seed, the source and its counter."""
    if s.trial:
        raise TrialEnd
    counter = s.dice[source] + 1
    s.dice[source] = counter
    key = s.keys[source]
    if key is None:
        key = s.keys[source] = s.program.key_of(s.seed, source)
    z = (key + counter * GAMMA) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return ((z ^ (z >> 31)) * n) >> 64


def pick_from(s: State, source: int, n: int, items: list[int], found: list[int]) -> None:
    """Take n of the items by the dice of their zone, one after the other: `roll`, written out for speed."""
    key = s.keys[source]
    if key is None:
        key = s.keys[source] = s.program.key_of(s.seed, source)
    counter = s.dice[source]
    s.dice[source] = counter + n
    z = key + counter * GAMMA
    for size in range(len(items), len(items) - n, -1):
        z = (z + GAMMA) & MASK
        x = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
        found.append(items.pop(((x ^ (x >> 31)) * size) >> 64))


def ask_roll(s: State, block: int, low: int, high: int) -> int:
    if s.trial:
        return -2
    if low == high:
        s.pick = low
        return block + 1
    return ask(s, block, list(range(low, high + 1)), [1] * (high - low + 1))


def ask(s: State, block: int, outcomes: list[Any], weights: list[int]) -> int:
    """Stop for a decision of the chance seat; a single outcome answers itself."""
    if len(outcomes) == 1:
        s.pick = outcomes[0]
        return block + 1
    s.options, s.weights, s.seat, s.pc = outcomes, weights, -1, block
    return -1


# -- picks -------------------------------------------------------------------------------------------


def pick_options(
    domain: list[Any], picked: tuple[Any, ...], low: int, high: int | None, keep: Any, looks: Any, ordered: bool
) -> list[Any] | None:
    """
    What may be picked next, `None` (done) last; None when the row of picks is complete.

    Never before an earlier pick unless `ordered`; nothing after which the minimum is out of reach.
    """
    n, size = len(picked), len(domain)
    if high is None or high > size:
        high = size
    if n >= low and n >= high:
        return None
    if high < low or n >= high:
        return []
    if ordered:
        rest = list(domain)
        for p in picked:
            rest.remove(p)
    else:
        at = 0
        for p in picked:
            at = domain.index(p, at) + 1
        rest = domain[at:]
    wanted = low - n - 1
    found: list[Any] = []
    if keep is None and looks is None and not ordered:
        found = list(dict.fromkeys(rest[: len(rest) - wanted] if wanted > 0 else rest))
        if n >= low:
            return [*found, None] if found else None
        return found
    seen: set[Any] = set()
    for j, value in enumerate(rest):
        if not ordered and len(rest) - j - 1 < wanted:
            break
        look = looks[value] if looks is not None else value
        if look in seen:
            continue
        seen.add(look)
        if keep is not None:
            more = (*picked, value)
            if not keep(more) or (wanted > 0 and not _completes(domain, more, low, high, keep, looks, ordered, [2000])):
                continue
        found.append(value)
    if n >= low:
        return [*found, None] if found else None
    return found


def pick_exact(domain: list[Any], picked: tuple[Any, ...], count: int) -> list[Any] | None:
    """`pick_options` for so many out of a zone without order, where like components lie together."""
    n, size = len(picked), len(domain)
    if n >= count:
        return None
    if count > size:
        return []
    if n:
        last = picked[-1]
        return list(dict.fromkeys(domain[domain.index(last) + picked.count(last) : size - count + n + 1]))
    return list(dict.fromkeys(domain[: size - count + 1]))


def _completes(
    domain: list[Any],
    picked: tuple[Any, ...],
    low: int,
    high: int,
    keep: Any,
    looks: Any,
    ordered: bool,
    fuel: list[int],
) -> bool:
    """Whether the minimum can still be reached with `keep` true after each pick."""
    if len(picked) >= low:
        return True
    fuel[0] -= 1
    if fuel[0] <= 0:
        return True
    start = 0
    if not ordered:
        for p in picked:
            start = domain.index(p, start) + 1
    for value in domain[start:]:
        if ordered and domain.count(value) <= picked.count(value):
            continue
        more = (*picked, value)
        if keep(more) and _completes(domain, more, low, high, keep, looks, ordered, fuel):
            return True
    return False


def still_good(
    s: State, block: int, options: list[Any], test: Callable[[State], bool], only: int | None = None
) -> list[Any]:
    """The options after which the test holds: each tried on a copy, up to the next decision or draw."""
    from .machine import advance

    good: list[Any] = []
    for option in options:
        if option is None and only is not None:
            good.append(option)
            continue
        if only is not None and option[0] != only:
            good.append(option)
            continue
        trial = s.clone()
        trial.trial = True
        trial.pick = option
        with suppress(TrialEnd):
            advance(trial, block)
        if test(trial):
            good.append(option)
    return good


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


# -- components --------------------------------------------------------------------------------------


def tools(layout: Layout, limits: Sequence[int | None]) -> dict[str, Any]:
    """The functions that move components, for one layout."""
    ordered = tuple(z is not None and z.ordered for z, _, _ in layout.slots)
    names = [slot_name(layout, i) for i in range(len(layout.slots))]
    limited = any(m is not None for m in limits)

    def full(zones: list[list[int]], b: int) -> None:
        most = limits[b]
        if most is not None and len(zones[b]) > most:
            raise Fault("zone-full", f"`{names[b]}` holds at most {most}, there would be {len(zones[b])}")

    def put(s: State, b: int, items: Sequence[int], bottom: bool) -> None:
        target = s.Z[b]
        if not ordered[b]:
            if len(items) == 1:
                insort(target, items[0])
            else:
                target.extend(items)
                target.sort()
        elif bottom:
            target[0:0] = items
        else:
            target.extend(items)
        if limited:
            full(s.Z, b)

    def move_all(s: State, a: int, b: int, bottom: bool) -> None:
        items = s.Z[a]
        if items and a != b:
            s.Z[a] = []
            put(s, b, items, bottom)

    def move_some(s: State, items: tuple[int, ...], a: int, b: int, bottom: bool) -> None:
        source = s.Z[a]
        for k in items:
            try:
                source.remove(k)
            except ValueError:
                raise Fault("not-there", f"{_label(layout, a, k)} does not lie in `{names[a]}`") from None
        put(s, b, items, bottom)

    def move_kind(s: State, kind: int, n: int, a: int, b: int, bottom: bool) -> None:
        if n > 0:
            source = s.Z[a]
            n = min(n, source.count(kind))
            for _ in range(n):
                source.remove(kind)
            put(s, b, [kind] * n, bottom)

    def move_top(s: State, a: int, b: int, bottom: bool) -> None:
        if not s.Z[a]:
            raise Fault("empty-zone", f"`{names[a]}` is empty")
        put(s, b, (s.Z[a].pop(),), bottom)

    def move_bottom(s: State, a: int, b: int, bottom: bool) -> None:
        if not s.Z[a]:
            raise Fault("empty-zone", f"`{names[a]}` is empty")
        put(s, b, (s.Z[a].pop(0),), bottom)

    def find(s: State, where: Sequence[int], k: int) -> int:
        for i in where:
            if k in s.Z[i]:
                return i
        raise Fault("not-there", "this component is nowhere")

    def move_found(s: State, items: tuple[int, ...], where: Sequence[int], b: int, bottom: bool) -> None:
        for k in items:
            s.Z[find(s, where, k)].remove(k)
        put(s, b, items, bottom)

    def swap(s: State, x: int, a: int, y: int, b: int) -> None:
        zones = s.Z
        i, j = zones[a].index(x), zones[b].index(y)
        zones[a][i], zones[b][j] = y, x
        for slot in (a, b):
            if not ordered[slot]:
                zones[slot].sort()

    def refilled(s: State, a: int, refill: int, keep: int) -> bool:
        """Whether something lies in the zone, after putting its discards back if need be."""
        zones = s.Z
        if not zones[a] and refill >= 0 and len(zones[refill]) > keep:
            cut = len(zones[refill]) - keep
            zones[a] = zones[refill][:cut]
            zones[refill] = zones[refill][cut:]
            if ordered[a] and not s.program.ask_chance:
                shuffle(s, a)
            else:
                zones[a].sort()
        return bool(zones[a])

    def refill_pile(s: State, a: int, refill: int, keep: int, short: bool) -> int:
        """How many are to be shuffled before the top may be drawn; less than none: nothing lies there."""
        if s.Z[a]:
            return 0
        if s.trial:
            raise TrialEnd
        if refilled(s, a, refill, keep):
            return len(s.Z[a])
        if short:
            return -1
        raise Fault("empty-zone", f"`{names[a]}` is empty, and more should be drawn from it")

    def draw(s: State, n: int, a: int, b: int, refill: int, keep: int, short: bool) -> None:
        if s.trial:
            raise TrialEnd
        found: list[int] = []
        while n > 0:
            source = s.Z[a]
            if not source:
                if refilled(s, a, refill, keep):
                    continue
                if short:
                    break
                raise Fault("empty-zone", f"`{names[a]}` is empty, {n} more should be drawn from it")
            if ordered[a]:
                s.shown += 1
                found.append(source.pop())
                n -= 1
            else:
                now = min(n, len(source))
                pick_from(s, a, now, source, found)
                n -= now
        if found:
            put(s, b, found, False)

    def ask_draw(s: State, block: int, left: int, a: int, refill: int, keep: int, short: bool) -> int:
        if left <= 0:
            return 0
        if s.trial:
            return -2
        if not refilled(s, a, refill, keep):
            if short:
                return 0
            raise Fault("empty-zone", f"`{names[a]}` is empty, {left} more should be drawn from it")
        return ask_outcomes(s, block, a, s.Z[a])

    def ask_outcomes(s: State, block: int, a: int, items: list[int]) -> int:
        members = layout.members[layout.slots[a][2]]
        finite = layout.definition.finites[layout.slots[a][2]]
        alike = layout.interchangeable(finite) or not finite.tracked
        counts: dict[int, list[int]] = {}
        for k in items:
            counts.setdefault(members.kinds[k] if alike else k, []).append(k)
        return ask(s, block, [v[0] for v in counts.values()], [len(v) for v in counts.values()])

    def drawn(s: State, a: int, b: int) -> None:
        s.Z[a].remove(s.pick)
        put(s, b, (s.pick,), False)

    def shuffle(s: State, a: int) -> None:
        items = s.Z[a]
        for i in range(len(items) - 1, 0, -1):
            j = roll(s, a, i + 1)
            items[i], items[j] = items[j], items[i]

    def ask_shuffle(s: State, block: int, left: int, a: int) -> int:
        if left <= 1:
            return 0
        if s.trial:
            return -2
        return ask_outcomes(s, block, a, sorted(s.Z[a][:left]))

    def shuffled(s: State, a: int, left: int) -> None:
        items = s.Z[a]
        i = items.index(s.pick, 0, left)
        items.insert(left - 1, items.pop(i))

    def flip(s: State, base: int, tile: int, side: int) -> None:
        s.F[base + tile] = side if side >= 0 else 1 - s.F[base + tile]
        s.shown += 1

    def show(s: State, a: int, to: int | None) -> None:
        s.shown += 1
        items = " ".join(_label(layout, a, k) for k in s.Z[a])
        s.log = (s.log, ("show", to, f"{names[a]}: {items}"))

    def conserved(s: State) -> None:
        totals: dict[str, list[int]] = {}
        for (_, _, of), items in zip(layout.slots, s.Z):
            totals.setdefault(of, []).extend(items)
        for of, found in totals.items():
            if sorted(found) != s.program.components[of]:
                raise Fault("not-conserved", f"the components of {of} are no longer what they were")

    found = {k: v for k, v in locals().items() if callable(v)}
    found["land"] = None
    return found


def _label(layout: Layout, slot: int, k: int) -> str:
    from .types import Member

    return layout.label(Member(layout.slots[slot][2]), k)


def slot_name(layout: Layout, slot: int) -> str:
    """A zone in the author's words: `deck`, `hand(2)`, `box`."""
    zone, owner, _ = layout.slots[slot]
    if zone is None:
        return "box" if owner == 0 else "map"
    return f"{zone.name}({layout.members[zone.per].names[owner]})" if zone.per else zone.name


def note(s: State, pieces: tuple[Any, ...]) -> None:
    s.log = (s.log, ("note", None, pieces))


PLAIN: dict[str, Any] = {
    "insort": insort,
    "need": need,
    "the": the,
    "span": span,
    "last_of": last_of,
    "distinct": distinct,
    "distinct_looks": distinct_looks,
    "fn_distinct": distinct,
    "fn_same": same,
    "fn_reversed": reverse,
    "fn_without": without,
    "no_answer": no_answer,
    "no_option": no_option,
    "asked": asked,
    "out_of_range": out_of_range,
    "tireless": tireless,
    "roll": roll,
    "ask_roll": ask_roll,
    "pick_exact": pick_exact,
    "pick_options": pick_options,
    "still_good": still_good,
    "transfer": transfer,
    "note": note,
}
