"""
CSV reader: a Source in, a Mapping out, from row name to a mapping of column name to value.

The first line names the columns, the first column names the rows. Unquoted cells follow the same rules
as plain YAML values, quoted ones are text; an empty cell is left out, so that its default holds.
Lines that begin with `#` are comments, empty lines are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .diagnostics import Bag, Label
from .nodes import Mapping, Node, Scalar
from .scalars import as_key, check_characters, meaning
from .source import Source, Span

MOST_FAULTS = 200

SKIPPED = re.compile(r"(?:#[^\n]*|[ \t]*\r?)(?:\n|\Z)")
QUOTED = re.compile(r'[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*')
UNQUOTED = re.compile(r"[^,\r\n]*")
LINE_END = re.compile(r"\r?\n|\Z")
REST = re.compile(r"[^\r\n]*(?:\r?\n|\Z)")
ROW_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*|[0-9]+")

NAMES = "rows have names of letters, digits and `_`, or whole numbers"

DOUBLE = 'inside quotes write a quote twice: `""`'


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; a `bare` one was not quoted, and may be a number."""

    node: Scalar
    bare: bool


Row = list[Cell]


def read_csv(source: Source, bag: Bag) -> Mapping | None:
    """Read a table; every fault in it is reported, and then there is no table."""
    if not check_characters(source, bag):
        return None
    found = Bag()
    rows = list(_rows(source, found))
    table = _table(source, rows, found)
    for diagnostic in found.items:
        bag.add(diagnostic)
    return None if found.failed else table


# Text into cells


def _rows(source: Source, bag: Bag) -> Iterator[Row]:
    text = source.text
    at = 1 if text.startswith("\ufeff") else 0
    while at < len(text) and len(bag.items) < MOST_FAULTS:
        skipped = SKIPPED.match(text, at)
        if skipped:
            at = skipped.end()
            continue
        row: Row = []
        more = True
        while more:
            cell, at = _cell(source, at, bag)
            row.append(cell)
            more = text.startswith(",", at)
            at += more
        end = LINE_END.match(text, at)
        if end is None:  # after a stray quote the rest of the line has no meaning
            end = REST.match(text, at)
            assert end
        elif row:
            yield row
        at = end.end()


def _cell(source: Source, at: int, bag: Bag) -> tuple[Cell, int]:
    """The cell that begins at an offset, and the offset of the comma or line end behind it."""
    text = source.text
    quoted = QUOTED.match(text, at)
    if quoted is None:
        return _bare(source, at, bag)
    first, last = quoted.span(1)
    end = quoted.end()
    if end < len(text) and text[end] not in ",\r\n":
        _stray_quote(Span(source, last, last + 1), "text behind a closing quote", bag)
    offsets = tuple(_inside(text, first, last))
    value = "".join(text[offset] for offset in offsets).replace("\r", "\n")
    return Cell(_scalar(Span(source, first - 1, last + 1), value, (*offsets, last)), bare=False), end


def _bare(source: Source, at: int, bag: Bag) -> tuple[Cell, int]:
    bare = UNQUOTED.match(source.text, at)
    assert bare
    word = bare[0].strip(" \t")
    first = at + bare[0].index(word)
    last = first + len(word)
    end = bare.end()
    if word.startswith('"'):
        bag.error("unclosed-quote", "this quote is never closed", Span(source, first, first + 1), help=DOUBLE)
        end = len(source.text)
    elif '"' in word:
        quote = first + word.index('"')
        _stray_quote(Span(source, quote, quote + 1), "a quote inside an unquoted cell", bag)
    node = _scalar(Span(source, first, last), word, tuple(range(first, last + 1)))
    return Cell(node, bare=True), end


def _scalar(span: Span, text: str, offsets: tuple[int, ...]) -> Scalar:
    return Scalar(span, text, text, "csv", offsets)


def _inside(text: str, start: int, end: int) -> Iterator[int]:
    """The offsets between two quotes: a doubled quote and a line end count once."""
    i = start
    while i < end:
        yield i
        i += 2 if text[i] == '"' or text.startswith("\r\n", i) else 1


def _stray_quote(span: Span, message: str, bag: Bag) -> None:
    bag.error("stray-quote", message, span, help=f"quote the whole cell; {DOUBLE}")


# Cells into a table


def _table(source: Source, rows: list[Row], bag: Bag) -> Mapping:
    start = Span(source, 0, 0)
    if not rows:
        comments = "#" in source.text
        if not bag.failed:
            code, what = ("only-comments", "holds only comments") if comments else ("empty-file", "is empty")
            bag.error(code, f"the table {what}", start, help="write the names of the columns on the first line")
        return Mapping(start, (), ())
    columns = _columns(rows[0], bag)
    if not columns:
        return Mapping(start, (), ())
    sizes = {len(row) for row in rows[1:]}
    odd_header = len(rows) > 2 and len(sizes) == 1 and sizes != {len(rows[0])}
    if odd_header and all(cell.node.text for cell in rows[0]):
        _check_header(rows[0], sizes.pop(), bag)
    names: dict[str, Scalar] = {}
    values: list[Node] = []
    for row in rows[1:]:
        name = _name(row, names, bag)
        joined = len(row) < len(rows[0]) and not ROW_NAME.fullmatch(row[0].node.text)  # by a comma that is missing
        if not odd_header and not joined:
            _check_length(row, rows[0], bag)
        if name is not None:
            names[name.text] = name
            values.append(_row(row, columns, bag))
        if len(bag.items) > MOST_FAULTS:
            break
    if len(rows) == 1 and not bag.failed:
        bag.error("empty-table", "the table has no rows below its first line", rows[0][0].node.span)
    end = max(cell.node.span.end for cell in rows[-1])
    return Mapping(Span(source, rows[0][0].node.span.start, end), tuple(names.values()), tuple(values))


def _columns(header: Row, bag: Bag) -> list[Scalar | None]:
    """The names of the columns; None where there is none to use. The first cell names the rows' own column."""
    only = header[0].node
    for mark, name in ((";", "semicolons"), ("\t", "tabs")):
        at = only.text.find(mark)
        if len(header) == 1 and at >= 0:
            help = "save it with commas between the cells"
            bag.error("csv-separator", f"the cells are parted by {name}", only.part(at, at + 1), help=help)
            return []
    seen: dict[str, Scalar] = {}
    columns: list[Scalar | None] = [None]
    for cell in header[1:]:
        key = _key(cell, "column", bag)
        if key is not None and key.text in seen:
            _twice("duplicate-column", f"two columns are called `{key.text}`", key, seen[key.text], bag)
            key = None
        columns.append(key)
        if key is not None:
            seen[key.text] = key
    return columns


def _name(row: Row, names: dict[str, Scalar], bag: Bag) -> Scalar | None:
    name = _key(row[0], "row", bag)
    if name is not None and not ROW_NAME.fullmatch(name.text):
        mended = re.sub(r"[^a-z0-9]+", "_", name.text.lower()).strip("_")
        help = f"write `{mended}`" if ROW_NAME.fullmatch(mended) else ""
        bag.error("bad-name", f"`{name.text}` is no name of a row", name.span, notes=[NAMES], help=help)
        return None
    if name is not None and name.text in names:
        _twice("duplicate-row", f"two rows are called `{name.text}`", name, names[name.text], bag)
        return None
    return name


def _key(cell: Cell, what: str, bag: Bag) -> Scalar | None:
    """The name of a row or a column."""
    node = cell.node
    if not node.text:
        bag.error("missing-name", f"a {what} without a name", node.span)
        return None
    if cell.bare:
        node = _valued(node, bag)
    return as_key(node, bag)


def _valued(node: Scalar, bag: Bag) -> Scalar:
    return Scalar(node.span, node.text, meaning(node.text, node.span, bag), "csv", node.offsets)


def _twice(code: str, message: str, again: Scalar, first: Scalar, bag: Bag) -> None:
    bag.error(code, message, again.span, label="again here", labels=[Label(first.span, "first here")])


def _check_header(header: Row, cells: int, bag: Bag) -> None:
    """All rows agree, so the first line is the one at fault."""
    span = Span(header[0].node.span.source, header[0].node.span.start, header[-1].node.span.end)
    message = f"a first line of {len(header)} cells above rows of {cells}"
    bag.error("row-length", message, span, help="write one name for each column, with commas between them")


def _check_length(row: Row, header: Row, bag: Bag) -> None:
    if len(row) == len(header):
        return
    first, last = row[0].node, row[-1].node
    texts = [cell.node.text for cell in row]
    cut = len(row) > len(header) and any(text.count("(") > text.count(")") for text in texts)
    commas = "a cell that holds a comma must stand in quotes"
    bag.error(
        "row-length",
        f"a row of {len(row)} cells below a first line of {len(header)}",
        Span(first.span.source, first.span.start, max(last.span.end, first.span.end)),
        labels=[Label(Span(first.span.source, header[0].node.span.start, header[-1].node.span.end), "the columns")],
        help=commas if cut else "write one cell for each column; leave it empty for the default",
    )


def _row(row: Row, columns: list[Scalar | None], bag: Bag) -> Mapping:
    cells = [
        (column, _valued(cell.node, bag) if cell.bare else cell.node)
        for column, cell in zip(columns[1:], row[1:])
        if column is not None and cell.node.text
    ]
    span = Span(row[0].node.span.source, row[0].node.span.start, max(cell.node.span.end for cell in row))
    return Mapping(span, tuple(column for column, _ in cells), tuple(value for _, value in cells))
