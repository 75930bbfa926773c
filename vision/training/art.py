"""Faces cut out of the decks that Debian packages; only training uses them, nothing ships.

`gnome-cards-data` holds a deck in one picture of 5 rows of 13: clubs, diamonds, hearts, spades, and a last row with jokers
and the back. `kdegames-card-data-kf5` holds it in one picture whose parts have names: they are drawn one by one. Of
`texlive-games`, the French tarot is taken, whose cards are pictures of their own.
"""

import gzip
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree  # reads packaged artwork of the training machine only

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Image
from vision.faces import BACK, PLAIN_FACES, RANKS, SUITS
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH, paint_over_corners
from vision.training.marks import is_number

SHEETS = Path("/usr/share/aisleriot/cards")
NAMED = Path("/usr/share/carddecks")
SINGLE = Path("/usr/share/texlive/texmf-dist/tex/latex/jeuxcartes")

ODD = ("tango_nuevo", "ornamental_x", "tarocco_x")
"""Designs that do not draw."""

SWISS = "swiss-xvii"
"""The one sheet whose suits are not the French ones: acorns, bells, roses and shields stand in their places."""

GERMAN = NAMED / "svg-xskat-german" / "german.svgz"
GERMAN_ROWS, GERMAN_COLUMNS = "HDSC", "AKQJT987"
"""A sheet with hearts, bells, leaves and acorns; deuce, king, over, under, and the numbers down to seven."""

NAMED_DECKS = (
    *("dondorf", "gm-paris", "jolly-royal", "nicu-ornamental", "nicu-white", "oxygen-white", "penguins", "standard"),
    *("xskat-french", "ancient-egyptians", "oxygen", "oxygen-air"),
)
"""Those with French suits in their usual colours."""

_NAMES = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_SUIT_NAMES = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
_FRENCH_RANKS = {"J": "V", "Q": "D", "K": "R"}
_FRENCH_SUITS = {"C": "T", "D": "K", "H": "C", "S": "P"}
_CELL_WIDTH, _CELL_HEIGHT = 240, 336


@dataclass(frozen=True)
class ArtDeck:
    """A deck whose faces were drawn by somebody; missing ones are left out."""

    name: str
    faces: dict[str, Image] = field(repr=False)
    has_indices: bool = True

    def face(self, label: str) -> Image:
        """FACE_HEIGHT × FACE_WIDTH × 4, as `decks.Deck.face`; KeyError for a face the artwork has not."""
        return self.faces[label]

    @property
    def courts(self) -> dict[str, Image]:
        """The faces of its kings, queens and jacks."""
        return {label: face for label, face in self.faces.items() if label[0] in "JQK"}


def load_art(cache: Path) -> list[ArtDeck]:
    """Every usable design with French suits, drawn once and kept in the cache folder as sheets of 5 × 13."""
    return _load(cache, {name: path for name, path in _sources().items() if name != SWISS})


def load_swiss(cache: Path) -> list[ArtDeck]:
    """The same of the sheet with Swiss suits, if it is installed."""
    return _load(cache, {name: path for name, path in _sources().items() if name == SWISS})


def load_german() -> ArtDeck | None:
    """A German-suited deck that training never sees, its 32 faces and its back; None where the package is not installed."""
    if not GERMAN.exists():
        return None
    sheet = rendered(gzip.decompress(GERMAN.read_bytes()).decode(), 13 * 144)
    assert sheet is not None
    height, width = sheet.shape[0] // 5, sheet.shape[1] // 13
    places = {rank + suit: (row, column) for row, suit in enumerate(GERMAN_ROWS) for column, rank in enumerate(GERMAN_COLUMNS)}
    faces = {}
    for label, (row, column) in (places | {BACK: (4, 0)}).items():
        faces[label] = face_of(sheet[row * height : (row + 1) * height, column * width : (column + 1) * width])
    return ArtDeck("german", faces)


def _load(cache: Path, sources: dict[str, Path]) -> list[ArtDeck]:
    cache.mkdir(parents=True, exist_ok=True)
    decks = []
    for name, path in sorted(sources.items()):
        sheet = cache / f"{name}.png"
        if not sheet.exists():
            _draw(path, sheet)
        picture = cv2.imread(str(sheet), cv2.IMREAD_UNCHANGED) if sheet.exists() else None
        if picture is not None:
            faces = _cut(picture.astype(np.uint8))
            if len(faces) >= 30:
                decks.append(ArtDeck(name, faces))
    return decks


def _sources() -> dict[str, Path]:
    sheets = {path.stem: path for path in SHEETS.glob("*.svgz") if path.stem not in ODD}
    named = {name: path for name in NAMED_DECKS for path in (NAMED / f"svg-{name}").glob("*.svgz")}
    tarot = {"tarot": SINGLE} if (SINGLE / "CaJ-TaroTv1-AC.png").exists() else {}
    return sheets | named | tarot


def rendered(text: str, width: int) -> Image | None:
    """A vector picture as pixels with alpha, or None where it cannot be drawn."""
    import resvg_py

    try:
        packed = bytes(resvg_py.svg_to_bytes(svg_string=text, width=width))
    except ValueError:
        return None
    picture = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_UNCHANGED)
    return None if picture is None else picture.astype(np.uint8)


def _draw(path: Path, sheet: Path) -> None:
    if path == SINGLE:
        _lay_out(_tarot(), sheet)
    elif path.is_relative_to(NAMED):
        _lay_out(_named(path), sheet)
    else:
        _draw_sheet(path, sheet)


def _draw_sheet(path: Path, sheet: Path) -> None:
    text = gzip.decompress(path.read_bytes()).decode("utf8", "replace")
    picture = rendered(text, 13 * _CELL_WIDTH) if re.search(r"<svg[^>]*>", text) else None
    if picture is not None:
        cv2.imwrite(str(sheet), picture)


def _named(path: Path) -> Iterator[tuple[str, Image]]:
    """The faces of a deck of named parts."""
    text = gzip.decompress(path.read_bytes()).decode("utf8", "replace")
    names = {label: f"{_NAMES.get(label[0], label[0])}_{_SUIT_NAMES[label[1]]}" for label in PLAIN_FACES} | {BACK: "back"}
    for label, name in names.items():
        face = _part(text, name)
        if face is not None:
            yield label, face


def _tarot() -> Iterator[tuple[str, Image]]:
    """The faces of the French tarot without frame and indices; its knights and trumps are left out, and tens.

    These cards are taller than ours: courts lose their waist, marks move together. The index of a ten reaches into its marks.
    """
    for label in (label for label in PLAIN_FACES if label[0] != "T"):
        name = f"CaJ-TaroTv1-{_FRENCH_RANKS.get(label[0], label[0])}{_FRENCH_SUITS[label[1]]}.png"
        face = np.asarray(cv2.imread(str(SINGLE / name)), np.float32)[7:-7, 7:-7]
        half = round(0.7 * face.shape[1])
        paint_over_corners(face, 0.22, 0.58 if is_number(label) else 0.36)
        yield label, opaque(face if is_number(label) else np.concatenate([face[:half], face[-half:]]))
    yield BACK, opaque(np.asarray(cv2.imread(str(SINGLE / "CaJ-TaroTv1-Dos.png")), np.float32))


def opaque(picture: npt.NDArray[Any]) -> Image:
    """A picture (H × W × 3) with the alpha of a card that fills it."""
    return cv2.cvtColor(picture.astype(np.uint8), cv2.COLOR_BGR2BGRA).astype(np.uint8)


def _lay_out(faces: Iterable[tuple[str, Image]], sheet: Path) -> None:
    """Single faces, set into the same 5 × 13 as the others."""
    whole = np.zeros((5 * _CELL_HEIGHT, 13 * _CELL_WIDTH, 4), np.uint8)
    for label, face in faces:
        row, column = _PLACES[label]
        cell = cv2.resize(face, (_CELL_WIDTH, _CELL_HEIGHT), interpolation=cv2.INTER_AREA)
        whole[row * _CELL_HEIGHT : (row + 1) * _CELL_HEIGHT, column * _CELL_WIDTH : (column + 1) * _CELL_WIDTH] = cell
    cv2.imwrite(str(sheet), whole)


def _part(text: str, name: str) -> Image | None:
    """One named part of a vector picture, cut to its ink: drawn small to find where it lies, then large."""
    everywhere = (-3000.0, -3000.0, 9000.0, 9000.0)
    small = _alone(text, name, everywhere, 1500)
    box = _ink_box(small, everywhere)
    if box is None:
        return None
    large = _alone(text, name, box, _CELL_WIDTH + 20)
    tight = _ink_box(large, box)
    return None if tight is None or large is None else _trimmed(large)


def _alone(text: str, name: str, view: tuple[float, float, float, float], width: int) -> Image | None:
    """The picture with nothing but the named part, seen through a view box (x, y, width, height)."""
    root = ElementTree.fromstring(text)  # noqa: S314  # packaged artwork, see above
    parents = {child: parent for parent in root.iter() for child in parent}
    target = next((element for element in root.iter() if element.get("id") == name), None)
    if target is None:
        return None
    for child, parent in pairwise(_ancestry(target, parents)):
        _hide_siblings(parent, child)
    root.set("viewBox", " ".join(str(v) for v in view))
    root.set("width", str(width))
    root.set("height", str(round(width * view[3] / view[2])))
    return rendered(ElementTree.tostring(root, "unicode"), width)


def _ancestry(
    element: ElementTree.Element, parents: dict[ElementTree.Element, ElementTree.Element]
) -> Iterator[ElementTree.Element]:
    yield element
    while element in parents:
        element = parents[element]
        yield element


def _hide_siblings(parent: ElementTree.Element, child: ElementTree.Element) -> None:
    """Keep the siblings for what refers to them (gradients, clones), but do not draw them."""
    hidden = ElementTree.Element("{http://www.w3.org/2000/svg}defs")
    for sibling in list(parent):
        if sibling is not child:
            parent.remove(sibling)
            hidden.append(sibling)
    parent.insert(0, hidden)


def _ink_box(picture: Image | None, view: tuple[float, float, float, float]) -> tuple[float, float, float, float] | None:
    """Where ink is, in the view's own units, with a little margin."""
    if picture is None or not (picture[..., 3] > 20).any():
        return None
    x, y, w, h = cv2.boundingRect((picture[..., 3] > 20).astype(np.uint8))
    scale = view[2] / picture.shape[1]
    return view[0] + (x - 1) * scale, view[1] + (y - 1) * scale, (w + 2) * scale, (h + 2) * scale


def _trimmed(picture: Image) -> Image:
    x, y, w, h = cv2.boundingRect((picture[..., 3] > 100).astype(np.uint8))
    return picture[y : y + h, x : x + w]


_PLACES = {label: (SUITS.index(label[1]), RANKS.index(label[0])) for label in PLAIN_FACES} | {BACK: (4, 2)}
"""Row and column of each face in a sheet."""


def _cut(sheet: Image) -> dict[str, Image]:
    height, width = sheet.shape[:2]
    faces = {}
    for label, (row, column) in _PLACES.items():
        cell = sheet[
            round(row * height / 5) : round((row + 1) * height / 5), round(column * width / 13) : round((column + 1) * width / 13)
        ]
        if (cell[..., 3] > 128).mean() < 0.8:
            continue
        faces[label] = face_of(cell)
    return faces


def face_of(cell: Image) -> Image:
    """A drawn cell with alpha as a face, FACE_HEIGHT × FACE_WIDTH × 4: on white paper, its outline kept."""
    alpha = cell[..., 3:].astype(np.float32) / 255
    face = np.dstack([cell[..., :3] * alpha + 255 * (1 - alpha), cell[..., 3]]).astype(np.uint8)
    return cv2.resize(face, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)
