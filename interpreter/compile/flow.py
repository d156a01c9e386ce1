"""
Flow: the steps that steer — `repeat`, `for`, `if`, `case`, `call`, `hold`, `leave`, `end`, `let` — as Python.

Each comes in two forms: straight Python where nothing inside may stop, blocks where something may.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from ..expr.python import add, call, const, item, name, place
from ..expr.typed import AllOf, Op, T, Var, ZoneRef
from ..layout import PLAYER_SLOT
from ..limits import MOST_BLOCKS_WRITTEN
from ..source import Span
from ..steps import components, control, decisions, values
from ..steps.base import ProcedureT, Step
from ..types import INT, Bool, Int, Seq
from . import asking, things
from .merge import Ref
from .routine import Block, Routine, ref
from .straight import splits
from .trials import expose

FIELDS = name("F")
MOST_BLOCKS_INSIDE = MOST_BLOCKS_WRITTEN // 10
"""Blocks of one routine, from which on no procedure is written into it."""


def write_steps(r: Routine, steps: list[Step]) -> None:
    for step in steps:
        with r.b.code.probe.step(r, step):
            WRITES[type(step)](r, step)


def may_stop(r: Routine, steps: list[Step]) -> bool:
    return splits(steps, r.b.reach, r.b.ask_chance, r.b.jumpy)


def body_of(r: Routine, steps: list[Step]) -> list[ast.stmt]:
    """Steps as the body of a Python statement."""
    out: list[ast.stmt] = []
    with r.inside(out):
        write_steps(r, steps)
    return out or [ast.Pass()]


def write_block(r: Routine, step: control.Block) -> None:
    write_steps(r, step.steps)


def write_let(r: Routine, step: control.Let) -> None:
    value = r.emit(step.value)
    if isinstance(step.value.type, Seq):
        value = place(call("kept", value), step.span)
    r.bind(step.var, value, step.value.span)


def write_if(r: Routine, step: control.IfStep) -> None:
    settled = r.b.reach.settled(step)
    if settled is not None:
        write_steps(r, step.do if settled else step.otherwise)
        return
    test = r.emit(step.test)
    if not may_stop(r, step.do) and not may_stop(r, step.otherwise):
        yes = body_of(r, step.do)
        no = body_of(r, step.otherwise) if step.otherwise else []
        r.add(ast.If(test, yes, no), step.test.span)
        return
    yes_block, after = r.new_block(), r.new_block()
    no_block = r.new_block() if step.otherwise else after
    r.block.next |= {yes_block.number, no_block.number}
    r.returns(ast.IfExp(test, ref(yes_block), ref(no_block)), step.test.span)
    for block, steps in ((yes_block, step.do), (no_block, step.otherwise)):
        if block is not after:
            r.start(block)
            write_steps(r, steps)
            r.goto(after)
    r.start(after)


def write_case(r: Routine, step: control.Case) -> None:
    lay, type = r.b.layout, step.value.type
    value = r.emitter.simple(r.emit(step.value))

    def number(key: str) -> int | bool:
        if isinstance(type, Bool):
            return key == "true"
        return int(key) if isinstance(type, Int) else lay.number(type, key)

    cases = [(number(k), steps) for k, steps in step.branches.items()]
    otherwise = step.otherwise or []
    if not may_stop(r, [s for _, steps in cases for s in steps] + otherwise):
        rest: list[ast.stmt] = body_of(r, otherwise) if otherwise else []
        for key, steps in reversed(cases):
            test = ast.Compare(value, [ast.Eq()], [const(key)])
            rest = [place(ast.If(test, body_of(r, steps), rest), step.span)]
        r.out.extend(rest)
        return
    after = r.new_block()
    table: dict[Any, int] = {}
    blocks = []
    for key, steps in cases:
        block = r.new_block() if steps else after
        table[key] = block.number
        r.b.pinned.add(block.number)
        blocks.append((block, steps))
    default = r.new_block() if otherwise else after
    blocks.append((default, otherwise))
    r.block.next |= {b.number for b, _ in blocks}
    lookup = ast.Attribute(r.b.code.constant(table, "CASE"), "get", ast.Load())
    r.returns(ast.Call(lookup, [value, ref(default)], []), step.span)
    for block, steps in blocks:
        if block is not after:
            r.start(block)
            write_steps(r, steps)
            r.goto(after)
    r.start(after)


def write_for(r: Routine, step: control.For) -> None:
    loop = step.loops[0]
    if not may_stop(r, step.do):
        _straight_for(r, step)
        return
    items_var, at_var = r.hidden("items", Seq(loop.var.type)), r.hidden("at")
    places_var = r.hidden("places", Seq(INT))
    found: ast.expr = call("tuple", _snapshot(r, step))
    if loop.index is not None:
        pairs = r.emitter.temp(found)
        r.bind(places_var, _column(pairs, 0), step.span)
        found = _column(pairs, 1)
    r.bind(items_var, found, step.span)
    r.bind(at_var, const(0), step.span)
    head, body, after = r.new_block(), r.new_block(), r.new_block()
    r.goto(head)
    r.start(head)
    at, items = r.read(at_var), r.read(items_var)
    ends = ast.Compare(at, [ast.GtE()], [call("len", items)])
    r.block.next |= {after.number, body.number}
    r.out.append(ast.If(ends, [ast.Return(ref(after))], []))
    if loop.index is not None:
        r.bind(loop.index, item(r.read(places_var), at), step.span)
    r.bind(loop.var, item(items, at), step.span)
    r.bind(at_var, add(at, const(1)), step.span)
    r.goto(body)
    r.start(body)
    r.loops.append((after.number, len(r.holds)))
    write_steps(r, step.do)
    r.loops.pop()
    r.goto(head)
    r.start(after)


def _column(pairs: str, index: int) -> ast.expr:
    """The first or the second of each pair."""
    pair = ast.comprehension(ast.Name("pair", ast.Store()), name(pairs), [], 0)
    return call("tuple", ast.ListComp(item(name("pair"), const(index)), [pair]))


def _snapshot(r: Routine, step: control.For) -> ast.expr:
    """What the loop runs over, taken before anything is moved: values, or pairs of place and value."""
    from ..expr.typed import ListLit, Local, QueryT

    loop = step.loops[0]
    if step.where is None:
        value = r.emit(loop.domain)
        return value if loop.index is None else call("enumerate", value, const(1))
    result: T = Local(loop.var.type, step.span, loop.var)
    if loop.index is not None:
        result = ListLit(Seq(loop.var.type), step.span, (Local(INT, step.span, loop.index), result))
        r.emitter.env.pop(loop.index, None)
    value = r.emit(QueryT(Seq(loop.var.type), step.span, result, step.loops, step.where))
    for var in (loop.var, loop.index):
        if var is not None:
            r.emitter.env.pop(var, None)
    return value


def _straight_for(r: Routine, step: control.For) -> None:
    loop = step.loops[0]
    domain = _snapshot(r, step)
    if not (isinstance(domain, ast.Call) and isinstance(domain.func, ast.Name) and domain.func.id == "range"):
        domain = call("tuple", domain)
    if len(r.loops) > 1 or not _few(r, loop.domain):
        domain = call("spend", name("s"), domain)
    target: ast.expr = ast.Name(r.python(loop.var), ast.Store())
    if loop.index is not None:
        target = ast.Tuple([ast.Name(r.python(loop.index), ast.Store()), target], ast.Store())
    out: list[ast.stmt] = []
    with r.inside(out):
        r.store(loop.var, step.span)
        if loop.index is not None:
            r.store(loop.index, step.span)
        r.loops.append((None, len(r.holds)))
        write_steps(r, step.do)
        r.loops.pop()
    r.add(ast.For(target, domain, out or [ast.Pass()], []), step.span)


def _few(r: Routine, domain: T) -> bool:
    """Whether a loop has few passes, so that no budget need be kept."""
    if isinstance(domain, AllOf):
        return len(r.b.layout.members[domain.finite.name].names) <= 100
    if isinstance(domain, Op) and domain.op == "range":
        low, high = r.emitter.least(domain.args[0]), r.emitter.limit(domain.args[1])
        return low is not None and high is not None and high - low < 100
    return isinstance(domain, ZoneRef)


def write_repeat(r: Routine, step: control.Repeat) -> None:
    do = [step.menu] if step.menu is not None else step.do
    high = r.emit(step.count.high) if step.count.high is not None else None
    if not may_stop(r, list(do)):
        out: list[ast.stmt] = []
        with r.inside(out):
            _until(r, step, [ast.Break()])
            r.loops.append((None, len(r.holds)))
            write_steps(r, list(do))
            r.loops.pop()
        few = isinstance(high, ast.Constant) and isinstance(high.value, int) and high.value <= 100 and len(r.loops) < 2
        if few and high is not None:
            limit = call("range", high)
        else:
            limit = call("tireless", name("s"), *([high] if high is not None else []))
        r.add(ast.For(ast.Name("_", ast.Store()), limit, out or [ast.Pass()], []), step.span)
        return
    passes = r.hidden("passes")
    if high is not None:
        r.bind(passes, high, step.span)
    head, body, after = r.new_block(), r.new_block(), r.new_block()
    r.goto(head)
    r.start(head)
    r.block.next |= {after.number, body.number}
    if high is not None:
        left = r.read(passes)
        r.out.append(ast.If(ast.Compare(left, [ast.LtE()], [const(0)]), [ast.Return(ref(after))], []))
        r.bind(passes, ast.BinOp(left, ast.Sub(), const(1)), step.span)
    _until(r, step, [ast.Return(ref(after))])
    r.goto(body)
    r.start(body)
    r.loops.append((after.number, len(r.holds)))
    if step.menu is not None:
        asking.write_menu(r, step.menu, when_empty=after)
    else:
        write_steps(r, step.do)
    r.loops.pop()
    r.goto(head)
    r.start(after)


def _until(r: Routine, step: control.Repeat, leave: list[ast.stmt]) -> None:
    if step.until is not None:
        r.add(ast.If(r.emit(step.until), leave, []), step.until.span)


def write_hold(r: Routine, step: control.Hold) -> None:
    r.holds.append(step)
    expose(r.b, step.condition)
    tried = ast.UnaryOp(ast.Not(), r.emit(step.unless)) if step.unless is not None else const(True)
    r.add(_set_hold(r, step, tried), step.span)
    block = r.new_block()
    r.goto(block)
    r.start(block)
    write_steps(r, step.do)
    r.holds.pop()
    after = r.new_block()
    stop = ast.If(ast.Attribute(name("s"), "trial", ast.Load()), [ast.Return(const(None))], [])
    r.out.append(stop)
    _over(r, [step])
    r.goto(after)
    r.start(after)


def _set_hold(r: Routine, hold: control.Hold, value: ast.expr) -> ast.stmt:
    return assign_to(ast.Subscript(name("L"), const(r.b.hold_slot(hold)), ast.Store()), value)


def _over(r: Routine, holds: list[control.Hold]) -> None:
    r.out.extend(_set_hold(r, hold, const(None)) for hold in holds)


def assign_to(target: ast.expr, value: ast.expr) -> ast.Assign:
    return ast.Assign([target], value)


def write_leave(r: Routine, step: control.Leave) -> None:
    if step.what == "loop":
        target, outer = r.loops[-1]
        _over(r, r.holds[outer:])
        if target is None:
            r.add(ast.Break(), step.span)
        else:
            _leave_to(r, Ref(target), step.span, target)
    elif step.what == "procedure":
        _over(r, r.holds[r.own_holds :])
        _leave_to(r, Ref(r.done) if r.done is not None else const(None), step.span, r.done)
    else:
        _leave_all(r)
        slot = {"turn": r.b.turn_end, "action": r.b.action_end, "phase": r.b.phase_end}[step.what]
        _leave_to(r, item(name("L"), const(slot)), step.span, None)


def _leave_all(r: Routine) -> None:
    """Whatever procedure this is: what held is over, and the seat whose turn it is acts again."""
    _over(r, [*r.holds, *r.b.holds_around(r)])
    if r.b.as_others and r.inside_call:
        player = item(name("L"), const(r.b.turn_player))
        r.out.append(assign_to(ast.Subscript(FIELDS, const(PLAYER_SLOT), ast.Store()), player))


def _leave_to(r: Routine, target: ast.expr, span: Span, number: int | None) -> None:
    """Return to a block; what follows in this list of steps can no longer be reached."""
    if number is not None:
        r.block.next.add(number)
    r.add(ast.If(const(True), [place(ast.Return(target), span)], []), span)


def write_end(r: Routine, step: control.End) -> None:
    """`then: now` leaves at once; a softer ending is only noted."""
    number = [e.name for e in r.b.rules.endings].index(step.ending)
    r.call("fire", name("s"), const(number), span=step.span)
    if r.b.rules.endings[number].then == "now":
        _leave_all(r)
        r.add(ast.If(const(True), [place(ast.Return(call("go_to_end", name("s"))), step.span)], []), step.span)


# -- calls -------------------------------------------------------------------------------------------


def write_call(r: Routine, step: control.CallStep) -> None:
    args = {v: _value(r, v, a) for v, a in step.args.items()}
    _call(r, step.procedure, [(v, args[v]) for v in step.procedure.params], step.as_player, step.span)


def _value(r: Routine, var: Var, arg: Any) -> ast.expr:
    value = r.emit(arg)
    return call("kept", value) if isinstance(var.type, Seq) else value


def _call(r: Routine, p: ProcedureT, args: list[tuple[Var, ast.expr]], as_player: Any, span: Span) -> None:
    acting = _enter_as(r, as_player, span)
    if p not in r.b.jumpy:
        r.call(r.b.straight_procedure(p), name("s"), *(a for _, a in args), span=span)
    else:
        after = r.new_block()
        block = _jump_into(r, p, [(var, r.emitter.simple(a)) for var, a in args], after, span)
        _write_inside(r, p, block, after)
        r.start(after)
    _leave_as(r, acting)


def _jump_into(r: Routine, p: ProcedureT, args: list[tuple[Var, ast.expr]], after: Block, span: Span) -> Block:
    """Give a procedure that may stop its values and jump to it; `after` follows. Its first block is returned."""
    r.block.next.add(after.number)
    if p in r.b.once and len(r.blocks) < MOST_BLOCKS_INSIDE:
        block = r.new_block()
        r.block.next.add(block.number)
        for var, value in args:
            r.bind(var, value, span)
    else:
        block = r.b.procedure(p)
        for var, value in args:
            r.out.append(assign_to(ast.Subscript(name("L"), r.b.slot_of(var), ast.Store()), value))
        back = ast.Subscript(name("L"), r.b.slot_of(r.b.return_slots[p]), ast.Store())
        r.out.append(assign_to(back, ref(after)))
    r.returns(ref(block), span)
    return block


def _write_inside(r: Routine, p: ProcedureT, block: Block, after: Block) -> None:
    """The steps of a procedure that is called nowhere else, where it is called."""
    if block.routine is not r:
        return
    before = (r.done, r.own_holds, r.inside_call)
    r.done, r.own_holds, r.inside_call = after.number, len(r.holds), True
    r.start(block)
    write_steps(r, p.steps)
    r.goto(after)
    r.done, r.own_holds, r.inside_call = before


def _enter_as(r: Routine, as_player: Any, span: Span) -> Var | None:
    if as_player is None:
        return None
    saved = r.hidden("player")
    new = r.emitter.simple(r.emit(as_player))
    r.bind(saved, item(FIELDS, const(PLAYER_SLOT)), span)
    r.out.append(assign_to(ast.Subscript(FIELDS, const(PLAYER_SLOT), ast.Store()), new))
    return saved


def _leave_as(r: Routine, saved: Var | None) -> None:
    if saved is not None:
        r.out.append(assign_to(ast.Subscript(FIELDS, const(PLAYER_SLOT), ast.Store()), r.read(saved)))


def write_call_row(r: Routine, step: control.CallRow) -> None:
    """A jump by row; rows that share a procedure share its branch."""
    base = r.emitter.simple(r.emit(step.base))
    members = r.b.layout.members[step.finite.name]
    order: list[ProcedureT | None] = []
    for p in step.procedures.values():
        if p not in order:
            order.append(p)
    sides = step.finite.sides or [""]
    index = tuple(tuple(order.index(step.procedures[side, row]) for row in members.rows) for side in sides)
    if len(set(index)) == 1:
        table: ast.expr = r.b.code.constant(index[0], "ROW")
    else:
        side = item(FIELDS, add(const(r.b.layout.side_base[step.finite.name]), base))
        table = item(r.b.code.constant(index, "ROW"), side)
    chosen = r.emitter.temp(item(table, base))
    types = {v.name: v for p in order if p is not None for v in p.params}
    args = {n: r.emitter.simple(_value(r, types[n], a)) for n, a in step.args.items() if n in types}
    acting = _enter_as(r, step.as_player, step.span)
    stopping = any(p in r.b.jumpy for p in order if p is not None)
    after = r.new_block() if stopping else None
    entered: list[tuple[ProcedureT, Block]] = []
    for i, p in enumerate(order):
        if p is None:
            continue
        out: list[ast.stmt] = []
        with r.inside(out):
            given = [(v, args.get(v.name, base)) for v in p.params]
            if p in r.b.jumpy:
                assert after is not None
                entered.append((p, _jump_into(r, p, given, after, step.span)))
            else:
                r.call(r.b.straight_procedure(p), name("s"), *(v for _, v in given), span=step.span)
        test = ast.Compare(name(chosen), [ast.Eq()], [const(i)])
        r.add(ast.If(test, out, []), step.span)
    if after is not None:
        r.goto(after)
        for p, block in entered:
            _write_inside(r, p, block, after)
        r.start(after)
    _leave_as(r, acting)


WRITES: dict[type, Callable[[Routine, Any], None]] = {
    control.Block: write_block,
    control.Let: write_let,
    control.IfStep: write_if,
    control.Case: write_case,
    control.For: write_for,
    control.Repeat: write_repeat,
    control.Hold: write_hold,
    control.Leave: write_leave,
    control.End: write_end,
    control.CallStep: write_call,
    control.CallRow: write_call_row,
    decisions.Choose: asking.write_choose,
    decisions.Menu: asking.write_menu,
    components.Move: things.write_move,
    components.Draw: things.write_draw,
    components.Swap: things.write_swap,
    components.Flip: things.write_flip,
    components.Shuffle: things.write_shuffle,
    values.Set: things.write_set,
    values.Transfer: things.write_transfer,
    values.Roll: things.write_roll,
    values.Show: things.write_show,
    values.Note: things.write_note,
}
