"""
Rounds: how far `round` counts at a place, where the phases that it stands in all have a fixed number of rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..checking import Phase, Rules
from ..expr.typed import Const, Special, T, trees
from ..source import Span
from ..steps.walk import walk
from .formulas import roots


def most_rounds(rules: Rules) -> dict[Span, int]:
    """
    The largest value of each `round` by its place, for an action is checked anew in each of its phases.

    Those that may count on and on are left out.
    """
    most: dict[Span, int | None] = {}
    limits = [(phase, _fixed(phase)) for phase in rules.phases if phase.turns is not None]
    for phase, limit in limits:
        for tree in _in_turns(phase):
            known = most.get(tree.span, 0)
            most[tree.span] = None if limit is None or known is None else max(limit, known)
    numbers = [limit for _, limit in limits if limit is not None]
    if numbers and len(numbers) == len(limits):
        most.update({tree.span: max(numbers) for ending in rules.endings for tree in _rounds(ending.when)})
    return {place: limit for place, limit in most.items() if limit is not None}


def _fixed(phase: Phase) -> int | None:
    rounds = phase.turns.rounds if phase.turns is not None else None
    return rounds.value if isinstance(rounds, Const) and isinstance(rounds.value, int) else None


def _in_turns(phase: Phase) -> Iterator[T]:
    """Every `round` that is asked while the turns of a phase last."""
    turns = phase.turns
    if turns is None:
        return
    steps = [*turns.before, *turns.do, *turns.after]
    for value in (turns.skip, turns.until, turns.then, [action.entry for action in turns.actions]):
        for formula in roots(value):
            yield from _rounds(formula)
    steps += [step for action in turns.actions for step in action.entry.do]
    for step in walk(steps):
        for formula in roots(step):
            yield from _rounds(formula)


def _rounds(formula: T | None) -> Iterator[T]:
    for tree in trees(formula) if formula is not None else ():
        if isinstance(tree, Special) and tree.name == "round":
            yield tree
