"""`explain`: what the code of a diagnostic means."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from .exits import DONE, misuse

if TYPE_CHECKING:
    from ..explain import Page


@click.command()
@click.argument("code", required=False)
def explain(code: str | None) -> int:
    """Tell what the CODE in an error's brackets means, with a wrong example and a right one; without CODE list all."""
    from .. import explain as room
    from .screen import colours

    if code is None:
        click.echo(_list())
        return DONE
    try:
        page = room.page(code)
    except room.UnknownCode as fault:
        raise misuse(str(fault)) from None
    if colours(sys.stdout):
        _draw(page)
    else:
        click.echo(_plain(page))
    return DONE


def _list() -> str:
    from ..codes import CODES
    from ..explain import topics

    width = max(map(len, CODES))
    parts = []
    for title, pages in topics().items():
        parts.append("\n".join([title, *(f"  {p.code:{width}}  {CODES[p.code]}" for p in pages)]))
    return "\n\n".join([*parts, "more: triskele explain CODE"])


def _plain(page: Page) -> str:
    """Nothing but lines of text, for pipes and screen readers."""
    from ..explain import foot
    from ..table import wrap
    from .screen import columns

    parts = [page.head]
    for paragraph in page.text.split("\n\n"):
        parts.append("\n".join(wrap(" ".join(paragraph.split()), columns(), "")))
    for example in page.examples:
        code = "".join(f"  {line}".rstrip() + "\n" for line in example.text.splitlines())
        parts.append(f"{example.caption}\n\n{code.rstrip()}")
    return "\n\n".join([*parts, *("\n".join(wrap(line, columns(), "")) for line in foot(page))])


def _draw(page: Page) -> None:
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.padding import Padding
    from rich.syntax import Syntax
    from rich.text import Text

    from ..explain import foot
    from .screen import columns

    console = Console(file=sys.stdout, force_terminal=True, width=columns(), emoji=False, highlight=False)
    console.print(Text(page.head, style="bold"))
    console.print()
    console.print(Markdown(page.text))
    for example in page.examples:
        console.print()
        console.print(Text(example.caption, style="bold green" if example.right else "bold red"))
        console.print()
        shown = Syntax(example.text.rstrip(), "yaml", theme="ansi_dark", background_color="default", word_wrap=True)
        console.print(Padding(shown, (0, 0, 0, 2)))
    for line in foot(page):
        console.print()
        console.print(Text(line, style="dim"))
