"""PBN 2.1 into boards: what each tag of a game says (PBN 2.1, 3.4 to 3.9)."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from scoring.boards import notation
from scoring.boards.board import Board, Laid, Mark, Remark, Said
from scoring.boards.tokens import Game, Word, games
from scoring.calls import Call, CallKind
from scoring.errors import Unreadable
from scoring.seats import Seat

Value = TypeVar("Value")
PLAYERS = ("North", "East", "South", "West")
NEEDED = ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result")
"""Tags of the mandatory set (PBN 2.1, 3.4) without which something cannot be looked at."""

_UNKNOWN = ("", "?")


def is_pbn(text: str) -> bool:
    """Whether a text looks like PBN: its first line that is not empty is an escape, a comment or a tag."""
    return text.lstrip("\ufeff \t\r\n")[:1] in ("%", "[", ";")


def read_pbn(text: str) -> list[Board]:
    """Every board of a PBN file; what cannot be read of one becomes its remark, and the rest of it stands. Raises nothing."""
    return [_Reading(game, place).board() for place, game in enumerate(games(text.removeprefix("\ufeff")), start=1)]


@dataclass(frozen=True)
class _Reading:
    """One game on its way to a board."""

    game: Game
    place: int
    remarks: list[Remark] = field(default_factory=list)

    def board(self) -> Board:
        """The board, with a remark for every tag that is missing or unreadable."""
        self.remarks.extend(self.game.remarks)
        calls, is_whole = self._auction()
        bid, doubled = self._value("Contract", notation.contract_named) or (None, 1)
        declarer = self._value("Declarer", lambda text: notation.seat_named(text.lstrip("^")))
        whose = self._before_the_opener() if declarer is None else declarer
        tricks, is_ruled = self._value("Result", lambda text: notation.tricks_named(text, whose)) or (None, False)
        play, is_open = self._play()
        self._missing(bid, bool(calls))
        return Board(
            place=self.place,
            line=self.game.line,
            number=self._value("Board", _number),
            players=tuple(self._text(key) for key in PLAYERS),
            dealer=self._dealer(),
            vulnerable=self._value("Vulnerable", notation.vulnerable_named),
            hands=self._value("Deal", notation.hands_named) or (None, None, None, None),
            scoring=self._text("Scoring"),
            room=self._text("Room"),
            bid=bid,
            doubled=doubled,
            declarer=declarer,
            is_swapped=self._text("Declarer").startswith("^"),
            tricks=tricks,
            is_ruled=is_ruled,
            score=self._value("Score", lambda text: notation.score_named(text, whose)),
            calls=calls,
            is_whole_auction=is_whole,
            play=play,
            is_play_open=is_open,
            opener=self._value("Play", notation.seat_named),
            lines={key.capitalize(): word.line for key, word in self.game.tags.items()},
            remarks=tuple(sorted(dict.fromkeys(self.remarks), key=lambda remark: remark.line)),
        )

    def _text(self, key: str) -> str:
        word = self.game.tags.get(key.lower())
        return "" if word is None or word.text in _UNKNOWN else word.text

    def _value(self, key: str, read: Callable[[str], Value]) -> Value | None:
        """What the tag says; None where it is missing or empty, and with a remark where it cannot be read."""
        word = self.game.tags.get(key.lower())
        if word is None or word.text.strip() in _UNKNOWN:
            return None
        try:
            return read(word.text)
        except Unreadable as error:
            self._remark(word.line, key, str(error))
            return None

    def _remark(self, line: int, key: str, text: str) -> None:
        self.remarks.append(Remark(line, key, text))

    def _missing(self, bid: str | None, has_calls: bool) -> None:
        """Names the tags that are not there, unless the auction or the contract says the same."""
        spare = {"Dealer": has_calls, "Declarer": has_calls or not bid, "Contract": has_calls, "Result": not bid}
        for key in NEEDED:
            if key.lower() not in self.game.tags and not spare.get(key, False):
                self._remark(self.game.line, key, "the tag is missing")

    def _dealer(self) -> Seat | None:
        """By the tag, else whoever speaks first."""
        dealer = self._value("Dealer", notation.seat_named)
        return self._value("Auction", notation.seat_named) if dealer is None else dealer

    def _before_the_opener(self) -> Seat | None:
        """The declarer where no tag names one: the seat before the opening lead."""
        word = self.game.tags.get("play")
        try:
            return None if word is None else Seat((notation.seat_named(word.text) + 3) % 4)
        except Unreadable:
            return None

    def _auction(self) -> tuple[tuple[Said, ...], bool]:
        """The calls, and whether they go on to the end of the auction."""
        word = self.game.tags.get("auction")
        first = None if word is None else self._value("Auction", notation.seat_named)
        if first is None:
            return (), True
        said, turn, is_irregular = list[Said](), int(first), False
        for word in self.game.sections.get("auction", ()):
            if word.text in ("*", "+"):
                return tuple(said), False
            is_irregular = is_irregular or word.text in ("^I", "^S")
            if word.text[0] in "=$!?^":
                continue
            calls = self._calls(word, turn, bool(said) and any(one.call.kind is CallKind.BID for one in said))
            said += [Said(call, word.line, is_irregular) for call in calls]
            turn, is_irregular = turn + (len(calls) or 1), False
        return tuple(said), True

    def _calls(self, word: Word, turn: int, has_bid: bool) -> tuple[Call, ...]:
        """What the word says: a call, the passes of `AP`, or nothing for `-`, where it was not that seat's turn."""
        if word.text == "-":
            return ()
        if word.text.upper() == "AP":
            return tuple(Call(CallKind.PASS, Seat((turn + step) % 4)) for step in range(3 if has_bid else 4))
        try:
            return (notation.call_named(word.text, Seat(turn % 4)),)
        except Unreadable as error:
            self._remark(word.line, "Auction", str(error))
            return ()

    def _play(self) -> tuple[tuple[tuple[Laid, ...], ...], bool]:
        """The tricks, each with the cards that were played to it and whose they are; and whether play goes on."""
        word = self.game.tags.get("play")
        first = None if word is None or word.text in _UNKNOWN else self._value("Play", notation.seat_named)
        words = self.game.sections.get("play", [])
        if first is None:
            return (), False
        ends = [place for place, word in enumerate(words) if word.text in ("*", "+")]
        cells = list(self._cells(words[: ends[0]] if ends else words, first))
        rows = tuple(tuple(filter(None, cells[start : start + 4])) for start in range(0, len(cells), 4))
        if len(rows) > 13:
            self._remark(words[52].line, "Play", f"it has {len(rows)} tricks: those beyond the thirteenth do not count")
        played = rows[: max((place for place, row in enumerate(rows[:13], start=1) if row), default=0)]
        return played, bool(ends) and words[ends[0]].text == "+"

    def _cells(self, words: list[Word], first: Seat) -> Iterator[Laid | None]:
        """The play cell by cell, the columns from `first` clockwise; None for a card that was not played or cannot be read."""
        column, marks = int(first), set[Mark]()
        for place, word in enumerate(words):
            if word.text in ("^R", "^L"):
                marks.add(Mark(word.text))
            if word.text[0] in "=$!?^":
                continue
            if word.text != "-" and len(word.text) == 1 and not word.text.isalnum():
                self._remark(word.line, "Play", f"{word.text!r} is no card")
                continue
            behind = _notes_behind(words, place)
            marks |= {Mark.CORRECTED} if Mark.CORRECTED.value in behind else set()
            yield self._cell(word, Seat(column % 4), frozenset(marks))
            column, marks = column + 1, set()

    def _cell(self, word: Word, seat: Seat, marks: frozenset[Mark]) -> Laid | None:
        if word.text == "-":
            return None
        try:
            return Laid(notation.card_named(word.text), word.line, seat, marks)
        except Unreadable as error:
            self._remark(word.line, "Play", str(error))
            return None


def _notes_behind(words: list[Word], place: int) -> list[str]:
    """Notes and glyphs that stand behind the word at that place."""
    found = []
    for word in words[place + 1 :]:
        if word.text[0] not in "=$!?":
            break
        found.append(word.text)
    return found


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text.strip()) or not int(text):
        raise Unreadable(f"{text[:20]!r} is no number of a board")
    return int(text)
