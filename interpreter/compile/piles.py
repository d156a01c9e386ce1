"""
Piles: which piles that nobody sees have an order all the same, because something is put on them or looked at.

The others are drawn from at random, which is the same and lets chance fall as late as it can.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from ..expr.typed import Body, Built, LoopT, T, ZoneRef, origin
from ..steps import components
from ..steps.base import Step
from ..steps.decisions import Count, Entry, Name

if TYPE_CHECKING:
    from ..checking import Rules
    from ..model import Zone

LOOKS = ("top", "bottom", "first", "last", "rest", "position")


def mark_piles(rules: Rules) -> None:
    """Set `ordered` and `shuffled` of every pile whose order can be known, or whose top alone is seen."""
    for zone in rules.definition.zones.values():
        if zone.kind == "pile" and zone.seen_by == "top":
            zone.shuffled = True
    for zone in _touched(rules):
        if zone.kind == "pile" and zone.seen_by == "nobody":
            zone.ordered = zone.shuffled = True


def _touched(rules: Rules) -> Iterator[Zone]:
    from ..steps.walk import all_steps, children

    lists = list(all_steps(rules))
    for steps in lists:
        for i, step in enumerate(steps):
            lists.extend(children(step))
            after = steps[i + 1] if i + 1 < len(steps) else None
            yield from _put_on(step, after)
    formulas: list[Any] = [rules.checked.functions, rules.checked.answers, lists, rules.phases, rules.endings]
    for tree in _trees([*formulas, rules.scoring, rules.keys, rules.wins, rules.payoff]):
        if isinstance(tree, Built) and tree.name in LOOKS:
            zone = origin(tree.args[-1 if tree.name == "position" else 0])
            if zone is not None and zone.zone is not None:
                yield zone.zone
        elif (
            isinstance(tree, LoopT) and tree.index is not None and isinstance(tree.domain, ZoneRef) and tree.domain.zone
        ):
            yield tree.domain.zone


def _put_on(step: Step, after: Step | None) -> Iterator[Zone]:
    """The zone that something is put on top of or under, unless it is shuffled right away."""
    if isinstance(step, components.Swap):
        for value in (step.first, step.second):
            zone = origin(value)
            if zone is not None and zone.zone is not None:
                yield zone.zone
    if isinstance(step, (components.Move, components.Draw)):
        for to in _zones(step.to):
            if isinstance(after, components.Shuffle) and after.zone.zone is to:
                continue
            yield to


def _zones(to: Any) -> Iterator[Zone]:
    for tree in _trees(to):
        if isinstance(tree, ZoneRef) and tree.zone is not None:
            yield tree.zone


def _trees(value: Any, seen: set[int] | None = None) -> Iterator[Any]:
    """All typed trees in steps, entries, formulas and tables of these."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _trees(item, seen)
    elif isinstance(value, (T, LoopT, Step, Entry, Name, Count, Body)) or type(value).__module__.endswith(".checking"):
        if isinstance(value, (T, LoopT)):
            yield value
        if is_dataclass(value):
            for field in fields(value):
                yield from _trees(getattr(value, field.name), seen)
