"""One game, from set-up to the end: what a driver holds."""

from __future__ import annotations

import random
from typing import Any

from . import after, chits, moves, scoring, setup
from .position import Draw, Position

ANSWERS: dict[str, Any] = {
    "destiny": setup.keep_destiny,
    "place": setup.placed,
    "adjust": setup.adjusted,
    "place_again": setup.placed_again,
    "give_back": chits.give_back,
    "resolve": chits.resolve,
    "locator": chits.locator,
    "demand": chits.demand,
    "crystal": chits.crystal,
    "pouch": chits.pouch,
    "roman": chits.roman,
    "orders": chits.orders,
    "orders_to": chits.orders_to,
    "romanised": chits.romanised,
    "druid": chits.druid,
    "start": moves.start,
    "shift": moves.shift,
    "shift_to": moves.shift_to,
    "move": moves.move,
    "gold": moves.gold,
    "bribe": moves.bribe,
    "bribe_to": moves.bribe_to,
    "circle": after.circle,
    "enchant": after.enchant,
    "settlement": after.settlement,
    "ring": after.ring,
}


class Game(Position):
    """
    Celtic Quest for two to five players.

    `draw` is what chance is: a `random.Random`, or a function that gets the name of a pile and says what is drawn
    from it. `quick_map` lays the map by chance; `rounds` is a limit (0: none); `first` begins; `advanced` deals two of
    the ten destinies, of eleven with `luckiest`; `orders_chit` and `romanised_chit` say whether these are in the bag.
    """

    __slots__ = ()

    def __init__(
        self,
        players: int,
        draw: random.Random | Draw,
        *,
        quick_map: bool = True,
        advanced: bool = False,
        luckiest: bool = False,
        first: int = 0,
        rounds: int = 0,
        orders_chit: bool = True,
        romanised_chit: bool = True,
    ) -> None:
        if not 2 <= players <= 5:
            raise ValueError("two to five players")
        if luckiest and not advanced:
            raise ValueError("Luckiest belongs to the Advanced Game")
        super().__init__(players, draw)
        self.first = first
        self.quick, self.advanced, self.limit = quick_map, advanced, rounds
        self.orders_chit, self.romanised_chit = orders_chit, romanised_chit
        setup.set_up(self, luckiest)
        self._begin_turns()

    def choose(self, index: int) -> None:
        """Take one of the options, and go on to the next decision of anyone."""
        ANSWERS[self.kind](self, self._open[index])
        if self.due:
            self._begin_turns()

    def _begin_turns(self) -> None:
        """Here and not where a turn ends, so that turns without a decision do not pile up."""
        while self.due:
            self.due = False
            chits.begin_turn(self)

    def signal_time(self) -> None:
        """The time limit has been reached: the round is finished (L209, L375)."""
        self.time_up = True

    @property
    def parts(self) -> list[tuple[int, ...]]:
        """The points of each seat, by scoring.CATEGORIES."""
        return scoring.points(self)

    @property
    def scores(self) -> list[int]:
        return [sum(row) for row in scoring.points(self)]

    @property
    def ranking(self) -> list[list[int]]:
        """The seats from best to worst; who shares a place stands in one list."""
        return scoring.ranking(self)


def play_random(players: int, rng: random.Random, **given: Any) -> int:
    """Play one game at random, and return how many decisions it had."""
    game = Game(players, rng, **given)
    choose, chance = game.choose, rng.random
    decisions = 0
    while not game.over:
        choose(int(chance() * len(game._open)))
        decisions += 1
    return decisions
