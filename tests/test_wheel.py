"""The wheel holds what players need, nothing else, and works anywhere; a checkout uses its own folders."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from interpreter import loading, schemas

from .docs import ROOT


def done(*words: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """What a command prints; it must succeed."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PIP_"))}
    ran = subprocess.run(
        [str(w) for w in words], cwd=cwd, env={**kept, "NO_COLOR": "1", **environment}, capture_output=True,
        encoding="utf-8", timeout=120,
    )  # fmt: skip
    assert ran.returncode == 0, f"{words}\n{ran.stdout}{ran.stderr}"
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    (found,) = folder.glob("triskele-*.whl")
    return found


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, and with what it needs lent by the one that runs the tests."""
    folder = tmp_path_factory.mktemp("environment")
    done(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    done(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return python


def test_it_holds_games_and_schemas_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {n.partition("/")[0] for n in names if ".dist-info/" not in n} == {"interpreter"}
    for folder in ("interpreter", "gamedefs", "schema"):
        inside = "" if folder == "interpreter" else "interpreter/"
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert inside + path.relative_to(ROOT).as_posix() in names
    assert not [n for n in names if "test_" in n or n.endswith(".pyc") or "__pycache__" in n]


def test_it_plays_far_from_the_checkout(python: Path, tmp_path: Path) -> None:
    triskele = python.parent / "triskele"
    home = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    where = "import interpreter, interpreter.loading as l; print(interpreter.__file__, l.shipped_folder())"
    places = done(python, "-c", where, cwd=tmp_path).split()
    assert all(Path(p).is_relative_to(python.parent.parent) for p in places), places
    assert "wins" in done(triskele, "play", "celtica", "--seats", "random,random", cwd=tmp_path, **home)
    assert done(triskele, "check", "celtica", cwd=tmp_path) == "celtica: no faults\n"
    assert '"$schema"' in done(triskele, "schema", "game", cwd=tmp_path)
    assert "0 failed" in done(triskele, "test", "celtica", cwd=tmp_path)


def test_a_checkout_uses_the_folders_beside_the_package() -> None:
    """Else an editable installation would go on with old copies."""
    assert loading.shipped_folder() == ROOT / "gamedefs"
    assert schemas.schema_text("game") == (ROOT / "schema" / "game.schema.json").read_text(encoding="utf-8")
    assert not (ROOT / "interpreter" / "gamedefs").exists()
    assert not (ROOT / "interpreter" / "schema").exists()
