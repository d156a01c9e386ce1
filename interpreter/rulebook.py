"""
Rulebook: a checked game in, its rules as Markdown out.

Everything is made from the definition: numbers, costs and guards are those that are played, so that a changed
parameter or a variant changes the text. What an author says of a rule stands first, what exactly is done beneath.
What a variant wrote has its name behind it, and a chapter of its own at the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .english import words
from .game import Game
from .instructions import INNER, Instructions, layers_of, mark, nodes_by_place
from .layout import Layout
from .located import text_of
from .markdown import Document, plain
from .model import Parameter
from .nodes import Mapping as MappingNode
from .nodes import Node
from .overlay import Layers
from .phrases import Phrases
from .types import Bool, Member


def rulebook(game: Game, layers: Layers, players: int | None = None) -> str:
    """
    The rules of a game in Markdown; with `players`, for that number only.

    `game` must be made of the sections of `layers`, so that places in the one are places in the other.
    """
    from . import rulebook_notes, rulebook_rules, rulebook_things

    book = Book(game, layers.sections, players)
    rulebook_things.head(book)
    if layers.variants:
        rulebook_notes.changes(book, layers.stack[0].sections, layers.variants)
    rulebook_things.things(book)
    rulebook_rules.rules(book)
    rulebook_notes.notes(book)
    return book.doc.text()


class Book:
    """What all chapters need: the game, its layout at each number of players, and how things are said."""

    def __init__(self, game: Game, sections: Mapping[str, Node], players: int | None) -> None:
        self.game = game
        self.d = game.definition
        self.rules = game.rules
        self.sections = sections
        self.doc = Document()
        low, high = game.players
        self.counts = list(range(low, high + 1)) if players is None else [players]
        self.layouts: dict[int, Layout] = {n: game.program(n).layout for n in self.counts}
        self.lay = self.layouts[self.counts[-1]]
        values = {name: self.parameter(p) for name, p in self.d.parameters.items()}
        self.you = Phrases(values)
        self.they = Phrases(values, you=False)
        self.steps = Instructions(self.you, nodes_by_place(sections))

    # -- words -----------------------------------------------------------------------------------

    def node(self, section: str, *path: str) -> MappingNode | None:
        """An entry of a section, or something inside it."""
        node = self.sections.get(section)
        for key in path:
            node = node.get(key) if isinstance(node, MappingNode) else None
        return node if isinstance(node, MappingNode) else None

    def about(self, section: str, *path: str) -> str:
        node = self.node(section, *path)
        return plain(text_of(node.get("about"))) if node is not None else ""

    def mark(self, section: str, *path: str, deep: bool = True) -> str:
        """The variants that had a hand in an entry."""
        return mark(layers_of(self.node(section, *path), deep=deep))

    def mark_of(self, keys: Sequence[str], section: str, *path: str) -> str:
        """The variants that wrote these keys of an entry: behind the sentence that says them. Steps have their own."""
        node = self.sections.get(section) if not path else self.node(section, *path)
        found: set[str] = set()
        for key, value in node.items() if isinstance(node, MappingNode) else ():
            if key.text in keys:
                found |= layers_of(key) | (set() if key.text in INNER else layers_of(value, deep=False))
        return mark(found)

    def per_count(self, values: Sequence[object]) -> str:
        """
        A value, or the values by number of players where they differ: `14/13/12 with 2/3/4 players`.
        """
        texts = [str(v) for v in values]
        if len(set(texts)) == 1:
            return texts[0]
        return f"{'/'.join(texts)} with {'/'.join(map(str, self.counts))} players"

    def parameter(self, p: Parameter) -> str:
        return self.per_count([self.value_of(p, n) for n in self.counts])

    def value_of(self, p: Parameter, players: int) -> str:
        value: Any = self.layouts[players].parameters[p.name]
        if isinstance(p.type, Bool):
            return "yes" if value else "no"
        if isinstance(p.type, Member):
            return f"player {value + 1}" if p.type.name == "Player" else words(self.lay.label(p.type, value))
        return str(value)


def people(counts: Sequence[int]) -> str:
    """The numbers of players in words."""
    if len(counts) == 1:
        return f"{counts[0]} player{'' if counts[0] == 1 else 's'}"
    return f"{counts[0]} to {counts[-1]} players"


__all__ = ["Book", "people", "rulebook"]
