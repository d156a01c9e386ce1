"""
Triskele: board games from data.

    import interpreter
    game = interpreter.load("./pig.yaml")        # DefinitionError lists every fault
    state = game.start(players=3, seed=7)
    while not state.over:
        print(state.decision.prompt, [o.label for o in state.decision.options])
        state.choose(0)                          # a number, a label or an Option
    print(state.outcome)

Names are loaded when first used, so that `triskele --help` need not wait for the interpreter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .diagnostics import DefinitionError, Diagnostic, RuleError
    from .game import Game, ParameterError, UnknownGame, check, load
    from .outcome import Outcome
    from .state import Decision, Option, OptionError, State

__version__ = "0.1.0"
_HOMES = {
    "DefinitionError": "diagnostics", "Diagnostic": "diagnostics", "RuleError": "diagnostics",
    "Game": "game", "ParameterError": "game", "UnknownGame": "game", "check": "game", "load": "game",
    "Outcome": "outcome",
    "Decision": "state", "Option": "state", "OptionError": "state", "State": "state",
}  # fmt: skip
__all__ = [
    "Decision", "DefinitionError", "Diagnostic", "Game", "Option", "OptionError", "Outcome", "ParameterError",
    "RuleError", "State", "UnknownGame", "check", "load",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value  # a function may share its module's name: `interpreter.check` is the function
    return value
