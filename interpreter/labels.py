"""
Labels: options, prompts and log entries in words. Made only when somebody looks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .expr.typed import Template, origin
from .types import Maybe, Member, Seq, Type

if TYPE_CHECKING:
    from .program import Decision, Program
    from .state import State
    from .steps.decisions import Entry, Name

PASS, DONE = "pass", "done"


def option_labels(s: State) -> list[str]:
    """The label of each option of the decision at hand, all different."""
    asked = s.program.decisions[s.pc]
    labels = [pick_label(s.program, asked, o) for o in s.options or ()]
    seen: dict[str, int] = {}
    unique = []
    for text in labels:
        seen[text] = seen.get(text, 0) + 1
        unique.append(text if seen[text] == 1 else f"{text} #{seen[text]}")
    return unique


def pick_label(program: Program, asked: Decision, pick: Any, hide: Any = None) -> str:
    """One option in words; `hide(name)` says that a name's value is not to be told, only its type."""
    lay = program.layout
    if asked.kind == "chance":
        assert asked.type is not None
        return lay.label(asked.type, pick)
    if pick is None:
        return DONE if asked.kind == "picks" else PASS
    if asked.kind == "picks":
        name = asked.entries[0].names[0]
        type = name.var.type
        item = type.item if isinstance(type, Seq) else type
        return _shown(program, name, item, pick, hide)
    if asked.kind in ("menu", "may"):
        entry, values = asked.entries[pick[0]], pick[1:]
        words = _values(program, entry, values, hide)
        return f"{entry.word} {words}".rstrip()
    entry = asked.entries[0]
    if not entry.names:
        return entry.word or asked.address
    return _values(program, entry, pick if len(entry.names) > 1 else (pick,), hide)


def _values(program: Program, entry: Entry, values: Any, hide: Any) -> str:
    if entry.count is not None:
        return ""
    shown = [(n.var.name, _shown(program, n, n.var.type, v, hide)) for n, v in zip(entry.names, values)]
    if len(shown) == 1:
        return shown[0][1]
    return " ".join(f"{n}={t}" for n, t in shown)


def _shown(program: Program, name: Name, type: Type, value: Any, hide: Any) -> str:
    if hide is not None and hide(name):
        inner = type.item if isinstance(type, Maybe) else type
        return f"a {inner}" if isinstance(inner, Member) else "?"
    return program.layout.label(type, value)


def prompt(s: State) -> str:
    """What is asked, in the author's words, or the words of the step."""
    asked = s.program.decisions[s.pc]
    if asked.prompt is not None:
        return template(s, asked.prompt)
    if len(asked.entries) == 1 and asked.entries[0].about:
        return asked.entries[0].about
    return asked.address


def template(s: State, text: Template) -> str:
    """A template with its values, local names read from their slots."""
    from .expr.typed import T, free_locals
    from .program import evaluate

    pieces = []
    for part in text.parts:
        if isinstance(part, T):
            env = {var: s.L[s.program.var_slots[var]] for var in free_locals(part)}
            pieces.append(s.program.layout.label(part.type, evaluate(s.program.code, part, s, env)))
        else:
            pieces.append(part)
    return "".join(pieces)


def log_lines(s: State, seat: int | None) -> list[dict[str, Any]]:
    """
    What was done, as that seat (0-based; None: an onlooker) saw it: who did it (from 1; None: nobody), in words.

    What a seat did because there was nothing else to do is told like all else, and as `forced` to that seat only:
    that somebody had no choice may tell what is hidden.
    """
    lines: list[dict[str, Any]] = []
    for entry in s._log_list():
        kind = entry[0]
        if kind in ("pick", "forced"):
            forced = {"forced": True} if kind == "forced" and entry[1] == seat else {}
            lines.append({"seat": entry[1] + 1, "text": _pick_line(s, entry, seat), **forced})
        elif kind == "note":
            lines.append({"seat": None, "text": "".join(_piece(s, p) for p in entry[2])})
        elif entry[1] is None or entry[1] == seat:
            lines.append({"seat": None, "text": str(entry[2])})
    return lines


def forced_since(s: State, start: int) -> list[str]:
    """The labels of what was done since that line of the log because there was nothing else to do."""
    entries = [entry for entry in s._log_list()[start:] if entry[0] == "forced"]
    return [pick_label(s.program, s.program.decisions[pc], _frozen(pick)) for _, _, pc, pick in entries]


def _frozen(pick: Any) -> Any:
    return tuple(pick) if isinstance(pick, list) else pick


def _piece(s: State, piece: Any) -> str:
    if isinstance(piece, str):
        return piece
    return s.program.layout.label(s.program.types[piece[0]], piece[1])


def _pick_line(s: State, entry: Any, seat: int | None) -> str:
    _, who, pc, pick = entry
    asked = s.program.decisions[pc]
    pick = _frozen(pick)

    def hide(name: Name) -> bool:
        """Others see a chosen component as they saw it before: hidden if it lay in a zone they do not see."""
        if who == seat:
            return False
        if any(e.secret for e in asked.entries):
            return True
        source = origin(name.domain)
        if source is not None:
            return source.zone is not None and source.zone.seen_by not in ("everyone",)
        return _hidden_type(s, name.var.type)

    label = pick_label(s.program, asked, pick, hide)
    return label if asked.kind in ("menu", "may") else f"{asked.address} {label}"


def _hidden_type(s: State, type: Type) -> bool:
    """Components whose zone is not known are told only if no zone of their type is hidden."""
    while isinstance(type, (Maybe, Seq)):
        type = type.item
    if not isinstance(type, Member) or s.program.layout.definition.finites[type.name].kind != "component":
        return False
    return any(z.of == type.name and z.seen_by == "owner" for z in s.program.layout.definition.zones.values())
