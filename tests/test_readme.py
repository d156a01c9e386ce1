"""What README.md promises beyond what its blocks show: the first commands, the rooms, the benchmarks."""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatch

import yaml

from .docs import DOCUMENTS, ROOT, blocks

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
FIRST = (
    "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]'"
    " && .venv/bin/triskele play celtica --seats random,random,random"
)
TESTS = ".venv/bin/python -m pytest -n 2 --dist loadfile"


def test_commands_that_are_not_run_are_these() -> None:
    assert [b.text.strip() for b in blocks(README, "sh")] == [FIRST, TESTS]
    assert not [str(b) for d in DOCUMENTS if d != README for b in blocks(d, "sh")]


def test_ci_begins_as_the_readme_does() -> None:
    """A fresh environment, the same installation, the same game, the same tests."""
    places = [
        CI.index(part) for part in ("python3 -m venv .venv", "install --quiet -e '.[dev]'", "play celtica", TESTS)
    ]
    assert places == sorted(places)
    assert FIRST.rpartition("/triskele ")[2] in CI
    assert ".venv/bin/python -m pytest -n 2 -m long" in CI
    assert "python -m pytest -n 2 -m long" in " ".join(TEXT.split())


def test_the_project_has_what_the_commands_need() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["scripts"]["triskele"] == "interpreter.cli:main"
    tools = " ".join(project["project"]["optional-dependencies"]["dev"])
    for tool in ("pytest>", "pytest-xdist", "ruff", "mypy", "hatchling"):
        assert tool in tools, tool
    assert project["project"]["requires-python"] == ">=3.11"
    assert "Python 3.11 or later" in TEXT
    assert "-m 'not long'" in project["tool"]["pytest"]["ini_options"]["addopts"]


def test_every_room_is_in_the_table_and_every_row_is_a_room() -> None:
    rows = re.findall(r"(?m)^\| (`[^|]+`) \| [^|]+ \|$", TEXT.partition("## Working on it")[2])
    named = [word for row in rows for word in re.findall(r"`([^`]+)`", row)]
    house = ROOT / "interpreter"
    rooms = [p.stem for p in house.glob("*.py") if not p.stem.startswith("__")]
    rooms += [f"{p.name}/" for p in house.iterdir() if (p / "__init__.py").is_file()]
    assert not [r for r in rooms if r != "game" and not any(fnmatch(r, n) for n in named)], "not in the table"
    assert not [n for n in named if not any(fnmatch(r, n) for r in rooms)], "in the table, but not there"


def test_it_is_short_enough_to_be_read() -> None:
    assert len(TEXT.splitlines()) <= 310


def test_the_hook_for_pre_commit_calls_a_command_that_is_there() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert [hook["entry"] for hook in hooks] == ["triskele check"]
    assert re.search(hooks[0]["files"], "games/pig/game.yaml")
    assert not re.search(hooks[0]["files"], "games/pig/cards.yaml")
