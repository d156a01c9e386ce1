"""
Overlay: sections and variants in, sections with the variants' changes out, layer by layer.

Variants are applied in the order they are named and their changes in the order they stand in, each to
what the ones before have left. Nothing that is given is edited; every value keeps its place in the
file, and so its layer, that wrote it. Whether the result is a game is for the rooms after this to say;
what they miss because of a change is put down to that change in `overlay_gone`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from .change import (
    Location,
    PathError,
    beside,
    locate,
    node_at,
    replaced,
    spliced,
    whole,
)
from .diagnostics import Bag, Label
from .nodes import Mapping, Node, Scalar
from .nodes import Sequence as ListNode
from .overlay_files import Variant, check_heads, find_variants, read_variant
from .overlay_gone import Gone
from .overlay_nodes import all_same, bound_names, composed, leaves, names_of, originals, same, with_original
from .overlay_old import NoOld, has_old, old_places, with_old
from .overlay_players import narrowed
from .overlay_targets import Targets, section_names
from .shape import check_shape

OPERATIONS = ("set", "add", "remove", "replace", "before", "after", "around")
STEP_KEYS = ("do", "else", "otherwise", "before", "after")


@dataclass(frozen=True, slots=True)
class Layer:
    """The sections as they are when a variant has been applied; the first layer is the game itself."""

    variant: Variant | None
    sections: dict[str, Node]


@dataclass(slots=True)
class Layers:
    """A game under its variants."""

    stack: list[Layer]
    gone: list[Gone] = field(default_factory=list)

    @property
    def sections(self) -> dict[str, Node]:
        return self.stack[-1].sections

    @property
    def variants(self) -> tuple[Variant, ...]:
        return tuple(layer.variant for layer in self.stack if layer.variant is not None)


def lay_over(sections: dict[str, Node], game: Path, names: Sequence[str], bag: Bag) -> Layers | None:
    """The game under the variants of these names; None when one of them, or the result, is at fault."""
    found = [read_variant(path, bag) for path in find_variants(names, game)]
    variants = [v for v in found if v is not None]
    name = sections["id"]
    assert isinstance(name, Scalar)
    check_heads(variants, game, name, bag)
    return None if bag.failed else apply(sections, variants, bag)


def apply(sections: dict[str, Node], variants: Sequence[Variant], bag: Bag) -> Layers | None:
    """Apply variants in order. All faults of a variant are reported; the next is applied if there were none."""
    layers = Layers([Layer(None, sections)])
    for variant in variants:
        patch = _Patch(variant, dict(layers.sections), layers.gone, bag)
        for key, changes in variant.node.items():
            if key.text in OPERATIONS:
                patch.all(key.text, changes)
        if variant.node.get("players") is not None:
            patch.sections = narrowed(patch.sections, variant.node.get("players"), bag)
        if bag.failed:
            return None
        layers.stack.append(Layer(variant, patch.sections))
    if variants and not check_shape(whole(layers.sections), "game", bag):
        return None
    return layers


# -- one variant -------------------------------------------------------------------------------------


class _Patch(Targets):
    """The changes of one variant, applied one by one to `sections`."""

    def __init__(self, variant: Variant, sections: dict[str, Node], gone: list[Gone], bag: Bag) -> None:
        super().__init__(sections, gone, bag)
        self.variant = variant
        self.known = {variant.id, *(r.text for r in variant.requires)}

    def all(self, word: str, changes: Node) -> None:
        if isinstance(changes, Mapping):
            for path, value in changes.items():
                CHANGES[word](self, path, value)
        elif isinstance(changes, ListNode):
            for item in changes.items:
                if isinstance(item, Scalar):
                    self.remove(item)

    # -- layers --------------------------------------------------------------------------------

    def overrides(self, path: Scalar, below: Node, how: str) -> None:
        """Warn where a change throws away what another variant wrote."""
        more = "; `[old, ..]` would add to the list that is there" if isinstance(below, ListNode) else ""
        for node in leaves(below):
            layer = node.span.source.layer
            if layer and layer not in self.known:
                self.bag.error(
                    "variants-disagree", f"`{path.text}` is from `{layer}`, and `{self.variant.id}` {how}",
                    path.span, labels=[Label(node.span, f"from `{layer}`")],
                    help="the variant that is named last counts" + more, severity="warning",
                )  # fmt: skip
                return

    def no_effect(self, path: Scalar, below: Node) -> None:
        """Report a change to what is there already; two variants may say the same."""
        if all(node.span.source.layer in ("", self.variant.id) for node in leaves(below)):
            self.bag.error(
                "no-effect", f"this leaves `{path.text}` as it is", path.span,
                labels=[Label(below.span, "it says so already")], help="take it out, or change it",
            )  # fmt: skip

    # -- changes of values and entries ---------------------------------------------------------

    def set(self, path: Scalar, value: Node) -> None:
        location = self.locate(path)
        if location is None:
            return
        below = node_at(self.sections, location)
        if composed(below):
            self.bag.error(
                "wrong-operation", f"`{path.text}` is no single value", path.span,
                labels=[Label(self.key_span(location) or path.span, "this holds several")],
                help="`set` a value in it, or `replace` it as a whole",
            )  # fmt: skip
            return
        try:
            new = with_old(value, below, str(location[-1]))
        except NoOld as fault:
            self.bag.error("no-old-value", str(fault), fault.node.part(*old_places(fault.node)[0]), help=fault.help)
            return
        if below is not None and (same(new, below) or (isinstance(value, Scalar) and value.text == "old")):
            self.no_effect(path, below)
            return
        if below is not None and not has_old(value):
            self.overrides(path, below, "sets it differently")
        self.sections = replaced(self.sections, location, new)

    def add(self, path: Scalar, value: Node) -> None:
        if not self.is_plain(path):
            return
        head, _, name = path.text.rpartition(".")
        try:
            location: Location = (head,) if head in section_names() else locate(self.sections, head)
            there = locate(self.sections, path.text) if location[0] in self.sections else None
        except PathError as fault:
            if fault.word != name:
                self.missing(path, fault)
                return
            there = None
        found = node_at(self.sections, there) if there is not None else None
        owner = node_at(self.sections, location)
        if there is not None and found is not None:
            first = Label(self.key_span(there) or found.span, "here")
            self.bag.error(
                "already-there", f"`{path.text}` is there already", path.span, labels=[first],
                help=f"`{'replace' if composed(found) else 'set'}` it, or take another name",
            )  # fmt: skip
        elif owner is not None and not isinstance(owner, Mapping):
            is_list = isinstance(owner, ListNode)
            self.bag.error(
                "wrong-operation", f"`{head}` is {'a list' if is_list else 'a single value'}, which has no names in it",
                path.span, labels=[Label(owner.span, "this")],
                help=f"write `set: {{{head}: [old, {name}]}}`" if is_list else "",
            )  # fmt: skip
        else:
            key = replace(path, text=name, value=name, span=path.part(len(head) + 1, len(path.text)),
                          offsets=path.offsets[len(head) + 1 :])  # fmt: skip
            if owner is None:
                self.sections = {**self.sections, head: Mapping(value.span, (key,), (value,))}
            else:
                larger = Mapping(owner.span, (*owner.keys, key), (*owner.values, value))
                self.sections = replaced(self.sections, location, larger)

    def remove(self, path: Scalar) -> None:
        found = self.target(path)
        if found is None:
            return
        location, node = found
        self.overrides(path, node, "takes it away")
        self.gone.append(Gone(names_of(location, node), path, "removed"))
        if isinstance(location[-1], int):
            self.sections = spliced(self.sections, location, ())
            return
        self.sections = replaced(self.sections, location, None)
        section = self.sections.get(str(location[0]))
        if isinstance(section, Mapping) and not section.keys:
            del self.sections[str(location[0])]

    def replace(self, path: Scalar, value: Node) -> None:
        found = self.target(path)
        if found is None:
            return
        location, node = found
        is_step = isinstance(location[-1], int)
        wrong = not composed(node) or (is_step and not isinstance(value, ListNode))
        if wrong or (not is_step and isinstance(node, Mapping) is not isinstance(value, Mapping)):
            kind = "a list of steps" if is_step or isinstance(node, ListNode) else "an entry"
            single = not composed(node)
            what = "a value" if single else f"replaced by {kind}"
            self.bag.error(
                "wrong-operation", f"`{path.text}` is {what}", path.span,
                labels=[Label(self.key_span(location) or node.span, "this")],
                help="`set` it" if single else f"write {kind} here",
            )  # fmt: skip
            return
        old = (node,) if is_step else ()
        if same(node, value) or (is_step and isinstance(value, ListNode) and all_same(value.items, old)):
            self.no_effect(path, node)
            return
        self.overrides(path, node, "replaces it")
        names = tuple(n for n in names_of(location, node) if n not in set(names_of(location, value)))
        self.gone.append(Gone(names, path, "replaced"))
        if is_step:
            assert isinstance(value, ListNode)
            self.sections = spliced(self.sections, location, value.items)
        else:
            self.sections = replaced(self.sections, location, value)

    # -- changes of steps ----------------------------------------------------------------------

    def before(self, path: Scalar, value: Node) -> None:
        self.insert(path, value, after=False)

    def after(self, path: Scalar, value: Node) -> None:
        self.insert(path, value, after=True)

    def insert(self, path: Scalar, value: Node, *, after: bool) -> None:
        """Steps beside a step or at an end of a list of steps; named entries beside an entry."""
        if isinstance(value, Mapping):
            self.entries(path, value, after=after)
            return
        assert isinstance(value, ListNode)
        location = self.steps_at(path, "after" if after else "before")
        if location is None:
            return
        node = node_at(self.sections, location)
        old = node.items if isinstance(node, ListNode) else () if node is None else (node,)
        items = (*old, *value.items) if after else (*value.items, *old)
        if isinstance(location[-1], int):
            self.sections = spliced(self.sections, location, items)
        else:
            span = node.span if node is not None else value.span
            self.sections = replaced(self.sections, location, ListNode(span, items))

    def entries(self, path: Scalar, value: Mapping, *, after: bool) -> None:
        found = self.target(path)
        if found is None:
            return
        location, _ = found
        owner = node_at(self.sections, location[:-1])
        if not isinstance(owner, Mapping):
            self.bag.error(
                "wrong-operation", f"`{path.text}` is a step, and beside it stand steps", path.span, help="write a list"
            )
            return
        for key in value.keys:
            if key.text in owner:
                first = Label(owner.key(key.text).span, "here")
                self.bag.error("already-there", f"`{key.text}` is there already", key.span, labels=[first])
                return
        self.sections = beside(self.sections, location, value, after=after)

    def around(self, path: Scalar, value: Node) -> None:
        location = self.steps_at(path, "around")
        if location is None:
            return
        node = node_at(self.sections, location)
        if node is None:
            self.bag.error(
                "unknown-target", f"`{path.text}` has no steps to go around", path.span, help="write `before`"
            )
            return
        old = (node,) if isinstance(location[-1], int) or not isinstance(node, ListNode) else node.items
        if not list(originals(value)):
            self.bag.error(
                "no-original", f"nothing stands for what was at `{path.text}`", value.span,
                labels=[Label(self.key_span(location) or node.span, "this is gone")],
                help="put the step `original` where it belongs, or use `replace`",
            )  # fmt: skip
            return
        new = with_original(value, old)
        assert isinstance(new, ListNode)
        if all_same(new.items, old):
            self.no_effect(path, node)
            return
        bound = tuple(n for step in old for n in bound_names(step))
        self.gone.append(Gone(bound, path, "wrapped"))
        if isinstance(location[-1], int):
            self.sections = spliced(self.sections, location, new.items)
        else:
            self.sections = replaced(self.sections, location, ListNode(node.span, new.items))

    def steps_at(self, path: Scalar, word: str) -> Location | None:
        """
        The step or the list of steps that a path means: that of an entry is its `do`.

        Before the turns of a phase there may be steps where none are yet; at its end there is no place for any.
        """
        location = self.locate(path)
        if location is None or isinstance(location[-1], int):
            return location
        node = node_at(self.sections, location)
        if isinstance(node, ListNode) and all(isinstance(item, Mapping) for item in node.items):
            return location
        if node is None and location[-1] in STEP_KEYS:
            return location
        if isinstance(node, Mapping) and ("do" in node or location[0] == "actions" or "one_of" in location[-2:-1]):
            return (*location, "do")
        if node is None:
            self.target(path)
            return None
        is_phase = location[0] == "phases" and len(location) == 2
        if is_phase and word == "before":
            return (*location, "do")
        hint = "name a step (`procedures.deal/draw`) or something that has `do`"
        if location[-1] == "turns":
            hint = f"write `{path.text}.before` or `{path.text}.after` for steps around a turn"
        elif is_phase:
            hint = f"a phase ends with its turns: `{path.text}.turns.after` is after each; or add a phase after it"
        self.bag.error(
            "wrong-operation", f"`{path.text}` has no steps", path.span,
            labels=[Label(self.key_span(location) or node.span, "this")],
            help=hint,
        )  # fmt: skip
        return None


CHANGES: dict[str, Callable[[_Patch, Scalar, Node], None]] = {
    "set": _Patch.set, "add": _Patch.add, "replace": _Patch.replace,
    "before": _Patch.before, "after": _Patch.after, "around": _Patch.around,
}  # fmt: skip
