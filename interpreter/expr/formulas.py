"""
Formulas: functions, rows' answers and tables — expressions with parameters of their own, checked when first needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..diagnostics import Bag
from ..model import Definition, Finite
from ..nodes import Node
from ..types import INT, UNKNOWN, Member, Type, join, widened
from .scope import Scope
from .typed import Body, CallFn, Checked, Const, RowCall, T, Var, trees


class Formulas:
    """The part of the checker that keeps what was found out about formulas."""

    d: Definition
    bag: Bag
    checked: Checked
    busy: list[str]

    if TYPE_CHECKING:

        def expr(self, node: Node, scope: Scope, want: Type | None = None, *, query: bool = False) -> T: ...
        def constant(self, node: Node, want: Type | None = None, *, query: bool = False) -> T: ...
        def need(self, value: T, want: Type | None) -> T: ...

    def function(self, name: str) -> Body:
        """The checked formula of a function (checked once, when first needed)."""
        self.d.used.add(f"functions.{name}")
        if name in self.checked.functions:
            return self.checked.functions[name]
        f = self.d.functions[name]
        if name in self.busy:
            way = " -> ".join([*self.busy[self.busy.index(name) :], name])
            self.bag.error("recursive-function", f"`{name}` needs itself: {way}", f.span)
            return Body(tuple(Var(n, t, f.span) for n, t in f.params.items()), Const(UNKNOWN, f.span, None))
        self.busy.append(name)
        body = self.body(f.params, f.body, None, {})
        self.busy.pop()
        self.checked.functions[name] = body
        return body

    def body(self, params: dict[str, Type], node: Node, want: Type | None, extra: dict[str, Type]) -> Body:
        """A formula with parameters; `player` has no meaning in it."""
        scope = Scope(player=False)
        variables = [scope.bind(Var(n, t, node.span)) for n, t in {**extra, **params}.items()]
        return Body(tuple(variables), self.expr(node, scope, want, query=True))

    def answer_type(self, finite: Finite, name: str) -> Type:
        answer = finite.answers[name]
        if answer.gives is not None:
            return answer.gives
        if answer.default is not None:
            return widened(self.answer(finite, "", "", name, answer.default).value.type)
        for row in finite.rows:
            if name in row.values:
                return widened(self.answer(finite, row.name, "", name, row.values[name]).value.type)
        return UNKNOWN

    def answer(self, finite: Finite, row: str, side: str, name: str, node: Node) -> Body:
        """One row's formula for an answer."""
        key = (finite.name, row, side, name)
        if key in self.checked.answers:
            return self.checked.answers[key]
        label = f"{finite.name}.{row}.{side}.{name}"
        if label in self.busy:
            self.bag.error("recursive-function", f"`{name}` of {finite.name} needs itself", node.span)
            return Body((), Const(UNKNOWN, node.span, None))
        answer = finite.answers[name]
        self.busy.append(label)
        body = self.body(answer.params, node, answer.gives, {"self": Member(finite.name)})
        self.busy.pop()
        self.checked.answers[key] = body
        return body

    def table_type(self, name: str) -> Type:
        """The type of a table's values."""
        if name not in self.checked.tables:
            table = self.d.tables[name]
            values = tuple(self.constant(v) for v in table.values)
            type: Type | None = values[0].type if values else INT
            for v in values[1:]:
                joined = join(type, v.type) if type else None
                if joined is None:
                    self.bag.error(
                        "wrong-type", f"the values of a table are of one type: {type}, found {v.type}", v.span
                    )
                    joined = UNKNOWN
                type = joined
            table.value_type = type or INT
            self.checked.tables[name] = values
        return self.d.tables[name].value_type

    def report_cycles(self) -> None:
        """Formulas that need themselves by way of rows' answers (plain functions are caught when checked)."""
        calls: dict[str, set[str]] = {}
        places: dict[str, Body] = {}
        for name, body in self.checked.functions.items():
            calls[name] = set(called(body.value))
            places[name] = body
        for (finite, _, _, answer), body in self.checked.answers.items():
            key = f"{finite}.{answer}"
            calls.setdefault(key, set()).update(called(body.value))
            places[key] = body
        done: set[str] = set()

        def visit(key: str, way: list[str]) -> None:
            if key in way:
                circle = [*way[way.index(key) :], key]
                if len(set(circle)) > 1 or "." in key:
                    self.bag.error(
                        "recursive-function", f"`{key}` needs itself: {' -> '.join(circle)}", places[key].value.span
                    )
                return
            if key in done or self.bag.failed:
                return
            for other in sorted(calls.get(key, ())):
                visit(other, [*way, key])
            done.add(key)

        for key in calls:
            visit(key, [])


def called(value: T) -> Iterator[str]:
    """The functions and answers that a formula calls."""
    for t in trees(value):
        if isinstance(t, CallFn):
            yield t.function.name
        elif isinstance(t, RowCall):
            yield f"{t.finite.name}.{t.answer.name}"
