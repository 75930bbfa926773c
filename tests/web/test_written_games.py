"""A whole hand of every game that is a page of rules, typed on the page: only what its forms offer is sent."""

import random
import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import expect

from club.simulation import players_at
from scoring.commands import StartSession
from scoring.games import GAMES
from tests.property.test_written_games import WRITTEN
from tests.tables import NAMES
from tests.unit.test_house_games import DOCS
from tests.web.browsing import Visitor
from tests.web.conftest import Page
from web import create_app


@dataclass
class Form:
    """A form of the page: where it goes, what it carries hidden or as it comes, and its buttons that can be tapped."""

    action: str
    hidden: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Forms(HTMLParser):
    """Every form of a page, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.found.append(Form(has.get("action", "")))
        elif tag == "input" and has.get("type") in ("hidden", "number") and self.found:
            self.found[-1].hidden[has["name"]] = has["value"]
        elif tag == "select" and self.found:
            self.select = has.get("name", "")
        elif tag == "option" and self.found and self.select:
            self.found[-1].hidden.setdefault(self.select, has["value"])
        elif tag == "button" and self.found and "disabled" not in has:
            self.found[-1].buttons.append((has.get("name", ""), has.get("value", "")))


def offered(page: Page) -> list[Form]:
    """What can be tapped on the typing pad: cards, or what must be said first."""
    text = page.client.get("/?type=1").text
    forms = [form for form in Forms(text).found if form.action in ("/do/say", "/do/play")]
    return [form for form in forms if form.buttons and "face_down" not in form.hidden]


def tap(page: Page, form: Form, chance: random.Random, most: int) -> None:
    name, value = chance.choice(form.buttons[:most])
    fields = {key: value for key, value in form.hidden.items() if key != "token"} | ({name: value} if name else {})
    answer = page.post(form.action.removeprefix("/do/"), **fields)
    assert answer.status_code == 303, (form, answer.text)


def unseen(page: Page) -> list[str]:
    """Cards that nobody has laid."""
    table = page.live.table()
    assert table.hand is not None
    left = Counter({str(card): table.pack.copies for card in table.pack.cards}) - Counter(
        str(play.card) for play in table.hand.plays
    )
    return sorted(left)


def confirm(page: Page) -> None:
    """The last trick, which no card after it confirms."""
    hand = page.live.table().hand
    if hand and hand.is_trick_full and len(hand.laid) == hand.hand_size:
        page.post("confirm", hand="1", trick=str(hand.trick_to_confirm))


@pytest.mark.parametrize("game", WRITTEN)
def test_a_whole_hand_is_typed_on_the_page(page: Page, game: str) -> None:
    page.enter()
    page.do(StartSession(by="t", game=game, players=NAMES[: players_at(game)]))
    chance, taps = random.Random(game), 0
    while page.live.table().results in ((), (None,)):
        # The pad is the same in every trick: its cards are read from it in the first two.
        if (now := page.live.table().hand) and len(now.laid) > 2 and not now.is_played_out:
            assert page.post("play", card=chance.choice(unseen(page)), seq=str(page.live.table().seq)).status_code == 303
            confirm(page)
            continue
        forms = offered(page)
        assert forms, page.live.table().hand
        says = [form for form in forms if form.action == "/do/say"]
        # The first forms are what is waited for; low bids and passes make an auction that ends.
        tap(page, chance.choice(says[:2]) if says else forms[0], chance, 4 if says else 52)
        taps += 1
        confirm(page)
        assert taps < 90
    table = page.live.table()
    assert table.deal is not None
    assert table.deal.result is not None
    sheet = page.client.get("/hand/1").text
    assert all(f"{line.points:+d}" in sheet for line in table.deal.result.lines)


@pytest.mark.browser
def test_an_auction_of_bridge_is_tapped(visitor: Visitor, page: Page) -> None:
    page.do(StartSession(by="t", game="bridge", players=NAMES[:4]))
    phone = visitor("phone").open()
    taps = [("1 hearts", "Kofi to bid"), ("Kofi: Pass", "Esi to bid"), ("4 hearts", "Yaw to bid"), ("doubles", "Ama to bid")]
    taps += [("Ama: Pass", "Kofi to bid"), ("Kofi: Pass", "Esi to bid"), ("Esi: Pass", "Kofi to play")]
    for words, after in taps:
        phone.get_by_role("button", name=re.compile(f"^{words}$", re.IGNORECASE)).click()
        expect(phone.locator(".bar")).to_contain_text(after)
    expect(phone.locator(".state")).to_contain_text("Ama: 4♥")
    expect(phone.locator(".seats")).to_contain_text("4♥ ×2")


def test_a_house_that_writes_whist_anew_plays_its_own(page: Page, tmp_path: Path) -> None:
    own = (DOCS / "short_whist.toml").read_text().replace('"short_whist"', '"whist"')
    (tmp_path / "whist.toml").write_text(own)
    app = create_app(page.live, page.evidence, page.news, page.keys, house=tmp_path)
    assert app.test_client().get("/new").text.count('href="/new/whist"') == 1
    assert "Plain Whist: thirteen tricks" in app.test_client().get("/rules/whist").text


def test_every_written_game_can_be_chosen(page: Page) -> None:
    text = page.client.get("/new").text
    assert all(f"/new/{game}" in text for game in WRITTEN)
    assert set(WRITTEN) <= set(GAMES)
