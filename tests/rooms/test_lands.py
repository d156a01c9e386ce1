"""Where a map of tiles is looked up, in small functions as they are metered."""

from __future__ import annotations

import ast
from textwrap import dedent

from interpreter.compile.lands import look_up_once

LOOKED_UP = "s.maps[0] or land_sea(s)"


def rewritten(code: str) -> str:
    functions = {f.name: ("game.yaml", f) for f in ast.parse(dedent(code)).body if isinstance(f, ast.FunctionDef)}
    look_up_once(functions, ["sea"])
    return ast.unparse(ast.fix_missing_locations(functions["f"][1]))


def test_what_is_asked_in_a_loop_is_looked_up_before_it():
    assert rewritten("""
        def f(s):
            for c in land_sea(s).spots:
                if land_sea(s).fits(1, c, 0):
                    return c
    """).splitlines() == [
        "def f(s):",
        f"    land_sea__1 = {LOOKED_UP}",
        "    for c in land_sea__1.spots:",
        "        if land_sea__1.fits(1, c, 0):",
        "            return c",
    ]  # fmt: skip


def test_it_is_looked_up_again_once_a_tile_may_have_moved():
    found = rewritten("""
        def g(s):
            lift_sea(s, (1,), 0, False)

        def f(s):
            a = [c for c in land_sea(s).spots]
            g(s)
            b = [c for c in land_sea(s).spots]
    """)
    assert found.count(LOOKED_UP) == 2
    assert found.index("land_sea__1.spots") < found.index("g(s)") < found.index("land_sea__2 =")


def test_in_a_loop_that_lays_tiles_it_is_looked_up_each_time():
    assert rewritten("""
        def f(s):
            for t in Z[0]:
                lay_sea(s, (t,), land_sea(s).spots[0], 0)
    """).splitlines()[1:] == [
        "    for t in Z[0]:",
        f"        lay_sea(s, (t,), ({LOOKED_UP}).spots[0], 0)",
    ]  # fmt: skip


def test_what_a_table_of_functions_leads_to_may_lay_tiles():
    found = rewritten("""
        def f(s):
            for t in land_sea(s).spots:
                ROWS[t](s)
                if land_sea(s).spots:
                    return t
    """)
    assert found.count(LOOKED_UP) == 2


def test_a_function_inside_has_a_state_of_its_own():
    found = rewritten("""
        def f(s):
            a = [c for c in land_sea(s).spots]
            def test(s):
                return land_sea(s).spots
            return (a, test, land_sea(s).spots)
    """)
    assert f"return ({LOOKED_UP}).spots" in found
