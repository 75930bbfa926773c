"""A hub on paper: real tables in a real archive, and everything that the pages may ask of it."""

import sqlite3
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from club.archive import Archive
from club.pages import create_app
from club.pages.live import news_of
from club.pages.services import BoxSeen
from club.room import Room, Session
from club.wire import NOTHING, chain
from scoring import Table, fold
from scoring.cards import Card
from scoring.commands import Command, ConfirmTrick, PlayCard, StartSession
from scoring.decide import decide
from scoring.events import Event
from scoring.ledger import Recorded
from scoring.ledger.keys import KeyRing
from scoring.ledger.records import export_lines
from scoring.tricks import Reading
from tests.conftest import NOON


@dataclass
class PaperTable:
    """A box that plays; everything it writes is at the hub at once."""

    hub: "PaperHub"
    box: str
    session: str = "s"
    table: Table = Table()
    events: list[Event] = field(default_factory=list)

    def do(self, *commands: Command) -> None:
        for command in commands:
            new = decide(self.table, command, NOON)
            self.events += new
            self.table = fold(new, self.table)
        recorded = [Recorded(self.session, seq, event) for seq, event in enumerate(self.events, 1)]
        lines = list(export_lines(recorded))[1:]
        excerpt = chain(self.session, NOTHING, [(item.seq, line) for item, line in zip(recorded, lines, strict=True)])
        self.hub.archive.take([(self.box, excerpt)])
        self.hub.changed()

    def start(self, *players: str, game: str = "spar") -> "PaperTable":
        self.do(StartSession(by="t", game=game, players=players))
        return self

    def lay(self, *tricks: str, confirm: bool = True) -> None:
        for trick in tricks:
            self.do(*(PlayCard(by="t", card=Card.parse(code), reading=Reading(0.97, (), "ab" * 32)) for code in trick.split()))
            hand = self.table.hand
            if confirm and hand:
                self.do(ConfirmTrick(by="t", hand=hand.number, trick=hand.trick_to_confirm))


class PaperHub:
    """See `club.pages.services.Hub`."""

    name = "The Thursday Club"

    def __init__(self, folder: Path) -> None:
        self.archive = Archive(folder / "hub.db")
        self.room, self.seen, self.revoked = Room(self.archive), dict[str, BoxSeen](), list[str]()
        self.pictures: dict[tuple[str, str], bytes] = {}
        self.trouble: tuple[str, ...] = ()
        self._version = 0

    def table(self, box: str, **seen: Any) -> PaperTable:
        """A box that has joined."""
        self.seen[box] = BoxSeen(**{"is_there": True, "program": "0.1.0", **seen})
        return PaperTable(self, box)

    def changed(self) -> None:
        self.room.catch_up()
        self._version += 1

    def sessions(self) -> tuple[Session, ...]:
        return self.room.sessions

    def current(self) -> dict[str, Session]:
        if self.trouble:
            raise sqlite3.OperationalError(self.trouble[0])
        return self.room.current

    def evening(self) -> Any:
        return ()

    def act(self, command: Any) -> list[Any]:
        return [command]

    def boxes(self) -> dict[str, BoxSeen]:
        return self.seen

    def version(self) -> int:
        return self._version

    def wait(self, version: int, timeout: float) -> int:
        return self._version

    def invite(self, box: str) -> str:
        return f"http://club.local/join#{box}.secret"

    def revoke(self, box: str) -> None:
        self.revoked.append(box)
        self.seen.pop(box)
        self.changed()

    def picture(self, box: str, name: str) -> bytes | None:
        return self.pictures.get((box, name))

    def troubles(self) -> tuple[str, ...]:
        return self.trouble


@dataclass
class Pages:
    """The pages over a hub on paper; `director` has shown the key, `guest` has not."""

    hub: PaperHub
    keys: KeyRing
    guest: FlaskClient
    director: FlaskClient

    def text(self, path: str, **more: Any) -> str:
        """What a guest reads there, with its signs as they are read."""
        answer = self.guest.get(path, **more)
        assert answer.status_code == 200, answer.text
        return unescape(answer.text)

    def does(self, what: str, **fields: Any) -> TestResponse:
        """The director sends a form of the page."""
        with self.director.session_transaction() as visit:
            fields["token"] = visit["token"]
        return self.director.post(what, data=fields, headers={"X-Live": "1"})


def pages_of(hub: PaperHub, folder: Path, **more: Any) -> Pages:
    keys = KeyRing(folder / "keys.json")
    app = create_app(hub, keys, news_of(hub), **more)
    made = Pages(hub, keys, app.test_client(), app.test_client())
    assert made.director.get(f"/key/{keys.keys().owner}").status_code == 303
    made.director.get("/director")
    return made
