"""
YAML faults: what a YAML parser complains about, in the words of someone who writes a game.

The parser names the token it stumbled over, often a line too late and never the reason. From its
message and the lines around it, this room tells which of the well-known slips it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import yaml

from .diagnostics import Bag, Diagnostic, Label
from .nodes import Scalar
from .scalars import ODD_SPACES
from .source import Source, Span
from .yaml_traps import GLUED, check_glued, check_tabs, report_glued, report_odd_space

LINE_GLUED = re.compile(rf"[ ]*(?:- +)*({GLUED.pattern})")
LINE_ODD = re.compile(
    rf"[ ]*(?:- *)*(?:([{ODD_SPACES}])|[\w.-]+[ ]*:([{ODD_SPACES}])|[\w.-]+([{ODD_SPACES}])[ {ODD_SPACES}]*:)"
)
ENTRY = re.compile(r"[ ]*(?:- +)*(?:([\w.-]+)[ ]*:[ ]+)?([^\r\n]*?)[ ]*(?=\r?$)")
SECOND_COLON = "a value may not hold a colon and a space: YAML takes it for a second key"
NO_KEY = "a key is missing before the colon"
FOUND = re.compile(r"(?:found|got) (.+)$")


@dataclass(frozen=True, slots=True)
class Complaint:
    """The parser's error: `at` is where it gave up, `since` where the thing it was reading began."""

    source: Source
    problem: str
    context: str
    at: int
    since: int
    last: Scalar | None
    opened: int | None  # the bracket or brace that is open

    @property
    def found(self) -> str:
        """The token that was not expected, without quotes."""
        match = FOUND.search(self.problem)
        return match[1].strip("'\"") if match else ""

    def span(self, start: int, end: int | None = None) -> Span:
        text = self.source.text
        start = min(start, len(text))
        return Span(self.source, start, min(start + 1 if end is None else end, len(text)))

    def line(self, offset: int) -> str:
        return self.source.line(self.source.place(offset)[0])

    def rest(self, offset: int) -> Span:
        """From an offset to the end of its line."""
        column = self.source.place(offset)[1] - 1
        return self.span(offset, offset + max(len(self.line(offset).rstrip()) - column, 1))

    def indent(self, offset: int) -> int:
        line = self.line(offset)
        return len(line) - len(line.lstrip(" "))

    def before(self) -> str:
        """What stands on the line before the place."""
        column = self.source.place(self.at)[1] - 1
        return self.line(self.at)[:column].rstrip()

    def quoted_entry(self) -> str:
        """The entry of the line with its whole value in quotes, as a proposal."""
        entry = ENTRY.match(self.line(self.at))
        key, value = (entry[1], entry[2]) if entry else ("", "")
        value = re.sub(r"\s+#.*$", "", value)
        if not value or len(value) > 60 or ('"' in value and "'" in value) or "\\" in value:
            return "put the whole value in quotes"
        mark = "'" if '"' in value else '"'
        return f"put the whole value in quotes: `{key + ': ' if key else ''}{mark}{value}{mark}`"


def explain(
    error: yaml.YAMLError,
    source: Source,
    *,
    base: int,
    last: Scalar | None,
    opened: int | None,
    free: list[tuple[int, int]],
) -> Diagnostic:
    """
    The diagnostic for a parser's error.

    `base` is added to the parser's offsets, `last` is the scalar read last, `opened` the place of the
    innermost open bracket, and the `free` ranges may hold tabs.
    """
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        start = Span(source, base, base)
        return Diagnostic("yaml-syntax", "this is not YAML", start, notes=(f"the parser says: {error}",))
    at = error.problem_mark.index + base
    since = error.context_mark.index + base if error.context_mark else at
    complaint = Complaint(source, error.problem or "", error.context or "", at, since, last, opened)
    bag = Bag()
    if not _hidden(complaint, free, bag):
        for pattern, tell in RULES:
            if re.search(pattern, f"{complaint.context}; {complaint.problem}"):
                tell(complaint, bag)
                break
    return bag.items[0] if bag.items else _unknown(complaint)


def _unknown(c: Complaint) -> Diagnostic:
    return Diagnostic(
        "yaml-syntax",
        "this is not YAML",
        c.span(c.at),
        notes=(f"the parser says: {c.problem} {c.context}".strip(),),
    )


def _hidden(c: Complaint, free: list[tuple[int, int]], bag: Bag) -> bool:
    """A tab or an odd space on the line, or on the one before, is the reason whatever the parser says."""
    tabs = Bag()
    check_tabs(c.source, free, tabs)
    number = c.source.place(c.at)[0]
    for tab in tabs.items:
        if tab.span and number - 1 <= tab.span.line <= number:
            bag.add(tab)
            return True
    for line in (number - 1, number):
        odd = LINE_ODD.match(c.source.line(line))
        if odd and odd.lastindex:
            return report_odd_space(c.span(c.source.starts[line - 1] + odd.start(odd.lastindex)), bag)
    return False


def _glued_line(c: Complaint, offset: int, bag: Bag) -> bool:
    """`name:Pig` on the line of an offset."""
    number = c.source.place(offset)[0]
    glued = LINE_GLUED.match(c.source.line(number))
    if not glued:
        return False
    start = c.source.starts[number - 1]
    text = c.source.line(number)[glued.start(1) :]
    report_glued(c.span(start + glued.end() - 1), text, bag)
    return True


def second_colon(c: Complaint, bag: Bag) -> None:
    last = c.last
    if last is not None and last.style == "plain" and last.span.line < c.span(c.at).line <= _end_line(last):
        if check_glued(last, bag):
            return
        key = c.line(c.at).strip()
        bag.error(
            "bad-indent",
            f"`{key.split(':')[0]}` is indented under a line that has a value already",
            c.span(c.at - len(c.before().lstrip()), c.at),
            labels=[Label(Span(c.source, last.span.start, c.rest(last.span.start).end), "this value")],
            help="give both lines the same indentation, or remove the value of the upper one",
        )
        return
    help = "write `if a then b else c`" if " ? " in c.line(c.at) else c.quoted_entry()
    bag.error("colon-in-value", SECOND_COLON, c.span(c.at), help=help)


def _end_line(node: Scalar) -> int:
    return node.span.source.place(node.span.end)[0]


def no_colon(c: Complaint, bag: Bag) -> None:
    if _glued_line(c, c.since, bag):
        return
    help = "write a colon and a space after the key; a text that goes on is indented deeper than its key"
    bag.error("missing-colon", "a line without `key: value`", c.rest(c.since), help=help)


def bad_start(c: Complaint, bag: Bag) -> None:
    char = c.source.text[c.at : c.at + 1]
    if char == "\t":
        bag.error("tab", "a tab where a value or a key begins", c.span(c.at), help="use spaces")
        return
    _needs_quotes(c, bag, c.at, f"a value may not begin with {'a backtick' if char == '`' else f'`{char}`'}")


def _needs_quotes(c: Complaint, bag: Bag, at: int, message: str) -> None:
    bag.error("needs-quotes", message, c.span(at), help=c.quoted_entry())


def block_header(c: Complaint, bag: Bag) -> None:
    mark = c.source.text[c.since : c.since + 1]
    _needs_quotes(c, bag, c.since, f"`{mark}` at the start of a value begins a block of text on the next lines")


def anchor_name(c: Complaint, bag: Bag) -> None:
    mark = c.source.text[c.since : c.since + 1]
    what = "an alias" if mark == "*" else "an anchor"
    _needs_quotes(c, bag, c.since, f"`{mark}` at the start of a value begins {what}")


def tag(c: Complaint, bag: Bag) -> None:
    rest = c.rest(c.since)
    word = rest.text.split()[0] if rest.text.split() else "!"
    bag.error(
        "yaml-tag",
        f"`{word[:40]}` is read as a YAML tag, not as part of the value",
        c.span(rest.start, rest.start + len(word)),
        help="for a negation write `not`; for text, put the value in quotes",
    )


def quote_left_open(c: Complaint, bag: Bag) -> None:
    bag.error(
        "unclosed-quote",
        "this quote is never closed",
        c.span(c.since),
        help="close it at the end of the text",
    )


def escape(c: Complaint, bag: Bag) -> None:
    at = c.source.text.rfind("\\", 0, c.at + 1)
    message = "a backslash in double quotes begins an escape, and this is none"
    bag.error("bad-escape", message, c.span(at, at + 2), help="write it twice, or use single quotes")


def list_beside_key(c: Complaint, bag: Bag) -> None:
    help = "put each `- ` on a line of its own; for a negative amount leave out the space"
    bag.error("list-beside-key", "a list may not begin on the line of its key", c.span(c.at), help=help)


def question(c: Complaint, bag: Bag) -> None:
    _needs_quotes(c, bag, c.at, "a value may not begin with `?`")


def after_end(c: Complaint, bag: Bag) -> None:
    """Something follows a value that is already complete."""
    before = c.before()
    if before.endswith(("'", '"')):
        _needs_quotes(c, bag, c.at, "text after a closing quote: the quotes must hold the whole value")
    elif before.endswith(("]", "}")) and c.found in ("]", "}"):
        _stray(c, bag)
    elif before.endswith(("]", "}")) and c.found == ",":
        message, help = "the brackets are closed before this comma", "one pair of brackets must hold all entries"
        bag.error("stray-mark", message, c.span(c.at), help=help)
    elif before.endswith(("]", "}")):
        _needs_quotes(c, bag, c.at, "text after a closing bracket: a value that begins with a bracket ends there")
    elif before.lstrip(" -"):
        _needs_quotes(c, bag, c.at, "the value has ended before this")
    elif c.found in ("]", "}", ","):
        _stray(c, bag)
    elif c.found == ":":
        bag.error("bad-key", NO_KEY, c.span(c.at))
    else:
        bag.error(
            "bad-indent",
            "this line belongs to nothing above it",
            c.rest(c.at),
            help="indent it like the lines it belongs to",
        )


def wrong_entry(c: Complaint, bag: Bag) -> None:
    """An entry that fits no open list or mapping: its indentation, or its kind, is wrong."""
    here, there = c.indent(c.at), c.source.place(c.since)[1] - 1
    if here == there and c.before() == "":
        wanted, got = ("a list entry `- `", "a key") if "collection" in c.context else ("a key", "a list entry")
        bag.error(
            "mixed-entries",
            f"{got} stands where {wanted} was expected",
            c.rest(c.at),
            labels=[Label(c.rest(c.since), "the first entry")],
            help="a value is either a list or a mapping; check the indentation",
        )
        return
    bag.error(
        "bad-indent",
        f"this line is indented by {here}, like no line it could belong to",
        c.rest(c.at),
        labels=[Label(c.rest(c.since), f"entries here are indented by {there}")],
        help="give entries of one list or mapping the same indentation",
    )


def in_braces(c: Complaint, bag: Bag) -> None:
    opened = c.source.text[c.since : c.since + 1]
    closing = "}" if "mapping" in c.context else "]"
    later = c.span(c.at).line > c.span(c.since).line
    before = c.before()
    last = c.last
    swallowed = last is not None and last.style == "plain" and _end_line(last) > last.span.line
    if c.found in ("]", "}"):
        bag.error(
            "wrong-bracket",
            f"`{opened}` is closed by `{c.found}`",
            c.span(c.at),
            labels=[Label(c.span(c.since), "opened here")],
            help=f"close it with `{closing}`",
        )
    elif later and c.indent(c.at) > c.indent(c.since) and c.found in (":", "<scalar>"):
        message = "a comma is missing before this entry"
        bag.error("missing-comma", message, c.span(c.at - len(c.before().lstrip()), c.at + 1))
    elif (c.found == ":" and swallowed) or c.found.startswith("<stream") or c.found.startswith("<doc"):
        _unclosed(c, opened, closing, bag)
    elif c.found == "[" and re.search(r"[\w)\]]$", before):
        message = "square brackets may not stand in a value inside braces or brackets"
        bag.error("flow-bracket", message, c.span(c.at), help="write the entry in block form, on a line of its own")
    elif c.found == ":":
        help = "put the value in quotes; between two entries belongs a comma"
        bag.error("colon-in-value", SECOND_COLON, c.span(c.at), help=help)
    elif before.endswith(("'", '"')):
        _needs_quotes_inside(c, bag, "text after a closing quote: the quotes must hold the whole value")
    elif before.endswith(("]", "}")):
        _needs_quotes_inside(c, bag, "text after a closing bracket: a value that begins with a bracket ends there")
    elif later:
        _unclosed(c, opened, closing, bag)
    else:
        _needs_quotes_inside(c, bag, f"a comma or `{closing}` was expected here")


def _needs_quotes_inside(c: Complaint, bag: Bag, message: str) -> None:
    bag.error("needs-quotes", message, c.span(c.at), help="put the whole value in quotes")


def _unclosed(c: Complaint, opened: str, closing: str, bag: Bag) -> None:
    bag.error(
        "unclosed-bracket",
        f"`{opened}` is never closed",
        c.span(c.since),
        labels=[Label(c.span(c.at), "this is still read as part of it")],
        help=f"close it with `{closing}`",
    )


def no_content(c: Complaint, bag: Bag) -> None:
    if c.found in (",", "]", "}"):
        _stray(c, bag)
    elif c.found == ":":
        bag.error("bad-key", NO_KEY, c.span(c.at))
    elif c.found.startswith("<stream") and c.opened is not None:
        opened = c.source.text[c.opened]
        _unclosed(replace(c, since=c.opened), opened, "}" if opened == "{" else "]", bag)
    elif c.found.startswith("<doc"):
        after_document(c, bag)
    elif c.found.startswith("<"):
        bag.error("yaml-syntax", "a value is missing here", c.span(c.at))
    else:
        _needs_quotes(c, bag, c.at, f"a value may not begin with `{c.found}`")


def _stray(c: Complaint, bag: Bag) -> None:
    what = "a comma with nothing before it" if c.found == "," else f"`{c.found}` closes nothing"
    bag.error("stray-mark", what, c.span(c.at), help="remove it; if it is text, put the value in quotes")


def after_document(c: Complaint, bag: Bag) -> None:
    before = c.before()
    if before.endswith(("'", '"', "]", "}")):
        after_end(c, bag)
    elif c.source.text.startswith("%"):
        directive(c, bag)
    else:
        bag.error(
            "several-documents",
            "the document has ended before this line",
            c.rest(c.at),
            help="remove the `...` above, or indent the line as part of what stands before",
        )


def directive(c: Complaint, bag: Bag) -> None:
    at = c.since if c.source.text[c.since : c.since + 1] == "%" else max(c.source.text.find("%"), 0)
    bag.error("directive", "lines that begin with `%` are not allowed", c.rest(at), help="remove the line")


Rule = tuple[str, Callable[[Complaint, Bag], None]]

# The first pattern found in "context; problem" decides.
RULES: tuple[Rule, ...] = (
    (r"mapping values are not allowed", second_colon),
    (r"could not find expected ':'", no_colon),
    (r"cannot start any token", bad_start),
    (r"scanning a block scalar", block_header),
    (r"scanning an (alias|anchor)", anchor_name),
    (r"scanning a directive|YAML directive|incompatible YAML|duplicate tag handle", directive),
    (r"tag", tag),
    (r"(end of stream|document separator)$", quote_left_open),
    (r"double-quoted scalar", escape),
    (r"sequence entries are not allowed", list_beside_key),
    (r"mapping keys are not allowed", question),
    (r"expected <block end>, but found '(\?|-|<block (mapping|sequence) start>)'", wrong_entry),
    (r"expected <block end>", after_end),
    (r"parsing a flow (mapping|sequence)", in_braces),
    (r"expected the node content", no_content),
    (r"<document start>", after_document),
)
