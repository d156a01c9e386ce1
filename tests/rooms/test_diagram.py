"""Diagram: phases and maps as Mermaid."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import interpreter
from interpreter.cli import triskele
from interpreter.diagram import diagrams, is_drawn, markdown, quoted
from tests.support import all_games, loaded

GAMES = Path(__file__).parent.parent / "games"

CELTICA = """\
flowchart TD
    begin((start)) --> p0
    p0["set up"]
    p0 --> p1
    p1["round (turns: walk)"]
    p1 --> p2
    p2["deal"]
    p2 --> p1
    p3["closing (turns)"]
    p3 --> over
    e0(["first home"])
    p1 -.->|"any(d in Druid where d.at.home)"| e0
    e0 -->|"after the phase"| p3
    e1(["all home"])
    p1 -.->|"all(d.at.home for d in Druid)"| e1
    e1 -->|"at once"| p3
    e2(["no tiles"])
    p1 -.->|"empty(display) and not can_draw(supply)"| e2
    e2 -->|"at once"| p3
    over((over))
"""

LINE = re.compile(
    r"""\ {4}(?:
        \w+ (?: \[".*"\] | \(\[".*"\]\) | \(\(\w+\)\) )?          # a node
        (?: \s (?:-->|---|-\.->) (?:\|"[^"]*"\|)? \s \w+ )?      # and where it leads
    )""",
    re.VERBOSE,
)


def test_phases():
    assert diagrams(interpreter.load("celtica"))["phases"] == CELTICA


@pytest.mark.parametrize("path", all_games(), ids=lambda p: p.stem)
def test_every_diagram_is_well_formed(path):
    game = loaded(str(path))
    for text in diagrams(game).values():
        if not is_drawn(text):
            continue
        head, *lines = text.splitlines()
        assert head in ("flowchart TD", "flowchart LR")
        assert all(LINE.fullmatch(line) for line in lines)
        ids = set(re.findall(r"(?m)^    (\w+)[\[(]", text))
        used = set(re.findall(r"(?:-->|---|-\.->)(?:\|[^|]*\|)? (\w+)$", text, re.MULTILINE))
        assert used <= ids


def test_maps():
    game = interpreter.load(str(GAMES / "tic-tac-toe.yaml"))
    board = diagrams(game)["board"]
    assert board.count("---") == 12
    assert 'n4["b2"]' in board
    path = diagrams(interpreter.load("celtica"))["path"]
    assert path.count("-->") == 18
    assert '"L19, journeys end, tiles 4"' in path
    circuit = diagrams(interpreter.load(str(GAMES / "sketches" / "rival.yaml")))["circuit"]
    assert circuit.endswith("n3 --> n0\n")


def test_tile_maps_are_told_of():
    text = diagrams(interpreter.load(str(GAMES / "sketches" / "walk.yaml")))["land"]
    assert not is_drawn(text)
    assert "laid in play, of hex tiles" in text


def test_variants_change_the_diagram():
    fork = diagrams(interpreter.load("celtica+forked_path"))["path"]
    assert fork.count("-->") == 21
    without = diagrams(interpreter.load("celtica+no_closing"))["phases"]
    assert "closing" not in without
    assert without.count("| over") == 3


def test_large_maps_are_not_drawn(tmp_path):
    path = tmp_path / "game.yaml"
    text = (GAMES / "tic-tac-toe.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("grid: [3, 3]", "grid: [19, 19]"), encoding="utf-8")
    assert "too many to draw" in diagrams(interpreter.load(str(path)))["board"]


def test_endings_that_a_step_brings_about(tmp_path):
    path = tmp_path / "game.yaml"
    text = (GAMES / "pig.yaml").read_text(encoding="utf-8")
    text = text.replace("{leave: turn}]}\n      - set", "{end: burst}]}\n      - set").replace(
        "endings:\n", "endings:\n  burst: {wins: nobody}\n"
    )
    path.write_text(text, encoding="utf-8")
    lines = diagrams(interpreter.load(str(path)))["phases"].splitlines()
    assert "    p0 -.-> e0" in lines
    assert '    e0(["burst"])' in lines


def test_text_is_quoted():
    assert quoted('a "b" <c> #1 `d` & \x1b') == '"a #quot;b#quot; #lt;c#gt; #35;1 #96;d#96; #amp; \\x1b"'
    assert len(quoted("x" * 500)) < 100


def test_markdown_and_the_command():
    run = CliRunner().invoke(triskele, ["graph", "celtica"], standalone_mode=False)
    assert run.output == markdown(interpreter.load("celtica"))
    assert run.output.count("```mermaid") == 2
    only = CliRunner().invoke(triskele, ["graph", "celtica", "--only", "phases"], standalone_mode=False)
    assert only.output == CELTICA
    wrong = CliRunner().invoke(triskele, ["graph", "celtica", "--only", "pahses"], standalone_mode=False)
    assert "did you mean `phases`?" in str(wrong.exception)
