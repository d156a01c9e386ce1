"""
Whatever is given to the loader, nothing but diagnostics comes out, each within its file.

Files of the shipped and small games with pieces cut, doubled, exchanged and put in; trees of YAML with values changed;
formulas of random words; records and saved states with values changed.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import DefinitionError, RuleError, check, load
from interpreter.diagnostics import Bag, Diagnostic
from interpreter.expr.parse import parse_amount, parse_expr, parse_query, parse_type
from interpreter.nodes import Scalar
from interpreter.record import RecordError, parse
from interpreter.render import render_github, render_json, render_sarif, render_text
from interpreter.source import Source, Span

GAMES = Path(__file__).parent / "games"
TEXTS = [p.read_text(encoding="utf-8") for p in sorted(GAMES.glob("*.yaml"))]
SIGNS = ": - [ ] { } ' \" # & &a *a !!x | > % @ \t \x1b[31m \u202e \x00 \ufeff é -1 0 null true .. 1..0 << --- ... sum("
ODD = [*SIGNS.split(" "), "", " ", "\n", ": ", "- ", " #", "not ", "---\n", "for x in players", "9" * 21]
NAMES = (
    "and or not == != < in if then else for where at + - * // % ( ) [ ] , . .. pot goal player players banked sum "
    "first distance 1 0 x none true any Player list of maybe least most next seat Int 999999999999999999"
)
WORDS = NAMES.split(" ")


def sound(diagnostics: list[Diagnostic]) -> None:
    """Every place lies in its file, and all four forms can be written."""
    for d in diagnostics:
        for span in [d.span, *(label.span for label in d.labels)]:
            assert span is None or 0 <= span.start <= span.end <= len(span.source.text)
    for text in (render_text(diagnostics), render_github(diagnostics)):
        assert "\x1b" not in text
        assert "\u202e" not in text
    json.loads(render_json(diagnostics))
    json.loads(render_sarif(diagnostics, "0"))


def play(path: Path, seed: int) -> None:
    """Check a game; where it is clean, play some of it."""
    found = check(str(path))
    sound(found)
    if any(d.severity == "error" for d in found):
        return
    dice = random.Random(seed)
    try:
        state = load(str(path)).start(seed=seed)
        for _ in range(60):
            if state.over:
                break
            state.choose(dice.randrange(len(state.decision.options)))  # type: ignore[union-attr]
            state.view(None)
    except (RuleError, DefinitionError) as error:
        sound([error.diagnostic] if isinstance(error, RuleError) else error.diagnostics)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A game with a few pieces changed."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        a = draw(st.integers(0, len(text)))
        b = min(len(text), a + draw(st.integers(0, 20)))
        other = draw(st.integers(0, len(text)))
        piece = draw(st.sampled_from([*ODD, text[other : other + 30], text[a:b] * 2]))
        text = text[:a] + piece + text[b:]
    return text


@given(damaged(), st.integers(0, 9))
def test_damaged_games(tmp_path_factory: pytest.TempPathFactory, text: str, seed: int) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "game.yaml"
    path.write_text(text, encoding="utf-8", newline="")
    play(path, seed)


@given(st.binary(max_size=300))
def test_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "game.yaml"
    path.write_bytes(data)
    sound(check(str(path)))


@st.composite
def retold(draw: st.DrawFn) -> str:
    """A game whose words were exchanged with words of other games, line by line."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    others = [line for text in TEXTS for line in text.split("\n")]
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(lines) - 1))
        change = draw(st.integers(0, 3))
        if change == 0:
            lines.insert(at, draw(st.sampled_from(others)))
        elif change == 1:
            del lines[at]
            lines = lines or [""]
        elif change == 2:
            lines[at] = "  " + lines[at]
        else:
            words = lines[at].split(" ")
            words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from([*ODD, *WORDS]))
            lines[at] = " ".join(words)
    return "\n".join(lines)


@given(retold(), st.integers(0, 9))
def test_retold_games(tmp_path_factory: pytest.TempPathFactory, text: str, seed: int) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "game.yaml"
    path.write_text(text, encoding="utf-8", newline="")
    play(path, seed)


@given(st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)))
def test_formulas_are_read_or_refused(text: str) -> None:
    source = Source("formula", text)
    node = Scalar(Span(source, 0, len(text)), text, text, "plain", tuple(range(len(text) + 1)))
    for door in (parse_expr, parse_query, parse_amount, parse_type):
        bag = Bag()
        assert (door(node, bag) is None) == bag.failed
        sound(bag.items)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join))
def test_formulas_in_a_game(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    pig = (GAMES / "pig.yaml").read_text(encoding="utf-8").replace("player.banked >= goal", json.dumps(text))
    path = tmp_path_factory.mktemp("fuzz") / "game.yaml"
    path.write_text(pig, encoding="utf-8")
    play(path, 1)


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from([10**30, -(10**30)]), st.text(max_size=5),
    st.just([]), st.just({}), st.lists(st.integers(-2, 99), max_size=3), st.just([[[[0]]]]),
)  # fmt: skip


def changed(draw: st.DrawFn, value: Any) -> Any:
    """A tree of JSON with one value put in the place of another."""
    if isinstance(value, dict) and value and draw(st.integers(0, 5)):
        key = draw(st.sampled_from(sorted(value)))
        return {**value, key: changed(draw, value[key])}
    if isinstance(value, list) and value and draw(st.integers(0, 5)):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], changed(draw, value[at]), *value[at + 1 :]]
    return draw(VALUES)


@given(st.data())
def test_saved_states(data: st.DataObject) -> None:
    game = load(
        str(GAMES / data.draw(st.sampled_from(["pig.yaml", "kuhn.yaml", "tic-tac-toe.yaml", "crazy-eights.yaml"])))
    )
    state = game.start(seed=1)
    for _ in range(data.draw(st.integers(0, 4))):
        if not state.over:
            state.choose(0)
    text = json.dumps(changed(data.draw, json.loads(state.to_json())))
    try:
        again = game.from_json(text)
    except ValueError:
        return
    try:
        again.view(None)
        while not again.over:
            assert again.decision is not None
            assert again.decision.options.labels()
            again.choose(0)
            if again.shown > 500 or again.F[2] > 30:
                break
    except RuleError as error:
        sound([error.diagnostic])


@given(st.data())
def test_records(data: st.DataObject) -> None:
    line = {"record": 1, "game": "pig", "variants": [], "parameters": {}, "players": 2, "seats": ["me", "me"]}
    lines: list[Any] = [{**line, "seed": 1, "digest": "", "engine": ""}, {"n": 1, "undo": 1}, {"n": 2, "signal": "x"}]
    at = data.draw(st.integers(0, 2))
    lines[at] = changed(data.draw, lines[at])
    try:
        parse("\n".join(map(json.dumps, lines)).encode())
    except RecordError:
        return


@given(st.binary(max_size=200))
def test_records_of_bytes(data: bytes) -> None:
    with pytest.raises(RecordError):
        parse(data)
