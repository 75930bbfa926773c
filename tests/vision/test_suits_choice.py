"""Which network reads the cards is told by what the first one sees of them."""

import numpy as np
import pytest

from vision.arrays import Floats, Image, Quad
from vision.geometry import card_outline
from vision.picture.identifier import Crops, Identifier, NamingNetwork, Outline, belief_of
from vision.picture.suits_choice import Expected, SuitsChoice
from vision.training.decks import Deck, DeckDesign, FaceSource
from vision.training.lettering import PenLettering
from vision.training.national_deck import NationalDeck
from vision.training.nations import random_national_design
from vision.training.scenes import paste
from vision.training.suits import Nation

LABELS = ("AC", "KD", "9H", "7S")


def lying(deck: FaceSource, label: str) -> tuple[Image, Quad]:
    canvas = np.full((300, 300, 3), (60, 90, 40), np.float32)
    quad = card_outline((150, 150), 110, 0.3)
    paste(canvas, deck.face(label), quad, np.full(3, 0.92, np.float32), (2.0, 3.0, 3.0, 0.3))
    return np.clip(canvas, 0, 255).astype(np.uint8), quad


@pytest.fixture(scope="module")
def network() -> NamingNetwork:
    return NamingNetwork("identifier")


Seen = tuple[Floats, Floats]
"""What the network sees of some cards, and what it takes them for."""


def seen(network: NamingNetwork, deck: FaceSource) -> Seen:
    """Of four of the deck's cards."""
    looks = [Crops.of(picture, [quad]) for picture, quad in (lying(deck, label) for label in LABELS)]
    answers, features = (np.concatenate(parts) for parts in zip(*map(network.run, looks), strict=True))
    return features, network.logs(answers)


def national(nation: Nation, seed: int) -> NationalDeck:
    return NationalDeck(random_national_design(np.random.default_rng([seed, 8]), nation, PenLettering()))


def heard(choice: SuitsChoice, looks: Seen) -> bool:
    choice.hear(*looks, np.ones(len(LABELS), bool))
    return choice.chance_of_others == 0


@pytest.mark.parametrize("seed", range(3))
def test_french_suits_are_taken_for_french_ones(network: NamingNetwork, seed: int) -> None:
    assert heard(SuitsChoice(), seen(network, Deck(DeckDesign(seed))))


@pytest.mark.parametrize("nation", Nation)
def test_other_suits_are_not(network: NamingNetwork, nation: Nation) -> None:
    assert not heard(SuitsChoice(), seen(network, national(nation, 3)))


def test_another_deck_that_is_taken_out_is_followed(network: NamingNetwork) -> None:
    choice, french, german = SuitsChoice(), seen(network, Deck(DeckDesign(1))), seen(network, national(Nation.GERMAN, 3))
    for _ in range(3):
        assert heard(choice, french)
    assert not [heard(choice, german) for _ in range(3)][-1]
    assert [heard(choice, french) for _ in range(3)][-1]


def test_looks_that_have_no_say_count_for_nothing_and_french_suits_have_the_benefit_of_the_doubt(network: NamingNetwork) -> None:
    german, choice = seen(network, national(Nation.GERMAN, 3)), SuitsChoice()
    choice.hear(*german, np.zeros(len(LABELS), bool))
    assert choice.chance_of_others == SuitsChoice().chance_of_others < 0.1


def test_french_suits_are_believed_where_the_game_has_them_and_others_are_not_doubted(network: NamingNetwork) -> None:
    french, german = seen(network, Deck(DeckDesign(1))), seen(network, national(Nation.GERMAN, 3))
    choice = SuitsChoice(Expected.FRENCH)
    assert not [heard(choice, german) for _ in range(3)][-1]
    choice = SuitsChoice(Expected.OTHERS)
    assert choice.chance_of_others > 0.9
    assert not any(heard(choice, french) for _ in range(3))


@pytest.mark.parametrize("nation", [Nation.SWISS, Nation.ITALIAN, Nation.SPANISH])
def test_suits_of_which_few_decks_were_learnt_are_read_with_caution(nation: Nation) -> None:
    picture, quad = lying(national(nation, 3), "9H")
    identifier, said = Identifier(), []
    for suits in (Expected.GERMAN, Expected.OTHERS):
        identifier.expect(suits)
        (look,) = identifier.look(picture, [Outline(quad)])
        said.append(look.belief)
    assert said[0].label == said[1].label
    assert said[1].confidence < said[0].confidence


def test_caution_about_which_card_it_is_is_none_about_whether_it_is_one() -> None:
    answer = np.random.default_rng(3).normal(0, 3, (20, 30))
    sure, cautious = np.exp(belief_of(answer)), np.exp(belief_of(answer, power=0.5))
    np.testing.assert_allclose(cautious.sum(axis=1), 1)
    np.testing.assert_allclose(cautious[:, 52:], sure[:, 52:])
    assert (cautious[:, :52].max(axis=1) < sure[:, :52].max(axis=1)).all()
