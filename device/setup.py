"""Setting a table up: calibration from one card, enrolment of a deck card by card. What both leave lies in the data folder."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import cv2
import numpy as np

from device.errors import BadInput
from device.faces import code_of, labels_of
from device.whose import sides
from scoring.ledger.files import write_file
from scoring.packs import PACKS, READ, Pack
from vision.arrays import Image, Quad
from vision.camera.health import CameraHealth
from vision.faces import BACK
from vision.picture.last_layer import LastLayer
from vision.picture.reader import Reader
from vision.scene.explain import Explanation
from vision.scene.scene import Explain
from vision.scene.watcher import Watcher
from vision.setup.calibration import Calibration
from vision.setup.enrolment import EnrolledDeck, Enrolment, faces_in
from vision.setup.judgement import Verdict, judge
from vision.setup.showing import Showing, ShownCard
from vision.sighting import Frame, Sighting

CALIBRATION, DECKS = "calibration.json", "decks"
"""Names in the data folder."""

PATIENCE = 600
"""Frames that calibration waits for a card: a minute."""


def calibrate(reader: Reader, frames: Iterable[Frame], players: int) -> tuple[Calibration, list[Verdict], Image]:
    """The table's calibration, the judgement of its picture, and that picture with zones drawn; raises `BadInput`."""
    showing, health, trouble, seen = Showing(reader), CameraHealth(), None, 0
    for seen, frame in enumerate(frames, 1):
        trouble = health.look(frame.picture)
        shown = showing.see(frame)
        if shown is not None and shown.is_a_card:
            calibration, verdicts = calibrated(shown, players)
            return calibration, verdicts, _drawn(calibration, *shown.looks[-1])
        if seen >= PATIENCE:
            break
    if not seen:
        raise BadInput("the camera gave no picture")
    if trouble is not None:
        raise BadInput(f"the camera's picture is {trouble.value}")
    raise BadInput(
        f"no card lay still and whole in {seen} pictures: lay one card, face up, where you play, and take the hand away"
    )


def calibrated(shown: ShownCard, players: int) -> tuple[Calibration, list[Verdict]]:
    """The calibration that a card gives which lies there, and the judgement of its picture."""
    picture, quad = shown.looks[-1]
    return Calibration.from_card(picture, quad, players, sides(players)), judge(picture, quad)


def _drawn(calibration: Calibration, picture: Image, quad: Quad) -> Image:
    drawn = with_zones(picture, calibration)
    cv2.polylines(drawn, [np.round(quad).astype(np.int32)], True, (0, 220, 0), _thickness(drawn), cv2.LINE_AA)
    return drawn


def with_zones(picture: Image, calibration: Calibration) -> Image:
    """A copy of the picture, which has the calibration's size, with the seat zones and the play zone drawn."""
    drawn = picture.copy()
    for zone, colour in [*((zone, (200, 160, 0)) for zone in calibration.seat_zones), (calibration.play_zone, (0, 200, 255))]:
        cv2.polylines(drawn, [np.round(zone).astype(np.int32)], True, colour, _thickness(drawn), cv2.LINE_AA)
    return drawn


def _thickness(picture: Image) -> int:
    return max(1, int(picture.shape[1]) // 400)


def load_calibration(data: Path, report: Callable[[str], None]) -> Calibration | None:
    """The calibration of a data folder; None where there is none, or where it cannot be used, which is reported."""
    path = data / CALIBRATION
    try:
        return Calibration.load(path) if path.exists() else None
    except (OSError, ValueError) as error:
        report(f"{path}: not used: {error}; run cardtable calibrate again")
        return None


def keep_calibration(data: Path, calibration: Calibration) -> Path:
    """Keep it in the data folder; where that fails the older one stands. Raises OSError."""
    path = data / CALIBRATION
    write_file(path, calibration.packed())
    return path


def keep_deck(data: Path, deck: EnrolledDeck) -> Path:
    """Keep an enrolled deck in the data folder; where that fails an older one of the name stands. Raises OSError."""
    path = data / DECKS / f"{deck.name}.npz"
    write_file(path, deck.packed())
    return path


def shown_before(data: Path, name: str, pack: Pack) -> Enrolment:
    """The faces of the enrolled deck of that name, as far as the pack has them; raises `BadInput` where there is none."""
    wanted = pack_labels(pack)
    try:
        return Enrolment.of(name, wanted, faces_in(data / DECKS / f"{name}.npz"))
    except (OSError, ValueError) as error:
        raise BadInput(f"there is no deck to go on with: {error}") from None


def load_layers(data: Path, report: Callable[[str], None]) -> tuple[LastLayer, ...]:
    """The last layers of all enrolled decks of a data folder; what cannot be used is reported and left out."""
    layers = []
    for path in sorted((data / DECKS).glob("*.npz")):
        try:
            layers.append(EnrolledDeck.load(path).layer)
        except (OSError, ValueError) as error:
            report(f"{path}: not used: {error}; run cardtable enrol again")
    return tuple(layers)


def build_watcher(
    data: Path | None, card_width: float | None, report: Callable[[str], None], explain: Explain | None = None
) -> Watcher:
    """The eye of a table, with what calibration and enrolment left in its data folder; a width given here comes first."""
    calibration = load_calibration(data, report) if data else None
    reader = Reader(enrolled=load_layers(data, report) if data else ())
    return Watcher(reader, card_width, calibration, explain)


def write_explained(explanation: Explanation, sighting: Sighting, folder: Path) -> None:
    """Write what decided about a card, where there is a picture of that; raises `BadInput`."""
    drawn = explanation.picture(sighting)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror}") from None
    if drawn is not None:
        write_picture(folder / f"{sighting.frame:06d}-{str(sighting.label).replace('?', 'x')}.jpg", drawn)


def write_picture(path: Path, picture: Image) -> None:
    """Write a picture; raises `BadInput`."""
    packed = cv2.imencode(".jpg", picture)[1]
    try:
        path.write_bytes(packed.tobytes())
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None


def deck_name(name: str) -> str:
    """A name that can be a file's; raises `BadInput`."""
    if not re.fullmatch(r"[\w-]{1,40}", name):
        raise BadInput(f"{name!r}: a deck's name is of letters, digits, - and _, 40 at the most")
    return name


def deck_pack(name: str) -> Pack:
    """The pack that a deck is of; raises `BadInput`, also for one that no camera reads."""
    if name not in READ:
        what = "the camera does not know its cards" if name in PACKS else "there is no such pack"
        raise BadInput(f"--pack {name}: {what}: expected one of {', '.join(READ)}")
    return READ[name]


def pack_labels(pack: Pack) -> tuple[str, ...]:
    """Labels of a pack's cards and of its back."""
    return (*labels_of(pack), BACK)


def labels_by_code(pack: Pack) -> dict[str, str]:
    """The same by what people with that pack call them: `OH` is what vision knows as `QH`."""
    return {code_of(label, pack): label for label in pack_labels(pack)}
