"""Calibration: one card laid on the table gives scale, tilt, play zone and seat zones."""

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, Image, Quad
from vision.faces import ASPECT
from vision.geometry import UNIT, grey_at, moved, scale_of, width_of

FIELD_OF_VIEW = 66.0
"""Degrees across that a Pi's camera module 3 sees (62 for module 2); the tilt is worked out with it, to a few degrees."""

ZONE_REACH = 3.0
"""Half the side of the play zone, in widths of a card around the one that was laid."""

SAME_SHAPE = 0.02
"""Part by which two pictures' width over height may differ for rounding: 4:3 and 16:9 differ by a third."""

LONGEST, NARROWEST = 20_000, 10
"""Pixels of a side that no picture has, and of the narrowest card that can be read."""

PROPORTIONS = (1.4, 1.54, 1.79, 1.9)
"""Heights over widths that packs have: poker, bridge (and Swiss), tarot, narrow Italian ones."""

REFERENCE_WIDTH = 160
"""Pixels across of the reference picture."""


@dataclass(frozen=True)
class Calibration:
    """What is known of a table; all lengths and places are pixels of a picture of this `width` and `height`.

    `seat_zones` are the places in front of the seats, for games in which everybody plays there; `reference` is a small grey
    picture of the table, which tells a camera that hangs upside down. `aspect` is the height of the pack's cards over the width.
    """

    width: int
    height: int
    card_width: float
    tilt: float
    play_zone: tuple[tuple[float, float], ...]
    seat_zones: tuple[tuple[tuple[float, float], ...], ...] = ()
    reference: Image | None = field(default=None, repr=False)
    aspect: float = ASPECT

    @classmethod
    def from_card(cls, picture: Image, quad: Quad, players: int, sides: list[float]) -> "Calibration":
        """From one card that lies in the middle of where is played; `sides` are the seats' directions (0 is up)."""
        height, width = picture.shape[:2]
        aspect = aspect_of(quad, width, height)
        plane: Floats = np.asarray(cv2.getPerspectiveTransform((UNIT * [1, aspect]).astype(np.float32), quad), np.float64)
        middle = np.array([0.5, aspect / 2], np.float64)
        around = middle + ZONE_REACH * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
        up = _up_in_plane(plane, middle)
        zones = [_seat_zone(middle, up, side, players) for side in sides[:players]]
        return cls(
            width,
            height,
            round(width_of(quad, aspect), 1),
            round(tilt_of(quad, width, height), 1),
            _in_picture(plane, around, width, height),
            tuple(_in_picture(plane, zone, width, height) for zone in zones),
            grey_at(picture, REFERENCE_WIDTH, round(REFERENCE_WIDTH * height / width)),
            aspect,
        )

    @property
    def play(self) -> Quad | None:
        """The play zone as an outline."""
        return np.array(self.play_zone, np.float32) if self.play_zone else None

    @property
    def zones(self) -> tuple[Quad, ...]:
        """The seat zones as outlines."""
        return tuple(np.array(zone, np.float32) for zone in self.seat_zones)

    def fits(self, picture: Image) -> bool:
        """Whether pictures of this shape may be of the camera that the table was calibrated with."""
        height, width = picture.shape[:2]
        return bool(abs(width / height * self.height / self.width - 1) < SAME_SHAPE)

    def scaled_to(self, width: int) -> "Calibration":
        """The same for pictures of another width, taken by the same camera."""
        f = width / self.width
        scaled = self.moved(np.array([[f, 0, 0], [0, f, 0]]))
        return replace(scaled, width=width, height=round(self.height * f))

    def moved(self, by: Floats) -> "Calibration":
        """The same under a turn, scale and shift (2 × 3) of what the camera sees."""
        zone, seats = _moved(self.play_zone, by), tuple(_moved(zone, by) for zone in self.seat_zones)
        return replace(self, card_width=self.card_width * scale_of(by), play_zone=zone, seat_zones=seats)

    def packed(self) -> bytes:
        """The calibration as JSON, which `load` reads again."""
        record = asdict(self)
        record["reference"] = None if self.reference is None else self.reference.tolist()
        return f"{json.dumps(record)}\n".encode()

    @classmethod
    def load(cls, path: Path) -> "Calibration":
        """Raises OSError, or ValueError where the file is something else."""
        try:
            record = json.loads(path.read_text())
            zone = tuple((float(x), float(y)) for x, y in record["play_zone"])
            seats = tuple(tuple((float(x), float(y)) for x, y in seat) for seat in record["seat_zones"])
            reference = None if record["reference"] is None else np.array(record["reference"], np.uint8)
            sizes = int(record["width"]), int(record["height"]), float(record["card_width"]), float(record["tilt"])
            read = cls(*sizes, zone, seats, reference, float(record.get("aspect", ASPECT)))
            if not read.is_possible:
                raise ValueError("no camera sees such a table")
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise ValueError(f"{path}: not a calibration: {error}") from None
        return read

    @property
    def is_possible(self) -> bool:
        """Whether a camera can have seen this: sizes of pictures, a card in them, and zones not far outside."""
        corners = [value for zone in (self.play_zone, *self.seat_zones) for corner in zone for value in corner]
        is_picture = self.reference is None or (self.reference.ndim == 2 and self.reference.size > 0)
        sizes = 1 <= self.width <= LONGEST and 1 <= self.height <= LONGEST and NARROWEST <= self.card_width <= self.width
        is_shape = 1 < self.aspect < 3
        return bool(
            is_picture
            and sizes
            and is_shape
            and np.isfinite(self.tilt)
            and np.all(np.abs(np.array(corners, float)) <= 10 * LONGEST)
        )


def _camera(width: int, height: int) -> Floats:
    """The pinhole camera of pictures of this size (3 × 3)."""
    focal = width / 2 / np.tan(np.radians(FIELD_OF_VIEW / 2))
    return np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])


def aspect_of(quad: Quad, width: int, height: int) -> float:
    """Which of the `PROPORTIONS` a card has that is seen from the side or from above.

    The plane's two directions, as the camera has them, are as long as the card's edges (Zhang, 2000).
    """
    plane = np.linalg.inv(_camera(width, height)) @ cv2.getPerspectiveTransform(UNIT, quad.astype(np.float32))
    seen = float(np.linalg.norm(plane[:, 1]) / np.linalg.norm(plane[:, 0]))
    return min(PROPORTIONS, key=lambda aspect: abs(np.log(aspect / seen)))


def tilt_of(quad: Quad, width: int, height: int) -> float:
    """Degrees by which the camera looks at the card from the side: 0 from straight above."""
    card = np.column_stack([(UNIT - 0.5) * [1, aspect_of(quad, width, height)], np.zeros(4)])
    _, turn, _ = cv2.solvePnP(card, quad.astype(np.float64), _camera(width, height), None, flags=cv2.SOLVEPNP_ITERATIVE)
    return float(np.degrees(np.arccos(min(1.0, abs(float(cv2.Rodrigues(turn)[0][2, 2]))))))


def _up_in_plane(plane: Floats, middle: Floats) -> Floats:
    """Which way on the table is up in the picture, of length 1."""
    back = np.linalg.inv(plane)
    at = cv2.perspectiveTransform(middle[None, None].astype(np.float32), plane)[0]
    above = cv2.perspectiveTransform((at - [0, 10])[None].astype(np.float32), back)[0, 0]
    way = above - middle
    return np.asarray(way / np.linalg.norm(way))


def _seat_zone(middle: Floats, up: Floats, side: float, players: int) -> Floats:
    """A seat's own place: between the middle and the player, as wide as the neighbours leave."""
    turn = np.radians(side)
    out = np.array([up[0] * np.cos(turn) - up[1] * np.sin(turn), up[0] * np.sin(turn) + up[1] * np.cos(turn)])
    across = np.array([-out[1], out[0]])
    near, far = 0.6, ZONE_REACH + 0.5
    narrow, wide = near * np.tan(np.pi / max(3, players)), far * np.tan(np.pi / max(3, players))
    corners = [out * far - across * wide, out * far + across * wide, out * near + across * narrow, out * near - across * narrow]
    return np.asarray(middle + np.array(corners))


def _in_picture(plane: Floats, points: Floats, width: int, height: int) -> tuple[tuple[float, float], ...]:
    places = cv2.perspectiveTransform(points[None].astype(np.float32), plane)[0]
    return tuple((round(float(np.clip(x, 0, width)), 1), round(float(np.clip(y, 0, height)), 1)) for x, y in places)


def _moved(zone: tuple[tuple[float, float], ...], by: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in moved(np.array(zone, np.float32), by).tolist()) if zone else ()
