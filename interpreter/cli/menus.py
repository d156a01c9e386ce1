"""
Menus: options as they stand on the screen, numbered, grouped or side by side.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..render import clean


def some(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def numbered(index: int, labels: Sequence[str]) -> str:
    """An option with its number, unless labels are numbers themselves: then they are what is typed."""
    label = clean(labels[index])
    return label if numeric(labels) else f"{index + 1}) {label}"


def numeric(labels: Sequence[str]) -> bool:
    return any(label.isdecimal() for label in labels)


def grouped(labels: Sequence[str]) -> dict[str, list[int]]:
    """Options by their first word."""
    groups: dict[str, list[int]] = {}
    for i, label in enumerate(labels):
        groups.setdefault(label.split(" ")[0], []).append(i)
    return groups


def columns(entries: Sequence[str], width: int) -> list[str]:
    """Entries side by side, read downwards."""
    cell = max(map(len, entries)) + 2
    across = max(1, (width - 2) // cell)
    down = -(-len(entries) // across)
    rows = [entries[i::down] for i in range(down)]
    return ["  " + "".join(entry.ljust(cell) for entry in row).rstrip() for row in rows]
