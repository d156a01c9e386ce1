"""
Celtae by hand: the whole game for 1 to 4 players, with no thought of any other game.

It is written from the rulebook alone, to be driven in step with the interpreter (an oracle) and to be timed against it
(a baseline). "L105" in a comment is line 105 of the rulebook, "A4" answer 4 where the rulebook is silent, "F" a
component fact that the text fixes, "A" alone an assumed one, "ours" a choice of this package.

    data      what is in the box, as numbers and tables
    position  a position, the gate for chance, copies
    setup     set-up, leaders, the cards that are kept
    turn      move, action, refresh, swap, token
    actions   Farm, Build, Battle, Recruit
    workers   picks one by one: payments, refills, the limit of eight
    progress  markers and leader flips
    rounds    whose turn, double turns, the end
    solo      Solitairix
    scoring   points A to K, ties
    game      `Game`: what a driver holds
    mapping   the words of the YAML definition in these numbers

Seats are 0..n-1 (in solo Solitairix has seat 1 and is never asked), workers 0..4 farmer, builder, soldier, noble,
druid, colours 0..3 pink, orange, teal, purple, icons 0..2 warrior, trap, fortress, card kinds 3 * colour + icon,
regions 0 north, 1 south, leaders 0..7 in the order of the rulebook. Places of a market and of the row of progress cards
count from 1 and from 0, from the left; the row has the cards of 2 markers first.

A decision has a `kind` (its name), a `seat` and `options`. One with a single option answers itself and is never shown.
"rising": never a smaller value than the pick before; a pick after which too few are left is not offered.

    Set-up, from the last player backwards to the start player, each
    leader         (leader,)                                     those that are left
    discard        (kind,)                                       2 picks, rising, from 5 cards

    A turn
    move           (1,), (2,), (3,)                              (3,) only with 3 strength
    progress       (place of a progress card,)                   the holder of Teutates; where a marker has room
    flip           ("flip",), ("pass",)                          every person, from the start player; once, at 3 left
    action         (action, region)...,                          the three next to the marker: farm, build, then battle
                   ("token", action, region)...                  or recruit; with a token all eight, farm north, farm
                                                                 south, build north, ... ; build only if certain (A2)
    refresh        ("refresh",), ("pass",)                       with 1 strength
    swap           ("swap", given, taken)..., ("pass",)          by given, then taken
    extra          ("extra",), ("pass",)                         with a token

    Farm
    farm           (place,)..., ("done",)                        picks, rising, from place 2; the first is free

    Build
    citadel        (colour,)                                     those that can be paid
    pay            (kind,)                                       as many picks as the cost, rising, of that colour
    bonus_cards    (place,)                                      2 picks, rising
    bonus_recruit  (worker,)                                     then refill and dismiss, as below

    Battle
    arms           (kind,)..., ("done",)                         picks, rising, of one icon after the first
    fight          ("fight",), ("pass",)                         with the strength
    garrison       ("garrison", kind)..., ("pass",)              the card that pays for the cube

    Recruit
    recruit        (worker,)..., ("done",)                       picks, rising; done after the first
    train          ("train",), ("pass",)                         if the tribe has the workers of the top tile
    refill         (worker,)                                     from the centre, one by one, in any order
    druid          ("druid",), ("pass",)                         after train; with a druid there and the cards
    druid_cards    (kind,)                                       as many picks as druids in the tribe, rising
    dismiss        (worker,)                                     as many picks as are over eight, rising; then refill

    stack_marker   (place of a progress card,)                   after the garrison of the last army (end of Battle),
                                                                 after the last order (before druid)

Chance. A driver may give every draw, by the name of a pile; what is in it are numbers, in no order.

    bag            workers. Set-up: north, south, battle (2), recruit (2), centre (2); then as the centre is refilled
    roman_1, roman_2, order_1, order_2   tiles by points, those of 2 first; the stack of the north, then of the south
    bonus_north, bonus_south             effects, by colour of the citadel
    deck           card kinds. Set-up: market north, market south, five cards a seat, by seat; then as markets
                   are refilled from the left, and as Solitairix draws. Made of the discards when a card is
                   needed and it is empty
    progress_2, progress_3               the row from the left
    leaders        one more than players (solo: 3), then shown in their own order
    solo_side, solo_worker               last of all

ASSUMED: what the rulebook leaves open, and what is done here. Component numbers marked A stand in `data`.

    A1   Progress and flips come right after the move, before the action is chosen. On an empty track a crossing does
         nothing, and Teutates stays.
    A2   Build is offered if some refresh to the visible centre, one swap and one token make it payable; later on, what
         would make it impossible is not offered, so what must be done answers itself.
    A3   One refresh a turn, with or without a swap; what goes back may be drawn at once. No like for like. The
         worker given lies where the one taken lay, of two alike in the place of the leftmost.
    A4   Spent tokens go to the supply. A token offers all eight combinations, those next to the marker too (ours: the
         text says "any action space"). One token for the place and one for the worker may be spent in one action. The
         extra worker is of the type that helps: farmer, builder, soldier, noble. It is asked after the swap.
    A5   A market that could not be refilled stays short. Bonuses are mandatory as far as they go.
    A6   Cards may be discarded in Battle for no strength and without a fight. Strength past 15 is lost.
    A7   Nobles are counted once. Order: recruits, train, refill, tile, stack marker, druid, limit of eight. In Battle:
         cube, then stack marker.
    A8   With 3 players the fourth garrison space is a warrior's. Druids count for the points of the tribe, in the
         tie-break and for "2 druids" alone. The second tie-break counts tiles.
    A9   With the bag empty, places of the centre stay empty. A player short of 3 refills again after the limit of
         eight.
    A10  North gets the first tiles of each value, then the south.
    A11  Solo: section 1 up at the start; supply of 9 tokens; colour and icon are compared with the discards as they lie
         after the draw, an empty pile differs; he builds only with discs left, places a cube only on a free space of
         the icon with cubes left; empty market places are skipped; a refresh section then swaps the leftmost; his cubes
         count for the garrison majority.
    Ours, from the list of gaps: majorities need one of the thing; dismissed druids and leftover leaders go to the box.

    Ours, said nowhere:
    1    The action (with Farm or Build told apart) is chosen before the refresh and the swap, with its region.
    2    Refresh is offered with 1 strength even if area or centre is short; an area takes what the centre has.
    3    A worker that refills the centre comes last in its row. The leftmost of two alike is taken. A refresh keeps the
         order of the centre. (Seen in solo alone.)
    4    Gaps of the centre are filled when it is next used for a refill, or by a refresh.
    5    The extra worker is offered even where it does not help.
    6    Somebody without active workers (four players and an empty bag) may choose Recruit, and recruits nobody. The
         bonus goes as far as possible too: nobody joins, then refill.
    7    Discards lie in the order of their picks, the last on top (seen in solo alone).
    8    The tile drawn last lies on top of a stack.
    9    In set-up all hands are dealt before the first leader is chosen; each discards before the next one chooses.
    10   Solitairix's spare workers go into the bag after the board is filled (L247 comes after L242).
    11   He swaps like for like, too, and not at all with an empty place; his market discards come before the refill.
    12   A flip is asked even of those whose leader could not win by it.
    13   The druid tile's workers may be the ones just recruited (L175), and druids are never among them.
    14   The first discard in Battle is any card; the icon follows from it.
"""

from .game import Game, play_random

__all__ = ["Game", "play_random"]
