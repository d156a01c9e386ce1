"""
A small map for the tests of the hand-written Celtic Quest, and turns set up on it.

    Regni north of the Stone Circle; south of it ordinary tile 1 (T1), south of that tile 4 (T4); north-east tile 8
    (T8); south-east Iceni, which also meets the second section of T1. All woods (T1, T4) or hills (T8).

The roads: Regni - Circle - T1 section 1 - T4; Circle - T8; Circle - Iceni - T1 section 2. Ore lies on T1 section 1,
fish on section 2, wheat on T4, deer on T8. Nothing else of the box is on this map.
"""

from __future__ import annotations

import random
from typing import Any

from tests.benchmarks.celtic_quest import Game, data, land, moves, network, setup
from tests.benchmarks.celtic_quest.board import laid

PASS, DONE = data.PASS, data.DONE
CIRCLE, REGNI, ICENI = data.CIRCLE, data.REGNI, data.ICENI
T1, T4, T8 = 7, 10, 14
ORE_T1, FISH_T1, WHEAT_T4, DEER_T8 = 0, 1, 4, 9  # locators

MAP = ((T1, 0, 1, 0), (ICENI, 1, 0, 2), (REGNI, 0, -1, 0), (T4, 0, 2, 0), (T8, 1, -1, 4))
AT_CIRCLE, AT_REGNI, AT_ICENI, ON_T4, ON_T8 = (CIRCLE, 1), (REGNI, 1), (ICENI, 1), (T4, 1), (T8, 1)
ORE_ROAD, FISH_ROAD = (T1, 1), (T1, 2)
# Iceni has roads at its edges 0, 2 and 3; turned by 2 they lead south-east (nowhere), south-west and north-west
FROM_NOWHERE, FROM_T1, FROM_CIRCLE = (ICENI, 1), (ICENI, 2), (ICENI, 3)


def go(section: tuple[int, int]) -> tuple[str, int, int]:
    return ("go", *section)


class Chance:
    """Draws as told, by pile; what is not told comes by a seed."""

    def __init__(self) -> None:
        self.told: dict[str, list[Any]] = {}
        self.rng = random.Random(1)
        self.game: Game | None = None

    def __call__(self, pile: str) -> Any:
        if self.told.get(pile):
            return self.told[pile].pop(0)
        assert self.game is not None
        return self.rng.choice(sorted(self.game.piles[pile]))


class Told(Game):
    """A game whose draws can be told."""

    chance: Chance

    def __init__(self, players: int = 2, **given: Any) -> None:
        self.chance = Chance()
        self.chance.game = self
        super().__init__(players, self.chance, **given)

    def tell(self, pile: str, *drawn: Any) -> None:
        self.chance.told.setdefault(pile, []).extend(drawn)


def on_map(players: int = 2, **given: Any) -> Told:
    """A game on the small map, set up by the rules, before anybody's first turn; nobody is on the map, no quests."""
    game = Told(players, **given)
    game.board = laid(MAP)
    game.boxed = [0] * len(data.CHITS)
    game.discards, game.drawn, game.chit = [], [], -1
    game.sites = [2 * (node in game.board.linked) for node in data.LOCATOR_NODE]
    game.roman = [False] * len(data.PLACE)
    network.open_roads(game)
    tiles = game.board.lying.values()
    game.free = [place for place in game.free if data.PLACE_TILE[place] in tiles]
    game.items = [[0] * 4 for _ in range(players)]
    setup.set_demand(game)
    setup.fill_bag(game)
    game.items = [[0] * 4 for _ in range(players)]
    game.quest = [-1] * players
    game.kind, game._open, game.due = "", (), False
    return game


def hold(game: Game, seat: int, *chits: int) -> None:
    """Give a seat chits to carry or to keep in the pouch."""
    for chit in chits:
        if chit >= data.GOLD:
            game.items[seat][chit - data.GOLD] += 1
        else:
            game.carried[seat][chit] += 1
            game.load[seat] += 1


def romans(game: Game, *places: tuple[int, int]) -> None:
    for place in places:
        land.put_roman(game, place)


def moving(
    section: tuple[int, int],
    *chits: int,
    level: tuple[int, int, int] = (0, 0, 0),
    powers: tuple[int, ...] = (),
    roman: tuple[tuple[int, int], ...] = (),
    players: int = 2,
    quest: int = -1,
    reputation: int = 0,
    begin: bool = True,
    enchanted: tuple[int, ...] = (),
) -> Told:
    """Seat 0 on the small map at the start of its move step (or before it, `begin` false); the others at the Circle."""
    game = on_map(players)
    romans(game, *roman)
    for tile in enchanted:
        land.enchant(game, tile)
    game.at = [data.NODE_OF[section]] + [data.NODE_OF[AT_CIRCLE]] * (players - 1)
    game.level[0] = list(level)
    hold(game, 0, *chits)
    for power in powers:
        game.powers[0][power] += 1
        game.spirit[0] |= {data.WOOD_SPIRIT: data.WOODS, data.HILL_SPIRIT: data.HILLS}.get(power, 0)
    game.quest[0] = quest
    game.reputation[0] = reputation
    game.supply -= reputation
    if begin:
        moves.begin(game)
    return game


def drawing(*chits: int, **given: Any) -> Told:
    """Seat 0 at the Circle as its turn begins, with these chits to come from the bag."""
    game = moving(given.pop("section", AT_CIRCLE), begin=False, **given)
    bag = game.piles["bag"]
    bag += [chit for chit in set(chits) for _ in range(chits.count(chit) - bag.count(chit))]
    game.tell("bag", *chits)
    game.due = True
    game._begin_turns()
    return game


def choose(game: Game, *options: Any) -> None:
    for option in options:
        assert option in game.options, (option, game.kind, game.options)
        game.choose(game.options.index(option))


def asked(game: Game) -> tuple[str, list[Any]]:
    return game.kind, game.options


def where(game: Game, seat: int = 0) -> tuple[int, int]:
    return data.NODE[game.at[seat]]
