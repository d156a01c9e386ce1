"""Scenarios: what a position, draws, choices and expectations mean, and what is said when they do not hold."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from interpreter.diagnostics import DefinitionError
from interpreter.scenario import Result, main_report, read_scenarios, run_scenarios

CARDS = """
triskele: "1"
id: cards
title: Cards
players: 2..3
parameters:
  hand_size: {type: 1..5, default: 2, about: cards dealt}
types:
  Suit: [red, blue]
components:
  Card: {has: {suit: Suit}, each: {suit: all}, copies: 6}
zones:
  deck: {of: Card, kind: pile, start: all, seen_by: nobody, refill: {from: waste}}
  waste: {of: Card, seen_by: everyone}
  line: {of: Card, kind: row, max: 3, seen_by: everyone}
  hand: {of: Card, per: Player, seen_by: owner}
fields:
  coins: {per: Player, type: 0..9, start: 1}
  debt: {per: [Player, Suit], type: Int}
  luck: {type: Int, resets: phase}
signals:
  bell: {about: time is up}
phases:
  set_up:
    do:
      - {for: p in players, do: [{draw: hand_size, from: deck, to: p.hand}]}
    next: play
  play:
    do: [{set: {luck: 7}}]
    turns: {actions: [put, rest, nap], skip: empty(player.hand)}
    next: over
  last:
    turns:
      starting: ended_by.next
      rounds: 1
      actions: [rest, nap]
    next: over
actions:
  put:
    about: put a card down
    when: player.coins > 0
    choose: {c: player.hand}
    do:
      - {move: c, to: line}
      - {set: {player.coins: player.coins - 1}}
      - {roll: {die: 1..6}}
      - {set: {luck: luck + die}}
      - set:
          player.debt[red]: 1
      - {if: die == 6, do: [{draw: 1, from: deck, to: player.hand}]}
  nap: {do: [{note: sleeps}]}
  rest: {do: [{if: bell, do: [{move: line, to: waste}, {end: rung}]}, {note: rests}]}
endings:
  rung: {about: the bell, then: now}
  full: {when: size(line) >= 3, then: now, to: last}
scoring:
  cards: {each_player: size(player.hand)}
  coins: {each_player: player.coins}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "cards"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "game.yaml").write_text(CARDS)
    return folder


def run(game: Path, text: str, *, mutants: bool = False) -> Result:
    """The result of one scenario, whose name is put in front."""
    body = indent(dedent(text).strip("\n"), "  ")
    (game / "scenarios" / "a.yaml").write_text(f"- name: it\n{body}\n")
    return run_scenarios(str(game), mutants=mutants)[-1]


def holds(game: Path, text: str) -> None:
    result = run(game, text)
    assert result.passed, result.message


def fails(game: Path, text: str, *parts: str) -> Result:
    result = run(game, text)
    assert not result.passed
    for part in parts:
        assert part in result.message, result.message
    return result


# -- where it begins ---------------------------------------------------------------------------------


def test_without_given_it_plays_from_the_very_beginning(game: Path) -> None:
    holds(game, "players: 3\nset: {hand_size: 3}\nexpect: [size(Player(3).hand) == 3, luck == 7]")


def test_draws_without_given_are_those_of_the_set_up_too(game: Path) -> None:
    holds(game, "draws: [red, red, blue, red]\noffered: [put red]\nnot_offered: [put blue]")


def test_given_puts_zones_fields_and_the_turn(game: Path) -> None:
    holds(
        game,
        """
        given:
          turn: 2
          zones: {hand(2): [red, blue, red], line: [blue, red]}
          fields: {coins(1): 3, "debt(2, red)": 4, player(2).coins: 5, luck: 2}
        offered: [put red, put blue, rest]
        expect:
          - size(Player(2).hand) == 3 and size(Player(1).hand) == 2
          - Player(1).coins == 3 and Player(2).coins == 5
          - Player(2).debt[red] == 4
          - luck == 2
          - line.first.suit == blue
          - size(deck) + size(Player(1).hand) == 7
        """,
    )


def test_components_are_taken_from_the_pile_first_then_from_other_zones(game: Path) -> None:
    holds(game, "given: {zones: {hand(2): [red, red, red, red]}}\nexpect: [size(Player(1).hand) == 2]")
    taken = "given: {zones: {hand(2): [red, red, red, red, red, red, blue, blue, blue, blue, blue, blue]}}"
    holds(game, taken + "\nexpect: [empty(Player(1).hand), empty(deck), empty(box(Card))]")


def test_what_is_over_when_the_pile_is_named_goes_to_the_box(game: Path) -> None:
    holds(game, "given: {zones: {deck: [red], hand(2): []}}\nexpect: [size(deck) == 1, size(box(Card)) == 9]")


def test_a_component_that_cannot_be_taken_is_named(game: Path) -> None:
    reds = ", ".join(["red"] * 7)
    result = fails(game, f"given: {{zones: {{waste: [{reds}]}}}}", "there is no `red` left for `waste`", "6 in all")
    assert [d.code for d in result.diagnostics] == ["cannot-take"]
    fails(game, "given: {zones: {waste: [green]}}", "no Card is called `green`", "there is: red, blue")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("{zones: {wate: []}}", "did you mean `waste`"),
        ("{zones: {hand: []}}", "`hand` belongs to Player; say whose"),
        ("{zones: {hand(4): []}}", "no Player is called `4`"),
        ("{zones: {line: [red, red, red, red]}}", "`line` holds at most 3, here are 4"),
        ("{zones: {hand(1): [], player(1).hand: []}}", "is there already"),
        ("{fields: {coin(1): 3}}", "did you mean `coins`"),
        ("{fields: {coins: 3}}", "`coins` belongs to Player"),
        ("{fields: {card(1).coins: 3}}", "belongs to Player, not to card"),
        ("{fields: {coins(1): 12}}", "12 is outside 0..9"),
        ("{fields: {coins(1): Suit.red}}", "0..9 is wanted here, found Suit"),
        ("{fields: {luck(1): 2}}", "`luck` has no owner"),
        ("{fields: {7 + 2: 2}}", "`7 + 2` names nothing"),
        ("{phase: paly}", "no phase is called `paly`"),
        ("{turn: 5}", "there are 2 seats here"),
        ("{phase: last}", "say it: `turn: 1`"),
    ],
)
def test_a_wrong_position_is_a_fault_with_its_place(game: Path, given: str, message: str) -> None:
    result = fails(game, f"given: {given}", message)
    assert result.diagnostics
    assert not result.failures


def test_a_phase_begins_with_its_turns_and_not_with_its_steps(game: Path) -> None:
    holds(game, "given: {phase: play}\nexpect: [luck == 0]")
    holds(game, "given: {phase: last, fields: {ended_by: 1, round: 1}}\nchoose: [{seat: 2, label: rest}]")
    holds(game, "given: {phase: set_up}\nexpect: [luck == 7, size(Player(1).hand) == 2]")


def test_a_seat_without_a_turn_is_passed_over(game: Path) -> None:
    holds(game, "given: {turn: 1, zones: {hand(1): []}}\nchoose: [{seat: 2, label: rest}]")


# -- what is done ------------------------------------------------------------------------------------


def test_draws_answer_chance_in_order_and_then_dice_do(game: Path) -> None:
    given = "given: {turn: 1, zones: {hand(1): [red]}}\n"
    holds(
        game,
        given + "draws: [6, blue]\nchoose: [put red]\nexpect: [luck == 6, Player(1).hand.first.suit == blue]",
    )
    holds(game, given + "draws: []\nseed: 4\nchoose: [put red]\nexpect: [luck in 1..6]")
    fails(game, given + "draws: [7]\nchoose: [put red]", "draw 1, `7`, cannot come", "possible: 1, 2, 3, 4, 5, 6")
    fails(game, given + "draws: [1, 2]\nchoose: [put red]", "1 of 2 draws were not needed: `2`")


def test_the_same_seed_gives_the_same_game(game: Path) -> None:
    text = "given: {turn: 1, zones: {hand(1): [red]}}\nseed: 3\nchoose: [put red]\nexpect: [luck == 9]"
    assert run(game, text).message == run(game, text).message


def test_choices_that_cannot_be_made_are_explained(game: Path) -> None:
    given = "given: {turn: 1, zones: {hand(1): [red]}, fields: {coins(1): 0}}\n"
    result = fails(game, given + "choose: [put red]", "choice 1, `put red`, is not offered", "player.coins > 0")
    assert "hand(1): red" in result.position
    given = "given: {turn: 1, zones: {hand(1): [red], hand(2): [red]}}\n"
    fails(
        game,
        given + "choose: [put rde]",
        "did you mean `put red`",
        "seat 1 is offered at `play`: `put red`, `rest`, `nap`",
    )
    fails(game, given + "choose: [{seat: 2, label: rest}]", "is for seat 2, but seat 1 chooses")


def test_a_signal_is_given_between_two_choices(game: Path) -> None:
    given = "given: {turn: 1, zones: {hand(1): [red], hand(2): [red]}}\n"
    holds(game, given + "choose: [rest, {signal: bell}, {seat: 2, label: rest}]\nover: rung")
    fails(game, given + "choose: [{signal: bel}]", "no signal is called `bel`", "did you mean `bell`")
    fails(game, given + "choose: [{signal: bell}, rest, rest]", "choice 3, `rest`, comes too late: the game is over")


# -- what is expected --------------------------------------------------------------------------------


def test_options_and_refusals(game: Path) -> None:
    given = "given: {turn: 1, zones: {hand(1): [red], hand(2): [red]}, fields: {coins(2): 0}}\nchoose: [rest]\n"
    holds(game, given + "offered: [rest]\nnot_offered: [put red]\nrefused: {label: put red, because: player.coins > 0}")
    holds(game, given + "refused: [put red, {label: put red, because: when}]")
    fails(game, given + "offered: [put red]", "`put red` should be offered and is not", "player.coins > 0")
    fails(game, given + "not_offered: [rest]", "`rest` should not be offered and is")
    fails(game, given + "refused: {label: rest}", "`rest` should be refused and is offered")
    fails(game, given + "refused: {label: put red, because: luck}", "should be refused because of `luck`", "coins > 0")


def test_a_row_is_seen_in_its_order_and_other_zones_in_any(game: Path) -> None:
    given = "given: {zones: {line: [red, blue], hand(1): [blue, red], hand(2): [red]}}"
    holds(game, f"{given}\nsees: {{1: {{line: [red, blue], hand(1): [red, blue], hand(2): 1}}}}")
    result = run(game, f"{given}\nsees: {{1: {{line: [blue, red]}}}}")
    assert "seat 1 should see `line` as ['blue', 'red'], it sees ['red', 'blue']" in result.message


def test_why_not_knows_the_place_in_a_row(game: Path) -> None:
    text = (game / "game.yaml").read_text().replace("line) >= 3", "line) > 3")
    offer = "nap: {choose: {third: c at i in line where i > 2}, do: [{note: sleeps}]}"
    (game / "game.yaml").write_text(text.replace("nap: {do: [{note: sleeps}]}", offer))
    given = "given: {zones: {line: [red, red, blue], hand(1): [red]}}\noffered: [nap blue]"
    holds(game, given)
    holds(game, f"{given}\nrefused: [{{label: nap red, because: i > 2}}]")


def test_a_false_expectation_shows_what_is_there(game: Path) -> None:
    result = fails(game, "given: {turn: 1}\nexpect: [size(line) == 2 and Player(1).coins == 1, luck == 0]")
    assert result.failures == (
        "expected: size(line) == 2 and Player(1).coins == 1\n  found: size(line) is 0\n  found: Player(1).coins is 1",
    )
    fails(game, "given: {turn: 1}\nexpect: [line.first.suit == red]", "cannot be computed: there is no value here")


def test_a_wrong_expectation_is_a_fault_with_its_place(game: Path) -> None:
    result = fails(game, "given: {turn: 1}\nexpect: [size(lien) == 2]", "did you mean `line`")
    assert [str(d.span).rpartition("/")[2] for d in result.diagnostics] == ["a.yaml:3:17"]


def test_how_it_ends(game: Path) -> None:
    over = "given: {phase: last, turn: 1, fields: {coins(1): 3}}\nchoose: [rest, rest]\n"
    holds(game, over + "over: true\nscores: {1: 5, 2: {cards: 2, coins: 1}}\nwinners: [1]")
    holds(game, "over: false")
    fails(game, over + "over: rung", "should be over by `rung`, it is over (after its last phase)")
    fails(game, over + "over: rugn", "no ending is called `rugn`", "did you mean `rung`")
    fails(game, over + "winners: [2]", "the winners should be 2, they are 1")
    fails(game, over + "scores: {1: 4}", "seat 1 should have 4 points, it has 5 (cards 2, coins 3)")
    fails(game, over + "scores: {1: {coins: 4}}", "seat 1 should have 4 for `coins`, it has 3")
    fails(game, "over: rung", "the game should be over (`rung`)")
    fails(game, "winners: [1]", "the winners should be 1, but the game is not over")


def test_rule_errors(game: Path) -> None:
    full = "given: {turn: 1, zones: {line: [red, red, red], hand(1): [red]}}\nchoose: [put red]\n"
    holds(game, full + "error: zone-full")
    fails(game, full, "a rule error came: zone-full")
    fails(game, full + "error: no-option", "`no-option` was expected, another came: zone-full")
    fails(game, "error: zone-full", "no rule error came, `zone-full` was expected")


# -- changes -----------------------------------------------------------------------------------------


def changed(game: Path, change: str) -> Result:
    return run(game, f"expect: [size(Player(1).hand) == 2]\nfails_with: {{{change}}}", mutants=True)


def test_a_change_must_make_the_scenario_fail(game: Path) -> None:
    result = changed(game, "parameters.hand_size.default: 3")
    assert result.passed
    assert result.change == "parameters.hand_size.default: 3"
    assert "the scenario holds all the same" in changed(game, "phases.play/luck.set.luck: 8").message
    assert "did you mean `hand_size`" in changed(game, "parameters.hand_siz.default: 3").message
    assert "the change does not load" in changed(game, "parameters.hand_size.default: 30").message
    assert "the change does not load" in changed(game, "parameters.hand_size.defualt: 3").message


def test_a_change_that_spoils_the_position_proves_nothing(game: Path) -> None:
    text = """
        set: {hand_size: 1}
        given: {zones: {waste: [red, red]}}
        expect: [size(waste) == 2]
        fails_with: {components.Card.copies: 1}
        """
    assert "it proves nothing" in run(game, text, mutants=True).message


def test_a_change_may_leave_something_without_use(game: Path) -> None:
    assert changed(game, "phases.set_up.do: []").passed


# -- files and reports -------------------------------------------------------------------------------


def test_faults_of_the_files_are_told_together(game: Path) -> None:
    (game / "scenarios" / "a.yaml").write_text("- name: one\n  choos: [a]\n- name: two\n  expect: []\n")
    with pytest.raises(DefinitionError) as caught:
        read_scenarios(str(game))
    assert len(caught.value.diagnostics) == 2


def test_a_name_stands_once(game: Path) -> None:
    (game / "scenarios" / "a.yaml").write_text("- {name: one}\n- {name: one}\n")
    with pytest.raises(DefinitionError, match="two scenarios are called `one`"):
        read_scenarios(str(game))


def test_scenarios_are_chosen_by_a_word(game: Path) -> None:
    (game / "scenarios" / "a.yaml").write_text("- {name: First one}\n- {name: second}\n")
    assert [r.name for r in run_scenarios(str(game), "first")] == ["First one"]
    assert run_scenarios(str(game), "third") == []


def test_a_scenario_of_another_game_or_of_no_variant_is_refused(game: Path) -> None:
    fails(game, "game: chess", "a scenario is about the game beside it, `cards`, not about `chess`")
    fails(game, "game: cards+quick", "quick")


def test_parameters_and_seats_of_a_scenario_are_checked(game: Path) -> None:
    fails(game, "set: {hand_siez: 3}", "did you mean `hand_size`")
    fails(game, "players: 5", "Cards is for 2 to 3 players, not 5")


def test_the_report_counts_and_explains(game: Path) -> None:
    (game / "scenarios" / "a.yaml").write_text(
        "- {name: good, fails_with: {parameters.hand_size.default: 3}, expect: [size(Player(1).hand) == 2]}\n"
        "- {name: bad, rule: page 2, expect: [luck == 1]}\n"
    )
    report = main_report(run_scenarios(str(game), mutants=True))
    assert report.startswith("ok      good\nok      good  fails with parameters.hand_size.default: 3\nFAILED  bad\n")
    assert "a.yaml:2:3\n        page 2\n        expected: luck == 1\n          found: luck is 7\n" in report
    assert report.endswith("2 scenarios, 1 failed; 1 change, 0 failed\n")
    assert main_report([]) == "no scenarios\n"


# -- tile maps ---------------------------------------------------------------------------------------

TILES = """
triskele: "1"
id: roads
title: Roads
players: 2
maps:
  land: {tiles: Tile, shape: square, joined_by: Road}
components:
  Tile:
    sides: [plain, city]
    parts:
      Road: {list: roads, of: tile, has: {edges: list of 0..3}}
    rows:
      bend: {plain: {roads: {a: {edges: [0, 1]}}}, city: {roads: {a: {edges: [0, 1, 2]}}}}
      way: {plain: {roads: {a: {edges: [1, 3]}}}, city: {roads: {a: {edges: [0, 2]}}}}
zones:
  stock: {of: Tile, start: all, seen_by: everyone}
phases:
  play: {turns: {actions: [wait, turn]}}
actions:
  wait: {do: [{note: waits}]}
  turn: {choose: {t: stock}, do: [{move: t, to: box}]}
"""


def test_tiles_lie_on_maps(tmp_path: Path) -> None:
    folder = tmp_path / "roads"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "game.yaml").write_text(TILES)
    given = "given: {zones: {land: [way]}, fields: {tile(way).cell: e0s1, tile(way).turned: 1, tile(way).side: city}}"
    holds(folder, given + "\nexpect: [Tile(way).side == city, size(land) == 1, size(stock) == 1]")
    fails(folder, "given: {zones: {land: [way]}}", "`tile(way)` has no cell on `land`", "give `tile(way).cell`")
    fails(folder, "given: {fields: {tile(way).cell: e0s1}}", "has a cell, but is not on `land`")
    fails(folder, "given: {fields: {tile(way).turned: 4}}", "`turned` is a number from 0 to 3, not `4`")
    fails(folder, "given: {fields: {tile(way).side: town}}", "no side is called `town`")
    both = "given: {zones: {land: [way, bend]}, fields: {tile(way).cell: e0s1, tile(bend).cell: e0s1}}"
    fails(folder, both, "lies where `tile(bend)` does")
