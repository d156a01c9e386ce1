"""`test`: the scenarios of a game."""

from __future__ import annotations

from pathlib import Path

import click

from .exits import DONE, FAULTS, Stop, misuse
from .opening import open_game, print_diagnostics, reason, split_spec
from .screen import tell


@click.command()
@click.argument("game")
@click.option("-k", "keyword", metavar="TEXT", help="only scenarios whose name has TEXT in it")
@click.option("--mutants", is_flag=True, help="also see scenarios fail under the changes they name")
def test(game: str, keyword: str | None, mutants: bool) -> int:
    """
    Run the scenarios that lie beside GAME, in its folder `scenarios`. Status 1 when one fails.

    Of a variant named by its path (`GAME+./my_rule.yaml`), those in the folder `scenarios` beside that file, or
    beside the folder `variants` that it lies in, are run instead, if there are any.
    """
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
    if results:
        click.echo(main_report(results), nl=False)
    else:
        tell(_nothing(game, keyword))
    for line in _left_out(game):
        tell(line)
    return DONE if all(result.passed for result in results) else FAULTS


def _nothing(game: str, keyword: str | None) -> str:
    """Why there was nothing to run, and where it would have to be."""
    from ..loading import find_game, shown_path
    from ..scenario import scenario_files

    home = find_game(split_spec(game)[0])
    if scenario_files(game):
        return f"no scenario has `{keyword}` in its name"
    if home.is_dir():
        return f"no scenarios: there is no .yaml file in {shown_path(home / 'scenarios')}"
    return "no scenarios: only a game in a folder of its own has them; call its file game.yaml there"


def _left_out(game: str) -> list[str]:
    """Of a variant named by its path: whose scenarios were not run, or that it has none of its own."""
    from ..loading import find_game, is_path
    from ..scenario import scenario_files, variant_homes

    name, variants = split_spec(game)
    if variant_homes(game):
        own = scenario_files(name)
        return [f"the scenarios of {name} itself were not run: triskele test {name}"] if own else []
    home = find_game(name).resolve()
    lost = [v for v in variants if is_path(v) and not Path(v).resolve().is_relative_to(home)]
    return [f"{v} has no scenarios of its own; they go into the folder `scenarios` beside it" for v in lost]
