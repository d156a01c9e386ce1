"""
Naming: the label that a scenario writes in, the option it means out, and whether it could mean any at all.

A label is written with the word of its action or without: `place card=red` and `card=red` are one, wherever that is
clear, since a variant with one action more puts words before labels that had none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .labels import DONE, PASS
from .layout import Layout
from .program import Decision, Program
from .steps.decisions import Entry
from .types import Bool, Int, Maybe, Member, Seq, Type


def meant(asked: Decision, labels: Sequence[str], text: str) -> str | None:
    """The label among those offered that a text means, with its action's word or without; None if it means none."""
    if text in labels:
        return text
    word, _, rest = text.partition(" ")
    if asked.kind in ("menu", "may"):
        same = [label for label in labels if label.partition(" ")[2] == text]
        return same[0] if len(same) == 1 else None
    return rest if rest in labels and word in (asked.entries[0].word, asked.address) else None


def could_be_offered(program: Program, asked: Decision, text: str) -> bool:
    """Whether a text is a label that this decision might have, or begins with the word of an option elsewhere."""
    if text in (PASS, DONE) or _fits(program, asked, text):
        return True
    menus = (d for d in program.decisions.values() if d.kind in ("menu", "may"))
    return any(_entry_fits(program.layout, e, text, with_word=True) for d in menus for e in d.entries)


def words_before(program: Program, asked: Decision, text: str) -> Iterator[str]:
    """The text with a word before it with which it could be a label here."""
    for entry in asked.entries if asked.kind in ("menu", "may") else ():
        if _entry_fits(program.layout, entry, f"{entry.word} {text}", with_word=True):
            yield f"{entry.word} {text}"


def _fits(program: Program, asked: Decision, text: str) -> bool:
    lay = program.layout
    text = re.sub(r" #\d+$", "", text)
    if asked.kind == "chance":
        return asked.type is None or _value_fits(lay, asked.type, text)
    if asked.kind in ("menu", "may"):
        return any(_entry_fits(lay, e, t, with_word=True) for e in asked.entries for t in (text, f"{e.word} {text}"))
    entry = asked.entries[0]
    if asked.kind == "picks":
        type = entry.names[0].var.type
        return _value_fits(lay, type.item if isinstance(type, Seq) else type, text)
    texts = {text, *(text[len(w) + 1 :] for w in (entry.word, asked.address) if w and text.startswith(f"{w} "))}
    return text == (entry.word or asked.address) or any(_entry_fits(lay, entry, t, with_word=False) for t in texts)


def _entry_fits(lay: Layout, entry: Entry, text: str, *, with_word: bool) -> bool:
    """Whether a text has the form of an entry's labels: its word, and a value of the right type for each name."""
    if with_word:
        word, _, text = text.partition(" ")
        if word != entry.word:
            return False
    if entry.count is not None or not entry.names:
        return with_word and text == ""
    names = entry.names
    if len(names) == 1:
        return _value_fits(lay, names[0].var.type, text)
    found = re.fullmatch(" ".join(rf"{n.var.name}=(.*)" for n in names), text)
    return found is not None and all(_value_fits(lay, n.var.type, v) for n, v in zip(names, found.groups()))


def _value_fits(lay: Layout, type: Type, text: str) -> bool:
    """Whether a text is how some value of a type is written, whether it is offered or not."""
    text = re.sub(r" #\d+$", "", text)
    if isinstance(type, Maybe):
        return text == "none" or _value_fits(lay, type.item, text)
    if isinstance(type, Member):
        finite = lay.definition.finites.get(type.name)
        known = lay.members[type.name].names if type.name in lay.members else []
        return text in known or finite is None or text in finite.names  # some are not there with so many players
    if isinstance(type, Int):
        return re.fullmatch(r"-?\d+", text) is not None
    return text in ("true", "false") if isinstance(type, Bool) else True
