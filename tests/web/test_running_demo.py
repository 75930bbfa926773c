"""The main flows of the page in Chromium, against the running demo: a process of its own with its table, log and pictures."""

import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from playwright.sync_api import Page as Screen

from scoring.ledger import Ledger, LiveTable
from scoring.packs import PACKS
from tests.web.browsing import PICTURES, SIZES

pytestmark = pytest.mark.browser

LEFT_TO_THE_PAGE = ("--players", "2", "--seed", "112", "--patience", "100000")
"""A demo whose button and questions are left to the page.

Its first hand: QH 7D, 8D 9C, 9D TS, 9H JH, 8H JD, where the 7D is a revoke that JH proves, and JH is smudged.
"""

TYPED = (*LEFT_TO_THE_PAGE, "--speed", "1")
"""A demo whose table lies bare while a game is typed: at the pace of a real one it leaves the processor to the page."""

WHOLE_GAMES = ("small", "phone", "tv")
"""Sizes at which whole games are typed, half a minute each: those between show the same forms."""


@dataclass
class RunningDemo:
    """A demo in a process of its own, and its log."""

    data: Path
    options: tuple[str, ...]
    port: int = 0
    address: str = ""
    key: str = ""
    process: subprocess.Popen[str] | None = None
    live: LiveTable = field(init=False)

    def start(self) -> None:
        command = [sys.executable, "-u", "-m", "device", "demo", "--host", "127.0.0.1", "--speed", "20"]
        command += ["--port", str(self.port), "--data", str(self.data), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline().removeprefix("The page is at ").split()[0]
        self.address, self.key = said.split("/key/")
        self.port = int(self.address.rpartition(":")[2])
        self.live = LiveTable(Ledger(self.data / "log.db"))

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()

    def open(self, screen: Screen, path: str = "/") -> Screen:
        screen.goto(f"{self.address}/key/{self.key}")
        if path != "/":
            screen.goto(self.address + path)
        return screen


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Callable[..., RunningDemo]]:
    """Starts demos with options."""
    running: list[RunningDemo] = []

    def make(*options: str) -> RunningDemo:
        running.append(RunningDemo(tmp_path, options))
        running[-1].start()
        return running[-1]

    yield make
    for one in running:
        one.stop()


@pytest.fixture
def screens(browser: Browser) -> Iterator[Callable[..., Screen]]:
    """Opens screens, each with cookies of its own."""
    contexts: list[BrowserContext] = []

    def make(size: str = "phone", **more: Any) -> Screen:
        width, height = SIZES[size]
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **more))
        return contexts[-1].new_page()

    yield make
    for context in contexts:
        context.close()


Demos = Callable[..., RunningDemo]
Screens = Callable[..., Screen]


@pytest.mark.parametrize("size", SIZES)
def test_a_hand_is_followed_questioned_disputed_and_corrected(demo: Demos, screens: Screens, size: str) -> None:
    running = demo(*LEFT_TO_THE_PAGE)
    phone, other = running.open(screens(size)), running.open(screens())
    for number in (1, 2, 3):
        _confirm(phone, other, number)
    expect(phone.get_by_text("Which card is this?")).to_be_visible()
    expect(other.locator(".offence")).to_have_count(0)
    phone.get_by_role("link", name="Another card").click()
    phone.get_by_role("button", name="Jack of hearts").last.click()
    phone.wait_for_url(running.address + "/")
    expect(other.get_by_text("Which card is this?")).to_have_count(0)
    expect(other.locator(".offence")).to_be_visible()
    phone.goto(running.address + "/dispute/1/1")
    expect(phone.locator(".offence img")).to_have_count(2)
    expect(phone.locator(".offence").get_by_text("named by phone")).to_have_count(1)
    phone.get_by_role("button", name="Freeze this trick").click()
    expect(other.get_by_text("Trick 1 is disputed")).to_be_visible()
    phone.get_by_role("button", name="Settled").click()
    expect(other.get_by_text("Trick 1 is disputed")).to_have_count(0)
    phone.goto(running.address)
    _confirm(phone, other, 4)
    # The other phone has seen trick 4 confirmed, so these cards are of the fifth.
    expect(other.locator(".trick .card")).to_have_count(2)
    phone.get_by_role("button", name="Confirm trick 5").click()
    expect(other.locator(".total").first).to_have_text("1")
    phone.goto(running.address + "/hand/1")
    phone.get_by_role("link", name="Jack of diamonds").last.click()
    phone.get_by_role("button", name="King of hearts").last.click()
    expect(other.locator(".total").nth(1)).to_have_text("1")
    expect(other.locator(".total").first).to_have_text("0")
    phone.wait_for_url(running.address + "/")
    _photograph(phone, f"demo-hand-{size}")


def _confirm(phone: Screen, other: Screen, number: int, button: str = "Confirm trick") -> None:
    expect(other.locator(".trick .card")).to_have_count(2)
    phone.get_by_role("button", name=f"{button} {number}").click()
    expect(other.locator(".tricks tr")).to_have_count(number + 1)


def _photograph(screen: Screen, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    screen.screenshot(path=PICTURES / f"{name}.png", full_page=True)


def test_the_demo_plays_by_itself(demo: Demos, screens: Screens) -> None:
    running = demo()
    phone = running.open(screens(is_mobile=True, has_touch=True, device_scale_factor=2))
    assert "/key/" not in phone.url
    expect(phone.locator(".score .name").first).to_have_text("Ama")
    expect(phone.locator(".trick .card").first).to_be_visible(timeout=60_000)
    expect(phone.locator(".tricks tr").nth(1)).to_be_visible(timeout=120_000)
    _photograph(phone, "demo-phone")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", WHOLE_GAMES)
def test_a_whole_game_of_spades_is_typed_in(demo: Demos, screens: Screens, size: str) -> None:
    running = demo(*TYPED)
    phone = _ready_for_another_game(running, screens(size))
    phone.goto(running.address + "/new/spades")
    for seat, name in zip("ABCD", ("Ama", "Kofi", "Esi", "Yaw"), strict=True):
        phone.get_by_label(f"Seat {seat}").fill(name)
    phone.get_by_text("Rules of the house").click()
    phone.get_by_label("Points to win").fill("120")
    phone.get_by_role("button", name="Start").click()
    chance = random.Random(4)
    for deal in range(1, 5):
        for number in ("3", "2", "4", "3"):  # the same place again rests for a moment
            name = phone.locator(".bid strong").first.inner_text()
            phone.locator(".bid", has_text=name).get_by_role("button", name=number, exact=True).click()
            expect(phone.locator(".bid", has_text=name)).to_have_count(0)
        if deal == 1:
            phone.get_by_role("link", name="Type the cards").click()
        _type_a_hand_of_spades(phone, running.live, chance)
        if running.live.table().standing.is_over:
            break
    standing = running.live.table().standing
    assert standing.winner is not None
    expect(phone.locator(".total").first).to_have_text(str(standing.totals[0]))
    phone.goto(phone.url.split("?")[0] + "score")
    expect(phone.locator("table.sheet").first.locator("tbody tr")).to_have_count(len(running.live.table().deals))


def _ready_for_another_game(running: RunningDemo, phone: Screen) -> Screen:
    running.open(phone, "/session").get_by_text("End the session").click()
    phone.get_by_role("button", name="Yes, end it").click()
    expect(phone.get_by_role("link", name="New game")).to_be_visible()
    return phone


def _type_a_hand_of_spades(phone: Screen, live: LiveTable, chance: random.Random) -> None:
    pack = list(PACKS["std52"].cards)
    chance.shuffle(pack)
    holdings = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    for trick in range(1, 14):
        led = None
        for place in range(4):
            hand = live.table().hand
            assert hand is not None
            assert hand.turn is not None
            holding = holdings[hand.turn]
            card = next((card for card in holding if card.suit is led), holding[-1])
            holding.remove(card)
            led = led or card.suit
            phone.locator(f'.pack button[value="{card}"]').click()
            expect(phone.locator(".trick .card")).to_have_count(place + 1)
        phone.get_by_role("button", name=f"Confirm trick {trick}").click()
        expect(phone.get_by_role("button", name=f"Confirm trick {trick}")).to_have_count(0)


@pytest.mark.parametrize("size", WHOLE_GAMES)
def test_a_whole_deal_of_suipe_is_typed_in(demo: Demos, screens: Screens, size: str) -> None:
    running = demo(*TYPED)
    phone = _ready_for_another_game(running, screens(size))
    phone.goto(running.address + "/new/suipe")
    phone.get_by_label("Seat A").fill("Sina")
    phone.get_by_label("Seat B").fill("Tavita")
    phone.get_by_role("button", name="Start").click()
    pack = [str(card) for card in PACKS["std52"].cards]
    random.Random(2).shuffle(pack)
    layout = [next(card for card in pack if card[0] == rank) for rank in "A259"]
    for card in layout:
        phone.locator(f'input[name="cards"][value="{card}"]').check()
    phone.get_by_role("button", name="These lie there").click()
    loose = set(layout)
    for number, card in enumerate([card for card in pack if card not in layout], start=1):
        expect(phone.locator(f'input[name="card"][value="{card}"]')).to_be_visible()
        phone.locator(f'input[name="card"][value="{card}"]').check()
        twin = next((other for other in sorted(loose) if other[0] == card[0]), None)
        if twin is not None:
            phone.locator(f'input[name="take"][value="{twin}"]').check()
            loose.remove(twin)
        else:
            loose.add(card)
        phone.get_by_role("button", name="Trails" if twin is None else "Captures").click()
        expect(phone.locator(f'input[name="card"][value="{card}"]')).to_have_count(0)
        hand = running.live.table().hand
        assert hand is not None
        assert len(hand.moves) == number
    (result,) = running.live.table().results
    assert result is not None
    assert sum(result.points) >= 7
    expect(phone.locator(".won")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_hand_is_followed_and_confirmed_without_scripts(demo: Demos, screens: Screens, size: str) -> None:
    running = demo(*LEFT_TO_THE_PAGE)
    plain = screens(size, java_script_enabled=False)
    running.open(plain)
    expect(running.open(screens()).locator(".trick .card")).to_have_count(2)
    plain.get_by_role("link", name="Look again").click()
    plain.get_by_role("button", name="Confirm trick 1").click()
    expect(plain.get_by_role("button", name="Confirm trick 1")).to_have_count(0)
    plain.get_by_role("link", name="Type the cards").click()
    expect(plain.locator(".pack button").first).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_demo_that_is_killed_and_started_again_is_found_again(demo: Demos, screens: Screens, size: str) -> None:
    running = demo(*LEFT_TO_THE_PAGE)
    phone = running.open(screens(size))
    expect(phone.locator(".trick .card")).to_have_count(2)
    before = running.live.session
    running.stop(signal.SIGKILL)
    expect(phone.locator("#connection")).to_be_visible()
    running.start()
    expect(phone.locator("#connection")).to_be_hidden()
    _confirm(phone, phone, 1)
    phone.goto(f"{running.address}/past")
    expect(phone.locator(f'a[href$="{before}"]')).to_have_text("Spar")


def test_the_demo_speaks_french(demo: Demos, screens: Screens) -> None:
    running = demo(*LEFT_TO_THE_PAGE)
    phone = running.open(screens(locale="fr-FR"))
    _confirm(phone, phone, 1, button="Valider le pli")
    expect(phone.locator("html")).to_have_attribute("lang", "fr")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    _photograph(phone, "demo-french-phone")
