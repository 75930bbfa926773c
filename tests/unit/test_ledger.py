"""The log on the disk: nothing lost, nothing twice, nothing half."""

import fcntl
import json
import os
import shutil
import sqlite3
import stat
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import jsonschema
import pytest

from scoring import Card
from scoring.commands import ConfirmTrick, CorrectCard, PlayCard, StartSession
from scoring.errors import Refused
from scoring.events import EVENTS, CardPlayed, Redone, TrickConfirmed, Undone
from scoring.ledger import Clash, EvidenceStore, Ledger, LiveTable, LogDamaged, Recorded, decode, encode
from scoring.ledger.evidence import RESERVE
from scoring.ledger.files import write_file
from scoring.ledger.keys import KeyRing
from scoring.ledger.records import export_lines, import_lines, schema, tables
from scoring.tricks import Reading
from tests.conftest import NOON

Clock = Callable[[], datetime]


@pytest.fixture
def live(tmp_path: Path, clock: Clock) -> LiveTable:
    """A log with a session of Spar and one full trick."""
    live = LiveTable(Ledger(tmp_path / "log.db"))
    live.submit(StartSession(by="test", game="spar", players=("Ama", "Kofi"), stake=5), clock)
    reading = Reading(0.97, ((Card.parse("AH"), 0.97), (Card.parse("AD"), 0.02)), "0" * 64)
    live.submit(PlayCard(by="camera", card=Card.parse("AH"), reading=reading), clock)
    live.submit(PlayCard(by="camera", card=Card.parse("7H")), clock)
    return live


def test_button_and_phone_cannot_both_confirm_the_trick(live: LiveTable, clock: Clock) -> None:
    """Both decide at the same place of the log; one writes, the other reads again and finds nothing to do."""
    start = threading.Barrier(8)
    written: list[int] = []

    def press(name: str) -> None:
        start.wait()
        written.append(len(LiveTable(live.ledger).submit(ConfirmTrick(by=name, hand=1, trick=1), clock)))

    threads = [threading.Thread(target=press, args=(f"phone {n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(written) == [0] * 7 + [1]
    hand = live.table().hand
    assert hand is not None
    assert hand.confirmed == 1


def test_two_phones_that_start_at_once_start_one_session(tmp_path: Path, clock: Clock) -> None:
    live = LiveTable(Ledger(tmp_path / "log.db"))
    start, refused = threading.Barrier(6), []

    def begin(player: str) -> None:
        start.wait()
        try:
            live.submit(StartSession(by=player, game="spar", players=(player, "Kofi")), clock)
        except Refused as error:
            refused.append(str(error))

    phones = [threading.Thread(target=begin, args=(f"Player {number}",)) for number in range(6)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len(live.ledger.sessions()) == 1
    assert len(refused) == 5


def test_an_append_at_a_taken_place_clashes_and_writes_nothing(live: LiveTable) -> None:
    event = TrickConfirmed(at=NOON, by="x", hand=1, trick=1)
    assert live.session is not None
    assert live.ledger.append("another", 0, [event]) == 1
    before = live.ledger.read(live.session)
    with pytest.raises(Clash):
        live.ledger.append(live.session, len(before) - 1, [event, event])
    assert live.ledger.read(live.session) == before


def test_the_log_is_written_through_to_the_disk(live: LiveTable) -> None:
    with live.ledger._reading() as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_another_process_sees_what_was_written(live: LiveTable) -> None:
    assert LiveTable(Ledger(live.ledger.path)).table() == live.table()


def test_every_event_reads_back_as_it_was_written(live: LiveTable) -> None:
    assert live.session is not None
    for recorded in live.ledger.read(live.session):
        assert decode(json.loads(json.dumps(encode(recorded.event)))) == recorded.event


def test_a_file_that_is_no_log_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    path.write_text("not a database" * 100)
    with pytest.raises(LogDamaged, match=r"log\.db is not a Cardtable log"):
        Ledger(path)


def test_an_older_form_of_an_event_is_raised_to_the_present_one() -> None:
    record = {"type": "TrickConfirmed", "version": 1, "data": {"at": NOON.isoformat(), "by": "x", "deal": 1, "trick": 2}}
    upcasters = {("TrickConfirmed", 1): lambda data: {"hand": data.pop("deal"), **data}}
    event = decode(record, {"TrickConfirmed": 2}, upcasters)
    assert event == TrickConfirmed(at=NOON, by="x", hand=1, trick=2)


def test_a_card_from_before_outlines_were_kept_has_none() -> None:
    reading = {"confidence": 0.9, "alternatives": [], "evidence": None}
    data = {"at": NOON.isoformat(), "by": "camera", "card": "AH", "seat": None, "face_down": False, "reading": reading}
    event = decode({"type": "CardPlayed", "version": 1, "data": data})
    assert isinstance(event, CardPlayed)
    assert event.reading == Reading(0.9)


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"type": "Nonsense", "version": 1, "data": {}},
        {"type": "TrickConfirmed", "version": 1, "data": {"at": "yesterday", "by": "x", "hand": 1, "trick": 1}},
        {"type": "TrickConfirmed", "version": 1, "data": {"at": NOON.isoformat(), "by": "x", "hand": "1", "trick": 1}},
        {"type": "TrickConfirmed", "version": 9, "data": {}},
    ],
)
def test_what_is_no_event_is_refused(record: dict[str, object]) -> None:
    with pytest.raises(LogDamaged):
        decode(record)


def test_export_import_export_gives_the_same_bytes(live: LiveTable, tmp_path: Path) -> None:
    assert live.session is not None
    lines = list(export_lines(live.ledger.read(live.session)))
    other = Ledger(tmp_path / "other.db")
    other.take_in(import_lines(lines))
    assert list(export_lines(other.read(live.session))) == lines


def test_every_line_of_a_record_keeps_the_published_schema(live: LiveTable) -> None:
    assert live.session is not None
    for line in export_lines(live.ledger.read(live.session)):
        jsonschema.validate(json.loads(line), schema())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: [*lines[:-1], lines[-1][:40]], "line 5: not JSON, or cut off"),
        (lambda lines: [lines[0], *lines[2:]], "line 2: expected event 1"),
        (lambda lines: ["{}", *lines[1:]], "line 1: expected"),
        (lambda lines: [], "line 1: not JSON"),
    ],
)
def test_a_damaged_record_is_refused_with_its_line(live: LiveTable, change: Callable[[list[str]], list[str]], words: str) -> None:
    assert live.session is not None
    lines = list(export_lines(live.ledger.read(live.session)))
    with pytest.raises(LogDamaged, match=words):
        import_lines(change(lines))


def test_a_replayed_log_with_a_correction_in_an_earlier_trick_gives_the_corrected_total(tmp_path: Path, clock: Clock) -> None:
    live = LiveTable(Ledger(tmp_path / "log.db"))
    live.submit(StartSession(by="test", game="spar", players=("Ama", "Kofi")), clock)
    for number, trick in enumerate(("QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S"), start=1):
        for code in trick.split():
            live.submit(PlayCard(by="camera", card=Card.parse(code)), clock)
        live.submit(ConfirmTrick(by="button", hand=1, trick=number), clock)
    assert live.table().standing.totals == (3, 0)
    live.submit(CorrectCard(by="Ama", hand=1, trick=1, position=1, card=Card.parse("9H")), clock)
    assert LiveTable(Ledger(tmp_path / "log.db")).table().standing.totals == (0, 3)


def _submit_often(live: LiveTable, command: PlayCard, clock: Clock) -> None:
    for _ in range(200):
        live.submit(command, clock)


def test_a_full_disk_loses_nothing_that_was_there(live: LiveTable, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    before = live.table()
    with live.ledger._reading() as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
    original = sqlite3.connect

    def full(*arguments: object, **more: object) -> sqlite3.Connection:
        db = original(*arguments, **more)  # type: ignore[call-overload]  # passed through
        db.execute(f"PRAGMA max_page_count={pages}")
        return db  # type: ignore[no-any-return]  # passed through

    monkeypatch.setattr(sqlite3, "connect", full)
    card = PlayCard(by="camera", card=Card.parse("KD"))
    with pytest.raises(sqlite3.OperationalError, match="full"):
        _submit_often(live, card, clock)
    monkeypatch.undo()
    assert live.table().hands[0].plays[: len(before.hands[0].plays)] == before.hands[0].plays


def test_a_picture_is_kept_under_the_hash_of_its_content(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "evidence")
    name = store.keep(b"a picture")
    assert store.keep(b"a picture") == name
    path = store.path(name)
    assert path is not None
    assert path.read_bytes() == b"a picture"
    (store.folder / "abc.jpg").write_bytes(b"x")
    assert store.path("abc") is None
    assert [store.path(other) for other in ("0" * 64, "../log", "")] == [None, None, None]
    assert [store.content(other) for other in (name, "0" * 64)] == [b"a picture", None]
    path.write_bytes(b"another picture")
    assert store.content(name) is None


def test_the_last_of_the_disk_is_for_the_log_and_not_for_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = EvidenceStore(tmp_path)
    name, free = store.keep(b"a picture"), shutil.disk_usage(tmp_path)._replace(free=RESERVE - 1)
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: free)
    with pytest.raises(OSError, match="the disk is nearly full"):
        store.keep(b"another")
    assert (store.keep(b"a picture"), store.size()) == (name, (1, 9))
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: free._replace(free=RESERVE))
    store.keep(b"another")


def test_a_file_that_cannot_be_written_is_as_it_was_and_nothing_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_handle: int) -> None:
        raise OSError("no space")

    write_file(tmp_path / "keys", b"old")
    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(OSError, match="no space"):
        write_file(tmp_path / "keys", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("keys", b"old")]


def test_a_file_is_written_for_good_only_once_its_folder_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError("no folder")

    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(OSError, match="no folder"):
        write_file(tmp_path / "keys", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("keys", b"new")]


def test_every_kind_of_event_has_a_step_and_a_name() -> None:
    from scoring.folding import _STEPS

    assert set(EVENTS.values()) == {*_STEPS, Undone, Redone}


def test_an_imported_session_is_kept_and_not_played_on(live: LiveTable, tmp_path: Path, clock: Clock) -> None:
    other = LiveTable(Ledger(tmp_path / "other.db"))
    other.submit(StartSession(by="test", game="spar", players=("Esi", "Yaw")), clock)
    assert live.session is not None
    other.ledger.take_in(live.ledger.read(live.session))
    assert other.table().agreed.players == ("Esi", "Yaw")
    assert live.session in other.ledger.sessions()
    with pytest.raises(Clash):
        other.ledger.take_in(live.ledger.read(live.session))


def test_what_another_log_has_set_aside_stays_so(live: LiveTable, tmp_path: Path, clock: Clock) -> None:
    damaged = str(live.session)
    live.ledger.set_aside(damaged)
    live.submit(StartSession(by="test", game="spar", players=("Esi", "Yaw")), clock)
    other = Ledger(tmp_path / "other.db")
    assert other.take_over(live.ledger.path) == 2
    assert {kept.session: kept.is_aside for kept in other.kept()} == {damaged: True, live.session: False}


def test_a_record_of_what_cannot_have_happened_is_refused() -> None:
    with pytest.raises(LogDamaged, match="cannot have happened"):
        tables([Recorded("s", 1, TrickConfirmed(at=NOON, by="x", hand=3, trick=1))])


def test_a_gap_in_the_log_is_not_written(live: LiveTable) -> None:
    assert live.session is not None
    with pytest.raises(Clash):
        live.ledger.append(live.session, 50, [TrickConfirmed(at=NOON, by="x", hand=1, trick=1)])


def test_only_pictures_from_before_the_day_are_forgotten(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path)
    names = [store.keep(picture) for picture in (b"old", b"new")]
    paths = [store.path(name) for name in names]
    assert None not in paths
    for path, moment in zip(paths, (1999, 2000), strict=True):
        os.utime(str(path), (moment, moment))
    assert store.forget(before=2000) == 1
    assert [store.path(name) is None for name in names] == [True, False]
    assert store.forget() == 1
    assert store.size() == (0, 0)


def test_the_oldest_pictures_go_until_the_others_fit(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path)
    names = [store.keep(picture) for picture in (b"1st", b"2nd", b"3rd")]
    for name, moment in zip(names, (2002, 2001, 2003), strict=True):
        os.utime(str(store.path(name)), (moment, moment))
    assert store.shrink(9) == 0
    assert store.shrink(5) == 2
    assert [store.path(name) is not None for name in names] == [False, False, True]


def test_keys_are_long_enough_to_be_no_guess_and_short_enough_to_be_typed(tmp_path: Path) -> None:
    keys = KeyRing(tmp_path / "a" / "new" / "box" / "keys.json").keys()
    assert (len(keys.table), len(keys.owner), len(keys.secret)) == (6, 10, 64)


def test_keys_are_made_by_one_process_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fcntl.LOCK_EX", fcntl.LOCK_EX | fcntl.LOCK_NB)  # who would wait is refused
    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    ring = KeyRing(tmp_path / "keys.json")
    held = ring.keys()
    assert (len(held.table), bool(ring.trouble), ring.path.exists()) == (6, True, False)
    assert ring.keys() == held
    os.close(folder)
    ring.keys()
    assert (bool(ring.trouble), ring.path.exists()) == (False, True)


def test_new_keys_are_seen_by_every_process_and_the_same_ones_are_read_once(tmp_path: Path) -> None:
    ring, other = KeyRing(tmp_path / "keys.json"), KeyRing(tmp_path / "keys.json")
    first = ring.keys()
    assert other.keys() == first
    assert ring.keys() is ring.keys()
    new = other.renew()
    os.utime(tmp_path / "keys.json", (1, 1))
    assert ring.keys() == new
    assert (new.table == first.table, new.owner, new.secret) == (False, first.owner, first.secret)
