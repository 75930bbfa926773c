"""The pictures of the page in `docs/pictures`: what each shows, and whether it still shows what the page says."""

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

from manual.words import LANGUAGES

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SHOWN = FOLDER / "shown.json"
"""For each picture the sum of the words that stood on its page when it was taken."""


@dataclass(frozen=True)
class Picture:
    """A table in that state (`tests/web/browsing.py`), one of its pages, the window's size; with `part` that element alone."""

    name: str
    state: str
    path: str
    size: str
    part: str = ""
    light: str = "light"
    languages: tuple[str, ...] = LANGUAGES

    def place(self, language: str) -> Path:
        """Its file; the one of the first language is that of all that have none of their own."""
        return FOLDER / f"{self.name}.png" if language == self.languages[0] else FOLDER / language / f"{self.name}.png"


PICTURES = (
    Picture("table-phone", "playing", "/", "phone"),
    Picture("score-phone", "won", "/score", "phone"),
    Picture("tricks-phone", "spar", "/hand/1", "phone"),
    Picture("dispute-phone", "dispute", "/dispute/1/1", "phone", light="dark"),
    Picture("spades-phone", "spades", "/", "phone"),
    Picture("suipe-phone", "suipe", "/", "phone", languages=("fr",), light="dark"),
    Picture("new-phone", "empty", "/new", "phone"),
    Picture("pad-phone", "spar", "/?type=1", "phone"),
    Picture("telling-phone", "telling", "/?tell=1", "phone"),
    Picture("winner-phone", "won", "/", "phone"),
    Picture("seats-phone", "empty", "/new/spades", "phone"),
    Picture("rules-phone", "empty", "/rules/spar", "phone"),
    Picture("laptop", "spar", "/", "laptop"),
    Picture("setup-wifi-phone", "steps", "/setup?step=wifi", "phone"),
    Picture("setup-parts-phone", "steps", "/setup?step=parts", "phone"),
    Picture("part-deck", "enrolling", "/setup", "phone", "section:has(.faces)"),
    Picture("tv", "playing", "/tv", "tv", light="dark"),
    Picture("part-felt", "seven", "/", "phone", ".felt"),
    Picture("part-bar", "spar", "/", "phone", ".bar"),
    Picture("part-pad", "spar", "/?type=1", "phone", ".pad"),
    Picture("part-telling", "telling", "/?tell=1", "phone", ".pad"),
    Picture("part-won", "won", "/", "phone", ".felt"),
    Picture("part-question", "spar", "/", "phone", ".question"),
    Picture("part-proof", "dispute", "/dispute/1/1", "phone", ".offence"),
    Picture("part-chart", "spar", "/score", "tablet", "section:has(.chart)"),
    Picture("part-picker", "empty", "/new", "phone", "section"),
    Picture("part-seats", "empty", "/new/spades", "phone", "form"),
    Picture("part-rules", "empty", "/rules/spar", "phone", "section"),
    Picture("part-lobby", "empty", "/tv", "tv", "body"),
    Picture("part-tv-won", "won", "/tv", "tv", "body"),
    Picture("part-result", "won", "/out/result", "phone", "#result"),
    Picture("part-sheet", "won", "/out/print", "phone", "main"),
)


class _Words(HTMLParser):
    """The words of a page that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.unread = 0

    def handle_starttag(self, tag: str, _attributes: list[tuple[str, str | None]]) -> None:
        self.unread += tag in ("script", "style", "svg", "head")

    def handle_endtag(self, tag: str) -> None:
        self.unread -= tag in ("script", "style", "svg", "head")

    def handle_data(self, data: str) -> None:
        if not self.unread:
            self.found += data.split()


def words_of(page: str, *chance: str) -> str:
    """The sum of the words of a page, without those that are drawn by lot and without times and addresses."""
    reader = _Words()
    reader.feed(page)
    words = [word for word in reader.found if not any(lot in word for lot in chance)]
    return sha256(re.sub(r"\S*\d+[:.]\d\S*", "", " ".join(words)).encode()).hexdigest()[:16]


def shown() -> dict[str, str]:
    """The sums as they were when the pictures were taken."""
    found: dict[str, str] = json.loads(SHOWN.read_text())
    return found
