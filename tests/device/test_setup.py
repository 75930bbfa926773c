"""`calibrate` and `enrol` on recordings made here: what they keep, and what they say where it cannot be done."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from device.cli import cardtable
from device.errors import BadInput
from device.setup import load_calibration, load_layers
from tests.vision.test_enrolment import SYMBOLS, symbol
from vision.arrays import Image
from vision.geometry import card_outline
from vision.setup.enrolment import faces_in
from vision.sighting import Frame
from vision.training.decks import Deck, DeckDesign
from vision.training.scenes import paste

GROUND = (60, 90, 40)
ORDINARY = Deck(DeckDesign(5)).face


def run(*arguments: str | Path) -> int:
    """The command in this process; 2 and a line on standard error for bad input, as the program's own main gives."""
    try:
        return int(cardtable.main([str(a) for a in arguments], standalone_mode=False) or 0)
    except BadInput as error:
        sys.stderr.write(f"{error}\n")
        return 2


def lying(label: str, face: Callable[[str], Image] = ORDINARY) -> Image:
    canvas = np.full((540, 960, 3), GROUND, np.float32)
    paste(canvas, face(label), card_outline((480, 270), 96, 0.2), np.full(3, 0.92, np.float32), (2.0, 3.0, 3.0, 0.3))
    return np.clip(canvas, 0, 255).astype(np.uint8)


def recording(folder: Path, labels: tuple[str, ...], face: Callable[[str], Image] = ORDINARY) -> Path:
    """A card after the other, each for eight frames, with the empty table between them."""
    folder.mkdir()
    empty = np.full((540, 960, 3), GROUND, np.uint8)
    pictures = [empty] * 2
    for label in labels:
        pictures += [lying(label, face)] * 8 + [empty] * 4
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:04d}.png"), picture)
    return folder


def test_calibrate_keeps_what_it_found_and_says_what_the_picture_is_good_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, data = recording(tmp_path / "frames", ("7H",)), tmp_path / "data"
    assert run("calibrate", source, "--data", data, "--picture", tmp_path / "seen.jpg") == 0
    said = capsys.readouterr().out
    assert re.search(r"a card is 9[4-9] pixels wide", said)
    assert "BAD" not in said
    found = load_calibration(data, pytest.fail)
    assert found is not None
    assert found.card_width == pytest.approx(96, abs=3)
    assert cv2.imread(str(tmp_path / "seen.jpg")) is not None


def test_calibrate_without_a_card_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = recording(tmp_path / "frames", ())
    assert run("calibrate", source, "--data", tmp_path) == 2
    assert "lay one card, face up" in capsys.readouterr().err
    assert not (tmp_path / "calibration.json").exists()


def test_calibrate_before_a_dark_camera_says_that(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "frames").mkdir()
    for number in range(4):
        cv2.imwrite(str(tmp_path / "frames" / f"{number}.png"), np.zeros((540, 960, 3), np.uint8))
    assert run("calibrate", tmp_path / "frames", "--data", tmp_path) == 2
    assert "the camera's picture is black" in capsys.readouterr().err


def test_enrol_says_what_it_has_and_what_is_missing_and_keeps_nothing_of_half_a_deck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = recording(tmp_path / "frames", ("AS", "7H"))
    assert run("enrol", "mine", source, "--data", tmp_path / "data") == 2
    captured = capsys.readouterr()
    assert "51 missing" in captured.out
    assert "nothing was kept" in captured.err
    assert not (tmp_path / "data").exists()


def test_whoever_shows_part_of_a_deck_to_a_camera_says_when_that_was_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def frames(pictures: list[Image]) -> Iterator[Frame]:
        yield from (Frame(number, number / 10, picture) for number, picture in enumerate(pictures))
        raise KeyboardInterrupt

    shown = [lying("AS")] * 8 + [lying("7H")] * 8
    monkeypatch.setattr("device.cameras.open_camera", lambda _: nullcontext(SimpleNamespace(frames=lambda: frames(shown))))
    monkeypatch.setattr("vision.setup.enrolment.LESSONS", 200)
    assert run("enrol", "mine", "--partly", "--data", tmp_path) == 0
    assert "kept in" in capsys.readouterr().out
    assert set(faces_in(tmp_path / "decks" / "mine.npz")) == {"AS", "7H"}


def test_an_enrolled_deck_is_used_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vision.setup.enrolment.LESSONS", 900)
    source, data = recording(tmp_path / "frames", tuple(SYMBOLS), symbol), tmp_path / "data"
    order = ["--order", ",".join(SYMBOLS)]
    assert run("enrol", "mine", source, *order, "--partly", "--data", data) == 0
    assert [layer.name for layer in load_layers(data, pytest.fail)] == ["mine"]
    cv2.imwrite(str(tmp_path / "one.png"), lying("9D", symbol))
    capsys.readouterr()
    assert run("read", tmp_path / "one.png", "--json", "--data", data) == 0
    assert [card["alternatives"][0][0] for card in json.loads(capsys.readouterr().out)["cards"]] == ["9D"]


@pytest.mark.parametrize(
    ("shown", "order", "sentence"),
    [
        (("AS", "7H", "9C"), "AS,KD,7H,9C", "4 names and 3 faces: nothing was kept. KD may not have been noticed"),
        (("AS", "KD", "7H"), "AS,7H", "2 names and 3 faces: nothing was kept. face 2 of the sheet may be no card of its own"),
        (("AS", "KD", "7H"), "AS,7H,KD", "face 2 is 7H by the order and looks like KD; face 3 is KD by the order"),
    ],
    ids=["a card not noticed", "a face too many", "two names changed"],
)
def test_an_order_that_slipped_keeps_nothing_and_says_where(
    shown: tuple[str, ...], order: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, picture = recording(tmp_path / "frames", shown), tmp_path / "sheet.png"
    assert run("enrol", "mine", source, "--order", order, "--data", tmp_path / "data", "--picture", picture) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "data").exists()
    assert cv2.imread(str(picture)) is not None


def test_what_is_learnt_in_part_is_never_named_by_place_where_the_order_does_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vision.setup.enrolment.LESSONS", 200)
    source, data = recording(tmp_path / "frames", ("AS", "7H", "9C")), tmp_path / "data"
    assert run("enrol", "mine", source, "--order", "AS,KD,7H,9C", "--partly", "--data", data) == 0
    assert "the order was not used" in capsys.readouterr().err
    assert sorted(faces_in(data / "decks" / "mine.npz")) == ["7H", "9C", "AS"]


def test_one_card_of_a_learnt_deck_is_shown_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.setup.enrolment.LESSONS", 200)
    data = tmp_path / "data"
    assert run("enrol", "mine", recording(tmp_path / "first", ("AS", "7H")), "--partly", "--data", data) == 0
    before = faces_in(data / "decks" / "mine.npz")
    anew = recording(tmp_path / "second", ("7H",), Deck(DeckDesign(5, index_height=0.2)).face)
    assert run("enrol", "mine", anew, "--again", "7H", "--partly", "--data", data) == 0
    after = faces_in(data / "decks" / "mine.npz")
    assert np.array_equal(before["AS"], after["AS"])
    assert not np.array_equal(before["7H"], after["7H"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["enrol", "../mine", "SOURCE"], "a deck's name is of letters"),
        (["enrol", "mine", "SOURCE", "--pack", "tarot"], "there is no such pack: expected one of std52"),
        (["enrol", "mine", "SOURCE", "--pack", "rook57"], "the camera does not know its cards: expected one of std52"),
        (["enrol", "mine", "SOURCE", "--order", "AS,XX"], "'XX' is no card of std52"),
        (["enrol", "mine", "SOURCE", "--pack", "german32", "--order", "2C"], "'2C' is no card of german32"),
        (["enrol", "mine", "SOURCE", "--order", "AS,KS,AS"], "--order names AS twice"),
        (["enrol", "mine", "SOURCE", "--again", "AS"], "there is no deck to go on with"),
        (["enrol", "mine", "SOURCE", "--again", "AS", "--order", "AS"], "do not go together"),
        (["calibrate", "/nowhere"], "there is no such file or folder"),
    ],
)
def test_what_cannot_be_understood_is_said(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = recording(tmp_path / "frames", ())
    words = [str(source) if word == "SOURCE" else word for word in arguments]
    assert run(*words, "--data", tmp_path) == 2
    assert sentence in capsys.readouterr().err


def test_a_damaged_calibration_or_deck_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    (tmp_path / "calibration.json").write_text("{}")
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "mine.npz").write_text("not a deck")
    said: list[str] = []
    assert load_calibration(tmp_path, said.append) is None
    assert load_layers(tmp_path, said.append) == ()
    assert "run cardtable calibrate again" in said[0]
    assert "run cardtable enrol again" in said[1]


def test_watch_says_why_a_card_was_told_and_shows_what_decided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = recording(tmp_path / "frames", ("7H",))
    assert run("watch", source, "--card-width", "96", "--pictures", tmp_path / "why" / "here") == 0
    assert re.search(r"7H played.*\n +a new card leads by \+", capsys.readouterr().out)
    (picture,) = (tmp_path / "why" / "here").glob("*-7H.jpg")
    assert cv2.imread(str(picture)) is not None
    (tmp_path / "file").write_text("in the way")
    assert run("watch", source, "--card-width", "96", "--pictures", tmp_path / "file") == 2
    assert "file: " in capsys.readouterr().err
