"""What a game has chosen on its way, and will not read again, makes no other position of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, State, load

GAME = """\
triskele: "1"
id: ways
title: Ways
about: The same position is reached in several ways.
players: 2
components: {Card: {has: {rank: 1..6}, each: {rank: all}}}
zones: {hand: {of: Card, per: Player, seen_by: owner}, pile: {of: Card, start: all}}
fields: {n: {type: 0..9}}
phases:
  deal: {do: [{for: p in players, do: [{draw: 3, from: pile, to: p.hand}]}], next: play}
  play: {turns: {do: [{call: rest}], rounds: 3}}
procedures:
  rest:
    do:
      - repeat: any
        one_of:
          put: {choose: {k: 0..3}, do: [{choose: {j: 0..k}}, {set: {n: j}}]}
          look: {choose: {mine: player.hand}, do: [{choose: {l: 1..2}}, {set: {n: mine.rank * 0 + l}}]}
          tell: {choose: {m: 1..2}, do: [{choose: {l: 1..2}, prompt: "You said {m}."}, {set: {n: l}}]}
          stop: {do: [{leave: turn}]}
scoring: {n: {each_player: n}}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path: Path = tmp_path_factory.mktemp("living") / "ways.yaml"
    path.write_text(GAME)
    return load(str(path))


def after(game: Game, *choices: int) -> State:
    state = game.start(2, seed=1)
    for choice in choices:
        state.choose(choice)
    return state


@pytest.mark.parametrize("ways", [((1, 0), (2, 0)), ((4, 0), (5, 0)), ((1, 1), (4, 0))])
def test_what_is_not_read_again_takes_no_part(game: Game, ways: tuple[tuple[int, ...], ...]) -> None:
    one, other = (after(game, *way) for way in ways)
    assert one == other
    assert one.key() == other.key()


def test_what_is_read_again_does(game: Game) -> None:
    assert after(game, 1).key() != after(game, 2).key()


def test_what_is_spoken_of_does(game: Game) -> None:
    """Nothing is done with the number any more, but the prompt has it."""
    one, other = after(game, 7), after(game, 8)
    assert one.decision is not None and other.decision is not None
    assert (one.decision.prompt, other.decision.prompt) == ("You said 1.", "You said 2.")
    assert one.key() != other.key()
    assert after(game, 7, 0).key() == after(game, 8, 0).key()
