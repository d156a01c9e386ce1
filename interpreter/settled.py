"""
Settled: the value of an expression that parameters and the number of players alone decide, without play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .expr.typed import AllOf, AttrRef, Built, CallFn, Const, If, Op, ParamRef, Special, T, Unwrap
from .types import Member, plain

if TYPE_CHECKING:
    from .layout import Layout

Value = bool | int | None
"""None: play decides. Members are numbers; `none` itself is never settled."""


def settled(layout: Layout, value: T) -> Value:
    """`short and round > 3` is false where the parameter `short` is, however the game goes."""
    if isinstance(value, Const):
        if isinstance(value.value, str):
            return layout.number(plain(value.type), value.value) if isinstance(plain(value.type), Member) else None
        return value.value
    if isinstance(value, ParamRef):
        found = layout.parameters[value.parameter.name]
        return found if isinstance(found, (bool, int)) else None
    if isinstance(value, Special):
        return layout.players == 1 if value.name == "solo" else None
    if isinstance(value, AttrRef):
        nobody = value.attribute == "scripted" and value.finite.kind == "player" and layout.seats == layout.players
        return False if nobody else None
    if isinstance(value, Unwrap):
        return settled(layout, value.base)
    if isinstance(value, CallFn):
        return settled(layout, layout.checked.functions[value.function.name].value)
    if isinstance(value, If):
        test = settled(layout, value.test)
        return None if test is None else settled(layout, value.yes if test else value.no)
    if isinstance(value, Built) and value.name in ("size", "count") and isinstance(value.args[0], AllOf):
        return len(layout.members[value.args[0].finite.name].names)
    return _operator(layout, value) if isinstance(value, Op) else None


def _operator(layout: Layout, value: Op) -> Value:
    found = [settled(layout, a) for a in value.args]
    if value.op in ("and", "or"):
        wins = value.op == "or"
        if any(x is not None and bool(x) == wins for x in found):
            return wins
        return None if None in found else not wins
    known = [x for x in found if x is not None]
    if len(known) < len(found):
        return None
    if len(known) == 1:
        return not known[0] if value.op == "not" else -known[0] if value.op == "neg" else None
    a, b = known[:2]
    return {
        "==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b,
        "+": a + b, "-": a - b, "*": a * b,
    }.get(value.op)  # fmt: skip
