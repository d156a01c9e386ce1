"""
English: names of a definition in, words out. As good as rules without a dictionary make it.
"""

from __future__ import annotations

import re

from .markdown import plain
from .model import Zone

PARTICIPLE = re.compile(
    r"\b(\w\w+ed|lost|drawn|laid|taken|paid|won|spent|given|thrown|kept|sold|bought|built|hidden|chosen|dealt)$"
)
"""A zone with such a name is called after what lies in it: the discarded cards."""


def words(name: str) -> str:
    """
    A name of a definition as words.

    >>> words("last_words"), words("MapTile")
    ('last words', 'map tile')
    """
    text = (
        re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.replace("_", " ").replace(".", " ")) if not name.isupper() else name
    )
    return plain(text.lower() if text[:1].isupper() and text[1:2].islower() else text)


def plural(noun: str) -> str:
    """
    The plural of an English noun, as good as rules without exceptions make it.

    >>> plural("city"), plural("box"), plural("card")
    ('cities', 'boxes', 'cards')
    """
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if re.search(r"(s|x|z|ch|sh)$", noun) else "s")


def zone_name(zone: Zone) -> str:
    """What a zone is called: by its name, and after what lies in it where that alone would not do."""
    name = words(zone.name)
    return f"{name} {plural(words(zone.of))}" if PARTICIPLE.search(name) else name


def article(noun: str) -> str:
    return f"an {noun}" if re.match(r"[aeio]", noun.lower()) else f"a {noun}"


def listed(parts: list[str], word: str = "and") -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def capital(text: str) -> str:
    return (
        re.sub(r"[^\W\d_]", lambda m: m.group().upper(), text, count=1) if re.match(r"[*\[]*[^\W\d_]", text) else text
    )
