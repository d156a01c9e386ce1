"""
Asking: decisions as Python.

A decision is two blocks: one that lists the options and stops (running it again changes nothing),
and one that takes the pick. Options are small numbers, or tuples of them; labels come later.
"""

from __future__ import annotations

import ast
from typing import Any

from ..expr.python import assign, call, const, copied, function_def, item, name, negated, place
from ..expr.typed import T, ZoneRef, bound
from ..layout import PLAYER_SLOT
from ..program import Decision
from ..source import Span
from ..steps import decisions
from ..steps.decisions import Entry, Name
from .options import distinct_by, looks_of, options, whole
from .routine import Block, Routine, ref
from .trials import expose, filters, hold_tests, leaving_tests

STATE = name("s")


def seat_of(r: Routine, by: T | None) -> ast.expr:
    return r.emit(by) if by is not None else item(name("F"), const(PLAYER_SLOT))


# -- decisions ---------------------------------------------------------------------------------------


def answer_alone(r: Routine, target: str, ask: Block, pick: Block, by: T | None) -> None:
    """A single option answers itself unless everything is to be asked, and is noted in the log."""
    single = ast.Compare(call("len", name(target)), [ast.Eq()], [const(1)])
    auto = ast.BoolOp(ast.And(), [single, ast.Attribute(STATE, "auto", ast.Load())])
    picked, log = ast.Attribute(STATE, "pick", ast.Load()), ast.Attribute(STATE, "log", ast.Load())
    line = ast.Tuple([const("forced"), seat_of(r, by), ref(ask), picked], ast.Load())
    noted = ast.Assign([ast.Attribute(STATE, "log", ast.Store())], ast.Tuple([log, line], ast.Load()))
    take: list[ast.stmt] = [
        ast.Assign([ast.Attribute(STATE, "pick", ast.Store())], item(name(target), const(0))),
        ast.If(ast.Compare(picked, [ast.IsNot()], [const(None)]), [noted], []),
        ast.Return(ref(pick)),
    ]
    r.out.append(ast.If(auto, take, []))


def stop(
    r: Routine, target: str, ask: Block, pick: Block, by: T | None, span: Span, *, several: bool = False
) -> None:  # fmt: skip
    """Offer the options; `several`: it is known that there is more than one."""
    if not several:
        answer_alone(r, target, ask, pick, by)
    seat, people = seat_of(r, by), const(r.b.layout.players)
    if r.b.layout.seats > r.b.layout.players:  # some seats are scripted
        seat = r.emitter.simple(seat)
        somebody = ast.Compare(seat, [ast.Lt()], [people])
        seat = ast.IfExp(somebody, seat, place(call("asked", seat, people, name(target)), span))
    for attribute, value in (("options", name(target)), ("seat", seat), ("pc", ref(ask))):
        r.out.append(ast.Assign([ast.Attribute(STATE, attribute, ast.Store())], value))
    r.block.next.add(pick.number)
    r.out.append(ast.Return(const(None)))


def describe(r: Routine, ask: Block, address: str, kind: str, entries: list[Entry], prompt: Any, span: Span) -> None:
    """Note what is needed for labels, prompts and refusals."""
    if prompt is not None:
        for part in prompt.parts:
            expose(r.b, part) if isinstance(part, T) else None
    r.b.decisions[ask.number] = Decision(ask.number, address, kind, tuple(entries), prompt, span)
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
    ask, pick = r.new_pair()
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
    stop(r, target, ask, pick, entry.by, entry.span)
    describe(r, ask, step.address, "choose", [entry], entry.prompt, step.span)
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
        r.out.append(ast.If(ast.Attribute(STATE, "trial", ast.Load()), [ast.Return(const(None))], []))


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
    ask, pick = r.new_pair()
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
        if several:
            answer_alone(r, target, ask, pick, step.by)

    # With `pass` there are two options at least, unless a test takes some out; it is asked there whether one is left.
    # Behind two tests it is asked once, and where offers are counted, behind the counter.
    several = step.optional and len(tests) <= 1 and not r.b.code.probe.counts
    filters(r, tests, pick, target, none_left)
    r.b.code.probe.decision(r, target, pick, step.entries, menu=True)
    stop(r, target, ask, pick, step.by, step.span, several=several)
    describe(r, ask, step.address, "may" if step.optional else "menu", step.entries, step.prompt, step.span)
    r.start(pick)
    picked = ast.Attribute(STATE, "pick", ast.Load())
    if step.optional:
        assert other is not None
        r.block.next.add(other.number)
        r.out.append(ast.If(ast.Compare(picked, [ast.Is()], [const(None)]), [ast.Return(ref(other))], []))
    _write_entries(r, step, after)
    if other is not None and other is not after and when_empty is None:
        r.start(other)
        write_steps(r, step.otherwise or [])
        r.goto(after)
    r.start(after)


def _write_entries(r: Routine, step: decisions.Menu, after: Block) -> None:
    """What is done for the entry that was chosen; then `after`."""
    from .flow import write_steps

    blocks = [r.new_block() for _ in step.entries]
    for i, block in enumerate(blocks):
        r.block.next.add(block.number)
        chosen = ast.Compare(item(ast.Attribute(STATE, "pick", ast.Load()), const(0)), [ast.Eq()], [const(i)])
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


def _pick_arguments(r: Routine, entry: Entry, so_far: ast.expr, *, tested: bool = True) -> list[ast.expr]:
    """What `pick_options` wants: domain, picks so far, bounds, test (if it is to), how to see what is alike, order."""
    n = entry.names[0]
    assert entry.count is not None
    values = r.emit(whole(n.domain))
    if not isinstance(values, (ast.ListComp, ast.Subscript)):
        values = call("list", values)
    domain = r.emitter.temp(values, "domain")
    low = r.emit(entry.count.low) if entry.count.low is not None else const(0)
    high = r.emit(entry.count.high) if entry.count.high is not None else const(None)
    keep: ast.expr = const(None)
    if entry.keep is not None and tested:
        function = function_def(r.b.code.fresh("keep"), [f"{n.var.name}__k"])
        r.emitter.env[n.var] = name(f"{n.var.name}__k")
        with r.inside(function.body):
            r.out.append(place(ast.Return(r.emit(entry.keep)), entry.keep.span))
        del r.emitter.env[n.var]
        r.out.append(function)
        keep = name(function.name)
    looks = looks_of(r, n.domain)
    distinct = name(distinct_by(r, n.domain, looks))
    return [name(domain), so_far, low, high, keep, distinct, looks or const(None), const(entry.ordered)]


def _next_picks(r: Routine, entry: Entry, so_far: ast.expr) -> ast.Call:
    """The options of the next pick; None when the row of picks is complete."""
    domain, count = whole(entry.names[0].domain), entry.count
    assert count is not None
    plain_zone = (
        isinstance(domain, ZoneRef)
        and (domain.zone is None or not domain.zone.ordered)
        and not r.b.layout.definition.finites[domain.of].tracked
    )
    if plain_zone and count.low is count.high and count.low is not None and entry.keep is None and not entry.ordered:
        return call("pick_exact", r.emit(domain), so_far, r.emit(count.low))
    args = _pick_arguments(r, entry, so_far, tested=not _looks_no_further(entry))
    low, high, keep = (a.value if isinstance(a, ast.Constant) else a for a in args[2:5])
    if low == 0 and high is None and keep is None and not entry.ordered:
        return call("pick_any", args[0], so_far, *args[5:7])
    return call("pick_options", *args)


def _looks_no_further(entry: Entry) -> bool:
    """Whether `keep` is asked of the next pick alone, since no more are needed after it."""
    assert entry.count is not None
    needed = bound(entry.count.low, 1) if entry.count.low is not None else 0
    return entry.keep is not None and needed is not None and needed <= 1


def _keep(r: Routine, entry: Entry, so_far: ast.expr, asked: ast.Call, target: str, done: Block) -> None:
    """Of the options, those with which the row of picks is as it must be; nothing but the end left is the end."""
    assert entry.keep is not None
    var = entry.names[0].var
    found, value, more = (r.b.code.fresh(hint) for hint in ("options", "pick", "picks"))
    picked: Any = copied(so_far, {})
    picks: Any = ast.Tuple([ast.Starred(picked, ast.Load()), name(value)], ast.Load())
    picked.out_of = picks.out_of = asked.args[0]  # there are at most so many, which `metering` wants to know
    body: list[ast.stmt] = [assign(more, picks)]
    r.emitter.env[var] = name(more)
    with r.inside(body):
        test = r.emit(entry.keep)
        r.add(ast.If(negated(test), [ast.Continue()], []), entry.keep.span)
    del r.emitter.env[var]
    tested = ast.If(ast.Compare(name(value), [ast.IsNot()], [const(None)]), body, [])
    add: Any = ast.Call(ast.Attribute(name(found), "append", ast.Load()), [name(value)], [])
    add.out_of = asked
    r.out.append(assign(found, ast.List([], ast.Load())))
    r.out.append(ast.For(ast.Name(value, ast.Store()), name(target), [tested, ast.Expr(add)], []))
    only = ast.Compare(name(found), [ast.Eq()], [ast.List([const(None)], ast.Load())])
    r.out.append(ast.If(only, [ast.Return(ref(done))], []))
    r.out.append(assign(target, name(found)))


def _feasible(r: Routine, entry: Entry) -> ast.expr:
    """Whether enough can be picked at all."""
    picked = call("pick_options", *_pick_arguments(r, entry, ast.Tuple([], ast.Load())))
    return ast.Compare(picked, [ast.NotEq()], [ast.List([], ast.Load())])


def write_picks(r: Routine, entry: Entry, address: str, other: Block | None, *, guarded: bool = False) -> None:
    """A row of single picks; the name is bound to the list of them. `guarded`: its `when` was tested already."""
    n = entry.names[0]
    (ask, pick), done = r.new_pair(), r.new_block()
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
    asked = _next_picks(r, entry, so_far)
    r.out.append(assign(target, asked))
    r.block.next.add(done.number)
    r.out.append(ast.If(ast.Compare(name(target), [ast.Is()], [const(None)]), [ast.Return(ref(done))], []))
    if _looks_no_further(entry):
        _keep(r, entry, so_far, asked, target, done)
    tests = hold_tests(r) + leaving_tests(r, entry, None)
    _offer(r, target, other, address, entry.span)
    filters(r, tests, pick, target, lambda: _none_left(r, target, other, address, entry.span))
    r.b.code.probe.decision(r, target, pick, [entry])
    stop(r, target, ask, pick, entry.by, entry.span)
    describe(r, ask, address, "picks", [entry], entry.prompt, entry.span)
    r.start(pick)
    picked = ast.Attribute(STATE, "pick", ast.Load())
    r.block.next.add(done.number)
    r.out.append(ast.If(ast.Compare(picked, [ast.Is()], [const(None)]), [ast.Return(ref(done))], []))
    more = ast.BinOp(r.read(n.var), ast.Add(), ast.Tuple([picked], ast.Load()))
    r.bind(n.var, more, entry.span)
    r.goto(ask)
    r.start(done)
