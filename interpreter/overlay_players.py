"""
Players: a variant for fewer numbers of players than its game narrows the range, and what depends on it.
"""

from __future__ import annotations

from .change import replaced
from .diagnostics import Bag, Label
from .nodes import Mapping, Node, Scalar


def narrowed(sections: dict[str, Node], wanted: Node | None, bag: Bag) -> dict[str, Node]:
    """The sections for these numbers of players only; tables by number of players lose the others."""
    known = sections.get("players")
    if not isinstance(wanted, Scalar) or not isinstance(known, Scalar):
        return sections
    low, high = _range(wanted)
    least, most = _range(known)
    if low > high or low < least or high > most:
        bag.error(
            "bad-players", f"this is for {wanted.text} players, the game for {known.text}", wanted.span,
            labels=[Label(known.span, "the game")],
            help="a range within that of the game; to let more play, write `set: {players: ..}`",
        )  # fmt: skip
        return sections
    found: dict[str, Node] = {**sections, "players": wanted}
    counts = [str(n) for n in range(low, high + 1)]
    parameters = sections.get("parameters")
    for name in parameters.keys if isinstance(parameters, Mapping) else ():
        found = _only(found, ("parameters", name.text, "by_players"), counts)
    return _only(found, ("scripted",), counts)


def _only(sections: dict[str, Node], location: tuple[str, ...], counts: list[str]) -> dict[str, Node]:
    node: Node | None = sections.get(location[0])
    for key in location[1:]:
        node = node.get(key) if isinstance(node, Mapping) else None
    if not isinstance(node, Mapping) or all(key.text in counts for key in node.keys):
        return sections
    pairs = [(key, value) for key, value in node.items() if key.text in counts]
    kept = Mapping(node.span, tuple(k for k, _ in pairs), tuple(v for _, v in pairs)) if pairs else None
    return replaced(sections, location, kept)


def _range(node: Scalar) -> tuple[int, int]:
    low, _, high = node.text.partition("..")
    return int(low), int(high or low)
