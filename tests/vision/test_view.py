"""The camera was knocked where the cards moved as one, and was not where one was seen wrongly or some stayed."""

import numpy as np
import pytest

from tests.vision.drawn import AWAY, NOBODY_KNOWS, WIDTH, at, sure
from vision.faces import UNKNOWN
from vision.picture.reading import CardReading
from vision.scene.cards import LyingCard
from vision.scene.view import camera_shift


def test_one_corner_seen_wrongly_is_no_knocked_camera() -> None:
    quads = {"AS": at(150, 150), "7H": at(190, 200, 0.4)}
    lying = [LyingCard(number, quad, label, sure(label)) for number, (label, quad) in enumerate(quads.items())]
    seen = {label: quad.copy() for label, quad in quads.items()}
    seen["AS"][1] += (0.05 * WIDTH, 0)
    seen["7H"][2] += (0.11 * WIDTH, 0.08 * WIDTH)
    askew = [CardReading(quad, sure(label), 1.0) for label, quad in seen.items()]
    assert camera_shift(lying, askew, AWAY) is None
    knocked = [CardReading(quad + np.float32(0.15 * WIDTH), sure(label), 1.0) for label, quad in quads.items()]
    assert camera_shift(lying, knocked, AWAY) is not None


def test_half_covered_cards_whose_other_corners_are_guesses_do_not_hide_a_knocked_camera() -> None:
    quads = {"KH": at(150, 150), "AD": at(190, 200, 0.4), "8D": at(240, 150, 1.0), "AC": at(120, 220, 2.0)}
    lying = [LyingCard(number, quad, label, sure(label)) for number, (label, quad) in enumerate(quads.items())]
    guessed = np.array([[0, 0], [0, 0], [0.2, 0.05], [-0.25, 0.1]], np.float32) * WIDTH
    seen = [CardReading(quads["KH"] + np.float32(0.15 * WIDTH), sure("KH"), 1.0)]
    seen += [CardReading(quads[n] + guessed + np.float32(0.15 * WIDTH), sure(n), 0.5) for n in ("AD", "8D", "AC")]
    assert camera_shift(lying, seen, AWAY) is not None
    stayed = [CardReading(quads[n] + guessed, sure(n), 0.5) for n in ("AD", "8D", "AC")]
    assert camera_shift(lying, [seen[0], *stayed], AWAY) is None


@pytest.mark.parametrize(
    ("offsets", "is_knocked"),
    [((0.0, 0.1, -0.1, 0.07), True), ((0.0, 0.0, -0.2, -0.2), False)],
    ids=["some outlines were kept askew", "two cards stayed where they lay"],
)
def test_cards_whose_middles_moved_along_tell_that_the_camera_was_knocked(offsets: tuple[float, ...], is_knocked: bool) -> None:
    quads = {"KH": at(150, 150), "AD": at(190, 200, 0.4), "8D": at(240, 150, 1.0), "AC": at(120, 220, 2.0)}
    lying = [LyingCard(number, quad, label, sure(label)) for number, (label, quad) in enumerate(quads.items())]
    shifts = [np.float32((0.2 + offset) * WIDTH) for offset in offsets]
    seen = [CardReading(quad + shift, sure(label), 0.75) for (label, quad), shift in zip(quads.items(), shifts, strict=True)]
    assert (camera_shift(lying, seen, AWAY) is not None) is is_knocked


def test_three_half_covered_cards_that_moved_as_one_tell_that_the_camera_was_knocked() -> None:
    quads = {"KH": at(150, 150), "AD": at(190, 200, 0.4), "8D": at(240, 150, 1.0)}
    lying = [LyingCard(number, quad, label, sure(label)) for number, (label, quad) in enumerate(quads.items())]
    seen = [CardReading(quad + np.float32(0.2 * WIDTH), sure(label), 0.5) for label, quad in quads.items()]
    assert camera_shift(lying, seen, AWAY) is not None
    assert camera_shift(lying[:2], seen[:2], AWAY) is None


def test_a_card_that_seemed_to_be_pushed_when_the_camera_was_knocked_was_not() -> None:
    by = np.array([[1, 0, 12], [0, 1, 8]], float)
    kept, pushed = LyingCard(1, at(150, 150), "KH", sure("KH")), LyingCard(2, at(220, 150), "AD", sure("AD"))
    kept.push_to(at(162, 158))
    pushed.push_to(at(250, 190))
    for card in (kept, pushed):
        card.follow_camera(by)
    assert (kept.quad.mean(axis=0).tolist(), kept.left) == ([162, 158], None)
    assert pushed.left is not None
    assert (pushed.quad.mean(axis=0).tolist(), pushed.left.mean(axis=0).tolist()) == ([262, 198], [232, 158])


def test_a_card_in_full_view_that_nobody_could_read_tells_with_half_covered_ones_that_the_camera_was_knocked() -> None:
    quads = {"KH": at(150, 150), "AD": at(190, 200, 0.4)}
    lying = [LyingCard(number, quad, label, sure(label)) for number, (label, quad) in enumerate(quads.items())]
    lying.append(LyingCard(3, at(300, 150), UNKNOWN, NOBODY_KNOWS))
    seen = [CardReading(quad + np.float32(0.15 * WIDTH), sure(label), 0.5) for label, quad in quads.items()]
    nameless = CardReading(lying[2].quad + np.float32(0.15 * WIDTH), NOBODY_KNOWS, 1.0)
    assert camera_shift(lying, seen, AWAY) is None
    assert camera_shift(lying, [*seen, nameless], AWAY) is not None
    assert camera_shift(lying, [nameless], AWAY) is None
    assert camera_shift([lying[0], lying[2]], [seen[0], nameless], AWAY) is not None
