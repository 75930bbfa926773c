"""The decks that the maker draws."""

from dataclasses import replace

import numpy as np

from vision.training.decks import Deck, DeckDesign

ACES = [Deck(replace(DeckDesign(3), seed=seed)).face("AS")[..., :3] for seed in range(24)]


def test_aces_of_spades_are_signed_in_many_ways() -> None:
    middles = {ace[60:-60, 30:-30].tobytes() for ace in ACES}
    assert len(middles) > 20


def test_however_an_ace_is_signed_its_indices_are_over_the_ornament() -> None:
    for ends in ([ace[:50, :30] for ace in ACES], [ace[-50:, -30:] for ace in ACES]):
        in_all = (np.array(ends).max(axis=3) < 90).all(axis=0)
        assert in_all.sum() > 100
