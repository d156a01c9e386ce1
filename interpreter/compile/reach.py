"""
Reach: the steps that can be reached, after parameters and the number of players have settled some conditions.

What is settled is neither asked nor written, unless a probe wants to see it asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..checking import Rules
from ..expr.probe import Probe
from ..layout import Layout
from ..settled import settled
from ..steps import control
from ..steps.base import ProcedureT, Step
from ..steps.walk import children, steps_of_phases


def calls_of(step: Step) -> list[ProcedureT]:
    if isinstance(step, control.CallStep):
        return [step.procedure]
    if isinstance(step, control.CallRow):
        return [p for p in step.procedures.values() if p is not None]
    return []


class Reach:
    """What can be reached at one player count: `procedures`, and `lists`, the steps of phases and of these."""

    def __init__(self, rules: Rules, layout: Layout, probe: Probe) -> None:
        self.layout = layout
        self.probe = probe
        self.procedures: list[ProcedureT] = []
        self.lists = list(steps_of_phases(rules))
        for steps in self.lists:  # which grows
            for step in self.walk(steps):
                for p in calls_of(step):
                    if p not in self.procedures:
                        self.procedures.append(p)
                        self.lists.append(p.steps)

    def walk(self, steps: list[Step]) -> Iterator[Step]:
        """Every step that can be reached, those inside others included (not those of called procedures)."""
        for step in steps:
            yield step
            found = self.settled(step)
            if isinstance(step, control.IfStep) and found is not None:
                yield from self.walk(step.do if found else step.otherwise)
            else:
                for inner in children(step):
                    yield from self.walk(inner)

    def settled(self, step: Step) -> bool | None:
        """What the condition of an `if` always is; None where that is not known before play, and of other steps."""
        if not isinstance(step, control.IfStep) or self.probe.watches(step.test):
            return None
        found = settled(self.layout, step.test)
        return None if found is None else bool(found)
