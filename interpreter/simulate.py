"""
Simulate: many games between bots, and what came of them.

Game `i` has the first 8 bytes of sha256 of "seed/i" as its seed and each bot its own stream, so the
same call gives the same report, seconds apart, and any single game can be played again.
A game whose rules go wrong or that does not end is counted as failed; it never stops the batch.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from math import sqrt
from typing import TYPE_CHECKING, Any

from .bots import Bot, Stream, bot, stream_key
from .diagnostics import Diagnostic, RuleError

if TYPE_CHECKING:
    from .game import Game
    from .state import State

MOST_DECISIONS = 100_000
Progress = Callable[["Report"], None]


@dataclass(slots=True)
class Failure:
    """A game that did not come to its end. `fault` is None when it was merely endless."""

    game: int
    seed: int
    fault: Diagnostic | None


@dataclass(slots=True)
class Report:
    """What a batch gave so far. `games` is how many were asked for; finished and failed ones add up to those played."""

    game: str
    variants: tuple[str, ...]
    parameters: Mapping[str, Any]
    seats: tuple[str, ...]
    seed: int
    games: int
    finished: int = 0
    failed: int = 0
    wins: list[int] = field(default_factory=list)  # by seat, sole winners; scripted seats come last
    shared: int = 0  # several winners
    nobody: int = 0
    decisions: int = 0
    seconds: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)  # with endings that never came, as 0
    lengths: Counter[int] = field(default_factory=Counter)  # decisions of finished games
    scores: list[int] = field(default_factory=list)  # totals by seat
    failures: list[Failure] = field(default_factory=list)  # the first ten

    def data(self) -> dict[str, Any]:
        """The report for programs; wins and ties add up to finished."""
        return {
            "game": self.game,
            "variants": list(self.variants),
            "parameters": dict(self.parameters),
            "players": len(self.seats),
            "seats": list(self.seats),
            "seed": self.seed,
            "games": self.games,
            "finished": self.finished,
            "failed": self.failed,
            "wins": {str(seat): n for seat, n in enumerate(self.wins, 1)},
            "ties": self.shared + self.nobody,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
        }


def game_seed(seed: int, game: int) -> int:
    """The seed of one game of a batch."""
    return int.from_bytes(sha256(f"{seed}/{game}".encode()).digest()[:8], "big")


def simulate(
    game: Game,
    *,
    seats: Sequence[str],
    seed: int,
    games: int,
    spec: str = "",
    variants: Sequence[str] = (),
    parameters: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Report:
    """
    Play `games` games. Ctrl-C ends the batch early: the report then holds fewer games than asked for.

    `spec`, `variants` and `parameters` are only written down.
    """
    bots = [bot(name) for name in seats]
    report = Report(spec or game.id, tuple(variants), parameters or {}, tuple(seats), seed, games)
    report.reasons.update({ending.name: 0 for ending in game.rules.endings})
    report.wins = [0] * game.program(len(seats)).layout.seats
    report.scores = [0] * len(report.wins)
    play = _play_random if set(seats) == {"random"} else _play
    start = time.perf_counter()
    try:
        for number in range(games):
            first = report.decisions
            try:
                state = game.start(players=len(seats), seed=game_seed(seed, number))
                keys = [stream_key(seed, number, seat) for seat in range(1, len(seats) + 1)]
                report.decisions += play(state, keys, bots)
            except RuleError as fault:
                _fail(report, number, fault.diagnostic)
            else:
                _count(report, number, state, report.decisions - first)
            report.seconds = time.perf_counter() - start
            if progress:
                progress(report)
    except KeyboardInterrupt:
        report.seconds = time.perf_counter() - start
    return report


def _play(state: State, keys: list[int], bots: list[Bot]) -> int:
    """Play a game to its end and return the number of decisions."""
    made = [0] * len(keys)
    total = 0
    while not state.over and total < MOST_DECISIONS:
        decision, seat = state.decision, state.seat
        assert decision is not None
        choice = bots[seat](decision, partial(state.view, seat + 1), Stream(keys[seat], made[seat]))
        state.choose(choice)
        made[seat] += 1
        total += 1
    return total


def _play_random(state: State, keys: list[int], bots: list[Bot]) -> int:
    """The same for random bots only, without decisions and views: this is what most batches spend their time in."""
    made = [0] * len(keys)
    total = 0
    while not state.over and total < MOST_DECISIONS:
        seat, options = state.seat, state.options
        assert options is not None
        state.choose(Stream(keys[seat], made[seat]).below(len(options)))
        made[seat] += 1
        total += 1
    return total


def _fail(report: Report, number: int, fault: Diagnostic | None) -> None:
    report.failed += 1
    if len(report.failures) < 10:
        report.failures.append(Failure(number, game_seed(report.seed, number), fault))


def _count(report: Report, number: int, state: State, decisions: int) -> None:
    try:
        outcome = state.outcome
    except RuleError as fault:
        _fail(report, number, fault.diagnostic)
        return
    if outcome is None:
        _fail(report, number, None)
        return
    report.finished += 1
    report.lengths[decisions] += 1
    report.reasons[outcome.reason] += 1
    if len(outcome.winners) == 1:
        report.wins[outcome.winners[0] - 1] += 1
    elif outcome.winners:
        report.shared += 1
    else:
        report.nobody += 1
    for seat, scores in outcome.scores.items():
        report.scores[seat - 1] += sum(scores.values())


def wilson(hits: int, of: int, z: float = 1.959964) -> tuple[float, float]:
    """
    The 95 % interval of a share, also near 0 and 1.

    >>> [round(100 * bound, 1) for bound in wilson(7, 10)]
    [39.7, 89.2]
    """
    if of == 0:
        return 0.0, 1.0
    share, square = hits / of, z * z / of
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / of + square / (4 * of)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def percentile(counts: Mapping[int, int], share: float) -> int:
    """The smallest value that at least this share of the counted values does not exceed."""
    total, passed = sum(counts.values()), 0
    for value in sorted(counts):
        passed += counts[value]
        if passed >= share * total:
            return value
    return 0


def in_words(report: Report) -> list[str]:
    """The report for people: what was measured, by whom, and how sure it is."""
    played = report.finished + report.failed
    lines = [f"{_name(report)}: {_some(played, 'game')}, seed {report.seed}"]
    if played < report.games:
        lines[0] += f" (stopped; {report.games} were asked for)"
    lines.append(f"seats: {', '.join(f'{i} {name}' for i, name in enumerate(report.seats, 1))}")
    if report.failed:
        lines.append(f"failed: {report.failed}, left out below")
    if not report.finished:
        return lines
    lines.append("")
    width = len(str(report.finished))
    scripted = [" (scripted)" if seat >= len(report.seats) else "" for seat in range(len(report.wins))]
    rows = [(f"player {seat + 1}{scripted[seat]} wins", n) for seat, n in enumerate(report.wins)]
    rows += [("several win", report.shared), ("nobody wins", report.nobody)]
    longest = max(len(title) for title, _ in rows)
    for title, n in rows:
        if n or title.startswith("player"):
            low, high = (100 * bound for bound in wilson(n, report.finished))
            share = 100 * n / report.finished
            lines.append(f"{title:<{longest}} {n:>{width}}  {share:5.1f} %, 95 % interval {low:.1f}-{high:.1f} %")
    lines.append("")
    low_, half, high_ = (percentile(report.lengths, share) for share in (0.05, 0.5, 0.95))
    mean = sum(n * k for n, k in report.lengths.items()) / report.finished
    lines.append(f"decisions a game: {mean:.1f} on average, half take at most {half}, nine of ten {low_} to {high_}")
    if any(report.scores):
        means = ", ".join(f"{i} {total / report.finished:.1f}" for i, total in enumerate(report.scores, 1))
        lines.append(f"points on average: {means}")
    ended = sorted(report.reasons.items(), key=lambda r: (-r[1], r[0]))
    reasons = ", ".join(f"{reason or 'the last phase'} {n}" for reason, n in ended if n)
    never = ", ".join(reason for reason, n in ended if not n)
    lines.append(f"ended by: {reasons}" + (f"; never by: {never}" if never else ""))
    lines.append("")
    lines.append("The intervals hold for one seat at a time, and for these bots.")
    rate = f", {report.decisions / report.seconds:,.0f} a second" if report.seconds else ""
    lines.append(f"{report.decisions:,} decisions in {report.seconds:.1f} s{rate}")
    return lines


def _name(report: Report) -> str:
    name = "+".join([report.game, *report.variants])
    set_ = ", ".join(f"{key} = {value}" for key, value in report.parameters.items())
    return f"{name} ({set_})" if set_ else name


def _some(n: int, what: str) -> str:
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"
