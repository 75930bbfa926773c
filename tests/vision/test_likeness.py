"""A face that was shown already is known again, and its nearest neighbour in the pack is another."""

from itertools import combinations

import numpy as np
import pytest

from vision.arrays import Floats, Image
from vision.geometry import card_outline, straighten
from vision.picture.likeness import SAME, difference, even
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH
from vision.training.lettering import PenLettering
from vision.training.national_deck import NationalDeck
from vision.training.nations import Index, random_national_design
from vision.training.scenes import paste
from vision.training.suits import Nation


def pack(nation: Nation) -> NationalDeck:
    """One without indices whose marks are small: nothing but their number tells its cards apart."""
    rng = np.random.default_rng(3)
    designs = (random_national_design(rng, nation, PenLettering()) for _ in range(1000))
    return NationalDeck(next(each for each in designs if each.index is Index.NONE and each.mark_size < 0.2 and not each.is_twice))


def seen(face: Image, turn: float, light: Floats) -> Floats:
    """The face as a camera sees it whose picture is lit unevenly, from an outline that is a little off."""
    canvas = np.full((400, 400, 3), (60, 90, 40), np.float32)
    quad = card_outline((200, 200), 90, turn)
    paste(canvas, face, quad, np.full(3, 0.9, np.float32), (2.0, 3.0, 3.0, 0.3))
    slope = np.linspace(0.75, 1.0, 400, dtype=np.float32)[:, None, None]
    picture = np.clip(canvas * slope * light, 0, 255).astype(np.uint8)
    return even(straighten(picture, quad + np.float32(0.6), FACE_WIDTH, FACE_HEIGHT))


@pytest.mark.parametrize("nation", Nation)
def test_cards_that_differ_by_one_small_mark_are_two(nation: Nation) -> None:
    deck = pack(nation)
    faces = {label: deck.face(label) for label in deck.labels if label[0].isdigit()}
    warm = np.array([0.85, 0.95, 1.0], np.float32)
    first = {label: seen(face, 0.1, warm) for label, face in faces.items()}
    again = {label: seen(face, 0.1 + np.pi, 0.9 * warm) for label, face in faces.items()}
    assert [label for label in faces if difference(first[label], again[label]) >= SAME] == []
    alike = [(one, other) for one, other in combinations(faces, 2) if difference(first[one], again[other]) < SAME]
    assert alike == []


def test_a_bare_face_is_like_itself_and_unlike_any_other() -> None:
    bare = even(np.full((FACE_HEIGHT, FACE_WIDTH, 3), 240, np.uint8))
    marked = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 240, np.uint8)
    marked[100:124, 74:86] = (60, 60, 160)
    assert difference(bare, bare) == 0
    assert difference(bare, even(marked)) > SAME
