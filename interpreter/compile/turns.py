"""
Turns: phases, whose turn it is, rounds and endings — as blocks.
"""

from __future__ import annotations

import ast
from typing import Any

from ..checking import Phase, Turns
from ..expr.python import add, call, const, item, name, negated, place
from ..layout import (
    LAST_SLOT,
    PENDING_SLOT,
    PHASE_SLOT,
    PLAYER_SLOT,
    ROUND_SLOT,
    STARTING_SLOT,
)
from ..steps import components, decisions
from ..steps.decisions import Entry
from .asking import write_choose, write_menu
from .flow import write_steps
from .routine import Block, Routine, ref
from .straight import opened, same_for_all

STATE, FIELDS, LOCALS = name("s"), name("F"), name("L")
FINISH_ROUND = 2


def store(r: Routine, slot: int, value: ast.expr) -> None:
    r.out.append(ast.Assign([ast.Subscript(FIELDS, const(slot), ast.Store())], value))


def note_block(r: Routine, slot: int, block: Block) -> None:
    """Where `leave:` goes from here on."""
    r.out.append(ast.Assign([ast.Subscript(LOCALS, const(slot), ast.Store())], ref(block)))


def field(slot: int) -> ast.expr:
    return item(FIELDS, const(slot))


def write_game(b: Any) -> int:
    """All phases; returns the block that a game starts with."""
    d = b.rules.definition
    file = b.source(d.span)
    start = Routine(b, "start", file)
    b.routines.append(start)
    phases = []
    for phase in b.rules.phases:
        r = Routine(b, phase.name, b.source(phase.span))
        b.routines.append(r)
        phases.append((phase, r))
        b.phase_blocks[phase.name] = r.block.number
    for zone in d.zones.values():
        if zone.shuffled and zone.start is not None:
            _shuffle(start, zone)
    for name_, value in b.layout.checked.field_starts.items():
        if b.reads_state(value):
            for slot in b.field_slots(d.fields[name_]):
                store(start, slot, start.emit(value))
    if phases:
        start.returns(const(b.phase_blocks[phases[0][0].name]))
    else:
        start.returns(const(0))
    number = start.blocks[0].number
    for i, (phase, r) in enumerate(phases):
        _write_phase(r, phase, i)
    return number


def _shuffle(r: Routine, zone: Any) -> None:
    from ..expr.typed import AllOf, Local, LoopT, Var, ZoneRef
    from ..steps.control import For
    from ..types import Member, Seq
    from .flow import write_for

    kind = Seq(Member(zone.of))
    if not zone.per:
        step = components.Shuffle(zone.span, f"start/{zone.name}", ZoneRef(kind, zone.span, zone, None, zone.of))
        write_steps(r, [step])
        return
    finite = r.b.rules.definition.finites[zone.per]
    var = Var("owner", Member(zone.per), zone.span)
    owner = Local(var.type, zone.span, var)
    step = components.Shuffle(zone.span, f"start/{zone.name}", ZoneRef(kind, zone.span, zone, owner, zone.of))
    loop = LoopT(var, None, AllOf(Seq(var.type), zone.span, finite))
    write_for(r, For(zone.span, "", (loop,), None, [step]))


def _reset(r: Routine, when: str) -> None:
    d = r.b.rules.definition
    for f in d.fields.values():
        if f.resets == when:
            for slot in r.b.field_slots(f):
                store(r, slot, r.b.start_value(r, f))


def _write_phase(r: Routine, phase: Phase, number: int) -> None:
    end = r.new_block()
    r.b.entries_of_phases[phase.name] = r.block.number
    _enter(r, number, end)
    _reset(r, "phase")
    steps, first = phase.do, 0
    if number == 0:
        if not r.b.code.probe.counts:  # which watches calls as well
            steps = opened(r.b.reach, phase.do, r.b.jumpy)
        first = same_for_all(r.b.reach, steps)
    write_steps(r, steps[:first])
    if first:
        _note_ready(r)
    write_steps(r, steps[first:])
    if phase.turns is not None:
        _write_turns(r, phase, phase.turns, number, end)
    else:
        r.goto(end)
    r.start(end)
    pending = ast.Compare(field(PENDING_SLOT), [ast.In()], [r.b.code.constant((1, 2, 3, 4), "PENDING")])
    r.out.append(ast.If(pending, [ast.Return(call("go_to_end", STATE))], []))
    for target, condition in phase.next:
        block = const(0 if target == "over" else r.b.phase_blocks[target])
        if condition is None:
            r.returns(block)
            break
        r.add(ast.If(r.emit(condition), [ast.Return(block)], []), condition.span)
    else:
        r.returns(const(0))


def _note_ready(r: Routine) -> None:
    """From here on games differ: what comes before is done once for all of them."""
    block = r.new_block()
    r.b.pinned.add(block.number)
    r.b.ready = block.number
    r.goto(block)
    r.start(block)


def _enter(r: Routine, number: int, end: Block) -> None:
    """Which phase it is, and where `leave:` goes in it."""
    store(r, PHASE_SLOT, const(number))
    for slot in (r.b.phase_end, r.b.turn_end, r.b.action_end):
        note_block(r, slot, end)
    _note_player(r)


def _note_player(r: Routine) -> None:
    """Whose turn it is, for the way back from steps that another seat does."""
    if r.b.as_others:
        r.out.append(ast.Assign([ast.Subscript(LOCALS, const(r.b.turn_player), ast.Store())], field(PLAYER_SLOT)))


def _write_turns(r: Routine, phase: Phase, t: Turns, number: int, end: Block) -> None:
    b, span = r.b, t.span
    starting = r.emit(t.starting) if t.starting is not None else b.first_player()
    starting = r.emitter.simple(starting)
    store(r, PLAYER_SLOT, starting)
    store(r, STARTING_SLOT, starting)
    store(r, ROUND_SLOT, const(1))
    _reset(r, "round")
    entry = r.new_block()  # also where a scenario begins, with the seat and the round set by it
    b.entries_of_phases[phase.name] = entry.number
    r.goto(entry)

    r.start(entry)
    _enter(r, number, end)
    head, turn, turn_end, advance = r.new_block(), r.new_block(), r.new_block(), r.new_block()
    rounds = r.hidden("rounds")
    if t.rounds is not None:
        r.bind(rounds, r.emit(t.rounds), span)
    left = r.hidden("turns")
    r.goto(head)

    r.start(head)
    r.block.next |= {end.number, turn.number}
    if t.until is not None:
        r.add(ast.If(r.emit(t.until), [ast.Return(ref(end))], []), t.until.span)
    if t.skip is not None:
        _write_skip(r, t, end, rounds)
    if t.each is not None:
        r.bind(left, r.emit(t.each), span)
    r.goto(turn)

    r.start(turn)
    note_block(r, b.turn_end, turn_end)
    note_block(r, b.action_end, turn_end)
    _note_player(r)
    _reset(r, "turn")
    write_steps(r, t.before)
    _write_acts(r, phase, t, turn_end)
    write_steps(r, t.do)
    r.goto(turn_end)

    r.start(turn_end)
    write_steps(r, t.after)
    store(r, LAST_SLOT, field(PLAYER_SLOT))
    _write_endings(r)
    if t.each is not None:
        r.bind(left, ast.BinOp(r.read(left), ast.Sub(), const(1)), span)
        again = ast.Compare(r.read(left), [ast.Gt()], [const(0)])
        r.block.next.add(turn.number)
        r.out.append(ast.If(again, [ast.Return(ref(turn))], []))
    r.goto(advance)

    r.start(advance)
    r.block.next |= {end.number, head.number}
    before = r.emitter.temp(field(PLAYER_SLOT))
    following = r.emit(t.then) if t.then is not None else _next_seat(r, name(before))
    q = r.emitter.temp(following)
    _write_boundary(r, t, end, rounds, q, before if t.then is not None else None)
    store(r, PLAYER_SLOT, name(q))
    r.goto(head)


def _next_seat(r: Routine, seat: ast.expr) -> ast.expr:
    n = r.b.layout.seats
    return item(r.b.code.constant(tuple((p + 1) % n for p in range(n)), "NEXT"), seat)


def _write_boundary(r: Routine, t: Turns, end: Block, rounds: Any, q: str, before: str | None) -> None:
    """When the turn comes back to the seat that started, a round is over."""
    test: ast.expr = ast.Compare(name(q), [ast.Eq()], [field(STARTING_SLOT)])
    if before is not None and r.b.layout.seats > 1:
        test = ast.BoolOp(ast.And(), [test, ast.Compare(name(q), [ast.NotEq()], [name(before)])])
    body: list[ast.stmt] = []
    with r.inside(body):
        store(r, ROUND_SLOT, add(field(ROUND_SLOT), const(1)))
        pending = ast.Compare(field(PENDING_SLOT), [ast.Eq()], [const(FINISH_ROUND)])
        r.out.append(ast.If(pending, [ast.Return(call("go_to_end", STATE))], []))
        if t.rounds is not None:
            over = ast.Compare(field(ROUND_SLOT), [ast.Gt()], [r.read(rounds)])
            r.out.append(ast.If(over, [ast.Return(ref(end))], []))
        _reset(r, "round")
    r.out.append(ast.If(test, body, []))


def _write_skip(r: Routine, t: Turns, end: Block, rounds: Any) -> None:
    """Seats whose turn is skipped; when all are, the phase is over."""
    assert t.skip is not None
    body: list[ast.stmt] = []
    with r.inside(body):
        r.add(ast.If(negated(r.emit(t.skip)), [ast.Break()], []), t.skip.span)
        q = r.emitter.temp(_next_seat(r, field(PLAYER_SLOT)))
        _write_boundary(r, t, end, rounds, q, None)
        store(r, PLAYER_SLOT, name(q))
    all_skipped: list[ast.stmt] = [ast.Return(ref(end))]
    seats = call("range", const(r.b.layout.seats))
    r.out.append(ast.For(ast.Name("_", ast.Store()), seats, body, all_skipped))


def _write_acts(r: Routine, phase: Phase, t: Turns, turn_end: Block) -> None:
    if not t.actions:
        return
    once = not t.acts_any and t.acts is None
    passes = r.hidden("acts")
    if t.acts is not None:
        r.bind(passes, r.emit(t.acts), t.span)
    head = r.new_block()
    r.goto(head)
    r.start(head)
    if t.acts is not None:
        r.block.next.add(turn_end.number)
        none_left = ast.Compare(r.read(passes), [ast.LtE()], [const(0)])
        r.out.append(ast.If(none_left, [ast.Return(ref(turn_end))], []))
        r.bind(passes, ast.BinOp(r.read(passes), ast.Sub(), const(1)), t.span)
    after = r.new_block()
    note_block(r, r.b.action_end, after)
    entries: list[Entry] = [a.entry for a in t.actions]
    if len(entries) == 1 and once:
        write_choose(r, decisions.Choose(entries[0].span, entries[0].word, entries[0], None))
    else:
        menu = decisions.Menu(t.span, phase.name, entries, None, None, None, False)
        write_menu(r, menu, when_empty=None if once else turn_end)
    r.goto(after)
    r.start(after)
    if not once:
        r.goto(head)
        r.start(r.new_block())  # never reached: the loop ends by `leave: turn` or when nothing is offered


def _write_endings(r: Routine) -> None:
    """Tested after each turn; the first to fire fixes who ended the game, a harder one may follow."""
    r.emitter.acting = name(r.emitter.temp(field(PLAYER_SLOT), "player"))
    for i, ending in enumerate(r.b.rules.endings):
        if ending.when is None:
            continue
        level = r.b.level(ending)
        softer = ast.Compare(field(PENDING_SLOT), [ast.Lt()], [const(level)])
        fire: list[ast.stmt] = []
        with r.inside(fire):
            test = r.emit(ending.when)
            r.add(
                ast.If(test, [ast.Expr(place(call("fire", STATE, const(i)), ending.when.span))], []), ending.when.span
            )
        r.add(ast.If(softer, fire, []), ending.when.span)
    r.emitter.acting = None
    now = ast.Compare(field(PENDING_SLOT), [ast.In()], [r.b.code.constant((3, 4), "NOW")])
    leave: list[ast.stmt] = []
    with r.inside(leave):
        r.returns(call("go_to_end", STATE))
    r.out.append(ast.If(now, leave, []))
