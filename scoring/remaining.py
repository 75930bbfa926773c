"""Which cards of the pack are still to come in a hand: each as often as the pack has it."""

from collections import Counter

from scoring.cards import Card
from scoring.deal import Deal
from scoring.errors import CardTwice
from scoring.hands import Hand


def unseen(hand: Hand) -> list[Card]:
    """Cards of the pack that have not shown in this hand, in the pack's order."""
    seen = Counter([play.shows for play in hand.plays] + [play.card for play in hand.shown])
    return [card for card in hand.order.pack.cards if seen[card] < hand.order.pack.copies]


def spent(deal: Deal) -> dict[Card, int]:
    """Cards that nobody can lay any more, with the last trick that each lies in; 0 in a fishing game, which has no tricks."""
    layout, copies = deal.game.layout(deal.setup, deal.hand), deal.hand.order.pack.copies
    if layout is not None:
        return dict.fromkeys(layout.cards, 0)
    tricks = [(play.shows, trick.number) for trick in deal.hand.tricks for play in trick.plays]
    counts = Counter(card for card, _ in tricks)
    return {card: number for card, number in tricks if card is not None and counts[card] >= copies}


def check_unspent(deal: Deal, card: Card) -> None:
    """Raises `CardTwice` where the card has been played as often as the pack has it."""
    if card in spent(deal):
        raise CardTwice(f"{card} has been played already")
