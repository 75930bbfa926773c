"""Reads a session that was written as text (`scoring.ledger.text`), line by line, and plays it again."""

import re
from collections.abc import Iterable
from datetime import datetime

from scoring.cards import Card
from scoring.commands import (
    CallTime,
    ChangePlayers,
    ClaimTrick,
    Command,
    ConfirmTrick,
    CountCards,
    DealHand,
    EndSession,
    MakeCall,
    MakeMove,
    PlayCard,
    PlayOn,
    RuleOnOffence,
    ShowCard,
    SignSheet,
    StartSession,
    TellTricks,
    TurnUpCard,
    VoidHand,
)
from scoring.decide import decide
from scoring.errors import BadSetup, Unreadable
from scoring.events import Event
from scoring.folding import fold
from scoring.games import GAMES
from scoring.hands import Hand
from scoring.ledger.codec import DAMAGE, LogDamaged, Recorded
from scoring.ledger.phrases import drawn_text, read_call, read_drawn, read_move, read_told
from scoring.ledger.records import YEARS
from scoring.ledger.text import HEADER, is_text
from scoring.misdeals import OUT_OF_TURN, DrawnBack
from scoring.seats import Seat
from scoring.table import Table
from scoring.tricks import Play


def read_text(lines: Iterable[str], session: str, first_line: int = 1) -> list[Recorded]:
    """The events of a session written as text; raises `LogDamaged` with the number of the line that is not right."""
    reader = _Reader()
    try:
        for line in lines:
            reader.read(line.rstrip("\r"))
        reader.finish()
    except DAMAGE as error:
        raise LogDamaged(f"line {first_line + reader.lines - 1}: {error}") from None
    return [Recorded(session, seq, event) for seq, event in enumerate(reader.events, start=1)]


class _Reader:
    """Turns lines into commands and the commands into events."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.table = Table()
        self.at: datetime | None = None
        self._head: dict[str, str] = {}
        self._rules: list[str] = []
        self._options: dict[str, object] = {}
        self._said_at: dict[str, int] = {}
        self._names: list[str] = []
        self._is_reseating = False
        self.lines = 0

    def read(self, line: str) -> None:
        """Take one more line."""
        self.lines += 1
        if self.lines == 1:
            if not is_text(line):
                raise Unreadable(f"expected {HEADER!r}")
            return
        if line.startswith("Rules: ") or line == "Rules:":
            self._said_at.setdefault("Rules", self.lines)
            self._rules.append(line[len("Rules: ") :])
            return
        word, _, rest = line.partition(": ")
        is_free = word == "Option" or word in Seat.__members__
        text = line if is_free else line.split("#")[0].split(" = ")[0].rstrip()
        if not text:
            return
        word, _, rest = (text if text.endswith(" ") else text + " ").partition(": ")
        rest = rest.rstrip() if not is_free else rest.removesuffix(" ")
        if self.table.setup is None and self._read_head(word, rest):
            return
        if self._is_reseating and word in Seat.__members__:
            self._take_name(word, rest)
            return
        self.begin()
        self._reseat()
        self._read_line(text, word, rest)

    def begin(self) -> None:
        """Start the session once its head has been read."""
        if self.table.setup is not None:
            return
        for needed in ("Date", "Game"):
            if needed not in self._head:
                raise LogDamaged(f"the session has no line {needed!r}")
        self.at = datetime.fromisoformat(self._head["Date"])
        if self.at.year not in YEARS:
            raise LogDamaged(f"it happened in {self.at.year}: expected {YEARS[0]} to {YEARS[-1]}")
        begun = StartSession(
            by="record",
            game=self._head["Game"],
            players=tuple(self._names),
            options=self._options,
            first_dealer=Seat.parse(self._head.get("First dealer", "A")),
            stake=int(self._head.get("Stake", "0")),
            rules="\n".join(self._rules) + "\n" if self._rules else None,
        )
        try:
            self._do(begun)
        except BadSetup as error:
            # The head is whole only where something else begins: what is wrong is an option's, the game's or its rules'.
            wrong = next((key for key in self._options if key in str(error)), "Rules" if self._rules else "Game")
            self.lines = self._said_at[wrong]
            if self._rules or begun.game in GAMES:
                raise
            raise BadSetup(f"no line begins with 'Rules:', as all rules of a house game do; {error}") from None

    def _read_head(self, word: str, rest: str) -> bool:
        if word == "Option":
            key, _, value = rest.partition(" = ")
            self._options[key], self._said_at[key] = value, self.lines
        elif word in Seat.__members__:
            self._take_name(word, rest)
        elif word in ("Date", "Game", "Stake", "First dealer"):
            self._head[word], self._said_at[word] = rest, self.lines
        else:
            return False
        return True

    def finish(self) -> None:
        """Do what the last lines began."""
        self.begin()
        self._reseat()

    def _take_name(self, letter: str, name: str) -> None:
        if Seat.parse(letter) != len(self._names):
            raise Unreadable(f"seat {letter} is named out of order: expected {Seat(len(self._names))}")
        self._names.append(name)

    def _reseat(self) -> None:
        if self._is_reseating:
            self._is_reseating = False
            self._do(ChangePlayers(by="record", players=tuple(self._names)))

    def _read_line(self, text: str, word: str, rest: str) -> None:
        if text == "New seats":
            self._is_reseating, self._names = True, []
        elif text == "Played on":
            # A later correction may have opened the game again: then there is nothing to play on past.
            if self.table.standing.is_over:
                self._do(PlayOn(by="record"))
        elif text == "End":
            self._do(EndSession(by="record"))
        elif text == "Time":
            self._do(CallTime(by="record"))
        elif text.startswith("Hand "):
            self._deal(text)
        elif word.startswith("Trick "):
            self._play(word, rest)
        elif word == "Turned up":
            self._turn_up(rest)
        elif found := re.fullmatch(r"Turn (\d+)", word):
            if int(found[1]) != len(self._hand().moves) + 1:
                raise Unreadable(f"expected turn {len(self._hand().moves) + 1} here")
            self._do(MakeMove(by="record", move=read_move(rest)))
        elif word == "Call":
            self._do(MakeCall(by="record", call=read_call(rest)))
        elif word == "Told":
            taken, last = read_told(rest)
            self._do(TellTricks(by="record", hand=self._hand().number, taken=taken, last=last))
        elif word == "Shown":
            self._do(ShowCard(by="record", card=Card.parse(rest)))
        elif word == "Waived":
            self._do(RuleOnOffence(by="record", hand=self._hand().number, offence=rest, waived=True))
        elif word == "Signed":
            self._do(SignSheet(by="record", player=rest))
        elif word == "Void":
            self._do(VoidHand(by="record", reason=rest, is_out_of_turn=rest.strip() == OUT_OF_TURN))
        elif word == "Drawn back":
            self._draw_back(read_drawn(rest))
        else:
            raise Unreadable(f"{text!r} is no line of a session")

    def _deal(self, text: str) -> None:
        found = re.fullmatch(r"Hand (\d+)(?:, dealer ([A-H]))?(?: for [A-H ]+)?", text)
        if not found or int(found[1]) != len(self.table.deals) + 1:
            raise Unreadable(f"expected a line 'Hand {len(self.table.deals) + 1}', with ', dealer A' where somebody was named")
        if self.table.standing.is_over and not self.table.plays_on:
            self._do(PlayOn(by="record"))
        self._do(DealHand(by="record", dealer=Seat.parse(found[2]) if found[2] else None))

    def _play(self, word: str, rest: str) -> None:
        hand = self._hand()
        found = re.fullmatch(r"Trick (\d+)( open| claimed by ([A-H]))?", word)
        if not found or int(found[1]) != hand.trick_to_confirm:
            raise Unreadable(f"expected a line 'Trick {hand.trick_to_confirm}: …' here")
        for item in filter(None, (item.strip() for item in rest.split(","))):
            letter, _, code = item.partition(" ")
            seat, turn = None if letter == "?" else Seat.parse(letter), self._hand().turn
            card = None if code in ("back", "??") else Card.parse(code)
            self._do(PlayCard(by="record", card=card, seat=None if seat == turn else seat, face_down=code == "back"))
        number = int(found[1])
        if found[3]:
            self._do(ClaimTrick(by="record", hand=hand.number, trick=number, seat=Seat.parse(found[3])))
        elif not found[2]:
            self._do(ConfirmTrick(by="record", hand=hand.number, trick=number))
            if self._hand().confirmed < number:
                laid = len(self._hand().laid[number - 1])
                raise Unreadable(f"trick {number} has {laid} cards of {len(hand.seats)}")

    def _draw_back(self, drawn: DrawnBack) -> None:
        hand = self._hand()
        self._do(CountCards(by="record", counts=drawn.counts(hand.seats, hand.hand_size)))
        if self._hand().drawn_back[-1:] != (drawn,):
            raise Unreadable(f"{drawn_text(drawn)!r} puts no deal right")

    def _turn_up(self, rest: str) -> None:
        found = re.fullmatch(r"trick (\d+), ([A-H?]) (\w+)", rest)
        if not found:
            raise Unreadable("expected such as 'Turned up: trick 2, B 8D'")
        number, letter, code = int(found[1]), found[2], found[3]
        seat = None if letter == "?" else Seat.parse(letter)
        tricks = self._hand().tricks
        plays: tuple[Play, ...] = tricks[number - 1].plays if 1 <= number <= len(tricks) else ()
        places = [place for place, play in enumerate(plays) if play.seat == seat and play.is_hidden]
        if not places:
            raise Unreadable(f"seat {letter} has no card face down in trick {number}")
        hand = self._hand().number
        self._do(TurnUpCard(by="record", hand=hand, trick=number, position=places[0], card=Card.parse(code)))

    def _hand(self) -> Hand:
        if self.table.hand is None:
            raise Unreadable("expected a line 'Hand 1' first")
        return self.table.hand

    def _do(self, command: Command) -> None:
        assert self.at is not None
        events = decide(self.table, command, self.at)
        self.table = fold(events, self.table)
        self.events += events
