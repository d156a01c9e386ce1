"""What happens to the land: Romans come and go, settlements are conquered, tiles enchanted; and the end of it all."""

from __future__ import annotations

from bisect import insort
from typing import Any

from . import data
from .data import GREEN, LOCATORS_ON, PLACE, ROADS, ROMAN, SETTLEMENTS, WHOLE
from .network import change
from .position import Position


def free_places(g: Position) -> list[tuple[Any, ...]]:
    return [PLACE[place] for place in g.free]


def put_roman(g: Position, option: tuple[int, int]) -> None:
    """A Roman on a free place; the last open road of a settlement conquers it (L156)."""
    place = data.PLACE_OF[option]
    g.roman[place] = True
    g.free.remove(place)
    tile = option[0]
    if tile in g.settlements and all(g.roman[road] for road in ROADS[tile]):
        conquer(g, tile)


def move_roman(g: Position, place: int, option: tuple[int, int]) -> None:
    """Another location for a Roman; nobody stands on it any longer."""
    g.roman[place] = False
    insort(g.free, place)
    _step_down(g, (place,))
    put_roman(g, option)


def _step_down(g: Position, places: tuple[int, ...], onto: int = -1) -> None:
    g.stood = [onto if place in places else place for place in g.stood]


def _clear(g: Position, tile: int) -> int:
    """Take a tile's Roman places out of play, and give the number of Romans that stood there."""
    places = ROADS[tile]
    romans = 0
    for place in places:
        if g.roman[place]:
            g.roman[place] = False
            romans += 1
        else:
            g.free.remove(place)
    return romans


def conquer(g: Position, tile: int) -> None:
    """A settlement becomes a Roman Town (L133): one Roman out of the game, the others discarded, its chart gone."""
    g.settlements.remove(tile)
    romans = _clear(g, tile)
    g.boxed[ROMAN] += 1
    g.discards += [ROMAN] * (romans - 1)
    _step_down(g, ROADS[tile])
    if tile in g.icons:  # L129
        g.icons.remove(tile)
    if g.crystal[tile] > 0:
        g.discards.append(data.CRYSTAL)
    g.crystal[tile] = -1
    insort(g.free, WHOLE[tile])
    change(g, tile, WHOLE[tile])
    if not g.settlements:  # L377
        finish(g, "romanised")


def enchant(g: Position, tile: int) -> None:
    """Turn a tile over (L158, L323): resources out of the game, Romans without a place discarded, a crystal on it."""
    g.icons.remove(tile)
    for locator in LOCATORS_ON[tile]:
        if g.sites[locator] == 2:
            g.boxed[locator % 6] += 1
        g.sites[locator] = 0
    g.crystal[tile] = 0
    if g.unmined:
        g.unmined -= 1
        g.crystal[tile] = 1
    if tile in SETTLEMENTS:  # a Roman place a road, as before (A6)
        return
    whole, joined = WHOLE[tile], data.JOINED[tile]
    first = next((road for road in ROADS[tile] if g.roman[road]), -1)
    romans = _clear(g, tile)
    if romans:
        g.roman[whole] = True
        g.discards += [ROMAN] * (romans - 1)
        _step_down(g, (first,), whole)
        _step_down(g, ROADS[tile])
    else:
        insort(g.free, whole)
    old = GREEN[tile]
    g.at = [joined if node in old else node for node in g.at]
    change(g, tile, whole, joined)


def advance_chart(g: Position) -> None:
    """The marker goes to the next box; at 12 the game is over at once (L176)."""
    g.chart += 1
    if g.chart == data.END_OF_CHART:
        finish(g, "enchanted")


def finish(g: Position, reason: str) -> None:
    """The end. Luckiest finds two of the basic destinies that nobody kept (A14)."""
    g.over, g.reason = True, reason
    g.kind, g._open = "", ()
    if data.LUCKIEST in g.destiny:
        g.piles["luckiest"] = [destiny for destiny in data.BASIC if destiny not in g.destiny]
        g.lucky = sorted([g.draw("luckiest"), g.draw("luckiest")])


def end_turn(g: Position) -> None:
    if g.exhausted:  # L379
        finish(g, "supply")
        return
    if not g.last:
        g.last = "time" if g.time_up else "rounds" if g.round == g.limit else ""
    g.mover = (g.mover + 1) % g.players
    if g.mover == g.first:
        if g.last:  # L375: all have had the same number of turns
            finish(g, g.last)
            return
        g.round += 1
    g.seat = g.mover
    g.due = True
