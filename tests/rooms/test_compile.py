"""Finished Python is rewritten (comprehensions unrolled, constants folded, look-ups kept) and does what it did."""

from __future__ import annotations

import ast
from bisect import bisect_left, insort
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.compile.fold import fold
from interpreter.compile.reuse import reuse
from interpreter.compile.unroll import unroll
from interpreter.expr.python import unshared
from interpreter.runtime import distinct_sorted

TABLES: dict[str, Any] = {
    "TABLE": (3, 1, 4, 0, 2),
    "SAME": (7, 7, 7, 7, 7),
    "PRICE": {1: 3},
    "WIDE": ((0, 1), (2, 3), (4, 0), (1, 2), (3, 4)),
}
FIELDS, ZONES = [2, 0, 4, 1, 3, 0, 2, 4], [[1, 2, 2], [], [0, 4], [3, 3, 3], [1], [2, 4, 4, 4], [0]]


def changing(f: list[int], z: list[list[int]]) -> None:
    """Something the compiler knows nothing of."""
    f[0] = (f[0] + 1) % 5
    z[f[0]] = [*z[f[0]], 1]


def same(items: list[int]) -> bool:
    return len(set(items)) <= 1


def rewritten(source: str | ast.Module) -> str:
    module = ast.parse(source) if isinstance(source, str) else source
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    for node in functions:
        unshared(node)
    unroll(functions)
    fold(functions, TABLES)
    reuse(functions, TABLES)
    return ast.unparse(ast.fix_missing_locations(module))


def outcome(source: str) -> Any:
    """What a function gives back and leaves behind."""
    scope: dict[str, Any] = {
        **TABLES,
        "bisect": bisect_left,
        "insort": insort,
        "changing": changing,
        "fn_same": same,
        "distinct_sorted": distinct_sorted,
    }
    fields, zones = list(FIELDS), [list(z) for z in ZONES]
    exec(source, scope)  # of this test
    return scope["f"](fields, zones), fields, zones


def function(body: list[str]) -> str:
    lines = "\n".join(f"    {line}" for line in body)
    return f"def f(F, Z):\n    x = y = v = 0\n    row = (); found = []\n{lines}\n    return x, y, found\n"


# -- random functions ----------------------------------------------------------------------------------

PLACES = st.sampled_from(["1 + F[0]", "1 + F[0]", "1 + x", "2"])  # few, so that one is asked for again
SIMPLE = st.one_of(
    st.sampled_from(["F[0]", "x", "y", "TABLE[F[0]]", "WIDE[F[0]][1]", "TABLE[TABLE[y]]"]),
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
    st.builds("found += [TABLE[TABLE[v]] * SAME[v] for v in Z[{}]]".format, PLACES),
    st.builds("found += ({}, {})".format, SIMPLE, SIMPLE),
    st.builds("found += [(u, v) for u in distinct_sorted(Z[{}], TABLE) for v in Z[0] if {}]".format, PLACES, TESTS),
    st.builds("found += [(v, len(found)) for v in Z[{}]]".format, PLACES),
    st.just("changing(F, Z)"),
    st.sampled_from(["x = 2", "y = 0", "x = True", "row = ()", "row = (x, y)", "found = []"]),
    st.sampled_from(["found += [*row, 3 - 0]", "x = (*row, 1)[0]", "y = (y + TABLE[2] * 2) % 5", "found.append(y)"]),
)
PIECES = st.one_of(
    LINES.map(lambda line: [line]),
    st.just(["x = 0", "for i in range(3):", "    if TABLE[i] != 1:", "        x += TABLE[i]", "y = x % 5", "x = y"]),
    st.just(["for i, c in enumerate(Z[1 + F[0]], 1):", "    if i > 1:", "        found.append(c)"]),
    st.builds(
        "if {}:|    found = [{}]|else:|    found = []|if not found:|    return x, y|found.append(None)".format,
        TESTS,
        SIMPLE,
    ).map(lambda text: text.split("|")),
    st.builds("_t__1 = True|x = int({}) % 5|_t__1 = {}|if _t__1:|    y = 3".format, SIMPLE, TESTS).map(
        lambda text: text.split("|")
    ),
    st.just(["seen = [TABLE[F[0]]]", "x = 1 if fn_same(seen) else 3"]),
    st.just(["seen = []", "seen.append(F[0])", "if not fn_same(seen):", "    x = 4", "found = []", "found.append(y)"]),
)
KNOWN = st.sampled_from(["range(3)", "range(1, 4)", "WIDE[1]", "(x,)", "row"])
SETTLED = st.one_of(
    st.sampled_from(
        ["i != 1", "i in WIDE[0]", "TABLE[i] > 1 or i == 2", "not i", "x == 2 and True", "i < 2 or F[0] == 1"]
    ),
    st.just("F[0] and len([c for c in Z[1 + F[0]] if c == i])"),
    TESTS,
)


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def nested(inner: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    return st.one_of(
        st.builds(lambda a, b: a + b, inner, inner),
        st.builds(lambda t, a, b: [f"if {t}:", *indented(a), "else:", *indented(b)], TESTS, inner, inner),
        st.builds(lambda t, a: [f"if {t}:", *indented(a), "    return x, y"], TESTS, inner),
        st.builds(lambda p, a: [f"for v in tuple(Z[{p}]):", *indented(a)], PLACES, inner),
        st.builds(lambda s, t, a: [f"for i in {s}:", f"    if {t}:", *indented(indented(a))], KNOWN, SETTLED, inner),
        st.builds(
            lambda t, a, b: ["for v in range(3):", *indented(a), f"    if {t}:", "        break", *indented(b)],
            TESTS, inner, inner,
        ),
    )  # fmt: skip


BODIES = st.recursive(PIECES, nested, max_leaves=10)


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
        (["x = len(Z[1 + y])", "y = F[4]", "x = len(Z[1 + y])"], False),
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
        ("found = [v for v in distinct_sorted(Z[0], TABLE)]", 0),
    ],
)
def test_comprehensions_that_are_computed_in_any_case_are_loops(line: str, left: int) -> None:
    new = rewritten(function([line]))
    assert sum(isinstance(node, ast.ListComp) for node in ast.walk(ast.parse(new))) == left, new
    assert "distinct_sorted" not in new


@pytest.mark.parametrize(
    ("body", "written"),
    [
        (["for i in range(3):", "    if i != 1 and F[0] > TABLE[i]:", "        x += i"],
         ["if F[0] > 3:", "    x += 0", "if F[0] > 4:", "    x += 2"]),
        (["for i in range(2):", "    changing(F, Z)"], ["i = 0", "changing(F, Z)", "i = 1", "changing(F, Z)"]),
        (["for i in range(2):", "    x = 9 // (F[0] - i)"],  # it may be asked what `i` was
         ["i = 0", "x = 9 // F[0]", "i = 1", "x = 9 // (F[0] - 1)"]),
        (["for i in range(2):", "    x = i % 2 + F[0] // 3"], ["x = 0 % 2 + F[0] // 3", "x = 1 % 2 + F[0] // 3"]),
        (["found = []", "for i in WIDE[2]:", "    found.append(F[i])"], ["found = [F[4], F[0]]"]),
        (["for i in range(2):", "    x = F[0] and [v for v in Z[i] if v > i]"],
         ["x = F[0] and [v for v in Z[0] if v > 0]", "x = F[0] and [v for v in Z[1] if v > 1]"]),
        (["for i in range(9):", "    x += i"], None),
        (["for i in range(2):", "    i += 1", "    x += i"], None),
        (["p = F[0]", "for c in (p,):", "    p = 3", "    x += c"], None),
        (["c = 2", "try:", "    c = F[3]", "    return", "except ValueError:", "    x = c"], None),
        (["x = None < 2"], None),
        (["for i in range(3):", "    if F[i]:", "        break"], None),
        (["p = F[0]", "row = (*(), p)", "x = 0", "for c in row:", "    x += TABLE[c]"], ["p = F[0]", "x = TABLE[p]"]),
        (["found = []", "for i, c in enumerate(Z[0], 1):", "    if i > 1:", "        found.append(c)"],
         ["found = Z[0][1:]"]),
        (["found = []", "for i, c in enumerate(WIDE[F[0]], 1):", "    if i > 1:", "        found.append(c)"],
         ["found = list(WIDE[F[0]][1:])"]),
        (["x = y = 0", "x += F[0]"], None),
        (["c = 2", "if c > 1 and True:", "    x = F[c] - 0"], ["c = 2", "x = F[2]"]),
        (["c = 2", "if F[0]:", "    c = 3", "x = c"], None),
        (["c = 2", "for v in Z[0]:", "    x += c", "    c = 3"], None),
        (["for v in Z[0]:", "    x += TABLE[TABLE[v]] - SAME[v]"], ["for v in Z[0]:", "    x += TABLE_TABLE[v] - 7"]),
        (["for v in found:", "    x += SAME[v]"], None),  # which may hold `None`
        (["for v in (F[0], F[1]):", "    x += SAME[v]"], None),
        (["x = 0", "for i in range(1, 3):", "    x += i", "F[0] = x"], ["x = 1", "x += 2", "F[0] = x"]),
        (["found.append(1)", "found.append(2)", "found.append(x)"], ["found += (1, 2, x)"]),
        (["found = [1]", "found += (2, 3)"], ["found = [1, 2, 3]"]),
        (["found.append(1)", "found.append(len(found))"], None),
        (["x = F[WIDE[1][-1]]"], ["x = F[3]"]),
        (["if x:", "    found = [x]", "else:", "    found = []", "if not found:", "    return", "found.append(None)"],
         ["if not x:", "    return", "found = [x, None]"]),
        (["found = [x]", "if F[0]:", "    return found", "found.append(None)"], None),
        (["if x:", "    found = [x]", "else:", "    found = []", "if not found:", "    return found"], None),
        (["_t__1 = True", "x = F[1]", "_t__1 = F[0]"], ["x = F[1]", "_t__1 = F[0]"]),
        (["for v in Z[0]:", "    _t__1 = True", "    if v:", "        break", "    _t__1 = False"], None),
        (["for p in found:", "    seen = [TABLE[p]]", "    if not fn_same(seen):", "        x = 1", "    F[p] = x"],
         ["for p in found:", "    F[p] = x"]),
        (["for p in found:", "    seen = [PRICE[p]]", "    if not fn_same(seen):", "        x = 1"],
         ["for p in found:", "    seen = [PRICE[p]]"]),
        (["p = F[0]", "seen = [TABLE[p]]", "if not fn_same(seen):", "    x = 1"], ["p = F[0]", "seen = [TABLE[p]]"]),
        (["seen = [TABLE[counted(F)]]", "if not fn_same(seen):", "    x = 1"], ["seen = [TABLE[counted(F)]]"]),
    ],
)  # fmt: skip
def test_what_is_known_before_play_is_not_computed(body: list[str], written: list[str] | None) -> None:
    module = ast.parse("def f(F, Z, x, found):\n" + "\n".join(indented([*body, "changing(x, found)"])))
    before = ast.unparse(module)
    fold([node for node in module.body if isinstance(node, ast.FunctionDef)], TABLES)
    after = "\n".join(indented([*written, "changing(x, found)"])) if written is not None else before.partition("\n")[2]
    assert ast.unparse(ast.fix_missing_locations(module)).partition("\n")[2] == after


def test_loops_in_loops_are_not_tried_for_ever() -> None:
    loops = [f"{'    ' * i}for v{i} in range(2):" for i in range(16)]
    inner = f"{'    ' * 16}F[{' + '.join(f'v{i}' for i in range(16))}] += 1"
    module = ast.parse("def f(F):\n" + "\n".join(indented([*loops, inner])))
    fold([node for node in module.body if isinstance(node, ast.FunctionDef)], TABLES)
    assert sum(1 for _ in ast.walk(module)) < 5_000
