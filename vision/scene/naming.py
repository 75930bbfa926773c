"""Names for cards that were asked about: newer looks agree, or the other cards that it could be lie elsewhere."""

from collections.abc import Callable, Sequence

from vision.arrays import normalised
from vision.faces import FACES, UNKNOWN, is_card, is_put_together
from vision.geometry import overlap
from vision.picture.identifier import Belief
from vision.picture.reading import CERTAIN
from vision.scene.cards import BEYOND_DOUBT, FRAMES, LATE, MOSTLY, WHOLE, LyingCard, is_covered, touches


def name_late(lying: Sequence[LyingCard], pack: frozenset[str], is_spent: Callable[[str], bool]) -> list[LyingCard]:
    """The cards that have become clear; each bears its name from now on. Of what lay there from the start nobody asks.

    Of two that surely have one name, of which the pack has one card, what lies elsewhere does not tell which was misread.
    """
    named = []
    for card in lying:
        if card.label != UNKNOWN or card.number is None or is_spent(card.belief.certain(CERTAIN)):
            continue
        below = (other for other in lying if other is not card and other.since <= card.since)
        under = [other for other in below if touches(other.quad, card.quad)]
        looks = [card.belief, *(card.looks if len(card.looks) == FRAMES else [])]
        before, *later = _without_others(card, looks, lying, under, pack or frozenset(FACES), is_spent)
        names = {look.certain(LATE) for look in later}
        is_agreed = len(names) == 1 and names <= set(card.likely)
        # Looks that agree are one other look, under another light or hand: it does not undo what was seen before.
        belief = Belief(normalised(before.logs + later[-1].logs)) if is_agreed else before
        is_doubted = is_put_together(belief.label, {other.label for other in under})
        name = belief.certain(BEYOND_DOUBT if is_doubted else LATE)
        if is_card(name) and not is_spent(name):
            card.label, card.belief = name, belief
            named.append(card)
    return named


def _without_others(
    card: LyingCard,
    looks: Sequence[Belief],
    lying: Sequence[LyingCard],
    under: Sequence[LyingCard],
    pack: frozenset[str],
    is_spent: Callable[[str], bool],
) -> list[Belief]:
    """What looks at a card say once those that lie elsewhere are out; `under` are those that it lies on.

    Not out are those that most of it lies on, for one of them may be what was read, nor those from whose pieces the name may be.
    """
    known = {other.label for other in lying if is_spent(other.label)}
    here = {other.label for other in under if overlap(other.quad, card.quad) > MOSTLY}
    without = [other for other in lying if other is not card]
    pieces = {other.label for other in under if not is_covered(other, without, WHOLE)}

    def left(look: Belief) -> Belief:
        likely = look.given(pack - (known - here))
        return look.given(pack - (known - pieces)) if is_put_together(likely.label, pieces) else likely

    return [left(look) for look in looks]
