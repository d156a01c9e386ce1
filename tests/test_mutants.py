"""
Broken mutants: every single fault is refused with exactly one error, on its line, and never with a traceback.

A renamed declaration is right when the one error points at a use of the old name or at the declaration.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import check, loading
from interpreter.diagnostics import Bag, Diagnostic
from interpreter.nodes import Node
from interpreter.schemas import Kind
from interpreter.shape import check_shape
from interpreter.source import Source
from interpreter.yaml_reader import read_yaml

from .mutants import Mutant, broken
from .spots import Game, read_game
from .support import HERE, small_games

SEED = 1
SHIPPED = sorted(path.parent for path in (HERE.parent / "gamedefs").glob("*/game.yaml"))
LARGE = HERE.parent / "gamedefs" / "celtica"
GAMES = {path.stem: path for path in [*SHIPPED, *small_games()]}
SKETCHES = {path.stem: path for path in sorted((HERE / "games" / "sketches").glob("*.yaml"))}
MANY = dict.fromkeys(SKETCHES, 300)
"""How many mutants of a game the long tier tries, where there are like ones elsewhere."""
PARTS = {"celtae": 4, "celtic-quest": 4}
"""Into how many tests those of a game are cut, so that they can be tried side by side."""


def sample(name: str, number: int | None) -> list[Any]:
    game = read_game(GAMES[name])
    found = broken(game, SEED)[:number]
    return [pytest.param(game, m, id=f"{name}-{i}-{m.kind}".replace(" ", "_")) for i, m in enumerate(found)]


def diagnosed(game: Game, folder: Path, *mutants: Mutant) -> list[Diagnostic]:
    """The errors of a copy with these mutants, which must not overlap."""
    for file, source in game.files.items():
        text = source.text
        for m in sorted((m for m in mutants if m.file == file), key=lambda m: -m.start):
            text = text[: m.start] + m.new + text[m.end :]
        (folder / file).write_text(text, encoding="utf-8")
    whole = "game.yaml" in game.files
    return [d for d in check(str(folder if whole else folder / mutants[0].file)) if d.severity == "error"]


def verdict(game: Game, mutant: Mutant, folder: Path) -> str:
    """What is wrong with the answer to a mutant; empty when it is right."""
    found = diagnosed(game, folder, mutant)
    told = "; ".join(f"{d.span}: {d.code}: {d.message}" for d in found) or "none"
    if len(found) != 1:
        return f"{len(found)} errors: {told}"
    places = [p for p in (found[0].span, *(label.span for label in found[0].labels)) if p is not None]
    if mutant.name:
        names = {p.source.text[p.start : p.end].strip() for p in places}
        right = any(mutant.name in n or mutant.new in n for n in names) or places[0].line == mutant.line
    else:
        words = ("after this", "the expression ends here", "this `(` is open", "this `if` is open", "this `where`")
        over_lines = [label.span for label in found[0].labels if label.text in words]
        lines = {mutant.line}
        if not mutant.after:  # of a line left empty, those beside it are at fault
            lines |= {mutant.line - 1, mutant.line + 1}
        right = any(
            (Path(p.source.name).name, p.line) in {(mutant.file, n) for n in lines} for p in [*places[:1], *over_lines]
        )
    return "" if right else f"elsewhere: {told}"


def test_the_generator_makes_what_it_says() -> None:
    """One line changes, and each seed has an order of its own."""
    game = read_game(LARGE)
    first, second = broken(game, 1), broken(game, 2)
    assert [str(m) for m in first] == [str(m) for m in broken(game, 1)]
    assert [str(m) for m in first] != [str(m) for m in second]
    assert len(first) >= 300
    for m in first:
        old, new = m.text.split("\n"), m.mutated.split("\n")
        assert [i for i, (a, b) in enumerate(zip(old, new), 1) if a != b] == [m.line], m


@pytest.mark.parametrize(
    ("game", "mutant"), [p for name in GAMES for p in sample(name, 24 if name == "celtica" else 8)]
)
def test_one_error_on_its_line(game: Game, mutant: Mutant, tmp_path: Path) -> None:
    wrong = verdict(game, mutant, tmp_path)
    assert not wrong, f"seed {SEED}: {mutant}\n{wrong}"


def test_two_mistakes_are_both_told(tmp_path: Path) -> None:
    """Of one room, that is: what is behind a room with mistakes is not opened."""
    game, dice = read_game(LARGE), Random(SEED)
    found = [m for m in broken(game, SEED) if m.kind == "wrong operand"]
    for _ in range(12):
        pair = dice.sample(found, 2)
        places = {(m.file, m.line) for m in pair}
        if len(places) == 2:
            told = {(Path(d.span.source.name).name, d.span.line) for d in diagnosed(game, tmp_path, *pair) if d.span}
            assert told == places, [str(m) for m in pair]


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> Callable[[Game], None]:
    """Files without the mutant are read and compared with their schema once, not thousands of times."""

    def remember(game: Game) -> None:
        texts = {source.text for source in game.files.values()}
        nodes: dict[tuple[str, str], Node] = {}
        clean: set[tuple[int, str]] = set()

        def read(source: Source, bag: Bag) -> Node | None:
            key = (source.name, source.text)
            if key not in nodes:
                before = len(bag.items)
                node = read_yaml(source, bag)
                if node is None or len(bag.items) > before or source.text not in texts:
                    return node
                nodes[key] = node
            return nodes[key]

        def compare(node: Node, kind: Kind, bag: Bag) -> bool:
            if (id(node), kind) in clean:
                return True
            accepted = check_shape(node, kind, bag)
            if accepted and any(node is kept for kept in nodes.values()):
                clean.add((id(node), kind))
            return accepted

        monkeypatch.setattr(loading, "read_yaml", read)
        monkeypatch.setattr(loading, "check_shape", compare)

    return remember


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "part"), [(name, part) for name in (*GAMES, *SKETCHES) for part in range(PARTS.get(name, 1))]
)
def test_all_broken_mutants(name: str, part: int, remembered: Callable[[Game], None], tmp_path: Path) -> None:
    """All of the shipped games and of the classics, many of the sketches."""
    game = read_game({**GAMES, **SKETCHES}[name])
    remembered(game)
    found = broken(game, SEED)[: MANY.get(name)][part :: PARTS.get(name, 1)]
    wrong = [f"{m}\n    {w}" for m in found if (w := verdict(game, m, tmp_path))]
    assert not wrong, f"seed {SEED}, {len(wrong)} of {len(found)}:\n" + "\n".join(wrong)
