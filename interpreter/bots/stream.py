"""
Stream: the chance of a bot, apart from the chance of its game.

A key and a turn number in, numbers out. Where a bot stands in its stream follows from the choices it
made before, so a game that was taken back or resumed goes on as if nothing had happened.
"""

from __future__ import annotations

from hashlib import sha256

MASK = 0xFFFFFFFFFFFFFFFF
STEP = 0x9E3779B97F4A7C15
SPREAD = 0xD1B54A32D192ED03


def stream_key(seed: int, game: int, seat: int) -> int:
    """The key of one seat in one game of a batch (a single game is number 0)."""
    return int.from_bytes(sha256(f"{seed}/{game}/{seat}".encode()).digest()[:8], "big")


class Stream:
    """
    What a bot may draw from in its turn number `turn` (from 0): splitmix64.

    >>> Stream(1, 0).below(100) == Stream(1, 0).below(100)
    True
    """

    __slots__ = ("state",)

    def __init__(self, key: int, turn: int) -> None:
        self.state = (key + turn * SPREAD) & MASK

    def below(self, n: int) -> int:
        """One of 0 .. n - 1."""
        self.state = z = (self.state + STEP) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return ((z ^ (z >> 31)) * n) >> 64
