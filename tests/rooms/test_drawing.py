"""Drawing: maps of laid tiles in letters, in words and as SVG. Positions and directions are worked out by hand."""

import os
import random
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import interpreter
from interpreter.drawing import svg_tiles
from interpreter.drawing.land import picture, told
from interpreter.drawing.seen import Seen
from interpreter.drawing.svg import svg
from interpreter.table import draw

TESTS = Path(__file__).parent.parent
SCREENS = TESTS / "screens"
SKETCHES = TESTS / "games" / "sketches"
SVG = "{http://www.w3.org/2000/svg}"


def played(name, moves, seed=7, players=2):
    state = interpreter.load(str(SKETCHES / f"{name}.yaml")).start(players=players, seed=seed)
    dice = random.Random(seed)
    for _ in range(moves):
        state.choose(dice.randrange(len(state.decision.options)))
    return state


def lands(state):
    seen = Seen(state.game.definition, state.view(None))
    return [picture(seen, board) for board in state.game.definition.boards.values()]


POSITIONS = {"walk": 8, "land": 9, "squares": 16}


@pytest.mark.parametrize("form", ["60", "100", "plain"])
@pytest.mark.parametrize("name", POSITIONS)
def test_screens(name, form):
    state = played(name, POSITIONS[name])
    width = 60 if form == "plain" else int(form)
    lines = draw(state.game.definition, state.view(1), width=width, plain=form == "plain", you=1)
    assert all(len(line) <= width for line in lines)
    path, text = SCREENS / f"{name}-{form}.txt", "\n".join(lines) + "\n"
    if os.environ.get("TRISKELE_SCREENS") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("width", [0, 20, 33, 47])
def test_narrow_screens_stay_narrow(width):
    state = played("squares", 16)
    lines = draw(state.game.definition, state.view(1), width=width)
    assert max(map(len, lines)) <= max(width, 20)


def test_a_wide_map_is_folded_and_keeps_every_tile():
    state = played("squares", 16)
    cells = state.view(None)["maps"]["plan"]
    for width in (20, 40, 60, 100):
        text = "\n".join(draw(state.game.definition, state.view(None), width=width))
        assert all(text.count(cell) == 1 for cell in cells)
    assert "columns" in "\n".join(draw(state.game.definition, state.view(None), width=40))


def two_bends(turned):
    """A definition of lanes, and a view in which a bend lies beside a straight that lies east of it."""
    definition = interpreter.load(str(SKETCHES / "squares.yaml")).definition

    def lies(tile, copy, turned, edges):
        part = {f"{copy}_a": {"edges": edges, "tower": False}}
        return {"tile": tile, "copy": copy, "turned": turned, "has": {}, "parts": {"Wall": part}}

    cells = {"e0s0": lies("corner", "corner_2", turned, [0, 1]), "e1s0": lies("straight", "straight", 1, [0, 2])}
    zones = {"standing": {"corner_2_a": ["1"], "corner_a": ["2"], "straight_a": 1}}
    return Seen(definition, {"maps": {"plan": cells}, "zones": zones, "fields": {}, "players": 2})


def test_sections_join_where_they_look_as_they_lie():
    """A corner joins north and east; turned once it joins east and south, twice south and west."""
    board = interpreter.load(str(SKETCHES / "squares.yaml")).definition.boards["plan"]
    assert list(told(picture(two_bends(1), board))) == [
        "e0s0 corner turned 1",
        "e0s0 wall a: east to e1s0 wall a, south to no tile",
        "e0s0 on wall a: flag 1",
        "e1s0 straight turned 1",
        "e1s0 wall a: east to no tile, west to e0s0 wall a",
        "e1s0 on wall a: standing 1 hidden",
    ]
    assert "e1s0 wall a: east to no tile, west stops at e0s0" in list(told(picture(two_bends(2), board)))


def test_a_drawing_in_letters():
    definition = interpreter.load(str(SKETCHES / "squares.yaml")).definition
    lines = draw(definition, two_bends(1).view, width=60)
    assert lines[3:][:7] == [
        "+------------+------------+",
        "|            |            |",
        "|    e0s0    |    e1s0    |",
        "|   corner  a|a straight a|",
        "|    a:F1    |   a:S1?    |",
        "|            |            |",
        "+-----a------+------------+",
    ]


def sections(root):
    return [p for p in root.iter(f"{SVG}path") if p.get("class") == "section"]


def tiles(root):
    return [g for g in root.iter(f"{SVG}g") if g.get("class") == "tile"]


def test_each_tile_is_once_in_its_place():
    """Hexes stand in columns 96 apart, 110.9 below each other, each column half of that lower than the one before."""
    state = played("walk", 8)
    root = ET.fromstring(svg(Seen(state.game.definition, state.view(None))))
    at = {}
    for group in tiles(root):
        assert group.get("data-cell") not in at
        x, y = group.get("transform").removeprefix("translate(").removesuffix(")").split()
        at[group.get("data-cell")] = float(x), float(y)
    assert set(at) == set(state.view(None)["maps"]["land"])
    base = at["e0s0"]
    for cell, (dx, dy) in {"e0n1": (0, -110.9), "e0n2": (0, -221.7), "w1n2": (-96, -277.1)}.items():
        assert at[cell][0] - base[0] == pytest.approx(dx, abs=0.2)
        assert at[cell][1] - base[1] == pytest.approx(dy, abs=0.2)


def test_sections_end_at_the_edges_after_turning():
    """A corner turned once joins the middle of the east edge (56, 0) and of the south edge (0, 56)."""
    root = ET.fromstring(svg(two_bends(1)))
    corner, straight = sections(root)
    assert corner.get("d") == "M 56.0 0.0 Q 0 0 0.0 56.0"
    assert corner.get("data-ways") == "1 2"
    assert straight.get("d") == "M 56.0 0.0 Q 0 0 -56.0 0.0"


@pytest.mark.parametrize("shape", ["hex", "square"])
def test_an_edge_is_one_place_for_both_neighbours(shape):
    from interpreter.tiles import STEPS

    sides = len(STEPS[shape])
    for direction, cell in enumerate(STEPS[shape]):
        ours = svg_tiles.edge(shape, direction)
        there, theirs = svg_tiles.middle(shape, cell), svg_tiles.edge(shape, direction + sides // 2)
        assert ours == pytest.approx((there[0] + theirs[0], there[1] + theirs[1]), abs=1e-6)


def test_hidden_things_are_counted_and_nothing_of_a_hidden_part_is_told():
    """A zone that is hidden is a number in the view; a part that is not in sight (corner_a) is not drawn."""
    text = svg(two_bends(1))
    assert "standing 1 hidden" in text
    assert "flag 1" in text
    assert "flag 2" not in text


def test_the_same_position_gives_the_same_file_and_another_deal_changes_nothing():
    state = played("land", 6)
    seen = {svg(Seen(state.game.definition, state.guess(1, random.Random(n)).view(1))) for n in range(5)}
    assert len(seen) == 1


def test_hostile_names_are_text():
    seen = two_bends(0)
    seen.definition.title = "</title><script>alert(1)</script>\x1b&\ud800"
    root = ET.fromstring(svg(seen))
    assert not list(root.iter(f"{SVG}script"))
    assert root.find(f"{SVG}title").text.startswith("</title><script>alert(1)</script>\\x1b&")
    seen.definition.title = "Squares"


def test_it_says_in_words_what_it_shows():
    root = ET.fromstring(svg(two_bends(1)))
    assert root.get("role") == "img"
    ids = {e.get("id") for e in root.iter()}
    assert set(root.get("aria-labelledby").split()) <= ids
    assert "e0s0 on wall a: flag 1" in root.find(f"{SVG}desc").text


def test_grids_and_ways():
    state = interpreter.load(str(TESTS / "games" / "tic-tac-toe.yaml")).start(players=2, seed=1)
    state.choose("b2")
    root = ET.fromstring(svg(Seen(state.game.definition, state.view(None))))
    places = {g.get("data-place"): g for g in root.iter(f"{SVG}g") if g.get("class") == "place"}
    assert len(places) == 9
    assert [name for name, g in places.items() if g.findall(f"{SVG}g")] == ["b2"]
    assert places["c3"].find(f"{SVG}rect").get("x") == "128.0"
    path = interpreter.load("celtica").start(players=2, seed=1)
    root = ET.fromstring(svg(Seen(path.game.definition, path.view(None))))
    board = path.game.definition.boards["path"]
    lines = [(e.get("data-from"), e.get("data-to")) for e in root.iter(f"{SVG}line")]
    assert lines == [(a, b) for a, row in board.edges.items() for b in row]
    discs = [c for c in root.iter(f"{SVG}circle") if c.get("r") == "26.0"]
    assert len({(c.get("cx"), c.get("cy")) for c in discs}) == len(discs) == len(board.names)


def test_hints_hide_what_is_printed_and_give_signs(tmp_path):
    path = tmp_path / "game.yaml"
    text = (SKETCHES / "walk.yaml").read_text(encoding="utf-8")
    path.write_text(text + "show:\n  hide: [flips]\n  symbols: {Guard: {guard: '!'}}\n", encoding="utf-8")
    state = interpreter.load(str(path)).start(players=2, seed=7)
    dice = random.Random(7)
    for _ in range(8):
        state.choose(dice.randrange(len(state.decision.options)))
    drawn = "\n".join(draw(state.game.definition, state.view(None), width=60))
    assert "flips" not in drawn
    assert "(W) a:P2" in drawn
    assert "!/se" in drawn
    assert "! guard" in drawn


def test_the_table_names_zones_of_nobody_beside_a_map():
    state = played("land", 9)
    assert any(line.startswith("stack: ") for line in draw(state.game.definition, state.view(None)))


def test_a_game_without_a_map_has_no_drawing():
    state = interpreter.load(str(TESTS / "games" / "pig.yaml")).start(players=2, seed=1)
    assert svg(Seen(state.game.definition, state.view(None))) is None
