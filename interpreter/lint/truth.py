"""
Truth: what a condition always is, by the types and constants in it alone.

Parameters are open: their values are never looked at, but against `round` their range is. Rows are constants, but a
general rule may be written for rows that no game has yet, so that a condition which only fails for the rows at hand is
told apart from others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..expr.typed import (
    AttrRef,
    CallFn,
    Checked,
    Const,
    FieldRef,
    Local,
    Op,
    ParamRef,
    Special,
    T,
    TableRef,
    Unwrap,
    ZoneRef,
    trees,
)
from ..model import Finite
from ..source import Span
from ..types import Int, Maybe, Nothing, bounds, plain

OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a condition always is, and why; `literal`: it is written so; `rows`: only for the rows that there are."""

    value: bool
    why: str = ""
    literal: bool = False
    rows: bool = False


def same(a: T, b: T) -> bool:
    """Whether two trees are written the same and so have the same value."""
    if type(a) is not type(b):
        return False
    if isinstance(a, Const) and isinstance(b, Const):
        return a.value == b.value and a.type == b.type
    if isinstance(a, Local) and isinstance(b, Local):
        return a.var is b.var
    if isinstance(a, Special) and isinstance(b, Special):
        return a.name == b.name
    if isinstance(a, ParamRef) and isinstance(b, ParamRef):
        return a.parameter is b.parameter
    if isinstance(a, FieldRef) and isinstance(b, FieldRef):
        return a.field is b.field and _all_same(a.args, b.args)
    if isinstance(a, AttrRef) and isinstance(b, AttrRef):
        return (a.finite, a.attribute) == (b.finite, b.attribute) and same(a.base, b.base)
    if isinstance(a, TableRef) and isinstance(b, TableRef):
        return a.table is b.table and same(a.index, b.index)
    if isinstance(a, ZoneRef) and isinstance(b, ZoneRef):
        if a.zone is not b.zone or a.of != b.of or (a.owner is None) != (b.owner is None):
            return False
        return a.owner is None or (b.owner is not None and same(a.owner, b.owner))
    if isinstance(a, CallFn) and isinstance(b, CallFn):
        return a.function is b.function and _all_same(a.args, b.args)
    if isinstance(a, Op) and isinstance(b, Op):
        return a.op == b.op and _all_same(a.args, b.args)
    return isinstance(a, Unwrap) and isinstance(b, Unwrap) and same(a.base, b.base)


def _all_same(a: tuple[T, ...], b: tuple[T, ...]) -> bool:
    return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))


class Truth:
    """Asks conditions of one game; `rounds` is how far `round` counts, by its place."""

    def __init__(self, checked: Checked, rounds: Mapping[Span, int]) -> None:
        self.checked = checked
        self.rounds = rounds
        self.known: dict[tuple[str, str], frozenset[object] | None] = {}

    def of(self, condition: T) -> Verdict | None:
        """What a condition without `and`, `or` and `not` always is; None where that is open."""
        if isinstance(condition, Const):
            return Verdict(condition.value is True, literal=True)
        if isinstance(condition, AttrRef):
            return self._no_row(condition)
        if not isinstance(condition, Op) or condition.op not in OPPOSITE:
            return None
        left, right = condition.args
        if same(left, right):
            return Verdict(condition.op in ("==", "<=", ">="), "both sides are the same")
        if any(_no_number(t) for t in trees(condition)):
            return None
        if left.span in self.rounds or right.span in self.rounds:
            return self._by_type(condition.op, left, right)
        if any(_open(t) for t in trees(condition)):
            return None
        return self._by_type(condition.op, left, right) or self._by_rows(condition.op, left, right)

    def _by_type(self, op: str, left: T, right: T) -> Verdict | None:
        if op in ("==", "!="):
            return self._never_equal(op, left, right)
        if not (isinstance(left.type, Int) and isinstance(right.type, Int)):
            return None
        why, a, b = self._ranges(left, right), self._bounds(left), self._bounds(right)
        if holds(op, a, b):
            return Verdict(True, why)
        if holds(OPPOSITE[op], a, b):
            return Verdict(False, why)
        return None

    def _bounds(self, value: T) -> tuple[int | None, int | None]:
        low, high = bounds(plain(value.type))
        return low, self.rounds.get(value.span, high)

    def _ranges(self, left: T, right: T) -> str:
        """What is known of both sides."""
        told = []
        for side in (left, right):
            if side.span in self.rounds:
                told.append(f"`round` counts within a phase, here up to {self.rounds[side.span]}")
            elif not isinstance(side, Const):
                told.append(f"`{_text(side)}` is {side.type}")
        return " and ".join(told)

    def _never_equal(self, op: str, left: T, right: T) -> Verdict | None:
        differ = op == "!="
        for nothing, other in ((left, right), (right, left)):
            if isinstance(nothing.type, Nothing):
                if isinstance(other.type, (Maybe, Nothing)):
                    return None
                return Verdict(differ, f"`{_text(other)}` is a {other.type}, and never `none`")
        if isinstance(left, Const) and isinstance(right, Const) and left.type == right.type:
            return Verdict((left.value == right.value) is not differ, "both sides are fixed")
        a, b = plain(left.type), plain(right.type)
        if isinstance(a, Int) and isinstance(b, Int):
            here, there = self._bounds(left), self._bounds(right)
            if holds("<", here, there) or holds(">", here, there):
                return Verdict(differ, self._ranges(left, right))
        return None

    # -- rows ------------------------------------------------------------------------------------

    def _no_row(self, value: AttrRef) -> Verdict | None:
        """A condition that is true of a row, and of which there is none."""
        if self.values(value) != frozenset([False]):
            return None
        return Verdict(False, f"no row of {value.finite.name} has `{value.attribute}`", rows=True)

    def _by_rows(self, op: str, left: T, right: T) -> Verdict | None:
        """A comparison that fails for all values which the rows give."""
        a, b = self._possible(left), self._possible(right)
        if a is None or b is None or op == "!=":
            return None
        tests = {
            "==": lambda x, y: x == y, "<": lambda x, y: x < y, "<=": lambda x, y: x <= y, ">": lambda x, y: x > y,
            ">=": lambda x, y: x >= y,
        }  # fmt: skip
        if op != "==" and not all(isinstance(x, int) for x in a | b):
            return None
        if not a or not b or len(a) * len(b) > 10_000 or any(tests[op](x, y) for x in a for y in b):
            return None
        name = next(f"{t.finite.name} has such a `{t.attribute}`" for t in (left, right) if isinstance(t, AttrRef))
        return Verdict(False, f"no row of {name}", rows=True)

    def _possible(self, value: T) -> frozenset[object] | None:
        if isinstance(value, Const):
            return frozenset([value.value])
        return self.values(value) if isinstance(value, AttrRef) else None

    def values(self, value: AttrRef) -> frozenset[object] | None:
        """The values that the rows of a type give to an attribute; None where not all of them are plain."""
        key = (value.finite.name, value.attribute)
        if key not in self.known:
            self.known[key] = self._values(value.finite, value.attribute)
        return self.known[key]

    def _values(self, finite: Finite, attribute: str) -> frozenset[object] | None:
        declared = finite.attributes.get(attribute)
        if declared is None or finite.kind not in ("enum", "component", "node"):
            return None
        if any(attribute in row.each for row in finite.rows):
            return None
        names = finite.names if finite.kind == "node" else [row.name for row in finite.rows]
        empty = None if isinstance(declared.type, Maybe) else False
        found: set[object] = set()
        for name in names:
            for side in finite.sides or [""]:
                keys = ((name, side), (name, ""), ("", side), ("", ""))
                given = [self.checked.attributes.get((finite.name, *key, attribute)) for key in keys]
                value = next((v for v in given if v is not None), None)
                if value is None and declared.implied:
                    found.add(empty)
                elif isinstance(value, Const):
                    found.add(value.value)
                else:
                    return None
        return frozenset(found)


def _open(value: T) -> bool:
    """What another table has otherwise: a parameter, or how many seats there are."""
    seat = isinstance(value, AttrRef) and value.finite.kind == "player" and value.attribute == "seat"
    return seat or isinstance(value, ParamRef)


def _no_number(value: T) -> bool:
    """What has no value at all, so that nothing follows from it; the fault is told where it is chosen."""
    low, high = bounds(plain(value.type))
    return low is not None and high is not None and low > high


def _text(value: T) -> str:
    return " ".join(value.span.text.split())


def holds(op: str, a: tuple[int | None, int | None], b: tuple[int | None, int | None]) -> bool:
    """Whether a comparison holds for all numbers within these bounds."""
    if op in (">", ">="):
        return holds("<" if op == ">" else "<=", b, a)
    high, low = a[1], b[0]
    return high is not None and low is not None and (high < low or (op == "<=" and high == low))
