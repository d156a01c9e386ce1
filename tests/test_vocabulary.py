"""
Every word of the language is used by two games or more: what only one needs is not general, what none needs is not
there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.expr.functions import FUNCTIONS, PLAYER_ATTRIBUTES
from interpreter.steps.vocabulary import CHECKS

ROOT = Path(__file__).parent.parent
STEPS = list(CHECKS)
MAPS = ["grid", "line", "ring", "edges", "hex", "square"]
ZONES = ["pool", "row", "pile", "bag"]
SECTIONS = [
    "parameters", "types", "components", "maps", "seats", "tables", "zones", "fields", "signals", "functions",
    "procedures", "actions", "phases", "endings", "scoring", "result", "scripted",
]  # fmt: skip
TURNS = [
    "starting", "then", "skip", "until", "rounds", "each", "acts", "before", "after", "actions", "do",
]  # fmt: skip
LEAVES = ["loop", "procedure", "action", "turn", "phase"]
THEN = ["now", "finish_turn", "finish_round", "finish_phase"]
SPECIALS = ["first_player", "last_player", "round", "ending", "ended_by", "solo"]
STEP_FIELDS = [
    "count", "keep", "leaving", "ordered", "by", "secret", "otherwise", "until", "else", "as", "short", "at", "turned",
    "prompt",
]  # fmt: skip
TYPE_FIELDS = ["has", "answers", "does", "rows", "each", "copies", "sides", "parts"]


def games() -> dict[str, list[Any]]:
    """The documents of every game that is kept here, by its name; no comments, no texts for people."""
    found: dict[str, list[Any]] = defaultdict(list)
    folders = [*(ROOT / "gamedefs").iterdir(), *(ROOT / "tests" / "games").rglob("*")]
    for path in sorted(folders):
        if path.suffix == ".yaml":
            found[path.stem].append(yaml.safe_load(path.read_text(encoding="utf-8")))
        elif (path / "game.yaml").is_file():
            found[path.name] += [yaml.safe_load(p.read_text(encoding="utf-8")) for p in path.glob("*.yaml")]
    found = {name: [t for t in texts if isinstance(t, dict)] for name, texts in found.items()}  # no scenarios
    return {name: texts for name, texts in found.items() if any("triskele" in t for t in texts)}


def mappings(value: Any) -> Iterator[dict[str, Any]]:
    """Every mapping in a document."""
    if isinstance(value, dict):
        yield value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from mappings(child)


def steps(value: Any) -> Iterator[dict[str, Any]]:
    """Every mapping that stands in a list and has a verb."""
    if isinstance(value, list):
        yield from (v for v in value if isinstance(v, dict) and set(v) & set(STEPS))
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from steps(child)


def texts(value: Any, key: str = "") -> Iterator[str]:
    """Everything written but texts for people; keys too."""
    if key in ("about", "title", "source", "derived", "assumed"):
        return
    if isinstance(value, dict):
        for k, v in value.items():
            yield str(k)
            yield from texts(v, str(k))
    elif isinstance(value, list):
        for v in value:
            yield from texts(v)
    else:
        yield str(value)


def words_of(documents: list[Any]) -> Iterator[str]:
    """The words of the language that a game uses, each with its kind."""
    for document in documents:
        yield from (f"section {s}" for s in SECTIONS if s in document)
        for step in steps(document):
            yield from (f"step {v}" for v in STEPS if v in step)
            yield from (f"field {f}" for f in STEP_FIELDS if f in step)
            if "leave" in step:
                yield f"leave {step['leave']}"
        for mapping in mappings(document):
            yield from (f"field {f}" for f in STEP_FIELDS if f in mapping and "choose" in mapping)
            yield from (f"type {t}" for t in TYPE_FIELDS if t in mapping)
        for board in document.get("maps", {}).values():
            yield from (f"map {m}" for m in MAPS if m in board or board.get("shape") == m)
        for zone in document.get("zones", {}).values():
            yield f"zone {zone.get('kind', 'pool')}"
        for phase in document.get("phases", {}).values():
            yield from (f"turns {t}" for t in TURNS if t in phase.get("turns", {}))
        for ending in document.get("endings", {}).values():
            yield f"then {ending.get('then', 'now')}"
        text = "\n".join(texts(document))
        yield from (f"function {f}" for f in FUNCTIONS if re.search(rf"\b{f}\(", text) or re.search(rf"\.{f}\b", text))
        yield from (f"of players {a}" for a in PLAYER_ATTRIBUTES if re.search(rf"\.{a}\b", text))
        yield from (f"special {s}" for s in SPECIALS if re.search(rf"(?<!\.)\b{s}\b(?!:)", text))


@cache
def users() -> dict[str, set[str]]:
    """For each word of the language, the games that use it."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, documents in games().items():
        for word in words_of(documents):
            found[word].add(name)
    return found


WORDS = [
    *(f"step {s}" for s in STEPS), *(f"function {f}" for f in FUNCTIONS), *(f"map {m}" for m in MAPS),
    *(f"zone {z}" for z in ZONES), *(f"section {s}" for s in SECTIONS), *(f"turns {t}" for t in TURNS),
    *(f"leave {w}" for w in LEAVES), *(f"then {t}" for t in THEN), *(f"special {s}" for s in SPECIALS),
    *(f"field {f}" for f in STEP_FIELDS), *(f"type {t}" for t in TYPE_FIELDS),
    *(f"of players {a}" for a in PLAYER_ATTRIBUTES),
]  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_two_games_or_more_use_it(word: str) -> None:
    assert len(users()[word]) >= 2, f"{word}: used by {sorted(users()[word]) or 'no game'}"
