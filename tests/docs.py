"""
Documents taken apart: README.md and docs/*.md in, their blocks and written tables out.

What a fenced block is for stands behind its language:

    yaml game                     a whole game; it must be clean, and is played
    yaml into GAME                entries put into a game in place of those of the same name; the same is asked of it
    yaml wrong CODE into GAME     the same entries must bring just this diagnostic
    yaml variant of GAME          a variant; the game with it must be clean, and is played
    yaml scenario of GAME         scenarios that must hold, and fail under the changes that they name
    yaml failing scenario of GAME scenarios none of which holds (yet)
    yaml ... NAME.yaml            any of these; commands and Python find it in their folder under that name or path
    yaml variant of GAME NAME     the same, as variants/NAME.yaml
    console                       lines after `$ ` are run, what follows is compared (`...`: anything)
    python                        run in one process with the other blocks of its document
    text output                   what the Python before it prints
    sh                            known to test_readme, not run
    text                          left alone

GAME is the id of a game as the same document has shown it last, of one that comes along (variants and scenarios only),
or the name of a file in tests/games. Behind `<!-- changes of GAME -->` stands a table whose second column holds
variants without a head; each is asked the same as any variant.

`python -m tests.docs` writes the tables that come from the program again.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.expr.functions import FUNCTIONS, PLAYER_ATTRIBUTES

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
UNSAID = ("about", "source", "derived", "assumed", "id")


@dataclass(frozen=True)
class Block:
    """A fenced block: the words behind the fence, its text, and the line that the text begins on."""

    file: Path
    line: int
    words: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line}"


def blocks(file: Path, *heads: str) -> list[Block]:
    """The fenced blocks of a document, or those whose words begin with one of `heads`."""
    found, fence = [], None
    body: list[str] = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("```"):
            body.append(line)
        elif fence is None:
            fence, body = (number + 1, tuple(line[3:].split())), []
        else:
            found.append(Block(file, *fence, "\n".join(body) + "\n"))
            fence = None
    assert fence is None, f"{file.name}: a block is not closed"
    return [b for b in found if not heads or " ".join(b.words).startswith(heads)]


CHANGES = re.compile(r"(?m)^<!-- changes of (?P<game>[a-z_-]+) -->\n(?P<table>(?:\|.*\n)+)")


def wishes(file: Path) -> Iterator[tuple[int, str, str]]:
    """Of each row of a table of changes its line, the game and the change: the code of its second column."""
    text = file.read_text(encoding="utf-8")
    for match in CHANGES.finditer(text):
        first = text.count("\n", 0, match.start("table")) + 1
        for number, line in enumerate(match["table"].splitlines()[2:], first + 2):
            codes = re.findall(r"`([^`]+)`", line.strip("| ").split(" | ")[1])
            assert codes, f"{file.name}:{number}: a wish without code"
            yield number, match["game"], "".join(f"{code}\n" for code in codes)


# -- tables that come from the program ---------------------------------------------------------------


def row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def head(*cells: str) -> list[str]:
    return [row(*cells), row(*("---" for _ in cells))]


WORDS = {"ints+": "Int, ...", "int": "Int", "int?": "Int?", "bools": "list of Bool", "ints": "list of Int"}
GIVES = {"count": "Int", "int": "Int", "first": "maybe item, list", "box": "zone"}


def functions() -> list[str]:
    """The built-in functions."""
    rows = []
    for name, f in FUNCTIONS.items():
        wants = ", ".join(WORDS.get(p, p) for p in f.params)
        rows.append(row(f"`{name}({wants})`", GIVES.get(f.gives, f.gives), f.doc))
    return [*head("function", "gives", "which is"), *rows]


def codes() -> list[str]:
    """The codes of diagnostics by topic, each with a link to its page."""
    from interpreter.codes import meaning
    from interpreter.explain import FOLDER, TOPICS, topics

    lines = []
    for topic, (title, pages) in zip(TOPICS, topics().items()):
        file = f"../{(FOLDER / topic).relative_to(ROOT).as_posix()}.md"
        rows = [row(f"[`{p.code}`]({file}#{p.code})", meaning(p.code)) for p in pages]
        lines += ["", f"## {title}", "", *head("code", "what it means"), *rows]
    return lines[1:]


def players() -> list[str]:
    """What a player has of itself."""
    return [*head("of a player", "what it is"), *(row(f"`p.{n}`", doc) for n, doc in PLAYER_ATTRIBUTES.items())]


class Schema:
    """The schema of game files, asked for words."""

    def __init__(self, kind: str = "game") -> None:
        self.root: dict[str, Any] = json.loads((ROOT / "schema" / f"{kind}.schema.json").read_text(encoding="utf-8"))

    def at(self, ref: str) -> dict[str, Any]:
        file, _, path = ref.partition("#")
        node: Any = Schema(file.removesuffix(".schema.json")).root if file else self.root
        for key in path.split("/")[1:]:
            node = node[key]
        assert isinstance(node, dict)
        return node

    def word(self, node: dict[str, Any], key: str) -> Any:
        """What a place says under `key`, or what it refers to."""
        schema = self
        while key not in node and "$ref" in node:
            file = node["$ref"].partition("#")[0]
            node = schema.at(node["$ref"])
            schema = Schema(file.removesuffix(".schema.json")) if file else schema
        return node.get(key)

    def keys(self, ref: str) -> Iterator[tuple[str, bool, str, str]]:
        """Key, whether it must be there, meaning and an example, for each key of the thing at `ref`."""
        thing = self.at(ref)
        for key, value in thing["properties"].items():
            if key not in UNSAID:
                examples = self.word(value, "examples") or [""]
                yield key, key in thing.get("required", ()), self.word(value, "description") or "", flow(examples[0])


def flow(value: Any) -> str:
    """A value as one would write it on one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(v) for v in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def keys(name: str) -> list[str]:
    """The keys of one kind of entry, such as `zone`."""
    rows = []
    for key, required, meaning, example in Schema().keys(f"#/$defs/{name}"):
        rows.append(row(f"`{key}`" + (" (needed)" if required else ""), meaning, f"`{example}`" if example else ""))
    return [*head("key", "meaning", "example"), *rows]


def scenario() -> list[str]:
    """The keys of a scenario."""
    rows = [row(f"`{key}`", what) for key, _, what, _ in Schema("scenario").keys("#/$defs/scenario")]
    return [*head("key", "meaning"), *rows]


def variant() -> list[str]:
    """The keys of a variant."""
    return head("key", "meaning") + [row(f"`{key}`", what) for key, _, what, _ in Schema("variant").keys("#")]


def sections() -> list[str]:
    """The keys of a game file."""
    rows = [row(f"`{k}`" + (" (needed)" if must else ""), what) for k, must, what, _ in Schema().keys("#")]
    return [*head("key", "what it holds"), *rows]


def steps() -> list[str]:
    """The steps with the fields that go with them."""
    schema = Schema()
    rows = []
    for verb in schema.at("#/$defs/step")["properties"]:
        fields = {key: (must, what) for key, must, what, _ in schema.keys(f"#/$defs/{verb}_step")}
        meaning = fields.pop(verb)[1]
        names = [f"`{key}`" + (" (needed)" if must else "") for key, (must, _) in fields.items()]
        rows.append(row(f"`{verb}`", meaning, ", ".join(names)))
    return [*head("step", "what stands behind it", "what else it may have"), *rows]


def fields() -> list[str]:
    """The fields of steps, each meaning once."""
    schema = Schema()
    found: dict[tuple[str, str], list[str]] = {}
    for verb in schema.at("#/$defs/step")["properties"]:
        for key, _, what, _ in schema.keys(f"#/$defs/{verb}_step"):
            if key != verb:
                found.setdefault((key, what), []).append(verb)
    rows = [row(f"`{key}`", what, " ".join(verbs)) for (key, what), verbs in sorted(found.items())]
    return [*head("field", "meaning", "of the steps"), *rows]


TABLES: dict[str, Callable[..., list[str]]] = {
    "codes": codes,
    "fields": fields,
    "functions": functions,
    "keys": keys,
    "players": players,
    "scenario": scenario,
    "sections": sections,
    "steps": steps,
    "variant": variant,
}
WRITTEN = re.compile(r"(?ms)^<!-- written: (?P<what>[a-z_ ]+) -->\n(?P<table>.*?)^<!-- end -->\n")


def written(text: str) -> str:
    """The same document with every written table as it is to be."""

    def table(match: re.Match[str]) -> str:
        name, *rest = match["what"].split()
        return f"<!-- written: {match['what']} -->\n" + "\n".join(TABLES[name](*rest)) + "\n<!-- end -->\n"

    return WRITTEN.sub(table, text)


def main() -> None:
    for file in DOCUMENTS:
        text = file.read_text(encoding="utf-8")
        new = written(text)
        if new != text:
            file.write_text(new, encoding="utf-8")
            sys.stdout.write(f"{file.relative_to(ROOT)} written\n")


if __name__ == "__main__":
    main()
