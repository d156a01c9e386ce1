"""
What may stop: which steps hold a decision or leave a turn, so that code must be split into blocks.
"""

from __future__ import annotations

from collections import Counter

from ..checking import Rules
from ..steps import components, control, decisions, values
from ..steps.base import ProcedureT, Step
from .reach import Reach, calls_of


def asks(step: Step, ask_chance: bool) -> bool:
    """Whether a step is itself a decision (of a player or, when asked, of chance)."""
    if isinstance(step, (decisions.Choose, decisions.Menu, control.Hold)):
        return True
    return ask_chance and isinstance(step, (components.Draw, components.Shuffle, values.Roll))


def jumpy(reach: Reach, ask_chance: bool) -> set[ProcedureT]:
    """The procedures that may stop, or leave more than themselves."""
    found: set[ProcedureT] = set()
    changed = True
    while changed:
        changed = False
        for p in reach.procedures:
            if p in found:
                continue
            for step in reach.walk(p.steps):
                leaves = isinstance(step, control.End) or (
                    isinstance(step, control.Leave) and step.what in ("turn", "action", "phase")
                )
                if leaves or asks(step, ask_chance) or any(c in found for c in calls_of(step)):
                    found.add(p)
                    changed = True
                    break
    return found


def same_for_all(reach: Reach, steps: list[Step]) -> int:
    """How many steps, from the first on, do the same whatever the dice say and whoever plays."""
    for i, step in enumerate(steps):
        if not _is_same(reach, step):
            return i
    return len(steps)


def opened(reach: Reach, steps: list[Step], stopping: set[ProcedureT]) -> list[Step]:
    """These steps; if the first that differs from game to game is a plain call, what it calls is written out."""
    first = same_for_all(reach, steps)
    step = steps[first] if first < len(steps) else None
    if not isinstance(step, control.CallStep) or step.args or step.as_player is not None:
        return steps
    p = step.procedure
    if p in stopping or any(isinstance(s, control.Leave) for s in reach.walk(p.steps)):
        return steps
    return [*steps[:first], *opened(reach, p.steps, stopping), *steps[first + 1 :]]


def _is_same(reach: Reach, step: Step) -> bool:
    open_steps = (
        decisions.Choose, decisions.Menu, control.Hold, control.Leave, control.End, components.Draw,
        components.Shuffle, values.Roll, values.Show, values.Note,
    )  # fmt: skip
    return all(
        not isinstance(s, open_steps) and all(_is_same(reach, q) for p in calls_of(s) for q in p.steps)
        for s in reach.walk([step])
    )


def splits(steps: list[Step], reach: Reach, ask_chance: bool, stopping: set[ProcedureT]) -> bool:
    """Whether code for these steps must be split into blocks."""
    return any(asks(s, ask_chance) or any(c in stopping for c in calls_of(s)) for s in reach.walk(steps))


def called_once(reach: Reach) -> set[ProcedureT]:
    """The procedures that are called from a single place."""
    calls = Counter(p for steps in reach.lists for step in reach.walk(steps) for p in dict.fromkeys(calls_of(step)))
    return {p for p, n in calls.items() if n == 1}


def held(reach: Reach) -> dict[ProcedureT, list[control.Hold]]:
    """The `hold` steps inside which a procedure may be called."""
    found: dict[ProcedureT, list[control.Hold]] = {}
    for steps in reach.lists:
        for hold in reach.walk(steps):
            if isinstance(hold, control.Hold):
                todo = [p for s in reach.walk(hold.do) for p in calls_of(s)]
                while todo:
                    p = todo.pop()
                    if hold not in found.setdefault(p, []):
                        found[p].append(hold)
                        todo += [q for s in reach.walk(p.steps) for q in calls_of(s)]
    return found


def tries(rules: Rules, reach: Reach) -> bool:
    """Whether options are ever tried out, on a copy of the state, before they are offered."""
    entries = [a.entry for p in rules.phases if p.turns is not None for a in p.turns.actions]
    for steps in reach.lists:
        for step in reach.walk(steps):
            if isinstance(step, control.Hold):
                return True
            if isinstance(step, decisions.Choose):
                entries.append(step.entry)
            elif isinstance(step, decisions.Menu):
                entries += step.entries
    return any(entry.leaving is not None for entry in entries)


def calls_as_other(step: Step) -> bool:
    return isinstance(step, (control.CallStep, control.CallRow)) and step.as_player is not None
