"""How cards, calls and offences are written on a page: a card by rank and suit sign, never colour alone, with its name."""

import re
from datetime import datetime
from typing import Any, NamedTuple

from flask import g

from scoring.calls import bid_words
from scoring.cards import TAROCKS, Card, Rank, Suit, SuitSystem
from scoring.words import Language, Words, call_name, card_name, suit_name
from web.languages import gettext, spoken, translated
from web.option_words import CALLS, CARRIED, EVENTS, OFFENCES, PRESSES
from web.services import services

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_FRENCH_KINDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_LATIN_KINDS = {"C": "batons", "D": "coins", "H": "cups", "S": "swords"}
KINDS: dict[SuitSystem, Words] = {
    SuitSystem.FRENCH: _FRENCH_KINDS,
    SuitSystem.GERMAN: {"C": "acorns", "D": "bells", "H": "hearts", "S": "leaves"},
    SuitSystem.SWISS: {"C": "acorns", "D": "bells", "H": "roses", "S": "shields"},
    SuitSystem.ITALIAN: _LATIN_KINDS,
    SuitSystem.SPANISH: _LATIN_KINDS,
    SuitSystem.ROOK: {"C": "triangles", "D": "hexagons", "H": "discs", "S": "squares"},
    SuitSystem.TAROCK: _FRENCH_KINDS,
}
"""The drawings of the suits, by their letters."""

LETTERS: dict[Language, dict[str, str]] = {Language.FRENCH: {"K": "R", "Q": "D", "N": "C", "J": "V"}}
"""Letters on the corners of cards where they are not the English ones."""

PRINTED: dict[SuitSystem, dict[str, str]] = {
    SuitSystem.SWISS: {"T": "B"},
    SuitSystem.ITALIAN: {"K": "R", "Q": "C", "J": "F"},
    SuitSystem.SPANISH: {"K": "R", "Q": "C", "J": "S"},
}
"""Letters on the corners that such packs bear in every country."""

BIRDS = {SuitSystem.ROOK: "bird"}
"""What stands on the big joker of such packs instead of a star."""

EMBLEMS: dict[SuitSystem, Words] = {SuitSystem.SWISS: {"T": "B"}, SuitSystem.ITALIAN: {"Q": "N"}, SuitSystem.SPANISH: {"Q": "N"}}
"""Ranks that are drawn otherwise with these suits: the Banner, and the Knight."""


class CardParts(NamedTuple):
    """What a template needs of a card; no sign where no font has it, and the name of its drawing in `web.card_art`."""

    rank: str
    sign: str
    suit: str
    name: str
    face: str = ""


def suits_shown() -> SuitSystem:
    """Which suits the cards of the page have: by the session that it shows, else by the running one."""
    if "pack" not in g:
        table = services().live.table()
        g.pack = table.pack if table.setup else None
    return SuitSystem.FRENCH if g.pack is None else g.pack.suits


def card_parts(code: str) -> CardParts:
    """The parts of a card code; `back` and `??` have names of their own."""
    if code == "back":
        return CardParts("", "▒", "back", gettext("face down"), "back")
    if code == "??":
        return CardParts("?", "", "unknown", gettext("not known yet"))
    suits = suits_shown()
    card = Card.parse(code)
    rank, name = card.rank.value, card_name(card, spoken(), suits)
    if card.suit is None:
        if card.rank in TAROCKS:
            return CardParts(rank, "", "tarocks", name, f"tarocks-{rank}")
        return CardParts("★" if code == "BJ" else "☆", "", "joker", name, BIRDS.get(suits, "joker"))
    letters = LETTERS.get(spoken(), {}) | PRINTED.get(suits, {})
    letter, emblem = letters.get(rank, rank), EMBLEMS.get(suits, {}).get(rank, rank)
    of = suit_parts(card.suit.value)
    return of._replace(rank="10" if letter == "T" else letter, name=name, face=f"{of.suit}-{emblem}")


class Keys(NamedTuple):
    """Cards to tap: a row of each suit, where None keeps a place free, and those without suit; `columns` of the longest row."""

    columns: int
    rows: list[list[str | None]]
    others: list[str]


def keys_of(codes: list[str], is_aligned: bool) -> Keys:
    """The keys for these cards; with `is_aligned` equal ranks stand below each other, unless every suit has ranks of its own."""
    cards = [Card.parse(code) for code in codes]
    ranks = [rank for rank in Rank if any(card.rank is rank and card.suit for card in cards)]
    every = [[Card(rank, suit) for rank in ranks] for suit in map(Suit, "SHDC")]
    rows = [[str(card) if card in cards else None for card in row] for row in every]
    columns = max(len(row) - row.count(None) for row in rows)
    if not is_aligned or len(ranks) > columns:
        rows = [[code for code in row if code] for row in rows]
    return Keys(columns, rows, [str(card) for card in cards if card.suit is None])


def suit_parts(letter: str) -> CardParts:
    """The parts of a suit alone."""
    suits = suits_shown()
    kind = KINDS[suits][letter]
    sign = SIGNS[letter] if kind == KINDS[SuitSystem.FRENCH][letter] else ""
    return CardParts("", sign, kind, suit_name(Suit(letter), spoken(), suits), kind)


_CODE = re.compile(r"\b((1[1-4]|[1-9TJQKAOUN])[CDHS]|[BL]J)\b")


def told(sentence: str) -> str:
    """A sentence of the games in the visitor's language, with signs for the codes of cards; names where no font has all signs."""

    def written(code: re.Match[str]) -> str:
        parts = card_parts(code[0])
        has_sign = parts.sign and KINDS[suits_shown()] is _FRENCH_KINDS
        return parts.rank + parts.sign if has_sign else parts.name

    return _CODE.sub(written, translated(sentence))


def offence_words(kind: str) -> str:
    """What somebody did, in a few words."""
    return gettext(OFFENCES.get(kind, kind.replace("_", " ")))


def call_words(kind: str) -> str:
    """What kind of thing was said, in the words of the page or of the game's own language."""
    if spoken() in (Language.ENGLISH, Language.FRENCH):
        return gettext(CALLS.get(kind, kind.replace("_", " ")))
    return call_name(kind, spoken())


def word_bid(word: str) -> str:
    """A bid that has a name of its own, such as no trump."""
    return translated(bid_words(word))


def bid_in_short(call: dict[str, Any]) -> str:
    """A bid as the table writes it: `4♥`, `3 no trump`, `85`."""
    number = "" if call["number"] is None else str(call["number"])
    if call["suit"]:
        suit = suit_parts(call["suit"])
        return number + (suit.sign or f" {suit.name}")
    return f"{number} {word_bid(call['word'])}".strip() if call["word"] else number


def carried_words(name: str) -> str:
    """What a side carries from hand to hand."""
    return gettext(CARRIED.get(name, name.replace("_", " ")))


def press_words(press: str) -> str:
    """What a button was pressed for."""
    return gettext(PRESSES.get(press, press.replace("_", " ")))


def event_words(kind: str) -> str:
    """What was done."""
    return gettext(EVENTS.get(kind, kind))


def at_the_table(moment: str) -> str:
    """Hour and minute of an ISO time as the clock at the table shows it."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%H:%M")
    except OverflowError:  # at the edge of all years
        return ""
