"""An order of names laid beside the faces that were shown."""

import pytest

from tests.vision.drawn import belief, sure
from vision.faces import LABELS
from vision.picture.identifier import Belief
from vision.setup.ordering import Slip, contradicted, slips

ORDER = ("6C", "6D", "6H", "6S", "7C", "7D")
UNREAD = belief(*((label, 1.0) for label in LABELS))


@pytest.mark.parametrize("gone", range(len(ORDER)))
def test_a_card_that_was_not_noticed_is_found_where_the_eye_reads_the_others(gone: int) -> None:
    shown = [sure(label) for label in ORDER if label != ORDER[gone]]
    assert slips(shown, ORDER) == [Slip(gone, None)]


@pytest.mark.parametrize("extra", range(len(ORDER) + 1))
def test_a_face_too_many_is_found_as_well(extra: int) -> None:
    shown = [sure(label) for label in (*ORDER[:extra], "KS", *ORDER[extra:])]
    assert slips(shown, ORDER) == [Slip(None, extra)]


def test_where_the_eye_reads_nothing_the_count_alone_is_known() -> None:
    found = slips([UNREAD] * 4, ORDER)
    assert [slip.face for slip in found] == [None, None]


@pytest.mark.parametrize(
    ("read", "places"),
    [
        ([sure("6C"), sure("6H"), sure("6D")], [1, 2]),
        ([sure("6C"), UNREAD, sure("6H")], []),
        ([sure("6C"), belief(("7D", 0.9), ("6D", 0.1)), sure("6H")], []),
    ],
    ids=["two names changed", "not read", "not surely read"],
)
def test_names_that_the_eye_surely_reads_otherwise_are_contradicted(read: list[Belief], places: list[int]) -> None:
    assert contradicted(read, ("6C", "6D", "6H")) == places
