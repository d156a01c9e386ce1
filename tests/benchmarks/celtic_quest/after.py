"""Step 3 of a turn: the Stone Circle's six actions, a settlement's two, each in its order (L306 to L371)."""

from __future__ import annotations

from typing import Any

from . import data, land
from .data import (
    ABILITY,
    CHIT,
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

COMPLETE = (("complete",), PASS)
DISCARD = (("discard",), PASS)
DRAW = (("draw",), PASS)
USE_RING = (("ring",), PASS)


def begin(g: Position) -> None:
    tile = NODE_TILE[g.at[g.mover]]
    if tile == CIRCLE:
        _quest(g)
    elif tile in g.settlements:
        g._values = [-1] * 6
        ask_delivery(g)
    else:
        land.end_turn(g)


def discard(g: Position, chit: int) -> None:
    """A carried chit or an item goes to the discards."""
    seat = g.mover
    if chit >= GOLD:
        g.items[seat][chit - GOLD] -= 1
    else:
        g.carried[seat][chit] -= 1
        g.load[seat] -= 1
    g.discards.append(chit)


# The Stone Circle, 1: complete a quest


def _quest(g: Position) -> None:
    seat = g.mover
    if g.quest[seat] >= 0:
        one, other = QUESTS[g.quest[seat]][1]
        if g.carried[seat][one] and g.carried[seat][other]:
            g.kind = "complete"
            g._open = COMPLETE
            return
    ask_improvement(g)


def complete(g: Position, option: tuple[str]) -> None:
    """Its bonus holds from now on, and a tile is enchanted if there is one (L319 to L323)."""
    if option is PASS:
        ask_improvement(g)
        return
    seat = g.mover
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
        ask_improvement(g)


def enchant(g: Position, option: tuple[int]) -> None:
    land.enchant(g, option[0])
    ask_improvement(g)


# 2: improve abilities


def ask_improvement(g: Position) -> None:
    reputation = g.reputation[g.mover]
    level = g.level[g.mover]
    payable = [ABILITY[n] for n in range(3) if level[n] < TOP and COST[level[n] + 1] <= reputation]
    if payable:
        g.kind = "improve"
        g._open = [*payable, DONE]
    else:
        _claim(g)


def improve(g: Position, option: tuple[Any, ...]) -> None:
    if option is DONE:
        _claim(g)
        return
    seat = g.mover
    level = g.level[seat]
    level[option[0]] += 1
    cost = COST[level[option[0]]]
    g.reputation[seat] -= cost
    g.supply += cost
    ask_improvement(g)


# 3: claim victory points


def _claim(g: Position) -> None:
    if g.reputation[g.mover]:
        g.kind = "claim"
        g._open = [(amount,) for amount in range(g.reputation[g.mover] + 1)]
    else:
        _impossible(g)


def claim(g: Position, option: tuple[int]) -> None:
    g.reputation[g.mover] -= option[0]
    g.markers[g.mover] += option[0]
    _impossible(g)


# 4 and 5: discard a quest, draw a quest


def is_impossible(g: Position, quest: int) -> bool:
    """Whether no locator in play is left for one of its resources (L325, A12)."""
    return any(not any(g.sites[n] for n in LOCATORS_OF[resource]) for resource in QUESTS[quest][1])


def _impossible(g: Position) -> None:
    quest = g.quest[g.mover]
    if quest >= 0 and is_impossible(g, quest):
        g.kind = "discard_quest"
        g._open = DISCARD
    else:
        ask_quest(g)


def discard_quest(g: Position, option: tuple[str]) -> None:
    if option is not PASS:
        g.quests_out.append(g.quest[g.mover])  # for good: the deck is not made anew (A: deck empty, no draw)
        g.quest[g.mover] = -1
    ask_quest(g)


def ask_quest(g: Position) -> None:
    if g.quest[g.mover] < 0 and g.piles["quests"]:
        g.kind = "draw_quest"
        g._open = DRAW
    else:
        _after_quest(g)


def draw_quest(g: Position, option: tuple[str]) -> None:
    if option is not PASS:
        g.quest[g.mover] = g.draw("quests")
    _after_quest(g)


def _after_quest(g: Position) -> None:
    seat = g.mover
    if NODE_TILE[g.at[seat]] == CIRCLE and g.carried[seat][CRYSTAL]:
        g.kind = "crystals"
        g._open = [(number,) for number in range(g.carried[seat][CRYSTAL] + 1)]
    else:
        ask_drop(g)


# 6: deliver crystals


def crystals(g: Position, option: tuple[int]) -> None:
    """All that are delivered count, then the chart goes on for each (L349)."""
    seat = g.mover
    g.carried[seat][CRYSTAL] -= option[0]
    g.load[seat] -= option[0]
    g.crystals[seat] += option[0]
    for _ in range(option[0]):
        land.advance_chart(g)
        if g.over:
            return
    ask_drop(g)


# A settlement, 1: deliver resources; then draw a quest


def ask_delivery(g: Position) -> None:
    carried = g.carried[g.mover]
    resources = [CHIT[resource] for resource in data.RESOURCES if carried[resource]]
    if resources:
        g.kind = "deliver"
        g._open = [*resources, DONE]
    else:
        ask_quest(g)


def deliver(g: Position, option: tuple[Any, ...]) -> None:
    if option is DONE:
        ask_quest(g)
        return
    g._resource = option[0]
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
    ask_delivery(g)


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


# The end of the turn: what is not wanted may still be dropped (A10)


def ask_drop(g: Position) -> None:
    seat = g.mover
    held = g.carried[seat] + g.items[seat]
    options: list[Any] = [DROP[chit] for chit, count in enumerate(held) if count]
    if options:
        g.kind = "drop"
        g._open = [*options, DONE]
    else:
        land.end_turn(g)


def drop(g: Position, option: tuple[Any, ...]) -> None:
    if option is DONE:
        land.end_turn(g)
    else:
        discard(g, option[1])
        ask_drop(g)
