"""Step 3 of a turn: the Stone Circle's six actions, a settlement's two, none after a later one (L306 to L371)."""

from __future__ import annotations

from typing import Any

from . import data, land
from .data import (
    CIRCLE,
    COST,
    CRYSTAL,
    DONE,
    DROP,
    GOLD,
    LOCATORS_OF,
    NODE_TILE,
    PASS,
    QUESTS,
    TILE,
    TOP,
)
from .position import Position

COMPLETE, DISCARD, DRAW = ("complete",), ("discard_quest",), ("draw_quest",)
IMPROVE = tuple([("improve", ability) for ability in range(3)])
DELIVER = tuple([("deliver", resource) for resource in data.RESOURCES])
USE_RING = (("ring",), PASS)


def begin(g: Position) -> None:
    tile = NODE_TILE[g.at[g.mover]]
    g._stage = 0
    if tile == CIRCLE:
        ask_circle(g)
    elif tile in g.settlements:
        g._values = [-1] * 6
        ask_settlement(g)
    else:
        land.end_turn(g)


def _ask(g: Position, kind: str, options: list[Any]) -> None:
    """What there is to do, and what may be dropped in between (A10), until nothing is left or wanted."""
    options += drops(g, g.mover)
    if options:
        options.append(DONE)
        g.kind = kind
        g._open = options
    else:
        land.end_turn(g)


def drops(g: Position, seat: int) -> list[Any]:
    """What a player may discard (L290, L304, L151)."""
    held = g.carried[seat] + g.items[seat]
    return [DROP[chit] for chit, count in enumerate(held) if count]


def discard(g: Position, chit: int) -> None:
    """A carried chit or an item goes to the discards."""
    seat = g.mover
    if chit >= GOLD:
        g.items[seat][chit - GOLD] -= 1
    else:
        g.carried[seat][chit] -= 1
        g.load[seat] -= 1
    g.discards.append(chit)


# The Stone Circle: its six actions, by stage


def ask_circle(g: Position) -> None:
    seat, stage, quest = g.mover, g._stage, g.quest[g.mover]
    options: list[Any] = []
    if stage < 1 and quest >= 0 and all(g.carried[seat][resource] for resource in QUESTS[quest][1]):
        options.append(COMPLETE)
    if stage < 3:
        reputation, level = g.reputation[seat], g.level[seat]
        options += [IMPROVE[n] for n in range(3) if level[n] < TOP and COST[level[n] + 1] <= reputation]
        options += [("claim", amount) for amount in range(1, reputation + 1)]
    if stage < 4 and quest >= 0 and is_impossible(g, quest):
        options.append(DISCARD)
    if stage < 5 and quest < 0 and g.piles["quests"]:
        options.append(DRAW)
    if stage < 6:
        options += [("deliver", number) for number in range(1, g.carried[seat][CRYSTAL] + 1)]
    _ask(g, "circle", options)


def is_impossible(g: Position, quest: int) -> bool:
    """Whether no locator in play is left for one of its resources (L325, A12)."""
    return any(not any(g.sites[n] for n in LOCATORS_OF[resource]) for resource in QUESTS[quest][1])


def circle(g: Position, option: tuple[Any, ...]) -> None:
    if option is DONE:
        land.end_turn(g)
    else:
        AT_CIRCLE[option[0]](g, option)


def _complete(g: Position, option: tuple[str]) -> None:
    """Its bonus holds from now on, and a tile is enchanted if there is one (L319 to L323)."""
    seat = g.mover
    g._stage = 1
    bonus, resources = QUESTS[g.quest[seat]]
    for resource in resources:
        discard(g, resource)
    g.quest[seat] = -1
    g.finished[seat] += 1
    g.powers[seat][bonus] += 1
    if bonus == data.WOOD_SPIRIT:
        g.spirit[seat] |= data.WOODS
    elif bonus == data.HILL_SPIRIT:
        g.spirit[seat] |= data.HILLS
    if g.icons:
        g.ask("enchant", [TILE[tile] for tile in g.icons], enchant)
    else:
        ask_circle(g)


def enchant(g: Position, option: tuple[int]) -> None:
    land.enchant(g, option[0])
    ask_circle(g)


def _improve(g: Position, option: tuple[str, int]) -> None:
    seat = g.mover
    g._stage = 2
    level = g.level[seat]
    level[option[1]] += 1
    cost = COST[level[option[1]]]
    g.reputation[seat] -= cost
    g.supply += cost
    ask_circle(g)


def _claim(g: Position, option: tuple[str, int]) -> None:
    g._stage = 3
    g.reputation[g.mover] -= option[1]
    g.markers[g.mover] += option[1]
    ask_circle(g)


def _discard_quest(g: Position, option: tuple[str]) -> None:
    """For good: the deck is not made anew (A: deck empty, no draw)."""
    g._stage = 4
    g.quests_out.append(g.quest[g.mover])
    g.quest[g.mover] = -1
    ask_circle(g)


def _draw_quest(g: Position, option: tuple[str]) -> None:
    g._stage = 5
    g.quest[g.mover] = g.draw("quests")
    ask_circle(g)


def _crystals(g: Position, option: tuple[str, int]) -> None:
    """All that are delivered count, then the chart goes on for each (L349)."""
    seat, number = g.mover, option[1]
    g._stage = 6
    g.carried[seat][CRYSTAL] -= number
    g.load[seat] -= number
    g.crystals[seat] += number
    for _ in range(number):
        land.advance_chart(g)
        if g.over:
            return
    ask_circle(g)


def _drop(g: Position, option: tuple[str, int]) -> None:
    discard(g, option[1])
    ask_circle(g)


AT_CIRCLE = {
    "complete": _complete,
    "improve": _improve,
    "claim": _claim,
    "discard_quest": _discard_quest,
    "draw_quest": _draw_quest,
    "deliver": _crystals,
    "drop": _drop,
}


# A settlement: deliver resources, then draw a quest


def ask_settlement(g: Position) -> None:
    seat = g.mover
    options: list[Any] = []
    if not g._stage:
        options += [DELIVER[resource] for resource in data.RESOURCES if g.carried[seat][resource]]
        if g.quest[seat] < 0 and g.piles["quests"]:
            options.append(DRAW)
    _ask(g, "settlement", options)


def settlement(g: Position, option: tuple[Any, ...]) -> None:
    if option is DONE:
        land.end_turn(g)
    elif option is DRAW:
        g._stage = 1
        g.quest[g.mover] = g.draw("quests")
        ask_settlement(g)
    elif option[0] == "drop":
        discard(g, option[1])
        ask_settlement(g)
    else:
        g._resource = option[1]
        if g.items[g.mover][data.RING - GOLD]:
            g.kind = "ring"
            g._open = USE_RING
        else:
            ring(g, PASS)


def ring(g: Position, option: tuple[str]) -> None:
    """Reputation for one resource (L359 to L367): duplicates bring what the first of them did."""
    seat = g.mover
    resource = g._resource
    if g._values[resource] < 0:
        g._values[resource] = data.VALUE[g.demand[NODE_TILE[g.at[seat]]][resource]]
    gained = g._values[resource] + data.TRADE[g.level[seat][data.TRADING]] + data.HARP_BONUS * g.powers[seat][data.HARP]
    if option is not PASS:
        discard(g, data.RING)
        gained += data.RING_BONUS
    discard(g, resource)
    demand = g.demand[NODE_TILE[g.at[seat]]]
    if demand[resource]:
        demand[resource] -= 1
    pay(g, seat, gained)
    ask_settlement(g)


def pay(g: Position, seat: int, amount: int) -> None:
    """Reputation from the supply; ten-markers when it cannot pay, and the last turn once it is empty (L379, A13)."""
    if amount >= g.supply:
        g.exhausted = True
        while amount > g.supply and g.tens:
            g.tens -= 1
            g.supply += data.TEN
        amount = min(amount, g.supply)
    g.supply -= amount
    g.reputation[seat] += amount
