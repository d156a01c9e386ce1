"""
Rehearsal: one scenario played on one game.

The position is built, the listed draws and choices are made, and what was expected is compared with
what is there. Faults of the scenario go into `bag`, what does not hold into `failures`, in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from .bots.stream import Stream, stream_key
from .diagnostics import Bag, Diagnostic, RuleError, did_you_mean, listing
from .expr.check import Checker
from .expr.scope import Scope
from .expr.typed import Const, Local, Op, QueryT, T, trees
from .game import Game
from .labels import forced_since
from .located import text_of
from .machine import FAULTS, advance, diagnose
from .naming import could_be_offered, meant, words_before
from .nodes import Mapping, Node, Scalar, Sequence
from .outcome import scores
from .position import arrange, entered, first_phase, set_up
from .program import Program, evaluate
from .runtime import slot_name
from .state import State
from .types import BOOL, Bool, Member

MANY = 12  # components that a position still lists one by one


class Stopped(Exception):
    """The scenario cannot go on; what is wrong has been said."""


class Rehearsal:
    """Play the scenario `node`; `run` fills `failures`, `bag` and `position`."""

    def __init__(self, game: Game, node: Mapping, *, changed: bool = False) -> None:
        self.game = game
        self.changed = changed  # under its `fails_with`: labels may then name what is no more
        self.node = node
        self.bag = Bag()
        self.failures: list[str] = []
        self.position = ""
        self.s: State | None = None
        self.seed = _number(node.get("seed"), 0)
        self.draws = [i for i in _items(node.get("draws")) if isinstance(i, Scalar)]
        self.drawn = 0
        self.logged = 0  # how much of the log was there when a choice had been made
        self.fault: Diagnostic | None = None

    def run(self) -> None:
        try:
            self.begin()
            for number, choice in enumerate(_items(self.node.get("choose")), start=1):
                self.choose(number, choice)
            self.compare()
        except RuleError as error:
            self.fault = error.diagnostic
            self.rule_error(error.diagnostic)
        except Stopped:
            pass
        if self.s is not None:
            self.position = describe(self.s)

    @property
    def state(self) -> State:
        assert self.s is not None
        return self.s

    # -- the beginning ---------------------------------------------------------------------------

    def begin(self) -> None:
        low, _ = self.game.players
        players = _number(self.node.get("players"), low)
        ask = self.node.get("draws") is not None
        try:
            program = self.game.program(players, ask_chance=ask, checking=True)
        except ValueError as fault:
            self.wrong("bad-players", str(fault), self.node.get("players"))
        given = self.node.get("given")
        if isinstance(given, Mapping):
            block = self.arranged(program, players, given)
        else:
            self.s, block = State(self.game, program, self.seed, auto=True), program.start
        self.logged = self.state.log_size
        advance(self.state, block)
        self.chance()

    def arranged(self, program: Program, players: int, given: Mapping) -> int:
        """The given position; the set-up before it is played with dice."""
        dice = self.game.program(players, checking=True)
        named = given.get("phase")
        phase = text_of(named) or first_phase(dice)
        if phase not in dice.entries and (named is not None or phase):
            self.unknown("phase", phase, list(dice.entries), named)
        s = State(self.game, dice, self.seed, auto=True)
        self.s = s
        set_up(s, phase)
        arrange(s, given, phase, self.bag)
        if self.bag.failed:
            self.s = None
            raise Stopped
        self.s, block = entered(s, program, phase)
        return block

    # -- chance and choices ----------------------------------------------------------------------

    def chance(self) -> None:
        """Give chance its answers: the draws that are listed, then dice."""
        s = self.state
        while not s.over and s.seat < 0:
            labels = list(s.decision.options.labels()) if s.decision else []
            if self.drawn < len(self.draws):
                wanted = self.draws[self.drawn].text
                self.drawn += 1
                if wanted not in labels:
                    at = s.decision.id if s.decision else ""
                    self.fail(f"draw {self.drawn}, `{wanted}`, cannot come at `{at}`", f"possible: {listing(labels)}")
                    raise Stopped
                s.choose(labels.index(wanted))
            else:
                s.choose(self.dice(s.weights or [1] * len(labels)))

    def dice(self, weights: list[int]) -> int:
        n = Stream(stream_key(self.seed, 0, 0), self.drawn).below(sum(weights))
        self.drawn += 1
        number = 0
        while n >= weights[number]:
            n -= weights[number]
            number += 1
        return number

    def choose(self, number: int, node: Node) -> None:
        s = self.state
        signal = node.get("signal") if isinstance(node, Mapping) else None
        label = node.get("label") if isinstance(node, Mapping) else node
        wanted = f"choice {number}, `{text_of(signal or label)}`,"
        if s.over:
            self.fail(f"{wanted} comes too late: the game is over ({_ending(s)})")
            raise Stopped
        if signal is not None:
            if text_of(signal) not in self.game.definition.signals:
                self.unknown("signal", text_of(signal), list(self.game.definition.signals), signal)
            s.signal(text_of(signal))
            return
        assert s.decision is not None
        seat = _number(node.get("seat"), 0) if isinstance(node, Mapping) else 0
        if seat and seat != s.decision.seat:
            self.fail(f"{wanted} is for seat {seat}, but seat {s.decision.seat} chooses", self.offer())
            raise Stopped
        labels = s.decision.options.labels()
        found = self.meant(text_of(label))
        if found is None:
            reasons = [str(r) for r in s.decision.why_not(text_of(label))]
            hint = did_you_mean(text_of(label), labels)
            whys = (*(f"refused by: {r}" for r in reasons), *self.forced())
            self.fail(f"{wanted} is not offered", *whys, self.offer(), hint)
            raise Stopped
        self.logged = s.log_size
        s.choose(labels.index(found))
        self.chance()

    def meant(self, text: str) -> str | None:
        """The label that is offered now under this name."""
        s = self.state
        return meant(s.program.decisions[s.pc], s.decision.options.labels(), text) if s.decision else None

    def forced(self) -> list[str]:
        """What was done since the last choice because there was nothing else to do."""
        done = forced_since(self.state, self.logged)[-3:]
        lines = [f"`{label}` was the only thing to do and was done" for label in done]
        return [*lines, "what is the only thing to do is not written in `choose`"] if done else []

    def offer(self) -> str:
        """What is asked now, in a line."""
        decision = self.state.decision
        if decision is None:
            return f"the game is over ({_ending(self.state)})"
        labels = [f"`{label}`" for label in decision.options.labels()]
        return f"seat {decision.seat} is offered at `{decision.id}`: {listing(labels, 30)}"

    # -- what was expected -----------------------------------------------------------------------

    def compare(self) -> None:
        if self.drawn < len(self.draws):
            rest = [f"`{d.text}`" for d in self.draws[self.drawn :]]
            self.fail(f"{len(rest)} of {len(self.draws)} draws were not needed: {listing(rest)}", self.offer())
        error = self.node.get("error")
        if error is not None:
            self.fail(f"no rule error came, `{text_of(error)}` was expected")
        self.options()
        self.end()
        checker = Checker(self.game.definition, self.bag)
        checker.checked = self.game.rules.checked
        for item in _items(self.node.get("expect")):
            self.expect(checker, item)

    def options(self) -> None:
        decision = self.state.decision
        for item in _items(self.node.get("offered")):
            if self.meant(text_of(item)) is None:
                reasons = [f"refused by: {r}" for r in decision.why_not(text_of(item))] if decision else []
                self.fail(f"`{text_of(item)}` should be offered and is not", *reasons, self.offer())
        for item in _items(self.node.get("not_offered")):
            if self.meant(text_of(item)) is not None:
                self.fail(f"`{text_of(item)}` should not be offered and is", self.offer())
            else:
                self.sensible(item)
        refused = self.node.get("refused")
        for item in [refused] if isinstance(refused, Mapping) else _items(refused):
            label, because = (item.get("label"), item.get("because")) if isinstance(item, Mapping) else (item, None)
            self.refused(text_of(label), text_of(because))
            if because is None:
                self.sensible(label)

    def sensible(self, node: Node | None) -> None:
        """Refuse a label that nothing could have: that it is not offered says nothing."""
        s, text = self.state, text_of(node)
        if s.decision is None or self.changed:
            return
        asked, labels = s.program.decisions[s.pc], s.decision.options.labels()
        if self.meant(text) is None and not could_be_offered(s.program, asked, text):
            known = [*words_before(s.program, asked, text), *labels, *(e.word for e in asked.entries if e.word)]
            self.bag.error(
                "unknown-option", f"nothing at `{asked.address}` could ever be called `{text}`",
                (node or self.node).span, notes=[self.offer()], help=did_you_mean(text, known),
            )  # fmt: skip

    def refused(self, label: str, because: str) -> None:
        decision = self.state.decision
        if decision is not None and self.meant(label) is not None:
            self.fail(f"`{label}` should be refused and is offered", self.offer())
        elif because:
            found = decision.why_not(label) if decision is not None else []
            if not any(because in (r.guard, r.text) or because in r.text for r in found):
                reasons = [f"refused by: {r} (`{r.guard}`)" for r in found] or ["no guard is known that refuses it"]
                self.fail(f"`{label}` should be refused because of `{because}`", *reasons, self.offer())

    def end(self) -> None:
        s = self.state
        wanted = self.node.get("over")
        if isinstance(wanted, Scalar):
            self.over(wanted)
        phase = self.node.get("phase")
        if isinstance(phase, Scalar):
            self.phase(phase)
        winners = self.node.get("winners")
        if winners is not None:
            expected = sorted(_number(i, 0) for i in _items(winners))
            outcome = s.outcome
            if outcome is None:
                self.fail(f"the winners should be {_seats(expected)}, but the game is not over", self.offer())
            elif sorted(outcome.winners) != expected:
                self.fail(f"the winners should be {_seats(expected)}, they are {_seats(outcome.winners)}")
        points = self.node.get("scores")
        if isinstance(points, Mapping):
            for key, value in points.items():
                self.score(key, value)
        seen = self.node.get("sees")
        for key, value in seen.items() if isinstance(seen, Mapping) else ():
            self.sees(key, value)

    def sees(self, seat: Scalar, zones: Node) -> None:
        """What a seat is shown of some zones, in order of a row; a number where it sees only how many lie there."""
        if int(seat.text) > self.state.program.layout.seats:
            self.wrong("unknown-seat", f"there is no seat {seat.text}", seat)
        shown = self.state.view(int(seat.text))["zones"]
        for zone, wanted in zones.items() if isinstance(zones, Mapping) else ():
            name, _, owner = zone.text.rstrip(")").partition("(")
            if name not in shown:
                self.unknown("zone", name, list(shown), zone)
            found = shown[name][owner] if owner and owner in shown[name] else shown[name]
            expected = [text_of(i) for i in _items(wanted)] if isinstance(wanted, Sequence) else text_of(wanted)
            found = found if isinstance(found, list) else str(found)
            row = name in self.game.definition.zones and self.game.definition.zones[name].kind == "row"
            if expected != found if row else sorted(expected) != sorted(found):
                self.fail(f"seat {seat.text} should see `{zone.text}` as {expected}, it sees {found}")

    def over(self, wanted: Scalar) -> None:
        s = self.state
        endings = list(self.game.definition.endings)
        if isinstance(wanted.value, bool):
            if wanted.value != s.over:
                self.fail(f"the game should {'' if wanted.value else 'not '}be over", self.offer())
        elif wanted.text not in endings:
            self.unknown("ending", wanted.text, endings, wanted)
        elif not s.over:
            self.fail(f"the game should be over (`{wanted.text}`)", self.offer())
        elif s.ending != wanted.text:
            self.fail(f"the game should be over by `{wanted.text}`, it is over ({_ending(s)})")

    def phase(self, wanted: Scalar) -> None:
        s = self.state
        phases = [p.name for p in s.program.rules.phases]
        if wanted.text not in phases:
            self.unknown("phase", wanted.text, phases, wanted)
        elif s.over:
            self.fail(f"the phase should be `{wanted.text}`, but the game is over ({_ending(s)})")
        elif s.phase != wanted.text:
            self.fail(f"the phase should be `{wanted.text}`, it is `{s.phase}`", self.offer())

    def score(self, key: Scalar, value: Node) -> None:
        found = scores(self.state).get(int(key.text))
        if found is None:
            self.wrong("unknown-seat", f"there is no seat {key.text}", key)
        elif isinstance(value, Mapping):
            for part, points in value.items():
                if part.text not in self.game.definition.scoring:
                    self.unknown("part of the score", part.text, list(self.game.definition.scoring), part)
                has = found.get(part.text, 0)
                if has != _number(points, 0):
                    self.fail(f"seat {key.text} should have {text_of(points)} for `{part.text}`, it has {has}")
        elif sum(found.values()) != _number(value, 0):
            parts = ", ".join(f"{k} {v}" for k, v in found.items())
            self.fail(f"seat {key.text} should have {text_of(value)} points, it has {sum(found.values())} ({parts})")

    def expect(self, checker: Checker, node: Node) -> None:
        faults = len(self.bag.items)
        value = checker.expr(node, Scope(player=True), BOOL)
        if len(self.bag.items) > faults:
            return
        s = self.state
        try:
            holds = evaluate(s.program.code, value, s)
        except FAULTS as fault:
            self.fail(f"{text_of(node)}", f"cannot be computed: {diagnose(s.program, fault, s.pc).message}")
            return
        if not holds:
            self.fail(f"expected: {text_of(node)}", *(f"found: {text} is {has}" for text, has in seen_in(value, s)))

    def rule_error(self, diagnostic: Diagnostic) -> None:
        wanted = text_of(self.node.get("error"))
        if not wanted:
            where = f"at {diagnostic.span}"
            self.fail(f"a rule error came: {diagnostic.code}: {diagnostic.message}", *diagnostic.notes, where)
        elif wanted != diagnostic.code:
            text = f"{diagnostic.code}: {diagnostic.message}"
            self.fail(f"the rule error `{wanted}` was expected, another came: {text}", f"at {diagnostic.span}")

    # -- words -----------------------------------------------------------------------------------

    def fail(self, first: str, *more: str) -> None:
        self.failures.append("\n".join([first, *(f"  {line}" for line in more if line)]))

    def wrong(self, code: str, message: str, at: Node | None, *, notes: tuple[str, ...] = (), help: str = "") -> None:
        """A fault of the scenario itself, at which it ends."""
        self.bag.error(code, message, (at or self.node).span, notes=notes, help=help)
        raise Stopped

    def unknown(self, what: str, word: str, names: list[str], at: Node | None) -> None:
        self.bag.unknown(what, word, (at or self.node).span, names, of="there is")
        raise Stopped


def seen_in(value: T, s: State) -> Iterator[tuple[str, str]]:
    """The parts of a condition that are no conditions themselves, with what they are."""
    if isinstance(value, Op) and isinstance(value.type, Bool):
        for arg in value.args:
            yield from seen_in(arg, s)
    elif not isinstance(value, Const):
        bound = {loop.var for t in trees(value) if isinstance(t, QueryT) for loop in t.loops}
        if not any(isinstance(t, Local) and t.var not in bound for t in trees(value)):
            try:
                found = s.program.layout.label(value.type, evaluate(s.program.code, value, s))
            except FAULTS:
                found = "not to be computed"
            yield " ".join(value.span.text.split()), found


def describe(s: State) -> str:
    """A position in short: whose turn, and what lies where."""
    lay = s.program.layout
    lines = []
    if s.over:
        lines.append(f"the game is over ({_ending(s)})")
    elif s.phase:
        lines.append(f"phase `{s.phase}`, turn of seat {s.player}")
    for slot, items in enumerate(s.Z):
        zone, _, of = lay.slots[slot]
        if items and zone is not None:
            counts = Counter(lay.label(Member(of), k) for k in items)
            kinds = " ".join(n if c == 1 else f"{n}×{c}" for n, c in counts.items())
            lines.append(f"{slot_name(lay, slot)}: {kinds if len(counts) <= MANY else len(items)}")
    fields = s.view(None)["fields"]
    lines += [f"{name}: {_plain(value)}" for name, value in fields.items()]
    return "position:\n" + "\n".join(f"  {line}" for line in lines)


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{k}={_plain(v)}" for k, v in value.items() if v is not None)
    return " ".join(_plain(v) for v in value) if isinstance(value, list) else str(value)


def _ending(s: State) -> str:
    return f"`{s.ending}`" if s.ending else "after its last phase"


def _seats(seats: list[int]) -> str:
    return " and ".join(str(seat) for seat in seats) or "nobody"


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def _number(node: Node | None, otherwise: int) -> int:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else otherwise
