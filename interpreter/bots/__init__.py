"""
Bots: a decision, a view and a stream in; the number of an option out.

A bot is a function without memory. It sees what its seat sees and never the state, so nothing can leak;
it asks for the view only when it wants it, since making one takes longer than a random choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..diagnostics import did_you_mean, listing
from .random import random_bot
from .stream import Stream, stream_key

if TYPE_CHECKING:
    from ..state import Decision

Look = Callable[[], Mapping[str, Any]]
Bot = Callable[["Decision", Look, Stream], int]

BOTS: dict[str, Bot] = {"random": random_bot}

__all__ = ["BOTS", "Bot", "Look", "Stream", "UnknownBot", "bot", "stream_key"]


class UnknownBot(LookupError):
    """A seat was given to a bot that does not exist; the message lists those that do."""


def bot(name: str) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        near = did_you_mean(name, [*BOTS, "me"]) or f"there are: {listing(BOTS)}"
        raise UnknownBot(f"no bot is called `{name}`; {near}")
    return BOTS[name]
