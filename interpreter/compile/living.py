"""
Living: which local names will still be read where a block begins, told from its finished Python.

Loads and stores in `L` are followed along each way through a block, since a name that one way binds and another reads
is alive on the second alone. What is not alive takes no part in the key of a position.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ..expr.typed import T, free_locals
from .merge import Ref

if TYPE_CHECKING:
    from .routine import Routine


def living(routine: Routine) -> dict[int, set[int]]:
    """By block, the slots of names that are alive when it begins."""
    live: dict[int, set[int]] = {b.number: set() for b in routine.blocks}
    returns = set(routine.b.return_slots.values())
    names = {slot for var, slot in routine.b.slots.items() if var not in returns}
    changed = True
    while changed:
        changed = False
        for b in reversed(routine.blocks):
            now = _Ways(routine, live, names).before(b.body, set()) | _spoken_of(routine, b.number)
            if now != live[b.number]:
                live[b.number] = now
                changed = True
    return live


def _spoken_of(routine: Routine, number: int) -> set[int]:
    """The slots of the names in the prompt of a block that asks."""
    asked = routine.b.decisions.get(number)
    parts = asked.prompt.parts if asked is not None and asked.prompt is not None else ()
    slots = routine.b.slots
    return {slots[v] for part in parts if isinstance(part, T) for v in free_locals(part) if v in slots}


class _Ways:
    """One block, from its ends to its beginning."""

    def __init__(self, routine: Routine, live: dict[int, set[int]], names: set[int]) -> None:
        self.decisions = routine.b.decisions
        self.live = live
        self.names = names
        self.tables = routine.b.code.constants

    def before(self, body: list[ast.stmt], alive: set[int]) -> set[int]:
        """What is alive before these statements, from what is behind them."""
        for statement in reversed(body):
            match statement:
                case ast.Return(value=value):
                    alive = self.returned(value)
                case ast.If():
                    alive = self.before(statement.body, alive) | self.before(statement.orelse, alive)
                case ast.For():
                    alive = alive | self.before(statement.body, alive) | self.before(statement.orelse, alive)
                case ast.Assign(targets=[target], value=value):
                    alive = (alive - {_slot(target)}) | self.given(value)
        return alive

    def returned(self, value: ast.expr | None) -> set[int]:
        match value:
            case Ref(value=int(number)):
                return set(self.live.get(number, ()))
            case ast.Call(func=ast.Name(id=id)) if id != "go_to_end":
                return self.given(value)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=id)), args=[_, Ref(value=int(number))]):  # by a table
                numbers = [*self.tables[id].values(), number]
                return set[int]().union(*(self.live.get(n, ()) for n in numbers))
        return set()  # somebody is asked, which was noted before; or this procedure or phase is over

    def given(self, value: ast.expr) -> set[int]:
        """What is alive where a value is computed: the name that is loaded, or what is read when play goes on there."""
        match value:
            case Ref(value=int(number)):  # what asks, or where a procedure returns to
                return self.later(number)
            case ast.Call(func=ast.Name(id=id), args=[_, ast.Constant(value=int(number)), *_]) if id.startswith("ask_"):
                return self.later(number)
        read = _slot(value)
        return {read} if read is not None and read in self.names else set()

    def later(self, number: int) -> set[int]:
        """What is read from a block on; by a decision, both if it is asked again and if it is answered."""
        asked = self.decisions.get(number)
        numbers = [number] if asked is None else [asked.ask, asked.pick]
        return set[int]().union(*(self.live.get(n, ()) for n in numbers))


def _slot(node: ast.expr) -> int | None:
    match node:
        case ast.Subscript(value=ast.Name(id="L"), slice=ast.Constant(value=int(slot))):
            return slot
    return None
