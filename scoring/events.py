"""What happened. Past tense, never changed, never deleted; the table is a fold of these.

Every event says when and by whom. `position` in a trick counts from 0, hands and tricks count from 1.
"""

from dataclasses import dataclass, field
from datetime import datetime

from scoring.calls import Call
from scoring.cards import Card
from scoring.moves import Move
from scoring.seats import Seat
from scoring.told import Count, Taker
from scoring.tricks import Reading


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened at the table."""

    at: datetime
    by: str


@dataclass(frozen=True, kw_only=True)
class SessionStarted(Event):
    """Players sat down to a game; `rules` is the text of a house game, so that the log needs nothing beside it."""

    game: str
    players: tuple[str, ...]
    options: dict[str, object] = field(default_factory=dict)
    first_dealer: Seat = Seat.A
    stake: int = 0
    rules: str | None = None


@dataclass(frozen=True, kw_only=True)
class PlayerRenamed(Event):
    """Whoever sits there is called otherwise, from the first hand on."""

    seat: Seat
    name: str


@dataclass(frozen=True, kw_only=True)
class PlayersChanged(Event):
    """Players sat down anew, clockwise from seat A."""

    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CallMade(Event):
    """Something was said or shown that is no play."""

    call: Call


@dataclass(frozen=True, kw_only=True)
class CallCorrected(Event):
    """A call was another one."""

    hand: int
    index: int
    was: Call
    now: Call


@dataclass(frozen=True, kw_only=True)
class MoveMade(Event):
    """One turn of a fishing game."""

    move: Move


@dataclass(frozen=True, kw_only=True)
class MoveCorrected(Event):
    """A turn was another one."""

    hand: int
    index: int
    was: Move
    now: Move


@dataclass(frozen=True, kw_only=True)
class HandStarted(Event):
    """A new deal began. `dealer` is None where it follows from the hand before."""

    hand: int
    seats: tuple[Seat, ...]
    dealer: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class CardPlayed(Event):
    """A card settled on the table: provisional until its trick is confirmed."""

    card: Card | None
    seat: Seat | None = None
    face_down: bool = False
    reading: Reading = Reading()


@dataclass(frozen=True, kw_only=True)
class CardCorrected(Event):
    """A card was another one: was, now, who, when."""

    hand: int
    trick: int
    position: int
    was: Card | None
    now: Card


@dataclass(frozen=True, kw_only=True)
class SeatCorrected(Event):
    """A card was somebody else's."""

    hand: int
    trick: int
    position: int
    was: Seat | None
    now: Seat | None


@dataclass(frozen=True, kw_only=True)
class MissedCardAdded(Event):
    """A card that the camera had missed was put where it belongs."""

    hand: int
    trick: int
    position: int
    card: Card


@dataclass(frozen=True, kw_only=True)
class CardRemoved(Event):
    """Something taken for a card was none."""

    hand: int
    trick: int
    position: int
    was: Card | None


@dataclass(frozen=True, kw_only=True)
class CardTurnedUp(Event):
    """A face-down card was turned up."""

    hand: int
    trick: int
    position: int
    card: Card


@dataclass(frozen=True, kw_only=True)
class CardWithdrawn(Event):
    """The last card was taken back."""

    card: Card | None


@dataclass(frozen=True, kw_only=True)
class CardShown(Event):
    """A card was turned up that nobody played; `was` is where it lay, trick and position, if it was taken for a play."""

    card: Card
    was: tuple[int, int] | None = None


@dataclass(frozen=True, kw_only=True)
class TrickConfirmed(Event):
    """The button made a trick fact."""

    hand: int
    trick: int


@dataclass(frozen=True, kw_only=True)
class TrickClaimed(Event):
    """The table gave a trick that was not seen to a seat."""

    hand: int
    trick: int
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class ClaimCorrected(Event):
    """A trick that was not seen was somebody else's."""

    hand: int
    trick: int
    was: Seat
    now: Seat


@dataclass(frozen=True, kw_only=True)
class TrickReopened(Event):
    """A confirmed trick was opened again."""

    hand: int
    trick: int


@dataclass(frozen=True, kw_only=True)
class CardCountQuestioned(Event):
    """The button was pressed on a trick with too few or too many cards: the table is asked which is missing."""

    hand: int
    trick: int
    found: int
    expected: int


@dataclass(frozen=True, kw_only=True)
class TricksTold(Event):
    """The table told what nobody saw, from that trick to the last one of the hand (`scoring.told.Told`)."""

    hand: int
    trick: int
    taken: tuple[Count, ...] = ()
    last: tuple[Taker, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DisputeOpened(Event):
    """Somebody doubts a trick; `evidence` is a picture of the seconds before, where the camera had them."""

    hand: int
    trick: int
    evidence: str | None = None


@dataclass(frozen=True, kw_only=True)
class DisputeClosed(Event):
    """The quarrel is settled."""


@dataclass(frozen=True, kw_only=True)
class OffenceRuled(Event):
    """The table decided about an offence."""

    hand: int
    offence: str
    waived: bool


@dataclass(frozen=True, kw_only=True)
class HandVoided(Event):
    """The hand does not count; one that was dealt out of turn is dealt by whose turn it was."""

    hand: int
    reason: str
    is_out_of_turn: bool = False


@dataclass(frozen=True, kw_only=True)
class CardDrawnBack(Event):
    """One card that was dealt too many or too few went where it belongs, unseen; None is the undealt part of the pack."""

    hand: int
    giver: Seat | None
    taker: Seat | None


@dataclass(frozen=True, kw_only=True)
class TimeCalled(Event):
    """Time is up: the running hand is the last one."""


@dataclass(frozen=True, kw_only=True)
class PlayedOn(Event):
    """The table goes on past the end of the game."""


@dataclass(frozen=True, kw_only=True)
class Undone(Event):
    """The last thing done was taken back."""

    what: str


@dataclass(frozen=True, kw_only=True)
class Redone(Event):
    """What was taken back last was done again."""

    what: str


@dataclass(frozen=True, kw_only=True)
class SessionEnded(Event):
    """Play stopped."""


@dataclass(frozen=True, kw_only=True)
class SheetSigned(Event):
    """A player agrees to the final sheet as it stands; whatever is taken back afterwards takes the signature with it."""

    player: str


EVENTS: dict[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        *(SessionStarted, HandStarted, CardPlayed, CardCorrected, SeatCorrected, MissedCardAdded, CardRemoved),
        *(CardTurnedUp, CardWithdrawn, CardShown, TrickConfirmed, TrickReopened, CardCountQuestioned),
        *(DisputeOpened, DisputeClosed, OffenceRuled, HandVoided, CardDrawnBack, Undone, Redone, SessionEnded),
        *(PlayersChanged, PlayerRenamed, CallMade, CallCorrected, MoveMade, MoveCorrected),
        *(TrickClaimed, ClaimCorrected, TricksTold, TimeCalled, PlayedOn, SheetSigned),
    )
}
"""Every kind of event by its name, as logs and records write it."""
