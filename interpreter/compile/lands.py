"""
Lands: functions as they were metered in, the same functions out, in which a map of tiles is looked up once for all
that is asked of it until a tile may move.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..expr.python import assign, call, const, item, name, parts, walk

Functions = dict[str, tuple[str, ast.FunctionDef]]
CHANGES = ("lay", "lift", "flip")
UNKNOWN = ""  # what a table of functions leads to


def look_up_once(functions: Functions, boards: list[str]) -> None:
    """Rewrite functions that ask maps of tiles; `boards` are these, in the order in which a state keeps them."""
    if not boards:
        return
    changing = {UNKNOWN, *(f"{change}_{board}" for change in CHANGES for board in boards)}
    called = {python: set(_called(function)) for python, (_, function) in functions.items()}
    more = True
    while more:
        found = {python for python, names in called.items() if python not in changing and names & changing}
        more = bool(found)
        changing |= found
    lands = _Lands(boards, changing)
    for _, function in functions.values():
        if any(isinstance(node, ast.Name) and node.id in lands.index for node in walk(function)):
            lands.block(function.body, {})


class _Lands:
    def __init__(self, boards: list[str], changing: set[str]) -> None:
        self.index = {f"land_{board}": i for i, board in enumerate(boards)}
        self.changing = changing
        self.names = 0
        self.known: dict[int, frozenset[str]] = {}  # of each statement, by identity: all that is called in it

    def block(self, body: list[ast.stmt], held: dict[str, str]) -> None:
        """Rewrite statements that follow each other; `held` are the maps that have been looked up before them."""
        done: list[ast.stmt] = []
        for statement in body:
            inner = [getattr(statement, part) for part in ("body", "orelse") if getattr(statement, part, None)]
            if isinstance(statement, ast.FunctionDef):
                self.block(statement.body, {})
            elif not self.changing.isdisjoint(self.called(statement)):
                held.clear()
                for statements in inner:
                    self.block(statements, {})
                for part in _head(statement):
                    self.put(part, {})
            elif isinstance(statement, ast.If):
                self.hold(statement.test, held, done)
                for statements in inner:
                    self.block(statements, dict(held))
                self.put(statement.test, held)
            else:
                self.hold(statement, held, done)
                self.put(statement, held)
                for function in _functions(statement):
                    self.block(function.body, {})
            done.append(statement)
        body[:] = done

    def called(self, statement: ast.stmt) -> frozenset[str]:
        """The names of all that is called in a statement, those inside it included."""
        found = self.known.get(id(statement))
        if found is None:
            names = {called for part in _head(statement) for called in _called(part)}
            inner = [p for p in parts(statement) if isinstance(p, ast.stmt) and not isinstance(p, ast.FunctionDef)]
            found = self.known[id(statement)] = frozenset(names).union(*map(self.called, inner))
        return found

    def hold(self, node: ast.AST, held: dict[str, str], out: list[ast.stmt]) -> None:
        """Look up what is asked for more than once."""
        asked = [python for python in _called(node) if python in self.index]
        if not asked:
            return
        loops = any(isinstance(part, (ast.For, ast.While, ast.ListComp)) for part in _walk_own(node))
        for python in dict.fromkeys(asked):
            if python not in held and (loops or asked.count(python) > 1):
                self.names += 1
                held[python] = f"{python}__{self.names}"
                out.append(assign(held[python], self.lookup(python)))

    def lookup(self, python: str) -> ast.expr:
        kept = item(ast.Attribute(name("s"), "maps", ast.Load()), const(self.index[python]))
        return ast.BoolOp(ast.Or(), [kept, call(python, name("s"))])

    def put(self, node: ast.AST, held: dict[str, str]) -> None:
        """Put what was looked up in the place of each question for the map."""
        for part in _walk_own(node):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Call):
                function = part.value.func
                if isinstance(function, ast.Name) and function.id in self.index:
                    python = function.id
                    part.value = name(held[python]) if python in held else self.lookup(python)


def _walk_own(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a part of a function, but not what stands in functions in it: these may run on another state."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += [child for child in parts(part) if not isinstance(child, ast.FunctionDef)]


def _head(statement: ast.stmt) -> list[ast.AST]:
    """What a statement is made of, apart from the statements in it."""
    return [part for part in parts(statement) if not isinstance(part, ast.stmt)]


def _functions(node: ast.AST) -> Iterator[ast.FunctionDef]:
    """The functions in a part of a function, those in them apart."""
    for child in parts(node):
        if isinstance(child, ast.FunctionDef):
            yield child
        else:
            yield from _functions(child)


def _called(node: ast.AST) -> Iterator[str]:
    """The names of all that is called."""
    for part in _walk_own(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
            yield part.func.id
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Subscript):
            yield UNKNOWN
