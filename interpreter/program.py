"""
Program: what a game runs on — code objects, tables and starting values, for one player count.

Nothing that a game depends on changes here in play, and states share it; formulas that only words need (prompts,
why-not) are compiled when somebody first asks.
"""

from __future__ import annotations

import ast
import hashlib
import warnings
from bisect import insort
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from struct import Struct
from types import CodeType
from typing import TYPE_CHECKING, Any

from . import dice, picking, runtime
from .expr.python import Jumps, reads
from .layout import FIRST_FREE, Layout
from .limits import FUEL
from .moving import Mover
from .runtime import fire, slot_name
from .source import Source, Span
from .types import Type

if TYPE_CHECKING:
    from .checking import Rules
    from .compile.build import Builder
    from .expr.emit import Code
    from .expr.typed import T, Template, Var
    from .state import State
    from .steps.decisions import Entry

BUILTINS = {
    name: __builtins__[name] if isinstance(__builtins__, dict) else getattr(__builtins__, name)
    for name in ("range", "len", "tuple", "list", "sum", "min", "max", "all", "any", "sorted", "enumerate")
}


FIRST_64_BITS = Struct(">Q24x").unpack
PLAIN: dict[str, Any] = {"insort": insort, **runtime.PLAIN, **dice.PLAIN, **picking.PLAIN}


@dataclass(slots=True)
class Decision:
    """Where a game stops: block numbers, address, and what labels and refusals are made from."""

    ask: int
    address: str
    kind: str  # choose, picks, menu, may, chance
    entries: tuple[Entry, ...]
    prompt: Template | None
    span: Span
    type: Type | None = None  # of chance's outcomes
    roll: str = ""

    @property
    def pick(self) -> int:
        """The block that takes what is picked: the next number (`Routine.new_pair`), which `State.choose` relies on."""
        return self.ask + 1


@dataclass(slots=True)
class Program:
    rules: Rules
    layout: Layout
    code: Code
    start: int
    blocks: list[Callable[[State], int | None]] = field(default_factory=list)
    decisions: dict[int, Decision] = field(default_factory=dict)
    fields: list[Any] = field(default_factory=list)
    zones: list[list[int]] = field(default_factory=list)
    slots: int = 0
    live: dict[int, list[int]] = field(default_factory=dict)
    returns: dict[int, int] = field(default_factory=dict)  # block -> slot of its procedure's return address
    slot_types: list[Type | None] = field(default_factory=list)
    var_slots: dict[Var, int] = field(default_factory=dict)
    types: list[Type] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    local_types: dict[str, Type] = field(default_factory=dict)
    source_names: list[str] = field(default_factory=list)
    source_bytes: list[bytes] = field(default_factory=list)  # the same, as the dice want them
    components: dict[str, list[int]] = field(default_factory=dict)
    scores: list[tuple[str, Callable[..., int], Callable[..., bool] | None]] = field(default_factory=list)
    keys: list[Callable[..., Any] | None] = field(default_factory=list)
    seen: dict[str, Callable[..., bool]] = field(default_factory=dict)
    wins: Callable[..., Any] | None = None
    payoff: Callable[..., int] | None = None
    wins_of: dict[str, Callable[..., Any]] = field(default_factory=dict)  # by ending
    globals: dict[str, Any] = field(default_factory=dict)
    entries: dict[str, int] = field(default_factory=dict)  # phase -> the block of its first turn, or its own
    ask_chance: bool = False
    maps: list[str] = field(default_factory=list)
    holds: list[int] = field(default_factory=list)  # slots that say whether a `hold` is in force
    ready: int | None = None  # the block before which every game is the same
    prepared: State | None = None  # a game that stands there
    foresight: dice.Foresight | None = None  # of what set-up asks the dice for, once a game was begun

    def key_of(self, seed: int, source: int) -> int:
        """The key of one source of dice: the first 64 bits of the digest of `SEED/NAME`."""
        key: int = FIRST_64_BITS(hashlib.sha256(f"{seed}/".encode() + self.source_bytes[source]).digest())[0]
        return key


FOREIGN = 10_000_000
"""A code object has one file name. What comes from another file has this many lines added, times its number."""


def origin(sources: dict[str, Source], file: str, line: int) -> tuple[Source | None, int]:
    """The file and the line that a line of a code object stands for."""
    number, own = divmod(line, FOREIGN)
    return (list(sources.values())[number - 1] if number else sources.get(file)), own


def _module(functions: list[ast.FunctionDef], file: str, sources: dict[str, Source]) -> CodeType:
    module = ast.Module(list[ast.stmt](functions), [])
    for function in functions:
        if not function.body:
            function.body.append(ast.Pass())
        if not hasattr(function, "lineno"):
            function.lineno, function.col_offset = 1, 0
    for node in functions:
        _locate(node, (node.lineno, node.col_offset, node.lineno, node.col_offset), file, sources)
    return compile(module, file, "exec")


def _locate(node: ast.AST, where: tuple[int, int, int, int], file: str, sources: dict[str, Source]) -> None:
    """Give nodes without a place that of their parent, and those of other files lines of their own."""
    if "lineno" in node._attributes:
        located: Any = node
        if hasattr(node, "lineno"):
            shift = _foreign(getattr(node, "source", None), file, sources)
            where = (
                located.lineno + shift, located.col_offset,
                (getattr(located, "end_lineno", None) or located.lineno) + shift,
                getattr(located, "end_col_offset", None) or located.col_offset,
            )  # fmt: skip
        located.lineno, located.col_offset, located.end_lineno, located.end_col_offset = where
    for child in ast.iter_child_nodes(node):
        _locate(child, where, file, sources)


def _foreign(source: Source | None, file: str, sources: dict[str, Source]) -> int:
    if source is None:
        return 0
    sources.setdefault(source.name, source)
    return 0 if source.name == file else FOREIGN * (list(sources).index(source.name) + 1)


def _short_names_used(functions: Iterable[ast.FunctionDef]) -> None:
    """Leave out the short names for a state's lists (`F = s.F`) that a function does without."""
    for function in functions:
        for first in [*function.body[:2]]:
            match first:
                case ast.Assign(targets=[ast.Name(id=id)], value=ast.Attribute(value=ast.Name(id="s"), attr=attr)):
                    if id == attr and not any(reads(s, id) for s in function.body if s is not first):
                        function.body.remove(first)


def _execute(
    functions: dict[str, tuple[str, ast.FunctionDef]], scope: dict[str, Any], sources: dict[str, Source]
) -> None:  # fmt: skip
    by_file: dict[str, list[ast.FunctionDef]] = {}
    for file, function in functions.values():
        by_file.setdefault(file, []).append(function)
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", SyntaxWarning
        )  # of what authors compare with what, which they are told elsewhere
        _run(by_file, scope, sources)


def _run(by_file: dict[str, list[ast.FunctionDef]], scope: dict[str, Any], sources: dict[str, Source]) -> None:
    for file, found in by_file.items():
        exec(_module(found, file, sources), scope)


def evaluate(code: Code, value: T, state: Any = None, env: dict[Var, Any] | None = None) -> Any:
    """Compute one expression now: a constant one, or one of a state with some names given."""
    from .compile.metering import meter
    from .expr.emit import Emitter
    from .expr.python import function_def, name

    function = function_def("compute", ["s", *(f"v{i}" for i, _ in enumerate(env or {}))])
    emitter = Emitter(code, function.body)
    emitter.file = "\0"
    emitter.env = {var: name(f"v{i}") for i, var in enumerate(env or {})}
    if state is not None:
        emitter.prologue()
    function.body.append(ast.Return(emitter.emit(value)))
    scope: dict[str, Any] = {"__builtins__": BUILTINS, **PLAIN, **(state.program.globals if state is not None else {})}
    scope.update({k: v for k, v in code.constants.items() if not isinstance(v, Jumps)})
    new = _needed(function, code, scope)
    sources = state.program.sources if state is not None else {}
    functions = {**new, "compute": (value.span.source.name, function)}
    meter(functions, code)
    del code.costs["compute"]
    _execute(functions, scope, sources)
    jumps = {k: _jump_table(v, scope) for k, v in code.constants.items() if _is_ready(k, v, scope)}
    scope.update(jumps)
    if state is not None:
        state.program.globals.update({k: scope[k] for k in (*new, *jumps)})
    if state is not None:
        state.fuel = FUEL
    return scope["compute"](state if state is not None else code, *(env or {}).values())


def _needed(start: ast.FunctionDef, code: Code, scope: dict[str, Any]) -> dict[str, tuple[str, ast.FunctionDef]]:
    """The functions that one calls, directly or not, and that are not there yet; others may be half written."""
    found: dict[str, tuple[str, ast.FunctionDef]] = {}
    waiting = [start]
    while waiting:
        for node in ast.walk(waiting.pop()):
            names = [node.id] if isinstance(node, ast.Name) else []
            jump = code.constants.get(names[0]) if names else None
            if isinstance(jump, Jumps):
                names = jump.functions()
            for name in names:
                if name in code.functions and name not in scope and name not in found:
                    found[name] = code.functions[name]
                    waiting.append(code.functions[name][1])
    return found


def _is_ready(name: str, constant: Any, scope: dict[str, Any]) -> bool:
    """Whether a jump table is not there yet and all its functions are."""
    return isinstance(constant, Jumps) and name not in scope and all(f in scope for f in constant.functions())


def _jump_table(jumps: Jumps, scope: dict[str, Any]) -> list[Any]:
    return [[scope[f] for f in row] if isinstance(row, list) else scope[row] for row in jumps.rows]


def link(
    b: Builder, start: int, scores: list[tuple[str, str, str | None]], keys: list[str | None], seen: dict[str, str],
    wins: str | None, payoff: str | None, wins_of: dict[str, str], *, played: bool,
) -> Program:  # fmt: skip
    """Compile everything a builder wrote, and put the starting values together."""
    from .expr.python import function_def

    lay = b.layout
    p = Program(b.rules, lay, b.code, start, decisions=b.decisions, live=b.live, slot_types=b.slot_types)
    p.ask_chance, p.sources, p.local_types, p.types = b.ask_chance, b.sources, b.local_types, b.types
    p.entries = dict(b.entries_of_phases)
    p.var_slots, p.slots, p.holds, p.ready = b.slots, len(b.slot_types), [*b.hold_slots.values()], b.ready
    boxes = {slot: f"box({of})" for of, slot in lay.box_base.items()}
    p.source_names = [boxes.get(i) or slot_name(lay, i) for i in range(len(lay.slots))] + b.rolls
    p.source_bytes = [n.encode() for n in p.source_names]
    limits = _limits(b)
    b.code.limits = {i: n for i, n in enumerate(limits) if n is not None and _starts_empty(b, i)}
    scope: dict[str, Any] = {"__builtins__": BUILTINS, **PLAIN}
    scope.update(Mover(lay, limits).tools())
    scope.update(b.code.probe.tools())
    levels = [b.level(e) for e in b.rules.endings]
    targets = [0 if e.to == "over" else b.phase_blocks[e.to] for e in b.rules.endings]
    scope["fire"] = lambda s, i: fire(levels, s, i)
    scope["go_to_end"] = _go_to_end(targets)
    p.maps = _tile_maps(lay, scope)
    functions = dict(b.code.functions)
    for number, block in sorted(b.blocks.items()):
        function = function_def(f"block_{number}", ["s"])
        function.body = block.body
        functions[f"block_{number}"] = (block.file, function)
        if block.routine.return_var is not None:
            p.returns[number] = b.slot_number(block.routine.return_var)
    _rewrite(functions, b.code, p.maps, played=played)
    _execute(functions, scope, b.sources)
    for constant, value in b.code.constants.items():
        scope[constant] = _jump_table(value, scope) if isinstance(value, Jumps) else value
    p.globals = scope
    p.blocks = [_over, *(scope.get(f"block_{n}", _over) for n in range(1, b.numbers + 1))]
    p.scores = [(t, scope[f], scope[w] if w else None) for t, f, w in scores]
    p.keys = [scope[k] if k else None for k in keys]
    p.seen = {z: scope[f] for z, f in seen.items()}
    p.wins_of = {e: scope[f] for e, f in wins_of.items()}
    p.wins, p.payoff = scope[wins] if wins else None, scope[payoff] if payoff else None
    _starting_values(b, p)
    return p


def _rewrite(functions: dict[str, tuple[str, ast.FunctionDef]], code: Code, maps: list[str], *, played: bool) -> None:
    """
    Put payments into finished Python and make it faster.

    What is not played need but become what Python might find nested too deep: loops in the place of comprehensions.
    """
    from .compile.fold import fold
    from .compile.lands import look_up_once
    from .compile.metering import meter
    from .compile.reuse import reuse
    from .compile.unroll import unroll
    from .expr.python import unshared

    bodies = [function for _, function in functions.values()]
    for function in bodies:
        unshared(function)
    if played:
        meter(functions, code)
        look_up_once(functions, maps)
    unroll(bodies)
    if played:
        fold(bodies, code.constants)
        _short_names_used(bodies)
        reuse(bodies, code.constants)


def beginning(b: Builder) -> Program:
    """Numbers and starting values, without compiled rules."""
    p = Program(b.rules, b.layout, b.code, 0)
    _starting_values(b, p)
    return p


def _over(s: State) -> None:
    s.pc, s.over, s.options, s.weights = 0, True, None, None


def _go_to_end(targets: list[int]) -> Callable[[State], int]:
    from .layout import ENDING_SLOT, PENDING_SLOT, SETTLED

    def go_to_end(s: State) -> int:
        s.F[PENDING_SLOT] = SETTLED
        ending: int = s.F[ENDING_SLOT]
        return targets[ending]

    return go_to_end


def _limits(b: Builder) -> list[int | None]:
    from .expr.emit import constant_value

    found: list[int | None] = []
    for zone, _, _ in b.layout.slots:
        most = b.layout.checked.zone_max.get(zone.name) if zone is not None else None
        found.append(int(constant_value(b.code, most)) if most is not None else None)
    return found


def _starts_empty(b: Builder, slot: int) -> bool:
    zone = b.layout.slots[slot][0]
    return zone is not None and zone.start is None


def _starting_values(b: Builder, p: Program) -> None:
    lay = b.layout
    p.fields = [None] * lay.field_count
    p.fields[:FIRST_FREE] = [0, None, 1, None, None, 0, 0, 0, 0]
    p.fields[0] = int(lay.parameters.get("first_player", 0))
    for f in b.rules.definition.fields.values():
        for slot in b.field_slots(f):
            p.fields[slot] = b.start_of(f)
    for finite, base in lay.side_base.items():
        n = len(lay.members[finite].names)
        p.fields[base : base + n] = [0] * n
        p.fields[base + 2 * n : base + 3 * n] = [0] * n
    p.zones = [[] for _ in lay.slots]
    for name, box in lay.box_base.items():
        members = lay.members[name]
        p.zones[box] = [k for k, copies in enumerate(members.copies) for _ in range(copies)]
        p.components[name] = list(p.zones[box])
    for zone in b.rules.definition.zones.values():
        if zone.start is None:
            continue
        box, slot = lay.box_base[zone.of], lay.zone_base[zone.name]
        query = lay.checked.zone_starts.get(zone.name)
        wanted = set(p.zones[box]) if query is None else set(_all_matching(b, query))
        p.zones[slot] = sorted([*p.zones[slot], *(k for k in p.zones[box] if k in wanted)])
        p.zones[box] = [k for k in p.zones[box] if k not in wanted]


def _all_matching(b: Builder, query: T) -> list[int]:
    return list(evaluate(b.code, query))


def _tile_maps(lay: Layout, scope: dict[str, Any]) -> list[str]:
    from .land import tools_of_map

    maps: list[str] = []
    for board in lay.definition.boards.values():
        if board.tiles:
            scope.update(tools_of_map(lay, board, len(maps), scope["put"], scope["find"]))
            maps.append(board.name)
    return maps
