"""Saved states: what no game has written is refused, the lines of the log as well."""

from __future__ import annotations

import json
from typing import Any

import pytest

from interpreter import Game, load

GAME = """\
triskele: "1"
id: told
title: Told
about: It writes lines of all kinds.
players: 2
components: {Card: {has: {rank: 1..3}, each: {rank: all}}}
zones: {deck: {of: Card, kind: pile, start: all}, hand: {of: Card, per: Player, seen_by: owner}}
phases: {play: {turns: {actions: [take, wait], rounds: 3}}}
actions:
  take:
    do:
      - {draw: 1, from: deck, to: player.hand, short: allowed}
      - {show: player.hand, to: player.next}
      - note: Player {player} has {size(player.hand)} cards.
  wait: {do: [{leave: turn}]}
scoring: {cards: {each_player: size(player.hand)}}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("saved") / "told.yaml"
    path.write_text(GAME)
    return load(str(path))


def saved(game: Game) -> dict[str, Any]:
    state = game.start(seed=1)
    state.choose("take")
    data: dict[str, Any] = json.loads(state.to_json())
    assert [line[0] for line in data["log"]] == ["pick", "show", "note"]
    return data


def test_the_log_comes_back(game: Game) -> None:
    data = saved(game)
    again = game.from_json(json.dumps(data))
    assert json.loads(again.to_json()) == data
    assert again.view(1)["log"][-1]["text"] == "Player 1 has 1 cards."


LINES: list[Any] = [
    [], 7, None, "pick", ["pick"], ["pick", 0, 1], ["song", None, "la"],
    ["pick", 9, 1, 0], ["pick", 0, 99, 0], ["pick", 0, [], 0], ["pick", "x", 1, 0],
    ["show", 5, "deck: 1"], ["show", None, 5], ["show", [], "deck: 1"],
    ["note", None, "words"], ["note", 0, ["words"]], ["note", None, [[99, 0]]], ["note", None, [[-1, 0]]],
    ["note", None, [[0, "x"]]], ["note", None, [[0, 99]]], ["note", None, [7]],
]  # fmt: skip


@pytest.mark.parametrize("line", LINES, ids=map(json.dumps, LINES))
def test_lines_that_no_game_has_written(game: Game, line: Any) -> None:
    data = saved(game)
    data["log"].append(line)
    with pytest.raises(ValueError, match="saved state"):
        game.from_json(json.dumps(data))


def test_a_choice_that_cannot_be_told(game: Game) -> None:
    data = saved(game)
    kind, who, pc, _ = data["log"][0]
    data["log"].append([kind, who, pc, [99]])
    with pytest.raises(ValueError, match="saved state"):
        game.from_json(json.dumps(data))


@pytest.mark.parametrize(("key", "version"), [("digest", "rules"), ("engine", "engine")])
def test_a_state_of_another_version(game: Game, key: str, version: str) -> None:
    data = saved(game)
    data[key] = "0.0.9"
    with pytest.raises(ValueError, match=rf"saved by (another )?version .*{version}"):
        game.from_json(json.dumps(data))
