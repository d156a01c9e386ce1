"""
Land: a view of a tile map in, what there is to draw out.

Each tile with its sections (the parts that meet at the edges, with the directions in which they look as the
tile lies), its other parts, what is printed on them and what lies or stands there. Both drawings of a map and
the list for those who listen are made from this, so that they tell the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..tiles import STEPS, Cell, parse_cell
from ..types import Int, Maybe, Member, Seq
from .lines import count, words

if TYPE_CHECKING:
    from ..model import Attribute, Board
    from .seen import Seen

DIRECTIONS = {
    "hex": ("north", "north-east", "south-east", "south", "south-west", "north-west"),
    "square": ("north", "east", "south", "west"),
}


@dataclass(frozen=True, slots=True)
class Thing:
    """
    Something on a tile: a member of the type `kind`, or what a field or attribute, `of`, says there.

    `sign` is what the definition's hints draw for it, its name where they say nothing.
    """

    kind: str
    name: str
    sign: str
    of: str = ""
    number: str = ""  # a number that belongs to it, as text

    @property
    def said(self) -> str:
        """The thing in words; one that is only called by a number goes by its type."""
        name = words(self.sign)
        if self.kind and self.sign == self.name and self.name.isdigit():
            name = f"{self.kind.lower()} {self.name}"
        return " ".join(filter(None, (words(self.of), name, self.number)))


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a tile. `mark` is its letter there, `ways` are directions, `at` is the section it lies at."""

    kind: str
    mark: str
    ways: tuple[int, ...]
    at: str
    printed: tuple[Thing, ...]
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    cell: Cell
    where: str
    title: str
    turned: int
    side: str
    printed: tuple[Thing, ...]
    things: tuple[Thing, ...]
    sections: tuple[Place, ...]
    others: tuple[Place, ...]

    def facing(self, direction: int) -> Place | None:
        return next((s for s in self.sections if direction in s.ways), None)


@dataclass(frozen=True, slots=True)
class Land:
    name: str
    shape: str
    section: str  # what a section is called
    tiles: tuple[Tile, ...]

    def beside(self, tile: Tile, direction: int) -> Tile | None:
        (q, r), (dq, dr) = tile.cell, STEPS[self.shape][direction]
        return next((t for t in self.tiles if t.cell == (q + dq, r + dr)), None)


def picture(seen: Seen, board: Board) -> Land:
    """What lies on a tile map, by cell."""
    cells = seen.view.get("maps", {}).get(board.name, {})
    tiles = [_tile(seen, board, where, lies) for where, lies in cells.items()]
    return Land(board.name, board.shape, words(board.joined_by).lower(), tuple(sorted(tiles, key=lambda t: t.cell)))


def _tile(seen: Seen, board: Board, where: str, lies: Mapping[str, Any]) -> Tile:
    cell = parse_cell(where)
    assert cell is not None
    turned, copy, side = lies["turned"], lies["copy"], lies.get("side", "")
    sections = _keys(lies["parts"].get(board.joined_by, {}), copy, side)
    marks = _marks(list(sections.values()))
    places: list[Place] = []
    for kind, parts in lies["parts"].items():
        joined = kind == board.joined_by
        for (name, own), key in zip(parts.items(), _keys(parts, copy, side).values()):
            at = [a for a, v in own.items() if isinstance(v, str) and v in sections]
            edges = own["edges"] if joined else [e for e in [own.get("edge")] if isinstance(e, int)]
            ways = tuple((e + turned) % len(STEPS[board.shape]) for e in edges)
            printed = _printed(seen, kind, {a: v for a, v in own.items() if a not in ("edge", "edges", *at)})
            mark = marks[sections[name]] if joined else key
            section = marks[sections[own[at[0]]]] if at else ""
            places.append(Place(kind, mark, ways, section, printed, tuple(things_on(seen, kind, name))))
    title = seen.symbol(board.tiles, lies["tile"])
    has = {a: v for a, v in lies["has"].items() if lies["tile"] not in (a, v)}  # its name is not said twice
    return Tile(
        cell, where, title, turned, side, _printed(seen, board.tiles, has),
        (*things_on(seen, board.tiles, copy), *things_on(seen, board.name, where)),
        tuple(p for p in places if p.kind == board.joined_by), tuple(p for p in places if p.kind != board.joined_by),
    )  # fmt: skip


def _keys(parts: Mapping[str, Any], copy: str, side: str) -> dict[str, str]:
    """What the definition calls each part on its tile: its name without those of the tile and the side."""
    return {name: name.removeprefix(f"{copy}_").removeprefix(f"{side}_" if side else "") for name in parts}


def _marks(keys: list[str]) -> dict[str, str]:
    """One letter for each section: its first where that is clear, else letters in order."""
    firsts = [key[0] for key in keys]
    clear = len(set(firsts)) == len(firsts)
    return {key: key[0] if clear else "abcdefghijklmnopqrstuvwxyz"[i % 26] for i, key in enumerate(keys)}


def _printed(seen: Seen, kind: str, has: Mapping[str, Any]) -> tuple[Thing, ...]:
    """What a tile or a part says of itself; nothing for no, none, 0 and the empty list."""
    known = seen.definition.finites[kind].attributes
    shown = {a: v for a, v in has.items() if a not in seen.hints.hide and v not in (None, False, 0, [])}
    return tuple(thing for a, v in shown.items() for thing in _told(seen, known[a].type, a, v))


def _told(seen: Seen, type: Attribute | Any, of: str, value: Any) -> Iterator[Thing]:
    """The value of an attribute or a field as things."""
    type = type.item if isinstance(type, Maybe) else type
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _told(seen, type.item if isinstance(type, Seq) else type, of, item)
    elif isinstance(type, Member):
        yield Thing(type.name, str(value), seen.symbol(type.name, value), of)
    elif value is True:
        yield Thing("", of, words(of))
    elif isinstance(type, Int):
        yield Thing("", of, words(of), number=str(value))
    else:
        yield Thing("", str(value), words(str(value)), of)


def things_on(seen: Seen, kind: str, name: str) -> Iterator[Thing]:
    """What lies or stands on a place of a kind, and what the fields of that place say."""
    for entry in seen.names([*seen.definition.fields, *seen.definition.zones]):
        if not seen.drawn(entry):
            continue
        if seen.owner(entry) == kind and seen.on_map(entry, [kind]):
            yield from _held(seen, entry, seen.held(entry).get(name))
        elif seen.place_type(entry) == kind and seen.owner(entry):
            for owner, at in seen.held(entry).items():
                if at == name:
                    yield Thing(seen.owner(entry), owner, seen.symbol(seen.owner(entry), owner))
        elif seen.place_type(entry) == kind and seen.fields.get(entry) == name:
            yield Thing("", entry, words(entry))


def _held(seen: Seen, entry: str, held: Any) -> Iterator[Thing]:
    """The contents of one zone, or the value of one field."""
    zone = seen.definition.zones.get(entry)
    if zone is None:
        type = seen.definition.fields[entry].type
        if held is not None and held is not False and (held != 0 or isinstance(type, Maybe)):
            yield from _told(seen, type, entry, held)
    elif isinstance(held, int):
        if held:
            yield Thing("", entry, words(entry), number=f"{held} hidden")
    elif seen.is_pile(entry, held):
        if held["count"]:
            below = f"on top of {held['count'] - 1}" if held["count"] > 1 else ""
            yield Thing(zone.of, held["top"], seen.symbol(zone.of, held["top"]), number=below)
    else:
        for item in held or ():
            yield Thing(zone.of, item, seen.symbol(zone.of, item))


# -- for those who listen ----------------------------------------------------------------------------


def told(land: Land) -> Iterator[str]:
    """
    Each tile in words: what it is, what its sections join, what lies there.

    Each line begins with the cell, so that it can be understood alone when it is the only one that is new.
    """
    for tile in land.tiles:
        turned = f" turned {tile.turned}" if tile.turned else ""
        side = f", side {words(tile.side)}" if tile.side else ""
        yield f"{tile.where} {tile.title}{turned}{side}{_list(tile.printed, ': ')}"
        for section in tile.sections:
            joins = f"{_joins(land, tile, section)}{_list(section.printed, '; ')}"
            yield f"{tile.where} {land.section} {section.mark}: {joins}"
        for place in (*tile.sections, *tile.others):
            if place.things:
                yield f"{tile.where} on {_place_said(land, place)}: {_list(place.things)}"
        if tile.things:
            yield f"{tile.where} on the tile: {_list(tile.things)}"


def _place_said(land: Land, place: Place) -> str:
    name = f"{words(place.kind).lower()} {place.mark}"
    if not place.at:
        return name
    side = f", {' and '.join(DIRECTIONS[land.shape][way] for way in place.ways)}" if place.ways else ""
    return f"{name} ({land.section} {place.at}{side})"


def _joins(land: Land, tile: Tile, section: Place) -> str:
    found = []
    for way in section.ways:
        there = land.beside(tile, way)
        met = there.facing((way + len(STEPS[land.shape]) // 2) % len(STEPS[land.shape])) if there else None
        if there is None:
            end = "to no tile"
        elif met is None:
            end = f"stops at {there.where}"
        else:
            end = f"to {there.where} {land.section} {met.mark}"
        found.append(f"{DIRECTIONS[land.shape][way]} {end}")
    return ", ".join(found) or "leads nowhere"


def _list(things: tuple[Thing, ...], before: str = "") -> str:
    return before + count(thing.said for thing in things) if things else ""
