"""Duties: what a game asks of the cards that a seat plays. Each game names its own; `scoring.proofs` holds cards against them."""

from dataclasses import dataclass
from enum import Enum

from scoring.cards import Card, Suit


class FaceDown(Enum):
    """What a card laid face down says (docs/rules.md §2, §3)."""

    NOTHING = "never"
    VOID = "void"
    LOSING = "losing"


class FirstTrick(Enum):
    """Whether some cards, in Spades all spades, are kept out of the first trick (docs/rules.md §6.1)."""

    FREE = "off"
    NO_LEAD = "lead"
    NO_PLAY = "play"


@dataclass(frozen=True)
class Duties:
    """What a seat owes to the trick.

    `follow` the led suit; `beat` the best card so far where the suit allows; `trump` a plain lead when void; `overtrump`
    an earlier trump when able; `undertrump` even where it cannot overtrump. `beat_trumps` is to beat
    where trumps are led; with `spares_partner` nobody trumps a trick that the partner opposite holds. With `may_trump` a trump is
    never a revoke, and one of the `free` cards never is: nobody need play it, and anybody may.
    `breaking` is the suit that may not be led until it has been played to another suit's trick, or with `is_broken_by_lead` at
    all; `kept_out` are suits and cards that `first_trick` is about. `first_lead` is the card that is led first, and `must_play`
    one whose holder plays it when another leads its suit, unless the holder has led that suit before. Holdings are fixed from
    trick `fixed_from` on: no proof reaches back before it. With `shown_stays_out` a card that is shown and not played lies in the
    undealt part.
    """

    follow: bool = True
    beat: bool = False
    beat_trumps: bool = False
    trump: bool = False
    overtrump: bool = False
    undertrump: bool = True
    spares_partner: bool = False
    may_trump: bool = False
    free: frozenset[Card] = frozenset()
    face_down: FaceDown = FaceDown.NOTHING
    breaking: Suit | None = None
    is_broken_by_lead: bool = False
    first_trick: FirstTrick = FirstTrick.FREE
    kept_out: frozenset[Suit | Card] = frozenset({Suit.SPADES})
    first_lead: Card | None = None
    must_play: Card | None = None
    fixed_from: int = 1
    shown_stays_out: bool = False


FOLLOW = Duties()
"""Follow suit and nothing else: the leader is free, and so is who is void."""
