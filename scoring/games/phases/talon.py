"""The kitty of which the declarer takes only a part: what becomes of the other cards is told, since all have seen them."""

from collections import Counter
from dataclasses import dataclass

from scoring.calls import NOTHING, Call, CallKind
from scoring.cards import Card
from scoring.errors import BadCall
from scoring.games.phases.talk import Talk
from scoring.seats import Seat


@dataclass(frozen=True)
class Talon:
    """`leaves`: how many of the kitty's `size` cards stay for the opponents, by the word of the bid.

    Whoever leaves `NOTHING` has won the others as well. `gives`: words of bids where the first tricks take one of them each.
    """

    size: int
    leaves: tuple[tuple[str, int], ...] = ()
    gives: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """Cards that are left, and a card that comes with a trick."""
        return (CallKind.LEAVES, CallKind.GETS)

    def left(self, talk: Talk, away: Counter[Card]) -> Counter[Card]:
        """Which of the cards that nobody played were left for the opponents."""
        if self._wanted(talk) >= self.size:
            return away
        return Counter(card for call in talk.of(CallKind.LEAVES) for card in call.cards)

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` for a card that was played or named, from anybody else, or when all has been said."""
        seat = self._speaker(talk)
        if seat is None or call.kind is not self._kind(talk):
            raise BadCall("nothing of the kitty is to be named now")
        if call.seat is not seat:
            raise BadCall(f"it is for {talk.name_of(seat)} to name that")
        if call.word not in (None, NOTHING) or bool(call.word) == bool(call.cards) or len(call.cards) > self._missing(talk):
            raise BadCall(f"expected {self._missing(talk)} cards at most")
        there, away = talk.hand.order.pack.counts, self._away(talk)
        if gone := next((card for card in call.cards if away[card] >= there[card]), None):
            raise BadCall(f"{gone} does not lie there any more")
        return talk

    def awaits(self, talk: Talk) -> str:
        """Once all tricks are played, what lay in the kitty and the declarer did not take."""
        if not talk.hand.is_played_out or self._speaker(talk) is None:
            return ""
        if self._kind(talk) is CallKind.LEAVES:
            return "which cards were left in the kitty"
        return f"which card came with trick {len(talk.of(CallKind.GETS)) + 1}"

    def choices(self, talk: Talk) -> tuple[Call, ...]:
        """Every card that nobody played, one at a time."""
        seat = self._speaker(talk)
        if not talk.hand.is_played_out or seat is None:
            return ()
        kind, none = self._kind(talk), list[Call]()
        if kind is CallKind.LEAVES and not talk.of(CallKind.LEAVES):
            none = [Call(kind, seat, word=NOTHING)]
        lying = talk.hand.order.pack.counts - self._away(talk)
        return (*(Call(kind, seat, cards=(card,)) for card in lying), *none)

    def _kind(self, talk: Talk) -> CallKind:
        return CallKind.GETS if talk.word in self.gives else CallKind.LEAVES

    def _wanted(self, talk: Talk) -> int:
        return self.size if talk.word in self.gives else dict(self.leaves).get(talk.word, 0)

    def _missing(self, talk: Talk) -> int:
        """How many cards are still to be named; what stays there whole is known without words."""
        said = talk.of(self._kind(talk))
        if (self._kind(talk) is CallKind.LEAVES and self._wanted(talk) >= self.size) or any(call.word for call in said):
            return 0
        return self._wanted(talk) - sum(len(call.cards) for call in said)

    def _speaker(self, talk: Talk) -> Seat | None:
        """The declarer, or who took the trick that the next card comes with; None where nothing is to be named."""
        if not self._missing(talk):
            return None
        if self._kind(talk) is CallKind.LEAVES:
            return talk.declarer
        number, tricks = len(talk.of(CallKind.GETS)), talk.hand.tricks
        return tricks[number].winner if number < len(tricks) and tricks[number].is_confirmed else None

    def _away(self, talk: Talk) -> Counter[Card]:
        """Cards that were played or named."""
        named = [card for call in talk.of(*self.kinds) for card in call.cards]
        shown = [card for laid in talk.hand.laid for play in laid if (card := play.shows)]
        return Counter([*named, *shown])
