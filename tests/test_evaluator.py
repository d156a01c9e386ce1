"""
What is compiled against what a slow evaluator says, in every game and in formulas that are made up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import Game, State
from interpreter.checking import Score
from interpreter.diagnostics import Bag, RuleError
from interpreter.expr.typed import Const, T, origin
from interpreter.game import game_from_sections, read_sections
from interpreter.machine import FAULTS
from interpreter.outcome import scores
from interpreter.program import evaluate as compiled
from interpreter.steps.decisions import Entry
from interpreter.types import Bool, Cell, Int, Maybe, Member, Seq, Type

from .evaluator import Env, EvalFault, Uncovered, evaluate, plain_value
from .support import Case, every_case, positions

FAULT = "a rule error"


def outcome_of(compute: Callable[[], Any]) -> Any:
    """A value in plain form, or that there is none."""
    try:
        return plain_value(compute())
    except (EvalFault, RuleError, *FAULTS):
        return FAULT


def slow_ways(state: State, tree: T, env: Env) -> list[Any]:
    """What the slow evaluator says; two answers where a fault shows or not, as the compiler likes. None: no idea."""
    try:
        return [outcome_of(lambda: evaluate(state, tree, env, lazy=lazy)) for lazy in (True, False)]  # noqa: B023
    except Uncovered:
        return []


def agree(state: State, tree: T, env: Env, fast: Callable[[], Any] | None = None) -> None:
    """What is compiled (now, or `fast`: in the program) gives what the slow evaluator says."""
    allowed = slow_ways(state, tree, env)
    if allowed:
        found = outcome_of(fast or (lambda: compiled(state.program.code, tree, state, dict(env))))
        assert found in allowed, f"{tree.span.text!r} with { {v.name: x for v, x in env.items()} }"


def some_value(state: State, type: Type, dice: Random) -> Any:
    """Any value of a type that may be given to a formula."""
    if isinstance(type, Maybe):
        return None if dice.randrange(4) == 0 else some_value(state, type.item, dice)
    if isinstance(type, Seq):
        return tuple(some_value(state, type.item, dice) for _ in range(dice.randrange(4)))
    if isinstance(type, Bool):
        return dice.randrange(2) == 1
    if isinstance(type, Int):
        low = -3 if type.low is None else type.low
        return dice.randint(low, low + 12 if type.high is None else type.high)
    if isinstance(type, Cell):
        return dice.randint(-2, 2), dice.randint(-2, 2)
    assert isinstance(type, Member), type
    return dice.randrange(len(state.program.layout.members[type.name].names))


def formulas(state: State, dice: Random) -> Iterator[tuple[T, Env]]:
    """All formulas of a game that read no names but their own, with values for those."""
    rules = state.program.rules
    checked = rules.checked
    bodies = [*checked.functions.values(), *(s.body for s in rules.scoring), *rules.keys]
    bodies += [rules.payoff] if rules.payoff is not None else []
    for body in bodies:
        if not (isinstance(body.value, Const) and body.value.value == "score"):
            yield body.value, {p: some_value(state, p.type, dice) for p in body.params}
    for (finite, row, _, _), body in checked.answers.items():
        rows = state.program.layout.members[finite].rows
        mine = [i for i, name in enumerate(rows) if row in ("", name)]
        if mine:
            given = {p: some_value(state, p.type, dice) for p in body.params[1:]}
            yield body.value, {body.params[0]: dice.choice(mine), **given}
    plain: list[T | None] = [s.when for s in rules.scoring] + [rules.wins]
    for ending in rules.endings:
        plain += [ending.when, ending.wins]
    for phase in rules.phases:
        plain += [condition for _, condition in phase.next]
        if phase.turns is not None:
            t = phase.turns
            plain += [t.starting, t.then, t.skip, t.until, t.rounds, t.each, t.acts]
    yield from ((tree, {}) for tree in plain if tree is not None)


@every_case
@pytest.mark.parametrize("wanted", [pytest.param(6, id="quick"), pytest.param(300, id="long", marks=pytest.mark.long)])
def test_formulas_of_games(case: Case, wanted: int) -> None:
    dice = Random(0)
    for s in positions(case, wanted, 11):
        for tree, env in formulas(s, dice):
            agree(s, tree, env)


@every_case
@pytest.mark.parametrize("wanted", [pytest.param(20, id="quick"), pytest.param(500, id="long", marks=pytest.mark.long)])
def test_scores_of_games(case: Case, wanted: int) -> None:
    """The functions that the program really calls."""
    for s in positions(case, wanted, 5):
        rules, program = s.program.rules, s.program
        for seat in range(program.layout.seats):
            for score, (_, points, _) in zip(rules.scoring, program.scores):
                agree(s, score.body.value, {score.body.params[0]: seat}, lambda: points(s, seat))  # noqa: B023
            for body, key in zip(rules.keys, program.keys):
                if key is not None:
                    agree(s, body.value, {body.params[0]: seat}, lambda: key(s, seat))  # noqa: B023
            if rules.payoff is not None and program.payoff is not None:
                agree(s, rules.payoff.value, {rules.payoff.params[0]: seat}, lambda: program.payoff(s, seat))  # noqa: B023


# -- constants ---------------------------------------------------------------------------------------


@every_case
def test_attributes_of_games(case: Case) -> None:
    """Tables of attributes hold what the definition says."""
    s = case.start(0)
    lay = s.program.layout
    for (finite, row, side, attribute), tree in lay.checked.attributes.items():
        table = lay.attributes.get((finite, attribute))
        if table is None or side or "/" in row or not isinstance(tree, T):
            continue
        given = {r for f, r, _, a in lay.checked.attributes if (f, a) == (finite, attribute)}
        crossed = {r.name for r in lay.definition.finites[finite].rows if attribute in r.each}
        for value, name in zip(table, lay.members[finite].rows):
            if name not in crossed and (name == row or (row == "" and name not in given)):
                assert plain_value(value) == plain_value(evaluate(s, tree))


# -- options -----------------------------------------------------------------------------------------


def expected(state: State) -> list[Any] | None:
    """The options of the decision at hand, found by trying; None where that is not so simple."""
    asked = state.program.decisions[state.pc]
    names = {var: state.L[slot] for var, slot in state.program.var_slots.items()}
    if asked.kind in ("picks", "chance") or any(e.count is not None or e.leaving is not None for e in asked.entries):
        return None
    if asked.kind == "choose":
        entry = asked.entries[0]
        found = list(of_entry(state, entry, names))
        return [v[0] if len(entry.names) == 1 else v for v in found] if entry.names else found
    found = [(i, *v) for i, entry in enumerate(asked.entries) for v in of_entry(state, entry, names)]
    return [*found, None] if asked.kind == "may" else found


def of_entry(state: State, entry: Entry, names: Env) -> Iterator[tuple[Any, ...]]:
    if entry.when is not None and not evaluate(state, entry.when, names):
        return
    yield from joint(state, entry, 0, names)


def joint(state: State, entry: Entry, i: int, names: Env) -> Iterator[tuple[Any, ...]]:
    if i == len(entry.names):
        yield ()
        return
    name = entry.names[i]
    for value in like_ones_once(state, name.domain, evaluate(state, name.domain, names)):
        for rest in joint(state, entry, i + 1, {**names, name.var: value}):
            yield (value, *rest)


def like_ones_once(state: State, domain: T, items: Iterable[Any]) -> Iterator[Any]:
    """Components that look alike are one option, except where their place in a row tells them apart."""
    lay = state.program.layout
    assert isinstance(domain.type, Seq)
    type = domain.type.item
    kinds: Any = None
    source = origin(domain)
    in_row = source is not None and source.zone is not None and source.zone.kind == "row"
    if isinstance(type, Member) and lay.interchangeable(lay.definition.finites[type.name]) and not in_row:
        kinds = lay.members[type.name].kinds
    seen = set()
    for item in items:
        look = kinds[item] if kinds is not None else item
        if look not in seen:
            seen.add(look)
            yield item


def has_hold(state: State) -> bool:
    return any("hold:" in source.text for source in state.program.sources.values())


@every_case
@pytest.mark.parametrize(
    "wanted", [pytest.param(300, id="quick"), pytest.param(10_000, id="long", marks=pytest.mark.long)]
)
def test_options_of_games(case: Case, wanted: int) -> None:
    """The blocks that play really runs offer what an entry says, in its order."""
    for s in positions(case, wanted, 3):
        try:
            slow = expected(s)
        except Uncovered:
            continue
        if slow is None:
            continue
        if has_hold(s):
            left = iter(slow)
            assert all(o in left for o in s.options or ())
        else:
            assert list(s.options or ()) == slow


# -- made-up expressions -----------------------------------------------------------------------------

WORKSHOP = """
triskele: "1"
id: workshop
title: Workshop
about: Something of everything, for formulas to ask about.
players: 2..3
parameters:
  size_of_hand: {type: 1..4, default: 3, about: cards dealt}
  open_game: {type: Bool, default: true, about: whether it is open}
types:
  Suit:
    has: {weight: 0..9, pale: Bool, friend: maybe Suit}
    answers: {worth: {with: {n: Int}, is: self.weight + n}}
    rows:
      moons: {weight: 2, friend: suns}
      suns: {weight: 0, pale: true, worth: n * n}
      stars: {weight: 7, friend: stars}
tables:
  steps: [1, 3, 6, 10]
  prices: {moons: 4, suns: -2, stars: 0}
components:
  Card: {has: {rank: 0..3, suit: Suit}, each: {rank: all, suit: all}}
  Coin: {has: {heads: Bool}, each: {heads: all}, copies: 2}
  Token: {has: {colour: Suit}, each: {colour: all}, copies: 2}
  Number: {has: {n: 1..5}, each: {n: all}, copies: 2}
maps:
  board: {grid: [3, 2], nodes: Square}
  path: {line: 5, nodes: Stop}
  clock: {ring: 4, nodes: Hour}
  roads: {edges: {fort: [mill, inn], mill: [inn], inn: [fort]}, nodes: Town}
zones:
  deck: {of: Card, kind: pile, start: all, refill: {from: discard, keep: 1}}
  discard: {of: Card, kind: pile, seen_by: everyone}
  hand: {per: Player, of: Card, seen_by: everyone}
  purse: {per: Player, of: Coin, seen_by: everyone, start: c in Coin where false}
  bank: {of: Coin, kind: pool, seen_by: everyone, start: all}
  line: {of: Token, kind: row, seen_by: everyone, start: all}
  numbers: {of: Number, kind: row, seen_by: everyone, start: all}
fields:
  points: {per: Player, type: Int}
  stop: {per: Player, type: Stop, start: 2}
  near: {per: [Player, Suit], type: 0..20}
  mark: {per: Square, type: maybe Player}
  charge: {per: Token, type: 0..9}
  lucky: {type: maybe Suit}
  bold: {per: Player, type: Bool}
functions:
  twice: {with: {n: Int}, is: n + n}
  likes:
    with: {p: Player, s: Suit}
    is: any(c in p.hand where c.suit == s) or p.near[s] > 3
  best: {with: {p: Player}, is: max(c.rank for c in p.hand)}
phases:
  deal: {do: [{for: p in players, do: [{draw: size_of_hand, from: deck, to: p.hand}]}], next: play}
  play: {turns: {rounds: 6, actions: [lay, coin, take, walk, mark_it]}}
actions:
  lay:
    choose: {card: player.hand}
    do:
      - {move: card, to: discard}
      - set: {lucky: card.suit, player.points: player.points + card.rank - 1}
      - set:
          player.near[card.suit]: player.near[card.suit] + 2
  coin: {choose: {c: bank}, do: [{move: c, to: player.purse}, {set: {player.bold: not player.bold}}]}
  take: {choose: {t: line}, do: [{move: t, to: line}, {set: {t.charge: (t.charge + 2) % 10}}]}
  walk: {choose: {n: 1..2}, do: [{set: {player.stop: player.stop.ahead(n), player.points: player.points - n}}]}
  mark_it: {choose: {s: q in Square where q.mark == none}, do: [{set: {s.mark: player}}]}
scoring:
  uses:
    each_player: >-
      (if open_game then 1 else 0) + count(s in Suit where s.worth(1) > 1) + steps[1] + prices[moons]
      + count(n in numbers where n.n > 2) + count(h in Hour) + count(t in Town)
      + (if player.likes(moons) then player.best else twice(1)) + count(l in lines(board, 2))
"""


class Maker:
    """
    Makes up text of expressions of a wanted type from what the workshop declares.

    `names` are the local names at hand, by type. Types are words: Int, Bool, Player, Suit, Card, ..., and lists
    of them.
    """

    MEMBERS = ("Player", "Suit", "Card", "Coin", "Token", "Number", "Square", "Stop", "Hour", "Town")
    SYMBOLS = {
        "Suit": ("Suit.moons", "Suit.suns", "Suit.stars"),
        "Stop": ("Stop(1)", "Stop(5)"),
        "Hour": ("Hour(1)", "Hour(4)"),
        "Town": ("Town.fort", "Town.inn"),
        "Square": ("Square.a1", "Square.c2"),
        "Player": ("Player(1)", "Player(2)", "first_player", "player"),
        "Card": ("the(c in Card where c.rank == 2 and c.suit == suns)",),
        "Coin": ("Coin.true",),
        "Token": ("first(line)", "last(line)"),
        "Number": ("first(numbers)",),
    }
    ATTRIBUTES = {
        "Int": [
            *("Suit.weight", "Card.rank", "Token.charge", "Player.points", "Player.seat", "Player.best"),
            *("Number.n", "Card.suit.weight", "Token.colour.weight"),
        ],
        "Bool": ["Suit.pale", "Coin.heads", "Player.bold", "Player.scripted", "Card.suit.pale"],
        "Suit": ["Card.suit", "Token.colour", "Suit.friend", "Token.colour.friend"],
        "Player": ["Player.next", "Player.previous", "Square.mark"],
        "Stop": ["Player.stop"],
    }
    LISTS = {
        "Player": ("players", "Player"),
        "Card": ("deck", "discard", "Card"),
        "Coin": ("bank", "Coin"),
        "Token": ("line", "Token"),
        "Number": ("numbers",),
        "Square": ("Square",),
        "Suit": ("Suit",),
        "Stop": ("Stop",),
        "Hour": ("Hour",),
        "Town": ("Town",),
    }

    def __init__(self, pick: Callable[[Sequence[Any]], Any]) -> None:
        self.pick = pick
        self.serial = 0

    def one(self, *makers: Any) -> str:
        """One of several ways, each text or something that makes it."""
        maker = self.pick(makers)
        return maker if isinstance(maker, str) else maker()

    def member(self) -> str:
        return str(self.pick(self.MEMBERS))

    def make(self, type: str, depth: int, names: dict[str, str]) -> str:
        if type == "Int":
            return self.number(depth, names)
        if type == "Bool":
            return self.truth(depth, names)
        return self.thing(type, depth, names)

    def locals(self, type: str, names: dict[str, str]) -> list[str]:
        return [name for name, t in names.items() if t == type]

    def attribute(self, type: str, depth: int, names: dict[str, str]) -> str:
        owner, _, attribute = self.pick(self.ATTRIBUTES[type]).partition(".")
        return f"({self.thing(owner, depth - 1, names)}).{attribute}"

    def choice(self, type: str, depth: int, names: dict[str, str]) -> str:
        test, yes, no = (self.make(t, depth - 1, names) for t in ("Bool", type, type))
        return f"(if {test} then {yes} else {no})"

    def number(self, depth: int, names: dict[str, str]) -> str:
        known = self.locals("Int", names)
        if depth <= 0:
            return self.one("0", "1", "2", "3", "round", "size_of_hand", *known)
        d, n = depth - 1, names
        two = lambda op: f"({self.number(d, n)} {op} {self.number(d, n)})"  # noqa: E731
        return self.one(
            *known,
            lambda: two(self.pick(["+", "-", "*", "//", "%"])),
            lambda: f"(-{self.number(d, n)})",
            lambda: self.attribute("Int", depth, n),
            lambda: self.choice("Int", depth, n),
            lambda: f"{self.one('size', 'count')}({self.list_of(self.member(), d, n)})",
            lambda: f"{self.one('sum', 'count')}({self.list_of('Int', d, n)})",
            lambda: f"{self.one('min', 'max')}({self.list_of('Int', d, n)})",
            lambda: f"{self.one('min', 'max')}({self.number(d, n)}, {self.number(d, n)})",
            lambda: f"{self.one('first', 'last', 'the')}({self.list_of('Int', d, n)})",
            lambda: f"steps[{self.number(d, n)}]",
            lambda: f"prices[{self.thing('Suit', d, n)}]",
            lambda: f"({self.thing('Player', d, n)}).near[{self.thing('Suit', d, n)}]",
            lambda: f"({self.thing('Suit', d, n)}).worth({self.number(d, n)})",
            lambda: f"twice({self.number(d, n)})",
            lambda: self.on_the_way(d, n),
            lambda: self.where_it_stands(d, n),
        )

    def on_the_way(self, depth: int, names: dict[str, str]) -> str:
        place = self.pick(["Square", "Stop", "Hour", "Town"])
        a, b = self.thing(place, depth, names), self.thing(place, depth, names)
        self.serial += 1
        x = f"x{self.serial}"
        cost = self.number(depth - 1, {**names, x: place})
        return self.one(f"distance({a}, {b})", f"distance({a}, {b}, max(0, {cost}) for {x})")

    def where_it_stands(self, depth: int, names: dict[str, str]) -> str:
        type = self.member()
        items = self.list_of(type, depth, names)
        return f"position({self.thing(type, depth, names)}, {items})"

    def truth(self, depth: int, names: dict[str, str]) -> str:
        known = self.locals("Bool", names)
        if depth <= 0:
            return self.one("true", "false", "open_game", "solo", "(lucky == none)", "(lucky == suns)", *known)
        d, n, type = depth - 1, names, self.member()
        return self.one(
            *known,
            lambda: f"({self.truth(d, n)} {self.one('and', 'or')} {self.truth(d, n)})",
            lambda: f"(not {self.truth(d, n)})",
            lambda: f"({self.number(d, n)} {self.one('<', '<=', '>', '>=', '==', '!=')} {self.number(d, n)})",
            lambda: f"({self.thing(type, d, n)} {self.one('==', '!=')} {self.thing(type, d, n)})",
            lambda: f"({self.truth(d, n)} {self.one('==', '!=')} {self.truth(d, n)})",
            lambda: f"({self.list_of(type, d, n)} {self.one('==', '!=')} {self.list_of(type, d, n)})",
            lambda: f"({self.thing(type, d, n)} {self.one('in', 'not in')} {self.list_of(type, d, n)})",
            lambda: f"({self.number(d, n)} in {self.list_of('Int', d, n)})",
            lambda: f"({self.maybe(d, n)} {self.one('==', '!=')} none)",
            lambda: self.attribute("Bool", depth, n),
            lambda: f"({self.attribute('Bool', depth, n)} == {self.one('true', 'false')})",
            *("(lucky in Suit)", "(lucky not in Suit)", "(last_player in players)"),
            lambda: self.choice("Bool", depth, n),
            lambda: f"{self.one('any', 'empty', 'same')}({self.list_of(type, d, n)})",
            lambda: f"all({self.list_of('Bool', d, n)})",
            lambda: f"likes({self.thing('Player', d, n)}, {self.thing('Suit', d, n)})",
            lambda: f"can_draw({self.one('deck', 'discard')})",
            lambda: f"connected({self.thing('Town', d, n)}, {self.thing('Town', d, n)})",
        )

    def maybe(self, depth: int, names: dict[str, str]) -> str:
        return self.one(
            "lucky",
            "last_player",
            "ended_by",
            "top(discard)",
            lambda: f"({self.thing('Square', depth, names)}).mark",
            lambda: f"({self.thing('Suit', depth, names)}).friend",
            lambda: f"{self.one('first', 'last')}({self.list_of(self.member(), depth, names)})",
        )

    def thing(self, type: str, depth: int, names: dict[str, str]) -> str:
        known = self.locals(type, names)
        if depth <= 0:
            return self.one(*known, *self.SYMBOLS[type])
        d, n = depth - 1, names
        ways: list[Any] = [
            *known,
            *self.SYMBOLS[type],
            lambda: f"{self.one('first', 'last', 'the')}({self.list_of(type, d, n)})",
            lambda: self.choice(type, depth, n),
        ]
        if type in self.ATTRIBUTES:
            ways.append(lambda: self.attribute(type, depth, n))
        if type in ("Stop", "Hour"):
            ways.append(lambda: f"ahead({self.thing(type, d, n)}, {self.number(d, n)})")
        if type == "Card":
            ways += ["top(discard)", "bottom(discard)"]
        if type == "Player":
            ways.append("last_player")
        if type == "Suit":
            ways.append("lucky")
        return self.one(*ways)

    def list_of(self, type: str, depth: int, names: dict[str, str]) -> str:
        """A list, in brackets where it is a query."""
        d, n = depth - 1, names
        ways: list[Any] = [*self.LISTS.get(type, ())]
        if type == "Card":
            ways.append(lambda: f"({self.thing('Player', d, n)}).hand")
        if type == "Coin":
            ways.append(lambda: f"({self.thing('Player', d, n)}).purse")
        if type == "Bool":
            ways.append("[true, false]")
        if type == "Int":
            ways += ["(1..3)", "[2, 1, 2]"]
        if depth <= 0:
            return self.one(*ways) if ways else f"[{self.make(type, 0, n)}]"
        if type in ("Square", "Stop", "Hour", "Town"):
            ways.append(lambda: f"neighbours({self.thing(type, d, n)})")
            ways.append(lambda: f"reachable({self.thing(type, d, n)}, max(0, {self.number(d, n)}))")
            ways.append(lambda: self.cluster(type, d, n))
        if type == "Player":
            ways.append(lambda: f"seats_from({self.thing('Player', d, n)})")
            ways.append(lambda: f"({self.thing('Player', d, n)}).others")
        if type == "Int":
            ways.append(lambda: f"({self.number(d, n)}..{self.number(d, n)} % 9)")
        ways += [
            lambda: self.query(type, d, n),
            lambda: self.query(type, d, n),
            lambda: self.mapped(type, d, n),
            lambda: self.mapped(type, d, n),
            lambda: f"{self.one('first', 'last', 'rest')}({self.list_of(type, d, n)}, {self.number(d, n)})",
            lambda: f"{self.one('distinct', 'sorted', 'reversed')}({self.list_of(type, d, n)})",
            lambda: f"without({self.list_of(type, d, n)}, {self.wide(type, self.make(type, d, n))})",
            lambda: self.joined(type, d, n),
            lambda: f"[{self.wide(type, self.make(type, d, n))}, {self.wide(type, self.make(type, d, n))}]",
            lambda: f"(if {self.truth(d, n)} then {self.list_of(type, d, n)} else {self.list_of(type, d, n)})",
        ]
        return self.one(*ways)

    def wide(self, type: str, text: str) -> str:
        """A number of which no bounds are known: those of lists are kept, and what is outside is refused."""
        return f"({text} + player.points)" if type == "Int" else text

    def joined(self, type: str, depth: int, names: dict[str, str]) -> str:
        self.serial += 1
        x = f"x{self.serial}"
        left, right = self.list_of(type, depth, names), self.list_of(type, depth, names)
        return f"({left} + ({self.wide(type, x)} for {x} in {right}))"

    def cluster(self, type: str, depth: int, names: dict[str, str]) -> str:
        self.serial += 1
        x = f"x{self.serial}"
        return f"cluster({self.thing(type, depth, names)}, {self.truth(depth, {**names, x: type})} for {x})"

    def query(self, type: str, depth: int, names: dict[str, str]) -> str:
        """`x in list where condition`."""
        head, inner = self.loop(type, depth, names)
        return f"({head} where {self.truth(depth, inner)})"

    def mapped(self, type: str, depth: int, names: dict[str, str]) -> str:
        """`value for x in list for y in list where condition`."""
        heads, inner = [], names
        for _ in range(self.pick((1, 2))):
            head, inner = self.loop(self.member(), depth - 1, inner)
            heads.append(head)
        where = self.one("", lambda: f" where {self.truth(depth, inner)}")
        return f"({self.wide(type, self.make(type, depth, inner))} for {' for '.join(heads)}{where})"

    def loop(self, type: str, depth: int, names: dict[str, str]) -> tuple[str, dict[str, str]]:
        self.serial += 1
        x, i = f"x{self.serial}", f"i{self.serial}"
        items = self.list_of(type, depth, names)
        if self.pick((True, False)):
            return f"{x} in {items}", {**names, x: type}
        return f"{x} at {i} in {items}", {**names, x: type, i: "Int"}


class Unlinted(Case):
    """A game whose formulas nobody would write: `true == false` has no effect, and need not have any."""

    @property
    def game(self) -> Game:
        return unlinted(self.path)


@cache
def unlinted(path: str) -> Game:
    bag = Bag()
    sections = read_sections(path, (), bag)
    assert sections is not None, [str(d) for d in bag.sorted()]
    return game_from_sections(sections, path, lint=False)


def workshop(folder: Path, formulas: Sequence[str]) -> Case:
    """The workshop with these numbers as what players score."""
    path = folder / "workshop.yaml"
    entries = [f"  made_{i}:\n    each_player: >-\n      {text}\n" for i, text in enumerate(formulas)]
    path.write_text(WORKSHOP + "".join(entries))
    return Unlinted(str(path), 2)


def disagreement(state: State, score: Score, points: Callable[..., Any]) -> bool:
    """Whether what is compiled gives another score than the slow evaluator, in the program or made now."""
    for seat in range(state.program.layout.seats):
        given = {score.body.params[0]: seat}
        try:
            agree(state, score.body.value, given, lambda: points(state, seat))  # noqa: B023
            agree(state, score.body.value, given)
        except (AssertionError, NameError):
            return True
    return False


@pytest.mark.parametrize(
    "seed", [pytest.param(n, marks=[] if n < 3 else [pytest.mark.long], id=str(n)) for n in range(200)]
)
def test_made_up_formulas(seed: int, tmp_path: Path) -> None:
    """Names the shortest formulas that are wrong: that does what hypothesis would, with one load for a hundred."""
    maker = Maker(Random(seed).choice)
    texts = [maker.number(2 + i % 4, {"player": "Player"}) for i in range(100)]
    case = workshop(tmp_path, [t for t in texts if len(t) < 2000])
    wrong = {
        score.body.value.span.text
        for players in (2, 3)
        for s in positions(Unlinted(case.path, players), 4, 9)
        for score, (_, points, _) in zip(s.program.rules.scoring, s.program.scores)
        if disagreement(s, score, points)
    }
    assert not sorted(wrong, key=len)[:3]


SPOTS = {
    "none is in no type": ("if lucky in Suit then 1 else 0", 0),
    "none is not in a type": ("if lucky not in Suit then 1 else 0", 1),
    "a crossed truth value is one": ("if first(c in bank where c.heads).heads == true then 1 else 0", 1),
    "lists of other ranges join": ("count((1..3) + [0])", 4),
    "a branch of another range": ("sum(if solo then (1..3) else [2, 0, 2])", 4),
    "a number outside a list": ("size(without([2, 0, 2], 3))", 3),
    "a formula of a row": ("Suit.suns.worth(3) + Suit.moons.worth(3)", 14),
    "a table with a negative number": (
        "sum((last(line)).charge for p in Player where min(prices[suns], 3) in (b + p.points for b in [1]))",
        0,
    ),
    "a constant compared with a constant": ("if (true == false) == false then 1 else 0", 1),
}


@pytest.mark.parametrize("spot", SPOTS)
@pytest.mark.filterwarnings("error")
def test_spots_that_were_once_wrong(spot: str, tmp_path: Path) -> None:
    text, value = SPOTS[spot]
    state = workshop(tmp_path, [text]).start()
    assert scores(state)[1]["made_0"] == value
    assert not disagreement(state, state.program.rules.scoring[-1], state.program.scores[-1][1])
