"""
The hard spots of the rules in small games: each loads clean, ends whatever is chosen, and does what its scenarios say.

A scenario also names a change of its game under which it fails, so that none of them can be empty.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from shutil import copy
from tempfile import TemporaryDirectory

import pytest

import interpreter
from interpreter.scenario import Scenario, Suite, read_scenarios

SKETCHES = Path(__file__).parent / "games" / "sketches"
NAMES = sorted(p.stem for p in SKETCHES.glob("*.yaml"))
LONGEST = 5000


@cache
def loaded(name: str) -> interpreter.Game:
    return interpreter.load(str(SKETCHES / f"{name}.yaml"))


@pytest.mark.parametrize("name", NAMES)
def test_a_sketch_loads_clean(name: str) -> None:
    assert interpreter.check(str(SKETCHES / f"{name}.yaml")) == []


def play(name: str, players: int, seed: int, **how: str) -> interpreter.State:
    """A random game, with every move of a component checked."""
    random = Random(f"{name} {players} {seed}")
    state = loaded(name).start(players, seed, checking=True, **how)  # type: ignore[arg-type]
    for _ in range(LONGEST):
        if state.over:
            return state
        assert state.decision is not None
        state.choose(random.randrange(len(state.decision.options)))
    raise AssertionError(f"{name} for {players} goes on after {LONGEST} decisions")


EACH_COUNT = [(n, p) for n in NAMES for p in range(loaded(n).players[0], loaded(n).players[1] + 1)]


@pytest.mark.parametrize(("name", "players"), EACH_COUNT)
def test_a_sketch_ends_whatever_is_chosen(name: str, players: int) -> None:
    for seed in range(20):
        assert play(name, players, seed).outcome is not None
    for seed in range(4):
        assert play(name, players, seed, chance="ask", forced="ask").outcome is not None


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), EACH_COUNT)
def test_a_sketch_ends_hundreds_of_times(name: str, players: int) -> None:
    for seed in range(400):
        play(name, players, seed)


@cache
def suite(name: str) -> Suite:
    """The scenarios of a sketch; its file and theirs are laid out as a game's folder."""
    folder = Path(FOLDERS.name) / name
    (folder / "scenarios").mkdir(parents=True)
    copy(SKETCHES / f"{name}.yaml", folder / "game.yaml")
    copy(SKETCHES / "scenarios" / f"{name}.yaml", folder / "scenarios")
    return Suite(str(folder))


FOLDERS = TemporaryDirectory()
SCENARIOS = [(p.stem, s) for p in sorted((SKETCHES / "scenarios").glob("*.yaml")) for s in suite(p.stem).chosen()]


def ids(value: object) -> str | None:
    return value.name if isinstance(value, Scenario) else None


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS, ids=ids)
def test_a_scenario_holds(name: str, scenario: Scenario) -> None:
    result = suite(name).run(scenario)
    assert result.passed, result.message


@pytest.mark.parametrize(("name", "scenario"), [s for s in SCENARIOS if s[1].change is not None], ids=ids)
def test_a_scenario_can_fail(name: str, scenario: Scenario) -> None:
    result = suite(name).run_changed(scenario)
    assert result.passed, result.message


def test_each_sketch_has_scenarios() -> None:
    assert sorted({name for name, _ in SCENARIOS}) == NAMES


__all__ = ["read_scenarios"]
