"""
Instructions: checked steps in, numbered lines of plain English out.

What the author says about a step comes first, then what exactly is done. A line that a variant wrote has the
name of that variant behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .english import capital, plural, words
from .expr.typed import AllOf, Built, CallFn, Const, FieldRef, LoopT, Op, ParamRef, QueryT, T, Template, ZoneRef
from .located import text_of
from .markdown import Item, link, plain
from .nodes import Joined, Node, Sequence
from .nodes import Mapping as MappingNode
from .phrases import Phrases
from .source import Span
from .steps.base import Step
from .steps.components import Draw, Flip, Move, Shuffle, Swap
from .steps.control import Block, CallRow, CallStep, Case, End, For, Hold, IfStep, Leave, Let, Repeat
from .steps.decisions import Choose, Count, Entry, Menu, Name
from .steps.values import Note, Roll, Set, Show, Transfer
from .types import Seq

INNER = ("do", "else", "otherwise", "one_of", "of", "before", "after", "turns", "actions")
LEAVING = {
    "loop": "Stop repeating.", "procedure": "Stop here.", "action": "The action ends here.", "turn": "The turn ends.",
    "phase": "The phase ends.",
}  # fmt: skip


def layers_of(node: Node | None, *, deep: bool = True) -> set[str]:
    """The variants that wrote something of a node; not `deep`: without the steps inside it."""
    found: set[str] = set()
    for part in _parts(node, deep):
        sources = part.sources if isinstance(part, Joined) else (part.span.source,)
        found |= {s.layer for s in sources}
    return found - {""}


def _parts(node: Node | None, deep: bool) -> Iterator[Node]:
    if isinstance(node, MappingNode):
        for key, value in node.items():
            yield key
            if deep or key.text not in INNER:
                yield from _parts(value, deep)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _parts(item, deep)
    elif node is not None:
        yield node


def mark(layers: set[str]) -> str:
    """What stands behind a changed rule."""
    return "".join(f" **({plain(layer)})**" for layer in sorted(layers))


def nodes_by_place(sections: Mapping[str, Node]) -> dict[Span, MappingNode]:
    """All mappings of a definition, to find what the author says about a step."""
    found: dict[Span, MappingNode] = {}
    rest: list[Node] = list(sections.values())
    while rest:
        node = rest.pop()
        if isinstance(node, MappingNode):
            found[node.span] = node
            lines = node.get("set")
            if isinstance(lines, MappingNode) and len(lines.values) == 1:
                found[lines.values[0].span] = node  # a step that sets one thing stands where its value does
            rest += node.values
        elif isinstance(node, Sequence):
            rest += node.items
    return found


class Instructions:
    """Steps in words. `called` has the heading of each procedure that can be linked to."""

    def __init__(self, phrases: Phrases, nodes: Mapping[Span, MappingNode]) -> None:
        self.p = phrases
        self.nodes = nodes
        self.marked: set[str] = set()  # variants that a heading names already

    def steps(self, steps: list[Step]) -> list[Item]:
        return [item for step in steps for item in self.step(step)]

    def step(self, step: Step) -> list[Item]:
        node = self.nodes.get(step.span)
        about = plain(text_of(node.get("about"))) if node is not None else ""
        changed = mark(layers_of(node, deep=False) - self.marked)
        if isinstance(step, Block):
            items = [Item(text) for text in self._block(step)]
        else:
            items = [_STEPS[type(step)](self, step), *self.else_of(step)]
        first = items[0]
        if about and not first.text.startswith(about):
            first.text = f"{about} {first.text}"
        for item in items:
            item.text += changed
        return items

    def _block(self, step: Block) -> Iterator[str]:
        for inner in step.steps:
            yield _STEPS[type(inner)](self, inner).text

    # -- decisions -------------------------------------------------------------------------------

    def else_of(self, step: Step) -> list[Item]:
        """What is done where a step is not: a line of its own behind it."""
        if isinstance(step, IfStep) and step.otherwise:
            return [Item("Otherwise:", self.steps(step.otherwise))]
        if isinstance(step, Choose) and step.otherwise is not None:
            return [self._if_not("If there is nothing to choose", step.otherwise)]
        if isinstance(step, Menu) and step.otherwise:
            none = "If that is not done" if step.optional else "If none of them is possible"
            return [self._if_not(none, step.otherwise)]
        return []

    def _choose(self, step: Choose) -> Item:
        return self.entry(step.entry, bare=True)

    def _menu(self, step: Menu) -> Item:
        if step.optional:
            return self.entry(step.entries[0], may=True)
        return Item(f"{self.by(step.by)} one of these:", self._entries(step), numbered=False)

    def _entries(self, menu: Menu) -> list[Item]:
        return [self.entry(e) for e in menu.entries]

    def _if_not(self, when: str, steps: list[Step]) -> Item:
        return Item(f"{when}:", self.steps(steps)) if steps else Item(f"{when}, go on.")

    def by(self, who: T | None) -> str:
        return "Choose" if who is None else f"{capital(self.p.value(who))} chooses"

    def entry(self, entry: Entry, *, bare: bool = False, may: bool = False) -> Item:
        """An option: what it is, when it is there, what is chosen with it, what is done then."""
        parts: list[str] = []
        if may:
            who = "You" if entry.by is None else capital(self.p.value(entry.by))
            parts.append(f"{who} may **{words(entry.word)}**.")
        elif entry.word and not bare:
            parts.append(f"**{capital(words(entry.word))}.**")
        parts.append("" if bare or may else plain(entry.about))
        if entry.when is not None:
            parts.append(f"Only if {self.p.condition(entry.when)}.")
        choosing = self.choosing(entry)
        parts.append(choosing)
        node = self.nodes.get(entry.span)
        changed = "" if bare or may else mark(layers_of(node, deep=False) - self.marked)
        return Item(" ".join(p for p in parts if p) + changed, self.steps(entry.do))

    def choosing(self, entry: Entry) -> str:
        """What is chosen, from where, how many, and what must hold."""
        if not entry.names:
            return ""
        chosen = [f"*{words(n.var.name)}*, {self.p.single(n.domain)}" for n in entry.names]
        if entry.count is not None:
            chosen = [self._several(entry.names[0], entry.count)]
        secret = " in secret" if entry.secret else ""
        text = f"{self.by(entry.by)}{secret} {'; '.join(chosen)}"
        text += ", in the order you like" if entry.ordered else ""
        if entry.keep is not None:
            text += f", so that {self.p.condition(entry.keep)}"
        if entry.leaving is not None:
            text += f"; afterwards this must hold: {self.p.condition(entry.leaving)}"
        return text + "."

    def _several(self, name: Name, count: Count) -> str:
        amount, source = self.amount(count), self._all_of(name.domain)
        if count.low is not None and count.low is count.high and isinstance(count.low, (Op, Built, CallFn)):
            return f"*{words(name.var.name)}* from {source}, as many as {amount}"
        return f"*{words(name.var.name)}*: {amount} of {source}"

    def _all_of(self, domain: T) -> str:
        if isinstance(domain, ZoneRef) and isinstance(domain.type, Seq):
            return self.p.group(domain, self.p.noun(domain.type.item))
        return self.p.value(domain)

    def amount(self, count: Count) -> str:
        low, high = count.low, count.high
        if low is not None and low is high:
            return self.p.value(low)
        if low is None and high is None:
            return "any number"
        if high is None:
            return f"at least {self.p.value(low)}" if low is not None else ""
        return f"at most {self.p.value(high)}" if low is None else f"{self.p.value(low)} to {self.p.value(high)}"

    # -- the course of play ----------------------------------------------------------------------

    def _repeat(self, step: Repeat) -> Item:
        count = step.count
        often = "as often as you like" if count.low is None and count.high is None else f"{self.amount(count)} times"
        until = f", until {self.p.condition(step.until)}" if step.until is not None else ""
        if step.menu is not None:
            if step.until is None and often == "as often as you like":
                often = "again and again"
            return Item(
                f"{self.by(step.menu.by)} one of these, {often}{until}:", self._entries(step.menu), numbered=False
            )
        often = "again and again" if until and often == "as often as you like" else often
        return Item(f"Repeat {often}{until}:", self.steps(step.do))

    def _for(self, step: For) -> Item:
        loop = step.loops[0]
        noun, var = self.p.noun(loop.var.type), loop.var
        said = self.p.single(
            QueryT(Seq(var.type), step.span, _local(loop), (LoopT(var, None, loop.domain),), step.where)
        )
        every = said.removeprefix("one of ")
        every = f"each of {every}" if every != said else f"each {said.partition(' ')[2]}"
        simple = len(var.name) <= 2 and f"that {noun}" not in self.p.named.values() and "`" not in said
        if simple:
            self.p.named[var] = f"that {noun}"
        else:
            every += f" (*{words(var.name)}*)"
        if loop.index is not None:
            every += f" (*{words(loop.index.name)}* counts them)"
        if isinstance(loop.domain, AllOf) and loop.domain.finite.kind == "player" and step.where is None:
            every += " in turn"
        inside = self.steps(step.do)
        self.p.named.pop(var, None)
        return Item(f"For {every}:", inside)

    def _if(self, step: IfStep) -> Item:
        return Item(f"If {self.p.condition(step.test)}:", self.steps(step.do))

    def _case(self, step: Case) -> Item:
        branches = [self._branch(f"**{words(name)}**", steps) for name, steps in step.branches.items()]
        if step.otherwise is not None:
            branches.append(self._branch("all others", step.otherwise))
        return Item(f"It depends on {self.p.value(step.value)}:", branches, numbered=False)

    def _branch(self, name: str, steps: list[Step]) -> Item:
        inside = self.steps(steps)
        if not inside:
            return Item(f"{name}: nothing.")
        if len(inside) == 1 and not inside[0].inside:
            return Item(f"{name}: {inside[0].text}")
        return Item(f"{name}:", inside)

    def _call(self, step: CallStep) -> Item:
        args = ", ".join(f"*{words(v.name)}* is {self.p.value(t)}" for v, t in step.args.items())
        who = f", done by {self.p.value(step.as_player)}" if step.as_player is not None else ""
        same = all(_says(self.p.value(t), words(v.name)) for v, t in step.args.items())
        return Item(called(step.procedure.name) + ("" if same else f" ({args})") + f"{who}.")

    def _call_row(self, step: CallRow) -> Item:
        node = self.nodes.get(step.span)
        word = text_of(node.get("call")).rpartition(".")[2].strip() if node is not None else ""
        who = f", done by {self.p.value(step.as_player)}" if step.as_player is not None else ""
        args = "".join(f"; *{words(n)}* is {self.p.value(t)}" for n, t in step.args.items())
        return Item(f"Do what “{words(word)}” says of {self.p.value(step.base)}{args}{who}.")

    def _hold(self, step: Hold) -> Item:
        safe = f" (certain where {self.p.condition(step.unless)})" if step.unless is not None else ""
        text = f"All that follows must leave it so that {self.p.condition(step.condition)}{safe}:"
        return Item(text, self.steps(step.do))

    def _leave(self, step: Leave) -> Item:
        return Item(LEAVING[step.what])

    def _end(self, step: End) -> Item:
        return Item(f"This brings on the ending “{words(step.ending)}”.")

    def _let(self, step: Let) -> Item:
        return Item(f"Let *{words(step.var.name)}* be {self.p.value(step.value)}.")

    # -- numbers and words -----------------------------------------------------------------------

    def _set(self, step: Set) -> Item:
        target, value = self.p.value(step.target), step.value
        if isinstance(value, Op) and value.op in ("+", "-") and len(value.args) == 2:
            first, second = value.args
            if isinstance(first, FieldRef) and self.p.value(first) == target:
                amount = self.p.value(second)
                return Item(f"Add {amount} to {target}." if value.op == "+" else f"Take {amount} from {target}.")
        if str(step.target.type) == "Bool":
            now = (
                self.p.condition(step.target) if isinstance(value, Const) else f"{target} if {self.p.condition(value)}"
            )
            if isinstance(value, Const):
                before = "" if value.value else "it is no longer so that "
                return Item(f"From now on {before}{now}.")
            return Item(f"From now on this decides {target}: {self.p.condition(value)}.")
        return Item(f"{capital(target)} {self.p.verb(target, 'becomes')} {self.p.value(value)}.")

    def _transfer(self, step: Transfer) -> Item:
        short = " (or as many as there are)" if step.short else ""
        ends = f"from {self.p.value(step.source)} to {self.p.value(step.to)}"
        return Item(f"Transfer {self.p.value(step.amount)} {ends}{short}.")

    def _roll(self, step: Roll) -> Item:
        if step.values is not None:
            return Item(f"By chance, *{words(step.var.name)}* is one of {self.p.value(step.values)}.")
        return Item(f"Roll *{words(step.var.name)}*, a die from {step.low} to {step.high}.")

    def _show(self, step: Show) -> Item:
        return Item(f"Show {self.p.value(step.zone)} to {'everybody' if step.to is None else self.p.value(step.to)}.")

    def _note(self, step: Note) -> Item:
        return Item(f"Say: “{self.template(step.text)}”")

    def template(self, text: Template) -> str:
        found = ""
        for part in text.parts:
            if isinstance(part, str):
                found += " " * part[:1].isspace() + plain(part) + " " * part[-1:].isspace()
            else:
                found += f"({self.p.value(part)})"
        return found.replace("( ", "(")

    # -- things on the table ---------------------------------------------------------------------

    def _move(self, step: Move) -> Item:
        what = self.p.value(step.what)
        if step.whole and isinstance(step.what, ZoneRef):
            many = self._all_of(step.what)
            what = many if many.startswith("your ") else f"all of {many}"
        to = self.p.value(step.to)
        place = {"top": "the top of ", "bottom": "the bottom of "}.get(step.at, "")
        text = f"Move {what} to {place}{to}"
        if step.cell is not None:
            text = f"Lay {what} at {self.p.value(step.cell)} on the map"
        if step.turned is not None:
            text += f", turned {self.p.value(step.turned)} times"
        return Item(text + ".")

    def _draw(self, step: Draw) -> Item:
        noun = words(step.source.of)
        amount = self.p.value(step.count)
        short = (" (if there is one)" if amount == "1" else " (or as many as there are)") if step.short else ""
        if isinstance(step.count, ParamRef):
            name = step.count.parameter.name
            amount = f"{self.p.values.get(name, '?')} {plural(noun)} ({words(name)})"
        elif isinstance(step.count, Const):
            amount = f"{amount} {noun if step.count.value == 1 else plural(noun)}"
        else:
            amount = f"{plural(noun)}, as many as {amount},"
        return Item(f"Draw {amount} from {self.p.value(step.source)} to {self.p.value(step.to)}{short}.")

    def _swap(self, step: Swap) -> Item:
        return Item(f"Swap {self.p.value(step.first)} with {self.p.value(step.second)}.")

    def _flip(self, step: Flip) -> Item:
        side = f" to its side {self.p.value(step.side)}" if step.side is not None else ""
        return Item(f"Turn over {self.p.value(step.what)}{side}.")

    def _shuffle(self, step: Shuffle) -> Item:
        return Item(f"Shuffle {self.p.value(step.zone)}.")


def called(procedure: str) -> str:
    """A procedure by name, with a link to its steps."""
    return link(capital(words(procedure)), f"procedures.{procedure}")


def _local(loop: LoopT) -> T:
    from .expr.typed import Local

    return Local(loop.var.type, loop.var.span, loop.var)


def _says(value: str, name: str) -> bool:
    """Whether a value is called what the parameter is called, so that it need not be said."""
    return value == f"*{name}*"


_STEPS: dict[type, Any] = {
    Choose: Instructions._choose, Menu: Instructions._menu, Repeat: Instructions._repeat, For: Instructions._for,
    IfStep: Instructions._if, Case: Instructions._case, CallStep: Instructions._call, CallRow: Instructions._call_row,
    Hold: Instructions._hold, Leave: Instructions._leave, End: Instructions._end, Let: Instructions._let,
    Set: Instructions._set, Transfer: Instructions._transfer, Roll: Instructions._roll, Show: Instructions._show,
    Note: Instructions._note, Move: Instructions._move, Draw: Instructions._draw, Swap: Instructions._swap,
    Flip: Instructions._flip, Shuffle: Instructions._shuffle,
}  # fmt: skip
