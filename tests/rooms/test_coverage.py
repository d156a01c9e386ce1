"""Coverage: what was exercised is counted by hand here, and counting changes no game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from types import FunctionType

import pytest

from interpreter import Game, load
from interpreter.cli import main
from interpreter.coverage import Report, in_words, measure
from interpreter.points import Register
from interpreter.program import Program
from interpreter.settled import settled
from interpreter.state import State
from tests.support import Case, all_games, decisions, loaded

GAMES = Path(__file__).parent.parent / "games"
HEAD = """
triskele: "1"
id: tiny
title: Tiny
about: A game of the tests.
players: 2..3
"""
TELL = (
    HEAD
    + """
fields:
  told: {type: 0..9}
  high: {type: 0..9}
phases:
  play: {turns: {actions: [tell]}}
actions:
  tell:
    do:
      - set: {told: told + 1}
      - if: told > 5
        do: [{id: never, set: {high: told}}]
      - set: {high: if told == 1 or told > 7 then 1 else 0}
endings:
  done: {when: told == 3}
  far: {when: told == 9 and high == 1}
"""
)


@pytest.fixture
def game(tmp_path):
    def write(text: str, **parameters: object) -> Game:
        (tmp_path / "game.yaml").write_text(text)
        return load(str(tmp_path / "game.yaml"), (), parameters)

    return write


def counts(report: Report, group: str) -> dict[str, int]:
    """By the text that a point stands on, and what it is: how often."""
    found = {}
    for point in report.points:
        if point.group == group:
            text = re.sub(r"\s+", " ", point.span.text)
            found[f"{point.subject} {point.outcome}: {text}"] = point.count
    return found


def ruled_out(report: Report) -> list[str]:
    return [f"{p.subject} {p.outcome}: {p.span.text}" for p in report.points if not report.counts(p)]


def told(report: Report) -> str:
    return "\n".join(in_words(report))


# -- points ------------------------------------------------------------------------------------------


def test_steps_and_branches_of_a_game_that_is_always_the_same(game):
    """Three turns: the game ends when 3 is told, so each step is run three times, the last one never."""
    report = measure(game(TELL), players=[2], games=1)
    assert {k.split(":")[0]: v for k, v in counts(report, "steps").items()} == {
        "step `tell/told` run": 3,
        "step `tell/if` run": 3,
        "step `tell/never` run": 0,
        "step `tell/high` run": 3,
    }
    assert counts(report, "branches") == {
        "the condition of `if` true: told > 5": 0,
        "the condition of `if` false: told > 5": 3,
        "the condition of `if` true: told == 1 or told > 7": 1,
        "the condition of `if` false: told == 1 or told > 7": 2,
        "a side of `or` true: told == 1": 1,
        "a side of `or` false: told == 1": 2,
        "a side of `or` true: told > 7": 0,
        "a side of `or` false: told > 7": 2,
        "a side of `and` true: told == 9": 0,  # not asked any more once the game ends
        "a side of `and` false: told == 9": 2,
        "a side of `and` true: high == 1": 0,
        "a side of `and` false: high == 1": 0,
    }
    assert {k.split(":")[0]: v for k, v in counts(report, "endings").items()} == {
        "`done` reached": 1,
        "`far` reached": 0,
    }
    assert report.sums()["branches"] == {"exercised": 7, "points": 12, "ruled_out": 0}


def test_games_add_up(game):
    once, often = (counts(measure(game(TELL), players=[2, 3], games=n), "steps") for n in (2, 10))
    assert {k: 5 * v for k, v in once.items()} == often


def test_what_is_missing_is_told_once_and_by_its_cause(game):
    """The step inside the `if` and the right side of the `and` are only counted with what stands before them."""
    text = told(measure(game(TELL), players=[2], games=1))
    assert "game.yaml:17:13: the condition of `if` is never true (1 point behind it)" in text
    assert "17 |       - if: told > 5" in text
    assert "   |             ^^^^^^^^" in text
    assert "`tell/never`" not in text
    assert "a side of `and` is never true (2 points behind it)" in text
    assert "`far` is never reached" in text
    assert "steps 3/4, branches 7/12, actions 2/2, endings 1/2" in text


def test_of_a_condition_with_sides_the_side_is_told(game):
    """It is never above 5, so the condition is never true either, and what it guards is never run."""
    text = told(measure(game(TELL.replace("if: told > 5", "if: told > 1 and told > 5")), players=[2], games=1))
    assert "game.yaml:17:26: a side of `and` is never true (2 points behind it)" in text
    assert "the condition of `if` is never true" not in text


def test_what_first_finds(game):
    """With 1 told there is no number below it, with 2 and 3 there is."""
    found = "high: 'first(n in 1..9 where n < told) == none' "
    text = TELL.replace("high: {type: 0..9}", "high: {type: Bool}").replace("high == 1", "high")
    text = text.replace("set: {high: told}", f"set: {{{found}}}").replace("told > 5", "told > 0")
    text = text.replace(
        "- set: {high: if told == 1 or told > 7 then 1 else 0}", "- set: {high: first(players) == player}"
    )
    branches = counts(measure(game(text), players=[2], games=1), "branches")
    assert branches["`first` none: first(n in 1..9 where n < told)"] == 1
    assert branches["`first` other than none: first(n in 1..9 where n < told)"] == 2


def test_a_condition_that_is_never_asked(game):
    text = TELL.replace("told == 3", "told == 1")
    report = measure(game(text), players=[2], games=1)
    assert "a side of `and` is never asked" in told(report)


# -- what parameters and players rule out ------------------------------------------------------------

FOLDED = (
    HEAD
    + """
parameters:
  long: {type: Bool, default: false, about: a longer game}
fields:
  told: {type: 0..9}
functions:
  goal: {is: if long then 4 else 3}
  step: {is: if size(players) == 3 and told == 0 then 1 else 1}
phases:
  play: {turns: {actions: [tell]}}
actions:
  tell: {do: [{set: {told: told + step}}]}
endings:
  done: {when: told >= goal}
"""
)


def test_what_a_parameter_rules_out_is_not_missing(game):
    report = measure(game(FOLDED), games=2)
    assert ruled_out(report) == ["the condition of `if` true: long"]
    assert not report.missing
    assert report.percent == 100
    assert "the condition of `if` is true" in told(report).partition("cannot happen with these parameters")[2]
    assert ruled_out(measure(game(FOLDED, long=True), games=2)) == ["the condition of `if` false: long"]


def test_a_branch_of_another_player_count_is_exercised_there_or_missing(game):
    two, three, both = (measure(game(FOLDED), players=n, games=2) for n in ([2], [3], [2, 3]))
    side = "a side of `and` true: size(players) == 3"
    assert side in ruled_out(two)
    assert "a side of `and` true: told == 0" in ruled_out(two)
    assert "a side of `and` false: size(players) == 3" in ruled_out(three)
    assert side not in ruled_out(both)
    assert counts(both, "branches")[side] > 0
    unplayed = measure(game(FOLDED), players=[2, 3], games=1)  # only two players play
    assert side in [f"{p.subject} {p.outcome}: {p.span.text}" for p in unplayed.missing]


# -- everything else ---------------------------------------------------------------------------------

ALL = (
    HEAD
    + """
types:
  Hue: [red, blue, green]
components:
  Card: {has: {hue: Hue}, rows: {rose: {hue: red}, iris: {hue: blue}, fern: {hue: green}}}
  Coin: {rows: {gold: {}}}
zones:
  row: {of: Card, kind: pool, seen_by: everyone, start: all}
  heap: {of: Card, kind: pool, seen_by: everyone}
  purse: {of: Coin, kind: pool, seen_by: everyone, start: all}
functions:
  colour: {with: {c: Card}, is: c.hue}
  unused: {is: size(heap) + 1}
phases:
  play: {turns: {actions: [take, rob]}}
actions:
  take:
    choose: {card: c in row where c.hue == red}
    do:
      - case: card.colour
        of:
          red: [{move: card, to: heap}]
          blue: []
          green: []
      - one_of:
          left: {do: []}
          right: {when: size(heap) > 5, do: []}
      - may: more
        when: size(heap) > 5
        do: [{note: "more"}]
  rob: {when: size(heap) > 5 and unused > 3, do: [{move: purse, to: box}]}
endings:
  done: {when: not empty(heap)}
scoring:
  cards: {each_player: size(heap)}
  coins: {each_player: "if size(purse) == 0 then 1 else 0"}
"""
)


def test_actions_components_functions_and_scoring(game):
    """One turn: `take` with the red card, the only one that may be taken; the rest is never offered."""
    report = measure(game(ALL), players=[2], games=1)
    named = {
        g: {k.split(":")[0]: v for k, v in counts(report, g).items()} for g in ("actions", "components", "scoring")
    }
    assert named["actions"] == {
        "action `take` offered": 1, "action `take` chosen": 1,
        "option `left` offered": 1, "option `left` chosen": 1,
        "option `right` offered": 0, "option `right` chosen": 0,
        "option `more` offered": 0, "option `more` taken": 0, "option `more` declined": 0,
        "action `rob` offered": 0, "action `rob` chosen": 0,
    }  # fmt: skip
    cards = {k: v > 0 for k, v in named["components"].items()}
    assert cards == {
        "`Card(rose)` moved": True, "`Card(rose)` chosen": True, "`Card(rose)` looked at": True,
        "`Card(iris)` moved": False, "`Card(iris)` chosen": False, "`Card(iris)` looked at": True,
        "`Card(fern)` moved": False, "`Card(fern)` chosen": False, "`Card(fern)` looked at": True,
        "`Coin(gold)` moved": False,
    }  # fmt: skip
    assert named["scoring"] == {"`cards` other than 0": 2, "`coins` other than 0": 0}
    assert {k.split(":")[0]: v for k, v in counts(report, "functions").items()} == {
        "`colour` called": 1,
        "`unused` called": 0,
    }
    branches = counts(report, "branches")
    assert {k: v for k, v in branches.items() if "case" in k} == {
        "the case `red` taken: card.colour": 1,
        "the case `blue` taken: card.colour": 0,
        "the case `green` taken: card.colour": 0,
    }
    assert branches["`where` true: c.hue == red"] == 1
    assert branches["`where` false: c.hue == red"] == 2


TRIED = (
    HEAD
    + """
fields:
  told: {type: 0..9}
  turn: {type: 0..9}
phases:
  play: {turns: {actions: [tell]}}
actions:
  tell:
    choose: {n: 1..2}
    leaving: told < 2
    do:
      - set: {told: n}
      - if: n == 2
        do: [{id: two, set: {turn: 5}}]
      - set: {turn: turn + 1}
endings:
  done: {when: turn == 3}
"""
)


def test_what_is_only_tried_is_not_exercised(game):
    """Telling 2 is tried and refused in each of three turns, telling 1 tried and then done."""
    report = measure(game(TRIED), players=[2], games=1)
    branches = counts(report, "branches")
    assert branches["`leaving` true: told < 2"] == 3
    assert branches["`leaving` false: told < 2"] == 3
    assert branches["the condition of `if` true: n == 2"] == 0
    assert branches["the condition of `if` false: n == 2"] == 3
    steps = {k.split(":")[0]: v for k, v in counts(report, "steps").items()}
    assert steps["step `tell/two` run"] == 0
    assert steps["step `tell/told` run"] == 3


# -- laws --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", all_games(), ids=lambda p: p.stem)
def test_counting_changes_no_game(path):
    plain = loaded(str(path))
    counted = plain.counted(Register())
    for players in dict.fromkeys(plain.players):
        for seed in range(1 if Case(str(path), players).large else 2):
            states = [g.start(players, seed) for g in (plain, counted)]
            games = [decisions(s, Random(seed)) for s in states]
            for one, other in zip(*games, strict=True):
                assert (one.decision.id, one.seat, one.options) == (other.decision.id, other.seat, other.options)
                assert (one.F, one.Z, drawn(one)) == (other.F, other.Z, drawn(other))
            assert states[0].outcome == states[1].outcome


def drawn(s: State) -> dict[str, int]:
    """How often each source of chance was asked; what cannot be reached at a player count has none."""
    return {source: n for source, n in zip(s.program.source_names, s.dice, strict=True) if n}


@pytest.mark.parametrize("path", all_games(), ids=lambda p: p.stem)
def test_rules_that_are_played_have_no_counters(path):
    game = loaded(str(path))
    for players in game.players:
        assert not counters(game.program(players))
    assert counters(game.counted(Register()).program(players))


def counters(program: Program) -> list[str]:
    """The counters that compiled rules know, and those that they call."""
    codes = [f.__code__ for f in [*program.blocks, *program.globals.values()] if isinstance(f, FunctionType)]
    called = [n for code in codes for n in code.co_names]
    return [n for n in [*program.globals, *called] if n.startswith("count_")]


def test_scenarios_count(tmp_path):
    """Without games, only the scenario with `told` set to 7 reaches what random games cannot."""
    (tmp_path / "game.yaml").write_text(TELL)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "one.yaml").write_text(
        "- name: high\n  given: {phase: play, turn: 1, fields: {told: 7}}\n  expect: [told == 9]\n"
    )
    spec = str(tmp_path / "game.yaml")
    report = measure(load(spec), spec=spec, games=0)
    assert report.scenarios == 1
    assert {k.split(":")[0]: v for k, v in counts(report, "endings").items()}["`far` reached"] == 1
    assert counts(measure(load(spec), spec=spec, games=0, scenarios=False), "steps") == dict.fromkeys(
        counts(report, "steps"), 0
    )


# -- the command -------------------------------------------------------------------------------------


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(["coverage", *args])
    return int(left.value.code or 0)


def test_json_has_every_point(capsys, tmp_path):
    path = tmp_path / "game.yaml"
    path.write_text(TELL)
    assert run(str(path), "--games", "4", "--players", "2..3", "--format", "json", "--seed", "7") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["players"], data["seed"], data["games"], data["failed"]) == ([2, 3], 7, 4, 0)
    assert data["sums"]["steps"] == {"exercised": 3, "points": 4, "ruled_out": 0}
    never = next(p for p in data["points"] if p["subject"] == "step `tell/never`")
    assert {k: never[k] for k in ("group", "outcome", "count", "possible", "line", "column")} == {
        "group": "steps", "outcome": "run", "count": 0, "possible": True, "line": 18, "column": 38,
    }  # fmt: skip
    assert sum(s["exercised"] for s in data["sums"].values()) == sum(1 for p in data["points"] if p["count"])


def test_status_below_a_percentage(capsys, tmp_path):
    path = tmp_path / "game.yaml"
    path.write_text(TELL)
    percent = measure(load(str(path)), games=2).percent
    assert run(str(path), "--games", "2", "--fail-under", str(percent - 1)) == 0
    assert run(str(path), "--games", "2", "--fail-under", str(percent + 1)) == 1
    assert f"{percent:.1f} % exercised" in capsys.readouterr().out


@pytest.mark.parametrize("players", ["1", "3..2", "2..9", "two"])
def test_numbers_of_players_that_are_not_there(capsys, tmp_path, players):
    path = tmp_path / "game.yaml"
    path.write_text(TELL)
    assert run(str(path), "--players", players) == 2
    assert players in capsys.readouterr().err


NEVER = {
    "celtica": {
        "the case `quiet` taken: space.place.site": "only the harbour is quiet, and no druid comes back to it",
    },
    "celtae": {
        "a side of `or` true: job != build": "`unless` has said so before; only a guess asks it all the same",
        "`first` none: first(p in players where not p.scripted)": "somebody always plays",
        "`where` false: not p.scripted": "alone, whoever plays has the first seat",
        "`first` none: first(j in quarter.jobs where j.in_reach and j.possible(player, marker.region))": (
            "every section of the solo tile ends with farming, which can always be done"
        ),
    },
    "celtic-quest": {
        "`MapTile(circle)` chosen: circle": "the Stone Circle lies there from the start, stays, and is never enchanted",
    },
}
"""What neither scenarios nor games exercise, with the reasons."""


def exercised_but_for_exceptions(name: str, games: int, **parameters: object) -> None:
    report = measure(load(name, (), parameters), spec=name, games=games)
    assert not report.failing
    missing = {f"{p.subject} {p.outcome}: {' '.join(p.span.text.split())}" for p in report.missing}
    assert missing == set(NEVER[name.partition("+")[0]])


@pytest.mark.long
def test_celtica_is_exercised_but_for_exceptions_with_reasons():
    exercised_but_for_exceptions("celtica", games=40)


@pytest.mark.long
def test_celtae_is_exercised_but_for_exceptions_with_reasons():
    exercised_but_for_exceptions("celtae", games=60)


@pytest.mark.long
@pytest.mark.parametrize(("name", "quick_map"), [("celtic-quest", True), ("celtic-quest+advanced", False)])
def test_celtic_quest_is_exercised_but_for_exceptions_with_reasons(name, quick_map):
    exercised_but_for_exceptions(name, games=60, quick_map=quick_map)


def test_random_games_of_celtae_choose_all_that_can_be_chosen():
    """A few games, without scenarios; what is rare is for the long test."""
    report = measure(loaded("celtae"), games=16)
    assert not report.failed
    assert {f"{p.subject} {p.outcome}" for p in report.missing if p.group == "actions"} <= {"option `fight` declined"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("told > 3", None),
        ("long and told > 3", False),
        ("told > 3 and long", False),
        ("not long and told > 3", None),
        ("long or told > 3", None),
        ("not long or told > 3", True),
        ("not long and most == 3", True),
        ("size(players) == 2", True),
        ("most + 1 == 4", True),
        ("most - 1 >= 2 * most", False),
        ("not (most < 3)", True),
        ("if long then told > 3 else most != 3", False),
        ("hue == blue", True),
        ("solo", False),
    ],
)
def test_what_parameters_and_players_settle(game, text, value):
    """At two players, with `long` false, `most` 3 and `hue` blue."""
    given = f"""
types: {{Hue: [red, blue]}}
parameters:
  long: {{type: Bool, default: false}}
  most: {{type: 1..9, default: 3}}
  hue: {{type: Hue, default: blue}}
functions:
  asked: {{is: {text}}}
  used: {{is: long or most > 3 or hue == red}}
"""
    found = game(f"{HEAD}{given}{TELL.removeprefix(HEAD).replace('told == 3', 'told == 3 or asked or used')}")
    layout = found.program(2).layout
    assert settled(layout, layout.checked.functions["asked"].value) is value
