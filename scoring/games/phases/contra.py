"""Once the game is named, those against it may double what it is worth, and who plays it may double that again."""

from dataclasses import dataclass

from scoring.calls import Call, CallKind
from scoring.errors import BadCall
from scoring.games.phases.talk import Talk
from scoring.values import changed

TIMES = {CallKind.DOUBLE: 2, CallKind.REDOUBLE: 4}
"""How many times the hand counts after each."""


@dataclass(frozen=True)
class Contra:
    """One double and one redouble. Who is on whose side need not be known yet: whoever did not double may redouble."""

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """The double and the redouble."""
        return tuple(TIMES)

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` before there is a declarer, or from who may not."""
        if (call.kind, call.seat) not in [(step.kind, step.seat) for step in self._steps(talk)]:
            raise BadCall(f"{talk.name_of(call.seat)} cannot {call.kind.value} now")
        return changed(talk, doubled=TIMES[call.kind])

    def awaits(self, _talk: Talk) -> str:
        """Nobody must."""
        return ""

    def choices(self, talk: Talk) -> tuple[Call, ...]:
        """The next step, for everybody who may take it, in the first trick."""
        return self._steps(talk) if len(talk.hand.laid) < 2 else ()

    def _steps(self, talk: Talk) -> tuple[Call, ...]:
        """What may be said next by the calls alone: when it was said is for the table to know."""
        kind = {1: CallKind.DOUBLE, 2: CallKind.REDOUBLE}.get(talk.doubled)
        if kind is None or talk.declarer is None:
            return ()
        doubled = [call.seat for call in talk.of(CallKind.DOUBLE)]
        barred = [talk.declarer] if kind is CallKind.DOUBLE else doubled
        return tuple(Call(kind, seat) for seat in talk.order if seat not in barred)
