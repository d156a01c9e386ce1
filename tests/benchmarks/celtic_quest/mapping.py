"""
The words of the YAML definition of Celtic Quest in the numbers of the engine by hand: piles, decisions, options.

What differs in form alone: the definition has names for sections and Roman places (`tile_1_a`, `regni_enchanted_eb`),
the engine by hand their tile and number.
"""

from __future__ import annotations

from typing import Any

import interpreter

from . import data
from .data import CHITS, DESTINIES, DONE, PASS, SETTLEMENTS

SOURCES = {
    "destinies": "destinies",
    "luckiest": "destinies",
    "quests": "quests",
    "tiles": "stack",
    "cell": "lay_one_by_chance/cell",
    "turn": "lay_one_by_chance/turned",
    "bag": "bag",
}
"""The source of dice in the definition, of each pile."""

KINDS = {
    "deal_cards/kept": ("destiny",),
    "lay_tile/cell": ("place",),
    "lay_anew/tile": ("adjust",),
    "lay_anew/cell": ("place_again",),
    "draw_chits/back": ("give_back",),
    "draw_chits/chit": ("resolve",),
    "place_resource/road": ("locator",),
    "place_resource/tribe": ("demand",),
    "place_crystal/tile": ("crystal",),
    "keep_item/surplus": ("pouch",),
    "place_roman/gate": ("roman",),
    "orders_come/order": ("orders",),
    "send_roman/place": ("orders_to", "shift_to", "bribe_to"),
    "town_falls/tile": ("romanised",),
    "enchant/tile": ("druid", "enchant"),
    "begin_move/road": ("start",),
    "begin_move/send_off": ("shift",),
    "walk/menu": ("move",),
    "enter/bribe": ("gold",),
    "enter/send_away": ("bribe",),
    "visit_circle/menu": ("circle",),
    "visit_settlement/menu": ("settlement",),
    "sell/use_ring": ("ring",),
}
"""The kinds of decision by hand, of each decision of the definition."""

REASONS = {"spell": "enchanted", "conquest": "romanised", "exhausted": "supply", "time": "time", "rounds": "rounds"}
CATEGORIES = ("collected", "crystals_won", "quests_done", "destiny_bonus")
"""The parts of the score, as in scoring.CATEGORIES."""

TILE = {
    word: number
    for number, word in enumerate(
        ["circle", "parisi", "regni", "cantii", "iceni", "brigantes", "silures", *[f"tile_{n}" for n in range(1, 16)]]
    )
}
CHIT = {word: number for number, word in enumerate(CHITS)}
ABILITY = {"movement": data.MOVEMENT, "trading": data.TRADING, "carrying": data.CARRYING}
DESTINY = {word: number for number, word in enumerate(DESTINIES)}
PARTS = {"a": 1, "b": 2, "c": 3, "e": 0, "t": 0, "ea": 1, "eb": 2}
SIDES = ("enchanted", "town")


def _part(label: str) -> tuple[int, int]:
    """A section or a Roman place: `tile_1_a`, `tile_1_enchanted_e`, `regni_town_t`."""
    words = label.split("_")
    part = words.pop()
    if words[-1] in SIDES:
        words.pop()
    return TILE["_".join(words)], PARTS[part]


def _road(label: str) -> tuple[int, int]:
    """A section; that of a settlement is the same on all sides."""
    tile, part = _part(label)
    return tile, 1 if tile in SETTLEMENTS else part


def _cell(label: str) -> tuple[int, int, int]:
    """`cell=e1n2 turned=3`, or `e0s0`: columns to the east and rows to the south count up."""
    cell, turned = [word.rpartition("=")[2] for word in label.split()]
    ns = max(cell.find("n"), cell.find("s"))
    column, row = int(cell[1:ns]), int(cell[ns + 1 :])
    return column * (1 if cell[0] == "e" else -1), row * (1 if cell[ns] == "s" else -1), int(turned)


def _tile(label: str) -> tuple[int]:
    return (TILE[label],)


def _chit(label: str) -> tuple[int]:
    return (CHIT[label],)


def _destiny(label: str) -> tuple[int]:
    return (DESTINY[label],)


def _order(label: str) -> tuple[Any, ...]:
    return PASS if label == "pass" else _part(label.split()[1])


def _may(word: str) -> Any:
    return lambda label: PASS if label == "pass" else (word,)


def _walk(label: str) -> tuple[Any, ...]:
    return MENU[label.split()[0]](label.split()[-1])


def _settlement(label: str) -> tuple[Any, ...]:
    word, _, chit = label.partition(" ")
    return ("deliver", CHIT[chit]) if word == "deliver" else _walk(label)


MENU: dict[str, Any] = {
    "go": lambda road: ("go", *_road(road)),
    "pick_up": lambda chit: ("take", CHIT[chit]),
    "pick_crystal": lambda _: ("take", data.CRYSTAL),
    "use_elixir": lambda chit: ("elixir", CHIT[chit]),
    "eat_bread": lambda _: ("bread",),
    "drop": lambda chit: ("drop", CHIT[chit]),
    "drop_item": lambda chit: ("drop", CHIT[chit]),
    "stop": lambda _: DONE,
    "complete": lambda _: ("complete",),
    "improve": lambda ability: ("improve", ABILITY[ability]),
    "claim": lambda amount: ("claim", int(amount)),
    "discard_quest": lambda _: ("discard_quest",),
    "draw_quest": lambda _: ("draw_quest",),
    "deliver": lambda number: ("deliver", int(number)),
}

BY_KIND: dict[str, Any] = {
    "destiny": _destiny,
    "place": _cell,
    "adjust": _tile,
    "place_again": _cell,
    "give_back": _chit,
    "resolve": _chit,
    "locator": _road,
    "demand": _tile,
    "crystal": _tile,
    "pouch": _chit,
    "roman": _part,
    "orders": _order,
    "orders_to": _part,
    "romanised": _tile,
    "druid": _tile,
    "start": _road,
    "shift": _may("shift"),
    "shift_to": _part,
    "move": _walk,
    "gold": _may("gold"),
    "bribe": _may("bribe"),
    "bribe_to": _part,
    "circle": _walk,
    "enchant": _tile,
    "settlement": _settlement,
    "ring": _may("ring"),
}
_known: dict[tuple[str, str], tuple[Any, ...]] = {}


def options(state: interpreter.State) -> list[tuple[Any, ...]]:
    """The options of the definition in the words of the engine by hand."""
    assert state.decision is not None
    kind = KINDS[state.decision.id][0]
    found = []
    for label in state.decision.options.labels():
        option = _known.get((kind, label))
        if option is None:
            option = _known[kind, label] = BY_KIND[kind](label)
        found.append(option)
    return found
