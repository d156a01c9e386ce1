"""Excerpt: any moment of any game becomes a scenario that holds and leads to the same table."""

from __future__ import annotations

from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

import interpreter
from interpreter.diagnostics import Bag
from interpreter.excerpt import Follower, excerpt
from interpreter.game import Game
from interpreter.nodes import Mapping, Sequence
from interpreter.rehearsal import Rehearsal
from interpreter.session import Session, header
from interpreter.shape import check_shape
from interpreter.source import Source
from interpreter.yaml_reader import read_yaml
from tests.support import all_games, loaded

PIG = Path(__file__).parent.parent / "games" / "pig.yaml"


def followed(game: Game, players: int, dice: Random, steps: int, **parameters: object) -> tuple[Session, Follower]:
    """A game played at random for some steps, and who has followed it."""
    session = Session(game, header(game, "x", (), dict(parameters), ("me",) * players, dice.randrange(1000)))
    follower = Follower()
    follower.see({}, session)
    for number in range(1, steps + 1):
        if session.state.over:
            break
        index = dice.randrange(len(session.decision.options))
        seat = session.decision.seat
        follower.see({"n": number, "seat": seat, "label": session.choose(index)}, session)
    return session, follower


def rehearsed(game: Game, text: str) -> Rehearsal:
    bag = Bag()
    node = read_yaml(Source("x.yaml", text), bag, top="list")
    assert isinstance(node, Sequence)
    assert check_shape(node, "scenario", bag), bag.sorted()
    (entry,) = node.items
    assert isinstance(entry, Mapping)
    rehearsal = Rehearsal(game, entry)
    rehearsal.run()
    return rehearsal


def table(state: interpreter.State, seat: int | None) -> dict[str, object]:
    return {key: value for key, value in state.view(seat).items() if key != "log"}


def moments_become_scenarios(path: Path, moments: int) -> None:
    game = loaded(str(path))
    dice = Random(path.stem)
    low, high = game.players
    for _ in range(moments):
        session, follower = followed(game, dice.randint(low, min(high, 4)), dice, dice.randrange(40))
        text = excerpt(game, session.journal.header, follower.moments, session.state, "a moment")
        rehearsal = rehearsed(game, text)
        assert not rehearsal.failures, text
        assert not rehearsal.bag.items, text
        for seat in (None, *range(1, session.state.program.layout.seats + 1)):
            assert table(rehearsal.state, seat) == table(session.state, seat), text


@pytest.mark.parametrize("path", all_games(), ids=lambda p: p.stem)
def test_any_moment_becomes_a_scenario_that_holds(path):
    moments_become_scenarios(path, 1 if path.is_dir() else 4)


@pytest.mark.long
@pytest.mark.parametrize("path", all_games(), ids=lambda p: p.stem)
def test_many_moments_become_scenarios(path):
    moments_become_scenarios(path, 15)


def pig(*labels: str | int) -> tuple[Session, Follower]:
    """Pig with seed 1: its dice give seat 1 six, two, five (the first without being asked), then seat 2 two, four."""
    game = interpreter.load(str(PIG))
    session = Session(game, header(game, str(PIG), (), {}, ("me", "me"), 1))
    follower = Follower()
    follower.see({}, session)
    for number, label in enumerate(labels, 1):
        if isinstance(label, int):
            session.take_back(label)
            follower.see({"n": number, "undo": label}, session)
        else:
            seat = session.decision.seat
            session.choose(session.decision.options.labels().index(label))
            follower.see({"n": number, "seat": seat, "label": label}, session)
    return session, follower


def written(session: Session, follower: Follower) -> str:
    return excerpt(session.game, session.journal.header, follower.moments, session.state, "a hold")


def test_it_begins_with_the_turn_and_says_what_was_rolled_and_what_has_changed():
    assert written(*pig("roll", "roll", "hold")) == dedent("""\
        - name: a hold
          players: 2
          given: {phase: play, turn: 1}
          draws: [6, 2, 5, 2]
          choose:
          - {seat: 1, label: roll}
          - {seat: 1, label: roll}
          - {seat: 1, label: hold}
          offered: [roll, hold]
          expect:
          - Player(1).banked == 13
          - pot == 2
        """)


def test_earlier_turns_are_a_position():
    text = written(*pig("roll", "roll", "hold", "roll"))
    assert "given:\n    phase: play\n    turn: 2\n    fields: {last_player: Player(1), banked(1): 13}\n" in text
    assert "draws: [2, 4]\n" in text
    assert "pot == 6\n" in text


def test_a_choice_that_was_taken_back_is_left_out():
    game = interpreter.load(str(PIG.parent / "tic-tac-toe.yaml"))
    session = Session(game, header(game, "x", (), {}, ("me", "me"), 1))
    follower = Follower()
    follower.see({}, session)
    for number, label in enumerate(["a1", "b2"], 1):
        session.choose(session.decision.options.labels().index(label))
        follower.see({"n": number, "seat": number, "label": label}, session)
    session.take_back(1)
    follower.see({"n": 3, "undo": 1}, session)
    text = written(session, follower)
    assert "label: a1" in text
    assert "label: b2" not in text


def test_the_start_of_a_game_is_its_seed():
    text = written(*pig())
    assert text.startswith("- name: a hold\n  players: 2\n  seed: 1\n  offered: [roll, hold]")
    assert "given" not in text


def test_the_end_of_a_game_says_who_has_won():
    game = interpreter.load(str(PIG), parameters={"goal": 10})
    session = Session(game, header(game, str(PIG), (), {"goal": 10}, ("me", "me"), 1))
    follower = Follower()
    follower.see({}, session)
    for number, label in enumerate(["roll", "roll", "hold"], 1):
        session.choose(session.decision.options.labels().index(label))
        follower.see({"n": number, "seat": 1, "label": label}, session)
    text = written(session, follower)
    assert "  set: {goal: 10}\n" in text
    assert "  over: goal\n  winners: [1]\n  scores: {1: 13, 2: 0}\n" in text
    assert not rehearsed(game, text).failures
