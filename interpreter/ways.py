"""
Ways: the network of the parts of tiles that lie on a map and meet at their edges.

A question about a part that does not lie on the map gets the empty answer: no neighbours, no distance,
connected with nothing. Answers are kept as long as the layout is: until a tile moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .graph import cheapest, spread, walk

if TYPE_CHECKING:
    import networkx as nx

    from .faces import Cell
    from .tiles import TileMapSpec


class Ways:
    """What a layout tells of its network; `tiles.Layout` says what lies where."""

    __slots__ = ()

    if TYPE_CHECKING:
        spec: TileMapSpec
        neighbours: tuple[tuple[int, ...], ...]
        groups: tuple[int, ...]
        _lying: dict[Cell, tuple[int, int]]
        _where: dict[int, Cell]
        _memo: dict[tuple[str, int, int], Any]

        @property
        def parts(self) -> tuple[int, ...]: ...

    def in_sight(self, part: int) -> bool:
        """Say whether a part's tile lies on the map with that side up."""
        cell = self._where.get(self.spec.part_tile[part])
        return cell is not None and self._lying[cell][0] == self.spec.part_face[part]

    def connected(self, a: int, b: int) -> bool:
        """Say whether two parts hang together; a part in sight is connected with itself."""
        return self.groups[a] == self.groups[b] != -1

    def group(self, part: int) -> tuple[int, ...]:
        """Give the parts that hang together with this one, itself included, by number."""
        number = self.groups[part]
        return () if number == -1 else tuple(p for p, other in enumerate(self.groups) if other == number)

    def open_ends(self, part: int) -> int:
        """Count the edges at which a part's group looks on an empty cell; 0 means it is closed."""
        key = ("open ends", self.groups[part], 0)
        found: int | None = self._memo.get(key)
        if found is None:
            found = self._memo[key] = sum(self._open_edges(p) for p in self.group(part))
        return found

    def distance(self, a: int, b: int) -> int | None:
        """Count the parts entered on the shortest way from a to b; none without a way."""
        key = ("distances", a, 0)
        row: list[int | None] | None = self._memo.get(key)
        if row is None:
            row = self._memo[key] = steps_from(self.neighbours, a, self.in_sight(a))
        return row[b]

    def distance_with(self, a: int, b: int, cost: Callable[[int], int]) -> int | None:
        """Give the least total cost of the parts entered on a way from a to b; none without a way."""
        return cheapest(self.neighbours, a, b, cost) if self.in_sight(a) else None

    def reachable(self, part: int, steps: int) -> tuple[int, ...]:
        """Give the parts exactly so many steps along, or fewer where the way ends; see `StaticMap`."""
        key = ("reachable", part, steps)
        found: tuple[int, ...] | None = self._memo.get(key)
        if found is None:
            found = walk(self.neighbours, part, steps) if self.in_sight(part) else ()
            self._memo[key] = found
        return found

    def cluster(self, part: int, keep: Callable[[int], bool]) -> tuple[int, ...]:
        """Give the parts that pass `keep` and hang together with this one, itself included."""
        return spread(self.neighbours, part, keep) if self.in_sight(part) else ()

    def edge_to(self, part: int, other: int) -> int | None:
        """Give the edge, numbered as on the unturned tile, at which a part meets another; or none."""
        if other not in self.neighbours[part]:
            return None
        spec = self.spec
        q, r = here = self._where[spec.part_tile[part]]
        there_q, there_r = self._where[spec.part_tile[other]]
        direction = spec.steps.index((there_q - q, there_r - r))
        return (direction - self._lying[here][1]) % len(spec.steps)

    def to_networkx(self) -> nx.Graph:
        """Give a fresh graph of the parts in sight, each with its `tile`."""
        import networkx as nx

        graph = nx.Graph(shape=self.spec.shape)
        graph.add_nodes_from((part, {"tile": self.spec.part_tile[part]}) for part in self.parts)
        graph.add_edges_from((a, b) for a, row in enumerate(self.neighbours) for b in row if a < b)
        return graph

    def _open_edges(self, part: int) -> int:
        spec = self.spec
        q, r = here = self._where[spec.part_tile[part]]
        turned = self._lying[here][1]
        ways = (spec.steps[(edge + turned) % len(spec.steps)] for edge in spec.part_edges[part])
        return sum((q + dq, r + dr) not in self._lying for dq, dr in ways)


def steps_from(neighbours: Sequence[Sequence[int]], start: int, lies: bool) -> list[int | None]:
    """Count the steps from one part to each; none without a way."""
    row: list[int | None] = [None] * len(neighbours)
    if not lies:
        return row
    row[start] = steps = 0
    edge = [start]
    while edge:
        steps += 1
        further = []
        for part in edge:
            for other in neighbours[part]:
                if row[other] is None:
                    row[other] = steps
                    further.append(other)
        edge = further
    return row


def groups_of(neighbours: Sequence[Sequence[int]], parts: Sequence[int]) -> tuple[int, ...]:
    """Number the groups of those parts, given in order, by their lowest part; -1 for all others."""
    groups = [-1] * len(neighbours)
    for lowest in parts:
        if groups[lowest] == -1:
            groups[lowest] = lowest
            found = [lowest]
            for part in found:
                for other in neighbours[part]:
                    if groups[other] == -1:
                        groups[other] = lowest
                        found.append(other)
    return tuple(groups)
