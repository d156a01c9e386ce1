"""
The course of play: `repeat`, `for`, `if`, `case`, `call`, `hold`, `leave`, `end`, `let`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..diagnostics import did_you_mean, listing
from ..expr import tree
from ..expr.parse import parse_query
from ..expr.scope import Scope
from ..expr.typed import LoopT, T, Var, origin
from ..model import Does, Finite, Row
from ..nodes import Mapping, Node, Scalar
from ..types import BOOL, PLAYER, UNKNOWN, Bool, Int, Member, Seq, Type, Unknown, plain
from .base import ProcedureT, Step, StepChecker
from .decisions import Count, Menu, check_count, menu_entries


@dataclass(slots=True, eq=False)
class Repeat(Step):
    count: Count
    until: T | None
    do: list[Step]
    menu: Menu | None


@dataclass(slots=True, eq=False)
class For(Step):
    loops: tuple[LoopT, ...]
    where: T | None
    do: list[Step]


@dataclass(slots=True, eq=False)
class IfStep(Step):
    test: T
    do: list[Step]
    otherwise: list[Step]


@dataclass(slots=True, eq=False)
class Case(Step):
    value: T
    branches: dict[str, list[Step]]
    otherwise: list[Step] | None


@dataclass(slots=True, eq=False)
class CallStep(Step):
    procedure: ProcedureT
    args: dict[Var, T]
    as_player: T | None


@dataclass(slots=True, eq=False)
class CallRow(Step):
    """The steps of the row of `base`; by side and row the procedure, None where there is nothing to do."""

    base: T
    finite: Finite
    procedures: dict[tuple[str, str], ProcedureT | None]
    args: dict[str, T]
    as_player: T | None


@dataclass(slots=True, eq=False)
class Hold(Step):
    condition: T
    unless: T | None
    do: list[Step]


@dataclass(slots=True, eq=False)
class Leave(Step):
    what: str


@dataclass(slots=True, eq=False)
class End(Step):
    ending: str


@dataclass(slots=True, eq=False)
class Let(Step):
    var: Var
    value: T


def check_repeat(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    address = c.word(node, "repeat")
    amount = node.get("repeat")
    count = check_count(c, amount, scope) if amount is not None else Count(None, None)
    until = c.condition(node, "until", scope)
    c.frame.loops += 1
    menu = None
    if "one_of" in node:
        entries = menu_entries(c, node, scope)
        by = c.value(node, "by", scope, PLAYER)
        menu = Menu(node.span, address, entries, by, c.text(node, "prompt", scope), [], False)
    do = c.steps(node.get("do"), Scope(scope))
    c.frame.loops -= 1
    if count.high is None and until is None and menu is None and not _leaves(do):
        place = amount.span if amount is not None else node.span
        c.bag.error(
            "endless-loop", "nothing ever ends this loop", place, help="add `until:`, or a step `leave: loop` inside"
        )
    return Repeat(node.span, address, count, until, do, menu)


def _leaves(steps: list[Step]) -> bool:
    """Whether a step in a loop may leave it, or the game; a called procedure may, too."""
    from .walk import walk

    return any(isinstance(step, (Leave, End, CallStep, CallRow)) for step in walk(steps))


def check_for(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    address = c.word(node, "for")
    inner = Scope(scope)
    loops: tuple[LoopT, ...] = ()
    where = None
    over = node.get("for")
    assert isinstance(over, Scalar)
    parsed = parse_query(over, c.bag)
    if isinstance(parsed, tree.Query) and parsed.result is None:
        with c.x.at(over):
            loop = parsed.loops[0]
            assert loop.domain is not None
            domain = c.x.domain(loop.domain, scope)
            item = domain.type.item if isinstance(domain.type, Seq) else UNKNOWN
            var = c.x.bind(inner, loop.name, item, over.part(loop.start, loop.end), origin(domain))
            index = None
            if loop.index:
                index = c.x.bind(inner, loop.index, Int(1, None), over.span, None)
            where = c.x.value(parsed.where, inner, BOOL) if parsed.where else None
            loops = (LoopT(var, index, domain),)
    else:
        if parsed is not None:
            c.bag.error("bad-query", "write `for: name in list`", over.span, help="for example `for: p in players`")
        c.x.bind_faulty(inner, over)
    c.frame.loops += 1
    do = c.steps(node.get("do"), inner)
    c.frame.loops -= 1
    return For(node.span, address, loops, where, do) if loops else None


def check_if(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    address = c.word(node, "if")
    test = c.condition(node, "if", scope)
    do = c.steps(node.get("do"), Scope(scope))
    otherwise = c.steps(node.get("else"), Scope(scope))
    return IfStep(node.span, address, test, do, otherwise) if test is not None else None


def check_case(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    address = c.word(node, "case")
    value = c.value(node, "case", scope, None)
    branches: dict[str, list[Step]] = {}
    otherwise = None
    of = node.get("of")
    assert value is not None
    value = c.x.need(value, plain(value.type))
    names = _case_names(c, value)
    odd = False  # whether one is misspelt, which then is the one that is missing
    if isinstance(of, Mapping):
        for key, body in of.items():
            steps = c.steps(body, Scope(scope))
            if key.text == "else":
                otherwise = steps
            elif names is not None and key.text not in names:
                odd = True
                c.bag.unknown(str(value.type), key.text, key.span, names)
            else:
                branches[key.text] = steps
        missing = [n for n in names or [] if n not in branches]
        if names is not None and missing and otherwise is None and not odd:
            c.bag.error(
                "missing-case", f"no steps for {listing(missing)}", node.key("of").span,
                help="add them, or `else:` for all others",
            )  # fmt: skip
    return Case(node.span, address, value, branches, otherwise)


def _case_names(c: StepChecker, value: T) -> list[str] | None:
    if isinstance(value.type, Member):
        return c.x.names_of(value.type.name)
    if isinstance(value.type, Bool):
        return ["false", "true"]
    if isinstance(value.type, Int) and value.type.low is not None and value.type.high is not None:
        return [str(n) for n in range(value.type.low, value.type.high + 1)]
    if not isinstance(value.type, Unknown):
        c.bag.error("wrong-type", f"`case` wants a value of a type with few members, found {value.type}", value.span)
    return None


def check_call(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    target = node.get("call")
    assert isinstance(target, Scalar)
    address = c.word(node, target.text.rpartition(".")[2].strip())
    as_player = c.value(node, "as", scope, PLAYER)
    given: dict[str, Node] = {}
    arguments = node.get("with")
    if isinstance(arguments, Mapping):
        given = {k.text: v for k, v in arguments.items()}
    if "." in target.text:
        return _call_row(c, node, scope, target, address, given, as_player)
    name, bracket, _ = target.text.partition("(")
    if bracket and name.strip() in c.d.procedures:
        place = target.part(len(name), len(name) + 1)
        help = f"write `call: {name.strip()}`, and the values under `with:`"
        c.bag.error("unexpected-token", "`(` cannot follow the name of a procedure", place, help=help)
        return None
    procedure = c.procedure(target.text, target)
    if procedure is None:
        for value in given.values():
            c.x.expr(value, scope, UNKNOWN)
        return None
    wanted = {v.name: v.type for v in procedure.params}
    values = _arguments(c, node, scope, target.text, wanted, given)
    by_name = {v.name: v for v in procedure.params}
    return CallStep(node.span, address, procedure, {by_name[n]: v for n, v in values.items()}, as_player)


def _arguments(
    c: StepChecker, node: Mapping, scope: Scope, name: str, wanted: dict[str, Type], given: dict[str, Node]
) -> dict[str, T]:
    values: dict[str, T] = {}
    arguments = node.get("with")
    stray = False
    for key, value in given.items():
        if key not in wanted:
            assert isinstance(arguments, Mapping)
            stray = True
            c.bag.error(
                "unknown-parameter", f"`{name}` has no parameter `{key}`", arguments.key(key).span,
                notes=[f"it wants: {listing(wanted) or 'none'}"], help=did_you_mean(key, wanted), missing=key,
            )  # fmt: skip
        else:
            values[key] = c.x.expr(value, scope, wanted[key])
    missing = [n for n in wanted if n not in given]
    if missing and not stray:
        target = node.get("call")
        c.bag.error(
            "missing-argument", f"`{name}` wants {listing(missing)}", target.span if target else node.span,
            help="give it under `with:`",
        )  # fmt: skip
    return values


def _call_row(
    c: StepChecker,
    node: Mapping,
    scope: Scope,
    target: Scalar,
    address: str,
    given: dict[str, Node],
    as_player: T | None,
) -> Step | None:
    """`call: chit.drawn`: the steps of the row that the value before the dot comes from."""
    parsed = parse_query(target, c.bag)
    if not isinstance(parsed, tree.Dot):
        if parsed is not None:
            c.bag.error("wrong-type", "write the name of a procedure, or `value.steps`", target.span)
        return None
    with c.x.at(target):
        base = c.x.value(parsed.base, scope)
    owner = plain(base.type)
    if isinstance(owner, Unknown):
        return None
    base = c.x.need(base, owner)
    finite = c.d.finites.get(owner.name) if isinstance(owner, Member) else None
    does = finite.does.get(parsed.name) if finite is not None else None
    if finite is None or does is None:
        names = list(finite.does) if finite is not None else []
        c.bag.error(
            "unknown-attribute", f"{owner} has no steps `{parsed.name}`", target.part(parsed.base.end + 1, parsed.end),
            notes=[f"it has: {listing(names) or 'none'}"], help=did_you_mean(parsed.name, names),
            missing=parsed.name,
        )  # fmt: skip
        return None
    values = _arguments(c, node, scope, parsed.name, does.params, given)
    table = {key: p for row in finite.rows for key, p in row_steps(c, finite, row, does).items()}
    return CallRow(node.span, address, base, finite, table, values, as_player)


def row_steps(c: StepChecker, finite: Finite, row: Row, does: Does) -> dict[tuple[str, str], ProcedureT | None]:
    """The checked steps of one row by side: its own, a procedure it names, or the type's default."""
    found: dict[tuple[str, str], ProcedureT | None] = {}
    for side in finite.sides or [""]:
        places = (
            (row.sides.get(side, {}), f"{row.name}.{side}"), (row.values, row.name),
            (finite.side_defaults.get(side, {}), side), ({does.name: does.default}, ""),
        )  # fmt: skip
        body, where = next(((v[does.name], w) for v, w in places if v.get(does.name) is not None), (None, ""))
        if isinstance(body, Scalar):
            found[side, row.name] = _named_steps(c, finite, does, body)
        elif body is not None:
            name = ".".join(n for n in (finite.name, where, does.name) if n)
            found[side, row.name] = c.routine(name, body.span, does.params, body, {"self": Member(finite.name)})
        else:
            found[side, row.name] = None
    return found


def _named_steps(c: StepChecker, finite: Finite, does: Does, body: Scalar) -> ProcedureT | None:
    found = c.procedure(body.text, body)
    if found is None:
        return None
    params = {v.name: v.type for v in found.params}
    accepted = (does.params, {"self": Member(finite.name), **does.params})
    if params not in accepted:
        wants = ", ".join(f"{n}: {t}" for n, t in does.params.items()) or "no parameters"
        c.bag.error(
            "wrong-parameters", f"`{body.text}` does not fit `{does.name}`, which gives {wants}", body.span,
            help=f"a parameter `self: {finite.name}` may come first",
        )  # fmt: skip
    return found


def check_hold(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    address = c.word(node, "hold")
    condition = c.condition(node, "hold", scope)
    unless = c.condition(node, "unless", scope)
    do = c.steps(node.get("do"), Scope(scope))
    return Hold(node.span, address, condition, unless, do) if condition is not None else None


def check_leave(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    what = node.get("leave")
    assert isinstance(what, Scalar)
    f = c.frame
    there = {
        "loop": f.loops > 0, "procedure": f.procedure, "action": f.action, "turn": f.turn, "phase": f.phase,
    }  # fmt: skip
    if not there.get(what.text, False):
        c.bag.error("nothing-to-leave", f"there is no {what.text} around this step", what.span)
    return Leave(node.span, c.word(node, "leave"), what.text)


def check_end(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    ending = node.get("end")
    assert isinstance(ending, Scalar)
    if ending.text not in c.d.endings:
        c.bag.unknown("ending", ending.text, ending.span, c.d.endings)
        return None
    c.d.used.add(f"endings.{ending.text}")
    return End(node.span, c.word(node, "end"), ending.text)


def check_let(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    names = node.get("let")
    if not isinstance(names, Mapping):
        return None
    found: list[Step] = []
    for key, value in names.items():
        checked = c.x.expr(value, scope, None, query=True)
        var = c.x.bind(scope, key.text, checked.type, key.span, origin(checked))
        found.append(Let(node.span, c.word(node, key.text), var, checked))
    return found[0] if len(found) == 1 else Block(node.span, "", found)


@dataclass(slots=True, eq=False)
class Block(Step):
    """Several steps where YAML has one (`let` and `set` with several lines)."""

    steps: list[Step]
