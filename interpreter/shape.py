"""
Shape: located nodes in, diagnostics on what the schema does not allow.

One message for each mistake, on the guilty key or value, with what is allowed there. A step is judged by
its verb, a map by its kind: never by trying alternatives. This room reads no expression and knows no name
that an author has given; it changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .diagnostics import Bag, Label, listing
from .nodes import Mapping, Node, Scalar, Sequence
from .schemas import Kind, Shape, schema_text, shape_of
from .shape_slips import Slip, Slips, under
from .shape_words import (
    Place,
    both,
    by_condition,
    either,
    flow,
    found,
    kind_of,
    near,
    quoted,
    renamed,
    subject,
    texts_of,
    type_help,
    types_of,
    wanted,
)

__all__ = ["check_shape", "schema_text"]

ALL = 40  # more than the words of any one list of allowed keys


def check_shape(node: Node, kind: Kind, bag: Bag) -> bool:
    """Report what in a file is not as its schema says; True if there was nothing."""
    before = len(bag.items)
    _Check(bag).node(Place(node, shape_of(kind)))
    return len(bag.items) == before


@dataclass(slots=True)
class _Check:
    bag: Bag
    slips: Slips = field(default_factory=lambda: Slips(_fits))

    def node(self, place: Place) -> None:
        node, shape = place.node, place.shape
        if shape.anything:
            return
        kind = kind_of(node)
        for branch in shape.branches:
            if kind in branch.types:
                place.shape = shape = branch
                break
        if shape.branches or kind not in shape.types:
            self.wrong_type(place)
        elif isinstance(node, Scalar):
            self.scalar(node, place)
        elif isinstance(node, Sequence):
            self.sequence(node, place)
        elif isinstance(node, Mapping):
            self.mapping(node, place)

    # -- values --------------------------------------------------------------------------------

    def scalar(self, node: Scalar, place: Place) -> None:
        value, shape = node.value, place.shape
        if isinstance(value, str):
            if shape.enum and value not in shape.enum:
                guess = near(value, shape.enum)
                self.bag.error(
                    "bad-value",
                    f"{quoted(value)} is no value of {subject(place)}",
                    node.span,
                    notes=[f"one of: {listing(shape.enum)}", shape.description],
                    help=f"did you mean `{guess}`?" if guess else "",
                )
            elif shape.not_empty and not value:
                self.empty(place)
            elif shape.pattern and not shape.pattern.fullmatch(value):
                self.bad_text(node, place)
        elif isinstance(value, int) and shape.minimum is not None and value < shape.minimum:
            message = f"{subject(place)} must be at least {shape.minimum}, not {value}"
            self.bag.error("bad-value", message, node.span, notes=_notes(shape))

    def bad_text(self, node: Scalar, place: Place) -> None:
        if place.shape.named:
            self.bad_name(node, place.shape)
        else:
            self.bag.error(
                "bad-value",
                f"{quoted(node.text)} is no value of {subject(place)}",
                node.span,
                notes=_notes(place.shape),
                help=f"for instance `{flow(place.shape.example)}`",
            )

    def bad_name(self, node: Scalar, shape: Shape) -> None:
        formula = "object" in shape.types and " " in node.text
        better = by_condition(node.text) if formula else renamed(node.text, shape)
        help = f"write `{better}`" if better else ""
        notes = dict.fromkeys(n for n in (shape.rule, shape.description) if n)
        self.bag.error("bad-name", f"{quoted(node.text)} is no {shape.title}", node.span, notes=notes, help=help)

    def wrong_type(self, place: Place) -> None:
        node, shape = place.node, place.shape
        if not kind_of(node):
            if not self.slips.of(node):  # else what follows it belongs into it
                self.empty(place)
            return
        self.bag.error(
            "wrong-type",
            f"{subject(place)} must be {wanted(shape)}, not {found(node)}",
            (node if isinstance(node, Scalar) else place.guilty).span,
            label=f"this is {found(node)}" if isinstance(node, Scalar) else "",
            notes=_notes(shape),
            help=type_help(node, shape),
        )
        if isinstance(node, Mapping) and shape.items and any(k in shape.items.verbs for k in node.index):
            self.node(Place(node, shape.items, place, 1))  # a dash is missing; look at the entry all the same

    def empty(self, place: Place) -> None:
        """Report a value that is null, an empty text, or a list or mapping with nothing in it."""
        example = flow(place.shape.example) if place.shape.example is not None else ""
        written = f"{place.key.text}: {example}" if place.key else example
        self.bag.error(
            "empty-value",
            f"{subject(place)} is empty",
            place.guilty.span,
            notes=_notes(place.shape),
            help=f"did you forget it? for instance `{written}`" if example else "did you forget it?",
        )

    # -- lists ---------------------------------------------------------------------------------

    def sequence(self, node: Sequence, place: Place) -> None:
        shape, size = place.shape, len(node.items)
        if size < shape.at_least and not size:
            self.empty(place)
        elif size < shape.at_least or (shape.at_most is not None and size > shape.at_most):
            self.bag.error(
                "bad-value",
                f"{subject(place)} must have {shape.at_least} items, not {size}",
                place.guilty.span,
                notes=_notes(shape),
                help=f"for instance `{flow(shape.example)}`",
            )
        if shape.distinct:
            self.distinct(node)
        if shape.items is not None:
            for number, item in enumerate(node.items, 1):
                self.node(Place(item, shape.items, place, number))

    def distinct(self, node: Sequence) -> None:
        seen: dict[tuple[type, object], Scalar] = {}
        for item in node.items:
            if isinstance(item, Scalar) and item.value is not None:
                first = seen.setdefault((type(item.value), item.value), item)
                if first is not item:
                    label = Label(first.span, "the first")
                    self.bag.error("bad-value", f"{quoted(item.text)} stands twice", item.span, labels=[label])

    # -- mappings ------------------------------------------------------------------------------

    def mapping(self, node: Mapping, place: Place) -> None:
        meant: dict[str, str] = {}  # misspelt key -> the key it stands for
        head = self.slips.header(place)
        if head is not None:
            node = self.headed(node, place, *head)
            if not node.keys:
                return
        self.slips.outwards(place)
        if place.shape.verbs and not self.dispatch(node, place, meant):
            return
        shape = place.shape
        for lacking in shape.required:
            if lacking not in node and lacking not in self.slips.of(node):
                self.slips.inwards(place, {lacking: shape})
        unknown: list[tuple[Scalar, Node]] = []
        for key, value in zip(node.keys, node.values):
            word = meant.get(key.text, key.text)
            sub = shape.keys.get(word)
            slip = self.slips.slip(node, key)
            if slip is not None:
                self.slipped(key, value, place, slip)
                continue
            if sub is None:
                sub = self.made_up(node, key, shape)
                if sub is None:
                    unknown.append((key, value))
                    continue
                if self.misplaced(key, value, sub, place):
                    continue
            self.node(Place(value, sub, place, word, key))
        present = {meant.get(k.text, k.text) for k in self.slips.own(node)} | self.slips.of(node)
        for key, value in unknown:
            guess = self.unknown_key(key, value, place, present)
            if guess:
                present.add(guess)
                if not isinstance(value, Scalar) and kind_of(value) in types_of(shape.keys[guess]):
                    self.node(Place(value, shape.keys[guess], place, guess, key))
        self.keys_together(node, place, present)

    def made_up(self, node: Mapping, key: Scalar, shape: Shape) -> Shape | None:
        """The shape under a key that the author made up, or None where there can be no such key."""
        for pattern, sub in shape.patterns:
            if pattern.fullmatch(key.text):
                return sub
        if shape.patterns:
            message = f"the key {quoted(key.text)} must be a whole number, 1 or more"
            self.bag.error("bad-name", message, key.span, notes=_notes(shape))
            return Shape(anything=True)
        if shape.others is None:
            return None
        if shape.listed_in:
            listed = _listed(node, shape)  # where that is no list, what is wrong is said there
            if (listed is None or isinstance(listed, Sequence)) and key.text not in texts_of(listed):
                return None
        if shape.names and shape.names.pattern and not shape.names.pattern.fullmatch(key.text):
            self.bad_name(key, shape.names)
        return shape.others

    def keys_together(self, node: Mapping, place: Place, present: set[str]) -> None:
        """Report keys that are missing, too many, or that exclude one another."""
        shape = place.shape
        if len(node.keys) < shape.fewest:
            self.empty(place)
        for group in [*((r,) for r in shape.required), shape.exactly_one, shape.at_least_one]:
            if group and present.isdisjoint(group):
                self.bag.error(
                    "missing-key",
                    f"{subject(place)} lacks {either(group)}",
                    self.verb_key(node, place).span if place.verb else place.guilty.span,
                    notes=[f"`{k}`: {shape.keys[k].description}" for k in group],
                    help=f"add `{group[0]}: {flow(shape.keys[group[0]].example)}`",
                )
        own = self.slips.own(node)
        rivals = [k for k in own if k.text in shape.exactly_one]
        if len(rivals) < 2:
            rivals = [k for k in own if k.text in shape.never_both]
        if len(rivals) > 1:
            self.conflict("key-conflict", rivals, place)
        if shape.most is not None and len(node.keys) > shape.most:
            message = f"{subject(place)} must be one key with its value, not {len(node.keys)}"
            self.bag.error("bad-value", message, node.keys[shape.most].span, notes=_notes(shape))

    def verb_key(self, node: Mapping, place: Place) -> Scalar:
        """The key that is the verb, or else (it is misspelt) the first that is no field."""
        if place.verb in node:
            return node.key(place.verb)
        return next((k for k in node.keys if k.text not in place.shape.keys), node.keys[0])

    def conflict(self, code: str, keys: list[Scalar], place: Place) -> None:
        words = [k.text for k in keys]
        if code == "two-verbs":
            message = f"a step has one verb, and here are {both(words)}"
            help = "write each as a step of its own, with its own dash"
        else:
            message = f"{subject(place)} cannot have {both(words)} together"
            help = f"keep only one of them: {either(words)}"
        label = Label(keys[0].span, "the first")
        self.bag.error(code, message, keys[1].span, labels=[label], help=help)

    # -- verbs ---------------------------------------------------------------------------------

    def dispatch(self, node: Mapping, place: Place, meant: dict[str, str]) -> bool:
        """Give a place the shape of its verb; False if there is not exactly one, which is then reported."""
        base, step = place.shape, place.shape.title == "step"
        present = [k for k in self.slips.own(node) if k.text in base.verbs and base.yields.get(k.text, "") not in node]
        if len(present) > 1:
            self.conflict("two-verbs" if step else "key-conflict", present, place)
            self.values_of(node, [base.verbs[k.text] for k in present], place)
            return False
        if not present and not base.exactly_one:
            return True  # a mapping that is special only where the key is there
        if present:
            verb = present[0].text
            stronger = base.yields.get(verb)
            odd, guess = self.guess(node, base.verbs, [stronger]) if stronger else (None, "")
        else:
            noted = [w for w in self.slips.of(node) if w in base.verbs]
            verb = noted[0] if noted else self.slips.inwards(place, base.verbs)
            odd, guess = (None, "") if verb else self.guess(node, base.verbs, list(base.verbs))
        if odd is not None:
            meant[odd.text] = verb = guess
            help = f"did you mean `{guess}`?"
            if step:
                notes = [f"steps: {listing(base.verbs, ALL)}"]
                message = f"no step is called {quoted(odd.text)}"
                self.bag.error("no-verb", message, odd.span, notes=notes, help=help)
            else:
                self.report_unknown(odd, place, base.verbs, help)
        if not verb:
            self.no_verb(node, place)
            return False
        place.shape = base.verbs[verb]
        place.verb = verb if step else ""
        return True

    def guess(self, node: Mapping, verbs: dict[str, Shape], among: list[str]) -> tuple[Scalar | None, str]:
        """The key that is a misspelt verb, and that verb: by its letters, else by the fields beside it."""
        for key in node.keys:
            if any(key.text in shape.keys for shape in verbs.values()):
                continue
            fields = [k for k in node.index if k != key.text]
            fitting = [v for v in among if all(f in verbs[v].keys for f in fields)]
            verb = near(key.text, fitting) or near(key.text, among)
            if verb is None and fields and len(fitting) == 1 and len(among) > 1:
                verb = fitting[0]
            if verb is not None:
                return key, verb
        return None, ""

    def no_verb(self, node: Mapping, place: Place) -> None:
        verbs = place.shape.verbs
        if place.shape.title == "step":
            odd = [k for k in node.keys if not any(k.text in shape.keys for shape in verbs.values())]
            known = [k.text for k in node.keys if k not in odd]
            fitting = [v for v in verbs if known and all(k in verbs[v].keys for k in known)]
            self.bag.error(
                "no-verb",
                f"no step is called {quoted(odd[0].text)}" if odd else f"{subject(place)} has no verb",
                (odd[0] if odd else place.guilty).span,
                notes=[f"steps: {listing(verbs, ALL)}"],
                help=f"{both(known)} would go with {either(fitting)}" if 0 < len(fitting) < 8 else "",
            )
        else:
            first = next(iter(verbs))
            help = f"for instance `{first}: {flow(verbs[first].keys[first].example)}`"
            message = f"{subject(place)} lacks {either(verbs)}"
            self.bag.error("missing-key", message, place.guilty.span, help=help)
        self.values_of(node, list(verbs.values()), place)

    def values_of(self, node: Mapping, shapes: list[Shape], place: Place) -> None:
        """Check the lists and mappings of a step whose verb is not plain, as the first shape that has the key."""
        for key, value in node.items():
            sub = next((s.keys[key.text] for s in shapes if key.text in s.keys), None)
            if sub is not None and kind_of(value) in types_of(sub):
                self.node(Place(value, sub, place, key.text, key))

    # -- keys in the wrong place, and unknown ones ---------------------------------------------------

    def unknown_key(self, key: Scalar, value: Node, place: Place, present: set[str]) -> str:
        """
        Report a key that the shape does not have; return the key it was meant to be, if that is likely.

        What belongs inside a key that is not there yet counts as that key being there.
        """
        shape = place.shape
        free = [k for k in shape.keys if k not in present]
        lacking = [k for k in (*shape.required, *shape.exactly_one, *shape.at_least_one) if k in free]
        help, inside = self.slips.elsewhere(key.text, value, place)
        present.update(inside)
        guess = None if help else near(key.text, lacking) or near(key.text, free)
        self.report_unknown(key, place, shape.keys, f"did you mean `{guess}`?" if guess else help)
        return guess or ""

    def headed(self, node: Mapping, place: Place, number: int, up: Place) -> Mapping:
        """Report a head that is indented like what it is the head of, as `zones:` among the zones; return the rest."""
        key = node.keys[number]
        self.report_unknown(key, place, (), f"did you mean to put it in {subject(up)}? then indent it less")
        self.slips.note(up.node, key.text)
        above, below = self.slips.split(place, number)
        self.node(Place(below, up.shape.keys[key.text], up, key.text, key))
        return above

    def slipped(self, key: Scalar, value: Node, place: Place, slip: Slip) -> None:
        """
        Report a key that belongs into another mapping; its value is judged as if it stood there.

        Lines that slipped together are one mistake.
        """
        assert isinstance(place.node, Mapping)
        run, verb = self.slips.run(place.node, key), slip.to.verb == key.text
        labels = [Label(slip.to.guilty.span, "this step has no verb")] if verb else []
        labels += [Label(k.span, "and this") for k in run[1:]]
        if run and verb and place.verb:
            first = self.verb_key(place.node, place)
            message = f"a step has one verb, and here are {both([first.text, key.text])}"
            labels.insert(0, Label(first.span, "the first"))
            self.bag.error("two-verbs", message, key.span, labels=labels, help=slip.help)
        elif run and slip.taken:
            code = "no-verb" if verb else "missing-key"
            self.bag.error(code, slip.lacks, key.span, labels=labels, help=slip.help)
        elif run:
            self.report_unknown(key, place, (), slip.help, labels)
        sub = under(slip.to.shape, key)
        if sub is not None:
            self.node(Place(value, sub, slip.to, key.text, key))

    def report_unknown(
        self, key: Scalar, place: Place, allowed: Iterable[str], help: str, labels: Iterable[Label] = ()
    ) -> None:
        self.bag.error(
            "unknown-key",
            f"{subject(place)} has no {'field' if place.verb else 'key'} {quoted(key.text)}",
            key.span,
            labels=labels,
            notes=[f"it may have: {listing(allowed, ALL)}"] if allowed else [],
            help=help,
        )

    def misplaced(self, key: Scalar, value: Node, sub: Shape, place: Place) -> bool:
        """
        Report what stands one level too deep, as `zones:` among the fields: a slip of the indentation.

        An entry may have the name of a section, so it must fit there and not here.
        """
        up = place.up
        if up is None or not isinstance(up.node, Mapping) or key.text in up.node:
            return False
        there = up.shape.keys.get(key.text)
        if there is None or _fits(value, sub) or not _fits(value, there):
            return False
        self.slips.note(up.node, key.text)
        self.report_unknown(key, place, (), f"did you mean to put it one level up, in {subject(up)}?")
        return True


def _listed(node: Mapping, shape: Shape) -> Node | None:
    """The list of the names that are keys here, also where its own key is misspelt."""
    word = shape.listed_in
    return node.get(word) or next(
        (v for k, v in node.items() if k.text not in shape.keys and near(k.text, [word])), None
    )


def _notes(shape: Shape) -> list[str]:
    return [shape.description] if shape.description else []


def _fits(node: Node, shape: Shape) -> bool:
    trial = Bag()
    _Check(trial, Slips(lambda node, shape: False)).node(Place(node, shape))
    return not trial.items
