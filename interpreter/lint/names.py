"""
Names that nothing uses, phases that are never reached, endings that never fire.
"""

from __future__ import annotations

from ..checking import Phase, Rules
from ..diagnostics import Bag
from ..model import Definition
from ..steps.base import Step
from ..steps.control import End
from ..steps.walk import walk

WORDS = {
    "parameters": "parameter", "types": "type", "components": "component type", "maps": "map", "tables": "table",
    "zones": "zone", "fields": "field", "functions": "function", "procedures": "procedure", "actions": "action",
    "signals": "signal",
}  # fmt: skip


def check_names(rules: Rules, bag: Bag) -> None:
    """Report names that nothing uses, phases that are never reached and endings that never fire."""
    d = rules.definition
    if not rules.phases:
        bag.error("no-phases", "the game has no phases, so nothing ever happens in it", d.span, help="add `phases:`")
    for section, word in WORDS.items():
        for key, span in d.spans.items():
            head, _, name = key.partition(".")
            if head == section and not _used(d, section, name):
                bag.error("unused-name", f"nothing uses the {word} `{name}`", span, help="use it or take it out")
    _phases(rules, bag)


def _used(d: Definition, section: str, name: str) -> bool:
    if section in ("types", "components"):
        return f"types.{name}" in d.used
    if section == "maps":
        return f"maps.{name}" in d.used or f"types.{d.boards[name].nodes or d.boards[name].tiles}" in d.used
    if section == "procedures" and d.procedures[name].hook:
        return True
    return f"{section}.{name}" in d.used


def _phases(rules: Rules, bag: Bag) -> None:
    """Phases reached from the first one by `next` and by endings; endings that a test or a step can fire."""
    phases = {p.name: p for p in rules.phases}
    reached: set[str] = set()
    fired = {e.name for e in rules.endings if e.when is not None} | _ended(rules)
    waiting = [rules.phases[0].name] if rules.phases else []
    while waiting:
        name = waiting.pop()
        if name in reached or name not in phases:
            continue
        reached.add(name)
        waiting += [target for target, _ in phases[name].next]
        if phases[name].turns is not None or _ended(rules):
            waiting += [e.to for e in rules.endings if e.name in fired]
    spans = rules.definition.spans
    for phase in rules.phases:
        if phase.name not in reached:
            bag.error(
                "unreachable-phase", f"the phase `{phase.name}` is never reached", spans[f"phases.{phase.name}"],
                help="name it in the `next` of another phase or in the `to` of an ending",
            )  # fmt: skip
    for ending in rules.endings:
        if ending.name not in fired:
            bag.error(
                "unused-name", f"the ending `{ending.name}` never fires", ending.span,
                help=f"give it a `when`, or a step `end: {ending.name}`",
            )  # fmt: skip


def _ended(rules: Rules) -> set[str]:
    """The endings that a step names."""
    found = set()
    for steps in [*(p.steps for p in rules.procedures.values()), *(s for p in rules.phases for s in _steps(p))]:
        found |= {step.ending for step in walk(steps) if isinstance(step, End)}
    return found


def _steps(phase: Phase) -> list[list[Step]]:
    found = [phase.do]
    if phase.turns is not None:
        found += [phase.turns.before, phase.turns.do, phase.turns.after]
        found += [a.entry.do for a in phase.turns.actions]
    return found
