"""
Rulebook, first half: what the game consists of — numbers, components, kinds, maps, zones and fields.
"""

from __future__ import annotations

from typing import Any

from .english import article, capital, listed, plural, words, zone_name
from .expr.typed import Body, T
from .instructions import called, layers_of, mark
from .layout import Layout
from .located import text_of
from .markdown import Item, code, plain
from .model import Board, Finite, Row, Zone
from .nodes import Mapping
from .phrases import Phrases
from .rulebook import Book, people
from .types import Bool, Int, Maybe, Member, Seq, Type

KINDS = {"pool": "", "row": "a row", "pile": "a pile", "bag": "a bag"}
SEEN = {"everyone": "everybody", "owner": "its owner", "nobody": "nobody", "top": "the top one: everybody"}


def head(b: Book) -> None:
    """Title, players, what it is about, where it comes from."""
    b.doc.heading(1, plain(b.game.title))
    b.doc.paragraph(f"*For {people(b.counts)}.*", mark({b.d.span.source.layer} - {""}))
    b.doc.paragraph(plain(b.game.about))
    b.doc.paragraph(f"*{source}*" if (source := plain(text_of(b.sections.get("source")))) else "")


def things(b: Book) -> None:
    """The chapters about things."""
    _components(b)
    _numbers(b)
    for finite in b.d.finites.values():
        if finite.kind in ("enum", "component", "player"):
            _members(b, finite)
    for board in b.d.boards.values():
        _board(b, board)
    _zones(b)
    _fields(b)


# -- components and kinds ----------------------------------------------------------------------------


def section_of(finite: Finite) -> str:
    return "components" if finite.kind == "component" else "types"


def kinds_of(b: Book, finite: Finite, players: int) -> dict[str, int]:
    """The kinds of a component and how many there are of each."""
    members = b.layouts[players].members[finite.name]
    found: dict[str, int] = {}
    for i, kind in enumerate(members.kinds):
        name = members.names[kind]
        found[name] = found.get(name, 0) + members.copies[i]
    return found


def _components(b: Book) -> None:
    rows = []
    for finite in b.d.finites.values():
        if finite.kind == "component":
            counts = [kinds_of(b, finite, n) for n in b.counts]
            total = b.per_count([sum(c.values()) for c in counts])
            name = f"**{capital(words(finite.name))}**{b.mark('components', finite.name)}"
            rows.append([name, total, _kinds(b, finite, counts), b.about("components", finite.name)])
    if rows:
        b.doc.heading(2, "Components")
    b.doc.table(["component", "in all", "kinds", ""], rows)


def _kinds(b: Book, finite: Finite, counts: list[dict[str, int]]) -> str:
    names = list(counts[-1])
    if len(names) == 1 and finite.rows and not finite.rows[0].name:
        return ""
    copies = [b.per_count([c.get(name, 0) for c in counts]) for name in names]
    if len(names) > 24:
        return f"{len(names)} kinds"
    if len(set(copies)) == 1:
        each = "" if copies[0] == "1" else f" ({copies[0]} of each)"
        return ", ".join(words(n) for n in names) + each
    return ", ".join(f"{words(n)} × {c}" for n, c in zip(names, copies))


def _members(b: Book, finite: Finite) -> None:
    """A table of the members of a type, where there is more to say of them than their names."""
    section = section_of(finite)
    crossed = {a for row in finite.rows for a in row.each} if all(row.each for row in finite.rows) else set()
    shown = [a for a in finite.attributes.values() if a.name not in crossed]
    said = {row.name: b.about(section, finite.name, "rows", row.name) for row in finite.rows}
    if not shown and not finite.answers and not finite.does and not finite.parts:
        if finite.kind == "enum" or any(said.values()):
            _names(b, finite, section, said)
        return
    noun = words(finite.name)
    b.doc.heading(3, capital(plural(noun)), f"{section}.{finite.name}")
    if finite.kind != "component":
        b.doc.paragraph(capital(b.about(section, finite.name)))
    members = b.lay.members[finite.name]
    columns = _columns(b, finite, [a.name for a in shown])
    rows = []
    for i, name in enumerate(members.names):
        if finite.kind == "component" and members.kinds[i] != i:
            continue
        row = members.rows[i]
        changed = b.mark(section, finite.name, "rows", row)
        copies = str(kinds_of(b, finite, b.counts[-1])[name]) if finite.kind == "component" else ""
        cells = [_cell(b, finite, column, i) for column in columns]
        answers = [_answer(b, finite, row, answer) for answer in finite.answers]
        rows.append([f"**{words(name)}**{changed}", copies, *cells, *answers, said.get(row, "")])
    names = [words(" ".join(c[:2])) for c in columns]
    b.doc.table([noun, "copies", *names, *map(words, finite.answers), ""], _uncounted(rows))
    for does in finite.does:
        _does(b, finite, does)


def _uncounted(rows: list[list[str]]) -> list[list[str]]:
    """Copies are told only where there are several of something."""
    single = all(row[1] == "1" for row in rows)
    return [[row[0], "", *row[2:]] if single else row for row in rows]


def _names(b: Book, finite: Finite, section: str, said: dict[str, str]) -> None:
    """Members that have names only: a line, or a list where most of them are explained."""
    about = b.about(section, finite.name)
    head = f"**{capital(words(finite.name))}**" + (f" ({about})" if about else "")
    changed = b.mark(section, finite.name)
    if sum(1 for text in said.values() if text) * 2 > len(finite.names):
        b.doc.paragraph(f"{head}:{changed}")
        b.doc.items([Item(f"{words(n)}: {said.get(n) or 'nothing more'}") for n in finite.names])
        return
    names = [words(n) + (f" ({said[n]})" if said.get(n) else "") for n in finite.names]
    b.doc.paragraph(f"{head}: {listed(names)}.{changed}")


def _columns(b: Book, finite: Finite, attributes: list[str]) -> list[tuple[str, str]]:
    """Attributes, those that differ by side once for each side; then the parts of tiles, by side."""
    sides = finite.sides or [""]
    found: list[tuple[str, str]] = []
    for name in attributes:
        found += [(name, side) for side in sides] if (finite.name, name) in b.lay.sided else [(name, "")]
    for part in finite.parts:
        found += [(b.d.finites[part].part_list, side) for side in sides]
    return found


def _cell(b: Book, finite: Finite, column: tuple[str, str], i: int) -> str:
    name, side = column
    attribute = finite.attributes.get(name)
    if attribute is None:
        return _parts(b, finite, name, side, i)
    lay = b.lay
    table = lay.sided[finite.name, name][finite.sides.index(side)] if side else lay.attributes[finite.name, name]
    quiet = attribute.implied or attribute.default is not None
    return shown(b, attribute.type, table[i], quiet=quiet)


def shown(b: Book, type: Type, value: Any, *, quiet: bool = False) -> str:
    """A value in a table; `quiet`: nothing where it is what all have that say nothing."""
    return "" if quiet and value == 0 and isinstance(type, Int) else shown_plainly(b.lay, type, value)


def shown_plainly(lay: Layout, type: Type, value: Any) -> str:
    """A constant in words; nothing for no, none and the empty list."""
    if value is None or value is False or value == ():
        return ""
    if isinstance(type, Bool):
        return "yes"
    if isinstance(type, Seq) and isinstance(value, (tuple, list)):
        return ", ".join(shown_plainly(lay, type.item, v) or "0" for v in value)
    inner = type.item if isinstance(type, Maybe) else type
    if isinstance(inner, Member) and inner.name == "Player":
        return f"player {value + 1}"
    return words(lay.label(type, value))


def _parts(b: Book, tile: Finite, part_list: str, side: str, i: int) -> str:
    """The parts on one side of a tile, each with its attributes."""
    found = []
    for part in (b.d.finites[p] for p in tile.parts):
        if part.part_list != part_list:
            continue
        for n, (owner, on, name) in enumerate(b.lay.parts[part.name]):
            if owner == i and (tile.sides or [""])[on] == side:
                pairs = [
                    (a, shown(b, a.type, b.lay.attributes[part.name, a.name][n])) for a in part.attributes.values()
                ]
                said = ", ".join(f"{words(a.name)} {text}" for a, text in pairs if text)
                found.append(f"{words(name)}: {said}" if said else words(name))
    return "; ".join(found)


def _answer(b: Book, finite: Finite, row: str, answer: str) -> str:
    """The formula that a row gives, by side where sides differ."""
    texts = []
    for side in finite.sides or [""]:
        for key in ((row, side), (row, ""), ("", side), ("", "")):
            body = b.rules.checked.answers.get((finite.name, *key, answer))
            if body is not None:
                texts.append((side, formula(b, body, finite)))
                break
    if len({text for _, text in texts}) == 1:
        return texts[0][1]
    return "; ".join(f"{words(side)}: {text}" for side, text in texts)


def formula(b: Book, body: Body, finite: Finite | None = None) -> str:
    """A formula with its parameters: a lone player is *the player*, the row itself *this card*."""
    said = Phrases(b.they.values, you=False)
    named = [said.noun(v.type) for v in body.params]
    for n, (var, noun) in enumerate(zip(body.params, named)):
        if var.name == "self" and finite is not None:
            said.named[var] = f"this {words(finite.name)}"
        elif named.count(noun) == 1 and isinstance(var.type, Member):
            said.named[var] = f"the {noun}" if n == 0 else f"the given {noun}"
    value: T = body.value
    if str(value.type) == "Bool":
        return said.condition(value)
    return said.value(value)


def _does(b: Book, finite: Finite, does: str) -> None:
    """The steps that each row gives for itself."""
    items = []
    for row in finite.rows:
        for side in finite.sides or [""]:
            procedure = _row_steps(b, finite, row, side, does)
            steps = b.rules.procedures.get(procedure)
            if steps is None:
                continue
            for var in steps.params:
                b.you.named[var] = f"this {words(finite.name)}" if var.name == "self" else f"*{words(var.name)}*"
            where = f" ({words(side)})" if side else ""
            if procedure in b.d.procedures:
                items.append(Item(f"**{words(row.name or finite.name)}**{where}: {called(procedure)}."))
                continue
            inside = b.steps.steps(steps.steps)
            if inside:
                items.append(Item(f"**{words(row.name or finite.name)}**{where}:", inside))
    if items:
        b.doc.paragraph(f"*{capital(words(does))}*:")
    b.doc.items(items)


def _row_steps(b: Book, finite: Finite, row: Row, side: str, does: str) -> str:
    """The name under which the checked steps of a row are kept."""
    own = row.values.get(does) or row.sides.get(side, {}).get(does)
    if own is not None and text_of(own):
        return text_of(own)
    places = (f"{row.name}.{side}", row.name, side, "")
    names = [".".join(n for n in (finite.name, place, does) if n) for place in places]
    return next((n for n in names if n in b.rules.procedures), text_of(finite.does[does].default))


# -- maps --------------------------------------------------------------------------------------------


def _board(b: Book, board: Board) -> None:
    b.doc.heading(2, f"The {words(board.name)}", f"maps.{board.name}")
    b.doc.paragraph(capital(b.about("maps", board.name)), b.mark("maps", board.name, deep=False))
    if board.tiles:
        tile, part = words(board.tiles), words(board.joined_by)
        text = f"It is laid in play, of {board.shape} {plural(tile)}"
        b.doc.paragraph(text + (f", joined by their {plural(part)}." if part else "."))
        return
    finite = b.d.finites[board.nodes]
    many = plural(words(board.nodes))
    names = [words(n) for n in board.names]
    if board.shape == "grid":
        w, h = board.size
        b.doc.paragraph(f"A grid of {w} × {h} {many}, from {names[0]} to {names[-1]}.")
    elif board.shape in ("line", "ring"):
        way = "one after the other" if board.shape == "line" else "round and round"
        listing = f": {', '.join(names)}" if len(names) <= 40 and not finite.attributes else ""
        b.doc.paragraph(f"{len(names)} {many}, {way}{listing}.")
    else:
        b.doc.paragraph(f"{len(names)} {many}.", "All ways lead in both directions." if board.both_ways else "")
    if board.shape == "edges" or finite.attributes:
        _places(b, board, finite)


def _places(b: Book, board: Board, finite: Finite) -> None:
    columns = [(a, "") for a in finite.attributes]
    edges = b.node("maps", board.name, "edges")
    rows = []
    for i, name in enumerate(board.names):
        leads = ", ".join(words(n) for n in board.edges.get(name, []))
        cells = [_cell(b, finite, column, i) for column in columns]
        ways = edges.get(name) if isinstance(edges, Mapping) else None
        changed = layers_of(ways) | layers_of(b.node("maps", board.name, "rows", name))
        said = b.about("maps", board.name, "rows", name)
        rows.append([f"**{words(name)}**{mark(changed)}", leads, *cells, said])
    b.doc.table([words(board.nodes), "leads to", *(words(a) for a, _ in columns), ""], rows)


# -- zones, fields, numbers --------------------------------------------------------------------------


def _zones(b: Book) -> None:
    rows = []
    for zone in b.d.zones.values():
        whose = f"each {words(zone.per)}" if zone.per else ""
        about = (_sentence(b.about("zones", zone.name)) + _refill(b, zone)).strip()
        most = b.rules.checked.zone_max.get(zone.name)
        kind = KINDS[zone.kind] + (f", at most {b.they.value(most)}" if most is not None else "")
        holds = plural(words(zone.of))
        name = f"**{words(zone.name)}**{b.mark('zones', zone.name)}"
        rows.append([name, holds, whose, kind.removeprefix(", "), _seen(b, zone), about])
    if rows:
        b.doc.heading(2, "Where things lie")
    b.doc.table(["place", "holds", "whose", "kind", "seen by", ""], rows)


def _sentence(text: str) -> str:
    return capital(text) + ("" if not text or text.endswith((".", "!", "?")) else ".")


def _seen(b: Book, zone: Zone) -> str:
    if isinstance(zone.seen_by, str):
        return SEEN.get(zone.seen_by, zone.seen_by)
    body = b.rules.checked.zone_seen.get(zone.name)
    return f"whoever fits: {formula(b, body)}" if body is not None else ""


def _refill(b: Book, zone: Zone) -> str:
    if not zone.refill_from:
        return ""
    keep = b.rules.checked.zone_keep.get(zone.name)
    less = f", of which {b.they.value(keep)} stay there" if keep is not None else ""
    return f" When it is empty, it is made anew from the {zone_name(b.d.zones[zone.refill_from])}{less}."


def _fields(b: Book) -> None:
    rows = []
    for field in b.d.fields.values():
        if field.name in b.d.signals:
            continue
        of = " and ".join(words(o) for o in field.per)
        start = b.rules.checked.field_starts.get(field.name)
        first = b.they.value(start) if start is not None else ""
        resets = f"each {field.resets}" if field.resets else ""
        name = f"**{words(field.name)}**{b.mark('fields', field.name)}"
        seen = "" if field.seen_by == "everyone" else SEEN.get(field.seen_by, field.seen_by)
        row = [name, f"each {of}" if of else "", range_of(b, field.type), first, resets, seen]
        rows.append([*row, b.about("fields", field.name)])
    if rows:
        b.doc.heading(2, "What is kept track of")
    b.doc.table(["what", "of", "values", "at the start", "starts anew", "seen by", ""], rows)
    signals = [Item(f"**{words(s)}**: {b.about('signals', s)}") for s in b.d.signals]
    if signals:
        b.doc.paragraph("Said from outside, at any time:")
    b.doc.items(signals)


def range_of(b: Book, type: Type) -> str:
    """The values of a type, for people."""
    if isinstance(type, Maybe):
        return f"{range_of(b, type.item)}, or none"
    if isinstance(type, Bool):
        return "yes or no"
    if isinstance(type, Seq):
        return f"several of: {range_of(b, type.item)}"
    if isinstance(type, Int):
        if type.low is not None and type.high is not None:
            return f"{type.low} to {type.high}"
        return "a number" if type.low is None else f"{type.low} or more"
    return article(words(str(type)))


def _numbers(b: Book) -> None:
    """Parameters with their values, by number of players where they differ; then tables."""
    rows = []
    varies = any(p.by_players and p.name not in b.game.given for p in b.d.parameters.values()) and len(b.counts) > 1
    for p in b.d.parameters.values():
        values = [b.value_of(p, n) for n in b.counts] if varies else [b.parameter(p)]
        name = f"**{words(p.name)}**{b.mark('parameters', p.name)}"
        rows.append([name, *values, range_of(b, p.type), code(p.name), b.about("parameters", p.name)])
    heads = [f"{n} player{'' if n == 1 else 's'}" for n in b.counts] if varies else ["value"]
    if rows or b.d.tables:
        b.doc.heading(2, "Numbers")
    if rows:
        b.doc.paragraph("A table may agree on other values; these are the usual ones.")
    b.doc.table(["number", *heads, "may be", "name", ""], rows)
    for name, table in b.d.tables.items():
        b.doc.heading(3, capital(words(name)), f"tables.{name}")
        b.doc.paragraph(capital(b.about("tables", name)), b.mark("tables", name))
        keys = table.keys or [str(n + 1) for n in range(len(table.values))]
        values = [b.they.value(t) for t in b.rules.checked.tables[name]]
        b.doc.table(["for", "value"], [[words(k), v] for k, v in zip(keys, values)])
