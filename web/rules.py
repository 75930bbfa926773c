"""The rules of the games to read on a phone, out of `docs/rules.md` and its sisters in other languages (`web/texts`).

What the text calls by the name of an option stands there in the words of the form that asks for it.
"""

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

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
    section = section_of(game)
    if section is not None:
        return _drawn(sections(language())[section])
    return _drawn("\n\n".join(map(written, paragraphs(game.about.rules))))


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


def _drawn(text: str) -> str:
    """As HTML: nothing of the text is taken for HTML itself, and a wide table scrolls by itself."""
    words = _Words()
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("code_inline", lambda _self, tokens, at, _options, _env: words.drawn(tokens, at))
    # A heading of the text is below that of its section.
    found = str(markdown.render(text)).replace("<h3>", "<h2>").replace("</h3>", "</h2>")
    return found.replace("<table>", '<div class="wide" tabindex="0"><table class="sheet">').replace("</table>", "</table></div>")


class _Words:
    """Names of options in the words of the form; a choice is understood by the options that were named before it."""

    def __init__(self) -> None:
        self.options: list[str] = []

    def drawn(self, tokens: Sequence[Token], at: int) -> str:
        name, _, value = tokens[at].content.partition(" = ")
        words = self._choice(name)
        if not words and name in LABELS:
            self.options.insert(0, name)
            words = label_of(name)
        if not words:
            return f"<code>{escape(tokens[at].content)}</code>"
        chosen = self._choice(value.strip('"'))
        both = gettext("%(name)s: %(words)s") % {"name": words, "words": chosen} if chosen else words
        return f"<em>{escape(both)}</em>"

    def _choice(self, value: str) -> str:
        keys = (*(f"{option}={value}" for option in self.options), value)
        return next((gettext(CHOICES[key]) for key in keys if key in CHOICES), "")
