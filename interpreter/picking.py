"""
Picking: what may be picked next in a row of picks, and which options keep a promise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .runtime import toll

if TYPE_CHECKING:
    from .state import State

MOST_TESTS = 2_000  # of `keep`, looking ahead for one pick; what was not looked at is taken to be good


def pick_options(
    domain: list[Any],
    picked: tuple[Any, ...],
    low: int,
    high: int | None,
    keep: Any,
    distinct: Any,
    looks: Any,
    ordered: bool,
) -> list[Any] | None:
    """
    What may be picked next, `None` (done) last; None when the row of picks is complete.

    Never before an earlier pick unless `ordered`; nothing after which the minimum is out of reach. `distinct` leaves
    out what is alike by the table `looks`, in a new list.
    """
    n, size = len(picked), len(domain)
    if high is None or high > size:
        high = size
    if n >= high:
        return None if n >= low else []
    if high < low:
        return []
    if ordered:
        rest = _not_taken(domain, picked)
    else:
        rest = _behind(domain, picked) if n else domain
    wanted = low - n - 1  # to be picked after this one
    if wanted > 0 and not ordered:
        rest = rest[:-wanted] if wanted < len(rest) else []
    found: list[Any] = distinct(rest, looks)
    if keep is not None:
        found = _kept(found, keep, domain, picked, low, high, ordered)
    if n >= low:
        return [*found, None] if found else None
    return found


def pick_any(domain: list[Any], picked: tuple[Any, ...], distinct: Any, looks: Any) -> list[Any] | None:
    """`pick_options` for as many as one likes."""
    rest = _behind(domain, picked) if picked else domain
    found: list[Any] = distinct(rest, looks)
    if found:
        found.append(None)
        return found
    return None


def _behind(domain: list[Any], picked: tuple[Any, ...]) -> list[Any]:
    """What comes after the last of these picks."""
    at = 0
    for p in picked:
        at = domain.index(p, at) + 1
    return domain[at:]


def _not_taken(domain: list[Any], picked: tuple[Any, ...]) -> list[Any]:
    """What is left of a list when these are picked out of it, in any order."""
    taken = Counter(picked)
    rest = []
    for value in domain:
        if taken[value]:
            taken[value] -= 1
        else:
            rest.append(value)
    return rest


def pick_exact(domain: list[Any], picked: tuple[Any, ...], count: int) -> list[Any] | None:
    """`pick_options` for so many out of a zone without order, where like components lie together."""
    n, size = len(picked), len(domain)
    if n >= count:
        return None
    if count > size:
        return []
    if n:
        last = picked[-1]
        return list(dict.fromkeys(domain[domain.index(last) + picked.count(last) : size - count + n + 1]))
    return list(dict.fromkeys(domain[: size - count + 1]))


def _kept(
    found: list[Any],
    keep: Any,
    domain: list[Any],
    picked: tuple[Any, ...],
    low: int,
    high: int,
    ordered: bool,
) -> list[Any]:
    """Those with which `keep` is true, and stays so until the minimum is reached."""
    last = low - len(picked) <= 1
    tests = [MOST_TESTS]
    return [
        value
        for value in found
        if keep(more := (*picked, value)) and (last or _completes(domain, more, low, high, keep, ordered, tests))
    ]


def _completes(
    domain: list[Any],
    picked: tuple[Any, ...],
    low: int,
    high: int,
    keep: Any,
    ordered: bool,
    tests: list[int],
) -> bool:
    """Whether the minimum can still be reached with `keep` true after each pick."""
    if len(picked) >= low:
        return True
    for value in domain if ordered else _behind(domain, picked):
        if ordered and domain.count(value) <= picked.count(value):
            continue
        tests[0] -= 1
        if tests[0] <= 0:
            return True
        more = (*picked, value)
        if keep(more) and _completes(domain, more, low, high, keep, ordered, tests):
            return True
    return False


def still_good(
    s: State,
    block: int,
    options: list[Any],
    test: Callable[[State], bool],
    only: int | None = None,
    sure: Callable[[Any], bool] | None = None,
) -> list[Any]:
    """
    The options after which the test holds: each tried on a copy, up to the next decision or draw.

    `only`: in a menu, the entry that the test is about. `sure`: whether an option need not be tried.
    """
    from .machine import attempt

    good: list[Any] = []
    trial = s.trial_copy()
    price = 100 + len(s.Z) + len(s.F) // 20
    for option in options:
        if (only is not None and (option is None or option[0] != only)) or (sure is not None and sure(option)):
            good.append(option)
            continue
        s.fuel -= price  # `toll`, written out for speed
        if s.fuel < 0:
            toll(s, 0)
        trial.F, trial.Z, trial.L, trial.maps = s.F[:], s.Z[:], s.L[:], s.maps
        trial.pick, trial.fuel, trial.log, trial.noted = option, s.fuel, s.log, s.noted
        attempt(trial, block)
        if test(trial):
            good.append(option)
        s.fuel = trial.fuel
    return good


PLAIN: dict[str, Any] = {f.__name__: f for f in (pick_any, pick_exact, pick_options, still_good)}
