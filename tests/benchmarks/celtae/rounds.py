"""Whose turn it is, the double turns at the end, and the end (L77, L195 to L201)."""

from __future__ import annotations

from .data import MOVES
from .position import Position


def begin(g: Position, seat: int) -> None:
    """Ask a person how far the marker goes; three spaces cost 3 strength (L85). Solitairix plays by himself."""
    g.mover = g.seat = seat
    if seat >= g.players:
        g._script(g)
        return
    g.kind = "move"
    g._open = MOVES if g.strength[seat] >= 3 else MOVES[:2]


def end_turn(g: Position) -> None:
    seat = g.mover
    if g.final and not g.second:
        g.second = True
        begin(g, seat)
        return
    g.second = False
    seat += 1
    if seat == g.seats:
        seat = 0
    if seat == g.first:  # the round is complete
        if g.final:
            g.over = True
            g.reason = "track_empty"
            g.kind = ""
            g._open = ()
            return
        g.final = not g.track
    begin(g, seat)
