"""
Targets: the path of a change in, the place that it means out, or a fault that says what there is.
"""

from __future__ import annotations

import re

from .change import Location, PathError, Sections, locate, node_at
from .diagnostics import Bag, Label, did_you_mean, listing
from .nodes import Mapping, Node, Scalar
from .overlay_gone import Gone
from .schemas import Shape, shape_of
from .source import Span

FIXED = ("triskele", "id", "title", "about")


def section_names() -> list[str]:
    """The sections that hold named entries."""
    shapes = shape_of("game").keys
    return [name for name, shape in shapes.items() if "object" in shape.types]


def elsewhere(sections: Sections, path: str, word: str) -> str:
    """A hint where another section has something of that name."""
    for section, node in sections.items():
        if isinstance(node, Mapping) and word in node and path != f"{section}.{word}":
            return f"did you mean `{section}.{word}`?"
    return ""


def whole_key(path: str, fault: PathError) -> str:
    """A hint where a path leads into something that may be put in, but only as a whole."""
    before, _, rest = path.rpartition(f".{fault.word}.")
    shape: Shape | None = shape_of("game")
    for key in (*fault.at, fault.word):
        shape = None if shape is None else shape.keys.get(str(key)) or shape.others
    if not before or shape is None or "object" not in shape.types:
        return ""
    return f"write `set: {{{before}.{fault.word}: {{{rest}: ..}}}}`"


class Targets:
    """Finds what paths mean in `sections`; `gone` is what changes before have taken away."""

    def __init__(self, sections: dict[str, Node], gone: list[Gone], bag: Bag) -> None:
        self.sections = sections
        self.gone = gone
        self.bag = bag

    def locate(self, path: Scalar) -> Location | None:
        """Where a path leads; None after a fault. The last key may be missing there."""
        if not self.is_plain(path):
            return None
        try:
            location = locate(self.sections, path.text)
            entry, slash, rest = path.text.partition("/")
            step = locate(self.sections, f"{entry}/{rest.partition('.')[0]}") if slash else ()
        except PathError as fault:
            self.missing(path, fault)
            return None
        if any(isinstance(key, int) for key in location[len(step) :]):
            self.bag.error(
                "path-by-position", f"`{path.text}` names something by its place in a list", path.span,
                help="name a step by its own word (`procedures.deal/draw`); a list of values is set whole, with `old`",
            )  # fmt: skip
            return None
        return location

    def is_plain(self, path: Scalar) -> bool:
        """Whether a path is made of names and reaches into a section; reports if not."""
        words = re.split(r"[./]", path.text)
        if not all(word.strip() for word in words):
            self.bag.error(
                "empty-path", f"`{path.text}` names nothing" if path.text else "an empty path names nothing", path.span,
                help="write section and name, as `scoring.banked`",
            )  # fmt: skip
            return False
        if path.text in FIXED:
            self.bag.error(
                "fixed-value", f"a variant cannot change the `{path.text}` of its game", path.span,
                help="a variant has a `title` and an `about` of its own",
            )  # fmt: skip
            return False
        if len(words) == 1 and path.text in section_names():
            inside = self.sections.get(path.text)
            names = [f"{path.text}.{k.text}" for k in inside.keys] if isinstance(inside, Mapping) else []
            self.bag.error(
                "whole-section", f"`{path.text}` is a whole section", path.span,
                notes=[f"there is: {listing(names)}"] if names else [], help="name what is meant in it",
            )  # fmt: skip
            return False
        return True

    def missing(self, path: Scalar, fault: PathError) -> None:
        """Report a target that is not there, with the place where it was looked for."""
        at = max(path.text.rfind(fault.word), 0) if fault.word else 0
        labels = []
        near = self.key_span(fault.at)
        if near is not None:
            labels.append(Label(near, "looked for in this"))
        for gone in self.gone:
            if fault.word in gone.names or path.text.startswith(gone.path.text):
                labels.append(Label(gone.path.span, f"{gone.how} here"))
        self.bag.error(
            "unknown-target", fault.message, path.part(at, at + len(fault.word)), labels=labels,
            notes=[f"there is: {listing(fault.names)}"] if fault.names else [],
            help=did_you_mean(fault.word, fault.names)
            or elsewhere(self.sections, path.text, fault.word)
            or whole_key(path.text, fault),
        )  # fmt: skip

    def key_span(self, location: Location) -> Span | None:
        """The place of the key (or of the list item) at a location."""
        owner = node_at(self.sections, location[:-1]) if len(location) > 1 else None
        if isinstance(owner, Mapping) and str(location[-1]) in owner:
            return owner.key(str(location[-1])).span
        node = node_at(self.sections, location)
        if isinstance(node, Mapping) and node.keys:
            return node.keys[0].span
        return node.span if node is not None else None

    def target(self, path: Scalar) -> tuple[Location, Node] | None:
        """What stands at a path; reports if there is nothing."""
        location = self.locate(path)
        if location is None:
            return None
        node = node_at(self.sections, location)
        if node is None:
            owner = node_at(self.sections, location[:-1])
            names = tuple(k.text for k in owner.keys) if isinstance(owner, Mapping) else ()
            before = path.text[: -len(str(location[-1])) - 1]
            fault = PathError(f"`{before}` has no `{location[-1]}`", str(location[-1]), names, location[:-1])
            self.missing(path, fault)
            return None
        return location, node
