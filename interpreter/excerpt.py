"""
Excerpt: a position of a game that was played in, a scenario out.

The scenario begins as late as it can: at the last decision before the position that can be written down
as the start of a turn and from which the same choices lead through the same positions. What chance gave
in between is found by search, each step held against what was reached in the game. Where no decision can
be written down (steps before it have had effects that no zone or field shows), it begins with the game,
from its seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import yaml

from .diagnostics import Bag, RuleError
from .keys import laid_out
from .layout import ENDED_SLOT, ENDING_SLOT, LAST_SLOT, ROUND_SLOT, STARTING_SLOT, Layout
from .machine import advance
from .nodes import Mapping, Sequence
from .rehearsal import Rehearsal, Stopped
from .runtime import slot_name
from .source import Source
from .state import OptionError, State
from .tiles import cell_name
from .types import Maybe, Member, Seq, Type
from .yaml_reader import read_yaml

if TYPE_CHECKING:
    from .game import Game
    from .record import Header
    from .session import Session

BACK = 60
"""How many decisions an excerpt goes back at most before it begins with the game."""

TRIES = 2_000
"""How many outcomes of chance are tried at most to find what was drawn between two decisions."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A choice or a signal, as scenarios write it, and the state before it."""

    before: State
    choice: dict[str, Any]


class Follower:
    """Sees a record replayed, line by line; what is taken back is forgotten."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self.state: State | None = None

    def see(self, line: dict[str, Any], session: Session) -> None:
        """A line of the record and the session after it."""
        if self.state is not None and "undo" in line:
            del self.moments[-line["undo"] :]
        elif self.state is not None and "signal" in line:
            self.moments.append(Moment(self.state, {"signal": line["signal"]}))
        elif self.state is not None and "n" in line:
            self.moments.append(Moment(self.state, {"seat": line["seat"], "label": _scalar(line["label"])}))
        self.state = session.state.clone()


def excerpt(game: Game, head: Header, moments: list[Moment], end: State, name: str) -> str:
    """
    The text of a scenario in which `moments` lead to `end`, with what is then offered and what has changed.

    `game` has the parameters of `head`.
    """
    about: dict[str, Any] = {"name": name}
    if head.variants:
        about["game"] = "+".join([game.id, *head.variants])
    about["players"] = head.players
    if head.parameters:
        about["set"] = dict(head.parameters)
    states = [*(m.before for m in moments), end]
    choices = [m.choice for m in moments]
    search = _Search(game, head.players)
    for first in range(len(moments) - 1, max(-1, len(moments) - 1 - BACK), -1):
        given = search.given(states[first])
        draws = search.follow(given, states[first:], choices[first:]) if given is not None else None
        if given is not None and draws is not None:
            start = {"given": given, "draws": draws, "choose": choices[first:]}
            if text := _held(game, {**about, **start}, states[first], end):
                return text
    whole = {**about, "seed": head.seed, "choose": choices}
    text = _held(game, whole, states[0], end)
    assert text, "a game from its seed is the same game"
    return text


class _Search:
    """Looks for a start from which the same choices lead through the same states."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = players
        self.program = game.program(players, ask_chance=True, checking=True)
        self.tries = 0

    def given(self, real: State) -> dict[str, Any] | None:
        """A position to write down from which the decision of `real` follows, without what goes without saying."""
        if real.over:
            return None
        zones, fields = _zones(real), _fields(real)
        given: dict[str, Any] = {"phase": real.phase, "turn": real.player, "zones": zones, "fields": fields}
        if self.follow(given, [real], []) is None:
            return None
        start = _fields(State(self.game, real.program, 0, auto=True))
        plain = [name for name, value in fields.items() if start.get(name) == value]
        given = self.without(given, "fields", plain, real)
        lay = real.program.layout
        loose = {slot_name(lay, i) for i, (zone, _, _) in enumerate(lay.slots) if zone is None or not zone.ordered}
        piles = {slot_name(lay, i) for i, (zone, _, _) in enumerate(lay.slots) if zone and zone.kind in ("pile", "bag")}
        given = self.without(given, "zones", [name for name in zones if name in loose & piles], real)
        given = self.without(given, "zones", [name for name, items in zones.items() if not items], real)
        return {key: value for key, value in given.items() if value}

    def without(self, given: dict[str, Any], section: str, names: list[str], real: State) -> dict[str, Any]:
        """The position without these names, or without each of them that can be spared."""
        for spared in (names, *([name] for name in names)):
            rest = {key: value for key, value in given[section].items() if key not in spared}
            shorter = {**given, section: rest}
            if len(rest) < len(given[section]) and self.follow(shorter, [real], []) is not None:
                given = shorter
        return given

    def follow(self, given: dict[str, Any], states: list[State], choices: list[dict[str, Any]]) -> list[Any] | None:
        """What chance has to give so that the choices lead from the position through the states, if anything does."""
        s = self.arranged(given)
        found = self.lead(s, states[0]) if s is not None else None
        draws: list[Any] = []
        for choice, real in zip(choices, states[1:]):
            if found is None:
                return None
            s, drawn = found
            draws += drawn
            found = self.lead(s, real) if _taken(s, choice) else None
        return [*draws, *found[1]] if found is not None else None

    def arranged(self, given: dict[str, Any]) -> State | None:
        node = _parsed({"name": "x", "given": given})
        rehearsal = Rehearsal(self.game, node)
        position = node.get("given")
        assert isinstance(position, Mapping)
        try:
            block = rehearsal.arranged(self.program, self.players, position)
            advance(rehearsal.state, block)
        except (Stopped, RuleError):
            return None
        return rehearsal.state

    def lead(self, s: State, real: State) -> tuple[State, list[Any]] | None:
        """The state that equals `real`, by outcomes of chance alone, and these; the most promising are tried first."""
        self.tries = 0
        return self.drawn(s, real)

    def drawn(self, s: State, real: State) -> tuple[State, list[Any]] | None:
        if s.over or s.seat >= 0:
            return (s, []) if _same(s, real) else None
        ways = []
        for number, label in enumerate(s.decision.options.labels() if s.decision else ()):
            way = s.clone()
            if _taken(way, number):
                ways.append((_distance(way, real), number, label, way))
        for _, _, label, way in sorted(ways, key=lambda w: w[:2]):
            self.tries += 1
            if self.tries > TRIES:
                break
            if found := self.drawn(way, real):
                return found[0], [_scalar(label), *found[1]]
        return None


def _taken(s: State, choice: dict[str, Any] | int) -> bool:
    """Whether the state could go on so."""
    try:
        if isinstance(choice, int):
            s.choose(choice)
        elif "signal" in choice:
            s.signal(choice["signal"])
        else:
            s.choose(str(choice["label"]))
    except (OptionError, RuleError):
        return False
    return True


def _same(s: State, real: State) -> bool:
    """Whether two states of different programs are the same to everybody who plays on; who began a round aside."""
    if s.over or real.over:
        return s.over and real.over and laid_out(s) == laid_out(real)
    assert s.decision is not None and real.decision is not None
    if (s.seat, s.decision.id, len(s.options or ())) != (real.seat, real.decision.id, len(real.options or ())):
        return False
    copies = [s.clone(), real.clone()]
    for copy in copies:
        copy.F[STARTING_SLOT] = 0
    if (copies[0].seat, laid_out(copies[0])) != (copies[1].seat, laid_out(copies[1])):
        return False
    return s.decision.options.labels() == real.decision.options.labels()


def _distance(s: State, real: State) -> int:
    """How far two states lie apart: components in other zones, fields of other values."""
    lay = s.program.layout
    far = sum(1 for a, b in zip(s.F, real.F) if a != b)
    for slot, (items, wanted) in enumerate(zip(s.Z, real.Z)):
        kinds = lay.members[lay.slots[slot][2]].kinds
        have, want = Counter(kinds[k] for k in items), Counter(kinds[k] for k in wanted)
        far += (have - want).total() + (want - have).total()
    return far


# -- positions in words ------------------------------------------------------------------------------


def _zones(s: State) -> dict[str, list[Any]]:
    """Every zone and map, with the names of what lies there; the box aside."""
    lay = s.program.layout
    found: dict[str, list[Any]] = {}
    names = {base: name for name, base in lay.zone_base.items()}
    for slot, items in enumerate(s.Z):
        zone, _, of = lay.slots[slot]
        if zone is not None or slot in names:
            name = slot_name(lay, slot) if zone is not None else names[slot]
            found[name] = [_scalar(lay.label(Member(of), k)) for k in items]
    return found


def _fields(s: State) -> dict[str, Any]:
    """Every field that no turn resets, as a scenario names and writes it; how components lie; which round it is."""
    lay = s.program.layout
    found: dict[str, Any] = {"round": s.F[ROUND_SLOT]}
    for name, slot in (("last_player", LAST_SLOT), ("ended_by", ENDED_SLOT)):
        if s.F[slot] is not None:
            found[name] = f"Player({s.F[slot] + 1})"
    if s.F[ENDING_SLOT] is not None:
        found["ending"] = s.ending
    for name, owners, slot, type in _slots(lay):
        if lay.definition.fields[name].resets != "turn":
            found[f"{name}({', '.join(owners)})" if owners else name] = _literal(lay, type, s.F[slot])
    for finite in lay.definition.finites.values():
        if finite.name in lay.side_base:
            found.update(_lying(s, finite.name, bool(finite.map), finite.sides))
    return found


def _slots(lay: Layout) -> Iterator[tuple[str, tuple[str, ...], int, Type]]:
    """Every field of every owner: name, owners, where it is, its type."""
    for f in lay.definition.fields.values():
        owners = product(*(lay.members[owner].names for owner in f.per))
        for number, names in enumerate(owners):
            yield f.name, names, lay.field_base[f.name] + number, f.type


def _lying(s: State, of: str, on_map: bool, sides: tuple[str, ...] | list[str]) -> Iterator[tuple[str, Any]]:
    base, names = s.program.layout.side_base[of], s.program.layout.members[of].names
    for i, name in enumerate(names):
        if sides:
            yield f"{of.lower()}({name}).side", sides[s.F[base + i]]
        if on_map and s.F[base + len(names) + i] is not None:
            yield f"{of.lower()}({name}).cell", cell_name(s.F[base + len(names) + i])
            yield f"{of.lower()}({name}).turned", s.F[base + 2 * len(names) + i]


def _literal(lay: Layout, type: Type, value: Any) -> Any:
    """A value as an expression that gives it."""
    item = type.item if isinstance(type, Maybe) else type
    if isinstance(item, Seq) and value is not None:
        return "[" + ", ".join(str(_literal(lay, item.item, v)) for v in value) + "]"
    label = lay.label(type, value)
    if isinstance(item, Member) and value is not None and not _is_plain(lay, label):
        return f"{item.name}({label})"
    return _scalar(label)


def _is_plain(lay: Layout, label: str) -> bool:
    """Whether the name of a value means it wherever its type is wanted: it is a word, and no other thing's name."""
    d = lay.definition
    taken = (d.parameters, d.fields, d.zones, d.functions, d.boards, d.tables)
    return label.isidentifier() and not any(label in names for names in taken)


def _scalar(label: str) -> Any:
    """A label as YAML best has it: numbers and truth values as such."""
    if label in ("true", "false"):
        return label == "true"
    return int(label) if label.isdecimal() and str(int(label)) == label else label


# -- the text ----------------------------------------------------------------------------------------


def _held(game: Game, scenario: dict[str, Any], start: State, end: State) -> str:
    """The text of the scenario with what came of it; "" where it does not hold when it is played."""
    scenario = {key: value for key, value in scenario.items() if value != []}
    for result in ({**_result(end), "expect": _changes(start, end)}, _result(end)):
        whole = {**scenario, **{key: value for key, value in result.items() if value != []}}
        rehearsal = Rehearsal(game, _parsed(whole))
        rehearsal.run()
        if not rehearsal.failures and not rehearsal.bag.failed:
            return _yaml(whole)
    return ""


def _result(end: State) -> dict[str, Any]:
    if end.decision is not None:
        return {"offered": [_scalar(label) for label in end.decision.options.labels()]}
    outcome = end.outcome
    assert outcome is not None
    totals = {seat: sum(parts.values()) for seat, parts in outcome.scores.items()}
    return {"over": end.ending or True, "winners": list(outcome.winners), **({"scores": totals} if totals else {})}


def _changes(start: State, end: State) -> list[str]:
    """What is another than at the start, as expressions."""
    lay = end.program.layout
    found = []
    for name, owners, slot, type in _slots(lay):
        if start.F[slot] != end.F[slot] and len(owners) < 2:
            per = lay.definition.fields[name].per
            value = _literal(lay, type, end.F[slot])
            word = str(value).lower() if isinstance(value, bool) else value
            found.append(f"{f'{per[0]}({owners[0]}).' if owners else ''}{name} == {word}")
    for slot, (zone, owner, _) in enumerate(lay.slots):
        if zone is not None and len(start.Z[slot]) != len(end.Z[slot]):
            whose = f"{zone.per}({lay.members[zone.per].names[owner]})." if zone.per else ""
            found.append(f"size({whose}{zone.name}) == {len(end.Z[slot])}")
    return found


def _yaml(scenario: dict[str, Any]) -> str:
    """One entry of a scenario file, a key a line; lists and mappings of short values in one line each."""
    lines = []
    for key, value in scenario.items():
        flow = None if isinstance(value, (list, dict)) and key != "expect" else False
        options: dict[str, Any] = {"sort_keys": False, "allow_unicode": True, "width": 116}
        lines += yaml.safe_dump({key: value}, default_flow_style=flow, **options).splitlines()
    return "".join(f"{'  ' if number else '- '}{line}\n" for number, line in enumerate(lines))


def _parsed(scenario: dict[str, Any]) -> Mapping:
    bag = Bag()
    node = read_yaml(Source("scenario.yaml", _yaml(scenario)), bag, top="list")
    assert isinstance(node, Sequence) and isinstance(node.items[0], Mapping), bag.sorted()
    return node.items[0]
