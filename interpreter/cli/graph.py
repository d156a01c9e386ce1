"""`graph`: phases and maps as Mermaid."""

from __future__ import annotations

import click

from .exits import DONE, misuse
from .opening import compiled, open_game, parameters, set_option, split_spec


@click.command()
@click.argument("game")
@click.option("--only", metavar="NAME", help="one diagram as bare Mermaid: `phases`, or the name of a map")
@set_option
def graph(game: str, only: str | None, sets: tuple[str, ...]) -> int:
    """Draw the phases and the maps of GAME: Mermaid diagrams in Markdown."""
    from ..diagnostics import did_you_mean
    from ..diagram import diagrams, is_drawn, markdown

    name, variants = split_spec(game)
    found = open_game(name, variants, parameters(sets))
    compiled(found, found.players[1])
    if only is None:
        click.echo(markdown(found), nl=False, color=True)
        return DONE
    drawn = diagrams(found)
    if only not in drawn:
        hint = did_you_mean(only, drawn) or f"there are: {', '.join(drawn)}"
        raise misuse(f"`{found.id}` has no diagram `{only}`; {hint}")
    if not is_drawn(drawn[only]):
        raise misuse(drawn[only].strip())
    click.echo(drawn[only], nl=False, color=True)
    return DONE
