"""Names explained: what the definition says of options, components, values and places, and nothing of one game."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.glossary import known_words, meanings

GAME = """\
triskele: "1"
id: fish
title: Fish
about: Catch the best.
players: 2
types:
  Taste: {about: How it tastes. People differ., rows: {sweet: {}, salty: {about: like the sea}}}
components:
  Fish:
    about: what swims
    has: {taste: Taste, worth: Int = 0, rare: Bool}
    rows:
      eel: {taste: salty, worth: 3, about: a long one}
      cod: {taste: salty}
      koi: {taste: sweet, worth: 1, rare: true}
zones:
  pond: {of: Fish, kind: pile, start: all, about: where they swim}
  pail: {of: Fish, per: Player, seen_by: everyone}
fields:
  calm: {type: Bool, start: true, about: whether there is no wind}
phases: {play: {turns: {actions: [angle, wait], rounds: 2}}}
actions:
  angle:
    about: Draw a fish.
    do: [{draw: 1, from: pond, to: player.pail, short: allowed}]
  wait:
    when: calm
    do: [{set: {calm: false}}]
scoring: {caught: {each_player: sum(f.worth for f in player.pail)}}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("glossary") / "fish.yaml"
    path.write_text(GAME)
    return load(str(path))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("angle", ["angle: Draw a fish"]),
        ("eel", ["eel (fish): a long one; taste salty; worth 3"]),
        ("cod", ["cod (fish: what swims): taste salty"]),
        ("koi", ["koi (fish: what swims): taste sweet; worth 1; rare"]),
        ("sweet", ["sweet (taste: How it tastes)"]),
        ("salty", ["salty (taste): like the sea"]),
        ("pond", ["pond: where they swim"]),
        ("calm", ["calm: whether there is no wind"]),
        ("take=eel give=sweet", ["eel (fish): a long one; taste salty; worth 3", "sweet (taste: How it tastes)"]),
        ("pail", []),
        ("wait", []),
        ("1", []),
        ("whale", []),
    ],
)
def test_what_a_name_is(game: Game, text: str, told: list[str]) -> None:
    assert meanings(game.start(seed=1), text) == told


def test_a_game_that_is_over_still_explains(game: Game) -> None:
    state = game.start(seed=1)
    while not state.over:
        state.choose(0)
    assert meanings(state, "angle") == ["angle: Draw a fish"]


def test_all_shipped_games_explain_every_known_word() -> None:
    for folder in sorted((Path(__file__).parents[2] / "gamedefs").glob("*/game.yaml")):
        state = load(str(folder.parent)).start(seed=1)
        words = known_words(state)
        assert sum(bool(meanings(state, word)) for word in words) > len(words) // 2, folder
