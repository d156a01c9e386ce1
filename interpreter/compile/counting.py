"""
Counting: the probe that writes counters into rules, so that it can be told what a game never exercised.

All of it is calls of closures that note something and give back what they were given. What happens in a trial (an
option tried on a copy of the state) is forgotten again, since nobody did it; the condition that is tried counts.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..expr.probe import Probe
from ..expr.python import call, name, place
from ..picking import still_good
from ..points import Point, Register
from ..survey import Survey
from ..types import Member, Seq, plain

if TYPE_CHECKING:
    from ..checking import Rules
    from ..expr.emit import Code
    from ..expr.typed import T
    from ..layout import Layout
    from ..state import State
    from ..steps.base import Step
    from ..steps.decisions import Entry


class Counting(Probe):
    counts = True

    def __init__(self, rules: Rules, layout: Layout, register: Register) -> None:
        self.layout = layout
        self.register = register
        self.survey = Survey(rules, layout, register)
        self.names: dict[T, str] = {}
        self.serial = 0
        self.before: tuple[State, list[list[int]]] | None = None  # a move begins: the state, and what lay where

    def note(self, code: Code, closure: Callable[..., Any]) -> str:
        """The name by which compiled rules call a closure."""
        self.serial += 1
        python = f"count_{self.serial}"
        code.constants[python] = closure
        return python

    # -- expressions -----------------------------------------------------------------------------

    def watches(self, value: T | None) -> bool:
        return value in self.survey.values

    def value(self, code: Code, value: T, node: ast.expr) -> ast.expr:
        watches = self.survey.values.get(value)
        if watches is None:
            return node
        if value not in self.names:
            which = list(watches.values())

            def seen(found: Any) -> Any:
                for watch in which:
                    point = watch(found)
                    if point is not None:
                        point.count += 1
                return found

            self.names[value] = self.note(code, seen)
        return place(call(self.names[value], node), value.span)

    # -- steps -----------------------------------------------------------------------------------

    @contextmanager
    def step(self, routine: Any, step: Step) -> Iterator[None]:
        code, points = routine.b.code, self.survey.steps.get(step, [])

        def run() -> None:
            for point in points:
                point.count += 1

        if points:
            routine.out.append(ast.Expr(call(self.note(code, run))))
        moves = step in self.survey.moving
        if moves:
            routine.out.append(ast.Expr(call(self.note(code, self.move_begins), name("s"))))
        yield
        if moves:
            routine.out.append(ast.Expr(call(self.note(code, self.move_ends), name("s"))))

    def move_begins(self, s: State) -> None:
        self.before = (s, [list(zone) for zone in s.Z])

    def move_ends(self, s: State) -> None:
        """Whatever lies elsewhere than before was moved."""
        if self.before is None or self.before[0] is not s:
            return
        for slot, (before, after) in enumerate(zip(self.before[1], s.Z)):
            kinds = self.survey.kinds.get(self.layout.slots[slot][2])
            if before != after and kinds is not None and kinds.moved:
                for component in set(before) | set(after):
                    point = kinds.moved[component]
                    if point is not None and before.count(component) != after.count(component):
                        point.count += 1

    # -- decisions -------------------------------------------------------------------------------

    def decision(self, routine: Any, options: str, pick: Any, entries: list[Entry], *, menu: bool = False) -> None:
        code = routine.b.code
        choices = [self.survey.entries.get(entry) for entry in entries]
        kinds = [[self._kinds(n.domain) for n in entry.names] for entry in entries]

        def offered(found: list[Any]) -> None:
            for i in {option[0] if menu else 0 for option in found if option is not None}:
                choice = choices[i]
                if choice is not None:
                    choice.offered.count += 1

        def picked(value: Any) -> None:
            if value is None:
                declined = choices[0].declined if menu and choices[0] is not None else None
                if declined is not None:
                    declined.count += 1
                return
            i = value[0] if menu else 0
            choice = choices[i]
            if choice is not None:
                choice.chosen.count += 1
            values = value[1:] if menu else value if len(kinds[i]) > 1 else (value,)
            for points, one in zip(kinds[i], values):
                point = points[one] if points else None
                if point is not None:
                    point.count += 1

        routine.out.append(ast.Expr(call(self.note(code, offered), name(options))))
        value = ast.Attribute(name("s"), "pick", ast.Load())
        pick.body.append(ast.Expr(call(self.note(code, picked), value)))

    def _kinds(self, domain: T) -> list[Point | None]:
        type = plain(domain.type)
        type = plain(type.item) if isinstance(type, Seq) else type
        kinds = self.survey.kinds.get(type.name) if isinstance(type, Member) else None
        return kinds.chosen if kinds is not None else []

    # -- trials ----------------------------------------------------------------------------------

    def tools(self) -> dict[str, Callable[..., Any]]:
        return {"still_good": self.still_good}

    def still_good(
        self,
        s: State,
        block: int,
        options: list[Any],
        test: Callable[[State], bool],
        only: int | None = None,
        _sure: Callable[[Any], bool] | None = None,
    ) -> list[Any]:
        """Every option is tried, so that all of the test is counted."""
        counts = self.register.counts()

        def counted(trial: State) -> bool:
            self.register.restore(counts)
            holds = test(trial)
            counts.update(self.register.counts())
            return holds

        found = still_good(s, block, options, counted, only)
        self.register.restore(counts)
        return found
