"""
Reach: the steps that can be reached, after parameters and the number of players have settled some conditions.

What is settled is neither asked nor written; a probe that counts sees all of a game instead.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

from ..checking import Rules
from ..expr.typed import AllOf, AttrRef, Built, CallFn, Const, FieldRef, Local, Op, ParamRef, Special, T
from ..layout import Layout
from ..steps import control
from ..steps.base import ProcedureT, Step
from ..steps.walk import children
from ..types import plain

COMPARING: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def calls_of(step: Step) -> list[ProcedureT]:
    if isinstance(step, control.CallStep):
        return [step.procedure]
    if isinstance(step, control.CallRow):
        return [p for p in step.procedures.values() if p is not None]
    return []


class Reach:
    """The steps of one game at one player count; `lists` are those that stand for themselves, each once."""

    def __init__(self, rules: Rules, layout: Layout, *, everything: bool) -> None:
        self.layout = layout
        self.everything = everything
        self.procedures: list[ProcedureT] = []
        self.lists: list[list[Step]] = []
        for phase in rules.phases:
            self.lists.append(phase.do)
            if phase.turns is not None:
                self.lists += [phase.turns.before, phase.turns.do, phase.turns.after]
                self.lists += [action.entry.do for action in phase.turns.actions]
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
            found = self.settled(step.test) if isinstance(step, control.IfStep) else None
            if isinstance(step, control.IfStep) and found is not None:
                yield from self.walk(step.do if found else step.otherwise)
            else:
                for inner in children(step):
                    yield from self.walk(inner)

    def settled(self, test: T) -> bool | None:
        """What a condition always is; None where that is not known before play."""
        found = None if self.everything else self._value(test)
        return found if isinstance(found, bool) else None

    def _value(self, t: T) -> Any:
        if isinstance(t, Const):
            return self._member(t) if isinstance(t.value, str) else t.value
        if isinstance(t, ParamRef):
            return self.layout.parameters[t.parameter.name]
        if isinstance(t, Special):
            return self.layout.players == 1 if t.name == "solo" else None
        if isinstance(t, Built) and t.name == "size" and isinstance(t.args[0], AllOf):
            return len(self.layout.members[t.args[0].finite.name].names)
        if isinstance(t, CallFn) and not t.args:
            return self._value(self.layout.checked.functions[t.function.name].value)
        if isinstance(t, AttrRef):
            scripted = t.finite.kind == "player" and t.attribute == "scripted"
            known = isinstance(t.base, (Special, Local, FieldRef))  # asking for it cannot go wrong
            return False if scripted and known and self.layout.seats == self.layout.players else None
        return self._operation(t) if isinstance(t, Op) else None

    def _member(self, t: Const) -> int | None:
        number = self.layout.number(plain(t.type), str(t.value))
        return number if number >= 0 else None

    def _operation(self, t: Op) -> Any:
        left = self._value(t.args[0])
        if t.op in ("and", "or"):
            if left is None:
                return None
            return self._value(t.args[1]) if left is (t.op == "and") else left
        if t.op == "not":
            return None if left is None else not left
        if t.op in COMPARING:
            right = self._value(t.args[1])
            return None if left is None or right is None else COMPARING[t.op](left, right)
        return None
