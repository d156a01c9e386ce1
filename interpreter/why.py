"""
Why not: which guard refuses an option, with the values it saw. Works on the decision at hand, on demand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .expr.typed import AttrRef, Built, CallFn, FieldRef, Local, QueryT, T, Var, free_locals, trees
from .located import whole_number
from .runtime import Fault
from .source import Span
from .types import Maybe, Member, Seq, Type

if TYPE_CHECKING:
    from .state import State
    from .steps.decisions import Entry


@dataclass(frozen=True, slots=True)
class Refusal:
    """A guard that refuses: its text and place, the values in it, and which guard it is (`when`, `where`, ...)."""

    guard: str
    text: str
    span: Span
    values: dict[str, str]

    def __str__(self) -> str:
        values = ", ".join(f"{k} is {v}" for k, v in self.values.items())
        return f"{self.text}" + (f" ({values})" if values else "")


def why_not(s: State, text: str) -> list[Refusal]:
    """The guards that refuse what `text` names; [] when it is offered or nothing is known of it."""
    from .labels import option_labels

    asked = s.program.decisions[s.pc]
    if text in option_labels(s):
        return []
    words = text.split()
    found: list[Refusal] = []
    for entry in asked.entries:
        mine = words[1:] if entry.word and words and words[0] == entry.word else words
        named = entry.word and words and words[0] == entry.word
        if asked.kind in ("menu", "may") and len(asked.entries) > 1 and not named:
            continue
        try:
            found += _entry(s, entry, mine)
        except (Fault, TypeError, KeyError, IndexError, ValueError, ZeroDivisionError):
            continue  # the text names values for which the guards themselves make no sense
        if found:
            break
    return found


def asked_elsewhere(s: State, text: str) -> tuple[str, list[Refusal]] | None:
    """
    Where else an option of this word is asked for, and what would refuse it as things stand now.

    A decision without any option is passed over, and whoever waited for it wants to know why.
    """
    first, *rest = text.split() or [""]
    places: list[tuple[str, list[Refusal]]] = []
    for number, asked in s.program.decisions.items():
        for entry in asked.entries:
            if entry.word == first and number != s.pc and entry.by is None:
                places.append((asked.address, _refusals(s, entry, rest)))
    return min(places, key=lambda place: not place[1], default=None)


def _refusals(s: State, entry: Entry, words: list[str]) -> list[Refusal]:
    """What refuses an entry of another decision, if that hangs on no name which is bound on the way there."""
    asked = [entry.when, *(n.domain for n in entry.names)]
    if any(free_locals(value) - {n.var for n in entry.names} for value in asked if value is not None):
        return []
    try:
        return _entry(s, entry, words)
    except (Fault, TypeError, KeyError, IndexError, ValueError, ZeroDivisionError):
        return []


def nothing_left(s: State, address: str) -> list[str]:
    """
    What keeps each option of a decision that has none from being one.

    Without values: this is told to everybody, and what a player holds may stand in a guard.
    """
    asked = [d for d in s.program.decisions.values() if d.address == address]
    lines = []
    for entry in asked[0].entries[:SHOWN] if len(asked) == 1 else ():
        word = entry.word or address
        ways = [WAYS.get(r.guard, WAYS["when"]).format(r.guard, r.text) for r in _refusals(s, entry, [])[:1]]
        lines += [f"`{word}` is not possible: {way}" for way in ways]
    return lines


SHOWN = 12
WAYS = {
    "choose": "nothing to choose in `{1}`",
    "when": "not `{1}`",
    "keep": "not enough to choose from with `{0}: {1}`",
    "leaving": "no way leaves `{1}`",
}
"""How it is said that a guard lets nothing through."""


def _entry(s: State, entry: Entry, words: list[str]) -> list[Refusal]:
    if entry.when is not None and not _value(s, entry.when, {}):
        return [_refusal(s, "when", entry.when, {})]
    env: dict[Var, Any] = {}
    for i, n in enumerate(entry.names):
        word = _word_for(words, n.var.name, i, len(entry.names))
        type = n.var.type.item if entry.count is not None and isinstance(n.var.type, Seq) else n.var.type
        value = _parse(s, type, word) if word is not None else None
        if value is None:
            if word is None and not list(_value(s, n.domain, env)):
                return [_refusal(s, "choose", n.domain, env, {f"the list for {n.var.name}": "empty"})]
            break  # later domains may depend on this name
        refusal = _domain(s, n.domain, type, value, env, n.var.name)
        if refusal is not None:
            return [refusal]
        env[n.var] = value
    for guard, test in (("keep", entry.keep), ("leaving", entry.leaving)):
        if test is not None and guard == "leaving" and len(env) == len(entry.names):
            return [_refusal(s, guard, test, env)]
        if test is not None and guard == "keep":
            return [_refusal(s, guard, test, {})]
    return []


def _word_for(words: list[str], name: str, i: int, n: int) -> str | None:
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key == name:
            return value
    plain = [w for w in words if "=" not in w]
    if len(plain) == n or (n == 1 and plain):
        return plain[i]
    return plain[i] if i < len(plain) and not any("=" in w for w in words) else None


def _parse(s: State, type: Type, word: str) -> Any:
    """The value that a word names; None when it names none."""
    if isinstance(type, Maybe):
        type = type.item
    if isinstance(type, Member):
        return s.program.layout.members[type.name].index.get(word)
    number = whole_number(word)
    return number if number is not None else {"true": True, "false": False}.get(word)


def _domain(s: State, domain: T, type: Type, value: Any, env: dict[Var, Any], name: str) -> Refusal | None:
    """Why a value is not in a domain: the filter that refuses it, or the list it is not in."""
    if isinstance(domain, QueryT) and len(domain.loops) == 1 and domain.where is not None:
        loop = domain.loops[0]
        inside = list(_value(s, loop.domain, env))
        looks = s.program.layout.label(type, value)
        like = [(i, v) for i, v in enumerate(inside, 1) if s.program.layout.label(type, v) == looks]
        if like and isinstance(domain.result, Local) and domain.result.var is loop.var:
            tried = [{**env, loop.var: v, **({loop.index: i} if loop.index else {})} for i, v in like]
            if not any(_value(s, domain.where, inner) for inner in tried):
                return _refusal(s, "where", domain.where, tried[0])
            return None
        if not like:
            return _refusal(s, "choose", domain, env, {name: looks})
    inside = list(_value(s, domain, env))
    looks = s.program.layout.label(type, value)
    if all(s.program.layout.label(type, v) != looks for v in inside):
        return _refusal(s, "choose", domain, env, {name: looks})
    return None


def _value(s: State, value: T, env: dict[Var, Any]) -> Any:
    from .program import evaluate

    slots = s.program.var_slots
    full = {var: s.L[slots[var]] for var in free_locals(value) if var not in env and var in slots}
    full.update(env)
    return evaluate(s.program.code, value, s, full)


def _refusal(s: State, guard: str, test: T, env: dict[Var, Any], values: dict[str, str] | None = None) -> Refusal:
    """A guard with the values of the names, fields and calls in it."""
    found: dict[str, str] = dict(values or {})
    bound = {t.var for t in trees(test) if isinstance(t, Local)} - free_locals(test)
    for t in trees(test):
        if isinstance(t, (FieldRef, CallFn, AttrRef)) or (isinstance(t, Built) and t.name in ("count", "size", "sum")):
            pass
        elif not isinstance(t, Local):
            continue
        if any(isinstance(x, Local) and x.var in bound and x.var not in env for x in trees(t)):
            continue
        text = " ".join(t.span.text.split())
        if text and text not in found and len(found) < 6:
            found[text] = s.program.layout.label(t.type, _value(s, t, env))
    return Refusal(guard, " ".join(test.span.text.split()), test.span, found)
