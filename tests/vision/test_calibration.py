"""One card on the table gives scale, tilt and zones, and the picture is judged in words."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Image, Quad
from vision.faces import ASPECT
from vision.geometry import card_outline
from vision.setup.calibration import FIELD_OF_VIEW, Calibration, aspect_of, tilt_of
from vision.setup.judgement import judge
from vision.training.decks import Deck, DeckDesign
from vision.training.scenes import paste

QUAD = card_outline((640, 360), 110, 0.2)


def picture_of(quad: Quad = QUAD, light: float = 0.9) -> Image:
    canvas = np.full((720, 1280, 3), 70, np.float32)
    paste(canvas, Deck(DeckDesign(1)).face("7H"), quad, np.full(3, light, np.float32), (2.0, 3.0, 3.0, 0.3))
    return np.asarray(np.clip(canvas * light, 0, 255), np.uint8)


def seen_at(tilt: float, aspect: float = ASPECT) -> Quad:
    """A card 10 widths below a camera that leans by `tilt` degrees, by the pinhole formula."""
    focal = 640 / np.tan(np.radians(FIELD_OF_VIEW / 2))
    lean = cv2.Rodrigues(np.array([np.radians(tilt), 0, 0]))[0]
    card = np.array([[-0.5, -aspect / 2, 0], [0.5, -aspect / 2, 0], [0.5, aspect / 2, 0], [-0.5, aspect / 2, 0]])
    there = card @ lean.T + [0, 0, 10]
    return np.asarray(there[:, :2] / there[:, 2:] * focal + [640, 360], np.float32)


@pytest.mark.parametrize("tilt", [10.0, 25.0, 35.0])
def test_the_tilt_is_found_from_one_card(tilt: float) -> None:
    assert tilt_of(seen_at(tilt), 1280, 720) == pytest.approx(tilt, abs=1.0)


@pytest.mark.parametrize("aspect", [1.4, 1.54, 1.79, 1.9], ids=["poker", "bridge", "tarot", "Italian"])
@pytest.mark.parametrize("tilt", [0.0, 20.0, 35.0])
def test_the_proportions_of_the_pack_are_found_from_one_card_however_the_camera_leans(aspect: float, tilt: float) -> None:
    quad = seen_at(tilt, aspect)
    assert aspect_of(quad, 1280, 720) == pytest.approx(aspect, abs=0.02)
    assert tilt_of(quad, 1280, 720) == pytest.approx(tilt, abs=1.0)
    assert Calibration.from_card(picture_of(), quad, 4, [180, 270, 0, 90]).aspect == pytest.approx(aspect, abs=0.02)


def test_a_calibration_from_before_there_were_proportions_is_that_of_a_poker_pack(tmp_path: Path) -> None:
    record = json.loads(Calibration.from_card(picture_of(), seen_at(10.0, 1.8), 3, [180, 300, 60]).packed())
    del record["aspect"]
    (tmp_path / "calibration.json").write_text(json.dumps(record))
    assert Calibration.load(tmp_path / "calibration.json").aspect == ASPECT


def test_a_card_gives_the_scale_a_zone_around_it_and_one_in_front_of_each_seat() -> None:
    found = Calibration.from_card(picture_of(), QUAD, 4, [180, 270, 0, 90])
    assert found.card_width == pytest.approx(110, abs=1)
    zone = np.array(found.play_zone, np.float32)
    assert cv2.pointPolygonTest(zone, (640, 360), True) > 250
    middles = [np.mean(seat, axis=0) - [640, 360] for seat in found.seat_zones]
    directions = [round(float(np.degrees(np.arctan2(x, -y))) % 360 / 90) % 4 for x, y in middles]
    assert directions == [2, 3, 0, 1]


def test_a_calibration_is_kept_and_serves_pictures_of_another_size(tmp_path: Path) -> None:
    found = Calibration.from_card(picture_of(), QUAD, 3, [180, 300, 60])
    (tmp_path / "calibration.json").write_bytes(found.packed())
    again = Calibration.load(tmp_path / "calibration.json")
    assert again.reference is not None
    assert (again.card_width, again.play_zone, again.seat_zones) == (found.card_width, found.play_zone, found.seat_zones)
    assert again.scaled_to(640).card_width == pytest.approx(found.card_width / 2)


@pytest.mark.parametrize(
    ("width", "height", "fits"), [(1280, 720, True), (854, 480, True), (640, 480, False), (720, 1280, False)]
)
def test_a_calibration_fits_pictures_of_its_own_shape_only(width: int, height: int, fits: bool) -> None:
    found = Calibration.from_card(picture_of(), QUAD, 3, [180, 300, 60])
    assert found.fits(np.zeros((height, width, 3), np.uint8)) is fits


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"play_zone": 3}'])
def test_a_damaged_calibration_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "c.json").write_text(text)
    with pytest.raises(ValueError, match="not a calibration"):
        Calibration.load(tmp_path / "c.json")


def bad(picture: Image, quad: Quad = QUAD) -> str:
    return "; ".join(verdict.text for verdict in judge(picture, quad) if not verdict.is_good)


def test_a_good_picture_is_judged_good() -> None:
    assert bad(picture_of()) == ""


def test_what_is_wrong_with_a_picture_is_said() -> None:
    assert "blurred" in bad(cv2.GaussianBlur(picture_of(), (0, 0), 5).astype(np.uint8))
    assert "too dark" in bad((picture_of() * 0.25).astype(np.uint8))
    assert "too small" in bad(picture_of(card_outline((640, 360), 30, 0)), card_outline((640, 360), 30, 0))
    glaring = picture_of()
    cv2.circle(glaring, (150, 650), 60, (255, 255, 255), -1)
    assert "glare at the bottom left" in bad(glaring)
    shining = picture_of()
    cv2.circle(shining, (640, 360), 25, (255, 255, 255), -1)
    assert "glare on the card" in bad(shining)
    assert "too bright" in bad(np.clip(picture_of() * 2.0, 0, 255).astype(np.uint8))
    assert "35 at the most" in bad(picture_of(seen_at(50)), seen_at(50))
