"""
A slow and obvious evaluator of typed trees: an oracle for the Python that the compiler makes of them.

It walks a tree and does what each node says, in order, with nothing folded, inlined or looked up beforehand.
Lists are tuples; whatever cannot be computed is an `EvalFault`. Tile maps are not covered: `Uncovered`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from interpreter import State
from interpreter.expr.typed import (
    AllOf,
    AttrRef,
    Body,
    Built,
    CallFn,
    Const,
    CostFn,
    FieldRef,
    If,
    ListLit,
    Local,
    Op,
    ParamRef,
    QueryT,
    RowCall,
    Special,
    T,
    TableRef,
    Unwrap,
    Var,
    ZoneRef,
    origin,
    trees,
)
from interpreter.graph import StaticMap
from interpreter.layout import ENDED_SLOT, ENDING_SLOT, LAST_SLOT, PLAYER_SLOT, ROUND_SLOT
from interpreter.types import Int, Member, Seq, Type, plain

Env = Mapping[Var, Any]
SPECIAL = {
    "player": PLAYER_SLOT, "last_player": LAST_SLOT, "round": ROUND_SLOT, "ending": ENDING_SLOT, "ended_by": ENDED_SLOT,
}  # fmt: skip


class EvalFault(Exception):
    """What a rule error is in play."""


class Uncovered(Exception):
    """This evaluator does not know how."""


def evaluate(state: State, tree: T, env: Env | None = None, *, lazy: bool = True) -> Any:
    """The value of a tree in a state, local names as given."""
    return Evaluator(state, lazy=lazy).value(tree, env or {})


class Evaluator:
    """
    `lazy`: what is only counted is not computed, nor what nothing is compared with, so a fault in it does not show.

    The compiler may do it either way; where nothing is at fault there is no difference.
    """

    def __init__(self, state: State, *, lazy: bool = True) -> None:
        self.lazy = lazy
        self.s = state
        self.lay = state.program.layout

    def value(self, t: T, env: Env) -> Any:
        match t:
            case Const(value=str() as name):
                return self.lay.number(plain(t.type), name)
            case Const():
                return t.value
            case ParamRef():
                return self.lay.parameters[t.parameter.name]
            case Local():
                return env[t.var]
            case Special(name="solo"):
                return self.lay.players == 1
            case Special(name="first_player"):
                return 0
            case Special():
                return self.s.F[SPECIAL[t.name]]
            case AllOf():
                return tuple(range(len(self.lay.members[t.finite.name].names)))
            case FieldRef():
                return self.s.F[self.field_slot(t, env)]
            case ZoneRef():
                return tuple(self.s.Z[self.zone_slot(t, env)])
            case AttrRef():
                return self.attribute(t, env)
            case TableRef():
                return self.table(t, env)
            case CallFn():
                return self.call(self.lay.checked.functions[t.function.name], [self.value(a, env) for a in t.args])
            case RowCall():
                return self.row_call(t, env)
            case Op():
                return self.op(t, env)
            case If():
                return self.value(t.yes if self.value(t.test, env) else t.no, env)
            case ListLit():
                return tuple(self.value(i, env) for i in t.items)
            case QueryT():
                return tuple(self.found(t, env))
            case Built():
                return self.built(t, env)
            case Unwrap():
                return self.need(self.value(t.base, env))
        raise Uncovered(type(t).__name__)

    def need(self, value: Any) -> Any:
        if value is None:
            raise EvalFault("none where a value is needed")
        return value

    def call(self, body: Body, values: list[Any]) -> Any:
        return self.value(body.value, dict(zip(body.params, values)))

    # -- what the state holds ------------------------------------------------------------------------

    def member(self, finite: str, value: Any) -> int:
        """A member that exists at this number of players."""
        if not 0 <= self.need(value) < len(self.lay.members[finite].names):
            raise EvalFault(f"no such {finite}")
        return int(value)

    def field_slot(self, t: FieldRef, env: Env) -> int:
        index = 0
        for owner, arg in zip(t.field.per, t.args):
            index = index * len(self.lay.members[owner].names) + self.member(owner, self.value(arg, env))
        return self.lay.field_base[t.field.name] + index

    def zone_slot(self, t: ZoneRef, env: Env) -> int:
        if t.zone is None:
            return self.lay.box_base[t.of]
        base = self.lay.zone_base[t.zone.name]
        return base if t.owner is None else base + self.member(t.zone.per, self.value(t.owner, env))

    def attribute(self, t: AttrRef, env: Env) -> Any:
        lay, finite = self.lay, t.finite
        base = self.member(finite.name, self.value(t.base, env))
        if finite.kind == "player" and t.attribute not in finite.attributes:
            n = lay.seats
            return {
                "next": (base + 1) % n,
                "previous": (base - 1) % n,
                "others": tuple((base + k) % n for k in range(1, n)),
                "seat": base + 1,
                "scripted": base >= lay.players,
            }[t.attribute]
        if (finite.name, t.attribute) in lay.sided:
            side = self.s.F[lay.side_base[finite.name] + base]
            return lay.sided[finite.name, t.attribute][side][base]
        if (finite.name, t.attribute) in lay.attributes:
            return lay.attributes[finite.name, t.attribute][base]
        if t.attribute == "side":
            return self.s.F[lay.side_base[finite.name] + base]
        raise Uncovered(f"{finite.name}.{t.attribute}")

    def table(self, t: TableRef, env: Env) -> Any:
        index = self.value(t.index, env)
        values = self.lay.checked.tables[t.table.name]
        if t.table.key is None:
            keys: list[Any] = list(range(1, len(values) + 1))
        elif isinstance(t.table.key, Int):
            keys = [int(k) for k in t.table.keys]
        else:
            keys = [self.lay.number(t.table.key, k) for k in t.table.keys]
        if index not in keys:
            raise EvalFault("no entry in the table")
        return self.value(values[keys.index(index)], {})

    def row_call(self, t: RowCall, env: Env) -> Any:
        lay, name = self.lay, t.finite.name
        base = self.member(name, self.value(t.base, env))
        row = lay.members[name].rows[base]
        side = t.finite.sides[self.s.F[lay.side_base[name] + base]] if t.finite.sides else ""
        values = [base, *(self.value(a, env) for a in t.args)]
        for key in ((row, side), (row, ""), ("", side), ("", "")):
            body = lay.checked.answers.get((name, *key, t.answer.name))
            if body is not None:
                return self.call(body, values)
        raise EvalFault("this row has no answer")

    # -- operators -----------------------------------------------------------------------------------

    def op(self, t: Op, env: Env) -> Any:
        if t.op == "and":
            return self.value(t.args[0], env) and self.value(t.args[1], env)
        if t.op == "or":
            return self.value(t.args[0], env) or self.value(t.args[1], env)
        if t.op in ("in", "not_in"):
            item = self.value(t.args[0], env)
            return (item in self.value(t.args[1], env)) == (t.op == "in")
        values = [self.value(a, env) for a in t.args]
        if t.op in ("//", "%") and values[1] == 0:
            raise EvalFault("division by zero")
        return OPERATORS[t.op](*values)

    # -- queries and lists ---------------------------------------------------------------------------

    def found(self, t: T, env: Env, *, counting: bool = False) -> Iterator[Any]:
        """The entries of a list one by one, so that whoever has seen enough stops; counting asks not what they are."""
        if not isinstance(t, QueryT):
            yield from self.value(t, env)
            return
        if not self.lazy and isinstance(t.where, Op) and t.where.op == "==":
            own = {loop.var for loop in t.loops} | {loop.index for loop in t.loops}
            for side in t.where.args:
                if not any(isinstance(x, Local) and (x.var in own or x.var not in env) for x in trees(side)):
                    self.value(side, env)
        for inner in self.bindings(t, 0, env):
            if t.where is None or self.value(t.where, inner):
                yield None if counting and self.lazy else self.value(t.result, inner)

    def bindings(self, t: QueryT, i: int, env: Env) -> Iterator[Env]:
        if i == len(t.loops):
            yield env
            return
        loop = t.loops[i]
        for n, value in enumerate(self.value(loop.domain, env)):
            inner = {**env, loop.var: value}
            if loop.index is not None:
                inner[loop.index] = n + 1
            yield from self.bindings(t, i + 1, inner)

    def built(self, t: Built, env: Env) -> Any:
        name, args = t.name, t.args
        if name in ("any", "empty"):
            return any(True for _ in self.found(args[0], env, counting=True)) == (name == "any")
        if name in ("count", "size"):
            return sum(1 for _ in self.found(args[0], env, counting=True))
        if name == "all":
            return all(self.found(args[0], env))
        if name == "first" and len(args) == 1:
            return next(self.found(args[0], env), None)
        if name in ("top", "bottom") or (name == "last" and len(args) == 1):
            items = self.value(args[0], env)
            return (items[0] if name == "bottom" else items[-1]) if items else None
        if name == "can_draw":
            return self.can_draw(args[0], env)
        if name == "position":
            return self.position(args, env)
        if name in MAPS:
            return self.on_map(t, env)
        values = [self.value(a, env) for a in args]
        if name == "seats_from":
            return tuple((values[0] + k) % self.lay.seats for k in range(self.lay.seats))
        if name == "distinct":
            looks = [self.look(args[0].type, v) for v in values[0]]
            return tuple(v for i, v in enumerate(values[0]) if looks[i] not in looks[:i])
        if name not in LISTS:
            raise Uncovered(name)
        return LISTS[name](*values)

    def look(self, type: Any, value: Any) -> Any:
        """What a value of a list shows: of a component to which nothing of its own belongs, its kind."""
        of = type.item if isinstance(type, Seq) else None
        alike = isinstance(of, Member) and self.lay.interchangeable(self.lay.definition.finites[of.name])
        return self.lay.members[of.name].kinds[value] if alike else value

    def can_draw(self, zone: T, env: Env) -> bool:
        assert isinstance(zone, ZoneRef)
        if self.value(zone, env):
            return True
        if zone.zone is None or not zone.zone.refill_from:
            return False
        source = self.lay.definition.zones[zone.zone.refill_from]
        slot = self.lay.zone_base[source.name]
        if source.per and zone.owner is not None:
            slot += self.value(zone.owner, env)
        keep = self.lay.checked.zone_keep.get(zone.zone.name)
        return len(self.s.Z[slot]) > (self.value(keep, {}) if keep is not None else 0)

    def position(self, args: tuple[T, ...], env: Env) -> int:
        source = args[1] if len(args) > 1 else origin(args[0])
        assert source is not None
        items, item = self.value(source, env), self.value(args[0], env)
        if item not in items:
            raise EvalFault("it is not in the list")
        return int(items.index(item)) + 1

    # -- maps ----------------------------------------------------------------------------------------

    def on_map(self, t: Built, env: Env) -> Any:
        if t.name == "lines":
            assert t.board is not None
            length = self.value(t.args[0], env)
            if length < 1:
                raise EvalFault("a row has at least one place")
            return self.lay.maps[t.board.name].lines(length)
        type = plain(t.args[0].type)
        board = self.lay.maps.get(self.lay.definition.finites[type.name].map) if isinstance(type, Member) else None
        if board is None:
            raise Uncovered("tile maps")
        values = [self.cost(a, env) if isinstance(a, CostFn) else self.value(a, env) for a in t.args]
        try:
            return MAPS[t.name](board, *values)
        except ValueError as error:
            raise EvalFault(str(error)) from error

    def cost(self, t: CostFn, env: Env) -> Callable[[int], Any]:
        return lambda node: self.value(t.body, {**env, t.var: node})


def the(items: tuple[Any, ...]) -> Any:
    if len(items) != 1:
        raise EvalFault("not exactly one")
    return items[0]


def extreme(pick: Callable[[Iterable[Any]], Any]) -> Callable[..., Any]:
    def best(*values: Any) -> Any:
        items = values if len(values) > 1 or not isinstance(values[0], tuple) else values[0]
        if not items:
            raise EvalFault("the smallest or largest of nothing")
        return pick(items)

    return best


def at_most(items: tuple[Any, ...], n: int) -> tuple[Any, ...]:
    return tuple(islice(items, max(n, 0)))


def without(items: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if value not in items:
        return items
    at = items.index(value)
    return items[:at] + items[at + 1 :]


OPERATORS: dict[str, Callable[..., Any]] = {
    "not": lambda a: not a,
    "neg": lambda a: -a,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "concat": lambda a, b: a + b,
    "range": lambda a, b: tuple(range(a, b + 1)),
}

LISTS: dict[str, Callable[..., Any]] = {
    "sum": sum,
    "min": extreme(min),
    "max": extreme(max),
    "first": at_most,
    "last": lambda items, n: items[len(items) - n :] if 0 < n < len(items) else items if n > 0 else (),
    "rest": lambda items, n: items[max(n, 0) :],
    "the": the,
    "same": lambda items: len(set(items)) <= 1,
    "sorted": lambda items: tuple(sorted(items)),
    "reversed": lambda items: tuple(reversed(items)),
    "without": without,
}

MAPS: dict[str, Callable[..., Any]] = {
    "ahead": StaticMap.ahead,
    "neighbours": lambda board, node: board.neighbours[node],
    "reachable": StaticMap.reachable,
    "distance": lambda board, a, b, *cost: board.distance_with(a, b, *cost) if cost else board.distance(a, b),
    "connected": StaticMap.connected,
    "cluster": StaticMap.cluster,
    "lines": StaticMap.lines,
}


def plain_value(value: Any) -> Any:
    """A value with all lists as tuples, and truth values told from numbers, for comparing."""
    if isinstance(value, (list, tuple, range)):
        return tuple(plain_value(v) for v in value)
    return (type(value).__name__, value)


__all__ = ["EvalFault", "Evaluator", "Type", "Uncovered", "evaluate", "plain_value"]
