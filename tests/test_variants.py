"""
The shipped variants: each loads clean, has a scenario that fails without it, and comes to an end at every
number of players; taken away it leaves the game as it was, and two of them go together or say why not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from interpreter import Game, check, load
from interpreter.diagnostics import Bag
from interpreter.game import read_layers
from interpreter.loading import _plain, find_game, shipped_games
from interpreter.located import text_of
from interpreter.nodes import Mapping
from interpreter.overlay_files import KINDS, variant_files, variants_of
from interpreter.scenario import Scenario, Suite

from .support import play_out, sampled

VARIANTS = [(game, path.stem) for game in shipped_games() for path in variant_files(find_game(game))]
every_variant = pytest.mark.parametrize(("game", "variant"), VARIANTS, ids=[f"{g}+{v}" for g, v in VARIANTS])


@cache
def loaded(spec: str) -> Game:
    return load(spec)


@cache
def suite(game: str) -> Suite:
    return Suite(game)


def scenarios_of(game: str, variant: str) -> list[Scenario]:
    return [s for s in suite(game).scenarios if text_of(s.node.get("game")) == f"{game}+{variant}"]


@every_variant
def test_it_loads_clean_at_every_number_of_players(game: str, variant: str) -> None:
    assert check(f"{game}+{variant}") == []


@every_variant
def test_it_tells_about_itself(game: str, variant: str) -> None:
    (found,) = [v for v in variants_of(find_game(game)) if v.id == variant]
    assert found.title
    assert found.about
    assert found.kind in KINDS
    assert found.node.get("kind") is not None, "a shipped variant says what kind it is"


@pytest.mark.parametrize("told", sampled(VARIANTS, 3), ids="+".join)
def test_its_scenarios_hold_with_it_and_fail_without(told: tuple[str, str]) -> None:
    """(That they hold with it is seen of all in test_scenarios.)"""
    game, variant = told
    scenarios = scenarios_of(game, variant)
    assert scenarios
    for scenario in scenarios:
        assert suite(game).run(scenario).passed
        pairs = [(k, v) for k, v in scenario.node.items() if k.text != "game"]
        node = Mapping(scenario.node.span, tuple(k for k, _ in pairs), tuple(v for _, v in pairs))
        assert not suite(game).run(replace(scenario, node=node)).passed, f"{scenario.name} holds without {variant}"


@every_variant
def test_it_changes_the_rules_and_nothing_of_the_game_itself(game: str, variant: str) -> None:
    before = load(game).digest
    assert loaded(f"{game}+{variant}").digest != before
    assert load(game).digest == before


GAMES = {"celtica": (2, 400)}
FEWER = (1, 80)
"""Random games at each number of players, in the quick tier and in the long one; larger games play fewer."""


def play(game: Game, games: int, numbers: Iterable[int]) -> None:
    for players in numbers:
        for seed in range(games):
            state = play_out(game.start(players, seed, checking=seed < 3), Random(seed))
            assert state.outcome is not None


@pytest.mark.parametrize("told", sampled(VARIANTS, 2), ids="+".join)
def test_random_games_end(told: tuple[str, str]) -> None:
    """At the lowest and the highest number of players."""
    found = loaded("+".join(told))
    play(found, GAMES.get(told[0], FEWER)[0], dict.fromkeys(found.players))


@pytest.mark.long
@every_variant
def test_many_random_games_end(game: str, variant: str) -> None:
    found = loaded(f"{game}+{variant}")
    play(found, GAMES.get(game, FEWER)[1], range(found.players[0], found.players[1] + 1))


@cache
def plain(spec: str) -> tuple[dict[str, Any], tuple[str, ...]] | None:
    """A definition as plain data in which the order of entries does not count, and what was said; None if it fails."""
    bag = Bag()
    layers = read_layers(spec, (), bag)
    codes = tuple(d.code for d in bag.items)
    return None if layers is None else ({k: _plain(v) for k, v in layers.sections.items()}, codes)


PAIRS = [(g, a, b) for (g, a), (h, b) in combinations(VARIANTS, 2) if g == h]
every_pair = pytest.mark.parametrize(("game", "one", "other"), PAIRS, ids=["+".join(p) for p in PAIRS])
pair_by_tier = pytest.mark.parametrize(
    ("game", "one", "other"),
    [pytest.param(*p, id="+".join(p), marks=[] if i % 3 == 0 else pytest.mark.long) for i, p in enumerate(PAIRS)],
)


@pair_by_tier
def test_two_variants_commute_or_say_why_not(game: str, one: str, other: str) -> None:
    there, back = plain(f"{game}+{one}+{other}"), plain(f"{game}+{other}+{one}")
    if there is None or back is None:
        return  # refused with an error, whichever stands first
    if there[0] != back[0]:
        assert "variants-disagree" in there[1]
        assert "variants-disagree" in back[1]


@pytest.mark.long
@every_pair
def test_two_variants_are_played_to_the_end_or_refused(game: str, one: str, other: str) -> None:
    if not any(d.severity == "error" for d in check(f"{game}+{one}+{other}")):
        found = load(f"{game}+{one}+{other}")
        play(found, 5, dict.fromkeys(found.players))
