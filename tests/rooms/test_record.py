"""Record: what a journal writes, what the reader makes of it, and which changes are found."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

import interpreter
from interpreter.record import Journal, RecordError, parse
from interpreter.session import Session, header, replay

GAMES = Path(__file__).parent.parent / "games"


@pytest.fixture(scope="module")
def game():
    return interpreter.load(str(GAMES / "tic-tac-toe.yaml"))


def played(game, *choices, seats=("me", "me"), finish=True):
    """The lines of a game: labels, or a number of steps to take back."""
    session = Session(game, header(game, "tic-tac-toe", (), {}, seats, 7))
    for choice in choices:
        if isinstance(choice, int):
            session.take_back(choice)
        else:
            decision = session.decision
            session.choose(decision.options.labels().index(choice))
    if finish and session.state.over:
        session.finish()
    return session.journal.texts


WON = ("a1", "a2", "b1", "b2", "c1")


def again(game, texts):
    """Every line of a replay, the header left out."""
    record = parse("".join(texts).encode())
    return [line for line, _ in replay(game, record)][1:]


def test_the_lines_have_the_promised_keys(game):
    lines = [json.loads(text) for text in played(game, "a1", "a2", 1, "b2", "b1", "c1", "c2", "a2", "a3")]
    assert list(lines[0]) == [
        "record", "game", "variants", "parameters", "players", "seats", "seed", "digest", "engine",
    ]  # fmt: skip
    assert lines[0]["record"] == 1
    assert lines[0]["digest"] == game.digest
    assert list(lines[1]) == ["n", "seat", "at", "choose", "label", "check"]
    assert lines[3] == {"n": 3, "undo": 1}
    assert [line["n"] for line in lines[1:]] == list(range(1, len(lines)))
    assert len(lines[1]["check"]) == 16
    assert set(lines[1]["check"]) <= set("0123456789abcdef")


def test_the_result_closes_a_record(game):
    result = json.loads(played(game, *WON)[-1])
    assert list(result) == ["result", "check"]
    assert result["result"]["winners"] == [1]
    assert result["result"]["reason"] == "row_of_three"


def test_a_sound_record_plays_again(game):
    texts = played(game, *WON)
    assert again(game, texts) == [json.loads(text) for text in texts[1:]]


def test_undo_plays_again(game):
    texts = played(game, "a1", "a2", 2, "b2", "c1", 1, "c3")
    assert len(again(game, texts)) == 7


def test_spaces_and_order_of_keys_do_not_matter(game):
    texts = [
        json.dumps(json.loads(text), sort_keys=True, separators=(" , ", ":")) + "\n" for text in played(game, *WON)
    ]
    assert len(again(game, texts)) == 6


def test_a_cut_last_line_is_left_out_and_said(game):
    data = "".join(played(game, *WON, finish=False)).encode()
    for cut in (1, 5, 40):
        record = parse(data[:-cut])
        whole = cut == 1  # only the line end is missing
        assert len(record.lines) == (5 if whole else 4)
        assert any("cut off" in note for note in record.notes) is not whole
        assert data[: record.size] == data[:-1] if whole else data[: record.size].endswith(b"\n")


def test_a_broken_line_in_the_middle_is_named(game):
    texts = played(game, *WON)
    texts[3] = texts[3][:20] + "\n"
    with pytest.raises(RecordError, match=r"^line 4: "):
        again(game, texts)


def changed(texts, number, **values):
    """The same lines with values of one changed."""
    texts = list(texts)
    texts[number] = json.dumps({**json.loads(texts[number]), **values}) + "\n"
    return texts


@pytest.mark.parametrize(
    ("number", "values"),
    [
        (1, {"label": "a2"}),
        (2, {"choose": 3}),
        (2, {"choose": 3, "label": "b2"}),  # another legal choice
        (2, {"seat": 1}),
        (3, {"at": "take"}),
        (3, {"choose": 99}),
        (3, {"choose": -1}),
        (3, {"check": "0000000000000000"}),
        (4, {"n": 9}),
        (5, {"extra": 1}),
        (6, {"check": "0000000000000000"}),
        (6, {"result": {"reason": "row_of_three", "scores": {}, "ranking": [[2], [1]], "winners": [2]}}),
    ],
)
def test_a_changed_line_is_named(game, number, values):
    with pytest.raises(RecordError) as refused:
        again(game, changed(played(game, *WON), number, **values))
    assert refused.value.line == number + 1
    assert str(refused.value).startswith(f"line {number + 1}: ")


def test_a_choice_moved_before_an_equal_position_is_found(game):
    """Two orders of the same choices reach one position; the chain tells them apart."""
    here, there = played(game, "a1", "b1", "c1", finish=False), played(game, "c1", "b1", "a1", finish=False)
    with pytest.raises(RecordError, match="line 4"):
        again(game, [*there[:3], here[3]])


def test_a_missing_line_is_found(game):
    texts = played(game, *WON)
    del texts[2]
    with pytest.raises(RecordError, match=r"line 3: it has number 3 where 2 was due"):
        again(game, texts)


def test_a_removed_undo_is_found(game):
    texts = played(game, "a1", "a2", 1, "b2")
    lines = [json.loads(text) for text in texts]
    del lines[2:4]
    lines[2]["n"] = 2
    with pytest.raises(RecordError, match="line 3"):
        again(game, [json.dumps(line) + "\n" for line in lines])


def test_a_changed_header_is_found_at_the_first_choice(game):
    with pytest.raises(RecordError, match="line 2"):
        again(game, changed(played(game, *WON), 0, seed=8))


def test_other_rules_are_refused_with_both_digests(game):
    with pytest.raises(RecordError, match=f"other rules.*00000000.*{game.digest[:16]}"):
        again(game, changed(played(game, *WON), 0, digest="0" * 64))


def test_another_engine_may_have_written_it(game):
    """The engine is in the header; a record of another one holds when all its checks do."""
    session = Session(game, header(game, "tic-tac-toe", (), {}, ("me", "me"), 7))
    head = session.header
    session = Session(game, replace(head, engine="0.0.1"))
    session.choose(0)
    texts = session.journal.texts
    assert len(again(game, texts)) == 1
    with pytest.raises(RecordError, match=r"version 0\.0\.1"):
        again(game, changed(texts, 1, check="0" * 16))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b"hello\n", "line 1: this is not a line of JSON"),
        (b"[]\n", "line 1: .*object"),
        (b"{}\n", "line 1: this is no record"),
        (b'{"record": 2}\n', "line 1: records of form 2"),
        (b'{"record": 1, "game": "x"}\n', "line 1: `variants` is missing"),
        (b"\xff\xfe\n", "line 1"),
    ],
)
def test_what_is_no_record_is_refused(data, message):
    with pytest.raises(RecordError, match=message):
        parse(data)


def test_a_result_before_the_end_is_refused(game):
    texts = [*played(game, "a1"), played(game, *WON)[-1]]
    with pytest.raises(RecordError, match="line 3: a result stands here"):
        again(game, texts)


def test_every_line_is_in_the_file_before_the_next(game):
    class Disk(io.BytesIO):
        def fileno(self):
            raise AssertionError("synced")

    head = header(game, "x", (), {}, ("me", "me"), 1)
    with pytest.raises(AssertionError, match="synced"):
        Journal(head, Disk())
