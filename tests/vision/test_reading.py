"""The shipped networks read rendered cards of decks that they never met."""

from collections import Counter

import cv2
import numpy as np
import pytest

from benchmarks.doubles import follow_doubles
from device.evening import Evening
from device.simulation import CARD_WIDTH
from vision.arrays import Image, Quad
from vision.faces import NONE, is_card
from vision.geometry import size_of
from vision.picture.identifier import Belief, Crops, Look, NamingNetwork, Outline, inputs_of
from vision.picture.reader import Reader
from vision.scene.in_play import InPlay
from vision.scene.watcher import Watcher
from vision.sighting import Frame, Sighting, SightingKind
from vision.training.decks import Deck, random_design
from vision.training.scenes import Recipe, Scene, placements, render, table


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def scene(seed: int) -> Scene:
    rng = np.random.default_rng([seed, 4711])
    deck = Deck(random_design(rng))
    return render(rng, deck, ["AS", "7H", "QD", "KC", "TD", "9S"], Recipe(smallest=56.0, troubles=0.0))


def test_the_same_seed_renders_the_same_scene() -> None:
    assert np.array_equal(scene(3).picture, scene(3).picture)
    assert not np.array_equal(scene(3).picture, scene(4).picture)


@pytest.mark.parametrize("seed", [2531, 3442, 3797])
def test_no_card_of_a_scene_reaches_behind_the_camera(seed: int) -> None:
    laid = placements(np.random.default_rng(seed), Recipe(size=288, smallest=42.0, largest=165.0))
    assert laid
    assert max(size_of(quad) for quad in laid) < 3 * 165


def test_cards_that_are_named_as_certain_are_the_cards_that_lie_there(reader: Reader) -> None:
    counts: Counter[str] = Counter()
    for seed in range(40):
        rendered = scene(seed)
        there = {card.label for card in rendered.cards if is_card(card.label)}
        clear = {card.label for card in rendered.cards if is_card(card.label) and card.visible > 0.95}
        said = {reading.label for reading in reader.read(rendered.picture) if is_card(reading.label)}
        counts.update(right=len(said & there), wrong=len(said - there), clear=len(clear), found=len(clear & said))
    assert counts["wrong"] <= 0.02 * counts["right"]
    assert counts["found"] >= 0.85 * counts["clear"]


def test_two_cards_that_are_laid_in_one_movement_are_two_plays(reader: Reader) -> None:
    counts: Counter[str] = Counter()
    for seed in (103, 104, 105):
        counts.update(follow_doubles(seed, reader))
    assert counts["wrong"] == 0
    assert counts["named"] >= counts["pairs"] - 1
    assert counts["ordered"] >= counts["named"] - 1


def test_a_table_without_cards_holds_no_certain_card(reader: Reader) -> None:
    rng = np.random.default_rng(8)
    for _ in range(30):
        picture = np.clip(table(rng, 360, 480), 0, 255).astype(np.uint8)
        assert [r.label for r in reader.read(picture, 60) if is_card(r.label)] == []


@pytest.fixture
def clear_card() -> tuple[Image, Quad]:
    """A picture, and a card in it that shows whole."""
    scenes = (scene(seed) for seed in range(40))
    return next(
        (shown.picture, card.quad) for shown in scenes for card in shown.cards if is_card(card.label) and card.visible == 1
    )


@pytest.mark.parametrize(
    ("blur", "label", "looks"),
    [(0, "AS", 1), (2.75, "AS", 6), (6, NONE, 1)],
    ids=["a clear card", "a blurred one", "no card any more"],
)
def test_what_a_first_look_settles_is_looked_at_once(
    reader: Reader, clear_card: tuple[Image, Quad], monkeypatch: pytest.MonkeyPatch, blur: float, label: str, looks: int
) -> None:
    looked_at: list[int] = []
    look = reader.identifier.look

    def counted(picture: Image, outlines: list[Outline]) -> list[Look]:
        looked_at.append(len(outlines))
        return look(picture, outlines)

    monkeypatch.setattr(reader.identifier, "look", counted)
    reader.identifier.begin_again()  # what other tests have shown it is another deck
    picture, quad = clear_card
    seen = cv2.GaussianBlur(picture, (0, 0), blur).astype(np.uint8) if blur else picture
    assert reader.read_at(seen, quad).label == label
    assert sum(looked_at) == looks


@pytest.mark.parametrize("shape", [(1, 2000, 3), (2000, 1, 3), (1, 1, 3)])
def test_a_picture_too_thin_for_a_card_holds_none(reader: Reader, shape: tuple[int, int, int]) -> None:
    assert reader.read(np.zeros(shape, np.uint8)) == []


def test_the_index_corners_are_heard(clear_card: tuple[Image, Quad]) -> None:
    picture, quad = clear_card
    crops = Crops.of(picture, [quad])
    without = Crops(crops.cards, np.zeros_like(crops.corners))
    network = NamingNetwork("identifier")
    assert np.abs(network.run(crops)[0] - network.run(without)[0]).max() > 1.0


def test_an_opposite_corner_that_does_not_show_is_left_black(clear_card: tuple[Image, Quad]) -> None:
    picture, quad = clear_card
    both, one = (Crops.of(picture, [quad], [other_end]) for other_end in (True, False))
    assert np.array_equal(both.corners[:, 0], one.corners[:, 0])
    assert both.corners[:, 1].any()
    assert not one.corners[:, 1].any()


def test_of_all_corners_that_do_not_show_one_is_looked_at(clear_card: tuple[Image, Quad]) -> None:
    picture, quad = clear_card
    crops = Crops.of(picture, [quad] * 3, [False, True, False])
    inputs = inputs_of(crops)
    assert len(inputs["corners"]) == 5
    corners = inputs["corners"][inputs["which"].astype(int)].transpose(0, 1, 3, 4, 2)
    assert np.array_equal(corners, crops.corners)
    assert len(inputs_of(Crops.of(picture, [quad] * 3))["corners"]) == 6


def test_beliefs_sum_to_one_and_agree_when_they_are_fused() -> None:
    logs = np.log(np.full(56, 1 / 56))
    logs[3] += 2.0
    logs -= np.log(np.exp(logs).sum())
    one = Belief(logs)
    fused = Belief.fuse([one, one, one])
    assert np.exp(fused.logs).sum() == pytest.approx(1)
    assert fused.label == one.label
    assert fused.confidence == pytest.approx(one.confidence)
    assert one.certain(0.99) == "??"
    assert one.label != NONE


def watched(evening: Evening, reader: Reader) -> list[Sighting]:
    return list(Watcher(reader, CARD_WIDTH).watch(evening.frames()))


def test_an_evening_on_a_rendered_table_is_followed_card_by_card(reader: Reader) -> None:
    evening = Evening(players=3, seed=11, troubles=(), hands=1)
    sightings = watched(evening, reader)
    said = [s.label for s in sightings if s.kind is SightingKind.CARD_PLAYED]
    truth = [str(item.card) for item in evening.truth]
    certain = [label for label in said if label != "??"]
    assert set(certain) <= set(truth)
    assert len(set(certain)) >= 0.9 * len(truth)
    assert SightingKind.PILE_CLEARED in {s.kind for s in sightings}


def test_a_smudged_card_is_asked_about_or_read_and_never_certainly_wrong(reader: Reader) -> None:
    evening = Evening(players=2, seed=5, troubles=("unsure", "nudge"), hands=2)
    said = [s.label for s in watched(evening, reader) if s.kind is SightingKind.CARD_PLAYED and s.label != "??"]
    assert set(said) <= {str(item.card) for item in evening.truth}


def test_a_black_camera_is_lost_and_not_an_empty_table(reader: Reader) -> None:
    watcher = Watcher(reader, CARD_WIDTH)
    dark = np.zeros((270, 480, 3), np.uint8)
    lit = np.clip(table(np.random.default_rng(1), 270, 480), 40, 255).astype(np.uint8)
    frames = [lit] * 3 + [dark] * 8 + [lit] * 3
    kinds = [s.kind for n, picture in enumerate(frames) for s in watcher.see(Frame(n, n / 10, picture))]
    assert kinds == [SightingKind.CAMERA_LOST, SightingKind.CAMERA_BACK]


def test_cards_typed_while_the_camera_saw_nothing_are_not_played_again(reader: Reader) -> None:
    evening = Evening(players=2, seed=11, troubles=(), hands=1)
    watcher, dark = Watcher(reader, CARD_WIDTH), np.zeros((540, 960, 3), np.uint8)
    sightings: list[Sighting] = []
    for frame in evening.frames():
        laid = [str(item.card) for item in evening.truth]
        is_dark = 2 <= len(laid) < 5
        watcher.in_play = InPlay(typed=frozenset(laid[2:6]) if len(laid) >= 5 else frozenset())
        sightings += watcher.see(Frame(frame.number, frame.at, dark if is_dark else frame.picture))
    truth = [str(item.card) for item in evening.truth]
    said = [s.label for s in sightings if s.kind is SightingKind.CARD_PLAYED]
    assert SightingKind.CAMERA_BACK in {s.kind for s in sightings}
    assert len(said) == len(set(said))
    assert set(said) <= set(truth) - set(truth[2:5])
    assert len(said) >= len(truth) - 5
