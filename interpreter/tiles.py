"""
Maps laid in play: tiles on hexes or squares, and what may be laid where.

What lies where is state, and plain data: a `Placed`. Everything else (which parts are joined, where a
tile may go) follows from it and is kept in a `Layout`, which never changes; laying a tile gives the
next one. Equal placements share one layout, so clones of a game share theirs until a tile moves.

Parts are numbered over all sides of all tiles when the game is read, so a part keeps its number, and
what stands on it, wherever its tile goes. What the network of the parts looks like tells `ways`.

Laying is what games do most, so a tile that is added changes the tables only where it comes to lie.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from .faces import BITS, EDGE, STEPS, Cell, Face, Turned, cell_name, parse_cell, turn
from .ways import Ways, groups_of

__all__ = ["STEPS", "Cell", "Face", "Layout", "TileMapSpec", "cell_name", "parse_cell"]

Entry = tuple[int, int, int, int, int]
"""Column, row, tile, side, turned."""

Placed = tuple[Entry, ...]
"""What lies on a map, in order of the cells."""

_KEPT = 64  # layouts a map remembers
_LOOKS = 4096  # surroundings a face remembers

# Seen from a cell: which of its edges touch a tile, what these carry, the part looking in at each, or -1, the tiles,
# clockwise, and the first two as one number.
_Spot = tuple[int, int, tuple[int, ...], tuple[int, ...], int]


@dataclass(frozen=True, slots=True)
class TileMapSpec:
    """
    What is fixed about a tile map: its shape, and every face that may come to lie on it.

    A face goes by its place in `faces`. `kinds` may name, for several kinds of parts, those on each face.
    The other tables are derived: `face_of[tile, side]`, and for each part its tile, its face and the edges
    it joins.
    """

    shape: Literal["hex", "square"]
    faces: tuple[Face, ...]
    kinds: tuple[tuple[tuple[int, ...], ...], ...] = ()
    steps: tuple[Cell, ...] = field(init=False, compare=False, repr=False)
    face_of: dict[tuple[int, int], int] = field(init=False, compare=False, repr=False)
    part_tile: tuple[int, ...] = field(init=False, compare=False, repr=False)
    part_face: tuple[int, ...] = field(init=False, compare=False, repr=False)
    part_edges: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    _turned: tuple[tuple[Turned, ...], ...] = field(init=False, compare=False, repr=False)
    _round: tuple[tuple[int, int, int, int], ...] = field(init=False, compare=False, repr=False)
    _nothing: _Spot = field(init=False, compare=False, repr=False)
    _kept: dict[int, Layout] = field(init=False, compare=False, repr=False)
    _looks: tuple[dict[int, tuple[int, ...]], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        drawn = sorted((part, number, ends) for number, f in enumerate(self.faces) for part, ends in f.parts)
        if [part for part, _, _ in drawn] != list(range(len(drawn))):
            raise ValueError("parts are numbered from 0, each on one face only")
        face_of = {(f.tile, f.side): number for number, f in enumerate(self.faces)}
        if len(face_of) < len(self.faces):
            raise ValueError("a side of a tile is described twice")
        steps = STEPS[self.shape]
        derived = {
            "steps": steps,
            "face_of": face_of,
            "part_tile": tuple(self.faces[number].tile for _, number, _ in drawn),
            "part_face": tuple(number for _, number, _ in drawn),
            "part_edges": tuple(ends for _, _, ends in drawn),
            "_turned": tuple(tuple(turn(f, n, len(steps)) for n in range(len(steps))) for f in self.faces),
            "_round": tuple((*step, back, back * BITS) for step, back in zip(steps, _opposite(len(steps)))),
            "_nothing": (0, 0, (-1,) * len(steps), (), 0),
            "_kept": {},  # the layouts asked for lately, the oldest first
            "_looks": tuple({} for _ in self.faces),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def layout(self, placed: Iterable[Sequence[int]] = ()) -> Layout:
        """Give the layout of what lies there; any order will do, and lists, as JSON gives them."""
        draft = _Draft(self)
        key = 0
        for q, r, tile, side, turned in placed:
            face = self.face_of.get((tile, side))
            if face is None or turned not in range(len(self.steps)):
                raise ValueError(f"tile {tile} cannot lie with side {side} up, turned by {turned}")
            draft.lay((q, r), face, turned)
            key ^= hash((q, r, face, turned))
        return self._keep(key, draft.lying) or self._add(Layout(draft, key))

    def _keep(self, key: int, lying: dict[Cell, tuple[int, int]]) -> Layout | None:
        """Find the layout of what lies there, if it was asked for lately."""
        found = self._kept.get(key)
        return found if found is not None and found._lying == lying else None

    def _add(self, layout: Layout) -> Layout:
        self._kept[layout._key] = layout
        if len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return layout


class Layout(Ways):
    """
    A tile map as it lies; never changed. `spec.layout()` gives the empty one.

    `neighbours[part]` are the parts it meets where two cells touch, in order of their numbers. `spots`
    are the cells where a tile may go, in order: the empty ones beside a tile; (0, 0) where nothing lies.
    Made when somebody asks: `groups`, for each part the lowest one that hangs together with it, or -1; and
    `sights`, for each of the spec's kinds of parts those in sight, by tile.
    """

    __slots__ = ("_key", "_lying", "_memo", "_rim", "_where", "groups", "neighbours", "sights", "spec", "spots")

    groups: tuple[int, ...]
    sights: tuple[tuple[int, ...], ...]

    def __init__(self, draft: _Draft, key: int) -> None:
        self.spec = draft.spec
        self.neighbours = tuple(draft.near)
        self._key = key  # of all that lies, in whatever order it was laid
        self._lying = draft.lying
        self._where = draft.where
        self._rim = draft.rim if draft.lying else {(0, 0): draft.spec._nothing}
        self.spots = tuple(draft.spots) if draft.lying else ((0, 0),)
        self._memo: dict[tuple[str, int, int], Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name == "groups":
            self.groups = groups_of(self.neighbours, self.parts)
            return self.groups
        if name == "sights":
            lying, where = self._lying, self._where
            faces = [lying[where[tile]][0] for tile in sorted(where)]
            self.sights = tuple([tuple([part for face in faces for part in of[face]]) for of in self.spec.kinds])
            return self.sights
        raise AttributeError(name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._lying == other._lying and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Layout({self.placed})"

    # What lies where

    @property
    def placed(self) -> Placed:
        """What lies there, as plain data."""
        faces = self.spec.faces
        lying = sorted(self._lying.items())
        return tuple((q, r, faces[face].tile, faces[face].side, turned) for (q, r), (face, turned) in lying)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that hold a tile, in order."""
        return tuple(sorted(self._lying))

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tiles, in order of their cells."""
        return tuple(tile for _, _, tile, _, _ in self.placed)

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts in sight, in order of their numbers."""
        faces = self.spec.faces
        return tuple(sorted([part for face, _ in self._lying.values() for part, _ in faces[face].parts]))

    def tile_at(self, cell: Cell) -> int | None:
        """Give the tile on a cell, or none."""
        found = self._lying.get(cell)
        return None if found is None else self.spec.faces[found[0]].tile

    def beside(self, cell: Cell) -> tuple[int, ...]:
        """The tiles on the cells next to one, clockwise."""
        return (self._rim.get(cell) or look(self.spec, self._lying, cell))[3]

    def cell_of(self, tile: int) -> Cell | None:
        """Give the cell a tile lies on, or none."""
        return self._where.get(tile)

    def face_of(self, tile: int) -> int | None:
        """Give the face of a tile that lies in sight, or none."""
        cell = self._where.get(tile)
        return None if cell is None else self._lying[cell][0]

    def turned_of(self, tile: int) -> int | None:
        """Tell by how many edges a tile is turned clockwise, or none."""
        cell = self._where.get(tile)
        return None if cell is None else self._lying[cell][1]

    # What may be laid

    def fits(self, face: int, cell: Cell, turned: int) -> bool:
        """Say whether a face may lie on a spot: all edges that touch must carry the same, or both nothing."""
        spot = self._rim.get(cell)
        return spot is not None and self.spec._turned[face][turned].carries & spot[0] == spot[1]

    def turns(self, face: int, cell: Cell) -> tuple[int, ...]:
        """Give the turns in which a face may lie on a spot, in order."""
        spot = self._rim.get(cell)
        if spot is None:
            return ()
        known = self.spec._looks[face]
        found = known.get(spot[4])
        if found is None:
            if len(known) >= _LOOKS:
                known.clear()
            touching, carried, *_ = spot
            turned = self.spec._turned[face]
            found = known[spot[4]] = tuple([n for n, t in enumerate(turned) if t.carries & touching == carried])
        return found

    def meets(self, face: int, cell: Cell, turned: int) -> tuple[int, ...]:
        """Give the parts lying already that those of a face would join there, by number."""
        spot = self._rim.get(cell)
        if spot is None:
            return ()
        facing = spot[2]
        lies = self.spec._turned[face][turned]
        unlike = lies.carries ^ spot[1]
        met = []
        for direction, _, mask in lies.ends:
            part = facing[direction]
            if part >= 0 and not unlike & mask and part not in met:
                met.append(part)
        if len(met) > 1:
            met.sort()
        return tuple(met)

    def part_meets(self, part: int, cell: Cell, turned: int) -> tuple[int, ...]:
        """Give the parts lying already that one part of a face would join there, by number."""
        pairs = self.joins(self.spec.part_face[part], cell, turned)
        return tuple(sorted({other for own, other in pairs if own == part}))

    def joins(self, face: int, cell: Cell, turned: int) -> tuple[tuple[int, int], ...]:
        """
        Give the pairs of a part of the face and a part lying already that would meet there, clockwise.

        Whether the face fits is another question; parts meet where two edges carry the same.
        """
        spot = self._rim.get(cell)
        return () if spot is None else tuple(_pairs(self.spec._turned[face][turned], spot))

    # The next layout

    def place(self, cell: Cell, face: int, turned: int) -> Layout:
        """Lay a tile on an empty cell and give the new layout; whether it fits is the rules' affair."""
        return self._next(None, (cell, face, turned))

    def lift(self, tile: int) -> Layout:
        """Take a tile away and give the new layout."""
        self._must_lie(tile)
        return self._next(tile, None)

    def without(self, tiles: Sequence[int]) -> Layout:
        """Take tiles away and give the new layout."""
        if 2 * len(tiles) > len(self._lying):
            return self.spec.layout([entry for entry in self.placed if entry[2] not in tiles])
        layout = self
        for tile in tiles:
            layout = layout.lift(tile)
        return layout

    def change(self, tile: int, face: int, turned: int) -> Layout:
        """Flip or turn a tile where it lies, or put another in its place, and give the new layout."""
        return self._next(tile, (self._must_lie(tile), face, turned))

    def _must_lie(self, tile: int) -> Cell:
        if tile not in self._where:
            raise ValueError(f"tile {tile} is not on the map")
        return self._where[tile]

    def _next(self, old: int | None, new: tuple[Cell, int, int] | None) -> Layout:
        spec, key, lying = self.spec, self._key, self._lying.copy()
        if old is not None:
            cell = self._where[old]
            key ^= hash((*cell, *lying.pop(cell)))
        if new is not None:
            cell, face, turned = new
            key ^= hash((*cell, face, turned))
            if cell not in lying:
                lying[cell] = face, turned
        found = spec._keep(key, lying)
        if found is not None:
            del spec._kept[key]
            return spec._add(found)
        draft = _Draft(spec, self)
        if old is not None:
            draft.take(old)
        pairs = draft.lay(*new) if new is not None else []
        layout = Layout(draft, key)
        if old is None and new is not None:
            layout.groups = _merge(self.groups, spec.faces[new[1]], pairs)
        return spec._add(layout)


class _Draft:
    """The tables of a layout in the making: those of another, copied, or empty ones."""

    __slots__ = ("lying", "near", "rim", "spec", "spots", "where")

    def __init__(self, spec: TileMapSpec, base: Layout | None = None) -> None:
        self.spec = spec
        self.lying: dict[Cell, tuple[int, int]] = {}  # face and turn on each cell
        self.where: dict[int, Cell] = {}  # the cell of each tile
        self.rim: dict[Cell, _Spot] = {}  # what a tile beside others would have to fit to
        self.spots: list[Cell] = []
        self.near: list[tuple[int, ...]] = [()] * len(spec.part_tile)
        if base is not None and base._lying:
            self.lying, self.where, self.rim = base._lying.copy(), base._where.copy(), base._rim.copy()
            self.spots, self.near = list(base.spots), list(base.neighbours)

    def lay(self, cell: Cell, face: int, turned: int) -> list[tuple[int, int]]:
        """Lay a tile and give the pairs of a part of it and a part that it meets."""
        spec, near, lying, rim = self.spec, self.near, self.lying, self.rim
        tile = spec.faces[face].tile
        if cell in lying or tile in self.where:
            raise ValueError(f"tile {tile} or the cell {cell_name(cell)} is on the map already")
        lies = spec._turned[face][turned]
        spot = rim.pop(cell, None)
        pairs = []
        if spot is not None:
            del self.spots[bisect_left(self.spots, cell)]
            pairs = _pairs(lies, spot)
            for new, old in pairs:
                near[new] = tuple(sorted((*near[new], old)))
                near[old] = tuple(sorted((*near[old], new)))
        lying[cell] = face, turned
        self.where[tile] = cell
        q, r = cell
        for (dq, dr, back, shift), kind, part in zip(spec._round, lies.kinds, lies.facing):
            other = q + dq, r + dr
            if other in lying:
                continue
            before = rim.get(other)
            if before is None:
                insort(self.spots, other)
                before = spec._nothing
            touching, carried, facing, tiles, _ = before
            n = (touching & (1 << shift) - 1).bit_count() // BITS
            touching |= EDGE << shift
            carried |= kind << shift
            facing = (*facing[:back], part, *facing[back + 1 :])
            rim[other] = touching, carried, facing, (*tiles[:n], tile, *tiles[n:]), touching << 32 | carried
        return pairs

    def take(self, tile: int) -> None:
        """Take a tile away."""
        cell = self.where.pop(tile)
        face, _ = self.lying.pop(cell)
        for part, _ in self.spec.faces[face].parts:
            for met in self.near[part]:
                self.near[met] = tuple(p for p in self.near[met] if p != part)
            self.near[part] = ()
        q, r = cell
        for dq, dr in ((0, 0), *self.spec.steps):
            other = q + dq, r + dr
            if other in self.lying:
                continue
            spot = look(self.spec, self.lying, other)
            if spot[0]:
                self.rim[other] = spot
            else:
                self.rim.pop(other, None)
        self.spots = sorted(self.rim)


def look(spec: TileMapSpec, lying: dict[Cell, tuple[int, int]], cell: Cell) -> _Spot:
    """See what lies round a cell."""
    q, r = cell
    half = len(spec.steps) // 2
    touching, carried, facing, tiles = 0, 0, [-1] * (2 * half), []
    for direction, (dq, dr) in enumerate(spec.steps):
        beside = lying.get((q + dq, r + dr))
        if beside is not None:
            lies = spec._turned[beside[0]][beside[1]]
            touching |= EDGE << direction * BITS
            carried |= lies.kinds[direction - half] << direction * BITS
            facing[direction] = lies.facing[direction - half]
            tiles.append(spec.faces[beside[0]].tile)
    return touching, carried, tuple(facing), tuple(tiles), touching << 32 | carried


def _pairs(lies: Turned, spot: _Spot) -> list[tuple[int, int]]:
    _, carried, facing, _, _ = spot
    unlike = lies.carries ^ carried
    return [
        (part, facing[direction])
        for direction, part, mask in lies.ends
        if facing[direction] != -1 and not unlike & mask
    ]


def _merge(groups: tuple[int, ...], face: Face, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Give each new part the lowest number among itself and the groups it joins, and these with it."""
    merged = list(groups)
    near: set[int] = set()  # parts that something else is joined to
    for part, _ in face.parts:
        merged[part] = part
    for part, there in pairs:
        one, other = merged[part], merged[there]
        if one == part > other and part not in near:
            merged[part] = other
        elif one != other:
            low, high = min(one, other), max(one, other)
            merged = [low if number == high else number for number in merged]
        near.add(part)
    return tuple(merged)


def _opposite(sides: int) -> tuple[int, ...]:
    """The direction in which one looks back, for each direction."""
    return tuple((direction + sides // 2) % sides for direction in range(sides))
