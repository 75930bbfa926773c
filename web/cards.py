"""How cards, calls and offences are written on a page: a card by rank and suit sign, never colour alone, with its name."""

import re
from datetime import datetime
from typing import NamedTuple

from scoring.cards import Card
from scoring.words import Language, call_name, card_name
from web.languages import gettext, spoken, translated
from web.option_words import CALLS, EVENTS, OFFENCES, PRESSES

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
KINDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
LETTERS = {Language.FRENCH: {"K": "R", "Q": "D", "J": "V"}}
"""Letters on the corners of cards where they are not the English ones."""


class CardParts(NamedTuple):
    """What a template needs of a card."""

    rank: str
    sign: str
    suit: str
    name: str


def card_parts(code: str) -> CardParts:
    """The parts of a card code; `back` and `??` have names of their own."""
    if code == "back":
        return CardParts("", "▒", "back", gettext("face down"))
    if code == "??":
        return CardParts("?", "", "unknown", gettext("not known yet"))
    name = card_name(Card.parse(code), spoken())
    if code in ("BJ", "LJ"):
        return CardParts("★" if code == "BJ" else "☆", "", "joker", name)
    letter = LETTERS.get(spoken(), {}).get(code[0], code[0])
    return CardParts("10" if letter == "T" else letter, SIGNS[code[1]], KINDS[code[1]], name)


_CODE = re.compile(r"\b([2-9TJQKAOU])([CDHS])\b")


def told(sentence: str) -> str:
    """A sentence of the games in the visitor's language, with signs for the codes of cards."""
    return _CODE.sub(lambda code: card_parts(code[0]).rank + SIGNS[code[2]], translated(sentence))


def offence_words(kind: str) -> str:
    """What somebody did, in a few words."""
    return gettext(OFFENCES.get(kind, kind.replace("_", " ")))


def call_words(kind: str) -> str:
    """What kind of thing was said, in the words of the page or of the game's own language."""
    if spoken() in (Language.ENGLISH, Language.FRENCH):
        return gettext(CALLS.get(kind, kind.replace("_", " ")))
    return call_name(kind, spoken())


def press_words(press: str) -> str:
    """What a button was pressed for."""
    return gettext(PRESSES.get(press, press.replace("_", " ")))


def event_words(kind: str) -> str:
    """What was done."""
    return gettext(EVENTS.get(kind, kind))


def at_the_table(moment: str) -> str:
    """Hour and minute of an ISO time as the clock at the table shows it."""
    return datetime.fromisoformat(moment).astimezone().strftime("%H:%M")
