"""
Schemas: the JSON Schemas of the project in, shapes out.

A `Shape` is one schema with its references followed, in the few words that the shape check needs.
The schema files are the one place where keys, descriptions and examples are written; a keyword
that this room does not know is a bug in the schema and raises.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

Kind = Literal["game", "part", "scenario", "variant"]

# JSON Schema's words for types, and the author's.
TYPES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
}


@dataclass(slots=True, eq=False)
class Shape:
    """
    What may stand at one place. It is filled in place, since schemas are recursive, and fixed from then on.

    A shape with `branches` is whichever branch takes the type that is found there.
    A shape with `verbs` is the shape of the verb (a key) that is present; `yields` names verbs that are mere
    fields beside another (`choose` beside `may`).
    """

    title: str = ""
    description: str = ""
    example: Any = None
    types: frozenset[str] = frozenset(TYPES)
    anything: bool = False
    branches: tuple[Shape, ...] = ()
    # text and numbers
    enum: tuple[str, ...] = ()
    pattern: re.Pattern[str] | None = None
    rule: str = ""  # the pattern in words
    minimum: int | None = None
    not_empty: bool = False
    # lists
    items: Shape | None = None
    at_least: int = 0
    at_most: int | None = None
    distinct: bool = False
    # mappings
    keys: dict[str, Shape] = field(default_factory=dict)
    patterns: tuple[tuple[re.Pattern[str], Shape], ...] = ()
    others: Shape | None = None  # None: no other keys
    listed_in: str = ""  # other keys are those that this list beside them names
    names: Shape | None = None  # what other keys must look like
    required: tuple[str, ...] = ()
    exactly_one: tuple[str, ...] = ()
    at_least_one: tuple[str, ...] = ()
    never_both: tuple[str, ...] = ()
    fewest: int = 0
    most: int | None = None
    verbs: dict[str, Shape] = field(default_factory=dict)
    yields: dict[str, str] = field(default_factory=dict)

    @property
    def named(self) -> bool:
        """Whether its text is a name, so that a wrong one is a bad name and no bad value."""
        return "name" in self.title


def schema_text(kind: str) -> str:
    """The text of a schema: of `game`, `part`, `scenario` or `variant`. KeyError for another kind."""
    path = _folder() / f"{kind}.schema.json"
    if not kind.isidentifier() or not path.is_file():
        raise KeyError(kind)
    return path.read_text(encoding="utf-8")


@cache
def shape_of(kind: Kind) -> Shape:
    """The shape of a whole file. Read once."""
    return _shape(f"{kind}.schema.json", "")


def _folder() -> Path:
    """Inside the package when installed; beside it in a checkout."""
    here = Path(__file__).parent
    return here / "schema" if (here / "schema").is_dir() else here.parent / "schema"


@cache
def _document(file: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(schema_text(file.removesuffix(".schema.json")))
    return document


_shapes: dict[tuple[str, str], Shape] = {}


def _shape(file: str, pointer: str) -> Shape:
    """The shape at a pointer of a schema file; the same object each time, so that recursion ends."""
    known = _shapes.get((file, pointer))
    if known is None:
        schema: Any = _document(file)
        for step in pointer.split("/")[1:]:
            schema = schema[step]
        known = _shapes[file, pointer] = Shape()
        _fill(known, file, schema)
    return known


def _sub(file: str, schema: Any) -> Shape:
    """The shape of a schema inside another one. A bare reference shares the shape it names."""
    if schema is True:
        return Shape(anything=True)
    if schema.keys() == {"$ref"}:
        return _shape(*_target(file, schema["$ref"]))
    shape = Shape()
    _fill(shape, file, schema)
    return shape


def _target(file: str, reference: str) -> tuple[str, str]:
    other, _, pointer = reference.partition("#")
    return other or file, pointer


def _fill(shape: Shape, file: str, schema: Mapping[str, Any]) -> None:
    """Put the keywords of a schema into a shape. What stands beside a `$ref` only words it differently."""
    if "$ref" in schema:
        other, pointer = _target(file, schema["$ref"])
        target: Any = _document(other)
        for step in pointer.split("/")[1:]:
            target = target[step]
        _fill(shape, other, target)
    for keyword, value in schema.items():
        match keyword:
            case "$schema" | "$id" | "$defs" | "$ref":
                pass
            case "title":
                shape.title = value
            case "description":
                shape.description = value
            case "examples":
                shape.example = value[0]
            case "type":
                shape.types = frozenset([value] if isinstance(value, str) else value)
            case "enum":
                shape.enum = tuple(value)
            case "pattern":
                shape.pattern, shape.rule = re.compile(value), schema.get("description", "")
            case "minimum":
                shape.minimum = value
            case "minLength":
                shape.not_empty = value > 0
            case "items":
                shape.items = _sub(file, value)
            case "minItems":
                shape.at_least = value
            case "maxItems":
                shape.at_most = value
            case "uniqueItems":
                shape.distinct = value
            case "properties":
                shape.keys = {key: _sub(file, s) for key, s in value.items()}
            case "patternProperties":
                shape.patterns = tuple((re.compile(p), _sub(file, s)) for p, s in value.items())
            case "additionalProperties":
                shape.others = None if value is False else _sub(file, value)
            case "propertyNames":
                shape.names = _sub(file, value)
            case "x-listed-in":
                shape.listed_in = value
            case "required":
                shape.required = tuple(value)
            case "minProperties":
                shape.fewest = value
            case "maxProperties":
                shape.most = value
            case "oneOf":
                shape.exactly_one = _one_key_each(value)
            case "anyOf" if "required" in value[0]:
                shape.at_least_one = _one_key_each(value)
            case "anyOf":
                shape.branches = tuple(_sub(file, s) for s in value)
            case "not":
                shape.never_both = tuple(value["required"])
            case "dependentSchemas":
                for verb, s in value.items():
                    if "if" in s:
                        shape.yields[verb] = s["if"]["required"][0]
                    shape.verbs[verb] = _sub(file, s.get("else", s))
            case _:
                raise ValueError(f"{file}: the shape check does not know the keyword {keyword!r}")


def _one_key_each(schemas: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(key for schema in schemas for key in schema["required"])
