"""A position of Celtic Quest: plain counts and lists, the one gate for chance, copies."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from . import data
from .board import Board

Draw = Callable[[str], Any]

PLAIN = (
    "advanced", "beside", "chart", "chit", "due", "exhausted", "first", "kind", "last", "limit", "moving", "mover",
    "orders_chit", "over", "picks", "players", "points", "quick", "reason", "romanised_chit", "round", "seat", "supply",
    "tens", "tile", "time_up", "unmined", "_ask", "_low", "_needed", "_open", "_random", "_resource", "_roman",
    "_stage",
)  # fmt: skip
LISTS = (
    "aside", "at", "boxed", "bribed", "crystal", "crystals", "destiny", "discards", "drawn", "finished", "free",
    "icons", "load", "lucky", "markers", "node_at", "place_at", "quest", "quests_out", "reputation", "roman",
    "settlements", "sites", "spirit", "steps", "stood", "ways", "_values",
)  # fmt: skip
NESTED = ("carried", "dealt", "demand", "items", "level", "powers")


class Position:
    """
    Everything that lies on the table, and the decision that is open.

    A seat's things are lists by seat. `mover` is whose turn it is, `seat` who is asked. Names with a line before them
    belong to what is being carried out.
    """

    __slots__ = (*PLAIN, *LISTS, *NESTED, "board", "piles")

    def __init__(self, players: int, draw: random.Random | Draw) -> None:
        self._chance(draw)
        self.players = players
        self.seat = self.mover = self.first = 0
        self.kind = ""
        self.over = False
        self.reason: str | None = None
        self.round = 1
        self.limit = 0  # rounds to play; 0: no limit
        self.last = ""  # why this is the last round
        self.time_up = self.exhausted = False
        self.due = False  # a turn is about to begin
        self.advanced = False
        self.quick = self.orders_chit = self.romanised_chit = True

        self.piles: dict[str, list[Any]] = {}
        self.discards: list[int] = []
        self.boxed = [0] * len(data.CHITS)  # chits out of the game
        self.drawn: list[int] = []  # to be resolved, in rising order
        self.chit = -1  # being resolved, not placed yet
        self.chart = 0
        self.supply, self.tens = data.SUPPLY, data.TENS
        self.unmined = data.CRYSTALS  # crystals not on the map yet

        # The map
        self.board = Board()
        self.aside: list[int] = []  # tiles at the bottom of the stack
        self.tile = 0  # being laid
        self.sites = [0] * data.LOCATORS  # 0: out of play, 1: empty, 2: with its resource
        self.crystal = [-1] * data.TILES  # -1: no crystal place, 0: empty, 1: a crystal
        self.icons = list(data.ICONS)  # tiles that can still be enchanted
        self.settlements = list(data.SETTLEMENTS)  # not conquered
        self.demand = [[0] * 6 for _ in range(data.TILES)]  # columns by settlement and resource
        self.roman = [False] * len(data.PLACE)
        self.free: list[int] = []  # Roman places in play without a Roman, rising
        # What a turn asks of the road network; see `network`
        self.beside: tuple[int, ...] = ()
        self.node_at: list[int] = []
        self.place_at: list[int] = []
        self.ways: list[Any] = []
        self.steps: list[Any] = []

        self.at = [-1] * players  # node
        self.stood = [-1] * players  # the place of the Roman that the marker stands on
        self.level = [[0, 0, 0] for _ in range(players)]
        self.reputation = [0] * players
        self.markers = [0] * players  # victory points
        self.crystals = [0] * players  # delivered
        self.carried = [[0] * 7 for _ in range(players)]
        self.load = [0] * players
        self.items = [[0] * 4 for _ in range(players)]  # from GOLD on
        self.quest = [-1] * players
        self.quests_out: list[int] = []  # discarded
        self.finished = [0] * players
        self.powers = [[0] * 7 for _ in range(players)]  # finished quests by bonus
        self.spirit = [0] * players  # terrain that costs nothing
        self.bribed = [0] * players  # Romans moved with Gold
        self.destiny = [-1] * players
        self.dealt: list[list[int]] = [[] for _ in range(players)]  # destinies to choose from
        self.lucky: list[int] = []

        self.points = self.picks = 0  # movement points left, pick-ups left that do not end movement
        self.moving = False
        self._open: Any = ()
        self._values: list[int] = []
        self._needed = self._low = self._resource = self._roman = self._stage = 0

    @property
    def options(self) -> list[tuple[Any, ...]]:
        """The options of the decision, in their fixed order; empty when the game is over."""
        return list(self._open)

    def ask(self, kind: str, options: Any, answer: Callable[[Any, Any], None]) -> None:
        """Ask the seat; a single option answers itself."""
        if len(options) == 1:
            answer(self, options[0])
        else:
            self.kind = kind
            self._open = options

    def clone(self, draw: random.Random | Draw | None = None) -> Position:
        """The same position, to be played on apart; with the same chance unless another is given."""
        other = object.__new__(type(self))
        for name in PLAIN:
            setattr(other, name, getattr(self, name))
        for name in LISTS:
            setattr(other, name, getattr(self, name)[:])
        for name in NESTED:
            setattr(other, name, [part[:] for part in getattr(self, name)])
        other.piles = {name: pile[:] for name, pile in self.piles.items()}
        other.board = self.board if self.ways else self.board.copy()  # once built it is only read
        if draw is not None:
            other._chance(draw)
        return other

    def _chance(self, draw: random.Random | Draw) -> None:
        if isinstance(draw, random.Random):
            self._random: Any = draw.random
            self._ask: Draw | None = None
        else:
            self._random = None
            self._ask = draw

    def draw(self, name: str) -> Any:
        """Draw one thing of a pile; all chance is here."""
        pile = self.piles[name]
        if self._ask:
            kind = self._ask(name)
            pile.remove(kind)
            return kind
        place = int(self._random() * len(pile))
        kind = pile[place]
        pile[place] = pile[-1]
        del pile[-1]
        return kind
