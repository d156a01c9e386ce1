"""
Counts: whether there are as many components as the set-up needs, at each number of players.

The set-up is what the game does before the first turn. It is gone through with the numbers in the zones alone: what
hangs on a choice, a die or what lies where makes the zones that it touches unknown, and nothing is said of those.
Parameters have their default values, or those that were given.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ..checking import Rules
from ..diagnostics import Bag, Label
from ..expr.emit import constant_value
from ..expr.typed import AllOf, Built, Const, Local, Op, ParamRef, T, TableRef, Var, ZoneRef, trees
from ..model import Zone
from ..program import Program
from ..source import Span
from ..steps import components, control, values
from ..steps.base import Step
from ..steps.walk import all_steps, walk
from ..types import Member, plain


def check_counts(rules: Rules, programs: Iterable[tuple[int, Program]], bag: Bag) -> None:
    """Report zones that start with too much and sources that the set-up empties, by number of players."""
    told: set[tuple[str, str]] = set()

    def report(code: str, name: str, message: str, place: Span, labels: list[Label], help: str) -> None:
        if (code, name) not in told:  # the smallest number of players is enough
            told.add((code, name))
            bag.error(code, message, place, labels=labels, help=help)

    for players, program in programs:
        _starts(players, program, report)
        setup = _SetUp(rules, program)
        setup.phases()
        _draws(players, setup, report)


Report = Callable[[str, str, str, Span, list[Label], str], None]


# -- what starts where -------------------------------------------------------------------------------


def _starts(players: int, program: Program, report: Report) -> None:
    """A start that finds nothing since another has it already; more than may lie in a zone."""
    lay = program.layout
    first: dict[tuple[str, int], Zone] = {}
    for zone in lay.definition.zones.values():
        if zone.start is None:
            continue
        query = lay.checked.zone_starts.get(zone.name)
        wanted = set(program.components[zone.of]) if query is None else set(constant_value(program.code, query))
        taken = [first[zone.of, k] for k in wanted if (zone.of, k) in first]
        if taken and (query is not None or len(taken) == len(wanted)):
            other = taken[0]
            report(
                "double-start", zone.name, f"what starts in `{zone.name}` starts in `{other.name}` already",
                _start(program, zone), [Label(_start(program, other), "here")],
                "let the two filters exclude each other",
            )  # fmt: skip
        first.update({(zone.of, k): zone for k in wanted if (zone.of, k) not in first})
        most = lay.checked.zone_max.get(zone.name)
        there = len(program.zones[lay.zone_base[zone.name]])
        limit = constant_value(program.code, most) if most is not None else None
        if most is not None and limit is not None and there > limit:
            report(
                "zone-full", zone.name, f"{there} start in `{zone.name}`, which holds at most {limit}",
                _start(program, zone), [Label(most.span, "at most so many")], "let fewer start there, or raise `max`",
            )  # fmt: skip


def _start(program: Program, zone: Zone) -> Span:
    """Where it stands what starts in a zone."""
    query = program.layout.checked.zone_starts.get(zone.name)
    assert zone.start is not None
    return zone.start.span if query is None else query.span


# -- what is drawn -----------------------------------------------------------------------------------


def _draws(players: int, setup: _SetUp, report: Report) -> None:
    """A source of which the set-up wants more than it has; a draw of more than there are at all."""
    d, program = setup.rules.definition, setup.program
    at = "" if d.low == d.high else f"with {players} players " if players > 1 else "with 1 player "
    help = "have more of them, take fewer, or write `short: allowed`"
    for slot, need in setup.needs.items():
        zone = program.layout.slots[slot][0]
        if need.place is not None and zone is not None:
            message = f"{at}the set-up takes {need.asked} from `{zone.name}`, and there are {need.there}"
            report("small-deck", zone.name, message, need.place.span, [Label(zone.span, "declared here")], help)
    setup.names = {}
    for steps in all_steps(setup.rules):
        for step in walk(steps):
            if not isinstance(step, components.Draw) or step.short or step.source.zone is None:
                continue
            fixed = all(isinstance(t, (Const, ParamRef, Op)) for t in trees(step.count))
            count, there = setup.number(step.count) if fixed else None, len(program.components[step.source.of])
            zone = step.source.zone
            if count is not None and count > there:
                message = f"{at}{count} are taken from `{zone.name}`, and there are {there} {step.source.of} in all"
                report("small-deck", zone.name, message, step.source.span, [Label(zone.span, "declared here")], help)


# -- the set-up --------------------------------------------------------------------------------------


class _Stop(Exception):
    """From here on it is not known what is done."""


@dataclass(slots=True)
class _Need:
    """How many a zone had to give, and where it was asked for more than there were."""

    asked: int = 0
    there: int = 0
    place: T | None = None


MOST = 20_000
"""More passes of loops than a set-up has; what has more is not gone through to the end."""


@dataclass(slots=True)
class _SetUp:
    """Goes through the steps before the first turn; `sizes` are None where unknown."""

    rules: Rules
    program: Program
    sizes: list[int | None] = field(default_factory=list)
    needs: dict[int, _Need] = field(default_factory=dict)
    names: dict[Var, int | None] = field(default_factory=dict)
    left: int = MOST

    def phases(self) -> None:
        self.sizes = [len(zone) for zone in self.program.zones]
        self.needs = {slot: _Need(there=size or 0) for slot, size in enumerate(self.sizes)}
        phases = {phase.name: phase for phase in self.rules.phases}
        name, seen = self.rules.phases[0].name, set[str]()
        try:
            while name not in seen and name in phases:
                seen.add(name)
                phase = phases[name]
                self.steps(phase.do)
                if phase.turns is not None or len(phase.next) != 1 or phase.next[0][1] is not None:
                    return
                name = phase.next[0][0]
        except _Stop:
            return

    def steps(self, steps: list[Step]) -> None:
        for step in steps:
            self.step(step)

    def step(self, step: Step) -> None:
        if isinstance(step, components.Draw):
            self.draw(step)
        elif isinstance(step, components.Move):
            self.move(step)
        elif isinstance(step, control.Block):
            self.steps(step.steps)
        elif isinstance(step, control.For):
            self.loop(step)
        elif isinstance(step, control.IfStep):
            test = self.number(step.test)
            if test is None:
                self.forget(step)
            else:
                self.steps(step.do if test else step.otherwise)
        elif isinstance(step, control.CallStep):
            self.names.update({var: self.number(value) for var, value in step.args.items()})
            self.steps(step.procedure.steps)
        elif isinstance(step, control.Repeat):
            self.again(step)
        elif isinstance(step, QUIET):
            pass
        else:
            self.forget(step)

    def loop(self, step: control.For) -> None:
        loop = step.loops[0]
        members = self.members(loop.domain)
        if members is None or step.where is not None:
            self.forget(step)
            return
        for number in members:
            self.names[loop.var] = number
            self.pass_through(step.do)

    def again(self, step: control.Repeat) -> None:
        low, high = step.count.low, step.count.high
        times = self.number(low) if low is not None and low is high else None
        if times is None or step.until is not None or step.menu is not None:
            self.forget(step)
            return
        for _ in range(times):
            self.pass_through(step.do)

    def pass_through(self, steps: list[Step]) -> None:
        """One pass of a loop, which costs something even where nothing is in it."""
        self.left -= 1
        if self.left < 0:
            raise _Stop
        self.steps(steps)

    def members(self, domain: T) -> range | None:
        if isinstance(domain, AllOf):
            return range(len(self.program.layout.members[domain.finite.name].names))
        if isinstance(domain, Op) and domain.op == "range":
            low, high = (self.number(arg) for arg in domain.args)
            return range(low, high + 1) if low is not None and high is not None else None
        return None

    def draw(self, step: components.Draw) -> None:
        count, source, to = self.number(step.count), self.slot(step.source), self.slot(step.to)
        if count is None or source is None:
            self.unknown(step.source, step.to)
            zone = step.source.zone
            if zone is not None and zone.refill_from:
                self.unknown_zone(self.rules.definition.zones[zone.refill_from])
            return
        count = max(count, 0)
        need, there = self.needs[source], self.sizes[source]
        if there is not None and count > there:
            there = self.refilled(step.source, there)
        if there is None:
            self.sizes[source] = None
        elif step.short:
            count = min(count, there)
            self.sizes[source] = there - count
        else:
            need.asked += count
            self.sizes[source] = there - count
            if count > there and need.place is None:
                need.place = step.source
        self.add(to, count if there is not None or not step.short else None, step.to)

    def refilled(self, source: ZoneRef, there: int) -> int | None:
        """How many lie in a zone that has run out, once its refill was put back."""
        zone = source.zone
        if zone is None or not zone.refill_from:
            return there
        other = self.rules.definition.zones[zone.refill_from]
        base = self.program.layout.zone_base[other.name]
        if self.sizes[base] == 0 and not other.per:
            return there
        self.unknown_zone(other)
        return None

    def move(self, step: components.Move) -> None:
        source = self.slot(step.source) if step.source is not None else None
        one = isinstance(plain(step.what.type), Member)
        if source is None or not (step.whole or one):
            if step.source is None:
                for number, (_, _, of) in enumerate(self.program.layout.slots):
                    self.sizes[number] = None if of == step.component else self.sizes[number]
            else:
                self.unknown(step.source)
            self.unknown(step.to)
            return
        there = self.sizes[source]
        moved = there if step.whole else 1
        if there is None or moved is None or there < moved:
            self.sizes[source] = moved = None
        else:
            self.sizes[source] = there - moved
        self.add(self.slot(step.to), moved, step.to)

    def add(self, slot: int | None, count: int | None, place: T) -> None:
        if slot is None:
            self.unknown(place)
            return
        there = self.sizes[slot]
        self.sizes[slot] = None if there is None or count is None else there + count
        self.needs[slot].there += count or 0

    # -- values ----------------------------------------------------------------------------------

    def slot(self, place: T) -> int | None:
        """The one zone that is meant, where that is known."""
        lay = self.program.layout
        if not isinstance(place, ZoneRef):
            return None
        if place.zone is None:
            return lay.box_base[place.of]
        if place.owner is None:
            return lay.zone_base[place.zone.name]
        owner = self.names.get(place.owner.var) if isinstance(place.owner, Local) else None
        return None if owner is None else lay.zone_base[place.zone.name] + owner

    def number(self, value: T) -> int | None:
        """The value of a formula that hangs on numbers of players, parameters, names and sizes of zones only."""
        if isinstance(value, Local):
            return self.names.get(value.var)
        if isinstance(value, Built) and value.name in ("size", "count") and len(value.args) == 1:
            slot = self.slot(value.args[0])
            members = self.members(value.args[0])
            return self.sizes[slot] if slot is not None else len(members) if members is not None else None
        if isinstance(value, Built) and value.name in ("min", "max") and len(value.args) > 1:
            numbers = [self.number(arg) for arg in value.args]
            known = [n for n in numbers if n is not None]
            return (min if value.name == "min" else max)(known) if len(known) == len(numbers) else None
        if isinstance(value, Op) and value.op in ARITHMETIC and len(value.args) == 2:
            left, right = (self.number(arg) for arg in value.args)
            return None if left is None or right is None else ARITHMETIC[value.op](left, right)
        if isinstance(value, TableRef):
            index, rows = self.number(value.index), self.rules.checked.tables[value.table.name]
            whole = index is not None and value.table.key is None and 1 <= index <= len(rows)
            return self.number(rows[index - 1]) if whole and index is not None else None
        if all(isinstance(t, (Const, ParamRef, Op)) for t in trees(value)):
            found = constant_value(self.program.code, value)
            return int(found) if isinstance(found, int) else None
        return None

    # -- what is not known -----------------------------------------------------------------------

    def forget(self, step: Step) -> None:
        """A step that may be done or not, or in several ways: what it touches is unknown."""
        for inner in self.inside(step, set()):
            if isinstance(inner, (control.Leave, control.End)):
                raise _Stop
            if isinstance(inner, (components.Draw, components.Move)):
                self.unknown(inner.source, inner.to)
                zone = inner.source.zone if inner.source is not None else None
                if zone is not None and zone.refill_from:
                    self.unknown_zone(self.rules.definition.zones[zone.refill_from])
                if inner.source is None:
                    raise _Stop

    def inside(self, step: Step, seen: set[int]) -> Iterator[Step]:
        for inner in walk([step]):
            yield inner
            called = (
                [inner.procedure] if isinstance(inner, control.CallStep)
                else list(inner.procedures.values()) if isinstance(inner, control.CallRow) else []
            )  # fmt: skip
            for procedure in called:
                if procedure is not None and id(procedure) not in seen:
                    seen.add(id(procedure))
                    for other in procedure.steps:
                        yield from self.inside(other, seen)

    def unknown(self, *places: T | None) -> None:
        for place in places:
            for tree in trees(place) if place is not None else ():
                if isinstance(tree, ZoneRef) and tree.zone is not None:
                    self.unknown_zone(tree.zone)
                elif isinstance(tree, ZoneRef):
                    self.sizes[self.program.layout.box_base[tree.of]] = None

    def unknown_zone(self, zone: Zone) -> None:
        for number, (other, _, _) in enumerate(self.program.layout.slots):
            if other is zone:
                self.sizes[number] = None


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "==": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
QUIET = (
    components.Swap, components.Flip, components.Shuffle, values.Set, values.Transfer, values.Roll, values.Show,
    values.Note, control.Let,
)  # fmt: skip
"""Steps that change no numbers of components."""
