"""
Files beside a definition, and definitions made of the schema's examples: nothing but diagnostics comes out.

Tables with odd cells, variants with right and wrong paths, scenarios with values exchanged, records that were changed.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from interpreter import DefinitionError, RuleError, check, load
from interpreter.bots import UnknownBot
from interpreter.game import ParameterError
from interpreter.loading import UnknownGame
from interpreter.record import RecordError, parse
from interpreter.scenario import run_scenarios
from interpreter.session import Session, header, replay

from .test_fuzz import ODD, VALUES, WORDS, changed, play, sound

HERE = Path(__file__).parent
GAMES = HERE / "games"
SCHEMA = HERE.parent / "schema"
SMALL = ["pig.yaml", "kuhn.yaml", "tic-tac-toe.yaml", "nim.yaml", "fork.yaml"]

# -- tables ------------------------------------------------------------------------------------------

CARDS = """\
triskele: "1"
id: cards
title: Cards
about: Everybody takes a card.
players: 2
types: {Hue: [red, blue]}
components:
  Card: {has: {rank: 0..9, hue: "maybe Hue", friends: list of Hue, wild: Bool}, rows: {table: cards.csv}}
zones: {deck: {of: Card, kind: pile, start: all}, hand: {of: Card, per: Player, seen_by: owner}}
phases: {play: {turns: {rounds: 1, actions: [take]}}}
actions: {take: {do: [{draw: 1, from: deck, to: player.hand, short: allowed}]}}
scoring: {rank: {each_player: sum(c.rank for c in player.hand where c.wild or c.hue == red or red in c.friends)}}
"""
HEADS = ["name", "rank", "hue", "friends", "wild", "copies", "about", ""]
CELLS = ["a", "b", "ace", "red", "red blue", "1", "9", "10", "true", "none", "", '"', '"x, y"', "'", "=1+1", *ODD]


def table(draw: Any) -> str:
    """Rows of cells, some with a cell too many or too few."""
    part = draw(st.sampled_from([",", ",", ",", ";", "\t"]))
    width = draw(st.integers(1, 5))
    head = draw(st.lists(st.sampled_from(HEADS), min_size=width, max_size=width))
    rows = [head]
    for _ in range(draw(st.integers(0, 4))):
        rows.append(draw(st.lists(st.sampled_from(CELLS), min_size=max(1, width - 1), max_size=width + 1)))
    return draw(st.sampled_from(["\n", "\r\n", "\r"])).join(part.join(row) for row in rows)


@given(st.data())
def test_tables(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    right = "name,rank,hue,friends,wild,copies\nace,1,red,red blue,true,2\nking,9,,,,\n"
    text = table(data.draw) if data.draw(st.booleans()) else damaged(data.draw, right)
    (folder / "cards.csv").write_text(text, encoding="utf-8", newline="")
    (folder / "game.yaml").write_text(CARDS, encoding="utf-8")
    play(folder / "game.yaml", 1)


def damaged(draw: Any, text: str) -> str:
    """A table with a few pieces changed."""
    for _ in range(draw(st.integers(1, 3))):
        a = draw(st.integers(0, len(text)))
        b = min(len(text), a + draw(st.integers(0, 6)))
        text = text[:a] + draw(st.sampled_from([*CELLS, ",", "\n", text[a:b] * 2])) + text[b:]
    return text


# -- variants ----------------------------------------------------------------------------------------


def paths(value: Any, before: str = "") -> Iterator[str]:
    """Every path of a tree of mappings."""
    if isinstance(value, dict):
        for key, inner in value.items():
            path = f"{before}.{key}" if before else str(key)
            yield path
            yield from paths(inner, path)
    elif isinstance(value, list):
        for inner in value:
            for key in inner if isinstance(inner, dict) else []:
                yield f"{before.removesuffix('.do')}/{key}"
                target = inner[key]
                if isinstance(target, dict):
                    yield from (f"{before.removesuffix('.do')}/{word}" for word in map(str, target))
            yield from paths(inner, before) if isinstance(inner, (dict, list)) else ()


@cache
def tree(name: str) -> Any:
    return yaml.safe_load((GAMES / name).read_text(encoding="utf-8"))


@cache
def pieces() -> list[Any]:
    """All examples of the schema of games, and the values of the small games."""
    found: list[Any] = []

    def gather(value: Any) -> None:
        if isinstance(value, dict):
            found.extend(value.get("examples", []) if isinstance(value.get("examples"), list) else [])
            for inner in value.values():
                gather(inner)
        elif isinstance(value, list):
            for inner in value:
                gather(inner)

    gather(json.loads((SCHEMA / "game.schema.json").read_text(encoding="utf-8")))

    def inside(value: Any) -> None:
        found.append(value)
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            inside(inner)

    for name in SMALL:
        inside(tree(name))
    unique = {json.dumps(v, sort_keys=True, default=str): v for v in found}
    return [unique[k] for k in sorted(unique)]


def piece(draw: st.DrawFn) -> Any:
    """Any value, some words in a row, or something that stands in a definition elsewhere."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return draw(VALUES)
    if kind == 1:
        return " ".join(draw(st.lists(st.sampled_from([*WORDS, "old"]), min_size=1, max_size=6)))
    if kind == 2:
        return [{"original": draw(st.sampled_from([None, True, {}, "x"]))}]
    return draw(st.sampled_from(pieces()))


OPERATIONS = ["set", "add", "replace", "before", "after", "around"]


@st.composite
def variants(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """Some operations on right and wrong paths."""
    there = sorted(set(paths(tree(name))))
    made: dict[str, Any] = {"extends": name.removesuffix(".yaml"), "title": "Changed"}
    for _ in range(draw(st.integers(1, 4))):
        path = draw(st.sampled_from(there))
        if draw(st.integers(0, 3)) == 0:
            path = draw(
                st.sampled_from(
                    [
                        path + ".x",
                        path[:-1],
                        path + "/x",
                        "",
                        ".",
                        "/",
                        path + ".",
                        path * 2,
                        "a..b",
                        path.replace(".", "/"),
                        path + "/0",
                        path + ".about",
                        "x." + path,
                    ]
                )
            )
        if draw(st.integers(0, 4)) == 0:
            made.setdefault("remove", []).append(path)
        else:
            made.setdefault(draw(st.sampled_from(OPERATIONS)), {})[path] = piece(draw)
    return made


@given(st.data())
def test_variants(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    name = data.draw(st.sampled_from(SMALL))
    files = []
    for i in range(data.draw(st.integers(1, 2))):
        files.append(folder / f"changed{i}.yaml")
        files[-1].write_text(
            yaml.safe_dump(data.draw(variants(name)), sort_keys=False, allow_unicode=True), encoding="utf-8"
        )
    spec = "+".join([str(GAMES / name), *map(str, files)])
    found = check(spec)
    sound(found)
    if not any(d.severity == "error" for d in found):
        go_on(spec)


def go_on(spec: str) -> None:
    """Play some of a clean game."""
    try:
        state = load(spec).start(seed=1)
        dice = random.Random(1)
        for _ in range(40):
            if state.over:
                break
            state.choose(dice.randrange(len(state.decision.options)))  # type: ignore[union-attr]
            state.view(None)
    except (RuleError, DefinitionError) as error:
        sound([error.diagnostic] if isinstance(error, RuleError) else error.diagnostics)


# -- definitions -------------------------------------------------------------------------------------


def grown(draw: st.DrawFn, value: Any, depth: int = 0) -> Any:
    """A tree with one value put elsewhere, taken away, or put beside another."""
    if isinstance(value, dict) and value and (depth < 2 or draw(st.integers(0, 4))):
        key = draw(st.sampled_from(sorted(value, key=str)))
        change = draw(st.integers(0, 9))
        if depth and change == 0:
            return {k: v for k, v in value.items() if k != key}
        if depth and change == 1:
            other = draw(st.sampled_from([p for p in pieces() if isinstance(p, dict) and p]))
            return {**value, **other}
        return {**value, key: grown(draw, value[key], depth + 1)}
    if isinstance(value, list) and value and draw(st.integers(0, 4)):
        at = draw(st.integers(0, len(value) - 1))
        change = draw(st.integers(0, 4))
        if change == 0:
            return value[:at] + value[at + 1 :]
        if change == 1:
            return [*value[:at], piece(draw), *value[at:]]
        return [*value[:at], grown(draw, value[at], depth + 1), *value[at + 1 :]]
    return piece(draw)


@given(st.data())
def test_definitions(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    made = tree(data.draw(st.sampled_from(SMALL)))
    for _ in range(data.draw(st.integers(1, 3))):
        made = grown(data.draw, made)
    path = tmp_path_factory.mktemp("fuzz") / "game.yaml"
    path.write_text(yaml.safe_dump(made, sort_keys=False, allow_unicode=True), encoding="utf-8")
    play(path, 1)


# -- scenarios ---------------------------------------------------------------------------------------

PIG = """
- {name: a, draws: [6, 3], choose: [hold], expect: [Player(1).banked == 6], fails_with: {actions.hold.when: pot > 6}}
- name: b
  players: 2
  set: {goal: 20}
  given: {phase: play, turn: 2, fields: {banked(1): 9, pot: 1}}
  draws: [6, 6]
  choose: [roll, {seat: 2, label: hold}]
  over: goal
  winners: [2]
  scores: {"2": 20}
- name: c
  given: {fields: {banked(2): 3}}
  seed: 5
  offered: [roll]
  not_offered: [stay]
  refused: {label: hold, because: pot > 0}
  error: no-value
- {name: d, choose: [{signal: bell}], sees: {"1": {hand(1): [1, 2]}}, given: {zones: {deck: [a, 1]}}}
"""
KUHN = """
- name: a
  given: {phase: bet, zones: {hand(1): [3], hand(2): [1]}}
  choose: [bet, {seat: 2, label: pay}]
  over: showdown
  fails_with: {endings.showdown.when: checks == 2}
- {name: b, draws: [3, 1], choose: [check], sees: {"1": {hand(1): [3], hand(2): 1}}, offered: [check]}
"""


@given(st.data())
def test_scenarios(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    name, written = data.draw(st.sampled_from([("pig", PIG), ("kuhn", KUHN)]))
    folder = tmp_path_factory.mktemp("fuzz")
    (folder / "game.yaml").write_bytes((GAMES / f"{name}.yaml").read_bytes())
    (folder / "scenarios").mkdir()
    made: Any = yaml.safe_load(written)
    for _ in range(data.draw(st.integers(1, 3))):
        made = grown(data.draw, made) if data.draw(st.booleans()) else changed(data.draw, made)
    text = yaml.safe_dump(made, sort_keys=False, allow_unicode=True)
    (folder / "scenarios" / "all.yaml").write_text(text, encoding="utf-8")
    try:
        for result in run_scenarios(str(folder), mutants=True):
            sound(list(result.diagnostics))
            assert isinstance(result.message, str)
    except DefinitionError as error:
        sound(error.diagnostics)
    except (UnknownGame, ParameterError):
        pass


# -- records -----------------------------------------------------------------------------------------


@cache
def record(name: str) -> tuple[list[dict[str, Any]], str]:
    """A game of random bots, as lines."""
    path = str(GAMES / name)
    game = load(path)
    session = Session(game, header(game, path, (), {}, ["random"] * game.players[0], 3))
    while session.decision is not None and session.journal.count < 12:
        session.answer()
    return [json.loads(line) for line in session.journal.texts], path


@given(st.data())
def test_changed_records(data: st.DataObject) -> None:
    lines, path = record(data.draw(st.sampled_from(SMALL)))
    for _ in range(data.draw(st.integers(1, 2))):
        lines = changed(data.draw, lines)
        if not isinstance(lines, list):
            return
    try:
        read = parse("\n".join(map(json.dumps, lines)).encode())
        for _, session in replay(load(path, (), dict(read.header.parameters)), read):
            session.state.view(None)
    except (RecordError, ParameterError, UnknownBot):
        return
    except (RuleError, DefinitionError) as error:
        sound([error.diagnostic] if isinstance(error, RuleError) else error.diagnostics)
