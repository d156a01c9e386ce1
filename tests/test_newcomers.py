"""House rules by people who had only the tutorial: clean, proven and playable; what they tripped over helps now."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from interpreter import check, load
from interpreter.loading import UnknownGame, find_game
from interpreter.render import render_text
from interpreter.scenario import Suite, main_report, run_scenarios

from .support import decisions, sampled

HERE = Path(__file__).parent
TRIALS = HERE / "cases" / "newcomer"
NAMES = sorted(path.stem for path in TRIALS.glob("variants/*.yaml"))
QUICK, LONG = 1, 30


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Celtica in a folder of somebody's own, with these house rules and their tests only."""
    folder = tmp_path / "celtica"
    shutil.copytree(
        HERE.parent / "gamedefs" / "celtica", folder, ignore=shutil.ignore_patterns("variants", "scenarios")
    )
    for part in ("variants", "scenarios"):
        shutil.copytree(TRIALS / part, folder / part)
    return folder


def test_every_wish_is_there() -> None:
    text = (TRIALS / "stumbles.md").read_text(encoding="utf-8")
    assert len(NAMES) == 10
    assert all(f"| {name} |" in text for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_house_rule_is_clean(name: str, copy: Path) -> None:
    found = [d for d in check(f"{copy}+{name}") if d.severity != "note"]
    assert not found, render_text(found)


@pytest.mark.parametrize("name", sampled(NAMES, 3))
def test_its_scenarios_hold_and_can_fail(name: str, copy: Path) -> None:
    suite = Suite(str(copy))
    mine = [s for s in suite.scenarios if s.file == name]
    results = [suite.run(s) for s in mine] + [suite.run_changed(s) for s in mine if s.change is not None]
    assert any(r.change for r in results)
    assert all(r.passed for r in results), main_report(results)


@pytest.mark.parametrize("games", [QUICK, pytest.param(LONG, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", sampled(NAMES, 3))
def test_it_can_be_played(name: str, games: int, copy: Path) -> None:
    game = load(f"{copy}+{name}")
    for players in range(2, 6):
        for seed in range(games):
            state = game.start(players, seed, checking=True)
            for _ in decisions(state, Random(seed)):
                pass
            assert state.over


# -- what was tried first ----------------------------------------------------------------------------

REFUSED = {
    "one of a list": (
        (
            "set:\n  phases.round.turns.starting: if last_player == none then first_player else"
            " (p in players where size(p.tiles) == min(size(q.tiles) for q in players)).first(1)\n"
        ),
        ["the two branches differ: Player and list of Player", "help: `first(..)` gives one of a list"],
    ),
    "nobody yet": (
        (
            "add:\n  fields.mover: {type: Player, start: none, about: who moved last}\n"
            "after:\n  actions.walk/at:\n    - {set: {mover: none}}\n"
        ),
        ["Player is wanted here, found none", "help: write `maybe Player` where its type is declared"],
    ),
    "a choice from what is hidden": (
        (
            "add:\n  procedures.spend/menu.one_of.buy_lost:\n    about: Take one tile out of the lost ones.\n"
            "    choose: {tile: t in lost}\n    do: [{move: tile, to: player.tiles}]\n"
        ),
        ["error[hidden-read]", "`leaks: reason`"],
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_is_helped(what: str, copy: Path) -> None:
    changes, parts = REFUSED[what]
    (copy / "variants" / "tried.yaml").write_text(f"extends: celtica\ntitle: Tried\nabout: Tried.\n{changes}")
    text = render_text(check(f"{copy}+tried"))
    for part in parts:
        assert part in text, text


def test_two_rules_that_write_one_list_anew(copy: Path) -> None:
    for name, action in (("rest", "rest"), ("let_stand", "wait")):
        path = copy / "variants" / f"{name}.yaml"
        path.write_text(path.read_text().replace(f"[old, {action}]", f"[walk, {action}]"))
    text = render_text(check(f"{copy}+rest+let_stand"))
    assert "`[old, ..]` would add to the list that is there" in text
    assert "`phases.round.turns.actions` of `let_stand` is without it: write `[old, ..]` there" in text


def failing(folder: Path, text: str) -> str:
    for path in folder.glob("scenarios/*.yaml"):
        path.unlink()
    (folder / "scenarios" / "tried.yaml").write_text(text)
    (result,) = run_scenarios(str(folder))
    assert not result.passed
    return result.message


POSITION = (
    "  players: 3\n  given: {phase: round, turn: 1, zones: {hand(1): [red], hand(2): [grey, red], hand(3): []}}\n"
)


def test_a_choice_that_made_itself(copy: Path) -> None:
    text = failing(copy, f"- name: red\n{POSITION}  choose: [red, 1, 0]\n")
    assert "`druid=red cards=1 extra=0` was the only thing to do and was done" in text


def test_a_label_that_nothing_has(copy: Path) -> None:
    position = POSITION.replace("hand(1): [red]", "hand(1): [red, grey]")
    text = failing(copy, f"- name: rest\n  game: celtica+rest\n{position}  not_offered: [rset red, rest white]\n")
    assert "nothing at `round` could ever be called `rset red`" in text
    assert "did you mean `rest red`" in text
    assert "rest white`" not in text.partition("seat 1 is offered")[0]


@pytest.mark.parametrize("label", ["druid=red cards=1 extra=0", "walk druid=red cards=1 extra=0"])
@pytest.mark.parametrize("game", ["celtica", "celtica+rest"])
def test_a_label_with_and_without_its_word(game: str, label: str, copy: Path) -> None:
    position = POSITION.replace("hand(1): [red]", "hand(1): [red, grey]")
    text = failing(copy, f"- name: walk\n  game: {game}\n{position}  not_offered: ['{label}']\n")
    assert f"`{label}` should not be offered and is" in text


# -- where tests of a rule lie -----------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with nothing but a variant of a game that comes along, and a test of it."""
    (tmp_path / "scenarios").mkdir()
    shutil.copy(TRIALS / "variants" / "few_begin.yaml", tmp_path)
    shutil.copy(TRIALS / "scenarios" / "few_begin.yaml", tmp_path / "scenarios")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(game: str) -> list[str]:
    results = run_scenarios(game)
    assert all(r.passed for r in results), main_report(results)
    return [r.name for r in results]


MINE = ["the poorest begins the next round", "of several the lowest seat begins"]


def test_scenarios_beside_a_variant_are_its_own(desk: Path) -> None:
    assert names("celtica+./few_begin.yaml") == MINE


def test_scenarios_beside_the_folder_of_variants(desk: Path) -> None:
    (desk / "variants").mkdir()
    (desk / "few_begin.yaml").rename(desk / "variants" / "few_begin.yaml")
    assert names("celtica+./variants/few_begin.yaml") == MINE


def test_without_any_the_scenarios_of_the_game_are_run(desk: Path) -> None:
    shutil.rmtree(desk / "scenarios")
    found = run_scenarios("celtica+./few_begin.yaml", "poorest")
    assert [r.name for r in found] == ["the poorest gets what the ruin takes"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("./few_begin.yaml", "./few_begin.yaml is a variant of `celtica`: write `celtica+./few_begin.yaml`"),
        ("./scenarios/few_begin.yaml", "holds scenarios: write `triskele test celtica+./few_begin.yaml`"),
        ("./scenarios", "holds scenarios: write `triskele test celtica+./few_begin.yaml`"),
        (".", "no game.yaml in this folder, but variants: write `celtica+./few_begin.yaml`"),
    ],
)
def test_what_is_no_game_is_told(given: str, said: str, desk: Path) -> None:
    with pytest.raises(UnknownGame) as fault:
        find_game(given)
    assert said in str(fault.value)


# -- what is told at the table -----------------------------------------------------------------------


def test_what_others_had_to_do_is_told(copy: Path) -> None:
    """Of a game at random: every line of what was forced is in the log, marked only for whoever did it."""
    game = load(str(copy))
    state = game.start(3, seed=5)
    dice = Random(5)
    while not state.over:
        state.choose(dice.randrange(len(state.decision.options)))
    mine, theirs = state.view(1)["log"], state.view(2)["log"]
    forced = [n for n, line in enumerate(mine) if "forced" in line]
    assert forced
    assert all(mine[n]["seat"] == 1 for n in forced)
    assert all(theirs[n]["seat"] == 1 and "forced" not in theirs[n] for n in forced)
