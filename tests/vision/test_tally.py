"""What becomes of the plays of a simulated evening is counted by what was laid, when and where."""

import numpy as np
import pytest

from benchmarks.evenings import tally
from device.evening import Evening, Truth
from device.simulation import HEIGHT, WIDTH, seen_from
from scoring.cards import Card
from scoring.seats import Seat
from vision.faces import UNKNOWN
from vision.geometry import card_outline
from vision.sighting import Sighting, SightingKind


def laid(card: str, at: float, x: float, trouble: str | None = None) -> Truth:
    return Truth(Card.parse(card), Seat.A, at, 180.0, x, 100.0, trouble)


def said(label: str, at: float, x: float) -> Sighting:
    quad = card_outline((x, 100.0), 96.0, 0.0)
    return Sighting(SightingKind.CARD_PLAYED, at, round(10 * at), label, 1.0, (), quad, entered_from=180.0, number=round(10 * at))


@pytest.mark.parametrize(
    ("sightings", "right", "wrong", "missed", "needless"),
    [
        ([said("AS", 1.2, 100), said("KD", 3.2, 300), said("AS", 40.2, 100)], 3, 0, 0, 0),
        ([said("AS", 1.2, 100), said("KD", 3.2, 300)], 2, 0, 1, 0),
        ([said("AS", 1.2, 100), said("AS", 2.0, 100), said("KD", 3.2, 300), said("AS", 40.2, 100)], 3, 1, 0, 0),
        ([said("KD", 1.2, 100), said("KD", 3.2, 300), said("AS", 40.2, 100)], 2, 1, 0, 0),
        ([said("AS", 1.2, 100), said(UNKNOWN, 3.8, 310), said("AS", 40.2, 100)], 2, 0, 0, 0),
        ([said("AS", 1.2, 100), said(UNKNOWN, 3.8, 600), said("AS", 40.2, 100)], 2, 0, 0, 1),
    ],
    ids=["as it was", "of the second hand one lacks", "told twice", "before it lay", "asked about", "a question about nothing"],
)
def test_each_time_that_a_card_is_laid_accounts_for_one_reading(
    sightings: list[Sighting], right: int, wrong: int, missed: int, needless: int
) -> None:
    evening = Evening(2)
    evening.truth = [laid("AS", 1.0, 100), laid("KD", 3.0, 300, "unsure"), laid("AS", 40.0, 100)]
    counts = tally(evening, sightings).counts
    assert [counts[what] for what in ("right", "wrong", "missed", "needless")] == [right, wrong, missed, needless]


def test_under_a_camera_that_leans_the_middle_stays_and_what_is_farther_off_is_smaller() -> None:
    def width_at(y: float) -> float:
        ends = seen_from(35.0) @ np.array([[WIDTH / 2 - 50, WIDTH / 2 + 50], [y, y], [1, 1]])
        return float(ends[0, 1] / ends[2, 1] - ends[0, 0] / ends[2, 0])

    assert width_at(0) < 90 < 120 < width_at(HEIGHT)
    assert width_at(HEIGHT / 2) == pytest.approx(100)
    assert np.array_equal(seen_from(0.0), np.eye(3))
