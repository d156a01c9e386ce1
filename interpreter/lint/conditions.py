"""
Conditions that are always the same, and choices that are always empty.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..checking import Rules
from ..diagnostics import Bag
from ..expr.typed import AllOf, ListLit, Op, ParamRef, QueryT, T, trees
from ..types import bounds
from .formulas import all_trees, conditions, entries_of, steps_of
from .rounds import most_rounds
from .truth import Truth, Verdict, holds


def check_conditions(rules: Rules, bag: Bag) -> None:
    """Report conditions that types and constants alone decide, and what is chosen from nothing."""
    steps = steps_of(rules)
    truth = Truth(rules.checked, most_rounds(rules))
    told: set[int] = set()  # the filters of choices, which are told as such
    for entry in entries_of(rules, steps):
        for name in entry.names:
            told |= _choice(name.var.name, name.domain, truth, bag)
    for condition in conditions(rules, steps, all_trees(rules, steps)):
        for part in _parts(condition):
            if id(part) not in told:
                told.add(id(part))
                verdict = truth.of(part)
                if verdict is not None and not (verdict.literal and part.span.source.layer):  # a variant's switch
                    _report(part, verdict, bag)


def _parts(condition: T) -> Iterator[T]:
    """The conditions that `and`, `or` and `not` join."""
    if isinstance(condition, Op) and condition.op in ("and", "or", "not"):
        for arg in condition.args:
            yield from _parts(arg)
    else:
        yield condition


def _needed(condition: T) -> Iterator[T]:
    """The conditions that must all hold."""
    if isinstance(condition, Op) and condition.op == "and":
        for arg in condition.args:
            yield from _needed(arg)
    else:
        yield condition


def _report(part: T, verdict: Verdict, bag: Bag) -> None:
    word = "true" if verdict.value else "false"
    sure = not verdict.value and not verdict.literal and not verdict.rows
    bag.error(
        "constant-condition", f"this condition is always {word}", part.span,
        notes=[verdict.why] if verdict.why else [],
        help="leave it out" if verdict.value else "change it, or take out what depends on it",
        severity="error" if sure else "warning",
    )  # fmt: skip


def _choice(name: str, domain: T, truth: Truth, bag: Bag) -> set[int]:
    """Report a name that is chosen from nothing; the conditions that this has told of."""
    why, place, sure, told = "", domain, True, set()
    if isinstance(domain, QueryT):
        for loop in domain.loops:
            why = why or _empty(loop.domain)
        for part in _needed(domain.where) if domain.where is not None and not why else ():
            verdict = truth.of(part)
            if verdict is not None and not verdict.value and not verdict.literal:
                why, place, sure = verdict.why, part, not verdict.rows
                told.add(id(part))
    else:
        why = _empty(domain)
    if why:
        bag.error(
            "empty-choice", f"there is never a `{name}` to choose", place.span, notes=[why],
            help="change what it is chosen from, or take the choice out",
            severity="error" if sure else "warning",
        )  # fmt: skip
    return told


def _empty(domain: T) -> str:
    """Why a list is always empty; nothing where it may have something in it."""
    if isinstance(domain, ListLit) and not domain.items:
        return "the list is empty"
    if isinstance(domain, AllOf) and domain.finite.kind not in ("player", "part") and not domain.finite.names:
        return f"{domain.finite.name} has no members"
    if isinstance(domain, Op) and domain.op == "range" and not any(isinstance(t, ParamRef) for t in trees(domain)):
        low, high = domain.args
        if holds(">", bounds(low.type), bounds(high.type)):
            return "the range ends before it begins"
    return ""
