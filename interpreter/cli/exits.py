"""Exit statuses, and the way out of a command from anywhere inside it."""

from __future__ import annotations

DONE = 0
FAULTS = 1
MISUSE = 2
INTERRUPTED = 130


class Stop(Exception):
    """Leave with a status, after a message on stderr."""

    def __init__(self, message: str = "", status: int = FAULTS) -> None:
        self.message = message
        self.status = status
        super().__init__(message)


def misuse(message: str) -> Stop:
    """What to raise when the command line cannot mean anything."""
    return Stop(f"error: {message}", MISUSE)
