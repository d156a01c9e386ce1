"""
Celtica from YAML against Celtica by hand, in step: the same options at every decision, the same end.

The hand-written game was made from the rulebook alone. Its draws are taken from the dice that the
interpreter documents.
"""

from __future__ import annotations

import functools
import random

import pytest

import interpreter
from tests.benchmarks import celtica_by_hand as by_hand
from tests.dice import Dice

PILES = {"druid": "druid_deck", "experience": "experience_deck", "tiles": "supply"}


@functools.cache
def celtica() -> interpreter.Game:
    return interpreter.load("celtica")


class InStep(by_hand.Game):
    """The hand-written game, drawing by the documented dice: the pile in order, one of n."""

    dice: Dice

    def __init__(self, players: int, seed: int) -> None:
        InStep.dice = Dice(seed)
        super().__init__(players, self._picked)

    def _picked(self, pile: str) -> int:
        cards = sorted(self.piles[pile])
        return cards[self.dice.one_of(PILES[pile], len(cards))]


def theirs(state: interpreter.State) -> list[tuple[object, ...]]:
    """The interpreter's options in the words of the hand-written game."""
    decision = state.decision
    assert decision is not None
    if decision.id == "walk":
        return [tuple(o.value) for o in decision.options]
    labels = [o.label for o in decision.options]
    if decision.id in ("arrive/taken", "arrive/given", "spend/mine"):
        return [(int(label),) for label in labels]
    if decision.id == "arrive/take_card":
        return [(label,) for label in labels]
    found: list[tuple[object, ...]] = []
    for label in labels:
        word, *values = label.split()
        numbers = [int(v.rpartition("=")[2]) for v in values]
        found.append((word, numbers[0] - 1, numbers[1]) if word == "swap" else (word, *numbers))
    return found


def play_in_step(players: int, seed: int, *, careful: bool = False) -> str:
    """One random game in both; `careful` players keep away from ruins, so that tiles run out."""
    state, oracle = celtica().start(players, seed), InStep(players, seed)
    rng = random.Random(seed)
    while not oracle.over:
        mine, options = theirs(state), oracle.options
        assert mine == options, f"seed {seed}, {oracle.kind}"
        assert state.to_move == oracle.seat + 1
        index = rng.randrange(len(options))
        if careful and oracle.kind == "walk":
            good = [i for i, (c, n, e) in enumerate(options) if by_hand.BOARD[min(19, oracle.at[c] + n + e)] >= 0]
            index = rng.choice(good or [index])
        state.choose(index)
        oracle.choose(index)
    outcome = state.outcome
    assert outcome is not None
    assert [outcome.scores[seat + 1] for seat in range(players)] == [{"amulets": n} for n in oracle.scores]
    assert outcome.ranking == [[seat + 1 for seat in group] for group in oracle.ranking]
    assert outcome.reason == oracle.reason
    return outcome.reason


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_in_step(players: int) -> None:
    for seed in range(50):
        play_in_step(players, seed)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_thousands_in_step(players: int) -> None:
    for seed in range(1000, 2500):
        play_in_step(players, seed, careful=seed % 2 == 0)


def test_both_usual_ends_are_reached() -> None:
    """(The third, when tiles run out, comes about once in 250 careful games: see the long tier.)"""
    assert {play_in_step(4, seed) for seed in range(30)} == {"first_home", "all_home"}


@pytest.mark.long
def test_the_tiles_run_out_in_step() -> None:
    assert "no_tiles" in {play_in_step(4, seed, careful=True) for seed in range(5000, 6500)}
