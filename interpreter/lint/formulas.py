"""
Formulas: every typed tree of a game, and those of them that are conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from ..checking import Rules
from ..expr.typed import Body, If, LoopT, QueryT, T, Template, trees
from ..steps.base import ProcedureT, Step
from ..steps.control import For, Hold, IfStep, Repeat
from ..steps.decisions import Choose, Count, Entry, Menu, Name
from ..steps.walk import all_steps, walk

PARTS = (Body, Count, Entry, Name, Template)
_NAMES: dict[type, tuple[str, ...]] = {}


def steps_of(rules: Rules) -> list[Step]:
    """Every step of the game, those inside others included."""
    return [step for steps in all_steps(rules) for step in walk(steps)]


def entries_of(rules: Rules, steps: list[Step]) -> Iterator[Entry]:
    """Every entry: of decisions among these steps, and of the actions of turns."""
    for step in steps:
        if isinstance(step, Choose):
            yield step.entry
        elif isinstance(step, Menu):
            yield from step.entries
    for phase in rules.phases:
        if phase.turns is not None:
            yield from (action.entry for action in phase.turns.actions)


def roots(value: Any) -> Iterator[T]:
    """The formulas that stand in a step, an entry or a list of such; steps inside are left out."""
    if isinstance(value, T):
        yield value
    elif isinstance(value, LoopT):
        yield value.domain
    elif isinstance(value, (list, tuple)):
        for item in value:
            if not isinstance(item, Step):
                yield from roots(item)
    elif isinstance(value, dict):
        for item in value.values():
            if not isinstance(item, ProcedureT):
                yield from roots(item)
    elif isinstance(value, (Step, *PARTS)):
        yield from _inside(value)


def _inside(value: Any) -> Iterator[T]:
    kind = type(value)
    if kind not in _NAMES:
        _NAMES[kind] = tuple(f.name for f in fields(kind)) if is_dataclass(kind) else ()
    for name in _NAMES[kind]:
        child = getattr(value, name)
        if not isinstance(child, (Step, ProcedureT)):
            yield from roots(child)


def formulas(rules: Rules, steps: list[Step]) -> Iterator[T]:
    """Every formula that is asked in play: of steps, entries, turns, endings, scores and called formulas."""
    for step in steps:
        yield from _inside(step)
    for phase in rules.phases:
        yield from (condition for _, condition in phase.next if condition is not None)
        turns = phase.turns
        if turns is not None:
            for value in (turns.starting, turns.then, turns.skip, turns.until, turns.rounds, turns.each, turns.acts):
                yield from roots(value)
            for action in turns.actions:
                yield from roots(action.entry)
    checked = rules.checked
    yield from roots([*checked.functions.values(), *checked.answers.values(), *checked.zone_seen.values()])
    yield from roots([*checked.field_starts.values()])
    for ending in rules.endings:
        yield from roots([ending.when, ending.wins])
    for score in rules.scoring:
        yield from roots([score.body, score.when])
    yield from roots([rules.keys, rules.wins, rules.payoff])


def constants(rules: Rules) -> Iterator[T]:
    """Every formula that is fixed before play: of rows, tables and zones."""
    checked = rules.checked
    for found in (checked.attributes, checked.each, checked.copies, checked.tables, checked.zone_starts):
        yield from roots(found)


def all_trees(rules: Rules, steps: list[Step]) -> list[T]:
    """Every tree of every formula that is asked in play."""
    return [tree for formula in formulas(rules, steps) for tree in trees(formula)]


def conditions(rules: Rules, steps: list[Step], found: list[T]) -> Iterator[T]:
    """Everything that decides between yes and no; `found` are all trees."""
    for step in steps:
        if isinstance(step, IfStep):
            yield step.test
        elif isinstance(step, Hold):
            yield from (t for t in (step.condition, step.unless) if t is not None)
        elif isinstance(step, Repeat) and step.until is not None:
            yield step.until
        elif isinstance(step, For) and step.where is not None:
            yield step.where
    for entry in entries_of(rules, steps):
        yield from (t for t in (entry.when, entry.keep, entry.leaving) if t is not None)
    for phase in rules.phases:
        yield from (condition for _, condition in phase.next if condition is not None)
        if phase.turns is not None:
            yield from (t for t in (phase.turns.skip, phase.turns.until) if t is not None)
    yield from (ending.when for ending in rules.endings if ending.when is not None)
    yield from (score.when for score in rules.scoring if score.when is not None)
    for tree in found:
        if isinstance(tree, QueryT) and tree.where is not None:
            yield tree.where
        elif isinstance(tree, If):
            yield tree.test
