"""Records: a record file in, its game and the way through it out. Refused ones leave with status 1."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .exits import FAULTS, Stop, misuse
from .opening import open_game, print_diagnostics, reason, split_spec

if TYPE_CHECKING:
    from ..game import Game
    from ..record import Record
    from ..session import Session


def open_record(path: Path, game: str | None = None) -> tuple[Record, Game]:
    """
    Read a record and load its game; `game` stands for the name written in it, for files that moved.

    A path in a record is looked for from here, then from the folder of the record.
    """
    from ..record import RecordError, read

    try:
        record = read(path)
    except OSError as fault:
        raise misuse(f"the record cannot be read: {reason(fault)}") from None
    except RecordError as fault:
        raise Stop(f"error: {path}: {fault}", FAULTS) from None
    name, variants = record.header.game, record.header.variants
    if game is not None:
        name, variants = split_spec(game)
        if variants != record.header.variants:
            raise misuse(f"{path} was played with variants {list(record.header.variants)}, not {list(variants)}")
    else:
        name, variants = _found(name, path.parent), tuple(_found(variant, path.parent) for variant in variants)
    return record, open_game(name, variants, dict(record.header.parameters))


def replayed(game: Game, record: Record) -> Iterator[tuple[dict[str, Any], Session]]:
    """`session.replay`, with refusals and faults on stderr."""
    from ..bots import UnknownBot
    from ..diagnostics import RuleError
    from ..record import RecordError
    from ..session import replay

    try:
        yield from replay(game, record)
    except (RecordError, UnknownBot) as fault:
        raise Stop(f"error: the record is refused: {fault}", FAULTS) from None
    except RuleError as fault:
        print_diagnostics([fault.diagnostic])
        raise Stop("error: the game cannot be set up", FAULTS) from None


def _found(name: str, folder: Path) -> str:
    """A name, or the path that it is from here, else from the folder of the record."""
    moved = _is_path(name) and not Path(name).exists() and (folder / name).exists()
    return str(folder / name) if moved else name


def _is_path(name: str) -> bool:
    return "/" in name or name.endswith(".yaml")
