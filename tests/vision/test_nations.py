"""The packs of other countries that the maker draws."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.arrays import Floats
from vision.faces import BACK
from vision.training.frames import Frame, random_frame
from vision.training.lettering import PenLettering
from vision.training.national_deck import NationalDeck, places_of
from vision.training.nations import Rows, random_national_design
from vision.training.suits import Nation, random_marks

SIZES = {Nation.GERMAN: 36, Nation.SWISS: 36, Nation.ITALIAN: 40, Nation.SPANISH: 48}


def deck(nation: Nation, seed: int) -> NationalDeck:
    return NationalDeck(random_national_design(np.random.default_rng(seed), nation, PenLettering()))


@pytest.mark.parametrize("nation", Nation)
def test_every_card_of_a_pack_has_a_face_of_its_own_and_the_same_seed_gives_the_same(nation: Nation) -> None:
    drawn, again = deck(nation, 5), deck(nation, 5)
    faces = {label: drawn.face(label) for label in (*drawn.labels, BACK)}
    assert len({face.tobytes() for face in faces.values()}) == SIZES[nation] + 1
    assert all(np.array_equal(again.face(label), faces[label]) for label in ("AC", "KD", "7H", BACK))


@pytest.mark.parametrize("nation", Nation)
def test_the_four_suits_of_a_printer_are_told_apart(nation: Nation) -> None:
    for seed in range(6):
        drawn = []
        for mark in random_marks(nation, np.random.default_rng(seed)).values():
            card: Floats = np.full((60, 60, 3), 250, np.float32)
            mark.paint(card, (30, 30), 50)
            drawn.append(card)
        assert min(float(np.abs(a - b).mean()) for i, a in enumerate(drawn) for b in drawn[:i]) > 4


@pytest.mark.parametrize("rows", Rows)
@pytest.mark.parametrize("count", range(2, 11))
def test_a_number_has_as_many_marks_as_it_says_none_on_another(rows: Rows, count: int) -> None:
    places = [place[:2] for place in places_of(count, rows, True, np.random.default_rng(count))]
    assert len(set(places)) == len(places) == count
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in places)


def test_an_unders_mark_stands_lower_than_an_overs_in_the_half_of_the_card() -> None:
    for seed in range(8):
        drawn = deck(Nation.GERMAN, seed)
        plain = NationalDeck(replace(drawn.design, has_figures=False, has_titles=False, is_double=True, frame=None))
        heights = {rank: _middle_of_red(plain.face(f"{rank}H")[20:100, :, :3].astype(np.float32)) for rank in "QJ"}
        assert heights["Q"] < heights["J"]


def _middle_of_red(half: Floats) -> float:
    """How far down the red ink of a half lies on the average, in pixels."""
    rows = np.nonzero((half[..., 2] > 120) & (half[..., 1] < 110))[0]
    return float(rows.mean())


def test_a_frame_lies_inside_the_edge_and_has_as_many_gaps_as_it_should() -> None:
    def ink(frame: Frame) -> Floats:
        card: Floats = np.full((140, 100, 3), 250, np.float32)
        frame.draw(card)
        return np.asarray(card[..., 0] < 200)

    whole, broken = ink(Frame(inset=0.1, weight=0.02)), ink(Frame(inset=0.1, weight=0.02, gaps=2))
    assert not whole[:8].any()
    along, gaps = (np.asarray(lines[8:13].any(axis=0))[12:-12].astype(int) for lines in (whole, broken))
    assert along.all()
    assert (np.diff(gaps) == 1).sum() == 2
    for seed in range(20):
        assert 0.001 < ink(random_frame(np.random.default_rng(seed), (0, 0, 0))).mean() < 0.35


def test_marks_of_a_narrow_card_are_drawn_flatter() -> None:
    def height(flat: float) -> int:
        card: Floats = np.full((100, 100, 3), 250, np.float32)
        random_marks(Nation.GERMAN, np.random.default_rng(1))["H"].paint(card, (50, 50), 80, 0.0, flat)
        return cv2.boundingRect((card.min(axis=2) < 200).astype(np.uint8))[3]

    assert height(0.75) == pytest.approx(0.75 * height(1.0), abs=2)
