"""
Members: what stands behind a dot — attributes, answers, fields and zones of an owner, parts of a tile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import did_you_mean, listing
from ..model import Finite
from ..source import Span
from ..types import BOOL, PLAYER, UNKNOWN, Cell, Int, Maybe, Member, Seq, Type, Unknown, fits, plain
from . import calls, tree
from .functions import FUNCTIONS, PLAYER_ATTRIBUTES
from .typed import AttrRef, BoardTiles, Const, RowCall, T

if TYPE_CHECKING:
    from .check import Checker
    from .scope import Scope


def member(
    c: Checker, expr: tree.Expr, base_expr: tree.Expr, name: str, args: tuple[tree.Expr, ...], scope: Scope
) -> T:
    """`base.name` or `base.name(args)`: attribute, answer, field, zone, part, function."""
    base = c.need(c.check(tree.as_query(base_expr), scope), None)
    span = c.span(expr)
    if isinstance(plain(base.type), Unknown):
        return Const(UNKNOWN, span, None)
    owner = plain(base.type)
    if isinstance(owner, Member):
        opened = c.need(base, owner)
        found = _of_member(c, opened, c.d.finites[owner.name], name, args, expr, scope)
        if found is not None:
            return found
    if isinstance(base, BoardTiles):
        for part in c.d.finites[base.board.tiles].parts:
            if c.d.finites[part].part_list == name:
                return BoardTiles(Seq(Member(part)), span, base.board, c.d.finites[part])
    if name in c.d.functions:
        return calls.call_function(c, name, expr, args, scope, base)
    if name in FUNCTIONS:
        return calls.call_builtin(c, name, expr, args, scope, base)
    choices = _choices(c, base.type)
    return c.fault(
        expr, "unknown-attribute", f"{base.type} has no `{name}`",
        notes=(f"it has: {listing(choices)}",) if choices else (), help=_meant(name, choices), missing=name,
        name=name_span(c, expr, base_expr, name),
    )  # fmt: skip


OTHER_NAMES = {"length": "size", "len": "size", "number": "size", "peek": "top", "head": "first", "tail": "last"}
"""What other languages call some functions."""


def _meant(name: str, choices: list[str]) -> str:
    known = OTHER_NAMES.get(name, "")
    return f"write `{known}`" if known in choices else did_you_mean(name, choices)


def name_span(c: Checker, expr: tree.Expr, base: tree.Expr, name: str) -> Span:
    """The place of the name alone, in `base.name`, `base.name(..)` or `name(base, ..)`."""
    assert c.node is not None
    at = c.node.text.find(name, base.end, expr.end)
    at = expr.start if at < 0 else at
    return c.node.part(at, at + len(name))


def _of_member(
    c: Checker, base: T, finite: Finite, name: str, args: tuple[tree.Expr, ...], expr: tree.Expr, scope: Scope
) -> T | None:
    d, span = c.d, c.span(expr)
    if finite.kind == "player" and name in PLAYER_ATTRIBUTES and not args:
        types: dict[str, Type] = {"others": Seq(PLAYER), "seat": Int(1, d.max_seats), "scripted": BOOL}
        return AttrRef(types.get(name, PLAYER), span, finite, name, base)
    if name in finite.answers:
        return _row_call(c, base, finite, name, args, expr, scope)
    found: T | None = None
    if name in finite.attributes:
        found = AttrRef(finite.attributes[name].type, span, finite, name, base)
    elif name in d.fields and d.fields[name].per[:1] == (finite.name,):
        found = c._field(d.fields[name], (base,), span)
    elif name in d.zones and d.zones[name].per == finite.name:
        found = c._zone(d.zones[name], base, span)
    else:
        found = _of_tile(c, base, finite, name, span)
    if found is not None and args:
        return c.fault(expr, "not-a-function", f"`{name}` takes no values")
    return found


def _of_tile(c: Checker, base: T, finite: Finite, name: str, span: Span) -> T | None:
    if finite.kind == "part" and name == finite.part_of:
        return AttrRef(Member(finite.tile), span, finite, "tile", base)
    if finite.sides and name == "side":
        return AttrRef(Member(f"{finite.name}.Side"), span, finite, "side", base)
    if finite.map and finite.kind == "component" and name == "cell":
        return AttrRef(Maybe(Cell(finite.map)), span, finite, "cell", base)
    for part in finite.parts:
        if c.d.finites[part].part_list == name:
            return AttrRef(Seq(Member(part)), span, finite, name, base)
    return None


def _choices(c: Checker, type: Type) -> list[str]:
    d = c.d
    owner = plain(type)
    names: list[str] = []
    if isinstance(owner, Member):
        finite = d.finites[owner.name]
        names += [*finite.attributes, *finite.answers]
        names += [f.name for f in d.fields.values() if f.per[:1] == (finite.name,)]
        names += [z.name for z in d.zones.values() if z.per == finite.name]
        names += list(PLAYER_ATTRIBUTES) if finite.kind == "player" else []
    names += [f.name for f in d.functions.values() if f.params and fits(type, next(iter(f.params.values())))]
    if isinstance(type, Seq):
        names += [n for n, f in FUNCTIONS.items() if f.params[0] in ("list", "zone", "ints", "bools")]
    return names


def symbol_of(c: Checker, expr: tree.Dot, finite: Finite) -> T:
    names = c.names_of(finite.name)
    if expr.name in names:
        return Const(Member(finite.name), c.span(expr), expr.name)
    return c.unknown(finite.name, expr, expr.name, names, at=name_span(c, expr, expr.base, expr.name))


def _row_call(
    c: Checker, base: T, finite: Finite, name: str, args: tuple[tree.Expr, ...], expr: tree.Expr, scope: Scope
) -> T:
    answer = finite.answers[name]
    values = calls.arguments(c, name, list(answer.params.values()), expr, args, scope, None)
    if values is None:
        return Const(UNKNOWN, c.span(expr), None)
    return RowCall(c.answer_type(finite, name), c.span(expr), finite, answer, base, values)
