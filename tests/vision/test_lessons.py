"""What a deck is learnt from is called by a card's name only where it could be no other's."""

import cv2
import numpy as np

from vision.arrays import Image
from vision.faces import PLAIN_FACES
from vision.picture.likeness import COLUMNS, ROWS
from vision.setup.lessons import Faces
from vision.training.crops import answer_for
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH, Deck, DeckDesign, card_shape
from vision.training.scenes import Recipe, Scene, render

MARKED = np.zeros((ROWS, COLUMNS), np.bool_)
MARKED[5:9, 3:7] = True
"""The cells where the faces below have their marks."""


def face(colour: tuple[int, int, int]) -> Image:
    """All ink in the middle, all corners alike."""
    plain = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 250, np.uint8)
    cv2.circle(plain, (FACE_WIDTH // 2, FACE_HEIGHT // 2), 26, colour, -1)
    return np.dstack([plain, card_shape()])


def scenes(faces: Faces, labels: list[str]) -> list[Scene]:
    rng = np.random.default_rng(4)
    return [faces.told(render(rng, faces, labels, Recipe(troubles=0.0), has_back=False)) for _ in range(40)]


def test_where_corners_are_bare_a_card_is_told_by_what_differs_and_shows() -> None:
    shown = {"7C": face((30, 30, 200)), "8C": face((200, 60, 30)), "9C": face((40, 140, 40)), "TC": face((10, 10, 10))}
    faces = Faces(shown)
    cards = [(card, scene.has_indices) for scene in scenes(faces, list(shown)) for card in scene.cards]
    named = [card for card, has_indices in cards if answer_for(card, has_indices) == card.label]
    hidden = [card for card, _ in cards if not (card.shows & MARKED).any()]
    assert min(len(named), len(hidden)) > 10
    assert all((card.shows & MARKED).any() for card in named)
    assert not any(card.told_by_face for card in hidden)


def test_where_corners_tell_a_card_is_known_by_its_corner() -> None:
    deck = Deck(DeckDesign(3))
    faces = Faces({label: deck.face(label) for label in PLAIN_FACES})
    assert all(scene.has_indices for scene in scenes(faces, list(PLAIN_FACES)))
