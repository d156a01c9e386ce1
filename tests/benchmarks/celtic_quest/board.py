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
# What surrounds an empty cell, as one number: a bit a direction for a tile there, for a road that leads in from there,
# and for such a road with a way to the Circle
ROADS, HOME = 6, 12
SIDES = (1 << 6) - 1
_turns: dict[tuple[int, int], tuple[int, ...]] = {}


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
        self.linked: set[int] = set()  # nodes with a way to the Circle
        self.rim: dict[int, int] = {}  # empty cells beside a tile, and what surrounds them
        self.lay(CIRCLE, (MIDDLE, 0))
        self._link(list(GREEN[CIRCLE]))

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

    def _put(self, tile: int, spot: Spot) -> None:
        self.lying[spot[0]] = tile
        self.at[tile], self.turned[tile] = spot

    def lay(self, tile: int, spot: Spot) -> None:
        self._put(tile, spot)
        place, turned = spot
        rim = self.rim
        rim.pop(place, None)
        mask = _MASK[tile][turned]
        for way, step in enumerate(STEPS):
            if place + step not in self.lying:
                back = way + 3 if way < 3 else way - 3
                rim[place + step] = rim.get(place + step, 0) | 1 << back | (mask >> way & 1) << ROADS + back
        self._link(self._reached(tile))

    def _reached(self, tile: int) -> list[int]:
        """The nodes that a tile just put down gives a way to the Circle, its own among them."""
        linked, across = self.linked, self._across
        own = [node for node in GREEN[tile] if any(across(tile, edge) in linked for edge in NODE_EDGES[node])]
        return own + self._reached_from(own)

    def _reached_from(self, nodes: list[int]) -> list[int]:
        """The nodes that are not linked yet, but will be with these."""
        linked, across = self.linked, self._across
        new: list[int] = nodes[:]
        for node in new:
            tile = NODE_TILE[node]
            for edge in NODE_EDGES[node]:
                found = across(tile, edge)
                if found >= 0 and found not in linked and found not in new:
                    new.append(found)
        return new[len(nodes) :]

    def _across(self, tile: int, edge: int) -> int:
        """The node on the other side of an edge, or -1."""
        turned = self.turned
        way = (edge + turned[tile]) % 6
        other = self.lying.get(self.at[tile] + STEPS[way])
        return -1 if other is None else GREEN_AT[other][(way + 3 - turned[other]) % 6]

    def _link(self, nodes: list[int]) -> None:
        self.linked.update(nodes)
        rim = self.rim
        for node in nodes:
            tile = NODE_TILE[node]
            for edge in NODE_EDGES[node]:
                way = (edge + self.turned[tile]) % 6
                place = self.at[tile] + STEPS[way]
                if place in rim:
                    rim[place] |= 1 << HOME + (way + 3) % 6

    def lift(self, tile: int) -> None:
        """Take a tile up; what hangs together is found anew."""
        place = self.at[tile]
        del self.lying[place]
        self.at[tile] = -1
        rim, turned = self.rim, self.turned
        round_it = 0
        for way, step in enumerate(STEPS):
            back = (way + 3) % 6
            other = self.lying.get(place + step)
            if other is not None:
                round_it |= 1 << way | (_MASK[other][turned[other]] >> back & 1) << ROADS + way
            elif rim[place + step] & SIDES == 1 << back:
                del rim[place + step]
            else:
                rim[place + step] &= ~(1 << back | 1 << ROADS + back)
        if round_it:
            rim[place] = round_it
        for empty in rim:
            rim[empty] &= (1 << HOME) - 1
        self.linked = set(GREEN[CIRCLE])
        self._link([*GREEN[CIRCLE], *self._reached_from(list(GREEN[CIRCLE]))])

    def spots(self, tile: int, crowded: bool = False) -> list[Spot]:
        """
        Where a tile may lie (L244): by column, row, turn; `crowded`: only where most neighbours are.

        On a shared side both have a road or neither has (A2), and a road of the tile leads to the Circle.
        """
        found: list[Spot] = []
        most = 0
        for place, round_it in sorted(self.rim.items()):
            # aligned, it takes up every road that leads in: one with a way home is enough
            if not round_it >> HOME or (crowded and (round_it & SIDES).bit_count() < most):
                continue
            key = (tile, round_it & (1 << HOME) - 1)
            turns = _turns.get(key)
            if turns is None:
                settled, roads = round_it & SIDES, round_it >> ROADS & SIDES
                turns = _turns[key] = tuple([n for n, mask in enumerate(_MASK[tile]) if mask & settled == roads])
            if turns:
                if crowded and (round_it & SIDES).bit_count() > most:
                    most = (round_it & SIDES).bit_count()
                    found.clear()
                found += [(place, n) for n in turns]
        return found

    def lost(self) -> int:
        """How many resource locators have no way to the Circle (L246)."""
        return sum([node not in self.linked for node in LOCATOR_NODE])

    def whole(self) -> bool:
        """Whether every tile that lies has a road to the Circle."""
        return not self.alone()

    def alone(self) -> set[int]:
        """The tiles of which no road leads to the Circle."""
        linked = self.linked
        return {tile for tile in self.lying.values() if not any(node in linked for node in GREEN[tile])}

    def movable(self) -> Iterator[int]:
        """The tiles that can be taken up and laid again so that fewer locators are lost (A3)."""
        cut_off = {NODE_TILE[node] for node in LOCATOR_NODE if node not in self.linked}
        lost = self.lost()
        for tile in range(1, TILES):
            rest = self.copy()
            rest.lift(tile)
            if (tile in cut_off or rest.whole()) and any(rest.better(tile, lost)):
                yield tile

    def better(self, tile: int, lost: int) -> Iterator[Spot]:
        """Where a tile taken up may lie so that fewer than `lost` locators are lost and all tiles have a way."""
        alone, lost_now = self.alone(), self.lost()
        for spot in self.spots(tile):
            self._put(tile, spot)
            new = self._reached(tile)
            del self.lying[spot[0]]
            self.at[tile] = -1
            won = sum([node in new for node in LOCATOR_NODE])
            if lost_now - won < lost and alone <= {NODE_TILE[node] for node in new}:
                yield spot


def laid(tiles: Iterable[tuple[int, int, int, int]]) -> Board:
    """A board with these tiles: (tile, column, row, turn)."""
    board = Board()
    for tile, column, row, turned in tiles:
        board.lay(tile, (cell(column, row), turned))
    return board
