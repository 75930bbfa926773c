"""The boards of a file as a session of ours: what somebody would have typed at the table, board after board."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from scoring.boards.board import Board
from scoring.boards.facts import Evidence, Facts
from scoring.boards.notation import COMPASS
from scoring.boards.replay import SEATS, SIZE, Played, calls_for
from scoring.calls import Call, CallKind
from scoring.commands import ChangePlayers, Command, ConfirmTrick, DealHand, MakeCall, PlayCard, StartSession, TellTricks
from scoring.decide import decide
from scoring.errors import Refused, Unreadable
from scoring.events import Event
from scoring.folding import fold
from scoring.seats import Seat
from scoring.table import Table
from scoring.told import Count, Taker

_BY = "record"


def session_of(boards: Sequence[Board], at: datetime) -> list[Event]:
    """The events of a duplicate in which these boards are played; raises `Unreadable` with the line of one that cannot be.

    Who is vulnerable follows from a board's place in a session, so they must come as they were numbered, from 1 on.
    """
    table, events = Table(), list[Event]()
    for place, board in enumerate(boards, start=1):
        try:
            for command in _commands(board, place):
                new = decide(table, command, at)
                table, events = fold(new, table), events + new
        except Refused as error:
            raise Unreadable(f"line {board.line}: {error}") from None
    return events


def _commands(board: Board, place: int) -> Iterator[Command]:
    found = Evidence(board)
    facts = _facts(found, place)
    names = _names(board)
    if place == 1:
        first = board.dealer or Seat.A
        yield StartSession(by=_BY, game="bridge", players=names, options={"form": "duplicate"}, first_dealer=first)
    else:
        yield ChangePlayers(by=_BY, players=names)
    yield DealHand(by=_BY, dealer=board.dealer)
    yield from (MakeCall(by=_BY, call=call) for call in _calls(found, facts))
    if facts.contract is not None:
        played = found.play
        if played is not None:
            yield from _cards(played, place)
        yield from _told(facts, played, place)


def _facts(found: Evidence, place: int) -> Facts:
    """What decides the board's score; raises `Refused` where it is not known or cannot be at that place of a session."""
    board, facts = found.board, found.facts
    usual = Board(place, board.line, number=place).standard_vulnerable
    if facts is None:
        raise Refused(f"nothing says {' and '.join(found.unknown)}: leave the board out")
    if facts.vulnerable is not usual:
        words = f"vulnerable is {facts.vulnerable.value}, and on board {place} of a session it is {usual.value if usual else ''}"
        raise Refused(f"{words}: the boards must go from 1 on; `cardtable score` takes any")
    return facts


def _names(board: Board) -> tuple[str, ...]:
    """The players, or their directions where not all have a name of their own."""
    return board.players if len(set(board.players) - {""}) == len(SEATS) else tuple(COMPASS)


def _calls(found: Evidence, facts: Facts) -> tuple[Call, ...]:
    """The auction, or the shortest that leads to the contract."""
    board = found.board
    if found.bidding.is_over and found.bidding.contract == facts.contract:
        return tuple(said.call for said in board.calls)
    if facts.contract is not None:
        return calls_for(facts.contract)
    return (Call(CallKind.PASS, Seat(((board.dealer or Seat.A) + 3) % 4)),)


def _cards(played: Played, hand: int) -> Iterator[Command]:
    for trick in played.hand.tricks:
        yield from (PlayCard(by=_BY, card=play.card, seat=play.seat) for play in trick.plays)
        if trick.is_confirmed:
            yield ConfirmTrick(by=_BY, hand=hand, trick=trick.number)


def _told(facts: Facts, played: Played | None, hand: int) -> Iterator[Command]:
    """The tricks that the file gives no cards of, as the result has them."""
    made, seen = (played.declarers_tricks, played.hand.confirmed) if played else (0, 0)
    assert facts.contract is not None
    rest, left = facts.tricks - made, SIZE - seen
    if not 0 <= rest <= left:
        raise Refused(f"{facts.tricks} tricks of the declarer are not those that were played")
    if left:
        declarers, defenders = SEATS[facts.contract.declarer % 2 :: 2], SEATS[1 - facts.contract.declarer % 2 :: 2]
        last = Taker((declarers if rest else defenders)[0])
        yield TellTricks(by=_BY, hand=hand, taken=(Count(declarers, rest), Count(defenders, left - rest)), last=(last,))
