"""The hand-written Celtic Quest: drawing chits and what they do (Q2, Q3, Q23 to Q25)."""

from __future__ import annotations

from tests.benchmarks.celtic_quest import data, land
from tests.benchmarks.celtic_quest.data import (
    CRYSTAL,
    CYCLE,
    DRUID,
    ELIXIR,
    FISH,
    GOLD,
    ORDERS,
    ORE,
    RING,
    ROMAN,
    ROMANISED,
)
from tests.celtic_quest_positions import (
    AT_CIRCLE,
    CIRCLE,
    FISH_ROAD,
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
    asked,
    choose,
    drawing,
    moving,
    on_map,
    romans,
    where,
)

# Chits


def test_two_unlike_chits_are_resolved_in_any_order():
    game = drawing(ROMAN, ORE)
    assert asked(game) == ("resolve", [(ORE,), (ROMAN,)])
    choose(game, (ROMAN,))
    assert game.kind == "roman"
    choose(game, ON_T4)
    assert game.kind == "demand"  # of ore: its one locator is not empty


def test_two_like_chits_need_no_order():
    game = drawing(ROMAN, ROMAN)
    free = [ORE_ROAD, FISH_ROAD, ON_T4, ON_T8]
    assert asked(game) == ("roman", [(REGNI, 1), (REGNI, 2), FROM_NOWHERE, FROM_T1, FROM_CIRCLE, *free])
    choose(game, ON_T4)
    assert asked(game) == ("roman", [(REGNI, 1), (REGNI, 2), FROM_NOWHERE, FROM_T1, FROM_CIRCLE, *free[:2], ON_T8])


def test_a_resource_goes_on_an_empty_locator_of_its_kind():
    game = drawing(ORE, ORE)
    assert game.kind == "demand"  # no locator of ore is empty
    game = moving(AT_CIRCLE, begin=False)
    game.sites[ORE_T1] = 1
    game.sites[6] = 1  # the ore of tile 6, as if it lay
    game.tell("bag", ORE, FISH)
    game.due = True
    game._begin_turns()
    choose(game, (ORE,))
    assert asked(game) == ("locator", [(T1, 1), (12, 1)])
    choose(game, (T1, 1))
    assert (game.sites[ORE_T1], game.sites[6]) == (2, 1)
    assert game.kind == "demand"


def test_q2_a_resource_without_a_locator_raises_demand():
    game = drawing(ORE, ORE)
    game.demand[ICENI][ORE] = 2  # value 4
    choose(game, (ICENI,))
    assert data.VALUE[game.demand[ICENI][ORE]] == 6
    assert game.discards.count(ORE) == 2  # the second asks for its chart now


def test_q3_a_marker_at_8_goes_no_further():
    game = moving(AT_CIRCLE, begin=False)
    for tile in data.SETTLEMENTS:
        game.demand[tile][ORE] = 4
    game.demand[ICENI][ORE] = game.demand[REGNI][ORE] = 3
    game.tell("bag", ORE, ORE)
    game.due = True
    game._begin_turns()
    assert asked(game) == ("demand", [(REGNI,), (ICENI,)])
    choose(game, (REGNI,))  # the other one answers itself
    assert game.demand[ICENI][ORE] == game.demand[REGNI][ORE] == 4
    assert game.kind == "move"


def test_with_all_markers_at_8_a_resource_is_only_discarded():
    game = moving(AT_CIRCLE, begin=False)
    for tile in data.SETTLEMENTS:
        game.demand[tile][ORE] = 4
    game.tell("bag", ORE, ORE)
    game.due = True
    game._begin_turns()
    assert game.kind == "move"
    assert game.discards == [ORE, ORE]


def test_an_item_goes_into_the_pouch_and_a_fourth_drives_one_out():
    game = moving(AT_CIRCLE, GOLD, RING, begin=False)
    game.tell("bag", ELIXIR, GOLD)
    game.due = True
    game._begin_turns()
    choose(game, (ELIXIR,))
    assert game.items[0] == [2, 0, 1, 1]
    assert asked(game) == ("pouch", [(GOLD,), (RING,), (ELIXIR,)])
    choose(game, (RING,))
    assert game.items[0] == [2, 0, 0, 1]
    assert game.discards == [RING]


def test_a_crystal_goes_back_to_an_empty_place():
    game = moving(AT_CIRCLE, enchanted=(T1, T4, T8), begin=False)
    game.crystal[T1] = game.crystal[T8] = 0
    game.piles["bag"] += [CRYSTAL, CRYSTAL, CRYSTAL]
    game.tell("bag", CRYSTAL, CRYSTAL)
    game.due = True
    game._begin_turns()
    assert asked(game) == ("crystal", [(T1,), (T8,)])
    choose(game, (T8,))  # and the second on the other
    assert game.crystal[T1] == game.crystal[T8] == 1
    game = moving(AT_CIRCLE, enchanted=(T4,), begin=False)
    game.piles["bag"] += [CRYSTAL, CRYSTAL]
    game.tell("bag", CRYSTAL, CRYSTAL)
    game.due = True
    game._begin_turns()
    assert game.discards == [CRYSTAL, CRYSTAL]


def test_a_roman_without_a_place_is_discarded():
    game = moving(AT_CIRCLE, begin=False)
    game.free.clear()
    game.tell("bag", ROMAN, ROMAN)
    game.due = True
    game._begin_turns()
    assert game.discards == [ROMAN, ROMAN]


def test_the_cycle_takes_all_discards_back_itself_too():
    game = moving(AT_CIRCLE, begin=False)
    game.discards = [ORE, ROMAN, CRYSTAL]
    size = len(game.piles["bag"])
    game.tell("bag", CYCLE, GOLD)
    game.due = True
    game._begin_turns()
    choose(game, (GOLD,))
    assert game.discards == []
    assert len(game.piles["bag"]) == size - 1 + 3  # but the gold
    assert game.piles["bag"].count(CYCLE) == 1


def test_orders_move_a_roman():
    game = drawing(ORDERS, GOLD, roman=(ON_T4, FROM_T1))
    choose(game, (GOLD,))
    assert asked(game) == ("orders", [FROM_T1, ON_T4, PASS])
    choose(game, ON_T4)
    assert game.kind == "orders_to"
    assert ON_T4 not in game.options
    assert FROM_T1 not in game.options
    choose(game, ON_T8)
    assert [data.PLACE[n] for n, there in enumerate(game.roman) if there] == [FROM_T1, ON_T8]
    assert game.discards == [ORDERS]
    assert data.PLACE_OF[ON_T4] in game.free


def test_orders_without_romans_or_passed():
    assert drawing(ORDERS, ORDERS).kind == "move"
    game = drawing(ORDERS, ORDERS, roman=(ON_T4,))
    choose(game, PASS, PASS)
    assert game.kind == "move"
    assert game.roman[data.PLACE_OF[ON_T4]]


def test_special_chits_can_be_switched_off():
    game = on_map(orders_chit=False)
    assert [game.piles["bag"].count(chit) for chit in (ORDERS, ROMANISED)] == [0, 1]
    game = on_map(romanised_chit=False)
    assert [game.piles["bag"].count(chit) for chit in (ORDERS, ROMANISED)] == [1, 0]


def test_romanised_conquers_a_settlement_that_holds_a_roman():
    game = drawing(ROMANISED, ROMANISED, roman=(FROM_T1, FROM_NOWHERE, (REGNI, 1), ON_T4))
    assert asked(game) == ("romanised", [(REGNI,), (ICENI,)])
    choose(game, (ICENI,))
    assert ICENI not in game.settlements
    assert REGNI not in game.settlements  # by the second chit
    assert game.boxed[ROMAN] == 2
    assert game.discards.count(ROMAN) == 1
    assert drawing(ROMANISED, ROMANISED, roman=(ON_T4,)).kind == "move"


def test_q23_the_last_road_conquers_a_settlement():
    game = drawing(ROMAN, ROMAN, roman=(FROM_T1, FROM_NOWHERE))
    choose(game, FROM_CIRCLE)
    assert ICENI not in game.settlements
    assert game.boxed[ROMAN] == 1
    assert game.discards == [ROMAN, ROMAN]
    assert not any(game.roman)
    # the town has one place, and the roads have none
    assert [place for place in game.options if place[0] == ICENI] == [(ICENI, 0)]
    choose(game, (ICENI, 0))
    assert game.roman[data.PLACE_OF[ICENI, 0]]


def test_a_conquered_green_settlement_cannot_be_enchanted():
    game = drawing(DRUID, DRUID, roman=((REGNI, 1), (REGNI, 2)))
    assert game.kind == "druid"
    assert game.options == [(tile,) for tile in data.ICONS if tile != REGNI]


def test_a_crystal_of_a_conquered_settlement_is_discarded():
    game = moving(AT_CIRCLE, enchanted=(REGNI,))
    romans(game, (REGNI, 1), (REGNI, 2))
    assert game.crystal[REGNI] == -1
    assert sorted(game.discards) == sorted([ROMAN, CRYSTAL])


def test_q24_the_druid_enchants_a_tile():
    game = drawing(DRUID, DRUID, roman=(ORE_ROAD, FISH_ROAD))
    assert asked(game) == ("druid", [(tile,) for tile in data.ICONS])
    assert game.chart == 1
    choose(game, (T1,))
    assert (game.boxed[ORE], game.boxed[FISH]) == (1, 1)
    assert game.crystal[T1] == 1
    assert game.unmined == 15
    assert game.discards == [DRUID, ROMAN, DRUID]  # the second Druid is at work
    assert game.chart == 2
    assert (T1,) not in game.options
    # one Roman stays, in the one place of the tile
    assert [data.PLACE[n] for n, there in enumerate(game.roman) if there] == [(T1, 0)]


def test_enchanting_joins_the_roads():
    game = on_map()
    before = {option for option, *_ in game.ways[data.NODE_OF[ON_T4]]}
    land.enchant(game, T1)
    joined = data.NODE_OF[T1, 0]
    assert before == {("go", T1, 1)}
    assert [option for option, *_ in game.ways[data.NODE_OF[ON_T4]]] == [("go", T1, 0)]
    assert [option for option, *_ in game.ways[joined]] == [("go", CIRCLE, 1), ("go", ICENI, 1), ("go", T4, 1)]
    assert game.ways[data.NODE_OF[ORE_ROAD]] == ()


def test_an_enchanted_settlement_keeps_its_roman_places():
    game = drawing(DRUID, DRUID, roman=((REGNI, 1),))
    choose(game, (REGNI,))
    assert game.roman[data.PLACE_OF[REGNI, 1]]
    assert game.crystal[REGNI] == 1
    romans(game, (REGNI, 2))
    assert REGNI not in game.settlements


def test_a_marker_on_an_enchanted_tile_stays_on_its_roman():
    game = moving(FISH_ROAD, roman=(FISH_ROAD,), begin=False)
    game.stood[0] = data.PLACE_OF[FISH_ROAD]
    land.enchant(game, T1)
    assert where(game) == (T1, 0)
    assert data.PLACE[game.stood[0]] == (T1, 0)


def test_of_two_romans_on_an_enchanted_tile_the_first_stays():
    game = moving(FISH_ROAD, roman=(ORE_ROAD, FISH_ROAD), begin=False)
    game.at[1], game.stood = data.NODE_OF[ORE_ROAD], [data.PLACE_OF[FISH_ROAD], data.PLACE_OF[ORE_ROAD]]
    land.enchant(game, T1)
    assert game.stood == [-1, data.PLACE_OF[T1, 0]]
    assert game.discards == [ROMAN]


def test_q25_the_talisman():
    game = moving(AT_CIRCLE, powers=(data.TALISMAN,), begin=False)
    game.tell("bag", ROMAN, ORE, GOLD)
    game.due = True
    game._begin_turns()
    assert asked(game) == ("give_back", [(ORE,), (GOLD,), (ROMAN,)])
    choose(game, (GOLD,))
    assert asked(game) == ("resolve", [(ORE,), (ROMAN,)])
    assert game.piles["bag"].count(GOLD) == 2


def test_two_talismans_return_two_in_rising_order():
    game = moving(AT_CIRCLE, powers=(data.TALISMAN, data.TALISMAN), begin=False)
    game.tell("bag", ROMAN, ORE, GOLD, FISH)
    game.due = True
    game._begin_turns()
    assert game.options == [(ORE,), (FISH,), (GOLD,)]
    choose(game, (FISH,))
    assert asked(game) == ("give_back", [(GOLD,), (ROMAN,)])
    choose(game, (ROMAN,))
    assert asked(game) == ("resolve", [(ORE,), (GOLD,)])


def test_with_a_talisman_and_two_chits_in_the_world_none_is_returned():
    game = moving(AT_CIRCLE, powers=(data.TALISMAN,), begin=False)
    game.piles["bag"], game.discards, game.due = [ORE, GOLD], [], True
    game._begin_turns()
    assert asked(game) == ("resolve", [(ORE,), (GOLD,)])


def test_a_bag_that_is_too_small_takes_the_discards_first():
    game = moving(AT_CIRCLE, begin=False)
    game.piles["bag"] = [ORE]
    game.discards = [GOLD, RING]
    game.tell("bag", GOLD, RING)
    game.due = True
    game._begin_turns()
    choose(game, (RING,))
    assert game.items[0] == [1, 0, 1, 0]
    assert game.piles["bag"] == [ORE]
    game.piles["bag"], game.discards, game.due = [ROMAN], [], True
    game._begin_turns()
    assert game.kind == "roman"  # one is all there is
