"""`rules`: a rulebook from the definition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from .exits import DONE, misuse
from .opening import compiled, open_game, parameters, reason, set_option, split_spec

if TYPE_CHECKING:
    from ..game import Game
    from ..overlay import Layers


@click.command()
@click.argument("game")
@click.option("--html", is_flag=True, help="a page of HTML instead of Markdown")
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="the rules for that number of players only")
@set_option
def rules(game: str, html: bool, players: int | None, sets: tuple[str, ...]) -> int:
    """Print the rules of GAME as a rulebook; what its variants change is marked."""
    from ..markdown import to_html
    from ..rulebook import rulebook

    name, variants = split_spec(game)
    found, layers = open_with_layers(name, variants, parameters(sets))
    low, high = found.players
    if players is not None and not low <= players <= high:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise misuse(f"`{found.id}` is for {allowed} players, not {players}")
    for n in range(low, high + 1) if players is None else [players]:
        compiled(found, n)
    text = rulebook(found, layers, players)
    click.echo(to_html(text, found.title) if html else text, nl=False, color=True)
    return DONE


def open_with_layers(name: str, variants: Sequence[str], values: dict[str, Any]) -> tuple[Game, Layers]:
    """A game together with the sections that it is made of; leaves as `open_game` does."""
    from ..diagnostics import Bag, DefinitionError
    from ..game import game_from_sections, read_layers

    try:
        layers = read_layers(name, variants, Bag())
        if layers is not None:
            return game_from_sections(layers.sections, name, values), layers
    except DefinitionError:
        pass
    except (LookupError, ValueError, OSError) as fault:
        raise misuse(reason(fault)) from None
    open_game(name, variants, values)
    raise AssertionError("a game with faults does not open")
