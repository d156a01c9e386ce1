"""
Table: a view in, lines of text out.

What one seat sees of a game, drawn from the definition's own names and its `show` hints: maps as a grid or
a track, a small table of players, then what lies in between. It asks for nothing but the view, so it
cannot show what the view does not hold. In plain form there are only sentences, for screen readers.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import nodes
from .render import clean
from .types import Maybe, Member

if TYPE_CHECKING:
    from .model import Board, Definition
    from .outcome import Outcome

LEAST_WIDTH = 20
Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Hints:
    """What the definition says about drawing it."""

    order: tuple[str, ...] = ()
    groups: Mapping[str, list[str]] = field(default_factory=dict)
    symbols: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    zones: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    hide: tuple[str, ...] = ()


def hints(definition: Definition) -> Hints:
    """The `show` section as plain values."""
    show = definition.show
    if show is None:
        return Hints()
    known = ("order", "groups", "symbols", "zones", "hide")
    return Hints(**{key.text: _plain(value) for key, value in show.items() if key.text in known})


def _plain(node: nodes.Node) -> Any:
    if isinstance(node, nodes.Mapping):
        return {key.text: _plain(value) for key, value in node.items()}
    if isinstance(node, nodes.Sequence):
        return [_plain(item) for item in node.items]
    return node.text if isinstance(node, nodes.Scalar) else None


def draw(definition: Definition, view: Values, *, width: int = 80, plain: bool = False, you: int = 0) -> list[str]:
    """The whole table; `you` is the seat that looks, 0 for an onlooker."""
    return _Table(definition, view, max(width, LEAST_WIDTH), plain, you).lines()


def count(items: Iterable[str]) -> str:
    """
    Equal things counted, in the order in which they first come; names that are numbers are kept apart by an x.

    >>> count(["red", "white", "red"])
    '2 red, 1 white'
    >>> count(["4", "4", "7"])
    '2x 4, 7'
    """
    counts = Counter(items)
    if all(n == 1 for n in counts.values()):
        return ", ".join(counts)
    if any(item[:1].isdigit() for item in counts):
        return ", ".join(f"{n}x {item}" if n > 1 else item for item, n in counts.items())
    return ", ".join(f"{n} {item}" for item, n in counts.items())


def words(name: str) -> str:
    """A name of the definition as people read it."""
    return clean(name.replace("_", " "))


def wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """A paragraph, its further lines indented; words that are too long are cut."""
    return textwrap.wrap(text, max(width, LEAST_WIDTH), subsequent_indent=indent) or [""]


class _Table:
    def __init__(self, definition: Definition, view: Values, width: int, plain: bool, you: int) -> None:
        self.definition = definition
        self.view = view
        self.width = width
        self.plain = plain
        self.you = you
        self.hints = hints(definition)
        self.zones: Values = view.get("zones", {})
        self.fields: Values = view.get("fields", {})
        self.titles = {name: title for title, names in self.hints.groups.items() for name in names}

    def lines(self) -> list[str]:
        out = [*self.heading()]
        maps = [name for name in self.names(self.definition.boards) if self.drawn(name)]
        for name in maps:
            out += ["", *self.map(self.definition.boards[name])]
        nodes_drawn = {self.definition.boards[name].nodes for name in maps}
        rest = [
            name
            for name in self.names([*self.definition.zones, *self.definition.fields])
            if self.drawn(name) and not self.on_map(name, nodes_drawn)
        ]
        ours = [name for name in rest if self.owner(name) == "Player"]
        if ours:
            out += ["", *self.players(ours)]
        shared = [name for name in rest if name not in ours]
        titles = dict.fromkeys(self.titles.get(name, "") for name in shared)
        for title in titles:
            lines = [
                line for name in shared if self.titles.get(name, "") == title for line in self.wrapped(self.entry(name))
            ]
            if lines:
                out += ["", *([f"{clean(title)}:"] if title else []), *lines]
        return out

    def heading(self) -> list[str]:
        mover = self.view.get("to_move")
        parts = [clean(self.definition.title)]
        if self.view.get("phase"):
            parts.append(words(str(self.view["phase"])))
        if mover:
            parts.append(f"{self.player(mover)} to decide")
        return self.wrapped(", ".join(parts) if self.plain else " - ".join(parts))

    # What is drawn, and in which order

    def names(self, names: Iterable[str]) -> list[str]:
        given = list(names)
        first = [name for name in [*self.hints.order, *self.titles] if name in given]
        return list(dict.fromkeys([*first, *given]))

    def drawn(self, name: str) -> bool:
        return name not in self.hints.hide and (
            name in self.zones or name in self.fields or name in self.definition.boards
        )

    def owner(self, name: str) -> str:
        """The type that a zone or field stands under, "" when there is one of it."""
        if name in self.definition.zones:
            return self.definition.zones[name].per
        return (self.definition.fields[name].per or ("",))[0]

    def on_map(self, name: str, drawn: set[str]) -> bool:
        if self.owner(name) in drawn and name in self.definition.fields:
            return len(self.definition.fields[name].per) == 1
        if self.owner(name) in drawn:
            return True
        return self.place_type(name) in drawn

    def place_type(self, name: str) -> str:
        """Of a field that says where something stands: the type of the place."""
        known = self.definition.fields.get(name)
        if known is None or len(known.per) > 1 or (self.owner(name) == "Player" and self.titles.get(name)):
            return ""
        type = known.type.item if isinstance(known.type, Maybe) else known.type
        return type.name if isinstance(type, Member) else ""

    # Values in words

    def player(self, seat: Any) -> str:
        return f"player {seat} (you)" if self.you and str(seat) == str(self.you) else f"player {seat}"

    def symbol(self, type: str, name: Any) -> str:
        return clean(self.hints.symbols.get(type, {}).get(str(name), str(name)))

    def field_value(self, name: str, value: Any) -> str:
        type: Any = self.definition.fields[name].type
        type = type.item if isinstance(type, Maybe) else type
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, (list, tuple)):
            item = getattr(type, "item", None)
            return count(self.symbol(getattr(item, "name", ""), v) for v in value) or "none"
        if isinstance(value, Mapping):
            inner = {key: self.field_value(name, v) for key, v in value.items()}
            return ", ".join(f"{clean(str(key))} {v}" for key, v in inner.items())
        kind = type.name if isinstance(type, Member) else ""
        if kind == "Player" and kind not in self.hints.symbols:
            return self.player(value)
        return self.symbol(kind, value)

    def zone_value(self, name: str, value: Any) -> str:
        zone = self.definition.zones[name]
        if isinstance(value, int):
            return f"{value} hidden" if value else "empty"
        if self.is_pile(name, value):
            return self.pile(self.symbol(zone.of, value["top"]), value["count"])
        if isinstance(value, Mapping):
            return ", ".join(f"{clean(str(key))} {self.zone_value(name, v)}" for key, v in value.items())
        items = [self.symbol(zone.of, item) for item in value]
        if not items:
            return "empty"
        if self.hints.zones.get(name, {}).get("as") == "count":
            return str(len(items))
        return ", ".join(items) if zone.kind == "row" or zone.ordered else count(items)

    def is_pile(self, name: str, value: Any) -> bool:
        """Whether this is a pile of which only the top is seen."""
        zone = self.definition.zones.get(name)
        top = zone is not None and zone.seen_by == "top"
        return top and isinstance(value, Mapping) and set(value) == {"count", "top"}

    def pile(self, top: str, number: int) -> str:
        """The top of a pile, and how many lie below it."""
        return f"{top} on top of {number - 1}" if number > 1 else top if number else "empty"

    def value(self, name: str, value: Any) -> str:
        return self.zone_value(name, value) if name in self.definition.zones else self.field_value(name, value)

    def entry(self, name: str) -> str:
        """One zone or field in one line; what is owned is listed owner by owner, the empty left out."""
        held = self.zones[name] if name in self.zones else self.fields[name]
        if not isinstance(held, Mapping) or self.is_pile(name, held):
            return f"{words(name)}: {self.value(name, held)}"
        parts = []
        for owner, value in held.items():
            text = self.value(name, value)
            if text not in ("empty", "none", "0", "no"):
                parts.append(f"{self.symbol(self.owner(name), owner)}: {text}")
        return f"{words(name)}: {'; '.join(parts) or 'nothing'}"

    def wrapped(self, text: str) -> list[str]:
        return wrap(text, self.width)

    # Players

    def players(self, names: list[str]) -> list[str]:
        """A table when it fits, else a paragraph for each player."""
        seats = [str(seat) for seat in range(1, int(self.view["players"]) + 1)]
        for name in names:
            seats += [seat for seat in self.held(name) if seat not in seats]
        rows = [[self.player(s), *(self.of_player(name, s) for name in names)] for s in seats]
        head = ["", *(words(name) for name in names)]
        widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
        if not self.plain and sum(widths) + 2 * len(names) <= self.width:
            return ["  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in [head, *rows]]
        out = []
        for row in rows:
            parts = [f"{title} {text}" for title, text in zip(head[1:], row[1:]) if text]
            out += self.wrapped(f"{row[0]}: {'; '.join(parts)}")
        return out

    def held(self, name: str) -> Values:
        held = self.zones[name] if name in self.zones else self.fields[name]
        return held if isinstance(held, Mapping) else {}

    def of_player(self, name: str, seat: str) -> str:
        held = self.held(name)
        return self.value(name, held[seat]) if seat in held else "unseen"

    # Maps

    def map(self, board: Board) -> list[str]:
        if board.tiles:
            return self.tile_map(board)
        contents = {node: self.on_node(board, node) for node in board.names}
        if board.shape == "grid":
            return self.grid(board, contents)
        marks = {node: self.node_facts(board, node) for node in board.names}
        if self.plain:
            out = [f"{words(board.name)}:"]
            for node in board.names:
                if contents[node]:
                    out += self.wrapped(f"  {self.place(node, marks[node])}: {contents[node]}")
            return out if len(out) > 1 else [f"{words(board.name)}: nothing on it"]
        places = [
            self.place(node, marks[node]) + (f" [{contents[node]}]" if contents[node] else "") for node in board.names
        ]
        return [f"{words(board.name)}:", *flow(places, self.width)]

    def place(self, node: str, facts: str) -> str:
        return f"{clean(node)} {facts}".strip()

    def node_facts(self, board: Board, node: str) -> str:
        """The constants that a place was given by the definition, where they are plain words."""
        finite = self.definition.finites.get(board.nodes)
        for row in finite.rows if finite else ():
            if row.name == node:
                return " ".join(text for key, v in row.values.items() if (text := fact(key, v)))
        return ""

    def on_node(self, board: Board, node: str) -> str:
        """What stands on a place: its own zones and fields, and what says that it is there."""
        parts = []
        for name in self.names([*self.definition.fields, *self.definition.zones]):
            if not self.drawn(name):
                continue
            if self.owner(name) == board.nodes:
                held = self.held(name).get(node)
                whole = not isinstance(held, Mapping) or self.is_pile(name, held)
                text = self.value(name, held) if whole and held is not None else ""
                if text not in ("", "empty", "none", "0", "no"):
                    if text.startswith("player ") and not self.plain:
                        text = f"P{held}"
                    alone = self.fields_of(board) == 1
                    parts.append(text if alone else f"{words(name)} {text}")
            elif self.place_type(name) == board.nodes:
                there = self.held(name) if self.owner(name) else {words(name): self.fields[name]}
                parts += [self.symbol(self.owner(name), o) for o, at in there.items() if str(at) == node]
        return " ".join(parts)

    def fields_of(self, board: Board) -> int:
        return sum(
            self.owner(name) == board.nodes and self.drawn(name)
            for name in [*self.definition.fields, *self.definition.zones]
        )

    def grid(self, board: Board, contents: Mapping[str, str]) -> list[str]:
        """Rows from 1 at the top, columns by letter; sentences where that would be too wide."""
        across, _ = board.size
        rows = [board.names[i : i + across] for i in range(0, len(board.names), across)]
        cell = max(len(text) for text in [*contents.values(), "."])
        margin = len(str(len(rows)))
        if not self.plain and margin + across * (cell + 2) <= self.width:
            letters = [name.rstrip("0123456789") for name in rows[0]]
            lines = [" " * margin + "".join("  " + letter.ljust(cell) for letter in letters)]
            for number, row in enumerate(rows, 1):
                lines.append(str(number).rjust(margin) + "".join("  " + (contents[n] or ".").ljust(cell) for n in row))
            return [f"{words(board.name)}:", *(line.rstrip() for line in lines)]
        out = [f"{words(board.name)}:"]
        for number, row in enumerate(rows, 1):
            out += self.wrapped(f"row {number}: " + ", ".join(f"{n} {contents[n] or 'empty'}" for n in row))
        return out

    def tile_map(self, board: Board) -> list[str]:
        """The tiles that lie, cell by cell."""
        cells = self.view.get("maps", {}).get(board.name, {})
        if not cells:
            lying = self.zones.get(board.name, [])
            return self.wrapped(f"{words(board.name)}: {count(self.symbol(board.tiles, t) for t in lying) or 'empty'}")
        out = [f"{words(board.name)}: {len(cells)} tiles"]
        texts = []
        for cell, tile in cells.items():
            turned = f" turned {tile['turned']}" if tile.get("turned") else ""
            texts.append(f"{clean(str(cell))} {self.symbol(board.tiles, tile['tile'])}{turned}")
        return out + (["  " + text for text in texts] if self.plain else flow(texts, self.width))


def fact(key: str, value: nodes.Node) -> str:
    """A constant of a place in words, a number behind its name; nothing of what is no plain word."""
    if isinstance(value, nodes.Sequence):
        return ", ".join(words(v.text) for v in value.items if isinstance(v, nodes.Scalar))
    if not isinstance(value, nodes.Scalar):
        return ""
    return f"{words(key)} {value.text}" if value.text.isdigit() else words(value.text)


def flow(items: list[str], width: int) -> list[str]:
    """Items side by side, `|` between them, never broken inside unless one is wider than the line."""
    lines: list[str] = []
    line = ""
    for item in items:
        if line and len(line) + 3 + len(item) + 2 > width:
            lines.append(line)
            line = ""
        line = f"{line} | {item}" if line else item
    lines.append(line)
    return [part for line in lines for part in wrap("  " + line, width, "    ")]


def standings(outcome: Outcome, seats: Iterable[str], *, width: int = 80, plain: bool = False) -> list[str]:
    """How a game ended: who wins and why, then places, points by category and what decided between equals."""
    names = dict(enumerate(seats, 1))
    won = [_who(seat, names) for seat in outcome.winners]
    if len(won) > 1:
        first = f"{', '.join(won[:-1])} and {won[-1]} share the victory"
    else:
        first = f"{won[0]} wins" if won else "Nobody wins"
    why = f" ({words(outcome.reason)})" if outcome.reason else ""
    out = wrap(f"{first[:1].upper()}{first[1:]}{why}.", width)
    places: dict[int, int] = {}
    for group in outcome.ranking:
        place = len(places) + 1
        for seat in group:
            places[seat] = place
    scores = outcome.scores
    order = list(places) + [seat for seat in scores if seat not in places]
    categories = list(dict.fromkeys(category for seat in order for category in scores.get(seat, {})))
    if not categories and not outcome.compared:
        return out
    total = ["total"] if len(categories) > 1 else []
    titles = [words(key.replace("player.", "")) for key in outcome.compared]
    head = ["place", "", *(words(c) for c in categories), *total, *titles]
    rows = []
    for seat in order:
        points = [scores.get(seat, {}).get(c, 0) for c in categories]
        sums = [str(sum(points))] if total else []
        keys = [_compared(values[seat]) for values in outcome.compared.values()]
        rows.append([str(places.get(seat, "")), _who(seat, names), *map(str, points), *sums, *keys])
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    if not plain and sum(widths) + 2 * (len(widths) - 1) <= width:
        aligned = [_row(row, widths) for row in [head, *rows]]
        return [*out, "", *aligned]
    for row in rows:
        parts = ", ".join(f"{title} {value}" for title, value in zip(head[2:], row[2:]))
        out += wrap(f"{row[0]}. {row[1]}: {parts}" if row[0] else f"{row[1]}: {parts}", width)
    return out


def _compared(value: object) -> str:
    return " ".join(map(str, value)) or "-" if isinstance(value, list) else str(value)


def _who(seat: int, names: Mapping[int, str]) -> str:
    return f"player {seat} ({clean(names[seat])})" if seat in names else f"player {seat}"


def _row(cells: list[str], widths: list[int]) -> str:
    """Names to the left, numbers to the right."""
    aligned = [c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(zip(cells, widths))]
    return "  ".join(aligned).rstrip()
