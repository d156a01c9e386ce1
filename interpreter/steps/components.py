"""
Things on the table: `move`, `draw`, `swap`, `flip`, `shuffle`. Components are never made or lost here.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..expr.scope import Scope
from ..expr.typed import BoardTiles, Local, T, Unwrap, ZoneRef, origin
from ..nodes import Mapping, Node, Scalar
from ..types import INT, Cell, Int, Member, Seq, Type, Unknown, plain, widened
from .base import Step, StepChecker

Place = ZoneRef | BoardTiles


@dataclass(slots=True, eq=False)
class Move(Step):
    """`whole`: all of the zone `source`; else the components of `what`, which lie in `source` (None: wherever)."""

    what: T
    whole: bool
    source: ZoneRef | None
    to: Place | T  # a value of type zone chosen by `if .. then .. else ..` stays an expression
    at: str
    cell: T | None
    turned: T | None
    component: str


@dataclass(slots=True, eq=False)
class Draw(Step):
    count: T
    source: ZoneRef
    to: ZoneRef
    short: bool


@dataclass(slots=True, eq=False)
class Swap(Step):
    first: T
    second: T
    component: str


@dataclass(slots=True, eq=False)
class Flip(Step):
    what: T
    side: T | None
    component: str


@dataclass(slots=True, eq=False)
class Shuffle(Step):
    zone: ZoneRef


def component_of(c: StepChecker, value: T) -> str:
    """The component type of a value, a list or a zone; "" after a fault."""
    type: Type = plain(value.type)
    type = plain(type.item) if isinstance(type, Seq) else type
    if isinstance(type, Member) and c.d.finites[type.name].kind == "component":
        return type.name
    if not isinstance(type, Unknown):
        c.bag.error("wrong-type", f"components are wanted here, found {widened(value.type)}", value.span)
    return ""


def zone_at(c: StepChecker, node: Node | None, scope: Scope, component: str) -> ZoneRef | BoardTiles | T | None:
    """The zone named at `node`; `box` is that of the component type."""
    if node is None:
        return None
    if isinstance(node, Scalar) and node.text == "box":
        return ZoneRef(Seq(Member(component)), node.span, None, None, component) if component else None
    value = c.x.expr(node, scope)
    if isinstance(value, ZoneRef):
        if component and value.of and value.of != component:
            c.bag.error("wrong-type", f"this zone holds {value.of}, not {component}", value.span)
            return None
        return value
    if isinstance(value, BoardTiles) and value.parts is None:
        return value
    from ..expr.typed import If

    if isinstance(value, If) and _zones_only(value):
        return value
    if not isinstance(value.type, Unknown):
        c.bag.error("wrong-type", f"a zone is wanted here, found {value.type}", value.span)
    return None


def _zones_only(value: T) -> bool:
    from ..expr.typed import If

    if isinstance(value, If):
        return _zones_only(value.yes) and _zones_only(value.no)
    return isinstance(value, ZoneRef)


def source_of(c: StepChecker, what: T) -> ZoneRef | None:
    """Where what is moved lies: in the zone that its name was bound in, unless it was moved from there."""
    source = origin(what)
    base = what.base if isinstance(what, Unwrap) else what
    if isinstance(base, Local):
        if base.var in c.moved:
            return None
        c.moved.add(base.var)
    return source


def check_move(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    address = c.word(node, "move")
    place = node.get("move")
    assert place is not None
    what = c.x.expr(place, scope, None, query=True)
    component = component_of(c, what)
    what = c.x.need(what, plain(what.type))
    to = zone_at(c, node.get("to"), scope, component)
    given = zone_at(c, node.get("from"), scope, component)
    whole = isinstance(what, ZoneRef)
    source = given if isinstance(given, ZoneRef) else source_of(c, what)
    at, cell = "", None
    where = node.get("at")
    if isinstance(where, Scalar):
        if where.text in ("top", "bottom"):
            at = where.text
        else:
            finite = c.d.finites.get(component)
            cell = c.x.expr(where, scope, Cell(finite.map) if finite else None)
    turned = c.value(node, "turned", scope, INT)
    if not component or to is None:
        return None
    if isinstance(to, BoardTiles) and cell is None:
        c.bag.error("missing-key", "say in which cell the tile comes to lie", node.span, help="add `at: cell`")
        return None
    if source is None and not c.d.finites[component].tracked:
        c.d.finites[component].tracked = True
    return Move(node.span, address, what, whole, source, to, at, cell, turned, component)


def is_short(node: Mapping) -> bool:
    short = node.get("short")
    return isinstance(short, Scalar) and short.text == "allowed"


def check_draw(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    address = c.word(node, "draw")
    count = c.value(node, "draw", scope, Int(0, None))
    source = zone_at(c, node.get("from"), scope, "")
    to = zone_at(c, node.get("to"), scope, source.of if isinstance(source, ZoneRef) else "")
    if not isinstance(source, ZoneRef) or not isinstance(to, ZoneRef) or count is None:
        return None
    if source.zone is not None and source.zone.kind == "row":
        c.bag.error(
            "wrong-zone", f"`{source.zone.name}` is a row; cards are drawn from piles, bags and pools", source.span,
            help="use `move: row.first(n)`",
        )  # fmt: skip
    return Draw(node.span, address, count, source, to, is_short(node))


def check_swap(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    address = c.word(node, "swap")
    first, second = c.value(node, "swap", scope, None), c.value(node, "with", scope, None)
    if first is None or second is None:
        return None
    first, second = c.x.need(first, plain(first.type)), c.x.need(second, plain(second.type))
    component = component_of(c, first)
    other = component_of(c, second)
    if other == "" and not isinstance(second.type, Unknown):
        return None
    if component and other not in (component, ""):
        c.bag.error("wrong-type", f"a {component} can only be swapped with a {component}", second.span)
    for value in (first, second):
        if component and not isinstance(plain(value.type), (Member, Unknown)):
            c.bag.error(
                "wrong-type", f"one {component} is wanted here, found {value.type}", value.span,
                help="write `the(..)` for the only one of a list, or choose one before",
            )  # fmt: skip
            return None
        if component and origin(value) is None:
            c.d.finites[component].tracked = True
    return Swap(node.span, address, first, second, component) if component else None


def check_flip(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    address = c.word(node, "flip")
    what = c.value(node, "flip", scope, None)
    assert what is not None
    component = component_of(c, what)
    if not component:
        return None
    what = c.x.need(what, plain(what.type))
    sides = c.d.finites[component].sides
    if not sides:
        c.bag.error("no-sides", f"{component} has no sides", what.span, help="declare them: `sides: [front, back]`")
        return None
    side = c.value(node, "to", scope, Member(f"{component}.Side"))
    if side is None and len(sides) != 2:
        c.bag.error("missing-key", f"{component} has {len(sides)} sides; say which", node.span, help="add `to: side`")
    return Flip(node.span, address, what, side, component)


def check_shuffle(c: StepChecker, node: Mapping, scope: Scope) -> Step | None:
    address = c.word(node, "shuffle")
    zone = zone_at(c, node.get("shuffle"), scope, "")
    return Shuffle(node.span, address, zone) if isinstance(zone, ZoneRef) else None
