"""
Python: syntax trees of Python in short, and the YAML places they carry.
"""

from __future__ import annotations

import ast
from typing import Any, TypeVar

from ..source import Span

N = TypeVar("N", bound=ast.AST)
COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE,
}  # fmt: skip
ARITHMETIC: dict[str, type[ast.operator]] = {
    "+": ast.Add, "-": ast.Sub, "*": ast.Mult, "//": ast.FloorDiv, "%": ast.Mod,
}  # fmt: skip


OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


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
        a: Any = left.value
        return const(a + right.value)
    if isinstance(left, ast.Constant) and left.value == 0:
        return right
    return ast.BinOp(left, ast.Add(), right)


def negated(test: ast.expr) -> ast.expr:
    """`not test`, without two of them in a row."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in OPPOSITE:
        return ast.Compare(test.left, [OPPOSITE[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


def cheap(value: ast.expr) -> bool:
    """Whether a value may be written twice: a name, a constant, one of those looked up by another."""
    if isinstance(value, ast.Subscript):
        return isinstance(value.value, ast.Name) and isinstance(value.slice, (ast.Name, ast.Constant))
    return isinstance(value, (ast.Name, ast.Constant))


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
        located.source = span.source
    return node


def place_like(node: N, other: ast.AST) -> N:
    """Give a Python node the place of another one, if that has one."""
    if hasattr(other, "source"):
        made: Any = ast.copy_location(node, other)
        made.source = other.source
    return node
