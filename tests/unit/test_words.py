"""The words of the games: every suit, rank and call in every language that a game is spoken in."""

import pytest

from scoring.cards import Card, Rank, Suit, SuitSystem
from scoring.packs import PACKS, Pack
from scoring.sentences import SUIT_NAMES
from scoring.words import Language, call_name, card_name, rank_name, suit_name


@pytest.mark.parametrize(
    ("card", "language", "suits", "name"),
    [
        ("QS", Language.ENGLISH, SuitSystem.FRENCH, "Queen of spades"),
        ("QS", Language.FRENCH, SuitSystem.FRENCH, "dame de pique"),
        ("8S", Language.SAMOAN, SuitSystem.FRENCH, "peti valu"),
        ("4S", Language.SAMOAN, SuitSystem.FRENCH, "peti Four"),
        ("BJ", Language.FRENCH, SuitSystem.FRENCH, "grand joker"),
        ("UH", Language.CZECH, SuitSystem.GERMAN, "srdce spodek"),
        ("KC", Language.ENGLISH, SuitSystem.GERMAN, "King of acorns"),
        ("OC", Language.GERMAN, SuitSystem.GERMAN, "Eichel-Ober"),
        ("AS", Language.GERMAN, SuitSystem.GERMAN, "Blatt-Daus"),
        ("UH", Language.GERMAN, SuitSystem.SWISS, "Rosen-Under"),
        ("TS", Language.ENGLISH, SuitSystem.SWISS, "Banner of shields"),
        ("TS", Language.FRENCH, SuitSystem.SWISS, "bannière d'écus"),
        ("TS", Language.ENGLISH, SuitSystem.GERMAN, "Ten of leaves"),
        ("QD", Language.ENGLISH, SuitSystem.ITALIAN, "Knight of coins"),
        ("KH", Language.ITALIAN, SuitSystem.ITALIAN, "re di coppe"),
        ("JC", Language.FRENCH, SuitSystem.ITALIAN, "valet de bâtons"),
        ("JC", Language.ENGLISH, SuitSystem.SPANISH, "Knave of clubs"),
        ("JD", Language.SPANISH, SuitSystem.SPANISH, "sota de oros"),
        ("QS", Language.FRENCH, SuitSystem.SPANISH, "cavalier d'épées"),
        ("8C", Language.SAMOAN, SuitSystem.SPANISH, "clubs valu"),
    ],
)
def test_cards_are_named_in_full(card: str, language: Language, suits: SuitSystem, name: str) -> None:
    assert card_name(Card.parse(card), language, suits) == name


@pytest.mark.parametrize("suits", SuitSystem)
@pytest.mark.parametrize("language", Language)
def test_every_language_names_every_suit_and_rank(language: Language, suits: SuitSystem) -> None:
    assert len({suit_name(suit, language, suits) for suit in Suit}) == len(set(SUIT_NAMES[suits].values())) == 4
    assert all(rank_name(rank, language, suits) for rank in Rank)


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS.keys())
def test_no_two_cards_of_a_pack_have_one_name(pack: Pack) -> None:
    for language in Language:
        assert len({card_name(card, language, pack.suits) for card in pack.cards}) == len(pack.cards)


def test_calls_have_their_own_words_and_else_english_ones() -> None:
    assert call_name("shuffle", Language.SAMOAN) == "toto"
    assert call_name("trump", Language.CZECH) == "trumf"
    assert call_name("last_trick", Language.FRENCH) == "dernier pli"
    assert call_name("blind_nil", Language.CZECH) == "blind nil"
    assert call_name("table_talk", Language.FRENCH) == "table talk"
