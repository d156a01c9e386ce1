"""
Python: syntax trees of Python in short, and the YAML places they carry.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from ..source import Span

A = TypeVar("A", bound=ast.AST)
N = TypeVar("N", bound=ast.AST)
COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE,
}  # fmt: skip
ARITHMETIC: dict[str, type[ast.operator]] = {
    "+": ast.Add, "-": ast.Sub, "*": ast.Mult, "//": ast.FloorDiv, "%": ast.Mod,
}  # fmt: skip


TEMPORARY = "_t"  # how names begin that expressions are kept in for a while; no author's name begins so
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Jumps:
    """A table of functions, or of rows of them: their Python names, until these are compiled."""

    rows: list[str] | list[list[str]]

    def functions(self) -> list[str]:
        return [f for row in self.rows for f in (row if isinstance(row, list) else [row])]


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


LEAVES = {"arg", "attr", "ctx", "id", "kind", "lineno", "name", "op", "ops", "type_comment"}


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of a kind of node that hold nodes."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        constant = issubclass(kind, ast.Constant)
        found = self[kind] = () if constant else tuple(f for f in kind._fields if f not in LEAVES)
        return found


FIELDS = _Fields()


def parts(node: ast.AST) -> list[ast.AST]:
    """The statements and expressions that a node is made of. Several times as fast as `ast.iter_child_nodes`."""
    found: list[ast.AST] = []
    for field in FIELDS[type(node)]:
        value = getattr(node, field, None)
        if isinstance(value, ast.AST):
            found.append(value)
        elif type(value) is list:
            found += value
    return found


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all that it is made of, in no order that matters."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        for field in FIELDS[type(part)]:  # `parts`, written out for speed
            value = getattr(part, field, None)
            if type(value) is list:
                waiting += value
            elif isinstance(value, ast.AST):
                waiting.append(value)


def reads(node: ast.AST, id: str) -> bool:
    """Whether a name stands in this."""
    return any(isinstance(part, ast.Name) and part.id == id for part in walk(node))


def statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement, those inside others included; expressions are not looked into."""
    for statement in body:
        yield statement
        for inner in (getattr(statement, "body", None), getattr(statement, "orelse", None)):
            if inner:
                yield from statements(inner)
        for handler in getattr(statement, "handlers", ()):
            yield from statements(handler.body)


def copied(node: A, made: dict[int, Any]) -> A:
    """A node of its own, with all that it is made of; `made` tells what became of each, by identity."""
    kind = type(node)
    new = made[id(node)] = kind.__new__(kind)
    for field, value in node.__dict__.items():
        if isinstance(value, ast.AST):
            value = copied(value, made)
        elif type(value) is list:
            value = copied_all(value, made)
        new.__dict__[field] = value
    return new


def copied_all(nodes: list[A], made: dict[int, Any]) -> list[A]:
    found = made[id(nodes)] = [copied(n, made) for n in nodes]
    return found


def unshared(node: ast.AST, seen: set[int] | None = None) -> None:
    """Give whatever stands in two places a copy for the second: what is rewritten there stays as it was elsewhere."""
    seen = set() if seen is None else seen
    for field in FIELDS[type(node)]:
        value = getattr(node, field, None)
        if isinstance(value, ast.AST):
            setattr(node, field, _apart(value, seen))
        elif type(value) is list:
            setattr(node, field, [_apart(v, seen) for v in value])


def _apart(node: ast.AST, seen: set[int]) -> ast.AST:
    if id(node) in seen:
        node = copied(node, {})
    seen.add(id(node))
    unshared(node, seen)
    return node


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
