"""The hand-written Celtae: scoring, leaders, ties and the solo game (T19 to T25)."""

from __future__ import annotations

import random

import pytest

from tests.benchmarks.celtae import Game, data, rounds, scoring
from tests.celtae_positions import (
    CAMP,
    CENTRE,
    DONE,
    FORTRESS,
    FULL,
    GROVE,
    LAND_NORTH,
    LAND_SOUTH,
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
    card,
    choose,
    position,
)

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


def test_solitairix_needs_a_disc_to_build_and_a_cube_to_place():
    game = scripted(0, drawn=card(ORANGE, TRAP), built={1: 9}, markets={NORTH: FULL})
    assert game.built[1] == 9
    assert game.discards[-5:] == [0, 1, 4, 5, card(ORANGE, TRAP)]
    game = scripted(1, drawn=card(ORANGE, TRAP), stop=NW, army={NORTH: [5, 2]}, left={1: 0})
    assert (game.romans[1], game.garrison[1]) == ([2], [0, 0])


def test_solitairix_skips_empty_places_of_a_market():
    game = scripted(0, drawn=card(ORANGE, TRAP), built={1: 9}, markets={NORTH: [7, 8, 9]})
    assert game.discards[-3:] == [7, 8, card(ORANGE, TRAP)]
    assert game.market[NORTH] == [9, 0, 1, 2, 3, 4]


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
