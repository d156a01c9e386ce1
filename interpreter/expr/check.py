"""
Check: trees of expressions in, typed trees out.

Names are bound here (locals first, then what the place wants, then everything declared), types are
found, and every fault is reported once, at its characters, with what would be allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..diagnostics import Bag, did_you_mean, listing
from ..model import Definition, Field, Finite, Zone
from ..nodes import Node, Scalar, Sequence
from ..source import Span
from ..types import (
    BOOL,
    INT,
    NOTHING,
    PLAYER,
    UNKNOWN,
    Bool,
    Cell,
    Int,
    Maybe,
    Member,
    Seq,
    Type,
    Unknown,
    fits,
    join,
    plain,
)
from . import tree
from .functions import FUNCTIONS, PLAYER_ATTRIBUTES
from .parse import parse_expr, parse_query
from .text import show
from .typed import (
    AllOf,
    AttrRef,
    BoardTiles,
    Body,
    Built,
    CallFn,
    Checked,
    Const,
    CostFn,
    FieldRef,
    If,
    ListLit,
    Local,
    LoopT,
    Op,
    ParamRef,
    QueryT,
    RowCall,
    Special,
    T,
    TableRef,
    Template,
    Unwrap,
    Var,
    ZoneRef,
    origin,
)

SPECIALS: dict[str, Type] = {
    "player": PLAYER,
    "first_player": PLAYER,
    "last_player": Maybe(PLAYER),
    "round": Int(1, None),
    "ending": Maybe(Member("Ending")),
    "ended_by": Maybe(PLAYER),
    "solo": BOOL,
}
ARITHMETIC = {"+", "-", "*", "//", "%"}
ORDER = {"<", "<=", ">", ">="}


class Scope:
    """Local names, innermost first. `player` says whether a seat is acting here."""

    def __init__(self, parent: Scope | None = None, *, player: bool | None = None) -> None:
        self.vars: dict[str, Var] = {}
        self.parent = parent
        self.player: bool = player if player is not None else parent.player if parent else False

    def find(self, name: str) -> Var | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.vars:
                return scope.vars[name]
            scope = scope.parent
        return None

    def names(self) -> Iterator[str]:
        scope: Scope | None = self
        while scope is not None:
            yield from scope.vars
            scope = scope.parent

    def bind(self, var: Var) -> Var:
        self.vars[var.name] = var
        return var


class Checker:
    """Checks expressions of one definition; `checked` gathers functions and answers as they are needed."""

    def __init__(self, definition: Definition, bag: Bag) -> None:
        self.d = definition
        self.bag = bag
        self.checked = Checked()
        self.node: Scalar | None = None
        self.busy: list[str] = []
        self.globals = definition.spans_of_globals()

    # -- doors -----------------------------------------------------------------------------------

    def expr(self, node: Node, scope: Scope, want: Type | None = None, *, query: bool = False) -> T:
        """Check the expression written at `node`; where a type is wanted, the value has it."""
        if isinstance(node, Sequence):
            item = want.item if isinstance(want, Seq) else None
            items = tuple(self.expr(n, scope, item) for n in node.items)
            return self._list(items, node.span, want)
        if not isinstance(node, Scalar):
            self.bag.error("wrong-type", "an expression is wanted here, found a mapping", node.span)
            return Const(UNKNOWN, node.span, None)
        parsed = parse_query(node, self.bag) if query or isinstance(want, Seq) else parse_expr(node, self.bag)
        if parsed is None:
            return Const(UNKNOWN, node.span, None)
        with self._at(node):
            return self.need(self.check(parsed, scope, want), want)

    def template(self, node: Node, scope: Scope) -> Template:
        """Text with `{expression}` in it."""
        assert isinstance(node, Scalar)
        parts: list[str | T] = []
        text, at = node.text, 0
        while True:
            start = text.find("{", at)
            end = text.find("}", start)
            if start < 0 or end < 0:
                parts.append(text[at:])
                return Template(tuple(p for p in parts if p != ""), node.span)
            parts.append(text[at:start])
            inner = Scalar(
                node.part(start + 1, end), text[start + 1 : end], text[start + 1 : end], node.style,
                node.offsets[start + 1 : end + 1],
            )  # fmt: skip
            parts.append(self.expr(inner, scope))
            at = end + 1

    @contextmanager
    def _at(self, node: Scalar) -> Iterator[None]:
        before, self.node = self.node, node
        try:
            yield
        finally:
            self.node = before

    def span(self, expr: tree.Expr) -> Span:
        assert self.node is not None
        return self.node.part(expr.start, expr.end)

    # -- types -----------------------------------------------------------------------------------

    def need(self, value: T, want: Type | None) -> T:
        """The value as the wanted type, a `maybe` opened where it must be; or a fault."""
        if isinstance(value, FieldRef) and len(value.args) < len(value.field.per):
            missing = value.field.per[len(value.args)]
            if not isinstance(value.type, Unknown):
                self.bag.error(
                    "missing-owner", f"`{value.field.name}` belongs to a {missing}; say whose", value.span,
                    help=f"write `x.{value.field.name}` or `{value.field.name}[x]`",
                )  # fmt: skip
            return Const(UNKNOWN, value.span, None)
        if want is None:
            return value
        if not fits(value.type, want):
            self.bag.error(
                "wrong-type",
                f"{want} is wanted here, found {value.type}",
                value.span,
                help=self._type_help(value, want),
            )
            return Const(UNKNOWN, value.span, None)
        if isinstance(value.type, Maybe) and not isinstance(want, (Maybe, Unknown)):
            return Unwrap(value.type.item, value.span, value)
        return value

    def _type_help(self, value: T, want: Type) -> str:
        if isinstance(want, Int) and isinstance(value.type, Seq):
            return "use `size(..)` for how many there are, or `sum(..)` for the total"
        if isinstance(want, Bool) and isinstance(value.type, Seq):
            return "use `any(..)` for whether there is one"
        if isinstance(want, Bool) and isinstance(value.type, Int):
            return "compare it: `.. > 0`"
        if isinstance(want, Bool) and isinstance(value.type, Maybe):
            return "compare it: `.. != none`"
        if isinstance(plain(value.type), Seq) is False and isinstance(want, Seq):
            return "a list is wanted: `[..]`, a zone or a query"
        return ""

    def _fault(self, expr: tree.Expr, code: str, message: str, *, notes: tuple[str, ...] = (), help: str = "") -> T:
        span = self.span(expr)
        self.bag.error(code, message, span, notes=notes, help=help)
        return Const(UNKNOWN, span, None)

    def _list(self, items: tuple[T, ...], span: Span, want: Type | None) -> T:
        type: Type = want.item if isinstance(want, Seq) else NOTHING
        if not isinstance(want, Seq) and items:
            type = items[0].type
            for item in items[1:]:
                joined = join(type, item.type)
                if joined is None:
                    self.bag.error("wrong-type", f"a list of {type} cannot hold {item.type}", item.span)
                    joined = UNKNOWN
                type = joined
        return ListLit(Seq(type), span, items)

    # -- one case a kind of tree -------------------------------------------------------------------

    def check(self, expr: tree.Expr, scope: Scope, want: Type | None = None) -> T:
        """The typed tree of `expr`; `want` helps to tell symbols apart, and is not enforced."""
        handler: Callable[[tree.Expr, Scope, Type | None], T] = self.HANDLERS[type(expr)].__get__(self)
        return handler(expr, scope, want)

    def value(self, expr: tree.Expr, scope: Scope, want: Type | None = None) -> T:
        return self.need(self.check(expr, scope, want), want)

    def _number(self, expr: tree.Number, scope: Scope, want: Type | None) -> T:
        member = plain(want) if want else None
        if isinstance(member, Member) and str(expr.value) in self._names(member.name):
            return Const(member, self.span(expr), str(expr.value))
        return Const(Int(expr.value, expr.value), self.span(expr), expr.value)

    def _names(self, finite: str) -> list[str]:
        if finite == "Player":
            return [str(n + 1) for n in range(self.d.max_seats)]
        return self.d.finites[finite].names

    def _name(self, expr: tree.Name, scope: Scope, want: Type | None) -> T:
        name, span = expr.name, self.span(expr)
        var = scope.find(name)
        if var is not None:
            var.used = True
            return Local(var.type, span, var)
        if name in ("true", "false"):
            return Const(BOOL, span, name == "true")
        if name == "none":
            return Const(NOTHING, span, None)
        wanted = plain(want.item if isinstance(want, Seq) else want) if want else None
        if isinstance(wanted, Maybe):
            wanted = wanted.item
        if isinstance(wanted, Member) and name in self._names(wanted.name):
            self.d.used.add(f"types.{wanted.name}")
            return Const(wanted, span, name)
        found = self._global(name, span, scope)
        if found is not None:
            return found
        owners = self.d.symbol_types(name)
        if len(owners) == 1:
            self.d.used.add(f"types.{owners[0]}")
            return Const(Member(owners[0]), span, name)
        if owners:
            choices = " or ".join(f"`{o}.{name}`" for o in owners)
            return self._fault(expr, "ambiguous-name", f"`{name}` is in {listing(owners)}", help=f"write {choices}")
        if name in FUNCTIONS:
            return self._fault(
                expr, "missing-argument", f"`{name}` is a function", notes=(FUNCTIONS[name].signature(name),)
            )
        return self._unknown(expr, name, scope, wanted)

    def _unknown(self, expr: tree.Expr, name: str, scope: Scope, wanted: Type | None) -> T:
        local = [n for n in scope.names() if not n.startswith("_")]
        near: list[str] = local
        notes: tuple[str, ...] = ()
        if isinstance(wanted, Member):
            members = self._names(wanted.name)
            near = near + members
            notes = (f"{wanted.name}: {listing(members)}",)
        elif local:
            notes = (f"names here: {listing(local)}",)
        symbols = [s for f in self.d.finites.values() for s in f.names]
        near = [*near, *self.globals, *SPECIALS, "players", "none", "true", "false", *FUNCTIONS, *symbols]
        return self._fault(
            expr, "unknown-name", f"nothing is called `{name}`", notes=notes, help=did_you_mean(name, near)
        )

    def _global(self, name: str, span: Span, scope: Scope) -> T | None:
        d = self.d
        if name in SPECIALS:
            if name == "player" and not scope.player:
                self.bag.error(
                    "no-player", "`player` has no meaning here: no seat is acting", span,
                    help="give the formula a parameter of type Player",
                )  # fmt: skip
                return Const(UNKNOWN, span, None)
            return Special(SPECIALS[name], span, name)
        if name == "players":
            return AllOf(Seq(PLAYER), span, d.finites["Player"])
        if name in d.parameters:
            d.used.add(f"parameters.{name}")
            return ParamRef(d.parameters[name].type, span, d.parameters[name])
        if name in d.fields:
            return self._field(d.fields[name], (), span)
        if name in d.zones:
            return self._zone(d.zones[name], None, span)
        if name in d.functions:
            body = self.function(name)
            if body.params:
                self.bag.error("missing-argument", f"`{name}` wants {len(body.params)} values", span)
                return Const(UNKNOWN, span, None)
            return CallFn(body.value.type, span, d.functions[name], ())
        if name in d.boards and d.boards[name].tiles:
            d.used.add(f"maps.{name}")
            return BoardTiles(Seq(Member(d.boards[name].tiles)), span, d.boards[name], None)
        if name in d.finites and d.finites[name].kind != "side":
            d.used.add(f"types.{name}")
            return AllOf(Seq(Member(name)), span, d.finites[name])
        if name == "Bool":
            return ListLit(Seq(BOOL), span, (Const(BOOL, span, False), Const(BOOL, span, True)))
        if name in d.tables or name in d.boards:
            what = f"`{name}` is a table; write `{name}[..]`" if name in d.tables else f"`{name}` is a map"
            self.bag.error("wrong-type", what, span)
            return Const(UNKNOWN, span, None)
        return None

    def _field(self, field: Field, args: tuple[T, ...], span: Span) -> T:
        self.d.used.add(f"fields.{field.name}")
        if field.name in self.d.signals:
            self.d.used.add(f"signals.{field.name}")
        return FieldRef(field.type, span, field, args)

    def _zone(self, zone: Zone, owner: T | None, span: Span) -> T:
        self.d.used.add(f"zones.{zone.name}")
        if zone.per and owner is None:
            self.bag.error(
                "missing-owner",
                f"each {zone.per} has a zone `{zone.name}`; say whose",
                span,
                help=f"write `x.{zone.name}`",
            )
            return Const(UNKNOWN, span, None)
        return ZoneRef(Seq(Member(zone.of)) if zone.of else UNKNOWN, span, zone, owner, zone.of)

    def _dot(self, expr: tree.Dot, scope: Scope, want: Type | None) -> T:
        if isinstance(expr.base, tree.Name) and scope.find(expr.base.name) is None and expr.base.name in self.d.finites:
            return self._symbol_of(expr, self.d.finites[expr.base.name])
        return self._member(expr, expr.base, expr.name, (), scope)

    def _symbol_of(self, expr: tree.Dot, finite: Finite) -> T:
        names = self._names(finite.name)
        if expr.name in names:
            return Const(Member(finite.name), self.span(expr), expr.name)
        return self._fault(
            expr, "unknown-name", f"{finite.name} has no member `{expr.name}`",
            notes=(f"{finite.name}: {listing(names)}",), help=did_you_mean(expr.name, names),
        )  # fmt: skip

    def _member(self, expr: tree.Expr, base_expr: tree.Expr, name: str, args: tuple[tree.Expr, ...], scope: Scope) -> T:
        """`base.name` or `base.name(args)`: attribute, answer, field, zone, part, function."""
        base = self.need(self.check(tree.as_query(base_expr), scope), None)
        span = self.span(expr)
        if isinstance(base.type, Unknown):
            return Const(UNKNOWN, span, None)
        owner = plain(base.type)
        if isinstance(owner, Member):
            opened = self.need(base, owner)
            found = self._of_member(opened, self.d.finites[owner.name], name, args, expr, scope)
            if found is not None:
                return found
        if isinstance(base, BoardTiles):
            for part in self.d.finites[base.board.tiles].parts:
                if self.d.finites[part].part_list == name:
                    return BoardTiles(Seq(Member(part)), span, base.board, self.d.finites[part])
        if name in self.d.functions:
            return self._call_function(name, expr, args, scope, base)
        if name in FUNCTIONS:
            return self._call_builtin(name, expr, args, scope, base)
        choices = self._choices(base.type)
        return self._fault(
            expr, "unknown-attribute", f"{base.type} has no `{name}`",
            notes=(f"it has: {listing(choices)}",) if choices else (), help=did_you_mean(name, choices),
        )  # fmt: skip

    def _of_member(
        self, base: T, finite: Finite, name: str, args: tuple[tree.Expr, ...], expr: tree.Expr, scope: Scope
    ) -> T | None:
        d, span = self.d, self.span(expr)
        if finite.kind == "player" and name in PLAYER_ATTRIBUTES and not args:
            types: dict[str, Type] = {"others": Seq(PLAYER), "seat": Int(1, d.max_seats), "scripted": BOOL}
            return AttrRef(types.get(name, PLAYER), span, finite, name, base)
        if name in finite.answers:
            return self._row_call(base, finite, name, args, expr, scope)
        found: T | None = None
        if name in finite.attributes:
            found = AttrRef(finite.attributes[name].type, span, finite, name, base)
        elif name in d.fields and d.fields[name].per[:1] == (finite.name,):
            found = self._field(d.fields[name], (base,), span)
        elif name in d.zones and d.zones[name].per == finite.name:
            found = self._zone(d.zones[name], base, span)
        else:
            found = self._of_tile(base, finite, name, span)
        if found is not None and args:
            return self._fault(expr, "not-a-function", f"`{name}` takes no values")
        return found

    def _of_tile(self, base: T, finite: Finite, name: str, span: Span) -> T | None:
        if finite.kind == "part" and name == "tile":
            return AttrRef(Member(finite.tile), span, finite, "tile", base)
        if finite.sides and name == "side":
            return AttrRef(Member(f"{finite.name}.Side"), span, finite, "side", base)
        if finite.map and finite.kind == "component" and name == "cell":
            return AttrRef(Maybe(Cell(finite.map)), span, finite, "cell", base)
        for part in finite.parts:
            if self.d.finites[part].part_list == name:
                return AttrRef(Seq(Member(part)), span, finite, name, base)
        return None

    def _choices(self, type: Type) -> list[str]:
        d = self.d
        owner = plain(type)
        names: list[str] = []
        if isinstance(owner, Member):
            finite = d.finites[owner.name]
            names += [*finite.attributes, *finite.answers]
            names += [f.name for f in d.fields.values() if f.per[:1] == (finite.name,)]
            names += [z.name for z in d.zones.values() if z.per == finite.name]
            names += list(PLAYER_ATTRIBUTES) if finite.kind == "player" else []
        names += [f.name for f in d.functions.values() if f.params and fits(type, next(iter(f.params.values())))]
        if isinstance(type, Seq):
            names += [n for n, f in FUNCTIONS.items() if f.params[0] in ("list", "zone", "ints", "bools")]
        return names

    def _index(self, expr: tree.Index, scope: Scope, want: Type | None) -> T:
        span = self.span(expr)
        base = expr.base
        if isinstance(base, tree.Name) and scope.find(base.name) is None and base.name in self.d.tables:
            table = self.d.tables[base.name]
            self.d.used.add(f"tables.{table.name}")
            index = self.value(expr.index, scope, table.key or INT)
            return TableRef(self.table_type(table.name), span, table, index)
        target = self.check(base, scope)
        if isinstance(target, FieldRef) and len(target.args) < len(target.field.per):
            owner = target.field.per[len(target.args)]
            index = self.value(expr.index, scope, Member(owner) if owner else None)
            return FieldRef(target.type, span, target.field, (*target.args, index))
        if isinstance(target.type, Unknown):
            return target
        return self._fault(
            expr, "not-a-table", f"only tables and fields with owners take `[..]`, this is {target.type}",
            help="use `first(..)`, `last(..)` or a query with `at` for the places of a list",
        )  # fmt: skip

    def table_type(self, name: str) -> Type:
        """The type of a table's values."""
        if name not in self.checked.tables:
            table = self.d.tables[name]
            values = tuple(self.expr(v, Scope()) for v in table.values)
            type: Type | None = values[0].type if values else INT
            for v in values[1:]:
                joined = join(type, v.type) if type else None
                if joined is None:
                    self.bag.error(
                        "wrong-type", f"the values of a table are of one type: {type}, found {v.type}", v.span
                    )
                    joined = UNKNOWN
                type = joined
            table.value_type = type or INT
            self.checked.tables[name] = values
        return self.d.tables[name].value_type

    def _unary(self, expr: tree.Unary, scope: Scope, want: Type | None) -> T:
        span = self.span(expr)
        if expr.op == "not":
            return Op(BOOL, span, "not", (self.value(expr.value, scope, BOOL),))
        value = self.value(expr.value, scope, INT)
        low, high = bounds(value.type)
        negated = Int(None if high is None else -high, None if low is None else -low)
        return Op(negated, span, "neg", (value,))

    def _binary(self, expr: tree.Binary, scope: Scope, want: Type | None) -> T:
        op, span = expr.op, self.span(expr)
        if op in ("and", "or"):
            return Op(BOOL, span, op, (self.value(expr.left, scope, BOOL), self.value(expr.right, scope, BOOL)))
        if op in ("==", "!="):
            return self._equal(expr, scope)
        if op in ("in", "not in"):
            return self._in(expr, scope)
        if op == "..":
            low, high = self.value(expr.left, scope, INT), self.value(expr.right, scope, INT)
            return Op(Seq(Int(bounds(low.type)[0], bounds(high.type)[1])), span, "range", (low, high))
        left = self.need(self.check(expr.left, scope), None)
        if op == "+" and isinstance(left.type, Seq):
            right = self.value(tree.as_query(expr.right), scope, left.type)
            return Op(left.type, span, "concat", (left, right))
        left = self.need(left, INT)
        right = self.value(expr.right, scope, INT)
        if op in ORDER:
            return Op(BOOL, span, op, (left, right))
        return Op(interval(op, left.type, right.type), span, op, (left, right))

    def _equal(self, expr: tree.Binary, scope: Scope) -> T:
        span = self.span(expr)
        if self._symbolic(expr.left, scope) and not self._symbolic(expr.right, scope):
            right = self.need(self.check(expr.right, scope), None)
            left = self.need(self.check(expr.left, scope, right.type), None)
        else:
            left = self.need(self.check(expr.left, scope), None)
            right = self.need(self.check(expr.right, scope, left.type), None)
        if isinstance(left.type, Int) and isinstance(plain(right.type), Member):
            left = self.need(self.check(expr.left, scope, right.type), None)
        if join(left.type, right.type) is None:
            self.bag.error("wrong-type", f"{left.type} and {right.type} are never equal", span)
        return Op(BOOL, span, expr.op, (left, right))

    def _symbolic(self, expr: tree.Expr, scope: Scope) -> bool:
        return isinstance(expr, tree.Name) and scope.find(expr.name) is None and expr.name not in self.globals

    def _in(self, expr: tree.Binary, scope: Scope) -> T:
        span = self.span(expr)
        items = self.need(self.check(tree.as_query(expr.right), scope), None)
        if not isinstance(items.type, (Seq, Unknown)):
            return self._fault(expr.right, "wrong-type", f"`in` wants a list behind it, found {items.type}")
        item_type = items.type.item if isinstance(items.type, Seq) else UNKNOWN
        item = self.need(self.check(expr.left, scope, item_type), None)
        if join(item.type, item_type) is None:
            self.bag.error("wrong-type", f"a {item.type} is never in a list of {item_type}", span)
        return Op(BOOL, span, "in" if expr.op == "in" else "not_in", (item, items))

    def _choice(self, expr: tree.Choice, scope: Scope, want: Type | None) -> T:
        test = self.value(expr.test, scope, BOOL)
        yes = self.need(self.check(expr.yes, scope, want), None)
        no = self.need(self.check(expr.no, scope, want or yes.type), None)
        if isinstance(yes, Const) and isinstance(yes.value, str) and want is None:
            yes = self.need(self.check(expr.yes, scope, no.type), None)
        type = join(yes.type, no.type)
        if type is None:
            return self._fault(expr, "wrong-type", f"the two branches differ: {yes.type} and {no.type}")
        return If(type, self.span(expr), test, yes, no)

    def _listof(self, expr: tree.ListOf, scope: Scope, want: Type | None) -> T:
        item = want.item if isinstance(want, Seq) else None
        items = tuple(self.value(i, scope, item) for i in expr.items)
        return self._list(items, self.span(expr), want)

    def _query(self, expr: tree.Query, scope: Scope, want: Type | None) -> T:
        if len(expr.loops) == 1 and expr.loops[0].domain is None:
            return self._fault(
                expr, "misplaced-cost", "`.. for x` without `in` is only a cost: `distance(a, b, 1 for x)`"
            )
        inner = Scope(scope)
        loops: list[LoopT] = []
        for loop in expr.loops:
            assert loop.domain is not None
            domain = self.domain(loop.domain, inner)
            assert self.node is not None
            place = self.node.part(loop.start, loop.end)
            var = self.bind(inner, loop.name, item_of(domain.type), place, origin(domain))
            index = self.bind(inner, loop.index, Int(1, None), place, None) if loop.index else None
            loops.append(LoopT(var, index, domain))
        where = self.value(expr.where, inner, BOOL) if expr.where else None
        if expr.result is None:
            result: T = Local(loops[0].var.type, self.span(expr), loops[0].var)
            loops[0].var.used = True
        else:
            item = want.item if isinstance(want, Seq) else None
            result = self.need(self.check(expr.result, inner, item), None)
        return QueryT(Seq(result.type), self.span(expr), result, tuple(loops), where)

    def domain(self, expr: tree.Expr, scope: Scope) -> T:
        """What a name runs over: a list, a zone, a range or a type."""
        value = self.need(self.check(tree.as_query(expr), scope), None)
        if isinstance(value.type, (Seq, Unknown)):
            return value
        return self._fault(expr, "wrong-type", f"a list, a zone or a type is wanted here, found {value.type}")

    def bind(self, scope: Scope, name: str, type: Type, span: Span, zone: ZoneRef | None) -> Var:
        """A new local name; it may not hide another."""
        if scope.find(name) is not None or name in self.globals or name in SPECIALS or name in ("players", "none"):
            self.bag.error(
                "shadowed-name", f"`{name}` has a meaning already; a local name may not hide it", span,
                help="choose another name",
            )  # fmt: skip
        return scope.bind(Var(name, type, span, zone))

    # -- calls -----------------------------------------------------------------------------------

    def _call(self, expr: tree.Call, scope: Scope, want: Type | None) -> T:
        if expr.base is not None:
            return self._member(expr, expr.base, expr.name, expr.args, scope)
        name = expr.name
        if name in self.d.functions:
            return self._call_function(name, expr, expr.args, scope, None)
        if name in FUNCTIONS:
            return self._call_builtin(name, expr, expr.args, scope, None)
        if name in self.d.finites and len(expr.args) == 1:
            return self._the_member(expr, self.d.finites[name])
        if expr.args:  # f(x) is x.f
            return self._member(expr, expr.args[0], name, expr.args[1:], scope)
        names = [*self.d.functions, *FUNCTIONS]
        return self._fault(expr, "unknown-name", f"no function is called `{name}`", help=did_you_mean(name, names))

    def _the_member(self, expr: tree.Call, finite: Finite) -> T:
        arg = expr.args[0]
        name = str(arg.value) if isinstance(arg, tree.Number) else arg.name if isinstance(arg, tree.Name) else ""
        names = self._names(finite.name)
        if name in names:
            self.d.used.add(f"types.{finite.name}")
            return Const(Member(finite.name), self.span(expr), name)
        return self._fault(
            arg, "unknown-name", f"{finite.name} has no member `{name or show(arg)}`",
            notes=(f"{finite.name}: {listing(names)}",), help=did_you_mean(name, names),
        )  # fmt: skip

    def _call_function(
        self, name: str, expr: tree.Expr, args: tuple[tree.Expr, ...], scope: Scope, base: T | None
    ) -> T:
        body = self.function(name)
        values = self._arguments(name, [v.type for v in body.params], expr, args, scope, base)
        if values is None:
            return Const(UNKNOWN, self.span(expr), None)
        return CallFn(body.value.type, self.span(expr), self.d.functions[name], values)

    def _arguments(
        self,
        name: str,
        params: list[Type],
        expr: tree.Expr,
        args: tuple[tree.Expr, ...],
        scope: Scope,
        base: T | None,
    ) -> tuple[T, ...] | None:
        given = len(args) + (base is not None)
        if given != len(params):
            wants = ", ".join(str(p) for p in params) or "no values"
            self._fault(expr, "wrong-arguments", f"`{name}` wants {wants}; {given} given")
            return None
        rest = params[1:] if base is not None else params
        values = [self.value(tree.as_query(a) if isinstance(p, Seq) else a, scope, p) for a, p in zip(args, rest)]
        return tuple(values if base is None else [self.need(base, params[0]), *values])

    def function(self, name: str) -> Body:
        """The checked formula of a function (checked once, when first needed)."""
        self.d.used.add(f"functions.{name}")
        if name in self.checked.functions:
            return self.checked.functions[name]
        f = self.d.functions[name]
        if name in self.busy:
            way = " -> ".join([*self.busy[self.busy.index(name) :], name])
            self.bag.error("recursive-function", f"`{name}` needs itself: {way}", f.span)
            return Body(tuple(Var(n, t, f.span) for n, t in f.params.items()), Const(UNKNOWN, f.span, None))
        self.busy.append(name)
        before = self.bag.failed
        body = self.body(f.params, f.body, None, {})
        self.busy.pop()
        if self.bag.failed and not before:
            body.value.type = body.value.type
        self.checked.functions[name] = body
        return body

    def body(self, params: dict[str, Type], node: Node, want: Type | None, extra: dict[str, Type]) -> Body:
        """A formula with parameters; `player` has no meaning in it."""
        scope = Scope(player=False)
        variables = [scope.bind(Var(n, t, node.span)) for n, t in {**extra, **params}.items()]
        return Body(tuple(variables), self.expr(node, scope, want, query=True))

    def _row_call(
        self, base: T, finite: Finite, name: str, args: tuple[tree.Expr, ...], expr: tree.Expr, scope: Scope
    ) -> T:
        answer = finite.answers[name]
        values = self._arguments(name, list(answer.params.values()), expr, args, scope, None)
        if values is None:
            return Const(UNKNOWN, self.span(expr), None)
        return RowCall(self.answer_type(finite, name), self.span(expr), finite, answer, base, values)

    def answer_type(self, finite: Finite, name: str) -> Type:
        answer = finite.answers[name]
        if answer.gives is not None:
            return answer.gives
        if answer.default is not None:
            return widened(self.answer(finite, "", "", name, answer.default).value.type)
        for row in finite.rows:
            if name in row.values:
                return widened(self.answer(finite, row.name, "", name, row.values[name]).value.type)
        return UNKNOWN

    def answer(self, finite: Finite, row: str, side: str, name: str, node: Node) -> Body:
        """One row's formula for an answer."""
        key = (finite.name, row, side, name)
        if key in self.checked.answers:
            return self.checked.answers[key]
        label = f"{finite.name}.{name}"
        answer = finite.answers[name]
        params = {"self": Member(finite.name), **answer.params}
        if (label, row, side) in [b for b in self.busy if isinstance(b, tuple)] or self.busy.count(label) > 2:
            self.bag.error("recursive-function", f"`{name}` of {finite.name} needs itself", node.span)
            return Body(tuple(Var(n, t, node.span) for n, t in params.items()), Const(UNKNOWN, node.span, None))
        self.busy.append(label)
        body = self.body(answer.params, node, answer.gives, {"self": Member(finite.name)})
        self.busy.pop()
        self.checked.answers[key] = body
        return body

    def _call_builtin(self, name: str, expr: tree.Expr, args: tuple[tree.Expr, ...], scope: Scope, base: T | None) -> T:
        f = FUNCTIONS[name]
        given = len(args) + (base is not None)
        most = len(f.params) if f.params[-1] != "ints+" else 99
        if not f.least <= given <= most:
            return self._fault(
                expr,
                "wrong-arguments",
                f"`{name}` is given {given} values",
                notes=(f"{f.signature(name)}: {f.doc}",),
            )
        if name == "box":
            return self._box(expr, args)
        if f.params[0] in ("grid", "tiles"):
            return self._of_board(name, expr, args, scope)
        values: list[T] = []
        for i in range(given):
            kind = f.params[min(i, len(f.params) - 1)].rstrip("?")
            value = self._argument(kind, i, base if i == 0 and base is not None else None,
                                   args[i - (base is not None)] if not (i == 0 and base is not None) else expr,
                                   scope, values, given)  # fmt: skip
            if isinstance(value.type, Unknown) and not isinstance(value, (Local, ZoneRef)):
                return Const(UNKNOWN, self.span(expr), None)
            values.append(value)
        return self._built(name, expr, values)

    def _argument(
        self, kind: str, i: int, base: T | None, expr: tree.Expr, scope: Scope, before: list[T], given: int
    ) -> T:
        if kind == "cost":
            return self._cost(expr, scope, before)
        if kind in ("list", "bools", "ints", "zone") or (kind == "ints+" and given == 1):
            value = base if base is not None else self.need(self.check(tree.as_query(expr), scope), None)
            wants: dict[str, Type] = {"bools": Seq(BOOL), "ints": Seq(INT), "ints+": Seq(INT)}
            if kind in wants:
                if kind == "bools" and isinstance(value, QueryT) and not fits(value.type, Seq(BOOL)):
                    return self._fault(
                        expr, "wrong-type", f"`all` wants conditions, found {value.type}",
                        help="write `all(condition for x in ..)`",
                    )  # fmt: skip
                return self.need(value, wants[kind])
            if not isinstance(value.type, (Seq, Unknown)):
                return self._fault(expr, "wrong-type", f"a list or a zone is wanted here, found {value.type}")
            if kind == "zone" and not isinstance(value, (ZoneRef, Const)):
                return self._fault(expr, "wrong-type", "a zone is wanted here, found another list")
            return value
        want: Type | None = {"int": INT, "ints+": INT, "player": PLAYER}.get(kind)
        if kind == "item" and before and isinstance(before[0].type, Seq):
            want = before[0].type.item
        if kind == "node" and before:
            want = before[0].type
        if kind == "cell" and before and isinstance(plain(before[0].type), Member):
            want = Cell(self.d.finites[plain(before[0].type).name].map)  # type: ignore[attr-defined]
        value = base if base is not None else self.check(expr, scope, want)
        return self.need(value, want)

    def _box(self, expr: tree.Expr, args: tuple[tree.Expr, ...]) -> T:
        name = args[0].name if args and isinstance(args[0], tree.Name) else ""
        kinds = [f.name for f in self.d.finites.values() if f.kind == "component"]
        if name not in kinds:
            return self._fault(
                expr, "unknown-type", f"no component type is called `{name}`",
                notes=(f"component types: {listing(kinds)}",), help=did_you_mean(name, kinds),
            )  # fmt: skip
        self.d.used.add(f"types.{name}")
        return ZoneRef(Seq(Member(name)), self.span(expr), None, None, name)

    def _of_board(self, name: str, expr: tree.Expr, args: tuple[tree.Expr, ...], scope: Scope) -> T:
        board_name = args[0].name if args and isinstance(args[0], tree.Name) else ""
        board = self.d.boards.get(board_name)
        wanted = "grid" if name == "lines" else "tiles"
        boards = [b.name for b in self.d.boards.values() if (b.shape == "grid") == (wanted == "grid")]
        if board is None or board_name not in boards:
            what = "grid" if wanted == "grid" else "tile map"
            return self._fault(
                expr, "unknown-name", f"no {what} is called `{board_name}`",
                notes=(f"there is: {listing(boards) or 'none'}",), help=did_you_mean(board_name, boards),
            )  # fmt: skip
        self.d.used.add(f"maps.{board_name}")
        rest = tuple(self.value(a, scope, INT) for a in args[1:])
        type: Type = Seq(Seq(Member(board.nodes))) if name == "lines" else Seq(Cell(board_name))
        return Built(type, self.span(expr), name, rest, board)

    def _cost(self, expr: tree.Expr, scope: Scope, before: list[T]) -> T:
        if not (isinstance(expr, tree.Query) and len(expr.loops) == 1 and expr.loops[0].domain is None and expr.result):
            return self._fault(expr, "wrong-type", "a cost or condition is wanted here: `expr for x`")
        inner = Scope(scope)
        assert self.node is not None
        loop = expr.loops[0]
        var = self.bind(inner, loop.name, plain(before[0].type), self.node.part(loop.start, loop.end), None)
        body = self.need(self.check(expr.result, inner), None)
        return CostFn(body.type, self.span(expr), var, body)

    def _built(self, name: str, expr: tree.Expr, values: list[T]) -> T:
        f, span = FUNCTIONS[name], self.span(expr)
        first = values[0].type
        item: Type = first.item if isinstance(first, Seq) else UNKNOWN
        node = plain(first)
        if f.params[0] in ("node", "tile"):
            fault = self._node_fault(name, node, expr)
            if fault is not None:
                return fault
            values[0] = self.need(values[0], node)
        if f.params[0] == "tile":
            values[1] = self.need(values[1], Cell(self.d.finites[node.name].map))  # type: ignore[attr-defined]
            values[2] = self.need(values[2], INT)
        if name == "position" and len(values) == 1 and origin(values[0]) is None and not isinstance(first, Unknown):
            return self._fault(
                expr,
                "unknown-place",
                "in which list? no zone is known for it",
                help="write `position(x, list)`",
            )
        if name in ("distance", "cluster") and isinstance(values[-1], CostFn):
            want = BOOL if name == "cluster" else INT
            values[-1].body = self.need(values[-1].body, want)
        types: dict[str, Type] = {
            "count": Int(0, None), "Bool": BOOL, "Int": INT, "int": self._extreme(name, values), "list": first,
            "item": item, "maybe item": Maybe(item), "first": first if len(values) > 1 else Maybe(item),
            "list of Player": Seq(PLAYER), "node": node, "list of node": Seq(node), "maybe Int": Maybe(Int(0, None)),
        }  # fmt: skip
        if f.gives == "list of part":
            types["list of part"] = Seq(Member(self.d.boards[self.d.finites[node.name].map].joined_by))  # type: ignore[attr-defined]
        type = types[f.gives]
        if isinstance(type, Maybe) and isinstance(type.item, Maybe):
            type = type.item
        return Built(type, span, name, tuple(values))

    def _extreme(self, name: str, values: list[T]) -> Type:
        if len(values) == 1:
            return widened(values[0].type.item) if isinstance(values[0].type, Seq) else INT
        if name not in ("min", "max"):
            return INT
        pick = min if name == "min" else max
        lows, highs = zip(*(bounds(v.type) for v in values))
        known_low = [x for x in lows if x is not None]
        known_high = [x for x in highs if x is not None]
        if name == "min":
            low = pick(known_low) if len(known_low) == len(lows) else None
            return Int(low, pick(known_high) if known_high else None)
        high = pick(known_high) if len(known_high) == len(highs) else None
        return Int(pick(known_low) if known_low else None, high)

    def _node_fault(self, name: str, node: Type, expr: tree.Expr) -> T | None:
        if isinstance(node, Unknown):
            return Const(UNKNOWN, self.span(expr), None)
        finite = self.d.finites.get(node.name) if isinstance(node, Member) else None
        tiles = finite is not None and finite.kind == "part"
        if name in ("fits", "meets"):
            if finite is None or finite.kind != "component" or not finite.map:
                return self._fault(expr, "wrong-type", f"a tile of a tile map is wanted here, found {node}")
            return None
        if finite is None or finite.kind not in ("node", "part"):
            return self._fault(expr, "wrong-type", f"a place of a map is wanted here, found {node}")
        if name in ("edge_to", "open_ends") and not tiles:
            return self._fault(expr, "wrong-type", f"a part of a tile is wanted here, found {node}")
        if name == "ahead" and (tiles or self.d.boards[finite.map].shape not in ("line", "ring")):
            return self._fault(
                expr,
                "wrong-map",
                "`ahead` needs one way on: a line or a ring",
                help="use `reachable(place, steps)`",
            )
        return None

    HANDLERS: dict[type, Callable[..., T]] = {
        tree.Number: _number,
        tree.Name: _name,
        tree.Dot: _dot,
        tree.Call: _call,
        tree.Index: _index,
        tree.Unary: _unary,
        tree.Binary: _binary,
        tree.Choice: _choice,
        tree.ListOf: _listof,
        tree.Query: _query,
    }


def item_of(type: Type) -> Type:
    return type.item if isinstance(type, Seq) else UNKNOWN


def bounds(type: Type) -> tuple[int | None, int | None]:
    return (type.low, type.high) if isinstance(type, Int) else (None, None)


def widened(type: Type) -> Type:
    """A type without what is known of one value only."""
    return INT if isinstance(type, Int) else type


def interval(op: str, a: Type, b: Type) -> Int:
    """The bounds of a sum, difference or product, where they are known."""
    (al, ah), (bl, bh) = bounds(a), bounds(b)
    if op == "+":
        return Int(None if al is None or bl is None else al + bl, None if ah is None or bh is None else ah + bh)
    if op == "-":
        return Int(None if al is None or bh is None else al - bh, None if ah is None or bl is None else ah - bl)
    if op == "*" and al is not None and bl is not None and al >= 0 and bl >= 0:
        return Int(al * bl, None if ah is None or bh is None else ah * bh)
    if op == "%" and bl is not None and bl > 0:
        return Int(0, None if bh is None else bh - 1)
    return INT
