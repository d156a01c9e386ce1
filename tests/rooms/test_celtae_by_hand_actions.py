"""The hand-written Celtae: Farm, Build, Battle, Recruit and tokens (T4 to T15, T17)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.benchmarks.celtae import data, scoring
from tests.celtae_positions import (
    CAMP,
    CENTRE,
    DONE,
    FORTRESS,
    FULL,
    GROVE,
    LAND_NORTH,
    NE,
    NORTH,
    NW,
    ONE,
    ORANGE,
    PASS,
    PINK,
    PURPLE,
    SE,
    SOUTH,
    SW,
    TEAL,
    TRAP,
    TWO,
    WARRIOR,
    B,
    D,
    F,
    N,
    S,
    asked,
    card,
    choose,
    counts,
    position,
)

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
    assert game.area[CENTRE] == [F, F, N]
    assert asked(game) == ("dismiss", [(F,), (S,)])
    choose(game, (F,))
    assert game.tribe[0] == [0, 0, 8, 0, 0]
    assert game.active[0] == [3, 0, 0, 0]


def test_a_bonus_recruit_without_active_workers_is_a_refill():
    game = after_two(builder(active=[], hand=[0, 0], bonus=data.RECRUIT_ONE, draws={"bag": [F, F, F]}))
    choose(game, ("build", NORTH))
    assert sum(game.tribe[0]) == 0
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


def test_cards_go_in_rising_order_so_that_a_set_is_offered_once():
    game = position(stop=NW, active={0: [F, F, F]}, areas={CAMP: [F, F, F]}, hand={0: [0, 3, 3, 6, 7]})
    choose(game, ONE, ("battle", NORTH), PASS, (3,))
    assert game.options == [(3,), (6,), DONE]
    choose(game, DONE)
    assert game.hand[0] == counts([0, 3, 6, 7], 12)


def test_without_a_cube_nothing_is_asked():
    game = position(
        stop=NW,
        strength={0: 4},
        active={0: [F, F, F]},
        areas={CAMP: [F, F, F]},
        army={NORTH: [1, 0]},
        hand={0: [card(PINK, TRAP)]},
        left={0: 0},
    )
    choose(game, ONE, ("battle", NORTH), PASS, DONE, ("fight",))
    assert (game.kind, game.seat) == ("move", 1)


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
    assert game.area[CENTRE] == [F, S, B]  # the new one comes last
    assert game.options == [(F,), (B,), (S,)]
    choose(game, (B,))
    assert game.active[0] == [1, 1, 1, 0]
    assert game.area[CENTRE] == [F, S, N]


def test_without_active_workers_nobody_is_recruited():
    game = recruiter(active={0: []}, areas={CENTRE: [B, B, B]}, order={NORTH: []}, draws={"bag": [B, B, B]})
    choose(game, ONE, ("recruit", NORTH), PASS)
    assert sum(game.tribe[0]) == 0
    assert game.active[0] == [0, 3, 0, 0]
    assert game.mover == 1


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
