"""Tables and decks that training never saw, on which now and then two cards are laid in one movement: two plays, in order."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from benchmarks.evenings import names_said
from device.simulation import CARD_WIDTH, RATE, RenderedTable
from vision.arrays import Image
from vision.faces import PLAIN_FACES
from vision.picture.reader import Reader
from vision.scene.watcher import Watcher
from vision.sighting import Frame

LAID = ((0, 1), (2,), (3, 4), (5,), (6, 7), (8,))
"""Which of nine cards each movement brings."""


def follow_doubles(seed: int, reader: Reader) -> Counter[str]:
    """One table: pairs laid, those of which both cards were named, and in order; questions, wrong names, and cards missed."""
    labels = [str(label) for label in np.random.default_rng([seed, 2]).permutation(PLAIN_FACES)[: LAID[-1][-1] + 1]]
    frames = (Frame(number, number / RATE, picture) for number, picture in enumerate(_pictures(seed, labels)))
    said = names_said(list(Watcher(reader, CARD_WIDTH).watch(frames)))
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


def _pictures(seed: int, labels: list[str]) -> Iterator[Image]:
    table = RenderedTable(seed)
    yield from table.rest(5)
    for turn, group in enumerate(LAID):
        side, cards = 90.0 * turn, [labels[place] for place in group]
        if len(cards) == 2:
            yield from table.lay_two(cards[0], cards[1], side, turn % 4)
        else:
            yield from table.lay(cards[0], side, turn % 4)
        yield from table.rest(6)
    yield from table.rest(12)
