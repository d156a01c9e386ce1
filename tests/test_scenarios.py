"""
The scenarios of all games: each holds, and fails under the change that it names.

The changes of every scenario are tried in the long tier, a seeded sample of each game in the quick one.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from interpreter.loading import shipped_games
from interpreter.scenario import Scenario, Suite

GAMES = [*shipped_games(), *(str(p.parent) for p in sorted((Path(__file__).parent / "games").glob("*/game.yaml")))]
SAMPLE = 3


@cache
def suite(game: str) -> Suite:
    return Suite(game)


def cases(scenarios: list[tuple[str, Scenario]]) -> list[object]:
    return [pytest.param(game, s, id=f"{Path(game).name}/{s.file}/{s.name}") for game, s in scenarios]


def all_scenarios() -> list[tuple[str, Scenario]]:
    return [(game, s) for game in GAMES for s in suite(game).scenarios]


def with_changes(*, sample: bool) -> list[tuple[str, Scenario]]:
    found = []
    for game in GAMES:
        scenarios = [s for s in suite(game).scenarios if s.change is not None]
        few = Random(game).sample(range(len(scenarios)), min(SAMPLE, len(scenarios)))
        found += [(game, s) for i, s in enumerate(scenarios) if (i in few) == sample]
    return found


@pytest.mark.parametrize(("game", "scenario"), cases(all_scenarios()))
def test_scenario(game: str, scenario: Scenario) -> None:
    result = suite(game).run(scenario)
    assert result.passed, result.message


@pytest.mark.parametrize(("game", "scenario"), cases(with_changes(sample=True)))
def test_scenario_fails_under_its_change(game: str, scenario: Scenario) -> None:
    result = suite(game).run_changed(scenario)
    assert result.passed, f"{result.change}\n{result.message}"


@pytest.mark.long
@pytest.mark.parametrize(("game", "scenario"), cases(with_changes(sample=False)))
def test_other_scenario_fails_under_its_change(game: str, scenario: Scenario) -> None:
    result = suite(game).run_changed(scenario)
    assert result.passed, f"{result.change}\n{result.message}"
