"""The box under test: everything real but the eye, the hardware and the disk, which fail when they are told to."""

import errno
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from device.box import Box
from device.config import Config
from device.loop import TableLoop
from device.panel import PaperPanel, Press
from scoring.commands import Command, StartSession
from scoring.errors import Refused
from scoring.events import Event
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.clock import CLOCK, SessionClock
from scoring.ledger.keys import KEYS, KeyRing
from scoring.ledger.store import Excerpt
from tests.device.benches import PICTURE, ScriptedWatcher
from vision.geometry import card_outline
from vision.sighting import Frame, Sighting, SightingKind
from web.app import create_app
from web.stream import News

PLACE = card_outline((160, 120), 60, 0)


class Killed(BaseException):
    """The process ended at this moment, as by `kill -9`: nothing after it was done."""


@dataclass
class Disk:
    """What the disk does with the next writes. `rival` is somebody who writes between a look at the log and the write."""

    failing_appends: int = 0
    is_full: bool = False
    kill_before: bool = False
    kill_after: bool = False
    rival: Callable[[], object] | None = None


class TroubledLedger(Ledger):
    """A log on such a disk; it remembers what was acknowledged."""

    def __init__(self, path: Path, disk: Disk) -> None:
        super().__init__(path)
        self.disk = disk

    def append(self, session: str, expected: int, events: Sequence[Event], position: int | None = None) -> int:
        disk = self.disk
        rival, disk.rival = disk.rival, None
        if rival is not None:
            rival()
        if disk.failing_appends:
            disk.failing_appends -= 1
            raise sqlite3.OperationalError("disk I/O error")
        if disk.kill_before:
            disk.kill_before = False
            raise Killed
        length = super().append(session, expected, events, position)
        if disk.kill_after:
            disk.kill_after = False
            raise Killed
        return length


class TroubledEvidence(EvidenceStore):
    """Pictures on such a disk."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        super().__init__(folder)
        self.disk = disk

    def keep(self, jpeg: bytes) -> str:
        if self.disk.is_full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().keep(jpeg)


@dataclass
class World:
    """One box in one folder, started anew as often as it is killed."""

    folder: Path
    wall: datetime = datetime(2026, 1, 1, 20, tzinfo=UTC)
    on: float = 100.0
    disk: Disk = field(default_factory=Disk)
    frames: int = 0
    is_camera_gone: bool = False
    starts: int = 0
    seen: int = 0
    broken_promises: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Switch the programs on, over whatever is in the folder."""
        self.starts += 1
        clock = SessionClock(self.folder / CLOCK, lambda: self.wall, lambda: self.on, lambda: "boot")
        self.live = LiveTable(TroubledLedger(self.folder / "log.db", self.disk), clock)
        self.eye, self.panel = ScriptedWatcher(), PaperPanel()
        evidence = TroubledEvidence(self.folder / "evidence", self.disk)
        eye: Any = self.eye  # stands in for the watcher
        loop = TableLoop(eye, self.live, evidence, self.panel, report=lambda _: None)
        self.box = Box(loop, Config(data=self.folder, buttons=False, tags=False))
        web = LiveTable(TroubledLedger(self.folder / "log.db", self.disk), clock)
        keys = KeyRing(self.folder / KEYS)
        app = create_app(web, EvidenceStore(self.folder / "evidence"), News(web.ledger), keys)
        self.phone = Phone(app.test_client(), keys.keys().table)

    def alive(self, what: Callable[[], Any]) -> Any:
        """Do it; where the programs are killed meanwhile they are started anew, and what was on its way is gone."""
        try:
            return what()
        except Killed:
            self.start()
            return None

    def step(self, *sightings: Sighting) -> None:
        """A frame in which that was seen; while the camera is gone, a look at buttons and storage alone."""
        self.wall += timedelta(seconds=0.1)
        self.on += 0.1
        self.frames += 1
        if self.is_camera_gone:
            self.alive(lambda: self.box.loop.lose_camera("the camera gives no pictures"))
            self.alive(self.box.loop.answer_presses)
            return
        if sightings:
            self.eye.script.append(list(sightings))
            self.seen += sum(one.kind in (SightingKind.CARD_PLAYED, SightingKind.CARD_HIDDEN) for one in sightings)
        self.alive(lambda: self.box.step(Frame(self.frames, self.frames / 10, PICTURE)))

    def wait(self, frames: int) -> None:
        """Nothing happens."""
        for _ in range(frames):
            self.step()

    def press(self, press: Press, times: int = 1) -> None:
        """Somebody presses a button, and a frame later it has been heard."""
        for _ in range(times):
            self.panel.presses.put(press)
        self.step()

    def post(self, action: str, **fields: object) -> None:
        """Somebody sends a form; what the page says that it has written must be in the log."""
        before = len(self.log().recorded)
        if self.alive(lambda: self.phone.post(action, **fields)) and len(self.log().recorded) == before:
            self.broken_promises.append(f"the page said yes to {action}, and nothing is in the log")

    def do(self, command: Command) -> None:
        """Straight to the log, as another program would."""
        try:
            LiveTable(Ledger(self.folder / "log.db")).submit(command)
        except (Refused, sqlite3.Error):
            return

    def log(self) -> Excerpt:
        """Everything in the session, as anybody who starts now reads it."""
        ledger = Ledger(self.folder / "log.db")
        session = ledger.current()
        return ledger.excerpt(session) if session else Excerpt(())

    def sit_down(self, game: str, players: tuple[str, ...]) -> None:
        """Begin the session."""
        self.live.submit(StartSession(by="people", game=game, players=players, options={"target": "none"}))


@dataclass
class Phone:
    """A phone with the table's key."""

    client: FlaskClient
    key: str

    def __post_init__(self) -> None:
        assert self.client.get(f"/key/{self.key}").status_code == 303
        with self.client.session_transaction() as visit:
            self.token = visit["token"] = "0123"

    def post(self, action: str, **fields: object) -> bool:
        """Whether the page says that it did it."""
        data = {**{name: str(value) for name, value in fields.items()}, "token": self.token}
        answer = self.client.post(f"/do/{action}", data=data, headers={"X-Live": "1"})
        return answer.status_code == 200 and not answer.text


def card_seen(label: str, number: int, *likely: str) -> Sighting:
    """A card comes to rest: read for certain, or `??` with what it may be."""
    alternatives = tuple((one, 0.4) for one in likely) or ((label, 0.98),)
    confidence = 0.4 if likely else 0.98
    kind = SightingKind.CARD_PLAYED
    return Sighting(kind, number / 10, number, label, confidence, alternatives, PLACE, picture=PICTURE, number=number)
