"""Loading: files that cannot be read as text, and tables that are none."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

import interpreter
from interpreter.diagnostics import Bag
from interpreter.loading import load_sections, read_source
from interpreter.source import Source
from interpreter.yaml_reader import read_yaml


def codes(bag: Bag) -> list[str]:
    return [d.code for d in bag.items]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    bag = Bag()
    assert read_source(tmp_path, bag) is None
    assert codes(bag) == ["unreadable-file"]


def test_other_encodings_are_refused_with_their_line(tmp_path: Path) -> None:
    path, bag = tmp_path / "game.yaml", Bag()
    path.write_bytes("a: 1\nb: \u00e9\n".encode("latin-1"))
    assert read_source(path, bag) is None
    assert codes(bag) == ["not-utf-8"]
    assert ":2:" in bag.items[0].message


def test_a_file_has_an_end(tmp_path: Path) -> None:
    path, bag = tmp_path / "game.yaml", Bag()
    path.write_bytes(b"#" * 5_000_001)
    assert read_source(path, bag) is None
    assert codes(bag) == ["too-large"]


def test_thousands_of_faults_are_not_all_told() -> None:
    bag = Bag()
    assert read_yaml(Source("game.yaml", "k:\n" + "  - a:b\n" * 3000), bag) is None
    assert "too-many-faults" in codes(bag)
    assert len(bag.items) < 300


@pytest.mark.parametrize("name", ["../rows.csv", "rows.txt", ".rows.csv"])
def test_tables_lie_beside_the_game(name: str, tmp_path: Path) -> None:
    """The schema refuses such names; a table that comes by another way is refused as well."""
    from interpreter.loading import _table
    from interpreter.nodes import Scalar
    from interpreter.source import Span

    bag = Bag()
    source = Source("game.yaml", name)
    node = Scalar(Span(source, 0, len(name)), name, name, "plain", tuple(range(len(name) + 1)))
    assert _table(node, tmp_path, bag) is None
    assert codes(bag) == ["bad-table"]


def test_a_missing_game_is_said(tmp_path: Path) -> None:
    bag = Bag()
    assert load_sections(tmp_path / "game.yaml", bag) is None
    assert codes(bag) == ["unreadable-file"]


def test_the_file_of_a_folder_means_the_whole_game(tmp_path: Path) -> None:
    text = 'triskele: "1"\nid: two\ntitle: Two\nplayers: 2\nphases: {play: {do: [{call: go}]}}\n'
    (tmp_path / "game.yaml").write_text(text)
    (tmp_path / "rules.yaml").write_text("procedures: {go: {do: [{note: here}]}}\n")
    assert interpreter.check(str(tmp_path / "game.yaml")) == []


@pytest.mark.parametrize(
    "text", ["id: two", 'triskele: "1"\nid: two\ntitle: Two\nplayers: 2\nphases: {play: {}}\n', "{"]
)
def test_garbage_is_collected_again_whatever_became_of_a_game(tmp_path: Path, text: str) -> None:
    (tmp_path / "game.yaml").write_text(text)
    interpreter.check(str(tmp_path))
    assert gc.isenabled()
    gc.disable()
    try:
        interpreter.check(str(tmp_path))
        assert not gc.isenabled()
    finally:
        gc.enable()
