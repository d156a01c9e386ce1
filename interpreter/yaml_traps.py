"""
YAML traps: text that YAML accepts and nobody meant.

An expression is written as plain YAML text, so a `#`, a comma or a forgotten space can cut it or glue
it without any complaint from the parser. Each function here looks at one value in its file and reports
what happened to it.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from .diagnostics import Bag, Label
from .nodes import Scalar
from .scalars import ODD_SPACES
from .source import Source, Span

PROPERTY = re.compile(r"!\S*|&[A-Za-z0-9_-]*")
FILLER = re.compile(r"(?:[ \t\r\n]+|(?<![^\s])#[^\n]*)+")
ODD = re.compile(f"[{ODD_SPACES}]")
KEY_LIKE = r"[A-Za-z_][\w-]*"
GLUED = re.compile(rf"{KEY_LIKE}:(?![/:\s])")
GLUED_ODD = re.compile(rf"{KEY_LIKE}[{ODD_SPACES}]*:[{ODD_SPACES}]")
COMMENT = re.compile(r"[ \t]+(#[^\n\r]*)")
UNFINISHED = re.compile(r"(?:==|!=|<=|>=|[<>=(]|\s[-+*/%]|//|\b(?:and|or|where|then|else))$")
ENTRY = re.compile(r"\n[ ]*(-)[ ]")
TAB_INDENT = re.compile(r"^ *(\t[ \t]*)(?=[^\s])", re.MULTILINE)


def after_properties(text: str, start: int, end: int) -> int:
    """Where a value begins behind its anchor and tag."""
    while start < end:
        found = PROPERTY.match(text, start, end)
        if not found:
            return start
        start = found.end()
        filler = FILLER.match(text, start, end)
        start = filler.end() if filler else start
    return end


def balance(text: str) -> int:
    """Brackets opened and not closed in a text; below zero when more are closed."""
    return text.count("(") + text.count("[") - text.count(")") - text.count("]")


def check_comment(value: Scalar, bag: Bag) -> None:
    """A value that stops in the middle because ` #` began a comment: `when: colour == #red`."""
    source = value.span.source
    comment = COMMENT.match(source.text, value.span.end)
    if comment and (UNFINISHED.search(value.text) or balance(value.text) > 0):
        bag.error(
            "comment-cut",
            f"`#` begins a comment here, so the value ends with `{_tail(value.text)}`",
            Span(source, comment.start(1), comment.end(1)),
            label="not part of the value",
            labels=[Label(value.span, "the value")],
            help="write it without `#`; if the comment was meant, finish the value before it",
        )


def check_entry(value: Scalar, bag: Bag) -> None:
    """A list entry that its indentation made a part of the text above it."""
    for dash in ENTRY.finditer(value.span.source.text, value.span.start, value.span.end):
        at = dash.start(1)
        bag.error(
            "entry-in-value",
            "this line is read as part of the value above, not as a list entry",
            Span(value.span.source, at, at + 1),
            labels=[Label(value.part(0, 1), "the value begins here")],
            help="give list entries the same indentation; to subtract, put the `-` at the end of the line above",
        )


def check_comma(key: str, value: Scalar, bag: Bag) -> bool:
    """A value inside `{ }` or `[ ]` that a comma cut: `{when: max(1, 2)}`. True if it was."""
    text, end = value.span.source.text, value.span.end
    if balance(value.text) <= 0 or not text.startswith(",", end):
        return False
    opened = max(value.text.rfind("("), value.text.rfind("["))
    whole = _whole(text, value.span.start)
    entry = f"{key}: {whole}" if key else f"- {whole}"
    bag.error(
        "flow-comma",
        f"a comma ends the value inside braces or brackets: it is cut to `{_tail(value.text)}`",
        Span(value.span.source, end, end + 1),
        label="the value ends here",
        labels=[Label(value.part(opened, opened + 1), "this bracket is still open")],
        help=f"write it in block form, with `{entry}` on a line of its own",
    )
    return True


def _whole(text: str, start: int) -> str:
    """The expression that a comma cut: up to where its brackets close, on the same line."""
    depth, i = 0, start
    while i < len(text) and text[i] != "\n":
        if text[i] in "([":
            depth += 1
        elif text[i] in ")]":
            depth -= 1
        if depth < 0 or (depth == 0 and text[i] in ",}"):
            break
        i += 1
    return text[start:i].strip()


def _tail(text: str) -> str:
    return text if len(text) <= 40 else f"…{text[-40:]}"


def check_glued(value: Scalar, bag: Bag) -> bool:
    """A key and a value in one word, `name:Pig`, where an entry was likely meant. True if so."""
    odd = GLUED_ODD.match(value.text)
    if odd:
        return report_odd_space(value.part(odd.end() - 1, odd.end()), bag)
    glued = GLUED.match(value.text)
    if glued:
        report_glued(value.part(glued.end() - 1, glued.end()), value.text, bag)
    return glued is not None


def report_glued(colon: Span, text: str, bag: Bag) -> None:
    key, _, rest = text.partition(":")
    rest = rest.split("\n")[0]
    bag.error(
        "missing-space",
        f"no space after the colon of `{key}`, so this is one piece of text",
        colon,
        help=f"write `{key}: {_tail(rest)}`",
    )


def report_odd_space(span: Span, bag: Bag) -> bool:
    code = ord(span.text)
    name = "a non-breaking space" if code in (0xA0, 0x202F, 0x2060) else "a space YAML does not know"
    bag.error(
        "odd-space",
        f"{name} (U+{code:04X}) stands where an ordinary space belongs",
        span,
        help="type an ordinary space instead; inside quotes any character may stand",
    )
    return True


def check_odd_space(value: Scalar, is_key: bool, bag: Bag) -> bool:
    """Spaces that YAML takes for letters: anywhere in a key, at either end of a value. True if found."""
    for odd in ODD.finditer(value.text):
        if is_key or odd.start() == 0 or odd.end() == len(value.text):
            return report_odd_space(value.part(odd.start(), odd.end()), bag)
    return False


def check_tabs(source: Source, free: list[tuple[int, int]], bag: Bag) -> None:
    """Tabs in the indentation of a line, outside the `free` ranges (quoted and block texts)."""
    found = [m for m in TAB_INDENT.finditer(source.text) if not _within(m.start(1), free)]
    if found:
        more = len(found) - 1
        bag.error(
            "tab",
            "a tab in the indentation",
            Span(source, *found[0].span(1)),
            notes=[f"and in {more} more line{'s' if more > 1 else ''} of this file"] if more else [],
            help="indent with spaces only",
        )


def _within(offset: int, ranges: list[tuple[int, int]]) -> bool:
    """Whether an offset lies behind the start of one of the ranges, which are in order."""
    i = bisect_left(ranges, (offset, 0)) - 1
    return i >= 0 and offset < ranges[i][1]
