"""
Simplify: what follows from constants alone in one expression.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, MutableMapping
from typing import Any

from ..expr.python import const, item, name, place_like

MOST_WRITTEN = 8  # values of a row of a table that is written down
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
}  # fmt: skip


class Simplifying:
    """`constants` are the tables that never change, `members` the names that hold one of a list and never `None`."""

    def __init__(self, constants: MutableMapping[str, Any], members: set[str]) -> None:
        self.constants = constants
        self.members = members

    def simpler(self, node: ast.expr) -> ast.expr | None:
        """The same in fewer words, if what it is made of allows it."""
        match node:
            case ast.Compare(left=ast.Constant(value=a), ops=[op], comparators=[ast.Constant(value=b)]):
                return _compared(a, op, b)
            case ast.BoolOp(op=op, values=values):
                return _shorter(isinstance(op, ast.And), values, node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                node.operand = self.truth(operand)
                return const(not node.operand.value) if type(node.operand) is ast.Constant else None
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(a))):
                return const(-a)
            case ast.IfExp(test=test):
                node.test = self.truth(test)
                if type(node.test) is ast.Constant:
                    return node.body if node.test.value else node.orelse
            case ast.BinOp(left=ast.Constant(value=int(a)), op=op, right=ast.Constant(value=int(b))) if (
                type(op) in ARITHMETIC
            ):
                return const(ARITHMETIC[type(op)](a, b))
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=ast.Constant(value=0)):
                return left
            case ast.BinOp(left=ast.Constant(value=0), op=ast.Add(), right=right):
                return right
            case ast.Subscript(value=ast.Name(id=id), slice=ast.Constant(value=int(at))) if id in self.constants:
                return _entry(self.constants[id], at)
            case ast.Subscript(value=ast.Name(id=id), slice=ast.Name(id=at)) if at in self.members:
                return self.same_for_all(id)
            case ast.Subscript(
                value=ast.Name(id=id), slice=ast.Subscript(value=ast.Name(id=inner), slice=ast.Name()) as row
            ) if id in self.constants and inner in self.constants:
                return self.through(id, inner, row)
            case ast.Subscript(value=ast.Constant(value=tuple(row)), slice=ast.Constant(value=int(at))):
                return const(row[at]) if -len(row) <= at < len(row) else None
            case ast.Tuple(elts=elts) if any(_is_row(e) for e in elts):
                return ast.Tuple([i for e in elts for i in (e.value.elts if _is_row(e) else [e])], ast.Load())  # type: ignore[attr-defined]
        return None

    def same_for_all(self, table: str) -> ast.expr | None:
        """What a table says of a member, if it says the same of all."""
        values = self.constants.get(table)
        if isinstance(values, tuple) and values and isinstance(values[0], int) and all(v is values[0] for v in values):
            return const(values[0])
        return None

    def through(self, outer: str, inner: str, row: ast.Subscript) -> ast.expr | None:
        """What a table says of what another one says: one table for both."""
        values, places = self.constants[outer], self.constants[inner]
        if not isinstance(values, tuple) or not isinstance(places, tuple):
            return None
        if not all(type(p) is int and 0 <= p < len(values) for p in places):
            return None
        both = f"{outer}_{inner}"
        self.constants[both] = tuple(values[p] for p in places)
        return place_like(item(name(both), row.slice), row)  # it is there that a value may be missing

    def truth(self, test: ast.expr) -> ast.expr:
        """A test of which only matters whether it holds."""
        if isinstance(test, ast.BoolOp):
            conjunction = isinstance(test.op, ast.And)
            test.values = [self.truth(v) for v in test.values]
            last = test.values[-1]
            if type(last) is ast.Constant and bool(last.value) is conjunction:
                del test.values[-1]
                return test.values[0] if len(test.values) == 1 else test
        return test


def _compared(a: Any, op: ast.cmpop, b: Any) -> ast.expr | None:
    try:
        return const(COMPARE[type(op)](a, b))
    except TypeError:  # of `None`: a fault in play, if it comes to this at all
        return None


def _is_row(node: ast.expr) -> bool:
    return isinstance(node, ast.Starred) and isinstance(node.value, ast.Tuple)


def _entry(table: Any, at: int) -> ast.expr | None:
    """What a table holds at a place, if that can be written down."""
    if isinstance(table, dict):
        if at not in table:
            return None
    elif not isinstance(table, tuple) or not 0 <= at < len(table):
        return None
    found = table[at]
    plain = isinstance(found, (int, str, type(None)))
    row = isinstance(found, tuple) and len(found) <= MOST_WRITTEN and all(isinstance(i, int) for i in found)
    return const(found) if plain or row else None


def _shorter(conjunction: bool, values: list[ast.expr], node: ast.BoolOp) -> ast.expr | None:
    """`and` or `or` without constants that say nothing, and without what stands behind one that settles it."""
    kept: list[ast.expr] = []
    for i, v in enumerate(values):
        if type(v) is ast.Constant:
            if bool(v.value) is not conjunction:
                kept.append(v)
                break
            if i < len(values) - 1:
                continue
        kept.append(v)
    if len(kept) == len(values):
        return None
    return kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept)
