"""`rules`: a rulebook from the definition."""

from __future__ import annotations

import click

from .exits import DONE, misuse
from .opening import compiled, open_game, open_layers, parameters, set_option, split_spec


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
    found = open_game(name, variants, parameters(sets))
    layers = open_layers(name, variants)
    low, high = found.players
    if players is not None and not low <= players <= high:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise misuse(f"`{found.id}` is for {allowed} players, not {players}")
    for n in range(low, high + 1) if players is None else [players]:
        compiled(found, n)
    text = rulebook(found, layers, players)
    click.echo(to_html(text, found.title) if html else text, nl=False, color=True)
    return DONE
