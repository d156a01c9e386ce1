"""
The road network in play: what lies across each edge, made once, and the ways from each node, made anew only round a
tile that is turned over.
"""

from __future__ import annotations

from .data import GO, GREEN, GREEN_AT, NODE_EDGES, NODE_TILE, PLACE_EDGES, ROADS, TILES
from .position import Position


def open_roads(g: Position) -> None:
    """Make the tables of a finished map."""
    board = g.board
    across = [board.beside(tile, edge) for tile in range(TILES) for edge in range(6)]
    g.beside = tuple([tile * 6 + edge if tile >= 0 else -1 for tile, edge in across])
    g.node_at = [node for nodes in GREEN_AT for node in nodes]
    g.place_at = [-1] * (6 * TILES)
    g.ways = [()] * len(GO)
    g.steps = [()] * len(GO)
    for tile in range(TILES):
        set_places(g, tile, ROADS[tile])
    g.free = [place for places in ROADS for place in places]
    for tile in range(TILES):
        _join(g, tile)


def set_places(g: Position, tile: int, places: tuple[int, ...]) -> None:
    """Note whom whoever comes in meets where."""
    for place in places:
        for edge in PLACE_EDGES[place]:
            g.place_at[6 * tile + edge] = place


def change(g: Position, tile: int, place: int, node: int = -1) -> None:
    """A tile has been turned over: one Roman place is left, and all roads are one node if `node` says so."""
    set_places(g, tile, (place,))
    if node >= 0:
        for old in GREEN[tile]:
            g.ways[old] = g.steps[old] = ()
        for edge in NODE_EDGES[node]:
            g.node_at[6 * tile + edge] = node
        _join(g, tile)
    for other in {g.beside[6 * tile + edge] // 6 for edge in range(6)} - {-1}:
        _join(g, other)


def _join(g: Position, tile: int) -> None:
    """Set the ways from a tile's nodes: (option, node, tile, Roman place met there), by node."""
    beside, node_at, place_at = g.beside, g.node_at, g.place_at
    base = 6 * tile
    for node in {node_at[base + edge] for edge in range(6)}:
        if node >= 0:
            found = []
            for edge in NODE_EDGES[node]:
                there = beside[base + edge]
                if there >= 0 and node_at[there] >= 0:
                    other = node_at[there]
                    found.append((other, GO[other], NODE_TILE[other], place_at[there]))
            found.sort()
            g.ways[node] = tuple([(option, other, there, place) for other, option, there, place in found])
            g.steps[node] = tuple([option for _, option, _, _ in found])


def distances(g: Position, start: int) -> list[int]:
    """Tiles entered on the shortest way to each node; -1: no way."""
    found = [-1] * len(GO)
    found[start] = 0
    row = [start]
    for node in row:
        for _, other, _, _ in g.ways[node]:
            if found[other] < 0:
                found[other] = found[node] + 1
                row.append(other)
    return found
