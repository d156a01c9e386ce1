"""Forks: a path that branches offers the choice, and one that does not answers itself."""

from __future__ import annotations

import interpreter
from interpreter.change import set_path, value_node
from interpreter.diagnostics import Bag
from interpreter.game import game_from_sections
from interpreter.loading import find_game, load_sections


def test_the_choice_is_offered_where_the_path_forks() -> None:
    state = interpreter.load("tests/games/fork.yaml").start(2, chance="ask")
    offered = []
    for rolled in ("2", "1", "2", "2"):  # seat 1 to the fork's arms, seat 2 before it, then both on
        decision = state.decision
        assert decision is not None
        assert decision.seat == 0
        state.choose(rolled)
        decision = state.decision
        assert decision is not None
        if decision.seat:
            offered.append((decision.seat, [o.label for o in decision.options]))
            state.choose("right" if "right" in decision.options else 0)
    # seat 1: two steps from the camp, left or right; seat 2: one step, the ford, no choice;
    # seat 1 from `right`: two steps, `high`, no choice; seat 2 from the ford: two steps, `high` or `low`
    assert offered == [(1, ["left", "right"]), (2, ["low", "high"])]
    assert state.view()["fields"]["at"]["1"] == "high"


FORKED = {
    "maps.path.edges.L5": "[L6, L8]",  # the second way leaves out a village and a ruin
}


def test_celtica_with_a_fork_is_a_change_of_data_only() -> None:
    bag = Bag()
    sections = load_sections(find_game("celtica"), bag)
    assert sections is not None
    for path, value in FORKED.items():
        sections = set_path(sections, path, value_node(value))
    game = game_from_sections(sections, "forked")
    asked = set()
    for seed in range(40):
        state = game.start(3, seed)
        while not state.over:
            decision = state.decision
            assert decision is not None
            if decision.id == "walk/space":
                asked.add(tuple(o.label for o in decision.options))
            state.choose(seed % len(decision.options))
    assert ("L6", "L8") in asked
    assert all(len(options) == 2 for options in asked)
