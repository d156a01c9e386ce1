"""
Text: a tree in, its canonical text out.

Parsing that text gives an equal tree (an amount at its door, a type at its own); brackets stand
only where the tree needs them. A query over one list without a test prints as `x in list`, which
is a query again only where one is wanted.
"""

from __future__ import annotations

from .tree import (
    Amount,
    Binary,
    Call,
    Choice,
    Dot,
    Expr,
    Index,
    ListOf,
    Loop,
    Name,
    Number,
    Query,
    TypeExpr,
    Unary,
)

# How tight each form binds, loosest first; a place says the loosest form it takes without brackets.
QUERY, EXPR, OR, AND, NOT, RELATION, SPAN, SUM, PRODUCT, SIGN, POSTFIX = range(11)

# operator: its own level, what its left and its right take
_BINARY = {
    "or": (OR, OR, AND),
    "and": (AND, AND, NOT),
    **dict.fromkeys(("==", "!=", "<=", ">=", "<", ">", "in", "not in"), (RELATION, SPAN, SPAN)),
    "..": (SPAN, SUM, SUM),
    **dict.fromkeys(("+", "-"), (SUM, SUM, PRODUCT)),
    **dict.fromkeys(("*", "//", "%"), (PRODUCT, PRODUCT, SIGN)),
}


def show(expr: Expr) -> str:
    """The canonical text of an expression, an amount or a type."""
    return _show(expr, QUERY)


def _show(expr: Expr, place: int) -> str:
    level, text = _form(expr)
    return text if level >= place else f"({text})"


def _form(expr: Expr) -> tuple[int, str]:
    """The text of a tree without brackets around it, and how tight that binds."""
    match expr:
        case Number(value=value):
            return POSTFIX, str(value)
        case Name(name=name):
            return POSTFIX, name
        case Dot(base=base, name=name):
            return POSTFIX, f"{_show(base, POSTFIX)}.{name}"
        case Call(name=name, args=args, base=None):
            return POSTFIX, f"{name}({_row(args)})"
        case Call(name=name, args=args, base=Expr() as base):
            return POSTFIX, f"{_show(base, POSTFIX)}.{name}({_row(args)})"
        case Index(base=base, index=index):
            return POSTFIX, f"{_show(base, POSTFIX)}[{_show(index, EXPR)}]"
        case ListOf(items=items):
            return POSTFIX, f"[{_row(items)}]"
        case Unary(op="not", value=value):
            return NOT, f"not {_show(value, NOT)}"
        case Unary(value=value):
            return SIGN, f"-{_show(value, SIGN)}"
        case Binary(op=op, left=left, right=right):
            level, to_left, to_right = _BINARY[op]
            sign = op if op == ".." else f" {op} "
            return level, f"{_show(left, to_left)}{sign}{_show(right, to_right)}"
        case Choice(test=test, yes=yes, no=no):
            return EXPR, f"if {_show(test, EXPR)} then {_show(yes, EXPR)} else {_show(no, EXPR)}"
        case Query(result=result, loops=loops, where=where):
            rows = " for ".join(_loop(loop) for loop in loops)
            head = rows if result is None else f"{_show(result, EXPR)} for {rows}"
            return QUERY, head if where is None else f"{head} where {_show(where, EXPR)}"
        case Amount():
            return QUERY, _amount(expr)
        case TypeExpr():
            return QUERY, _type(expr)
    raise TypeError(f"not a tree of the language: {expr!r}")


def _row(items: tuple[Expr, ...]) -> str:
    return ", ".join(_show(item, QUERY) for item in items)


def _loop(loop: Loop) -> str:
    name = loop.name if loop.index is None else f"{loop.name} at {loop.index}"
    return name if loop.domain is None else f"{name} in {_show(loop.domain, SPAN)}"


def _amount(amount: Amount) -> str:
    low = "" if amount.low is None else _show(amount.low, SUM if amount.kind == "between" else EXPR)
    high = "" if amount.high is None else _show(amount.high, SUM if amount.kind == "between" else EXPR)
    return {
        "any": "any",
        "exactly": low,
        "between": f"{low}..{high}",
        "at_least": f"at least {low}",
        "at_most": f"at most {high}",
    }[amount.kind]


def _type(kind: TypeExpr) -> str:
    if kind.kind == "range" and kind.low is not None and kind.high is not None:
        text = f"{_show(kind.low, SIGN)}..{_show(kind.high, SIGN)}"
    elif kind.item is not None:
        text = f"{'list of' if kind.kind == 'list' else kind.kind} {_type(kind.item)}"
    else:
        text = f"{kind.name}.{kind.part}" if kind.part else kind.name
    return text if kind.default is None else f"{text} = {_show(kind.default, EXPR)}"
