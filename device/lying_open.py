"""Cards that lie open on the table and are no plays: the dummy's, and a kitty that is turned up before the first lead.

The game says when they are to be expected; the eye says which faces lie there, or that cards were taken up again.
"""

from dataclasses import dataclass, field, replace

from device.faces import card_of
from scoring.calls import Call, CallKind
from scoring.choices import deal_to_speak_in
from scoring.commands import MakeCall
from scoring.table import Table
from vision.sighting import Sighting, SightingKind


def has_dummy(table: Table) -> bool:
    """Whether a dummy lies there or will: the first card was led, in a game that has one; whose it is may not be said yet.

    One that nobody holds lies there before that.
    """
    if table.setup is None or table.hand is None or table.is_hand_over:
        return False
    return (any(table.hand.laid) or table.hand.is_dummy_open) and CallKind.DUMMY in table.game.says(table.agreed)


@dataclass
class SeenDummy:
    """Faces that were read beside the pile in a hand, until the bids say who is dummy."""

    _labels: list[str] = field(default_factory=list)
    _hand: int = 0

    def see(self, sighting: Sighting, table: Table) -> None:
        """Take in faces that lie open."""
        number = table.hand.number if table.hand else 0
        if number != self._hand:
            self._labels, self._hand = [], number
        self._labels += sighting.cards

    def told(self, table: Table) -> MakeCall | None:
        """What is to be told of the dummy: faces that nobody has told or played, and no more than it was dealt."""
        hand = table.hand
        if not self._labels or hand is None or hand.dummy is None or hand.number != self._hand or not hand.is_dummy_due:
            return None
        labels, self._labels = self._labels, []
        known = hand.known_of(hand.dummy)
        seen = {card_of(label, hand.order.pack) for label in labels} - {play.card for play in hand.plays} - set(known)
        cards = [card for card in hand.order.pack.cards if card in seen][: hand.hand_size - len(known)]
        return MakeCall(by="camera", call=Call(CallKind.DUMMY, hand.dummy, cards=tuple(cards))) if cards else None


@dataclass
class SeenKitty:
    """Cards that came to lie while something must still be said before the first lead, in a game that shows its kitty.

    Taken up again they were the kitty; if they still lie there when all is said, or when there are more than a kitty has, they
    were played.
    """

    held: list[Sighting] = field(default_factory=list)
    _taken_in: int = 0

    def takes(self, sighting: Sighting, table: Table) -> bool:
        """Whether the sighting may be about the kitty, and is kept."""
        numbers = [card.number for card in self.held]
        if sighting.kind in (SightingKind.CARD_PLAYED, SightingKind.CARD_HIDDEN):
            if not self._may_lie(table):
                return False
            self.held.append(sighting)
        elif sighting.kind in (SightingKind.CARD_NAMED, SightingKind.CARD_TURNED) and sighting.number in numbers:
            self.held[numbers.index(sighting.number)] = replace(sighting, kind=SightingKind.CARD_PLAYED)
        elif sighting.kind in (SightingKind.CARDS_TAKEN, SightingKind.PILE_CLEARED) and self.held:
            is_all = sighting.kind is SightingKind.PILE_CLEARED
            self.held = [card for card in self.held if not is_all and card.label not in sighting.cards]
            self._taken_in = self._taken_in if self.held else _number(table)
        else:
            return False
        return True

    def played(self, table: Table) -> list[Sighting]:
        """What turns out to have been played."""
        if not self.held or (self._may_lie(table) and len(self.held) <= _size(table)):
            return []
        played, self.held, self._taken_in = self.held, [], _number(table)
        return played

    def _may_lie(self, table: Table) -> bool:
        """Whether the kitty has not been taken up, nothing was played, and something is still to be said."""
        deal = deal_to_speak_in(table)
        if deal is None or not deal.hand.kitty_shown or any(deal.hand.laid) or deal.hand.number == self._taken_in:
            return False
        return bool(deal.game.awaits(deal.setup, deal.hand))


def _size(table: Table) -> int:
    deal = deal_to_speak_in(table)
    return deal.hand.kitty_shown if deal else 0


def _number(table: Table) -> int:
    deal = deal_to_speak_in(table)
    return deal.hand.number if deal else 0
