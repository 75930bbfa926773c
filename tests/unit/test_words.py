"""The words of the games: every suit, rank and call in every language that a game is spoken in."""

import pytest

from scoring.cards import Card, Rank, Suit
from scoring.games import GAMES
from scoring.words import Language, call_name, card_name, languages_of, rank_name, suit_name


@pytest.mark.parametrize(
    ("card", "language", "is_german", "name"),
    [
        ("QS", Language.ENGLISH, False, "Queen of spades"),
        ("QS", Language.FRENCH, False, "dame de pique"),
        ("UH", Language.CZECH, True, "srdce spodek"),
        ("KC", Language.ENGLISH, True, "King of acorns"),
        ("8S", Language.SAMOAN, False, "peti valu"),
        ("4S", Language.SAMOAN, False, "peti Four"),
        ("BJ", Language.FRENCH, False, "grand joker"),
    ],
)
def test_cards_are_named_in_full(card: str, language: Language, is_german: bool, name: str) -> None:
    assert card_name(Card.parse(card), language, is_german) == name


def test_every_language_names_every_suit_and_rank() -> None:
    for language in Language:
        assert len({suit_name(suit, language) for suit in Suit}) == 4
        assert all(rank_name(rank, language) for rank in Rank)


def test_games_bring_their_language_along() -> None:
    assert languages_of("suipe") == (Language.ENGLISH, Language.FRENCH, Language.SAMOAN)
    assert languages_of("stovkahra")[-1] is Language.CZECH
    assert languages_of("sipa") == languages_of("spar") == (Language.ENGLISH, Language.FRENCH)
    assert all(languages_of(game) for game in GAMES)


def test_calls_have_their_own_words_and_else_english_ones() -> None:
    assert call_name("shuffle", Language.SAMOAN) == "toto"
    assert call_name("trump", Language.CZECH) == "trumf"
    assert call_name("last_trick", Language.FRENCH) == "dernier pli"
    assert call_name("blind_nil", Language.CZECH) == "blind nil"
    assert call_name("table_talk", Language.FRENCH) == "table talk"
