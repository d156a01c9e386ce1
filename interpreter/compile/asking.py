"""
Asking: decisions as Python.

A decision is two blocks: one that lists the options and stops (running it again changes nothing),
and one that takes the pick. Options are small numbers, or tuples of them; labels come later.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..expr import emit_lists
from ..expr.emit import Emitter
from ..expr.emit_filters import narrowed
from ..expr.python import assign, call, const, function_def, item, name, place
from ..expr.typed import (
    AllOf,
    AttrRef,
    BoardTiles,
    Built,
    Const,
    Local,
    LoopT,
    Op,
    QueryT,
    T,
    Var,
    ZoneRef,
    certain,
    free_locals,
    mentions,
    origin,
    trees,
)
from ..layout import PLAYER_SLOT
from ..program import Decision
from ..source import Span
from ..steps import decisions
from ..steps.decisions import Entry, Name
from .routine import Block, Routine, ref

if TYPE_CHECKING:
    from .build import Builder

STATE = name("s")


def seat_of(r: Routine, by: T | None) -> ast.expr:
    return r.emit(by) if by is not None else item(name("F"), const(PLAYER_SLOT))


# -- the options -------------------------------------------------------------------------------------


def distinct(r: Routine, domain: T, value: ast.expr) -> ast.expr:
    """Each different value once; like components count as one, except in a row."""
    if isinstance(domain, (AllOf, BoardTiles)) or (isinstance(domain, Op) and domain.op == "range"):
        return value
    if isinstance(domain, Built) and domain.name in (
        "reachable",
        "neighbours",
        "seats_from",
        "spots",
        "meets",
        "cluster",
        "distinct",
    ):
        return value
    if isinstance(domain, AttrRef) and domain.attribute == "others":
        return value
    looks = looks_of(r, domain)
    if looks is not None:
        return call("distinct_looks", value, looks)
    if isinstance(domain, ZoneRef) and r.b.layout.definition.finites[domain.of].tracked:
        return value
    return call("distinct", value)


def looks_of(r: Routine, domain: T) -> ast.expr | None:
    """The table from copy to kind, where like copies are offered once: everywhere but in a row."""
    source = origin(domain)
    if source is not None and source.zone is not None and source.zone.kind == "row":
        return None
    return emit_lists.looks_of(r.emitter, domain.type)


def options(r: Routine, entry: Entry, tag: int | None) -> ast.expr:
    """The list of an entry's options, its guard apart. `tag` is its place in a menu."""
    with r.emitter.keeping():
        return _options(r, entry, tag)


def _options(r: Routine, entry: Entry, tag: int | None) -> ast.expr:
    direct = _option_comprehension(r, entry.names, tag)
    if direct is not None:
        return direct
    target = r.emitter.temp(ast.List([], ast.Load()), "options")
    out = r.out
    for n in entry.names:
        with r.inside(out):
            store, domain, tests = _generator(r, n)
            loop = place(ast.For(store, domain, [], []), n.domain.span)
            r.out.append(loop)
        out = loop.body
        for test in tests:
            with r.inside(out):
                guard = place(ast.If(r.emit(test), [], []), test.span)
                r.out.append(guard)
            out = guard.body
    append = ast.Attribute(name(target), "append", ast.Load())
    out.append(ast.Expr(ast.Call(append, [_option(r, entry.names, tag)], [])))
    return name(target)


def _generator(r: Routine, n: Name) -> tuple[ast.expr, ast.expr, list[T]]:
    """What a name runs over: a target, an iterable, and tests."""
    e, domain, loop = r.emitter, n.domain, _picked(n.domain)
    if not isinstance(domain, QueryT) or loop is None:
        value = distinct(r, domain, e.emit(domain))
        return ast.Name(e.bind(n.var), ast.Store()), value, []
    value, where = narrowed(e, loop, domain.where)
    if loop.index is None:
        if where is None or _by_looks(where, loop.var) or looks_of(r, loop.domain) is None:
            value = distinct(r, loop.domain, value)
        store: ast.expr = ast.Name(e.bind(loop.var), ast.Store())
    else:
        index, target = e.bind(loop.index), e.bind(loop.var)
        value = call("enumerate", value, const(1))
        store = ast.Tuple([ast.Name(index, ast.Store()), ast.Name(target, ast.Store())], ast.Store())
    e.env[n.var] = e.env[loop.var]
    return store, value, [where] if where is not None else []


def _picked(domain: T) -> LoopT | None:
    """For `c in zone where ..`, and nothing made of `c`: what `c` runs over."""
    if not isinstance(domain, QueryT) or len(domain.loops) != 1:
        return None
    loop = domain.loops[0]
    return loop if isinstance(domain.result, Local) and domain.result.var is loop.var else None


def _by_looks(test: T, var: Var) -> bool:
    """Whether a test reads nothing of a component but its attributes, which like copies share."""
    bases = [t.base for t in trees(test) if isinstance(t, AttrRef)]
    return all(t in bases for t in trees(test) if isinstance(t, Local) and t.var is var)


def _option(r: Routine, names: list[Name], tag: int | None) -> ast.expr:
    values = [r.emitter.env[n.var] for n in names]
    if tag is None and len(values) == 1:
        return values[0]
    first: list[ast.expr] = [] if tag is None else [const(tag)]
    return ast.Tuple(first + values, ast.Load())


def _option_comprehension(r: Routine, names: list[Name], tag: int | None) -> ast.expr | None:
    generators: list[ast.comprehension] = []
    before = dict(r.emitter.env)
    first: list[ast.stmt] = []
    for i, n in enumerate(names):
        out: list[ast.stmt] = []
        with r.inside(out):
            store, domain, tests = _generator(r, n)
        if i > 0 and _apart(n.domain, names[:i]) and not isinstance(domain, ast.Name):
            with r.inside(out):
                domain = name(r.emitter.temp(domain, "domain"))
        elif out and i > 0:
            r.emitter.env = before
            return None
        first.extend(out)
        inner: list[ast.stmt] = []
        with r.inside(inner):
            conditions = [r.emit(t) for t in tests]
        if inner:
            r.emitter.env = before
            return None
        generators.append(ast.comprehension(store, domain, conditions, 0))
    r.out.extend(first)
    if not generators:
        return ast.List([_option(r, names, tag)], ast.Load())
    single = generators[0]
    element = _option(r, names, tag)
    if (
        len(generators) == 1
        and not single.ifs
        and isinstance(element, ast.Name)
        and isinstance(single.target, ast.Name)
    ):
        return call("list", single.iter)
    return ast.ListComp(element, generators)


def _apart(domain: T, before: list[Name]) -> bool:
    """Whether what a name runs over is a zone, or its different components, whatever was chosen before it."""
    loop = _picked(domain)
    if loop is not None and loop.index is None:
        domain = loop.domain
    if isinstance(domain, Built) and domain.name == "distinct":
        domain = domain.args[0]
    if not isinstance(domain, ZoneRef) or (domain.owner is not None and not certain(domain.owner)):
        return False
    return not any(mentions(domain, n.var) for n in before)


# -- trials ------------------------------------------------------------------------------------------


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


# -- decisions ---------------------------------------------------------------------------------------


def stop(r: Routine, target: str, ask: Block, pick: Block, seat: ast.expr, span: Span) -> None:
    """Offer the options; a single one answers itself unless everything is to be asked, and is noted in the log."""
    single = ast.Compare(call("len", name(target)), [ast.Eq()], [const(1)])
    auto = ast.BoolOp(ast.And(), [single, ast.Attribute(STATE, "auto", ast.Load())])
    picked, log = ast.Attribute(STATE, "pick", ast.Load()), ast.Attribute(STATE, "log", ast.Load())
    line = ast.Tuple([const("forced"), seat, ref(ask), picked], ast.Load())
    noted = ast.Assign([ast.Attribute(STATE, "log", ast.Store())], ast.Tuple([log, line], ast.Load()))
    take: list[ast.stmt] = [
        ast.Assign([ast.Attribute(STATE, "pick", ast.Store())], item(name(target), const(0))),
        ast.If(ast.Compare(picked, [ast.IsNot()], [const(None)]), [noted], []),
        ast.Return(ref(pick)),
    ]
    r.out.append(ast.If(auto, take, []))
    if r.b.layout.seats > r.b.layout.players:
        seat = place(call("asked", seat, const(r.b.layout.players), name(target)), span)
    for attribute, value in (("options", name(target)), ("seat", seat), ("pc", ref(ask))):
        r.out.append(ast.Assign([ast.Attribute(STATE, attribute, ast.Store())], value))
    r.block.next.add(pick.number)
    r.out.append(ast.Return(const(-1)))


def describe(
    r: Routine, ask: Block, pick: Block, address: str, kind: str, entries: list[Entry], prompt: Any, span: Span
) -> None:
    """Note what is needed for labels, prompts and refusals."""
    if prompt is not None:
        for part in prompt.parts:
            expose(r.b, part) if isinstance(part, T) else None
    r.b.decisions[ask.number] = Decision(ask.number, pick.number, address, kind, tuple(entries), prompt, span)
    ask.asks = True


def write_choose(r: Routine, step: decisions.Choose) -> None:
    entry = step.entry
    after = r.new_block()
    other = r.new_block() if step.otherwise is not None else None
    if entry.count is not None:
        write_picks(r, entry, step.address, other)
    else:
        _write_choice(r, step, other)
    from .flow import write_steps

    write_steps(r, entry.do)
    r.goto(after)
    if other is not None:
        r.start(other)
        write_steps(r, step.otherwise or [])
        r.goto(after)
    r.start(after)


def _write_choice(r: Routine, step: decisions.Choose, other: Block | None) -> None:
    entry = step.entry
    ask, pick = r.new_block(), r.new_block()
    r.goto(ask)
    r.start(ask)
    target = r.b.code.fresh("options")
    if other is None:
        _end_trial(r)
    _guarded(r, entry, target, None)
    tests = hold_tests(r) + leaving_tests(r, entry, None)
    _none_left(r, target, other, step.address, entry.span)
    if other is not None:
        _end_trial(r)
    filters(r, tests, pick, target, lambda: _none_left(r, target, other, step.address, entry.span))
    r.b.code.probe.decision(r, target, pick, [entry])
    stop(r, target, ask, pick, seat_of(r, entry.by), entry.span)
    describe(r, ask, pick, step.address, "choose", [entry], entry.prompt, step.span)
    r.start(pick)
    if entry.names:
        bind_pick(r, entry.names, 0 if len(entry.names) > 1 else None, entry.span)


def _guarded(r: Routine, entry: Entry, target: str, tag: int | None) -> None:
    """`target` = the entry's options, none when its guard is false."""
    if entry.when is None:
        r.out.append(assign(target, options(r, entry, tag)))
        return
    test = r.emit(entry.when)
    yes: list[ast.stmt] = []
    with r.inside(yes):
        r.out.append(assign(target, options(r, entry, tag)))
    r.add(ast.If(test, yes, [assign(target, ast.List([], ast.Load()))]), entry.when.span)


def _none_left(r: Routine, target: str, other: Block | None, address: str, span: Span) -> None:
    empty = ast.UnaryOp(ast.Not(), name(target))
    if other is not None:
        r.block.next.add(other.number)
        r.out.append(ast.If(empty, [ast.Return(ref(other))], []))
    else:
        fault = place(ast.Expr(place(call("no_option", const(address)), span)), span)
        r.out.append(ast.If(empty, [fault], []))


def _offer(r: Routine, target: str, other: Block | None, address: str, span: Span) -> None:
    """A trial ends where somebody would be asked, before it is said that there is nothing to choose."""
    if other is None:
        _end_trial(r)
    _none_left(r, target, other, address, span)
    if other is not None:
        _end_trial(r)


def _end_trial(r: Routine) -> None:
    if r.b.tries:
        r.out.append(ast.If(ast.Attribute(STATE, "trial", ast.Load()), [ast.Return(const(-2))], []))


def bind_pick(r: Routine, names: list[Name], first: int | None, span: Span) -> None:
    """Names get the values of the pick; `first` is the place of the first one in the tuple, None for a bare value."""
    pick = ast.Attribute(STATE, "pick", ast.Load())
    if first is None:
        r.bind(names[0].var, pick, span)
        return
    for i, n in enumerate(names):
        r.bind(n.var, item(pick, const(first + i)), span)


def write_menu(r: Routine, step: decisions.Menu, *, when_empty: Block | None = None) -> None:
    """`one_of`, `may`, and the actions of a turn."""
    from .flow import write_steps

    after = r.new_block()
    other = when_empty
    if step.otherwise is not None and when_empty is None:
        other = r.new_block()
    if step.optional and other is None:
        other = after
    ask, pick = r.new_block(), r.new_block()
    r.goto(ask)
    r.start(ask)
    target = menu_options(r, step.entries)
    tests = hold_tests(r)
    for i, entry in enumerate(step.entries):
        tests += leaving_tests(r, entry, i)
    _offer(r, target, other, step.address, step.span)
    if step.optional:
        r.out.append(ast.Expr(ast.Call(ast.Attribute(name(target), "append", ast.Load()), [const(None)], [])))

    def none_left() -> None:
        if step.optional:  # only `pass` is left: nothing was offered
            only = ast.Compare(name(target), [ast.Eq()], [ast.List([const(None)], ast.Load())])
            assert other is not None
            r.block.next.add(other.number)
            r.out.append(ast.If(only, [ast.Return(ref(other))], []))
        _none_left(r, target, other, step.address, step.span)

    filters(r, tests, pick, target, none_left)
    r.b.code.probe.decision(r, target, pick, step.entries, menu=True)
    by = step.by
    stop(r, target, ask, pick, seat_of(r, by), step.span)
    describe(r, ask, pick, step.address, "may" if step.optional else "menu", step.entries, step.prompt, step.span)
    r.start(pick)
    picked = ast.Attribute(STATE, "pick", ast.Load())
    if step.optional:
        assert other is not None
        r.block.next.add(other.number)
        r.out.append(ast.If(ast.Compare(picked, [ast.Is()], [const(None)]), [ast.Return(ref(other))], []))
    blocks = [r.new_block() for _ in step.entries]
    for i, block in enumerate(blocks):
        r.block.next.add(block.number)
        chosen = ast.Compare(item(picked, const(0)), [ast.Eq()], [const(i)])
        jump: ast.stmt = ast.Return(ref(block))
        r.out.append(ast.If(chosen, [jump], []) if i < len(blocks) - 1 else jump)
    for entry, block in zip(step.entries, blocks):
        r.start(block)
        if entry.count is not None:
            address = f"{step.address}/{entry.word}" if entry.word else step.address
            write_picks(r, entry, address, None, guarded=True)
        else:
            bind_pick(r, entry.names, 1, entry.span)
        write_steps(r, entry.do)
        r.goto(after)
    if other is not None and other is not after and when_empty is None:
        r.start(other)
        write_steps(r, step.otherwise or [])
        r.goto(after)
    r.start(after)


def menu_options(r: Routine, entries: list[Entry]) -> str:
    """All entries' options, in order, each tagged with its entry's number."""
    target = r.b.code.fresh("options")
    if len(entries) == 1 and entries[0].count is None:
        _guarded(r, entries[0], target, 0)
        return target
    r.out.append(assign(target, ast.List([], ast.Load())))
    for i, entry in enumerate(entries):
        out: list[ast.stmt] = []
        test = r.emit(entry.when) if entry.when is not None else None
        with r.inside(out):
            if entry.count is not None:
                enough = _feasible(r, entry)
                one = ast.List([ast.Tuple([const(i)], ast.Load())], ast.Load())
                more: ast.expr = ast.IfExp(enough, one, ast.List([], ast.Load()))
            else:
                more = options(r, entry, i)
            r.out.append(ast.AugAssign(ast.Name(target, ast.Store()), ast.Add(), more))
        if test is None:
            r.out.extend(out)
        else:
            assert entry.when is not None
            r.add(ast.If(test, out, []), entry.when.span)
    return target


# -- several picks -----------------------------------------------------------------------------------


def _pick_arguments(r: Routine, entry: Entry, so_far: ast.expr) -> list[ast.expr]:
    """What `pick_options` wants: domain, picks so far, bounds, test, looks, order."""
    n = entry.names[0]
    assert entry.count is not None
    values = r.emit(_whole(n.domain))
    if not isinstance(values, (ast.ListComp, ast.Subscript)):
        values = call("list", values)
    domain = r.emitter.temp(values, "domain")
    low = r.emit(entry.count.low) if entry.count.low is not None else const(0)
    high = r.emit(entry.count.high) if entry.count.high is not None else const(None)
    keep: ast.expr = const(None)
    if entry.keep is not None:
        function = function_def(r.b.code.fresh("keep"), [f"{n.var.name}__k"])
        r.emitter.env[n.var] = name(f"{n.var.name}__k")
        with r.inside(function.body):
            r.out.append(place(ast.Return(r.emit(entry.keep)), entry.keep.span))
        del r.emitter.env[n.var]
        r.out.append(function)
        keep = name(function.name)
    looks = looks_of(r, n.domain)
    return [name(domain), so_far, low, high, keep, looks or const(None), const(entry.ordered)]


def _whole(domain: T) -> T:
    """What a query without a test runs over: `c in player.hand` is the hand."""
    if isinstance(domain, QueryT) and domain.where is None:
        loop = _picked(domain)
        if loop is not None and loop.index is None:
            return loop.domain
    return domain


def _next_picks(r: Routine, entry: Entry, so_far: ast.expr) -> ast.expr:
    """The options of the next pick; None when the row of picks is complete."""
    domain, count = _whole(entry.names[0].domain), entry.count
    assert count is not None
    plain_zone = (
        isinstance(domain, ZoneRef)
        and (domain.zone is None or not domain.zone.ordered)
        and not r.b.layout.definition.finites[domain.of].tracked
    )
    if plain_zone and count.low is count.high and count.low is not None and entry.keep is None and not entry.ordered:
        return call("pick_exact", r.emit(domain), so_far, r.emit(count.low))
    return call("pick_options", *_pick_arguments(r, entry, so_far))


def _feasible(r: Routine, entry: Entry) -> ast.expr:
    """Whether enough can be picked at all."""
    picked = call("pick_options", *_pick_arguments(r, entry, ast.Tuple([], ast.Load())))
    return ast.Compare(picked, [ast.NotEq()], [ast.List([], ast.Load())])


def write_picks(r: Routine, entry: Entry, address: str, other: Block | None, *, guarded: bool = False) -> None:
    """A row of single picks; the name is bound to the list of them. `guarded`: its `when` was tested already."""
    n = entry.names[0]
    ask, pick, done = r.new_block(), r.new_block(), r.new_block()
    start: list[ast.stmt] = []
    with r.inside(start):
        r.bind(n.var, ast.Tuple([], ast.Load()), entry.span)
    if entry.when is not None and not guarded:
        refused = ast.UnaryOp(ast.Not(), r.emit(entry.when))
        refusal: ast.stmt
        if other is not None:
            r.block.next.add(other.number)
            refusal = ast.Return(ref(other))
        else:
            refusal = place(ast.Expr(place(call("no_option", const(address)), entry.when.span)), entry.when.span)
        r.out.append(ast.If(refused, [refusal], []))
    r.out.extend(start)
    r.stores = [(r.out if out is start else out, s, v) for out, s, v in r.stores]
    r.goto(ask)
    r.start(ask)
    so_far = r.read(n.var)
    target = r.b.code.fresh("options")
    r.out.append(assign(target, _next_picks(r, entry, so_far)))
    r.block.next.add(done.number)
    r.out.append(ast.If(ast.Compare(name(target), [ast.Is()], [const(None)]), [ast.Return(ref(done))], []))
    tests = hold_tests(r) + leaving_tests(r, entry, None)
    _offer(r, target, other, address, entry.span)
    filters(r, tests, pick, target, lambda: _none_left(r, target, other, address, entry.span))
    r.b.code.probe.decision(r, target, pick, [entry])
    stop(r, target, ask, pick, seat_of(r, entry.by), entry.span)
    describe(r, ask, pick, address, "picks", [entry], entry.prompt, entry.span)
    r.start(pick)
    picked = ast.Attribute(STATE, "pick", ast.Load())
    r.block.next.add(done.number)
    r.out.append(ast.If(ast.Compare(picked, [ast.Is()], [const(None)]), [ast.Return(ref(done))], []))
    more = ast.BinOp(r.read(n.var), ast.Add(), ast.Tuple([picked], ast.Load()))
    r.bind(n.var, more, entry.span)
    r.goto(ask)
    r.start(done)
