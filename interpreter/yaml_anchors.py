"""
YAML anchors: the names a file gives to its values, and what each alias stands for.

A value is shared, never copied, so an alias costs nothing here; but every later room walks it again.
Therefore the values behind aliases are counted as they come, and their depth with them.
"""

from __future__ import annotations

from dataclasses import dataclass

from .diagnostics import Bag, Label, did_you_mean
from .nodes import Node
from .source import Source, Span

DEEPEST = 64
MOST_ALIASED = 10_000


@dataclass(slots=True)
class Anchor:
    """A named node; `node` is None while it is still being read."""

    span: Span
    node: Node | None = None
    size: int = 1
    height: int = 0
    used: bool = False


class Anchors:
    """All anchors of a file. `exceeded` is set once a limit is passed and reported."""

    def __init__(self, source: Source, bag: Bag) -> None:
        self._source = source
        self._bag = bag
        self._named: dict[str, Anchor] = {}
        self._aliased = 0
        self.exceeded = False

    def name(self, name: str, start: int, empty: bool) -> None:
        """An anchor was given at `start` or behind it; `empty` where no value follows."""
        at = self._source.text.index("&", start)
        span = Span(self._source, at, at + 1 + len(name))
        first = self._named.get(name)
        if first is not None:
            self._bag.error(
                "duplicate-anchor",
                f"the anchor `&{name}` is given twice",
                span,
                labels=[Label(first.span, "first here")],
                help="give each its own name",
            )
        self._named[name] = Anchor(span, used=empty)
        if empty:
            self._bag.error(
                "stray-anchor",
                f"`&{name}` is read as a YAML anchor, and it names nothing",
                span,
                help=f'if it is part of the value, put the value in quotes: "&{name}"',
            )

    def complete(self, name: str, node: Node, size: int, height: int) -> None:
        """The value of an anchor has been read."""
        anchor = self._named[name]
        anchor.node, anchor.size, anchor.height = node, size, height

    def resolve(self, name: str, span: Span, depth: int) -> Anchor | None:
        """What an alias `depth` levels deep stands for, or None (and a fault)."""
        anchor = self._named.get(name)
        if anchor is None:
            quote = "if it is part of the value, put the value in quotes"
            self._bag.error(
                "unknown-alias",
                f"`*{name}` is read as a YAML alias, and nothing is anchored as `&{name}`",
                span,
                help=did_you_mean(name, self._named) or quote,
            )
            return None
        anchor.used = True
        if anchor.node is None:
            self._bag.error(
                "self-alias",
                f"`*{name}` stands inside the value that it names",
                span,
                labels=[Label(anchor.span, "named here")],
                help="write out what is meant",
            )
            return None
        self._aliased += anchor.size
        if self._aliased > MOST_ALIASED:
            self.exceeded = True
            message = f"the aliases of this file stand for more than {MOST_ALIASED:,} values"
            self._bag.error("too-many-aliases", message, span, help="use fewer aliases, or write a table")
        elif depth + anchor.height > DEEPEST:
            self.too_deep(span)
        return None if self.exceeded else anchor

    def too_deep(self, span: Span) -> None:
        self.exceeded = True
        message = f"lists and mappings are nested more than {DEEPEST} deep"
        self._bag.error("deep-nesting", message, span, help="name the inner steps and call them")

    def check_used(self) -> None:
        """Warn of anchors that nothing refers to: most are an `&` that was meant as text."""
        for name, anchor in self._named.items():
            if not anchor.used:
                self._bag.warning(
                    "unused-anchor",
                    f"nothing refers to the anchor `&{name}`",
                    anchor.span,
                    help=f"remove it; if `&{name}` is part of a value, put the value in quotes",
                )
