"""
Places: those of a map with one-way edges that nothing ever comes to.

Said only where all that stands on the map is known to go along its edges: it starts on places that are named, every
other place that is named counts as a start as well, and nowhere is one chosen from among all.
"""

from __future__ import annotations

from ..checking import Rules
from ..diagnostics import Bag, Label, listing
from ..expr.typed import AllOf, Built, Const, ParamRef, T, trees
from ..graph import spread
from ..model import Board
from ..nodes import Mapping, Node
from ..types import Maybe, Member, Seq, Type
from .formulas import all_trees, constants, steps_of


def check_places(rules: Rules, sections: dict[str, Node], bag: Bag) -> None:
    """Report places that no way leads to from where something stands or is put."""
    boards = [b for b in rules.definition.boards.values() if b.shape == "edges" and not b.both_ways]
    if not boards:
        return
    found = all_trees(rules, steps_of(rules)) + [t for value in constants(rules) for t in trees(value)]
    for board in boards:
        starts = _starts(rules, board, found)
        maps = sections["maps"]
        entry = maps.get(board.name) if isinstance(maps, Mapping) else None
        edges = entry.get("edges") if isinstance(entry, Mapping) else None
        if starts and isinstance(edges, Mapping):
            _board(board, edges, starts, bag)


def _board(board: Board, edges: Mapping, starts: set[str], bag: Bag) -> None:
    number = {name: n for n, name in enumerate(board.names)}
    near = [[number[name] for name in board.edges[here]] for here in board.names]
    reached = {n for start in starts for n in spread(near, number[start], lambda n: True)}
    lost = [name for name in board.names if number[name] not in reached]
    if lost:
        bag.error(
            "unreachable-place", f"no way leads to {listing(f'`{name}`' for name in lost)}", edges.key(lost[0]).span,
            labels=[Label(edges.key(name).span, "nor here") for name in lost[1:4]],
            notes=[f"ways begin at {listing(sorted(starts, key=board.names.index))}"],
            help="lead an edge there, or take out what nothing comes to", severity="warning",
        )  # fmt: skip


def _starts(rules: Rules, board: Board, found: list[T]) -> set[str]:
    """The places that are named; none where others may be come to as well."""
    d = rules.definition
    fields = [f for f in d.fields.values() if _is_place(f.type, board)]
    crossed = (f.attributes[a].type for f in d.finites.values() for row in f.rows for a in row.each)
    if not fields or any(z.per == board.nodes for z in d.zones.values()) or any(_is_place(t, board) for t in crossed):
        return set()
    starts = {board.names[0] for f in fields if f.start is None and isinstance(f.type, Member)}
    for tree in found:
        backwards = isinstance(tree, Built) and tree.name == "cluster"
        if (isinstance(tree, (AllOf, ParamRef)) or backwards) and _is_place(tree.type, board):
            return set()
        if isinstance(tree, Const) and _is_place(tree.type, board) and isinstance(tree.value, str):
            starts.add(tree.value)
    return starts


def _is_place(type: Type, board: Board) -> bool:
    """Whether a value is a place of the map, or holds some."""
    while isinstance(type, (Seq, Maybe)):
        type = type.item
    return type == Member(board.nodes)
