"""Tables and decks that training never saw, on which now and then two cards are laid in one movement: two plays, in order."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from benchmarks.evenings import names_said
from device.evening import Truth
from device.simulation import CARD_WIDTH, RATE, RETREAT, RenderedTable
from scoring.cards import Card
from scoring.seats import Seat
from vision.arrays import Image
from vision.faces import PLAIN_FACES
from vision.picture.reader import Reader
from vision.scene.watcher import Watcher
from vision.sighting import Frame

LAID = ((0, 1), (2,), (3, 4), (5,), (6, 7), (8,))
"""Which of nine cards each movement brings."""


@dataclass
class Pairs:
    """One such table; `truth` is what was laid on it so far, and nobody ever `cleared` it."""

    seed: int
    truth: list[Truth] = field(default_factory=list)
    cleared: tuple[float, ...] = ()

    @property
    def labels(self) -> list[str]:
        """The cards in the order in which they are laid."""
        return [str(label) for label in np.random.default_rng([self.seed, 2]).permutation(PLAIN_FACES)[: LAID[-1][-1] + 1]]

    def frames(self) -> Iterator[Frame]:
        """What the camera shows."""
        table, number = RenderedTable(self.seed), 0
        for pictures, laid, side in self._movements(table):
            for picture in pictures:
                yield Frame(number, number / RATE, picture)
                number += 1
            for label in laid:
                x, y = table.places[label].mean(axis=0)
                settled = (number - RETREAT) / RATE
                self.truth.append(Truth(Card.parse(label), Seat(side // 90 % 4), settled, side % 360, float(x), float(y)))

    def _movements(self, table: RenderedTable) -> Iterator[tuple[Iterable[Image], list[str], int]]:
        """Pictures of each, the cards that lie there after it, and the side from which they came."""
        labels = self.labels
        yield table.rest(5), [], 0
        for turn, group in enumerate(LAID):
            side, cards = 90 * turn, [labels[place] for place in group]
            if len(cards) == 2:
                yield table.lay_two(cards[0], cards[1], side, turn % 4), cards, side
            else:
                yield table.lay(cards[0], side, turn % 4), cards, side
            yield table.rest(6), [], side
        yield table.rest(12), [], 0


def follow_doubles(seed: int, reader: Reader) -> Counter[str]:
    """One table: pairs laid, those of which both cards were named, and in order; questions, wrong names, and cards missed."""
    table = Pairs(seed)
    labels, said = table.labels, names_said(list(Watcher(reader, CARD_WIDTH).watch(table.frames())))
    pairs = [[labels[place] for place in group] for group in LAID if len(group) == 2]
    named = [pair for pair in pairs if set(pair) <= set(said)]
    return Counter(
        pairs=len(pairs),
        named=len(named),
        ordered=sum(said.index(lower) < said.index(upper) for lower, upper in named),
        asked=sum(name not in PLAIN_FACES for name in said),
        wrong=sum(name in PLAIN_FACES and name not in labels for name in said),
        missed=max(0, len(labels) - len(said)),
    )
