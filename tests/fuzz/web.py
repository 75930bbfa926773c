"""The page: any request by anybody at tables in every state; only a bug answers 500, and no change spoils the pages after it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, unquote_to_bytes
from uuid import uuid4

from flask import Flask
from werkzeug.test import run_wsgi_app

from scoring.events import Event
from scoring.games import GAMES
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.keys import KeyRing
from tests.conftest import NOON
from tests.fuzz.door import Door
from tests.fuzz.evenings import EVENINGS, evening
from tests.fuzz.mutator import texts
from tests.unit.test_house_games import DOCS
from tests.web.browsing import ENROLLING, STATES, a_box
from tests.web.conftest import Page, PaperBox
from web import create_app
from web.doors import Limiter
from web.forms import COMMANDS
from web.options import asked_for
from web.setup import ASKED
from web.stream import News

ROLES = ("looker", "scorer", "owner")
AFTERWARDS = ("/", "/score", "/session", "/hand/1", "/past", "/tv", "/api/v1/session", "/out/score.csv")
FIELDS = (
    "hand=1&trick=1&position=0&card=AH&seat=A&players=Ama, Kofi&game=spar&dealer=1&stake=5"
    "&kind=bid&number=2&rank=K&suit=H&blind=1&cards=AH KH&text=B bids 2&action=capture&take=5H&value=6&build=0"
    "&offence=revoke:A:1&waived=1&reason=misdeal&player=Ama&name=Ama"
    "&language=fr&words=cs&colours=4&back=/score&pack=std52&lamp=red&quiet=1&sure=1&was=AH&option.target=5"
)
"""Everything that any form asks for."""


@dataclass
class Room:
    """One page over a log that is filled anew for each visit."""

    folder: Path
    app: Flask = field(init=False)

    def __post_init__(self) -> None:
        live, keys = LiveTable(Ledger(self.folder / "log.db")), KeyRing(self.folder / "keys.json")
        evidence, box = EvidenceStore(self.folder / "evidence"), PaperBox()
        news = News(live.ledger)
        self.app = create_app(live, evidence, news, keys, lambda: NOON, DOCS, box=box, wifi=("Room", "secret words"))
        self.app.config["PROPAGATE_EXCEPTIONS"] = True
        self.app.extensions |= {"tries": Limiter(10**9), "changes": Limiter(10**9)}
        for kind in (OSError, sqlite3.Error):
            self.app.register_error_handler(kind, _raised)
        self.page = Page(live, evidence, news, keys, box, self.app.test_client())
        a_box(ENROLLING)(self.page)
        self.keys = keys.keys()
        self.cookies = {"scorer": self._cookie(self.keys.table), "owner": self._cookie(self.keys.owner)}

    def _cookie(self, key: str) -> tuple[str, str]:
        """The cookie of somebody with that key, and the token of their forms."""
        self.page.client = self.app.test_client()
        self.page.client.get(f"/key/{key}")
        self.page.client.get("/me")
        cookie = self.page.client.get_cookie("cardtable")
        assert cookie is not None
        return f"cardtable={cookie.value}", self.page.token

    def clear(self, events: tuple[Event, ...] = ()) -> None:
        """A log with these events alone."""
        with closing(sqlite3.connect(self.folder / "log.db")) as db, db:
            db.execute("DELETE FROM events")
        self.app.extensions["cardtable"].ended.clear()
        if self.page.keys.keys() != self.keys:
            self.page.keys._write(self.keys)
        if events:
            self.page.live.ledger.append(uuid4().hex, 0, events)

    def visit(self, request: bytes) -> int:
        """The status of the answer to a request: who, method and path, then headers and fields, a line each."""
        head, *lines = request.split(b"\n")
        who, method, target = (*(part.decode("latin-1") for part in head.split(b" ", 2)), "", "")[:3]
        cookie, token = self.cookies.get(who, ("", ""))
        fields = [line for line in lines if b": " not in line] + [b"token=" + token.encode()]
        body = b"&".join(b"=".join(quote_from_bytes(part).encode() for part in line.split(b"=", 1)) for line in fields)
        path, _, query = target.partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method or "GET",
            "PATH_INFO": unquote_to_bytes(path.encode("latin-1")).decode("latin-1"),
            "QUERY_STRING": query,
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_COOKIE": cookie,
            "HTTP_HOST": "box",
            "SERVER_NAME": "box",
            "SERVER_PORT": "80",
            "SCRIPT_NAME": "",
            "REMOTE_ADDR": "192.168.1.2",
            "wsgi.url_scheme": "http",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": BytesIO(),
            "wsgi.multithread": True,
        }
        for name, _, value in (line.decode("latin-1").partition(": ") for line in lines if b": " in line):
            environ[f"HTTP_{name.upper().replace('-', '_')}"] = value
        answer, status, headers = run_wsgi_app(self.app, environ)
        if headers.get("Content-Type", "").startswith("text/event-stream"):
            answer.close()  # type: ignore[attr-defined]  # it is werkzeug's own
        else:
            text = b"".join(answer)
            assert not status.startswith("500"), text
        return int(status[:3])


def _raised(error: Exception) -> str:
    raise error


def page(folder: Path) -> Door:
    """Some requests, at a table in the state that the first line names."""
    room = Room(folder)
    states = dict(_states(room))

    def feed(data: bytes) -> None:
        state, *requests = data.split(b"\n\n")
        room.clear(states.get(state.decode("latin-1"), ()))
        for request in requests[:6]:
            if room.visit(request) < 400 and b" POST " in request.split(b"\n")[0]:
                for path in AFTERWARDS:
                    room.visit(f"scorer GET {path}".encode())

    return Door([text.encode() for text in _requests(room, list(states))], feed, (), texts)


def _states(room: Room) -> Iterator[tuple[str, tuple[Event, ...]]]:
    for name, (prepare, _) in STATES.items():
        room.clear()
        prepare(room.page)
        session = room.page.live.session
        yield name, tuple(item.event for item in room.page.live.ledger.read(session)) if session else ()
    yield from ((f"evening of {name}", evening(name)) for name in EVENINGS)


def _requests(room: Room, states: list[str]) -> Iterator[str]:
    form = FIELDS.replace("&", "\n")
    for rule in room.app.url_map.iter_rules():
        for who in ROLES if "GET" in (rule.methods or ()) else ():
            path = rule.rule
            for part, value in (("<int:number>", "1"), ("<int:trick>", "1"), ("<int:hand>", "1"), ("<int:position>", "0")):
                path = path.replace(part, value)
            yield f"{states[0]}\n\n{who} GET {path}?part=1&missing=1&type=1&qr=1&cards=1\nAccept-Language: fr\nX-Live: 1"
    for name, (_, paths) in STATES.items():
        yield from (f"{name}\n\nscorer GET {path}" for path in paths)
    for number, action in enumerate(COMMANDS):
        yield from (f"{state}\n\nscorer POST /do/{action}\n{form}" for state in states[number % 3 :: 3])
    for path in (*(f"setup/{what}" for what in (*ASKED, "new-key", "forget")), "me", "do/guest"):
        yield f"spar\n\nowner POST /{path}\nAccept-Language: fr\n{form}"
    for game in GAMES.values():
        asked = asked_for(game)
        plain = [f"option.{option.name}={option.default or 3}" for option in asked]
        odd = [f"option.{option.name}={value}" for option in asked if not option.choices for value in (-1, 0, 10**12)]
        for options in ("\n".join(plain), *odd):
            start = f"empty\n\nscorer POST /do/start\ngame={game.name}\nplayers=Ama, Kofi, Esi, Yaw\n{options}"
            yield f"{start}\n\nscorer POST /do/deal\n\nscorer POST /do/play\ncard=AH\n\nscorer POST /do/end"


DOORS: dict[str, Callable[[Path], Door]] = {"page": page}
