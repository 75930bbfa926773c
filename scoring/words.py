"""The words of the games, by language: suits, ranks and what is said at the table, for pages and voices to use.

A game may have words of its own: Suipe's are Samoan (docs/rules.md §9), Stovkahra's Czech. Where a language says nothing of its
own, English does.
"""

from collections.abc import Mapping
from enum import Enum

from scoring.cards import Card, Rank, Suit


class Language(Enum):
    """Languages that games are spoken in."""

    ENGLISH = "en"
    FRENCH = "fr"
    SAMOAN = "sm"
    CZECH = "cs"


Words = Mapping[str, str]

_SUITS: dict[Language, Words] = {
    Language.ENGLISH: {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"},
    Language.FRENCH: {"C": "trèfle", "D": "carreau", "H": "cœur", "S": "pique"},
    Language.SAMOAN: {"C": "fele", "D": "tiamane", "H": "'ata", "S": "peti"},
    Language.CZECH: {"C": "žaludy", "D": "kule", "H": "srdce", "S": "listy"},
}
_GERMAN_SUITS: dict[Language, Words] = {
    Language.ENGLISH: {"C": "acorns", "D": "bells", "H": "hearts", "S": "leaves"},
    Language.FRENCH: {"C": "glands", "D": "grelots", "H": "cœurs", "S": "feuilles"},
}
_RANKS: dict[Language, Words] = {
    Language.ENGLISH: {
        "A": "Ace",
        "K": "King",
        "Q": "Queen",
        "J": "Jack",
        "O": "Over",
        "U": "Under",
        "T": "Ten",
        "9": "Nine",
        "8": "Eight",
        "7": "Seven",
        "6": "Six",
        "5": "Five",
        "4": "Four",
        "3": "Three",
        "2": "Two",
        "BJ": "big joker",
        "LJ": "little joker",
    },
    Language.FRENCH: {
        "A": "as",
        "K": "roi",
        "Q": "dame",
        "J": "valet",
        "O": "dessus",
        "U": "dessous",
        "T": "dix",
        "9": "neuf",
        "8": "huit",
        "7": "sept",
        "6": "six",
        "5": "cinq",
        "4": "quatre",
        "3": "trois",
        "2": "deux",
        "BJ": "grand joker",
        "LJ": "petit joker",
    },
    Language.SAMOAN: {
        "K": "ka",
        "Q": "teine",
        "J": "siaki",
        "T": "sefulu",
        "9": "iva",
        "8": "valu",
        "6": "ono",
        "5": "lima",
        "3": "tolu",
    },
    Language.CZECH: {
        "A": "eso",
        "K": "král",
        "O": "svršek",
        "U": "spodek",
        "Q": "dáma",
        "J": "kluk",
        "T": "desítka",
        "9": "devítka",
        "8": "osmička",
        "7": "sedmička",
    },
}
_CALLS: dict[Language, Words] = {
    Language.ENGLISH: {
        "bid": "bid",
        "pass": "pass",
        "nil": "nil",
        "blind_nil": "blind nil",
        "trump": "trump",
        "declare": "declares",
        "dost": "dost",
        "deal": "deal",
        "shuffle": "shuffle",
        "cut": "cut",
        "points": "points",
        "suipe": "Suipe",
        "trick": "trick",
        "last_trick": "last trick",
        "dealer": "dealer",
        "lead": "lead",
        "cancel": "cancel",
        "capture": "capture",
        "build": "build",
        "trail": "trail",
        "matchstick": "matchstick",
    },
    Language.FRENCH: {
        "bid": "annonce",
        "pass": "passe",
        "nil": "nul",
        "blind_nil": "nul à l'aveugle",
        "trump": "atout",
        "declare": "annonce",
        "dost": "dost",
        "deal": "donne",
        "shuffle": "mélange",
        "cut": "coupe",
        "points": "points",
        "trick": "pli",
        "last_trick": "dernier pli",
        "dealer": "donneur",
        "lead": "entame",
        "cancel": "annuler",
        "capture": "prise",
        "build": "construction",
        "trail": "pose",
        "matchstick": "allumette",
    },
    Language.SAMOAN: {"shuffle": "toto", "deal": "tufa", "cut": "kaki", "cancel": "kala", "points": "'ai", "suipe": "suipi"},
    Language.CZECH: {
        "dost": "dost",
        "trump": "trumf",
        "trick": "štych",
        "last_trick": "poslední štych",
        "declare": "hlásí",
        "deal": "rozdání",
        "shuffle": "míchání",
        "cut": "sejmutí",
        "dealer": "rozdávající",
        "lead": "výnos",
        "points": "body",
        "matchstick": "sirka",
        "pass": "dál",
    },
}
OWN_LANGUAGES: dict[str, Language] = {
    **dict.fromkeys(("jeu_de_carte", "sipa", "agram", "agram_mali", "fapfap"), Language.FRENCH),
    "suipe": Language.SAMOAN,
    "stovkahra": Language.CZECH,
}
"""The language that a game brings along, beside those of the page."""


def languages_of(game: str) -> tuple[Language, ...]:
    """Languages that the game can be spoken in."""
    own = OWN_LANGUAGES.get(game)
    both = (Language.ENGLISH, Language.FRENCH)
    return both if own is None or own in both else (*both, own)


def suit_name(suit: Suit, language: Language, is_german: bool = False) -> str:
    """What the suit is called, on French or German faces."""
    own = _GERMAN_SUITS if is_german and language in _GERMAN_SUITS else _SUITS
    return own[language][suit.value]


def rank_name(rank: Rank, language: Language) -> str:
    """What the rank is called."""
    return _RANKS[language].get(rank.value, _RANKS[Language.ENGLISH][rank.value])


def call_name(what: str, language: Language) -> str:
    """What is said at the table for a thing named in English, such as `dost` or `last_trick`."""
    return _CALLS[language].get(what, _CALLS[Language.ENGLISH].get(what, what.replace("_", " ")))


def card_name(card: Card, language: Language, is_german: bool = False) -> str:
    """The card in full: `Queen of spades`, `dame de pique`, `srdce svršek`."""
    rank = rank_name(card.rank, language)
    if card.suit is None:
        return rank
    suit = suit_name(card.suit, language, is_german)
    if language is Language.ENGLISH:
        return f"{rank} of {suit}"
    if language is Language.FRENCH:
        return f"{rank} de {suit}"
    return f"{suit} {rank}"
