"""
Phrases: typed expressions in, plain English out, in Markdown.

Mechanical on purpose: each kind of tree has its phrase, names are read as words, numbers are those of the
game. Inside `x in .. where ..` the bound name is *it*; one bound further out is *that card*. Where a phrase
would be long or ambiguous the author's own expression is printed in code style instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from .english import PARTICIPLE, article, listed, plural, words, zone_name
from .expr.typed import (
    AllOf,
    AttrRef,
    BoardTiles,
    Built,
    CallFn,
    Const,
    CostFn,
    FieldRef,
    If,
    ListLit,
    Local,
    LoopT,
    Op,
    ParamRef,
    QueryT,
    RowCall,
    Special,
    T,
    TableRef,
    Unwrap,
    ZoneRef,
)
from .markdown import code
from .phrases_names import NOBODY, Names, Unclear
from .types import BOOL, Int, Maybe, Member, Seq
from .types import plain as certain

LONGEST = 230
PLACING = ("at", "in", "on", "by", "of", "from", "to")
ASKING = ("is", "has", "can", "may", "must", "was", "does", "will")
COMPARED = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
COUNTED = {"<": "fewer than", "<=": "at most", ">": "more than", ">=": "at least", "==": "exactly"}
OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "==", "in": "not_in", "not_in": "in"}
SIGNS = {"+": "+", "-": "−", "*": "×"}
NOT_YET = {"last_player": "{} has had a turn yet"}
SPECIALS = {
    "first_player": "the first player",
    "last_player": "the player who took the turn before",
    "round": "the number of the round",
    "ending": "the ending that has come about",
    "ended_by": "the player who brought on the end",
}


SIMPLE = (Const, ParamRef, Local, FieldRef)


class Phrases(Names):
    """
    How expressions are said. `values` has the text of each parameter's value; `you` is whether the player
    who acts is spoken to.
    """

    def __init__(self, values: Mapping[str, str], *, you: bool = True) -> None:
        super().__init__()
        self.values = values
        self.acting = "you" if you else "the player"

    # -- doors -----------------------------------------------------------------------------------

    def value(self, t: T) -> str:
        """A value: a number, a member, a list."""
        return self._guarded(self.say, t)

    def condition(self, t: T) -> str:
        """A sentence that is true or not."""
        return self._guarded(self.holds, t)

    def single(self, t: T) -> str:
        """One of a list: `a tile in the display`."""
        return self._guarded(self._one, t)

    def _guarded(self, phrase: Callable[[T], str], t: T) -> str:
        before = list(self.stack)
        try:
            text = phrase(t)
        except Unclear:
            text = ""
        self.stack = before
        return text if text and len(text) <= LONGEST else code(t.span.text)

    # -- values ----------------------------------------------------------------------------------

    def say(self, t: T) -> str:
        if certain(t.type) == BOOL and not isinstance(t, (Const, ParamRef, Unwrap)):
            return f"whether {self.holds(t)}"
        handler = _SAID.get(type(t))
        if handler is None:
            raise Unclear
        text: str = handler(self, t)
        return text

    def _const(self, t: Const) -> str:
        if t.value is None:
            return "none"
        if isinstance(t.value, bool):
            return "yes" if t.value else "no"
        type = certain(t.type)
        if isinstance(type, Member) and type.name == "Player":
            return f"player {t.value}"
        return words(t.value) if isinstance(t.value, str) else str(t.value)

    def _param(self, t: ParamRef) -> str:
        return f"{words(t.parameter.name)} ({self.values.get(t.parameter.name, '?')})"

    def _special(self, t: Special) -> str:
        return self.acting if t.name == "player" else SPECIALS.get(t.name, words(t.name))

    def _field(self, t: FieldRef) -> str:
        name = words(t.field.name)
        if t.field.name in PLACING and isinstance(certain(t.field.type), Member):
            name = self.noun(t.field.type)
        elif PARTICIPLE.search(name) and isinstance(t.field.type, Int):
            name = f"number {name}"
        return self._of(name, t.args)

    def _of(self, name: str, args: tuple[T, ...]) -> str:
        """A named thing of its first owner, and what else it depends on."""
        if not args:
            return f"the {name}"
        return self.owned(self.say(args[0]), name) + self._rest(args)

    def _rest(self, args: tuple[T, ...]) -> str:
        """What a named thing depends on besides its owner, in brackets; no *it* there, since it is not the owner."""
        if len(args) < 2:
            return ""
        with self.bound(NOBODY):
            return f" ({', '.join(self.say(a) for a in args[1:])})"

    def _zone(self, t: ZoneRef) -> str:
        if t.zone is None:
            return "the box"
        return self._of(zone_name(t.zone), () if t.owner is None else (t.owner,))

    def _tiles(self, t: BoardTiles) -> str:
        noun = words(t.parts.name if t.parts else t.board.tiles)
        return f"the {plural(noun)} on the {words(t.board.name)}"

    def _attribute(self, t: AttrRef) -> str:
        base = self.say(t.base)
        if t.finite.kind == "player" and t.attribute in ("next", "previous"):
            side = "left" if t.attribute == "next" else "right"
            return f"the player to your {side}" if base == "you" else f"the player to the {side} of {base}"
        if t.finite.kind == "player" and t.attribute == "others":
            return "the other players" if base == "you" else f"the players other than {base}"
        return self.owned(base, "seat number" if t.attribute == "seat" else words(t.attribute))

    def _table(self, t: TableRef) -> str:
        return f"the {words(t.table.name)} for {self.say(t.index)}"

    def _call(self, t: CallFn) -> str:
        return self._of(words(t.function.name), t.args)

    def _row_call(self, t: RowCall) -> str:
        return self._of(words(t.answer.name), (t.base, *t.args))

    def _op(self, t: Op) -> str:
        a = [self.inner(x, t.op) for x in t.args]
        if t.op in SIGNS and len(a) == 2:
            return f"{a[0]} {SIGNS[t.op]} {a[1]}"
        forms = {
            "//": "{} divided by {} (rounded down)", "%": "the rest of {} divided by {}", "neg": "−{}",
            "concat": "{} and {}", "range": "the numbers from {} to {}",
        }  # fmt: skip
        if t.op not in forms:
            raise Unclear
        return forms[t.op].format(*a)

    def inner(self, t: T, op: str = "") -> str:
        """A part of a sum or the like, in brackets where it has parts itself."""
        said = self.say(t)
        sums = isinstance(t, Op) and t.op in ("+", "-", "*", "//", "%") and not (t.op == op and op in ("+", "*"))
        parts = isinstance(t, Built) and t.name in ("min", "max", "sum", "size", "count") and op != "range"
        return (
            f"({said})" if isinstance(t, If) or (sums and op != "range") or (parts and op in ("*", "//", "%")) else said
        )

    def _if(self, t: If) -> str:
        return f"{self.say(t.yes)} if {self.holds(t.test)}, otherwise {self.say(t.no)}"

    def _list(self, t: ListLit) -> str:
        return listed([self.say(i) for i in t.items]) if t.items else "nothing"

    def _cost(self, t: CostFn) -> str:
        with self.bound(t.var):
            return self.holds(t.body) if t.body.type == BOOL else self.say(t.body)

    # -- lists -----------------------------------------------------------------------------------

    def group(self, domain: T, noun: str) -> str:
        """All of a list: `the tiles in the display`, `your tiles`."""
        many = plural(noun)
        if isinstance(domain, AllOf):
            return f"all {many}"
        if isinstance(domain, Op) and domain.op == "range":
            return self.say(domain)
        said = self.say(domain)
        if isinstance(domain, ZoneRef) and not said.endswith(many):
            return f"the {many} in {said}"
        return said

    def _one(self, t: T) -> str:
        """One of a list; a query is said with its conditions."""
        if isinstance(t, QueryT):
            return self._query(t, self._one_in)
        return self._one_in(t, self.noun(t.type.item) if isinstance(t.type, Seq) else "value")

    def _one_in(self, domain: T, noun: str) -> str:
        if isinstance(domain, AllOf):
            return article(noun)
        if isinstance(domain, Op) and domain.op == "range":
            low, high = (self.say(a) for a in domain.args)
            return f"a number from {low} to {high}"
        said = self.group(domain, noun)
        if said.startswith(f"the {plural(noun)} "):
            return article(noun) + said[4 + len(plural(noun)) :]
        return f"one of {said}"

    def _query(self, t: QueryT, first: Callable[[T, str], str] | None = None) -> str:
        """Everything that a query gives; with `first`, one of it."""
        *outer, last = t.loops
        if any(loop.index for loop in t.loops):
            raise Unclear
        where = t.where
        ends = isinstance(t.result, Local) and t.result.var is last.var
        said = (first or self.group)(last.domain, self.noun(last.var.type)) if not outer else ""
        if outer:
            with self.bound(*[loop.var for loop in outer], NOBODY):
                said = (first or self.group)(last.domain, self.noun(last.var.type))
            said += "".join(f", for {self._every(loop, outer[:n])}" for n, loop in reversed(list(enumerate(outer))))
        with self.bound(*[loop.var for loop in t.loops]):
            if where is not None:
                said += self._where(where)
            if ends:
                return said
            result = self.say(t.result)
        each = self._every(last, outer) if not outer else said
        if where is not None and not outer:
            with self.bound(last.var):
                each += self._where(where)
        match = re.fullmatch(r"(its|their) ([\w ]+)", result)
        if match:
            return f"the {match.group(2)} of {each}"
        with self.bound(*[loop.var for loop in t.loops], NOBODY):
            return f"{self.say(t.result)} for {each}"

    def _every(self, loop: LoopT, outer: list[LoopT]) -> str:
        with self.bound(*[o.var for o in outer]):
            one = self._one_in(loop.domain, self.noun(loop.var.type))
        return re.sub(r"^(an?|one of) ", lambda m: "each of " if m.group(1) == "one of" else "every ", one)

    def _where(self, where: T) -> str:
        said = self.holds(where)
        whose = re.sub(r"^(its|their) ", "whose ", said)
        if whose != said and " and its " not in said and " or " not in said:
            return f" {whose}"
        return f" where {said}"

    # -- conditions ------------------------------------------------------------------------------

    def holds(self, t: T, yes: bool = True) -> str:
        """A condition as a sentence; not `yes`: that it does not hold."""
        if isinstance(t, Unwrap):
            return self.holds(t.base, yes)
        if isinstance(t, Const):
            return "always" if t.value is yes else "never"
        if isinstance(t, Op):
            return self._relation(t, yes)
        if isinstance(t, Built):
            from .phrases_built import asked

            return asked(self, t, yes)
        if isinstance(t, If):
            return f"{self.holds(t.yes, yes)} if {self.holds(t.test)}, otherwise {self.holds(t.no, yes)}"
        if isinstance(t, Special):
            return f"the game is {'' if yes else 'not '}solo"
        if isinstance(t, ParamRef):
            return f"{self._param(t)} is {'on' if yes else 'off'}"
        if isinstance(t, FieldRef):
            return self._is(words(t.field.name), t.args, yes)
        if isinstance(t, AttrRef):
            if t.attribute == "scripted":
                return self._is("scripted", (t.base,), yes)
            subject = self.say(t.base)
            return f"{subject} {self.verb(subject, 'is')} {'' if yes else 'not '}marked “{words(t.attribute)}”"
        if isinstance(t, CallFn):
            return self._is(words(t.function.name), t.args, yes)
        if isinstance(t, RowCall):
            return self._is(words(t.answer.name), (t.base, *t.args), yes)
        if isinstance(t, Local):
            return f"{self.name(t.var)} is {'true' if yes else 'false'}"
        raise Unclear

    def _is(self, name: str, args: tuple[T, ...], yes: bool) -> str:
        """A yes-or-no thing of its owner: `the space is home`, `you have item (gold)`."""
        if not args:
            return f"“{name}” holds" if yes else f"“{name}” does not hold"
        subject = self.say(args[0])
        more = self._rest(args)
        first, _, rest = name.partition(" ")
        if first in ASKING:
            return f"{subject} {self.verb(subject, first)} {'' if yes else 'not '}{rest}{more}".replace("  ", " ")
        if re.search(r"[^s]s$", first):
            return f"{subject} {name}{more}" if yes else f"{subject} does not have “{name}{more}”"
        return f"{subject} {self.verb(subject, 'is')} {'' if yes else 'not '}{name}{more}"

    def _relation(self, t: Op, yes: bool) -> str:
        if t.op == "not":
            return self.holds(t.args[0], not yes)
        if t.op in ("and", "or"):
            word = t.op if yes else {"and": "or", "or": "and"}[t.op]
            parts = []
            for arg in t.args:
                said = self.holds(arg, yes)
                if isinstance(arg, Op) and arg.op in ("and", "or") and arg.op != t.op:
                    said = f"either {said}" if word == "and" else said
                parts.append(said)
            return f"{parts[0]}{',' if word == 'or' else ''} {word} {parts[1]}"
        op = t.op if yes else OPPOSITE.get(t.op, "")
        left, right = t.args
        if isinstance(left, Built) and left.name in ("count", "size") and op in COUNTED and isinstance(right, SIMPLE):
            from .phrases_built import counted

            return counted(self, left, op, right)
        if isinstance(right, Const) and isinstance(right.value, bool) and op in ("==", "!="):
            return self.holds(left, right.value is (op == "=="))
        return self._compared(left, op, right)

    def _compared(self, left: T, op: str, right: T) -> str:
        a, b = self.say(left), self.say(right)
        be = self.verb(a, "is")
        if op in ("==", "!=") and isinstance(right, Const) and right.value is None:
            if isinstance(left, Special):
                somebody = "nobody" if op == "==" else "somebody"
                return NOT_YET.get(left.name, "{} has brought on the end").format(somebody)
            nobody = isinstance(left.type, Maybe) and left.type.item == Member("Player")
            if nobody:
                return f"{a} is {'nobody' if op == '==' else 'somebody'}"
            return f"{a} {be} {'' if op == '==' else 'not '}none"
        if op in COMPARED:
            return f"{a} {be} {COMPARED[op]} {b}"
        if op in ("in", "not_in"):
            return f"{a} {be} {'' if op == 'in' else 'not '}among {b}"
        if op not in ("==", "!="):
            raise Unclear
        return f"{a} {be} {'' if op == '==' else 'not '}{b}"


_SAID: dict[type, Any] = {
    Const: Phrases._const, ParamRef: Phrases._param, Special: Phrases._special, FieldRef: Phrases._field,
    ZoneRef: Phrases._zone, BoardTiles: Phrases._tiles, AttrRef: Phrases._attribute, TableRef: Phrases._table,
    CallFn: Phrases._call, RowCall: Phrases._row_call, Op: Phrases._op, If: Phrases._if, ListLit: Phrases._list,
    CostFn: Phrases._cost, QueryT: Phrases._query, Local: lambda p, t: p.name(t.var),
    Unwrap: lambda p, t: p.say(t.base), AllOf: lambda p, t: f"all {plural(words(t.finite.name))}",
}  # fmt: skip


def _built(p: Phrases, t: T) -> str:
    from .phrases_built import said

    assert isinstance(t, Built)
    return said(p, t)


_SAID[Built] = _built
