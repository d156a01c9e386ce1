"""
Matching: what somebody typed in, the options it may mean out.

Labels are written for records (`card=red steps=2`); people type `red 2`, `RED`, `card red`. Values are
taken in the order of the label, the last ones may be left out, names may be given or not, a word may be
cut short. Whole words win over cut ones, whole labels over parts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

Token = tuple[str, str]  # name or "", value


def find(text: str, labels: Sequence[str], *, also: str = "") -> list[int]:
    """
    The options that `text` may mean, best ones only; more than one is for the reader to ask about.

    `also` is a word that may stand in front without being in the labels: the name of the decision.

    >>> find("red 2", ["card=red steps=1", "card=red steps=2", "done"], also="walk")
    [1]
    >>> find("walk red", ["card=red steps=1", "card=red steps=2", "done"], also="walk")
    [0, 1]
    """
    low = text.strip().casefold()
    same = [i for i, label in enumerate(labels) if label.casefold() == low]
    if same:
        exact = [i for i in same if labels[i] == text.strip()]
        return exact or same
    typed = [word for word in re.split(r"[\s,]+", low) if word]
    if not typed:
        return []
    ways = [typed]
    if also and len(typed) > 1 and also.casefold().startswith(typed[0]):
        ways.append(typed[1:])
    found: list[tuple[tuple[int, int], int]] = []
    for i, label in enumerate(labels):
        costs = [cost for way in ways for cost in _costs(way, tokens(label))]
        if costs:
            found.append((min(costs), i))
    if not found:
        return []
    least = min(cut for (cut, _), _ in found)
    near = [(left, i) for (cut, left), i in found if cut == least]
    whole = [i for left, i in near if left == 0]
    return whole if len(whole) == 1 else [i for _, i in near]


def tokens(label: str) -> list[Token]:
    """The parts of a label, lower case; a value of several words stands under its name with each."""
    parts: list[Token] = []
    for word in label.casefold().split():
        name, equals, value = word.partition("=")
        parts.append((name, value) if equals else ("", word))
    return parts


def _costs(typed: list[str], label: list[Token]) -> list[tuple[int, int]]:
    """How far the words are from the label, as (words cut short, parts left out); empty when they do not fit."""
    starts = [0] + ([1] if len(label) > 1 and label[0][0] == "" else [])
    return [cost for start in starts if (cost := _fit(typed, label, start)) is not None]


def _fit(typed: list[str], label: list[Token], at: int) -> tuple[int, int] | None:
    cut = 0
    for n, word in enumerate(typed):
        name, equals, value = word.partition("=")
        if equals:
            jump = _named(name, label, at)
            if jump is None or not _begins(label[jump][1], value):
                return None
            cut += label[jump] != (name, value)
            at = jump + 1
        elif at < len(label) and _begins(label[at][1], word):
            cut += label[at][1] != word
            at += 1
        else:
            jump = _named(word, label, at) if n + 1 < len(typed) else None
            if jump is None:
                return None
            cut += label[jump][0] != word
            at = jump
    return cut, len(label) - at


def _named(name: str, label: list[Token], at: int) -> int | None:
    if not name:
        return None
    return next((i for i in range(at, len(label)) if label[i][0].startswith(name)), None)


def _begins(value: str, word: str) -> bool:
    """Numbers must be whole: `1` is not short for `10`."""
    return value == word or (bool(word) and not word[-1].isdigit() and value.startswith(word))
