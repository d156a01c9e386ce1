"""
What is in the box of Celtae, as numbers and tables.

"L105" is line 105 of the rulebook, "F" a component fact that the text fixes, "A" an assumed component fact, "A4"
answer 4 where the rulebook is silent.
"""

from __future__ import annotations

from itertools import product

# Workers; the action of the same number is the one a worker helps.
FARMER, BUILDER, SOLDIER, NOBLE, DRUID = range(5)
WORKERS = ("farmer", "builder", "soldier", "noble", "druid")
FARM, BUILD, BATTLE, RECRUIT = range(4)
ACTIONS = ("farm", "build", "battle", "recruit")
WORKER_COUNTS = (16, 16, 16, 8)  # L43; druids have tracks of their own

NORTH, SOUTH = range(2)
REGIONS = ("north", "south")

# The rondel, clockwise (F). Progress falls on the step from NE to SE.
SE, SW, NW, NE = range(4)
STOPS = ("se", "sw", "nw", "ne")
REGION_AT = (SOUTH, SOUTH, NORTH, NORTH)
BESIDE = (BATTLE, RECRUIT, RECRUIT, BATTLE)  # beside Farm and Build, which are next to every stop

# The action areas: the land of each region (Farm and Build), then Battle and Recruit, which serve both (L101).
AREA = ((0, 1), (0, 1), (2, 2), (3, 3))  # by action and region
AREAS = ("north", "south", "battle", "recruit")
PRINTED = ((FARMER, BUILDER), (FARMER, BUILDER), (SOLDIER,), (NOBLE,), (NOBLE,))  # A; the last is the centre
PLACES = 3
# What the bag holds before the random places are drawn: without the printed ones, and without a farmer, a builder and a
# soldier for each of four seats, present or not (L62).
BAG = tuple(
    worker
    for worker, count in enumerate(WORKER_COUNTS)
    for _ in range(count - 4 * (worker != NOBLE) - sum(printed.count(worker) for printed in PRINTED))
)

# Cards: a colour of citadels and a military icon; kind = 3 * colour + icon (F: 4 colours, 3 icons, 60 cards).
COLOURS = ("pink", "orange", "teal", "purple")
ICONS = ("warrior", "trap", "fortress")
WARRIOR, TRAP, FORTRESS = range(3)
KINDS = 12
COPIES = 5  # A
DECK = tuple([kind for kind in range(KINDS) for _ in range(COPIES)])
CARD = tuple([(kind,) for kind in range(KINDS)])
MARKET = 6  # L69
MARKET_COST = (0, 1, 1, 1, 2, 2)  # L105
HAND, KEEP = 5, 3  # L73

STRENGTH = 15  # A: the end of the track
DISCS, CUBES, ACTIVE, TRIBE = 9, 4, 3, 8  # L58, L95, L155
DISC_COST = (2, 2, 3, 3, 4, 4, 5, 5, 6)  # A
DISC_POINTS = (0, 0, 0, 1, 1, 2, 2, 3, 3, 4)  # A: G, by discs built (0,0,1,0,1,0,1,0,1 added up)
TRIBE_POINTS = (0, 0, 0, 0, 1, 1, 2, 2, 3)  # A: F, by workers in the tribe

# Tiles: (points, strength), and (points, workers asked for). The kind is the place in the list.
ROMAN = ((1, 5), (1, 6), (1, 7), (2, 8), (2, 9), (2, 10), (2, 12))  # A
ROMAN_POOL = ((0, 1, 1, 2), (3, 4, 4, 5, 5, 6))  # by points - 1
ORDER = (  # A; counted by worker: farmers, builders, soldiers, nobles
    (1, (1, 0, 0, 1)), (1, (0, 1, 1, 0)), (1, (1, 0, 1, 0)), (1, (0, 1, 0, 1)),
    (2, (1, 1, 1, 0)), (2, (1, 1, 0, 1)), (2, (1, 0, 1, 1)), (2, (0, 1, 1, 1)), (2, (2, 1, 0, 0)), (2, (0, 1, 2, 0)),
)  # fmt: skip
ORDER_POOL = ((0, 1, 2, 3), (4, 5, 6, 7, 8, 9))

BONUSES = ("token", "recruit", "cards", "strength")  # L368 to L372; one of each a region (F)
TOKEN, RECRUIT_ONE, CARDS, MIGHT = range(4)
TOKENS = 10  # L50
BONUS_CARDS, BONUS_STRENGTH = 2, 3

# By number of players (solo is set up as for two, L242)
STACK = {1: (1, 2), 2: (1, 2), 3: (2, 2), 4: (2, 3)}  # A: tiles of 1 and of 2 points, a region and a kind of stack
DRUIDS = {1: 3, 2: 3, 3: 4, 4: 5}  # A: a region
OPEN = {1: 2, 2: 2, 3: 3, 4: 4}  # A: spaces of a citadel that no unused colour fills
GARRISON = {1: (1, 1, 1), 2: (1, 1, 1), 3: (2, 1, 1), 4: (2, 1, 2)}  # A, A8: spaces by icon, a region
TRACK = {1: 6, 2: 6, 3: 9, 4: 12}  # F
LAID_OUT = {1: (3, 2), 2: (3, 2), 3: (3, 3), 4: (4, 3)}  # A: progress cards of 2 and of 3 markers

# Progress cards: (what is asked, of what). A card of the first deck holds 2 markers, of the second 3 (A).
PROGRESS = (
    ("discs", 0), ("discs", 1), ("discs", 2), ("discs", 3),  # 2 or more discs of a colour
    ("most_type", FARMER), ("most_type", BUILDER), ("most_type", SOLDIER), ("most_type", NOBLE),
    ("most_in_region", NORTH), ("most_in_region", SOUTH),
    ("bonuses", 2), ("bonuses", 2), ("druids", 2),
    ("most_discs", 0), ("most_discs", 1), ("most_discs", 2), ("most_discs", 3),
    ("garrison", NORTH), ("garrison", SOUTH),  # 2 or more cubes in a region
    ("most_workers", 0), ("workers", 5), ("most_bonuses", 0),
    ("orders", 3), ("most_orders", 0), ("romans", 3), ("most_romans", 0),
)  # fmt: skip
SMALL_CARDS = 13
CAPACITY = tuple([2 if card < SMALL_CARDS else 3 for card in range(len(PROGRESS))])
SOLO_TYPES = (3, 3, 3, 2)  # A; 3 farmers: L304
SOLO_WORKERS = 6  # L304

LEADERS = (
    "viriato", "avarus", "diviciacus", "ambiorix", "vercingetorix", "caratacus", "cartimandua", "boudica",
)  # fmt: skip
FLIP_AT = 3  # L185

# The solo tile (A, but the first section: L288): actions, place to swap, market places to discard.
LEFT, MIDDLE, RIGHT, REFRESH = range(4)
SOLO_TILE = (
    (
        ((BUILD, FARM), LEFT, (1, 2, 5, 6)),
        ((BATTLE, FARM), MIDDLE, (1, 3, 4)),
        ((RECRUIT, FARM), RIGHT, (1, 2, 3)),
        ((BATTLE, RECRUIT, FARM), REFRESH, (4, 5, 6)),
    ),
    (
        ((RECRUIT, BUILD, FARM), LEFT, (1, 2, 4)),
        ((BUILD, BATTLE, FARM), RIGHT, (2, 3, 6)),
        ((BATTLE, BUILD, FARM), MIDDLE, (1, 5, 6)),
        ((RECRUIT, FARM), REFRESH, (1, 2, 3, 4)),
    ),
)
TARGETS = {"easy": 25, "normal": 30, "hard": 35}  # L308

# Options that do not depend on the position; PASS declines a "may", DONE ends a row of picks.
PASS, DONE = ("pass",), ("done",)
MOVES = ((1,), (2,), (3,))
TYPE = tuple([(worker,) for worker in range(5)])
PLACE = tuple([(place,) for place in range(MARKET + 1)])  # of the market, from 1

# The combinations of action and region, as options at a stop and as reached with a token (A4: all of the 8).
HERE = tuple([tuple([(a, r) for a in (FARM, BUILD, b)]) for r, b in zip(REGION_AT, BESIDE)])
ANYWHERE = tuple([(a, r) for a in range(4) for r in (NORTH, SOUTH)])


def _menus() -> dict[tuple[int, bool, bool, bool, bool], tuple[tuple[object, ...], ...]]:
    """The options of `action`, by stop, whether Build works there, a token in hand, and Build by it in each region."""
    menus = {}
    for stop, here, token, north, south in product(range(4), *[(False, True)] * 4):
        menu: list[tuple[object, ...]] = [(ACTIONS[a], r) for a, r in HERE[stop] if a != BUILD or here]
        if token:
            by_token = (north, south)
            menu += [("token", ACTIONS[a], r) for a, r in ANYWHERE if a != BUILD or by_token[r]]
        menus[stop, here, token, north, south] = tuple(menu)
    return menus


MENUS = _menus()

# The swaps that may be offered, by types among one's own and on the area (a bit a type); like for like is none (A3).
SWAPS = tuple(
    tuple(
        (*[("swap", g, t) for g in range(4) if mine >> g & 1 for t in range(4) if g != t and area >> t & 1], PASS)
        for area in range(16)
    )
    for mine in range(16)
)

# Farm: what may be taken after place `last` (1: the free card) with so many farmers from so many cards; DONE alone: ().
FARMS = tuple(
    tuple(
        tuple(
            [(p,) for p in range(last + 1, size + 1) if MARKET_COST[p - 1] <= farmers] + [DONE]
            for size in range(MARKET + 1)
        )
        for farmers in range(8)  # 7 pay for all that lies there
    )
    for last in range(MARKET + 1)
)
