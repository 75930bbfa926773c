"""Setting a box up step by step: who may, what is asked of the box and of its networks, and what is remembered."""

import json
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from tests.web.browsing import CALIBRATED, a_box
from tests.web.conftest import Page
from web.network import key_of
from web.steps import SET_UP, Outcome, SetUp, Step, keep_set_up, read_set_up

HOME, CAFE = key_of("Livebox"), key_of("Café Ama")
GUEST, NEIGHBOUR = "127.0.1.7", "192.168.1.9"


@pytest.fixture
def owner(first_run: Page) -> Page:
    """The owner of a box that nobody has set up, who holds its key."""
    first_run.client.get(f"/key/{first_run.keys.keys().owner}")
    a_box(None)(first_run)
    return first_run


def folder(page: Page) -> Path:
    return page.live.ledger.path.parent


def send(page: Page, what: str, **fields: str) -> TestResponse:
    return page.client.post(f"/setup/{what}", data={"token": page.token, **fields})


def step(page: Page, name: str, visitor: str = GUEST) -> str:
    """What a step says, in one line."""
    answer = page.client.get(f"/setup?step={name}", environ_overrides={"REMOTE_ADDR": visitor})
    assert answer.status_code == 200
    return " ".join(answer.text.split())


def say(page: Page, **files: str) -> None:
    """What root's script says of the networks."""
    page.hotspot.said.mkdir(exist_ok=True)
    for name, text in files.items():
        (page.hotspot.said / name).write_text(text)


def wish(page: Page) -> list[str] | None:
    path = folder(page) / "network.wish"
    if not path.exists():
        return None
    assert oct(path.stat().st_mode)[-3:] == "600", "passwords stand in it"
    return path.read_text().splitlines()


def claim(page: Page, visitor: str) -> TestResponse:
    guest = page.client.application.test_client()
    guest.get("/welcome", environ_overrides={"REMOTE_ADDR": visitor})
    with guest.session_transaction() as visit:
        token = visit["token"]
    return guest.post("/welcome/claim", data={"token": token}, environ_overrides={"REMOTE_ADDR": visitor})


def test_whoever_joins_the_own_wifi_of_a_new_box_becomes_its_owner(first_run: Page) -> None:
    guest = first_run.client.application.test_client()
    on_it = {"REMOTE_ADDR": GUEST}
    assert guest.get("/", environ_overrides=on_it).location == "/welcome"
    assert "Nobody has set this box up yet" in guest.get("/welcome", environ_overrides=on_it).text
    assert guest.get("/setup", environ_overrides=on_it).status_code == 403
    with guest.session_transaction() as visit:
        token = visit["token"]
    answer = guest.post("/welcome/claim", data={"token": token}, environ_overrides=on_it)
    assert (answer.status_code, answer.location) == (303, "/setup?step=name")
    assert "Step 1 of 6" in guest.get("/setup?step=name").text
    assert guest.get("/", environ_overrides=on_it).status_code == 200


def test_nobody_else_becomes_its_owner(first_run: Page) -> None:
    assert claim(first_run, NEIGHBOUR).status_code == 403
    assert first_run.client.get("/", environ_overrides={"REMOTE_ADDR": NEIGHBOUR}).status_code == 200


def test_a_form_that_this_page_did_not_make_claims_nothing(first_run: Page) -> None:
    guest = first_run.client.application.test_client()
    assert guest.post("/welcome/claim", data={"token": "x"}, environ_overrides={"REMOTE_ADDR": GUEST}).status_code == 400


def test_a_box_that_was_set_up_once_is_nobody_elses_any_more(page: Page) -> None:
    answer = claim(page, GUEST)
    assert (answer.status_code, "has its owner" in answer.text) == (403, True)
    assert "Nobody has set this box up" not in page.client.get("/welcome", environ_overrides={"REMOTE_ADDR": GUEST}).text


@pytest.mark.parametrize("text", ["", "{", "[]", '{"outcomes": 3, "is_finished": false}', '{"is_finished": false}'])
def test_a_damaged_note_makes_it_nobody_elses(first_run: Page, text: str) -> None:
    (folder(first_run) / SET_UP).write_text(text)
    assert claim(first_run, GUEST).status_code == 403


def test_a_box_that_was_played_at_before_there_were_notes_is_nobody_elses(first_run: Page) -> None:
    first_run.start()
    assert claim(first_run, GUEST).status_code == 403


def test_the_steps_are_walked_one_after_the_other_and_the_note_says_how_far(owner: Page) -> None:
    assert send(owner, "call", name="kitchen", language="fr").location == "/setup?step=wifi"
    walked = [send(owner, "step", step=one.value, outcome="skipped").location for one in list(Step)[1:-1]]
    assert walked == [f"/setup?step={name}" for name in ("camera", "calibration", "parts", "keys")]
    assert not read_set_up(owner.live).is_finished
    assert owner.client.get(f"/key/{owner.keys.keys().owner}").location == "/setup?step=keys"
    assert send(owner, "step", step="keys", outcome="done").location == "/setup/sheet"
    noted = read_set_up(owner.live)
    assert noted.is_finished
    assert noted.outcome("name") is Outcome.DONE
    assert noted.outcome("camera") is Outcome.SKIPPED
    assert claim(owner, GUEST).status_code == 403
    assert owner.client.get(f"/key/{owner.keys.keys().owner}").location == "/setup"


def test_a_step_can_be_done_again_later(page: Page) -> None:
    page.client.get(f"/key/{page.keys.keys().owner}")
    text = page.client.get("/setup").text
    for one in Step:
        assert f"/setup?step={one.value}" in text
    assert send(page, "step", step="camera", outcome="done").location == "/setup"
    assert read_set_up(page.live).outcome("camera") is Outcome.DONE


@pytest.mark.parametrize("what", ["step", "part", "call", "network", "look", "unlook"])
def test_only_the_owner_does_any_of_it(page: Page, what: str) -> None:
    assert send(page, what, step="camera", name="x", network=HOME).status_code == 403
    assert wish(page) is None
    assert not (folder(page) / "name").exists()


def test_the_box_gets_its_name_and_the_phone_its_language(owner: Page) -> None:
    send(owner, "call", name=" Kitchen-2 ", language="fr")
    assert (folder(owner) / "name").read_text() == "kitchen-2\n"
    assert "Étape 2 sur 6" in step(owner, "wifi")


@pytest.mark.parametrize("name", ["", "-x", "x-", "a b", "ü", "a" * 33, "x\ny", "../x"])
def test_a_name_that_no_machine_can_have_is_said(owner: Page, name: str) -> None:
    answer = send(owner, "call", name=name, language="en")
    assert (answer.status_code, "letters from a to z" in answer.text) == (400, True)
    assert not (folder(owner) / "name").exists()


NEAR = f"{HOME}:88:WPA2\n{HOME}:30:WPA2\n{CAFE}:22:\n{key_of('eduroam')}:50:WPA2 802.1X\n:90:WPA2\n0000:90:WPA2\nrubbish\n"


def test_the_networks_are_shown_by_name_the_strongest_first(owner: Page) -> None:
    say(owner, now="device=wlan0\nown=up\nown_name=box-cards\n", seen=NEAR)
    text = step(owner, "wifi")
    assert text.index(HOME) < text.index(key_of("eduroam")) < text.index(CAFE)
    assert (text.count("Livebox"), text.count('type="radio"')) == (1, 3)
    assert "Café Ama" in text
    assert "the box cannot join it" in text


def test_one_of_them_is_wished_for_with_its_password_and_what_happens_is_said(owner: Page) -> None:
    say(owner, now="device=wlan0\nown=up\nown_name=box-cards\n", seen=NEAR)
    key = owner.keys.keys().owner
    assert f".local/key/{key}" in step(owner, "wifi"), "before it is pressed"
    assert send(owner, "network", network=HOME, password="sesame open").location == "/setup?step=wifi"
    assert wish(owner) == ["join", HOME, "sesame open"]
    for files in ({}, {"answer": f"join\n{HOME}\nbusy\n"}):
        say(owner, **files)
        text = step(owner, "wifi")
        assert "This phone loses the box's own Wi-Fi" in text
        assert f".local/key/{key}" in text
        assert "sesame" not in text
        assert "This phone loses" not in step(owner, "wifi", NEIGHBOUR)
        (folder(owner) / "network.wish").unlink(missing_ok=True)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"other": "Hidden one", "password": "12345678"}, ["join", key_of("Hidden one"), "12345678"]),
        ({"network": CAFE}, ["join", CAFE, ""]),
        ({"network": HOME, "other": "Kofi's", "password": "Café-crème"}, ["join", key_of("Kofi's"), "Café-crème"]),
        ({"network": HOME, "password": "a" * 64}, ["join", HOME, "a" * 64]),
        ({"network": HOME, "password": "é" * 32}, "8 to 63"),
        ({"network": HOME, "password": "g" * 64}, "8 to 63"),
        ({"network": HOME, "password": "short"}, "8 to 63"),
        ({"network": HOME, "password": "12345678\nclose"}, "8 to 63"),
        ({"network": HOME}, "has a password"),
        ({"password": "12345678"}, "Choose a Wi-Fi"),
        ({"network": "zz", "password": "12345678"}, "Choose a Wi-Fi"),
        ({"network": "41" * 33, "password": "12345678"}, "Choose a Wi-Fi"),
        ({"other": "é" * 17, "password": "12345678"}, "Choose a Wi-Fi"),
    ],
)
def test_what_cannot_be_joined_is_said_and_not_wished(owner: Page, fields: dict[str, str], expected: list[str] | str) -> None:
    say(owner, seen=NEAR)
    answer = send(owner, "network", **fields)
    if isinstance(expected, list):
        assert (answer.status_code, wish(owner)) == (303, expected)
    else:
        assert (answer.status_code, expected in answer.text, wish(owner)) == (400, True, None)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("password", "“Livebox” did not take the password"),
        ("away", "“Livebox” was not found"),
        ("address", "gave it no address"),
        ("failed", "could not be joined"),
    ],
)
def test_why_it_did_not_work_is_named(owner: Page, answer: str, words: str) -> None:
    say(owner, now="device=wlan0\nown=up\nown_name=box-cards\n", seen=NEAR, answer=f"join\n{HOME}\n{answer}\n")
    assert words in step(owner, "wifi")


def test_where_the_box_is_and_what_is_gone_is_said(owner: Page) -> None:
    say(owner, now=f"device=wlan0\nwifi={HOME}\naddress=192.168.1.7\n")
    assert "The box is in the Wi-Fi “Livebox”. Phones in it find the page at http://192.168.1.7/." in step(owner, "wifi")
    say(owner, now=f"device=wlan0\nown=up\nown_name=box-cards\ngone={HOME}\n")
    assert "The Wi-Fi “Livebox” is gone. The table plays on" in step(owner, "wifi")
    assert "The Wi-Fi “Livebox” is gone. The table plays on" in owner.client.get("/setup").text


def test_a_box_without_wifi_goes_on(owner: Page) -> None:
    assert "No Wi-Fi was found in this box" in step(owner, "wifi")


def test_a_wish_that_nobody_takes_up_is_taken_back(owner: Page) -> None:
    say(owner, now="device=wlan0\n")
    send(owner, "look")
    assert wish(owner) == ["look", "", ""]
    assert "Stop" in step(owner, "wifi")
    send(owner, "unlook")
    assert wish(owner) is None


def test_what_is_wrong_with_the_camera_is_said_and_the_step_can_be_skipped(owner: Page) -> None:
    assert "Next" in step(owner, "camera")
    owner.box.answers["health"]["findings"] = [{"part": "camera", "is_good": False, "text": "the camera's picture is dark"}]
    text = step(owner, "camera")
    assert "✗ the camera's picture is dark" in text.replace("&#39;", "'")
    assert "Skip: we shall type" in text


def test_a_calibration_goes_on_where_it_was_begun(owner: Page) -> None:
    answer = send(owner, "calibrate", players="4", step="calibration")
    assert answer.location == "/setup?step=calibration"
    a_box(CALIBRATED)(owner)
    assert "glare at the top left" in step(owner, "calibration")


def test_parts_are_tried_one_by_one_and_each_can_be_left_out(owner: Page) -> None:
    text = step(owner, "parts")
    assert ("✓ confirm" in text, "✓ undo" in text, "○ dispute" in text) == (True, True, True)
    assert "Hold a tag to the reader" in text
    assert "Skip the rest" in text
    owner.box.answers["guests"] = {"here": [], "is_unknown": True, "refusal": ""}
    owner.box.answers["say"] = {}
    assert "A tag was read" in step(owner, "parts")
    assert send(owner, "say", step="parts").location == "/setup?step=parts"
    assert owner.box.asked[-1] == {"do": "say"}
    for part, outcome in (("buttons", "done"), ("lamp", "done"), ("sound", "skipped"), ("reader", "skipped")):
        assert send(owner, "part", part=part, outcome=outcome).location == "/setup?step=parts"
    assert "Skip the rest" not in step(owner, "parts")
    assert read_set_up(owner.live).outcome("sound") is Outcome.SKIPPED
    assert send(owner, "part", part="oven", outcome="done").status_code == 404


def test_the_end_closes_an_open_wifi_and_shows_what_to_print(owner: Page) -> None:
    say(owner, now="device=wlan0\nown=up\nown_name=box-cards\n")
    send(owner, "step", step="keys", outcome="done")
    assert wish(owner) == ["close", "", ""]
    assert "password is being made" in owner.client.get("/setup/sheet").text
    say(owner, now="device=wlan0\nown=up\nown_name=box-cards\nown_password=abcdefgh2345\n")
    sheet = owner.client.get("/setup/sheet").text
    keys = owner.keys.keys()
    for words in (f"/key/{keys.table}", f"/key/{keys.owner}", "box-cards", "password abcdefgh2345"):
        assert words in sheet
    assert sheet.count("<svg") == 3


def test_the_sheet_is_the_owners(page: Page) -> None:
    assert page.client.get("/setup/sheet").status_code == 403


def test_a_card_that_cannot_be_written_is_said(owner: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    for module in ("web.network", "web.steps"):
        monkeypatch.setattr(f"{module}.write_file", full)
    for what, fields in (("step", {"step": "camera"}), ("call", {"name": "kitchen"}), ("network", {"network": CAFE})):
        answer = send(owner, what, **fields)
        assert (answer.status_code, "nothing was changed" in answer.text) == (503, True)


def test_the_note_is_read_as_it_was_kept(first_run: Page) -> None:
    kept = SetUp().noted("name", Outcome.DONE).noted("buttons", Outcome.SKIPPED)
    keep_set_up(folder(first_run), kept)
    assert read_set_up(first_run.live) == kept
    assert kept.next is Step.WIFI
    assert json.loads((folder(first_run) / SET_UP).read_text())["outcomes"] == {"name": "done", "buttons": "skipped"}
