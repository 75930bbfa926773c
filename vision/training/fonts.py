"""Index characters from the type installed on the training machine (needs Pillow; only training uses it)."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image as PillowImage
from PIL import ImageDraw, ImageFont

from vision.arrays import Floats


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


@lru_cache
def installed_fonts() -> tuple[str, ...]:
    """Fonts of this machine that can set every index character as ink."""
    usable = []
    for path in sorted(Path("/usr/share/fonts").rglob("*.[to]tf")):
        if any(word in path.name for word in ("Symbol", "Dingbat", "Emoji", "Math", "D050", "Standard", "Keyboard")):
            continue
        try:
            masks = [TypeLettering(str(path)).mask(letter, 32) for letter in "AKQJ10\u0414"]
            missing = TypeLettering(str(path)).mask("\uffff", 32)
        except (OSError, ValueError):
            continue
        can_set = all(mask.shape != missing.shape or not np.array_equal(mask, missing) for mask in masks)
        if can_set and all(0.05 < mask.mean() < 0.9 for mask in masks):
            usable.append(str(path))
    return tuple(usable)
