"""A table drawn as plain as can be, with readings that say what a perfect reader would."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Image, Quad
from vision.faces import LABELS, NONE
from vision.geometry import card_outline, moved, overlap
from vision.picture.identifier import Belief
from vision.picture.reading import CardReading
from vision.scene.cards import Hand
from vision.scene.motion import Motion
from vision.scene.scene import Scene
from vision.sighting import Frame, Sighting

WIDTH = 60.0

AWAY, NEAR = Hand(False, None), Hand(True, 180.0)


def belief(*chances: tuple[str, float]) -> Belief:
    logs = np.full(len(LABELS), -20.0)
    for label, chance in chances:
        logs[LABELS.index(label)] = np.log(chance)
    return Belief(logs - np.log(np.exp(logs).sum()))


def sure(label: str) -> Belief:
    return belief((label, 0.999))


NOBODY_KNOWS = belief((NONE, 1.0))
"""Of a card of which nothing can be read."""


def at(x: float, y: float, turn: float = 0.0) -> Quad:
    return card_outline((x, y), WIDTH, turn)


@dataclass
class DrawnTable:
    """Cards as patches of noise on a grey table; `see` shows them to the scene as they lie.

    `smudged` are the places in `cards` of those that no reader outlines, `flush` of those of which it finds few corners:
    the share `found`, in each frame others, so that their outlines jump by so many widths (`askew`). Where they are `white`
    on a white cloth only a sixth of each shows.
    """

    scene: Scene = field(default_factory=lambda: Scene(Motion()))
    cards: list[tuple[Quad, Belief]] = field(default_factory=list)
    number: int = 0
    pattern: bool = False
    white: bool = False
    smudged: tuple[int, ...] = ()
    flush: tuple[int, ...] = ()
    found: float = 0.5
    askew: float = 0.0
    view: np.ndarray = field(default_factory=lambda: np.array([[1.0, 0, 0], [0, 1, 0]]))

    @property
    def motion(self) -> Motion:
        return self.scene.motion

    def __post_init__(self) -> None:
        self.scene.card_width = WIDTH
        self.motion.look(self.picture())

    def picture(self) -> Image:
        picture = np.full((360, 480, 3), 90, np.uint8)
        if self.pattern:
            picture[::24] = 40
            picture[:, ::24] = 40
        noise = np.random.default_rng(1).integers(150, 255, (360, 480), np.uint8)
        for place, (quad, what) in enumerate(self.cards):
            # Every smudge looks otherwise.
            shift = 7 * LABELS.index(what.label) + 5 * place * (what.label == NONE)
            mask = np.zeros((360, 480), np.uint8)
            cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
            if self.white:
                picture[mask > 0] = 90
                shows = np.random.default_rng(place).random((36, 48)) < 1 / 6
                mask[~shows.repeat(10, 0).repeat(10, 1)] = 0
            picture[mask > 0] = np.roll(noise, shift, axis=1)[mask > 0][:, None]
        seen = cv2.warpAffine(picture, self.view, (480, 360), flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.uint8)

    def readings(self) -> list[CardReading]:
        """A card under another shows two of its corners; one in the very same place none."""
        said = []
        for place, (quad, what) in enumerate(self.cards):
            covers = [overlap(quad, other) for other, _ in self.cards[place + 1 :]]
            visible = 1.0 if max(covers, default=0.0) < 0.02 else 0.5
            visible = self.found if place in self.flush else visible
            jump = np.array([0, self.askew * WIDTH * (self.number % 3 - 1)], np.float32) * (place in self.flush)
            if max(covers, default=0.0) < 0.7 and place not in self.smudged:
                seen = tuple(corner < round(4 * visible) for corner in range(4))
                said.append(CardReading(moved(quad, self.view) + jump, what, visible, (seen[0], seen[1], seen[2], seen[3])))
        return said

    def see(self, frames: int = 1, hand: Hand = AWAY) -> list[Sighting]:
        return [sighting for _ in range(frames) for sighting in self.step(self.picture(), self.readings(), hand)]

    def step(self, picture: Image, readings: list[CardReading], hand: Hand = AWAY) -> list[Sighting]:
        """One frame that shows this picture, in which this was read."""
        is_moving, frame = self.motion.look(picture), Frame(self.number, self.number / 10, picture)
        self.number += 1
        return self.scene.update(frame, readings, is_moving, hand)

    def lay(self, label: str, quad: Quad, frames: int = 4) -> list[Sighting]:
        self.cards.append((quad, sure(label)))
        return self.see(frames)


def told(sightings: list[Sighting]) -> list[tuple[str, str | None]]:
    return [(s.kind.value, s.label) for s in sightings]
