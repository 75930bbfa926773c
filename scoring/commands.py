"""What people and the camera may propose. Imperative; `decide` answers each with events or a reason.

`by` says who proposes: `camera`, `button`, or a name at a phone. Commands that settle something name the hand and trick
that they mean, so that a proposal made twice finds nothing left to do.
"""

from dataclasses import dataclass, field

from scoring.calls import Call
from scoring.cards import Card
from scoring.moves import Move
from scoring.seats import Seat
from scoring.told import Count, Taker
from scoring.tricks import Reading


@dataclass(frozen=True, kw_only=True)
class Command:
    """A proposal."""

    by: str


@dataclass(frozen=True, kw_only=True)
class StartSession(Command):
    """Sit down to a game; `rules` is the text of a house game, None for a built-in one."""

    game: str
    players: tuple[str, ...]
    options: dict[str, object] = field(default_factory=dict)
    first_dealer: Seat = Seat.A
    stake: int = 0
    rules: str | None = None


@dataclass(frozen=True, kw_only=True)
class ChangePlayers(Command):
    """Sit down anew between two hands: names clockwise from seat A. Who stays keeps the total, who comes back finds it."""

    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RenamePlayer(Command):
    """Call somebody by another name from the first hand on: the same person, with the same total."""

    seat: Seat
    name: str


@dataclass(frozen=True, kw_only=True)
class DealHand(Command):
    """Begin a deal before its first card, or name who deals; None for whose turn it is."""

    dealer: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class MakeCall(Command):
    """Say or show something that is no play: a bid, a declaration, the card that makes trumps, the first layout."""

    call: Call


@dataclass(frozen=True, kw_only=True)
class CorrectCall(Command):
    """Say what a call really was; `index` counts the calls of the hand from 0."""

    hand: int
    index: int
    call: Call


@dataclass(frozen=True, kw_only=True)
class MakeMove(Command):
    """Take one turn of a fishing game."""

    move: Move


@dataclass(frozen=True, kw_only=True)
class CorrectMove(Command):
    """Say what a turn really was; `index` counts the moves of the hand from 0."""

    hand: int
    index: int
    move: Move


@dataclass(frozen=True, kw_only=True)
class PlayCard(Command):
    """A card settled on the table; `card` is None where nobody can tell which, `seat` None where it is whose turn it is.

    One that `is_typed` makes the full trick before it fact: who types the next card has done with the last one.
    """

    card: Card | None
    seat: Seat | None = None
    face_down: bool = False
    reading: Reading = Reading()
    is_typed: bool = False


@dataclass(frozen=True, kw_only=True)
class PlayPair(Command):
    """Two cards laid in one movement by the second of two players: the reply that wins, and the next lead (Sipa)."""

    first: Card
    second: Card


@dataclass(frozen=True, kw_only=True)
class CorrectCard(Command):
    """Say which card it really was; `position` in the trick counts from 0. Answers a question as well."""

    hand: int
    trick: int
    position: int
    card: Card


@dataclass(frozen=True, kw_only=True)
class CorrectSeat(Command):
    """Say whose card it really was; None gives it back to the turn order."""

    hand: int
    trick: int
    position: int
    seat: Seat | None


@dataclass(frozen=True, kw_only=True)
class AddMissedCard(Command):
    """A card that was played and not seen, in the open trick or in one that was claimed."""

    hand: int
    trick: int
    position: int
    card: Card


@dataclass(frozen=True, kw_only=True)
class RemoveCard(Command):
    """Something that was taken for a card and is none; `was` is what it was taken for, so that asking twice does it once."""

    hand: int
    trick: int
    position: int
    was: Card | None


@dataclass(frozen=True, kw_only=True)
class TurnUpCard(Command):
    """A face-down card is turned up, or named by the one who saw it."""

    hand: int
    trick: int
    position: int
    card: Card


@dataclass(frozen=True, kw_only=True)
class WithdrawCard(Command):
    """Take the last card back; where the open trick is empty, open the last confirmed trick again.

    With `seq`, only if nothing else has happened since: two phones that ask for it at once take back one card.
    """

    seq: int | None = None


@dataclass(frozen=True, kw_only=True)
class ShowCard(Command):
    """A card is turned up that nobody plays, such as the bottom card of the undealt part."""

    card: Card


@dataclass(frozen=True, kw_only=True)
class ConfirmTrick(Command):
    """Make the trick fact."""

    hand: int
    trick: int


@dataclass(frozen=True, kw_only=True)
class ClaimTrick(Command):
    """Give a trick that was not seen, or not whole, to a seat."""

    hand: int
    trick: int
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class CorrectClaim(Command):
    """Say who really took a trick that was given to a seat; in any hand."""

    hand: int
    trick: int
    seat: Seat


@dataclass(frozen=True, kw_only=True)
class TellTricks(Command):
    """Score a hand without its cards: tell what nobody saw, from the first trick that is not fact to the last one of the hand.

    `taken` says how many were whose, `last` who took the last ones, the very last one last, as the game asks (`Game.asks`).
    """

    hand: int
    taken: tuple[Count, ...] = ()
    last: tuple[Taker, ...] = ()


@dataclass(frozen=True, kw_only=True)
class OpenDispute(Command):
    """Freeze a trick, which then cannot be confirmed, and show it on the phones; `evidence` is a picture of what came before."""

    hand: int
    trick: int
    evidence: str | None = None


@dataclass(frozen=True, kw_only=True)
class CloseDispute(Command):
    """The quarrel is settled; play goes on."""


@dataclass(frozen=True, kw_only=True)
class RuleOnOffence(Command):
    """What the table decides about a proved offence: waived, or the penalty of the options applies."""

    hand: int
    offence: str
    waived: bool


@dataclass(frozen=True, kw_only=True)
class VoidHand(Command):
    """Declare the running hand void; the same dealer deals again, or whose turn it was where it was dealt out of turn."""

    reason: str
    is_out_of_turn: bool = False


@dataclass(frozen=True, kw_only=True)
class CountCards(Command):
    """Say how many cards everybody was dealt, seat by seat; `is_seen`: somebody has looked at them.

    One card too many or too few is drawn back while nobody has looked; anything else is dealt again by the same dealer.
    """

    counts: tuple[int, ...]
    is_seen: bool = False


@dataclass(frozen=True, kw_only=True)
class Undo(Command):
    """Take back whatever was done last, by anybody; with `seq`, only if nothing else has happened since."""

    seq: int | None = None


@dataclass(frozen=True, kw_only=True)
class Redo(Command):
    """Do again what was taken back last, as long as nothing else has happened; with `seq`, only if that is the last that did."""

    seq: int | None = None


@dataclass(frozen=True, kw_only=True)
class CallTime(Command):
    """Say that time is up: the running hand is the last one."""


@dataclass(frozen=True, kw_only=True)
class PlayOn(Command):
    """Go on past the end of the game."""


@dataclass(frozen=True, kw_only=True)
class EndSession(Command):
    """Stop playing; the log stays."""


@dataclass(frozen=True, kw_only=True)
class SignSheet(Command):
    """Agree to the sheet of a session that has ended, as that player."""

    player: str
