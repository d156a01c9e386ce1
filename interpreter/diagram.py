"""
Diagram: a checked game in, its phases and its maps as Mermaid out.

An arrow between phases carries the author's own condition; a dotted one is an ending. Names and conditions
stand in quotes with everything escaped that Mermaid would read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from .checking import EndingT, Phase
from .english import words
from .game import Game
from .layout import Layout
from .located import text_of
from .model import Board
from .nodes import Mapping, Node
from .render import clean
from .rulebook_things import shown_plainly
from .steps.base import ProcedureT, Step
from .steps.control import End

LONGEST = 90
MOST_WAYS = 450
"""Mermaid refuses to draw more than 500 arrows."""
CODES = {"#": "#35;", "&": "#amp;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "`": "#96;"}
SPECIAL = f"[{''.join(CODES)}]"
THEN = {
    "now": "at once", "finish_turn": "after the turn", "finish_round": "after the round",
    "finish_phase": "after the phase",
}  # fmt: skip


def diagrams(game: Game) -> dict[str, str]:
    """Mermaid by name: `phases`, then each map; for a map that cannot be drawn a sentence that says why."""
    found = {"phases": phase_diagram(game)}
    lay = game.program(game.players[1]).layout
    for board in game.definition.boards.values():
        found[board.name] = map_diagram(lay, board)
    return found


def is_drawn(text: str) -> bool:
    return text.startswith("flowchart")


def markdown(game: Game) -> str:
    """All diagrams of a game under headings, as Markdown shows them."""
    from .markdown import plain

    blocks = [f"# {plain(game.title)}"]
    for name, text in diagrams(game).items():
        blocks.append("## Phases" if name == "phases" else f"## Map: {words(name)}")
        blocks.append(f"```mermaid\n{text}```" if is_drawn(text) else text)
    return "\n\n".join(blocks) + "\n"


def quoted(text: str) -> str:
    """
    Text in quotes that Mermaid shows as it is.

    >>> quoted('a "b" <c>')
    '"a #quot;b#quot; #lt;c#gt;"'
    """
    text = clean(" ".join(text.split()))
    if len(text) > LONGEST:
        text = text[: LONGEST - 1] + "…"
    return f'"{re.sub(SPECIAL, lambda m: CODES[m.group()], text)}"'


# -- phases ------------------------------------------------------------------------------------------


def phase_diagram(game: Game) -> str:
    """The phases with the ways between them, and the endings."""
    rules = game.rules
    ids = {p.name: f"p{n}" for n, p in enumerate(rules.phases)} | {"over": "over"}
    lines = ["flowchart TD"]
    lines.append(f"    begin((start)) --> {ids[rules.phases[0].name] if rules.phases else 'over'}")
    for phase in rules.phases:
        lines.append(f"    {ids[phase.name]}[{_phase_label(phase)}]")
        lines += [f"    {ids[phase.name]} -->{label} {ids[to]}" for to, label in _ways(game, phase)]
    for n, ending in enumerate(rules.endings):
        lines += _ending(game, ending, f"e{n}", ids)
    lines.append("    over((over))")
    return "\n".join(lines) + "\n"


def _phase_label(phase: Phase) -> str:
    if phase.turns is None:
        return quoted(words(phase.name))
    actions = ", ".join(words(a.name) for a in phase.turns.actions)
    return quoted(f"{words(phase.name)} (turns{': ' + actions if actions else ''})")


def _ways(game: Game, phase: Phase) -> Iterator[tuple[str, str]]:
    """Where a phase leads when it is done, and the condition as a label."""
    node = game.definition.phases[phase.name].get("next")
    for target, when in phase.next:
        condition = text_of(node.get(target)) if when is not None and isinstance(node, Mapping) else ""
        yield target, f"|{quoted(condition)}|" if condition else ""
    unbounded = phase.turns is not None and phase.turns.until is None and phase.turns.rounds is None
    if not phase.next and not unbounded:
        yield "over", ""


def _ending(game: Game, ending: EndingT, id: str, ids: dict[str, str]) -> list[str]:
    """An ending as a node of its own, dotted arrows to it from where it can come about."""
    node = game.definition.endings[ending.name].node
    when = text_of(node.get("when"))
    label = f"|{quoted(when)}|" if when else ""
    lines = [f"    {id}([{quoted(words(ending.name))}])"]
    for phase in game.rules.phases:
        tested = ending.when is not None and phase.turns is not None and phase.name in _before(game, ending.to)
        if tested or ending.name in _ended_by(game, phase):
            lines.append(f"    {ids[phase.name]} -.->{label if tested else ''} {id}")
    lines.append(f"    {id} -->|{quoted(THEN[ending.then])}| {ids[ending.to]}")
    return lines


def _before(game: Game, target: str) -> set[str]:
    """The phases that can be reached before `target` has begun: only in them an ending that leads there is tested."""
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from(p.name for p in game.rules.phases)
    graph.add_edges_from((p.name, to) for p in game.rules.phases for to, _ in p.next)
    for ending in game.rules.endings:
        graph.add_edges_from((p.name, ending.to) for p in game.rules.phases if p.turns is not None)
    first = game.rules.phases[0].name
    if first == target:
        return {p.name for p in game.rules.phases}
    if target in graph:
        graph.remove_node(target)
    return {first, *nx.descendants(graph, first)}


def _ended_by(game: Game, phase: Phase) -> set[str]:
    """The endings that a step of a phase brings about."""
    return {s.ending for s in _steps(phase, set()) if isinstance(s, End)}


def _steps(value: object, seen: set[int]) -> Iterator[Step]:
    """All steps inside something, those of called procedures included."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _steps(item, seen)
    elif isinstance(value, dict):
        yield from _steps(list(value.values()), seen)
    elif is_dataclass(value) and id(value) not in seen and not isinstance(value, Node):
        seen.add(id(value))
        if isinstance(value, Step):
            yield value
        if isinstance(value, (Step, ProcedureT, Phase)) or type(value).__name__ in ("Turns", "Action", "Entry", "Menu"):
            for f in fields(value):
                if f.name not in ("span", "finite"):
                    yield from _steps(getattr(value, f.name), seen)


# -- maps --------------------------------------------------------------------------------------------


def map_diagram(lay: Layout, board: Board) -> str:
    """The places of a map and the ways between them."""
    if board.tiles:
        return f"The map {words(board.name)} is laid in play, of {board.shape} tiles, so it has no fixed form.\n"
    ways = _map_ways(lay, board)
    if len(ways) > MOST_WAYS:
        return f"The map {words(board.name)} has {len(board.names)} places and {len(ways)} ways, too many to draw.\n"
    lines = [f"flowchart {'TD' if board.shape == 'grid' else 'LR'}"]
    lines += [f"    n{i}[{_place_label(lay, board, i)}]" for i in range(len(board.names))]
    lines += [f"    n{a} {'---' if both else '-->'} n{b}" for a, b, both in ways]
    return "\n".join(lines) + "\n"


def _map_ways(lay: Layout, board: Board) -> list[tuple[int, int, bool]]:
    """Pairs of places, and whether the way leads in both directions; lines and rings are drawn as `ahead` goes."""
    graph = lay.maps[board.name].to_networkx()
    if board.shape in ("line", "ring"):
        size = len(board.names)
        ends = size if board.shape == "ring" and size > 2 else size - 1
        return [(i, (i + 1) % size, False) for i in range(ends)]
    return [
        (a, b, graph.has_edge(b, a)) for a, b in sorted(graph.edges) if a <= b or not graph.has_edge(b, a)
    ]  # fmt: skip


def _place_label(lay: Layout, board: Board, i: int) -> str:
    said = [words(board.names[i])]
    for attribute in lay.definition.finites[board.nodes].attributes.values():
        text = shown_plainly(lay, attribute.type, lay.attributes[board.nodes, attribute.name][i])
        if text == "yes":
            said.append(words(attribute.name))
        elif text and text != "0":
            said.append(text if not text.isdigit() else f"{words(attribute.name)} {text}")
    return quoted(", ".join(said))
