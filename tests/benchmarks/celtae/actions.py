"""The four actions (L103 to L177). Each begins with `do_...` and goes on to `end_turn`."""

from __future__ import annotations

from .data import (
    BONUS_CARDS,
    BONUS_STRENGTH,
    BUILDER,
    CARD,
    CARDS,
    DISC_COST,
    DONE,
    DRUID,
    FARMER,
    FARMS,
    MARKET_COST,
    MIGHT,
    NOBLE,
    ORDER,
    PASS,
    PLACE,
    RECRUIT_ONE,
    ROMAN,
    SOLDIER,
    STRENGTH,
    TOKEN,
    TYPE,
)
from .position import Position
from .progress import ARMY, stack_taken
from .progress import ORDER as ORDERS
from .rounds import end_turn
from .workers import limit, pay, refill

FIGHT = (("fight",), PASS)
TRAIN = (("train",), PASS)
DRUID_TOO = (("druid",), PASS)
GARRISON = tuple([("garrison", kind) for kind in range(12)])

# Farm


def do_farm(g: Position) -> None:
    seat = g.mover
    market = g.market[g._region]
    if market:
        take(g, 1)  # L111: the leftmost is free
        active, tribe = g.active[seat], g.tribe[seat]
        farmers = active[FARMER] + tribe[FARMER] + tribe[DRUID] + g._extra
        g._needed = farmers if farmers < 7 else 7
        farm(g, PLACE[1])
    else:
        _farmed(g)


def farmed(g: Position, option: tuple[int]) -> None:
    if option is DONE:
        _farmed(g)
        return
    place = option[0]
    take(g, place)
    g._needed -= MARKET_COST[place - 1]
    farm(g, option)


def farm(g: Position, last: tuple[int]) -> None:
    options = FARMS[last[0]][g._needed][len(g.market[g._region])]
    if len(options) > 1:
        g.kind = "farm"
        g._open = options
    else:
        _farmed(g)


def _farmed(g: Position) -> None:
    g.fill_market(g._region)
    end_turn(g)


def take(g: Position, place: int) -> None:
    """A card of the market into the hand; the others stay where they are until all are taken."""
    market = g.market[g._region]
    g.hand[g.mover][market[place - 1]] += 1
    g.cards[g.mover] += 1
    market[place - 1] = -1


# Build


def builders(g: Position, seat: int) -> int:
    tribe = g.tribe[seat]
    return g.active[seat][BUILDER] + tribe[BUILDER] + tribe[DRUID]


def builders_wanted(g: Position, seat: int, region: int) -> int:
    """The builders without whom no citadel of the region can be paid; 99 where even they do not help."""
    built = g.built[seat]
    if built == 9:
        return 99
    room = g.room
    a, b, c, d, e, f, h, i, j, k, m, n = g.hand[seat]
    first = 4 * region
    most = a + b + c if room[first] else 0
    if room[first + 1] and d + e + f > most:
        most = d + e + f
    if room[first + 2] and h + i + j > most:
        most = h + i + j
    if room[first + 3] and k + m + n > most:
        most = k + m + n
    return DISC_COST[built] - most if most else 99


def do_build(g: Position) -> None:
    seat = g.mover
    hand = g.hand[seat]
    cards = DISC_COST[g.built[seat]] - builders(g, seat) - g._extra
    g._needed = cards = cards if cards > 1 else 1  # L121
    first = 4 * g._region
    options = [TYPE[c] for c in range(4) if g.room[first + c] and sum(hand[3 * c : 3 * c + 3]) >= cards]
    if len(options) > 1:
        g.kind = "citadel"
        g._open = options
    else:
        citadel(g, options[0])


def citadel(g: Position, option: tuple[int]) -> None:
    colour = option[0]
    g._wanted = 4 * g._region + colour  # from here on: the space
    pay(g, "pay", 3 * colour, 3 * colour + 3, g._needed, _placed)


def _placed(g: Position) -> None:
    seat, space = g.mover, g._wanted
    g.built[seat] += 1
    g.discs[seat][space] += 1
    g.room[space] -= 1
    bonus = g.bonus[space]  # L121; mandatory as far as possible (A5)
    if bonus == TOKEN:
        if g.supply:
            g.supply -= 1
            g.tokens[seat] += 1
    elif bonus == MIGHT:
        g.strength[seat] = min(STRENGTH, g.strength[seat] + BONUS_STRENGTH)
    elif bonus == CARDS:
        size = len(g.market[g._region])
        g._at, g._needed = 0, BONUS_CARDS if size > BONUS_CARDS else size
        _bonus_cards(g)
        return
    elif bonus == RECRUIT_ONE:
        active = g.active[seat]
        options = [TYPE[worker] for worker in range(4) if active[worker]]
        if len(options) > 1:
            g.kind = "bonus_recruit"
            g._open = options
            return
        if options:
            bonus_recruited(g, options[0])
        else:
            refill(g, _within_limit)
        return
    _completed(g)


def bonus_taken(g: Position, option: tuple[int]) -> None:
    place = option[0]
    take(g, place)
    g._at = place
    g._needed -= 1
    _bonus_cards(g)


def _bonus_cards(g: Position) -> None:
    size = len(g.market[g._region])
    while g._needed:
        options = PLACE[g._at + 1 : size - g._needed + 2]
        if len(options) > 1:
            g.kind = "bonus_cards"
            g._open = options
            return
        g._at = options[0][0]
        take(g, g._at)
        g._needed -= 1
    g.fill_market(g._region)
    _completed(g)


def bonus_recruited(g: Position, option: tuple[int]) -> None:
    g.active[g.mover][option[0]] -= 1
    g.tribe[g.mover][option[0]] += 1
    refill(g, _within_limit)


def _within_limit(g: Position) -> None:
    limit(g, _completed)


def _completed(g: Position) -> None:
    """The last disc takes the bonus tile, after the bonus (L127)."""
    space = g._wanted
    if not g.room[space]:
        g.bonus[space] = -1
        g.bonuses[g.mover] += 1
    end_turn(g)


# Battle


def do_battle(g: Position) -> None:
    """Discard cards of one icon, as many as one likes (L135); even for no strength (A6)."""
    hand = g.hand[g.mover]
    g._needed = 0  # discarded so far
    options = [CARD[kind] for kind in range(12) if hand[kind]]
    if options:
        g.kind = "arms"
        g._open = [*options, DONE]
    else:
        _armed(g)


def armed(g: Position, option: tuple[int]) -> None:
    if option is DONE:
        _armed(g)
        return
    seat, kind = g.mover, option[0]
    hand = g.hand[seat]
    hand[kind] -= 1
    g.cards[seat] -= 1
    g.discards.append(kind)
    g._needed += 1
    options = [CARD[k] for k in range(kind, 12, 3) if hand[k]]  # the same icon, in rising order
    if options:
        g._open = [*options, DONE]
    else:
        _armed(g)


def _armed(g: Position) -> None:
    seat = g.mover
    strength = g.strength[seat]
    if g._needed:
        active, tribe = g.active[seat], g.tribe[seat]
        soldiers = active[SOLDIER] + tribe[SOLDIER] + tribe[DRUID] + g._extra
        strength += g._needed * (soldiers if soldiers < 4 else 4)  # L139
        g.strength[seat] = strength = strength if strength < STRENGTH else STRENGTH
    army = g.army[g._region]
    if army and strength >= ROMAN[army[-1]][1]:
        g.kind = "fight"
        g._open = FIGHT
    else:
        end_turn(g)


def fought(g: Position, option: tuple[str]) -> None:
    if option is PASS:
        end_turn(g)
        return
    seat, region = g.mover, g._region
    tile = g.army[region].pop()
    g.strength[seat] -= ROMAN[tile][1]
    g.romans[seat].append(tile)
    if g.left[seat]:  # L145
        free = g.free[region]
        hand = g.hand[seat]
        options = [GARRISON[kind] for kind in range(12) if hand[kind] and free[kind % 3]]
        if options:
            g.kind = "garrison"
            g._open = [*options, PASS]
            return
    _garrisoned(g)


def garrisoned(g: Position, option: tuple[str, int]) -> None:
    if option is not PASS:
        seat, kind = g.mover, option[1]
        g.hand[seat][kind] -= 1
        g.cards[seat] -= 1
        g.discards.append(kind)
        g.free[g._region][kind % 3] -= 1
        g.left[seat] -= 1
        g.garrison[seat][g._region] += 1
    _garrisoned(g)


def _garrisoned(g: Position) -> None:
    if g.army[g._region]:
        end_turn(g)
    else:
        stack_taken(g, ARMY, end_turn)


# Recruit


def do_recruit(g: Position) -> None:
    seat = g.mover
    active = g.active[seat]
    most = 1 + active[NOBLE] + g.tribe[seat][NOBLE] + g._extra  # A7: nobles are counted now
    here = sum(active)
    g._needed = most if most < here else here
    options = [TYPE[worker] for worker in range(4) if active[worker]]
    if len(options) > 1:
        g.kind = "recruit"
        g._open = options
    else:
        recruited(g, options[0] if options else DONE)  # ours: without active workers nobody joins


def recruited(g: Position, option: tuple[int]) -> None:
    if option is not DONE:
        seat, worker = g.mover, option[0]
        active = g.active[seat]
        active[worker] -= 1
        g.tribe[seat][worker] += 1
        g._needed -= 1
        if g._needed:
            options = [TYPE[w] for w in range(worker, 4) if active[w]]
            if options:
                g.kind = "recruit"
                g._open = [*options, DONE]
                return
    # L163: the order of the top tile, from the tribe
    order = g.order[g._region]
    if order:
        tribe = g.tribe[g.mover]
        farmers, masons, soldiers, nobles = ORDER[order[-1]][1]
        if tribe[0] >= farmers and tribe[1] >= masons and tribe[2] >= soldiers and tribe[3] >= nobles:
            g.kind = "train"
            g._open = TRAIN
            return
    refill(g, _not_trained)


def trained(g: Position, option: tuple[str]) -> None:
    if option is PASS:
        refill(g, _not_trained)
        return
    tribe = g.tribe[g.mover]
    bag = g.piles["bag"]
    for worker, count in enumerate(ORDER[g.order[g._region][-1]][1]):
        tribe[worker] -= count
        bag += [worker] * count
    refill(g, _trained)


def _not_trained(g: Position) -> None:
    limit(g, end_turn)


def _trained(g: Position) -> None:
    order = g.order[g._region]
    g.orders[g.mover].append(order.pop())
    if order:
        _druid(g)
    else:
        stack_taken(g, ORDERS, _druid)


def _druid(g: Position) -> None:
    """L169: the k-th druid in the tribe costs k cards."""
    seat = g.mover
    if g.druids[g._region] and g.cards[seat] > g.tribe[seat][DRUID]:
        g.kind = "druid"
        g._open = DRUID_TOO
    else:
        limit(g, end_turn)


def druid(g: Position, option: tuple[str]) -> None:
    if option is PASS:
        limit(g, end_turn)
        return
    tribe = g.tribe[g.mover]
    g.druids[g._region] -= 1
    tribe[DRUID] += 1
    pay(g, "druid_cards", 0, 12, tribe[DRUID], _not_trained)


DO = (do_farm, do_build, do_battle, do_recruit)
