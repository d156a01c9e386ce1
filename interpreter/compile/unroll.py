"""
Unroll: list comprehensions as loops, which Python runs faster: 3.11 makes and calls a function for each comprehension.

Done on finished, metered Python. A comprehension is moved in front of its statement where it would be computed in any
case; one that a condition may skip stays as it is. A loop over one of each look needs no list of these, either.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from ..expr.python import assign, const, name, place_like, reads, walk


def unroll(functions: Iterable[ast.FunctionDef]) -> None:
    """Rewrite the bodies of functions."""
    for function in functions:
        if any(isinstance(node, ast.ListComp) or _takes_one_of_each(node) for node in walk(function)):
            _Unrolling().statements(function.body)


class _Unrolling:
    """One function; names of its own begin with an underscore."""

    def __init__(self) -> None:
        self.serial = 0

    def statements(self, body: list[ast.stmt]) -> None:
        """Rewrite a list of statements, those inside them included."""
        found: list[ast.stmt] = []
        for statement in body:
            found += self.statement(statement)
        body[:] = found

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        match statement:
            case ast.FunctionDef():
                self.statements(statement.body)
            case ast.If():
                statement.test = self.value(statement.test, before)
                self.statements(statement.body)
                self.statements(statement.orelse)
            case ast.For():
                statement.iter = self.value(statement.iter, before)
                self.statements(statement.body)
                self.statements(statement.orelse)
                self.one_of_each(statement, before)
            case ast.Try():
                self.statements(statement.body)
                for handler in statement.handlers:
                    self.statements(handler.body)
            case ast.Assign(targets=[ast.Name(id=id)], value=ast.ListComp() as comprehension) if not reads(
                comprehension, id
            ):
                return self.loop(comprehension, id, ast.List([], ast.Load()), _append)
            case ast.AugAssign(target=ast.Name(id=id), op=ast.Add(), value=ast.ListComp() as comprehension) if (
                not reads(comprehension, id)
            ):
                return self.loop(comprehension, id, None, _append)
            case ast.Assign(targets=[ast.Name()], value=ast.IfExp() as choice) if _has(choice):
                yes = place_like(ast.Assign(statement.targets, choice.body), statement)
                no = place_like(ast.Assign(statement.targets, choice.orelse), statement)
                return self.statement(place_like(ast.If(choice.test, [yes], [no]), statement))
            case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Return() if statement.value is not None:
                statement.value = self.value(statement.value, before)
        return [*before, statement]

    def one_of_each(self, loop: ast.For, before: list[ast.stmt]) -> None:
        """
        A loop over one of each look, where like ones lie together, as one over all that skips the others.

        It goes through the zone itself, so nothing may be moved in it; all such loops only gather options.
        """
        match loop:
            case ast.For(
                target=ast.Name(id=id),
                iter=ast.Call(func=ast.Name(id="distinct_sorted"), args=[items, looks]),
                orelse=[],
            ):
                self.serial += 1
                look, last = f"_look{self.serial}", f"_last{self.serial}"
                before.append(place_like(assign(last, const(-1)), loop))
                other = ast.Compare(name(look), [ast.NotEq()], [name(last)])
                body = [place_like(assign(last, name(look)), loop), *loop.body]
                found = ast.Subscript(looks, name(id), ast.Load())
                loop.iter = items
                loop.body = [place_like(assign(look, found), loop), place_like(ast.If(other, body, []), loop)]

    def value(self, value: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """The value with its comprehensions in the statements before, as far as they are computed in any case."""
        if not _has(value):
            return value
        match value:
            case ast.ListComp():
                return self.gathered(value, ast.List([], ast.Load()), _append, before)
            case ast.Call(func=ast.Name(id="len"), args=[ast.ListComp(elt=ast.Constant(value=1)) as inner]):
                return self.gathered(inner, const(0), _add, before)
            case ast.Call(func=ast.Name(id="sum"), args=[ast.ListComp() as inner]):
                return self.gathered(inner, const(0), _add, before)
            case ast.IfExp():
                value.test = self.value(value.test, before)
            case ast.BoolOp():
                value.values[0] = self.value(value.values[0], before)
            case ast.Compare():
                value.left = self.value(value.left, before)
                value.comparators[0] = self.value(value.comparators[0], before)
            case ast.Lambda():
                pass
            case _:
                for field, inner in ast.iter_fields(value):
                    if isinstance(inner, ast.expr):
                        setattr(value, field, self.value(inner, before))
                    elif isinstance(inner, list):
                        inner[:] = [self.value(i, before) if isinstance(i, ast.expr) else i for i in inner]
        return value

    def gathered(self, comprehension: ast.ListComp, start: ast.expr, add: Any, before: list[ast.stmt]) -> ast.expr:
        self.serial += 1
        target = f"_found{self.serial}"
        before += self.loop(comprehension, target, start, add)
        return place_like(name(target), comprehension)

    def loop(self, comprehension: ast.ListComp, target: str, start: ast.expr | None, add: Any) -> list[ast.stmt]:
        """Gather in a name what a comprehension would; without a start, add it to what the name holds."""
        inner: list[ast.stmt] = [add(target, comprehension.elt)]
        for generator in reversed(comprehension.generators):
            for test in reversed(generator.ifs):
                inner = [place_like(ast.If(test, inner, []), test)]
            inner = [place_like(ast.For(generator.target, generator.iter, inner, []), generator.iter)]
        self.statements(inner)
        first = [assign(target, start)] if start is not None else []
        return [place_like(s, comprehension) for s in [*first, *inner]]


def _takes_one_of_each(node: ast.AST) -> bool:
    """Whether this is the function that gives one of each look, where like ones lie together."""
    return isinstance(node, ast.Name) and node.id == "distinct_sorted"


def _append(target: str, element: ast.expr) -> ast.stmt:
    append = place_like(ast.Attribute(name(target), "append", ast.Load()), element)
    return place_like(ast.Expr(place_like(ast.Call(append, [element], []), element)), element)


def _add(target: str, element: ast.expr) -> ast.stmt:
    return place_like(ast.AugAssign(ast.Name(target, ast.Store()), ast.Add(), element), element)


def _has(node: ast.AST) -> bool:
    return any(isinstance(inner, ast.ListComp) for inner in walk(node))
