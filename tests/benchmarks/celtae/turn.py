"""A person's turn: move the marker, choose an action, refresh and swap, then act (L83 to L103)."""

from __future__ import annotations

from typing import Any

from .actions import DO, builders, builders_wanted
from .data import (
    ACTIONS,
    AREA,
    BUILD,
    BUILDER,
    MENUS,
    PASS,
    REGION_AT,
    STRENGTH,
    SWAPS,
)
from .position import Position
from .progress import cross

NUMBER = {word: number for number, word in enumerate(ACTIONS)}
REFRESH = (("refresh",), PASS)
EXTRA = (("extra",), PASS)


def moved(g: Position, option: tuple[int]) -> None:
    steps = option[0]
    seat = g.mover
    if steps == 1:  # L85
        if g.strength[seat] < STRENGTH:
            g.strength[seat] += 1
    elif steps == 3:
        g.strength[seat] -= 3
    stop = g.stop + steps
    if stop > 3:  # from the north to the south, over the river (L181); settled before the action (A1)
        g.stop = stop - 4
        cross(g, choose_action)
    else:
        g.stop = stop
        choose_action(g)


def choose_action(g: Position) -> None:
    """The actions next to the marker, and with a token (L369) any of the eight. Build only if it is certain (A2)."""
    seat, stop = g.mover, g.stop
    region = REGION_AT[stop]
    tokens = g.tokens[seat]
    here = _can_build(g, seat, region, tokens)
    if tokens:
        options: Any = MENUS[stop, here, True, _can_build(g, seat, 0, tokens - 1), _can_build(g, seat, 1, tokens - 1)]
    else:
        options = MENUS[stop, here, False, False, False]
    if len(options) > 1:
        g.kind = "action"
        g._open = options
    else:
        action(g, options[0])


def _can_build(g: Position, seat: int, region: int, tokens: int) -> bool:
    """Whether a disc can be paid, counting a refresh to the visible centre, one swap and one token."""
    wanted = builders_wanted(g, seat, region)
    if wanted <= 0:
        return True
    if wanted == 99:
        return False
    wanted -= builders(g, seat) + (tokens > 0)
    if wanted <= 0:
        return True
    if wanted > 1 or not _may_gain(g, seat):
        return False
    return BUILDER in g.area[region] or (g.strength[seat] > 0 and BUILDER in g.area[4])


def _may_gain(g: Position, seat: int) -> bool:
    farmers, _, soldiers, nobles = g.active[seat]
    return bool(farmers or soldiers or nobles)


def action(g: Position, option: tuple[Any, ...]) -> None:
    seat = g.mover
    if len(option) == 3:
        g.tokens[seat] -= 1
        g.supply += 1  # A4
    g._region = region = option[-1]
    g._action = what = NUMBER[option[-2]]
    g._extra = 0
    wanted = g._wanted = builders_wanted(g, seat, region) if what == BUILD else 0
    # L91: before the swap, 1 strength brings the workers of the centre here
    if not g.strength[seat]:
        swap_or_not(g)
        return
    g.kind = "refresh"
    if wanted > 0:
        wanted -= builders(g, seat) + (g.tokens[seat] > 0)
        if wanted > 0:  # only a swap for a builder will do
            if BUILDER not in g.area[region]:
                refresh(g, REFRESH[0])
                return
            if BUILDER not in g.area[4]:
                refresh(g, PASS)
                return
    g._open = REFRESH


def refresh(g: Position, option: tuple[str]) -> None:
    if option is not PASS:
        g.strength[g.mover] -= 1
        renew(g, AREA[g._action][g._region])
    swap_or_not(g)


def renew(g: Position, number: int) -> None:
    """An area's workers to the bag, the centre's in their place, the centre refilled; returned ones may come (A3)."""
    g.piles["bag"] += g.area[number]
    g.area[number] = g.area[4]
    g.area[4] = []
    g.fill_centre()


def swap_or_not(g: Position) -> None:
    """One active worker for one on the area (L91), like for like left out (A3)."""
    seat = g.mover
    farmers, masons, soldiers, nobles = g.active[seat]
    here = 0
    for worker in g.area[AREA[g._action][g._region]]:
        here |= 1 << worker
    options: Any = SWAPS[(farmers > 0) | (masons > 0) << 1 | (soldiers > 0) << 2 | (nobles > 0) << 3][here]
    wanted = g._wanted
    if wanted > 0:
        wanted -= builders(g, seat) + (g.tokens[seat] > 0)
        if wanted > 0:
            options = [option for option in options if option is not PASS and option[2] == BUILDER]
        elif wanted == 0:
            options = [option for option in options if option is PASS or option[1] != BUILDER]
    if len(options) > 1:
        g.kind = "swap"
        g._open = options
    else:
        swap(g, options[0])


def swap(g: Position, option: tuple[Any, ...]) -> None:
    seat = g.mover
    if option is not PASS:
        _, given, taken = option
        active = g.active[seat]
        active[given] -= 1
        active[taken] += 1
        area = g.area[AREA[g._action][g._region]]
        area[area.index(taken)] = given  # A3: in its place
    # L369: as if with one worker more, of the type that helps (A4)
    if not g.tokens[seat]:
        DO[g._action](g)
    elif g._wanted > 0 and builders(g, seat) < g._wanted:
        extra(g, EXTRA[0])
    else:
        g.kind = "extra"
        g._open = EXTRA


def extra(g: Position, option: tuple[str]) -> None:
    if option is not PASS:
        seat = g.mover
        g.tokens[seat] -= 1
        g.supply += 1
        g._extra = 1
    DO[g._action](g)
