"""
Load: the name of a game (an id or a path) in, its sections as located nodes out.

A bare id is looked for among the shipped games only, never in the current folder. Tables are read
from the game's own folder and nowhere else.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from .csv_reader import read_csv
from .diagnostics import Bag, Label, did_you_mean, listing
from .limits import LARGEST_FILE, MOST_FILES
from .mistaken import file_that_is_no_game, folder_that_is_no_game
from .nodes import Mapping, Node, Scalar, Sequence
from .shape import check_shape
from .source import Source
from .yaml_reader import read_yaml

UNTOLD = ("about", "source", "derived", "assumed")
HEAD = ("triskele", "id", "title", "about", "players", "scripted", "source", "derived", "assumed")


class UnknownGame(LookupError):
    """No game of that name, or nothing at that path."""


def shipped_folder() -> Path:
    """Where the shipped games lie: inside the package in a wheel, beside it in a checkout."""
    inside = Path(__file__).parent / "gamedefs"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "gamedefs"


def shipped_games() -> list[str]:
    folder = shipped_folder()
    return sorted(p.name for p in folder.iterdir() if (p / "game.yaml").is_file()) if folder.is_dir() else []


def find_game(name: str) -> Path:
    """The file or folder of a game; UnknownGame says what there is."""
    if is_path(name) or name in (".", ".."):
        path = Path(name)
        if path.is_file():
            other = file_that_is_no_game(path, shipped_games()) if path.name != "game.yaml" else ""
            if other:
                raise UnknownGame(other)
            return path.parent if path.name == "game.yaml" else path  # the file of a folder means the whole game
        if (path / "game.yaml").is_file():
            return path
        if path.is_dir():
            raise UnknownGame(folder_that_is_no_game(path, shipped_games()))
        raise UnknownGame(f"{name}: no such file or folder")
    games = shipped_games()
    if name in games:
        return shipped_folder() / name
    hint = did_you_mean(name, games)
    raise UnknownGame(
        f"no game is called `{name}`; games: {listing(games) or 'none'}"
        + (f"; {hint}" if hint else "")
        + "; for a file of your own write its path, `./"
        + name
        + ".yaml`"
    )


def is_path(name: str) -> bool:
    """Whether a game or a variant is named by its path: a bare name never is one."""
    return "/" in name or "\\" in name or name.endswith((".yaml", ".yml"))


def shown_path(path: Path, *, resolve: bool = True) -> str:
    """A path as messages show it: relative to the current folder where that is shorter."""
    try:
        return str((path.resolve() if resolve else path.absolute()).relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):  # a link may lead to itself
        return str(path)


def split_spec(spec: str) -> tuple[str, tuple[str, ...]]:
    """
    GAME as a game and its variants; a `+` inside an existing path is no variant.

    >>> split_spec("pig+short+two_dice")
    ('pig', ('short', 'two_dice'))
    """
    parts = spec.split("+")
    for n in range(len(parts), 1, -1) if "/" in spec else ():
        if Path("+".join(parts[:n])).exists():
            return "+".join(parts[:n]), tuple(parts[n:])
    return parts[0], tuple(parts[1:])


def read_source(path: Path, bag: Bag, layer: str = "", *, within: Path | None = None) -> Source | None:
    """
    The text of a file, of a variant's if `layer` names one; what is not UTF-8 is a fault.

    Only plain files are read, and of a folder (`within`) none that a link in it leads out to.
    """
    try:
        if within is not None and not path.resolve().is_relative_to(within.resolve()):
            bag.error(
                "unreadable-file", f"{shown_path(path, resolve=False)} is a link that leads out of its folder", None
            )
            return None
        if not path.is_file():
            what = "is no file" if path.exists() else "does not exist"
            bag.error("unreadable-file", f"{shown_path(path)} {what}", None)
            return None
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, RuntimeError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        bag.error("unreadable-file", f"{shown_path(path)} cannot be read: {what}", None)
        return None
    if len(data) > LARGEST_FILE:
        bag.error("too-large", f"{shown_path(path)} is larger than {LARGEST_FILE // 1000} kB", None)
        return None
    try:
        return Source(shown_path(path), data.decode("utf-8").replace("\r\n", "\n"), layer)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        bag.error("not-utf-8", f"{shown_path(path)}:{line}: this is not UTF-8 text", None)
        return None


def load_sections(path: Path, bag: Bag) -> dict[str, Node] | None:
    """All sections of a game, its files merged; None when a file or the shape is at fault."""
    folder = path if path.is_dir() else path.parent
    main = path / "game.yaml" if path.is_dir() else path
    files = [main]
    if path.is_dir():
        files += few(path, (p for p in path.iterdir() if p.suffix in (".yaml", ".yml") and p.name != "game.yaml"), bag)
    found: list[Mapping] = []
    for file in files:
        source = read_source(file, bag, within=folder if file is not main else None)
        node = read_yaml(source, bag) if source is not None else None
        if isinstance(node, Mapping) and check_shape(node, "game" if file is main else "part", bag):
            found.append(node)
    if bag.failed:
        return None
    if sum(len(node.span.source.text) for node in found) > LARGEST_FILE:
        bag.error(
            "too-large", f"the files of {shown_path(folder)} are together larger than {LARGEST_FILE} characters", None
        )
        return None
    sections: dict[str, Node] = {}
    for node in found:
        for key, value in node.items():
            _merge(sections, key, value, bag)
    for name in ("types", "components", "maps", "seats"):
        if name in sections:
            sections[name] = with_tables(sections[name], folder, bag)
    return None if bag.failed else sections


def few(folder: Path, files: Iterable[Path], bag: Bag) -> list[Path]:
    """The files of a folder, sorted, as long as there are not too many."""
    found = sorted(islice(files, MOST_FILES + 1))
    if len(found) > MOST_FILES:
        bag.error("too-many", f"more than {MOST_FILES} files lie in {shown_path(folder)}", None)
        return []
    return found


def _merge(sections: dict[str, Node], key: Scalar, value: Node, bag: Bag) -> None:
    """Parts of one section from several files become one mapping; a name may stand in one of them only."""
    before = sections.get(key.text)
    if before is None or key.text in HEAD:
        sections[key.text] = value
        return
    assert isinstance(before, Mapping)
    assert isinstance(value, Mapping)
    for name in value.keys:
        if name.text in before:
            first = Label(before.key(name.text).span, "first declared here")
            bag.error("duplicate-name", f"`{name.text}` is declared in two files", name.span, labels=[first])
            return
    sections[key.text] = Mapping(before.span, before.keys + value.keys, before.values + value.values)


def with_tables(node: Node, folder: Path, bag: Bag) -> Node:
    """The same section with `{table: x.csv}` replaced by the rows of that table."""
    if not isinstance(node, Mapping):
        return node
    values: list[Node] = []
    for key, value in node.items():
        if (
            key.text.rpartition(".")[2] == "rows"
            and isinstance(value, Mapping)
            and [k.text for k in value.keys] == ["table"]
        ):
            table = value.values[0]
            rows = _table(table, folder, bag) if isinstance(table, Scalar) else None
            values.append(rows if rows is not None else value)
        else:
            values.append(with_tables(value, folder, bag))
    return Mapping(node.span, node.keys, tuple(values))


def _table(node: Scalar, folder: Path, bag: Bag) -> Node | None:
    name = node.text
    if "/" in name or "\\" in name or name.startswith(".") or not name.endswith(".csv"):
        bag.error("bad-table", f"`{name}` is not the name of a .csv file in the game's folder", node.span)
        return None
    path = folder / name
    if not path.is_file() or path.is_symlink():
        tables = sorted(p.name for p in folder.glob("*.csv"))
        bag.error(
            "unknown-table", f"there is no table `{name}` in the game's folder", node.span,
            notes=[f"tables: {listing(tables) or 'none'}"], help=did_you_mean(name, tables),
        )  # fmt: skip
        return None
    source = read_source(path, bag, within=folder)
    return read_csv(source, bag) if source is not None else None


def digest_of(sections: dict[str, Node]) -> str:
    """sha256 over the definition without comments, layout, texts and sources."""
    plain = {
        k: _plain(v, named=True) for k, v in sorted(sections.items()) if k not in UNTOLD and k not in ("title", "show")
    }
    return hashlib.sha256(json.dumps(plain, sort_keys=False).encode()).hexdigest()


NAMED = frozenset(
    "answers choose does each edges has let next of one_of parts roll rows set with".split()  # noqa: SIM905
)
"""Keys of mappings whose own keys are names of the author's; there, no key is a note."""


def _plain(node: Node, *, named: bool = False) -> object:
    if isinstance(node, Mapping):
        return {
            k.text: _plain(v, named=k.text in NAMED and not named)
            for k, v in node.items()
            if named or k.text not in (*UNTOLD, "prompt")
        }
    if isinstance(node, Sequence):
        return [_plain(i) for i in node.items]
    return node.text if isinstance(node, Scalar) else None
