"""
Table: a view in, lines of text out.

What one seat sees of a game, drawn from the definition's own names and its `show` hints: maps as a grid or
a track, a small table of players, then what lies in between. It asks for nothing but the view, so it
cannot show what the view does not hold. In plain form there are only sentences, for screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from .drawing import hexes
from .drawing.codes import Codes
from .drawing.land import picture, told
from .drawing.lines import LEAST_WIDTH, count, flow, words, wrap
from .drawing.seen import Seen, Values
from .render import clean

if TYPE_CHECKING:
    from .model import Board, Definition
    from .outcome import Outcome

__all__ = ["count", "draw", "flow", "standings", "words", "wrap"]


def draw(definition: Definition, view: Values, *, width: int = 80, plain: bool = False, you: int = 0) -> list[str]:
    """The whole table; `you` is the seat that looks, 0 for an onlooker."""
    return _Table(definition, view, max(width, LEAST_WIDTH), plain, you).lines()


class _Table(Seen):
    def __init__(self, definition: Definition, view: Values, width: int, plain: bool, you: int) -> None:
        super().__init__(definition, view, you)
        self.width = width
        self.plain = plain

    def lines(self) -> list[str]:
        out = [*self.heading()]
        maps = [name for name in self.names(self.definition.boards) if self.drawn(name)]
        for name in maps:
            out += ["", *self.map(self.definition.boards[name])]
        places = {kind for name in maps for kind in self.kinds_of_place(self.definition.boards[name])}
        rest = [
            name
            for name in self.names([*self.definition.zones, *self.definition.fields])
            if self.drawn(name) and not self.on_map(name, places)
        ]
        ours = [name for name in rest if self.owner(name) == "Player"]
        if ours:
            out += ["", *self.players(ours)]
        shared = [name for name in rest if name not in ours]
        titles = dict.fromkeys(self.titles.get(name, "") for name in shared)
        for title in titles:
            lines = [line for name in shared if self.titles.get(name, "") == title for line in self.entries(name)]
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

    def entries(self, name: str) -> list[str]:
        """One zone or field: a chart where it stands under two owners and there is room, else a paragraph."""
        known = self.definition.fields.get(name)
        if known is not None and len(known.per) == 2 and not self.plain:
            held = self.held(name)
            head = [words(name), *(self.symbol(known.per[1], o) for o in next(iter(held.values()), ()))]
            rows = [
                [self.symbol(known.per[0], o), *(self.field_value(name, v) for v in row.values())]
                for o, row in held.items()
            ]
            widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
            if sum(widths) + 2 * len(widths) <= self.width:
                return ["  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in [head, *rows]]
        return self.wrapped(self.entry(name))

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

    def of_player(self, name: str, seat: str) -> str:
        held = self.held(name)
        return self.value(name, held[seat]) if seat in held else "unseen"

    # Maps

    def map(self, board: Board) -> list[str]:
        if board.tiles:
            return self.tile_map(board)
        contents = {node: self.on_node(board, node, short=not self.plain) for node in board.names}
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
        """The tiles that lie: drawn, or told one by one."""
        land = picture(self, board)
        if not land.tiles:
            return [f"{words(board.name)}: nothing on it"]
        head = f"{words(board.name)}: {len(land.tiles)} tile{'s' if len(land.tiles) > 1 else ''}"
        if self.plain:
            return [head, *(line for text in told(land) for line in wrap(f"  {text}", self.width, "    "))]
        return [head, *hexes.draw(land, Codes(self, [board]), self.width)]


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
