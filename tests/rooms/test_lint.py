"""Lint: near misses, of which nothing may be said. The faults themselves are cases of cases/errors/lint.yaml."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter

HEAD = 'triskele: "1"\nid: case\ntitle: Case\nplayers: 2..4\n'
CARDS = """
components:
  Card: {has: {rank: 1..10, wild: Bool}, each: {rank: all}, copies: 2}
zones:
  deck: {of: Card, kind: pile, start: all, refill: {from: heap}}
  heap: {of: Card}
  hand: {of: Card, per: Player, seen_by: owner}
"""
DEAL = """
phases:
  deal: {do: [{for: p in players, do: [{draw: 5, from: deck, to: p.hand}]}], next: play}
  play: {turns: {actions: [lay], until: all(empty(p.hand) for p in players), skip: empty(player.hand)}}
"""


def said(folder: Path, text: str, *variants: str) -> list[tuple[str, str]]:
    """Severities and codes of what is said of a game."""
    path = folder / "case.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return [(d.severity, d.code) for d in interpreter.check(str(path), variants)]


def lay(when: str) -> str:
    return f"{CARDS}{DEAL}actions:\n  lay:\n    when: {when}\n    do: [{{move: player.hand, to: heap}}]\n"


@pytest.mark.parametrize(
    "when",
    [
        "any(c in player.hand where c.rank >= 10)",  # the edge of the range
        "any(c in player.hand where c.rank > 1)",
        "size(player.hand) >= round",
        "round > 1 or solo",  # alone at the table, or not
        "player.seat > 3 or not empty(player.hand)",  # not with three players, but with four
        "last_player == none or last_player != player",
        "any(c in player.hand where c.rank == size(players))",
        "all(c.rank < 12 - size(player.hand) for c in player.hand)",
        "player != player.next",  # the same with one player, who is not the only case
    ],
)
def test_conditions_that_may_go_either_way(tmp_path: Path, when: str) -> None:
    assert said(tmp_path, lay(when)) == []


@pytest.mark.parametrize("type", ["0..9", "3..3", "Bool", "Int"])
def test_a_condition_on_a_parameter_is_a_switch(tmp_path: Path, type: str) -> None:
    default, test = ("true", "extra") if type == "Bool" else ("3", "extra >= 0")
    text = f"parameters: {{extra: {{type: {type}, default: {default}}}}}\n"
    assert said(tmp_path, text + lay(f"{test} and not empty(player.hand)")) == []


def test_a_filter_for_rows_that_the_table_may_get_is_odd_and_plays(tmp_path: Path) -> None:
    found = said(tmp_path, lay("any(c in player.hand where c.wild)"))
    assert found == [("warning", "constant-condition")]


def test_a_function_that_is_always_true_is_a_switch(tmp_path: Path) -> None:
    assert said(tmp_path, "functions: {open: {is: true}}\n" + lay("open and not empty(player.hand)")) == []


def test_a_variant_may_switch_a_condition_off(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "v.yaml").write_text("extends: case\ntitle: V\nset: {actions.lay.when: true}\n")
    assert said(tmp_path, lay("size(player.hand) > 0"), "v") == []


def test_what_a_variant_leaves_idle_in_its_game_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    change = "extends: case\ntitle: V\nreplace: {actions.lay/move: [{move: player.hand, to: box}]}\n"
    (tmp_path / "variants" / "v.yaml").write_text(change)
    assert said(tmp_path, lay("size(player.hand) > 0"), "v") == []


WAYS = {
    "an ending": "{turns: {actions: [go]}}\nendings: {late: {when: round > 3}}",
    "a round": "{turns: {actions: [go], rounds: 1}}",
    "all are skipped": "{turns: {actions: [go], skip: round > 3}}",
    "a step that leaves": "{turns: {do: [{if: round > 3, do: [{leave: phase}]}]}}",
    "a step that ends": "{turns: {do: [{if: round > 3, do: [{end: late}]}]}}\nendings: {late: {}}",
    "a called step": "{turns: {do: [{call: stop}]}}\nprocedures: {stop: {do: [{if: round > 3, do: [{leave: phase}]}]}}",
}


@pytest.mark.parametrize("way", WAYS)
def test_each_way_to_the_end_counts(tmp_path: Path, way: str) -> None:
    go = "actions: {go: {do: [{note: on}]}}\n" if "[go]" in WAYS[way] else ""
    assert said(tmp_path, f"{go}phases:\n  play: {WAYS[way]}\n") == []


def test_two_phases_take_turns_until_one_ends(tmp_path: Path) -> None:
    text = """
fields: {n: {type: Int}}
phases:
  odd: {do: [{set: {n: n + 1}}], next: even}
  even: {do: [{set: {n: n + 1}}], next: {over: n > 9, odd: true}}
"""
    assert said(tmp_path, text) == []


SETUPS = {
    "as many as there are": "{draw: 20, from: deck, to: heap}",
    "less will do": "{draw: 20, from: deck, to: heap}, {draw: 1, from: deck, to: Player(1).hand, short: allowed}",
    "a refill": "{draw: 15, from: deck, to: heap}, {draw: 15, from: deck, to: Player(1).hand}",
    "what comes back": "{draw: 20, from: deck, to: heap}, {move: heap, to: deck}, {draw: 20, from: deck, to: heap}",
    "it hangs on a die": "{roll: {die: 1..6}}, {repeat: die, do: [{draw: 5, from: deck, to: heap}]}",
    "it may not come to that": "{if: round > 1, do: [{repeat: 9, do: [{draw: 9, from: deck, to: heap}]}]}",
    "it is left before": "{leave: phase}, {draw: 15, from: deck, to: box}, {draw: 15, from: deck, to: heap}",
    "a choice between": ("{choose: {n: 0..9}, do: [{draw: n, from: deck, to: box}]}, {draw: 20, from: deck, to: heap}"),
}


@pytest.mark.parametrize("setup", SETUPS)
def test_a_deck_that_is_enough_or_may_be(tmp_path: Path, setup: str) -> None:
    phases = f"phases:\n  deal:\n    do: [{SETUPS[setup]}]\n"
    hand = "  hand: {of: Card, per: Player, seen_by: owner}\n"
    cards = CARDS if "hand" in SETUPS[setup] else CARDS.replace(hand, "")
    end = "    next: last\n  last: {do: [{move: heap, to: box}]}\n"
    assert said(tmp_path, cards + phases + end) == []


def test_a_deck_too_small_for_a_value_that_somebody_sets(tmp_path: Path) -> None:
    game = lay("not empty(player.hand)").replace("draw: 5", "draw: dealt")
    text = "parameters: {dealt: {type: 1..9, default: 5}}\n" + game
    assert said(tmp_path, text) == []
    found = interpreter.check(str(tmp_path / "case.yaml"), parameters={"dealt": 6})
    assert [(d.code, d.message) for d in found] == [
        ("small-deck", "with 4 players the set-up takes 24 from `deck`, and there are 20")
    ]


def test_the_last_zone_starts_with_what_is_left(tmp_path: Path) -> None:
    text = """
components: {Card: {has: {rank: 1..9}, each: {rank: all}}}
zones:
  low: {of: Card, kind: bag, start: c in Card where c.rank < 5}
  high: {of: Card, kind: bag, start: all, max: 5}
phases: {play: {do: [{draw: 1, from: low, to: box}, {draw: 1, from: high, to: box}]}}
"""
    assert said(tmp_path, text) == []


MAPS = {
    "chosen from all": ("start: gate", "p in Place where p != player.spot"),
    "named": ("start: gate", "p in neighbours(player.spot) + neighbours(cave)"),
    "it starts there": ("start: cave", "neighbours(player.spot)"),
}


@pytest.mark.parametrize("how", MAPS)
def test_places_that_may_be_come_to(tmp_path: Path, how: str) -> None:
    start, domain = MAPS[how]
    text = f"""
maps: {{land: {{edges: {{gate: [yard], yard: [gate], cave: [gate]}}, nodes: Place}}}}
fields: {{spot: {{per: Player, type: Place, {start}}}}}
phases: {{play: {{turns: {{rounds: 5, actions: [go]}}}}}}
actions:
  go:
    choose: {{place: {domain}}}
    do: [{{set: {{player.spot: place}}}}]
"""
    assert said(tmp_path, text) == []


def test_no_advice_where_nothing_is_told(tmp_path: Path) -> None:
    text = "fields: {n: {type: Int}}\nphases: {play: {turns: {rounds: 1, actions: [go, stay]}}}\n"
    actions = "actions: {go: {do: [{set: {n: n + 1}}]}, stay: {do: [{leave: turn}]}}\n"
    assert said(tmp_path, text + actions) == []


def test_rows_that_name_their_sources_each_are_enough(tmp_path: Path) -> None:
    text = """
types: {Site: {has: {worth: 1..9}, rows: {hill: {worth: 2}}, source: page 1}}
components:
  Card: {has: {rank: 1..9}, rows: {low: {rank: 1, source: page 2}, high: {rank: 9, assumed: a guess}}}
zones: {deck: {of: Card, kind: bag, start: all}}
fields: {n: {type: Int}}
phases: {play: {turns: {rounds: 1, do: [{draw: 1, from: deck, to: box}, {set: {n: sum(s.worth for s in Site)}}]}}}
scoring: {low: {each_player: count(c in box(Card) where c.rank > player.seat), source: page 3}}
"""
    assert said(tmp_path, text) == []


def test_a_long_set_up_is_not_gone_through_to_the_end(tmp_path: Path) -> None:
    loops = "[{repeat: 1000000, do: [{for: n in 1..1000, do: [{draw: 1, from: deck, to: heap, short: allowed}]}]}]"
    cards = CARDS.replace("  hand: {of: Card, per: Player, seen_by: owner}\n", "")
    assert said(tmp_path, f"{cards}phases: {{play: {{do: {loops}}}}}\n") == []
