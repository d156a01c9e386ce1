"""
Markdown: pieces of text in, a document out, as Markdown or as a page of HTML.

Whatever comes from a game goes through `plain` or `code` and cannot act as markup in either form; its
control characters are spelled. The HTML is made by markdown-it-py, which rich brings along.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from .render import clean

LINK = re.compile(r"\x00([^\x00]*)\x00")
"""A link's target, by the key of a heading; no text of a game holds these characters."""

STYLE = """\
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.5 Georgia, serif; color: #222; }
h1, h2, h3 { font-family: system-ui, sans-serif; line-height: 1.2; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #bbb; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.95rem; }
th, td { border: 1px solid #ccc; padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; }
th { background: #f2f0ea; font-family: system-ui, sans-serif; font-weight: 600; }
code { font-size: 0.85em; background: #f2f0ea; padding: 0 0.2em; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1c1c1c; }
  th, code { background: #333; }
}
"""


def plain(text: str) -> str:
    """
    Text that means just itself.

    >>> plain("a *b* <c>")
    'a \\\\*b\\\\* \\\\<c\\\\>'
    """
    text = clean(" ".join(text.split()))
    text = re.sub(r"[\\`*\[\]<>&~$]|(?<![^\W_])_|_(?![^\W_])", r"\\\g<0>", text)
    return re.sub(r"^(\d*)(?=[#+=.)-])([#+=-]|(?<=\d)[.)])", r"\1\\\2", text)


def code(text: str) -> str:
    """Text in code style, whatever ticks it holds."""
    text = clean(" ".join(text.split()))
    ticks = max((len(run) for run in re.findall("`+", text)), default=0)
    if not ticks:
        return f"`{text}`"
    return f"{'`' * (ticks + 1)} {text} {'`' * (ticks + 1)}"


def link(text: str, key: str) -> str:
    """A link to the heading with that key; a document without such a heading keeps the text only."""
    return f"[{text}](\x00{key}\x00)"


@dataclass(slots=True)
class Item:
    """A line of a list, and the lines under it, which are steps in order if `numbered`."""

    text: str
    inside: list[Item] = field(default_factory=list)
    numbered: bool = True


@dataclass(slots=True)
class Document:
    """Blocks of Markdown; headings by key, so that they can be linked to."""

    blocks: list[str] = field(default_factory=list)
    anchors: dict[str, str] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)

    def heading(self, level: int, text: str, key: str = "") -> None:
        name = anchor(text)
        times = self.taken[name] = self.taken.get(name, 0) + 1
        if key:
            self.anchors[key] = name if times == 1 else f"{name}-{times - 1}"
        self.blocks.append(f"{'#' * level} {text}")

    def paragraph(self, *parts: str) -> None:
        text = " ".join(p for p in parts if p)
        if text:
            self.blocks.append(text)

    def items(self, items: Sequence[Item], *, numbered: bool = False) -> None:
        if items:
            self.blocks.append("\n".join(_list(items, numbered, "")))

    def table(self, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """A table without the columns that are empty in every row; none at all without rows."""
        lines = [list(row) for row in rows]
        if not lines:
            return
        kept = [i for i in range(len(header)) if i == 0 or any(line[i] for line in lines)]
        shown = [[header[i] for i in kept], ["---"] * len(kept), *([line[i] for i in kept] for line in lines)]
        self.blocks.append("\n".join(f"| {' | '.join(map(_cell, line))} |" for line in shown))

    def text(self) -> str:
        """All blocks; links find their headings."""
        text = re.sub(r"\[([^\[\]]*)\]\(\x00([^\x00]*)\x00\)", self._linked, "\n\n".join(self.blocks))
        return LINK.sub("", text) + "\n"

    def _linked(self, match: re.Match[str]) -> str:
        name = self.anchors.get(match.group(2))
        return match.group(1) if name is None else f"[{match.group(1)}](#{name})"


def _list(items: Sequence[Item], numbered: bool, indent: str) -> list[str]:
    lines: list[str] = []
    for n, item in enumerate(items, 1):
        mark = f"{n}. " if numbered else "- "
        lines.append(f"{indent}{mark}{item.text}")
        lines += _list(item.inside, item.numbered, indent + " " * len(mark))
    return lines


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def anchor(text: str) -> str:
    """The name that a heading gets where Markdown is shown."""
    return re.sub(r"[^\w -]", "", text.lower()).strip().replace(" ", "-")


def to_html(markdown: str, title: str) -> str:
    """A page that needs nothing but itself: no script, no picture, no font from elsewhere."""
    from html import escape

    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(markdown)
    taken: dict[str, int] = {}
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            name = anchor("".join(t.content for t in token.children or ()))
            times = taken[name] = taken.get(name, 0) + 1
            before.attrSet("id", name if times == 1 else f"{name}-{times - 1}")
    body = parser.renderer.render(tokens, parser.options, {})
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(clean(title))}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
