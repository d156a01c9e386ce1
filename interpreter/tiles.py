"""
Maps laid in play: tiles on hexes or squares, and the network of the parts that meet at their edges.

What lies where is state, and plain data: a `Placed`. Everything else (which parts are joined, where a
tile may go) follows from it and is kept in a `Layout`, which never changes; laying a tile gives the
next one. Equal placements share one layout, so clones of a game share theirs until a tile moves.

Directions go clockwise from the top: on hexes north, north-east, south-east, south, south-west,
north-west; on squares north, east, south, west. The edges of a tile are numbered likewise as it lies
unturned; turned by n, its edge e looks in direction e + n.

Parts are numbered over all sides of all tiles when the game is read, so a part keeps its number, and
what stands on it, wherever its tile goes. A question about a part that does not lie on the map gets
the empty answer: no neighbours, no distance, connected with nothing.

networkx finds the groups and the distances, when somebody asks. Only a tile added to known groups merges
them in the tables instead: laying is what games do most, and a graph for each tile laid would cost
several times as much.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from .graph import cheapest, shortest, walk

if TYPE_CHECKING:
    import networkx as nx

Cell = tuple[int, int]
"""Column and row. Hexes stand in upright columns; each column eastwards begins half a hex lower."""

Entry = tuple[int, int, int, int, int]
"""Column, row, tile, side, turned."""

Placed = tuple[Entry, ...]
"""What lies on a map, in order of the cells."""

STEPS: dict[str, tuple[Cell, ...]] = {
    "hex": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "square": ((0, -1), (1, 0), (0, 1), (-1, 0)),
}
"""The way to the neighbouring cell in each direction."""

_BITS = 4  # for the kind of one edge, in the number that holds all edges of a tile
_EDGE = (1 << _BITS) - 1
_KEPT = 256  # layouts a map remembers

# Seen from a cell: which of its edges touch a tile, what these carry, and the part looking in at each, or -1.
_Spot = tuple[int, int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Face:
    """
    One side of one tile.

    `parts` are the numbers of the parts drawn on it, each with the edges it joins. `edges` says what
    each edge carries: 0 for nothing, 1 for a way, and up to 15 where a game has several kinds of ways.
    Left empty, an edge carries a way where a part touches it.
    """

    tile: int
    side: int
    parts: tuple[tuple[int, tuple[int, ...]], ...]
    edges: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Turned:
    """A face as it lies when turned: what it carries in each direction, and which part, or -1."""

    carries: int  # the kinds as one number
    kinds: tuple[int, ...]
    facing: tuple[int, ...]
    ends: tuple[tuple[int, int, int], ...]  # direction, part and mask of the edge, where there is a part


@dataclass(slots=True)
class _Recent:
    """The layouts asked for lately, the oldest first; and the very last, to be told by identity."""

    kept: dict[Placed, Layout] = field(default_factory=dict)
    placed: Placed | None = None
    layout: Layout | None = None

    def keep(self, layout: Layout) -> Layout:
        placed = layout.placed
        self.kept.pop(placed, None)
        self.kept[placed] = layout
        if len(self.kept) > _KEPT:
            del self.kept[next(iter(self.kept))]
        self.placed, self.layout = placed, layout
        return layout


@dataclass(frozen=True, slots=True)
class TileMapSpec:
    """
    What is fixed about a tile map: its shape, and every face that may come to lie on it.

    A face goes by its place in `faces`. The other tables are derived: `face_of[tile, side]`, and for
    each part its tile, its face and the edges it joins.
    """

    shape: Literal["hex", "square"]
    faces: tuple[Face, ...]
    steps: tuple[Cell, ...] = field(init=False, compare=False, repr=False)
    face_of: dict[tuple[int, int], int] = field(init=False, compare=False, repr=False)
    part_tile: tuple[int, ...] = field(init=False, compare=False, repr=False)
    part_face: tuple[int, ...] = field(init=False, compare=False, repr=False)
    part_edges: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    _turned: tuple[tuple[_Turned, ...], ...] = field(init=False, compare=False, repr=False)
    _recent: _Recent = field(init=False, compare=False, repr=False)

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
            "_turned": tuple(tuple(_turn(f, n, len(steps)) for n in range(len(steps))) for f in self.faces),
            "_recent": _Recent(),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def layout(self, placed: Iterable[Sequence[int]] = ()) -> Layout:
        """
        Give the layout of what lies there.

        Any order will do, and lists, as JSON gives them; the tuple asked for last is known at a glance.
        """
        recent = self._recent
        if placed is recent.placed and recent.layout is not None:
            return recent.layout
        entries = tuple((q, r, tile, side, turned) for q, r, tile, side, turned in placed)
        layout = recent.kept.get(entries)
        if layout is None:
            draft = _Draft(self)
            for entry in entries:
                draft.lay(*entry)
            layout = Layout(draft, tuple(sorted(entries)), None if entries else (-1,) * len(self.part_tile))
        recent.keep(layout)
        if isinstance(placed, tuple) and all(type(entry) is tuple for entry in placed):
            recent.placed = placed
        return layout


class Layout:
    """
    A tile map as it lies; never changed. `spec.layout()` gives the empty one.

    `neighbours[part]` are the parts it meets where two cells touch, in order of their numbers. `spots`
    are the cells where a tile may go, in order: the empty ones beside a tile; (0, 0) where nothing lies.
    """

    __slots__ = ("_component", "_lying", "_memo", "_rim", "_where", "neighbours", "placed", "spec", "spots")

    def __init__(self, draft: _Draft, placed: Placed, component: tuple[int, ...] | None) -> None:
        self.spec = draft.spec
        self.placed = placed
        self.neighbours = tuple(draft.near)
        self._lying = draft.lying
        self._where = draft.where
        self._rim = draft.rim or {(0, 0): draft.look((0, 0))}
        self.spots = tuple(sorted(self._rim))
        self._component = component  # none until somebody asks
        self._memo: dict[tuple[str, int, int], Any] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self.placed == other.placed and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.placed)

    def __repr__(self) -> str:
        return f"Layout({self.placed})"

    # What lies where

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that hold a tile, in order."""
        return tuple((q, r) for q, r, *_ in self.placed)

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tiles, in order of their cells."""
        return tuple(tile for _, _, tile, _, _ in self.placed)

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts in sight, in order of their numbers."""
        faces = self.spec.faces
        return tuple(sorted(part for face, _ in self._lying.values() for part, _ in faces[face].parts))

    def tile_at(self, cell: Cell) -> int | None:
        """Give the tile on a cell, or none."""
        found = self._lying.get(cell)
        return None if found is None else self.spec.faces[found[0]].tile

    def beside(self, cell: Cell) -> tuple[int, ...]:
        """The tiles on the cells next to one, clockwise."""
        q, r = cell
        found = (self.tile_at((q + dq, r + dr)) for dq, dr in self.spec.steps)
        return tuple(tile for tile in found if tile is not None)

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

    def meets(self, face: int, cell: Cell, turned: int) -> tuple[int, ...]:
        """Give the parts lying already that those of a face would join there, by number."""
        spot = self._rim.get(cell)
        if spot is None:
            return ()
        lies, facing = self.spec._turned[face][turned], spot[2]
        unlike = lies.carries ^ spot[1]
        met = {facing[direction] for direction, _, mask in lies.ends if not unlike & mask}
        met.discard(-1)
        return tuple(sorted(met))

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
        return () if spot is None else _pairs(self.spec._turned[face][turned], spot)

    def place(self, cell: Cell, face: int, turned: int) -> Layout:
        """Lay a tile on an empty cell and give the new layout; whether it fits is the rules' affair."""
        return self._next(None, (cell, face, turned))

    def lift(self, tile: int) -> Layout:
        """Take a tile away and give the new layout."""
        self._must_lie(tile)
        return self._next(tile, None)

    def change(self, tile: int, face: int, turned: int) -> Layout:
        """Flip or turn a tile where it lies, or put another in its place, and give the new layout."""
        return self._next(tile, (self._must_lie(tile), face, turned))

    def _must_lie(self, tile: int) -> Cell:
        if tile not in self._where:
            raise ValueError(f"tile {tile} is not on the map")
        return self._where[tile]

    def _next(self, old: int | None, new: tuple[Cell, int, int] | None) -> Layout:
        spec = self.spec
        entries = [entry for entry in self.placed if entry[2] != old]
        if new is not None:
            (q, r), face, turned = new
            entry = (q, r, spec.faces[face].tile, spec.faces[face].side, turned)
            insort(entries, entry)
        placed = tuple(entries)
        layout = spec._recent.kept.get(placed)
        if layout is None:
            draft, component = _Draft(spec, self), self._component
            if old is not None:
                draft.take(old)
                component = None
            if new is not None:
                pairs = draft.lay(*entry)
                component = component and _merge(component, spec.faces[face], pairs)
            layout = Layout(draft, placed, component)
        return spec._recent.keep(layout)

    # The network

    def in_sight(self, part: int) -> bool:
        """Say whether a part's tile lies on the map with that side up."""
        cell = self._where.get(self.spec.part_tile[part])
        return cell is not None and self._lying[cell][0] == self.spec.part_face[part]

    def component(self, part: int) -> int:
        """Give the number of a part's group, which is its lowest part; -1 for a part not in sight."""
        return self._components()[part]

    def connected(self, a: int, b: int) -> bool:
        """Say whether two parts hang together; a part in sight is connected with itself."""
        component = self._component or self._components()
        return component[a] == component[b] != -1

    def group(self, part: int) -> tuple[int, ...]:
        """Give the parts that hang together with this one, itself included, by number."""
        component = self._components()
        number = component[part]
        return () if number == -1 else tuple(p for p, other in enumerate(component) if other == number)

    def open_ends(self, part: int) -> int:
        """Count the edges at which a part's group looks on an empty cell; 0 means it is closed."""
        key = ("open ends", self.component(part), 0)
        found: int | None = self._memo.get(key)
        if found is None:
            found = self._memo[key] = sum(self._open_edges(p) for p in self.group(part))
        return found

    def distance(self, a: int, b: int) -> int | None:
        """Count the parts entered on the shortest way from a to b; none without a way."""
        key = ("distances", a, 0)
        row: tuple[int | None, ...] | None = self._memo.get(key)
        if row is None:
            size = len(self.neighbours)
            row = shortest(self._graph(), a, size) if self.in_sight(a) else (None,) * size
            self._memo[key] = row
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

    def _graph(self) -> nx.Graph:
        key = ("graph", 0, 0)
        if key not in self._memo:
            self._memo[key] = self.to_networkx()
        return self._memo[key]

    def _components(self) -> tuple[int, ...]:
        if self._component is None:
            import networkx as nx

            component = [-1] * len(self.neighbours)
            for group in nx.connected_components(self._graph()):
                number = min(group)
                for part in group:
                    component[part] = number
            self._component = tuple(component)
        return self._component

    def _open_edges(self, part: int) -> int:
        spec = self.spec
        q, r = here = self._where[spec.part_tile[part]]
        turned = self._lying[here][1]
        ways = (spec.steps[(edge + turned) % len(spec.steps)] for edge in spec.part_edges[part])
        return sum((q + dq, r + dr) not in self._lying for dq, dr in ways)


def cell_name(cell: Cell) -> str:
    """
    Name a cell by how far east and south of the first one it lies: a word that also expressions can hold.

    >>> cell_name((0, 0)), cell_name((2, -1))
    ('e0s0', 'e2n1')
    """
    q, r = cell
    return f"{'w' if q < 0 else 'e'}{abs(q)}{'n' if r < 0 else 's'}{abs(r)}"


def parse_cell(name: str) -> Cell | None:
    """Read the name of a cell; none if it is not exactly what `cell_name` writes."""
    found = re.fullmatch(r"([ew])(\d{1,9})([ns])(\d{1,9})", name, re.ASCII)
    if found is None:
        return None
    east, q, south, r = found.groups()
    cell = (int(q) if east == "e" else -int(q), int(r) if south == "s" else -int(r))
    return cell if cell_name(cell) == name else None


def _turn(face: Face, turned: int, sides: int) -> _Turned:
    at = {edge: part for part, ends in face.parts for edge in ends}
    edges = face.edges or tuple(int(edge in at) for edge in range(sides))
    if len(at) < sum(len(ends) for _, ends in face.parts):
        raise ValueError(f"two parts share an edge of tile {face.tile}, side {face.side}")
    if len(edges) != sides or not all(0 <= kind <= _EDGE for kind in edges):
        raise ValueError(f"what the edges carry is {sides} numbers up to {_EDGE} on each side of a tile")
    if not all(edge in range(sides) and edges[edge] for edge in at):
        raise ValueError(f"a part of tile {face.tile}, side {face.side} ends where no way is")
    facing = tuple(at.get((direction - turned) % sides, -1) for direction in range(sides))
    kinds = tuple(edges[direction - turned] for direction in range(sides))
    carries = sum(kind << direction * _BITS for direction, kind in enumerate(kinds))
    ends = tuple((d, part, _EDGE << d * _BITS) for d, part in enumerate(facing) if part != -1)
    return _Turned(carries, kinds, facing, ends)


class _Draft:
    """The tables of a layout in the making: those of another, copied, or empty ones."""

    __slots__ = ("lying", "near", "rim", "spec", "where")

    def __init__(self, spec: TileMapSpec, base: Layout | None = None) -> None:
        self.spec = spec
        self.lying: dict[Cell, tuple[int, int]] = {}  # face and turn on each cell
        self.where: dict[int, Cell] = {}  # the cell of each tile
        self.rim: dict[Cell, _Spot] = {}  # what a tile beside others would have to fit to
        self.near: list[tuple[int, ...]] = [()] * len(spec.part_tile)
        if base is not None and base.placed:
            self.lying = base._lying.copy()
            self.where = base._where.copy()
            self.rim = base._rim.copy()
            self.near = list(base.neighbours)

    def lay(self, q: int, r: int, tile: int, side: int, turned: int) -> tuple[tuple[int, int], ...]:
        """Lay a tile and give the pairs of a part of it and a part that it meets."""
        spec, near, cell = self.spec, self.near, (q, r)
        face = spec.face_of.get((tile, side))
        if face is None or turned not in range(len(spec.steps)):
            raise ValueError(f"tile {tile} cannot lie with side {side} up, turned by {turned}")
        if cell in self.lying or tile in self.where:
            raise ValueError(f"tile {tile} or the cell {cell_name(cell)} is on the map already")
        pairs = _pairs(spec._turned[face][turned], self.look(cell))
        for new, old in pairs:
            near[new] = tuple(sorted((*near[new], old)))
            near[old] = tuple(sorted((*near[old], new)))
        self.lying[cell] = face, turned
        self.where[tile] = cell
        self.refresh(cell)
        return pairs

    def take(self, tile: int) -> None:
        """Take a tile away."""
        cell = self.where.pop(tile)
        face, _ = self.lying.pop(cell)
        for part, _ in self.spec.faces[face].parts:
            for other in self.near[part]:
                self.near[other] = tuple(p for p in self.near[other] if p != part)
            self.near[part] = ()
        self.refresh(cell)

    def refresh(self, changed: Cell) -> None:
        """Set the rim right at a cell and round it."""
        q, r = changed
        for dq, dr in ((0, 0), *self.spec.steps):
            cell = q + dq, r + dr
            self.rim.pop(cell, None)
            if cell not in self.lying:
                spot = self.look(cell)
                if spot[0]:
                    self.rim[cell] = spot

    def look(self, cell: Cell) -> _Spot:
        """See what lies round a cell."""
        q, r = cell
        half = len(self.spec.steps) // 2
        settled, carried, facing = 0, 0, [-1] * (2 * half)
        for direction, (dq, dr) in enumerate(self.spec.steps):
            beside = self.lying.get((q + dq, r + dr))
            if beside is not None:
                lies = self.spec._turned[beside[0]][beside[1]]
                settled |= _EDGE << direction * _BITS
                carried |= lies.kinds[direction - half] << direction * _BITS
                facing[direction] = lies.facing[direction - half]
        return settled, carried, tuple(facing)


def _pairs(lies: _Turned, spot: _Spot) -> tuple[tuple[int, int], ...]:
    _, carried, facing = spot
    unlike = lies.carries ^ carried
    return tuple(
        (part, facing[direction])
        for direction, part, mask in lies.ends
        if facing[direction] != -1 and not unlike & mask
    )


def _merge(component: tuple[int, ...], face: Face, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Give each new part the lowest number among itself and the groups it joins, and these with it."""
    merged = list(component)
    for part, _ in face.parts:
        merged[part] = part
    for part, there in pairs:
        one, other = merged[part], merged[there]
        if one != other:
            low, high = min(one, other), max(one, other)
            merged = [low if number == high else number for number in merged]
    return tuple(merged)
