r"""
Offsets: where each character of a YAML scalar stands in the file.

YAML takes quotes away, decodes escapes, folds lines and cuts indentation; this room follows the same
rules over the text again and keeps the places. A folded line break stands where the break is, an
escape where its backslash is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

BLANK = re.compile(r"[ \t\r\n]+")
BREAK = re.compile(r"\r?\n")
HEADER = re.compile(r"[|>](?:([+-])([1-9])?|([1-9])([+-])?)?")
ESCAPED_LENGTH = {"x": 4, "u": 6, "U": 10}


def offsets_of(text: str, start: int, end: int, style: str, value: str) -> tuple[int, ...]:
    """
    One offset for each character of `value`, and one for its end.

    `start` and `end` bound the scalar with its quotes or header. Should the rules followed here ever
    disagree with the parser, every character gets the place of the whole scalar.
    """
    if style in ("literal", "folded"):
        table = _block(text, start, end, style == "folded", value)
        closing = table[-1] + 1 if table else start
    elif style == "plain":
        if end - start == len(value):
            return tuple(range(start, end + 1))
        table, closing = list(_flow(text, start, end, style)), end
    else:
        table, closing = list(_flow(text, start + 1, end - 1, style)), end - 1
    if len(table) != len(value):
        return (start,) * len(value) + (end,)
    return (*table, closing)


def _flow(text: str, start: int, end: int, style: str) -> Iterator[int]:
    """Plain and quoted scalars: one break folds to a space, more breaks to one less."""
    i = start
    while i < end:
        blank = BLANK.match(text, i, end)
        if blank:
            yield from _fold(text, i, blank.end())
            i = blank.end()
        elif style == "single" and text.startswith("''", i):
            yield i
            i += 2
        elif style == "double" and text[i] == "\\":
            continued = BREAK.match(text, i + 1, end)
            if continued:
                rest = BLANK.match(text, continued.start(), end)
                assert rest
                yield from (b.start() for b in BREAK.finditer(text, continued.end(), rest.end()))
                i = rest.end()
            else:
                yield i
                i += ESCAPED_LENGTH.get(text[i + 1], 2)
        else:
            yield i
            i += 1


def _fold(text: str, start: int, end: int) -> Iterator[int]:
    breaks = [b.start() for b in BREAK.finditer(text, start, end)]
    if not breaks:
        yield from range(start, end)
    elif len(breaks) == 1:
        yield breaks[0]
    else:
        yield from breaks[1:]


def _block(text: str, start: int, end: int, folded: bool, value: str) -> list[int]:
    """Literal and folded scalars; the indentation is the first line's unless the header counts it."""
    header = HEADER.match(text, start, end)
    first = BREAK.search(text, start, end)
    if header is None or first is None:
        return []
    chomp = header[1] or header[4] or ""
    lines = list(_lines(text, first.end(), end))
    widths = [_spaces(text, a, b) for a, b in lines]
    if not header[2] and not header[3]:
        indent = 1
        for (a, b), width in zip(lines, widths):
            indent = max(indent, width)
            if a + width < b:
                break
        return _follow(text, lines, indent, folded, chomp)
    # The header counts from the parent's indentation, which is not known here: the value tells.
    for indent in range(1, max(widths, default=0) + 2):
        table = _follow(text, lines, indent, folded, chomp)
        if len(table) == len(value) and all(c in " \n" or text[o] == c for c, o in zip(value, table)):
            return table
    return []


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Start and end (without the break) of each line."""
    while start < end:
        found = BREAK.search(text, start, end)
        yield start, found.start() if found else end
        start = found.end() if found else end


def _spaces(text: str, start: int, end: int) -> int:
    """How many spaces a line begins with."""
    i = start
    while i < end and text[i] == " ":
        i += 1
    return i - start


def _follow(text: str, lines: list[tuple[int, int]], indent: int, folded: bool, chomp: str) -> list[int]:
    table: list[int] = []
    breaks: list[int] = []  # of the blank lines since the last line with content
    last: tuple[int, bool] | None = None  # the last content line: its break, and whether it may be folded
    for a, b in lines:
        width = min(_spaces(text, a, b), indent)
        if a + width == b:
            breaks.append(b)
            continue
        if width < indent:
            break
        flush = text[a + indent] not in " \t"
        folds = folded and flush and last is not None and last[1]
        if last is not None and not (folds and breaks):
            table.append(last[0])
        table += breaks
        table += range(a + indent, b)
        breaks, last = [], (b, flush)
    if chomp != "-" and last is not None and last[0] < len(text):
        table.append(last[0])
    if chomp == "+":
        table += [b for b in breaks if b < len(text)]
    return table
