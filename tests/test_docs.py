"""README.md and docs/*.md are true: games load and play, scenarios hold, commands print what is shown."""

from __future__ import annotations

import contextlib
import io
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, check, load
from interpreter.diagnostics import Bag, DefinitionError
from interpreter.game import game_from_sections
from interpreter.loading import load_sections, shipped_games
from interpreter.nodes import Mapping, Node
from interpreter.render import render_text
from interpreter.scenario import Result, main_report, run_scenarios
from interpreter.shape import check_shape
from interpreter.source import Source
from interpreter.yaml_reader import read_yaml

from .docs import DOCUMENTS, ROOT, TABLES, WRITTEN, Block, blocks, wishes, written
from .support import HERE, decisions, sampled

KNOWN = (
    "yaml game",
    "yaml into ",
    "yaml wrong ",
    "yaml variant of ",
    "yaml scenario of ",
    "yaml failing scenario of ",
    "console",
    "python",
    "text",
    "sh",
)
SLOW = ("tutorial.md", "language.md")  # whose commands the quick tier leaves to the long one
every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.name)


def of_kind(*heads: str) -> pytest.MarkDecorator:
    found = [b for document in DOCUMENTS for b in blocks(document, *heads)]
    return pytest.mark.parametrize("block", found, ids=str)


@every_document
def test_blocks_say_what_they_are_for(document: Path) -> None:
    for block in blocks(document):
        assert " ".join(block.words).startswith(KNOWN), f"{block}: {block.words}"


@every_document
def test_tables_are_what_the_program_says(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for match in WRITTEN.finditer(text):
        assert match["what"].split()[0] in TABLES
    assert text == written(text), "write it again: python -m tests.docs"


@every_document
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", text):
        file = document.parent / target if target else document
        assert file.exists(), target
        if anchor:
            heads = re.findall(r"(?m)^#+ (.*)$", file.read_text(encoding="utf-8"))
            assert anchor in [re.sub(r"[^\w\- ]", "", h).lower().replace(" ", "-") for h in heads], anchor


# -- games -------------------------------------------------------------------------------------------


def game_text(name: str, where: Block) -> str:
    """The game as this document has shown it last before a block, or one of tests/games."""
    shown = [b.text for b in blocks(where.file, "yaml game") if b.line < where.line and f"\nid: {name}\n" in b.text]
    return shown[-1] if shown else (HERE / "games" / f"{name}.yaml").read_text(encoding="utf-8")


def game_for(name: str, where: Block, folder: Path) -> str:
    """GAME for the command line: one that comes along by its id, any other as a file of a folder."""
    if name in shipped_games():
        return name
    (folder / "game.yaml").write_text(game_text(name, where), encoding="utf-8")
    return str(folder)


def shown_game(block: Block) -> Game:
    """The game of a block, its lines those of the document."""
    bag = Bag()
    node = read_yaml(source_of(block), bag)
    good = isinstance(node, Mapping) and check_shape(node, "game", bag)
    if not good or bag.failed:
        raise DefinitionError(bag.sorted())
    assert isinstance(node, Mapping)
    return game_from_sections({k.text: v for k, v in node.items()}, str(block))


def game_with(block: Block, folder: Path) -> Game:
    """The game that a fragment is put into, with the fragment."""
    path = folder / "game.yaml"
    path.write_text(game_text(block.words[-1], block), encoding="utf-8")
    bag = Bag()
    sections = load_sections(path, bag)
    assert sections is not None, render_text(bag.sorted())
    node = read_yaml(source_of(block), bag)
    if not isinstance(node, Mapping) or not check_shape(node, "part", bag) or bag.failed:
        raise DefinitionError(bag.sorted())
    for key, value in node.items():
        sections[key.text] = put_into(sections.get(key.text), value)
    return game_from_sections(sections, str(block))


def put_into(section: Node | None, fragment: Node) -> Node:
    if not isinstance(section, Mapping) or not isinstance(fragment, Mapping):
        return fragment
    old = [(k, v) for k, v in section.items() if k.text not in fragment]
    keys, values = zip(*[*old, *fragment.items()])
    return Mapping(section.span, keys, values)


def source_of(block: Block) -> Source:
    return Source(block.file.name, "\n" * (block.line - 1) + block.text)


def play(game: Game, seeds: int = 5) -> None:
    """A few random games at every number of players, checked for lost components at each step."""
    low, high = game.players
    for players in range(low, high + 1):
        for seed in range(seeds):
            for _ in decisions(game.start(players, seed, checking=True), Random(seed)):
                pass


@of_kind("yaml game")
def test_shown_games_are_clean_and_end(block: Block) -> None:
    try:
        play(shown_game(block))
    except DefinitionError as error:
        raise AssertionError(render_text(error.diagnostics)) from None


@of_kind("yaml into ")
def test_fragments_fit_into_their_games(block: Block, tmp_path: Path) -> None:
    try:
        play(game_with(block, tmp_path))
    except DefinitionError as error:
        raise AssertionError(render_text(error.diagnostics)) from None


@of_kind("yaml wrong ")
def test_wrong_fragments_are_refused_for_that_reason(block: Block, tmp_path: Path) -> None:
    _, _, code, into, _ = block.words
    assert into == "into"
    with pytest.raises(DefinitionError) as caught:
        game_with(block, tmp_path)
    assert [d.code for d in caught.value.diagnostics] == [code]


@of_kind("yaml variant of ")
def test_shown_variants_are_clean_and_end(block: Block, tmp_path: Path) -> None:
    clean_and_ends(game_for(block.words[3], block, tmp_path), source_of(block).text, tmp_path)


def clean_and_ends(game: str, variant: str, folder: Path, seeds: int = 5) -> None:
    file = folder / "variants" / "shown.yaml"
    put(file, variant)
    found = [d for d in check(f"{game}+{file}") if d.severity != "note"]
    assert not found, render_text(found)
    play(load(f"{game}+{file}"), seeds)


WISHES = [
    (document, line, game, wish) for document in DOCUMENTS for line, game, wish in wishes(document)
]  # fmt: skip


@pytest.mark.parametrize("told", sampled(WISHES, 5), ids=lambda told: f"{told[0].name}:{told[1]}")
def test_wishes_are_granted(told: tuple[Path, int, str, str], tmp_path: Path) -> None:
    """Each line of a table of changes is a variant that is clean and can be played."""
    document, line, game, wish = told
    known = game_for(game, Block(document, line, (), ""), tmp_path)
    clean_and_ends(known, f"extends: {game}\ntitle: A wish\n{wish}", tmp_path, seeds=1)


@of_kind("yaml scenario of ")
def test_shown_scenarios_hold_and_can_fail(block: Block, tmp_path: Path) -> None:
    results = scenario_results(block, block.words[3], tmp_path)
    assert all(r.passed for r in results), main_report(results)


@of_kind("yaml failing scenario of ")
def test_scenarios_shown_to_fail_do(block: Block, tmp_path: Path) -> None:
    results = scenario_results(block, block.words[4], tmp_path)
    assert not any(r.passed for r in results)


def scenario_results(block: Block, game: str, folder: Path) -> list[Result]:
    """The scenarios of a block, run beside the game and the variants that were shown before it."""
    for part in ("scenarios", "variants"):
        (folder / part).mkdir()
    for variant in blocks(block.file, f"yaml variant of {game} "):
        if variant.line < block.line:
            (folder / "variants" / f"{Path(variant.words[-1]).stem}.yaml").write_text(variant.text, encoding="utf-8")
    (folder / "scenarios" / "shown.yaml").write_text(source_of(block).text, encoding="utf-8")
    results = run_scenarios(game_for(game, block, folder), mutants="failing" not in block.words)
    assert results
    return results


# -- commands and Python -----------------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with `triskele` and `python` on the path, far from anybody's home."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, words in (("triskele", "-m interpreter"), ("python", "")):
        tool = tools / name
        tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    folder = tmp_path / "desk"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    for name, value in (
        ("PYTHONPATH", str(ROOT)), ("HOME", str(tmp_path)), ("XDG_STATE_HOME", str(tmp_path)), ("COLUMNS", "80"),
        ("NO_COLOR", "1"),
    ):  # fmt: skip
        monkeypatch.setenv(name, value)
    return folder


@pytest.mark.parametrize(
    "document",
    [pytest.param(d, id=d.name, marks=[pytest.mark.long] if d.name in SLOW else []) for d in DOCUMENTS],
)
def test_commands_and_python_do_what_is_shown(document: Path, desk: Path) -> None:
    names: dict[str, object] = {"__name__": "shown"}
    printed = ""
    for block in blocks(document):
        if block.words[:1] == ("yaml",) and block.words[-1].endswith(".yaml"):
            put(desk / block.words[-1], block.text)
        elif block.words[:2] == ("yaml", "variant"):
            put(desk / "variants" / f"{block.words[-1]}.yaml", block.text)
        elif block.words == ("console",):
            for command, expected in session(block):
                compare(block, expected, run(command))
        elif block.words == ("python",):
            out = io.StringIO()
            code = compile("\n" * (block.line - 1) + block.text, str(block.file), "exec")
            with contextlib.redirect_stdout(out):
                exec(code, names)
            printed = out.getvalue()
        elif block.words == ("text", "output"):
            compare(block, block.text, printed)


def put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def session(block: Block) -> list[tuple[str, str]]:
    """Commands, and what each is shown to print; none shown: it is not compared."""
    found: list[tuple[str, str]] = []
    for part in re.split(r"(?m)^\$ ", block.text)[1:]:
        command, _, output = re.sub(r"\\\n\s*", "", part).partition("\n")
        found.append((command, output))
    return found


def run(command: str) -> str:
    done = subprocess.run(
        ["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        encoding="utf-8", timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, f"$ {command}\n{done.stdout}"
    return done.stdout


def compare(block: Block, expected: str, found: str) -> None:
    """`...` alone on a line stands for any lines, within a line for any text."""
    if not expected.strip():
        return
    lines = [line.rstrip() for line in expected.strip("\n").split("\n")]
    pattern = "".join("(?:.*\n)*?" if x == "..." else re.escape(x).replace(r"\.\.\.", ".*") + "\n" for x in lines)
    text = "".join(line.rstrip() + "\n" for line in found.strip("\n").split("\n"))
    assert re.fullmatch(pattern, text), f"{block} shows\n{expected}\nbut there came\n{found}"


def test_the_comparison_sees_differences() -> None:
    block = Block(ROOT / "README.md", 1, ("console",), "")
    compare(block, "one\n...\nfour\n", "one\ntwo\nthree\nfour\n")
    compare(block, "in ... s\n", "in 0.5 s\n")
    with pytest.raises(AssertionError):
        compare(block, "one\n...\nfour\n", "one\ntwo\nfive\n")
    with pytest.raises(AssertionError):
        compare(block, "one\n", "one\ntwo\n")
