"""The declarer's partner is whoever holds a card: one that the rules name, or one that the declarer calls."""

from dataclasses import dataclass

from scoring.calls import Call, CallKind
from scoring.cards import Card, Suit
from scoring.errors import BadCall
from scoring.games.phases.talk import Talk
from scoring.values import changed


@dataclass(frozen=True)
class Partner:
    """`card` is the one that the rules name; else the declarer calls one of `calls`.

    `alone` are ways to play that have no partner, `trumps` what a way says of them: no card of trumps is called. Who holds the
    card is seen when it is played. Where it never is, the table says who the partner was. With `must_play` the holder plays it
    when another leads its suit; with `holds_suit` the declarer has another card of its suit, and not the card itself.
    """

    card: Card | None = None
    calls: tuple[Card, ...] = ()
    alone: tuple[str, ...] = ()
    trumps: tuple[tuple[str, Suit | None], ...] = ()
    must_play: bool = False
    holds_suit: bool = False

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """The card that is called, and who the partner was."""
        return (*((CallKind.CALL_CARD,) if self.calls else ()), CallKind.PARTNER)

    def card_in(self, talk: Talk) -> Card | None:
        """The card whose holder is the partner; None where there is none, or none yet."""
        return (self.card or talk.called) if self.is_played(talk) else None

    def is_played(self, talk: Talk) -> bool:
        """Whether somebody plays with a partner."""
        return talk.declarer is not None and talk.alone is None and talk.word not in self.alone

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` from anybody but the declarer, for a card that may not be called, or a second time."""
        if not self.is_played(talk):
            raise BadCall("nobody plays with a partner here")
        if call.kind is CallKind.PARTNER:
            if talk.partner is not None:
                raise BadCall("the partner has been named already: correct that instead")
            return changed(talk, partner=call.seat)
        if call.seat is not talk.declarer:
            raise BadCall(f"it is for {talk.name_of(talk.declarer)} to call a partner")
        if talk.called is not None:
            raise BadCall("a card has been called already: correct that instead")
        allowed = self._allowed(talk)
        if len(call.cards) != 1 or call.cards[0] not in allowed:
            raise BadCall(f"this card cannot be called here: expected one of {' '.join(map(str, allowed))}")
        return changed(talk, called=call.cards[0])

    def awaits(self, talk: Talk) -> str:
        """The card that is called, and who the partner was where nobody saw it."""
        return "the partner's card" if self._is_asked(talk) else "who the partner was" if self._is_unseen(talk) else ""

    def choices(self, talk: Talk) -> tuple[Call, ...]:
        """Every card that may be called, or everybody who may have been the partner."""
        if talk.declarer is None:
            return ()
        if self._is_unseen(talk):
            return tuple(Call(CallKind.PARTNER, seat) for seat in talk.order)
        allowed = self._allowed(talk) if self._is_asked(talk) else ()
        return tuple(Call(CallKind.CALL_CARD, talk.declarer, cards=(card,)) for card in allowed)

    def _allowed(self, talk: Talk) -> tuple[Card, ...]:
        trump = dict(self.trumps).get(talk.word, talk.trump)
        return tuple(card for card in self.calls if card.suit is not trump)

    def _is_unseen(self, talk: Talk) -> bool:
        """Whether the hand is over, and nobody has seen the partner's card among those that were seen."""
        hand = talk.hand
        if not hand.is_played_out or talk.partner is not None or self.card_in(talk) is None:
            return False
        shown = [play.shows for laid in hand.laid for play in laid]
        return self.card_in(talk) not in shown and (None in shown or len(shown) < hand.hand_size * len(hand.seats))

    def _is_asked(self, talk: Talk) -> bool:
        return bool(self.calls) and talk.called is None and self.is_played(talk)
