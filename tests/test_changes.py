"""
Changed mutants: every legal single change of the large game is seen by one of its scenarios.

A change that none of them sees stands in `cases/survivors.yaml` with the reason: it changes nothing that can happen
at the table, or only what the rules leave to the table.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from interpreter import DefinitionError, Game
from interpreter.diagnostics import Bag
from interpreter.game import game_from_sections, read_sections
from interpreter.scenario import Suite

from .changes import changed
from .mutants import Mutant
from .spots import Game as Texts
from .spots import read_game
from .support import HERE

SEED = 1
FEW = 6
NAME = "celtica"


def told(m: Mutant) -> str:
    """A change as `survivors.yaml` has it: the path, what stood there and what stands there now."""
    old = " ".join(m.text[m.start : m.end].split())
    return f"{m.name}: {old[:40] or 'nothing'} -> {m.new or 'nothing'}"


def survivors() -> dict[str, str]:
    groups = yaml.safe_load((HERE / "cases" / "survivors.yaml").read_text(encoding="utf-8"))
    return {change: group["because"] for group in groups for change in group["changes"]}


class Trial:
    """The scenarios of the game as it is; those that caught a change come first for the next one."""

    def __init__(self) -> None:
        self.texts: Texts = read_game(HERE.parent / "gamedefs" / NAME)
        self.changes = changed(self.texts, SEED)
        self.suite = Suite(NAME)
        self.scenarios = [s for s in self.suite.scenarios if "game" not in s.node]

    def load(self, mutant: Mutant, folder: Path) -> Game | None:
        """The changed game; None where the change is not legal."""
        for file, source in self.texts.files.items():
            text = mutant.mutated if file == mutant.file else source.text
            (folder / file).write_text(text, encoding="utf-8")
        sections = read_sections(str(folder), (), Bag())
        try:
            return None if sections is None else game_from_sections(sections, NAME)
        except DefinitionError:
            return None

    def caught(self, game: Game) -> bool:
        for scenario in self.scenarios:
            if not self.suite._play(scenario, game).passed:
                self.scenarios.remove(scenario)
                self.scenarios.insert(0, scenario)
                return True
        return False


def test_a_few_changes_are_seen(tmp_path: Path) -> None:
    trial, known, legal = Trial(), survivors(), 0
    for mutant in trial.changes:
        game = trial.load(mutant, tmp_path) if told(mutant) not in known else None
        if game is not None:
            assert trial.caught(game), f"seed {SEED}: no scenario sees {mutant}\n{told(mutant)}"
            legal += 1
        if legal == FEW:
            return


@pytest.mark.long
def test_all_changes_are_seen(tmp_path: Path) -> None:
    trial, known = Trial(), survivors()
    legal, alive = 0, set()
    for mutant in trial.changes:
        game = trial.load(mutant, tmp_path)
        if game is not None:
            legal += 1
            if not trial.caught(game):
                alive.add(told(mutant))
    assert legal >= 300
    assert sorted(alive - set(known)) == [], f"seed {SEED}: no scenario sees these"
    assert sorted(set(known) - alive) == [], "these are seen now, or are there no more"
