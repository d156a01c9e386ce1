"""
Lint: what is declared and can have no effect, or hardly what was meant. Only looked for in clean definitions.

What can never work or never have an effect is an error, what is odd a warning, what is only advice a note. Nothing
is said that is not certain for every value of the parameters; `counts` alone asks of the defaults.
"""

from __future__ import annotations

from ..checking import Rules
from ..diagnostics import Bag
from ..nodes import Node
from .conditions import check_conditions
from .ended import check_ended
from .ends import check_ends
from .names import check_names
from .notes import check_notes
from .places import check_places
from .zones import check_zones


def check_lint(rules: Rules, sections: dict[str, Node], bag: Bag) -> None:
    """Report all that the definition alone tells; `counts` tells what numbers of players make of it."""
    check_names(rules, bag)
    if bag.failed:
        return
    check_conditions(rules, bag)
    check_ends(rules, bag)
    check_ended(rules, bag)
    check_zones(rules, bag)
    check_places(rules, sections, bag)
    check_notes(rules.definition, sections, bag)
