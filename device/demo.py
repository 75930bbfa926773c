"""The demo: a whole evening without hardware. Rendered frames go through the real vision, log and page."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from device.box import Box, Door
from device.evening import Evening, player_names
from device.loop import TableLoop
from device.panel import PaperPanel, Press
from device.simulation import CARD_WIDTH, indexed_design
from scoring.cards import Card
from scoring.commands import AddMissedCard, CorrectCard, EndSession, PlayCard, RemoveCard, StartSession
from scoring.errors import Refused
from scoring.hands import Hand
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.projections import questions
from vision.reader import Reader
from vision.sighting import Frame
from vision.training.decks import Deck
from vision.watcher import Watcher

PATIENCE, QUESTION_PATIENCE = 20, 70
"""Frames that the demo waits for a person: before it presses confirm, and before it puts the trick right itself."""


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
        assert evening.hand is not None
        number = len(evening.hand.laid)
        hand = table.hand
        is_fact = hand is not None and hand.number == evening.hand.number and hand.confirmed >= number
        if not is_fact and waited % PATIENCE == PATIENCE - 1:
            self._help(evening.hand, number, waited >= QUESTION_PATIENCE)
        return is_fact or table.is_ended

    def _help(self, truth: Hand, number: int, is_patience_over: bool) -> None:
        """Press the button; where that is not enough, make the log say what really lies on the table."""
        if questions(self.live.table()) and not is_patience_over:
            return
        if is_patience_over:
            try:
                self._tell(truth, number)
            except Refused:
                return
        self.panel.presses.put(Press.CONFIRM)

    def _tell(self, truth: Hand, number: int) -> None:
        """Name unsure cards of the trick, add what was missed and take out what is too much."""
        hand = self.live.table().hand
        cards = [play.card for play in truth.laid[number - 1] if play.card]
        if hand is None or hand.number < truth.number:
            self.live.submit(PlayCard(by="demo", card=cards[0]), now)
        place = {"hand": truth.number, "trick": number}
        for position, card in enumerate(cards):
            seen = self._seen(number)
            if position < len(seen) and (seen[position] is None or (seen[position] != card and card not in seen)):
                self.live.submit(CorrectCard(by="demo", position=position, card=card, **place), now)
            elif card not in seen:
                self.live.submit(AddMissedCard(by="demo", position=position, card=card, **place), now)
        for position, found in reversed(list(enumerate(self._seen(number)))):
            if position >= len(cards):
                self.live.submit(RemoveCard(by="demo", position=position, was=found, **place), now)

    def _seen(self, number: int) -> list[Card | None]:
        hand = self.live.table().hand
        laid = hand.laid[number - 1] if hand and len(hand.laid) >= number else ()
        return [play.card for play in laid]


@dataclass
class Demo:
    """The wired demo; `run` plays until `stop`."""

    data: Path
    players: int
    seed: int
    speed: float
    troubles: tuple[str, ...]
    game: str = "spar"

    def __post_init__(self) -> None:
        self.live = LiveTable(Ledger(self.data / "log.db"))
        self.evidence = EvidenceStore(self.data / "evidence")
        self.panel = PaperPanel()
        dealer = Dealer(self.live, self.panel)
        # The page speaks English, so the cards do.
        deck = Deck(replace(indexed_design(self.seed), language="english"))
        self.start_session()
        table = self.live.table()
        self.evening = Evening(
            self.players,
            self.seed,
            self.troubles,
            may_go_on=dealer.may_go_on,
            deck=deck,
            pack=table.pack.name,
            hand_size=table.agreed.options.hand_size,
            direction=table.agreed.options.direction,
        )
        self.loop = TableLoop(Watcher(Reader(), CARD_WIDTH), self.live, self.evidence, self.panel, now)
        self.box = Box(self.loop, self.data)
        self._stop = threading.Event()

    def start_session(self) -> None:
        """Sit down; an older session of the same folder is ended first."""
        table = self.live.table()
        if table.setup is not None and not table.is_ended:
            self.live.submit(EndSession(by="demo"), now)
        options: dict[str, object] = {"double_six": True} if self.game == "spar" else {"target": "none"}
        start = StartSession(by="demo", game=self.game, players=player_names(self.players), options=options)
        self.live.submit(start, now)

    def run(self) -> None:
        """Play for ever."""
        door = Door(self.box)
        try:
            for frame in self._paced(self.evening.frames()):
                self.box.step(frame)
                if self._stop.is_set():
                    return
        finally:
            door.shut()

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
