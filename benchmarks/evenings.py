"""Simulated evenings with decks and tables that training never saw: what becomes of every play."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context

import cv2
import numpy as np

from device.evening import TROUBLES, Evening, Truth
from device.faces import label_of, labels_of, suits_of
from device.simulation import CARD_WIDTH, RenderedTable
from device.whose import seat_at
from scoring.packs import PACKS
from scoring.seats import Seat
from vision.faces import UNKNOWN
from vision.picture.reader import Reader
from vision.picture.suits_choice import Expected
from vision.scene.in_play import InPlay
from vision.scene.watcher import Watcher
from vision.sighting import Sighting, SightingKind
from vision.training.decks import FaceSource
from vision.training.lettering import PenLettering
from vision.training.national_deck import NationalDeck
from vision.training.nations import random_national_design
from vision.training.suits import Nation

PLAYERS = (2, 3, 4, 5)

EARLY = 0.5
"""Seconds by which a card may be read before it lies quite still."""


@dataclass
class Tally:
    """What came of the plays, and for each reading its confidence and whether its likeliest card was right."""

    counts: Counter[str] = field(default_factory=Counter)
    readings: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Join another tally to this one."""
        self.counts.update(other.counts)
        self.readings += other.readings


def tally(evening: Evening, sightings: list[Sighting]) -> Tally:
    """Certain readings right and wrong; questions; plays neither read nor asked about; whom a hand's side wrongly speaks against.

    Each time that a card is laid accounts for one reading: one of a card that was not laid yet, or a second one, is wrong.
    """
    played = [s for s in sightings if s.kind is SightingKind.CARD_PLAYED]
    said = list(zip(names_said(sightings), played, strict=True))
    certain = [(name, s) for name, s in said if name != UNKNOWN]
    questions = [s for name, s in said if name == UNKNOWN]
    unsaid = list(evening.truth)
    named = _accounted(certain, unsaid)
    found = _accounted([(UNKNOWN, s) for s in questions], unsaid)
    smudged = sum(item.trouble == "unsure" for item in evening.truth)
    result = Tally()
    result.counts.update(plays=len(evening.truth), right=len(named), wrong=len(certain) - len(named), asked=len(questions))
    result.counts.update(smudged=smudged, needless=_needless(questions, evening), accused=_accused(named + found, evening))
    result.counts["missed"] = max(0, len(evening.truth) - len(said))
    labels = {label_of(item.card) for item in evening.truth}
    for sighting in played:
        likeliest = sighting.alternatives[0][0] if sighting.alternatives else UNKNOWN
        result.readings.append((sighting.confidence, likeliest in labels))
    return result


def names_said(sightings: list[Sighting]) -> list[str]:
    """Of every play the name, which it may have been given later."""
    named = {s.number: str(s.label) for s in sightings if s.kind is SightingKind.CARD_NAMED}
    return [named.get(s.number, str(s.label)) for s in sightings if s.kind is SightingKind.CARD_PLAYED]


def _accounted(said: list[tuple[str, Sighting]], unsaid: list[Truth]) -> list[tuple[Sighting, Truth]]:
    """Of which card in `unsaid`, which loses it, each is: by its name, or where it was asked about."""
    accounted = []
    for name, sighting in said:
        laid = [item for item in unsaid if item.settled <= sighting.at + EARLY]
        if name == UNKNOWN:
            near = [item for item in laid if _away(item, sighting) < CARD_WIDTH / 2]
            item = min(near, key=lambda item: _away(item, sighting), default=None)
        else:
            item = next((item for item in laid if label_of(item.card) == name), None)
        if item is not None:
            unsaid.remove(item)
            accounted.append((sighting, item))
    return accounted


def _accused(said: list[tuple[Sighting, Truth]], evening: Evening) -> int:
    """Plays whose hand seems to have come from somebody whose turn it was not."""
    seats = [Seat(seat) for seat in range(evening.players)]
    sides = [(sighting.entered_from, item.seat) for sighting, item in said]
    return sum(side is not None and seat_at(side, seats, len(seats), seat) is not None for side, seat in sides)


def _away(item: Truth, sighting: Sighting) -> float:
    """How far from where the card came to lie it was seen, in pixels."""
    assert sighting.quad is not None
    x, y = sighting.quad.mean(axis=0)
    return float(np.hypot(item.x - x, item.y - y))


def _needless(questions: list[Sighting], evening: Evening) -> int:
    """Questions about cards that could be read: each smudged card accounts for one, asked where it lay and not before it did."""
    smudged = [item for item in evening.truth if item.trouble == "unsure"]
    count = 0
    for question in questions:
        here = (item for item in smudged if _away(item, question) < CARD_WIDTH / 2 and item.settled <= question.at)
        card = next(here, None)
        if card is None:
            count += 1
        else:
            smudged.remove(card)
    return count


def follow(
    seed: int,
    troubles: tuple[str, ...],
    reader: Reader,
    deck: FaceSource | None = None,
    pack: str = "spar35",
    suits: Expected = Expected.UNKNOWN,
) -> Tally:
    """One hand on a table of its own, and with a deck of its own unless one is given.

    The pack, and `suits`, are what a table knows of them from the game that is played on it.
    """
    evening = Evening(PLAYERS[seed % len(PLAYERS)], seed, troubles, hands=1, table=RenderedTable(seed, deck), pack=pack)
    return tally(evening, seen_of(evening, reader, suits))


def seen_of(evening: Evening, reader: Reader, suits: Expected = Expected.UNKNOWN) -> list[Sighting]:
    """What an eye tells of an evening that knows no more of it than its pack."""
    watcher = Watcher(reader, CARD_WIDTH)
    watcher.in_play = InPlay(frozenset(labels_of(PACKS[evening.pack])), suits=suits)
    reader.identifier.begin_again()
    return list(watcher.watch(evening.frames()))


PACK_OF = {Nation.GERMAN: "german36", Nation.SWISS: "swiss36", Nation.ITALIAN: "italian40", Nation.SPANISH: "spanish40"}


def national_deck(nation: Nation, seed: int) -> NationalDeck:
    """A deck with the suits of that country that training never draws."""
    return NationalDeck(random_national_design(np.random.default_rng([seed, 27182]), nation, PenLettering()))


def follow_nation(nation: Nation | None, seed: int, reader: Reader) -> Tally:
    """One hand with every trouble, with French suits or with those of a nation that nobody enrolled."""
    if nation is None:
        return follow(seed, TROUBLES, reader)
    pack = PACK_OF[nation]
    return follow(seed, TROUBLES, reader, national_deck(nation, seed), pack, suits_of(PACKS[pack]))


def follow_many(
    plays: int, seed: int, workers: int, progress: Callable[[Tally, int, Tally], None], nation: Nation | None = None
) -> tuple[Tally, int]:
    """At least so many plays with every trouble, from the seed on; the tally and the last seed.

    With French suits, or with those of a nation that nobody enrolled. `progress` is told of each evening: the tally so far, the
    evening's seed and its own tally.
    """
    total, last = Tally(), seed
    with get_context("spawn").Pool(workers, start) as pool:
        # A hand has ten plays or more, so these seeds are enough.
        for number, some in pool.imap(partial(_one, nation), range(seed, seed + plays)):
            total.add(some)
            progress(total, number, some)
            last = number
            if total.counts["plays"] >= plays:
                break
    return total, last


READERS: list[Reader] = []


def start() -> None:
    """Begin a worker: with one thread, and a reader of its own, the only one in `READERS`."""
    cv2.setNumThreads(1)
    READERS.append(Reader())


def _one(nation: Nation | None, seed: int) -> tuple[int, Tally]:
    return seed, follow_nation(nation, seed, READERS[0])
