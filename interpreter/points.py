"""
Points: what of a game can be exercised, each a place in its files and something that can come of it there.

A point is told by where it stands and what it is, so that the programs of several player counts, and the games
of scenarios under variants, add up in one register.
"""

from __future__ import annotations

from dataclasses import dataclass

from .source import Span

GROUPS = ("steps", "branches", "actions", "components", "endings", "functions", "scoring")
Key = tuple[str, int, int, str, str]


@dataclass(slots=True, eq=False)
class Point:
    """`subject` and `outcome` make a sentence: "a side of `and`" is "false". `inside` is what must come first."""

    group: str
    subject: str
    outcome: str
    span: Span
    inside: Point | None = None
    count: int = 0

    @property
    def key(self) -> Key:
        return (self.span.source.name, self.span.start, self.span.end, self.subject, self.outcome)


class Register:
    """All points met so far, each once."""

    def __init__(self) -> None:
        self.points: dict[Key, Point] = {}

    def point(self, group: str, subject: str, outcome: str, span: Span, inside: Point | None) -> Point:
        new = Point(group, subject, outcome, span, inside)
        return self.points.setdefault(new.key, new)

    def counts(self) -> dict[Point, int]:
        return {p: p.count for p in self.points.values()}

    def restore(self, counts: dict[Point, int]) -> None:
        """Forget what was counted since."""
        for point in self.points.values():
            point.count = counts.get(point, 0)
