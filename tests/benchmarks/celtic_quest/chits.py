"""Step 1 of a turn: draw chits and resolve them in any order (L270 to L272, L145 to L160)."""

from __future__ import annotations

from typing import Any

from . import data, land, moves
from .data import CHIT, LOCATOR, LOCATORS_OF, PASS, PLACE, ROADS, TILE
from .position import Position

DRAWN = 2  # L272
ROW = (*range(6), 16, *range(6, 15)).__getitem__  # how they lie when drawn: a crystal last


def begin_turn(g: Position) -> None:
    """Draw two, and one more for each Talisman (L296); with too few in the bag the discards go back first (A)."""
    bag = g.piles["bag"]
    wanted = DRAWN + g.powers[g.mover][data.TALISMAN]
    if len(bag) < wanted:
        bag += g.discards
        g.discards.clear()
    g.drawn = sorted([g.draw("bag") for _ in range(min(wanted, len(bag)))], key=ROW)
    g._needed = max(0, len(g.drawn) - DRAWN)
    g._low = 0
    give_back(g)


def give_back(g: Position, option: tuple[int] | None = None) -> None:
    """Return what is over two, one pick at a time, never a lower chit than before, until a pick has to be asked for."""
    drawn = g.drawn
    while True:
        if option is not None:
            chit = option[0]
            g._low = drawn.index(chit)
            del drawn[g._low]
            g.piles["bag"].append(chit)
            g._needed -= 1
        if not g._needed:
            resolve_next(g)
            return
        chits = list(dict.fromkeys(drawn[g._low : len(drawn) - g._needed + 1]))
        if len(chits) > 1:
            g.kind = "give_back"
            g._open = [CHIT[chit] for chit in chits]
            return
        option = CHIT[chits[0]]


def resolve_next(g: Position) -> None:
    """Ask which chit comes next; with none left, movement begins."""
    if g.over:
        return
    drawn = g.drawn
    if not drawn:
        moves.begin(g)
    elif drawn[0] == drawn[-1]:
        resolve(g, CHIT[drawn[0]])
    else:
        g.kind = "resolve"
        g._open = [CHIT[chit] for chit in drawn]


def resolve(g: Position, option: tuple[int]) -> None:
    chit = option[0]
    g.drawn.remove(chit)
    if chit > data.ROMAN:
        g.discards.append(chit)
        SPECIAL[chit](g)
    else:
        g.chit = chit
        if chit < data.CRYSTAL:
            _resource(g, chit)
        elif chit == data.CRYSTAL:
            _crystal(g)
        elif chit == data.ROMAN:
            if g.free:
                g.ask("roman", land.free_places(g), roman)
            else:
                _discard(g)
                resolve_next(g)
        else:
            _item(g, chit)


def _discard(g: Position) -> None:
    g.discards.append(g.chit)
    g.chit = -1


# Resources and crystals


def _resource(g: Position, chit: int) -> None:
    """On an empty locator of its kind, or else more demand somewhere (L149)."""
    empty = [LOCATOR[n] for n in LOCATORS_OF[chit] if g.sites[n] == 1]
    if empty:
        g.ask("locator", empty, locator)
        return
    _discard(g)
    growing = [TILE[tile] for tile in g.settlements if g.demand[tile][chit] < data.LAST]
    if growing:
        g._resource = chit
        g.ask("demand", growing, demand)
    else:
        resolve_next(g)


def locator(g: Position, option: tuple[int, int]) -> None:
    g.sites[LOCATOR.index(option)] = 2
    g.chit = -1
    resolve_next(g)


def demand(g: Position, option: tuple[int]) -> None:
    g.demand[option[0]][g._resource] += 1
    resolve_next(g)


def _crystal(g: Position) -> None:
    """Back to an empty crystal place (L304)."""
    empty = [TILE[tile] for tile, lies in enumerate(g.crystal) if lies == 0]
    if empty:
        g.ask("crystal", empty, crystal)
    else:
        _discard(g)
        resolve_next(g)


def crystal(g: Position, option: tuple[int]) -> None:
    g.crystal[option[0]] = 1
    g.chit = -1
    resolve_next(g)


# Items


def _item(g: Position, chit: int) -> None:
    """Into the pouch; of four, one is discarded (L151)."""
    items = g.items[g.mover]
    items[chit - data.GOLD] += 1
    g.chit = -1
    if sum(items) > data.POUCH:
        g.ask("pouch", [CHIT[data.GOLD + n] for n, count in enumerate(items) if count], pouch)
    else:
        resolve_next(g)


def pouch(g: Position, option: tuple[int]) -> None:
    g.items[g.mover][option[0] - data.GOLD] -= 1
    g.discards.append(option[0])
    resolve_next(g)


# Romans


def roman(g: Position, option: tuple[int, int]) -> None:
    g.chit = -1
    land.put_roman(g, option)
    resolve_next(g)


def _orders(g: Position) -> None:
    """The drawer may move any one Roman to another free place (A)."""
    romans: list[tuple[Any, ...]] = [PLACE[place] for place, there in enumerate(g.roman) if there]
    if romans and g.free:
        g.kind = "orders"
        g._open = [*romans, PASS]
    else:
        resolve_next(g)


def orders(g: Position, option: tuple[Any, ...]) -> None:
    if option is PASS:
        resolve_next(g)
    else:
        g._roman = data.PLACE_OF[option]
        g.ask("orders_to", land.free_places(g), orders_to)


def orders_to(g: Position, option: tuple[int, int]) -> None:
    land.move_roman(g, g._roman, option)
    resolve_next(g)


def _romanised(g: Position) -> None:
    """A settlement with a Roman is conquered (A)."""
    held = [TILE[tile] for tile in g.settlements if any(g.roman[road] for road in ROADS[tile])]
    if held:
        g.ask("romanised", held, romanised)
    else:
        resolve_next(g)


def romanised(g: Position, option: tuple[int]) -> None:
    land.conquer(g, option[0])
    resolve_next(g)


# Cycle and Druid


def _cycle(g: Position) -> None:
    """All discards go back into the bag, itself too (L157, A)."""
    g.piles["bag"] += g.discards
    g.discards.clear()
    resolve_next(g)


def _druid(g: Position) -> None:
    """The chart first, then a tile is enchanted (L158, A6)."""
    land.advance_chart(g)
    if g.icons and not g.over:
        g.ask("druid", [TILE[tile] for tile in g.icons], druid)
    else:
        resolve_next(g)


def druid(g: Position, option: tuple[int]) -> None:
    land.enchant(g, option[0])
    resolve_next(g)


SPECIAL = {data.CYCLE: _cycle, data.DRUID: _druid, data.ORDERS: _orders, data.ROMANISED: _romanised}
