"""The final scoring (L203 to L228, L298 to L310, L314 to L325, L345 to L362)."""

from __future__ import annotations

from . import data
from .position import Position

CATEGORIES = (
    "citadels", "bonus_tiles", "druid_tiles", "roman_tiles", "garrisons",  # A to E
    "tribe", "discs", "all_cubes", "rest", "progress", "leader",  # F to K
)  # fmt: skip


def points(g: Position) -> list[tuple[int, ...]]:
    """The points A to K of every person."""
    return [_points(g, seat) for seat in range(g.players)]


def _points(g: Position, seat: int) -> tuple[int, ...]:
    return (
        sum(discs for discs, room in zip(g.discs[seat], g.room) if not room),
        g.bonuses[seat],
        sum(data.ORDER[tile][0] for tile in g.orders[seat]),
        sum(data.ROMAN[tile][0] for tile in g.romans[seat]),
        sum(g.garrison[seat][r] for r in (0, 1) if _leads([cubes[r] for cubes in g.garrison], seat)),
        data.TRIBE_POINTS[sum(g.tribe[seat])],
        data.DISC_POINTS[g.built[seat]],
        int(not g.left[seat]),
        (g.strength[seat] + g.cards[seat]) // 5,
        progress_points(g, seat),
        leader_points(g, seat),
    )


def _leads(amounts: list[int], seat: int) -> bool:
    """The most or as many as anybody, and at least one."""
    return amounts[seat] > 0 and amounts[seat] == max(amounts)


def progress_points(g: Position, seat: int) -> int:
    total = 0
    for card, markers in zip(g.progress, g.markers):
        if markers:
            if fulfils(g, seat, *data.PROGRESS[card]):
                total += markers
            elif g.players == 1:  # L300
                total -= markers
    return total


def fulfils(g: Position, seat: int, asked: str, what: int) -> bool:
    """Whether a seat meets a progress card (L349 to L362)."""
    if asked == "discs":
        return _discs(g, seat, what) >= 2
    if asked == "most_discs":
        return _leads([_discs(g, s, what) for s in range(g.seats)], seat)
    if asked == "most_in_region":
        return _leads([_in_region(g, s, what) for s in range(g.seats)], seat)
    if asked == "most_type":
        if g.players == 1:  # L301: against the minimum of the card
            return g.tribe[seat][what] >= data.SOLO_TYPES[what]
        return _leads([tribe[what] for tribe in g.tribe], seat)
    if asked == "most_workers":
        if g.players == 1:
            return _workers(g, seat) >= data.SOLO_WORKERS
        return _leads([_workers(g, s) for s in range(g.seats)], seat)
    if asked == "workers":
        return _workers(g, seat) >= what
    if asked == "druids":
        return g.tribe[seat][data.DRUID] >= what
    if asked == "bonuses":
        return g.bonuses[seat] >= what
    if asked == "most_bonuses":
        return _leads(g.bonuses, seat)
    if asked == "orders":
        return len(g.orders[seat]) >= what
    if asked == "most_orders":
        return _leads([len(tiles) for tiles in g.orders], seat)
    if asked == "romans":
        return len(g.romans[seat]) >= what
    if asked == "most_romans":
        return _leads([len(tiles) for tiles in g.romans], seat)
    assert asked == "garrison"
    return g.garrison[seat][what] >= 2


def _discs(g: Position, seat: int, colour: int) -> int:
    return g.discs[seat][colour] + g.discs[seat][4 + colour]


def _in_region(g: Position, seat: int, region: int) -> int:
    return sum(g.discs[seat][4 * region : 4 * region + 4])


def _workers(g: Position, seat: int) -> int:
    return sum(g.tribe[seat][: data.DRUID])


def leader_points(g: Position, seat: int) -> int:
    """1 for side A, 3 for side B, if its condition is met (L316 to L325)."""
    flipped = g.flipped[seat]
    leader = data.LEADERS[g.leader[seat]]
    roman = [data.ROMAN[tile][0] for tile in g.romans[seat]]
    order = [data.ORDER[tile][0] for tile in g.orders[seat]]
    if leader == "viriato":
        amount, needed = min(roman.count(1), roman.count(2)), (1, 2)
    elif leader == "avarus":
        amount, needed = data.CUBES - g.left[seat], (2, 4)
    elif leader == "diviciacus":
        amount, needed = min(order.count(1), order.count(2)), (1, 2)
    elif leader == "ambiorix":
        amount, needed = roman.count(2), (1, 3)
    elif leader == "vercingetorix":
        amount, needed = min(_in_region(g, seat, 0), _in_region(g, seat, 1)), (1, 3)
    elif leader == "caratacus":
        amount, needed = _workers(g, seat), (3, 6)
    elif leader == "cartimandua":
        amount, needed = g.bonuses[seat], (1, 3)
    else:
        amount, needed = g.built[seat], (3, 7)
    if amount < needed[flipped]:
        return 0
    return 3 if flipped else 1


def ranking(g: Position) -> list[list[int]]:
    """
    The seats from best to worst; who shares a place stands in one list (L228; the quickest tongue is left out).

    In solo a person who has the target is before Solitairix, else behind him (L306).
    """
    totals = [sum(row) for row in points(g)]
    if g.players == 1:
        return [[0], [1]] if totals[0] >= g.target else [[1], [0]]
    places: dict[tuple[int, int, int], list[int]] = {}
    for seat, total in enumerate(totals):
        settled = g.built[seat] + sum(g.tribe[seat])
        tiles = len(g.romans[seat]) + len(g.orders[seat])  # A8: their number
        places.setdefault((total, settled, tiles), []).append(seat)
    return [places[key] for key in sorted(places, reverse=True)]
