"""The owner's page: what it asks of the box, and what it says when the box does not answer."""

import re

import pytest

from scoring.packs import PACKS, READ
from tests.web.browsing import CALIBRATED, ENROLLING, a_box
from tests.web.conftest import Page
from web.membership import LineState, Wish, read_wish, write_state, write_wish


@pytest.fixture
def owner(page: Page) -> Page:
    page.client.get(f"/key/{page.keys.keys().owner}")
    return page


def send(page: Page, what: str, **fields: str) -> tuple[int, str]:
    answer = page.client.post(f"/setup/{what}", data={"token": page.token, **fields})
    return answer.status_code, answer.text


def test_only_the_owner_sets_up(page: Page) -> None:
    for path in ("/setup", "/setup/picture.jpg"):
        answer = page.client.get(path)
        assert (answer.status_code, "owner" in answer.text) == (403, True)
    assert send(page, "calibrate", players="4")[0] == 403


def test_a_box_that_does_not_answer_is_said_and_scoring_goes_on(owner: Page) -> None:
    assert "camera process does not answer" in owner.client.get("/setup").text
    assert owner.client.get("/setup/picture.jpg").status_code == 503
    status, text = send(owner, "calibrate", players="4")
    assert (status, "Nothing was changed" in text) == (503, True)
    owner.start()
    assert owner.live.table().setup is not None


def test_the_page_shows_how_the_box_is(owner: Page) -> None:
    a_box(None)(owner)
    text = owner.client.get("/setup").text
    for words in (
        "✓ the camera sees the table, 1600 × 900 pixels",
        "✗ the confirm button is held down",
        "1234 MB free",
        "club, grandmother",
        "confirm, undo",
    ):
        assert words in text
    assert owner.client.get("/setup/picture.jpg").mimetype == "image/jpeg"


def test_a_calibration_is_asked_for_and_judged(owner: Page) -> None:
    a_box(CALIBRATED)(owner)
    assert send(owner, "calibrate", players="3")[0] == 303
    assert owner.box.asked[-1] == {"do": "calibrate", "players": 3}
    text = owner.client.get("/setup?step=calibration").text
    assert "its index 14 high" in text
    assert "✗ glare at the top left" in text


def test_a_deck_is_shown_card_by_card(owner: Page) -> None:
    a_box(ENROLLING)(owner)
    assert send(owner, "enrol", name="club", pack="std52")[0] == 303
    assert owner.box.asked[-1] == {"do": "enrol", "name": "club", "pack": "std52", "again": False, "played": False}
    text = owner.client.get("/setup").text
    for words in ("4 cards shown, 3 missing", "no name yet", "Ace of spades?", "Seven of hearts", "lay it a little apart"):
        assert words in text
    assert "Which card is this?" not in text
    assert owner.client.get("/setup/face/2.jpg").mimetype == "image/jpeg"


def test_a_name_that_is_wrong_is_tapped_and_put_right(owner: Page) -> None:
    a_box(ENROLLING)(owner)
    text = owner.client.get("/setup?face=0").text
    assert "Which card is this?" in text
    assert text.index('value="7H"') < text.index('value="back"')
    assert send(owner, "name", place="0", card="AS")[0] == 303
    assert owner.box.asked[-1] == {"do": "name", "place": 0, "card": "AS"}


def test_guesses_are_agreed_to_at_once(owner: Page) -> None:
    a_box(ENROLLING)(owner)
    assert "The name with ? is right" in owner.client.get("/setup").text
    assert send(owner, "agree")[0] == 303
    assert owner.box.asked[-1] == {"do": "agree"}


def test_a_deck_that_is_new_begins_with_the_cards_of_the_session(owner: Page) -> None:
    a_box(None)(owner)
    assert "pictures of the 9 cards that this session knows" in owner.client.get("/setup").text
    send(owner, "enrol", name="club", pack="german32", played="1")
    assert owner.box.asked[-1] == {"do": "enrol", "name": "club", "pack": "german32", "again": False, "played": True}


@pytest.mark.parametrize("place", ["7", "-1", "x"])
def test_a_face_that_was_not_shown_is_not_asked_about(owner: Page, place: str) -> None:
    a_box(ENROLLING)(owner)
    answer = owner.client.get(f"/setup?face={place}")
    assert answer.status_code == 200
    assert "Which card is this?" not in answer.text


@pytest.mark.parametrize(("fields", "is_partly"), [({}, False), ({"partly": "1"}, True)], ids=["the whole deck", "in part"])
def test_a_deck_is_learnt_in_part_only_where_somebody_says_so(owner: Page, fields: dict[str, str], is_partly: bool) -> None:
    a_box(ENROLLING)(owner)
    assert send(owner, "learn", **fields)[0] == 303
    assert owner.box.asked[-1] == {"do": "learn", "partly": is_partly}


def test_a_deck_that_is_shown_has_the_suits_of_its_pack(owner: Page) -> None:
    a_box({**ENROLLING, "pack": "swiss36", "missing": ["OH", "TS"], "faces": []})(owner)
    text = owner.client.get("/setup").text
    assert "Over of roses" in text
    assert "Banner of shields" in text


def test_every_pack_that_a_camera_can_know_is_offered_in_words(owner: Page) -> None:
    a_box(None)(owner)
    text = owner.client.get("/setup").text
    for name in READ:
        (words,) = re.findall(f'<option value="{name}"[^>]*>([^<]+)</option>', text)
        assert words != name
    assert not any(f'value="{name}"' in text for name in PACKS if name not in READ)


@pytest.mark.parametrize(
    ("what", "fields", "status"),
    [("dance", {}, 404), ("calibrate", {"players": "many"}, 400), ("enrol", {"name": "x", "pack": "none"}, 400)],
)
def test_what_makes_no_sense_is_refused(owner: Page, what: str, fields: dict[str, str], status: int) -> None:
    a_box(None)(owner)
    assert send(owner, what, **fields)[0] == status
    assert [asked for asked in owner.box.asked if asked["do"] not in ("health", "picture")] == []


def test_what_the_box_refuses_is_said(owner: Page) -> None:
    owner.box.answers["enrol"] = {"error": "'../x': a deck's name is of letters, digits, - and _, 40 at the most"}
    status, text = send(owner, "enrol", name="../x", pack="std52")
    assert (status, "letters, digits" in text) == (400, True)


def test_a_new_key_closes_the_old_doors(owner: Page) -> None:
    guest = owner.client.application.test_client()
    guest.get(f"/key/{owner.keys.keys().table}")
    assert guest.get("/tv").text.count("<svg") == 1
    assert send(owner, "new-key")[0] == 303
    assert guest.get("/tv").text.count("<svg") == 0
    assert owner.keys.keys().table in owner.client.get("/setup?step=keys").text


def test_all_pictures_can_be_deleted_and_the_plays_stay(owner: Page) -> None:
    owner.start()
    owner.lay("AH 7H")
    assert "2 pictures" in owner.client.get("/setup").text
    assert send(owner, "forget")[0] == 303
    assert "2 pictures" in owner.client.get("/setup").text
    assert send(owner, "forget", sure="1")[0] == 303
    assert "0 pictures" in owner.client.get("/setup").text
    text = owner.client.get("/dispute/1/1").text
    assert text.count("no picture any more") == 2
    assert "Ace of hearts" in text


CODE = "http://hub/join#box=north&key=x&broker=hub&port=8883&ca=00&club=Tuesday"


def wanted(page: Page) -> Wish | None:
    return read_wish(page.live.ledger.path.parent)


def the_line_says(page: Page, state: LineState) -> str:
    write_state(page.live.ledger.path.parent, state)
    return page.client.get("/setup").text


def test_a_club_is_joined_by_the_address_of_its_code(owner: Page) -> None:
    assert "Join a club" in owner.client.get("/setup").text
    assert send(owner, "join", code=f" {CODE}\n")[0] == 303
    assert wanted(owner) == Wish(CODE)
    assert "joining a club" in owner.client.get("/setup").text
    assert send(owner, "unwish")[0] == 303
    assert wanted(owner) is None


def test_a_code_that_the_camera_has_read_is_joined_by_and_stands_on_no_page(owner: Page) -> None:
    a_box({"kind": "scan", "is_done": False, "text": ""})(owner)
    assert send(owner, "scan")[0] == 303
    assert "flat and still" in owner.client.get("/setup").text
    assert (send(owner, "join")[0], wanted(owner)) == (400, None)
    a_box({"kind": "scan", "is_done": True, "text": CODE})(owner)
    text = owner.client.get("/setup").text
    assert "A code was read" in text
    assert CODE not in text
    assert send(owner, "join")[0] == 303
    assert owner.box.asked[-1] == {"do": "stop"}
    assert wanted(owner) == Wish(CODE)


def test_why_a_code_cannot_be_used_is_said_until_it_is_understood(owner: Page) -> None:
    write_wish(owner.live.ledger.path.parent, Wish("WIFI:S:Room;;", "this is no code of a club: bring another"))
    assert "this is no code of a club: bring another" in owner.client.get("/setup").text
    assert send(owner, "unwish")[0] == 303
    assert "this is no code" not in owner.client.get("/setup").text


def test_how_the_line_does_is_shown(owner: Page) -> None:
    text = the_line_says(owner, LineState("Tuesday", "north", is_up=True))
    assert "This table is north in Tuesday. The line to it is up. All is sent." in " ".join(text.split())
    text = the_line_says(owner, LineState("Tuesday", "north", False, 40, "the broker does not answer: is the hub on?"))
    for words in ("not up: the table plays on", "40 events wait", "the broker does not answer: is the hub on?"):
        assert words in text


def test_a_club_is_left_only_by_whoever_is_sure(owner: Page) -> None:
    the_line_says(owner, LineState("Tuesday", "north", is_up=True))
    assert send(owner, "leave")[0] == 303
    assert wanted(owner) is None
    assert send(owner, "leave", sure="1")[0] == 303
    assert wanted(owner) == Wish("")
    assert "leaving its club" in owner.client.get("/setup").text


@pytest.mark.parametrize("what", ["join", "leave", "unwish"])
def test_only_the_owner_joins_and_leaves(page: Page, what: str) -> None:
    assert send(page, what, code=CODE, sure="1")[0] == 403
    assert wanted(page) is None


@pytest.mark.parametrize("code", ["", "x" * 5000], ids=["nothing", "too long"])
def test_what_cannot_be_a_code_is_refused(owner: Page, code: str) -> None:
    status, text = send(owner, "join", code=code)
    assert (status, "no code of a club" in text, wanted(owner)) == (400, True, None)
