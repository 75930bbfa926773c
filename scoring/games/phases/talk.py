"""What has been said in a hand and what it settles, and what every phase answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Protocol

from scoring.calls import Call, CallKind
from scoring.cards import Card, Suit
from scoring.errors import BadCall
from scoring.games.game import Setup, Standing, side_of
from scoring.hands import Hand
from scoring.seats import Seat
from scoring.sheet import Sides
from scoring.values import changed

TURNED = "the card that makes trumps"
"""What is waited for where a card is turned up."""


@dataclass(frozen=True)
class Bidding:
    """Where an auction stands: who speaks next (nobody once it is over), the bid that stands, and who is out of it.

    `in_a_row` counts passes since the last bid, `heard` all that was said. A bid counts `doubled` times. `named` says who of each
    side was the first to name each suit.
    """

    turn: Seat | None
    best: Call | None = None
    out: frozenset[Seat] = frozenset()
    in_a_row: int = 0
    heard: int = 0
    doubled: int = 1
    named: tuple[tuple[int, str, Seat], ...] = ()


@dataclass(frozen=True)
class Talk:
    """A hand as far as it has been talked about.

    `taken` are all calls that have been looked at, `said` those of them that fitted. `contract` is the bid that is played, by
    `declarer`; `trump` what was chosen (None: nothing yet, or no trumps, as `is_trump_chosen` says), and `word` how it is played
    where that has a name (`down`, `grand`, `passed`). `turned` is the suit of a card that was turned up to be bid on. `alone`
    plays without the partner; `called` is the card whose holder is the partner, and `partner` who that is, where it was told.
    The hand counts `doubled` times what the auction left it at.
    `is_passed_out`: nobody wanted to play. `before` is where the session stood before the hand, where whoever asks knows it: what
    was said before is never measured by it again.
    """

    setup: Setup
    sides: Sides
    hand: Hand
    said: tuple[Call, ...] = ()
    taken: tuple[Call, ...] = ()
    bidding: Bidding | None = None
    contract: Call | None = None
    declarer: Seat | None = None
    trump: Suit | None = None
    is_trump_chosen: bool = False
    word: str = ""
    turned: Suit | None = None
    called: Card | None = None
    partner: Seat | None = None
    doubled: int = 1
    alone: Seat | None = None
    opener: Seat | None = None
    is_passed_out: bool = False
    before: Standing | None = None

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they speak: the one after the dealer first."""
        return self.hand.direction.turns_after(self.hand.dealer, self.hand.seats)

    def of(self, *kinds: CallKind) -> tuple[Call, ...]:
        """Calls of those kinds, in order."""
        return tuple(call for call in self.said if call.kind in kinds)

    def name_of(self, seat: Seat | None) -> str:
        """The player in that seat."""
        return self.setup.name_of(seat)

    def side_of(self, seat: Seat) -> int:
        """The place of the side that the seat belongs to."""
        return side_of(self.sides, seat)

    def player_of(self, seat: Seat) -> Seat:
        """Whoever plays the hand in that seat: one that nobody holds is the declarer's."""
        return self.declarer if seat is self.setup.free_seat and self.declarer is not None else seat

    @property
    def times(self) -> int:
        """How many times the hand counts."""
        return self.doubled * (self.bidding.doubled if self.bidding else 1)

    def with_trump(self, trump: Suit | None, word: str = "") -> "Talk":
        """Trumps are made, or a way to play that has a name."""
        return changed(self, trump=trump, is_trump_chosen=True, word=word or self.word)


class Phase(Protocol):
    """One phase. It takes calls of its `kinds`, which no other phase of the game takes."""

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """What can be said in it."""
        ...

    def hear(self, talk: Talk, call: Call) -> Talk:
        """What the call settles; raises `BadCall` where it cannot be said, or not now."""
        ...

    def awaits(self, talk: Talk) -> str:
        """What must still be said, in words; empty where nothing must."""
        ...

    def choices(self, talk: Talk) -> tuple[Call, ...]:
        """Everything that can be said now, whoever's turn it is first; empty where too much could be to list it."""
        ...


def heard(talk: Talk, phases: Iterable[Phase], call: Call) -> Talk:
    """What the call settles in the phase that takes it; raises `BadCall`."""
    phase = next((phase for phase in phases if call.kind in phase.kinds), None)
    if phase is None:
        raise BadCall(f"nobody says {call.kind.value.replace('_', ' ')} in this game")
    return changed(phase.hear(talk, call), said=(*talk.said, call))


def talked(talk: Talk, phases: tuple[Phase, ...], calls: Iterable[Call]) -> Talk:
    """What all the calls settle; one that no longer fits, since an earlier one was corrected, settles nothing."""

    def step(talk: Talk, call: Call) -> Talk:
        try:
            return heard(talk, phases, call)
        except BadCall:
            return talk

    said = tuple(calls)
    return changed(reduce(step, said, talk), taken=(*talk.taken, *said))
