"""
The words of the YAML definition of Celtae in the numbers of the engine by hand: piles, decisions, options, points.

What differs in form alone: the definition offers leaders in the order in which they lie, workers in the order in which
they stand, and the actions by a token as `anywhere`.
"""

from __future__ import annotations

from typing import Any

import interpreter

from .data import ACTIONS, COLOURS, ICONS, LEADERS, REGION_AT, REGIONS, WORKERS
from .game import Game

SOURCES = {
    "bag": "bag",
    "roman_1": "armies_to_draw",
    "roman_2": "armies_to_draw",
    "order_1": "orders_to_draw",
    "order_2": "orders_to_draw",
    "bonus_north": "tiles_to_draw",
    "bonus_south": "tiles_to_draw",
    "deck": "deck",
    "progress_2": "progress_cards",
    "progress_3": "progress_cards",
    "leaders": "leaders",
    "solo_side": "prepare_solitairix/side",
    "solo_worker": "solo_workers",
}
"""The source of dice in the definition, of each pile."""

KINDS = {
    "draft/chief": ("leader",),
    "draft/given_up": ("discard",),
    "player_turn/steps": ("move",),
    "lay_marker/card": ("progress", "stack_marker"),
    "make_progress/turn_leader": ("flip",),
    "choose_action/action": ("action",),
    "meet_workers/refresh": ("refresh",),
    "meet_workers/swap": ("swap",),
    "hire_helper/spend_token": ("extra",),
    "farm/extra": ("farm",),
    "build/citadel": ("citadel",),
    "build/paid": ("pay",),
    "take_two/gift": ("bonus_cards",),
    "recruit_one/joining": ("bonus_recruit",),
    "battle/thrown": ("arms",),
    "battle/fight": ("fight",),
    "battle/garrison": ("garrison",),
    "recruit/recruits": ("recruit",),
    "recruit/send_to_order": ("train",),
    "refill/newcomer": ("refill",),
    "recruit/train": ("druid",),
    "recruit/fee": ("druid_cards",),
    "limit_tribe/surplus": ("dismiss",),
}
"""The kind of decision by hand, of each decision of the definition."""

UNORDERED = ("leader", "swap", "refill")
"""Kinds whose options the two have in orders of their own."""

CARDS = {f"{colour}_{icon}": 3 * c + i for c, colour in enumerate(COLOURS) for i, icon in enumerate(ICONS)}
WORKER = {word: number for number, word in enumerate(WORKERS)}
LEADER = {word: number for number, word in enumerate(LEADERS)}
REGION = {word: number for number, word in enumerate(REGIONS)}
YES = {
    "turn_leader": ("flip",),
    "refresh": ("refresh",),
    "spend_token": ("extra",),
    "fight": ("fight",),
    "send_to_order": ("train",),
    "train": ("druid",),
}
PROGRESS = (
    "two_discs_pink", "two_discs_orange", "two_discs_teal", "two_discs_purple",
    "most_of_farmer", "most_of_builder", "most_of_soldier", "most_of_noble",
    "most_discs_in_north", "most_discs_in_south",
    "two_bonus_tiles", "two_bonus_tiles_again", "two_druids",
    "most_discs_on_pink", "most_discs_on_orange", "most_discs_on_teal", "most_discs_on_purple",
    "two_garrisons_in_north", "two_garrisons_in_south",
    "most_workers", "five_workers", "most_bonus_tiles",
    "three_orders", "most_orders", "three_armies", "most_armies",
)  # fmt: skip
CATEGORIES = (
    "citadels", "bonus_tiles_won", "druid_tiles", "roman_armies", "garrisons",
    "tribe_spaces", "disc_spaces", "all_garrisons", "leftovers", "progress_cards_met", "leader_points",
)  # fmt: skip
"""The parts of the score, A to K."""


def options(state: interpreter.State, game: Game) -> list[tuple[Any, ...]]:
    """The options of the definition in the words of the engine by hand."""
    decision = state.decision
    assert decision is not None
    translate = BY_KIND[KINDS[decision.id][0]]
    return [translate(option, state, game) for option in decision.options]


def _card(option: interpreter.Option, state: interpreter.State, game: Game) -> tuple[Any, ...]:
    return (option.label,) if option.label == "done" else (CARDS[option.label],)


def _worker(option: interpreter.Option, state: interpreter.State, game: Game) -> tuple[Any, ...]:
    return (option.label,) if option.label == "done" else (WORKER[option.label],)


def _place(option: interpreter.Option, state: interpreter.State, game: Game) -> tuple[Any, ...]:
    """Like cards are told apart by where they lie."""
    if option.label == "done":
        return ("done",)
    market = state.Z[state.program.layout.zone_base["market"] + game._region]
    return (market.index(option.value) + 1,)


def _may(option: interpreter.Option, state: interpreter.State, game: Game) -> tuple[Any, ...]:
    return YES.get(option.label, (option.label,))


def _values(option: interpreter.Option) -> list[str]:
    return [word.rpartition("=")[2] for word in option.label.split()]


def _swap(option: interpreter.Option, state: interpreter.State, game: Game) -> tuple[Any, ...]:
    word, *workers = _values(option)
    return (word, *[WORKER[w] for w in workers])


def _garrison(option: interpreter.Option, state: interpreter.State, game: Game) -> tuple[Any, ...]:
    word, *cards = _values(option)
    return (word, *[CARDS[c] for c in cards])


def _action(option: interpreter.Option, state: interpreter.State, game: Game) -> tuple[Any, ...]:
    way, action, *region = _values(option)
    assert action in ACTIONS
    if way == "anywhere":
        return ("token", action, REGION[region[0]])
    return (action, REGION_AT[game.stop])


def _number(option: interpreter.Option, state: interpreter.State, game: Game) -> tuple[Any, ...]:
    return (int(option.label),)


def _leader(option: interpreter.Option, state: interpreter.State, game: Game) -> tuple[Any, ...]:
    return (LEADER[option.label],)


def _progress(option: interpreter.Option, state: interpreter.State, game: Game) -> tuple[Any, ...]:
    return (game.progress.index(PROGRESS.index(option.label)),)


def _citadel(option: interpreter.Option, state: interpreter.State, game: Game) -> tuple[Any, ...]:
    region, colour = option.label.split("_")
    assert REGION[region] == game._region
    return (COLOURS.index(colour),)


BY_KIND = {
    "leader": _leader,
    "discard": _card,
    "move": _number,
    "progress": _progress,
    "flip": _may,
    "action": _action,
    "refresh": _may,
    "swap": _swap,
    "extra": _may,
    "farm": _place,
    "citadel": _citadel,
    "pay": _card,
    "bonus_cards": _place,
    "bonus_recruit": _worker,
    "arms": _card,
    "fight": _may,
    "garrison": _garrison,
    "recruit": _worker,
    "train": _may,
    "refill": _worker,
    "druid": _may,
    "druid_cards": _card,
    "dismiss": _worker,
}
