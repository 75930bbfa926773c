"""How well and how fast cards are read: `make bench`, or `python -m benchmarks.vision --plays 300`.

Accuracy on simulated evenings with decks that the networks never met, every play aligned with the truth; calibration of
the readings; milliseconds a frame with one thread. Prints one table; seeds are fixed, so the figures repeat.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np

from device.evening import Evening
from device.simulation import CARD_WIDTH
from vision.finder import Finder
from vision.identifier import Identifier
from vision.motion import Motion
from vision.reader import Reader
from vision.sighting import SightingKind
from vision.watcher import Watcher


@dataclass
class Tally:
    """What came of the plays, and for each certain or unsure reading whether its likeliest card was right."""

    counts: Counter[str] = field(default_factory=Counter)
    readings: list[tuple[float, bool]] = field(default_factory=list)


def follow(seed: int, players: int, troubles: tuple[str, ...], reader: Reader, tally: Tally) -> None:
    """One hand on a table and with a deck of its own."""
    evening = Evening(players, seed, troubles, hands=1)
    played = [s for s in Watcher(reader, CARD_WIDTH).watch(evening.frames()) if s.kind is SightingKind.CARD_PLAYED]
    truth = [str(item.card) for item in evening.truth]
    for sighting in played:
        likeliest = sighting.alternatives[0][0] if sighting.alternatives else "??"
        tally.readings.append((sighting.confidence, likeliest in truth))
    said = Counter(str(sighting.label) for sighting in played)
    asked = said.pop("??", 0)
    right = sum((said & Counter(truth)).values())
    tally.counts.update(plays=len(truth), right=right, wrong=said.total() - right, asked=asked)


def calibration_error(readings: Sequence[tuple[float, bool]], bins: int = 10) -> float:
    """Expected calibration error: the mean gap between confidence and share of right readings, weighted by bin."""
    edges = np.linspace(0, 1, bins + 1)
    confidence, right = np.array([r[0] for r in readings]), np.array([r[1] for r in readings])
    error = 0.0
    for low, high in pairwise(edges):
        inside = (confidence > low) & (confidence <= high)
        if inside.any():
            error += float(inside.mean() * abs(confidence[inside].mean() - right[inside].mean()))
    return error


def milliseconds(work: Callable[[], object], rounds: int = 15) -> float:
    """Median time of one call."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - started))
    return sorted(times)[rounds // 2]


def speed() -> dict[str, float]:
    """Milliseconds for a frame of 1600 × 900 with a pile, one thread."""
    cv2.setNumThreads(1)
    evening = Evening(3, 1, (), hands=1)
    frames = [frame.picture for frame in evening.frames()]
    frame = cv2.resize(frames[len(frames) * 3 // 4], (1600, 900)).astype(np.uint8)
    width = CARD_WIDTH * 1600 / frames[0].shape[1]
    finder, identifier, motion = Finder(1), Identifier(1), Motion()
    quads = [card.quad for card in finder.find(frame, width)]
    motion.look(frame)
    return {
        "finder": milliseconds(lambda: finder.find(frame, width)),
        f"identifier, {len(quads)} cards": milliseconds(lambda: identifier.identify(frame, quads)),
        "frame in which nothing moved": milliseconds(lambda: motion.look(frame)),
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1000)
    options = parser.parse_args()
    reader, tally, seed = Reader(), Tally(), options.seed
    while tally.counts["plays"] < options.plays:
        players = 2 + seed % 4
        troubles = ("revoke", "unsure", "dim", "nudge") if seed % 2 else ()
        follow(seed, players, troubles, reader, tally)
        seed += 1
    counts = tally.counts
    print(f"simulated evenings, seeds {options.seed} to {seed - 1}")
    for name in ("plays", "right", "wrong", "asked"):
        print(f"  {name:32s} {counts[name]:6d}  {counts[name] / counts['plays']:.4f}")
    print(f"  {'expected calibration error':32s} {calibration_error(tally.readings):.4f}")
    for name, value in speed().items():
        print(f"  {name:32s} {value:6.1f} ms")


if __name__ == "__main__":
    main()
