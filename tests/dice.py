"""The dice that docs/language.md describes (Chance), computed here anew: what drives the engines written by hand."""

from __future__ import annotations

import hashlib
from collections import Counter

MASK = (1 << 64) - 1


class Dice:
    """Draws by source: splitmix64 of the seed, the source and a counter."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.counters: Counter[str] = Counter()

    def one_of(self, source: str, n: int) -> int:
        self.counters[source] += 1
        key = int.from_bytes(hashlib.sha256(f"{self.seed}/{source}".encode()).digest()[:8], "big")
        z = (key + self.counters[source] * 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return ((z ^ (z >> 31)) * n) >> 64
