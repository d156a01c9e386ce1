"""
Celtica by hand: the whole game for 2 to 5 players, with no thought of any other game.

It is written from the rulebook alone, to be driven in step with the interpreter (an oracle) and to
be timed against it (a baseline). "L29" in a comment is line 29 of the rulebook, "A4" is answer 4 where
the rulebook is silent, "F" a component fact, "ours" a choice of this file.

Seats are 0..n-1, colours 0..4 in the order of COLOURS, tile kinds 1..9, spaces 1..19. A decision has a
`kind`, a `seat` and `options`, in this order:

    walk    (colour, druid cards, experience cards), in rising order
    take    (tile kind,), one tile of the display a decision, never a lower kind than the one before
    lose    (tile kind,), one tile of one's own a decision, in the same way
    shrine  ("take_card",), ("pass",)
    close   ("swap", other seat, their tile kind)..., ("buy", tile kind)..., ("stop",)
    give    (tile kind,), what the other gets in a swap

A decision with one option answers itself and is never shown.
"""

from __future__ import annotations

import random
import sys
import time
from bisect import insort
from collections.abc import Callable
from typing import Any

COLOURS = ("red", "grey", "white", "brown", "black")
CARDS_PER_COLOUR = 12  # F: 60 druid cards
EXPERIENCE_PER_COLOUR = 4  # F: 20 experience cards
KINDS = range(1, 10)  # F: an amulet is one tile of each of nine kinds
COPIES = 10  # F: 90 tiles
HAND = 5  # L18, L33
DISPLAY = 9  # L20
TILES = 2  # L21

START, GOAL = 1, 19
SHRINE = 0
# Tiles gained (+) or lost (-) at each space; index 0 is no space, 1 is the start, where nobody lands.
BOARD = (0, 0, 1, SHRINE, -1, 2, 1, -2, 2, SHRINE, 1, 2, -2, 3, SHRINE, -3, 3, 2, -3, 4)

# Ours: the order in which set-up draws; each seat from 0 up gets all its cards before the next seat.
# A later round deals in the order of "hands".
SET_UP = ("hands", "display", "tiles")

# The walks of one colour, by druid cards and experience cards of that colour in hand. L39: one colour and
# any number of cards; L41: at least one druid card, experience cards beside it.
WALKS = tuple(
    tuple(
        tuple([(colour, cards, extra) for cards in range(1, hand + 1) for extra in range(experience + 1)])
        for hand in range(CARDS_PER_COLOUR + 1)
        for experience in range(EXPERIENCE_PER_COLOUR + 1)
    )
    for colour in range(len(COLOURS))
)
RED, GREY, WHITE, BROWN, BLACK = WALKS

AT_SHRINE = (("take_card",), ("pass",))

Draw = Callable[[str], int]


class Game:
    """
    One game, from set-up to the end.

    `draw` is what chance is: a `random.Random`, or a function that gets the name of a pile ("druid",
    "experience", "tiles") and says what is drawn from it. Cards are counted where they are alike; tiles
    lie in sorted lists, and a pile is a list in no order, for chance falls when a card is drawn.
    """

    __slots__ = (
        "_ask",
        "_at",
        "_needed",
        "_open",
        "_random",
        "_theirs",
        "at",
        "discards",
        "display",
        "ended_by",
        "experience",
        "hand",
        "home",
        "in_play",
        "kind",
        "left",
        "over",
        "piles",
        "players",
        "reason",
        "round",
        "seat",
        "tiles",
    )

    def __init__(self, players: int, draw: random.Random | Draw, first_player: int = 0) -> None:
        if not 2 <= players <= 5:
            raise ValueError("two to five players")
        self._chance(draw)
        self.players = players
        self.at = [START] * len(COLOURS)  # L17
        self.home = 0  # druids at the goal
        self.hand = [[0] * len(COLOURS) for _ in range(players)]
        self.left = [0] * players  # druid cards in hand, all colours
        self.experience = [[0] * len(COLOURS) for _ in range(players)]
        self.tiles: list[list[int]] = [[] for _ in range(players)]
        self.display: list[int] = []
        self.in_play = (0, 0, 0)  # the walk being carried out; its cards are in no pile and no hand (A1)
        self.piles = {
            "druid": [c for c in range(len(COLOURS)) for _ in range(CARDS_PER_COLOUR)],
            "experience": [c for c in range(len(COLOURS)) for _ in range(EXPERIENCE_PER_COLOUR)],
            "tiles": [k for k in KINDS for _ in range(COPIES)],
        }
        self.discards: dict[str, list[int]] = {"druid": [], "experience": [], "tiles": []}
        self.ended_by: int | None = None  # who set off the first of the end triggers
        self.reason: str | None = None
        self.over = False
        self.round = 1
        self.seat = first_player
        self.kind = ""
        self._open: Any = ()
        self._at = self._needed = self._theirs = 0
        for step in SET_UP:
            if step == "hands":
                self._deal()
            elif step == "display":
                self._refill()
            else:
                for mine in self.tiles:
                    for _ in range(TILES):
                        insort(mine, self.draw("tiles"))
        self.turn(first_player)  # L25

    # What a driver sees

    @property
    def options(self) -> list[tuple[Any, ...]]:
        """The options of the decision, as tuples in their fixed order; empty when the game is over."""
        if self.kind in ("take", "lose", "give"):
            return [(kind,) for kind in self._open]
        return list(self._open)

    @property
    def scores(self) -> list[int]:
        """The finished amulets of each seat (L72)."""
        return [min(mine.count(kind) for kind in KINDS) for mine in self.tiles]

    def unfinished(self, seat: int) -> list[int]:
        """The sizes of a seat's unfinished amulets, falling: a duplicate opens a new one (L45)."""
        counts = [self.tiles[seat].count(kind) for kind in KINDS]
        return [sum(count > j for count in counts) for j in range(min(counts), max(counts))]

    @property
    def ranking(self) -> list[list[int]]:
        """The seats from best to worst; who shares a place stands in one list."""
        groups: dict[tuple[int, list[int]] | Any, list[int]] = {}
        for seat, score in enumerate(self.scores):
            # L72, A9: the largest unfinished, the next, and so on. Python puts a list before the longer
            # one that goes on, just as if a missing amulet counted 0.
            groups.setdefault((score, tuple(self.unfinished(seat))), []).append(seat)
        return [groups[key] for key in sorted(groups, reverse=True)]

    def choose(self, index: int) -> None:
        """Take one of the options, and go on to the next decision of anyone."""
        kind = self.kind
        chosen = self._open[index]
        if kind == "walk":
            self._walk(chosen)
        elif kind == "take":
            self._take(chosen)
        elif kind == "lose":
            self._lose(chosen)
        elif kind == "shrine":
            if index == 0:
                # L49: the card must be played this round, as any card in hand must.
                self.hand[self.seat][self.draw("druid")] += 1
                self.left[self.seat] += 1
            self._end_turn()
        elif kind == "give":
            self._swap(chosen)
            self._close()
        elif chosen[0] == "swap":
            self._offer(chosen)
        elif chosen[0] == "buy":
            self._buy(chosen[1])
            self._close()
        else:
            self._closing_turn_over()

    def clone(self, draw: random.Random | Draw | None = None) -> Game:
        """The same position, to be played on apart; with the same chance unless another is given."""
        other = Game.__new__(Game)
        for name in ("home", "in_play", "kind", "over", "players", "reason", "round", "seat", "ended_by"):
            setattr(other, name, getattr(self, name))
        for name in ("_ask", "_at", "_needed", "_open", "_random", "_theirs"):
            setattr(other, name, getattr(self, name))
        for name in ("at", "left", "display"):
            setattr(other, name, getattr(self, name)[:])
        for name in ("hand", "experience", "tiles"):
            setattr(other, name, [part[:] for part in getattr(self, name)])
        for name in ("piles", "discards"):
            setattr(other, name, {pile: cards[:] for pile, cards in getattr(self, name).items()})
        if draw is not None:
            other._chance(draw)
        return other

    # Chance

    def _chance(self, draw: random.Random | Draw) -> None:
        if isinstance(draw, random.Random):
            self._random: Any = draw.random
            self._ask: Draw | None = None
        else:
            self._random = None
            self._ask = draw

    def draw(self, name: str) -> int:
        """Draw one card or tile from a pile that has one, or whose discards have; all chance is here."""
        pile = self.piles[name]
        if not pile:  # L77, L78, L79, A6: only when a card is needed
            piles, discards = self.piles, self.discards
            piles[name], discards[name] = discards[name], pile
            pile = piles[name]
        if self._ask:
            kind = self._ask(name)
            pile.remove(kind)
            return kind
        place = int(self._random() * len(pile))
        kind = pile[place]
        pile[place] = pile[-1]
        del pile[-1]
        return kind

    def _deal(self) -> None:
        """Five druid cards to everybody (L18, L33); they join what is kept of experience cards (F)."""
        for seat, hand in enumerate(self.hand):
            for _ in range(HAND):
                hand[self.draw("druid")] += 1
            self.left[seat] += HAND

    def _refill(self) -> None:
        """Fill the display to 9 (L45), or as far as pile and discards go (L79)."""
        display = self.display
        missing = DISPLAY - len(display)
        if missing:
            if len(self.piles["tiles"]) < missing:
                missing = min(missing, len(self.piles["tiles"]) + len(self.discards["tiles"]))
            draw = self.draw
            for _ in range(missing):
                display.append(draw("tiles"))
            display.sort()

    # A turn: play, act, discard (L29 to L31)

    def turn(self, seat: int) -> None:
        """Ask a seat that has druid cards for its walk. There is no pass (A7)."""
        self.seat = seat
        red, grey, white, brown, black = self.hand[seat]
        e = self.experience[seat]
        walks = (
            RED[red * 5 + e[0]]
            + GREY[grey * 5 + e[1]]
            + WHITE[white * 5 + e[2]]
            + BROWN[brown * 5 + e[3]]
            + BLACK[black * 5 + e[4]]
        )
        if len(walks) == 1:
            self._walk(walks[0])
        else:
            self.kind = "walk"
            self._open = walks

    def _walk(self, walk: tuple[int, int, int]) -> None:
        self.in_play = walk  # A1: played, but not discarded before the action is done
        colour, cards, extra = walk
        seat = self.seat
        self.hand[seat][colour] -= cards
        self.left[seat] -= cards
        if extra:
            self.experience[seat][colour] -= extra
        space = self.at[colour]
        if space == GOAL:  # L76, A7: all wasted
            self._end_turn()
            return
        space += cards + extra
        if space >= GOAL:  # steps beyond the goal are lost
            space = GOAL
            self.home += 1
            if self.ended_by is None:  # L66, A2
                self.ended_by = seat
        self.at[colour] = space
        tiles = BOARD[space]  # L39: only where it lands matters
        self._at = 0
        if tiles > 0:
            self._needed = min(tiles, len(self.display))  # L45, A4
            self._take()
        elif tiles < 0:
            self._needed = min(-tiles, len(self.tiles[seat]))  # L47: fewer than asked, all of them (F)
            self._lose()
        elif self.piles["druid"] or self.discards["druid"]:  # L49
            self.kind = "shrine"
            self._open = AT_SHRINE
        else:
            self._end_turn()

    def _take(self, kind: int = 0) -> None:
        """Take a tile of this kind (0: none yet) and go on until a pick has to be asked for."""
        display = self.display
        at, needed = self._at, self._needed
        while needed:
            if not kind:
                # Picks rise, so a kind with too few tiles at or after it is no option.
                kinds = list(dict.fromkeys(display[at : len(display) - needed + 1]))
                if len(kinds) > 1:
                    self.kind = "take"
                    self._open = kinds
                    self._at, self._needed = at, needed
                    return
                kind = kinds[0]
            at = display.index(kind, at)
            del display[at]
            insort(self.tiles[self.seat], kind)
            needed -= 1
            kind = 0
        self._refill()  # A4: once all are taken
        self._end_turn()

    def _lose(self, kind: int = 0) -> None:
        """Lose a tile of this kind (0: none yet) and go on until a pick has to be asked for."""
        mine = self.tiles[self.seat]
        at, needed = self._at, self._needed
        while needed:
            if not kind:
                kinds = list(dict.fromkeys(mine[at : len(mine) - needed + 1]))
                if len(kinds) > 1:
                    self.kind = "lose"
                    self._open = kinds
                    self._at, self._needed = at, needed
                    return
                kind = kinds[0]
            at = mine.index(kind, at)
            del mine[at]
            self.discards["tiles"].append(kind)  # L47: lost tiles go to a pile of their own
            needed -= 1
            kind = 0
        # L47: always a card, even with no tile to lose; if none is left anywhere, none (ours). L53 needs no
        # rule here: the turn has no further play, so a new card waits for the next turn by itself.
        if self.piles["experience"] or self.discards["experience"]:
            self.experience[self.seat][self.draw("experience")] += 1
        self._end_turn()

    def _end_turn(self) -> None:
        colour, cards, extra = self.in_play
        self.discards["druid"] += [colour] * cards  # L31, A1: druid and experience cards together
        if extra:
            self.discards["experience"] += [colour] * extra
        self.in_play = (0, 0, 0)

        # A3: an end at once comes after the move that makes it, and that move's tiles, refill and discards.
        if self.home == len(COLOURS):  # L67
            self.reason = "all_home"
            self._begin_closing()
            return
        if not self.display and not self.piles["tiles"] and not self.discards["tiles"]:  # L68, A5
            self.reason = "no_tiles"
            if self.ended_by is None:
                self.ended_by = self.seat
            self._begin_closing()
            return

        left = self.left
        players = self.players
        seat = self.seat
        for _ in range(players):  # L25 clockwise, L81 without those who have no druid cards, L80 to oneself
            seat += 1
            if seat == players:
                seat = 0
            if left[seat]:
                self.turn(seat)
                return
        if self.ended_by is not None:  # L66: the round is finished
            self.reason = "first_home"
            self._begin_closing()
            return
        self._deal()  # L33
        self.round += 1
        self.turn((self.seat + 1) % players)  # A10: left of who played the last druid card

    # The closing phase: one turn each, left of who triggered the end first, that player last (L70, A2, A8)

    def _begin_closing(self) -> None:
        assert self.ended_by is not None
        self.seat = (self.ended_by + 1) % self.players
        self._close()

    def _close(self) -> None:
        """Offer the seat what its experience cards can still do; with nothing, its turn is over (A8)."""
        seat = self.seat
        cards = sum(self.experience[seat])
        menu: list[tuple[Any, ...]] = []
        if cards:
            mine = set(self.tiles[seat])
            for step in range(1, self.players):  # L58, A8: two different kinds
                other = (seat + step) % self.players
                menu += [("swap", other, k) for k in dict.fromkeys(self.tiles[other]) if mine - {k}]
            if cards >= 2:  # L59
                menu += [("buy", k) for k in dict.fromkeys(self.display)]
        if menu:
            self.kind = "close"
            self._open = [*menu, ("stop",)]
        else:
            self._closing_turn_over()

    def _closing_turn_over(self) -> None:
        self._refill()  # A4
        if self.seat == self.ended_by:
            self.over = True
            self.kind = ""
            self._open = ()
        else:
            self.seat = (self.seat + 1) % self.players
            self._close()

    def _offer(self, swap: tuple[str, int, int]) -> None:
        self._at, self._theirs = swap[1:]
        mine = [kind for kind in dict.fromkeys(self.tiles[self.seat]) if kind != self._theirs]
        if len(mine) == 1:
            self._swap(mine[0])
            self._close()
        else:
            self.kind = "give"
            self._open = mine

    def _swap(self, given: int) -> None:
        mine, theirs = self.tiles[self.seat], self.tiles[self._at]
        mine.remove(given)
        theirs.remove(self._theirs)
        insort(mine, self._theirs)
        insort(theirs, given)
        self._spend(1)

    def _buy(self, kind: int) -> None:
        self.display.remove(kind)
        insort(self.tiles[self.seat], kind)
        self._spend(2)

    def _spend(self, cards: int) -> None:
        """Discard experience cards; the colour no longer matters, so the first ones go (ours)."""
        mine = self.experience[self.seat]
        for _ in range(cards):
            colour = next(c for c, count in enumerate(mine) if count)
            mine[colour] -= 1
            self.discards["experience"].append(colour)


def play_random(players: int, rng: random.Random) -> int:
    """Play one game at random, and return how many decisions it had."""
    game = Game(players, rng)
    choose, chance = game.choose, rng.random
    decisions = 0
    while not game.over:
        choose(int(chance() * len(game._open)))
        decisions += 1
    return decisions


def rate(seconds: float, players: int = 3, seed: int = 1) -> float:
    """Decisions per second of random play, set-up of the games included."""
    rng = random.Random(seed)
    decisions = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        decisions += play_random(players, rng)
    return decisions / spent


if __name__ == "__main__":
    for count in (2, 3, 4, 5):
        sys.stdout.write(f"{count} players: {1e6 / rate(2.0, count):.2f} microseconds a decision\n")
