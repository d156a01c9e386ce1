"""
Reuse: what a function has looked up, counted or found by bisection is kept in a name as long as nothing changes it.

Done on finished Python, in the order in which Python computes. A look-up is the first of its kind only for what is
computed after it in any case, so nothing is looked up sooner than before, and nothing goes wrong sooner.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import Any

from ..expr.python import name, place_like, walk

PURE = {
    "all", "any", "bisect", "distinct", "distinct_looks", "distinct_sorted", "enumerate", "fn_distinct",
    "fn_reversed", "fn_same", "fn_without", "kept", "last_of", "len", "list", "max", "min", "need", "pick_any",
    "pick_exact", "pick_options", "range", "sorted", "span", "spend", "sum", "the", "times", "toll", "tuple",
}  # fmt: skip
"""Functions that change neither fields nor zones; so do those of the definition."""
COUNTING = {"len", "bisect"}
FORMULAS = ("f_", "a_")
MOVING = {"append", "clear", "extend", "insert", "insort", "pop", "remove", "sort"}
"""Functions and methods that change a list."""
ASKING = {"count", "get", "index"}
FAILING = {"no_option", "not_there", "out_of_range"}
"""Functions that never come back."""

Key = tuple[Any, ...]


@dataclass(slots=True, eq=False)
class Found:
    """One look-up: where it stands, what it costs in steps of Python, and where it is asked for again."""

    place: tuple[ast.AST, str, int | None]
    node: ast.expr
    cost: int
    known: str = ""  # a name that it was given already
    again: list[tuple[ast.AST, str, int | None, ast.expr]] = field(default_factory=list)


Known = dict[Key, Found]


def reuse(functions: Iterable[ast.FunctionDef], constants: Container[str]) -> None:
    """Rewrite the bodies of functions; `constants` are the tables that never change."""
    for function in functions:
        work = _Reuse(constants)
        work.block(function.body, {})
        work.rewrite()


class _Reuse:
    def __init__(self, constants: Container[str]) -> None:
        self.constants = constants
        self.found: list[Found] = []

    def rewrite(self) -> None:
        for number, found in enumerate(self.found):
            if found.known:
                target = found.known
            elif len(found.again) * (found.cost - 1) > 2:
                target = f"_kept{number}"
                new = ast.NamedExpr(ast.Name(target, ast.Store()), found.node)
                _put(*found.place, place_like(new, found.node))
            else:
                continue
            for parent, attribute, index, node in found.again:
                _put(parent, attribute, index, place_like(name(target), node))

    # -- statements ------------------------------------------------------------------------------

    def block(self, body: list[ast.stmt], known: Known) -> None:
        for statement in body:
            self.statement(statement, known)

    def statement(self, statement: ast.stmt, known: Known) -> None:
        match statement:
            case ast.If():
                self.value(statement, "test", None, known)
                yes, no = dict(known), dict(known)
                self.block(statement.body, yes)
                self.block(statement.orelse, no)
                ends = [b for b, after in ((yes, statement.body), (no, statement.orelse)) if not _leaves(after)]
                _keep(known, {k for k, v in known.items() if all(b.get(k) is v for b in ends)})
            case ast.For():
                self.value(statement, "iter", None, known)
                self.changed([statement], known)
                inside = dict(known)
                self.block(statement.body, inside)
                self.block(statement.orelse, dict(known))
            case ast.Assign() | ast.AugAssign():
                self.assign(statement, known)
            case ast.Return() | ast.Expr() if statement.value is not None:
                self.value(statement, "value", None, known)
            case ast.FunctionDef():
                self.block(statement.body, {})
            case ast.Pass() | ast.Break() | ast.Continue() | ast.Return():
                pass
            case _:
                known.clear()
                for inner in ("body", "orelse"):
                    self.block(getattr(statement, inner, []), {})
                for handler in getattr(statement, "handlers", []):
                    self.block(handler.body, {})

    def assign(self, statement: ast.Assign | ast.AugAssign, known: Known) -> None:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        self.value(statement, "value", None, known)
        if isinstance(target, ast.Subscript) and isinstance(statement, ast.Assign):
            self.value(target, "slice", None, known)
        self.changed([statement], known)
        if isinstance(statement, ast.Assign) and isinstance(target, ast.Name):
            key = self.key(statement.value)
            found = known.get(key) if key is not None else None
            if found is not None and found.place[0] is statement:
                found.known = target.id

    def changed(self, statements: list[ast.stmt], known: Known) -> None:
        """Forget what these statements may change."""
        if not known:
            return
        names: set[str] = set()
        for statement in statements:
            for node in walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    names.add(node.id)
                elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                    names |= {node.value.id} if isinstance(node.value, ast.Name) else {"F", "Z"}
                elif isinstance(node, ast.Call):
                    names |= _changes(node)
        self.forget(names, known)

    def forget(self, names: set[str], known: Known) -> None:
        if names:
            _keep(known, {k for k, v in known.items() if v.known not in names and not (_names(k) & names)})

    # -- expressions -----------------------------------------------------------------------------

    def key(self, node: ast.expr) -> Key | None:
        """What a look-up is known by: one in fields, zones or constant tables, or a count of what a zone holds."""
        match node:
            case ast.Subscript(value=ast.Name(id=id), slice=index) if isinstance(node.ctx, ast.Load):
                at = self.index(index) if id in ("F", "Z") or id in self.constants else None
                return None if at is None else ("item", ("name", id), at)
            case ast.Subscript(value=ast.Subscript() as base, slice=index) if isinstance(node.ctx, ast.Load):
                row, at = self.key(base), self.index(index)
                return None if row is None or at is None or row[1] == ("name", "Z") else ("item", row, at)
            case ast.Call(func=ast.Name(id=id), args=[ast.Subscript() as zone, *rest]) if id in COUNTING:
                of, others = self.key(zone), [self.index(r) for r in rest]
                return None if of is None or None in others else (id, of, *others)
        return None

    def index(self, node: ast.expr) -> Key | None:
        """The same for what something is looked up by."""
        match node:
            case ast.Name(id=id):
                return ("name", id)
            case ast.Constant(value=int(value)):
                return ("number", value)
            case ast.BinOp(left=left, right=right, op=ast.Add() | ast.Mult()):
                a, b = self.index(left), self.index(right)
                return None if a is None or b is None else (type(node.op).__name__, a, b)
        return self.key(node)

    def value(self, parent: ast.AST, attribute: str, index: int | None, known: Known) -> None:
        """Go through an expression in the order of computing, and note look-ups."""
        whole = getattr(parent, attribute)
        node: ast.expr = whole if index is None else whole[index]
        key = self.key(node) if isinstance(node, (ast.Subscript, ast.Call)) else None
        if key is not None and key in known:
            known[key].again.append((parent, attribute, index, node))
            return
        match node:
            case ast.IfExp():
                self.value(node, "test", None, known)
                for branch in ("body", "orelse"):
                    self.value(node, branch, None, dict(known))
            case ast.BoolOp():
                self.value(node, "values", 0, known)
                inside = dict(known)
                for i in range(1, len(node.values)):
                    self.value(node, "values", i, inside)
            case ast.Compare():
                self.value(node, "left", None, known)
                self.value(node, "comparators", 0, known)
                inside = dict(known)
                for i in range(1, len(node.comparators)):
                    self.value(node, "comparators", i, inside)
            case ast.ListComp():
                before = len(self.found)
                self.value(node.generators[0], "iter", None, dict(known))
                del self.found[before:]  # Python allows no `:=` there
            case ast.Name() | ast.Constant() | ast.Lambda():
                pass
            case _:
                for inner, found in ast.iter_fields(node):
                    if isinstance(found, ast.expr):
                        self.value(node, inner, None, known)
                    elif isinstance(found, list):
                        for i, item in enumerate(found):
                            if isinstance(item, ast.expr):
                                self.value(node, inner, i, known)
                if isinstance(node, ast.Call):
                    self.forget(_changes(node), known)
        if key is not None:
            known[key] = Found((parent, attribute, index), node, _cost(node))
            self.found.append(known[key])


def _put(parent: ast.AST, attribute: str, index: int | None, new: ast.expr) -> None:
    if index is None:
        setattr(parent, attribute, new)
    else:
        getattr(parent, attribute)[index] = new


def _keep(known: Known, keys: set[Key]) -> None:
    for key in [k for k in known if k not in keys]:
        del known[key]


def _leaves(body: list[ast.stmt]) -> bool:
    match body[-1] if body else None:
        case ast.Return() | ast.Break() | ast.Continue():
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id=id))):
            return id in FAILING
    return False


def _changes(call: ast.Call) -> set[str]:
    """Which of fields and zones a call may change."""
    function = call.func
    if isinstance(function, ast.Name):
        if function.id in PURE or function.id.startswith(FORMULAS):
            return set()
        return {"Z"} if function.id in MOVING else {"F", "Z"}
    if isinstance(function, ast.Attribute):
        if function.attr in ASKING or (function.attr in MOVING and isinstance(function.value, ast.Name)):
            return set()
        return {"Z"} if function.attr in MOVING else {"F", "Z"}
    return {"F", "Z"}


def _names(key: Key) -> set[str]:
    """The names that a look-up depends on."""
    found: set[str] = set()
    for part in key:
        if isinstance(part, tuple):
            found |= _names(part)
    return found | {key[1]} if key[0] == "name" else found


def _cost(node: ast.expr) -> int:
    """About how many steps Python takes."""
    return sum(
        3 if isinstance(n, ast.Call) else 1
        for n in walk(node)
        if isinstance(n, (ast.Name, ast.Constant, ast.Subscript, ast.BinOp, ast.Call))
    )
