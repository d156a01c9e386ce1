"""CSV reader: tables of rows by name, with places, and what is refused."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.csv_reader import read_csv
from interpreter.diagnostics import Bag, Diagnostic
from interpreter.nodes import Mapping, Scalar
from interpreter.source import Source


def read(text: str) -> tuple[Mapping | None, list[Diagnostic]]:
    bag = Bag()
    table = read_csv(Source("rows.csv", text), bag)
    assert (table is None) == bag.failed
    return table, bag.items


def good(text: str) -> Mapping:
    table, faults = read(text)
    assert not faults
    assert table is not None
    return table


def values(table: Mapping) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for name, row in table.items():
        assert isinstance(row, Mapping)
        found[name.text] = {k.text: v.value for k, v in row.items() if isinstance(v, Scalar)}
    return found


def test_rows_and_columns_have_names() -> None:
    text = 'name,points,open,says\r\nace, 11 ,true,"a, ""b"""\r\n\r\n# two\r\n2,,false,plain words\r\n'
    assert values(good(text)) == {
        "ace": {"points": 11, "open": True, "says": 'a, "b"'},
        "2": {"open": False, "says": "plain words"},
    }


def test_bare_cells_follow_yaml_and_quoted_ones_are_text() -> None:
    text = 'name,a,b,c,d,e\nx,7,"7",null,no,""\n'
    assert values(good(text)) == {"x": {"a": 7, "b": "7", "c": None, "d": "no"}}


def test_a_byte_order_mark_and_a_missing_last_line_end_are_fine() -> None:
    table = good("\ufeff,a\nx,1")
    assert values(table) == {"x": {"a": 1}}
    assert table.keys[0].span.text == "x"


def test_characters_know_their_places() -> None:
    text = 'name,a,b\nx,  u v ,"p ""q""\r\nr"\n'
    row = good(text).values[0]
    assert isinstance(row, Mapping)
    u, p = row.values
    assert isinstance(u, Scalar)
    assert isinstance(p, Scalar)
    assert u.span.text == "u v"
    assert p.text == 'p "q"\nr'
    assert p.span.text == '"p ""q""\r\nr"'
    assert "".join(text[o] for o in p.offsets) == 'p "q"\rr"'
    assert p.part(2, 5).text == '""q"'
    assert (p.part(6, 7).line, p.part(6, 7).column) == (3, 1)
    assert row.key("b").span.column == 8


@pytest.mark.parametrize(
    ("code", "underlined", "text"),
    [
        ("empty-file", "", ""),
        ("empty-file", "", "\n\n"),
        ("only-comments", "", "# name,a\n"),
        ("empty-table", "name", "name,a\n"),
        ("duplicate-row", "x", "name,a\nx,1\ny,2\nx,3\n"),
        ("duplicate-row", '"2"', 'name,a\n2,1\n"2",2\n'),
        ("duplicate-column", "a", "name,a,a\nx,1,2\n"),
        ("missing-name", "", "name,a,,b\nx,1,2,3\n"),
        ("missing-name", "", "name,a\n,1\n"),
        ("row-length", "x,1", "name,a,b\nx,1\n"),
        ("row-length", "x,1,2", "name,a\nx,1,2\n"),
        ("stray-quote", '"', 'name,a\nx,b"c\n'),
        ("stray-quote", '"', 'name,a\nx,"b"c\n'),
        ("unclosed-quote", '"', 'name,a\nx,"b\ny,c\n'),
        ("csv-separator", ";", "name;a\nx;1\n"),
        ("bad-number", "2.0", "name,a\nx,2.0\n"),
        ("bad-number", "010", "name,a\n010,2\n"),
        ("long-number", "1234567890123456789", "name,a\nx,1234567890123456789\n"),
        ("bad-key", "true", "name,a\ntrue,2\n"),
        ("control-character", "\x00", "name,a\nx,\x00\n"),
        ("lone-surrogate", "\udc80", "name,a\nx,\udc80\n"),
    ],
)
def test_faults_have_their_code_and_place(code: str, underlined: str, text: str) -> None:
    faults = read(text)[1]
    assert [(f.code, f.span.text if f.span else None) for f in faults] == [(code, underlined)]
    for words in (faults[0].message, faults[0].help):
        assert not words.endswith(".")


def test_faults_come_together_with_both_places() -> None:
    _, faults = read("name,a,b,a\nx,1,2,3\nx,010,2\n")
    assert [f.code for f in faults] == ["duplicate-column", "duplicate-row", "row-length"]
    assert [[(lb.span.line, lb.span.column) for lb in f.labels] for f in faults] == [[(1, 6)], [(2, 1)], [(1, 1)]]


def test_an_expression_cut_by_its_comma_is_explained() -> None:
    _, [fault] = read("name,a,b\nx,max(1,2),3\n")
    assert fault.help == "a cell that holds a comma must stand in quotes"


WORDS = st.text("ab ,\"\n'é🎲#.:0", max_size=8)


@given(st.lists(st.lists(WORDS, min_size=2, max_size=2), min_size=1, max_size=5))
def test_what_a_writer_writes_is_read_back(rows: list[list[str]]) -> None:
    stream = io.StringIO()
    names = [f"r{i}" for i in range(len(rows))]
    csv.writer(stream, quoting=csv.QUOTE_ALL).writerows([["name", "a", "b"], *([n, *r] for n, r in zip(names, rows))])
    table = good(stream.getvalue())
    wanted = {name: {k: v for k, v in zip("ab", row) if v} for name, row in zip(names, rows)}
    assert values(table) == wanted
    for row in table.values:
        assert isinstance(row, Mapping)
        for cell in row.values:
            assert isinstance(cell, Scalar)
            assert len(cell.offsets) == len(cell.text) + 1
            assert "".join(stream.getvalue()[o] for o in cell.offsets[:-1]) == cell.text


@given(
    st.lists(
        st.sampled_from(
            ["a", ",", '"', '""', "\n", "\r\n", "#", " ", "1", "2.0", "é", "\t", ";", "\x85", "\ufeff", "("]
        ),
        max_size=30,
    )
)
def test_random_tables_give_only_diagnostics(pieces: list[str]) -> None:
    text = "".join(pieces)
    _, faults = read(text)
    for fault in faults:
        assert fault.span is not None
        assert 0 <= fault.span.start <= fault.span.end <= len(text)


def test_large_tables_and_many_faults_are_read_quickly() -> None:
    good("name,a\n" + "".join(f"r{i},{i}\n" for i in range(20000)))
    assert 1 < len(read("name,a\n" + "x,010\n" * 50000)[1]) < 250
    assert len(read('name,a\n"' + '""' * 100000)[1]) == 1
