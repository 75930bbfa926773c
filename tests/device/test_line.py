"""How a box joins a club and leaves it: what was joined stays until another hub has answered, and what does not work is said."""

import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from club.authority import Authority
from club.broker import NoBroker, find_plugin
from club.connection import Access
from club.hosting import hosted
from club.joining import MEMBERSHIP, Invitation, read_membership
from club.outbox import POSITION, Position, keep_position
from club.settings import HubSettings
from device.config import Config
from device.line import Joining, serve_line
from tests.club.brokers import free_port
from tests.conftest import skip_tier
from tests.waiting import PATIENCE, until
from web.membership import LineState, Wish, forget_wish, read_state, read_wish, write_state, write_wish


@dataclass(frozen=True)
class Hub:
    """A hub as a box that joins knows it: its address and its certificate."""

    address: str
    pem: str

    def invite(self, key: str = "secret") -> Invitation:
        return Invitation(self.address, "Tuesday", "north", key, "localhost", 8883, Access("", 0, "", "", self.pem).authority_sum)


@pytest.fixture(scope="module")
def hubs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Hub]:
    if shutil.which("openssl") is None:
        skip_tier("broker", "openssl is not installed")
    found = {}
    for name in ("tuesday", "friday"):
        authority = Authority(tmp_path_factory.mktemp(name))
        authority.make(name, [])
        found[name] = Hub(f"http://{name}", authority.pem())
    return found


@dataclass
class Box:
    """A box's folder, in a room where the hubs of `there` answer."""

    data: Path
    there: dict[str, str]
    code: str = ""

    def __post_init__(self) -> None:
        self.joining = Joining(self.data, self.code, self.get)

    def get(self, address: str) -> bytes:
        hub = address.removesuffix("/ca.pem")
        if hub not in self.there:
            raise OSError("No route to host")
        return self.there[hub].encode()

    def wish(self, code: str) -> Wish | None:
        """What is left of a wish after the line has looked at it."""
        write_wish(self.data, Wish(code))
        self.joining.settle()
        return read_wish(self.data)

    @property
    def club(self) -> tuple[str, str] | None:
        membership = read_membership(self.data / MEMBERSHIP)
        return (membership.hub, membership.access.key) if membership else None


@pytest.fixture
def box(tmp_path: Path, hubs: dict[str, Hub]) -> Box:
    return Box(tmp_path, {hub.address: hub.pem for hub in hubs.values()})


def test_a_table_in_no_club_needs_no_line(box: Box) -> None:
    assert not box.joining.is_needed
    serve_line(Config(data=box.data))
    assert list(box.data.iterdir()) == []


def test_a_table_joins_and_leaves_and_then_nothing_of_the_club_is_there(box: Box, hubs: dict[str, Hub]) -> None:
    assert box.wish(hubs["tuesday"].invite().code) is None
    assert box.club == ("http://tuesday", "secret")
    assert (box.data / MEMBERSHIP).stat().st_mode & 0o777 == 0o600
    assert read_state(box.data) == LineState("Tuesday", "north")
    keep_position(box.data / POSITION, Position("hub", 3, 9))
    assert box.wish("") is None
    assert list(box.data.iterdir()) == []
    assert not box.joining.is_needed


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("WIFI:T:WPA;S:Room;P:secret words;;", "this is no code of a club"),
        ("http://192.168.1.7/key/abcdef", "this is no code of a club"),
        ("http://tuesday/join#box=north&key=x&broker=b&port=8883", "the code was cut off, ca is missing"),
        ("http://tuesday/join#box=north&key=x&broker=b&port=8883&ca=00&club=Tuesday", "is not the hub that made this code"),
    ],
    ids=["a Wi-Fi", "the table's own page", "cut off", "another authority"],
)
@pytest.mark.parametrize("is_member", [False, True], ids=["in no club", "in a club"])
def test_a_wrong_code_is_answered_and_what_was_joined_stays(
    code: str, answer: str, is_member: bool, box: Box, hubs: dict[str, Hub]
) -> None:
    if is_member:
        box.wish(hubs["friday"].invite().code)
    before = box.club
    left = box.wish(code)
    assert left is not None
    assert answer in left.answer
    assert "bring the code" in left.answer
    assert box.club == before
    assert box.joining.settle() == read_membership(box.data / MEMBERSHIP)
    assert read_wish(box.data) == left


def test_a_hub_that_is_not_there_is_said_once_and_joined_when_it_is(box: Box, hubs: dict[str, Hub]) -> None:
    pem = box.there.pop("http://tuesday")
    code = hubs["tuesday"].invite().code
    assert box.wish(code) == Wish(code)
    said = (box.data / "club-state.json").stat().st_mtime_ns
    assert "No route to host" in read_state(box.data).trouble
    assert box.joining.settle() is None
    assert (box.data / "club-state.json").stat().st_mtime_ns == said
    box.there["http://tuesday"] = pem
    assert box.joining.settle() is not None
    assert (read_state(box.data).trouble, read_wish(box.data)) == ("", None)


def test_a_table_speaks_to_its_club_while_the_hub_of_another_that_is_wanted_is_not_there(box: Box, hubs: dict[str, Hub]) -> None:
    box.wish(hubs["friday"].invite().code)
    pem = box.there.pop("http://tuesday")
    box.wish(hubs["tuesday"].invite().code)
    membership = box.joining.settle()
    assert membership is not None
    assert membership.hub == "http://friday"
    assert "No route to host" in box.joining.away
    box.there["http://tuesday"] = pem
    membership = box.joining.settle()
    assert membership is not None
    assert (membership.hub, box.joining.away) == ("http://tuesday", "")


def test_whoever_gives_up_waiting_for_a_hub_is_in_the_club_of_before(box: Box, hubs: dict[str, Hub]) -> None:
    box.wish(hubs["friday"].invite().code)
    del box.there["http://tuesday"]
    box.wish(hubs["tuesday"].invite().code)
    forget_wish(box.data)
    membership = box.joining.settle()
    assert membership is not None
    assert membership.hub == "http://friday"


def test_another_club_gets_nothing_of_what_was_played_for_the_last_and_the_same_club_all_of_it(
    box: Box, hubs: dict[str, Hub]
) -> None:
    position = box.data / POSITION
    box.wish(hubs["tuesday"].invite().code)
    keep_position(position, Position("hub", 3, 9))
    box.wish(hubs["tuesday"].invite("a-new-key").code)
    assert box.club == ("http://tuesday", "a-new-key")
    assert position.exists()
    box.wish(hubs["friday"].invite().code)
    assert not position.exists()


def test_the_configuration_goes_first_and_is_joined_when_its_code_is_another(
    tmp_path: Path, box: Box, hubs: dict[str, Hub]
) -> None:
    box.wish(hubs["friday"].invite().code)
    configured = Box(box.data, box.there, hubs["tuesday"].invite().code)
    assert configured.joining.is_needed
    assert configured.joining.settle() is not None
    assert configured.club == ("http://tuesday", "secret")
    del box.there["http://tuesday"]
    assert configured.joining.settle() is not None  # it is not asked again
    left = configured.wish("")
    assert left is not None
    assert "take the code out of cardtable.toml" in left.answer
    assert configured.club == ("http://tuesday", "secret")


def test_a_wrong_code_in_the_configuration_is_said_and_what_was_joined_stays(
    box: Box, hubs: dict[str, Hub], capsys: pytest.CaptureFixture[str]
) -> None:
    box.wish(hubs["friday"].invite().code)
    configured = Box(box.data, box.there, "http://tuesday/join#box=north")
    assert configured.joining.settle() is not None
    assert "[club] code: the code was cut off" in capsys.readouterr().err
    assert configured.club == ("http://friday", "secret")


def test_a_membership_that_cannot_be_read_is_said_and_mended_by_joining_anew(box: Box, hubs: dict[str, Hub]) -> None:
    (box.data / MEMBERSHIP).write_text("{")
    assert box.joining.settle() is None
    assert "join the club anew" in read_state(box.data).trouble
    box.wish(hubs["tuesday"].invite().code)
    assert box.club == ("http://tuesday", "secret")


def test_a_wish_that_came_meanwhile_is_not_forgotten(box: Box, hubs: dict[str, Hub]) -> None:
    other = Wish(hubs["friday"].invite().code)

    def get(address: str) -> bytes:
        if "tuesday" in address:
            write_wish(box.data, other)
        return box.get(address)

    box.joining.get = get
    assert box.wish(hubs["tuesday"].invite().code) == other
    box.joining.settle()
    assert box.club == ("http://friday", "secret")


def test_a_line_that_has_ended_is_not_shown_as_up(box: Box) -> None:
    write_state(box.data, state := LineState("Tuesday", "north", is_up=True, waiting=4))
    serve_line(Config(data=box.data))
    assert read_state(box.data) == replace(state, is_up=False)


def test_a_box_joins_a_real_hub_as_its_owner_wishes_and_the_program_ends_when_it_leaves(tmp_path: Path) -> None:
    try:
        find_plugin()
    except NoBroker as error:
        skip_tier("broker", str(error))
    data, config = tmp_path / "box", tmp_path / "cardtable.toml"
    config.write_text(f'data = "{data}"\n')
    settings = HubSettings("Tuesday", tmp_path / "hub", "127.0.0.1", free_port(), broker_port=free_port())
    stop = threading.Event()
    with hosted(settings, f"http://127.0.0.1:{settings.port}", ["127.0.0.1"]) as club:
        hub = threading.Thread(target=club.run, args=(stop,))
        hub.start()
        try:
            until(lambda: club.hub.intake.line.is_up)
            write_wish(data, Wish(club.hub.invite("north").code))
            line = subprocess.Popen([sys.executable, "-m", "device", "line", "--config", str(config)])
            try:
                until(lambda: "north" in club.hub.boxes and club.hub.boxes["north"].state.is_there)
                until(lambda: read_state(data) == LineState("Tuesday", "north", is_up=True))
                write_wish(data, Wish(""))
                assert line.wait(PATIENCE) == 0
            finally:
                line.kill()
                line.wait()
            until(lambda: not club.hub.boxes["north"].state.is_there)
            assert not (data / MEMBERSHIP).exists()
        finally:
            stop.set()
            hub.join()
