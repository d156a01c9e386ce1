"""Players of the hand-written Celtic Quest: at random, or with a bent, so that what is rare comes about."""

from __future__ import annotations

import random
from typing import Any

from tests.benchmarks.celtic_quest import Game, data, moves, network
from tests.benchmarks.celtic_quest.data import CIRCLE, CRYSTAL

QUESTS, TRADE, ROME = range(3)


def at_random(game: Game, rng: random.Random) -> int:
    return rng.randrange(len(game.options))


def eager(game: Game, rng: random.Random, bent: int = QUESTS) -> int:
    """
    Gather, deliver, finish quests; now and then anything.

    With a bent for trade nobody has a quest and Romans are kept out of settlements; with one for Rome they go there.
    """
    options = game.options
    if rng.random() < 0.1:
        return rng.randrange(len(options))
    if game.kind == "move":
        return _onward(game, rng, bent)
    liked = [n for n, option in enumerate(options) if _likes(game, option, bent)]
    return rng.choice(liked) if liked else rng.randrange(len(options))


def _likes(game: Game, option: tuple[Any, ...], bent: int) -> bool:
    if game.kind in ("roman", "orders_to", "shift_to", "bribe_to") and bent != QUESTS:
        return (option[0] in game.settlements) == (bent == ROME)
    if game.kind == "romanised" and bent == ROME:
        return True
    if game.kind == "circle":
        first = "claim" if bent == TRADE and ("claim", 1) in game.options else game.options[0][0]
        if first == "drop" or (first == "draw_quest" and bent == TRADE):
            return option == data.DONE
        if first in ("claim", "deliver"):
            return option == [o for o in game.options if o[0] == first][-1]
        return bool(option[0] == first)
    if game.kind == "settlement":
        if game.options[0][0] == "deliver":
            wanted = _wanted(game, bent)
            return option[0] == "deliver" and option[1] not in wanted
        return option == (data.DONE if bent == TRADE or ("draw_quest",) not in game.options else ("draw_quest",))
    return game.kind in ("ring", "gold", "bribe", "shift") and option != data.PASS


def _wanted(game: Game, bent: int) -> tuple[int, ...]:
    """What the quest asks for, of somebody who can carry it."""
    seat = game.mover
    able = game.quest[seat] >= 0 and moves.capacity(game, seat) > 1 and bent != TRADE
    return data.QUESTS[game.quest[seat]][1] if able else ()


def _targets(game: Game, bent: int) -> list[int]:
    """The nodes that it is best to go to."""
    seat = game.mover
    carried, wanted = game.carried[seat], _wanted(game, bent)
    if carried[CRYSTAL] or (wanted and all(carried[r] for r in wanted)) or game.reputation[seat] > 12:
        return list(data.GREEN[CIRCLE])
    if any(carried[r] for r in data.RESOURCES if r not in wanted):
        return [data.GREEN[tile][0] for tile in game.settlements]
    found = [node for node, tile in enumerate(data.NODE_TILE) if game.crystal[tile] > 0 and game.ways[node]]
    lying = [n for n in range(data.LOCATORS) if game.sites[n] == 2 and not carried[n % 6]]
    return found + [data.LOCATOR_NODE[n] for n in lying if n % 6 in wanted or not wanted]


def _onward(game: Game, rng: random.Random, bent: int) -> int:
    options, seat = game.options, game.mover
    takes = [
        n for n, option in enumerate(options) if option[0] in ("take", "elixir") and not game.carried[seat][option[1]]
    ]
    if takes:
        return rng.choice(takes)
    targets = _targets(game, bent)
    far = network.distances(game, game.at[seat])
    goes = [n for n, option in enumerate(options) if option[0] == "go"]
    near = [target for target in targets if far[target] > 0]
    if not near or game.at[seat] in targets:
        return len(options) - 1
    if not goes:
        return options.index(data.USE_BREAD) if data.USE_BREAD in options else len(options) - 1
    away = network.distances(game, min(near, key=lambda target: far[target]))
    return min(goes, key=lambda n: away[data.NODE_OF[options[n][1:]]])
