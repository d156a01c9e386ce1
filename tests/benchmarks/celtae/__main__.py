"""How fast it is: `python -m tests.benchmarks.celtae`."""

from __future__ import annotations

import random
import sys
import time

from .game import play_random


def rate(seconds: float, players: int, seed: int = 1) -> float:
    """Decisions per second of random play, set-up of the games included."""
    rng = random.Random(seed)
    decisions = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        decisions += play_random(players, rng)
    return decisions / spent


if __name__ == "__main__":
    for count in (1, 2, 3, 4):
        sys.stdout.write(f"{count} players: {1e6 / rate(2.0, count):.2f} microseconds a decision\n")
