"""
Record: a game that was played, as lines of JSON.

A journal writes the lines while a game is played, `read` takes them apart again. A record holds
choices only; `session.replay` plays them again and compares every line it gets with the line it was
given. Nothing here knows rules.

Each `check` is the start of sha256 over the check before it, the line without its check and what stands where in
the position reached (`State.fingerprint`). The chain begins with the header; lines that carry no check are in it all
the same.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from .limits import LARGEST_RECORD

FORM = 1


def engine() -> str:
    """The version of this engine."""
    from . import __version__

    return __version__


class RecordError(Exception):
    """A record that cannot be trusted or read; `line` counts from 1, 0 means the whole file."""

    def __init__(self, message: str, line: int = 0) -> None:
        self.line = line
        self.message = message
        super().__init__(f"line {line}: {message}" if line else message)


@dataclass(frozen=True, slots=True)
class Header:
    """What a game starts from. `game` is what it was loaded by: an id or a path."""

    game: str
    variants: tuple[str, ...]
    parameters: Mapping[str, Any]
    players: int
    seats: tuple[str, ...]
    seed: int
    digest: str
    engine: str

    def line(self) -> dict[str, Any]:
        return {"record": FORM, **asdict(self)}


def link(chain: str, line: Mapping[str, Any], key: bytes) -> str:
    """The next check of a chain."""
    text = json.dumps(line, sort_keys=True, separators=(",", ":"))
    return sha256(b"\0".join((chain.encode(), text.encode(), key))).hexdigest()[:16]


class Journal:
    """
    A record being written. With a file, each line is on the disk before the next choice is asked for.

    The lines are kept as well, so that a game can be saved once more under another name.
    """

    def __init__(self, header: Header, file: IO[bytes] | None = None) -> None:
        self.header = header
        self.file = file
        self.texts: list[str] = []
        self.count = 0
        self.finished = False
        line = header.line()
        self.chain = link("", line, b"")
        self._put(line)

    def choice(self, seat: int, at: str, choose: int, label: str, key: bytes) -> dict[str, Any]:
        line = {"n": self.count + 1, "seat": seat, "at": at, "choose": choose, "label": label}
        return self._add(line, key, checked=True)

    def undo(self, choices: int, key: bytes) -> dict[str, Any]:
        return self._add({"n": self.count + 1, "undo": choices}, key)

    def signal(self, name: str, key: bytes) -> dict[str, Any]:
        return self._add({"n": self.count + 1, "signal": name}, key)

    def result(self, outcome: Mapping[str, Any], key: bytes) -> dict[str, Any]:
        self.finished = True
        return self._add({"result": outcome}, key, checked=True)

    def text(self) -> str:
        return "".join(self.texts)

    def write_to(self, file: IO[bytes]) -> None:
        """Go on in a file that holds the lines so far."""
        self.file = file

    def _add(self, line: dict[str, Any], key: bytes, *, checked: bool = False) -> dict[str, Any]:
        self.chain = link(self.chain, line, key)
        if checked:
            line["check"] = self.chain
        if "n" in line:
            self.count += 1
        self._put(line)
        return line

    def _put(self, line: Mapping[str, Any]) -> None:
        text = json.dumps(line, ensure_ascii=False) + "\n"
        self.texts.append(text)
        if self.file is not None:
            self.file.write(text.encode("utf-8", "surrogatepass"))
            self.file.flush()
            os.fsync(self.file.fileno())


@dataclass(frozen=True, slots=True)
class Record:
    """
    A record taken apart. `lines` are number in the file and content, the header and the result apart.

    `size` is how many bytes are sound: behind them lies a line that was cut off, of which `notes` speak.
    """

    header: Header
    lines: tuple[tuple[int, dict[str, Any]], ...]
    result: tuple[int, dict[str, Any]] | None
    size: int
    notes: tuple[str, ...] = field(default=())


def read(path: Path) -> Record:
    """Read a record file; OSError and RecordError say what is wrong with it."""
    with path.open("rb") as file:
        data = file.read(LARGEST_RECORD + 1)
    if len(data) > LARGEST_RECORD:
        raise RecordError(f"the file is larger than {LARGEST_RECORD // 1_000_000} MB")
    return parse(data)


def parse(data: bytes) -> Record:
    """Take the bytes of a record apart; a last line that was cut off is left out and noted."""
    lines: list[tuple[int, dict[str, Any]]] = []
    notes: list[str] = []
    size = 0
    pieces = data.splitlines(keepends=True)
    for number, piece in enumerate(pieces, 1):
        try:
            line = json.loads(piece.decode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError):
            if number == len(pieces) and number > 1 and not piece.endswith(b"\n"):
                notes.append(f"line {number} was cut off and is left out")
                break
            raise RecordError("this is not a line of JSON", number) from None
        if not isinstance(line, dict):
            raise RecordError("a line of a record is an object: `{...}`", number)
        lines.append((number, line))
        size += len(piece)
    if not lines:
        raise RecordError("the file is empty")
    header = _header(lines.pop(0)[1])
    result = lines.pop() if lines and "result" in lines[-1][1] else None
    if result is None:
        notes.append("the game was not finished")
    for count, (number, line) in enumerate(lines, 1):
        _sound(number, line, count)
    return Record(header, tuple(lines), result, size, tuple(notes))


_HEADER = {
    "game": str, "variants": list, "parameters": dict, "players": int,
    "seats": list, "seed": int, "digest": str, "engine": str,
}  # fmt: skip
_LINES: tuple[dict[str, type], ...] = (
    {"n": int, "seat": int, "at": str, "choose": int, "label": str, "check": str},
    {"n": int, "undo": int},
    {"n": int, "signal": str},
)


def _header(line: dict[str, Any]) -> Header:
    form = line.get("record")
    if form is None:
        raise RecordError("this is no record: its first line has no `record`", 1)
    if form != FORM:
        raise RecordError(f"records of form {form!r} are not known here, only form {FORM}; a later version may", 1)
    _typed(1, line, {"record": int, **_HEADER})
    values = {name: line[name] for name in _HEADER}
    for name in ("variants", "seats"):
        if not all(isinstance(item, str) for item in values[name]):
            raise RecordError(f"`{name}` is a list of names", 1)
    return Header(**{**values, "variants": tuple(values["variants"]), "seats": tuple(values["seats"])})


def _sound(number: int, line: dict[str, Any], count: int) -> None:
    """Refuse a line that no journal writes."""
    for form in _LINES:
        if all(name in form for name in line) and set(line) & set(form) - {"n"}:
            _typed(number, line, form)
            break
    else:
        raise RecordError("a line is a choice, an `undo` or a `signal`", number)
    if line["n"] != count:
        raise RecordError(f"it has number {line['n']} where {count} was due; a line is missing or moved", number)


def _typed(number: int, line: dict[str, Any], form: Mapping[str, type]) -> None:
    for name, type in form.items():
        if name not in line:
            raise RecordError(f"`{name}` is missing", number)
        if not isinstance(line[name], type) or (isinstance(line[name], bool) and type is int):
            raise RecordError(f"`{name}` has a value of the wrong type", number)
    for name in line:
        if name not in form:
            raise RecordError(f"`{name}` does not belong here", number)
