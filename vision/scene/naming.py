"""Names for cards that were asked about: newer looks agree, or the other cards that it could be have turned up."""

from vision.faces import BACK, FACES, UNKNOWN, is_card, is_put_together
from vision.geometry import overlap
from vision.picture.identifier import Belief
from vision.picture.reading import CardReading
from vision.scene.lying import LyingCard, is_covered
from vision.scene.plays import MOSTLY, Moment


def look_again(card: LyingCard, reading: CardReading, moment: Moment) -> None:
    """A look at a card in its place: it may have become clear what it is. One that sees less of it than before tells no more."""
    if not _waits_for_a_name(card) or reading.visible < min(card.shown, moment.rules.whole):
        return
    card.shown = max(card.shown, reading.visible)
    belief = _by_elimination(card, reading.belief, moment)
    name = belief.certain(moment.rules.very_sure)
    if name in card.likely:
        card.renamed, card.newest = (name, card.renamed[1] + 1 if card.renamed[0] == name else 1), belief
    else:
        card.renamed = ("", 0)


def name_late(moment: Moment) -> list[LyingCard]:
    """The cards that have become clear; each bears its name from now on."""
    named = []
    for card in filter(_waits_for_a_name, moment.lying):
        is_renamed = card.renamed[1] >= moment.rules.frames_named
        belief = card.newest if is_renamed and card.newest else _by_elimination(card, card.belief, moment)
        name = belief.certain(moment.rules.very_sure)
        if is_card(name) and not moment.is_spent(name):
            card.label, card.belief, card.renamed = name, belief, ("", 0)
            named.append(card)
    return named


def _waits_for_a_name(card: LyingCard) -> bool:
    """Whether the card was played and asked about: of what lay there from the start nobody asks."""
    return card.label == UNKNOWN and card.number is not None


def _by_elimination(card: LyingCard, belief: Belief, moment: Moment) -> Belief:
    """What an unknown card may be once those that lie there by name are out, as often as the pack has them.

    They are not out where the name may have been read from pieces of those that it lies on and that still show; nor is one
    on which most of it lies: that card may be what was read.
    """
    others = [other for other in moment.lying if other.label not in (UNKNOWN, BACK)]
    under = [other for other in others if other.since <= card.since and overlap(other.quad, card.quad) > 0.1]
    without = [other for other in moment.lying if other is not card]
    below = {other.label for other in under if not is_covered(other, without, MOSTLY)}
    here = {other.label for other in under if overlap(other.quad, card.quad) > 0.5}
    pack, known = moment.pack or frozenset(FACES), {other.label for other in others if moment.is_spent(other.label)}
    left = belief.given(pack - (known - here))
    return belief.given(pack - (known - below)) if is_put_together(left.label, below) else left
