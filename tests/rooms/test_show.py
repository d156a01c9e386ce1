"""`show`: the table at a moment of a game, and its maps as a file."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

GAMES = Path(__file__).parent.parent / "games"
WALK, NOUGHTS, PIG = str(GAMES / "sketches" / "walk.yaml"), str(GAMES / "tic-tac-toe.yaml"), str(GAMES / "pig.yaml")


@pytest.fixture
def run(tmp_path):
    def call(*args, typed=""):
        command = [sys.executable, "-m", "interpreter", *args]
        return subprocess.run(
            command, input=typed, capture_output=True, cwd=tmp_path, encoding="utf-8", timeout=60, check=False
        )

    return call


def test_the_start_and_some_choices_later(run):
    start = run("show", NOUGHTS)
    assert start.returncode == 0
    assert start.stdout.count(".") >= 9
    later = run("show", NOUGHTS, "--moves", "3", "--plain")
    assert later.stdout == run("show", NOUGHTS, "--moves", "3", "--plain").stdout
    assert later.stdout.count("empty") == 6
    assert "|" not in later.stdout


def test_a_game_that_ends_before_is_shown_as_it_ended(run):
    shown = run("show", NOUGHTS, "--moves", "100")
    assert shown.returncode == 0
    assert shown.stderr.startswith("note: the game ended after ")


def test_a_seat_sees_its_own_and_an_onlooker_less(run):
    kuhn = str(GAMES / "kuhn.yaml")
    assert run("show", kuhn).stdout.count("1 hidden") > run("show", kuhn, "--seat", "1").stdout.count("1 hidden")
    refused = run("show", kuhn, "--seat", "3")
    assert (refused.returncode, refused.stderr) == (2, "error: --seat 3, but there are 2 players\n")


def test_the_maps_as_a_file_that_is_not_written_over(run, tmp_path):
    file = tmp_path / "map.svg"
    assert run("show", WALK, "--moves", "6", "--svg", "map.svg").returncode == 0
    text = file.read_text(encoding="utf-8")
    assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    again = run("show", WALK, "--svg", "map.svg")
    assert (again.returncode, again.stdout) == (2, "")
    assert "map.svg exists" in again.stderr
    assert file.read_text(encoding="utf-8") == text
    assert run("show", WALK, "--moves", "6", "--svg", "map.svg", "--force").returncode == 0
    assert file.read_text(encoding="utf-8") == text


def test_what_cannot_be_drawn_or_written_is_said(run):
    none = run("show", PIG, "--svg", "map.svg")
    assert (none.returncode, none.stderr) == (2, "error: `pig` has no map to draw; without --svg its table is shown\n")
    nowhere = run("show", WALK, "--svg", "no/such/folder/map.svg")
    assert nowhere.returncode == 2
    assert nowhere.stderr.startswith("error: the drawing cannot be written: no/such/folder/map.svg: ")


def test_a_line_of_a_record(run):
    run("play", NOUGHTS, "--seats", "me,me", "--seed", "1", "--record", "r.jsonl", typed="\nb2\n\na1\nquit\n")
    for at, empty in (("0", 9), ("1", 8), ("2", 7)):
        shown = run("show", "--record", "r.jsonl", "--at", at, "--plain")
        assert (shown.returncode, shown.stdout.count("empty")) == (0, empty), shown.stderr
    assert run("show", "--record", "r.jsonl", "--plain").stdout.count("empty") == 7
    beyond = run("show", "--record", "r.jsonl", "--at", "9")
    assert (beyond.returncode, beyond.stderr) == (2, "error: r.jsonl has only 2 lines of the game\n")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "which game?"),
        ((NOUGHTS, "--at", "1"), "--at is a line of a record"),
        (("--record", "r.jsonl", "--moves", "2"), "--moves beside --record"),
        (("--record", "r.jsonl", "--set", "a=1"), "--set beside --record"),
        (("--record", "r.jsonl"), "the record cannot be read"),
        ((NOUGHTS, "--players", "7"), "is for 2 players, not"),
    ],
)
def test_what_means_nothing_is_misuse(run, args, said):
    refused = run("show", *args)
    assert refused.returncode == 2
    assert said in refused.stderr
