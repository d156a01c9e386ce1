"""`show`: the table at a moment of a game, and its maps as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..render import clean
from .exits import DONE, FAULTS, Stop, misuse
from .opening import compiled, open_game, parameters, print_diagnostics, reason, seat_names, set_option, split_spec
from .screen import Screen

if TYPE_CHECKING:
    from ..game import Game
    from ..session import Session


@click.command()
@click.argument("game", required=False)
@set_option
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="number of players")
@click.option("--seed", type=click.IntRange(min=0), default=7, show_default=True, help="where all chance comes from")
@click.option("--moves", type=click.IntRange(min=0), metavar="N", help="after N choices at random, else at the start")
@click.option("--record", metavar="FILE", help="a moment of the game in this record")
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="after line N of the record, else its last")
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="as this seat sees it, else as an onlooker")
@click.option("--svg", metavar="FILE", help="write the maps to this file instead")
@click.option("--force", is_flag=True, help="write over a file that exists")
@click.option("--plain", is_flag=True, help="only lines of text, for screen readers")
@click.pass_context
def show(
    context: click.Context,
    game: str | None,
    sets: tuple[str, ...],
    players: int | None,
    seed: int,
    moves: int | None,
    record: str | None,
    at: int | None,
    seat: int | None,
    svg: str | None,
    force: bool,
    plain: bool,
) -> int:
    """Show the table of GAME at the start, after some choices, or at a line of a record; or draw its maps."""
    from .. import table

    if record is not None:
        for name in ("players", "seed", "moves", "sets"):
            if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
                raise misuse(f"--{name.removesuffix('s') if name == 'sets' else name} beside --record: it says that")
        session = _recorded(Path(record), game, at)
    elif game is None:
        raise misuse("which game? `triskele games` lists those that come along")
    elif at is not None:
        raise misuse("--at is a line of a record; give --record FILE, or --moves N")
    else:
        session = _played(game, parameters(sets), players, seed, moves or 0)
    if seat is not None and seat > len(session.seats):
        raise misuse(f"--seat {seat}, but there are {len(session.seats)} players")
    definition, view = session.game.definition, session.state.view(seat)
    if svg is not None:
        _write(_drawn(session.game, view, seat), Path(svg), force)
        return DONE
    screen = Screen(plain=plain)
    screen.show(table.draw(definition, view, width=screen.width, plain=plain, you=seat or 0))
    return DONE


def _played(game: str, values: dict[str, int | bool | str], players: int | None, seed: int, moves: int) -> Session:
    """A game in which bots made so many choices, or all that there were."""
    from ..diagnostics import RuleError
    from ..session import Session, header

    name, variants = split_spec(game)
    loaded = open_game(name, variants, dict(values))
    names = seat_names(loaded, players, None, lambda n: ["random"] * n)
    compiled(loaded, len(names))
    try:
        session = Session(loaded, header(loaded, name, variants, dict(values), names, seed))
        for made in range(moves):
            if session.decision is None:
                click.echo(f"note: the game ended after {made} choices", err=True)
                break
            session.answer()
    except RuleError as fault:
        print_diagnostics([fault.diagnostic])
        raise Stop(status=FAULTS) from None
    return session


def _recorded(path: Path, game: str | None, at: int | None) -> Session:
    """The game of a record, as it stood after a line."""
    from .records import open_record, replayed

    record, loaded = open_record(path, game)
    count, session = 0, None
    for line, session in replayed(loaded, record):  # noqa: B007
        count = line.get("n", count)
        if at is not None and count >= at:
            break
    assert session is not None
    if at is not None and count < at:
        raise misuse(f"{path} has only {count} lines of the game")
    return session


def _drawn(game: Game, view: dict[str, object], seat: int | None) -> str:
    from ..drawing.seen import Seen
    from ..drawing.svg import svg

    text = svg(Seen(game.definition, view, seat or 0))
    if text is None:
        raise misuse(f"`{game.id}` has no map to draw; without --svg its table is shown")
    return text


def _write(text: str, path: Path, force: bool) -> None:
    try:
        with path.open("w" if force else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise misuse(f"{path} exists; give another name, or --force to write over it") from None
    except OSError as fault:
        raise misuse(f"the drawing cannot be written: {reason(fault)}") from None
    click.echo(clean(f"{path} written"), err=True)
