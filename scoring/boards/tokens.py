"""The words of a PBN file: its games, each with tags and the words of its sections (PBN 2.1, chapters 2 and 3).

Comments in `{}` and behind `;`, and lines that begin with `%`, are passed over. Nothing is refused: what makes no sense becomes a
remark with its line.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from scoring.boards.board import Remark

LINE_END = re.compile(r"\r*\n(?:\r(?!\n))?|\r")
"""Ends of lines of any system, and files that have been through several."""

_TOKEN = re.compile(
    r"""(?P<tag>\[\s*(?P<key>\w+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    | (?P<skip>^%[^\n]* | ;[^\n]* | \{[^}]*\})
    | (?P<gap>\n(?:[ \t]*\n)+)
    | (?P<space>[^\S\n]+ | \n)
    | (?P<broken>\[[^\n]* | \{[^}]*)
    | (?P<word>=\d+= | \$\d+ | \^[A-Za-z]? | [!?]+ | [*+] | [A-Za-z0-9]+ | .)""",
    re.MULTILINE | re.VERBOSE,
)
_BESIDE = ("auction", "play", "note")
"""Tags that belong to the game before them although an empty line stands between."""


@dataclass(frozen=True)
class Word:
    """A tag's value or a word of a section, with its line."""

    text: str
    line: int


@dataclass(frozen=True)
class Game:
    """The tags of one game by their names in small letters, the words behind `Auction` and `Play`, and what was unreadable."""

    tags: dict[str, Word] = field(default_factory=dict)
    sections: dict[str, list[Word]] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)

    @property
    def line(self) -> int:
        """Where its first tag stands."""
        return next((word.line for word in self.tags.values()), 1)


def games(text: str) -> Iterator[Game]:
    """Every game of the text, with the values that it inherits from those before it.

    A game ends with an empty line. One that lacks it ends where `Event` or `Board` comes a second time; what else comes a second
    time does not count.
    """
    return _inherited(_games(LINE_END.sub("\n", text)))


def _games(text: str) -> Iterator[Game]:
    game, section, line, is_parted = Game(), "", 1, False
    for found in _TOKEN.finditer(text):
        kind, here = _kind(found), line
        line += found[0].count("\n")
        if kind == "gap":
            is_parted = True
        elif kind == "tag":
            section = found["key"].lower()
            if _begins(game, section, is_parted):
                yield game
                game = Game()
            is_parted = False
            _take(game, section, Word(re.sub(r"\\(.)", r"\1", found["value"]), here))
        elif kind == "broken":
            game.remarks.append(Remark(here, "PBN", f"{found[0][:30]!r} is never closed"))
        elif kind == "word" and section in ("auction", "play"):
            game.sections.setdefault(section, []).append(Word(found[0], here))
    if game.tags:
        yield game


def _kind(found: re.Match[str]) -> str:
    return next(name for name in ("tag", "gap", "word", "skip", "space", "broken") if found[name] is not None)


def _begins(game: Game, key: str, is_parted: bool) -> bool:
    """Whether that tag is the first one of a new game."""
    if not game.tags:
        return False
    is_again = key in game.tags
    return (is_parted and (is_again or key not in _BESIDE)) or (is_again and key in ("event", "board"))


def _take(game: Game, key: str, value: Word) -> None:
    if key not in game.tags:
        game.tags[key] = value
    elif key != "note":
        game.remarks.append(
            Remark(value.line, key.capitalize(), f"it stands in line {game.tags[key].line} already: that one counts")
        )


def _inherited(found: Iterable[Game]) -> Iterator[Game]:
    """Fills in `#`, the value of the game before, and `##…`, which holds for all later games that have no such tag (4.8)."""
    before, always = dict[str, Word](), dict[str, Word]()
    for game in found:
        for key, word in game.tags.items():
            if word.text.startswith("##"):
                always[key] = game.tags[key] = Word(word.text[2:], word.line)
            elif word.text == "#":
                game.tags[key] = Word(before[key].text if key in before else "?", word.line)
        game.tags.update({key: Word(word.text, game.line) for key, word in always.items() if key not in game.tags})
        before = game.tags
        yield game
