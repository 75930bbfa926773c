"""Offences: plays against the rules as facts with their proof, and the suspicions that nothing proves yet."""

from dataclasses import dataclass
from enum import Enum

from scoring.cards import Card
from scoring.seats import Seat


class OffenceKind(Enum):
    """What was done against the rules."""

    REVOKE = "revoke"
    FAILED_TO_BEAT = "failed_to_beat"
    FAILED_TO_TRUMP = "failed_to_trump"
    FAILED_TO_OVERTRUMP = "failed_to_overtrump"
    LED_SPADE_UNBROKEN = "led_spade_unbroken"
    SPADE_ON_FIRST_TRICK = "spade_on_first_trick"
    WRONG_FIRST_LEAD = "wrong_first_lead"
    KEPT_CALLED_CARD = "kept_called_card"
    FALSE_CALL = "false_call"
    OUT_OF_TURN = "out_of_turn"
    CARD_NOT_IN_PACK = "card_not_in_pack"
    DUPLICATE_CARD = "duplicate_card"
    TOO_MANY_CARDS = "too_many_cards"
    FOLLOWED_FACE_DOWN = "followed_face_down"
    FALSE_DECLARATION = "false_declaration"
    FALSE_MELD = "false_meld"
    FALSE_DOST = "false_dost"
    ILLEGAL_CAPTURE = "illegal_capture"
    ILLEGAL_BUILD = "illegal_build"
    TRAIL_WITH_OWN_BUILD = "trail_with_own_build"
    NOT_ON_TABLE = "not_on_table"
    CARD_NOT_IN_HAND = "card_not_in_hand"


@dataclass(frozen=True)
class Offence:
    """An offence that the cards prove.

    `trick` is where it was done (in a fishing game: which turn, from 1; 0 for what was said before the first lead) and
    `card` what was played then, None while it lies face down. `proved_by` is the card that proves it, `proved_in` its trick
    and `proved_at` the moment of the proof. What shows at once proves itself: there `proved_by` is None. `by_elimination`
    says that the offending card was never seen; `why` tells a build that may not be made apart. Of a meld that is false `said` is
    its name and `card` the one that was missing, where it can be of no other; of a partner's card `card` is the one that was
    called. `shown_by` is who showed the card that proves it, where that was somebody else.
    """

    kind: OffenceKind
    seat: Seat
    trick: int
    card: Card | None
    proved_at: int
    proved_by: Card | None = None
    proved_in: int | None = None
    by_elimination: bool = False
    why: str | None = None
    said: str | None = None
    shown_by: Seat | None = None

    @property
    def key(self) -> str:
        """Names the offence within its hand, for rulings."""
        return f"{self.kind.value}:{self.seat}:{self.said or self.trick}"


class Prospect(Enum):
    """What could still decide a suspicion."""

    LATER_CARD = "later_card"
    TURN_UP = "turn_up"
    NEVER = "never"


@dataclass(frozen=True)
class Suspicion:
    """A seat did not follow, or nobody saw whether it did, and nothing proves that it could have."""

    seat: Seat
    trick: int
    prospect: Prospect = Prospect.LATER_CARD
