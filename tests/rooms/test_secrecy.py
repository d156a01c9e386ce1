"""Secrecy and lint: what a choice may read, and what nobody uses."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import interpreter

GAME = """
triskele: "1"
id: leak
title: Leak
about: Cards are laid.
players: 2
components:
  Card: {{has: {{rank: 1..3}}, each: {{rank: all}}, copies: 4}}
zones:
  deck: {{of: Card, kind: bag, start: all}}
  hand: {{per: Player, of: Card, seen_by: owner}}
  table: {{of: Card, seen_by: everyone}}
functions:
  best: {{with: {{p: Player}}, is: "max(c.rank for c in p.hand)"}}
phases:
  deal: {{do: [{{for: p in players, do: [{{draw: 3, from: deck, to: p.hand}}]}}], next: play}}
  play: {{turns: {{actions: [lay], until: any(p in players where empty(p.hand))}}}}
actions:
  lay:
    {extra}
    choose: {{card: {domain}}}
    do: [{{move: card, to: table}}]
scoring:
  best: {{each_player: if empty(player.hand) then 0 else best(player)}}
"""


def codes(tmp_path: Path, domain: str, extra: str = "about: Lay a card.") -> list[str]:
    path = tmp_path / "leak.yaml"
    path.write_text(GAME.format(domain=domain, extra=extra))
    return [d.code for d in interpreter.check(str(path))]


@pytest.mark.parametrize(
    "domain",
    [
        "c in player.hand",
        "c in player.hand where size(player.next.hand) > 0",
        "c in player.hand where c.rank <= player.best",
        "c in player.hand where not empty(deck)",
        "c in player.hand where any(d in table where d.rank == c.rank) or empty(table)",
    ],
)
def test_what_the_chooser_sees_may_be_asked(tmp_path: Path, domain: str) -> None:
    assert codes(tmp_path, domain) == []


@pytest.mark.parametrize(
    "domain",
    [
        "c in player.hand where any(d in player.next.hand where d.rank == c.rank)",
        "c in player.hand where c.rank <= player.next.best",
        "c in player.hand where all(p.best >= c.rank for p in players)",
        "c in player.hand where any(d in deck where d.rank == c.rank)",
    ],
)
def test_what_the_chooser_does_not_see_is_refused(tmp_path: Path, domain: str) -> None:
    assert codes(tmp_path, domain) == ["hidden-read"]


def test_a_reason_waives_it(tmp_path: Path) -> None:
    domain = "c in player.hand where c.rank <= player.next.best"
    assert codes(tmp_path, domain, "leaks: the neighbour always tells") == []


def test_a_guard_counts_too(tmp_path: Path) -> None:
    assert codes(tmp_path, "c in player.hand", "when: player.next.best > 1") == ["hidden-read"]


UNUSED = """
triskele: "1"
id: unused
title: Unused
players: 2
parameters: {size: {type: 1..3, default: 2}}
types: {Colour: [red, blue]}
tables: {prices: [1, 2]}
fields: {left: {type: Int}, idle: {type: Int}}
functions: {twice: {with: {n: Int}, is: n + n}}
procedures: {rest: {do: [{set: {left: 1}}]}}
phases:
  play: {turns: {actions: [go]}}
  never: {do: [{set: {left: 2}}]}
actions:
  go: {do: [{set: {left: left + 1}}]}
  stay: {do: [{set: {left: left - 1}}]}
endings:
  done: {when: left > 3}
  lost: {about: Nobody says so.}
"""


def test_everything_without_effect_is_named(tmp_path: Path) -> None:
    path = tmp_path / "unused.yaml"
    path.write_text(UNUSED)
    found = [d for d in interpreter.check(str(path)) if d.severity == "error"]
    words = ["parameter `size`", "type `Colour`", "table `prices`", "field `idle`", "function `twice`",
             "procedure `rest`", "phase `never`", "action `stay`", "ending `lost`"]  # fmt: skip
    assert len(found) == len(words)
    for word, diagnostic in zip(words, found):
        assert word in diagnostic.message


TAINTED = """
triskele: "1"
id: taint
title: Taint
players: 2
components:
  Card: {has: {rank: 1..9}, each: {rank: all}}
zones:
  deck: {of: Card, kind: bag, start: all}
  hand: {per: Player, of: Card, seen_by: owner}
fields:
  bid: {per: Player, type: 0..99}
procedures:
  ask:
    with: {x: Int}
    do: [{choose: {z: 1..x}, do: [{set: {player.bid: z}}]}]
phases:
  deal: {do: [{for: p in players, do: [{draw: 3, from: deck, to: p.hand}]}], next: play}
  play: {turns: {rounds: 1, do: [{call: ask, with: {x: 5}}, STEP]}}
scoring:
  bid: {each_player: player.bid}
"""


@pytest.mark.parametrize(
    "step",
    [
        "{hold: sum(c.rank for c in player.next.hand) > 9, do: [{call: ask, with: {x: 3}}]}",
        "{call: ask, with: {x: sum(c.rank for c in player.next.hand)}}",
        "{for: c in player.next.hand, do: [{choose: {k: 1..c.rank}, do: [{set: {player.bid: k}}]}]}",
        "{choose: {k: 1..9}, by: first(p in players where any(c.rank > 5 for c in p.hand)), do: [{leave: turn}]}",
        "{choose: {k: 1..9}, secret: true, do: [{choose: {z: 1..k}, by: player.next, do: [{set: {player.bid: z}}]}]}",
    ],
)
def test_what_is_hidden_may_not_come_in_by_another_door(tmp_path: Path, step: str) -> None:
    path = tmp_path / "taint.yaml"
    path.write_text(TAINTED.replace("STEP", step))
    assert [d.code for d in interpreter.check(str(path))] == ["hidden-read"]


def test_a_guess_does_not_know_what_chance_will_bring(tmp_path: Path) -> None:
    state = interpreter.load("tests/games/pig.yaml").start(2, seed=11, forced="ask")
    rolls = set()
    for i in range(20):
        guess = state.guess(1, random.Random(i))
        guess.choose("roll")
        rolls.add((guess.view()["fields"]["pot"], guess.player))
    assert len(rolls) > 3
