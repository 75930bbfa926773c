"""The table: everything that the log says, as one value. `folding` makes it out of the log's events."""

from dataclasses import dataclass, field
from datetime import datetime

from scoring import events as ev
from scoring.deal import Deal
from scoring.errors import NoHand, NoSuchCard
from scoring.games import game_of
from scoring.games.game import Game, HandResult, Setup, Standing
from scoring.hands import Hand
from scoring.packs import Pack
from scoring.seats import Seat
from scoring.values import kept


@dataclass(frozen=True)
class Correction:
    """One visible correction: where, was, now, who. For a call or a move `trick` is 0 and `position` its place."""

    hand: int
    trick: int
    position: int
    was: str
    now: str
    by: str
    at: str


@dataclass(frozen=True)
class Table:
    """State of a session. `seq` counts its events; `past` holds the deals before the one that is played last, `deal`.

    `since` are the events that no undo has taken back since `start`, the table before this deal began: that is enough to
    undo any number of them, and keeps no table of every moment. `undone` are those that can be done again.
    """

    seq: int = 0
    setup: Setup | None = None
    past: tuple[Deal, ...] = ()
    deal: Deal | None = None
    corrections: tuple[Correction, ...] = ()
    dispute: ev.DisputeOpened | None = None
    count_question: ev.CardCountQuestioned | None = None
    ended_at: datetime | None = None
    signed: tuple[str, ...] = ()
    plays_on: bool = False
    started_at: datetime | None = None
    start: "Table | None" = field(default=None, repr=False, compare=False)
    since: tuple[ev.Event, ...] = field(default=(), repr=False, compare=False)
    undone: tuple[ev.Event, ...] = field(default=(), repr=False, compare=False)

    @property
    def game(self) -> Game:
        """The logic of the game that is played; raises `NoHand` before a session."""
        return game_of(self.agreed)

    @property
    def agreed(self) -> Setup:
        """What the players agreed; raises `NoHand` before a session."""
        if self.setup is None:
            raise NoHand("nobody plays yet: start a session first")
        return self.setup

    @property
    def is_ended(self) -> bool:
        """Whether nobody plays any more."""
        return self.ended_at is not None

    @property
    def deals(self) -> tuple[Deal, ...]:
        """Every deal of the session, in order."""
        return self.past if self.deal is None else (*self.past, self.deal)

    @property
    def hand(self) -> Hand | None:
        """The hand that is being played, or the last one."""
        return self.deal.hand if self.deal else None

    @property
    def can_undo(self) -> bool:
        """Whether anything but the start of the session can be taken back."""
        return bool(self.since) and not isinstance(self.since[-1], ev.SessionStarted)

    @property
    def pack(self) -> Pack:
        """The pack that is played with; raises `NoHand` before a session."""
        if self.deal is not None:
            return self.deal.hand.order.pack
        first = self.game.start_hand(self.agreed, self.standing, 1, self.agreed.first_dealer, self.agreed.seats)
        return first.order.pack

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Every hand of the session, in order."""
        return tuple(deal.hand for deal in self.deals)

    @property
    def results(self) -> tuple[HandResult | None, ...]:
        """What each hand came to; None for one that is open or undecided."""
        return tuple(deal.result for deal in self.deals)

    @kept
    def standing(self) -> Standing:
        """Totals and who has won."""
        return self.deal.standing_for(self.agreed) if self.deal else self.game.begin(self.agreed)

    @property
    def next_dealer(self) -> Seat:
        """Who deals next: the first dealer, then as the last hand came out; while that is open, the same again."""
        return self.deal.next_dealer(self.agreed) if self.deal else self.agreed.first_dealer

    @property
    def disputed(self) -> tuple[int, int] | None:
        """Hand and trick that are frozen by a dispute."""
        return (self.dispute.hand, self.dispute.trick) if self.dispute else None

    @property
    def is_hand_over(self) -> bool:
        """Whether the next card begins a new deal."""
        return self.deal is None or self.deal.is_over

    def deal_numbered(self, number: int) -> Deal:
        """The deal of that hand; raises `NoSuchCard`."""
        if self.deal is not None and number == self.deal.hand.number:
            return self.deal
        if not 1 <= number <= len(self.past):
            raise NoSuchCard(f"there is no hand {number}: {len(self.deals)} have been played")
        return self.past[number - 1]

    def hand_numbered(self, number: int) -> Hand:
        """That hand; raises `NoSuchCard`."""
        return self.deal_numbered(number).hand
