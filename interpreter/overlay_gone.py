"""
Gone: what variants took away, and who still uses it.

The later rooms find that a name is not there, at the place that uses it. Here their complaints are
gathered under the change that took the name away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .diagnostics import Diagnostic, Label, listing
from .nodes import Scalar

USES = 12
IDLE = (
    "constant-condition", "empty-choice", "idle-zone", "missing-about", "missing-source", "never-read", "never-set",
    "unreachable-place",
)  # fmt: skip
"""What a game may well have under a variant that does without it, and is told of the game alone."""


@dataclass(frozen=True, slots=True)
class Gone:
    """What a change took away: the names that went with it, and the path that did it."""

    names: tuple[str, ...]
    path: Scalar
    how: str  # removed, replaced, wrapped


def explain(
    diagnostics: Iterable[Diagnostic], gone: Iterable[Gone], laying: Iterable[Diagnostic] = ()
) -> list[Diagnostic]:
    """
    The same faults; what is due to something gone is one fault of the change, with all its uses.

    `laying` is what was said when the variants were laid over: one may have thrown away what another wrote.
    """
    found: list[Diagnostic] = []
    uses: dict[int, list[Diagnostic]] = {}
    taken = list(gone)
    lost = {label.span.source.layer: d for d in laying if d.code == "variants-disagree" for label in d.labels}
    for d in diagnostics:
        n = next((n for n, g in enumerate(taken) if _due_to(d, g)), None)
        if n is None:
            found += [] if d.code in IDLE and _of_game(d) else [_thrown_away(_unused(_old(d)), lost)]
        else:
            uses.setdefault(n, []).append(d)
    return found + [_still_used(taken[n], faults) for n, faults in uses.items()]


def _due_to(d: Diagnostic, gone: Gone) -> bool:
    return d.severity == "error" and d.span is not None and d.missing in gone.names


def _still_used(gone: Gone, uses: list[Diagnostic]) -> Diagnostic:
    places = [span for d in uses for span in (d.span, *(label.span for label in d.labels)) if span is not None]
    labels = [Label(span, "used here") for span in places]
    what = listing(f"`{name}`" for name in dict.fromkeys(d.missing for d in uses))
    if gone.how == "wrapped":
        message = f"{what} is bound inside `{gone.path.text}` now, and used outside"
        help = "go around the steps that use it too"
    else:
        message = f"`{gone.path.text}` is {gone.how}, and {what} is still used"
        help = "change or remove what uses it, or leave it"
    return Diagnostic("still-used", message, gone.path.span, label=gone.how, labels=tuple(labels[:USES]), help=help)


def _old(d: Diagnostic) -> Diagnostic:
    """`old` where it has no meaning."""
    if d.code == "unknown-name" and d.message == "nothing is called `old`":
        return replace(d, notes=(), help="`old` has a meaning under `set` only: the formula of the layer below")
    return d


def _unused(d: Diagnostic) -> Diagnostic:
    """What a game has and nothing uses any more under a variant spoils nothing: a warning."""
    if d.code in ("unused-name", "unreachable-phase") and _of_game(d):
        return replace(d, severity="warning", help="let the variant remove it too")
    return d


def _thrown_away(d: Diagnostic, lost: dict[str, Diagnostic]) -> Diagnostic:
    """What a variant brought and nothing uses, since a later one wrote anew what used it."""
    by = lost.get(d.span.source.layer) if d.code == "unused-name" and d.span is not None else None
    if by is None or by.span is None or not d.span:
        return d
    layer = by.span.source.layer
    help = f"`{by.span.text}` of `{layer}` is without it: write `[old, ..]` there, which adds to what is there"
    return replace(d, help=help)


def _of_game(d: Diagnostic) -> bool:
    return d.span is not None and not d.span.source.layer
