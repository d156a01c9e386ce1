"""
Scalars: the plain text of a cell or a YAML value in, its meaning out.

The rules are those of the YAML 1.2 core, for whole numbers only: `true`, `false`, `null` and decimal
integers; everything else is text. What other readers would take for a number (`010`, `0x1f`, `1e3`,
`2.0`) is neither guessed at nor passed on as text: it is refused with the number that was likely meant.
The characters no definition may contain are refused here too, before any parser sees them.
"""

from __future__ import annotations

import re

from .diagnostics import Bag
from .nodes import Scalar
from .source import Source, Span

LONGEST_NUMBER = 18

Value = str | int | bool | None

WORDS: dict[str, Value] = {"": None, "~": None, "null": None, "true": True, "false": False}

WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
LOOKALIKE = re.compile(
    r"""[-+]?(?: 0[0-9]+                                                # 010
               | 0[oO][0-7_]+ | 0[xX][0-9a-fA-F_]+ | 0[bB][01_]+        # other bases
               | [0-9][0-9_]*                                           # 1_000
               | (?: [0-9][0-9_]*\.[0-9_]* | \.[0-9]+ | [0-9]+(?=[eE])) (?: [eE][-+]?[0-9]+ )?
               | \.(?: inf | Inf | INF | nan | NaN | NAN ))""",
    re.VERBOSE,
)

# Spaces that look like a space and are none: YAML takes them for letters.
ODD_SPACES = "\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000"

FORBIDDEN = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    "|\r(?!\n)|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"
)
NAMES = {
    "\0": "a NUL character",
    "\r": "a carriage return without a line feed",
    "\x1b": "an escape character",
    "\x7f": "a delete character",
    "\x85": "a NEL character",
    "\u2028": "a line separator",
    "\u2029": "a paragraph separator",
    "\ufeff": "a byte order mark inside the text",
}


def meaning(text: str, span: Span, bag: Bag) -> Value:
    """The value of unquoted text; a refused number is reported and comes back as text."""
    if text in WORDS:
        return WORDS[text]
    if WHOLE.fullmatch(text):
        if len(text.lstrip("+-")) <= LONGEST_NUMBER:
            return int(text)
        bag.error(
            "long-number",
            f"a number of {len(text.lstrip('+-'))} digits is too long",
            span,
            notes=[f"whole numbers have at most {LONGEST_NUMBER} digits"],
            help="if it is text, put it in quotes",
        )
    elif LOOKALIKE.fullmatch(text):
        _refuse_number(text, span, bag)
    return text


def _refuse_number(text: str, span: Span, bag: Bag) -> None:
    meant = _meant(text)
    quoted = f'`"{text}"`' if len(text) <= 2 * LONGEST_NUMBER else "it in quotes"
    bag.error(
        "bad-number",
        f"`{text[:40]}` is not written as a whole number",
        span,
        notes=["numbers are whole and decimal: 0, 7, 120, -3"],
        help=f"write `{meant}`, or {quoted} if it is text" if meant else f"write {quoted} if it is text",
    )


def _meant(text: str) -> str:
    """The whole number that a look-alike stands for in other readers, if it stands for one."""
    sign = "-" if text[0] == "-" else ""
    digits = text.lstrip("+-").replace("_", "").lower()
    if len(digits) > LONGEST_NUMBER:
        return ""
    for prefix, base in (("0x", 16), ("0o", 8), ("0b", 2)):
        if digits.startswith(prefix) and len(digits) > 2:
            return f"{sign}{int(digits[2:], base)}"
    if digits.isdecimal():
        return f"{sign}{int(digits)}"
    whole = re.fullmatch(r"([0-9]+)(?:\.0*)?(?:e\+?([0-9]))?", digits)
    return f"{sign}{int(whole[1]) * 10 ** int(whole[2] or 0)}" if whole else ""


def as_key(node: Scalar, bag: Bag) -> Scalar | None:
    """A key as text (`+3` is `3`), or None and a fault where it cannot be a key."""
    text, offsets, value = node.text, node.offsets, node.value
    if value is None or isinstance(value, bool):
        message = f"`{text}` is not a key: keys are words or whole numbers" if text else "a key is missing"
        bag.error("bad-key", message, node.span, help=f'put it in quotes: `"{text}"`' if text else "")
        return None
    if "\n" in text:
        bag.error("bad-key", "a key stands on one line", node.span)
        return None
    if isinstance(value, int) and str(value) != text:
        text, offsets = str(value), (*offsets[: len(str(value))], offsets[-1])
    return Scalar(node.span, text, text, node.style, offsets)


def check_characters(source: Source, bag: Bag) -> bool:
    """Report control characters, half characters and those that reorder a line; True if there are none."""
    found = list(FORBIDDEN.finditer(source.text, 1 if source.text.startswith("\ufeff") else 0))
    kinds: dict[str, list[int]] = {}
    for match in found:
        kinds.setdefault(match[0], []).append(match.start())
    for char, places in kinds.items():
        more = len(places) - 1
        report_character(char, Span(source, places[0], places[0] + 1), bag, more)
    return not found


def report_character(char: str, span: Span, bag: Bag, more: int = 0) -> None:
    """Refuse one character of a text, or of a value that an escape made."""
    code = ord(char)
    notes = [f"and {more} more in this file"] if more else []
    if 0xD800 <= code <= 0xDFFF:
        bag.error(
            "lone-surrogate",
            f"half a character (U+{code:04X}) cannot be stored or printed",
            span,
            notes=notes,
            help=r"write the character itself, or its whole code as in `\U0001F3B2`",
        )
        return
    name = NAMES.get(char)
    if name is None:
        turns = 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069
        name = "a character that changes the direction of the text" if turns else "a control character"
    bag.error("control-character", f"{name} (U+{code:04X}) is not allowed", span, notes=notes, help="delete it")
