"""
Changes: a game's files in, copies with one legal change each out: another number, sign, word or zone, a step less.

A change is made on the text, as a mutant is. Whether it is legal is for the interpreter to say; what it refuses is
no change. The rules that a scenario cannot see (what is drawn, what is said) are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

from interpreter.expr import tree
from interpreter.expr.faults import tokens
from interpreter.nodes import Mapping, Scalar, Sequence

from .mutants import Mutant, all_spots, edit, expressions, whole
from .spots import WORD, Game, Spot, inner, names

SIGNS = {
    "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="], "+": ["-"], "-": ["+"],
    "and": ["or"], "or": ["and"],
}  # fmt: skip
FUNCTIONS = {
    "any": ["all", "empty"], "all": ["any"], "min": ["max"], "max": ["min"], "empty": ["any"], "first": ["last"],
    "next": ["previous"], "count": ["sum"], "first_player": ["player"], "others": ["next.others"],
}  # fmt: skip
STEPS = {"do", "else", "otherwise", "before", "after"}
DROPPED = {"when", "skip", "until", "refill", "rounds", "starting", "wins", "to", "then", "short", "where", "start"}
WORDS = {
    "then": ["now", "finish_turn", "finish_round", "finish_phase"], "kind": ["pool", "row", "pile", "bag"],
    "seen_by": ["nobody", "everyone", "owner", "top"], "leave": ["loop", "procedure", "action", "turn", "phase"],
    "acts": ["any", "2"], "short": [], "resets": ["turn", "round", "phase"],
}  # fmt: skip


def changed(game: Game, seed: int) -> list[Mutant]:
    """All changes of a game, in an order that the seed fixes; the kinds take turns."""
    dice = Random(f"{game.name}/changed/{seed}")
    makers: list[Callable[[Game], Iterator[Mutant]]] = [
        numbers, signs, zones, symbols, parameters, locals_, owners, ways, fewer_steps, fewer_keys, words, phases,
        negations, cells,
    ]  # fmt: skip
    rows = [sorted(set(maker(game)), key=lambda m: (m.file, m.start, m.new)) for maker in makers]
    found = []
    for row in rows:
        dice.shuffle(row)
    while any(rows):
        found += [row.pop() for row in rows if row]
    return found


def numbers(game: Game) -> Iterator[Mutant]:
    for spot in all_spots(game):
        if spot.path[0] == "show" or (spot.role not in ("value",) and spot.title not in ("whole number",)):
            continue
        for start, end, word in tokens(spot.node.text):
            if word.isdigit():
                for new in {int(word) - 1, int(word) + 1}:
                    yield edit("another number", spot, start, end, str(new), spot.where)


def signs(game: Game) -> Iterator[Mutant]:
    for spot, found in expressions(game):
        unary = {n.start for n in inner(found) if isinstance(n, tree.Unary)}
        for start, end, word in tokens(spot.node.text):
            for new in SIGNS.get(word, []) if start not in unary else []:
                yield edit("another sign", spot, start, end, new, spot.where)
            for new in FUNCTIONS.get(word, []):
                yield edit("another function", spot, start, end, new, spot.where)


def zones(game: Game) -> Iterator[Mutant]:
    """Another zone that holds the same components, for one or for each."""
    kinds: dict[str, tuple[str, str]] = {}
    for spot in all_spots(game):
        if spot.path == ("zones", "*") and isinstance(spot.value, Mapping):
            kinds[spot.node.text] = (_text(spot.value, "of"), _text(spot.value, "per"))
    for spot in all_spots(game):
        for start, end, _ in names(spot) if spot.role == "value" else ():
            name = spot.node.text[start:end]
            for other, kind in kinds.items():
                if name in kinds and other != name and kind == kinds[name]:
                    yield edit("another zone", spot, start, end, other, spot.where)
                elif name in kinds and other != name and kind[0] == kinds[name][0] and not kind[1]:
                    before = re.search(r"\b\w+\.$", spot.node.text[:start])
                    if before:
                        yield edit("another zone", spot, before.start(), end, other, spot.where)


def _text(node: Mapping, key: str) -> str:
    value = node.get(key)
    return value.text if isinstance(value, Scalar) else ""


def symbols(game: Game) -> Iterator[Mutant]:
    """Another member of the same type, in rows and formulas."""
    members: list[list[str]] = []
    for spot in all_spots(game):
        if spot.path == ("types", "*"):
            node = spot.value.get("rows") if isinstance(spot.value, Mapping) else spot.value
            if isinstance(node, (Mapping, Sequence)):
                found = [k.text for k in node.keys] if isinstance(node, Mapping) else [_own(i) for i in node.items]
                members.append([m for m in found if not m.isdigit()])
    for spot in all_spots(game):
        if spot.role != "value" or spot.path[0] == "show":
            continue
        for start, end, word in tokens(spot.node.text):
            for group in members:
                if word in group and not spot.node.text[:start].endswith("."):
                    at = group.index(word)
                    for new in {group[at - 1], group[(at + 1) % len(group)]} - {word}:
                        yield edit("another symbol", spot, start, end, new, spot.where)


def _own(node: object) -> str:
    return node.text if isinstance(node, Scalar) else ""


def parameters(game: Game) -> Iterator[Mutant]:
    known = [s.node.text for s in all_spots(game) if s.path == ("parameters", "*")]
    for spot in all_spots(game):
        for start, end, _ in names(spot) if spot.role == "value" and spot.path[0] != "parameters" else ():
            if spot.node.text[start:end] in known:
                for other in known:
                    if other != spot.node.text[start:end]:
                        yield edit("another parameter", spot, start, end, other, spot.where)


def locals_(game: Game) -> Iterator[Mutant]:
    """Another local name of the same formula or decision."""
    bound: dict[str, set[str]] = {}
    for spot in all_spots(game):
        if spot.path[-2:] in (("choose", "*"), ("with", "*")) and spot.role == "declared":
            bound.setdefault(_entry(spot), set()).add(spot.node.text)
    for spot in all_spots(game):
        if spot.role != "value":
            continue
        text = spot.node.text
        here = bound.get(_entry(spot), set()) | {text[a:b] for a, b, is_bound in names(spot) if is_bound} | {"player"}
        for start, end, is_bound in names(spot):
            name = text[start:end]
            if not is_bound and name in here and not text[:start].endswith("."):
                for other in here - {name}:
                    yield edit("another name", spot, start, end, other, spot.where)


def _entry(spot: Spot) -> str:
    return ".".join(spot.where.split(".")[:2])


def owners(game: Game) -> Iterator[Mutant]:
    """What belongs to the next player instead."""
    for spot in all_spots(game):
        for start, end, is_bound in names(spot) if spot.role == "value" else ():
            text = spot.node.text
            if text[start:end] in ("player", "p", "other") and not is_bound and text[end : end + 1] == ".":
                yield edit("another owner", spot, start, end, f"{text[start:end]}.next", spot.where)


def ways(game: Game) -> Iterator[Mutant]:
    """Another way out of a place of a map."""
    places = [s.node.text for s in all_spots(game) if s.path == ("maps", "*", "edges", "*") and s.value is not None]
    for spot in all_spots(game):
        if spot.path == ("maps", "*", "edges", "*", "[]"):
            at = places.index(spot.node.text)
            yield whole("another way", spot, places[(at + 1) % len(places)], spot.where)


def fewer_steps(game: Game) -> Iterator[Mutant]:
    for spot in all_spots(game):
        steps = spot.path[-1] in STEPS or spot.path[-2:] == ("of", "*")
        if not steps or not isinstance(spot.value, Sequence) or not spot.value.items:
            continue
        source, items = spot.node.span.source, spot.value.items
        dashes = [source.text.rfind("-", 0, item.span.start) for item in items]
        if spot.value.span.text[:1] == "[" or any(
            source.text[a + 1 : i.span.start].strip() for a, i in zip(dashes, items)
        ):
            continue
        end = spot.value.span.start + len(spot.value.span.text.rstrip())
        for number in range(len(items)):
            stop = dashes[number + 1] if number + 1 < len(items) else end
            new = "[]" if len(items) == 1 else ""
            where = f"{spot.where}.{number + 1}"
            yield Mutant("a step less", source.name, source.text, dashes[number], stop, new, where)


def fewer_keys(game: Game) -> Iterator[Mutant]:
    for spot in all_spots(game):
        if spot.role != "key" or spot.path[-1] not in DROPPED or spot.path[0] == "show" or spot.value is None:
            continue
        source = spot.node.span.source
        start = spot.node.span.start
        if source.text[source.text.rfind("\n", 0, start) + 1 : start].strip():
            continue  # first of its entry, or between braces
        stop = spot.value.span.start + len(spot.value.span.text.rstrip())
        yield Mutant("a key less", source.name, source.text, start, stop, "", spot.where)


def words(game: Game) -> Iterator[Mutant]:
    for spot in all_spots(game):
        for new in WORDS.get(spot.path[-1], []) if spot.role in ("word", "value") else []:
            if new != spot.node.text and WORD.match(spot.node.text):
                yield whole("another word", spot, new, spot.where)


def phases(game: Game) -> Iterator[Mutant]:
    known = [s.node.text for s in all_spots(game) if s.path == ("phases", "*")]
    for spot in all_spots(game):
        if spot.path[-1] in ("next", "to") and spot.node.text in (*known, "over"):
            for new in {*known, "over"} - {spot.node.text}:
                yield whole("another phase", spot, new, spot.where)


def negations(game: Game) -> Iterator[Mutant]:
    for spot, found in expressions(game):
        for node in inner(found):
            if isinstance(node, tree.Unary):
                yield edit("a sign less", spot, node.start, node.value.start, "", spot.where)
            elif isinstance(node, tree.Query) and node.where is not None:
                start = spot.node.text.rindex("where", 0, node.where.start)
                yield edit("a condition less", spot, start, node.where.end, "", spot.where)
            elif isinstance(node, tree.Binary) and node.op in ("and", "or"):
                yield edit("a condition less", spot, node.left.end, node.right.end, "", spot.where)
                yield edit("a condition less", spot, node.left.start, node.right.start, "", spot.where)


def cells(game: Game) -> Iterator[Mutant]:
    """Another number, or the word of the row above, in a table."""
    for name, source in game.files.items():
        above: list[str] = []
        at = 0
        for number, line in enumerate(source.text.split("\n") if name.endswith(".csv") else []):
            here = at
            row = line.split(",")
            for column, cell in enumerate(row):
                if number and column and cell:
                    new = str(int(cell) + 1) if cell.isdigit() else above[column] if column < len(above) else cell
                    if new not in (cell, "") and number > 1:
                        yield Mutant(
                            "another cell", name, source.text, here, here + len(cell), new, f"{row[0]}.{column}"
                        )
                here += len(cell) + 1
            above = row
            at += len(line) + 1
