"""The club's pages in Chromium: the wall from far off, the director's page in the hand, both live, and nothing cut off."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from club.evening import acts
from club.evening.draw import drawn
from club.evening.plan import Counting, Kind, Plan
from club.pages import create_app
from scoring.commands import OpenDispute, StartSession
from scoring.ledger.keys import KeyRing
from tests.club.paper import PaperHub
from tests.web.test_tv import CUT_OFF, TOO_SMALL
from web import serve
from web.stream import News

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
    news = News(hub)
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


def test_a_wall_shows_standings_and_seats_by_turns_and_its_clock_runs(served: Served) -> None:
    from playwright.sync_api import expect

    a_room(served.hub, 4)
    a_night(served.hub)
    for width, height in TVS:
        wall = served.screen(width, height)
        wall.route("**/live.js*", lambda route: route.abort())  # what comes anew is timed by the server's own clock
        wall.clock.install(time="2026-01-01T12:00:00")
        wall.goto(served.address)
        wall.clock.pause_at("2026-01-01T12:00:10")
        before = left(wall)
        wall.clock.run_for(2000)
        assert left(wall) < before
        leaves, shown = wall.locator(".leaf").count(), set()
        for _ in range(leaves):
            expect(wall.locator(".leaf:visible")).to_have_count(1)
            shown.add(wall.locator(".leaf:visible").inner_text())
            assert wall.evaluate(TOO_SMALL) == []
            assert wall.evaluate(CUT_OFF) == []
            wall.clock.run_for(9000)
        assert len(shown) == leaves > 2
        assert any("sit out" in text or "Round 2" in text for text in shown)


def left(wall: Any) -> int:
    """Seconds on the wall's clock."""
    minutes, seconds = wall.locator(".clock").first.inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def test_the_wall_follows_the_tables(served: Served) -> None:
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
    served.hub.accounts.known.add("table-1")  # type: ignore[attr-defined]  # accounts on paper
    phone.goto(f"{served.address}/director/boxes")
    phone.locator(".meetings summary").first.click()
    phone.get_by_text("Revoke", exact=True).first.click()
    phone.get_by_role("button", name="Yes, table-1 shall send nothing any more").dblclick()
    expect(phone.locator("#done")).to_contain_text("table-1 is no longer of the club")
    expect(phone.locator("#message")).to_be_hidden()
    assert served.hub.accounts.names() == ()


def test_what_is_open_stays_open_while_tables_play(served: Served) -> None:
    from playwright.sync_api import expect

    first, second = (served.hub.table(f"table-{number}").start("Ama", "Kofi") for number in (1, 2))
    phone = served.screen(*HANDS["phone"], may_direct=True)
    phone.goto(f"{served.address}/director")
    phone.locator(".watched summary").first.click()
    for table in (first, second):
        table.lay("AH 7H", confirm=False)
    expect(phone.locator(".watched")).to_contain_text("trick 1 is full")
    expect(phone.locator(".watched details[open]")).to_have_count(1)
    expect(phone.locator(".watched details").first).to_have_attribute("open", "")


def test_a_contest_is_led_on_one_phone_and_another_shows_the_seat(served: Served) -> None:
    from playwright.sync_api import expect

    director, player = served.screen(*HANDS["phone"], may_direct=True), served.screen(*HANDS["phone"])
    director.goto(f"{served.address}/director")
    director.get_by_label("Its name").fill("Thursday")
    director.get_by_role("button", name="Open the evening").click()
    expect(director.get_by_role("link", name="New contest")).to_be_visible()
    for name in ("Ama", "Kofi", "Esi", "Yaw"):
        served.hub.act(acts.MemberJoined(at=datetime.now(UTC), by="director", member=name))
    director.goto(f"{served.address}/director/new")
    director.get_by_label("Find a game").fill("spar")
    director.get_by_role("link", name="Spar", exact=True).click()
    director.get_by_label("Its title").fill("Cup")
    director.locator("select[name=kind]").select_option("round robin")
    director.get_by_text("Names of the club").click()
    for name in ("Ama", "Kofi", "Esi", "Yaw"):
        director.get_by_role("button", name=name, exact=True).click()
    director.get_by_role("button", name="Begin").click()
    director.get_by_role("button", name="Draw round 1").click()
    player.goto(f"{served.address}/me")
    player.get_by_label("Find a name").fill("es")
    expect(player.get_by_role("button", name="Ama", exact=True)).to_be_hidden()
    player.get_by_role("button", name="Esi", exact=True).click()
    expect(player.locator(".where")).to_contain_text("Table")
    expect(player.locator(".when")).to_contain_text("as soon as the director starts the round")
    director.get_by_role("button", name="Start round 1").click()
    expect(player.locator(".when")).to_contain_text("time left")
    director.get_by_role("button", name="Pause").click()
    expect(player.locator(".when")).to_contain_text("The clock stands.")
    director.get_by_role("link", name="Results and entrants").click()
    director.locator(".meetings summary").first.click()
    director.get_by_label("Points side by side").first.fill("3 1")
    director.get_by_label("Why: everybody sees it").first.fill("No power")
    director.get_by_role("button", name="Set the result").first.click()
    expect(director.locator(".meetings").first).to_contain_text("3 : 1, set by the director")


PATHS = (
    *(
        "/me",
        "/player/Ama Mensah",
        "/player/Tasi",
        "/results",
        "/results/c1",
        "/results/c2",
        "/results/c1/print",
        "/season",
        "/join",
    ),
    *(
        "/director",
        "/director/contest/c1",
        "/director/contest/c2",
        "/director/new",
        "/director/new/bridge",
        "/director/members",
        "/director/boxes",
    ),
)


def a_night(hub: PaperHub) -> None:
    """Two contests, one of them with boards: rounds that run, that are drawn and that are over; and an evening before."""
    stamp: dict[str, Any] = {"at": datetime.now(UTC), "by": "director"}
    placed = tuple(acts.Placed(names=(name,), rank=rank, points="5") for rank, name in enumerate(NAMES, 1))
    hub.act(acts.EveningOpened(name="The first", since=0, **stamp))
    hub.act(acts.EveningClosed(finals=(acts.Final(title="Cup", game="spar", placed=placed),), **stamp))
    hub.act(acts.EveningOpened(name="Thursday", since=0, **stamp))
    hub.act(acts.MemberJoined(member="Ama Mensah", mark="ab", **stamp))
    singles = Plan("Spar for everybody", Kind.ROUND_ROBIN, "spar", tuple((name,) for name in NAMES[:6]), minutes=20, hands=1)
    pairs = tuple((f"{name} the first", f"{name} the second") for name in NAMES[:6])
    boards = Plan("Duplicate", Kind.MITCHELL, "bridge", pairs, boards=2, counting=Counting.MATCHPOINTS)
    for name, plan in (("c1", singles), ("c2", boards)):
        hub.act(acts.ContestOpened(contest=name, plan=plan, **stamp))
        for number in (1, 2):
            contest = hub.view.evening.contests[name]
            hub.act(acts.RoundDrawn(contest=name, round=drawn(contest, hub.view.results[name]), **stamp))
            if number == 1:
                hub.act(acts.RoundStarted(contest=name, round=1, **stamp))
    for board, score in ((1, 420), (2, -50)):
        hub.act(acts.ResultSet(contest="c2", round=1, table=1, board=board, scores=(score,), reason="No power", **stamp))
    hub.act(acts.AverageGiven(contest="c2", round=1, table=2, board=3, north_south=60, east_west=40, reason="Late", **stamp))
    hub.act(acts.ResultSet(contest="c1", round=1, table=1, scores=(3, 1), reason="No power", **stamp))
    hub.act(acts.PointsAdjusted(contest="c1", entrant=1, points=-1, reason="Late", **stamp))
    hub.table("table-20").start("Zoe", "Kofi Boateng").lay("AH 7H", "KD 8D", "QS 9S", "JC 7C", "6C 8S")
    hub.accounts.known.add("table-20")  # type: ignore[attr-defined]  # accounts on paper


@pytest.mark.parametrize(("size", "light"), [("phone", "light"), ("small", "dark"), ("tablet", "light")])
def test_what_is_held_in_the_hand_fits_and_axe_finds_nothing(served: Served, size: str, light: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    a_room(served.hub, 12)
    a_night(served.hub)
    screen = served.screen(*HANDS[size], may_direct=True, color_scheme=light, reduced_motion="reduce")
    found: list[tuple[str, str]] = []
    for path in ("/", *PATHS):
        screen.goto(served.address + path, wait_until="load")
        for part in screen.locator("details").all():
            part.evaluate("part => part.open = true")
        if path != "/":  # the wall is for a wall
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
