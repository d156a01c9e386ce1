"""The hand-written Celtic Quest: moving, Romans, picking up (Q11 to Q13, Q20 to Q22, Q26, Q33)."""

from __future__ import annotations

import pytest

from tests.benchmarks.celtic_quest import data, land, moves
from tests.benchmarks.celtic_quest.data import (
    BREAD,
    CRYSTAL,
    ELIXIR,
    FISH,
    GOLD,
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
    asked,
    choose,
    go,
    moving,
    on_map,
    romans,
    where,
)


def goes(game):
    return [option[1:] for option in game.options if option[0] == "go"]


# The first turn


def test_first_turns_begin_where_the_destiny_says():
    game = on_map()
    game.destiny[0] = data.DIPLOMAT
    game.tell("bag", GOLD, GOLD)
    game.due = True
    game._begin_turns()
    assert asked(game) == ("start", [(data.PARISI, 1), (ICENI, 1)])
    game.destiny[0] = data.WANDERER
    land.enchant(game, T1)
    game.due = True
    game.tell("bag", RING, ELIXIR)
    game.items[0] = [0] * 4
    game._begin_turns()
    choose(game, (RING,))
    assert asked(game) == ("start", [(7, 0), (8, 1), (8, 2), (9, 1), (9, 2), (10, 1), (11, 1), (17, 1), (17, 2)])
    choose(game, (9, 2))
    assert where(game) == (9, 2)
    assert game.kind == "move"


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
    assert asked(game) == ("shift", [("shift",), PASS])
    choose(game, ("shift",))
    assert asked(game) == ("shift_to", land.free_places(game))
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


def test_with_no_free_place_no_roman_is_moved():
    game = moving(ORE_ROAD, GOLD, roman=(ORE_ROAD, ON_T4), begin=False)
    game.stood[0] = data.PLACE_OF[ORE_ROAD]
    game.free.clear()
    moves.begin(game)
    assert game.kind == "move"
    choose(game, go(ON_T4), ("gold",))
    assert game.kind == "move"
    assert game.bribed[0] == 0


def test_whoever_was_not_stopped_does_not_stand_on_a_roman():
    game = moving(ORE_ROAD, roman=(ORE_ROAD,))
    assert game.kind == "move"


def test_whoever_stays_on_a_roman_may_act_and_is_asked_again():
    game = stopped_on(AT_ICENI, FROM_T1, ORE)
    choose(game, PASS, DONE)
    assert asked(game) == ("settlement", [("deliver", ORE), ("draw_quest",), ("drop", ORE), DONE])
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
    assert asked(game) == ("bribe", [("bribe",), PASS])
    choose(game, ("bribe",), ON_T4)
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
    choose(game, go(ORE_ROAD), ("gold",), ("bribe",), FROM_CIRCLE)
    assert ICENI not in game.settlements
    assert game.boxed[ROMAN] == 1
    game = moving(AT_CIRCLE, GOLD, roman=(ORE_ROAD, FROM_T1, FROM_NOWHERE))
    game.settlements = [ICENI]
    choose(game, go(ORE_ROAD), ("gold",), ("bribe",), FROM_CIRCLE)
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
    game = moving(AT_CIRCLE, ELIXIR, level=(0, 0, 1))  # carry 2/0
    choose(game, go(ORE_ROAD), ("take", FISH))
    # the Elixir is of no use once movement has ended
    assert asked(game) == ("move", [("take", ORE), ("drop", FISH), ("drop", ELIXIR), DONE])
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
    assert asked(game) == ("settlement", [("deliver", FISH), ("draw_quest",), ("drop", FISH), ("drop", CRYSTAL), DONE])


def test_items_and_crystals_can_be_dropped():
    game = moving(AT_CIRCLE, CRYSTAL, GOLD, RING)
    assert game.options[-4:] == [("drop", CRYSTAL), ("drop", GOLD), ("drop", RING), DONE]
    choose(game, ("drop", CRYSTAL), ("drop", RING))
    assert game.discards == [CRYSTAL, RING]
    assert (game.load[0], game.items[0]) == (0, [1, 0, 0, 0])
