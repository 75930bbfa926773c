"""Single values of PBN, read and written: seats, cards, hands, contracts, results, scores (PBN 2.1, 3.4 and 4.2).

Everything that reads raises `Unreadable` with what is expected.
"""

import re
from collections import Counter
from collections.abc import Sequence

from scoring.boards.board import Hands, Vulnerable
from scoring.calls import NO_TRUMP, Call, CallKind, bid_name, bid_named
from scoring.cards import Card, Rank, Suit
from scoring.errors import Unreadable
from scoring.packs import pack_named
from scoring.seats import Seat

COMPASS = "NESW"
"""The seats A to D by their directions."""

SUITS = "SHDC"
RANKS = "AKQJT98765432"
CLASSES = {1: "", 2: "X", 4: "XX"}
"""How a contract is written that counts once, twice, four times."""

_VULNERABLE = {"none": Vulnerable.NONE, "love": Vulnerable.NONE, "-": Vulnerable.NONE, "ns": Vulnerable.NS}
_VULNERABLE |= {"ew": Vulnerable.EW, "all": Vulnerable.ALL, "both": Vulnerable.ALL}


def direction(seat: Seat) -> str:
    """`N` for seat A, and so on clockwise."""
    return COMPASS[seat]


def seat_named(text: str) -> Seat:
    """The seat of a direction."""
    letter = text.strip().upper()
    if len(letter) != 1 or letter not in COMPASS:
        raise Unreadable(f"{text[:20]!r} is no direction: expected N, E, S or W")
    return Seat(COMPASS.index(letter))


def card_name(card: Card) -> str:
    """A card with its suit first: `ST` is the ten of spades."""
    return f"{card.suit.value if card.suit else ''}{card.rank.value}"


def card_named(text: str) -> Card:
    """The card that `card_name` names; ten may be written 10."""
    found = re.fullmatch(r"([SHDC])([AKQJT2-9]|10)", text.upper())
    if not found:
        raise Unreadable(f"{text[:20]!r} is no card: expected such as SQ, HT or D7")
    return Card(Rank("T" if found[2] == "10" else found[2]), Suit(found[1]))


def call_named(text: str, seat: Seat) -> Call:
    """The call that a word of an auction names: `1NT`, `4S`, `Pass`, `X`, `XX`; and LIN's `1N`, `p`, `d`, `r`."""
    word = text.upper()
    for kind, words in _CALLS.items():
        if word in words:
            return Call(kind, seat)
    found = re.fullmatch(r"([1-7])([CDHSN])T?", word)
    if not found or (word.endswith("T") and found[2] != "N"):
        raise Unreadable(f"{text[:20]!r} is no call: expected such as 1NT, 4S, Pass, X or XX")
    return bid_named(found[1] + found[2], seat)


_CALLS = {
    CallKind.PASS: ("PASS", "P"),
    CallKind.DOUBLE: ("X", "D", "DBL"),
    CallKind.REDOUBLE: ("XX", "R", "RDBL"),
}


def call_name(call: Call) -> str:
    """A call as PBN writes it."""
    if call.kind is CallKind.BID:
        return bid_text(bid_name(call))
    return {CallKind.PASS: "Pass", CallKind.DOUBLE: "X", CallKind.REDOUBLE: "XX"}[call.kind]


def bid_text(bid: str) -> str:
    """`3NT` for `3N`."""
    return bid + ("T" if bid.endswith("N") else "")


def contract_text(bid: str, doubled: int) -> str:
    """A contract as PBN writes it, `Pass` for none."""
    return bid_text(bid) + CLASSES[doubled] if bid else "Pass"


def contract_named(text: str) -> tuple[str, int]:
    """The bid in short and how often it counts; the bid is empty for `Pass`."""
    if text.strip().lower() in ("pass", "p", "ap", "passed out", "all pass"):
        return "", 1
    found = re.fullmatch(r"([1-7] ?(?:NT?|[CDHS])) ?(X{0,2})", text.strip().upper())
    if not found:
        raise Unreadable(f"{text[:20]!r} is no contract: expected such as 4S, 3NTX, 2HXX or Pass")
    call = call_named(found[1].replace(" ", ""), Seat.A)
    assert call.suit is not None or call.word == NO_TRUMP
    return bid_name(call), {"": 1, "X": 2, "XX": 4}[found[2]]


def vulnerable_named(text: str) -> Vulnerable:
    """Who is vulnerable: None, Love and - are nobody, All and Both are all."""
    word = text.strip().lower().replace("n-s", "ns").replace("e-w", "ew")
    if word not in _VULNERABLE:
        raise Unreadable(f"{text[:20]!r}: expected None, NS, EW or All")
    return _VULNERABLE[word]


def is_of_north(seat: Seat) -> bool:
    """Whether the seat is north's or south's."""
    return seat % 2 == 0


def tricks_named(text: str, declarer: Seat | None) -> tuple[int, bool]:
    """Tricks of the declarer, and whether they are a ruling (`^`): `9`, `^9`, `EW 9`, `NS 7 EW 6`."""
    is_ruled, words = text.strip().startswith("^"), text.strip().lstrip("^ ").upper()
    sides = re.fullmatch(r"(NS|EW) *(\d{1,2})(?: +(NS|EW) *(\d{1,2}))?", words)
    if re.fullmatch(r"\d{1,2}", words) and int(words) <= 13:
        return int(words), is_ruled
    if not sides or int(sides[2]) > 13 or (sides[3] and (sides[3] == sides[1] or int(sides[2]) + int(sides[4]) != 13)):
        raise Unreadable(f"{text[:20]!r} is no number of tricks: expected 0 to 13, as 9, EW 9 or NS 7 EW 6")
    if declarer is None:
        raise Unreadable(f"{text[:20]!r} are tricks of a side, and nothing says who is the declarer")
    is_own = (sides[1] == "NS") == is_of_north(declarer)
    return int(sides[2]) if is_own else 13 - int(sides[2]), is_ruled


def score_named(text: str, declarer: Seat | None) -> int:
    """North and south's points: `NS 420`, `EW -420`, both, or a number alone, which is the declarer's."""
    words = " ".join(text.upper().split()).replace("+", "")
    if re.fullmatch(r"-?\d{1,5}", words):
        if declarer is None and int(words):
            raise Unreadable(f"{text[:20]!r} is the declarer's, and nothing says who that is")
        return int(words) if declarer is None or is_of_north(declarer) else -int(words)
    if not re.fullmatch(r"(NS|EW) ?-?\d{1,5}(,? (NS|EW) ?-?\d{1,5})?", words):
        raise Unreadable(f"{text[:20]!r} is no score: expected such as NS 420, EW -420 or 420, the declarer's")
    scores = {int(points) * (1 if side == "NS" else -1) for side, points in re.findall(r"(NS|EW) ?(-?\d+)", words)}
    if len(scores) > 1:
        raise Unreadable(f"{text[:20]!r} is a score of its own for each side, a ruling: there is nothing to compare it with")
    return scores.pop()


def score_text(points: int) -> str:
    """North and south's points as PBN writes them: for the side that has them."""
    return f"NS {points}" if points >= 0 else f"EW {-points}"


def hands_named(text: str) -> Hands:
    """What each seat was dealt: `N:AK2.QJT.987.6543 … - …`, from the seat named first clockwise; `-` is not known.

    Where three hands are known the fourth has the other cards.
    """
    first, colon, rest = text.partition(":")
    hands = rest.split()
    if not colon or len(hands) != 4:
        raise Unreadable("expected a direction, a colon and four hands, such as 'N:AK2.QJT.987.6543 - - -'")
    start, found = seat_named(first), dict[Seat, frozenset[Card] | None]()
    for place, hand in enumerate(hands):
        found[Seat((start + place) % 4)] = None if hand == "-" else hand_of(hand.split("."), SUITS)
    return with_fourth(tuple(found[Seat(place)] for place in range(4)))


def hand_of(groups: Sequence[str], suits: str) -> frozenset[Card] | None:
    """Thirteen cards out of the ranks of each suit; None where there are no ranks, as some write a hand that is not known."""
    if not any(groups):
        return None
    named = [f"{suit}{rank}" for suit, ranks in zip(suits, groups, strict=False) for rank in ranks.replace("10", "T")]
    cards = frozenset(map(card_named, named))
    if len(groups) != len(suits) or len(cards) != 13 or len(named) != 13:
        raise Unreadable(f"{'.'.join(groups)[:40]!r} is no hand: expected 13 cards in four suits, such as 'AK2.QJT.987.6543'")
    return cards


def with_fourth(hands: Hands) -> Hands:
    """The hands with the one that follows from three others; raises `Unreadable` where a card is dealt twice."""
    dealt = Counter(card for hand in hands if hand is not None for card in hand)
    if twice := sorted(card_name(card) for card, times in dealt.items() if times > 1):
        raise Unreadable(f"{' '.join(twice)} was dealt twice")
    if sum(hand is None for hand in hands) != 1:
        return hands
    left = frozenset(pack_named("std52").cards) - set(dealt)
    return tuple(left if hand is None else hand for hand in hands)


def hands_text(first: Seat, hands: Hands) -> str:
    """The deal as PBN writes it, from that seat on."""
    words = (hands[(first + place) % 4] for place in range(4))
    return f"{direction(first)}:" + " ".join("-" if hand is None else _hand_text(hand) for hand in words)


def _hand_text(hand: frozenset[Card]) -> str:
    held = set(map(card_name, hand))
    return ".".join("".join(rank for rank in RANKS if suit + rank in held) for suit in SUITS)
