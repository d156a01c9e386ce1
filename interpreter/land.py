"""
Land: tile maps in play. Where tiles lie is plain data in the state; what follows from it (which parts
are neighbours, connected, how far) is a `tiles.Layout`, kept beside the state until a tile changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .model import Board
from .runtime import Fault
from .tiles import Face, TileMapSpec
from .tiles import Layout as Land

if TYPE_CHECKING:
    from .layout import Layout
    from .state import State


def spec_of(lay: Layout, board: Board) -> TileMapSpec:
    """The faces of all tiles: which parts lie on them, which edges they join."""
    finite = lay.definition.finites[board.tiles]
    part = board.joined_by
    edges = lay.attributes.get((part, "edges"), [])
    faces: dict[tuple[int, int], list[tuple[int, tuple[int, ...]]]] = {}
    for tile in range(len(lay.members[finite.name].names)):
        for side in range(max(1, len(finite.sides))):
            faces[tile, side] = []
    for number, (tile, side, _) in enumerate(lay.parts[part]):
        faces[tile, side].append((number, tuple(edges[number])))
    shape: Any = board.shape
    return TileMapSpec(shape, tuple(Face(t, s, tuple(parts)) for (t, s), parts in faces.items()))


def tools_of_map(
    lay: Layout, board: Board, index: int, put: Callable[..., None], find: Callable[..., int]
) -> dict[str, Any]:
    """The functions that compiled rules call for one tile map."""
    spec = spec_of(lay, board)
    tiles = len(lay.members[board.tiles].names)
    side_base = lay.side_base[board.tiles]
    cell_base, turn_base = side_base + tiles, side_base + 2 * tiles
    slot = lay.zone_base[board.name]
    where = tuple(i for i, (_, _, of) in enumerate(lay.slots) if of == board.tiles)

    def land(s: State) -> Asked:
        found: Asked | None = s.maps[index]
        if found is None:
            fields = s.F
            placed = tuple(
                sorted((*fields[cell_base + t], t, fields[side_base + t], fields[turn_base + t]) for t in s.Z[slot])
            )
            found = s.maps[index] = Asked(spec, spec.layout(placed))
        return found

    def lay_tile(s: State, items: Sequence[int], cell: Any, turned: int) -> None:
        for tile in items:
            if any(s.F[cell_base + t] == cell for t in s.Z[slot]):
                raise Fault("cell-taken", "a tile lies in this cell already")
            s.Z[find(s, where, tile)].remove(tile)
            s.F[cell_base + tile] = tuple(cell)
            s.F[turn_base + tile] = turned % len(spec.steps)
            put(s, slot, (tile,), False)
        s.maps = list(s.maps)
        s.maps[index] = None

    def lift(s: State, items: Sequence[int], b: int) -> None:
        for tile in items:
            s.Z[find(s, where, tile)].remove(tile)
            s.F[cell_base + tile], s.F[turn_base + tile] = None, 0
        put(s, b, items, False)
        s.maps = list(s.maps)
        s.maps[index] = None

    def changed(s: State) -> None:
        s.maps = list(s.maps)
        s.maps[index] = None

    name = board.name
    return {f"land_{name}": land, f"lay_{name}": lay_tile, f"lift_{name}": lift, f"changed_{name}": changed}


class Asked:
    """The questions that rules ask of a tile map as it lies."""

    __slots__ = ("layout", "spec")

    def __init__(self, spec: TileMapSpec, layout: Land) -> None:
        self.spec = spec
        self.layout = layout

    def spots(self) -> tuple[Any, ...]:
        return self.layout.spots

    def fits(self, tile: int, side: int, cell: Any, turned: int) -> bool:
        return self.layout.fits(self.spec.face_of[tile, side], cell, turned)

    def meets(self, tile: int, side: int, cell: Any, turned: int) -> tuple[int, ...]:
        return self.layout.meets(self.spec.face_of[tile, side], cell, turned)

    def neighbours(self, part: int) -> tuple[int, ...]:
        return self.layout.neighbours[part]

    def connected(self, a: int, b: int) -> bool:
        return self.layout.connected(a, b)

    def distance(self, a: int, b: int) -> int | None:
        return self.layout.distance(a, b)

    def distance_with(self, a: int, b: int, cost: Callable[[int], int]) -> int | None:
        return self.layout.distance_with(a, b, cost)

    def reachable(self, part: int, n: int) -> tuple[int, ...]:
        return self.layout.reachable(part, n)

    def cluster(self, part: int, keep: Callable[[int], bool]) -> tuple[int, ...]:
        return tuple(p for p in self.layout.group(part) if keep(p))

    def edge_to(self, part: int, other: int) -> int:
        edge = self.layout.edge_to(part, other)
        if edge is None:
            raise Fault("not-joined", "these two parts do not meet")
        return edge

    def open_ends(self, part: int) -> int:
        return self.layout.open_ends(part)
