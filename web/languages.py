"""The languages of the page: which one a visitor reads, and what the texts are in it.

Texts stand in English in templates and modules and in `languages/*.po` in others; words of the games come from
`scoring.words`.
"""

from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import has_request_context, request, session

from scoring.words import Language

FOLDER = Path(__file__).parent / "languages"
NAMES = {"en": "English", "fr": "Français"}
"""Languages of the page, each by its own name."""


@cache
def catalogue(code: str) -> NullTranslations:
    """The texts of a language, out of its catalogue."""
    path = FOLDER / f"{code}.po"
    if not path.exists():
        return NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=code))
    compiled.seek(0)
    return Translations(compiled)


def language() -> str:
    """The language of this visitor: the one chosen, else the one the browser asks for."""
    if not has_request_context():
        return "en"
    chosen = session.get("language")
    return chosen if chosen in NAMES else request.accept_languages.best_match(NAMES) or "en"


def spoken() -> Language:
    """The language in which cards and calls are named: a game's own where the visitor has chosen that."""
    chosen = session.get("words") if has_request_context() else None
    return Language(chosen) if chosen in [known.value for known in Language] else Language(language())


def gettext(text: str) -> str:
    """The text in the visitor's language."""
    return catalogue(language()).ugettext(text)


def ngettext(one: str, many: str, number: int) -> str:
    """The text for that number in the visitor's language."""
    return catalogue(language()).ungettext(one, many, number)
