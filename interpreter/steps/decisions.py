"""
Decisions: `choose`, `may`, `one_of`, and the entry that they and the actions of a turn share.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..expr.operators import check_ends
from ..expr.parse import parse_amount
from ..expr.scope import Scope
from ..expr.typed import T, Template, Var, origin
from ..nodes import Mapping, Node, Scalar
from ..source import Span
from ..types import INT, PLAYER, Int, Seq, Unknown
from .base import Step, StepChecker


@dataclass(slots=True, eq=False)
class Name:
    """One name of a `choose`, and what it runs over."""

    var: Var
    domain: T


@dataclass(slots=True, eq=False)
class Count:
    """How many are picked: `low` None is 0, `high` None is all there are."""

    low: T | None
    high: T | None


@dataclass(slots=True, eq=False)
class Entry:
    """The shape of every option: guard, names chosen together, how many, what must hold, and then what is done."""

    word: str
    span: Span
    when: T | None
    names: list[Name]
    count: Count | None
    keep: T | None
    leaving: T | None
    ordered: bool
    do: list[Step]
    prompt: Template | None
    about: str
    by: T | None = None
    secret: bool = False
    leaks: bool = False  # the author says why the options may depend on what the chooser does not see


@dataclass(slots=True, eq=False)
class Choose(Step):
    entry: Entry
    otherwise: list[Step] | None


@dataclass(slots=True, eq=False)
class Menu(Step):
    """`one_of`, and `may` (one entry, and `pass`)."""

    entries: list[Entry]
    by: T | None
    prompt: Template | None
    otherwise: list[Step] | None
    optional: bool


def check_choose(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    names = node.get("choose")
    first = names.keys[0].text if isinstance(names, Mapping) and names.keys else "choose"
    address = c.word(node, first)
    otherwise = c.steps(node.get("otherwise"), Scope(scope)) if "otherwise" in node else None
    goes_on = otherwise is not None and not (otherwise and leaves(otherwise[-1]))
    entry = check_entry(c, node, scope, "", open_names="do" not in node and not goes_on)
    return Choose(node.span, address, entry, otherwise)


def leaves(step: Step) -> bool:
    """Whether nothing after this step is reached, so that no name is missed there."""
    from .control import End, Leave

    return isinstance(step, (Leave, End))


def check_may(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    word = node.get("may")
    text = word.text if isinstance(word, Scalar) else "may"
    address = c.word(node, text)
    entry = check_entry(c, node, scope, text)
    otherwise = c.steps(node.get("otherwise"), Scope(scope)) if "otherwise" in node else None
    return Menu(node.span, address, [entry], entry.by, entry.prompt, otherwise, True)


def check_one_of(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    address = c.word(node, "one_of")
    by = c.value(node, "by", scope, PLAYER)
    entries = menu_entries(c, node, scope)
    otherwise = c.steps(node.get("otherwise"), Scope(scope)) if "otherwise" in node else None
    return Menu(node.span, address, entries, by, c.text(node, "prompt", scope), otherwise, False)


def menu_entries(c: StepChecker, node: Mapping, scope: Scope) -> list[Entry]:
    """The entries of a `one_of`, by word."""
    menu = node.get("one_of")
    if not isinstance(menu, Mapping):
        return []
    return [check_entry(c, value, scope, key.text) for key, value in menu.items() if isinstance(value, Mapping)]


def check_entry(c: StepChecker, node: Mapping, scope: Scope, word: str, *, open_names: bool = False) -> Entry:
    """An entry. Its names are bound in `scope` itself when they stay open, else for its own steps only."""
    by = c.value(node, "by", scope, PLAYER)
    when = c.condition(node, "when", scope)
    inner = scope if open_names else Scope(scope)
    names: list[Name] = []
    chosen = node.get("choose")
    if isinstance(chosen, Mapping):
        for key, value in chosen.items():
            domain = domain_of(c, value, inner)
            item = domain.type.item if isinstance(domain.type, Seq) else domain.type
            names.append(Name(c.x.bind(inner, key.text, item, key.span, origin(domain)), domain))
    c.x.reckon([n.domain for n in names], node.span)
    count = None
    amount = node.get("count")
    if amount is not None:
        count = check_count(c, amount, inner)
        if len(names) != 1:
            c.bag.error("count-names", "`count` goes with exactly one name to choose", amount.span)
        elif not isinstance(names[0].var.type, Unknown):
            names[0].var.type = Seq(names[0].var.type)
    keep = c.condition(node, "keep", inner)
    leaving = c.condition(node, "leaving", inner)
    ordered = node.get("ordered")
    about = node.get("about")
    secret = node.get("secret")
    return Entry(
        word,
        node.span,
        when,
        names,
        count,
        keep,
        leaving,
        isinstance(ordered, Scalar) and ordered.value is True,
        c.steps(node.get("do"), inner),
        c.text(node, "prompt", inner if count is None else scope),
        about.text.strip() if isinstance(about, Scalar) else "",
        by,
        isinstance(secret, Scalar) and secret.value is True,
        "leaks" in node,
    )


def domain_of(c: StepChecker, node: Node, scope: Scope) -> T:
    """What a name is chosen from: a type, a range, a zone, a query."""
    value = c.x.expr(node, scope, None, query=True)
    if isinstance(value.type, (Seq, Unknown)):
        return value
    c.bag.error(
        "wrong-type", f"a list, a zone or a type to choose from is wanted here, found {value.type}", value.span,
        help="write `c in zone where ..`, `1..3` or the name of a type",
    )  # fmt: skip
    value.type = Unknown()
    return value


def check_count(c: StepChecker, node: Node, scope: Scope) -> Count:
    """`any`, `2`, `1..3`, `at least 1`, `at most n`."""
    assert isinstance(node, Scalar)
    amount = parse_amount(node, c.bag)
    if amount is None:
        return Count(None, None)

    with c.x.at(node):
        if amount.low is not None and amount.high is not None:
            low, high = check_ends(c.x, amount.low, amount.high, scope) or (None, None)
        else:
            low, high = (e if e is None else c.x.value(e, scope, INT) for e in (amount.low, amount.high))
    if amount.kind == "exactly":
        high = low
    least, most = _bound(low, 0), _bound(high, 1)
    if most is not None and most < max(least or 0, 0):
        found = f"at least {least} and at most {most} cannot be" if most >= 0 else f"{most} is less than nothing"
        c.bag.error("empty-range", found, node.span)
    return Count(low, high)


def _bound(value: T | None, end: int) -> int | None:
    """The least (0) or most (1) that a number can be, where its type tells."""
    type = value.type if value is not None else None
    return (type.low, type.high)[end] if isinstance(type, Int) else None
