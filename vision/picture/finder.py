"""Where the cards are: the network sees every corner that shows, and corners that agree become outlines (`outlines`)."""

import math
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import onnxruntime

from vision.arrays import Floats, Image
from vision.faces import ASPECT
from vision.geometry import halved, may_be_as_wide
from vision.models import model_path, session
from vision.picture.outlines import Corner, FoundCard, merge
from vision.picture.region import Region

STRIDE = 4
LENGTH_UNIT = 64.0
WANTED_WIDTH = 64.0
"""Pixels of a card's width in the network's picture where the size is known."""

CLOSE_WIDTHS = (64.0, 100.0, 130.0)
"""The same for a picture that deserves a closer look: in the larger ones the strips of a fan come apart."""

AROUND = 0.8
"""Widths of a card that are searched more closely around one of which not every corner was seen, for what lies beside it."""

SMALLEST, LARGEST = 30.0, 130.0
"""Card widths, in pixels of the network's picture, that the network was trained for (with a little room)."""

LEAST_SCORE = 0.3
"""A corner with a lower chance does not vote."""

SEARCH_SIDES = (224, 400, 720, 1280)
"""Longest sides, in pixels, of the reduced pictures that are searched where the size of a card is not known."""


class Finder:
    """Finds the outlines of all visible cards in a picture."""

    def __init__(self, threads: int = 1) -> None:
        self._session: onnxruntime.InferenceSession = session(model_path("finder"), threads)

    def find(
        self, picture: Image, card_width: float | None = None, region: Region | None = None, aspect: float = ASPECT
    ) -> list[FoundCard]:
        """Cards in a picture; with a known width (in its pixels) one look is enough, else all sizes are searched.

        With a `region` the rest of the picture is spared. `aspect` is the pack's height over width, where that is known.
        """
        if region is not None:
            found = self.find(region.of(picture), card_width, None, aspect)
            return [replace(card, quad=region.in_picture(card.quad)) for card in found]
        return self._merged(picture, self._scales(picture, card_width), aspect)

    def ever_finer(self, picture: Image) -> Iterator[list[FoundCard]]:
        """Cards of a picture by what was seen so far, the coarsest of all sizes first."""
        corners: list[Corner] = []
        for scale in self._scales(picture, None):
            corners += self._corners(picture, scale)
            yield merge(corners)

    def find_closely(self, picture: Image, card_width: float) -> list[FoundCard]:
        """Cards of about that width (in the picture's pixels); none shows more than is there.

        Where the first look does not show all corners of a card, larger sizes are looked at as well.
        """
        first, *larger = (wanted / card_width for wanted in CLOSE_WIDTHS)
        corners = self._corners(picture, first)
        found = merge(corners)
        open_ones = [card.quad for card in found if card.visible < 1]
        if open_ones or not found:
            region = Region.around(open_ones, AROUND * card_width, picture) if open_ones else Region.whole(picture)
            corners += [
                replace(corner, at=corner.at + [region.left, region.top])
                for scale in larger
                if scale <= 1
                for corner in self._corners(region.of(picture), scale)
            ]
            found = merge(corners)
        return [card for card in found if may_be_as_wide(card.quad, card_width)]

    def _merged(self, picture: Image, scales: list[float], aspect: float = ASPECT) -> list[FoundCard]:
        return merge([corner for scale in scales for corner in self._corners(picture, scale)], aspect)

    def _scales(self, picture: Image, card_width: float | None) -> list[float]:
        if card_width is not None:
            return [WANTED_WIDTH / card_width]
        longest = max(picture.shape[:2])
        return [side / longest for side in SEARCH_SIDES if side <= 1.5 * longest]

    def _corners(self, picture: Image, scale: float) -> list[Corner]:
        if min(picture.shape[:2]) * scale < 1:
            return []
        small = _resized(picture, scale)
        height, width = (-(-side // 32) * 32 for side in small.shape[:2])
        padded = cv2.copyMakeBorder(small, 0, height - small.shape[0], 0, width - small.shape[1], cv2.BORDER_REPLICATE)
        answer = self._session.run(None, {"picture": padded.transpose(2, 0, 1)[None].astype(np.float32)})[0][0]
        return decode(answer, scale)


def _resized(picture: Image, scale: float) -> Image:
    """Halved as often as that goes, then the rest."""
    while scale <= 0.5:
        picture, scale = halved(picture), scale * 2
    way = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way).astype(np.uint8, copy=False)


def decode(answer: Floats, scale: float) -> list[Corner]:
    """Corners out of the network's answer (11 × G × G, see `networks`), in pixels of the picture that was reduced by `scale`.

    Left out are those whose edges do not belong to a card, and cards of a size that the network was not trained for. Its last
    answer, whether the card lies face up, is not used: the identifier tells that better.
    """
    heat = answer[:2]
    nearby = np.stack([cv2.dilate(kind, np.ones((3, 3), np.uint8)) for kind in heat])
    kinds, rows, columns = np.nonzero((heat >= math.log(LEAST_SCORE / (1 - LEAST_SCORE))) & (heat == nearby))
    values = answer[:, rows, columns].astype(np.float64)
    at = (np.stack([columns, rows]) + 0.5 + values[2:4]) * STRIDE
    short, long = _edges(values[4:7]), _edges(values[7:10])
    size, length = np.linalg.norm(short, axis=0), np.linalg.norm(long, axis=0)
    cross = short[0] * long[1] - short[1] * long[0]
    is_square = ((cross < 0) == (kinds == 1)) & (np.abs(cross) > 0.5 * size * length)
    scores = 1 / (1 + np.exp(-heat[kinds, rows, columns]))
    return [
        Corner(at[:, i] / scale, short[:, i] / scale, long[:, i] / scale, bool(kinds[i]), float(scores[i]))
        for i in np.flatnonzero(is_square & (size >= SMALLEST) & (size <= LARGEST))
    ]


def _edges(values: Floats) -> Floats:
    """Edges (2 × K) of directions and log-lengths (3 × K)."""
    length = LENGTH_UNIT * np.exp(np.clip(values[2], -3.0, 3.0))
    return np.asarray(values[:2] / np.maximum(1e-6, np.linalg.norm(values[:2], axis=0)) * length)
