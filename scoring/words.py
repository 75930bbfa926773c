"""The words of the games, by language: suits, ranks and what is said at the table, for pages and voices to use.

A game may have words of its own: Suipe's are Samoan (docs/rules.md §9), Stovkahra's Czech. A pack has those of its country:
German, Italian, Spanish. Where a language says nothing of its own, English does.
"""

from collections.abc import Mapping
from enum import Enum

from scoring.cards import TAROCKS, Card, Rank, Suit, SuitSystem


class Language(Enum):
    """Languages in which cards and calls are named."""

    ENGLISH = "en"
    FRENCH = "fr"
    SAMOAN = "sm"
    CZECH = "cs"
    GERMAN = "de"
    ITALIAN = "it"
    SPANISH = "es"


Words = Mapping[str, str]

_LATIN = (SuitSystem.ITALIAN, SuitSystem.SPANISH)

_CZECH_SUITS = {"C": "žaludy", "D": "kule", "H": "srdce", "S": "listy"}
_SUITS: dict[Language, dict[SuitSystem, Words]] = {
    Language.ENGLISH: {
        SuitSystem.FRENCH: {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"},
        SuitSystem.GERMAN: {"C": "acorns", "D": "bells", "H": "hearts", "S": "leaves"},
        SuitSystem.SWISS: {"C": "acorns", "D": "bells", "H": "roses", "S": "shields"},
        SuitSystem.ITALIAN: {"C": "batons", "D": "coins", "H": "cups", "S": "swords"},
        SuitSystem.SPANISH: {"C": "clubs", "D": "coins", "H": "cups", "S": "swords"},
        SuitSystem.ROOK: {"C": "green", "D": "yellow", "H": "red", "S": "black"},
    },
    Language.FRENCH: {
        SuitSystem.FRENCH: {"C": "trèfle", "D": "carreau", "H": "cœur", "S": "pique"},
        SuitSystem.GERMAN: {"C": "glands", "D": "grelots", "H": "cœurs", "S": "feuilles"},
        SuitSystem.SWISS: {"C": "glands", "D": "grelots", "H": "roses", "S": "écus"},
        **{suits: {"C": "bâtons", "D": "deniers", "H": "coupes", "S": "épées"} for suits in _LATIN},
        SuitSystem.ROOK: {"C": "vert", "D": "jaune", "H": "rouge", "S": "noir"},
    },
    Language.SAMOAN: {SuitSystem.FRENCH: {"C": "fele", "D": "tiamane", "H": "'ata", "S": "peti"}},
    Language.CZECH: {SuitSystem.FRENCH: _CZECH_SUITS, SuitSystem.GERMAN: _CZECH_SUITS},
    Language.GERMAN: {
        SuitSystem.FRENCH: {"C": "Kreuz", "D": "Karo", "H": "Herz", "S": "Pik"},
        SuitSystem.GERMAN: {"C": "Eichel", "D": "Schellen", "H": "Herz", "S": "Blatt"},
        SuitSystem.SWISS: {"C": "Eichel", "D": "Schellen", "H": "Rosen", "S": "Schilten"},
        **{suits: {"C": "Stäbe", "D": "Münzen", "H": "Kelche", "S": "Schwerter"} for suits in _LATIN},
        SuitSystem.ROOK: {"C": "Grün", "D": "Gelb", "H": "Rot", "S": "Schwarz"},
    },
    Language.ITALIAN: {
        SuitSystem.FRENCH: {"C": "fiori", "D": "quadri", "H": "cuori", "S": "picche"},
        SuitSystem.GERMAN: {"C": "ghiande", "D": "campanelli", "H": "cuori", "S": "foglie"},
        SuitSystem.SWISS: {"C": "ghiande", "D": "campanelli", "H": "rose", "S": "scudi"},
        **{suits: {"C": "bastoni", "D": "denari", "H": "coppe", "S": "spade"} for suits in _LATIN},
        SuitSystem.ROOK: {"C": "verde", "D": "giallo", "H": "rosso", "S": "nero"},
    },
    Language.SPANISH: {
        SuitSystem.FRENCH: {"C": "tréboles", "D": "diamantes", "H": "corazones", "S": "picas"},
        SuitSystem.GERMAN: {"C": "bellotas", "D": "cascabeles", "H": "corazones", "S": "hojas"},
        SuitSystem.SWISS: {"C": "bellotas", "D": "cascabeles", "H": "rosas", "S": "escudos"},
        **{suits: {"C": "bastos", "D": "oros", "H": "copas", "S": "espadas"} for suits in _LATIN},
        SuitSystem.ROOK: {"C": "verde", "D": "amarillo", "H": "rojo", "S": "negro"},
    },
}


def _tarocks(word: str) -> Words:
    """Tarocks by their numbers: the Roman ones that they bear are nothing to be read aloud."""
    return {rank.value: f"{word} {len(TAROCKS) - place}" for place, rank in enumerate(TAROCKS)}


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
        "1": "One",
        "11": "Eleven",
        "12": "Twelve",
        "13": "Thirteen",
        "14": "Fourteen",
        "N": "Knight",
        "BJ": "big joker",
        "LJ": "little joker",
        **_tarocks("tarock"),
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
        "1": "un",
        "11": "onze",
        "12": "douze",
        "13": "treize",
        "14": "quatorze",
        "N": "cavalier",
        "BJ": "grand joker",
        "LJ": "petit joker",
        **_tarocks("atout"),
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
        "6": "šestka",
    },
    Language.GERMAN: {
        "A": "Ass",
        "K": "König",
        "Q": "Dame",
        "J": "Bube",
        "O": "Ober",
        "U": "Unter",
        "T": "Zehn",
        "9": "Neun",
        "8": "Acht",
        "7": "Sieben",
        "6": "Sechs",
        "5": "Fünf",
        "4": "Vier",
        "3": "Drei",
        "2": "Zwei",
        "1": "Eins",
        "11": "Elf",
        "12": "Zwölf",
        "13": "Dreizehn",
        "14": "Vierzehn",
        "N": "Reiter",
        "BJ": "großer Joker",
        "LJ": "kleiner Joker",
        **_tarocks("Tarock"),
    },
    Language.ITALIAN: {
        "A": "asso",
        "K": "re",
        "Q": "donna",
        "J": "fante",
        "O": "ober",
        "U": "unter",
        "T": "dieci",
        "9": "nove",
        "8": "otto",
        "7": "sette",
        "6": "sei",
        "5": "cinque",
        "4": "quattro",
        "3": "tre",
        "2": "due",
        "1": "uno",
        "11": "undici",
        "12": "dodici",
        "13": "tredici",
        "14": "quattordici",
        "N": "cavallo",
        "BJ": "jolly grande",
        "LJ": "jolly piccolo",
        **_tarocks("trionfo"),
    },
    Language.SPANISH: {
        "A": "as",
        "K": "rey",
        "Q": "reina",
        "J": "jota",
        "O": "ober",
        "U": "unter",
        "T": "diez",
        "9": "nueve",
        "8": "ocho",
        "7": "siete",
        "6": "seis",
        "5": "cinco",
        "4": "cuatro",
        "3": "tres",
        "2": "dos",
        "1": "uno",
        "11": "once",
        "12": "doce",
        "13": "trece",
        "14": "catorce",
        "N": "caballo",
        "BJ": "comodín grande",
        "LJ": "comodín pequeño",
        **_tarocks("triunfo"),
    },
}
_OWN_RANKS: dict[Language, dict[SuitSystem, Words]] = {
    Language.ENGLISH: {
        SuitSystem.SWISS: {"T": "Banner"},
        **{suits: {"Q": "Knight", "J": "Knave"} for suits in _LATIN},
        SuitSystem.ROOK: {"BJ": "Rook"},
        SuitSystem.TAROCK: {"BJ": "Škis"},
    },
    Language.FRENCH: {
        SuitSystem.SWISS: {"T": "bannière"},
        **{suits: {"Q": "cavalier", "J": "valet"} for suits in _LATIN},
        SuitSystem.TAROCK: {"BJ": "Excuse"},
    },
    Language.GERMAN: {
        SuitSystem.GERMAN: {"A": "Daus"},
        SuitSystem.SWISS: {"U": "Under", "T": "Banner"},
        **{suits: {"Q": "Ritter", "J": "Bube"} for suits in _LATIN},
        SuitSystem.TAROCK: {"BJ": "Sküs"},
    },
    Language.ITALIAN: {SuitSystem.SWISS: {"T": "bandiera"}, **{suits: {"Q": "cavallo", "J": "fante"} for suits in _LATIN}},
    Language.SPANISH: {SuitSystem.SWISS: {"T": "bandera"}, **{suits: {"Q": "caballo", "J": "sota"} for suits in _LATIN}},
}
"""Ranks that are called otherwise with these suits."""

_CARDS = {
    Language.ENGLISH: "{rank} of {suit}",
    Language.FRENCH: "{rank} de {suit}",
    Language.GERMAN: "{suit}-{rank}",
    Language.ITALIAN: "{rank} di {suit}",
    Language.SPANISH: "{rank} de {suit}",
}
"""How a card is put together; elsewhere the suit comes first."""

_COLOURED = {Language.ENGLISH: "{suit} {rank}", Language.GERMAN: "{suit} {rank}"} | dict.fromkeys(
    (Language.FRENCH, Language.ITALIAN, Language.SPANISH), "{rank} {suit}"
)
"""How a card of a colour is put together."""

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
        "sweep": "sweep",
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
    Language.SAMOAN: {"shuffle": "toto", "deal": "tufa", "cut": "kaki", "cancel": "kala", "points": "'ai", "sweep": "suipi"},
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
    Language.GERMAN: {
        "bid": "Ansage",
        "pass": "weiter",
        "nil": "Null",
        "trump": "Trumpf",
        "declare": "meldet",
        "deal": "Geben",
        "shuffle": "Mischen",
        "cut": "Abheben",
        "points": "Punkte",
        "trick": "Stich",
        "last_trick": "letzter Stich",
        "dealer": "Geber",
        "lead": "Ausspiel",
        "matchstick": "Streichholz",
    },
    Language.ITALIAN: {
        "bid": "chiamata",
        "pass": "passo",
        "trump": "briscola",
        "declare": "dichiara",
        "deal": "smazzata",
        "shuffle": "mescolata",
        "cut": "taglio",
        "points": "punti",
        "trick": "presa",
        "last_trick": "ultima presa",
        "dealer": "mazziere",
        "lead": "uscita",
        "matchstick": "fiammifero",
    },
    Language.SPANISH: {
        "bid": "apuesta",
        "pass": "paso",
        "trump": "triunfo",
        "declare": "canta",
        "deal": "reparto",
        "shuffle": "barajado",
        "cut": "corte",
        "points": "puntos",
        "trick": "baza",
        "last_trick": "última baza",
        "dealer": "repartidor",
        "lead": "salida",
        "matchstick": "cerilla",
    },
}


def suit_name(suit: Suit, language: Language, suits: SuitSystem = SuitSystem.FRENCH) -> str:
    """What the suit is called in a pack with these suits."""
    kind = SuitSystem.FRENCH if suits is SuitSystem.TAROCK else suits  # beside the tarocks the same four
    return _SUITS[language].get(kind, _SUITS[Language.ENGLISH][kind])[suit.value]


def rank_name(rank: Rank, language: Language, suits: SuitSystem = SuitSystem.FRENCH) -> str:
    """What the rank is called in a pack with these suits."""
    own = (_OWN_RANKS.get(spoken, {}).get(suits, {}) for spoken in (language, Language.ENGLISH))
    return next(words[rank.value] for words in (*own, _RANKS[language], _RANKS[Language.ENGLISH]) if rank.value in words)


def call_name(what: str, language: Language) -> str:
    """What is said at the table for a thing named in English, such as `dost` or `last_trick`."""
    return _CALLS[language].get(what, _CALLS[Language.ENGLISH].get(what, what.replace("_", " ")))


def card_name(card: Card, language: Language, suits: SuitSystem = SuitSystem.FRENCH) -> str:
    """The card in full: `Queen of spades`, `dame de pique`, `srdce svršek`, `Eichel-Ober`, `re di coppe`, `red Fourteen`."""
    rank = rank_name(card.rank, language, suits)
    if card.suit is None:
        return rank
    forms = _COLOURED if suits is SuitSystem.ROOK else _CARDS
    name = forms.get(language, "{suit} {rank}").format(rank=rank, suit=suit_name(card.suit, language, suits))
    return name.replace(" de é", " d'é")  # French alone has such words
