"""The hand-written Celtic Quest: set-up, the chits, the end (Q1 to Q4, Q9, Q14 to Q17, Q23 to Q25, Q30 to Q32)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.benchmarks.celtic_quest import Game, after, data, land, scoring, setup
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
    WHEAT,
)
from tests.celtic_quest_positions import (
    AT_CIRCLE,
    AT_ICENI,
    CIRCLE,
    DONE,
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
    Told,
    asked,
    choose,
    drawing,
    hold,
    moving,
    on_map,
    romans,
    where,
)

# What is in the box


def test_the_box():
    assert (len(data.NODE), len(data.LOCATOR), len(data.QUESTS)) == (1 + 6 + 25 + 14, 18, 18)
    assert Counter(resource for _, pair in data.QUESTS for resource in pair) == dict.fromkeys(data.RESOURCES, 6)
    assert Counter(bonus for bonus, _ in data.QUESTS) == dict(enumerate([1, 3, 3, 3, 3, 3, 2]))
    assert data.QUESTS[0] == (data.HORSE, (FISH, WHEAT))
    assert [sum(n % 6 == r for n in range(data.LOCATORS)) for r in data.RESOURCES] == [3] * 6
    # ore and fish on tile 1, grapes on tile 5, ore and fish on tile 6, grapes and ore on tile 10
    assert [data.LOCATOR[n] for n in (0, 1, 5, 6, 7, 11, 12)] == [
        (7, 1),
        (7, 2),
        (11, 1),
        (12, 1),
        (12, 2),
        (16, 1),
        (16, 2),
    ]
    assert sum(len(places) for places in data.ROADS) == 3 + 2 + 2 + 3 + 3 + 2 + 25
    assert list(data.ICONS) == [REGNI, data.CANTII, *range(7, 21)]
    assert sum(data.COST) == 23


def test_q14_and_the_bag():
    for players, size in ((2, 50), (3, 49), (4, 48), (5, 47)):
        game = on_map(players)
        bag = Counter(game.piles["bag"])
        assert bag[ROMAN] == {2: 14, 3: 13, 4: 12, 5: 11}[players]
        assert sum(bag.values()) == size
        assert [bag[item] for item in range(GOLD, ELIXIR + 1)] == [2, 2, 2, 2]
        assert bag[CYCLE] == bag[DRUID] == bag[ORDERS] == bag[ROMANISED] == 1
        assert [bag[r] for r in data.RESOURCES] == [4] * 6  # Q17
        assert not bag[CRYSTAL]


def test_q15_starting_items():
    game = Told(5)
    game.items = [[0] * 4 for _ in range(5)]
    setup.fill_bag(game)
    assert game.items == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 1, 0, 0]]


def test_q16_demand_by_distance():
    assert [data.VALUE[setup.column(d)] for d in (1, 2, 3, 4, 5, 6, 9)] == [1, 2, 4, 6, 8, 8, 8]
    assert [data.VALUE[setup.column(d)] for d in (0, -1)] == [1, 8]


def test_demand_on_the_small_map():
    game = on_map()
    values = [[data.VALUE[column] for column in game.demand[tile]] for tile in (ICENI, REGNI)]
    # Iceni: fish next to it; ore and deer over the Circle; wheat one further; no cloth, no grapes on this map
    assert values == [[2, 1, 8, 2, 4, 8], [2, 4, 8, 2, 4, 8]]


def test_q17_charts_have_six_markers():
    game = Game(3, random.Random(3))
    assert all(len(game.demand[tile]) == 6 for tile in data.SETTLEMENTS)
    assert all(0 <= column <= 4 for tile in data.SETTLEMENTS for column in game.demand[tile])


def test_a_locator_out_of_play_does_not_count_for_demand():
    game = on_map()
    game.sites[ORE_T1] = 0
    setup.set_demand(game)
    assert data.VALUE[game.demand[ICENI][ORE]] == 8


def test_basic_destinies_and_quests_are_dealt():
    game = Game(5, random.Random(1))
    assert len(set(game.destiny)) == 5
    assert set(game.destiny) < set(range(6))
    assert len(game.piles["destinies"]) == 1
    assert len(set(game.quest)) == 5
    assert len(game.piles["quests"]) == 13


def test_advanced_destinies_are_chosen():
    game = Told(3, advanced=True, luckiest=True)
    assert game.kind == "destiny"
    assert game.seat == 0
    assert [len(cards) for cards in game.dealt] == [2, 2, 2]
    kept = [max(cards) for cards in game.dealt]
    for seat in range(3):
        assert game.options == [(card,) for card in sorted(game.dealt[seat])]
        game.choose(1)
    assert game.destiny == kept
    assert sorted(game.piles["destinies"] + kept) == list(range(11))


def test_luckiest_is_optional():
    for seed in range(30):
        game = Game(5, random.Random(seed), advanced=True)
        assert all(data.LUCKIEST not in cards for cards in game.dealt)
    with pytest.raises(ValueError, match="Advanced"):
        Game(3, random.Random(1), luckiest=True)
    for players in (1, 6):
        with pytest.raises(ValueError, match="players"):
            Game(players, random.Random(1))


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
    game = moving(AT_CIRCLE, roman=(FROM_T1,), begin=False)
    game.orders_chit = game.romanised_chit = False
    game.tell("bag", ORDERS, ROMANISED)
    game.due = True
    game._begin_turns()
    choose(game, (ORDERS,))
    assert game.kind == "move"
    assert ICENI in game.settlements
    assert game.discards == [ORDERS, ROMANISED]


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
    game = moving(FISH_ROAD, roman=(ORE_ROAD, FISH_ROAD), begin=False)
    game.stood[0] = data.PLACE_OF[FISH_ROAD]
    land.enchant(game, T1)
    assert where(game) == (T1, 0)
    assert data.PLACE[game.stood[0]] == (T1, 0)


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


# The end


def test_q9_the_chart():
    assert data.CRYSTAL_VALUE[1:] == (1, 2, 3, 4, 3, 4, 4, 5, 6, 7, 8, 9)
    assert data.CRYSTAL_VALUE[0] == 0


def test_box_12_ends_the_game_before_a_tile_is_turned():
    game = moving(AT_CIRCLE, begin=False)
    game.chart = 11
    game.tell("bag", DRUID, ROMAN)
    game.due = True
    game._begin_turns()
    choose(game, (DRUID,))
    assert (game.over, game.reason, game.options) == (True, "enchanted", [])
    assert game.icons == list(data.ICONS)
    assert game.drawn == [ROMAN]  # at once


def test_q30_six_conquered_settlements_end_the_game():
    game = drawing(ROMAN, ROMAN, roman=((REGNI, 1),))
    game.settlements = [REGNI]
    choose(game, (REGNI, 2))
    assert (game.over, game.reason) == (True, "romanised")


def test_six_conquered_settlements_by_romanised():
    game = drawing(ROMANISED, ROMAN, roman=(FROM_T1,))
    game.settlements = [ICENI]
    choose(game, (ROMANISED,))
    assert (game.over, game.reason) == (True, "romanised")


@pytest.mark.parametrize(
    ("supply", "gain", "left", "tens", "got", "last"),
    [
        (5, 4, 1, 5, 4, False),
        (4, 4, 0, 5, 4, True),  # the last point
        (3, 4, 9, 4, 4, True),  # Q31: one ten-marker
        (0, 12, 8, 3, 12, True),
        (2, 60, 0, 0, 52, True),  # what the five cannot pay is lost
    ],
)
def test_q31_the_supply(supply, gain, left, tens, got, last):
    game = on_map()
    game.supply = supply
    after.pay(game, 0, gain)
    assert (game.supply, game.tens, game.reputation[0], game.exhausted) == (left, tens, got, last)


def test_q31_the_game_ends_after_the_turn():
    game = moving(AT_ICENI, ORE, FISH)
    game.supply = 2
    choose(game, DONE, (ORE,))  # worth 2
    assert game.exhausted
    assert asked(game) == ("deliver", [(FISH,), DONE])
    choose(game, (FISH,))
    assert game.reputation[0] == 3
    assert game.kind == "draw_quest"
    choose(game, PASS)
    assert (game.over, game.reason) == (True, "supply")


def test_rounds_and_time():
    for signal in (False, True):
        game = Game(3, random.Random(4), rounds=0 if signal else 2)
        turns = 0
        before = (-1, -1)
        while not game.over:
            if (game.round, game.mover) != before:
                before = (game.round, game.mover)
                turns += 1
            if signal and game.round == 2:
                game.signal_time()
            game.choose(len(game.options) - 1)
        assert (turns, game.reason) == (6, "time" if signal else "rounds")


# Scoring


def test_q1_an_ability_pays_five_a_level():
    game = on_map()
    for level, bonus in enumerate((0, 5, 10, 15, 20)):
        for destiny, ability in ((data.TRADER, 1), (data.WANDERER, 0), (data.CARRIER, 2)):
            game.level[0] = [9, 9, 9]
            game.level[0][ability] = level
            assert scoring.bonus(game, 0, destiny) == bonus


def test_the_other_destinies():
    game = on_map()
    game.crystals[0], game.finished[0], game.reputation[0], game.bribed[0] = 4, 3, 7, 2
    game.level[0] = [3, 2, 4]
    hold(game, 0, GOLD, RING)
    game.settlements = [1, 4]
    assert [scoring.bonus(game, 0, d) for d in range(3, 10)] == [12, 12, 3, 4, 6, 10, 12]


def test_points_by_category():
    game = on_map()
    game.destiny = [data.SEEKER, data.DIPLOMAT]
    game.markers, game.crystals, game.finished, game.reputation = [11, 4], [2, 0], [3, 1], [5, 9]
    game.chart = 10
    assert game.parts == [(11, 14, 15, 12), (4, 0, 5, 4)]
    assert game.scores == [52, 13]
    assert game.ranking == [[0], [1]]
    game.chart = 0
    assert game.scores[0] == 38


def test_luckiest_takes_the_better_of_two_that_nobody_kept():
    game = Told(2, advanced=True, luckiest=True)
    game.destiny = [data.LUCKIEST, data.TRADER]
    game.level[0] = [1, 4, 3]
    game.crystals[0] = 1
    game.tell("luckiest", data.CARRIER, data.WANDERER)
    assert scoring.points(game)[0][3] == 0
    land.finish(game, "time")
    assert game.lucky == [data.WANDERER, data.CARRIER]
    assert data.TRADER not in game.piles["luckiest"]
    assert scoring.points(game)[0][3] == 15


def test_q32_ties():
    game = on_map(3)
    game.destiny = [data.DIPLOMAT] * 3
    game.markers, game.finished = [15, 10, 20], [1, 2, 0]
    assert game.scores == [20, 20, 20]
    assert game.ranking == [[1], [0], [2]]
    game.finished = [0, 0, 0]
    game.markers = [8, 9, 9]
    assert game.ranking == [[1, 2], [0]]


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
