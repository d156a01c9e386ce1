"""
Build: the program of one game at one player count, from its rules and layout.
"""

from __future__ import annotations

import ast
from typing import Any

from ..checking import EndingT, Rules
from ..expr.emit import Code, Emitter, constant_value
from ..expr.probe import Probe
from ..expr.python import const, function_def, item, name, place
from ..expr.typed import BoardTiles, Body, CallFn, Const, FieldRef, RowCall, Special, T, Var, ZoneRef, trees
from ..layout import Layout, field_bounds, implied
from ..model import Field
from ..program import Decision, Program
from ..source import Source
from ..steps.base import ProcedureT
from ..steps.control import Hold
from ..types import Type
from .reach import Reach
from .routine import Block, Routine
from .straight import called_once, calls_as_other, held, jumpy, tries
from .trials import test_function


class Builder:
    """Gathers blocks, decisions and functions; `program()` makes Python of them."""

    def __init__(
        self, rules: Rules, layout: Layout, *, ask_chance: bool, checking: bool, probe: Probe | None = None
    ) -> None:
        self.rules = rules
        self.layout = layout
        self.code = Code(layout, probe)
        self.ask_chance = ask_chance
        self.checking = checking
        self.blocks: dict[int, Block] = {}
        self.routines: list[Routine] = []
        self.decisions: dict[int, Decision] = {}
        self.slots: dict[Var, int] = {}
        self.slot_types: list[Type | None] = []
        self.live: dict[int, list[int]] = {}
        self.always_stored: set[Var] = set()
        self.local_types: dict[str, Type] = {}
        self.sources: dict[str, Source] = {}
        self.entries: dict[ProcedureT, Block] = {}
        self.return_slots: dict[ProcedureT, Var] = {}
        self.returns_in: dict[str, int] = {}
        self.hold_slots: dict[Hold, int] = {}
        self.hold_tests: dict[Hold, str] = {}
        self.reach = Reach(rules, layout, self.code.probe)
        self.held = held(self.reach)
        self.tries = tries(rules, self.reach)
        self.once = called_once(self.reach)
        self.as_others = any(calls_as_other(s) for steps in self.reach.lists for s in self.reach.walk(steps))
        self.rolls: list[str] = []
        self.numbers = 0
        self.ready: int | None = None  # the block before which every game is the same
        self.pinned: set[int] = set()  # blocks that tables know by number
        self.stops: set[int | None] = set()  # blocks that are never written into others: play may be halted before them
        self.phase_blocks: dict[str, int] = {}
        self.entries_of_phases: dict[str, int] = {}  # where the first turn of a phase begins, or the phase itself
        self.types: list[Type] = []
        self.jumpy = jumpy(self.reach, ask_chance)
        self.waiting: list[ProcedureT] = []
        self.turn_end = self.new_slot()
        self.action_end = self.new_slot()
        self.phase_end = self.new_slot()
        self.turn_player = self.new_slot()

    # -- numbers ---------------------------------------------------------------------------------

    def next_number(self) -> int:
        self.numbers += 1
        return self.numbers

    def new_slot(self) -> int:
        self.slot_types.append(None)
        return len(self.slot_types) - 1

    def slot_number(self, var: Var) -> int:
        if var not in self.slots:
            self.slots[var] = len(self.slot_types)
            self.slot_types.append(var.type)
        return self.slots[var]

    def slot_of(self, var: Var) -> ast.expr:
        return const(self.slot_number(var))

    def source(self, span: Any) -> str:
        """The file that code comes from."""
        self.sources[span.source.name] = span.source
        return str(span.source.name)

    # -- procedures ------------------------------------------------------------------------------

    def procedure(self, p: ProcedureT) -> Block:
        """The first block of a procedure that may stop; written later, once."""
        if p not in self.entries:
            routine = Routine(self, p.name, self.source(p.span))
            self.routines.append(routine)
            self.entries[p] = routine.block
            var = self.return_slots[p] = routine.hidden("return")
            routine.return_var = var
            routine.procedure = p
            routine.inside_call = True
            self.always_stored |= {*p.params, var}
            for v in (*p.params, var):
                self.slot_number(v)
            self.waiting.append(p)
        return self.entries[p]

    def straight_procedure(self, p: ProcedureT) -> str:
        """The Python function of a procedure that never stops."""
        python = self.code.name_of(("procedure", p.name), "p")
        if python not in self.code.functions:
            function = function_def(python, ["s", *(f"{v.name}__p" for v in p.params)])
            self.code.functions[python] = (self.source(p.span), function)
            routine = StraightRoutine(self, p, function)
            routine.write()
        return python

    def write_waiting(self) -> None:
        from .flow import write_steps

        while self.waiting:
            p = self.waiting.pop()
            routine = self.entries[p].routine
            end = routine.new_block()
            routine.done = end.number
            write_steps(routine, p.steps)
            routine.goto(end)
            routine.start(end)
            assert routine.return_var is not None
            slot = self.slot_of(routine.return_var)
            routine.returns(item(name("L"), slot))
            self.returns_in[routine.title] = self.slot_number(routine.return_var)

    # -- the program -----------------------------------------------------------------------------

    def function(self, python: str, body: Body) -> str:
        """A function of the state and the formula's parameters."""
        function = function_def(python, ["s", *(f"{p.name}__p" for p in body.params)])
        file = self.source(body.value.span)
        self.code.functions[python] = (file, function)
        emitter = Emitter(self.code, function.body)
        emitter.file = file
        emitter.env = {p: name(f"{p.name}__p") for p in body.params}
        emitter.prologue()
        emitter.out.append(place(ast.Return(emitter.emit(body.value)), body.value.span))
        return python

    def program(self, *, played: bool = True) -> Program:
        """The program; one that is not to be played is neither metered nor made fast."""
        from .turns import write_game

        start = write_game(self)
        self.write_waiting()
        scores = [self._score(s.name, s.body, s.when) for s in self.rules.scoring]
        keys = [self._key(i, k) for i, k in enumerate(self.rules.keys)]
        seen = {z: self.function(f"seen_{z}", b) for z, b in self.layout.checked.zone_seen.items()}
        wins = self.function("result_wins", Body((), self.rules.wins)) if self.rules.wins else None
        payoff = self.function("result_payoff", self.rules.payoff) if self.rules.payoff else None
        wins_of = {
            e.name: self.function(f"wins_{e.name}", Body((), e.wins)) for e in self.rules.endings if e.wins is not None
        }
        phases = {*self.entries_of_phases.values(), *self.phase_blocks.values()}
        self.stops = {*phases, self.ready}
        self.pinned |= {d.pick for d in self.decisions.values()} | set(self.decisions)
        self.pinned |= {e.number for e in self.entries.values()} | phases | {start}
        for routine in self.routines:
            routine.finish()
        self.blocks = {b.number: b for r in self.routines for b in r.blocks}
        from ..program import link

        return link(self, start, scores, keys, seen, wins, payoff, wins_of, played=played)

    def _score(self, title: str, body: Body, when: T | None) -> tuple[str, str, str | None]:
        guard = self.function(f"when_{title}", Body((), when)) if when is not None else None
        return title, self.function(f"score_{title}", body), guard

    def _key(self, i: int, body: Body) -> str | None:
        if isinstance(body.value, Const) and body.value.value == "score":
            return None
        return self.function(f"key_{i}", body)

    def field_bounds(self, f: Field) -> tuple[int | None, int | None]:
        return field_bounds(self.layout, f)

    def field_slots(self, f: Field) -> range:
        base = self.layout.field_base[f.name]
        count = 1
        for owner in f.per:
            count *= len(self.layout.members[owner].names)
        return range(base, base + count)

    def start_of(self, f: Field) -> Any:
        """The constant start value of a field; what is implied where its start reads the state."""
        start = self.layout.checked.field_starts.get(f.name)
        if start is None or self.reads_state(start):
            return implied_of(self.layout, f)
        return constant_value(self.code, start)

    def start_value(self, r: Routine, f: Field) -> ast.expr:
        start = self.layout.checked.field_starts.get(f.name)
        if start is not None and self.reads_state(start):
            return r.emit(start)
        return self.code.constant(self.start_of(f))

    @staticmethod
    def reads_state(value: T) -> bool:
        return any(isinstance(v, (FieldRef, ZoneRef, Special, BoardTiles, CallFn, RowCall)) for v in trees(value))

    def first_player(self) -> ast.expr:
        """The seat that starts: a parameter of that name, or the first."""
        return const(int(self.layout.parameters.get("first_player", 0)))

    def level(self, ending: EndingT) -> int:
        return {"finish_phase": 1, "finish_round": 2, "finish_turn": 3, "now": 4}[ending.then]

    def type_number(self, type: Type) -> int:
        if type not in self.types:
            self.types.append(type)
        return self.types.index(type)

    def roll_source(self, address: str) -> int:
        """The number of a dice source; zones come first."""
        if address not in self.rolls:
            self.rolls.append(address)
        return len(self.layout.slots) + self.rolls.index(address)

    def hold_slot(self, hold: Hold) -> int:
        """Where in L it is noted that a `hold` is in force: True, or False where nothing can break it."""
        if hold not in self.hold_slots:
            self.hold_slots[hold] = self.new_slot()
        return self.hold_slots[hold]

    def hold_test(self, hold: Hold) -> str:
        if hold not in self.hold_tests:
            self.hold_tests[hold] = test_function(self, hold.condition, "hold")
        return self.hold_tests[hold]

    def holds_around(self, r: Routine) -> list[Hold]:
        """Holds of callers that may be in force in a procedure."""
        return self.held.get(r.procedure, []) if r.procedure is not None else []


def implied_of(layout: Layout, f: Field) -> Any:
    low, _ = field_bounds(layout, f)
    value = implied(f.type)
    if isinstance(value, int) and not isinstance(value, bool) and low is not None and value < low:
        return low
    return value


class StraightRoutine(Routine):
    """The body of a Python function: no blocks, parameters as arguments."""

    def __init__(self, builder: Builder, p: ProcedureT, function: ast.FunctionDef) -> None:
        self.b = builder
        self.title = p.name
        self.procedure = p
        self.blocks = []
        self.stores = []
        self.block = Block(-1, builder.source(p.span), self, function.body)
        self.names = {v: f"{v.name}__p" for v in p.params}
        for v in p.params:
            builder.local_types[f"{v.name}__p"] = v.type
        self.block.defined.update(p.params)
        self.emitter = Emitter(builder.code, function.body, self.read)
        self.emitter.file = self.block.file
        self.loops = []
        self.done = None
        self.return_var = None
        self.holds = []
        self.own_holds = 0
        self.inside_call = True

    def store(self, var: Var, span: Any) -> None:
        self.block.defined.add(var)

    def write(self) -> None:
        from .flow import write_steps

        assert self.procedure is not None
        self.emitter.prologue()
        write_steps(self, self.procedure.steps)
        self.out.append(ast.Return(const(None)))
