"""
Game: the doors of the house. `load` and `check` take a game's name; a `Game` starts states.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any, Literal

from . import __version__ as ENGINE
from .checking import Rules
from .checking import check as check_rules
from .declare import declare
from .diagnostics import Bag, DefinitionError, Diagnostic, Flood, did_you_mean, listing
from .dice import Foresight
from .layout import Layout, TooMany, lay_out
from .limits import MOST_CHECKED, MOST_FAULTS
from .lint import check_lint
from .loading import UnknownGame, digest_of, find_game, load_sections, split_spec
from .located import whole_number
from .machine import advance, prepared
from .model import Definition, Parameter
from .nodes import Node
from .overlay import Layers, lay_over
from .overlay_files import Variant, find_variants
from .overlay_gone import explain
from .points import Register
from .program import Program
from .saved import what_is_wrong
from .secrecy import check_secrecy
from .state import State
from .types import Bool, Int, Member, in_range

if TYPE_CHECKING:
    from .compile.build import Builder


@contextmanager
def garbage_left() -> Iterator[None]:
    """Nothing is thrown away in here: most of what is made is kept, and looking for more takes a sixth of the time."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


class ParameterError(ValueError):
    """A parameter, `name`, that the game does not have, or a value that it does not take."""

    def __init__(self, message: str, name: str) -> None:
        self.name = name
        super().__init__(message)


class Game:
    """
    A checked definition with its parameters set. States of one game share compiled programs, one for each
    number of players (and one more where chance is asked).
    """

    def __init__(
        self, rules: Rules, digest: str, parameters: Mapping[str, Any] | None, name: str,
        variants: tuple[Variant, ...] = (), warnings: tuple[Diagnostic, ...] = (),
    ) -> None:  # fmt: skip
        self.rules = rules
        self.definition: Definition = rules.definition
        self.digest = digest
        self.name = name
        self.variants = variants
        self.warnings = warnings
        self.given = self._given(parameters or {})
        self.register: Register | None = None  # where programs count what is exercised, for rule coverage
        self._programs: dict[tuple[int, bool, bool], Program] = {}

    # -- what it is ------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.definition.id

    @property
    def title(self) -> str:
        return self.definition.title

    @property
    def about(self) -> str:
        return self.definition.about

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of people."""
        return self.definition.low, self.definition.high

    @property
    def parameters(self) -> dict[str, Parameter]:
        return self.definition.parameters

    def _given(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in parameters.items():
            parameter = self.definition.parameters.get(name)
            if parameter is None:
                names = self.definition.parameters
                hint = did_you_mean(name, names)
                raise ParameterError(
                    f"{self.id} has no parameter `{name}`; it has: {listing(names) or 'none'}"
                    + (f"; {hint}" if hint else ""),
                    name,
                )
            found[name] = self._value(parameter, value)
        return found

    def _value(self, p: Parameter, value: Any) -> Any:
        """A value as given (text or not) as the parameter holds it."""
        text = str(value).strip()
        if isinstance(p.type, Bool) and text.lower() in ("true", "false"):
            return text.lower() == "true"
        number = whole_number(text)
        if isinstance(p.type, Int) and number is not None and in_range(number, p.type):
            return number
        if isinstance(p.type, Member):
            names = self._member_names(p.type)
            if text in names:
                return names.index(text)
        raise ParameterError(f"`{p.name}` is {p.type}, `{text}` is not", p.name)

    def _member_names(self, type: Member) -> list[str]:
        if type.name == "Player":
            return [str(n + 1) for n in range(self.definition.max_seats)]
        return self.definition.finites[type.name].names

    def values(self, players: int) -> dict[str, Any]:
        """The value of every parameter at a number of players."""
        found = {n: p.value(players) for n, p in self.definition.parameters.items()}
        for name, p in self.definition.parameters.items():
            if isinstance(p.type, Member):
                found[name] = self._value(p, p.default)
        return {**found, **self.given}

    def counted(self, register: Register) -> Game:
        """The same game; its programs count in `register` what is exercised."""
        game = copy(self)
        game.register, game._programs = register, {}
        return game

    # -- playing ---------------------------------------------------------------------------------

    def program(self, players: int, *, ask_chance: bool = False, checking: bool = False) -> Program:
        """The compiled rules for a number of players, made once."""
        low, high = self.players
        if not low <= players <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            raise ValueError(f"{self.title} is for {wanted} players, not {players}")
        key = (players, ask_chance, checking)
        if key not in self._programs:
            self._programs[key] = self._compile(players, ask_chance, checking)
        return self._programs[key]

    def beginning(self, players: int) -> Program:
        """What a game begins with, in numbers; no rules are compiled."""
        from .program import beginning

        return self._build(players, beginning)

    def check_depth(self, players: int) -> None:
        """Compile the rules as far as shows whether they are nested too deep; a DefinitionError if they are."""
        from .compile.build import Builder

        self._build(players, lambda b: Builder.program(b, played=False))

    def _compile(self, players: int, ask_chance: bool, checking: bool) -> Program:
        from .compile.build import Builder

        return self._build(players, Builder.program, ask_chance=ask_chance, checking=checking)

    def _build(
        self, players: int, make: Callable[[Builder], Program], *, ask_chance: bool = False, checking: bool = False
    ) -> Program:
        from .compile.build import Builder
        from .compile.counting import Counting
        from .expr.emit import Code, constant_value

        values = self.values(players)
        for name, p in self.definition.parameters.items():
            seats = players + len(self.definition.scripted.get(players, []))
            if p.type == Member("Player") and values[name] >= seats:
                raise ParameterError(f"`{name}` is seat {values[name] + 1}, there are only {seats}", name)

        def means(layout: Layout) -> Any:
            code = Code(layout)
            return lambda value: constant_value(code, value)

        try:
            with garbage_left():
                layout = lay_out(self.definition, self.rules.checked, players, values, means)
                probe = Counting(self.rules, layout, self.register) if self.register is not None else None
                return make(Builder(self.rules, layout, ask_chance=ask_chance, checking=checking, probe=probe))
        except (SyntaxError, RecursionError, MemoryError):
            raise DefinitionError(
                [Diagnostic("too-deep", "steps or formulas are nested too deep", self.definition.span)]
            ) from None
        except TooMany as error:
            raise DefinitionError([Diagnostic("too-many", str(error), self.definition.span)]) from None

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        chance: Literal["dice", "ask"] = "dice",
        forced: Literal["auto", "ask"] = "auto",
        *,
        checking: bool = False,
    ) -> State:
        """
        A new game, at its first decision.

        `chance="ask"` hands every draw out as a decision of seat 0; `forced="ask"` asks decisions with a
        single option too. `checking` asserts after each step that no component was made or lost.
        """
        if chance not in ("dice", "ask"):
            raise ValueError(f'chance is "dice" or "ask", not {chance!r}')
        if forced not in ("auto", "ask"):
            raise ValueError(f'forced is "auto" or "ask", not {forced!r}')
        program = self.program(
            self.players[0] if players is None else players, ask_chance=chance == "ask", checking=checking
        )
        state, block = self._begun(program, seed, forced == "auto")
        if program.foresight is not None:
            program.foresight.fill(state)
        advance(state, block)
        if program.foresight is None:
            program.foresight = Foresight(state.dice)
        return state

    def _begun(self, program: Program, seed: int, auto: bool) -> tuple[State, int]:
        """A new state and the block that is next: what set-up does the same in every game is done but once."""
        if program.ready is not None and program.prepared is None:
            program.prepared = prepared(self, program)
            if program.prepared is None:
                program.ready = None
        if program.ready is None or program.prepared is None:
            return State(self, program, seed, auto=auto), program.start
        state = program.prepared.clone()
        state.game, state.seed, state.auto, state.streams = self, seed, auto, [None] * len(state.streams)
        return state, program.ready

    def from_json(self, text: str) -> State:
        """A state saved by `State.to_json`, of this very definition and by this version of the engine."""
        try:
            return self._from_data(json.loads(text))
        except (TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError) as error:
            raise ValueError("this is no saved state") from error

    def _from_data(self, data: Any) -> State:
        if data.get("state") != 1 or data.get("digest") != self.digest:
            raise ValueError("this state was saved by another version of the rules")
        if data["engine"] != ENGINE:
            written = f"version {data['engine']} of the engine"
            raise ValueError(f"this state was saved by {written}, this is {ENGINE}")
        program = self.program(data["players"], ask_chance=data["chance"] == "ask")
        s = State(self, program, data["seed"], auto=data["auto"])
        s.F = [thawed(v) for v in data["F"]]
        s.Z = [list(z) for z in data["Z"]]
        s.L = [thawed(v) for v in data["L"]]
        s.pc, s.seat, s.dice, s.shown = data["pc"], data["seat"], data["dice"], data["shown"]
        s.over = s.pc == 0
        s.options = None if data["options"] is None else [thawed(o) for o in data["options"]]
        s.weights = data["weights"]
        for entry in data["log"]:
            frozen = tuple(thawed(v) for v in entry)
            s.log = (s.log, *frozen[1:]) if frozen[0] == "pick" else (s.log, frozen)
        wrong = what_is_wrong(s)
        if wrong:
            raise ValueError(f"this is no saved state: {wrong}")
        return s


def load(game: str, variants: Iterable[str] = (), parameters: Mapping[str, Any] | None = None) -> Game:
    """
    The game of that name: the id of a shipped one, or a path (anything with `/` or ending in `.yaml`).

    Raises DefinitionError with all diagnostics, UnknownGame, ParameterError.
    """
    rules, layers, bag = _read(game, variants)
    if rules is None or layers is None:
        raise DefinitionError(bag.sorted())
    return Game(rules, digest_of(layers.sections), parameters, game, layers.variants, tuple(bag.sorted()))


def check(game: str, variants: Iterable[str] = (), parameters: Mapping[str, Any] | None = None) -> list[Diagnostic]:
    """All diagnostics of a definition, sorted by place; an empty list means it is clean."""
    from .lint.counts import check_counts
    from .lint.notes import check_heads

    rules, layers, bag = _read(game, variants)
    if rules is not None and layers is not None:
        found = Game(rules, digest_of(layers.sections), parameters, game, layers.variants)
        numbers = [*range(found.players[0], found.players[1] + 1)]
        numbers[MOST_CHECKED:] = numbers[MOST_CHECKED:][-1:]
        try:
            found.check_depth(numbers[-1])
            check_counts(rules, [(players, found.beginning(players)) for players in numbers], bag)
        except DefinitionError as error:
            for diagnostic in error.diagnostics:
                bag.add(diagnostic)
        check_heads(found.definition, found.variants, bag)
    return bag.sorted()


def game_from_sections(
    sections: dict[str, Node], name: str, parameters: Mapping[str, Any] | None = None, *, lint: bool = True
) -> Game:  # fmt: skip
    """
    The game that these sections make; DefinitionError if they make none.

    Without `lint` what is merely without use is no fault: a changed definition may leave something so.
    """
    bag = Bag()
    rules = _rules(sections, bag, lint=lint)
    if rules is None:
        raise DefinitionError(bag.sorted())
    return Game(rules, digest_of(sections), parameters, name)


def read_sections(game: str, variants: Iterable[str], bag: Bag) -> dict[str, Node] | None:
    """The sections of a game with its variants, as located nodes; None when they are at fault."""
    layers = read_layers(game, variants, bag)
    return None if layers is None else layers.sections


def read_layers(game: str, variants: Iterable[str], bag: Bag) -> Layers | None:
    """The sections of a game, and those that each of its variants makes of them; None when they are at fault."""
    base, more = split_spec(game)
    path, names = find_game(base), [*more, *variants]
    find_variants(names, path)  # a name that is wrong is said before what is at fault in a file
    sections = load_sections(path, bag)
    return None if sections is None else lay_over(sections, path, names, bag)


@garbage_left()
def _read(game: str, variants: Iterable[str]) -> tuple[Rules | None, Layers | None, Bag]:
    bag = Bag()
    layers = read_layers(str(game), (variants,) if isinstance(variants, str) else tuple(map(str, variants)), bag)
    if layers is None:
        return None, None, bag
    own = Bag()
    rules = _rules(layers.sections, own)
    for diagnostic in explain(own.items, layers.gone, bag.items) if layers.variants else own.items:
        bag.add(diagnostic)
    if rules is None and not bag.failed:  # what the game has and nothing uses under its variants
        rules = _rules(layers.sections, Bag(), lint=False)
    return (None if bag.failed else rules), layers, bag


def _rules(sections: dict[str, Node], bag: Bag, *, lint: bool = True) -> Rules | None:
    found = Bag(most=MOST_FAULTS)
    rules = None
    try:
        definition = declare(sections, found)
        rules = check_rules(definition, found) if definition is not None else None
        if rules is not None and lint:
            check_lint(rules, sections, found)
            check_secrecy(rules, found)
    except RecursionError:
        found.most = None
        found.error("too-deep", "formulas or procedures need one another too deep", sections["id"].span)
    except Flood:
        found.most = None
        found.error("too-many-faults", f"more than {MOST_FAULTS} faults", None, help="mend the first ones")
    for diagnostic in found.items:
        bag.add(diagnostic)
    return None if bag.failed else rules


__all__ = ["ENGINE", "Game", "ParameterError", "UnknownGame", "check", "game_from_sections", "load", "read_sections"]


def thawed(value: Any) -> Any:
    """JSON lists as the tuples they were."""
    return tuple(map(thawed, value)) if isinstance(value, list) else value
