"""
Overlay files: names of variants in, their files read and found to go together.

A variant is a file beside the game (`variants/short_game.yaml`) or anywhere; its name is that of the
file. What it changes is not looked at here, only its head: what it extends, requires and conflicts with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .diagnostics import Bag, Label, did_you_mean, listing
from .loading import UnknownGame, is_path, read_source, with_tables
from .located import text_of
from .nodes import Mapping, Node, Scalar
from .nodes import Sequence as ListNode
from .shape import check_shape
from .source import Source
from .yaml_reader import read_yaml

KINDS = ("official", "house", "experimental")


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant as read: its head in plain words and all of it as a located node."""

    id: str
    path: Path
    source: Source
    node: Mapping

    @property
    def title(self) -> str:
        return text_of(self.node.get("title"))

    @property
    def about(self) -> str:
        return " ".join(text_of(self.node.get("about")).split())

    @property
    def extends(self) -> str:
        return text_of(self.node.get("extends"))

    @property
    def kind(self) -> str:
        return text_of(self.node.get("kind")) or "house"

    @property
    def players(self) -> str:
        """The range as written; empty where the variant is for all numbers of players of its game."""
        return text_of(self.node.get("players"))

    @property
    def requires(self) -> tuple[Scalar, ...]:
        return _names(self.node.get("requires"))

    @property
    def conflicts(self) -> tuple[Scalar, ...]:
        return _names(self.node.get("conflicts"))


def _names(node: Node | None) -> tuple[Scalar, ...]:
    return tuple(n for n in node.items if isinstance(n, Scalar)) if isinstance(node, ListNode) else ()


# -- finding and reading -----------------------------------------------------------------------------


def variant_files(game: Path) -> list[Path]:
    """The variants beside a game (its folder or its file), by name."""
    folder = game if game.is_dir() else game.parent
    return sorted((folder / "variants").glob("*.yaml"))


def find_variant(name: str, game: Path) -> Path:
    """The file of a variant: a path, or a name beside the game; UnknownGame says what there is."""
    if is_path(name):
        if Path(name).is_file():
            return Path(name)
        raise UnknownGame(f"{name}: no such file")
    files = {path.stem: path for path in variant_files(game)}
    if name in files:
        return files[name]
    base = game.resolve().name if game.is_dir() else game.stem  # `./` has no name of its own
    hint = did_you_mean(name, files)
    has = f"{base} has: {listing(files)}" if files else f"{base} has none"
    raise UnknownGame(f"no variant is called `{name}`; {has}" + (f"; {hint}" if hint else ""))


def find_variants(names: Sequence[str], game: Path) -> list[Path]:
    """The files of all these variants, each named once."""
    paths = [find_variant(name, game) for name in names]
    ids = [path.stem for path in paths]
    for name in ids:
        if ids.count(name) > 1:
            raise UnknownGame(f"the variant `{name}` is named twice")
    return paths


def read_variant(path: Path, bag: Bag) -> Variant | None:
    """A variant whose shape is right; None where it is not."""
    beside = path.parent.parent if path.parent.name == "variants" else None
    source = read_source(path, bag, path.stem, within=beside)
    node = read_yaml(source, bag) if source is not None else None
    if source is None or not isinstance(node, Mapping) or not check_shape(node, "variant", bag):
        return None
    whole = with_tables(node, path.parent, bag)
    return Variant(path.stem, path, source, whole) if isinstance(whole, Mapping) else None


def variants_of(game: Path) -> list[Variant]:
    """The variants beside a game that can be read, by kind and name."""
    found = [read_variant(path, Bag()) for path in variant_files(game)]
    return sorted((v for v in found if v is not None), key=lambda v: (KINDS.index(v.kind), v.id))


# -- going together ----------------------------------------------------------------------------------


def check_heads(variants: Sequence[Variant], game: Path, name: Scalar, bag: Bag) -> None:
    """Report what does not go together; `name` is the game's `id`."""
    for i, variant in enumerate(variants):
        extends = variant.node.get("extends")
        assert extends is not None
        if text_of(extends) != name.text:
            bag.error(
                "wrong-base", f"the variant `{variant.id}` extends `{text_of(extends)}`, the game is `{name.text}`",
                extends.span, labels=[Label(name.span, "the game")], help=f"write `extends: {name.text}`",
            )  # fmt: skip
        ids = [v.id for v in variants]
        for other in variant.requires:
            if not _cycle(variant, other, game, bag) and other.text not in ids[:i]:
                _lacking(variant, other, ids, game, bag)
        for other in variant.conflicts:
            if other.text in ids:
                rival = variants[ids.index(other.text)]
                bag.error(
                    "variant-conflict", f"`{variant.id}` cannot be played with `{rival.id}`", other.span,
                    labels=[Label(rival.node.key("title").span, "this one")], help="leave one of them out",
                )  # fmt: skip


def _lacking(variant: Variant, other: Scalar, ids: list[str], game: Path, bag: Bag) -> None:
    order = "+".join(["GAME", *[v for v in ids if v not in (variant.id, other.text)], other.text, variant.id])
    what = "must stand before it" if other.text in ids else "is not there"
    known = [path.stem for path in (*variant_files(game), *variant.path.parent.glob("*.yaml"))]
    help = f"write `{order}`" if other.text in (*ids, *known) else did_you_mean(other.text, known)
    bag.error("missing-variant", f"`{variant.id}` requires `{other.text}`, which {what}", other.span, help=help)


def _cycle(variant: Variant, first: Scalar, game: Path, bag: Bag) -> bool:
    """Report variants that require one another; True if there are any."""
    for way in _ways(variant, [first], game):
        if way[-1].text == variant.id:
            names = " -> ".join([variant.id, *(step.text for step in way)])
            bag.error(
                "variant-cycle", f"variants require one another: {names}", first.span,
                labels=[Label(step.span, f"requires `{step.text}`") for step in way[1:]],
                help="take one of these out of its `requires`",
            )  # fmt: skip
            return True
    return False


def _ways(variant: Variant, way: list[Scalar], game: Path) -> Iterator[list[Scalar]]:
    """What a variant requires by way of others, each with the way there."""
    yield way
    name = way[-1].text
    if name == variant.id or name in [step.text for step in way[:-1]]:
        return
    for folder in (variant.path.parent, (game if game.is_dir() else game.parent) / "variants"):
        path = folder / f"{name}.yaml"
        required = read_variant(path, Bag()) if path.is_file() else None
        if required is not None:
            for other in required.requires:
                yield from _ways(variant, [*way, other], game)
            return
