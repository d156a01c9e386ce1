"""`replay`: a record played again, every line checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .exits import DONE
from .screen import tell


@click.command()
@click.argument("file")
@click.option("--step", is_flag=True, help="show the table after each line, as an onlooker sees it")
@click.option("--to", type=click.IntRange(min=0), metavar="N", help="stop after line N of the game and show the table")
def replay(file: str, step: bool, to: int | None) -> int:
    """Play the record in FILE again and check every line of it."""
    from .. import table
    from .reader import Reader
    from .records import open_record, replayed
    from .screen import Screen

    screen, reader = Screen(plain=False), Reader()
    record, game = open_record(Path(file))
    count = 0
    session = None
    lines = replayed(game, record)
    for line, session in lines:
        if "record" in line:
            _head(screen.say, line)
        elif "n" in line:
            count = line["n"]
            screen.say(_words(line))
        if step and "result" not in line:
            screen.show(["", *table.draw(game.definition, session.state.view(None), width=screen.width), ""])
            if reader.live and to != count and reader.line("Enter: next, q: stop ") in (None, "q"):
                return DONE
        if to is not None and count >= to:
            break
    assert session is not None
    if to is not None and count < to:
        tell(f"note: the record has only {count} lines", err=True)
    if to is not None and not step:
        screen.show(["", *table.draw(game.definition, session.state.view(None), width=screen.width)])
    if session.state.over and (to is None or count < to):
        outcome = session.state.outcome
        assert outcome is not None
        screen.show(["", *table.standings(outcome, session.seats, width=screen.width)])
    for note in record.notes if to is None else ():
        tell(f"note: {note}", err=True)
    screen.say(f"{count} lines, every check holds")
    return DONE


def _head(say: Any, line: dict[str, Any]) -> None:
    name = "+".join([line["game"], *line["variants"]])
    seats = ", ".join(f"{i} {seat}" for i, seat in enumerate(line["seats"], 1))
    set_ = "".join(f", {key} = {value}" for key, value in line["parameters"].items())
    say(f"{name}{set_}, seed {line['seed']}, seats: {seats}")


def _words(line: dict[str, Any]) -> str:
    if "undo" in line:
        return f"{line['n']}: {line['undo']} taken back"
    if "signal" in line:
        return f"{line['n']}: signal {line['signal']}"
    return f"{line['n']}: player {line['seat']}, {line['at']}: {line['label']}"
