"""Whether the box is well: a finding for each part, in a sentence that says what to do where it is not.

The table's process tells what it sees itself, for the set-up page and for `cardtable doctor`; where it does not run, every
part is looked at here alone.
"""

import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from device.cameras import open_camera
from device.config import Config, Voice
from device.errors import BadInput, CameraDown
from device.finding import Finding, Part
from device.loop import TableLoop
from device.machine import machine_findings
from device.panel import Panel, open_panel
from device.setup import load_calibration
from device.speaker import Speaker, SpeakerState
from device.speech import TRIAL
from device.tags import ReaderState, TagReaders
from scoring.words import Language
from vision.arrays import Image, Quad
from vision.camera.health import CameraHealth, CameraTrouble
from vision.geometry import size_of
from vision.picture.reader import Reader
from vision.setup.judgement import judge
from vision.sighting import Frame

WARM_UP = 20
"""Frames that a camera gets to find its light before it is judged."""

READER_S = 3.0
"""Seconds that the smart card service gets to answer."""

SILENT_S = 5.0
"""Seconds without a frame after which a camera is taken to be gone."""

LOG_DOWN = "the log cannot be written: the card is full or broken; what was confirmed is kept, and nothing goes on"
OTHER_SHAPE = "calibrated with pictures of another shape than the camera gives now: calibrate again, with one card"
MOVED = "the table is calibrated; the camera was moved since, and the zones were moved with it"
PICTURES_DOWN = "no pictures are kept: the card is nearly full or broken; play goes on"
NEW_DECK = "this deck is new to me: most of its cards have to be asked about; show each once, under Learn a deck"


def of_table(config: Config, loop: TableLoop, frame: Frame | None, frame_age: float, readers: TagReaders | None) -> list[Finding]:
    """What the table's own process knows; `frame_age` are seconds since the last frame."""
    found = [
        *of_configuration(config),
        of_camera(loop.camera_trouble, frame, frame_age),
        of_calibration(config.data, frame, loop.camera_moves > 0),
    ]
    if frame is not None and not loop.camera_trouble:
        # The table goes on while this is asked: its list is another one a moment later.
        lying = loop.watcher.scene.lying
        card = lying[-1].quad if lying else None
        found += of_picture(frame.picture, card)
    if loop.is_deck_new:
        found.append(Finding(Part.DECK, False, NEW_DECK))
    found += [*of_panel(config, loop.panel), *of_readers(readers.state if readers else None)]
    found += of_voice(loop.speaker.state if loop.speaker else None)
    if loop.storage_is_down:
        found.append(Finding(Part.STORAGE, False, LOG_DOWN))
    if loop.pictures_are_down:
        found.append(Finding(Part.STORAGE, False, PICTURES_DOWN))
    return found + machine_findings(config.data, config.host, config.port)


def examine(config: Config) -> Iterator[Finding]:
    """Look at every part while nothing else uses it, one after the other."""
    yield from of_configuration(config)
    frames: list[Frame] = []
    try:
        with open_camera(config.camera) as camera:
            frames = list(islice(camera.frames(), WARM_UP if camera.is_live else 1))
    except (CameraDown, BadInput) as error:
        yield Finding(Part.CAMERA, False, str(error))
    else:
        trouble = _trouble_in(frames[-1].picture, config.data) if frames else None
        yield of_camera(f"the camera's picture is {trouble.value}" if trouble else "", frames[-1] if frames else None, 0.0)
        if frames and trouble is None:
            yield from of_picture(frames[-1].picture, _card_in(frames[-1].picture))
    yield of_calibration(config.data, frames[-1] if frames else None)
    panel = open_panel(config)
    yield from of_panel(config, panel)
    panel.close()
    yield from of_readers(_readers_alone() if config.tags else None)
    yield from of_voice(_voice_alone(config.voice))
    yield from machine_findings(config.data, config.host, config.port)


def of_configuration(config: Config) -> list[Finding]:
    """Each mistake in the files."""
    if not config.problems:
        return [Finding(Part.CONFIGURATION, True, "the configuration is understood")]
    return [Finding(Part.CONFIGURATION, False, problem) for problem in config.problems]


def of_calibration(data: Path, frame: Frame | None, was_moved: bool = False) -> Finding:
    """Whether the table has been calibrated, with pictures of the shape that the camera gives now, and whether it was moved."""
    mistakes: list[str] = []
    calibration = load_calibration(data, mistakes.append)
    if mistakes:
        return Finding(Part.CALIBRATION, False, mistakes[0])
    if calibration is None:
        return Finding(Part.CALIBRATION, False, "not calibrated yet: do it on the set-up page, with one card")
    if frame is not None and not calibration.fits(frame.picture):
        return Finding(Part.CALIBRATION, False, OTHER_SHAPE)
    return Finding(Part.CALIBRATION, True, MOVED if was_moved else "the table is calibrated")


def of_picture(picture: Image, card: Quad | None) -> list[Finding]:
    """What the picture is good for, as far as a card in it shows that."""
    if card is None:
        return [Finding(Part.PICTURE, True, "lay a card on the table to have the picture's light and sharpness judged")]
    return [Finding(Part.PICTURE, verdict.is_good, verdict.text) for verdict in judge(picture, card)]


def of_panel(config: Config, panel: Panel) -> list[Finding]:
    """Buttons, lamp and buzzer."""
    if not config.buttons:
        return [Finding(Part.BUTTONS, True, "no buttons are wired: the phones confirm tricks")]
    trouble = panel.trouble()
    return [Finding(Part.BUTTONS, not trouble, trouble or "buttons and lamp are ready")]


def of_readers(state: ReaderState | None) -> list[Finding]:
    """The NFC readers; a table without one is well, so only what is broken is bad."""
    if state is None:
        return []
    if state in (ReaderState.READY, ReaderState.NO_READER):
        return [Finding(Part.READER, True, "an NFC reader is ready" if state is ReaderState.READY else state.value)]
    return [Finding(Part.READER, False, state.value)]


def of_voice(state: SpeakerState | None) -> list[Finding]:
    """The voice, where somebody asked for one."""
    return [] if state is None else [Finding(Part.VOICE, state is SpeakerState.READY, state.value)]


def of_camera(trouble: str, frame: Frame | None, frame_age: float) -> Finding:
    """Whether the camera sees the table; `frame` is its last one, `frame_age` seconds old."""
    if trouble:
        return Finding(Part.CAMERA, False, trouble)
    if frame is None:
        return Finding(Part.CAMERA, False, "the camera has not given a picture yet")
    if frame_age > SILENT_S:
        return Finding(Part.CAMERA, False, f"the camera has given no picture for {frame_age:.0f} seconds: look at its cable")
    height, width = frame.picture.shape[:2]
    return Finding(Part.CAMERA, True, f"the camera sees the table, {width} × {height} pixels")


def _card_in(picture: Image) -> Quad | None:
    found = [reading.quad for reading in Reader().read_outlines(picture) if reading.visible == 1]
    return max(found, key=size_of, default=None)


def _trouble_in(picture: Image, data: Path) -> CameraTrouble | None:
    """What is wrong with the camera, as far as one picture and the calibrated table tell."""
    calibration = load_calibration(data, lambda _mistake: None)
    health = CameraHealth(calibration.reference if calibration and calibration.fits(picture) else None)
    return health.look(picture) or (CameraTrouble.UPSIDE_DOWN if health.is_upside_down(picture) else None)


def _voice_alone(voice: Voice) -> SpeakerState | None:
    """How a sentence went that whoever asks can hear."""
    if voice is Voice.SILENT:
        return None
    language = Language(voice.value)
    return Speaker(language, lambda _trouble: None).speak(TRIAL[language])


def _readers_alone() -> ReaderState:
    """How it stands with the readers once the service has had time to answer."""
    readers = TagReaders(lambda: "", lambda _tap: False)
    readers.start()
    until = time.monotonic() + READER_S
    while readers.state is ReaderState.NO_READER and time.monotonic() < until:
        time.sleep(0.05)
    readers.stop()
    return readers.state
