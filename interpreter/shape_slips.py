"""
Slips: keys whose line was indented too little or too much, and so came into the wrong mapping.

A slip is one mistake although two mappings notice it: one has a key too many, the other lacks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from .nodes import Mapping, Node, Scalar, Sequence
from .schemas import Shape, shape_of
from .shape_words import Place, either, kind_of, near, subject, types_of


@dataclass(slots=True, eq=False)
class Slip:
    """Where a key belongs, as that place would be with it; `lacks` says what is wrong there without it."""

    to: Place
    help: str
    lacks: str
    taken: bool  # whether the key could also stand where it is


class Slips:
    """
    Which keys were meant for which mapping, and which of its own a mapping has only by a slip.

    Both by identity of the mapping's node. `fits` tells whether a value is as a shape says.
    """

    def __init__(self, fits: Callable[[Node, Shape], bool]) -> None:
        self.fits = fits
        self.meant: dict[int, set[str]] = {}
        self.away: dict[tuple[int, str], Slip] = {}
        self.parts: list[Mapping] = []  # kept, since they are known by identity

    def note(self, node: Node, word: str) -> None:
        """A key that stands elsewhere belongs into this mapping, which therefore does not lack it."""
        self.meant.setdefault(id(node), set()).add(word)

    def of(self, node: Node) -> set[str]:
        return self.meant.get(id(node), set())

    def slip(self, node: Mapping, key: Scalar) -> Slip | None:
        """How a key of a mapping came there, if by a slip."""
        return self.away.get((id(node), key.text)) if self.away else None

    def own(self, node: Mapping) -> list[Scalar]:
        """The keys of a mapping without those that it has by a slip."""
        return [k for k in node.keys if self.slip(node, k) is None]

    def run(self, node: Mapping, key: Scalar) -> list[Scalar]:
        """A key that slipped and those right below that slipped with it; none if that begins farther up."""
        at, slip = node.index[key.text], self.slip(node, key)
        same = [
            (s := self.slip(node, k)) is not None and slip is not None and s.to.node is slip.to.node for k in node.keys
        ]
        if at and same[at - 1]:
            return []
        end = next((n for n in range(at, len(same)) if not same[n]), len(same))
        return list(node.keys[at:end])

    def header(self, place: Place) -> tuple[int, Place] | None:
        """The key of a mapping that is the head of what stands below it, and the place where such a head belongs."""
        node = place.node
        assert isinstance(node, Mapping)
        for number, (key, value) in enumerate(node.items()[:-1]):
            if kind_of(value) or key.text in place.shape.keys:
                continue
            for up in around(place):
                sub = up.shape.keys.get(key.text)
                if (
                    sub is not None
                    and "object" in types_of(sub)
                    and isinstance(up.node, Mapping)
                    and key.text not in up.node
                ):
                    return number, up
        return None

    def split(self, place: Place, number: int) -> tuple[Mapping, Mapping]:
        """What stands above the key of a mapping, which the place then is, and what stands below it."""
        node = place.node
        assert isinstance(node, Mapping)
        above, below = (
            Mapping(node.span, node.keys[s], node.values[s]) for s in (slice(number), slice(number + 1, None))
        )
        self.meant[id(above)] = self.of(node)
        self.parts += [above, below]
        place.node = above
        return above, below

    def outwards(self, place: Place) -> None:
        """Find the keys of a mapping that belong into what stands right above them."""
        node = place.node
        assert isinstance(node, Mapping)
        above: list[Place] = []
        here = None
        for number, (key, value) in enumerate(node.items()):
            if number and self.slip(node, node.keys[number - 1]) is None:
                above, last, before = [], node.keys[number - 1], node.values[number - 1]
                if _in_block(before) or not kind_of(before):
                    here = here or self._settled(place)
                    sub = under(here.shape, last)
                    if sub is not None:
                        above = list(self._lasts(Place(before, sub, here, last.text, last)))
            if above and here is not None and self.slip(node, key) is None:
                best = self._lacking(key, value, here, above)
                if best is not None:
                    self._move(
                        node,
                        key,
                        best,
                        "into",
                        "more",
                        taken=_takes(here.shape, key, value) and key.text in best.shape.keys,
                    )
                    above = [self._settled(p) for p in above]

    def _lacking(self, key: Scalar, value: Node, here: Place, above: list[Place]) -> Place | None:
        """Where a key belongs: a mapping that must have it, or one that can where this one cannot."""
        assert isinstance(here.node, Mapping)
        word, takes = key.text, _takes(here.shape, key, value)
        able = [p for p in above if not isinstance(p.node, Mapping) or word not in p.node]
        strict = [p for p in able if _takes(p.shape, key, value, strict=True)]
        if not _wants(here.shape, here.node.index.keys() - {word}, word):
            for place in strict:
                words = place.node.index if isinstance(place.node, Mapping) else ()
                if _wants(place.shape, words, word) and self.fits(value, place.shape.keys[word]):
                    return place
        if not takes and strict:
            return strict[0]
        entries = [p for p in able if _enters(p, key)]
        if word in here.shape.keys or not (strict or entries):
            return None
        if takes and here.shape.others and self.fits(value, here.shape.others):
            return None
        for place in strict:
            if self.fits(value, place.shape.keys[word]):
                return place
        guess = near(word, here.shape.keys)
        if guess and self.fits(value, here.shape.keys[guess]):
            return None
        return next((p for p in entries if p.shape.others and self.fits(value, p.shape.others)), None)

    def inwards(self, place: Place, shapes: dict[str, Shape]) -> str:
        """
        Find a key that a mapping lacks, where it stands in what comes last in one of its values.

        `shapes` has the keys that would do, each with the shape of the mapping with it.
        """
        node = place.node
        assert isinstance(node, Mapping)
        for key, value in node.items():
            subs = [s.keys[key.text] for s in shapes.values() if key.text in s.keys]
            sub = next((s for s in subs if kind_of(value) in types_of(s)), None)
            for inner in self._lasts(Place(value, sub, place, key.text, key)) if sub and _in_block(value) else ():
                if not isinstance(inner.node, Mapping):
                    continue
                for word, below in inner.node.items()[1:]:
                    shape = shapes.get(word.text)
                    if shape is None or word.text == inner.verb or word.text in inner.shape.keys:
                        continue
                    if all(k in shape.keys for k in node.index) and self.fits(below, shape.keys[word.text]):
                        self._move(inner.node, word, place, "in", "less", taken=_takes(inner.shape, word, below))
                        return word.text
        return ""

    def elsewhere(self, word: str, value: Node, place: Place) -> tuple[str, list[str]]:
        """
        A hint where a key would be right: one level up, inside this mapping, farther up, or in another file.

        With it the keys of this mapping that it belongs into, if any.
        """
        kind = kind_of(value)

        def takes(shape: Shape) -> bool:
            return word in shape.keys and kind in types_of(shape.keys[word])

        outer = list(around(place))
        fitting = [p for p in outer if takes(p.shape) and isinstance(p.node, Mapping) and word not in p.node]
        if fitting:
            self.note(fitting[0].node, word)
        if fitting and fitting[0] is outer[0]:
            return f"did you mean to put it one level up, in {subject(fitting[0])}?", []
        inside = [k for k, shape in place.shape.keys.items() if takes(shape)]
        if inside:
            inside = [k for k in inside if isinstance(place.node, Mapping) and k in place.node] or inside
            return f"did you mean to put it one level down, in {either(inside)}?", inside
        if fitting:
            return f"did you mean to put it in {subject(fitting[0])}?", []
        if not outer and takes(shape_of("game")):
            return "put it in the game file, the one with `triskele:`", []
        return "", []

    def _move(self, node: Mapping, key: Scalar, to: Place, way: str, more: str, *, taken: bool) -> None:
        self.note(to.node, key.text)
        there = self._settled(to)
        lacks = "has no verb" if there.verb == key.text else f"lacks `{key.text}`"
        help = f"did you mean to put it {way} {subject(to)}? then indent it {more}"
        self.away[id(node), key.text] = Slip(there, help, f"{subject(to)} {lacks}", taken)

    def _settled(self, place: Place) -> Place:
        """A mapping's place with the shape of its verb; a verb that slipped away from it counts."""
        node, shape = place.node, place.shape
        if not shape.verbs or not isinstance(node, Mapping):
            return place
        words = [*node.index, *self.of(node)]
        verb = next((w for w in words if w in shape.verbs and shape.yields.get(w, "") not in words), "")
        if not verb:
            return place
        return replace(place, shape=shape.verbs[verb], verb=verb if shape.title == "step" else "")

    def _lasts(self, place: Place) -> Iterator[Place]:
        """The mappings among a value and what stands last in it, level by level."""
        node = place.node
        shape = next((b for b in place.shape.branches if kind_of(node) in b.types), place.shape)
        if isinstance(node, Sequence) and node.items and shape.items is not None:
            yield from self._lasts(Place(node.items[-1], shape.items, place, len(node.items)))
        elif not kind_of(node):
            shape = next((b for b in place.shape.branches if "object" in b.types), place.shape)
            if "object" in shape.types and not shape.verbs:
                yield replace(place, shape=shape)
        elif isinstance(node, Mapping) and node.keys:
            place = self._settled(replace(place, shape=shape))
            yield place
            sub = under(place.shape, node.keys[-1])
            if sub is not None:
                yield from self._lasts(Place(node.values[-1], sub, place, node.keys[-1].text, node.keys[-1]))


def around(place: Place) -> Iterator[Place]:
    """The mappings around a place, innermost first."""
    while place.up is not None:
        place = place.up
        if isinstance(place.node, Mapping):
            yield place


def _in_block(node: Node) -> bool:
    """Whether a node is a list or a mapping over lines, by their indentation."""
    return not isinstance(node, Scalar) and node.span.text[:1] not in ("{", "[")


def under(shape: Shape, key: Scalar) -> Shape | None:
    """What may stand under a key."""
    return shape.keys.get(key.text, shape.others)


def _takes(shape: Shape, key: Scalar, value: Node, *, strict: bool = False) -> bool:
    """Whether a mapping can have the key with such a value; strictly, only a key of the language."""
    sub = shape.keys.get(key.text) if strict else under(shape, key)
    if sub is None:
        return any(pattern.fullmatch(key.text) for pattern, _ in shape.patterns) and not strict
    return sub.anything or kind_of(value) in types_of(sub) or (not strict and key.text in shape.keys)


def _enters(place: Place, key: Scalar) -> bool:
    """
    Whether a key can be a name that the author made up for an entry of a mapping.

    The columns of a row, say, are no entries, unless there is nothing yet.
    """
    shape, others = place.shape, place.shape.others
    if others is None or key.text in shape.keys or shape.listed_in:
        return False
    if isinstance(place.node, Mapping) and (others.anything or types_of(others) - {"object"}):
        return False
    return shape.names is None or shape.names.pattern is None or shape.names.pattern.fullmatch(key.text) is not None


def _wants(shape: Shape, words: Iterable[str], word: str) -> bool:
    """Whether a mapping that has these keys must have this one too."""
    return word in shape.required or (word in shape.exactly_one and not any(w in shape.exactly_one for w in words))
