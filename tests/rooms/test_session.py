"""Session: bots answer, decisions are taken back, faults leave the game where it was."""

from pathlib import Path

import pytest

import interpreter
from interpreter.bots import BOTS, Stream, UnknownBot, bot, stream_key
from interpreter.compile import flow, merge
from interpreter.record import parse
from interpreter.session import Session, UndoRefused, header, replay

GAMES = Path(__file__).parent.parent / "games"
PEEK = """
triskele: "1"
id: peek
title: Peek
about: Look at a card, or do not.
players: 2
components:
  Card: {has: {rank: 1..3}, each: {rank: all}}
zones:
  deck: {of: Card, kind: pile, start: all}
  open: {of: Card, kind: row, seen_by: everyone}
fields:
  turns: {type: 0..9}
  left: {type: 0..9, start: 2}
signals:
  bell: {about: somebody rings}
phases:
  play: {turns: {actions: [look, wait, break]}}
actions:
  look: {when: not empty(deck), do: [{draw: 1, from: deck, to: open}]}
  wait: {do: [{set: {turns: turns + 1}}]}
  break: {do: [{set: {turns: 9 // left}}, {set: {left: left - 1}}, {set: {left: left - 1}}, {set: {turns: 9 // left}}]}
endings:
  late: {when: turns == 9 or bell, wins: nobody}
"""


def start(game, *seats, seed=7):
    return Session(game, header(game, game.id, (), {}, seats, seed))


def choose(session, label):
    session.choose(session.decision.options.labels().index(label))


@pytest.fixture(scope="module")
def noughts():
    return interpreter.load(str(GAMES / "tic-tac-toe.yaml"))


@pytest.fixture(scope="module")
def pig():
    return interpreter.load(str(GAMES / "pig.yaml"))


@pytest.fixture(scope="module")
def peek(tmp_path_factory):
    path = tmp_path_factory.mktemp("games") / "peek.yaml"
    path.write_text(PEEK)
    return interpreter.load(str(path))


def test_undo_goes_back_over_what_bots_answered(noughts):
    session = start(noughts, "me", "random")
    before = session.state.key()
    choose(session, "a1")
    session.answer()
    assert session.undo(1) == 2
    assert session.state.key() == before
    assert session.decision.seat == 1


def test_bots_answer_the_same_after_undo(noughts):
    session = start(noughts, "me", "random")
    choose(session, "a1")
    first = session.answer()
    session.undo(1)
    choose(session, "a1")
    assert session.answer() == first


def test_undo_twice_goes_back_twice(noughts):
    session = start(noughts, "me", "random")
    before = session.state.key()
    for _ in range(2):
        session.choose(0)
        session.answer()
    session.undo(1)
    session.undo(1)
    assert session.state.key() == before
    with pytest.raises(UndoRefused, match="not decided anything yet"):
        session.undo(1)


def test_undo_does_not_take_back_another_person(noughts):
    session = start(noughts, "me", "me")
    choose(session, "a1")
    choose(session, "a2")
    with pytest.raises(UndoRefused, match="player 2 has chosen"):
        session.undo(1)
    assert session.undo(2) == 1


def test_undo_stops_at_dice(pig):
    session = start(pig, "me", "me")
    choose(session, "roll")
    with pytest.raises(UndoRefused, match="dice were drawn"):
        session.undo(1)


def test_undo_stops_at_what_was_shown(peek):
    session = start(peek, "me", "me")
    choose(session, "wait")
    choose(session, "look")
    with pytest.raises(UndoRefused, match=r"drawn|shown"):
        session.undo(2)
    choose(session, "wait")
    assert session.undo(1) == 1
    with pytest.raises(UndoRefused, match=r"drawn|shown"):
        session.undo(1)


def test_a_signal_is_recorded_and_replayed(peek):
    session = start(peek, "me", "me")
    choose(session, "wait")
    session.signal("bell")
    choose(session, "wait")
    assert session.state.over
    session.finish()
    record = parse(session.journal.text().encode())
    assert [line for line, _ in replay(peek, record)][2] == {"n": 2, "signal": "bell"}


def test_undo_does_not_go_over_a_signal(peek):
    session = start(peek, "me", "me")
    choose(session, "wait")
    session.signal("bell")
    with pytest.raises(UndoRefused, match="signal"):
        session.undo(1)


def test_a_rule_fault_leaves_the_game_where_it_was(peek):
    session = start(peek, "me", "me")
    key, lines = session.state.key(), len(session.journal.texts)
    with pytest.raises(interpreter.RuleError) as fault:
        choose(session, "break")
    assert fault.value.diagnostic.span.line == 22
    assert session.state.key() == key
    assert len(session.journal.texts) == lines
    choose(session, "wait")
    assert len(session.journal.texts) == lines + 1


def test_a_resumed_game_goes_on_as_it_would_have(pig):
    whole = start(pig, "random", "random", "random")
    while not whole.state.over:
        whole.answer()
    half = "".join(whole.journal.texts[:10]).encode()
    *_, (_, resumed) = replay(pig, parse(half))
    while not resumed.state.over:
        resumed.answer()
    assert resumed.journal.texts == whole.journal.texts


@pytest.mark.parametrize("name", ["celtica", "celtae"])
def test_a_record_outlasts_the_way_in_which_rules_are_compiled(name, monkeypatch):
    """Another engine cuts rules into other blocks, with other numbers; choices and what stands where are the same."""
    one = interpreter.load(name)
    session = start(one, "random", "random", "random", seed=4)
    for _ in range(120):
        session.answer()
    monkeypatch.setattr(merge, "LONGEST_COPY", 0)
    monkeypatch.setattr(flow, "MOST_BLOCKS_INSIDE", 0)
    other = interpreter.load(name)
    *_, (_, again) = replay(other, parse("".join(session.journal.texts).encode()))
    assert list(other.program(3).decisions) != list(one.program(3).decisions)
    assert again.journal.texts == session.journal.texts
    assert again.state.view(1) == session.state.view(1)


def test_the_same_seed_gives_the_same_game(pig):
    games = []
    for _ in range(2):
        session = start(pig, "random", "random", seed=11)
        while not session.state.over:
            session.answer()
        games.append(session.journal.texts)
    assert games[0] == games[1]


def test_bots_see_their_view_and_nothing_else(monkeypatch):
    """The view is the one of the bot's own seat; no state is handed over."""
    kuhn = interpreter.load(str(GAMES / "kuhn.yaml"))
    seen = []

    def nosy(decision, look, stream):
        seen.append((decision.seat, look()["zones"]["hand"]))
        return 0

    monkeypatch.setitem(BOTS, "nosy", nosy)
    session = start(kuhn, "nosy", "nosy")
    while not session.state.over:
        session.answer()
    for seat, hands in seen:
        assert isinstance(hands[str(seat)], list)
        assert hands[str(3 - seat)] == 1


def test_an_unknown_bot_gets_a_suggestion():
    with pytest.raises(UnknownBot, match="did you mean `random`"):
        bot("randon")


def test_streams_differ_by_seat_game_and_turn():
    keys = {stream_key(1, game, seat) for game in range(10) for seat in range(1, 6)}
    assert len(keys) == 50
    draws = {Stream(stream_key(1, 0, 1), turn).below(1 << 60) for turn in range(1000)}
    assert len(draws) == 1000


def test_a_stream_is_fixed_for_ever():
    """Records of bots and published batches hang on these numbers."""
    assert stream_key(1, 0, 1) == 0x1F74AF6EDF1830FC
    stream = Stream(stream_key(1, 0, 1), 0)
    assert [stream.below(1000) for _ in range(5)] == [843, 753, 75, 163, 56]
