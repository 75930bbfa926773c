"""NFC tags: somebody holds one to a reader and is known by it.

The loop asks PC/SC itself for what changes: pyscard's own monitor never comes back once the daemon has been restarted.
A tag is kept as a keyed hash, never as its number, so that a bank card held to the reader leaves nothing behind.
"""

import hmac
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from scoring.ledger.files import write_file

POLL_MS = 400
"""Milliseconds that one look waits: the daemon itself asks its readers about as often, so a tag is held until it beeps."""

TRY_AGAIN_S = 0.5

ENDS_S = 5.0
"""Seconds in which the loop has ended once it is asked to, unless the smart card service hangs."""

GET_NUMBER = [0xFF, 0xCA, 0x00, 0x00, 0x00]
"""The pseudo command by which PC/SC readers tell a contactless tag's number (PC/SC part 3, 3.2.2.1.3)."""

GREEN_ONCE, RED_TWICE = (0xA8, 1), (0x54, 2)
"""Lamp bits and how often: the lamp and buzzer command of the ACR122U (its manual, 6.2). Other readers refuse it, silently."""


class ReaderState(Enum):
    """How it stands with the readers."""

    READY = "ready"
    NO_READER = "no reader is plugged in"
    NO_LIBRARY = "pyscard is not installed: sudo apt install python3-pyscard"
    NO_DAEMON = "the smart card service does not run: sudo systemctl start pcscd"
    DENIED = "this service may not use the reader: the polkit rule of the installation is missing"


@dataclass(frozen=True)
class Tap:
    """A tag was held to a reader; `mark` stands for it, and is empty where `refusal` says why it cannot be used."""

    reader: str
    mark: str = ""
    refusal: str = ""


class TagReaders:
    """Watches every reader in a thread of its own; `alive_at` is when the loop last went round (monotonic seconds).

    Without the library there is nothing to watch, and nothing that could hang.
    """

    def __init__(self, secret: Callable[[], str], on_tap: Callable[[Tap], bool]) -> None:
        """`secret` keys the marks; `on_tap` says whether the tag is welcome, which the reader's lamp and buzzer show."""
        self.state = ReaderState.NO_READER
        self.alive_at = time.monotonic()
        self._secret, self._on_tap = secret, on_tap
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="tags", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Watch no more; returns when the loop has ended, or hangs: then it ends with the program."""
        self._stop.set()
        self._thread.join(ENDS_S)

    def _watch(self) -> None:
        try:
            from smartcard import scard
        except ImportError:
            self.state, self.alive_at = ReaderState.NO_LIBRARY, float("inf")
            return
        while not self._stop.is_set():
            result, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_SYSTEM)
            if result == scard.SCARD_S_SUCCESS:
                try:
                    self._follow(scard, context)
                finally:
                    scard.SCardReleaseContext(context)
            else:
                is_denied = result == scard.SCARD_W_SECURITY_VIOLATION
                self._rest(ReaderState.DENIED if is_denied else ReaderState.NO_DAEMON)

    def _rest(self, state: ReaderState) -> None:
        self.state, self.alive_at = state, time.monotonic()
        self._stop.wait(TRY_AGAIN_S)

    def _follow(self, scard: Any, context: Any) -> None:
        """Follow all readers until the daemon is lost."""
        known: dict[str, int] = {}
        while not self._stop.is_set():
            result, readers = scard.SCardListReaders(context, [])
            if result == scard.SCARD_E_NO_READERS_AVAILABLE:
                known = {}
                self._rest(ReaderState.NO_READER)
                continue
            if result != scard.SCARD_S_SUCCESS:
                return
            self.state, self.alive_at = ReaderState.READY, time.monotonic()
            known = {reader: known.get(reader, scard.SCARD_STATE_UNAWARE) for reader in readers}
            result, states = scard.SCardGetStatusChange(context, POLL_MS, list(known.items()))
            if result == scard.SCARD_E_TIMEOUT:
                continue
            if result != scard.SCARD_S_SUCCESS:
                return
            for reader, state, _atr in states:
                if state & scard.SCARD_STATE_PRESENT and not known[reader] & scard.SCARD_STATE_PRESENT:
                    self._greet(scard, context, reader)
                known[reader] = state & ~scard.SCARD_STATE_CHANGED

    def _greet(self, scard: Any, context: Any, reader: str) -> None:
        """Read the tag's number and let the reader show whether it is welcome; one that left already is seen next time."""
        protocols = scard.SCARD_PROTOCOL_T0 | scard.SCARD_PROTOCOL_T1
        result, card, protocol = scard.SCardConnect(context, reader, scard.SCARD_SHARE_SHARED, protocols)
        if result != scard.SCARD_S_SUCCESS:
            return
        try:
            result, answer = scard.SCardTransmit(card, protocol, GET_NUMBER)
            if result != scard.SCARD_S_SUCCESS:
                return
            is_welcome = self._on_tap(self._tap(reader, bytes(answer)))
            lamp, times = GREEN_ONCE if is_welcome else RED_TWICE
            scard.SCardTransmit(card, protocol, [0xFF, 0x00, 0x40, lamp, 0x04, 0x02, 0x01, times, 0x01])
        finally:
            scard.SCardDisconnect(card, scard.SCARD_LEAVE_CARD)

    def _tap(self, reader: str, answer: bytes) -> Tap:
        number, status = answer[:-2], answer[-2:]
        if status != b"\x90\x00" or not number:
            return Tap(reader, refusal="this tag tells no number: take another one")
        if len(number) == 4 and number[0] == 0x08:
            return Tap(reader, refusal="a phone shows another number each time: hold a tag or a sticker to the reader")
        try:
            return Tap(reader, hmac.new(self._secret().encode(), number, "sha256").hexdigest()[:32])
        except OSError as error:
            return Tap(reader, refusal=f"the keys cannot be read: {error.strerror}")


class TagBook:
    """Whose tag is whose, in a file beside the log."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def names(self) -> dict[str, str]:
        """Every known tag's mark with the name of its player; a file that makes no sense knows nobody."""
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return {str(mark): str(name) for mark, name in found.items()} if isinstance(found, dict) else {}

    def keep(self, mark: str, name: str) -> None:
        """Remember whose tag it is; without a name it is forgotten. Raises OSError."""
        names = {**self.names(), mark: name}
        write_file(self.path, json.dumps({mark: name for mark, name in names.items() if name}).encode(), mode=0o640)
