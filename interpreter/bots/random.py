"""Random: every option is as likely as every other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .stream import Stream

if TYPE_CHECKING:
    from ..state import Decision


def random_bot(decision: Decision, look: Callable[[], Mapping[str, Any]], stream: Stream) -> int:
    """Any of the options; the view is not even asked for."""
    return stream.below(len(decision.options))
