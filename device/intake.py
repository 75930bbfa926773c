"""What the camera's sightings mean at this table: cards played, named later, turned up and lifted again, as commands."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from device.album import Album
from device.config import Confirm
from device.faces import card_of, label_of, labels_of, reading_of
from device.fishing import SeenTurn
from device.lying_open import SeenDummy, SeenKitty
from device.whose import is_next_lead_of_a_pair, is_shown, is_turned_over, place_of, witness
from scoring.commands import Command, ConfirmTrick, CorrectCard, PlayCard, TurnUpCard, WithdrawCard
from scoring.table import Table
from vision.sighting import Sighting, SightingKind

PLAYED = (SightingKind.CARD_PLAYED, SightingKind.CARD_HIDDEN)
NAMED = (SightingKind.CARD_NAMED, SightingKind.CARD_TURNED)
LIFTED = (SightingKind.CARDS_TAKEN, SightingKind.PILE_CLEARED)

REMEMBERED = 208
"""Pictures of which is known which sighting they show: those of two packs on the table at once are enough."""


@dataclass
class Intake:
    """Turns sightings into commands: `propose` writes each at once, since the next may depend on what came of it."""

    album: Album
    confirm: Confirm
    table: Callable[[], Table]
    propose: Callable[[Command], object]
    turn: SeenTurn = field(default_factory=SeenTurn)
    dummy: SeenDummy = field(default_factory=SeenDummy)
    kitty: SeenKitty = field(default_factory=SeenKitty)
    _photographed: dict[int, str] = field(default_factory=dict)
    _laid_at: float = -math.inf

    def take(self, sighting: Sighting, zones: int) -> None:
        """Propose what follows from this sighting; `zones` are the seats that the table was laid out for."""
        table = self.table()
        if table.setup is not None and not table.game.has_tricks:
            self.turn.see(sighting, table)
        elif self.kitty.takes(sighting, table):
            self.settle(zones)
        elif sighting.kind is SightingKind.CARDS_OPEN:
            self.dummy.see(sighting, table)
            self.settle(zones)
        elif sighting.kind in PLAYED:
            self._take_card(sighting, zones)
        elif sighting.kind in NAMED:
            self._name_card(sighting)
        elif sighting.kind in LIFTED:
            self._take_back(sighting)

    def settle(self, zones: int) -> None:
        """Propose what has become clear about cards that lie open: those that were played after all, and whose the others are."""
        for sighting in self.kitty.played(self.table()):
            self._take_card(sighting, zones)
        told = self.dummy.told(self.table())
        if told is not None:
            self.propose(told)

    def _take_card(self, sighting: Sighting, zones: int) -> None:
        table = self.table()
        if table.setup is None or table.is_ended:
            return
        hand = table.hand
        if hand and (is_turned_over(table, hand, sighting) or (not table.is_hand_over and is_shown(hand, sighting))):
            return
        laid_at, self._laid_at = self._laid_at, sighting.at
        may_confirm = hand and hand.is_trick_full and self.confirm is Confirm.NEXT_LEAD
        if hand and (may_confirm or is_next_lead_of_a_pair(hand, sighting, laid_at)):
            self.propose(ConfirmTrick(by="next lead", hand=hand.number, trick=hand.trick_to_confirm))
            hand = self.table().hand
        is_hidden = sighting.kind is SightingKind.CARD_HIDDEN
        pack = hand.order.pack if hand else None
        evidence = self.album.keep(sighting)
        if sighting.number is not None and evidence is not None:
            self._photographed[sighting.number] = evidence
            if len(self._photographed) > REMEMBERED:
                del self._photographed[next(iter(self._photographed))]
        self.propose(
            PlayCard(
                by="camera",
                card=None if is_hidden else card_of(sighting.label, pack),
                seat=witness(table, hand, sighting, zones),
                face_down=is_hidden,
                reading=reading_of(sighting, evidence, pack),
            )
        )

    def _name_card(self, sighting: Sighting) -> None:
        """A card that was asked about became clear, or one that lay face down was turned up; what people said stands."""
        hand = self.table().hand
        card = card_of(sighting.label, hand.order.pack) if hand else None
        found = place_of(hand, self._photographed.get(sighting.number or 0)) if hand else None
        if hand is None or card is None or found is None:
            return
        trick, position = found
        play = hand.at(trick, position)
        if play.is_hidden:
            self.propose(TurnUpCard(by="camera", hand=hand.number, trick=trick, position=position, card=card))
        elif play.card is None:
            self.propose(CorrectCard(by="second look", hand=hand.number, trick=trick, position=position, card=card))

    def _take_back(self, sighting: Sighting) -> None:
        """A card lifted off the pile again is withdrawn, if it was the last one played to the open trick.

        Where nothing is left then it was a lead; of a trick that is full everything is gathered.
        """
        hand = self.table().hand
        trick = hand.open_trick if hand else None
        if hand is None or trick is None or (sighting.kind is SightingKind.PILE_CLEARED and hand.is_trick_full):
            return
        taken = [card_of(label, hand.order.pack) for label in sighting.cards]
        if taken and taken == [play.card for play in trick.plays[-1:]]:
            self.propose(WithdrawCard(by="camera"))


def labels_in_play(table: Table) -> frozenset[str]:
    """Labels of the cards of the running game, none where the eye knows none; a card of another pack is still seen when clear."""
    hand = table.hand
    return frozenset(labels_of(hand.order.pack)) if hand and not hand.order.pack.is_typed else frozenset()


def typed_labels(table: Table) -> frozenset[str]:
    """Cards of the running hand that people typed in: nobody photographed them."""
    hand = table.hand
    plays = [play for trick in hand.laid for play in trick] if hand and not hand.order.pack.is_typed else []
    return frozenset(label_of(play.card) for play in plays if play.card and play.reading.evidence is None)
