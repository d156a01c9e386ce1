"""
Types of expressions, and when one may stand for another.

A finite type (an enum, the players, a kind of component, the places of a map) is known here by its
name only; what its members are is told by `model` (for everybody) and `layout` (for one player count).
"""

from __future__ import annotations

from dataclasses import dataclass

from .limits import LARGEST_NUMBER


@dataclass(frozen=True, slots=True)
class Type:
    """The base of all types; `str()` gives the author's words."""

    def __str__(self) -> str:
        return "?"


@dataclass(frozen=True, slots=True)
class Unknown(Type):
    """What a faulty expression has; fits everything, so that one mistake gives one message."""


@dataclass(frozen=True, slots=True)
class Int(Type):
    """Whole numbers, with the bounds that are known."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        if self.low is None and self.high is None:
            return "Int"
        if self.low == self.high:
            return str(self.low)
        if self.low is None or self.high is None:
            return f"{self.low} or more" if self.high is None else f"{self.high} or less"
        return f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Bool(Type):
    def __str__(self) -> str:
        return "Bool"


@dataclass(frozen=True, slots=True)
class Nothing(Type):
    """The type of `none`."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class Member(Type):
    """One of the members of the finite type `name`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Cell(Type):
    """A place of a tile map where a tile lies or may lie; `map` is the map's name."""

    map: str

    def __str__(self) -> str:
        return f"cell of {self.map}"


@dataclass(frozen=True, slots=True)
class Seq(Type):
    """A list; zones are read as lists too."""

    item: Type

    def __str__(self) -> str:
        return f"list of {self.item}"


@dataclass(frozen=True, slots=True)
class Maybe(Type):
    """A value or `none`."""

    item: Type

    def __str__(self) -> str:
        return f"maybe {self.item}"


UNKNOWN, INT, BOOL, NOTHING = Unknown(), Int(), Bool(), Nothing()
PLAYER = Member("Player")


def fits(found: Type, wanted: Type) -> bool:
    """
    Whether a value of type `found` may stand where `wanted` is wanted.

    A `maybe T` may stand for T: if it then holds `none`, that is a rule error on its line.
    """
    if isinstance(found, Unknown) or isinstance(wanted, Unknown):
        return True
    if isinstance(wanted, Maybe):
        return isinstance(found, Nothing) or fits(found, wanted.item)
    if isinstance(found, Maybe):
        return fits(found.item, wanted)
    if isinstance(found, Int) and isinstance(wanted, Int):
        return not (
            (found.low is not None and wanted.high is not None and found.low > wanted.high)
            or (found.high is not None and wanted.low is not None and found.high < wanted.low)
        )
    if isinstance(found, Seq) and isinstance(wanted, Seq):
        return fits(found.item, wanted.item)
    return found == wanted


def join(a: Type, b: Type) -> Type | None:
    """The type of a value that is an `a` or a `b`; None when there is none."""
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return UNKNOWN
    if a == b:
        return a
    if isinstance(a, Nothing) or isinstance(b, Nothing):
        other = b if isinstance(a, Nothing) else a
        return other if isinstance(other, Maybe) else Maybe(other)
    if isinstance(a, Maybe) or isinstance(b, Maybe):
        inner = join(plain(a), plain(b))
        return None if inner is None else Maybe(inner)
    if isinstance(a, Int) and isinstance(b, Int):
        low = None if a.low is None or b.low is None else min(a.low, b.low)
        high = None if a.high is None or b.high is None else max(a.high, b.high)
        return Int(low, high)
    if isinstance(a, Seq) and isinstance(b, Seq):
        item = join(a.item, b.item)
        return None if item is None else Seq(item)
    return None


def plain(type: Type) -> Type:
    """The type without its `maybe`."""
    return type.item if isinstance(type, Maybe) else type


def item_of(type: Type) -> Type:
    return type.item if isinstance(type, Seq) else UNKNOWN


def bounds(type: Type) -> tuple[int | None, int | None]:
    return (type.low, type.high) if isinstance(type, Int) else (None, None)


def widened(type: Type) -> Type:
    """A type without the bounds that are known of one value only."""
    if isinstance(type, Int):
        return INT
    if isinstance(type, Seq):
        return Seq(widened(type.item))
    return Maybe(widened(type.item)) if isinstance(type, Maybe) else type


def interval(op: str, a: Type, b: Type) -> Int:
    """The bounds of a sum, difference or product, where they are known and no longer than numbers may be."""
    found = _interval(op, a, b)
    if any(end is not None and abs(end) > LARGEST_NUMBER for end in (found.low, found.high)):
        return INT
    return found


def _interval(op: str, a: Type, b: Type) -> Int:
    (al, ah), (bl, bh) = bounds(a), bounds(b)
    if op == "+":
        return Int(None if al is None or bl is None else al + bl, None if ah is None or bh is None else ah + bh)
    if op == "-":
        return Int(None if al is None or bh is None else al - bh, None if ah is None or bl is None else ah - bl)
    if op == "*" and al is not None and bl is not None and al >= 0 and bl >= 0:
        return Int(al * bl, None if ah is None or bh is None else ah * bh)
    if op == "%" and bl is not None and bl > 0:
        return Int(0, None if bh is None else bh - 1)
    return INT


def in_range(value: int, type: Int) -> bool:
    return (type.low is None or value >= type.low) and (type.high is None or value <= type.high)
