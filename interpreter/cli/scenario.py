"""`scenario`: a scenario written from a game that was played."""

from __future__ import annotations

from pathlib import Path

import click

from .exits import DONE, misuse


@click.command()
@click.argument("file")
@click.option(
    "--at", type=click.IntRange(min=0), metavar="N", help="the position after line N of the game (default: the last)"
)
@click.option("--name", metavar="TEXT", help="what the scenario is called")
def scenario(file: str, at: int | None, name: str | None) -> int:
    """
    Write a scenario that leads to a position of the game recorded in FILE.

    It begins with the turn before the position where that can be written down, else with the game. Keep
    of its expectations those that show the rule, and add `fails_with`: a change under which it must fail.
    """
    from ..excerpt import Follower, excerpt
    from ..render import clean
    from .records import open_record, replayed

    record, game = open_record(Path(file))
    follower, count = Follower(), 0
    for line, session in replayed(game, record):
        if "result" in line:
            break
        follower.see(line, session)
        count = line.get("n", 0)
        if count == at:
            break
    if at is not None and count < at:
        raise misuse(f"{file} has only {count} lines of the game")
    assert follower.state is not None
    title = clean(name or f"line {count} of {Path(file).name}")
    click.echo(excerpt(game, record.header, follower.moments, follower.state, title), nl=False)
    return DONE
