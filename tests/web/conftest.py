"""A served table with a little of a hand on it."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from ipaddress import IPv4Interface
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scoring.cards import Card
from scoring.commands import Command, ConfirmTrick, PlayCard, StartSession
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.keys import KeyRing
from scoring.tricks import Reading
from tests.conftest import NOON
from web import create_app, serve
from web.box import Box, BoxAway
from web.hotspot import Hotspot
from web.server import Server
from web.steps import SET_UP, SetUp, keep_set_up
from web.stream import News

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.browsing import Visit


@dataclass(frozen=True)
class PaperBox(Box):
    """A box that answers what a test says, and is away where nothing is said."""

    path: Path = Path("nowhere")
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: list[dict[str, Any]] = field(default_factory=list)

    def ask(self, what: str, **more: object) -> dict[str, Any]:
        if what not in self.answers:
            raise BoxAway(what)
        self.asked.append({"do": what, **more})
        return self.answers[what]


@dataclass
class Page:
    """The application with its log in reach."""

    live: LiveTable
    evidence: EvidenceStore
    news: News
    keys: KeyRing
    box: PaperBox
    client: FlaskClient
    hotspot: Hotspot = field(default_factory=Hotspot)

    def enter(self) -> None:
        """Open the door for scoring, as the code on the TV does."""
        assert self.client.get(f"/key/{self.keys.keys().table}").status_code == 303
        self.client.get("/me")

    @property
    def token(self) -> str:
        """What the forms of this visit carry."""
        with self.client.session_transaction() as visit:
            return str(visit.get("token", ""))

    def post(self, action: str, /, **fields: Any) -> TestResponse:
        """Send a form of the page."""
        fields["token"] = self.token
        headers = fields.pop("headers", None)
        return self.client.post(f"/do/{action}", data=fields, headers=headers)

    def do(self, *commands: Command) -> None:
        for command in commands:
            self.live.submit(command, lambda: NOON)

    def start(self, *players: str) -> None:
        self.do(StartSession(by="test", game="spar", players=players or ("Ama", "Kofi")))

    def lay(self, *tricks: str, confirm: bool = True) -> None:
        for trick in tricks:
            for code in trick.split():
                picture = self.evidence.keep(code.encode())
                card = None if code == "??" else Card.parse(code)
                likely = ((Card.parse("9C"), 0.5), (Card.parse("9S"), 0.4)) if card is None else ()
                self.do(PlayCard(by="camera", card=card, reading=Reading(0.97, likely, picture)))
            hand = self.live.table().hand
            if confirm and hand:
                self.do(ConfirmTrick(by="button", hand=hand.number, trick=hand.trick_to_confirm))


@pytest.fixture
def page(tmp_path: Path, clock: Callable[[], datetime]) -> Page:
    live, keys = LiveTable(Ledger(tmp_path / "log.db")), KeyRing(tmp_path / "keys.json")
    evidence, news = EvidenceStore(tmp_path / "evidence"), News(live.ledger, cap=4)
    # This machine has that address as well: whoever asks from another one beside it is on the box's own Wi-Fi.
    box, hotspot = PaperBox(), Hotspot(IPv4Interface("127.0.1.1/24"), tmp_path / "said")
    app = create_app(live, evidence, news, keys, clock, box=box, hotspot=hotspot)
    # A box that has been set up; `first_run` has one that has not.
    keep_set_up(tmp_path, SetUp(is_finished=True))
    made = Page(live, evidence, news, keys, box, app.test_client(), hotspot)
    made.enter()
    return made


@pytest.fixture
def first_run(page: Page) -> Page:
    """A box that nobody has set up."""
    (page.live.ledger.path.parent / SET_UP).unlink()
    return page


@pytest.fixture
def served(page: Page) -> Iterator[Server]:
    server = serve(
        create_app(page.live, page.evidence, page.news, page.keys, box=page.box, hotspot=page.hotspot), page.news, "127.0.0.1", 0
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    yield server
    server.close()
    thread.join()


@pytest.fixture
def visitor(browser: "Browser", page: Page, served: Server) -> Iterator[Callable[..., "Visit"]]:
    """Makes visitors: `may_score` has the table's key, `may_own` the owner's."""
    from tests.web.browsing import SIZES, Visit

    made: list[Any] = []

    def make(size: str = "phone", may_score: bool = True, may_own: bool = False, **more: Any) -> Visit:
        width, height = SIZES[size]
        more.setdefault("color_scheme", "dark" if size in ("small", "laptop") else "light")
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        made.append(context)
        visit = Visit(context, f"http://127.0.0.1:{served.port}")
        if may_score:  # the browser is given what the door gives, and draws no page for it
            key = page.keys.keys().owner if may_own else page.keys.keys().table
            assert context.request.get(f"{visit.address}/key/{key}", max_redirects=0).status == 303
        return visit

    yield make
    for context in made:
        context.close()
