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
from typing import Any, TypeVar

from ..layout import (
    ENDED_SLOT,
    ENDING_SLOT,
    LAST_SLOT,
    PLAYER_SLOT,
    ROUND_SLOT,
    Layout,
    implied,
)
from ..model import Finite, Zone
from ..source import Span
from ..types import Int, Maybe, Member, Seq, plain
from .typed import (
    AllOf,
    AttrRef,
    BoardTiles,
    Body,
    Built,
    CallFn,
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
    Unwrap,
    Var,
    ZoneRef,
)

COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE,
}  # fmt: skip
ARITHMETIC: dict[str, type[ast.operator]] = {
    "+": ast.Add, "-": ast.Sub, "*": ast.Mult, "//": ast.FloorDiv, "%": ast.Mod,
}  # fmt: skip
SPECIAL = {
    "player": PLAYER_SLOT, "last_player": LAST_SLOT, "round": ROUND_SLOT, "ending": ENDING_SLOT, "ended_by": ENDED_SLOT,
}  # fmt: skip
LONGEST_RANGE = 100_000
N = TypeVar("N", bound=ast.AST)


def name(id: str) -> ast.Name:
    return ast.Name(id, ast.Load())


def const(value: Any) -> ast.Constant:
    return ast.Constant(value)


def call(function: str, *args: ast.expr) -> ast.Call:
    return ast.Call(name(function), list(args), [])


def item(base: ast.expr, index: ast.expr) -> ast.Subscript:
    return ast.Subscript(base, index, ast.Load())


def assign(target: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(target, ast.Store())], value)


def add(left: ast.expr, right: ast.expr) -> ast.expr:
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        return const(left.value + right.value)
    if isinstance(left, ast.Constant) and left.value == 0:
        return right
    return ast.BinOp(left, ast.Add(), right)


class Code:
    """What the emitted code shares: constant tables and formulas, by name, for one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.constants: dict[str, Any] = {}
        self.by_value: dict[Any, str] = {}
        self.functions: dict[str, tuple[str, ast.FunctionDef]] = {}  # python name -> file, definition
        self.serial = 0

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

    def temp(self, value: ast.expr, hint: str = "t") -> str:
        target = self.code.fresh(hint)
        self.out.append(assign(target, value))
        return target

    def emit(self, value: T) -> ast.expr:
        result: ast.expr = self.HANDLERS[type(value)](self, value)
        return place(result, value.span)

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
        if isinstance(v.value, str):
            return const(self.layout.number(plain(v.type), v.value))
        return const(v.value)

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
        return item(self.zones(), self.slot(v))

    def _board_tiles(self, v: BoardTiles) -> ast.expr:
        tiles = item(self.zones(), const(self.layout.zone_base[v.board.name]))
        if v.parts is None:
            return tiles
        tile = self.code.fresh("tile")
        part = self.code.fresh("part")
        inner = self.parts_of(v.parts, name(tile))
        return ast.ListComp(
            name(part),
            [comprehension(tile, tiles), comprehension(part, inner)],
        )

    def parts_of(self, part: Finite, tile: ast.expr) -> ast.expr:
        """The parts on a tile's present side."""
        finite = self.layout.definition.finites[part.tile]
        tiles = len(self.layout.members[finite.name].names)
        sides = max(1, len(finite.sides))
        faces: list[list[list[int]]] = [[[] for _ in range(tiles)] for _ in range(sides)]
        for number, (owner, side, _) in enumerate(self.layout.parts[part.name]):
            faces[side][owner].append(number)
        table = tuple(tuple(tuple(p) for p in side) for side in faces)
        side_slot = add(const(self.layout.side_base[finite.name]), tile)
        return item(item(self.code.constant(table, "PARTS"), item(name("F"), side_slot)), tile)

    def _attr(self, v: AttrRef) -> ast.expr:
        sided = (v.finite.name, v.attribute) in self.layout.sided
        base = self.simple(self.emit(v.base)) if sided or v.finite.parts else self.key(v.base)
        lay, finite = self.layout, v.finite
        if finite.kind == "player" and v.attribute not in finite.attributes:
            return item(self.code.constant(self._seat_table(v.attribute), v.attribute.upper()), base)
        if finite.kind == "part" and v.attribute == "tile":
            return item(self.code.constant(tuple(t for t, _, _ in lay.parts[finite.name]), "TILE"), base)
        if (finite.name, v.attribute) in lay.sided:
            tables = tuple(tuple(t) for t in lay.sided[finite.name, v.attribute])
            side = item(name("F"), add(const(lay.side_base[finite.name]), base))
            return item(item(self.code.constant(tables, "A"), side), base)
        if (finite.name, v.attribute) in lay.attributes:
            table = tuple(lay.attributes[finite.name, v.attribute])
            if table == tuple(range(len(table))):
                return base
            return item(self.code.constant(table, "A"), base)
        if v.attribute in ("side", "cell"):
            tiles = len(lay.members[finite.name].names)
            offset = lay.side_base[finite.name] + (tiles if v.attribute == "cell" else 0)
            return item(name("F"), add(const(offset), base))
        part = next(
            lay.definition.finites[p] for p in finite.parts if lay.definition.finites[p].part_list == v.attribute
        )
        return self.parts_of(part, base)

    def _seat_table(self, attribute: str) -> tuple[Any, ...]:
        n, people = self.layout.seats, self.layout.players
        seats = range(n)
        return {
            "next": tuple((p + 1) % n for p in seats),
            "previous": tuple((p - 1) % n for p in seats),
            "others": tuple(tuple((p + k) % n for k in range(1, n)) for p in seats),
            "seat": tuple(p + 1 for p in seats),
            "scripted": tuple(p >= people for p in seats),
        }[attribute]

    def _table(self, v: TableRef) -> ast.expr:
        values = [constant_value(self.code, t) for t in self.layout.checked.tables[v.table.name]]
        index = self.emit(v.index)
        if v.table.key is None:
            table = {i + 1: x for i, x in enumerate(values)}
        elif isinstance(v.table.key, Int):
            table = {int(k): x for k, x in zip(v.table.keys, values)}
        else:
            table = {self.layout.number(v.table.key, k): x for k, x in zip(v.table.keys, values)}
        return item(self.code.constant(table, "TABLE"), index)

    def _call_fn(self, v: CallFn) -> ast.expr:
        body = self.layout.checked.functions[v.function.name]
        return self._call_body(body, list(v.args), f"f_{v.function.name}")

    def _call_body(self, body: Body, args: list[T], python: str) -> ast.expr:
        values = [self.emit(a) for a in args]
        small = self.depth < 6 and all(cheap(a) for a in values)
        if small and body.value.span.source.name == self.file:
            before = dict(self.env)
            self.env.update(zip(body.params, values))
            self.depth += 1
            result = self.emit(body.value)
            self.depth -= 1
            self.env = before
            return result
        self._define(body, python)
        return call(python, name("s"), *values)

    def _define(self, body: Body, python: str) -> None:
        if python in self.code.functions:
            return
        function = function_def(python, ["s", *(f"{p.name}__p" for p in body.params)])
        self.code.functions[python] = (body.value.span.source.name, function)
        inner = Emitter(self.code, function.body)
        inner.file = body.value.span.source.name
        inner.env = {p: name(f"{p.name}__p") for p in body.params}
        inner.prologue()
        inner.out.append(place(ast.Return(inner.emit(body.value)), body.value.span))

    def prologue(self) -> None:
        """The state's lists under short names."""
        self.out.append(assign("F", ast.Attribute(name("s"), "F", ast.Load())))
        self.out.append(assign("Z", ast.Attribute(name("s"), "Z", ast.Load())))

    def _row_call(self, v: RowCall) -> ast.expr:
        """By row: the formula of the only row that can be, or a jump through a table of functions."""
        lay, finite, answer = self.layout, v.finite, v.answer
        members = lay.members[finite.name]
        tables = []
        for side in finite.sides or [""]:
            pythons = []
            for row in members.rows:
                key = next(
                    (k for k in ((row, side), (row, ""), ("", side), ("", ""))
                     if (finite.name, *k, answer.name) in lay.checked.answers),
                    None,
                )  # fmt: skip
                if key is None:
                    pythons.append("no_answer")
                    continue
                python = f"a_{finite.name}_{answer.name}_{'_'.join(key)}"
                self._define(lay.checked.answers[(finite.name, *key, answer.name)], python)
                pythons.append(python)
            tables.append(pythons)
        base = self.simple(self.emit(v.base))
        args = [self.emit(a) for a in v.args]
        unique = {p for side in tables for p in side}
        if len(unique) == 1:
            return call(unique.pop(), name("s"), base, *args)
        table = self.code.fresh("ROWS")
        sided = len(tables) > 1
        self.code.constants[table] = ("functions", tables if sided else tables[0])
        picked: ast.expr = name(table)
        if sided:
            picked = item(picked, item(name("F"), add(const(lay.side_base[finite.name]), base)))
        return ast.Call(item(picked, base), [name("s"), base, *args], [])

    # -- operators -------------------------------------------------------------------------------

    def _op(self, v: Op) -> ast.expr:
        if v.op in ("and", "or"):
            return self._and_or(v)
        if v.op == "not":
            return ast.UnaryOp(ast.Not(), self.emit(v.args[0]))
        if v.op == "neg":
            return ast.UnaryOp(ast.USub(), self.emit(v.args[0]))
        if v.op in COMPARE:
            return self._compare(v)
        if v.op in ("in", "not_in"):
            return self._in(v)
        if v.op == "range":
            low, high = self.emit(v.args[0]), self.emit(v.args[1])
            top, bottom = self.limit(v.args[1]), self.least(v.args[0])
            if top is not None and bottom is not None and top - bottom < LONGEST_RANGE:
                return call("range", low, add(high, const(1)))
            return call("span", low, high)
        if v.op == "concat":
            parts = [ast.Starred(self.emit(a), ast.Load()) for a in v.args]
            return ast.List(list[ast.expr](parts), ast.Load())
        return ast.BinOp(self.emit(v.args[0]), ARITHMETIC[v.op](), self.emit(v.args[1]))

    def least(self, value: T) -> int | None:
        """A lower bound of a number, where one is known."""
        if isinstance(value, ParamRef):
            return int(self.layout.parameters[value.parameter.name])
        return bound(value, 0)

    def limit(self, value: T) -> int | None:
        """An upper bound of a number: from its type, or because components are finite."""
        known = bound(value, 1)
        if isinstance(value, ParamRef):
            return int(self.layout.parameters[value.parameter.name])
        if known is not None:
            return known
        if isinstance(value, CallFn):
            return self.limit(self.layout.checked.functions[value.function.name].value)
        if isinstance(value, Built) and value.name in ("count", "size", "position") and value.args:
            item = value.args[0].type
            item = item.item if isinstance(item, Seq) else item
            if isinstance(item, Member) and item.name in self.layout.members:
                return sum(self.layout.members[item.name].copies) * 100
        if isinstance(value, Op) and value.op == "+":
            parts = [self.limit(a) for a in value.args]
            return None if None in parts else sum(p for p in parts if p is not None)
        if isinstance(value, Built) and value.name == "min":
            return min((x for x in map(self.limit, value.args) if x is not None), default=None)
        return None

    def _and_or(self, v: Op) -> ast.expr:
        left = self.emit(v.args[0])
        right, statements = self.aside(v.args[1])
        if not statements:
            return ast.BoolOp(ast.And() if v.op == "and" else ast.Or(), [left, right])
        target = self.temp(left)
        test: ast.expr = name(target) if v.op == "and" else ast.UnaryOp(ast.Not(), name(target))
        self.out.append(ast.If(test, [*statements, assign(target, right)], []))
        return name(target)

    def _compare(self, v: Op) -> ast.expr:
        left, right = self.emit(v.args[0]), self.emit(v.args[1])
        if v.op in ("==", "!="):
            if isinstance(v.args[0].type, Seq) or isinstance(v.args[1].type, Seq):
                left, right = call("tuple", left), call("tuple", right)
            for a, b in ((left, right), (right, left)):
                if isinstance(b, ast.Constant) and (b.value is None or b.value is True or b.value is False):
                    return ast.Compare(a, [ast.Is() if v.op == "==" else ast.IsNot()], [b])
        return ast.Compare(left, [COMPARE[v.op]()], [right])

    def _in(self, v: Op) -> ast.expr:
        op: ast.cmpop = ast.In() if v.op == "in" else ast.NotIn()
        if isinstance(v.args[1], AllOf):
            return const(v.op == "in")
        return ast.Compare(self.emit(v.args[0]), [op], [self.emit(v.args[1])])

    def _if(self, v: If) -> ast.expr:
        test = self.emit(v.test)
        yes, yes_statements = self.aside(v.yes)
        no, no_statements = self.aside(v.no)
        if not yes_statements and not no_statements:
            return ast.IfExp(test, yes, no)
        target = self.code.fresh("t")
        self.out.append(ast.If(test, [*yes_statements, assign(target, yes)], [*no_statements, assign(target, no)]))
        return name(target)

    def _list(self, v: ListLit) -> ast.expr:
        return ast.Tuple([self.emit(i) for i in v.items], ast.Load())

    def key(self, value: T) -> ast.expr:
        """A value used to look something up: `none` is found out there, without asking first."""
        return self.emit(value.base if isinstance(value, Unwrap) else value)

    def _unwrap(self, v: Unwrap) -> ast.expr:
        return call("need", self.emit(v.base))

    # -- queries ---------------------------------------------------------------------------------

    def loops(self, loops: tuple[LoopT, ...], where: T | None, body: Callable[[list[ast.stmt]], None]) -> None:
        """`for` statements over the loops; `body` writes what is done with each combination."""
        out = self.out
        for loop in loops:
            with self.into(out):
                domain = self.emit(loop.domain)
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
        for i, loop in enumerate(v.loops):
            domain, statements = self.aside(loop.domain)
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
        if v.where is not None:
            test, statements = self.aside(v.where)
            if statements:
                return None
            generators[-1].ifs.append(test)
        if element is None:
            element, statements = self.aside(v.result)
            if statements:
                return None
        return ast.ListComp(element, generators)

    def kind_wanted(self, v: QueryT) -> tuple[ast.expr, ast.expr] | None:
        """
        For `c in zone where c.attribute == value`: the zone and the one kind asked for.

        Only where components are held by kind and each kind has a value of its own.
        """
        if len(v.loops) != 1 or v.loops[0].index is not None or not isinstance(v.where, Op) or v.where.op != "==":
            return None
        loop = v.loops[0]
        domain = loop.domain
        if not isinstance(domain, ZoneRef) or not (isinstance(v.result, Local) and v.result.var is loop.var):
            return None
        left, right = v.where.args
        if not (isinstance(left, AttrRef) and isinstance(left.base, Local) and left.base.var is loop.var):
            left, right = right, left
        if not (isinstance(left, AttrRef) and isinstance(left.base, Local) and left.base.var is loop.var):
            return None
        table = self.layout.attributes.get((left.finite.name, left.attribute))
        if table is None or left.finite.tracked or len(set(table)) != len(table) or mentions(right, loop.var):
            return None
        wanted = self.emit(right)
        if table != list(range(len(table))):
            inverse = {x: i for i, x in enumerate(table)}
            wanted = ast.Call(
                ast.Attribute(self.code.constant(inverse, "KIND"), "get", ast.Load()), [wanted, const(-1)], []
            )
        return self.emit(domain), wanted

    # -- built-in functions ----------------------------------------------------------------------

    def _built(self, v: Built) -> ast.expr:
        handler = getattr(self, f"_fn_{v.name}", None)
        if handler is not None:
            result: ast.expr = handler(v)
            return result
        return call(f"fn_{v.name}", *(self.emit(a) for a in v.args))

    def _fn_count(self, v: Built) -> ast.expr:
        query = v.args[0]
        if isinstance(query, QueryT):
            wanted = self.kind_wanted(query)
            if wanted is not None:
                zone, kind = wanted
                return ast.Call(ast.Attribute(zone, "count", ast.Load()), [kind], [])
            direct = self._comprehension(query, const(1))
            if direct is not None:
                return call("len", direct)
        return call("len", self.emit(query))

    _fn_size = _fn_count

    def _fn_any(self, v: Built) -> ast.expr:
        query = v.args[0]
        if not isinstance(query, QueryT):
            return ast.Compare(call("len", self.emit(query)), [ast.Gt()], [const(0)])
        wanted = self.kind_wanted(query)
        if wanted is not None:
            return ast.Compare(wanted[1], [ast.In()], [wanted[0]])
        return self._search(query, const(False), lambda: const(True))

    def _fn_empty(self, v: Built) -> ast.expr:
        if isinstance(v.args[0], QueryT):
            return ast.UnaryOp(ast.Not(), self._fn_any(v))
        return ast.UnaryOp(ast.Not(), self.emit(v.args[0]))

    def _fn_all(self, v: Built) -> ast.expr:
        query = v.args[0]
        if not isinstance(query, QueryT):
            return call("all", self.emit(query))
        target = self.temp(const(True))

        def body(out: list[ast.stmt]) -> None:
            test = self.emit(query.result)
            out.append(place(ast.If(ast.UnaryOp(ast.Not(), test), self._leave(target, const(False)), []), v.span))

        self._search_loops(query, target, body, found=False)
        return name(target)

    def _search(self, query: QueryT, otherwise: ast.expr, found: Callable[[], ast.expr]) -> ast.expr:
        target = self.temp(otherwise)

        def body(out: list[ast.stmt]) -> None:
            out.extend(self._leave(target, found()))

        self._search_loops(query, target, body, found=True)
        return name(target)

    def _leave(self, target: str, value: ast.expr) -> list[ast.stmt]:
        return [assign(target, value), ast.Break()]

    def _search_loops(self, query: QueryT, target: str, body: Callable[[list[ast.stmt]], None], *, found: bool) -> None:
        """Loops that end at the first find: inner loops break, outer ones go on only if nothing broke."""
        start = len(self.out)
        self.loops(query.loops, query.where, body)
        nest = [s for s in self.out[start:] if isinstance(s, ast.For)]
        statement = nest[-1] if nest else None
        while statement is not None:
            inner = next((s for s in statement.body if isinstance(s, ast.For) and s in loop_nest(statement)), None)
            if inner is not None:
                inner.orelse = [ast.Continue()]
                statement.body.append(ast.Break())
            statement = inner

    def _fn_first(self, v: Built) -> ast.expr:
        if len(v.args) == 2:
            return self._slice(v, None, self.emit(v.args[1]))
        query = v.args[0]
        if isinstance(query, QueryT):
            return self._search(query, const(None), lambda: self.emit(query.result))
        base = self.simple(self.emit(query))
        return ast.IfExp(base, item(base, const(0)), const(None))

    def _fn_last(self, v: Built) -> ast.expr:
        base = self.simple(self.emit(v.args[0]))
        if len(v.args) == 2:
            return call("last_of", base, self.emit(v.args[1]))
        return ast.IfExp(base, item(base, const(-1)), const(None))

    def _fn_rest(self, v: Built) -> ast.expr:
        return self._slice(v, self.emit(v.args[1]), None)

    def _slice(self, v: Built, low: ast.expr | None, high: ast.expr | None) -> ast.expr:
        count = low if low is not None else high
        assert count is not None
        if not (isinstance(count, ast.Constant) and count.value >= 0) and (bound(v.args[1], 0) or -1) < 0:
            count = call("max", count, const(0))
        part = ast.Slice(count, None) if low is not None else ast.Slice(None, count)
        return item(self.emit(v.args[0]), part)

    def _fn_sum(self, v: Built) -> ast.expr:
        return call("sum", self.emit(v.args[0]))

    def _fn_min(self, v: Built) -> ast.expr:
        return call(v.name, *(self.emit(a) for a in v.args))

    _fn_max = _fn_min

    def _fn_the(self, v: Built) -> ast.expr:
        return call("the", self.emit(v.args[0]))

    def _fn_sorted(self, v: Built) -> ast.expr:
        return call("sorted", self.emit(v.args[0]))

    def _fn_top(self, v: Built) -> ast.expr:
        base = self.simple(self.emit(v.args[0]))
        return ast.IfExp(base, item(base, const(-1)), const(None))

    def _fn_bottom(self, v: Built) -> ast.expr:
        base = self.simple(self.emit(v.args[0]))
        return ast.IfExp(base, item(base, const(0)), const(None))

    def _fn_position(self, v: Built) -> ast.expr:
        from .typed import origin

        source = v.args[1] if len(v.args) > 1 else origin(v.args[0])
        assert source is not None
        index = ast.Call(
            ast.Attribute(call("list", self.emit(source)), "index", ast.Load()), [self.emit(v.args[0])], []
        )
        return add(index, const(1))

    def _fn_can_draw(self, v: Built) -> ast.expr:
        zone = v.args[0]
        assert isinstance(zone, ZoneRef)
        found: ast.expr = ast.Compare(call("len", self.emit(zone)), [ast.Gt()], [const(0)])
        if zone.zone is not None and zone.zone.refill_from:
            source, keep = self.refill(zone.zone, zone)
            more = ast.Compare(call("len", item(self.zones(), source)), [ast.Gt()], [keep])
            found = ast.BoolOp(ast.Or(), [found, more])
        return found

    def refill(self, zone: Zone, ref: ZoneRef) -> tuple[ast.expr, ast.expr]:
        """The slot that refills a zone, and how many stay there."""
        source = self.layout.definition.zones[zone.refill_from]
        slot: ast.expr = const(self.layout.zone_base[source.name])
        if source.per and ref.owner is not None:
            slot = add(slot, self.emit(ref.owner))
        keep = self.layout.checked.zone_keep.get(zone.name)
        return slot, const(constant_value(self.code, keep)) if keep is not None else const(0)

    def _fn_seats_from(self, v: Built) -> ast.expr:
        n = self.layout.seats
        table = tuple(tuple((p + k) % n for k in range(n)) for p in range(n))
        return item(self.code.constant(table, "SEATS"), self.emit(v.args[0]))

    # -- maps ------------------------------------------------------------------------------------

    def _board_of(self, v: Built) -> tuple[str, bool]:
        """The map that a place belongs to, and whether it is a tile map."""
        type = plain(v.args[0].type)
        assert isinstance(type, Member)
        finite = self.layout.definition.finites[type.name]
        return finite.map, finite.kind in ("part", "component")

    def _map_call(self, v: Built, method: str) -> ast.expr:
        board, tiles = self._board_of(v)
        args = [self._argument(a) for a in v.args]
        if tiles:
            layout = call(f"land_{board}", name("s"))
            return ast.Call(ast.Attribute(layout, method, ast.Load()), args, [])
        self.code.constants[f"MAP_{board}"] = self.layout.maps[board]
        return ast.Call(ast.Attribute(name(f"MAP_{board}"), method, ast.Load()), args, [])

    def _argument(self, a: T) -> ast.expr:
        if not isinstance(a, CostFn):
            return self.emit(a)
        function = function_def(self.code.fresh("cost"), [f"{a.var.name}__c"])
        with self.into(function.body):
            self.env[a.var] = name(f"{a.var.name}__c")
            self.out.append(place(ast.Return(self.emit(a.body)), a.span))
        self.out.append(function)
        return name(function.name)

    def _fn_ahead(self, v: Built) -> ast.expr:
        return self._map_call(v, "ahead")

    def _fn_reachable(self, v: Built) -> ast.expr:
        return self._map_call(v, "reachable")

    def _fn_connected(self, v: Built) -> ast.expr:
        return self._map_call(v, "connected")

    def _fn_distance(self, v: Built) -> ast.expr:
        return self._map_call(v, "distance_with" if len(v.args) == 3 else "distance")

    def _fn_cluster(self, v: Built) -> ast.expr:
        return self._map_call(v, "cluster")

    def _fn_edge_to(self, v: Built) -> ast.expr:
        return self._map_call(v, "edge_to")

    def _fn_open_ends(self, v: Built) -> ast.expr:
        return self._map_call(v, "open_ends")

    def _fn_neighbours(self, v: Built) -> ast.expr:
        board, tiles = self._board_of(v)
        if tiles:
            return self._map_call(v, "neighbours")
        return item(self.code.constant(self.layout.maps[board].neighbours, "NEAR"), self.emit(v.args[0]))

    def _fn_lines(self, v: Built) -> ast.expr:
        assert v.board is not None
        if isinstance(v.args[0], Const) and isinstance(v.args[0].value, int):
            return self.code.constant(self.layout.maps[v.board.name].lines(v.args[0].value), "LINES")
        self.code.constants[f"MAP_{v.board.name}"] = self.layout.maps[v.board.name]
        return ast.Call(ast.Attribute(name(f"MAP_{v.board.name}"), "lines", ast.Load()), [self.emit(v.args[0])], [])

    def _fn_spots(self, v: Built) -> ast.expr:
        assert v.board is not None
        return ast.Call(ast.Attribute(call(f"land_{v.board.name}", name("s")), "spots", ast.Load()), [], [])

    def _fn_fits(self, v: Built) -> ast.expr:
        return self._tile_call(v, "fits")

    def _fn_meets(self, v: Built) -> ast.expr:
        return self._tile_call(v, "meets")

    def _tile_call(self, v: Built, method: str) -> ast.expr:
        board, _ = self._board_of(v)
        tile = self.simple(self.emit(v.args[0]))
        type = plain(v.args[0].type)
        assert isinstance(type, Member)
        side = item(name("F"), add(const(self.layout.side_base[type.name]), tile))
        args = [tile, side, self.emit(v.args[1]), self.emit(v.args[2])]
        return ast.Call(ast.Attribute(call(f"land_{board}", name("s")), method, ast.Load()), args, [])

    HANDLERS: dict[type, Callable[..., ast.expr]] = {
        Const: _const, ParamRef: _param, Local: _local, Special: _special, AllOf: _all, FieldRef: _field,
        ZoneRef: _zone, BoardTiles: _board_tiles, AttrRef: _attr, TableRef: _table, CallFn: _call_fn,
        RowCall: _row_call, Op: _op, If: _if, ListLit: _list, Unwrap: _unwrap, QueryT: _query, Built: _built,
    }  # fmt: skip


def cheap(value: ast.expr) -> bool:
    """Whether a value may be written twice: a name, a constant, one of those looked up by another."""
    if isinstance(value, ast.Subscript):
        return isinstance(value.value, ast.Name) and isinstance(value.slice, (ast.Name, ast.Constant))
    return isinstance(value, (ast.Name, ast.Constant))


def comprehension(target: str, domain: ast.expr) -> ast.comprehension:
    return ast.comprehension(ast.Name(target, ast.Store()), domain, [], 0)


def loop_nest(statement: ast.For) -> list[ast.stmt]:
    return statement.body[-1:]


def function_def(python: str, params: list[str]) -> ast.FunctionDef:
    arguments = ast.arguments([], [ast.arg(p) for p in params], None, [], [], None, [])
    return ast.FunctionDef(python, arguments, [], [], None, None)


def place(node: N, span: Span) -> N:
    """Give a Python node the lines and columns of its YAML, unless it has some already."""
    if not hasattr(node, "lineno"):
        line, column = span.source.place(span.start)
        end_line, end_column = span.source.place(span.end)
        located: Any = node
        located.lineno, located.col_offset = line, column - 1
        located.end_lineno, located.end_col_offset = end_line, end_column - 1
    return node


def bound(value: T, end: int) -> int | None:
    """The lower (0) or upper (1) bound of a number, where it is known."""
    type = plain(value.type)
    if not isinstance(type, Int):
        return None
    return type.high if end else type.low


def mentions(value: T, var: Var) -> bool:
    """Whether a tree reads a local name."""
    if isinstance(value, Local):
        return value.var is var
    for slot in type(value).__slots__:
        child = getattr(value, slot)
        children = child if isinstance(child, tuple) else (child,)
        if any(isinstance(c, T) and mentions(c, var) for c in children):
            return True
        if any(isinstance(c, LoopT) and mentions(c.domain, var) for c in children):
            return True
    return False


def constant_value(code: Code, value: T) -> Any:
    """The value of an expression that reads no state."""
    if isinstance(value, Const):
        return code.layout.number(plain(value.type), value.value) if isinstance(value.value, str) else value.value
    if isinstance(value, ParamRef):
        return code.layout.parameters[value.parameter.name]
    if isinstance(value, ListLit):
        return tuple(constant_value(code, i) for i in value.items)
    from ..program import evaluate

    return evaluate(code, value)


__all__ = ["Code", "Emitter", "Maybe", "constant_value", "implied"]
