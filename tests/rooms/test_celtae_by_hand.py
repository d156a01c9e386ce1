"""The hand-written Celtae: turns, progress, the end (T1 to T3, T16, T18), set-up, and laws over random games."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.benchmarks.celtae import Game, data
from tests.benchmarks.celtae.game import ANSWERS
from tests.benchmarks.celtae.position import LISTS, NESTED, PLAIN
from tests.celtae_positions import (
    CENTRE,
    GROVE,
    LAND_NORTH,
    NE,
    NORTH,
    NW,
    ONE,
    PASS,
    SE,
    SOUTH,
    SW,
    THREE,
    TWO,
    B,
    D,
    F,
    N,
    S,
    asked,
    choose,
    position,
)

# The turn


def test_t1_two_spaces_cost_nothing_and_reach_the_other_side():
    game = position(strength={0: 2})
    choose(game, TWO)
    assert (game.stop, game.strength[0]) == (NW, 2)
    assert asked(game) == ("action", [("farm", NORTH), ("recruit", NORTH)])


@pytest.mark.parametrize(("steps", "after"), [(1, 5), (2, 4), (3, 1)])
def test_the_marker_costs_strength(steps, after):
    game = position(strength={0: 4})
    choose(game, (steps,))
    assert game.strength[0] == after


def test_three_spaces_need_three_strength_and_the_track_ends_at_15():
    assert position(strength={0: 2}).options == [ONE, TWO]
    assert position(strength={0: 3}).options == [ONE, TWO, THREE]
    game = position(strength={0: 15})
    choose(game, ONE)
    assert game.strength[0] == 15


def test_t2_a_refresh_then_a_swap():
    game = position(
        stop=SE,
        active={0: [F, B, S]},
        strength={0: 1},
        areas={GROVE: [F, F, S], CENTRE: [B, N, S]},
        draws={"bag": [F, F, S]},  # as the ones returned
    )
    game.piles["bag"].clear()
    choose(game, TWO, ("recruit", NORTH), ("refresh",))
    assert game.strength[0] == 0
    assert game.area[GROVE] == [B, N, S]
    assert game.area[CENTRE] == [F, F, S]  # the only ones in the bag
    assert ("swap", S, N) in game.options
    assert ("swap", S, S) not in game.options
    choose(game, ("swap", S, N))
    assert game.active[0] == [1, 1, 0, 1]
    assert game.area[GROVE] == [B, S, S]  # the worker given lies where the one taken lay


def test_a_refresh_needs_one_strength_and_comes_once():
    game = position()
    choose(game, TWO, ("farm", NORTH))
    assert (game.strength[0], game.kind) == (0, "swap")
    game = position(strength={0: 5}, areas={CENTRE: [F, S, N]})
    choose(game, TWO, ("farm", NORTH))
    assert asked(game) == ("refresh", [("refresh",), PASS])
    choose(game, ("refresh",))
    assert (game.strength[0], game.kind) == (4, "swap")


@pytest.mark.parametrize(("stop", "region"), [(SE, SOUTH), (SW, NORTH)])
def test_t3_the_stop_says_the_region(stop, region):
    game = position(stop=stop)
    choose(game, ONE)
    assert ("recruit", region) in game.options
    assert ("recruit", 1 - region) not in game.options


@pytest.mark.parametrize(
    ("stop", "options"),
    [
        (NE, [("farm", SOUTH), ("battle", SOUTH)]),
        (SE, [("farm", SOUTH), ("recruit", SOUTH)]),
        (SW, [("farm", NORTH), ("recruit", NORTH)]),
        (NW, [("farm", NORTH), ("battle", NORTH)]),
    ],
)
def test_the_rondel(stop, options):
    """The stop after each; without cards nobody can build."""
    game = position(stop=stop, track=0)
    choose(game, ONE)
    assert asked(game) == ("action", options)


def test_a_swap_is_optional_and_never_like_for_like():
    game = position(active={0: [F, F, S]}, areas={LAND_NORTH: [F, B, S]})
    choose(game, TWO, ("farm", NORTH))
    assert game.options == [("swap", F, B), ("swap", F, S), ("swap", S, F), ("swap", S, B), PASS]
    choose(game, PASS)
    assert game.active[0] == [2, 0, 1, 0]


# Progress and the end


def test_t16_whoever_holds_teutates_places_and_passes_it_on():
    game = position(3, stop=NE, first=1, teutates=0)
    choose(game, ONE)
    assert (game.kind, game.seat, game.mover) == ("progress", 0, 1)
    assert game.options == [(0,), (1,), (2,), (3,), (4,), (5,)]
    choose(game, (5,))
    assert game.markers == [0, 0, 0, 0, 0, 1]
    assert (game.track, game.teutates) == (8, 1)
    assert (game.kind, game.seat) == ("action", 1)


def test_a_full_card_takes_no_more():
    game = position(stop=NE, markers=[2, 1, 0, 3, 2])
    game.progress = [0, 1, 2, 13, 14]
    choose(game, ONE)
    assert game.options == [(1,), (2,), (4,)]


def test_three_left_ask_everybody_for_the_leader_from_the_start_player_on():
    game = position(3, stop=NE, track=4, first=1)
    choose(game, ONE, (0,))
    for seat, option in ((1, ("flip",)), (2, PASS), (0, ("flip",))):
        assert (game.kind, game.seat) == ("flip", seat)
        assert game.options == [("flip",), PASS]
        choose(game, option)
    assert game.flipped == [True, True, False]
    assert (game.kind, game.seat, game.track) == ("action", 1, 3)


def finish_turn(game):
    seat = game.mover
    half = game.second
    while not game.over and (game.mover, game.second) == (seat, half) and game.kind != "move":
        game.choose(len(game.options) - 1)


@pytest.mark.parametrize("first", [0, 1])
def test_t18_the_round_is_finished_then_everybody_has_a_double_turn(first):
    a, b, c = first, first + 1, (first + 2) % 3
    game = position(3, first=first, stop=NE, track=1, teutates=c)
    choose(game, ONE)
    assert (game.kind, game.seat) == ("progress", c)
    choose(game, (0,))
    assert (game.track, game.teutates) == (0, a)
    turns = [game.mover]
    finish_turn(game)
    while not game.over:
        turns.append(game.mover)
        choose(game, ONE)
        assert game.kind not in ("progress", "flip")  # the track is empty
        finish_turn(game)
    assert turns == [a, b, c, a, a, b, b, c, c]
    assert game.reason == "track_empty"
    assert game.options == []


# Set-up


@pytest.mark.parametrize(
    ("players", "bag", "deck", "supply", "cards", "track"),
    [(1, 31, 43, 9, 5, 6), (2, 29, 38, 8, 5, 6), (3, 29, 33, 7, 6, 9), (4, 29, 28, 6, 7, 12)],
)
def test_set_up(players, bag, deck, supply, cards, track):
    for seed in range(20):
        game = Game(players, random.Random(seed))
        assert len(game.piles["bag"]) == bag
        assert len(game.piles["deck"]) == deck
        assert (game.supply, game.tokens[:players]) == (supply, [1] * players)
        assert (len(game.progress), game.track) == (cards, track)
        for number, printed in enumerate(data.PRINTED):
            assert tuple(game.area[number][: len(printed)]) == printed
            assert len(game.area[number]) == 3
        assert sorted(game.bonus[:4]) == sorted(game.bonus[4:]) == [0, 1, 2, 3]
        for stack in game.army:
            points = [data.ROMAN[tile][0] for tile in reversed(stack)]
            assert points == sorted(points)
            assert (points.count(1), points.count(2)) == data.STACK[players]
        assert len(game.leaders) == max(2, players) + 1
        assert game.active[:players] == [[1, 1, 1, 0]] * players
        assert sorted(game.progress[: data.LAID_OUT[players][0]])[-1] < data.SMALL_CARDS


def test_leaders_and_discards_go_backwards_from_the_last_player():
    game = Game(3, random.Random(3), first_player=1)
    seats = []
    while game.kind != "move":
        if game.kind == "leader":
            assert len(game.options) == 4 - len(seats)
            assert game.cards[game.seat] == 5
            seats.append(game.seat)
        game.choose(0)
    assert seats == [0, 2, 1]
    assert game.cards == [3, 3, 3]
    assert len(game.discards) == 6
    assert len(set(game.leader)) == 3
    assert (game.seat, game.teutates) == (1, 1)


def test_who_may_play():
    for players in (0, 5):
        with pytest.raises(ValueError, match="one to four"):
            Game(players, random.Random(0))
    with pytest.raises(ValueError, match="seat"):
        Game(2, random.Random(0), 2)


# Laws over random games


def check(game):
    """Nothing is lost, nothing is made, and nobody has what cannot be."""
    n = game.players
    workers = Counter(game.piles["bag"])
    for area in game.area:
        workers.update(area)
        assert len(area) <= 3
    for held in (*game.active, *game.tribe, game.boxed):
        workers.update(dict(enumerate(held)))
    workers[D] += sum(game.druids)
    if game.theirs >= 0:
        workers[game.theirs] += 1
    assert [workers[w] for w in range(5)] == [*data.WORKER_COUNTS, 10]

    cards = Counter(game.piles["deck"]) + Counter(game.discards)
    for market in game.market:
        cards.update(k for k in market if k >= 0)
    for hand, size in zip(game.hand, game.cards):
        cards.update(dict(enumerate(hand)))
        assert min(hand) >= 0 and sum(hand) == size
    if game.drawn >= 0:
        cards[game.drawn] += 1
    assert [cards[k] for k in range(12)] == [5] * 12

    assert game.supply + sum(game.tokens) == data.TOKENS
    for name, pool, stacks, held in (
        ("roman", data.ROMAN_POOL, game.army, game.romans),
        ("order", data.ORDER_POOL, game.order, game.orders),
    ):
        tiles = Counter()
        for row in (game.piles[f"{name}_1"], game.piles[f"{name}_2"], *stacks, *held):
            tiles.update(row)
        assert tiles == Counter(pool[0] + pool[1])
    assert sum(b >= 0 for b in game.bonus) + sum(game.bonuses) == 8
    for space in range(8):
        assert game.room[space] + sum(discs[space] for discs in game.discs) == data.OPEN[n]
        assert game.room[space] >= 0
    for seat in range(game.seats):
        assert sum(game.discs[seat]) == game.built[seat] <= 9
        assert game.left[seat] + sum(game.garrison[seat]) == 4
        assert 0 <= game.strength[seat] <= 15
    for region in (0, 1):
        spaces = sum(game.free[region]) + sum(cubes[region] for cubes in game.garrison)
        assert spaces == sum(data.GARRISON[n])
        assert min(game.free[region]) >= 0
    # The markers of stacks that Solitairix emptied are gone.
    placed = game.track + sum(game.stack_marker) + sum(game.markers) + (game.kind == "stack_marker")
    assert placed <= data.TRACK[n] + 4 if n == 1 else placed == data.TRACK[n] + 4
    for progress, markers in zip(game.progress, game.markers):
        assert 0 <= markers <= data.CAPACITY[progress]


def could_build(game, seat, region, tokens):
    """Slowly: every way of refresh, swap and token to a disc that can be paid."""
    if game.built[seat] == 9:
        return False
    for area in [game.area[region]] + [game.area[4]] * (game.strength[seat] > 0):
        swaps = [0] + [(t == B) - (g == B) for g in range(4) if game.active[seat][g] for t in area]
        for gained in swaps:
            for extra in range(min(tokens, 1) + 1):
                masons = game.active[seat][B] + game.tribe[seat][B] + game.tribe[seat][D] + gained + extra
                cost = max(1, data.DISC_COST[game.built[seat]] - masons)
                for colour in range(4):
                    if game.room[4 * region + colour] and sum(game.hand[seat][3 * colour : 3 * colour + 3]) >= cost:
                        return True
    return False


def at_random(game, rng):
    return rng.randrange(len(game.options))


def eager(game, rng):
    """Somebody who likes to battle and to recruit as much as can be, so that stacks are emptied and tribes overflow."""
    if game.kind in ("arms", "fight", "garrison", "recruit", "train", "bonus_recruit", "druid"):
        return 0
    if game.kind == "action" and rng.random() < 0.8:
        return next(i for i, option in enumerate(game.options) if option[0] in ("battle", "recruit"))
    return at_random(game, rng)


def played(players, seed, pick=at_random, *, every=1):
    """A random game, with what must hold at each decision."""
    rng = random.Random(seed)
    game = Game(players, rng, rng.randrange(players))
    decisions = 0
    asked = set()
    while not game.over:
        options = game.options
        asked.add(game.kind)
        assert len(options) > 1, game.kind
        assert len(set(options)) == len(options)
        assert 0 <= game.seat < players
        assert game.track == 0 or not game.final
        if game.kind == "action":
            seat, tokens = game.seat, game.tokens[game.seat]
            region = data.REGION_AT[game.stop]
            assert (("build", region) in options) == could_build(game, seat, region, tokens)
            for where in (NORTH, SOUTH):
                reached = tokens > 0 and could_build(game, seat, where, tokens - 1)
                assert (("token", "build", where) in options) == reached
        elif game.kind == "move":
            assert max(map(sum, game.tribe)) <= 8
            assert [sum(a) for a in game.active[:players]] == [3] * players or players == 4
        if decisions % every == 0:
            check(game)
        game.choose(pick(game, rng))
        decisions += 1
    check(game)
    assert game.reason == "track_empty"
    assert (game.track, game.teutates) == (0, game.first)
    assert sorted(seat for place in game.ranking for seat in place) == list(range(game.seats))
    assert len(game.scores) == players
    return asked


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games(players):
    asked = set()
    for seed in range(60):
        asked |= played(players, seed, every=7)
        asked |= played(players, seed, eager, every=7)
    assert asked == set(ANSWERS)


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("pick", [at_random, eager])
def test_thousands_of_random_games(players, pick):
    for seed in range(1000, 2500):
        played(players, seed, pick, every=11)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_copy_goes_its_own_way(players):
    for seed in range(10):
        rng = random.Random(seed)
        game = Game(players, rng)
        for _ in range(40):
            game.choose(rng.randrange(len(game.options)))
        seen = state(game)
        copy = game.clone(random.Random(1))
        twin = game.clone(random.Random(1))
        while not copy.over:
            index = rng.randrange(len(copy.options))
            copy.choose(index)
            twin.choose(index)
            assert state(copy) == state(twin)
        assert state(game) == seen


def state(game):
    names = [n for n in (*PLAIN, *LISTS, *NESTED, "piles") if n not in ("_random", "_ask")]
    return repr([getattr(game, n) for n in names])


class Noted(Game):
    """A game whose draws are made here, as a driver would: from the pile in order, one of n."""

    __slots__ = ("notes", "rng")

    def __init__(self, players, seed):
        self.rng, self.notes = random.Random(seed), []
        super().__init__(players, self.picked)

    def picked(self, name):
        pile = sorted(self.piles[name])
        self.notes.append((name, pile[self.rng.randrange(len(pile))]))
        return self.notes[-1][1]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_all_chance_is_drawn_by_pile(players):
    """What the draws were, by pile, is all that is needed to have the game again."""
    game = Noted(players, players)
    picks = []
    while not game.over:
        picks.append(len(picks) * 7 % len(game.options))
        game.choose(picks[-1])
    rows = {name: iter([kind for pile, kind in game.notes if pile == name]) for name, _ in game.notes}
    again = Game(players, lambda name: next(rows[name]))
    for index in picks:
        again.choose(index)
    assert again.over
    assert again.points == game.points
    assert all(next(row, None) is None for row in rows.values())
