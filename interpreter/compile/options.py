"""
Options: the list of what can be chosen, as Python; each different value once.
"""

from __future__ import annotations

import ast

from ..expr import emit_lists
from ..expr.emit_filters import narrowed
from ..expr.python import call, const, name, place
from ..expr.typed import (
    AllOf,
    AttrRef,
    BoardTiles,
    Built,
    Local,
    LoopT,
    Op,
    QueryT,
    T,
    Var,
    ZoneRef,
    certain,
    mentions,
    origin,
    trees,
)
from ..steps.decisions import Entry, Name
from .routine import Routine


def distinct(r: Routine, domain: T, value: ast.expr) -> ast.expr:
    """Each different value once; like components count as one, except in a row."""
    if isinstance(domain, (AllOf, BoardTiles)) or (isinstance(domain, Op) and domain.op == "range"):
        return value
    if isinstance(domain, Built) and domain.name in (
        "reachable",
        "neighbours",
        "seats_from",
        "spots",
        "meets",
        "cluster",
        "distinct",
    ):
        return value
    if isinstance(domain, AttrRef) and domain.attribute == "others":
        return value
    looks = looks_of(r, domain)
    if looks is not None:
        return call(distinct_by(r, domain, looks), value, looks)
    if isinstance(domain, ZoneRef) and r.b.layout.definition.finites[domain.of].tracked:
        return value
    return call("distinct", value)


def looks_of(r: Routine, domain: T) -> ast.expr | None:
    """The table from copy to kind, where like copies are offered once: everywhere but in a row."""
    source = origin(domain)
    if source is not None and source.zone is not None and source.zone.kind == "row":
        return None
    return emit_lists.looks_of(r.emitter, domain.type)


def distinct_by(r: Routine, domain: T, looks: ast.expr | None) -> str:
    """The name of the function that gives each different value once, or one of those that are alike by `looks`."""
    if looks is None:
        zone = origin(domain)
        apart = zone is not None and r.b.layout.definition.finites[zone.of].tracked
        return "as_they_are" if apart else "distinct"
    loop = _picked(domain)
    if loop is not None:
        domain = loop.domain
    without_order = isinstance(domain, ZoneRef) and (domain.zone is None or not domain.zone.ordered)
    return "distinct_sorted" if without_order else "distinct_looks"


def options(r: Routine, entry: Entry, tag: int | None) -> ast.expr:
    """The list of an entry's options, its guard apart. `tag` is its place in a menu."""
    with r.emitter.keeping():
        return _options(r, entry, tag)


def _options(r: Routine, entry: Entry, tag: int | None) -> ast.expr:
    direct = _option_comprehension(r, entry.names, tag)
    if direct is not None:
        return direct
    target = r.emitter.temp(ast.List([], ast.Load()), "options")
    out = r.out
    for n in entry.names:
        with r.inside(out):
            store, domain, tests = _generator(r, n)
            loop = place(ast.For(store, domain, [], []), n.domain.span)
            r.out.append(loop)
        out = loop.body
        for test in tests:
            with r.inside(out):
                guard = place(ast.If(r.emit(test), [], []), test.span)
                r.out.append(guard)
            out = guard.body
    append = ast.Attribute(name(target), "append", ast.Load())
    out.append(ast.Expr(ast.Call(append, [_option(r, entry.names, tag)], [])))
    return name(target)


def _generator(r: Routine, n: Name) -> tuple[ast.expr, ast.expr, list[T]]:
    """What a name runs over: a target, an iterable, and tests."""
    e, domain, loop = r.emitter, n.domain, _picked(n.domain)
    if not isinstance(domain, QueryT) or loop is None:
        value = distinct(r, domain, e.emit(domain))
        return ast.Name(e.bind(n.var), ast.Store()), value, []
    value, where = narrowed(e, loop, domain.where)
    if loop.index is None:
        if where is None or _by_looks(where, loop.var) or looks_of(r, loop.domain) is None:
            value = distinct(r, loop.domain, value)
        store: ast.expr = ast.Name(e.bind(loop.var), ast.Store())
    else:
        index, target = e.bind(loop.index), e.bind(loop.var)
        value = call("enumerate", value, const(1))
        store = ast.Tuple([ast.Name(index, ast.Store()), ast.Name(target, ast.Store())], ast.Store())
    e.env[n.var] = e.env[loop.var]
    return store, value, [where] if where is not None else []


def _picked(domain: T) -> LoopT | None:
    """For `c in zone where ..`, and nothing made of `c`: what `c` runs over."""
    if not isinstance(domain, QueryT) or len(domain.loops) != 1:
        return None
    loop = domain.loops[0]
    return loop if isinstance(domain.result, Local) and domain.result.var is loop.var else None


def _by_looks(test: T, var: Var) -> bool:
    """Whether a test reads nothing of a component but its attributes, which like copies share."""
    bases = [t.base for t in trees(test) if isinstance(t, AttrRef)]
    return all(t in bases for t in trees(test) if isinstance(t, Local) and t.var is var)


def _option(r: Routine, names: list[Name], tag: int | None) -> ast.expr:
    values = [r.emitter.env[n.var] for n in names]
    if tag is None and len(values) == 1:
        return values[0]
    first: list[ast.expr] = [] if tag is None else [const(tag)]
    return ast.Tuple(first + values, ast.Load())


def _option_comprehension(r: Routine, names: list[Name], tag: int | None) -> ast.expr | None:
    generators: list[ast.comprehension] = []
    before = dict(r.emitter.env)
    first: list[ast.stmt] = []
    for i, n in enumerate(names):
        out: list[ast.stmt] = []
        with r.inside(out):
            store, domain, tests = _generator(r, n)
        if i > 0 and _apart(n.domain, names[:i]) and not isinstance(domain, ast.Name):
            with r.inside(out):
                domain = name(r.emitter.temp(domain, "domain"))
        elif out and i > 0:
            r.emitter.env = before
            return None
        first.extend(out)
        inner: list[ast.stmt] = []
        with r.inside(inner):
            conditions = [r.emit(t) for t in tests]
        if inner:
            r.emitter.env = before
            return None
        generators.append(ast.comprehension(store, domain, conditions, 0))
    r.out.extend(first)
    if not generators:
        return ast.List([_option(r, names, tag)], ast.Load())
    single = generators[0]
    element = _option(r, names, tag)
    if (
        len(generators) == 1
        and not single.ifs
        and isinstance(element, ast.Name)
        and isinstance(single.target, ast.Name)
    ):
        return single.iter if _fresh(single.iter) else call("list", single.iter)
    return ast.ListComp(element, generators)


def _fresh(value: ast.expr) -> bool:
    """Whether this is a list that nothing else holds: all functions called `distinct..` make one."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id.startswith("distinct")


def _apart(domain: T, before: list[Name]) -> bool:
    """Whether what a name runs over is a zone, or its different components, whatever was chosen before it."""
    loop = _picked(domain)
    if loop is not None and loop.index is None:
        domain = loop.domain
    if isinstance(domain, Built) and domain.name == "distinct":
        domain = domain.args[0]
    if not isinstance(domain, ZoneRef) or (domain.owner is not None and not certain(domain.owner)):
        return False
    return not any(mentions(domain, n.var) for n in before)


def whole(domain: T) -> T:
    """What a query without a test runs over: `c in player.hand` is the hand."""
    if isinstance(domain, QueryT) and domain.where is None:
        loop = _picked(domain)
        if loop is not None and loop.index is None:
            return loop.domain
    return domain
