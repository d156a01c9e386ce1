"""Cards and workers that are picked one by one: payments, the refill of active workers, the limit of the tribe."""

from __future__ import annotations

from collections.abc import Callable

from .data import ACTIVE, CARD, DRUID, TRIBE, TYPE
from .position import Position

Then = Callable[[Position], None]


def pay(g: Position, kind: str, low: int, high: int, cards: int, then: Then) -> None:
    """Discard so many cards of the kinds from low to below high, in rising order."""
    g.kind = kind
    g._at, g._high, g._needed = low, high, cards
    g._then = then
    _pay(g)


def paid(g: Position, option: tuple[int]) -> None:
    kind = option[0]
    g.hand[g.mover][kind] -= 1
    g.cards[g.mover] -= 1
    g.discards.append(kind)
    g._at = kind
    g._needed -= 1
    _pay(g)


def _pay(g: Position) -> None:
    seat = g.mover
    hand = g.hand[seat]
    at, high, needed = g._at, g._high, g._needed
    while needed:
        spare = sum(hand[at:high]) - needed
        options = []
        for kind in range(at, high):
            if count := hand[kind]:
                options.append(CARD[kind])
                spare -= count
                if spare < 0:  # after this kind there are too few cards
                    break
        if len(options) > 1:
            g._at, g._needed = at, needed
            g._open = options
            return
        at = options[0][0]
        hand[at] -= 1
        g.cards[seat] -= 1
        g.discards.append(at)
        needed -= 1
    g._then(g)


def refill(g: Position, then: Then) -> None:
    """Back to three active workers, one at a time from the centre, refilled each time (L163)."""
    g._then = then
    if len(g.area[4]) < ACTIVE:
        g.fill_centre()
    active = g.active[g.mover]
    g._needed = ACTIVE - sum(active)
    _refill(g)


def refilled(g: Position, option: tuple[int]) -> None:
    _take(g, option[0])
    g._needed -= 1
    _refill(g)


def _refill(g: Position) -> None:
    centre = g.area[4]
    while g._needed and centre:
        here = 0
        for worker in centre:
            here |= 1 << worker
        options = TYPES[here]
        if len(options) > 1:
            g.kind = "refill"
            g._open = options
            return
        _take(g, centre[0])
        g._needed -= 1
    g._then(g)


def _take(g: Position, worker: int) -> None:
    g.active[g.mover][worker] += 1
    centre = g.area[4]
    centre.remove(worker)
    if g.piles["bag"]:
        centre.append(g.draw("bag"))


def limit(g: Position, then: Then) -> None:
    """Down to eight in the tribe (L155): workers to the bag, druids to the box. Then refill once more (A9)."""
    g._then = then
    tribe = g.tribe[g.mover]
    g._needed = sum(tribe) - TRIBE
    g._at = 0
    if g._needed > 0:
        _limit(g)
    else:
        then(g)


def dismissed(g: Position, option: tuple[int]) -> None:
    _dismiss(g, option[0])
    _limit(g)


def _limit(g: Position) -> None:
    tribe = g.tribe[g.mover]
    while g._needed:
        spare = sum(tribe[g._at :]) - g._needed
        options = []
        for worker in range(g._at, 5):
            if count := tribe[worker]:
                options.append(TYPE[worker])
                spare -= count
                if spare < 0:
                    break
        if len(options) > 1:
            g.kind = "dismiss"
            g._open = options
            return
        _dismiss(g, options[0][0])
    refill(g, g._then)


def _dismiss(g: Position, worker: int) -> None:
    g.tribe[g.mover][worker] -= 1
    if worker == DRUID:
        g.boxed[DRUID] += 1
    else:
        g.piles["bag"].append(worker)
    g._at = worker
    g._needed -= 1


TYPES = tuple([[TYPE[worker] for worker in range(4) if here >> worker & 1] for here in range(16)])
