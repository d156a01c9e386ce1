"""
Ended: `ended_by` and `ending` where a way leads without any ending, so that they are `none` on it.

Only the seat that has the first turn of a phase is looked at, for it is asked on every way into the phase.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..checking import Phase, Rules
from ..diagnostics import Bag, Label
from ..expr.typed import Const, If, Op, QueryT, Special, T, Unwrap, trees
from .ends import ways_from

ENDED = ("ended_by", "ending")


def check_ended(rules: Rules, bag: Bag) -> None:
    """Report phases that begin with the player who brought on the end, and to which the game goes on without one."""
    phases = {phase.name: phase for phase in rules.phases}
    reached: dict[str, Phase | None] = {rules.phases[0].name: None} if rules.phases else {}
    waiting = list(reached)
    while waiting:
        phase = phases[waiting.pop()]
        for target in _targets(rules, phase):
            if target in phases and target not in reached:
                reached[target] = phase
                waiting.append(target)
    for name, before in reached.items():
        turns = phases[name].turns
        needed = _needed(turns.starting) if turns is not None and turns.starting is not None else None
        if needed is not None:
            _report(needed, before, bag)


def _targets(rules: Rules, phase: Phase) -> Iterator[str]:
    """Where a phase leads while no ending has been, as far as its conditions do not ask for one."""
    exit, _ = ways_from(rules, phase, False)
    if not exit:
        return
    for target, condition in phase.next:
        if condition is None:
            yield target
            return
        asks = any(isinstance(t, Special) and t.name in ENDED for t in trees(condition))
        if not asks and not (isinstance(condition, Const) and condition.value is False):
            yield target
        if isinstance(condition, Const) and condition.value is True:
            return


def _needed(value: T) -> Special | None:
    """What must have a value wherever this is asked; a formula with a condition in it may well have asked."""
    found = list(trees(value))
    if any(isinstance(t, (If, QueryT)) or (isinstance(t, Op) and t.op in ("and", "or")) for t in found):
        return None
    bases = [t.base for t in found if isinstance(t, Unwrap)]
    return next((base for base in bases if isinstance(base, Special) and base.name in ENDED), None)


def _report(needed: Special, before: Phase | None, bag: Bag) -> None:
    way = "the game begins with this phase" if before is None else f"the phase `{before.name}` goes on to this one"
    bag.error(
        "no-value", f"`{needed.name}` is `none` where no ending has led here", needed.span,
        labels=[Label(before.span, "from here a way leads without one")] if before is not None else [],
        notes=[f"{way} without an ending"],
        help=f"ask first, as `if {needed.name} == none then .. else ..`, or let only endings lead here",
        severity="warning",
    )  # fmt: skip
