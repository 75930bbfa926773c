"""The declarer makes trumps, and may choose to play alone."""

from dataclasses import dataclass

from scoring.calls import NO_TRUMP, Call, CallKind
from scoring.cards import Suit
from scoring.errors import BadCall
from scoring.games.phases.talk import Talk
from scoring.values import changed


@dataclass(frozen=True)
class Declare:
    """`suits`: what may be made trumps, None for no trumps; empty where the bid says it. `may_go_alone`: without the partner."""

    suits: tuple[Suit | None, ...] = ()
    may_go_alone: bool = False

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """Trumps, and playing alone."""
        return (*((CallKind.CHOOSE,) if self.suits else ()), *((CallKind.ALONE,) if self.may_go_alone else ()))

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` from anybody but the declarer, or for a suit that may not be trumps."""
        if talk.declarer is None:
            raise BadCall("nobody has won the bidding yet")
        if call.seat is not talk.declarer:
            raise BadCall(f"it is for {talk.name_of(talk.declarer)} to say that")
        if call.kind is CallKind.ALONE:
            if talk.alone is not None:
                raise BadCall(f"{talk.name_of(call.seat)} plays alone already")
            return changed(talk, alone=call.seat)
        if talk.is_trump_chosen:
            raise BadCall("trumps have been made already: correct that instead")
        if call.cards or call.trump not in self.suits or (call.trump is None and call.word != NO_TRUMP):
            raise BadCall("this cannot be trumps here")
        return talk.with_trump(call.trump)

    def awaits(self, talk: Talk) -> str:
        """The suit."""
        return "trumps" if self._is_asked(talk) else ""

    def choices(self, talk: Talk) -> tuple[Call, ...]:
        """Every suit, and playing alone, for the declarer."""
        seat = talk.declarer
        if seat is None:
            return ()
        suits = self.suits if self._is_asked(talk) else ()
        found = [Call(CallKind.CHOOSE, seat, suit=suit, word=None if suit else NO_TRUMP) for suit in suits]
        return (
            *found,
            *([Call(CallKind.ALONE, seat)] if self.may_go_alone and talk.alone is None and not talk.hand.laid else []),
        )

    def _is_asked(self, talk: Talk) -> bool:
        return bool(self.suits) and talk.declarer is not None and not talk.is_trump_chosen
