"""
Trail: where a value comes from, layer by layer, and how two definitions differ.

Differences are named as variants would address them, steps by their words; a list of steps is
compared step by step, and what was moved counts as taken away and put in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from .change import Location, PathError, Sections, addresses, locate, node_at, own_words
from .nodes import Mapping, Node, Scalar, Sequence
from .overlay import Layers
from .overlay_files import Variant
from .overlay_nodes import composed, same
from .source import Span
from .steps.vocabulary import CHECKS

WITH_STEPS = ("procedures", "actions", "phases")


@dataclass(frozen=True, slots=True)
class Written:
    """What one layer says at a place (None: it takes it away); `variant` is None for the game itself."""

    variant: Variant | None
    node: Node | None
    span: Span | None
    changes: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A place at which two definitions differ, with what stands there in each, if anything."""

    path: str
    before: Node | None
    after: Node | None


def trail(layers: Layers, path: str) -> list[Written]:
    """
    All layers that wrote what stands at a path, the game first; PathError if nothing ever did.

    Of a whole entry a variant has written its changes.
    """
    found: list[Written] = []
    last: PathError | None = None
    below = layers.stack[0]
    for layer in layers.stack:
        try:
            location = locate(layer.sections, path)
            node = node_at(layer.sections, location)
        except PathError as fault:
            last, node, location = fault, None, ()
        before = found[-1].node if found else None
        if node is None:
            if before is not None:
                found.append(Written(layer.variant, None, _removed_at(layers, layer.variant, path)))
        elif before is None or not composed(before) or not composed(node):
            if before is None or not same(before, node):
                found.append(Written(layer.variant, node, place_of(layer.sections, location)))
        elif not same(before, node):
            changes = tuple(_compare(below.sections, layer.sections, locate(below.sections, path), location))
            found.append(Written(layer.variant, node, None, changes))
        below = layer
    if not found:
        raise last or PathError(f"nothing stands at `{path}`", path.rpartition(".")[2])
    return found


def _removed_at(layers: Layers, variant: Variant | None, path: str) -> Span | None:
    for gone in layers.gone:
        span = gone.path.span
        if variant is not None and span.source is variant.source and path.startswith(gone.path.text):
            return span
    return None


def place_of(sections: Sections, location: Location) -> Span | None:
    """Where a value is written, or where the entry at a location begins; its key may be of a layer below."""
    node, owner = node_at(sections, location), node_at(sections, location[:-1])
    if node is None or not composed(node):
        return node.span if node is not None else None
    if isinstance(owner, Mapping) and len(location) > 1:
        key = owner.key(str(location[-1])).span
        return key if key.source is node.span.source else node.span
    return node.span


# -- differences -------------------------------------------------------------------------------------


def differences(a: Sections, b: Sections) -> Iterator[Difference]:
    """Where two definitions differ, in the order of the first."""
    for section in dict.fromkeys([*a, *b]):
        yield from _compare(a, b, (section,), (section,))


def _compare(a: Sections, b: Sections, at_a: Location, at_b: Location) -> Iterator[Difference]:
    x, y = node_at(a, at_a), node_at(b, at_b)
    if isinstance(x, Mapping) and isinstance(y, Mapping):
        for key in dict.fromkeys([*x.index, *y.index]):
            yield from _compare(a, b, (*at_a, key), (*at_b, key))
    elif isinstance(x, Sequence) and isinstance(y, Sequence) and (composed(x) or composed(y)):
        matcher = SequenceMatcher(None, [_label(i) for i in x.items], [_label(i) for i in y.items], autojunk=False)
        for tag, x1, x2, y1, y2 in matcher.get_opcodes():
            if tag == "equal":
                for i, j in zip(range(x1, x2), range(y1, y2)):
                    yield from _compare(a, b, (*at_a, i), (*at_b, j))
                continue
            for i in range(x1, x2):
                yield Difference(path_of(a, (*at_a, i)), x.items[i], None)
            for j in range(y1, y2):
                yield Difference(path_of(b, (*at_b, j)), None, y.items[j])
    elif x is None or y is None or not same(x, y):
        yield Difference(path_of(a, at_a) if y is None else path_of(b, at_b), x, y)


def _label(step: Node) -> str:
    if not isinstance(step, Mapping):
        return step.text if isinstance(step, Scalar) else ""
    verb = next((verb for verb in ("repeat", "may", *CHECKS) if verb in step), "")
    return f"{verb} {' '.join(own_words(step, verb))}" if verb else ""


def path_of(sections: Sections, location: Location) -> str:
    """The path by which a variant would address what stands at a location."""
    if not any(isinstance(key, int) for key in location):
        return ".".join(map(str, location))
    first = next(i for i, key in enumerate(location) if isinstance(key, int))
    entry = location[: 2 if location[0] in WITH_STEPS else first]
    words: dict[Location, str] = {}
    for word, place in addresses(node_at(sections, entry), entry):
        words.setdefault(place, word)
    for n in range(len(location), len(entry), -1):
        if location[:n] in words:
            rest = "".join(f".{key}" for key in location[n:])
            return f"{'.'.join(map(str, entry))}/{words[location[:n]]}{rest}"
    return ".".join(str(key + 1 if isinstance(key, int) else key) for key in location)
