"""Where the cards are: the network sees every corner that shows, and corners that agree become outlines (`outlines`)."""

import math
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import onnxruntime

from vision.arrays import Floats, Image
from vision.faces import ASPECT
from vision.geometry import halved, may_be_as_wide, size_of
from vision.models import model_path, session
from vision.picture.outlines import Corner, FoundCard, Votes, each_whole_once, merge_looks
from vision.picture.region import Region

STRIDE = 4
LENGTH_UNIT = 64.0
WANTED_WIDTH = 64.0
"""Pixels of a card's width in the network's picture where the size is known."""

OTHER_WIDTHS = (80.0, 100.0, 130.0)
"""The same for what deserves a closer look: what is mistaken at one size is not at another, and strips of a fan come apart."""

AROUND = 0.8
"""Widths of a card that are searched more closely around one that is not plain to see, for what lies beside it."""

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
        """Cards in a picture: by one look where their width (in its pixels) is known, else a close one at what all sizes show.

        With a `region` the rest of the picture is spared. `aspect` is the pack's height over width, where that is known.
        """
        if region is not None:
            found = self.find(region.of(picture), card_width, None, aspect)
            return [replace(card, quad=region.in_picture(card.quad)) for card in found]
        if card_width is not None:
            return self._look(picture, WANTED_WIDTH / card_width, aspect).cards
        *_, found = self.ever_finer(picture, aspect)
        return self.find_by_whole(picture, found, aspect)

    def ever_finer(self, picture: Image, aspect: float = ASPECT) -> Iterator[list[FoundCard]]:
        """Cards of a picture by what was seen so far: a look at each size that it is worth, the coarsest first."""
        looks: list[Votes] = []
        longest = max(picture.shape[:2])
        coarsest, *finer = SEARCH_SIDES
        for side in (coarsest, *(side for side in finer if side <= 1.5 * longest)):
            looks.append(self._look(picture, side / longest, aspect))
            yield merge_looks(looks)

    def find_by_whole(self, picture: Image, found: list[FoundCard], aspect: float = ASPECT) -> list[FoundCard]:
        """Cards that were found at all sizes, and what a close look shows of the width of the first whole one."""
        width = next((size_of(card.quad) for card in found if card.visible == 1), None)
        return found if width is None else each_whole_once([*self.find_closely(picture, width, aspect), *found])

    def find_closely(self, picture: Image, card_width: float, aspect: float = ASPECT) -> list[FoundCard]:
        """Cards of about that width (in the picture's pixels); none shows more than is there.

        What the first look does not show plainly is looked at in other sizes as well.
        """
        looks = [self._look(picture, WANTED_WIDTH / card_width, aspect)]
        found = looks[0].cards
        unclear = [card.quad for card in found if not card.is_plain]
        if unclear or not found:
            region = Region.around(unclear, AROUND * card_width, picture) if unclear else Region.whole(picture)
            sizes = (width / card_width for width in OTHER_WIDTHS if width <= card_width)
            looks += [self._look(region.of(picture), size, aspect).moved((region.left, region.top)) for size in sizes]
            found = merge_looks(looks)
        return [card for card in found if may_be_as_wide(card.quad, card_width)]

    def _look(self, picture: Image, scale: float, aspect: float) -> Votes:
        return Votes(self._corners(picture, scale), aspect)

    def _corners(self, picture: Image, scale: float) -> list[Corner]:
        if min(picture.shape[:2]) * scale < 1:
            return []
        small = _resized(picture, scale)
        height, width = (-(-side // 32) * 32 for side in small.shape[:2])
        padded = cv2.copyMakeBorder(small, 0, height - small.shape[0], 0, width - small.shape[1], cv2.BORDER_REPLICATE)
        answer = self._session.run(None, {"picture": padded[None]})[0][0]
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
    is_peak = (heat >= math.log(LEAST_SCORE / (1 - LEAST_SCORE))) & (heat == nearby)
    kinds, rows, columns = np.unravel_index(np.flatnonzero(is_peak), is_peak.shape)
    values = answer[:, rows, columns].astype(np.float64)
    at = (np.stack([columns, rows]) + 0.5 + values[2:4]) * STRIDE
    short, long = edges = _edges(values[4:10].reshape(2, 3, -1))
    size, length = np.linalg.norm(edges, axis=1)
    cross = short[0] * long[1] - short[1] * long[0]
    is_square = ((cross < 0) == (kinds == 1)) & (np.abs(cross) > 0.5 * size * length)
    kept = is_square & (size >= SMALLEST) & (size <= LARGEST)
    scores = 1 / (1 + np.exp(-heat[kinds, rows, columns]))
    places = (part[:, kept].T / scale for part in (at, short, long))
    return list(map(Corner, *places, (kinds[kept] == 1).tolist(), scores[kept].tolist()))


def _edges(values: Floats) -> Floats:
    """Edges (2 × 2 × K) of directions and log-lengths (2 × 3 × K)."""
    ways, lengths = values[:, :2], LENGTH_UNIT * np.exp(np.clip(values[:, 2:], -3.0, 3.0))
    return np.asarray(ways / np.maximum(1e-6, np.linalg.norm(ways, axis=1, keepdims=True)) * lengths)
