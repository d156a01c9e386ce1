"""
Reader: lines typed by people, or coming through a pipe.

Through a pipe each line is repeated after its prompt, so that what comes out reads like a game.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

from ..render import clean


class Reader:
    def __init__(self) -> None:
        self.live = sys.stdin is not None and sys.stdin.isatty()
        self.held: str | None = None
        reconfigure: Any = getattr(sys.stdin, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")
        if self.live:
            with suppress(ImportError):
                import readline  # noqa: F401  (editing and history of the line)

    def line(self, prompt: str) -> str | None:
        """The next line without its end; None when there is no more."""
        if self.live:
            try:
                return input(prompt)
            except EOFError:
                sys.stdout.write("\n")
                return None
        text, self.held = self.held, None
        if text is None:
            sys.stdout.write(prompt)
            sys.stdout.flush()
            text = sys.stdin.readline() if sys.stdin else ""
            sys.stdout.write(clean(text.rstrip("\r\n")) + "\n")
        return text.rstrip("\r\n") if text else None

    def give_back(self, text: str) -> None:
        """Let the next call have this line: a pipe does not know that a page was turned in between."""
        self.held = text + "\n"
