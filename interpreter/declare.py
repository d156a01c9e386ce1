"""
Declare: a game's sections (located nodes, shape already checked) in, a `Definition` out.

Everything an author can refer to is named here and nowhere else. All names come first, so that
types, zones and fields may refer to one another in any order. Expressions and steps are not read.
"""

from __future__ import annotations

from .declare_places import declare_boards, declare_fields, declare_tables, declare_zones, name_board
from .declare_types import declare_types
from .diagnostics import Bag, Label, did_you_mean, listing
from .expr import tree
from .expr.parse import parse_type
from .limits import MOST_SEATS
from .located import entries, text_of
from .model import (
    Definition,
    Ending,
    Finite,
    Function,
    Parameter,
    Procedure,
)
from .nodes import Mapping, Node, Scalar, Sequence
from .source import Span
from .types import BOOL, INT, UNKNOWN, Bool, Cell, Int, Maybe, Member, Seq, Type, Unknown, in_range

BUILT_IN_TYPES = ("Int", "Bool", "Player", "Ending")
RESERVED = frozenset(
    [
        "player",
        "players",
        "last_player",
        "round",
        "ending",
        "ended_by",
        "solo",
        "none",
        "true",
        "false",
        "self",
        "old",
        "box",
        "over",
        "pass",
        "done",
        "stop_here",
        "nobody",
        "everyone",
        "all",
        "any",
    ]
)


def declare(sections: dict[str, Node], bag: Bag) -> Definition | None:
    """Bind every declared name. Reports all faults of names and types before giving up."""
    return Declaring(sections, bag).run()


OTHER_TYPES = {"boolean": "Bool", "integer": "Int", "number": "Int"}
"""What other languages call some types."""


class Declaring:
    def __init__(self, sections: dict[str, Node], bag: Bag) -> None:
        self.sections = sections
        self.bag = bag
        span = next(iter(sections.values())).span
        head = sections.get("id")
        self.counted = False  # whether the number of players is known
        low, high = self._players(sections.get("players"))
        self.d = Definition(
            id=text_of(head),
            title=text_of(sections.get("title")) or text_of(head),
            about=text_of(sections.get("about")).strip(),
            span=head.span if head else span,
            low=low,
            high=high,
        )
        self.type_nodes: dict[str, Mapping] = {}

    def run(self) -> Definition | None:
        self._names()
        self._parameters()
        declare_types(self)
        self._member_defaults()
        declare_boards(self)
        declare_tables(self)
        declare_zones(self)
        declare_fields(self)
        self._rules()
        self._tracked()
        return None if self.bag.failed else self.d

    # -- the head ------------------------------------------------------------------------------

    def _players(self, node: Node | None) -> tuple[int, int]:
        if isinstance(node, Scalar):
            low, _, high = node.text.partition("..")
            if low.strip().isdigit() and (not high or high.strip().isdigit()):
                a, b = int(low), int(high or low)
                if 1 <= a <= b <= MOST_SEATS:
                    self.counted = True
                    return a, b
            self.bag.error(
                "bad-players",
                f"`{node.text}` is not a number of players",
                node.span,
                help="write `2` or `2..5`",
            )
        return 2, 2

    # -- all names ----------------------------------------------------------------------------

    def _names(self) -> None:
        d = self.d
        d.finites["Player"] = Finite("Player", "player", None)
        spaces: dict[str, Span] = {}
        for section in (
            "parameters", "types", "components", "maps", "tables", "zones", "fields", "functions",
            "procedures", "actions", "phases", "endings", "scoring", "signals",
        ):  # fmt: skip
            for name, span, _ in entries(self.sections.get(section)):
                d.spans[f"{section}.{name}"] = span
                if section in ("procedures", "actions", "phases", "endings", "scoring"):
                    continue
                if name in RESERVED or name in BUILT_IN_TYPES:
                    self.bag.error(
                        "reserved-name",
                        f"`{name}` is a word of the language",
                        span,
                        help="choose another name",
                    )
                elif name in spaces:
                    first = Label(spaces[name], "first declared here")
                    self.bag.error("duplicate-name", f"`{name}` is declared twice", span, labels=[first])
                else:
                    spaces[name] = span
        for name, span, node in entries(self.sections.get("types")):
            self._new_finite(Finite(name, "enum", span), node)
        for name, span, node in entries(self.sections.get("components")):
            self._new_finite(Finite(name, "component", span), node)
        for name, span, node in entries(self.sections.get("maps")):
            if isinstance(node, Mapping):
                name_board(self, name, span, node)
        scripted = self.sections.get("scripted")
        for count, _, names in entries(scripted):
            if isinstance(names, Sequence):
                d.scripted[int(count)] = [text_of(n) for n in names.items]
        endings = [name for name, _, _ in entries(self.sections.get("endings"))]
        d.finites["Ending"] = Finite("Ending", "ending", None, names=endings)

    def _new_finite(self, finite: Finite, node: Node) -> None:
        self.d.finites[finite.name] = finite
        if isinstance(node, Sequence):
            seen: dict[str, Span] = {}
            for item in node.items:
                name = text_of(item)
                if name in seen:
                    first = Label(seen[name], "first named here")
                    self.bag.error(
                        "duplicate-name", f"`{name}` stands twice in {finite.name}", item.span, labels=[first]
                    )
                    continue
                seen[name] = item.span
                finite.names.append(name)
        elif isinstance(node, Mapping):
            self.type_nodes[finite.name] = node
            finite.about = text_of(node.get("about")).strip()
            for part, span, part_node in entries(node.get("parts")):
                child = Finite(part, "part", span, tile=finite.name)
                finite.parts.append(part)
                self.d.finites[part] = child
                if isinstance(part_node, Mapping):
                    self.type_nodes[part] = part_node
                    child.part_list = text_of(part_node.get("list"))
                    child.part_of = text_of(part_node.get("of")) or "tile"
            sides = node.get("sides")
            if isinstance(sides, Sequence):
                finite.sides = [text_of(s) for s in sides.items]
                side_type = f"{finite.name}.Side"
                self.d.finites[side_type] = Finite(side_type, "side", sides.span, names=finite.sides, tile=finite.name)

    # -- types --------------------------------------------------------------------------------

    def type_at(self, node: Node | None) -> tuple[Type, tree.TypeExpr | None]:
        """The type that a node names; Unknown after a fault."""
        if not isinstance(node, Scalar):
            return UNKNOWN, None
        expr = parse_type(node, self.bag)
        if expr is None:
            return UNKNOWN, None
        return self._resolve(expr, node), expr

    def _resolve(self, expr: tree.TypeExpr, node: Scalar) -> Type:
        if expr.kind == "list":
            return Seq(self._resolve(expr.item, node)) if expr.item else UNKNOWN
        if expr.kind == "maybe":
            return Maybe(self._resolve(expr.item, node)) if expr.item else UNKNOWN
        if expr.kind == "range":
            low, high = self._bound(expr.low, node, 0), self._bound(expr.high, node, 1)
            if low is not None and high is not None and low > high:
                self.bag.error("empty-range", f"nothing lies in {low}..{high}", node.part(expr.start, expr.end))
                return UNKNOWN
            return Int(low, high)
        name = f"{expr.name}.{expr.part}" if expr.part else expr.name
        if name == "Int":
            return INT
        if name == "Bool":
            return BOOL
        if name in self.d.finites:
            self.d.used.add(f"types.{name}")
            return Member(name)
        if name in self.d.boards and self.d.boards[name].tiles:
            return Cell(name)
        names = ["Int", "Bool", *self.d.finites]
        self.bag.error(
            "unknown-type", f"no type is called `{name}`", node.part(expr.start, expr.end),
            notes=[f"types: {listing(names)}"], help=did_you_mean(OTHER_TYPES.get(name.lower(), name), names),
            missing=name,
        )  # fmt: skip
        return UNKNOWN

    def _bound(self, expr: tree.Expr | None, node: Scalar, end: int) -> int | None:
        if isinstance(expr, tree.Number):
            return expr.value
        if isinstance(expr, tree.Unary) and isinstance(expr.value, tree.Number):
            return -expr.value.value
        if isinstance(expr, tree.Name):
            parameter = self.d.parameters.get(expr.name)
            if parameter is not None:
                self.d.used.add(f"parameters.{expr.name}")
                if isinstance(parameter.type, Int):
                    values: list[int] = list(parameter.by_players.values()) or [int(parameter.default or 0)]
                    values += [v for v in (parameter.type.low, parameter.type.high) if v is not None]
                    return max(values) if end else min(values)
                if not isinstance(parameter.type, Unknown):
                    message = f"a number is wanted here, `{expr.name}` is {parameter.type}"
                    self.bag.error("not-a-number", message, node.span)
                return None
            self.bag.unknown("parameter", expr.name, node.part(expr.start, expr.end), self.d.parameters)
        return None

    def _parameters(self) -> None:
        for name, span, node in entries(self.sections.get("parameters")):
            assert isinstance(node, Mapping)
            type, _ = self.type_at(node.get("type"))
            p = Parameter(name, span, type, None, {}, text_of(node.get("about")))
            default = node.get("default")
            if isinstance(default, Scalar):
                p.default = self._parameter_value(default, type, node)
            elif default is not None:
                self.bag.error("wrong-type", f"{type} is wanted here, found a list", default.span)
            for count, key, value in entries(node.get("by_players")):
                if isinstance(value, Scalar):
                    if self.counted and not self.d.low <= int(count) <= self.d.high:
                        self.bag.error("bad-player-count", f"the game has {self._range()} players, not {count}", key)
                    p.by_players[int(count)] = int(self._parameter_value(value, type, node) or 0)
            missing = [str(n) for n in range(self.d.low, self.d.high + 1) if n not in p.by_players]
            table = node.get("by_players")
            if table is not None and isinstance(type, Member):
                self.bag.error(
                    "wrong-type", f"numbers differ by players, and `{name}` is {type}", node.key("by_players").span,
                    help="write `default`",
                )  # fmt: skip
            elif table is not None and p.default is not None:
                usual = int(p.default)
                p.by_players = {n: p.by_players.get(n, usual) for n in range(self.d.low, self.d.high + 1)}
            elif table is not None and default is None and missing and self.counted:
                self.bag.error(
                    "missing-player-count", f"`{name}` has no value for {', '.join(missing)} players",
                    node.key("by_players").span,
                )  # fmt: skip
            self.d.parameters[name] = p

    def _member_defaults(self) -> None:
        """Whether defaults are members of their types: symbols, and the seats of players."""
        for name, _, node in entries(self.sections.get("parameters")):
            default = node.get("default") if isinstance(node, Mapping) else None
            type = self.d.parameters[name].type
            if isinstance(type, Member) and isinstance(default, Scalar):
                names = self.members(type)
                if default.text in names:
                    self.d.used.add(f"types.{type.name}")
                    self.d.parameters[name].default = default.text
                elif self.counted:
                    self.bag.unknown(type.name, default.text, default.span, names)

    def _parameter_value(self, node: Scalar, type: Type, parameter: Mapping) -> int | bool | None:
        if isinstance(type, Member):
            return None  # looked at when all members are known
        value = node.value
        right = (
            isinstance(value, bool)
            if isinstance(type, Bool)
            else isinstance(value, int) and not isinstance(value, bool)
        )
        if not right:
            if not isinstance(type, Unknown):
                code = "not-a-condition" if isinstance(type, Bool) else "not-a-number"
                by_players = "write a number for each number of players: `by_players: {2: ..}`"
                self.bag.error(
                    code, f"{type} is wanted here, found `{node.text}`", node.span,
                    help=by_players if "players" in node.text else "",
                )  # fmt: skip
            return None
        assert isinstance(value, (int, bool))
        if isinstance(type, Int) and not in_range(value, type):
            given = parameter.get("type")
            nearest = type.low if type.low is not None and value < type.low else type.high
            self.bag.error(
                "out-of-range", f"{value} is outside {type}", node.span,
                labels=[Label(given.span, "the range")] if given is not None else [],
                help=f"the nearest value is {nearest}",
            )  # fmt: skip
        return value

    def _range(self) -> str:
        return str(self.d.low) if self.d.low == self.d.high else f"{self.d.low} to {self.d.high}"

    def params(self, node: Mapping) -> dict[str, Type]:
        found: dict[str, Type] = {}
        for name, span, value in entries(node.get("with")):
            if name in self.d.spans_of_globals():
                self.bag.error("shadowed-name", f"`{name}` is declared already; a parameter may not hide it", span)
            found[name] = self.type_at(value)[0]
        return found

    def members(self, type: Type) -> list[str]:
        """The names of a finite type's members, at the largest player count."""
        if isinstance(type, Bool):
            return ["false", "true"]
        if isinstance(type, Int) and type.low is not None and type.high is not None and type.high - type.low < 10_000:
            return [str(n) for n in range(type.low, type.high + 1)]
        if isinstance(type, Member):
            if type.name == "Player":
                return [str(n + 1) for n in range(self.d.max_seats)]
            return self.d.finites[type.name].names
        return []

    # -- maps, tables, zones, fields -----------------------------------------------------------

    def finite_named(self, node: Node | None, kinds: tuple[str, ...], what: str) -> str:
        """The name of a finite type written at `node`, or "" after a fault."""
        name = text_of(node)
        finite = self.d.finites.get(name)
        if finite is not None and finite.kind in kinds:
            self.d.used.add(f"types.{name}")
            return name
        names = [f.name for f in self.d.finites.values() if f.kind in kinds]
        if node is not None:
            self.bag.error(
                "unknown-type", f"no {what} is called `{name}`", node.span,
                notes=[f"{what}s: {listing(names)}"], help=did_you_mean(name, names), missing=name,
            )  # fmt: skip
        return ""

    OWNERS = ("enum", "component", "node", "player", "part", "ending")

    def _rules(self) -> None:
        d = self.d
        for name, span, node in entries(self.sections.get("functions")):
            if isinstance(node, Mapping):
                body = node.get("is")
                assert body is not None
                d.functions[name] = Function(name, span, self.params(node), body)
        for name, span, node in entries(self.sections.get("procedures")):
            if isinstance(node, Mapping):
                hook = text_of(node.get("hook")) == "true"
                d.procedures[name] = Procedure(
                    name, span, self.params(node), node.get("do") or Sequence(node.span, ()), hook
                )
        for section, target in (("actions", d.actions), ("phases", d.phases), ("scoring", d.scoring)):
            for name, _, node in entries(self.sections.get(section)):
                if isinstance(node, Mapping):
                    target[name] = node
        for name, span, node in entries(self.sections.get("endings")):
            if isinstance(node, Mapping):
                d.endings[name] = Ending(name, span, node)
        result, show = self.sections.get("result"), self.sections.get("show")
        d.result = result if isinstance(result, Mapping) else None
        d.show = show if isinstance(show, Mapping) else None

    def _tracked(self) -> None:
        """Components with fields, zones or parts of their own, and those that lie in a row, have identities."""
        owners = {o for f in self.d.fields.values() for o in f.per} | {z.per for z in self.d.zones.values()}
        rows = {z.of for z in self.d.zones.values() if z.kind == "row"}
        for finite in self.d.finites.values():
            if finite.kind == "component":
                finite.tracked = finite.name in owners or finite.name in rows or bool(finite.sides) or bool(finite.map)
