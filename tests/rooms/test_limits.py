"""Games of a stranger: whatever they ask for, an error comes, soon and in little memory."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from interpreter import DefinitionError, RuleError, check, load
from interpreter.diagnostics import Bag
from interpreter.limits import LARGEST_FILE, MOST_FILES
from interpreter.loading import read_source

HEAD = 'triskele: "1"\nid: bad\ntitle: Bad\nabout: It asks for too much.\nplayers: 2\nfields: {x: {type: Int}}\n'
TAIL = "phases: {play: {turns: {actions: [go], rounds: 3}}}\nscoring: {x: {each_player: x}}\n"
CARDS = "components: {C: {has: {a: 1..9000}, each: {a: all}}}\nzones: {z: {of: C, start: all}, y: {of: C}}\n"


def chain(section: str, each: str, last: str) -> str:
    """Forty entries, each made of the next one."""
    return f"{section}:\n" + "".join(f"  f{i}: {each.format(f'f{i + 1}')}\n" for i in range(40)) + f"  f40: {last}\n"


CALLS = chain("procedures", "{{do: [{{call: {0}}}, {{call: {0}}}]}}", "{do: [{set: {x: x + 1}}]}")
SUMS = chain("functions", "{{with: {{n: Int}}, is: {0}(n) + {0}(n + 1)}}", "{with: {n: Int}, is: n % 7}")
SQUARES = chain("functions", "{{with: {{n: Int}}, is: {0}(n * n)}}", "{with: {n: Int}, is: n % 7}")
LISTS = chain("functions", "{{with: {{n: list of Int}}, is: {0}(n + n)}}", "{with: {n: list of Int}, is: n}")
SET = "{set: {x: 1 - x}}"
ROW = CARDS.replace("of: C", "of: C, kind: row, seen_by: everyone")
SINGLES = "{move: the(z.last(1)), to: y}, {move: the(y.last(1)), to: z}"
MOVES = "{move: z, to: y}, {move: y, to: z}"
DOUBLED = "".join(f"      - let: {{a{i + 1}: a{i} + a{i}}}\n" for i in range(40))
SQUARED = "".join(f"      - let: {{a{i + 1}: a{i} * a{i}}}\n" for i in range(60))

PICKS = "choose: {a: 1..90000}, count: any, ordered: true"
TRIED = "choose: {a: 1..9000}, leaving: x > 0 or x < 1, do: [{repeat: 9000, do: [{set: {x: x % 100 + a}}]}]"
SEARCHED = "set: {x: size(i for i in 1..50000 where i in reversed(1..50000))}"
WALK = "set: {x: sum(size(s.reachable(n)) for n in 999..1000 for s in Square)}"
IN_PLAY = {
    "a tree of procedures": (CALLS, "      - call: f0\n", "endless"),
    "a tree of formulas": (SUMS, "      - set: {x: f0(1)}\n", "endless"),
    "squares of squares": (SQUARES, "      - set: {x: f0(9)}\n", "big-number"),
    "a list that doubles in formulas": (LISTS, "      - set: {x: size(f0(1..3))}\n", "endless"),
    "a list that doubles": ("", f"      - let: {{a0: 1..3}}\n{DOUBLED}      - set: {{x: size(a40)}}\n", "too-many"),
    "a number that squares": ("", f"      - let: {{a0: 99999 + x}}\n{SQUARED}      - set: {{x: a60}}\n", "big-number"),
    "a list searched for each of its values": ("", f"      - {SEARCHED}\n", "endless"),
    "loops in loops": ("", f"      - {{repeat: 99999, do: [{{repeat: 99999, do: [{SET}]}}]}}\n", "endless"),
    "too many options": ("", "      - choose: {a: 1..90000}\n      - set: {x: a}\n", "too-many"),
    "options of two names": ("", "      - choose: {a: 1..900, b: 1..900}\n      - set: {x: a + b}\n", "too-many"),
    "too many to pick from": ("", f"      - {{{PICKS}}}\n      - set: {{x: size(a)}}\n", "too-many"),
    "many options tried for long": ("", f"      - {{{TRIED}}}\n", "endless"),
    "cards moved to and fro": (CARDS, f"      - repeat: 90000\n        do: [{MOVES}]\n      - {SET}\n", "endless"),
    "single cards out of a long row": (
        ROW,
        f"      - repeat: 3000\n        do: [{SINGLES}]\n      - {SET}\n",
        "endless",
    ),
    "long walks": ("maps: {m: {grid: [26, 99], nodes: Square}}\n", f"      - {WALK}\n", "endless"),
    "notes": ("", f"      - {{repeat: 90000, do: [{{note: a}}, {{note: b}}]}}\n      - {SET}\n", "too-many"),
}
"""What is declared, what is done, and the code of the rule error."""


def play(game: str) -> None:
    state = load(game).start(seed=1)
    while not state.over:
        state.choose(0)


@pytest.mark.parametrize("name", IN_PLAY)
def test_rules_without_an_end(name: str, tmp_path: Path) -> None:
    more, steps, code = IN_PLAY[name]
    (tmp_path / "bad.yaml").write_text(f"{HEAD}{more}actions:\n  go:\n    do:\n{steps}{TAIL}")
    with pytest.raises(RuleError) as error:
        play(f"{tmp_path}/bad.yaml")
    assert error.value.diagnostic.code == code
    assert len(error.value.diagnostic.message) < 1000


TOO_MUCH = {
    "kinds": ("components: {C: {has: {a: 1..99999}, each: {a: all}}}\n", "too-many"),
    "kinds crossed": ("components: {C: {has: {a: 1..9999, b: 1..9999}, each: {a: all, b: all}}}\n", "too-many"),
    "copies": ("components: {C: {has: {a: 1..9}, each: {a: all}, copies: 99999999999}}\n", "out-of-range"),
    "a grid": ("maps: {m: {grid: [10000, 10000], nodes: S}}\n", "bad-grid"),
    "a ring": ("maps: {m: {ring: 999999999999, nodes: S}}\n", "bad-map"),
    "nots": (f"functions:\n  f:\n    is: {'not ' * 2000}true\n", "too-deep"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_definitions_of_too_much(name: str, tmp_path: Path) -> None:
    more, code = TOO_MUCH[name]
    go = "actions: {go: {do: [{set: {x: 1}}]}}\n"
    use = "zones: {z: {of: C, start: all}}\n" if "C:" in more else ""
    (tmp_path / "bad.yaml").write_text(HEAD + more + use + go + TAIL)
    assert code in [d.code for d in check(f"{tmp_path}/bad.yaml")]


def test_what_is_drawn_one_by_one_into_a_large_zone_is_cheap(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    draws = "{draw: 6000, from: z, to: y}, {choose: {a: 1..2}, do: [{set: {x: a}}]}"
    more = "{repeat: 2500, do: [{draw: 1, from: z, to: y}]}"
    phases = f"phases: {{play: {{do: [{draws}, {more}]}}}}\nscoring: {{x: {{each_player: x}}}}\n"
    path.write_text(HEAD + CARDS.replace("z: {of: C,", "z: {of: C, kind: bag,") + phases, encoding="utf-8")
    state = load(str(path)).start(2)
    state.choose("1")
    assert state.over


def test_only_plain_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.yaml")
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "large.yaml").write_text("#" * (LARGEST_FILE + 1))
    for name, code in (
        ("fifo", "unreadable-file"),
        ("zero", "unreadable-file"),
        ("folder", "unreadable-file"),
        ("large", "too-large"),
    ):
        bag = Bag()
        assert read_source(tmp_path / f"{name}.yaml", bag) is None
        assert [d.code for d in bag.items] == [code]


def test_links_do_not_lead_out_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("password: hunter2\n")
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "game.yaml").write_text(HEAD + "actions: {go: {do: [{set: {x: 1}}]}}\n" + TAIL)
    (tmp_path / "game" / "more.yaml").symlink_to(tmp_path / "secret.yaml")
    with pytest.raises(DefinitionError) as error:
        load(f"{tmp_path}/game/")
    assert [d.code for d in error.value.diagnostics] == ["unreadable-file"]
    assert "hunter2" not in str(error.value)


def test_a_folder_of_too_many_files(tmp_path: Path) -> None:
    for i in range(MOST_FILES + 1):
        (tmp_path / f"part{i}.yaml").touch()
    (tmp_path / "game.yaml").write_text(HEAD + "actions: {go: {do: [{set: {x: 1}}]}}\n" + TAIL)
    assert "too-many" in [d.code for d in check(f"{tmp_path}/")]


def test_a_long_name_is_told_shortly(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(f"{HEAD}{'q' * 100_000}: 1\n{TAIL}")
    assert all(len(d.message) < 1000 for d in check(f"{tmp_path}/bad.yaml"))


def test_many_faults_are_not_all_told(tmp_path: Path) -> None:
    steps = "".join(f"      - set: {{x: missing{i}}}\n" for i in range(1000))
    (tmp_path / "bad.yaml").write_text(f"{HEAD}actions:\n  go:\n    do:\n{steps}{TAIL}")
    found = check(f"{tmp_path}/bad.yaml")
    assert len(found) == 201
    assert "too-many-faults" in [d.code for d in found]
