"""
Things: moving components, drawing, setting fields, rolling — as Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from ..expr.emit_filters import kind
from ..expr.python import call, const, item, name, place
from ..expr.typed import BoardTiles, Built, Const, If, QueryT, T, Template, Unwrap, Var, ZoneRef, bound, origin
from ..steps import components, values
from ..types import Int, Maybe, Member, Seq, plain
from .routine import Routine, ref

ZONES = name("Z")
LARGEST = 10**18 - 1  # as many digits as a number may have that is written down


def slot(r: Routine, zone: T) -> ast.expr:
    """Where in Z a zone lies; a choice between zones stays a choice."""
    if isinstance(zone, ZoneRef):
        return r.emitter.slot(zone)
    if isinstance(zone, BoardTiles):
        return const(r.b.layout.zone_base[zone.board.name])
    assert isinstance(zone, If)
    return ast.IfExp(r.emit(zone.test), slot(r, zone.yes), slot(r, zone.no))


def write_move(r: Routine, step: components.Move) -> None:
    lay = r.b.layout
    finite = lay.definition.finites[step.component]
    to = r.emitter.simple(slot(r, step.to))
    bottom = const(step.at == "bottom")
    args: list[ast.expr]
    end = end_of(step.what)
    if isinstance(step.to, BoardTiles):
        assert step.cell is not None
        function = f"lay_{step.to.board.name}"
        turned = r.emit(step.turned) if step.turned is not None else const(0)
        args = [_items(r, step.what), r.emit(step.cell), turned]
    elif finite.map:
        function, args = f"lift_{finite.map}", [_items(r, step.what), to, bottom]
    elif step.whole and step.source is not None:
        function, args = "move_all", [r.emitter.slot(step.source), to, bottom]
    elif (kind := _of_one_kind(r, step)) is not None and step.source is not None:
        function, args = "move_kind", [*kind, r.emitter.slot(step.source), to, bottom]
    elif end is not None and step.source is not None:
        function, args = f"move_{end}", [r.emitter.slot(step.source), to, bottom]
    elif step.source is not None:
        function, args = "move_some", [_items(r, step.what), r.emitter.slot(step.source), to, bottom]
    else:
        where = tuple(i for i, (_, _, of) in enumerate(lay.slots) if of == step.component)
        function, args = "move_found", [_items(r, step.what), r.b.code.constant(where, "WHERE"), to, bottom]
    if function == "move_some" and isinstance(args[0], ast.Tuple):
        _move_one(r, step, args)
    else:
        r.call(function, name("s"), *args, span=step.span)
    if step.source is None or (step.source.zone is not None and step.source.zone.seen_by in ("nobody", "top")):
        shown = ast.Attribute(name("s"), "shown", ast.Store())
        r.out.append(ast.AugAssign(shown, ast.Add(), const(1)))  # undo stops where something came to light
    _check(r)


def _of_one_kind(r: Routine, step: components.Move) -> list[ast.expr] | None:
    """For `(c in zone where c.attribute == value).first(n)` of like components: the kind, and n."""
    what = step.what
    if not (isinstance(what, Built) and what.name == "first" and len(what.args) == 2):
        return None
    query = what.args[0]
    found = kind(r.emitter, query) if isinstance(query, QueryT) else None
    return None if found is None else [found[1], r.emit(what.args[1])]


def _move_one(r: Routine, step: components.Move, args: list[ast.expr]) -> None:
    """One component, out of one list into another; a trial shares them with the state that tries."""
    assert isinstance(args[0], ast.Tuple)
    one, source, to = (r.emitter.simple(a) for a in (args[0].elts[0], args[1], args[2]))
    if r.b.tries:
        copies = [_own(source), _own(to)]
        r.out.append(ast.If(ast.Attribute(name("s"), "trial", ast.Load()), copies, []))
    remove = ast.Call(ast.Attribute(item(ZONES, source), "remove", ast.Load()), [one], [])
    missing = ast.Expr(place(call("not_there", one, source), step.span))
    handler = ast.ExceptHandler(name("ValueError"), None, [place(missing, step.span)])
    r.add(ast.Try([place(ast.Expr(remove), step.span)], [handler], [], []), step.span)
    zone = step.to.zone if isinstance(step.to, ZoneRef) else None
    if not isinstance(step.to, ZoneRef) or (zone is not None and (zone.max is not None or (zone.ordered and step.at))):
        r.call("put", name("s"), to, ast.Tuple([one], ast.Load()), args[3], span=step.span)
    elif zone is not None and zone.ordered:
        append = ast.Call(ast.Attribute(item(ZONES, to), "append", ast.Load()), [one], [])
        r.add(ast.Expr(append), step.span)
    else:
        r.call("insort", item(ZONES, to), one, span=step.span)


def _own(slot: ast.expr) -> ast.stmt:
    """What lies in a zone as a list of the trial's own."""
    copy = item(item(ZONES, slot), ast.Slice(None, None))
    return ast.Assign([ast.Subscript(ZONES, slot, ast.Store())], copy)


def end_of(what: T) -> str | None:
    """`top` or `bottom` when that is what is moved, so that the right one of several like ones goes."""
    if isinstance(what, Unwrap):
        return end_of(what.base)
    if isinstance(what, Built) and what.name in ("top", "bottom"):
        return what.name
    return None


def _items(r: Routine, what: T) -> ast.expr:
    value = r.emit(what)
    type = what.type
    if isinstance(plain(type), Member):
        return ast.Tuple([value], ast.Load())
    assert isinstance(type, (Seq, Maybe))
    return call("tuple", value)


def _check(r: Routine) -> None:
    if r.b.checking:
        r.out.append(ast.Expr(call("conserved", name("s"))))


def write_draw(r: Routine, step: components.Draw) -> None:
    source, to = r.emitter.slot(step.source), r.emitter.slot(step.to)
    refill: ast.expr = const(-1)
    keep: ast.expr = const(0)
    zone = step.source.zone
    if zone is not None and zone.refill_from:
        refill, keep = r.emitter.refill(zone, step.source)
    count = r.emit(step.count)
    in_order = zone is not None and zone.ordered
    if not r.b.ask_chance or (in_order and isinstance(refill, ast.Constant) and refill.value == -1):
        args = [name("s"), count, source, to, refill, keep, const(step.short)]
        r.call("draw_any" if in_order else "draw", *args, span=step.span)
        _check(r)
        return
    left, a, b = r.hidden("left"), r.hidden("from"), r.hidden("to")
    if not isinstance(refill, ast.Constant):
        again = r.hidden("refill")
        r.bind(again, refill, step.span)
    r.bind(left, count, step.span)
    r.bind(a, source, step.span)
    r.bind(b, to, step.span)

    def _again(value: ast.expr) -> ast.expr:
        return value if isinstance(value, ast.Constant) else r.read(again)

    if in_order:
        _draw_in_order(r, step, (left, a, b), lambda: [_again(refill), keep, const(step.short)])
        _check(r)
        return
    _ask_chance(
        r, step.span, step.address, Member(step.source.of),
        lambda k: call("ask_draw", name("s"), const(k), r.read(left), r.read(a), _again(refill), keep,
                       const(step.short)),
        lambda: _drawn(r, left, a, b, step.span),
    )  # fmt: skip
    _check(r)


def _draw_in_order(
    r: Routine, step: components.Draw, slots: tuple[Var, Var, Var], source: Callable[[], list[ast.expr]]
) -> None:
    """Draw from the top of a pile that is filled again when it runs out: chance is asked only for that shuffle."""
    left, a, b = slots
    loose = r.hidden("loose")
    head, after = r.new_block(), r.new_block()
    r.goto(head)
    r.start(head)
    r.block.next.add(after.number)
    done = ast.Compare(r.read(left), [ast.LtE()], [const(0)])
    r.out.append(ast.If(done, [ast.Return(ref(after))], []))
    r.bind(loose, call("refill_pile", name("s"), r.read(a), *source()), step.span)
    none = ast.Compare(r.read(loose), [ast.Lt()], [const(0)])
    r.out.append(ast.If(none, [ast.Return(ref(after))], []))
    _ask_shuffle(r, step.span, f"{step.address}/shuffle", step.source.of, a, loose)
    r.call("move_top", name("s"), r.read(a), r.read(b), const(False), span=step.span)
    r.bind(left, ast.BinOp(r.read(left), ast.Sub(), const(1)), step.span)
    r.goto(head)
    r.start(after)


def _ask_shuffle(r: Routine, span: Any, address: str, of: str, zone: Var, loose: Var) -> None:
    """Chance says what comes last among the lowest `loose` components of a zone, again and again."""

    def taken() -> None:
        r.call("shuffled", name("s"), r.read(zone), r.read(loose), span=span)
        r.bind(loose, ast.BinOp(r.read(loose), ast.Sub(), const(1)), span)

    _ask_chance(
        r, span, address, Member(of),
        lambda k: call("ask_shuffle", name("s"), const(k), r.read(loose), r.read(zone)), taken,
    )  # fmt: skip


def _drawn(r: Routine, left: Var, a: Var, b: Var, span: Any) -> None:
    """One card drawn; go on while some are left."""
    r.call("drawn", name("s"), r.read(a), r.read(b), span=span)
    r.bind(left, ast.BinOp(r.read(left), ast.Sub(), const(1)), span)


def _ask_chance(r: Routine, span: Any, address: str, type: Any, ask: Any, taken: Any) -> None:
    """A block in which chance is asked until `ask` says 0: nothing left to ask."""
    from ..program import Decision

    head, pick = r.new_pair()
    r.goto(head)
    r.start(head)
    head.asks = True
    after = r.new_block()
    r.block.next |= {pick.number, after.number}
    next_block = r.emitter.temp(ask(head.number))
    r.out.append(ast.If(ast.Compare(name(next_block), [ast.Eq()], [const(0)]), [ast.Return(ref(after))], []))
    r.returns(name(next_block), span)
    r.b.decisions[head.number] = Decision(head.number, address, "chance", (), None, span, type, "")
    r.start(pick)
    taken()
    r.goto(head)
    r.start(after)


def write_roll(r: Routine, step: values.Roll) -> None:
    source = r.b.roll_source(step.address)
    size = step.high - step.low + 1
    if not r.b.ask_chance and step.values is not None:
        r.bind(step.var, place(call("one_of", name("s"), const(source), r.emit(step.values)), step.span), step.span)
        return
    if not r.b.ask_chance:
        rolled = call("roll", name("s"), const(source), const(size))
        r.bind(step.var, ast.BinOp(const(step.low), ast.Add(), place(rolled, step.span)), step.span)
        return
    from ..program import Decision

    head, pick = r.new_pair()
    r.goto(head)
    r.start(head)
    head.asks = True
    r.block.next.add(pick.number)
    if step.values is not None:
        r.returns(call("ask_one_of", name("s"), ref(head), r.emit(step.values)), step.span)
    else:
        r.returns(call("ask_roll", name("s"), ref(head), const(step.low), const(step.high)), step.span)
    r.b.decisions[head.number] = Decision(
        head.number, step.address, "chance", (), None, step.span, step.var.type, step.address
    )
    r.start(pick)
    r.bind(step.var, ast.Attribute(name("s"), "pick", ast.Load()), step.span)


def write_shuffle(r: Routine, step: components.Shuffle) -> None:
    if step.zone.zone is None or not step.zone.zone.ordered:
        return  # chance falls when something is drawn from it
    zone = r.emitter.slot(step.zone)
    if not r.b.ask_chance:
        r.call("shuffle", name("s"), zone, span=step.span)
        return
    left, a = r.hidden("left"), r.hidden("from")
    r.bind(a, zone, step.span)
    r.bind(left, call("len", item(ZONES, r.read(a))), step.span)
    _ask_shuffle(r, step.span, step.address, step.zone.of, a, left)


def write_swap(r: Routine, step: components.Swap) -> None:
    args: list[ast.expr] = [name("s")]
    where = tuple(i for i, (_, _, of) in enumerate(r.b.layout.slots) if of == step.component)
    for value in (step.first, step.second):
        source = origin(value)
        one = r.emitter.simple(r.emit(value))
        if source is not None:
            args += [one, r.emitter.slot(source)]
        else:
            args += [one, call("find", name("s"), r.b.code.constant(where, "WHERE"), one)]
    r.call("swap", *args, span=step.span)
    _check(r)


def write_flip(r: Routine, step: components.Flip) -> None:
    base = r.b.layout.side_base[step.component]
    finite = r.b.layout.definition.finites[step.component]
    tile = r.emitter.simple(r.emit(step.what))
    side = r.emit(step.side) if step.side is not None else const(-1)
    if finite.map:
        r.call(f"flip_{finite.map}", name("s"), tile, side, span=step.span)
    else:
        r.call("flip", name("s"), const(base), tile, side, span=step.span)


# -- fields ------------------------------------------------------------------------------------------


def write_set(r: Routine, step: values.Set) -> None:
    field = step.target.field
    value = r.emit(step.value)
    if isinstance(field.type, Seq):
        value = call("kept", value)
    low, high = r.b.field_bounds(field)
    if isinstance(plain(field.type), Int):
        low, high = (-LARGEST if low is None else low), (LARGEST if high is None else high)
    outside = _outside(step.value, low, high)
    if outside:
        value = r.emitter.simple(place(value, step.value.span))
        test = _range_test(value, low, high, maybe=isinstance(field.type, Maybe))
        fault = ast.Expr(place(call("out_of_range", value, const(low), const(high)), step.value.span))
        r.add(ast.If(ast.UnaryOp(ast.Not(), test), [place(fault, step.value.span)], []), step.value.span)
    target = ast.Subscript(name("F"), r.emitter.field_index(step.target), ast.Store())
    r.add(ast.Assign([target], value), step.span)


def _outside(value: T, low: int | None, high: int | None) -> bool:
    """Whether a value might lie outside the range of its field."""
    if isinstance(value, Const) and value.value is None:
        return False
    known_low, known_high = bound(value, 0), bound(value, 1)
    return (low is not None and (known_low is None or known_low < low)) or (
        high is not None and (known_high is None or known_high > high)
    )


def _range_test(value: ast.expr, low: int | None, high: int | None, *, maybe: bool) -> ast.expr:
    ops: list[ast.cmpop] = []
    sides: list[ast.expr] = []
    left: ast.expr = value
    if low is not None:
        left = const(low)
        ops.append(ast.LtE())
        sides.append(value)
    if high is not None:
        ops.append(ast.LtE())
        sides.append(const(high))
    test: ast.expr = ast.Compare(left, ops, sides)
    if maybe:
        test = ast.BoolOp(ast.Or(), [ast.Compare(value, [ast.Is()], [const(None)]), test])
    return test


def write_transfer(r: Routine, step: values.Transfer) -> None:
    source, to = r.emitter.field_index(step.source), r.emitter.field_index(step.to)
    low, _ = r.b.field_bounds(step.source.field)
    _, high = r.b.field_bounds(step.to.field)
    args = [r.emit(step.amount), source, to, const(low or 0), const(high), const(step.short)]
    r.call("transfer", name("F"), *args, span=step.span)


def write_show(r: Routine, step: values.Show) -> None:
    to = r.emit(step.to) if step.to is not None else const(None)
    r.call("show", name("s"), r.emitter.slot(step.zone), to, span=step.span)


def write_note(r: Routine, step: values.Note) -> None:
    r.call("note", name("s"), template(r, step.text), span=step.span)


def template(r: Routine, text: Template) -> ast.expr:
    """Text with values put in, as a list of pieces: text, or a pair of type number and value."""
    pieces: list[ast.expr] = []
    for part in text.parts:
        if isinstance(part, str):
            pieces.append(const(part))
        else:
            pieces.append(ast.Tuple([const(r.b.type_number(part.type)), r.emit(part)], ast.Load()))
    return ast.Tuple(pieces, ast.Load())
