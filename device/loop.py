"""The table loop: frames and presses in, commands to the log, the lamp out.

It is a state machine whose state is the log itself plus two facts of its own: whether the camera sees and whether the
log can be written. Each of its jobs is a module, and fails by itself: the eye (`vision.scene.watcher`), what its sightings mean
(`device.intake`), what the buttons mean (`device.presses`), writing (`device.outbox`), pictures (`device.album`), the
lamp (`device.lights`) and the voice (`device.speech`).
"""

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import InitVar, dataclass, field
from datetime import datetime
from queue import Empty

from device.acquaintance import Acquaintance
from device.album import Album
from device.config import Confirm
from device.counts import Counts
from device.faces import suits_of
from device.intake import Intake, labels_in_play, typed_labels
from device.lights import Lights, proved_in
from device.lying_open import has_dummy
from device.notify import warn
from device.outbox import Outbox
from device.panel import Lamp, Panel, Press
from device.presses import meaning
from device.speaker import Speaker
from device.speech import news
from device.whose import reply_first
from scoring.commands import Command
from scoring.events import Event, TrickConfirmed
from scoring.ledger import EvidenceStore, LiveTable
from scoring.ledger.keys import KEYS, KeyRing
from scoring.table import Table
from vision.picture.suits_choice import Expected
from vision.scene.in_play import InPlay
from vision.scene.watcher import Watcher
from vision.sighting import Frame, Sighting, SightingKind

VOICE = "the voice"
"""The one job whose failure the lamp does not show: the score does not rest on it."""


@dataclass
class TableLoop:
    """Joins one table's eye, hands and lamp to its log; `step` takes one frame. `failures` are jobs that fail just now."""

    watcher: Watcher
    live: LiveTable
    evidence: EvidenceStore
    panel: Panel
    clock: Callable[[], datetime] | None = None
    confirm: InitVar[Confirm] = Confirm.BUTTON
    report: Callable[[str], None] = warn
    camera_trouble: str = ""
    camera_moves: int = 0
    speaker: Speaker | None = None
    acquaintance: Acquaintance = field(default_factory=Acquaintance)
    failures: dict[str, str] = field(default_factory=dict)
    pressed: deque[Press] = field(default_factory=lambda: deque(maxlen=5))
    counts: Counts = field(default_factory=Counts)

    def __post_init__(self, confirm: Confirm) -> None:
        self.outbox = Outbox(self.live, self.clock, self.report)
        self.album = Album(self.evidence, self.report)
        self.intake = Intake(self.album, confirm, self.live.table, self._propose)
        self.lights = Lights(self.panel)
        self._heard: Table | None = None
        with self._job("the log"):
            self._heard = self.live.table()
            self.lights.proved = proved_in(self._heard)

    @property
    def is_deck_new(self) -> bool:
        """Whether a deck lies there that the eye hardly knows, and that nobody has shown it."""
        return self.acquaintance.is_new and not self.watcher.reader.identifier.deck

    @property
    def storage_is_down(self) -> bool:
        """Whether the log cannot be written or read."""
        return self.outbox.is_down

    @property
    def pictures_are_down(self) -> bool:
        """Whether no pictures can be kept."""
        return self.album.is_down

    def step(self, frame: Frame) -> None:
        """Everything that this frame and the presses since the last one lead to; whatever fails is shown and survived."""
        self.lights.now = frame.at
        with self._job("the film"):
            self.album.see(frame.picture)
        with self._job("the eye"):
            self._look(frame)
        self.answer_presses()
        self._light()
        self.speak()

    def stand_by(self, frame: Frame) -> None:
        """A frame that serves something else: presses are answered, and the lamp goes on saying what it says."""
        self.lights.now = frame.at
        self.answer_presses()
        self._light()
        self.speak()

    @contextmanager
    def _job(self, name: str) -> Iterator[None]:
        """What goes wrong in there costs this one time alone; it is named once, until it has gone well again."""
        try:
            yield
        except sqlite3.Error as error:
            self.outbox.fail(error)
        except Exception as error:  # whatever it is, the other jobs go on
            why = f"{type(error).__name__}: {error}"
            if self.failures.get(name) != why:
                self.report(f"{name} failed, and is tried again: {why}")
            self.failures[name] = why
        else:
            self.failures.pop(name, None)

    def _look(self, frame: Frame) -> None:
        began, table = time.perf_counter(), self.live.table()
        self.watcher.in_play = _in_play(table)
        with self._job("the meaning of what lies open"):
            self.intake.settle(self.watcher.seat_zones)
        for sighting in reply_first(table.hand, self.watcher.see(frame)):
            with self._job("the meaning of what was seen"):
                self._take(sighting)
                self.counts.took(sighting, time.perf_counter() - began)
        self.camera_trouble = (self.camera_trouble or "the camera's picture shows nothing") if self.watcher.is_blind else ""

    def _take(self, sighting: Sighting) -> None:
        table = self.live.table()
        if table.setup is None or not table.pack.is_typed:  # what the eye reads in cards that it does not know is wrong
            self.acquaintance.hear(sighting)
            self.intake.take(sighting, self.watcher.seat_zones)
        if sighting.kind is SightingKind.CAMERA_LOST:
            self.camera_trouble = f"the camera's picture is {sighting.reason}"
            self.report(self.camera_trouble)
        elif sighting.kind is SightingKind.CAMERA_MOVED:
            self.camera_moves += 1
            self.report("the camera was moved: the cards are followed to where they lie now")

    def lose_camera(self, why: str) -> None:
        """The camera is gone: say so, also on the lamp; everything else goes on."""
        if why != self.camera_trouble:
            self.report(why)
        self.camera_trouble = why
        self.lights.forget()
        self._light()

    def speak(self) -> None:
        """Have said what is new on the table, whoever laid or typed it; what was there at the start is not new."""
        if self.speaker is None:
            return
        with self._job(VOICE):
            before, self._heard = self._heard, self.live.table()
            if before is None or before is self._heard:
                return
            sentence = news(before, self._heard, self.speaker.language)
            if sentence:
                self.speaker.say(sentence)

    def flash(self, lamp: Lamp, seconds: float) -> None:
        """Let the lamp say this for a while, unless something is out of order."""
        self.lights.flash(lamp, seconds)

    def say_what_is_open(self) -> None:
        """Where frames end in the middle of a trick, say so; the trick stays open."""
        hand = self.live.table().hand
        if hand and hand.open_trick and not hand.is_trick_full:
            laid = len(hand.open_trick.plays)
            self.report(f"trick {hand.open_trick.number} of hand {hand.number} is open: {laid} of {len(hand.seats)} cards")

    def answer_presses(self) -> None:
        """Turn every press that waits into a command; works without a camera as well. Storage that fails is shown.

        What could not be written before is tried again. A press that waits already is not meant twice.
        """
        with self._job("writing"):
            self._notice(self.outbox.write())
        while True:
            try:
                press = self.panel.presses.get_nowait()
            except Empty:
                return
            self.pressed.append(press)
            with self._job("a button"):
                self._answer(press)

    def _answer(self, press: Press) -> None:
        if press is Press.NEW_KEY:
            self._renew_key()
            return
        command = meaning(press, self.live.table(), self.album.keep_film)
        if command is not None:
            self._notice(self.outbox.put_once(command))

    def _propose(self, command: Command) -> None:
        self._notice(self.outbox.put(command))

    def keep_film(self) -> str | None:
        """The last seconds as a picture in the evidence; its name, or None where there is none."""
        return self.album.keep_film()

    def _renew_key(self) -> None:
        """A new key for the page: whoever scored must scan it again."""
        try:
            KeyRing(self.live.ledger.path.with_name(KEYS)).renew()
        except OSError as error:
            self.report(f"no new key could be kept: {error.strerror}")
            return
        self.report("a new key for the page was made: it is on the set-up page")
        self.lights.flash(Lamp.GREEN_FLASH)

    def _notice(self, events: list[Event]) -> None:
        if any(isinstance(event, TrickConfirmed) for event in events):
            self.lights.flash(Lamp.GREEN_FLASH)

    def _light(self) -> None:
        """The lamp; red where anything that the score rests on is out of order."""
        with self._job("the lamp"):
            table: Table | None = None
            with self._job("the log"):
                table = self.live.table()
                self.lights.flash_what_is_proved(table)
            is_failing = self.storage_is_down or self.failures.keys() - {VOICE}
            if table is None or self.camera_trouble or is_failing or self.live.damage():
                self.lights.alarm()
            else:
                self.lights.show(table)


def _in_play(table: Table) -> InPlay:
    """What the eye is told of the cards."""
    return InPlay(
        pack=labels_in_play(table),
        copies=table.pack.copies if table.setup else 1,
        suits=suits_of(table.pack) if table.setup else Expected.UNKNOWN,
        typed=typed_labels(table),
        has_dummy=has_dummy(table),
        dummy=table.hand.dummy if table.hand else None,
    )
