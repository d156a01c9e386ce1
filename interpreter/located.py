"""
Small questions to located nodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .nodes import Mapping, Node, Scalar
from .source import Span

NOTES = ("about", "source", "derived", "assumed")
"""What any entry may say about itself; no names of the game."""

WHOLE = re.compile(r"-?[0-9]{1,18}")


def text_of(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def entries(node: Node | None) -> Iterator[tuple[str, Span, Node]]:
    """The named entries of a section: name, place of the name, value."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield key.text, key.span, value


def scalar_part(node: Scalar, start: int, end: int) -> Scalar:
    """A piece of a scalar as a scalar of its own (the default in `Int = 0`)."""
    text = node.text[start:end]
    value: str | int | bool | None = text
    number = whole_number(text)
    if number is not None:
        value = number
    elif text in ("true", "false"):
        value = text == "true"
    return Scalar(node.part(start, end), text, value, node.style, node.offsets[start : end + 1])


def whole_number(text: str) -> int | None:
    """The number that a text is, None where it is none or too long."""
    return int(text) if WHOLE.fullmatch(text) else None
