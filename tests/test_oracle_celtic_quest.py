"""
Celtic Quest from YAML against Celtic Quest by hand, in step: the same options at every decision, the same end.

The two were made apart, from the rulebook and its answers; what differed was settled by the text. The engine by hand
draws by the documented dice.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from typing import Any

import pytest

import interpreter
from tests.benchmarks.celtic_quest import Game, data, mapping
from tests.benchmarks.celtic_quest.chits import ROW
from tests.dice import Dice


@functools.cache
def celtic_quest(advanced: bool, quick_map: bool, rounds: int) -> interpreter.Game:
    name = "celtic-quest+advanced" if advanced else "celtic-quest"
    return interpreter.load(name, parameters={"quick_map": quick_map, "round_limit": rounds})


class InStep(Game):
    """The engine by hand, drawing by the documented dice: one of n out of what lies in order, the stack shuffled."""

    __slots__ = ("dice", "stack")

    def __init__(self, players: int, seed: int, *, advanced: bool, quick_map: bool, rounds: int) -> None:
        self.dice = Dice(seed)
        self.stack: list[int] = []
        super().__init__(
            players, self._picked, quick_map=quick_map, advanced=advanced, luckiest=advanced, rounds=rounds
        )

    def _picked(self, pile: str) -> Any:
        things = self.piles[pile]
        if pile == "tiles":
            return self._tile(things)
        things = sorted(things, key=ROW if pile == "bag" else None)
        return things[self.dice.one_of(mapping.SOURCES[pile], len(things))]

    def _tile(self, tiles: list[int]) -> int:
        """The top of the stack, which is shuffled as the game begins and for a map that is laid by chance."""
        if len(tiles) == data.TILES - 1:
            if self.quick and not self.dice.counters["stack"]:
                self._shuffle(tiles)
            self._shuffle(tiles)
        return tiles[-1]

    def _shuffle(self, pile: list[int]) -> None:
        for i in range(len(pile) - 1, 0, -1):
            j = self.dice.one_of("stack", i + 1)
            pile[i], pile[j] = pile[j], pile[i]


class Anyhow:
    """Any option."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, game: Game, options: list[tuple[Any, ...]]) -> int:
        return self.rng.randrange(len(options))


def play_in_step(
    players: int, seed: int, *, advanced: bool = False, quick_map: bool = True, rounds: int = 0
) -> Counter[str]:
    """One game in both; what was seen on the way is counted."""
    state = celtic_quest(advanced, quick_map, rounds).start(players, seed)
    oracle = InStep(players, seed, advanced=advanced, quick_map=quick_map, rounds=rounds)
    player = Anyhow(seed)
    seen: Counter[str] = Counter()
    number = 0
    while not oracle.over:
        where = f"{players} players, seed {seed}, decision {number}, {oracle.kind} of seat {oracle.seat}"
        assert state.decision is not None, where
        assert oracle.kind in mapping.KINDS[state.decision.id], f"{where}: {state.decision.id}"
        assert state.to_move == oracle.seat + 1, where
        mine, options = mapping.options(state, oracle), oracle.options
        assert len(mine) == len(options) and set(mine) == set(options), (
            f"{where}: only by the definition {set(mine) - set(options)}, only by hand {set(options) - set(mine)}"
        )
        seen[oracle.kind] += 1
        number += 1
        index = player(oracle, options)
        state.choose(mine.index(options[index]))
        oracle.choose(index)
    outcome = state.outcome
    where = f"{players} players, seed {seed}, the end"
    assert outcome is not None, where
    assert mapping.REASONS[outcome.reason] == oracle.reason, where
    for seat, points in enumerate(oracle.parts):
        assert outcome.scores[seat + 1] == dict(zip(mapping.CATEGORIES, points)), where
    assert outcome.ranking == [[seat + 1 for seat in group] for group in oracle.ranking], where
    seen[outcome.reason] += 1
    return seen


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_in_step(players: int) -> None:
    for seed in range(10):
        play_in_step(players, seed)
