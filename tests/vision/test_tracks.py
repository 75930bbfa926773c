"""Outlines followed from frame to frame: which look goes on with which, and whether it lies still."""

import numpy as np
import pytest

from tests.vision.drawn import NOBODY_KNOWS, at, belief, sure
from vision.arrays import Quad
from vision.geometry import distance, moved
from vision.picture.identifier import Belief
from vision.picture.reading import CardReading
from vision.scene.tracks import Track, follow

SMUDGED = belief(("QS", 0.6), ("KS", 0.4))


def lying(place: Quad) -> Track:
    """A card that has lain in plain view for three frames, and leads."""
    track = Track(place, 9, 9, place, [SMUDGED], 1.0, entered_from=270.0, still=3)
    track.note_nats(2.0, 9)
    return track


def looked(track: Track, *readings: CardReading) -> list[Track]:
    """What is followed after one more frame in which something moves."""
    return follow([track], 10, list(readings), 0.0, True, frozenset())


def plain(place: Quad, says: Belief = SMUDGED) -> CardReading:
    return CardReading(place, says, 1.0, (True,) * 4)


def turned_about_a_corner(place: Quad, by: float) -> Quad:
    c, s = np.cos(by), np.sin(by)
    return np.asarray((place - place[0]) @ np.array([[c, s], [-s, c]]) + place[0], np.float32)


@pytest.mark.parametrize(("corner", "still"), [(0, 4), (1, 0)], ids=["where it was", "elsewhere"])
def test_a_piece_lies_still_where_the_corner_that_is_seen_lay(corner: int, still: int) -> None:
    track, askew = lying(at(200, 150)), turned_about_a_corner(at(200, 150), 0.11)
    found = CardReading(askew, SMUDGED, 0.25, (corner == 0, corner == 1, False, False))
    assert distance(track.quad, askew) < 0.28
    assert [one.still for one in looked(track, found) if one.last == 10] == [still]


def test_a_card_in_plain_view_lies_still_where_its_middle_lay() -> None:
    assert [one.still for one in looked(lying(at(200, 150)), plain(at(203, 152)))] == [4]
    assert [one.still for one in looked(lying(at(200, 150)), plain(at(208, 152)))] == [0]


def test_a_card_on_which_another_is_laid_stays_where_it_was() -> None:
    track = lying(at(200, 150))
    laid, beside = plain(at(215, 165, 0.2), sure("AD")), plain(at(214, 158), NOBODY_KNOWS)
    followed = looked(track, beside, laid)
    assert track in followed
    assert (track.last, track.still, len(followed)) == (9, 3, 3)
    assert track.quad.tolist() == at(200, 150).tolist()


def test_a_card_that_is_pushed_with_none_laid_on_it_is_followed() -> None:
    track = lying(at(200, 150))
    assert looked(track, plain(at(214, 158), NOBODY_KNOWS), plain(at(330, 220), sure("AD")))[0] is track
    assert (track.last, track.still, track.entered_from) == (10, 0, 270.0)


def test_all_places_of_what_is_followed_move_with_the_camera() -> None:
    track = lying(at(150, 150))
    track.look(10, plain(at(151, 150)), None, False)
    track.came = at(300, 200)
    shift = np.array([[1.0, 0, 20.0], [0, 1.0, -5.0]])
    places = (track.quad, track.before, track.place, track.corners, track.came)
    expected = [moved(place, shift) for place in places]
    track.follow_camera(shift)
    for place, there in zip((track.quad, track.before, track.place, track.corners, track.came), expected, strict=True):
        assert np.allclose(place, there)
