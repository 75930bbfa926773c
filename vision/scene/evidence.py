"""Why an outline is a new card, or is none: what speaks for it and against it, each in nats, summed.

Every term is a small table: what a value of so much says of the odds that a card lies there which has not been told yet
(weights of evidence, Good 1950). All tables are fitted together, on simulated evenings, by `benchmarks.weigh`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import compress

import numpy as np

from vision.arrays import Floats, Part, Quad
from vision.faces import UNKNOWN, is_card, is_put_together
from vision.geometry import away, distance, overlap, width_of
from vision.models import folder
from vision.picture.reading import CERTAIN
from vision.scene.cards import BEYOND_DOUBT, PLACE, TOUCHES, Hand, LyingCard, corners_that_show
from vision.scene.motion import Motion
from vision.scene.tracks import Track
from vision.sighting import Frame

LEAD, ASK = 0.0, 0.5
"""Nats by which a new card must be likelier than none to be told by its name (even odds are enough), and to be asked about."""


@dataclass(frozen=True)
class Evidence:
    """What is seen of one outline.

    `changed` is the share of it, 0..1, that is not what known cards predict: the least since it lies there, or the least of
    late where that is more; `novel` the least share that differs from what showed there at one earlier time. `unexplained` are
    corners seen where none of a known card shows, `corners` all that were seen. `face` is the log-odds that it shows a card's
    face, `name` those of the likeliest answer, a card or none. `still` counts the frames since it came to rest, `size` is how
    far the logarithm of its width is from a card's. `shared` is how much of its place, 0..1, it has in common with a known card
    that shows as many corners or one less, at the most; `apart` how many widths off the nearest of these is. `spent` is how
    likely its likeliest name is, where every card of that is known; `lent` how likely, while its name is in doubt, that has
    rank and suit of known cards which it touches: their corners may be what was read. The others are yes or no: a hand is
    about; it has lain there without one that may hold it; a card of its name was seen coming.
    """

    changed: float
    novel: float
    unexplained: float
    corners: float
    face: float
    name: float
    still: float
    size: float
    shared: float
    apart: float
    hand: float
    let_go: float
    came: float
    spent: float
    lent: float


STEPS: Mapping[str, tuple[float, ...]] = {
    "changed": (0.03, 0.1, 0.22, 0.4, 0.5, 0.6, 0.8),
    "novel": (0.03, 0.1, 0.22),
    "unexplained": (1, 2),
    "corners": (2, 3, 4),
    "face": (3,),
    "name": (5,),
    "still": (2, 3, 6, 9),
    "size": (0.06, 0.12, 0.25),
    "shared": (0.5,),
    "apart": (0.07, 0.14, 0.3, 0.6),
}
"""From which values on a term says more, or less; the others are yes or no, or the chance of a yes."""


@cache
def tables() -> Mapping[str, list[float]]:
    """The nats that every step of every term adds, and what speaks for a new card beforehand (`prior`)."""
    return dict(json.loads((folder() / "scene.json").read_text()))


def terms(evidence: Evidence) -> dict[str, float]:
    """What each term says, in nats for a new card; their sum is its log-odds.

    Of what is no more than likely, the odds of a yes and of a no are mixed: log(p e^nats + 1 - p).
    """
    known, seen = tables(), vars(evidence)
    said = {term: sum(compress(known[term], (seen[term] >= step for step in steps))) for term, steps in STEPS.items()}
    mixed = {term: float(np.log1p(chance * np.expm1(known[term][0]))) for term, chance in seen.items() if term not in STEPS}
    return {"prior": known["prior"][0], **said, **mixed}


@dataclass(frozen=True)
class Weighing:
    """What outlines are weighed with at one frame: known cards, the picture, a hand, and how wide (pixels) cards are."""

    frame: Frame
    lying: Sequence[LyingCard]
    motion: Motion
    hand: Hand
    card_width: float | None
    is_spent: Callable[[str], bool]

    def evidence(self, track: Track) -> Evidence:
        """All that speaks for and against the outline, which takes note of how much of it has changed: once a frame, then."""
        part = self.undecided_part(track)
        now = self.motion.changed_in(part)
        track.note_change(now, self.hand.side, self.frame.number)
        belief, corners, width = track.belief, round(4 * track.visible), self._width(track)
        # One corner less will do: the finder takes one of another card for one of this now and then.
        is_known = [len(shows) >= corners - 1 for shows in self._showing]
        shares = [overlap(card.quad, track.quad) for card in self.lying]
        touched = frozenset(card.label for card, share in zip(self.lying, shares, strict=True) if share > TOUCHES)
        return Evidence(
            changed=max(track.changed, min(now, self.motion.changed_before(part))),
            novel=self.motion.novel_in(part),
            unexplained=sum(far > PLACE * width for far in away(track.corners, self._showing)),
            corners=corners,
            face=_log_odds(belief.chance_of_a_card),
            name=_log_odds(belief.confidence),
            still=track.still,
            size=abs(float(np.log(width_of(track.quad) / width))),
            shared=max(compress(shares, is_known), default=0.0),
            apart=min((distance(card.quad, track.quad) for card in compress(self.lying, is_known)), default=np.inf),
            hand=self.hand.is_here,
            let_go=track.let_go,
            came=track.came is not None,
            spent=belief.confidence if self.is_spent(belief.label) else 0.0,
            lent=0.0 if is_card(self._read(track)) else belief.chance_of_pieces(touched),
        )

    def name(self, track: Track) -> str:
        """Its name where that is certain, else `??`; so is one whose every card is known, for one of them was misread."""
        read = self._read(track)
        return UNKNOWN if self.is_spent(read) else read

    def _read(self, track: Track) -> str:
        """What it certainly reads as, else `??`.

        It is beyond doubt where a named card lies in that place, which may be what was read, or corners that may have lent it.
        """
        belief = track.belief
        name, near = belief.certain(CERTAIN), PLACE * self._width(track)
        if not is_card(name):
            return name
        others = {card.label for card in self.lying if min(away(track.corners, [card.quad])) <= near}
        is_another = any(is_card(card.label) and distance(card.quad, track.place) < PLACE for card in self.lying)
        return belief.certain(BEYOND_DOUBT) if is_another or is_put_together(name, others) else name

    @cached_property
    def _showing(self) -> list[Floats]:
        """Of each known card the corners that show, worked out once for all outlines: it stays so until a card is told."""
        return corners_that_show(self.lying)

    def _width(self, track: Track) -> float:
        """How wide a card is, in pixels; while that is not known, as wide as the outline."""
        return self.card_width or width_of(track.quad)

    def undecided_part(self, track: Track) -> Part:
        """The outline, or what shows of it beside cards that were told since it lies there: in which more has changed.

        What lies under those shows beside them; what lies on them covers them. A card that is plain to see where it was pushed
        explains both places: an outline beneath it is what shows beside them.
        """
        pushed = [card for card in self.lying if card.left is not None and card.plain == self.frame.number]
        outline = self._beside([quad for card in pushed for quad in (card.quad, card.lay)], self.motion.part(track.quad))
        told_since = [card.quad for card in self.lying if card.since >= track.rested_since]
        return max((outline, self._beside(told_since, outline)), key=self.motion.changed_in)

    def _beside(self, cards: Sequence[Quad], part: Part) -> Part:
        """What of a part shows beside cards; all of it where that is hardly any."""
        shows = self.motion.beside(cards, part)
        return shows if np.count_nonzero(shows) >= TOUCHES * np.count_nonzero(part) else part


def _log_odds(chance: float) -> float:
    return float(np.log(max(chance, 1e-9) / max(1 - chance, 1e-9)))
