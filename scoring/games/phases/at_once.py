"""Before the first lead in the Spar family: weak cards traded for others, and five cards that win at once when shown."""

from dataclasses import dataclass

from scoring.calls import Call, CallKind
from scoring.errors import BadCall
from scoring.games import instant
from scoring.games.phases.talk import Talk


@dataclass(frozen=True)
class Trade:
    """Who holds no card above nine swaps all of them, once."""

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """The trade."""
        return (CallKind.TRADE,)

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` after the first lead, the second time, with a strong card, or where too few cards are left."""
        hand, trades = talk.hand, talk.of(CallKind.TRADE)
        if hand.laid:
            raise BadCall("weak cards are traded before the first lead")
        if call.seat in [trade.seat for trade in trades]:
            raise BadCall(f"{talk.name_of(call.seat)} has traded already")
        if call.cards and not instant.may_trade(call.cards):
            raise BadCall("who holds a card above nine may not trade")
        left = hand.order.pack.size - hand.hand_size * (len(hand.seats) + len(trades))
        if left < hand.hand_size:
            raise BadCall("too few cards are left to trade for")
        return talk

    def awaits(self, _talk: Talk) -> str:
        """Nobody must."""
        return ""

    def choices(self, _talk: Talk) -> tuple[Call, ...]:
        """Whoever likes to says so."""
        return ()


@dataclass(frozen=True)
class ShowAtOnce:
    """Five dealt cards that win when shown before their holder plays."""

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """The cards."""
        return (CallKind.SHOW_HOLDING,)

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` from whom has played, or for cards that do not win."""
        if call.seat in [play.seat for play in talk.hand.plays]:
            raise BadCall(f"{talk.name_of(call.seat)} has played: cards that win at once are shown before")
        if not instant.wins(call.cards, talk.setup.options) or any(card not in talk.hand.order.pack for card in call.cards):
            raise BadCall("these cards do not win at once")
        return talk

    def awaits(self, _talk: Talk) -> str:
        """Nobody must."""
        return ""

    def choices(self, _talk: Talk) -> tuple[Call, ...]:
        """Whoever holds them shows them."""
        return ()
