"""`schema`: the schema of a kind of file."""

from __future__ import annotations

import click

from .exits import DONE, misuse


@click.command()
@click.argument("kind", default="game")
def schema(kind: str) -> int:
    """Print the JSON Schema for KIND: game, part, variant or scenario."""
    from ..diagnostics import did_you_mean
    from ..schemas import schema_text

    kinds = ("game", "part", "variant", "scenario")
    try:
        text = schema_text(kind)
    except KeyError:
        hint = did_you_mean(kind, kinds) or f"there are: {', '.join(kinds)}"
        if kind in kinds:
            hint = "it is not written yet"
        raise misuse(f"no schema for `{kind}`; {hint}") from None
    click.echo(text, nl=not text.endswith("\n"))
    return DONE
