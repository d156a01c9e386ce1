"""
How the built-in functions of maps become Python: tables where they can be, else questions to the map.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..model import Board, Finite
from ..tiles import STEPS
from ..types import Cell, Member, plain
from .python import add, call, const, function_def, item, name, place
from .typed import Built, Const, CostFn, Local, LoopT, Op, T, mentions

if TYPE_CHECKING:
    from .emit import Emitter


def _board_of(e: Emitter, v: Built) -> tuple[str, bool]:
    """The map that a place belongs to, and whether it is a tile map."""
    type = plain(v.args[0].type)
    assert isinstance(type, Member)
    finite = e.layout.definition.finites[type.name]
    return finite.map, finite.kind in ("part", "component")


def _map_call(e: Emitter, v: Built, method: str) -> ast.expr:
    board, tiles = _board_of(e, v)
    args = [_argument(e, a) for a in v.args]
    if tiles:
        return _ask(board, method, *args)
    e.code.constants[f"MAP_{board}"] = e.layout.maps[board]
    return ast.Call(ast.Attribute(name(f"MAP_{board}"), method, ast.Load()), args, [])


def _asked(board: str, attribute: str) -> ast.Attribute:
    """What a layout of tiles has at hand."""
    return ast.Attribute(call(f"land_{board}", name("s")), attribute, ast.Load())


def _ask(board: str, method: str, *args: ast.expr) -> ast.Call:
    """A question to a layout of tiles."""
    return ast.Call(_asked(board, method), list(args), [])


def _argument(e: Emitter, a: T) -> ast.expr:
    if not isinstance(a, CostFn):
        return e.emit(a)
    function = function_def(e.code.fresh("cost"), [f"{a.var.name}__c"])
    with e.into(function.body):
        e.env[a.var] = name(f"{a.var.name}__c")
        e.out.append(place(ast.Return(e.emit(a.body)), a.span))
    e.out.append(function)
    return name(function.name)


def face_of(e: Emitter, finite: Finite, tile: ast.expr) -> ast.expr:
    """The number of a tile's present face."""
    sides = max(1, len(finite.sides))
    side = item(name("F"), add(const(e.layout.side_base[finite.name]), tile))
    return add(ast.BinOp(tile, ast.Mult(), const(sides)), side) if sides > 1 else tile


def _tile_call(e: Emitter, v: Built, method: str) -> ast.expr:
    board, _ = _board_of(e, v)
    tile = e.simple(e.emit(v.args[0]))
    type = plain(v.args[0].type)
    assert isinstance(type, Member)
    finite = e.layout.definition.finites[type.name]
    if finite.kind == "part":
        return _ask(board, f"part_{method}", tile, *(e.emit(a) for a in v.args[1:]))
    return _ask(board, method, face_of(e, finite, tile), *(e.emit(a) for a in v.args[1:]))


def parts_in_sight(e: Emitter, board: Board, part: Finite) -> ast.expr:
    """All parts of one kind on the present sides of the tiles that lie on a map."""
    kinds = e.layout.definition.finites[part.tile].parts
    return item(_asked(board.name, "sights"), const(list(kinds).index(part.name)))


def turns_that_fit(e: Emitter, loop: LoopT, first: T | None) -> ast.expr | None:
    """Of `n in 0..5`, those turns in which a tile fits, where a test asks that first."""
    if not isinstance(first, Built) or first.name != "fits" or loop.index is not None:
        return None
    tile, cell, turned = first.args
    board, _ = _board_of(e, first)
    sides = len(STEPS[e.layout.definition.boards[board].shape])
    if not isinstance(loop.domain, Op) or _numbers(loop.domain) != (0, sides - 1):
        return None
    if (
        not isinstance(turned, Local)
        or turned.var is not loop.var
        or mentions(tile, loop.var)
        or mentions(cell, loop.var)
    ):
        return None
    return _tile_call(e, Built(first.type, first.span, "turns", (tile, cell)), "turns")


def _numbers(domain: Op) -> tuple[Any, ...]:
    """From where to where a range goes that is plain from the definition."""
    plain = domain.op == "range" and all(isinstance(a, Const) for a in domain.args)
    return tuple(a.value for a in domain.args if isinstance(a, Const)) if plain else ()


def emit_ahead(e: Emitter, v: Built) -> ast.expr:
    board, tiles = _board_of(e, v)
    if tiles or e.layout.maps[board].shape != "ring":
        return _map_call(e, v, "ahead")
    far = ast.BinOp(e.emit(v.args[0]), ast.Add(), e.emit(v.args[1]))
    return ast.BinOp(far, ast.Mod(), const(len(e.layout.maps[board].names)))


def emit_reachable(e: Emitter, v: Built) -> ast.expr:
    return _map_call(e, v, "reachable")


def emit_connected(e: Emitter, v: Built) -> ast.expr:
    board, tiles = _board_of(e, v)
    if not tiles:
        return _map_call(e, v, "connected")
    a, b = (item(_asked(board, "groups"), e.key(part)) for part in v.args)
    return ast.Compare(a, [ast.Eq(), ast.NotEq()], [b, const(-1)])


def emit_distance(e: Emitter, v: Built) -> ast.expr:
    return _map_call(e, v, "distance_with" if len(v.args) == 3 else "distance")


def emit_cluster(e: Emitter, v: Built) -> ast.expr:
    return _map_call(e, v, "cluster")


def emit_edge_to(e: Emitter, v: Built) -> ast.expr:
    edge = _map_call(e, v, "edge_to")
    return call("joined", edge) if _board_of(e, v)[1] else edge


def emit_open_ends(e: Emitter, v: Built) -> ast.expr:
    return _map_call(e, v, "open_ends")


def emit_neighbours(e: Emitter, v: Built) -> ast.expr:
    board, tiles = _board_of(e, v)
    if tiles:
        return item(_asked(board, "neighbours"), e.key(v.args[0]))
    return item(e.code.constant(e.layout.maps[board].neighbours, "NEAR"), e.emit(v.args[0]))


def emit_lines(e: Emitter, v: Built) -> ast.expr:
    assert v.board is not None
    if isinstance(v.args[0], Const) and isinstance(v.args[0].value, int):
        return e.code.constant(e.layout.maps[v.board.name].lines(v.args[0].value), "LINES")
    e.code.constants[f"MAP_{v.board.name}"] = e.layout.maps[v.board.name]
    return ast.Call(ast.Attribute(name(f"MAP_{v.board.name}"), "lines", ast.Load()), [e.emit(v.args[0])], [])


def emit_spots(e: Emitter, v: Built) -> ast.expr:
    assert v.board is not None
    return _asked(v.board.name, "spots")


def emit_beside(e: Emitter, v: Built) -> ast.expr:
    cell = plain(v.args[0].type)
    assert isinstance(cell, Cell)
    return _ask(cell.map, "beside", e.emit(v.args[0]))


def emit_fits(e: Emitter, v: Built) -> ast.expr:
    return _tile_call(e, v, "fits")


def emit_meets(e: Emitter, v: Built) -> ast.expr:
    return _tile_call(e, v, "meets")


EMITS: dict[str, Callable[[Emitter, Built], ast.expr]] = {
    "ahead": emit_ahead, "reachable": emit_reachable, "connected": emit_connected, "distance": emit_distance,
    "cluster": emit_cluster, "edge_to": emit_edge_to, "open_ends": emit_open_ends, "neighbours": emit_neighbours,
    "lines": emit_lines, "spots": emit_spots, "beside": emit_beside, "fits": emit_fits, "meets": emit_meets,
}  # fmt: skip
