"""Maps that never change: small ones by hand, the rest by law."""

from __future__ import annotations

import subprocess
import sys

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.graph import LARGEST, StaticMap, edges, grid, line, ring


def named(map_: StaticMap, nodes: tuple[int, ...]) -> str:
    return " ".join(map_.names[n] for n in nodes)


FORK = edges({"start": ["left", "right"], "left": ["goal"], "right": ["swamp", "goal"], "swamp": []})
LOOP = edges({"a": ["b"], "b": ["c", "d"], "c": ["a"], "d": []})


@st.composite
def ways(draw: st.DrawFn, *, both_ways: bool = False) -> StaticMap:
    size = draw(st.integers(1, 9))
    names = [f"n{i}" for i in range(size)]
    targets = st.lists(st.sampled_from(names), max_size=3)
    return edges({name: draw(targets) for name in names}, both_ways=both_ways)


static_maps = st.one_of(
    ways(),
    st.builds(grid, st.integers(1, 4), st.integers(1, 4)),
    st.integers(1, 7).map(lambda n: line(map(str, range(n)))),
    st.integers(1, 7).map(lambda n: ring(map(str, range(n)))),
)


# By hand


def test_a_grid_is_named_row_by_row() -> None:
    board = grid(3, 2)
    assert board.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert [named(board, row) for row in board.neighbours] == [
        "b1 a2",
        "a1 c1 b2",
        "b1 c2",
        "a1 b2",
        "b1 a2 c2",
        "c1 b2",
    ]
    assert grid(28, 1).names[24:] == ("y1", "z1", "aa1", "ab1")


def test_the_rows_of_tic_tac_toe() -> None:
    board = grid(3, 3)
    assert [named(board, row) for row in board.lines(3)] == [
        "a1 b1 c1",
        "a2 b2 c2",
        "a3 b3 c3",
        "a1 a2 a3",
        "b1 b2 b3",
        "c1 c2 c3",
        "a1 b2 c3",
        "c1 b2 a3",
    ]
    assert board.lines(4) == ()
    assert board.lines(1) == tuple((n,) for n in range(9))


def test_four_in_a_row_has_69_rows() -> None:
    assert len(grid(7, 6).lines(4)) == 69


def test_rays_run_to_the_rim() -> None:
    board = grid(4, 3)
    a1, b2 = board.names.index("a1"), board.names.index("b2")
    assert named(board, board.ray(a1, 1, 0)) == "b1 c1 d1"
    assert named(board, board.ray(a1, 1, 1)) == "b2 c3"
    assert named(board, board.ray(b2, -1, 1)) == "a3"
    assert board.ray(a1, 0, -1) == ()
    assert named(board, board.ray(a1, 1, 2)) == "b3"  # a leaper's ray jumps


def test_ahead_stops_on_a_line_and_wraps_on_a_ring() -> None:
    path, wheel = line("abcd"), ring("abcd")
    assert [path.ahead(1, n) for n in (0, 1, 2, 9, -1, -9)] == [1, 2, 3, 3, 0, 0]
    assert [wheel.ahead(1, n) for n in (0, 1, 3, 9, -1, -6)] == [1, 2, 0, 2, 0, 3]


def test_a_ring_leads_one_way() -> None:
    wheel = ring("abcd")
    assert wheel.neighbours == ((1,), (2,), (3,), (0,))
    assert (wheel.distance(0, 3), wheel.distance(3, 0)) == (3, 1)


def test_a_line_does_not_lead_back() -> None:
    path = line("abc")
    assert path.distance(0, 2) == 2
    assert path.distance(2, 0) is None
    assert not path.connected(2, 0)


def test_edges_keep_the_order_in_which_they_are_met() -> None:
    assert FORK.names == ("start", "left", "right", "swamp", "goal")
    assert FORK.neighbours == ((1, 2), (4,), (3, 4), (), ())
    both = edges({"x": ["y"], "y": ["z"]}, both_ways=True)
    assert both.neighbours == ((1,), (0, 2), (1,))


def test_reachable_ends_where_the_way_ends() -> None:
    assert named(FORK, FORK.reachable(0, 1)) == "left right"
    assert named(FORK, FORK.reachable(0, 2)) == "swamp goal"
    assert named(FORK, FORK.reachable(0, 9)) == "swamp goal"
    assert named(LOOP, LOOP.reachable(0, 3)) == "a d"
    assert named(LOOP, LOOP.reachable(0, 3 * 10**12 + 1)) == "b d"


def test_a_thousand_billion_steps_over_many_cycles_of_different_length() -> None:
    primes = (2, 3, 5, 7, 11, 13, 17, 19)  # together they repeat only after 9,699,690 steps
    ways = {f"{p}.{i}": [f"{p}.{(i + 1) % p}"] for p in primes for i in range(p)}
    wheels = edges({"hub": [f"{p}.0" for p in primes], **ways})
    steps = 10**12 + 1
    assert named(wheels, wheels.reachable(0, steps)).split() == [f"{p}.{(steps - 1) % p}" for p in primes]


def test_distance_with_costs_pays_for_what_is_entered() -> None:
    board = grid(3, 3)
    wall = {board.names.index(n) for n in ("b1", "b2")}
    a1, c1, b1 = 0, 2, 1
    assert board.distance_with(a1, c1, lambda n: 10 if n in wall else 1) == 6
    assert board.distance_with(a1, c1, lambda n: 3 if n in wall else 1) == 4
    assert board.distance_with(a1, b1, lambda n: 10 if n in wall else 0) == 10
    assert board.distance_with(a1, a1, lambda n: 7) == 0
    assert FORK.distance_with(4, 0, lambda n: 0) is None


def test_a_cluster_hangs_together() -> None:
    board = grid(3, 3)
    stones = {board.names.index(n) for n in ("a1", "b1", "b2", "c3")}
    assert named(board, board.cluster(0, stones.__contains__)) == "a1 b1 b2"
    assert named(board, board.cluster(8, stones.__contains__)) == "c3"
    assert board.cluster(2, stones.__contains__) == ()
    path = line("abcde")
    assert path.cluster(2, lambda n: n != 0) == (1, 2, 3, 4)  # backwards too


def test_what_no_way_leads_to() -> None:
    assert named(FORK, FORK.unreachable_from([1])) == "start right swamp"
    assert FORK.unreachable_from([0]) == ()
    assert line("abc").unreachable_from([1]) == (0,)
    assert FORK.unreachable_from([]) == (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: line([]),
        lambda: line("aa"),
        lambda: grid(0, 3),
        lambda: grid(LARGEST, LARGEST),
        lambda: grid(2, 2).ahead(0, 1),
        lambda: FORK.ahead(0, 1),
        lambda: line("abc").lines(2),
        lambda: ring("abc").ray(0, 1, 0),
        lambda: grid(2, 2).ray(0, 0, 0),
        lambda: grid(2, 2).lines(0),
        lambda: FORK.reachable(0, -1),
        lambda: grid(2, 2).distance_with(0, 1, lambda n: -1),
    ],
)
def test_nonsense_is_refused(wrong) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=r"."):
        wrong()


def test_lines_rings_and_grids_do_without_networkx() -> None:
    code = (
        "import sys\n"
        "from interpreter.graph import grid, line, ring\n"
        "import interpreter.tiles\n"
        "board = grid(3, 3); board.lines(3); board.distance(0, 8); board.cluster(0, bool)\n"
        "line('abc').unreachable_from([0]); ring('abc').reachable(0, 2)\n"
        "sys.exit('networkx' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# By law


@given(static_maps, st.data())
def test_every_distance_is_the_one_networkx_finds(map_: StaticMap, data: st.DataObject) -> None:
    a = data.draw(st.integers(0, len(map_.names) - 1))
    found = nx.single_source_shortest_path_length(map_.to_networkx(), a)
    assert {n: d for n, d in enumerate(map_.distances_from(a)) if d is not None} == dict(found)


@given(static_maps, st.data())
def test_costs_of_one_are_steps_and_triangles_hold(map_: StaticMap, data: st.DataObject) -> None:
    node = st.integers(0, len(map_.names) - 1)
    a, b, c = data.draw(node), data.draw(node), data.draw(node)
    assert map_.distance_with(a, b, lambda n: 1) == map_.distance(a, b)
    costs = data.draw(st.lists(st.integers(0, 5), min_size=len(map_.names), max_size=len(map_.names)))
    ab, bc, ac = (map_.distance_with(*pair, costs.__getitem__) for pair in ((a, b), (b, c), (a, c)))
    assert (ac is not None) == map_.connected(a, c)
    if ab is not None and bc is not None:
        assert ac is not None
        assert ac <= ab + bc


@given(static_maps, st.data())
def test_the_cheapest_way_is_the_one_networkx_finds(map_: StaticMap, data: st.DataObject) -> None:
    node = st.integers(0, len(map_.names) - 1)
    a, b = data.draw(node), data.draw(node)
    costs = data.draw(st.lists(st.integers(0, 5), min_size=len(map_.names), max_size=len(map_.names)))
    found = map_.distance_with(a, b, costs.__getitem__)
    if found is not None:
        graph = map_.to_networkx()
        assert found == nx.dijkstra_path_length(graph, a, b, lambda _, n, __: costs[n])


@given(ways(both_ways=True), st.data())
def test_both_ways_are_equally_long(map_: StaticMap, data: st.DataObject) -> None:
    node = st.integers(0, len(map_.names) - 1)
    a, b = data.draw(node), data.draw(node)
    assert map_.distance(a, b) == map_.distance(b, a)


@given(static_maps, st.data())
def test_walks_are_single_steps_one_after_another(map_: StaticMap, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(map_.names) - 1))
    here = {start}
    for steps in range(12):
        assert map_.reachable(start, steps) == tuple(sorted(here))
        here = {m for n in here for m in map_.neighbours[n] or (n,)}


@given(st.integers(1, 20), st.data())
def test_on_lines_and_rings_reachable_is_ahead(size: int, data: st.DataObject) -> None:
    start, steps = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, 50))
    for make in (line, ring):
        map_ = make(map(str, range(size)))
        assert map_.reachable(start, steps) == (map_.ahead(start, steps),)


@given(static_maps, st.data())
def test_all_of_a_cluster_have_the_same_cluster(map_: StaticMap, data: st.DataObject) -> None:
    kept = data.draw(st.sets(st.integers(0, len(map_.names) - 1)))
    graph = map_.to_networkx().to_undirected().subgraph(kept)
    for n in range(len(map_.names)):
        expected = sorted(nx.node_connected_component(graph, n)) if n in kept else []
        assert map_.cluster(n, kept.__contains__) == tuple(expected)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(2, 5))
def test_each_straight_row_comes_once(width: int, height: int, length: int) -> None:
    rows = grid(width, height).lines(length)
    assert len({frozenset(row) for row in rows}) == len(rows)
    across, down = max(0, width - length + 1), max(0, height - length + 1)
    assert len(rows) == across * height + down * width + 2 * across * down
