"""Enrolled decks that training never saw."""

from collections.abc import Mapping

import numpy as np

from benchmarks.evenings import PACK_OF, Tally, follow, national_deck
from device.evening import TROUBLES
from device.faces import suits_of
from scoring.packs import PACKS
from vision.arrays import Image
from vision.faces import BACK
from vision.geometry import card_outline
from vision.picture.identifier import Identifier, Outline
from vision.picture.reader import Reader
from vision.picture.suits_choice import Expected
from vision.setup.enrolment import Enrolment
from vision.setup.showing import ShownCard
from vision.training.decks import FaceSource
from vision.training.national_deck import NationalDeck
from vision.training.scenes import paste, table
from vision.training.suits import Nation

A_DECK = 30
"""Plays with one enrolled deck."""


def enrol(faces: Mapping[str, Image], seed: int, lessons: int) -> Reader:
    """A reader that was shown every face of a deck once, on one table."""
    rng = np.random.default_rng(seed)
    identifier = Identifier()
    identifier.expect(Expected.OTHERS)
    enrolment = Enrolment("shown", tuple(faces))
    ground = table(rng, 400, 400)
    for label, face in faces.items():
        quad = card_outline((200, 200), 110, float(rng.normal(0, 0.1)))
        canvas = ground.copy()
        paste(canvas, face, quad, np.full(3, 0.92, np.float32), (2.0, 3.0, 3.0, 0.3))
        looks = [np.clip(canvas + rng.normal(0, 3, canvas.shape), 0, 255).astype(np.uint8) for _ in range(4)]
        (look,) = identifier.look(looks[0], [Outline(quad)])
        enrolment.call(enrolment.show(ShownCard([(picture, quad) for picture in looks], look.belief)), label)
    learnt = enrolment.learn(identifier, lessons, seed)
    return Reader(enrolled=(learnt.layer,))


def plays_of(deck: FaceSource, reader: Reader, pack: str, troubles: tuple[str, ...], plays: int, seed: int) -> Tally:
    """Simulated evenings with the enrolled deck."""
    total = Tally()
    while total.counts["plays"] < plays:
        total.add(follow(seed, troubles, reader, deck, pack, suits_of(PACKS[pack])))
        seed += 1
    return total


def faces_of(deck: NationalDeck) -> dict[str, Image]:
    """All that there is to show of it."""
    return {label: deck.face(label) for label in (*deck.labels, BACK)}


def plays_of_many(nation: Nation, plays: int, seed: int, lessons: int) -> Tally:
    """Plays with every trouble and decks of that nation, of which each is enrolled and played with for two hands or three."""
    total = Tally()
    while total.counts["plays"] < plays:
        deck = national_deck(nation, seed)
        total.add(plays_of(deck, enrol(faces_of(deck), seed, lessons), PACK_OF[nation], TROUBLES, A_DECK, 10 * seed))
        seed += 1
    return total
