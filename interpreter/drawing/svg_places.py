"""
Places in SVG: maps that never change. A grid is a grid; other places are discs, the ways between them arrows.

A ring is drawn as a ring. A line, and a map with ways of its own, are laid out in layers by the distance from the
first place, folded into rows that go to and fro.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from .land import things_on
from .lines import words
from .sheet import Sheet, add, number, text

if TYPE_CHECKING:
    from ..model import Board
    from .seen import Seen

SQUARE = 64.0
DISC, APART = 26.0, 92.0
ACROSS = 10  # layers in a row

Point = tuple[float, float]


def grid(sheet: Sheet, parent: ET.Element, seen: Seen, board: Board) -> tuple[float, float]:
    """Squares with their names and what is on them; the width and the height."""
    across, down = board.size
    for i, node in enumerate(board.names):
        x, y = i % across * SQUARE, i // across * SQUARE
        group = add(parent, "g", {"class": "place", "data-place": node})
        size = number(SQUARE)
        add(group, "rect", x=number(x), y=number(y), width=size, height=size, fill="#f4efdf", stroke="#555")
        text(group, x + 5, y + 12, node, size=8, anchor="start")
        sheet.badges(group, x + SQUARE / 2, y + SQUARE / 2 + 3, things_on(seen, board.nodes, node), across=3)
    return across * SQUARE, down * SQUARE


def ways(sheet: Sheet, parent: ET.Element, seen: Seen, board: Board) -> tuple[float, float]:
    """Discs with their names and what is on them, and the ways between them; the width and the height."""
    marker = f"arrow-{board.name}"
    tip = add(parent, "marker", {"markerWidth": "8", "markerHeight": "8", "refX": "7", "refY": "4", "orient": "auto"})
    tip.set("id", marker)
    add(tip, "path", d="M 0 0 L 8 4 L 0 8 z", fill="#777")
    at = positions(board)
    for a, b in joined(board):
        both = board.both_ways or (b, a) in joined(board)
        (ax, ay), (bx, by) = at[a], at[b]
        far = max(hypot(bx - ax, by - ay), 1.0)
        dx, dy = (bx - ax) / far * DISC, (by - ay) / far * DISC
        ends = {"x1": ax + dx, "y1": ay + dy, "x2": bx - dx, "y2": by - dy}
        line = add(parent, "line", {"class": "way", "data-from": a, "data-to": b, "stroke": "#777"})
        line.attrib |= {name: number(value) for name, value in ends.items()}
        if not both:
            line.set("marker-end", f"url(#{marker})")
    for node, (x, y) in at.items():
        group = add(parent, "g", {"class": "place", "data-place": node})
        add(group, "circle", cx=number(x), cy=number(y), r=number(DISC), fill="#f4efdf", stroke="#555")
        text(group, x, y - 12, words(node), size=9, weight="bold")
        text(group, x, y + DISC + 10, seen.node_facts(board, node), size=8)
        sheet.badges(group, x, y + 4, things_on(seen, board.nodes, node), across=3)
    return max(x for x, _ in at.values()) + DISC + 12, max(y for _, y in at.values()) + DISC + 14


def joined(board: Board) -> list[tuple[str, str]]:
    """Each way once."""
    names = board.names
    if board.shape in ("line", "ring"):
        back = [(names[-1], names[0])] if board.shape == "ring" and len(names) > 1 else []
        return [*pairwise(names), *back]
    found = dict.fromkeys((a, b) for a, row in board.edges.items() for b in row)
    return [(a, b) for a, b in found if not (board.both_ways and (b, a) in found and (b, a) < (a, b))]


def positions(board: Board) -> dict[str, Point]:
    """Where the middle of each place is."""
    if board.shape == "ring":
        radius = max(APART, APART * len(board.names) / (2 * pi))
        turn = 2 * pi / len(board.names)
        return {
            node: (radius + DISC + radius * sin(turn * i), radius + DISC - radius * cos(turn * i))
            for i, node in enumerate(board.names)
        }
    levels = layers(board)
    found: dict[str, Point] = {}
    top = 0.0
    for start in range(0, len(levels), ACROSS):
        row = levels[start : start + ACROSS]
        most = max(map(len, row))
        for i, level in enumerate(row):
            lift = (most - len(level)) / 2
            column = i if start // ACROSS % 2 == 0 else ACROSS - 1 - i
            for j, node in enumerate(level):
                found[node] = (DISC + column * APART, DISC + top + (j + lift) * APART)
        top += most * APART + DISC / 2
    return found


def layers(board: Board) -> list[list[str]]:
    """The places by their distance from the first; those that no way leads to begin again behind."""
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from(board.names)
    graph.add_edges_from(joined(board))
    if board.both_ways:
        graph = graph.to_undirected()
    order = {node: i for i, node in enumerate(board.names)}
    found: list[list[str]] = []
    left = dict.fromkeys(board.names)
    while left:
        for layer in nx.bfs_layers(graph.subgraph(left), [next(iter(left))]):
            found.append(sorted(layer, key=order.__getitem__))
        left = {node: None for node in left if not any(node in layer for layer in found)}
    return found
