"""The hand-written Celtic Quest: at the Stone Circle and at settlements (Q4 to Q8, Q10, Q27 to Q29)."""

from __future__ import annotations

import pytest

from tests.benchmarks.celtic_quest import after, data, land, moves
from tests.benchmarks.celtic_quest.data import (
    CLOTH,
    CRYSTAL,
    DEER,
    FISH,
    GOLD,
    GRAPES,
    HARP,
    ORE,
    RING,
    WHEAT,
)
from tests.celtic_quest_positions import (
    AT_CIRCLE,
    AT_ICENI,
    CIRCLE,
    DONE,
    FISH_T1,
    ICENI,
    ON_T8,
    PASS,
    T1,
    T4,
    T8,
    WHEAT_T4,
    asked,
    choose,
    hold,
    moving,
)

DRAW = ("draw_quest",)


def dropping(*chits):
    return [("drop", chit) for chit in chits]


def improving(*abilities):
    return [("improve", ability) for ability in abilities]


def claiming(most):
    return [("claim", points) for points in range(1, most + 1)]


# The Stone Circle


def test_completing_a_quest():
    game = moving(AT_CIRCLE, ORE, FISH, level=(0, 0, 1), quest=3)
    choose(game, DONE)
    assert asked(game) == ("circle", [("complete",), *dropping(ORE, FISH), DONE])
    choose(game, ("complete",))
    assert asked(game) == ("enchant", [(tile,) for tile in data.ICONS])
    assert game.discards == [ORE, FISH]
    choose(game, (T4,))
    assert (game.crystal[T4], game.boxed[WHEAT], game.sites[WHEAT_T4]) == (1, 1, 0)
    assert (game.chart, game.finished[0], game.powers[0][data.TALISMAN]) == (0, 1, 1)
    assert asked(game) == ("circle", [DRAW, DONE])
    size = len(game.piles["quests"])
    choose(game, DRAW)
    assert game.quest[0] >= 0
    assert len(game.piles["quests"]) == size - 1
    assert game.mover == 1


def test_a_quest_needs_both_resources():
    game = moving(AT_CIRCLE, ORE, quest=3)
    choose(game, DONE)
    assert asked(game) == ("circle", [*dropping(ORE), DONE])
    game = moving(AT_CIRCLE, ORE, FISH, level=(0, 0, 1), quest=3)
    choose(game, DONE, ("drop", ORE))
    assert asked(game) == ("circle", [*dropping(FISH), DONE])


def test_spirits_hold_from_completion():
    game = moving(AT_CIRCLE, DEER, WHEAT, level=(0, 0, 1), quest=4)
    choose(game, DONE, ("complete",))
    assert game.spirit[0] == data.WOODS
    game = moving(AT_CIRCLE, ORE, DEER, level=(0, 0, 1), quest=8)
    choose(game, DONE, ("complete",))
    assert game.spirit[0] == data.HILLS


def test_a_quest_is_completed_even_with_nothing_left_to_enchant():
    game = moving(AT_CIRCLE, ORE, FISH, level=(0, 0, 1), quest=3)
    game.icons.clear()
    choose(game, DONE, ("complete",))
    assert asked(game) == ("circle", [DRAW, DONE])


def test_q28_improving():
    game = moving(AT_CIRCLE, reputation=6)
    choose(game, DONE)
    assert asked(game) == ("circle", [*improving(0, 1, 2), *claiming(6), DRAW, DONE])
    choose(game, ("improve", 0))
    assert (game.level[0], game.reputation[0]) == ([1, 0, 0], 4)
    choose(game, ("improve", 0))
    assert (game.level[0], game.reputation[0], game.supply) == ([2, 0, 0], 0, 114)
    assert asked(game) == ("circle", [DRAW, DONE])


def test_levels_cost_2_4_7_10_and_end():
    game = moving(AT_CIRCLE, reputation=30)
    choose(game, DONE, *improving(1, 1, 1, 1))
    assert game.reputation[0] == 7
    assert game.options == [*improving(0, 2), *claiming(7), DRAW, DONE]


def test_q29_claiming():
    game = moving(AT_CIRCLE, reputation=3)
    supply = game.supply
    choose(game, DONE)
    assert asked(game) == ("circle", [*improving(0, 1, 2), *claiming(3), DRAW, DONE])
    choose(game, ("claim", 2))
    assert (game.reputation[0], game.markers[0], game.supply) == (1, 2, supply)
    assert asked(game) == ("circle", [DRAW, DONE])


def test_q27_an_impossible_quest_may_be_discarded():
    game = moving(AT_CIRCLE, FISH, quest=0)
    for locator in data.LOCATORS_OF[WHEAT]:
        game.sites[locator] = 0
    choose(game, DONE)
    assert asked(game) == ("circle", [("discard_quest",), *dropping(FISH), DONE])
    choose(game, ("discard_quest",))
    assert game.quest[0] == -1
    assert game.quests_out == [0]
    assert asked(game) == ("circle", [DRAW, *dropping(FISH), DONE])


def test_an_empty_locator_in_play_keeps_a_quest_possible():
    game = moving(AT_CIRCLE, quest=0)
    game.sites[WHEAT_T4] = game.sites[FISH_T1] = 1
    assert not after.is_impossible(game, 0)
    land.enchant(game, T1)
    assert after.is_impossible(game, 0)


def test_no_quest_is_drawn_from_an_empty_deck():
    game = moving(AT_CIRCLE)
    game.piles["quests"].clear()
    choose(game, DONE)
    assert game.mover == 1


def test_delivering_crystals():
    game = moving(AT_CIRCLE, CRYSTAL, CRYSTAL, level=(0, 0, 1), quest=3)
    choose(game, DONE)
    assert asked(game) == ("circle", [("deliver", 1), ("deliver", 2), *dropping(CRYSTAL), DONE])
    choose(game, ("deliver", 1))
    assert (game.chart, game.crystals[0], game.load[0]) == (1, 1, 1)
    assert asked(game) == ("circle", [*dropping(CRYSTAL), DONE])


def test_q10_both_crystals_count_when_the_first_ends_the_game():
    game = moving(AT_CIRCLE, CRYSTAL, CRYSTAL, level=(0, 0, 1), quest=3)
    game.chart = 11
    game.destiny[0] = data.SEEKER
    choose(game, DONE, ("deliver", 2))
    assert (game.over, game.reason, game.chart) == (True, "enchanted", 12)
    assert game.parts[0][1] == 18


def test_the_order_at_the_circle():
    """Nothing before what was done last; dropping at any time."""
    game = moving(AT_CIRCLE, ORE, CLOTH, CRYSTAL, GOLD, level=(0, 0, 3), quest=1, reputation=9)
    for locator in data.LOCATORS_OF[CLOTH]:
        game.sites[locator] = 0
    choose(game, DONE)
    late = [("deliver", 1), *dropping(ORE, CLOTH, CRYSTAL, GOLD), DONE]
    assert game.options == [("complete",), *improving(0, 1), *claiming(9), ("discard_quest",), *late]
    choose(game, ("improve", 0))
    assert game.options == [*improving(0, 1), *claiming(7), ("discard_quest",), *late]
    choose(game, ("claim", 1))
    assert game.options == [("discard_quest",), *late]
    choose(game, ("drop", CLOTH), ("discard_quest",), DRAW)
    assert game.options == [("deliver", 1), *dropping(ORE, CRYSTAL, GOLD), DONE]
    choose(game, ("deliver", 1))
    assert game.options == [*dropping(ORE, GOLD), DONE]


# Settlements


def at_iceni(*chits, columns=None, **given):
    """Seat 0 done with moving at Iceni, its chart as given by resource (values)."""
    game = moving(AT_ICENI, *chits, **given)
    for resource, value in (columns or {}).items():
        game.demand[ICENI][resource] = data.VALUE.index(value)
    choose(game, DONE)
    return game


ICENI_CHART = {ORE: 1, FISH: 1, CLOTH: 1, DEER: 4, WHEAT: 6, GRAPES: 6}


@pytest.mark.parametrize(("resource", "value"), ICENI_CHART.items())
def test_q4_what_a_delivery_brings(resource, value):
    game = at_iceni(resource, columns=ICENI_CHART)
    choose(game, ("deliver", resource))
    assert game.reputation[0] == value
    assert game.discards == [resource]
    assert game.load[0] == 0


def test_q5_the_marker_moves_left():
    game = at_iceni(DEER, columns=ICENI_CHART)
    choose(game, ("deliver", DEER))
    assert game.reputation[0] == 4
    assert data.VALUE[game.demand[ICENI][DEER]] == 2


def test_q6_duplicates_bring_the_original_value():
    game = at_iceni(WHEAT, WHEAT, columns=ICENI_CHART)
    choose(game, ("deliver", WHEAT), ("deliver", WHEAT))
    assert game.reputation[0] == 12
    assert data.VALUE[game.demand[ICENI][WHEAT]] == 2


def test_the_original_value_holds_this_turn_only():
    game = at_iceni(WHEAT, columns=ICENI_CHART)
    choose(game, ("deliver", WHEAT))
    hold(game, 0, WHEAT)
    after.begin(game)
    choose(game, ("deliver", WHEAT))
    assert game.reputation[0] == 6 + 4


def test_the_marker_goes_down_to_1():
    game = at_iceni(ORE, columns={ORE: 2})
    choose(game, ("deliver", ORE))
    assert data.VALUE[game.demand[ICENI][ORE]] == 1


def test_q7_a_marker_at_1_stays():
    game = at_iceni(ORE, ORE, columns=ICENI_CHART)
    choose(game, ("deliver", ORE), ("deliver", ORE))
    assert game.reputation[0] == 2
    assert data.VALUE[game.demand[ICENI][ORE]] == 1


@pytest.mark.parametrize(("trading", "gained"), [(0, 8), (2, 10)])
def test_q8_ring_harp_and_trading(trading, gained):
    game = at_iceni(DEER, RING, columns=ICENI_CHART, powers=(HARP,), level=(0, trading, 0))
    choose(game, ("deliver", DEER))
    assert asked(game) == ("ring", [("ring",), PASS])
    choose(game, ("ring",))
    assert game.reputation[0] == gained
    assert game.discards == [RING, DEER]
    assert game.supply == 114 - gained


def test_one_ring_a_resource_and_two_harps():
    game = at_iceni(DEER, ORE, RING, RING, columns=ICENI_CHART, powers=(HARP, HARP), level=(0, 0, 1))
    choose(game, ("deliver", ORE), ("ring",), ("deliver", DEER), PASS)
    assert game.reputation[0] == (1 + 4 + 2) + (4 + 4)
    assert game.items[0] == [0, 0, 1, 0]


def test_after_a_quest_is_drawn_nothing_is_delivered():
    game = at_iceni(ORE, FISH, level=(0, 0, 1))
    choose(game, ("deliver", FISH))
    assert asked(game) == ("settlement", [("deliver", ORE), DRAW, *dropping(ORE), DONE])
    choose(game, DRAW)
    assert asked(game) == ("settlement", [*dropping(ORE), DONE])
    choose(game, ("drop", ORE))
    assert game.discards == [FISH, ORE]
    assert game.mover == 1


def test_crystals_are_not_delivered_at_a_settlement():
    game = at_iceni(CRYSTAL)
    assert asked(game) == ("settlement", [DRAW, *dropping(CRYSTAL), DONE])


def test_a_roman_town_buys_nothing():
    game = moving(AT_ICENI, ORE, begin=False)
    land.conquer(game, ICENI)
    moves.begin(game)
    choose(game, DONE)
    assert game.mover == 1


def test_terrain_is_of_the_tile():
    assert [data.TERRAIN[tile] for tile in (CIRCLE, T1, T4, T8, 17, 18)] == [0, 1, 1, 2, 3, 0]
    assert ON_T8 == (T8, 1)
