"""
Scopes: the local names at a place, and the words that always have a meaning.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..types import BOOL, PLAYER, Int, Maybe, Member, Type
from .typed import Var

SPECIALS: dict[str, Type] = {
    "player": PLAYER,
    "first_player": PLAYER,
    "last_player": Maybe(PLAYER),
    "round": Int(1, None),
    "ending": Maybe(Member("Ending")),
    "ended_by": Maybe(PLAYER),
    "solo": BOOL,
}


class Scope:
    """Local names, innermost first. `player` says whether a seat is acting here."""

    def __init__(self, parent: Scope | None = None, *, player: bool | None = None) -> None:
        self.vars: dict[str, Var] = {}
        self.parent = parent
        self.player: bool = player if player is not None else parent.player if parent else False

    def find(self, name: str) -> Var | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.vars:
                return scope.vars[name]
            scope = scope.parent
        return None

    def names(self) -> Iterator[str]:
        scope: Scope | None = self
        while scope is not None:
            yield from scope.vars
            scope = scope.parent

    def bind(self, var: Var) -> Var:
        self.vars[var.name] = var
        return var
