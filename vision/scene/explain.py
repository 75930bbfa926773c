"""Why a card was told, or asked about: the hypothesis that led, what each term said, its rivals, and the pixels that decided."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Image, Quad
from vision.faces import NONE
from vision.geometry import distance
from vision.scene.cards import PLACE
from vision.scene.evidence import LEAD, Evidence, Weighing
from vision.scene.tracks import Track
from vision.sighting import ABOUT_A_CARD, Sighting

SHOWN = 0.05
"""Nats from which a term is worth a word."""

CHANGED, NOVEL, OUTLINE = (60, 60, 255), (0, 220, 255), (60, 255, 60)
"""Colours (blue, green, red) of what known cards do not predict, of what never looked so before, and of the outline."""


@dataclass(frozen=True)
class Hypothesis:
    """A new card in this outline: its likeliest name and how likely that is, what was seen, what each term says, and their sum.

    `before` is by how much it led when it was seen last, None where it is seen. Of one that leads the `pixels`: which differ
    from what known cards predict, and which of them never looked so before.
    """

    quad: Quad
    name: str
    chance: float
    evidence: Evidence
    terms: dict[str, float]
    nats: float
    before: float | None
    pixels: tuple[Image, Image] | None


class Explanation:
    """Hears of every hypothesis, and keeps those of the newest frame."""

    def __init__(self) -> None:
        self._frame = -1
        self._hypotheses: list[Hypothesis] = []

    def hear(self, weighing: Weighing, track: Track, evidence: Evidence, terms: dict[str, float]) -> None:
        """One more hypothesis."""
        if weighing.frame.number != self._frame:
            self._frame, self._hypotheses = weighing.frame.number, []
        belief, nats = track.belief, sum(terms.values())
        before = None if track.last == weighing.frame.number else track.nats
        pixels = weighing.motion.pixels() if (nats if before is None else before) >= LEAD else None
        self._hypotheses.append(Hypothesis(track.place, belief.label, belief.confidence, evidence, terms, nats, before, pixels))

    def why(self, sighting: Sighting) -> Hypothesis | None:
        """The hypothesis that the sighting tells; None for what is no new card."""
        if sighting.kind not in ABOUT_A_CARD or sighting.quad is None or sighting.frame != self._frame:
            return None
        here = [one for one in self._hypotheses if distance(one.quad, sighting.quad) < PLACE]
        name = sighting.alternatives[0][0] if sighting.alternatives else NONE
        return max(here, key=lambda one: (one.name == name, one.nats), default=None)

    def lines(self, sighting: Sighting) -> list[str]:
        """What led, what spoke for it and against it, in nats, and the other outlines that were weighed in this frame."""
        led = self.why(sighting)
        if led is None:
            return []
        seen = vars(led.evidence)
        ordered = sorted(led.terms.items(), key=lambda term: -abs(term[1]))
        said = [f"{name} {nats:+.1f}{_value(seen.get(name))}" for name, nats in ordered if abs(nats) >= SHOWN]
        rivals = [one for one in self._hypotheses if one is not led]
        others = [f"{one.nats:+.1f} {one.name} ({one.chance:.2f})" for one in sorted(rivals, key=lambda one: -one.nats)[:4]]
        name = "reads as nothing" if led.name == NONE else f"reads as {led.name} ({led.chance:.3f})"
        leads = f"leads by {led.nats:+.1f} nats" if led.before is None else f"led by {led.before:+.1f} nats when it was seen last"
        now = "" if led.before is None else f"now {led.nats:+.1f}: "
        return [f"a new card {leads}; it {name}", now + ", ".join(said), f"others here: {'; '.join(others) or 'none'}"]

    def picture(self, sighting: Sighting) -> Image | None:
        """The frame with the outline and the pixels that decided: height × width × 3."""
        led = self.why(sighting)
        if led is None or led.pixels is None or sighting.picture is None:
            return None
        drawn, outline = sighting.picture.copy(), np.round(led.quad).astype(np.int32)
        inside = np.zeros(drawn.shape[:2], np.uint8)
        cv2.fillConvexPoly(inside, outline, 1)
        for colour, pixels in zip((CHANGED, NOVEL), led.pixels, strict=True):
            part = (cv2.resize(pixels, drawn.shape[1::-1], interpolation=cv2.INTER_NEAREST) > 0) & (inside > 0)
            drawn[part] = (drawn[part] * 0.5 + np.array(colour) * 0.5).astype(np.uint8)
        cv2.polylines(drawn, [outline], True, OUTLINE, 2)
        return drawn


def _value(seen: float | None) -> str:
    return "" if seen is None else f" ({seen:.2g})"
