"""Finished Python is rewritten (comprehensions unrolled, look-ups kept) and does what it did."""

from __future__ import annotations

import ast
from bisect import bisect_left, insort
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.compile.reuse import reuse
from interpreter.compile.unroll import unroll
from interpreter.expr.python import unshared

TABLES = {"TABLE": (3, 1, 4, 0, 2), "WIDE": ((0, 1), (2, 3), (4, 0), (1, 2), (3, 4))}
FIELDS, ZONES = [2, 0, 4, 1, 3, 0, 2, 4], [[1, 2, 2], [], [0, 4], [3, 3, 3], [1], [2, 4, 4, 4], [0]]


def changing(f: list[int], z: list[list[int]]) -> None:
    """Something the compiler knows nothing of."""
    f[0] = (f[0] + 1) % 5
    z[f[0]] = [*z[f[0]], 1]


def rewritten(source: str | ast.Module) -> str:
    module = ast.parse(source) if isinstance(source, str) else source
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    for node in functions:
        unshared(node)
    unroll(functions)
    reuse(functions, TABLES)
    return ast.unparse(ast.fix_missing_locations(module))


def outcome(source: str) -> Any:
    """What a function gives back and leaves behind."""
    scope: dict[str, Any] = {**TABLES, "bisect": bisect_left, "insort": insort, "changing": changing}
    fields, zones = list(FIELDS), [list(z) for z in ZONES]
    exec(source, scope)  # of this test
    return scope["f"](fields, zones), fields, zones


def function(body: list[str]) -> str:
    lines = "\n".join(f"    {line}" for line in body)
    return f"def f(F, Z):\n    x = y = v = 0\n    found = []\n{lines}\n    return x, y, found\n"


# -- random functions ----------------------------------------------------------------------------------

PLACES = st.sampled_from(["1 + F[0]", "1 + F[0]", "1 + x", "2"])  # few, so that one is asked for again
SIMPLE = st.one_of(
    st.sampled_from(["F[0]", "x", "y", "TABLE[F[0]]", "WIDE[F[0]][1]"]),
    PLACES.map("len(Z[{}])".format),
    st.builds("bisect(Z[{}], {})".format, PLACES, st.integers(2, 3)),
)
TESTS = st.builds("{} {} {}".format, SIMPLE, st.sampled_from(["<", "==", ">="]), SIMPLE)
COMPREHENSIONS = st.one_of(
    st.builds("sum([{} for v in Z[{}]])".format, SIMPLE, PLACES),
    st.builds("len([1 for v in Z[{}] if {}])".format, PLACES, TESTS),
    st.builds("max([{} + v for v in Z[{}] if {}] or [0])".format, SIMPLE, PLACES, TESTS),
)
VALUES = st.one_of(
    SIMPLE,
    st.builds("({} + {}) % 5".format, SIMPLE, SIMPLE),
    st.builds("{} if {} else {}".format, SIMPLE, TESTS, SIMPLE),
    st.builds("({}) and ({}) and {}".format, TESTS, TESTS, SIMPLE),
    st.builds("{} + {} + {} if {} else {}".format, COMPREHENSIONS, SIMPLE, SIMPLE, TESTS, SIMPLE),
    st.builds("int({} + {} if {} else {})".format, COMPREHENSIONS, SIMPLE, TESTS, SIMPLE),
    COMPREHENSIONS,
)
LINES = st.one_of(
    VALUES.map("x = int({}) % 5".format),
    VALUES.map("y = int({}) % 5".format),
    st.builds("F[0] = int({}) % 5".format, VALUES),
    st.builds("Z[{}].append({})".format, PLACES, SIMPLE),
    PLACES.map("insort(Z[{}], 2)".format),
    PLACES.map("Z[{0}] = Z[{0}][:2]".format),
    st.builds("found = [{} for v in Z[{}] if {}]".format, SIMPLE, PLACES, TESTS),
    st.builds("found += [(v, {}) for v in Z[{}]]".format, SIMPLE, PLACES),
    st.builds("found += [(v, len(found)) for v in Z[{}]]".format, PLACES),
    st.just("changing(F, Z)"),
)


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def nested(inner: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    return st.one_of(
        st.builds(lambda a, b: a + b, inner, inner),
        st.builds(lambda t, a, b: [f"if {t}:", *indented(a), "else:", *indented(b)], TESTS, inner, inner),
        st.builds(lambda t, a: [f"if {t}:", *indented(a), "    return x, y"], TESTS, inner),
        st.builds(lambda p, a: [f"for v in tuple(Z[{p}]):", *indented(a)], PLACES, inner),
        st.builds(
            lambda t, a, b: ["for v in range(3):", *indented(a), f"    if {t}:", "        break", *indented(b)],
            TESTS, inner, inner,
        ),
    )  # fmt: skip


BODIES = st.recursive(LINES.map(lambda line: [line]), nested, max_leaves=10)


@given(BODIES)
@settings(max_examples=400, deadline=None)
def test_a_rewritten_function_does_the_same(body: list[str]) -> None:
    source = function(body)
    assert outcome(rewritten(source)) == outcome(source), f"{source}\n{rewritten(source)}"


@pytest.mark.parametrize(
    "body",
    [
        ["x = len(Z[1 + F[0]]) - 1", "changing(F, Z)", "y = len(Z[1 + F[0]]) - 1", "F[0] = len(Z[1 + F[0]]) - 1"],
        ["x = sum([v for v in Z[0]]) + 1", "Z[0] = [4]", "y = sum([v for v in Z[0]]) + 1"],
    ],
)
def test_what_stands_in_two_places_is_rewritten_in_each(body: list[str]) -> None:
    """The same node in several statements, between which something changes."""
    source = function(body)
    module = ast.parse(source)
    first, *others = [s for s in ast.walk(module) if isinstance(s, ast.Assign) and isinstance(s.value, ast.BinOp)]
    for other in others:
        other.value = first.value
    new = rewritten(module)
    assert outcome(new) == outcome(source), new


# -- what is gained --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        (["x = len(Z[1 + F[0]]) - bisect(Z[1 + F[0]], 3)"], True),
        (["x = Z[1 + F[0]][0]", "y = Z[1 + F[0]][-1]"], True),
        (["zone = Z[1 + F[0]]", "x = len(Z[1 + F[0]])"], True),
        (["x = len(Z[1 + F[0]])", "F[0] = 1", "y = len(Z[1 + F[0]])"], False),
        (["x = len(Z[1 + F[0]])", "changing(F, Z)", "y = len(Z[1 + F[0]])"], False),
        (["x = len(Z[1 + y])", "y = 1", "x = len(Z[1 + y])"], False),
        (["if F[3] and Z[1 + F[0]]:", "    x = 1", "y = len(Z[1 + F[0]])"], False),
        (["x = len(Z[1 + F[0]]) if F[1] else 0", "y = len(Z[1 + F[0]])"], False),
        (["x = len(Z[1 + F[0]])", "for v in range(2):", "    y = len(Z[1 + F[0]])", "    changing(F, Z)"], False),
        (["x = len(Z[1 + F[0]])", "for v in range(2):", "    y = len(Z[1 + F[0]])", "    F[0] = 1"], False),
        (["x = len(Z[1 + F[0]])", "for v in range(2):", "    y += len(Z[1 + F[0]])"], True),
        (["x = int(sum([v for v in Z[1 + F[0]]]) + len(Z[1 + F[0]]) if F[1] else 0)"], False),  # no `:=` behind `in`
    ],
)
def test_a_look_up_is_kept_as_long_as_nothing_changes_it(body: list[str], kept: bool) -> None:
    source = function(body)
    new = rewritten(source)
    assert (new.count("Z[1 + ") == 1) is kept, new
    assert outcome(new) == outcome(source)


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("found = [v for v in Z[0]]", 0),
        ("x = sum([v for v in Z[0]]) + len([1 for v in Z[0] if v])", 0),
        ("x = F[1] and sum([v for v in Z[0]])", 1),
        ("found = [v for v in Z[0]] if F[1] else [v for v in Z[1]]", 0),
        ("found = [v for v in [v + 1 for v in Z[0]]]", 0),
    ],
)
def test_comprehensions_that_are_computed_in_any_case_are_loops(line: str, left: int) -> None:
    new = rewritten(function([line]))
    assert sum(isinstance(node, ast.ListComp) for node in ast.walk(ast.parse(new))) == left, new
