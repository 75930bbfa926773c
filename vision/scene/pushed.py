"""Cards that were pushed aside: told by what shows where they lay, and by the picture that has moved with them."""

from collections.abc import Sequence

from vision.arrays import Quad
from vision.geometry import distance, overlap
from vision.picture.reading import is_named
from vision.scene.candidates import Candidate, Rules
from vision.scene.lying import LyingCard, is_covered, is_unread
from vision.scene.motion import Motion


def pushed_to(quad: Quad, lying: Sequence[LyingCard], motion: Motion, rules: Rules) -> LyingCard | None:
    """The card that nobody could read which was pushed here: it has left its place, or shows a little aside what it showed.

    Were it a second such card, laid on the first or beside it, all that is seen of the first would be as it was.
    """
    unread = (card for card in lying if is_unread(card) and not is_covered(card, lying))
    near = (card for card in unread if distance(card.quad, quad) < rules.pushed)
    return next((card for card in near if was_pushed(card, quad, motion, rules)), None)


def was_pushed(card: LyingCard, quad: Quad, motion: Motion, rules: Rules) -> bool:
    """Whether the card is what lies here now: it has left its place, or shows a little aside what it showed."""
    return _is_the_same(card, quad, motion, rules) or has_left(card, quad, motion, rules)


def has_left(card: LyingCard, quad: Quad, motion: Motion, rules: Rules) -> bool:
    """Whether the picture shows again what was there before, where the card lay and the outline does not lie.

    The strip that a little push uncovers may look like nothing before: the card throws its shadow there.
    """
    part = motion.part(card.quad) & (motion.mask(quad, 1.0) == 0)
    changed = motion.changed_in(part)
    is_little = distance(card.quad, quad) < rules.pushed_little
    return changed >= rules.changed_much and (is_little or motion.novel_in(part) < rules.novel * changed)


def _is_the_same(card: LyingCard, quad: Quad, motion: Motion, rules: Rules) -> bool:
    """Whether it shows, a little aside, what the card showed: on a cloth as light as cards the old place tells nothing."""
    is_little = distance(card.quad, quad) < rules.pushed_little
    return is_little and motion.changed_by_a_push(card.quad, quad) < rules.changed_new


def settle_seen(lying: Sequence[LyingCard], waiting: Sequence[Candidate], motion: Motion, frame: int, rules: Rules) -> None:
    """Where a card is seen whole in this quiet picture, and where it lay before it was straightened, is the quiet table.

    Else what it uncovered stays new, or what was thought to lie on it, and corners found there pass for another card. So it is
    where one is plain to see on which a hand or a card lay when it was taken in. What waits there to be read comes first.
    """
    for card in lying:
        is_plain = card.whole == frame or (card.unsettled and card.plain == frame)
        has_changed = card.left is not None or motion.changed_share(card.quad) >= rules.changed_new
        if not is_plain or not has_changed:
            # What comes to lie on it later is not to be taken for the quiet table.
            card.unsettled = False
            continue
        places = [card.quad] if card.left is None else [card.left, card.quad]
        others = [candidate.quad for candidate in waiting if _is_another(candidate, card, rules)]
        if all(overlap(quad, place) < 0.1 for quad in others for place in places):
            for place in places:
                motion.settle(place)
            card.left, card.unsettled = None, False


def _is_another(candidate: Candidate, card: LyingCard, rules: Rules) -> bool:
    """Whether the outline is another card than one in full view: what lies under that is a piece, unless named or whole too."""
    is_beside = candidate.corners >= rules.whole and overlap(candidate.quad, card.quad) < 0.5
    return is_beside or candidate.corners == 1 or is_named(candidate.belief(frozenset()))
