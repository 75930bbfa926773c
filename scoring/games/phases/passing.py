"""Before the first lead everybody passes cards on, face down: how many, and to whom, goes by the deal."""

from dataclasses import dataclass

from scoring.calls import Call, CallKind
from scoring.errors import BadCall
from scoring.games.phases.talk import Talk
from scoring.passed import PassedOn, To


@dataclass(frozen=True)
class Passing:
    """Everybody passes on so many `cards`, in the first deal to the first of `to`, and so on, round and round.

    Which cards they were nobody tells, and nothing asks: holdings are fixed from the first lead, so that whatever the cards prove
    holds for what each seat had then.
    """

    cards: int
    to: tuple[To, ...]

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """Nothing is said."""
        return ()

    def passed(self, deals: int) -> PassedOn | None:
        """What is passed on after so many deals; None where nothing is."""
        to = self.to[deals % len(self.to)]
        return None if to is To.NOBODY else PassedOn(self.cards, to)

    def hear(self, _talk: Talk, _call: Call) -> Talk:
        """Raises `BadCall`: there is nothing to say."""
        raise BadCall("nobody tells which cards are passed on")

    def awaits(self, _talk: Talk) -> str:
        """Nobody waits for it."""
        return ""

    def choices(self, _talk: Talk) -> tuple[Call, ...]:
        """There are none."""
        return ()
