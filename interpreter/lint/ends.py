"""
Ends: whether a way leads from every phase to the end of the game.

A way is what can be read off: phases without turns go on, turns end by `rounds`, `until`, `skip`, a step `leave: phase`
or an ending. What a condition needs to become true is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..checking import Phase, Rules
from ..diagnostics import Bag, Label
from ..expr.typed import Const, T
from ..graph import spread
from ..steps.base import ProcedureT, Step
from ..steps.control import CallRow, CallStep, End, Leave
from ..steps.walk import walk

OVER = 0


def check_ends(rules: Rules, bag: Bag) -> None:
    """Report the phases from which the game never ends."""
    nodes = [(phase, ended) for phase in rules.phases for ended in (False, True)]
    numbers = {(phase.name, ended): n for n, (phase, ended) in enumerate(nodes, 1)}
    ways: list[set[int]] = [set()]
    exits: list[bool] = [True]
    for phase, ended in nodes:
        exit, targets = ways_from(rules, phase, ended)
        exits.append(exit)
        ways.append({OVER if name == "over" else numbers[name, late] for name, late in targets})
    back: list[list[int]] = [[n for n, row in enumerate(ways) if m in row] for m in range(len(ways))]
    ending = spread(back, OVER, lambda n: True)
    reached = spread([sorted(row) for row in ways], 1, lambda n: True)
    stuck = [n for n in reached if n not in ending]
    if not stuck:
        return
    first = next((n for n in stuck if not exits[n]), stuck[0])
    phase, ended = nodes[first - 1]
    others = {nodes[n - 1][0].name: nodes[n - 1][0] for n in stuck}
    message = f"no way leads from the phase `{phase.name}` to the end of the game"
    notes = ["nothing ends its turns" if not exits[first] else "it only leads on to phases, and none of them to `over`"]
    if ended:
        message = f"once an ending has led to the phase `{phase.name}`, no way leads to the end of the game"
        notes.append("endings are tested only until one has led on")
    bag.error(
        "no-end", message, phase.span,
        labels=[Label(other.span, "nor from here") for other in others.values() if other is not phase], notes=notes,
        help="add an ending, or `rounds`, `until` or a step `leave: phase` to its turns" if not ended else
        "let the ending end the game, or lead to a phase from which it ends",
        severity="warning",
    )  # fmt: skip


def ways_from(rules: Rules, phase: Phase, ended: bool) -> tuple[bool, set[tuple[str, bool]]]:
    """Whether a phase is ever over, and where it leads; `ended`: the game went on to it by an ending."""
    steps = list(_called(_steps(phase)))
    fired = {step.ending for step in steps if isinstance(step, End)}
    if phase.turns is not None and not ended:
        fired |= {e.name for e in rules.endings if e.when is not None and not _is(e.when, False)}
    targets = {(e.to, True) for e in rules.endings if e.name in fired}
    turns = phase.turns
    exit = (
        turns is None
        or turns.rounds is not None
        or any(t is not None and not _is(t, False) for t in (turns.until, turns.skip))
        or any(isinstance(step, Leave) and step.what == "phase" for step in steps)
    )
    if exit:
        targets |= {(name, ended) for name, condition in phase.next if condition is None or not _is(condition, False)}
        if all(condition is not None for _, condition in phase.next):
            targets.add(("over", ended))
    return exit, targets


def _is(condition: T, value: bool) -> bool:
    return isinstance(condition, Const) and condition.value is value


def _steps(phase: Phase) -> Iterator[list[Step]]:
    yield phase.do
    if phase.turns is not None:
        yield from (phase.turns.before, phase.turns.do, phase.turns.after)
        yield from (action.entry.do for action in phase.turns.actions)


def _called(lists: Iterator[list[Step]]) -> Iterator[Step]:
    """The steps of these lists, and of all procedures and rows that they call."""
    waiting, seen = list(lists), set[ProcedureT]()
    while waiting:
        for step in walk(waiting.pop()):
            yield step
            called: list[ProcedureT | None] = []
            if isinstance(step, CallStep):
                called = [step.procedure]
            elif isinstance(step, CallRow):
                called = list(step.procedures.values())
            for procedure in called:
                if procedure is not None and procedure not in seen:
                    seen.add(procedure)
                    waiting.append(procedure.steps)
