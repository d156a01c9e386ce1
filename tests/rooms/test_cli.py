"""The command line: statuses, streams, pipes, and what a player at the terminal sees."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from interpreter.cli.matching import find
from interpreter.cli.opening import parameters, split_spec

TESTS = Path(__file__).parent.parent
GAMES = TESTS / "games"
NOUGHTS, PIG, KUHN = (str(GAMES / f"{name}.yaml") for name in ("tic-tac-toe", "pig", "kuhn"))
COMMAND = [sys.executable, "-m", "interpreter"]


@pytest.fixture
def environment(tmp_path):
    """A user with a home of their own and nothing that asks for colour."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS")}
    return {**kept, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state"), "PYTHONPATH": str(TESTS.parent)}


@pytest.fixture
def run(tmp_path, environment):
    def call(*args, typed="", **more):
        env = {**environment, **more}
        return subprocess.run(
            [*COMMAND, *args], input=typed, capture_output=True, cwd=tmp_path, env=env, timeout=60,
            encoding=more.get("PYTHONIOENCODING", "utf-8"),
        )  # fmt: skip

    return call


def faulty(tmp_path, old="s.owner == none", new="s.owmer == none"):
    path = tmp_path / "faulty.yaml"
    path.write_text(Path(NOUGHTS).read_text().replace(old, new))
    return str(path)


# Statuses and streams


def test_help_is_on_stdout(run):
    done = run("--help")
    assert done.returncode == 0
    assert "simulate" in done.stdout
    assert done.stderr == ""


def test_help_imports_nothing_heavy(environment, tmp_path):
    code = "import sys, interpreter.cli as c\ntry: c.main(['--help'])\nexcept SystemExit: pass\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, env=environment, check=True
    )
    loaded = done.stdout.split("\n")[-2].split()
    assert not {"lark", "networkx", "jsonschema", "yaml", "rich", "interpreter.game"} & set(loaded)


@pytest.mark.parametrize("command", ["games", "check", "play", "simulate", "test", "replay", "schema"])
def test_every_command_has_help(run, command):
    assert run(command, "--help").returncode == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["plya", NOUGHTS], "did you mean `play`?"),
        (["play", NOUGHTS, "--sed", "3"], "--seed"),
        (["play"], "which game?"),
        (["check"], "GAME"),
        (["check", "celtcia"], "did you mean `celtica`?"),
        (["check", "./nothing.yaml"], "no such file"),
        (["simulate", "nothing"], "no game is called `nothing`"),
        (["play", NOUGHTS, "--seats", "me,randon"], "did you mean `random`?"),
        (["simulate", NOUGHTS, "--seats", "me,random"], "`me` cannot take part"),
        (["play", NOUGHTS, "--players", "3"], "is for 2 players, not 3"),
        (["play", NOUGHTS, "--players", "2", "--seats", "me"], "leave one of them out"),
        (["simulate", PIG, "--set", "gaol=30"], "`goal`"),
        (["simulate", PIG, "--set", "goal=1"], "goal"),
        (["simulate", PIG, "--set", "goal"], "NAME=VALUE"),
        (["simulate", PIG, "--games", "0"], "games"),
        (["replay", "nothing.jsonl"], "no such file"),
        (["play", "--resume", "nothing.jsonl"], "no such file"),
        (["play", NOUGHTS, "--resume", "x", "--seed", "3"], "--seed beside --resume"),
        (["schema", "gaem"], "did you mean `game`?"),
        (["check", "--format", "xml", NOUGHTS], "xml"),
    ],
)
def test_misuse_is_2_with_a_hint_on_stderr(run, args, message):
    done = run(*args)
    assert done.returncode == 2, done.stderr
    assert message in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_check_says_clean_or_what_is_wrong(run, tmp_path):
    done = run("check", NOUGHTS, PIG)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("no faults") == 2
    done = run("check", faulty(tmp_path))
    assert done.returncode == 1
    assert "error[unknown-attribute]" in done.stdout
    assert "faulty.yaml:16" in done.stdout


def test_check_formats(run, tmp_path):
    path = faulty(tmp_path)
    assert json.loads(run("check", path, "--format", "json").stdout)[0]["code"] == "unknown-attribute"
    assert json.loads(run("check", path, "--format", "sarif").stdout)["version"] == "2.1.0"
    assert run("check", path, "--format", "github").stdout.startswith("::error file=")
    assert json.loads(run("check", NOUGHTS, "--format", "json").stdout) == []


def test_faults_stop_play_and_simulate_with_1(run, tmp_path):
    for command in ("play", "simulate"):
        done = run(command, faulty(tmp_path))
        assert done.returncode == 1
        assert "unknown-attribute" in done.stderr
        assert done.stdout == ""


def test_schema_prints_a_schema(run):
    assert "$schema" in json.loads(run("schema").stdout)
    assert run("schema").stdout == run("schema", "game").stdout


def test_where_there_is_no_scenario_it_is_said_where_one_would_lie(run, tmp_path):
    assert "only a game in a folder of its own" in run("test", PIG).stdout
    (tmp_path / "pig").mkdir()
    (tmp_path / "pig" / "game.yaml").write_text(Path(PIG).read_text())
    assert run("test", "./pig").stdout == "no scenarios: there is no .yaml file in pig/scenarios\n"
    (tmp_path / "pig" / "scenarios").mkdir()
    (tmp_path / "pig" / "scenarios" / "one.yaml").write_text("- name: it begins\n  expect: [pot == 0]\n")
    assert run("test", "./pig", "-k", "ends").stdout == "no scenario has `ends` in its name\n"


def test_games_lists_what_comes_along(run):
    done = run("games")
    assert done.returncode == 0
    assert "celtica" in done.stdout
    about = run("games", PIG)
    assert "2 to 10 players" in about.stdout
    assert "goal (10..1000, default 100): points that win" in about.stdout


def test_a_closed_pipe_is_silent(environment, tmp_path):
    for args in (["schema"], ["simulate", NOUGHTS, "--seed", "1", "--games", "20"], ["--help"]):
        process = subprocess.Popen(
            [*COMMAND, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path,
            env={**environment, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(timeout=60) == 0


# simulate


def test_simulate_json_is_the_same_twice(run):
    args = ("simulate", PIG, "--seed", "5", "--games", "30", "--players", "3", "--set", "goal=20", "--json")
    first, second = (json.loads(run(*args).stdout) for _ in range(2))
    for data in (first, second):
        assert data.pop("seconds") > 0
    assert first == second
    assert first["seats"] == ["random"] * 3
    assert first["parameters"] == {"goal": 20}
    assert sum(first["wins"].values()) + first["ties"] == first["finished"] == 30


def test_simulate_tells_the_seed_it_drew(run):
    done = run("simulate", NOUGHTS, "--games", "3")
    seed = done.stderr.strip().removeprefix("seed ")
    assert f"seed {seed}" in done.stdout
    assert "\r" not in done.stderr


# play


def play(run, *args, typed="", **more):
    return run("play", *args, typed=typed, **more)


def test_bots_play_to_the_end_by_themselves(run):
    done = play(run, PIG, "--seats", "random,random,random", "--seed", "2")
    assert done.returncode == 0
    assert "wins (goal)" in done.stdout
    assert "banked" in done.stdout
    assert "the game is kept in" in done.stderr


def test_numbers_labels_and_parts_of_labels(run):
    done = play(run, NOUGHTS, "--seats", "me,random", "--seed", "3", typed="1\nA2\nfill b1\n")
    assert [line for line in done.stdout.splitlines() if line.startswith("You chose")] == [
        "You chose a1.", "You chose a2.", "You chose b1.",
    ]  # fmt: skip


def test_help_with_a_name_tells_what_it_is(run):
    typed = "help caught\nhelp brown\nhelp browm\nhelp 1\nhelp\nquit\n"
    done = play(run, "celtica", "--seats", "me,random", "--seed", "3", "--plain", typed=typed)
    told = done.stdout
    assert "Nothing is told of `caught`" in told
    assert "\nbrown (" in told
    assert "Nothing is told of `browm`; did you mean `brown`?" in told
    assert "  help: help [TEXT]: this list, or what an option, a card or a place is" in told
    assert done.stderr.count("Traceback") == 0 and done.returncode == 0


def test_the_end_of_input_is_said_and_the_game_resumes(run, tmp_path):
    done = play(run, NOUGHTS, "--seed", "3", "--record", "r.jsonl", typed="a1\n")
    assert done.returncode == 1
    assert "the input ended before the game" in done.stderr
    assert "triskele play --resume r.jsonl" in done.stderr
    done = play(run, "--resume", "r.jsonl", typed="a2\nb1\nb2\nc1\nc2\na3\nb3\nc3\n")
    assert done.returncode == 0, done.stderr
    done = run("replay", "r.jsonl")
    assert done.returncode == 0
    assert "every check holds" in done.stdout


def test_quit_is_0_and_keeps_the_game(run, tmp_path):
    done = play(run, NOUGHTS, "--seed", "3", typed="a1\nquit\n")
    assert done.returncode == 0
    [path] = (tmp_path / "state" / "triskele").iterdir()
    assert str(path) in done.stderr
    assert len(path.read_text().splitlines()) == 3


def test_a_home_that_cannot_be_written_falls_back(run, tmp_path):
    (tmp_path / "file").write_text("")
    done = play(run, NOUGHTS, typed="quit\n", XDG_STATE_HOME=str(tmp_path / "file"), TMPDIR=str(tmp_path))
    assert done.returncode == 0
    assert "no game can be kept in" in done.stderr
    assert list((tmp_path / "triskele").iterdir())


def test_a_file_is_never_overwritten(run, tmp_path):
    (tmp_path / "r.jsonl").write_text("precious")
    done = play(run, NOUGHTS, "--record", "r.jsonl")
    assert done.returncode == 2
    assert "--resume r.jsonl" in done.stderr
    done = play(run, NOUGHTS, "--record", "other.jsonl", typed="save r.jsonl\nsave s.jsonl\nsave\nquit\n")
    assert "r.jsonl exists" in done.stdout
    assert (tmp_path / "r.jsonl").read_text() == "precious"
    assert (tmp_path / "s.jsonl").read_text() == (tmp_path / "other.jsonl").read_text()


def test_undo_why_help_and_typing_errors(run):
    typed = "undo\na1\nundo\na1\nwhy a1\na1\nwhy b1\nwhy\nudno\nzzz\n99\n\n?\nmore\ntable\nhide\n\nu\nq\n"
    done = play(run, NOUGHTS, "--seed", "3", "--plain", typed=typed)
    assert done.returncode == 0
    for text in (
        "cannot be taken back: you have not decided anything yet",
        "Taken back, with 1 answer.",
        "`a1` is refused by `s.owner == none`",
        "`b1` is offered",
        "Say which option",
        "did you mean `undo`?",
        "`zzz` is not an option; type a number or a label",
        "the numbers go from 1 to 7",
        "Type a number or a label",
        "take back your last decision",
        "There are no more options.",
    ):
        assert text in done.stdout, text


def test_undo_is_refused_after_dice(run):
    done = play(run, PIG, "--seats", "me,random", "--seed", "1", typed="roll\nundo\nq\n")
    assert "dice were drawn since" in done.stdout


def test_a_rule_fault_is_shown_and_the_game_goes_on(run, tmp_path):
    text = Path(PIG).read_text()
    path = tmp_path / "pig.yaml"
    path.write_text(text.replace("player.banked: player.banked + pot", "player.banked: pot // (pot - pot)"))
    done = play(run, str(path), "--seats", "me,random", "--seed", "1", typed="hold\nroll\nq\n")
    assert done.returncode == 0
    assert "division-by-zero" in done.stderr
    assert "pig.yaml:19" in done.stderr
    assert "Nothing was changed" in done.stdout
    assert "You chose roll." in done.stdout
    assert "Traceback" not in done.stderr
    bots = play(run, str(path), "--seats", "random,random", "--seed", "1")
    assert bots.returncode == 1
    assert "division-by-zero" in bots.stderr


def test_no_hand_is_shown_before_its_turn(run, tmp_path):
    """Hot seat: each hand stands on the screen only after its player said that they are ready."""
    done = play(run, KUHN, "--seats", "me,me", "--seed", "1", "--record", "r.jsonl", typed="\ncheck\n")
    assert done.returncode == 1
    first, second = done.stdout.split("Player 2, it is your turn")
    assert "Player 1, it is your turn" in first
    shown = first.split("Press Enter when you are ready:")
    assert "hand" not in shown[0]
    assert "player 1 (you)" in shown[1]
    assert "player 2        1 hidden" in shown[1]
    assert "hand" not in second  # nobody said ready
    assert first.endswith("\n" * 30)
    done = play(run, "--resume", "r.jsonl", typed="\ncheck\n")
    assert "player 2 (you)" in done.stdout.split("ready:")[1]
    assert "player 1        1 hidden" in done.stdout


def test_through_a_pipe_the_cover_needs_no_line_of_its_own(run):
    done = play(run, NOUGHTS, "--seats", "me,me", typed="a1\na2\nb1\nb2\nc1\n")
    assert done.returncode == 0
    assert "Player 1 (me) wins" in done.stdout


def test_the_cover_page_lets_the_one_before_take_back(run):
    done = play(run, NOUGHTS, "--seats", "me,me", "--plain", typed="\na1\nundo\n\nb2\n\nq\n")
    assert done.returncode == 0
    assert "You chose b2." in done.stdout
    assert "b2 player 1" in done.stdout
    assert "a1 player 1" not in done.stdout.split("Taken back.")[1]


MANY = """
triskele: "1"
id: many
title: Many
about: Many options.
players: 1..2
fields:
  sum: {type: 0..1000}
phases:
  play: {turns: {actions: [pair]}}
actions:
  pair:
    do:
      - choose: {n: 3..70}
      - choose: {a: 1..9, b: 1..9}
      - set: {sum: n + a + b}
endings:
  done: {when: sum > 0, wins: player}
"""


def test_many_options_come_in_pages_and_groups(run, tmp_path):
    path = tmp_path / "many.yaml"
    path.write_text(MANY)
    typed = "more\nmore\nmore\n5\nmore\na=2\na=2 b=7\n"
    done = play(run, str(path), "--players", "1", "--plain", typed=typed)
    assert done.returncode == 0, done.stderr
    first, second, third, fourth, pair = done.stdout.split("player 1> ")[:5]
    assert first.count("\n  ") == 30
    assert "38 further options" in first
    assert "  63\n" not in second
    assert "  70\n" in third
    assert "There are no more options." in fourth
    assert "You chose 5." in pair  # a label, though it is also the number of an option
    assert "a=2 (9 options)" in pair
    assert "fits 9 options" in done.stdout
    assert "You chose a=2 b=7." in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_at_a_terminal_the_cover_wipes_the_scroll_back(environment, tmp_path):
    import pty

    main, side = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "play", KUHN, "--seats", "me,me", "--seed", "1"], stdin=side, stdout=side, stderr=side,
        cwd=tmp_path, env={**environment, "TERM": "xterm"},
    )  # fmt: skip
    os.close(side)
    text = b""
    for typed in (b"\n", b"check\n", b"\x04"):
        before = text.count(b"ready: ") + text.count(b"1> ")
        while text.count(b"ready: ") + text.count(b"1> ") <= before:
            text += os.read(main, 4096)
        os.write(main, typed)
    assert process.wait(timeout=30) == 1
    os.close(main)
    assert text.rindex(b"\x1b[3J") > text.rindex(b"hand")


def test_plain_is_linear(run):
    done = play(run, PIG, "--plain", "--seats", "me,random", "--seed", "1", typed="roll\nroll\nq\n", FORCE_COLOR="1")
    assert "\x1b" not in done.stdout
    assert done.stdout.isascii()
    assert "---" not in done.stdout
    assert "pot: " in done.stdout.split("You chose roll.")[1]  # what changed is told


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"CLICOLOR_FORCE": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, False),
    ],
)
def test_colour_is_asked_for(run, tmp_path, variables, coloured):
    done = play(run, NOUGHTS, "--seats", "random,random", "--seed", "1", **variables)
    assert ("\x1b" in done.stdout) is coloured
    assert ("\x1b" in run("check", faulty(tmp_path), **variables).stdout) is coloured


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_old_code_pages_do_not_crash(run, tmp_path, encoding):
    path = tmp_path / "game.yaml"
    path.write_text(Path(NOUGHTS).read_text().replace("title: Tic-tac-toe", "title: Tic\u2013tac \u2603"), "utf-8")
    done = play(run, str(path), "--seats", "random,random", PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert "wins" in done.stdout or "Nobody" in done.stdout


@pytest.mark.parametrize("columns", ["0", "10", "60", "500"])
def test_any_width_will_do(run, columns):
    done = play(run, NOUGHTS, "--seats", "random,random", "--seed", "1", COLUMNS=columns, LINES="3")
    assert done.returncode == 0


def test_an_interrupt_keeps_the_game(environment, tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "play", NOUGHTS, "--seed", "3", "--record", "r.jsonl"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=environment,
    )  # fmt: skip
    process.stdin.write("a1\n")
    process.stdin.flush()
    for _ in range(200):
        if (tmp_path / "r.jsonl").exists() and len((tmp_path / "r.jsonl").read_text().splitlines()) == 3:
            break
        time.sleep(0.05)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "triskele play --resume r.jsonl" in errors
    assert "Traceback" not in errors


# replay


@pytest.fixture
def record(run, tmp_path):
    play(run, NOUGHTS, "--seats", "random,random", "--seed", "3", "--record", "r.jsonl")
    return tmp_path / "r.jsonl"


def test_replay_tells_the_game(run, record):
    done = run("replay", "r.jsonl")
    assert done.returncode == 0
    assert "1: player 1, fill: " in done.stdout
    assert done.stdout.rstrip().endswith("every check holds")
    done = run("replay", "r.jsonl", "--to", "2")
    assert "3: player" not in done.stdout
    assert "board:" in done.stdout
    assert run("replay", "r.jsonl", "--step").stdout.count("board:") > 5


def test_replay_refuses_what_was_changed(run, record):
    lines = record.read_text().splitlines(keepends=True)
    other = json.loads(lines[3])
    other["choose"] = (other["choose"] + 1) % 6
    record.write_text("".join([*lines[:3], json.dumps(other) + "\n", *lines[4:]]))
    done = run("replay", "r.jsonl")
    assert done.returncode == 1
    assert "line 4" in done.stderr
    assert play(run, "--resume", "r.jsonl").returncode == 1


def test_replay_recovers_a_cut_line_and_play_goes_on(run, tmp_path):
    play(run, NOUGHTS, "--seed", "3", "--record", "r.jsonl", typed="a1\n")
    path = tmp_path / "r.jsonl"
    path.write_bytes(path.read_bytes()[:-9])
    done = run("replay", "r.jsonl")
    assert done.returncode == 0
    assert "line 3 was cut off" in done.stderr
    done = play(run, "--resume", "r.jsonl", typed="quit\n")
    assert done.returncode == 0
    assert "cut off" not in run("replay", "r.jsonl").stderr


def test_replay_of_other_rules_is_refused(run, tmp_path):
    path = tmp_path / "pig.yaml"
    path.write_text(Path(PIG).read_text())
    play(run, "./pig.yaml", "--seats", "random,random", "--seed", "1", "--record", "r.jsonl")
    assert run("replay", "r.jsonl").returncode == 0
    path.write_text(path.read_text().replace("die == 1", "die == 2"))
    done = run("replay", "r.jsonl")
    assert done.returncode == 1
    assert "other rules" in done.stderr


# Parts


LABELS = [
    "pawn=red cards=1 extra=0", "pawn=red cards=2 extra=0", "pawn=red cards=12 extra=1", "buy 5", "buy 50", "done",
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pawn=red cards=2 extra=0", [1]),
        ("PAWN=RED CARDS=2 EXTRA=0", [1]),
        ("red 2", [1]),
        ("walk red 2", [1]),
        ("w r 2 0", [1]),
        ("red 12", [2]),
        ("red", [0, 1, 2]),
        ("red 1", [0]),
        ("pawn red cards 2", [1]),
        ("cards=12", [2]),
        ("pawn=red extra=1", [2]),
        ("red 3", []),
        ("buy", [3, 4]),
        ("buy 5", [3]),
        ("b 5", [3]),
        ("5", [3]),
        ("d", [5]),
        ("", []),
        ("=", []),
        ("walk", []),
    ],
)
def test_finding_an_option(text, found):
    assert find(text, LABELS, also="walk") == found


def test_equal_labels_are_told_apart():
    assert find("red", ["red", "red #2"]) == [0]
    assert find("red #2", ["red", "red #2"]) == [1]


def test_a_game_and_its_variants(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a+b").mkdir()
    (tmp_path / "a+b" / "game.yaml").write_text("")
    assert split_spec("pig") == ("pig", ())
    assert split_spec("./a+b/game.yaml+short") == ("./a+b/game.yaml", ("short",))


def test_values_of_parameters():
    assert parameters(["a=3", "b = true", "c=red", "d=-1"]) == {"a": 3, "b": True, "c": "red", "d": -1}


def test_a_played_position_becomes_a_scenario_that_test_runs(run, tmp_path):
    folder = tmp_path / "pig"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "game.yaml").write_bytes((GAMES / "pig.yaml").read_bytes())
    run("play", folder, "--seats", "random,random", "--seed", "1", "--record", tmp_path / "game.jsonl")
    found = run("scenario", tmp_path / "game.jsonl", "--at", "3", "--name", "third line")
    assert (found.returncode, found.stderr) == (0, "")
    (folder / "scenarios" / "played.yaml").write_text(found.stdout, encoding="utf-8")
    tested = run("test", folder)
    assert (tested.returncode, tested.stdout) == (0, "ok      third line\n1 scenario, 0 failed\n")
    behind = run("scenario", tmp_path / "game.jsonl", "--at", "100000")
    assert behind.returncode == 2
    assert "lines of the game" in behind.stderr


# What comes from outside acts on no terminal

HOSTILE = "\x1b]8;;a\x07b\x9b31m\u202ec\u200b"


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", f"./{HOSTILE}.yaml"),
        ("check", HOSTILE),
        ("rules", f"{PIG}+{HOSTILE}"),
        ("simulate", PIG, "--set", HOSTILE),
        ("simulate", PIG, "--set", f"goal={HOSTILE}"),
        ("play", PIG, "--seats", f"{HOSTILE},me"),
        ("play", PIG, "--record", f"nowhere/{HOSTILE}"),
        ("play", PIG, "--seed", "1", "--record", HOSTILE),
        ("replay", HOSTILE),
        ("explain", HOSTILE),
        (HOSTILE,),
        ("new", "game", HOSTILE),
        ("new", "game", "mine", "--folder", HOSTILE),
        ("where", PIG, f"actions.{HOSTILE}"),
        ("test", PIG, "-k", HOSTILE),
    ],
    ids=lambda arguments: arguments[0] if arguments[0] != HOSTILE else "no command",
)
def test_names_and_paths_do_not_act_on_the_terminal(run, arguments):
    done = run(*arguments, typed=f"roll\nsave {HOSTILE}\nquit\n")
    said = done.stdout + done.stderr
    assert not any(sign in said for sign in "\x1b\x07\x9b\u202e\u200b")
    assert "Traceback" not in said


def test_a_scenario_may_be_called_anything(run, tmp_path):
    run("play", PIG, "--seed", "1", "--record", f"{HOSTILE}.jsonl", typed="roll\nquit\n")
    for more in ((), ("--name", HOSTILE), ("--name", "a\nb: #")):
        done = run("scenario", f"{HOSTILE}.jsonl", *more)
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout


def test_rules_of_variants_that_leave_something_idle(run):
    # the tiles lost at a ruin go to nobody's heap, and without the closing phase nothing else reads the heap
    spec = "celtica+no_closing+alms"
    assert run("check", spec).returncode == 0
    done = run("rules", spec)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Alms" in done.stdout


def test_a_variant_that_is_not_there_in_this_folder(run, tmp_path):
    (tmp_path / "game.yaml").write_text(Path(PIG).read_text())
    done = run("check", "./+sober")
    assert done.returncode == 2
    assert f"no variant is called `sober`; {tmp_path.name} has none" in done.stderr
