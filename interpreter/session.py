"""
Session: a game being played by people and bots.

It holds the state, lets bots answer, keeps the journal, takes decisions back and plays records again.
It prints nothing and asks nobody: that is the business of whoever plays through it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .bots import Bot, Stream, bot, stream_key
from .diagnostics import RuleError
from .record import Header, Journal, Record, RecordError, engine

if TYPE_CHECKING:
    from .game import Game
    from .state import Decision, State

PERSON = "me"


class UndoRefused(Exception):
    """A decision cannot be taken back; the message says why."""


@dataclass(frozen=True, slots=True)
class _Past:
    """One step that may still be taken back: who took it, and the position before it."""

    seat: int  # 0: a signal
    before: State


class Session:
    """
    A game in play. `seats` names who sits where: `me` for a person, else a bot.

    Only what happened since the last draw of dice and the last look at something hidden is kept for undo.
    """

    def __init__(self, game: Game, header: Header) -> None:
        self.game = game
        self.header = header
        self.seats = header.seats
        self.bots: dict[int, Bot] = {i: bot(name) for i, name in enumerate(header.seats, 1) if name != PERSON}
        self.keys = {seat: stream_key(header.seed, 0, seat) for seat in self.bots}
        self.made = [0] * (len(header.seats) + 1)  # choices that stand, by seat
        self.past: list[_Past] = []
        self.barrier = ""
        self.journal = Journal(header)
        self.state: State = game.start(players=header.players, seed=header.seed)

    @property
    def decision(self) -> Decision | None:
        return self.state.decision

    @property
    def people(self) -> list[int]:
        return [seat for seat, name in enumerate(self.seats, 1) if name == PERSON]

    def choose(self, index: int) -> str:
        """
        Take an option for the seat that decides, and return its label.

        A RuleError leaves the game where it was, so that something else can be chosen.
        """
        decision = self.state.decision
        if decision is None:
            raise ValueError("the game is over")
        seat, at, label = decision.seat, decision.id, decision.options[index].label
        before = self.state.clone()
        try:
            self.state.choose(index)
        except RuleError:
            self.state = before
            raise
        self.made[seat] += 1
        self.journal.choice(seat, at, index, label, self.state.fingerprint())
        self._remember(seat, before)
        return label

    def answer(self) -> str:
        """Let the bot whose turn it is choose."""
        decision = self.state.decision
        if decision is None:
            raise ValueError("the game is over")
        seat, state = decision.seat, self.state
        stream = Stream(self.keys[seat], self.made[seat])
        return self.choose(self.bots[seat](decision, lambda: state.view(seat), stream))

    def signal(self, name: str) -> None:
        """Send a message from outside."""
        before = self.state.clone()
        try:
            self.state.signal(name)
        except RuleError:
            self.state = before
            raise
        self.journal.signal(name, self.state.fingerprint())
        self._remember(0, before)

    def undo(self, seat: int) -> int:
        """Go back to the last decision of a person, over what bots answered; returns how many steps that were."""
        for back, step in enumerate(reversed(self.past), 1):
            if step.seat == seat:
                self.take_back(back)
                return back
            if step.seat not in self.bots:
                who = f"player {step.seat} has chosen" if step.seat else "a signal came"
                raise UndoRefused(f"{who} since your last decision")
        raise UndoRefused(self.barrier or "you have not decided anything yet")

    def take_back(self, steps: int) -> None:
        """Go back a number of steps, whoever took them."""
        if not 0 < steps <= len(self.past):
            raise UndoRefused(self.barrier or "there are not so many steps to take back")
        self.state = self.past[-steps].before
        for step in self.past[-steps:]:
            if step.seat:
                self.made[step.seat] -= 1
        del self.past[-steps:]
        self.journal.undo(steps, self.state.fingerprint())

    def finish(self) -> None:
        """Write down how the game ended."""
        outcome = self.state.outcome
        if outcome is None:
            raise ValueError("the game is not over")
        self.journal.result(outcome.to_json(), self.state.fingerprint())

    def _remember(self, seat: int, before: State) -> None:
        if before.dice != self.state.dice:
            self.barrier = "dice were drawn since"
        elif before.shown != self.state.shown:
            self.barrier = "something hidden was shown since"
        else:
            self.past.append(_Past(seat, before))
            return
        self.past.clear()


def header(
    game: Game, spec: str, variants: Sequence[str], parameters: dict[str, Any], seats: Sequence[str], seed: int
) -> Header:
    """The head of a new game; `spec` is what the game was loaded by."""
    return Header(spec, tuple(variants), parameters, len(seats), tuple(seats), seed, game.digest, engine())


def replay(game: Game, record: Record) -> Iterator[tuple[dict[str, Any], Session]]:
    """
    Play a record again, line by line: each line and the session after it, the header's first.

    Every line is compared with the one that this game writes; RecordError names the first that differs.
    """
    try:
        yield from _replay(game, record)
    except RecordError as fault:
        if record.header.engine != engine():
            written = f"version {record.header.engine} of the engine wrote it, this is {engine()}"
            raise RecordError(f"{fault.message}; {written}", fault.line) from None
        raise


def _replay(game: Game, record: Record) -> Iterator[tuple[dict[str, Any], Session]]:
    head = record.header
    if head.digest != game.digest:
        raise RecordError(
            f"it was played by other rules: their digest was {head.digest[:16]}, `{game.id}` now has "
            f"{game.digest[:16]}; to see this game again, bring back the files of then"
        )
    if len(head.seats) != head.players:
        raise RecordError(f"{len(head.seats)} seats for {head.players} players", 1)
    low, high = game.players
    if not low <= head.players <= high:
        raise RecordError(f"{head.players} players, where {low} to {high} can play", 1)
    session = Session(game, head)
    yield head.line(), session
    for number, line in record.lines:
        _again(session, number, line)
        yield line, session
    if record.result is not None:
        number, line = record.result
        if not session.state.over:
            raise RecordError("a result stands here, but the game is not over", number)
        session.finish()
        _same(session, number, line)
        yield line, session


def _again(session: Session, number: int, line: dict[str, Any]) -> None:
    try:
        if "undo" in line:
            session.take_back(line["undo"])
        elif "signal" in line:
            session.signal(line["signal"])
        else:
            _choose_again(session, number, line)
    except UndoRefused as refusal:
        raise RecordError(f"this undo is not possible: {refusal}", number) from None
    except RuleError as fault:
        raise RecordError(f"a rule goes wrong here: {fault}", number) from fault
    except (LookupError, ValueError) as fault:
        raise RecordError(f"this step is not possible: {fault}", number) from fault
    _same(session, number, line)


def _choose_again(session: Session, number: int, line: dict[str, Any]) -> None:
    decision = session.decision
    if decision is None:
        raise RecordError("the game is over before this line", number)
    if line["seat"] != decision.seat or line["at"] != decision.id:
        raise RecordError(
            f"player {line['seat']} decides `{line['at']}` here, but it is player {decision.seat}'s `{decision.id}`",
            number,
        )
    if not 0 <= line["choose"] < len(decision.options):
        raise RecordError(f"choice {line['choose']} of {len(decision.options)} options", number)
    label = decision.options[line["choose"]].label
    if label != line["label"]:
        raise RecordError(f"choice {line['choose']} is `{label}`, but the line says `{line['label']}`", number)
    session.choose(line["choose"])


def _same(session: Session, number: int, line: dict[str, Any]) -> None:
    from json import loads

    if loads(session.journal.texts[-1]) != line:
        raise RecordError("its check does not hold: this line, or one before it, was changed", number)
