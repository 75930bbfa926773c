"""The box's own Wi-Fi: what phones ask of their makers when they join one, and what they hear."""

from ipaddress import IPv4Interface

import pytest
from werkzeug.test import TestResponse

from tests.web.conftest import Page
from web.hotspot import STAYS_S, Hotspot

PHONE, NEIGHBOUR = "127.0.1.7", "192.168.1.9"
"""The first is on the box's own Wi-Fi, as the tests have it."""

EXPECTED = {
    "http://connectivitycheck.gstatic.com/generate_204": (204, ""),
    "http://www.google.com/gen_204": (204, ""),
    "http://clients3.google.com/generate_204": (204, ""),
    "http://connectivitycheck.platform.hicloud.com/generate_204": (204, ""),
    "http://captive.apple.com/hotspot-detect.html": (200, "<TITLE>Success</TITLE>"),
    "http://captive.apple.com/": (200, "<BODY>Success</BODY>"),
    "http://www.apple.com/library/test/success.html": (200, "<BODY>Success</BODY>"),
    "http://www.msftconnecttest.com/connecttest.txt": (200, "Microsoft Connect Test"),
    "http://ipv6.msftconnecttest.com/connecttest.txt": (200, "Microsoft Connect Test"),
    "http://www.msftncsi.com/ncsi.txt": (200, "Microsoft NCSI"),
    "http://detectportal.firefox.com/canonical.html": (200, "https://support.mozilla.org/kb/captive-portal"),
    "http://detectportal.firefox.com/success.txt?ipv4": (200, "success\n"),
    "http://nmcheck.gnome.org/check_network_status.txt": (200, "NetworkManager is online"),
    "http://probe.example/nm": (200, "NetworkManager is online"),
    "http://connectivity-check.ubuntu.com/": (204, ""),
    "http://ping.archlinux.org/nm-check.txt": (200, "NetworkManager is online"),
    "http://fedoraproject.org/static/hotspot.txt": (200, "OK"),
    "http://conncheck.opensuse.org/": (200, "NetworkManager is online"),
    "http://networkcheck.kde.org/": (200, "OK"),
}
"""What each system's makers answer where all is well."""

WHOLE = {"Microsoft Connect Test", "Microsoft NCSI", "success\n", "OK"}
"""Texts that must come without anything round them."""


def asks(page: Page, url: str, visitor: str = PHONE, method: str = "GET") -> TestResponse:
    return page.client.open(url, method=method, environ_overrides={"REMOTE_ADDR": visitor})


@pytest.mark.parametrize("url", EXPECTED)
def test_a_phone_that_has_just_joined_is_sent_to_the_page_and_one_that_stays_is_told_it_is_fine(page: Page, url: str) -> None:
    page.start()
    answer = asks(page, url)
    assert (answer.status_code, answer.location) == (302, "http://127.0.1.1/welcome")
    assert "Kofi" not in answer.text
    assert "no-store" in answer.headers["Cache-Control"]
    assert asks(page, "http://127.0.1.1/welcome", method="POST").status_code == 303
    answer, (status, text) = asks(page, url), EXPECTED[url]
    assert (answer.status_code, text in answer.text) == (status, True)
    assert text not in WHOLE or answer.text == text
    assert answer.headers["X-NetworkManager-Status"] == "online"
    assert "no-store" in answer.headers["Cache-Control"]


def test_the_state_is_told_in_the_standard_way(page: Page) -> None:
    url = "http://127.0.1.1/captive-portal"
    told = asks(page, url)
    assert told.mimetype == "application/captive+json"
    assert told.get_json() == {
        "captive": True,
        "user-portal-url": "http://127.0.1.1/welcome",
        "venue-info-url": "http://127.0.1.1/",
    }
    asks(page, "http://127.0.1.1/welcome", method="POST")
    assert asks(page, url).get_json()["captive"] is False
    assert asks(page, url, NEIGHBOUR).get_json()["captive"] is False


def test_any_other_address_leads_to_the_page_as_well_and_shows_nothing_of_it(page: Page) -> None:
    page.start()
    asks(page, "http://127.0.1.1/welcome", method="POST")
    for url in ("http://example.org/", "http://example.org/score", "http://evil.example/api/v1/table"):
        answer = asks(page, url)
        assert (answer.status_code, answer.location) == (302, "http://127.0.1.1/welcome")
        assert "Kofi" not in answer.text


@pytest.mark.parametrize(
    "url", ["http://captive.apple.com/hotspot-detect.html", "http://evil.example/", "http://evil.example/generate_204"]
)
def test_elsewhere_another_name_is_turned_away_as_ever(page: Page, url: str) -> None:
    assert asks(page, url, NEIGHBOUR).status_code == 421
    asks(page, "http://127.0.1.1/welcome", NEIGHBOUR, method="POST")
    assert asks(page, url, NEIGHBOUR).status_code == 421


def test_a_form_under_another_name_is_turned_away_on_its_own_wifi_too(page: Page) -> None:
    assert asks(page, "http://evil.example/do/end", method="POST").status_code == 421


def test_each_phone_is_asked_for_itself_and_anew_the_next_day() -> None:
    now = [0.0]
    hotspot = Hotspot(clock=lambda: now[0])
    hotspot.let_in("10.42.0.7")
    assert hotspot.is_let_in("10.42.0.7")
    assert not hotspot.is_let_in("10.42.0.8")
    now[0] = STAYS_S
    assert not hotspot.is_let_in("10.42.0.7")


@pytest.mark.parametrize("visitor", ["192.168.1.9", "10.42.1.7", "::1", "", "x"])
def test_who_is_not_on_it_is_not_taken_to_be(visitor: str) -> None:
    assert not Hotspot(IPv4Interface("127.0.1.1/24")).has(visitor)


def test_nobody_is_on_it_while_it_is_down() -> None:
    assert not Hotspot(IPv4Interface("192.0.2.1/24")).has("192.0.2.7")
    assert Hotspot(IPv4Interface("127.0.1.1/24")).has(PHONE)
