"""Render: how diagnostics look on a terminal, and what programs get."""

from __future__ import annotations

import json
import re
import textwrap

from hypothesis import given
from hypothesis import strategies as st

from interpreter.codes import meaning
from interpreter.diagnostics import Diagnostic, Label
from interpreter.render import render_github, render_json, render_sarif, render_text, summary
from interpreter.source import Source, Span

PIG = Source("pig/game.yaml", "id: pig\nplayers:\n  min: 2\n  max: 5\n  min: 3\ngoal: 100\n")


def find(source: Source, word: str, nth: int = 0) -> Span:
    start = [m.start() for m in re.finditer(re.escape(word), source.text)][nth]
    return Span(source, start, start + len(word))


def shown(diagnostic: Diagnostic, **options: int) -> str:
    """The block alone, without the last line."""
    return render_text([diagnostic], **options).rsplit("\n\n", 1)[0]  # type: ignore[arg-type]


def page(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def test_a_fault_with_two_places_notes_and_help() -> None:
    fault = Diagnostic(
        "duplicate-key",
        "`min` stands twice",
        find(PIG, "min", 1),
        label="again here",
        labels=(Label(find(PIG, "min"), "first here"),),
        notes=("keys: min, max",),
        help="remove one",
    )
    assert render_text([fault]) == page(
        """
        error[duplicate-key]: `min` stands twice
         --> pig/game.yaml:5:3
          |
        3 |   min: 2
          |   --- first here
        4 |   max: 5
        5 |   min: 3
          |   ^^^ again here
          = keys: min, max
        help: remove one

        1 error
        """
    ) + ("\n")


def test_distant_lines_and_other_files() -> None:
    long = Source("b.yaml", "\n" * 119 + "die: 1..6\n", layer="two_dice")
    fault = Diagnostic(
        "x", "m", find(PIG, "goal"), labels=(Label(find(PIG, "pig"), "named"), Label(find(long, "1..6"), "rolled"))
    )
    assert shown(fault) == page(
        """
        error[x]: m
           --> pig/game.yaml:6:1
            |
          1 | id: pig
            |     --- named
        ...
          6 | goal: 100
            | ^^^^
           ::: b.yaml:120:6 (variant two_dice)
            |
        120 | die: 1..6
            |      ---- rolled
        """
    )


def test_two_places_on_one_line() -> None:
    fault = Diagnostic("x", "m", find(PIG, "2"), labels=(Label(find(PIG, "min"), "of this"),))
    assert shown(fault).splitlines()[3:] == ["3 |   min: 2", "  |        ^", "  |   --- of this"]


def under(text: str, word: str, **options: int) -> tuple[str, str]:
    """The source line and the carets below it, without the margin."""
    source = Source("x", text)
    lines = shown(Diagnostic("x", "m", find(source, word)), **options).splitlines()
    return lines[3][4:], lines[4][4:]


def test_carets_stand_below_wide_and_combined_characters_and_tabs() -> None:
    assert under("日本: x", "x") == ("日本: x", "      ^")
    assert under("日本: x", "本") == ("日本: x", "  ^^")
    assert under("e\u0301: x", "x") == ("e\u0301: x", "   ^")
    assert under("\ta\tx", "x") == ("    a   x", "        ^")
    assert under("\ufeffid: x", "x") == ("id: x", "    ^")


def test_control_characters_are_spelled() -> None:
    assert under("a: \x1b[2J x", "x") == ("a: \\x1b[2J x", "           ^")
    assert under("a: \u202e x", "x")[0] == "a: \\u202e x"
    nasty = Diagnostic("x", "\x1b[31m", None, notes=("\x07",), help="\ud800\r")
    text = render_text([nasty])
    assert all(char.isprintable() for char in text if char != "\n")
    assert "error[x]: \\x1b[31m" in text
    assert "= \\x07" in text
    assert "help: \\ud800\\x0d" in text


def test_places_at_ends_still_get_a_caret() -> None:
    source = Source("x", "ab\ncd")
    for at, carets in ((0, "^"), (2, "  ^"), (5, "  ^")):
        assert shown(Diagnostic("x", "m", Span(source, at, at))).splitlines()[-1][4:] == carets
    assert shown(Diagnostic("x", "m", Span(source, 1, 4))).splitlines()[-1][4:] == " ^"
    assert shown(Diagnostic("x", "m", Span(Source("e", ""), 0, 0))).splitlines()[-1][4:] == "^"


def test_long_lines_are_cut_around_the_caret() -> None:
    text = "start " + "word " * 60 + "fault " + "tail " * 60 + "end"
    line, carets = under(text, "fault", width=60)
    assert len(line) <= 60 - 4
    assert line.startswith("…")
    assert line.endswith("…")
    assert line[carets.index("^") : carets.rindex("^") + 1] == "fault"
    assert under(text, "start", width=60)[0].startswith("start word")
    assert under(text, "end", width=60)[0].endswith("tail end")
    whole, carets = under("x" * 500, "x" * 500, width=60)
    assert len(whole) <= 56
    assert len(carets) <= 60


def test_places_far_apart_on_a_long_line_get_an_excerpt_each() -> None:
    source = Source("x", "first " + "word " * 60 + "second")
    fault = Diagnostic("x", "m", find(source, "second"), labels=(Label(find(source, "first"), "this"),))
    lines = [line[4:] for line in shown(fault, width=50).splitlines()[3:]]
    assert len(lines) == 4
    assert lines[0][lines[1].index("^") :] == "second"
    assert lines[2].startswith("first")
    assert lines[3] == "----- this"


def test_colour_adds_only_colour() -> None:
    fault = Diagnostic("x", "m", find(PIG, "goal"), "warning", "l", notes=("n",), help="h")
    coloured = render_text([fault], colour=True)
    assert "\x1b[1;33mwarning[x]\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render_text([fault])


def test_the_last_line_counts() -> None:
    faults = [Diagnostic("x", "m", None, severity) for severity in ("error", "warning", "error", "note")]
    assert summary(faults) == "2 errors, 1 warning, 1 note"
    assert render_text(faults).endswith("\n\n2 errors, 1 warning, 1 note\n")
    assert render_text([]) == ""


def test_json_has_all_the_fields() -> None:
    fault = Diagnostic("x", "m", find(PIG, "min"), "warning", "l", (Label(find(PIG, "goal"), "t"),), ("n",), "h")
    nowhere = Diagnostic("y", "m", None)
    first, second = json.loads(render_json([fault, nowhere]))
    assert first == {
        "code": "x",
        "severity": "warning",
        "message": "m",
        "file": "pig/game.yaml",
        "line": 3,
        "column": 3,
        "end_line": 3,
        "end_column": 6,
        "label": "l",
        "labels": [{"file": "pig/game.yaml", "line": 6, "column": 1, "end_line": 6, "end_column": 5, "text": "t"}],
        "notes": ["n"],
        "help": "h",
    }
    assert (second["file"], second["line"], second["labels"], second["notes"]) == (None, None, [], [])
    assert json.loads(render_json([])) == []


def test_github_commands_are_escaped() -> None:
    source = Source("a,b:c.yaml", "x\n")
    fault = Diagnostic("code", "100% sure\nof it", Span(source, 0, 1), help="h")
    assert render_github([fault]) == (
        "::error file=a%2Cb%3Ac.yaml,line=1,col=1,endColumn=2,title=code::100%25 sure%0Aof it%0Ahelp: h\n"
    )
    assert render_github([Diagnostic("c", "m", None, "note")]) == "::notice title=c::m\n"


def test_sarif_names_rules_and_places() -> None:
    faults = [
        Diagnostic("tab", "m", find(PIG, "min"), labels=(Label(find(PIG, "goal"), "t"),), help="h"),
        Diagnostic("bad-key", "m", None, "note"),
        Diagnostic("tab", "m", Span(Source("with space\\é.yaml", "x"), 0, 1), "warning"),
    ]
    log = json.loads(render_sarif(faults, "1.2.3"))
    run = log["runs"][0]
    assert log["version"] == "2.1.0"
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("triskele", "1.2.3")
    assert [rule["id"] for rule in driver["rules"]] == ["bad-key", "tab"]
    assert driver["rules"][1]["shortDescription"]["text"] == meaning("tab")
    assert driver["rules"][1]["help"]["text"].startswith("The line is moved to the right with a tab.")
    assert "**Right:**" in driver["rules"][1]["help"]["markdown"]
    first, second, third = run["results"]
    assert (first["ruleId"], first["ruleIndex"], first["level"]) == ("tab", 1, "error")
    assert first["message"]["text"] == "m\nhelp: h"
    place = first["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 3, "startColumn": 3, "endLine": 3, "endColumn": 6}
    assert first["relatedLocations"][0]["message"]["text"] == "t"
    assert "locations" not in second
    assert third["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "with%20space/%C3%A9.yaml"


TEXT = st.text("ab \t\n日é\u0301\x1b\u200b🎲", max_size=80)


@given(TEXT, st.integers(0, 80), st.integers(0, 80), st.integers(0, 80), st.integers(5, 60))
def test_any_place_of_any_text_can_be_shown(text: str, a: int, b: int, c: int, width: int) -> None:
    source = Source("x", text)
    start, end = sorted((min(a, len(text)), min(b, len(text))))
    label = Label(Span(source, min(c, len(text)), min(c, len(text))), "here")
    fault = Diagnostic("x", text, Span(source, start, end), labels=(label,), help=text)
    out = render_text([fault], width=width)
    assert "^" in out
    assert not set(out) & set("\x1b\t\u200b")
    assert json.loads(render_json([fault]))[0]["message"] == text
    assert "\n" not in render_github([fault]).rstrip("\n")
