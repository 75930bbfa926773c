"""What somebody announces besides bids: that the kitty stays where it is, that the cards lie open, that more will be won."""

from dataclasses import dataclass
from enum import Enum

from scoring.calls import Call, CallKind
from scoring.errors import BadCall
from scoring.games.phases.talk import Talk
from scoring.seats import Seat


class By(Enum):
    """Who may announce it."""

    ANYBODY = "anybody"
    DECLARER = "declarer"
    OTHERS = "others"


@dataclass(frozen=True)
class Announce:
    """Each of `words` may be announced once by everybody, by the declarer alone, or by those who play against the declarer.

    `after`: words that only who has said another one announces, each with that one. With `is_single` one player announces one.
    """

    words: tuple[str, ...]
    by: By = By.ANYBODY
    after: tuple[tuple[str, str], ...] = ()
    is_single: bool = False

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """The announcement."""
        return (CallKind.ANNOUNCE,)

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` for what cannot be announced, the second time, or from who may not."""
        if call.word not in self.words:
            raise BadCall(f"nobody announces {call.word}: expected {', '.join(self.words)}")
        if any(said.word == call.word and said.seat is call.seat for said in talk.of(CallKind.ANNOUNCE)):
            raise BadCall(f"{talk.name_of(call.seat)} has announced {call.word} already")
        if self.is_single and talk.of(CallKind.ANNOUNCE):
            raise BadCall("only one player announces something, and somebody has: correct that instead")
        if not self._is_next(talk, call.seat, call.word):
            raise BadCall(f"{call.word} is announced only after {dict(self.after)[call.word]}")
        if call.seat not in self._speakers(talk):
            who = "who plays the contract" if self.by is By.DECLARER else "who plays against the contract"
            raise BadCall(f"only {who} announces that")
        return talk

    def awaits(self, _talk: Talk) -> str:
        """Nobody must."""
        return ""

    def choices(self, talk: Talk) -> tuple[Call, ...]:
        """Every word that has not been said, until the first card lies there."""
        said = {(call.seat, call.word) for call in talk.of(CallKind.ANNOUNCE)}
        if talk.hand.laid or (self.is_single and said):
            return ()
        wanted = ((seat, word) for seat in self._speakers(talk) for word in self.words if self._is_next(talk, seat, word))
        return tuple(Call(CallKind.ANNOUNCE, seat, word=word) for seat, word in wanted if (seat, word) not in said)

    def _is_next(self, talk: Talk, seat: Seat, word: str) -> bool:
        """Whether the seat has said what comes before that word, if anything does."""
        needed = dict(self.after).get(word)
        return needed is None or any(call.word == needed and call.seat is seat for call in talk.of(CallKind.ANNOUNCE))

    def _speakers(self, talk: Talk) -> tuple[Seat, ...]:
        if self.by is By.ANYBODY:
            return talk.order
        is_declarers = self.by is By.DECLARER
        return tuple(seat for seat in talk.order if talk.declarer is not None and (seat is talk.declarer) == is_declarers)
