"""
Seen: what a view holds, in words.

The one place where drawings read a view: what is drawn and in which order, who owns it, what a value is
called. It asks for nothing but the view, so no drawing can show what the view does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .. import nodes
from ..render import clean
from ..types import Cell, Maybe, Member
from .lines import count, words

if TYPE_CHECKING:
    from ..model import Board, Definition

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


class Seen:
    """A view with the definition's names and hints for it; `you` is the seat that looks, 0 for an onlooker."""

    def __init__(self, definition: Definition, view: Values, you: int = 0) -> None:
        self.definition = definition
        self.view = view
        self.you = you
        self.hints = hints(definition)
        self.zones: Values = view.get("zones", {})
        self.fields: Values = view.get("fields", {})
        self.titles = {name: title for title, names in self.hints.groups.items() for name in names}

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

    def place_type(self, name: str) -> str:
        """
        Of a field that says where something stands: the type of the place, of a cell the name of its map.

        Where an owner has several of them on one map, its marker stands where the first one says, as they are drawn.
        """
        kind = self._place(name)
        for other in self.names(self.definition.fields) if kind and self.owner(name) else ():
            if other == name:
                break
            same = self.owner(other) == self.owner(name) and self._map_of(self._place(other)) == self._map_of(kind)
            if same and self.drawn(other):
                return ""
        return kind

    def _map_of(self, kind: str) -> str:
        finite = self.definition.finites.get(kind)
        return finite.map if finite else kind

    def _place(self, name: str) -> str:
        known = self.definition.fields.get(name)
        if known is None or len(known.per) > 1 or (self.owner(name) == "Player" and self.titles.get(name)):
            return ""
        type = known.type.item if isinstance(known.type, Maybe) else known.type
        if isinstance(type, Cell):
            return type.map
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

    def held(self, name: str) -> Values:
        held = self.zones[name] if name in self.zones else self.fields[name]
        return held if isinstance(held, Mapping) else {}

    # Places of maps

    def kinds_of_place(self, board: Board) -> list[str]:
        """The types under which things stand on a map: its places, or its tiles, their parts and the cells."""
        if not board.tiles:
            return [board.nodes]
        return [board.tiles, *self.definition.finites[board.tiles].parts, board.name]

    def on_map(self, name: str, kinds: Iterable[str]) -> bool:
        """Whether a zone or a field is drawn on a map with such places."""
        if self.owner(name) in kinds:
            return name in self.definition.zones or len(self.definition.fields[name].per) == 1
        return self.place_type(name) in kinds

    def node_facts(self, board: Board, node: str) -> str:
        """The constants that a place was given by the definition, where they are plain words."""
        finite = self.definition.finites.get(board.nodes)
        for row in finite.rows if finite else ():
            if row.name == node:
                return " ".join(text for key, v in row.values.items() if (text := fact(key, v)))
        return ""

    def on_node(self, board: Board, node: str, *, short: bool) -> str:
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
                    if text.startswith("player ") and short:
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


def fact(key: str, value: nodes.Node) -> str:
    """A constant of a place in words, a number behind its name; nothing of what is no plain word."""
    if isinstance(value, nodes.Sequence):
        return ", ".join(words(v.text) for v in value.items if isinstance(v, nodes.Scalar))
    if not isinstance(value, nodes.Scalar):
        return ""
    return f"{words(key)} {value.text}" if value.text.isdigit() else words(value.text)
