"""The doctor: every part has a finding, and what is wrong is said with what to do."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.config import Config, Voice
from device.doctor import examine, of_readers
from device.finding import Finding, Part
from device.machine import IN_MEMORY, board_findings, card_findings, clock_finding, heat_findings, power_findings, storage_finding
from device.panel import PaperPanel
from device.setup import keep_calibration
from device.tags import ReaderState
from tests.device.benches import program
from tests.device.test_setup import GROUND, lying
from vision.setup.calibration import Calibration

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def frames(tmp_path: Path) -> Callable[..., Config]:
    """A configuration whose camera shows one picture."""

    def made(picture: np.ndarray) -> Config:
        folder = tmp_path / "frames"
        folder.mkdir(exist_ok=True)
        cv2.imwrite(str(folder / "0.png"), picture)
        return Config(camera=str(folder), data=tmp_path, buttons=False, tags=False)

    return made


def said(found: Iterator[Finding], part: Part) -> list[tuple[bool, str]]:
    return [(finding.is_good, finding.text) for finding in found if finding.part is part]


def test_a_card_on_the_table_has_the_picture_judged(frames: Callable[..., Config]) -> None:
    texts = [text for _, text in said(examine(frames(lying("7H"))), Part.PICTURE)]
    assert texts[0].startswith("a card is ")
    assert "sharp enough" in texts


def test_an_empty_table_asks_for_a_card(frames: Callable[..., Config]) -> None:
    found = list(examine(frames(np.full((540, 960, 3), GROUND, np.uint8))))
    assert "lay a card on the table to have the picture's light and sharpness judged" in [finding.text for finding in found]
    assert {Part.CONFIGURATION, Part.CAMERA, Part.BUTTONS, Part.STORAGE, Part.CLOCK, Part.NETWORK} <= {f.part for f in found}


@pytest.mark.parametrize(("height", "is_good"), [(540, True), (720, False)])
def test_a_calibration_from_pictures_of_another_shape_is_named(
    frames: Callable[..., Config], tmp_path: Path, height: int, is_good: bool
) -> None:
    keep_calibration(tmp_path, Calibration(960, 540, 80.0, 0.0, ()))
    ((good, text),) = said(examine(frames(np.full((height, 960, 3), GROUND, np.uint8))), Part.CALIBRATION)
    assert (good, "another shape" in text) == (is_good, not is_good)


def test_a_damaged_calibration_is_named(frames: Callable[..., Config], tmp_path: Path) -> None:
    (tmp_path / "calibration.json").write_text("{}")
    ((good, text),) = said(examine(frames(np.full((540, 960, 3), GROUND, np.uint8))), Part.CALIBRATION)
    assert not good
    assert "run cardtable calibrate again" in text


def test_a_dark_camera_is_named_and_not_judged(frames: Callable[..., Config]) -> None:
    found = list(examine(frames(np.zeros((540, 960, 3), np.uint8))))
    assert said(iter(found), Part.CAMERA) == [(False, "the camera's picture is black: is the lens covered, or the light off?")]
    assert said(iter(found), Part.PICTURE) == []


def test_a_camera_that_hangs_upside_down_is_named_where_the_table_was_calibrated(
    frames: Callable[..., Config], tmp_path: Path
) -> None:
    table = np.zeros((540, 960, 3), np.uint8)
    table[:180] = 200
    table[300:, 600:] = 120
    keep_calibration(tmp_path, Calibration(960, 540, 96.0, 0.0, (), (), np.ascontiguousarray(table[::6, ::6, 0])))
    ((good, text),) = said(examine(frames(np.ascontiguousarray(table[::-1, ::-1]))), Part.CAMERA)
    assert not good
    assert "upside down" in text
    assert said(examine(frames(table)), Part.CAMERA)[0][0]


def test_a_camera_that_is_not_there_costs_no_other_finding(tmp_path: Path) -> None:
    config = Config(
        camera="camera:v4l2:/dev/video77", data=tmp_path, buttons=False, tags=False, problems=("f: there is no key 'x'",)
    )
    found = list(examine(config))
    assert said(iter(found), Part.CAMERA)[0][1].startswith("/dev/video77: no camera answers there")
    assert said(iter(found), Part.CONFIGURATION) == [(False, "f: there is no key 'x'")]
    assert said(iter(found), Part.STORAGE)[0][0]


def test_a_panel_that_cannot_be_used_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.doctor.open_panel", lambda _config: PaperPanel("the pin is in use"))
    config = Config(camera="camera:v4l2:/dev/video77", data=tmp_path, tags=False)
    assert said(examine(config), Part.BUTTONS) == [(False, "the pin is in use")]


@pytest.mark.parametrize("state", ReaderState)
def test_a_missing_reader_is_no_fault_and_a_broken_one_is(state: ReaderState) -> None:
    (found,) = of_readers(state)
    assert found.is_good is (state in (ReaderState.READY, ReaderState.NO_READER))


def test_a_voice_that_nobody_asked_for_is_not_looked_at(frames: Callable[..., Config]) -> None:
    assert said(examine(frames(lying("7H"))), Part.VOICE) == []


@pytest.mark.parametrize(
    ("script", "is_good", "words"),
    [
        ("cat > /dev/null", True, "the voice is ready"),
        ("exit 1", False, "espeak-ng fails: sudo apt install --reinstall espeak-ng"),
        ("echo 'error: No such file or directory' >&2", False, "the voice reaches no loudspeaker: plug one in"),
        (None, False, "sudo apt install espeak-ng"),
    ],
    ids=["well", "failing", "without a loudspeaker", "missing"],
)
def test_a_voice_that_was_asked_for_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str | None, is_good: bool, words: str
) -> None:
    program(tmp_path, monkeypatch, script)
    config = Config(camera="camera:v4l2:/dev/video77", data=tmp_path, buttons=False, tags=False, voice=Voice.FRENCH)
    ((good, text),) = said(examine(config), Part.VOICE)
    assert (good, words in text) == (is_good, True)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    assert storage_finding(tmp_path / "none") == Finding(
        Part.STORAGE, False, f"{tmp_path / 'none'} cannot be read: No such file or directory"
    )
    assert storage_finding(tmp_path).text.startswith("storage: ")
    assert list(tmp_path.iterdir()) == []


def test_the_clock_is_judged_by_its_year_and_by_who_set_it(tmp_path: Path) -> None:
    assert not clock_finding(datetime(1970, 1, 1, tzinfo=UTC), tmp_path).is_good
    assert clock_finding(NOON, tmp_path).text.startswith("no network has set the clock")
    (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    (tmp_path / "run/systemd/timesync/synchronized").touch()
    assert clock_finding(NOON, tmp_path) == Finding(Part.CLOCK, True, "the clock is set by the network")


@pytest.mark.parametrize(("text", "is_good"), [("48200", True), ("80000", False)])
def test_heat_is_what_the_kernel_says(tmp_path: Path, text: str, is_good: bool) -> None:
    zone = tmp_path / "sys/class/thermal/thermal_zone0"
    zone.mkdir(parents=True)
    (zone / "temp").write_text(f"{text}\n")
    assert [finding.is_good for finding in heat_findings(tmp_path)] == [is_good]


@pytest.mark.parametrize(("alarm", "is_good"), [("0", True), ("1", False)])
def test_debians_kernel_tells_of_the_voltage_by_a_sensor(tmp_path: Path, alarm: str, is_good: bool) -> None:
    for number, name in enumerate(("cpu_thermal", "rpi_volt")):
        sensor = tmp_path / "sys/class/hwmon" / f"hwmon{number}"
        sensor.mkdir(parents=True)
        (sensor / "name").write_text(f"{name}\n")
        (sensor / "in0_lcrit_alarm").write_text(f"{alarm}\n")
    (found,) = power_findings(tmp_path)
    assert found.is_good is is_good


@pytest.mark.parametrize(("bits", "words"), [("0", "is good"), ("50000", "voltage"), ("1", "voltage"), ("60002", "slowed")])
def test_power_is_what_the_firmware_says(tmp_path: Path, bits: str, words: str) -> None:
    assert power_findings(tmp_path) == []
    firmware = tmp_path / "sys/devices/platform/soc/soc:firmware"
    firmware.mkdir(parents=True)
    (firmware / "get_throttled").write_text(f"{bits}\n")
    (found,) = power_findings(tmp_path)
    assert (words in found.text, found.is_good) == (True, bits == "0")


@pytest.mark.parametrize(
    ("model", "is_named"),
    [
        ("Raspberry Pi 4 Model B Rev 1.4", False),
        ("Raspberry Pi 500 Rev 1.0", False),
        ("Raspberry Pi Compute Module 5 Rev 1.0", False),
        ("linux,dummy-virt", False),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", True),
        ("Raspberry Pi Zero 2 W Rev 1.0", True),
    ],
)
def test_a_board_that_is_too_slow_is_named(tmp_path: Path, model: str, is_named: bool) -> None:
    assert board_findings(tmp_path) == []
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text(f"{model}\0")
    assert [model in finding.text for finding in board_findings(tmp_path)] == ([True] if is_named else [])


def test_a_card_that_cannot_keep_records_is_named(tmp_path: Path) -> None:
    assert card_findings(tmp_path) == []
    (tmp_path / "run").mkdir()
    (tmp_path / "run/cardtable-in-memory").touch()
    assert card_findings(tmp_path) == [Finding(Part.STORAGE, False, IN_MEMORY)]
