"""
Numbers and words: `set`, `transfer`, `roll`, `show`, `note`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..expr.scope import Scope
from ..expr.typed import FieldRef, T, Template, Var, ZoneRef, origin
from ..nodes import Mapping, Scalar
from ..types import INT, PLAYER, Int, Seq, Unknown
from .base import Step, StepChecker


@dataclass(slots=True, eq=False)
class Set(Step):
    target: FieldRef
    value: T


@dataclass(slots=True, eq=False)
class Transfer(Step):
    amount: T
    source: FieldRef
    to: FieldRef
    short: bool


@dataclass(slots=True, eq=False)
class Roll(Step):
    """A die with the numbers from `low` to `high`, or one out of a list, each as likely as the others."""

    var: Var
    low: int
    high: int
    values: T | None = None


@dataclass(slots=True, eq=False)
class Show(Step):
    zone: ZoneRef
    to: T | None


@dataclass(slots=True, eq=False)
class Note(Step):
    text: Template


def check_set(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    lines = node.get("set")
    if not isinstance(lines, Mapping):
        return None
    found: list[Step] = []
    for key, value in lines.items():
        target = c.target(key, scope)
        checked = c.x.expr(value, scope, target.field.type if target else None)
        if target is not None:
            found.append(Set(value.span, c.word(node, target.field.name), target, checked))
    from .control import Block

    return found[0] if len(found) == 1 else Block(node.span, "", found)


def check_transfer(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    address = c.word(node, "transfer")
    amount = c.value(node, "transfer", scope, INT)
    ends = []
    for key in ("from", "to"):
        place = node.get(key)
        target = c.target(place, scope) if place is not None else None
        if target is not None and not isinstance(target.field.type, (Int, Unknown)):
            c.bag.error("wrong-type", f"`{target.field.name}` is no number", target.span)
            target = None
        ends.append(target)
    from .components import is_short

    if amount is None or ends[0] is None or ends[1] is None:
        return None
    return Transfer(node.span, address, amount, ends[0], ends[1], is_short(node))


def check_roll(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    names = node.get("roll")
    if not isinstance(names, Mapping):
        return None
    found: list[Step] = []
    for key, value in names.items():
        type = Int(1, 6)
        text = value.text if isinstance(value, Scalar) else "a list"
        low, _, high = text.partition("..")
        ends = [e.strip() for e in (low, high)]
        digits = all(re.fullmatch(r"-?[0-9]{1,9}", e) for e in ends)
        if digits and int(low) <= int(high) < int(low) + 10_000:
            type = Int(int(low), int(high))
        elif not digits and isinstance(value, Scalar) and not text.isdecimal():
            found.append(_one_of_list(c, node, key, value, scope))
            continue
        else:
            c.bag.error("bad-die", f"`{text}` is no die", value.span, help="write `1..6`, or a list to pick from")
        var = c.x.bind(scope, key.text, type, key.span, None)
        assert type.low is not None
        assert type.high is not None
        found.append(Roll(node.span, c.word(node, key.text), var, type.low, type.high))
    from .control import Block

    return found[0] if len(found) == 1 else Block(node.span, "", found)


def _one_of_list(c: StepChecker, node: Mapping, key: Scalar, value: Scalar, scope: Scope) -> Roll:
    """One out of a list, by chance."""
    values = c.x.expr(value, scope, None, query=True)
    if not isinstance(values.type, (Seq, Unknown)):
        c.bag.error("bad-die", f"{values.type} is no list to pick from", value.span, help="write `1..6`, or a list")
    item = values.type.item if isinstance(values.type, Seq) else Unknown()
    var = c.x.bind(scope, key.text, item, key.span, origin(values))
    return Roll(node.span, c.word(node, key.text), var, 1, 1, values)


def check_show(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    from .components import zone_at

    address = c.word(node, "show")
    zone = zone_at(c, node.get("show"), scope, "")
    to = c.value(node, "to", scope, PLAYER)
    return Show(node.span, address, zone, to) if isinstance(zone, ZoneRef) else None


def check_note(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    text = c.text(node, "note", scope)
    assert text is not None
    return Note(node.span, c.word(node, "note"), text)
