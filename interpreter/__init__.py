"""
Triskele: board games from data.

    import interpreter
    game = interpreter.load("pig.yaml")         # DefinitionError lists every fault
    state = game.start(players=3, seed=7)
    while not state.over:
        print(state.decision.prompt, [o.label for o in state.decision.options])
        state.choose(0)                          # a number, a label or an Option
    print(state.outcome)
"""

from .diagnostics import DefinitionError, Diagnostic, RuleError
from .game import ENGINE, Game, ParameterError, UnknownGame, check, load
from .outcome import Outcome
from .state import Decision, Option, OptionError, State

__version__ = ENGINE
__all__ = [
    "Decision", "DefinitionError", "Diagnostic", "Game", "Option", "OptionError", "Outcome", "ParameterError",
    "RuleError", "State", "UnknownGame", "check", "load",
]  # fmt: skip
