"""A hub without a broker: what boxes would send is handed in, and everything else is the hub itself."""

import ssl
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from club.accounts import NoAccount
from club.archive import archive_at
from club.connection import Access, Message
from club.evening.acts import Act
from club.hub import Hub
from club.joining import Invitation
from club.pages import create_app
from club.wire import NOTHING, State, Topics, chain, excerpt_bytes, message_bytes
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
from web.stream import News

PICTURE = "ab" * 32
"""The name of every picture."""


class NoBroker(Access):
    """An account at no broker."""

    @property
    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context()


@dataclass
class PaperTable:
    """A box that plays; everything it writes is at the hub at once."""

    hub: "PaperHub"
    box: str
    session: str = "s"
    table: Table = Table()
    events: list[Event] = field(default_factory=list)

    def do(self, *commands: Command) -> "PaperTable":
        for command in commands:
            new = decide(self.table, command, NOON)
            self.events += new
            self.table = fold(new, self.table)
        self.hub.hear(Message(Topics(self.box).log, self.log()))
        return self

    def log(self) -> bytes:
        recorded = [Recorded(self.session, seq, event) for seq, event in enumerate(self.events, 1)]
        lines = list(export_lines(recorded))[1:]
        return excerpt_bytes(chain(self.session, NOTHING, [(item.seq, line) for item, line in zip(recorded, lines, strict=True)]))

    def start(self, *players: str, game: str = "spar", **options: Any) -> "PaperTable":
        return self.do(StartSession(by="t", game=game, players=players, options=options))

    def lay(self, *tricks: str, confirm: bool = True) -> "PaperTable":
        for trick in tricks:
            self.do(*(PlayCard(by="t", card=Card.parse(code), reading=Reading(0.97, (), PICTURE)) for code in trick.split()))
            hand = self.table.hand
            if confirm and hand:
                self.do(ConfirmTrick(by="t", hand=hand.number, trick=hand.trick_to_confirm))
        return self


class PaperAccounts:
    """Accounts that are only written down."""

    def __init__(self) -> None:
        self.known: set[str] = set()

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self.known))


class PaperHub(Hub):
    """A hub that hears what it is told."""

    def __init__(self, folder: Path) -> None:
        super().__init__("The Thursday Club", archive_at(folder / "hub.db"), NoBroker("nowhere", 1, "hub", "key", ""))
        self.accounts = PaperAccounts()  # type: ignore[assignment]  # it answers what the pages ask
        self.pictures: dict[tuple[str, str], bytes] = {}
        self.trouble: tuple[str, ...] = ()
        self.acted: list[Act] = []

    def table(self, box: str, **state: Any) -> PaperTable:
        """A box that has joined, and says how it is."""
        self.hear(Message(Topics(box).state, message_bytes(State("start", **state))))
        return PaperTable(self, box)

    def hear(self, message: Message) -> None:
        self.intake._take([message])
        self._follow()

    def act(self, act: Act) -> None:
        super().act(act)
        self.acted.append(act)

    def invite(self, box: str) -> Invitation:
        if not box:
            raise NoAccount("a table cannot be called '': small letters, digits and dashes, 40 at the most")
        self.accounts.known.add(box)  # type: ignore[attr-defined]  # see above
        return Invitation("http://club.local", self.name, box, "secret", "club.local", 8883, "sum")

    def revoke(self, box: str) -> None:
        if box not in self.accounts.names():
            raise NoAccount(f"there is no account called {box}")
        self.accounts.known.remove(box)  # type: ignore[attr-defined]  # see above

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

    def text(self, path: str, *, as_director: bool = False, **more: Any) -> str:
        """What is read there, with its signs as they are read."""
        answer = (self.director if as_director else self.guest).get(path, **more)
        assert answer.status_code == 200, answer.text
        return unescape(answer.text)

    def does(self, what: str, **fields: Any) -> TestResponse:
        """The director sends a form of the page."""
        with self.director.session_transaction() as visit:
            fields["token"] = visit["token"]
        return self.director.post(what, data=fields, headers={"X-Live": "1"})


def pages_of(hub: PaperHub, folder: Path, **more: Any) -> Pages:
    keys = KeyRing(folder / "keys.json")
    app = create_app(hub, keys, News(hub), **more)
    made = Pages(hub, keys, app.test_client(), app.test_client())
    assert made.director.get(f"/key/{keys.keys().owner}").status_code == 303
    made.director.get("/director")
    return made
