"""A webhook: every hand that came to a result goes to an address of the owner's, at least once, signed.

There is no queue. What is due is what the hub's tables show and the receiver has not confirmed; what it has confirmed stands in
a file.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from threading import Event
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
)

from club.neighbours.hands import finished, name_of
from club.room import Session
from scoring.errors import ScoringError
from scoring.ledger.files import write_file

CONFIRMED = "webhook.json"
"""Name of the file, in the hub's data folder, of what the receiver has confirmed."""

PATIENCE_S = 10.0
"""Seconds that the receiver may be silent."""

LOOK_S, LATEST_S = 1.0, 600.0
"""Seconds between two looks at the tables; where something was not taken twice as many each time, up to the latter."""

SIGNATURE = "Cardtable-Signature"
"""The header with the HMAC of the body by the secret: `sha256=` and hexadecimal digits."""


class BadWebhook(ScoringError, ValueError):
    """An address that nothing can be sent to; the sentence says what is expected."""

    code = "bad-webhook"


class NotTaken(Exception):
    """The receiver has not confirmed what was sent; `is_away` where nobody answered at all."""

    def __init__(self, why: str, is_away: bool = False) -> None:
        super().__init__(why)
        self.is_away = is_away


@dataclass(frozen=True)
class Target:
    """Where hands go, and the secret that signs them. Raises `BadWebhook`."""

    address: str
    secret: str = field(repr=False)

    def __post_init__(self) -> None:
        if not _is_address(self.address):
            raise BadWebhook(f"the webhook's address is {self.address!r}: expected one such as https://example.org/cards")
        if len(self.secret) < 16:
            raise BadWebhook("the webhook's secret is too short: expected 16 characters or more")

    def send(self, body: bytes) -> None:
        """Post it; raises `NotTaken` unless the receiver answers that it has it."""
        headers = {"Content-Type": "application/json", "User-Agent": "Cardtable", SIGNATURE: signature(body, self.secret)}
        receiver = f"the webhook's receiver at {urlsplit(self.address).netloc}"
        try:
            with _opener().open(Request(self.address, body, headers, method="POST"), timeout=PATIENCE_S):  # noqa: S310  # checked
                return
        except HTTPError as error:
            error.close()
            raise NotTaken(f"{receiver} answers {error.code} {error.reason}") from None
        except (OSError, HTTPException) as error:
            raise NotTaken(f"{receiver} does not answer: {getattr(error, 'reason', error)}", is_away=True) from None


def signature(body: bytes, secret: str) -> str:
    """What the header says."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


@dataclass
class Webhook:
    """Sends from a thread of its own: nobody waits for the receiver. `trouble` is a sentence while something is not taken.

    `sessions` gives those of the evening; `path` is the file of what was confirmed.
    """

    target: Target
    path: Path
    sessions: Callable[[], Iterable[Session]]
    trouble: str = ""
    _done: dict[str, Session] = field(default_factory=dict)

    def run(self, stop: Event) -> None:
        """Send until `stop` what is new, and after pauses that grow what was not taken."""
        confirmed, pause = read_confirmed(self.path), LOOK_S
        while not stop.wait(pause):
            is_done = self.deliver(confirmed, stop)
            pause = LOOK_S if is_done else min(2 * pause, LATEST_S)

    def deliver(self, confirmed: dict[str, str], stop: Event) -> bool:
        """Send what is due; whether all of it was taken. A receiver that does not answer at all is not asked again this time."""
        trouble, sessions = "", {name_of(session): session for session in self.sessions()}
        for found in [found for found in confirmed if found.rpartition("/")[0] not in sessions]:
            del confirmed[found]  # of another evening: not due again
        self._done = {name: session for name, session in self._done.items() if name in sessions}
        for name, session in sessions.items():
            if self._done.get(name) is session or stop.is_set():
                continue
            try:
                refused = self._send(session, confirmed)
            except NotTaken as error:
                trouble = str(error)
                break
            trouble = refused or trouble
            if not refused:
                self._done[name] = session
        self.trouble = trouble
        return not trouble

    def _send(self, session: Session, confirmed: dict[str, str]) -> str:
        """Why the receiver refused a hand; others are sent all the same. Raises `NotTaken` where nobody answers."""
        refused = ""
        for found in list(finished(session, confirmed)):
            try:
                self.target.send(found.body)
            except NotTaken as error:
                if error.is_away:
                    raise
                refused = str(error)
            else:
                confirmed[found.id] = found.sum
                refused = self._keep(confirmed) or refused
        return refused

    def _keep(self, confirmed: Mapping[str, str]) -> str:
        """Write down what the receiver has; why that cannot be: after a restart some of it is sent again then."""
        try:
            write_file(self.path, json.dumps(confirmed).encode())
        except OSError as error:
            return f"{self.path}: what the webhook's receiver has cannot be kept: {error.strerror}"
        return ""


def read_confirmed(path: Path) -> dict[str, str]:
    """What the receiver has; nothing where there is no such file, or it makes no sense: then all is sent again."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {str(name): str(total) for name, total in found.items()}
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}


def _is_address(address: str) -> bool:
    """Whether it leads to a host by HTTP, with no password in it and nothing that is no part of an address."""
    try:
        parts = urlsplit(address)
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and parts.username is None
    except ValueError:
        return False
    return is_right and address.isascii() and address.isprintable() and " " not in address


def _opener() -> OpenerDirector:
    """Speaks HTTP and nothing else: it opens no files, and follows no redirects, which may lead anywhere."""
    opener = OpenerDirector()
    for handler in (HTTPHandler(), HTTPSHandler(), HTTPDefaultErrorHandler(), HTTPErrorProcessor()):
        opener.add_handler(handler)
    return opener
