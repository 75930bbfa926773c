"""Calls and moves in the words of a session as text, and back."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from scoring.calls import NOTHING, Call, CallKind, bid_name, bid_named
from scoring.cards import Card, Rank, Suit
from scoring.errors import Unreadable
from scoring.misdeals import DrawnBack
from scoring.moves import Action, Move
from scoring.packs import OF_SUITS, cards_of
from scoring.seats import Seat
from scoring.told import Count, Taker, Told

_PLAIN = {
    CallKind.PASS: "passes",
    CallKind.DOST: "says dost",
    CallKind.TRADE: "trades all cards",
    CallKind.TAKE_STICKS: "takes the sticks off",
    CallKind.DOUBLE: "doubles",
    CallKind.REDOUBLE: "redoubles",
    CallKind.ALONE: "plays alone",
    CallKind.LEADS: "leads",
    CallKind.PARTNER: "is the partner",
}
_COUNTED = {CallKind.PASS_CARDS: "passes on", CallKind.DEALS: "deals"}
_WITH_CARDS = {
    CallKind.TRUMP: "shows trump",
    CallKind.LAYOUT: "lays out",
    CallKind.SHOW_HOLDING: "shows",
    CallKind.CALL_CARD: "calls",
    CallKind.LEAVES: "leaves",
    CallKind.GETS: "gets",
    CallKind.DUMMY: "is dummy with",
}
_WITH_A_WORD = {CallKind.ANNOUNCE: "announces", CallKind.MELD: "melds"}


def call_text(call: Call) -> str:
    """`B bids 3`, `A bids blind 0`, `B bids 4H`, `B chooses N`, `C declares 4 K`, `D shows trump 7H`."""
    if call.kind is CallKind.TRUMP and call.suit is not None:
        words = f"names trump {call.suit.value}"
    elif call.kind in _PLAIN:
        words = _PLAIN[call.kind]
    elif call.kind in _WITH_CARDS:
        words = f"{_WITH_CARDS[call.kind]} {_codes(call.cards) or NOTHING}"
    elif call.kind is CallKind.BID:
        words = f"bids {'blind ' if call.is_blind else ''}{bid_name(call)}"
    elif call.kind is CallKind.CHOOSE:
        words = f"chooses {bid_name(call)}"
    elif call.kind in _WITH_A_WORD:
        words = f"{_WITH_A_WORD[call.kind]} {call.word}"
    elif call.kind is CallKind.DECLARE:
        words = f"declares {call.number} {call.rank.value if call.rank else '?'}"
    else:
        words = f"{_COUNTED[call.kind]} {call.number}"
    return f"{call.seat} {words}"


def read_call(text: str) -> Call:
    """The call that `call_text` wrote; raises `Unreadable`."""
    letter, _, words = text.strip().partition(" ")
    seat = Seat.parse(letter)
    for kind, plain in _PLAIN.items():
        if words == plain:
            return Call(kind, seat)
    if found := re.fullmatch(r"bids (blind )?(\w{1,40})", words):
        return replace(bid_named(found[2], seat), is_blind=bool(found[1]))
    for kind, verb in ((CallKind.CHOOSE, "chooses"), *_WITH_A_WORD.items()):
        if found := re.fullmatch(rf"{verb} (\w{{1,40}})", words):
            return bid_named(found[1], seat, kind)
    if found := re.fullmatch(r"declares (\d) (\w+)", words):
        return Call(CallKind.DECLARE, seat, number=int(found[1]), rank=_rank(found[2]))
    if found := re.fullmatch(r"names trump ([CDHS])", words):
        return Call(CallKind.TRUMP, seat, suit=Suit(found[1]))
    for kind, verb in _COUNTED.items():
        if found := re.fullmatch(rf"{verb} (\d{{1,3}})", words):
            return Call(kind, seat, number=int(found[1]))
    for kind, verb in _WITH_CARDS.items():
        if words == f"{verb} {NOTHING}":
            return Call(kind, seat, word=NOTHING)
        if words.startswith(verb + " "):
            return Call(kind, seat, cards=cards_of(words[len(verb) :]))
    raise Unreadable(f"{text!r} is no call: expected such as 'B bids 3', 'B bids 4H', 'C declares 4 K' or 'D shows trump 7H'")


def told_text(told: Told) -> str:
    """`took AC 4, B 5, D 4; last B 7H`: how many tricks were whose, where they were counted, and who took the last ones."""
    counts = ", ".join(f"{''.join(map(str, count.seats))} {count.tricks}" for count in told.taken)
    counted = f"took {counts}; " if counts else ""
    return f"{counted}last " + ", ".join(f"{taker.seat} {taker.card or ''}".rstrip() for taker in told.last)


def read_told(text: str) -> tuple[tuple[Count, ...], tuple[Taker, ...]]:
    """How many were whose, and the last takers, as `told_text` wrote them; raises `Unreadable`."""
    found = re.fullmatch(r"(?:took ([^;]+); )?last ([^;]+)", text.strip())
    if not found:
        raise Unreadable(f"{text!r} tells no tricks: expected such as 'took AC 4, BD 9; last B 7H'")
    counts = [item.strip().partition(" ") for item in (found[1] or "").split(",") if item.strip()]
    takers = [item.strip().partition(" ") for item in found[2].split(",")]
    if not all(count.isdecimal() and len(count) < 4 for _, _, count in counts):
        raise Unreadable(f"{text!r} tells no tricks: expected a number behind the seats")
    taken = tuple(Count(tuple(map(Seat.parse, letters)), int(count)) for letters, _, count in counts)
    return taken, tuple(Taker(Seat.parse(letter), Card.parse(code) if code else None) for letter, _, code in takers)


def drawn_text(card: DrawnBack) -> str:
    """`C from B`, `C from the pack`, `the pack from B`: who draws a card back, and from whom."""
    return f"{_REST if card.taker is None else card.taker} from {_REST if card.giver is None else card.giver}"


def read_drawn(text: str) -> DrawnBack:
    """The card that `drawn_text` wrote; raises `Unreadable`."""
    found = re.fullmatch(rf"({_REST}|[A-H]) from ({_REST}|[A-H])", text.strip())
    if not found or found[1] == found[2]:
        raise Unreadable(f"{text!r} draws no card back: expected such as 'C from B' or 'C from the pack'")
    taker, giver = (None if word == _REST else Seat.parse(word) for word in found.groups())
    return DrawnBack(giver, taker)


_REST = "the pack"


def move_text(move: Move) -> str:
    """`A 8C captures 6C 2D and build 1`, `B 3C builds 6: 3C AC 2D`, `A JD trails`."""
    return f"{move.seat} {move.card} {_WORDS[move.action](move)}"


def read_move(text: str) -> Move:
    """The move that `move_text` wrote; raises `Unreadable`."""
    letter, code, words = (*text.strip().split(" ", 2), "", "")[:3]
    seat, card = Seat.parse(letter), Card.parse(code)
    if words == "trails":
        return Move(seat, card, Action.TRAIL)
    if words.startswith("captures"):
        parts = [part.strip() for part in words.removeprefix("captures").split(" and ")]
        builds = tuple(_place(part) for part in parts if part.startswith("build "))
        take = tuple(card for part in parts if not part.startswith("build ") for card in cards_of(part))
        return Move(seat, card, Action.CAPTURE, take=take, builds=builds)
    if found := re.fullmatch(r"builds (\d+): (.*)", words):
        return Move(seat, card, Action.BUILD, value=int(found[1]), sets=_sets(found[2]))
    if found := re.fullmatch(r"raises (build \d+) to (\d+)(?: with ([^,]*?))?(?:, beside (.*))?", words):
        extra, also = cards_of(found[3] or ""), _sets(found[4] or "")
        return Move(seat, card, Action.RAISE, build=_place(found[1]), value=int(found[2]), extra=extra, also=also)
    if found := re.fullmatch(r"adds to (build \d+): (.*)", words):
        return Move(seat, card, Action.ADD, build=_place(found[1]), sets=_sets(found[2]))
    raise Unreadable(f"{text!r} is no turn: expected such as 'A 8C captures 6C 2D', 'B 3C builds 6: 3C AC 2D' or 'A JD trails'")


def _captures(move: Move) -> str:
    parts = [_codes(move.take)] if move.take else []
    return "captures " + " and ".join(parts + [f"build {place + 1}" for place in move.builds])


def _raises(move: Move) -> str:
    extra = f" with {_codes(move.extra)}" if move.extra else ""
    also = f", beside {_groups(move.also)}" if move.also else ""
    return f"raises build {(move.build or 0) + 1} to {move.value}{extra}{also}"


_WORDS: dict[Action, Callable[[Move], str]] = {
    Action.TRAIL: lambda _move: "trails",
    Action.CAPTURE: _captures,
    Action.BUILD: lambda move: f"builds {move.value}: {_groups(move.sets)}",
    Action.RAISE: _raises,
    Action.ADD: lambda move: f"adds to build {(move.build or 0) + 1}: {_groups(move.sets)}",
}


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(str(card) for card in cards)


def _groups(sets: Iterable[Iterable[Card]]) -> str:
    return " / ".join(_codes(group) for group in sets)


def _sets(text: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(cards_of(part) for part in text.split("/") if part.strip())


def _place(text: str) -> int:
    """Builds are counted from 1 in words and from 0 in moves."""
    digits = text.removeprefix("build ")
    number = int(digits) if re.fullmatch(r"\d{1,3}", digits) else 0
    if number < 1:
        raise Unreadable(f"{text!r} is no build: they are counted from 1, the oldest")
    return number - 1


def _rank(letter: str) -> Rank:
    try:
        return OF_SUITS[letter]
    except KeyError:
        raise Unreadable(f"{letter!r} is no rank: expected one of A K Q J O U T 9 8 7 6 5 4 3 2") from None
