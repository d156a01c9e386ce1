"""
Lines: words and paragraphs as every drawing writes them.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable

from ..render import clean

LEAST_WIDTH = 20


def count(items: Iterable[str]) -> str:
    """
    Equal things counted, in the order in which they first come; names that are numbers are kept apart by an x.

    >>> count(["red", "white", "red"])
    '2 red, 1 white'
    >>> count(["4", "4", "7"])
    '2x 4, 7'
    """
    counts = Counter(items)
    if all(n == 1 for n in counts.values()):
        return ", ".join(counts)
    if any(item[:1].isdigit() for item in counts):
        return ", ".join(f"{n}x {item}" if n > 1 else item for item, n in counts.items())
    return ", ".join(f"{n} {item}" for item, n in counts.items())


def words(name: str) -> str:
    """A name of the definition as people read it."""
    return clean(name.replace("_", " "))


def wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """A paragraph, its further lines indented; words that are too long are cut."""
    room = max(width, LEAST_WIDTH)
    return textwrap.wrap(text, room, subsequent_indent=indent, break_on_hyphens=False) or [""]


def flow(items: list[str], width: int) -> list[str]:
    """Items side by side, `|` between them, never broken inside unless one is wider than the line."""
    lines: list[str] = []
    line = ""
    for item in items:
        if line and len(line) + 3 + len(item) + 2 > width:
            lines.append(line)
            line = ""
        line = f"{line} | {item}" if line else item
    lines.append(line)
    return [part for line in lines for part in wrap("  " + line, width, "    ")]
