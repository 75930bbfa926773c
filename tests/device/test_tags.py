"""Tags at a real PC/SC daemon with two virtual readers: taps, short taps, the daemon killed and back, unknown tags."""

import importlib.util
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from fcntl import LOCK_EX, flock
from pathlib import Path
from queue import Empty, Queue
from threading import Event
from types import SimpleNamespace

import pytest

from device.errors import BadInput
from device.guests import Guests
from device.tags import ReaderState, TagBook, TagReaders, Tap
from tests.conftest import skip_tier
from tests.device.cards import READERS, HeldCard
from tests.waiting import PATIENCE, until

AMA, KOFI = bytes.fromhex("04A1B2C3"), bytes.fromhex("04D5E6F7081920")
INSTALLED = Path("/etc/reader.conf.d/vpcd")
"""What the package of the virtual readers lays down: their driver, with ports that anybody may be using."""


@dataclass
class Daemon:
    """pcscd, started and ended by hand, with the readers that a file names."""

    readers: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        for left in ("pcscd.comm", "pcscd.pid"):
            (Path("/run/pcscd") / left).unlink(missing_ok=True)
        command = ["pcscd", "--foreground", "--config", str(self.readers)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:  # it hangs: what is tested here is who uses it
            self.process.kill()
            self.process.wait()


@dataclass
class Watched:
    """Readers that are being watched, with what was seen."""

    daemon: Daemon
    readers: TagReaders
    taps: Queue[Tap] = field(default_factory=Queue)

    def tap(self) -> Tap:
        return self.taps.get(timeout=PATIENCE)


@pytest.fixture
def alone() -> Iterator[None]:
    """One daemon and two readers for the whole machine: never side by side."""
    with Path("/run/lock/cardtable-test-readers").open("w") as lock:
        flock(lock, LOCK_EX)
        yield


@pytest.fixture
def daemon(tmp_path: Path, alone: None) -> Iterator[Daemon]:
    if shutil.which("pcscd") is None or importlib.util.find_spec("smartcard") is None or not INSTALLED.exists():
        skip_tier("nfc", "pcscd, vsmartcard-vpcd or pyscard is not installed")
    readers = tmp_path / "readers.conf"
    readers.write_text(re.sub("0x[0-9A-F]+", hex(READERS[0]), INSTALLED.read_text()))
    running = Daemon(readers)
    running.start()
    yield running
    if running.process is not None and running.process.poll() is None:
        running.end(signal.SIGTERM)


@pytest.fixture
def watched(daemon: Daemon) -> Iterator[Watched]:
    taps: Queue[Tap] = Queue()

    def welcome(tap: Tap) -> bool:
        taps.put(tap)
        return bool(tap.mark)

    found = Watched(daemon, TagReaders(lambda: "secret", welcome), taps)
    found.readers.start()
    yield found
    found.readers.stop()


def are_empty() -> bool:
    """Whether the daemon has noticed that no reader holds a card."""
    from smartcard import scard

    result, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_SYSTEM)
    if result != scard.SCARD_S_SUCCESS:
        return False
    _, readers = scard.SCardListReaders(context, [])
    _, states = scard.SCardGetStatusChange(context, 0, [(reader, scard.SCARD_STATE_UNAWARE) for reader in readers])
    scard.SCardReleaseContext(context)
    return len(states) == 2 and all(state & scard.SCARD_STATE_EMPTY for _, state, _ in states)


def held(watched: Watched, number: bytes) -> Tap:
    """A card is held to the reader until it has been seen, and taken away."""
    until(lambda: watched.readers.state is ReaderState.READY and are_empty())
    with HeldCard(number):
        return watched.tap()


def test_a_tag_is_seen_each_time_and_is_kept_as_a_mark(watched: Watched) -> None:
    first, other, again = held(watched, AMA), held(watched, KOFI), held(watched, AMA)
    assert first.mark == again.mark != other.mark
    assert AMA.hex() not in first.mark.lower()
    assert (len(first.mark), first.refusal) == (32, "")


@pytest.mark.parametrize(("number", "lamp", "times"), [(AMA, 0xA8, 1), (bytes.fromhex("08123456"), 0x54, 2)])
def test_the_reader_shows_green_once_for_a_welcome_tag_and_red_twice_else(
    watched: Watched, number: bytes, lamp: int, times: int
) -> None:
    until(lambda: watched.readers.state is ReaderState.READY)
    with HeldCard(number) as card:
        watched.tap()
        until(lambda: card.lamps, lambda: card.heard)
    assert [(shown[3], shown[7]) for shown in card.lamps] == [(lamp, times)]


def test_a_short_tap_may_be_missed_and_is_never_in_the_way_of_the_next(watched: Watched) -> None:
    mark = held(watched, AMA).mark
    until(are_empty)
    with HeldCard(KOFI):
        pass
    until(are_empty)
    with HeldCard(AMA):
        seen = watched.tap().mark
        assert seen == mark or watched.tap().mark == mark


def test_two_readers_are_watched_at_once(watched: Watched) -> None:
    until(lambda: watched.readers.state is ReaderState.READY)
    with HeldCard(AMA, 0), HeldCard(KOFI, 1):
        both = {watched.tap().reader, watched.tap().reader}
    assert len(both) == 2


def test_phones_and_tags_without_a_number_are_refused_in_words(watched: Watched) -> None:
    phone, silent = held(watched, bytes.fromhex("08123456")), held(watched, b"")
    assert (phone.mark, silent.mark) == ("", "")
    assert "another number each time" in phone.refusal
    assert "tells no number" in silent.refusal


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_daemon_that_is_ended_and_started_again_loses_no_tag(watched: Watched, how: signal.Signals) -> None:
    before = held(watched, AMA)
    watched.daemon.end(how)
    until(lambda: watched.readers.state is ReaderState.NO_DAEMON)
    watched.daemon.start()
    assert held(watched, AMA) == before
    assert held(watched, KOFI).mark
    with pytest.raises(Empty):
        watched.taps.get_nowait()


def test_a_smart_card_service_that_hangs_keeps_nobody_from_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.tags.ENDS_S", 0.01)
    asked, answers = Event(), Event()
    hanging = SimpleNamespace(SCARD_SCOPE_SYSTEM=2, SCARD_S_SUCCESS=0, SCARD_W_SECURITY_VIOLATION=1)

    def establish(_scope: int) -> tuple[int, int]:
        asked.set()
        answers.wait()
        return 2, 0

    hanging.SCardEstablishContext = establish
    monkeypatch.setitem(sys.modules, "smartcard", SimpleNamespace(scard=hanging))
    readers = TagReaders(lambda: "secret", lambda tap: bool(tap.mark))
    readers.start()
    assert asked.wait(PATIENCE)
    readers.stop()
    answers.set()


@pytest.mark.usefixtures("alone")
def test_without_a_daemon_the_state_says_what_to_do() -> None:
    if importlib.util.find_spec("smartcard") is None:
        skip_tier("nfc", "pyscard is not installed")
    readers = TagReaders(lambda: "secret", lambda _tap: True)
    readers.start()
    until(lambda: readers.state is ReaderState.NO_DAEMON)
    readers.stop()
    assert "systemctl start pcscd" in readers.state.value


@pytest.fixture
def guests(tmp_path: Path) -> Guests:
    return Guests(TagBook(tmp_path / "tags.json"))


def test_an_unknown_tag_waits_for_a_name_and_then_takes_a_seat(guests: Guests) -> None:
    assert not guests.tap(Tap("r", "m1"))
    assert guests.state() == {"here": [], "is_unknown": True, "refusal": ""}
    guests.name("  Ama  ")
    assert guests.state() == {"here": ["Ama"], "is_unknown": False, "refusal": ""}
    assert guests.tap(Tap("r", "m1"))
    again = Guests(guests.book)
    assert again.tap(Tap("r", "m1"))
    assert again.here == guests.here == ["Ama"]


def test_guests_sit_in_the_order_in_which_they_came(guests: Guests) -> None:
    for mark, name in (("m1", "Ama"), ("m2", "Kofi")):
        guests.tap(Tap("r", mark))
        guests.name(name)
    guests.clear()
    for mark in ("m2", "m1", "m2"):
        assert guests.tap(Tap("r", mark))
    assert guests.here == ["Kofi", "Ama"]
    guests.tap(Tap("r", refusal="a phone"))
    assert guests.state()["refusal"] == "a phone"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "1 to 40 letters"),
        ("   ", "1 to 40"),
        ("x" * 41, "1 to 40"),
        ("a\nb\x07", "no control"),
        ("Camera", "part of itself"),
    ],
)
def test_a_name_that_is_none_is_refused_and_the_tag_waits_on(guests: Guests, name: str, words: str) -> None:
    with pytest.raises(BadInput, match="no tag waits"):
        guests.name("Ama")
    guests.tap(Tap("r", "m1"))
    with pytest.raises(BadInput, match=words):
        guests.name(name)
    assert guests.waiting == "m1"
    assert guests.book.names() == {}


def test_a_book_that_makes_no_sense_knows_nobody_and_is_written_anew(tmp_path: Path) -> None:
    book = TagBook(tmp_path / "tags.json")
    for text in ("", "[1]", "{"):
        book.path.write_text(text)
        assert book.names() == {}
    book.keep("m1", "Ama")
    book.keep("m2", "Kofi")
    book.keep("m1", "")
    assert book.names() == {"m2": "Kofi"}
