"""A game scored without cards: what is asked, what comes of it, and how the log says that nobody saw them."""

import pytest
from playwright.sync_api import expect

from scoring import Call, CallKind, Seat
from scoring.commands import MakeCall, StartSession
from tests.web.browsing import Visitor
from tests.web.conftest import Page

FOUR = ("Ama", "Kofi", "Esi", "Yaw")
COUNTED = {"taken-A": "7", "taken-B": "6", "seat": "C", "hand": "1"}


def spades(page: Page, *bids: int) -> None:
    page.do(StartSession(by="test", game="spades", players=FOUR))
    page.do(
        *(MakeCall(by="test", call=Call(CallKind.BID, Seat(seat), number=bid)) for seat, bid in enumerate(bids or (4, 3, 2, 3)))
    )


def test_a_hand_of_spar_is_told_by_who_took_the_last_trick_and_with_what(page: Page) -> None:
    page.start("Ama", "Kofi", "Esi")
    assert page.post("tell", hand="1", seat="B", card="6H").status_code == 303
    assert page.live.table().standing.totals == (0, 3, 0)
    text = page.client.get("/").text
    assert "takes the last trick" in text
    assert "hand 1, without cards" in text
    assert "scored a hand without cards" in page.client.get("/session").text
    assert "Nobody saw the tricks from number 1 on" in page.client.get("/hand/1").text
    assert page.client.get("/api/v1/hands/1").json["hand"]["told"] == {"first": 1, "taken": []}  # type: ignore[index]  # it is JSON


def test_sevens_before_the_last_one_are_told_with_it(page: Page) -> None:
    page.do(StartSession(by="test", game="sipa", players=FOUR))
    page.post("tell", hand="1", seat="B", card="7H", **{"before-1": "7D", "before-2": "7C"})
    assert page.live.table().standing.totals == (0, 6, 0, 0)


def test_partners_are_counted_together_and_a_nil_alone(page: Page) -> None:
    spades(page)
    asked = page.client.get("/?tell=1").text
    assert "Ama and Esi" in asked
    assert 'name="taken-A" value="13"' in asked
    assert page.post("tell", **COUNTED).status_code == 303
    assert page.live.table().standing.totals == (61, 60)
    hand = page.client.get("/hand/1").text
    assert "Ama and Esi: 7 tricks" in hand
    assert "Trick 12" not in hand


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"taken-B": "5"}, "13 tricks were played, and these are 12: count again"),
        ({"taken-B": ""}, "say how many tricks everybody took"),
        ({"seat": ""}, "seat"),
        ({"hand": "3"}, "hand 3 cannot be told: hand 1 comes first"),
        ({"card": "17H"}, "17H"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_nothing_is_lost(page: Page, changed: dict[str, str], words: str) -> None:
    spades(page)
    answer = page.post("tell", **(COUNTED | changed), headers={"X-Live": "1"})
    assert answer.status_code in (400, 409)
    assert words in answer.text
    assert page.live.table().deals[0].hand.told is None


def test_a_game_whose_cards_count_is_not_offered(page: Page) -> None:
    page.do(StartSession(by="test", game="stovkahra", players=FOUR))
    assert "Score without cards" not in page.client.get("/").text
    assert "<form" in page.client.get("/?tell=1").text
    answer = page.post("tell", hand="1", seat="B")
    assert (answer.status_code, "in stovkahra the cards themselves count" in answer.text) == (409, True)


def test_who_only_looks_on_is_asked_nothing(page: Page) -> None:
    spades(page)
    page.client.delete_cookie("cardtable")
    assert "taken-A" not in page.client.get("/?tell=1").text


@pytest.mark.browser
@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
def test_a_hand_of_spades_is_told_with_four_bids_a_count_and_a_name(visitor: Visitor, page: Page, size: tuple[int, int]) -> None:
    page.do(StartSession(by="test", game="spades", players=FOUR))
    screen = visitor().open("/?tell=1")
    screen.set_viewport_size({"width": size[0], "height": size[1]})
    for name, bid in zip(("Kofi", "Esi", "Yaw", "Ama"), ("3", "2", "3", "4"), strict=True):
        expect(screen.locator(".pad .bid strong")).to_have_text(name)
        screen.locator(f'.pad button[name="number"][value="{bid}"]').click()
    screen.locator('[name="taken-A"][value="7"]').click()
    expect(screen.locator('[name="taken-B"][value="6"]')).to_be_checked()
    screen.locator(".pad").get_by_role("button", name="Esi").click()
    expect(screen.locator("#done")).to_contain_text("hand 1, without cards")
    expect(screen.locator(".pad .bid strong")).to_have_text("Esi")
    assert page.live.table().standing.totals == (61, 60)
    assert screen.evaluate("scrollY") == 0
    screen.locator("#done button").click()
    expect(screen.locator(".pad")).to_contain_text("Hand 1, 13 tricks")
    assert page.live.table().standing.totals == (0, 0)


@pytest.mark.browser
def test_a_hand_of_spar_is_told_in_two_taps_without_scripts_as_well(visitor: Visitor, page: Page) -> None:
    page.start("Ama", "Kofi", "Esi")
    screen = visitor(java_script_enabled=False).open("/?tell=1")
    screen.get_by_role("radio", name="Kofi").check()
    screen.locator('.pad button[value="6H"]').click()
    expect(screen.locator(".won .who")).to_have_text("Kofi")
    assert page.live.table().standing.totals == (0, 3, 0)
