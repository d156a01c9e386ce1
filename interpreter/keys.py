"""
Keys: what makes two states the same position. Copies that look alike are told apart by nothing but where they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .types import Maybe, Member, Seq, Type

if TYPE_CHECKING:
    from .program import Program
    from .state import State


def position(s: State) -> tuple[Any, ...]:
    """Who is asked, fields, zones, and what is to be run with the names that will be read there."""
    rename = _Renaming(s.program)
    frames = tuple((block, tuple(rename.value(t, v) for t, v in live)) for block, live in frames_of(s))
    return (s.seat, *rename.laid_out(s), frames)


def laid_out(s: State) -> tuple[Any, ...]:
    """Fields and zones alone."""
    return _Renaming(s.program).laid_out(s)


def frames_of(s: State) -> list[tuple[int, list[tuple[Type | None, Any]]]]:
    """The blocks that are to be run, innermost first, with the locals that will be read there."""
    p = s.program
    found = []
    block: int | None = s.pc
    while block:
        live = [(p.slot_types[i], s.L[i]) for i in p.live.get(block, ())]
        found.append((block, live))
        slot = p.returns.get(block)
        block = s.L[slot] if slot is not None else None
    return found


class _Renaming:
    """
    Gives like copies of tracked components names by order of appearance, so that equal looks are equal: first in
    names and fields, then in zones.
    """

    def __init__(self, program: Program) -> None:
        lay = program.layout
        self.layout = lay
        self.alike = {f.name for f in lay.definition.finites.values() if lay.interchangeable(f)}
        self.names: dict[tuple[str, int], int] = {}
        self.next: dict[tuple[str, int], int] = {}

    def component(self, of: str, k: int) -> int:
        if (of, k) not in self.names:
            kind = self.layout.members[of].kinds[k]
            n = self.next.get((of, kind), 0)
            self.next[of, kind] = n + 1
            self.names[of, k] = kind + n
        return self.names[of, k]

    def zone(self, slot: int, items: list[int]) -> tuple[int, ...]:
        zone, _, of = self.layout.slots[slot]
        if of not in self.alike:
            return tuple(items)
        named = [self.component(of, k) for k in items]
        return tuple(named if zone is not None and zone.ordered else sorted(named))

    def value(self, type: Type | None, value: Any) -> Any:
        if value is None or type is None:
            return value
        if isinstance(type, Maybe):
            return self.value(type.item, value)
        if isinstance(type, Seq):
            return tuple(self.value(type.item, v) for v in value)
        if isinstance(type, Member) and type.name in self.alike:
            return self.component(type.name, value)
        return value

    def laid_out(self, s: State) -> tuple[Any, ...]:
        fields = list(s.F)
        for slots, type in self.layout.component_fields:
            for i in slots:
                fields[i] = self.value(type, fields[i])
        return tuple(fields), tuple(self.zone(i, z) for i, z in enumerate(s.Z))
