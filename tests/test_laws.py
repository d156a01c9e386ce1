"""
Laws that hold in every game: whatever a definition says, the machine keeps them.

The quick tier plays few games of each at each number of players, the long one thousands.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import DefinitionError, RuleError, State, load
from interpreter.types import Member
from interpreter.views import _held, sees

from .support import (
    LONGEST,
    Case,
    all_games,
    asked_again,
    decisions,
    digest,
    every_case,
    every_shipped_case,
    labels,
    loaded,
    play_out,
    positions,
    run,
    shown,
    small_games,
)


def tiers(name: str, quick: int, long: int) -> Any:
    """How many games or positions a law is tried on: few in the quick tier, many in the long one."""
    values = [pytest.param(quick, id="quick"), pytest.param(long, id="long", marks=pytest.mark.long)]

    def decorate(test: Any) -> Any:
        @wraps(test)
        def tried(case: Case, **asked: int) -> None:
            if case.large and asked[name] == long:
                asked[name] = max(quick, long // 5)
            elif case.large and name == "wanted":
                asked[name] = -(-quick // 3)
            test(case, **asked)

        return pytest.mark.parametrize(name, values)(tried)

    return decorate


# -- games end, and are what their seed and choices say ------------------------------------------------


@pytest.mark.parametrize("path", small_games(), ids=lambda p: p.stem)
def test_small_games_load_clean(path: Path) -> None:
    load(str(path))


@every_shipped_case
@tiers("games", 50, 2000)
def test_every_game_ends_with_an_outcome_and_nothing_is_lost(case: Case, games: int) -> None:
    for seed in range(games):
        state = case.start(seed, checking=True)
        there, lay = contents(state), state.program.layout
        for s in decisions(state, Random(seed)):
            assert s.options, "a decision without an option"
            assert all(z == sorted(z) for z, (zone, _, _) in zip(s.Z, lay.slots) if zone is None or not zone.ordered)
            assert contents(s) == there
        assert contents(state) == there
        assert state.decision is None
        outcome = state.outcome
        assert outcome is not None
        seats = list(range(1, state.program.layout.seats + 1))
        assert sorted(q for group in outcome.ranking for q in group) == seats
        assert set(outcome.winners) <= set(seats)
        assert outcome.to_json() == json.loads(json.dumps(outcome.to_json()))


def contents(state: State) -> dict[str, list[int]]:
    """All components by type, wherever they lie; counted here and not by the machine."""
    found: dict[str, list[int]] = defaultdict(list)
    for (_, _, of), items in zip(state.program.layout.slots, state.Z):
        found[of].extend(items)
    return {of: sorted(items) for of, items in found.items()}


@every_case
@tiers("games", 5, 300)
def test_the_same_seed_and_choices_give_the_same_game(case: Case, games: int) -> None:
    for seed in range(games):
        picks, end = run(case, seed)
        by_number, by_label = case.start(seed), case.start(seed)
        for pick in picks:
            assert by_number.key() == by_label.key()
            assert by_number == by_label
            by_label.choose(labels(by_label)[pick])
            by_number.choose(pick)
        assert by_number.key() == by_label.key() == end.key()
        assert by_number.outcome == by_label.outcome == end.outcome
        assert by_number.view() == by_label.view() == end.view()


@every_case
def test_another_seed_gives_another_game_where_there_is_chance(case: Case) -> None:
    ends = {run(case, seed)[1].to_json().replace(f'"seed": {seed}', "") for seed in range(8)}
    assert len(ends) > 1


def test_the_same_games_in_every_process() -> None:
    """Python's own hashing takes no part: sets and dicts do not decide the order of anything."""
    games = [str(p) for p in all_games() if loads(str(p))]
    script = f"from tests.support import digest; print(digest({games!r}))"
    here = digest(games)
    root = Path(__file__).parent.parent
    env = {**os.environ, "PYTHONHASHSEED": "4242", "PYTHONPATH": str(root)}
    done = subprocess.run([sys.executable, "-c", script], env=env, cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == here


def loads(path: str) -> bool:
    try:
        loaded(path)
    except DefinitionError:
        return False
    return True


@given(seed=st.integers(0, 2**64 - 1), picks=st.lists(st.integers(0, 10**6), max_size=80), which=st.integers(0, 10**6))
def test_any_choices_give_a_legal_game(seed: int, picks: list[int], which: int) -> None:
    """What hypothesis makes up, in a game that it chooses: small, so that it can be made smaller still."""
    path = str(small_games()[which % len(small_games())])
    low, high = loaded(path).players
    case = Case(path, low + which % (high - low + 1))
    state, saved = case.start(seed), case.start(seed)
    for pick in picks:
        if state.over:
            break
        offered = labels(state)
        assert len(set(offered)) == len(offered) > 0
        state.choose(pick % len(offered))
        saved.choose(offered[pick % len(offered)])
        saved = case.game.from_json(saved.to_json())
        assert saved.key() == state.key()
    assert (state.outcome is not None) == state.over


# -- copies ------------------------------------------------------------------------------------------


@every_case
@tiers("games", 3, 100)
def test_a_saved_game_goes_on_as_if_it_had_not_been(case: Case, games: int) -> None:
    """Saved and loaded every few decisions, or cloned at every one, it is the same game."""
    for seed in range(games):
        state = case.start(seed)
        saved, cloned = case.start(seed), case.start(seed)
        dice = Random(seed)
        for n in range(LONGEST):
            if n < 10 or dice.randrange(40) == 0:
                text = saved.to_json()
                saved = case.game.from_json(text)
                assert saved.to_json() == text
            cloned = cloned.clone()
            assert state.key() == saved.key() == cloned.key()
            assert labels(state) == labels(saved) == labels(cloned)
            assert state.to_move == saved.to_move == cloned.to_move
            if state.over:
                break
            pick = dice.randrange(len(state.options or ()))
            for s in (state, saved, cloned):
                s.choose(pick)
        assert state.outcome == saved.outcome == cloned.outcome
        assert state.view() == saved.view() == cloned.view()


@every_case
@tiers("wanted", 20, 1000)
def test_what_is_done_with_a_copy_leaves_the_original_alone(case: Case, wanted: int) -> None:
    for s in positions(case, wanted, 7):
        before, key, offered = s.to_json(), s.key(), labels(s)
        copy = s.clone()
        assert copy == s
        play_out(copy, Random(0))
        copy.view(1)
        assert (s.to_json(), s.key(), labels(s)) == (before, key, offered)


@every_case
@tiers("wanted", 40, 1000)
def test_looking_changes_nothing(case: Case, wanted: int) -> None:
    for s in positions(case, wanted, 5):
        before = s.to_json()
        for seat in seats(s):
            shown(s, seat)
            s.guess(seat, Random(0))
        s.view()
        decision = s.decision
        assert decision is not None
        decision.why_not("no such option")
        assert s.to_json() == before


# -- options -----------------------------------------------------------------------------------------


@every_case
@tiers("wanted", 150, 10_000)
def test_options_have_labels_of_their_own_and_stay_in_order(case: Case, wanted: int) -> None:
    for s in positions(case, wanted, 3):
        offered = labels(s)
        assert all(offered)
        assert len(set(offered)) == len(offered)
        again = asked_again(s)
        assert again.options == s.options
        assert labels(again) == offered
        assert again.key() == s.key()


@every_case
@tiers("wanted", 10, 500)
def test_no_option_leads_to_a_dead_end(case: Case, wanted: int) -> None:
    for s in positions(case, wanted, 9):
        for option in range(len(s.options or ())):
            tried = s.clone()
            tried.choose(option)
            play_out(tried, Random(option))


# -- secrets -----------------------------------------------------------------------------------------


def seats(state: State) -> range:
    return range(1, state.program.layout.seats + 1)


def hidden_slots(state: State, seat: int) -> Iterator[tuple[int, int]]:
    """The zones that a seat does not see, and how many components at the bottom of each are hidden."""
    for slot, (zone, owner, _) in enumerate(state.program.layout.slots):
        if zone is not None and not sees(state, seat - 1, zone, owner):
            items = len(state.Z[slot])
            yield slot, items - 1 if zone.seen_by == "top" and items else items


def permuted(state: State, seat: int, dice: Random) -> State:
    """A copy in which what the seat does not see lies elsewhere among the places that it does not see."""
    new = state.clone()
    lay = state.program.layout
    by_type: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for slot, count in hidden_slots(state, seat):
        by_type[lay.slots[slot][2]].append((slot, count))
    for places in by_type.values():
        pool = [k for slot, count in places for k in new.Z[slot][:count]]
        dice.shuffle(pool)
        for slot, count in places:
            new.Z[slot][:count] = pool[:count]
            del pool[:count]
            zone = lay.slots[slot][0]
            assert zone is not None
            if not zone.ordered:
                new.Z[slot].sort()
    for owners in hidden_fields(state, seat):
        values = [new.F[slot] for slot in owners]
        dice.shuffle(values)
        for slot, value in zip(owners, values):
            new.F[slot] = value
    return new


def hidden_fields(state: State, seat: int) -> Iterator[list[int]]:
    """Where the values of one field lie that a seat does not see: those of others, or all."""
    lay = state.program.layout
    for f in lay.definition.fields.values():
        if len(f.per) == 1 and f.seen_by in ("owner", "nobody"):
            base, count = lay.field_base[f.name], len(lay.members[f.per[0]].names)
            yield [base + i for i in range(count) if f.seen_by == "nobody" or i != seat - 1]


def leak(state: State, seat: int, dice: Random) -> str:
    """What a seat is shown that follows what it must not know; "" when there is no such thing."""
    before = shown(state, seat)
    other = permuted(state, seat, dice)
    if other.Z == state.Z and other.F == state.F:
        return ""
    if state.to_move == seat:
        try:
            other = asked_again(other)
        except RuleError as error:
            return f"a rule error: {error}"
        if (other.pc, other.seat) != (state.pc, state.seat):
            return "what is asked"
    after = shown(other, seat)
    return next((part for part in before if before[part] != after[part]), "")


@every_case
@tiers("wanted", 600, 20_000)
def test_what_a_seat_cannot_see_changes_nothing_that_it_is_shown(case: Case, wanted: int) -> None:
    dice = Random(0)
    for s in positions(case, wanted, games=20 if wanted < 1000 else 200):
        for seat in seats(s):
            found = leak(s, seat, dice)
            assert not found, f"{found}, seen by seat {seat} at {s.decision}"


LEAKY = """
triskele: "1"
id: leaky
title: Leaky
about: One looks into the other's hand.
players: 2
components:
  Card: {has: {rank: 1..9}, each: {rank: all}}
zones:
  deck: {of: Card, kind: bag, start: all}
  hand: {per: Player, of: Card, seen_by: owner}
  table: {of: Card, seen_by: everyone}
phases:
  deal: {do: [{for: p in players, do: [{draw: 3, from: deck, to: p.hand}]}], next: play}
  play: {turns: {actions: [lay, wait], rounds: 3}}
actions:
  lay: {choose: {card: player.hand}, do: [{move: card, to: table}]}
  wait: {LEAK}
"""

LEAKS = {
    "guard": "when: any(c in player.next.hand where c.rank > 6)",
    "domain": "choose: {high: c in player.next.hand where c.rank > 6}",
    "label": "choose: {total: 1..sum(c.rank for c in player.next.hand)}",
}


@pytest.mark.parametrize("planted", LEAKS)
def test_a_planted_leak_is_found(planted: str, tmp_path: Path) -> None:
    path = tmp_path / "leaky.yaml"
    path.write_text(LEAKY.replace("LEAK", f"leaks: planted for a test, {LEAKS[planted]}"))
    assert leaks_found(path)


def test_without_the_planted_leak_nothing_is_found(tmp_path: Path) -> None:
    path = tmp_path / "tight.yaml"
    path.write_text(LEAKY.replace("LEAK", "when: size(player.next.hand) > 1"))
    assert not leaks_found(path)


def leaks_found(path: Path) -> set[str]:
    case = Case(str(path), 2)
    dice = Random(0)
    found = {
        leak(s, seat, dice) for seed in range(20) for s in decisions(case.start(seed), Random(seed)) for seat in (1, 2)
    }
    return found - {""}


@every_case
@tiers("wanted", 100, 5000)
def test_views_show_what_lies_in_sight_and_nothing_else(case: Case, wanted: int) -> None:
    for s in positions(case, wanted, 4):
        for seat in (*seats(s), None):
            assert Counter(told(s.view(seat))) == Counter(in_sight(s, seat))


def told(view: dict[str, Any]) -> Iterator[str]:
    """All labels of components that a view names, in zones and on maps."""
    for zone in view["zones"].values():
        owned = isinstance(zone, dict) and set(zone) != {"count", "top"}
        for part in zone.values() if owned else (zone,):
            if isinstance(part, list):
                yield from part
            elif isinstance(part, dict) and part["top"] is not None:
                yield part["top"]
    for cells in view["maps"].values():
        yield from (lies["tile"] for lies in cells.values())


def in_sight(state: State, seat: int | None) -> Iterator[str]:
    lay = state.program.layout
    for slot, (zone, owner, of) in enumerate(lay.slots):
        if zone is None:
            if owner:  # a tile map
                yield from (lay.label(Member(of), k) for k in state.Z[slot])
        elif sees(state, None if seat is None else seat - 1, zone, owner):
            yield from (lay.label(Member(of), k) for k in state.Z[slot])
        elif zone.seen_by == "top" and state.Z[slot]:
            yield lay.label(Member(of), state.Z[slot][-1])


@every_case
@tiers("wanted", 300, 10_000)
def test_the_log_names_nothing_that_is_hidden_before_and_after(case: Case, wanted: int) -> None:
    """A card that goes from one hidden place to another is not named to those who see neither."""
    for s in positions(case, wanted, 2):
        dice = Random(0)
        after = s.clone()
        after.log = None
        after.choose(dice.randrange(len(s.options or ())))
        for seat in seats(s):
            secret = component_names(s) - set(in_sight(s, seat)) - set(in_sight(after, seat))
            for line in after.view(seat)["log"]:
                words = set(line["text"].replace("=", " ").split())
                own = line["seat"] in (seat, None)  # None: something that was shown or noted on purpose
                assert own or not words & secret, f"seat {seat} reads: {line['text']}"


def component_names(state: State) -> set[str]:
    """Names of components that are names of nothing else, so that a word of the log can only mean them."""
    lay = state.program.layout
    kinds = {f.name: f.kind for f in lay.definition.finites.values()}
    found = {n for t, m in lay.members.items() if kinds[t] == "component" for n in m.names}
    return {n for n in found if not n.isdigit()} - {
        n for t, m in lay.members.items() if kinds[t] != "component" for n in m.names
    }


@every_case
@tiers("wanted", 60, 2000)
def test_a_guess_is_the_same_to_the_one_who_guesses(case: Case, wanted: int) -> None:
    dice = Random(0)
    for s in positions(case, wanted, 5):
        there = contents(s)
        for seat in seats(s):
            guess = s.guess(seat, dice)
            assert shown(guess, seat) == shown(s, seat)
            assert contents(guess) == there
            assert (guess.pc, guess.seat) == (s.pc, s.seat)


@every_case
@tiers("wanted", 15, 500)
def test_a_guess_can_be_played_to_the_end(case: Case, wanted: int) -> None:
    dice = Random(0)
    for s in positions(case, wanted, 9):
        for seat in seats(s):
            guess = s.guess(seat, dice)
            assert guess.options == asked_again(guess).options
            play_out(guess, dice)


@every_case
@tiers("wanted", 15, 500)
def test_guesses_differ_where_they_can(case: Case, wanted: int) -> None:
    """Among many guesses there are several, where what is hidden could lie otherwise and nothing is held fast."""
    for s in positions(case, wanted, 9):
        if _held(s):
            continue
        for seat in seats(s):
            guesses = {s.guess(seat, Random(i)).key() for i in range(12)}
            if can_differ(s, seat):
                assert len(guesses) > 1


def can_differ(state: State, seat: int) -> bool:
    """Whether some deal of the hidden components gives another position (in which the same is asked)."""
    dice = Random(0)
    for _ in range(20):
        other = permuted(state, seat, dice)
        try:
            asked = asked_again(other)
        except RuleError:
            continue
        if other.key() != state.key() and asked.pc == state.pc:
            return True
    return False
