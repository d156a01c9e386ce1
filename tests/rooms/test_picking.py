"""Picks are offered alike by the short ways and the long one, and one is offered of those that look alike."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.picking import pick_any, pick_exact, pick_options
from interpreter.runtime import FEW, as_they_are, distinct, distinct_looks, distinct_sorted

LOOKS = (0, 0, 1, 1, 1, 2, 3, 3)  # of components, numbered so that like ones lie together
COMPONENTS = st.lists(st.integers(0, len(LOOKS) - 1), max_size=2 * FEW)


def one_of_each(items: list[int]) -> list[int]:
    return [k for i, k in enumerate(items) if LOOKS[k] not in {LOOKS[other] for other in items[:i]}]


@given(COMPONENTS)
def test_one_is_given_of_those_that_look_alike(items: list[int]) -> None:
    assert distinct_looks(items, LOOKS) == one_of_each(items)
    assert distinct_sorted(sorted(items), LOOKS) == one_of_each(sorted(items))


@pytest.mark.parametrize(
    ("function", "looks"), [(distinct, None), (as_they_are, None), (distinct_looks, LOOKS), (distinct_sorted, LOOKS)]
)
@given(items=COMPONENTS, data=st.data())
def test_as_many_as_one_likes_are_picked_by_the_short_way(
    function: Any, looks: Any, items: list[int], data: Any
) -> None:
    domain = sorted(items)
    picked = tuple(k for k in domain if data.draw(st.booleans()))
    lying = list(domain)
    offered = pick_any(domain, picked, function, looks)
    assert offered == pick_options(domain, picked, 0, None, None, function, looks, False)
    assert domain == lying  # which may be the zone itself


@given(items=COMPONENTS, count=st.integers(0, 5), data=st.data())
def test_exactly_so_many_are_picked_by_the_short_way(items: list[int], count: int, data: Any) -> None:
    domain = sorted(items)
    picked: tuple[int, ...] = ()
    while True:
        offered = pick_exact(domain, picked, count)
        assert offered == pick_options(domain, picked, count, count, None, distinct, None, False)
        if not offered:
            break
        picked = (*picked, data.draw(st.sampled_from(offered)))
