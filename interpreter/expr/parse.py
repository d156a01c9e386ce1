"""
Parse: the text of a scalar in, a tree out.

Three doors for the three things an author writes: an expression (which a place that wants a list
reads as a query), an amount and a type. Names are not looked up here and types are not compared;
what is refused is a text that is none of the three.

Trees are kept by their text and may be shared between places: never tell two apart by identity.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any

from ..diagnostics import Bag, Label
from ..nodes import Scalar
from .faults import DIGITS, OPEN_IF, Fault, bad_number, check_depth, check_levels, empty, explain
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
    as_query,
)

if TYPE_CHECKING:
    from lark import Lark

GRAMMAR = Path(__file__).with_name("grammar.lark")
DOORS = {"query": "expression", "amount": "amount", "type": "type"}


def parse_expr(scalar: Scalar, bag: Bag) -> Expr | None:
    """Read an expression; a bare `x in zone` asks whether it lies there."""
    return _enter("query", scalar, bag)


def parse_query(scalar: Scalar, bag: Bag) -> Expr | None:
    """Read an expression where a list is wanted: a bare `x in zone` means all of them."""
    tree = _enter("query", scalar, bag)
    return None if tree is None else as_query(tree)


def parse_amount(scalar: Scalar, bag: Bag) -> Amount | None:
    """Read how many: `any`, `2`, `1..3`, `at least 1`, `at most n`."""
    tree = _enter("amount", scalar, bag)
    return tree if isinstance(tree, Amount) else None


def parse_type(scalar: Scalar, bag: Bag) -> TypeExpr | None:
    """Read a type: `Int`, `0..15`, `list of Square`, `maybe Player`, `Card.Side`, `Int = 0`."""
    tree = _enter("type", scalar, bag)
    return tree if isinstance(tree, TypeExpr) else None


def _enter(door: str, scalar: Scalar, bag: Bag) -> Expr | None:
    value = scalar.value
    text = scalar.text if isinstance(value, str) else "" if value is None else str(value).lower()
    try:
        return _read(door, text)
    except Fault as fault:
        _report(fault, scalar, bag)
        return None


@lru_cache(maxsize=8192)
def _read(door: str, text: str) -> Expr:
    from lark import UnexpectedInput

    noun = DOORS[door]
    if not text or text.isspace():
        raise empty(noun, len(text))
    check_levels(text)
    try:
        tree: Expr = parser().parse(text, start=door)  # type: ignore[assignment]
    except UnexpectedInput as stop:
        token = getattr(stop, "token", None)
        at = len(text) if token is not None and token.type == "$END" else stop.pos_in_stream or 0
        raise explain(text, at, _accepted(door, text[:at]), noun) from None
    check_depth(text, tree)
    return tree


def _accepted(door: str, text: str) -> set[str]:
    """The terminals that may follow a text; a parser that stopped has reduced already and knows too few."""
    state = parser().parse_interactive(text, start=door)
    state.exhaust_lexer()
    accepted: set[str] = state.accepts()  # type: ignore[no-untyped-call]
    return accepted


@cache
def parser() -> Lark:
    """The one parser, made when the first text is read: importing and building it takes a while."""
    from lark import Lark

    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        start=list(DOORS),
        maybe_placeholders=False,
        transformer=_Builder(),
    )


def _report(fault: Fault, scalar: Scalar, bag: Bag) -> None:
    """Put a fault where it stands in the file, with what only the file shows: why YAML cut the text short."""
    help = fault.help
    if scalar.style == "plain":
        follows = scalar.span.source.text[scalar.span.end : scalar.span.end + 200].split("\n")[0].lstrip(" \t")
        if fault.code == "unexpected-end" and follows.startswith("#"):
            help = "a `#` after a space begins a comment, so the rest is lost; names and symbols stand bare"
        elif fault.code == "unclosed-bracket" and follows.startswith(","):
            help = "inside `{..}` a comma ends the value; put it in quotes or on a line of its own"
    other, line = fault.other, scalar.part(fault.start, fault.end).line
    labels = []
    if other is not None and other[2] == OPEN_IF:
        opened, other = Label(scalar.part(*other[:2]), OPEN_IF), None
        labels = [opened] if opened.span.line != line else []
    before = scalar.text[: fault.start].rstrip()
    if other is None and fault.code == "unexpected-token" and before:
        last = scalar.part(len(before) - 1, len(before))
        if last.line != line:
            other = (len(before) - 1, len(before), "after this")
    elif other is None and fault.code == "unclosed-bracket":
        end = len(scalar.text.rstrip())
        if scalar.part(end - 1, end).line != line:
            other = (end - 1, end, "the expression ends here")
    if other is not None:
        labels.append(Label(scalar.part(other[0], other[1]), other[2]))
    bag.error(
        fault.code,
        fault.message,
        scalar.part(fault.start, fault.end),
        labels=labels,
        notes=[f"here may stand {fault.expected}"] if fault.expected else (),
        help=help,
    )


class _Builder:
    """
    One method for each alternative of the grammar: its parts in, its node out.

    Tokens know their places, so a node's place is that of its first and last part.
    """

    def number(self, c: list[Any]) -> Number:
        token = c[0]
        if len(token) > DIGITS:
            message = f"a number of more than {DIGITS} digits"
            raise Fault("big-number", message, token.start_pos, token.end_pos)
        if len(token) > 1 and token[0] == "0":
            raise bad_number(str(token), token.start_pos)
        return Number(token.start_pos, token.end_pos, int(token))

    def name(self, c: list[Any]) -> Name:
        return Name(c[0].start_pos, c[0].end_pos, intern(str(c[0])))

    def unary(self, c: list[Any]) -> Unary:
        return Unary(c[0].start_pos, c[1].end, intern(str(c[0])), c[1])

    def binary(self, c: list[Any]) -> Binary:
        return Binary(c[0].start, c[2].end, intern(str(c[1])), c[0], c[2])

    def outside(self, c: list[Any]) -> Binary:
        return Binary(c[0].start, c[3].end, "not in", c[0], c[3])

    def choice(self, c: list[Any]) -> Choice:
        return Choice(c[0].start_pos, c[5].end, c[1], c[3], c[5])

    def dot(self, c: list[Any]) -> Dot:
        return Dot(c[0].start, c[1].end_pos, c[0], _member(c[1]))

    def method(self, c: list[Any]) -> Call:
        return Call(c[0].start, c[-1].end_pos, _member(c[1]), c[3] if len(c) == 5 else (), c[0])

    def call(self, c: list[Any]) -> Call:
        return Call(c[0].start_pos, c[-1].end_pos, intern(str(c[0])), c[2] if len(c) == 4 else ())

    def index(self, c: list[Any]) -> Index:
        return Index(c[0].start, c[3].end_pos, c[0], c[2])

    def list_of(self, c: list[Any]) -> ListOf:
        return ListOf(c[0].start_pos, c[-1].end_pos, c[1] if len(c) == 3 else ())

    def items(self, c: list[Any]) -> tuple[Expr, ...]:
        return tuple(c[::2])

    arguments = items

    def bracket(self, c: list[Any]) -> Expr:
        """Brackets leave no node; what they hold begins and ends with them."""
        inner: Expr = c[1]
        return replace(inner, start=c[0].start_pos, end=c[2].end_pos)

    def filtered(self, c: list[Any]) -> Query:
        """`x in list where test`; the grammar itself takes any expression before `where`."""
        head = as_query(c[0])
        if not isinstance(head, Query) or head.where is not None or head.result is not None:
            raise Fault(
                "bad-query",
                "only `name in list` can stand before `where`",
                head.start,
                head.end,
                help="write it like `s in Square where s.owner == none`",
                other=(c[1].start_pos, c[1].end_pos, "this `where`"),
            )
        return Query(head.start, c[2].end, None, head.loops, c[2])

    def placed(self, c: list[Any]) -> Query:
        loop = Loop(intern(str(c[0])), intern(str(c[2])), c[4], c[0].start_pos, c[0].end_pos)
        return Query(c[0].start_pos, c[-1].end, None, (loop,), c[6] if len(c) == 7 else None)

    def loop(self, c: list[Any]) -> Loop:
        index = intern(str(c[3])) if len(c) == 6 else None
        return Loop(intern(str(c[1])), index, c[-1], c[1].start_pos, c[1].end_pos)

    def loops(self, c: list[Any]) -> tuple[Loop, ...]:
        return tuple(c)

    def gathered(self, c: list[Any]) -> Query:
        where = c[3] if len(c) == 4 else None
        end = where.end if where is not None else c[1][-1].domain.end
        return Query(c[0].start, end, c[0], c[1], where)

    def cost(self, c: list[Any]) -> Query:
        loop = Loop(intern(str(c[2])), None, None, c[2].start_pos, c[2].end_pos)
        return Query(c[0].start, c[2].end_pos, c[0], (loop,), None)

    def some(self, c: list[Any]) -> Amount:
        tree: Expr = c[0]
        match tree:
            case Name(name="any"):
                return Amount(tree.start, tree.end, "any")
            case Binary(op="..", left=low, right=high):
                return Amount(tree.start, tree.end, "between", low, high)
            case Binary(op="or", left=low, right=Name(name="more")):
                raise Fault(
                    "bad-amount",
                    "`or` joins conditions, not amounts",
                    tree.start,
                    tree.end,
                    help="write `at least ..`",
                )
        return Amount(tree.start, tree.end, "exactly", tree)

    def bounded(self, c: list[Any]) -> Amount:
        start, end = c[0].start_pos, c[2].end
        if c[1] == "least":
            return Amount(start, end, "at_least", low=c[2])
        return Amount(start, end, "at_most", high=c[2])

    def named(self, c: list[Any]) -> TypeExpr:
        part = _member(c[1]) if len(c) == 2 else ""
        return TypeExpr(c[0].start_pos, c[-1].end_pos, "named", intern(str(c[0])), part)

    def maybe(self, c: list[Any]) -> TypeExpr:
        return TypeExpr(c[0].start_pos, c[1].end, "maybe", item=c[1])

    def list_type(self, c: list[Any]) -> TypeExpr:
        return TypeExpr(c[0].start_pos, c[2].end, "list", item=c[2])

    def range_type(self, c: list[Any]) -> TypeExpr:
        return TypeExpr(c[0].start, c[2].end, "range", low=c[0], high=c[2])

    def with_default(self, c: list[Any]) -> TypeExpr:
        plain: TypeExpr = c[0]
        return replace(plain, end=c[2].end, default=c[2])


def _member(token: Any) -> str:
    """The name in `.name`; spaces may stand between."""
    return intern(str(token)[1:].lstrip())
