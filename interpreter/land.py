"""
Land: tile maps in play. Where tiles lie is plain data in the state; what follows from it (which parts
are neighbours, connected, how far) is a `tiles.Layout`, kept beside the state until a tile changes. Rules ask it
without a detour.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from .model import Board
from .moving import own
from .runtime import Fault, slot_name
from .tiles import Face, TileMapSpec, cell_name
from .tiles import Layout as Land

if TYPE_CHECKING:
    from .layout import Layout
    from .state import State


def spec_of(lay: Layout, board: Board) -> TileMapSpec:
    """The faces of all tiles: which parts lie on them, which edges they join. Those of one tile come one by one."""
    finite = lay.definition.finites[board.tiles]
    part = board.joined_by
    edges = lay.attributes.get((part, "edges"), [])
    faces: dict[tuple[int, int], list[tuple[int, tuple[int, ...]]]] = {}
    for tile in range(len(lay.members[finite.name].names)):
        for side in range(max(1, len(finite.sides))):
            faces[tile, side] = []
    for number, (tile, side, _) in enumerate(lay.parts[part]):
        faces[tile, side].append((number, tuple(edges[number])))
    shape: Literal["hex", "square"] = "square" if board.shape == "square" else "hex"
    kinds = []
    for kind in finite.parts:
        on: dict[tuple[int, int], list[int]] = {face: [] for face in faces}
        for number, (tile, side, _) in enumerate(lay.parts[kind]):
            on[tile, side].append(number)
        kinds.append(tuple(map(tuple, on.values())))
    return TileMapSpec(shape, tuple(Face(t, s, tuple(parts)) for (t, s), parts in faces.items()), tuple(kinds))


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

    def land(s: State) -> Land:
        found: Land | None = s.maps[index]
        if found is None:
            fields = s.F
            placed = [(*fields[cell_base + t], t, fields[side_base + t], fields[turn_base + t]) for t in s.Z[slot]]
            found = s.maps[index] = spec.layout(placed)
        return found

    def lay_tile(s: State, items: Sequence[int], cell: Any, turned: int) -> None:
        """Lay a tile on an empty cell; one that lies on the map already moves there."""
        cell, turned = tuple(cell), turned % len(spec.steps)
        for tile in items:
            lying = land(s)
            taken = lying.tile_at(cell)
            if taken is not None and taken != tile:
                raise Fault("cell-taken", f"a tile lies at {cell_name(cell)} already")
            if lying.cell_of(tile) is not None:
                lying = lying.lift(tile)
            own(s, find(s, where, tile)).remove(tile)
            put(s, slot, (tile,), False)
            fields = s.F
            fields[cell_base + tile], fields[turn_base + tile] = cell, turned
            now(s, lying.place(cell, spec.face_of[tile, fields[side_base + tile]], turned))

    def lift(s: State, items: Sequence[int], b: int, bottom: bool) -> None:
        """Move tiles to a zone, from the map or from another one."""
        lying, lifted = land(s), []
        for tile in items:
            a = find(s, where, tile)
            if a == slot:
                empty(s, tile)
                lifted.append(tile)
                s.F[cell_base + tile], s.F[turn_base + tile] = None, 0
            own(s, a).remove(tile)
        if lifted:
            now(s, lying.without(lifted))
        put(s, b, items, bottom)

    def flip_tile(s: State, tile: int, side: int) -> None:
        """Turn a tile over; whatever stood on its parts must be gone, since the other side has other parts."""
        old = s.F[side_base + tile]
        new = side if side >= 0 else 1 - old
        if new == old:
            return
        empty(s, tile)
        lying = land(s)
        s.F[side_base + tile] = new
        if lying.cell_of(tile) is not None:
            now(s, lying.change(tile, spec.face_of[tile, new], s.F[turn_base + tile]))
        s.shown += 1

    def empty(s: State, tile: int) -> None:
        for zone in on_face[tile, s.F[side_base + tile]]:
            if s.Z[zone]:
                raise Fault("part-vanishes", f"something lies in `{slot_name(lay, zone)}`, which would be gone")

    def now(s: State, lying: Land) -> None:
        s.maps = list(s.maps)
        s.maps[index] = lying

    on_face = {face: zones_on(lay, board, *face) for face in spec.face_of}
    name = board.name
    return {
        f"land_{name}": land, f"lay_{name}": lay_tile, f"lift_{name}": lift, f"flip_{name}": flip_tile,
        "joined": joined,
    }  # fmt: skip


def zones_on(lay: Layout, board: Board, tile: int, side: int) -> tuple[int, ...]:
    """The zones of all parts on one side of a tile."""
    found: list[int] = []
    for zone in lay.definition.zones.values():
        if zone.per in lay.definition.finites[board.tiles].parts:
            base = lay.zone_base[zone.name]
            found += [base + n for n, (t, s, _) in enumerate(lay.parts[zone.per]) if (t, s) == (tile, side)]
    return tuple(found)


def joined(edge: int | None) -> int:
    """The edge at which two parts meet."""
    if edge is None:
        raise Fault("not-joined", "these two parts do not meet")
    return edge
