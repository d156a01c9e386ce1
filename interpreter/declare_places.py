"""
Declare, places: maps, tables, zones and fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .diagnostics import did_you_mean, listing
from .expr import tree
from .located import NOTES, entries, text_of, whole_number
from .model import Board, Field, Finite, Table, Zone
from .nodes import Mapping, Node, Scalar, Sequence
from .source import Span
from .types import BOOL, INT, Member, Type

if TYPE_CHECKING:
    from .declare import Declaring


def name_board(c: Declaring, name: str, span: Span, node: Mapping) -> None:
    shape = next((s for s in ("grid", "line", "ring", "edges", "tiles") if s in node), "")
    if shape == "tiles":
        board = Board(name, span, text_of(node.get("shape")) or "hex", tiles=text_of(node.get("tiles")))
        board.joined_by = text_of(node.get("joined_by"))
        c.d.boards[name] = board
        return
    board = Board(
        name,
        span,
        shape,
        nodes=text_of(node.get("nodes")),
        both_ways=text_of(node.get("both_ways")) == "true",
    )
    value = node.get(shape)
    if shape == "grid" and isinstance(value, Sequence):
        numbers = [n.value for n in value.items if isinstance(n, Scalar)]
        width, height = (int(n) if isinstance(n, int) else 1 for n in [*numbers, 1, 1][:2])
        if not (1 <= width <= 26 and 1 <= height <= 99):
            c.bag.error("bad-grid", "a grid is at most 26 wide and 99 high", value.span)
            width, height = 1, 1
        board.size = (width, height)
        board.names = [f"{'abcdefghijklmnopqrstuvwxyz'[x]}{y + 1}" for y in range(height) for x in range(width)]
    elif shape == "edges":
        _edges(c, board, value)
    elif isinstance(value, Sequence):
        board.names = [text_of(n) for n in value.items]
    elif isinstance(value, Scalar):
        low, _, high = value.text.rpartition("..")
        if high.strip().isdigit() and (not low or low.strip().isdigit()) and int(high) <= 10_000:
            board.names = [str(n) for n in range(int(low or 1), int(high) + 1)]
        else:
            c.bag.error("bad-map", f"`{value.text}` is not a number of places", value.span)
    doubled = sorted({n for n in board.names if board.names.count(n) > 1}) if len(board.names) < 2000 else []
    if doubled:
        c.bag.error("duplicate-name", f"the place `{doubled[0]}` is named twice", value.span if value else span)
    c.d.boards[name] = board
    if board.nodes in c.d.finites:
        c.bag.error("duplicate-name", f"`{board.nodes}` is declared twice", node.key("nodes").span)
    elif board.nodes:
        place = node.get("nodes")
        finite = Finite(board.nodes, "node", place.span if place else span, names=list(board.names), map=name)
        c.d.finites[board.nodes] = finite
        c.type_nodes[board.nodes] = node


def _edges(c: Declaring, board: Board, value: Node | None) -> None:
    board.names = [key for key, _, _ in entries(value)]
    for key, _, targets in entries(value):
        items = targets.items if isinstance(targets, Sequence) else (targets,)
        board.edges[key] = []
        for item in items:
            target = text_of(item)
            if target in board.names:
                board.edges[key].append(target)
            elif target:
                c.bag.unknown(f"place of {board.name}", target, item.span, board.names, of="places")


def declare_boards(c: Declaring) -> None:
    for board in c.d.boards.values():
        if not board.tiles:
            continue
        node = c.sections["maps"]
        assert isinstance(node, Mapping)
        entry = node.get(board.name)
        assert isinstance(entry, Mapping)
        for key, name, kind in (
            ("tiles", board.tiles, "component"),
            ("joined_by", board.joined_by, "part"),
        ):
            finite = c.d.finites.get(name)
            value = entry.get(key)
            names = [f.name for f in c.d.finites.values() if f.kind == kind]
            if (finite is None or finite.kind != kind) and value is not None:
                c.bag.error(
                    "unknown-type", f"no {kind} type is called `{name}`", value.span,
                    notes=[f"{kind} types: {listing(names)}"], help=did_you_mean(name, names), missing=name,
                )  # fmt: skip
            elif finite is not None and kind == "component":
                finite.map = board.name
                for part in finite.parts:
                    c.d.finites[part].map = board.name


def declare_tables(c: Declaring) -> None:
    for name, span, node in entries(c.sections.get("tables")):
        if isinstance(node, Sequence):
            c.d.tables[name] = Table(name, span, None, [], list(node.items), INT)
        elif isinstance(node, Mapping):
            given = [(k.text, v) for k, v in node.items() if k.text not in NOTES]
            keys = [k for k, _ in given]
            key_type: Type = INT
            if not all(whole_number(k) is not None for k in keys):
                owners = [f for f in c.d.finites.values() if f.names and set(keys) <= set(f.names)]
                if not owners:
                    _bad_table_key(c, name, node, keys)
                    continue
                exact = [f for f in owners if set(keys) == set(f.names)]
                key_type = Member((exact or owners)[0].name)
            c.d.tables[name] = Table(name, span, key_type, keys, [v for _, v in given], INT)


def _bad_table_key(c: Declaring, name: str, node: Mapping, keys: list[str]) -> None:
    best = max(c.d.finites.values(), key=lambda f: len(set(keys) & set(f.names)))
    odd = next(k for k in node.keys if k.text not in best.names and k.text not in NOTES)
    message = f"the keys of the table `{name}` belong to no type; `{odd.text}` is not in {best.name}"
    c.bag.unknown(best.name, odd.text, odd.span, best.names, message=message)


def declare_zones(c: Declaring) -> None:
    for name, span, node in entries(c.sections.get("zones")):
        assert isinstance(node, Mapping)
        kind = text_of(node.get("kind")) or "pool"
        seen = node.get("seen_by")
        seen_by: str | Node = "nobody"
        if isinstance(seen, Scalar):
            words = ("everyone", "nobody", "owner", "top")
            seen_by = seen.text if seen.text in words else seen
        zone = Zone(
            name,
            span,
            c.finite_named(node.get("of"), ("component",), "component type"),
            c.finite_named(node.get("per"), c.OWNERS, "type") if "per" in node else "",
            kind,
            seen_by,
            node.get("start"),
            node.get("max"),
            "",
            None,
            text_of(node.get("about")),
        )
        zone.ordered = kind == "row" or (kind == "pile" and seen_by != "nobody")
        refill = node.get("refill")
        if isinstance(refill, Mapping):
            zone.refill_from = text_of(refill.get("from"))
            zone.refill_keep = refill.get("keep")
            place = refill.get("from")
            zone.refill_span = place.span if place else span
        unsaid = zone.per or "per" not in node
        if seen_by == "owner" and zone.per != "Player" and seen is not None and unsaid:
            c.bag.error(
                "no-owner",
                f"`{name}` has no owner among the players",
                seen.span,
                help="add `per: Player`",
            )
        c.d.zones[name] = zone
    for zone in c.d.zones.values():
        if zone.refill_from:
            _refill(c, zone)


def _refill(c: Declaring, zone: Zone) -> None:
    source = c.d.zones.get(zone.refill_from)
    if source is None:
        c.bag.unknown("zone", zone.refill_from, zone.refill_span, c.d.zones)
    elif source.of != zone.of and source.of and zone.of:
        c.bag.error("wrong-type", f"`{source.name}` holds {source.of}, not {zone.of}", zone.refill_span)
    elif source.per not in ("", zone.per):
        c.bag.error("wrong-type", f"`{source.name}` is {source.per}'s; one zone is wanted", zone.refill_span)
    else:
        c.d.used.add(f"zones.{source.name}")


def _field_seen_by(c: Declaring, node: Mapping) -> str:
    seen = node.get("seen_by")
    words = ("everyone", "owner", "nobody")
    if seen is None or text_of(seen) in words:
        return text_of(seen) or "everyone"
    c.bag.error(
        "bad-value", f"a field is seen by everyone, its owner or nobody, not `{text_of(seen)}`", seen.span,
        help=did_you_mean(text_of(seen), words),
    )  # fmt: skip
    return "nobody"


def declare_fields(c: Declaring) -> None:
    for name, span, node in entries(c.sections.get("fields")):
        assert isinstance(node, Mapping)
        type, expr = c.type_at(node.get("type"))
        per_node = node.get("per")
        owners = per_node.items if isinstance(per_node, Sequence) else (per_node,) if per_node else ()
        per = tuple(c.finite_named(o, c.OWNERS, "type") for o in owners)
        seen = _field_seen_by(c, node)
        field = Field(
            name,
            span,
            type,
            per,
            node.get("start"),
            text_of(node.get("resets")),
            seen,
            text_of(node.get("about")),
        )
        if expr is not None and expr.kind == "range":
            field.low_parameter = expr.low.name if isinstance(expr.low, tree.Name) else ""
            field.high_parameter = expr.high.name if isinstance(expr.high, tree.Name) else ""
        if seen == "owner" and "Player" not in per[:1] and "" not in per:
            c.bag.error("no-owner", f"`{name}` has no owner among the players", span, help="add `per: Player`")
        c.d.fields[name] = field
    for name, span, _ in entries(c.sections.get("signals")):
        c.d.signals[name] = span
        c.d.fields[name] = Field(name, span, BOOL, (), None, "", "everyone", "")
