"""
Merge: fewer, larger blocks. A block that only jumps is jumped over; one that is reached from a single
place is written there. Blocks that ask stay as they are, since a game rests at them.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .routine import Block, Routine


class Ref(ast.Constant):
    """A block's number in Python code."""


def references(block: Block) -> list[Ref]:
    return [n for statement in block.body for n in ast.walk(statement) if isinstance(n, Ref)]


def merge(routine: Routine, pinned: set[int]) -> None:
    """Rewrite the blocks of a routine; `pinned` are known by number elsewhere."""
    _jump_over(routine, pinned)
    by_number = {b.number: b for b in routine.blocks}
    uses = Counter(r.value for b in routine.blocks for r in references(b))
    for block in routine.blocks:
        if block.number not in by_number:
            continue
        while True:
            target = _only_jump(block)
            other = by_number.get(target) if target is not None else None
            if other is None or other is block or uses[target] != 1 or other.asks:
                break
            if other.number in pinned or other.file != block.file:
                break
            block.body[-1:] = other.body
            block.exposed |= other.exposed - block.defined
            block.defined |= other.defined
            block.next = (block.next - {other.number}) | other.next
            moved = other.body
            routine.stores = [(block.body if out is moved else out, s, v) for out, s, v in routine.stores]
            del by_number[other.number]
    routine.blocks = list(by_number.values())


def _only_jump(block: Block) -> int | None:
    """The block that this one always goes on to, if its last statement is that jump."""
    last = block.body[-1] if block.body else None
    if isinstance(last, ast.Return) and isinstance(last.value, Ref):
        target = last.value.value
        assert isinstance(target, int)
        return target
    return None


def _jump_over(routine: Routine, pinned: set[int]) -> None:
    empty = {
        b.number: target
        for b in routine.blocks
        if len(b.body) == 1 and b.number not in pinned and (target := _only_jump(b)) is not None
    }

    def end(number: int) -> int:
        seen = set()
        while number in empty and number not in seen:
            seen.add(number)
            number = empty[number]
        return number

    for block in routine.blocks:
        for ref in references(block):
            assert isinstance(ref.value, int)
            ref.value = end(ref.value)
        block.next = {end(n) for n in block.next}
    routine.blocks = [b for b in routine.blocks if end(b.number) == b.number]
