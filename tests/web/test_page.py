"""The page and its interface, without a browser."""

import json
import urllib.error
import urllib.request
from typing import Any

import cv2
import numpy as np
import pytest

from scoring import Call, CallKind, Card, Seat, Suit
from scoring.commands import ChangePlayers, EndSession, MakeCall, MakeMove, PlayCard, StartSession
from scoring.events import EVENTS
from scoring.ledger.phrases import read_call
from scoring.moves import Action, Move
from scoring.packs import PACKS, cards_of
from scoring.tricks import Reading
from tests.waiting import PATIENCE
from tests.web.browsing import a_turn_of_suipe
from tests.web.conftest import Page
from web.drawings import printed_qr
from web.option_words import EVENTS as EVENT_WORDS
from web.options import rule_words
from web.server import Server

FIRST = {"hand": "1", "trick": "1"}


def test_an_empty_table_asks_who_plays(page: Page) -> None:
    assert "Who plays?" in page.client.get("/").text
    assert page.client.get("/api/v1/table").get_json()["attention"] == "idle"


def test_a_session_is_started_from_the_page(page: Page) -> None:
    answer = page.post("start", game="spar", players="Ama, Kofi , Esi")
    assert answer.status_code == 303
    state = page.client.get("/api/v1/table").get_json()
    assert [player["name"] for player in state["players"]] == ["Ama", "Kofi", "Esi"]


def test_the_trick_is_shown_as_it_falls_and_confirmed(page: Page) -> None:
    page.start()
    page.lay("AH 7H", confirm=False)
    assert "Confirm trick 1" in page.client.get("/").text
    assert page.post("confirm", **FIRST, headers={"X-Live": "1"}).text == "Trick 1 confirmed: Kofi"
    assert page.post("confirm", **FIRST, headers={"X-Live": "1"}).text == "nothing left to do"
    trick = page.client.get("/api/v1/table").get_json()["hand"]["tricks"][0]
    assert (trick["winner_name"], trick["winning_card"], trick["is_confirmed"]) == ("Kofi", "AH", True)


def test_what_is_passed_on_is_shown_until_the_first_card(page: Page) -> None:
    page.do(StartSession(by="t", game="hearts", players=("Ama", "Kofi", "Esi", "Yaw")))
    for address in ("/", "/tv"):
        assert "Passing: 3 cards to the left" in page.client.get(address).text
        assert "Échange : 3 cartes à gauche" in page.client.get(address, headers={"Accept-Language": "fr"}).text
    page.do(PlayCard(by="t", card=Card.parse("2C"), seat=Seat.C))
    assert "Passing" not in page.client.get("/").text + page.client.get("/tv").text


def test_a_false_meld_is_shown_with_who_played_the_card(page: Page) -> None:
    page.do(StartSession(by="t", game="belote", players=("Ama", "Kofi", "Esi", "Yaw")))
    for words in ("A shows trump 9H", "D bids H", "B announces belote"):
        page.do(MakeCall(by="t", call=read_call(words)))
    page.do(PlayCard(by="t", card=Card.parse("QH")))
    for text in (page.client.get("/").text, page.client.get("/tv").text):
        assert "Kofi announced belote and cannot have had Q♥: Yaw played it in trick 1." in text


def test_a_correction_in_an_earlier_trick_changes_the_total_and_is_shown(page: Page) -> None:
    page.start()
    page.lay("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")
    assert page.client.get("/api/v1/table").get_json()["last_hand"]["points"] == [3, 0]
    page.client.post("/me", data={"token": page.token, "name": "Ama"})
    page.post("correct", **FIRST, position="1", card="9H")
    state = page.client.get("/api/v1/table").get_json()
    assert state["last_hand"]["points"] == [0, 3]
    assert "was K♥, now 9♥, by Ama" in page.client.get("/").text


def test_an_unsure_card_is_asked_about_with_its_picture_and_the_likeliest(page: Page) -> None:
    page.start()
    page.lay("AH ??", confirm=False)
    text = page.client.get("/").text
    assert "Which card is this?" in text
    assert "Nine of clubs" in text
    (question,) = page.client.get("/api/v1/table").get_json()["questions"]
    picture = page.client.get(f"/evidence/{question['evidence']}.jpg")
    assert picture.data == b"??"
    page.post("correct", **FIRST, position="1", card="9C")
    assert page.client.get("/api/v1/table").get_json()["questions"] == []


def test_a_missing_card_is_asked_for_and_put_in(page: Page) -> None:
    page.start()
    page.lay("AH", confirm=False)
    page.post("confirm", **FIRST)
    assert "Which card did I miss?" in page.client.get("/").text
    choice = page.client.get("/card/1/1/1?missing=1").text
    assert "Which card was missed?" in choice
    page.post("missed", **FIRST, position="1", card="7H")
    plays = page.client.get("/api/v1/table").get_json()["hand"]["tricks"][0]["plays"]
    assert [play["card"] for play in plays] == ["AH", "7H"]


def test_who_types_is_told_whose_card_is_next_and_that_it_confirms_a_full_trick(page: Page) -> None:
    page.start()
    typing = [page.client.get("/?type=1").text]
    for code in ("AH", "7H"):
        page.lay(code, confirm=False)
        typing.append(page.client.get("/?type=1").text)
    page.post("confirm", **FIRST)
    typing.append(page.client.get("/?type=1").text)
    told = ["The next card begins a new hand.", "Ama plays", "The next card confirms trick 1.", "Kofi plays"]
    assert [[words for words in told if words in text] for text in typing] == [[words] for words in told]


def test_a_revoke_is_proved_with_two_pictures_and_can_be_waived(page: Page) -> None:
    page.start()
    page.lay("AH 9D", "KD 8D", "KH 8H")
    text = page.client.get("/").text
    assert "Proved: did not follow suit (Ama)" in text
    assert "Ama played 9♦ to a heart lead in trick 1 and 8♥ in trick 3" in text
    (offence,) = page.client.get("/api/v1/table").get_json()["offences"]
    assert [page.client.get(f"/evidence/{name}.jpg").data for name in offence["pictures"]] == [b"9D", b"8H"]
    page.post("rule", hand="1", offence=offence["key"], waived="1")
    assert "The table waived it." in page.client.get("/").text


def test_every_card_of_the_hand_can_be_chosen_again_and_taken_out(page: Page) -> None:
    page.start()
    page.lay("AH 7H 8H", confirm=False)
    text = page.client.get("/card/1/1/2").text
    assert "This was no card" in text
    assert "trick 1" in text
    page.post("remove", **FIRST, position="2", was="8H")
    assert len(page.client.get("/api/v1/table").get_json()["hand"]["tricks"][0]["plays"]) == 2


@pytest.mark.parametrize(
    ("action", "fields", "status", "words"),
    [
        ("confirm", {"hand": "x", "trick": "1"}, 400, "expected a whole number"),
        ("correct", {**FIRST, "position": "0", "card": "1X"}, 400, "is not a card"),
        ("correct", {**FIRST, "position": "9", "card": "7H"}, 409, "trick 1 has no card number 10"),
        ("start", {"game": "spar", "players": "Ama, Kofi"}, 409, "a session is running"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(page: Page, action: str, fields: dict[str, str], status: int, words: str) -> None:
    page.start()
    page.lay("AH 7H", confirm=False)
    before = page.client.get("/api/v1/table").get_json()
    answer = page.post(action, **fields)
    assert (answer.status_code, words in answer.text) == (status, True)
    assert page.client.get("/api/v1/table").get_json() == before


@pytest.mark.parametrize("address", ["/evidence/none.jpg", "/card/1/1/7", "/do/dance", "/nowhere"])
def test_what_is_not_there_is_not_found(page: Page, address: str) -> None:
    page.start()
    page.lay("AH")
    answer = page.post(address.removeprefix("/do/")) if address.startswith("/do") else page.client.get(address)
    assert answer.status_code == 404


def next_event(stream: Any) -> tuple[int, Any]:
    """Place and state of the next event of a stream."""
    lines = iter(stream.readline, b"")
    place = next(line for line in lines if line.startswith(b"id: "))
    return int(place.removeprefix(b"id: ")), json.loads(next(lines).removeprefix(b"data: "))


def test_the_stream_gives_the_whole_state_with_the_place_in_the_log(page: Page, served: Server) -> None:
    page.start()
    address = f"http://127.0.0.1:{served.port}/api/v1/events"
    with urllib.request.urlopen(address, timeout=PATIENCE) as stream:
        place, state = next_event(stream)
        assert (place, state["game"], state["hand"]) == (1, "spar", None)
        page.lay("AH", confirm=False)
        place, state = next_event(stream)
    assert place >= 2
    assert state["hand"]["number"] == 1
    again = urllib.request.Request(address, headers={"Last-Event-ID": "1"})
    with urllib.request.urlopen(again, timeout=PATIENCE) as stream:
        assert next_event(stream)[0] >= 2


def test_a_camera_that_sees_nothing_is_named_on_the_players_page_and_in_the_silent_stream(
    page: Page, served: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.services.CAMERA_HOLDS", 0.0)
    page.start()
    page.box.answers["camera"] = {"trouble": "the camera's picture is black: is the lens covered, or the light off?"}
    text = page.client.get("/").text
    assert "The camera does not see the table" in text
    assert "black: is the lens covered" in text
    assert page.client.get("/healthz").get_json()["camera"] == page.box.answers["camera"]["trouble"]
    with urllib.request.urlopen(f"http://127.0.0.1:{served.port}/api/v1/events", timeout=PATIENCE) as stream:
        lines = [line for line in iter(stream.readline, b"event: alive\n") if line.startswith(b"event")]
        told = json.loads(stream.readline().removeprefix(b"data: "))
    assert (lines, told) == ([], {"camera": page.box.answers["camera"]["trouble"]})


@pytest.mark.parametrize("is_new", [False, True])
def test_a_deck_that_is_new_to_the_eye_is_spoken_of_where_a_card_is_asked_about(
    page: Page, is_new: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.services.CAMERA_HOLDS", 0.0)
    page.start()
    page.box.answers["camera"] = {"trouble": "", "is_deck_new": is_new}
    page.do(PlayCard(by="camera", card=None))
    assert ("This deck is new to me" in page.client.get("/").text) is is_new


def test_a_camera_that_sees_or_a_box_that_is_not_there_is_not_spoken_of(page: Page) -> None:
    assert "The camera does not see the table" not in page.client.get("/").text
    assert page.client.get("/healthz").get_json()["camera"] == ""


def test_above_the_cap_a_phone_is_told_to_poll_and_the_page_still_answers(page: Page, served: Server) -> None:
    address = f"http://127.0.0.1:{served.port}"
    streams = [urllib.request.urlopen(f"{address}/api/v1/events", timeout=PATIENCE) for _ in range(page.news.cap)]
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{address}/api/v1/events", timeout=PATIENCE)
    assert (refused.value.code, refused.value.headers["Retry-After"]) == (503, "5")
    refused.value.close()
    with urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE) as health:
        assert json.load(health)["listeners"] == page.news.cap
    for stream in streams:
        stream.close()


def test_what_the_camera_saw_of_a_turn_of_suipe_is_offered(page: Page) -> None:
    a_turn_of_suipe(page)
    page.box.answers["turn"] = {"laid": ["9C"], "taken": ["9S"], "is_cleared": False}
    text = page.client.get("/").text
    assert "Seen by the camera:" in text
    assert 'value="9C" required checked' in text
    assert 'name="take" value="9S" checked' in text
    assert 'name="take" value="5H">' in text
    assert page.post("turn", seat="A", card="9C", take="9S", action="capture").status_code == 303
    table = page.live.table()
    assert table.hand is not None
    assert str(table.hand.moves[-1].take[0]) == "9S"


def test_a_card_that_lies_there_already_is_not_typed_again(page: Page) -> None:
    page.start()
    page.lay("AH", confirm=False)
    answer = page.post("play", card="AH", headers={"X-Live": "1"})
    assert (answer.status_code, answer.text) == (409, "AH has been played already")
    assert page.post("play").status_code == 400
    hand = page.live.table().hand
    assert hand is not None
    assert len(hand.plays) == 1


def test_seats_that_change_keep_every_hand_with_those_who_played_it(page: Page) -> None:
    page.start("Ama", "Kofi", "Esi")
    page.lay("QH KH 7H", "AD 7D 8D", "KD 8C 9D", "QD 9S TD", "6C 7S 8S")
    page.do(ChangePlayers(by="t", players=("Esi", "Ama")))
    for path in ("/", "/score", "/hand/1", "/card/1/1/0", "/session", "/tv", "/out/print", "/past"):
        assert page.client.get(path).status_code == 200
    row = page.client.get("/score").text.split("<tbody>")[1].split("</tr>")[0]
    assert [cell.split("</td>")[0].split(" <")[0] for cell in row.split("<td>")[2:4]] == ["c3", "0"]
    assert "Kofi" in page.client.get("/card/1/1/0").text


def test_a_fishing_table_that_got_smaller_still_shows_its_last_hand(page: Page) -> None:
    page.do(StartSession(by="t", game="suipe", players=("Sina", "Tavita", "Lani")))
    pack = [str(card) for card in PACKS["std52"].cards]
    layout = ["AS", "2H", "3D", "4C"]
    page.do(MakeCall(by="t", call=Call(CallKind.LAYOUT, Seat.A, cards=cards_of(layout))))
    for place, code in enumerate(card for card in pack if card not in layout):
        page.do(MakeMove(by="t", move=Move(Seat((place + 1) % 3), Card.parse(code), Action.TRAIL)))
    assert page.live.table().results[0] is not None
    page.do(ChangePlayers(by="t", players=("Lani", "Sina")))
    assert page.client.get("/").status_code == 200
    assert page.client.get("/score").status_code == 200


def test_an_auction_that_nobody_can_raise_is_passed_out(page: Page) -> None:
    page.do(StartSession(by="t", game="roque", players=("Ali", "Reza", "Mina")))
    page.do(MakeCall(by="t", call=Call(CallKind.BID, Seat.C, number=185)))
    text = page.client.get("/").text
    assert text.count('value="pass"') == 1
    assert "Reza: Pass" in text


def test_an_end_can_be_left_out_and_a_list_emptied(page: Page) -> None:
    page.post("start", game="sipa", players=["Ama", "Kofi"], **{"option.target": ""})
    assert page.live.table().agreed.options.target is None


def test_too_many_cards_for_one_turn_are_refused_at_once(page: Page) -> None:
    a_turn_of_suipe(page)
    pack = [str(card) for card in PACKS["std52"].cards]
    answer = page.post("turn", seat="A", card="AS", action="build", value="1", take=pack[1:30])
    assert (answer.status_code, "too many for one turn" in answer.text) == (409, True)


def test_a_long_text_is_not_translated_for_ever(page: Page) -> None:
    page.client.post("/me", data={"token": page.token, "language": "fr"})
    answer = page.post("start", game=", " * 2000, players=["Ama", "Kofi"])
    assert answer.status_code == 400


def test_everybody_sees_who_did_what(page: Page) -> None:
    page.start()
    page.lay("AH 7H", confirm=False)
    page.client.post("/me", data={"token": page.token, "name": "Ama's phone"})
    page.post("confirm", **FIRST)
    text = page.client.get("/session").text
    assert "Ama&#39;s phone confirmed a trick" in text
    assert "camera laid a card" not in text
    assert "test started the session" in text


def test_every_event_has_words() -> None:
    assert set(EVENT_WORDS) == set(EVENTS)


def test_the_tv_shows_the_rooms_network_to_those_with_the_key(page: Page) -> None:
    services = page.client.application.extensions["cardtable"]
    services.wifi = ("Club", 'pass;word"')
    assert page.client.get("/tv").text.count("<svg") == 2
    assert "<p>Club</p>" in page.client.get("/tv").text
    assert page.client.get("/tv?qr=0").text.count("<svg") == 0
    assert page.client.application.test_client().get("/tv").text.count("<svg") == 0


def test_calls_are_named_in_the_games_own_words(page: Page) -> None:
    page.do(StartSession(by="t", game="stovkahra", players=("Jan", "Eva", "Petr", "Anna")))
    page.do(MakeCall(by="t", call=Call(CallKind.TRUMP, Seat.A, cards=cards_of("8H"))))
    page.client.post("/me", data={"token": page.token, "words": "cs"})
    assert "Jan: trumf" in page.client.get("/").text


def test_a_turn_and_a_layout_are_corrected_in_the_words_of_the_record(page: Page) -> None:
    a_turn_of_suipe(page)
    shown = page.client.get("/hand/1").get_data(as_text=True)
    assert 'value="A lays out 5H 4C KD 9S"' in shown
    assert 'value="B 2C builds 6: 2C 4C"' in shown
    page.post("correct-turn", hand=1, index=0, text="B 3C builds 7: 3C 4C")
    page.post("correct-call", hand=1, index=0, text="A lays out 6H 4C KD 9S")
    hand = page.live.table().hand
    assert hand is not None
    assert [str(card) for card in hand.calls[0].cards] == ["6H", "4C", "KD", "9S"]
    assert (str(hand.moves[0].card), hand.moves[0].value) == ("3C", 7)
    for wrong in ("B 3C juggles", "B 3C captures build x", "", "Z 3C trails"):
        answer = page.post("correct-turn", hand=1, index=0, text=wrong)
        assert answer.status_code == 400
    assert page.live.table().hand == hand


def test_the_code_that_the_box_prints_holds_the_address() -> None:
    halves = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
    rows = [[halves[sign] for sign in line] for line in printed_qr("http://192.0.2.7/key/ABC234").splitlines()]
    modules = np.array(rows, np.uint8).transpose(0, 2, 1).reshape(2 * len(rows), -1)
    picture = cv2.resize(modules, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == "http://192.0.2.7/key/ABC234"


def test_the_bottom_card_is_shown_where_the_table_plays_so(page: Page) -> None:
    page.start()
    assert "The bottom card was shown" not in page.client.get("/").text
    page.do(EndSession(by="t"), StartSession(by="t", game="spar", players=("Ama", "Kofi"), options={"show_bottom": True}))
    page.lay("AH 6S", confirm=False)
    assert "The bottom card was shown" in page.client.get("/").text
    page.post("show", card="6S")
    text = page.client.get("/").text
    assert "Shown:" in text
    hand = page.live.table().hand
    assert hand is not None
    assert [str(play.card) for play in hand.plays] == ["AH"]


def test_german_cards_have_their_own_suits(page: Page) -> None:
    page.do(StartSession(by="t", game="stovkahra", players=("Jan", "Eva", "Petr", "Anna")))
    page.do(MakeCall(by="t", call=Call(CallKind.TRUMP, Seat.A, suit=Suit.CLUBS)))
    page.lay("OS KC", confirm=False)
    text = page.client.get("/").text
    assert "Over of leaves" in text
    assert "King of acorns" in text
    assert "♠" not in text
    page.client.post("/me", data={"token": page.token, "language": "fr"})
    assert "dessus de feuilles" in page.client.get("/").text
    page.do(EndSession(by="t"), StartSession(by="t", game="spar", players=("Ama", "Kofi")))
    page.lay("KC", confirm=False)
    assert "roi de trèfle" in page.client.get("/").text


def test_overs_and_unders_can_be_typed(page: Page) -> None:
    page.do(StartSession(by="t", game="stovkahra", players=("Jan", "Eva", "Petr", "Anna")))
    page.do(MakeCall(by="t", call=Call(CallKind.TRUMP, Seat.A, suit=Suit.CLUBS)))
    page.client.get(f"/key/{page.keys.keys().table}")
    text = page.client.get("/?type=1").text
    assert all(f'value="{rank}{suit}"' in text for rank in "AKOUT987" for suit in "CDHS")


@pytest.mark.parametrize(
    ("pack", "codes", "seen"),
    [
        ("swiss36", "TS UH", ("Banner of shields", ">B</text>", "#shields-B", "Under of roses", "#roses-U")),
        ("italian40", "QD JC", ("Knight of coins", ">C</text>", "#coins-N", "Knave of batons", ">F</text>", "#batons-J")),
        ("spanish48", "KS JC", ("King of swords", ">R</text>", "#swords-K", "Knave of clubs", ">S</text>", "#batons-J")),
    ],
)
def test_every_country_s_cards_have_their_own_names_letters_and_drawings(
    page: Page, pack: str, codes: str, seen: tuple[str, ...]
) -> None:
    rules = f'name = "house"\npack = "{pack}"\nhand_size = 2\n[[score]]\npoints = 1\n'
    page.do(StartSession(by="t", game="house", players=("Ama", "Kofi"), rules=rules))
    page.lay(codes, confirm=False)
    text = page.client.get("/").text
    assert all(words in text for words in seen)


def test_cards_are_outlined_in_their_pictures_on_request(page: Page) -> None:
    page.start()
    page.lay("AH 7H")
    assert "Outline the cards" not in page.client.get("/hand/1").text
    corners = ((0.3, 0.2), (0.7, 0.2), (0.7, 0.8), (0.3, 0.8))
    picture = page.evidence.keep(b"king")
    page.do(PlayCard(by="camera", card=Card.parse("KD"), reading=Reading(0.9, (), picture, corners)))
    for address in ("/hand/1", "/dispute/1/2"):
        text = page.client.get(address).text
        assert "Outline the cards" in text
        assert "<polygon" not in text
        text = page.client.get(f"{address}?boxes=1").text
        assert 'points="0.3,0.2 0.7,0.2 0.7,0.8 0.3,0.8 "' in text
        assert "Without outlines" in text


def test_a_dispute_from_a_phone_shows_the_seconds_before_it(page: Page) -> None:
    page.start()
    page.lay("AH 7H", confirm=False)
    film = page.evidence.keep(b"film")
    page.box.answers["film"] = {"evidence": film}
    assert page.post("dispute", hand="1", trick="1").status_code == 303
    assert page.live.table().dispute is not None
    text = page.client.get("/dispute/1/1").text
    assert "The last twenty seconds" in text
    assert film in text


def test_an_option_that_decided_a_line_of_the_score_is_named_as_on_its_form(page: Page) -> None:
    with page.client.application.test_request_context(headers={"Accept-Language": "en"}):
        assert rule_words("Spades: rollover=minus110") == "Spades: When bags roll over: penalty and the bags"
        assert rule_words("revoke_penalty=forfeit_hand") == "A proved revoke: loses the hand"
        assert rule_words("Spar: what tricks are worth") == "Spar: what tricks are worth"
    with page.client.application.test_request_context(headers={"Accept-Language": "fr"}):
        assert rule_words("revoke_penalty=forfeit_hand") == "Une renonce prouvée : perd la donne"


def test_bridge_leaves_the_box_as_boards_and_no_other_game_does(page: Page) -> None:
    page.do(StartSession(by="t", game="bridge", players=("Ama", "Kofi", "Esi", "Yaw"), options={"form": "duplicate"}))
    page.do(*(MakeCall(by="t", call=Call(CallKind.PASS, seat)) for seat in (Seat.A, Seat.B, Seat.C, Seat.D)))
    assert "Boards (PBN)" in page.client.get("/session").text
    answer = page.client.get("/out/boards.pbn")
    assert '[Contract "Pass"]\r\n' in answer.text
    assert answer.headers["Content-Disposition"] == 'attachment; filename="cardtable.pbn"'
    page.do(EndSession(by="t"), StartSession(by="t", game="spar", players=("Ama", "Kofi")))
    assert "Boards (PBN)" not in page.client.get("/session").text
    assert page.client.get("/out/boards.pbn").status_code == 404
