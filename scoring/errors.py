"""What can be wrong with a proposal. Illegal plays are not here: they are data (`Offence`), never exceptions.

    ScoringError
     ├── Unreadable        (ValueError)  text that names no card, seat, game or option
     └── Refused           (ValueError)  a command that makes no sense now
          ├── NoHand                     nothing is being played
          ├── NoSuchCard                 the trick or the card that it names is not there
          ├── NoSuchSeat                 nobody sits there
          ├── CardTwice                  one card named in two places
          ├── HandOver                   the hand has ended
          ├── BadSetup                   game, players or options do not fit
          │    └── BadRules              a house game's rules that make no sense, with the line
          ├── BadCall                    a bid, declaration or move that the game does not know, or not now
          ├── SessionOver                the session has ended
          ├── RecordDamaged              the session's record cannot be read to its end
          └── CannotBeDone               nobody foresaw it: the table could not show what comes of it

Each class has a stable `code` for pages and translations; the message is a sentence for the player.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class ScoringError(Exception):
    """Anything that this room refuses."""

    code = "scoring-error"


class Unreadable(ScoringError, ValueError):
    """Text that names no card, seat, game or option."""

    code = "unreadable"


class Refused(ScoringError, ValueError):
    """A command that makes no sense at this moment."""

    code = "refused"


class NoHand(Refused):
    """Nothing is being played."""

    code = "no-hand"


class NoSuchCard(Refused):
    """The trick or the card that the command names is not there."""

    code = "no-such-card"


class NoSuchSeat(Refused):
    """Nobody sits at the seat that the command names."""

    code = "no-such-seat"


class CardTwice(Refused):
    """One card is named in two places."""

    code = "card-twice"


class HandOver(Refused):
    """The hand that the command means has ended."""

    code = "hand-over"


class BadSetup(Refused):
    """Game, players or options that do not fit together."""

    code = "bad-setup"


class BadRules(BadSetup):
    """A house game's rules that make no sense; the message names the line."""

    code = "bad-rules"


class BadCall(Refused):
    """A bid, a declaration or a move that the game does not know, or not now."""

    code = "bad-call"


class SessionOver(Refused):
    """The session has ended."""

    code = "session-over"


class RecordDamaged(Refused):
    """The session's record cannot be read to its end: nothing can be added."""

    code = "record-damaged"


class CannotBeDone(Refused):
    """Nobody foresaw it: the table could not show what comes of it."""

    code = "cannot-be-done"


def alike_first(names: Iterable[str], asked: object) -> str:
    """Everything that there is, as a list for whoever asked for anything else: what is written alike comes first.

    >>> alike_first(("target", "hand_size", "deals"), "hand_sise")
    'hand_size, deals, target'
    """
    ordered = sorted(names)
    alike = get_close_matches(str(asked), ordered)
    return ", ".join((*alike, *(name for name in ordered if name not in alike)))
