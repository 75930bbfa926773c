"""Who may do what, and what becomes of forms that nobody should send."""

import json
import stat
from pathlib import Path

import pytest

from scoring.ledger.keys import ALPHABET, KeyRing
from tests.web.conftest import Page
from web.doors import CHANGES, TRIES, Limiter


def test_keys_are_kept_for_their_owner_alone_and_shared_by_processes(tmp_path: Path) -> None:
    ring, other = KeyRing(tmp_path / "box" / "keys.json"), KeyRing(tmp_path / "box" / "keys.json")
    keys = ring.keys()
    assert other.keys() == keys
    assert (len(keys.table), len(keys.owner)) == (6, 10)
    assert set(keys.table + keys.owner) <= set(ALPHABET)
    assert stat.S_IMODE(ring.path.stat().st_mode) == 0o600
    renewed = other.renew()
    assert ring.keys() == renewed
    assert renewed.table != keys.table
    assert (renewed.owner, renewed.secret) == (keys.owner, keys.secret)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"table": "A"}'])
def test_a_damaged_file_of_keys_is_made_anew(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(text)
    keys = KeyRing(path).keys()
    assert json.loads(path.read_text())["table"] == keys.table


def test_scoring_needs_the_key_and_looking_does_not(page: Page) -> None:
    page.start()
    stranger = page.client.application.test_client()
    assert stranger.get("/").status_code == 200
    assert stranger.get("/api/v1/table").get_json()["game"] == "spar"
    refused = stranger.post("/do/end", data={"token": "x"})
    assert (refused.status_code, "scoring needs the table&#39;s key" in refused.text) == (403, True)
    assert not page.live.table().is_ended


def test_a_key_opens_the_door_and_leaves_the_address(page: Page) -> None:
    guest = page.client.application.test_client()
    answer = guest.get(f"/key/{page.keys.keys().table.lower()}")
    assert (answer.status_code, answer.location) == (303, "/")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert page.keys.keys().table not in cookie
    assert guest.get("/setup").status_code == 403
    guest.get(f"/key/{page.keys.keys().owner}")
    assert page.keys.keys().table in guest.get("/setup?step=keys").text


def test_wrong_keys_are_counted(page: Page) -> None:
    guest = page.client.application.test_client()
    answers = [guest.get("/key/AAAAAA").status_code for _ in range(TRIES + 2)]
    assert answers[0] == 403
    assert answers[-1] == 429
    assert guest.get(f"/key/{page.keys.keys().table}").status_code == 429


def test_a_whole_room_behind_one_address_may_scan_the_key(page: Page) -> None:
    guest = page.client.application.test_client()
    scanned = [guest.get(f"/key/{page.keys.keys().table}").status_code for _ in range(2 * TRIES)]
    assert set(scanned) == {303}


def test_too_many_changes_in_a_minute_are_refused_and_a_minute_later_not() -> None:
    now = [0.0]
    limiter = Limiter(3, lambda: now[0])
    for _ in range(3):
        assert not limiter.is_full("a")
        limiter.note("a")
    assert limiter.is_full("a")
    assert not limiter.is_full("b")
    now[0] = 61.0
    assert not limiter.is_full("a")
    assert CHANGES > 60


def test_a_forged_form_changes_nothing(page: Page) -> None:
    page.start()
    for fields in ({}, {"token": ""}, {"token": "0" * 32}):
        answer = page.client.post("/do/end", data=fields)
        assert (answer.status_code, "out of date" in answer.text) == (400, True)
    assert not page.live.table().is_ended


def test_an_answer_that_comes_late_takes_no_cookie_back(page: Page) -> None:
    guest = page.client.application.test_client()
    guest.get(f"/key/{page.keys.keys().table}")
    assert "Set-Cookie" in guest.get("/").headers
    page.start()
    for path in ("/?part=1", "/new/spar", "/me"):
        answer = guest.get(path)
        assert (answer.status_code, "Set-Cookie" in answer.headers) == (200, False), path


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "/\\example.org", "example.org"])
def test_a_form_leads_nowhere_else(page: Page, back: str) -> None:
    page.start()
    page.lay("AH 7H")
    assert page.post("void", back=back).location == "/"
    assert page.client.post("/me", data={"token": page.token, "back": back}).location == "/"


@pytest.mark.parametrize(
    ("action", "fields", "status", "words"),
    [
        ("start", {"game": "spar", "players": ["A" * 10_000, "Kofi"]}, 400, "40 letters"),
        ("start", {"game": "spar", "players": ["Ama", "Kofi"], "stake": "9" * 30}, 400, "expected a number that people play for"),
        ("start", {"game": "spar", "players": ["Ama", "Kofi"], "stake": "-3"}, 400, "expected 0 or more"),
        ("start", {"game": "spar", "players": ["Ama", "Kofi"], "option.target": "lots"}, 400, "expected a whole number"),
        ("start", {"game": "spar", "players": ["Ama", "Kofi"], "option.sauce": "hot"}, 400, "there is no option"),
        ("start", {"game": "poker", "players": ["Ama", "Kofi"]}, 400, "there is no game"),
        ("start", {"game": "spar", "players": ["Ama"]}, 400, "1 players"),
        ("play", {"card": "AH" * 9_000}, 400, "is not a card"),
        ("turn", {"seat": "A", "card": "AH", "action": "eat"}, 409, "no hand is being played"),
        ("say", {"kind": "sing", "seat": "A"}, 400, "nobody says that"),
        ("claim", {"hand": "1", "trick": "1", "seat": "Z"}, 400, "is not a seat"),
    ],
)
def test_absurd_fields_are_answered_with_a_sentence(
    page: Page, action: str, fields: dict[str, str], status: int, words: str
) -> None:
    answer = page.post(action, **fields)
    assert (answer.status_code, words in answer.text) == (status, True), answer.text
    assert page.live.table().setup is None


def test_a_name_with_markup_in_it_is_a_name(page: Page) -> None:
    page.start("<script>alert(1)</script>", 'Kofi "the" & co')
    page.lay("AH 7H")
    for path in ("/", "/score", "/hand/1", "/session", "/tv", "/out/print", "/out/result.svg", "/past"):
        text = page.client.get(path).text
        assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in page.client.get("/").text


def test_two_phones_that_confirm_the_same_trick_do_it_once(page: Page) -> None:
    page.start()
    page.lay("AH 7H", confirm=False)
    before = page.live.table().seq
    assert page.post("confirm", hand="1", trick="1").status_code == 303
    assert page.post("confirm", hand="1", trick="1", headers={"X-Live": "1"}).text == "nothing left to do"
    assert page.live.table().seq == before + 1


def test_a_form_of_a_megabyte_is_not_read(page: Page) -> None:
    answer = page.post("start", game="x" * 1_000_000)
    assert answer.status_code in (400, 413)
    assert page.live.table().setup is None


def test_a_full_disk_is_said_and_nothing_is_half_done(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    page.start()
    page.lay("AH 7H", confirm=False)

    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(page.live.ledger), "append", full)
    answer = page.post("confirm", hand="1", trick="1")
    assert (answer.status_code, "Nothing was changed" in answer.text) == (503, True)
    assert page.client.get("/").status_code == 200
