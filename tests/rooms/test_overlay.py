"""Variants: every operation, every refusal with its places, order and layers, and rule errors inside them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from interpreter import Game, RuleError, UnknownGame, check, load
from interpreter.change import value_at
from interpreter.cli import triskele
from interpreter.diagnostics import Bag, Diagnostic
from interpreter.game import read_layers
from interpreter.nodes import Joined, Scalar, joined
from interpreter.overlay import OPERATIONS as OPERATION_WORDS
from interpreter.overlay_old import old_places
from interpreter.overlay_trail import differences, trail
from interpreter.render import render_text
from interpreter.source import Source, Span

GAME = """\
triskele: "1"
id: dice
title: Dice
players: 2..4
parameters:
  goal: {type: 10..1000, default: 50}
  bonus: {type: 0..9, by_players: {2: 1, 3: 2, 4: 3}}
types:
  Face: [low, high]
tables:
  worth: {low: 1, high: 2}
fields:
  banked: {per: Player, type: Int}
  pot: {type: Int, resets: turn}
functions:
  face:
    with: {n: Int}
    is: if n > 3 then high else low
  prize:
    with: {n: Int}
    is: n * worth[face(n)] + bonus
procedures:
  bank:
    do:
      - id: keep
        set: {player.banked: player.banked + pot}
      - leave: turn
  lose:
    do:
      - set: {pot: 0}
      - leave: turn
phases:
  play:
    turns:
      actions: [throw, hold]
      acts: any
actions:
  throw:
    do:
      - roll: {die: 1..6}
      - if: die == 1
        do:
          - call: lose
      - id: gain
        set: {pot: pot + prize(die)}
  hold:
    when: pot > 0
    do:
      - call: bank
endings:
  goal:
    when: player.banked >= goal
    wins: player
scoring:
  banked: {each_player: player.banked}
"""
HEAD = "extends: dice\ntitle: A variant\n"


class Shelf:
    """A folder with the game above and variants of it."""

    def __init__(self, folder: Path, variants: dict[str, str]) -> None:
        self.folder = folder / "dice"
        (self.folder / "variants").mkdir(parents=True)
        (self.folder / "game.yaml").write_text(GAME)
        for name, text in variants.items():
            (self.folder / "variants" / f"{name}.yaml").write_text(text if "extends" in text else HEAD + text)

    def spec(self, *variants: str) -> str:
        return "+".join([str(self.folder), *variants])

    def load(self, *variants: str, **parameters: Any) -> Game:
        return load(self.spec(*variants), (), parameters)

    def check(self, *variants: str) -> list[Diagnostic]:
        return check(self.spec(*variants))

    def text(self, path: str, *variants: str) -> str:
        """The value at a path under variants."""
        bag = Bag()
        layers = read_layers(self.spec(*variants), (), bag)
        assert layers is not None, render_text(bag.items)
        node = value_at(layers.sections, path)
        return node.text if isinstance(node, Scalar) else "" if node is None else " ".join(node.span.text.split())


@pytest.fixture
def shelf(tmp_path: Path) -> Any:
    return lambda **variants: Shelf(tmp_path, variants)


def play(game: Game, seed: int = 0) -> None:
    state, dice = game.start(2, seed), Random(seed)
    while not state.over:
        assert state.options is not None
        state.choose(dice.randrange(len(state.options)))


# -- operations ----------------------------------------------------------------------------------------

OPERATIONS = [
    ("set: {parameters.goal.default: 20}", "parameters.goal.default", "20"),
    ("set: {parameters.bonus.by_players.3: 5}", "parameters.bonus.by_players.3", "5"),
    ("set: {parameters.goal.by_players: {2: 20}}", "parameters.goal.by_players", "{2: 20}"),
    ("before: {phases.play: [{note: x}]}", "phases.play.do", "[{note: x}]"),
    ("set: {tables.worth.high: 3}", "tables.worth.high", "3"),
    ("set: {endings.goal.then: finish_round}", "endings.goal.then", "finish_round"),
    ("set: {actions.hold.when: old and round > 1}", "actions.hold.when", "(pot > 0) and round > 1"),
    ("set: {actions.throw.when: old and pot < 30}", "actions.throw.when", "(true) and pot < 30"),
    ("set: {phases.play.turns.skip: old or round > 4}", "phases.play.turns.skip", "(false) or round > 4"),
    (
        "set: {functions.prize.is: old * 2 + old}",
        "functions.prize.is",
        "(n * worth[face(n)] + bonus) * 2 + (n * worth[face(n)] + bonus)",
    ),
    ("set: {parameters.goal.default: old + 0}", "parameters.goal.default", "(50) + 0"),
    ("set: {actions.throw/gain.set.pot: old + 1}", "actions.throw/gain.set.pot", "(pot + prize(die)) + 1"),
    ("set: {actions.throw/if.if: old and round > 1}", "actions.throw/if.if", "(die == 1) and round > 1"),
    ("add: {fields.lost: {type: Int}}\nafter: {procedures.lose: [{set: {lost: lost + 1}}]}", "fields.lost.type", "Int"),
    ("replace: {procedures.lose/pot: [{set: {pot: 1}}]}", "procedures.lose/pot.set.pot", "1"),
    ("replace: {procedures.lose: {do: [{leave: turn}]}}", "procedures.lose/leave.leave", "turn"),
    ("replace: {procedures.lose.do: [{leave: turn}]}", "procedures.lose/leave.leave", "turn"),
    ("before: {procedures.bank/keep: [{id: more, set: {pot: pot + 1}}]}", "procedures.bank/more.set.pot", "pot + 1"),
    ("after: {procedures.bank/keep: [{id: none_left, set: {pot: 0}}]}", "procedures.bank/none_left.set.pot", "0"),
    ("before: {actions.hold: [{note: Well done.}]}", "actions.hold/note.note", "Well done."),
    ("after: {phases.play.turns.before: [{note: Go on.}]}", "phases.play/note.note", "Go on."),
    ("around: {actions.throw/gain: [{if: die > 2, do: [original]}]}", "actions.throw/gain.set.pot", "pot + prize(die)"),
    (
        "around: {procedures.lose: [{if: round > 1, do: [original], else: [{leave: turn}]}]}",
        "procedures.lose/if.if",
        "round > 1",
    ),
    ("after: {endings.goal: {long: {when: round > 50}}}", "endings.long.when", "round > 50"),
    (
        "set: {phases.play.turns.actions: [old, pass]}\nadd: {actions.pass: {do: [{leave: turn}]}}",
        "actions.pass.do",
        "[{leave: turn}]",
    ),
]


@pytest.mark.parametrize(("change", "path", "value"), OPERATIONS, ids=[path for _, path, _ in OPERATIONS])
def test_operations(shelf: Any, change: str, path: str, value: str) -> None:
    if "default: old" in change:
        change = change.replace("default: old + 0", "default: 45")
        value = "45"
    s = shelf(v=change)
    assert s.check("v") == []
    assert s.text(path, "v") == value
    play(s.load("v"))


def test_removals(shelf: Any) -> None:
    s = shelf(
        v="remove: [scoring.banked, procedures.lose/pot, actions.hold.when]",
        w="remove: [actions.throw/if, procedures.lose]",
    )
    layers = read_layers(s.spec("v"), (), Bag())
    assert layers is not None
    assert "scoring" not in layers.sections, "an empty section goes too"
    assert s.text("procedures.lose.do", "v") == "- set: {pot: 0} - leave: turn"
    assert [d.path for d in differences(*(layer.sections for layer in layers.stack))] == [
        "procedures.lose/pot", "actions.hold.when", "scoring",
    ]  # fmt: skip
    assert s.check("w") == []


def test_entries_go_before_and_after(shelf: Any) -> None:
    s = shelf(
        v="before: {phases.play: {begin: {do: [{set: {pot: 0}}], next: play}}}",
        w="after: {types.Face: {Side: [a, b]}}\n",
    )
    game = s.load("v")
    assert list(game.definition.phases) == ["begin", "play"]
    play(game)
    assert [d.code for d in s.check("w")] == ["unused-name"]


def test_values_by_players_beside_a_default_are_for_these_players_only(shelf: Any) -> None:
    game = shelf(v="set: {parameters.goal.by_players: {3: 70}}").load("v")
    assert [game.parameters["goal"].value(n) for n in (2, 3, 4)] == [50, 70, 50]


def test_words_of_a_text_that_is_put_in_are_no_formulas(shelf: Any) -> None:
    v = "set:\n  phases.play.turns.before: [{note: the old player goes on, about: old}]"
    assert shelf(v=v).text("phases.play.turns.before", "v") == "[{note: the old player goes on, about: old}]"


def test_a_list_takes_old_as_an_item(shelf: Any) -> None:
    s = shelf(v="set: {types.Face: [old, top]}\nadd: {tables.worth.top: 9}\n")
    assert s.load("v").definition.finites["Face"].names == ["low", "high", "top"]


def test_rows_of_a_variant_may_come_from_a_table_beside_it(shelf: Any) -> None:
    s = shelf(v="set: {types.Face: {has: {worth_it: Bool}, rows: {table: faces.csv}}}")
    (s.folder / "variants" / "faces.csv").write_text("face,worth_it\nlow,false\nhigh,true\n")
    assert s.load("v").definition.finites["Face"].names == ["low", "high"]
    assert s.check("v") == []


def test_numbers_of_players_are_narrowed(shelf: Any) -> None:
    s = shelf(
        v="players: 2..3\nset: {parameters.goal.default: 20}", w="players: 1..3\nset: {parameters.goal.default: 20}"
    )
    game = s.load("v")
    assert game.players == (2, 3)
    assert game.parameters["bonus"].by_players == {2: 1, 3: 2}
    (fault,) = s.check("w")
    assert (fault.code, fault.span.line, fault.labels[0].span.line) == ("bad-players", 3, 4)


# -- refusals ------------------------------------------------------------------------------------------

REFUSALS = [
    ("set: {parameters.gaol.default: 20}", "unknown-target", "did you mean `goal`?", "game.yaml:6"),
    ("set: {zones.hand.seen_by: everyone}", "unknown-target", "", None),
    ("set: {prize.is: 2}", "unknown-target", "did you mean `functions.prize`?", None),
    ("remove: [procedures.bank/kep]", "unknown-target", "did you mean `keep`?", "game.yaml:23"),
    ("remove: [actions.hold.keep]", "unknown-target", "", "game.yaml:46"),
    ("after: {procedures.lose/pots: [{leave: turn}]}", "unknown-target", "did you mean `pot`?", "game.yaml:28"),
    ("remove: [procedures.]", "empty-path", "write section and name, as `scoring.banked`", None),
    ("remove: ['']", "empty-path", "write section and name, as `scoring.banked`", None),
    ("remove: [scoring]", "whole-section", "name what is meant in it", None),
    ("set: {id: other}", "fixed-value", "a variant has a `title` and an `about` of its own", None),
    ("set: {phases.play.turns.actions.1: throw}", "path-by-position", None, None),
    ("set: {parameters.goal.default: 50}", "no-effect", "take it out, or change it", "game.yaml:6"),
    ("set: {actions.hold.when: old}", "no-effect", "take it out, or change it", "game.yaml:47"),
    ("replace: {procedures.lose/pot: [{set: {pot: 0}}]}", "no-effect", "take it out, or change it", "game.yaml:30"),
    ("around: {procedures.lose/pot: [original]}", "no-effect", "take it out, or change it", "game.yaml:30"),
    ("around: {procedures.lose/pot: [{set: {pot: 1}}]}", "no-original", None, "game.yaml:30"),
    ("set: {functions.prize: 3}", "wrong-operation", "`set` a value in it, or `replace` it as a whole", "game.yaml:19"),
    ("set: {functions.other: {is: 3}}", "unknown-target", "", None),
    (
        "set: {parameters.goal.by_players.2: 20}",
        "unknown-target",
        "write `set: {parameters.goal.by_players: {2: ..}}`",
        "game.yaml:6",
    ),
    ("after: {phases.play: [{note: x}]}", "wrong-operation", None, "game.yaml:33"),
    ("replace: {parameters.goal.default: [{leave: turn}]}", "wrong-operation", "`set` it", "game.yaml:6"),
    (
        "replace: {procedures.lose/pot: {do: [{leave: turn}]}}",
        "wrong-operation",
        "write a list of steps here",
        "game.yaml:30",
    ),
    ("before: {tables.worth: [{leave: turn}]}", "wrong-operation", None, "game.yaml:11"),
    ("after: {procedures.lose/pot: {pot: {do: []}}}", "wrong-operation", "write a list", None),
    ("after: {endings.goal: {goal: {when: round > 2}}}", "already-there", "", "game.yaml:51"),
    ("add: {functions.prize: {is: 3}}", "already-there", "`replace` it, or take another name", "game.yaml:19"),
    ("add: {functions.prize.is: 3}", "already-there", "`set` it, or take another name", "game.yaml:21"),
    ("add: {types.Face.top: {}}", "wrong-operation", "write `set: {types.Face: [old, top]}`", "game.yaml:9"),
    ("set: {actions.hold.prompt: hello, endings.goal.to: old}", "no-old-value", "write the value itself", None),
    (
        "set: {phases.play.turns.actions: old + 1}",
        "no-old-value",
        "write `[old, ..]`, with `old` as an item of its own under `actions`",
        None,
    ),
    ("set: {parameters.goal.default: 5}", "out-of-range", "the nearest value is 10", "game.yaml:6"),
    ("set: {actions.hold.whne: pot > 3}", "unknown-key", None, None),
    (
        "add: {functions.twice: {is: old * 2}}\nset: {actions.hold.when: twice > 2}",
        "unknown-name",
        "`old` has a meaning under `set` only: the formula of the layer below",
        None,
    ),
]


@pytest.mark.parametrize(
    ("change", "code", "help", "second"), REFUSALS, ids=[f"{c}-{i}" for i, (_, c, *_) in enumerate(REFUSALS)]
)
def test_refusals(shelf: Any, change: str, code: str, help: str | None, second: str | None) -> None:
    faults = [d for d in shelf(v=change).check("v") if d.severity == "error"]
    assert [d.code for d in faults] == [code], render_text(faults)
    (fault,) = faults
    assert fault.span is not None
    assert fault.span.source.layer == "v"
    assert help is None or fault.help == help
    if second is not None:
        places = [f"{Path(label.span.source.name).name}:{label.span.line}" for label in fault.labels]
        assert second in places
    assert "(variant v)" in render_text(faults)


def test_a_variant_must_change_something_and_have_a_head(shelf: Any) -> None:
    s = shelf(
        v="about: nothing\n",
        w="extends: dice\nset: {parameters.goal.default: 20}\n",
        x="stet: {a.b: 1}\n",
        y="set: {}\n",
    )
    assert [d.code for d in s.check("v")] == ["missing-key"]
    assert [d.code for d in s.check("w")] == ["missing-key"]
    assert next(d.help for d in s.check("x")) == "did you mean `set`?"
    assert [d.code for d in s.check("y")] == ["empty-value"]
    assert s.check("x")[0].span.source.layer == "x"


def test_what_is_removed_and_still_used_is_one_fault_with_all_uses(shelf: Any) -> None:
    s = shelf(v="remove: [functions.face, procedures.lose]", w="remove: [fields.pot]")
    faults = {d.message: d for d in s.check("v")}
    assert len(faults) == 2
    face = faults["`functions.face` is removed, and `face` is still used"]
    assert (face.code, face.span.text, [label.span.line for label in face.labels]) == (
        "still-used",
        "functions.face",
        [21],
    )
    assert [label.text for label in face.labels] == ["used here"]
    (pot,) = [d for d in s.check("w") if d.code == "still-used"]
    assert len(pot.labels) >= 4


def test_what_is_wrapped_and_used_outside(shelf: Any) -> None:
    (fault,) = shelf(v="around: {actions.throw/die: [{if: round > 1, do: [original]}]}").check("v")
    assert fault.message == "`die` is bound inside `actions.throw/die` now, and used outside"
    assert len(fault.labels) == 2


def test_leftovers_of_the_game_are_warnings(shelf: Any) -> None:
    s = shelf(
        v="replace: {actions.throw/if: [{if: die == 1, do: [{leave: turn}]}]}", w="add: {functions.idle: {is: 3}}"
    )
    (found,) = s.check("v")
    assert (found.code, found.severity) == ("unused-name", "warning")
    play(s.load("v"))
    (found,) = s.check("w")
    assert (found.code, found.severity) == ("unused-name", "error")


PATHS = [
    "", "/", "..", "a.b", "players", "players.x", "zones.x", "result.most", "endings.goal", "endings.goal.when",
    "endings.goal.then", "actions.hold", "actions.hold.when", "actions.hold/bank", "actions.throw.do",
    "actions.throw/if", "actions.throw/if.do.1", "actions.throw/gain.set.pot", "procedures.lose/leave",
    "procedures.lose/pot.id", "types.Face", "types.Face.low", "tables.worth.low",
    "parameters.bonus.by_players.3", "parameters.goal.default.x", "phases.play.turns",
    "phases.play.turns.actions", "scoring.banked", "functions.prize.with.n", "functions.prize.is", "fields.pot",
    "fields.pot.resets",
]  # fmt: skip
VALUES = [
    "5", "true", "old", "old + 1", "pot",
    "x y (", "[old, 1]", "[{leave: turn}]", "[{set: {pot: 0}}]", "[original]",
    "[{if: pot > 3, do: [original]}]", "{do: [{leave: turn}]}", "{a: {is: 3}}", "[]", "{}",
    "''", "[[1]]", "[{}]", "[null]", "2..3",
    "finish_turn",
]  # fmt: skip
changes = st.tuples(st.sampled_from(OPERATION_WORDS), st.sampled_from(PATHS), st.sampled_from(VALUES))


@given(changes=st.lists(changes, min_size=1, max_size=3, unique_by=lambda c: c[0]))
def test_whatever_a_variant_says_is_a_game_or_a_fault_with_its_place(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[str, str, str]]
) -> None:
    lines = [
        f"remove: ['{path}']" if word == "remove" else f"{word}: {{'{path}': {value}}}" for word, path, value in changes
    ]
    s = Shelf(tmp_path_factory.mktemp("any"), {"v": "\n".join(lines)})
    faults = s.check("v")
    assert all(fault.span is not None for fault in faults)
    if not any(fault.severity == "error" for fault in faults):
        assert s.load("v").digest != s.load().digest or "about" in str(changes)


# -- layers --------------------------------------------------------------------------------------------


def test_variants_stack_in_order(shelf: Any) -> None:
    s = shelf(a="set: {functions.prize.is: old + 1}", b="set: {functions.prize.is: old * 2}")
    assert s.text("functions.prize.is", "a", "b") == "((n * worth[face(n)] + bonus) + 1) * 2"
    assert s.text("functions.prize.is", "b", "a") == "((n * worth[face(n)] + bonus) * 2) + 1"
    assert s.check("a", "b") == []
    a, b = s.load("a", "b").digest, s.load("b", "a").digest
    assert a != b
    assert s.load("a", "b").digest == a


def test_changes_in_a_file_apply_in_order_and_are_never_merged_first(shelf: Any) -> None:
    s = shelf(
        v="remove: [tables.worth]\nadd: {tables.worth: {low: 7, high: 8}}",
        w="add: {actions.hold/bank.id: keep_it}\nset: {actions.hold/keep_it.about: now}",
    )
    assert s.text("tables.worth.low", "v") == "7"
    assert s.text("actions.hold/keep_it.about", "w") == "now"
    assert s.check("v") == s.check("w") == []


def test_two_layers_that_differ_are_warned_of_and_both_named(shelf: Any) -> None:
    s = shelf(
        a="set: {parameters.goal.default: 20}",
        b="set: {parameters.goal.default: 30}",
        c="set: {parameters.goal.default: 20}",
        d="requires: [a]\nset: {parameters.goal.default: 30}",
        e="remove: [parameters.goal]\nset: {endings.goal.when: round > 9}",
    )
    (warning,) = s.check("a", "b")
    assert (warning.code, warning.severity) == ("variants-disagree", "warning")
    assert "`a`" in warning.message
    assert "`b`" in warning.message
    assert (warning.span.source.layer, warning.labels[0].span.source.layer) == ("b", "a")
    assert [w.code for w in s.load("a", "b").warnings] == ["variants-disagree"]
    assert s.load("a", "b").parameters["goal"].default == 30
    assert s.load("b", "a").parameters["goal"].default == 20
    assert s.check("a", "c") == [], "two that agree are no fault"
    assert s.check("a", "d") == [], "who requires another knows it"
    assert [d.code for d in s.check("a", "e")] == ["variants-disagree"]
    (gone,) = s.check("e", "b")
    assert (gone.code, [label.text for label in gone.labels][-1]) == ("unknown-target", "removed here")


def test_requires_conflicts_and_cycles(shelf: Any) -> None:
    goal = "set: {parameters.goal.default: %d}"
    s = shelf(
        a="requires: [b]\n" + goal % 20, b="conflicts: [c]\n" + goal % 30, c="set: {tables.worth.low: 5}",
        d="requires: [e]\n" + goal % 40, e="requires: [d]\n" + goal % 50, f="requires: [bb]\n" + goal % 20,
        g="extends: pig\ntitle: Other\n" + goal % 20,
    )  # fmt: skip
    (fault,) = s.check("a")
    assert (fault.code, fault.help) == ("missing-variant", "write `GAME+b+a`")
    (fault,) = s.check("a", "b")
    assert (fault.code, fault.help) == ("missing-variant", "write `GAME+b+a`")
    assert [d.severity for d in s.check("b", "a")] == []
    for spec in (("b", "c"), ("c", "b")):
        (fault,) = s.check(*spec)
        assert (fault.code, fault.span.source.layer, fault.labels[0].span.source.layer) == (
            "variant-conflict",
            "b",
            "c",
        )
    (fault,) = s.check("d")
    assert (fault.code, fault.message) == ("variant-cycle", "variants require one another: d -> e -> d")
    assert [fault.span.source.layer, fault.labels[0].span.source.layer] == ["d", "e"]
    (fault,) = s.check("f")
    assert fault.code == "missing-variant"
    (fault,) = s.check("g")
    assert (fault.code, fault.help) == ("wrong-base", "write `extends: dice`")
    assert fault.labels[0].span.line == 2


def test_names_of_variants(shelf: Any, tmp_path: Path) -> None:
    s = shelf(short="set: {parameters.goal.default: 20}")
    with pytest.raises(UnknownGame, match="no variant is called `shrot`; dice has: short; did you mean `short`"):
        s.load("shrot")
    with pytest.raises(UnknownGame, match="named twice"):
        s.load("short", "short")
    own = tmp_path / "my own.yaml"
    own.write_text(HEAD + "set: {parameters.goal.default: 30}")
    with pytest.raises(UnknownGame, match="no such file"):
        s.load(f"{tmp_path}/other.yaml")
    assert s.load(str(own)).parameters["goal"].default == 30
    assert load(str(s.folder), [str(own)]).digest == s.load(str(own)).digest
    one_file = tmp_path / "dice.yaml"
    one_file.write_text(GAME)
    assert load(f"{one_file}+{own}").parameters["goal"].default == 30


def test_the_game_stays_as_it_is(shelf: Any) -> None:
    s = shelf(v="remove: [scoring.banked]\nset: {functions.prize.is: old + 1}\nbefore: {actions.hold: [{note: Hm.}]}")
    before, text = s.load(), (s.folder / "game.yaml").read_text()
    under = s.load("v")
    assert under.digest != before.digest
    assert s.load().digest == before.digest
    assert (s.folder / "game.yaml").read_text() == text
    layers = read_layers(s.spec("v"), (), Bag())
    assert layers is not None
    assert [layer.variant.id if layer.variant else "" for layer in layers.stack] == ["", "v"]
    assert "scoring" in layers.stack[0].sections


# -- old -----------------------------------------------------------------------------------------------


def scalar(name: str, text: str) -> Scalar:
    source = Source(name, text)
    return Scalar(Span(source, 0, len(text)), text, text, "plain", tuple(range(len(text) + 1)))


@pytest.mark.parametrize(
    ("text", "count"), [("old", 1), ("old and old", 2), ("p.old", 0), ("1..old", 1), ("older + bold", 0), ("x. old", 0)]
)
def test_old_is_a_word_of_its_own(text: str, count: int) -> None:
    assert len(old_places(scalar("v", text))) == count


def test_parts_of_a_joined_value_keep_their_files() -> None:
    below, above = scalar("below", "pot > 0"), scalar("above", "old and more")
    value = joined(above, 0, 3, below)
    assert isinstance(value, Joined)
    assert value.text == "(pot > 0) and more"
    assert str(value.part(1, 4)) == "below:1:1"
    assert value.part(1, 8).text == "pot > 0"
    assert (str(value.part(0, 9)), value.part(0, 9).text) == ("above:1:1", "(pot > 0)")
    assert value.part(0, 9).end == 3, "the brackets stand where the word does"
    assert value.part(14, 18).text == "more"
    assert value.part(0, 18).text == "(pot > 0) and more"
    twice = joined(scalar("top", "not old"), 4, 7, value)
    assert twice.text == "not ((pot > 0) and more)"
    assert [twice.part(i, i + 3).source.name for i in (0, 6, 19)] == ["top", "below", "above"]


def test_faults_in_a_formula_of_two_files_are_shown_where_they_are(shelf: Any) -> None:
    s = shelf(v="set:\n  functions.prize.is: old + gaol\n", w="set:\n  functions.prize.is: old and true\n")
    (fault,) = s.check("v")
    assert (fault.code, fault.span.text, fault.span.source.layer, fault.span.line) == ("unknown-name", "gaol", "v", 4)
    fault = next(d for d in s.check("w") if d.span.source.layer == "w")
    assert (fault.code, fault.span.text) == ("not-a-condition", "(n * worth[face(n)] + bonus)")
    assert fault.span.column == len("  functions.prize.is: ") + 1


# -- rule errors ---------------------------------------------------------------------------------------


def rule_error(game: Game) -> Diagnostic:
    try:
        state = game.start(2, 3)
        for _ in range(1000):
            state.choose(0)
    except RuleError as error:
        return error.diagnostic
    raise AssertionError("no rule error came")


@pytest.mark.parametrize(
    ("change", "text", "line"),
    [
        ("before:\n  actions.throw/gain:\n    - set: {pot: pot // (die - die)}\n", "pot // (die - die)", 5),
        ("set:\n  functions.prize.is: old // (n - n)\n", "old // (n - n)", 4),
        ("set:\n  actions.throw/gain.set.pot: old + 1 // (pot - pot)\n", "1 // (pot - pot)", 4),
        ("set:\n  actions.hold.when: old and 1 // (pot - pot) > 0\n", "1 // (pot - pot)", 4),
        (
            "set:\n  phases.play.turns.skip: 1 // (player.banked - player.banked) > 0\n",
            "1 // (player.banked - player.banked)",
            4,
        ),
        (
            "around:\n  actions.throw/gain:\n    - if: 1 // (die - die) > 0\n      do: [original]\n",
            "1 // (die - die)",
            5,
        ),
        (
            (
                "after:\n  actions.throw/gain:\n    - call: burn\n"
                "add:\n  procedures.burn:\n    do:\n      - set: {pot: 1 // (pot - pot)}\n"
            ),
            "1 // (pot - pot)",
            9,
        ),
        ("after:\n  actions.throw/gain:\n    - choose: {n: 1..2}\n    - set: {pot: n // (n - n)}\n", "n // (n - n)", 6),
    ],
)
def test_rule_errors_in_a_variant_point_into_its_file(shelf: Any, change: str, text: str, line: int) -> None:
    fault = rule_error(shelf(v=change).load("v"))
    assert fault.code == "division-by-zero"
    assert fault.span is not None
    assert (fault.span.text, fault.span.line, fault.span.source.layer) == (text, line, "v")


def test_rule_errors_in_the_part_below_point_into_the_game(shelf: Any) -> None:
    s = shelf(
        a="set:\n  functions.prize.is: if n > 0 then n // (n - n) else old\n",
        b="# a comment\nset:\n  functions.prize.is: old + 1\nbefore: {actions.throw/gain: [{note: Now.}]}\n",
    )
    fault = rule_error(s.load("a", "b"))
    assert (fault.span.text, fault.span.source.layer, fault.span.line) == ("n // (n - n)", "a", 4)


def test_why_not_says_the_whole_guard(shelf: Any) -> None:
    state = shelf(v="set: {actions.hold.when: old and round > 1}").load("v").start(2, 1, forced="ask")
    assert state.decision is not None
    (refusal,) = state.decision.why_not("hold")
    assert (refusal.guard, refusal.text, refusal.span.source.layer) == ("when", "(pot > 0) and round > 1", "v")


def test_an_option_that_was_passed_over_is_explained(shelf: Any) -> None:
    v = """\
before:
  phases.play.turns.before:
    - may: brag
      when: pot == 0
      choose:
        other: p in players where p.banked > 5
      do: [{note: Ha!}]
    - may: boast
      when: player.banked > 7
      do: [{note: Ha!}]
"""
    state = shelf(v=v).load("v").start(2, 1, forced="ask")
    assert state.decision is not None
    assert not state.decision.why_not("brag")
    address, (empty,) = state.decision.asked_elsewhere("brag")
    assert (address, empty.guard, empty.values["the list for other"]) == ("play/brag", "choose", "empty")
    _, (when,) = state.decision.asked_elsewhere("boast")
    assert (when.guard, when.values) == ("when", {"player.banked": "0"})
    assert state.decision.asked_elsewhere("swagger") is None


# -- commands ------------------------------------------------------------------------------------------


def run(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(triskele, list(args), standalone_mode=False)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return getattr(done.exception, "status", 1), str(done.exception)
    return int(done.return_value or 0), done.output


def test_where_lists_the_layers(shelf: Any) -> None:
    s = shelf(
        a="set:\n  functions.prize.is: old + 1\n", b="set: {functions.prize.is: old * 2}\nremove: [scoring.banked]\n",
        c="before: {actions.hold/bank: [{note: Hm.}]}",
    )  # fmt: skip
    layers = read_layers(s.spec("a", "b", "c"), (), Bag())
    assert layers is not None
    found = trail(layers, "functions.prize.is")
    assert [(w.variant.id if w.variant else "", w.span.line) for w in found if w.span] == [("", 21), ("a", 4), ("b", 3)]
    assert [w.node is None for w in trail(layers, "scoring.banked.each_player")] == [False, True]
    entry = trail(layers, "actions.hold")
    assert [c.path for c in entry[-1].changes] == ["actions.hold/note"]
    status, text = run("where", s.spec("a", "b"), "functions.prize.is")
    assert status == 0
    lines = text.splitlines()
    assert lines[0] == "functions.prize.is: ((n * worth[face(n)] + bonus) + 1) * 2"
    assert [line.split(",")[0].strip() for line in lines[1:]] == ["variant b", "variant a", "the game"]
    assert run("where", s.spec("a"), "functions.prise.is")[0] == 2


def test_steps_around_a_turn_are_named_where_turns_have_none_yet(shelf: Any) -> None:
    s = shelf(
        a="before: {phases.play.turns: [{note: Hm.}]}\n", b="before: {phases.play.turns.before: [{note: Hm.}]}\n",
        c="after: {phases.play.turns.after: [{note: Hm.}]}\n",
    )  # fmt: skip
    (fault,) = check(s.spec("a"))
    assert fault.code == "wrong-operation"
    assert "`phases.play.turns.before` or `phases.play.turns.after`" in fault.help
    assert not check(s.spec("b", "c"))


def test_where_shows_names_files_text_and_steps(shelf: Any) -> None:
    """All that an author needs who has nothing but the command line."""
    s = shelf(
        a="after:\n  actions.hold/bank:\n    - {id: brag, note: Hm.}\n",
        b="add:\n  procedures.sweep:\n    do: # all\n      - set:\n          pot: 0\n\nremove: [scoring.banked]\n",
    )
    status, text = run("where", s.spec("a"))
    assert status == 0
    assert text.index(f"  {s.folder}/game.yaml\n") < text.index(f"  {s.folder}/variants/a.yaml\n")
    assert "\nactions: throw, hold" in text
    section = run("where", s.spec("a"), "actions")[1]
    assert [line.split()[0] for line in section.splitlines() if line.startswith("actions.")][:2] == [
        "actions.throw", "actions.hold",
    ]  # fmt: skip
    entry = run("where", s.spec("a"), "actions.hold")[1]
    assert f"    actions.hold/brag: {s.folder}/variants/a.yaml:" in entry
    assert f"\n  actions.hold/brag: line 5 of {s.folder}/variants/a.yaml\n" in entry
    assert " | hold:" in entry
    added = run("where", s.spec("b"), "procedures.sweep")[1].splitlines()
    assert added[2:6] == [
        "  4 | procedures.sweep:",
        "  5 |   do: # all",
        "  6 |     - set:",
        "  7 |         pot: 0",
    ]
    assert added[6:] == ["its steps", "  procedures.sweep/pot: line 6"]
    assert "did you mean `actions.hold`?" in run("where", s.spec(), "hold")[1]


def test_where_and_diff_show_lists_and_mappings_as_they_became(shelf: Any) -> None:
    """The key is the game's, the value the variant's: it is the value that counts."""
    s = shelf(
        a="add: {actions.rest: {do: [{leave: turn}]}}\nset: {phases.play.turns.actions: [rest, old]}\n",
    )
    status, text = run("where", s.spec("a"), "phases.play.turns.actions")
    assert status == 0
    assert text.splitlines() == [
        "phases.play.turns.actions: [rest, throw, hold]",
        f"  variant a, {s.folder}/variants/a.yaml:4:34: [rest, old]",
        f"  the game, {s.folder}/game.yaml:35:16: [throw, hold]",
    ]
    assert f"- [throw, hold]  ({s.folder}/game.yaml:35:16)\n" in run("diff", s.spec(), s.spec("a"))[1]


def test_diff_tells_what_differs(shelf: Any) -> None:
    s = shelf(
        a="about: Twice as good.\nset:\n  functions.prize.is: old * 2\n",
        b="remove: [actions.throw/if, procedures.lose]",
    )
    status, text = run("diff", s.spec(), s.spec("a"))
    assert status == 0
    assert "+ A variant (a, house). Twice as good." in text
    assert f"- n * worth[face(n)] + bonus  ({s.folder}/game.yaml:21:9)" in text
    assert "variant a" in text
    assert run("diff", s.spec("a"), s.spec("a"))[1] == "no difference\n"
    status, text = run("diff", s.spec("a"), s.spec("b"))
    assert "procedures.lose\n    - is gone" in text
    assert run("diff", s.spec("a"), s.spec("x"))[0] == 2


def test_games_shows_variants_by_kind(shelf: Any) -> None:
    s = shelf(
        a="about: Short and sharp.\nkind: official\nplayers: 2..3\nset: {parameters.goal.default: 20}",
        b="requires: [a]\nkind: experimental\nset: {parameters.goal.default: 30}",
        c="extends: pig\ntitle: Other\nset: {parameters.goal.default: 20}",
    )  # fmt: skip
    status, text = run("games", s.spec())
    assert status == 0
    assert text.index("Official variants (dice+VARIANT):") < text.index("Experimental variants")
    assert "a (A variant, 2 to 3 players): Short and sharp." in text
    assert "b (A variant, with a)" in text
    assert "Other" not in text


def test_simulate_play_and_replay_under_a_variant(shelf: Any, tmp_path: Path) -> None:
    s = shelf(v="set: {parameters.goal.default: 20}")
    status, text = run("simulate", s.spec("v"), "--games", "5", "--seed", "1", "--json", "--set", "goal=15")
    assert status == 0
    report = json.loads(text)
    assert (report["variants"], report["parameters"], report["finished"]) == (["v"], {"goal": 15}, 5)
    record = tmp_path / "game.jsonl"
    seats = ["--seats", "random,random", "--seed", "1", "--plain"]
    assert run("play", s.spec("v"), *seats, "--record", str(record))[0] == 0
    assert json.loads(record.read_text().splitlines()[0])["variants"] == ["v"]
    status, text = run("replay", str(record))
    assert status == 0, text
    (s.folder / "variants" / "v.yaml").write_text(HEAD + "set: {parameters.goal.default: 25}")
    assert run("replay", str(record))[0] == 1


def test_the_schema_of_variants_is_printed() -> None:
    status, text = run("schema", "variant")
    assert status == 0
    assert json.loads(text)["title"] == "variant file"
