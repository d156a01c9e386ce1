"""
Every code has a page, and every page is true: its wrong example has just that fault, its right one has none.

A page stands in interpreter/pages under `## its code`: a paragraph or two, then a block `yaml wrong` and a block
`yaml right`. A block is a part of a game, completed as the cases of tests/cases are; further files follow after `===
name`. The right block need not repeat files of the wrong one. Variants are put on in the order in which they stand.
Behind the fence may stand `raw` (a whole file, nothing is added), `with NAME` (that variant only) and `play 7: roll,
hold` (with that seed, until a rule goes wrong; a right example comes through it).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter import DefinitionError, RuleError, check, load
from interpreter.cli import main
from interpreter.codes import CODES
from interpreter.diagnostics import Diagnostic
from interpreter.explain import FENCE, FOLDER, TOPICS, Example, Page, markdown, page, topics
from interpreter.render import render_text
from interpreter.scenario import run_scenarios
from tests.case_files import Case
from tests.docs import ROOT

UNSHOWN = {
    **dict.fromkeys(
        ["unreadable-file", "not-utf-8", "too-large", "not-a-mapping", "not-a-list"],
        "what is wrong is the file, not what stands in it",
    ),
    **dict.fromkeys(["too-many-faults", "too-long"], "an example would fill pages"),
    **dict.fromkeys(["control-character", "lone-surrogate"], "the character cannot be seen, or not even be written"),
    **dict.fromkeys(["too-many-aliases", "deep-nesting", "too-deep"], "an example would be longer than it is clear"),
    **dict.fromkeys(["yaml-syntax", "rule-fault"], "what is left when there is no better code"),
    "bad-table": "the schema refuses such a name with a word of its own",
    **dict.fromkeys(["no-answer", "not-conserved"], "no definition can bring it about"),
}
"""Codes whose page has no example, with the reason."""

PAGES = [p for pages in topics().values() for p in pages]
every_page = pytest.mark.parametrize("shown", PAGES, ids=lambda p: p.code)


def test_every_code_has_one_page_and_every_page_a_code() -> None:
    assert sorted(p.code for p in PAGES) == sorted(CODES)
    assert sorted(p.stem for p in FOLDER.iterdir()) == sorted(TOPICS)


@every_page
def test_a_page_is_short_and_has_a_wrong_and_a_right_example(shown: Page) -> None:
    assert shown.text.endswith((".", "`"))
    assert 8 <= len(shown.text.split()) <= 90
    assert "```" not in shown.text
    heads = [e.words[:2] for e in shown.examples]
    assert heads == ([] if shown.code in UNSHOWN else [("yaml", "wrong"), ("yaml", "right")])
    for example in shown.examples:
        assert len(example.text.splitlines()) <= 20


@pytest.mark.parametrize("shown", [p for p in PAGES if p.examples], ids=lambda p: p.code)
def test_examples_are_true(shown: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wrong, right = shown.examples
    found = told(wrong, wrong.files(), tmp_path / "wrong")
    assert [d.code for d in found if d.severity != "note" or d.code == shown.code] == [shown.code], render_text(found)
    found = told(right, {**wrong.files(), **right.files()}, tmp_path / "right")
    assert not [d for d in found if d.severity != "note" or d.code == shown.code], render_text(found)


def told(example: Example, files: dict[str, str], folder: Path) -> list[Diagnostic]:
    """What is said of an example: when it is checked, when its scenarios run, or when it is played."""
    case = Case("", "", {name: text.removesuffix("\n").split("\n") for name, text in files.items()})
    words = " ".join(example.words)
    case.raw = "raw" in example.words
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(case.text(name), encoding="utf-8")
    chosen = re.search(r"with (\w+)", words)
    variants = [Path(name).stem for name in files if name.startswith("variants/")]
    found = check(str(folder), [chosen[1]] if chosen else variants)
    try:
        if any(name.startswith("scenarios/") for name in files):
            results = run_scenarios(str(folder), mutants=True)
            found += [d for r in results for d in r.diagnostics]
            assert "wrong" in words or all(r.passed for r in results)
        played = re.search(r"play (\d+): (.*)", words)
        if played and not found:
            state = load(str(folder), variants).start(seed=int(played[1]))
            for label in played[2].split(","):
                state.choose(label.strip())
    except DefinitionError as error:
        found = error.diagnostics
    except RuleError as error:
        found.append(error.diagnostic)
    return found


def test_pages_speak_of_no_shipped_game() -> None:
    text = "".join(p.read_text(encoding="utf-8").lower() for p in FOLDER.iterdir())
    for game in (p.parent.name for p in (ROOT / "gamedefs").glob("*/game.yaml")):
        assert game.partition("-")[0] not in text


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[object, str, str]:
    """Status, output and messages of the command."""
    with pytest.raises(SystemExit) as left:
        main(["explain", *args])
    return (left.value.code, *capsys.readouterr())


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.usefixtures("_plain")
@every_page
def test_the_command_prints_the_page(shown: Page, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, shown.code)
    assert status == 0
    assert out.startswith(f"{shown.code}: {CODES[shown.code]}\n\n{shown.text.split()[0]} ")
    assert " ".join(out.split()).count(" ".join(shown.text.split())) == 1
    lines = [line.strip() for line in out.split("\n")]
    for example in shown.examples:
        assert all(line.strip() in lines for line in example.text.split("\n"))


@pytest.mark.usefixtures("_plain")
def test_without_a_code_it_lists_all_by_topic(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys)
    assert status == 0
    assert [line.split()[0] for line in out.split("\n") if line.startswith("  ")] == [p.code for p in PAGES]
    assert all(f"{title}\n  " in out for title in topics())


@pytest.mark.usefixtures("_plain")
def test_an_unknown_code_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    said_near = said(capsys, "unknwon-name")
    assert said_near == (2, "", "error: no code is called `unknwon-name`; did you mean `unknown-name`?\n")
    _, _, far = said(capsys, "xyzzy")
    assert far == "error: no code is called `xyzzy`; `triskele explain` lists them\n"


def test_a_terminal_gets_colours_and_the_same_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    _, out, _ = said(capsys, "empty-zone")
    assert "\x1b[1;31mWrong, when `take`, then `take` is chosen:" in out
    assert "draw" in out and "short: allowed" in re.sub(r"\x1b\[[0-9;]*m", "", out)


def test_check_says_where_to_read_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "game.yaml").write_text("title: Pig\n---\n")
    with pytest.raises(SystemExit):
        main(["check", str(tmp_path)])
    assert capsys.readouterr().out.endswith("\n1 error\nmore: triskele explain several-documents\n")
    (tmp_path / "game.yaml").write_text("title: Pig\n")
    with pytest.raises(SystemExit):
        main(["check", str(tmp_path), "--format", "github"])
    assert "more:" not in capsys.readouterr().out


def test_markdown_has_the_text_and_both_examples() -> None:
    text = markdown(page("duplicate-key"))
    assert [words for words, _ in FENCE.findall(text)] == ["yaml", "yaml"]
    assert text.startswith(page("duplicate-key").text)
    assert text.index("**Wrong:**") < text.index("**Right:**")
