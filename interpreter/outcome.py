"""
Outcome: scores by category, ranking and winners of a finished game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .layout import ENDING_SLOT

if TYPE_CHECKING:
    from .state import State


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    `reason` names the ending that took effect ("" when the last phase simply ended).

    `scores` has each seat's points by category; `ranking` lists seats, best first, ties together.
    `compared` has what else decided between seats: as the rules write it, seat -> value.
    """

    reason: str
    scores: dict[int, dict[str, int]]
    ranking: list[list[int]]
    winners: list[int]
    payoff: dict[int, int] = field(default_factory=dict)
    compared: dict[str, dict[int, Any]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "reason": self.reason,
            "scores": {str(s): v for s, v in self.scores.items()},
            "ranking": self.ranking,
            "winners": self.winners,
        }
        if self.payoff:
            found["payoff"] = {str(s): v for s, v in self.payoff.items()}
        return found


def scores(s: State) -> dict[int, dict[str, int]]:
    """Points by seat and category, as things stand."""
    found: dict[int, dict[str, int]] = {seat + 1: {} for seat in range(s.program.layout.seats)}
    for title, points, guard in s.program.scores:
        if guard is None or guard(s):
            for seat in range(s.program.layout.seats):
                found[seat + 1][title] = points(s, seat)
    return found


def outcome(s: State) -> Outcome:
    """Rank the seats: by the keys of `result`, or by score; `wins` of the ending or the result comes first."""
    p = s.program
    seats = list(range(p.layout.seats))
    points = scores(s)
    totals = {seat: sum(points[seat + 1].values()) for seat in seats}
    keys = {seat: [_comparable(totals[seat] if k is None else k(s, seat)) for k in p.keys] for seat in seats}
    if not p.keys and p.scores:
        keys = {seat: [totals[seat]] for seat in seats}
    if p.payoff is not None and not p.keys:
        keys = {seat: [p.payoff(s, seat)] for seat in seats}
    ranking = _groups(seats, keys, most=p.rules.most)
    winners = _winners(s, ranking)
    compared: dict[str, dict[int, Any]] = {}
    number = s.F[ENDING_SLOT]
    if winners is None:
        winners = ranking[0]
        compared = _compared(s, keys)
    elif len(winners) < len(seats) and winners:
        rest = [[q for q in group if q not in winners] for group in ranking]
        ranking = [winners, *(g for g in rest if g)]
    reason = "" if number is None else p.rules.endings[number].name
    payoff = {seat + 1: p.payoff(s, seat) for seat in seats} if p.payoff is not None else {}
    return Outcome(
        reason,
        points,
        [[q + 1 for q in group] for group in ranking],
        [q + 1 for q in winners],
        payoff,
        compared,
    )


def _compared(s: State, keys: dict[int, list[Any]]) -> dict[str, dict[int, Any]]:
    """The keys that were needed to tell any two seats apart, in their order; the points are known already."""
    needed = 0
    for seat, other in combinations(keys, 2):
        first = next((i for i, (a, b) in enumerate(zip(keys[seat], keys[other])) if a != b), len(s.program.keys) - 1)
        needed = max(needed, first + 1)
    found = {}
    for i, (test, body) in enumerate(zip(s.program.keys[:needed], s.program.rules.keys)):
        if test is not None:
            found[" ".join(body.value.span.text.split())] = {seat + 1: values[i] for seat, values in keys.items()}
    return found


def _comparable(key: Any) -> Any:
    """A key as a number or a list."""
    return list(key) if isinstance(key, (list, tuple, range)) else key


def _groups(seats: list[int], keys: dict[int, list[Any]], *, most: bool) -> list[list[int]]:
    padded: dict[int, tuple[Any, ...]] = {}
    for seat in seats:
        row: list[Any] = []
        for i, key in enumerate(keys[seat]):
            if isinstance(key, list):
                longest = max(len(keys[q][i]) for q in seats)
                row.append(tuple(key + [0] * (longest - len(key))))
            else:
                row.append(key)
        padded[seat] = tuple(row)
    groups: list[list[int]] = []
    for seat in sorted(seats, key=lambda q: padded[q], reverse=most):
        if groups and padded[groups[-1][0]] == padded[seat]:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    return [sorted(g) for g in groups]


def _winners(s: State, ranking: list[list[int]]) -> list[int] | None:
    """Who wins by the word of the ending or the result; None when the ranking says it."""
    p = s.program
    number = s.F[ENDING_SLOT]
    if number is not None:
        ending = p.rules.endings[number]
        if ending.nobody:
            return []
        if ending.wins is not None:
            winner = p.wins_of[ending.name](s)
            return [] if winner is None else [winner]
    if p.wins is not None:
        winner = p.wins(s)
        return [] if winner is None else [winner]
    return None
