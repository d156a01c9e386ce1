"""Solitairix, who plays by the drawn card and the solo tile (L251 to L290)."""

from __future__ import annotations

from .data import AREA, BATTLE, BESIDE, BUILD, DRUID, FARM, LEFT, REFRESH, REGION_AT, SOLO_TILE
from .position import Position
from .progress import ARMY, ORDER, cross
from .rounds import end_turn
from .turn import renew


def turn(g: Position) -> None:
    card = g.draw_card()
    g.drawn = card
    spaces = quarters = 1
    if g.discards:  # A11: as it lies after the draw; empty: both differ
        top = g.discards[-1]
        if card // 3 == top // 3:
            spaces = 2
        if card % 3 == top % 3:
            quarters = 2
    g.section = (g.section + quarters) % 4
    stop = g.stop + spaces
    if stop > 3:
        g.stop = stop - 4
        cross(g, _act)
    else:
        g.stop = stop
        _act(g)


def _act(g: Position) -> None:
    """The first action of the section that is next to the marker and can be done; Farm always is."""
    region = g._region = REGION_AT[g.stop]
    seat, card = g.mover, g.drawn
    actions, worker, places = SOLO_TILE[g.side][g.section]
    space = 4 * region + card // 3
    for what in actions:
        if what == FARM:
            break
        if what == BUILD:
            if g.room[space] and g.built[seat] < 9:
                break
        elif what == BESIDE[g.stop] and (g.army if what == BATTLE else g.order)[region]:
            break

    area = AREA[what][region]
    if worker == REFRESH:  # A11: then the leftmost
        renew(g, area)
        worker = LEFT
    row = g.area[area]
    if worker < len(row):
        row[worker], g.theirs = g.theirs, row[worker]

    if what == FARM:
        _farm(g, places)
    elif what == BUILD:
        _build(g, space)
    elif what == BATTLE:
        _battle(g)
    else:
        _recruit(g)
    g.discards.append(card)
    g.drawn = -1
    end_turn(g)


def _farm(g: Position, places: tuple[int, ...]) -> None:
    market = g.market[g._region]
    for place in places:
        if place <= len(market):
            g.discards.append(market[place - 1])
            market[place - 1] = -1
    g.fill_market(g._region)


def _build(g: Position, space: int) -> None:
    g.built[g.mover] += 1
    g.discs[g.mover][space] += 1
    g.room[space] -= 1
    if not g.room[space]:
        g.bonus[space] = -1
        g.bonuses[g.mover] += 1


def _battle(g: Position) -> None:
    seat, region, icon = g.mover, g._region, g.drawn % 3
    g.romans[seat].append(g.army[region].pop())
    if g.free[region][icon] and g.left[seat]:
        g.free[region][icon] -= 1
        g.left[seat] -= 1
        g.garrison[seat][region] += 1
    if not g.army[region]:
        g.stack_marker[ARMY + region] = False  # L292: discarded


def _recruit(g: Position) -> None:
    seat, region = g.mover, g._region
    g.orders[seat].append(g.order[region].pop())
    if g.druids[region]:
        g.druids[region] -= 1
        g.tribe[seat][DRUID] += 1
    if not g.order[region]:
        g.stack_marker[ORDER + region] = False
