"""
Calls: functions of the definition, built-in functions, members by name (`Player(2)`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import did_you_mean, listing
from ..model import Finite
from ..types import (
    BOOL,
    INT,
    PLAYER,
    UNKNOWN,
    Cell,
    Int,
    Maybe,
    Member,
    Seq,
    Type,
    Unknown,
    bounds,
    fits,
    plain,
    widened,
)
from . import members, tree
from .functions import FUNCTIONS
from .scope import SPECIALS
from .text import show
from .typed import Built, CallFn, Const, CostFn, Local, Op, QueryT, T, ZoneRef, origin

if TYPE_CHECKING:
    from .check import Checker
    from .scope import Scope


def check_call(c: Checker, expr: tree.Call, scope: Scope, want: Type | None) -> T:
    if expr.base is not None:
        return members.member(c, expr, expr.base, expr.name, expr.args, scope)
    name = expr.name
    if name in c.d.functions:
        return call_function(c, name, expr, expr.args, scope, None)
    if name in FUNCTIONS:
        return call_builtin(c, name, expr, expr.args, scope, None)
    if name in c.d.finites and len(expr.args) == 1:
        return _the_member(c, expr, c.d.finites[name])
    if expr.args:  # f(x) is x.f
        return members.member(c, expr, expr.args[0], name, expr.args[1:], scope)
    names = [*c.d.functions, *FUNCTIONS]
    return c.unknown("function", expr, name, names)


def _the_member(c: Checker, expr: tree.Call, finite: Finite) -> T:
    arg = expr.args[0]
    name = str(arg.value) if isinstance(arg, tree.Number) else arg.name if isinstance(arg, tree.Name) else ""
    names = c.names_of(finite.name)
    if name in names:
        c.d.used.add(f"types.{finite.name}")
        return Const(Member(finite.name), c.span(expr), name)
    return c.unknown(finite.name, arg, name or show(arg), names)


def call_function(
    c: Checker, name: str, expr: tree.Expr, args: tuple[tree.Expr, ...], scope: Scope, base: T | None
) -> T:
    body = c.function(name)
    values = arguments(c, name, [v.type for v in body.params], expr, args, scope, base)
    if values is None:
        return Const(UNKNOWN, c.span(expr), None)
    return CallFn(body.value.type, c.span(expr), c.d.functions[name], values)


def arguments(
    c: Checker,
    name: str,
    params: list[Type],
    expr: tree.Expr,
    args: tuple[tree.Expr, ...],
    scope: Scope,
    base: T | None,
) -> tuple[T, ...] | None:
    given = len(args) + (base is not None)
    if given != len(params):
        wants = ", ".join(str(p) for p in params) or "no values"
        c.fault(expr, "wrong-arguments", f"`{name}` wants {wants}; {given} given")
        return None
    rest = params[1:] if base is not None else params
    values = [c.value(tree.as_query(a) if isinstance(p, Seq) else a, scope, p) for a, p in zip(args, rest)]
    return tuple(values if base is None else [c.need(base, params[0]), *values])


def call_builtin(
    c: Checker, name: str, expr: tree.Expr, args: tuple[tree.Expr, ...], scope: Scope, base: T | None
) -> T:
    f = FUNCTIONS[name]
    given = len(args) + (base is not None)
    most = len(f.params) if f.params[-1] != "ints+" else 99
    if not f.least <= given <= most:
        return c.fault(
            expr,
            "wrong-arguments",
            f"`{name}` is given {given} values",
            notes=(f"{f.signature(name)}: {f.doc}",),
        )
    if name == "box":
        return _box(c, expr, args)
    if f.params[0] in ("grid", "tiles"):
        return _of_board(c, name, expr, args, scope)
    values: list[T] = []
    for i in range(given):
        kind = f.params[min(i, len(f.params) - 1)].rstrip("?")
        value = _argument(c, kind, i, base if i == 0 and base is not None else None,
                               args[i - (base is not None)] if not (i == 0 and base is not None) else expr,
                               scope, values, given)  # fmt: skip
        if isinstance(value.type, Unknown) and not isinstance(value, (Local, ZoneRef)):
            return Const(UNKNOWN, c.span(expr), None)
        values.append(value)
    return _built(c, name, expr, values)


def _argument(
    c: Checker, kind: str, i: int, base: T | None, expr: tree.Expr, scope: Scope, before: list[T], given: int
) -> T:
    if kind == "cost":
        return _cost(c, expr, scope, before)
    if kind in ("list", "bools", "ints", "zone") or (kind == "ints+" and given == 1):
        lost = _lost_where(c, expr, scope) if base is None else None
        if lost is not None:
            return c.fault(
                lost, "unknown-name", f"nothing is called `{show(lost)}`",
                help="a query has its condition behind `where`: `x in list where condition`", missing=show(lost),
            )  # fmt: skip
        value = base if base is not None else c.need(c.check(tree.as_query(expr), scope), None)
        wants: dict[str, Type] = {"bools": Seq(BOOL), "ints": Seq(INT), "ints+": Seq(INT)}
        if kind in wants:
            if kind == "bools" and isinstance(value, QueryT) and not fits(value.type, Seq(BOOL)):
                return c.fault(
                    expr, "wrong-type", f"`all` wants conditions, found {value.type}",
                    help="write `all(condition for x in ..)`",
                )  # fmt: skip
            return c.need(value, wants[kind])
        if not isinstance(value.type, (Seq, Unknown)):
            return c.fault(expr, "wrong-type", f"a list or a zone is wanted here, found {value.type}")
        if kind == "zone" and not isinstance(value, (ZoneRef, Const)):
            return c.fault(expr, "wrong-type", "a zone is wanted here, found another list")
        return value
    want: Type | None = {"int": INT, "ints+": INT, "player": PLAYER}.get(kind)
    if kind == "item" and before and isinstance(before[0].type, Seq):
        want = widened(before[0].type.item)
    if kind == "node" and before:
        want = before[0].type
    if kind == "cell" and before and isinstance(plain(before[0].type), Member):
        want = Cell(c.d.finites[plain(before[0].type).name].map)  # type: ignore[attr-defined]
    value = base if base is not None else c.check(expr, scope, want)
    return c.need(value, want)


def _lost_where(c: Checker, expr: tree.Expr, scope: Scope) -> tree.Name | None:
    """The name of a query that reads as a mere condition, since the `where` before its brackets is missing."""
    first = expr
    while isinstance(first, tree.Binary) and first.op in ("and", "or"):
        first = first.left
    if first is expr or not isinstance(first, tree.Binary) or first.op != "in" or not isinstance(first.left, tree.Name):
        return None
    name = first.left.name
    known = scope.find(name) is not None or name in c.globals or name in SPECIALS or c.d.symbol_types(name)
    return None if known else first.left


def _box(c: Checker, expr: tree.Expr, args: tuple[tree.Expr, ...]) -> T:
    name = args[0].name if args and isinstance(args[0], tree.Name) else ""
    kinds = [f.name for f in c.d.finites.values() if f.kind == "component"]
    if name not in kinds:
        return c.fault(
            expr, "unknown-type", f"no component type is called `{name}`",
            notes=(f"component types: {listing(kinds)}",), help=did_you_mean(name, kinds), missing=name,
        )  # fmt: skip
    c.d.used.add(f"types.{name}")
    return ZoneRef(Seq(Member(name)), c.span(expr), None, None, name)


def _of_board(c: Checker, name: str, expr: tree.Expr, args: tuple[tree.Expr, ...], scope: Scope) -> T:
    board_name = args[0].name if args and isinstance(args[0], tree.Name) else ""
    board = c.d.boards.get(board_name)
    wanted = "grid" if name == "lines" else "tiles"
    boards = [b.name for b in c.d.boards.values() if (b.shape == "grid") == (wanted == "grid")]
    if board is None or board_name not in boards:
        what = "grid" if wanted == "grid" else "tile map"
        return c.unknown(what, args[0] if args else expr, board_name, boards)
    c.d.used.add(f"maps.{board_name}")
    rest = tuple(c.value(a, scope, Int(1, None) if name == "lines" else INT) for a in args[1:])
    type: Type = Seq(Seq(Member(board.nodes))) if name == "lines" else Seq(Cell(board_name))
    return Built(type, c.span(expr), name, rest, board)


def _cost(c: Checker, expr: tree.Expr, scope: Scope, before: list[T]) -> T:
    if not (isinstance(expr, tree.Query) and len(expr.loops) == 1 and expr.loops[0].domain is None and expr.result):
        return c.fault(expr, "wrong-type", "a cost or condition is wanted here: `expr for x`")
    inner = type(scope)(scope)
    assert c.node is not None
    loop = expr.loops[0]
    var = c.bind(inner, loop.name, plain(before[0].type), c.node.part(loop.start, loop.end), None)
    body = c.need(c.check(expr.result, inner), None)
    return CostFn(body.type, c.span(expr), var, body)


def _those_true(value: T) -> T:
    """`any(condition for x in ..)` asks for those of which the condition is true; the number alone tells nothing."""
    if not isinstance(value, QueryT) or value.type != Seq(BOOL):
        return value
    result = value.result
    if isinstance(result, Local) and any(result.var is loop.var for loop in value.loops):
        return value
    where = result if value.where is None else Op(BOOL, result.span, "and", (value.where, result))
    return QueryT(value.type, value.span, result, value.loops, where)


def _built(c: Checker, name: str, expr: tree.Expr, values: list[T]) -> T:
    f, span = FUNCTIONS[name], c.span(expr)
    if name in ("any", "count"):
        values[0] = _those_true(values[0])
    first = values[0].type
    item: Type = first.item if isinstance(first, Seq) else UNKNOWN
    node = plain(first)
    if f.params[0] == "cell" and isinstance(node, Unknown):
        return Const(UNKNOWN, span, None)
    if f.params[0] == "cell" and not isinstance(node, Cell):
        return c.fault(expr, "wrong-type", f"a cell of a tile map is wanted here, found {first}")
    if f.params[0] in ("node", "tile"):
        fault = _node_fault(c, name, node, expr)
        if fault is not None:
            return fault
        values[0] = c.need(values[0], node)
    if f.params[0] == "tile":
        values[1] = c.need(values[1], Cell(c.d.finites[node.name].map))  # type: ignore[attr-defined]
        values[2] = c.need(values[2], INT)
    if name == "position" and len(values) == 1 and origin(values[0]) is None and not isinstance(first, Unknown):
        return c.fault(
            expr,
            "unknown-place",
            "in which list? no zone is known for it",
            help="write `position(x, list)`",
        )
    if name in ("distance", "cluster") and isinstance(values[-1], CostFn):
        want = BOOL if name == "cluster" else INT
        values[-1].body = c.need(values[-1].body, want)
    types: dict[str, Type] = {
        "count": Int(0, None), "Bool": BOOL, "Int": INT, "int": _extreme(c, name, values), "list": first,
        "item": item, "maybe item": Maybe(item), "first": first if len(values) > 1 else Maybe(item),
        "list of Player": Seq(PLAYER), "node": node, "list of node": Seq(node), "maybe Int": Maybe(Int(0, None)),
    }  # fmt: skip
    if f.gives == "list of tile":
        assert isinstance(node, Cell)
        values[0] = c.need(values[0], node)
        types["list of tile"] = Seq(Member(c.d.boards[node.map].tiles))
    if f.gives == "list of part":
        types["list of part"] = Seq(Member(c.d.boards[c.d.finites[node.name].map].joined_by))  # type: ignore[attr-defined]
    type = types[f.gives]
    if isinstance(type, Maybe) and isinstance(type.item, Maybe):
        type = type.item
    return Built(type, span, name, tuple(values))


def _extreme(c: Checker, name: str, values: list[T]) -> Type:
    if len(values) == 1:
        return widened(values[0].type.item) if isinstance(values[0].type, Seq) else INT
    if name not in ("min", "max"):
        return INT
    pick = min if name == "min" else max
    lows, highs = zip(*(bounds(v.type) for v in values))
    known_low = [x for x in lows if x is not None]
    known_high = [x for x in highs if x is not None]
    if name == "min":
        low = pick(known_low) if len(known_low) == len(lows) else None
        return Int(low, pick(known_high) if known_high else None)
    high = pick(known_high) if len(known_high) == len(highs) else None
    return Int(pick(known_low) if known_low else None, high)


def _node_fault(c: Checker, name: str, node: Type, expr: tree.Expr) -> T | None:
    if isinstance(node, Unknown):
        return Const(UNKNOWN, c.span(expr), None)
    finite = c.d.finites.get(node.name) if isinstance(node, Member) else None
    tiles = finite is not None and finite.kind == "part"
    if name in ("fits", "meets"):
        if name == "meets" and finite is not None and node == Member(c.d.boards[finite.map].joined_by if tiles else ""):
            return None
        if finite is None or finite.kind != "component" or not finite.map:
            return c.fault(expr, "wrong-type", f"a tile of a tile map is wanted here, found {node}")
        return None
    if finite is None or finite.kind not in ("node", "part"):
        return c.fault(expr, "wrong-type", f"a place of a map is wanted here, found {node}")
    if name in ("edge_to", "open_ends") and not tiles:
        return c.fault(expr, "wrong-type", f"a part of a tile is wanted here, found {node}")
    if name == "ahead" and (tiles or c.d.boards[finite.map].shape not in ("line", "ring")):
        return c.fault(
            expr,
            "wrong-map",
            "`ahead` needs one way on: a line or a ring",
            help="use `reachable(place, steps)`",
        )
    return None
