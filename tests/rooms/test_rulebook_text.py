"""Rulebook: whole text of a game (TRISKELE_SCREENS=write stores it anew), and what it is made from."""

import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.change import set_path, value_node
from interpreter.cli import triskele
from interpreter.diagnostics import Bag
from interpreter.game import game_from_sections, read_layers
from interpreter.markdown import code, plain, to_html
from interpreter.overlay import Layer, Layers
from interpreter.phrases import Phrases
from interpreter.rulebook import rulebook
from tests.support import all_games

TESTS = Path(__file__).parent.parent
GOLDEN = TESTS / "screens" / "celtica-rules.md"


def book(spec, change=None, players=None, **parameters):
    """The rulebook of a game; `change` is a path and the YAML of its new value."""
    name, _, variants = spec.partition("+")
    layers = read_layers(name, variants.split("+") if variants else [], Bag())
    if change:
        layers = Layers(
            [
                *layers.stack[:-1],
                Layer(layers.stack[-1].variant, set_path(layers.sections, change[0], value_node(change[1]))),
            ]
        )
    game = game_from_sections(layers.sections, spec, parameters or None, lint=False)
    return rulebook(game, layers, players)


def small(tmp_path, text, name="pig"):
    """The rulebook of a small game with text put in for its title line."""
    path = tmp_path / "game.yaml"
    source = (TESTS / "games" / f"{name}.yaml").read_text(encoding="utf-8")
    path.write_text(re.sub(r"(?m)^title: .*$", lambda _: text, source), encoding="utf-8")
    return book(str(path))


def test_the_whole_book():
    text = book("celtica")
    if os.environ.get("TRISKELE_SCREENS") == "write":
        GOLDEN.write_text(text, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == text


def changed_lines(before, after):
    return sorted(set(after.splitlines()) - set(before.splitlines()))


def test_numbers_come_from_the_definition():
    before, after = book("celtica"), book("celtica", ("parameters.hand_size.default", "7"))
    found = changed_lines(before, after)
    assert len(found) == 2
    assert any("Draw 7 druid cards (hand size)" in line for line in found)
    assert any(line.startswith("| **hand size** | 7 |") for line in found)
    assert book("celtica", hand_size=7) == after


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("components.DruidCard.copies", "9", "| **Druid card** | 45 | red, grey, white, brown, black (9 of each) |"),
        ("fields.at.start", "L2", "The space of each druid is L2."),
        ("phases.closing.turns.rounds", "2", "- The phase lasts 2 rounds, in which everybody has a turn."),
        ("phases.round.turns.skip", "size(player.hand) < 2", "fewer than 2 druid cards in the player's hand."),
        ("endings.first_home.when", "count(d in Druid where d.at.home) >= 3", "at least 3 druids whose space is home"),
        ("endings.all_home.then", "finish_turn", "after this turn, the phase [closing](#phase-closing) follows"),
        ("scoring.amulets.each_player", "2 * player.finished", "2 × the player's finished"),
        ("result.most", "[player.begun]", "1. the player's begun"),
    ],
)  # fmt: skip
def test_rules_come_from_the_definition(path, value, line):
    assert line not in book("celtica")
    assert line in book("celtica", (path, value))


def test_one_number_of_players(tmp_path):
    text = (TESTS / "games" / "crazy-eights.yaml").read_text(encoding="utf-8")
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    everybody, three = book(str(path)), book(str(path), players=3)
    assert "Draw 7/5/5/5 with 2/3/4/5 players cards (deal)" in everybody
    assert "| **deal** | 7 | 5 | 5 | 5 | 3 to 9 |" in everybody
    assert "Draw 5 cards (deal)" in three
    assert "| **deal** | 5 | 3 to 9 |" in three
    assert "*For 3 players.*" in three


def test_variants_are_marked():
    text = book("celtica+hand_of_four+short_game")
    assert "- `parameters.hand_size.default`: `5` becomes `4`" in text
    assert re.search(r"\| \*\*hand size\*\* \*\*\(hand_of_four\)\*\* \| 4 \|", text)
    assert re.search(r"\| \*\*first home\*\* \*\*\(short_game\)\*\* \|", text)
    unmarked = [line for line in text.splitlines() if "hand_of_four" in line or "short_game" in line]
    assert len(unmarked) == 4  # two heads, two changed rules: nothing else


def test_steps_of_variants_are_marked_and_named():
    text = book("celtica+alms")
    assert "- the step `procedures.arrive/if` is new" in text
    assert len(re.findall(r"(?m)^ +\d\. .*\*\*\(alms\)\*\*$", text)) == 3


VARIANT = """\
extends: celtica
title: Of all kinds
add:
  fields.dealt: {type: Int}
  phases.round.do: [{set: {dealt: dealt + 1}}]
before:
  phases.round.turns.before: [{note: "Go!"}]
set:
  phases.round.next: {closing: dealt > 9, deal: true}
  actions.walk.choose.extra: 0..min(1, player.experience_cards(druid.colour))
  endings.first_home.then: finish_turn
  result.most: [score]
"""


def test_marks_stand_where_something_changed_and_nowhere_else(tmp_path):
    file = tmp_path / "kinds.yaml"
    file.write_text(VARIANT, encoding="utf-8")
    marked = [line for line in book(f"celtica+{file}").splitlines() if "(kinds)" in line]
    assert [" ".join(line.split()[:3]) for line in marked] == [
        "| **dealt** **(kinds)**", "1. Add 1", "- Before each", "1. Say: “Go!”", "After this phase:", "- *extra*: a",
        "| **first home**", "Whoever has the",
    ]  # fmt: skip


def test_a_list_that_changed_is_told_with_both_its_texts(tmp_path):
    file = tmp_path / "kinds.yaml"
    file.write_text(VARIANT, encoding="utf-8")
    text = book(f"celtica+{file}")
    assert "- `result.most`: `[score, player.unfinished]` becomes `[score]`" in text
    assert "- `phases.round.next`: `deal` becomes `{closing: dealt > 9, deal: true}`" in text


def test_what_is_left_out_is_told():
    text = book("celtica+no_closing")
    assert "- `phases.closing` is left out" in text
    assert "### Phase: closing" not in text


@pytest.mark.parametrize("path", all_games(), ids=lambda p: p.stem)
def test_every_game_has_a_book(path):
    layers = read_layers(str(path), (), Bag())
    assert layers is not None
    text = rulebook(game_from_sections(layers.sections, str(path), lint=False), layers)
    assert "\x00" not in text
    anchors = re.findall(r"\]\(#([^)]*)\)", text)
    page = to_html(text, "x")
    assert all(f'id="{a}"' in page for a in anchors)
    for line in text.splitlines():
        assert line == line.rstrip() or not line.strip()
        assert "None" not in line
        assert "object at" not in line


# -- hostile text ------------------------------------------------------------------------------------

HOSTILE = 'title: "<img src=x onerror=alert(1)> [x](javascript:alert(1)) **b** | `t` &lt; # h"'


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.found = [], set()

    def handle_starttag(self, tag, attrs):
        self.found |= {tag, *(f"{tag}.{name}" for name, _ in attrs)}
        if tag not in ("meta", "br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def tags_of(page):
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    return tags.found


def test_hostile_titles_are_only_text(tmp_path):
    text = small(tmp_path, HOSTILE)
    head = text.splitlines()[0]
    assert "\\<img" in head
    assert "\\[x\\]" in head
    page = to_html(text, "<script>")
    found = tags_of(page)
    assert not found & {"script", "img", "b", "img.src", "a.onerror"}
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "<title>&lt;script&gt;</title>" in page
    assert "javascript:" not in re.sub(r"\[x\]\(javascript:alert\(1\)\)", "", page)


def test_control_characters_are_spelled():
    layers = read_layers("celtica", (), Bag())
    game = game_from_sections(layers.sections, "celtica")
    game.definition.title = "\x1b[31m\u202eCeltica"
    text = rulebook(game, layers)
    assert text.startswith("# \\\\x1b\\[31m\\\\u202eCeltica\n")
    assert "<h1" in to_html(text, game.title)
    assert "\x1b" not in to_html(text, game.title)


def test_the_page_needs_nothing_else():
    page = to_html(book("celtica"), "Celtica")
    found = tags_of(page)
    assert not found & {"script", "link", "img", "iframe", "object"}
    assert "http" not in page
    assert "url(" not in page
    assert all(name in ("a.href", "meta.charset", "meta.name", "meta.content", "html.lang") or name.endswith(".id")
               for name in found if "." in name)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["1. x", "# x", "- x", "+ x", "a | b", "___", "===", "[a]: b", "<!-- x -->", "```", "\\", "&amp;", "~~x~~", "* *"],
)  # fmt: skip
def test_plain_text_means_itself(text):
    page = to_html(plain(text) + "\n", "")
    body = page.partition("<body>\n")[2].partition("</body>")[0].strip()
    inner = body.removeprefix("<p>").removesuffix("</p>")
    assert body == f"<p>{inner}</p>"
    assert inner.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") == text


def test_code_holds_any_ticks():
    assert code("a `b` c") == "`` a `b` c ``"


# -- phrases -----------------------------------------------------------------------------------------

SAID = {
    "empty(drawn)": "the drawn cards are empty",
    "not empty(player.hand)": "your hand is not empty",
    "size(player.hand) >= limit": "there are at least limit (7) cards in your hand",
    "any(c in player.hand where c.rank > 3)": "there is a card in your hand whose rank is more than 3",
    "all(empty(p.hand) for p in players)": "the hand of every player is empty",
    "not (round > 2 and solo)": "the number of the round is at most 2, or the game is not solo",
    "player.gold == 0 or player.next.gold + 1 > gold_of(player)": "your gold is 0, or the gold of the player to your "
    "left + 1 is more than your gold of",
    "last_player == none": "nobody has had a turn yet",
    "count(c in player.hand where c.rank == 2) == 1": "there is exactly 1 card in your hand whose rank is 2",
    "player.folded": "you are folded",
    "can_draw(deck)": "something can be drawn from the deck",
    "any(c at i in row where i > 1)": "`any(c at i in row where i > 1)`",
}
GAME = """
triskele: "1"
id: words
title: Words
about: Only to be read.
players: 1..3
parameters:
  limit: {type: 1..9, default: 7}
components:
  Card: {has: {rank: 1..5}, each: {rank: all}, copies: 2}
zones:
  deck: {of: Card, kind: pile, start: all, seen_by: nobody}
  drawn: {of: Card, seen_by: everyone}
  row: {of: Card, kind: row, seen_by: everyone}
  hand: {per: Player, of: Card, seen_by: everyone}
fields:
  gold: {per: Player, type: Int}
  folded: {per: Player, type: Bool}
functions:
  gold_of: {with: {p: Player}, is: p.gold}
phases:
  play: {turns: {rounds: 1, actions: [draw]}}
actions:
  draw:
    do: [{draw: 1, from: deck, to: drawn}]
endings:
"""


def test_phrases(tmp_path):
    path = tmp_path / "game.yaml"
    ends = "".join(f"  e{n}: {{when: '{text}'}}\n" for n, text in enumerate(SAID))
    path.write_text(GAME + ends, encoding="utf-8")
    game = game_from_sections(read_layers(str(path), (), Bag()).sections, "words", lint=False)
    phrases = Phrases({"limit": "7"})
    said = {e.when.span.text: phrases.condition(e.when) for e in game.rules.endings}
    assert said == SAID


# -- the command -------------------------------------------------------------------------------------


def run(*args):
    return CliRunner().invoke(triskele, ["rules", *args], standalone_mode=False)


def test_the_command():
    found = run("celtica", "--players", "3", "--set", "hand_size=6")
    assert found.exception is None
    assert "Draw 6 druid cards (hand size)" in found.output
    assert run("celtica", "--html").output.startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    "args", [["celtica", "--players", "9"], ["celtic"], ["celtica+nothing"], ["celtica", "--set", "x=1"]]
)
def test_what_the_command_refuses(args):
    fault = run(*args).exception
    assert fault is not None
    assert getattr(fault, "status", 2) == 2


def test_faults_are_shown(tmp_path):
    path = tmp_path / "game.yaml"
    path.write_text((TESTS / "games" / "pig.yaml").read_text(encoding="utf-8").replace("pot > 0", "pto > 0"))
    fault = run(str(path)).exception
    assert getattr(fault, "status", None) == 1
