"""The languages of the page: which one a visitor reads, and what the texts are in it.

Texts stand in English in templates and modules and in `languages/*.po` in others; words of the games come from
`scoring.words`.
"""

import re
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import has_request_context, request, session

from scoring.words import Language

FOLDER = Path(__file__).parent / "languages"
LONGEST = 400
"""Letters of a sentence beyond which it stands as it is: no sentence of a game is so long."""

NAMES = {"en": "English", "fr": "Français"}
"""Languages of the page, each by its own name."""

TONGUES = {"sm": "Gagana Sāmoa", "cs": "Čeština", "de": "Deutsch", "it": "Italiano", "es": "Español"}
"""Other languages in which cards and calls can be named: those of games and of packs."""


@cache
def catalogue(code: str) -> NullTranslations:
    """The texts of a language, out of its catalogue: `fr`, or `games.fr` for those of the games."""
    path = FOLDER / f"{code}.po"
    if not path.exists():
        return NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=code.split(".")[-1]))
    compiled.seek(0)
    return Translations(compiled)


def language() -> str:
    """The language of this visitor: the one chosen, else the one the browser asks for."""
    if not has_request_context():
        return "en"
    chosen = session.get("language")
    return chosen if chosen in NAMES else request.accept_languages.best_match(NAMES) or "en"


def spoken() -> Language:
    """The language in which cards and calls are named: that of a game or a pack where the visitor has chosen it."""
    chosen = session.get("words") if has_request_context() else None
    return Language(chosen) if chosen in [known.value for known in Language] else Language(language())


@cache
def patterns(code: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Sentences of the games in a language: what the English one looks like, and the other with `{0}` for its first part.

    The games speak English and know nothing of languages; their sentences stand in `languages/games.CODE.po` with `{0}`,
    `{1}` where something is put in. Those with the most fixed words come first.
    """
    path = FOLDER / f"games.{code}.po"
    if not path.exists():
        return ()
    with path.open("rb") as file:
        known = [
            (str(message.id), str(message.string)) for message in read_po(file, locale=code) if message.id and message.string
        ]
    known.sort(key=lambda pair: -len(_PLACE.sub("", pair[0])))
    return tuple((_pattern(english), other) for english, other in known)


_PLACE = re.compile(r"\{(\w+)\}")


def _pattern(english: str) -> re.Pattern[str]:
    """What such a sentence looks like; a part that comes twice is the same both times."""
    parts, seen = _PLACE.split(english), set[str]()
    for at, place in enumerate(parts):
        if at % 2 == 0:
            parts[at] = re.escape(place)
        else:
            parts[at] = f"(?P=p{place})" if place in seen else f"(?P<p{place}>.*?)"
            seen.add(place)
    return re.compile("".join(parts), re.DOTALL)


def translated(sentence: str) -> str:
    """The sentence of a game in the visitor's language, with its parts; as it stands where nobody has translated it."""
    code = language()
    return _translated(sentence, code) if len(sentence) <= LONGEST and patterns(code) else sentence


@lru_cache(maxsize=1024)
def _translated(sentence: str, code: str) -> str:
    for pattern, other in patterns(code):
        found = pattern.fullmatch(sentence)
        if found:
            parts = {name: _translated(part, code) for name, part in found.groupdict().items()}
            return "".join(parts[f"p{word}"] if at % 2 else word for at, word in enumerate(_PLACE.split(other)))
    return sentence


def written(text: str) -> str:
    """What the page of rules of a game says, in the visitor's language: its title, or a paragraph of any length."""
    return catalogue(f"games.{language()}").ugettext(text) if text else ""


def gettext(text: str) -> str:
    """The text in the visitor's language."""
    return catalogue(language()).ugettext(text)


def ngettext(one: str, many: str, number: int) -> str:
    """The text for that number in the visitor's language."""
    return catalogue(language()).ungettext(one, many, number)
