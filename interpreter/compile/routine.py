"""
Routines: blocks of statements, and where local names live.

A routine is a phase, a procedure that may stop, or the like. Its local names are Python locals
inside a block; one that is read in another block than it was bound in also gets a slot of the
state's list L. Procedures do not call themselves, so slots are fixed, return addresses included.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..expr.emit import Emitter
from ..expr.python import assign, call, item, name, place, walk
from ..expr.typed import T, Var
from ..layout import TooMany
from ..limits import MOST_BLOCKS_WRITTEN
from ..source import Span
from ..types import INT, Type
from .living import living
from .merge import Ref, merge

if TYPE_CHECKING:
    from ..steps.base import ProcedureT
    from ..steps.control import Hold
    from .build import Builder


def ref(block: Block) -> ast.expr:
    return Ref(block.number)


@dataclass(slots=True, eq=False)
class Block:
    """One function to be. `number` is its place in the program's list of blocks."""

    number: int
    file: str
    routine: Routine
    body: list[ast.stmt] = field(default_factory=list)
    defined: set[Var] = field(default_factory=set)
    exposed: set[Var] = field(default_factory=set)  # read before they are bound, and loaded first of all
    needs: set[Var] = field(default_factory=set)  # loaded on some ways only
    next: set[int] = field(default_factory=set)
    asks: bool = False


class Routine:
    """Writes the blocks of one routine; `emitter` writes expressions into the block at hand."""

    def __init__(self, builder: Builder, title: str, file: str) -> None:
        self.b = builder
        self.title = title
        self.blocks: list[Block] = []
        self.stores: list[tuple[list[ast.stmt], ast.stmt, Var]] = []
        self.block = self.new_block(file)
        self.emitter = Emitter(builder.code, self.block.body, self.read)
        self.emitter.file = file
        self.loops: list[tuple[int | None, int]] = []  # block to leave to (None: a Python break), holds around it
        self.done: int | None = None  # block or None: where `leave: procedure` goes
        self.return_var: Var | None = None
        self.holds: list[Hold] = []
        self.own_holds = 0  # how many of these began before the procedure that is being written
        self.inside_call = False
        self.procedure: ProcedureT | None = None
        self.names: dict[Var, str] = {}

    # -- blocks ----------------------------------------------------------------------------------

    def new_block(self, file: str | None = None) -> Block:
        block = Block(self.b.next_number(), file or self.block.file, self)
        self.blocks.append(block)
        if len(self.blocks) > MOST_BLOCKS_WRITTEN:
            raise TooMany(f"`{self.title}` has too many decisions")
        self.b.blocks[block.number] = block
        return block

    def new_pair(self) -> tuple[Block, Block]:
        """A block that asks and the one that takes the pick: its number is the next one (`Decision.pick`)."""
        return self.new_block(), self.new_block()

    def start(self, block: Block) -> None:
        """Write into `block` from now on."""
        self.block = block
        self.emitter.out = block.body
        self.emitter.env.clear()

    def goto(self, block: Block, span: Span | None = None) -> None:
        self.block.next.add(block.number)
        self.returns(ref(block), span)

    def returns(self, value: ast.expr, span: Span | None = None) -> None:
        statement = ast.Return(value)
        self.out.append(place(statement, span) if span else statement)

    @property
    def out(self) -> list[ast.stmt]:
        return self.emitter.out

    @contextmanager
    def inside(self, out: list[ast.stmt]) -> Iterator[None]:
        """Write into a nested list of statements (the body of an `if`)."""
        with self.emitter.into(out):
            yield

    def add(self, statement: ast.stmt, span: Span) -> None:
        self.out.append(place(statement, span))

    def call(self, function: str, *args: ast.expr, span: Span) -> None:
        self.add(ast.Expr(place(call(function, *args), span)), span)

    def emit(self, value: T) -> ast.expr:
        return self.emitter.emit(value)

    # -- names -----------------------------------------------------------------------------------

    def python(self, var: Var) -> str:
        if var not in self.names:
            self.names[var] = self.b.code.fresh(var.name)
            self.b.local_types[self.names[var]] = var.type
        return self.names[var]

    def read(self, var: Var) -> ast.expr:
        """The Python of a local name, loaded from its slot when it was bound in another block."""
        if var not in self.block.defined:
            self.block.exposed.add(var)
        return name(self.python(var))

    def loaded(self, var: Var) -> tuple[str, ast.expr]:
        """A local name, and where its value lies between blocks."""
        return self.python(var), item(name("L"), self.b.slot_of(var))

    def bind(self, var: Var, value: ast.expr, span: Span) -> None:
        """Give a local name its value; also into its slot, if another block turns out to read it."""
        python = self.python(var)
        self.add(assign(python, value), span)
        self.store(var, span)

    def store(self, var: Var, span: Span) -> None:
        self.block.defined.add(var)
        slot = ast.Subscript(name("L"), self.b.slot_of(var), ast.Store())
        statement = place(ast.Assign([slot], name(self.python(var))), span)
        self.out.append(statement)
        self.stores.append((self.out, statement, var))

    def hidden(self, hint: str, type: Type = INT) -> Var:
        """A name of the compiler's own."""
        return Var(f"_{hint}", type, self.b.rules.definition.span)

    # -- finishing -------------------------------------------------------------------------------

    def finish(self) -> None:
        """Merge blocks, drop stores that nobody reads, load what each block reads, find what lives across blocks."""
        merge(self, self.b.pinned)
        exposed = {v for b in self.blocks for v in b.exposed | b.needs} | self.b.always_stored
        for out, statement, var in self.stores:
            if var not in exposed:
                out.remove(statement)
                if not out:
                    out.append(ast.Pass())  # Python wants something in a loop that does nothing
        for b in self.blocks:
            loads: list[ast.stmt] = []
            for var in sorted(b.exposed, key=lambda v: self.python(v)):
                loads.append(assign(*self.loaded(var)))
            b.body[:0] = loads
            used = {n.id for statement in b.body for n in walk(statement) if isinstance(n, ast.Name)}
            b.body[:0] = [
                assign(short, ast.Attribute(name("s"), short, ast.Load())) for short in ("F", "Z", "L") if short in used
            ]
        self.b.live |= {number: sorted(slots) for number, slots in living(self).items()}
