"""`test`: the scenarios of a game."""

from __future__ import annotations

import click

from .exits import DONE, FAULTS, Stop, misuse
from .opening import open_game, reason, split_spec


@click.command()
@click.argument("game")
@click.option("-k", "keyword", metavar="TEXT", help="only scenarios whose name has TEXT in it")
@click.option("--mutants", is_flag=True, help="also see scenarios fail under the changes they name")
def test(game: str, keyword: str | None, mutants: bool) -> int:
    """Run the scenarios that lie beside GAME. Status 1 when one fails."""
    try:
        from ..scenario import run_scenarios  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        raise Stop("error: this version cannot run scenarios yet", FAULTS) from None
    name, variants = split_spec(game)
    open_game(name, variants, {})
    try:
        results = run_scenarios(game, keyword)
    except (LookupError, ValueError, OSError) as fault:
        raise misuse(reason(fault)) from None
    failed = [result for result in results if not result.passed]
    for result in results:
        click.echo(f"{'ok' if result.passed else 'FAILED'}  {result.name}")
        if not result.passed:
            click.echo(f"    {result.message}")
    click.echo(f"{len(results)} scenarios, {len(failed)} failed")
    return FAULTS if failed else DONE
