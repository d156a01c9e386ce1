"""
Measure: `python -m tests.benchmarks [--json] [--seconds N]`.

Everything that is compared is timed in one run, interleaved, on one core; the median of several
rounds is given. A ratio is ours divided by the baseline (speeds: more is better). Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import interpreter
from tests.benchmarks import celtae as celtae_by_hand
from tests.benchmarks import celtic_quest as celtic_quest_by_hand
from tests.benchmarks import celtica_by_hand, tictactoe_by_hand

ROUNDS = 7
GAMES = Path(__file__).parent.parent / "games"
Playout = Callable[[int], int]  # seed -> decisions taken


def ours(game: interpreter.Game, players: int) -> Playout:
    """A random game through the interpreter."""

    def play(seed: int) -> int:
        state = game.start(players, seed)
        choose, chance = state.choose, random.Random(seed).random
        decisions = 0
        while not state.over:
            choose(int(chance() * len(state.options)))  # type: ignore[arg-type]
            decisions += 1
        return decisions

    return play


def quest_by_hand(players: int, quick: bool) -> Playout:
    return lambda seed: celtic_quest_by_hand.play_random(players, random.Random(seed), quick_map=quick)


def per_second(play: Playout, seconds: float, seed: int) -> float:
    done, games, start = 0, 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        done += play(seed + games)
        games += 1
    return done / (time.perf_counter() - start)


def compare(name: str, mine: Playout, baseline: Playout, seconds: float) -> dict[str, object]:
    """Both speeds in decisions a second, measured in turn."""
    mine(0), baseline(0)
    ratios, a, b = [], [], []
    for i in range(ROUNDS):
        first = per_second(mine, seconds, i * 1000)
        second = per_second(baseline, seconds, i * 1000)
        a.append(first)
        b.append(second)
        ratios.append(first / second)
    return {
        "name": name, "unit": "decisions/s", "ours": round(statistics.median(a)),
        "baseline": round(statistics.median(b)), "ratio": round(statistics.median(ratios), 3),
    }  # fmt: skip


def command(name: str, arguments: list[str], baseline: list[str]) -> dict[str, object]:
    """Wall time of a command, bytecode cached as when installed, against a bare Python's; here less is better."""
    environment = {
        **os.environ,
        "NO_COLOR": "1",
        "PYTHONPYCACHEPREFIX": os.path.join(tempfile.gettempdir(), "triskele-pyc"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def run(words: list[str]) -> float:
        start = time.perf_counter()
        subprocess.run(words, check=True, capture_output=True, env=environment)
        return time.perf_counter() - start

    run(arguments)
    a = statistics.median(run(arguments) for _ in range(ROUNDS))
    b = statistics.median(run(baseline) for _ in range(ROUNDS))
    return {"name": name, "unit": "s", "ours": round(a, 3), "baseline": round(b, 3), "ratio": round(a / b, 2)}


def in_process(name: str, work: Callable[[], object], baseline: Callable[[], object]) -> dict[str, object]:
    """Time of one call in microseconds."""

    def once(f: Callable[[], object]) -> float:
        n, start = 0, time.perf_counter()
        while time.perf_counter() - start < 0.1:
            f()
            n += 1
        return (time.perf_counter() - start) / n * 1e6

    a = statistics.median(once(work) for _ in range(ROUNDS))
    b = statistics.median(once(baseline) for _ in range(ROUNDS))
    return {"name": name, "unit": "µs", "ours": round(a, 2), "baseline": round(b, 2), "ratio": round(a / b, 2)}


def measure(seconds: float) -> list[dict[str, object]]:
    celtica = interpreter.load("celtica")
    tictactoe = interpreter.load(str(GAMES / "tic-tac-toe.yaml"))
    by_hand = {n: (lambda seed, n=n: celtica_by_hand.play_random(n, random.Random(seed))) for n in (2, 3, 5)}
    results = [compare(f"celtica, {n} players", ours(celtica, n), by_hand[n], seconds) for n in (2, 3, 5)]
    celtae = interpreter.load("celtae")
    by_hand = {n: (lambda seed, n=n: celtae_by_hand.play_random(n, random.Random(seed))) for n in (2, 3, 4, 1)}
    names = {n: f"celtae, {n} players" if n > 1 else "celtae, alone" for n in by_hand}
    results += [compare(names[n], ours(celtae, n), by_hand[n], seconds) for n in by_hand]
    for n, quick in ((2, True), (4, True), (3, False)):
        quest = interpreter.load("celtic-quest", parameters={"quick_map": quick})
        name = f"celtic quest, {n} players, {'quick' if quick else 'built'} map"
        results.append(compare(name, ours(quest, n), quest_by_hand(n, quick), seconds))
    results.append(
        compare(
            "tic-tac-toe", ours(tictactoe, 2), lambda seed: tictactoe_by_hand.play_random(random.Random(seed)), seconds
        )
    )
    state, hand = celtica.start(3, 1), celtica_by_hand.Game(3, random.Random(1))
    results.append(in_process("clone of a celtica state", state.clone, hand.clone))
    python = [sys.executable, "-c", "pass"]
    for name in ("celtica", "celtae"):
        words = [sys.executable, "-m", "interpreter", "check", name]
        results.append(command(f"load and check {name} (whole command)", words, python))
    results.append(command("--help (whole command)", [sys.executable, "-m", "interpreter", "--help"], python))
    return results


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("--json", action="store_true", help="one object a benchmark")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one timed window")
    given = parser.parse_args()
    results = measure(given.seconds)
    if given.json:
        print(json.dumps(results, indent=1))
        return
    for r in results:
        print(f"{r['name']:42} {r['ours']!s:>10} {r['unit']:12} baseline {r['baseline']!s:>10}   ratio {r['ratio']}")


if __name__ == "__main__":
    main()
