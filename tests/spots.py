"""
Spots: every key and value of a game's files with what it is there: a key of the language, a declared name, a use.

The roles come from the schema and from a short table of places where authors make up names, so that mutants can
be made on the text alone, without asking the rooms that they are to try.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from interpreter.diagnostics import Bag
from interpreter.expr import tree
from interpreter.expr.parse import parse_amount, parse_query, parse_type
from interpreter.nodes import Mapping, Node, Scalar, Sequence
from interpreter.schemas import Shape, shape_of
from interpreter.shape_words import kind_of
from interpreter.source import Source
from interpreter.yaml_reader import read_yaml

WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
TEXTS = {"about", "source", "derived", "assumed", "title", "prompt", "note", "leaks"}
SECTIONS = (
    "parameters types components maps tables zones fields functions procedures actions phases endings scoring signals"
)
DECLARED = [
    *((section, "*") for section in SECTIONS.split()),
    ("has", "*"), ("choose", "*"), ("let", "*"), ("roll", "*"), ("maps", "*", "edges", "*"), ("types", "*", "[]"),
    ("types", "*", "rows", "*"), ("components", "*", "rows", "*"), ("maps", "*", "nodes"),
]  # fmt: skip
USED = [
    ("of", "*"), ("rows", "*", "*"), ("each", "*"), ("tables", "*", "*"), ("maps", "*", "rows", "*"),
    ("show", "symbols", "*"), ("symbols", "*", "*"), ("show", "zones", "*"), ("order", "[]"), ("groups", "*", "[]"),
    ("hide", "[]"), ("actions", "[]"), ("call",), ("of",), ("per",), ("per", "[]"), ("next",),
    ("endings", "*", "to"), ("edges", "*", "[]"),
]  # fmt: skip
EXPRESSIONS = {"expression", "query", "number or formula", "amount", "type", "value of a row"}


@dataclass(frozen=True)
class Spot:
    """A scalar: `role` is key (of the language), declared, used, value (an expression) or word (of a fixed few)."""

    role: str
    node: Scalar
    path: tuple[str, ...]
    shape: Shape  # of the value; of the mapping for a key
    value: Node | None = None  # under a key
    inside: Mapping | None = None  # the mapping of a key
    where: str = ""  # the path with the names that the author made up, items of lists by number
    around: tuple[tuple[Mapping, Shape], ...] = ()  # of a key: the mappings around its own, innermost first

    @property
    def title(self) -> str:
        return self.shape.title


def settled(node: Node, shape: Shape) -> Shape:
    """The branch of a shape that a node takes, and of a step the shape of its verb."""
    shape = next((b for b in shape.branches if kind_of(node) in b.types), shape)
    if isinstance(node, Mapping) and shape.verbs:
        verb = next((k for k in node.index if k in shape.verbs and shape.yields.get(k, "") not in node), None)
        return shape.verbs[verb] if verb else shape
    return shape


def spots(
    node: Node,
    shape: Shape,
    path: tuple[str, ...] = (),
    around: tuple[tuple[Mapping, Shape], ...] = (),
    where: str = "",
) -> Iterator[Spot]:
    shape = settled(node, shape)
    if isinstance(node, Scalar):
        yield Spot(_role(path, shape), node, path, shape, where=where)
    elif isinstance(node, Sequence):
        for number, item in enumerate(node.items, 1):
            yield from spots(item, shape.items or shape, (*path, "[]"), around, f"{where}.{number}")
    elif isinstance(node, Mapping):
        for key, value in node.items():
            sub = shape.keys.get(key.text)
            if sub is not None:
                way, role = (*path, key.text), "key"
            else:
                sub = next((s for p, s in shape.patterns if p.fullmatch(key.text)), shape.others)
                assert sub is not None, (key.span, key.text)
                way = (*path, "*")
                role = _role(way, sub, key=True).replace("value", "text")
                if path[-1:] == ("with",):
                    role = "declared" if sub.title == "type" else "used"
                if path[-1:] == ("set",):
                    role = "value"
            here = f"{where}.{key.text}".lstrip(".")
            yield Spot(role, key, way, shape if role == "key" else sub, value, node, here, around)
            yield from spots(value, sub, way, ((node, shape), *around), here)


def _role(path: tuple[str, ...], shape: Shape, *, key: bool = False) -> str:
    for role, table in (("declared", DECLARED), ("used", USED)):
        for place in table if key or path[-1:] != ("*",) else ():
            top = place[0] in SECTIONS.split() or place[0] == "show"
            if (path == place) if top and len(place) == len(path) else (not top and path[-len(place) :] == place):
                return role
    if shape.enum:
        return "word"
    return "value" if shape.title in EXPRESSIONS else "text"


@dataclass
class Game:
    """The files of a game as texts, and the spots of those that are YAML."""

    name: str
    files: dict[str, Source]
    spots: dict[str, list[Spot]]

    @cached_property
    def words(self) -> dict[str, int]:
        """How often each word stands in the rules; the texts for people do not count."""
        found: dict[str, int] = {}
        for file, source in self.files.items():
            texts = (
                [source.text]
                if file.endswith(".csv")
                else [s.node.text for s in self.spots[file] if rule(s) and s.role != "key"]
            )
            for text in texts:
                for word in WORD.findall(text):
                    found[word] = found.get(word, 0) + 1
        return found


def rule(spot: Spot) -> bool:
    return not (TEXTS & set(spot.path[-1:])) or spot.role == "key"


def read_game(path: Path) -> Game:
    """A game's folder (or its one file): the definition and its tables, without scenarios and variants."""
    kinds = (".yaml", ".csv")
    found = sorted(p for p in path.iterdir() if p.suffix in kinds) if path.is_dir() else [path]
    files = {p.name: Source(p.name, p.read_text(encoding="utf-8")) for p in found if p.name != "rulebook.csv"}
    places: dict[str, list[Spot]] = {}
    for name, source in files.items():
        if name.endswith(".yaml"):
            node = read_yaml(source, Bag())
            assert isinstance(node, Mapping)
            places[name] = list(spots(node, shape_of("game" if "triskele" in node else "part")))
    return Game(path.stem, files, places)


def parsed(spot: Spot) -> tree.Expr | None:
    """The tree of an expression, an amount or a type; None where a value is plainly no expression."""
    door = {"type": parse_type, "amount": parse_amount}.get(spot.title, parse_query)
    node = spot.node
    if spot.role != "value" or isinstance(node.value, bool) or node.text in ("all", "nobody", "box"):
        return None
    return door(node, Bag())


def inner(node: object) -> Iterator[tree.Expr | tree.Loop]:
    """A tree and all trees and loops in it."""
    if isinstance(node, (tree.Expr, tree.Loop)):
        yield node
        for name in type(node).__slots__ if type(node) is not tree.Expr else ():
            value = getattr(node, name)
            for child in value if isinstance(value, tuple) else (value,):
                yield from inner(child)


def names(spot: Spot) -> Iterator[tuple[int, int, bool]]:
    """The names in an expression: start, end, and whether it is bound there."""
    text = spot.node.text
    for node in inner(parsed(spot)):
        at = -1
        if isinstance(node, tree.Name):
            at = node.start + len(text[node.start :]) - len(text[node.start :].lstrip("("))
        elif isinstance(node, tree.Loop):
            yield node.start, node.end, True
        elif isinstance(node, tree.Dot):
            at = text.rindex(node.name, node.base.end, node.end)
        elif isinstance(node, tree.Call):
            at = text.index(node.name, node.base.end if node.base else node.start)
        elif isinstance(node, tree.TypeExpr) and node.kind == "named":
            at = node.start
        if at >= 0:
            yield at, at + len(WORD.match(text, at)[0]), False  # type: ignore[index]
