"""
Random definitions: games without sense, in which every kind of step stands inside every other.

What is made is valid for the checker or refused by it; it is for laws that hold in any game.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

Steps = list[dict[str, Any]]
Names = dict[str, str]  # what can be spoken of in a place -> its type: Int, Bool, Player, Hue, Card, Cards

HEAD: dict[str, Any] = {
    "triskele": "1", "id": "random", "title": "Random", "about": "No sense in it.", "players": "1..3",
    "parameters": {
        "goal": {"type": "1..3", "by_players": {"1": 1, "2": 2, "3": 3}},
        "fast": {"type": "Bool", "default": False},
    },
    "components": {
        "Card": {"has": {"rank": "1..3", "suit": "Hue"}, "each": {"rank": "all", "suit": "all"}, "copies": 2},
    },
    "zones": {
        "deck": {"of": "Card", "kind": "pile", "start": "all", "refill": {"from": "heap"}},
        "heap": {"of": "Card", "kind": "pile", "seen_by": "everyone"},
        "market": {"of": "Card", "kind": "row", "seen_by": "everyone"},
        "stash": {"of": "Card", "seen_by": "everyone"},
        "hand": {"of": "Card", "per": "Player", "seen_by": "everyone"},
    },
    "fields": {
        "a": {"type": "0..9"}, "b": {"type": "0..9", "start": 1}, "flag": {"type": "Bool"}, "mood": {"type": "Hue"},
        "coins": {"per": "Player", "type": "0..9", "start": 3}, "lead": {"type": "Player"},
    },
    "scoring": {
        "coins": {"each_player": "player.coins + size(player.hand)"},
        "mood": {"each_player": "if fast and flag and mood == Hue.red then goal + size(stash) else size(market)"},
    },
    "endings": {"soon": {"then": "finish_turn"}, "now": {"then": "now"}},
}  # fmt: skip
SEEN_DEALT = [
    {"for": "p in players", "do": [{"draw": 3, "from": "deck", "to": "p.hand", "short": "allowed"}]},
    *({"draw": 2, "from": "deck", "to": to, "short": "allowed"} for to in ("market", "heap", "stash")),
]
REST = [
    {"if": "a > 8", "do": [{"end": "soon"}]}, {"if": "b > 8", "do": [{"end": "now"}]}, {"set": {"a": 0, "b": "b + 1"}},
    {"set": {"lead": "lead.next"}},
]  # fmt: skip
SETTLED = ["solo", "not solo", "fast", "not fast and goal > 1", "size(players) == 2", "goal == 3"]


def definition(seed: int) -> str:
    """One game as JSON, which is YAML."""
    return json.dumps(_Maker(Random(seed)).game())


class _Place:
    """What a step may do where it stands."""

    def __init__(self, names: Names, leave: tuple[str, ...] = (), procedures: int = 0, depth: int = 3) -> None:
        self.names, self.leave, self.procedures, self.depth = names, leave, procedures, depth

    def inner(self, names: Names | None = None, *leave: str) -> _Place:
        return _Place({**self.names, **(names or {})}, (*self.leave, *leave), self.procedures, self.depth - 1)


class _Maker:
    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.serial = 0
        self.parameters: list[Names] = []  # of each procedure
        self.room = 40  # steps that may still be made

    def game(self) -> dict[str, Any]:
        procedures = {}
        for i in range(self.dice.randint(2, 4)):
            given: Names = {
                self.new("q"): self.dice.choice(["Int", "Player", "Card"]) for _ in range(self.dice.randrange(3))
            }
            steps = self.steps(_Place(given, ("procedure",), i, 2))
            procedures[f"proc{i}"] = {"with": given, "do": steps} if given else {"do": steps}
            self.parameters.append(given)
        rows = {h: {"acts": self.steps(_Place({"who": "Player"}, ("procedure",), 1, 2))} for h in ("red", "blue")}
        acting = _Place({}, ("action", "turn"), len(self.parameters))
        turn = _Place({}, ("turn",), len(self.parameters))
        turns = {
            "before": self.steps(turn.inner()), "actions": ["act", "rest"], "acts": self.dice.choice([1, 2]),
            "after": self.steps(turn.inner().inner()), "rounds": 2,
        }  # fmt: skip
        phases: dict[str, Any] = {
            "dealing": {"do": SEEN_DEALT, "next": "play"}, "play": {"turns": turns, "next": "last"},
            "last": {"turns": {"do": [*self.steps(turn), *self.all_called()], "rounds": 1}},
        }  # fmt: skip
        actions = {"act": self.entry(acting), "rest": {"do": REST}}
        types = {"Hue": {"does": {"acts": {"with": {"who": "Player"}}}, "rows": {**rows, "green": {}}}}
        return {**HEAD, "types": types, "procedures": procedures, "phases": phases, "actions": actions}

    def all_called(self) -> Steps:
        values = {"Int": "a", "Player": "player", "Card": "some"}
        given = [{name: values[type] for name, type in names.items()} for names in self.parameters]
        calls = [{"call": f"proc{i}", **({"with": w} if w else {})} for i, w in enumerate(given)]
        return [{"for": "some in first(market, 1)", "do": calls}, {"call": "mood.acts", "with": {"who": "player"}}]

    # -- formulas --------------------------------------------------------------------------------

    def new(self, hint: str) -> str:
        self.serial += 1
        return f"{hint}{self.serial}"

    def one(self, names: Names, type: str) -> str | None:
        found = [n for n, t in names.items() if t == type]
        return self.dice.choice(found) if found else None

    def player(self, names: Names) -> str:
        return self.one(names, "Player") or self.dice.choice(["player", "player.next", "lead"])

    def hue(self, names: Names) -> str:
        card = self.one(names, "Card")
        return self.dice.choice([f"{card}.suit" if card else "mood", "mood", "Hue.red", "Hue.blue"])

    def zone(self, names: Names) -> str:
        return self.dice.choice([f"{self.player(names)}.hand", "player.hand", "market", "heap", "stash"])

    def number(self, names: Names, depth: int = 2) -> str:
        card, cards, number = (self.one(names, t) for t in ("Card", "Cards", "Int"))
        simple = ["1", "2", "a", "b", "goal", f"{self.player(names)}.coins", number or "a"]
        simple += [f"{card}.rank"] if card else [] + ([f"size({cards})"] if cards else [])
        if depth == 0 or self.dice.random() < 0.4:
            return self.dice.choice(simple)
        x, zone = self.new("x"), self.zone(names)
        test = self.truth({**names, x: "Card"}, depth - 1)
        return self.dice.choice([
            f"({self.number(names, depth - 1)} + {self.number(names, depth - 1)})", f"size({zone})",
            f"count({x} in {zone} where {test})", f"sum({x}.rank for {x} in {zone} where {test})",
            f"(if {self.truth(names, depth - 1)} then {self.number(names, 0)} else {self.number(names, depth - 1)})",
        ])  # fmt: skip

    def truth(self, names: Names, depth: int = 2) -> str:
        if depth == 0:
            card = self.one(names, "Card")
            return self.dice.choice([f"{card}.suit == {self.hue(names)}" if card else "flag", "flag", "a > b", "a < 4"])
        x, zone, inner = self.new("x"), self.zone(names), depth - 1
        return self.dice.choice([
            f"{self.number(names, inner)} < {self.number(names, inner)}", f"not ({self.truth(names, inner)})",
            f"({self.truth(names, inner)} and {self.truth(names, inner)})", f"empty({zone})",
            f"({self.truth(names, inner)} or {self.truth(names, inner)})", self.dice.choice(SETTLED),
            f"any({x} in {zone} where {self.truth({**names, x: 'Card'}, inner)})",
            f"all({self.truth({**names, x: 'Card'}, inner)} for {x} in {zone})",
        ])  # fmt: skip

    # -- steps -----------------------------------------------------------------------------------

    def steps(self, p: _Place) -> Steps:
        """Some steps; a name that one binds is known to the next."""
        p = _Place(dict(p.names), p.leave, p.procedures, p.depth)
        found = [self.step(p) for _ in range(self.dice.randint(1, 3))]
        if p.leave and self.dice.random() < 0.15:
            found.append({"leave": self.dice.choice(p.leave)})
        return found

    def step(self, p: _Place) -> dict[str, Any]:
        self.room -= 1
        plain = [self.put, self.put, self.let, self.move, self.move, self.draw, self.call, self.tell]
        nested = [self.choose, self.choose, self.may, self.menu, self.repeat, self.go_through, self.branch, self.case,
                  self.hold]  # fmt: skip
        return self.dice.choice(plain if p.depth <= 0 or self.room < 0 else plain + nested * 2)(p)

    def put(self, p: _Place) -> dict[str, Any]:
        return {"set": self.dice.choice([
            {"a": f"({self.number(p.names)}) % 8"}, {"b": f"({self.number(p.names)}) % 8"}, {"mood": self.hue(p.names)},
            {"flag": self.truth(p.names)}, {"lead": self.player(p.names)},
            {f"{self.player(p.names)}.coins": f"({self.number(p.names)}) % 10"},
        ])}  # fmt: skip

    def let(self, p: _Place) -> dict[str, Any]:
        name, of = self.new("n"), self.dice.choice(["Int", "Bool", "Player"])
        value = {"Int": self.number, "Bool": self.truth, "Player": self.player}[of](p.names)
        p.names[name] = of
        return {"let": {name: value}}

    def move(self, p: _Place) -> dict[str, Any]:
        cards, to, x = self.one(p.names, "Cards"), self.zone(p.names), self.new("x")
        zone = self.zone(p.names)
        test = self.truth({**p.names, x: "Card"}, 1)
        card = self.one(p.names, "Card")
        if card and self.dice.random() < 0.5:
            return {"if": f"{card} in {zone}", "do": [{"move": card, "to": to}]}
        if cards and self.dice.random() < 0.3:
            return {"if": f"all({x} in {zone} for {x} in {cards})", "do": [{"move": cards, "to": to}]}
        return {"move": self.dice.choice([f"{x} in {zone} where {test}", f"first({zone}, 1)"]), "to": to}

    def draw(self, p: _Place) -> dict[str, Any]:
        return {"draw": self.dice.choice([1, 1, 2]), "from": "deck", "to": self.zone(p.names), "short": "allowed"}

    def call(self, p: _Place) -> dict[str, Any]:
        values: dict[str, Any] = {"Int": self.number, "Player": self.player, "Card": lambda n: self.one(n, "Card")}
        for i in self.dice.sample(range(p.procedures), p.procedures):
            given = {n: values[t](p.names) for n, t in self.parameters[i].items()}
            if None not in given.values():
                called: dict[str, Any] = {"call": f"proc{i}"} | ({"with": given} if given else {})
                return called | ({"as": self.player(p.names)} if self.dice.random() < 0.2 else {})
        return self.put(p)

    def tell(self, p: _Place) -> dict[str, Any]:
        return {"note": f"{{{self.number(p.names)}}}"}

    def entry(self, p: _Place) -> dict[str, Any]:
        """What is chosen, and what is then done."""
        names: Names = {}
        chosen: dict[str, str] = {}
        found: dict[str, Any] = {"choose": chosen}
        for _ in range(self.dice.choice([1, 1, 1, 2])):
            known = {**p.names, **names}
            x, zone = self.new("c"), self.zone(known)
            names[x], chosen[x] = self.dice.choice([
                ("Card", zone), ("Card", f"{x} in {zone} where {self.truth({**known, x: 'Card'}, 1)}"), ("Int", "1..3"),
                ("Player", "players"),
            ])  # fmt: skip
        if list(names.values()) == ["Card"] and self.dice.random() < 0.4:
            names[x] = "Cards"
            found["count"] = self.dice.choice([1, 2, "any", "at most 2", "1..3", "at least 1"])
            if self.dice.random() < 0.6:
                y = self.new("x")
                found["keep"] = self.dice.choice(
                    [f"same({y}.suit for {y} in {x})", f"sum({y}.rank for {y} in {x}) < 6"]
                )
        if self.dice.random() < 0.3:
            found["when"] = self.truth(p.names, 1)
        found["do"] = self.steps(p.inner(names))
        return found

    def choose(self, p: _Place) -> dict[str, Any]:
        found = self.entry(p) | {"otherwise": self.steps(p.inner())}
        if self.dice.random() < 0.3:
            found["prompt"] = f"Now {{{self.number(p.names, 1)}}}?"
        return found

    def may(self, p: _Place) -> dict[str, Any]:
        return {"may": self.new("w"), **self.entry(p)}

    def menu(self, p: _Place) -> dict[str, Any]:
        entries = {self.new("w"): self.entry(p) for _ in range(self.dice.randint(1, 2))}
        return {"one_of": {**entries, self.new("w"): {"do": self.steps(p.inner())}}}

    def repeat(self, p: _Place) -> dict[str, Any]:
        inside = p.inner(None, "loop")
        if self.dice.random() < 0.4:
            return {
                "repeat": "any",
                "one_of": {self.new("w"): self.entry(inside), self.new("w"): {"do": [{"leave": "loop"}]}},
            }
        return {"repeat": self.dice.choice([2, "at most 2", self.number(p.names, 0)]), "do": self.steps(inside)}

    def go_through(self, p: _Place) -> dict[str, Any]:
        x, zone = self.new("v"), self.zone(p.names)
        of, domain = self.dice.choice([("Player", "players"), ("Card", zone), ("Int", "1..2")])
        where = f" where {self.truth({**p.names, x: of}, 1)}" if self.dice.random() < 0.4 else ""
        return {"for": f"{x} in {domain}{where}", "do": self.steps(p.inner({x: of}, "loop"))}

    def branch(self, p: _Place) -> dict[str, Any]:
        test = self.dice.choice([self.truth(p.names), self.dice.choice(SETTLED)])
        return {"if": test, "do": self.steps(p.inner())} | (
            {"else": self.steps(p.inner())} if self.dice.random() < 0.6 else {}
        )

    def case(self, p: _Place) -> dict[str, Any]:
        if self.dice.random() < 0.4:
            return (
                {"call": f"{self.hue(p.names)}.acts", "with": {"who": self.player(p.names)}}
                if p.procedures > 1
                else self.put(p)
            )
        return {"case": self.hue(p.names), "of": {"red": self.steps(p.inner()), "else": self.steps(p.inner())}}

    def hold(self, p: _Place) -> dict[str, Any]:
        return {"hold": self.truth(p.names, 1), "do": self.steps(p.inner())}
