"""The page: any request by anybody at a table in any state; only a bug answers 500, and no change spoils the pages after it."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NoReturn
from urllib.parse import quote, unquote_to_bytes
from uuid import uuid4

from werkzeug.datastructures import MultiDict
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scoring.events import Event
from scoring.games import GAMES
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.keys import KeyRing
from tests.conftest import NOON
from tests.fuzz.door import Door
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

AFTERWARDS = ("/", "/score", "/session", "/hand/1", "/past", "/tv", "/api/v1/session", "/out/score.csv")
FORM = """hand=1&trick=1&position=0&card=AH&seat=A&players=Ama, Kofi&game=spar&dealer=1&stake=5&kind=bid&number=2&rank=K&suit=H\
&blind=1&cards=AH KH&text=B bids 2&action=capture&take=5H&value=6&build=0&offence=revoke:A:1&waived=1&reason=misdeal&player=Ama\
&name=Ama&language=fr&words=cs&colours=4&back=/score&pack=std52&lamp=red&quiet=1&sure=1&was=AH&taken-A=3&taken-B=10\
&before-1=7H&before-2=7D&confirms=1""".replace("&", "\n")
"""Everything that any form asks for, a line each."""


class Room:
    """A page over a log that is filled anew for each visit."""

    def __init__(self, folder: Path) -> None:
        live, keys, box = LiveTable(Ledger(folder / "log.db")), KeyRing(folder / "keys.json"), PaperBox()
        evidence, news = EvidenceStore(folder / "evidence"), News(live.ledger)
        self.app = create_app(live, evidence, news, keys, lambda: NOON, DOCS, box=box, wifi=("Room", "secret words"))
        self.app.config["PROPAGATE_EXCEPTIONS"] = True
        self.app.extensions |= {"tries": Limiter(10**9), "changes": Limiter(10**9)}
        for kind in (OSError, sqlite3.Error):
            self.app.register_error_handler(kind, _raised)
        self.page = Page(live, evidence, news, keys, box, self.app.test_client())
        a_box(ENROLLING)(self.page)
        self.keys = keys.keys()
        self.visitors = {"scorer": self._enter(self.keys.table), "owner": self._enter(self.keys.owner)}

    def _enter(self, key: str) -> tuple[str, str]:
        """The cookie of somebody who has shown that key, and the token of their forms."""
        self.page.client.get(f"/key/{key}")
        self.page.client.get("/me")
        cookie = self.page.client.get_cookie("cardtable")
        return f"cardtable={cookie.value if cookie else ''}", self.page.token

    def fill(self, events: Iterable[Event] = ()) -> None:
        """The log has these events alone, and the keys are what they were."""
        with closing(sqlite3.connect(self.page.live.ledger.path)) as db, db:
            db.execute("DELETE FROM events")
        self.app.extensions["cardtable"].ended.clear()
        self.page.live.ledger.append(uuid4().hex, 0, tuple(events))
        if self.page.keys.keys() != self.keys:
            self.page.keys._write(self.keys)

    def visit(self, request: bytes) -> int:
        """The status of the answer to a request: who, method and path, then headers with `: ` and fields, a line each."""
        head, *lines = request.decode(errors="replace").split("\n")
        who, method, target = (*head.split(" ", 2), "", "")[:3]
        cookie, token = self.visitors.get(who, ("", ""))
        headers = [("Cookie", cookie), *(line.partition(": ")[::2] for line in lines if ": " in line)]
        fields = [("token", token), *(line.partition("=")[::2] for line in lines if ": " not in line)]
        path, _, query = target.partition("?")
        asked = EnvironBuilder(method=method or "GET", headers=headers, data=MultiDict(fields)).get_environ()
        asked |= {"PATH_INFO": unquote_to_bytes(path).decode("latin-1"), "QUERY_STRING": quote(query, safe="=&%+")}
        answer, status, found = run_wsgi_app(self.app, asked)
        is_endless = found.get("Content-Type", "").startswith("text/event-stream")
        text = next(iter(answer)) if is_endless else b"".join(answer)
        answer.close()  # type: ignore[attr-defined]  # of werkzeug
        assert not status.startswith("500"), text
        return int(status[:3])


def _raised(error: Exception) -> NoReturn:
    raise error


def page(folder: Path) -> Door:
    """Some requests, with an empty line between them, at a table in the state that the first line names."""
    room = Room(folder)
    states = dict(_states(room))

    def feed(data: bytes) -> None:
        state, *requests = data.split(b"\n\n")
        room.fill(states.get(state.decode(errors="replace"), ()))
        for request in requests[:6]:
            if room.visit(request) < 400 and b" POST " in request.partition(b"\n")[0]:
                for path in AFTERWARDS:
                    room.visit(f"scorer GET {path}".encode())

    texts_of = [*_looks(room), *_changes(), *_beginnings()]
    return Door([text.encode() for text in texts_of], feed, (), texts)


def _states(room: Room) -> Iterator[tuple[str, tuple[Event, ...]]]:
    for name, (prepare, _) in STATES.items():
        room.fill()
        prepare(room.page)
        session = room.page.live.session
        yield name, tuple(item.event for item in room.page.live.ledger.read(session)) if session else ()


def _looks(room: Room) -> Iterator[str]:
    """Every page, by everybody, and those that the states are for."""
    for rule in room.app.url_map.iter_rules():
        path = re.sub("<int:[a-z]+>", "1", rule.rule)
        more = "?part=1&missing=1&type=1&qr=1&cards=1\nHost: box\nAccept-Language: fr\nX-Live: 1\nLast-Event-ID: 1"
        yield from (f"spar\n\n{who} GET {path}{more}" for who in ("looker", "scorer", "owner"))
    yield from (f"{name}\n\nscorer GET {path}" for name, (_, paths) in STATES.items() for path in paths)


def _changes() -> Iterator[str]:
    """Every form, at tables in three states."""
    for number, action in enumerate(COMMANDS):
        yield from (f"{state}\n\nscorer POST /do/{action}\n{FORM}" for state in list(STATES)[number % 3 :: 3])
    for path in (*(f"setup/{what}" for what in (*ASKED, "new-key", "forget")), "me", "do/guest"):
        yield f"spar\n\nowner POST /{path}\nAccept-Language: fr\n{FORM}"


def _beginnings() -> Iterator[str]:
    """Every game with its options as they come, and with each number very small or large."""
    for game in GAMES.values():
        asked = asked_for(game)
        plain = "\n".join(f"option.{option.name}={option.default or 3}" for option in asked)
        odd = [f"option.{option.name}={value}" for option in asked if not option.choices for value in (-1, 0, 10**13)]
        for options in (plain, *odd):
            start = f"empty\n\nscorer POST /do/start\ngame={game.name}\nplayers=Ama, Kofi, Esi, Yaw\n{options}"
            yield f"{start}\n\nscorer POST /do/deal\n\nscorer POST /do/play\ncard=AH\n\nscorer POST /do/end"
