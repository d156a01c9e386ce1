"""
YAML reader: a Source in, Nodes out.

The parser gives events, so depth, aliases and keys are counted before anything is built on them.
Everything YAML would settle silently (a key twice, `no` for false, a tag, a comment inside an
expression) is refused with its place; nothing is merged, defaulted or interpreted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

import yaml

from .diagnostics import Bag, Label
from .limits import MOST_FAULTS, MOST_VALUES
from .nodes import Mapping, Node, Scalar, Sequence
from .scalars import FORBIDDEN, as_key, check_characters, meaning, report_character
from .source import Source, Span
from .yaml_anchors import DEEPEST, Anchors
from .yaml_faults import explain
from .yaml_offsets import offsets_of
from .yaml_traps import (
    after_properties,
    balance,
    check_comma,
    check_comment,
    check_entry,
    check_glued,
    check_odd_space,
    check_tabs,
)

STYLES = {None: "plain", "": "plain", "'": "single", '"': "double", "|": "literal", ">": "folded"}

# Faults that explain a syntax error on their own line or the next.
CAUSES = {
    "comment-cut",
    "flow-comma",
    "missing-space",
    "odd-space",
    "stray-anchor",
    "unknown-alias",
    "yaml-tag",
}

COLON = re.compile(r"\s*:")
FAST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(source: Source, bag: Bag, *, top: Literal["mapping", "list"] = "mapping") -> Node | None:
    """
    Read one document, whose top level is a mapping of text keys, or a list where `top` says so.

    Of YAML's own syntax errors only the first can be told; all other faults are reported together.
    """
    if not check_characters(source, bag):
        return None
    reader = _Reader(source)
    if reader.run(FAST) is not None:
        reader = _read_slowly(source)
    if reader.error is not None:
        reader.settle(reader.error)
    elif not reader.stopped:
        check_tabs(source, reader.free, reader.bag)
        reader.check_top(top)
    for diagnostic in reader.bag.items:
        bag.add(diagnostic)
    return None if reader.bag.failed else reader.root


def _read_slowly(source: Source) -> _Reader:
    """
    Read once more with the parser written in Python, whose messages are known.

    It also minds tabs between words, which the fast one rightly accepts; those are taken out of its way.
    """
    reader = _Reader(source)
    if reader.run(yaml.SafeLoader) is not None and "\t" in source.text:
        lines = source.text.split("\n")
        cut = [len(line) - len(line.lstrip(" \t")) for line in lines]
        eased = "\n".join(line[:n] + line[n:].replace("\t", " ") for line, n in zip(lines, cut))
        second = _Reader(source)
        if second.run(yaml.SafeLoader, eased) is not None:
            return second
    return reader


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not come; `unclosed` counts brackets that a comma left open."""

    start: int
    flow: bool
    mapping: bool
    anchor: str | None
    items: list[Node] = field(default_factory=list)
    size: int = 1
    height: int = 0
    unclosed: int = 0
    cut: bool = False

    @property
    def wants_key(self) -> bool:
        return self.mapping and len(self.items) % 2 == 0


class _Reader:
    """One run over the events of a file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.base = 1 if source.text.startswith("\ufeff") else 0
        self.bag = Bag()
        self.root: Node | None = None
        self.last: Scalar | None = None  # the scalar read last, for messages
        self.error: yaml.YAMLError | None = None
        self.stopped = False  # at a limit, already reported
        self.free: list[tuple[int, int]] = []  # where tabs may begin a line
        self.open: list[_Open] = []
        self.anchors = Anchors(source, self.bag)
        self.document: Span | None = None

    def run(self, loader: Any, text: str | None = None) -> yaml.YAMLError | None:
        """Read all events; the parser's complaint, if any, is kept and returned."""
        try:
            event: Any
            for count, event in enumerate(yaml.parse((text or self.source.text)[self.base :], Loader=loader)):
                self.take(event)
                if count > MOST_VALUES:
                    self.too_large(event.end_mark.index + self.base)
                if len(self.bag.items) > MOST_FAULTS:
                    self.give_up(event.end_mark.index + self.base)
                if self.stopped:
                    break
        except yaml.YAMLError as error:
            self.error = error
        return self.error

    def take(self, event: Any) -> None:
        start, end = event.start_mark.index + self.base, event.end_mark.index + self.base
        match event:
            case yaml.ScalarEvent():
                self.scalar(event, start, end)
            case yaml.AliasEvent():
                self.alias(str(event.anchor), Span(self.source, start, end))
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                self.enter(event, start, end)
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self.leave(end)
            case yaml.DocumentStartEvent():
                self.begin(Span(self.source, start, end))
            case yaml.DocumentEndEvent():
                self.anchors.check_used()

    def give_up(self, at: int) -> None:
        self.stopped = True
        message = f"more than {MOST_FAULTS} faults in this file; the rest is not read"
        self.bag.error(
            "too-many-faults", message, Span(self.source, at, at), help="mend the first ones and check again"
        )

    def too_large(self, at: int) -> None:
        self.stopped = True
        message = f"more than {MOST_VALUES:,} values stand in this file"
        self.bag.error("too-large", message, Span(self.source, at, at), help="write the rows of a type into a table")

    def begin(self, span: Span) -> None:
        if self.document is None:
            self.document = span
            return
        self.stopped = True
        self.bag.error(
            "several-documents",
            "a second document begins here",
            span,
            notes=["a file holds one document"],
            help="remove the `---`, or move what follows to a file of its own",
        )

    # Scalars

    def scalar(self, event: Any, start: int, end: int) -> None:
        text, style = event.value, STYLES[event.style]
        at = after_properties(self.source.text, start, end) if event.anchor or event.tag else start
        offsets = offsets_of(self.source.text, at, end, style, text)
        if style in ("literal", "folded"):
            lines = text.rstrip("\n")
            end = offsets[len(lines) - 1] + 1 if lines else at + 1
        if style != "plain":
            self.free.append((at, end))
        node = Scalar(Span(self.source, at, end), text, text, style, offsets)
        self.last = node
        self.check_tag(event.tag, start, end)
        if event.anchor:
            self.anchors.name(event.anchor, start, empty=style == "plain" and not text)
        if style == "double":
            self.check_escapes(node)
        if style == "plain" and event.tag is None:
            node = self.plain(node)
        self.attach(node, event.anchor)

    def plain(self, node: Scalar) -> Scalar:
        """Give an unquoted scalar its meaning, and look for the traps of unquoted text."""
        parent = self.open[-1] if self.open else None
        if parent and parent.unclosed:
            parent.unclosed += balance(node.text)
            return node
        is_key = parent is not None and parent.wants_key
        if not is_key:
            check_comment(node, self.bag)
            check_entry(node, self.bag)
        if parent and parent.flow and not is_key:
            before = parent.items[-1] if parent.mapping else None
            key = before.text if isinstance(before, Scalar) else ""
            if check_comma(key, node, self.bag):
                parent.unclosed, parent.cut = balance(node.text), True
                return node
        if self.glued(node, parent) or check_odd_space(node, is_key, self.bag):
            return node
        value = meaning(node.text, node.span, self.bag)
        return Scalar(node.span, node.text, value, "plain", node.offsets)

    def glued(self, node: Scalar, parent: _Open | None) -> bool:
        """Whether a key and its value stand glued together (and that is reported)."""
        if parent is None or not parent.mapping:
            return check_glued(node, self.bag)
        if parent.wants_key:
            alone = parent.flow and not COLON.match(self.source.text, node.span.end)
            return alone and check_glued(node, self.bag)
        below = node.span.line > parent.items[-1].span.line
        return below and check_glued(node, self.bag)

    def check_tag(self, tag: str | None, start: int, end: int) -> None:
        if tag is None:
            return
        at = self.source.text.find("!", start, end)
        word = self.source.text[at:end].split(maxsplit=1)[0]
        rest = self.source.text[at:end].lstrip("! \t").split("\n")[0].strip()
        self.bag.error(
            "yaml-tag",
            f"`{word[:40]}` is read as a YAML tag, not as part of the value",
            Span(self.source, at, at + len(word)),
            help=f"for a negation write `not {rest[:40]}`; for text, put the value in quotes",
        )

    def check_escapes(self, node: Scalar) -> None:
        for match in FORBIDDEN.finditer(node.text):
            first, behind = node.offsets[match.start()], node.offsets[match.end()]
            report_character(match[0], Span(self.source, first, behind), self.bag)

    def alias(self, name: str, span: Span) -> None:
        found = self.anchors.resolve(name, span, len(self.open))
        if self.anchors.exceeded:
            self.stopped = True
        elif found is None or found.node is None:
            self.attach(_nothing(span), None)
        elif self.open and self.open[-1].wants_key:
            self.bag.error("bad-key", "an alias cannot be a key", span, help="write the key out")
            self.attach(_nothing(span), None)
        else:
            self.attach(found.node, None, found.size, found.height)

    # Lists and mappings

    def enter(self, event: Any, start: int, end: int) -> None:
        mapping = isinstance(event, yaml.MappingStartEvent)
        at = after_properties(self.source.text, start, end) if event.anchor or event.tag else start
        self.check_tag(event.tag, start, end)
        if event.anchor:
            self.anchors.name(event.anchor, start, empty=False)
        self.open.append(_Open(at, bool(event.flow_style), mapping, event.anchor))
        if len(self.open) > DEEPEST:
            self.anchors.too_deep(Span(self.source, at, at + 1))
            self.stopped = True

    def leave(self, end: int) -> None:
        done = self.open.pop()
        if not done.flow:  # the parser ends a block where the next one begins
            end = max(item.span.end for item in done.items) if done.items else done.start
            end = max(end, done.start)
        span = Span(self.source, done.start, end)
        node = self.mapping(span, done) if done.mapping else Sequence(span, tuple(done.items))
        self.attach(node, done.anchor, done.size, done.height + 1)

    def attach(self, node: Node, anchor: str | None, size: int = 1, height: int = 0) -> None:
        """Put a finished node where it belongs."""
        if anchor:
            self.anchors.complete(anchor, node, size, height)
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        parent.items.append(node)
        parent.size += size
        parent.height = max(parent.height, height)

    def mapping(self, span: Span, done: _Open) -> Mapping:
        keys: dict[str, Scalar] = {}
        values: list[Node] = []
        for node, value in zip(done.items[::2], done.items[1::2]):
            key = None if done.cut else _key(node, self.bag)
            if key is None:
                continue
            if key.text not in keys:
                keys[key.text] = key
                values.append(value)
                continue
            if not self.repeated(key, list(keys.values()), values):
                break
        return Mapping(span, tuple(keys.values()), tuple(values))

    def repeated(self, key: Scalar, keys: list[Scalar], values: list[Node]) -> bool:
        """Report a key that stands twice; False if the fault is an empty key above it, the head of all that follows."""
        at = next(i for i, k in enumerate(keys) if k.text == key.text)
        empty = [k for k, v in zip(keys[at + 1 :], values[at + 1 :]) if isinstance(v, Scalar) and v.value is None]
        labels = [Label(keys[at].span, "first here")]
        if not empty:
            message, help = f"`{key.text}` stands twice in one mapping", "remove one of the two, or join them"
            self.bag.error("duplicate-key", message, key.span, label="again here", labels=labels, help=help)
            return True
        head = empty[0]
        labels.append(Label(key.span, "again here"))
        message = f"`{head.text}` is empty, and below it stands what stands above it"
        help = f"if that belongs into `{head.text}`, indent `{head.text}` less"
        self.bag.error("duplicate-key", message, head.span, labels=labels, help=help)
        return False

    # The whole file

    def check_top(self, top: str) -> None:
        root, bag = self.root, self.bag
        start = Span(self.source, self.base, self.base)
        if isinstance(root, Scalar) and not root.text and root.style == "plain":
            root = None
        if root is None:
            comments = "#" in self.source.text
            bag.error(
                "only-comments" if comments else "empty-file",
                "the file holds only comments" if comments else "the file is empty",
                start,
                help="remove the `#` before the lines that are meant" if comments else "",
            )
            return
        kind = Mapping if top == "mapping" else Sequence
        if isinstance(root, kind) or bag.failed:
            return
        found = {Mapping: "a mapping", Sequence: "a list"}.get(type(root), "one piece of text")
        wanted = "a mapping of `key: value` lines" if top == "mapping" else "a list of `- ` entries"
        bag.error(
            "not-a-mapping" if top == "mapping" else "not-a-list",
            f"the file is {found}, not {wanted}",
            Span(self.source, root.span.start, min(root.span.end, root.span.start + 1)),
            help="write a space after each dash" if isinstance(root, Scalar) and root.text[:1] == "-" else "",
        )

    def settle(self, error: yaml.YAMLError) -> None:
        """Report a syntax error, unless a fault already found is what caused it; drop what came of it."""
        flows = [opened.start for opened in self.open if opened.flow]
        told = explain(
            error,
            self.source,
            base=self.base,
            last=self.last,
            opened=flows[-1] if flows else None,
            free=self.free,
        )
        line = told.span.line if told.span else 1
        before = [d for d in self.bag.items if d.span and d.span.line < line]
        causes = [d for d in self.bag.items if d.code in CAUSES and d.span and line - 1 <= d.span.line <= line]
        self.bag.items = [*(d for d in before if d not in causes), *(causes or [told])]


def _nothing(span: Span) -> Scalar:
    """A stand-in for a value that was refused."""
    return Scalar(span, "", "", "plain", (span.start,))


def _key(node: Node, bag: Bag) -> Scalar | None:
    """A key as text, or None (and a fault) where it cannot be one."""
    if not isinstance(node, Scalar):
        help = "double braces are no template here; for text, put it in quotes"
        bag.error("bad-key", "a list or mapping stands where a key belongs", node.span, help=help)
        return None
    if node.style == "plain" and node.text == "<<":
        help = "write the entries out; to change a game, write a variant"
        bag.error("merge-key", "`<<` does not merge mappings here", node.span, help=help)
        return None
    return as_key(node, bag)
