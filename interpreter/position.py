"""
Position: what a scenario's `given` says in, a state in which it is so out.

Set-up runs first, on dice. Then each zone that is named holds exactly what is listed, taken from
where the set-up put it; nothing is made or lost. Whatever the definition does not have, or what
cannot be taken, is reported at its place in the scenario.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

from .diagnostics import Bag, Diagnostic, RuleError
from .expr.check import Checker
from .expr.scope import Scope
from .layout import (
    ENDED_SLOT,
    ENDING_SLOT,
    LAST_SLOT,
    PENDING_SLOT,
    PLAYER_SLOT,
    ROUND_SLOT,
    SETTLED,
    STARTING_SLOT,
    Layout,
    Members,
    field_bounds,
)
from .machine import FAULTS, advance
from .model import Field
from .nodes import Mapping, Node, Scalar, Sequence
from .program import Program, evaluate
from .runtime import slot_name
from .state import State
from .types import Int, Maybe, Member, Type

CELL = re.compile(r"([ew])(\d{1,4})([ns])(\d{1,4})")
NAME = re.compile(r"\s*(\w+)\s*(?:\(([^()]*)\))?\s*(?:\.\s*(\w+)\s*(?:\(([^()]*)\))?)?\s*")
SPECIAL = {"round": ROUND_SLOT, "last_player": LAST_SLOT, "ended_by": ENDED_SLOT, "ending": ENDING_SLOT}


def set_up(s: State, phase: str) -> None:
    """
    Play what comes before the first turn, or before the phase where that is sooner.

    Whoever has to decide something in it takes the first option.
    """
    program = s.program
    turns = [p.name for p in program.rules.phases if p.turns is not None]
    stops = {program.entries[name] for name in (phase, *turns) if name}
    blocks = list(program.blocks)
    for number in stops:
        blocks[number] = _stop(number)
    s.program = dataclasses.replace(program, blocks=blocks)
    advance(s, program.start)
    for _ in range(MOST_CHOICES):
        if not s.pc or s.pc in stops:
            break
        s.choose(0)
    else:
        message = f"the set-up asks more than {MOST_CHOICES} times"
        raise RuleError(Diagnostic("endless", message, program.rules.definition.span))
    s.program = program
    s.pc, s.over, s.options, s.weights, s.log, s.shown = program.start, False, None, None, None, 0
    s.L = [None] * program.slots


def _stop(number: int) -> Callable[[State], None]:
    def stop(s: State) -> None:
        s.pc, s.options, s.weights = number, None, None

    return stop


def first_phase(program: Program) -> str:
    """Where play starts when no phase is named: the first that has turns."""
    phases = program.rules.phases
    return next((p.name for p in phases if p.turns is not None), phases[0].name if phases else "")


def arrange(s: State, given: Mapping, phase: str, bag: Bag) -> None:
    """Put components and fields as `given` says, and the turn to the seat it names."""
    _Arranging(s, bag).run(given, phase)


MOST_CHOICES = 10_000  # in a set-up that takes the first option each time


class _Arranging:
    def __init__(self, s: State, bag: Bag) -> None:
        self.s = s
        self.bag = bag
        self.lay: Layout = s.program.layout
        self.x = Checker(self.lay.definition, bag)
        self.x.checked = s.program.rules.checked
        self.loose: dict[str, list[int]] = {}  # by component type: taken first, in the end put into the box

    def run(self, given: Mapping, phase: str) -> None:
        zones, fields, turn = given.get("zones"), given.get("fields"), given.get("turn")
        if isinstance(zones, Mapping):
            self.zones(zones)
        self.lift()
        self.resets()
        if isinstance(fields, Mapping):
            for key, value in fields.items():
                self.field(key, value)
        self.laid(fields or zones or given)
        if not self.bag.failed:
            self.turn(turn, phase, given)

    # -- names -----------------------------------------------------------------------------------

    def words(self, key: Scalar) -> tuple[str, list[str], str] | None:
        """`name`, `name(a, b)`, `Type(a).name`: the name, its owners, and the type where it is named."""
        match = NAME.fullmatch(key.text)
        if match is None or (match[4] is not None and match[3] is None):
            self.bag.error(
                "bad-name", f"`{key.text}` names nothing", key.span,
                help="write `name`, `name(owner)` or `type(owner).name`",
            )  # fmt: skip
            return None
        owners = [w.strip() for w in (match[2] or "").split(",") if w.strip()]
        if match[3] is None:
            return match[1], owners, ""
        return match[3], owners + [w.strip() for w in (match[4] or "").split(",") if w.strip()], match[1]

    def owner_number(self, types: tuple[str, ...], owners: list[str], of: str, name: str, key: Scalar) -> int | None:
        """The place of an owner (or a pair of owners) among all owners."""
        if of and (not types or of.lower() != types[0].lower()):
            whose = f"belongs to {types[0]}" if types else "belongs to nobody"
            self.bag.error("wrong-owner", f"`{name}` {whose}, not to {of}", key.span)
            return None
        if len(owners) != len(types):
            wanted = ", ".join(types)
            example = f"{name}({', '.join(self.lay.members[t].names[0] for t in types)})" if types else name
            message = f"`{name}` belongs to {wanted}; say whose" if types else f"`{name}` has no owner"
            self.bag.error("missing-owner", message, key.span, help=f"write `{example}`")
            return None
        number = 0
        for type, owner in zip(types, owners):
            members = self.lay.members[type]
            if owner not in members.index:
                self.unknown(type, owner, members.names, key)
                return None
            number = number * len(members.names) + members.index[owner]
        return number

    def unknown(self, what: str, word: str, names: Any, at: Node) -> None:
        message = f"no {what} is called `{word}`"
        self.bag.unknown(what, word, at.span, names, message=message, of="there is")

    # -- components ------------------------------------------------------------------------------

    def zones(self, node: Mapping) -> None:
        wanted: dict[int, Sequence] = {}
        for key, items in node.items():
            slot = self.slot(key)
            if slot in wanted:
                self.bag.error("duplicate-name", f"`{key.text}` names a zone that is there already", key.span)
            elif slot is not None and isinstance(items, Sequence):
                wanted[slot] = items
        if self.bag.failed:
            return
        self.put_back(set(wanted))
        for slot, items in wanted.items():
            self.fill(slot, items, set(wanted))
        for of, left in self.loose.items():
            box = self.s.Z[self.lay.box_base[of]]
            box.extend(left)
            box.sort()

    def slot(self, key: Scalar) -> int | None:
        found = self.words(key)
        if found is None:
            return None
        name, owners, of = found
        if name == "box" and len(owners) == 1:
            kinds = {k.lower(): slot for k, slot in self.lay.box_base.items()}
            if owners[0].lower() in kinds:
                return kinds[owners[0].lower()]
            self.unknown("component type", owners[0], self.lay.box_base, key)
            return None
        zone = self.lay.definition.zones.get(name)
        maps = [b.name for b in self.lay.definition.boards.values() if b.tiles]
        if name in maps and not owners and not of:
            return self.lay.zone_base[name]
        if zone is None:
            self.unknown("zone", name, [*self.lay.definition.zones, *maps], key)
            return None
        number = self.owner_number((zone.per,) if zone.per else (), owners, of, name, key)
        return None if number is None else self.lay.zone_base[name] + number

    def put_back(self, named: set[int]) -> None:
        """What the named zones hold goes back to where it lay before set-up, or lies loose if that is named too."""
        homes: dict[tuple[str, int], int] = {}
        for slot, items in enumerate(self.s.program.zones):
            homes.update({(self.lay.slots[slot][2], k): slot for k in items})
        for slot in named:
            items, self.s.Z[slot] = self.s.Z[slot], []
            of = self.lay.slots[slot][2]
            for k in items:
                home = homes[of, k]
                if home in named:
                    self.loose.setdefault(of, []).append(k)
                else:
                    self.s.Z[home].insert(0, k)
        for slot, items in enumerate(self.s.Z):
            if not self.ordered(slot):
                items.sort()

    def ordered(self, slot: int) -> bool:
        zone = self.lay.slots[slot][0]
        return zone is not None and zone.ordered

    def fill(self, slot: int, wanted: Sequence, named: set[int]) -> None:
        of = self.lay.slots[slot][2]
        members = self.lay.members[of]
        sources = [self.loose.get(of, []), *(self.s.Z[i] for i in self.sources(of, named))]
        for node in wanted.items:
            if not isinstance(node, Scalar) or node.text not in members.index:
                kinds = [members.names[k] for k in dict.fromkeys(members.kinds)]
                self.unknown(of, node.text if isinstance(node, Scalar) else "", kinds, node)
                continue
            k = self.take(members, node.text, sources)
            if k is None:
                first = members.index[node.text]
                alike = [i for i in range(len(members.names)) if first in (i, members.kinds[i])]
                self.bag.error(
                    "cannot-take", f"there is no `{node.text}` left for `{slot_name(self.lay, slot)}`", node.span,
                    notes=[f"{sum(members.copies[i] for i in alike)} in all; no other lies where none is listed"],
                )  # fmt: skip
                continue
            self.s.Z[slot].append(k)
        if not self.ordered(slot):
            self.s.Z[slot].sort()
        self.check_size(slot, wanted)

    def sources(self, of: str, named: set[int]) -> list[int]:
        """Where a component may be taken from: piles without an order, then all other zones, then the box."""
        slots = [i for i, (_, _, kind) in enumerate(self.lay.slots) if kind == of and i not in named]

        def rank(slot: int) -> int:
            zone = self.lay.slots[slot][0]
            if zone is None:
                return 3 if slot == self.lay.box_base[of] else 2
            return 0 if zone.kind in ("pile", "bag") and not zone.ordered else 1

        return sorted(slots, key=rank)

    def take(self, members: Members, name: str, sources: list[list[int]]) -> int | None:
        """Take one component of that name out of the first place that has one."""
        first = members.index[name]
        for items in sources:
            if first in items:  # of several copies that lie there rather the one of that very name
                items.remove(first)
                return first
            for i, k in enumerate(items):
                if members.kinds[k] == first:
                    return items.pop(i)
        return None

    def check_size(self, slot: int, wanted: Sequence) -> None:
        zone = self.lay.slots[slot][0]
        limit = self.lay.checked.zone_max.get(zone.name) if zone is not None else None
        if limit is not None:
            most = evaluate(self.s.program.code, limit, self.s)
            if len(wanted.items) > most:
                message = f"`{slot_name(self.lay, slot)}` holds at most {most}, here are {len(wanted.items)}"
                self.bag.error("zone-full", message, wanted.span)

    # -- fields ----------------------------------------------------------------------------------

    def resets(self) -> None:
        """What is set anew when a phase or a round begins; what belongs to a turn is set by the turn itself."""
        program = self.s.program
        for f in self.lay.definition.fields.values():
            if f.resets in ("phase", "round"):
                start = self.lay.checked.field_starts.get(f.name)
                for slot in self.slots_of(f):
                    value = program.fields[slot]
                    self.s.F[slot] = held(evaluate(program.code, start, self.s)) if start is not None else value

    def slots_of(self, f: Field) -> range:
        count = 1
        for owner in f.per:
            count *= len(self.lay.members[owner].names)
        return range(self.lay.field_base[f.name], self.lay.field_base[f.name] + count)

    def field(self, key: Scalar, node: Node) -> None:
        found = self.words(key)
        if found is None:
            return
        name, owners, of = found
        if name in SPECIAL and not owners and not of:
            self.special(name, node)
            return
        if name in ("side", "cell", "turned") and of:
            self.lying(name, key, owners, of, node)
            return
        f = self.lay.definition.fields.get(name)
        if f is None:
            self.unknown("field", name, [*self.lay.definition.fields, *SPECIAL], key)
            return
        number = self.owner_number(f.per, owners, of, name, key)
        value = self.value(node, f.type)
        if number is None or self.bag.failed:
            return
        low, high = field_bounds(self.lay, f)
        if value is not None and ((low is not None and value < low) or (high is not None and value > high)):
            allowed = f"{'' if low is None else low}..{'' if high is None else high}"
            self.bag.error("out-of-range", f"{value} is outside {allowed}", node.span)
        self.s.F[self.lay.field_base[name] + number] = value

    def special(self, name: str, node: Node) -> None:
        types: dict[str, Type] = {"round": Int(1, None), "ending": Member("Ending")}
        value = self.value(node, types.get(name, Maybe(Member("Player"))))
        self.s.F[SPECIAL[name]] = value
        if name == "ending":
            self.s.F[PENDING_SLOT] = SETTLED

    def lying(self, name: str, key: Scalar, owners: list[str], of: str, node: Node) -> None:
        """How a component lies: `type(name).side: back`; tiles of a map also `.cell: e0s1` and `.turned: 2`."""
        own = [f for f in self.lay.definition.finites.values() if (f.sides if name == "side" else f.map)]
        finite = next((f for f in own if f.kind == "component" and f.name.lower() == of.lower()), None)
        if finite is None:
            what = "component with sides" if name == "side" else "tile of a map"
            self.unknown(what, of, [f.name for f in own if f.kind == "component"], key)
            return
        number = self.owner_number((finite.name,), owners, of, name, key)
        text = node.text if isinstance(node, Scalar) else ""
        cell = CELL.fullmatch(text)
        if number is None:
            return
        at, tiles = self.lay.side_base[finite.name] + number, len(self.lay.members[finite.name].names)
        if name == "side" and text in finite.sides:
            self.s.F[at] = finite.sides.index(text)
        elif name == "side":
            self.unknown("side", text, finite.sides, node)
        elif name == "cell" and cell is not None:
            east, south = int(cell[2]), int(cell[4])
            self.s.F[at + tiles] = (-east if cell[1] == "w" else east, -south if cell[3] == "n" else south)
        elif name == "turned" and text.isdigit() and int(text) < self.edges(finite.map):
            self.s.F[at + 2 * tiles] = int(text)
        else:
            right = "a cell like `e0s1`" if name == "cell" else f"a number from 0 to {self.edges(finite.map) - 1}"
            self.bag.error("bad-value", f"`{name}` is {right}, not `{text}`", node.span)

    def edges(self, board: str) -> int:
        return 4 if self.lay.definition.boards[board].shape == "square" else 6

    def boards(self) -> list[tuple[str, str, list[str], int]]:
        """Tile maps: name, tile type, names of the tiles, and where their cells are kept."""
        found = []
        for board in self.lay.definition.boards.values():
            if board.tiles:
                names = self.lay.members[board.tiles].names
                found.append((board.name, board.tiles, names, self.lay.side_base[board.tiles] + len(names)))
        return found

    def lift(self) -> None:
        """Tiles that do not lie on their map have no cell."""
        for board, _, names, base in self.boards():
            for tile in set(range(len(names))) - set(self.s.Z[self.lay.zone_base[board]]):
                self.s.F[base + tile], self.s.F[base + len(names) + tile] = None, 0

    def laid(self, at: Node) -> None:
        """Every tile on a map has a cell of its own, and no other has one."""
        for board, of, names, base in self.boards():
            cells: dict[Any, str] = {}
            for tile, name in enumerate(names):
                cell, lies = self.s.F[base + tile], f"{of.lower()}({name})"
                if (cell is None) == (tile in self.s.Z[self.lay.zone_base[board]]):
                    wrong = "has no cell" if cell is None else "has a cell, but is not"
                    self.bag.error(
                        "bad-map", f"`{lies}` {wrong} on `{board}`", at.span,
                        help=f"list it in the zone `{board}` and give `{lies}.cell`",
                    )  # fmt: skip
                elif cell is not None and cell in cells:
                    self.bag.error("bad-map", f"`{lies}` lies where `{cells[cell]}` does", at.span)
                cells.setdefault(cell, lies)

    def value(self, node: Node, type: Type) -> Any:
        """A value written in a scenario, as the state holds it."""
        checked = self.x.expr(node, Scope(player=False), type)
        if self.bag.failed:
            return None
        try:
            return held(evaluate(self.s.program.code, checked, self.s))
        except FAULTS as fault:
            self.bag.error("no-value", f"this cannot be computed: {fault}", node.span)
            return None

    # -- the turn --------------------------------------------------------------------------------

    def turn(self, node: Node | None, phase: str, given: Mapping) -> None:
        """Whose turn it is: the seat that is named, else the one with which the phase begins."""
        rules = next((p for p in self.s.program.rules.phases if p.name == phase), None)
        seat = int(self.lay.parameters.get("first_player", 0))
        if isinstance(node, Scalar) and isinstance(node.value, int):
            seat = node.value - 1
            if seat >= self.lay.seats:
                self.bag.error("unknown-seat", f"there are {self.lay.seats} seats here", node.span)
                return
        elif rules is not None and rules.turns is not None and rules.turns.starting is not None:
            try:
                seat = evaluate(self.s.program.code, rules.turns.starting, self.s)
            except FAULTS as fault:
                self.bag.error(
                    "no-turn", f"whose turn it is does not follow from this position ({fault})", given.span,
                    help="say it: `turn: 1`",
                )  # fmt: skip
                return
        self.s.F[PLAYER_SLOT] = self.s.F[STARTING_SLOT] = seat


def held(value: Any) -> Any:
    """A value as fields hold it: lists do not change."""
    return tuple(value) if isinstance(value, (list, range)) else value


def entered(s: State, program: Program, phase: str) -> tuple[State, int]:
    """The position in a state of this program (one that asks for chance, maybe), and the block where play starts."""
    new = State(s.game, program, s.seed, auto=True)
    new.F, new.Z = list(s.F), [list(z) for z in s.Z]  # what follows from tile maps is found out anew
    if program.source_names == s.program.source_names:
        new.dice = list(s.dice)
    return new, program.entries[phase] if phase else program.start
