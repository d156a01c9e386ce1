"""Components are moved alike by the short ways and the long ones, and a trial leaves what it shares as it was."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.moving import Mover
from interpreter.runtime import Fault

ZONES = {"bag": None, "heap": 6, "row": None, "shelf": 4}  # and how many each may hold
SLOTS = [(SimpleNamespace(name=n, ordered=n in ("row", "shelf"), per=None), 0, "Card") for n in ZONES]
LAYOUT: Any = SimpleNamespace(slots=SLOTS)
MOVER = Mover(LAYOUT, list(ZONES.values()))
SLOT = st.integers(0, 3)


@st.composite
def zones(draw: Any) -> list[list[int]]:
    """What lies in each zone, sorted where there is no order; never too much."""
    where = draw(st.lists(SLOT, max_size=12))
    found = [[k for k, at in enumerate(where) if at == slot][:most] for slot, most in enumerate(ZONES.values())]
    return [draw(st.permutations(z)) if MOVER.ordered[i] else z for i, z in enumerate(found)]


def state(lying: list[list[int]], *, trial: bool = False) -> Any:
    program = SimpleNamespace(key_of=lambda seed, source: 99 * seed + source, ask_chance=False)
    return SimpleNamespace(
        Z=[z[:] for z in lying], dice=[0] * 4, streams=[None] * 4, seed=1, shown=0, trial=trial, program=program
    )


def outcome(s: Any, move: Any) -> Any:
    """Where things lie after a move, or why it could not be done."""
    try:
        move(s)
    except Fault as fault:
        return fault.code
    assert all(z == sorted(z) for z, ordered in zip(s.Z, MOVER.ordered) if not ordered)
    return s.Z, s.dice


@given(zones(), st.integers(0, 1), SLOT, st.integers(-1, 14), st.booleans())
def test_both_ways_to_draw_draw_the_same(lying: list[list[int]], a: int, b: int, n: int, short: bool) -> None:
    quick = outcome(state(lying), lambda s: MOVER.draw(s, n, a, b, -1, 0, short))
    assert quick == outcome(state(lying), lambda s: MOVER.draw_any(s, n, a, b, -1, 0, short))


@given(zones(), SLOT, SLOT, st.booleans(), st.data())
def test_some_are_moved_as_if_one_by_one(lying: list[list[int]], a: int, b: int, bottom: bool, data: Any) -> None:
    items = tuple(data.draw(st.lists(st.sampled_from(lying[a]), unique=True))) if lying[a] else ()

    def one_by_one(s: Any) -> None:
        for k in items:
            s.Z[a].remove(k)
        for k in reversed(items) if bottom else items:
            MOVER.put(s, b, (k,), bottom)

    assert outcome(state(lying), lambda s: MOVER.move_some(s, items, a, b, bottom)) == outcome(state(lying), one_by_one)
    if a != b:
        everything = tuple(lying[a])
        some = outcome(state(lying), lambda s: MOVER.move_some(s, everything, a, b, bottom))
        assert outcome(state(lying), lambda s: MOVER.move_all(s, a, b, bottom)) == some


@given(zones(), SLOT, SLOT, st.booleans(), st.data())
def test_a_trial_moves_alike_and_changes_no_list(
    lying: list[list[int]], a: int, b: int, bottom: bool, data: Any
) -> None:
    moves = [lambda s: MOVER.move_all(s, a, b, bottom)]
    if lying[a]:
        k = data.draw(st.sampled_from(lying[a]))
        moves.append(lambda s: MOVER.move_some(s, (k,), a, b, bottom))
        if lying[b]:
            other = data.draw(st.sampled_from(lying[b]))
            moves.append(lambda s: MOVER.swap(s, k, a, other, b))
    for move in moves:
        tried = state(lying, trial=True)
        shared = list(tried.Z)
        assert outcome(tried, move) == outcome(state(lying), move)
        assert shared == lying


@pytest.mark.parametrize(
    ("x", "a", "y", "b", "then"),
    [
        (0, 0, 3, 1, [[3, 5], [0, 2], [6, 4], []]),
        (5, 0, 6, 2, [[0, 6], [2, 3], [5, 4], []]),
        (6, 2, 4, 2, [[0, 5], [2, 3], [4, 6], []]),
    ],
)
@pytest.mark.parametrize("trial", [False, True])
def test_two_trade_places(x: int, a: int, y: int, b: int, then: list[list[int]], trial: bool) -> None:
    s = state([[0, 5], [2, 3], [6, 4], []], trial=trial)
    MOVER.swap(s, x, a, y, b)
    assert then == s.Z
