"""How a game begins on a phone: who plays, who sits where, and whose phone this is."""

import pytest
from playwright.sync_api import expect

from scoring.commands import EndSession
from tests.web.browsing import Visitor, places_of
from tests.web.conftest import Page as Table

pytestmark = pytest.mark.browser


def test_who_plays_says_so_once_and_is_told_whose_turn_it_is(visitor: Visitor, page: Table) -> None:
    page.start()
    phone = visitor().open()
    phone.locator(".hello").get_by_role("button", name="Kofi").click()
    expect(phone.locator(".hello")).to_have_count(0)
    page.lay("AH", confirm=False)
    expect(phone.locator(".chip")).to_have_text("to play")
    page.lay("7H")
    expect(phone.locator(".chip")).to_have_text("your turn")
    expect(phone.locator(".bar")).to_contain_text("Your turn")
    page.lay("KD", confirm=False)
    expect(phone.locator(".trick .card")).to_have_count(1)
    phone.get_by_role("button", name="Undo").first.click()
    expect(phone.locator(".trick .card")).to_have_count(0)
    assert page.live.ledger.excerpt(page.live.session or "").recorded[-1].event.by == "Kofi"


def test_names_that_are_known_here_sit_down_with_a_tap(visitor: Visitor, page: Table) -> None:
    page.start("Ama", "Kofi", "Esi")
    page.do(EndSession(by="test"))
    phone = visitor().open("/new/spar")
    for name in ("Esi", "Ama", "Kofi", "Ama"):
        phone.locator(".known").get_by_role("button", name=name).click()
    expect(phone.get_by_label("Seat A")).to_have_value("Esi")
    expect(phone.get_by_label("Seat B")).to_have_value("")
    expect(phone.get_by_label("Seat C")).to_have_value("Kofi")
    phone.get_by_label("Seat B").fill("Yaw")
    phone.get_by_label("deals first").nth(2).check()
    phone.get_by_role("button", name="Start").click()
    expect(phone.locator(".seats .name").first).to_have_text("Esi")
    agreed = page.live.table().agreed
    assert (agreed.players, agreed.first_dealer) == (("Esi", "Yaw", "Kofi"), 2)


def test_a_game_is_found_by_typing(visitor: Visitor, page: Table) -> None:
    phone = visitor().open("/new")
    games, field = phone.locator(".games li:visible strong"), phone.get_by_role("searchbox", name="Find a game")
    for typed, first in (("sk", "Skat"), ("sumice", "Stovkahra"), ("fish table", "Suipe"), ("whist taiwan", None)):
        field.fill(typed)
        if first is None:
            expect(games).to_have_count(0)
            expect(phone.get_by_role("status").filter(has_text="No game here")).to_be_visible()
        else:
            expect(games.first).to_have_text(first)
    field.fill("whist")
    expect(phone.locator(".home:visible").first.locator("strong", has_text="whist")).not_to_have_count(0)
    field.fill("skat")
    field.press("Enter")
    expect(phone.locator("a:focus")).to_contain_text("Skat")


def test_seats_change_places_with_a_tap_and_partners_have_one_sign(visitor: Visitor, page: Table) -> None:
    page.start("Ama", "Kofi", "Esi", "Yaw")
    page.do(EndSession(by="test"))
    phone = visitor().open("/new/spades")
    known = phone.locator(".known")
    for name in ("Ama", "Kofi", "Esi", "Yaw"):
        known.get_by_role("button", name=name).click()
    phone.get_by_label("Seat B").click()
    known.get_by_role("button", name="Esi").click()
    values = "() => [...document.querySelectorAll('.place:not([hidden]) input[name=players]')].map((seat) => seat.value)"
    assert phone.evaluate(values) == ["Ama", "Esi", "Kofi", "Yaw"]
    signs = "() => [...document.querySelectorAll('.place:not([hidden]) .side')].map((side) => side.textContent.trim())"
    assert phone.evaluate(signs) == ["◆", "●", "◆", "●"]
    centres = places_of(phone, ".place:not([hidden])")
    assert centres[0][1] == max(top for _, top, _, _ in centres), "who sits at the bottom of the picture is drawn there"
    phone.get_by_text("Rules of the house").click()
    phone.get_by_label("Who plays together").select_option("solo")
    assert phone.evaluate(signs) == [""] * 4
    phone.get_by_label("deals first").nth(2).check()
    phone.get_by_role("button", name="Start").click()
    expect(phone.locator(".seats .name").first).to_have_text("Ama")
    agreed = page.live.table().agreed
    assert (agreed.players, agreed.first_dealer) == (("Ama", "Esi", "Kofi", "Yaw"), 2)


def test_a_new_game_that_is_refused_keeps_what_was_filled_in(visitor: Visitor, page: Table) -> None:
    phone = visitor().open("/new/spar")
    phone.get_by_label("Seat A").fill("Ama")
    phone.get_by_label("Seat B").fill("Ama")
    phone.get_by_role("button", name="Start").click()
    expect(phone.locator("#message")).to_contain_text("a name of their own")
    expect(phone.get_by_label("Seat A")).to_have_value("Ama")
    phone.get_by_label("Seat B").fill("Kofi")
    phone.get_by_role("button", name="Start").click()
    expect(phone.locator(".score .name")).to_have_text(["Ama", "Kofi"])


def test_a_tag_at_the_reader_takes_a_seat_and_an_unknown_one_asks_for_its_name(visitor: Visitor, page: Table) -> None:
    page.box.answers["guests"] = {"here": ["Ama"], "is_unknown": True, "refusal": ""}
    phone = visitor().open("/new/spar")
    expect(phone.get_by_label("Seat A")).to_have_value("Ama")
    phone.get_by_label("Seat C").fill("Esi")
    phone.get_by_label("Name", exact=True).fill("Kofi")
    page.box.answers["guests"] = page.box.answers["guest"] = {"here": ["Ama", "Kofi"], "is_unknown": False, "refusal": ""}
    phone.get_by_role("button", name="Keep").click()
    expect(phone.get_by_label("Seat B")).to_have_value("Kofi")
    expect(phone.get_by_label("Seat C")).to_have_value("Esi")
    assert {"do": "guest", "name": "Kofi"} in page.box.asked
    phone.get_by_role("button", name="Start").click()
    expect(phone.locator(".score .name")).to_have_text(["Ama", "Kofi", "Esi"])
