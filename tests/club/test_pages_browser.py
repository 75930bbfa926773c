"""The club's pages in Chromium: the wall from far off, the director's page in the hand, both live, and nothing cut off."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from club.pages import create_app
from club.pages.live import news_of
from scoring.commands import OpenDispute, StartSession
from scoring.ledger.keys import KeyRing
from tests.club.paper import PaperHub
from tests.web.test_tv import CUT_OFF, TOO_SMALL
from web import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as Screen

pytestmark = pytest.mark.browser

TVS = ((1280, 720), (1920, 1080), (3840, 2160))
HANDS = {"phone": (390, 844), "small": (320, 640), "tablet": (1024, 768)}
GAMES = (("spar", 2), ("whist", 4), ("hearts", 4), ("spar", 7), ("bridge", 4), ("skat", 3))
NAMES = ("Ama Mensah", "Jean-Baptiste Lefèvre", "Esi", "Maximiliane von Hohenstein", "Yaw", "Kofi Boateng", "Tasi")


@dataclass
class Served:
    """A hub on paper behind a running server, and screens that look at it."""

    hub: PaperHub
    address: str
    key: str
    browser: "Browser"
    contexts: list[Any] = field(default_factory=list)

    def screen(self, width: int, height: int, may_direct: bool = False, **more: Any) -> "Screen":
        context = self.browser.new_context(viewport={"width": width, "height": height}, **more)
        self.contexts.append(context)
        if may_direct:
            assert context.request.get(f"{self.address}/key/{self.key}", max_redirects=0).status == 303
        screen = context.new_page()
        screen.goto(self.address, wait_until="load")
        return screen


@pytest.fixture
def served(tmp_path: Path, browser: "Browser") -> Iterator[Served]:
    hub, keys = PaperHub(tmp_path), KeyRing(tmp_path / "keys.json")
    news = news_of(hub)
    server = serve(create_app(hub, keys, news), news, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    found = Served(hub, f"http://127.0.0.1:{server.port}", keys.keys().owner, browser)
    yield found
    for context in found.contexts:
        context.close()
    server.close()
    thread.join()


def a_room(hub: PaperHub, tables: int) -> None:
    """Tables with games of every kind: some play, one is disputed, one is offline, one is free."""
    for number, (game, players) in zip(range(1, tables + 1), GAMES * 10, strict=False):
        table = hub.table(f"table-{number}", is_there=number % 7 != 3, waiting=number)
        if number % 11 != 10:
            table.do(StartSession(by="t", game=game, players=NAMES[:players]))
        if game == "spar" and table.events:
            table.lay(" ".join(["AH", "7H", "8H", "9H", "TH", "QH", "KH"][:players]))
        if number == 7:
            table.do(OpenDispute(by=NAMES[0], hand=1, trick=1))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("tables", [0, 1, 4, 12, 25, 50, 60])
def test_all_tables_are_on_the_wall_at_once_and_large_enough(served: Served, tables: int, language: str) -> None:
    a_room(served.hub, tables)
    screen = served.screen(*TVS[0], locale=language)
    for width, height in TVS:
        screen.set_viewport_size({"width": width, "height": height})
        assert screen.locator(".tile").count() == tables
        assert screen.evaluate(TOO_SMALL) == []
        assert screen.evaluate(CUT_OFF) == []
        assert screen.evaluate(SWALLOWED) == []


SWALLOWED = """() => [...document.querySelectorAll('.tile')].flatMap((tile) => [...tile.querySelectorAll('li, p, h2')]
    .filter((part) => part.getBoundingClientRect().bottom > tile.getBoundingClientRect().bottom + 1)
    .map((part) => `${tile.className}: ${part.textContent.trim()}`))"""
"""What lies in a tile below its edge."""


def test_the_wall_follows_the_tables_and_its_clock_runs(served: Served) -> None:
    from playwright.sync_api import expect

    table = served.hub.table("table-1").start("Ama", "Kofi")
    wall = served.screen(*TVS[0])
    expect(wall.locator(".says")).to_have_text("Ama deals")
    table.lay("AH 7H", confirm=False)
    expect(wall.locator(".says")).to_have_text("trick 1 is full")
    expect(wall.locator(".laid .card")).to_have_count(2)


def test_a_box_is_revoked_on_a_phone_with_a_confirmation_and_a_double_tap_does_it_once(served: Served) -> None:
    from playwright.sync_api import expect

    a_room(served.hub, 2)
    phone = served.screen(*HANDS["phone"], may_direct=True)
    phone.goto(f"{served.address}/director")
    phone.locator(".watched summary").first.click()
    phone.get_by_text("Revoke", exact=True).first.click()
    phone.get_by_role("button", name="Yes, table-1 shall send nothing any more").dblclick()
    expect(phone.get_by_text("Revoke", exact=True)).to_have_count(1)
    expect(phone.locator("#done")).to_contain_text("table-1 is no longer of the club")
    expect(phone.locator("#message")).to_be_hidden()
    assert served.hub.revoked == ["table-1"]


PATHS = ("/director", "/join")


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("size", HANDS)
def test_what_is_held_in_the_hand_fits_and_axe_finds_nothing(served: Served, size: str, light: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    a_room(served.hub, 12)
    screen = served.screen(*HANDS[size], may_direct=True, color_scheme=light, reduced_motion="reduce")
    found: list[tuple[str, str]] = []
    for path in ("/", *PATHS):
        screen.goto(served.address + path, wait_until="load")
        for part in screen.locator("details").all():
            part.evaluate("part => part.open = true")
        if path != "/":
            assert screen.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
            found += [(path, words) for words in screen.evaluate(SMALL)]
        for violation in Axe().run(screen).response["violations"]:
            found += [
                (path, f"{violation['id']}: {node['html'][:200]} {node['failureSummary'][:200]}") for node in violation["nodes"]
            ]
    assert found == []


SMALL = """() => [...document.querySelectorAll('button, select, summary, nav a, a.button, input:not([type=hidden])')]
    .filter((part) => part.checkVisibility()).map((part) => part.closest('label.tick') ?? part)
    .filter((part) => Math.min(part.getBoundingClientRect().height, part.getBoundingClientRect().width) < 47.5)
    .map((part) => part.outerHTML.slice(0, 90))"""
"""What is too small for a thumb."""
