"""LIN, as Bridge Base Online writes it, into boards.

LIN was never published. It is a row of pairs `key|value|`; these are read: `pn` players, `qx` and `ah` which board, `md` dealer
and hands, `sv` vulnerable, `mb` a call, `pc` a card, `mc` tricks of the declarer where somebody claimed. Others are passed over.
In a file of many boards each begins with `qx`, else with its names or its `md`; names before the first are everybody's.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from scoring.boards import notation
from scoring.boards.board import Board, Hands, Laid, Remark, Said, Vulnerable
from scoring.boards.tokens import LINE_END, Word
from scoring.cards import Card
from scoring.errors import Unreadable
from scoring.seats import Seat

Value = TypeVar("Value")
_PAIR = re.compile(r"([A-Za-z]{2})\|([^|]*)\|")
_ORDER = (Seat.C, Seat.D, Seat.A, Seat.B)
"""South, west, north, east."""

_VULNERABLE = {"o": Vulnerable.NONE, "0": Vulnerable.NONE, "n": Vulnerable.NS, "e": Vulnerable.EW, "b": Vulnerable.ALL}
_ROOMS = {"o": "Open", "c": "Closed"}
_CALL = re.compile(r"[1-7](?:NT?|[CDHS])|P(?:ASS)?|XX|X|DBL|D|RDBL|R|[^\s!-]")
_CARD = re.compile(r"[SHDC](?:10|[AKQJT2-9])|[^\s]")


def is_lin(text: str) -> bool:
    """Whether a text looks like LIN: it begins with a pair."""
    return _PAIR.match(text.lstrip("\ufeff \t\r\n")) is not None


def read_lin(text: str) -> list[Board]:
    """Every board of a LIN file; what cannot be read of one becomes its remark. Raises nothing."""
    return [_Reading(found, place).board() for place, found in enumerate(_boards(text), start=1)]


@dataclass(frozen=True)
class _Pairs:
    """The pairs of one board: each key with all its values, and the names that hold for it."""

    line: int
    names: Word
    values: dict[str, list[Word]] = field(default_factory=dict)


def _boards(text: str) -> Iterator[_Pairs]:
    """The pairs board by board; what stands before the first deal is no board."""
    text, names = LINE_END.sub("\n", text), Word("", 1)
    board, line, end = _Pairs(1, names), 1, 0
    for found in _PAIR.finditer(text):
        line, end = line + text.count("\n", end, found.start()), found.start()
        key, word = found[1].lower(), Word(found[2].strip(), line)
        if key == "qx" or (key in ("pn", "st", "md") and "md" in board.values):
            if "md" in board.values:
                yield board
            board = _Pairs(line, names)
        if key == "pn":
            names = word
            board = replace(board, names=word)
        board.values.setdefault(key, []).append(word)
    if "md" in board.values:
        yield board


@dataclass(frozen=True)
class _Reading:
    """One board on its way out of LIN."""

    pairs: _Pairs
    place: int
    remarks: list[Remark] = field(default_factory=list)

    def board(self) -> Board:
        """The board, with a remark for everything that is unreadable."""
        room, number = self._which()
        dealer = self._value("md", _dealer)
        calls = self._calls(dealer)
        return Board(
            place=self.place,
            line=self.pairs.line,
            number=number,
            players=self._players(room),
            dealer=dealer,
            vulnerable=self._value("sv", _vulnerable),
            hands=self._value("md", _hands) or (None, None, None, None),
            room=room,
            tricks=self._value("mc", lambda text: notation.tricks_named(text, None)[0]),
            calls=calls,
            play=self._play(),
            lines={key: words[0].line for key, words in self.pairs.values.items()},
            remarks=tuple(sorted(self.remarks, key=lambda remark: remark.line)),
        )

    def _value(self, key: str, read: Callable[[str], Value]) -> Value | None:
        for word in self.pairs.values.get(key, ())[:1]:
            try:
                return read(word.text) if word.text else None
            except Unreadable as error:
                self.remarks.append(Remark(word.line, key, str(error)))
        return None

    def _which(self) -> tuple[str, int | None]:
        """Room and number, from `qx|c12|` or `ah|Board 12|`."""
        for word in self.pairs.values.get("qx", ()):
            if found := re.match(r"([ocOC])([0-9]{1,6})", word.text):
                return _ROOMS[found[1].lower()], int(found[2]) or None
        for word in self.pairs.values.get("ah", ()):
            if found := re.search(r"([0-9]{1,6})", word.text):
                return "", int(found[1]) or None
        return "", None

    def _players(self, room: str) -> tuple[str, ...]:
        """North, east, south and west; of eight names the first four play in the open room."""
        names = [name.strip() for name in self.pairs.names.text.split(",")]
        names = names[4:] if room == "Closed" and len(names) >= 8 else names
        by_seat = dict(zip(_ORDER, [*names, "", "", "", ""][:4], strict=True))
        return tuple(by_seat[seat] for seat in sorted(by_seat))

    def _calls(self, dealer: Seat | None) -> tuple[Said, ...]:
        said = list[Said]()
        for word in self.pairs.values.get("mb", ()) if dealer is not None else ():
            for text in _CALL.findall(word.text.upper()):
                try:
                    said.append(Said(notation.call_named(text, Seat(((dealer or 0) + len(said)) % 4)), word.line))
                except Unreadable as error:
                    self.remarks.append(Remark(word.line, "mb", str(error)))
        return tuple(said)

    def _play(self) -> tuple[tuple[Laid, ...], ...]:
        """The cards as they were played, four to a trick; behind one that is none nobody knows whose they are."""
        laid = list[Laid]()
        words = ((text, word.line) for word in self.pairs.values.get("pc", ()) for text in _CARD.findall(word.text.upper()))
        for text, line in words:
            try:
                laid.append(Laid(notation.card_named(text), line))
            except Unreadable as error:
                self.remarks.append(Remark(line, "pc", f"{error}; the play is followed up to there"))
                break
        if len(laid) > 52:
            self.remarks.append(Remark(laid[52].line, "pc", "more than 52 cards are played: those do not count"))
        return tuple(tuple(laid[start : start + 4]) for start in range(0, min(len(laid), 52), 4))


def _dealer(text: str) -> Seat:
    """The digit before the hands: 1 for south, and so on clockwise."""
    if text[:1] not in tuple("1234"):
        raise Unreadable("expected a digit from 1 to 4 first, the dealer: 1 is south, 2 west, 3 north, 4 east")
    return _ORDER[int(text[0]) - 1]


def _vulnerable(text: str) -> Vulnerable:
    if text.lower() not in _VULNERABLE:
        raise Unreadable(f"{text[:20]!r}: expected o, n, e or b")
    return _VULNERABLE[text.lower()]


def _hands(text: str) -> Hands:
    """`3SAK2HQJT…,S…,S…,`: a digit for the dealer, then south, west, north and east; an empty hand is not told."""
    hands = [hand.strip().upper() for hand in text.lstrip("01234").split(",")]
    found = dict(zip(_ORDER, map(_hand, [*hands, "", "", "", ""][:4]), strict=True))
    return notation.with_fourth(tuple(found[seat] for seat in sorted(found)))


def _hand(text: str) -> frozenset[Card] | None:
    """One hand, its suits each behind its letter; None for one that is not told."""
    if not text:
        return None
    suits = dict(re.findall(r"([SHDC])([^SHDC]*)", text))
    return notation.hand_of([suits.get(suit, "") for suit in notation.SUITS], notation.SUITS)
