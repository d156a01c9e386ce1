"""
Machine: runs a state from one block to the next until a decision, and turns what goes wrong into rule errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .diagnostics import Diagnostic, RuleError
from .limits import FUEL, MOST_BLOCKS, PASS
from .program import FOREIGN, origin
from .runtime import Fault, NoOption, TrialEnd, toll
from .source import Span

if TYPE_CHECKING:
    from .game import Game
    from .program import Program
    from .state import State

FAULTS = (
    Fault,
    TypeError,
    KeyError,
    IndexError,
    ValueError,
    ZeroDivisionError,
    RecursionError,
    MemoryError,
    OverflowError,
)

PASSES = range(MOST_BLOCKS)


def advance(s: State, block: int) -> None:
    """Run from `block` on until the game asks somebody, or is over."""
    blocks = s.program.blocks
    s.fuel = FUEL
    try:
        for _ in PASSES:
            following = blocks[block](s)
            if following is None:
                return
            block = following
        raise endless()
    except (RuleError, *FAULTS) as error:
        raise failed(s, error, block) from error


def prepared(game: Game, program: Program) -> State | None:
    """A state in which everything is done that comes before the first draw or decision; None if that goes wrong."""
    from .state import State

    s = State(game, program, 0, auto=True)
    s.fuel, block = FUEL, program.start
    try:
        for _ in PASSES:
            following = program.blocks[block](s)
            if following is None or following == program.ready:
                break
            block = following
    except (RuleError, *FAULTS):
        return None
    return s if following == program.ready and not any(s.dice) else None


def attempt(s: State, block: int) -> None:
    """`advance` for a copy on which an option is tried, up to a draw as well; the state which tries gives its fuel."""
    blocks = s.program.blocks
    try:
        following: int | None = block
        while following is not None:
            block = following
            s.fuel -= PASS  # `toll`, written out for speed
            if s.fuel < 0:
                toll(s, 0)
            following = blocks[block](s)
    except TrialEnd:
        return
    except (RuleError, *FAULTS) as error:
        raise failed(s, error, block) from error


def endless() -> Fault:
    return Fault("endless", f"more than {MOST_BLOCKS} steps without a decision")


def failed(s: State, error: Exception, block: int) -> RuleError:
    """The error that stops this state for good; what went wrong in a trial inside is known already."""
    s.fault = error.diagnostic if isinstance(error, RuleError) else diagnose(s.program, error, block)
    if isinstance(error, NoOption):
        from .why import nothing_left

        s.fault = replace(s.fault, notes=(*s.fault.notes, *nothing_left(s, error.address)))
    return RuleError(s.fault)


@contextmanager
def guarded(s: State) -> Iterator[None]:
    """What goes wrong inside is a rule error: for formulas asked outside play (scores, prompts, who sees what)."""
    s.fuel = FUEL
    try:
        yield
    except RuleError:
        raise
    except FAULTS as error:
        raise RuleError(diagnose(s.program, error, s.pc)) from error


def ask_again(s: State) -> bool:
    """Ask the decision at hand anew, after something was changed; False where it would not be asked any more."""
    auto, s.auto = s.auto, False
    s.fuel = FUEL
    try:
        return s.program.blocks[s.pc](s) is None
    except FAULTS:
        return False
    finally:
        s.auto = auto


HELP = {
    "empty-zone": "where fewer will do, write `short: allowed` beside the draw; `refill` at the zone brings more",
    "no-option": "let one thing always be possible, or say beside the choice what is done then: `otherwise: [..]`",
    "no-value": "ask first whether it is `none`",
    "nothing-there": "ask first whether the list is `empty(..)`",
}
"""What a rule may do about what went wrong, where that is the same everywhere."""


def diagnose(program: Program, error: Exception, block: int) -> Diagnostic:
    """A rule error: the YAML that was running, and the values of the names in it."""
    span, values = _where(program, error.__traceback__)
    if span is None:
        span = _block_span(program, block)
    code, message = meaning(error)
    notes = tuple(f"{name} = {value}" for name, value in values.items())
    return Diagnostic(code, message, span, notes=notes, help=HELP.get(code, ""))


def meaning(error: Exception) -> tuple[str, str]:
    if isinstance(error, Fault):
        return error.code, error.message
    if isinstance(error, ZeroDivisionError):
        return "division-by-zero", "this divides by zero"
    if isinstance(error, KeyError):
        return "no-entry", f"the table has no entry for {error.args[0]}"
    if isinstance(error, ValueError) and "remove" in str(error):
        return "not-there", "the component that is moved does not lie there"
    if isinstance(error, ValueError) and ("empty" in str(error) or "arg" in str(error)):
        return "nothing-there", "the smallest or largest of nothing is asked for"
    if isinstance(error, TypeError) and "None" in str(error):
        return "no-value", "there is no value here (`none`), and one is needed"
    return "rule-fault", f"this cannot be computed ({error})"


def _where(program: Program, traceback: TracebackType | None) -> tuple[Span | None, dict[str, str]]:
    """The innermost YAML place of a traceback, and the values of the names that stand there."""
    span: Span | None = None
    values: dict[str, str] = {}
    while traceback is not None:
        frame = traceback.tb_frame
        file = frame.f_code.co_filename
        if file in program.sources:
            positions = list(frame.f_code.co_positions())[traceback.tb_lasti // 2]
            first, last, column, end_column = positions
            source, line = origin(program.sources, file, first or 0)
            if line and source is not None:
                end_line = last and last % FOREIGN
                start = source.starts[line - 1] + (column or 0)
                end = source.starts[(end_line or line) - 1] + (end_column or 0)
                span = Span(source, start, max(start, end))
                values = _values(program, span.text, frame.f_locals)
        traceback = traceback.tb_next
    return span, values


def _values(program: Program, text: str, frame: dict[str, Any]) -> dict[str, str]:
    """The names of a text with their values: those bound in the steps, and the fields that everybody sees."""
    found: dict[str, str] = {}
    words = set(re.findall(r"[A-Za-z][A-Za-z0-9_]*", text))
    words -= set(re.findall(r"([A-Za-z][A-Za-z0-9_]*) in\b", text))  # names of a query: each value is gone by then
    lay = program.layout
    values: Any = getattr(frame.get("s"), "F", None)
    for name, f in lay.definition.fields.items() if values else ():
        if name in words and not f.per and f.seen_by == "everyone":
            found[name] = lay.label(f.type, values[lay.field_base[name]])
    for python, value in frame.items():
        name = python.partition("__")[0]
        type = program.local_types.get(python)
        if name in words and python not in ("s", "F", "Z", "L"):
            try:
                found[name] = program.layout.label(type, value) if type is not None else str(value)
            except (IndexError, TypeError, AttributeError):
                found[name] = str(value)
            except ValueError:
                found[name] = "a number of very many digits"
    return found


def _block_span(program: Program, block: int) -> Span | None:
    decision = program.decisions.get(block)
    return decision.span if decision is not None else program.rules.definition.span
