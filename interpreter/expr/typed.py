"""
Typed trees of expressions: every name bound, every type known.

Made by `check`, read by `emit` (which makes Python of them) and by the slow evaluator of the tests.
Nothing here depends on the number of players or on the values of parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ..model import Answer, Board, Field, Finite, Function, Parameter, Table, Zone
from ..source import Span
from ..types import Int, Type, plain


@dataclass(slots=True, eq=False)
class Var:
    """A local name. `origin` is the zone that a component bound to it lies in, where that is known."""

    name: str
    type: Type
    span: Span
    origin: ZoneRef | None = None


@dataclass(slots=True, eq=False)
class T:
    type: Type
    span: Span


@dataclass(slots=True, eq=False)
class Const(T):
    """A number, a truth value, `none`, or (as text) the name of a member of its type."""

    value: int | bool | str | None


@dataclass(slots=True, eq=False)
class ParamRef(T):
    parameter: Parameter


@dataclass(slots=True, eq=False)
class Local(T):
    var: Var


@dataclass(slots=True, eq=False)
class Special(T):
    """`player`, `first_player`, `last_player`, `round`, `ending`, `ended_by`, `solo`."""

    name: str


@dataclass(slots=True, eq=False)
class AllOf(T):
    """All members of a finite type, in order."""

    finite: Finite


@dataclass(slots=True, eq=False)
class FieldRef(T):
    field: Field
    args: tuple[T, ...]


@dataclass(slots=True, eq=False)
class ZoneRef(T):
    """A zone's contents, as a list; `zone` None is the box of the component type in `of`."""

    zone: Zone | None
    owner: T | None
    of: str


@dataclass(slots=True, eq=False)
class BoardTiles(T):
    """The tiles lying on a tile map, as a list; with `parts`, the parts of that type on them."""

    board: Board
    parts: Finite | None


@dataclass(slots=True, eq=False)
class AttrRef(T):
    """A constant of a member: an attribute, or a built-in one (`seat`, `scripted`, `tile`, a list of parts)."""

    finite: Finite
    attribute: str
    base: T


@dataclass(slots=True, eq=False)
class TableRef(T):
    table: Table
    index: T


@dataclass(slots=True, eq=False)
class CallFn(T):
    function: Function
    args: tuple[T, ...]


@dataclass(slots=True, eq=False)
class RowCall(T):
    """The answer that the row of `base` gives."""

    finite: Finite
    answer: Answer
    base: T
    args: tuple[T, ...]


@dataclass(slots=True, eq=False)
class Op(T):
    """`op`: and or not == != < <= > >= in not_in + - * // % neg concat range."""

    op: str
    args: tuple[T, ...]


@dataclass(slots=True, eq=False)
class If(T):
    test: T
    yes: T
    no: T


@dataclass(slots=True, eq=False)
class ListLit(T):
    items: tuple[T, ...]


@dataclass(slots=True, eq=False)
class LoopT:
    var: Var
    index: Var | None
    domain: T


@dataclass(slots=True, eq=False)
class QueryT(T):
    result: T
    loops: tuple[LoopT, ...]
    where: T | None


@dataclass(slots=True, eq=False)
class Built(T):
    """A call of a built-in function."""

    name: str
    args: tuple[T, ...]
    board: Board | None = None


@dataclass(slots=True, eq=False)
class CostFn(T):
    """`cost for x`: what entering x costs, or whether x may be entered."""

    var: Var
    body: T


@dataclass(slots=True, eq=False)
class Unwrap(T):
    """A `maybe T` where T is wanted: a rule error when it holds `none`."""

    base: T


@dataclass(slots=True, eq=False)
class Template:
    """Text with values in it: `prompt`, `note`."""

    parts: tuple[str | T, ...]
    span: Span


@dataclass(slots=True, eq=False)
class Body:
    """A checked formula with its parameters: a function, or one row's answer."""

    params: tuple[Var, ...]
    value: T


@dataclass(slots=True, eq=False)
class Checked:
    """What `check` found out about formulas, by what they belong to."""

    functions: dict[str, Body] = field(default_factory=dict)
    answers: dict[tuple[str, str, str, str], Body] = field(default_factory=dict)  # type, row ("" default), side, answer
    attributes: dict[tuple[str, str, str, str], T] = field(default_factory=dict)  # type, row, side, attribute
    each: dict[tuple[str, str, str], T] = field(default_factory=dict)  # type, row, attribute
    copies: dict[tuple[str, str], T] = field(default_factory=dict)  # type, row
    tables: dict[str, tuple[T, ...]] = field(default_factory=dict)
    field_starts: dict[str, T] = field(default_factory=dict)
    zone_starts: dict[str, QueryT | None] = field(default_factory=dict)
    zone_max: dict[str, T] = field(default_factory=dict)
    zone_keep: dict[str, T] = field(default_factory=dict)
    zone_seen: dict[str, Body] = field(default_factory=dict)


def origin(value: T) -> ZoneRef | None:
    """The one zone that all components of `value` lie in, where that can be read off."""
    if isinstance(value, ZoneRef):
        return value
    if isinstance(value, Local):
        return value.var.origin
    if isinstance(value, Unwrap):
        return origin(value.base)
    if isinstance(value, QueryT) and len(value.loops) == 1 and isinstance(value.result, Local):
        return origin(value.loops[0].domain) if value.result.var is value.loops[0].var else None
    if isinstance(value, Built) and value.name in (
        "first",
        "last",
        "rest",
        "top",
        "bottom",
        "the",
        "sorted",
        "distinct",
        "without",
    ):
        return origin(value.args[0])
    return None


def lasting(zone: ZoneRef) -> bool:
    """Whether the same words name the same zone a few steps later: its owner does not hang on a field."""
    owner = zone.owner
    while isinstance(owner, (AttrRef, Unwrap)):
        owner = owner.base
    return owner is None or isinstance(owner, (Const, Local, ParamRef, Special))


def trees(value: object) -> Iterator[T]:
    """A tree and all trees inside it."""
    if isinstance(value, T):
        yield value
    if isinstance(value, (T, LoopT)):
        for klass in type(value).__mro__:
            for attribute in getattr(klass, "__slots__", ()):
                child = getattr(value, attribute, None)
                for c in child if isinstance(child, tuple) else (child,):
                    if isinstance(c, (T, LoopT)):
                        yield from trees(c)


def bound(value: T, end: int) -> int | None:
    """The lower (0) or upper (1) bound of a number, where it is known."""
    type = plain(value.type)
    if not isinstance(type, Int):
        return None
    return type.high if end else type.low


def told(value: Any, given: dict[Var, T]) -> Any:
    """A tree with others in place of some local names."""
    if isinstance(value, Local):
        return given.get(value.var, value)
    if isinstance(value, tuple):
        return tuple(told(part, given) for part in value)
    if not isinstance(value, (T, LoopT)):
        return value
    return replace(value, **{f.name: told(getattr(value, f.name), given) for f in fields(value)})


def mentions(value: T, var: Var) -> bool:
    """Whether a tree reads a local name."""
    return any(isinstance(t, Local) and t.var is var for t in trees(value))


def read_once(value: T, var: Var) -> bool:
    """Whether a tree reads a local name at most once, and not inside a loop."""
    reads = [t for t in trees(value) if isinstance(t, Local) and t.var is var]
    looped = any(mentions(part, var) for t in trees(value) for part in _repeated(t))
    return len(reads) <= 1 and not looped


def _repeated(value: T) -> list[T]:
    """The parts of a tree that are asked for again and again: all of a query but what its first name runs over."""
    if isinstance(value, CostFn):
        return [value.body]
    if not isinstance(value, QueryT):
        return []
    rest = [loop.domain for loop in value.loops[1:]]
    return [*rest, value.result, *([value.where] if value.where is not None else [])]


def free_locals(value: T) -> set[Var]:
    """The local names that a tree reads and does not bind itself."""
    bound = {v for t in trees(value) if isinstance(t, QueryT) for loop in t.loops for v in (loop.var, loop.index) if v}
    bound |= {t.var for t in trees(value) if isinstance(t, CostFn)}
    return {t.var for t in trees(value) if isinstance(t, Local)} - bound


def certain(value: T) -> bool:
    """Whether a tree has a value in whatever position it is asked for."""
    return all(
        isinstance(t, (Const, ParamRef, Local, Special, FieldRef, AttrRef))
        or (isinstance(t, Op) and t.op in ("+", "-", "neg", "==", "!=", "<", "<=", ">", ">="))
        for t in trees(value)
    )


def extent(domain: T) -> int:
    """How many values a name runs over, where that is plain from the definition; else 1."""
    if isinstance(domain, Op) and domain.op == "range":
        low, high = (a.value if isinstance(a, Const) else None for a in domain.args)
        return max(1, high - low + 1) if isinstance(low, int) and isinstance(high, int) else 1
    if isinstance(domain, AllOf):
        return len(domain.finite.names) or 1
    if isinstance(domain, QueryT):
        product = 1
        for loop in domain.loops:
            product *= extent(loop.domain)
        return product
    return 1
