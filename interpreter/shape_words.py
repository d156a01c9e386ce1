"""
Words of the shape check: what its messages call a place, a type and a value.

Everything here is asked for only once a fault was found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .diagnostics import suggest
from .nodes import Mapping, Node, Scalar, Sequence
from .schemas import TYPES, Shape

YES_NO = {"yes": "true", "on": "true", "no": "false", "off": "false"}


OTHER_WORDS = {"then": "do", "effect": "do", "effects": "do", "condition": "when", "into": "to", "onto": "to"}
"""What other languages, and plain English, call some keys."""


@dataclass(slots=True, eq=False)
class Place:
    """A node on the way down: its name (or number, from 1) in the place above, its key there, its shape."""

    node: Node
    shape: Shape
    up: Place | None = None
    name: str | int = ""
    key: Scalar | None = None
    verb: str = ""

    @property
    def guilty(self) -> Scalar | Node:
        """What stands for the whole of it in a message: its key, else its first key, else itself."""
        if self.key is not None:
            return self.key
        return self.node.keys[0] if isinstance(self.node, Mapping) and self.node.keys else self.node


def subject(place: Place) -> str:
    """
    What a message calls a place: by its path, down to the first list.

    `zones.deck.of`, item 2 of `types.Mark`, `to` of step `move` in `actions.play`, scenario `a tie`.
    """
    keys: list[str] = []
    here = place
    while here.up is not None:
        if here.verb or isinstance(here.name, int):
            base = f"step `{here.verb}` in `{_entry(here)}`" if here.verb else _item(here, here.up)
            return f"`{'.'.join(reversed(keys))}` of {base}" if keys else base
        keys.append(here.name)
        here = here.up
    return f"`{'.'.join(reversed(keys))}`" if keys else f"a {place.shape.title}"


def _item(place: Place, up: Place) -> str:
    if up.up is None:
        name = place.node.get("name") if isinstance(place.node, Mapping) else None
        return f"scenario {quoted(name.text) if isinstance(name, Scalar) else place.name}"
    return f"item {place.name} of {subject(up)}"


def _entry(place: Place) -> str:
    """The path of the named entry that a step belongs to, down to the first list."""
    keys: list[str] = []
    here: Place | None = place
    while here is not None and here.up is not None:
        if isinstance(here.name, int):
            keys.clear()
        else:
            keys.append(here.name)
        here = here.up
    keys.reverse()
    return ".".join(keys[:-1] if keys and keys[-1] == "do" else keys)


def kind_of(node: Node) -> str:
    """JSON Schema's word for what a node is; empty for null."""
    if isinstance(node, Scalar):
        value = node.value
        if isinstance(value, str):
            return "string"
        if value is None:
            return ""
        return "boolean" if isinstance(value, bool) else "integer"
    return "array" if isinstance(node, Sequence) else "object"


def types_of(shape: Shape) -> frozenset[str]:
    """The types that a shape takes, those of its branches included."""
    return frozenset().union(*(b.types for b in shape.branches)) if shape.branches else shape.types


def texts_of(node: Node | None) -> list[str]:
    """The texts of a list."""
    return [i.text for i in node.items if isinstance(i, Scalar)] if isinstance(node, Sequence) else []


def near(word: str, names: Iterable[str]) -> str | None:
    """As `suggest`, but letters in the wrong order come first; `suggest` finds short ones too different."""
    names = list(names)
    if OTHER_WORDS.get(word) in names:
        return OTHER_WORDS[word]
    return next((n for n in names if sorted(n) == sorted(word.lower())), None) or suggest(word, names)


def quoted(text: str) -> str:
    return f"`{text if len(text) <= 40 else text[:37] + '...'}`"


def both(words: Iterable[str]) -> str:
    return " and ".join(f"`{w}`" for w in words)


def either(words: Iterable[str]) -> str:
    return " or ".join(f"`{w}`" for w in words)


def wanted(shape: Shape) -> str:
    """What a shape takes, in the author's words: by its title if that says more than the type."""
    types = types_of(shape)
    plain = [words for name, words in TYPES.items() if name in types]
    if not shape.title:
        return " or ".join(plain)
    if len(plain) == 1 and not shape.title.startswith(("list", "mapping")):
        return f"a mapping ({shape.title})" if plain == ["a mapping"] else plain[0]
    return f"{'an' if shape.title[0] in 'aeiou' else 'a'} {shape.title}"


def found(node: Node) -> str:
    """What stands there, in the author's words."""
    if isinstance(node, Scalar):
        if isinstance(node.value, str):
            return "text"
        return f"`{node.text}`" if isinstance(node.value, bool) else "a whole number"
    return TYPES[kind_of(node)]


def type_help(node: Node, shape: Shape) -> str:
    """How the commonest slips are put right, else the example of the schema."""
    types = types_of(shape)
    if isinstance(node, Scalar):
        if "string" in types:
            return f'write `"{node.text}"`'
        if "integer" in types and re.fullmatch(r"-?\d+", node.text):
            return "write it without quotes"
        if types == {"boolean"} and node.text.lower() in YES_NO:
            return f"write `{YES_NO[node.text.lower()]}`"
        first, _, rest = node.text.partition(" ")
        if first.rstrip(":") in shape.verbs and shape.title == "step":
            return f"write `{first.rstrip(':')}: {rest.strip() or '...'}`"
    elif isinstance(node, Mapping):
        if shape.items and "object" in types_of(shape.items):
            return "put a dash (`- `) before each entry of the list"
        if "string" in types:
            return "put the value in quotes if the braces or the colon belong to it"
    elif types == {"object"} and shape.others:
        return "give each entry a name (`name: ...`) in place of its dash"
    return f"for instance `{flow(shape.example)}`" if shape.example is not None else ""


def flow(value: object) -> str:
    """An example of the schema as YAML in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(v) for v in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and (value.isdigit() or value in ("true", "false")):
        return f'"{value}"'
    return str(value)


def by_condition(text: str) -> str:
    """A formula that chooses between two names, as a mapping: name -> condition."""
    found = re.fullmatch(r"if (.+) then ([a-z]\w*) else ([a-z]\w*)", " ".join(text.split()))
    return f"{{{found[2]}: {found[1]}, {found[3]}: true}}" if found else ""


def renamed(text: str, shape: Shape) -> str:
    """The nearest text that is a right name, or an empty text."""
    words = re.findall(r"[A-Za-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text))
    for name in ("_".join(words).lower(), "".join(w[0].upper() + w[1:] for w in words)):
        if name != text and shape.pattern and shape.pattern.fullmatch(name):
            return name
    return ""
