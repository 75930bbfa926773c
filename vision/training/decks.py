"""The procedural deck maker: thousands of designs of ordinary cards from a seed, with no artwork of anybody's.

A `DeckDesign` is what a designer decides (index, pips, courts, frame, paper, back); a `Deck` draws faces from it on
demand.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.faces import BACK, BIG_JOKER, LITTLE_JOKER
from vision.training.figures import LETTERS_OF_NAMES, Colour, draw_back, draw_figure, draw_lace, draw_rosette, random_name
from vision.training.frames import Frame
from vision.training.lettering import LETTERS, Lettering, PenLettering
from vision.training.marks import PIP_ROWS, SPREAD, marks_of, on_card
from vision.training.shapes import Pips, PipStyle

FACE_WIDTH, FACE_HEIGHT = 160, 224
"""Pixels of a drawn face; drawn at twice this and reduced, so that thin lines stay smooth."""
_W, _H = 2 * FACE_WIDTH, 2 * FACE_HEIGHT


@dataclass(frozen=True)
class DeckDesign:
    """What the designer of a deck decides; lengths are parts of the card's width."""

    seed: int
    lettering: Lettering = field(default_factory=PenLettering)
    language: str = "english"
    index_height: float = 0.15
    index_left: float = 0.045
    index_top: float = 0.05
    index_suit: float = 0.8
    index_stretch: float = 1.0
    index_corners: int = 2
    pip_size: float = 0.2
    pip_style: Pips = field(default_factory=PipStyle)
    pip_spread: float = SPREAD
    ace_size: float = 0.4
    court_frame: bool = True
    frame: Frame | None = None
    corner_radius: float = 0.055
    paper: Colour = (250, 252, 252)
    four_colours: bool = False
    one_pip: bool = False
    red: Colour = (35, 25, 200)
    black: Colour = (25, 20, 20)

    def ink(self, suit: str) -> Colour:
        """The colour of a suit."""
        if self.four_colours and suit in "DC":
            return (200, 90, 20) if suit == "D" else (40, 120, 20)
        return self.red if suit in "HD" else self.black


def random_design(rng: np.random.Generator, lettering: Lettering | None = None) -> DeckDesign:
    """A design that a printer might sell: common features often, odd ones now and then."""
    odd = rng.random
    jumbo = odd() < 0.15
    height = float(rng.uniform(0.24, 0.36)) if jumbo else float(rng.uniform(0.105, 0.21))
    tint = rng.uniform(0.0, 1.0) ** 3
    corners = int(rng.choice([2, 4, 0], p=[0.75, 0.13, 0.12]))
    return DeckDesign(
        seed=int(rng.integers(2**31)),
        lettering=lettering or _pen(rng),
        language=str(rng.choice(list(LETTERS), p=[0.76, 0.06, 0.06, 0.04, 0.04, 0.04])),
        index_height=height,
        index_left=float(rng.uniform(0.025, 0.075)),
        index_top=float(rng.uniform(0.03, 0.085)),
        index_suit=float(rng.uniform(0.5, 0.95)),
        index_stretch=float(rng.uniform(0.7, 1.15)),
        index_corners=corners,
        pip_size=float(rng.uniform(0.14, 0.25)),
        pip_style=PipStyle(*(float(v) for v in rng.uniform([0.85, 0.8, 0.7, 0.9], [1.15, 1.2, 1.3, 1.12]))),
        pip_spread=float(rng.uniform(0.34, 0.46)),
        ace_size=float(rng.uniform(0.2, 0.65)),
        court_frame=odd() < 0.75,
        frame=Frame(float(rng.uniform(0.01, 0.03))) if odd() < 0.08 else None,
        corner_radius=float(rng.uniform(0.03, 0.09)),
        paper=_paper(rng, float(tint)),
        four_colours=odd() < 0.1,
        one_pip=corners > 0 and odd() < 0.06,
        red=(int(rng.integers(10, 70)), int(rng.integers(5, 60)), int(rng.integers(150, 235))),
        black=(int(rng.integers(0, 60)), int(rng.integers(0, 50)), int(rng.integers(0, 50))),
    )


def _pen(rng: np.random.Generator) -> PenLettering:
    slant = float(rng.choice([0.0, 0.0, 0.15]))
    weight, width = (float(v) for v in rng.uniform([0.09, 0.75], [0.22, 1.15]))
    return PenLettering(weight, slant, width, bool(rng.random() < 0.4))


def _paper(rng: np.random.Generator, tint: float) -> Colour:
    blue, green, red = (255 - rng.uniform(0, 14, 3) - tint * rng.uniform([20, 0, 0], [70, 25, 10])).tolist()
    return int(blue), int(green), int(red)


class FaceSource(Protocol):
    """A deck that can show its faces."""

    def face(self, label: str) -> Image:
        """FACE_HEIGHT × FACE_WIDTH × 4: the picture of the face, and where the card is."""
        ...


class Deck:
    """Draws the faces of one design; each is drawn once and kept.

    With `artwork` the marks and figures are another deck's, printed anew with this design's indices (or with none). Where
    the artwork's own corners are to stay, the design has no indices.
    """

    def __init__(self, design: DeckDesign, artwork: Mapping[str, Image] | None = None, keeps_corners: bool = False) -> None:
        self.design = design if not keeps_corners else replace(design, index_corners=0, one_pip=False)
        self.artwork = artwork or {}
        self._keeps_corners = keeps_corners
        self._drawn: dict[str, Image] = {}

    def face(self, label: str) -> Image:
        """See `FaceSource`; draws faces, jokers and the back."""
        if label not in self._drawn:
            self._drawn[label] = self._draw(label)
        return self._drawn[label]

    def _draw(self, label: str) -> Image:
        rng = np.random.default_rng([self.design.seed, *label.encode()])
        card = np.empty((_H, _W, 3), np.float32)
        card[:] = self.design.paper
        if label == BACK:
            draw_back(card, np.random.default_rng([self.design.seed, 1]))
        elif label in (BIG_JOKER, LITTLE_JOKER):
            self._draw_joker(card, label)
        else:
            self._draw_plain(card, label[0], label[1], rng)
        if self.design.frame:
            self.design.frame.draw(card)
        picture = np.dstack([np.clip(card, 0, 255), _outline(self.design.corner_radius)]).astype(np.uint8)
        return cv2.resize(picture, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)

    def _index_text(self, rank: str) -> str:
        if rank == "T":
            return "10"
        return LETTERS[self.design.language]["AJQK".index(rank)] if rank in "AJQK" else rank

    def _draw_plain(self, card: Floats, rank: str, suit: str, rng: np.random.Generator) -> None:
        if rank + suit in self.artwork and self._keeps_corners:
            card[:] = cv2.resize(self.artwork[rank + suit][..., :3], (_W, _H), interpolation=cv2.INTER_CUBIC)
            return
        if rank + suit in self.artwork:
            card[:] = without_indices(self.artwork[rank + suit], self.design.index_height)
        elif rank in "JQK":
            self._draw_court(card, rank, suit)
        else:
            self._draw_pips(card, rank, suit, rng)
        if self.design.index_corners:
            self._draw_index(card, self._index_text(rank), suit)
        elif rank in "JQK":
            mark_ends(card, suit, self.design.index_height * self.design.index_suit, self.design)

    def _draw_pips(self, card: Floats, rank: str, suit: str, rng: np.random.Generator) -> None:
        places = PIP_ROWS[marks_of(rank)]
        size = self.design.ace_size if rank == "A" else self.design.pip_size
        if rank == "A" and suit == "S":
            size = max(size, float(rng.uniform(0.3, 0.7)))
        if rank == "A" and rng.random() < (0.6 if suit == "S" else 0.15):
            draw_rosette(card, rng, self.design.ink(suit), size)
        if self.design.one_pip and rank != "A":
            places, size = PIP_ROWS[1], 0.5
        for place in places:
            x, y = on_card(place, self.design.pip_spread)
            _fill_pip(card, suit, (_W * x, _H * y), size * _W, y > 0.5, self.design.pip_style, self.design.ink(suit))
        if rank == "A" and rng.random() < (0.5 if suit == "S" else 0.1):
            self._draw_emblem(card, suit, rng, size)

    def _draw_emblem(self, card: Floats, suit: str, rng: np.random.Generator, size: float) -> None:
        """An ace's mark as a printer makes it his own: marks inside marks, ornaments, scrolls, his letter and his name."""
        middle, ink = (_W / 2, _H / 2), self.design.ink(suit)
        inner, reach = size, max(size, 0.3)
        for colour in (self.design.paper, ink, self.design.paper)[: int(rng.integers(4))]:
            inner *= float(rng.uniform(0.55, 0.93))
            _fill_pip(card, suit, middle, inner * _W, False, self.design.pip_style, colour)
        if rng.random() < 0.4:
            draw_rosette(card, rng, ink, size * float(rng.uniform(0.2, 0.45)))
        if rng.random() < 0.6:
            mark = np.zeros((_H, _W), np.float32)
            _fill_pip(mark, suit, middle, size * _W, False, self.design.pip_style, 1.0)
            draw_lace(card, mark, rng, self.design.paper)
        if rng.random() < 0.4:
            disc = float(rng.uniform(0.1, 0.25)) * size * _W
            ground, letter = rng.permutation([ink, self.design.paper]).tolist()
            cv2.circle(card, (_W // 2, _H // 2), round(disc), ground, -1, cv2.LINE_AA)
            self._write(card, str(rng.choice(LETTERS_OF_NAMES)), disc * float(rng.uniform(0.8, 1.4)), 0.0, letter)
        if rng.random() < 0.5:
            name = random_name(rng)
            height, away = (float(v) * _W for v in rng.uniform([0.03, 0.6 * reach], [0.09, 0.75 * reach]))
            self._write(card, name, height, away, ink)
            if rng.random() < 0.7:
                self._write(card[::-1, ::-1], name, height, away, ink)

    def _write(self, card: Floats, text: str, height: float, above: float, ink: Colour) -> None:
        """Text of this height, so many pixels above the card's middle (changed in place)."""
        letters = self.design.lettering.mask(text, max(6, round(height)))[:, :_W, None]
        top, left = round(_H / 2 - above - letters.shape[0] / 2), (_W - letters.shape[1]) // 2
        part = card[top : top + letters.shape[0], left : left + letters.shape[1]]
        part *= 1 - letters
        part += letters * np.array(ink, np.float32)

    def _draw_index(self, card: Floats, text: str, suit: str) -> None:
        design = self.design
        height = round(design.index_height * _W)
        letters = design.lettering.mask(text, height)
        widest = 0.26 if len(text) == 1 else 0.3
        width = min(letters.shape[1] * design.index_stretch, widest * _W * max(1.0, design.index_height / 0.2))
        letters = np.asarray(cv2.resize(letters, (max(4, round(width)), height), interpolation=cv2.INTER_AREA))
        mark = design.index_suit * height
        column = max(width, mark * 0.8)
        mask = np.zeros((_H, _W), np.float32)
        left, top = round(design.index_left * _W), round(design.index_top * _W)
        indent = round((column - width) / 2)
        mask[top : top + height, left + indent : left + indent + letters.shape[1]] = letters
        centre = (left + column / 2, top + height * 1.1 + mark / 2)
        _fill_pip(mask, suit, centre, mark, False, design.pip_style, 1.0)
        if design.index_corners == 4:
            mask = np.maximum(mask, _mirrored_index(mask, left, round(column)))
        mask = np.maximum(mask, mask[::-1, ::-1])[..., None]
        card *= 1 - mask
        card += mask * np.array(self.design.ink(suit), np.float32)

    def _draw_court(self, card: Floats, rank: str, suit: str) -> None:
        rng = np.random.default_rng([self.design.seed, ord(rank), ord(suit)])
        inset_x, inset_y = 0.17 if self.design.court_frame else 0.12, 0.1
        left, top = round(inset_x * _W), round(inset_y * _H)
        half = np.empty((_H // 2 - top, _W - 2 * left, 3), np.float32)
        half[:] = self.design.paper
        draw_figure(half, rank, rng, self.design.ink(suit))
        mark = self.design.pip_size * _W
        place = (mark * 0.62, mark * 0.72)
        _fill_pip(half, suit, place, mark, False, self.design.pip_style, self.design.ink(suit))
        card[top : _H // 2, left : _W - left] = half
        card[_H // 2 : _H - top, left : _W - left] = half[::-1, ::-1]
        if self.design.court_frame:
            cv2.rectangle(card, (left, top), (_W - left, _H - top), (70.0, 40.0, 30.0), 2, cv2.LINE_AA)

    def _draw_joker(self, card: Floats, label: str) -> None:
        figure = card[round(0.15 * _H) : round(0.85 * _H), round(0.2 * _W) : round(0.8 * _W)]
        ink = self.design.red if label == BIG_JOKER else self.design.black
        half = np.ascontiguousarray(figure)
        draw_figure(half, "J", np.random.default_rng([self.design.seed, 7]), ink)
        if label == LITTLE_JOKER:
            half[:] = half.mean(axis=2, keepdims=True)
        figure[:] = half
        height = round(0.11 * _W)
        mask = self.design.lettering.mask("J", height)
        star = np.zeros((_H, _W), np.float32)
        left, top = round(self.design.index_left * _W), round(self.design.index_top * _W)
        star[top : top + height, left : left + mask.shape[1]] = mask
        _fill_star(star, (left + height / 2, top + 1.9 * height), height * 0.55)
        star = np.maximum(star, star[::-1, ::-1])[..., None]
        card *= 1 - star
        card += star * np.array(ink, np.float32)


def _mirrored_index(mask: Floats, left: int, column: int) -> Floats:
    """The index of the left top corner again at the right, upright."""
    other = np.zeros_like(mask)
    other[: _H // 2, _W - left - column : _W - left] = mask[: _H // 2, left : left + column]
    return other


def card_shape(radius: float = 0.055) -> Image:
    """The shape of a card, FACE_HEIGHT × FACE_WIDTH: 255 inside its round corners."""
    return cv2.resize(_outline(radius), (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _outline(radius: float) -> Image:
    """The card's shape: 255 inside, round corners."""
    mask = np.zeros((_H, _W), np.uint8)
    r = round(radius * _W)
    cv2.rectangle(mask, (r, 0), (_W - 1 - r, _H - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (_W - 1, _H - 1 - r), 255, -1)
    for x in (r, _W - 1 - r):
        for y in (r, _H - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _fill_pip(
    canvas: Floats, suit: str, centre: tuple[float, float], size: float, inverted: bool, style: Pips, ink: Colour | float
) -> None:
    for outline in style.outlines(suit):
        points = outline * (-size if inverted else size) + centre
        cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)


def _fill_star(canvas: Floats, centre: tuple[float, float], size: float) -> None:
    angle = np.arange(10) * np.pi / 5 - np.pi / 2
    radius = np.where(np.arange(10) % 2 == 0, size, size * 0.45)
    points = np.stack([centre[0] + radius * np.cos(angle), centre[1] + radius * np.sin(angle)], axis=1)
    cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)


def mark_ends(face: Floats, suit: str, size: float, design: DeckDesign) -> None:
    """Put a suit's mark alone into two opposite corners (changed in place), as on courts that have no index.

    `size` in parts of the width.
    """
    height, width = face.shape[:2]
    x, y = width * (0.02 + size / 2), width * (0.05 + size / 2)
    _fill_pip(face, suit, (x, y), size * width, False, design.pip_style, design.ink(suit))
    _fill_pip(face, suit, (width - x, height - y), size * width, True, design.pip_style, design.ink(suit))


def without_indices(face: Image, new_height: float) -> Floats:
    """A drawn face, _H × _W × 3, without its rim, its four corners painted over in the colour of its paper.

    The corners that are painted over grow with the index that shall be printed there (its height in parts of the width).
    """
    rim = round(0.025 * face.shape[1])
    card = cv2.resize(face[rim:-rim, rim:-rim, :3], (_W, _H), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    paint_over_corners(card, max(0.155, 0.8 * new_height), max(0.4, 2.1 * new_height))
    return np.asarray(card, np.float32)


def paint_over_corners(face: Floats, across: float = 0.155, down: float = 0.4) -> None:
    """Put the colour of its paper over the four corners of a face (changed in place); lengths in parts of its width."""
    height, width = face.shape[:2]
    edge = np.concatenate([face[height // 32, width // 4 : -width // 4], face[height // 4 : -height // 4, width // 22]])
    columns, rows = round(width * across), round(width * down)
    for some in (slice(0, rows), slice(height - rows, height)):
        for others in (slice(0, columns), slice(width - columns, width)):
            face[some, others] = np.percentile(edge, 75, axis=0)
