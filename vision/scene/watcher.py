"""From frames to sightings: the eye of the companion. One object follows one table."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

import numpy as np

from vision.arrays import Image, Quad
from vision.camera.sight import Sight
from vision.faces import ASPECT, is_card
from vision.geometry import distance, scale_of, size_of, width_of
from vision.picture.each_once import once_each
from vision.picture.identifier import Belief
from vision.picture.outlines import FoundCard
from vision.picture.reader import Care, Reader
from vision.picture.reading import CardReading
from vision.picture.region import Region
from vision.scene.cards import PLACE, Hand, LyingCard
from vision.scene.in_play import InPlay
from vision.scene.laid_open import LaidOpen, split
from vision.scene.motion import UNCHANGED, Motion
from vision.scene.scene import Explain, Scene
from vision.scene.tracks import PATIENCE
from vision.setup.calibration import Calibration
from vision.sighting import Frame, Sighting, SightingKind

FRESH = 6
"""Frames for which the side of a hand that has left still counts as the side a card came from."""

QUIET_AT_FIRST = 3
"""Frames without movement after which what lies about is taken for the starting state."""

AFTERWARDS = 2
"""Frames after a movement that are looked at, whatever is decided."""

AROUND = 0.8
"""Widths of a card that are searched around cards and changes: of a white one on white cloth only the middle may differ."""


class Watcher:
    """Feed it frames in order; it tells what happened.

    `card_width` (pixels) is found by itself where neither it nor a calibration is given; both follow a camera that is moved.
    `in_play` is what the game says of the cards, and may change between frames.
    """

    def __init__(
        self,
        reader: Reader,
        card_width: float | None = None,
        calibration: Calibration | None = None,
        explain: Explain | None = None,
    ) -> None:
        self.reader = reader
        self.card_width = card_width
        self.in_play = InPlay()
        self._motion = Motion()
        self.scene = Scene(self._motion, explain)
        self.calibration = calibration
        self._is_calibrated = False
        self._sight = Sight(calibration.reference if calibration else None)
        self._widths: list[float] = []
        self._side: float | None = None
        self._hand_seen = -FRESH
        self._last_moved = 0
        self._quiet_at_first = 0
        self._must_recheck = False
        self._open: LaidOpen | None = None
        self._still: deque[list[CardReading]] = deque(maxlen=PATIENCE)

    def watch(self, frames: Iterable[Frame]) -> Iterator[Sighting]:
        """Every sighting of a sequence of frames."""
        for frame in frames:
            yield from self.see(frame)

    @property
    def seat_zones(self) -> int:
        """For how many seats a calibration laid zones out."""
        return len(self.scene.zones)

    @property
    def is_blind(self) -> bool:
        """Whether the camera has shown nothing for a while."""
        return self._sight.is_lost

    def see(self, frame: Frame) -> list[Sighting]:
        """What this frame decides."""
        self._use_calibration(frame.picture)
        self.reader.identifier.expect(self.in_play.suits)
        sightings = self._sight.look(frame)
        self._must_recheck |= self._sight.was_away
        if not self._sight.is_clear:
            return sightings
        is_moving = self._motion.look(frame.picture)
        self._last_moved = frame.number if is_moving else self._last_moved
        if self._is_starting(is_moving):
            self._take_in(frame)
            return sightings
        self._open = self._laid_open() if self.in_play.has_dummy else None
        is_undecided = self.scene.is_undecided or (self._open is not None and self._open.is_undecided)
        if not is_moving and not is_undecided and frame.number - self._last_moved > AFTERWARDS:
            return sightings
        return sightings + self._look_closely(frame, is_moving)

    def recalibrate(self, calibration: Calibration) -> None:
        """Go by another calibration from the next frame on."""
        self.card_width, self.calibration, self._is_calibrated = None, calibration, False
        self._sight.expect(calibration.reference)
        self._still.clear()

    def begin_again(self) -> None:
        """What lies there now is the starting state: frames went elsewhere meanwhile, to something that was set up."""
        self._quiet_at_first = 0
        self._motion.begin_again()
        self.reader.identifier.begin_again()
        self.scene.begin_again()

    def _use_calibration(self, picture: Image) -> None:
        """Once the size of the pictures is known: the calibration may have been made at another one.

        One of another shape is left alone: where the zones lie in these pictures nobody knows, the size of a card is found.
        """
        if self.calibration is None or self._is_calibrated:
            return
        self._is_calibrated = True
        if self.calibration.fits(picture):
            self.calibration = self.calibration.scaled_to(picture.shape[1])
            self.card_width = self.card_width or self.calibration.card_width
        else:
            self.calibration = None
            self._sight.expect(None)
        self._lay_out_zones()

    @property
    def _play_zones(self) -> tuple[Quad, ...]:
        """Where cards are played, as far as that is known; with a dummy, close around the middle and before the other seats."""
        play = self.calibration.play if self.calibration else None
        seats = self.calibration.zones if self.calibration and play is not None else ()
        if self._open is None:
            return () if play is None else (play, *seats)
        dummy = self.in_play.dummy
        others = (zone for seat, zone in enumerate(seats) if seat != dummy) if dummy is not None else ()
        return (self._open.place, *others)

    def _laid_open(self) -> LaidOpen | None:
        """What lies open beside the pile: around the first card that was led, or the middle of where cards are played."""
        if self._open is not None or self.card_width is None:
            return self._open
        led = next((card.quad for card in self.scene.lying if card.number is not None), None)
        middle = led if self.calibration is None or self.calibration.play is None else self.calibration.play
        return None if middle is None else LaidOpen.around(middle, self.card_width)

    def _follow_camera(self) -> None:
        """The camera was knocked, and the cards say how: what is known of the table is so of the new view."""
        if self.card_width is not None:
            self.card_width *= scale_of(self.scene.shift)
        if self.calibration is not None:
            self.calibration = self.calibration.moved(self.scene.shift)
            self._lay_out_zones()
        if self._open is not None:
            self._open.follow_camera(self.scene.shift)

    def _lay_out_zones(self) -> None:
        self.scene.zones = self.calibration.zones if self.calibration else ()

    @property
    def _aspect(self) -> float:
        """The height of the pack's cards over their width."""
        return self.calibration.aspect if self.calibration else ASPECT

    def _is_starting(self, is_moving: bool) -> bool:
        """Whether this is the frame at which nothing has moved since the start for long enough."""
        if self.scene.lying:
            self._quiet_at_first = -1
        if self._quiet_at_first < 0:
            return False
        self._quiet_at_first = 0 if is_moving else self._quiet_at_first + 1
        return self._quiet_at_first == QUIET_AT_FIRST

    def _take_in(self, frame: Frame) -> None:
        """What lies about before the start is no play."""
        self._quiet_at_first = -1
        readings = self.reader.read_outlines(frame.picture, self.card_width, aspect=self._aspect)
        self._learn_width(readings)
        self.scene.adopt(readings)

    def _look_closely(self, frame: Frame, is_moving: bool) -> list[Sighting]:
        side = self._motion.hand_side()
        sightings = self._notice_hand(frame, side)
        readings = self._read(frame, is_moving)
        self._learn_width(readings)
        if self._open is not None:
            readings, beside = split(readings, self._play_zones)
            sightings += self._open.see(frame, readings, beside, self._motion, is_moving)
        self.scene.card_width, self.scene.play_zones, self.scene.in_play = self.card_width, self._play_zones, self.in_play
        is_fresh = frame.number - self._hand_seen <= FRESH
        hand = Hand(side is not None, self._side if is_fresh else None)
        if self._must_recheck:
            if is_moving or hand.is_here:
                return sightings
            self._must_recheck = False
            sightings += self.scene.drop_unseen(frame, readings)
        sightings += self.scene.update(frame, readings, is_moving, hand)
        kinds = {sighting.kind for sighting in sightings}
        if SightingKind.CAMERA_MOVED in kinds:
            self._follow_camera()
        if SightingKind.PILE_CLEARED in kinds:
            self.reader.identifier.choose_deck_again()
        return sightings

    def _read(self, frame: Frame, is_moving: bool) -> list[CardReading]:
        """What the frame shows; while nothing moves, what the last looks read, in turn, once they are enough for a question.

        A card that was not found is looked for anew in every frame.
        """
        if is_moving or self.scene.is_missing:
            self._still.clear()
        if len(self._still) == PATIENCE:
            self._still.rotate(-1)
            return self._still[-1]
        care = Care.FAR if frame.number % 2 else Care.NEAR
        region = self._region(frame.picture)
        readings = self.reader.read_outlines(
            frame.picture, self.card_width, self._known, care, region, self._aspect, self.in_play.copies
        )
        if not is_moving:
            if not self._still:
                readings = once_each([*self._read_alone(frame.picture, readings), *readings], self.in_play.copies)
            self._still.append(readings)
        return readings

    def _read_alone(self, picture: Image, readings: list[CardReading]) -> list[CardReading]:
        """Cards that are found only where all that is predicted is painted over: smudged on a heap, or full of scrolls.

        Parts of what was pushed, and a lamp's reflection, have corners there as well, but hardly four of a card's size and shape.
        """
        width = self.card_width
        if width is None or (left := self._motion.left_of(picture, width)) is None:
            return []
        alone, region = left
        found = self.reader.finder.find_closely(alone, width, self._aspect)
        like = [region.in_picture(card.quad) for card in found if card.visible == 1 and _is_like_a_card(card.quad, width)]
        known = [reading.quad for reading in readings if reading.visible == 1]
        return [self.reader.read_at(picture, quad) for quad in like if all(distance(quad, other) >= PLACE for other in known)]

    def _region(self, picture: Image) -> Region | None:
        """Where cards may be: where the picture is not the quiet table, and where they lie; None for everywhere."""
        changed = self._motion.changed_box()
        places = [card.quad for card in self.scene.lying] + ([] if changed is None else [changed])
        return Region.around(places, AROUND * self.card_width, picture) if self.card_width and places else None

    def _known(self, found: Sequence[FoundCard]) -> list[tuple[FoundCard, Belief | None]]:
        """Outlines that are worth a look, with what those show that a named card explains."""
        return [(each, self._unchanged(each, card)) for each, card in self.scene.unexplained(found)]

    def _unchanged(self, found: FoundCard, card: LyingCard | None) -> Belief | None:
        """What a card shows by whose corners an outline was found, where nothing has changed in its quarters there."""
        if card is None:
            return None
        # Each a little smaller, so that of the card as much of the rim is left out as of any outline.
        changed = [self._motion.changed_share((card.quad + corner) / 2, 0.9) for corner in found.seen_corners]
        return card.belief if fmean(changed) < UNCHANGED else None

    def _notice_hand(self, frame: Frame, side: float | None) -> list[Sighting]:
        if side is None:
            return []
        has_arrived = frame.number - self._hand_seen > 1
        self._side, self._hand_seen = side, frame.number
        return [Sighting(SightingKind.HAND_OVER_TABLE, frame.at, frame.number, entered_from=side)] if has_arrived else []

    def _learn_width(self, readings: list[CardReading]) -> None:
        """The size of a card from the first sure ones; from then on one look a frame is enough."""
        if self.card_width is not None:
            return
        self._widths += [width_of(r.quad) for r in readings if is_card(r.label) and r.visible == 1]
        if len(self._widths) >= 6:
            self.card_width = float(np.median(self._widths))


def _is_like_a_card(quad: Quad, width: float) -> bool:
    """Whether the outline is as wide as a card, by its edges and by its area."""
    return all(abs(found / width - 1) < PLACE for found in (size_of(quad), width_of(quad)))
