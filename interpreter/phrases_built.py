"""
Phrases of the built-in functions: one table for values, and one function for what is asked.
"""

from __future__ import annotations

import re

from .english import article, listed, plural, words
from .expr.typed import Built, CostFn, Local, QueryT, T, ZoneRef, origin
from .phrases import COUNTED, Phrases
from .phrases_names import NOBODY, Unclear
from .types import Seq

SAID = {
    "min": "the smallest of {}", "max": "the largest of {}", "sum": "the total of {}",
    "distinct": "the different values of {}", "sorted": "{}, sorted", "reversed": "{}, in the opposite order",
    "top": "the top of {}", "bottom": "the bottom of {}", "the": "the one in {}",
    "seats_from": "the players in turn order from {}", "ahead": "the place {1} on from {0}",
    "neighbours": "the places next to {}", "reachable": "the places {1} steps on from {0}",
    "distance": "the distance from {} to {}", "without": "{} without {}", "rest": "{0} after the first {1}",
    "edge_to": "the edge at which {} meets {}", "open_ends": "the open ends of {}", "position": "the position of {}",
    "beside": "the tiles beside {}", "meets": "what {} would meet at {} (turned {})",
}  # fmt: skip


def said(p: Phrases, t: Built) -> str:
    """A call that gives a value."""
    args = t.args
    if t.name in ("first", "last"):
        return _first(p, t)
    if t.name in ("size", "count"):
        return f"the number of {_bare(_many(p, args[0]), p.noun(args[0].type))}"
    if t.name in ("min", "max") and len(args) == 2:
        word = "smaller" if t.name == "min" else "larger"
        return f"the {word} of {p.inner(args[0])} and {p.inner(args[1])}"
    if t.name in ("min", "max") and len(args) > 2:
        return SAID[t.name].format(listed([p.say(a) for a in args]))
    if t.name == "the" and isinstance(args[0], QueryT):
        return f"the only {_without_article(p.single(args[0]))}"
    if t.name == "lines" and t.board is not None:
        return f"the straight rows of {p.say(args[0])} on the {words(t.board.name)}"
    if t.name == "spots" and t.board is not None:
        return f"the free cells beside the tiles on the {words(t.board.name)}"
    if t.name in ("distance", "cluster") and isinstance(args[-1], CostFn):
        return _with_cost(p, t)
    if t.name not in SAID or (t.name == "position" and len(args) > 1):
        raise Unclear
    if len(args) == 1:
        return SAID[t.name].format(p.say(args[0]))
    with p.bound(NOBODY):
        return SAID[t.name].format(*(p.say(a) for a in args))


def _with_cost(p: Phrases, t: Built) -> str:
    cost = p.say(t.args[-1])
    if t.name == "cluster":
        return f"the places connected with {p.say(t.args[0])} through places of which each fits: {cost}"
    return f"the cheapest way from {p.say(t.args[0])} to {p.say(t.args[1])} (entering a place costs {cost})"


def _bare(text: str, nouns: str) -> str:
    """`the tiles in ..` and `all tiles` without what stands before the noun."""
    return next((text.removeprefix(start) for start in ("the ", "all ") if text.startswith(start + nouns)), text)


def _first(p: Phrases, t: Built) -> str:
    """So many of a list, or the first of it; where there is no order it does not matter which."""
    source = origin(t.args[0])
    ordered = source is None or source.zone is None or source.zone.ordered or source.zone.kind == "row"
    if len(t.args) == 1:
        return f"the {t.name} of {_many(p, t.args[0])}" if ordered else p.single(t.args[0])
    amount = p.say(t.args[1])
    return f"the {t.name} {amount} of {_many(p, t.args[0])}" if ordered else f"{amount} of {_many(p, t.args[0])}"


def _many(p: Phrases, t: T) -> str:
    """All of a list, with the noun of what is in it."""
    if isinstance(t, QueryT):
        if _of_conditions(t):
            return p._query(
                QueryT(t.type, t.span, Local(t.loops[-1].var.type, t.span, t.loops[-1].var), t.loops, t.where)
            )
        return p.say(t)
    return p.group(t, p.noun(t.type.item)) if isinstance(t.type, Seq) else p.say(t)


def _of_conditions(t: QueryT) -> bool:
    """`any(condition for x in ..)`, which asks for those where the condition holds."""
    return isinstance(t.where, T) and str(t.result.type) == "Bool" and not isinstance(t.result, Local)


def _some(p: Phrases, t: T, amount: str, *, one: bool) -> str:
    """So many of a list: `3 cards in your hand`, `a card whose ..`."""
    if isinstance(t, QueryT) and _of_conditions(t):
        t = QueryT(t.type, t.span, Local(t.loops[-1].var.type, t.span, t.loops[-1].var), t.loops, t.where)
    if isinstance(t, QueryT) and not isinstance(t.result, Local):
        raise Unclear
    rest = p._one(t)
    for start in ("one of ", "a ", "an "):
        if rest.startswith(start):
            rest = rest[len(start) :]
            break
    else:
        raise Unclear
    if start == "one of ":
        return f"{amount} of {rest}"
    noun = p.noun(t.type.item) if isinstance(t.type, Seq) else "value"
    if rest.startswith(noun):
        return f"{amount} {noun if one else plural(noun)}{rest[len(noun) :]}"
    raise Unclear


def counted(p: Phrases, left: Built, op: str, right: T) -> str:
    """`size(..) >= 2` as `there are at least 2 ..`."""
    amount = p.say(right)
    one = amount in ("1", "0") and op != ">"
    if op in ("==", "<=") and amount == "0":
        return f"there is no {_some(p, left.args[0], '', one=True).strip()}"
    if op == ">" and amount == "0":
        return f"there is {article(_some(p, left.args[0], '', one=True).strip())}"
    return f"there {'is' if one else 'are'} {COUNTED[op]} {_some(p, left.args[0], amount, one=one)}"


def asked(p: Phrases, t: Built, yes: bool) -> str:
    """A call that is true or not."""
    no = "" if yes else "not "
    first = t.args[0] if t.args else None
    if t.name in ("any", "empty") and first is not None:
        there = yes if t.name == "any" else not yes
        if isinstance(first, ZoneRef):
            said = p.say(first)
            return f"{said} {p.verb(said, 'is')} {'not ' if there else ''}empty"
        some = _some(p, first, "", one=True).strip()
        if some.startswith("of "):
            return f"there is {'one' if there else 'none'} {some}"
        return f"there is {article(some) if there else f'no {some}'}"
    if t.name == "all" and isinstance(first, QueryT):
        return _all(p, first, yes)
    if t.name == "can_draw" and first is not None:
        return f"{'something' if yes else 'nothing'} can be drawn from {p.say(first)}"
    if t.name == "connected":
        with p.bound(NOBODY):
            return f"{p.say(t.args[0])} is {no}connected with {p.say(t.args[1])}"
    if t.name == "same" and first is not None:
        return f"{p.say(first)} is {no}always the same"
    if t.name == "fits":
        with p.bound(NOBODY):
            tile, cell, turned = (p.say(a) for a in t.args)
        return f"{tile} {'fits' if yes else 'does not fit'} at {cell} (turned {turned})"
    raise Unclear


def _all(p: Phrases, t: QueryT, yes: bool) -> str:
    if isinstance(t.result, Local) or len(t.loops) != 1:
        raise Unclear
    loop = t.loops[0]
    every = p._every(loop, [])
    with p.bound(loop.var):
        where = p._where(t.where) if t.where is not None else ""
        holds = p.holds(t.result)
    said = f"for {every}{where}, {holds}"
    match = re.fullmatch(r"(?:its|their) ([\w ]+?) (is|are) (.*)", holds)
    if match and not re.search(r"\b(its?|they|their)\b", match.group(3)):
        said = f"the {match.group(1)} of {every}{where} {match.group(2)} {match.group(3)}"
    return said if yes else f"it is not so that {said}"


def _without_article(text: str) -> str:
    for start in ("one of ", "a ", "an "):
        if text.startswith(start):
            return text[len(start) :]
    return text
