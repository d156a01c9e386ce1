"""
Gather: statements behind one another that build one thing are one statement.

`x = []` and `x.append(1)` are `x = [1]`; a list that is empty or not is not asked for that once it was built.
"""

from __future__ import annotations

import ast

from ..expr.python import TEMPORARY, name, negated, place_like, reads


def gather(found: list[ast.stmt], new: ast.stmt) -> ast.Assign | None:
    """
    Add a statement to a list, in the place of an earlier one where the two do what one can.

    Given back is the one that gives a name its value, if that is a value it did not have before.
    """
    if found and _empty_or_not(found[-1], new):
        return _leave_first(found, new)
    begun = _begun(found, new)
    if begun is not None and _joined(begun, new):
        return begun
    if not _added_together(found, new):
        _overwrite(found, new)
        found.append(new)
    return None


def target(statement: ast.Assign) -> str:
    """The name that is given a value, if it is one and no other is given the same."""
    found = statement.targets[0]
    return found.id if isinstance(found, ast.Name) and len(statement.targets) == 1 else ""


def leaves(body: list[ast.stmt]) -> bool:
    """Whether a loop with this body may be left, or a pass of it, before its end."""
    for statement in body:
        if isinstance(statement, (ast.Break, ast.Continue)):
            return True
        if isinstance(statement, ast.If) and (leaves(statement.body) or leaves(statement.orelse)):
            return True
        if isinstance(statement, ast.Try) and (
            leaves(statement.body) or any(leaves(h.body) for h in statement.handlers)
        ):
            return True
    return False


def in_zone(row: ast.expr) -> bool:
    """Whether this is what lies in a zone, or a part of it."""
    while isinstance(row, ast.Subscript):
        row = row.value
    return isinstance(row, ast.Name) and row.id == "Z"


def _empty_or_not(before: ast.stmt, new: ast.stmt) -> bool:
    """Whether one makes a list, empty or not, and the other leaves if it is empty."""
    match before, new:
        case (
            ast.If(
                body=[*_, ast.Assign(targets=[ast.Name(id=a)], value=ast.List(elts=[_, *_]))],
                orelse=[ast.Assign(targets=[ast.Name(id=b)], value=ast.List(elts=[]))],
            ),
            ast.If(test=ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=c)), body=[ast.Return() as way_out], orelse=[]),
        ):
            return a == b == c and not reads(way_out, c)
    return False


def _leave_first(found: list[ast.stmt], new: ast.stmt) -> ast.Assign:
    """`if a: x = [1]`, `else: x = []`, `if not x: return` as `if not a: return`, `x = [1]`."""
    choice = found.pop()
    assert isinstance(choice, ast.If) and isinstance(new, ast.If)
    refused = place_like(negated(choice.test), choice.test)
    found += [place_like(ast.If(refused, new.body, []), choice), *choice.body]
    last = choice.body[-1]
    assert isinstance(last, ast.Assign)
    return last


def _begun(found: list[ast.stmt], new: ast.stmt) -> ast.Assign | None:
    """
    The statement that gives a name the value that `new` may add to.

    Behind it may stand constants, which `new` does not read, as `fold` has put them in; and, if it adds but constants,
    ways out that do not read what it adds to.
    """
    id, values = _added(new)
    constant = bool(values) and all(isinstance(v, ast.Constant) for v in values)
    for statement in reversed(found):
        match statement:
            case ast.If(body=[ast.Return()], orelse=[]) if constant and not reads(statement, id):
                pass
            case ast.Assign(value=ast.Constant(value=value)) if target(statement) and type(value) is not int:
                pass
            case ast.Assign() if target(statement):
                return statement
            case _:
                return None
    return None


def _added(statement: ast.stmt) -> tuple[str, list[ast.expr]]:
    """A list and the values that are added to it; none if this does something else."""
    id, values = "", list[ast.expr]()
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[value])):
            id, values = name, [value]
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=ast.Tuple(elts=elts)):
            id, values = name, elts
    return (id, []) if any(reads(v, id) for v in values) else (id, values)


def _joined(before: ast.Assign, new: ast.stmt) -> bool:
    """Put a statement into the one before it: what is added to a list or a number that was begun there."""
    id, (list_id, values) = target(before), _added(new)
    match before.value, new:
        case ast.List(elts=elts), _ if values and list_id == id:
            elts += values
            return True
        case ast.Constant(value=0), ast.AugAssign(target=ast.Name(id=other), op=ast.Add(), value=value):
            if other == id and not reads(value, id):
                before.value = value
                return True
        case ast.List(elts=[]), ast.For(target=ast.Name(id=each), iter=items, body=[only], orelse=[]):
            match _added(only):
                case (other, [ast.Name(id=value_id)]) if other == id and value_id == each and not reads(items, id):
                    part = isinstance(items, ast.Subscript) and isinstance(items.slice, ast.Slice)
                    fresh = part and in_zone(items)  # what tables hold are tuples, the parts of these as well
                    before.value = items if fresh else place_like(ast.Call(name("list"), [items], []), items)
                    return True
    return False


def _added_together(found: list[ast.stmt], new: ast.stmt) -> bool:
    """Add several values to a list in one go, whatever constants are noted between."""
    at = len(found) - 1
    while at >= 0 and isinstance(before := found[at], ast.Assign) and isinstance(before.value, ast.Constant):
        at -= 1
    (id, more), (other, values) = _added(new), _added(found[at]) if at >= 0 else ("", [])
    if not more or not values or id != other:
        return False
    row = place_like(ast.Tuple([*values, *more], ast.Load()), values[0])
    found[at] = place_like(ast.AugAssign(ast.Name(id, ast.Store()), ast.Add(), row), found[at])
    return True


def _overwrite(found: list[ast.stmt], new: ast.stmt) -> None:
    """Take out the constant that a temporary name was given, if it is given something else before it is read."""
    if not isinstance(new, ast.Assign) or not target(new).startswith(TEMPORARY) or reads(new.value, target(new)):
        return
    for i in range(len(found) - 1, -1, -1):
        statement = found[i]
        if isinstance(statement, ast.Assign) and target(statement) == target(new):
            if isinstance(statement.value, ast.Constant):
                del found[i]
            return
        if reads(statement, target(new)) or leaves([statement]):
            return
