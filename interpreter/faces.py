"""
Faces: the sides of tiles, and the cells they lie on.

Directions go clockwise from the top: on hexes north, north-east, south-east, south, south-west,
north-west; on squares north, east, south, west. The edges of a tile are numbered likewise as it lies
unturned; turned by n, its edge e looks in direction e + n.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

Cell = tuple[int, int]
"""Column and row. Hexes stand in upright columns; each column eastwards begins half a hex lower."""

STEPS: dict[str, tuple[Cell, ...]] = {
    "hex": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "square": ((0, -1), (1, 0), (0, 1), (-1, 0)),
}
"""The way to the neighbouring cell in each direction."""

BITS = 4  # for the kind of one edge, in the number that holds all edges of a tile
EDGE = (1 << BITS) - 1


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
class Turned:
    """A face as it lies when turned: what it carries in each direction, and which part, or -1."""

    carries: int  # the kinds as one number
    kinds: tuple[int, ...]
    facing: tuple[int, ...]
    ends: tuple[tuple[int, int, int], ...]  # direction, part and mask of the edge, where there is a part


def turn(face: Face, turned: int, sides: int) -> Turned:
    """Turn a face by so many of its sides."""
    at = {edge: part for part, ends in face.parts for edge in ends}
    edges = face.edges or tuple(int(edge in at) for edge in range(sides))
    if len(at) < sum(len(ends) for _, ends in face.parts):
        raise ValueError(f"two parts share an edge of tile {face.tile}, side {face.side}")
    if len(edges) != sides or not all(0 <= kind <= EDGE for kind in edges):
        raise ValueError(f"what the edges carry is {sides} numbers up to {EDGE} on each side of a tile")
    if not all(edge in range(sides) and edges[edge] for edge in at):
        raise ValueError(f"a part of tile {face.tile}, side {face.side} ends where no way is")
    facing = tuple(at.get((direction - turned) % sides, -1) for direction in range(sides))
    kinds = tuple(edges[direction - turned] for direction in range(sides))
    carries = sum(kind << direction * BITS for direction, kind in enumerate(kinds))
    ends = tuple((d, part, EDGE << d * BITS) for d, part in enumerate(facing) if part != -1)
    return Turned(carries, kinds, facing, ends)


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
