"""`play`: open or resume a game, keep its record, hand it to the terminal."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from .exits import FAULTS, INTERRUPTED, Stop, misuse
from .opening import (
    compiled,
    draw_seed,
    known_bots,
    open_game,
    parameters,
    reason,
    seat_names,
    split_spec,
    table_options,
)
from .screen import tell

if TYPE_CHECKING:
    from ..session import Session


@click.command()
@click.argument("game", required=False)
@table_options
@click.option("--record", "record_file", metavar="FILE", help="keep the game in this file")
@click.option("--resume", metavar="FILE", help="go on with the game in this file")
@click.option("--plain", is_flag=True, help="only lines of text: no drawing, no colour, for screen readers")
def play(
    game: str | None,
    players: int | None,
    seats: str | None,
    seed: int | None,
    sets: tuple[str, ...],
    record_file: str | None,
    resume: str | None,
    plain: bool,
) -> int:
    """
    Play GAME at the terminal. Without --seats you have seat 1 and bots the others.

    Each choice is kept at once, so a game is never lost: `quit`, Ctrl-C and a closed window can be resumed.
    """
    from .reader import Reader
    from .screen import Screen
    from .terminal import Terminal

    if resume is not None:
        given = {"--players": players, "--seats": seats, "--seed": seed, "--set": sets or None, "--record": record_file}
        extra = [name for name, value in given.items() if value is not None]
        if extra:
            raise misuse(f"{extra[0]} beside --resume: the record says all that")
        session, path = _resumed(game, Path(resume))
        file = _rewritten(session, path)
    elif game is None:
        raise misuse("which game? `triskele games` lists those that come along")
    else:
        session = _new(game, players, seats, seed, sets)
        path, file = _kept(record_file, session)
    with file, _kept_in(path):
        session.journal.write_to(file)
        screen, reader = Screen(plain=plain), Reader()
        status = Terminal(session, screen, reader, path).run()
    if not session.state.over:
        tell(f"go on with: triskele play --resume {path}", err=True)
    return status


def _new(game: str, players: int | None, seats: str | None, seed: int | None, sets: tuple[str, ...]) -> Session:
    from ..diagnostics import RuleError
    from ..session import Session, header
    from .opening import print_diagnostics

    name, variants = split_spec(game)
    values = parameters(sets)
    loaded = open_game(name, variants, values)
    names = seat_names(loaded, players, seats, lambda n: ["me"] + ["random"] * (n - 1))
    known_bots(names, people=True)
    compiled(loaded, len(names))
    if seed is None:
        seed = draw_seed(None)
        tell(f"seed {seed}", err=True)
    try:
        return Session(loaded, header(loaded, name, variants, values, names, seed))
    except RuleError as fault:
        print_diagnostics([fault.diagnostic])
        raise Stop("error: the game cannot be set up", FAULTS) from None


def _resumed(game: str | None, path: Path) -> tuple[Session, Path]:
    from .records import open_record, replayed

    record, loaded = open_record(path, game)
    session = None
    for _, session in replayed(loaded, record):  # noqa: B007
        pass
    assert session is not None
    known_bots(session.seats, people=True)
    for note in record.notes:
        if note != "the game was not finished":
            tell(f"note: {note}", err=True)
    return session, path


def _rewritten(session: Session, path: Path) -> IO[bytes]:
    """Put the sound lines in place of the file at one stroke, and go on behind them."""
    beside = path.with_name(path.name + ".new")
    try:
        with beside.open("wb") as file:
            file.write(session.journal.text().encode("utf-8", "surrogatepass"))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
        return path.open("ab")
    except OSError as fault:
        raise misuse(f"the record cannot be written: {reason(fault)}") from None


def _kept(record_file: str | None, session: Session) -> tuple[Path, IO[bytes]]:
    """Open the file that keeps the game: the one asked for, else one in the user's state folder."""
    text = session.journal.text().encode("utf-8", "surrogatepass")
    if record_file is not None:
        path = Path(record_file)
        if path.exists() and path.stat().st_size:
            raise misuse(f"{path} exists; give another name, or go on with it by --resume {path}")
        try:
            file = path.open("wb")
            file.write(text)
            file.flush()
        except OSError as fault:
            raise misuse(f"the record cannot be written: {reason(fault)}") from None
        return path, file
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for folder in _state_folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            number, path = 1, folder / f"{session.game.id}-{stamp}.jsonl"
            while path.exists():
                number += 1
                path = folder / f"{session.game.id}-{stamp}-{number}.jsonl"
            file = path.open("xb")
            file.write(text)
            file.flush()
        except OSError as fault:
            tell(f"note: no game can be kept in {folder}: {(fault.strerror or str(fault)).lower()}", err=True)
            continue
        tell(f"the game is kept in {path}", err=True)
        return path, file
    raise Stop("error: there is no place to keep the game; name one with --record FILE", FAULTS)


def _state_folders() -> Iterator[Path]:
    state = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    with suppress(RuntimeError):  # nobody's home
        yield (Path(state) if state else Path.home() / ".local" / "state") / "triskele"
    yield Path(tempfile.gettempdir()) / "triskele"


@contextmanager
def _kept_in(path: Path) -> Iterator[None]:
    """Whatever ends the game early: say where it is kept."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise Stop(f"error: the game cannot be kept: {reason(fault)}", FAULTS) from None
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        raise Stop(f"interrupted; go on with: triskele play --resume {path}", INTERRUPTED) from None
    except Stop as stop:
        stop.message += f"\ngo on with: triskele play --resume {path}"
        raise
