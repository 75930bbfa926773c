"""Names for cards that were asked about: newer looks agree, or the other cards that it could be lie elsewhere."""

from collections.abc import Callable, Sequence

from vision.arrays import normalised
from vision.faces import FACES, UNKNOWN, is_card, is_put_together
from vision.geometry import overlap
from vision.picture.identifier import Belief
from vision.scene.cards import BEYOND_DOUBT, FRAMES, LATE, MOSTLY, TOUCHES, WHOLE, LyingCard, is_covered


def name_late(lying: Sequence[LyingCard], pack: frozenset[str], is_spent: Callable[[str], bool]) -> list[LyingCard]:
    """The cards that have become clear; each bears its name from now on. Of what lay there from the start nobody asks."""
    named = []
    for card in lying:
        if card.label != UNKNOWN or card.number is None:
            continue
        under = [other for other in lying if other.since <= card.since and overlap(other.quad, card.quad) > TOUCHES]
        enough = card.looks if len(card.looks) == FRAMES else []
        looks = [_without_others(card, look, lying, under, pack, is_spent) for look in enough]
        names = {look.certain(LATE) for look in looks}
        is_agreed = len(names) == 1 and names <= set(card.likely)
        before = _without_others(card, card.belief, lying, under, pack, is_spent)
        # Looks that agree are one other look, under another light or hand: it does not undo what was seen before.
        belief = Belief(normalised(before.logs + looks[-1].logs)) if is_agreed else before
        is_doubted = is_put_together(belief.label, {other.label for other in under})
        name = belief.certain(BEYOND_DOUBT if is_doubted else LATE)
        if is_card(name) and not is_spent(name):
            card.label, card.belief = name, belief
            named.append(card)
    return named


def _without_others(
    card: LyingCard,
    belief: Belief,
    lying: Sequence[LyingCard],
    under: Sequence[LyingCard],
    pack: frozenset[str],
    is_spent: Callable[[str], bool],
) -> Belief:
    """What a card may be once those that lie elsewhere are out; `under` are those that it lies on, and itself.

    Not out are those that most of it lies on, for one of them may be what was read, nor those from whose pieces the name may be.
    """
    known = {other.label for other in lying if is_card(other.label) and is_spent(other.label)}
    here = {other.label for other in under if overlap(other.quad, card.quad) > MOSTLY}
    cards = pack or frozenset(FACES)
    left = belief.given(cards - (known - here))
    if not is_put_together(left.label, {other.label for other in under}):
        return left
    without = [other for other in lying if other is not card]
    pieces = {other.label for other in under if other is not card and not is_covered(other, without, WHOLE)}
    return belief.given(cards - (known - pieces)) if is_put_together(left.label, pieces) else left
