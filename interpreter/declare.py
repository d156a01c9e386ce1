"""
Declare: a game's sections (located nodes, shape already checked) in, a `Definition` out.

Everything an author can refer to is named here and nowhere else. All names come first, so that
types, zones and fields may refer to one another in any order. Expressions and steps are not read.
"""

from __future__ import annotations

from collections.abc import Iterator

from .diagnostics import Bag, Label, did_you_mean, listing
from .expr import tree
from .expr.parse import parse_type
from .model import (
    Answer,
    Attribute,
    Board,
    Definition,
    Does,
    Ending,
    Field,
    Finite,
    Function,
    Parameter,
    Procedure,
    Row,
    Table,
    Zone,
)
from .nodes import Mapping, Node, Scalar, Sequence
from .source import Span
from .types import BOOL, INT, UNKNOWN, Bool, Cell, Int, Maybe, Member, Seq, Type

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
    return _Declaring(sections, bag).run()


def text_of(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def entries(node: Node | None) -> Iterator[tuple[str, Span, Node]]:
    """The named entries of a section: name, place of the name, value."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield key.text, key.span, value


class _Declaring:
    def __init__(self, sections: dict[str, Node], bag: Bag) -> None:
        self.sections = sections
        self.bag = bag
        span = next(iter(sections.values())).span
        head = sections.get("id")
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
        self._types()
        self._boards()
        self._tables()
        self._zones()
        self._fields()
        self._rules()
        self._tracked()
        return None if self.bag.failed else self.d

    # -- the head ------------------------------------------------------------------------------

    def _players(self, node: Node | None) -> tuple[int, int]:
        if isinstance(node, Scalar):
            low, _, high = node.text.partition("..")
            if low.strip().isdigit() and (not high or high.strip().isdigit()):
                a, b = int(low), int(high or low)
                if 1 <= a <= b <= 100:
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
                self._name_board(name, span, node)
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
            for part, span, part_node in entries(node.get("parts")):
                child = Finite(part, "part", span, tile=finite.name)
                finite.parts.append(part)
                self.d.finites[part] = child
                if isinstance(part_node, Mapping):
                    self.type_nodes[part] = part_node
                    child.part_list = text_of(part_node.get("list"))
            sides = node.get("sides")
            if isinstance(sides, Sequence):
                finite.sides = [text_of(s) for s in sides.items]
                side_type = f"{finite.name}.Side"
                self.d.finites[side_type] = Finite(side_type, "side", sides.span, names=finite.sides, tile=finite.name)

    def _name_board(self, name: str, span: Span, node: Mapping) -> None:
        shape = next((s for s in ("grid", "line", "ring", "edges", "tiles") if s in node), "")
        if shape == "tiles":
            board = Board(name, span, text_of(node.get("shape")) or "hex", tiles=text_of(node.get("tiles")))
            board.joined_by = text_of(node.get("joined_by"))
            self.d.boards[name] = board
            return
        board = Board(
            name,
            span,
            shape,
            nodes=text_of(node.get("nodes")),
            both_ways=text_of(node.get("both_ways")) == "true",
        )
        value = node.get(shape)
        if shape == "grid" and isinstance(value, Sequence):
            numbers = [n.value for n in value.items if isinstance(n, Scalar)]
            width, height = (int(n) if isinstance(n, int) else 1 for n in (numbers + [1, 1])[:2])
            if not (1 <= width <= 26 and 1 <= height <= 99):
                self.bag.error("bad-grid", "a grid is at most 26 wide and 99 high", value.span)
                width, height = 1, 1
            board.size = (width, height)
            board.names = [f"{'abcdefghijklmnopqrstuvwxyz'[x]}{y + 1}" for y in range(height) for x in range(width)]
        elif shape == "edges":
            self._edges(board, value)
        elif isinstance(value, Sequence):
            board.names = [text_of(n) for n in value.items]
        elif isinstance(value, Scalar):
            low, _, high = value.text.rpartition("..")
            if high.strip().isdigit() and (not low or low.strip().isdigit()) and int(high) <= 10_000:
                board.names = [str(n) for n in range(int(low or 1), int(high) + 1)]
            else:
                self.bag.error("bad-map", f"`{value.text}` is not a number of places", value.span)
        doubled = sorted({n for n in board.names if board.names.count(n) > 1}) if len(board.names) < 2000 else []
        if doubled:
            self.bag.error("duplicate-name", f"the place `{doubled[0]}` is named twice", value.span if value else span)
        self.d.boards[name] = board
        if board.nodes in self.d.finites:
            self.bag.error("duplicate-name", f"`{board.nodes}` is declared twice", node.key("nodes").span)
        elif board.nodes:
            place = node.get("nodes")
            finite = Finite(board.nodes, "node", place.span if place else span, names=list(board.names), map=name)
            self.d.finites[board.nodes] = finite
            self.type_nodes[board.nodes] = node

    def _edges(self, board: Board, value: Node | None) -> None:
        board.names = [key for key, _, _ in entries(value)]
        for key, _, targets in entries(value):
            items = targets.items if isinstance(targets, Sequence) else (targets,)
            board.edges[key] = []
            for item in items:
                target = text_of(item)
                if target in board.names:
                    board.edges[key].append(target)
                elif target:
                    self.bag.error(
                        "unknown-name", f"no place of {board.name} is called `{target}`", item.span,
                        notes=[f"places: {listing(board.names)}"], help=did_you_mean(target, board.names),
                    )  # fmt: skip

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
            notes=[f"types: {listing(names)}"], help=did_you_mean(name, names),
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
                values: list[int] = list(parameter.by_players.values()) or [int(parameter.default or 0)]
                if isinstance(parameter.type, Int):
                    values += [v for v in (parameter.type.low, parameter.type.high) if v is not None]
                return max(values) if end else min(values)
            self.bag.error(
                "unknown-name", f"no parameter is called `{expr.name}`", node.part(expr.start, expr.end),
                help=did_you_mean(expr.name, self.d.parameters),
            )  # fmt: skip
        return None

    def _parameters(self) -> None:
        for name, span, node in entries(self.sections.get("parameters")):
            assert isinstance(node, Mapping)
            type, _ = self.type_at(node.get("type"))
            p = Parameter(name, span, type, None, {}, text_of(node.get("about")))
            default = node.get("default")
            if isinstance(default, Scalar):
                p.default = self._parameter_value(default, type)
            for count, key, value in entries(node.get("by_players")):
                if isinstance(value, Scalar):
                    if not self.d.low <= int(count) <= self.d.high:
                        self.bag.error("bad-player-count", f"the game has {self._range()} players, not {count}", key)
                    p.by_players[int(count)] = int(self._parameter_value(value, type) or 0)
            missing = [str(n) for n in range(self.d.low, self.d.high + 1) if n not in p.by_players]
            table = node.get("by_players")
            if table is not None and missing:
                self.bag.error(
                    "missing-player-count", f"`{name}` has no value for {', '.join(missing)} players",
                    node.key("by_players").span,
                )  # fmt: skip
            if (default is None) == (table is None):
                self.bag.error(
                    "missing-key",
                    f"the parameter `{name}` needs `default` or `by_players`, one of them",
                    span,
                )
            self.d.parameters[name] = p

    def _parameter_value(self, node: Scalar, type: Type) -> int | bool | None:
        value = node.value
        right = (
            isinstance(value, bool)
            if isinstance(type, Bool)
            else isinstance(value, int) and not isinstance(value, bool)
        )
        if not right:
            if not isinstance(type, type_unknown):
                self.bag.error("wrong-type", f"{type} is wanted here, found `{node.text}`", node.span)
            return None
        assert isinstance(value, (int, bool))
        if isinstance(type, Int) and not in_range(value, type):
            self.bag.error("out-of-range", f"{value} is outside {type}", node.span)
        return value

    def _range(self) -> str:
        return str(self.d.low) if self.d.low == self.d.high else f"{self.d.low} to {self.d.high}"

    def _types(self) -> None:
        if "seats" in self.sections:
            seats = self.sections["seats"]
            if isinstance(seats, Mapping):
                self.type_nodes["Player"] = seats
        for name, node in self.type_nodes.items():
            finite = self.d.finites[name]
            self._attributes(finite, node)
            for side in finite.sides:
                block = node.get(side)
                finite.side_defaults[side] = {k: v for k, _, v in entries(block)}
        for name, node in self.type_nodes.items():
            self._rows(self.d.finites[name], node)
        for name in self.type_nodes:
            self._member_names(self.d.finites[name])

    def _attributes(self, finite: Finite, node: Mapping) -> None:
        for name, span, value in entries(node.get("has")):
            type, expr = self.type_at(value)
            attribute = Attribute(name, span, type, implied=isinstance(type, (Seq, Maybe, Bool)))
            if expr is not None and expr.default is not None and isinstance(value, Scalar):
                attribute.default = scalar_part(value, expr.default.start, expr.default.end)
            finite.attributes[name] = attribute
        for name, span, value in entries(node.get("answers")):
            if isinstance(value, Mapping):
                gives = self.type_at(value.get("gives"))[0] if "gives" in value else None
                finite.answers[name] = Answer(name, span, self.params(value), value.get("is"), gives)
        for name, span, value in entries(node.get("does")):
            if isinstance(value, Mapping):
                finite.does[name] = Does(name, span, self.params(value), value.get("do"))

    def params(self, node: Mapping) -> dict[str, Type]:
        found: dict[str, Type] = {}
        for name, span, value in entries(node.get("with")):
            if name in self.d.spans_of_globals():
                self.bag.error("shadowed-name", f"`{name}` is declared already; a parameter may not hide it", span)
            found[name] = self.type_at(value)[0]
        return found

    def _rows(self, finite: Finite, node: Mapping) -> None:
        known = {*finite.attributes, *finite.answers, *finite.does}
        rows = node.get("rows")
        if finite.kind == "part":
            return
        plain = {k: node.get(k) for k in ("each", "copies") if k in node}
        if rows is None:
            if finite.kind in ("node", "player"):
                return
            each = {k: v for k, _, v in entries(node.get("each"))}
            assert finite.span is not None
            finite.rows.append(Row("", finite.span, {}, each, plain.get("copies"), {}))
            self._known_each(finite, node.get("each"))
            return
        for name, span, value in entries(rows):
            row = Row(name, span, {}, {}, None, {})
            for key, key_span, item in entries(value):
                if key == "each" and finite.kind in ("component", "enum"):
                    row.each = {k: v for k, _, v in entries(item)}
                    self._known_each(finite, item)
                elif key == "copies" and finite.kind == "component":
                    row.copies = item
                elif key in finite.sides:
                    row.sides[key] = {k: v for k, _, v in entries(item)}
                    self._known_keys(finite, item, known)
                elif key in known:
                    row.values[key] = item
                elif key != "about":
                    self._unknown_attribute(finite, key, key_span, known)
            finite.rows.append(row)
        if finite.kind in ("node", "player"):
            self._rows_of_places(finite)

    def _known_each(self, finite: Finite, node: Node | None) -> None:
        for key, span, _ in entries(node):
            if key not in finite.attributes:
                self._unknown_attribute(finite, key, span, set(finite.attributes))

    def _known_keys(self, finite: Finite, node: Node, known: set[str]) -> None:
        lists = {self.d.finites[p].part_list for p in finite.parts}
        for key, span, _ in entries(node):
            if key not in known and key not in lists:
                self._unknown_attribute(finite, key, span, known | lists)

    def _unknown_attribute(self, finite: Finite, key: str, span: Span, known: set[str]) -> None:
        self.bag.error(
            "unknown-attribute", f"{finite.name} has no attribute `{key}`", span,
            notes=[f"it has: {listing(sorted(known)) or 'none'}"], help=did_you_mean(key, known),
        )  # fmt: skip

    def _rows_of_places(self, finite: Finite) -> None:
        names = finite.names if finite.kind == "node" else [str(n + 1) for n in range(self.d.max_seats)]
        seen = {row.name for row in finite.rows}
        for row in finite.rows:
            if row.name not in names:
                what = "place" if finite.kind == "node" else "seat"
                self.bag.error(
                    "unknown-name",
                    f"no {what} is called `{row.name}`",
                    row.span,
                    help=did_you_mean(row.name, names),
                )
        lacking = [n for n in names if n not in seen]
        needed = [a.name for a in finite.attributes.values() if a.default is None and not a.implied]
        if lacking and needed and finite.span:
            self.bag.error("missing-row", f"{finite.name} has no row for {listing(lacking)}", finite.span)

    def _member_names(self, finite: Finite) -> None:
        """Names of all members at the largest player count (filters of `each` are not applied)."""
        if finite.kind in ("node", "player", "part"):
            return
        for row in finite.rows:
            combos = [[row.name] if row.name else []]
            for attribute in row.each:
                type = finite.attributes[attribute].type if attribute in finite.attributes else UNKNOWN
                combos = [[*c, v] for c in combos for v in self.members(type)]
                if len(combos) > 10_000:
                    self.bag.error("too-many", f"{finite.name} has more than 10000 kinds", row.span)
                    return
            finite.names.extend("_".join(c) for c in combos if c)
        if len(set(finite.names)) != len(finite.names) and finite.span:
            twice = next(n for n in finite.names if finite.names.count(n) > 1)
            self.bag.error("duplicate-name", f"two kinds of {finite.name} are called `{twice}`", finite.span)
        if not finite.names and finite.span and finite.kind == "component":
            finite.names.append(finite.name[0].lower() + finite.name[1:])

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

    def _boards(self) -> None:
        for board in self.d.boards.values():
            if not board.tiles:
                continue
            node = self.sections["maps"]
            assert isinstance(node, Mapping)
            entry = node.get(board.name)
            assert isinstance(entry, Mapping)
            for key, name, kind in (
                ("tiles", board.tiles, "component"),
                ("joined_by", board.joined_by, "part"),
            ):
                finite = self.d.finites.get(name)
                value = entry.get(key)
                names = [f.name for f in self.d.finites.values() if f.kind == kind]
                if (finite is None or finite.kind != kind) and value is not None:
                    self.bag.error(
                        "unknown-type", f"no {kind} type is called `{name}`", value.span,
                        notes=[f"{kind} types: {listing(names)}"], help=did_you_mean(name, names),
                    )  # fmt: skip
                elif finite is not None and kind == "component":
                    finite.map = board.name
                    for part in finite.parts:
                        self.d.finites[part].map = board.name

    def _tables(self) -> None:
        for name, span, node in entries(self.sections.get("tables")):
            if isinstance(node, Sequence):
                self.d.tables[name] = Table(name, span, None, [], list(node.items), INT)
            elif isinstance(node, Mapping):
                keys = [k.text for k in node.keys]
                key_type: Type = INT
                if not all(k.lstrip("-").isdigit() for k in keys):
                    owners = [f for f in self.d.finites.values() if f.names and set(keys) <= set(f.names)]
                    if not owners:
                        self._bad_table_key(name, node, keys)
                        continue
                    exact = [f for f in owners if set(keys) == set(f.names)]
                    key_type = Member((exact or owners)[0].name)
                self.d.tables[name] = Table(name, span, key_type, keys, list(node.values), INT)

    def _bad_table_key(self, name: str, node: Mapping, keys: list[str]) -> None:
        best = max(self.d.finites.values(), key=lambda f: len(set(keys) & set(f.names)))
        odd = next((k for k in node.keys if k.text not in best.names), node.keys[0])
        self.bag.error(
            "unknown-name", f"the keys of the table `{name}` belong to no type; `{odd.text}` is not in {best.name}",
            odd.span, help=did_you_mean(odd.text, best.names),
        )  # fmt: skip

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
                notes=[f"{what}s: {listing(names)}"], help=did_you_mean(name, names),
            )  # fmt: skip
        return ""

    OWNERS = ("enum", "component", "node", "player", "part", "ending")

    def _zones(self) -> None:
        for name, span, node in entries(self.sections.get("zones")):
            assert isinstance(node, Mapping)
            kind = text_of(node.get("kind")) or "pool"
            seen = node.get("seen_by")
            seen_by: str | Node = "nobody"
            if isinstance(seen, Scalar):
                words = ("everyone", "nobody", "owner", "top")
                seen_by = seen.text if seen.text in words else seen
            zone = Zone(
                name,
                span,
                self.finite_named(node.get("of"), ("component",), "component type"),
                self.finite_named(node.get("per"), self.OWNERS, "type") if "per" in node else "",
                kind,
                seen_by,
                node.get("start"),
                node.get("max"),
                "",
                None,
                text_of(node.get("about")),
            )
            zone.ordered = kind == "row" or (kind == "pile" and seen_by != "nobody")
            refill = node.get("refill")
            if isinstance(refill, Mapping):
                zone.refill_from = text_of(refill.get("from"))
                zone.refill_keep = refill.get("keep")
                place = refill.get("from")
                zone.refill_span = place.span if place else span
            if seen_by == "owner" and zone.per != "Player" and seen is not None:
                self.bag.error(
                    "no-owner",
                    f"`{name}` has no owner among the players",
                    seen.span,
                    help="add `per: Player`",
                )
            self.d.zones[name] = zone
        for zone in self.d.zones.values():
            if zone.refill_from:
                self._refill(zone)

    def _refill(self, zone: Zone) -> None:
        source = self.d.zones.get(zone.refill_from)
        if source is None:
            self.bag.error(
                "unknown-name", f"no zone is called `{zone.refill_from}`", zone.refill_span,
                notes=[f"zones: {listing(self.d.zones)}"], help=did_you_mean(zone.refill_from, self.d.zones),
            )  # fmt: skip
        elif source.of != zone.of:
            self.bag.error("wrong-type", f"`{source.name}` holds {source.of}, not {zone.of}", zone.refill_span)
        elif source.per not in ("", zone.per):
            self.bag.error("wrong-type", f"`{source.name}` is {source.per}'s; one zone is wanted", zone.refill_span)
        else:
            self.d.used.add(f"zones.{source.name}")

    def _fields(self) -> None:
        for name, span, node in entries(self.sections.get("fields")):
            assert isinstance(node, Mapping)
            type, expr = self.type_at(node.get("type"))
            per_node = node.get("per")
            owners = per_node.items if isinstance(per_node, Sequence) else (per_node,) if per_node else ()
            per = tuple(self.finite_named(o, self.OWNERS, "type") for o in owners)
            seen = text_of(node.get("seen_by")) or "everyone"
            field = Field(
                name,
                span,
                type,
                per,
                node.get("start"),
                text_of(node.get("resets")),
                seen,
                text_of(node.get("about")),
            )
            if expr is not None and expr.kind == "range":
                field.low_parameter = expr.low.name if isinstance(expr.low, tree.Name) else ""
                field.high_parameter = expr.high.name if isinstance(expr.high, tree.Name) else ""
            if seen == "owner" and "Player" not in per[:1]:
                self.bag.error("no-owner", f"`{name}` has no owner among the players", span, help="add `per: Player`")
            self.d.fields[name] = field
        for name, span, _ in entries(self.sections.get("signals")):
            self.d.signals[name] = span
            self.d.fields[name] = Field(name, span, BOOL, (), None, "", "everyone", "")

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


type_unknown = type(UNKNOWN)


def in_range(value: int, type: Int) -> bool:
    return (type.low is None or value >= type.low) and (type.high is None or value <= type.high)


def scalar_part(node: Scalar, start: int, end: int) -> Scalar:
    """A piece of a scalar as a scalar of its own (the default in `Int = 0`)."""
    text = node.text[start:end]
    value: str | int | bool | None = text
    if text.lstrip("-").isdigit():
        value = int(text)
    elif text in ("true", "false"):
        value = text == "true"
    return Scalar(node.part(start, end), text, value, node.style, node.offsets[start : end + 1])
