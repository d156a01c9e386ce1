"""Progress markers: from the track at the river, and those beside the stacks (L179 to L189, L147, L165)."""

from __future__ import annotations

from collections.abc import Callable

from .data import CAPACITY, FLIP_AT, PASS
from .position import Position

Then = Callable[[Position], None]
FLIP = (("flip",), PASS)
ARMY, ORDER = 0, 2  # in `stack_marker`, by region


def cross(g: Position, then: Then) -> None:
    """The marker passed from north to south. With an empty track nothing happens (A1)."""
    if not g.track:
        then(g)
        return
    g._then = then
    g.seat = g.teutates
    options = _with_room(g)
    if len(options) == 1:
        crossed(g, options[0])
    else:
        g.kind = "progress"
        g._open = options


def crossed(g: Position, option: tuple[int]) -> None:
    g.markers[option[0]] += 1
    g.track -= 1
    if g.players > 1:  # L77: to the left; in solo it stays in the box (L249)
        g.teutates = (g.teutates + 1) % g.players
    if g.track == FLIP_AT:  # L185; in seat order from the start player (A1)
        g.seat = g.first
        g.kind = "flip"
        g._open = FLIP
    else:
        g.seat = g.mover
        g._then(g)


def flip(g: Position, option: tuple[str]) -> None:
    if option is not PASS:
        g.flipped[g.seat] = True
    g.seat = (g.seat + 1) % g.players
    if g.seat == g.first:
        g.seat = g.mover
        g._then(g)


def stack_taken(g: Position, stack: int, then: Then) -> None:
    """The last tile of a stack was taken: its marker goes on any card (L147, L165, L177)."""
    g._then = then
    g.stack_marker[stack + g._region] = False
    options = _with_room(g)
    if len(options) == 1:
        stack_placed(g, options[0])
    else:
        g.kind = "stack_marker"
        g._open = options


def stack_placed(g: Position, option: tuple[int]) -> None:
    g.markers[option[0]] += 1
    g._then(g)


def _with_room(g: Position) -> list[tuple[int]]:
    markers = g.markers
    return [(i,) for i, card in enumerate(g.progress) if markers[i] < CAPACITY[card]]
