"""Laws in games without sense: copies, saved states, counters and forgotten names change nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import DefinitionError, Game, RuleError, State, load
from interpreter.points import Register

from .random_games import definition

QUICK, MANY, PART = 8, 300, 50
DECISIONS = 40


def loaded(seed: int, folder: Path) -> Game | None:
    """A random game; None where the checker refuses it, which must have to do with what it never does."""
    path = folder / f"{seed}.yaml"
    path.write_text(definition(seed), encoding="utf-8")
    try:
        return load(str(path))
    except DefinitionError as fault:
        idle = {"constant-condition", "empty-choice", "idle-zone", "hidden-read", "unused-name"}
        found = {d.code for d in fault.diagnostics if d.severity == "error"}
        assert found <= idle, f"seed {seed}: {found}"
        return None


def forgetful(s: State) -> State:
    """A copy in which every name that is not alive has another value."""
    p, copy = s.program, s.clone()
    kept = {0, 1, 2, 3, *p.holds}  # where `leave` goes, whose turn it is, and what holds
    block: int | None = s.pc
    while block:
        kept |= set(p.live.get(block, ()))
        back = p.returns.get(block)
        kept |= {back} if back is not None else set()
        block = s.L[back] if back is not None else None
    copy.L = [value if slot in kept else -777 for slot, value in enumerate(copy.L)]
    return copy


def seen(s: State) -> Any:
    """What anybody can ask of a state."""
    asked = s.decision
    if asked is None:
        return s.F, s.Z, s.outcome
    return s.F, s.Z, asked.id, asked.seat, asked.options.labels(), asked.prompt, s.view(1)


def chosen(s: State, option: int) -> str:
    """Take an option; the code of the rule error, where there is one."""
    try:
        s.choose(option)
    except RuleError as fault:
        return fault.diagnostic.code
    return ""


def play(game: Game, seed: int, players: int, **how: str) -> int:
    """Play one game beside its copies; how many decisions it had."""
    try:
        s = game.start(players, seed, **how)
    except RuleError:
        return 0
    beside = [game.counted(Register()).start(players, seed, **how), game.start(players, seed, checking=True, **how)]
    dice = Random(seed)
    for number in range(DECISIONS):
        copies = [s.clone(), game.from_json(s.to_json()), forgetful(s)]
        told = seen(s)
        for copy in (*copies, *beside):
            assert seen(copy) == told
        assert all(copy.key() == s.key() for copy in copies)
        if s.over:
            return number
        option = dice.randrange(len(s.options or ()))
        codes = {chosen(state, option) for state in (s, *copies, *beside)}
        assert len(codes) == 1, codes
        if codes != {""}:
            return number
        beside += copies[2:] if len(beside) == 2 else []  # one whose names were forgotten plays on
    return DECISIONS


def played(seeds: range, folder: Path) -> int:
    decisions = 0
    for seed in seeds:
        game = loaded(seed, folder)
        if game is not None:
            asked = [{}, {"chance": "ask"}, {"forced": "ask"}][seed % 3]
            decisions += play(game, seed, 1 + seed % 3, **asked)
    return decisions


@pytest.mark.parametrize("first", range(0, QUICK, 8))
def test_laws_hold_in_random_games(first: int, tmp_path: Path) -> None:
    assert played(range(first, first + 8), tmp_path) > 30


@pytest.mark.long
@pytest.mark.parametrize("first", range(QUICK, QUICK + MANY, PART))
def test_laws_hold_in_many_random_games(first: int, tmp_path: Path) -> None:
    assert played(range(first, first + PART), tmp_path) > 200
