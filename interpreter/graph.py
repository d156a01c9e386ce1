"""
Maps that never change: names in, small integer tables out.

Nodes are numbered from 0 in the order in which the map names them ("map order"); every answer that
is a row of nodes comes in that order unless it says otherwise. Lines, rings and grids answer by
arithmetic, so starting a game on one costs no import of networkx (150 ms); maps with edges are
analysed by it. What play asks often is computed once and kept.

Nothing here reports to authors: a wrong map is a `ValueError`, and the room that reads the
definition says so at the right line before it comes to that.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import networkx as nx

Shape = Literal["grid", "line", "ring", "edges"]

MOST_WALKED = 200_000  # places, over all steps of one question
MOST_LEAPT = 200  # places of a map
MOST_KEPT = 200_000  # places in the answers that a map remembers
LARGEST = 10_000
"""More nodes than any board has; a typing mistake in `grid: [w, h]` must not fill the memory."""


@dataclass(frozen=True, slots=True)
class StaticMap:
    """
    A map whose nodes and ways are fixed at load; see `grid`, `line`, `ring` and `edges`.

    `neighbours[n]` are the nodes one step from n: on a grid the up to four orthogonal ones, on a line
    the next one, on a ring the next one clockwise, with edges the ones the author wrote behind it.
    So a line and a ring lead one way only: `distance` and `connected` follow the arrows.
    """

    names: tuple[str, ...]
    shape: Shape
    neighbours: tuple[tuple[int, ...], ...]
    width: int = 0
    height: int = 0
    _memo: dict[tuple[Any, ...], Any] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        _check_size(len(self.names))
        if len(set(self.names)) < len(self.names):
            raise ValueError("two nodes have the same name")

    def ahead(self, n: int, steps: int) -> int:
        """Go along a line, stopping at either end, or round a ring; negative steps go back."""
        if self.shape == "ring":
            return (n + steps) % len(self.names)
        if self.shape == "line":
            return min(max(n + steps, 0), len(self.names) - 1)
        raise ValueError(f"no single way leads ahead on a map with the shape {self.shape}")

    def reachable(self, n: int, steps: int) -> tuple[int, ...]:
        """
        Give the nodes exactly so many steps along, or fewer where the way ends.

        A walk may cross its own track, so on a grid two steps lead back to where they began as well.
        """
        key = ("reachable", n, steps)
        found: tuple[int, ...] | None = self._memo.get(key)
        if found is None:
            found = self._keep(key, walk(self.neighbours, n, steps))
        return found

    def _keep(self, key: tuple[Any, ...], answer: Any) -> Any:
        """Remember an answer, as long as there is room."""
        if sum(map(len, self._memo.values())) < MOST_KEPT if len(self._memo) % 100 == 0 else True:
            self._memo[key] = answer
        return answer

    def distance(self, a: int, b: int) -> int | None:
        """Count the steps from a to b; none where no way leads there."""
        return self.distances_from(a)[b]

    def connected(self, a: int, b: int) -> bool:
        """Say whether a way leads from a to b; a node is connected with itself."""
        return self.distances_from(a)[b] is not None

    def distances_from(self, a: int) -> tuple[int | None, ...]:
        """Give the distance from a to every node: one row of the table of distances."""
        key = ("distances", a)
        row: tuple[int | None, ...] | None = self._memo.get(key)
        if row is None:
            row = self._keep(key, self._distances_from(a))
        return row

    def _distances_from(self, a: int) -> tuple[int | None, ...]:
        every = range(len(self.names))
        if self.shape == "line":
            return tuple(b - a if b >= a else None for b in every)
        if self.shape == "ring":
            return tuple((b - a) % len(self.names) for b in every)
        if self.shape == "grid":
            row, column = divmod(a, self.width)
            return tuple(abs(b // self.width - row) + abs(b % self.width - column) for b in every)
        return shortest(self._graph(), a, len(self.names))

    def distance_with(self, a: int, b: int, cost: Callable[[int], int]) -> int | None:
        """Give the least total cost of the nodes entered on a way from a to b; none without a way."""
        return cheapest(self.neighbours, a, b, cost)

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """
        Give all straight rows of so many nodes of a grid.

        First all across, then all down, then the diagonals going down and right, then those going down
        and left; within each, by the node they start from. A single node is a row only once.
        """
        if self.shape != "grid":
            raise ValueError(f"a map with the shape {self.shape} has no straight rows")
        if length < 1:
            raise ValueError("a row has at least one node")
        key = ("lines", length)
        found: tuple[tuple[int, ...], ...] | None = self._memo.get(key)
        if found is None:
            ways = ((1, 0), (0, 1), (1, 1), (-1, 1)) if length > 1 else ((1, 0),)
            rows = (
                (start, *self.ray(start, dx, dy)[: length - 1]) for dx, dy in ways for start in range(len(self.names))
            )
            found = self._memo[key] = tuple(row for row in rows if len(row) == length)
        return found

    def ray(self, node: int, dx: int, dy: int) -> tuple[int, ...]:
        """Give the nodes from here to the rim of a grid, nearest first, itself left out; dy > 0 is down."""
        if self.shape != "grid":
            raise ValueError(f"a map with the shape {self.shape} has no directions")
        if dx == dy == 0:
            raise ValueError("a ray needs a direction")
        key = ("ray", node, dx, dy)
        found: tuple[int, ...] | None = self._memo.get(key)
        if found is None:
            y, x = divmod(node, self.width)
            steps = range(1, max(self.width, self.height))
            way = ((x + dx * i, y + dy * i) for i in steps)
            found = self._memo[key] = tuple(
                y * self.width + x for x, y in way if 0 <= x < self.width and 0 <= y < self.height
            )
        return found

    def cluster(self, node: int, keep: Callable[[int], bool]) -> tuple[int, ...]:
        """
        Give the nodes that pass `keep` and hang together with this one, itself included.

        Edges count in both directions here, so that all members of a cluster have the same one.
        Empty if the node itself does not pass.
        """
        return spread(self._both_ways(), node, keep)

    def _both_ways(self) -> tuple[tuple[int, ...], ...]:
        if self.shape == "grid":
            return self.neighbours
        key = ("both ways",)
        found: tuple[tuple[int, ...], ...] | None = self._memo.get(key)
        if found is None:
            near = [set(row) for row in self.neighbours]
            for n, row in enumerate(self.neighbours):
                for m in row:
                    near[m].add(n)
            found = self._memo[key] = tuple(tuple(sorted(row)) for row in near)
        return found

    def unreachable_from(self, starts: Iterable[int]) -> tuple[int, ...]:
        """Give the nodes that no way leads to from any of the starts: what an author should hear of."""
        rows = [self.distances_from(start) for start in starts]
        return tuple(n for n in range(len(self.names)) if all(row[n] is None for row in rows))

    def to_networkx(self) -> nx.DiGraph:
        """Give a fresh directed graph of node numbers, each with its `name`, for other questions."""
        import networkx as nx

        graph = nx.DiGraph(shape=self.shape)
        graph.add_nodes_from((n, {"name": name}) for n, name in enumerate(self.names))
        graph.add_edges_from((n, m) for n, row in enumerate(self.neighbours) for m in row)
        return graph

    def _graph(self) -> nx.DiGraph:
        key = ("graph",)
        if key not in self._memo:
            self._memo[key] = self.to_networkx()
        return self._memo[key]


def grid(width: int, height: int) -> StaticMap:
    """
    Make a grid, named and numbered row by row: a1, b1, c1, a2, ...

    >>> grid(2, 2).names
    ('a1', 'b1', 'a2', 'b2')
    """
    if width < 1 or height < 1:
        raise ValueError("a grid has at least one column and one row")
    _check_size(width * height)
    names = tuple(f"{column_name(x)}{y + 1}" for y in range(height) for x in range(width))
    neighbours = tuple(
        tuple(
            v * width + u
            for u, v in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
            if 0 <= u < width and 0 <= v < height
        )
        for y in range(height)
        for x in range(width)
    )
    return StaticMap(names, "grid", neighbours, width, height)


def line(names: Iterable[str]) -> StaticMap:
    """Make a path from the first name to the last."""
    names = tuple(names)
    last = len(names) - 1
    return StaticMap(names, "line", tuple((n + 1,) if n < last else () for n in range(len(names))))


def ring(names: Iterable[str]) -> StaticMap:
    """Make a round path; the names go clockwise."""
    names = tuple(names)
    return StaticMap(names, "ring", tuple(((n + 1) % len(names),) for n in range(len(names))))


def edges(ways: Mapping[str, Iterable[str]], *, both_ways: bool = False) -> StaticMap:
    """
    Make a map of nodes and the nodes that follow them.

    Its order: the nodes that have an entry, as written, then those only led to, as they are met.
    """
    followers = {name: tuple(targets) for name, targets in ways.items()}
    names = tuple(dict.fromkeys([*followers, *(t for row in followers.values() for t in row)]))
    number = {name: n for n, name in enumerate(names)}
    near: list[set[int]] = [set() for _ in names]
    for name, row in followers.items():
        for target in row:
            near[number[name]].add(number[target])
            if both_ways:
                near[number[target]].add(number[name])
    return StaticMap(names, "edges", tuple(tuple(sorted(row)) for row in near))


def column_name(x: int) -> str:
    """
    Name a column by letters, as a spreadsheet does.

    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    name = ""
    x += 1
    while x:
        x, letter = divmod(x - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def walk(neighbours: Sequence[Sequence[int]], start: int, steps: int) -> tuple[int, ...]:
    """
    Give the nodes at the end of every walk of exactly so many steps, or shorter where the way ends.

    Where the walk has come to the same places before, it goes on in circles, and only the rest of one is walked.
    On small maps jumps double in length as the steps are read bit by bit, so that circles of many lengths do not hurt.
    """
    if steps < 0:
        raise ValueError("the number of steps must not be negative")
    here = frozenset((start,))
    seen: dict[frozenset[int], int] = {}
    work = 0
    for done in range(steps):
        if here in seen:
            circle = done - seen[here]
            ways = list(seen)
            return tuple(sorted(ways[seen[here] + (steps - seen[here]) % circle]))
        seen[here] = done
        work += len(here)
        if work > MOST_WALKED:
            return _leap(neighbours, start, steps)
        here = frozenset(m for n in here for m in neighbours[n] or (n,))
    return tuple(sorted(here))


def _leap(neighbours: Sequence[Sequence[int]], start: int, steps: int) -> tuple[int, ...]:
    if len(neighbours) > MOST_LEAPT:
        from .runtime import Fault

        raise Fault("endless", f"walks of {steps} steps lead over too many places")
    here = {start}
    jump: list[Iterable[int]] = [row or (n,) for n, row in enumerate(neighbours)]
    while steps:
        if steps & 1:
            here = {m for n in here for m in jump[n]}
        steps >>= 1
        if steps:
            jump = [{m for n in row for m in jump[n]} for row in jump]
    return tuple(sorted(here))


def spread(neighbours: Sequence[Sequence[int]], start: int, keep: Callable[[int], bool]) -> tuple[int, ...]:
    """Give the nodes that hang together with one through nodes that pass `keep`; none if it does not pass itself."""
    if not keep(start):
        return ()
    seen = {start}
    found = [start]
    for n in found:
        for m in neighbours[n]:
            if m not in seen:
                seen.add(m)
                if keep(m):
                    found.append(m)
    return tuple(sorted(found))


def cheapest(neighbours: Sequence[Sequence[int]], a: int, b: int, cost: Callable[[int], int]) -> int | None:
    """
    Find the least total cost of the nodes entered on a way from a to b (Dijkstra); none without a way.

    The costs change with every question, and a networkx graph for each would cost more than the search.
    """
    seen = {a}
    queue = [(0, a)]
    while queue:
        paid, n = heapq.heappop(queue)
        if n == b:
            return paid
        for m in neighbours[n]:
            if m not in seen:  # n is the cheapest place to enter m from: m costs the same from everywhere
                seen.add(m)
                price = cost(m)
                if price < 0:
                    raise ValueError("the cost of entering a node must not be negative")
                heapq.heappush(queue, (paid + price, m))
    return None


def shortest(graph: nx.Graph, a: int, size: int) -> tuple[int | None, ...]:
    """Give the number of steps from a to each of the nodes 0, 1, .. size - 1; none without a way."""
    import networkx as nx

    row = dict(nx.single_source_shortest_path_length(graph, a))
    return tuple(row.get(n) for n in range(size))


def _check_size(nodes: int) -> None:
    if nodes < 1:
        raise ValueError("a map has at least one node")
    if nodes > LARGEST:
        raise ValueError(f"a map has at most {LARGEST} nodes")
