"""
Help for tests that ask the same of every game: which games there are, and random playouts.

A game is tried at the numbers of players that it takes; what does not load yet is skipped, with the reason.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import DefinitionError, Game, State, load
from interpreter.machine import advance

HERE = Path(__file__).parent
LONGEST = 50_000
"""More decisions than any random game takes; one that goes on is taken to go on for ever."""


@dataclass(frozen=True)
class Case:
    """A game at one number of players."""

    path: str
    players: int

    @property
    def game(self) -> Game:
        return loaded(self.path)

    @property
    def large(self) -> bool:
        """Whether a game of it takes so long that the long tier plays a fifth of what it plays of others."""
        return sum(p.stat().st_size for p in Path(self.path).glob("*.yaml")) > 50_000

    def start(self, seed: int = 0, **how: Any) -> State:
        return self.game.start(self.players, seed, **how)


def small_games() -> list[Path]:
    """The classics and sketches that lie beside the tests."""
    return sorted((HERE / "games").glob("*.yaml"))


def all_games() -> list[Path]:
    """Every game there is: small ones, sketches and those that are shipped."""
    sketches = sorted((HERE / "games" / "sketches").glob("*.yaml"))
    folders = sorted(p.parent for p in (HERE / "games").glob("*/game.yaml"))
    shipped = sorted(p.parent for p in (HERE.parent / "gamedefs").glob("*/game.yaml"))
    return small_games() + sketches + folders + shipped


@cache
def loaded(path: str) -> Game:
    return load(path)


def cases(*, shipped: bool = False) -> list[Any]:
    """
    A pytest parameter for every game at every number of players; one, skipped, for a game that does not load.

    The quick tier tries games at their lowest and highest number only; with `shipped`, those that come along at all.
    """
    found: list[Any] = []
    for path in all_games():
        name = str(path)
        try:
            low, high = loaded(name).players
        except DefinitionError as error:
            reason = f"{path.stem} does not load: {str(error).splitlines()[0]}"
            found.append(pytest.param(Case(name, 0), id=path.stem, marks=pytest.mark.skip(reason=reason)))
            continue
        for n in range(low, high + 1):
            middle = low < n < high and not (shipped and path.suffix != ".yaml")
            found.append(pytest.param(Case(name, n), id=f"{path.stem}-{n}", marks=[pytest.mark.long] if middle else []))
    return found


def every_case(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test for every game at every number of players, as `case`."""
    return pytest.mark.parametrize("case", cases())(test)


def every_shipped_case(test: Callable[..., None]) -> Callable[..., None]:
    """The same, in which the quick tier leaves out no number of players of a game that comes along."""
    return pytest.mark.parametrize("case", cases(shipped=True))(test)


# -- playing -----------------------------------------------------------------------------------------


def decisions(state: State, dice: Random) -> Iterator[State]:
    """Play to the end at random, in place, giving the state at every decision before it is answered."""
    for _ in range(LONGEST):
        if state.over:
            return
        yield state
        assert state.options is not None
        state.choose(dice.randrange(len(state.options)))
    raise AssertionError(f"no end after {LONGEST} decisions")


def sampled(items: Sequence[Any], one_of: int) -> list[Any]:
    """One of so many for the quick tier, evenly spread; the others for the long one."""
    return [pytest.param(item, marks=[pytest.mark.long] if i % one_of else []) for i, item in enumerate(items)]


def play_out(state: State, dice: Random) -> State:
    """The same state, played to the end at random."""
    for _ in decisions(state, dice):
        pass
    return state


def positions(case: Case, wanted: int, share: int = 1, *, games: int = 10_000) -> Iterator[State]:
    """
    So many positions of random games in which somebody decides: one in `share` of those that come up.

    The log of each holds only what happened since the decision before: whole ones would be read over and over.
    """
    dice = Random(wanted)
    for seed in range(games):
        for s in decisions(case.start(seed), Random(seed)):
            if dice.randrange(share) == 0:
                yield s
                wanted -= 1
                if not wanted:
                    return
            s.log = None


def run(case: Case, seed: int, *, checking: bool = False) -> tuple[list[int], State]:
    """A random game of that seed: its choices by number, and its end."""
    state = case.start(seed, checking=checking)
    dice = Random(seed)
    picks: list[int] = []
    while not state.over:
        assert len(picks) < LONGEST, "no end"
        assert state.options is not None
        picks.append(dice.randrange(len(state.options)))
        state.choose(picks[-1])
    return picks, state


def asked_again(state: State) -> State:
    """A copy that asks the decision at hand anew, from the position as it is now."""
    new = state.clone()
    new.auto = False
    advance(new, new.pc)
    return new


def labels(state: State) -> list[str]:
    decision = state.decision
    return [] if decision is None else [o.label for o in decision.options]


def shown(state: State, seat: int) -> dict[str, Any]:
    """Everything that a seat is shown: its view and, when it decides, what it is asked and offered."""
    found: dict[str, Any] = {"view": state.view(seat)}
    decision = state.decision
    if decision is not None and decision.seat == seat:
        found |= {"id": decision.id, "prompt": decision.prompt, "options": labels(state)}
    return found


def digest(games: Sequence[str]) -> str:
    """One number for a random game of each; the same in every process."""
    total = hashlib.sha256()
    for path in games:
        state = loaded(path).start(seed=1)
        for s in decisions(state, Random(1)):
            total.update("\n".join(labels(s)).encode())
        total.update(state.key() + repr(state.outcome).encode() + repr(state.view(1)).encode())
    return total.hexdigest()
