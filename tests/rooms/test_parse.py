"""The parser: its cases, the law of printing, limits, and that nothing but diagnostics comes out of any text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from interpreter.diagnostics import Bag, Diagnostic
from interpreter.expr.faults import DEPTH, LEVELS, LONGEST, WORDS
from interpreter.expr.parse import DOORS, GRAMMAR, parse_amount, parse_expr, parse_query, parse_type
from interpreter.expr.text import show
from interpreter.expr.tree import (
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
from interpreter.nodes import Scalar
from interpreter.source import Source, Span

CASES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "expr" / "parse.yaml").read_text(encoding="utf-8"))
PARSE = {"expr": parse_expr, "query": parse_query, "amount": parse_amount, "type": parse_type}


def scalar(value: Any, before: str = "", after: str = "") -> Scalar:
    """A plain scalar in a file of its own, with what stands around it there."""
    text = value if isinstance(value, str) else "" if value is None else str(value)
    start = len(before)
    source = Source("case", before + text + after)
    offsets = tuple(range(start, start + len(text) + 1))
    return Scalar(Span(source, start, start + len(text)), text, value, "plain", offsets)


def parse(text: Any, door: str = "expr") -> Expr:
    bag = Bag()
    tree = PARSE[door](scalar(text), bag)
    assert bag.items == []
    assert tree is not None
    return tree


def refuse(text: Any, door: str = "expr") -> Diagnostic:
    bag = Bag()
    assert PARSE[door](scalar(text), bag) is None
    assert len(bag.items) == 1
    return bag.items[0]


def sketch(tree: Expr | None) -> str:
    """A tree as one line; `_` is what is not there, `:f` a call with something before its dot."""

    def row(head: str, *parts: Expr | None) -> str:
        return f"({' '.join([head, *map(sketch, parts)])})"

    match tree:
        case None:
            return "_"
        case Number(value=value):
            return str(value)
        case Name(name=name):
            return name
        case Dot(base=base, name=name):
            return f"(. {sketch(base)} {name})"
        case Call(name=name, args=args, base=None):
            return row(name, *args)
        case Call(name=name, args=args, base=base):
            return row(f":{name}", base, *args)
        case Index(base=base, index=index):
            return row("at", base, index)
        case Unary(op=op, value=value):
            return row(op, value)
        case Binary(op=op, left=left, right=right):
            return row(op.replace(" ", "-"), left, right)
        case Choice(test=test, yes=yes, no=no):
            return row("if", test, yes, no)
        case ListOf(items=items):
            return row("list", *items)
        case Query(result=result, loops=loops, where=where):
            heads = [row(" ".join(filter(None, [x.name, x.index])), *([x.domain] if x.domain else [])) for x in loops]
            return f"(query {sketch(result)} {' '.join(heads)} {sketch(where)})"
        case Amount(kind=kind, low=low, high=high):
            return row(f"amount {kind}", *(x for x in (low, high) if x is not None))
        case TypeExpr(default=Expr()):
            plain = TypeExpr(0, 0, tree.kind, tree.name, tree.part, tree.low, tree.high, tree.item)
            return row("=", plain, tree.default)
        case TypeExpr(kind="named", name=name, part=part):
            return f"{name}.{part}" if part else name
        case TypeExpr(kind="range", low=low, high=high):
            return row("range", low, high)
        case TypeExpr(kind=kind, item=item):
            return row(kind, item)
    raise AssertionError(tree)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case: dict[str, Any]) -> None:
    door = case.get("door", "expr")
    given_value = case["text"] if "text" in case else case["value"]
    if "error" in case:
        found = refuse(given_value, door)
        assert found.span is not None
        assert (found.code, found.span.column) == (case["error"], case["at"])
        assert case.get("hint", "") in found.help
    else:
        tree = parse(given_value, door)
        assert sketch(tree) == case["tree"]
        assert parse(show(tree), door) == tree


def test_names_of_cases_differ() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES)


# -- places ---------------------------------------------------------------------------------------


def test_every_node_knows_its_place() -> None:
    """Brackets belong to what they hold; a node spans from its first to its last character."""
    text = "not (a + b) * c.f(1, x in y where z)[2] == [if a then b else -c]"
    seen = {text[node.start : node.end] for node in walk(parse(text))}
    assert seen >= {
        text,
        "(a + b)",
        "(a + b) * c.f(1, x in y where z)[2]",
        "c.f(1, x in y where z)",
        "x in y where z",
        "[if a then b else -c]",
        "if a then b else -c",
        "-c",
    }


def walk(tree: Expr) -> Iterator[Expr]:
    yield tree
    for name in type(tree).__slots__:
        value = getattr(tree, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Loop):
                part = part.domain
            if isinstance(part, Expr):
                yield from walk(part)


def test_a_fault_is_shown_where_the_file_has_it() -> None:
    """The value `a + b = c`, folded from two lines."""
    source = Source("file", "is: >-\n  a +\n  b = c\n")
    text = "a + b = c"
    offsets = (9, 10, 11, 12, 15, 16, 17, 18, 19, 20)
    bag = Bag()
    assert parse_expr(Scalar(Span(source, 4, 20), text, text, "folded", offsets), bag) is None
    assert [str(d.span) for d in bag.items] == ["file:3:5"]


def test_a_comment_that_ate_the_rest_is_named() -> None:
    bag = Bag()
    assert parse_expr(scalar("colour ==", "when: ", " #red\ncost: 2\n"), bag) is None
    assert "comment" in bag.items[0].help


def test_a_comma_that_ended_the_value_is_named() -> None:
    bag = Bag()
    assert parse_expr(scalar("f(a", "{is: ", ", b)}"), bag) is None
    assert "comma" in bag.items[0].help


def test_the_open_bracket_is_pointed_at() -> None:
    found = refuse("f(a + g(b]")
    assert found.span is not None
    assert [(label.span.column, found.span.column) for label in found.labels] == [(8, 10)]


def test_plain_words_say_what_may_stand() -> None:
    assert refuse("a b").notes == ("here may stand an operator, `where`, `for` or the end",)
    assert refuse("f(a b)").notes == ("here may stand an operator, `)`, `,`, `where` or `for`",)
    assert refuse("maybe", "type").notes == ("here may stand a type",)


@pytest.mark.parametrize("case", [case for case in CASES if "error" in case], ids=lambda case: case["name"])
def test_no_name_of_the_grammar_is_shown(case: dict[str, Any]) -> None:
    text = case["text"] if "text" in case else case["value"]
    found = refuse(text, case.get("door", "expr"))
    shown = " ".join([found.message, found.help, *found.notes])
    for name in ("$END", "RPAR", "LSQB", "COMPARE", "MEMBER", "DOTDOT", "EQUALS", "NAME", "Token"):
        assert name not in shown


# -- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("not " * 500 + "x", "too-deep"),
        ("(" * 1000 + "x" + ")" * 1000, "too-deep"),
        ("[" * 1000, "too-deep"),
        ("-" * 500 + "x", "too-deep"),
        ("-(" * 40 + "x" + ")" * 40, "too-deep"),
        ("if a then b else " * 100 + "c", "too-deep"),
        ("f(" * 65 + "x" + ")" * 65, "too-deep"),
        (" + ".join("a" * 2000), "too-deep"),
        (".".join("a" * 5000), "too-deep"),
        ("a" * (LONGEST + 1), "too-long"),
        ("1" * LONGEST, "big-number"),
    ],
)
def test_limit(text: str, code: str) -> None:
    assert refuse(text).code == code


@pytest.mark.parametrize(
    "text",
    [
        "not " * LEVELS + "x",
        "(" * LEVELS + "x" + ")" * LEVELS,
        "f(" * LEVELS + "x" + ")" * LEVELS,
        "if a then b else " * LEVELS + "c",
        " + ".join("a" * DEPTH),
        "f(" + ", ".join("-a" for _ in range(500)) + ")",
        "f(" + ", ".join("if a then b else c" for _ in range(400)) + ")",
        " and ".join("not a" for _ in range(DEPTH - 1)),
        "a" * LONGEST,
    ],
)
def test_just_within_a_limit(text: str) -> None:
    tree = parse(text)
    assert parse(show(tree)) == tree


# -- laws -----------------------------------------------------------------------------------------

letters = "abcxyzABC_019"
words = st.text(letters, min_size=1, max_size=4).map("n".__add__)
names = st.builds(Name, st.just(0), st.just(0), words)
numbers = st.builds(Number, st.just(0), st.just(0), st.integers(0, 10**18 - 1))


def node(kind: type, *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(kind, st.just(0), st.just(0), *parts)


def larger(part: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    loop = st.builds(Loop, words, st.none() | words, part)
    loops = st.lists(loop, min_size=1, max_size=3).map(tuple)
    cost = node(Query, part, st.builds(lambda name: (Loop(name, None, None),), words), st.none())
    arguments = st.lists(part | cost, max_size=3).map(tuple)
    operators = ["or", "and", "==", "!=", "<=", ">=", "<", ">", "in", "not_in", "..", "+", "-", "*", "//", "%"]
    return st.one_of(
        node(Dot, part, words | st.sampled_from(sorted(WORDS))),
        node(Call, words, arguments, st.none() | part),
        node(Index, part, part),
        node(Unary, st.sampled_from(["not", "-"]), part),
        node(Binary, st.sampled_from([op.replace("_", " ") for op in operators]), part, part),
        node(Choice, part, part, part),
        node(ListOf, st.lists(part, max_size=3).map(tuple)),
        node(Query, part, loops, st.none() | part),
        node(Query, st.none(), st.tuples(loop), part),
        node(Query, st.none(), st.tuples(st.builds(Loop, words, words, part)), st.none()),
    )


exprs: st.SearchStrategy[Expr] = st.recursive(names | numbers, larger, max_leaves=25)


def plainly_exact(expr: Expr) -> bool:
    """Whether an amount of exactly this is not read as another kind of amount."""
    match expr:
        case Name(name="any") | Binary(op="..") | Binary(op="or", right=Name(name="more")) | Query():
            return isinstance(expr, Query)
    return True


amounts = st.one_of(
    node(Amount, st.just("any")),
    node(Amount, st.just("exactly"), exprs.filter(plainly_exact)),
    node(Amount, st.just("between"), exprs, exprs),
    node(Amount, st.just("at_least"), exprs),
    node(Amount, st.just("at_most"), st.none(), exprs),
)
bounds = names | numbers | node(Unary, st.just("-"), numbers)
types = st.recursive(
    st.builds(TypeExpr, st.just(0), st.just(0), st.just("named"), words, st.just("") | words)
    | st.builds(TypeExpr, st.just(0), st.just(0), st.just("range"), low=bounds, high=bounds),
    lambda part: st.builds(TypeExpr, st.just(0), st.just(0), st.sampled_from(["list", "maybe"]), item=part),
    max_leaves=4,
)


@given(exprs)
def test_printed_expressions_parse_to_the_same_tree(tree: Expr) -> None:
    assert parse(show(tree)) == tree


@given(amounts)
def test_printed_amounts_parse_to_the_same_tree(tree: Amount) -> None:
    assert parse(show(tree), "amount") == tree


@given(types, st.none() | exprs)
def test_printed_types_parse_to_the_same_tree(tree: TypeExpr, default: Expr | None) -> None:
    whole = TypeExpr(0, 0, tree.kind, tree.name, tree.part, tree.low, tree.high, tree.item, default)
    assert parse(show(whole), "type") == whole


@pytest.mark.parametrize(
    "text",
    [
        "a - (b - c) - d",
        "(a or b) and not (c and d)",
        "(x in y where z).f(a in b where c)",
        "f(x for y in (z for w in v))",
        "(if a then b else c) + 1",
        "-(a + b) * -c.d",
        "(a < b) == c",
        "(not a) == b",
        "a[(x in y where z)]",
    ],
)
def test_brackets_are_the_fewest(text: str) -> None:
    assert show(parse(text)) == text


pieces = [
    *sorted(WORDS),
    *["any", "least", "list", "of", "maybe", "a", "b1", "Card", "7", "010", "1e3", "f(", "..", "=="],
    *"()[],.+-*/%<>=!&|?:;#'\"{}_^~@$\\\n\x00\u2212\u201c\u00a0\ud800",
]
soup = st.lists(st.sampled_from(pieces), max_size=14)
joints = st.sampled_from(["", " "])


@given(st.builds(lambda joint, parts: joint.join(parts), joints, soup) | st.text(max_size=20))
def test_any_text_gives_a_tree_or_one_diagnostic(text: str) -> None:
    for door, enter in PARSE.items():
        bag = Bag()
        tree = enter(scalar(text), bag)
        if tree is not None:
            assert bag.items == []
            assert parse(show(tree), door) == tree
            continue
        (found,) = bag.items
        assert found.span is not None
        assert 0 <= found.span.start <= found.span.end <= len(text)
        assert found.message


# -- the grammar ----------------------------------------------------------------------------------


def test_the_grammar_has_no_conflict() -> None:
    """Lark's strict mode; with a lexer of our own, since its check of terminals wants one more package."""
    from lark import Lark
    from lark.lexer import Lexer

    class Nothing(Lexer):
        def __init__(self, conf: Any) -> None: ...

        def lex(self, *args: Any) -> Iterator[Any]:
            return iter(())

    def build(text: str) -> None:
        Lark(text, parser="lalr", lexer=Nothing, start=list(DOORS), strict=True)

    text = GRAMMAR.read_text(encoding="utf-8")
    build(text)
    with pytest.raises(Exception, match="conflict"):
        build(text + "\nx: expr AND expr\n%extend query: x\n")


def test_words_of_the_language_are_those_of_the_grammar() -> None:
    """The terminal of names leaves them out; the messages and whoever checks names use the same set."""
    text = GRAMMAR.read_text(encoding="utf-8")
    (excluded,) = [line.split("(?:")[1].split(")")[0] for line in text.splitlines() if line.startswith("NAME:")]
    assert set(excluded.split("|")) == WORDS
