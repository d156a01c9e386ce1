"""
Source: a file's text, and places in it.

Everything else in the house speaks of offsets (0-based, in characters);
only this room turns an offset into a line and a column (both 1-based).
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Source:
    """The text of one file. `name` is what messages show; `layer` is the variant it belongs to, if any."""

    name: str
    text: str
    layer: str = ""
    starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = [0]
        starts.extend(i + 1 for i, c in enumerate(self.text) if c == "\n")
        object.__setattr__(self, "starts", tuple(starts))

    def __deepcopy__(self, memo: object) -> Source:
        """A file is told by identity, so what is copied speaks of the same one."""
        return self

    def __repr__(self) -> str:
        return f"Source({self.name!r})"

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (counted from 1), without its line end."""
        if not 1 <= number <= len(self.starts):
            return ""
        start = self.starts[number - 1]
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` (included) to `end` (excluded) of a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.place(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        line, column = self.source.place(self.start)
        return f"{self.source.name}:{line}:{column}"


@dataclass(frozen=True, slots=True)
class Said(Span):
    """A place where a piece of another file belongs; `said` is the text with that piece."""

    said: str

    @property
    def text(self) -> str:
        return self.said
