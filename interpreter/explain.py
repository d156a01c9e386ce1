"""
Explain: the code of a diagnostic in, its page out: what it means in plain words, a wrong example and a right one.

The pages are Markdown in `pages/`, one file a topic, read only when somebody asks. How they are written is told in
`tests/rooms/test_explain.py`, which loads or plays every example.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .codes import CODES, meaning
from .diagnostics import did_you_mean

FOLDER = Path(__file__).parent / "pages"
TOPICS = (
    "files", "yaml", "tables", "shape", "names", "lint", "declarations", "expressions", "steps", "play", "scenarios",
    "variants",
)  # fmt: skip
"""The files, in the order in which they are listed."""
FENCE = re.compile(r"(?ms)^```([^\n]*)\n(.*?)^```\n")
FILE = re.compile(r"(?m)^=== (\S+)\n")


class UnknownCode(LookupError):
    """No diagnostic has that code."""


@dataclass(frozen=True, slots=True)
class Example:
    """A fragment of a game, or several files, each after a line `=== its name`. `words` stand behind the fence."""

    words: tuple[str, ...]
    text: str

    @property
    def right(self) -> bool:
        return "right" in self.words

    @property
    def caption(self) -> str:
        """What stands above the example; of one that goes wrong in play, which choices lead to it."""
        played = re.search(r"play \d+: (.*)", " ".join(self.words))
        if self.right:
            return "Right:"
        return f"Wrong, when `{'`, then `'.join(played[1].split(', '))}` is chosen:" if played else "Wrong:"

    def files(self) -> dict[str, str]:
        """Name -> text; what stands before the first name is a part of the game."""
        game, *named = FILE.split(self.text)
        files = dict(zip(named[::2], named[1::2]))
        return {"game.yaml": game, **files} if game else files


@dataclass(frozen=True, slots=True)
class Page:
    """What is to be said about a code: Markdown without its examples, and these."""

    code: str
    text: str
    examples: tuple[Example, ...]

    @property
    def head(self) -> str:
        return f"{self.code}: {meaning(self.code)}"


def page(code: str) -> Page:
    """The page of a code; UnknownCode, which names a near one, where there is none."""
    if code not in CODES:
        raise UnknownCode(f"no code is called `{code}`; {did_you_mean(code, CODES) or '`triskele explain` lists them'}")
    return next(p for pages in topics().values() for p in pages if p.code == code)


def topics() -> dict[str, list[Page]]:
    """All pages by the title of their topic."""
    found = {}
    for topic in TOPICS:
        title, *parts = re.split(r"(?m)^## (.*)\n", (FOLDER / f"{topic}.md").read_text(encoding="utf-8"))
        found[title.strip("# \n")] = [_page(code, text) for code, text in zip(parts[::2], parts[1::2])]
    return found


def _page(code: str, text: str) -> Page:
    examples = tuple(Example(tuple(words.split()), shown) for words, shown in FENCE.findall(text))
    return Page(code, FENCE.sub("", text).strip(), examples)


def markdown(page: Page) -> str:
    """The page as one text, for programs that show Markdown."""
    blocks = [page.text]
    for example in page.examples:
        blocks += [f"**{example.caption}**", f"```yaml\n{example.text}```"]
    return "\n\n".join([*blocks, *foot(page)]) + "\n"


def foot(page: Page) -> list[str]:
    """How the examples are to be read, if there are any."""
    files = "`===` begins another file of it; what is not shown again stays as it is."
    if any(FILE.search(example.text) for example in page.examples):
        return [f"The examples are parts of a game. {files}"]
    return ["The examples are parts of a game."] if page.examples else []
