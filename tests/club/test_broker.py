"""Who may do what at the club's broker, tried with a real one: a box writes only what is its own, a guest nothing."""

import json
import socket
import ssl
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from club import authority as certificates
from club import broker as brokers
from club.accounts import NEIGHBOUR, NoAccount
from club.authority import Authority, NoAuthority
from club.broker import HUB, Broker, NoBroker, Place
from club.connection import Access, Connection, Message
from club.wire import HELLO, Topics
from scoring.ledger.files import write_file
from tests.club.brokers import Club, club_at, connected, free_port, needs_broker
from tests.waiting import PATIENCE, until

NORTH, SOUTH = Topics("north"), Topics("south")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with club_at(tmp_path_factory.mktemp("club")) as found:
        yield found


def heard(line: Connection) -> list[tuple[str, bytes]]:
    return [(message.topic, message.payload) for message in line.arrived(PATIENCE) if message]


def refusal(access: Access, *topics: str) -> str:
    """What a connection says that is not let in."""
    line = Connection(access, "stranger", topics)
    line.open()
    try:
        until(lambda: line.trouble)
        assert not line.is_up
        return line.trouble
    finally:
        line.close()


def break_off(access: Access, will: str) -> None:
    """Connect with a will at that topic, and end without a goodbye."""
    client = Client(CallbackAPIVersion.VERSION2)
    client.username_pw_set(access.account, access.key)
    client.tls_set_context(access.tls)
    client.will_set(will, b"gone", qos=1)
    client.connect(access.host, access.port)
    until(lambda: client.loop(0.1) or client.is_connected())
    line = client.socket()
    assert line
    line.close()


def test_a_box_writes_what_is_its_own_and_cannot_write_another_ones(club: Club) -> None:
    with connected(club.of(HUB), "#", name="listener") as hub, connected(club.access("north")) as north:
        club.access("south")
        for topic in (SOUTH.log, SOUTH.state, f"{SOUTH.picture}/x", NORTH.answer, SOUTH.answer, NORTH.table, HELLO, "$CONTROL/x"):
            north.send(Message(topic, b"forged"))
        for topic in (NORTH.log, NORTH.state, f"{NORTH.picture}/x"):
            north.send(Message(topic, b"own"))
        found: list[tuple[str, bytes]] = []
        until(lambda: len(found.extend(heard(hub)) or found) >= 3)  # type: ignore[func-returns-value]  # gathers as it waits
        assert found == [(NORTH.log, b"own"), (NORTH.state, b"own"), (f"{NORTH.picture}/x", b"own")]


def test_a_box_hears_what_is_said_to_it_and_to_all_and_nothing_else(club: Club) -> None:
    everything = ("#", f"{SOUTH.answer}", SOUTH.log, NORTH.answer, NORTH.want, HELLO)
    with connected(club.access("north"), *everything) as north, connected(club.of(HUB), name="speaker") as hub:
        for topic in (SOUTH.answer, SOUTH.log, SOUTH.want, NORTH.answer, NORTH.want, HELLO):
            hub.send(Message(topic, b"said"))
        found: list[tuple[str, bytes]] = []
        until(lambda: len(found.extend(heard(north)) or found) >= 3)  # type: ignore[func-returns-value]  # gathers as it waits
        assert found == [(NORTH.answer, b"said"), (NORTH.want, b"said"), (HELLO, b"said")]


def test_a_box_leaves_no_will_at_another_ones_topics(club: Club) -> None:
    club.access("south")
    with connected(club.of(HUB), "#", name="listener") as hub:
        for topic in (SOUTH.state, NORTH.state):
            break_off(club.access("north"), topic)
        assert heard(hub) == [(NORTH.state, b"gone")]


def test_no_box_can_put_out_the_hub_by_connecting_under_its_name(club: Club) -> None:
    with (
        connected(club.of(HUB), NORTH.log, name="hub-archive") as hub,
        connected(club.access("north"), name="hub-archive") as north,
    ):
        north.send(Message(NORTH.log, b"on"))
        assert heard(hub) == [(NORTH.log, b"on")]
        assert hub.is_up


def test_a_connection_that_is_said_to_be_there_hears_what_is_sent_from_then_on(club: Club) -> None:
    with connected(club.access("north")) as north:
        for _ in range(20):
            with connected(club.of(HUB), NORTH.log, name="listener") as hub:
                north.send(Message(NORTH.log, b"on"))
                assert heard(hub) == [(NORTH.log, b"on")]


def test_guests_are_not_let_in(club: Club) -> None:
    club.access("north")
    assert "does not let nobody in" in refusal(club.of("nobody", key="whatever"))
    assert "does not let north in" in refusal(club.of("north", key="wrong"))
    assert "does not let north in" in refusal(club.of("north", key=""))


def test_an_open_line_without_encryption_leads_nowhere(club: Club) -> None:
    with socket.create_connection(("127.0.0.1", club.broker.place.port), PATIENCE) as line:
        line.settimeout(PATIENCE)
        line.sendall(b"\x10\x10\x00\x04MQTT\x05\x02\x00\x3c\x00\x00\x03abc")
        try:
            answer = line.recv(100)
        except ConnectionResetError:
            answer = b""
    assert answer[:1] != b"\x20"


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # paho leaves the socket of a failed handshake to Python
def test_a_box_believes_no_broker_but_the_clubs_by_the_name_that_it_was_told(club: Club, tmp_path: Path) -> None:
    other = Authority(tmp_path / "other")
    other.make("The Other Club", [])
    club.access("north")
    assert "not the club's" in refusal(club.of("north", authority=other.pem()))
    assert club.of("north").tls.verify_mode is ssl.CERT_REQUIRED
    assert "not the club's" in refusal(club.of("north", host="127.1"))


def test_a_broker_that_is_not_there_is_named_with_what_to_do(club: Club) -> None:
    assert "does not answer" in refusal(club.of("north", port=1))


def test_a_stolen_box_is_put_out_in_one_act_and_the_others_go_on(club: Club) -> None:
    with connected(club.access("stolen")) as stolen, connected(club.access("north"), NORTH.answer) as north:
        club.accounts.revoke("stolen")
        until(lambda: not stolen.is_up)
        until(lambda: "does not let stolen in" in stolen.trouble)
        assert north.is_up
        assert "stolen" not in club.accounts.names()
        with connected(club.of(HUB), name="after") as hub:
            hub.send(Message(NORTH.answer, b"on"))
            assert heard(north) == [(NORTH.answer, b"on")]


def test_a_name_that_is_invited_anew_has_a_new_key_and_the_old_one_is_worth_nothing(club: Club) -> None:
    old = club.access("again")
    new = club.accounts.add("again")
    assert new != old.key
    assert "does not let again in" in refusal(old)
    with connected(club.of("again", key=new)):
        pass


def test_neighbours_read_how_tables_are_and_write_nothing(club: Club) -> None:
    key = club.accounts.add_neighbour()
    assert NEIGHBOUR not in club.accounts.names()
    topics = (NORTH.log, NORTH.table, NORTH.state, "homeassistant/#")
    with (
        connected(club.of(NEIGHBOUR, key=key), *topics) as neighbour,
        connected(club.access("north")) as north,
        connected(club.of(HUB), NORTH.state, name="listener") as hub,
    ):
        neighbour.send(Message(NORTH.state, b"forged"))
        north.send(Message(NORTH.log, b"secret"))
        north.send(Message(NORTH.state, b"own"))
        assert heard(hub) == [(NORTH.state, b"own")]
        hub.send(Message(NORTH.table, b"shown"))
        found: list[tuple[str, bytes]] = []
        until(lambda: len(found.extend(heard(neighbour)) or found) >= 2)  # type: ignore[func-returns-value]  # gathers as it waits
        assert sorted(found) == [(NORTH.state, b"own"), (NORTH.table, b"shown")]


def test_the_account_of_the_hub_itself_cannot_be_taken_back(club: Club) -> None:
    with pytest.raises(NoAccount, match="the account of the hub itself"):
        club.accounts.revoke(HUB)
    assert refusal(club.of(HUB, key="wrong"))
    with connected(club.of(HUB)):
        pass


def test_a_second_broker_at_the_same_port_says_so_and_harms_none(club: Club, tmp_path: Path) -> None:
    second = Broker(replace(club.broker.place, folder=tmp_path), club.authority)
    second.prepare()
    with pytest.raises(NoBroker, match="another program listens"):
        second.start()
    club.broker.keep_up()


def test_a_hub_that_has_lost_its_key_has_a_new_one_and_every_box_keeps_its_account(tmp_path: Path) -> None:
    with club_at(tmp_path) as club:
        north, old = club.access("north"), club.of(HUB)
        club.accounts.close()
        club.broker.stop()
        (tmp_path / "broker" / "hub.key").unlink()
        club.keys[HUB] = club.broker.prepare()
        club.broker.start()
        with connected(north, NORTH.answer) as box, connected(club.of(HUB)) as hub:
            hub.send(Message(NORTH.answer, b"on"))
            assert heard(box) == [(NORTH.answer, b"on")]
        assert "does not let hub in" in refusal(old)


def test_a_hubs_account_whose_making_was_cut_off_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_broker()
    new = Broker(Place(tmp_path, "127.0.0.1", free_port()), Authority(tmp_path / "certificates"))
    old = new.prepare()
    (tmp_path / "accounts.json").unlink()

    def cut_off(path: Path, content: bytes, mode: int = 0o644) -> None:
        if path.name == "hub.key":
            raise OSError("cut off")
        write_file(path, content, mode=mode)

    with monkeypatch.context() as patched:
        patched.setattr(brokers, "write_file", cut_off)
        with pytest.raises(OSError, match="cut off"):
            new.prepare()
    assert not (tmp_path / "hub.key").exists()
    assert new.prepare() != old


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"clients": 1, "roles": []}', '{"clients": [], "roles": [1]}'])
def test_a_file_of_accounts_that_makes_no_sense_and_a_lost_key_make_room_for_new_ones(tmp_path: Path, damaged: str) -> None:
    needs_broker()
    authority = Authority(tmp_path / "certificates")
    (tmp_path / "accounts.json").write_text(damaged)
    Broker(Place(tmp_path, "127.0.0.1", free_port()), authority).prepare()
    accounts = json.loads((tmp_path / "accounts.json").read_text())
    assert [client["username"] for client in accounts["clients"]] == [HUB]


@pytest.mark.parametrize("name", ["", "North", "a/b", "#", "+", "hub", "neighbours", "x" * 41])
def test_names_that_are_no_tables_have_no_account(club: Club, name: str) -> None:
    with pytest.raises(NoAccount):
        club.accounts.add(name)


def test_the_authority_is_made_once_and_the_brokers_certificate_for_the_names_that_it_has(tmp_path: Path) -> None:
    authority = Authority(tmp_path / "certificates")
    authority.make("Club; /CN=other\n", ["hub.local"])
    first, broker = authority.pem(), authority.broker_certificate.read_text()
    authority.make("Club", ["hub.local"])
    assert (authority.pem(), authority.broker_certificate.read_text()) == (first, broker)
    authority.make("Club", ["hub.local", "192.168.1.9"])
    assert authority.pem() == first
    assert authority.broker_certificate.read_text() != broker
    assert {path.name: path.stat().st_mode & 0o77 for path in authority.folder.glob("*.key")} == {"ca.key": 0, "broker.key": 0}
    assert authority.folder.stat().st_mode & 0o77 == 0


def test_a_certificate_whose_making_was_cut_off_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = Authority(tmp_path)
    authority.make("Club", [])
    with monkeypatch.context() as patch:
        patch.setattr(certificates, "BROKER_DAYS", "never")
        with pytest.raises(NoAuthority):
            authority.make("Club", ["192.168.1.9"])
    authority.make("Club", [])
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(authority.broker_certificate, authority.broker_key)


def test_a_box_whose_clock_is_wrong_still_finds_its_club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificates, "BROKER_DAYS", -1)
    with club_at(tmp_path) as club, connected(club.access("north")):
        pass


@pytest.mark.parametrize("name", ["", "a,DNS:bank.example", "hub\nissuerAltName=x", "hub local", "hüb"])
def test_a_hub_with_an_impossible_name_is_told_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(NoAuthority, match="cannot be called"):
        Authority(tmp_path).make("Club", [name])
