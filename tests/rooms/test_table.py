"""Table: whole screens of fixed positions (TRISKELE_SCREENS=write stores them anew), and what is in them."""

import os
from pathlib import Path

import pytest

import interpreter
from interpreter.table import count, draw, flow, standings, words, wrap

TESTS = Path(__file__).parent.parent
SCREENS = TESTS / "screens"
NOUGHTS = ["b2", "a1", "c1", "a3"]


def noughts():
    state = interpreter.load(str(TESTS / "games" / "tic-tac-toe.yaml")).start(players=2, seed=1)
    for label in NOUGHTS:
        state.choose(label)
    return state


def kuhn():
    state = interpreter.load(str(TESTS / "games" / "kuhn.yaml")).start(players=2, seed=1)
    state.choose("check")
    return state


def celtica():
    state = interpreter.load("celtica").start(players=3, seed=1)
    for _ in range(30):
        state.choose(len(state.decision.options) // 2)
    return state


POSITIONS = {"tic-tac-toe": noughts, "kuhn": kuhn, "celtica": celtica}


def golden(name, lines):
    """Compare with the stored screen; TRISKELE_SCREENS=write stores it."""
    path = SCREENS / f"{name}.txt"
    text = "\n".join(lines) + "\n"
    if os.environ.get("TRISKELE_SCREENS") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("form", ["60", "100", "plain"])
@pytest.mark.parametrize("name", POSITIONS)
def test_screens(name, form):
    state = POSITIONS[name]()
    seat = state.decision.seat
    width = 60 if form == "plain" else int(form)
    lines = draw(state.game.definition, state.view(seat), width=width, plain=form == "plain", you=seat)
    assert all(len(line) <= width for line in lines)
    golden(f"{name}-{form}", lines)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("width", [0, 3, 20, 33, 47])
def test_narrow_screens_stay_narrow(name, width):
    state = POSITIONS[name]()
    for plain in (False, True):
        lines = draw(state.game.definition, state.view(1), width=width, plain=plain, you=1)
        assert max(map(len, lines)) <= max(width, 20)


@pytest.mark.parametrize("name", POSITIONS)
def test_plain_tables_have_no_drawing(name):
    state = POSITIONS[name]()
    text = "\n".join(draw(state.game.definition, state.view(None), plain=True))
    assert text.isascii()
    assert "|" not in text
    assert all("  " not in line.strip() for line in text.splitlines())


def test_the_table_shows_no_more_than_the_view():
    """Another deal of what a seat cannot see gives the same table."""
    import random

    state = kuhn()
    seen = {"\n".join(draw(state.game.definition, state.guess(2, random.Random(n)).view(2), you=2)) for n in range(20)}
    assert len(seen) == 1


def test_hints_order_group_hide_and_draw(tmp_path):
    path = tmp_path / "game.yaml"
    text = (TESTS / "games" / "pig.yaml").read_text()
    path.write_text(text + "show:\n  order: [pot]\n  groups: {On the table: [pot]}\n  hide: [banked]\n")
    state = interpreter.load(str(path)).start(players=2, seed=1)
    lines = draw(state.game.definition, state.view(1), you=1)
    assert lines[-2:] == ["On the table:", "pot: 6"]
    assert not any("banked" in line for line in lines)


def test_symbols_stand_for_names(tmp_path):
    path = tmp_path / "game.yaml"
    text = (TESTS / "games" / "tic-tac-toe.yaml").read_text()
    path.write_text(text + 'show:\n  symbols: {Player: {"1": X, "2": O}}\n')
    state = interpreter.load(str(path)).start(players=2, seed=1)
    state.choose("b2")
    state.choose("a1")
    assert draw(state.game.definition, state.view(1))[3:7] == ["   a  b  c", "1  O  .  .", "2  .  X  .", "3  .  .  ."]


def test_a_pile_shows_its_top_and_a_marker_stands_on_the_map():
    state = interpreter.load(str(TESTS / "games" / "sketches" / "rival.yaml")).start(players=2, seed=1)
    view = state.view(1)
    view["zones"]["discard"] = {"count": 3, "top": "teal_bow"}
    view["zones"]["loot"] = {s: {"count": 0, "top": None} for s in ("east", "south", "west", "north")}
    view["zones"]["loot"]["south"] = {"count": 1, "top": "2"}
    lines = draw(state.game.definition, view, you=1)
    assert "discard: teal_bow on top of 2" in lines
    assert "  east pink [marker] | south teal [loot 2] | west gold | north pink" in lines


def test_control_characters_are_spelled():
    state = noughts()
    state.game.definition.title = "\x1b[31m[red]Tic"
    assert draw(state.game.definition, state.view(1))[0].startswith("\\x1b[31m[red]Tic")


def test_counts_words_and_flow():
    assert count(["red", "white"]) == "red, white"
    assert count([]) == ""
    assert count(["1", "1", "3"]) == "2x 1, 3"
    assert words("last_words") == "last words"
    assert flow(["aaaa", "bbbb", "cccc"], 20) == ["  aaaa | bbbb | cccc"]
    assert wrap("", 40) == [""]


class Ended:
    reason = "first_home"
    scores = {1: {"walls": 3, "roads_built": 1}, 2: {"walls": 0, "roads_built": 12}}
    ranking = [[2], [1]]
    winners = [2]
    compared: dict[str, dict[int, object]] = {}


def test_standings_as_a_table_and_as_sentences():
    assert standings(Ended, ["me", "random"]) == [
        "Player 2 (random) wins (first home).",
        "",
        "place                     walls  roads built  total",
        "1      player 2 (random)      0           12     12",
        "2      player 1 (me)          3            1      4",
    ]
    assert standings(Ended, ["me", "random"], plain=True)[1:] == [
        "1. player 2 (random): walls 0, roads built 12, total 12",
        "2. player 1 (me): walls 3, roads built 1, total 4",
    ]


def test_standings_show_what_decided_between_equals():
    class Tied(Ended):
        scores = {1: {"walls": 3}, 2: {"walls": 3}}
        compared = {"size(player.hand)": {1: 2, 2: 4}, "player.rest": {1: [], 2: [3, 1]}}

    assert standings(Tied, ["me", "random"])[2:] == [
        "place                     walls  size(hand)  rest",
        "1      player 2 (random)      3           4   3 1",
        "2      player 1 (me)          3           2     -",
    ]
    assert standings(Tied, ["me", "random"], plain=True)[2] == "2. player 1 (me): walls 3, size(hand) 2, rest -"


@pytest.mark.parametrize(
    ("most", "compared"),
    [
        ("[score, 5 - player.seat, player.seat]", {"5 - player.seat": {1: 4, 2: 3, 3: 2}}),
        ("[player.seat, score]", {"player.seat": {1: 1, 2: 2, 3: 3}}),
        ("[score, 7]", {"7": {1: 7, 2: 7, 3: 7}}),
        ("[score]", {}),
    ],
)
def test_what_was_compared_is_told_as_far_as_it_decided(tmp_path, most, compared):
    path = tmp_path / "tie.yaml"
    path.write_text(
        'triskele: "1"\nid: tie\ntitle: Tie\nplayers: 3\n'
        "phases: {play: {turns: {do: [{note: x}], rounds: 1}}}\n"
        f"scoring:\n  own:\n    each_player: min(player.seat, 2)\nresult:\n  most: {most}\n",
        encoding="utf-8",
    )
    outcome = interpreter.load(str(path)).start(3, seed=1).outcome
    assert outcome.compared == compared


def test_standings_name_shared_and_missing_winners():
    class Shared(Ended):
        ranking = [[1, 2]]
        winners = [1, 2]

    class Nobody(Ended):
        winners: list[int] = []
        reason = ""

    assert standings(Shared, ["a", "b"])[0] == "Player 1 (a) and player 2 (b) share the victory (first home)."
    assert standings(Shared, ["a", "b"])[3].startswith("1 ")
    assert standings(Shared, ["a", "b"])[4].startswith("1 ")
    assert standings(Nobody, ["a", "b"])[0] == "Nobody wins."


def test_what_stands_under_two_owners_is_a_chart(tmp_path):
    path = tmp_path / "fair.yaml"
    path.write_text(
        'triskele: "1"\nid: fair\ntitle: Fair\nplayers: 2\n'
        "types: {Town: [york, bath], Good: [ore, cloth]}\n"
        "fields: {price: {per: [Town, Good], type: 1..9}}\n"
        "phases: {play: {turns: {rounds: 1, actions: [raise]}}}\n"
        "actions:\n  raise:\n    choose: {t: Town, g: Good}\n    do:\n      - set:\n          t.price[g]: 2\n",
        encoding="utf-8",
    )
    state = interpreter.load(str(path)).start(2, seed=1)
    state.choose("t=bath g=cloth")
    definition, view = state.game.definition, state.view(1)
    chart = ["price  ore  cloth", "york   1    1", "bath   1    2"]
    assert "\n".join(chart) in "\n".join(draw(definition, view))
    told = "price: york: ore 1, cloth 1; bath: ore 1, cloth 2"
    assert told in draw(definition, view, plain=True)
