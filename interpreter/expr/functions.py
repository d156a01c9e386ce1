"""
The built-in functions: one table, used for checking, for Python and for the reference page.

A parameter is written as what it wants: `list`, `bools`, `ints`, `int`, `item` (of the list before it),
`node` (a place of a map), `player`, `zone`, `grid` and `tiles` (names of maps), `tile`, `cell`, `type`,
`cost` (`expr for x`); a `?` behind it makes it optional, `+` says one or more numbers.
`gives` is written the same way; `item`, `node` and `list` mean those of the first argument.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Function:
    params: tuple[str, ...]
    gives: str
    doc: str

    @property
    def least(self) -> int:
        return sum(1 for p in self.params if not p.endswith("?"))

    def signature(self, name: str) -> str:
        return f"{name}({', '.join(self.params)}) -> {self.gives}"


def _f(params: str, gives: str, doc: str) -> Function:
    return Function(tuple(params.split()), gives, doc)


FUNCTIONS: dict[str, Function] = {
    # lists and queries
    "count": _f("list", "count", "how many there are; of conditions: how many are true"),
    "size": _f("list", "count", "how many there are; of a zone this is public even where its contents are not"),
    "any": _f("list", "Bool", "whether there is at least one; of conditions: whether one is true"),
    "empty": _f("list", "Bool", "whether there is none; of a zone this is public"),
    "all": _f("bools", "Bool", "whether every one is true; true of an empty list"),
    "sum": _f("ints", "Int", "the total; 0 of an empty list"),
    "min": _f("ints+", "int", "the smallest of the numbers, or of a list; a rule error of an empty list"),
    "max": _f("ints+", "int", "the largest of the numbers, or of a list; a rule error of an empty list"),
    "first": _f(
        "list int?",
        "first",
        "the first one or none; with a number, the list of the first so many, or of all if there are fewer",
    ),
    "last": _f(
        "list int?",
        "first",
        "the last one or none; with a number, the list of the last so many, or of all if there are fewer",
    ),
    "rest": _f("list int", "list", "all but the first so many"),
    "the": _f("list", "item", "the only one; a rule error unless there is exactly one"),
    "distinct": _f("list", "list", "each value once, the first of like components, in order of appearance"),
    "same": _f("list", "Bool", "whether all values are equal; true of an empty list"),
    "sorted": _f("list", "list", "in rising order: numbers by size, members as declared"),
    "reversed": _f("list", "list", "in the opposite order"),
    "without": _f("list item", "list", "the list less one value (once)"),
    "position": _f("item list?", "count", "where it stands in the list, or in the row it lies in, counted from 1"),
    # zones
    "top": _f("zone", "maybe item", "the uppermost component, or none"),
    "bottom": _f("zone", "maybe item", "the lowest component, or none"),
    "can_draw": _f("zone", "Bool", "whether a draw would find something, after a refill if need be"),
    "box": _f("type", "box", "the components of that type that are out of the game"),
    # players
    "seats_from": _f("player", "list of Player", "all players in turn order, beginning with that one"),
    # maps
    "ahead": _f("node int", "node", "the place so many steps on along a line or ring; a line ends at its end"),
    "neighbours": _f("node", "list of node", "the places one step away"),
    "reachable": _f("node int", "list of node", "the places exactly so many steps on, or fewer where the way ends"),
    "distance": _f(
        "node node cost?",
        "maybe Int",
        "steps of the shortest way, or what entering its places costs; none: no way",
    ),
    "connected": _f("node node", "Bool", "whether a way leads from the one to the other"),
    "cluster": _f("node cost", "list of node", "the places connected with it through places where the condition holds"),
    "lines": _f("grid int", "list of list of node", "all straight rows of that many places: across, down, diagonal"),
    # tile maps
    "spots": _f("tiles", "list of cell", "the empty cells beside a tile that lies there"),
    "beside": _f("cell", "list of tile", "the tiles that lie on the cells next to this one"),
    "fits": _f("tile cell int", "Bool", "whether the tile, turned so often, agrees with all its neighbours there"),
    "meets": _f(
        "tile cell int", "list of part", "the parts lying there that the tile's parts, or one part of it, would join"
    ),
    "edge_to": _f("node node", "Int", "the edge of the first part at which the second one joins it"),
    "open_ends": _f("node", "count", "edges of the connected parts that meet no tile yet"),
}

PLAYER_ATTRIBUTES = {
    "next": "the player to the left",
    "previous": "the player to the right",
    "others": "the other players, from the left on",
    "seat": "the number of the seat, from 1",
    "scripted": "whether nobody chooses for this seat",
}
