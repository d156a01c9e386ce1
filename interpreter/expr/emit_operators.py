"""
How operators become Python: short forms where nothing inside needs statements, else statements in front.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ..types import Seq, plain
from .python import ARITHMETIC, COMPARE, add, assign, call, const, name
from .typed import Const, If, Op, ParamRef, T, bound

if TYPE_CHECKING:
    from .emit import Emitter

LONGEST_RANGE = 100_000


def emit_op(e: Emitter, v: Op) -> ast.expr:
    """Arithmetic, comparison, logic, ranges and joined lists."""
    if v.op in ("and", "or"):
        return _and_or(e, v)
    if v.op == "not":
        return ast.UnaryOp(ast.Not(), e.emit(v.args[0]))
    if v.op == "neg":
        return ast.UnaryOp(ast.USub(), e.emit(v.args[0]))
    if v.op in COMPARE:
        return _compare(e, v)
    if v.op in ("in", "not_in"):
        return _in(e, v)
    if v.op == "range":
        low, high = e.emit(v.args[0]), e.emit(v.args[1])
        top, bottom = e.limit(v.args[1]), e.least(v.args[0])
        if top is not None and bottom is not None and top - bottom < LONGEST_RANGE:
            return call("range", low, add(high, const(1)))
        return call("span", low, high)
    if v.op == "concat":
        parts = [ast.Starred(e.emit(a), ast.Load()) for a in v.args]
        return ast.List(list[ast.expr](parts), ast.Load())
    if v.op == "*" and None in (bound(v, 0), bound(v, 1)) and not all(isinstance(a, (ParamRef, Const)) for a in v.args):
        return call("times", e.emit(v.args[0]), e.emit(v.args[1]))
    return ast.BinOp(e.emit(v.args[0]), ARITHMETIC[v.op](), e.emit(v.args[1]))


def _and_or(e: Emitter, v: Op) -> ast.expr:
    left = e.emit(v.args[0])
    if isinstance(left, ast.Constant):
        return e.emit(v.args[1]) if left.value is (v.op == "and") else left
    right, statements = e.aside(v.args[1])
    if not statements:
        return ast.BoolOp(ast.And() if v.op == "and" else ast.Or(), [left, right])
    target = e.temp(left)
    test: ast.expr = name(target) if v.op == "and" else ast.UnaryOp(ast.Not(), name(target))
    e.out.append(ast.If(test, [*statements, assign(target, right)], []))
    return name(target)


def _compare(e: Emitter, v: Op) -> ast.expr:
    left, right = comparable(e, v.args[0]), comparable(e, v.args[1])
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant) and v.op in ("==", "!="):
        return const((left.value == right.value) == (v.op == "=="))
    if v.op in ("==", "!="):
        if isinstance(v.args[0].type, Seq) or isinstance(v.args[1].type, Seq):
            left, right = call("tuple", left), call("tuple", right)
        for a, b in ((left, right), (right, left)):
            if isinstance(a, ast.Constant) or not isinstance(b, ast.Constant):
                continue
            if b.value is None or b.value is True or b.value is False:
                return ast.Compare(a, [ast.Is() if v.op == "==" else ast.IsNot()], [b])
    return ast.Compare(left, [COMPARE[v.op]()], [right])


def _in(e: Emitter, v: Op) -> ast.expr:
    op: ast.cmpop = ast.In() if v.op == "in" else ast.NotIn()
    return ast.Compare(comparable(e, v.args[0]), [op], [e.emit(v.args[1])])


def emit_if(e: Emitter, v: If) -> ast.expr:
    test = e.emit(v.test)
    if isinstance(test, ast.Constant):
        return e.emit(v.yes if test.value else v.no)
    yes, yes_statements = e.aside(v.yes)
    no, no_statements = e.aside(v.no)
    if not yes_statements and not no_statements:
        return ast.IfExp(test, yes, no)
    target = e.code.fresh("t")
    e.out.append(ast.If(test, [*yes_statements, assign(target, yes)], [*no_statements, assign(target, no)]))
    return name(target)


def comparable(e: Emitter, value: T) -> ast.expr:
    """A value to compare with: nothing equals a member that is not there at this player count."""
    if isinstance(value, Const) and isinstance(value.value, str):
        return const(e.layout.number(plain(value.type), value.value))
    return e.emit(value)
