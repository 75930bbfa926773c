"""The scripts that look after the box's Wi-Fi: what they do to its networks, and what they say."""

import re
from pathlib import Path

import pytest

from tests.device.networks import HOME, OWN, PASSWORD, World


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.fixture
def box(world: World) -> World:
    """A box that has been installed."""
    world.hotspot()
    return world


def test_a_box_without_a_network_makes_its_own_at_once_and_says_what_was_near(box: World) -> None:
    box.network()
    assert box.joined == OWN
    assert (box.state / "seen").read_text() == f"{HOME.upper()}:70:WPA2\n"
    said = box.says()
    assert (said["device"], said["own"], said["own_name"]) == ("wlan0", "up", "cardtable-cards")
    assert re.fullmatch(r"[a-z2-9]{12}", said["own_password"])
    assert oct((box.profiles / f"{OWN}.nmconnection").stat().st_mode)[-3:] == "600"


def test_every_name_leads_to_the_page_and_phones_are_told_where_they_stand(box: World) -> None:
    said = (box.root / "etc/NetworkManager/dnsmasq-shared.d/cardtable.conf").read_text()
    assert "address=/#/10.42.0.1\n" in said
    assert "dhcp-option=114,http://10.42.0.1/captive-portal\n" in said


def test_a_box_that_nobody_has_set_up_is_open_until_it_is_closed(world: World) -> None:
    world.hotspot("open")
    world.network()
    assert "own_password" not in world.says()
    assert world.network("close", "", "")[2] == "closed"
    said = world.says()
    assert len(said["own_password"]) == 12
    world.network("close", "", "")
    assert world.says() == said, "a password that is there stays"


def test_a_network_is_joined_by_whatever_name_and_password_it_has(box: World) -> None:
    box.network()
    assert box.network("join", HOME, PASSWORD) == ["join", HOME, "joined"]
    assert box.joined == f"cardtable-wifi-{HOME}"
    said = box.says()
    assert (said["wifi"], said["address"]) == (HOME.upper(), "192.168.1.7")
    assert "own" not in said
    assert not any(PASSWORD in asked for asked in box.all()["asked"]), "what stands in a command can be seen by everybody"


@pytest.mark.parametrize(("name", "password", "why"), [(HOME, "not the one", "password"), (b"Gone".hex(), "whatever", "away")])
def test_a_network_that_cannot_be_joined_is_named_and_the_phone_finds_the_box_again(
    box: World, name: str, password: str, why: str
) -> None:
    box.network()
    assert box.network("join", name, password)[2] == why
    assert box.joined == OWN
    assert box.names() == {f"{OWN}.nmconnection"}


def test_a_wrong_password_leaves_the_right_one_that_was_there(box: World) -> None:
    box.network("join", HOME, PASSWORD)
    before = (box.profiles / f"cardtable-wifi-{HOME}.nmconnection").read_text()
    assert box.network("join", HOME, "not the one")[2] == "password"
    assert (box.profiles / f"cardtable-wifi-{HOME}.nmconnection").read_text() == before
    assert box.joined == f"cardtable-wifi-{HOME}"


@pytest.mark.parametrize(
    "wish",
    [
        ("join", "../../x", "password"),
        ("join", HOME + "0", "password"),
        ("join", "41" * 33, "password"),
        ("join", HOME, "short"),
        ("join", HOME, "x" * 64),
        ("join", HOME, "pass\x07word"),
        ("reboot", "", ""),
        ("", "", ""),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused_and_changes_nothing(box: World, wish: tuple[str, str, str]) -> None:
    box.network()
    assert box.network(*wish)[2] == "refused"
    assert (box.names(), box.joined) == ({f"{OWN}.nmconnection"}, OWN)


def test_its_own_comes_back_two_minutes_after_a_known_one_is_gone_and_not_before(box: World) -> None:
    box.network("join", HOME, PASSWORD)
    box.let(joined="", near={})
    for uptime, expected in ((1000, ""), (1119, ""), (1120, OWN)):
        box.at(uptime)
        box.network()
        assert box.joined == expected, uptime
    assert box.says()["gone"] == HOME.upper()


def test_one_that_comes_back_in_time_is_not_left(box: World) -> None:
    box.network("join", HOME, PASSWORD)
    for uptime, joined in ((1000, ""), (1030, f"cardtable-wifi-{HOME}"), (1060, ""), (1150, "")):
        box.let(joined=joined)
        box.at(uptime)
        box.network()
        assert box.joined == joined, uptime


@pytest.mark.parametrize(("phones", "expected"), [(0, f"cardtable-wifi-{HOME}"), (1, OWN)])
def test_it_looks_for_the_known_one_while_nobody_is_on_its_own(box: World, phones: int, expected: str) -> None:
    box.network("join", HOME, PASSWORD)
    box.let(joined="", near={})
    for uptime in (1000, 1200):
        box.at(uptime)
        box.network()
    assert box.joined == OWN
    box.let(near={HOME: PASSWORD}, finds=HOME, phones=phones)
    box.at(1799)
    box.network()
    assert box.joined == OWN, "not all the time"
    box.at(1800)
    box.network()
    assert box.joined == expected


def test_it_looks_round_when_it_is_asked_and_comes_back(box: World) -> None:
    box.network()
    box.let(near={HOME: PASSWORD, b"New".hex(): ""})
    assert box.network("look", "", "")[2] == "looked"
    assert (box.state / "seen").read_text().splitlines()[-1] == f"{b'New'.hex().upper()}:70:"
    assert box.joined == OWN


def test_a_machine_without_wifi_says_so(box: World) -> None:
    box.let(device="")
    assert box.network("join", HOME, PASSWORD)[2] == "none"
    assert box.says()["device"] == ""


@pytest.mark.parametrize(
    ("name", "is_taken"),
    [("kitchen-table", True), ("", False), ("-x", False), ("a b", False), ("$(id)", False), ("cardtable", False)],
)
def test_the_box_is_called_as_its_owner_wants(box: World, name: str, is_taken: bool) -> None:
    (box.data / "name").write_text(name + "\n")
    box.network()
    box.network()
    assert [asked for asked in box.all()["asked"] if asked.startswith("hostname ")] == [f"hostname {name}"] * is_taken


def test_a_box_of_an_earlier_version_is_looked_after_from_now_on(world: World) -> None:
    file = world.profiles / f"{OWN}.nmconnection"
    file.write_text("[connection]\nid=cardtable-hotspot\nautoconnect-priority=-10\n\n[wifi-security]\npsk=old\n")
    world.hotspot()
    assert file.read_text() == "[connection]\nid=cardtable-hotspot\nautoconnect=false\n\n[wifi-security]\npsk=old\n"
