"""How fast it is: `python -m tests.benchmarks.celtic_quest`."""

from __future__ import annotations

import random
import sys
import time

from .game import play_random


def rate(seconds: float, players: int, *, quick_map: bool, seed: int = 1) -> float:
    """Decisions per second of random play, set-up of the games included."""
    rng = random.Random(seed)
    decisions = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        decisions += play_random(players, rng, quick_map=quick_map)
    return decisions / spent


if __name__ == "__main__":
    for count in (2, 3, 4, 5):
        for quick in (True, False):
            name = "quick map" if quick else "built map"
            sys.stdout.write(f"{count} players, {name}: {rate(2.0, count, quick_map=quick):,.0f} decisions a second\n")
