"""
Sheet: what all SVG drawings share: elements, text, badges for things, and a colour for each type of thing.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable

from ..render import clean
from .codes import Codes
from .land import Thing

PALETTE = ("#f0c24b", "#7fb8e6", "#f29e74", "#8fd1a8", "#d9a3cf", "#c9c36a", "#b7b2f0", "#cfcfcf")
BADGE = 8  # radius
STEP = 2 * BADGE + 1


class Sheet:
    """The codes of things, and the colours that their types got, in the order in which they were drawn."""

    def __init__(self, codes: Codes) -> None:
        self.codes = codes
        self.kinds: dict[str, str] = {}
        self.colours: dict[str, str] = {}  # by code

    def badge(self, parent: ET.Element, x: float, y: float, thing: Thing) -> None:
        """A disc with the code of a thing, which says what it is when it is pointed at."""
        colour = self.kinds.setdefault(thing.kind, PALETTE[len(self.kinds) % len(PALETTE)])
        code = self.codes.of(thing)
        self.colours.setdefault(self.codes.plain(thing), colour)
        group = add(parent, "g", {"class": "thing", "data-type": thing.kind or thing.name})
        add(group, "title").text = clean(thing.said)
        add(group, "circle", cx=number(x), cy=number(y), r=str(BADGE), fill=colour, stroke="#222")
        text(group, x, y + 3, code, size=8, weight="bold")

    def badges(self, parent: ET.Element, x: float, y: float, things: Iterable[Thing], across: int = 4) -> None:
        """Discs in rows round a point."""
        every = list(things)
        rows = [every[i : i + across] for i in range(0, len(every), across)]
        for line, row in enumerate(rows):
            for i, thing in enumerate(row):
                at = x + (i - (len(row) - 1) / 2) * STEP, y + (line - (len(rows) - 1) / 2) * STEP
                self.badge(parent, *at, thing)

    def printed(self, things: Iterable[Thing]) -> str:
        """What is printed somewhere, as codes."""
        return " ".join(self.codes.of(thing) for thing in things)


def add(parent: ET.Element, tag: str, attributes: dict[str, str] | None = None, /, **more: str) -> ET.Element:
    """An element below another; every value is cleaned."""
    named = {key.replace("_", "-"): value for key, value in more.items()}
    return ET.SubElement(parent, tag, {k: clean(v) for k, v in {**(attributes or {}), **named}.items()})


def text(
    parent: ET.Element, x: float, y: float, content: str, *, size: int, anchor: str = "middle", weight: str = "normal"
) -> ET.Element:
    """A line of text with a halo, so that it can be read on anything."""
    style = {"class": "halo", "font-size": str(size), "text-anchor": anchor, "font-weight": weight}
    element = add(parent, "text", style, x=number(x), y=number(y))
    element.text = clean(content)
    return element


def number(value: float) -> str:
    """
    A coordinate with one digit behind the point.

    >>> number(-0.01), number(2.25), number(10)
    ('0.0', '2.2', '10.0')
    """
    return f"{round(value, 1) + 0.0:.1f}"
