"""Positions of the hand-written Celtae for its tests, and short names for what lies in them."""

from __future__ import annotations

import random

from tests.benchmarks.celtae import Game, rounds
from tests.benchmarks.celtae.data import (  # noqa: F401 (the tests have them from here)
    BUILDER,
    DRUID,
    FARMER,
    FORTRESS,
    NE,
    NOBLE,
    NORTH,
    NW,
    SE,
    SOLDIER,
    SOUTH,
    SW,
    TRAP,
    WARRIOR,
)

F, B, S, N, D = FARMER, BUILDER, SOLDIER, NOBLE, DRUID
PINK, ORANGE, TEAL, PURPLE = range(4)
LAND_NORTH, LAND_SOUTH, CAMP, GROVE, CENTRE = range(5)
PASS, DONE = ("pass",), ("done",)
ONE, TWO, THREE = (1,), (2,), (3,)
FULL = [0, 1, 2, 3, 4, 5]  # a market: pink and orange cards


def card(colour, icon):
    return 3 * colour + icon


def counts(things, size):
    return [list(things).count(i) for i in range(size)]


def position(players=2, *, stop=SE, first=0, draws=None, **given):
    """
    Seat `first` is about to move the marker, and this is how things are.

    By seat: `active`, `tribe`, `hand` (lists of what is there), and any list of the position by seat. `areas` by number
    and `markets` by region as they lie. `draws`: what chance gives, in order and by pile.
    """
    game = Game(players, random.Random(0), first)
    while game.kind != "move":
        game.choose(0)
    game.stop = stop
    for seat in range(game.seats):
        game.hand[seat] = [0] * 12
        game.cards[seat] = game.tokens[seat] = 0
    for seat, things in given.pop("hand", {}).items():
        game.hand[seat] = counts(things, 12)
        game.cards[seat] = len(things)
    for seat, things in given.pop("active", {}).items():
        game.active[seat] = counts(things, 4)
    for seat, things in given.pop("tribe", {}).items():
        game.tribe[seat] = counts(things, 5)
    for number, things in given.pop("areas", {}).items():
        game.area[number] = list(things)
    for region, things in given.pop("markets", {}).items():
        game.market[region] = list(things)
    for name, value in given.items():
        field = getattr(game, name)
        if isinstance(value, dict):
            for place, part in value.items():
                field[place] = part
        else:
            setattr(game, name, value)
    if draws is not None:
        rows = {name: iter(row) for name, row in draws.items()}
        for name, row in draws.items():
            game.piles[name] += row
        game = game.clone(lambda name: next(rows[name]))
    rounds.begin(game, first)
    return game


def choose(game, *options):
    for option in options:
        assert option in game.options, f"{game.kind}: {option} is not among {game.options}"
        game.choose(game.options.index(option))


def asked(game):
    return game.kind, game.options
