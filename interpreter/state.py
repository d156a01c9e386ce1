"""
State: a game in play, as plain data.

F holds fields, Z zones (lists of component numbers), L the local names that live across a stop, `pc`
the block that asks, and the dice a seed and a counter per source. A state is changed in place;
`clone` copies lists. Equal positions have equal keys: the dice, the log and locals that are not
read again take no part.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from . import __version__ as ENGINE
from .diagnostics import Diagnostic, RuleError, did_you_mean
from .keys import laid_out, position
from .layout import ENDING_SLOT, PHASE_SLOT, PLAYER_SLOT
from .limits import FUEL
from .machine import FAULTS, PASSES, endless, failed, guarded

if TYPE_CHECKING:
    from .game import Game
    from .outcome import Outcome
    from .program import Decision as Asked
    from .program import Program
    from .why import Refusal


class OptionError(Exception):
    """An option that is not offered. `refusals` are the guards that refuse it, where they can be told."""

    def __init__(self, message: str, refusals: list[Refusal] | None = None) -> None:
        self.refusals = refusals or []
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Option:
    """One choice. `label` is unique within its decision; `weight` is its share of chance, else 1."""

    index: int
    label: str
    value: Any
    weight: int = 1


class Options:
    """The options of a decision: counted without making labels, made when asked for."""

    __slots__ = ("_labels", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._labels: list[str] | None = None

    def __len__(self) -> int:
        return len(self._state.options or ())

    def labels(self) -> list[str]:
        if self._labels is None:
            from .labels import option_labels

            self._labels = option_labels(self._state)
        return self._labels

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | list[Option]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        n = len(self)
        if not -n <= index < n:
            raise IndexError(index)
        index %= n
        s = self._state
        assert s.options is not None
        weight = s.weights[index] if s.weights is not None else 1
        return Option(index, self.labels()[index], s.options[index], weight)

    def __iter__(self) -> Iterator[Option]:
        return (self[i] for i in range(len(self)))

    def __contains__(self, label: object) -> bool:
        return label in self.labels()


class Decision:
    """Who chooses (0: chance), where in the rules, and what is offered. It is gone once the state goes on."""

    __slots__ = ("_state", "options")

    def __init__(self, state: State) -> None:
        self._state = state
        self.options = Options(state)

    @property
    def seat(self) -> int:
        """The seat that chooses, from 1; 0 is chance."""
        return self._state.seat + 1

    @property
    def id(self) -> str:
        """The address of the step that asks."""
        return self._asked.address

    @property
    def prompt(self) -> str:
        """What is asked, in the author's words where there are some."""
        from .labels import prompt

        with guarded(self._state):
            return prompt(self._state)

    @property
    def _asked(self) -> Asked:
        return self._state.program.decisions[self._state.pc]

    @property
    def kind(self) -> str:
        """choose, picks, menu, may or chance."""
        return self._asked.kind

    def why_not(self, text: str) -> list[Refusal]:
        """The guards that refuse what `text` names, with their values and places; [] when it is offered."""
        from .why import why_not

        return why_not(self._state, text)

    def asked_elsewhere(self, text: str) -> tuple[str, list[Refusal]] | None:
        """Another decision that has an option of this word: its address, and what would refuse it now."""
        from .why import asked_elsewhere

        return asked_elsewhere(self._state, text)

    def __repr__(self) -> str:
        return f"Decision(seat={self.seat}, id={self.id!r}, options={len(self.options)})"


class State:
    """One game in play; made by `Game.start`."""

    __slots__ = (
        "F", "L", "Z", "auto", "dice", "fault", "fuel", "game", "log", "maps", "noted", "options", "over", "pc",
        "pick", "program", "seat", "seed", "shown", "streams", "trial", "weights",
    )  # fmt: skip

    def __init__(self, game: Game, program: Program, seed: int, *, auto: bool) -> None:
        self.game = game
        self.program = program
        self.F: list[Any] = list(program.fields)
        self.Z: list[list[int]] = [list(z) for z in program.zones]
        self.L: list[Any] = [None] * program.slots
        self.pc = program.start
        self.over = False
        self.pick: Any = None
        self.options: list[Any] | None = None
        self.weights: list[int] | None = None
        self.seat = -1
        self.trial = False
        self.auto = auto
        self.seed = seed
        self.dice = [0] * len(program.source_names)
        self.streams: list[list[int] | None] = [None] * len(program.source_names)
        self.shown = 0
        self.log: Any = None
        self.maps: list[Any] = [None] * len(program.maps)
        self.fault: Diagnostic | None = None
        self.fuel = 0  # work that may be done until the next decision
        self.noted = 0  # lines of steps in the log

    # -- playing ---------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None when the game is over."""
        return None if self.over else Decision(self)

    def choose(self, option: int | str | Option) -> None:
        """Take an option, by number, label or itself, and go on to the next decision."""
        options: Any = self.options
        try:
            pick = options[option]
            if type(option) is not int or option < 0:  # a bool or a negative number would be taken for another
                raise IndexError
        except (IndexError, TypeError):
            pick = options[self._number(option)]
        if self.fault is not None:
            raise RuleError(self.fault)
        pc, seat = self.pc, self.seat
        if seat >= 0:
            self.log = (self.log, seat, pc, pick)
        elif self.weights is not None:
            self.weights = None
        self.pick = pick
        blocks, block = self.program.blocks, pc + 1  # behind the block that asks is the one that takes the pick
        self.fuel = FUEL
        try:  # `advance`, written out for speed; most often one block will do
            block = blocks[block](self)  # type: ignore[assignment]
            if block is None:
                return
            for _ in PASSES:
                block = blocks[block](self)  # type: ignore[assignment]
                if block is None:
                    return
            raise endless()
        except (RuleError, *FAULTS) as error:
            raise failed(self, error, block) from error

    def _number(self, option: int | str | Option) -> int:
        """The number of an option, or an OptionError that says why there is none."""
        if self.options is None:
            raise OptionError("the game is over")
        n = len(self.options)
        if isinstance(option, bool) or not isinstance(option, (int, str, Option)):
            raise OptionError(f"an option is a number, a label or an Option, not {option!r}")
        if isinstance(option, int):
            raise OptionError(f"there is no option {option}; they are numbered 0 to {n - 1}")
        label = option.label if isinstance(option, Option) else option
        decision = Decision(self)
        labels = decision.options.labels()
        if label in labels:
            return labels.index(label)
        refusals = decision.why_not(label)
        reason = "; ".join(str(r) for r in refusals) or did_you_mean(label, labels)
        raise OptionError(f"`{label}` is not offered" + (f": {reason}" if reason else ""), refusals)

    def signal(self, name: str) -> None:
        """Set a signal of the definition: a message from outside that its rules may test."""
        if self.over:
            raise OptionError("the game is over")
        signals = self.game.definition.signals
        if name not in signals:
            raise OptionError(f"no signal is called `{name}`; {did_you_mean(str(name), signals)}".rstrip("; "))
        self.F[self.program.layout.field_base[name]] = True

    def clone(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        new.game, new.program = self.game, self.program
        new.F, new.Z, new.L = self.F[:], list(map(list.copy, self.Z)), self.L[:]
        new.pc, new.over, new.pick, new.options, new.weights = self.pc, self.over, self.pick, self.options, self.weights
        new.seat, new.trial, new.auto, new.seed = self.seat, self.trial, self.auto, self.seed
        new.dice, new.streams = self.dice[:], self.streams
        new.shown, new.log, new.maps, new.fault = self.shown, self.log, self.maps, self.fault
        new.fuel, new.noted = self.fuel, self.noted
        return new

    def trial_copy(self) -> State:
        """A copy to try options on: what lies in the zones is shared until it is changed."""
        zones, self.Z = self.Z, []
        new = self.clone()
        self.Z = zones
        new.trial = True
        return new

    # -- the end ---------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self.over:
            return None
        from .outcome import outcome

        with guarded(self):
            return outcome(self)

    @property
    def to_move(self) -> int | None:
        """The seat that decides, from 1; 0 is chance, None when the game is over."""
        return None if self.over else self.seat + 1

    @property
    def ending(self) -> str | None:
        number = self.F[ENDING_SLOT]
        return None if number is None else self.program.rules.endings[number].name

    @property
    def phase(self) -> str:
        """The name of the phase that is being played."""
        phases = self.program.rules.phases
        return phases[self.F[PHASE_SLOT]].name if phases else ""

    @property
    def player(self) -> int:
        """The seat whose turn it is, from 1."""
        return int(self.F[PLAYER_SLOT]) + 1

    # -- views -----------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may see (None: an onlooker), as plain data."""
        from .views import view

        if seat is not None:
            self._seat(seat)
        with guarded(self):
            return view(self, seat)

    def _seat(self, seat: int) -> None:
        seats = self.program.layout.seats
        if type(seat) is not int or not 1 <= seat <= seats:
            raise ValueError(f"there are seats 1 to {seats}, not {seat!r}")

    def guess(self, seat: int, dice: Any) -> State:
        """A state in which what the seat cannot see is dealt anew; `dice` is a `random.Random`."""
        from .views import guess

        self._seat(seat)
        return guess(self, seat, dice)

    # -- equality and saving ---------------------------------------------------------------------

    def key(self) -> bytes:
        """Bytes that are equal exactly for equal positions; the same on every machine."""
        return repr(position(self)).encode()

    def fingerprint(self) -> bytes:
        """
        What a record compares: who is asked what, all fields and all zones.

        Unlike `key` it has nothing of how rules are compiled, so that records outlast a version of the engine.
        """
        asked = None if self.over else self.program.decisions[self.pc].address
        return repr((self.seat, asked, *laid_out(self))).encode()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.program is other.program and position(self) == position(other)

    def __hash__(self) -> int:
        return hash(position(self))

    def to_json(self) -> str:
        """The whole state, for this version of the engine and this definition; `Game.from_json` reads it."""
        return json.dumps(
            {
                "state": 1, "engine": ENGINE, "digest": self.game.digest, "players": self.program.layout.players,
                "seed": self.seed, "chance": "ask" if self.program.ask_chance else "dice", "auto": self.auto,
                "F": self.F, "Z": self.Z, "L": self.L, "pc": self.pc, "seat": self.seat, "dice": self.dice,
                "shown": self.shown, "log": self._log_list(), "options": self.options, "weights": self.weights,
            }
        )  # fmt: skip

    @property
    def log_size(self) -> int:
        """How many lines the log has."""
        return len(self._log_list())

    def _log_list(self) -> list[Any]:
        entries = []
        log = self.log
        while log is not None:
            log, *entry = log
            entries.append(("pick", *entry) if len(entry) == 3 else entry[0])
        return entries[::-1]

    def __repr__(self) -> str:
        return f"<{self.game.definition.id}: {'over' if self.over else self.decision}>"
