"""
SVG: a view in, a document with the maps out.

Tile maps, grids and places with ways between them stand below each other, then a legend. Everything is
positioned by hand and written in order, so the same position gives the same file. Text of a game is only ever
put into the tree as text, its control characters spelled. Title and description tell the maps in words.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..render import clean
from . import svg_places, svg_tiles
from .codes import Codes
from .land import picture, told
from .lines import words
from .seen import Seen
from .sheet import Sheet, add, text

if TYPE_CHECKING:
    from ..model import Board

MARGIN, TITLE, ENTRY, LINE = 20, 30, 170, 20
STYLE = "text{font-family:sans-serif;fill:#222}.halo{paint-order:stroke;stroke:#fff;stroke-width:3px}"


def svg(seen: Seen) -> str | None:
    """All maps that are shown of a game; none where it has no map."""
    boards = [seen.definition.boards[name] for name in seen.names(seen.definition.boards) if seen.drawn(name)]
    if not boards:
        return None
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "aria-labelledby": "title desc"})
    add(root, "title", id="title").text = clean(seen.definition.title)
    add(root, "desc", id="desc").text = "\n".join(line for board in boards for line in described(seen, board))
    add(root, "style").text = STYLE
    ground = add(root, "rect", fill="#ffffff")
    codes = Codes(seen, boards)
    sheet = Sheet(codes)
    width, y = 2 * ENTRY, MARGIN
    for board in boards:
        group = add(root, "g", id=f"map-{board.name}")
        text(group, MARGIN, y + 12, words(board.name), size=16, anchor="start")
        inner = add(group, "g", transform=f"translate({MARGIN} {y + TITLE})")
        wide, high = drawing(board)(sheet, inner, seen, board)
        width, y = max(width, round(wide)), y + TITLE + round(high) + MARGIN
    y += _legend(sheet, add(root, "g", id="legend"), width, y)
    size = {"width": str(width + 2 * MARGIN), "height": str(y + MARGIN)}
    root.attrib |= {**size, "viewBox": f"0 0 {size['width']} {size['height']}"}
    ground.attrib |= size
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def drawing(board: Board) -> Callable[[Sheet, ET.Element, Seen, Board], tuple[float, float]]:
    """How a map is drawn; what draws gives back the width and the height that it took."""
    if board.tiles:
        return svg_tiles.draw
    return svg_places.grid if board.shape == "grid" else svg_places.ways


def described(seen: Seen, board: Board) -> list[str]:
    """A map in words."""
    if board.tiles:
        lines = list(told(picture(seen, board)))
    else:
        lines = [f"{node}: {said}" for node in board.names if (said := seen.on_node(board, node, short=False))]
    return [f"{words(board.name)}:", *map(clean, lines or ["nothing on it"])]


def _legend(sheet: Sheet, group: ET.Element, width: int, top: int) -> int:
    """The codes with what they mean, in columns; the height that they take."""
    entries = [(code, said, sheet.colours.get(code, "")) for code, said in sheet.codes.used.items()]
    across = max(1, width // ENTRY)
    for i, (code, said, colour) in enumerate(entries):
        x, y = MARGIN + i % across * ENTRY, top + i // across * LINE
        if colour:
            add(group, "circle", cx=str(x + 8), cy=str(y + 8), r="8", fill=colour)
        text(group, x + 8, y + 11, code, size=8, weight="bold")
        text(group, x + 22, y + 12, said, size=11, anchor="start")
    return -(-len(entries) // across) * LINE
