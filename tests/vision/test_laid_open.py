"""Cards that lie open beside the pile: which faces several looks agree on, and that the pile hears nothing of them."""

import numpy as np

from tests.vision.drawn import WIDTH, at, belief, sure
from vision.arrays import Quad
from vision.geometry import moved
from vision.picture.identifier import Belief
from vision.picture.reader import Reader
from vision.picture.reading import CardReading
from vision.scene.in_play import InPlay
from vision.scene.laid_open import CALM, LOOKS, LaidOpen, split
from vision.scene.watcher import Watcher
from vision.setup.calibration import Calibration

MIDDLE = at(240, 180)


def read(*cards: tuple[Quad, Belief]) -> list[CardReading]:
    return [CardReading(quad, what, 0.5) for quad, what in cards]


def test_faces_are_told_once_nothing_new_has_come_for_a_while() -> None:
    laid = LaidOpen.around(MIDDLE, WIDTH)
    queen, ten = (at(40, 60), sure("QH")), (at(40, 85), sure("TH"))
    assert [laid.look(read(queen)) for _ in range(LOOKS + 2)] == [()] * (LOOKS + 2)
    told = [laid.look(read(queen, ten)) for _ in range(LOOKS + CALM)]
    assert [faces for faces in told if faces] == [("QH", "TH")]
    assert not laid.is_undecided
    assert [faces for faces in (laid.look(read(queen, ten)) for _ in range(2 * CALM)) if faces] == []


def test_what_is_unsure_or_never_twice_in_one_place_is_not_told() -> None:
    laid = LaidOpen.around(MIDDLE, WIDTH)
    unsure = (at(40, 60), belief(("QH", 0.9), ("QD", 0.1)))
    told = [laid.look(read(unsure, (at(40 + 40 * (look % 2), 200), sure("KC")))) for look in range(3 * CALM)]
    assert set(told) == {()}


def test_a_face_that_shows_later_is_told_later() -> None:
    laid = LaidOpen.around(MIDDLE, WIDTH)
    for _ in range(2 * CALM):
        laid.look([])
    told = [laid.look(read((at(40, 60), sure("QH")))) for _ in range(2 * CALM)]
    assert ("QH",) in told


def test_play_is_around_the_first_card_and_follows_the_camera() -> None:
    laid, shift = LaidOpen.around(MIDDLE, WIDTH), np.array([[1.0, 0, 100], [0, 1, 0]])
    near, far = read((at(300, 180), sure("AS")), (at(400, 180), sure("2S")))
    assert split([near, far], [laid.place]) == ([near], [far])
    laid.follow_camera(shift)
    assert split([CardReading(moved(near.quad, shift), near.belief, 1.0)], [laid.place])[1] == []
    assert split([near, far], [laid.place]) == ([near, far], [])


def test_what_was_told_is_one_block_wherever_its_cards_are_pushed() -> None:
    laid = LaidOpen.around(MIDDLE, WIDTH)
    queen, ten, pushed = (at(40, 60), sure("QH")), (at(40, 85), sure("TH")), (at(48, 85), sure("TH"))
    for _ in range(LOOKS + CALM):
        assert laid.block is None
        laid.look(read(queen, ten))
    assert laid.block is not None
    assert np.ptp(laid.block, axis=0).tolist() == [60.0, 109.0]
    laid.look(read(pushed))
    assert np.ptp(laid.block, axis=0).tolist() == [68.0, 109.0]


def test_on_a_calibrated_table_cards_are_played_before_every_seat_but_the_dummy_s() -> None:
    picture = np.zeros((540, 960, 3), np.uint8)
    calibration = Calibration.from_card(picture, at(480, 270), 4, [180.0, 270.0, 0.0, 90.0])
    watcher = Watcher(Reader(), calibration=calibration)
    before = {"left": at(320, 270), "right": at(640, 270)}
    watcher._use_calibration(picture)
    for seat, sides in ((None, []), (1, ["right"]), (3, ["left"])):
        watcher.in_play = InPlay(has_dummy=True, dummy=seat)
        watcher._open = watcher._laid_open()
        zones = watcher._play_zones
        assert [side for side, quad in before.items() if split(read((quad, sure("AS"))), zones)[0]] == sides
