"""YAML reader: what is read, where it stands, and what is refused with which code."""

from __future__ import annotations

import re
import string
import textwrap

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from interpreter.diagnostics import Bag, Diagnostic
from interpreter.nodes import Mapping, Node, Scalar, Sequence
from interpreter.scalars import FORBIDDEN
from interpreter.source import Source
from interpreter.yaml_reader import read_yaml


def read(text: str, **options: str) -> tuple[Node | None, list[Diagnostic]]:
    bag = Bag()
    node = read_yaml(Source("game.yaml", text), bag, **options)  # type: ignore[arg-type]
    return node, bag.items


def good(text: str) -> Mapping:
    node, faults = read(text)
    assert not faults
    assert isinstance(node, Mapping)
    return node


def plain(node: Node) -> object:
    """The bare values of a node."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    assert isinstance(node, Mapping)
    return {key.value: plain(value) for key, value in node.items()}


def test_values_follow_the_yaml_core() -> None:
    text = """\
        whole: [0, 7, -3, +5, -0, 999999999999999999]
        words: [true, false, null, ~]
        text: [none, yes, no, on, off, True, None, 12:30, 3:1, 2026-01-15, 2026-13-45, 1..6, =, <<]
        quoted: ["2", 'true', "null"]
        empty:
    """
    assert plain(good(textwrap.dedent(text))) == {
        "whole": [0, 7, -3, 5, 0, 999999999999999999],
        "words": [True, False, None, None],
        "text": [
            "none",
            "yes",
            "no",
            "on",
            "off",
            "True",
            "None",
            "12:30",
            "3:1",
            "2026-01-15",
            "2026-13-45",
            "1..6",
            "=",
            "<<",
        ],
        "quoted": ["2", "true", "null"],
        "empty": None,
    }


def test_keys_are_text() -> None:
    node = good("{2: a, on: b, +3: c, 'true': d}\n")
    assert [k.text for k in node.keys] == ["2", "on", "3", "true"]
    assert all(k.value == k.text for k in node.keys)
    assert plain(node.get("3") or node) == "c"


def test_spans_hold_what_was_written() -> None:
    node = good(
        "\ufeffa: 🎲 b\r\nc: [x, 'y z']\r\nd:\r\n  e: f # g\r\nh: |\r\n  i\r\n\r\n# j\r\nk: &k {l: m}\r\nn: *k\r\n"
    )
    spans = {key.text: value.span.text for key, value in node.items()}
    assert spans == {
        "a": "🎲 b",
        "c": "[x, 'y z']",
        "d": "e: f",
        "h": "|\r\n  i",
        "k": "{l: m}",
        "n": "{l: m}",
    }
    assert node.key("c").span.line == 2
    assert node.key("n").span.line == 10


# Offsets


def file_chars(node: Scalar) -> str:
    return "".join(node.span.source.text[o] for o in node.offsets[:-1])


@pytest.mark.parametrize(
    ("text", "value", "chars"),
    [
        ("a: x + y", "x + y", "x + y"),
        ("a: x\n  + y", "x + y", "x\n+ y"),
        ("a: x\r\n  y\r\n\r\n  z", "x y\nz", "x\ry\rz"),
        ("a: 'it''s'", "it's", "it's"),
        ("a: 'x\n\n\n  y'", "x\n\ny", "x\n\ny"),
        (r'a: "b\tc\u00e9 \x41d"', "b\tcé Ad", r"b\c\ \d"),
        ('a: "x \\\n   y\n   z"', "x y z", "x y\nz"),
        ("a: |\n  x\n   y\n", "x\n y\n", "x\n y\n"),
        ("a: |-\n\n  x\n\n  y\n\n", "\nx\n\ny", "\nx\n\ny"),
        ("a: |+\n  x\n\nb: 1", "x\n\n", "x\n\n"),
        ("a: |2\n    x\n   y\n", "  x\n y\n", "  x\n y\n"),
        ("a: >\n  x\n  y\n\n  z\n", "x y\nz\n", "x\ny\nz\n"),
        ("a: >-\n  x\n    y\n  z\n", "x\n  y\nz", "x\n  y\nz"),
        ("a:\n  - b: >-1\n      x\n     y\n", " x\ny", " x\ny"),
        ("a: &n x\nb: *n", "x", "x"),
        ("a: &n:x\nb: *n", ":x", ":x"),
        ("a: &n # note\n  'x'\nb: *n", "x", "x"),
    ],
)
def test_each_character_knows_its_place(text: str, value: str, chars: str) -> None:
    node: Node | None = good(text).values[0]
    while not isinstance(node, Scalar):
        node = node.items[0] if isinstance(node, Sequence) else node.values[0]  # type: ignore[union-attr]
    assert (node.text, file_chars(node)) == (value, chars)


def test_the_end_offset_lies_behind_the_last_character() -> None:
    node = good("a: bc\nd: 'e'\nf: ''\ng: |\n  h\ni:\n")
    ends = [value.offsets[-1] for value in node.values if isinstance(value, Scalar)]
    assert ends == [5, 11, 17, 28, 30]


def test_a_break_that_stays_is_the_one_behind_the_blank_line() -> None:
    node = good("a: x\n\n  y\n").values[0]
    assert isinstance(node, Scalar)
    assert node.offsets == (3, 5, 8, 9)


def test_a_byte_order_mark_moves_no_place() -> None:
    for text in ("a: 010\n", "a: 'b' c\n"):
        [without], [with_mark] = read(text)[1], read("\ufeff" + text)[1]
        assert without.span is not None
        assert with_mark.span is not None
        assert with_mark.span.start == without.span.start + 1
        assert with_mark.span.text == without.span.text


ALPHABET = "ab \n\té🎲'\"\\:#-[]{}>|&*!%@`,.0" + string.ascii_uppercase[:3]
DUMPED = {"'": "single", '"': "double", "|": "literal", ">": "folded", None: "plain"}


@given(st.text(ALPHABET, max_size=40), st.sampled_from(list(DUMPED)), st.integers(0, 3), st.integers(5, 40))
def test_every_style_keeps_its_places(text: str, style: str | None, depth: int, width: int) -> None:
    value: object = _Styled(text)
    for _ in range(depth):
        value = {"k": [value]}
    dumped: str = yaml.dump(
        {"key": value, "end": 1},
        Dumper=_dumper(style),
        allow_unicode=True,
        width=width,
        sort_keys=False,
    )
    bag = Bag()
    node = read_yaml(Source("x", dumped), bag)
    if node is None:  # a trap such as `name:x`, or a number that is none
        assert {d.code for d in bag.items} <= {"bad-number", "missing-space", "comment-cut", "entry-in-value", "tab"}
        return
    while not isinstance(node, Scalar):
        node = node.items[0] if isinstance(node, Sequence) else node.values[0]  # type: ignore[union-attr]
    text = node.text  # the dumper writes some leading spaces so that they are lost
    assert text == next(e.value for e in yaml.parse(dumped) if getattr(e, "value", "k") not in ("key", "k"))
    assert len(node.offsets) == len(text) + 1
    assert list(node.offsets) == sorted(node.offsets)
    for char, offset in zip(text, node.offsets):
        there = dumped[offset]
        if node.style == "double" and there == "\\":
            continue
        if char in " \n":
            assert there in " \n"
        else:
            assert there == char


class _Styled(str):
    pass


def _dumper(style: str | None) -> type[yaml.SafeDumper]:
    class Dumper(yaml.SafeDumper):
        pass

    Dumper.add_representer(_Styled, lambda d, s: d.represent_scalar("tag:yaml.org,2002:str", str(s), style=style))
    return Dumper


@given(st.lists(st.sampled_from(["x", "  y", "", " z z", "\tw", "", "é"]), max_size=7), st.sampled_from("|>"),
       st.sampled_from(["", "-", "+", "2", "2-", "+2"]), st.sampled_from(["", "tail: 1\n"]))  # fmt: skip
def test_block_scalars_as_people_write_them(lines: list[str], mark: str, header: str, tail: str) -> None:
    text = f"a: {mark}{header}\n" + "".join(f"  {line}\n" if line else "\n" for line in lines) + tail
    node, faults = read(text)
    if node is None:
        assert {f.code for f in faults} <= {"tab", "bad-indent", "colon-in-value"}
        return
    value = node.values[0]  # type: ignore[attr-defined]
    assert value.text == yaml.safe_load(text)["a"]
    assert [c for c in file_chars(value) if c not in " \n"] == [c for c in value.text if c not in " \n"]
    assert list(value.offsets) == sorted(set(value.offsets))


# Faults

FAULTS = [
    # code, what is underlined ("" for a place), text
    ("duplicate-key", "a", "a: 1\nb: 2\na: 3\n"),
    ("duplicate-key", '"2"', '{2: a, "2": b}\n'),
    ("merge-key", "<<", "a: &a {b: 1}\nc: {<<: *a}\n"),
    ("yaml-tag", "!", "when: ! ready\n"),
    ("yaml-tag", "!ready", "when: !ready and not done\n"),
    ("yaml-tag", "!!str", "a: !!str 5\n"),
    ("yaml-tag", "!e!x", "a: !e!x y\n"),
    ("self-alias", "*a", "a: &a [*a]\n"),
    ("unknown-alias", "*all", "when: *all and done\n"),
    ("duplicate-anchor", "&a", "a: &a 1\nb: &a 2\nc: *a\n"),
    ("stray-anchor", "&x", "when: &x\n"),
    ("deep-nesting", "[", "a: " + "[" * 70 + "]" * 70),
    ("tab", "\t", "a:\n\tb: c\n"),
    ("tab", "\t", "a: {b: c,\n \td: e}\n"),
    ("tab", "\t", "a:\n  b: c\n   \td: e\n"),
    ("several-documents", "---", "a: 1\n---\nb: 2\n"),
    ("several-documents", "b: 2", "a: 1\n...\nb: 2\n"),
    ("empty-file", "", ""),
    ("empty-file", "", "---\n"),
    ("only-comments", "", "# a: 1\n"),
    ("not-a-mapping", "-", "- a\n"),
    ("not-a-mapping", "t", "text\n"),
    ("lone-surrogate", "\ud83d", "a: \ud83d\n"),
    ("lone-surrogate", r"\ud83d", r'a: "x\ud83d"'),
    ("control-character", "\x85", "a: b\x85c: d\n"),
    ("control-character", "\x1b", "a: \x1b[1m\n"),
    ("control-character", r"\e", 'a: "\\e[1m"\n'),
    ("control-character", "\r", "a: 1\rb: 2\r"),
    ("control-character", "\u202e", "a: b\u202ec\n"),
    ("odd-space", "\u00a0", "name:\u00a0Pig\nid: pig\n"),
    ("odd-space", "\u00a0", "id: pig\n\u00a0\u00a0name: Pig\n"),
    ("odd-space", "\u00a0", "a:\u00a0b\n"),
    ("odd-space", "\u200b", "id\u200b: pig\n"),
    ("missing-space", ":", "name:Pig\n"),
    ("missing-space", ":", "id: pig\nname:Pig\ntitle: x\n"),
    ("missing-space", ":", "a:\n  b:\n    do:x\n    next: y\n"),
    ("missing-space", ":", "a:\n  do:x\n"),
    ("missing-space", ":", "a: {b:1}\n"),
    ("missing-space", ":", "do:\n  - roll:die\n"),
    ("flow-comma", ",", "{a: max(1, 2), b: 3}\n"),
    ("flow-comma", ",", "a: [max(1, 2)]\n"),
    ("flow-bracket", "[", "a: {b: t[1], c: 2}\n"),
    ("comment-cut", "#red", "when: colour == #red\n"),
    ("comment-cut", "#red", "when: (colour == #red\n  and x)\n"),
    ("comment-cut", "# max", "to: min(a, # max\n  b)\n"),
    ("needs-quotes", ">", "when: > 3\n"),
    ("needs-quotes", ">", "op: >=\n"),
    ("needs-quotes", "|", "op: | x\n"),
    ("needs-quotes", "*", "when: * x\n"),
    ("needs-quotes", "&", "when: & x\n"),
    ("needs-quotes", "%", "a: %x\n"),
    ("needs-quotes", "@", "a: @x\n"),
    ("needs-quotes", "`", "a: `x`\n"),
    ("needs-quotes", "i", "when: 'gold' in hand\n"),
    ("needs-quotes", "h", "when: [a] has x\n"),
    ("needs-quotes", "=", "a: {when: 'x' == y}\n"),
    ("needs-quotes", "?", "a: ? x\n"),
    ("colon-in-value", ":", "when: a ? b : c\n"),
    ("colon-in-value", ":", "label: Move: 2\n"),
    ("colon-in-value", ":", "a: {b: c: d}\n"),
    ("unclosed-bracket", "[", "a: [x, y\nb: 1\n"),
    ("unclosed-bracket", "{", "a: {x: y\n"),
    ("unclosed-bracket", "{", "a: {"),
    ("missing-comma", "d:", "a: {b: c\n    d: e}\n"),
    ("wrong-bracket", "}", "a: [b}\n"),
    ("stray-mark", "]", "a: [x]]\n"),
    ("stray-mark", ",", "a: {b: c,, d: e}\n"),
    ("unclosed-quote", '"', 'a: "x\nb: 1\n'),
    ("bad-escape", r"\d", r'a: "\d"'),
    ("list-beside-key", "-", "a: - b\n"),
    ("entry-in-value", "-", "a:\n  - b\n    - c\n"),
    ("mixed-entries", "b: 1", "- a\nb: 1\n"),
    ("mixed-entries", "- b", "a: 1\n- b\n"),
    ("bad-indent", "b", "a: 1\n  b: 2\n"),
    ("bad-indent", "c: 2", "a:\n    b: 1\n  c: 2\n"),
    ("bad-indent", "y", "a: |\n  x\n y\nb: 1\n"),
    ("missing-colon", "foo", "a: b\nfoo\nc: d\n"),
    ("directive", "%YAML 1.1 x", "%YAML 1.1 x\n---\na: 1\n"),
    ("bad-key", "true", "true: x\n"),
    ("bad-key", ":", "{: x}\n"),
    ("bad-key", "{ x }", "a: {{ x }}\n"),
    ("bad-key", "*a", "{b: &a c, *a : d}\n"),
    ("bad-number", "2.0", "2.0: x\n"),
    ("long-number", "1234567890123456789", "a: 1234567890123456789\n"),
]


@pytest.mark.parametrize(("code", "underlined", "text"), FAULTS)
def test_faults_have_their_code_and_place(code: str, underlined: str, text: str) -> None:
    node, faults = read(text)
    assert node is None
    assert [(f.code, f.span.text if f.span else None) for f in faults] == [(code, underlined)]


@pytest.mark.parametrize(("code", "underlined", "text"), FAULTS)
def test_messages_keep_the_house_style(code: str, underlined: str, text: str) -> None:
    for fault in read(text)[1]:
        for words in (fault.message, fault.help, *fault.notes, *(label.text for label in fault.labels)):
            assert not words.endswith(".")
            assert words[:1] in "`<" or not words[:1].isupper()
            assert not re.search(r"block end|scalar|token|simple key|mapping values", words)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("when: a ? b : c\n", "write `if a then b else c`"),
        ("label: Move: 2\n", 'put the whole value in quotes: `label: "Move: 2"`'),
        ("when: 'gold' in hand\n", "put the whole value in quotes: `when: \"'gold' in hand\"`"),
        ('when: "gold" in hand\n', "put the whole value in quotes: `when: '\"gold\" in hand'`"),
        ("{a: max(1, b(2, 3)), c: 3}\n", "write it in block form, with `a: max(1, b(2, 3))` on a line of its own"),
        ("name:Pig\n", "write `name: Pig`"),
        ("when: !done\n", "for a negation write `not done`; for text, put the value in quotes"),
        ("a: 010\n", 'write `10`, or `"010"` if it is text'),
        ("a: 0x1f\n", 'write `31`, or `"0x1f"` if it is text'),
        ("a: -1_000\n", 'write `-1000`, or `"-1_000"` if it is text'),
        ("a: 1.5e3\n", 'write `"1.5e3"` if it is text'),
        ("a: 1e3\n", 'write `1000`, or `"1e3"` if it is text'),
        ("a: .nan\n", 'write `".nan"` if it is text'),
    ],
)  # fmt: skip
def test_help_proposes_the_repair(text: str, hint: str) -> None:
    assert [fault.help for fault in read(text)[1]] == [hint]


def test_second_places_are_labelled() -> None:
    _, [twice] = read("players:\n  min: 2\n  max: 5\n  min: 3\n")
    assert twice.span is not None
    assert (twice.span.line, [label.span.line for label in twice.labels]) == (4, [2])
    _, [comma] = read("{a: max(1, 2)}\n")
    assert [label.span.text for label in comma.labels] == ["("]


def test_number_lookalikes_are_all_refused() -> None:
    words = [
        "010",
        "0o7",
        "0x1f",
        "0b1",
        "1_000",
        "1e3",
        "2.0",
        "-2.5",
        ".5",
        "5.",
        ".nan",
        ".inf",
        "-.inf",
        "00",
        "08",
    ]
    _, faults = read("".join(f"k{i}: {word}\n" for i, word in enumerate(words)))
    assert [f.span.text for f in faults if f.code == "bad-number" and f.span] == words


def test_absurd_numbers_are_refused_without_counting_them_out() -> None:
    for word in ("0x" + "f" * 9000, "9" * 9000, "0" * 9000, "1e99999999", "1_" * 5000 + "1"):
        assert read(f"a: {word}\n")[1][0].code in ("bad-number", "long-number")


def test_faults_of_a_file_come_together() -> None:
    _, faults = read("a: 010\nb: !x\nc: {d: max(1, 2)}\na: *e\n")
    assert {f.code for f in faults} == {"bad-number", "yaml-tag", "flow-comma", "unknown-alias", "duplicate-key"}


def test_faults_before_a_syntax_error_are_kept_and_those_after_it_dropped() -> None:
    _, faults = read("a: 010\nb: c\nd: {e: f,\ng: 010,\nh: i\n")
    assert [f.code for f in faults] == ["bad-number", "unclosed-bracket"]


def test_one_mistake_gives_one_fault() -> None:
    """A cut expression must not also be told as a duplicate or as what the parser made of its rest."""
    _, faults = read("{a: max(1, 2), b: max(3, 2)}\n")
    assert [f.code for f in faults] == ["flow-comma", "flow-comma"]
    _, faults = read("{a: max(1, 010, b:2), c: 3}\n")
    assert [f.code for f in faults] == ["flow-comma"]
    _, faults = read("a: 1\nwhen: (b == #red\n  and c)\n")
    assert [f.code for f in faults] == ["comment-cut"]


def test_harmless_yaml_is_left_alone() -> None:
    good("a: b\t# tab before a comment\nc:\td\n")
    good('about: "tab\n\tin quotes"\nx: |\n  a\n  \tb\n')
    good("url: http://x.y/z\nxs: [http://x.y, 12:30]\n")
    good("about: 10\u00a0km, “so”\nnext: a)\n")
    good("a: {when: f(x) and (y), b: c}\n")
    good("a: 50% # share\nb: why not # text\n")
    good("a: &a [1]\nb: [*a, *a]\n")
    good("---\na: b\n...\n")


def test_an_unused_anchor_is_a_warning() -> None:
    node, [warning] = read("when: &ready and done\n")
    assert node is not None
    assert (warning.code, warning.severity) == ("unused-anchor", "warning")


def test_lists_on_request() -> None:
    node, faults = read("- a\n- b\n", top="list")
    assert (node and plain(node), faults) == (["a", "b"], [])
    assert read("a: 1\n", top="list")[1][0].code == "not-a-list"


def test_aliases_are_shared_and_counted() -> None:
    node = good("a: &a [1]\nb: *a\n")
    assert node.get("a") is node.get("b")
    levels = [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 30)]
    _, faults = read("a0: &a0 [x]\n" + "".join(levels))
    assert [f.code for f in faults] == ["too-many-aliases"]
    assert not read("a: &a [1]\nb: [" + "*a, " * 4999 + "*a]\n")[1]


def test_aliases_do_not_hide_depth() -> None:
    chain = "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 80))
    assert [f.code for f in read("a0: &a0 [x]\n" + chain)[1]] == ["deep-nesting"]


def test_sixty_four_levels_are_enough_and_allowed() -> None:
    good("a: " + "[" * 63 + "]" * 63)
    assert read("a: " + "[" * 64 + "]" * 64)[1][0].code == "deep-nesting"


@pytest.mark.parametrize(
    "text", ["[" * 50000, "{a: " * 50000, "- " * 50000, "k:\n" + "  - a:b\n" * 30000, "a: (" * 50000]
)
def test_huge_nonsense_is_refused(text: str) -> None:
    assert read(text)[1]


def test_the_slow_parser_is_not_stopped_by_innocent_tabs() -> None:
    _, faults = read("a:\tb\nc: 'd' e\n")
    assert [(f.code, f.span.line if f.span else 0) for f in faults] == [("needs-quotes", 2)]


# Fuzz: only diagnostics may come out, with places inside the file


def sound(text: str) -> None:
    bag = Bag()
    node = read_yaml(Source("x", text), bag)
    assert (node is None) == bag.failed
    for fault in bag.items:
        assert fault.span is not None
        for span in (fault.span, *(label.span for label in fault.labels)):
            assert 0 <= span.start <= span.end <= len(text)
    if node is not None:
        assert not FORBIDDEN.search(text, 1)


PIECES = ["a", "b: ", ": ", "- ", "\n", "  ", "\t", "#", " #", "'", '"', "[", "]", "{", "}", ",", "!", "&a ", "*a", "|",
          ">\n", "? ", "%", "@", "\u00a0", "\r\n", "\\", "---\n", "...\n", "<<: ", "é🎲", "0x1", "\ufeff", "\x85",
          "\ud800", "(", ")", "a:b"]  # fmt: skip


@given(st.text(max_size=60))
def test_random_text_gives_only_diagnostics(text: str) -> None:
    sound(text)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_random_yaml_gives_only_diagnostics(text: str) -> None:
    sound(text)


@given(st.sampled_from([f[2] for f in FAULTS]), st.integers(0, 80), st.integers(0, 3), st.sampled_from(["", *PIECES]))
def test_mutated_yaml_gives_only_diagnostics(text: str, at: int, cut: int, piece: str) -> None:
    sound(text[:at] + piece + text[at + cut :])
