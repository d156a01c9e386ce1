"""Declaring: which kinds of a component there are, and how many of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load

GAME = """\
triskele: "1"
id: fair
title: Fair
players: 2
types: {Suit: [red, blue]}
components:
  Card: {has: {suit: Suit, worth: 1..9 = 9}, COMPONENT}
zones:
  deck: {of: Card, kind: pile, start: all}
  hand: {of: Card, per: Player}
phases: {play: {turns: {actions: [pick], rounds: 1}}}
actions: {pick: {do: [{draw: 1, from: deck, to: player.hand}]}}
scoring: {worth: {each_player: sum(c.worth for c in player.hand where c.suit == red)}}
"""


@pytest.mark.parametrize(
    ("component", "kinds"),
    [
        ("each: {suit: all, worth: 1..2}, copies: 2", {"red_1": 2, "red_2": 2, "blue_1": 2, "blue_2": 2}),
        ("copies: 3, rows: {low: {suit: red, worth: 1}, top: {suit: red, copies: 1}}", {"low": 3, "top": 1}),
        ("each: {suit: all}, rows: {low: {worth: 1, copies: 2}}", {"low_red": 2, "low_blue": 2}),
        ("rows: {low: {worth: 1, each: {suit: all}}, top: {suit: red}}", {"low_red": 1, "low_blue": 1, "top": 1}),
    ],
)  # fmt: skip
def test_each_and_copies_hold_for_all_rows_that_say_nothing_else(
    tmp_path: Path, component: str, kinds: dict[str, int]
) -> None:
    file = tmp_path / "fair.yaml"
    file.write_text(GAME.replace("COMPONENT", component))
    members = load(str(file)).program(2).layout.members["Card"]
    assert dict(zip(members.names, members.copies)) == kinds
