"""
Metering: functions as they were written in, the same functions out, with payments where much could be done.

The work of each function is reckoned from its Python: loops times the most that they can run over, calls times what
is called. What stays below `FREE` is left as it is, so that an ordinary game pays nothing. Elsewhere a function pays
when it is entered, a loop and whatever else goes through a list for each value (`runtime.spend`), from the same
`State.fuel`. So a tree of calls, a list that doubles and loops inside loops all end after about the same time.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..expr.python import Jumps, call, const, name, parts, walk
from ..limits import MOST_OPTIONS, PASS

if TYPE_CHECKING:
    from ..expr.emit import Code
    from ..layout import Members

FREE = 2_000  # work that nobody pays for
SMALL = 8_000  # work of any other function, at most, for which it pays at once: much less is done, as a rule
BLOCK = 50_000  # work of a block, at most, for which it pays at once and no loop in it does
RATE = 20  # pieces of work to a unit of fuel
MUCH = 10**9  # more is not told apart
UNKNOWN = 10_000  # values that a list may have of which nothing is known
EDGES = 6  # of a tile, at most
MAP = 20  # what a question to a map costs, whose answers are kept
GOES_THROUGH = {
    "all", "any", "distinct", "distinct_looks", "distinct_sorted", "enumerate", "fn_distinct", "fn_reversed",
    "fn_same", "fn_without", "kept", "list", "pick_any", "pick_exact", "pick_options", "sorted", "sum", "tuple",
}  # fmt: skip
SAME_LENGTH = {
    "distinct", "distinct_looks", "distinct_sorted", "enumerate", "fn_distinct", "fn_reversed", "fn_without",
    "kept", "last_of", "list", "pick_any", "pick_exact", "pick_options", "sorted", "spend", "tuple",
}  # fmt: skip
Functions = dict[str, tuple[str, ast.FunctionDef]]


def meter(functions: Functions, code: Code) -> None:
    """Put payments into functions, those apart that have them already; `code.costs` keeps what calling each costs."""
    metering = _Metering(functions, code)
    for python in functions:
        metering.cost(python)


class _Metering:
    def __init__(self, functions: Functions, code: Code) -> None:
        self.functions = functions
        self.layout = code.layout
        self.constants = code.constants
        self.known = code.costs
        self.limits = code.limits

    def cost(self, python: str) -> int:
        """What a call costs its caller."""
        if python not in self.known:
            if python not in self.functions:
                return MAP
            self.known[python] = 1
            self.known[python] = _Function(self, self.functions[python][1]).finish()
        return self.known[python]

    def components(self, slot: int | None) -> int:
        """How many components may lie in a zone; in any, if it is not known which."""
        found = max((sum(m.copies) for m in self._members(slot)), default=UNKNOWN)
        most = self.limits.get(slot) if slot is not None else None
        return found if most is None else min(found, most)

    def on_tiles(self, tool: str, asked: str) -> int:
        """How many things a question to a map of tiles may name."""
        for board in self.layout.definition.boards.values():
            if board.tiles and tool == f"land_{board.name}":
                parts = self.layout.definition.finites[board.tiles].parts
                if asked in ("cluster", "reachable"):
                    return sum(len(self.layout.members[part].names) for part in parts)
                if asked == "spots":
                    return EDGES * len(self.layout.members[board.tiles].names) + 1
                if asked == "sights":
                    return max(len(self.layout.parts[part]) for part in parts)
                faces = Counter((tile, side) for part in parts for tile, side, _ in self.layout.parts[part])
                return EDGES * max(faces.values(), default=1)
        return UNKNOWN

    def kinds(self, slot: int | None) -> int:
        """How many different ones."""
        return max((len(m.names) for m in self._members(slot)), default=UNKNOWN)

    def copies(self, slot: int | None) -> int:
        """How many of one kind."""
        return max((n for m in self._members(slot) for n in m.copies), default=UNKNOWN)

    def _members(self, slot: int | None) -> list[Members]:
        found = self.layout.slots if slot is None else self.layout.slots[slot : slot + 1]
        return [self.layout.members[of] for of in dict.fromkeys(of for _, _, of in found)]


class _Function:
    """One function: what its names may hold, and what its parts cost."""

    def __init__(self, metering: _Metering, function: ast.FunctionDef) -> None:
        self.m = metering
        self.function = function
        self.values: dict[str, list[ast.expr]] = {}
        self.inner: dict[str, ast.FunctionDef] = {}
        self.most: dict[tuple[str, str], int] = {}  # of a name: how long the list, or how large the number
        self.works: dict[int, int] = {}
        for node in walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.values.setdefault(node.targets[0].id, []).append(node.value)
            elif isinstance(node, ast.FunctionDef) and node is not function:
                self.inner[node.name] = node
            elif isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.target, ast.Name):
                self.values.setdefault(node.target.id, []).append(ast.Subscript(node.iter, const(0), ast.Load()))
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                self.values.setdefault(node.target.id, []).append(node.value)
            elif isinstance(node, ast.Expr) and (added := _appended(node.value)) is not None:
                self.values.setdefault(added[0], []).append(added[1])

    def finish(self) -> int:
        """Put the payments in; what a call then costs its caller."""
        body = self.function.body
        work = sum(map(self.work, body))
        if work <= BLOCK and self.function.name.startswith("block_") and not any(map(_steady, body)):
            if work > 5_000:
                self._offer()
                self._enter(body, work // 100)
            return 1
        if FREE < work <= SMALL and not any(map(_steady, body)):
            self._enter(body, work // 100)
            return 1
        own = sum(map(self.pays, body))
        if work <= FREE:
            return 1 + work
        self._offer()
        self._enter(body, 1 + own // RATE)
        return 1

    def _offer(self) -> None:
        """Count the options where they are offered, unless there are never so many."""
        for node in walk(self.function):
            if isinstance(node, ast.Assign) and _is_options(node.targets[0]) and not self._few(node.value):
                few = ast.Compare(call("len", node.value), [ast.LtE()], [const(MOST_OPTIONS)])
                node.value = ast.IfExp(few, node.value, call("too_many_options", node.value))

    def _few(self, options: ast.expr) -> bool:
        """Whether a list of options, which may end with `None`, is shorter than what may be offered."""
        given = self.values.get(options.id, []) if isinstance(options, ast.Name) else []
        return bool(given) and sum(map(self.length, given)) < min(MOST_OPTIONS, UNKNOWN) - 1

    @staticmethod
    def _enter(body: list[ast.stmt], units: int) -> None:
        """Pay when a function is entered, behind the lines that give short names."""
        fuel = ast.Attribute(name("s"), "fuel", ast.Load())
        less = ast.AugAssign(ast.Attribute(name("s"), "fuel", ast.Store()), ast.Sub(), const(units))
        spent = ast.If(ast.Compare(fuel, [ast.Lt()], [const(0)]), [ast.Expr(call("toll", name("s"), const(0)))], [])
        at = 0
        while at < len(body) - 1 and isinstance(body[at], ast.Assign) and not hasattr(body[at], "lineno"):
            at += 1
        body[at:at] = [less, spent]

    # -- how long a list may be ------------------------------------------------------------------

    def length(self, value: ast.expr) -> int:
        """The most values that a list may have."""
        if hasattr(value, "out_of"):  # picks
            return self.length(value.out_of)
        match value:
            case ast.Name(id=id):
                return self._resolved(id, self.length)
            case ast.List() | ast.Tuple():
                return sum(self.length(i.value) if isinstance(i, ast.Starred) else 1 for i in value.elts)
            case ast.ListComp():
                size = 1
                for generator in value.generators:
                    size *= self.length(generator.iter)
                return size
            case ast.IfExp():
                return max(self.length(value.body), self.length(value.orelse))
            case ast.Subscript(value=ast.Name(id="Z"), slice=index):
                return self.m.components(_base(index))
            case ast.Subscript(value=base, slice=ast.Slice()):
                return self.length(base)
            case (
                ast.Attribute(value=ast.Call(func=ast.Name(id=id)), attr=asked)
                | ast.Subscript(value=ast.Attribute(value=ast.Call(func=ast.Name(id=id)), attr=asked))
            ):
                return self.m.on_tiles(id, asked)
            case ast.Subscript():
                return _longest(self._rows(value))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=id))) if id in self.m.constants:
                return len(getattr(self.m.constants[id], "names", ())) or UNKNOWN  # places of a map
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id=id)), attr=asked)):
                return self.m.on_tiles(id, asked)
            case ast.Call(func=ast.Name(id="range"), args=args):
                return self._range(args)
            case ast.Call(func=ast.Name(id="distinct"), args=[ast.Subscript(value=ast.Name(id="Z"), slice=index)]):
                return min(self.m.components(_base(index)), self.m.kinds(_base(index)))
            case ast.Call(func=ast.Name(id=id), args=args) if id in SAME_LENGTH:
                return self.length(args[1] if id == "spend" else args[0])
        return UNKNOWN

    def _rows(self, value: ast.expr) -> list[Any]:
        """What may be looked up in a table, or in a table of tables."""
        match value:
            case ast.Subscript(value=base):
                return [v for row in self._rows(base) if isinstance(row, (tuple, list, dict)) for v in _values(row)]
            case ast.Name(id=id) if id in self.m.constants:
                return [self.m.constants[id]]
        return []

    def _resolved(self, id: str, measure: Callable[[ast.expr], int]) -> int:
        """The most of what a name was given anywhere in this function."""
        if id in self.m.constants and isinstance(self.m.constants[id], (tuple, list)):
            return len(self.m.constants[id])
        if id not in self.values or id in ("F", "Z", "L"):
            return UNKNOWN
        key = (measure.__name__, id)
        if key not in self.most:
            self.most[key] = UNKNOWN  # where a name is made of itself
            self.most[key] = min(max(map(measure, self.values[id])), MUCH)
        return self.most[key]

    def _range(self, args: Sequence[ast.expr]) -> int:
        low = args[0].value if isinstance(args[0], ast.Constant) and len(args) == 2 else 0
        if not isinstance(low, int) or (len(args) == 2 and not isinstance(args[0], ast.Constant)):
            return UNKNOWN
        return max(0, self.highest(args[-1]) - low)

    def highest(self, value: ast.expr) -> int:
        """The largest that a number may be, as far as ranges need it."""
        match value:
            case ast.Constant(value=int(number)):
                return number
            case ast.Name(id=id):
                return self._resolved(id, self.highest)
            case ast.BinOp(op=ast.Add()):
                return self.highest(value.left) + self.highest(value.right)
            case ast.IfExp():
                return max(self.highest(value.body), self.highest(value.orelse))
            case ast.Call(func=ast.Name(id="len"), args=[items]):
                return self.length(items)
            case ast.Call(func=ast.Name(id="min"), args=args) if len(args) > 1:
                return min(self.highest(a) for a in args)
            case ast.Call(func=ast.Attribute(value=ast.Subscript(value=ast.Name(id="Z"), slice=index), attr="count")):
                return self.m.copies(_base(index))
            case ast.Subscript(value=ast.Name(id=id)) if id in self.m.constants:
                numbers = [v for v in _values(self.m.constants[id]) if isinstance(v, int)]
                return max(numbers, default=UNKNOWN)
        return UNKNOWN

    # -- what the parts cost ---------------------------------------------------------------------

    def work(self, node: ast.AST) -> int:
        """The most that doing a part can cost, in about as many simple things done."""
        found = self.works.get(id(node))
        if found is None:
            found = self.works[id(node)] = self._work(node)
        return found

    def _work(self, node: ast.AST) -> int:
        match node:
            case ast.For():
                inside = sum(map(self.work, node.body))
                after = sum(map(self.work, node.orelse))
                return self.work(node.iter) + self._passes(node.iter) * (1 + inside) + after
            case ast.ListComp():
                total, times = 0, 1
                for generator in node.generators:
                    total += times * (1 + self.work(generator.iter))
                    times *= self._passes(generator.iter)
                    total += times * (1 + sum(map(self.work, generator.ifs)))
                return total + times * self.work(node.elt)
            case ast.FunctionDef():
                return 1
            case ast.Assign(value=ast.Attribute(value=ast.Name(id="s"))):
                return 0
        return self._itself(node) + sum(map(self.work, parts(node)))

    def _passes(self, items: ast.expr) -> int:
        """How often a loop goes round; one that pays for each pass counts as one."""
        return 1 if _called(items) in ("tireless", "spend") else self.length(items)

    def _itself(self, node: ast.AST) -> int:
        """What a part costs apart from the parts in it."""
        if isinstance(node, ast.Constant):
            return 0
        cost = 1 + sum(self.length(items) for items in _gone_through(node))
        if isinstance(node, ast.Call):
            return cost + self._call(node)
        return cost

    def _call(self, node: ast.Call) -> int:
        function = node.func
        if isinstance(function, ast.Name):
            inner = [self.inner[a.id] for a in node.args if isinstance(a, ast.Name) and a.id in self.inner]
            times = UNKNOWN if inner else 0
            if function.id in self.m.functions or function.id in self.m.known:
                return self.m.cost(function.id)
            return 1 + times * sum(self.work(s) for f in inner for s in f.body)
        if isinstance(function, ast.Subscript):
            return max((self.m.cost(f) for f in self._jumps(function)), default=MAP)
        if isinstance(function, ast.Attribute) and function.attr not in ("append", "get", "count", "index", "remove"):
            inner = [self.inner[a.id] for a in node.args if isinstance(a, ast.Name) and a.id in self.inner]
            return self._places(node) + (UNKNOWN if inner else 0) * sum(self.work(s) for f in inner for s in f.body)
        return 1

    def _places(self, node: ast.AST) -> int:
        """What a question to a map costs."""
        base = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
        constant = self.m.constants.get(base.id) if isinstance(base, ast.Name) else None
        return MAP + MAP // 2 * len(getattr(constant, "names", ()))

    def _jumps(self, function: ast.expr) -> list[str]:
        while isinstance(function, ast.Subscript):
            function = function.value
        table = self.m.constants.get(function.id) if isinstance(function, ast.Name) else None
        return table.functions() if isinstance(table, Jumps) else []

    # -- payments --------------------------------------------------------------------------------

    def pays(self, node: ast.AST) -> int:
        """Put payments into a part; what is left that nobody pays for."""
        if self.work(node) <= FREE and not _steady(node):
            return self.work(node)
        match node:
            case ast.For():
                own = self.pays(node.iter)
                inside = sum(map(self.pays, node.body))
                node.iter = self._charged(node.iter, PASS + inside // RATE)
                return 1 + own + sum(map(self.pays, node.orelse))
            case ast.ListComp():
                return self._comprehension(node)
            case ast.FunctionDef():
                own = sum(map(self.pays, node.body))
                self._enter(node.body, 1 + own // RATE)
                return 1
        own = 1 + sum(map(self.pays, parts(node)))
        for items in _gone_through(node):
            if self.length(items) > FREE // RATE:
                _put(node, items, call("spend", name("s"), items, const(1)))
            else:
                own += self.length(items)
        if _asks_a_map(node):
            return own + self._places(node)
        return own + (min(self._call(node), FREE) if isinstance(node, ast.Call) else 0)

    def _comprehension(self, node: ast.ListComp) -> int:
        inside = self.pays(node.elt)
        for generator in reversed(node.generators):
            inside += sum(map(self.pays, generator.ifs))
            own = self.pays(generator.iter)
            generator.iter = self._charged(generator.iter, 1 + inside // RATE)
            inside = 1 + own
        return inside

    def _charged(self, items: ast.expr, each: int) -> ast.expr:
        match items:
            case ast.Call(func=ast.Name(id="tireless")):
                items.keywords.append(ast.keyword("each", const(each)))
                return items
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]):
                items.args[0] = self._charged(inner, each)
                return items
            case ast.Call(func=ast.Name(id="spend"), args=[_, _]):
                items.args.append(const(each))
                return items
            case ast.Call(func=ast.Name(id="spend"), args=[_, _, ast.Constant(value=int(before))]):
                items.args[2] = const(before + each)
                return items
        return call("spend", name("s"), items, const(each))


def _steady(node: ast.AST) -> bool:
    """Whether a loop stands in it that pays for its passes, and is to be told what they cost."""
    return isinstance(node, ast.stmt) and any(_called(n) in ("tireless", "spend") for n in walk(node))


def _appended(node: ast.expr) -> tuple[str, ast.expr] | None:
    """The name of a list that values are added to one by one, and the list that all come out of, if that is known."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=id), attr="append"), args=[value]):
            last = isinstance(value, ast.Constant)  # the `None` behind options, which `_few` leaves room for
            return None if last else (id, getattr(node, "out_of", name("unknown")))
    return None


def _is_options(target: ast.AST) -> bool:
    return isinstance(target, ast.Attribute) and target.attr == "options"


def _asks_a_map(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _called_on(node).startswith("MAP_")


def _called_on(node: ast.Call) -> str:
    base = node.func.value if isinstance(node.func, ast.Attribute) else None
    return base.id if isinstance(base, ast.Name) else ""


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _gone_through(node: ast.AST) -> list[ast.expr]:
    """The lists that a node goes through from end to end."""
    match node:
        case ast.Call(func=ast.Name(id="min" | "max"), args=[items]):
            return [items]
        case ast.Call(func=ast.Name(id=id), args=[items, *_]) if id in GOES_THROUGH:
            return [items]
        case ast.Call(func=ast.Attribute(value=items, attr="count" | "index" | "remove")):
            return [items]
        case ast.Starred(value=items):
            return [items]
        case ast.Subscript(value=items, slice=ast.Slice()):
            return [items]
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[items]) if _called(items) not in ("range", "span"):
            return [items]
    return []


def _put(node: ast.AST, old: ast.expr, new: ast.expr) -> None:
    """Another operand in the place of one."""
    match node:
        case ast.Call(func=ast.Attribute() as function) if function.value is old:
            function.value = new
        case ast.Call():
            node.args[0] = new
        case ast.Compare():
            node.comparators[0] = new
        case ast.Starred() | ast.Subscript():
            node.value = new


def _base(index: ast.expr) -> int | None:
    """The first of the places that `Z[base + owner]` may mean, all for components of one type."""
    if isinstance(index, ast.BinOp):
        return _base(index.left)
    return index.value if isinstance(index, ast.Constant) and isinstance(index.value, int) else None


def _longest(rows: Iterable[Any]) -> int:
    return max((len(r) for r in rows if isinstance(r, (tuple, list))), default=UNKNOWN)


def _values(constant: Any) -> Iterable[Any]:
    return constant.values() if isinstance(constant, dict) else constant if isinstance(constant, (tuple, list)) else ()
