"""The classics against what is known of them: counts of games and positions, exact values, who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import xor
from random import Random
from typing import Any

import pytest

from interpreter import Game, State, load

from .support import HERE, decisions, labels, play_out


def classic(name: str, **parameters: int) -> Game:
    return load(str(HERE / "games" / f"{name}.yaml"), parameters=parameters)


def after(state: State, choice: int | str) -> State:
    new = state.clone()
    new.choose(choice)
    return new


def children(state: State) -> Iterator[State]:
    return (after(state, i) for i in range(len(state.options or ())))


def fold(state: State, leaf: Callable[[State], Any], node: Callable[[State, list[Any]], Any]) -> dict[bytes, Any]:
    """A value for every position that can be reached, by its key; equal positions are looked at once."""
    memo: dict[bytes, Any] = {}

    def value(s: State) -> Any:
        key = s.key()
        if key not in memo:
            memo[key] = leaf(s) if s.over else node(s, [value(c) for c in children(s)])
        return memo[key]

    value(state)
    return memo


def average(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction()) / len(values)


# -- tic-tac-toe -------------------------------------------------------------------------------------


def test_tic_tac_toe_has_all_its_games_and_positions() -> None:
    state = classic("tic-tac-toe").start(forced="ask")
    games = fold(state, lambda s: 1, lambda s, below: sum(below))
    assert games[state.key()] == 255_168
    assert len(games) == 5_478


@pytest.mark.long
def test_tic_tac_toe_game_by_game() -> None:
    def count(s: State) -> int:
        return 1 if s.over else sum(count(c) for c in children(s))

    assert count(classic("tic-tac-toe").start(forced="ask")) == 255_168


def test_tic_tac_toe_at_random_takes_so_long() -> None:
    state = classic("tic-tac-toe").start(forced="ask")
    marks = fold(state, lambda s: Fraction(), lambda s, below: 1 + average(below))
    assert marks[state.key()] == Fraction(3203, 420)


def points_of_the_first(s: State) -> Fraction:
    assert s.outcome is not None
    winners = s.outcome.winners
    return Fraction(1, 2) if not winners else Fraction(int(winners == [1]))


def test_tic_tac_toe_at_random_favours_the_first_player() -> None:
    state = classic("tic-tac-toe").start(forced="ask")
    points = fold(state, points_of_the_first, lambda s, below: average(below))
    assert points[state.key()] == Fraction(817, 1260)


def test_tic_tac_toe_played_well_is_drawn() -> None:
    state = classic("tic-tac-toe").start(forced="ask")
    value = fold(state, points_of_the_first, lambda s, below: (max if s.to_move == 1 else min)(below))
    assert value[state.key()] == Fraction(1, 2)


def test_tic_tac_toe_answers_the_last_square_itself() -> None:
    state = classic("tic-tac-toe").start()
    for square in ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3"):
        state.choose(square)
    assert state.over
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == ("full", [])


def test_tic_tac_toe_fits_on_a_page() -> None:
    assert len((HERE / "games" / "tic-tac-toe.yaml").read_text().splitlines()) <= 40


# -- Nim ---------------------------------------------------------------------------------------------


def test_nim_is_won_by_the_nim_sum() -> None:
    state = classic("nim", left_size=4, middle_size=5, right_size=6).start(forced="ask")
    wins: dict[tuple[int, ...], bool] = {}

    def mover_wins(s: State) -> bool:
        """Whether whoever moves takes the last stone, found by trying everything."""
        heaps = tuple(s.view(1)["fields"]["stones"].values())
        if heaps not in wins:
            mover = s.to_move
            found = [c.outcome.winners == [mover] if c.outcome is not None else not mover_wins(c) for c in children(s)]
            wins[heaps] = any(found)
        return wins[heaps]

    mover_wins(state)
    assert len(wins) == 5 * 6 * 7 - 1
    assert wins == {heaps: reduce(xor, heaps) != 0 for heaps in wins}


@pytest.mark.parametrize("heaps", [(1, 2, 3), (0, 5, 5), (9, 9, 0), (1, 4, 5)])
def test_nim_starts_with_the_heaps_of_its_parameters(heaps: tuple[int, int, int]) -> None:
    game = classic("nim", left_size=heaps[0], middle_size=heaps[1], right_size=heaps[2])
    state = game.start()
    assert state.view()["fields"]["stones"] == dict(zip(("left", "middle", "right"), heaps))
    assert len(labels(state)) == sum(heaps)


# -- Kuhn poker --------------------------------------------------------------------------------------

Strategy = Callable[[State], dict[str, Fraction]]


def histories(state: State) -> list[State]:
    """All ends that can be reached, chance's choices included."""
    return [state] if state.over else [end for c in children(state) for end in histories(c)]


def situations(state: State) -> dict[str, list[str]]:
    """What can be done in each situation that a player can tell apart: those with the same view are the same."""
    if state.over:
        return {}
    found = {} if state.to_move == 0 else {situation(state): labels(state)}
    for c in children(state):
        for view, options in situations(c).items():
            assert found.setdefault(view, options) == options, "a player could tell apart by the options"
    return found


def situation(state: State) -> str:
    return repr((state.to_move, state.view(state.to_move)))


def kuhn_value(state: State, strategies: dict[int, Strategy]) -> Fraction:
    """What the first player gets on average, exactly."""
    if state.outcome is not None:
        assert sum(state.outcome.payoff.values()) == 0
        return Fraction(state.outcome.payoff[1])
    decision = state.decision
    assert decision is not None
    if decision.seat == 0:
        weights = [o.weight for o in decision.options]
        return sum((w * kuhn_value(c, strategies) for w, c in zip(weights, children(state))), Fraction()) / sum(weights)
    chances = strategies[decision.seat](state)
    return sum((p * kuhn_value(after(state, o), strategies) for o, p in chances.items() if p), Fraction())


def own_card(state: State) -> int:
    return int(state.view(state.to_move)["zones"]["hand"][str(state.to_move)][0])


def mixed(chance: Fraction, yes: str, no: str) -> dict[str, Fraction]:
    return {yes: chance, no: 1 - chance}


def first_player(bluff: Fraction) -> Strategy:
    """The equilibria: bluff with the lowest card as often as you like up to a third; the rest follows from that."""

    def strategy(s: State) -> dict[str, Fraction]:
        card = own_card(s)
        if "bet" in labels(s):
            return mixed({1: bluff, 2: Fraction(0), 3: 3 * bluff}[card], "bet", "check")
        return mixed({1: Fraction(0), 2: bluff + Fraction(1, 3), 3: Fraction(1)}[card], "pay", "fold")

    return strategy


def second_player(s: State) -> dict[str, Fraction]:
    card = own_card(s)
    if "bet" in labels(s):
        return mixed({1: Fraction(1, 3), 2: Fraction(0), 3: Fraction(1)}[card], "bet", "check")
    return mixed({1: Fraction(0), 2: Fraction(1, 3), 3: Fraction(1)}[card], "pay", "fold")


def pure_strategies(state: State, seat: int) -> Iterator[Strategy]:
    """Everything that a seat could do, one option in each of its situations."""
    mine = {v: o for v, o in situations(state).items() if v.startswith(f"({seat},")}
    for picks in product(*mine.values()):
        plan = dict(zip(mine, picks))
        yield lambda s, plan=plan: {plan[situation(s)]: Fraction(1)}  # type: ignore[misc]


def test_kuhn_has_all_its_endings_and_situations() -> None:
    state = classic("kuhn").start(chance="ask")
    ends = histories(state)
    assert len(ends) == 30
    assert len({s.to_json() for s in ends}) == 30
    assert len(situations(state)) == 12


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_kuhn_is_worth_a_little_less_than_nothing(bluff: Fraction) -> None:
    state = classic("kuhn").start(chance="ask")
    assert kuhn_value(state, {1: first_player(bluff), 2: second_player}) == Fraction(-1, 18)


def test_kuhn_nobody_does_better_by_another_strategy() -> None:
    state = classic("kuhn").start(chance="ask")
    first = first_player(Fraction(1, 6))
    assert max(kuhn_value(state, {1: s, 2: second_player}) for s in pure_strategies(state, 1)) == Fraction(-1, 18)
    assert min(kuhn_value(state, {1: first, 2: s}) for s in pure_strategies(state, 2)) == Fraction(-1, 18)


# -- Pig ---------------------------------------------------------------------------------------------


def test_pig_adds_up_a_turn_and_a_one_takes_it_all_back() -> None:
    state = classic("pig").start(2, chance="ask", forced="ask")
    for choice in ("roll", "4", "roll", "6", "hold", "roll", "5", "roll", "1"):
        state.choose(choice)
    assert state.player == 1
    assert state.view()["fields"] == {"banked": {"1": 10, "2": 0}, "pot": 0}
    for choice in ("roll", "2"):
        state.choose(choice)
    assert state.view()["fields"] == {"banked": {"1": 10, "2": 0}, "pot": 2}


def test_pig_nothing_to_hold_before_the_first_roll() -> None:
    state = classic("pig").start(3, chance="ask", forced="ask")
    assert labels(state) == ["roll"]
    state.choose("roll")
    assert (state.to_move, labels(state)) == (0, ["1", "2", "3", "4", "5", "6"])
    state.choose("3")
    assert labels(state) == ["roll", "hold"]


@pytest.mark.parametrize("players", range(2, 11))
def test_pig_ends_when_the_goal_is_banked(players: int) -> None:
    state = classic("pig", goal=10).start(players, chance="ask", forced="ask")
    for _ in range(players - 1):
        for choice in ("roll", "6", "hold"):
            state.choose(choice)
    for choice in ("roll", "4", "roll", "6", "hold"):
        state.choose(choice)
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == ("goal", [players])
    assert state.outcome.scores[players] == {"banked": 10}


# -- Crazy Eights ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 6))
def test_crazy_eights_plays_to_the_end(players: int) -> None:
    game = classic("crazy-eights")
    for seed in range(30):
        end = play_out(game.start(players, seed), Random(seed))
        assert end.outcome is not None
        sizes = [len(h) if isinstance(h, list) else h for h in end.view()["zones"]["hand"].values()]
        if end.outcome.reason == "out":
            assert [i + 1 for i, n in enumerate(sizes) if n == 0] == end.outcome.winners
        else:
            assert end.outcome.reason == "blocked"
            assert all(sizes)


def test_crazy_eights_offers_what_fits() -> None:
    """The suit, the rank, or any eight; and the cards that are named in the view, all but the wild ones."""
    state = classic("crazy-eights").start(3, 1)
    for s in decisions(state, Random(1)):
        if s.decision is None or s.decision.id != "play":
            continue
        view = s.view(s.to_move)
        rank = view["zones"]["discard"][-1].split("_")[0]
        suit = view["fields"]["suit"]
        hand = dict.fromkeys(view["zones"]["hand"][str(s.to_move)])
        fitting = [c for c in hand if c.startswith(("eight_", f"{rank}_")) or c.endswith(f"_{suit}")]
        assert [o[5:] for o in labels(s) if o.startswith("play ")] == fitting
