"""Set-up (A1): destinies, quests, the map, resources, demand, the bag."""

from __future__ import annotations

from typing import Any

from . import data
from .board import Board, cell, named
from .data import GREEN, TILE, TILES
from .network import distances, open_roads
from .position import Position


def set_up(g: Position, luckiest: bool) -> None:
    """Deal one of the six destinies to everybody, or two of ten or eleven (L230, L387)."""
    last = (data.LUCKIEST if not luckiest else data.LUCKIEST + 1) if g.advanced else len(data.BASIC)
    g.piles["destinies"] = list(range(last))
    for seat in range(g.players):
        g.dealt[seat] = sorted([g.draw("destinies") for _ in range(1 + g.advanced)])
    ask_destiny(g, 0)


def ask_destiny(g: Position, seat: int) -> None:
    if seat < g.players:
        g.seat = seat
        g.ask("destiny", [(card,) for card in g.dealt[seat]], keep_destiny)
        return
    g.piles["quests"] = list(range(len(data.QUESTS)))
    for other in range(g.players):
        g.quest[other] = g.draw("quests")
    g.piles["tiles"] = list(range(1, TILES))
    if g.quick:
        quick_map(g)
        place_resources(g)
    else:
        lay_next(g, g.first)


def keep_destiny(g: Position, option: tuple[int]) -> None:
    seat = g.seat
    g.destiny[seat] = option[0]
    g.dealt[seat].remove(option[0])
    g.piles["destinies"] += g.dealt[seat]
    g.dealt[seat] = []
    ask_destiny(g, seat + 1)


# The map


def _next_tile(g: Position) -> int:
    return g.draw("tiles") if g.piles["tiles"] else g.aside.pop(0)


def quick_map(g: Position) -> None:
    """Lay every tile by chance where it has most neighbours, and all anew until the limit holds (A3)."""
    while True:
        # as they are taken up: the stack, then what lies on the table
        lying = [tile for tile in sorted(g.board.lying.values()) if tile != data.CIRCLE]
        g.piles["tiles"], g.aside = [*g.piles["tiles"], *reversed(g.aside), *lying], []
        g.board = Board()
        fails = 0
        while fails < len(g.piles["tiles"]) + len(g.aside):
            tile = _next_tile(g)
            spots = [named(spot) for spot in g.board.spots(tile, crowded=True)]
            if spots:
                g.piles["cell"] = list(dict.fromkeys([spot[:2] for spot in spots]))
                where = g.draw("cell")
                g.piles["turn"] = [spot[2] for spot in spots if spot[:2] == where]
                g.board.lay(tile, (cell(*where), g.draw("turn")))
                fails = 0
            else:
                g.aside.append(tile)
                fails += 1
        if not fails and g.board.lost() <= data.LOST:
            del g.piles["cell"], g.piles["turn"]
            return


def lay_next(g: Position, seat: int) -> None:
    """A player draws a tile and lays it; one that fits nowhere goes under the stack, and the next is drawn."""
    g.seat = seat
    tiles = g.piles["tiles"]
    for _ in range(len(tiles) + len(g.aside)):
        tile = g.tile = _next_tile(g)
        spots = g.board.spots(tile)
        if spots:
            g.ask("place", [named(spot) for spot in spots], placed)
            return
        g.aside.append(tile)
    if g.aside:  # nothing fits any more (ours)
        quick_map(g)
        place_resources(g)
    else:
        adjust_next(g, g.first)


def placed(g: Position, option: tuple[int, int, int]) -> None:
    _lay(g, option)
    lay_next(g, (g.seat + 1) % g.players)


def _lay(g: Position, option: tuple[int, int, int]) -> None:
    g.board.lay(g.tile, next(spot for spot in g.board.spots(g.tile) if named(spot) == option))


def adjust_next(g: Position, seat: int) -> None:
    """While more than two locators are cut off, each takes up a tile in turn and lays it better (L246, A3)."""
    if g.board.lost() <= data.LOST:
        place_resources(g)
        return
    tiles = [TILE[tile] for tile in g.board.movable()]
    if not tiles:
        quick_map(g)
        place_resources(g)
        return
    g.seat = seat
    g.ask("adjust", tiles, adjusted)


def adjusted(g: Position, option: tuple[int]) -> None:
    tile = g.tile = option[0]
    lost = g.board.lost()
    g.board.lift(tile)
    g.ask("place_again", [named(spot) for spot in g.board.better(tile, lost)], placed_again)


def placed_again(g: Position, option: tuple[int, int, int]) -> None:
    _lay(g, option)
    adjust_next(g, (g.seat + 1) % g.players)


# The rest


def place_resources(g: Position) -> None:
    """Resources on the locators with a way to the Circle; the others are out of the game (L252)."""
    for locator, node in enumerate(data.LOCATOR_NODE):
        if node in g.board.linked:
            g.sites[locator] = 2
        else:
            g.boxed[locator % 6] += 1
    open_roads(g)
    set_demand(g)
    fill_bag(g)
    g.seat = g.mover = g.first
    g.due = True


def column(distance: int) -> int:
    """The column of a chart by movement points to the resource (L258); without a way the last (A)."""
    return data.LAST if distance < 0 else min(max(distance, 1), data.LAST + 1) - 1


def set_demand(g: Position) -> None:
    for tile in data.SETTLEMENTS:
        far = distances(g, GREEN[tile][0])
        for resource, locators in enumerate(data.LOCATORS_OF):
            ways = [far[data.LOCATOR_NODE[n]] for n in locators if g.sites[n] and far[data.LOCATOR_NODE[n]] >= 0]
            g.demand[tile][resource] = column(min(ways, default=-1))


def fill_bag(g: Position) -> None:
    bag: list[Any] = [resource for resource in data.RESOURCES for _ in range(data.IN_BAG)]
    bag += [item for item in range(data.GOLD, data.ROMAN) for _ in range(data.ITEMS_IN_BAG)]
    bag += [data.ROMAN] * data.ROMANS[g.players]
    bag += [data.DRUID, *[data.ORDERS] * g.orders_chit, data.CYCLE, *[data.ROMANISED] * g.romanised_chit]
    g.piles["bag"] = bag
    for number in range(g.players):
        for item in data.STARTING[number]:
            g.items[(g.first + number) % g.players][item - data.GOLD] += 1
