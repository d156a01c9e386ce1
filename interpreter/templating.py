"""
Templating: a name in, a starting point out: a small game that plays at once, or a variant that changes something.

Nothing that is there is overwritten.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .game import Game, check, load
from .model import Parameter
from .types import Bool, Int, Member, in_range

NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")


class BadName(ValueError):
    """A name that no game or variant may have, or that is taken."""


def new_game(name: str, folder: Path) -> list[Path]:
    """Write a game and its first scenarios into a folder of its own; the files that were written."""
    _check_name(name)
    home = folder / name
    if home.exists():
        raise BadName(f"{home} is there already; nothing was written")
    words = {"ID": name, "TITLE": _title(name), "PATH": _shown(home)}
    files = [home / "game.yaml", home / "scenarios" / "first.yaml"]
    for file, kind in zip(files, ("game", "scenario")):
        file.parent.mkdir(parents=True)
        _write(file, _filled(file.name, {**words, "SCHEMA": _schema(kind, file.parent)}))
    return files


def new_variant(name: str, game: str, folder: Path) -> Path:
    """Write a variant of a game that changes one small thing, and leaves a game without faults."""
    _check_name(name)
    file = folder / f"{name}.yaml"
    if file.exists():
        raise BadName(f"{file} is there already; nothing was written")
    base = load(game)
    spec = f"{game}+{_shown(file)}"
    words = {"ID": name, "GAME": base.id, "TITLE": _title(name), "SPEC": spec, "SCHEMA": _schema("variant", folder)}
    for about, change in _changes(base):
        text = _filled("variant.yaml", {**words, "ABOUT": about, "CHANGE": change})
        if _clean(text, name, game):
            folder.mkdir(parents=True, exist_ok=True)
            _write(file, text)
            return file
    raise BadName(f"nothing small was found that could be changed in `{base.id}`")


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name):
        raise BadName(f"`{name}` is no name: small letters, digits, `_` and `-`, a letter first")


def _title(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").capitalize()


def _shown(path: Path) -> str:
    """A path that is read as one on the command line."""
    text = path.as_posix()
    return text if "/" in text else f"./{text}"


def _filled(template: str, words: dict[str, str]) -> str:
    text = (Path(__file__).parent / "templates" / template).read_text(encoding="utf-8")
    return re.sub(r"@([A-Z]+)@", lambda m: words[m.group(1)], text)


def _write(file: Path, text: str) -> None:
    with file.open("x", encoding="utf-8", newline="\n") as out:
        out.write(text)


def _schema(kind: str, folder: Path) -> str:
    """Where an editor finds the schema: seen from the folder, since absolute paths do not travel."""
    here = Path(__file__).parent
    beside = here / "schema" if (here / "schema").is_dir() else here.parent / "schema"
    file = beside / f"{kind}.schema.json"
    try:
        return Path(os.path.relpath(file, folder.resolve())).as_posix()
    except ValueError:  # another drive
        return file.as_uri()


# -- what a new variant changes ----------------------------------------------------------------------


def _changes(game: Game) -> Iterator[tuple[str, str]]:
    """Small changes, the likeliest first: what it is about, and its YAML."""
    for p in game.parameters.values():
        for players, value in p.by_players.items() or {0: p.default}.items():
            key = f"by_players.{players}" if players else "default"
            other = _other(game, p, value)
            if other is not None:
                about = f"The number `{p.name}` is {other} instead of {_yaml(value)}."
                yield about, f"set:\n  parameters.{p.name}.{key}: {other} # it may be {p.type}"
    for section in ("actions", "procedures", "phases"):
        for name in getattr(game.definition, section):
            for where in (f"{section}.{name}", f"{section}.{name}.turns"):
                yield (
                    f"Whenever `{where}` is done, it is said.",
                    f'before:\n  {where}: [{{note: "a new rule for {name}"}}]',
                )


def _other(game: Game, p: Parameter, value: Any) -> str | None:
    """Another value that a parameter may have."""
    if isinstance(p.type, Bool):
        return _yaml(not value)
    if isinstance(p.type, Int):
        return next((str(v) for v in (value + 1, value - 1) if in_range(v, p.type)), None)
    if isinstance(p.type, Member) and p.type.name != "Player":
        return next((n for n in game.definition.finites[p.type.name].names if n != value), None)
    return None


def _yaml(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _clean(text: str, name: str, game: str) -> bool:
    """Whether the game has no faults under a variant of this text."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.yaml"
        _write(file, text)
        return not check(game, [str(file)])
