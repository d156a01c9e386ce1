"""
Walking over checked steps: those inside a step, and all steps of a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from . import control, decisions
from .base import Step

if TYPE_CHECKING:
    from ..checking import Rules


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


def steps_of_phases(rules: Rules) -> Iterator[list[Step]]:
    """The lists of steps that play comes to without a call."""
    for phase in rules.phases:
        yield phase.do
        if phase.turns is not None:
            yield from (phase.turns.before, phase.turns.do, phase.turns.after)
            for action in phase.turns.actions:
                yield action.entry.do


def all_steps(rules: Rules) -> Iterator[list[Step]]:
    """Every list of steps of the game that stands for itself."""
    yield from steps_of_phases(rules)
    for p in rules.procedures.values():
        yield p.steps
