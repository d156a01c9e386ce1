"""
The cases of tests/cases/errors: bad definitions, each with what is to be said of it and where.

A file holds many cases. A case begins with `--- its name`; further files of the same game follow after
`=== their name`. What is expected stands on the guilty line (`#! code the text that is underlined`), in folded text
and in tables too, since it is taken away before the file is written; or at the foot: `#! line 4: code text`,
`#! cards.csv line 2: code text`. Other lines at the foot: `#! play 7: roll, hold` plays with that seed until a rule
goes wrong, `#! variants a b` loads the game with these, `#! pinned` compares the whole rendered message with the .txt
of that name, `#! raw` leaves the text as it is, `#! crlf` and `#! bom` write it as some editors do. Otherwise the
sections that every game needs are added at the end where they are missing. `pytest --golden` writes the
.txt files anew.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from interpreter import DefinitionError, RuleError, check, load
from interpreter.codes import CODES
from interpreter.diagnostics import Diagnostic
from interpreter.render import render_text
from interpreter.scenario import run_scenarios

from .case_files import FOLDER, Case, cases, in_inner_text

HERE = Path(__file__).parent
SOURCES = HERE.parent / "interpreter"
NO_CODES = {"utf-8", "x-listed-in"}  # words that look like codes
WORDS = {"directive", "endless", "tab"}  # codes of one word
ELSEWHERE = {
    **dict.fromkeys(["unreadable-file", "not-utf-8", "too-large", "bad-table"], "rooms/test_loading.py"),
    "too-many-faults": "rooms/test_loading.py",
    "not-a-list": "rooms/test_yaml_reader.py",
    **dict.fromkeys(["too-many-aliases", "deep-nesting"], "rooms/test_yaml_reader.py"),
    **dict.fromkeys(["too-long", "too-deep"], "rooms/test_parse.py"),
}
"""Codes whose texts are too long or too odd for a case, and the test that has them."""
NEVER = {
    "no-answer": "a row that says nothing of what every row must say is refused before",
    "yaml-syntax": "what is left when a complaint of the YAML parser is not known here",
    "not-conserved": "the machine looks for it while it is tested; the steps cannot make or lose a component",
    "rule-fault": "what is left when a fault has no code of its own, which is a fault of the interpreter",
}
"""Codes that no definition can bring about, with the reason."""

CASES = list(cases())


def found(case: Case, folder: Path) -> list[Diagnostic]:
    for name in case.files:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(case.text(name).encode())
    game = "./game.yaml" if len(case.files) == 1 else "./"
    if any(name.startswith("scenarios/") for name in case.files):
        try:
            return [d for result in run_scenarios(game, mutants=True) for d in result.diagnostics]
        except DefinitionError as error:
            return error.diagnostics
    if case.play is None:
        return check(game, case.variants)
    state = None
    try:
        state = load(game).start(seed=case.play[0])
        for label in case.play[1]:
            state.choose(label)
    except RuleError as error:
        return [error.diagnostic]
    raise AssertionError(f"no rule error; {state.decision and [o.label for o in state.decision.options]}")


def golden_of(case: Case) -> Path:
    return FOLDER / case.topic / f"{re.sub(r'[^A-Za-z0-9]+', '-', case.name)}.txt"


@pytest.mark.parametrize("case", CASES, ids=[f"{c.topic}/{c.name}" for c in CASES])
def test_case(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config) -> None:
    monkeypatch.chdir(tmp_path)
    diagnostics = found(case, tmp_path)
    told = sorted((d.span.source.name, d.span.line, d.code, d.span.text) for d in diagnostics if d.span)
    texts = [t for *_, t in told]
    wanted = [(f, n, c, t or "".join(texts[i : i + 1])) for i, (f, n, c, t) in enumerate(sorted(case.expected))]
    assert told == wanted, render_text(diagnostics)
    if case.pinned:
        golden = golden_of(case)
        if pytestconfig.getoption("--golden"):
            golden.parent.mkdir(exist_ok=True)
            golden.write_text(render_text(diagnostics), encoding="utf-8")
        assert golden.read_text(encoding="utf-8") == render_text(diagnostics)


def codes_in_sources() -> set[str]:
    silent = ("codes.py", "drawing")  # what draws has names of SVG, and no diagnostics
    files = [p for p in SOURCES.rglob("*.py") if not any(part in silent for part in p.parts)]
    texts = [p.read_text(encoding="utf-8") for p in files]
    return {c for t in texts for c in re.findall(r'"([a-z]+(?:-[a-z0-9]+)+)"', t)} - NO_CODES | WORDS


def test_every_code_has_a_meaning() -> None:
    assert set(CODES) == codes_in_sources()


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_case(code: str) -> None:
    if code in NEVER:
        return
    if code in ELSEWHERE:
        assert code in (HERE / ELSEWHERE[code]).read_text(encoding="utf-8")
    else:
        assert any(code == c for case in CASES for _, _, c, _ in case.expected), f"no case for {code}"


def test_the_cases_are_many_and_of_every_kind() -> None:
    rooms, codes = Counter(c.topic for c in CASES), Counter(code for c in CASES for _, _, code, _ in c.expected)
    assert len(CASES) >= 150
    assert {room: n for room, n in rooms.items() if n < 20} == {}
    assert {code: n for code, n in codes.items() if n > 10} == {}
    assert len({golden_of(c) for c in CASES}) == len(CASES)
    assert set(FOLDER.glob("*/*.txt")) == {golden_of(c) for c in CASES if c.pinned}


def test_half_of_the_faults_lie_in_texts_inside_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In folded, literal or quoted text or in a table, where the place on the line is not that in the text."""
    inside = 0
    for number, case in enumerate(CASES):
        (folder := tmp_path / str(number)).mkdir()
        monkeypatch.chdir(folder)
        inside += any(d.span is not None and in_inner_text(d.span) for d in found(case, folder))
    assert inside * 2 >= len(CASES), f"{inside} of {len(CASES)}"
