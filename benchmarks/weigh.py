"""Fits what speaks for a new card, term by term, on simulated evenings: `python -m benchmarks.weigh`, ten minutes on two cores.

Every outline that the scene weighs is a row: what was seen of it, and whether a card lay there that had not been told yet. Every
evening comes as it is, and with spoilt cards, so that rare troubles are not rare here (found by no corner or by few, read as
nothing, both of these at once, in doubt or wrongly); every third one with tidy players, who lay cards squarely on others. As
many tables come on which two cards are laid at once, and count twice.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.doubles import Pairs
from benchmarks.evenings import PLAYERS
from device.evening import TROUBLES, Evening, Truth
from device.faces import label_of
from device.simulation import CARD_WIDTH, RenderedTable
from vision.arrays import Floats, Quad
from vision.faces import FACES, LABELS, NONE, SUITS, UNKNOWN, is_card
from vision.geometry import distance
from vision.models import folder
from vision.picture.identifier import Belief
from vision.picture.reader import Reader
from vision.picture.reading import CERTAIN, CardReading
from vision.scene.evidence import STEPS, Evidence, Weighing, tables
from vision.scene.tracks import PATIENCE, Track
from vision.scene.watcher import Watcher

SPOILT = {"unfound": 0.05, "unread": 0.06, "few corners": 0.08, "hardly seen": 0.08, "in doubt": 0.05, "misread": 0.01}
"""Which share of cards has which trouble on top of those of the evening."""

SQUARELY = 0.3
"""Share of the tidy players' cards that are laid squarely on the one before."""

FOR = ("changed", "novel", "unexplained", "corners", "face", "name")
AGAINST = ("size", "spent")
"""Terms of which more can only speak for a new card, or against it."""

SETTLING, NEAR, HERE = 0.8, 0.5, 0.2
"""Seconds before a card lies still in which nothing is learnt of it; widths within which an outline may be it, and is it."""

TINY = 1e-5
"""Nats by which a step is worth taking."""

Row = tuple[dict[str, float], bool, float]
"""Evidence, whether it was a new card, and how much the row counts."""


@dataclass
class SpoilingReader(Reader):
    """Reads as the reader does, but for some cards of `spoilt`, of which no more than `corners` may be found.

    `trails` is where each card was plainly read, frame by frame.
    """

    spoilt: dict[str, str] = field(default_factory=dict)
    corners: dict[str, int] = field(default_factory=dict)
    trails: defaultdict[str, list[Quad]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        super().__init__()

    def read_outlines(self, *given: Any, **named: Any) -> list[CardReading]:
        """All readings that are left, spoilt where that is asked for."""
        readings = super().read_outlines(*given, **named)
        for reading in readings:
            if is_card(reading.label) and reading.visible > MOST:
                self.trails[reading.label].append(reading.quad)
        return [spoilt for reading in readings if (spoilt := self._spoil(reading)) is not None]

    def _spoil(self, reading: CardReading) -> CardReading | None:
        here = (label for label in self.spoilt if self.trails[label] and distance(self.trails[label][-1], reading.quad) < HERE)
        label = reading.belief.label if reading.belief.label in self.spoilt else next(here, "")
        match self.spoilt.get(label):
            case "unfound":
                return None
            case "unread":
                return replace(reading, belief=_sure(NONE))
            case "few corners":
                return _with_corners(reading, self.corners[label])
            case "hardly seen":
                return replace(_with_corners(reading, self.corners[label]), belief=_sure(NONE))
            case "in doubt":
                return replace(reading, belief=_in_doubt(label))
            case "misread" if len(self.trails[label]) > LATER and len(self.trails[label]) // PATIENCE % 2:
                return replace(reading, belief=_sure(ABSENT[label[1]]))
            case _:
                return reading


MOST = 0.7
"""Share of a card's corners that must be seen for its place to be known; the same is the chance of a name in doubt."""


LATER = 12
"""Looks at a card after which it may be misread, for some frames each time: it has been told by then."""

ABSENT = {"S": "2S", "C": "3C", "H": "4H", "D": "5D"}
"""Cards that the pack of these evenings does not have, one of each suit."""


def _with_corners(reading: CardReading, most: int) -> CardReading:
    """Found by so many of its corners at most, from one to three, the first ones."""
    return replace(reading, visible=min(reading.visible, most / 4), seen=(True, most > 1, most > 2, False))


def _sure(label: str) -> Belief:
    return Belief(np.log(np.where(np.array(LABELS) == label, 1.0, 1e-9)))


def _in_doubt(label: str) -> Belief:
    """Rather this card than that of the same rank and the other suit of its colour."""
    other = label[0] + SUITS[-1 - SUITS.index(label[1])]
    chances = np.full(len(LABELS), 1e-9)
    chances[[LABELS.index(label), LABELS.index(other)]] = MOST, 1 - MOST
    return Belief(np.log(chances / chances.sum()))


@dataclass(frozen=True)
class Seen:
    """An outline at one frame: where, how much of it, its name where that is certain; and what was known then.

    `near` is how many widths off each card was plainly read last, `told` are the names that were told, `asked` the middles of
    cards without one.
    """

    at: float
    quad: Quad
    visible: float
    name: str
    near: dict[str, float]
    told: frozenset[str]
    asked: tuple[Floats, ...]


def rows_of(seed: int, is_spoilt: bool = False, squarely: float = 0.0) -> list[Row]:
    """One hand on a table of its own."""
    table = RenderedTable(seed, squarely=squarely)
    return _rows(Evening(PLAYERS[seed % len(PLAYERS)], seed, TROUBLES, hands=1, table=table), is_spoilt)


def rows_of_pairs(seed: int) -> list[Row]:
    """A table on which now and then two cards are laid at once; each row counts twice, for lower cards in doubt are rare."""
    return [(values, is_new, 2 * count) for values, is_new, count in _rows(Pairs(seed), False)]


def _rows(evening: Evening | Pairs, is_spoilt: bool) -> list[Row]:
    cv2.setNumThreads(1)
    seed = evening.seed
    rng, reader = np.random.default_rng([seed, 31]), SpoilingReader()
    kinds = rng.choice(["", *SPOILT], len(FACES), p=[1 - sum(SPOILT.values()), *SPOILT.values()])
    reader.spoilt = {label: kind for label, kind in zip(FACES, kinds, strict=True) if kind and is_spoilt}
    reader.corners = dict(zip(FACES, rng.integers(1, 4, len(FACES)).tolist(), strict=True))
    found: list[tuple[Track, Evidence, Seen]] = []

    def note(weighing: Weighing, track: Track, evidence: Evidence, _said: dict[str, float]) -> None:
        if track.last == weighing.frame.number:
            found.append((track, evidence, _seen(weighing, track, reader)))

    for _ in Watcher(reader, CARD_WIDTH, explain=note).watch(evening.frames()):
        pass
    answers = [(id(track), evidence, _is_new(seen, evening)) for track, evidence, seen in found]
    counts = Counter((track, is_new) for track, _, is_new in answers)
    return [(vars(e), is_new, counts[track, is_new] ** -0.5) for track, e, is_new in answers if is_new is not None]


def _seen(weighing: Weighing, track: Track, reader: SpoilingReader) -> Seen:
    belief = track.fused
    return Seen(
        weighing.frame.at,
        track.quad.copy(),
        track.visible,
        belief.label if belief.confidence >= CERTAIN and is_card(belief.label) else "",
        {label: distance(trail[-1], track.quad) for label, trail in reader.trails.items() if trail},
        frozenset(card.label for card in weighing.lying),
        tuple(card.quad.mean(axis=0) for card in weighing.lying if card.label == UNKNOWN),
    )


def _is_new(seen: Seen, evening: Evening | Pairs) -> bool | None:
    """Whether a card that lies in the outline was not told yet; None where that cannot be said."""
    if evening.cleared and seen.at >= evening.cleared[0]:
        return False
    answers = [_says(truth, seen) for truth in evening.truth if label_of(truth.card) not in seen.told]
    return True if True in answers else None if None in answers else False


def _says(truth: Truth, seen: Seen) -> bool | None:
    """What one card that was laid, and was not told by its name, says of the outline."""
    label, place = label_of(truth.card), np.array([truth.x, truth.y])
    apart = seen.near.get(label, np.inf)
    middle = float(np.linalg.norm(seen.quad.mean(axis=0) - place)) / CARD_WIDTH
    may_be = seen.name == label or (not seen.name and min(apart, middle) < NEAR)
    if not may_be or seen.at < truth.settled - SETTLING:
        return False
    was_asked = any(np.linalg.norm(asked - place) < NEAR * CARD_WIDTH for asked in seen.asked)
    is_it = seen.name == label or apart < HERE or (label not in seen.near and seen.visible > MOST)
    return True if is_it and not was_asked and seen.at >= truth.settled else None


def steps_of(evidence: Evidence) -> dict[str, list[bool]]:
    """Which steps of each term it reaches; of what is no more than likely, whether it is likelier than not."""
    return {term: [bool(value >= step) for step in STEPS.get(term, (0.5,))] for term, value in vars(evidence).items()}


def fit(rows: Sequence[Row], kept: Mapping[str, list[float]] | None = None, ridge: float = 1.0) -> dict[str, list[float]]:
    """The nats of every step, by logistic regression (Newton's method, bounded: steps of a term go one way).

    Terms that are `kept` keep theirs. Each new card counts once more, as no new card, had it changed nothing of the picture: that
    no evening shows.
    """
    rows = [*rows, *((values | {"changed": 0.0, "novel": 0.0}, False, count) for values, is_new, count in rows if is_new)]
    evidence = [Evidence(**values) for values, _, _ in rows]
    seen = np.array([[1.0, *(float(step) for steps in steps_of(one).values() for step in steps)] for one in evidence])
    is_new, counts = np.array([new for _, new, _ in rows], float), np.array([count for *_, count in rows])
    names = ["prior", *(term for term, steps in steps_of(evidence[0]).items() for _ in steps)]
    least = np.array([0.0 if name in FOR else -np.inf for name in names])
    most = np.array([0.0 if name in AGAINST else np.inf for name in names])
    for term, values in (kept or {}).items():
        its = [name == term for name in names]
        least[its] = most[its] = values
    shrink = np.array([0.0 if name == "prior" else ridge for name in names])
    nats = np.clip(np.zeros(len(names)), least, most)

    def loss(nats: Floats) -> float:
        wrong = np.logaddexp(0, np.where(is_new > 0, -1, 1) * (seen @ nats))
        return float(counts @ wrong + shrink @ nats**2 / 2)

    for _ in range(100):
        chance = 1 / (1 + np.exp(-np.clip(seen @ nats, -30, 30)))
        slope = seen.T @ (counts * (chance - is_new)) + shrink * nats
        bend = (seen.T * (counts * chance * (1 - chance))) @ seen + np.diag(shrink + 1e-6)
        is_free = ~(((nats <= least) & (slope > 0)) | ((nats >= most) & (slope < 0)))
        step = np.zeros(len(names))
        step[is_free] = np.linalg.solve(bend[np.ix_(is_free, is_free)], slope[is_free])
        while loss(np.clip(nats - step, least, most)) > loss(nats) and np.abs(step).max() > TINY:
            step /= 2
        nats = np.clip(nats - step, least, most)
    found: dict[str, list[float]] = {}
    for name, value in zip(names, nats, strict=True):
        found.setdefault(name, []).append(round(float(value), 2))
    said = seen @ nats
    print(
        f"{len(rows)} outlines, {is_new.sum():.0f} of them new cards, of which {(said[is_new > 0] < 0).sum()} do not lead; "
        f"{(said[is_new == 0] >= 0).sum()} others do; log loss {loss(nats):.1f}"
    )
    return found


def collect(seeds: Iterable[int], workers: int) -> list[Row]:
    """Rows of evenings as they are, with spoilt cards, every third with tidy players, and of tables on which pairs are laid."""
    seeds, rows = list(seeds), list[Row]()
    tidy = partial(rows_of, squarely=SQUARELY), seeds[::3]
    with get_context("spawn").Pool(workers) as pool:
        for manner, some in ((rows_of, seeds), (partial(rows_of, is_spoilt=True), seeds), tidy, (rows_of_pairs, seeds)):
            for number, found in enumerate(pool.imap(manner, some)):
                rows += found
                print(f"\r{number + 1} of {len(some)} evenings, {len(rows)} outlines", end="", flush=True)
    print()
    return rows


def main() -> None:
    """Fit, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=40)
    parser.add_argument("--seed", type=int, default=720000)
    parser.add_argument("--only", nargs="+", choices=tables(), default=[], help="fit these; the others stay as they are")
    parser.add_argument("--ablate", action="store_true", help="fit without each term in turn, and write nothing")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--to", type=Path, default=folder() / "scene.json")
    options = parser.parse_args()
    rows = collect(range(options.seed, options.seed + options.evenings), options.workers)
    if options.ablate:
        zeros = {term: [0.0] * len(nats) for term, nats in tables().items() if term != "prior"}
        for left_out in ("nothing", *zeros):
            print(f"without {left_out:12s}", end=" ")
            fit(rows, {term: nats for term, nats in zeros.items() if term == left_out})
        return
    fitted = fit(rows, {term: nats for term, nats in tables().items() if options.only and term not in options.only})
    options.to.write_text(json.dumps(fitted, indent=1) + "\n")
    for name, nats in fitted.items():
        print(f"{name:14s}", " ".join(f"{value:6.2f}" for value in nats))


if __name__ == "__main__":
    main()
