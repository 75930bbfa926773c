"""What every answer carries, which names the page answers to, and cookies that no clock ends."""

import gzip
import hashlib
import socket
from http.cookies import SimpleCookie

import pytest

from tests.web.conftest import Page
from web.guard import HEADERS, is_ours


@pytest.mark.parametrize("path", ["/", "/score", "/tv", "/healthz", "/api/v1/table", "/static/live.js", "/nowhere", "/setup"])
def test_every_answer_is_shut_in(page: Page, path: str) -> None:
    answer = page.client.get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "unsafe-inline" not in answer.headers["Content-Security-Policy"]


OWN = socket.gethostname().partition(".")[0]


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.7",
        "192.168.1.7:8000",
        "127.0.0.1",
        "[::1]:80",
        "[fe80::1%25eth0]",
        "localhost:80",
        f"{OWN}.local",
        f"{OWN}-2.local.",
        OWN,
    ]
    + ["cardtable.local", "CARDTABLE.fritz.box", "cardtable.home.arpa:8000"],
)
def test_own_names_and_numbers(host: str) -> None:
    assert is_ours(host)


@pytest.mark.parametrize(
    "host", ["evil.example", "cardtable.evil.example", "localhost.evil.example", "192.168.1.7.evil.example", "", "a b"]
)
def test_another_name_is_told_the_right_one(page: Page, host: str) -> None:
    assert not is_ours(host)
    answer = page.client.get("/", headers={"Host": host})
    assert answer.status_code == 421
    assert "it has another name: open http://" in answer.text
    assert page.client.post("/do/end", data={"token": page.token}, headers={"Host": host}).status_code == 421


def test_a_phone_that_was_let_in_stays_in_whatever_the_clock_says(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    cookie = SimpleCookie(page.client.get(f"/key/{page.keys.keys().table}").headers["Set-Cookie"])["cardtable"]
    assert cookie["max-age"] == str(365 * 24 * 3600), "which goes before any date"
    page.start()
    for years in (-10, 10):
        at = 1_800_000_000.0 + years * 365 * 24 * 3600
        monkeypatch.setattr("time.time", lambda at=at: at)
        assert page.post("play", card="AH" if years < 0 else "7H").status_code == 303


def test_a_cookie_that_was_not_signed_here_opens_nothing(page: Page) -> None:
    stranger = page.client.application.test_client()
    for value in ("x", "eyJkb29yIjoieCJ9.x", "a" * 3000):
        stranger.set_cookie("cardtable", value)
        assert stranger.post("/do/end", data={"token": "x"}).status_code == 403


def test_a_picture_that_is_not_what_its_name_says_is_not_shown(page: Page) -> None:
    name = page.evidence.keep(b"picture")
    assert page.client.get(f"/evidence/{name}.jpg").data == b"picture"
    (page.evidence.folder / f"{name}.jpg").write_bytes(b"another")
    assert page.client.get(f"/evidence/{name}.jpg").status_code == 404
    assert hashlib.sha256(b"picture").hexdigest() == name


def test_a_cell_that_begins_a_formula_is_text(page: Page) -> None:
    page.start("=1+1", "+Kofi")
    page.lay("AH 7H")
    text = page.client.get("/out/score.csv").text
    assert "'=1+1" in text
    assert ",=1+1" not in text


def test_health_says_what_is_wrong(page: Page) -> None:
    said = page.client.get("/healthz").get_json()
    assert said["ok"] is False
    assert "the table's process does not answer" in said["troubles"][0]
    page.box.answers["camera"] = {"trouble": ""}
    page.news.start()
    assert page.client.get("/healthz").get_json()["troubles"] == []
    assert page.client.get("/healthz").get_json()["ok"] is True
    page.news.stop()


def test_a_fault_of_ours_costs_one_answer_and_says_so(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    page.start()
    monkeypatch.setattr("web.services.session_view", fails)
    answer = page.client.get("/score")
    assert (answer.status_code, "nobody foresaw" in answer.text) == (500, True)
    assert page.client.get("/").status_code == 200


def test_text_is_packed_for_who_takes_it_so_and_pictures_are_not(page: Page) -> None:
    page.start()
    plain = page.client.get("/")
    packed = page.client.get("/", headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding, Cookie"
    assert len(packed.data) < len(plain.data) / 2
    assert gzip.decompress(packed.data).startswith(b"<!doctype html>")
    assert packed.headers["Content-Length"] == str(len(packed.data))
    font = page.client.get("/static/atkinson-400.woff2", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in font.headers
