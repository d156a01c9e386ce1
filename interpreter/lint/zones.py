"""
Zones and fields that nothing comes into, that nobody sees and nothing reads, or that never change.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..checking import Rules
from ..diagnostics import Bag, Label
from ..expr.typed import BoardTiles, FieldRef, T, ZoneRef, origin, trees
from ..model import Field, Zone
from ..steps.base import Step
from ..steps.components import Draw, Move, Shuffle, Swap
from ..steps.values import Set, Show, Transfer
from .formulas import all_trees, steps_of


def check_zones(rules: Rules, bag: Bag) -> None:
    """Report zones and fields whose contents are never there, never used or never other than at the start."""
    steps = steps_of(rules)
    _zones(rules, steps, bag)
    _fields(rules, steps, bag)


# -- zones -------------------------------------------------------------------------------------------


def _zones(rules: Rules, steps: list[Step], bag: Bag) -> None:
    zones = rules.definition.zones
    into, out = set[str](), set[str]()
    for step in steps:
        into |= {zone.name for zone in _into(rules, step)}
        out |= {zone.name for zone in _out_of(rules, step)}
    for zone in zones.values():
        if zone.refill_from:
            into.add(zone.name)
            out.add(zone.refill_from)
    read = _zones_read(rules, steps)
    for zone in zones.values():
        if zone.start is None and zone.name not in into:
            uses = read.get(zone.name, [])
            bag.error(
                "idle-zone", f"nothing ever lies in `{zone.name}`", zone.span,
                labels=[Label(use.span, "used here") for use in uses[:1]],
                help="say what starts in it (`start`), let a step bring something there, or take it out",
            )  # fmt: skip
        elif zone.seen_by == "nobody" and zone.name not in out and zone.name not in read:
            bag.error(
                "never-read", f"what comes into `{zone.name}` is seen by nobody and never used again", zone.span,
                help=f"say who sees it (`seen_by`), or move to `box` and take `{zone.name}` out", severity="note",
            )  # fmt: skip


def _into(rules: Rules, step: Step) -> Iterator[Zone]:
    """The zones that a step may bring something into."""
    if isinstance(step, (Move, Draw)):
        yield from _named(step.to)
    elif isinstance(step, Swap):
        yield from _swapped(rules, step)


def _out_of(rules: Rules, step: Step) -> Iterator[Zone]:
    """The zones that a step may take something from."""
    if isinstance(step, Draw):
        yield from _named(step.source)
    elif isinstance(step, Move):
        yield from _named(step.source) if step.source is not None else _of(rules, step.component)
    elif isinstance(step, Swap):
        yield from _swapped(rules, step)


def _swapped(rules: Rules, step: Swap) -> Iterator[Zone]:
    for value in (step.first, step.second):
        place = origin(value)
        yield from _named(place) if place is not None else _of(rules, step.component)


def _of(rules: Rules, component: str) -> Iterator[Zone]:
    return (zone for zone in rules.definition.zones.values() if zone.of == component)


def _named(value: T) -> Iterator[Zone]:
    if not isinstance(value, BoardTiles):
        yield from (tree.zone for tree in trees(value) if isinstance(tree, ZoneRef) and tree.zone is not None)


def _zones_read(rules: Rules, steps: list[Step]) -> dict[str, list[ZoneRef]]:
    """Where zones are asked for what lies in them; being a goal, or being shuffled, is no question."""
    goals = {id(step.to) for step in steps if isinstance(step, (Move, Draw))}
    goals |= {id(step.zone) for step in steps if isinstance(step, Shuffle)}
    found: dict[str, list[ZoneRef]] = {}
    for tree in all_trees(rules, steps):
        if isinstance(tree, ZoneRef) and tree.zone is not None and id(tree) not in goals:
            found.setdefault(tree.zone.name, []).append(tree)
    for step in steps:
        if isinstance(step, Show) and step.zone.zone is not None:
            found.setdefault(step.zone.zone.name, []).append(step.zone)
    return found


# -- fields ------------------------------------------------------------------------------------------


def _fields(rules: Rules, steps: list[Step], bag: Bag) -> None:
    d = rules.definition
    written: dict[str, list[FieldRef]] = {}
    targets = set[int]()
    for step in steps:
        for target in _targets(step):
            written.setdefault(target.field.name, []).append(target)
            targets.add(id(target))
    read: dict[str, list[FieldRef]] = {}
    for tree in all_trees(rules, steps):
        if isinstance(tree, FieldRef) and id(tree) not in targets:
            read.setdefault(tree.field.name, []).append(tree)
    for field in d.fields.values():
        if field.name in d.signals:
            continue
        if field.name not in written:
            uses = read.get(field.name, [])
            bag.error(
                "never-set", f"`{field.name}` never has another value than at the start", field.span,
                labels=[Label(use.span, "read here") for use in uses[:1]],
                help=f"set it in a step, or make it {_instead(field)}", severity="warning",
            )  # fmt: skip
        elif field.seen_by == "nobody" and field.name not in read:
            bag.error(
                "never-read", f"`{field.name}` is set, but nobody sees it and nothing reads it", field.span,
                labels=[Label(written[field.name][0].span, "set here")], help="read it, show it, or take it out",
            )  # fmt: skip


def _instead(field: Field) -> str:
    return "a parameter or a table" if not field.per else "an attribute (`has`) or a table"


def _targets(step: Step) -> Iterator[FieldRef]:
    if isinstance(step, Set):
        yield step.target
    elif isinstance(step, Transfer):
        yield from (step.source, step.to)
    yield from ()
