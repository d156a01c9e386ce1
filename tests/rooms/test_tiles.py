"""Tile maps: small ones by hand, the rest against the graph obtained by really laying the tiles."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.tiles import STEPS, Cell, Face, Layout, TileMapSpec, cell_name, parse_cell


def spec_of(shape: str, *tiles: list[list[list[int]]]) -> TileMapSpec:
    """Number tiles, sides and parts as they are written: a tile is its sides, a side its parts' edges."""
    faces, part = [], 0
    for tile, sides in enumerate(tiles):
        for side, rows in enumerate(sides):
            faces.append(Face(tile, side, tuple((part + i, tuple(row)) for i, row in enumerate(rows))))
            part += len(rows)
    return TileMapSpec(shape, tuple(faces))  # type: ignore[arg-type]


# Tile 0 is a star; 1 a straight and a bend, its back joining them; 2 a straight; 3 a dead end.
HEX = spec_of("hex", [[[0, 1, 2, 3, 4, 5]]], [[[0, 3], [1, 2]], [[0, 1, 2, 3]]], [[[0, 3]]], [[[4]]])
STAR, BOTH, JOINED, STRAIGHT, END = range(5)  # faces
# parts:      0     1, 2    3      4       5

# Tiles of a square game: four bends make a closed ring.
BENDS = spec_of("square", *([[[1, 2]]] for _ in range(4)), [[[0, 2]]], [[]])


@st.composite
def specs(draw: st.DrawFn) -> TileMapSpec:
    shape = draw(st.sampled_from(sorted(STEPS)))
    faces, part = [], 0
    for tile in range(draw(st.integers(1, 7))):
        for side in range(draw(st.integers(1, 2))):
            owner = [draw(st.integers(-1, 2)) for _ in STEPS[shape]]
            rows = [tuple(e for e, o in enumerate(owner) if o == p) for p in range(3) if p in owner]
            kinds = tuple(draw(st.integers(0 if o == -1 else 1, 2)) for o in owner)
            kinds = kinds if draw(st.booleans()) else ()
            faces.append(Face(tile, side, tuple((part + i, row) for i, row in enumerate(rows)), kinds))
            part += len(rows)
    return TileMapSpec(shape, tuple(faces))  # type: ignore[arg-type]


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Lay tiles beside each other, fitting or not, and sometimes ask for the groups in between."""
    spec = draw(specs())
    layout = spec.layout()
    for number in draw(st.permutations(range(len(spec.faces)))):
        if layout.cell_of(spec.faces[number].tile) is None and draw(st.integers(0, 5)):
            cell = draw(st.sampled_from(layout.spots))
            layout = layout.place(cell, number, draw(st.integers(0, len(spec.steps) - 1)))
            if draw(st.booleans()):
                assert len(layout.groups) == len(layout.neighbours)
    return layout


def unlaid(layout: Layout) -> list[int]:
    return [n for n, face in enumerate(layout.spec.faces) if layout.cell_of(face.tile) is None]


def tables(layout: Layout) -> tuple[object, ...]:
    """Everything a layout knows."""
    spots = {cell: layout._rim[cell] for cell in layout.spots}
    return (
        layout.placed,
        layout.spots,
        spots,
        layout.neighbours,
        layout.groups,
        layout._lying,
        layout._where,
    )


def afresh(layout: Layout) -> Layout:
    """Build the same map from nothing, with no help from what was remembered."""
    return TileMapSpec(layout.spec.shape, layout.spec.faces).layout(list(layout.placed))


def drawn_graph(layout: Layout) -> nx.Graph:
    """Join the parts by looking at every pair of touching edges: slow and obvious."""
    spec, graph = layout.spec, nx.Graph()
    ends: dict[tuple[Cell, Cell], tuple[int, int]] = {}
    for q, r, tile, side, turned in layout.placed:
        face = spec.faces[spec.face_of[tile, side]]
        graph.add_nodes_from(part for part, _ in face.parts)
        for part, row in face.parts:
            for edge in row:
                dq, dr = spec.steps[(edge + turned) % len(spec.steps)]
                ends[(q, r), (q + dq, r + dr)] = part, face.edges[edge] if face.edges else 1
    for (here, there), (part, kind) in ends.items():
        other = ends.get((there, here))
        if other is not None and other[1] == kind:
            graph.add_edge(part, other[0])
    return graph


# By hand


def test_nothing_lies_at_first() -> None:
    empty = HEX.layout()
    assert empty.spots == ((0, 0),)
    assert empty.fits(BOTH, (0, 0), 4)
    assert not empty.fits(BOTH, (1, 0), 4)
    assert empty.meets(BOTH, (0, 0), 4) == ()
    assert (empty.cells, empty.tiles, empty.parts) == ((), (), ())
    assert empty.distance(0, 0) is None
    assert not empty.connected(0, 0)
    assert empty.reachable(0, 2) == empty.group(0) == ()


def test_a_first_tile_put_elsewhere_takes_the_spots_along() -> None:
    layout = HEX.layout().place((3, 3), STAR, 0)
    assert layout.spots == ((2, 3), (2, 4), (3, 2), (3, 4), (4, 2), (4, 3))
    assert layout.lift(0).spots == ((0, 0),)


def test_two_hexes() -> None:
    # The double tile lies north of the star, so its straight (edge 3, south) looks at the star.
    layout = HEX.layout().place((0, 0), STAR, 0).place((0, -1), BOTH, 0)
    assert layout.placed == ((0, -1, 1, 0, 0), (0, 0, 0, 0, 0))
    assert layout.neighbours == ((1,), (0,), (), (), (), ())
    assert (layout.tiles, layout.parts) == ((1, 0), (0, 1, 2))
    assert (layout.tile_at((0, -1)), layout.face_of(1), layout.turned_of(1)) == (1, BOTH, 0)
    assert (layout.tile_at((5, 5)), layout.cell_of(3), layout.face_of(3)) == (None, None, None)
    assert layout.connected(0, 1)
    assert not layout.connected(0, 2)
    assert (layout.edge_to(0, 1), layout.edge_to(1, 0), layout.edge_to(0, 2)) == (0, 3, None)
    assert (layout.group(1), layout.group(2), layout.group(3)) == ((0, 1), (2,), ())
    assert layout.open_ends(0) == 6  # five of the star and the far end of the straight
    assert len(layout.spots) == 8


def test_a_turned_tile_is_asked_for_its_own_edges() -> None:
    # Turned by two, edge 1 of the bend looks south, edge 2 south-west, the straight south-east and north-west.
    layout = HEX.layout().place((0, 0), STAR, 0).place((0, -1), BOTH, 2)
    assert layout.neighbours[0] == (2,)
    assert layout.edge_to(2, 0) == 1
    assert layout.edge_to(0, 2) == 0


def test_flipping_joins_what_the_other_side_joins() -> None:
    layout = HEX.layout().place((0, 0), STAR, 0).place((0, -1), BOTH, 0)
    flipped = layout.change(1, JOINED, 0)
    assert flipped.parts == (0, 3)
    assert flipped.neighbours == ((3,), (), (), (0,), (), ())
    assert not flipped.in_sight(1)
    assert flipped.distance(1, 0) is None
    assert flipped.open_ends(3) == 8
    assert layout.parts == (0, 1, 2)  # the old layout is what it was


def test_distance_counts_tiles_entered() -> None:
    layout = HEX.layout().place((0, 0), STAR, 0).place((0, -1), BOTH, 0).place((0, -2), STRAIGHT, 3)
    assert [layout.distance(0, part) for part in range(6)] == [0, 1, None, None, 2, None]
    assert layout.distance_with(0, 4, lambda part: 0 if part == 1 else 5) == 5
    assert layout.distance_with(0, 2, lambda part: 0) is None
    assert layout.reachable(0, 1) == (1,)
    assert layout.reachable(0, 2) == (0, 4)
    assert layout.reachable(2, 5) == (2,)  # it leads nowhere


def test_only_like_edges_fit() -> None:
    layout = HEX.layout().place((0, 0), STAR, 0)
    north = (0, -1)
    assert [n for n in range(6) if layout.fits(STRAIGHT, north, n)] == [0, 3]
    assert [n for n in range(6) if layout.fits(END, north, n)] == [5]
    assert layout.meets(STRAIGHT, north, 3) == (0,)
    assert layout.joins(STRAIGHT, north, 3) == ((4, 0),)
    assert layout.meets(STRAIGHT, north, 1) == ()
    assert not layout.fits(STRAIGHT, (0, 0), 0)
    assert not layout.fits(STRAIGHT, (0, 5), 0)


def test_four_bends_close() -> None:
    layout = BENDS.layout()
    for cell, face, turned in (((0, 0), 0, 0), ((1, 0), 1, 1), ((1, 1), 2, 2)):
        assert layout.fits(face, cell, turned)
        layout = layout.place(cell, face, turned)
    assert layout.group(1) == (0, 1, 2)
    assert layout.open_ends(0) == 2
    assert [n for n in range(4) if layout.fits(3, (0, 1), n)] == [3]
    assert layout.joins(3, (0, 1), 3) == ((3, 0), (3, 2))
    closed = layout.place((0, 1), 3, 3)
    assert closed.open_ends(0) == 0
    assert closed.distance(0, 2) == 2
    # A tile without ways fits beside any closed edge.
    assert all(closed.fits(5, cell, 0) for cell in closed.spots)


def test_a_way_against_a_blank_edge_is_not_open() -> None:
    layout = BENDS.layout().place((0, 0), 0, 0).place((1, 0), 5, 0)
    assert layout.neighbours[0] == ()
    assert layout.open_ends(0) == 1


def test_kinds_of_ways_do_not_mix() -> None:
    road, river = Face(0, 0, ((0, (1,)),), (0, 1, 0, 0)), Face(1, 0, ((1, (3,)),), (0, 0, 0, 2))
    spec = TileMapSpec("square", (road, river))
    layout = spec.layout().place((0, 0), 0, 0)
    assert not layout.fits(1, (1, 0), 0)
    assert layout.meets(1, (1, 0), 0) == ()
    assert layout.place((1, 0), 1, 0).neighbours == ((), ())


def test_a_way_that_is_no_part_joins_nothing() -> None:
    spec = TileMapSpec("square", (Face(0, 0, (), (0, 1, 0, 0)), Face(1, 0, ((0, (3,)),))))
    layout = spec.layout().place((0, 0), 0, 0)
    assert layout.fits(1, (1, 0), 0)
    assert layout.meets(1, (1, 0), 0) == layout.joins(1, (1, 0), 0) == ()


def test_state_goes_through_json() -> None:
    layout = HEX.layout().place((0, 0), STAR, 0).place((0, -1), BOTH, 2)
    assert HEX.layout(json.loads(json.dumps(layout.placed))) is layout
    assert HEX.layout(reversed(layout.placed)) == layout


def test_equal_placements_share_one_layout() -> None:
    star = HEX.layout().place((0, 0), STAR, 0)
    assert star.place((0, -1), BOTH, 2) is star.place((0, -1), BOTH, 2)
    assert HEX.layout(tuple(tuple(entry) for entry in star.placed)) is star
    assert star.place((0, 1), END, 2).lift(3) is star
    assert star.lift(0) is HEX.layout(())


def test_layouts_are_forgotten_in_the_end() -> None:
    for q in range(1000):
        HEX.layout([(q, 0, 0, 0, 0)])
    assert len(HEX._kept) <= 256


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: HEX.layout([(0, 0, 2, 1, 0)]),
        lambda: HEX.layout([(0, 0, 2, 0, 6)]),
        lambda: HEX.layout([(0, 0, 2, 0, 0), (0, 0, 3, 0, 0)]),
        lambda: HEX.layout([(0, 0, 2, 0, 0), (0, 1, 2, 0, 0)]),
        lambda: HEX.layout([(0, 0, 2, 0, 0)]).place((0, 0), END, 0),
        lambda: HEX.layout().lift(1),
        lambda: HEX.layout().change(1, JOINED, 0),
        lambda: TileMapSpec("hex", (Face(0, 0, ((1, (0,)),)),)),
        lambda: TileMapSpec("hex", (Face(0, 0, ((0, (6,)),)),)),
        lambda: TileMapSpec("hex", (Face(0, 0, ((0, (1,)), (1, (1, 2)))),)),
        lambda: TileMapSpec("square", (Face(0, 0, ()), Face(0, 0, ()))),
        lambda: TileMapSpec("square", (Face(0, 0, ((0, (1,)),), (1, 0, 0, 0)),)),
        lambda: TileMapSpec("square", (Face(0, 0, (), (1, 0, 0)),)),
    ],
)
def test_nonsense_is_refused(wrong) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=r"."):
        wrong()


def test_laying_and_joining_does_without_networkx() -> None:
    code = (
        "import sys\n"
        "from interpreter.tiles import Face, TileMapSpec\n"
        "spec = TileMapSpec('square', (Face(0, 0, ((0, (1,)),)), Face(1, 0, ((1, (3,)),))))\n"
        "layout = spec.layout().place((0, 0), 0, 0).place((1, 0), 1, 0)\n"
        "sys.exit(not layout.connected(0, 1) or 'networkx' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("cell", "name"), [((0, 0), "e0s0"), ((-1, 2), "w1s2"), ((3, -10), "e3n10"), ((-2, -2), "w2n2")]
)
def test_cells_have_names(cell: Cell, name: str) -> None:
    assert cell_name(cell) == name
    assert parse_cell(name) == cell


@pytest.mark.parametrize("name", ["", "e0", "w0s0", "e0n0", "e01s0", "s0e0", "e1s1 ", "E1s1", "e٣s0", "0,0"])
def test_other_words_are_no_cells(name: str) -> None:
    assert parse_cell(name) is None


# By law


@given(st.tuples(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6)))
def test_names_of_cells_come_back(cell: Cell) -> None:
    assert parse_cell(cell_name(cell)) == cell
    assert cell_name(cell).isidentifier()


@pytest.mark.parametrize("shape", sorted(STEPS))
def test_opposite_directions_cancel(shape: str) -> None:
    steps = STEPS[shape]
    half = len(steps) // 2
    assert all((-q, -r) == steps[(d + half) % len(steps)] for d, (q, r) in enumerate(steps))
    assert len(set(steps)) == len(steps)


@given(layouts())
def test_laying_one_by_one_equals_building_at_once(layout: Layout) -> None:
    assert tables(layout) == tables(afresh(layout))


@given(layouts(), st.data())
def test_lifting_and_changing_equal_building_at_once(layout: Layout, data: st.DataObject) -> None:
    if not layout.placed:
        return
    tile = data.draw(st.sampled_from(layout.tiles))
    lifted = layout.lift(tile)
    assert tables(lifted) == tables(afresh(lifted))
    back = lifted.place(layout.cell_of(tile), layout.face_of(tile), layout.turned_of(tile))  # type: ignore[arg-type]
    assert tables(back) == tables(layout)
    other = data.draw(st.sampled_from([n for n, f in enumerate(layout.spec.faces) if f.tile == tile]))
    changed = layout.change(tile, other, data.draw(st.integers(0, len(layout.spec.steps) - 1)))
    assert tables(changed) == tables(afresh(changed))


@given(layouts(), st.data())
def test_taking_several_away_equals_one_after_the_other(layout: Layout, data: st.DataObject) -> None:
    tiles = data.draw(st.lists(st.sampled_from(layout.tiles), unique=True)) if layout.tiles else []
    rest = layout
    for tile in tiles:
        rest = rest.lift(tile)
    assert tables(layout.without(tiles)) == tables(rest)


@given(layouts())
def test_the_network_is_the_one_drawn_by_hand(layout: Layout) -> None:
    graph = drawn_graph(layout)
    assert nx.utils.graphs_equal(nx.Graph(layout.to_networkx().edges), nx.Graph(graph.edges))
    assert layout.parts == tuple(sorted(graph))
    distances = dict(nx.all_pairs_shortest_path_length(graph))
    for a in range(len(layout.neighbours)):
        assert layout.in_sight(a) == (a in graph)
        assert layout.neighbours[a] == (tuple(sorted(graph[a])) if a in graph else ())
        for b in range(len(layout.neighbours)):
            expected = distances.get(a, {}).get(b)
            assert layout.distance(a, b) == layout.distance(b, a) == expected
            assert layout.distance_with(a, b, lambda part: 1) == expected
            assert layout.connected(a, b) == (expected is not None)
            assert (b in layout.group(a)) == (expected is not None)


@given(layouts(), st.data())
def test_triangles_hold(layout: Layout, data: st.DataObject) -> None:
    if not layout.parts:
        return
    part = st.sampled_from(layout.parts)
    a, b, c = data.draw(part), data.draw(part), data.draw(part)
    ab, bc, ac = layout.distance(a, b), layout.distance(b, c), layout.distance(a, c)
    if ab is not None and bc is not None:
        assert ac is not None
        assert ac <= ab + bc


@given(layouts(), st.data())
def test_a_candidate_is_judged_as_if_it_lay_there(layout: Layout, data: st.DataObject) -> None:
    candidates = unlaid(layout)
    if not candidates:
        return
    face = data.draw(st.sampled_from(candidates))
    cell = data.draw(st.sampled_from(layout.spots))
    new = {part for part, _ in layout.spec.faces[face].parts}
    kinds = layout.spec._turned
    for turned in range(len(layout.spec.steps)):
        after = layout.place(cell, face, turned)
        met = {there for part in new for there in after.neighbours[part]}
        assert layout.meets(face, cell, turned) == tuple(sorted(met))
        pairs = sorted((part, there) for part in new for there in after.neighbours[part])
        assert sorted(layout.joins(face, cell, turned)) == pairs
        looks = []
        for direction, (dq, dr) in enumerate(layout.spec.steps):
            beside = layout._lying.get((cell[0] + dq, cell[1] + dr))
            if beside is not None:
                back = (direction + len(layout.spec.steps) // 2) % len(layout.spec.steps)
                looks.append(kinds[face][turned].kinds[direction] == kinds[beside[0]][beside[1]].kinds[back])
        assert layout.fits(face, cell, turned) == all(looks)


@given(layouts())
def test_edges_look_at_each_other(layout: Layout) -> None:
    for a, row in enumerate(layout.neighbours):
        for b in row:
            edge = layout.edge_to(a, b)
            assert edge in layout.spec.part_edges[a]
            tile = layout.spec.part_tile[a]
            q, r = layout.cell_of(tile)  # type: ignore[misc]
            dq, dr = layout.spec.steps[(edge + layout.turned_of(tile)) % len(layout.spec.steps)]  # type: ignore[operator]
            assert layout.tile_at((q + dq, r + dr)) == layout.spec.part_tile[b]


@given(layouts())
def test_open_ends_are_the_edges_that_look_at_nothing(layout: Layout) -> None:
    spec = layout.spec
    open_ = dict.fromkeys(range(len(layout.neighbours)), 0)
    for q, r, tile, side, turned in layout.placed:
        for part, row in spec.faces[spec.face_of[tile, side]].parts:
            for edge in row:
                dq, dr = spec.steps[(edge + turned) % len(spec.steps)]
                open_[part] += layout.tile_at((q + dq, r + dr)) is None
    for part in range(len(layout.neighbours)):
        assert layout.open_ends(part) == sum(open_[p] for p in layout.group(part))


def redrawn(face: Face, sides: int) -> Face:
    """Draw a face as it looks turned by one."""
    parts = tuple((part, tuple((edge + 1) % sides for edge in row)) for part, row in face.parts)
    return Face(face.tile, face.side, parts, face.edges[-1:] + face.edges[:-1])


@given(specs())
def test_turning_is_drawing_anew_and_all_the_way_round_is_no_turn(spec: TileMapSpec) -> None:
    sides = len(spec.steps)
    faces = spec.faces
    for turned in range(sides):
        drawn = TileMapSpec(spec.shape, faces)
        assert [row[0] for row in drawn._turned] == [row[turned] for row in spec._turned]
        faces = tuple(redrawn(face, sides) for face in faces)
    assert faces == spec.faces


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_turning_the_whole_map_changes_nothing_but_places(seed: int) -> None:
    rng = random.Random(seed)
    layout, turned = HEX.layout(), HEX.layout()
    where: dict[Cell, Cell] = {(0, 0): (0, 0)}
    for face in rng.sample((STAR, BOTH, STRAIGHT, END), 4):
        cell, turn = rng.choice(layout.spots), rng.randrange(6)
        q, r = cell
        where[cell] = (-r, q + r)  # sixty degrees clockwise
        layout = layout.place(cell, face, turn)
        turned = turned.place(where[cell], face, (turn + 1) % 6)
    assert turned.neighbours == layout.neighbours
    assert [turned.open_ends(p) for p in range(6)] == [layout.open_ends(p) for p in range(6)]
    assert {(-r, q + r) for q, r in layout.spots} == set(turned.spots)
