"""Step 2 of a turn: movement, Romans in the way, picking up and dropping (L274 to L304)."""

from __future__ import annotations

from typing import Any

from . import after, data, land
from .data import BREAD, BY_ELIXIR, CARRYING, CRYSTAL, DONE, GOLD, LOCATORS_AT, NODE_TILE, PASS, TAKE, TERRAIN
from .position import Position

SHIFT = (("shift",), PASS)
PAY_GOLD = (("gold",), PASS)
BRIBE = (("bribe",), PASS)


def begin(g: Position) -> None:
    """The first turn begins anywhere that fits the destiny (L276, A7); later a Roman below may be moved (L282)."""
    seat = g.mover
    if g.at[seat] < 0:
        tiles = data.START[g.destiny[seat]]
        nodes = {node for tile in tiles for node in g.node_at[6 * tile : 6 * tile + 6] if node >= 0}
        g.ask("start", [data.NODE[node] for node in sorted(nodes)], start)
    elif g.stood[seat] >= 0 and g.free:
        g.kind = "shift"
        g._open = SHIFT
    else:
        walk(g)


def start(g: Position, option: tuple[int, int]) -> None:
    g.at[g.mover] = data.NODE_OF[option]
    walk(g)


def shift(g: Position, option: tuple[str]) -> None:
    if option is PASS:
        walk(g)
    else:
        g.ask("shift_to", land.free_places(g), shift_to)


def shift_to(g: Position, option: tuple[int, int]) -> None:
    land.move_roman(g, g.stood[g.mover], option)
    if not g.over:
        walk(g)


def walk(g: Position) -> None:
    """Set out with the movement points and the pick-ups on the way that abilities and quests give."""
    seat = g.mover
    level, powers = g.level[seat], g.powers[seat]
    g.points = data.MOVE[level[data.MOVEMENT]] + powers[data.HORSE]
    g.picks = data.ON_THE_WAY[level[CARRYING]] + powers[data.SACK]
    g.moving = True
    ask_move(g)


def capacity(g: Position, seat: int) -> int:
    return data.CARRY[g.level[seat][CARRYING]] + g.powers[seat][data.PACK]


def ask_move(g: Position) -> None:
    """The next step, a pick-up, Bread, or something dropped; after movement has ended only pick-ups and drops."""
    seat = g.mover
    node = g.at[seat]
    items = g.items[seat]
    options: list[Any] = []
    if g.moving:
        if g.points:
            options += g.steps[node]
        elif g.spirit[seat]:
            free = g.spirit[seat]
            options += [option for option, _, tile, _ in g.ways[node] if TERRAIN[tile] & free]
    if g.load[seat] < capacity(g, seat):
        here = LOCATORS_AT[node]
        resources = [resource for n, resource in here if g.sites[n] == 2] if here else ()
        if resources:
            if len(resources) > 1:
                resources = sorted(set(resources))
            options += [TAKE[resource] for resource in resources]
        if g.crystal[NODE_TILE[node]] > 0:
            options.append(TAKE[CRYSTAL])
        if resources and g.moving and items[data.ELIXIR - GOLD]:
            options += [BY_ELIXIR[resource] for resource in resources]
    if g.moving and items[BREAD - GOLD]:
        options.append(data.USE_BREAD)
    options += after.drops(g, seat)
    if options:
        options.append(DONE)
        g.kind = "move"
        g._open = options
    else:
        after.begin(g)


def move(g: Position, option: tuple[Any, ...]) -> None:
    if option is DONE:
        after.begin(g)
    else:
        MOVES[option[0]](g, option)


def _go(g: Position, option: tuple[Any, ...]) -> None:
    seat = g.mover
    node, tile, place = next(way[1:] for way in g.ways[g.at[seat]] if way[0] is option)
    if not TERRAIN[tile] & g.spirit[seat]:  # L298
        g.points -= 1
    g.at[seat] = node
    g.stood[seat] = -1
    if place < 0 or not g.roman[place]:
        ask_move(g)
        return
    g._roman = place
    if g.items[seat][0]:
        g.kind = "gold"
        g._open = PAY_GOLD
    else:
        gold(g, PASS)


def gold(g: Position, option: tuple[str]) -> None:
    """Stopped by a Roman, the turn is over; or Gold is paid, and the Roman may be moved (L282 to L284)."""
    seat = g.mover
    if option is PASS:
        g.stood[seat] = g._roman
        land.end_turn(g)
        return
    g.items[seat][0] -= 1
    g.discards.append(GOLD)
    if g.free:
        g.kind = "bribe"
        g._open = BRIBE
    else:
        ask_move(g)


def bribe(g: Position, option: tuple[str]) -> None:
    if option is PASS:
        ask_move(g)
    else:
        g.bribed[g.mover] += 1
        g.ask("bribe_to", land.free_places(g), bribe_to)


def bribe_to(g: Position, option: tuple[int, int]) -> None:
    land.move_roman(g, g._roman, option)
    if not g.over:
        ask_move(g)


def _pick_up(g: Position, chit: int) -> None:
    seat = g.mover
    node = g.at[seat]
    if chit == CRYSTAL:
        g.crystal[NODE_TILE[node]] = 0
    else:
        g.sites[next(n for n, resource in LOCATORS_AT[node] if resource == chit and g.sites[n] == 2)] = 1
    g.carried[seat][chit] += 1
    g.load[seat] += 1


def _take(g: Position, option: tuple[Any, ...]) -> None:
    """A pick-up ends movement, unless the second carrying number has one left (L286)."""
    _pick_up(g, option[1])
    if g.moving:
        if g.picks:
            g.picks -= 1
        else:
            g.moving = False
    ask_move(g)


def _elixir(g: Position, option: tuple[Any, ...]) -> None:
    g.items[g.mover][data.ELIXIR - GOLD] -= 1
    g.discards.append(data.ELIXIR)
    _pick_up(g, option[1])
    ask_move(g)


def _bread(g: Position, option: tuple[Any, ...]) -> None:
    g.items[g.mover][BREAD - GOLD] -= 1
    g.discards.append(BREAD)
    g.points += 1
    ask_move(g)


def _drop(g: Position, option: tuple[Any, ...]) -> None:
    after.discard(g, option[1])
    ask_move(g)


MOVES = {"go": _go, "take": _take, "elixir": _elixir, "bread": _bread, "drop": _drop}
