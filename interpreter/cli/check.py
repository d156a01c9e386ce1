"""`check`: the faults of definitions."""

from __future__ import annotations

import sys

import click

from .exits import DONE, FAULTS, misuse
from .opening import parameters, read_on, reason, set_option, split_spec

FORMATS = ("text", "json", "sarif", "github")


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@set_option
@click.option("--strict", is_flag=True, help="warnings count as faults")
def check(games: tuple[str, ...], form: str, sets: tuple[str, ...], strict: bool) -> int:
    """Find the faults of each GAME. Status 1 when there are errors; warnings alone are none."""
    import interpreter

    from .. import render
    from .screen import colours, columns

    values = parameters(sets)
    found = []
    clean = []
    for spec in games:
        name, variants = split_spec(spec)
        try:
            diagnostics = interpreter.check(name, variants, values)
        except interpreter.DefinitionError as fault:
            diagnostics = fault.diagnostics
        except (LookupError, ValueError, OSError) as fault:
            raise misuse(reason(fault)) from None
        found += diagnostics
        if not diagnostics:
            clean.append(spec)
    if form == "json":
        text = render.render_json(found)
    elif form == "sarif":
        text = render.render_sarif(found, interpreter.__version__)
    elif form == "github":
        text = render.render_github(found)
    else:
        text = render.render_text(found, colour=colours(sys.stdout), width=columns()) + read_on(found)
        text += "".join(f"{render.clean(spec)}: no faults\n" for spec in clean)
    click.echo(text, nl=False, color=True)
    bad = [d for d in found if d.severity == "error" or (strict and d.severity == "warning")]
    return FAULTS if bad else DONE
