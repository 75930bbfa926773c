"""A deck of suits that nobody ever saw becomes readable by showing its cards."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.enrolment import EnrolledDeck, Enrolment
from vision.faces import BACK, LABELS
from vision.geometry import card_outline
from vision.identifier import Belief, Crops, Identifier
from vision.last_layer import STRANGE, DeckChoice
from vision.reader import Reader
from vision.showing import Showing
from vision.sighting import Frame
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH, Deck, DeckDesign, card_shape
from vision.training.scenes import paste

SYMBOLS = {"AS": 3, "KS": 4, "7H": 6, "9D": 12}
"""Four faces of a novelty deck: polygons of so many sides in colours of their own."""


def symbol(label: str) -> Image:
    face = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 250, np.uint8)
    sides = SYMBOLS[label]
    turn = np.arange(sides) * 2 * np.pi / sides
    colour = ((40 * sides) % 200, (90 * sides) % 180, (23 * sides) % 220)
    for x, y, size in ((80, 112, 50), (25, 35, 18), (135, 189, 18)):
        points = np.stack([x + size * np.cos(turn), y + size * np.sin(turn)], axis=1)
        cv2.fillPoly(face, [points.astype(np.int32)], colour)
    return np.dstack([face, card_shape()])


def shown(label: str, turn: float = 0.1) -> tuple[Image, np.ndarray]:
    canvas = np.full((400, 400, 3), (60, 90, 40), np.float32)
    quad = card_outline((200, 200), 110, turn)
    paste(canvas, symbol(label), quad, np.full(3, 0.92, np.float32), (2.0, 3.0, 3.0, 0.3))
    return np.clip(canvas, 0, 255).astype(np.uint8), quad


@pytest.fixture(scope="module")
def identifier() -> Identifier:
    return Identifier()


@pytest.fixture(scope="module")
def deck(identifier: Identifier) -> EnrolledDeck:
    enrolment = Enrolment("polygons", (*SYMBOLS, "QC"))
    for label in SYMBOLS:
        enrolment.show(label, [shown(label)] * 2)
    assert enrolment.missing == ("QC",)
    return enrolment.learn(identifier, lessons=700)


def test_the_cards_of_an_enrolled_deck_are_read_from_either_end(deck: EnrolledDeck, identifier: Identifier) -> None:
    for label in SYMBOLS:
        for turn in (0.0, 0.7, np.pi, 4.0):
            picture, quad = shown(label, turn)
            features, own = identifier.study(Crops.of(picture, [quad]))
            assert Belief(deck.layer.logs(features, own)[0]).label == label


def test_a_face_that_was_not_shown_is_not_named(deck: EnrolledDeck, identifier: Identifier) -> None:
    picture, quad = shown("AS")
    features, own = identifier.study(Crops.of(picture, [quad]))
    assert deck.layer.logs(features, own)[0][LABELS.index("QC")] < STRANGE / 2


def test_an_enrolled_deck_is_kept_and_read_again(deck: EnrolledDeck, identifier: Identifier, tmp_path: Path) -> None:
    kept = tmp_path / f"{deck.name}.npz"
    kept.write_bytes(deck.packed())
    again = EnrolledDeck.load(kept)
    picture, quad = shown("7H")
    features, own = identifier.study(Crops.of(picture, [quad]))
    assert (again.name, set(again.faces)) == ("polygons", set(SYMBOLS))
    assert np.allclose(again.layer.logs(features, own), deck.layer.logs(features, own), atol=0.3)


def test_something_else_is_refused_as_an_enrolled_deck(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(ValueError, match="not an enrolled deck"):
        EnrolledDeck.load(tmp_path / "other.npz")


def test_the_deck_that_lies_on_the_table_is_recognised(deck: EnrolledDeck, identifier: Identifier) -> None:
    pictures = [shown(label) for label in SYMBOLS]
    looks = [identifier.study(Crops.of(picture, [quad])) for picture, quad in pictures]
    features, own = (np.concatenate(parts) for parts in zip(*looks, strict=True))
    choice, everyone = DeckChoice((replace(deck.layer, name="club"),)), np.ones(len(own), bool)
    assert choice.name == ""
    assert np.array_equal(choice.hear(features, own, everyone), deck.layer.logs(features, own))
    assert choice.name == "club"
    canvas = np.full((400, 400, 3), (60, 90, 40), np.float32)
    quad = card_outline((200, 200), 110, 0.0)
    paste(canvas, Deck(DeckDesign(5)).face(BACK), quad, np.ones(3, np.float32), (0.0, 0.0, 1.0, 0.0))
    back, its_own = identifier.study(Crops.of(canvas.astype(np.uint8), [quad]))
    assert np.array_equal(DeckChoice((deck.layer,)).hear(back, its_own, everyone[:1]), its_own)
    assert np.array_equal(choice.hear(back, its_own, everyone[:1]), deck.layer.logs(back, its_own))


def test_looks_that_have_no_say_choose_no_deck(deck: EnrolledDeck, identifier: Identifier) -> None:
    picture, quad = shown(next(iter(SYMBOLS)))
    features, own = identifier.study(Crops.of(picture, [quad]))
    choice = DeckChoice((deck.layer,))
    choice.hear(features, own, np.array([False]))
    assert choice.place is None


@pytest.mark.parametrize("label", ["AS", "TD", "7H", "QC"])
def test_an_ordinary_deck_is_not_taken_for_the_enrolled_one(deck: EnrolledDeck, identifier: Identifier, label: str) -> None:
    canvas = np.full((400, 400, 3), (60, 90, 40), np.float32)
    quad = card_outline((200, 200), 110, 0.0)
    paste(canvas, Deck(DeckDesign(5)).face(label), quad, np.full(3, 0.92, np.float32), (0.0, 0.0, 1.0, 0.0))
    choice = DeckChoice((deck.layer,))
    choice.hear(*identifier.study(Crops.of(canvas.astype(np.uint8), [quad])), np.array([True]))
    assert choice.place is None


def test_a_card_that_is_shown_is_noticed_once_and_the_next_one_again() -> None:
    face = Deck(DeckDesign(5)).face
    showing, noticed = Showing(Reader()), []
    empty = np.full((400, 400, 3), (60, 90, 40), np.uint8)

    def lying(label: str) -> Image:
        canvas = empty.astype(np.float32)
        paste(canvas, face(label), card_outline((200, 200), 90, 0.2), np.full(3, 0.92, np.float32), (2.0, 3.0, 3.0, 0.3))
        return np.clip(canvas, 0, 255).astype(np.uint8)

    pictures = [empty] * 2 + [lying("AS")] * 4 + [empty] + [lying("AS")] * 9 + [empty] * 4 + [lying("7H")] * 6
    for number, picture in enumerate(pictures):
        card = showing.see(Frame(number, number / 10, picture))
        if card is not None:
            noticed.append(card.belief.label)
    assert noticed == ["AS", "7H"]
