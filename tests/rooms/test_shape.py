"""The shape check: each code at its place, and agreement with a JSON Schema validator on what is accepted."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referencing import Registry, Resource

from interpreter.diagnostics import Bag, Diagnostic
from interpreter.nodes import Mapping, Node, Scalar, Sequence
from interpreter.schemas import Kind, shape_of
from interpreter.shape import check_shape, schema_text
from interpreter.source import Source, Span
from interpreter.yaml_reader import read_yaml

KINDS: tuple[Kind, ...] = ("game", "part", "scenario", "variant")
SCHEMAS = {kind: json.loads(schema_text(kind)) for kind in KINDS}
REGISTRY: Registry[Any] = Registry().with_resources(
    [(f"{kind}.schema.json", Resource.from_contents(s)) for kind, s in SCHEMAS.items()]
)

HEAD = 'triskele: "1"\nid: pig\ntitle: Pig\nplayers: 2\n'

PIG = """\
triskele: "1"
id: pig
title: Pig
about: Roll as often as you dare.
players: 2..10
parameters:
  goal: {type: 10..1000, default: 100, about: points that win}
  start: {type: 0..5, by_players: {2: 0, 3: 1}}
fields:
  banked: {per: Player, type: Int}
  pot:    {type: Int, resets: turn}
phases:
  play: {turns: {actions: [roll, hold], acts: any}, next: {over: true}}
actions:
  roll:
    do:
      - roll: {die: 1..6}
      - {if: die == 1, do: [{leave: turn}]}
      - set: {pot: pot + die}
      - repeat: any
        one_of:
          more: {when: pot > 3, choose: {n: 1..3}, do: [{note: more}]}
      - may: stop
        choose: {n: [1, 2]}
        do: []
        otherwise: [{end: goal}]
  hold: {when: pot > 0, do: [{set: {player.banked: player.banked + pot}}, {leave: turn}]}
procedures:
  later: {hook: true}
endings:
  goal: {when: player.banked >= goal, then: finish_round, wins: player}
scoring:
  banked: {each_player: player.banked}
result: {most: [score]}
"""

BOARDS = """\
triskele: "1"
id: boards
title: Boards
players: 2
scripted: {1: [house]}
types:
  Mark: [cross, nought]
  Boon:
    has: {points: Int = 0}
    answers: {worth: {with: {p: Player}, gives: Int}}
    does: {gain: {}}
    rows:
      small: {points: 1, worth: 2, gain: [{set: {pot: 1}}]}
      large: {worth: p.banked, gain: later}
components:
  Card: {has: {rank: 1..3}, each: {rank: all}, copies: 2}
  Tile:
    sides: [front, back]
    has: {open: Bool}
    front: {open: true}
    parts:
      Lane: {list: lanes, of: tile, has: {edges: list of Edge}}
    rows:
      bend: {copies: 2, front: {lanes: {a: {edges: [0, 2]}}}}
      odd: {each: {open: all}, back: {open: false}}
  Token: {rows: {table: tokens.csv}}
maps:
  board: {grid: [3, 3], nodes: Square, has: {middle: Bool}, rows: {b2: {middle: true}}}
  track: {line: 1..20, nodes: Step}
  circle: {ring: [n, e, s, w], nodes: Wind}
  fork: {edges: {a: [b, c], b: [], c: [a]}, both_ways: true, nodes: Way}
  land: {tiles: Tile, shape: hex, joined_by: Lane}
seats: {has: {mark: Mark}, rows: {1: {mark: cross}, 2: {mark: nought}}}
tables:
  gain: [0, 1, 3]
  worth: {cross: 1, nought: 2, source: page 2}
zones:
  deck: {of: Card, kind: pile, start: all, refill: {from: discard, keep: 1}}
  hand: {of: Card, per: Player, seen_by: owner, max: 5}
fields:
  level: {per: [Player, Mark], type: 1..5, start: 1}
signals: {time_up: {about: The time is over.}}
functions: {best: {is: 3}}
phases:
  set_up: {do: [{shuffle: deck}], next: play}
  play: {turns: {do: [{call: later, with: {n: 2}, as: player.next}], before: []}}
show: {order: [board], groups: {On the table: [hand]}, symbols: {Mark: {cross: X}}, hide: [deck]}
"""

SCENARIOS = """\
- name: a one loses the pot
  rule: page 1
  players: 2
  set: {goal: 20}
  given: {phase: play, turn: 2, zones: {deck: [1, ace]}, fields: {pot: 12}}
  draws: [6, 1]
  choose: [roll, {seat: 2, label: roll}, {signal: time_up}]
  offered: [roll]
  not_offered: [hold]
  refused: {label: hold, because: pot > 0}
  expect: [pot == 0]
  phase: play
  fails_with: {actions.roll.do: []}
- name: won
  seed: 7
  refused: [hold, {label: 3}]
  over: goal
  scores: {1: 20, 2: {banked: -3}}
- {name: wrong, error: no-option}
"""


def read(text: str, kind: Kind = "game") -> Node:
    bag = Bag()
    node = read_yaml(Source("t.yaml", text), bag, top="list" if kind == "scenario" else "mapping")
    assert node is not None, bag.items
    return node


def check(text: str, kind: Kind = "game") -> list[Diagnostic]:
    bag = Bag()
    right = check_shape(read(text, kind), kind, bag)
    assert right == (not bag.items)
    return bag.sorted()


def told(diagnostic: Diagnostic) -> tuple[str, int, int]:
    assert diagnostic.span is not None
    return diagnostic.code, diagnostic.span.line, diagnostic.span.column


# -- what is right ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind"),
    [(PIG, "game"), (BOARDS, "game"), (BOARDS.partition("types:")[2], "part"), (SCENARIOS, "scenario")],
)
def test_right_files_pass(text: str, kind: Kind) -> None:
    assert check("types:" + text if kind == "part" else text, kind) == []


# -- each code, at its place -----------------------------------------------------------------------

# body of a game (or part, or scenarios), then for each message: code, line (in the body), column, words of the help
CASES: dict[str, tuple[str, list[tuple[str, int, int, str]]]] = {
    "unknown key": ("fields:\n  a: {type: Int, colour: red}", [("unknown-key", 2, 18, "")]),
    "near key": ("fields:\n  a: {type: Int, restes: turn}", [("unknown-key", 2, 18, "`resets`")]),
    "required key misspelt": ("zones:\n  d: {off: Card}", [("unknown-key", 2, 7, "`of`")]),
    "one of two misspelt": ("parameters:\n  p: {type: Int, defualt: 1}", [("unknown-key", 2, 18, "`default`")]),
    "all independent mistakes": (
        "zones:\n  d: {off: Card, kind: plie}\nfieds:\n  a: {typ: Int}",
        [
            ("unknown-key", 2, 7, "`of`"),
            ("bad-value", 2, 24, "`pile`"),
            ("unknown-key", 3, 1, "`fields`"),
            ("unknown-key", 4, 7, "`type`"),
        ],
    ),
    "key of the mapping above": (
        "zones:\n  d:\n    of: Card\n    refill:\n      from: x\n      kind: pile",
        [("unknown-key", 6, 7, "one level up, in `zones.d`")],
    ),
    "key of the entry around a step": (
        "actions:\n  a:\n    do:\n      - move: x\n        to: y\n        when: z",
        [("unknown-key", 6, 9, "one level up, in `actions.a`")],
    ),
    "key of a mapping inside": (
        "zones:\n  d: {of: Card, refill: {from: x}, keep: 1}",
        [("unknown-key", 2, 36, "one level down, in `refill`")],
    ),
    "key of a mapping that is not there yet": (
        "phases:\n  p: {actions: [a]}",
        [("unknown-key", 2, 7, "one level down, in `turns`")],
    ),
    "section among entries": (
        "fields:\n  a: {type: Int}\n  zones:\n    d: {of: Card}",
        [("unknown-key", 3, 3, "one level up, in a game file")],
    ),
    "entry called like a section": ("fields:\n  scoring: {type: Int}", []),
    "key far outside": (
        "procedures:\n  p:\n    do: []\n    zones: {d: {of: Card}}",
        [("unknown-key", 4, 5, "in a game file")],
    ),
    "verb of the step above": (
        "actions:\n  a:\n    do:\n      - if: x\n        do:\n          - id: b\n        set: {c: d}",
        [("two-verbs", 7, 9, "into item 1 of `do` of step `if` in `actions.a`? then indent it more")],
    ),
    "verb of a step far above, and a fault in it": (
        "actions:\n  a:\n    do:\n      - if: x\n        do:\n          - id: b\nleave: trun",
        [("unknown-key", 7, 1, "into item 1 of `do`"), ("bad-value", 7, 8, "`turn`")],
    ),
    "verb of the step around": (
        "actions:\n  a:\n    do:\n      - do:\n          - flip: x\n            if: y",
        [("two-verbs", 6, 13, "in item 1 of `actions.a.do`? then indent it less")],
    ),
    "verb among the arguments": (
        "actions:\n  a:\n    do:\n      - with:\n          n: 1\n          call: p",
        [("no-verb", 6, 11, "indent it less")],
    ),
    "formula among the parameters": (
        "functions:\n  f:\n    with:\n      n: Int\n      is: n + 1",
        [("missing-key", 5, 7, "in `functions.f`? then indent it less")],
    ),
    "kind of a map among its attributes": (
        "maps:\n  m:\n    nodes: S\n    has:\n      a: Int\n      grid: [2, 2]",
        [("unknown-key", 6, 7, "in `maps.m`")],
    ),
    "entries beside their section": (
        "fields:\na: {type: Int}\nb: {type: Int}",
        [("unknown-key", 2, 1, "into `fields`? then indent it more")],
    ),
    "entry beside its section": (
        "fields:\n  a: {type: Int}\nb:\n  type: Int",
        [("unknown-key", 3, 1, "into `fields`")],
    ),
    "choice beside `choose`": (
        "actions:\n  a:\n    choose:\n    c: d in e\n    do: []",
        [("unknown-key", 4, 5, "into `actions.a.choose`")],
    ),
    "row among the types": (
        "types:\n  T:\n    rows:\n      a: {}\n  b: {colour: red}",
        [("unknown-key", 5, 3, "into `types.T.rows`")],
    ),
    "turns beside their phase": (
        "phases:\n  a:\n  turns: {rounds: 1, actions: [b]}",
        [("missing-key", 3, 3, "into `phases.a`")],
    ),
    "section among its entries": (
        "fields:\n  a: {type: Int}\n  zones:\n  b: {of: Card}\n  c: {off: Card}",
        [("unknown-key", 3, 3, "in a game file? then indent it less"), ("unknown-key", 5, 7, "`of`")],
    ),
    "sides that are no list": (
        "components:\n  T: {sides: {a: b}, a: {x: 1}, b: {x: 1}}",
        [("wrong-type", 2, 7, "")],
    ),
    "side without `sides`": (
        "components:\n  T: {sides: [a], a: {x: 1}, b: {x: 1}}",
        [("unknown-key", 2, 30, "")],
    ),
    "missing key": ("zones:\n  d: {kind: pile}", [("missing-key", 2, 3, "add `of: Card`")]),
    "missing one of two": ("parameters:\n  p: {type: Int}", [("missing-key", 2, 3, "add `default: 100`")]),
    "missing field of a step": (
        "actions:\n  a: {do: [{at: top, move: x}]}",
        [("missing-key", 2, 22, "`to:")],
    ),
    "map of no kind": ("maps:\n  m: {nodes: Square}", [("missing-key", 2, 3, "`grid:")]),
    "map of misspelt kind": ("maps:\n  m: {gird: [3, 3], nodes: Square}", [("unknown-key", 2, 7, "`grid`")]),
    "map of two kinds": ("maps:\n  m: {grid: [3, 3], ring: 4, nodes: S}", [("key-conflict", 2, 21, "`ring`")]),
    "most and least": ("result: {most: [a], least: [b]}", [("key-conflict", 1, 21, "only one")]),
    "text for a number": ('maps:\n  m: {grid: [3, "3"], nodes: S}', [("wrong-type", 2, 17, "without quotes")]),
    "number for a text": ("fields:\n  a: {type: Int, about: 1830}", [("wrong-type", 2, 25, '`"1830"`')]),
    "word for true": ("procedures:\n  p: {hook: yes}", [("wrong-type", 2, 13, "`true`")]),
    "text for a list": ("result: {most: score}", [("wrong-type", 1, 16, "`[score]`")]),
    "mapping for a list of steps": (
        "actions:\n  a:\n    do: {move: x, too: y}",
        [("wrong-type", 3, 5, "dash"), ("unknown-key", 3, 19, "`to`")],
    ),
    "list for a section": ("endings:\n  - {when: a}", [("wrong-type", 1, 1, "name")]),
    "mapping for an expression": ("endings:\n  e: {when: {a: b}}", [("wrong-type", 2, 7, "quotes")]),
    "step as text": ("actions:\n  a: {do: [leave turn]}", [("wrong-type", 2, 12, "`leave: turn`")]),
    "name of an entry": ("zones:\n  drawDeck: {of: Card}", [("bad-name", 2, 3, "`draw_deck`")]),
    "name of a type": ("types:\n  mark_kind: [a]", [("bad-name", 2, 3, "`MarkKind`")]),
    "formula for a phase": (
        "phases:\n  a:\n    do: [{note: x}]\n    next: if pot > 3 then b else over",
        [("bad-name", 4, 11, "write `{b: pot > 3, over: true}`")],
    ),
    "sentence for a phase": ("phases:\n  a: {do: [{note: x}], next: pot > 3 and b}", [("bad-name", 2, 30, "")]),
    "name of a phase": ("phases:\n  a: {do: [{note: x}], next: theEnd}", [("bad-name", 2, 30, "`the_end`")]),
    "name of a symbol": ("types:\n  Mark: [cross, Big nought]", [("bad-name", 2, 17, "`big_nought`")]),
    "name that nothing mends": ("zones:\n  1: {of: Card}", [("bad-name", 2, 3, "")]),
    "number of players as a word": (
        "parameters:\n  p: {type: Int, by_players: {two: 3}}",
        [("bad-name", 2, 31, "")],
    ),
    "no verb": ("actions:\n  a: {do: [{from: x, to: y}]}", [("no-verb", 2, 13, "`draw`")]),
    "an unknown verb": ("actions:\n  a: {do: [{deal: 1, from: x, to: y}]}", [("no-verb", 2, 13, "`draw`")]),
    "an unknown verb, by its fields": (
        "actions:\n  a: {do: [{test: x, do: [], else: []}]}",
        [("no-verb", 2, 13, "`if`")],
    ),
    "an empty step": ("actions:\n  a: {do: [{}]}", [("no-verb", 2, 12, "")]),
    "two verbs": ("actions:\n  a: {do: [{move: x, to: y, leave: turn}]}", [("two-verbs", 2, 29, "dash")]),
    "two verbs, and more inside": (
        "actions:\n  a: {do: [{note: x, if: y, do: [{leave: trun}]}]}",
        [("two-verbs", 2, 22, "dash"), ("bad-value", 2, 42, "`turn`")],
    ),
    "a misspelt `may` beside `choose`": (
        "actions:\n  a: {do: [{mya: w, choose: {x: y}, do: []}]}",
        [("no-verb", 2, 13, "`may`")],
    ),
    "a misspelt verb, and a fault inside": (
        "actions:\n  a: {do: [{for_each: p in players, do: [{drew: 1, from: a, to: b}]}]}",
        [("no-verb", 2, 13, ""), ("no-verb", 2, 43, "`draw`")],
    ),
    "no such value": ("endings:\n  e: {then: finish_trun}", [("bad-value", 2, 13, "`finish_turn`")]),
    "too small": ("maps:\n  m: {line: 0, nodes: S}", [("bad-value", 2, 13, "")]),
    "too many": ("maps:\n  m: {grid: [3, 3, 3], nodes: S}", [("bad-value", 2, 7, "`[3, 3]`")]),
    "twice": ("types:\n  Mark: [cross, nought, cross]", [("bad-value", 2, 25, "")]),
    "not a CSV file": ("types:\n  T: {rows: {table: cards.xls}}", [("bad-value", 2, 21, "`cards.csv`")]),
    "nothing after the colon": ("zones:\n  d:\n    of:", [("empty-value", 3, 5, "`of: Card`")]),
    "empty section": ("zones:\nfields: {}", [("empty-value", 1, 1, "forget")]),
    "empty item": ("result:\n  most:\n    - score\n    -", [("empty-value", 4, 6, "forget")]),
    "empty mapping": ("actions:\n  a: {do: [{set: {}}]}", [("empty-value", 2, 13, "forget")]),
    "empty text": ('endings:\n  e: {about: ""}', [("empty-value", 2, 7, "forget")]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_mistake_at_its_place(name: str) -> None:
    text, expected = CASES[name]
    found = check(HEAD + text)
    assert [told(d) for d in found] == [(code, line + 4, column) for code, line, column, _ in expected]
    for diagnostic, (_, _, _, words) in zip(found, expected):
        assert words in diagnostic.help
        assert words or not diagnostic.help.startswith("did you mean")


def test_every_code_has_a_case() -> None:
    codes = {code for _, expected in CASES.values() for code, _, _, _ in expected}
    assert codes == {
        "unknown-key", "missing-key", "key-conflict", "wrong-type", "bad-name", "bad-value", "empty-value",
        "no-verb", "two-verbs",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("game", 'triskele: "1"\nid: Pig\ntitle: 3\nplayers: 2-5\n', ["bad-name", "wrong-type", "bad-value"]),
        ("game", "triskele: 1\nid: pig\ntilte: Pig\nplayers: 2\n", ["wrong-type", "unknown-key"]),
        ("game", "a: 1", ["missing-key"] * 4 + ["unknown-key"]),
        ("part", "players: 2", ["unknown-key"]),
        ("scenario", "- {nme: a}", ["unknown-key"]),
        ("scenario", "- name: a\n  turn: 1", ["unknown-key"]),
        ("scenario", "- name: a\n  choose: [{seat: 1}, [a]]", ["missing-key", "wrong-type"]),
        ("scenario", "- name: a\n  choose: [{signal: a, seat: 1}]", ["key-conflict"]),
        ("scenario", "- name: a\n  fails_with: {a: 1, b: 2}", ["bad-value"]),
        ("scenario", "- name: a\n  expect: pot == 0\n  scores: {x: 1}", ["wrong-type", "bad-name"]),
    ],
)  # fmt: skip
def test_heads_parts_and_scenarios(kind: Kind, text: str, expected: list[str]) -> None:
    assert sorted(d.code for d in check(text, kind)) == sorted(expected)


def test_messages_name_the_place() -> None:
    text = HEAD + "zones:\n  d: {of: Card, knid: pile}\nactions:\n  a: {do: [{roll: {die: 1..6}, cuont: 2}]}"
    zone, step = check(text)
    assert zone.message == "`zones.d` has no key `knid`"
    assert step.message == "step `roll` in `actions.a` has no field `cuont`"
    (scenario,) = check("- name: the pot\n  given: {trun: 1}", "scenario")
    assert scenario.message == "`given` of scenario `the pot` has no key `trun`"
    assert scenario.notes == ("it may have: phase, turn, zones, fields",)


# -- each word, misspelt once ----------------------------------------------------------------------

STEPS = [
    "{choose: {x: y}, count: 2}", "{may: w, do: []}", "{one_of: {a: {}}}", "{repeat: any, do: []}",
    "{for: p in players, do: []}", "{if: a, do: []}", "{case: a, of: {b: []}}", "{call: p, with: {n: 2}}",
    "{hold: a, do: []}", "{leave: turn}", "{end: e}", "{let: {x: 1}}", "{set: {x: 1}}",
    "{transfer: 1, from: a, to: b}", "{move: a, to: b}", "{draw: 1, from: a, to: b}", "{swap: a, with: b}",
    "{flip: a}", "{shuffle: a}", "{roll: {die: 1..6}}", "{show: a, to: p}", "{note: a}",
]  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_misspelt_verb_is_one_message(step: str) -> None:
    verb, _, rest = step[1:].partition(":")
    assert check(f"{HEAD}actions: {{a: {{do: [{step}]}}}}") == []
    for wrong in (verb[1] + verb[0] + verb[2:], verb + verb[-1], verb[:-1] + "z" if len(verb) > 3 else verb + "z"):
        (found,) = check(f"{HEAD}actions: {{a: {{do: [{{{wrong}:{rest}]}}}}")
        assert told(found) == ("no-verb", 5, 21)
        assert found.help == f"did you mean `{verb}`?"


def test_every_verb_is_tried() -> None:
    assert [s[1:].partition(":")[0] for s in STEPS] == list(SCHEMAS["game"]["$defs"]["step"]["dependentSchemas"])


@pytest.mark.parametrize("key", SCHEMAS["game"]["properties"])
def test_misspelt_section_is_one_message(key: str) -> None:
    wrong = key[1] + key[0] + key[2:]
    text = HEAD.replace(f"{key}: ", f"{wrong}: ") if f"\n{key}: " in f"\n{HEAD}" else f"{HEAD}{wrong}: 2\n"
    (found,) = check(text)
    assert found.code == "unknown-key"
    assert found.help == f"did you mean `{key}`?"


# -- the schemas themselves ------------------------------------------------------------------------


def listed_in(_: Any, key: str, instance: Any, schema: Any) -> Any:
    """`x-listed-in` for the validator: keys that are no properties must be listed there."""
    if isinstance(instance, dict):
        listed = instance.get(key)
        for name in instance:
            if name not in schema["properties"] and name not in (listed if isinstance(listed, list) else ()):
                yield jsonschema.ValidationError(f"{name} is not listed in {key}")


Validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"x-listed-in": listed_in})


def validator(kind: Kind) -> Any:
    return Validator(SCHEMAS[kind], registry=REGISTRY)


def properties(schema: Any, path: str = "") -> Any:
    """Every schema under a key, with its path."""
    if isinstance(schema, dict):
        for word in ("properties", "patternProperties"):
            for key, sub in schema.get(word, {}).items():
                yield f"{path}/{word}/{key}".replace("^[1-9][0-9]*$", "~count"), sub
        for key, sub in schema.items():
            yield from properties(sub, f"{path}/{key}")
    elif isinstance(schema, list):
        for i, sub in enumerate(schema):
            yield from properties(sub, f"{path}/{i}")


def annotated(kind: str, schema: Any, word: str) -> bool:
    while word not in schema and "$ref" in schema:
        file, _, pointer = schema["$ref"].partition("#")
        kind = file.removesuffix(".schema.json") or kind
        schema = SCHEMAS[kind]  # type: ignore[index]
        for part in pointer.split("/")[1:]:
            schema = schema[part]
    return word in schema


@pytest.mark.parametrize("kind", KINDS)
def test_schema_is_sound(kind: Kind) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[kind])
    assert shape_of(kind)  # no keyword that the shape check does not know
    assert SCHEMAS[kind]["$id"] == f"{kind}.schema.json"
    seen = [path for path, sub in properties(SCHEMAS[kind])]
    assert len(seen) > 15
    lacking = [
        (path, word)
        for path, sub in properties(SCHEMAS[kind])
        for word in ("description", "examples")
        if not annotated(kind, sub, word)
    ]
    assert lacking == []


@pytest.mark.parametrize("kind", KINDS)
def test_examples_are_right(kind: Kind) -> None:
    def walk(schema: Any, pointer: str) -> None:
        if isinstance(schema, dict):
            if isinstance(schema.get("examples"), list):
                for example in schema["examples"]:
                    whole = {"$ref": f"{kind}.schema.json#{pointer}"}
                    assert Validator(whole, registry=REGISTRY).is_valid(example), (pointer, example)
            for key, sub in schema.items():
                walk(sub, f"{pointer}/{key.replace('~', '~0').replace('/', '~1').replace('^', '%5E')}")

    for name, sub in SCHEMAS[kind].items():
        if name in ("$defs", "properties"):
            walk(sub, f"/{name}")


def test_part_has_the_sections_and_no_head() -> None:
    head = {"triskele", "id", "title", "about", "source", "derived", "assumed", "players", "scripted"}
    assert set(SCHEMAS["part"]["properties"]) == set(SCHEMAS["game"]["properties"]) - head


def test_unknown_schema() -> None:
    with pytest.raises(KeyError):
        schema_text("../game")


# -- agreement with a validator --------------------------------------------------------------------

WORDS = [
    "about", "when", "do", "choose", "may", "one_of", "repeat", "move", "to", "from", "of", "type", "rows", "table",
    "sides", "front", "each", "copies", "most", "least", "default", "by_players", "grid", "nodes", "tiles", "turns",
    "actions", "label", "seat", "signal", "name", "2", "0", "x", "X", "x y", "else", "hook", "until", "with",
]  # fmt: skip
VALUES: list[Any] = [
    None, True, 0, 1, -1, "", "x", "X", "2", "2..5", "t.csv", "all", "turn", "pile", "any", "allowed", [], ["x"],
    [1, 2], ["x", "x"], [{}], {}, {"x": "y"}, {"2": 3}, {"leave": "turn"}, [{"leave": "turn"}], {"table": "t.csv"},
    {"type": "Int"}, [{"may": "x", "choose": {"x": "y"}}], {"move": "x", "draw": 1, "from": "a", "to": "b"},
]  # fmt: skip


def plain(node: Node) -> Any:
    if isinstance(node, Mapping):
        return {k.text: plain(v) for k, v in node.items()}
    if isinstance(node, Sequence):
        return [plain(i) for i in node.items]
    assert isinstance(node, Scalar)
    return node.value


def node_of(data: Any) -> Node:
    span = Span(Source("t.yaml", ""), 0, 0)
    if isinstance(data, dict):
        keys = tuple(Scalar(span, k, k, "plain", (0,)) for k in data)
        return Mapping(span, keys, tuple(node_of(v) for v in data.values()))
    if isinstance(data, list):
        return Sequence(span, tuple(node_of(v) for v in data))
    return Scalar(span, "" if data is None else str(data), data, "plain", (0,))


def spots(data: Any) -> list[Any]:
    """Every list and mapping of a document."""
    found = [data] if isinstance(data, (dict, list)) else []
    for sub in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        found += spots(sub)
    return found


def mutate(draw: st.DrawFn, data: Any) -> None:
    spot = draw(st.sampled_from(spots(data)))
    value = copy.deepcopy(draw(st.sampled_from(VALUES)))
    if isinstance(spot, list):
        at = draw(st.integers(0, len(spot)))
        spot[at : at + draw(st.integers(0, 1))] = draw(st.sampled_from([[], [value]]))
        return
    keys = list(spot)
    key = draw(st.sampled_from([*keys, *WORDS]))
    match draw(st.sampled_from(["put", "drop", "rename", "wrap"])):
        case "drop":
            spot.pop(key, None)
        case "rename" if key in spot:
            spot[draw(st.sampled_from(WORDS))] = spot.pop(key)
        case "wrap" if key in spot:
            spot[key] = [spot[key]]
        case _:
            spot[key] = value


@st.composite
def documents(draw: st.DrawFn) -> tuple[Kind, Any]:
    kind, text = draw(st.sampled_from([("game", PIG), ("game", BOARDS), ("scenario", SCENARIOS)]))
    data = plain(read(text, kind))
    for _ in range(draw(st.integers(1, 3))):
        mutate(draw, data)
    return kind, data


@settings(max_examples=250, deadline=None)
@given(documents())
def test_agrees_with_a_validator(document: tuple[Kind, Any]) -> None:
    kind, data = document
    bag = Bag()
    accepted = check_shape(node_of(data), kind, bag)
    assert accepted == validator(kind).is_valid(data), [d.message for d in bag.items]


@pytest.mark.parametrize(("kind", "text"), [("game", PIG), ("game", BOARDS), ("scenario", SCENARIOS)])
def test_each_key_renamed_is_told_once(kind: Kind, text: str) -> None:
    """A nonsense key anywhere is refused by both, or taken as a name by both."""
    data = plain(read(text, kind))
    for i, spot in enumerate(spots(data)):
        for key in list(spot) if isinstance(spot, dict) else ():
            other = copy.deepcopy(data)
            mapping = spots(other)[i]
            mapping["zzqq"] = mapping.pop(key)
            assert check_shape(node_of(other), kind, Bag()) == validator(kind).is_valid(other), (i, key)


# -- speed -----------------------------------------------------------------------------------------
