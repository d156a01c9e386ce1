"""
Celtae from YAML against Celtae by hand, in step: the same options at every decision, the same end.

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
from tests.benchmarks.celtae import Game, actions, data, mapping
from tests.dice import Dice

LEVELS = ("easy", "normal", "hard")


@functools.cache
def celtae(first: int, level: str) -> interpreter.Game:
    return interpreter.load("celtae", parameters={"first_player": first + 1, "difficulty": level})


class InStep(Game):
    """The engine by hand, drawing by the documented dice: the pile in order, one of n."""

    def __init__(self, players: int, seed: int, first: int, level: str) -> None:
        self.dice = Dice(seed)
        super().__init__(players, self._picked, first, level)

    def _picked(self, pile: str) -> int:
        things = sorted(self.piles[pile])
        return things[self.dice.one_of(mapping.SOURCES[pile], len(things))]


class Anyhow:
    """Any option."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, game: Game, options: list[tuple[Any, ...]]) -> int:
        return self.rng.randrange(len(options))


class Greedy(Anyhow):
    """Players with a favourite action, who mostly do more rather than less, so that piles and stacks run out."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.favourite = seed // 2 % 4
        self.trains = self.hurries = seed // 8 % 2 == 0

    def __call__(self, game: Game, options: list[tuple[Any, ...]]) -> int:
        liked = [i for i, option in enumerate(options) if self._likes(game, option)]
        if liked and self.rng.random() < 0.9:
            return self.rng.choice(liked)
        return super().__call__(game, options)

    def _likes(self, game: Game, option: tuple[Any, ...]) -> bool:
        wanted = self.favourite
        if wanted == data.BATTLE and game.strength[game.seat] + game.cards[game.seat] < 7:
            wanted = data.FARM
        if game.kind == "move":
            if wanted in (data.FARM, data.BUILD):
                return option[0] == (3 if self.hurries else 1)
            return option[0] < 3 and data.BESIDE[(game.stop + option[0]) % 4] == wanted
        if game.kind == "action":
            return data.ACTIONS[wanted] in option
        if game.kind == "swap" and option != ("pass",):
            return bool(option[1] != self.favourite == option[2])
        if game.kind == "train":
            return (option == ("train",)) == self.trains
        return option[0] not in ("done", "pass")


def play_in_step(players: int, seed: int, *, greedy: bool = False) -> Counter[str]:
    """One game in both; what was seen on the way is counted."""
    first, level = seed % players, LEVELS[seed % 3] if players == 1 else LEVELS[0]
    state, oracle = celtae(first, level).start(players, seed), InStep(players, seed, first, level)
    player = Greedy(seed) if greedy else Anyhow(seed)
    seen: Counter[str] = Counter()
    while not oracle.over:
        where = f"{players} players, seed {seed}, {oracle.kind}"
        assert state.decision is not None, where
        assert oracle.kind in mapping.KINDS[state.decision.id], where
        assert state.to_move == oracle.seat + 1, where
        mine, options = mapping.options(state, oracle), oracle.options
        if oracle.kind in mapping.UNORDERED:
            assert sorted(mine) == sorted(options), where
        else:
            assert mine == options, where
        seen[oracle.kind] += 1
        seen["bag is empty"] += not oracle.piles["bag"]
        seen["deck is empty"] += not oracle.piles["deck"]
        seen["no active worker"] += not any(oracle.active[oracle.seat])
        if oracle.kind in ("refresh", "swap"):
            seen["building needs more builders"] += oracle._wanted > actions.builders(oracle, oracle.seat)
        index = player(oracle, options)
        state.choose(mine.index(options[index]))
        oracle.choose(index)
    outcome = state.outcome
    assert outcome is not None
    for seat, points in enumerate(oracle.points):
        scores = dict(outcome.scores[seat + 1])
        if players == 1:
            assert scores.pop("target_score") == 0
        assert scores == dict(zip(mapping.CATEGORIES, points)), f"{players} players, seed {seed}"
    assert outcome.ranking == [[seat + 1 for seat in group] for group in oracle.ranking]
    assert outcome.reason == oracle.reason
    return seen


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_in_step(players: int) -> None:
    for seed in range(30):
        play_in_step(players, seed, greedy=seed % 2 == 0)


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_thousands_in_step(players: int) -> None:
    """Everything that can be asked is asked, and what is rare comes about."""
    seen: Counter[str] = Counter()
    for seed in range(1000, 2500):
        seen += play_in_step(players, seed, greedy=seed % 2 == 0)
    rare = ["deck is empty", "building needs more builders"] + ["bag is empty"] * (players == 4)
    assert not [what for what in [*mapping.BY_KIND, *rare] if not seen[what]]
