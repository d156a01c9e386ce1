"""
The command line: arguments in, an exit status out.

Thin on purpose: each command parses, calls a room and prints. Nothing but click is imported before a
command runs, so that help comes at once.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

from .. import __version__
from .exits import FAULTS, INTERRUPTED, MISUSE, Stop

COMMANDS = {
    "games": "list the games that come along, or tell about one",
    "check": "find the faults of a definition",
    "explain": "tell what the code of a fault means, with examples",
    "play": "play at the terminal, against people or bots",
    "simulate": "let bots play many games and count",
    "test": "run the scenarios of a game",
    "coverage": "list the rules that scenarios and random games never exercise",
    "replay": "play a record again and check every line",
    "scenario": "write a scenario from a position of a game that was played",
    "where": "list the names of a game, show how a thing is written and which variant changed it",
    "diff": "tell how two definitions differ",
    "rules": "print a rulebook made from the definition",
    "graph": "draw the phases and maps as Mermaid",
    "show": "show the table at a moment of a game, or draw its maps as SVG",
    "new": "write a starting point for a game or a variant",
    "schema": "print the JSON Schema of a kind of file",
}


class _Commands(click.Group):
    """Commands by name; the module of one is imported when it runs."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"{__name__}.{name}"), name)
        return command

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in COMMANDS or name.startswith("-"):
            return super().resolve_command(context, args)
        from ..diagnostics import did_you_mean, listing

        hint = did_you_mean(name, COMMANDS) or f"there are: {listing(COMMANDS)}"
        raise click.UsageError(f"no command is called `{name}`; {hint}", context)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="triskele", message="%(prog)s %(version)s")
def triskele() -> None:
    """
    Board games from data.

    GAME is the name of a game that comes along, or a path (with `/` or ending in `.yaml`); `+variant`
    any number of times puts house rules on it.
    """


def main(args: list[str] | None = None) -> None:
    """Run a command and leave with its status. A reader that closed the pipe is no fault."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
    try:
        status = _run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        status = 0
        _close_quietly()
    except OSError as fault:
        status = 0
        if not _is_closed_pipe(fault):
            status = FAULTS
            print(f"error: the output cannot be written: {(fault.strerror or str(fault)).lower()}", file=sys.stderr)
        _close_quietly()
    sys.exit(status)


def _run(args: list[str] | None) -> int:
    try:
        # not `triskele.main()`: that would end with 1 when a reader closed the pipe
        with triskele.make_context("triskele", sys.argv[1:] if args is None else list(args)) as context:
            status = triskele.invoke(context)
        return status if isinstance(status, int) else 0
    except Stop as stop:
        if stop.message:
            _tell(stop.message)
        return stop.status
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.exceptions.NoArgsIsHelpError as help:
        click.echo(help.format_message(), err=True)
        return MISUSE
    except click.UsageError as misuse:
        where = f"; see `{misuse.ctx.command_path} --help`" if misuse.ctx else ""
        _tell(f"error: {_lower(misuse.format_message())}{where}")
        return MISUSE
    except click.ClickException as fault:
        _tell(f"error: {_lower(fault.format_message())}")
        return FAULTS
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except Exception as fault:
        return _told(fault)


def _tell(text: str) -> None:
    from .screen import tell

    tell(text, err=True)


def _told(fault: Exception) -> int:
    """A fault of a definition or of its rules, wherever it came to light; anything else is a fault of ours."""
    from ..diagnostics import DefinitionError, RuleError
    from .opening import print_diagnostics

    if isinstance(fault, RuleError):
        print_diagnostics([fault.diagnostic])
    elif isinstance(fault, DefinitionError):
        print_diagnostics(fault.diagnostics)
    else:
        raise fault
    return FAULTS


def _lower(text: str) -> str:
    text = text.rstrip(".")
    return text[:1].lower() + text[1:]


def _is_closed_pipe(fault: OSError) -> bool:
    """Windows reports a closed pipe as EINVAL."""
    from errno import EINVAL, EPIPE

    return fault.errno == EPIPE or (sys.platform == "win32" and fault.errno == EINVAL)


def _close_quietly() -> None:
    """Keep Python from complaining about the closed pipe once more when it leaves."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
