"""The hand-written Celtic Quest: building the map (Q18, Q19)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from interpreter.tiles import Face, TileMapSpec, parse_cell
from tests.benchmarks.celtic_quest import Game, board, data, network, setup
from tests.benchmarks.celtic_quest.board import Board, cell, laid, named
from tests.celtic_quest_positions import (
    AT_CIRCLE,
    AT_ICENI,
    AT_REGNI,
    FISH_ROAD,
    MAP,
    ON_T4,
    ON_T8,
    ORE_ROAD,
    Told,
    asked,
    choose,
    on_map,
)

CANTII, REGNI = data.CANTII, data.REGNI
NORTH, SOUTH, NORTH_EAST = (0, -1), (0, 1), (1, -1)
BRIDGE = 9  # ordinary tile 3: [0 3] and [1 2]


def places(lying, tile, crowded=False):
    """Turns by cell."""
    found = {}
    for column, row, turned in map(named, lying.spots(tile, crowded)):
        found.setdefault((column, row), []).append(turned)
    return found


# Placing


def test_beside_the_circle():
    found = places(Board(), CANTII)  # a bend [0 2]
    # all six sides of the Circle have a road; the tile to the north needs one at its edge 3
    assert sorted(found) == sorted([(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)])
    assert found[NORTH] == [1, 3]
    assert found[SOUTH] == [0, 4]
    assert places(Board(), REGNI)[NORTH] == [0, 3]  # a straight [0 3]


def test_q18_roads_have_to_meet_and_to_lead_back():
    lying = laid([(REGNI, 0, -1, 0)])
    # A: the tile north-east of the Circle must have a road in the south-west and none in the north-west
    assert places(lying, CANTII)[NORTH_EAST] == [2, 4]
    assert places(lying, 11)[NORTH_EAST] == [1, 3]  # [0 1 3], turned to [1 2 4], [3 4 0]; [4 5 1] would touch Regni
    # B: beside Regni alone, without a road to it
    assert (1, -2) not in places(lying, CANTII)
    assert places(lying, CANTII)[0, -2] == [1, 3]


def test_q18_a_road_that_does_not_lead_back_is_not_enough():
    lying = laid([(BRIDGE, 0, -1, 0)])
    # the second section looks north-east and south-east, and leads nowhere
    assert data.NODE_OF[BRIDGE, 1] in lying.linked
    assert data.NODE_OF[BRIDGE, 2] not in lying.linked
    assert (1, -2) not in places(lying, CANTII)


def test_links_run_on_through_tiles_laid_before():
    lying = laid([(BRIDGE, 0, -1, 0), (11, 1, -1, 4)])  # [0 1 3] turned to [4 5 1]: joins Circle and bridge
    assert data.NODE_OF[BRIDGE, 2] in lying.linked
    lying.lift(11)
    assert data.NODE_OF[BRIDGE, 2] not in lying.linked
    assert places(lying, 11)[NORTH_EAST] == [4]  # both the Circle and the section want a road
    assert NORTH_EAST not in places(lying, CANTII)


def test_most_neighbours():
    lying = laid([(REGNI, 0, -1, 0)])
    assert sorted(places(lying, CANTII, crowded=True)) == [(-1, 0), (1, -1)]  # beside the Circle and Regni


def test_the_small_map():
    lying = laid(MAP)
    sections = [AT_CIRCLE, AT_REGNI, AT_ICENI, ORE_ROAD, FISH_ROAD, ON_T4, ON_T8]
    assert lying.linked == {data.NODE_OF[section] for section in sections}
    assert lying.whole()
    game = on_map()
    far = network.distances(game, data.NODE_OF[AT_REGNI])
    assert [far[data.NODE_OF[s]] for s in sections] == [1, 0, 2, 2, 3, 3, 2]


@pytest.mark.parametrize("seed", range(20))
def test_tiles_taken_up_leave_no_trace(seed):
    rng, lying, left = random.Random(seed), Board(), list(range(1, data.TILES))
    for _ in range(60):
        tile = rng.choice(left if rng.random() < 0.7 and left else [t for t in lying.lying.values() if t] or left)
        if tile in left and lying.spots(tile):
            lying.lay(tile, rng.choice(lying.spots(tile)))
            left.remove(tile)
        elif tile not in left:
            lying.lift(tile)
            left.append(tile)
        afresh = Board()
        for place, other in lying.lying.items():
            if other:
                afresh.lay(other, (place, lying.turned[other]))
        assert (lying.linked, lying.rim) == (afresh.linked, afresh.rim)


# Against the interpreter's tile maps, whose parts can be numbered as nodes are here

SPEC = TileMapSpec(
    "hex",
    tuple(
        Face(tile, side, tuple((node, data.NODE_EDGES[node]) for node in nodes))
        for tile in range(data.TILES)
        for side, nodes in enumerate([data.GREEN[tile], [data.JOINED[tile]]])
        if nodes != [-1]
    ),
)


def layout_of(lying, joined=()):
    tiles = [
        (*named((place, 0))[:2], tile, int(tile in joined), lying.turned[tile]) for place, tile in lying.lying.items()
    ]
    return SPEC.layout(tiles)


def legal(layout, tile):
    """Where a tile may lie, by the rule read anew: aligned, and one of the parts it meets leads to the Circle."""
    face = SPEC.face_of[tile, 0]
    return [
        (*spot, turned)
        for spot in sorted(layout.spots)
        for turned in range(6)
        if layout.fits(face, spot, turned)
        and any(layout.connected(part, 0) for part in layout.meets(face, spot, turned))
    ]


@pytest.mark.parametrize("seed", range(5))
def test_legal_places_by_the_tile_maps(seed):
    game, rng = Game(3, random.Random(seed), quick_map=False), random.Random(seed)
    while game.kind == "place":
        layout = layout_of(game.board)
        assert game.options == legal(layout, game.tile)
        assert game.board.linked == {part for part in layout.parts if layout.connected(part, 0)}
        crowded = [named(spot) for spot in game.board.spots(game.tile, crowded=True)]
        beside = Counter({spot: sum(n in layout.cells for n in around(spot)) for spot in game.options})
        assert crowded == [spot for spot in game.options if beside[spot] == max(beside.values())]
        game.choose(rng.randrange(len(game.options)))


def around(spot):
    column, row, _ = spot
    return [(column + dq, row + dr) for dq, dr in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))]


def cut_off(layout):
    return [node for node in data.LOCATOR_NODE if not layout.connected(node, 0)]


def again(layout, tile):
    """Where a tile may be laid instead of where it lies, by answer 3 read anew; nowhere if it may not be taken up."""
    lost = cut_off(layout)
    rest = layout.lift(tile)
    cuts_others_off = len({data.NODE_TILE[part] for part in rest.parts if rest.connected(part, 0)}) < data.TILES - 1
    if cuts_others_off and not any(data.NODE_TILE[node] == tile for node in lost):
        return []
    found = []
    for column, row, turned in legal(rest, tile):
        trial = rest.place((column, row), SPEC.face_of[tile, 0], turned)
        home = {data.NODE_TILE[part] for part in trial.parts if trial.connected(part, 0)}
        if len(cut_off(trial)) < len(lost) and len(home) == data.TILES:
            found.append((column, row, turned))
    return found


@pytest.mark.parametrize("seed", [0, 1, 2, 11, 21, 36])  # in the last three, a tile may not go
def test_adjusting_by_the_tile_maps(seed):
    game, rng = Game(2, random.Random(seed), quick_map=False), random.Random(seed)
    while game.kind == "place":
        game.choose(rng.randrange(len(game.options)))
    if game.kind == "adjust":
        layout = layout_of(game.board)
        better = {tile: again(layout, tile) for tile in range(1, data.TILES)}
        assert game.options == [(tile,) for tile, spots in better.items() if spots]
        tile = game.options[rng.randrange(len(game.options))][0]
        choose(game, (tile,))
        if len(better[tile]) > 1:
            assert asked(game) == ("place_again", better[tile])


@pytest.mark.parametrize("seed", range(5))
def test_ways_by_the_tile_maps(seed):
    """After every decision of a random game, and so after every tile that is enchanted."""
    game, rng = Game(2, random.Random(seed)), random.Random(seed)
    seen = None
    while not game.over:
        joined = {tile for tile in data.ORDINARY if tile in data.ICONS and tile not in game.icons}
        if joined != seen:
            seen = joined
            layout = layout_of(game.board, joined)
            for node in range(len(data.NODE)):
                assert tuple(way[1] for way in game.ways[node]) == layout.neighbours[node]
            for tile in data.SETTLEMENTS:
                start = data.GREEN[tile][0]
                far = [layout.distance(start, node) for node in range(len(data.NODE))]
                assert network.distances(game, start) == [-1 if d is None else d for d in far]
        game.choose(rng.randrange(len(game.options)))


# Building in turn


def test_players_lay_tiles_in_turn():
    game = Told(3, quick_map=False)
    game.tell("tiles", REGNI)
    seats = []
    while game.kind == "place":
        seats.append(game.seat)
        game.choose(0)
    assert seats[:6] == [0, 1, 2, 0, 1, 2]
    assert len(seats) == 21


def test_a_tile_that_fits_nowhere_goes_under_the_stack():
    class Refusing(Board):
        __slots__ = ()

        def spots(self, tile, crowded=False):
            return [] if tile in (5, 6) and len(self.lying) < 4 else super().spots(tile, crowded)

    game = Told(2, quick_map=False)
    game.board, game.aside = Refusing(), []
    game.piles["tiles"] = list(range(1, 22))
    game.tell("tiles", 5, REGNI, 6, CANTII)
    setup.lay_next(game, 0)
    assert (game.kind, game.seat, game.tile, game.aside) == ("place", 0, REGNI, [5])
    game.choose(0)
    assert (game.seat, game.tile, game.aside) == (1, CANTII, [5, 6])
    while game.piles["tiles"]:
        game.choose(0)
    game.choose(0)
    assert (game.tile, game.aside) == (5, [6])


def test_when_nothing_fits_the_quick_map_is_laid():
    class Full(Board):
        __slots__ = ()

        def spots(self, tile, crowded=False):
            return []

    game = Told(2, quick_map=False)
    game.board = Full()
    game.piles["tiles"].append(game.tile)
    setup.lay_next(game, 0)
    game._begin_turns()
    assert len(game.board.lying) == 22
    assert game.board.lost() <= 2
    assert game.kind not in ("place", "adjust")


def test_q19_two_cut_off_locators_are_allowed_three_are_not():
    seen = Counter()
    for seed in range(12):
        game, rng = Game(2, random.Random(seed), quick_map=False), random.Random(seed)
        while game.kind == "place":
            game.choose(rng.randrange(len(game.options)))
        lost = game.board.lost() if game.kind in ("adjust", "place_again") else 0
        first = game.seat
        while game.kind in ("adjust", "place_again"):
            assert first == 0 or game.kind == "place_again" or seen
            before = game.board.lost()
            if game.kind == "adjust":
                assert before > 2
                game.choose(rng.randrange(len(game.options)))
            if game.kind == "place_again":
                seat = game.seat
                game.choose(rng.randrange(len(game.options)))
                if game.kind == "adjust":
                    assert game.seat == 1 - seat
            assert game.board.lost() < before
            assert game.board.whole()
        assert sum(site == 0 for site in game.sites) == sum(game.boxed) == game.board.lost() <= 2
        seen["adjusted" if lost else "at once"] += 1
    assert len(seen) == 2


def test_a_tile_in_the_middle_of_a_road_is_not_taken_up():
    """Taking up the first tile of a road would cut off the rest; the last one is free to go."""
    lying = laid([(REGNI, 0, -1, 0), (CANTII, 0, -2, 1), (BRIDGE, -1, 0, 2)])
    # the bridge: [0 3] turned to [2 5] leads to the Circle; [1 2] turned to [3 4] does not
    rest = lying.copy()
    rest.lift(REGNI)
    assert data.GREEN[CANTII][0] in lying.linked - rest.linked
    rest = lying.copy()
    rest.lift(CANTII)
    assert lying.linked - rest.linked == set(data.GREEN[CANTII])


def test_what_cannot_be_adjusted_is_laid_anew():
    class Stuck(Board):
        __slots__ = ()

        def lost(self):
            return 3

        def movable(self):
            return iter(())

    game = Told(2, quick_map=False)
    game.board = Stuck()
    game.piles["tiles"].append(game.tile)
    setup.adjust_next(game, 0)
    assert type(game.board) is Board
    assert game.board.lost() <= 2


def test_cells_are_named_as_on_tile_maps():
    assert named((cell(2, -1), 4)) == (*parse_cell("e2n1"), 4)
    assert board.STEPS[1] == cell(1, -1) - cell(0, 0)


@pytest.mark.parametrize("quick", [False, True])
def test_maps_are_whole(quick):
    for seed in range(6):
        game = built(4, random.Random(seed), quick_map=quick)
        assert sorted(game.board.lying.values()) == list(range(22))
        assert game.board.whole()
        assert game.board.lost() <= 2


def built(players, rng, **given):
    game = Game(players, rng, **given)
    while game.kind in ("destiny", "place", "adjust", "place_again"):
        game.choose(rng.randrange(len(game.options)))
    return game


@pytest.mark.long
@pytest.mark.parametrize("quick", [False, True])
def test_thousands_of_maps(quick):
    for seed in range(1000):
        game = built(2 + seed % 4, random.Random(seed), quick_map=quick)
        assert len(game.board.lying) == 22
        assert game.board.whole()
        assert game.board.lost() <= 2
