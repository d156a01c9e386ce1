"""`coverage`: which rules neither scenarios nor random games exercise."""

from __future__ import annotations

import json
import re
import sys

import click

from .exits import DONE, FAULTS, Stop, misuse
from .opening import compiled, open_game, parameters, print_diagnostics, set_option, split_spec


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(min=0), default=200, show_default=True, metavar="N", help="random games")
@click.option("--players", metavar="N or N..M", help="at which numbers of players; else at all")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="where all chance comes from")
@set_option
@click.option("--scenarios-only", is_flag=True, help="no random games")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--fail-under", type=click.FloatRange(0, 100), metavar="P", help="status 1 below so many percent")
def coverage(
    game: str,
    games: int,
    players: str | None,
    seed: int,
    sets: tuple[str, ...],
    scenarios_only: bool,
    form: str,
    fail_under: float | None,
) -> int:
    """
    Run the scenarios of GAME, play random games, and list the rules that were never exercised.

    Scenarios have players and parameters of their own; the options are for the random games.
    """
    from ..coverage import in_words, measure
    from ..diagnostics import DefinitionError
    from .screen import colours, columns

    name, variants = split_spec(game)
    values = parameters(sets)
    loaded = open_game(name, variants, values)
    counts = _counts(players, loaded.id, loaded.players)
    for n in counts:
        compiled(loaded, n)
    try:
        report = measure(
            loaded, spec=name, variants=variants, parameters=values, players=counts,
            games=0 if scenarios_only else games, seed=seed,
        )  # fmt: skip
    except DefinitionError as fault:
        print_diagnostics(fault.diagnostics)
        raise Stop(status=FAULTS) from None
    if form == "json":
        click.echo(json.dumps(report.data(), indent=2))
    else:
        for line in in_words(report, colour=colours(sys.stdout), width=columns()):
            click.echo(line)
    return FAULTS if fail_under is not None and report.percent < fail_under else DONE


def _counts(text: str | None, game: str, there: tuple[int, int]) -> range:
    low, high = there
    if text is None:
        return range(low, high + 1)
    match = re.fullmatch(r"(\d{1,3})(?:\.\.(\d{1,3}))?", text.strip())
    if match is None:
        raise misuse(f"`--players {text}` is neither a number nor a range such as 2..4")
    first = int(match[1])
    last = int(match[2] or match[1])
    if not low <= first <= last <= high:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise misuse(f"`{game}` is for {allowed} players, not {text}")
    return range(first, last + 1)
