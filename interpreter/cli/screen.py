"""
Screen: lines of text in, a terminal's output out.

The only place that knows about colour, width and clearing. Text of a game is never read as markup, and
nothing that comes from a file, a path or the command line acts on the terminal.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

WIDEST = 100


def colours(stream: IO[str]) -> bool:
    """Whether to colour: NO_COLOR beats all, then the forcing variables, then what the stream is."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE", "0") != "0":
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def columns() -> int:
    """The width to draw in; long lines tire the eye, so never more than a hundred."""
    return max(20, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


def rows() -> int:
    return max(10, shutil.get_terminal_size((80, 24)).lines)


def tell(text: str, *, err: bool = False) -> None:
    """A line outside of any game: what was written, what went wrong. Names and paths in it are spelled."""
    import click

    from ..render import clean

    click.echo("\n".join(map(clean, text.split("\n"))), err=err)


class Screen:
    """Where a game is shown. Plain: only appended lines, no colour, no drawing characters."""

    def __init__(self, *, plain: bool) -> None:
        self.plain = plain
        self.live = sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not plain
        self.console: Console | None = None
        if colours(sys.stdout) and not plain:
            from rich.console import Console

            self.console = Console(
                file=sys.stdout, force_terminal=True, markup=False, emoji=False, highlight=False, soft_wrap=True
            )

    @property
    def width(self) -> int:
        """Asked for each time: a terminal may have been resized."""
        return columns()

    def show(self, lines: Iterable[str], style: str = "") -> None:
        from ..render import clean

        for line in map(clean, lines):
            if self.console and style:
                from rich.text import Text

                self.console.print(Text(line, style=style))
            else:
                sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def say(self, text: str, style: str = "") -> None:
        """One paragraph, wrapped."""
        from ..table import wrap

        self.show(wrap(text, self.width), style)

    def rule(self) -> None:
        """A line between two things; a blank one for those who listen."""
        self.show([""] if self.plain else ["-" * self.width], "dim")

    def wipe(self) -> None:
        """Take what one player saw from the sight of the next, scroll-back included."""
        if self.live:
            sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            sys.stdout.flush()
        else:
            self.show([""] * 30)
