"""New: starting points that check clean, play at once and are never written over something."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

import interpreter
from interpreter.cli import triskele
from interpreter.loading import shipped_games
from interpreter.scenario import run_scenarios
from interpreter.templating import BadName, new_game, new_variant

GAMES = Path(__file__).parent.parent / "games"
WHEEL = Path(__file__).parent.parent.parent / "pyproject.toml"


def run(*args):
    return CliRunner().invoke(triskele, ["new", *args], standalone_mode=False)


def test_a_new_game_checks_clean_and_plays(tmp_path):
    files = new_game("dare-devil", tmp_path)
    assert [f.relative_to(tmp_path).as_posix() for f in files] == [
        "dare-devil/game.yaml",
        "dare-devil/scenarios/first.yaml",
    ]
    home = str(tmp_path / "dare-devil")
    assert interpreter.check(home) == []
    game = interpreter.load(home)
    assert (game.id, game.title, game.players) == ("dare-devil", "Dare devil", (2, 4))
    for players in (2, 3, 4):
        assert game.start(players, seed=1, checking=True).decision is not None


def test_the_scenarios_of_a_new_game_hold(tmp_path):
    new_game("dare", tmp_path)
    results = list(run_scenarios(str(tmp_path / "dare"), mutants=True))
    assert len(results) == 3
    assert all(not r.failures and not r.diagnostics for r in results)


def test_a_new_game_is_short_and_explained(tmp_path):
    text = new_game("dare", tmp_path)[0].read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=")
    assert len(text.splitlines()) < 60
    assert "@" not in text
    schema = text.splitlines()[0].partition("$schema=")[2]
    assert (tmp_path / "dare" / schema).resolve().is_file()
    assert not os.path.isabs(schema)


def test_nothing_is_overwritten(tmp_path):
    file = new_game("dare", tmp_path)[0]
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(BadName, match="is there already"):
        new_game("dare", tmp_path)
    assert file.read_text(encoding="utf-8") == "mine"
    variant = new_variant("quick", str(GAMES / "pig.yaml"), tmp_path)
    before = variant.read_text(encoding="utf-8")
    with pytest.raises(BadName, match="is there already"):
        new_variant("quick", str(GAMES / "pig.yaml"), tmp_path)
    assert variant.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("name", ["", "Dare", "1st", "../dare", "a b", "a.b", "é", "-x", "x" * 65])
def test_names(tmp_path, name):
    with pytest.raises(BadName, match="is no name"):
        new_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "game", [*shipped_games(), *sorted(str(p) for p in GAMES.glob("*.yaml"))], ids=lambda g: Path(g).stem
)
def test_a_new_variant_of_every_game(tmp_path, game):
    file = new_variant("mine", game, tmp_path)
    assert interpreter.check(game, [str(file)]) == []
    changed = interpreter.load(game, [str(file)])
    assert changed.digest != interpreter.load(game).digest
    state = changed.start(seed=1)
    assert state.decision is not None


def test_a_variant_of_a_new_game(tmp_path):
    new_game("dare", tmp_path)
    home = tmp_path / "dare"
    new_variant("quick", str(home), home / "variants")
    assert interpreter.check(str(home), ["quick"]) == []
    assert interpreter.load(f"{home}+quick").parameters["goal"].default == 21


def test_the_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = run("game", "dare")
    assert made.exception is None
    assert made.output.endswith("next: triskele play ./dare\n")
    assert Path("dare/game.yaml").is_file()
    assert run("game", "dare").exception.status == 2
    made = run("variant", "quick", "--extends", "celtica", "--folder", "rules")
    assert made.output.endswith("next: triskele play celtica+rules/quick.yaml\n")
    assert interpreter.check("celtica+rules/quick.yaml") == []
    assert run("variant", "quick", "--extends", "celtic").exception.status == 2
    assert run("variant", "quick", "--extends", "celtica+short_game").exception.status == 2


def test_templates_travel_in_the_wheel():
    """All of `interpreter/` is packed, so a folder inside it is."""
    assert 'only-include = ["interpreter", "gamedefs", "schema"]' in WHEEL.read_text(encoding="utf-8")
    folder = Path(interpreter.__file__).parent / "templates"
    assert sorted(p.name for p in folder.iterdir()) == ["first.yaml", "game.yaml", "variant.yaml"]
