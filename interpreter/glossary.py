"""
Glossary: what a name stands for, for whoever plays: options of the decision at hand, cards and pieces, places, values.

Only what the definition says of everything of that name is told, so nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .english import words
from .types import Bool, Int

if TYPE_CHECKING:
    from .layout import Layout
    from .model import Finite
    from .state import State
    from .steps.decisions import Entry


UNTOLD = ("player", "side", "ending")


def meanings(s: State, text: str) -> list[str]:
    """What a word, or the first word of a label, stands for; a line for each meaning, none if it is not known."""
    lay = s.program.layout
    found: list[str] = []
    for name in dict.fromkeys([text.strip(), *text.replace("=", " ").split()]):
        found += _entries(s, name)
        for finite in lay.definition.finites.values():
            found += _member(lay, finite, name)
        for thing in (lay.definition.zones.get(name), lay.definition.fields.get(name)):
            if thing is not None and thing.about:
                found.append(f"{words(name)}: {_line(thing.about)}")
    return list(dict.fromkeys(found))


def _entries(s: State, name: str) -> Iterator[str]:
    """The options of this word: those asked for now, else those of any decision."""
    decisions = s.program.decisions
    asked = decisions.get(s.pc)
    now = [e for e in asked.entries if e.word == name] if asked is not None else []
    later: list[Entry] = [] if now else [e for d in decisions.values() for e in d.entries if e.word == name]
    for entry in now or later:
        if entry.about:
            yield f"{words(name)}: {_line(entry.about)}"


def _member(lay: Layout, finite: Finite, name: str) -> Iterator[str]:
    if finite.kind in UNTOLD or name not in lay.members[finite.name].names:
        return
    i = lay.members[finite.name].names.index(name)
    row = next((r.about for r in finite.rows if r.name == lay.members[finite.name].rows[i]), "")
    kind = words(finite.name) + (f": {_line(finite.about).split('. ')[0]}" if finite.about and not row else "")
    told = "; ".join(p for p in (_line(row), *_attributes(lay, finite, i)) if p)
    if told or finite.about:
        yield f"{words(name)} ({kind})" + (f": {told}" if told else "")


def _attributes(lay: Layout, finite: Finite, i: int) -> Iterator[str]:
    """What a member has, without what it has not; of one with sides it hangs on the side."""
    for attribute in finite.attributes.values() if not finite.sides else ():
        value = lay.attributes[finite.name, attribute.name][i]
        if isinstance(attribute.type, Bool) and value:
            yield words(attribute.name)
        elif value not in (None, False, 0, ()) or (value == 0 and not isinstance(attribute.type, (Bool, Int))):
            yield f"{words(attribute.name)} {words(lay.label(attribute.type, value))}"


def known_words(s: State) -> list[str]:
    """All that something may be told of."""
    d = s.program.layout.definition
    members = [n for f, m in s.program.layout.members.items() if d.finites[f].kind not in UNTOLD for n in m.names]
    return [*members, *d.zones, *d.fields, *(e.word for a in s.program.decisions.values() for e in a.entries if e.word)]


def _line(about: str) -> str:
    return " ".join(about.split()).rstrip(".")
