"""The hand-written Celtic Quest: set-up, the ends, scoring (Q1, Q9, Q14 to Q17, Q30 to Q32)."""

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
    DONE,
    FROM_T1,
    ICENI,
    ORE_T1,
    REGNI,
    Told,
    asked,
    choose,
    drawing,
    hold,
    moving,
    on_map,
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
    choose(game, DONE, ("deliver", ORE))  # worth 2
    assert game.exhausted
    assert asked(game) == ("settlement", [("deliver", FISH), ("draw_quest",), ("drop", FISH), DONE])
    choose(game, ("deliver", FISH))
    assert game.reputation[0] == 3
    choose(game, DONE)
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
