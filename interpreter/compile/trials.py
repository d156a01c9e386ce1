"""
Trials: what must hold after an option, asked on a copy on which it is tried.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..expr.emit import Emitter
from ..expr.python import assign, call, const, function_def, item, name, place
from ..expr.typed import Const, Local, Op, T, Var, certain, free_locals, trees
from ..steps.decisions import Entry
from .routine import Block, Routine, ref

if TYPE_CHECKING:
    from .build import Builder

STATE = name("s")


def expose(b: Builder, value: T) -> None:
    """Local names that a test reads on another copy of the state must have slots."""
    b.always_stored |= free_locals(value)


def test_function(b: Builder, value: T, hint: str) -> str:
    """A function of a state that evaluates a condition there, local names read from their slots."""
    python = b.code.fresh(hint)
    function = function_def(python, ["s"])
    b.code.functions[python] = (b.source(value.span), function)
    expose(b, value)
    emitter = Emitter(b.code, function.body, lambda var: item(name("L"), b.slot_of(var)))
    emitter.file = value.span.source.name
    emitter.prologue()
    emitter.out.append(assign("L", ast.Attribute(STATE, "L", ast.Load())))
    emitter.out.append(place(ast.Return(emitter.emit(value)), value.span))
    return python


@dataclass(frozen=True, slots=True)
class Test:
    """
    What must hold after an option: a function of the state then, and when it is asked at all (`condition`).

    In a menu it is about the options of one entry (`only`). `sure` is a function of an option that says for some of
    them, without trying, that the test will hold.
    """

    function: str
    condition: ast.expr | None = None
    only: int | None = None
    sure: str | None = None


def filters(r: Routine, tests: list[Test], pick: Block, target: str, none_left: Callable[[], None]) -> None:
    """Keep the options after which the tests hold; `none_left` writes what is done when there is none."""
    for test in tests:
        more = [const(test.only), name(test.sure)] if test.sure else [const(test.only)] if test.only is not None else []
        body: list[ast.stmt] = []
        with r.inside(body):
            r.out.append(assign(target, call("still_good", STATE, ref(pick), name(target), name(test.function), *more)))
            none_left()
        r.out.extend(body if test.condition is None else [ast.If(test.condition, body, [])])


def hold_tests(r: Routine) -> list[Test]:
    """The `hold` conditions that may be in force here; those of callers are asked for at run time."""
    tests = []
    for h in (*r.holds, *r.b.holds_around(r)):
        always = h in r.holds and h.unless is None
        tests.append(Test(r.b.hold_test(h), None if always else item(name("L"), const(r.b.hold_slot(h)))))
        r.block.exposed |= free_locals(h.condition)  # they tell positions apart
    return tests


def leaving_tests(r: Routine, entry: Entry, tag: int | None) -> list[Test]:
    """What an entry's options must leave true. `tag` is its place in a menu."""
    if entry.leaving is None:
        return []
    names = [n.var for n in entry.names]
    r.block.exposed |= free_locals(entry.leaving) - {*names} - r.block.defined
    return [Test(test_function(r.b, entry.leaving, "leaving"), None, tag, _sure(r, entry, tag))]


def _sure(r: Routine, entry: Entry, tag: int | None) -> str | None:
    """For `a or b` where `a` is only about what is chosen: a function of an option that says whether `a` holds."""
    test, names = entry.leaving, [n.var for n in entry.names]
    apart = list(test.args) if isinstance(test, Op) and test.op == "or" else []
    known = [t for t in apart if certain(t) and all(isinstance(x, (Const, Op)) or _is_one(x, names) for x in trees(t))]
    if not known or entry.count is not None:
        return None
    python = r.b.code.fresh("sure")
    function = function_def(python, ["option"])
    r.b.code.functions[python] = (r.b.source(known[0].span), function)
    first = 0 if tag is None else 1
    whole = tag is None and len(names) == 1
    option = {var: name("option") if whole else item(name("option"), const(first + i)) for i, var in enumerate(names)}
    emitter = Emitter(r.b.code, function.body, lambda var: option[var])
    emitter.file = known[0].span.source.name
    found = [emitter.emit(t) for t in known]
    emitter.out.append(place(ast.Return(ast.BoolOp(ast.Or(), found) if len(found) > 1 else found[0]), known[0].span))
    return python


def _is_one(value: T, names: list[Var]) -> bool:
    return isinstance(value, Local) and value.var in names
