"""
Moving: components from zone to zone, for compiled rules.

A `Mover` knows what depends on the game: which zones have an order and how full one may be. Nothing
here makes or loses a component.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .dice import ask, pick_from, roll, stream_of
from .limits import MOST_NOTES
from .runtime import Fault, TrialEnd, slot_name, toll

if TYPE_CHECKING:
    from .layout import Layout
    from .state import State


MANY = 200  # components, from which on moving them is paid for


class Mover:
    """The functions that move components, for one layout."""

    def __init__(self, layout: Layout, limits: Sequence[int | None]) -> None:
        self.layout = layout
        self.limits = limits
        self.free = [MANY if most is None else min(most, MANY) for most in limits]  # held without a look at `filled`
        self.ordered = tuple(z is not None and z.ordered for z, _, _ in layout.slots)
        self.names = [slot_name(layout, i) for i in range(len(layout.slots))]

    def tools(self) -> dict[str, Callable[..., Any]]:
        """The functions by the names that compiled rules call them by."""
        return {name: getattr(self, name) for name in TOOLS}

    def put(self, s: State, b: int, items: Sequence[int], bottom: bool) -> None:
        """Lay components into a zone: in order where it has one, else sorted in."""
        target = s.Z[b]
        if s.trial:
            target = s.Z[b] = target[:]
        if self.ordered[b]:
            if bottom:
                target[0:0] = items
            else:
                target += items
        elif len(items) == 1:
            insort(target, items[0])
        else:
            target += items
            target.sort()
        if len(target) > self.free[b]:
            self.filled(s, b, len(items))

    def filled(self, s: State, b: int, more: int) -> None:
        """Fault when a zone holds too much; pay for sorting a large one anew, to which `more` were added at once."""
        held, most = len(s.Z[b]), self.limits[b]
        if most is not None and held > most:
            raise Fault("zone-full", f"`{self.names[b]}` holds at most {most}, there would be {held}")
        if more > 1 and held > MANY and not self.ordered[b]:
            toll(s, held // 10)

    def move_all(self, s: State, a: int, b: int, bottom: bool) -> None:
        """Move everything that lies in one zone."""
        zones = s.Z
        items = zones[a]
        if not items or a == b:
            return
        zones[a] = []
        if s.trial:
            zones[b] = zones[b][:]
        target = zones[b]
        if bottom and self.ordered[b]:  # `put`, written out for speed
            target[0:0] = items
        else:
            target += items
        if not self.ordered[b]:
            target.sort()
        if len(target) > self.free[b]:
            self.filled(s, b, len(items))

    def move_some(self, s: State, items: tuple[int, ...], a: int, b: int, bottom: bool) -> None:
        """Move these components, which lie in one zone."""
        source = s.Z[a]
        if s.trial:
            source = s.Z[a] = source[:]
        if len(source) > MANY:
            toll(s, len(items) * len(source) // 20)
        try:
            for k in items:
                source.remove(k)
        except ValueError:
            self.not_there(k, a)
        if len(items) != 1 or self.ordered[b] or s.trial:
            self.put(s, b, items, bottom)
            return
        target = s.Z[b]  # `put`, written out for speed: most often it is one
        insort(target, items[0])
        if len(target) > self.free[b]:
            self.filled(s, b, 1)

    def not_there(self, k: int, a: int) -> None:
        raise Fault("not-there", f"{_label(self.layout, a, k)} does not lie in `{self.names[a]}`") from None

    def move_kind(self, s: State, kind: int, n: int, a: int, b: int, bottom: bool) -> None:
        """Move so many of one kind, as far as there are any."""
        if n > 0:
            source = s.Z[a]
            if s.trial:
                source = s.Z[a] = source[:]
            n = min(n, source.count(kind))
            for _ in range(n):
                source.remove(kind)
            self.put(s, b, [kind] * n, bottom)

    def move_top(self, s: State, a: int, b: int, bottom: bool) -> None:
        """Move the uppermost component."""
        if not s.Z[a]:
            raise Fault("empty-zone", f"`{self.names[a]}` is empty")
        self.put(s, b, (own(s, a).pop(),), bottom)

    def move_bottom(self, s: State, a: int, b: int, bottom: bool) -> None:
        """Move the lowest component."""
        if not s.Z[a]:
            raise Fault("empty-zone", f"`{self.names[a]}` is empty")
        self.put(s, b, (own(s, a).pop(0),), bottom)

    def find(self, s: State, where: Sequence[int], k: int) -> int:
        """The zone, of these, that a component lies in."""
        if len(where) > MANY:
            toll(s, len(where) // 10)
        for i in where:
            if k in s.Z[i]:
                return i
        raise Fault("not-there", "this component is nowhere")

    def move_found(self, s: State, items: tuple[int, ...], where: Sequence[int], b: int, bottom: bool) -> None:
        """Move these components from wherever they lie."""
        if len(items) > MANY:
            toll(s, len(items) * len(items) // 20)
        for k in items:
            own(s, self.find(s, where, k)).remove(k)
        self.put(s, b, items, bottom)

    def swap(self, s: State, x: int, a: int, y: int, b: int) -> None:
        """Let two components trade places."""
        zones = s.Z
        if s.trial:
            zones[a] = zones[a][:]
            zones[b] = zones[b][:]
        first, second = zones[a], zones[b]
        i, j = first.index(x), second.index(y)
        first[i], second[j] = y, x
        if not self.ordered[a]:
            first.sort()
        if not self.ordered[b]:
            second.sort()

    def refilled(self, s: State, a: int, refill: int, keep: int) -> bool:
        """Whether something lies in the zone, after putting its discards back if need be."""
        zones = s.Z
        if not zones[a] and refill >= 0 and len(zones[refill]) > keep:
            cut = len(zones[refill]) - keep
            zones[a] = zones[refill][:cut]
            zones[refill] = zones[refill][cut:]
            if self.ordered[a] and not s.program.ask_chance:
                self.shuffle(s, a)
            else:
                zones[a].sort()
        return bool(zones[a])

    def refill_pile(self, s: State, a: int, refill: int, keep: int, short: bool) -> int:
        """How many are to be shuffled before the top may be drawn; less than none: nothing lies there."""
        if s.Z[a]:
            return 0
        if s.trial:
            raise TrialEnd
        if self.refilled(s, a, refill, keep):
            return len(s.Z[a])
        if short:
            return -1
        raise Fault("empty-zone", f"`{self.names[a]}` is empty, and more should be drawn from it")

    def draw(self, s: State, n: int, a: int, b: int, refill: int, keep: int, short: bool) -> None:
        """`draw_any` from a zone without an order, where nothing is in the way as a rule."""
        if s.trial:
            raise TrialEnd
        if n <= 0:
            return
        source, target = s.Z[a], s.Z[b]
        size = len(source)
        if n > size or n > MANY:
            self.draw_any(s, n, a, b, refill, keep, short)
            return
        last = s.dice[a] + n  # `pick_from` and `put`, written out for speed
        s.dice[a] = last
        values: Any = s.streams[a]
        if values is None or last >= len(values):
            values = stream_of(s, a, last)
        if n == 1:
            drawn = source.pop((values[last] * size) >> 64)
            if self.ordered[b]:
                target.append(drawn)
            else:
                insort(target, drawn)
        else:
            for value in values[last - n + 1 : last + 1]:
                target.append(source.pop((value * size) >> 64))
                size -= 1
            if not self.ordered[b]:
                target.sort()
        if len(target) > self.free[b]:
            self.filled(s, b, n)

    def draw_any(self, s: State, n: int, a: int, b: int, refill: int, keep: int, short: bool) -> None:
        """Draw from any zone: by the dice or off the top, with a refill where it runs out."""
        if s.trial:
            raise TrialEnd
        if n > MANY:
            toll(s, 5 * min(n, len(s.Z[a])))
        found: list[int] = []
        while n > 0:
            source = s.Z[a]
            if not source:
                if self.refilled(s, a, refill, keep):
                    continue
                if short:
                    break
                raise Fault("empty-zone", f"`{self.names[a]}` is empty, {n} more should be drawn from it")
            if self.ordered[a]:
                s.shown += 1
                found.append(source.pop())
                n -= 1
            else:
                now = min(n, len(source))
                found += pick_from(s, a, now, source)
                n -= now
        if found:
            self.put(s, b, found, False)

    def ask_draw(self, s: State, block: int, left: int, a: int, refill: int, keep: int, short: bool) -> int | None:
        """Ask chance for one draw; 0 when nothing is left to draw."""
        if left <= 0:
            return 0
        if s.trial:
            return None
        if not self.refilled(s, a, refill, keep):
            if short:
                return 0
            raise Fault("empty-zone", f"`{self.names[a]}` is empty, {left} more should be drawn from it")
        return self.ask_outcomes(s, block, a, s.Z[a])

    def ask_outcomes(self, s: State, block: int, a: int, items: list[int]) -> int | None:
        """Ask chance which of these components it is, like ones together."""
        members = self.layout.members[self.layout.slots[a][2]]
        finite = self.layout.definition.finites[self.layout.slots[a][2]]
        alike = self.layout.interchangeable(finite) or not finite.tracked
        counts: dict[int, list[int]] = {}
        for k in items:
            counts.setdefault(members.kinds[k] if alike else k, []).append(k)
        return ask(s, block, [v[0] for v in counts.values()], [len(v) for v in counts.values()])

    def drawn(self, s: State, a: int, b: int) -> None:
        """Move what chance has named."""
        s.Z[a].remove(s.pick)
        self.put(s, b, (s.pick,), False)

    def shuffle(self, s: State, a: int) -> None:
        """Bring a zone into a random order."""
        items = s.Z[a]
        if len(items) > MANY:
            toll(s, 5 * len(items))
        for i in range(len(items) - 1, 0, -1):
            j = roll(s, a, i + 1)
            items[i], items[j] = items[j], items[i]

    def ask_shuffle(self, s: State, block: int, left: int, a: int) -> int | None:
        """Ask chance for one place of a random order; 0 when all are fixed."""
        if left <= 1:
            return 0
        if s.trial:
            return None
        return self.ask_outcomes(s, block, a, sorted(s.Z[a][:left]))

    def shuffled(self, s: State, a: int, left: int) -> None:
        """Lay what chance has named where the order is not yet fixed."""
        items = s.Z[a]
        i = items.index(s.pick, 0, left)
        items.insert(left - 1, items.pop(i))

    def flip(self, s: State, base: int, tile: int, side: int) -> None:
        """Turn a component to a side, or to its other one."""
        s.F[base + tile] = side if side >= 0 else 1 - s.F[base + tile]
        s.shown += 1

    def show(self, s: State, a: int, to: int | None) -> None:
        """Tell a seat (None: everybody) what lies in a zone."""
        s.shown += 1
        s.noted += 1 + len(s.Z[a])
        if s.noted > MOST_NOTES:
            raise Fault("too-many", f"the log has more than {MOST_NOTES} notes")
        items = " ".join(_label(self.layout, a, k) for k in s.Z[a])
        s.log = (s.log, ("show", to, f"{self.names[a]}: {items}"))

    def conserved(self, s: State) -> None:
        """Fault when components were made or lost."""
        totals: dict[str, list[int]] = {}
        for (_, _, of), items in zip(self.layout.slots, s.Z):
            totals.setdefault(of, []).extend(items)
        for of, found in totals.items():
            if sorted(found) != s.program.components[of]:
                raise Fault("not-conserved", f"the components of {of} are no longer what they were")


def own(s: State, slot: int) -> list[int]:
    """What lies in a zone, to be changed; a trial shares it with the state that tries, so it takes a copy."""
    items = s.Z[slot]
    if s.trial:
        items = s.Z[slot] = items[:]
    return items


def _label(layout: Layout, slot: int, k: int) -> str:
    from .types import Member

    return layout.label(Member(layout.slots[slot][2]), k)


TOOLS = (
    "put",
    "move_all",
    "move_some",
    "not_there",
    "move_kind",
    "move_top",
    "move_bottom",
    "find",
    "move_found",
    "swap",
    "refill_pile",
    "draw",
    "draw_any",
    "ask_draw",
    "drawn",
    "shuffle",
    "ask_shuffle",
    "shuffled",
    "flip",
    "show",
    "conserved",
)
