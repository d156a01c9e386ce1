"""
Codes: a letter or two for each thing on a map, and the legend that tells them.

A sign that the definition's hints give is used as it is. Codes begin with a capital and depend only on the
definition, as far as it names its things, so they stay the same from screen to screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..types import Maybe, Member, Seq, Type
from .lines import words

if TYPE_CHECKING:
    from ..model import Attribute, Board, Definition
    from .land import Thing
    from .seen import Seen

SHORT = 3  # letters of a sign that is used as a code


class Codes:
    """Codes of the things on one map; `used` are those asked for, with what they mean."""

    def __init__(self, seen: Seen, boards: Iterable[Board]) -> None:
        self.codes: dict[str, str] = {}
        self.used: dict[str, str] = {}
        for board in boards:
            for name in _names(seen.definition, board, seen.kinds_of_place(board)):
                self._code(name)

    def of(self, thing: Thing) -> str:
        """The code of a thing, with its number."""
        digits = "".join(letter for letter in thing.number if letter.isdigit())
        return f"{self.plain(thing)}{digits}" + ("?" if "hidden" in thing.number else "")

    def plain(self, thing: Thing) -> str:
        """The code of a thing, as the legend has it."""
        if thing.kind and thing.sign == thing.name and thing.name.isdigit():
            code, said = f"{thing.kind[0]}{thing.name}", f"{thing.kind.lower()} {thing.name}"
        else:
            drawn = thing.sign != thing.name and thing.kind and len(thing.sign) <= SHORT
            code = thing.sign if drawn else self._code(thing.name)
            said = words(thing.name)
        if code != said:
            self.used[code] = said
        return code

    def legend(self) -> list[str]:
        return [f"{code} {said}" for code, said in self.used.items()]

    def _code(self, name: str) -> str:
        if name not in self.codes:
            taken = set(self.codes.values())
            self.codes[name] = next(code for code in _tries(name) if code not in taken)
        return self.codes[name]


def _tries(name: str) -> Iterator[str]:
    word = words(name).replace(" ", "")
    if not word[:1].isalpha():
        word = "X" + word
    for length in range(1, len(word) + 1):
        yield word[:length].capitalize()
    n = 2
    while True:
        yield f"{word[:1].upper()}{n}"
        n += 1


def _names(definition: Definition, board: Board, kinds: list[str]) -> Iterator[str]:
    """What may lie on a map, as far as the definition names it: printed things first."""
    for kind in kinds if board.tiles else ():
        for attribute in _attributes(definition, kind):
            yield from _of_type(definition, attribute.type, attribute.name, kinds)
    for zone in definition.zones.values():
        if zone.per in kinds:
            yield from _of_type(definition, Member(zone.of), zone.name, kinds)
    for field in definition.fields.values():
        if field.per and field.per[0] in kinds:
            yield from _of_type(definition, field.type, field.name, kinds)


def _attributes(definition: Definition, kind: str) -> Iterable[Attribute]:
    finite = definition.finites.get(kind)
    return finite.attributes.values() if finite else ()


def _of_type(definition: Definition, type: Type, name: str, kinds: list[str]) -> Iterator[str]:
    while isinstance(type, (Maybe, Seq)):
        type = type.item
    if isinstance(type, Member):
        if type.name not in kinds and type.name != "Player":
            finite = definition.finites[type.name]
            yield from finite.names or [row.name for row in finite.rows if row.name]
    elif name not in ("edge", "edges"):
        yield name
