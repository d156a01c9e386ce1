"""`new`: a starting point for a game or for a variant."""

from __future__ import annotations

from pathlib import Path

import click

from .exits import DONE, misuse
from .opening import open_game, reason, split_spec
from .screen import tell

FOLDER = click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path), default=Path("."), help="where; else here"
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def new() -> None:
    """Write a starting point, commented and ready to play: a `game` or a `variant`."""


@new.command()
@click.argument("name")
@FOLDER
def game(name: str, folder: Path) -> int:
    """Write the folder NAME: a small game with scenarios."""
    from ..templating import BadName, new_game

    try:
        files = new_game(name, folder)
    except (BadName, OSError) as fault:
        raise misuse(reason(fault)) from None
    for file in files:
        tell(f"written: {file}")
    home = files[0].parent.as_posix()
    tell(f"next: triskele play {home if '/' in home else './' + home}")
    return DONE


@new.command()
@click.argument("name")
@click.option("--extends", "base", required=True, metavar="GAME", help="the game that it changes")
@FOLDER
def variant(name: str, base: str, folder: Path) -> int:
    """Write NAME.yaml: house rules for GAME that change one small thing."""
    from ..templating import BadName, new_variant

    spec, more = split_spec(base)
    if more:
        raise misuse(f"a variant extends a game, not `{base}`; let it say `requires: [{', '.join(more)}]`")
    open_game(spec, (), {})
    try:
        file = new_variant(name, spec, folder)
    except (BadName, OSError) as fault:
        raise misuse(reason(fault)) from None
    path = file.as_posix()
    tell(f"written: {file}")
    tell(f"next: triskele play {spec}+{path if '/' in path else './' + path}")
    return DONE
