"""The one place where vision's face labels become the cards of the domain."""

from scoring.cards import Card
from scoring.tricks import Reading
from vision.faces import is_card
from vision.sighting import Sighting


def card_of(label: str | None) -> Card | None:
    """The card that a label names; None for a back and for what nobody can tell."""
    return Card.parse(label) if label is not None and is_card(label) else None


def reading_of(sighting: Sighting, evidence: str | None) -> Reading:
    """What the log keeps of a sighting: confidence, alternatives, and the name of the picture."""
    alternatives = tuple((Card.parse(label), chance) for label, chance in sighting.alternatives if is_card(label))
    return Reading(sighting.confidence, alternatives, evidence)
