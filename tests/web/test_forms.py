"""What forms lead to, and what comes back to whoever sent one."""

import json
import re
from datetime import UTC, datetime
from urllib.parse import unquote

from scoring.commands import ChangePlayers, DealHand, EndSession, OpenDispute, StartSession
from scoring.events import TrickConfirmed
from scoring.games import GAMES
from scoring.seats import Seat
from tests.web.conftest import Page
from web.undoing import done

FIRST = {"hand": "1", "trick": "1"}


def test_every_game_is_offered_with_its_country_and_a_line(page: Page) -> None:
    assert all(game.about.title and game.about.home and game.about.words and game.about.source for game in GAMES.values())
    offered = page.client.get("/new").text
    assert set(re.findall(r'href="/new/(\w+)"', offered)) == set(GAMES)


def test_what_was_played_here_lately_comes_first_and_once(page: Page) -> None:
    for game in ("skat", "agram", "skat"):
        page.do(StartSession(by="test", game=game, players=("Ama", "Kofi", "Esi")), EndSession(by="test"))
    offered = re.findall(r'href="/new/(\w+)"', page.client.get("/new").text)
    assert (offered[:3], len(offered)) == (["skat", "agram", "spar"], len(GAMES))


def test_what_was_done_is_said_even_where_the_next_hand_has_begun_by_then(page: Page) -> None:
    page.start()
    page.lay("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")
    page.do(DealHand(by="camera"))
    with page.client.application.test_request_context():
        last = TrickConfirmed(at=datetime(2026, 1, 1, tzinfo=UTC), by="phone", hand=1, trick=5)
        assert done(page.live.table(), last) == "Trick 5 confirmed: Ama"


def test_a_rematch_is_the_same_game_with_the_same_people_or_one_seat_on(page: Page) -> None:
    page.do(StartSession(by="test", game="spar", players=("Ama", "Kofi", "Esi"), options={"target": 9}, stake=2))
    page.do(ChangePlayers(by="test", players=("Ama", "Kofi", "Yaw")))
    assert page.post("rematch").status_code == 409, "one game at a time"
    page.do(EndSession(by="test"))
    assert "Rematch, one seat on" in page.client.get("/").text
    assert page.post("rematch", rotated="1").status_code == 303
    agreed = page.live.table().agreed
    assert (agreed.game, agreed.players, agreed.options.target, agreed.stake) == ("spar", ("Yaw", "Ama", "Kofi"), 9, 2)


def test_the_next_card_confirms_a_full_trick_unless_the_phone_waits_for_the_button(page: Page) -> None:
    page.start("Ama", "Kofi", "Esi")
    page.lay("AH 7H 8H", confirm=False)
    assert "The next card confirms trick 1." in page.client.get("/?type=1").text
    page.client.post("/me", data={"token": page.token, "confirms": "0"})
    assert "The next card confirms trick 1." not in page.client.get("/?type=1").text
    refused = page.post("play", card="KD")
    assert (refused.status_code, "all cards of trick 1 lie there: confirm it first" in refused.text) == (409, True)
    hand = page.live.table().hand
    assert hand is not None
    assert [len(laid) for laid in hand.laid] == [3]
    page.client.post("/me", data={"token": page.token, "confirms": ["0", "1"]})
    page.post("play", card="KD")
    hand = page.live.table().hand
    assert hand is not None
    assert ([len(laid) for laid in hand.laid], hand.confirmed) == ([3, 1], 1)


def test_confirm_is_marked_only_where_the_trick_is_full_and_not_frozen(page: Page) -> None:
    def is_marked() -> bool:
        return bool(re.search(r'<button class="main"><span>[^>]*>[^>]*>[^>]*> Confirm trick', page.client.get("/").text))

    page.start("Ama", "Kofi", "Esi")
    page.lay("AH", confirm=False)
    assert not is_marked()
    page.lay("7H 8H", confirm=False)
    assert is_marked()
    page.do(OpenDispute(by="test", hand=1, trick=1))
    assert not is_marked()


def test_an_empty_table_has_no_rematch(page: Page) -> None:
    assert page.post("rematch").status_code == 409


def test_the_page_can_be_put_on_the_home_screen(page: Page) -> None:
    found = re.search(r'rel="manifest" href="([^"]+)"', page.client.get("/").text)
    assert found is not None
    manifest = page.client.get(found[1])
    assert manifest.mimetype == "application/manifest+json"
    for icon in json.loads(manifest.data)["icons"]:
        answer = page.client.get(f"/static/{icon['src']}")
        assert (answer.status_code, answer.mimetype) == (200, icon["type"])


def test_a_page_that_the_browser_has_is_not_sent_again(page: Page) -> None:
    page.start()
    first = page.client.get("/?part=1")
    again = page.client.get("/?part=1", headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    page.lay("AH", confirm=False)
    assert page.client.get("/?part=1", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_who_sends_a_form_gets_the_new_table_with_the_answer(page: Page) -> None:
    page.start()
    page.lay("AH 7H", confirm=False)
    answer = page.client.post("/do/confirm?part=1", data={"token": page.token, **FIRST}, headers={"X-Live": "1"})
    assert unquote(answer.headers["X-Done"]) == "Trick 1 confirmed: Kofi"
    assert "Kofi to play" in answer.text
    assert "<html" not in answer.text


def test_a_form_that_somebody_else_has_overtaken_does_nothing_and_says_so(page: Page) -> None:
    page.start()
    page.client.post("/me", data={"token": page.token, "name": "Esi"})
    seq = page.live.table().seq
    assert page.post("play", card="AH", seq=str(seq)).status_code == 303
    assert page.post("play", card="7H", seq=str(seq)).status_code == 303, "one's own cards overtake nothing"
    page.lay("8H", confirm=False)
    late = page.post("play", card="9H", seq=str(seq), headers={"X-Live": "1"})
    assert late.status_code == 409
    assert late.text == "The camera was quicker, and the table has changed. Nothing was done: look again."
    assert page.post("undo", seq=str(seq)).status_code == 409
    hand = page.live.table().hand
    assert hand is not None
    assert [str(play.card) for play in hand.plays] == ["AH", "7H", "8H"]


def test_the_dealer_of_suipe_says_how_many_cards_each_has(page: Page) -> None:
    page.do(StartSession(by="test", game="suipe", players=("Ama", "Kofi")), DealHand(by="test"))
    assert "deals so many cards" in page.client.get("/").text
    assert page.post("say", kind="deals", seat="A", number="8").status_code == 303
    hand = page.live.table().hand
    assert hand is not None
    assert hand.hand_size == 8
    assert "Ama, who deals, says how many" in page.post("say", kind="deals", seat="B", number="8").text


def test_dost_is_said_on_the_page_after_the_last_trick(page: Page) -> None:
    page.do(StartSession(by="test", game="stovkahra", players=("Ama", "Kofi", "Esi", "Yaw")), DealHand(by="test"))
    for trick in range(1, 9):
        page.post("claim", hand="1", trick=str(trick), seat="B")
    assert "says dost" in page.client.get("/").text
    assert page.post("say", kind="dost", seat="D").status_code == 303
    table = page.live.table()
    assert len(table.deals) == 1
    assert table.standing.needed == "100 points to a game; matchsticks 2:0, first to 10"


def test_a_hand_without_a_result_says_why_where_the_result_would_stand(page: Page) -> None:
    page.do(StartSession(by="test", game="roque", players=("Ama", "Kofi", "Esi", "Yaw")), DealHand(by="test"))
    assert "No result" not in page.client.get("/").text, "a hand that is being played waits for nothing else"
    for seat, words in (("D", "bids 85"), ("C", "passes"), ("B", "passes"), ("A", "passes")):
        assert page.post("say", text=f"{seat} {words}").status_code == 303
    for trick in range(1, 13):
        page.post("claim", hand="1", trick=str(trick), seat="B")
    for address in ("/", "/hand/1"):
        shown = page.client.get(address).text
        assert "No result" in shown
        assert "4 cards of trick 1 were not seen, and cards count" in shown
    assert '/card/1/1/0?missing=1">Name its cards' in page.client.get("/hand/1").text
    assert page.post("missed", hand="1", trick="1", position="0", card="AH").status_code == 303
    assert "3 cards of trick 1 were not seen" in page.client.get("/hand/1").text


def test_a_claim_is_corrected_on_the_page_of_its_hand(page: Page) -> None:
    page.start("Ama", "Kofi", "Esi")
    page.do(DealHand(by="test"))
    for trick in range(1, 6):
        page.post("claim", hand="1", trick=str(trick), seat="B")
    page.do(DealHand(by="test"))
    shown = page.client.get("/hand/1").text
    assert "Nobody saw who took it" in shown
    assert re.search(r'action="/do/correct-claim">.*?name="seat" value="C".*?Esi took it', shown, re.DOTALL)
    assert page.post("correct-claim", hand="1", trick="5", seat="C").status_code == 303
    assert page.live.table().standing.totals == (0, 0, 1)
    assert "corrected who took a trick" in page.client.get("/session").text


def test_a_misdeal_is_put_right_or_dealt_again_from_the_page(page: Page) -> None:
    page.do(StartSession(by="test", game="spades", players=("Ama", "Kofi", "Esi", "Yaw")))
    shown = page.client.get("/session").text
    assert "A wrong number of cards" in shown
    assert 'name="count-D" min="0" max="52" value="13"' in shown
    counts = {"count-A": "13", "count-B": "14", "count-C": "12", "count-D": "13"}
    told = page.client.post("/do/count-cards", data={"token": page.token, **counts}, headers={"X-Live": "1"})
    assert told.text == "Esi draws a card from Kofi"
    assert page.post("count-cards", seen="1", **counts).status_code == 303
    page.do(DealHand(by="test", dealer=Seat.C))
    assert "Dealt out of turn" in page.client.get("/session").text
    assert page.post("out-of-turn").status_code == 303
    table = page.live.table()
    assert ([hand.is_void for hand in table.hands], table.next_dealer) == ([True, True], Seat.A)
