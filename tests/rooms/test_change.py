"""One value changed by its path: what paths lead to, what becomes of the rest, and what leads nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.change import (
    PathError,
    addresses,
    key_node,
    locate,
    node_at,
    scalars,
    set_path,
    value_at,
    value_node,
    whole,
)
from interpreter.diagnostics import Bag
from interpreter.game import read_sections
from interpreter.loading import shipped_games
from interpreter.nodes import Mapping, Node, Scalar, Sequence
from interpreter.shape import check_shape
from interpreter.source import Source
from interpreter.yaml_reader import read_yaml

TEXT = """
parameters:
  goal: {type: 1..9, default: 3}
tables:
  gain: {1: 5, 2: 7}
types:
  Job:
    does: {paid: {}}
    rows:
      smith: {paid: [{draw: 1, from: deck, to: player.hand}]}
phases:
  play:
    do: [{draw: 2, from: deck, to: open}]
    turns:
      actions: [go]
      before: [{note: begin}]
      do: [{shuffle: deck}]
    next: {last: round > 2, over: true}
actions:
  go:
    when: pot > 0
    choose: {n: 1..3, card: player.hand}
    do:
      - set: {player.banked: pot + n, pot: 0}
      - if: n > 1
        do:
          - choose: {other: player.others}
          - id: pay
            transfer: 1
            from: player.purse
            to: other.purse
        else:
          - draw: 1
            from: deck
            to: player.hand
      - case: card.suit
        of:
          clubs: [{draw: 3, from: deck, to: player.hand}]
          else: {may: peek, do: [{show: deck, to: player}]}
      - repeat: any
        one_of:
          buy: {when: pot > 1, choose: {t: open}, do: [{move: t, to: player.hand}]}
          stop: {do: [{leave: loop}]}
procedures:
  deal:
    do:
      - let: {most: 3, least: 1}
      - call: first.paid
      - {roll: {die: 1..6}}
"""


@pytest.fixture
def sections() -> dict[str, Node]:
    bag = Bag()
    node = read_yaml(Source("game", TEXT), bag)
    assert not bag.items
    assert isinstance(node, Mapping)
    return {k.text: v for k, v in node.items()}


def text(node: Node | None) -> str:
    assert node is not None
    return node.span.text


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("parameters.goal.default", "3"),
        ("tables.gain.2", "7"),
        ("actions.go.choose.n", "1..3"),
        ("actions.go.when", "pot > 0"),
        ("phases.play.next.last", "round > 2"),
        ("phases.play/draw.draw", "2"),
        ("phases.play/note.note", "begin"),
        ("phases.play/shuffle.shuffle", "deck"),
        ("actions.go/banked.set.player.banked", "pot + n"),
        ("actions.go/pot.set.pot", "0"),
        ("actions.go/if.if", "n > 1"),
        ("actions.go/other.choose.other", "player.others"),
        ("actions.go/pay.transfer", "1"),
        ("actions.go/draw.draw", "1"),
        ("actions.go/draw2.draw", "3"),
        ("actions.go/show.show", "deck"),
        ("actions.go/buy.when", "pot > 1"),
        ("actions.go/buy.choose.t", "open"),
        ("actions.go/move.to", "player.hand"),
        ("actions.go/leave.leave", "loop"),
        ("actions.go/repeat.repeat", "any"),
        ("procedures.deal/least.let.most", "3"),
        ("procedures.deal/paid.call", "first.paid"),
        ("procedures.deal/die.roll.die", "1..6"),
        ("types.Job.rows.smith.paid/draw.draw", "1"),
        ("actions.go.do.2.do.1.choose.other", "player.others"),
    ],
)
def test_a_path_leads_to_a_value(sections: dict[str, Node], path: str, found: str) -> None:
    assert text(value_at(sections, path)) == found
    changed = set_path(sections, path, value_node("changed"))
    assert text(node_at(changed, locate(sections, path))) == "changed"
    assert text(value_at(sections, path)) == found, "nothing is edited"
    places = {p.location: p.value for p in scalars(sections)}
    others = {p.location: p.value for p in scalars(changed)}
    assert [at for at in places if places[at] is not others.get(at)] == [
        at for at in others if text(others[at]) == "changed"
    ]
    assert len(places) == len(others)


def test_a_key_may_be_put_in(sections: dict[str, Node]) -> None:
    changed = set_path(sections, "phases.play.turns.rounds", value_node("2"))
    assert text(value_at(changed, "phases.play.turns.rounds")) == "2"
    assert value_at(sections, "phases.play.turns.rounds") is None


@pytest.mark.parametrize(
    ("path", "gone"), [("actions.go.when", "actions.go.when"), ("phases.play.next", "phases.play.next")]
)
def test_null_takes_a_key_away(sections: dict[str, Node], path: str, gone: str) -> None:
    assert value_at(set_path(sections, path, value_node("null")), gone) is None


def test_null_takes_a_step_an_option_and_an_entry_away(sections: dict[str, Node]) -> None:
    nothing = value_node("null")
    steps = value_at(set_path(sections, "procedures.deal/paid", nothing), "procedures.deal.do")
    assert isinstance(steps, Sequence)
    assert len(steps.items) == 2
    menu = value_at(set_path(sections, "actions.go/buy", nothing), "actions.go/repeat.one_of")
    assert isinstance(menu, Mapping)
    assert [k.text for k in menu.keys] == ["stop"]
    assert "procedures" in set_path(sections, "procedures.deal", nothing)
    assert "procedures" not in set_path(sections, "procedures", nothing)
    with pytest.raises(PathError, match="is not there"):
        set_path(sections, "actions.go.do.1.id", nothing)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("paramters.goal", "no section `paramters`.*did you mean `parameters`"),
        ("parameters.gaol", "`parameters` has no `gaol`.*did you mean `goal`"),
        ("parameters.gaol.default", "`parameters` has no `gaol`"),
        ("actions.go/pai.transfer", "`actions.go` has no step `pai`.*did you mean `pay`"),
        ("actions.goo/pay.transfer", "`actions` has no `goo`"),
        ("actions.go.when.more", "`actions.go.when` has no `more`"),
        ("actions.go/pay.too.more", "^`actions.go/pay` has no `too`"),
        ("actions.go.do.draw", "^`actions.go.do` has no `draw`; there is: .*actions.go/pay, actions.go/draw"),
        ("actions.go.do.9.set", "`actions.go.do` has no `9`"),
    ],
)
def test_a_path_that_leads_nowhere_says_so(sections: dict[str, Node], path: str, message: str) -> None:
    with pytest.raises(PathError, match=message):
        set_path(sections, path, value_node("1"))


def test_addresses_are_numbered_where_a_word_comes_again(sections: dict[str, Node]) -> None:
    words = [word for word, _ in addresses(node_at(sections, ("actions", "go")), ("actions", "go"))]
    assert words == [
        "banked", "pot", "if", "other", "pay", "draw", "case", "draw2", "peek", "show", "repeat", "buy", "move", "stop",
        "leave",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "game", [*shipped_games(), *map(str, sorted((Path(__file__).parents[1] / "games").glob("*.yaml")))]
)
def test_every_scalar_is_changed_by_its_path(game: str) -> None:
    bag = Bag()
    found = read_sections(game, (), bag)
    assert found is not None
    assert check_shape(whole(found), "game", bag), "what is merged still has the shape of a game"
    for place in list(scalars(found)):
        new = Scalar(place.value.span, "new", "new", "plain", key_node("new", place.value.span).offsets)
        changed = set_path(found, place.path, new)
        assert node_at(changed, place.location) is new, place.path
