"""Courts and aces of the card sets that Debian packages for one program (`pysolfc-cardsets`); only training uses them.

A card set is a folder of one picture a card. Kings, queens, jacks and aces are taken. From before there were indices they are
as they were printed, with their suit's mark in a corner; many an ace is a picture of its own. Later ones are small pictures,
too coarse for their own indices to be read: they serve only to be printed anew with others.
"""

from collections.abc import Iterator
from pathlib import Path

import cv2

from vision.arrays import Image
from vision.faces import SUITS
from vision.training.art import ArtDeck, opaque
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH

CARD_SETS = Path("/usr/share/games/pysolfc")

OLD = (
    *("1567", "1750", "1815", "1890-grimaud", "bavarian-court", "belgium-export", "culemann-1850a", "culemann-1850b"),
    *("denizens", "dondorf-kinder", "dondorf-whist-a", "emperial-dondorf", "fantasy", "french-1816", "fromman-1890"),
    *("gortz-1841", "gortz-1842", "hegewald-1770", "houbigant", "lhombre", "little-sorcerer", "muller-schaffhausen"),
    *("national-patriotic", "russian-bezique", "russian-mini", "shakespeare", "sn-dietsche", "stralsund-1890"),
    *("transformation", "traugott-1800", "traugott-1834", "tuscany-court", "wilhelm-tell-l"),
)
"""Sets without indices whose kings, queens and jacks can be told from each other by somebody who has never seen them."""

LATER = ("cardmage", "gpl", "jacoby", "me-uk", "oxymoron-small", "spider", "standard-small", "warwick", "xpat2-nox-large")
"""Sets with indices; the aces of spades of half of them are ornate."""

UNTOLD_ACES = ("denizens", "russian-mini", "transformation")
"""Those whose aces bear letters or hide their mark in a figure."""

_NUMBERS = {"A": 1, "J": 11, "Q": 12, "K": 13}

_RIM = 2
"""Pixels at the edge of a picture that belong to its maker's frame."""


def load_card_sets(card_sets: Path = CARD_SETS) -> list[ArtDeck]:
    """Those that are installed, twelve courts and mostly four aces each; none where the package is missing."""
    return [*_load(card_sets, OLD, has_indices=False), *_load(card_sets, LATER, has_indices=True)]


def _load(card_sets: Path, names: tuple[str, ...], has_indices: bool) -> Iterator[ArtDeck]:
    for name in names:
        folder, ranks = card_sets / f"cardset-{name}", "JQK" if name in UNTOLD_ACES else "AJQK"
        if folder.is_dir():
            yield ArtDeck(name, _faces(folder, ranks), has_indices)


def _faces(folder: Path, ranks: str) -> dict[str, Image]:
    ending = "png" if (folder / "01s.png").exists() else "gif"
    return {rank + suit: _face(folder / f"{_NUMBERS[rank]:02}{suit.lower()}.{ending}") for rank in ranks for suit in SUITS}


def _face(path: Path) -> Image:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(f"{path}: cannot be read; OpenCV reads this format from 4.11 on")
    card = cv2.resize(picture[_RIM:-_RIM, _RIM:-_RIM], (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_CUBIC)
    return opaque(card)
