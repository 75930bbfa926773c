"""A table that is rendered: cards are carried in by hands, lie on a pile, and are gathered, frame by frame.

Uses the procedural decks of `vision.training`, so the demo shows nobody's artwork. Everything follows from the seed.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

import cv2
import numpy as np

from vision.arrays import Floats, Image, Quad
from vision.faces import BACK
from vision.geometry import card_outline
from vision.training.decks import Deck, DeckDesign, FaceSource, random_design
from vision.training.lettering import PenLettering
from vision.training.national_deck import NationalDeck
from vision.training.nations import random_national_design
from vision.training.scenes import draw_hand, noise, paste, perspective_of
from vision.training.suits import Nation

WIDTH, HEIGHT, RATE = 960, 540, 10.0
CARD_WIDTH = 96.0
APPROACH, RETREAT, GATHER = 7, 4, 10
"""Frames that a hand takes to bring a card, to leave, and to take the pile away."""

ARM_WIDTH, ARM_LENGTH = 160, 760

GROUNDS = ((45, 95, 35), (70, 60, 30), (40, 70, 120), (60, 60, 60), (185, 195, 205))


@dataclass(frozen=True)
class Lying:
    """A card on the simulated table."""

    label: str
    face: Image = field(repr=False)
    quad: Quad
    shade: float


class RenderedTable:
    """Draws the table; every method that takes time yields its pictures.

    `squarely` is the chance that a card is laid squarely on the one before, as tidy players do; `before` is how far from the
    middle, in pixels, towards the side of who lays them cards come to lie; `lean` by how many degrees the camera leans.
    """

    def __init__(
        self, seed: int, deck: FaceSource | None = None, squarely: float = 0.0, before: float = 22.0, lean: float = 0.0
    ) -> None:
        self._rng = np.random.default_rng(seed)
        # Of its own, so that cards lie where they lie however long the players take.
        self._grain = np.random.default_rng([seed, 1])
        self._deck = deck or Deck(indexed_design(seed))
        self._ground = self._draw_ground()
        self._canvas = self._ground.copy()
        self._pile: list[Lying] = []
        self._light = self._draw_light()
        self._arms = [_draw_arm(np.random.default_rng([seed, seat])) for seat in range(8)]
        self._view = seen_from(lean)
        # What lies beyond what is drawn: a mirror image serves a camera that was knocked, but would show cards to one that leans.
        self._beyond = cv2.BORDER_REPLICATE if lean else cv2.BORDER_REFLECT
        self._squarely, self._before = squarely, before
        self.dimness = 1.0
        self.glare: tuple[float, float] | None = None

    def play_with(self, deck: FaceSource) -> None:
        """From the next card on another deck is on the table."""
        self._deck = deck

    def rest(self, frames: int) -> Iterator[Image]:
        """Nothing happens."""
        for _ in range(frames):
            yield self._seen(self._canvas)

    def lay(self, label: str, side: float, seat: int, smudged: bool = False, quick: bool = False) -> Iterator[Image]:
        """A hand from `side` (degrees clockwise from the top) lays a card on the pile and leaves; a quick one is half as long."""
        yield from self._bring([self._new_card(label, side, smudged)], side, seat, 2 if quick else 1)

    def lay_two(self, lower: str, upper: str, side: float, seat: int) -> Iterator[Image]:
        """A hand lays two cards in one movement, the second a part of the width beside the first."""
        below = self._new_card(lower, side, False)
        above = self._new_card(upper, side, False)
        way = _outward(side)
        aside = np.array([-way[1], way[0]]) * self._rng.uniform(0.3, 0.6) * self._rng.choice([-1, 1])
        x, y = below.quad.mean(axis=0) + (aside + way * self._rng.uniform(-0.1, 0.35)) * CARD_WIDTH
        across = below.quad[1] - below.quad[0]
        angle = float(np.arctan2(across[1], across[0]) + self._rng.normal(0, 0.25))
        quad = card_outline((float(x), float(y)), CARD_WIDTH, angle)
        yield from self._bring([below, replace(above, quad=quad)], side, seat)

    def lay_at(self, cards: Sequence[tuple[str, tuple[float, float], float]], side: float, seat: int) -> Iterator[Image]:
        """A hand lays cards in one movement, each at a place in pixels and turned so far (degrees): a column of a dummy, say."""
        yield from self._bring([self._card(label, place, np.radians(turn)) for label, place, turn in cards], side, seat)

    def take(self, labels: Collection[str], side: float, seat: int) -> Iterator[Image]:
        """A hand takes these cards up, wherever they lie, and hides them at once."""
        yield from self._change(labels, lambda _card: None, side, seat)

    def turn_over(self, labels: Collection[str], side: float, seat: int) -> Iterator[Image]:
        """A hand turns these cards over where they lie."""
        back = self._deck.face(BACK)
        yield from self._change(labels, lambda card: replace(card, label=BACK, face=back), side, seat)

    def _change(
        self, labels: Collection[str], become: Callable[[Lying], Lying | None], side: float, seat: int
    ) -> Iterator[Image]:
        """A hand reaches for these cards and leaves; what they have become lies there then, or nothing."""
        place = np.mean([card.quad.mean(axis=0) for card in self._pile if card.label in labels], axis=0) - self._middle()
        for step in range(RETREAT, 0, -1):
            yield self._seen(self._with_hand([], _outward(side) * (110 * step) + place, side, seat))
        after = [become(card) if card.label in labels else card for card in self._pile]
        self._pile = [card for card in after if card is not None]
        self._redraw()
        for step in range(RETREAT):
            yield self._seen(self._with_hand([], _outward(side) * (110 * step) + place, side, seat))

    def _bring(self, cards: list[Lying], side: float, seat: int, pace: int = 1) -> Iterator[Image]:
        """A hand brings cards, lays them down and leaves."""
        way = _outward(side)
        for step in range(APPROACH, 0, -pace):
            yield self._seen(self._with_hand(cards, way * 62 * step, side, seat))
        for card in cards:
            self._put(card)
        place = cards[-1].quad.mean(axis=0) - self._middle()
        for step in range(0, RETREAT, pace):
            yield self._seen(self._with_hand([], way * (110 * step) + place, side, seat))

    def reach_over(self, side: float, seat: int) -> Iterator[Image]:
        """A hand over the cards that lays nothing: it points, waits and leaves."""
        for step in (4, 3, 2, 1, 1, 1, 0, 0, 1, 3):
            yield self._seen(self._with_hand([], _outward(side) * 70 * step, side, seat))

    def bump(self) -> None:
        """The camera is knocked: from now on it looks from a little elsewhere."""
        turn, scale = np.radians(self._rng.normal(0, 1.5)), 1 + self._rng.normal(0, 0.01)
        c, s = scale * np.cos(turn), scale * np.sin(turn)
        x, y = self._middle()
        shift = self._rng.normal(0, 12, 2)
        moved = np.array([[c, -s, x - c * x + s * y + shift[0]], [s, c, y - s * x - c * y + shift[1]], [0, 0, 1]])
        self._view = moved @ self._view

    def nudge(self, side: float, seat: int) -> Iterator[Image]:
        """A hand straightens the topmost card a little."""
        if not self._pile:
            return
        top = self._pile[-1]
        for step in range(3):
            yield self._seen(
                self._with_hand([], _outward(side) * 60 * (2 - step) + top.quad.mean(axis=0) - self._middle(), side, seat)
            )
        shift = self._rng.normal(0, 0.12 * CARD_WIDTH, 2).astype(np.float32)
        self._pile[-1] = replace(top, quad=top.quad + shift)
        self._redraw()
        for step in range(3):
            yield self._seen(self._with_hand([], _outward(side) * 90 * step + top.quad.mean(axis=0) - self._middle(), side, seat))

    def gather(self, side: float, seat: int) -> Iterator[Image]:
        """A hand takes the whole pile away."""
        for step in range(GATHER // 2, 0, -1):
            yield self._seen(self._with_hand([], _outward(side) * 80 * step, side, seat))
        self._pile = []
        self._redraw()
        for step in range(GATHER // 2):
            yield self._seen(self._with_hand([], _outward(side) * 100 * step, side, seat))

    @property
    def is_bare(self) -> bool:
        """Whether no card lies on it."""
        return not self._pile

    @property
    def places(self) -> dict[str, Quad]:
        """Outline of each card that lies on it, as the camera sees it."""
        return {card.label: perspective_of(card.quad, self._view) for card in self._pile}

    @property
    def newest(self) -> Quad | None:
        """Outline of the card that was laid last, as the camera sees it."""
        return perspective_of(self._pile[-1].quad, self._view) if self._pile else None

    def _middle(self) -> Floats:
        return np.array([WIDTH / 2, HEIGHT / 2])

    def _draw_ground(self) -> Floats:
        """Felt, wood, a dark table or a white cloth."""
        colour = np.array(GROUNDS[self._rng.integers(len(GROUNDS))])
        texture = noise(self._rng, HEIGHT, WIDTH)
        return np.asarray(colour + texture[..., None] * self._rng.uniform(2, 7), np.float32)

    def _draw_light(self) -> Floats:
        coarse = self._rng.standard_normal((3, 4)).astype(np.float32)
        uneven = cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
        return ((1 + 0.06 * uneven)[..., None] * self._rng.uniform(0.92, 1.05, 3)).astype(np.float32)

    def _new_card(self, label: str, side: float, smudged: bool) -> Lying:
        centre = self._middle() + self._rng.normal(0, 0.42 * CARD_WIDTH, 2) + _outward(side) * self._before
        angle = np.radians(side + 180) + float(self._rng.normal(0, 0.35))
        if self._squarely and self._pile and self._rng.random() < self._squarely:
            last = self._pile[-1].quad
            across = last[1] - last[0]
            centre = last.mean(axis=0) + self._rng.normal(0, 0.03 * CARD_WIDTH, 2)
            angle = float(np.arctan2(across[1], across[0]) + self._rng.normal(0, 0.04))
        card = self._card(label, (float(centre[0]), float(centre[1])), angle)
        if not smudged:
            return card
        blurred = cv2.GaussianBlur(card.face[..., :3], (0, 0), 11)
        return replace(card, face=np.dstack([blurred, card.face[..., 3]]).astype(np.uint8))

    def _card(self, label: str, centre: tuple[float, float], angle: float) -> Lying:
        shade = float(self._rng.uniform(0.88, 0.94))
        return Lying(label, self._deck.face(label), card_outline(centre, CARD_WIDTH, angle), shade)

    def _put(self, card: Lying) -> None:
        self._pile.append(card)
        self._paste(self._canvas, card)

    def _redraw(self) -> None:
        self._canvas = self._ground.copy()
        for card in self._pile:
            self._paste(self._canvas, card)

    def _paste(self, canvas: Floats, card: Lying) -> None:
        paste(canvas, card.face, card.quad, np.full(3, card.shade, np.float32), (2.0, 3.0, 3.0, 0.35))

    def _with_hand(self, cards: list[Lying], away: Floats, side: float, seat: int) -> Floats:
        """The table with a hand over it that holds the cards, all moved by `away` from where they end."""
        canvas = self._canvas.copy()
        tip = self._middle() + away
        for card in cards:
            moved = replace(card, quad=(card.quad + away).astype(np.float32))
            self._paste(canvas, moved)
            tip = moved.quad.mean(axis=0) + _outward(side) * 0.45 * CARD_WIDTH
        arm = self._arms[seat]
        centre = tip + _outward(side) * ARM_LENGTH * 0.5
        quad = card_outline((float(centre[0]), float(centre[1])), ARM_WIDTH, np.radians(side + 180), ARM_LENGTH / ARM_WIDTH)
        paste(canvas, arm, quad, np.ones(3, np.float32), (4.0, 6.0, 8.0, 0.25))
        return canvas

    def _seen(self, canvas: Floats) -> Image:
        lit = canvas * (self._light if self.dimness == 1 else self._light * self.dimness)
        if self.glare is not None:
            lit += _spot(self.glare)
        if not np.array_equal(self._view, np.eye(3)):
            lit = np.asarray(cv2.warpPerspective(lit, self._view, (WIDTH, HEIGHT), borderMode=self._beyond), np.float32)
        grain = self._grain.integers(0, _GRAIN.shape[0] - HEIGHT)
        lit += _GRAIN[grain : grain + HEIGHT]
        return lit.clip(0, 255, out=lit).astype(np.uint8)


_GRAIN = (np.random.default_rng(5).standard_normal((HEIGHT + 97, WIDTH, 3)) * 2.5).astype(np.float32)


def seen_from(lean: float, width: int = WIDTH, height: int = HEIGHT) -> Floats:
    """How a camera that leans by so many degrees shows the table (3 × 3): the middle as one that hangs straight, the top smaller.

    By the pinhole formula, of a camera that sees 66 degrees of the table's width, in a picture of so many pixels.
    """
    turn, focal = np.radians(lean), width / 2 / np.tan(np.radians(33))
    to_middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    leant = np.array([[1, 0, 0], [0, np.cos(turn), 0], [0, -np.sin(turn) / focal, 1]])
    return np.asarray(np.linalg.inv(to_middle) @ leant @ to_middle)


def _outward(side: float) -> Floats:
    """Unit vector from the table's middle towards a side, x to the right and y down."""
    turn = np.radians(side)
    return np.array([np.sin(turn), -np.cos(turn)])


@lru_cache(maxsize=1)
def _spot(middle: tuple[float, float]) -> Floats:
    """A lamp's reflection, as bright as it is (height × width × 1): falling off from its middle over half a card."""
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    distance = np.hypot(x - middle[0], y - middle[1])
    fading = np.asarray(np.exp(-((distance / (0.22 * CARD_WIDTH)) ** 2) / 2), np.float32)
    return 130 * fading[..., None]


def indexed_design(seed: int) -> DeckDesign:
    """A design with indices printed on it, as nearly all have: without them our own courts are anybody's guess."""
    rng = np.random.default_rng([seed, 7])
    return next(design for design in iter(lambda: random_design(rng), None) if design.index_corners)


@cache
def deck_with(suits: str, seed: int) -> FaceSource:
    """A deck of that seed with the suits of that country, as `vision.training.suits` names them, else with French ones.

    Its letters are the page's: English ones, and O and U for Over and Under.
    """
    if suits not in [nation.value for nation in Nation]:
        return Deck(replace(indexed_design(seed), language="english"))
    rng = np.random.default_rng([seed, 8])
    designs = (random_national_design(rng, Nation(suits), PenLettering()) for _ in iter(int, 1))
    return NationalDeck(next(design for design in designs if design.tells_in_corner and design.letters["Q"] != "D"))


def _draw_arm(rng: np.random.Generator) -> Image:
    """An arm that reaches up in its picture, with its outline."""
    ground = np.full((ARM_LENGTH, ARM_WIDTH, 3), 128, np.float32)
    cover = draw_hand(ground, rng, (ARM_WIDTH / 2, 14), np.pi / 2, 84)
    return np.dstack([np.clip(ground, 0, 255), cover * 255]).astype(np.uint8)
