"""One game, from set-up to the end: what a driver holds."""

from __future__ import annotations

import random
from typing import Any

from . import actions, data, progress, scoring, setup, turn, workers
from .position import Draw, Position

ANSWERS: dict[str, Any] = {
    "leader": setup.led,
    "discard": workers.paid,
    "move": turn.moved,
    "progress": progress.crossed,
    "flip": progress.flip,
    "action": turn.action,
    "refresh": turn.refresh,
    "swap": turn.swap,
    "extra": turn.extra,
    "farm": actions.farmed,
    "citadel": actions.citadel,
    "pay": workers.paid,
    "bonus_cards": actions.bonus_taken,
    "bonus_recruit": actions.bonus_recruited,
    "arms": actions.armed,
    "fight": actions.fought,
    "garrison": actions.garrisoned,
    "recruit": actions.recruited,
    "train": actions.trained,
    "refill": workers.refilled,
    "stack_marker": progress.stack_placed,
    "druid": actions.druid,
    "druid_cards": workers.paid,
    "dismiss": workers.dismissed,
}


class Game(Position):
    """
    Celtae for one to four people; for one, Solitairix sits in seat 1.

    `draw` is what chance is: a `random.Random`, or a function that gets the name of a pile and says what is drawn
    from it. `level` is the solo target: easy, normal or hard (L308).
    """

    __slots__ = ()

    def __init__(self, players: int, draw: random.Random | Draw, first_player: int = 0, level: str = "normal") -> None:
        if not 1 <= players <= 4:
            raise ValueError("one to four players")
        if not 0 <= first_player < players:
            raise ValueError("nobody has that seat")
        super().__init__(players, draw, first_player)
        self.target = data.TARGETS[level]
        setup.set_up(self)

    def choose(self, index: int) -> None:
        """Take one of the options, and go on to the next decision of anyone."""
        ANSWERS[self.kind](self, self._open[index])

    @property
    def points(self) -> list[tuple[int, ...]]:
        """The points of each person, by scoring.CATEGORIES."""
        return scoring.points(self)

    @property
    def scores(self) -> list[int]:
        return [sum(row) for row in scoring.points(self)]

    @property
    def ranking(self) -> list[list[int]]:
        """The seats from best to worst; who shares a place stands in one list."""
        return scoring.ranking(self)


def play_random(players: int, rng: random.Random) -> int:
    """Play one game at random, and return how many decisions it had."""
    game = Game(players, rng)
    choose, chance = game.choose, rng.random
    decisions = 0
    while not game.over:
        choose(int(chance() * len(game._open)))
        decisions += 1
    return decisions
