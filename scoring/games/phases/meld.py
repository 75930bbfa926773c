"""Melds: cards that are shown together for points."""

from dataclasses import dataclass

from scoring.calls import Call, CallKind
from scoring.errors import BadCall
from scoring.games.phases.talk import Talk


@dataclass(frozen=True)
class Meld:
    """What may be melded, as often as somebody has it."""

    names: tuple[str, ...]

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """The meld."""
        return (CallKind.MELD,)

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` for what is no meld of the game."""
        if call.word not in self.names:
            raise BadCall(f"there is no meld {call.word}: expected {', '.join(self.names)}")
        return talk

    def awaits(self, _talk: Talk) -> str:
        """Nobody must."""
        return ""

    def choices(self, talk: Talk) -> tuple[Call, ...]:
        """Every meld for everybody, until the second trick."""
        if len(talk.hand.laid) > 1:
            return ()
        return tuple(Call(CallKind.MELD, seat, word=name) for seat in talk.order for name in self.names)
