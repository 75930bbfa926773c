"""The manual's own words in a language, and text that is put into Markdown as it stands."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

LOCALE = Path(__file__).parent / "locale"
LANGUAGES = ("en", "fr")

Said = Callable[[str], str]
"""Gives a text in some language."""


def _(text: str) -> str:
    """Marks a text for the catalogue."""
    return text


@cache
def said_in(code: str) -> Said:
    """What gives the manual's words in that language; English where nobody has translated them."""
    path = catalogue_of(code)
    if not path.exists():
        return str
    with path.open("rb") as file:
        known = {message.id: str(message.string) for message in read_po(file) if message.id and message.string}
    return lambda text: known.get(text, text)


def catalogue_of(code: str) -> Path:
    """Where the translations of the manual are."""
    return LOCALE / code / "LC_MESSAGES" / "manual.po"


def plain(text: str) -> str:
    """The text as Markdown that says just that."""
    return re.sub(r"([\\`*_{}\[\]<>#|&~$])", r"\\\1", text)
