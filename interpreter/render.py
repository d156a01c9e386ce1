"""
Render: diagnostics in, text out, for people and for programs.

Four forms of the same data: source excerpts for a terminal, JSON, GitHub annotations and SARIF.
Nothing is printed here, and nothing a file contains can act on the terminal: control characters
come out as `\\x1b`.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from .codes import meaning
from .diagnostics import Diagnostic, Label, Severity
from .source import Source, Span

TAB = 4
JOINERS = "\u200c\u200d"
COLOURS: dict[str, str] = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "help": "1;36",
    "gutter": "1;34",
    "second": "1;34",
    "message": "1",
}
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


def render_text(diagnostics: Iterable[Diagnostic], *, colour: bool = False, width: int = 100) -> str:
    """Excerpts with carets, one block for each diagnostic, and a last line that counts them."""
    items = list(diagnostics)
    if not items:
        return ""
    page = _Page(colour, width)
    blocks = ["\n".join(page.block(item)) for item in items]
    return "\n\n".join([*blocks, summary(items)]) + "\n"


def excerpt(span: Span, *, colour: bool = False, width: int = 100) -> list[str]:
    """The line that a place begins on, and under it what belongs to the place."""
    marks = [_mark(Label(span, ""), first=True)]
    return list(_Page(colour, width).excerpt(span.source, marks, len(str(span.line)), "note"))


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """How many there are of each kind: `2 errors, 1 warning`."""
    kinds = [d.severity for d in diagnostics]
    counts = [(kinds.count(kind), kind) for kind in SEVERITIES]
    return ", ".join(f"{n} {kind}{'s' if n > 1 else ''}" for n, kind in counts if n)


# Text


@dataclass(frozen=True, slots=True)
class _Mark:
    """A place to underline: by line and by columns (counted from 0) of that line."""

    line: int
    start: int
    end: int
    text: str
    first: bool  # the diagnostic's own place, not a second one


@dataclass(frozen=True, slots=True)
class _Page:
    colour: bool
    width: int

    def paint(self, text: str, role: str) -> str:
        return f"\x1b[{COLOURS[role]}m{text}\x1b[0m" if self.colour and text else text

    def block(self, d: Diagnostic) -> Iterator[str]:
        head = self.paint(f"{d.severity}[{clean(d.code)}]", d.severity)
        yield head + self.paint(f": {clean(d.message)}", "message")
        places = _places(d)
        gutter = max((len(str(label.span.line)) for label in places), default=1)
        margin = " " * gutter
        for source in dict.fromkeys(label.span.source for label in places):
            here = [label for label in places if label.span.source is source]
            arrow = "-->" if here[0] is places[0] else ":::"
            layer = f" (variant {clean(source.layer)})" if source.layer else ""
            yield f"{margin}{self.paint(arrow, 'gutter')} {clean(str(here[0].span))}{layer}"
            yield f"{margin} {self.paint('|', 'gutter')}"
            marks = [_mark(label, first=d.span is not None and label is places[0]) for label in here]
            yield from self.excerpt(source, marks, gutter, d.severity)
        for note in d.notes:
            yield f"{margin} {self.paint('=', 'gutter')} {_hang(note, gutter + 3)}"
        if d.help:
            yield f"{self.paint('help', 'help')}: {_hang(d.help, 6)}"

    def excerpt(self, source: Source, marks: list[_Mark], gutter: int, severity: str) -> Iterator[str]:
        """The marked lines of one file, with what lies between two of them left out."""
        before = 0
        for number in sorted({mark.line for mark in marks}):
            if before and number == before + 2:
                yield from self.line(source, before + 1, [], gutter, severity)
            elif before and number > before + 2:
                yield self.paint("...", "gutter")
            here = sorted((m for m in marks if m.line == number), key=lambda m: (not m.first, m.start))
            yield from self.line(source, number, here, gutter, severity)
            before = number

    def line(self, source: Source, number: int, marks: list[_Mark], gutter: int, severity: str) -> Iterator[str]:
        """One source line and the underlines below it; a long line is cut to what is marked."""
        text = source.line(number)
        row = _Row(text)
        room = max(self.width - gutter - 3, 20)
        groups = [marks]
        if marks and row.total > room:
            low, high = min(m.start for m in marks), max(m.end for m in marks)
            if row.at(high) - row.at(low) > room - 8:
                groups = [[mark] for mark in marks]
        for group in groups:
            low = min((m.start for m in group), default=0)
            high = max((m.end for m in group), default=0)
            shown, shift = row.cut(row.at(low), row.at(high), room)
            yield f"{self.paint(f'{number:>{gutter}} |', 'gutter')} {shown}".rstrip()
            for mark in group:
                start = row.at(mark.start) + shift
                length = max(row.at(mark.end) - row.at(mark.start), 1)
                length = min(length, max(room - start, 1))
                under = ("^" if mark.first else "-") * length
                words = f"{under} {clean(mark.text)}".rstrip()
                bar = self.paint("|", "gutter")
                yield f"{' ' * gutter} {bar} {' ' * start}{self.paint(words, severity if mark.first else 'second')}"


def _places(d: Diagnostic) -> list[Label]:
    own = [Label(d.span, d.label)] if d.span else []
    return [*own, *d.labels]


def _mark(label: Label, *, first: bool) -> _Mark:
    """A place that spans lines is underlined to the end of its first line."""
    source = label.span.source
    line, column = source.place(label.span.start)
    length = len(source.line(line).rstrip())
    start = column - 1
    last, end = source.place(label.span.end)
    stop = max(length, start) if last > line else end - 1
    return _Mark(line, start, max(stop, start), label.text, first)


class _Row:
    """A line as a terminal shows it: tabs spread, control characters spelled, wide characters counted twice."""

    def __init__(self, text: str) -> None:
        self.pieces: list[str] = []
        self.starts: list[int] = [0]  # the cell where each character begins, and the end
        for i, char in enumerate(text):
            cell = self.starts[-1]
            if char == "\t":
                piece = " " * (TAB - cell % TAB)
            elif char == "\ufeff" and i == 0:
                piece = ""
            else:
                piece = _shown(char)
            self.pieces.append(piece)
            self.starts.append(cell + sum(_cells(c) for c in piece))

    @property
    def total(self) -> int:
        return self.starts[-1]

    def at(self, column: int) -> int:
        """The cell of a column; behind the line's end each column is one cell."""
        past = column - (len(self.starts) - 1)
        return self.starts[-1] + past if past > 0 else self.starts[column]

    def cut(self, start: int, end: int, room: int) -> tuple[str, int]:
        """The part of the line around the cells `start` to `end`, and by how much cells move."""
        if self.total <= room:
            return "".join(self.pieces), 0
        inner = room - 2
        spare = max(inner - (end - start), inner // 3)
        low = max(0, min(start - spare // 2, self.total - inner))
        chosen = [i for i in range(len(self.pieces)) if self.starts[i] >= low and self.starts[i + 1] <= low + inner]
        if not chosen:
            return "…", 0
        first, last = chosen[0], chosen[-1] + 1
        left = "…" if first > 0 else ""
        right = "…" if last < len(self.pieces) else ""
        return left + "".join(self.pieces[first:last]) + right, len(left) - self.starts[first]


def _cells(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _shown(char: str) -> str:
    """A character, or its escape when it has no harmless shape of its own."""
    kind = unicodedata.category(char)
    if kind not in ("Cc", "Cs", "Zl", "Zp", "Cf") or char in JOINERS:
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def clean(text: str) -> str:
    """Text that can be shown on a terminal without acting on it."""
    return text if text.isascii() and text.isprintable() else "".join(map(_shown, text))


def _hang(text: str, indent: int) -> str:
    """Several lines under each other."""
    return ("\n" + " " * indent).join(clean(line) for line in text.split("\n"))


# Data


def _region(span: Span) -> tuple[int, int, int, int]:
    """First line and column, last line and the column behind the last character; all from 1."""
    return (*span.source.place(span.start), *span.source.place(span.end))


def _place(span: Span | None) -> dict[str, Any]:
    names = ("line", "column", "end_line", "end_column")
    if span is None:
        return {"file": None, **dict.fromkeys(names)}
    return {"file": span.source.name, **dict(zip(names, _region(span)))}


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A list of objects; lines and columns count from 1, ends are exclusive."""
    items = [
        {
            "code": d.code,
            "severity": d.severity,
            "message": d.message,
            **_place(d.span),
            "label": d.label,
            "labels": [{**_place(label.span), "text": label.text} for label in d.labels],
            "notes": list(d.notes),
            "help": d.help,
        }
        for d in diagnostics
    ]
    return json.dumps(items, indent=2) + "\n"


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """Workflow commands that GitHub shows beside the changed lines."""
    return "".join(_annotation(d) + "\n" for d in diagnostics)


def _annotation(d: Diagnostic) -> str:
    properties: dict[str, object] = {}
    if d.span:
        line, column, end_line, end_column = _region(d.span)
        properties = {"file": d.span.source.name, "line": line, "col": column}
        if end_line == line:
            properties["endColumn"] = max(end_column, column + 1)
    properties["title"] = d.code
    command = {"note": "notice"}.get(d.severity, d.severity)
    listed = ",".join(f"{key}={_escaped(str(value), ',:')}" for key, value in properties.items())
    text = "\n".join(clean(line) for part in _sentences(d) for line in part.split("\n"))
    return f"::{command} {listed}::{_escaped(text)}"


def _sentences(d: Diagnostic) -> Sequence[str]:
    return [d.message, *d.notes, *([f"help: {d.help}"] if d.help else [])]


def _escaped(text: str, also: str = "") -> str:
    for char in "%\r\n" + also:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def render_sarif(diagnostics: Iterable[Diagnostic], version: str) -> str:
    """A SARIF 2.1.0 log with one run; `version` is the engine's own."""
    items = list(diagnostics)
    rules = sorted({d.code for d in items})
    driver = {"name": "triskele", "version": version, "rules": [_rule(code) for code in rules]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(d, rules) for d in items],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def _rule(code: str) -> dict[str, Any]:
    """What is said of a code wherever its results are shown."""
    from .explain import markdown, page

    told = page(code)
    text = " ".join(told.text.split())
    return {
        "id": code,
        "shortDescription": {"text": meaning(code)},
        "help": {"text": text, "markdown": markdown(told)},
    }


def _result(d: Diagnostic, rules: list[str]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": d.code,
        "ruleIndex": rules.index(d.code),
        "level": d.severity,
        "message": {"text": "\n".join(_sentences(d))},
    }
    if d.span:
        result["locations"] = [_location(d.span, d.label)]
    if d.labels:
        result["relatedLocations"] = [
            {"id": i, **_location(label.span, label.text)} for i, label in enumerate(d.labels, 1)
        ]
    return result


def _location(span: Span, text: str) -> dict[str, Any]:
    line, column, end_line, end_column = _region(span)
    uri = quote(span.source.name.replace("\\", "/"), errors="replace")
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}
    if text:
        location["message"] = {"text": text}
    return location
