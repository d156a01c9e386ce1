"""
Operators: arithmetic, comparison, membership and `if .. then .. else`, typed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import did_you_mean, listing
from ..source import Span
from ..types import BOOL, INT, UNKNOWN, Int, Member, Seq, Type, Unknown, bounds, fits, interval, join, plain, widened
from . import tree
from .typed import Const, If, Op, T

if TYPE_CHECKING:
    from .check import Checker
    from .scope import Scope

ORDER = {"<", "<=", ">", ">="}
ONE_OF = "`first(..)` gives one of a list, `the(..)` the only one"


def check_unary(c: Checker, expr: tree.Unary, scope: Scope, want: Type | None) -> T:
    """`not` and the minus sign."""
    span = c.span(expr)
    if expr.op == "not":
        return Op(BOOL, span, "not", (c.value(expr.value, scope, BOOL),))
    value = c.value(expr.value, scope, INT)
    if isinstance(value.type, Unknown):
        return value
    low, high = bounds(value.type)
    negated = Int(None if high is None else -high, None if low is None else -low)
    return Op(negated, span, "neg", (value,))


def check_binary(c: Checker, expr: tree.Binary, scope: Scope, want: Type | None) -> T:
    """Everything that stands between two values."""
    op, span = expr.op, c.span(expr)
    if op in ("and", "or"):
        return Op(BOOL, span, op, (c.value(expr.left, scope, BOOL), c.value(expr.right, scope, BOOL)))
    if op in ("==", "!="):
        return _equal(c, expr, scope)
    if op in ("in", "not in"):
        return _in(c, expr, scope)
    if op == "..":
        ends = check_ends(c, expr.left, expr.right, scope)
        if ends is None:
            return Const(UNKNOWN, span, None)
        low, high = ends
        return Op(Seq(Int(bounds(low.type)[0], bounds(high.type)[1])), span, "range", (low, high))
    left = c.need(c.check(expr.left, scope), None)
    if op == "+" and isinstance(left.type, Seq):
        right = c.value(tree.as_query(expr.right), scope, widened(left.type))
        return Op(join(left.type, right.type) or left.type, span, "concat", (left, right))
    left = c.need(left, INT)
    if isinstance(left.type, Unknown):
        c.need(c.check(tree.as_query(expr.right), scope), None)
        return Const(UNKNOWN if op not in ORDER else BOOL, span, None)
    right = c.value(expr.right, scope, INT)
    if isinstance(right.type, Unknown) and op not in ORDER:
        return right
    if op in ORDER:
        return Op(BOOL, span, op, (left, right))
    return Op(interval(op, left.type, right.type), span, op, (left, right))


def check_ends(c: Checker, first: tree.Expr, last: tree.Expr, scope: Scope) -> tuple[T, T] | None:
    """The two ends of a range; none where the first cannot be one, and then the last is not looked at."""
    low = c.need(c.check(first, scope), None)
    if isinstance(low.type, Unknown):
        return None
    if not fits(low.type, INT):
        behind = last
        while isinstance(behind, tree.Binary):
            behind = behind.left
        help = "write one dot for what belongs to it" if isinstance(behind, (tree.Name, tree.Dot, tree.Call)) else ""
        c.fault(first, "not-a-number", f"a range goes from number to number, found {low.type}", help=help)
        return None
    return c.need(low, INT), c.value(last, scope, INT)


def _equal(c: Checker, expr: tree.Binary, scope: Scope) -> T:
    span = c.span(expr)
    if _symbolic(c, expr.left, scope) and not _symbolic(c, expr.right, scope):
        right = c.need(c.check(expr.right, scope), None)
        left = c.need(c.check(expr.left, scope, right.type), None)
    else:
        left = c.need(c.check(expr.left, scope), None)
        right = c.need(c.check(expr.right, scope, left.type), None)
    if isinstance(left.type, Int) and isinstance(plain(right.type), Member):
        left = c.need(c.check(expr.left, scope, right.type), None)
    if join(left.type, right.type) is None:
        _never_equal(c, left, right, span)
    return Op(BOOL, span, expr.op, (left, right))


def _never_equal(c: Checker, left: T, right: T, span: Span) -> None:
    """Two values of different types; where one is a symbol, it is the one that was hardly meant."""
    for symbol, other in ((right, plain(left.type)), (left, plain(right.type))):
        if isinstance(symbol, Const) and isinstance(symbol.value, str) and isinstance(other, Member):
            names = c.names_of(other.name)
            c.bag.error(
                "never-equal", f"`{symbol.span.text}` is a {symbol.type}, and never equal to a {other}", symbol.span,
                notes=(f"{other}: {listing(names)}",), help=did_you_mean(symbol.value, names),
            )  # fmt: skip
            return
    message = f"{widened(left.type)} and {widened(right.type)} are never equal"
    c.bag.error("never-equal", message, span)


def _in(c: Checker, expr: tree.Binary, scope: Scope) -> T:
    span = c.span(expr)
    items = c.need(c.check(tree.as_query(expr.right), scope), None)
    if not isinstance(items.type, (Seq, Unknown)):
        return c.fault(expr.right, "wrong-type", f"`in` wants a list behind it, found {items.type}")
    item_type = items.type.item if isinstance(items.type, Seq) else UNKNOWN
    item = c.need(c.check(expr.left, scope, item_type), None)
    if join(item.type, item_type) is None:
        c.bag.error("never-equal", f"a {widened(item.type)} is never in a list of {widened(item_type)}", span)
    return Op(BOOL, span, "in" if expr.op == "in" else "not_in", (item, items))


def check_choice(c: Checker, expr: tree.Choice, scope: Scope, want: Type | None) -> T:
    test = c.value(expr.test, scope, BOOL)
    yes = c.need(c.check(expr.yes, scope, want), None)
    no = c.need(c.check(expr.no, scope, want or widened(yes.type)), None)
    if isinstance(yes, Const) and isinstance(yes.value, str) and want is None:
        yes = c.need(c.check(expr.yes, scope, no.type), None)
    type = join(yes.type, no.type)
    if type is None:
        message = f"the two branches differ: {widened(yes.type)} and {widened(no.type)}"
        return c.fault(expr, "wrong-type", message, help=_one_of(yes.type, no.type) or _one_of(no.type, yes.type))
    return If(type, c.span(expr), test, yes, no)


def _one_of(many: Type, one: Type) -> str:
    """What makes one thing of a list, where that is all that is amiss."""
    return ONE_OF if isinstance(many, Seq) and join(many.item, one) is not None else ""


def _symbolic(c: Checker, expr: tree.Expr, scope: Scope) -> bool:
    return isinstance(expr, tree.Name) and scope.find(expr.name) is None and expr.name not in c.globals
