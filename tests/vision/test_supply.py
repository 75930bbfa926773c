"""What the identifier is taught about cards whose indices are missing or covered."""

import numpy as np
import pytest

from vision.arrays import Image
from vision.faces import NONE, PLAIN_FACES
from vision.training.crops import answer_for
from vision.training.decks import Deck, DeckDesign
from vision.training.marks import MARK_PLACES, is_number, marks_tell
from vision.training.scenes import ALL, Recipe, render
from vision.training.supply import UnmarkedDeck, has_indices, is_told_unmarked


@pytest.mark.parametrize(
    ("design", "marked", "told"),
    [
        (DeckDesign(3), True, True),
        (DeckDesign(3, index_corners=0), False, True),
        (DeckDesign(3, index_height=0.3), True, False),
        (DeckDesign(3, one_pip=True), True, False),
    ],
    ids=["usual indices", "no indices", "jumbo indices", "one mark on every number"],
)
def test_a_deck_is_shown_without_indices_only_where_its_marks_tell_and_nothing_of_them_is_left(
    design: DeckDesign, marked: bool, told: bool
) -> None:
    assert has_indices(Deck(design)) is marked
    assert is_told_unmarked(Deck(design)) is told


def test_a_court_without_indices_still_says_its_suit_in_two_corners() -> None:
    deck = Deck(DeckDesign(3, index_corners=0))
    for face in (UnmarkedDeck(deck).face("KS"), deck.face("KS")):
        assert is_dark_in(face[:40, :30])
        assert is_dark_in(face[-40:, -30:])
    assert not is_dark_in(UnmarkedDeck(deck).face("8S")[:25, :25])


def is_dark_in(part: Image) -> bool:
    """Whether there is black ink inside the rim."""
    return bool((part[6:-6, 6:-6, :3].max(axis=2) < 80).any())


def shown_without(*, row: float) -> list[bool]:
    return [abs(y - row) > 0.05 for _, y in MARK_PLACES]


@pytest.mark.parametrize(("label", "is_told"), [("6H", False), ("4H", False), ("2D", False), ("8H", True), ("TS", True)])
def test_a_number_is_told_only_by_marks_that_no_other_number_shows(label: str, is_told: bool) -> None:
    assert marks_tell(label, shown_without(row=0.5)) is is_told


def test_a_number_that_nobody_could_tell_is_called_none_and_never_by_its_name() -> None:
    deck = UnmarkedDeck(Deck(DeckDesign(3)))
    rng = np.random.default_rng(5)
    cards = [card for _ in range(20) for card in render(rng, deck, list(PLAIN_FACES), Recipe()).cards]
    numbers = [card for card in cards if is_number(card.label) and card.visible > 0.05]
    answers = {card.told_by_face: set[bool]() for card in numbers}
    for card in numbers:
        answers[card.told_by_face].add(answer_for(card, has_indices=False) == (card.label if card.told_by_face else NONE))
    assert answers == {True: {True}, False: {True}}


def test_cards_that_lie_apart_show_whole() -> None:
    def whole(recipe: Recipe) -> float:
        scenes = (render(np.random.default_rng(seed), Deck(DeckDesign(seed=1)), list(PLAIN_FACES), recipe) for seed in range(20))
        shown = [card.visible >= ALL for scene in scenes for card in scene.cards]
        return sum(shown) / len(shown)

    assert whole(Recipe(apart=1.0)) > 0.8 > 0.3 > whole(Recipe())
