"""`calibrate` and `enrol` on recordings made here: what they keep, and what they say where it cannot be done."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cli import cardtable
from device.errors import BadInput
from device.setup import load_calibration, load_layers
from tests.vision.test_enrolment import SYMBOLS, symbol
from vision.arrays import Image
from vision.geometry import card_outline
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


def test_an_enrolled_deck_is_used_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vision.enrolment.LESSONS", 900)
    source, data = recording(tmp_path / "frames", tuple(SYMBOLS), symbol), tmp_path / "data"
    order = ["--order", ",".join(SYMBOLS)]
    assert run("enrol", "mine", source, *order, "--partly", "--data", data) == 0
    assert [layer.name for layer in load_layers(data, pytest.fail)] == ["mine"]
    cv2.imwrite(str(tmp_path / "one.png"), lying("9D", symbol))
    capsys.readouterr()
    assert run("read", tmp_path / "one.png", "--json", "--data", data) == 0
    assert [card["alternatives"][0][0] for card in json.loads(capsys.readouterr().out)["cards"]] == ["9D"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["enrol", "../mine", "SOURCE"], "a deck's name is of letters"),
        (["enrol", "mine", "SOURCE", "--pack", "tarot"], "there is no such pack: expected one of std52"),
        (["enrol", "mine", "SOURCE", "--order", "AS,XX"], "'XX' is no card"),
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
