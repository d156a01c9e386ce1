"""
Every line of a rulebook is carried by something: games with a `rulebook.csv` are held to it.

A row says for one line of the rulebook what it rules (in own words) and what carries that: a place of the
definition (`path`), a scenario, an `assumption` made where the text is silent, or nothing, with the reason.
Rulebooks are not part of this project. Where their texts are at hand (in the folder that the environment
variable RULEBOOKS names, or in a folder `rulebooks` near the checkout), no line of them may be missing.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
GAMES = sorted(table.parent for table in ROOT.glob("gamedefs/*/rulebook.csv"))
COLUMNS = ["line", "rule", "carried_by", "where"]
CARRIERS = {"path", "scenario", "assumption", "none-needed"}

pytestmark = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def rows_of(game: Path) -> list[dict[str, str]]:
    """The rows of a game's rulebook table."""
    with (game / "rulebook.csv").open(encoding="utf-8", newline="") as file:
        table = csv.DictReader(file)
        assert table.fieldnames == COLUMNS
        return list(table)


def read(file: Path) -> Any:
    """A YAML file in which every scalar is text, so that nothing is read as something else."""
    return yaml.load(file.read_text(encoding="utf-8"), yaml.BaseLoader)


def definition_of(game: Path) -> dict[str, Any]:
    """All parts of a definition as one mapping."""
    whole: dict[str, Any] = {}
    for file in sorted(game.glob("*.yaml")):
        for section, value in read(file).items():
            if isinstance(value, dict):
                whole.setdefault(section, {}).update(value)
            else:
                whole[section] = value
    return whole


def scenarios_of(game: Path) -> list[str]:
    """The names of a game's scenarios."""
    return [scenario["name"] for file in sorted(game.glob("scenarios/*.yaml")) for scenario in read(file)]


def steps_in(node: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """All steps and entries of menus below a node, by their words: the `id`, else what they name first."""
    if isinstance(node, list):
        for item in node:
            yield from steps_in(item)
    if not isinstance(node, dict):
        return
    if "id" in node:
        yield node["id"], node
    elif "choose" in node and "may" not in node:
        yield next(iter(node["choose"])), node
    else:
        yield from ((node[verb], node) for verb in ("may", "call") if verb in node)
    for word, value in node.items():
        if word == "one_of":
            yield from ((name, entry) for name, entry in value.items() if isinstance(entry, dict))
        yield from steps_in(value)


def found(definition: dict[str, Any], path: str) -> bool:
    """Whether a path (`zones.hand.seen_by`, `procedures.arrive/learn.draw`) leads to something in a definition."""
    entry, _, inside = path.partition("/")
    places: list[Any] = [definition]
    for name in entry.split("."):
        places = [p[name] for p in places if isinstance(p, dict) and name in p]
    if inside:
        word, *names = inside.split(".")
        places = [step for p in places for name, step in steps_in(p) if name == word]
        for name in names:
            places = [p[name] for p in places if name in p]
    return len(places) == 1


def text_of(game: Path) -> list[str]:
    """The lines of a game's rulebook; a test that needs them is skipped where there is none."""
    named = os.environ.get("RULEBOOKS")
    folders = [Path(named)] if named else sorted(ROOT.parent.glob("*/rulebooks"))
    for file in (folder / f"{game.name}.txt" for folder in folders):
        if file.exists():
            return file.read_text(encoding="utf-8").splitlines()
    pytest.skip(f"the rulebook of {game.name} is not at hand (set RULEBOOKS to the folder of its text)")


def test_every_row_says_what_carries_it(game: Path) -> None:
    faults = [
        row for row in rows_of(game)
        if row["carried_by"] not in CARRIERS or not row["line"].isdigit() or not row["rule"] or not row["where"]
    ]  # fmt: skip
    assert not faults


def test_paths_are_alive(game: Path) -> None:
    definition = definition_of(game)
    paths = {row["where"] for row in rows_of(game) if row["carried_by"] in ("path", "assumption")}
    assert [path for path in sorted(paths) if not found(definition, path)] == []


def test_assumptions_are_marked(game: Path) -> None:
    paths = {row["where"] for row in rows_of(game) if row["carried_by"] == "assumption"}
    assert [path for path in sorted(paths) if path.rpartition(".")[2] != "assumed"] == []


def test_scenarios_exist_and_have_names_of_their_own(game: Path) -> None:
    names = scenarios_of(game)
    assert len(names) == len(set(names))
    wanted = {row["where"] for row in rows_of(game) if row["carried_by"] == "scenario"}
    assert sorted(wanted - set(names)) == []


def test_no_line_of_the_rulebook_is_missing(game: Path) -> None:
    lines = text_of(game)
    wanted = {number for number, line in enumerate(lines, start=1) if line.strip()}
    listed = {int(row["line"]) for row in rows_of(game)}
    assert (sorted(wanted - listed), sorted(listed - wanted)) == ([], [])
