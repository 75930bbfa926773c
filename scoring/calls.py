"""Calls: what is said or shown at the table and is not a play, such as a bid, a declaration or the card that makes trumps."""

import re
from dataclasses import dataclass
from enum import Enum

from scoring.cards import Card, Rank, Suit
from scoring.errors import Unreadable
from scoring.seats import Seat
from scoring.words import Language, suit_name

NO_TRUMP = "no_trump"
"""The word of a bid or a choice of trumps that wants none."""

NOTHING = "nothing"
"""The word of who names no card."""


class CallKind(Enum):
    """What kind of thing was said or shown."""

    BID = "bid"
    PASS = "pass"  # noqa: S105  # a pass in an auction is no password
    PASS_CARDS = "pass_cards"  # noqa: S105  # likewise
    TRUMP = "trump"
    LAYOUT = "layout"
    DECLARE = "declare"
    DOST = "dost"
    SHOW_HOLDING = "show_holding"
    TRADE = "trade"
    TAKE_STICKS = "take_sticks"
    DOUBLE = "double"
    REDOUBLE = "redouble"
    CHOOSE = "choose"
    ALONE = "alone"
    LEADS = "leads"
    DEALS = "deals"
    CALL_CARD = "call_card"
    PARTNER = "partner"
    ANNOUNCE = "announce"
    MELD = "meld"
    LEAVES = "leaves"
    GETS = "gets"
    DUMMY = "dummy"


AFTERWARDS = frozenset({CallKind.DOST, CallKind.TAKE_STICKS})
"""Calls about the hand that has just been played, even where its last trick is fact."""


@dataclass(frozen=True)
class Call:
    """One call.

    `number` is tricks or points bid, how many of a kind are declared, how many cards are passed on or dealt to each; `rank` what
    is declared; `suit` what is trump where nobody says which card was shown, or the suit of a bid; `word` what a bid, a choice,
    an announcement or a meld is called, and `NO_TRUMP`; `cards` what was shown, called or laid open with it. `moment` counts
    what happened in the hand, from 0, as plays count it.
    """

    kind: CallKind
    seat: Seat
    number: int | None = None
    rank: Rank | None = None
    suit: Suit | None = None
    is_blind: bool = False
    cards: tuple[Card, ...] = ()
    moment: int = 0
    word: str | None = None

    @property
    def trump(self) -> Suit | None:
        """The suit that the call makes trumps."""
        return self.cards[0].suit if self.cards else self.suit

    @property
    def is_named(self) -> bool:
        """Whether a bid has a suit or a name, and is not a number alone."""
        return self.suit is not None or self.word is not None

    @property
    def is_plain(self) -> bool:
        """Whether it is a bid of a number alone, by somebody who has seen the cards."""
        return self.kind is CallKind.BID and self.number is not None and not self.is_named and not self.is_blind


@dataclass(frozen=True)
class Contract:
    """What is played after an auction: the bid, by whom, and how many times it counts; `is_alone`: without the partner.

    Where a `card` makes the `partner`: which one, and who that is, once it is known.
    """

    bid: Call
    declarer: Seat
    doubled: int = 1
    is_alone: bool = False
    card: Card | None = None
    partner: Seat | None = None


def bid_name(call: Call) -> str:
    """A bid in short, as ladders and formulas name it: `4H`, `3N` for no trump, `85`, `H`, `misere`, `4down`."""
    number = "" if call.number is None else str(call.number)
    if call.word is not None and call.word != NO_TRUMP:
        return number + call.word
    return number + ("N" if call.word else call.suit.value if call.suit else "")


def bid_named(name: str, seat: Seat, kind: CallKind = CallKind.BID) -> Call:
    """The bid that `bid_name` names so; raises `Unreadable`.

    >>> bid_name(bid_named("3N", Seat.A))
    '3N'
    """
    if found := re.fullmatch(r"(\d{0,4})([CDHSN]?)", name):
        number = int(found[1]) if found[1] else None
        suit = Suit(found[2]) if found[2] not in ("", "N") else None
        if number is not None or found[2]:
            return Call(kind, seat, number=number, suit=suit, word=NO_TRUMP if found[2] == "N" else None)
    if (found := re.fullmatch(r"(\d{0,4})([a-z][a-z_]{1,39})", name)) and found[2] != NO_TRUMP:
        return Call(kind, seat, number=int(found[1]) if found[1] else None, word=found[2])
    raise Unreadable(f"{name[:40]!r} is no bid: expected such as 4H, 3N, 85, misere or 4down (two small letters or more)")


def bid_words(name: str) -> str:
    """A bid in words, from its short form.

    >>> bid_words("4H"), bid_words("3N"), bid_words("85"), bid_words("open_misere"), bid_words("4down")
    ('4 hearts', '3 no trump', '85', 'open misere', '4 down')
    """
    found = re.fullmatch(r"(\d*)([CDHSN])", name)
    if not found:
        return re.sub(r"(?<=\d)(?=[a-z])", " ", name).replace("_", " ")
    suit = "no trump" if found[2] == "N" else suit_name(Suit(found[2]), Language.ENGLISH)
    return f"{found[1]} {suit}".strip()
