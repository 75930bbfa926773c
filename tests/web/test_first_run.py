"""A new box, from the phone that joins its Wi-Fi to the printed sheet: in Chromium, with the scripts that join networks."""

import re
from ipaddress import IPv4Interface

import pytest
from playwright.sync_api import expect

from tests.device.networks import HOME, OWN, PASSWORD, World
from tests.web.browsing import CALIBRATED, PICTURES, Visit, Visitor, a_box
from tests.web.conftest import Page as Table
from web.languages import catalogue
from web.network import name_of

pytestmark = pytest.mark.browser


@pytest.fixture
def networks(first_run: Table, tmp_path_factory: pytest.TempPathFactory) -> World:
    """The networks round that box, and root's scripts; whoever asks from here is on its own Wi-Fi."""
    world = World(tmp_path_factory.mktemp("root"))
    world.data.rmdir()
    world.data.symlink_to(first_run.live.ledger.path.parent)
    first_run.hotspot.place, first_run.hotspot.said = IPv4Interface("127.0.0.1/8"), world.state
    return world


class Walk:
    """An owner on the way through the steps, in a language."""

    def __init__(self, visit: Visit, language: str) -> None:
        self.screen, self._language = visit.screen, language

    def says(self, text: str, **values: object) -> str:
        return catalogue(self._language).ugettext(text) % values if values else catalogue(self._language).ugettext(text)

    def press(self, text: str, within: str = "main") -> None:
        self.screen.locator(within).get_by_role("button", name=self.says(text), exact=True).first.click()

    def fill(self, text: str, value: str) -> None:
        self.screen.get_by_label(self.says(text)).fill(value)

    def arrives_at(self, text: str) -> None:
        expect(self.screen.get_by_role("heading", level=1)).to_have_text(self.says(text))
        self.screen.screenshot(path=PICTURES / f"step-{self._language}-{text.split()[0].lower().strip(',')}.png", full_page=True)

    def sees(self, text: str, **values: object) -> None:
        expect(self.screen.locator("main")).to_contain_text(self.says(text, **values))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_new_box_is_set_up_by_whoever_joins_its_wifi(
    visitor: Visitor, first_run: Table, networks: World, language: str
) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    a_box(None)(first_run)
    networks.hotspot("open")
    networks.network()
    assert networks.joined == OWN
    visit = visitor(may_score=False, locale=language)
    walk = Walk(visit, language)

    probe = visit.context.request.get(
        f"{visit.address}/generate_204", headers={"Host": "connectivitycheck.gstatic.com"}, max_redirects=0
    )
    assert probe.status == 302
    visit.screen.goto(probe.headers["location"])
    walk.arrives_at("Welcome to the table")
    walk.press("Set this box up")

    walk.arrives_at("Language and name")
    walk.fill("Name of the box: small letters, digits and -", "kitchen")
    walk.press("Next")

    walk.arrives_at("Wi-Fi")
    networks.network()
    for password, outcome in (
        ("not the one", "“%(name)s” did not take the password. Write it once more; capital letters count."),
        (PASSWORD, "The box is in the Wi-Fi “%(name)s”."),
    ):
        walk.screen.get_by_role("radio").first.check()
        walk.fill("Password", password)
        walk.press("Connect")
        walk.sees("This phone loses the box's own Wi-Fi. Let it go back to yours.")
        expect(walk.screen.locator("main")).to_contain_text(f"http://kitchen.local/key/{first_run.keys.keys().owner}")
        networks.network()
        walk.sees(outcome, name=name_of(HOME))
    walk.press("Next")

    walk.arrives_at("Camera")
    expect(walk.screen.locator("img.evidence")).to_be_visible()
    walk.press("Next")

    walk.arrives_at("Calibration")
    walk.press("Calibrate with one card")
    assert {"do": "calibrate", "players": 4} in first_run.box.asked
    first_run.box.answers["health"]["work"] = CALIBRATED
    walk.press("Next")

    walk.arrives_at("Buttons, lamp, sound, reader")
    first_run.box.answers["health"]["presses"] = ["confirm", "undo", "dispute"]
    expect(walk.screen.locator(".pressed .seen")).to_have_count(3)
    walk.press("red")
    for part, button in (("Buttons", "Works"), ("Lamp", "Works"), ("Sound", "There is none"), ("Reader", "There is none")):
        walk.screen.get_by_role("button", name=re.compile(f"{walk.says(button)}.*{walk.says(part)}")).click()
    walk.press("Next")

    walk.arrives_at("Keys")
    walk.press("Finish, and show the sheet")
    walk.sees("Its password is being made: load this page again in a moment, and then print it.")
    networks.network()
    walk.screen.reload()
    walk.sees("password %(password)s", password=networks.says()["own_password"])
    expect(walk.screen.locator(".qr svg")).to_have_count(2)
    walk.screen.screenshot(path=PICTURES / f"step-{language}-sheet.png", full_page=True)
    # So many pages so quickly leave more streams behind than the tests' four.
    assert [said for said in visit.complaints if "503" not in said] == []

    second = visitor(may_score=False, locale=language)
    second.open("/welcome")
    expect(second.screen.get_by_role("button", name=walk.says("Stay on this Wi-Fi"))).to_be_visible()
    expect(second.screen.get_by_role("button", name=walk.says("Set this box up"))).to_have_count(0)


def test_a_step_can_be_walked_again_when_all_is_done(visitor: Visitor, page: Table) -> None:
    a_box(None)(page)
    visit = visitor(may_own=True)
    screen = visit.open("/setup")
    screen.get_by_role("link", name="Camera", exact=True).click()
    expect(screen.get_by_role("heading", level=1)).to_have_text("Camera")
    screen.get_by_role("button", name="Next").click()
    expect(screen.get_by_role("heading", level=1)).to_have_text("Set-up")
    expect(screen.locator(".six li").nth(2)).to_contain_text("✓ done")


def test_the_page_that_says_where_to_go_stays_when_the_wifi_goes(visitor: Visitor, first_run: Table, networks: World) -> None:
    a_box(None)(first_run)
    networks.hotspot("open")
    networks.network()
    visit = visitor(may_own=True)
    screen = visit.open("/setup?step=wifi")
    screen.get_by_role("radio").first.check()
    screen.get_by_label("Password").fill(PASSWORD)
    screen.get_by_role("button", name="Connect").click()
    expect(screen.get_by_text("This phone loses")).to_be_visible()
    visit.context.set_offline(True)
    expect(screen.locator("#connection")).to_be_visible()
    expect(screen.get_by_role("link", name=f"/key/{first_run.keys.keys().owner}")).to_be_visible()
