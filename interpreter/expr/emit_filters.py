"""
How a filter by an attribute becomes Python without a look at each: `c in zone where c.colour == red`, and the like of
types. Components of one value are numbered one after the other, as a rule, and zones without an order are kept sorted.
"""

from __future__ import annotations

import ast
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..types import Member
from .emit_maps import turns_that_fit
from .emit_operators import comparable
from .python import call, const, item
from .typed import (
    AllOf,
    AttrRef,
    CallFn,
    Const,
    Local,
    LoopT,
    Op,
    QueryT,
    T,
    Var,
    ZoneRef,
    certain,
    mentions,
    told,
    trees,
)

if TYPE_CHECKING:
    from .emit import Emitter


def _wanted(e: Emitter, where: T | None, var: Var, op: str) -> tuple[AttrRef, list[Any], T] | None:
    """Of `var.attribute == value`: the attribute, its values by member, and the value that is asked for."""
    if not isinstance(where, Op) or where.op != op or e.code.probe.watches(where):
        return None
    left, right = where.args
    if not (isinstance(left, AttrRef) and isinstance(left.base, Local) and left.base.var is var):
        left, right = right, left
    if not (isinstance(left, AttrRef) and isinstance(left.base, Local) and left.base.var is var):
        return None
    table = e.layout.attributes.get((left.finite.name, left.attribute))
    if table is None or mentions(right, var):
        return None
    if not certain(right):  # it would be asked for even where there is nothing to compare
        return None
    return left, table, right


def _in_zone(e: Emitter, v: QueryT, op: str) -> tuple[ZoneRef, AttrRef, list[Any], T] | None:
    """The same for `c in zone where c.attribute == value`, and the zone."""
    if len(v.loops) != 1 or v.loops[0].index is not None:
        return None
    loop = v.loops[0]
    if not isinstance(loop.domain, ZoneRef) or not (isinstance(v.result, Local) and v.result.var is loop.var):
        return None
    found = _wanted(e, v.where, loop.var, op)
    return None if found is None else (loop.domain, *found)


def kind(e: Emitter, v: QueryT) -> tuple[ast.expr, ast.expr] | None:
    """The zone and the one kind asked for, where components are held by kind and each kind has a value of its own."""
    found = _in_zone(e, v, "==")
    if found is None:
        return None
    domain, attribute, table, right = found
    if attribute.finite.tracked or len(set(table)) != len(table):
        return None
    wanted = comparable(e, right)
    if table != list(range(len(table))):
        inverse = {x: i for i, x in enumerate(table)}
        get = ast.Attribute(e.code.constant(inverse, "KIND"), "get", ast.Load())
        wanted = ast.Call(get, [wanted, const(-1)], [])
    return e.emit(domain), wanted


def stretch(e: Emitter, v: QueryT, op: str = "==") -> tuple[ast.expr, ast.expr, ast.expr] | None:
    """The zone, and from where to where in it those asked for lie; with `!=`, those not asked for."""
    found = _in_zone(e, v, op)
    if found is None or (found[0].zone is not None and found[0].zone.ordered):
        return None
    domain, _, table, right = found
    stretches = _stretches(table)
    if stretches is None:
        return None
    zone, value = _again(e, e.emit(domain)), _again(e, comparable(e, right))
    ends = []
    for end, hint in enumerate(("FROM", "TO")):
        at = _by_value(e, {x: n[end] for x, n in stretches.items()}, 0, right, value, hint)
        ends.append(_border(zone, at, len(table)))
    return zone, ends[0], ends[1]


def _stretches(table: list[Any]) -> dict[Any, tuple[int, int]] | None:
    """From where to where each value stands in a table; None where one stands apart from its like."""
    found: dict[Any, tuple[int, int]] = {}
    for value, group in groupby(enumerate(table), lambda pair: pair[1]):
        places = [i for i, _ in group]
        if value in found:
            return None
        found[value] = (places[0], places[-1] + 1)
    return found


def _again(e: Emitter, value: ast.expr) -> ast.expr:
    """A value that is written twice: under a name, if it takes more than a lookup."""
    dear = any(isinstance(n, (ast.Call, ast.IfExp, ast.BoolOp, ast.ListComp)) for n in ast.walk(value))
    return e.simple(value) if dear else value


def _by_value(e: Emitter, found: dict[Any, Any], otherwise: Any, wanted: T, value: ast.expr, hint: str) -> ast.expr:
    """What belongs to the value that is asked for, at once or from a table."""
    if isinstance(value, ast.Constant):
        return e.code.constant(found.get(value.value, otherwise), hint)
    if isinstance(wanted.type, Member):
        names = e.layout.members[wanted.type.name].names
        return item(e.code.constant(tuple(found.get(i, otherwise) for i, _ in enumerate(names)), hint), value)
    get = ast.Attribute(e.code.constant(found, hint), "get", ast.Load())
    return ast.Call(get, [value, e.code.constant(otherwise, hint)], [])


def _border(zone: ast.expr, at: ast.expr, end: int) -> ast.expr:
    """Where in a sorted zone a number would stand."""
    if isinstance(at, ast.Constant) and at.value in (0, end):
        return call("len", zone) if at.value else at
    return call("bisect", zone, at)


def narrowed(e: Emitter, loop: LoopT, where: T | None) -> tuple[ast.expr, T | None]:
    """What a loop runs over and the test that is left: of a type, only the members that have the value asked for."""
    if isinstance(loop.domain, Op) and not _watched(e, where):
        first, rest = _first(_opened(e, where))
        turns = turns_that_fit(e, loop, first)
        if turns is not None:
            return turns, rest
    first, rest = _first(where)
    found = None
    if isinstance(loop.domain, AllOf) and loop.index is None:
        found = _wanted(e, first, loop.var, "==")
    if found is None:
        return e.emit(loop.domain), where
    _, table, right = found
    groups: dict[Any, tuple[int, ...]] = {}
    for i, value in enumerate(table):
        groups[value] = (*groups.get(value, ()), i)
    return _by_value(e, groups, (), right, comparable(e, right), "OF"), rest


def _first(test: T | None) -> tuple[T | None, T | None]:
    """The first of the conditions of an `and`, and the others."""
    if not isinstance(test, Op) or test.op != "and":
        return test, None
    first, rest = _first(test.args[0])
    return first, test.args[1] if rest is None else Op(test.type, test.span, "and", (rest, test.args[1]))


def _opened(e: Emitter, test: T | None) -> T | None:
    """A test in which functions that stand first are written out, if they are told nothing but names."""
    if isinstance(test, Op) and test.op == "and":
        first = _opened(e, test.args[0])
        return test if first is None else Op(test.type, test.span, "and", (first, test.args[1]))
    if not isinstance(test, CallFn) or not all(isinstance(a, (Const, Local)) for a in test.args):
        return test
    body = e.layout.checked.functions[test.function.name]
    return test if _watched(e, body.value) else _opened(e, told(body.value, dict(zip(body.params, test.args))))


def _watched(e: Emitter, value: T | None) -> bool:
    """Whether anything in an expression must be computed as it is written."""
    return any(map(e.code.probe.watches, trees(value)))
