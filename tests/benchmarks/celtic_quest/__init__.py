"""
Celtic Quest by hand: the whole game for 2 to 5 players, basic and advanced, with no thought of any other game.

It is written from the rulebook alone, is driven in step with the interpreter (an oracle; `mapping` has the words of the
YAML) and timed against it (a baseline). "L105" in a comment is line 105 of the rulebook, "A4" answer 4 where the
rulebook is silent, "F" a component fact that the text fixes, "A" alone an assumed one, "ours" a choice of this package.

    data      what is in the box, as numbers and tables
    board     the map while it is built: legal places, what hangs together
    position  a position, the gate for chance, copies
    network   ways, Roman places met, distances on the finished map
    setup     destinies, quests, map, demand, bag
    chits     step 1: draw and resolve
    moves     step 2: move, Romans, pick up, drop
    after     step 3: Stone Circle and settlement
    land      Romans put and moved, conquest, enchanting, the ends
    scoring   points by category, ties
    game      `Game`: what a driver holds

Seats are 0..n-1; `first` begins and has the items of player 1 (L213). Chits are 0..15 as in data.CHITS (resources 0..5,
then crystal, items, Roman, Druid, Orders, Cycle, Romanised), tiles 0 the Stone Circle, 1..6 the settlements, 7..21 the
ordinary tiles 1..15. Cells are (column, row) from the Circle, neighbours clockwise from the north (0, -1) (1, -1) (1,
0) (0, 1) (-1, 1) (-1, 0); a tile turned by n has its edge e in direction e + n. A section is (tile, number from 1 as
printed), (tile, 0) the enchanted side of an ordinary tile; a settlement has the one section 1 on every side. A Roman
place is (tile, section), on a settlement (tile, road from 1), and (tile, 0) on an enchanted ordinary tile or a Roman
Town. Abilities are 0..2 movement, trading, carrying; quests and destinies go by their place in data.QUESTS and
data.DESTINIES.

A decision has a `kind` (its name), a `seat` and `options`, in rising order but for the words. One with a single option
answers itself and is never shown. "may": nothing is asked where it cannot be done.

    Set-up
    destiny        (destiny,)                         advanced: each seat in turn, of two; all are dealt before
    place          (column, row, turn)                the tile drawn (`tile`), every turn that is legal
    adjust         (tile,)                            a tile to take up, of those that can then be laid better
    place_again    (column, row, turn)                it is laid, so that fewer locators are cut off

    1. Chits
    give_back      (chit,)                            with Talismans: picks, never back in the row of the drawn ones
    resolve        (chit,), (chit,)                   which of two unlike chits comes first
    locator        (tile, section)                    a resource: an empty locator of its kind
    demand         (settlement,)                      or else a chart on which its marker moves right
    crystal        (tile,)                            a crystal: an empty crystal place
    pouch          (item,)                            a fourth item: which of the four goes
    roman          (tile, place)                      a Roman: a free place
    orders         (tile, place)..., ("pass",)        may: a Roman on the map
    orders_to      (tile, place)                      where it goes
    romanised      (settlement,)                      one that holds a Roman
    druid          (tile,)                            the tile to enchant

    2. Move
    start          (tile, section)                    in the first turn
    shift          ("shift",), ("pass",)              may: the Roman below the marker, before moving
    shift_to       (tile, place)                      where it goes
    move           ("go", tile, section)...           while moving, with the points for it
                   ("take", chit)...                  what lies on the section or tile, with room
                   ("elixir", resource)...            while moving, with an Elixir and room
                   ("bread",)                         while moving
                   ("drop", chit)...                  anything carried or in the pouch
                   ("done",)                          asked again and again, until done or stopped; after a take that
                                                      ended movement only take, drop and done
    gold           ("gold",), ("pass",)               may: a Roman was met
    bribe          ("bribe",), ("pass",)              may: move the Roman to another place
    bribe_to       (tile, place)                      where it goes

    3. After movement: a menu that is asked again and again; what stands above the last action is not offered any more
    circle         ("complete",)                      with both resources
                   ("improve", ability)...            what can be paid, any number of times
                   ("claim", 1)...                    how many points are converted, once
                   ("discard_quest",)                 an impossible one
                   ("draw_quest",)                    without a quest, while there are cards
                   ("deliver", 1)...                  how many crystals, once
                   ("drop", chit)...                  at any time
                   ("done",)
    enchant        (tile,)                            the tile to enchant
    settlement     ("deliver", resource)...           any number of times
                   ("draw_quest",)
                   ("drop", chit)..., ("done",)       as above
    ring           ("ring",), ("pass",)               may: for the resource just chosen

`parts` are the points of each seat by scoring.CATEGORIES, `scores` their sums, `ranking` the seats from best to worst,
`reason` one of enchanted, romanised, supply, rounds, time; `signal_time()` says that the time is up.

Chance. A driver may give every draw, by the name of a pile; what is in it are numbers (cells: tuples), in no order.

    destinies      6 (advanced 10 or 11) cards. A card a seat, in turn; advanced: two for seat 0, two for seat 1, ...
    quests         a card a seat, in turn, after all destinies are kept; then as they are drawn
    tiles          1..21, as they are drawn. Those that fit nowhere lie under it, first in first out. When the map is
                   laid by chance the pile is as the tiles were taken up: what was left of it, then the map by tile
    cell, turn     quick map: (column, row), then a number, after each tile that fits somewhere
    bag            chits
    luckiest       at the end, two of the basic destinies that nobody kept

ASSUMED: what the rulebook leaves open, and what is done here. Component numbers marked A stand in `data`.

    A1   Set-up: destinies, quests, map, resources, demand, bag.
    A2   On a shared side both tiles have a road or neither has. Enchanting changes no edge.
    A3   Adjusting begins with the first player, a tile a seat, until two locators or fewer are cut off. A tile may be
         taken up if a locator on it is cut off, or if no other tile loses its way to the Circle. It is laid by the
         rules of placing, so that fewer locators are cut off and every tile has a road to the Circle (L244). Without
         such a tile, the quick map. Quick map: of all cells for the tile that have the most neighbours one by chance,
         then a turn by chance.
    A4   No Roman place on the Circle. Only locators in play count for distances; face-down ones stay out for good.
    A5   Talismans add up; all returns come before the first chit is resolved. What can be placed must be.
    A6   Druid: marker first; 12 ends the game before a tile is turned. An enchanted ordinary tile has one Roman place.
    A7   Only entering is stopped, on a settlement by the Roman of the road that leads in, in a Town by its one. All
         printed roads count for conquest, those at the rim too.
    A8   `shift` is asked of whoever was stopped by that Roman and has not left since, each turn before moving; whoever
         was not stopped does not stand on it. Stopped players may later stay, pick up and act there.
    A9   First turn: any tile that fits, any section, a Roman there does not stop. Advanced destinies: the Circle.
    A10  Crystals count as pick-ups; Elixir only for resources, with room, while moving. Bread while moving. Dropping
         until the turn ends, between any two actions, but not once a Roman has stopped it.
    A11  One Ring a resource; Trading and Harp count for each; the value of the first of a kind this turn holds for all.
    A12  A quest is impossible when one of its resources has no locator in play, whatever is carried or in the bag.
    A13  A payment that takes the last point exhausts the supply, also one that asks for more; each ten-marker adds ten
         points; what the five cannot pay is lost. Reputation spent goes back to the supply, victory points stay out.
    A14  Luckiest: the better of two basic destinies that nobody kept, drawn after the end.
    Gaps: with too few chits in the bag all discards go back before the first is drawn; still too few: what there is,
         and only what is over two is returned. Orders and Romanised are inventions. Cycle goes back with the others.

    Ours, said nowhere:
    1    A tile that fits nowhere goes under the stack, and the same player draws again. When none of the tiles left
         fits, all are taken up and laid as a quick map.
    2    Items may be dropped like carried chits (L151 "no longer wanted", L304).
    3    At the start of a first turn a Roman Town counts as its settlement (Trader, Diplomat), and woods and hills are
         on both sides.
    4    A settlement conquered with a crystal on it: the crystal is discarded; a Town has no crystal place.
    5    A pick-up while the second number lasts does not end movement; the first that it does not cover does.
    6    On a tile that is enchanted the first Roman is left; whoever stood on another one stands on none, as when the
         Roman is moved or its settlement conquered. A place that is filled anew is not stood on.
    7    Free steps (spirits) may be made without end, and without points.
    8    Gold is offered wherever a Roman is met, also with no points left. The bribed Roman may stay ("pass"); then it
         does not count for the Warrior.
    9    With no free Roman place nothing is asked of `shift`, `orders` and `bribe`.
    10   Discarded quests are out of the game.
    11   Improving and delivering are repeated one at a time in any order.
    12   A quest's bonus holds from its completion on; its 5 points are counted at the end and not taken from the
         supply.
    13   All that ends the game at once does so in the middle of the turn: nothing more is resolved or asked.
    14   Of time and rounds the one that is noticed first, after a turn; both after supply, where ends fall together.
    15   A section with several resources: those of a kind are one option.
"""

from .game import Game, play_random

__all__ = ["Game", "play_random"]
