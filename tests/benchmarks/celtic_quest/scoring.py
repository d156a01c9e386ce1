"""The final scoring (L381): markers, crystals, quests, destiny; and who is before whom."""

from __future__ import annotations

from . import data
from .position import Position

CATEGORIES = ("markers", "crystals", "quests", "destiny")
PER_LEVEL = 5  # L99


def points(g: Position) -> list[tuple[int, ...]]:
    """The points of every seat by category."""
    return [_points(g, seat) for seat in range(g.players)]


def _points(g: Position, seat: int) -> tuple[int, ...]:
    destiny = g.destiny[seat]
    return (
        g.markers[seat],
        g.crystals[seat] * data.CRYSTAL_VALUE[g.chart],
        g.finished[seat] * data.QUEST_POINTS,
        bonus(g, seat, destiny) if destiny != data.LUCKIEST else max([bonus(g, seat, d) for d in g.lucky], default=0),
    )


def bonus(g: Position, seat: int, destiny: int) -> int:
    """What a destiny is worth to a seat (A)."""
    if destiny == data.TRADER:
        return PER_LEVEL * g.level[seat][data.TRADING]
    if destiny == data.WANDERER:
        return PER_LEVEL * g.level[seat][data.MOVEMENT]
    if destiny == data.CARRIER:
        return PER_LEVEL * g.level[seat][data.CARRYING]
    if destiny == data.PILGRIM:
        return 3 * g.crystals[seat]
    if destiny == data.SEEKER:
        return 4 * g.finished[seat]
    if destiny == data.DIPLOMAT:
        return g.reputation[seat] // 2
    if destiny == data.WARRIOR:
        return 2 * g.bribed[seat]
    if destiny == data.HOARDER:
        return 3 * sum(g.items[seat])
    if destiny == data.ALL_ROUNDER:
        return PER_LEVEL * min(g.level[seat])
    assert destiny == data.ROMAN_FRIEND
    return 3 * (len(data.SETTLEMENTS) - len(g.settlements))


def ranking(g: Position) -> list[list[int]]:
    """The seats from best to worst: points, then finished quests; who shares a place stands in one list."""
    places: dict[tuple[int, int], list[int]] = {}
    for seat, row in enumerate(points(g)):
        places.setdefault((sum(row), g.finished[seat]), []).append(seat)
    return [places[key] for key in sorted(places, reverse=True)]
