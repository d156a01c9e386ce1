"""
Trees of expressions, as the author wrote them, before any name is looked up.

`start` and `end` are offsets into the text of the YAML value (`Scalar.text`); the scalar turns
them into places in the file. They take no part in equality, so that printing a tree and parsing
that text gives an equal tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Expr:
    start: int = field(compare=False)
    end: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Number(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Name(Expr):
    """A bare word: a local, a zone, a symbol, `none`, `true`, ..."""

    name: str


@dataclass(frozen=True, slots=True)
class Dot(Expr):
    """`base.name`, without arguments."""

    base: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """`name(args)`; or `base.name(args)` when `base` is there."""

    name: str
    args: tuple[Expr, ...]
    base: Expr | None = None


@dataclass(frozen=True, slots=True)
class Index(Expr):
    """`base[index]`."""

    base: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """`op` is `not` or `-`."""

    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """`op` is one of: or and == != <= >= < > in `not in` .. + - * // %"""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Choice(Expr):
    """`if test then yes else no`."""

    test: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class ListOf(Expr):
    """`[a, b]`, or a YAML list in the place of an expression."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """`for name in domain` (`name at index in domain` binds the position too); no domain in a cost (`cost for x`)."""

    name: str
    index: str | None
    domain: Expr | None
    start: int = field(compare=False, default=0)
    end: int = field(compare=False, default=0)


@dataclass(frozen=True, slots=True)
class Query(Expr):
    """
    `c in hand where c.red` (result None: the bound name itself), or `c.rank for p in players for c in p.hand where ..`.

    A bare `c in hand` is a Binary `in`; where a query is wanted, `as_query` reads it as one.
    """

    result: Expr | None
    loops: tuple[Loop, ...]
    where: Expr | None


def as_query(expr: Expr) -> Expr:
    """Read `name in domain` as a query over `domain`; anything else is returned as it is."""
    if isinstance(expr, Binary) and expr.op == "in" and isinstance(expr.left, Name):
        loop = Loop(expr.left.name, None, expr.right, expr.left.start, expr.left.end)
        return Query(expr.start, expr.end, None, (loop,), None)
    return expr


@dataclass(frozen=True, slots=True)
class Amount(Expr):
    """How many (`count`, `repeat`): `kind` is any, exactly, between, at_least or at_most."""

    kind: str
    low: Expr | None = None
    high: Expr | None = None


@dataclass(frozen=True, slots=True)
class TypeExpr(Expr):
    """
    A type as written: `Int`, `0..15`, `Player`, `list of Good`, `maybe Player`, `Int = 0`, `MapTile.Side`.

    `kind` is named, range, list or maybe. A range has `low` and `high` (numbers or parameter names).
    """

    kind: str
    name: str = ""
    part: str = ""
    low: Expr | None = None
    high: Expr | None = None
    item: TypeExpr | None = None
    default: Expr | None = None
