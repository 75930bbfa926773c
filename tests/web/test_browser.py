"""The page in Chromium at phone size: against the demo itself, and against a table that is played by hand."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.conftest import skip_tier
from tests.web.conftest import Page as Table
from web.server import Server

pytestmark = pytest.mark.browser
expect.set_options(timeout=30_000)
PICTURES = Path(__file__).parents[2] / "build" / "pictures"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        skip_tier("browser", "chromium is not installed")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, device_scale_factor=2)
    page = context.new_page()
    yield page
    context.close()


@pytest.fixture
def demo() -> Iterator[str]:
    """The address of a running demo."""
    command = [sys.executable, "-u", "-m", "device", "demo", "--port", "0", "--host", "127.0.0.1", "--speed", "20"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process.stdout.readline().removeprefix("The page is at ").strip()
    process.terminate()
    process.wait()
    process.stdout.close()


def test_the_demo_shows_score_and_cards_on_a_phone(phone: Page, demo: str) -> None:
    phone.goto(demo)
    expect(phone.locator(".score .name").first).to_have_text("Ama")
    expect(phone.locator(".trick .card").first).to_be_visible(timeout=60_000)
    expect(phone.locator(".tricks tr").nth(1)).to_be_visible(timeout=120_000)
    PICTURES.mkdir(parents=True, exist_ok=True)
    phone.screenshot(path=PICTURES / "demo-phone.png", full_page=True)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_follows_the_table_live_and_confirms(phone: Page, page: Table, served: Server) -> None:
    page.start()
    phone.goto(f"http://127.0.0.1:{served.port}/")
    page.lay("AH 7H", confirm=False)
    expect(phone.locator(".trick .card")).to_have_count(2)
    phone.get_by_role("button", name="Confirm trick 1").click()
    expect(phone.get_by_role("button", name="Confirm trick 1")).to_have_count(0)
    hand = page.live.table().hand
    assert hand is not None
    assert hand.confirmed == 1


def test_a_tapped_card_is_corrected_and_another_phone_sees_it(phone: Page, browser: Browser, page: Table, served: Server) -> None:
    page.start()
    page.lay("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")
    address = f"http://127.0.0.1:{served.port}/"
    other = browser.new_page()
    other.goto(address)
    expect(other.locator(".total").first).to_have_text("c3")
    phone.goto(address)
    phone.locator(".tricks a").nth(1).click()
    phone.get_by_role("button", name="9 of hearts").click()
    expect(other.locator(".total").first).to_have_text("0")
    expect(other.locator(".total").nth(1)).to_have_text("c3")
    other.close()


def test_a_question_is_answered_by_a_tap(phone: Page, page: Table, served: Server) -> None:
    page.start()
    page.lay("AH ??", confirm=False)
    phone.goto(f"http://127.0.0.1:{served.port}/")
    phone.get_by_role("button", name="9 of clubs").click()
    expect(phone.get_by_text("Which card is this?")).to_have_count(0)


def test_the_proof_of_a_revoke_shows_both_pictures(phone: Page, page: Table, served: Server) -> None:
    page.start()
    page.lay("AH 9D", "KD 8D", "KH 8H")
    phone.goto(f"http://127.0.0.1:{served.port}/")
    expect(phone.locator(".offence img")).to_have_count(2)


def test_the_page_works_without_scripts(browser: Browser, page: Table, served: Server) -> None:
    page.start()
    page.lay("AH 7H", confirm=False)
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(f"http://127.0.0.1:{served.port}/")
    plain.get_by_role("button", name="Confirm trick 1").click()
    expect(plain.get_by_role("button", name="Confirm trick 1")).to_have_count(0)
    context.close()
