"""The hand-written Celtae: the test vectors T1 to T25, the answers to open questions, and laws over random games."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.benchmarks.celtae import Game, data, rounds, scoring
from tests.benchmarks.celtae.data import (
    BUILDER,
    DRUID,
    FARMER,
    FORTRESS,
    NE,
    NOBLE,
    NORTH,
    NW,
    SE,
    SOLDIER,
    SOUTH,
    SW,
    TRAP,
    WARRIOR,
)
from tests.benchmarks.celtae.game import ANSWERS
from tests.benchmarks.celtae.position import LISTS, NESTED, PLAIN

F, B, S, N, D = FARMER, BUILDER, SOLDIER, NOBLE, DRUID
PINK, ORANGE, TEAL, PURPLE = range(4)
LAND_NORTH, LAND_SOUTH, CAMP, GROVE, CENTRE = range(5)
PASS, DONE = ("pass",), ("done",)
ONE, TWO, THREE = (1,), (2,), (3,)
FULL = [0, 1, 2, 3, 4, 5]  # a market: pink and orange cards


def card(colour, icon):
    return 3 * colour + icon


def counts(things, size):
    return [list(things).count(i) for i in range(size)]


def position(players=2, *, stop=SE, first=0, draws=None, **given):
    """
    Seat `first` is about to move the marker, and this is how things are.

    By seat: `active`, `tribe`, `hand` (lists of what is there), and any list of the position by seat. `areas` by number
    and `markets` by region as they lie. `draws`: what chance gives, in order and by pile.
    """
    game = Game(players, random.Random(0), first)
    while game.kind != "move":
        game.choose(0)
    game.stop = stop
    for seat in range(game.seats):
        game.hand[seat] = [0] * 12
        game.cards[seat] = game.tokens[seat] = 0
    for seat, things in given.pop("hand", {}).items():
        game.hand[seat] = counts(things, 12)
        game.cards[seat] = len(things)
    for seat, things in given.pop("active", {}).items():
        game.active[seat] = counts(things, 4)
    for seat, things in given.pop("tribe", {}).items():
        game.tribe[seat] = counts(things, 5)
    for number, things in given.pop("areas", {}).items():
        game.area[number] = list(things)
    for region, things in given.pop("markets", {}).items():
        game.market[region] = list(things)
    for name, value in given.items():
        field = getattr(game, name)
        if isinstance(value, dict):
            for place, part in value.items():
                field[place] = part
        else:
            setattr(game, name, value)
    if draws is not None:
        rows = {name: iter(row) for name, row in draws.items()}
        for name, row in draws.items():
            game.piles[name] += row
        game = game.clone(lambda name: next(rows[name]))
    rounds.begin(game, first)
    return game


def choose(game, *options):
    for option in options:
        assert option in game.options, f"{game.kind}: {option} is not among {game.options}"
        game.choose(game.options.index(option))


def asked(game):
    return game.kind, game.options


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


def test_a_refresh_costs_one_and_is_offered_once():
    game = position(strength={0: 0}, stop=NE)
    choose(game, TWO)
    if game.kind == "progress":
        choose(game, game.options[0])
    choose(game, ("farm", SOUTH))
    assert game.kind != "refresh"
    game = position(strength={0: 5})
    choose(game, TWO, ("farm", NORTH))
    assert asked(game) == ("refresh", [("refresh",), PASS])
    choose(game, ("refresh",))
    assert game.kind == "swap"


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


# Farm


def inês():
    """T4: she moves one to NE and swaps her soldier for a farmer."""
    game = position(
        stop=NW,
        active={0: [F, B, S]},
        areas={LAND_NORTH: [B, F, N]},
        markets={NORTH: FULL},
        draws={"deck": [9, 10, 11]},
    )
    choose(game, ONE, ("farm", NORTH), PASS, ("swap", S, F))
    return game


def test_t4_farm_with_two_farmers():
    game = inês()
    assert (game.stop, game.strength[0]) == (NE, 1)
    assert game.area[LAND_NORTH] == [B, S, N]
    assert game.hand[0] == counts([0], 12)  # the leftmost, free
    assert asked(game) == ("farm", [(2,), (3,), (4,), (5,), (6,), DONE])
    choose(game, (2,))
    assert game.options == [(3,), (4,), DONE]
    choose(game, (3,))
    assert game.hand[0] == counts([0, 1, 2], 12)
    assert game.market[NORTH] == [3, 4, 5, 9, 10, 11]
    assert game.seat == 1


def test_t4_every_set_of_extra_cards_once():
    found = []
    todo = [inês()]
    while todo:
        here = todo.pop()
        if here.kind != "farm":
            continue
        for index, option in enumerate(here.options):
            child = here.clone(lambda name: 11)
            child.piles["deck"] += [11] * 6
            child.choose(index)
            if option == DONE or child.kind != "farm":
                taken = {k for k in FULL if child.hand[0][k]}
                found.append(tuple(sorted(taken - {0})))
            else:
                todo.append(child)
    # Cards 2 to 6 are the kinds 1 to 5.
    legal = [(), (1,), (2,), (3,), (4,), (5,), (1, 2), (1, 3), (2, 3)]
    assert sorted(found) == sorted(legal)


def test_a_druid_farms_and_a_noble_does_not():
    game = position(active={0: [N, N, N]}, tribe={0: [D]}, markets={NORTH: FULL}, areas={LAND_NORTH: [N, N, N]})
    choose(game, TWO, ("farm", NORTH))
    assert game.options == [(2,), (3,), (4,), DONE]


def test_the_discards_are_shuffled_when_a_card_is_needed_and_a_short_market_waits():
    game = position(active={0: [N, N, N]}, areas={LAND_NORTH: [N, N, N]}, markets={NORTH: [0, 1]}, discards=[7, 8])
    game.piles["deck"] = [5]
    choose(game, TWO, ("farm", NORTH))
    assert sorted(game.market[NORTH][2:]) == [7, 8]
    assert game.market[NORTH][:2] == [1, 5]
    assert (game.discards, game.piles["deck"]) == ([], [])


# Build


def builder(*, active=(F, F, F), tribe=(), built=0, hand=(), areas=(F, F, F), bonus=data.TOKEN, **more):
    """To build in the north; the citadels there all have one bonus."""
    return position(
        stop=SE,
        active={0: list(active)},
        tribe={0: list(tribe)},
        built={0: built},
        hand={0: list(hand)},
        areas={LAND_NORTH: list(areas), CENTRE: [F, F, F]},
        bonus=dict.fromkeys(range(4), bonus),
        **more,
    )


@pytest.mark.parametrize(("built", "cost"), [(0, 2), (1, 2), (2, 3), (3, 3), (4, 4), (5, 4), (6, 5), (7, 5), (8, 6)])
def test_t5_the_leftmost_disc_says_the_cost(built, cost):
    enough = [card(TEAL, i % 3) for i in range(cost)]
    assert ("build", NORTH) not in after_two(builder(built=built, hand=enough[1:])).options
    game = after_two(builder(built=built, hand=enough))
    choose(game, ("build", NORTH))
    assert game.cards[0] == 0
    assert game.built[0] == built + 1
    assert game.discs[0] == [0, 0, 1, 0, 0, 0, 0, 0]


def after_two(game):
    choose(game, TWO)
    return game


def test_no_tenth_disc():
    assert ("build", NORTH) not in after_two(builder(built=9, hand=range(12))).options


def test_t8_afonso_builds_on_orange():
    game = position(
        stop=SW,
        active={0: [F, B, S]},
        tribe={0: [B]},
        built={0: 4},
        hand={0: [card(ORANGE, TRAP), card(PINK, TRAP)]},
        areas={LAND_NORTH: [S, B, F], CENTRE: [S, N, F]},
        room={ORANGE: 1, PINK: 0},
        bonus={ORANGE: data.TOKEN},
        tokens={0: 0},
        supply=8,
    )
    choose(game, ONE, ("build", NORTH))
    # Two builders leave two cards to pay, and he has one orange: he must take the builder, and not refresh.
    assert game.options == [("swap", F, B), ("swap", S, B)]
    choose(game, ("swap", F, B))
    assert game.active[0] == [0, 2, 1, 0]
    assert game.hand[0] == counts([card(PINK, TRAP)], 12)
    assert game.discards[-1] == card(ORANGE, TRAP)
    assert (game.tokens[0], game.supply) == (1, 7)
    assert (game.bonuses[0], game.bonus[ORANGE], game.room[ORANGE]) == (1, -1, 0)
    assert game.built[0] == 5


def test_t9_one_card_at_least():
    game = after_two(builder(active=[B, B, B], tribe=[B, B], built=4, hand=[card(TEAL, TRAP)], areas=[B, B, B]))
    choose(game, ("build", NORTH))
    assert game.cards[0] == 0
    assert ("build", NORTH) not in after_two(builder(active=[B, B, B], tribe=[B, B], built=4)).options


def test_t6_a_bonus_of_two_cards_from_the_market_there():
    game = after_two(
        builder(
            hand=[card(PINK, TRAP), card(PINK, TRAP)],
            bonus=data.CARDS,
            markets={NORTH: FULL, SOUTH: [11] * 6},
            draws={"deck": [9, 9]},
        )
    )
    choose(game, ("build", NORTH))
    assert asked(game) == ("bonus_cards", [(1,), (2,), (3,), (4,), (5,)])
    choose(game, (5,))  # then the sixth is the only one after it
    assert game.hand[0] == counts([4, 5], 12)
    assert game.market[NORTH] == [0, 1, 2, 3, 9, 9]


def test_every_pair_of_bonus_cards_once():
    found = []
    for first in range(1, 6):
        game = after_two(builder(hand=[0, 1], bonus=data.CARDS, markets={NORTH: [3, 4, 5, 6, 7, 8]}))
        choose(game, ("build", NORTH), (first,))
        seconds = game.options if game.kind == "bonus_cards" else [(6,)]
        found += [(first, place) for (place,) in seconds]
    assert found == list(combinations(range(1, 7), 2))


def test_t7_the_last_disc_takes_the_tile_after_the_bonus():
    game = after_two(builder(hand=[0, 0], bonus=data.MIGHT, room={PINK: 1}, discs={1: [1, 0, 0, 0, 0, 0, 0, 0]}))
    game.built[1] = 1
    choose(game, ("build", NORTH))
    assert game.strength[0] == 3
    assert (game.bonuses, game.bonus[PINK]) == ([1, 0], -1)
    points = [dict(zip(scoring.CATEGORIES, row)) for row in game.points]
    assert [p["citadels"] for p in points] == [1, 1]
    assert [p["bonus_tiles"] for p in points] == [1, 0]


def test_a_full_citadel_is_closed_and_an_open_one_scores_nothing():
    game = after_two(builder(hand=[0, 0, 3, 3], room={PINK: 0}, strength={0: 14}, bonus=data.MIGHT))
    choose(game, ("build", NORTH), PASS)
    assert game.discs[0] == [0, 1, 0, 0, 0, 0, 0, 0]
    assert game.strength[0] == 15  # the rest is lost
    assert game.points[0][0] == 0


def test_an_empty_supply_gives_no_token():
    game = after_two(builder(hand=[0, 0], bonus=data.TOKEN, supply=0))
    choose(game, ("build", NORTH))
    assert (game.tokens[0], game.supply) == (0, 0)


def test_a_bonus_recruit_is_followed_by_a_refill_and_the_limit():
    game = after_two(builder(active=[F, F, F], tribe=[S] * 8, hand=[0, 0], bonus=data.RECRUIT_ONE, draws={"bag": [N]}))
    # All three are farmers, and so is the centre: nothing to ask before the limit.
    choose(game, ("build", NORTH))
    assert game.area[CENTRE] == [N, F, F]
    assert asked(game) == ("dismiss", [(F,), (S,)])
    choose(game, (F,))
    assert game.tribe[0] == [0, 0, 8, 0, 0]
    assert game.active[0] == [3, 0, 0, 0]


def test_payment_goes_card_by_card_in_rising_order():
    hand = [card(TEAL, WARRIOR), card(TEAL, TRAP), card(TEAL, TRAP), card(TEAL, FORTRESS), card(PINK, TRAP)]
    game = after_two(builder(built=2, hand=hand))
    choose(game, ("build", NORTH))
    assert asked(game) == ("pay", [(card(TEAL, WARRIOR),), (card(TEAL, TRAP),)])
    choose(game, (card(TEAL, TRAP),))  # then the second trap and the fortress are all that is left
    assert game.hand[0] == counts([card(TEAL, WARRIOR), card(PINK, TRAP)], 12)
    assert game.discards[-3:] == [card(TEAL, TRAP), card(TEAL, TRAP), card(TEAL, FORTRESS)]


def test_build_counts_the_swap_the_visible_refresh_and_a_token():
    one = [card(TEAL, TRAP)]  # against a cost of two
    assert ("build", NORTH) not in after_two(builder(hand=one)).options
    game = after_two(builder(hand=one, areas=[F, B, F]))
    choose(game, ("build", NORTH))  # the swap must be, so it answers itself
    assert game.active[0] == [2, 1, 0, 0]
    # A builder in the centre, and strength to pay the refresh.
    centre = {LAND_NORTH: [F, F, F], CENTRE: [F, B, F]}
    for strength, offered in ((0, False), (1, True)):
        game = position(hand={0: one}, active={0: [F, F, S]}, areas=centre, strength={0: strength})
        assert (("build", NORTH) in after_two(game).options) == offered
    choose(game, ("build", NORTH))  # must refresh
    assert asked(game) == ("swap", [("swap", F, B), ("swap", S, B)])
    game = after_two(builder(hand=one, tokens={0: 1}))
    choose(game, ("build", NORTH))  # must spend the token, but for the bonus
    assert (game.built[0], game.tokens[0], game.cards[0]) == (1, 1, 0)


def test_where_the_area_has_the_builder_a_refresh_would_spoil_it():
    game = after_two(builder(hand=[card(TEAL, TRAP)], areas=[F, B, F], active=[F, F, S], strength={0: 5}))
    choose(game, ("build", NORTH))
    assert asked(game) == ("swap", [("swap", F, B), ("swap", S, B)])


# Tokens


def test_a_token_reaches_any_action_and_region():
    game = after_two(position(tokens={0: 1}, hand={0: [0, 0]}, supply=8))
    here = [("farm", NORTH), ("build", NORTH), ("recruit", NORTH)]
    assert game.options == here + [
        ("token", action, region) for action in ("farm", "build", "battle", "recruit") for region in (NORTH, SOUTH)
    ]
    choose(game, ("token", "battle", SOUTH))
    assert (game.stop, game.tokens[0], game.supply) == (NW, 0, 9)
    while game.kind in ("refresh", "swap"):
        choose(game, PASS)
    assert game.kind == "arms"  # there was no second token to ask about


def test_a_token_is_one_worker_of_the_type_that_helps():
    areas = {number: [N, N, N] for number in range(5)}
    game = after_two(position(active={0: [N, N, N]}, areas=areas, tokens={0: 2}, markets={NORTH: FULL}, supply=6))
    choose(game, ("token", "farm", NORTH))
    assert asked(game) == ("extra", [("extra",), PASS])  # one for each use
    choose(game, ("extra",))
    assert game.options == [(2,), (3,), (4,), DONE]
    assert (game.tokens[0], game.supply) == (0, 8)
    game = after_two(position(active={0: [F, F, F]}, areas={number: [F, F, F] for number in range(5)}, tokens={0: 1}))
    choose(game, ("recruit", NORTH), ("extra",))
    assert asked(game) == ("recruit", [(F,), DONE])  # a second one, as by a noble


# Battle


@pytest.mark.parametrize(("soldiers", "gained"), [(0, 0), (1, 2), (2, 4), (3, 6), (4, 8), (5, 8)])
def test_t10_strength_by_soldiers(soldiers, gained):
    tribe = [D] * (soldiers > 0) + [S] * (soldiers - 1)  # a druid counts too
    game = position(
        stop=NW,
        active={0: [F, F, F]},
        tribe={0: tribe},
        hand={0: [card(PINK, TRAP), card(TEAL, TRAP)]},
        areas={CAMP: [F, F, F]},
        army={NORTH: []},
    )
    choose(game, ONE, ("battle", NORTH), PASS, (card(PINK, TRAP),), (card(TEAL, TRAP),))
    assert game.strength[0] == 1 + gained
    assert game.cards[0] == 0
    assert game.seat == 1


def test_t11_afonso_battles():
    warriors = [card(c, WARRIOR) for c in (PINK, ORANGE, TEAL)]
    game = position(
        stop=NW,
        strength={0: 3},
        active={0: [F, S, S]},
        areas={CAMP: [F, F, F]},
        hand={0: [*warriors, card(PURPLE, FORTRESS), card(PURPLE, TRAP)]},
        army={NORTH: [6, 5]},  # 10 strength on top: 2 points
        free={NORTH: [1, 0, 1]},
    )
    choose(game, ONE)
    assert game.strength[0] == 4
    choose(game, ("battle", NORTH), PASS, PASS)
    assert game.kind == "arms"
    assert game.options == [(k,) for k in (0, 3, 6, 10, 11)] + [DONE]
    choose(game, (warriors[0],))
    assert game.options == [(3,), (6,), DONE]
    choose(game, (warriors[1],), (warriors[2],))  # and nothing more of that icon
    assert game.strength[0] == 10
    assert asked(game) == ("fight", [("fight",), PASS])
    choose(game, ("fight",))
    assert game.strength[0] == 0
    assert asked(game) == ("garrison", [("garrison", card(PURPLE, FORTRESS)), PASS])  # the trap's space is taken
    choose(game, ("garrison", card(PURPLE, FORTRESS)))
    assert game.hand[0] == counts([card(PURPLE, TRAP)], 12)
    assert game.romans[0] == [5]
    assert game.points[0][3] == 2
    assert (game.garrison[0], game.left[0], game.free[NORTH]) == ([1, 0], 3, [1, 0, 0])
    assert game.army[NORTH] == [6]
    assert game.seat == 1


def test_a_fight_needs_the_strength_no_cards_and_may_be_left():
    for strength, kind in ((4, "fight"), (3, "move")):
        game = position(
            stop=NW, strength={0: strength}, active={0: [F, F, F]}, areas={CAMP: [F, F, F]}, army={NORTH: [0]}
        )
        choose(game, ONE, ("battle", NORTH), PASS)
        assert game.kind == kind
    game = position(stop=NW, strength={0: 9}, active={0: [F, F, F]}, areas={CAMP: [F, F, F]})
    choose(game, ONE, ("battle", NORTH), PASS, PASS)
    assert game.strength[0] == 10
    assert game.romans[0] == []


def test_t17_the_last_army_moves_its_marker_and_not_the_track():
    game = position(
        stop=NE,
        track=0,
        strength={0: 6},
        active={0: [F, F, F]},
        areas={CAMP: [F, F, F]},
        army={SOUTH: [1]},
    )
    choose(game, ONE, ("battle", SOUTH), PASS, ("fight",))
    # Without cards there is no cube to ask about.
    assert game.kind == "stack_marker"
    assert game.seat == 0
    assert game.options == [(0,), (1,), (2,), (3,), (4,)]
    choose(game, (3,))
    assert game.markers == [0, 0, 0, 1, 0]
    assert (game.track, game.romans[0], game.strength[0], game.left[0]) == (0, [1], 1, 4)
    assert game.stack_marker == [True, False, True, True]
    assert game.seat == 1


# Recruit


def recruiter(**given):
    given.setdefault("areas", {})
    given["areas"] = {GROVE: [F, F, F], CENTRE: [F, F, F], **given["areas"]}
    given.setdefault("order", {NORTH: [0]})
    return position(stop=SW, **given)


def test_t12_refill_one_at_a_time():
    game = recruiter(
        active={0: [N, N, F]},
        areas={CENTRE: [F, S, S], GROVE: [N, N, N]},
        order={NORTH: []},
        draws={"bag": [B, N]},
    )
    choose(game, ONE, ("recruit", NORTH), PASS, PASS)
    assert asked(game) == ("recruit", [(F,), (N,)])
    choose(game, (N,), (N,))
    assert asked(game) == ("refill", [(F,), (S,)])
    choose(game, (S,))
    assert game.area[CENTRE] == [F, B, S]  # the new one lies where the one taken lay
    assert game.options == [(F,), (B,), (S,)]
    choose(game, (B,))
    assert game.active[0] == [1, 1, 1, 0]
    assert game.area[CENTRE] == [F, N, S]


@pytest.mark.parametrize(
    ("active", "tribe", "most"),
    [
        ([F, B, S], [], 1),
        ([F, B, S], [N], 2),
        ([F, B, N], [], 2),
        ([F, B, N], [N], 3),
        ([N, N, N], [N, N], 3),
        ([F, B, S], [D, D], 1),
    ],
)
def test_t13_recruits_by_nobles(active, tribe, most):
    game = recruiter(active={0: active}, tribe={0: tribe}, order={NORTH: []})
    choose(game, ONE, ("recruit", NORTH), PASS)
    before = sum(game.tribe[0])
    if game.kind == "swap":
        choose(game, PASS)
    while game.kind == "recruit":
        choose(game, game.options[0])
    assert sum(game.tribe[0]) - before == most


def test_t14_inês_recruits_and_trains():
    game = recruiter(
        active={0: [F, B, S]},
        hand={0: [card(PINK, TRAP), card(TEAL, TRAP)]},
        areas={GROVE: [F, N, F], CENTRE: [F, S, S]},
        order={NORTH: [6, 0]},  # a farmer and a noble on top: 1 point
        draws={"bag": [F, F]},
    )
    bag = Counter(game.piles["bag"])
    choose(game, ONE, ("recruit", NORTH), PASS, ("swap", S, N))
    assert game.strength[0] == 1
    choose(game, (F,))
    assert game.options == [(B,), (N,), DONE]
    choose(game, (N,))
    assert asked(game) == ("train", [("train",), PASS])
    choose(game, ("train",))
    assert game.tribe[0] == [0, 0, 0, 0, 0]
    assert Counter(game.piles["bag"]) - bag == Counter([F, N])
    choose(game, (S,), (S,))
    assert game.active[0] == [0, 1, 2, 0]
    assert game.orders[0] == [0]
    assert game.points[0][2] == 1
    assert asked(game) == ("druid", [("druid",), PASS])
    choose(game, ("druid",))
    assert asked(game) == ("druid_cards", [(card(PINK, TRAP),), (card(TEAL, TRAP),)])
    choose(game, (card(TEAL, TRAP),))
    assert game.hand[0] == counts([card(PINK, TRAP)], 12)
    assert game.tribe[0] == [0, 0, 0, 0, 1]
    assert (game.druids[NORTH], game.order[NORTH]) == (2, [6])
    assert game.seat == 1


@pytest.mark.parametrize(("druids", "cards"), [(0, 1), (1, 2), (2, 3)])
def test_t15_the_next_druid_costs_its_number(druids, cards):
    def trained(held):
        game = recruiter(
            active={0: [F, F, F]}, tribe={0: [N] + [D] * druids}, hand={0: [5] * held}, order={NORTH: [1, 0]}
        )
        choose(game, ONE, ("recruit", NORTH), PASS, DONE, ("train",))  # one farmer goes unasked
        return game

    game = trained(cards)
    choose(game, ("druid",))
    assert (game.cards[0], game.tribe[0][D]) == (0, druids + 1)
    assert trained(cards - 1).kind == "move"


def test_a_druid_is_no_worker_for_an_order():
    game = recruiter(active={0: [F, F, F]}, tribe={0: [D]})
    choose(game, ONE, ("recruit", NORTH), PASS)
    assert game.kind == "move"
    assert game.tribe[0] == [1, 0, 0, 0, 1]


def test_the_last_order_moves_its_marker_before_the_druid():
    game = recruiter(active={0: [F, F, F]}, tribe={0: [N]}, hand={0: [5]}, markers=[1, 1, 2, 3, 3])
    game.progress = [0, 1, 2, 13, 14]  # room for 2, 2, 2, 3, 3
    choose(game, ONE, ("recruit", NORTH), PASS, DONE, ("train",))  # one farmer goes unasked
    assert asked(game) == ("stack_marker", [(0,), (1,)])
    choose(game, (1,))
    assert game.markers == [1, 2, 2, 3, 3]
    assert game.kind == "druid"
    assert game.stack_marker == [True, True, False, True]


def test_eight_in_the_tribe_at_the_end_and_druids_leave_for_good():
    game = recruiter(
        active={0: [S, S, S]}, tribe={0: [N] * 2 + [B] * 5 + [D]}, order={NORTH: []}, draws={"bag": [F, F, F]}
    )
    bag = Counter(game.piles["bag"])
    boxed = game.boxed[D]
    choose(game, ONE, ("recruit", NORTH), PASS, PASS, (S,), (S,))
    assert asked(game) == ("dismiss", [(B,), (S,), (N,)])  # with the druid first, two would be too many
    choose(game, (S,))
    assert game.options == [(S,), (N,)]
    choose(game, (N,))
    assert game.options == [(N,), (D,)]
    choose(game, (D,))
    assert game.tribe[0] == [0, 5, 2, 1, 0]
    assert game.boxed[D] == boxed + 1
    assert game.active[0] == [3, 0, 0, 0]
    assert Counter(game.piles["bag"]) - bag == Counter([S, N])


def test_who_is_short_after_the_limit_refills_once_more():
    game = recruiter(
        active={0: [S, S, S]},
        tribe={0: [N, N, B, B, B, B, B, B]},
        areas={CENTRE: []},
        order={NORTH: []},
    )
    game.piles["bag"].clear()
    choose(game, ONE, ("recruit", NORTH), PASS, PASS, DONE)
    assert game.active[0] == [0, 0, 2, 0]
    choose(game, (B,))
    assert game.active[0] == [0, 1, 2, 0]
    assert (game.area[CENTRE], game.piles["bag"]) == ([], [])


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


def test_t18_the_round_is_finished_then_everybody_has_a_double_turn():
    game = position(3, stop=NE, track=1, teutates=2)
    choose(game, ONE)
    assert (game.kind, game.seat) == ("progress", 2)
    choose(game, (0,))
    assert (game.track, game.teutates) == (0, 0)
    turns = [game.mover]
    finish_turn(game)
    while not game.over:
        turns.append(game.mover)
        choose(game, ONE)
        assert game.kind not in ("progress", "flip")  # the track is empty
        finish_turn(game)
    assert turns == [0, 1, 2, 0, 0, 1, 1, 2, 2]
    assert game.reason == "track_empty"
    assert game.options == []


# Scoring


def table(players=2, **given):
    return position(players, progress=[], markers=[], **given)


def test_t19_afonso_scores_27():
    game = table(
        3,
        room={0: 0, 1: 0, 2: 1, 3: 1},
        discs={0: [4, 2, 1, 0, 0, 0, 0, 0], 1: [0] * 8, 2: [0, 0, 0, 0, 1, 0, 0, 0]},
        built={0: 7, 2: 1},
        bonuses={0: 3},
        orders={0: [0, 4]},
        romans={0: [5]},
        left={0: 3, 1: 2},
        garrison={0: [1, 0], 1: [2, 0]},
        tribe={0: [F, F, B, S], 1: [F, B, S, S]},
        strength={0: 4},
        hand={0: [0, 5]},
        leader={0: data.LEADERS.index("boudica")},
        flipped={0: True},
    )
    # Most bonus tiles, but no marker; tied for workers; the North; most builders, missed; 2 orange discs; a miss.
    game.progress = [
        data.PROGRESS.index(card)
        for card in (
            ("most_bonuses", 0), ("most_workers", 0), ("most_in_region", NORTH), ("druids", 2), ("discs", ORANGE),
            ("orders", 3),
        )
    ]  # fmt: skip
    game.markers = [0, 2, 1, 1, 2, 3]
    assert game.points[0] == (6, 3, 3, 2, 0, 1, 3, 0, 1, 5, 3)
    assert game.scores[0] == 27


@pytest.mark.parametrize(("strength", "cards", "points"), [(4, 0, 0), (3, 2, 1), (0, 9, 1), (5, 5, 2)])
def test_t20_the_rest_by_fives(strength, cards, points):
    game = table(strength={0: strength}, hand={0: [7] * cards})
    assert game.points[0][8] == points


@pytest.mark.parametrize(("workers", "points"), [(0, 0), (3, 0), (4, 1), (5, 1), (6, 2), (7, 2), (8, 3)])
def test_spaces_of_the_tribe(workers, points):
    assert table(tribe={0: [F] * (workers // 2) + [D] * (workers - workers // 2)}).points[0][5] == points


@pytest.mark.parametrize(("built", "points"), [(2, 0), (3, 1), (4, 1), (5, 2), (7, 3), (8, 3), (9, 4)])
def test_spaces_of_the_discs(built, points):
    assert table(built={0: built}).points[0][6] == points


def test_garrisons_by_region_and_all_cubes():
    game = table(garrison={0: [2, 2], 1: [2, 1]}, left={0: 0, 1: 1})
    assert [row[4] for row in game.points] == [4, 2]
    assert [row[7] for row in game.points] == [1, 0]
    assert [row[4] for row in table().points] == [0, 0]


def met(asked, what, players=2, **given):
    game = table(players, **given)
    return [scoring.fulfils(game, seat, asked, what) for seat in range(players)]


def test_progress_cards():
    discs = {0: [1, 0, 0, 0, 1, 0, 0, 0], 1: [0, 1, 0, 0, 1, 0, 0, 0]}
    assert met("discs", PINK, discs=discs) == [True, False]
    assert met("discs", ORANGE, discs=discs) == [False, False]
    assert met("most_discs", PINK, discs=discs) == [True, False]
    assert met("most_discs", ORANGE, discs=discs) == [False, True]
    assert met("most_discs", TEAL, discs=discs) == [False, False]  # nobody has one
    assert met("most_in_region", SOUTH, discs=discs) == [True, True]
    tribes = {0: [F, F, D, D], 1: [F, B, S, N, N]}
    assert met("most_type", F, tribe=tribes) == [True, False]  # druids are no farmers here
    assert met("most_type", N, tribe=tribes) == [False, True]
    assert met("most_workers", 0, tribe=tribes) == [False, True]
    assert met("workers", 5, tribe=tribes) == [False, True]
    assert met("druids", 2, tribe=tribes) == [True, False]
    assert met("bonuses", 2, bonuses={0: 1, 1: 2}) == [False, True]
    assert met("most_bonuses", 0, bonuses={0: 1, 1: 1}) == [True, True]
    assert met("orders", 3, orders={0: [0, 1, 2], 1: [4, 5]}) == [True, False]
    assert met("most_orders", 0, orders={0: [0], 1: [4, 5]}) == [False, True]  # tiles, not points
    assert met("romans", 3, romans={0: [0, 1, 2], 1: [4, 5]}) == [True, False]
    assert met("most_romans", 0, romans={0: [0, 1], 1: [4, 5]}) == [True, True]
    assert met("garrison", SOUTH, garrison={0: [3, 1], 1: [0, 2]}) == [False, True]


def test_every_described_progress_card_is_there():
    assert len(data.PROGRESS) == 26
    assert len(set(data.PROGRESS)) == 25
    assert data.PROGRESS.index(("romans", 3)) >= data.SMALL_CARDS  # it held 3 markers
    for n in (2, 3, 4):
        small, large = data.LAID_OUT[n]
        assert 2 * small + 3 * large >= data.TRACK[n] + 4


@pytest.mark.parametrize(
    ("leader", "field", "amounts"),
    [
        ("viriato", "romans", ([0, 1], [0, 3], [0, 1, 3], [0, 1, 3, 4])),
        ("avarus", "left", (3, 2, 1, 0)),
        ("diviciacus", "orders", ([4, 5], [1, 5], [1, 4, 5], [0, 1, 4, 5])),
        ("ambiorix", "romans", ([0, 1], [6], [3, 4, 0], [3, 4, 5])),
        (
            "vercingetorix",
            "discs",
            ([2, 1, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 1, 0], [2, 2, 2, 0, 1, 1, 0, 0], [2, 1, 0, 0, 0, 1, 1, 1]),
        ),
        ("caratacus", "tribe", ([1, 1, 0, 0, 3], [1, 1, 0, 1, 0], [2, 2, 1, 0, 3], [2, 2, 1, 1, 0])),
        ("cartimandua", "bonuses", (0, 1, 2, 3)),
        ("boudica", "built", (2, 3, 6, 7)),
    ],
)
def test_t25_leaders(leader, field, amounts):
    """What just misses side A, just meets it, just misses side B, just meets it."""
    for flipped, points in ((False, [0, 1, 1, 1]), (True, [0, 0, 0, 3])):
        game = table(leader={0: data.LEADERS.index(leader)}, flipped={0: flipped})
        found = []
        for amount in amounts:
            getattr(game, field)[0] = amount
            found.append(scoring.leader_points(game, 0))
        assert found == points


def test_ties():
    def ranks(**given):
        return table(3, leader=dict.fromkeys(range(3), 0), **given).ranking

    assert ranks() == [[0, 1, 2]]
    assert ranks(bonuses={1: 2, 2: 1}) == [[1], [2], [0]]
    assert ranks(built={0: 1}, tribe={1: [F, D]}) == [[1], [0], [2]]  # discs and workers together
    # Equal in that: tiles, by number and not by value.
    assert ranks(romans={0: [5], 1: [0], 2: [0]}, orders={1: [0], 2: [1]}, bonuses={0: 0}) == [[1, 2], [0]]


# Solo


def solo(**given):
    given.setdefault("draws", {})
    return position(1, **given)


def quiet_turn(game):
    """The human goes two spaces, farms, and takes as little as can be."""
    choose(game, TWO)
    choose(game, next(o for o in game.options if o[0] == "farm"))
    while game.mover == 0 and game.kind not in ("move", "progress"):
        game.choose(len(game.options) - 1)


def test_t21_solitairix_farms_where_teal_is_full():
    drawn = card(TEAL, WARRIOR)
    game = solo(
        stop=SE,
        active={0: [F, F, F]},
        areas={LAND_NORTH: [F, F, F]},
        room={TEAL: 0},
        markets={NORTH: FULL},
        side=0,
        section=2,
        theirs=S,
        discards=[card(PURPLE, WARRIOR)],
        draws={"deck": [card(PURPLE, FORTRESS), drawn, 6, 7, 8, 9]},
    )
    choose(game, TWO, ("farm", NORTH), DONE)  # NW; the market is then 1 to 5 and the purple fortress
    assert (game.stop, game.section) == (NE, 0)  # one space, two quarters
    assert (game.theirs, game.area[LAND_NORTH]) == (F, [S, F, F])  # the leftmost
    assert game.market[NORTH] == [3, 4, 6, 7, 8, 9]  # the 1st, 2nd, 5th and 6th are gone
    assert game.discards[-5:] == [1, 2, 5, card(PURPLE, FORTRESS), drawn]
    assert (game.mover, game.kind) == (0, "move")


@pytest.mark.parametrize(
    ("top", "spaces", "quarters"),
    [
        (card(TEAL, TRAP), 2, 2),
        (card(TEAL, WARRIOR), 2, 1),
        (card(PINK, TRAP), 1, 2),
        (card(PINK, WARRIOR), 1, 1),
        (None, 1, 1),
    ],
)
def test_t22_the_card_moves_the_marker_and_turns_the_tile(top, spaces, quarters):
    game = solo(
        stop=NE,
        track=0,
        discards=[] if top is None else [top],
        section=0,
        side=0,
        markets={SOUTH: FULL},
        active={0: [N, N, N]},
        areas={LAND_SOUTH: [N, N, N]},
    )
    game.piles["deck"] = [card(TEAL, TRAP)]
    cards = iter([0, card(TEAL, TRAP)] + list(range(12)) * 3)
    game = game.clone(lambda name: next(cards) if name == "deck" else game.piles["bag"][0])
    game.piles["deck"] += [*range(12)] * 4
    rounds.begin(game, 0)
    choose(game, TWO, ("farm", SOUTH))  # SW: he is next
    assert game.stop == (SW + spaces) % 4
    assert game.section == quarters


def scripted(section, *, side=0, drawn, stop=SW, **given):
    """After a quiet turn that ends on `stop`, Solitairix goes one space and turns the tile to this section."""
    top = next(k for k in range(12) if k // 3 != drawn // 3 and k % 3 != drawn % 3)
    given.setdefault("areas", {})
    given["areas"] = {LAND_SOUTH: [N] * 3, LAND_NORTH: [N] * 3, CENTRE: [F, S, S], **given["areas"]}
    game = solo(
        stop=(stop + 2) % 4,
        track=0,
        side=side,
        section=(section - 1) % 4,
        discards=[top],
        active={0: [N, N, N]},
        theirs=F,
        **given,
    )
    region = data.REGION_AT[stop]
    cards = iter([0, drawn, *range(12)])
    bag = game.piles["bag"]
    game = game.clone(lambda name: next(cards) if name == "deck" else bag[0])
    game.piles["deck"] += [drawn, *range(12)] * 4
    rounds.begin(game, 0)
    choose(game, TWO, ("farm", region))
    assert game.section == section
    assert game.stop == (stop + 1) % 4
    return game


def test_solitairix_builds_without_the_bonus_and_takes_the_tile_of_a_full_citadel():
    drawn = card(ORANGE, TRAP)
    game = scripted(0, drawn=drawn, room={ORANGE: 1}, bonus={ORANGE: data.MIGHT})
    assert game.discs[1] == [0, 1, 0, 0, 0, 0, 0, 0]
    assert (game.built[1], game.bonuses[1], game.bonus[ORANGE], game.strength[1]) == (1, 1, -1, 0)
    assert game.theirs == N
    assert game.area[LAND_NORTH] == [F, N, N]  # the leftmost of section 1


def test_solitairix_battles_and_places_a_cube_where_its_icon_is_free():
    for icon, cubes in ((TRAP, 1), (FORTRESS, 0)):
        game = scripted(
            1, drawn=card(ORANGE, icon), stop=NW, army={NORTH: [5, 2]}, free={NORTH: [1, 1, 0]},
            areas={CAMP: [F, S, B]},
        )  # fmt: skip
        assert game.romans[1] == [2]
        assert game.garrison[1] == [cubes, 0]
        assert game.left[1] == 4 - cubes
        assert (game.theirs, game.area[CAMP]) == (S, [F, F, B])  # the middle one


def test_an_action_away_from_the_marker_cannot_be_done():
    game = scripted(1, drawn=card(ORANGE, TRAP), stop=SW, markets={NORTH: FULL})  # NW: no battle there
    assert game.romans[1] == []
    assert game.discards[-4:] == [0, 2, 3, card(ORANGE, TRAP)]


def test_solitairix_takes_a_druid_tile_and_a_druid_and_discards_the_marker_of_an_empty_stack():
    game = scripted(2, drawn=card(ORANGE, TRAP), stop=SW, order={NORTH: [3]}, areas={GROVE: [F, S, B]})
    assert game.orders[1] == [3]
    assert (game.tribe[1], game.druids[NORTH]) == ([0, 0, 0, 0, 1], 2)
    assert game.stack_marker == [True, True, False, True]
    assert sum(game.markers) == 0
    assert (game.theirs, game.area[GROVE]) == (B, [F, S, F])  # the rightmost
    # With the stack empty he farms.
    game = scripted(2, drawn=card(ORANGE, TRAP), stop=SW, order={NORTH: []}, markets={NORTH: FULL})
    assert game.discards[-4:] == [0, 1, 2, card(ORANGE, TRAP)]


def test_the_refresh_section_brings_the_centre_and_swaps_the_leftmost():
    game = scripted(3, drawn=card(ORANGE, TRAP), stop=SW, areas={GROVE: [B, B, B], CENTRE: [S, N, N]})
    assert game.area[GROVE] == [F, N, N]
    assert game.theirs == S


def test_in_solo_the_human_places_every_marker_and_alone_decides_to_flip():
    game = solo(stop=NE, track=4)
    choose(game, ONE, (4,))
    assert (game.kind, game.seat) == ("flip", 0)
    choose(game, PASS)
    assert (game.kind, game.seat, game.teutates) == ("action", 0, 0)


def test_t23_in_solo_a_missed_card_costs_its_points():
    game = table(
        1,
        tribe={0: [F, F, B, B, S, S]},
        discs={0: [0, 0, 2, 0, 0, 0, 1, 0]},
        romans={0: [0, 1, 2]},
    )
    game.progress = [
        data.PROGRESS.index(card)
        for card in (("most_workers", 0), ("most_type", F), ("most_bonuses", 0), ("discs", TEAL), ("romans", 3))
    ]
    game.markers = [1, 2, 0, 2, 3]
    assert game.points[0][9] == 4


def test_other_majorities_in_solo_are_against_solitairix():
    game = table(1, bonuses={0: 1, 1: 2}, garrison={0: [1, 2], 1: [2, 0]})
    assert not scoring.fulfils(game, 0, "most_bonuses", 0)
    assert game.points[0][4] == 2


@pytest.mark.parametrize(("level", "target"), [("easy", 25), ("normal", 30), ("hard", 35)])
def test_t24_targets(level, target):
    game = Game(1, random.Random(0), level=level)
    assert game.target == target
    game = table(1, target=target, leader={0: 0}, left={0: 4}, bonuses={0: target})
    assert (game.scores, game.ranking) == ([target], [[0], [1]])
    game.bonuses[0] -= 1
    assert game.ranking == [[1], [0]]


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
            strengths = [data.ROMAN[tile][0] for tile in reversed(stack)]
            assert strengths == sorted(strengths)
            assert strengths.count(1), strengths.count(2) == data.STACK[players]
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
    placed = game.track + sum(game.stack_marker) + sum(game.markers)
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


def played(players, seed, *, every=1, level="normal"):
    """A random game, with what must hold at each decision."""
    rng = random.Random(seed)
    game = Game(players, rng, rng.randrange(players), level)
    decisions = 0
    asked = set()
    while not game.over:
        options = game.options
        asked.add(game.kind)
        assert len(options) > 1, game.kind
        assert len(set(options)) == len(options)
        assert 0 <= game.seat < players
        if game.kind == "action":
            seat, tokens = game.seat, game.tokens[game.seat]
            region = data.REGION_AT[game.stop]
            assert (("build", region) in options) == could_build(game, seat, region, tokens)
            for where in (NORTH, SOUTH):
                reached = tokens > 0 and could_build(game, seat, where, tokens - 1)
                assert (("token", "build", where) in options) == reached
        elif game.kind == "move":
            assert max(map(sum, game.tribe)) <= 8
            assert [sum(a) for a in game.active[:players]] == [3] * players or not game.piles["bag"]
        if decisions % every == 0:
            check(game)
        game.choose(rng.randrange(len(options)))
        decisions += 1
    check(game)
    assert game.reason == "track_empty"
    assert (game.track, game.teutates) == (0, game.first)
    assert sorted(s for place in game.ranking for s in place) == list(range(game.seats))
    assert len(game.scores) == players
    return asked


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games(players):
    asked = set()
    for seed in range(60):
        asked |= played(players, seed, every=7)
    usual = {"leader", "discard", "move", "progress", "flip", "action", "refresh", "swap", "extra", "farm", "citadel"}
    usual |= {"pay", "bonus_cards", "bonus_recruit", "arms", "fight", "recruit", "train", "refill", "druid"}
    assert asked >= usual


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_thousands_of_random_games(players):
    asked = set()
    for seed in range(1000, 4000):
        asked |= played(players, seed, every=11)
    assert asked == set(ANSWERS)


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
