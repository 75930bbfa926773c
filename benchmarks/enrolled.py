"""An enrolled German-suited deck that training never saw."""

import numpy as np

from benchmarks.evenings import Tally, follow
from vision.enrolment import Enrolment
from vision.geometry import card_outline
from vision.identifier import Identifier, Outline
from vision.reader import Reader
from vision.showing import ShownCard
from vision.suits_choice import Expected
from vision.training.art import ArtDeck
from vision.training.scenes import paste, table


def enrol(deck: ArtDeck, seed: int, lessons: int) -> Reader:
    """A reader that was shown every card of the deck once, on one table."""
    rng = np.random.default_rng(seed)
    identifier = Identifier()
    identifier.expect(Expected.OTHERS)
    enrolment = Enrolment(deck.name, tuple(deck.faces))
    ground = table(rng, 400, 400)
    for label, face in deck.faces.items():
        quad = card_outline((200, 200), 110, float(rng.normal(0, 0.1)))
        canvas = ground.copy()
        paste(canvas, face, quad, np.full(3, 0.92, np.float32), (2.0, 3.0, 3.0, 0.3))
        looks = [np.clip(canvas + rng.normal(0, 3, canvas.shape), 0, 255).astype(np.uint8) for _ in range(4)]
        (look,) = identifier.look(looks[0], [Outline(quad)])
        enrolment.call(enrolment.show(ShownCard([(picture, quad) for picture in looks], look.belief)), label)
    learnt = enrolment.learn(identifier, lessons, seed)
    return Reader(enrolled=(learnt.layer,))


def plays_of(deck: ArtDeck, reader: Reader, plays: int, seed: int) -> Tally:
    """Simulated evenings with the enrolled deck."""
    total = Tally()
    while total.counts["plays"] < plays:
        total.add(follow(seed, (), reader, deck, "german32", Expected.OTHERS))
        seed += 1
    return total
