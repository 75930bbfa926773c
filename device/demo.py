"""The demo: a whole evening without hardware. Rendered frames go through the real vision, log and page."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from device.evening import GAME, Evening, spar_players
from device.loop import TableLoop
from device.panel import PaperPanel, Press
from device.simulation import CARD_WIDTH
from scoring.commands import AddMissedCard, CorrectCard, EndSession, StartSession
from scoring.errors import Refused
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.projections import questions
from vision.reader import Reader
from vision.sighting import Frame
from vision.watcher import Watcher

PATIENCE, QUESTION_PATIENCE = 20, 60
"""Frames that the demo waits for a person: before it presses confirm, and before it answers a question itself."""


def now() -> datetime:
    """The time of day, for the log."""
    return datetime.now(UTC)


@dataclass
class Dealer:
    """Plays the people of the demo: presses the button, and answers questions with the truth, unless somebody else does."""

    live: LiveTable
    panel: PaperPanel

    def may_go_on(self, evening: Evening, waited: int) -> bool:
        """Whether the trick that lies there has become fact."""
        table = self.live.table()
        played = evening.hand
        assert played is not None
        number = len(played.laid)
        hand = table.hand
        if hand is not None and hand.confirmed >= number and not table.is_ended:
            return True
        if waited % PATIENCE == PATIENCE - 1:
            self._help(evening, waited)
        return table.is_ended

    def _help(self, evening: Evening, waited: int) -> None:
        asked = questions(self.live.table())
        if not asked:
            self.panel.presses.put(Press.CONFIRM)
        elif waited >= QUESTION_PATIENCE:
            self._answer(evening, asked[0])
        elif asked[0]["kind"] == "unsure" and asked[0]["trick"] < len(evening.hand.laid if evening.hand else ()):
            self.panel.presses.put(Press.CONFIRM)

    def _answer(self, evening: Evening, question: dict[str, object]) -> None:
        assert evening.hand is not None
        table = self.live.table()
        trick, position = int(str(question["trick"])), int(str(question["position"]))
        truth = [play.card for play in evening.hand.laid[trick - 1]]
        place = {"hand": int(str(question["hand"])), "trick": trick}
        if question["kind"] == "too_many":
            self.panel.presses.put(Press.TAKE_BACK)
            return
        if question["kind"] == "unsure":
            card = truth[position]
            command: CorrectCard | AddMissedCard | None = (
                CorrectCard(by="demo", position=position, card=card, **place) if card else None
            )
        else:
            seen = [play.card for play in table.hand_numbered(place["hand"]).laid[trick - 1]]
            missing = next((i for i, card in enumerate(truth) if card not in seen), None)
            card = truth[missing] if missing is not None else None
            command = AddMissedCard(by="demo", position=missing, card=card, **place) if card and missing is not None else None
        if command is not None:
            self.live.submit(command, now)


@dataclass
class Demo:
    """The wired demo; `run` plays until `stop`."""

    data: Path
    players: int
    seed: int
    speed: float
    troubles: tuple[str, ...]

    def __post_init__(self) -> None:
        self.live = LiveTable(Ledger(self.data / "log.db"))
        self.evidence = EvidenceStore(self.data / "evidence")
        self.panel = PaperPanel()
        dealer = Dealer(self.live, self.panel)
        self.evening = Evening(self.players, self.seed, self.troubles, may_go_on=dealer.may_go_on)
        self.loop = TableLoop(Watcher(Reader(), CARD_WIDTH), self.live, self.evidence, self.panel, now)
        self._stop = threading.Event()

    def start_session(self) -> None:
        """Sit down; an older session of the same folder is ended first."""
        table = self.live.table()
        if table.setup is not None and not table.is_ended:
            self.live.submit(EndSession(by="demo"), now)
        options: dict[str, object] = {"double_six": True}
        self.live.submit(StartSession(by="demo", game=GAME, players=spar_players(self.players), options=options), now)

    def run(self) -> None:
        """Play for ever."""
        self.start_session()
        for frame in self._paced(self.evening.frames()):
            self.loop.step(frame)
            if self._stop.is_set():
                return

    def stop(self) -> None:
        """Let `run` return after the present frame."""
        self._stop.set()

    def _paced(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        """Frames no faster than `speed` times the table's own time."""
        started = time.monotonic()
        for frame in frames:
            wait = started + frame.at / self.speed - time.monotonic()
            if wait > 0:
                self._stop.wait(wait)
            else:
                started -= wait
            yield frame


__all__ = ["Demo", "Refused"]
