"""A position of Celtae: plain counts and lists, the one gate for chance, copies."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .data import MARKET, PLACES, PRINTED

Draw = Callable[[str], int]

PLAIN = (
    "first", "kind", "mover", "over", "players", "reason", "seat", "seats", "stop", "supply", "target", "teutates",
    "track", "final", "second", "theirs", "side", "section", "drawn",
    "_action", "_ask", "_at", "_extra", "_high", "_needed", "_open", "_random", "_region", "_script", "_then",
    "_wanted",
)  # fmt: skip
LISTS = (
    "bonus", "bonuses", "boxed", "built", "cards", "discards", "druids", "flipped", "leader", "leaders", "left",
    "markers", "progress", "room", "stack_marker", "strength", "tokens",
)  # fmt: skip
NESTED = (
    "active", "area", "army", "discs", "free", "garrison", "hand", "market", "order", "orders", "romans", "tribe",
)  # fmt: skip


class Position:
    """
    Everything that lies on the table, and the decision that is open.

    A seat's things are lists by seat. `mover` is whose turn it is, `seat` who is asked. A space of a citadel is
    4 * region + colour. Names with a line before them belong to the action being carried out.
    """

    __slots__ = (*PLAIN, *LISTS, *NESTED, "piles")

    def __init__(self, players: int, draw: random.Random | Draw, first: int) -> None:
        self._chance(draw)
        self.players = players  # people
        self.seats = seats = max(2, players)  # with Solitairix, who sits in seat 1
        self.first = self.mover = self.seat = self.teutates = first
        self.kind = ""
        self.over = self.final = self.second = False  # final: the double turns; second: the second half of one
        self.reason: str | None = None
        self.stop = self.track = self.supply = 0  # rondel, progress markers on the track, bonus tokens in supply
        self.target = 0  # solo: the points that win
        self.theirs = self.drawn = -1  # solo: the opponent's worker, and the card being carried out
        self.side = self.section = 0  # solo: the tile

        self.piles: dict[str, list[int]] = {}
        self.discards: list[int] = []  # the top last
        self.boxed = [0] * 5  # workers out of the game
        self.area: list[list[int]] = [[] for _ in PRINTED]  # workers in place; the last is the centre
        self.market: list[list[int]] = [[], []]
        self.room = [0] * 8  # free spaces of each citadel
        self.bonus = [-1] * 8  # effect of each bonus tile; -1: taken
        self.army: list[list[int]] = [[], []]  # Roman tiles of a region, the top last
        self.order: list[list[int]] = [[], []]  # druid tiles, likewise
        self.druids = [0, 0]  # druid workers on the tracks
        self.free: list[list[int]] = [[], []]  # garrison spaces by icon
        self.stack_marker = [True] * 4  # north and south army, north and south order
        self.progress: list[int] = []
        self.markers: list[int] = []
        self.leaders: list[int] = []  # to choose from

        self.hand = [[0] * 12 for _ in range(seats)]
        self.cards = [0] * seats  # their number
        self.active = [[0] * 4 for _ in range(seats)]
        self.tribe = [[0] * 5 for _ in range(seats)]
        self.strength = [0] * seats
        self.built = [0] * seats
        self.discs = [[0] * 8 for _ in range(seats)]
        self.left = [0] * seats  # garrison cubes not placed
        self.garrison = [[0, 0] for _ in range(seats)]
        self.tokens = [0] * seats
        self.bonuses = [0] * seats
        self.romans: list[list[int]] = [[] for _ in range(seats)]
        self.orders: list[list[int]] = [[] for _ in range(seats)]
        self.leader = [-1] * seats
        self.flipped = [False] * seats

        self._open: Any = ()
        self._script: Any = None  # the turn of a seat that nobody plays
        self._then: Any = None  # what follows when the questions of a part are answered
        self._action = self._region = self._wanted = self._extra = self._at = self._high = self._needed = 0

    @property
    def options(self) -> list[tuple[Any, ...]]:
        """The options of the decision, in their fixed order; empty when the game is over."""
        return list(self._open)

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

    def draw(self, name: str) -> int:
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

    def draw_card(self) -> int:
        """A player card; -1 when there is none. The discards are shuffled when one is needed and the deck is out."""
        deck = self.piles["deck"]
        if not deck:
            if not self.discards:
                return -1
            deck[:], self.discards[:] = self.discards, ()
        return self.draw("deck")

    def fill_market(self, region: int) -> None:
        """Slide what is left (a place taken is -1), then refill from the left (L113); it may stay short (A5)."""
        kept = [kind for kind in self.market[region] if kind >= 0]
        missing = MARKET - len(kept)
        deck = self.piles["deck"]
        while missing:
            kind = self.draw("deck") if deck else self.draw_card()
            if kind < 0:
                break
            kept.append(kind)
            missing -= 1
        self.market[region] = kept

    def fill_centre(self) -> None:
        """Fill the centre from the bag; places stay empty while the bag is empty (A9)."""
        centre = self.area[4]
        bag = self.piles["bag"]
        while len(centre) < PLACES and bag:
            centre.append(self.draw("bag"))
