"""
The steps by verb: how each is checked. (How each becomes Python stands in `interpreter.compile`.)
"""

from __future__ import annotations

from collections.abc import Callable

from ..expr.scope import Scope
from ..nodes import Mapping
from . import components, control, decisions, values
from .base import Step, StepChecker

CHECKS: dict[str, Callable[[StepChecker, Mapping, Scope], Step | None]] = {
    "repeat": control.check_repeat,  # first, since it may hold a `one_of`
    "may": decisions.check_may,  # before `choose`, which it may hold
    "one_of": decisions.check_one_of,
    "choose": decisions.check_choose,
    "for": control.check_for,
    "if": control.check_if,
    "case": control.check_case,
    "call": control.check_call,
    "hold": control.check_hold,
    "leave": control.check_leave,
    "end": control.check_end,
    "let": control.check_let,
    "set": values.check_set,
    "transfer": values.check_transfer,
    "move": components.check_move,
    "draw": components.check_draw,
    "swap": components.check_swap,
    "flip": components.check_flip,
    "shuffle": components.check_shuffle,
    "roll": values.check_roll,
    "show": values.check_show,
    "note": values.check_note,
}
