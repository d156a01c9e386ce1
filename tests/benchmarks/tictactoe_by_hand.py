"""
Tic-tac-toe by hand, as small and fast as plain Python allows: an oracle for the sketch, and a baseline.

Seats are 0 and 1, cells 0..8 row by row. The marks of a seat are the bits of one number, so that a win and
the free cells are looked up and never searched for.
"""

from __future__ import annotations

import random
import sys
import time

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
FULL = 0b111111111
WINS = tuple(any(marks & line == line for line in LINES) for marks in range(FULL + 1))
FREE = tuple(tuple(cell for cell in range(9) if not marks >> cell & 1) for marks in range(FULL + 1))


class TicTacToe:
    """A position; `winner` is a seat, or None while nobody has won."""

    __slots__ = ("legal", "marks", "over", "seat", "winner")

    def __init__(self) -> None:
        self.marks = [0, 0]
        self.seat = 0
        self.winner: int | None = None
        self.over = False
        self.legal: tuple[int, ...] = FREE[0]

    def play(self, cell: int) -> None:
        """Mark a free cell for the seat to move."""
        marks = self.marks
        seat = self.seat
        mine = marks[seat] | 1 << cell
        marks[seat] = mine
        self.seat = 1 - seat
        if WINS[mine]:
            self.winner = seat
            self.over = True
            self.legal = ()
        else:
            self.legal = free = FREE[mine | marks[1 - seat]]
            self.over = not free

    def clone(self) -> TicTacToe:
        """The same position, to be played on apart."""
        other = TicTacToe.__new__(TicTacToe)
        other.marks = self.marks[:]
        other.seat = self.seat
        other.winner = self.winner
        other.over = self.over
        other.legal = self.legal
        return other


def perft(game: TicTacToe, depth: int) -> int:
    """How many ways there are to play `depth` marks on."""
    if depth == 0:
        return 1
    total = 0
    for cell in game.legal:
        child = game.clone()
        child.play(cell)
        total += perft(child, depth - 1)
    return total


def play_random(rng: random.Random) -> int:
    """Play one game at random, and return how many decisions it had; the last free cell counts too."""
    game = TicTacToe()
    play, chance = game.play, rng.random
    decisions = 0
    while not game.over:
        legal = game.legal
        play(legal[int(chance() * len(legal))])
        decisions += 1
    return decisions


def rate(seconds: float, seed: int = 1) -> float:
    """Decisions per second of random play."""
    rng = random.Random(seed)
    decisions = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for _ in range(100):
            decisions += play_random(rng)
    return decisions / spent


if __name__ == "__main__":
    sys.stdout.write(f"{1e6 / rate(2.0):.2f} microseconds a decision\n")
