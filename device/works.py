"""Setting up while the table waits: a calibration, an enrolment or a code that takes the frames instead of the play.

Each is fed frames by the box and says at any time how far it is, in plain values for the page.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from device.enrolling import check_complete
from device.errors import BadInput
from device.faces import code_of, suits_of
from device.setup import calibrated, keep_calibration, keep_deck, labels_by_code, load_layers
from scoring.packs import Pack
from vision.arrays import Image
from vision.camera.codes import read_code
from vision.scene.watcher import Watcher
from vision.setup.enrolment import Enrolment, ShownFace
from vision.setup.showing import Showing
from vision.sighting import Frame

Json = dict[str, Any]


class Work(Protocol):
    """Something that is being set up."""

    @property
    def is_done(self) -> bool:
        """Whether it needs no more frames."""
        ...

    def see(self, frame: Frame) -> None:
        """Take one frame."""
        ...

    def state(self) -> Json:
        """How far it is, in plain values."""
        ...


@dataclass
class Calibrating:
    """Waits for one card that lies still and whole; what it shows is kept, used at once and judged. Raises OSError."""

    watcher: Watcher
    data: Path
    players: int
    verdicts: list[Json] = field(default_factory=list)
    is_done: bool = False

    def __post_init__(self) -> None:
        self._showing = Showing(self.watcher.reader)

    def see(self, frame: Frame) -> None:
        """Look whether the card lies there."""
        shown = self._showing.see(frame)
        if shown is None or not shown.is_a_card:
            return
        calibration, verdicts = calibrated(shown, self.players)
        keep_calibration(self.data, calibration)
        self.watcher.recalibrate(calibration)
        self.verdicts = [{"is_good": verdict.is_good, "text": verdict.text} for verdict in verdicts]
        self.is_done = True

    def state(self) -> Json:
        """Whether it is done, and the judgement."""
        return {"kind": "calibrate", "is_done": self.is_done, "verdicts": self.verdicts}


@dataclass
class Enrolling:
    """Collects a deck card by card on a sheet of faces, on which names are put right before anything is learnt."""

    watcher: Watcher
    data: Path
    pack: Pack
    enrolment: Enrolment
    report: Callable[[str], None]
    learnt: float | None = None
    is_done: bool = False

    def __post_init__(self) -> None:
        self._showing = Showing(self.watcher.reader)
        self.watcher.reader.identifier.expect(suits_of(self.pack))

    def see(self, frame: Frame) -> None:
        """Look whether another card lies there; while the deck is learnt, nothing is taken in."""
        shown = None if self.learnt is not None else self._showing.see(frame)
        if shown is not None:
            self.enrolment.show(shown)

    def name(self, place: int, code: str) -> None:
        """Say which card the face at a place is; an empty name forgets it. Raises `BadInput`."""
        self._check_open()
        self._check_place(place)
        label = labels_by_code(self.pack).get(code)
        if code and label is None:
            raise BadInput(f"{code} is no card of this pack")
        if label is None:
            self.enrolment.drop(place)
        else:
            self.enrolment.call(place, label)

    def agree(self) -> None:
        """Say that all guesses are right; raises `BadInput`."""
        self._check_open()
        self.enrolment.agree()

    def face(self, place: int) -> Image:
        """The face at a place, as it was shown; raises `BadInput`."""
        self._check_place(place)
        return self.enrolment.faces[place].picture

    def learn(self, is_partly: bool) -> None:
        """Learn the deck from the faces that have names, beside the table's own work.

        Raises `BadInput` where there are none, or some are missing and that was not said to be right.
        """
        self._check_open()
        if not self.enrolment.named:
            raise BadInput("no card has been shown and named yet")
        if not is_partly:
            check_complete(self.enrolment, self.pack)
        self.learnt = 0.0
        threading.Thread(target=self._learn, name="learn", daemon=True).start()

    def _check_open(self) -> None:
        if self.learnt is not None:
            raise BadInput("the deck is being learnt already")

    def _check_place(self, place: int) -> None:
        if not 0 <= place < len(self.enrolment.faces):
            raise BadInput("no such face was shown")

    def _learn(self) -> None:
        identifier = self.watcher.reader.identifier
        try:
            keep_deck(self.data, self.enrolment.learn(identifier, progress=self._progress))
            identifier.enrol(load_layers(self.data, self.report))
        except OSError as error:
            self.report(f"the deck could not be kept: {error.strerror}")
            self.learnt = None
            return
        self.is_done = True

    def _progress(self, done: float) -> None:
        self.learnt = done

    def state(self) -> Json:
        """The faces with names, guesses and a mark that changes with the picture; what is missing; how much has been learnt."""
        enrolment = self.enrolment
        return {
            "kind": "enrol",
            "name": enrolment.name,
            "pack": self.pack.name,
            "is_done": self.is_done,
            "faces": [self._said_of(*said) for said in zip(enrolment.faces, enrolment.names, enrolment.guesses, strict=True)],
            "missing": [code_of(label, self.pack) for label in enrolment.missing],
            "is_overlooked": self._showing.is_overlooked,
            "learnt": self.learnt,
        }

    def _said_of(self, face: ShownFace, name: str, guess: str) -> Json:
        belief = face.belief.given(frozenset(self.enrolment.wanted))
        guesses = [label for label, _ in belief.best(4) if label in self.enrolment.wanted]
        return {
            "name": code_of(name, self.pack),
            "guess": "" if guess == name else code_of(guess, self.pack),
            "asks": [code_of(label, self.pack) for label in guesses],
            "mark": face.mark,
        }


@dataclass
class Scanning:
    """Waits for a QR code that somebody holds under the camera. What it says is for whoever asked to make sense of."""

    text: str = ""

    @property
    def is_done(self) -> bool:
        """Whether a code was read."""
        return bool(self.text)

    def see(self, frame: Frame) -> None:
        """Look whether a code can be read."""
        self.text = read_code(frame.picture)

    def state(self) -> Json:
        """Whether it is done, and what the code says."""
        return {"kind": "scan", "is_done": self.is_done, "text": self.text}
