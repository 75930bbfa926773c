"""The declarer makes trumps, and may choose to play alone."""

from dataclasses import dataclass

from scoring.calls import NO_TRUMP, Call, CallKind, bid_name, bid_named
from scoring.errors import BadCall
from scoring.games.phases.talk import Talk
from scoring.values import changed


@dataclass(frozen=True)
class Declare:
    """`ways`: what may be made trumps in short (`H`, `N` for none), or named ways to play; empty where the bid says it.

    `settled`: bids by their word that leave nothing to choose, `other` those that leave something else. `may_go_alone`: without
    the partner. `by_partner`: bids after which not the declarer chooses, but whoever turns out to be the partner.
    """

    ways: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    other: tuple[tuple[str, tuple[str, ...]], ...] = ()
    may_go_alone: bool = False
    by_partner: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """Trumps, and playing alone."""
        return (*((CallKind.CHOOSE,) if self.ways else ()), *((CallKind.ALONE,) if self.may_go_alone else ()))

    def hear(self, talk: Talk, call: Call) -> Talk:
        """Raises `BadCall` from anybody but the declarer, or for a suit that may not be trumps."""
        if talk.declarer is None:
            raise BadCall("nobody has won the bidding yet")
        is_partners = call.kind is CallKind.CHOOSE and talk.word in self.by_partner
        if is_partners and call.seat is talk.declarer:
            raise BadCall("it is for the partner to say that")
        if not is_partners and call.seat is not talk.declarer:
            raise BadCall(f"it is for {talk.name_of(talk.declarer)} to say that")
        if call.kind is CallKind.ALONE:
            if talk.alone is not None:
                raise BadCall(f"{talk.name_of(call.seat)} plays alone already")
            return changed(talk, alone=call.seat)
        if talk.is_trump_chosen or talk.word in self.settled:
            raise BadCall("trumps have been made already: correct that instead")
        if talk.word in self.by_partner and talk.called is None:
            raise BadCall("a card is called first: its holder makes trumps")
        if call.cards or call.number is not None or bid_name(call) not in self._ways(talk):
            raise BadCall("this cannot be trumps here")
        return talk.with_trump(call.suit, call.word if call.word and call.word != NO_TRUMP else "")

    def awaits(self, talk: Talk) -> str:
        """The suit."""
        return "trumps" if self._is_asked(talk) else ""

    def choices(self, talk: Talk) -> tuple[Call, ...]:
        """Every suit, and playing alone, for the declarer."""
        seat = talk.declarer
        if seat is None:
            return ()
        seats = [other for other in talk.order if other is not seat] if talk.word in self.by_partner else [seat]
        ways = self._ways(talk) if self._is_asked(talk) else ()
        found = [bid_named(way, chooser, CallKind.CHOOSE) for chooser in seats for way in ways]
        return (
            *found,
            *([Call(CallKind.ALONE, seat)] if self.may_go_alone and talk.alone is None and not talk.hand.laid else []),
        )

    def _ways(self, talk: Talk) -> tuple[str, ...]:
        ways = dict(self.other).get(talk.word, self.ways)
        called = talk.called.suit if talk.called is not None and talk.word in self.by_partner else None
        return tuple(way for way in ways if called is None or way != called.value)

    def _is_asked(self, talk: Talk) -> bool:
        is_partner_called = talk.word not in self.by_partner or talk.called is not None
        is_open = not talk.is_trump_chosen and talk.word not in self.settled and is_partner_called
        return bool(self.ways) and talk.declarer is not None and is_open
