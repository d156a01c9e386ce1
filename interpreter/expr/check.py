"""
Check: trees of expressions in, typed trees out.

Names are bound here (locals first, then what the place wants, then everything declared), types are
found, and every fault is reported once, at its characters, with what would be allowed.
What stands behind a dot is looked up in `members`, what is called in `calls`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from ..diagnostics import Bag, did_you_mean, listing
from ..model import Definition, Field, Zone
from ..nodes import Node, Scalar, Sequence
from ..source import Span
from ..types import (
    BOOL,
    INT,
    NOTHING,
    PLAYER,
    UNKNOWN,
    Bool,
    Int,
    Maybe,
    Member,
    Nothing,
    Seq,
    Type,
    Unknown,
    fits,
    item_of,
    join,
    plain,
    widened,
)
from . import tree
from .calls import check_call
from .formulas import Formulas
from .functions import FUNCTIONS
from .members import member, symbol_of
from .operators import ONE_OF, check_binary, check_choice, check_unary
from .parse import parse_expr, parse_query
from .scope import SPECIALS, Scope
from .typed import (
    AllOf,
    BoardTiles,
    CallFn,
    Checked,
    Const,
    FieldRef,
    ListLit,
    Local,
    LoopT,
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
    extent,
    lasting,
    origin,
    trees,
)

MOST_COMBINATIONS = 1_000_000


WANTED: dict[type[Type], str] = {Bool: "not-a-condition", Int: "not-a-number"}


def whose(owner: str) -> str:
    """A name for an owner in an example."""
    return "player" if owner == "Player" else "x"


class Checker(Formulas):
    """Checks expressions of one definition; `checked` gathers functions and answers as they are needed."""

    def __init__(self, definition: Definition, bag: Bag) -> None:
        self.d = definition
        self.bag = bag
        self.checked = Checked()
        self.moving: dict[str, bool] = {}  # functions, and whether they read something of a position
        self.node: Scalar | None = None
        self.busy: list[str] = []
        self.globals = definition.spans_of_globals()

    # -- doors -----------------------------------------------------------------------------------

    def expr(self, node: Node, scope: Scope, want: Type | None = None, *, query: bool = False) -> T:
        """Check the expression written at `node`; where a type is wanted, the value has it."""
        if isinstance(node, Sequence):
            item = want.item if isinstance(want, Seq) else None
            items = tuple(self.expr(n, scope, item) for n in node.items)
            return self.need(self._list(items, node.span, want), want)
        if not isinstance(node, Scalar):
            self.bag.error("wrong-type", "an expression is wanted here, found a mapping", node.span)
            return Const(UNKNOWN, node.span, None)
        parsed = parse_query(node, self.bag) if query or isinstance(want, Seq) else parse_expr(node, self.bag)
        if parsed is None:
            return Const(UNKNOWN, node.span, None)
        with self.at(node):
            return self.need(self.check(parsed, scope, want), want)

    def constant(self, node: Node, want: Type | None = None, *, query: bool = False) -> T:
        """Check an expression that is computed before play begins, so that it may read nothing of a position."""
        value = self.expr(node, Scope(), want, query=query)
        read = next(self._moving(value), None)
        if read is not None:
            self.bag.error(
                "not-constant", "this is fixed before play begins, so it may read nothing of a position", read.span
            )
            return Const(UNKNOWN, value.span, None)
        return value

    def _moving(self, value: T) -> Iterator[T]:
        """What in a tree depends on the position."""
        for t in trees(value):
            moves = isinstance(t, (FieldRef, ZoneRef, BoardTiles, RowCall))
            if isinstance(t, Special):
                moves = t.name not in ("solo", "first_player")
            elif isinstance(t, CallFn):
                name = t.function.name
                if name not in self.moving:
                    self.moving[name] = any(True for _ in self._moving(self.function(name).value))
                moves = self.moving[name]
            if moves:
                yield t

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
    def at(self, node: Scalar) -> Iterator[None]:
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
                    help=f"write `{whose(missing)}.{value.field.name}` or `{value.field.name}[{whose(missing)}]`",
                )  # fmt: skip
            return Const(UNKNOWN, value.span, None)
        if want is None:
            return value
        if not fits(value.type, want):
            self._misfit(value, want)
            return Const(UNKNOWN, value.span, None)
        if isinstance(value.type, Maybe) and not isinstance(want, (Maybe, Unknown)):
            return Unwrap(value.type.item, value.span, value)
        return value

    def _misfit(self, value: T, want: Type) -> None:
        found = plain(value.type)
        if not isinstance(want, Int) or not isinstance(found, Int):
            message = f"{want} is wanted here, found {widened(value.type)}"
            code = WANTED.get(type(want), "wrong-type")
            self.bag.error(code, message, value.span, help=self._type_help(value, want))
        elif want.low is None or want.high is None:
            self.bag.error("out-of-range", f"{want} is wanted here, found {found}", value.span)
        else:
            self.bag.error("out-of-range", f"{found} is outside {want}", value.span)

    def _type_help(self, value: T, want: Type) -> str:
        if isinstance(want, Int) and isinstance(value.type, Seq):
            return "use `size(..)` for how many there are, or `sum(..)` for the total"
        if isinstance(value.type, Nothing):
            return f"write `maybe {want}` where its type is declared: only that can be `none`"
        if isinstance(value.type, Seq) and fits(value.type.item, want):
            return ONE_OF
        thing = plain(value.type)
        if isinstance(want, (Int, Bool)) and isinstance(thing, Member):
            attributes = self.d.finites[thing.name].attributes.values()
            near = [f"`{value.span.text}.{a.name}`" for a in attributes if fits(a.type, want)]
            return f"write {' or '.join(near[:3])}" if near and value.span.text.isidentifier() else ""
        if isinstance(want, Bool) and isinstance(value.type, Seq):
            return "use `any(..)` for whether there is one"
        if isinstance(want, Bool) and isinstance(value.type, Int):
            return "compare it: `.. > 0`"
        if isinstance(want, Bool) and isinstance(value.type, Maybe):
            return "compare it: `.. != none`"
        if isinstance(plain(value.type), Seq) is False and isinstance(want, Seq):
            return "a list is wanted: `[..]`, a zone or a query"
        return ""

    def fault(
        self, expr: tree.Expr, code: str, message: str, *,
        notes: tuple[str, ...] = (), help: str = "", missing: str = "", name: Span | None = None,
    ) -> T:  # fmt: skip
        """Report a fault of an expression, at a name in it if one is given; nothing that needs it is blamed."""
        span = self.span(expr)
        self.bag.error(code, message, name or span, notes=notes, help=help, missing=missing)
        return Const(UNKNOWN, span, None)

    def unknown(self, kind: str, expr: tree.Expr, name: str, known: Iterable[str], *, at: Span | None = None) -> T:
        """Report a name in an expression that nothing of its kind has."""
        span = self.span(expr)
        self.bag.unknown(kind, name, at or span, known)
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
        if isinstance(member, Member) and str(expr.value) in self.names_of(member.name):
            return Const(member, self.span(expr), str(expr.value))
        return Const(Int(expr.value, expr.value), self.span(expr), expr.value)

    def names_of(self, finite: str) -> list[str]:
        if finite == "Player":
            return [str(n + 1) for n in range(self.d.max_seats)]
        return self.d.finites[finite].names

    def _name(self, expr: tree.Name, scope: Scope, want: Type | None) -> T:
        name, span = expr.name, self.span(expr)
        var = scope.find(name)
        if var is not None:
            return Local(var.type, span, var)
        if name in ("true", "false"):
            return Const(BOOL, span, name == "true")
        if name == "none":
            return Const(NOTHING, span, None)
        wanted = plain(want.item if isinstance(want, Seq) else want) if want else None
        if isinstance(wanted, Maybe):
            wanted = wanted.item
        if isinstance(wanted, Member) and name in self.names_of(wanted.name):
            self.d.used.add(f"types.{wanted.name}")
            return Const(wanted, span, name)
        found = self._global(name, span, scope)
        if found is not None:
            return found
        owners = self.d.symbol_types(name)
        if len(owners) == 1:
            self.d.used.add(f"types.{owners[0]}")
            return Const(Member(owners[0]), span, name)
        if owners and isinstance(wanted, Unknown):
            return Const(UNKNOWN, span, None)
        if owners:
            choices = " or ".join(f"`{o}.{name}`" for o in owners)
            return self.fault(expr, "ambiguous-name", f"`{name}` is in {listing(owners)}", help=f"write {choices}")
        if name in FUNCTIONS:
            return self.fault(
                expr, "missing-argument", f"`{name}` is a function", notes=(FUNCTIONS[name].signature(name),),
                missing=name,
            )  # fmt: skip
        return self._unknown(expr, name, scope, wanted)

    def _unknown(self, expr: tree.Expr, name: str, scope: Scope, wanted: Type | None) -> T:
        local = [n for n in scope.names() if not n.startswith("_")]
        near: list[str] = local
        notes: tuple[str, ...] = ()
        if isinstance(wanted, Member):
            members = self.names_of(wanted.name)
            near = near + members
            notes = (f"{wanted.name}: {listing(members)}",)
        elif local:
            notes = (f"names here: {listing(local)}",)
        symbols = [s for f in self.d.finites.values() for s in f.names]
        near = [*near, *self.globals, *SPECIALS, "players", "none", "true", "false", *FUNCTIONS, *symbols]
        return self.fault(
            expr,
            "unknown-name",
            f"nothing is called `{name}`",
            notes=notes,
            help=did_you_mean(name, near),
            missing=name,
        )

    def _global(self, name: str, span: Span, scope: Scope) -> T | None:
        d = self.d
        if name == "players":
            return AllOf(Seq(PLAYER), span, d.finites["Player"])
        if name in d.parameters:
            d.used.add(f"parameters.{name}")
            return ParamRef(d.parameters[name].type, span, d.parameters[name])
        if name in SPECIALS:
            if name == "player" and not scope.player:
                self.bag.error(
                    "no-player", "`player` has no meaning here: no seat is acting", span,
                    help="name one: a parameter of type Player, a name of a query, or `first_player`",
                )  # fmt: skip
                return Const(UNKNOWN, span, None)
            return Special(SPECIALS[name], span, name)
        if name in d.fields:
            return self._field(d.fields[name], (), span)
        if name in d.zones:
            return self._zone(d.zones[name], None, span)
        if name in d.functions:
            body = self.function(name)
            if body.params:
                wanted = ", ".join(f"{v.name}: {v.type}" for v in body.params)
                message = f"`{name}` is a function; say what for"
                self.bag.error("missing-argument", message, span, notes=(f"{name}({wanted})",))
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
                help=f"write `{whose(zone.per)}.{zone.name}`",
            )
            return Const(UNKNOWN, span, None)
        return ZoneRef(Seq(Member(zone.of)) if zone.of else UNKNOWN, span, zone, owner, zone.of)

    def _dot(self, expr: tree.Dot, scope: Scope, want: Type | None) -> T:
        if isinstance(expr.base, tree.Name) and scope.find(expr.base.name) is None and expr.base.name in self.d.finites:
            return symbol_of(self, expr, self.d.finites[expr.base.name])
        return member(self, expr, expr.base, expr.name, (), scope)

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
        return self.fault(
            expr, "not-a-table", f"only tables and fields with owners take `[..]`, this is {target.type}",
            help="use `first(..)`, `last(..)` or a query with `at` for the places of a list",
        )  # fmt: skip

    def _listof(self, expr: tree.ListOf, scope: Scope, want: Type | None) -> T:
        item = want.item if isinstance(want, Seq) else None
        items = tuple(self.value(i, scope, item) for i in expr.items)
        return self._list(items, self.span(expr), want)

    def _query(self, expr: tree.Query, scope: Scope, want: Type | None) -> T:
        if len(expr.loops) == 1 and expr.loops[0].domain is None:
            return self.fault(
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
        self.reckon([loop.domain for loop in loops], self.span(expr))
        where = self.value(expr.where, inner, BOOL) if expr.where else None
        if expr.result is None:
            result: T = Local(loops[0].var.type, self.span(expr), loops[0].var)
        else:
            item = want.item if isinstance(want, Seq) else None
            result = self.need(self.check(expr.result, inner, item), None)
        return QueryT(Seq(result.type), self.span(expr), result, tuple(loops), where)

    def domain(self, expr: tree.Expr, scope: Scope) -> T:
        """What a name runs over: a list, a zone, a range or a type."""
        value = self.need(self.check(tree.as_query(expr), scope), None)
        if isinstance(value.type, (Seq, Unknown)):
            return value
        return self.fault(expr, "wrong-type", f"a list, a zone or a type is wanted here, found {value.type}")

    def reckon(self, domains: list[T], span: Span) -> None:
        """Refuse what would go through more combinations than a game can wait for, where their number is plain."""
        combinations = 1
        for domain in domains:
            combinations *= max(1, extent(domain))
        if combinations > MOST_COMBINATIONS:
            message = f"this goes through more than {MOST_COMBINATIONS} combinations"
            self.bag.error("too-many", message, span, help="choose or ask in several steps")

    def bind(self, scope: Scope, name: str, type: Type, span: Span, zone: ZoneRef | None) -> Var:
        """A new local name; it may not hide another."""
        if scope.find(name) is not None or name in self.globals or name in SPECIALS or name in ("players", "none"):
            self.bag.error(
                "shadowed-name", f"`{name}` has a meaning already; a local name may not hide it", span,
                help="choose another name",
            )  # fmt: skip
        return scope.bind(Var(name, type, span, zone if zone is None or lasting(zone) else None))

    def bind_faulty(self, scope: Scope, node: Scalar) -> None:
        """The name that a faulty `name in list` was to bind, so that what uses it is not blamed as well."""
        name = re.match(r"[A-Za-z][A-Za-z0-9_]*", node.text)
        if name is not None and scope.find(name[0]) is None:
            scope.bind(Var(name[0], UNKNOWN, node.span))

    # -- calls -----------------------------------------------------------------------------------

    HANDLERS: dict[type, Callable[..., T]] = {
        tree.Number: _number,
        tree.Name: _name,
        tree.Dot: _dot,
        tree.Call: check_call,
        tree.Index: _index,
        tree.Unary: check_unary,
        tree.Binary: check_binary,
        tree.Choice: check_choice,
        tree.ListOf: _listof,
        tree.Query: _query,
    }
