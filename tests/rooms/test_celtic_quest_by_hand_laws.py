"""The hand-written Celtic Quest: what holds in all games, copies, draws from outside."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.benchmarks.celtic_quest import Game, data
from tests.benchmarks.celtic_quest.board import named
from tests.benchmarks.celtic_quest.data import CRYSTAL, GOLD, ROMAN, ROMANISED
from tests.benchmarks.celtic_quest.game import ANSWERS
from tests.benchmarks.celtic_quest.position import LISTS, NESTED, PLAIN
from tests.celtic_quest_players import at_random, eager
from tests.celtic_quest_positions import Told, asked, choose


def check(game):
    """Everything is somewhere, once."""
    chits = Counter(game.piles.get("bag", ())) + Counter(game.discards) + Counter(game.drawn)
    chits[game.chit] += game.chit >= 0
    for chit, count in enumerate(game.boxed):
        chits[chit] += count
    for locator, site in enumerate(game.sites):
        chits[locator % 6] += site == 2
    for seat in range(game.players):
        for chit, count in enumerate(game.carried[seat] + game.items[seat]):
            chits[chit] += count
        assert sum(game.items[seat]) <= data.POUCH + (game.kind == "pouch" and seat == game.seat)
        assert sum(game.carried[seat]) == game.load[seat]
        assert min(game.carried[seat] + game.items[seat]) >= 0
    started = game.ways != []
    assert [chits[r] for r in data.RESOURCES] == [7 if started else 0] * 6
    chits[CRYSTAL] += game.unmined + sum(lies == 1 for lies in game.crystal) + sum(game.crystals)
    assert chits[CRYSTAL] == 16
    chits[ROMAN] += sum(game.roman)
    assert chits[ROMAN] == (data.ROMANS[game.players] if started else 0)
    given = Counter(item for items in data.STARTING[: game.players] for item in items)
    assert [chits[item] for item in range(GOLD, ROMAN)] == [(2 + given[item]) * started for item in range(GOLD, ROMAN)]
    assert [chits[chit] for chit in range(ROMAN + 1, ROMANISED + 1)] == [started] * 4
    assert game.supply + sum(game.reputation) + sum(game.markers) == 114 + 10 * (5 - game.tens)
    if game.kind != "destiny":
        held = sum(quest >= 0 for quest in game.quest)
        assert len(game.piles["quests"]) + held + sum(game.finished) + len(game.quests_out) == 18
    in_play = set(game.free) | {place for place, there in enumerate(game.roman) if there}
    if started:
        joined = [tile for tile in data.ORDINARY if tile in data.ICONS and tile not in game.icons]
        towns = [tile for tile in data.SETTLEMENTS if tile not in game.settlements]
        whole = {data.WHOLE[tile] for tile in joined + towns}
        printed = {p for tile in range(22) if tile not in joined + towns for p in data.ROADS[tile]}
        assert in_play == whole | printed
        assert sorted(game.free) == game.free
        assert not any(game.roman[place] for place in game.free)
        assert all(not all(game.roman[road] for road in data.ROADS[tile]) for tile in game.settlements)
        assert all(stood < 0 or game.roman[stood] for stood in game.stood)
        assert all(game.ways[node] or data.NODE_TILE[node] not in joined for node in game.at if node >= 0)


def played(players, seed, pick=at_random, every=1, **given):
    """A random game, with what must hold at each decision."""
    rng = random.Random(seed)
    game = Game(players, rng, **given)
    decisions = 0
    asked_for = set()
    while not game.over:
        options = game.options
        asked_for.add(game.kind)
        assert len(options) > 1, game.kind
        assert len(set(options)) == len(options)
        assert 0 <= game.seat < players
        if decisions % every == 0:
            check(game)
        game.choose(pick(game, rng))
        decisions += 1
    check(game)
    assert sorted(seat for group in game.ranking for seat in group) == list(range(players))
    assert [sum(row) for row in game.parts] == game.scores
    return game, asked_for


KINDS_OF_GAME = [
    {},
    {"advanced": True},
    {"advanced": True, "luckiest": True},
    {"quick_map": False},
    {"quick_map": False, "advanced": True, "luckiest": True},
]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games(players):
    for seed, given in enumerate(KINDS_OF_GAME):
        for pick in (at_random, eager):
            played(players, 10 * players + seed, pick, every=7, **given)


def test_every_decision_and_every_end_comes_up():
    asked_for, ends = set(), set()
    for seed in range(40):
        pick = eager if seed % 4 else at_random
        advanced = seed % 3 == 0
        game, kinds = played(2 + seed % 4, seed, pick, every=50, quick_map=seed % 10 > 0, advanced=advanced)
        asked_for |= kinds
        ends.add(game.reason)
    assert asked_for == set(ANSWERS)
    assert ends >= {"enchanted", "romanised"}


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("pick", [at_random, eager])
def test_thousands_of_random_games(players, pick):
    ends = Counter()
    for seed in range(1000, 1500):
        game, _ = played(players, seed, pick, every=11, **KINDS_OF_GAME[seed % len(KINDS_OF_GAME)])
        ends[game.reason] += 1
    assert ends["enchanted"]


def test_games_with_a_limit_of_rounds():
    for players in (2, 5):
        game, _ = played(players, 3, rounds=3)
        assert (game.round, game.reason) == (3, "rounds")


# Copies and draws


@pytest.mark.parametrize("quick", [True, False])
def test_a_copy_goes_its_own_way(quick):
    for seed in range(5):
        rng = random.Random(seed)
        game = Game(3, rng, quick_map=quick)
        for _ in range(10):  # in the middle of the map, if it is built
            game.choose(rng.randrange(len(game.options)))
        seen = state(game)
        copy, twin = game.clone(random.Random(1)), game.clone(random.Random(1))
        for step in range(400):
            if copy.over:
                break
            index = rng.randrange(len(copy.options))
            copy.choose(index)
            twin.choose(index)
            assert step % 20 or state(copy) == state(twin)
        assert state(copy) == state(twin)
        assert state(game) == seen


def state(game):
    names = [n for n in (*PLAIN, *LISTS, *NESTED, "piles") if n not in ("_random", "_ask")]
    lying = game.board
    return repr([getattr(game, n) for n in names]) + repr((lying.lying, sorted(lying.linked), sorted(lying.rim)))


class Noted(Game):
    """A game whose draws are made here, as a driver would: from the pile in order, one of n."""

    __slots__ = ("notes", "rng")

    def __init__(self, players, seed, **given):
        self.rng, self.notes = random.Random(seed), []
        super().__init__(players, self.picked, **given)

    def picked(self, pile):
        found = self.rng.choice(sorted(self.piles[pile]))
        self.notes.append(pile)
        return found


def test_every_draw_can_be_given():
    game = Noted(2, 5, advanced=True, luckiest=True)
    assert game.notes == ["destinies"] * 4
    while game.kind == "destiny":
        game.choose(0)
    assert game.notes[4:8] == ["quests", "quests", "tiles", "cell"]
    assert set(game.notes) == {"destinies", "quests", "tiles", "cell", "turn", "bag"}
    rng = random.Random(1)
    while not game.over:
        game.choose(rng.randrange(len(game.options)))
    assert ("luckiest" in game.notes) == (data.LUCKIEST in game.destiny)


def test_a_drawn_tile_is_shown_to_its_player():
    game = Told(2, quick_map=False)
    assert asked(game)[0] == "place"
    assert game.tile not in game.piles["tiles"]
    option = game.options[0]
    tile = game.tile
    choose(game, option)
    assert named((game.board.at[tile], game.board.turned[tile])) == option
