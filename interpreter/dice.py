"""
Dice: the one gate for chance. A source (each pile, bag and roll) has a counter of its own, so that a rule
which draws once more does not shift the other draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from struct import Struct
from typing import TYPE_CHECKING, Any

from .runtime import Fault, TrialEnd

if TYPE_CHECKING:
    from .state import State

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
LANES = 16  # values of a source that are computed side by side
MOST_KEPT = 10_000  # values that a source keeps
MOST_FORESEEN = 1_000  # values of a game, of all sources together, that are computed before they are asked for
NOTHING = "one out of an empty list is asked for"


def mixed(z: int) -> int:
    """The value of splitmix64 for a state of it."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Lanes:
    """`mixed` for many states at once, each in a lane of its own: 128 bits of one large number."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.low = every(size) * MASK  # the half of each lane that is its value; a product needs the other one
        self.unpack = Struct("<" + "Q8x" * size).unpack

    def mixed(self, x: int) -> tuple[int, ...]:
        """The values of the states in these lanes."""
        low = self.low
        x &= low
        x = ((x ^ (x >> 30)) & low) * 0xBF58476D1CE4E5B9 & low
        x = ((x ^ (x >> 27)) & low) * 0x94D049BB133111EB & low
        return self.unpack(((x ^ (x >> 31)) & low).to_bytes(16 * self.size, "little"))


def every(lanes: int) -> int:
    """A one in each lane: what is multiplied by it stands in all."""
    return sum(1 << 128 * i for i in range(lanes))


def ahead(first: int, lanes: int) -> int:
    """How far a source's states, from the one with this number on, are ahead of its key: one in each lane."""
    return sum(((first + i) * GAMMA & MASK) << 128 * i for i in range(lanes))


ROW, EVERY, AHEAD = Lanes(LANES), every(LANES), ahead(0, LANES)


class Foresight:
    """
    The values that set-up asks the dice for, computed in one go.

    `dice` are the counters behind set-up in another game; set-up asks much the same sources as often in every game, and
    where it does not, `stream_of` computes the rest or some are computed for nothing.
    """

    def __init__(self, dice: list[int]) -> None:
        self.parts: list[tuple[int, int, slice]] = []  # source, its lanes, its values
        self.ahead = at = 0
        for source, asked in enumerate(dice):
            if 0 < asked <= MOST_FORESEEN - at:
                self.parts.append((source, every(asked) << 128 * at, slice(at, at + asked)))
                self.ahead += ahead(1, asked) << 128 * at
                at += asked
        self.lanes = Lanes(at)

    def fill(self, s: State) -> None:
        """Give the streams of a new game the values of its seed."""
        if not self.parts:
            return
        keys = [s.program.key_of(s.seed, source) for source, _, _ in self.parts]
        x = self.ahead
        for (_, lanes, _), key in zip(self.parts, keys):
            x += key * lanes
        values = self.lanes.mixed(x)
        for (source, _, own), key in zip(self.parts, keys):
            s.streams[source] = [key, *values[own]]


class Far:
    """The values of a source behind those that are kept, each computed when it is asked for."""

    def __init__(self, key: int) -> None:
        self.key = key

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[i] for i in range(number.start, number.stop)]
        return mixed((self.key + number * GAMMA) & MASK)


def stream_of(s: State, source: int, last: int) -> list[int] | Far:
    """
    The values of a source by their numbers, which count from 1, up to one with the number `last`.

    They depend on nothing but seed and source, so all copies of a state share them. The first in the list is the key.
    """
    values = s.streams[source]
    if values is None:
        values = s.streams[source] = [s.program.key_of(s.seed, source)]
    key, at = values[0], len(values)
    if last > MOST_KEPT:
        return Far(key)
    while at <= last:
        state = (key + at * GAMMA) & MASK
        more = (mixed(state),) if at == 1 else ROW.mixed(state * EVERY + AHEAD)  # many sources are asked but once
        values[at : at + len(more)] = more  # which another thread may have done as well
        at = len(values)
    return values


def roll(s: State, source: int, n: int) -> int:
    """One of n outcomes from the dice of a source: splitmix64 of the seed, the source and its counter."""
    if s.trial:
        raise TrialEnd
    counter = s.dice[source] + 1
    s.dice[source] = counter
    values: Any = s.streams[source]
    if values is None or counter >= len(values):
        values = stream_of(s, source, counter)
    return (values[counter] * n) >> 64  # type: ignore[no-any-return]


def pick_from(s: State, source: int, n: int, items: list[int]) -> list[int]:
    """Take n of the items by the dice of their zone, one after the other."""
    counter = s.dice[source]
    last = s.dice[source] = counter + n
    values: Any = s.streams[source]
    if values is None or last >= len(values):
        values = stream_of(s, source, last)
    size, found = len(items), []
    for value in values[counter + 1 : last + 1]:
        found.append(items.pop((value * size) >> 64))
        size -= 1
    return found


def ask_roll(s: State, block: int, low: int, high: int) -> int | None:
    if s.trial:
        return None
    if low == high:
        s.pick = low
        return block + 1
    return ask(s, block, list(range(low, high + 1)), [1] * (high - low + 1))


def one_of(s: State, source: int, items: Iterable[Any]) -> Any:
    """One out of a list, each as likely as the others."""
    values = list(items)
    if not values:
        raise Fault("nothing-there", NOTHING)
    return values[roll(s, source, len(values))]


def ask_one_of(s: State, block: int, items: Iterable[Any]) -> int | None:
    """The same as a decision; a value that stands in the list twice has twice the weight."""
    if s.trial:
        return None
    counts = Counter(items)
    if not counts:
        raise Fault("nothing-there", NOTHING)
    return ask(s, block, list(counts), list(counts.values()))


def ask(s: State, block: int, outcomes: list[Any], weights: list[int]) -> int | None:
    """Stop for a decision of the chance seat; a single outcome answers itself."""
    if len(outcomes) == 1:
        s.pick = outcomes[0]
        return block + 1
    s.options, s.weights, s.seat, s.pc = outcomes, weights, -1, block
    return None


PLAIN: dict[str, Any] = {"roll": roll, "one_of": one_of, "ask_roll": ask_roll, "ask_one_of": ask_one_of}
