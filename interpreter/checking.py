"""
Check: a Definition in, `Rules` out: every formula and step typed, every name bound.

The rules do not depend on the number of players or on parameter values; `compile` folds those in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .checking_members import check_boards, check_rows
from .compile.piles import mark_piles
from .diagnostics import Bag, Diagnostic, Label, suggest
from .expr.check import Checker
from .expr.scope import Scope
from .expr.typed import Body, Checked, Const, T, Var
from .located import text_of
from .model import Definition
from .nodes import Mapping, Node, Scalar, Sequence
from .source import Span
from .steps.base import Frame, ProcedureT, Step, StepChecker
from .steps.control import row_steps
from .steps.decisions import Entry, check_entry
from .types import BOOL, INT, PLAYER, Int, Maybe, Member, Seq, Type, Unknown


@dataclass(slots=True, eq=False)
class Action:
    name: str
    entry: Entry


@dataclass(slots=True, eq=False)
class Turns:
    span: Span
    starting: T | None
    then: T | None
    skip: T | None
    until: T | None
    rounds: T | None
    each: T | None
    acts_any: bool
    acts: T | None
    before: list[Step]
    after: list[Step]
    actions: list[Action]
    do: list[Step]


@dataclass(slots=True, eq=False)
class Phase:
    name: str
    span: Span
    do: list[Step]
    turns: Turns | None
    next: list[tuple[str, T | None]]  # target (or "over") and condition


@dataclass(slots=True, eq=False)
class EndingT:
    name: str
    span: Span
    when: T | None
    then: str
    to: str
    wins: T | None
    nobody: bool
    about: str


@dataclass(slots=True, eq=False)
class Score:
    name: str
    span: Span
    body: Body  # of the player
    when: T | None
    about: str


@dataclass(slots=True, eq=False)
class Rules:
    definition: Definition
    checked: Checked
    procedures: dict[str, ProcedureT] = field(default_factory=dict)
    phases: list[Phase] = field(default_factory=list)
    endings: list[EndingT] = field(default_factory=list)
    scoring: list[Score] = field(default_factory=list)
    most: bool = True
    keys: list[Body] = field(default_factory=list)
    wins: T | None = None
    payoff: Body | None = None


def check(definition: Definition, bag: Bag) -> Rules | None:
    """Type everything. Reports all independent faults before giving up."""
    return Checking(definition, bag).run()


class Checking:
    def __init__(self, d: Definition, bag: Bag) -> None:
        self.d = d
        self.bag = bag
        self.x = Checker(d, bag)
        self.s = StepChecker(self.x)
        self.rules = Rules(d, self.x.checked)

    def run(self) -> Rules | None:
        for finite in self.d.finites.values():
            check_rows(self, finite)
        check_boards(self)
        for name in self.d.tables:
            self.x.table_type(name)
        self._fields()
        self._zones()
        for name in self.d.functions:
            used = f"functions.{name}" in self.d.used
            self.x.function(name)
            if not used:
                self.d.used.discard(f"functions.{name}")
        for name in self.d.phases:
            self._phase(name, self.d.phases[name])
        self._endings()
        self._scoring()
        self._show()
        for name, procedure in self.d.procedures.items():
            used = f"procedures.{name}" in self.d.used
            self.s.procedure(name, procedure.body)
            if not used:
                self.d.used.discard(f"procedures.{name}")
        for finite in self.d.finites.values():
            for does in finite.does.values():
                for row in finite.rows:
                    row_steps(self.s, finite, row, does)
        self.rules.procedures = self.s.procedures
        if not self.bag.failed:
            self.x.report_cycles()
        else:
            self._misspelt()
        if self.bag.failed:
            return None
        mark_piles(self.rules)
        return self.rules

    def _misspelt(self) -> None:
        """Where exactly one declared name is like a missing one and nothing uses it, point at that declaration."""
        unused = {key.partition(".")[2]: span for key, span in self.d.spans.items() if self._unused(key)}

        def told(d: Diagnostic) -> Diagnostic:
            near = [n for n in unused if suggest(d.missing, [n])] if d.missing else []
            if len(near) != 1:
                return d
            label = Label(unused[near[0]], "nothing uses this name")
            return replace(d, labels=(*d.labels, label), help=f"did you mean `{near[0]}`? one of the two is misspelt")

        self.bag.revise(told)

    def _unused(self, key: str) -> bool:
        section = key.partition(".")[0]
        known = ("parameters", "tables", "zones", "fields", "functions", "procedures", "actions", "phases", "endings")
        return section in known and key not in self.d.used

    # -- types -----------------------------------------------------------------------------------

    # -- fields and zones ------------------------------------------------------------------------

    def _fields(self) -> None:
        for name, f in self.d.fields.items():
            if f.start is not None:
                self.x.checked.field_starts[name] = self.x.expr(f.start, Scope(), f.type)

    def _zones(self) -> None:
        checked = self.x.checked
        for name, zone in self.d.zones.items():
            component = Member(zone.of)
            if zone.start is not None and text_of(zone.start) != "all":
                value = self.x.constant(zone.start, Seq(component), query=True)
                from .expr.typed import QueryT

                if isinstance(value, QueryT):
                    checked.zone_starts[name] = value
                elif not isinstance(value.type, Unknown):
                    self.bag.error(
                        "wrong-type", "`start` is `all` or a query over the component type", value.span,
                        help=f"write `c in {zone.of} where ..`",
                    )  # fmt: skip
            if zone.max is not None:
                checked.zone_max[name] = self.x.constant(zone.max, Int(0, None))
            if zone.refill_keep is not None:
                checked.zone_keep[name] = self.x.constant(zone.refill_keep, Int(0, None))
            if not isinstance(zone.seen_by, str):
                params: dict[str, Type] = {"viewer": PLAYER}
                if zone.per:
                    params["owner"] = Member(zone.per)
                checked.zone_seen[name] = self.x.body(params, zone.seen_by, BOOL, {})

    # -- phases ----------------------------------------------------------------------------------

    def _phase(self, name: str, node: Mapping) -> None:
        self.s.frame = Frame(name, phase=True)
        do = self.s.steps(node.get("do"), Scope(player=True))
        turns_node = node.get("turns")
        turns = self._turns(name, turns_node) if isinstance(turns_node, Mapping) else None
        self.rules.phases.append(Phase(name, self.d.spans[f"phases.{name}"], do, turns, self._next(node.get("next"))))

    def _next(self, node: Node | None) -> list[tuple[str, T | None]]:
        if node is None:
            return []
        if isinstance(node, Scalar):
            return [(self._target(node), None)]
        found: list[tuple[str, T | None]] = []
        if isinstance(node, Mapping):
            for key, value in node.items():
                condition = (
                    None if isinstance(value, Scalar) and value.value is True else self.x.expr(value, Scope(), BOOL)
                )
                found.append((self._target(key), condition))
        return found

    def _target(self, node: Scalar) -> str:
        names = [*self.d.phases, "over"]
        if node.text not in names:
            self.bag.unknown("phase", node.text, node.span, names)
        self.d.used.add(f"phases.{node.text}")
        return node.text

    def _turns(self, phase: str, node: Mapping) -> Turns:
        outer, acting = Scope(player=False), Scope(player=True)
        acts = node.get("acts")
        acts_any = text_of(acts) == "any"
        value, s = self.s.value, self.s
        actions = []
        names = node.get("actions")
        if isinstance(names, Sequence):
            for item in names.items:
                action = self._action(text_of(item), item)
                if action is not None:
                    actions.append(action)
        s.frame = Frame(phase, turn=True, phase=True)
        return Turns(
            node.span,
            value(node, "starting", outer, PLAYER),
            value(node, "then", acting, PLAYER),
            value(node, "skip", acting, BOOL),
            value(node, "until", outer, BOOL),
            value(node, "rounds", outer, Int(1, None)),
            value(node, "each", outer, Int(1, None)),
            acts_any,
            None if acts is None or acts_any else value(node, "acts", acting, Int(1, None)),
            s.steps(node.get("before"), Scope(player=True)),
            s.steps(node.get("after"), Scope(player=True)),
            actions,
            s.steps(node.get("do"), Scope(player=True)),
        )

    def _action(self, name: str, item: Node) -> Action | None:
        node = self.d.actions.get(name)
        if node is None:
            self.bag.unknown("action", name, item.span, self.d.actions)
            return None
        self.d.used.add(f"actions.{name}")
        before, self.s.frame = self.s.frame, Frame(name, turn=True, action=True, phase=True)
        entry = check_entry(self.s, node, Scope(player=True), name)
        self.s.frame = before
        return Action(name, entry)

    # -- the end ---------------------------------------------------------------------------------

    def _endings(self) -> None:
        for name, ending in self.d.endings.items():
            node = ending.node
            to = node.get("to")
            wins = node.get("wins")
            nobody = text_of(wins) == "nobody"
            acting = Scope(player=True)
            when = self.s.value(node, "when", acting, BOOL)
            self.rules.endings.append(
                EndingT(
                    name,
                    ending.span,
                    when,
                    text_of(node.get("then")) or "now",
                    self._target(to) if isinstance(to, Scalar) else "over",
                    None if nobody or wins is None else self.x.expr(wins, acting, Maybe(PLAYER)),
                    nobody,
                    text_of(node.get("about")).strip(),
                )
            )
            if when is not None:
                self.d.used.add(f"endings.{name}")

    def _of_player(self, node: Node, want: Type | None) -> Body:
        """A formula about one player, who is called `player` in it."""
        scope = Scope(player=False)
        var = Var("player", PLAYER, node.span)
        scope.bind(var)
        return Body((var,), self.x.expr(node, scope, want, query=True))

    def _scoring(self) -> None:
        for name, node in self.d.scoring.items():
            each = node.get("each_player")
            if each is None:
                continue
            when = self.s.value(node, "when", Scope(player=False), BOOL)
            body = self._of_player(each, INT)
            about = text_of(node.get("about")).strip()
            self.rules.scoring.append(Score(name, self.d.spans[f"scoring.{name}"], body, when, about))
        result = self.d.result
        if result is None:
            return
        for word in ("most", "least"):
            keys = result.get(word)
            if keys is not None:
                self.rules.most = word == "most"
                items = keys.items if isinstance(keys, Sequence) else (keys,)
                self.rules.keys = [self._key(k) for k in items]
        wins, payoff = result.get("wins"), result.get("payoff")
        if wins is not None:
            self.rules.wins = self.x.expr(wins, Scope(player=False), Maybe(PLAYER))
        if payoff is not None:
            self.rules.payoff = self._of_player(payoff, INT)

    def _show(self) -> None:
        """The hints for drawing name things that there are."""
        things = [*self.d.zones, *self.d.fields, *self.d.boards]
        show = self.d.show
        for key, node in show.items() if show is not None else ():
            if key.text == "symbols" and isinstance(node, Mapping):
                for type, signs in node.items():
                    self._shown("type", [type], list(self.d.finites))
                    if type.text in self.d.finites and isinstance(signs, Mapping):
                        self._shown(type.text, signs.keys, self.x.names_of(type.text))
            elif key.text == "zones" and isinstance(node, Mapping):
                self._shown("zone, field or map", node.keys, things)
            else:
                tiles = [f for f in self.d.finites.values() if f.map and f.kind != "node"] if key.text == "hide" else []
                printed = [name for finite in tiles for name in finite.attributes]
                for part in node.values if isinstance(node, Mapping) else (node,):
                    if isinstance(part, Sequence):
                        self._shown("zone, field or map", part.items, [*things, *printed])

    def _shown(self, what: str, nodes: Iterable[Node], names: list[str]) -> None:
        for node in nodes:
            name = text_of(node)
            if name not in names:
                self.bag.unknown(what, name, node.span, names, of="there is")

    def _key(self, node: Node) -> Body:
        if text_of(node) == "score":
            return Body((), Const(INT, node.span, "score"))
        body = self._of_player(node, None)
        type = body.value.type
        if not isinstance(type, (Int, Unknown)) and not (
            isinstance(type, Seq) and isinstance(type.item, (Int, Unknown))
        ):
            self.bag.error(
                "wrong-type", f"numbers or lists of numbers are compared, found {type}", body.value.span,
                help="write `size(..)` for how many there are" if isinstance(type, Seq) else "",
            )  # fmt: skip
        return body
