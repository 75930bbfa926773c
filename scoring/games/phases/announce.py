"""What somebody announces besides bids: that the kitty stays where it is, that the cards lie open, that more will be won."""

from dataclasses import dataclass

from scoring.calls import Call, CallKind
from scoring.errors import BadCall
from scoring.games.phases.talk import Talk


@dataclass(frozen=True)
class Announce:
    """Everybody may announce each of `words` once; with `is_declarers` the declarer alone may."""

    words: tuple[str, ...]
    is_declarers: bool = False

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
        if self.is_declarers and call.seat is not talk.declarer:
            raise BadCall("only who plays the contract announces that")
        return talk

    def awaits(self, _talk: Talk) -> str:
        """Nobody must."""
        return ""

    def choices(self, talk: Talk) -> tuple[Call, ...]:
        """Every word that has not been said, until the first card lies there."""
        if talk.hand.laid or (self.is_declarers and talk.declarer is None):
            return ()
        said = {(call.seat, call.word) for call in talk.of(CallKind.ANNOUNCE)}
        seats = (talk.declarer,) if self.is_declarers else talk.order
        return tuple(
            Call(CallKind.ANNOUNCE, seat, word=word)
            for seat in seats
            if seat is not None
            for word in self.words
            if (seat, word) not in said
        )
