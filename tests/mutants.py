"""
Mutants: a game's files in, copies with one fault each out.

A mutant is one edit of one file's text. Everything that is made here is wrong for certain: a name that nothing
has, half a bracket, a number where no number can stand; what could be another legal game is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from interpreter.expr import tree
from interpreter.expr.faults import tokens
from interpreter.nodes import Mapping, Node, Scalar, Sequence
from interpreter.schemas import Shape, shape_of
from interpreter.shape_words import kind_of, types_of

from .spots import WORD, Game, Spot, inner, names, parsed, settled

LANGUAGE = """player players first_player last_player round ending ended_by solo none true false self old box over pass
done all any and at else for if in not or then where exactly least most list of maybe Int Bool Player Ending top"""
HUGE = "1" * 19


@dataclass(frozen=True)
class Mutant:
    """`new` in the place of the characters `start` to `end`; `name` is the declared name that was changed, if any."""

    kind: str
    file: str
    text: str = field(repr=False)
    start: int
    end: int
    new: str
    name: str = ""

    @property
    def line(self) -> int:
        return self.text.count("\n", 0, self.start) + 1

    @property
    def mutated(self) -> str:
        return self.text[: self.start] + self.new + self.text[self.end :]

    @property
    def before(self) -> str:
        return self.text.split("\n")[self.line - 1].strip()

    @property
    def after(self) -> str:
        return self.mutated.split("\n")[self.line - 1].strip()

    def __str__(self) -> str:
        return f"{self.kind}: {self.file}:{self.line}: {self.before!r} -> {self.after!r}"


def broken(game: Game, seed: int) -> list[Mutant]:
    """All broken mutants of a game, in an order that the seed fixes; the kinds take turns."""
    dice = Random(f"{game.name}/{seed}")
    makers: list[Callable[[Game, Random], Iterator[Mutant]]] = [
        misspelt_keys, unknown_names, renamed, brackets, lost_operands, doubled, operators, texts_for_numbers,
        out_of_range, wrong_types, wrong_operands, wrong_parents, wrong_heads, tables,
    ]  # fmt: skip
    rows = []
    for maker in makers:
        row = list(maker(game, dice))
        dice.shuffle(row)
        rows.append(row)
    found = []
    while any(rows):
        found += [row.pop() for row in rows if row]
    return found


def spoilt(name: str, game: Game, dice: Random) -> str:
    """A name that nothing has: letters swapped, lost, doubled or put in; its first letter stays as large as it was."""
    taken = {*game.words, *LANGUAGE.split()}
    for _ in range(1000):
        at, way = dice.randrange(len(name)), dice.randrange(4)
        if way == 0:
            new = name[:at] + name[at + 1 : at + 2] + name[at] + name[at + 2 :]
        elif way == 1:
            new = name[:at] + name[at + 1 :]
        elif way == 2:
            new = name[:at] + name[at] + name[at:]
        else:
            new = name[: at + 1] + dice.choice("qxyz") + name[at + 1 :]
        if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", new) and new not in taken and new[0].isupper() == name[0].isupper():
            return new
    raise ValueError(name)


def edit(kind: str, spot: Spot, start: int, end: int, new: str, name: str = "") -> Mutant:
    """An edit of the characters `start` to `end` of a scalar's text."""
    node = spot.node
    last = node.offsets[end - 1] + 1 if end > start else node.offsets[start]
    source = node.span.source
    first = node.offsets[start]
    if not new and not source.text[:first].rpartition("\n")[2].strip():  # what begins a line leaves no blank behind
        last += len(source.text[last:]) - len(source.text[last:].lstrip(" "))
    return Mutant(kind, source.name, source.text, first, last, new, name)


def whole(kind: str, spot: Spot, new: str, name: str = "") -> Mutant:
    span = spot.node.span
    return Mutant(kind, span.source.name, span.source.text, span.start, span.end, new, name)


def all_spots(game: Game) -> Iterator[Spot]:
    for places in game.spots.values():
        yield from places


def expressions(game: Game) -> Iterator[tuple[Spot, tree.Expr]]:
    for spot in all_spots(game):
        found = parsed(spot)
        if found is not None:
            yield spot, found


def misspelt_keys(game: Game, dice: Random) -> Iterator[Mutant]:
    for spot in all_spots(game):
        if spot.role == "key":
            new = spoilt(spot.node.text, game, dice)
            if new not in spot.shape.keys:
                yield whole("misspelt key", spot, new)
        elif spot.role == "word" and WORD.fullmatch(spot.node.text):
            yield whole("misspelt word", spot, spoilt(spot.node.text, game, dice))


def unknown_names(game: Game, dice: Random) -> Iterator[Mutant]:
    for spot in all_spots(game):
        text = spot.node.text
        part = "parts" in spot.path and spot.path[-1] == "of"  # names what such a place calls its tile
        if spot.role == "used" and WORD.fullmatch(text) and text != "score" and not part:
            yield whole("unknown name", spot, spoilt(text, game, dice))
        for start, end, bound in names(spot) if spot.role == "value" else ():
            if not bound and not (spot.title == "expression" and isinstance(parsed(spot), tree.Query)):
                yield edit("unknown name", spot, start, end, spoilt(text[start:end], game, dice))


def renamed(game: Game, dice: Random) -> Iterator[Mutant]:
    """Declarations whose name is used elsewhere; a name that stands for two things is left alone."""
    declared: dict[str, list[Spot]] = {}
    for spot in all_spots(game):
        if spot.role == "declared":
            declared.setdefault(spot.node.text, []).append(spot)
    rows = _rows(game)
    for name, places in declared.items():
        seen_only = places[0].path[0] in ("endings", "scoring")  # names that the score shows, and no rule needs
        if places[0].path[-2:-1] in (("choose",), ("let",), ("roll",)) and not _used_beside(game, places[0]):
            continue
        if len(places) == 1 and game.words.get(name, 0) > 1 and name not in LANGUAGE.split() and not seen_only:
            if name[0].upper() + name[1:] in declared:  # the one kind of that component has this name
                continue
            if name in rows and places[0].node.span.source.name not in rows[name]:  # a row of a table, too
                continue
            yield whole("renamed", places[0], spoilt(name, game, dice), name)


def _rows(game: Game) -> dict[str, set[str]]:
    """The names of the rows of tables, each with the files it is in."""
    found: dict[str, set[str]] = {}
    for file, source in game.files.items():
        for line in source.text.split("\n")[1:] if file.endswith(".csv") else ():
            found.setdefault(line.partition(",")[0], set()).add(file)
    return found


def _used_beside(game: Game, local: Spot) -> bool:
    """Whether the entry in which a local name is bound uses it."""
    entry = local.where.split(".")[:2]
    beside = [s for s in all_spots(game) if s.where.split(".")[:2] == entry and s.role == "value"]
    return any(local.node.text in WORD.findall(s.node.text) for s in beside)


def brackets(game: Game, dice: Random) -> Iterator[Mutant]:
    for spot, _ in expressions(game):
        for start, end, word in tokens(spot.node.text):
            if word in "()[]":
                goes_on = "\n" in spot.node.span.source.text[spot.node.offsets[end] : spot.node.offsets[-1]].strip()
                if word in ")]" or not goes_on:  # else a later line has one too many, whichever is missing
                    yield edit("lost bracket", spot, start, end, "")
                yield edit("doubled bracket", spot, start, end, word * 2)


def lost_operands(game: Game, dice: Random) -> Iterator[Mutant]:
    for spot, found in expressions(game):
        text = spot.node.text
        for node in inner(found):
            if isinstance(node, tree.Binary):
                if node.op != "-" and not (node.op == "in" and spot.title != "amount"):
                    yield edit("lost operand", spot, node.left.start, node.left.end, "")
                if not text[node.right.end :].lstrip(" )").startswith("-"):
                    yield edit("lost operand", spot, node.right.start, node.right.end, "")
            elif isinstance(node, tree.Choice):
                for part in (node.test, node.yes, node.no):
                    yield edit("lost operand", spot, part.start, part.end, "")
            elif isinstance(node, tree.Query) and node.where is not None:
                yield edit("lost operand", spot, node.where.start, node.where.end, "")
            elif isinstance(node, tree.Unary):
                yield edit("lost operand", spot, node.value.start, node.value.end, "")


def doubled(game: Game, dice: Random) -> Iterator[Mutant]:
    for spot, _ in expressions(game):
        for start, end, word in tokens(spot.node.text):
            if word in ("not", "maybe"):
                continue
            if word[0].isalnum():
                yield edit("doubled word", spot, start, end, f"{word} {word}")
            elif word not in "()[]-":
                yield edit("doubled sign", spot, start, end, f"{word} {word}" if word[0] != "." else word * 2)


def operators(game: Game, dice: Random) -> Iterator[Mutant]:
    """Operators lost; `not` and a sign alone could be missing rightly."""
    joints = {"and", "or", "in", "where", "for", "then", "else", "if"}
    for spot, found in expressions(game):
        text = spot.node.text
        signs = {n.start for n in inner(found) if isinstance(n, tree.Unary)}
        for start, end, word in tokens(text):
            if word in joints or (not word[0].isalnum() and word not in "()[]" and start not in signs):
                if word == "." and text[end : end + 1] == "":
                    continue
                yield edit("lost operator", spot, start, end, "" if " " in text[max(0, start - 1) : end + 1] else " ")


def texts_for_numbers(game: Game, dice: Random) -> Iterator[Mutant]:
    for spot in all_spots(game):
        if spot.role in ("value", "word") or spot.title in ("whole number", "number or range of players"):
            for start, end, word in tokens(spot.node.text):
                if word.isdigit():
                    new = spoilt(dice.choice(["one", "two", "three", "many", "several"]), game, dice)
                    yield edit("text for a number", spot, start, end, new)


def out_of_range(game: Game, dice: Random) -> Iterator[Mutant]:
    for spot in all_spots(game):
        key, text = spot.path[-1], spot.node.text
        number = isinstance(spot.node.value, int) and not isinstance(spot.node.value, bool)
        if spot.role == "value":
            for start, end, word in tokens(text):
                if word.isdigit():
                    yield edit("huge number", spot, start, end, HUGE)
        if spot.role == "value" and number and key in ("draw", "count", "copies", "rounds", "keep", "repeat", "each"):
            yield whole("negative number", spot, "-1")
        if spot.role == "value" and number and key in ("default", "*") and spot.path[0] in ("parameters",):
            yield whole("out of range", spot, "5000")
        if spot.title == "type" and (ends := re.fullmatch(r"(\d+)\.\.(\d+)", text)):
            yield whole("empty range", spot, f"{int(ends[2]) + 1}..{ends[1]}")
        if key == "players" and spot.role != "key":
            yield whole("out of range", spot, dice.choice(["0", "0..3", "5..2", "2..500", "-1"]))
        if spot.path[-2:] == ("grid", "[]"):
            yield whole("out of range", spot, dice.choice(["0", "-3", "500"]))


WANTS = {
    "when": ["3", "players"], "if": ["3", "player"], "until": ["3", "players"], "skip": ["2", "player"],
    "draw": ["true", "players"], "from": ["true", "3"], "to": ["true", "3"], "move": ["true", "3"],
    "starting": ["players", "true"], "each_player": ["true", "players"], "payoff": ["true", "players"],
    "swap": ["3", "player"], "with": ["3", "player"], "count": ["true", "players"], "copies": ["true"],
    "default": ["[1]"], "wins": ["true", "players"], "case": ["players"],
}  # fmt: skip


def wrong_types(game: Game, dice: Random) -> Iterator[Mutant]:
    for spot in all_spots(game):
        value = spot.value
        if spot.role == "key" and value is not None and _one_line(spot):
            sub = spot.shape.keys[spot.node.text]
            kinds = sub.types if not sub.branches else frozenset().union(*(b.types for b in sub.branches))
            for kind, new in (("array", "[zzz]"), ("object", "{zzz: zzz}"), ("integer", "7"), ("boolean", "true")):
                if kind not in kinds and not sub.anything:
                    yield _value(spot, value.span.start, value.span.end, new)
        if spot.role == "value" and spot.path[-1] in WANTS:
            new = dice.choice(WANTS[spot.path[-1]])
            if spot.path[-1] == "to" and spot.path[0] == "endings":
                continue
            yield whole("wrong type", spot, new)


def wrong_operands(game: Game, dice: Random) -> Iterator[Mutant]:
    """A part of an expression in the place of another type."""
    other = {"and": "7", "or": "players", "in": "true", "not in": "true"}
    for spot, found in expressions(game):
        for node in inner(found):
            if isinstance(node, tree.Binary) and node.op not in ("==", "!="):
                if node.op not in ("in", "not in"):
                    yield edit("wrong operand", spot, node.left.start, node.left.end, other.get(node.op, "true"))
                yield edit("wrong operand", spot, node.right.start, node.right.end, other.get(node.op, "true"))
            elif isinstance(node, tree.Choice):
                yield edit("wrong operand", spot, node.test.start, node.test.end, "7")
            elif isinstance(node, tree.Query) and node.where is not None:
                yield edit("wrong operand", spot, node.where.start, node.where.end, dice.choice(["7", "players"]))


def _one_line(spot: Spot) -> bool:
    """Whether a key and its whole value stand on one line."""
    assert spot.value is not None
    return spot.value.span.line == spot.node.span.line and "\n" not in spot.value.span.text.strip()


def _value(spot: Spot, start: int, end: int, new: str) -> Mutant:
    source = spot.node.span.source
    return Mutant("wrong type", source.name, source.text, start, end, new)


def _begins_line(key: Node) -> bool:
    """Whether nothing stands before a key on its line."""
    text, at = key.span.source.text, key.span.start
    return not text[at - key.span.column + 1 : at].strip()


def wrong_parents(game: Game, dice: Random) -> Iterator[Mutant]:
    """
    A line of its own that slips out of its mapping (it was the last one), or into what stands right above it.

    By one level or by several; where it comes to it cannot be, or where it was it must be.
    """
    for spot in all_spots(game):
        inside, value, key = spot.inside, spot.value, spot.node
        if spot.role != "key" or inside is None or value is None or not _one_line(spot) or len(inside.keys) < 2:
            continue
        source, indent = key.span.source, key.span.column - 1
        start = key.span.start - indent
        if not _begins_line(key):
            continue
        at = inside.keys.index(key)
        places: list[tuple[Node, Shape]] = []
        if at == len(inside.keys) - 1:
            below = _next_indent(source.text, key.span.end)
            places += [(n, s) for n, s in spot.around if below <= n.keys[0].span.column - 1 < indent]
        if at > 0 and (sub := spot.shape.keys.get(inside.keys[at - 1].text)):
            places += _lasts(inside.values[at - 1], sub)
        for node, shape in places:
            if isinstance(node, Mapping) and (_must(spot) or _refuses(shape, spot)):
                column = node.keys[-1].span.column - 1
                yield Mutant("wrong parent", source.name, source.text, start, key.span.start, " " * column)


def wrong_heads(game: Game, dice: Random) -> Iterator[Mutant]:
    """A head that comes among the lines that it is the head of, or one of these that comes beside it."""
    for spot in all_spots(game):
        inside, value, key = spot.inside, spot.value, spot.node
        if inside is None or value is None or inside.span.text[:1] == "{" or spot.role == "text":
            continue
        source, indent = key.span.source, key.span.column - 1
        start = key.span.start - indent
        if not _begins_line(key):
            continue
        at = inside.keys.index(key)
        before = inside.values[at - 1] if at > 0 else None
        if isinstance(value, Mapping) and isinstance(before, Mapping) and before.span.text[:1] != "{":
            column = value.keys[0].span.column - 1
            if value.span.line > key.span.line and before.keys[0].span.column - 1 == column:
                yield Mutant("wrong head", source.name, source.text, start, key.span.start, " " * column)
        if len(inside.keys) == 1 and _one_line(spot) and spot.around:
            outer, shape = spot.around[0]
            if inside in outer.values and key.text not in outer and _refuses(shape, spot):
                column = outer.keys[0].span.column - 1
                yield Mutant("wrong head", source.name, source.text, start, key.span.start, " " * column)


def _lasts(node: Node, shape: Shape) -> Iterator[tuple[Node, Shape]]:
    """A value in block style and what stands last in it, level by level, with its shape."""
    if isinstance(node, Scalar) or node.span.text[:1] in ("{", "["):
        return
    shape = settled(node, shape)
    yield node, shape
    if isinstance(node, Sequence) and node.items and shape.items is not None:
        yield from _lasts(node.items[-1], shape.items)
    elif isinstance(node, Mapping) and (sub := shape.keys.get(node.keys[-1].text, shape.others)):
        yield from _lasts(node.values[-1], sub)


def _must(spot: Spot) -> bool:
    """Whether the mapping of a key must have it."""
    step = shape_of("game").keys["actions"].others.keys["do"].items  # type: ignore[union-attr]
    assert step is not None
    return spot.node.text in spot.shape.required or step.verbs.get(spot.node.text) is spot.shape


def _refuses(shape: Shape, spot: Spot) -> bool:
    """Whether a mapping of that shape certainly cannot have the key, or not with that value."""
    assert spot.value is not None
    if spot.node.text in shape.keys:
        return False
    return shape.others is None or kind_of(spot.value) not in types_of(shape.others)


def _next_indent(text: str, offset: int) -> int:
    """The indentation of the next line that is not empty."""
    for line in text[offset:].split("\n")[1:]:
        if line.strip():
            return len(line) - len(line.lstrip(" "))
    return 0


def tables(game: Game, dice: Random) -> Iterator[Mutant]:
    for name, source in game.files.items():
        if not name.endswith(".csv"):
            continue
        at = 0
        for number, line in enumerate(source.text.split("\n")):
            cell_at = at
            for column, cell in enumerate(line.split(",")):
                end = cell_at + len(cell)
                other = WORD.findall(line).count(cell) > 1  # what uses the name may mean the other thing
                free = number and not column and (other or game.words.get(cell, 0) < 2)  # it may be named anew
                if cell and (number or column) and not free:
                    word = cell.split()[0] if cell.strip() else ""
                    new = spoilt(word if word[:1].isalpha() else "two", game, dice) + cell[len(word) :]
                    yield Mutant("table cell", name, source.text, cell_at, end, new, "" if column else cell)
                if end < at + len(line):
                    yield Mutant("table comma", name, source.text, end, end + 1, "")
                    yield Mutant("table comma", name, source.text, end, end + 1, ",,")
                cell_at = end + 1
            at += len(line) + 1
