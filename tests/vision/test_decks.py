"""The decks that the maker draws."""

from dataclasses import replace

import numpy as np

from vision.training.decks import Deck, DeckDesign

SEEDS = range(24)


class PlainDeck(Deck):
    """A deck whose printer does not sign his aces."""

    def _draw_emblem(self, *_: object) -> None:
        pass


def aces(kind: type[Deck]) -> list[np.ndarray]:
    return [kind(replace(DeckDesign(3), seed=seed)).face("AS")[..., :3] for seed in SEEDS]


def test_some_aces_of_spades_are_signed_each_in_its_own_way() -> None:
    signed = [ace for ace, plain in zip(aces(Deck), aces(PlainDeck), strict=True) if not np.array_equal(ace, plain)]
    assert 6 <= len(signed) <= 18
    assert len({ace[60:-60, 30:-30].tobytes() for ace in signed}) == len(signed)


def test_however_an_ace_is_signed_its_indices_are_over_the_ornament() -> None:
    for rows, columns in ((slice(50), slice(30)), (slice(-50, None), slice(-30, None))):
        inks = [ace[rows, columns].max(axis=2) < 90 for ace in aces(Deck)]
        index = min(inks, key=np.sum)
        assert index.sum() > 300
        assert all(ink[index].all() for ink in inks)
