"""A deck of suits that nobody ever saw becomes readable by showing its cards."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.drawn import belief, sure
from vision.arrays import Image
from vision.faces import BACK, LABELS, UNKNOWN
from vision.geometry import card_outline
from vision.picture.identifier import UNREAD, Belief, Crops, Identifier
from vision.picture.last_layer import STRANGE, DeckChoice
from vision.picture.reader import Reader
from vision.picture.reading import CardReading
from vision.setup.enrolment import EnrolledDeck, Enrolment, faces_in
from vision.setup.showing import PATIENCE_S, Showing, ShownCard
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


def card(label: str, read: Belief = UNREAD, turn: float = 0.1) -> ShownCard:
    """The card as it was shown, and what the eye takes it for."""
    return ShownCard([shown(label, turn)] * 2, read)


@pytest.fixture(scope="module")
def identifier() -> Identifier:
    return Identifier()


@pytest.fixture(scope="module")
def deck(identifier: Identifier) -> EnrolledDeck:
    enrolment = Enrolment("polygons", (*SYMBOLS, "QC"))
    for label in SYMBOLS:
        enrolment.call(enrolment.show(card(label)), label)
    assert enrolment.missing == ("QC",)
    return enrolment.learn(identifier, lessons=700)


def test_the_cards_of_an_enrolled_deck_are_read_from_either_end(deck: EnrolledDeck, identifier: Identifier) -> None:
    for label in SYMBOLS:
        for turn in (0.0, 0.7, np.pi, 4.0):
            picture, quad = shown(label, turn)
            features, own = identifier.study(Crops.of(picture, [quad]), other_suits=True)
            assert Belief(deck.layer.logs(features, own)[0]).label == label


def test_a_whole_card_between_two_names_is_told_by_how_their_faces_looked(deck: EnrolledDeck, identifier: Identifier) -> None:
    said = belief(("AS", 0.35), ("7H", 0.35), ("KD", 0.1), (BACK, 0.2)).logs[None]
    choice = DeckChoice((deck.layer,))
    crops = [Crops.of(picture, [quad]) for picture, quad in (shown(label, turn=0.7) for label in ("AS", "7H"))]
    assert np.array_equal(choice.compare(said, crops[0].cards, [True]), said)  # this deck is not known to lie there
    features, own = identifier.study(Crops.joined(crops), other_suits=True)
    choice.hear(features, own, np.ones(2, np.bool_), features)
    for label, one in zip(("AS", "7H"), crops, strict=True):
        (logs,) = np.exp(choice.compare(said, one.cards, [True]))
        assert logs[LABELS.index(label)] > 0.6
        assert np.isclose(logs[LABELS.index(BACK)], 0.2, atol=0.01)
        assert np.array_equal(choice.compare(said, one.cards, [False]), said)


def test_what_lies_on_a_card_says_little_of_which_it_is(deck: EnrolledDeck) -> None:
    picture, quad = shown("AS", turn=0.0)
    said = belief(("AS", 0.5), ("7H", 0.5)).logs
    cv2.rectangle(picture, (0, 0), (400, 200), (90, 130, 200), -1)  # a hand on its upper half
    bare, half = shown("AS", turn=0.0)[0], picture
    chances = [np.exp(deck.layer.compared(said, Crops.of(some, [quad]).cards[0]))[LABELS.index("AS")] for some in (bare, half)]
    assert chances[0] > chances[1] > 0.5


def test_a_face_that_was_not_shown_is_the_networks_to_read(deck: EnrolledDeck, identifier: Identifier) -> None:
    picture, quad = shown("AS")
    features, _ = identifier.study(Crops.of(picture, [quad]), other_suits=True)
    assert deck.layer.missing == ()  # of this deck the network can read nothing
    assert deck.layer.has_other_suits
    layer = replace(deck.layer, missing=("QC",))
    said = {"QC": belief(("QC", 0.995), ("7D", 0.005)), "AS": sure("7D"), "doubt": belief(("QC", 0.5), ("7D", 0.5))}
    reads = {name: layer.logs(features, each.logs[None])[0] for name, each in said.items()}
    assert np.exp(reads["QC"][LABELS.index("QC")]) > 0.99
    assert np.exp(reads["AS"][LABELS.index("AS")]) > 0.98
    assert np.exp(reads["doubt"]).max() < 0.6
    assert reads["AS"][LABELS.index("7D")] < STRANGE / 2


def test_an_enrolled_deck_is_kept_and_read_again(deck: EnrolledDeck, identifier: Identifier, tmp_path: Path) -> None:
    kept = tmp_path / f"{deck.name}.npz"
    kept.write_bytes(deck.packed())
    again = EnrolledDeck.load(kept)
    picture, quad = shown("7H")
    features, own = identifier.study(Crops.of(picture, [quad]))
    assert (again.name, set(again.layer.faces), again.layer.missing) == ("polygons", set(SYMBOLS), ())
    assert np.allclose(again.layer.logs(features, own), deck.layer.logs(features, own), atol=0.3)
    kept.write_bytes(replace(deck, layer=replace(deck.layer, has_other_suits=not deck.layer.has_other_suits)).packed())
    assert EnrolledDeck.load(kept).layer.has_other_suits is not deck.layer.has_other_suits


def test_a_deck_that_was_learnt_when_there_was_one_network_is_read_as_ever(deck: EnrolledDeck, tmp_path: Path) -> None:
    kept = tmp_path / "old.npz"
    kept.write_bytes(deck.packed())
    with np.load(kept) as stored:
        np.savez(kept, **{name: stored[name] for name in stored if name != "has_other_suits"})
    assert EnrolledDeck.load(kept).layer.has_other_suits is False


def test_a_deck_of_other_suits_is_known_by_what_the_second_network_saw(deck: EnrolledDeck, identifier: Identifier) -> None:
    picture, quad = shown("AS")
    crops = Crops.of(picture, [quad])
    (first, own), (features, _) = identifier.study(crops), identifier.study(crops, other_suits=True)
    choice, say = DeckChoice((replace(deck.layer, name="club", has_other_suits=True),)), np.array([True])
    assert np.array_equal(choice.hear(first, own, say), own)
    assert np.array_equal(choice.hear(first, own, say, features), deck.layer.logs(features, own))
    assert np.array_equal(choice.hear(first, own, say), own)


def test_something_else_is_refused_as_an_enrolled_deck(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(ValueError, match="not an enrolled deck"):
        EnrolledDeck.load(tmp_path / "other.npz")


def test_the_deck_that_lies_on_the_table_is_recognised(deck: EnrolledDeck, identifier: Identifier) -> None:
    pictures = [shown(label) for label in SYMBOLS]
    looks = [identifier.study(Crops.of(picture, [quad]), other_suits=True) for picture, quad in pictures]
    features, own = (np.concatenate(parts) for parts in zip(*looks, strict=True))
    choice, everyone = DeckChoice((replace(deck.layer, name="club"),)), np.ones(len(own), bool)
    assert choice.name == ""
    assert np.array_equal(choice.hear(features, own, everyone, features), deck.layer.logs(features, own))
    assert choice.name == "club"
    canvas = np.full((400, 400, 3), (60, 90, 40), np.float32)
    quad = card_outline((200, 200), 110, 0.0)
    paste(canvas, Deck(DeckDesign(5)).face(BACK), quad, np.ones(3, np.float32), (0.0, 0.0, 1.0, 0.0))
    back, its_own = identifier.study(Crops.of(canvas.astype(np.uint8), [quad]), other_suits=True)
    assert np.array_equal(DeckChoice((deck.layer,)).hear(back, its_own, everyone[:1], back), its_own)
    assert np.array_equal(choice.hear(back, its_own, everyone[:1], back), deck.layer.logs(back, its_own))


def test_looks_that_have_no_say_choose_no_deck(deck: EnrolledDeck, identifier: Identifier) -> None:
    picture, quad = shown(next(iter(SYMBOLS)))
    features, own = identifier.study(Crops.of(picture, [quad]), other_suits=True)
    choice = DeckChoice((deck.layer,))
    choice.hear(features, own, np.array([False]), features)
    assert choice.place is None


@pytest.mark.parametrize("label", ["AS", "TD", "7H", "QC"])
def test_an_ordinary_deck_is_not_taken_for_the_enrolled_one(deck: EnrolledDeck, identifier: Identifier, label: str) -> None:
    canvas = np.full((400, 400, 3), (60, 90, 40), np.float32)
    quad = card_outline((200, 200), 110, 0.0)
    paste(canvas, Deck(DeckDesign(5)).face(label), quad, np.full(3, 0.92, np.float32), (0.0, 0.0, 1.0, 0.0))
    choice = DeckChoice((deck.layer,))
    features, own = identifier.study(Crops.of(canvas.astype(np.uint8), [quad]), other_suits=True)
    choice.hear(features, own, np.array([True]), features)
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


def test_a_face_that_was_shown_already_is_that_one_again_from_either_end() -> None:
    enrolment = Enrolment("polygons", tuple(SYMBOLS))
    for label in SYMBOLS:
        enrolment.call(enrolment.show(card(label)), label)
    assert [enrolment.show(card(label, turn=turn)) for label, turn in (("KS", 0.4), ("9D", 3.3))] == [1, 3]
    assert enrolment.names == tuple(SYMBOLS)


def test_the_eye_names_what_it_surely_reads_and_no_name_twice() -> None:
    enrolment = Enrolment("polygons", ("AS", "KS", "7H", "9D"))
    unsure = belief(("AS", 0.6), ("KS", 0.4))
    for label, read in (("AS", sure("AS")), ("KS", unsure), ("7H", sure("9D")), ("9D", sure("9D"))):
        enrolment.show(card(label, read))
    assert enrolment.names == ("AS", "KS", UNKNOWN, UNKNOWN)
    assert enrolment.missing == ("7H", "9D")
    enrolment.call(2, "7H")
    assert enrolment.names == ("AS", "KS", "7H", "9D")


def test_what_the_eye_takes_a_face_for_is_put_forward_and_agreed_to() -> None:
    enrolment = Enrolment("polygons", ("AS", "KS", "7H", "9D"))
    looks = (sure("AS"), belief(("9D", 0.6), ("KS", 0.4)), belief(("9D", 0.7), ("KS", 0.3)), UNREAD)
    for label, read in zip(SYMBOLS, looks, strict=True):
        enrolment.show(card(label, read))
    assert enrolment.names == ("AS", UNKNOWN, UNKNOWN, UNKNOWN)
    assert enrolment.guesses == ("AS", UNKNOWN, "9D", UNKNOWN)
    enrolment.agree()
    assert list(enrolment.names) == ["AS", "KS", "9D", UNKNOWN]
    enrolment.add({"9D": symbol("9D"), "7H": symbol("7H"), "2C": symbol("9D")})
    assert list(enrolment.names) == ["AS", "KS", "9D", UNKNOWN, "7H"]


def test_what_somebody_says_comes_before_what_the_eye_reads_and_the_newer_word_before_the_older() -> None:
    enrolment = Enrolment("polygons", ("AS", "KS"))
    for label in ("AS", "KS"):
        enrolment.show(card(label, sure("AS")))
    enrolment.call(0, "KS")
    assert list(enrolment.names) == ["KS", "AS"]
    enrolment.call(1, "KS")
    assert list(enrolment.names) == ["KS"]
    assert list(enrolment.missing) == ["AS"]


def test_a_learnt_deck_is_gone_on_with(deck: EnrolledDeck, tmp_path: Path) -> None:
    kept = tmp_path / "polygons.npz"
    kept.write_bytes(deck.packed())
    enrolment = Enrolment.of("polygons", tuple(SYMBOLS), faces_in(kept)).without(["KS"])
    assert enrolment.missing == ("KS",)
    enrolment.call(enrolment.show(card("KS")), "KS")
    assert sorted(enrolment.named) == sorted(SYMBOLS)


def pictures(*shown_for: tuple[Image, int]) -> list[Frame]:
    """Each picture for so many frames, ten a second."""
    every = [picture for picture, frames in shown_for for _ in range(frames)]
    return [Frame(number, number / 10, picture) for number, picture in enumerate(every)]


BARE = np.full((400, 400, 3), (60, 90, 40), np.uint8)


def test_a_card_that_is_laid_on_the_one_before_is_noticed() -> None:
    showing, face = Showing(Reader()), Deck(DeckDesign(5)).face
    lying = {}
    for label in ("AS", "7H"):
        canvas = BARE.astype(np.float32)
        paste(canvas, face(label), card_outline((200, 200), 90, 0.2), np.full(3, 0.92, np.float32), (2.0, 3.0, 3.0, 0.3))
        lying[label] = np.clip(canvas, 0, 255).astype(np.uint8)
    seen = [showing.see(frame) for frame in pictures((BARE, 2), (lying["AS"], 9), (lying["7H"], 9))]
    assert [shown.belief.label for shown in seen if shown] == ["AS", "7H"]


class AskedReader(Reader):
    """Notes which width of a card it was given for each search."""

    def __init__(self) -> None:
        super().__init__()
        self.widths: list[float | None] = []

    def read_outlines(self, picture: Image, card_width: float | None = None, *more: Any, **named: Any) -> list[CardReading]:
        self.widths.append(card_width)
        return super().read_outlines(picture, card_width, *more, **named)


def test_once_a_card_was_taken_in_the_next_one_is_searched_in_its_size_first() -> None:
    reader, face = AskedReader(), Deck(DeckDesign(5)).face
    showing = Showing(reader)
    lying = {}
    for label, width in (("AS", 90), ("7H", 80)):
        canvas = BARE.astype(np.float32)
        paste(canvas, face(label), card_outline((200, 200), width, 0.2), np.full(3, 0.92, np.float32), (2.0, 3.0, 3.0, 0.3))
        lying[label] = np.clip(canvas, 0, 255).astype(np.uint8)
    seen, asked = [], []
    for frame in pictures((lying["AS"], 5), (lying["7H"], 5), (BARE, 2)):
        reader.widths.clear()
        seen.append(showing.see(frame))
        asked.append(list(reader.widths))
    assert [shown.belief.label for shown in seen if shown] == ["AS", "7H"]
    assert asked[:4] == [[None]] * 4, "nobody knows yet how large cards are"
    assert asked[4:9] == [[pytest.approx(90, abs=2)]] * 5
    assert asked[9] == [pytest.approx(80, abs=2)]
    assert asked[10:] == [[pytest.approx(80, abs=2), None]] * 2, "nothing is there of that size"


def test_something_that_lies_there_and_is_not_taken_in_is_told_of_after_a_while_and_only_then() -> None:
    blob = BARE.copy()
    cv2.circle(blob, (200, 200), 50, (220, 220, 220), -1)
    showing = Showing(Reader())
    told = []
    for frame in pictures((BARE, 5), (blob, 30), (BARE, 5)):
        showing.see(frame)
        told.append(showing.is_overlooked)
    first = 5 + round(10 * PATIENCE_S)
    assert not any(told[:first])
    assert all(told[first + 1 : 34])
    assert not any(told[35:])
