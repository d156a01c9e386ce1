"""The hand-written Celtic Quest: moving, picking up, the Stone Circle, settlements (Q4 to Q13, Q20 to Q33)."""

from __future__ import annotations

import pytest

from tests.benchmarks.celtic_quest import after, data, land, moves
from tests.benchmarks.celtic_quest.data import (
    BREAD,
    CLOTH,
    CRYSTAL,
    DEER,
    ELIXIR,
    FISH,
    GOLD,
    GRAPES,
    HARP,
    HILL_SPIRIT,
    HORSE,
    ORE,
    PACK,
    RING,
    ROMAN,
    SACK,
    WHEAT,
    WOOD_SPIRIT,
)
from tests.celtic_quest_positions import (
    AT_CIRCLE,
    AT_ICENI,
    AT_REGNI,
    CIRCLE,
    DONE,
    FISH_ROAD,
    FISH_T1,
    FROM_CIRCLE,
    FROM_NOWHERE,
    FROM_T1,
    ICENI,
    ON_T4,
    ON_T8,
    ORE_ROAD,
    ORE_T1,
    PASS,
    REGNI,
    T1,
    T4,
    T8,
    WHEAT_T4,
    asked,
    choose,
    go,
    hold,
    moving,
    romans,
    where,
)


def goes(game):
    return [option[1:] for option in game.options if option[0] == "go"]


# Moving


def test_steps_follow_the_roads():
    game = moving(AT_CIRCLE)
    assert asked(game) == ("move", [go(AT_REGNI), go(AT_ICENI), go(ORE_ROAD), go(ON_T8), DONE])
    choose(game, go(AT_ICENI))
    assert game.options == [go(AT_CIRCLE), go(FISH_ROAD), DONE]
    choose(game, go(FISH_ROAD))
    assert game.options == [("take", FISH), DONE]  # two points spent; the ore is on the other road
    choose(game, DONE)
    assert game.mover == 1


def test_a_bridge_cannot_be_left():
    game = moving(FISH_ROAD)
    assert goes(game) == [AT_ICENI]
    assert goes(moving(ORE_ROAD)) == [AT_CIRCLE, ON_T4]


@pytest.mark.parametrize("level", range(5))
def test_movement_value(level):
    game = moving(AT_CIRCLE, level=(level, 0, 0))
    for _ in range(level + 2):
        choose(game, go(AT_REGNI if where(game) == AT_CIRCLE else AT_CIRCLE))
    assert goes(game) == []


def test_the_horse_adds_a_point_each():
    assert moving(AT_CIRCLE, powers=(HORSE, HORSE)).points == 4


def test_q26_woods_cost_the_wood_spirit_nothing():
    game = moving(AT_CIRCLE, powers=(WOOD_SPIRIT,))
    choose(game, go(ORE_ROAD), go(ON_T4), go(ORE_ROAD))
    assert game.points == 2
    choose(game, go(AT_CIRCLE), go(AT_REGNI))
    assert game.points == 0
    game = moving(AT_REGNI, powers=(WOOD_SPIRIT,))
    choose(game, go(AT_CIRCLE), go(AT_ICENI))
    assert game.points == 0
    assert goes(game) == [FISH_ROAD]  # still into the woods
    assert moving(AT_CIRCLE, powers=(WOOD_SPIRIT, WOOD_SPIRIT)).spirit[0] == data.WOODS


def test_hills_cost_the_hill_spirit_nothing():
    game = moving(AT_CIRCLE, powers=(HILL_SPIRIT,))
    choose(game, go(ON_T8))
    assert game.points == 2


def test_bread_is_a_step_more():
    game = moving(AT_REGNI, BREAD)
    choose(game, go(AT_CIRCLE), go(ORE_ROAD))
    assert asked(game) == ("move", [("take", ORE), ("bread",), ("drop", BREAD), DONE])
    choose(game, ("bread",))
    assert game.discards == [BREAD]
    assert goes(game) == [AT_CIRCLE, ON_T4]
    assert game.items[0] == [0, 0, 0, 0]


def test_bread_is_of_no_use_once_movement_has_ended():
    game = moving(ORE_ROAD, BREAD)
    choose(game, ("take", ORE))
    assert asked(game) == ("move", [("drop", ORE), ("drop", BREAD), DONE])


# Romans


def test_q20_a_roman_stops():
    game = moving(AT_REGNI, ORE, roman=(FROM_CIRCLE,))
    choose(game, go(AT_CIRCLE), go(AT_ICENI))
    assert game.mover == 1
    assert where(game) == AT_ICENI
    assert game.carried[0][ORE] == 1  # nothing was asked any more
    assert data.PLACE[game.stood[0]] == FROM_CIRCLE
    game = moving(AT_CIRCLE, roman=(ORE_ROAD,))
    choose(game, go(ORE_ROAD))
    assert (game.mover, game.sites[ORE_T1]) == (1, 2)


def test_only_the_road_that_leads_in_is_watched_in_a_settlement():
    game = moving(AT_CIRCLE, roman=(FROM_T1, FROM_NOWHERE))
    choose(game, go(AT_ICENI))
    assert (game.mover, goes(game)) == (0, [AT_CIRCLE, FISH_ROAD])
    choose(game, go(FISH_ROAD))  # leaving by a watched road is free
    assert game.mover == 0


def test_a_roman_town_stops_from_every_side_and_can_be_passed_without_a_roman():
    game = moving(AT_CIRCLE, begin=False)
    land.conquer(game, ICENI)
    romans(game, (ICENI, 0))
    moves.begin(game)
    choose(game, go(AT_ICENI))
    assert game.mover == 1
    game = moving(AT_CIRCLE, begin=False)
    land.conquer(game, ICENI)
    moves.begin(game)
    choose(game, go(AT_ICENI), go(FISH_ROAD))
    assert game.mover == 0


def stopped_on(section, place, *more):
    game = moving(section, *more, roman=(place,), begin=False)
    game.stood[0] = data.PLACE_OF[place]
    moves.begin(game)
    return game


def test_q21_the_roman_below_may_be_moved_or_left():
    game = stopped_on(ORE_ROAD, ORE_ROAD)
    assert asked(game)[0] == "shift"
    assert game.options[-1] == PASS
    assert ORE_ROAD not in game.options
    choose(game, ON_T4)
    assert not game.roman[data.PLACE_OF[ORE_ROAD]]
    assert game.stood[0] == -1
    assert goes(game) == [AT_CIRCLE, ON_T4]
    game = stopped_on(ORE_ROAD, ORE_ROAD)
    choose(game, PASS)
    assert goes(game) == [AT_CIRCLE, ON_T4]
    assert ("take", ORE) in game.options
    choose(game, go(AT_CIRCLE))
    assert game.stood[0] == -1


def test_whoever_was_not_stopped_does_not_stand_on_a_roman():
    game = moving(ORE_ROAD, roman=(ORE_ROAD,))
    assert game.kind == "move"


def test_whoever_stays_on_a_roman_may_act_and_is_asked_again():
    game = stopped_on(AT_ICENI, FROM_T1, ORE)
    choose(game, PASS, DONE)
    assert asked(game) == ("deliver", [(ORE,), DONE])
    assert data.PLACE[game.stood[0]] == FROM_T1


def test_another_player_may_take_the_roman_away():
    game = stopped_on(ORE_ROAD, ORE_ROAD)
    land.move_roman(game, data.PLACE_OF[ORE_ROAD], ON_T4)
    romans(game, ORE_ROAD)
    moves.begin(game)
    assert game.kind == "move"


def test_q22_gold_bribes_a_roman():
    game = moving(AT_REGNI, GOLD, roman=(ORE_ROAD,))
    choose(game, go(AT_CIRCLE), go(ORE_ROAD))
    assert asked(game) == ("gold", [("gold",), PASS])
    choose(game, ("gold",))
    assert game.kind == "bribe"
    assert game.options[-1] == PASS
    choose(game, ON_T4)
    assert game.bribed[0] == 1
    assert game.discards == [GOLD]
    assert asked(game) == ("move", [("take", ORE), DONE])
    choose(game, DONE)
    assert game.stood[0] == -1


def test_a_bribed_roman_may_stay():
    game = moving(AT_CIRCLE, GOLD, roman=(ORE_ROAD,))
    choose(game, go(ORE_ROAD), ("gold",), PASS)
    assert game.bribed[0] == 0
    assert game.roman[data.PLACE_OF[ORE_ROAD]]
    assert goes(game) == [AT_CIRCLE, ON_T4]


def test_gold_may_be_kept():
    game = moving(AT_CIRCLE, GOLD, roman=(ORE_ROAD,))
    choose(game, go(ORE_ROAD), PASS)
    assert (game.mover, game.items[0][0]) == (1, 1)


def test_a_moved_roman_conquers():
    game = moving(AT_CIRCLE, GOLD, roman=(ORE_ROAD, FROM_T1, FROM_NOWHERE))
    choose(game, go(ORE_ROAD), ("gold",), FROM_CIRCLE)
    assert ICENI not in game.settlements
    assert game.boxed[ROMAN] == 1
    game = moving(AT_CIRCLE, GOLD, roman=(ORE_ROAD, FROM_T1, FROM_NOWHERE))
    game.settlements = [ICENI]
    choose(game, go(ORE_ROAD), ("gold",), FROM_CIRCLE)
    assert (game.over, game.reason) == (True, "romanised")


# Picking up


def test_q11_a_pick_up_ends_movement():
    game = moving(AT_CIRCLE, level=(1, 0, 1))  # 3 movement, carry 2/0
    choose(game, go(ORE_ROAD), ("take", ORE))
    assert asked(game) == ("move", [("drop", ORE), DONE])
    assert game.sites[ORE_T1] == 1


def test_no_more_is_carried_than_the_first_number():
    game = moving(ORE_ROAD, FISH)
    assert ("take", ORE) not in game.options
    assert ("take", ORE) in moving(ORE_ROAD, FISH, powers=(PACK,)).options
    assert ("take", ORE) in moving(ORE_ROAD, FISH, level=(0, 0, 1)).options
    choose(game, ("drop", FISH))
    assert ("take", ORE) in game.options
    assert game.discards == [FISH]


def test_q12_pick_ups_while_moving():
    game = moving(AT_CIRCLE, level=(2, 0, 2))  # 4 movement, carry 2/1
    choose(game, go(ORE_ROAD), ("take", ORE))
    assert goes(game) == [AT_CIRCLE, ON_T4]
    choose(game, go(ON_T4), ("take", WHEAT))
    assert asked(game) == ("move", [("drop", ORE), ("drop", WHEAT), DONE])


def test_the_sack_allows_one_more():
    game = moving(ORE_ROAD, powers=(SACK,))
    choose(game, ("take", ORE))
    assert goes(game) == [AT_CIRCLE, ON_T4]


def test_q13_two_on_one_section(monkeypatch):
    node = data.NODE_OF[ORE_ROAD]
    both = [*data.LOCATORS_AT[:node], ((ORE_T1, ORE), (FISH_T1, FISH)), *data.LOCATORS_AT[node + 1 :]]
    monkeypatch.setattr(moves, "LOCATORS_AT", both)
    game = moving(AT_CIRCLE, level=(0, 0, 1))  # carry 2/0
    choose(game, go(ORE_ROAD), ("take", FISH))
    assert asked(game) == ("move", [("take", ORE), ("drop", FISH), DONE])
    choose(game, ("take", ORE))
    assert game.carried[0][:2] == [1, 1]
    assert (game.sites[ORE_T1], game.sites[FISH_T1]) == (1, 1)


def test_elixir():
    game = moving(AT_CIRCLE, ELIXIR)
    choose(game, go(ORE_ROAD))
    assert ("elixir", ORE) in game.options
    choose(game, ("elixir", ORE))
    assert goes(game) == [AT_CIRCLE, ON_T4]
    assert game.discards == [ELIXIR]
    assert ("elixir", ORE) not in moving(ORE_ROAD, ELIXIR, FISH).options  # no room
    game = moving((T1, 0), ELIXIR, enchanted=(T1,))
    assert ("take", CRYSTAL) in game.options
    assert ("elixir", CRYSTAL) not in game.options


def test_elixir_leaves_the_second_number_alone():
    game = moving(ORE_ROAD, ELIXIR, level=(0, 0, 2))
    choose(game, ("elixir", ORE))
    assert game.picks == 1


def test_crystals_are_picked_up_from_any_road():
    game = moving(AT_ICENI, enchanted=(T1,), level=(0, 0, 2))
    choose(game, go((T1, 0)), ("take", CRYSTAL))
    assert game.crystal[T1] == 0
    assert goes(game) == [AT_CIRCLE, AT_ICENI, ON_T4]  # 2/1: on the way


def test_q33_a_crystal_at_a_settlement():
    game = moving(AT_CIRCLE, FISH, enchanted=(REGNI,), level=(1, 0, 1))
    choose(game, go(AT_REGNI), ("take", CRYSTAL))
    assert goes(game) == []
    choose(game, DONE)
    assert asked(game) == ("deliver", [(FISH,), DONE])


def test_items_and_crystals_can_be_dropped():
    game = moving(AT_CIRCLE, CRYSTAL, GOLD, RING)
    assert game.options[-4:] == [("drop", CRYSTAL), ("drop", GOLD), ("drop", RING), DONE]
    choose(game, ("drop", CRYSTAL), ("drop", RING))
    assert game.discards == [CRYSTAL, RING]
    assert (game.load[0], game.items[0]) == (0, [1, 0, 0, 0])


# The Stone Circle


def test_completing_a_quest():
    game = moving(AT_CIRCLE, ORE, FISH, level=(0, 0, 1), quest=3)
    choose(game, DONE)
    assert asked(game) == ("complete", [("complete",), PASS])
    choose(game, ("complete",))
    assert asked(game) == ("enchant", [(tile,) for tile in data.ICONS])
    assert game.discards == [ORE, FISH]
    choose(game, (T4,))
    assert (game.crystal[T4], game.boxed[WHEAT], game.sites[WHEAT_T4]) == (1, 1, 0)
    assert (game.chart, game.finished[0], game.powers[0][data.TALISMAN]) == (0, 1, 1)
    assert game.kind == "draw_quest"
    size = len(game.piles["quests"])
    choose(game, ("draw",))
    assert game.quest[0] >= 0
    assert len(game.piles["quests"]) == size - 1
    assert game.mover == 1


def test_a_quest_needs_both_resources():
    game = moving(AT_CIRCLE, ORE, quest=3)
    choose(game, DONE)
    assert game.kind == "drop"
    game = moving(AT_CIRCLE, ORE, FISH, level=(0, 0, 1), quest=3)
    choose(game, DONE, PASS)
    assert game.kind == "drop"


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
    assert game.kind == "draw_quest"


def test_q28_improving():
    game = moving(AT_CIRCLE, reputation=6)
    choose(game, DONE)
    assert asked(game) == ("improve", [(0,), (1,), (2,), DONE])
    choose(game, (0,))
    assert (game.level[0], game.reputation[0]) == ([1, 0, 0], 4)
    choose(game, (0,))
    assert (game.level[0], game.reputation[0], game.supply) == ([2, 0, 0], 0, 114)
    assert game.kind == "draw_quest"


def test_levels_cost_2_4_7_10_and_end():
    game = moving(AT_CIRCLE, reputation=30)
    choose(game, DONE, (1,), (1,), (1,), (1,))
    assert game.reputation[0] == 7
    assert game.options == [(0,), (2,), DONE]


def test_q29_claiming():
    game = moving(AT_CIRCLE, reputation=3)
    supply = game.supply
    choose(game, DONE, DONE)
    assert asked(game) == ("claim", [(0,), (1,), (2,), (3,)])
    choose(game, (3,))
    assert (game.reputation[0], game.markers[0], game.supply) == (0, 3, supply)


def test_q27_an_impossible_quest_may_be_discarded():
    game = moving(AT_CIRCLE, FISH, quest=0)
    for locator in data.LOCATORS_OF[WHEAT]:
        game.sites[locator] = 0
    choose(game, DONE)
    assert asked(game) == ("discard_quest", [("discard",), PASS])
    choose(game, ("discard",))
    assert game.quest[0] == -1
    assert game.quests_out == [0]
    assert game.kind == "draw_quest"


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
    assert asked(game) == ("crystals", [(0,), (1,), (2,)])
    choose(game, (1,))
    assert (game.chart, game.crystals[0], game.load[0]) == (1, 1, 1)
    assert asked(game) == ("drop", [("drop", CRYSTAL), DONE])


def test_q10_both_crystals_count_when_the_first_ends_the_game():
    game = moving(AT_CIRCLE, CRYSTAL, CRYSTAL, level=(0, 0, 1), quest=3)
    game.chart = 11
    game.destiny[0] = data.SEEKER
    choose(game, DONE, (2,))
    assert (game.over, game.reason, game.chart) == (True, "enchanted", 12)
    assert game.parts[0][1] == 18


def test_the_order_at_the_circle():
    game = moving(AT_CIRCLE, ORE, CLOTH, CRYSTAL, GOLD, level=(0, 0, 3), quest=1, reputation=9)
    kinds = []
    while game.mover == 0:
        kinds.append(game.kind)
        game.choose(len(game.options) - 1)
    assert kinds == ["move", "complete", "improve", "claim", "discard_quest", "crystals", "drop"]


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
    choose(game, (resource,))
    assert game.reputation[0] == value
    assert game.discards == [resource]
    assert game.load[0] == 0


def test_q5_the_marker_moves_left():
    game = at_iceni(DEER, columns=ICENI_CHART)
    choose(game, (DEER,))
    assert game.reputation[0] == 4
    assert data.VALUE[game.demand[ICENI][DEER]] == 2


def test_q6_duplicates_bring_the_original_value():
    game = at_iceni(WHEAT, WHEAT, columns=ICENI_CHART)
    choose(game, (WHEAT,), (WHEAT,))
    assert game.reputation[0] == 12
    assert data.VALUE[game.demand[ICENI][WHEAT]] == 2


def test_the_original_value_holds_this_turn_only():
    game = at_iceni(WHEAT, columns=ICENI_CHART)
    choose(game, (WHEAT,))
    hold(game, 0, WHEAT)
    after.begin(game)
    choose(game, (WHEAT,))
    assert game.reputation[0] == 6 + 4


def test_q7_a_marker_at_1_stays():
    game = at_iceni(ORE, ORE, columns=ICENI_CHART)
    choose(game, (ORE,), (ORE,))
    assert game.reputation[0] == 2
    assert data.VALUE[game.demand[ICENI][ORE]] == 1


@pytest.mark.parametrize(("trading", "gained"), [(0, 8), (2, 10)])
def test_q8_ring_harp_and_trading(trading, gained):
    game = at_iceni(DEER, RING, columns=ICENI_CHART, powers=(HARP,), level=(0, trading, 0))
    choose(game, (DEER,))
    assert asked(game) == ("ring", [("ring",), PASS])
    choose(game, ("ring",))
    assert game.reputation[0] == gained
    assert game.discards == [RING, DEER]
    assert game.supply == 114 - gained


def test_one_ring_a_resource_and_two_harps():
    game = at_iceni(DEER, ORE, RING, RING, columns=ICENI_CHART, powers=(HARP, HARP), level=(0, 0, 1))
    choose(game, (ORE,), ("ring",), (DEER,), PASS)
    assert game.reputation[0] == (1 + 4 + 2) + (4 + 4)
    assert game.items[0] == [0, 0, 1, 0]


def test_after_a_quest_is_drawn_nothing_is_delivered():
    game = at_iceni(ORE, FISH, level=(0, 0, 1))
    choose(game, (FISH,), DONE)
    assert game.kind == "draw_quest"
    choose(game, ("draw",))
    assert asked(game) == ("drop", [("drop", ORE), DONE])
    choose(game, ("drop", ORE))
    assert game.discards == [FISH, ORE]
    assert game.mover == 1


def test_crystals_are_not_delivered_at_a_settlement():
    game = at_iceni(CRYSTAL)
    assert game.kind == "draw_quest"


def test_a_roman_town_buys_nothing():
    game = moving(AT_ICENI, ORE, begin=False)
    land.conquer(game, ICENI)
    moves.begin(game)
    choose(game, DONE)
    assert game.mover == 1


def test_terrain_is_of_the_tile():
    assert [data.TERRAIN[tile] for tile in (CIRCLE, T1, T4, T8, 17, 18)] == [0, 1, 1, 2, 3, 0]
    assert ON_T8 == (T8, 1)
