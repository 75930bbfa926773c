"""The one place where vision's face labels become the cards of the domain, and back.

German and Swiss packs have Overs and Unders where vision, which knows what faces look like and not what they are called, has
Queens and Jacks.
"""

from device.framing import outline
from scoring.cards import Card, Rank, SuitSystem
from scoring.packs import Pack
from scoring.tricks import Reading
from vision.faces import is_card
from vision.picture.suits_choice import Expected
from vision.sighting import Sighting

GERMAN = {Rank.QUEEN: Rank.OVER, Rank.JACK: Rank.UNDER}
SEEN = {german: seen for seen, german in GERMAN.items()}


def card_of(label: str | None, pack: Pack | None = None) -> Card | None:
    """The card of the pack that a label names, an Over where the pack has such; None for a back and for what nobody can tell."""
    if label is None or not is_card(label):
        return None
    card = Card.parse(label)
    rank = GERMAN.get(card.rank)
    return Card(rank, card.suit) if pack is not None and rank in pack.ranks else card


def label_of(card: Card) -> str:
    """The face that vision knows the card by."""
    return str(Card(SEEN.get(card.rank, card.rank), card.suit))


def code_of(label: str, pack: Pack) -> str:
    """What people with that pack call the face that a label names; a back and what nobody can tell stay as they are."""
    card = card_of(label, pack)
    return label if card is None else str(card)


def labels_of(pack: Pack) -> tuple[str, ...]:
    """What the eye calls the cards of the pack, in its order."""
    return tuple(label_of(card) for card in pack.cards)


def suits_of(pack: Pack) -> Expected:
    """What suits are to be expected of the pack."""
    known = {SuitSystem.FRENCH: Expected.FRENCH, SuitSystem.GERMAN: Expected.GERMAN}
    return known.get(pack.suits, Expected.OTHERS)


def reading_of(sighting: Sighting, evidence: str | None, pack: Pack | None = None) -> Reading:
    """What the log keeps of a sighting: confidence, alternatives, and the name of the picture."""
    named = ((card_of(label, pack), chance) for label, chance in sighting.alternatives)
    alternatives = tuple((card, _chance(chance)) for card, chance in named if card is not None)
    return Reading(_chance(sighting.confidence), alternatives, evidence, outline(sighting) if evidence else ())


def _chance(value: float) -> float:
    """A probability; nothing where the eye gave what is none."""
    return value if 0 <= value <= 1 else 0.0
