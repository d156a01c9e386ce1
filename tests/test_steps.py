"""What compiled steps do where they are nested, cut short or repeated: each case a game of a few lines."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import interpreter

HEAD = 'triskele: "1"\nid: case\ntitle: Case\nplayers: 2\n'
CARDS = """
components:
  Card: {has: {rank: 1..4}, each: {rank: all}}
zones:
  deck: {of: Card, kind: pile, start: all}
  hand: {per: Player, of: Card, seen_by: everyone}
  gone: {of: Card, kind: row, seen_by: everyone}
"""


@pytest.fixture
def game(tmp_path: Path) -> Any:
    def load(text: str, players: str = "2") -> interpreter.Game:
        path = tmp_path / "case.yaml"
        path.write_text(HEAD.replace("players: 2", f"players: {players}") + text, encoding="utf-8")
        return interpreter.load(str(path))

    return load


def codes(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "case.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return [d.code for d in interpreter.check(str(path))]


def labels(state: interpreter.State) -> list[str]:
    assert state.decision is not None
    return [o.label for o in state.decision.options]


def fault(start: Any) -> str:
    with pytest.raises(interpreter.RuleError) as caught:
        start()
    return str(caught.value.diagnostic.code)


HOLD = """
fields:
  coins: {type: Int, start: 2}
procedures:
  buy: {do: [{call: pay}]}
  pay:
    do:
      - one_of:
          much: {do: [{set: {coins: coins - 2}}]}
          little: {do: [{set: {coins: coins - 1}}]}
          none_of_it: {}
phases:
  play:
    do:
      - call: pay
      - set: {coins: 2}
      - repeat: 2
        do:
          - hold: coins > 0
            do:
              - call: buy
              - {if: coins == 1, do: [{leave: loop}]}
      - call: pay
"""


def test_a_hold_reaches_into_called_procedures_and_ends_with_its_steps(game: Any) -> None:
    state = game(HOLD).start(2)
    assert labels(state) == ["much", "little", "none_of_it"]
    state.choose("much")
    assert labels(state) == ["little", "none_of_it"]
    state.choose("little")  # leaves the loop, and what was held with it
    assert labels(state) == ["much", "little", "none_of_it"]


UNLESS = """
components:
  Card: {has: {rank: 1..6}, each: {rank: all}}
zones:
  deck: {of: Card, kind: pile, start: all}
  hand: {of: Card, per: Player, seen_by: owner}
fields:
  left: {type: Int}
functions:
  worth: {with: {p: Player}, is: sum(c.rank for c in p.hand) + left}
phases:
  deal: {do: [{for: p in players, do: [{draw: 1, from: deck, to: p.hand}]}], next: play}
  play:
    turns:
      rounds: 1
      do:
        - hold: player.worth >= 0
          unless: player.worth >= 4
          do:
            - choose: {n: 0..6}
              do: [{set: {left: left - n}}]
"""


def test_nothing_is_tried_where_an_author_says_that_nothing_can_be_broken(game: Any) -> None:
    for seed in range(20):
        state = game(UNLESS).start(2, seed)
        (rank,) = state.view(1)["zones"]["hand"]["1"]
        worth = int(rank.removeprefix("Card"))
        offered = range(7) if worth >= 4 else range(worth + 1)
        assert labels(state) == [str(n) for n in offered]


def test_a_guess_keeps_what_is_held_by_trying(game: Any) -> None:
    """Where another could not break it with the card that is there, they could with the one that is guessed."""
    state = game(UNLESS).start(2, 0)
    dice, seen = Random(0), set()
    for _ in range(60):
        guess = state.guess(2, dice)
        (rank,) = guess.view(1)["zones"]["hand"]["1"]
        worth = int(rank.removeprefix("Card"))
        assert labels(guess) == [str(n) for n in range(worth + 1)]
        seen.add(worth)
    assert len(seen) == 5, "all but the card that the other seat has"


JOINT = (
    CARDS
    + """
phases:
  deal: {do: [{draw: 3, from: deck, to: Player(1).hand}], next: play}
  play:
    turns:
      rounds: 1
      do:
        - choose: {least: 1..3, rank: c.rank for c in Player(1).hand where c.rank > least}
          do: [{if: least == rank, do: [{move: Player(1).hand, to: gone}]}]
"""
)


def test_what_a_later_name_runs_over_may_hang_on_an_earlier_one(game: Any) -> None:
    for seed in range(5):
        state = game(JOINT).start(2, seed)
        ranks = [int(c.removeprefix("Card")) for c in state.view(1)["zones"]["hand"]["1"]]
        wanted = [f"least={n} rank={r}" for n in (1, 2, 3) for r in ranks if r > n]
        assert labels(state) == wanted


AS = """
fields:
  turns: {per: Player, type: Int}
procedures:
  other: {do: [{choose: {n: 1..2}}, {if: n == 1, do: [{leave: turn}]}]}
phases:
  play:
    turns:
      rounds: 2
      do: [{call: other, as: player.next}]
      after: [{set: {player.turns: player.turns + 1}}]
"""


def test_a_turn_left_by_another_seat_ends_with_its_own(game: Any) -> None:
    state = game(AS).start(2)
    seats = []
    while not state.over:
        seats.append(state.to_move)
        state.choose("1")
    assert seats == [2, 1, 2, 1]
    assert state.view()["fields"]["turns"] == {"1": 2, "2": 2}


PLACES = """
fields:
  sum: {type: Int}
phases:
  play:
    do:
      - {for: p at i in players where i > 1, do: [{set: {sum: sum + 10 * i + p.seat}}]}
      - for: p at i in players where i > 1
        do: [{choose: {n: 1..2}}, {set: {sum: sum + 100 * i}}]
"""


def test_a_loop_with_places_counts_those_it_leaves_out(game: Any) -> None:
    state = game(PLACES).start(2)
    state.choose("1")
    assert state.view()["fields"]["sum"] == 222


def test_names_are_missing_after_a_choice_that_may_have_been_none(tmp_path: Path) -> None:
    steps = "[{choose: {n: k in 1..2 where k > x}, otherwise: []}, {set: {x: n}}]"
    assert codes(tmp_path, f"fields: {{x: {{type: Int}}}}\nphases: {{play: {{do: {steps}}}}}\n") == ["unknown-name"]
    steps = "[{choose: {n: k in 1..2 where k > x}, otherwise: [{leave: phase}]}, {set: {x: n}}]"
    assert codes(tmp_path, f"fields: {{x: {{type: Int}}}}\nphases: {{play: {{do: {steps}}}}}\n") == []


MOVED = """
phases:
  play:
    do:
      - {draw: 4, from: deck, to: Player(1).hand}
      - choose: {card: Player(1).hand}
      - {move: card, to: Player(2).hand}
      - {move: card, to: gone}
"""


def test_what_was_moved_is_found_where_it_went(game: Any) -> None:
    state = game(CARDS + MOVED).start(2, checking=True)
    state.choose("3")
    zones = state.view()["zones"]
    assert zones["hand"] == {"1": ["1", "2", "4"], "2": []}
    assert zones["gone"] == ["3"]


OWNER = """
maps:
  ways: {ring: [a, b], nodes: Stop}
components: {Card: {has: {rank: 1..2}, each: {rank: all}, copies: 2}}
zones:
  lying: {per: Stop, of: Card, seen_by: everyone}
  gone: {of: Card, seen_by: everyone}
fields: {here: {type: Stop}}
phases:
  play:
    do:
      - {for: s in Stop, do: [{move: box(Card).first(2), to: s.lying}]}
      - choose: {card: here.lying}
      - set: {here: here.ahead(1)}
      - {move: card, to: gone}
"""


def test_a_component_stays_where_it_lies_when_the_field_that_led_there_changes(game: Any) -> None:
    state = game(OWNER).start(2, forced="ask", checking=True)
    state.choose("1")
    zones = state.view()["zones"]
    assert [len(zones["lying"][s]) for s in "ab"] == [1, 2]


REFILL = """
phases:
  play:
    do:
      - {draw: 1, from: deck, to: gone}
      - {move: Player(1).hand, to: deck}
      - {draw: 3, from: deck, to: gone}
      - {move: gone.first(3), to: spare}
      - {draw: 2, from: deck, to: gone}
      - {move: gone, to: Player(1).hand}
"""


def test_a_pile_with_an_order_is_filled_again_by_asked_chance(game: Any) -> None:
    cards = CARDS.replace("start: all}", "start: all, refill: {from: spare}}").replace(
        "  gone:", "  spare: {of: Card, kind: pile, seen_by: top}\n  gone:"
    )
    state = game(cards + REFILL).start(2, chance="ask", checking=True)
    asked = []
    while not state.over:
        assert state.decision is not None
        asked.append((state.decision.id, len(state.decision.options)))
        state.choose(0)
    assert asked[:3] == [("start/deck", 4), ("start/deck", 3), ("start/deck", 2)]
    assert [n for where, n in asked if where.endswith("shuffle")] == [3, 2]


def test_loops_without_a_decision_share_one_budget(game: Any) -> None:
    loops = "[{repeat: 1000000, do: [{repeat: any, until: x == 1, do: [{repeat: 90000, do: [{set: {x: 0}}]}]}]}]"
    text = f"fields: {{x: {{type: Int}}}}\nphases: {{play: {{do: {loops}}}}}\n"
    assert fault(lambda: game(text).start(2)) == "endless"


TILES = """
maps: {{land: {{tiles: Tile, shape: square, joined_by: Way}}}}
components:
  Tile:
    sides: [plain, other]
    parts: {{Way: {{list: ways, of: tile, has: {{edges: list of 0..9}}}}}}
    rows:
      one:
        plain: {{ways: {{a: {{edges: [{edges}]}}, b: {{edges: [2]}}}}}}
        other: {{ways: {{a: {{edges: [0]}}}}}}
  Card: {{has: {{rank: 1..2}}, each: {{rank: all}}}}
zones: {{lying: {{per: Way, of: Card, seen_by: everyone}}}}
phases:
  play:
    do:
      - {{move: box(Tile), to: land, at: first(spots(land))}}
      - {{move: box(Card).first(1), to: first(land.ways).lying}}
      - {{flip: the(land)}}
"""


def test_nothing_is_left_on_a_part_that_a_flip_takes_away(game: Any) -> None:
    assert fault(lambda: game(TILES.format(edges="0")).start(2)) == "part-vanishes"


@pytest.mark.parametrize(("edges", "code"), [("0, 2", "shared-edge"), ("4", "out-of-range"), ("0", None)])
def test_edges_are_on_the_tile_and_belong_to_one_part(tmp_path: Path, edges: str, code: str | None) -> None:
    assert codes(tmp_path, TILES.format(edges=edges)) == ([] if code is None else [code])


def test_conditions_are_counted_by_their_truth(game: Any) -> None:
    text = """
fields: {some: {type: Bool}, number: {type: Int}}
phases:
  play:
    do:
      - set:
          some: any(p.seat > 2 for p in players)
          number: count(p.seat > 1 for p in players)
"""
    fields = game(text).start(2).view()["fields"]
    assert fields == {"some": False, "number": 1}


SIDES = """
components:
  Coin:
    sides: [heads, tails]
    does: {shown: {do: [{set: {x: x + 1}}]}}
    tails: {shown: [{set: {x: x + 10}}]}
    rows: {plain: {source: page 1}, odd: {tails: {shown: [{set: {x: x + 100}}]}}}
zones: {purse: {of: Coin, start: all, seen_by: everyone}}
fields: {x: {type: Int}}
phases:
  play:
    do:
      - {for: c in purse, do: [{call: c.shown}]}
      - {for: c in purse, do: [{flip: c}, {call: c.shown}]}
"""


def test_a_row_may_do_something_else_on_each_side(game: Any) -> None:
    assert game(SIDES).start(2).view()["fields"]["x"] == 112


def test_nobody_chooses_for_a_scripted_seat(game: Any) -> None:
    text = "scripted: {1: [robot]}\nphases: {play: {turns: {rounds: 1, do: [{choose: {n: 1..2}}]}}}\n"
    state = game(text, "1..2").start(1)
    assert fault(lambda: state.choose("1")) == "scripted-choice"


@pytest.mark.parametrize(
    ("count", "found"),
    [("3..1", ["empty-range"]), ("at most -1", ["empty-range"]), ("0 - 1", ["empty-range"]), ("1..3", []), ("any", [])],
)
def test_a_number_of_picks_that_cannot_be_is_a_fault(tmp_path, count, found):
    choice = f"{{c: player.hand}}, count: {count}, do: [{{for: x in c, do: [{{move: x, to: gone}}]}}]"
    text = f"actions: {{drop: {{choose: {choice}}}}}\nphases: {{play: {{turns: {{actions: [drop], rounds: 1}}}}}}"
    start = CARDS.replace("hand: {per: Player, ", "hand: {per: Player, max: 4, ")
    deal = "procedures: {deal: {do: [{draw: 1, from: deck, to: player.hand}]}}\n"
    play = text.replace("rounds: 1", "rounds: 1, before: [{call: deal}]")
    assert [c for c in codes(tmp_path, start + deal + play) if c != "unused-name"] == found


@pytest.mark.parametrize("given", [None, {"open": False}, {"open": True}])
def test_a_switch_that_nobody_turns_is_as_good_as_one_that_is_set(game: Any, given: Any) -> None:
    text = """
parameters:
  open: {type: Bool, default: false}
fields:
  free: {per: Player, type: Bool}
  taken: {type: Int}
phases: {play: {turns: {rounds: 1, actions: [take]}}}
actions:
  take:
    choose: {n: 1..2}
    do:
      - set: {player.free: true}
      - {if: open or player.free, do: [{set: {taken: taken + n}}]}
scoring: {points: {each_player: taken}}
"""
    loaded = game(text)
    state = interpreter.load(loaded.name, parameters=given).start()
    state.choose("2")
    assert state.view()["fields"]["taken"] == 2


def test_a_loop_may_have_nothing_to_do(game: Any) -> None:
    text = """
parameters:
  open: {type: Bool, default: false}
fields: {taken: {type: Int}}
phases: {play: {turns: {rounds: 1, actions: [take]}}}
actions:
  take:
    choose: {n: 1..2}
    do:
      - {for: k in 1..n, do: [{if: open, do: [{set: {taken: taken + k}}]}]}
      - {repeat: 3, do: [{if: open, do: [{set: {taken: taken + 1}}]}]}
scoring: {points: {each_player: taken}}
"""
    state = game(text).start()
    state.choose("2")
    assert state.view()["fields"]["taken"] == 0


def test_a_name_is_known_where_only_some_ways_read_it(game: Any) -> None:
    text = """
fields: {open: {type: Bool, start: true}, taken: {type: Int}}
phases: {play: {turns: {rounds: 3, do: [{call: take}, {set: {open: not open}}]}}}
procedures:
  take:
    do:
      - choose: {n: 1..3}
      - if: open
        do:
          - set: {taken: taken + n}
          - choose: {more: 1..2}
            do: [{set: {taken: taken + 10 * more}}]
scoring: {points: {each_player: taken}}
"""
    state = game(text).start()
    state.choose("3")
    state.choose("2")
    assert state.view()["fields"]["taken"] == 23


def test_a_loop_with_places_can_be_saved(game: Any) -> None:
    loaded = game(f"""{CARDS}
phases: {{play: {{turns: {{rounds: 1, do: [{{call: pay}}]}}}}}}
fields: {{paid: {{type: Int}}}}
procedures:
  pay:
    do:
      - for: c at i in deck where c.rank > 1
        do:
          - choose: {{n: 0..i}}
          - set: {{paid: paid + n * c.rank}}
      - {{draw: 1, from: deck, to: player.hand}}
      - {{move: player.hand, to: gone}}
scoring: {{points: {{each_player: paid}}}}
""")
    state = loaded.start(seed=1)
    for _ in range(6):
        again = loaded.from_json(state.to_json())
        assert again == state
        again.choose(1)
        state.choose(1)
        assert again.key() == state.key()


def test_a_place_in_a_row_can_be_named_where_nothing_is_left_of_it(game: Any) -> None:
    loaded = game(f"""{CARDS}
phases: {{play: {{turns: {{rounds: 1, actions: [take]}}}}}}
actions:
  take:
    choose: {{c: c at i in gone where i <= 2}}
    do: [{{move: c, to: player.hand}}, {{draw: 1, from: deck, to: gone}}]
scoring: {{cards: {{each_player: size(player.hand)}}}}
""")
    assert fault(loaded.start) == "no-option"


def test_a_hand_is_looked_up_before_the_loops_that_ask_for_it(game: Any) -> None:
    state = game(f"""{CARDS}
phases:
  deal:
    do: [{{for: p in players, do: [{{draw: 1, from: deck, to: p.hand}}]}}, {{draw: 1, from: deck, to: gone}}]
    next: play
  play: {{turns: {{rounds: 1, actions: [give]}}}}
actions:
  give:
    choose:
      n: k in 1..3 where any(c for p in players for c in gone where c.rank + k > 1)
      mine: c at i in player.hand where i <= 2
    do: [{{move: mine, to: player.next.hand}}]
scoring: {{cards: {{each_player: size(player.hand)}}}}
""").start(seed=1)
    assert len(labels(state)) == 3


FAULTY = """
types:
  Hue: {has: {weight: Int = 2}, rows: {red: {}, blue: {}}}
fields:
  liked: {type: maybe Hue}
  guest: {type: maybe Player}
  n: {type: Int}
phases:
  play:
    do:
      - choose: {k: 1..2}
        do:
          - set: {n: "WHAT"}
          - {if: k == 2, do: [{set: {liked: Hue.red, guest: player}}]}
scoring: {n: {each_player: n + (if guest == none or liked == none then 0 else 1)}}
"""


@pytest.mark.parametrize(
    ("formula", "place", "notes"),
    [
        ("sum((if x == 2 then 6 // (k - 1) else 3) for x in 1..3)", "6 // (k - 1)", ("k = 1",)),
        ("sum(6 // (k - 1) + (x - 1) for x in 1..3)", "6 // (k - 1)", ("k = 1",)),
        ("sum(x.weight for x in [liked, liked])", "x.weight", ("x = None",)),
        ("sum(x.next.seat for x in [guest, guest])", "x.next", ("x = None",)),
    ],
)
def test_what_cannot_be_computed_is_found_where_it_stands(game: Any, formula: str, place: str, notes: Any) -> None:
    state = game(FAULTY.replace("WHAT", formula)).start(2)
    with pytest.raises(interpreter.RuleError) as caught:
        state.choose("1")
    found = caught.value.diagnostic
    assert found.span is not None
    assert (found.span.text, found.notes) == (place, notes)
