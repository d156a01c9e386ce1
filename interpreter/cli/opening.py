"""
Opening: what several commands have in common before they start.

GAME and `--set` in, a game out; `--players` and `--seats` in, who sits where. Whatever cannot mean
anything leaves with status 2 and a suggestion, faults of a definition with status 1.
"""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .exits import FAULTS, Stop, misuse
from .screen import tell

if TYPE_CHECKING:
    from ..diagnostics import Diagnostic
    from ..game import Game
    from ..overlay import Layers

Command = TypeVar("Command", bound=Callable[..., Any])


def set_option(command: Command) -> Command:
    return click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="give a parameter a value")(command)


def table_options(command: Command) -> Command:
    """The options that say who plays, and what."""
    for option in (
        click.option("--seed", type=click.IntRange(min=0), help="where all chance comes from; else drawn and printed"),
        click.option("--seats", metavar="NAME,NAME,...", help="who sits where: me or random"),
        click.option("--players", type=click.IntRange(min=1), metavar="N", help="number of players"),
    ):
        command = option(command)
    return set_option(command)


def split_spec(spec: str) -> tuple[str, tuple[str, ...]]:
    """GAME as a game and its variants."""
    from ..loading import split_spec as split

    return split(spec)


def parameters(sets: Iterable[str]) -> dict[str, int | bool | str]:
    """`NAME=VALUE` pairs; numbers, true and false become what they look like."""
    values: dict[str, int | bool | str] = {}
    for pair in sets:
        name, equals, text = (part.strip() for part in pair.partition("="))
        if not equals or not name:
            raise misuse(f"`--set {pair}` is not NAME=VALUE")
        if name in values:
            raise misuse(f"`--set {name}` is given twice")
        if re.fullmatch(r"-?\d{1,18}", text):
            values[name] = int(text)
        else:
            values[name] = {"true": True, "false": False}.get(text, text)
    return values


def seat_names(game: Game, players: int | None, seats: str | None, default: Callable[[int], list[str]]) -> list[str]:
    """Who sits where; without `--players` and `--seats` the fewest players there may be."""
    low, high = game.players
    if seats is not None:
        names = [name.strip() for name in seats.split(",")]
        if players is not None and players != len(names):
            raise misuse(f"--players {players} beside --seats of {len(names)}; leave one of them out")
    else:
        names = default(min(players or low, high + 1))
    if not low <= len(names) <= high:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise misuse(f"`{game.id}` is for {allowed} players, not {len(names)}")
    return names


def known_bots(names: Sequence[str], *, people: bool) -> None:
    """Refuse a seat for a bot that does not exist, or for a person where nobody can be asked."""
    from ..bots import UnknownBot, bot

    for name in names:
        if name == "me":
            if not people:
                raise misuse("`me` cannot take part here: give every seat to a bot")
            continue
        try:
            bot(name)
        except UnknownBot as fault:
            raise misuse(str(fault)) from None


def draw_seed(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else seed


def open_game(name: str, variants: Sequence[str], values: dict[str, Any]) -> Game:
    """Load a game, or leave: with 2 when there is no such thing, with 1 when it has faults."""
    import interpreter

    try:
        game = interpreter.load(name, variants, values)
    except interpreter.DefinitionError as fault:
        print_diagnostics(fault.diagnostics)
        raise Stop(status=FAULTS) from None
    except (LookupError, ValueError, OSError) as fault:
        raise misuse(reason(fault)) from None
    for warning in game.warnings:
        if warning.code == "variants-disagree":  # who plays wants to know which rule counts; the rest is for `check`
            tell(f"warning: {warning.message}; {warning.help}", err=True)
    return game


def open_layers(name: str, variants: Sequence[str]) -> Layers:
    """A game's sections under its variants, or leave as `open_game` does."""
    from ..diagnostics import Bag
    from ..game import read_layers

    bag = Bag()
    try:
        layers = read_layers(name, variants, bag)
    except (LookupError, ValueError, OSError) as fault:
        raise misuse(reason(fault)) from None
    if layers is None:
        print_diagnostics(bag.sorted())
        raise Stop(status=FAULTS)
    return layers


def compiled(game: Game, players: int) -> None:
    """Make the rules for a number of players now, so that what is wrong with them is said once."""
    import interpreter

    try:
        game.program(players)
    except interpreter.DefinitionError as fault:
        print_diagnostics(fault.diagnostics)
        raise Stop(status=FAULTS) from None
    except interpreter.ParameterError as fault:
        raise misuse(reason(fault)) from None


def reason(fault: Exception) -> str:
    """What an exception says; KeyError would put it in quotes, OSError would start with a number."""
    if isinstance(fault, OSError) and fault.strerror:
        return f"{fault.filename}: {fault.strerror.lower()}" if fault.filename else fault.strerror.lower()
    return str(fault.args[0]) if fault.args else str(fault)


def print_diagnostics(diagnostics: Iterable[Diagnostic], *, more: bool = True) -> None:
    """Faults for people, on stderr; without `more` nothing of where to read on."""
    from ..render import render_text
    from .screen import colours, columns

    items = list(diagnostics)
    text = render_text(items, colour=colours(sys.stderr), width=columns())
    click.echo(text + (read_on(items) if more else ""), err=True, nl=False, color=True)


def read_on(diagnostics: Iterable[Diagnostic]) -> str:
    """A last line that names the command which tells more of these faults."""
    codes = sorted({d.code for d in diagnostics})
    return f"more: triskele explain {codes[0] if len(codes) == 1 else 'CODE'}\n" if codes else ""
