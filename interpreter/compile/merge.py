"""
Merge: fewer, larger blocks. A block that only jumps is jumped over; one that is reached from a single
place is written there; a short one is copied to where it is jumped to, and stays where a game may rest at it.
Such places are tails: lists of statements, those inside `if`s included, that end with a jump.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..expr.python import assign, copied, copied_all, negated, place_like, statements, walk

if TYPE_CHECKING:
    from .routine import Block, Routine

LONGEST_COPY = 70  # statements of a block that is written twice, at most


class Ref(ast.Constant):
    """A block's number in Python code."""


def references(block: Block) -> list[Ref]:
    return [n for statement in block.body for n in walk(statement) if isinstance(n, Ref)]


def merge(routine: Routine, pinned: set[int]) -> None:
    """Rewrite the blocks of a routine; `pinned` are known by number elsewhere."""
    for block in routine.blocks:
        _split_returns(block.body)
    _jump_over(routine, pinned)
    by_number = {b.number: b for b in routine.blocks}
    uses: Counter[Any] = Counter(r.value for b in routine.blocks for r in references(b))
    for block in routine.blocks:
        if block.number in by_number:
            _absorb(routine, block, by_number, uses, pinned)
    routine.blocks = list(by_number.values())
    for block in routine.blocks:
        _return_at_once(block, by_number)


def _join_ends(routine: Routine, block: Block, by_number: dict[int, Block], uses: Counter[Any]) -> None:
    """`if test: return a`, more, `return a` as `if not test: more`, `return a`, so that `a` is jumped to once."""
    body = block.body
    target = _jump(body[-1]) if body else None
    if target not in by_number:
        return
    for i, statement in enumerate(body):
        if isinstance(statement, ast.If) and not statement.orelse and [_jump(s) for s in statement.body] == [target]:
            between = body[i + 1 : -1]
            moved = {id(s) for s in between}
            kept = [place_like(ast.If(negated(statement.test), between, []), statement)] if between else []
            body[i:-1] = kept
            routine.stores = [
                (between if id(s) in moved and out is body else out, s, v) for out, s, v in routine.stores
            ]
            uses[target] -= 1
            return


def _absorb(routine: Routine, block: Block, by_number: dict[int, Block], uses: Counter[Any], pinned: set[int]) -> None:
    """Write what a block goes on to into the block itself; nothing into one that asks, which may be run again."""
    if block.asks:
        return
    again, copied = True, set[int]()
    while again:
        again = False
        _join_ends(routine, block, by_number, uses)
        for body, bound, last in list(_tails(block.body)):
            target, at = _jump(body[-1]), len(body) - 1
            other = by_number.get(target) if target is not None else None
            if other is None or other is block or other.number in routine.b.stops:
                continue
            rests = other.asks or other.number in pinned  # it stays, since a game may be resumed there
            once = uses[other.number] == 1 and not rests
            inner = body is not block.body
            if not once and last and other.number not in copied and _copyable(other):
                _copy(routine, other, body)
                uses.update(r.value for r in references(other))
                copied.add(other.number)
                block.next |= other.next
            elif once:
                moved = other.body
                body[-1:] = moved
                routine.stores = [(body if out is moved else out, s, v) for out, s, v in routine.stores]
                block.next = (block.next - {other.number}) | other.next
                del by_number[other.number]
            else:
                continue
            wanted = {v for v in other.exposed if routine.names.get(v) not in bound}
            if inner:
                body[at:at] = [assign(*routine.loaded(v)) for v in sorted(wanted, key=routine.python)]
                block.needs |= wanted
            else:
                block.exposed |= wanted
            block.needs |= other.needs  # bound in this block as well: it is loaded from its slot all the same
            again = True
            break


def _return_at_once(block: Block, by_number: dict[int, Block]) -> None:
    """Let a procedure return to where the block behind its call, which does nothing more, returns to."""
    for statement in statements(block.body):
        if isinstance(statement, ast.Assign) and isinstance(statement.value, Ref):
            after = by_number.get(statement.value.value)  # type: ignore[arg-type]
            last = after.body[0] if after is not None and len(after.body) == 1 else None
            if isinstance(last, ast.Return) and isinstance(last.value, ast.Subscript):
                statement.value = copied(last.value, {})


def _copyable(other: Block) -> bool:
    """Whether a block is short enough to be written twice, and does not jump to itself."""
    short = all(number <= LONGEST_COPY for number, _ in enumerate(statements(other.body), 1))
    return short and all(_jump(body[-1]) != other.number for body, *_ in _tails(other.body))


def _copy(routine: Routine, other: Block, body: list[ast.stmt]) -> None:
    """Write a block in the place of the jump to it that ends `body`."""
    memo: dict[int, Any] = {}
    body[-1:] = copied_all(other.body, memo)
    for out, statement, var in list(routine.stores):
        if id(statement) in memo:
            routine.stores.append((body if out is other.body else memo[id(out)], memo[id(statement)], var))


def _tails(
    body: list[ast.stmt], bound: frozenset[str] = frozenset(), *, last: bool = True
) -> Iterator[tuple[list[ast.stmt], frozenset[str], bool]]:
    """
    The lists of statements that end with a jump.

    With each the names that are bound on the way there in any case, and whether nothing but tests and returns stands
    behind it.
    """
    if body and _jump(body[-1]) is not None:
        yield body, bound | _bound(body), last
    for i, statement in reversed([*enumerate(body)]):
        if isinstance(statement, ast.If):
            before = bound | _bound(body[:i])
            yield from _tails(statement.body, before, last=last)
            yield from _tails(statement.orelse, before, last=last)
        elif not isinstance(statement, ast.Return):
            last = False


def _bound(body: list[ast.stmt]) -> set[str]:
    """The names that these statements bind in any case."""
    targets = (s.targets[0] for s in body if isinstance(s, ast.Assign))
    return {t.id for t in targets if isinstance(t, ast.Name)}


def _jump(statement: ast.stmt) -> int | None:
    if isinstance(statement, ast.Return) and isinstance(statement.value, Ref):
        target = statement.value.value
        assert isinstance(target, int)
        return target
    return None


def _split_returns(body: list[ast.stmt]) -> None:
    """`return a if test else b` as two statements."""
    last = body[-1] if body else None
    if isinstance(last, ast.Return) and isinstance(last.value, ast.IfExp):
        choice = last.value
        if isinstance(choice.body, Ref) and isinstance(choice.orelse, Ref):
            body[-1:] = [
                place_like(ast.If(choice.test, [ast.Return(choice.body)], []), last),
                place_like(ast.Return(choice.orelse), last),
            ]


def _jump_over(routine: Routine, pinned: set[int]) -> None:
    empty = {
        b.number: target
        for b in routine.blocks
        if len(b.body) == 1 and b.number not in pinned and (target := _jump(b.body[-1])) is not None
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
