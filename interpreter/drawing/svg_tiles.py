"""
Tiles in SVG: hexagons or squares in their places, sections as curves from edge to edge.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from math import cos, pi, sin
from typing import TYPE_CHECKING

from ..render import clean
from .land import Land, Place, Tile, picture
from .sheet import Sheet, add, number, text

if TYPE_CHECKING:
    from ..model import Board
    from .seen import Seen

RADIUS = 64.0  # of a hexagon, from the middle to a corner
HALF = 56.0  # of a square, from the middle to an edge
GROUNDS = ("#f4efdf", "#e3e8f6", "#f3e0dc", "#e2f0e2")  # by side
STROKES = ("#7a4a1d", "#1d5a7a", "#6a1d7a", "#2c6b2f", "#7a1d33", "#444444")  # by section
NAMES = {"hex": (-58.0, 1.0), "square": (-52.0, -40.0)}

Point = tuple[float, float]


def draw(sheet: Sheet, parent: ET.Element, seen: Seen, board: Board) -> tuple[float, float]:
    """All tiles of a map; its width and height."""
    land = picture(seen, board)
    sides = seen.definition.finites[board.tiles].sides
    if not land.tiles:
        text(parent, 0, 12, "nothing on it", size=12, anchor="start")
        return 100, 20
    reach = (RADIUS, apothem("hex")) if land.shape == "hex" else (HALF, HALF)
    middles = {tile.cell: middle(land.shape, tile.cell) for tile in land.tiles}
    left, top = min(x for x, _ in middles.values()) - reach[0], min(y for _, y in middles.values()) - reach[1]
    groups = []
    for tile in land.tiles:  # all grounds lie below all roads, or a neighbour would cut them at the edge
        x, y = middles[tile.cell]
        named = {"class": "tile", "data-cell": tile.where, "data-tile": tile.title, "data-turned": str(tile.turned)}
        group = add(parent, "g", named, transform=f"translate({number(x - left)} {number(y - top)})")
        add(group, "title").text = clean(f"{tile.where} {tile.title}")
        ground = GROUNDS[sides.index(tile.side) % len(GROUNDS) if tile.side else 0]
        corners = " ".join(f"{number(a)},{number(b)}" for a, b in outline(land.shape))
        add(group, "polygon", points=corners, fill=ground, stroke="#555")
        groups.append(group)
    for tile, group in zip(land.tiles, groups):
        _tile(sheet, group, land, tile)
    right, bottom = max(x for x, _ in middles.values()) + reach[0], max(y for _, y in middles.values()) + reach[1]
    return right - left, bottom - top


def apothem(shape: str) -> float:
    """From the middle of a tile to the middle of an edge."""
    return RADIUS * sin(pi / 3) if shape == "hex" else HALF


def middle(shape: str, cell: tuple[int, int]) -> Point:
    """The middle of a cell; each column of hexes eastwards begins half a hex lower."""
    q, r = cell
    if shape == "square":
        return 2 * HALF * q, 2 * HALF * r
    return 1.5 * RADIUS * q, 2 * apothem(shape) * (r + q / 2)


def edge(shape: str, direction: int) -> Point:
    """The middle of an edge, seen from the middle of the tile."""
    angle = 2 * pi * direction / (6 if shape == "hex" else 4) - pi / 2
    return apothem(shape) * cos(angle), apothem(shape) * sin(angle)


def outline(shape: str) -> list[Point]:
    if shape == "square":
        return [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)]
    return [(RADIUS * cos(pi * n / 3), RADIUS * sin(pi * n / 3)) for n in range(6)]


def _tile(sheet: Sheet, group: ET.Element, land: Land, tile: Tile) -> None:
    for i, section in enumerate(tile.sections):
        ends = [edge(land.shape, way) for way in section.ways]
        named = {"class": "section", "data-section": section.mark, "data-ways": " ".join(map(str, section.ways))}
        add(group, "path", {"class": "casing"}, d=curve(ends), fill="none", stroke="#ffffff", stroke_width="10")
        path = add(
            group, "path", named, d=curve(ends), fill="none", stroke=STROKES[i % len(STROKES)], stroke_width="6",
            stroke_linecap="round",
        )  # fmt: skip
        add(path, "title").text = clean(f"{land.section} {section.mark}")
    for section in tile.sections:
        for way in section.ways:
            x, y = edge(land.shape, way)
            text(group, 0.86 * x, 0.86 * y + 3, section.mark, size=9)
    x, y = NAMES[land.shape]  # in corners, where no section ends
    text(group, x, y - 6, tile.where, size=8, anchor="start")
    text(group, x, y + 4, tile.title, size=9, anchor="start", weight="bold")
    if tile.printed:
        text(group, -x, -y, sheet.printed(tile.printed), size=8, anchor="end")
    for section in tile.sections:
        _section(sheet, group, land, tile, section)
    loose = [t for place in tile.others if not place.at and not place.ways for t in place.things]
    sheet.badges(group, 0, 26, [*tile.things, *loose])
    for place in tile.others:
        if place.ways and place.things:
            x, y = edge(land.shape, place.ways[0])
            sheet.badges(group, 0.68 * x, 0.68 * y, place.things)


def _section(sheet: Sheet, group: ET.Element, land: Land, tile: Tile, section: Place) -> None:
    """What is printed on a section and what lies at it, near its middle; nearer to an edge where there are several."""
    ends = [edge(land.shape, way) for way in section.ways]
    x, y = along(ends, 0.5 if len(tile.sections) == 1 else 0.28)
    at = [place for place in tile.others if place.at == section.mark and not place.ways]
    things = [*section.things, *(thing for place in at for thing in place.things)]
    if section.printed:
        text(group, x, y + (18 if things else 4), f"({sheet.printed(section.printed)})", size=8)
    sheet.badges(group, x, y, things)


def hub(ends: list[Point]) -> Point:
    """Where the ways of a section meet that does not simply lead from one edge to another."""
    n = max(1, len(ends))
    return 0.35 * sum(x for x, _ in ends) / n, 0.35 * sum(y for _, y in ends) / n


def curve(ends: list[Point]) -> str:
    """A curve between two edges, else a line from each edge to the hub."""
    points = [f"{number(x)} {number(y)}" for x, y in ends]
    if len(points) == 2:
        return f"M {points[0]} Q 0 0 {points[1]}"
    x, y = hub(ends)
    return " ".join(f"M {point} L {number(x)} {number(y)}" for point in points)


def along(ends: list[Point], share: float) -> Point:
    """A point on a section, so far along from its first edge; half way is its middle."""
    if len(ends) == 2:
        (a, b), (c, d) = ends
        near, far = (1 - share) ** 2, share**2
        return near * a + far * c, near * b + far * d
    x, y = hub(ends)
    if not ends or share == 0.5:
        return x, y
    return x + (1 - 2 * share) * (ends[0][0] - x), y + (1 - 2 * share) * (ends[0][1] - y)
