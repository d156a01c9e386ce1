"""
Emit: typed trees in, Python syntax trees out.

Python is built node by node, never by pasting text, so a definition cannot inject anything. Every
node carries the line and columns of the YAML it comes from, so tracebacks speak YAML. `any`, `all`
and `first` become loops with early exit in front of the statement (`out`); where that is not
possible without changing when something is evaluated, the surrounding form becomes statements too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..layout import (
    ENDED_SLOT,
    ENDING_SLOT,
    LAST_SLOT,
    PLAYER_SLOT,
    ROUND_SLOT,
    Layout,
)
from ..limits import FUEL
from ..model import Zone
from ..types import Member, Seq, plain
from . import emit_lists, emit_maps
from .emit_filters import narrowed, stretch
from .emit_members import emit_attribute, emit_board_tiles, emit_row_call, emit_table
from .emit_operators import emit_if, emit_op
from .probe import Probe
from .python import (
    TEMPORARY,
    add,
    assign,
    call,
    cheap,
    const,
    function_def,
    item,
    name,
    place,
)
from .typed import (
    AllOf,
    AttrRef,
    BoardTiles,
    Body,
    Built,
    CallFn,
    Const,
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
    Unwrap,
    Var,
    ZoneRef,
    bound,
    read_once,
    trees,
)

SPECIAL = {
    "player": PLAYER_SLOT, "last_player": LAST_SLOT, "round": ROUND_SLOT, "ending": ENDING_SLOT, "ended_by": ENDED_SLOT,
}  # fmt: skip
LONGEST_INLINED = 20_000


EMITS = {**emit_lists.EMITS, **emit_maps.EMITS}


class Code:
    """What the emitted code shares: constant tables and formulas, by name, for one layout."""

    def __init__(self, layout: Layout, probe: Probe | None = None) -> None:
        self.layout = layout
        self.probe = probe or Probe()
        self.constants: dict[str, Any] = {}
        self.by_value: dict[Any, str] = {}
        self.functions: dict[str, tuple[str, ast.FunctionDef]] = {}  # python name -> file, definition
        self.serial = 0
        self.given: dict[Any, str] = {}
        self.costs: dict[str, int] = {}  # python name -> what a call costs, of functions that were metered
        self.limits: dict[int, int] = {}  # place of a zone that starts empty -> the most that may lie there
        self.fuel = FUEL  # for what is computed before play, all together
        self.inlining = LONGEST_INLINED  # trees that may still be written in place of calls

    def name_of(self, key: Any, hint: str) -> str:
        """The Python name of a thing of the author's, always the same for the same thing and no other's."""
        if key not in self.given:
            self.given[key] = self.fresh(hint)
        return self.given[key]

    def constant(self, value: Any, hint: str = "K") -> ast.expr:
        """A global holding a table (or a small constant in place)."""
        if value is None or isinstance(value, (bool, int)):
            return const(value)
        key = (type(value).__name__, repr(value))
        if key not in self.by_value:
            self.by_value[key] = f"{hint}_{len(self.by_value)}"
            self.constants[self.by_value[key]] = value
        return name(self.by_value[key])

    def fresh(self, hint: str) -> str:
        self.serial += 1
        return f"{hint}__{self.serial}"


class Emitter:
    """
    Emits expressions into the statement list `out`.

    `read(var)` gives the Python of a local name; steps bind theirs through the routine they belong to.
    """

    def __init__(self, code: Code, out: list[ast.stmt], read: Callable[[Var], ast.expr] | None = None) -> None:
        self.code = code
        self.layout = code.layout
        self.out = out
        self.env: dict[Var, ast.expr] = {}
        self.read_outer = read
        self.file = ""
        self.depth = 0
        self.acting: ast.expr | None = None  # the acting player, where it was looked up once
        self.kept: tuple[dict[str, str], list[ast.stmt]] | None = None

    # -- helpers ---------------------------------------------------------------------------------

    @contextmanager
    def into(self, out: list[ast.stmt]) -> Iterator[None]:
        before, self.out = self.out, out
        try:
            yield
        finally:
            self.out = before

    def aside(self, value: T) -> tuple[ast.expr, list[ast.stmt]]:
        """Emit `value`, with the statements it needs in a list of their own."""
        out: list[ast.stmt] = []
        with self.into(out):
            return self.emit(value), out

    def temp(self, value: ast.expr, hint: str = TEMPORARY) -> str:
        target = self.code.fresh(hint)
        self.out.append(assign(target, value))
        return target

    def emit(self, value: T) -> ast.expr:
        result: ast.expr = self.HANDLERS[type(value)](self, value)
        return self.code.probe.value(self.code, value, place(result, value.span))

    def bind(self, var: Var) -> str:
        """A Python name for a loop variable."""
        python = self.code.fresh(var.name)
        self.env[var] = name(python)
        return python

    def zones(self) -> ast.expr:
        return name("Z")

    def simple(self, value: ast.expr) -> ast.expr:
        """The value under a name, unless it is one already or a constant."""
        if isinstance(value, (ast.Name, ast.Constant)):
            return value
        return name(self.temp(value))

    # -- values ----------------------------------------------------------------------------------

    def _const(self, v: Const) -> ast.expr:
        if not isinstance(v.value, str):
            return const(v.value)
        number = self.layout.number(plain(v.type), v.value)
        return const(number) if number >= 0 else call("no_member", const(f"{v.type}({v.value})"))

    def _param(self, v: ParamRef) -> ast.expr:
        return const(self.layout.parameters[v.parameter.name])

    def _local(self, v: Local) -> ast.expr:
        if v.var in self.env:
            return self.env[v.var]
        assert self.read_outer is not None, v.var.name
        return self.read_outer(v.var)

    def _special(self, v: Special) -> ast.expr:
        if v.name == "solo":
            return const(self.layout.players == 1)
        if v.name == "first_player":
            return const(0)
        if v.name == "player" and self.acting is not None:
            return self.acting
        return item(name("F"), const(SPECIAL[v.name]))

    def _all(self, v: AllOf) -> ast.expr:
        return call("range", const(len(self.layout.members[v.finite.name].names)))

    def field_index(self, v: FieldRef) -> ast.expr:
        """Where in F the field lies."""
        index: ast.expr = const(0)
        for owner, arg in zip(v.field.per, v.args):
            size = len(self.layout.members[owner].names)
            value = self.key(arg)
            if isinstance(index, ast.Constant) and index.value == 0:
                index = value
            else:
                index = add(ast.BinOp(index, ast.Mult(), const(size)), value)
        return place(add(const(self.layout.field_base[v.field.name]), index), v.span)

    def _field(self, v: FieldRef) -> ast.expr:
        return item(name("F"), self.field_index(v))

    def slot(self, v: ZoneRef) -> ast.expr:
        """Where in Z the zone lies."""
        if v.zone is None:
            return const(self.layout.box_base[v.of])
        base = self.layout.zone_base[v.zone.name]
        return place(add(const(base), self.key(v.owner)) if v.owner is not None else const(base), v.span)

    def _zone(self, v: ZoneRef) -> ast.expr:
        if self.kept is not None and isinstance(v.owner, Special) and v.owner.name == "player" and v.zone is not None:
            kept, out = self.kept
            if v.zone.name not in kept:
                kept[v.zone.name] = self.code.fresh(v.zone.name)
                out.append(assign(kept[v.zone.name], item(self.zones(), self.slot(v))))
            return name(kept[v.zone.name])
        return item(self.zones(), self.slot(v))

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Look the acting player's zones up once, before the loops that ask for them."""
        out, at = self.out, len(self.out)
        found: list[ast.stmt] = []
        before, self.kept = self.kept, ({}, found)
        try:
            yield
        finally:
            out[at:at] = found
            self.kept = before

    def _call_fn(self, v: CallFn) -> ast.expr:
        body = self.layout.checked.functions[v.function.name]
        return self._call_body(body, list(v.args), f"f_{v.function.name}")

    def _call_body(self, body: Body, args: list[T], python: str) -> ast.expr:
        values = [self.emit(a) for a in args]
        size = sum(1 for _ in trees(body.value))
        once = all(cheap(a) or read_once(body.value, p) for p, a in zip(body.params, values))
        small = once and self.depth < 6 and size <= self.code.inlining
        if small:
            before = dict(self.env)
            self.env.update(zip(body.params, values))
            self.depth += 1
            self.code.inlining -= size
            result = self.emit(body.value)
            self.depth -= 1
            self.env = before
            return result
        self.define(body, python)
        return call(python, name("s"), *values)

    def define(self, body: Body, python: str) -> None:
        if python in self.code.functions:
            return
        function = function_def(python, ["s", *(f"{p.name}__p" for p in body.params)])
        self.code.functions[python] = (body.value.span.source.name, function)
        inner = Emitter(self.code, function.body)
        inner.file = body.value.span.source.name
        inner.env = {p: name(f"{p.name}__p") for p in body.params}
        inner.prologue()
        inner.out.append(place(ast.Return(inner.emit(body.value)), body.value.span))

    def constant(self, value: T) -> Any:
        """The value of an expression that reads no state."""
        return constant_value(self.code, value)

    def prologue(self) -> None:
        """The state's lists under short names."""
        self.out.append(assign("F", ast.Attribute(name("s"), "F", ast.Load())))
        self.out.append(assign("Z", ast.Attribute(name("s"), "Z", ast.Load())))

    # -- operators -------------------------------------------------------------------------------

    def least(self, value: T) -> int | None:
        """A lower bound of a number, where one is known."""
        if isinstance(value, ParamRef):
            return int(self.layout.parameters[value.parameter.name])
        return bound(value, 0)

    def limit(self, value: T, depth: int = 0) -> int | None:
        """An upper bound of a number: from its type, or because components are finite."""
        known = bound(value, 1)
        if isinstance(value, ParamRef):
            return int(self.layout.parameters[value.parameter.name])
        if known is not None:
            return known
        if isinstance(value, CallFn):
            called = self.layout.checked.functions[value.function.name].value
            return self.limit(called, depth + 1) if depth < 4 else None
        if isinstance(value, Built) and value.name in ("count", "size", "position") and value.args:
            item = value.args[0].type
            item = item.item if isinstance(item, Seq) else item
            if isinstance(item, Member) and item.name in self.layout.members:
                return sum(self.layout.members[item.name].copies) * 100
        if isinstance(value, Op) and value.op == "+":
            parts = [self.limit(a, depth + 1) for a in value.args] if depth < 8 else [None]
            return None if None in parts else sum(p for p in parts if p is not None)
        if isinstance(value, Built) and value.name == "min":
            return min((x for x in map(self.limit, value.args) if x is not None), default=None)
        return None

    def _list(self, v: ListLit) -> ast.expr:
        return ast.Tuple([self.emit(i) for i in v.items], ast.Load())

    def key(self, value: T) -> ast.expr:
        """A value used to look something up: `none` is found out there, without asking first."""
        return self.emit(value.base if isinstance(value, Unwrap) else value)

    def _unwrap(self, v: Unwrap) -> ast.expr:
        base = self.emit(v.base)
        asked = call("need", base)
        if not isinstance(base, ast.Name):
            return asked
        return ast.IfExp(ast.Compare(base, [ast.IsNot()], [const(None)]), base, asked)

    # -- queries ---------------------------------------------------------------------------------

    def loops(self, loops: tuple[LoopT, ...], where: T | None, body: Callable[[list[ast.stmt]], None]) -> None:
        """`for` statements over the loops; `body` writes what is done with each combination."""
        out = self.out
        for i, loop in enumerate(loops):
            with self.into(out):
                domain, where = narrowed(self, loop, where) if i == len(loops) - 1 else (self.emit(loop.domain), where)
                target = self.bind(loop.var)
                store: ast.expr = ast.Name(target, ast.Store())
                if loop.index is not None:
                    index = self.bind(loop.index)
                    domain = ast.Call(name("enumerate"), [domain, const(1)], [])
                    store = ast.Tuple([ast.Name(index, ast.Store()), store], ast.Store())
            statement = place(ast.For(store, domain, [], []), loop.domain.span)
            out.append(statement)
            out = statement.body
        if where is not None:
            with self.into(out):
                test = self.emit(where)
            guard = place(ast.If(test, [], []), where.span)
            out.append(guard)
            out = guard.body
        with self.into(out):
            body(out)

    def _query(self, v: QueryT) -> ast.expr:
        found = stretch(self, v)
        if found is not None:
            return item(found[0], ast.Slice(found[1], found[2]))
        direct = self._comprehension(v, None)
        if direct is not None:
            return direct
        target = self.temp(ast.List([], ast.Load()), "found")

        def body(out: list[ast.stmt]) -> None:
            value = self.emit(v.result)
            out.append(ast.Expr(ast.Call(ast.Attribute(name(target), "append", ast.Load()), [value], [])))

        self.loops(v.loops, v.where, body)
        return name(target)

    def _comprehension(self, v: QueryT, element: ast.expr | None) -> ast.ListComp | None:
        """A list comprehension, when nothing inside needs statements of its own."""
        generators: list[ast.comprehension] = []
        where = v.where
        for i, loop in enumerate(v.loops):
            statements: list[ast.stmt] = []
            with self.into(statements):
                last = i == len(v.loops) - 1
                domain, where = narrowed(self, loop, where) if last else (self.emit(loop.domain), where)
            if statements and i > 0:
                return None
            self.out.extend(statements)
            target = self.bind(loop.var)
            store: ast.expr = ast.Name(target, ast.Store())
            if loop.index is not None:
                index = self.bind(loop.index)
                domain = ast.Call(name("enumerate"), [domain, const(1)], [])
                store = ast.Tuple([ast.Name(index, ast.Store()), store], ast.Store())
            generators.append(ast.comprehension(store, domain, [], 0))
        if where is not None:
            test, statements = self.aside(where)
            if statements:
                return None
            generators[-1].ifs.append(test)
        if element is None:
            element, statements = self.aside(v.result)
            if statements:
                return None
        return ast.ListComp(element, generators)

    # -- built-in functions ----------------------------------------------------------------------

    def _built(self, v: Built) -> ast.expr:
        handler = EMITS.get(v.name)
        if handler is not None:
            return handler(self, v)
        return call(f"fn_{v.name}", *(self.emit(a) for a in v.args))

    def refill(self, zone: Zone, ref: ZoneRef) -> tuple[ast.expr, ast.expr]:
        """The slot that refills a zone, and how many stay there."""
        source = self.layout.definition.zones[zone.refill_from]
        slot: ast.expr = const(self.layout.zone_base[source.name])
        if source.per and ref.owner is not None:
            slot = add(slot, self.emit(ref.owner))
        keep = self.layout.checked.zone_keep.get(zone.name)
        return slot, const(constant_value(self.code, keep)) if keep is not None else const(0)

    # -- maps ------------------------------------------------------------------------------------

    HANDLERS: dict[type, Callable[..., ast.expr]] = {
        Const: _const, ParamRef: _param, Local: _local, Special: _special, AllOf: _all, FieldRef: _field,
        ZoneRef: _zone, BoardTiles: emit_board_tiles, AttrRef: emit_attribute, TableRef: emit_table, CallFn: _call_fn,
        RowCall: emit_row_call, Op: emit_op, If: emit_if, ListLit: _list, Unwrap: _unwrap, QueryT: _query,
        Built: _built,
    }  # fmt: skip


def constant_value(code: Code, value: T) -> Any:
    """The value of an expression that reads no state."""
    if isinstance(value, Const):
        if not isinstance(value.value, str):
            return value.value
        number = code.layout.number(plain(value.type), value.value)
        return number if number >= 0 else None  # a member that is not there at this player count
    if isinstance(value, ParamRef):
        return code.layout.parameters[value.parameter.name]
    if isinstance(value, ListLit):
        return tuple(constant_value(code, i) for i in value.items)
    if isinstance(value, Op) and value.op == "neg":
        return -constant_value(code, value.args[0])
    from ..diagnostics import DefinitionError, Diagnostic
    from ..machine import FAULTS, meaning
    from ..program import evaluate

    try:
        return evaluate(code, value)
    except FAULTS as error:
        raise DefinitionError([Diagnostic("bad-constant", meaning(error)[1], value.span)]) from None
