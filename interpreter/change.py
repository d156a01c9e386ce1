"""
Change: the sections of a definition and a path in, sections with one value changed out.

A path names a value as an author would: `parameters.goal.default`, `actions.hold.when`,
`procedures.deal/first.draw` (a step by its address word, at whatever depth it stands). Nothing is
edited: a change gives new sections, which share what they have in common with the old ones.
Whether the result is a game is for the other rooms to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .diagnostics import did_you_mean, listing
from .nodes import Mapping as MappingNode
from .nodes import Node, Scalar, Sequence
from .source import Source, Span

Sections = Mapping[str, Node]
Location = tuple[str | int, ...]  # keys, and places in lists from 0

STEP_LISTS = ("one_of", "do", "else", "otherwise", "of", "turns")
TURN_LISTS = ("before", "after", "do")
TARGET = re.compile(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$")


class PathError(LookupError):
    """
    A path that leads nowhere. `word` is the part of it that is not there, `names` what is there instead;
    `at` is how far the path leads.
    """

    def __init__(self, message: str, word: str = "", names: tuple[str, ...] = (), at: Location = ()) -> None:
        self.word, self.names, self.message, self.at = word, names, message, at
        hint = did_you_mean(word, names) if word else ""
        there = f"; there is: {listing(names)}" if names else ""
        super().__init__(message + there + (f"; {hint}" if hint else ""))


def set_path(sections: Sections, path: str, value: Node) -> dict[str, Node]:
    """
    The sections with the value at `path` replaced; `null` takes the key, the entry or the step away.

    A key that is not there yet is put in where its mapping is there (`phases.play.turns.rounds`).
    """
    location = locate(sections, path)
    removed = isinstance(value, Scalar) and value.value is None and value.style == "plain"
    if removed and node_at(sections, location) is None:
        raise PathError(f"`{path}` is not there, so it cannot be taken away")
    return replaced(sections, location, None if removed else value)


def value_at(sections: Sections, path: str) -> Node | None:
    """What stands at a path; None where a key could be put in."""
    return node_at(sections, locate(sections, path))


def value_node(text: str, name: str = "change") -> Node:
    """A value as a node of its own, read as YAML reads it; it must be written on one line."""
    from .diagnostics import Bag
    from .yaml_reader import read_yaml

    bag = Bag()
    node = read_yaml(Source(name, f"- {text}\n"), bag, top="list")
    if bag.failed or not isinstance(node, Sequence):
        raise ValueError(f"{text}: " + "; ".join(d.message for d in bag.items))
    return node.items[0]


@dataclass(frozen=True, slots=True)
class Place:
    """A scalar of a definition: a path that leads to it, and where it stands."""

    path: str
    location: Location
    value: Scalar


def scalars(sections: Sections) -> Iterator[Place]:
    """All scalar values in the order of the definition; `set_path` with such a path changes just that one."""
    for section, node in sections.items():
        yield from _scalars(node, section, (section,))


def _scalars(node: Node, path: str, location: Location) -> Iterator[Place]:
    if isinstance(node, Scalar):
        yield Place(path, location, node)
    for key, child in _children(node):
        word = key if isinstance(key, str) else str(key + 1)
        yield from _scalars(child, f"{path}.{word}", (*location, key))


# -- places ------------------------------------------------------------------------------------------


def locate(sections: Sections, path: str) -> Location:
    """Where a path leads; PathError says which part of it is not there."""
    entry, slash, rest = path.partition("/")
    location = _down(sections, (), entry, path, steps_follow=bool(slash))
    if not slash:
        return location
    word, _, keys = rest.partition(".")
    owner = node_at(sections, location)
    steps = dict(reversed(list(addresses(owner, location))))
    if word not in steps:
        raise PathError(f"`{entry}` has no step `{word}`", word, tuple(dict.fromkeys(reversed(steps))), location)
    return _down(sections, steps[word], keys, path) if keys else steps[word]


def _down(
    sections: Sections, location: Location, words: str, path: str, *, steps_follow: bool = False
) -> Location:  # fmt: skip
    """Follow keys; one that holds a dot (`player.banked`) is taken whole. The very last may be missing."""
    rest = words.split(".")
    while rest:
        node = node_at(sections, location)
        names = tuple(sections) if not location else _keys(node)
        for n in range(len(rest), 0, -1):
            if ".".join(rest[:n]) in names:
                location, rest = (*location, ".".join(rest[:n])), rest[n:]
                break
        else:
            if isinstance(node, Sequence) and rest[0].isdigit() and 1 <= int(rest[0]) <= len(node.items):
                location, rest = (*location, int(rest[0]) - 1), rest[1:]
            elif len(rest) == 1 and isinstance(node, MappingNode) and not steps_follow and _open(location):
                return (*location, rest[0])
            else:
                written = words if steps_follow else path
                before = written[: len(written) - len(".".join(rest))].rstrip("./")
                where = f"`{before}` has no `{rest[0]}`" if location else f"there is no section `{rest[0]}`"
                raise PathError(where, rest[0], names or _addressed(sections, location), location)
    return location


def _keys(node: Node | None) -> tuple[str, ...]:
    return tuple(k.text for k in node.keys) if isinstance(node, MappingNode) else ()


def _addressed(sections: Sections, location: Location) -> tuple[str, ...]:
    """The steps of a list of steps by their paths, since no number and no path through the list leads to them."""
    entry = location[:2]
    return tuple(
        f"{'.'.join(map(str, entry))}/{word}"
        for word, where in addresses(node_at(sections, entry), entry)
        if where[: len(location)] == location
    )


def _open(location: Location) -> bool:
    """Whether a key may be put in here: not where a section lists its entries, for that is a slip of the pen."""
    return len(location) > 1 or location[0] in ("result", "show")


def node_at(sections: Sections, location: Location) -> Node | None:
    """The node at a location; None for the whole and for what is not there."""
    node = sections.get(str(location[0])) if location else None
    for key in location[1:]:
        if isinstance(node, MappingNode) and isinstance(key, str):
            node = node.get(key)
        elif isinstance(node, Sequence) and isinstance(key, int):
            node = node.items[key]
        else:
            return None
    return node


def addresses(node: Node | None, location: Location) -> Iterator[tuple[str, Location]]:
    """
    The steps inside an entry by their address words, as decisions and records name them.

    A second step of the same word has a number behind it (`draw`, `draw2`); an option of a menu has
    its own word.
    """
    taken: dict[str, int] = {}
    for words, where, is_step in _steps(node, location):
        for word in words:
            if not is_step:
                yield word, where
                continue
            taken[word] = n = taken.get(word, 0) + 1
            yield (word if n == 1 else f"{word}{n}"), where


def _steps(
    node: Node | None, location: Location, *, is_step: bool = False
) -> Iterator[tuple[list[str], Location, bool]]:
    """Steps and menu entries in the order in which they get their addresses."""
    from .steps.vocabulary import CHECKS

    if isinstance(node, Sequence):
        for i, item in enumerate(node.items):
            yield from _steps(item, (*location, i), is_step=True)
    if not isinstance(node, MappingNode):
        return
    verb = next((verb for verb in ("repeat", "may", *CHECKS) if verb in node), "") if is_step else ""
    if verb:
        yield own_words(node, verb), location, True
    for key in TURN_LISTS if location[-1] == "turns" else STEP_LISTS:
        inner = node.get(key)
        if isinstance(inner, MappingNode) and key in ("one_of", "of"):
            for name, branch in inner.items():
                if key == "one_of":
                    yield [name.text], (*location, key, name.text), False
                yield from _steps(branch, (*location, key, name.text), is_step=key == "of")
        else:
            yield from _steps(inner, (*location, key), is_step=key != "turns")


def own_words(step: MappingNode, verb: str) -> list[str]:
    """The words of a step: its `id`, or the name it binds, the procedure it calls, the field it sets, its verb."""
    own, value = step.get("id"), step.get(verb)
    if isinstance(value, MappingNode):
        names = [k.text for k in value.keys]
        if verb == "choose":
            names = names[:1]
        elif verb == "set":
            names = [m.group(1) if (m := TARGET.search(n)) else n for n in names]
        elif verb not in ("let", "roll"):
            names = [verb]
    elif verb == "may" and isinstance(value, Scalar):
        names = [value.text]
    elif verb == "call" and isinstance(value, Scalar):
        names = [value.text.rpartition(".")[2].strip()]
    else:
        names = [verb]
    return [own.text] * len(names) if isinstance(own, Scalar) else names


# -- copies ------------------------------------------------------------------------------------------


def replaced(sections: Sections, location: Location, value: Node | None) -> dict[str, Node]:
    """The sections with the node at a location replaced, put in, or (None) taken out."""
    name = str(location[0])
    new = value if len(location) == 1 else _replaced(sections[name], location[1:], value)
    if new is None:
        return {k: v for k, v in sections.items() if k != name}
    return {**sections, name: new}


def spliced(sections: Sections, location: Location, items: tuple[Node, ...]) -> dict[str, Node]:
    """The sections with the item of a list at a location replaced by any number of items."""
    place, owner = location[-1], node_at(sections, location[:-1])
    assert isinstance(owner, Sequence)
    assert isinstance(place, int)
    around = (*owner.items[:place], *items, *owner.items[place + 1 :])
    return replaced(sections, location[:-1], Sequence(owner.span, around))


def beside(
    sections: Sections, location: Location, entries: MappingNode, *, after: bool
) -> dict[str, Node]:  # fmt: skip
    """The sections with named entries put before or after the one at a location."""
    owner = node_at(sections, location[:-1])
    assert isinstance(owner, MappingNode)
    place = owner.index[str(location[-1])] + after
    keys = (*owner.keys[:place], *entries.keys, *owner.keys[place:])
    values = (*owner.values[:place], *entries.values, *owner.values[place:])
    return replaced(sections, location[:-1], MappingNode(owner.span, keys, values))


def _replaced(node: Node, location: Location, value: Node | None) -> Node:
    key = location[0]
    if isinstance(node, Sequence) and isinstance(key, int):
        inner = value if len(location) == 1 else _replaced(node.items[key], location[1:], value)
        return Sequence(node.span, (*node.items[:key], *([] if inner is None else [inner]), *node.items[key + 1 :]))
    assert isinstance(node, MappingNode), "a location leads through mappings and lists"
    assert isinstance(key, str)
    if len(location) > 1:
        old = node.get(key)
        assert old is not None, "only the last key of a location may be missing"
        value = _replaced(old, location[1:], value)
    pairs = [(k, v) for k, v in node.items() if k.text != key or value is not None]
    if value is not None:
        found = key in node
        pairs = [(k, value if k.text == key else v) for k, v in pairs]
        pairs += [] if found else [(key_node(key, value.span), value)]
    return MappingNode(node.span, tuple(k for k, _ in pairs), tuple(v for _, v in pairs))


def key_node(text: str, at: Span) -> Scalar:
    """A key that stands in no file of the game; messages show it where its value comes from."""
    return Scalar(at, text, text, "plain", (*([at.start] * len(text)), at.end))


def whole(sections: Sections) -> MappingNode:
    """All sections as the one mapping that they would be in a single file."""
    keys = tuple(key_node(name, node.span) for name, node in sections.items())
    return MappingNode(keys[0].span, keys, tuple(sections.values()))


def _children(node: Node) -> list[tuple[str | int, Node]]:
    if isinstance(node, MappingNode):
        return [(k.text, v) for k, v in node.items()]
    return list(enumerate(node.items)) if isinstance(node, Sequence) else []
