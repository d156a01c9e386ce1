"""
The model: what a definition declares, every name bound once.

`declare` makes these from located nodes; expressions and steps inside are still nodes here and
become typed trees in `check`. Nothing in the model depends on the number of players.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .nodes import Mapping, Node, Scalar
from .source import Span
from .types import Bool, Type


@dataclass(slots=True)
class Parameter:
    name: str
    span: Span
    type: Type
    default: int | bool | str | None
    by_players: dict[int, int]
    about: str

    def value(self, players: int) -> int | bool | str:
        value = self.by_players[players] if self.by_players else self.default or 0
        return bool(value) if isinstance(self.type, Bool) else value


@dataclass(slots=True)
class Attribute:
    """A constant of every member of a type; `default` is None when each member must give it."""

    name: str
    span: Span
    type: Type
    default: Node | None = None
    implied: bool = False  # a type that has a natural default: list, maybe, Bool


@dataclass(slots=True)
class Answer:
    """A formula that each row of a type may give for itself."""

    name: str
    span: Span
    params: dict[str, Type]
    default: Node | None
    gives: Type | None


@dataclass(slots=True)
class Does:
    """Steps that each row of a type may give for itself."""

    name: str
    span: Span
    params: dict[str, Type]
    default: Node | None


@dataclass(slots=True)
class Row:
    """One row before `each` and `copies` multiply it. `values` by attribute, per side under the side's name."""

    name: str
    span: Span
    values: dict[str, Node]
    each: dict[str, Node]
    copies: Node | None
    sides: dict[str, dict[str, Node]]
    about: str = ""


FiniteKind = Literal["enum", "component", "node", "player", "part", "side", "ending"]


@dataclass(slots=True)
class Finite:
    """A type with finitely many members: an enum, players, components, nodes of a map, parts of tiles."""

    name: str
    kind: FiniteKind
    span: Span | None
    names: list[str] = field(default_factory=list)  # where they do not depend on the player count
    attributes: dict[str, Attribute] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    does: dict[str, Does] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)
    side_defaults: dict[str, dict[str, Node]] = field(default_factory=dict)
    tracked: bool = False  # each copy has an identity of its own
    map: str = ""  # node types: the map they belong to
    tile: str = ""  # part types: the component they lie on; side types: the component
    part_list: str = ""  # part types: the key of the tile's list
    part_of: str = "tile"  # part types: what a part calls its tile
    parts: list[str] = field(default_factory=list)  # components: their part types
    about: str = ""


@dataclass(slots=True)
class Board:
    """A map. Static maps have `names` and `successors`; a tile map has `tiles` and `joined_by`."""

    name: str
    span: Span
    shape: str  # grid, line, ring, edges, hex, square
    nodes: str = ""
    names: list[str] = field(default_factory=list)
    size: tuple[int, int] = (0, 0)
    edges: dict[str, list[str]] = field(default_factory=dict)
    both_ways: bool = False
    tiles: str = ""
    joined_by: str = ""


@dataclass(slots=True)
class Table:
    name: str
    span: Span
    key: Type | None  # None: a list, counted from 1
    keys: list[str]
    values: list[Node]
    value_type: Type


@dataclass(slots=True)
class Zone:
    name: str
    span: Span
    of: str
    per: str  # owner type or ""
    kind: str  # pool, row, pile, bag
    seen_by: str | Node  # everyone, nobody, owner, top, or a formula
    start: Node | None
    max: Node | None
    refill_from: str
    refill_keep: Node | None
    about: str
    ordered: bool = False
    shuffled: bool = False  # hidden, but its order can be known: shuffled at once
    refill_span: Span | None = None


@dataclass(slots=True)
class Field:
    name: str
    span: Span
    type: Type
    per: tuple[str, ...]
    start: Node | None
    resets: str
    seen_by: str
    about: str
    high_parameter: str = ""
    low_parameter: str = ""


@dataclass(slots=True)
class Function:
    name: str
    span: Span
    params: dict[str, Type]
    body: Scalar | Node


@dataclass(slots=True)
class Procedure:
    name: str
    span: Span
    params: dict[str, Type]
    body: Node
    hook: bool = False


@dataclass(slots=True)
class Ending:
    name: str
    span: Span
    node: Mapping


@dataclass(slots=True)
class Definition:
    """A whole game, names bound, before any expression was read."""

    id: str
    title: str
    about: str
    span: Span
    low: int
    high: int
    scripted: dict[int, list[str]] = field(default_factory=dict)
    parameters: dict[str, Parameter] = field(default_factory=dict)
    finites: dict[str, Finite] = field(default_factory=dict)
    boards: dict[str, Board] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    fields: dict[str, Field] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    actions: dict[str, Mapping] = field(default_factory=dict)
    phases: dict[str, Mapping] = field(default_factory=dict)
    endings: dict[str, Ending] = field(default_factory=dict)
    scoring: dict[str, Mapping] = field(default_factory=dict)
    result: Mapping | None = None
    signals: dict[str, Span] = field(default_factory=dict)
    show: Mapping | None = None
    spans: dict[str, Span] = field(default_factory=dict)  # "section.name" -> key
    used: set[str] = field(default_factory=set)  # "section.name" that something refers to

    def symbol_types(self, symbol: str) -> list[str]:
        """The finite types that have a member of that name (players and numbers apart)."""
        return [f.name for f in self.finites.values() if f.kind != "player" and symbol in f.names]

    @property
    def max_seats(self) -> int:
        return max(n + len(self.scripted.get(n, [])) for n in range(self.low, self.high + 1))

    def spans_of_globals(self) -> set[str]:
        """All names that an expression can use without a dot, symbols apart."""
        return {
            *self.parameters,
            *self.tables,
            *self.zones,
            *self.fields,
            *self.functions,
            *self.finites,
            *self.boards,
        }
