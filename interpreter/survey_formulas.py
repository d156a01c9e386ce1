"""
Survey of formulas: the points in expressions, and those of what expressions speak of — functions, components.

Found by walking over checked trees, never over emitted code, so the same things are counted however they are
compiled. What parameters and player count rule out is kept apart: it is among `found`, but not among `possible`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from .expr.typed import AttrRef, Body, Built, CallFn, CostFn, If, LoopT, Op, QueryT, RowCall, T, Template, Unwrap
from .points import Point, Register
from .settled import settled
from .source import Span
from .steps.decisions import Count
from .types import Member, Seq, plain

if TYPE_CHECKING:
    from .layout import Layout

Watch = Callable[[Any], Point | None]
"""From a value that was computed to the point that it exercises."""


@dataclass(slots=True)
class Kinds:
    """By component: the points of its kind."""

    moved: list[Point | None] = field(default_factory=list)
    chosen: list[Point | None] = field(default_factory=list)
    looked: list[Point | None] = field(default_factory=list)


class Formulas:
    def __init__(self, layout: Layout, register: Register) -> None:
        self.layout = layout
        self.register = register
        self.found: dict[Point, None] = {}
        self.possible: set[Point] = set()
        self.values: dict[T, dict[str, Watch]] = {}
        self.kinds: dict[str, Kinds] = {}
        self._alive = True
        self._inside: Point | None = None
        self._tested: set[T] = set()  # conditions whose two outcomes are points already
        self._last_sides: dict[T, tuple[Point, Point]] = {}  # of conditions with several sides
        self._walked: dict[Any, bool] = {}

    # -- points ----------------------------------------------------------------------------------

    def point(self, group: str, subject: str, outcome: str, span: Span, *, possible: bool = True) -> Point:
        point = self.register.point(group, subject, outcome, span, self._inside)
        self.found[point] = None
        if possible and self._alive:
            self.possible.add(point)
        return point

    @contextmanager
    def under(self, point: Point | None, *, possible: bool = True) -> Iterator[None]:
        """What is walked over here can only be reached by way of `point`."""
        before = self._inside, self._alive
        self._inside, self._alive = point or self._inside, self._alive and possible
        yield
        self._inside, self._alive = before

    def watch(self, value: T, kind: str, watch: Watch) -> None:
        self.values.setdefault(value, {})[kind] = watch

    def test(self, value: T, subject: str, yes: str = "true", no: str = "false") -> tuple[Point, Point, Any]:
        """A condition of which both outcomes are points; the third is its value, where that is settled."""
        known = settled(self.layout, value)
        held = self.point("branches", subject, yes, value.span, possible=known is None or bool(known))
        failed = self.point("branches", subject, no, value.span, possible=not known)
        self.watch(value, subject, lambda found: held if found else failed)
        inner = value
        while isinstance(inner, Op) and inner.op == "not":
            self._tested.add(inner)
            inner = inner.args[0]
        self._tested.add(inner)
        self.value(inner)
        if value in self._last_sides:  # `a and b` is true only where `b` is, `a or b` false only where `b` is
            yes_side, no_side = self._last_sides[value]
            if isinstance(value, Op) and value.op == "and":
                held.inside = yes_side
            else:
                failed.inside = no_side
        return held, failed, known

    # -- expressions -----------------------------------------------------------------------------

    def value(self, value: object) -> None:
        if isinstance(value, T) and not self._again(value):
            walk = self.WALKS.get(type(value))
            if walk is not None:
                walk(self, value)
            else:
                self.parts(value)

    def _again(self, thing: Any) -> bool:
        """Whether this was walked over before; what cannot happen here may be possible elsewhere."""
        if self._walked.get(thing, False) or (thing in self._walked and not self._alive):
            return True
        self._walked[thing] = self._alive
        return False

    def parts(self, thing: Any) -> None:
        """All expressions that are directly inside an expression or a step."""
        for f in fields(thing):
            inside = getattr(thing, f.name)
            inside = list(inside.values()) if isinstance(inside, dict) else inside
            for part in inside if isinstance(inside, (list, tuple)) else (inside,):
                if isinstance(part, LoopT):
                    self.value(part.domain)
                elif isinstance(part, (Count, Template)):
                    self.parts(part)
                self.value(part)

    def _if(self, v: If) -> None:
        yes, no, known = self.test(v.test, "the condition of `if`")
        for point, arm, possible in ((yes, v.yes, known is not False), (no, v.no, not known)):
            with self.under(point, possible=possible):
                self.value(arm)

    def _op(self, v: Op) -> None:
        if v.op not in ("and", "or"):
            self.parts(v)
            return
        goes_on = v.op == "and"
        inside, possible = self._inside, True
        for side in _sides(v):
            with self.under(inside, possible=possible):
                if _is_logic(side):
                    self._last_sides.pop(v, None)
                    self.value(side)
                    known = settled(self.layout, side)
                else:
                    yes, no, known = self.test(side, f"a side of `{v.op}`")
                    inside = yes if goes_on else no
                    self._last_sides[v] = (yes, no)
            possible = possible and (known is None or bool(known) == goes_on)

    def _query(self, v: QueryT) -> None:
        for loop in v.loops:
            self.value(loop.domain)
        point, possible = None, True
        if v.where is not None:
            point, _, known = self.test(v.where, "`where`")
            possible = known is None or bool(known)
        with self.under(point, possible=possible):
            self.value(v.result)

    def _built(self, v: Built) -> None:
        if v.name in ("any", "all", "empty") and isinstance(v.args[0], QueryT) and v not in self._tested:
            self.test(v, f"`{v.name}`")
        if v.name == "first" and len(v.args) == 1 and isinstance(v.args[0], QueryT) and v not in self._tested:
            found = self.point("branches", "`first`", "other than none", v.span)
            nothing = self.point("branches", "`first`", "none", v.span)
            self.watch(v, "first", lambda value: nothing if value is None else found)
        self.parts(v)

    def _unwrap(self, v: Unwrap) -> None:
        arms: list[T] = [v.base]
        for arm in arms:
            self._tested.add(arm)  # `none` would be a rule error, no branch
            arms += [arm.yes, arm.no] if isinstance(arm, If) else []
        self.value(v.base)

    def _call(self, v: CallFn) -> None:
        self.parts(v)
        body = self.layout.checked.functions[v.function.name]
        self.body(body, f"`{v.function.name}`", "called", v.function.span)

    def _row_call(self, v: RowCall) -> None:
        self.parts(v)
        self._look(v.base)
        for (type, row, side, answer), body in self.layout.checked.answers.items():
            if (type, answer) == (v.finite.name, v.answer.name):
                with self.under(None, possible=not row or row in self.layout.members[type].rows):
                    of = ".".join(n for n in (type, row, side) if n)
                    self.body(body, f"`{answer}` of `{of}`", "asked for", body.value.span)

    def _attribute(self, v: AttrRef) -> None:
        self.parts(v)
        self._look(v.base)

    def _look(self, value: T) -> None:
        """A formula asks what a component is like."""
        looked = self.of_kind(value, "looked")
        if looked:
            self.watch(value, "looked", lambda found: looked[found] if isinstance(found, int) else None)

    def body(self, body: Body, subject: str, outcome: str, span: Span) -> None:
        """A formula with a name; it may be reached in many ways, so it is inside nothing."""
        point = self.point("functions", subject, outcome, span)
        point.inside = None
        self.watch(body.value, subject, lambda _: point)
        with self.under(point):
            self.value(body.value)

    WALKS: dict[type, Callable[[Any, Any], None]] = {
        If: _if, Op: _op, QueryT: _query, Built: _built, Unwrap: _unwrap, CallFn: _call, RowCall: _row_call,
        AttrRef: _attribute, CostFn: lambda self, v: self.value(v.body),
    }  # fmt: skip

    # -- components ------------------------------------------------------------------------------

    def of_kind(self, value: T, outcome: str) -> list[Point | None]:
        """By component, the points of what can happen to its kind; [] when the value is no component."""
        type = plain(value.type)
        type = plain(type.item) if isinstance(type, Seq) else type
        return self.of_type(type.name, outcome) if isinstance(type, Member) else []

    def of_type(self, name: str, outcome: str) -> list[Point | None]:
        finite = self.layout.definition.finites[name]
        if finite.kind != "component":
            return []
        points: list[Point | None] = getattr(self.kinds.setdefault(name, Kinds()), outcome)
        rows = {row.name: row.span for row in finite.rows}
        members = self.layout.members[name]
        words = {"looked": "looked at"}
        with self.under(None):
            self._inside = None
            for number, row in enumerate(members.rows if not points or self._alive else ()):
                label = self.layout.label(Member(name), number)
                there = number >= len(members.copies) or members.copies[number] > 0
                span = rows.get(row, finite.span)
                assert span is not None
                point = self.point(
                    "components", f"`{name}({label})`", words.get(outcome, outcome), span, possible=there
                )
                if number >= len(points):
                    points.append(point)
        return points


def when_true(point: Point) -> Watch:
    return lambda value: point if value else None


def _is_logic(value: T) -> bool:
    while isinstance(value, Op) and value.op == "not":
        value = value.args[0]
    return isinstance(value, Op) and value.op in ("and", "or")


def _sides(value: Op) -> Iterator[T]:
    """`a and b and c` has three sides."""
    for side in value.args:
        if isinstance(side, Op) and side.op == value.op:
            yield from _sides(side)
        else:
            yield side
