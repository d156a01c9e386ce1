"""Simulate: the same seed gives the same report, and its numbers add up."""

from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

import interpreter
from interpreter.bots import BOTS, Stream, stream_key
from interpreter.cli import triskele
from interpreter.simulate import game_seed, in_words, percentile, simulate, wilson

GAMES = Path(__file__).parent.parent / "games"
COIN = """
triskele: "1"
id: coin
title: Coin
about: Heads or tails, and who calls it does not matter.
players: 2
fields:
  fallen: {type: 0..2}
phases:
  play: {turns: {actions: [toss]}}
actions:
  toss: {choose: {call: 1..2}, do: [{roll: {side: 1..2}}, {set: {fallen: side}}]}
endings:
  heads: {when: fallen == 1, wins: Player(1)}
  tails: {when: fallen == 2, wins: Player(2)}
"""
ENDLESS = """
triskele: "1"
id: endless
title: Endless
about: Nothing ever happens.
players: 1..2
fields:
  side: {type: Bool}
phases:
  play: {turns: {actions: [left, right]}}
actions:
  left: {do: [{set: {side: true}}]}
  right: {do: [{set: {side: false}}]}
endings:
  never: {when: round > 1000000}
"""
FAULTY = """
triskele: "1"
id: faulty
title: Faulty
about: Half of the games go wrong.
players: 2
fields:
  fallen: {type: 0..2}
phases:
  play: {turns: {actions: [left, right]}}
actions:
  left: {do: [{roll: {side: 0..1}}, {set: {fallen: 2 // side}}]}
  right: {do: [{set: {fallen: 2}}]}
endings:
  done: {when: fallen == 2, wins: player}
"""


@pytest.fixture
def load(tmp_path):
    def from_text(text):
        path = tmp_path / "game.yaml"
        path.write_text(text)
        return interpreter.load(str(path))

    return from_text


@pytest.fixture(scope="module")
def noughts():
    return interpreter.load(str(GAMES / "tic-tac-toe.yaml"))


def run(game, games, seed=1, seats=("random", "random"), **more):
    return simulate(game, seats=seats, seed=seed, games=games, **more)


def without_seconds(report):
    return {key: value for key, value in report.data().items() if key != "seconds"}


def test_the_same_seed_gives_the_same_report(noughts):
    assert without_seconds(run(noughts, 50)) == without_seconds(run(noughts, 50))
    assert without_seconds(run(noughts, 50)) != without_seconds(run(noughts, 50, seed=2))


def test_the_report_has_the_promised_keys_and_adds_up(noughts):
    data = run(noughts, 200).data()
    assert list(data) == [
        "game", "variants", "parameters", "players", "seats", "seed", "games", "finished", "failed", "wins", "ties",
        "decisions", "seconds",
    ]  # fmt: skip
    assert sum(data["wins"].values()) + data["ties"] == data["finished"] == 200
    assert set(data["wins"]) == {"1", "2"}


def test_games_are_the_same_however_many_there_are(noughts):
    """Game i depends on the seed and i only."""
    few, many = run(noughts, 5), run(noughts, 10)
    assert many.decisions - few.decisions == sum(_decisions(noughts, number) for number in range(5, 10))


def _decisions(game, number):
    state = game.start(players=2, seed=game_seed(1, number))
    made = [0, 0]
    while not state.over:
        seat = state.decision.seat
        stream = Stream(stream_key(1, number, seat), made[seat - 1])
        made[seat - 1] += 1
        state.choose(stream.below(len(state.decision.options)))
    return sum(made)


def test_every_game_has_a_seed_of_its_own():
    assert game_seed(5, 3) == int.from_bytes(sha256(b"5/3").digest()[:8], "big")
    assert len({game_seed(1, i) for i in range(1000)} | {game_seed(2, i) for i in range(1000)}) == 2000


def test_the_fast_way_and_the_slow_way_agree(noughts, monkeypatch):
    """Random bots skip decisions and views; the games are the same."""
    fast = without_seconds(run(noughts, 40))
    monkeypatch.setitem(BOTS, "chance", BOTS["random"])
    slow = without_seconds(run(noughts, 40, seats=("chance", "random")))
    assert {**fast, "seats": []} == {**slow, "seats": []}


def test_a_fair_coin_is_fair(load):
    report = run(load(COIN), 2000)
    low, high = wilson(report.wins[0], 2000, z=3.9)
    assert low < 0.5 < high
    assert report.decisions == 2000


def test_tic_tac_toe_between_random_players(noughts):
    """58.5, 28.8 and 12.7 of 100, from counting all games."""
    report = run(noughts, 4000)
    for hits, share in ((report.wins[0], 0.585), (report.wins[1], 0.288), (report.nobody, 0.127)):
        low, high = wilson(hits, 4000, z=3.9)
        assert low < share < high


def test_a_rule_fault_fails_its_game_only(load):
    report = run(load(FAULTY), 100)
    assert 0 < report.failed < 100
    assert report.finished + report.failed == 100
    assert report.failures[0].fault.code == "division-by-zero"
    assert report.failures[0].seed == game_seed(1, report.failures[0].game)


def test_the_same_fault_is_shown_once_with_all_its_games(tmp_path):
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY, encoding="utf-8")
    done = CliRunner().invoke(triskele, ["simulate", str(path), "--games", "100", "--seed", "1"])
    assert done.stderr.count("error[division-by-zero]") == 1
    failed = run(interpreter.load(str(path)), 100).failures
    assert len(failed) == 10
    first, *more = [failure.game for failure in failed]
    assert f"in game {first}, seed {failed[0].seed}, and in the games {', '.join(map(str, more))}\n" in done.stderr
    assert "more games failed" in done.stderr


def test_endings_that_never_came_are_named(load):
    text = COIN.replace("  tails:", "  edge: {when: fallen == 0 and round > 1, wins: Player(2)}\n  tails:")
    (line,) = [line for line in in_words(run(load(text), 50)) if line.startswith("ended by: ")]
    assert line.endswith("; never by: edge")
    (line,) = [line for line in in_words(run(load(COIN), 50)) if line.startswith("ended by: ")]
    assert "never" not in line


def test_an_endless_game_fails(load, monkeypatch):
    monkeypatch.setattr("interpreter.simulate.MOST_DECISIONS", 500)
    report = run(load(ENDLESS), 2)
    assert (report.finished, report.failed) == (0, 2)
    assert report.failures[0].fault is None
    assert "failed: 2" in "\n".join(in_words(report))


def test_an_interrupt_gives_what_was_played(noughts):
    def interrupt(report):
        if report.finished == 3:
            raise KeyboardInterrupt

    report = run(noughts, 100, progress=interrupt)
    assert report.finished == 3
    assert sum(report.wins) + report.shared + report.nobody == 3
    assert "stopped; 100 were asked for" in in_words(report)[0]


def test_words_give_counts_intervals_length_and_reasons(noughts):
    text = "\n".join(in_words(run(noughts, 1000)))
    assert "1,000 games, seed 1" in text
    assert "player 1 wins" in text
    assert "95 % interval" in text
    assert "decisions a game" in text
    assert "row_of_three" in text
    assert "full" in text


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(7, 10, 39.7, 89.2), (250, 1000, 22.4, 27.8), (2500, 10000, 24.2, 25.9), (0, 50, 0.0, 7.1), (50, 50, 92.9, 100.0)],
)
def test_wilson(hits, of, low, high):
    assert [round(100 * bound, 1) for bound in wilson(hits, of)] == [low, high]


def test_percentiles():
    counts = {1: 5, 2: 4, 10: 1}
    assert [percentile(counts, share) for share in (0.05, 0.5, 0.9, 0.95)] == [1, 1, 2, 10]
