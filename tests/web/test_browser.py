"""The page in Chromium: against the demo itself, and against tables that are played by hand."""

import json
import threading
import urllib.request

import pytest
from playwright.sync_api import expect

from scoring.commands import CloseDispute, ConfirmTrick, DealHand, EndSession, OpenDispute, StartSession
from tests.waiting import PATIENCE
from tests.web.browsing import SIZES, STATES, Visitor, places_of
from tests.web.conftest import Page as Table
from web import create_app, serve
from web.server import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", SIZES)
def test_a_phone_follows_the_table_live_and_confirms(visitor: Visitor, page: Table, size: str) -> None:
    page.start()
    phone = visitor(size).open()
    page.lay("AH 7H", confirm=False)
    expect(phone.locator(".trick .card")).to_have_count(2)
    expect(phone.locator("#told")).to_have_text("Kofi takes trick 1 with Ace of hearts.")
    phone.get_by_role("button", name="Confirm trick 1").click()
    expect(phone.get_by_role("button", name="Confirm trick 1")).to_have_count(0)
    hand = page.live.table().hand
    assert hand is not None
    assert hand.confirmed == 1


def test_a_double_tap_does_one_thing_and_the_bar_stands_still(visitor: Visitor, page: Table) -> None:
    page.start()
    page.lay("AH 7H", "KD 8D", "QS 9S", "JC 7C")
    page.lay("6C 8S", confirm=False)
    visit = visitor()
    visit.screen.clock.install(time="2026-01-01T12:00:00")
    phone = visit.open()
    phone.wait_for_load_state()  # without its style nothing has a size
    phone.clock.pause_at("2026-01-01T13:00:00")

    before = places_of(phone, ".bar .box")
    left, top, width, height = before[1]
    x, y = left + width / 2, top + height / 2
    phone.get_by_role("button", name="Confirm trick 5").click()
    expect(phone.get_by_role("button", name="Next hand")).to_be_visible()
    for milliseconds in (100, 200, 300, 400):
        phone.clock.fast_forward(milliseconds)
        phone.mouse.click(x, y)
    assert phone.evaluate("1") == 1
    assert [url for url in visit.asked if "/do/" in url] == [f"{visit.address}/do/confirm?part=1"]
    assert places_of(phone, ".bar .box") == before
    phone.clock.fast_forward(1500)
    phone.get_by_role("button", name="Next hand").click()
    expect(phone.locator(".state")).to_contain_text("Hand 2")
    assert places_of(phone, ".bar .box") == before


def test_the_bar_keeps_its_boxes_in_every_state_of_a_hand(visitor: Visitor, page: Table) -> None:
    page.do(StartSession(by="test", game="spar", players=("Ama", "Kofi"), options={"target": 2}))
    phone = visitor(reduced_motion="reduce").open()
    phone.wait_for_load_state()
    places = {str(places_of(phone, ".bar .box"))}
    for trick in ("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S"):
        for card in trick.split():
            page.lay(card, confirm=False)
            expect(phone.locator(".trick .card, .won .card").last).to_be_visible()
            places.add(str(places_of(phone, ".bar .box")))
        hand = page.live.table().hand
        assert hand is not None
        page.do(OpenDispute(by="test", hand=1, trick=hand.trick_to_confirm))
        expect(phone.get_by_text("is disputed")).to_be_visible()
        places.add(str(places_of(phone, ".bar .box")))
        page.do(CloseDispute(by="test"), ConfirmTrick(by="test", hand=1, trick=hand.trick_to_confirm))
        expect(phone.get_by_text("is disputed")).to_have_count(0)
        places.add(str(places_of(phone, ".bar .box")))
    expect(phone.get_by_role("button", name="End the game")).to_be_visible()
    places.add(str(places_of(phone, ".bar .box")))
    page.do(EndSession(by="test"))
    expect(phone.get_by_role("button", name="Rematch")).to_be_visible()
    assert places | {str(places_of(phone, ".bar .box"))} == places
    assert len(places) == 1


def test_a_game_won_on_one_phone_is_won_on_another_and_on_the_tv(visitor: Visitor, page: Table) -> None:
    page.do(StartSession(by="test", game="spar", players=("Ama", "Kofi"), options={"target": 2}))
    page.lay("QH KH", "AD 7D", "KD 8D", "QD 9D")
    page.lay("6C 7S", confirm=False)
    first, second, tv = visitor().open(), visitor(may_score=False).open(), visitor("tv", may_score=False).open("/tv")
    first.get_by_role("button", name="Confirm trick 5").click()
    for screen in (first, second, tv):
        expect(screen.locator(".won .who")).to_have_text("Ama")
        expect(screen.locator(".won")).to_contain_text("has won the game")
        expect(screen.locator(".won")).to_contain_text("+3")


def test_a_phone_too_old_for_the_script_shows_everything_and_scores(visitor: Visitor, page: Table) -> None:
    page.start()
    visit = visitor()
    visit.context.route("**/live.js*", lambda route: route.fulfill(body="this is no script", content_type="text/javascript"))
    phone = visit.open("/?type=1")
    for card, count in (("AH", 1), ("7H", 2)):
        phone.locator(f'.pad button[value="{card}"]').click()
        expect(phone.locator(".trick .card")).to_have_count(count)
    phone.get_by_role("button", name="Confirm trick 1").click()
    expect(phone.get_by_role("button", name="Confirm trick 1")).to_have_count(0)
    page.lay("KD 8D", confirm=False)
    phone.get_by_role("link", name="Look again").click()
    expect(phone.locator(".trick .card")).to_have_count(2)


def test_what_was_done_is_said_with_its_undo(visitor: Visitor, page: Table) -> None:
    page.start()
    page.lay("AH 7H", confirm=False)
    phone = visitor().open()
    phone.get_by_role("button", name="Confirm trick 1").click()
    notice = phone.get_by_role("status").filter(has_text="Trick 1 confirmed: Kofi")
    expect(notice).to_be_visible()
    expect(phone.get_by_role("button", name="Confirm trick 1")).to_have_count(0)
    notice.get_by_role("button", name="Undo").click()
    expect(phone.get_by_role("button", name="Confirm trick 1")).to_have_count(1)


def test_a_change_is_one_request_on_the_phone_that_makes_it_and_one_on_another(visitor: Visitor, page: Table) -> None:
    page.start()
    page.lay("AH", confirm=False)
    mine, other = visitor(), visitor(may_score=False)
    phone, looker = mine.open(), other.open()
    page.lay("7H", confirm=False)
    for screen in (phone, looker):
        expect(screen.locator(".trick .card")).to_have_count(2)
    before = len(mine.asked), len(other.asked)  # a browser fetches the page's icon when it likes
    phone.get_by_role("button", name="Confirm trick 1").click()
    expect(phone.get_by_text("Kofi to play")).to_be_visible()
    expect(looker.locator(".trick .card")).to_have_count(0)
    phone.get_by_role("button", name="Undo").first.click()
    expect(looker.locator(".trick .card")).to_have_count(2)
    expect(phone.get_by_role("button", name="Confirm trick 1")).to_be_visible()
    assert [url.removeprefix(mine.address) for url in mine.asked[before[0] :] if "part=1" in url] == [
        "/do/confirm?part=1",
        "/do/undo?part=1",
    ]
    assert [url.removeprefix(other.address) for url in other.asked[before[1] :] if "part=1" in url] == ["/?part=1"] * 2


def test_a_phone_that_is_asked_to_reads_every_card_and_trick_aloud(visitor: Visitor, page: Table) -> None:
    page.start()
    visit = visitor()
    visit.screen.add_init_script(
        """window.aloud = [];
        const voice = { cancel() {}, speak(said) { aloud.push([said.lang, said.text]); } };
        Object.defineProperty(window, 'speechSynthesis', { value: voice });"""
    )
    phone = visit.open("/me")
    phone.get_by_label("Read every card, trick and score aloud").check()
    phone.get_by_role("button", name="Keep").click()
    told = phone.locator("#told")
    page.lay("AH", confirm=False)
    expect(told).to_have_text("Kofi: Ace of hearts")
    page.lay("7H")
    page.lay("KD 8D", "QD 9D", "JD TD", "6C 7S")
    expect(told).to_have_text("Kofi takes the last trick. Ama: 0. Kofi: 3.")
    aloud = phone.evaluate("aloud")
    assert aloud[0] == ["en", "Kofi: Ace of hearts"]
    assert aloud[-1] == ["en", "Kofi takes the last trick. Ama: 0. Kofi: 3."]


def test_who_did_not_ask_for_a_voice_hears_none(visitor: Visitor, page: Table) -> None:
    page.start()
    phone = visitor().open()
    page.lay("AH", confirm=False)
    expect(phone.locator("#told")).to_have_text("Kofi: Ace of hearts")
    assert phone.locator("body[data-voice]").count() == 0


def test_the_sheet_has_a_button_that_prints_it(visitor: Visitor, page: Table) -> None:
    page.start()
    visit = visitor()
    visit.screen.add_init_script("window.print = () => document.title = 'printed'")
    sheet = visit.open("/out/print")
    sheet.get_by_role("button", name="Print").click()
    expect(sheet).to_have_title("printed")


def test_what_ends_or_voids_asks_once(visitor: Visitor, page: Table) -> None:
    page.start()
    page.lay("AH 7H")
    phone = visitor().open("/session")
    phone.get_by_text("This hand does not count").first.click()
    phone.get_by_role("button", name="Yes, this hand does not count").click()
    expect(phone.get_by_role("button", name="Kofi deals")).to_be_visible()
    phone.get_by_text("End the session").click()
    assert not page.live.table().is_ended
    phone.get_by_role("button", name="Yes, end it").click()
    expect(phone.get_by_text("Sign the sheet")).to_be_visible()


def test_the_end_of_a_hand_says_who_won_with_which_card_and_why(visitor: Visitor, page: Table) -> None:
    page.start()
    phone, tv = visitor().open(), visitor("tv", may_score=False).open("/tv")
    page.lay("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")
    for screen in (phone, tv):
        expect(screen.locator(".won")).to_contain_text("takes the last trick")
        expect(screen.locator(".won .who")).to_have_text("Ama")
        expect(screen.locator(".won").get_by_role("img", name="Six of clubs")).to_be_visible()
        expect(screen.locator(".won .gain")).to_have_text("+3")
    page.lay("9H", confirm=False)
    expect(phone.locator(".won")).to_have_count(0)
    expect(phone.get_by_text("Last hand")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
@pytest.mark.parametrize(("game", "players", "cards"), [("spar", "Ama Kofi Esi", 15), ("spades", "Ama Kofi Esi Yaw", 52)])
def test_a_hand_is_typed_with_a_tap_for_each_card_and_bid_and_no_scroll(
    visitor: Visitor, page: Table, game: str, players: str, cards: int, size: tuple[int, int]
) -> None:
    page.do(StartSession(by="test", game=game, players=tuple(players.split())))
    visit = visitor()
    phone = visit.open("/?type=1")
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    bids = ["Kofi", "Esi", "Yaw", "Ama"] if game == "spades" else []
    for number, name in enumerate(bids, start=1):
        phone.locator(".pad .bid", has_text=name).get_by_role("button", name=f"{number}", exact=True).click()
    key = phone.locator(".pad .face:not(:disabled)")
    expect(key.first).to_be_visible()
    before = places_of(phone, ".pad .face")
    assert all(left >= 0 and right <= size[0] and top >= 0 and bottom <= size[1] - 80 for left, top, right, bottom in before)
    for number in range(1, cards + 1):
        key.first.click()
        expect(phone.locator(".pad .face:disabled")).to_have_count(number)
        assert places_of(phone, ".pad .face") == before
    assert len([url for url in visit.asked if "/do/" in url]) == cards + len(bids)
    assert phone.evaluate("scrollY") == 0
    phone.get_by_role("button", name="Confirm trick").click()
    expect(phone.locator(".won")).to_be_visible()


def test_who_only_looks_on_sees_everything_and_changes_nothing(visitor: Visitor, page: Table) -> None:
    page.start()
    page.lay("AH 7H", confirm=False)
    phone = visitor(may_score=False).open()
    expect(phone.locator(".trick .card")).to_have_count(2)
    expect(phone.get_by_role("button")).to_have_count(0)
    expect(phone.get_by_text("You are looking on.")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_tapped_card_is_corrected_and_another_phone_sees_it(visitor: Visitor, page: Table, size: str) -> None:
    page.start()
    page.lay("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")
    other = visitor(may_score=False).open()
    expect(other.locator(".total").first).to_have_text("c3")
    phone = visitor(size).open()
    phone.locator(".tricks a").nth(1).click()
    phone.get_by_role("button", name="Nine of hearts").click()
    expect(other.locator(".total").first).to_have_text("0")
    expect(other.locator(".total").nth(1)).to_have_text("c3")
    expect(other.get_by_text("was K♥, now 9♥, by phone")).to_be_visible()
    expect(other.locator(".tricks tr").first.get_by_text("corrected")).to_have_count(1)
    expect(other.locator(".tricks").get_by_text("corrected")).to_have_count(1)


@pytest.mark.parametrize("size", SIZES)
def test_a_question_is_answered_by_a_tap(visitor: Visitor, page: Table, size: str) -> None:
    page.start()
    page.lay("AH ??", confirm=False)
    phone = visitor(size).open()
    phone.get_by_role("button", name="Nine of clubs").first.click()
    expect(phone.get_by_text("Which card is this?")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_a_revoke_is_disputed_proved_and_settled(visitor: Visitor, page: Table, size: str) -> None:
    page.start()
    page.lay("AH 9D", "KD 8D")
    phone = visitor(size).open("/dispute/1/1")
    expect(phone.get_by_text("Nothing is proved")).to_be_visible()
    expect(phone.get_by_text("a later card may prove it")).to_be_visible()
    phone.get_by_role("button", name="Freeze this trick").click()
    expect(phone.get_by_text("frozen until the quarrel is settled. By phone.")).to_be_visible()
    page.lay("KH 8H", confirm=False)
    expect(phone.locator(".offence img")).to_have_count(2)
    phone.get_by_role("button", name="Settled").click()
    expect(phone.get_by_role("button", name="Freeze this trick")).to_be_visible()


def test_a_server_that_starts_again_is_noticed_and_found_again(visitor: Visitor, page: Table, served: Server) -> None:
    page.start()
    phone = visitor().open()
    expect(phone.locator(".score .name")).to_have_count(2)
    served.close()
    expect(phone.locator("#connection")).to_be_visible()
    news = type(page.news)(page.live.ledger)
    again = serve(create_app(page.live, page.evidence, news, page.keys), news, "127.0.0.1", served.port)
    thread = threading.Thread(target=again.run)
    thread.start()
    page.lay("AH", confirm=False)
    expect(phone.locator("#connection")).to_be_hidden()
    expect(phone.locator(".trick .card")).to_have_count(1)
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator(".trick .card")).to_have_count(0)
    again.close()
    thread.join()


def test_news_that_did_not_come_through_are_asked_for_again(visitor: Visitor, page: Table) -> None:
    page.start()
    phone = visitor().open()
    expect(phone.locator(".score .name")).to_have_count(2)
    phone.route("**/?part=1", lambda route: route.abort(), times=1)
    page.do(DealHand(by="test"))
    expect(phone.locator(".state")).to_contain_text("Hand 1")


def test_a_phone_that_slept_an_hour_comes_back_right(visitor: Visitor, page: Table) -> None:
    page.start()
    visit = visitor()
    visit.screen.clock.install()
    phone = visit.open()
    expect(phone.locator("#connection")).to_be_hidden()
    system = visit.context.new_cdp_session(phone)
    visit.context.set_offline(True)
    system.send("Page.setWebLifecycleState", {"state": "frozen"})
    page.lay("AH 7H", "KD 8D")
    page.lay("QS 9S", confirm=False)
    system.send("Page.setWebLifecycleState", {"state": "active"})
    phone.clock.fast_forward("01:00:00")
    expect(phone.locator("#connection")).to_be_visible()
    visit.context.set_offline(False)
    expect(phone.locator("#connection")).to_be_hidden()
    expect(phone.locator(".tricks tr")).to_have_count(3)
    expect(phone.get_by_text("Hand 1, trick 3")).to_be_visible()
    phone.get_by_role("button", name="Confirm trick 3").click()
    expect(phone.get_by_role("button", name="Confirm trick 3")).to_have_count(0)


def test_a_tab_that_cannot_be_fetched_keeps_the_page_and_says_so_where_one_looks(visitor: Visitor, page: Table) -> None:
    page.start("Ama", "Kofi", "Esi")
    page.lay("QH KH 7H", "AD 7D 8D", "KD 8C 9D", "QD 9S TD")
    visit = visitor()
    phone = visit.open()
    phone.set_viewport_size({"width": 390, "height": 500})
    expect(phone.locator(".tricks tr")).to_have_count(4)
    visit.context.set_offline(True)
    phone.get_by_role("link", name="Score", exact=True).click()
    expect(phone.locator("#connection")).to_be_visible()
    expect(phone.locator(".felt")).to_be_visible()
    phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    ((_, top, _, _),) = places_of(phone, "#connection")
    assert 0 <= top < 100, "what is wrong with the connection stays in sight"
    visit.context.set_offline(False)


def test_a_form_without_its_visit_or_with_a_wrong_key_is_refused(visitor: Visitor, page: Table) -> None:
    phone = visitor(may_score=False)
    phone.open("/key/WRONG2")
    expect(phone.screen.get_by_text("This key does not fit")).to_be_visible()
    page.start()
    page.keys.renew()
    old = visitor().open()
    page.lay("AH 7H", confirm=False)
    # The key changes while the form is on its way: before that, the page itself would take the button away.
    old.route("**/do/confirm*", lambda route: (page.keys.renew(), route.continue_()))
    old.get_by_role("button", name="Confirm trick 1").click()
    expect(old.get_by_text("scoring needs the table's key")).to_be_visible()


def test_the_first_visit_is_small_and_asks_nobody_else(visitor: Visitor, page: Table) -> None:
    STATES["spar"][0](page)
    phone = visitor(may_score=False)
    client = phone.context.new_cdp_session(phone.screen)
    received: list[float] = []
    client.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    client.send("Network.enable")
    phone.open("/score")
    expect(phone.screen.locator("svg.chart")).to_be_visible()
    assert sum(received) < 90_000
    assert {url.split("/")[2] for url in phone.asked} == {phone.address.split("/")[2]}
    assert phone.complaints == []


def test_the_view_of_a_long_session_stays_small(page: Table, served: Server) -> None:
    page.start()
    for _ in range(30):
        page.lay("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")
    with urllib.request.urlopen(f"http://127.0.0.1:{served.port}/api/v1/table", timeout=PATIENCE) as answer:
        text = answer.read()
    assert len(text) < 8_000
    assert len(json.loads(text)["sheet"]) == 1
