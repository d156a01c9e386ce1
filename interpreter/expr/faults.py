"""
Faults: why a text is not an expression, in the author's words.

The parser stops at a character and knows which terminals it would have taken there; this room
turns that into a code, a plain sentence, a place and a hint. It never shows a name of the grammar.
Here too are the limits that keep a text from being too long or too deep for the rooms behind.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from .tree import Expr, Loop

LONGEST = 10_000  # characters
LEVELS = 64  # brackets, `not`, signs and `if` inside each other
DEPTH = 128  # nodes of a tree above each other; a chain `a + b + c` is one deeper with each sign
DIGITS = 18

WORDS = frozenset({"and", "at", "else", "for", "if", "in", "not", "or", "then", "where"})


@dataclass(slots=True, eq=False)
class Fault(Exception):
    """What is wrong with a text, and at which characters; `other` is a second place to point at."""

    code: str
    message: str
    start: int
    end: int
    label: str = ""
    expected: str = ""
    help: str = ""
    other: tuple[int, int, str] | None = None


def check_levels(text: str) -> None:
    """Refuse a text that is too long or nests too deep, before it costs anything to parse."""
    if len(text) > LONGEST:
        raise Fault("too-long", f"longer than {LONGEST} characters", LONGEST, LONGEST + 1, help=_SPLIT)
    if len(text) <= LEVELS:
        return
    outer: list[tuple[int, int]] = []  # of each open bracket: the level around it, the level just inside
    level = prefixes = 0
    after_value = False
    for start, end, word in tokens(text):
        if word in "([":
            outer.append((level, level + prefixes + 1))
            level, prefixes, after_value = outer[-1][1], 0, False
        elif word in ")]":
            level, prefixes, after_value = outer.pop()[0] if outer else 0, 0, True
        elif word == ",":
            level, prefixes, after_value = outer[-1][1] if outer else 0, 0, False
        elif word == "if":
            level, after_value = level + 1, False
        elif word in ("not", "-") and not after_value:
            prefixes += 1
        else:
            after_value = word[0].isalnum() and word not in WORDS
            prefixes = 0 if after_value else prefixes
        if level + prefixes > LEVELS:
            raise Fault("too-deep", f"more than {LEVELS} levels inside each other", start, end, help=_SPLIT)


def check_depth(text: str, tree: Expr) -> None:
    """Refuse a tree too deep for the recursion of the rooms behind; long chains make such trees."""
    if len(text) <= DEPTH:
        return
    row: list[Expr | Loop] = [tree]
    for _ in range(DEPTH):
        row = [child for node in row for child in _children(node)]
        if not row:
            return
    start, end = row[0].start, row[0].end
    raise Fault("too-deep", f"a chain of more than {DEPTH} parts", start, end, help=_SPLIT)


_SPLIT = "give parts of it names, as `functions`"


def _children(node: Expr | Loop) -> list[Expr | Loop]:
    children: list[Expr | Loop] = []
    for name in type(node).__slots__:
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, (Expr, Loop)):
                children.append(part)
    return children


_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9_]*|[0-9]+|==|!=|<=|>=|//|\.\.|[^ \t\r\n]")


def tokens(text: str) -> list[tuple[int, int, str]]:
    """Start, end and text of each token, as a reader sees them; foreign signs come one by one."""
    return [(m.start(), m.end(), m[0]) for m in _TOKEN.finditer(text)]


def empty(noun: str, length: int) -> Fault:
    return Fault("empty-expression", f"{_A[noun]} is wanted, but nothing is written", 0, length)


def explain(text: str, at: int, accepts: Collection[str], noun: str) -> Fault:
    """Say why the text stops being a `noun` at the character `at`, where the parser takes only `accepts`."""
    before = [t for t in tokens(text) if t[1] <= at]
    here = _TOKEN.match(text, at)
    if here is None:
        return _too_short(text, before, accepts, noun)
    found = here[0]
    return (
        _foreign_operator(text, at, found, noun)
        or _quotes(found, at)
        or _number(text, at, before)
        or _dot(text, at, before)
        or _unknown_character(found, at)
        or _chain(text, at, found, before, accepts)
        or _wrong_bracket(at, found, before)
        or _unexpected(at, found, before, accepts, noun)
    )


# -- the signs of other languages ---------------------------------------------------------------

_FOREIGN = {
    "=": "compare with `==`",
    "===": "compare with `==`",
    "!==": "write `!=`",
    "<>": "write `!=`",
    "=<": "write `<=`",
    "=>": "write `>=`",
    "&": "write `and`",
    "&&": "write `and`",
    "|": "write `or`",
    "||": "write `or`",
    "!": "write `not`",
    "~": "write `not`",
    "/": "write `//`, which divides and rounds down",
    "**": "multiply instead; there are no powers",
    "^": "multiply instead; there are no powers",
    "?": "write `if test then a else b`",
    "+=": "change a field with a `set` step; an expression only asks",
    "-=": "change a field with a `set` step; an expression only asks",
    "*=": "change a field with a `set` step; an expression only asks",
    ":=": "change a field with a `set` step; an expression only asks",
    "...": "write `..`",
    "\u2026": "write `..`",
    "\u2212": "write the minus of the keyboard, `-`",
    "\u2013": "write the minus of the keyboard, `-`",
    "\u2014": "write the minus of the keyboard, `-`",
    "\u00d7": "write `*`",
    "\u00b7": "write `*`",
    "\u22c5": "write `*`",
    "\u00f7": "write `//`, which divides and rounds down",
    "\u2264": "write `<=`",
    "\u2265": "write `>=`",
    "\u2260": "write `!=`",
    "\u2227": "write `and`",
    "\u2228": "write `or`",
    "\u00ac": "write `not`",
    "\u2208": "write `in`",
    "\u2209": "write `not in`",
}
_FOREIGN_IN_TYPE = {
    "?": "write `maybe` before the type",
    "|": "a type is one type only; write `maybe` for none",
}


def _foreign_operator(text: str, at: int, found: str, noun: str) -> Fault | None:
    """The longest foreign sign that covers the character; of `<>` the parser takes `<` and stops later."""
    shortest = len(found) + 1 if found in _SIGNS else 1
    for length in range(3, shortest - 1, -1):
        for start in range(max(0, at - length + 1), at + 1):
            sign = text[start : start + length]
            if sign in _FOREIGN and start + length > at:
                message = f"`{sign}` is not an operator of this language"
                help = _FOREIGN_IN_TYPE.get(sign, "") if noun == "type" else _FOREIGN[sign]
                return Fault("bad-operator", message, start, start + length, help=help)
    return None


def _quotes(found: str, at: int) -> Fault | None:
    if found not in "\"'`\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb":
        return None
    return Fault(
        "quoted-text",
        "an expression has no text in quotes",
        at,
        at + 1,
        help="names and symbols stand without quotes",
    )


def _number(text: str, at: int, before: list[tuple[int, int, str]]) -> Fault | None:
    """`1e3`, `0x1f`, `1_000`, `2.5`, `3rd`: a number that goes on as one."""
    if not before or before[-1][1] != at or not before[-1][2].isdigit():
        return None
    start = before[-1][0]
    rest = re.compile(r"[A-Za-z0-9_]+|\.[0-9]+").match(text, at)
    if rest is None:
        return None
    return bad_number(text[start : rest.end()], start)


def bad_number(number: str, start: int) -> Fault:
    return Fault(
        "bad-number",
        f"`{_cut(number)}` is not a whole number",
        start,
        start + len(number),
        help="numbers are whole and written in digits only, without a leading zero",
    )


def _dot(text: str, at: int, before: list[tuple[int, int, str]]) -> Fault | None:
    if text[at] != "." or text.startswith("..", at):
        return None
    if before and (before[-1][2][0].isalnum() or before[-1][2] in ")]"):
        return Fault("unexpected-token", "a name is missing after the dot", at, at + 1)
    return Fault("unexpected-token", "a value is missing before the dot", at, at + 1)


def _unknown_character(found: str, at: int) -> Fault | None:
    if (found[0].isascii() and found[0].isalnum()) or found in _SIGNS:
        return None
    message = f"`{found}` is not part of this language"
    help = ""
    if not found.isprintable() or found.isspace():
        name = unicodedata.name(found, "control character").lower()
        message = f"an invisible character stands here: U+{ord(found):04X}, {name}"
        help = "delete it"
    elif found == "#":
        help = "names and symbols stand bare"
    elif found == "_":
        help = "a name begins with a letter"
    elif found.isalpha():
        help = "names are written with the letters a to z, digits and `_`"
    return Fault("bad-character", message, at, at + 1, help=help)


_COMPARISONS = frozenset({"==", "!=", "<=", ">=", "<", ">", "in", "not"})
_SIGNS = frozenset({*_COMPARISONS, "..", "+", "-", "*", "//", "%", "(", ")", "[", "]", ",", "."})
_JOINTS = frozenset({"and", "or", "if", "then", "else", "where", "for", ","})


# -- words of the language in the wrong place ---------------------------------------------------


def _chain(
    text: str, at: int, found: str, before: list[tuple[int, int, str]], accepts: Collection[str]
) -> Fault | None:
    """`a < b < c`: a whole comparison is done, `and` could follow, and another comparison does."""
    if found not in _COMPARISONS or "AND" not in accepts or "COMPARE" in accepts:
        return None
    help = "join two comparisons with `and`"
    inside = 0
    for start, end, word in reversed(before):
        inside += (word in ")]") - (word in "([")
        if inside < 0 or (inside == 0 and word in _JOINTS):
            break
        if inside == 0 and word in _COMPARISONS:
            middle = text[end:at].strip()
            sign = "not in" if found == "not" else found
            if len(middle) <= 30:
                help += f": `.. {text[start:end]} {middle} and {middle} {sign} ..`"
            break
    return Fault("chained-comparison", "comparisons cannot be chained", at, at + len(found), help=help)


def _wrong_bracket(at: int, found: str, before: list[tuple[int, int, str]]) -> Fault | None:
    if found not in ")]":
        return None
    opened = _open_brackets(before)
    if not opened:
        return Fault("stray-bracket", f"this `{found}` closes nothing", at, at + 1, help="remove it")
    start, end, bracket = opened[-1]
    if bracket + found in ("()", "[]"):
        return None
    return Fault(
        "wrong-bracket",
        f"`{found}` does not close `{bracket}`",
        at,
        at + 1,
        other=(start, end, f"this `{bracket}` is open"),
    )


def _open_brackets(before: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    opened: list[tuple[int, int, str]] = []
    for token in before:
        if token[2] in "([":
            opened.append(token)
        elif token[2] in ")]" and opened:
            opened.pop()
    return opened


def _too_short(text: str, before: list[tuple[int, int, str]], accepts: Collection[str], noun: str) -> Fault:
    opened = _open_brackets(before)
    if opened and ("RPAR" in accepts or "RSQB" in accepts):
        start, end, bracket = opened[-1]
        return Fault("unclosed-bracket", f"this `{bracket}` is never closed", start, end)
    at = before[-1][1] if before else len(text)
    last = f"after `{_cut(before[-1][2])}`" if before else "before it begins"
    return Fault(
        "unexpected-end",
        f"the {noun} ends {last}, where it must go on",
        at,
        at,
        expected=_expected(accepts, noun),
        help=_IF if "THEN" in accepts or "ELSE" in accepts else "",
        other=_open_if(before, accepts),
    )


OPEN_IF = "this `if` is open"
_IF = "every `if` has a `then` and an `else`"
_OTHER_WORDS = {
    "is": "compare with `==`",
    "equals": "compare with `==`",
    "elif": "write `else if`",
    "elseif": "write `else if`",
    "xor": "compare two Bools with `!=`",
    "mod": "write `%`",
    "div": "write `//`",
    "contains": "write `x in list`",
    "unless": "write `if not`",
    "to": "write a range as `1..3`",
    "of": "write `in` between a name and its list",
}


def _unexpected(at: int, found: str, before: list[tuple[int, int, str]], accepts: Collection[str], noun: str) -> Fault:
    last = before[-1][2] if before else ""
    value_wanted = "INT" in accepts
    help = ""
    if found not in WORDS and found.lower() in WORDS:
        help = f"words of the language are written small: `{found.lower()}`"
    elif noun == "type" and last.lower() in ("list", "maybe") and last not in ("list", "maybe"):
        help = f"write `{'list of' if last.lower() == 'list' else 'maybe'}`"
    elif not value_wanted and found.lower() in _OTHER_WORDS:
        help = _OTHER_WORDS[found.lower()]
    elif value_wanted and found in ("if", "not"):
        help = f"put the `{found} ..` in brackets"
    elif found == "if" and "PLUS" in accepts:
        help = "write `if test then a else b`"
    elif found == "where" and any(word == "where" for _, _, word in before):
        help = "a query has one `where`; join tests with `and`"
    elif found == ".." and "PLUS" in accepts:
        help = "a range has two ends"
    elif found in WORDS - {"and", "or"} and "NAME" in accepts:
        help = f"`{found}` is a word of the language; it can be a name only after a dot"
    elif not value_wanted and last.lower() in ("and", "or", "not", "if") and last not in WORDS:
        help = f"words of the language are written small: `{last.lower()}`"
    elif "THEN" in accepts or "ELSE" in accepts:
        help = _IF
    where = f"cannot follow `{_cut(last)}`" if before else f"cannot begin {_A[noun]}"
    return Fault(
        "unexpected-token",
        f"`{_cut(found)}` {where}",
        at,
        at + len(found),
        expected=_expected(accepts, noun),
        help=help,
        other=_open_since_if(before) if found in ("then", "else") else _open_if(before, accepts),
    )


def _open_since_if(before: list[tuple[int, int, str]]) -> tuple[int, int, str] | None:
    """The bracket that keeps a `then` from its `if`."""
    opened = _open_brackets(before)
    if not opened or any(word == "if" for start, _, word in before if start > opened[-1][0]):
        return None
    start, end, bracket = opened[-1]
    return start, end, f"this `{bracket}` is open"


def _open_if(before: list[tuple[int, int, str]], accepts: Collection[str]) -> tuple[int, int, str] | None:
    """The `if` that still lacks its `then` or its `else`, where only that or an operator could follow."""
    opened: list[tuple[int, int, str]] = []
    for token in before if "THEN" in accepts or "ELSE" in accepts else ():
        if token[2] in ("(", "[", "if"):
            opened.append(token)
        elif token[2] in (")", "]"):
            while opened and opened.pop()[2] == "if":
                pass
        elif token[2] == "else" and opened:
            opened.pop()
    return (*opened[-1][:2], OPEN_IF) if opened and opened[-1][2] == "if" else None


_A = {"expression": "an expression", "amount": "an amount", "type": "a type"}

_PLAIN = {
    "RPAR": "`)`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "EQUALS": "`=` and a default",
    "WHERE": "`where`",
    "FOR": "`for`",
    "THEN": "`then`",
    "ELSE": "`else`",
    "OF": "`of`",
    "LEAST": "`least`",
    "MOST": "`most`",
}


def _expected(accepts: Collection[str], noun: str) -> str:
    """What may stand at a place, in plain words."""
    words: list[str] = []
    if noun == "type" and "LIST" in accepts:
        words.append("a type")
    elif "INT" in accepts:
        words.append("a value" if "NAME" in accepts else "a number")
    elif "NAME" in accepts:
        words.append("a name")
    if "PLUS" in accepts or "AND" in accepts:
        words.append("an operator")
    else:
        words += [f"`{text}`" for name, text in (("IN", "in"), ("AT", "at"), ("DOTDOT", "..")) if name in accepts]
    words += [text for name, text in _PLAIN.items() if name in accepts]
    if "$END" in accepts:
        words.append("the end")
    return ", ".join(words[:-1]) + " or " + words[-1] if len(words) > 1 else "".join(words)


def _cut(text: str, limit: int = 30) -> str:
    return text if len(text) <= limit else text[: limit - 2] + ".."
