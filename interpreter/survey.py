"""
Survey: the points of one game at one player count, and which expression, step or entry tells of each.

What is computed before play (attributes, tables) is not surveyed, and neither are texts nor who sees what.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .points import Point, Register
from .settled import settled
from .source import Span
from .steps import components, control, decisions
from .steps.base import ProcedureT, Step
from .steps.decisions import Entry
from .survey_formulas import Formulas, when_true
from .types import Bool, Int

if TYPE_CHECKING:
    from .checking import Phase, Rules
    from .layout import Layout


@dataclass(slots=True)
class Choice:
    """The points of an entry: an action, a word of `one_of`, or what one may do."""

    offered: Point
    chosen: Point
    declined: Point | None = None


class Survey(Formulas):
    def __init__(self, rules: Rules, layout: Layout, register: Register) -> None:
        super().__init__(layout, register)
        self.rules = rules
        self.steps: dict[Step, list[Point]] = {}
        self.entries: dict[Entry, Choice] = {}
        self.moving: set[Step] = set()
        self.endings: dict[str, Point] = {}
        self._game()

    # -- steps -----------------------------------------------------------------------------------

    def run(self, steps: list[Step] | None) -> None:
        for step in steps or ():
            if isinstance(step, control.Block):
                self.run(step.steps)
                continue
            point = self.point("steps", f"step `{step.address}`", "run", step.span)
            self.steps[step] = [point]
            with self.under(point):
                self._step(step)

    def _step(self, step: Step) -> None:
        if isinstance(step, control.IfStep):
            yes, no, known = self.test(step.test, "the condition of `if`")
            for point, steps, possible in ((yes, step.do, known is not False), (no, step.otherwise, not known)):
                with self.under(point, possible=possible):
                    self.run(steps)
        elif isinstance(step, control.Case):
            self._case(step)
        elif isinstance(step, control.For):
            self.value(step.loops[0].domain)
            kept = self.test(step.where, "`where`")[0] if step.where is not None else None
            with self.under(kept):
                self.run(step.do)
        elif isinstance(step, control.Repeat):
            self.parts(step.count)
            if step.until is not None:
                self.test(step.until, "`until`")
            self.run(step.do)
            if step.menu is not None:
                self._menu(step.menu)
        elif isinstance(step, control.Hold):
            self.test(step.condition, "`hold`")
            if step.unless is not None:
                self.test(step.unless, "`unless`")
            self.run(step.do)
        elif isinstance(step, decisions.Choose):
            self._entry(step.entry)
            self.run(step.otherwise)
        elif isinstance(step, decisions.Menu):
            self._menu(step)
        else:
            self._plain(step)

    def _plain(self, step: Step) -> None:
        """Steps without steps of their own inside, and calls."""
        self.parts(step)
        if isinstance(step, control.CallStep):
            self._procedure(step.procedure)
        elif isinstance(step, control.CallRow):
            for (_, row), procedure in step.procedures.items():
                if procedure is not None:
                    with self.under(None, possible=row in self.layout.members[step.finite.name].rows):
                        self._procedure(procedure)
        elif isinstance(step, control.End):
            self.steps[step].append(self._ending(step.ending))
        elif isinstance(step, (components.Move, components.Swap)):
            self._moves(step, step.component)
        elif isinstance(step, components.Draw):
            self._moves(step, step.source.of)

    def _moves(self, step: Step, type: str) -> None:
        self.moving.add(step)
        self.of_type(type, "moved")

    def _procedure(self, procedure: ProcedureT) -> None:
        if not self._again(procedure):
            with self.under(None):
                self._inside = None
                self.run(procedure.steps)

    def _case(self, step: control.Case) -> None:
        self.value(step.value)
        type, known = step.value.type, settled(self.layout, step.value)
        arms: dict[Any, Point] = {}
        for key, steps in step.branches.items():
            number = key == "true" if isinstance(type, Bool) else int(key) if isinstance(type, Int) else None
            if number is None:
                number = self.layout.number(type, key)
            possible = known in (None, number) and number != -1
            arms[number] = self.point("branches", f"the case `{key}`", "taken", step.value.span, possible=possible)
            with self.under(arms[number], possible=possible):
                self.run(steps)
        rest = None
        if step.otherwise is not None:
            possible = known is None or known not in arms
            rest = self.point("branches", "the `else` of `case`", "taken", step.value.span, possible=possible)
            with self.under(rest, possible=possible):
                self.run(step.otherwise)
        self.watch(step.value, "case", lambda value: arms.get(value, rest))

    def _menu(self, menu: decisions.Menu) -> None:
        self.value(menu.by)
        for entry in menu.entries:
            span = _key_span(entry)
            subject = f"option `{entry.word}`"
            choice = self.entries[entry] = Choice(
                self.point("actions", subject, "offered", span),
                self.point("actions", subject, "taken" if menu.optional else "chosen", span),
                self.point("actions", subject, "declined", span) if menu.optional else None,
            )
            for point in (choice.chosen, choice.declined):
                if point is not None:
                    point.inside = choice.offered
            self._entry(entry)
        self.run(menu.otherwise)

    def _entry(self, entry: Entry) -> None:
        choice = self.entries.get(entry)
        self.value(entry.by)
        point, possible = None, True
        if entry.when is not None:
            point, _, known = self.test(entry.when, "`when`")
            possible = known is None or bool(known)
        with self.under(point, possible=possible):
            for n in entry.names:
                self.value(n.domain)
                self.of_kind(n.domain, "chosen")
            if entry.count is not None:
                self.parts(entry.count)
            for test, word in ((entry.keep, "`keep`"), (entry.leaving, "`leaving`")):
                if test is not None:
                    self.test(test, word)
            with self.under(choice.chosen if choice else None):
                self.run(entry.do)

    # -- the game --------------------------------------------------------------------------------

    def _game(self) -> None:
        for tree in self.layout.checked.field_starts.values():
            self.value(tree)
        for phase in self.rules.phases:
            self._phase(phase)
        for ending in self.rules.endings:
            if ending.when is not None:
                point = self._ending(ending.name)
                self.watch(ending.when, "ending", when_true(point))
                self._tested.add(ending.when)
                self.value(ending.when)
            with self.under(self.endings.get(ending.name)):
                self.value(ending.wins)
        for part in self.rules.scoring:
            held, possible = None, True
            if part.when is not None:
                held, _, known = self.test(part.when, f"`when` of `{part.name}`")
                possible = known is None or bool(known)
            with self.under(held, possible=possible):
                score = self.point("scoring", f"`{part.name}`", "other than 0", part.span)
                self.watch(part.body.value, "score", when_true(score))
                self.value(part.body.value)
        for body in [*self.rules.keys, *([self.rules.payoff] if self.rules.payoff else [])]:
            self.value(body.value)
        self.value(self.rules.wins)

    def _ending(self, name: str) -> Point:
        if name not in self.endings:
            span = next(e.span for e in self.rules.endings if e.name == name)
            self.endings[name] = self.point("endings", f"`{name}`", "reached", span)
            self.endings[name].inside = None
        return self.endings[name]

    def _phase(self, phase: Phase) -> None:
        self.run(phase.do)
        t = phase.turns
        if t is not None:
            for value in (t.starting, t.then, t.rounds, t.each, t.acts):
                self.value(value)
            for test, word in ((t.skip, "`skip`"), (t.until, "`until`")):
                if test is not None:
                    self.test(test, word)
            self.run(t.before)
            for action in t.actions:
                span = self.layout.definition.spans[f"actions.{action.name}"]
                choice = self.entries[action.entry] = Choice(
                    self.point("actions", f"action `{action.name}`", "offered", span),
                    self.point("actions", f"action `{action.name}`", "chosen", span),
                )
                choice.chosen.inside = choice.offered
                self._entry(action.entry)
            self.run(t.do)
            self.run(t.after)
        for target, condition in phase.next:
            if condition is not None:
                self.test(condition, f"the condition of `next: {target}`")


def _key_span(entry: Entry) -> Span:
    """The word of an entry, where it stands before the entry."""
    source = entry.span.source
    start = source.text.rfind(f"{entry.word}:", 0, entry.span.start)
    return Span(source, start, start + len(entry.word)) if start >= 0 else entry.span
