"""Setting up while the table waits: a calibration or an enrolment that takes the frames instead of the play.

Each is fed frames by the box and says at any time how far it is, in plain values for the page.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from device.errors import BadInput
from device.faces import code_of
from device.setup import calibrated, keep_calibration, keep_deck, labels_by_code, load_layers
from scoring.packs import Pack
from vision.enrolment import Enrolment
from vision.faces import is_card
from vision.reading import CERTAIN
from vision.showing import Showing, ShownCard
from vision.sighting import Frame
from vision.watcher import Watcher

Json = dict[str, Any]


class Work(Protocol):
    """Something that is being set up."""

    is_done: bool

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
        if shown is None or not is_card(shown.belief.label):
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
    """Collects a deck card by card; a card that cannot be read for certain waits for somebody to name it.

    So does one of a name that was shown already: what the network knows for certain need not hold for a deck that it never saw.
    """

    watcher: Watcher
    data: Path
    pack: Pack
    enrolment: Enrolment
    report: Callable[[str], None]
    learnt: float | None = None
    is_done: bool = False
    _waiting: ShownCard | None = None
    _last: tuple[str, ShownCard] | None = None

    def __post_init__(self) -> None:
        self._showing = Showing(self.watcher.reader)

    def see(self, frame: Frame) -> None:
        """Look whether another card lies there; while one waits for its name, or the deck is learnt, nothing is taken in."""
        shown = None if self._waiting or self.learnt is not None else self._showing.see(frame)
        if shown is None:
            return
        label = shown.belief.certain(CERTAIN)
        if label in self.enrolment.missing:
            self._take(label, shown)
        elif label != self._last_label:
            self._waiting = shown

    def name(self, code: str) -> None:
        """Say which card waits; an empty name passes it over. Raises `BadInput`."""
        shown, label = self._waiting, labels_by_code(self.pack).get(code, code)
        if shown is None:
            raise BadInput("no card waits for its name")
        if label and label not in self.enrolment.wanted:
            raise BadInput(f"{code} is no card of this pack")
        self._waiting = None
        if label:
            self._take(label, shown)

    def doubt(self) -> None:
        """The last card was taken for another: it waits for its name. Raises `BadInput` where there is none, or one waits."""
        if self._last is None or self._waiting or self.learnt is not None:
            raise BadInput("no card was shown just now that could be another")
        label, self._waiting = self._last
        self._last = None
        self.enrolment.forget(label)

    def learn(self) -> None:
        """Learn the deck from what was shown, beside the table's own work; raises `BadInput` where nothing was."""
        if not self.enrolment.shown or self.learnt is not None:
            raise BadInput("no card has been shown yet, or the deck is being learnt already")
        self.learnt = 0.0
        threading.Thread(target=self._learn, name="learn", daemon=True).start()

    @property
    def _last_label(self) -> str:
        return self._last[0] if self._last else ""

    def _take(self, label: str, shown: ShownCard) -> None:
        self.enrolment.show(label, shown.looks)
        self._last = label, shown

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
        """What was shown, what is missing, which card waits for its name, how much has been learnt; cards by the pack's codes."""
        waiting = self._waiting
        guesses = () if waiting is None else (label for label, _ in waiting.belief.best(4) if is_card(label))
        return {
            "kind": "enrol",
            "name": self.enrolment.name,
            "pack": self.pack.name,
            "is_done": self.is_done,
            "shown": len(self.enrolment.shown),
            "last": code_of(self._last_label, self.pack) if self._last else "",
            "missing": [code_of(label, self.pack) for label in self.enrolment.missing],
            "asks": None if waiting is None else [code_of(label, self.pack) for label in guesses],
            "learnt": self.learnt,
        }
