"""
What may stop: which steps hold a decision or leave a turn, so that code must be split into blocks.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..checking import Rules
from ..steps import components, control, decisions, values
from ..steps.base import ProcedureT, Step


def children(step: Step) -> Iterator[list[Step]]:
    """The lists of steps inside a step."""
    if isinstance(step, decisions.Choose):
        yield step.entry.do
        yield step.otherwise or []
    elif isinstance(step, decisions.Menu):
        for entry in step.entries:
            yield entry.do
        yield step.otherwise or []
    elif isinstance(step, control.Repeat):
        yield step.do
        if step.menu is not None:
            yield [step.menu]
    elif isinstance(step, (control.For, control.Hold)):
        yield step.do
    elif isinstance(step, control.IfStep):
        yield step.do
        yield step.otherwise
    elif isinstance(step, control.Case):
        yield from step.branches.values()
        yield step.otherwise or []
    elif isinstance(step, control.Block):
        yield step.steps


def walk(steps: list[Step]) -> Iterator[Step]:
    """Every step, those inside others included (not those of called procedures)."""
    for step in steps:
        yield step
        for inner in children(step):
            yield from walk(inner)


def calls_of(step: Step) -> list[ProcedureT]:
    if isinstance(step, control.CallStep):
        return [step.procedure]
    if isinstance(step, control.CallRow):
        return [p for p in step.procedures.values() if p is not None]
    return []


def asks(step: Step, ask_chance: bool) -> bool:
    """Whether a step is itself a decision (of a player or, when asked, of chance)."""
    if isinstance(step, (decisions.Choose, decisions.Menu, control.Hold)):
        return True
    return ask_chance and isinstance(step, (components.Draw, components.Shuffle, values.Roll))


def jumpy(rules: Rules, ask_chance: bool) -> set[ProcedureT]:
    """The procedures that may stop, or leave more than themselves."""
    found: set[ProcedureT] = set()
    changed = True
    while changed:
        changed = False
        for p in rules.procedures.values():
            if p in found:
                continue
            for step in walk(p.steps):
                leaves = isinstance(step, control.End) or (
                    isinstance(step, control.Leave) and step.what in ("turn", "action", "phase")
                )
                if leaves or asks(step, ask_chance) or any(c in found for c in calls_of(step)):
                    found.add(p)
                    changed = True
                    break
    return found


def splits(steps: list[Step], ask_chance: bool, stopping: set[ProcedureT]) -> bool:
    """Whether code for these steps must be split into blocks."""
    return any(asks(s, ask_chance) or any(c in stopping for c in calls_of(s)) for s in walk(steps))


def all_steps(rules: Rules) -> Iterator[list[Step]]:
    """Every list of steps of the game that stands for itself."""
    for phase in rules.phases:
        yield phase.do
        if phase.turns is not None:
            yield from (phase.turns.before, phase.turns.do, phase.turns.after)
            for action in phase.turns.actions:
                yield action.entry.do
    for p in rules.procedures.values():
        yield p.steps


def held(rules: Rules) -> dict[ProcedureT, list[control.Hold]]:
    """The `hold` steps inside which a procedure may be called."""
    found: dict[ProcedureT, list[control.Hold]] = {}
    for steps in all_steps(rules):
        for hold in walk(steps):
            if isinstance(hold, control.Hold):
                todo = [p for s in walk(hold.do) for p in calls_of(s)]
                while todo:
                    p = todo.pop()
                    if hold not in found.setdefault(p, []):
                        found[p].append(hold)
                        todo += [q for s in walk(p.steps) for q in calls_of(s)]
    return found


def calls_as_other(step: Step) -> bool:
    return isinstance(step, (control.CallStep, control.CallRow)) and step.as_player is not None
