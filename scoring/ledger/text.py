"""A session as text that anybody can read and type, and back again.

    Cardtable session
    Date: 2026-01-01T12:00:00+00:00
    Game: spar
    Option: double_six = true
    Stake: 10
    A: Ama
    B: Kofi
    First dealer: A

    Hand 1
    Trick 1: B AH, A 7H = B
    …

What stands after `=` or `#` is worked out from the rest and not read. Corrections, withdrawn cards, confidences and pictures
are not in it: the JSON Lines record keeps those.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from scoring.cards import Card
from scoring.commands import (
    CallTime,
    ChangePlayers,
    ClaimTrick,
    Command,
    ConfirmTrick,
    DealHand,
    EndSession,
    MakeCall,
    MakeMove,
    PlayCard,
    PlayOn,
    RuleOnOffence,
    ShowCard,
    StartSession,
    TurnUpCard,
    VoidHand,
)
from scoring.deal import Deal
from scoring.decide import decide
from scoring.errors import ScoringError, Unreadable
from scoring.events import Event, SessionStarted
from scoring.hands import Hand
from scoring.ledger.codec import LogDamaged, Recorded
from scoring.ledger.phrases import call_text, move_text, read_call, read_move
from scoring.seats import Seat
from scoring.table import Table, fold
from scoring.tricks import Play, Trick

HEADER = "Cardtable session"


def is_text(first_line: str) -> bool:
    """Whether a file that begins so is a session as text."""
    return first_line.strip() == HEADER


def write_text(table: Table, started: SessionStarted) -> Iterator[str]:
    """The session, line by line, without line ends."""
    yield HEADER
    yield f"Date: {started.at.isoformat()}"
    yield f"Game: {started.game}"
    yield from (f"Rules: {line}" for line in (started.rules or "").splitlines())
    yield from (f"Option: {key} = {_option(value)}" for key, value in started.options.items())
    yield f"Stake: {started.stake}"
    yield from _players(started.players)
    yield f"First dealer: {started.first_dealer}"
    players = started.players
    for deal in table.deals:
        yield ""
        if deal.setup.players != players:
            players = deal.setup.players
            yield "New seats"
            yield from _players(players)
        yield from _hand(deal)
    if table.agreed.players != players:
        yield ""
        yield "New seats"
        yield from _players(table.agreed.players)
    if table.plays_on:
        yield "Played on"
    if table.is_ended:
        yield "End"
    yield from _totals(table)


def read_text(lines: Iterable[str], session: str, first_line: int = 1) -> list[Recorded]:
    """The events of a session written as text; raises `LogDamaged` with the number of the line that is not right."""
    reader = _Reader()
    try:
        for line in lines:
            reader.read(line.rstrip("\r"))
        reader.finish()
    except (ScoringError, ValueError, IndexError) as error:
        raise LogDamaged(f"line {first_line + reader.lines - 1}: {error}") from None
    return [Recorded(session, seq, event) for seq, event in enumerate(reader.events, start=1)]


def _option(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(str(item) for item in value)
    return str(value).lower() if isinstance(value, bool | None) else str(value)


def _players(names: tuple[str, ...]) -> Iterator[str]:
    return (f"{seat}: {name}" for seat, name in zip(Seat, names, strict=False))


def _totals(table: Table) -> Iterator[str]:
    setup, totals = table.agreed, table.standing.totals
    for side, total in zip(table.game.sides(setup), totals, strict=True):
        yield f"# Total: {setup.names_of(side)} {table.game.notation(setup, total)}"


def _hand(deal: Deal) -> Iterator[str]:
    hand = deal.hand
    seats = "" if hand.seats == deal.setup.seats else " for " + " ".join(str(seat) for seat in hand.seats)
    named = f", dealer {hand.dealer}" if hand.is_dealer_named else ""
    yield f"Hand {hand.number}{named}{seats}  # {deal.setup.name_of(hand.dealer)} deals"
    items = [(call.moment, f"Call: {call_text(call)}") for call in hand.calls]
    items += [(move.moment, f"Turn {place}: {move_text(move)}") for place, move in enumerate(hand.moves, start=1)]
    last = 0
    for trick in hand.tricks:
        last = max((last, *(play.moment for play in trick.plays)))
        items.append((last, _trick(trick)))
        for play in trick.plays:
            if play.turned_up_at is not None:
                items.append((play.turned_up_at, f"Turned up: trick {trick.number}, {_seat(play)} {play.card}"))
    yield from (text for _, text in sorted(items, key=lambda item: item[0]))
    yield from (f"Shown: {play.card}" for play in hand.shown)
    yield from (f"Waived: {key}" for key in sorted(deal.waived))
    if hand.is_last:
        yield "Time"
    if hand.is_void:
        yield "Void: so the table said"
    for offence in deal.offences:
        yield f"# proved: {offence.kind.value} by {deal.setup.name_of(offence.seat)} in trick {offence.trick}"
    for line in deal.result.lines if deal.result else ():
        yield f"# {deal.setup.names_of(deal.game.sides(deal.setup)[line.side])} {line.points:+d}: {line.reason}"


def _trick(trick: Trick) -> str:
    cards = ", ".join(f"{_seat(play)} {'back' if play.face_down else play.card or '??'}" for play in trick.plays)
    if trick.claimed_by is not None:
        return f"Trick {trick.number} claimed by {trick.claimed_by}: {cards}".rstrip()
    state = "" if trick.is_confirmed else " open"
    winner = f" = {trick.winner}" if trick.winner is not None else ""
    return f"Trick {trick.number}{state}: {cards}{winner}"


def _seat(play: Play) -> str:
    """The seat's letter, or `?` where nobody can say whose card it was."""
    return "?" if play.seat is None else str(play.seat)


class _Reader:
    """Turns lines into commands and the commands into events."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.table = Table()
        self.at: datetime | None = None
        self._head: dict[str, str] = {}
        self._rules: list[str] = []
        self._options: dict[str, object] = {}
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
        self._do(
            StartSession(
                by="record",
                game=self._head["Game"],
                players=tuple(self._names),
                options=self._options,
                first_dealer=Seat.parse(self._head.get("First dealer", "A")),
                stake=int(self._head.get("Stake", "0")),
                rules="\n".join(self._rules) + "\n" if self._rules else None,
            )
        )

    def _read_head(self, word: str, rest: str) -> bool:
        if word == "Option":
            key, _, value = rest.partition(" = ")
            self._options[key] = value
        elif word in Seat.__members__:
            self._take_name(word, rest)
        elif word in ("Date", "Game", "Stake", "First dealer"):
            self._head[word] = rest
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
        elif word == "Shown":
            self._do(ShowCard(by="record", card=Card.parse(rest)))
        elif word == "Waived":
            self._do(RuleOnOffence(by="record", hand=self._hand().number, offence=rest, waived=True))
        elif word == "Void":
            self._do(VoidHand(by="record", reason=rest))
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
