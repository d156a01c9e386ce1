"""`test`: the scenarios of a game."""

from __future__ import annotations

import click

from .exits import DONE, FAULTS, Stop, misuse
from .opening import open_game, print_diagnostics, reason, split_spec


@click.command()
@click.argument("game")
@click.option("-k", "keyword", metavar="TEXT", help="only scenarios whose name has TEXT in it")
@click.option("--mutants", is_flag=True, help="also see scenarios fail under the changes they name")
def test(game: str, keyword: str | None, mutants: bool) -> int:
    """Run the scenarios that lie beside GAME. Status 1 when one fails."""
    from ..diagnostics import DefinitionError
    from ..scenario import main_report, run_scenarios

    name, variants = split_spec(game)
    open_game(name, variants, {})
    try:
        results = run_scenarios(game, keyword, mutants=mutants)
    except DefinitionError as fault:
        print_diagnostics(fault.diagnostics)
        raise Stop(status=FAULTS) from None
    except (LookupError, ValueError, OSError) as fault:
        raise misuse(reason(fault)) from None
    click.echo(main_report(results) if results else _nothing(name, keyword), nl=not results)
    return DONE if all(result.passed for result in results) else FAULTS


def _nothing(game: str, keyword: str | None) -> str:
    """Why there was nothing to run, and where it would have to be."""
    from ..loading import find_game, shown_path
    from ..scenario import scenario_files

    home = find_game(game)
    if scenario_files(game):
        return f"no scenario has `{keyword}` in its name"
    if home.is_dir():
        return f"no scenarios: there is no .yaml file in {shown_path(home / 'scenarios')}"
    return "no scenarios: only a game in a folder of its own has them; call its file game.yaml there"
