"""
Scenarios: the lists of given, done and expected that lie beside a game in, results out.

A result says whether the scenario holds and, if not, what was expected, what was found and where the
game stood, in words for somebody who writes games. With `mutants` a scenario is also run under the
change that it names, and must then fail. Faults of the files themselves raise DefinitionError.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .change import PathError, set_path, whole
from .diagnostics import Bag, DefinitionError, Diagnostic, Label, did_you_mean, listing
from .game import Game, ParameterError, game_from_sections, read_sections
from .loading import UnknownGame, find_game, is_path, read_source, split_spec
from .located import text_of
from .nodes import Mapping, Node, Scalar, Sequence
from .points import Register
from .rehearsal import Rehearsal
from .render import clean, render_text
from .shape import check_shape
from .source import Span
from .yaml_reader import read_yaml


@dataclass(frozen=True, slots=True)
class Scenario:
    """
    One entry of a scenario file. `change` is the path and the value of its `fails_with`; `home` the folder of a
    variant beside which it lies, if it does not lie beside the game.
    """

    name: str
    rule: str
    file: str
    node: Mapping
    change: tuple[Scalar, Node] | None = None
    home: Path | None = None

    @property
    def span(self) -> Span:
        return self.node.span


@dataclass(frozen=True, slots=True)
class Result:
    """
    What came of one scenario, or (with `change`) of running it under that change.

    `failures` are in words; `diagnostics` are faults of the scenario or of the changed definition,
    with their places. `position` says where the game stood at the end.
    """

    name: str
    rule: str
    span: Span
    failures: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    position: str = ""
    change: str = ""

    @property
    def passed(self) -> bool:
        return not self.failures and not self.diagnostics

    @property
    def message(self) -> str:
        """All that is to be said of a failure, in lines."""
        parts = [*self.failures, render_text(self.diagnostics).rstrip()]
        if self.failures and self.position:
            parts.append(self.position)
        return "\n".join(p for p in parts if p)


def run_scenarios(game: str, keyword: str | None = None, *, mutants: bool = False) -> list[Result]:
    """
    Run the scenarios of a game (an id or a path, `+variant` behind it), or those with `keyword` in their names.

    Which ones those are, `scenario_files` says.
    With `mutants` each one that holds is followed by its `fails_with`.
    """
    suite = Suite(game)
    results = []
    for scenario in suite.chosen(keyword):
        results.append(suite.run(scenario))
        if mutants and results[-1].passed and scenario.change is not None:
            results.append(suite.run_changed(scenario))
    return results


class Suite:
    """The scenarios of one game, and the games that they are played on, each loaded once."""

    def __init__(self, game: str, register: Register | None = None) -> None:
        self.game = game
        self.register = register  # where the games count what is exercised, if they do
        self.scenarios: list[Scenario] = read_scenarios(game)
        self._sections: dict[str, dict[str, Node]] = {}
        self._games: dict[str, Game] = {}

    def chosen(self, keyword: str | None = None) -> list[Scenario]:
        wanted = (keyword or "").lower()
        return [s for s in self.scenarios if wanted in s.name.lower()]

    def run(self, scenario: Scenario) -> Result:
        """Play a scenario and compare."""
        try:
            spec = self._spec(scenario)
            if spec not in self._games:
                self._games[spec] = game_from_sections(self._sections_of(spec), spec, lint=not split_spec(spec)[1])
                self._games[spec].register = self.register
            if scenario.change is not None:
                set_path(self._sections_of(spec), scenario.change[0].text, scenario.change[1])
            return self._play(scenario, self._games[spec])
        except PathError as fault:
            assert scenario.change is not None
            path = scenario.change[0]
            at = max(path.text.rfind(fault.word), 0)
            wrong = Diagnostic(
                "unknown-path", fault.message, path.part(at, at + len(fault.word)) if fault.word else path.span,
                notes=(f"there is: {listing(fault.names)}",) if fault.names else (),
                help=did_you_mean(fault.word, fault.names),
            )  # fmt: skip
            return self._result(scenario, diagnostics=(wrong,))
        except UnknownGame as fault:
            return self._result(scenario, failures=(str(fault),))
        except DefinitionError as fault:
            return self._result(scenario, failures=("the game has faults",), diagnostics=tuple(fault.diagnostics))

    def run_changed(self, scenario: Scenario) -> Result:
        """
        Play a scenario under the change that it names: it passes if the scenario then fails.

        A failed expectation, a refused choice and a rule error count. A change that leads nowhere, or
        that leaves no definition, or no position to start from, proves nothing and is a fault.
        """
        assert scenario.change is not None, f"{scenario.name} names no change"
        path, value = scenario.change
        change = f"{path.text}: {' '.join(value.span.text.split())}"
        try:
            game = self._changed(scenario, path, value)
        except DefinitionError as fault:
            why = ("the change does not load",)
            return self._result(scenario, failures=why, diagnostics=tuple(fault.diagnostics), change=change)
        found = self._play(scenario, game, changed=True)
        if found.diagnostics:
            why = ("the change spoils the scenario itself, so that it proves nothing",)
            return replace(found, failures=why, change=change)
        if found.failures:
            return self._result(scenario, change=change)
        return self._result(scenario, failures=("the scenario holds all the same",), change=change)

    def _changed(self, scenario: Scenario, path: Scalar, value: Node) -> Game:
        spec = self._spec(scenario)
        sections = set_path(self._sections_of(spec), path.text, value)
        bag = Bag()
        if not check_shape(whole(sections), "game", bag):
            raise DefinitionError(bag.sorted())
        return game_from_sections(sections, spec, lint=False)

    def _spec(self, scenario: Scenario) -> str:
        """The game with the variants that the scenario is about."""
        base, own_variants = split_spec(self.game)
        wanted = text_of(scenario.node.get("game"))
        name, variants = split_spec(wanted) if wanted else (base, own_variants)
        own = text_of(self._sections_of(base).get("id"))
        if name not in (base, own):
            raise UnknownGame(f"a scenario is about the game beside it, `{own}`, not about `{name}`")
        return "+".join([base, *(_near(scenario.home, v) if wanted else v for v in variants)])

    def _sections_of(self, spec: str) -> dict[str, Node]:
        if spec not in self._sections:
            bag = Bag()
            sections = read_sections(spec, (), bag)
            if sections is None:
                raise DefinitionError(bag.sorted())
            self._sections[spec] = sections
        return self._sections[spec]

    def _play(self, scenario: Scenario, game: Game, *, changed: bool = False) -> Result:
        settings = scenario.node.get("set")
        if isinstance(settings, Mapping):
            values = {k.text: v.value for k, v in settings.items() if isinstance(v, Scalar)}
            try:
                game = Game(game.rules, game.digest, values, game.name)
                game.register = self.register
            except ParameterError as fault:
                value = settings.get(fault.name)
                known = value is not None and fault.name in game.definition.parameters
                place = value if known else settings.key(fault.name)
                wrong = Diagnostic("bad-parameter", str(fault), (place or settings).span)
                return self._result(scenario, diagnostics=(wrong,))
        rehearsal = Rehearsal(game, scenario.node, changed=changed)
        rehearsal.run()
        return self._result(
            scenario, failures=tuple(rehearsal.failures), diagnostics=tuple(rehearsal.bag.sorted()),
            position=rehearsal.position,
        )  # fmt: skip

    def _result(self, scenario: Scenario, **found: Any) -> Result:
        return Result(scenario.name, scenario.rule, scenario.node.span, **found)


# -- files -------------------------------------------------------------------------------------------


def scenario_files(game: str) -> list[Path]:
    """
    The scenario files of a game: those beside its variants that are named by their paths; where there are none,
    those beside the game.
    """
    return [f for home in variant_homes(game) for f in _files_in(home)] or _files_in(_folder(game))


def variant_homes(game: str) -> list[Path]:
    """The folders beside variants named by their paths in which there are scenarios, the game's own left out."""
    own = _folder(game)
    files = [Path(v) for v in split_spec(game)[1] if is_path(v)]
    homes = [h for f in files for h in (f.parent, f.parent.parent) if h == f.parent or f.parent.name == "variants"]
    there = [h for h in homes if _files_in(h) and (own is None or h.resolve() != own.resolve())]
    return list(dict.fromkeys(there))


def _folder(game: str) -> Path | None:
    """The folder of a game; a game of one file has none."""
    path = find_game(split_spec(game)[0])
    return path if path.is_dir() else path.parent if path.name == "game.yaml" else None


def _files_in(home: Path | None) -> list[Path]:
    return sorted(home.glob("scenarios/*.yaml")) if home is not None else []


def _near(home: Path | None, variant: str) -> str:
    """A variant that a scenario names, as a path if it lies beside the scenarios."""
    if home is None:
        return variant
    ways = (home / variant, home / f"{variant}.yaml", home / "variants" / f"{variant}.yaml")
    return next((str(way) for way in ways if way.is_file()), variant)


def read_scenarios(game: str) -> list[Scenario]:
    """All scenarios of a game; DefinitionError with every fault of their files."""
    bag = Bag()
    found: list[Scenario] = []
    homes = variant_homes(game)
    for path in scenario_files(game):
        home = path.parent.parent
        source = read_source(path, bag, within=home)
        node = read_yaml(source, bag, top="list") if source is not None else None
        if isinstance(node, Sequence) and check_shape(node, "scenario", bag):
            items = (item for item in node.items if isinstance(item, Mapping))
            found += [_scenario(item, path.stem, home if home in homes else None) for item in items]
    for again, first in _twice(found):
        here, there = (s.node.get("name") or s.node for s in (again, first))
        labels = [Label(there.span, "the first")]
        bag.error("duplicate-name", f"two scenarios are called `{again.name}`", here.span, labels=labels)
    if bag.failed:
        raise DefinitionError(bag.sorted())
    return found


def _twice(scenarios: Iterable[Scenario]) -> Iterator[tuple[Scenario, Scenario]]:
    first: dict[str, Scenario] = {}
    for scenario in scenarios:
        if scenario.name in first:
            yield scenario, first[scenario.name]
        first.setdefault(scenario.name, scenario)


def _scenario(node: Mapping, file: str, home: Path | None) -> Scenario:
    changes = node.get("fails_with")
    change = changes.items()[0] if isinstance(changes, Mapping) else None
    return Scenario(text_of(node.get("name")), text_of(node.get("rule")), file, node, change, home)


# -- reports -----------------------------------------------------------------------------------------


def main_report(results: Iterable[Result]) -> str:
    """A line for each result, what went wrong under it, and a last line that counts."""
    lines = []
    found = list(results)
    for result in found:
        word = "ok    " if result.passed else "FAILED"
        what = f"  fails with {result.change}" if result.change else ""
        lines.append(f"{word}  {clean(result.name)}{clean(what)}")
        if not result.passed:
            lines.append(f"        {result.span}")
            if result.rule:
                lines.append(f"        {clean(result.rule)}")
            lines += [f"        {clean(line)}".rstrip() for line in result.message.split("\n")]
    plain = [r for r in found if not r.change]
    changed = [r for r in found if r.change]
    counts = [_count(plain, "scenario")] + ([_count(changed, "change")] if changed else [])
    return "\n".join([*lines, "; ".join(counts) if found else "no scenarios"]) + "\n"


def _count(results: list[Result], word: str) -> str:
    failed = sum(not r.passed for r in results)
    return f"{len(results)} {word}{'' if len(results) == 1 else 's'}, {failed} failed"
