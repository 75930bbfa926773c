"""A session of bridge as PBN 2.1, in its export format: the fifteen tags in their order, then auction and play.

What nobody saw is `-` in hands and tricks; tricks that were told or claimed are the `*` behind the play. `^R` stands before a
card that the cards prove to be a revoke, `$13` and `$14` behind a call and a card that a person put right. A reader that knows
none of these takes the plain form.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from scoring.boards.board import Hands, Mark, Vulnerable
from scoring.boards.notation import (
    call_name,
    card_name,
    contract_text,
    direction,
    hands_text,
    score_text,
    with_fourth,
)
from scoring.boards.replay import SEATS, SIZE
from scoring.calls import CallKind, bid_name
from scoring.cards import Card
from scoring.deal import Deal
from scoring.errors import BadSetup, Unreadable
from scoring.games.reckoning import Reckoning
from scoring.games.trick_game import TrickGame
from scoring.offences import OffenceKind
from scoring.seats import Direction, Seat
from scoring.table import Correction, Table
from scoring.tricks import Play, Trick
from scoring.values import kept

HEADER = ("% PBN 2.1", "% EXPORT")
_SCORING = {"rubber": "Rubber", "chicago": "Chicago", "duplicate": ""}
_VULNERABLE = {(False, False): Vulnerable.NONE, (True, False): Vulnerable.NS, (False, True): Vulnerable.EW}


def is_bridge(table: Table) -> bool:
    """Whether PBN can tell the session: bridge by the rules that ship, clockwise and with all the cards."""
    setup = table.setup
    if setup is None or setup.game != "bridge" or setup.rules is not None:
        return False
    return setup.options.direction is Direction.CLOCKWISE and setup.options.hand_size == SIZE


def write_pbn(table: Table, is_plain: bool = False) -> Iterator[str]:
    """The session's boards, line by line, without line ends; a hand that was declared void is none. Raises `BadSetup`."""
    if not is_bridge(table):
        raise BadSetup(
            f"PBN is for bridge, clockwise and with {SIZE} cards each; this is {table.agreed.game}: take it out as text"
        )
    yield from HEADER
    date = f"{table.started_at:%Y.%m.%d}" if table.started_at else "?"
    for deal in table.deals:
        if not deal.hand.is_void:
            yield from _Writing(deal, date, table.corrections, is_plain).lines()


@dataclass(frozen=True)
class _Writing:
    """One board on its way out."""

    deal: Deal
    date: str
    corrections: tuple[Correction, ...]
    is_plain: bool

    def lines(self) -> Iterator[str]:
        """Tags, auction, play, and the empty line behind them."""
        yield from (f'[{key} "{_escaped(value)}"]' for key, value in self._tags())
        calls, cards = list(self._auction()), list(self._rows())
        if calls:
            yield f'[Auction "{direction(self.deal.hand.dealer)}"]'
            yield from (" ".join(calls[start : start + 4]) for start in range(0, len(calls), 4))
        if cards:
            yield f'[Play "{direction(self._opener)}"]'
            yield from cards
        yield ""

    @kept
    def reckoning(self) -> Reckoning:
        """What the game knows of the hand."""
        game, deal = self.deal.game, self.deal
        assert isinstance(game, TrickGame)
        return game.reckoning(deal.setup, deal.before, deal.hand)

    def _tags(self) -> Iterator[tuple[str, str]]:
        setup, hand, talk = self.deal.setup, self.deal.hand, self.reckoning.talk
        yield from (
            ("Event", "?"),
            ("Site", "?"),
            ("Date", self.date),
            ("Board", str(setup.options.get("first_board") + self.deal.before.hands)),
        )
        names = {direction(seat): setup.name_of(seat) for seat in SEATS}
        yield from (("West", names["W"]), ("North", names["N"]), ("East", names["E"]), ("South", names["S"]))
        yield from (("Dealer", direction(hand.dealer)), ("Vulnerable", self._vulnerable.value))
        yield from (("Deal", hands_text(hand.dealer, self._hands())), ("Scoring", _SCORING[setup.options.get("form")]))
        declarer, contract = talk.declarer, self.deal.game.contract(setup, hand)
        unknown = "" if talk.is_passed_out else "?"
        yield "Declarer", unknown if declarer is None else direction(declarer)
        passed = "Pass" if talk.is_passed_out else "?"
        yield "Contract", passed if contract is None else contract_text(bid_name(contract.bid), contract.doubled)
        is_known = declarer is not None and hand.is_played_out and self.reckoning.is_known()
        yield "Result", str(self.reckoning.haul.tricks[talk.side_of(declarer)]) if is_known and declarer is not None else unknown
        yield "Generator", "Cardtable"
        if self.deal.result is not None:
            yield "Score", score_text(self.deal.result.points[0] - self.deal.result.points[1])

    @property
    def _vulnerable(self) -> Vulnerable:
        sides = bool(self.reckoning.quantity("vulnerable", 0)), bool(self.reckoning.quantity("vulnerable", 1))
        return _VULNERABLE.get(sides, Vulnerable.ALL)

    def _hands(self) -> Hands:
        """The hands of which all thirteen cards were seen; none where a card was seen twice."""
        held: dict[Seat, set[Card]] = {seat: set() for seat in SEATS}
        for seat, card in (*((play.seat, play.shows) for play in self.deal.hand.plays), *self.deal.hand.known):
            if seat is not None and card is not None:
                held[seat].add(card)
        try:
            return with_fourth(tuple(frozenset(held[seat]) if len(held[seat]) == 13 else None for seat in SEATS))
        except Unreadable:
            return (None, None, None, None)

    def _auction(self) -> Iterator[str]:
        """Every call in turn, with the passes that nobody said aloud; `+` while it goes on."""
        hand, talk = self.deal.hand, self.reckoning.talk
        turns = (Seat((hand.dealer + step) % 4) for step in count())
        corrected = {hand.calls[one.position].moment for one in self._corrected(0) if one.position < len(hand.calls)}
        for call in talk.of(CallKind.BID, CallKind.PASS, CallKind.DOUBLE, CallKind.REDOUBLE):
            while next(turns) is not call.seat:
                yield "Pass"
            yield call_name(call) + self._glyph("$13", call.moment in corrected)
        if talk.bidding is not None and talk.bidding.turn is not None:
            yield "+"

    def _glyph(self, glyph: str, is_there: bool) -> str:
        return f" {glyph}" if is_there and not self.is_plain else ""

    def _corrected(self, trick: int) -> Iterator[Correction]:
        number = self.deal.hand.number
        return (one for one in self.corrections if one.hand == number and one.trick == trick)

    @property
    def _opener(self) -> Seat:
        first = self.deal.hand.tricks[0].plays if self.deal.hand.tricks else ()
        seat = first[0].seat if first else None
        return self.deal.hand.leader if seat is None else seat

    def _rows(self) -> Iterator[str]:
        """A line a trick, its cards in their seats' columns; then `*` where tricks were not seen, `+` while play goes on."""
        hand = self.deal.hand
        seen = [trick for trick in hand.tricks if trick.laid]
        if not seen:
            return
        last = seen[-1].number
        for trick in hand.tricks[:last]:
            yield " ".join(self._cell(trick, Seat((self._opener + step) % 4)) for step in range(4))
        is_whole = last == hand.hand_size and all(len(trick.laid) == len(SEATS) for trick in seen)
        if not hand.is_played_out:
            yield "+"
        elif not is_whole:
            yield "*"

    def _cell(self, trick: Trick, seat: Seat) -> str:
        play = trick.played_by(seat)
        if play is None or play.shows is None:
            return "-"
        marks = "".join(f"{mark.value} " for mark in self._marks(trick, play))
        position = trick.plays.index(play)
        is_corrected = any(one.position == position and one.now == str(play.card) for one in self._corrected(trick.number))
        return ("" if self.is_plain else marks) + card_name(play.shows) + self._glyph(Mark.CORRECTED.value, is_corrected)

    def _marks(self, trick: Trick, play: Play) -> Iterator[Mark]:
        offences = {(one.kind, one.seat) for one in self.deal.offences if one.trick == trick.number}
        if play is trick.plays[0] and (OffenceKind.OUT_OF_TURN, play.seat) in offences and trick.number > 1:
            yield Mark.LEAD
        if (OffenceKind.REVOKE, play.seat) in offences:
            yield Mark.REVOKE


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
