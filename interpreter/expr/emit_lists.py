"""
How the built-in functions of lists, zones and players become Python. `any`, `all` and `first` become loops with
early exit.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..types import Member, Seq, Type, plain
from .emit_filters import kind, stretch
from .python import add, assign, call, cheap, const, item, name, negated, place
from .typed import Built, QueryT, ZoneRef, bound, origin

if TYPE_CHECKING:
    from .emit import Emitter


def emit_count(e: Emitter, v: Built) -> ast.expr:
    query = v.args[0]
    if isinstance(query, QueryT):
        wanted = kind(e, query)
        if wanted is not None:
            return ast.Call(ast.Attribute(wanted[0], "count", ast.Load()), [wanted[1]], [])
        together = stretch(e, query)
        if together is not None:
            return ast.BinOp(together[2], ast.Sub(), together[1])
        apart = stretch(e, query, "!=")
        if apart is not None:
            zone, low, high = apart
            return ast.BinOp(ast.BinOp(call("len", zone), ast.Sub(), high), ast.Add(), low)
        direct = e._comprehension(query, const(1))
        if direct is not None:
            return call("len", direct)
    return call("len", e.emit(query))


def emit_any(e: Emitter, v: Built) -> ast.expr:
    query = v.args[0]
    if not isinstance(query, QueryT):
        return ast.Compare(call("len", e.emit(query)), [ast.Gt()], [const(0)])
    wanted = kind(e, query)
    if wanted is not None:
        return ast.Compare(wanted[1], [ast.In()], [wanted[0]])
    together = stretch(e, query)
    if together is not None:
        return ast.Compare(together[1], [ast.Lt()], [together[2]])
    apart = stretch(e, query, "!=")
    if apart is not None:
        return ast.Compare(call("len", apart[0]), [ast.Gt()], [ast.BinOp(apart[2], ast.Sub(), apart[1])])
    return _search(e, query, const(False), lambda: const(True))


def emit_empty(e: Emitter, v: Built) -> ast.expr:
    if isinstance(v.args[0], QueryT):
        return ast.UnaryOp(ast.Not(), emit_any(e, v))
    return ast.UnaryOp(ast.Not(), e.emit(v.args[0]))


def emit_all(e: Emitter, v: Built) -> ast.expr:
    query = v.args[0]
    if not isinstance(query, QueryT):
        return call("all", e.emit(query))
    target = e.temp(const(True))

    def body(out: list[ast.stmt]) -> None:
        test = e.emit(query.result)
        out.append(place(ast.If(negated(test), _leave(e, target, const(False)), []), v.span))

    _search_loops(e, query, target, body)
    return name(target)


def emit_first(e: Emitter, v: Built) -> ast.expr:
    if len(v.args) == 2:
        return _slice(e, v, None, e.emit(v.args[1]))
    query = v.args[0]
    if isinstance(query, QueryT):
        return _search(e, query, const(None), lambda: e.emit(query.result))
    base = e.simple(e.emit(query))
    return ast.IfExp(base, item(base, const(0)), const(None))


def emit_last(e: Emitter, v: Built) -> ast.expr:
    base = e.simple(e.emit(v.args[0]))
    if len(v.args) == 2:
        return call("last_of", base, e.emit(v.args[1]))
    return ast.IfExp(base, item(base, const(-1)), const(None))


def emit_rest(e: Emitter, v: Built) -> ast.expr:
    return _slice(e, v, e.emit(v.args[1]), None)


def emit_sum(e: Emitter, v: Built) -> ast.expr:
    return call("sum", e.emit(v.args[0]))


def emit_min(e: Emitter, v: Built) -> ast.expr:
    return call(v.name, *(e.emit(a) for a in v.args))


def emit_the(e: Emitter, v: Built) -> ast.expr:
    items = e.emit(v.args[0])
    if not cheap(items):
        return call("the", items)
    single = ast.Compare(call("len", items), [ast.Eq()], [const(1)])
    return ast.IfExp(single, item(items, const(0)), call("the", items))


def emit_sorted(e: Emitter, v: Built) -> ast.expr:
    return call("sorted", e.emit(v.args[0]))


def emit_top(e: Emitter, v: Built) -> ast.expr:
    base = e.simple(e.emit(v.args[0]))
    return ast.IfExp(base, item(base, const(-1)), const(None))


def emit_bottom(e: Emitter, v: Built) -> ast.expr:
    base = e.simple(e.emit(v.args[0]))
    return ast.IfExp(base, item(base, const(0)), const(None))


def emit_position(e: Emitter, v: Built) -> ast.expr:
    source = v.args[1] if len(v.args) > 1 else origin(v.args[0])
    assert source is not None
    index = ast.Call(ast.Attribute(e.emit(source), "index", ast.Load()), [e.emit(v.args[0])], [])
    return add(index, const(1))


def emit_can_draw(e: Emitter, v: Built) -> ast.expr:
    zone = v.args[0]
    assert isinstance(zone, ZoneRef)
    found: ast.expr = ast.Compare(call("len", e.emit(zone)), [ast.Gt()], [const(0)])
    if zone.zone is not None and zone.zone.refill_from:
        source, keep = e.refill(zone.zone, zone)
        more = ast.Compare(call("len", item(e.zones(), source)), [ast.Gt()], [keep])
        found = ast.BoolOp(ast.Or(), [found, more])
    return found


def emit_distinct(e: Emitter, v: Built) -> ast.expr:
    """Each value once; of components that look the same the first."""
    values = e.emit(v.args[0])
    looks = looks_of(e, v.args[0].type)
    return call("fn_distinct", values) if looks is None else call("distinct_looks", values, looks)


def looks_of(e: Emitter, type: Type) -> ast.expr | None:
    """The table from copy to kind, where copies of a tracked type may stand for one another."""
    type = plain(type)
    type = plain(type.item) if isinstance(type, Seq) else type
    if not isinstance(type, Member):
        return None
    finite = e.layout.definition.finites[type.name]
    if not e.layout.interchangeable(finite):
        return None
    return e.code.constant(tuple(e.layout.members[finite.name].kinds), "LOOKS")


def emit_seats_from(e: Emitter, v: Built) -> ast.expr:
    n = e.layout.seats
    table = tuple(tuple((p + k) % n for k in range(n)) for p in range(n))
    return item(e.code.constant(table, "SEATS"), e.emit(v.args[0]))


def _search(e: Emitter, query: QueryT, otherwise: ast.expr, found: Callable[[], ast.expr]) -> ast.expr:
    target = e.temp(otherwise)

    def body(out: list[ast.stmt]) -> None:
        out.extend(_leave(e, target, found()))

    _search_loops(e, query, target, body)
    return name(target)


def _leave(e: Emitter, target: str, value: ast.expr) -> list[ast.stmt]:
    return [assign(target, value), ast.Break()]


def _search_loops(e: Emitter, query: QueryT, target: str, body: Callable[[list[ast.stmt]], None]) -> None:
    """Loops that end at the first find: inner loops break, outer ones go on only if nothing broke."""
    start = len(e.out)
    e.loops(query.loops, query.where, body)
    nest = [s for s in e.out[start:] if isinstance(s, ast.For)]
    statement = nest[-1] if nest else None
    while statement is not None:
        inner = next((s for s in statement.body if isinstance(s, ast.For) and s is statement.body[-1]), None)
        if inner is not None:
            inner.orelse = [ast.Continue()]
            statement.body.append(ast.Break())
        statement = inner


def _slice(e: Emitter, v: Built, low: ast.expr | None, high: ast.expr | None) -> ast.expr:
    count = low if low is not None else high
    assert count is not None
    least = bound(v.args[1], 0)
    if least is None or least < 0:
        count = call("max", count, const(0))
    part = ast.Slice(count, None) if low is not None else ast.Slice(None, count)
    return item(e.emit(v.args[0]), part)


EMITS: dict[str, Callable[[Emitter, Built], ast.expr]] = {
    "count": emit_count, "size": emit_count, "any": emit_any, "empty": emit_empty, "all": emit_all, "first": emit_first,
    "last": emit_last, "rest": emit_rest, "sum": emit_sum, "min": emit_min, "max": emit_min, "the": emit_the,
    "sorted": emit_sorted, "top": emit_top, "bottom": emit_bottom, "position": emit_position,
    "can_draw": emit_can_draw, "distinct": emit_distinct, "seats_from": emit_seats_from,
}  # fmt: skip
