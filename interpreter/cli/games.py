"""`games`: what there is to play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .exits import DONE
from .opening import open_game, split_spec

if TYPE_CHECKING:
    from ..game import Game


@click.command()
@click.argument("game", required=False)
def games(game: str | None) -> int:
    """List the games that come along, or tell about GAME: players, parameters, variants."""
    from .screen import Screen

    screen = Screen(plain=False)
    if game is not None:
        name, variants = split_spec(game)
        _tell(screen.say, open_game(name, variants, {}))
        return DONE
    from ..loading import shipped_folder, shipped_games

    heads = {name: _head(shipped_folder() / name / "game.yaml") for name in shipped_games()}
    width = max(map(len, heads), default=0)
    for name, (title, players, about) in heads.items():
        screen.say(f"{name:<{width}}  {title}, {players} players. {about}")
    return DONE


def _head(path: Path) -> tuple[str, str, str]:
    """Title, players and about as they stand in the file, without checking the rest of it."""
    from ..diagnostics import Bag
    from ..loading import read_source
    from ..nodes import Mapping, Scalar
    from ..render import clean
    from ..yaml_reader import read_yaml

    bag = Bag()
    source = read_source(path, bag)
    node = read_yaml(source, bag) if source is not None else None
    texts = []
    for key in ("title", "players", "about"):
        value = node.get(key) if isinstance(node, Mapping) else None
        texts.append(clean(" ".join(value.text.split())) if isinstance(value, Scalar) else "?")
    return texts[0], texts[1].replace("..", " to "), texts[2]


def _tell(say: object, game: Game) -> None:
    from ..render import clean

    assert callable(say)
    low, high = game.players
    say(f"{clean(game.title)} ({game.id}), {low if low == high else f'{low} to {high}'} players", "bold")
    say(clean(" ".join(game.about.split())))
    for variant in game.variants:
        say(clean(f"With {variant.title} ({variant.id}, {variant.kind}). {variant.about}"))
    if game.parameters:
        say("")
        say("Parameters (--set NAME=VALUE):")
    for p in game.parameters.values():
        default = ", ".join(f"{v} with {n}" for n, v in p.by_players.items()) or _shown(p.default)
        about = f": {clean(p.about)}" if p.about else ""
        say(f"  {p.name} ({p.type}, default {default}){about}")
    _tell_variants(say, game)
    say("")
    say(f"How it is written: triskele where {clean(game.name)}")


def _tell_variants(say: object, game: Game) -> None:
    """The variants beside a game, official ones first, so that nobody takes a house rule for one."""
    from ..loading import find_game, split_spec
    from ..overlay_files import KINDS, variants_of
    from ..render import clean

    assert callable(say)
    found = [v for v in variants_of(find_game(split_spec(game.name)[0])) if v.extends == game.id]
    for kind in KINDS:
        of_kind = [v for v in found if v.kind == kind]
        if of_kind:
            say("")
            say(f"{kind.capitalize()} variants ({game.id}+VARIANT):")
        for v in of_kind:
            players = f", {v.players.replace('..', ' to ')} players" if v.players else ""
            needs = "".join(f", with {name.text}" for name in v.requires)
            say(clean(f"  {v.id} ({v.title}{players}{needs}){': ' + v.about if v.about else ''}"))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value is None else str(value)
