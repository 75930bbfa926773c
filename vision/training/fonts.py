"""Index characters and suit marks from the type installed on the training machine (needs Pillow; only training uses it)."""

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as PillowImage
from PIL import ImageDraw, ImageFont

from vision.arrays import Floats
from vision.training.shapes import Polygons

SUIT_MARKS = {"S": "\u2660", "H": "\u2665", "D": "\u2666", "C": "\u2663"}


@dataclass(frozen=True)
class TypeLettering:
    """Index characters set in a TrueType or OpenType font."""

    path: str

    def mask(self, text: str, height: int) -> Floats:
        """See `lettering.Lettering`: the ink, trimmed, scaled to the height."""
        font = ImageFont.truetype(self.path, 96)
        left, top, right, bottom = (round(v) for v in font.getbbox(text))
        canvas = PillowImage.new("L", (max(1, right - left), max(1, bottom - top)))
        ImageDraw.Draw(canvas).text((-left, -top), text, fill=255, font=font)
        width = max(2, round(canvas.width * height / canvas.height))
        return np.asarray(canvas.resize((width, height)), np.float32) / 255


@dataclass(frozen=True)
class TypePips:
    """Suit marks set in such a font, `width` times as wide."""

    path: str
    width: float = 1.0

    def outlines(self, suit: str) -> Polygons:
        """See `shapes.Pips`."""
        return [polygon * [self.width, 1.0] for polygon in _mark_outlines(self.path, suit)]


@cache
def _mark_outlines(path: str, suit: str) -> Polygons:
    height = 256
    mark = np.pad(TypeLettering(path).mask(SUIT_MARKS[suit], height), 1) > 0.5
    found, _ = cv2.findContours(mark.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    middle = np.array(mark.shape[::-1]) / 2
    return [(contour[:, 0] - middle) / height for contour in found]


@lru_cache
def installed_fonts() -> tuple[str, ...]:
    """Fonts of this machine that can set every index character as ink."""
    usable = []
    for path in _installed():
        if any(word in path.name for word in ("Symbol", "Dingbat", "Emoji", "Math", "D050", "Standard", "Keyboard")):
            continue
        masks = _masks(path, "AKQJ10\u0414", 32)
        if masks and all(0.05 < mask.mean() < 0.9 for mask in masks):
            usable.append(str(path))
    return tuple(usable)


@lru_cache
def fonts_with_suits() -> tuple[str, ...]:
    """Upright fonts of this machine that have the marks of all suits; some have a club's in place of the spade's."""
    usable = []
    for path in _installed():
        if "Oblique" in path.name or "Italic" in path.name:
            continue
        masks = _masks(path, "".join(SUIT_MARKS.values()), 64)
        if masks and all(0.2 < mask.mean() < 0.9 for mask in masks) and _is_pointed(masks[0], masks[3]):
            usable.append(str(path))
    return tuple(usable)


def _installed() -> list[Path]:
    return sorted(Path("/usr/share/fonts").rglob("*.[to]tf"))


def _masks(path: Path, characters: str, height: int) -> list[Floats]:
    """The ink of each character; none where the font lacks one of them."""
    try:
        *masks, missing = (TypeLettering(str(path)).mask(character, height) for character in [*characters, "\uffff"])
    except (OSError, ValueError):
        return []
    has_all = all(mask.shape != missing.shape or not np.array_equal(mask, missing) for mask in masks)
    return masks if has_all else []


def _is_pointed(spade: Floats, club: Floats) -> bool:
    """Whether there is less ink in the spade's row a tenth from the top, for it ends in a point where the club is round."""
    row = len(spade) // 10
    return float(spade[row].sum()) < 0.7 * float(club[row].sum())
