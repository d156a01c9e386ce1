"""
Names of the things that phrases speak of: what a bound name is called where it stands, and whose something is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from .english import plural, words
from .expr.typed import Var
from .source import Source, Span
from .types import BOOL, Bool, Cell, Member, Seq, Type
from .types import plain as certain

NOBODY = Var("", BOOL, Span(Source("", ""), 0, 0))
"""On top of the bound names: none of them is *it* now."""


class Unclear(Exception):
    """No good phrase for this; its code says it better."""


class Names:
    """`named` has names that are fixed for a while; `stack` those bound by the queries around, innermost last."""

    def __init__(self) -> None:
        self.named: dict[Var, str] = {}
        self.stack: list[Var] = []

    @contextmanager
    def bound(self, *variables: Var) -> Iterator[None]:
        """The names bound by a query, innermost last."""
        self.stack += variables
        try:
            yield
        finally:
            del self.stack[len(self.stack) - len(variables) :]

    # -- names -----------------------------------------------------------------------------------

    def noun(self, type: Type) -> str:
        type = certain(type)
        if isinstance(type, Member):
            return words(type.name.rpartition(".")[2])
        if isinstance(type, Seq):
            return plural(self.noun(type.item))
        return "cell" if isinstance(type, Cell) else "value" if isinstance(type, Bool) else "number"

    def name(self, var: Var) -> str:
        """What a local name is called at this place."""
        if var in self.named:
            return self.named[var]
        if var not in self.stack:
            return f"*{words(var.name)}*"
        if isinstance(certain(var.type), Seq):
            return f"that {words(var.name)}"
        if var is self.stack[-1]:
            return "they" if self.noun(var.type) == "player" else "it"
        noun = self.noun(var.type)
        alike = [v for v in self.stack if v is not NOBODY and self.noun(v.type) == noun]
        if len(alike) > 2 or f"that {noun}" in self.named.values():
            raise Unclear
        return f"that other {noun}" if len(alike) == 2 and var is alike[1] else f"that {noun}"

    def owned(self, owner: str, name: str) -> str:
        """Something of somebody: `your hand`, `its colour`."""
        pronouns = {"you": "your", "it": "its", "they": "their"}
        if owner in pronouns:
            return f"{pronouns[owner]} {name}"
        if owner.endswith((")", "s")) or re.search(r" (of|in|on|to|from) ", owner) or len(owner) > 40:
            return f"the {name} of {owner}"
        return f"{owner}'s {name}"

    def verb(self, subject: str, word: str) -> str:
        """`is` and `has`, as they go with the subject."""
        head = re.split(r" (?:of|in|on|for|to|from) ", subject)[0]
        many = " " in head and re.search(r"[^s’'\W]s$", head)
        if subject not in ("you", "they") and not many:
            return word
        return {"is": "are", "has": "have", "was": "were", "does": "do", "becomes": "become"}.get(word, word)
