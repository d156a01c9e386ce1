"""
Secrecy: whether a choice tells its chooser more than the chooser may see.

What decides which options there are (`when`, `choose`, `count`, `keep`, `leaving`, `prompt`) may read only zones
and fields that the choosing seat sees; how many components lie in a zone is public. An entry with
`leaks: reason` is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .checking import Rules
from .diagnostics import Bag
from .expr.typed import (
    Built,
    CallFn,
    FieldRef,
    Local,
    LoopT,
    RowCall,
    Special,
    T,
    Var,
    ZoneRef,
)
from .source import Span
from .steps.base import Step
from .steps.control import CallStep, For, Hold, Let, Repeat
from .steps.decisions import Choose, Entry, Menu
from .steps.values import Roll
from .steps.walk import all_steps, walk
from .types import PLAYER

COUNTED = ("size", "empty", "count", "any", "can_draw")


@dataclass(frozen=True, slots=True)
class Read:
    """Something hidden that a formula reads: its name, whose it is (None: nobody's or an unknown seat's), and where."""

    name: str
    owner: T | None
    span: Span


def check_secrecy(rules: Rules, bag: Bag) -> None:
    """Report every entry whose options depend on what the chooser does not see."""
    checking = _Secrecy(rules, bag)
    for steps in all_steps(rules):
        checking.gather(steps)
    for phase in rules.phases:
        checking.steps(phase.do)
        if phase.turns is not None:
            for action in phase.turns.actions:
                checking.entry(action.entry, None)
                checking.steps(action.entry.do)
            for steps in (phase.turns.before, phase.turns.do, phase.turns.after):
                checking.steps(steps)
    for procedure in rules.procedures.values():
        checking.steps(procedure.steps)


class _Secrecy:
    def __init__(self, rules: Rules, bag: Bag) -> None:
        self.rules = rules
        self.bag = bag
        self.summaries: dict[int, list[Read]] = {}
        self.lets: dict[Var, list[T]] = {}
        self.chosen: dict[Var, T] = {}  # names that were chosen unseen by others: by whom

    def gather(self, steps: list[Step]) -> None:
        """Where local names get their values from: `let`, `for`, parameters; and who chose what unseen."""
        for step in walk(steps):
            if isinstance(step, Let):
                self.lets.setdefault(step.var, []).append(step.value)
            elif isinstance(step, Roll) and step.values is not None:
                self.lets.setdefault(step.var, []).append(step.values)
            elif isinstance(step, For):
                self.lets.setdefault(step.loops[0].var, []).append(step.loops[0].domain)
            elif isinstance(step, CallStep):
                for var, value in step.args.items():
                    self.lets.setdefault(var, []).append(value)
            elif isinstance(step, Choose) and step.entry.secret:
                player = Special(PLAYER, step.span, "player")
                self.chosen.update({n.var: step.entry.by or player for n in step.entry.names})

    def steps(self, steps: list[Step]) -> None:
        for step in walk(steps):
            if isinstance(step, Choose):
                self.entry(step.entry, step.entry.by)
            elif isinstance(step, Menu):
                for entry in step.entries:
                    self.entry(entry, step.by or entry.by)
            elif isinstance(step, Hold):
                for condition in (step.condition, step.unless):
                    if condition is not None:
                        self.formula(condition, None)
            elif isinstance(step, Repeat):
                for bound in (step.count.low, step.count.high):
                    if bound is not None and step.menu is not None:
                        self.formula(bound, None)

    def entry(self, entry: Entry, by: T | None) -> None:
        if entry.leaks:
            return
        found = [n.domain for n in entry.names]
        if by is not None:
            found.append(by)
        found += [t for t in (entry.when, entry.keep, entry.leaving) if t is not None]
        if entry.count is not None:
            found += [t for t in (entry.count.low, entry.count.high) if t is not None]
        if entry.prompt is not None:
            found += [p for p in entry.prompt.parts if isinstance(p, T)]
        for value in found:
            if self.formula(value, by):
                return

    def formula(self, value: T, by: T | None) -> bool:
        """Report a formula that tells the chooser too much; whether it does."""
        for read in self.reads(value):
            if not self._is(read.owner, by):
                self.bag.error(
                    "hidden-read", f"the options depend on `{read.name}`, which the chooser does not see", read.span,
                    label="read here",
                    help="say who sees it (`seen_by`), or why it may be told: `leaks: reason` beside the choice",
                )  # fmt: skip
                return True
        return False

    def _is(self, owner: T | None, by: T | None) -> bool:
        """Whether an owner is the seat that chooses."""
        if owner is None:
            return False
        if by is None:
            return isinstance(owner, Special) and owner.name == "player"
        if isinstance(by, Local):
            return isinstance(owner, Local) and owner.var is by.var
        return isinstance(by, Special) and isinstance(owner, Special) and owner.name == by.name

    def reads(self, value: object) -> Iterator[Read]:
        """What a formula reads that not everybody sees."""
        if isinstance(value, Built) and value.name in COUNTED and isinstance(value.args[0], ZoneRef):
            if value.args[0].owner is not None:
                yield from self.reads(value.args[0].owner)
            return
        if isinstance(value, Built) and value.name == "top" and isinstance(value.args[0], ZoneRef):
            zone = value.args[0].zone
            if zone is not None and zone.seen_by == "top":
                return
        if isinstance(value, ZoneRef) and value.zone is not None:
            seen = value.zone.seen_by
            if seen != "everyone":  # a formula may hide from the chooser
                yield Read(value.zone.name, value.owner if seen == "owner" else None, value.span)
        if isinstance(value, FieldRef) and value.field.seen_by != "everyone":
            owner = value.args[0] if value.field.seen_by == "owner" and value.args else None
            yield Read(value.field.name, owner, value.span)
        if isinstance(value, Local):
            if value.var in self.chosen:
                yield Read(value.var.name, self.chosen[value.var], value.span)
            for source in self.lets.get(value.var, ()):
                yield from (Read(r.name, r.owner, value.span) for r in self.reads(source))
        if isinstance(value, CallFn):
            body = self.rules.checked.functions[value.function.name]
            yield from self._called(body.value, dict(zip(body.params, value.args)), value.span)
        if isinstance(value, RowCall):
            for key, body in self.rules.checked.answers.items():
                if key[0] == value.finite.name and key[3] == value.answer.name:
                    yield from self._called(body.value, dict(zip(body.params, (value.base, *value.args))), value.span)
        yield from self._inside(value)

    def _inside(self, value: object) -> Iterator[Read]:
        for klass in type(value).__mro__:
            for attribute in getattr(klass, "__slots__", ()):
                child = getattr(value, attribute, None)
                for c in child if isinstance(child, tuple) else (child,):
                    if isinstance(c, (T, LoopT)):
                        yield from self.reads(c)

    def _called(self, body: T, given: dict[Var, T], span: Span) -> Iterator[Read]:
        """The reads of a formula, its parameters replaced by what was given for them."""
        if id(body) not in self.summaries:
            self.summaries[id(body)] = []  # a formula does not need itself
            found = {(r.name, id(r.owner.var) if isinstance(r.owner, Local) else r.owner): r for r in self.reads(body)}
            self.summaries[id(body)] = list(found.values())
        for read in self.summaries[id(body)]:
            owner = read.owner
            if isinstance(owner, Local):
                owner = given.get(owner.var)
            yield Read(read.name, owner, span)
