"""
Dice: the one gate for chance. A source (each pile, bag and roll) has a counter of its own, so that a rule
which draws once more does not shift the other draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .runtime import Fault, TrialEnd

if TYPE_CHECKING:
    from .state import State

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
NOTHING = "one out of an empty list is asked for"


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


def one_of(s: State, source: int, items: Iterable[Any]) -> Any:
    """One out of a list, each as likely as the others."""
    values = list(items)
    if not values:
        raise Fault("nothing-there", NOTHING)
    return values[roll(s, source, len(values))]


def ask_one_of(s: State, block: int, items: Iterable[Any]) -> int:
    """The same as a decision; a value that stands in the list twice has twice the weight."""
    if s.trial:
        return -2
    counts = Counter(items)
    if not counts:
        raise Fault("nothing-there", NOTHING)
    return ask(s, block, list(counts), list(counts.values()))


def ask(s: State, block: int, outcomes: list[Any], weights: list[int]) -> int:
    """Stop for a decision of the chance seat; a single outcome answers itself."""
    if len(outcomes) == 1:
        s.pick = outcomes[0]
        return block + 1
    s.options, s.weights, s.seat, s.pc = outcomes, weights, -1, block
    return -1


PLAIN: dict[str, Any] = {"roll": roll, "one_of": one_of, "ask_roll": ask_roll, "ask_one_of": ask_one_of}
