"""
Coverage: which steps, branches and parts of a game neither its scenarios nor random games ever exercised.

A game in, a report out. Rules that count are compiled apart, so play elsewhere is as fast as ever. A point is told
to be missing only if no player count exercised it; what the parameters rule out at all of them is told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from .points import GROUPS, Point, Register
from .render import clean, excerpt
from .simulate import simulate
from .survey import Survey

if TYPE_CHECKING:
    from .game import Game


@dataclass(slots=True)
class Report:
    """Points in the order of their groups and places; `possible` are those that the parameters do not rule out."""

    game: str
    variants: tuple[str, ...]
    parameters: Mapping[str, Any]
    players: tuple[int, ...]
    seed: int
    games: int = 0
    failed: int = 0
    scenarios: int = 0
    failing: list[str] = field(default_factory=list)  # scenarios that do not hold
    points: list[Point] = field(default_factory=list)
    possible: set[Point] = field(default_factory=set)

    def sums(self) -> dict[str, dict[str, int]]:
        """By group: how many points were exercised, how many could be, and how many cannot happen."""
        found = {}
        for group in GROUPS:
            points = [p for p in self.points if p.group == group]
            there = [p for p in points if self.counts(p)]
            exercised = sum(1 for p in there if p.count)
            found[group] = {"exercised": exercised, "points": len(there), "ruled_out": len(points) - len(there)}
        return found

    def counts(self, point: Point) -> bool:
        return point.count > 0 or point in self.possible

    @property
    def missing(self) -> list[Point]:
        return [p for p in self.points if not p.count and p in self.possible]

    @property
    def percent(self) -> float:
        """The share of points that were exercised, of those that could be."""
        there = [p for p in self.points if self.counts(p)]
        return 100 * sum(1 for p in there if p.count) / len(there) if there else 100.0

    def data(self) -> dict[str, Any]:
        """The report for programs."""
        return {
            "game": self.game,
            "variants": list(self.variants),
            "parameters": dict(self.parameters),
            "players": list(self.players),
            "seed": self.seed,
            "games": self.games,
            "failed": self.failed,
            "scenarios": self.scenarios,
            "failing": self.failing,
            "percent": round(self.percent, 2),
            "sums": self.sums(),
            "points": [self._point(p) for p in self.points],
        }

    def _point(self, point: Point) -> dict[str, Any]:
        source = point.span.source
        line, column = source.place(point.span.start)
        end_line, end_column = source.place(point.span.end)
        return {
            "group": point.group, "subject": point.subject, "outcome": point.outcome, "count": point.count,
            "possible": self.counts(point), "file": source.name, "line": line, "column": column,
            "end_line": end_line, "end_column": end_column,
        }  # fmt: skip


def measure(
    game: Game,
    *,
    spec: str = "",
    variants: Sequence[str] = (),
    parameters: Mapping[str, Any] | None = None,
    players: Iterable[int] | None = None,
    games: int = 200,
    seed: int = 0,
    scenarios: bool = True,
) -> Report:
    """
    Run the scenarios of `spec` with its variants, play `games` random games spread over `players`, and count.

    Scenarios have players and parameters of their own. Ctrl-C ends the games early.
    """
    counts = tuple(players) if players is not None else tuple(range(game.players[0], game.players[1] + 1))
    report = Report(spec or game.id, tuple(variants), parameters or {}, counts, seed)
    register = Register()
    if scenarios and spec:
        _scenarios(report, "+".join([spec, *variants]), register)
    counted = game.counted(register)
    surveys = [Survey(game.rules, counted.program(n).layout, register) for n in counts]
    for i, n in enumerate(counts):
        wanted = games // len(counts) + (i < games % len(counts))
        played = simulate(counted, seats=["random"] * n, seed=seed, games=wanted)
        report.games += played.finished + played.failed
        report.failed += played.failed
        if played.finished + played.failed < wanted:
            break
    points = {p: None for survey in surveys for p in survey.found}
    report.points = sorted(points, key=lambda p: (GROUPS.index(p.group), p.key[:2], -p.key[2]))
    report.possible = set().union(*(survey.possible for survey in surveys))
    return report


def _scenarios(report: Report, spec: str, register: Register) -> None:
    from .scenario import Suite

    suite = Suite(spec, register)
    for scenario in suite.chosen():
        report.scenarios += 1
        if not suite.run(scenario).passed:
            report.failing.append(scenario.name)


# -- words -------------------------------------------------------------------------------------------


def in_words(report: Report, *, colour: bool = False, width: int = 100) -> list[str]:
    """The report for people: what is missing, by group and place, and the sums."""
    lines = [_head(report)]
    roots = [p for p in report.missing if not _implied(p, report)]
    for group in GROUPS:
        missing = [p for p in roots if p.group == group]
        if missing:
            lines += ["", group]
            told = _kinds(missing) if group == "components" else _places(missing, report, colour, width)
            lines += told
    ruled_out = [p for p in report.points if not report.counts(p) and not _implied(p, report)]
    if ruled_out:
        lines += ["", "cannot happen with these parameters and players"]
        lines += [f"  {clean(str(p.span))}: {clean(p.subject)} is {p.outcome}" for p in ruled_out]
    sums = report.sums()
    parts = [f"{group} {n['exercised']}/{n['points']}" for group, n in sums.items() if n["points"]]
    return [*lines, "", ", ".join(parts), f"{report.percent:.1f} % exercised"]


def _head(report: Report) -> str:
    name = "+".join([report.game, *report.variants])
    set_ = ", ".join(f"{key} = {value}" for key, value in report.parameters.items())
    failing = f" ({len(report.failing)} failed)" if report.failing else ""
    played = [f"{_some(report.scenarios, 'scenario')}{failing}"] if report.scenarios else []
    if report.games:
        low, high = min(report.players), max(report.players)
        seats = f"{low}" if low == high else f"{low} to {high}"
        failed = f", {report.failed} failed" if report.failed else ""
        played.append(f"{_some(report.games, 'random game')} of {seats} players (seed {report.seed}{failed})")
    return f"{name}{f' ({set_})' if set_ else ''}: {' and '.join(played) or 'nothing was played'}"


def _some(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def _implied(point: Point, report: Report) -> bool:
    """Whether something that must come first did not come either, which then is what is told."""
    first = point.inside
    return first is not None and (first.count == 0 or _implied(first, report))


def _places(points: list[Point], report: Report, colour: bool, width: int) -> Iterator[str]:
    """One paragraph a place: what never came, and the line with the place underlined."""
    waiting = [p for p in report.missing if _implied(p, report)]
    for span, here in groupby(points, key=lambda p: p.span):
        found = list(here)
        told = []
        for subject, outcomes in groupby(found, key=lambda p: p.subject):
            words = [p.outcome for p in outcomes]
            told.append(f"{subject} is never {'asked' if set(words) == {'true', 'false'} else ' or '.join(words)}")
        more = sum(1 for p in waiting if _behind(p, found))
        behind = f" ({_some(more, 'point')} behind it)" if more else ""
        yield f"  {clean(str(span))}: {clean('; '.join(told))}{behind}"
        yield from (f"  {line}" for line in excerpt(span, colour=colour, width=width - 2))


def _behind(point: Point, firsts: list[Point]) -> bool:
    return point.inside is not None and (point.inside in firsts or _behind(point.inside, firsts))


def _kinds(points: list[Point]) -> Iterator[str]:
    """Components in a row of names, since there can be many."""
    for outcome in dict.fromkeys(p.outcome for p in points):
        yield f"  never {outcome}:"
        some = [p for p in points if p.outcome == outcome]
        for span, here in groupby(some, key=lambda p: p.span):
            yield f"    {clean(str(span))}: {', '.join(clean(p.subject) for p in here)}"
