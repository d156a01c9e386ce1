"""Set-up (L55 to L73), up to the first question; then the leaders and the cards that everybody keeps."""

from __future__ import annotations

from . import data, solo
from .position import Position
from .rounds import begin
from .workers import pay


def set_up(g: Position) -> None:
    """Lay everything out in the order of the rulebook; the random things of one pile in the order stated here."""
    n = g.players
    piles = g.piles

    # L58 to L62
    for seat in range(g.seats):
        g.left[seat] = data.CUBES
    g.room[:] = [data.OPEN[n]] * 8
    g.track = data.TRACK[n]
    g.druids[:] = [data.DRUIDS[n]] * 2
    g.boxed[data.DRUID] = 10 - sum(g.druids)
    for seat in range(n):
        g.active[seat][:3] = 1, 1, 1
    absent = 4 - g.seats
    g.boxed[:3] = absent, absent, absent

    # L63: printed places first, then the random ones: north, south, battle, recruit, centre (A10)
    for area, printed in zip(g.area, data.PRINTED):
        area += printed
    piles["bag"] = list(data.BAG)
    for area in g.area:
        while len(area) < data.PLACES:
            area.append(g.draw("bag"))

    # L64, L65: tiles of 2 points first, those of 1 point above them; the north first (A10)
    for name, pools, stacks in (("roman", data.ROMAN_POOL, g.army), ("order", data.ORDER_POOL, g.order)):
        for points in (2, 1):
            pile = f"{name}_{points}"
            piles[pile] = list(pools[points - 1])
            for stack in stacks:
                stack += [g.draw(pile) for _ in range(data.STACK[n][points - 1])]

    # L66 to L69: bonus tiles in the order of the colours, then both markets
    for region, name in enumerate(data.REGIONS):
        piles[f"bonus_{name}"] = list(range(4))
        for colour in range(4):
            g.bonus[4 * region + colour] = g.draw(f"bonus_{name}")
    g.supply = data.TOKENS - n
    g.tokens[:n] = [1] * n
    piles["deck"] = list(data.DECK)
    for region in (data.NORTH, data.SOUTH):
        g.fill_market(region)

    # L70, L71
    piles["progress_2"] = list(range(data.SMALL_CARDS))
    piles["progress_3"] = list(range(data.SMALL_CARDS, len(data.PROGRESS)))
    for name, count in zip(("progress_2", "progress_3"), data.LAID_OUT[n]):
        g.progress += [g.draw(name) for _ in range(count)]
    g.markers = [0] * len(g.progress)
    g.free = [list(data.GARRISON[n]) for _ in data.REGIONS]

    # L73: leaders face up, five cards each (by seat), then the last player chooses first
    piles["leaders"] = list(range(len(data.LEADERS)))
    g.leaders = sorted(g.draw("leaders") for _ in range(max(2, n) + 1))  # solo: 3 (L242)
    for seat in range(n):
        for _ in range(data.HAND):
            g.hand[seat][g.draw("deck")] += 1
        g.cards[seat] = data.HAND
    if n == 1:
        _solo(g)
    g.seat = g.mover = (g.first - 1) % n
    ask_leader(g)


def _solo(g: Position) -> None:
    """L243 to L247: the tile, and one worker of three; the other two go into the bag."""
    g.piles["solo_side"] = [0, 1]
    g.side = g.draw("solo_side")
    g.piles["solo_worker"] = [data.FARMER, data.BUILDER, data.SOLDIER]
    g.theirs = g.draw("solo_worker")
    g.piles["bag"] += g.piles.pop("solo_worker")
    g._script = solo.turn


def ask_leader(g: Position) -> None:
    g.kind = "leader"
    g._open = [(leader,) for leader in g.leaders]


def led(g: Position, option: tuple[int]) -> None:
    g.leader[g.mover] = option[0]
    g.leaders.remove(option[0])
    pay(g, "discard", 0, data.KINDS, data.HAND - data.KEEP, _next)


def _next(g: Position) -> None:
    if g.mover == g.first:
        g.leaders = []  # to the box
        begin(g, g.first)
    else:
        g.seat = g.mover = (g.mover - 1) % g.players
        ask_leader(g)
