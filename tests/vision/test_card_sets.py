"""Courts of packaged card sets, as the training prints them."""

from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.faces import SUITS
from vision.training.card_sets import LATER, OLD, load_card_sets
from vision.training.decks import FACE_HEIGHT, FACE_WIDTH, Deck, DeckDesign
from vision.training.supply import has_indices, random_deck

RED, GREEN = (40, 40, 200), (60, 160, 60)


@pytest.fixture
def card_sets(tmp_path: Path) -> Path:
    """One installed card set: green courts and aces with a red mark in the corner and a black frame about them."""
    install(tmp_path / f"cardset-{OLD[0]}", "gif")
    return tmp_path


def install(folder: Path, ending: str) -> None:
    folder.mkdir()
    for number, suit in product((1, 11, 12, 13), SUITS):
        card = np.zeros((104, 74, 3), np.uint8)
        card[2:-2, 2:-2] = GREEN
        card[6:22, 6:12] = RED
        drawn = cv2.imencode(".png", card)[1]
        (folder / f"{number:02}{suit.lower()}.{ending}").write_bytes(drawn.tobytes())


def test_a_card_set_gives_its_courts_and_aces_without_its_makers_frame(card_sets: Path) -> None:
    (deck,) = load_card_sets(card_sets)
    assert set(deck.faces) == {rank + suit for rank, suit in product("AJQK", SUITS)}
    face = deck.face("QH")
    assert face.shape == (FACE_HEIGHT, FACE_WIDTH, 4)
    assert face[0, 0].tolist() == [*GREEN, 255]


def test_sets_that_are_not_installed_are_left_out(tmp_path: Path) -> None:
    assert load_card_sets(tmp_path) == []


def test_a_picture_that_cannot_be_read_is_named(card_sets: Path) -> None:
    broken = card_sets / f"cardset-{OLD[0]}" / "12h.gif"
    broken.write_bytes(b"nothing")
    with pytest.raises(FileNotFoundError, match=r"12h\.gif"):
        load_card_sets(card_sets)


def test_courts_that_had_indices_are_always_printed_anew_with_others(tmp_path: Path) -> None:
    install(tmp_path / f"cardset-{LATER[0]}", "png")
    later = load_card_sets(tmp_path)
    assert [(deck.name, deck.has_indices, len(deck.faces)) for deck in later] == [(LATER[0], True, 16)]
    decks = [random_deck(np.random.default_rng([3, place]), later, later) for place in range(40)]
    reprints = [deck.face("KS") for deck in decks if "KS" in deck.artwork]
    assert len(reprints) > 10
    assert all(reds(face[8:48, 8:24]) < 100 for face in reprints)


def test_old_courts_keep_the_marks_in_their_corners_and_their_deck_has_no_indices(card_sets: Path) -> None:
    (old,) = load_card_sets(card_sets)
    courts = {label: face for label, face in old.faces.items() if label[0] != "A"}
    kept, printed = Deck(DeckDesign(3), courts, keeps_corners=True), Deck(DeckDesign(3), courts)
    assert [reds(deck.face("KS")[8:48, 8:24]) > 100 for deck in (kept, printed)] == [True, False]
    assert [has_indices(deck) for deck in (kept, printed)] == [False, True]


def test_a_deck_that_keeps_old_corners_does_without_the_old_aces_whose_corners_would_pass_for_indices(card_sets: Path) -> None:
    old = load_card_sets(card_sets)
    decks = [random_deck(np.random.default_rng([3, place]), old, old) for place in range(40)]
    reprints = [deck for deck in decks if "KS" in deck.artwork]
    assert {"AS" in deck.artwork for deck in reprints} == {True, False}
    assert all(has_indices(deck) == ("AS" in deck.artwork) for deck in reprints)


def reds(part: Image) -> int:
    return int(((part[..., 2] > 150) & (part[..., 1] < 90)).sum())
