"""
Probe: what emission asks at each expression, step and decision. This one changes nothing: rules that are played run
without counters. The one of `compile/counting` writes them in, for rule coverage.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..steps.base import Step
    from ..steps.decisions import Entry
    from .emit import Code
    from .typed import T


class Probe:
    counts = False  # whether it counts what is done and offered, so that none of that may be written past it

    def value(self, code: Code, value: T, node: ast.expr) -> ast.expr:
        """The Python of an expression, as it is to stand."""
        return node

    def watches(self, value: T | None) -> bool:
        """Whether an expression must be computed as it is written, and not by way of a table."""
        return False

    @contextmanager
    def step(self, routine: Any, step: Step) -> Iterator[None]:
        """Around the writing of one step."""
        yield

    def decision(self, routine: Any, options: str, pick: Any, entries: list[Entry], *, menu: bool = False) -> None:
        """Before a decision stops: the name of its options, the block that takes the pick."""

    def tools(self) -> dict[str, Callable[..., Any]]:
        """Functions that stand in for those that compiled rules call."""
        return {}
