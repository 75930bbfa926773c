"""Why an outline is a new card, or is none: what speaks for it and against it, each in nats, summed.

Every term is a small table: what a value of so much says of the odds that a card lies there which has not been told yet
(weights of evidence, Good 1950). All tables are fitted together, on simulated evenings, by `benchmarks.weigh`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import compress

import numpy as np

from vision.arrays import Part, Quad
from vision.faces import UNKNOWN, is_card
from vision.geometry import apart, distance, width_of
from vision.models import folder
from vision.picture.reading import CERTAIN
from vision.scene.cards import BEYOND_DOUBT, PLACE, TOUCHES, Hand, LyingCard
from vision.scene.motion import Motion
from vision.scene.tracks import Track
from vision.sighting import Frame

LEAD, ASK = 0.0, 0.5
"""Nats by which a new card must be likelier than none to be told by its name (even odds are enough), and to be asked about."""


@dataclass(frozen=True)
class Evidence:
    """What is seen of one outline.

    `changed` is the share of it, 0..1, that is not what known cards predict: the least since it lies there, or the least of
    late where that is more; `novel` the least share that differs from what showed there at one earlier time. Both are less by
    what is familiar: known cards that were pushed a little, or stand in other light. `unexplained` are corners seen where no
    known card has one, `corners` all that were seen. `face` is the log-odds that it shows a card's face, `name` those of the
    likeliest answer, a card or none. `size` is how far the logarithm of its width is from a card's; `spent` how likely the
    likeliest name is, where every card of that is known.
    """

    changed: float
    novel: float
    unexplained: float
    corners: float
    face: float
    name: float
    size: float
    spent: float


STEPS: Mapping[str, tuple[float, ...]] = {
    "changed": (0.03, 0.1, 0.2, 0.35),
    "novel": (0.03, 0.1, 0.2),
    "unexplained": (1, 2),
    "corners": (2, 3, 4),
    "face": (3,),
    "name": (4, 6),
    "size": (0.12, 0.25),
}
"""From which values on a term says more, or less; the other one is the chance of a yes."""


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
        track.changed = min(track.changed, now)
        # While nobody knows how wide a card is, it is as wide as the outline.
        belief, width = track.belief, self.card_width or width_of(track.quad)
        gaps = apart(track.corners, [card.quad for card in self.lying]).min(axis=1, initial=np.inf)
        # The square of a correlation is the share that it explains.
        unfamiliar = 1 - self.motion.familiar(part, 2 * PLACE * width) ** 2
        return Evidence(
            changed=unfamiliar * max(track.changed, min(now, self.motion.changed_before(part))),
            novel=unfamiliar * self.motion.novel_in(part),
            unexplained=int(np.count_nonzero(gaps > PLACE * width)),
            corners=round(4 * track.visible),
            face=_log_odds(belief.chance_of_a_card),
            name=_log_odds(belief.confidence),
            size=abs(float(np.log(width_of(track.quad) / width))),
            spent=belief.confidence if self.is_spent(belief.label) else 0.0,
        )

    def name(self, track: Track) -> str:
        """Its name where that is certain, else `??`; so is one whose every card is known, for one of them was misread.

        It is beyond doubt where a named card lies in that place, which may be what was read.
        """
        name = track.belief.certain(CERTAIN)
        if is_card(name) and any(is_card(card.label) and distance(card.quad, track.place) < PLACE for card in self.lying):
            name = track.belief.certain(BEYOND_DOUBT)
        return UNKNOWN if self.is_spent(name) else name

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
