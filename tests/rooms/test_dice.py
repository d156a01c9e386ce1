"""Values of the dice are those that docs/language.md describes, whichever way they are computed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import interpreter
from interpreter.dice import MOST_FORESEEN, MOST_KEPT, Foresight, pick_from, roll
from interpreter.program import Program
from tests.dice import Dice

NAMES = ["bag", "deck", "hand(2)", "box(Tile)"]
ITEMS = list(range(1_000))


def state(seed: int) -> Any:
    """As much of a state as the dice need."""
    program = SimpleNamespace(source_bytes=[n.encode() for n in NAMES])
    program.key_of = lambda seed, source: Program.key_of(program, seed, source)  # type: ignore[arg-type]
    return SimpleNamespace(seed=seed, trial=False, dice=[0] * 4, streams=[None] * 4, program=program)


@given(
    seed=st.integers(-(2**70), 2**70),
    foreseen=st.lists(st.integers(0, 40), min_size=4, max_size=4),
    rolls=st.lists(st.tuples(st.integers(0, 3), st.integers(1, 20)), max_size=30),
)
def test_each_source_has_its_own_values(seed: int, foreseen: list[int], rolls: list[tuple[int, int]]) -> None:
    s, dice = state(seed), Dice(seed)
    Foresight(foreseen).fill(s)
    for source, n in rolls:
        left = ITEMS[:]
        expected = [left.pop(dice.one_of(NAMES[source], len(left))) for _ in range(n)]
        assert pick_from(s, source, n, ITEMS[:]) == expected
        assert roll(s, source, 6) == dice.one_of(NAMES[source], 6)


def test_values_far_away_are_computed_one_by_one() -> None:
    s, dice = state(1), Dice(1)
    s.dice[0] = dice.counters["bag"] = MOST_KEPT - 2
    left = ITEMS[:]
    assert pick_from(s, 0, 5, ITEMS[:]) == [left.pop(dice.one_of("bag", len(left))) for _ in range(5)]
    assert len(s.streams[0]) < 2 * MOST_KEPT


def test_what_set_up_asks_is_foreseen_from_the_second_game_on() -> None:
    game = interpreter.load("celtica")
    first = game.start(3, 7)
    foresight = game.program(3).foresight
    assert foresight is not None
    assert [(source, own.stop - own.start) for source, _, own in foresight.parts] == [
        (source, asked) for source, asked in enumerate(first.dice) if asked
    ]
    assert game.start(3, 7).key() == first.key()
    assert game.start(3, 8).key() == interpreter.load("celtica").start(3, 8).key()


@pytest.mark.parametrize("asked", [MOST_FORESEEN + 1, 10**9])
def test_not_too_much_is_foreseen(asked: int) -> None:
    assert [source for source, _, _ in Foresight([asked, 3, 0, 5]).parts] == [1, 3]
