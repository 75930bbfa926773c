"""The table loop: frames and presses in, commands to the log, the lamp out.

It is a state machine whose state is the log itself plus two facts of its own: whether the camera sees and whether the
log can be written. What it waits for (`Attention`) is computed from the table each time.
"""

import math
import sqlite3
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from queue import Empty

import cv2

from device.config import Confirm
from device.faces import card_of, label_of, reading_of
from device.film import Film
from device.fishing import SeenTurn
from device.framing import surroundings
from device.panel import Lamp, Panel, Press
from device.whose import is_next_lead_of_a_pair, is_shown, place_of, reply_first, witness
from scoring.commands import (
    CloseDispute,
    Command,
    ConfirmTrick,
    CorrectCard,
    OpenDispute,
    PlayCard,
    TurnUpCard,
    Undo,
    WithdrawCard,
)
from scoring.errors import Refused
from scoring.events import Event, TrickConfirmed
from scoring.ledger import EvidenceStore, LiveTable
from scoring.ledger.keys import KEYS, KeyRing
from scoring.projections import Attention, attention
from scoring.table import Table
from vision.sighting import Frame, Sighting, SightingKind
from vision.watcher import Watcher

STEADY_LAMPS = {
    Attention.IDLE: Lamp.OFF,
    Attention.READING: Lamp.WHITE,
    Attention.TRICK_WAITS: Lamp.WHITE_PULSING,
    Attention.QUESTION: Lamp.AMBER,
    Attention.OVER: Lamp.WHITE,
}
FLASH_S = 1.4
"""Seconds for which a flash stays before the lamp says again what it waits for."""


def warn(line: str) -> None:
    """Tell the owner, where services write."""
    print(line, file=sys.stderr)


@dataclass
class TableLoop:
    """Joins one table's eye, hands and lamp to its log; `step` takes one frame."""

    watcher: Watcher
    live: LiveTable
    evidence: EvidenceStore
    panel: Panel
    clock: Callable[[], datetime]
    confirm: Confirm = Confirm.BUTTON
    report: Callable[[str], None] = warn
    camera_trouble: str = ""
    camera_moves: int = 0
    storage_is_down: bool = False
    pictures_are_down: bool = False
    turn: SeenTurn = field(default_factory=SeenTurn)
    pressed: deque[Press] = field(default_factory=lambda: deque(maxlen=5))
    _waiting: deque[Command] = field(default_factory=deque)
    _flash: tuple[Lamp, float] | None = None
    _now: float = 0.0
    _proved: int = 0
    _film: Film = field(default_factory=Film)
    _photographed: dict[int, str] = field(default_factory=dict)
    _laid_at: float = -math.inf

    def __post_init__(self) -> None:
        self._proved = proved_in(self.live.table())

    def step(self, frame: Frame) -> None:
        """Everything that this frame and the presses since the last one lead to; storage that fails is shown and survived."""
        self._now = frame.at
        self._film.see(frame.picture)
        try:
            self._see(frame)
        except sqlite3.Error as error:
            self._storage_fails(error)

    def stand_by(self, frame: Frame) -> None:
        """A frame that serves something else: presses are answered, and the lamp goes on saying what it says."""
        self._now = frame.at
        try:
            self.answer_presses()
            self._light()
        except sqlite3.Error as error:
            self._storage_fails(error)

    def _see(self, frame: Frame) -> None:
        self.watcher.pack = self._pack_in_play()
        self.watcher.typed = self._typed_cards()
        for sighting in reply_first(self.live.table().hand, self.watcher.see(frame)):
            self._take(sighting)
        self.camera_trouble = (self.camera_trouble or "the camera's picture shows nothing") if self.watcher.is_blind else ""
        self.answer_presses()
        self._flash_what_is_proved()
        self._light()

    def _pack_in_play(self) -> frozenset[str]:
        """Labels of the cards of the running game; a card of another pack is still seen when it is clear."""
        hand = self.live.table().hand
        return frozenset(label_of(card) for card in hand.order.pack.cards) if hand else frozenset()

    def _typed_cards(self) -> frozenset[str]:
        """Cards of the running hand that people typed in: nobody photographed them."""
        hand = self.live.table().hand
        plays = [play for trick in hand.laid for play in trick] if hand else []
        return frozenset(label_of(play.card) for play in plays if play.card and play.reading.evidence is None)

    def lose_camera(self, why: str) -> None:
        """The camera is gone: say so, also on the lamp; everything else goes on."""
        if why != self.camera_trouble:
            self.report(why)
        self.camera_trouble = why
        self._flash = None
        self._light()

    def flash(self, lamp: Lamp, seconds: float) -> None:
        """Let the lamp say this for a while, unless something is out of order."""
        self._flash = (lamp, self._now + seconds)

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
        self._write_waiting()
        while True:
            try:
                press = self.panel.presses.get_nowait()
            except Empty:
                return
            self.pressed.append(press)
            try:
                command = self._command_for(press)
            except sqlite3.Error as error:
                self._storage_fails(error)
                continue
            if command is not None and command not in self._waiting:
                self._waiting.append(command)
                self._write_waiting()

    def _take(self, sighting: Sighting) -> None:
        kind, table = sighting.kind, self.live.table()
        if table.setup is not None and not table.game.has_tricks:
            self.turn.see(sighting, table)
        elif kind in (SightingKind.CARD_PLAYED, SightingKind.CARD_HIDDEN):
            self._take_card(sighting)
        elif kind in (SightingKind.CARD_NAMED, SightingKind.CARD_TURNED):
            self._name_card(sighting)
        elif kind in (SightingKind.CARDS_TAKEN, SightingKind.PILE_CLEARED):
            self._take_back(sighting)
        if kind is SightingKind.CAMERA_LOST:
            self.camera_trouble = f"the camera's picture is {sighting.reason}"
            self.report(self.camera_trouble)
        elif kind is SightingKind.CAMERA_MOVED:
            self.camera_moves += 1
            self.report("the camera was moved: the cards are followed to where they lie now")

    def _take_card(self, sighting: Sighting) -> None:
        table = self.live.table()
        if table.setup is None or table.is_ended:
            return
        hand = table.hand
        if hand and not table.is_hand_over and is_shown(hand, sighting):
            return
        laid_at, self._laid_at = self._laid_at, sighting.at
        may_confirm = hand and hand.is_trick_full and self.confirm is Confirm.NEXT_LEAD
        if hand and (may_confirm or is_next_lead_of_a_pair(hand, sighting, laid_at)):
            self._waiting.append(ConfirmTrick(by="next lead", hand=hand.number, trick=hand.trick_to_confirm))
            self._write_waiting()
            hand = self.live.table().hand
        is_hidden = sighting.kind is SightingKind.CARD_HIDDEN
        pack = hand.order.pack if hand else None
        evidence = self._keep(sighting)
        if sighting.number is not None and evidence is not None:
            self._photographed[sighting.number] = evidence
        self._waiting.append(
            PlayCard(
                by="camera",
                card=None if is_hidden else card_of(sighting.label, pack),
                seat=witness(table, hand, sighting, self.watcher.seat_zones),
                face_down=is_hidden,
                reading=reading_of(sighting, evidence, pack),
            )
        )
        self._write_waiting()

    def _name_card(self, sighting: Sighting) -> None:
        """A card that was asked about became clear, or one that lay face down was turned up; what people said stands."""
        hand = self.live.table().hand
        card = card_of(sighting.label, hand.order.pack) if hand else None
        found = place_of(hand, self._photographed.get(sighting.number or 0)) if hand else None
        if hand is None or card is None or found is None:
            return
        trick, position = found
        play = hand.at(trick, position)
        if play.is_hidden:
            self._waiting.append(TurnUpCard(by="camera", hand=hand.number, trick=trick, position=position, card=card))
        elif play.card is None:
            self._waiting.append(CorrectCard(by="second look", hand=hand.number, trick=trick, position=position, card=card))

    def _take_back(self, sighting: Sighting) -> None:
        """A card lifted off the pile again is withdrawn, if it was the last one played to the open trick.

        Where nothing is left then it was a lead; of a trick that is full everything is gathered.
        """
        hand = self.live.table().hand
        trick = hand.open_trick if hand else None
        if hand is None or trick is None or (sighting.kind is SightingKind.PILE_CLEARED and hand.is_trick_full):
            return
        taken = [card_of(label, hand.order.pack) for label in sighting.cards]
        if taken and taken == [play.card for play in trick.plays[-1:]]:
            self._waiting.append(WithdrawCard(by="camera"))

    def _keep(self, sighting: Sighting) -> str | None:
        """The part of the frame that shows the card, in the evidence."""
        if sighting.picture is None or sighting.quad is None:
            return None
        return self._keep_picture(cv2.imencode(".jpg", surroundings(sighting), [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())

    def keep_film(self) -> str | None:
        """The last seconds as a picture in the evidence; its name, or None where there is none."""
        sheet = self._film.sheet()
        return None if sheet is None else self._keep_picture(sheet)

    def _keep_picture(self, jpeg: bytes) -> str | None:
        """Write the picture before the event that names it; a full card costs the picture and not the play."""
        try:
            name = self.evidence.keep(jpeg)
        except OSError as error:
            if not self.pictures_are_down:
                self.report(f"{self.evidence.folder}: no pictures are kept: {error.strerror}")
            self.pictures_are_down = True
            return None
        self.pictures_are_down = False
        return name

    def _command_for(self, press: Press) -> Command | None:
        table = self.live.table()
        hand = table.hand
        if press is Press.NEW_KEY:
            self._renew_key()
            return None
        if press is Press.UNDO:
            return Undo(by="button") if table.setup else None
        if hand is None:
            return None
        if press is Press.CONFIRM:
            # With no card laid since the last trick there is nothing to confirm: a phone was quicker.
            return ConfirmTrick(by="button", hand=hand.number, trick=hand.trick_to_confirm) if hand.open_trick else None
        if press is Press.TAKE_BACK:
            return WithdrawCard(by="button")
        if table.disputed:
            return CloseDispute(by="button")
        return OpenDispute(by="button", hand=hand.number, trick=max(1, len(hand.laid)), evidence=self.keep_film())

    def _renew_key(self) -> None:
        """A new key for the page: whoever scored must scan it again."""
        try:
            KeyRing(self.live.ledger.path.with_name(KEYS)).renew()
        except OSError as error:
            self.report(f"no new key could be kept: {error.strerror}")
            return
        self.report("a new key for the page was made: it is on the set-up page")
        self.flash(Lamp.GREEN_FLASH, FLASH_S)

    def _write_waiting(self) -> None:
        """Write what waits, in order; while the card cannot be written, it goes on waiting."""
        while self._waiting:
            try:
                events = self.live.submit(self._waiting[0], self.clock)
            except Refused as error:
                self.report(str(error))
                events = []
            except sqlite3.Error as error:
                self._storage_fails(error)
                return
            self.storage_is_down = False
            self._waiting.popleft()
            self._notice(events)

    def _storage_fails(self, error: sqlite3.Error) -> None:
        if not self.storage_is_down:
            self.report(f"{self.live.ledger.path}: the log cannot be used: {error}")
        self.storage_is_down = True
        self.panel.show(Lamp.RED)

    def _notice(self, events: list[Event]) -> None:
        if any(isinstance(event, TrickConfirmed) for event in events):
            self.flash(Lamp.GREEN_FLASH, FLASH_S)

    def _flash_what_is_proved(self) -> None:
        """Once for each new proof, whoever laid, typed or corrected the card that gave it."""
        proved = proved_in(self.live.table())
        if proved > self._proved:
            self.flash(Lamp.RED_TWICE, FLASH_S)
        self._proved = proved

    def _light(self) -> None:
        if self.camera_trouble or self.storage_is_down:
            self.panel.show(Lamp.RED)
        elif self._flash and self._now < self._flash[1]:
            self.panel.show(self._flash[0])
        else:
            self.panel.show(STEADY_LAMPS[attention(self.live.table())])


def proved_in(table: Table) -> int:
    """How many offences the cards prove, over the whole session."""
    return sum(len(deal.offences) for deal in table.deals)
