"""`simulate`: many games between bots, counted."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

import click

from .exits import DONE, FAULTS, INTERRUPTED
from .opening import compiled, draw_seed, known_bots, open_game, parameters, print_diagnostics, seat_names, split_spec
from .opening import table_options as table_options_

if TYPE_CHECKING:
    from ..simulate import Failure, Report


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, metavar="N")
@table_options_
@click.option("--json", "as_json", is_flag=True, help="the report for programs")
def simulate(
    game: str,
    games: int,
    players: int | None,
    seats: str | None,
    seed: int | None,
    sets: tuple[str, ...],
    as_json: bool,
) -> int:
    """
    Let bots play GAME and count who wins, how often and why it ends.

    The same seed gives the same games. Ctrl-C stops early and reports what was played so far.
    """
    from ..simulate import in_words
    from ..simulate import simulate as run
    from ..table import wrap
    from .screen import columns

    name, variants = split_spec(game)
    values = parameters(sets)
    loaded = open_game(name, variants, values)
    names = seat_names(loaded, players, seats, lambda n: ["random"] * n)
    known_bots(names, people=False)
    compiled(loaded, len(names))
    if seed is None:
        seed = draw_seed(None)
        click.echo(f"seed {seed}", err=True)
    progress = _Progress() if sys.stderr.isatty() else None
    report = run(
        loaded, seats=names, seed=seed, games=games, spec=name, variants=variants, parameters=values, progress=progress
    )
    if progress:
        progress.clear()
    if as_json:
        click.echo(json.dumps(report.data(), indent=2))
    else:
        for line in in_words(report):
            for part in wrap(line, columns()):
                click.echo(part)
    _failures(report)
    if report.finished + report.failed < games:
        click.echo(f"interrupted after {report.finished + report.failed} of {games} games", err=True)
        return INTERRUPTED
    return FAULTS if report.failed else DONE


def _failures(report: Report) -> None:
    """What went wrong: the same fault at the same place once, with the games that it came in."""
    alike: dict[object, list[Failure]] = {}
    for failure in report.failures:
        fault = failure.fault
        alike.setdefault((fault.code, fault.span) if fault is not None else failure.game, []).append(failure)
    for first, *more in alike.values():
        if first.fault is None:
            click.echo(f"error: game {first.game}, seed {first.seed}, does not end", err=True)
            continue
        print_diagnostics([first.fault], more=False)
        games = f", and in the games {', '.join(str(f.game) for f in more)}" if more else ""
        click.echo(f"in game {first.game}, seed {first.seed}{games}", err=True)
    if report.failed > len(report.failures):
        click.echo(f"{report.failed - len(report.failures)} more games failed", err=True)


class _Progress:
    """One line on stderr, now and then."""

    def __init__(self) -> None:
        self.next = time.monotonic() + 0.5

    def __call__(self, report: Report) -> None:
        now = time.monotonic()
        if now >= self.next:
            self.next = now + 0.2
            done = report.finished + report.failed
            wins = ", ".join(f"{100 * n / done:.0f} %" for n in report.wins)
            sys.stderr.write(f"\r\x1b[K{done} of {report.games} games, wins by seat: {wins}")
            sys.stderr.flush()

    def clear(self) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
