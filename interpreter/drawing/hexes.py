"""
Hexes: a tile map in, a drawing of it in letters out; squares likewise.

Every tile is drawn in its place. The letter of a section stands at each edge to which it leads: edges of a
tile with the same letter are joined. What is printed on a tile stands in brackets, what lies there behind
the letter of its section, both as codes that the legend tells. A map that is too wide is folded: some
columns, and the others below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..tiles import Cell
from .codes import Codes
from .land import Land, Place, Tile
from .lines import wrap

LEAST, MOST = 8, 14  # letters on the upper edge of a tile
SHORT = {"hex": ("n", "ne", "se", "s", "sw", "nw"), "square": ("n", "e", "s", "w")}


@dataclass(frozen=True, slots=True)
class Form:
    """
    How a tile is drawn when its upper edge is `flat` letters wide; places are lines and letters from its corner.

    Inside, `cell`, `title` and the `rows` for what lies there are lines with their first letter and width.
    """

    pitch: int
    width: int
    height: int
    outline: tuple[tuple[int, int, str], ...]
    marks: tuple[tuple[int, int], ...]
    cell: tuple[int, int, int]
    title: tuple[int, int, int]
    rows: tuple[tuple[int, int, int], ...]


def hex_form(flat: int) -> Form:
    top = "_" * flat
    outline = [(0, 3, top), (6, 3, top)]
    for line, left in ((1, 2), (2, 1), (3, 0)):
        outline += [(line, left, "/"), (line, 5 + flat - left, "\\")]
        outline += [(7 - line, left, "\\"), (7 - line, 5 + flat - left, "/")]
    middle = 3 + (flat - 1) // 2
    marks = ((1, middle), (2, 3 + flat), (5, 3 + flat), (6, middle), (5, 2), (2, 2))
    return Form(
        flat + 3, flat + 6, 6, tuple(outline), marks,
        (2, 4, flat - 2), (3, 1, flat + 4), ((4, 1, flat + 4), (5, 4, flat - 2)),
    )  # fmt: skip


def square_form(flat: int) -> Form:
    flat += 4
    edge = "+" + "-" * flat + "+"
    outline = [(0, 0, edge), (6, 0, edge), *((line, at, "|") for line in range(1, 6) for at in (0, flat + 1))]
    middle = 1 + (flat - 1) // 2
    marks = ((1, middle), (3, flat), (6, middle), (3, 1))
    return Form(
        flat + 1, flat + 2, 6, tuple(outline), marks,
        (2, 1, flat), (3, 3, flat - 4), ((4, 1, flat), (5, 1, flat)),
    )  # fmt: skip


FORMS = {"hex": hex_form, "square": square_form}


def draw(land: Land, codes: Codes, width: int) -> list[str]:
    """The map, folded where it is too wide, then what found no room, then the legend."""
    make = FORMS[land.shape]
    first, last = land.tiles[0].cell[0], land.tiles[-1].cell[0]
    columns = last - first + 1
    least = make(LEAST)
    if least.width > width:
        return [line for tile in land.tiles for line in wrap(_line(land, tile, codes), width)]
    fitting = (width - least.width) // least.pitch + 1
    bands = -(-columns // fitting)
    each = -(-columns // bands)
    forms = [make(flat) for flat in range(LEAST, MOST + 1)]
    forms = [form for form in forms if form.pitch * (each - 1) + form.width <= width]
    form = next((form for form in forms if _holds(form, land, codes)), forms[-1])
    out: list[str] = []
    more: list[str] = []
    for start in range(first, last + 1, each):
        band = [tile for tile in land.tiles if start <= tile.cell[0] < start + each]
        if bands > 1 and band:
            out.append(f"columns {_column(start)} to {_column(min(start + each - 1, last))}:")
        out += _band(land, band, codes, form, more)
    if more:
        out += ["more than fits:", *(line for text in more for line in wrap(f"  {text}", width, "    "))]
    return [*out, *_legend(land, codes, width)]


def _holds(form: Form, land: Land, codes: Codes) -> bool:
    """Whether all that is on the tiles finds room."""
    widths = [width for _, _, width in form.rows]
    return all(len(tile.title) <= form.title[2] and _fill(_tokens(land, tile, codes), widths)[1] for tile in land.tiles)


def _column(q: int) -> str:
    return f"{'w' if q < 0 else 'e'}{abs(q)}"


def _band(land: Land, tiles: list[Tile], codes: Codes, form: Form, more: list[str]) -> list[str]:
    if not tiles:
        return []
    corners = {tile.cell: _corner(land.shape, tile.cell, form) for tile in tiles}
    left, top = min(x for x, _ in corners.values()), min(y for _, y in corners.values())
    canvas: dict[tuple[int, int], str] = {}

    def write(line: int, at: int, text: str) -> None:
        canvas.update({(line, at + i): letter for i, letter in enumerate(text)})

    for tile in tiles:
        for line, at, text in form.outline:
            write(corners[tile.cell][1] - top + line, corners[tile.cell][0] - left + at, text)
    for tile in tiles:
        x, y = corners[tile.cell][0] - left, corners[tile.cell][1] - top
        for direction, (line, at) in enumerate(form.marks):
            section = tile.facing(direction)
            if section:
                write(y + line, x + at, section.mark)
        filled, whole = _fill(_tokens(land, tile, codes), [width for _, _, width in form.rows])
        if not whole or len(tile.title) > form.title[2]:
            more.append(_line(land, tile, codes))
        lines = [(form.cell, tile.where), (form.title, tile.title), *zip(form.rows, filled)]
        for (line, at, width), text in lines:
            write(y + line, x + at + (width - min(len(text), width)) // 2, text[:width])
    height = max(line for line, _ in canvas) + 1
    length = max(at for _, at in canvas) + 1
    return ["".join(canvas.get((line, at), " ") for at in range(length)).rstrip() for line in range(height)]


def _corner(shape: str, cell: Cell, form: Form) -> tuple[int, int]:
    q, r = cell
    down = r * form.height + (q * form.height // 2 if shape == "hex" else 0)
    return q * form.pitch, down


def _fill(texts: list[str], widths: list[int]) -> tuple[list[str], bool]:
    """Words on lines of given widths, broken behind commas, and whether all found room; `+` where some did not."""
    lines = ["" for _ in widths]
    number = 0
    for text in texts:
        before = " "
        for piece in re.findall(r"[^,]+,?", text):
            while number < len(widths) and len(f"{lines[number]}{before}{piece}".strip()) > widths[number]:
                number += 1
            if number == len(widths):
                lines[-1] = f"{lines[-1][: widths[-1] - 2]} +".strip()
                return lines, False
            lines[number] = f"{lines[number]}{before}{piece}".strip()
            before = ""
    return lines, True


def _tokens(land: Land, tile: Tile, codes: Codes) -> list[str]:
    """What is on a tile, in codes: first the tile, then section by section with what lies at it."""
    found = [f"({' '.join(codes.of(t) for t in tile.printed)})"] if tile.printed else []
    found += [codes.of(thing) for thing in tile.things]
    for section in tile.sections:
        printed = f"({','.join(codes.of(t) for t in section.printed)})" if section.printed else ""
        there = [codes.of(thing) for thing in section.things]
        there += [t for place in tile.others if place.at == section.mark for t in _at(land, place, codes)]
        if printed or there:
            found.append(f"{section.mark}{printed}{':' if there else ''}{','.join(there)}")
    found += [t for place in tile.others if not place.at for t in _at(land, place, codes)]
    return found


def _at(land: Land, place: Place, codes: Codes) -> Iterator[str]:
    ways = "".join(f"/{SHORT[land.shape][way]}" for way in place.ways)
    for thing in place.things:
        yield codes.of(thing) + ways


def _line(land: Land, tile: Tile, codes: Codes) -> str:
    return " ".join([tile.where, tile.title, *_tokens(land, tile, codes)])


def _legend(land: Land, codes: Codes, width: int) -> list[str]:
    first = f"letters at edges: where each {land.section} of the tile leads"
    named = [first, *(["( ) printed on it"] if any(_has_printed(t) for t in land.tiles) else [])]
    if any(place.ways and place.things for tile in land.tiles for place in tile.others):
        named.append(f"/{SHORT[land.shape][1]} at that edge")
    return wrap("; ".join([*named, *([", ".join(codes.legend())] if codes.used else [])]), width)


def _has_printed(tile: Tile) -> bool:
    return bool(tile.printed) or any(section.printed for section in tile.sections)
