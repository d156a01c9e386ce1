"""The map while it is built: hexes, legal places, which roads lead back to the Stone Circle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .data import CIRCLE, GREEN, GREEN_AT, LOCATOR_NODE, NODE_EDGES, NODE_TILE, SECTIONS, TILES

# A cell is one number that stands for column and row, as hexes in upright columns have them: neighbours clockwise from
# the north are (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0). Numbers rise by column, then by row.
WIDTH = 64
MIDDLE = (WIDTH + 1) * (WIDTH // 2)
STEPS = (-1, WIDTH - 1, WIDTH, 1, 1 - WIDTH, -WIDTH)

Spot = tuple[int, int]
"""Cell and turn."""

# The edges with a road as directions, a bit each, by tile and turn
_MASK = tuple(
    tuple(sum(1 << (edge + turned) % 6 for section in sections for edge in section) for turned in range(6))
    for sections in SECTIONS
)
_turns: dict[tuple[int, int, int, int], tuple[int, ...]] = {}


def cell(column: int, row: int) -> int:
    return MIDDLE + column * WIDTH + row


def named(spot: Spot) -> tuple[int, int, int]:
    """A spot as an option: column and row, counted from the Stone Circle, and turn."""
    column, row = divmod(spot[0], WIDTH)
    return column - WIDTH // 2, row - WIDTH // 2, spot[1]


class Board:
    """Which tile lies where, turned how, and what hangs together with the Circle."""

    __slots__ = ("at", "linked", "lying", "rim", "turned")

    def __init__(self) -> None:
        self.lying: dict[int, int] = {}  # cell -> tile
        self.at = [-1] * TILES  # tile -> cell
        self.turned = [0] * TILES
        self.linked = set(GREEN[CIRCLE])  # nodes with a way to the Circle
        self.rim: set[int] = set()  # empty cells beside a tile
        self.lay(CIRCLE, (MIDDLE, 0))

    def copy(self) -> Board:
        other = Board.__new__(Board)
        other.lying = self.lying.copy()
        other.at = self.at[:]
        other.turned = self.turned[:]
        other.linked = self.linked.copy()
        other.rim = self.rim.copy()
        return other

    def beside(self, tile: int, edge: int) -> tuple[int, int]:
        """The tile at an edge and the edge it has there; -1: none."""
        way = (edge + self.turned[tile]) % 6
        other = self.lying.get(self.at[tile] + STEPS[way], -1)
        return other, (way + 3 - self.turned[other]) % 6

    def lay(self, tile: int, spot: Spot) -> None:
        place, turned = spot
        self.lying[place] = tile
        self.at[tile] = place
        self.turned[tile] = turned
        rim = self.rim
        rim.discard(place)
        rim.update([place + step for step in STEPS if place + step not in self.lying])
        linked = self.linked
        new = []
        for node in GREEN[tile]:
            for edge in NODE_EDGES[node]:
                other, there = self.beside(tile, edge)
                if other >= 0 and GREEN_AT[other][there] in linked:
                    new.append(node)
                    linked.add(node)
                    break
        self._spread(new)

    def lift(self, tile: int) -> None:
        del self.lying[self.at[tile]]
        self.at[tile] = -1
        self.rim = {place + step for place in self.lying for step in STEPS} - self.lying.keys()
        self.linked = set(GREEN[CIRCLE])
        self._spread(list(GREEN[CIRCLE]))

    def _spread(self, new: list[int]) -> None:
        linked = self.linked
        for node in new:
            tile = NODE_TILE[node]
            for edge in NODE_EDGES[node]:
                other, there = self.beside(tile, edge)
                if other >= 0:
                    found = GREEN_AT[other][there]
                    if found >= 0 and found not in linked:
                        linked.add(found)
                        new.append(found)

    def spots(self, tile: int, crowded: bool = False) -> list[Spot]:
        """
        Where a tile may lie (L244): by column, row, turn; `crowded`: only where most neighbours are.

        On a shared side both have a road or neither has (A2), and a road of the tile leads to the Circle.
        """
        found: list[Spot] = []
        most = 0
        turned = self.turned
        for place in sorted(self.rim):
            settled = roads = home = 0
            for way, step in enumerate(STEPS):
                other = self.lying.get(place + step)
                if other is not None:
                    settled |= 1 << way
                    node = GREEN_AT[other][(way + 3 - turned[other]) % 6]
                    if node >= 0:
                        roads |= 1 << way
                        if node in self.linked:
                            home |= 1 << way
            if not home or (crowded and settled.bit_count() < most):
                continue
            key = (tile, settled, roads, home)
            turns = _turns.get(key)
            if turns is None:
                turns = _turns[key] = tuple(
                    [n for n, mask in enumerate(_MASK[tile]) if mask & settled == roads and mask & home]
                )
            if turns:
                if crowded and settled.bit_count() > most:
                    most = settled.bit_count()
                    found.clear()
                found += [(place, n) for n in turns]
        return found

    def lost(self) -> int:
        """How many resource locators have no way to the Circle (L246)."""
        return sum([node not in self.linked for node in LOCATOR_NODE])

    def whole(self) -> bool:
        """Whether every tile that lies has a road to the Circle."""
        return all(any(node in self.linked for node in GREEN[tile]) for tile in self.lying.values())

    def movable(self) -> Iterator[int]:
        """The tiles that can be taken up and laid again so that fewer locators are lost (A3)."""
        cut_off = {NODE_TILE[node] for node in LOCATOR_NODE if node not in self.linked}
        lost = self.lost()
        for tile in range(1, TILES):
            rest = self.copy()
            rest.lift(tile)
            may_go = tile in cut_off or self.linked - rest.linked <= set(GREEN[tile])
            if may_go and any(rest.better(tile, lost)):
                yield tile

    def better(self, tile: int, lost: int) -> Iterator[Spot]:
        """Where a tile taken up may lie so that fewer than `lost` locators are lost and all tiles have a way."""
        for spot in self.spots(tile):
            trial = self.copy()
            trial.lay(tile, spot)
            if trial.lost() < lost and trial.whole():
                yield spot


def laid(tiles: Iterable[tuple[int, int, int, int]]) -> Board:
    """A board with these tiles: (tile, column, row, turn)."""
    board = Board()
    for tile, column, row, turned in tiles:
        board.lay(tile, (cell(column, row), turned))
    return board
