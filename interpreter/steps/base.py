"""
What all steps share: the typed step, and the checker that turns YAML steps into typed ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..diagnostics import Bag, listing
from ..expr.check import Checker
from ..expr.scope import Scope
from ..expr.typed import FieldRef, Local, ParamRef, T, Template, Var, ZoneRef
from ..model import Definition
from ..nodes import Mapping, Node, Scalar, Sequence
from ..source import Span
from ..types import BOOL, Type


@dataclass(slots=True, eq=False)
class Step:
    """A step with everything in it bound and typed. `address` is how overlays and records name it."""

    span: Span
    address: str


NO_FIELDS: dict[type[T], tuple[str, str]] = {
    ZoneRef: (", and this is a zone", "use `move` or `draw`"),
    ParamRef: (", and this is a parameter", "a parameter stays as it is in play; declare a field for what changes"),
    Local: (", and this is a name for the steps here", "bind a new name with `let`, or declare a field"),
}
"""What authors set although it is no field, with what they may do instead."""


@dataclass(slots=True)
class Frame:
    """Where in a definition the checker is: what may be left, and which addresses are taken."""

    entry: str  # "walk", "arrive": the first half of addresses
    turn: bool = False
    action: bool = False
    phase: bool = False
    procedure: bool = False
    loops: int = 0
    taken: dict[str, int] = field(default_factory=dict)

    def address(self, word: str) -> str:
        """The address of a step with this word; a second one of the same word gets a number."""
        self.taken[word] = self.taken.get(word, 0) + 1
        n = self.taken[word]
        return f"{self.entry}/{word}" if n == 1 else f"{self.entry}/{word}{n}"


@dataclass(slots=True, eq=False)
class ProcedureT:
    """A checked procedure (or a row's steps): its parameters and its steps."""

    name: str
    span: Span
    params: tuple[Var, ...]
    steps: list[Step]


class StepChecker:
    """Checks steps; `procedures` gathers what they call, row steps included."""

    def __init__(self, expressions: Checker) -> None:
        self.x = expressions
        self.d: Definition = expressions.d
        self.bag: Bag = expressions.bag
        self.procedures: dict[str, ProcedureT] = {}
        self.current: list[ProcedureT] = []
        self.frame = Frame("")
        self.moved: set[Var] = set()  # names of what no longer lies where it was bound
        self.moved_inside: set[Var] = set()  # the same, in lists of steps inside the step at hand

    def steps(self, node: Node | None, scope: Scope) -> list[Step]:
        """Check a list of steps; names bound by one are there for the next."""
        if node is None:
            return []
        items = node.items if isinstance(node, Sequence) else (node,)
        before, beside = self.moved, self.moved_inside
        self.moved, self.moved_inside = set(before), set()
        found = []
        for item in items:
            step = self.step(item, scope) if isinstance(item, Mapping) else None
            found += [step] if step is not None else []
            self.moved |= self.moved_inside
            self.moved_inside = set()
        self.moved, self.moved_inside = before, beside | (self.moved - before)
        return found

    def step(self, node: Mapping, scope: Scope) -> Step | None:
        from .vocabulary import CHECKS

        verb = next((v for v in CHECKS if v in node), None)
        if verb is None:
            return None
        check: Callable[[StepChecker, Mapping, Scope], Step | None] = CHECKS[verb]
        return check(self, node, scope)

    # -- small helps -----------------------------------------------------------------------------

    def word(self, node: Mapping, otherwise: str) -> str:
        """The step's address: its `id`, or its own word."""
        own = node.get("id")
        return self.frame.address(own.text if isinstance(own, Scalar) else otherwise)

    def value(self, node: Mapping, key: str, scope: Scope, want: Type | None) -> T | None:
        found = node.get(key)
        return None if found is None else self.x.expr(found, scope, want)

    def condition(self, node: Mapping, key: str, scope: Scope) -> T | None:
        return self.value(node, key, scope, BOOL)

    def text(self, node: Mapping, key: str, scope: Scope) -> Template | None:
        found = node.get(key)
        return None if found is None else self.x.template(found, scope)

    def target(self, node: Node, scope: Scope) -> FieldRef | None:
        """A field that something is set in."""
        value = self.x.expr(node, scope)
        if isinstance(value, FieldRef):
            if value.field.name in self.d.signals:
                self.bag.error("wrong-target", f"the signal `{value.field.name}` is set from outside only", node.span)
            return value
        from ..types import Unknown

        if not isinstance(value.type, Unknown):
            what, help = NO_FIELDS.get(type(value), ("", ""))
            self.bag.error(
                "wrong-target", f"only fields can be set{what}", node.span, help=help,
                notes=[f"fields: {listing(self.d.fields)}"] if self.d.fields else [],
            )  # fmt: skip
        return None

    def procedure(self, name: str, node: Node) -> ProcedureT | None:
        """The checked procedure of that name."""
        declared = self.d.procedures.get(name)
        if declared is None:
            self.bag.unknown("procedure", name, node.span, self.d.procedures)
            return None
        self.d.used.add(f"procedures.{name}")
        return self.routine(name, declared.span, declared.params, declared.body, {})

    def routine(self, name: str, span: Span, params: dict[str, Type], body: Node, extra: dict[str, Type]) -> ProcedureT:
        """Check steps with parameters once; a cycle of calls is an error."""
        busy = [p.name for p in self.current]
        if name in busy:
            way = " -> ".join([*busy[busy.index(name) :], name])
            self.bag.error("recursive-procedure", f"`{name}` calls itself: {way}", span)
            return self.procedures[name]
        if name in self.procedures:
            return self.procedures[name]
        scope = Scope(player=True)
        variables = tuple(scope.bind(Var(n, t, span)) for n, t in {**extra, **params}.items())
        found = self.procedures[name] = ProcedureT(name, span, variables, [])
        before, self.frame = self.frame, Frame(name, turn=True, action=True, phase=True, procedure=True)
        self.current.append(found)
        found.steps = self.steps(body, scope)
        self.current.pop()
        self.frame = before
        return found
