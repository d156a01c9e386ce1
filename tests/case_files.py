"""
The cases of bad definitions: files of `tests/cases/errors` in, cases out. The format is told in `test_cases`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from interpreter.source import Span

FOLDER = Path(__file__).parent / "cases" / "errors"
MARK = re.compile(r"[ \t]*#! ?(.*)$")
PLACED = re.compile(r"(?:(\S+\.(?:csv|yaml)) )?line (\d+): (\S+)(?: (.*))?$")
HEAD = {"triskele": '"1"', "id": "case", "title": "A case", "players": "2"}


@dataclass
class Case:
    """`expected` by file: line, code, text underlined (empty: not looked at)."""

    topic: str
    name: str
    files: dict[str, list[str]] = field(default_factory=dict)
    expected: list[tuple[str, int, str, str]] = field(default_factory=list)
    play: tuple[int, list[str]] | None = None
    variants: list[str] = field(default_factory=list)
    pinned: bool = False
    raw: bool = False
    crlf: bool = False
    bom: bool = False

    def text(self, file: str) -> str:
        """A file as it is written: with the sections that every game needs, and the line ends that are asked for."""
        text = self._complete(file)
        text = text.replace("\n", "\r\n") if self.crlf else text
        return "\ufeff" + text if self.bom else text

    def _complete(self, file: str) -> str:
        text = "\n".join(self.files[file]) + "\n"
        if self.raw or file != "game.yaml":
            return text
        keys = set(re.findall(r"^(\w+):", text, re.MULTILINE))
        block = re.search(r"^actions:\n((?: .*\n)*)", text, re.MULTILINE)
        actions = re.findall(r"^  (\w+):", block[1], re.MULTILINE) if block else ["wait"]
        head = {**HEAD, "phases": f"{{play: {{turns: {{rounds: 9, actions: [{', '.join(actions)}]}}}}}}"}
        head |= {} if block or "phases" in keys else {"actions": "{wait: {do: [{leave: turn}]}}"}
        return text + "".join(f"{key}: {value}\n" for key, value in head.items() if key not in keys)


def in_inner_text(span: Span) -> bool:
    """Whether a place lies in a text inside the YAML: a scalar that is folded, literal or quoted, or in a table."""
    if span.source.name.endswith(".csv"):
        return True
    try:
        for event in yaml.parse(span.source.text):
            styled = isinstance(event, yaml.ScalarEvent) and event.style
            if styled and event.start_mark.index <= span.start < event.end_mark.index:
                return True
    except yaml.YAMLError:
        pass
    return False


def cases() -> Iterator[Case]:
    for path in sorted(FOLDER.glob("*.yaml")):
        case, file = Case("", ""), ""
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line.startswith("--- "):
                if case.name:
                    yield case
                case, file = Case(path.stem, line[4:], {"game.yaml": []}), "game.yaml"
            elif line.startswith("=== "):
                file = line[4:]
                case.files[file] = []
            elif case.name:
                _line(case, file, line)
        yield case


def _line(case: Case, file: str, line: str) -> None:
    mark = MARK.search(line)
    rest = line[: mark.start()] if mark else line
    lines = case.files[file]
    if mark is None or rest:
        lines.append(rest)
    if mark is None:
        return
    if placed := PLACED.match(mark[1]):
        case.expected.append((placed[1] or "game.yaml", int(placed[2]), placed[3], placed[4] or ""))
    elif mark[1] in ("pinned", "raw", "crlf", "bom"):
        setattr(case, mark[1], True)
    elif mark[1].startswith("variants "):
        case.variants = mark[1].split()[1:]
    elif played := re.match(r"play (\d+):(.*)", mark[1]):
        case.play = int(played[1]), [w.strip() for w in played[2].split(",") if w.strip()]
    else:
        code, _, text = mark[1].partition(" ")
        case.expected.append((file, len(lines), code, text))
