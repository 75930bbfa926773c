"""Faces cut out of vector decks that Debian packages (`gnome-cards-data`); only training uses them, nothing ships.

Each file is one picture of 5 rows of 13: clubs, diamonds, hearts, spades, and a last row with jokers and the back.
"""

import gzip
import re
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Image
from vision.faces import BACK, PLAIN_FACES, RANKS, SUITS
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH

ART = Path("/usr/share/aisleriot/cards")

ODD = ("swiss-xvii", "tango_nuevo", "ornamental_x", "tarocco_x")
"""Designs whose suits are not the French ones, or that do not draw."""


@dataclass(frozen=True)
class ArtDeck:
    """A deck whose faces were drawn by somebody; missing ones are left out."""

    name: str
    faces: dict[str, Image] = field(repr=False)

    def face(self, label: str) -> Image:
        """FACE_HEIGHT × FACE_WIDTH × 4, as `decks.Deck.face`; KeyError for a face the artwork has not."""
        return self.faces[label]


def load_art(cache: Path, folder: Path = ART) -> list[ArtDeck]:
    """Every usable design, drawn once and kept in the cache folder as pictures."""
    cache.mkdir(parents=True, exist_ok=True)
    decks = []
    for path in sorted(folder.glob("*.svgz")):
        if path.stem in ODD:
            continue
        sheet = cache / f"{path.stem}.png"
        if not sheet.exists():
            _draw_sheet(path, sheet)
        picture = cv2.imread(str(sheet), cv2.IMREAD_UNCHANGED) if sheet.exists() else None
        if picture is not None:
            faces = _cut(picture.astype(np.uint8))
            if len(faces) >= 30:
                decks.append(ArtDeck(path.stem, faces))
    return decks


def _draw_sheet(path: Path, sheet: Path) -> None:
    import resvg_py

    with gzip.open(path) as file:
        text = file.read().decode("utf8", "replace")
    if not re.search(r"<svg[^>]*>", text):
        return
    try:
        sheet.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=text, width=13 * 240)))
    except ValueError:
        return


def _cut(sheet: Image) -> dict[str, Image]:
    height, width = sheet.shape[:2]
    places = {label: (SUITS.index(label[1]), RANKS.index(label[0])) for label in PLAIN_FACES} | {BACK: (4, 2)}
    faces = {}
    for label, (row, column) in places.items():
        cell = sheet[
            round(row * height / 5) : round((row + 1) * height / 5), round(column * width / 13) : round((column + 1) * width / 13)
        ]
        if (cell[..., 3] > 128).mean() < 0.8:
            continue
        alpha = cell[..., 3:].astype(np.float32) / 255
        colour = cell[..., :3] * alpha + 255 * (1 - alpha)
        face = np.dstack([colour, cell[..., 3]]).astype(np.uint8)
        faces[label] = cv2.resize(face, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)
    return faces
