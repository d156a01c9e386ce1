"""The hand-written Celtica and tic-tac-toe: the test vectors C1 to C22, and laws over random games."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.benchmarks import celtica_by_hand as celtica
from tests.benchmarks import tictactoe_by_hand as tictactoe
from tests.benchmarks.celtica_by_hand import GOAL, KINDS, Game

RED, GREY, WHITE, BROWN, BLACK = range(5)


def position(
    players=2,
    *,
    hand=None,
    experience=None,
    tiles=None,
    display=(1, 2, 3, 4, 5, 6, 7, 8, 9),
    at=None,
    discarded=None,
    ended_by=None,
    draws=None,
):
    """
    A game in which these things lie where they are said to, and all others in their piles.

    `discarded` names piles all of whose cards lie in the discards instead. `draws` is what chance gives,
    in order and by pile.
    """
    game = Game(players, random.Random(0))
    for name, cards in all_cards(game).items():
        game.piles[name][:] = sorted(cards.elements())
        game.discards[name][:] = []
    for seat in range(players):
        for mine, given, pile in (
            (game.hand[seat], (hand or {}).get(seat, {}), "druid"),
            (game.experience[seat], (experience or {}).get(seat, {}), "experience"),
        ):
            for colour in range(5):
                mine[colour] = given.get(colour, 0)
                for _ in range(mine[colour]):
                    game.piles[pile].remove(colour)
        game.left[seat] = sum(game.hand[seat])
        game.tiles[seat][:] = sorted((tiles or {}).get(seat, ()))
    game.display[:] = sorted(display)
    for zone in (*game.tiles, game.display):
        for kind in zone:
            game.piles["tiles"].remove(kind)
    for name in discarded or ():
        game.piles[name], game.discards[name] = game.discards[name], game.piles[name]
    for colour, space in (at or {}).items():
        game.at[colour] = space
    game.home = game.at.count(GOAL)
    game.ended_by = ended_by
    if draws is not None:
        rows = {name: iter(row) for name, row in draws.items()}
        game = game.clone(lambda name: next(rows[name]))
    if any(game.left):
        game.turn(0 if game.left[0] else 1)
    return game


def all_cards(game):
    """Everything of a game, wherever it lies, by pile."""
    colour, cards, extra = game.in_play
    found = {name: Counter(game.piles[name]) + Counter(game.discards[name]) for name in game.piles}
    found["druid"][colour] += cards
    found["experience"][colour] += extra
    for seat in range(game.players):
        found["druid"].update(dict(enumerate(game.hand[seat])))
        found["experience"].update(dict(enumerate(game.experience[seat])))
        found["tiles"].update(game.tiles[seat])
    found["tiles"].update(game.display)
    return found


WHOLE = {
    "druid": Counter(dict.fromkeys(range(5), 12)),
    "experience": Counter(dict.fromkeys(range(5), 4)),
    "tiles": Counter(dict.fromkeys(KINDS, 10)),
}


def choose(game, *options):
    for option in options:
        game.choose(game.options.index(option))


def play_out(game, rng):
    while not game.over:
        game.choose(rng.randrange(len(game.options)))
    return game


# The vectors of the rulebook


def test_c1_cards_and_experience_add_up_and_only_the_landing_place_acts():
    game = position(hand={0: {RED: 2}, 1: {RED: 2}}, experience={0: {RED: 1}}, at={RED: 5})
    choose(game, (RED, 2, 1))
    assert game.at[RED] == 8
    assert game.kind == "take"
    choose(game, (1,), (2,))
    assert game.tiles[0] == [1, 2]  # the 2 of space 8, nothing of 6 and 7
    assert sum(game.experience[0]) == 0


def test_c2_experience_cannot_go_alone_and_c3_colours_do_not_mix():
    game = position(hand={0: {RED: 1, WHITE: 2}}, experience={0: {RED: 1, GREY: 3}})
    assert game.options == [(RED, 1, 0), (RED, 1, 1), (WHITE, 1, 0), (WHITE, 2, 0)]


def test_walks_are_every_colour_with_every_number_of_cards():
    for seed in range(200):
        rng = random.Random(seed)
        hand = {c: rng.randrange(4) for c in range(5)}
        experience = {c: rng.randrange(3) for c in range(5)}
        hand[seed % 5] += 2
        game = position(hand={0: hand}, experience={0: experience})
        assert game.options == [
            (c, n, e) for c in range(5) for n in range(1, hand[c] + 1) for e in range(experience[c] + 1)
        ]


def test_c4_a_stronghold_gives_its_number_and_the_display_is_refilled_afterwards():
    game = position(hand={0: {RED: 5}, 1: {RED: 2}}, display=[1, 1, 1, 1, 2, 2, 3, 3, 9], draws={"tiles": [4, 5]})
    choose(game, (RED, 4, 0))  # the castle at 5
    assert game.options == [(1,), (2,), (3,)]  # 9 first would leave no second one
    choose(game, (2,))
    assert game.options == [(2,), (3,), (9,)]
    assert len(game.display) == 8
    choose(game, (9,))
    assert game.tiles[0] == [2, 9]
    assert game.display == [1, 1, 1, 1, 2, 3, 3, 4, 5]


@pytest.mark.parametrize(("start", "amount"), [(2, 2), (10, 3), (15, 3), (16, 2), (18, 4)])
def test_picks_reach_every_choice_of_tiles_once(start, amount):
    display = [1, 1, 2, 4, 4, 4, 7, 9, 9]
    cards = 3 if start in (2, 10) else 1
    game = position(hand={0: {RED: cards, GREY: 1}, 1: {RED: 2}}, display=display, at={RED: start})
    choose(game, (RED, cards, 0))
    assert game.kind == "take"
    found = []
    todo = [game]
    while todo:
        here = todo.pop()
        if here.kind == "walk":
            found.append(tuple(here.tiles[0]))
            continue
        for index in range(len(here.options)):
            child = here.clone()
            child.choose(index)
            todo.append(child)
    assert len(found) == len(set(found))
    assert set(found) == set(combinations(display, amount))


def test_a_stronghold_gives_at_most_what_the_display_shows():
    """And that it is then refilled from the discards, for the pile is empty."""
    rest = [k for k in KINDS for _ in range(10)]
    del rest[:3]
    game = position(
        hand={0: {RED: 1, GREY: 1}, 1: {RED: 2}},
        tiles={0: rest[7:]},
        display=[1, 1, 1],
        at={RED: 18},
        discarded=["tiles"],
    )
    choose(game, (RED, 1, 0))
    assert game.tiles[0].count(1) == 3 + rest[7:].count(1)
    assert sorted(game.display) == rest[:7]
    assert game.reason is None


def test_c5_a_ruin_takes_what_there_is_and_gives_a_card():
    game = position(
        hand={0: {RED: 1, GREY: 1}, 1: {RED: 2}},
        tiles={0: [3, 5]},
        at={RED: 17},
        draws={"experience": [BLACK]},
    )
    choose(game, (RED, 1, 0))
    assert game.tiles[0] == []
    assert game.discards["tiles"] == [3, 5]
    assert game.experience[0] == [0, 0, 0, 0, 1]


def test_c6_a_ruin_without_tiles_still_gives_a_card():
    game = position(hand={0: {RED: 2}, 1: {RED: 2}}, at={RED: 5}, draws={"experience": [RED]})
    choose(game, (RED, 2, 0))
    assert game.at[RED] == 7
    assert game.discards["tiles"] == []
    assert game.experience[0] == [1, 0, 0, 0, 0]


def test_c7_a_gained_card_is_playable_from_the_next_own_turn():
    game = position(hand={0: {RED: 3}, 1: {WHITE: 2}}, at={RED: 5}, draws={"experience": [RED], "tiles": [1]})
    choose(game, (RED, 2, 0))
    assert game.seat == 1
    choose(game, (WHITE, 1, 0))
    choose(game, (1,))
    assert game.seat == 0
    assert game.options == [(RED, 1, 0), (RED, 1, 1)]


def test_c8_a_shrine_may_be_declined():
    game = position(hand={0: {RED: 2, GREY: 1}, 1: {RED: 2}})
    choose(game, (RED, 2, 0))
    assert game.kind == "shrine"
    assert game.options == [("take_card",), ("pass",)]
    choose(game, ("pass",))
    assert game.left == [1, 2]
    assert game.seat == 1


def test_c9_a_card_of_a_shrine_must_be_played_this_round():
    game = position(hand={0: {RED: 2}, 1: {GREY: 1, WHITE: 1}}, draws={"druid": [BROWN], "tiles": [1]})
    choose(game, (RED, 2, 0), ("take_card",))
    assert game.hand[0] == [0, 0, 0, 1, 0]
    choose(game, (GREY, 1, 0), (4,))
    # Still in the round, with one walk, which answers itself: brown from 1 to the village at 2.
    assert (game.seat, game.kind, game.round) == (0, "take", 1)
    assert game.at[BROWN] == 2


def test_a_shrine_is_not_asked_when_no_card_can_come():
    """A played card is in play until its action is done, so it cannot come back at its own shrine."""
    hand = {0: {RED: 12, GREY: 12, WHITE: 12}, 1: {BROWN: 12, BLACK: 12}}
    game = position(hand=hand)
    choose(game, (RED, 2, 0))
    assert game.kind == "walk"
    assert game.discards["druid"] == [RED, RED]


def test_played_experience_is_not_in_the_pile_of_its_own_ruin():
    everything = dict.fromkeys(range(5), 4)
    game = position(hand={0: {RED: 3}, 1: {RED: 2}}, experience={0: everything}, at={RED: 3})
    choose(game, (RED, 2, 2))
    assert game.at[RED] == 7
    assert sum(game.experience[0]) == 18  # none could be drawn
    assert game.discards["experience"] == [RED, RED]


def scored(*tiles):
    return position(len(tiles), tiles=dict(enumerate(tiles)), display=[])


def amulets(*counts):
    return [kind for kind, count in zip(KINDS, counts) for _ in range(count)]


def sizes(*wanted):
    return [kind for size in wanted for kind in range(1, size + 1)]


def test_c10_a_duplicate_opens_a_new_amulet():
    game = scored([1, 1, 2], [])
    assert game.unfinished(0) == [2, 1]
    assert game.scores == [0, 0]


def test_c11_c12_finished_amulets():
    game = scored(amulets(*[2] * 9), amulets(2, *[1] * 8))
    assert game.scores == [2, 1]
    assert (game.unfinished(0), game.unfinished(1)) == ([], [1])
    assert game.ranking == [[0], [1]]


def test_c13_equal_to_the_last_is_shared():
    game = scored(amulets(2, 2, 2, 1, 1, 1, 1, 1, 1), amulets(2, 2, 1, 1, 1, 1, 1, 1, 2))
    assert game.scores == [1, 1]
    assert game.unfinished(0) == game.unfinished(1) == [3]
    assert game.ranking == [[0, 1]]


def test_c14_the_largest_unfinished_amulet_decides_then_the_next():
    game = scored(sizes(9, 4, 4), sizes(9, 5, 1))
    assert (game.unfinished(0), game.unfinished(1)) == ([4, 4], [5, 1])
    assert game.ranking == [[1], [0]]
    # A missing amulet counts 0 (A9), a finished one counts before all unfinished ones.
    assert scored(sizes(9, 5), sizes(9, 5, 1), sizes(8, 8), sizes(9, 5)).ranking == [[1], [0, 3], [2]]


def test_c15_cards_of_a_druid_at_the_goal_are_wasted():
    game = position(hand={0: {RED: 2, GREY: 1}, 1: {RED: 2}}, experience={0: {RED: 1}}, at={RED: GOAL}, ended_by=1)
    choose(game, (RED, 2, 1))
    assert game.seat == 1
    assert game.tiles[0] == []
    assert game.discards["druid"] == [RED, RED]
    assert game.discards["experience"] == [RED]
    assert game.ended_by == 1


def test_c16_the_last_one_with_cards_goes_on_alone():
    game = position(3, hand={1: {RED: 3}})
    choose(game, (RED, 1, 0), (4,))
    assert (game.seat, game.kind, game.round) == (1, "walk", 1)
    choose(game, (RED, 1, 0), ("pass",))  # then the one walk that is left answers itself
    assert (game.seat, game.round) == (2, 2)  # left of who played the last card (A10)


def test_c17_experience_alone_is_kept_and_out_of_the_round():
    game = position(3, hand={0: {RED: 2}, 2: {GREY: 2}}, experience={1: {RED: 2}})
    choose(game, (RED, 2, 0), ("pass",))
    assert game.seat == 2
    assert game.experience[1] == [2, 0, 0, 0, 0]


def test_c18_the_first_druid_home_lets_the_round_finish():
    game = position(
        hand={0: {RED: 2, GREY: 2}, 1: {RED: 2}},
        experience={1: {GREY: 2}},
        at={RED: 17, GREY: 10},
    )
    choose(game, (RED, 2, 0), (1,), (2,), (3,), (4,))
    assert game.tiles[0] == [1, 2, 3, 4]
    assert len(game.display) == 9
    assert (game.ended_by, game.seat, game.kind) == (0, 1, "walk")
    choose(game, (RED, 1, 0))
    choose(game, (GREY, 2, 0))
    choose(game, (1,), (2,))  # the ruin at 12
    # seat 1 throws away its last red card unasked, and the round is over
    assert (game.reason, game.seat, game.round) == ("first_home", 1, 1)
    assert game.options[-1] == ("stop",)
    assert game.options[0][0] == "buy"  # it has no tile to give
    choose(game, ("stop",))
    assert game.over


def test_steps_beyond_the_goal_are_lost():
    game = position(hand={0: {RED: 5}, 1: {RED: 2}}, at={RED: 16})
    choose(game, (RED, 5, 0))
    assert game.at[RED] == GOAL
    assert game.kind == "take"


def test_c19_the_last_druid_home_stops_the_round_at_once():
    home = dict.fromkeys(range(1, 5), GOAL)
    game = position(
        3,
        hand={0: {RED: 2}, 1: {RED: 2}, 2: {GREY: 2}},
        experience={0: {RED: 1}, 1: {RED: 1}, 2: {RED: 2}},
        tiles={0: [1], 1: [2], 2: [9]},
        at={RED: 17, **home},
        ended_by=1,
    )
    choose(game, (RED, 2, 0), (1,), (2,), (3,), (4,))
    assert game.reason == "all_home"
    assert game.left == [0, 2, 2]
    assert len(game.display) == 9
    # The closing phase starts left of the first trigger, seat 1, not of who stopped the game (A2).
    assert (game.kind, game.seat) == ("close", 2)
    choose(game, ("stop",))
    assert game.seat == 0
    choose(game, ("stop",))
    assert game.seat == 1
    choose(game, ("stop",))
    assert game.over


def test_the_last_tile_stops_the_game_at_once():
    everything = [k for k in KINDS for _ in range(10)]
    game = position(
        hand={0: {RED: 3}, 1: {RED: 2}},
        tiles={0: everything[3:50], 1: everything[50:]},
        display=everything[:3],
        at={RED: 10},
        experience={1: {RED: 1}},
    )
    choose(game, (RED, 3, 0))  # monastery at 13
    assert (game.reason, game.ended_by) == ("no_tiles", 0)
    assert (game.kind, game.seat) == ("close", 1)
    assert game.options[0][:2] == ("swap", 0)
    choose(game, ("stop",))
    assert game.over


def closing(cards, players=2, **more):
    """The closing turn of seat 0, for which it has some experience cards."""
    game = position(players, experience={0: {RED: cards}}, ended_by=players - 1, **more)
    game._begin_closing()
    return game


def test_c20_three_cards_are_a_swap_and_a_tile_or_three_swaps():
    game = closing(3, tiles={0: [1, 2], 1: [2, 3]})
    assert game.options == [("swap", 1, 2), ("swap", 1, 3), *(("buy", k) for k in KINDS), ("stop",)]
    ends = set()
    todo = [(game, ())]
    while todo:
        here, path = todo.pop()
        if here.over or here.seat != 0:
            ends.add("".join(word for word in path if word in ("swap", "buy")))
            continue
        for index, option in enumerate(here.options):
            child = here.clone()
            child.choose(index)
            todo.append((child, (*path, option[0])))
    assert ends == {"", "swap", "swapswap", "swapswapswap", "swapbuy", "buy", "buyswap"}


def test_a_swap_needs_two_kinds_and_the_chooser_picks_both():
    game = closing(1, 3, tiles={0: [1, 1], 1: [1], 2: [1, 4]})
    assert game.options == [("swap", 2, 4), ("stop",)]
    choose(game, ("swap", 2, 4))  # only a 1 can be given: not asked; and nothing else can be bought
    assert game.tiles == [[1, 4], [1], [1, 1]]
    assert game.over
    game = closing(1, tiles={0: [1, 2, 2, 3], 1: [3]})
    choose(game, ("swap", 1, 3))
    assert (game.kind, game.options) == ("give", [(1,), (2,)])
    choose(game, (2,))
    assert game.tiles == [[1, 2, 3, 3], [2]]


def test_swaps_name_the_others_clockwise_from_the_chooser():
    game = position(3, experience={1: {RED: 1}}, tiles={0: [4], 1: [1], 2: [5]}, ended_by=0)
    game._begin_closing()
    assert game.options == [("swap", 2, 5), ("swap", 0, 4), ("stop",)]


def test_the_display_is_refilled_after_a_closing_turn_and_not_within_it():
    game = position(
        experience={0: {RED: 4}, 1: {GREY: 2}},
        display=[1, 2, 3],
        ended_by=1,
        draws={"tiles": [8, 8, 8, 8, 8, 8, 8, 8]},
    )
    game._begin_closing()
    choose(game, ("buy", 1))
    assert [option for option in game.options if option[0] == "buy"] == [("buy", 2), ("buy", 3)]
    choose(game, ("buy", 2))
    assert game.seat == 1
    assert game.display == [3, 8, 8, 8, 8, 8, 8, 8, 8]


def test_c21_the_discards_are_dealt_when_the_pile_is_empty():
    game = position(5, hand={4: {RED: 1, GREY: 1}}, at={RED: GOAL, GREY: 2}, discarded=["druid"])
    game.turn(4)
    assert len(game.discards["druid"]) == 58
    choose(game, (GREY, 1, 0), ("pass",))  # the last red card is wasted unasked
    assert game.round == 2
    assert game.left == [5] * 5
    assert len(game.piles["druid"]) == 60 - 25
    assert game.discards["druid"] == []
    assert game.seat == 0


def test_the_discards_come_back_only_when_a_card_is_needed():
    game = position(hand={0: {RED: 2}, 1: {RED: 2}}, discarded=["experience"], at={RED: 5})
    game.piles["experience"].append(game.discards["experience"].pop())
    choose(game, (RED, 2, 0))
    assert game.piles["experience"] == []
    assert len(game.discards["experience"]) == 19


def test_c22_a_ruin_may_break_a_finished_amulet():
    game = position(hand={0: {RED: 3, GREY: 1}, 1: {RED: 2}}, tiles={0: list(KINDS)}, draws={"experience": [RED]})
    assert game.scores == [1, 0]
    choose(game, (RED, 3, 0))
    assert game.kind == "lose"
    choose(game, (9,))
    assert game.scores == [0, 0]
    assert game.unfinished(0) == [8]


# Laws


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_set_up(players):
    asked = []
    cards = {name: list(kinds.elements()) for name, kinds in WHOLE.items()}

    def draw(name):
        asked.append(name)
        return cards[name].pop()

    game = Game(players, draw, first_player=1)
    assert asked == ["druid"] * 5 * players + ["tiles"] * (9 + 2 * players)
    assert (game.seat, game.kind) == (1, "walk")
    assert game.left == [5] * players
    assert len(game.piles["tiles"]) == 81 - 2 * players
    assert all_cards(game) == WHOLE


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_components_are_conserved_and_options_are_sound(players):
    rounds = []
    for seed in range(100):
        rng = random.Random(seed)
        game = Game(players, rng, first_player=seed % players)
        while not game.over:
            assert all_cards(game) == WHOLE
            assert game.left == [sum(hand) for hand in game.hand]
            assert len(game.display) <= 9
            options = game.options
            assert len(options) > 1
            assert len(set(options)) == len(options)
            if game.kind == "close":
                assert options[-1] == ("stop",)
                assert sum(game.experience[game.seat]) > 0
            else:
                assert options == sorted(options) or game.kind == "shrine"
            game.choose(rng.randrange(len(options)))
        assert all_cards(game) == WHOLE
        assert game.options == []
        assert game.home == game.at.count(GOAL) > 0 or game.reason == "no_tiles"
        assert sorted(seat for place in game.ranking for seat in place) == list(range(players))
        assert max(game.scores) == game.scores[game.ranking[0][0]]
        rounds.append(game.round)
    assert 2 < sum(rounds) / len(rounds) < 9


def greedy(game, rng):
    """A player that shuns ruins and seeks much, so that the tiles run out."""
    if game.kind != "walk":
        return 0
    space = [game.at[c] + n + e for c, n, e in game.options]
    gain = [0 if s > GOAL else celtica.BOARD[s] if s < GOAL else -4 for s in space]
    best = max(gain)
    return rng.choice([i for i, g in enumerate(gain) if g == best])


def test_all_ends_occur():
    reasons = Counter()
    for seed in range(300):
        reasons[play_out(Game(4, rng := random.Random(seed)), rng).reason] += 1
    for seed in range(1500):  # tiles run out in about one greedy game of 250
        rng = random.Random(seed)
        game = Game(4, rng)
        while not game.over:
            game.choose(greedy(game, rng))
        reasons[game.reason] += 1
        if game.reason == "no_tiles":
            assert game.display == game.piles["tiles"] == game.discards["tiles"] == []
            break
    assert set(reasons) == {"first_home", "all_home", "no_tiles"}


def test_the_same_seed_is_the_same_game():
    def trace(seed):
        rng = random.Random(seed)
        game = Game(3, rng)
        seen = []
        while not game.over:
            seen.append((game.seat, game.kind, tuple(game.options)))
            game.choose(rng.randrange(len(game.options)))
        return seen, game.tiles, game.ranking

    assert trace(11) == trace(11)
    assert trace(11) != trace(12)


class Telling(Game):
    """A game that writes down what it draws."""

    told: list = []
    __slots__ = ()

    def draw(self, name):
        kind = super().draw(name)
        self.told.append((name, kind))
        return kind


@pytest.mark.parametrize("seed", range(20))
def test_another_game_fed_the_same_draws_goes_in_step(seed):
    rng = random.Random(seed)
    players = 2 + seed % 4

    def told(name):
        pile, kind = Telling.told.pop(0)
        assert pile == name
        return kind

    leader = Telling(players, rng)
    follower = Game(players, told)
    while not leader.over:
        assert (follower.seat, follower.kind, follower.options) == (leader.seat, leader.kind, leader.options)
        index = rng.randrange(len(leader.options))
        leader.choose(index)
        follower.choose(index)
        assert Telling.told == []
    assert follower.over
    assert (follower.tiles, follower.ranking) == (leader.tiles, leader.ranking)


def test_a_clone_is_apart():
    rng = random.Random(8)
    game = Game(4, rng)
    for _ in range(40):
        game.choose(rng.randrange(len(game.options)))
    before = (game.seat, game.kind, game.options, all_cards(game), game.at[:])
    ends = [play_out(game.clone(random.Random(seed)), random.Random(seed)).tiles for seed in (1, 1, 2)]
    assert ends[0] == ends[1] != ends[2]
    assert before == (game.seat, game.kind, game.options, all_cards(game), game.at)


def test_tictactoe_counts_as_it_is_known_to():
    """The numbers of positions after each mark, and of whole games: 255,168."""
    game = tictactoe.TicTacToe()
    assert [tictactoe.perft(game, depth) for depth in range(6)] == [1, 9, 72, 504, 3024, 15120]
    wins = Counter()
    todo = [game]
    while todo:
        here = todo.pop()
        if here.over:
            wins[here.winner] += 1
            continue
        for cell in here.legal:
            child = here.clone()
            child.play(cell)
            todo.append(child)
    assert wins == {0: 131184, 1: 77904, None: 46080}


def test_random_play_counts_its_decisions():
    assert 100 < celtica.play_random(3, random.Random(1)) < 250
    assert 5 <= tictactoe.play_random(random.Random(1)) <= 9
    assert celtica.rate(0.01) > 0
    assert tictactoe.rate(0.01) > 0
