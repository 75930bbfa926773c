"""The owner's page of how the box does, and the file for a friend, in which nothing is that belongs to those who play."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from functools import partial
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.commands import StartSession
from scoring.ledger.backup import BACKED_UP
from tests.web.browsing import HEALTH
from tests.web.conftest import Page
from web.bundle import bundle
from web.membership import LineState, write_state

WELL = HEALTH | {
    "counts": {"frames": 900, "frames_a_second": 14.6, "sure": 40, "unsure": 2, "seconds": 8.4},
    "frame_age_s": 0.1,
    "celsius": 51.5,
    "facts": {"model": "Raspberry Pi 5 Model B Rev 1.0", "system": "Debian", "opencv": "4.6.0"},
}


@pytest.fixture
def owner(page: Page) -> Page:
    page.client.get(f"/key/{page.keys.keys().owner}")
    page.box.answers["health"] = WELL
    return page


def contents(packed: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_only_the_owner_sees_it(page: Page) -> None:
    for path in ("/health", "/health/cardtable-health.zip"):
        assert page.client.get(path).status_code == 403


def test_everything_is_seen_at_a_glance(owner: Page) -> None:
    text = owner.client.get("/health").text
    for words in ("14.6", "40, 2", "0.20", "52 °C", "Raspberry Pi 5", "✗ the confirm button is held down", "never"):
        assert words in text


@pytest.mark.parametrize(("days", "is_old"), [(1, False), (8, True)])
def test_an_old_backup_is_named(owner: Page, days: int, is_old: bool) -> None:
    path = owner.live.ledger.path.with_name(BACKED_UP)
    path.write_text((datetime.now(UTC) - timedelta(days=days)).isoformat())
    assert ("a card can fail" in owner.client.get("/health").text) is is_old


def test_a_backup_that_was_saved_is_the_last_one(owner: Page) -> None:
    owner.client.get("/setup/cardtable-backup.zip")
    text = owner.client.get("/health").text
    assert datetime.now(UTC).date().isoformat() in text
    assert "a card can fail" not in text


def test_a_box_that_does_not_answer_is_said(page: Page) -> None:
    page.client.get(f"/key/{page.keys.keys().owner}")
    assert "camera process does not answer" in page.client.get("/health").text
    assert page.client.get("/health/cardtable-health.zip").status_code == 200


def test_the_file_for_a_friend_says_how_it_does_and_nothing_of_whom(owner: Page) -> None:
    keys = owner.keys.keys()
    owner.live.submit(StartSession(by="t", game="spar", players=("Zebediah", "Old Mrs Quartz")), lambda: datetime.now(UTC))
    write_state(owner.live.ledger.path.parent, LineState("The Velvet Club", "corner-table", trouble="x"))
    said = (
        f"Zebediah pressed; old mrs quartz too; key {keys.table}; {keys.owner}; http://192.168.1.7/key/ABCDEFGHJK and"
        " 10.0.0.9 fe80::1a2b:3c4d d8:3a:dd:01:02:03 b827eb0102030405 anna@example.org cards.local The Velvet Club corner-table"
    )
    owner.box.answers["health"] = WELL | {"findings": [{"part": "camera", "is_good": False, "text": said}], "decks": ["Grandma"]}
    found = contents(owner.client.get("/health/cardtable-health.zip").data)
    assert json.loads(found["health.json"])["celsius"] == 51.5
    assert json.loads(found["log.json"])["sessions"] == 1
    whole = "".join(found.values()).casefold()
    for secret in (
        *(
            "Zebediah",
            "Quartz",
            keys.table,
            keys.owner,
            keys.secret,
            "192.168",
            "ABCDEFGHJK",
            "10.0.0",
            "fe80",
            "d8:3a",
            "b827eb",
        ),
        *("anna@", "cards.local", "Velvet", "corner-table", "Grandma"),
    ):
        assert secret.casefold() not in whole, secret
    assert "pressed" in whole


@pytest.mark.parametrize(
    "said", ["Annas turn", "the file Anna_s.txt", "ANNA", "Rene\u0301 won", "cardtable-wifi-486f6d65 failed"]
)
def test_a_name_is_known_however_it_is_written(said: str) -> None:
    found = contents(bundle({"said.txt": said}, ["Anna", "Ren\u00e9"]))["said.txt"].casefold()
    assert not [word for word in ("anna", "ren", "486f") if word in found], found


@given(st.lists(st.text(min_size=1, max_size=12).filter(str.strip), min_size=1, max_size=5), st.data())
def test_no_name_comes_through_whatever_it_is(names: list[str], data: st.DataObject) -> None:
    words = [data.draw(st.sampled_from([*names, "lay", "a card;"])) for _ in range(8)]
    found = contents(bundle({"said.txt": " ".join(words), "said.json": {"words": words}}, names))
    for name in map(partial(normalize, "NFC"), names):
        spoken = f" {name} ".casefold()
        assert spoken not in f" {found['said.txt']} ".casefold()
        assert name not in json.loads(found["said.json"])["words"]
