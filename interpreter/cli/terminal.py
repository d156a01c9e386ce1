"""
Terminal: people and bots round one keyboard.

A session is played until it is over: each person is shown what their seat sees and asked; what the
answers mean is found by `matching`. Every choice is in the journal before the next screen is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .. import table
from ..diagnostics import RuleError, did_you_mean, suggest
from ..render import clean
from ..session import Session, UndoRefused
from .exits import DONE, FAULTS, Stop
from .matching import find
from .menus import columns, grouped, numbered, numeric, some
from .reader import Reader
from .screen import Screen

if TYPE_CHECKING:
    from ..state import Decision
    from ..why import Refusal

MANY = 40  # more options than this are grouped, or come in pages
PAGE = 30
LOG = 12
LONGEST_GAME = 100_000

COMMANDS = {
    "undo": "take back your last decision, and what bots answered",
    "why": "why TEXT: which rule refuses that option",
    "more": "show further options",
    "table": "show the table once more",
    "hide": "take everything from the screen until you press Enter",
    "save": "save [FILE]: write the game so far to a file, or say where it is kept",
    "help": "help [TEXT]: this list, or what an option, a card or a place is",
    "quit": "leave; the game is kept and can be resumed",
}
TAKING = ("help", "save", "why")
"""Commands behind which something may stand."""


class _Leave(Exception):
    """The players stop before the end."""


class Terminal:
    """
    `kept` is the file that the journal writes to.

    `seen` is how much of the log each person has read, `drawn` the table they saw last; `listed` are the
    options that `more` goes through.
    """

    def __init__(self, session: Session, screen: Screen, reader: Reader, kept: Path) -> None:
        self.session = session
        self.screen = screen
        self.reader = reader
        self.kept = kept
        self.seen: dict[int, int] = {}
        self.drawn: dict[int, list[str]] = {}
        self.last = 0  # the person who was asked last
        self.listed: Sequence[int] = ()
        self.offset = 0

    def run(self) -> int:
        """Play to the end, or until the players leave."""
        try:
            steps = 0
            while (decision := self.session.decision) is not None:
                if decision.seat in self.session.bots:
                    steps += 1
                    self.bot(decision.seat, steps)
                else:
                    steps = 0
                    self.person(decision)
        except _Leave:
            return DONE
        if not self.session.journal.finished:
            self.session.finish()
        self.final()
        return DONE

    def bot(self, seat: int, steps: int) -> None:
        if steps > LONGEST_GAME:
            raise Stop(f"error: the bots made {LONGEST_GAME:,} choices and the game did not end")
        try:
            self.session.answer()
        except RuleError as fault:
            self.fault(fault)
            raise Stop(f"the bot of player {seat} cannot go on; the game is kept in {self.kept}") from None

    # One decision of a person

    def person(self, decision: Decision) -> None:
        seat = decision.seat
        whole = seat != self.last or not self.screen.plain
        if len(self.session.people) > 1 and seat != self.last and not self.cover(seat):
            return
        self.last = seat
        self.table(seat, whole=whole)
        self.news(seat)
        self.menu(decision)
        self.ask(decision)

    def cover(self, seat: int) -> bool:
        """A page between two people; False when the one before took a decision back instead."""
        before, self.last = self.last, seat
        self.screen.wipe()
        self.screen.say(f"Player {seat}, it is your turn. Nobody else should look.", "bold")
        if before:
            self.screen.say(f"(Player {before} may still type `undo`.)", "dim")
        while True:
            text = self.line("Press Enter when you are ready: ")
            word = text.strip().removeprefix("/").lower()
            if word == "undo" and before:
                self.last = 0
                if self.undo(before):
                    return False
                self.last = seat
            elif word == "quit":
                self.quit()
            elif word == "save" or word.startswith("save "):
                self.save(text.strip().removeprefix("/")[4:].strip())
            else:
                if word and not self.reader.live:
                    self.reader.give_back(text)
                self.screen.wipe()
                return True

    def table(self, seat: int, *, whole: bool = True) -> None:
        """The table as a seat sees it (0 is an onlooker), or only the lines that are new on it."""
        view = self.session.state.view(seat or None)
        lines = table.draw(
            self.session.game.definition, view, width=self.screen.width, plain=self.screen.plain, you=seat
        )
        before, self.drawn[seat] = self.drawn.get(seat, []), lines
        self.screen.rule()
        if whole:
            self.screen.show(lines[:1], "bold")
            self.screen.show([*lines[1:], ""])
        else:
            self.screen.show(line for line in lines if line not in before)

    def news(self, seat: int) -> None:
        """What others did since this person was asked last, and what this person had to do."""
        log = self.session.state.view(seat)["log"]
        start = min(self.seen.get(seat, 0), len(log))
        self.seen[seat] = len(log)
        new = [line for line in log[start:] if line["seat"] != seat or "forced" in line]
        if len(new) > LOG:
            self.screen.say(f"({len(new) - LOG} earlier lines are left out)", "dim")
        for line in new[-LOG:]:
            who = f"player {line['seat']}: " if line["seat"] else ""
            who = "You had no choice: " if "forced" in line else who
            self.screen.say(clean(who + line["text"]))

    # The menu

    def menu(self, decision: Decision) -> None:
        what, where = clean(decision.prompt), table.words(decision.id)
        self.screen.say(what if what == where else f"{what} ({where})", "bold")
        n = len(decision.options)
        groups = grouped(decision.options.labels()) if n > MANY else {}
        if 1 < len(groups) <= PAGE:
            entries = [f"{clean(head)} ({some(len(numbers), 'option')})" for head, numbers in groups.items()]
            self.screen.show(table.flow(entries, self.screen.width))
            self.screen.say(f"{n} options: type the first word to see its own, or `more` for all.", "dim")
            self.listed, self.offset = range(n), 0
        else:
            self.offer(decision, range(n))

    def offer(self, decision: Decision, numbers: Sequence[int]) -> None:
        """Show a page of options, and remember where the next one begins."""
        self.listed, self.offset = numbers, 0
        self.page(decision)

    def page(self, decision: Decision) -> None:
        labels = decision.options.labels()
        size = MANY if len(self.listed) <= MANY else PAGE
        part = self.listed[self.offset : self.offset + size]
        if not part:
            self.screen.say("There are no more options.")
            return
        self.offset += len(part)
        entries = [numbered(i, labels) for i in part]
        if self.screen.plain or len(max(entries, key=len)) > self.screen.width // 2:
            for entry in entries:
                self.screen.say("  " + entry)
        else:
            self.screen.show(columns(entries, self.screen.width))
        left = len(self.listed) - self.offset
        if left:
            self.screen.say(f"{some(left, 'further option')}: `more`, or type a part of a label.", "dim")

    # Answers

    def ask(self, decision: Decision) -> None:
        """Ask until something changes: a choice, or one taken back."""
        labels = decision.options.labels()
        while True:
            text = self.line(f"player {decision.seat}> ").strip()
            if not text:
                self.screen.say("Type a number or a label, or `help`.")
                continue
            word, _, rest = text.removeprefix("/").partition(" ")
            if text.startswith("/"):
                found: list[int] = []
            elif text in labels:
                found = [labels.index(text)]
            elif text.isdecimal():
                found = [int(text) - 1] if 0 < int(text) <= len(labels) else []
            elif word.lower() in COMMANDS and (not rest or word.lower() in TAKING):
                found = []
            else:
                found = find(text, labels, also=decision.id)
            if len(found) == 1:
                if self.choose(found[0]):
                    return
            elif found:
                self.screen.say(f"`{clean(text)}` fits {len(found)} options; which one?")
                self.offer(decision, found)
            elif self.command(decision, text, word, rest.strip()):
                return

    def choose(self, index: int) -> bool:
        try:
            label = self.session.choose(index)
        except RuleError as fault:
            self.fault(fault)
            self.screen.say("Nothing was changed. Choose something else, or `undo`, or `quit`.")
            return False
        self.screen.say(f"You chose {clean(label)}.")
        return True

    def command(self, decision: Decision, text: str, word: str, rest: str) -> bool:
        """Do what a command says; True when there is another decision to be made now."""
        names = [name for name in COMMANDS if name.startswith(word.lower())] if word else []
        if word.lower() in COMMANDS:
            names = [word.lower()]
        if word == "?":
            names = ["help"]
        if len(names) != 1 or (rest and names[0] not in TAKING):
            self.unknown(decision, text, names)
            return False
        return self.commands(decision)[names[0]](rest)

    def commands(self, decision: Decision) -> dict[str, Callable[[str], bool]]:
        return {
            "undo": lambda rest: self.undo(decision.seat),
            "why": lambda rest: self.why(decision, rest),
            "more": lambda rest: self.more(decision),
            "table": lambda rest: self.again(decision.seat),
            "hide": lambda rest: self.hide(decision),
            "save": self.save,
            "help": lambda rest: self.help(decision, rest),
            "quit": lambda rest: self.quit(),
        }

    def unknown(self, decision: Decision, text: str, names: list[str]) -> None:
        if len(names) > 1:
            self.screen.say(f"`{clean(text)}` may be {' or '.join(names)}.")
            return
        if self.refused(decision, text):
            return
        labels = decision.options.labels()
        near = suggest(text, [*COMMANDS, *labels]) if len(labels) < 2000 else suggest(text, COMMANDS)
        if text.isdecimal():
            hint = f"the numbers go from 1 to {len(labels)}"
        else:
            hint = f"did you mean `{clean(near)}`?" if near else "type a number or a label, or `help`"
        self.screen.say(f"`{clean(text)}` is not an option; {hint}")

    def refused(self, decision: Decision, text: str) -> bool:
        """Say which rules refuse an option that is not offered; False when none is known."""
        refusals = decision.why_not(text)
        self.refusals(text, refusals)
        return bool(refusals)

    def refusals(self, text: str, refusals: list[Refusal]) -> None:
        for refusal in refusals:
            values = "".join(f"\n{name} is {value}" for name, value in refusal.values.items())
            lines = f"`{clean(text)}` is refused by `{refusal.text}` ({refusal.span}){values}".split("\n")
            for line in lines:
                self.screen.say(clean(line))

    def why(self, decision: Decision, text: str) -> bool:
        if not text:
            self.screen.say("Say which option: `why TEXT`.")
        elif find(text, decision.options.labels(), also=decision.id):
            self.screen.say(f"`{clean(text)}` is offered.")
        elif not self.refused(decision, text):
            near = did_you_mean(text, decision.options.labels())
            other = None if near else decision.asked_elsewhere(text)
            if other is not None:
                address, refusals = other
                self.screen.say(clean(f"`{text}` belongs to `{address}`, which is not asked now."))
                self.refusals(text, refusals)
            else:
                near = near or "it names nothing that could be chosen here"
                self.screen.say(f"No rule refuses `{clean(text)}`; {clean(near)}")
        return False

    def undo(self, seat: int) -> bool:
        try:
            steps = self.session.undo(seat)
        except UndoRefused as refusal:
            self.screen.say(f"This cannot be taken back: {refusal}.")
            return False
        self.screen.say("Taken back." if steps == 1 else f"Taken back, with {some(steps - 1, 'answer')}.")
        return True

    def more(self, decision: Decision) -> bool:
        self.page(decision)
        return False

    def again(self, seat: int) -> bool:
        self.table(seat)
        return False

    def hide(self, decision: Decision) -> bool:
        self.screen.wipe()
        self.line("Hidden. Press Enter to go on: ")
        self.table(decision.seat)
        self.menu(decision)
        return False

    def save(self, rest: str) -> bool:
        if not rest:
            self.screen.say(f"The game is kept in {self.kept}")
            return False
        path = Path(rest).expanduser()
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(self.session.journal.text())
        except FileExistsError:
            self.screen.say(f"{path} exists; give another name.")
        except OSError as fault:
            self.screen.say(f"Not saved: {path}: {(fault.strerror or str(fault)).lower()}")
        else:
            self.screen.say(f"Saved in {path}")
        return False

    def help(self, decision: Decision, rest: str) -> bool:
        if rest:
            return self.explain(decision, rest)
        self.screen.say("Choose by a number or a label; parts of a label will do where they are clear.")
        for name, about in COMMANDS.items():
            self.screen.say(f"  {name}: {about}")
        self.screen.say("Commands may be cut short; `/undo` is always the command, never an option.")
        return False

    def explain(self, decision: Decision, text: str) -> bool:
        from ..drawing.lines import wrap
        from ..glossary import known_words, meanings

        labels = decision.options.labels()
        if text.isdecimal() and 0 < int(text) <= len(labels) and not numeric(labels):
            text = labels[int(text) - 1]
        near = did_you_mean(text, known_words(self.session.state))
        hint = near or "a name of an option, a card, a place or a field is wanted"
        for line in meanings(self.session.state, text) or [f"Nothing is told of `{text}`; {hint}"]:
            self.screen.show(wrap(clean(line), self.screen.width))
        return False

    def quit(self) -> bool:
        raise _Leave

    def line(self, prompt: str) -> str:
        text = self.reader.line(prompt)
        if text is None:
            raise Stop("error: the input ended before the game", FAULTS)
        return text

    def fault(self, fault: RuleError) -> None:
        from .opening import print_diagnostics

        print_diagnostics([fault.diagnostic], more=False)

    def final(self) -> None:
        outcome = self.session.state.outcome
        if outcome is None:
            return
        lines = table.standings(outcome, self.session.seats, width=self.screen.width, plain=self.screen.plain)
        self.table(0)
        self.screen.rule()
        self.screen.show(lines[:1], "bold")
        self.screen.show(lines[1:])


__all__ = ["Terminal"]
