"""The club's pages, read as a guest and led as the director."""

from pathlib import Path

import pytest

from club.pages.tiles import grid_of
from scoring.commands import OpenDispute
from tests.club.paper import Pages, PaperHub, pages_of


@pytest.fixture
def hub(tmp_path: Path) -> PaperHub:
    return PaperHub(tmp_path)


@pytest.fixture
def pages(hub: PaperHub, tmp_path: Path) -> Pages:
    return pages_of(hub, tmp_path)


def test_the_wall_says_of_each_table_who_plays_and_whose_turn_it_is(hub: PaperHub, pages: Pages) -> None:
    hub.table("table-2").start("Ama", "Kofi").lay("AH 7H")
    hub.table("table-10").start("Esi", "Yaw", game="fapfap")
    hub.table("table-1", is_there=False)
    wall = pages.text("/wall")
    order = [wall.index(f'class="number">{number}<') for number in (1, 2, 10)]
    assert order == sorted(order)
    assert "Kofi's turn" in wall
    assert "Kofi" in wall
    assert "offline" in wall


def test_a_dispute_is_marked_on_the_wall_and_proved_at_the_director_s(hub: PaperHub, pages: Pages) -> None:
    table = hub.table("table-4").start("Ama", "Kofi")
    table.lay("AH 9D", "KD 8D", "KH 8H")
    table.do(OpenDispute(by="Ama", hand=1, trick=1))
    hub.pictures["table-4", "ab" * 32] = b"a picture"
    assert "disputed: trick 1" in pages.text("/")
    page = pages.director.get("/director").text
    assert "Frozen by Ama." in page
    assert "Proved:" in page
    picture = pages.director.get(f"/picture/table-4/{'ab' * 32}")
    assert (picture.data, picture.mimetype) == (b"a picture", "image/jpeg")
    assert pages.guest.get(f"/picture/table-4/{'ab' * 32}").status_code == 403
    assert pages.director.get(f"/picture/table-4/{'cd' * 32}").status_code == 404


def test_names_are_only_text(hub: PaperHub, pages: Pages) -> None:
    hub.table("table-1").start("<script>alert(1)</script>", "'\"&")
    for page in (pages.guest.get("/").text, pages.director.get("/director").text):
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


@pytest.mark.parametrize("tables", range(1, 61))
def test_every_table_has_a_place_and_no_row_is_empty(tables: int) -> None:
    grid = grid_of(tables)
    assert grid.columns * (grid.rows - 1) < tables <= grid.columns * grid.rows
    assert grid.rows <= 9
    assert grid.columns <= 9


def test_the_evening_is_led_with_the_key_alone(hub: PaperHub, pages: Pages) -> None:
    hub.table("table-1")
    assert pages.guest.get("/director").status_code == 403
    assert pages.guest.get("/key/WRONGKEY").status_code == 403
    for path in ("/invite", "/do/revoke"):
        assert pages.guest.post(path, data={"box": "table-1"}).status_code == 403
        assert pages.director.post(path, data={"box": "table-1"}).status_code == 400  # no token: not a form of this page
    assert hub.revoked == []


def test_wrong_keys_are_few(pages: Pages) -> None:
    pages.guest.get("/")
    found = [pages.guest.get(f"/key/WRONG{number}").status_code for number in range(12)]
    assert found == [403] * 10 + [429] * 2
    assert pages.guest.get(f"/key/{pages.keys.keys().owner}").status_code == 429


def test_a_box_is_invited_with_a_code_and_revoked_in_one_act(hub: PaperHub, pages: Pages) -> None:
    hub.table("table-1")
    page = pages.does("/invite", box="table-9").text
    assert "http://club.local/join#table-9.secret" in page
    assert "<svg" in page
    assert "table-1" in pages.does("/do/revoke", box="table-1").text
    assert pages.does("/do/revoke", box="table-1").status_code == 400  # a second tap finds nothing to do
    assert hub.revoked == ["table-1"]


def test_what_is_wrong_with_a_table_is_said_with_what_to_do(hub: PaperHub, pages: Pages) -> None:
    hub.table("table-1", is_there=False, waiting=14, heard_ago=400.0)
    hub.table("table-2", troubles=("the camera sees nothing: is its cap on?",), skew=-86400.0)
    page = pages.director.get("/director").text
    assert "It plays on and sends everything later" in page
    assert "14 events wait to be sent" in page
    assert "7 minutes ago" in page
    assert "is its cap on?" in page
    assert "Its clock is wrong by 1440 minutes" in page


def test_a_storage_that_is_down_costs_a_sentence(hub: PaperHub, pages: Pages) -> None:
    hub.trouble = ("the archive cannot be read",)
    answer = pages.guest.get("/")
    assert (answer.status_code, "The storage does not answer" in answer.text) == (503, True)
    assert pages.guest.get("/healthz").json == {"ok": False, "version": 0, "troubles": ["the archive cannot be read"]}


def test_a_phone_that_scans_a_box_s_code_reads_what_it_is_for(hub: PaperHub, tmp_path: Path) -> None:
    certificate = tmp_path / "ca.pem"
    certificate.write_text("-----BEGIN CERTIFICATE-----\n")
    pages = pages_of(hub, tmp_path, certificate=certificate)
    assert "under the table's camera" in pages.text("/join")
    assert pages.guest.get("/ca.pem").text.startswith("-----BEGIN CERTIFICATE-----")
    certificate.unlink()
    assert pages.guest.get("/ca.pem").status_code == 404
