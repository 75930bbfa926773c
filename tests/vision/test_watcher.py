"""The eye of the companion over time: what it makes of a camera that was away, and of one that shows nothing."""

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from tests.vision.drawn import NOBODY_KNOWS, WIDTH, DrawnTable, at, belief, sure, told
from vision.arrays import Floats, Image, Quad
from vision.camera.health import CameraTrouble
from vision.camera.sight import LOST_AFTER
from vision.geometry import moved, resized
from vision.picture.identifier import Belief
from vision.picture.outlines import FoundCard
from vision.picture.reader import Known, Reader
from vision.picture.reading import CardReading
from vision.scene.tracks import PATIENCE
from vision.scene.watcher import Watcher
from vision.setup.calibration import Calibration
from vision.sighting import Frame, Sighting

LIGHT = 120
"""Between the cloth of a drawn table and its cards."""


def moved_to(quad: Quad, middle: Floats) -> Quad:
    """The outline with its middle there."""
    return np.asarray(quad - quad.mean(axis=0) + middle, np.float32)


@dataclass
class PerfectReader:
    """Says of a drawn table what lies there."""

    table: DrawnTable
    looks: int = 0
    known: Known = field(init=False)
    alone: tuple[FoundCard, ...] = ()
    alone_is: Belief = NOBODY_KNOWS
    finder: SimpleNamespace = field(init=False)
    identifier: SimpleNamespace = field(
        default_factory=lambda: SimpleNamespace(choose_deck_again=lambda: None, expect=lambda _: None)
    )

    def __post_init__(self) -> None:
        self.finder = SimpleNamespace(find_closely=self.find_closely)

    def find_closely(self, picture: Image, *_: float) -> list[FoundCard]:
        """What stands alone, around the middle of what is light."""
        light = np.argwhere(picture[..., 0] > LIGHT)[:, ::-1]
        return [replace(card, quad=moved_to(card.quad, light.mean(axis=0))) for card in self.alone]

    def read_outlines(
        self, _picture: Image, _width: float | None, known: Known = lambda _: [], *_asked: object, **_told: object
    ) -> list[CardReading]:
        self.looks, self.known = self.looks + 1, known
        return self.table.readings()

    def read_at(self, _picture: Image, quad: Quad) -> CardReading:
        return CardReading(quad, self.alone_is, 1.0, (True,) * 4)


def watched(watcher: Watcher, table: DrawnTable, first: int, frames: int) -> list[Sighting]:
    return [s for n in range(first, first + frames) for s in watcher.see(Frame(n, n / 10, table.picture()))]


def at_a_bare_table() -> tuple[DrawnTable, PerfectReader, Watcher]:
    """A watcher that has seen five frames of it."""
    table = DrawnTable()
    reader = PerfectReader(table)
    watcher = Watcher(cast(Reader, reader), WIDTH)
    watched(watcher, table, 0, 5)
    return table, reader, watcher


@pytest.mark.parametrize(
    ("missing", "said"),
    [(0, []), (LOST_AFTER, [("cards_taken", None), ("card_played", "AS")])],
    ids=["no frame is missing", "the camera was unplugged"],
)
def test_a_card_that_lies_elsewhere_after_frames_are_missing_was_taken_and_laid_again(
    missing: int, said: list[tuple[str, str | None]]
) -> None:
    table, _, watcher = at_a_bare_table()
    table.cards = [(at(100, 100), sure("KD"))]
    watched(watcher, table, 5, 10)
    table.cards.append((at(200, 100), sure("AS")))
    assert told(watched(watcher, table, 15, 10)) == [("card_played", "AS")]
    table.cards[1] = (at(360, 250), sure("AS"))
    assert told(watched(watcher, table, 25 + missing, 20)) == said


def test_what_is_known_of_a_table_follows_a_camera_that_is_knocked() -> None:
    table = DrawnTable()
    square = ((100.0, 100.0), (360.0, 100.0), (360.0, 240.0), (100.0, 240.0))
    watcher = Watcher(cast(Reader, PerfectReader(table)), None, Calibration(480, 360, WIDTH, 0.0, square, (square,)))
    watched(watcher, table, 0, 5)
    table.cards = [(at(150, 150), sure("AS"))]
    watched(watcher, table, 5, 10)
    table.cards.append((at(320, 200), sure("7H")))
    watched(watcher, table, 15, 10)
    table.view = np.array([[1.1, 0, -20.0], [0, 1.1, 5.0]])
    assert told(watched(watcher, table, 25, 10)) == [("camera_moved", None)]
    assert watcher.calibration is not None
    assert watcher.card_width == pytest.approx(1.1 * WIDTH, rel=0.01)
    assert watcher.calibration.card_width == pytest.approx(1.1 * WIDTH, rel=0.01)
    for zone in (watcher.calibration.play_zone, watcher.calibration.seat_zones[0], watcher.scene.zones[0]):
        assert np.abs(np.array(zone) - moved(np.array(square, np.float32), table.view)).max() < 3


def test_a_calibration_of_pictures_of_another_shape_leaves_no_seats_of_the_one_before() -> None:
    table = DrawnTable()
    square = ((100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0))
    calibration = Calibration(480, 360, WIDTH, 0.0, square, (square,))
    watcher = Watcher(cast(Reader, PerfectReader(table)), None, calibration)
    watched(watcher, table, 0, 5)
    assert watcher.seat_zones == 1
    watcher.recalibrate(replace(calibration, width=640))
    watched(watcher, table, 5, 5)
    assert watcher.seat_zones == 0


def test_a_camera_that_shows_nothing_for_another_reason_says_the_new_one() -> None:
    table = DrawnTable()
    watcher = Watcher(cast(Reader, PerfectReader(table)), WIDTH)
    dark, white = (np.full((360, 480, 3), level, np.uint8) for level in (0, 255))
    pictures = [table.picture()] * 5 + [dark] * 10 + [white] * 10
    said = [s.reason for n, picture in enumerate(pictures) for s in watcher.see(Frame(n, n / 10, picture))]
    assert said == [CameraTrouble.BLACK.value, CameraTrouble.OVEREXPOSED.value]


def test_a_picture_in_which_nothing_moves_is_read_until_a_question_could_be_asked_and_no_more() -> None:
    table, reader, watcher = at_a_bare_table()
    table.cards = [(at(150, 150), belief(("AS", 0.5), ("AC", 0.5)))]
    before = reader.looks
    watched(watcher, table, 5, 1)
    assert reader.looks == before + 1
    assert told(watched(watcher, table, 6, 12)) == [("card_played", "??")]
    assert reader.looks == before + 1 + PATIENCE
    table.cards.append((at(320, 200), sure("7H")))
    assert told(watched(watcher, table, 18, 12)) == [("card_played", "7H")]
    assert reader.looks > before + 1 + PATIENCE


@pytest.mark.parametrize(
    ("wide", "seen", "said"),
    [(1.0, (0.9, 0.9, 0.9, 0.9), [("card_played", "??")]), (0.6, (0.9, 0.9, 0.9, 0.9), []), (1.0, (0.9, 0.9, 0.9, 0.0), [])],
    ids=["a card", "a lamp's reflection", "a part of one that was pushed"],
)
def test_a_card_that_is_found_only_where_the_known_ones_are_painted_over_is_asked_about(
    wide: float, seen: tuple[float, float, float, float], said: list[tuple[str, str | None]]
) -> None:
    table, reader, watcher = at_a_bare_table()
    table.cards = [(at(150, 150), sure("AS"))]
    watched(watcher, table, 5, 10)
    table.cards.append((at(175, 180), NOBODY_KNOWS))
    table.smudged, reader.alone = (1,), (FoundCard(resized(at(175, 180), wide), seen),)
    assert told(watched(watcher, table, 15, 12)) == said


def test_a_pushed_card_that_is_found_otherwise_where_it_stands_alone_is_one_card() -> None:
    table, reader, watcher = at_a_bare_table()
    table.cards = [(at(380, 100), sure("KD")), (at(150, 150), sure("AH"))]
    watched(watcher, table, 5, 10)
    askew = at(250, 180) + np.array([[0, 0], [0, 0], [0, 0], [-0.26 * WIDTH, 0]], np.float32)
    table.cards[1] = (askew, sure("AH"))
    reader.alone, reader.alone_is = (FoundCard(at(250, 180), (0.9, 0.9, 0.9, 0.9)),), sure("AH")
    assert told(watched(watcher, table, 15, 20)) == []


def test_what_was_found_by_corners_of_a_named_card_is_that_card_where_nothing_has_changed_at_them() -> None:
    table, reader, watcher = at_a_bare_table()
    table.cards = [(at(150, 150), sure("AS")), (at(320, 150), NOBODY_KNOWS)]
    watched(watcher, table, 5, 20)
    named, unread = (card.quad for card in watcher.scene.lying)
    askew = named + 0.18 * WIDTH * np.array([[0, 0], [0, 1], [1, 1], [1, 0]], np.float32)
    piece, whole = FoundCard(askew, (0.9, 0.0, 0.0, 0.0)), FoundCard(named, (0.9, 0.9, 0.9, 0.9))
    ace = watcher.scene.lying[0].belief
    nobodys, not_its_own = FoundCard(unread, (0.9, 0.9, 0.9, 0.9)), replace(piece, seen=(0.9, 0.9, 0.0, 0.0))
    assert reader.known([piece, nobodys, whole, not_its_own]) == [
        (piece, ace),
        (nobodys, None),
        (whole, ace),
        (not_its_own, None),
    ]
    table.cards.append((at(190, 190), sure("7H")))
    watched(watcher, table, 25, 1)
    assert reader.known([piece, whole]) == [(piece, ace), (whole, None)]
    table.cards[2] = (at(120, 110), sure("7H"))
    watched(watcher, table, 26, 1)
    assert reader.known([piece]) == [(piece, None)]


def test_a_card_that_is_missing_is_looked_for_in_every_frame_until_it_is_told_as_taken() -> None:
    table, reader, watcher = at_a_bare_table()
    table.cards = [(at(150, 150), sure("AS"))]
    watched(watcher, table, 5, 8)
    table.cards.append((at(320, 200), sure("7H")))
    watched(watcher, table, 13, 30)
    del table.cards[0]
    before, frames = reader.looks, 0
    while not watched(watcher, table, 43 + frames, 1):
        frames += 1
    assert frames == reader.looks - before - 1 > PATIENCE
    assert [card.label for card in watcher.scene.lying] == ["7H"]
