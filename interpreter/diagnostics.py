"""
Diagnostics: what is wrong with a definition, as data.

A room reports into a `Bag` and goes on; nothing here is printed or raised.
How a diagnostic looks on a terminal or in JSON is the business of `render`.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from .source import Span

Severity = Literal["error", "warning", "note"]
MOST_USES = 9  # of a missing name that are shown beside the first
MORE = "and in more places"
LONGEST = 600  # characters of a message
LONGEST_WORD = 80  # characters of a word for which another is suggested
MOST_NAMES = 300  # that are looked through for a suggestion


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that a message points at, with a few words."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """
    One mistake. `code` is stable (`unknown-name`); `message` stands alone, lower case, no full stop.

    `label` is written at the carets; `notes` say what is allowed; only `help` proposes a change.
    `missing` is the name that nothing has, where that is the mistake.
    """

    code: str
    message: str
    span: Span | None
    severity: Severity = "error"
    label: str = ""
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    missing: str = ""

    def __post_init__(self) -> None:
        """What a file contains may be very long; what is said of it is not."""
        for name in ("message", "label", "help", "missing"):
            if len(getattr(self, name)) > LONGEST:
                object.__setattr__(self, name, shortened(getattr(self, name)))
        if any(len(note) > LONGEST for note in self.notes):
            object.__setattr__(self, "notes", tuple(map(shortened, self.notes)))


def shortened(text: str) -> str:
    """A text whose middle is left out where it is too long to be read."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} … {text[-LONGEST // 4 :]}"


class Flood(Exception):
    """So many faults that the rest would tell nothing."""


@dataclass(slots=True)
class Bag:
    """
    Where a room puts its diagnostics; after `most` of them it is closed by a `Flood`.

    A name that is not there is one mistake, however often it is used: its other uses become labels of the first.
    """

    items: list[Diagnostic] = field(default_factory=list)
    most: int | None = None
    _seen: set[Diagnostic] = field(default_factory=set)
    _missing: dict[str, int] = field(default_factory=dict)  # name -> number of its diagnostic

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic, unless the very same stands there already."""
        if diagnostic in self._seen:
            return
        if self.most is not None and len(self._seen) >= self.most:
            raise Flood
        self._seen.add(diagnostic)
        number = self._missing.get(diagnostic.missing) if diagnostic.missing else None
        if number is None:
            if diagnostic.missing:
                self._missing[diagnostic.missing] = len(self.items)
            self.items.append(diagnostic)
            return
        first = self.items[number]
        if diagnostic.span is None or diagnostic.span in {first.span, *(label.span for label in first.labels)}:
            return
        if len(first.labels) < MOST_USES:
            label = Label(diagnostic.span, "also used here")
            self.items[number] = replace(first, labels=(*first.labels, label))
        elif MORE not in first.notes:
            self.items[number] = replace(first, notes=(*first.notes, MORE))

    def error(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        label: str = "",
        labels: Iterable[Label] = (),
        notes: Iterable[str] = (),
        help: str = "",
        severity: Severity = "error",
        missing: str = "",
    ) -> None:
        self.add(Diagnostic(code, message, span, severity, label, tuple(labels), tuple(notes), help, missing))

    def unknown(
        self, kind: str, name: str, span: Span | None, known: Iterable[str], *, message: str = "", of: str = ""
    ) -> None:
        """
        Report a name that nothing of its kind has: what there is, and what was likely meant.

        `kind` is a word for what is wanted, as "phase", or a type, of whose members it is none; places and seats are
        members too. `of` heads the list of what there is, where that is not the plural of the word.
        """
        there = list(known)
        is_type = kind[:1].isupper()
        told = f"{kind} has no member `{name}`" if is_type else f"no {kind} is called `{name}`"
        head = of or (kind if is_type else f"{kind}s")
        code = "unknown-member" if is_type or kind.startswith(("place", "seat")) else "unknown-entry"
        self.error(
            code, message or told, span, notes=[f"{head}: {listing(there) or 'none'}"],
            help=did_you_mean(name, there), missing=name,
        )  # fmt: skip

    def warning(self, code: str, message: str, span: Span | None, *, help: str = "") -> None:
        self.error(code, message, span, help=help, severity="warning")

    def revise(self, told: Callable[[Diagnostic], Diagnostic]) -> None:
        """Say more about what stands here already, once more is known."""
        self.items = [told(d) for d in self.items]

    @property
    def failed(self) -> bool:
        """Whether an error (not only warnings) was reported."""
        return any(d.severity == "error" for d in self.items)

    def sorted(self) -> list[Diagnostic]:
        """All diagnostics, by file and place."""

        def key(d: Diagnostic) -> tuple[str, int]:
            return (d.span.source.name, d.span.start) if d.span else ("", 0)

        return sorted(self.items, key=key)


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` was most likely meant to be, or None when none is near."""
    names = list(dict.fromkeys(candidates))
    lowered = {n.lower(): n for n in reversed(names)}
    if word.lower() in lowered:
        return lowered[word.lower()]
    if len(word) > LONGEST_WORD:
        return None
    if len(names) > MOST_NAMES:
        names = [n for n in names if n[:1] == word[:1]][:MOST_NAMES]
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.7 if len(word) > 4 else 0.6)
    return near[0] if near else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """A help line for `word`, empty when no candidate is near."""
    near = suggest(word, candidates)
    return f"did you mean `{near}`?" if near else ""


def listing(names: Iterable[str], limit: int = 12) -> str:
    """Names in a note: the first dozen, then how many more there are."""
    items = list(names)
    shown = ", ".join(items[:limit])
    return shown if len(items) <= limit else f"{shown} and {len(items) - limit} more"


class DefinitionError(Exception):
    """A game definition has faults: `diagnostics` lists them all, sorted by place."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        super().__init__("; ".join(f"{d.span}: {d.code}: {d.message}" for d in diagnostics))


class RuleError(Exception):
    """A rule went wrong in play: `diagnostic` names the line, the expression and its values."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(f"{diagnostic.span}: {diagnostic.code}: {diagnostic.message}")
