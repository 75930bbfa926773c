"""The dummy: the hand opposite the declarer, whose cards lie open and are played by the declarer.

It is the partner's, and lies open once the first card has been led; where everybody plays alone it is nobody's, comes to lie
opposite the declarer and on that side, and is open as soon as there is one.
"""

from dataclasses import dataclass

from scoring.calls import Call, CallKind
from scoring.cards import Card
from scoring.errors import BadCall
from scoring.games.phases.talk import Talk
from scoring.seats import Direction, Seat
from scoring.values import changed


@dataclass(frozen=True)
class Dummy:
    """What the dummy holds is told as it is seen, a few cards or all of them at once; nobody has to tell it.

    By the calls alone: whether the first card was led by then is for the table to know.
    """

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """Cards that the dummy holds."""
        return (CallKind.DUMMY,)

    def seat(self, talk: Talk) -> Seat | None:
        """Whose cards are laid open; None before there is a declarer, and where that one plays alone."""
        if talk.declarer is None or talk.alone is not None:
            return None
        partners = (seat for seat in talk.sides[talk.side_of(talk.declarer)] if seat is not talk.declarer)
        return next(partners, talk.setup.free_seat)

    def is_nobodys(self, talk: Talk) -> bool:
        """Whether there is a hand that nobody holds."""
        return self.seat(talk) is talk.setup.free_seat

    def joined(self, talk: Talk) -> Talk:
        """The same, with a hand that nobody holds on the declarer's side."""
        if talk.declarer is None or not self.is_nobodys(talk):
            return talk
        own = (talk.declarer,)
        return changed(talk, sides=tuple((*side, talk.setup.free_seat) if side == own else side for side in talk.sides))

    def around(self, talk: Talk, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The seats clockwise, a hand that nobody holds among them, opposite the declarer."""
        if talk.declarer is None or not self.is_nobodys(talk):
            return seats
        others = Direction.CLOCKWISE.turns_after(talk.declarer, seats)[:-1]
        half = len(others) // 2
        return (talk.declarer, *others[:half], talk.setup.free_seat, *others[half:])

    def known(self, talk: Talk) -> tuple[tuple[Seat, Card], ...]:
        """The cards that were told, each with whose it is."""
        return tuple((call.seat, card) for call in talk.of(CallKind.DUMMY) for card in call.cards)

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` for a seat that is not dummy, or for cards that it cannot hold."""
        seat = self.seat(talk)
        if seat is None:
            raise BadCall("nobody is dummy here")
        if call.seat is not seat:
            raise BadCall(f"{talk.name_of(seat)} is dummy")
        cards = (*(card for _, card in self.known(talk)), *call.cards)
        if not call.cards or any(card not in talk.hand.order.pack for card in call.cards):
            raise BadCall("say which cards of the pack the dummy holds")
        if twice := next((card for card in call.cards if cards.count(card) > talk.hand.order.pack.copies), None):
            raise BadCall(f"{twice} lies in the dummy already")
        if len(cards) > talk.hand.hand_size:
            raise BadCall(f"the dummy holds {talk.hand.hand_size} cards, and these are {len(cards)}")
        return talk

    def awaits(self, _talk: Talk) -> str:
        """Nothing: a hand is played and scored without it."""
        return ""

    def choices(self, _talk: Talk) -> tuple[Call, ...]:
        """They are picked out of the pack."""
        return ()
