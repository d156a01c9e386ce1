"""
Mistaken: what was given in the place of a game in, what it is and what to write instead out.

A variant, a file of scenarios, or a folder without a game is told by a look at its first lines; files
are not checked here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

GLANCE = 16_000  # bytes of a file that are looked at


def file_that_is_no_game(path: Path, shipped: Sequence[str]) -> str:
    """What a file is instead of a game, and what to write; empty where it may be a game."""
    base = _extends(path)
    if base is not None:
        return f"{_typed(path)} is a variant of `{base}`: write `{game_for(path, base, shipped)}`"
    if _first_line(path).startswith("- ") and path.parent.name == "scenarios":
        return f"{_typed(path)} holds scenarios: {_how_to_run(path, shipped)}"
    return ""


def folder_that_is_no_game(path: Path, shipped: Sequence[str]) -> str:
    """What a folder without game.yaml holds, and what to write."""
    if path.resolve().name == "scenarios":
        return f"{_typed(path)} holds scenarios: {_how_to_run(path / 'scenarios.yaml', shipped)}"
    variants = _variants_in(path)
    if not variants:
        return f"{_typed(path)}: no game.yaml in this folder"
    file, base = variants[0]
    return f"{_typed(path)}: no game.yaml in this folder, but variants: write `{game_for(file, base, shipped)}`"


def game_for(variant: Path, base: str, shipped: Sequence[str]) -> str:
    """GAME for a variant: a game beside it, one that comes along, or one whose path is to be filled in."""
    home = variant.parent.parent if variant.parent.name == "variants" else variant.parent
    if (home / "game.yaml").is_file():
        return f"{_typed(home)}+{variant.stem}"
    return f"{base if base in shipped else 'PATH_OF_THE_GAME'}+{_typed(variant)}"


def _how_to_run(file: Path, shipped: Sequence[str]) -> str:
    home = file.parent.parent
    variants = _variants_in(home)
    game = ""
    if (home / "game.yaml").is_file():
        game = _typed(home)
    elif variants:
        own = [v for v in variants if v[0].stem == file.stem] or variants
        game = game_for(*own[0], shipped)
    return f"write `triskele test {game}`" if game else "they must lie beside a game, or beside a variant"


def _variants_in(folder: Path) -> list[tuple[Path, str]]:
    files = sorted([*folder.glob("*.yaml"), *folder.glob("variants/*.yaml")])[:50]
    return [(file, base) for file in files if (base := _extends(file)) is not None]


def _typed(path: Path) -> str:
    """A path as it must be typed to be taken for one."""
    text = path.as_posix()
    return text if "/" in text or text in (".", "..") else f"./{text}"


def _extends(path: Path) -> str | None:
    text = _glance(path)
    found = re.search(r"(?m)^extends:[ \t]*([\w-]+)", text)
    return found[1] if found and not re.search(r"(?m)^triskele:", text) else None


def _first_line(path: Path) -> str:
    lines = (line for line in _glance(path).splitlines() if line.strip() and not line.startswith(("#", "---")))
    return next(lines, "")


def _glance(path: Path) -> str:
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return file.read(GLANCE).decode("utf-8", "replace").lstrip("\ufeff")
    except OSError:
        return ""
