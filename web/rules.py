"""The rules of the games to read on a phone, out of `docs/rules.md` and its sisters in other languages (`web/texts`).

What the text calls by the name of an option stands there in the words of the form that asks for it.
"""

import re
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt

from scoring.games.game import Game
from web.languages import gettext, language, written
from web.option_words import CHOICES, LABELS
from web.options import label_of

FOLDER = Path(__file__).parent / "texts"

FOR_ALL = 0
"""The section that holds for every game."""


@cache
def sections(code: str) -> dict[int, str]:
    """The sections of the rules in a language, by their numbers, as Markdown without their own headings."""
    parts = re.split(r"^## (\d+)\. .*$", (FOLDER / f"rules.{code}.md").read_text(), flags=re.MULTILINE)
    return {int(number): text.strip() for number, text in zip(parts[1::2], parts[2::2], strict=True)}


def rules_of(game: Game) -> str:
    """What holds for that game alone, as HTML, in the visitor's language; nothing for a house game that tells no rules."""
    return _drawn(text_of(game))


def text_of(game: Game) -> str:
    """The same as Markdown, as it was written."""
    section = section_of(game)
    return "\n\n".join(map(written, paragraphs(game.about.rules))) if section is None else sections(language())[section]


def section_of(game: Game) -> int | None:
    """The section of the rules that the game names as its source; None where it tells its rules itself, or tells none."""
    found = re.match(r"docs/rules\.md#(\d+)-", game.about.source)
    return int(found[1]) if found else None


def paragraphs(text: str) -> list[str]:
    """The paragraphs of the rules that a game's own page tells, each on one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def rules_for_all() -> str:
    """What holds for all games, as HTML."""
    return _drawn(sections(language())[FOR_ALL])


def in_words(text: str) -> str:
    """The same Markdown, with options in the words of the form that asks for them."""
    return re.sub(r"`([^`\n]+)`", _Words().said, text)


def _drawn(text: str) -> str:
    """As HTML: nothing of the text is taken for HTML itself, and a wide table scrolls by itself."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    # A heading of the text is below that of its section.
    found = str(markdown.render(in_words(text))).replace("<h3>", "<h2>").replace("</h3>", "</h2>")
    return found.replace("<table>", '<div class="wide" tabindex="0"><table class="sheet">').replace("</table>", "</table></div>")


class _Words:
    """Names of options in the words of the form; a choice is understood by the options that were named before it."""

    def __init__(self) -> None:
        self.options: list[str] = []

    def said(self, code: re.Match[str]) -> str:
        name, _, value = code[1].partition(" = ")
        words = self._choice(name)
        if not words and name in LABELS:
            self.options.insert(0, name)
            words = label_of(name)
        if not words:
            return code[0]
        chosen = self._choice(value.strip('"'))
        return f"*{gettext('%(name)s: %(words)s') % {'name': words, 'words': chosen} if chosen else words}*"

    def _choice(self, value: str) -> str:
        keys = (*(f"{option}={value}" for option in self.options), value)
        return next((gettext(CHOICES[key]) for key in keys if key in CHOICES), "")
