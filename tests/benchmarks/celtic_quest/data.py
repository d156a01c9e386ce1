"""
What is in the box of Celtic Quest, as numbers and tables.

"L105" is line 105 of the rulebook, "F" a component fact that the text fixes, "A" an assumed component fact, "A4"
answer 4 where the rulebook is silent.
"""

from __future__ import annotations

# Chits. What may be carried comes first, then what goes into the pouch.
ORE, FISH, CLOTH, DEER, WHEAT, GRAPES, CRYSTAL, GOLD, BREAD, RING, ELIXIR = range(11)  # L172: six resources
ROMAN, DRUID, ORDERS, CYCLE, ROMANISED = range(11, 16)
CHITS = (
    "ore", "fish", "cloth", "deer", "wheat", "grapes", "crystal", "gold", "bread", "ring", "elixir",
    "roman", "druid", "orders", "cycle", "romanised",
)  # fmt: skip
RESOURCES = range(6)
CHIT = tuple([(chit,) for chit in range(len(CHITS))])

# Tiles: the Stone Circle, six settlements, the ordinary tiles 1 to 15. A tile is its road sections, each the edges that
# it joins; edges go clockwise, 0 is the top of the unturned tile (A, all of them).
CIRCLE = 0
PARISI, REGNI, CANTII, ICENI, BRIGANTES, SILURES = SETTLEMENTS = tuple(range(1, 7))  # the last two names: A
ORDINARY = tuple(range(7, 22))
TILES = 22  # F: 24 less the second sides of Regni and Cantii
SECTIONS: tuple[tuple[tuple[int, ...], ...], ...] = (
    ((0, 1, 2, 3, 4, 5),),
    ((0, 2, 4),), ((0, 3),), ((0, 2),), ((0, 2, 3),), ((0, 3, 4),), ((0, 2),),
    ((0, 3), (1, 4)), ((0, 2), (3, 5)), ((0, 3), (1, 2)), ((0, 2, 4),), ((0, 1, 3),),
    ((0, 3), (1, 5)), ((0, 2), (3, 4)), ((0, 3, 4),), ((0, 2, 3, 5),), ((0, 3), (2, 4)),
    ((0, 1), (3, 5)), ((0, 2, 3),), ((0, 3), (1, 4)), ((0, 4), (1, 3)), ((0, 2), (4, 5)),
)  # fmt: skip
WOODS, HILLS = 1, 2
TERRAIN = (0,) * 7 + (WOODS,) * 5 + (HILLS,) * 5 + (WOODS | HILLS,) + (0,) * 4  # both sides alike
ICONS = (REGNI, CANTII, *ORDINARY[:14])  # tiles that can be enchanted; one crystal place each
CRYSTALS = 16  # L81

# Nodes of the road network: every section, and one for the enchanted side of an ordinary tile, where all roads meet.
# A settlement is one node, whatever side lies up. As an option a node is (tile, section), sections counted from 1; the
# enchanted side is section 0.
NODE: list[tuple[int, int]] = []
NODE_EDGES: list[tuple[int, ...]] = []
JOINED = [-1] * TILES  # the node of the enchanted side
GREEN = []  # tile -> its nodes
# Roman places, likewise (tile, number): one a section, 0 on the enchanted side; on a settlement one a road from 1, and
# 0 in the Roman Town.
PLACE: list[tuple[int, int]] = []
ROADS: list[tuple[int, ...]] = []  # tile -> its places as the game begins
WHOLE = [-1] * TILES  # tile -> place 0
PLACE_EDGES: list[tuple[int, ...]] = []  # the edges on which whoever comes in meets the Roman
for _tile, _sections in enumerate(SECTIONS):
    _all = tuple(sorted(edge for section in _sections for edge in section))
    GREEN.append(tuple(range(len(NODE), len(NODE) + len(_sections))))
    for _number, _edges in enumerate(_sections, 1):
        NODE.append((_tile, _number))
        NODE_EDGES.append(_edges)
    _stops = () if _tile == CIRCLE else tuple((edge,) for edge in _all) if _tile in SETTLEMENTS else _sections  # A4
    ROADS.append(tuple(range(len(PLACE), len(PLACE) + len(_stops))))
    for _number, _edges in enumerate(_stops, 1):
        PLACE.append((_tile, _number))
        PLACE_EDGES.append(_edges)
    if _tile in ORDINARY and _tile in ICONS:
        JOINED[_tile] = len(NODE)
        NODE.append((_tile, 0))
        NODE_EDGES.append(_all)
    if _tile in SETTLEMENTS or JOINED[_tile] >= 0:
        WHOLE[_tile] = len(PLACE)
        PLACE.append((_tile, 0))
        PLACE_EDGES.append(_all)
NODE_TILE = tuple([tile for tile, _ in NODE])
PLACE_TILE = tuple([tile for tile, _ in PLACE])
NODE_OF = {name: node for node, name in enumerate(NODE)}
PLACE_OF = {name: place for place, name in enumerate(PLACE)}
GO = tuple([("go", *name) for name in NODE])
TILE = tuple([(tile,) for tile in range(TILES)])

# The node at each edge of the tile as the game begins, or -1
GREEN_AT = tuple(
    tuple(next((node for node in GREEN[tile] if edge in NODE_EDGES[node]), -1) for edge in range(6))
    for tile in range(TILES)
)

# Resource locators (F: three of each resource; A: where), one a section: (tile, section) as options
LOCATOR = tuple(
    (tile, section) for tile in ORDINARY for section in ((1, 2) if tile in (7, 12, 16) else (1,))
)  # tiles 1, 6 and 10 hold two
LOCATORS = len(LOCATOR)
LOCATOR_NODE = tuple([NODE_OF[name] for name in LOCATOR])
LOCATORS_OF = tuple([tuple(range(resource, LOCATORS, 6)) for resource in RESOURCES])
LOCATORS_ON = tuple([tuple(n for n in range(LOCATORS) if LOCATOR[n][0] == tile) for tile in range(TILES)])
# What lies at each node: (locator, resource)
LOCATORS_AT = tuple(
    [tuple((n, n % 6) for n in range(LOCATORS) if LOCATOR_NODE[n] == node) for node in range(len(NODE))]
)
LOST = 2  # L246: locators that may be cut off

# The bag (F): 24 resources, what is left of the Romans, the four special chits, two of each item
IN_BAG = 4
ROMANS = {2: 14, 3: 13, 4: 12, 5: 11}  # L222
ITEMS_IN_BAG = 2
STARTING = ((GOLD,), (BREAD,), (RING,), (ELIXIR,), (GOLD, BREAD))  # L213, in the order of play
POUCH = 3  # L151

# Charts
VALUE = (1, 2, 4, 6, 8)  # L164
LAST = len(VALUE) - 1
CRYSTAL_VALUE = (0, 1, 2, 3, 4, 3, 4, 4, 5, 6, 7, 8, 9)  # L180; 0 before the first box
END_OF_CHART = 12  # L176
SUPPLY, TENS, TEN = 114, 5, 10  # L140, L141

# Abilities by level (L331; A, but L189 and L195)
MOVEMENT, TRADING, CARRYING = range(3)
COST = (0, 2, 4, 7, 10)
TOP = len(COST) - 1
MOVE = (2, 3, 4, 5, 6)
TRADE = (0, 1, 2, 3, 4)
CARRY = (1, 2, 2, 3, 3)
ON_THE_WAY = (0, 0, 1, 1, 2)
RING_BONUS = HARP_BONUS = 2  # L367

# Quests: (bonus, the two resources); F: 18, the Horse asks for wheat and fish; the rest A
HORSE, TALISMAN, WOOD_SPIRIT, HILL_SPIRIT, PACK, SACK, HARP = range(7)
BONUSES = ("horse", "talisman", "wood_spirit", "hill_spirit", "pack", "sack", "harp")
QUESTS = (
    (HORSE, (FISH, WHEAT)),
    (TALISMAN, (ORE, CLOTH)), (TALISMAN, (DEER, GRAPES)), (TALISMAN, (ORE, FISH)),
    (WOOD_SPIRIT, (DEER, WHEAT)), (WOOD_SPIRIT, (FISH, CLOTH)), (WOOD_SPIRIT, (CLOTH, DEER)),
    (HILL_SPIRIT, (ORE, GRAPES)), (HILL_SPIRIT, (ORE, DEER)), (HILL_SPIRIT, (CLOTH, DEER)),
    (PACK, (FISH, GRAPES)), (PACK, (CLOTH, WHEAT)), (PACK, (WHEAT, GRAPES)),
    (SACK, (ORE, WHEAT)), (SACK, (FISH, DEER)), (SACK, (ORE, FISH)),
    (HARP, (CLOTH, GRAPES)), (HARP, (WHEAT, GRAPES)),
)  # fmt: skip
QUEST_POINTS = 5  # A

# Destinies (A, but for the number and for Luckiest)
TRADER, WANDERER, CARRIER, PILGRIM, SEEKER, DIPLOMAT = BASIC = tuple(range(6))
WARRIOR, HOARDER, ALL_ROUNDER, ROMAN_FRIEND, LUCKIEST = range(6, 11)
DESTINIES = (
    "trader", "wanderer", "carrier", "pilgrim", "seeker", "diplomat",
    "warrior", "hoarder", "all_rounder", "roman_friend", "luckiest",
)  # fmt: skip
START = (
    SETTLEMENTS,
    tuple([tile for tile in range(TILES) if TERRAIN[tile] & WOODS]),
    tuple([tile for tile in range(TILES) if TERRAIN[tile] & HILLS]),
    (CIRCLE,),
    (CIRCLE,),
    (PARISI, ICENI),
    *[(CIRCLE,)] * 5,  # A9
)

# Options that do not depend on the position; PASS declines a "may", DONE ends a row of picks.
PASS, DONE = ("pass",), ("done",)
TAKE = tuple([("take", chit) for chit in range(7)])
BY_ELIXIR = tuple([("elixir", chit) for chit in range(6)])
DROP = tuple([("drop", chit) for chit in range(11)])
USE_BREAD = ("bread",)
