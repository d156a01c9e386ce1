"""
Fold: what is known before play is not computed in play.

A loop over a few known values is written out, once for each; a name that holds a constant is that constant; and what
follows from constants alone is put in its place. Done on metered Python whose comprehensions are loops already.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from typing import Any

from ..expr.python import (
    FIELDS,
    assign,
    const,
    copied,
    copied_all,
    negated,
    place_like,
    reads,
    statements,
    walk,
)
from .gather import gather, in_zone, leaves, target
from .simplify import Simplifying

MOST_TIMES = 8  # that a loop is written out
LARGEST = 300  # nodes of what comes of it, at most,
GROWTH = 3  # or so many times those of the loop
MOST_NODES = 3_000  # more is not even tried,
MOST_TRIED = 100_000  # nor in all loops together: those inside others are tried each time that these are
HARMLESS = {"append", "bisect", "len"}
"""Calls that never fail. Others may end in a rule error, which tells the values of names; so these have to be there."""


def fold(functions: Iterable[ast.FunctionDef], constants: MutableMapping[str, Any]) -> None:
    """Rewrite the bodies of functions; `constants` are the tables that never change, to which some are added."""
    left = MOST_TRIED
    for function in functions:
        folding = _Folding(constants, function, left)
        folding.rewrite()
        left = folding.left


class _Folding:
    """
    One function. What is known of names holds for the statement at hand.

    Names of loops and comprehensions are taken to be read in these alone, as the compiler makes a new one for each.
    """

    def __init__(self, constants: MutableMapping[str, Any], function: ast.FunctionDef, left: int) -> None:
        self.constants = constants
        self.left = left  # nodes that may still be tried
        self.function = function
        self.stores = Counter(_stored(function.body))  # how many statements give a name its value, as first written
        self.known: dict[str, ast.expr] = {}
        self.simple = Simplifying(constants, _members(function))
        self.offered = _offered(function)
        self.before: ast.stmt | None = None  # the statement in front of the test that is at hand

    def rewrite(self) -> None:
        self.function.body = self.statements(self.function.body)
        made = {self.row_made(s) for s in statements(self.function.body)} - {""}
        if made:
            idle = made - {n.id for n in walk(self.function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
            if _dropped(self.function.body, lambda s: self.row_made(s) in idle):
                self.known.clear()
                self.function.body = self.statements(self.function.body)  # more follows from that

    # -- statements ------------------------------------------------------------------------------

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Statements as they are to be, up to the first that leaves."""
        found: list[ast.stmt] = []
        for statement in body:
            written = self.statement(statement, found[-1] if found else None)
            for i, new in enumerate(written, 1):
                changed = gather(found, new)
                if changed is not None and target(changed) not in _stored(written[i:]):
                    self.note(target(changed), changed.value)
            if found and isinstance(found[-1], (ast.Return, ast.Continue, ast.Break)):
                break
        return found

    def statement(self, statement: ast.stmt, before: ast.stmt | None) -> list[ast.stmt]:
        """What a statement becomes; `before` stands in front of it."""
        match statement:
            case ast.If():
                return self.choice(statement, before)
            case ast.For():
                return self.loop(statement)
            case ast.FunctionDef():  # called later, when names may hold something else
                outside, self.known = self.known, {k: v for k, v in self.known.items() if self.stores[k] == 1}
                statement.body = self.statements(statement.body)
                self.known = outside
            case ast.Try():
                self.forget(statement)  # a part of the body may be done when a handler begins
                self.inside(statement, "body")
                for handler in statement.handlers:
                    self.inside(handler, "body")
            case ast.Assign(targets=[ast.Name(id=id)], value=value):
                statement.value = self.value(value)
                self.note(id, statement.value)
            case _:
                self.parts(statement)
                self.forget(statement)
        return [statement]

    def inside(self, statement: Any, part: str) -> None:
        """Rewrite statements in a statement which may be run, or not, or again."""
        known = self.known
        self.known = dict(known)
        inner = self.statements(getattr(statement, part))
        setattr(statement, part, inner)
        self.known = known
        if not inner or not isinstance(inner[-1], (ast.Return, ast.Continue, ast.Break)):
            self.forget(*inner)

    def note(self, id: str, value: ast.expr) -> None:
        """What a name holds from here on."""
        self.forget_name(id)
        row = isinstance(value, ast.Tuple) and all(isinstance(e, ast.Name) for e in value.elts)
        if row or type(value) is ast.Constant:
            self.known[id] = value

    def forget(self, *given: ast.stmt) -> None:
        """These statements may have been run."""
        if self.known:
            for id in _stored(given):
                self.forget_name(id)

    def forget_name(self, id: str) -> None:
        self.known.pop(id, None)
        for other in [k for k, v in self.known.items() if reads(v, id)]:
            del self.known[other]

    def choice(self, statement: ast.If, before: ast.stmt | None) -> list[ast.stmt]:
        """An `if`, or what is run of it in any case."""
        self.before = before
        statement.test = self.simple.truth(self.value(statement.test))
        self.before = None
        if type(statement.test) is ast.Constant:
            return self.statements(statement.body if statement.test.value else statement.orelse)
        self.inside(statement, "body")
        self.inside(statement, "orelse")
        if not statement.body and statement.orelse:
            statement.test = place_like(negated(statement.test), statement.test)
            statement.body, statement.orelse = statement.orelse, []
        if statement.body:
            return [statement]
        return [] if _idle(statement.test) else [place_like(ast.Expr(statement.test), statement)]

    def loop(self, statement: ast.For) -> list[ast.stmt]:
        """A loop, or its body once for each value."""
        statement.iter = self.value(statement.iter, listed=True)
        _skip_first(statement)
        values = self.few(statement.iter)
        if (
            values is not None
            and isinstance(statement.target, ast.Name)
            and not (statement.orelse or leaves(statement.body))
            and not _names(statement.target, *values) & set(_stored(statement.body))
        ):
            known, size = dict(self.known), _size(statement)
            if len(values) * size < min(MOST_NODES, self.left):
                self.left -= len(values) * size
                written = [s for v in values for s in self.once(statement, v)]
                if len(values) == 1 or _size(*written) <= max(LARGEST, GROWTH * size):
                    return written
                self.known = known
        self.forget(statement)
        self.inside(statement, "body")
        statement.body = statement.body or [ast.Pass()]
        self.inside(statement, "orelse")
        return [statement]

    def few(self, value: ast.expr) -> list[ast.expr] | None:
        """What a loop runs over, if that is little and known."""
        match value:
            case ast.Call(func=ast.Name(id="range"), args=args) if all(type(a) is ast.Constant for a in args):
                row: Any = range(*(a.value for a in args))  # type: ignore[attr-defined]
                return [const(i) for i in row] if len(row) <= MOST_TIMES else None
            case ast.Constant(value=tuple(row)) if len(row) <= MOST_TIMES:
                return [const(i) for i in row]
            case ast.Tuple(elts=[ast.Name()]):
                return value.elts
        return None

    def once(self, statement: ast.For, value: ast.expr) -> list[ast.stmt]:
        """The body of a loop for one value."""
        assert isinstance(statement.target, ast.Name)
        id = statement.target.id
        self.forget_name(id)
        self.known[id] = value
        body = self.statements(copied_all(statement.body, {}))
        if any(self.may_fail(n) for s in body for n in walk(s)):
            body[:0] = [place_like(assign(id, value), statement.iter)]
        return body

    def may_fail(self, node: ast.AST) -> bool:
        """Whether this may go wrong, so that somebody is told the values of names."""
        match node:
            case ast.Call():
                return _called(node) not in HARMLESS
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod(), right=divisor):
                return not (isinstance(divisor, ast.Constant) and divisor.value)
            case ast.Subscript(value=ast.Name(id=id)):
                return isinstance(self.constants.get(id), dict)
        return False

    def row_made(self, statement: ast.stmt) -> str:
        """The name for which a list is made of names, or of what tables say of them."""
        if isinstance(statement, ast.Assign) and isinstance(row := statement.value, (ast.List, ast.Tuple)):
            return target(statement) if row.elts and all(self.plain(e) for e in row.elts) else ""
        return ""

    def plain(self, value: ast.expr) -> bool:
        """Whether this is a name, or what a table says of something: computing it does nothing else."""
        match value:
            case ast.Subscript(value=ast.Name(id=id), slice=ast.Name(id=at)):  # a mapping has no entry for some
                return isinstance(self.constants.get(id), tuple) and at in self.offered
        return isinstance(value, ast.Name)

    # -- expressions -----------------------------------------------------------------------------

    def parts(self, node: ast.AST) -> None:
        """Rewrite the expressions that a node is made of."""
        for field in FIELDS[type(node)]:
            inner = getattr(node, field, None)
            if isinstance(inner, ast.expr):
                setattr(node, field, self.value(inner))
            elif type(inner) is list:
                for i, part in enumerate(inner):
                    if isinstance(part, ast.expr):
                        inner[i] = self.value(part)
                    else:  # a `for` of a comprehension
                        self.parts(part)

    def value(self, node: ast.expr, *, listed: bool = False) -> ast.expr:
        """An expression without what is known in it; `listed`: where a row of names may stand for a name."""
        if isinstance(node, ast.Name):
            held = self.known.get(node.id) if isinstance(node.ctx, ast.Load) else None
            if held is None or (isinstance(held, ast.Tuple) and held.elts and not listed):
                return node
            return place_like(copied(held, {}), node)
        if isinstance(node, ast.Lambda):
            return node
        if isinstance(node, ast.Starred):
            node.value = self.value(node.value, listed=True)
            return node
        self.parts(node)
        match node:
            case ast.Call(func=ast.Name(id="fn_same"), args=[ast.Name(id=id)]) if _holds_one(self.before, id):
                return place_like(const(True), node)
        new = self.simple.simpler(node)
        if new is None:
            return node
        return new if hasattr(new, "source") else place_like(new, node)  # what is left of it keeps its own place


def _names(*nodes: ast.expr) -> set[str]:
    return {n.id for node in nodes for n in walk(node) if isinstance(n, ast.Name)}


def _idle(node: ast.expr) -> bool:
    """Whether computing this does nothing and never goes wrong."""
    allowed = (ast.Name, ast.Constant, ast.Compare, ast.cmpop, ast.expr_context, ast.BoolOp, ast.boolop)
    return all(isinstance(n, allowed) for n in walk(node))


def _stored(body: Iterable[ast.stmt]) -> Iterator[str]:
    """The names that statements give values."""
    for statement in statements(body):
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, (ast.AugAssign, ast.For)):
            targets = statement.target.elts if isinstance(statement.target, ast.Tuple) else [statement.target]
        yield from (t.id for t in targets if isinstance(t, ast.Name))


def _offered(function: ast.FunctionDef) -> set[str]:
    """The names that hold one option after another; what a step gives a name may be `None`."""
    loops = [s for s in statements(function.body) if isinstance(s, ast.For)]
    return {x.target.id for x in loops if isinstance(x.target, ast.Name) and isinstance(x.iter, (ast.Name, ast.Call))}


def _members(function: ast.FunctionDef) -> set[str]:
    """The names that hold what lies in some zone, never `None`."""
    loops = [s for s in statements(function.body) if isinstance(s, ast.For)]
    return {loop.target.id for loop in loops if isinstance(loop.target, ast.Name) and in_zone(loop.iter)}


def _skip_first(loop: ast.For) -> None:
    """`for i, c in enumerate(row, 1): if i > n` as a loop over the rest of the row."""
    match loop:
        case ast.For(
            target=ast.Tuple(elts=[ast.Name(id=i), each]),
            iter=ast.Call(func=ast.Name(id="enumerate"), args=[row, ast.Constant(value=1)]),
            body=[
                ast.If(
                    test=ast.Compare(
                        left=ast.Name(id=tested), ops=[ast.Gt()], comparators=[ast.Constant(value=int(n))]
                    ),
                    body=body,
                    orelse=[],
                )
            ],
        ) if i == tested and n >= 0 and isinstance(row, ast.Subscript) and not any(reads(s, i) for s in body):
            rest = ast.Subscript(row, ast.Slice(const(n), None), ast.Load())
            loop.target, loop.iter, loop.body = each, place_like(rest, loop.iter), body


def _holds_one(statement: ast.stmt | None, id: str) -> bool:
    """Whether this gives a name a list of one value."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=target)], value=ast.List(elts=[_])):
            return target == id
    return False


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _size(*statements: ast.stmt) -> int:
    return sum(1 for s in statements for _ in walk(s))


def _dropped(body: list[ast.stmt], idle: Callable[[ast.stmt], bool]) -> bool:
    """Take statements out of a list, and of those inside them; whether there were any."""
    before = len(body)
    body[:] = [s for s in body if not idle(s)]
    found = len(body) < before
    for inner in (getattr(s, part, []) for s in body for part in ("body", "orelse")):
        found |= _dropped(inner, idle)
    return found
