"""What is written outlives a power cut, belongs to the box's user, and is told from what cannot be read."""

import json
import os
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scoring import Card, Table
from scoring.commands import PlayCard, StartSession
from scoring.decide import decide
from scoring.errors import BadRules, NoHand
from scoring.ledger import Ledger, LiveTable, LogDamaged
from scoring.ledger import clock as clocks
from scoring.ledger.clock import SessionClock
from scoring.ledger.codec import Recorded
from scoring.ledger.evidence import EvidenceStore
from scoring.ledger.files import make_empty, write_file
from scoring.ledger.house import LARGEST, read_rules
from scoring.ledger.keys import KeyRing, Keys
from scoring.ledger.records import export_lines, import_lines
from scoring.ledger.store import VERSION
from tests.conftest import NOON


def open_handles() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_a_file_is_whole_on_the_disk_and_so_is_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[bool, int]] = []
    monkeypatch.setattr(
        os, "fsync", lambda handle: synced.append((os.path.isdir(f"/proc/self/fd/{handle}"), os.fstat(handle).st_size))
    )
    path, before = tmp_path / "deep" / "down" / "keys.json", open_handles()
    write_file(path, b"seven77", mode=0o600)
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"seven77", 0o600)
    assert [size for is_folder, size in synced if not is_folder] == [7]
    assert synced[-1][0]
    assert (open_handles(), [found.name for found in path.parent.iterdir()]) == (before, ["keys.json"])


def test_a_file_that_cannot_be_written_is_as_before_and_leaves_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "keys.json"
    write_file(path, b"old")

    def full(_handle: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        write_file(path, b"new")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"old", [path])


@pytest.mark.parametrize(("user", "is_given"), [(0, True), (1000, False)])
def test_what_root_writes_belongs_to_whom_the_folder_belongs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: int, is_given: bool
) -> None:
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(os, "fchown", lambda _handle, owner, group: given.append((owner, group)))
    write_file(tmp_path / "a", b"")
    make_empty(tmp_path / "b")
    folder = tmp_path.stat()
    assert given == ([(folder.st_uid, folder.st_gid)] * 2 if is_given else [])


def test_an_empty_file_is_made_where_there_is_none_and_anybody_may_read_it(tmp_path: Path) -> None:
    path, before = tmp_path / "log.db", open_handles()
    make_empty(path)
    assert (path.read_bytes(), path.stat().st_mode & 0o133) == (b"", 0)
    assert path.stat().st_mode & 0o444
    path.write_text("kept")
    make_empty(path)
    assert (path.read_text(), open_handles()) == ("kept", before)


def test_the_machine_tells_its_time_and_its_run() -> None:
    first, second = clocks.seconds_on(), clocks.seconds_on()
    assert 0 < first <= second
    assert abs(clocks.wall() - datetime.now(UTC)) < timedelta(minutes=5)
    assert clocks.boot() == clocks.BOOT_ID.read_text().strip()


def session_clock(path: Path) -> SessionClock:
    """A machine that has been on for 160 seconds in its first run."""
    return SessionClock(path, lambda: NOON, lambda: 160.0, lambda: "first")


@pytest.mark.parametrize("at", ["2026-01-01T12:00:00", "2026-01-01T12:00:00+00:00", "2026-01-01T13:00:00+01:00"])
def test_a_clock_without_a_zone_is_of_utc(tmp_path: Path, at: str) -> None:
    path = tmp_path / "clock.json"
    path.write_text(json.dumps({"boot": "first", "at": at, "seconds_on": 100.0}))
    assert session_clock(path).after(NOON) == NOON + timedelta(seconds=60)


def test_a_clock_that_cannot_be_kept_holds_for_this_program(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    seconds = iter((100.0, 160.0))
    clock = SessionClock(tmp_path / "file" / "clock.json", lambda: NOON, lambda: next(seconds), lambda: "first")
    assert clock.begin(NOON) == NOON
    assert clock.after(NOON) == NOON + timedelta(seconds=60)


@pytest.fixture
def log(tmp_path: Path, clock: Callable[[], datetime]) -> Ledger:
    """A log of one session with one card."""
    live = LiveTable(Ledger(tmp_path / "log.db"))
    live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    live.submit(PlayCard(by="t", card=Card.parse("AH")), clock)
    return live.ledger


def every(log: Ledger) -> list[Recorded]:
    return [item for session in log.sessions() for item in log.read(session)]


def lines_of(log: Ledger, old: str = "", new: str = "") -> list[str]:
    lines = list(export_lines(every(log)))
    return [line.replace(old, new) for line in lines] if old else lines


@pytest.mark.parametrize(
    ("written", "hour"), [("2026-01-01T12:00:00", 12), ("2026-01-01T12:00:00+00:00", 12), ("2026-01-01T12:00:00+01:00", 11)]
)
def test_a_moment_of_a_record_without_a_zone_is_of_utc(log: Ledger, written: str, hour: int) -> None:
    found = import_lines(lines_of(log, NOON.isoformat(), written))
    assert {item.event.at for item in found} == {NOON.replace(hour=hour)}


def test_a_record_of_a_year_in_which_nobody_played_is_damaged(log: Ledger) -> None:
    with pytest.raises(LogDamaged, match="line 2: it happened in 1500: expected "):
        import_lines(lines_of(log, "2026-", "1500-"))


def test_a_record_is_written_in_one_way_that_has_no_blanks_and_keeps_letters(log: Ledger) -> None:
    first, *rest = lines_of(log, "Ama", "Akua Ɔ")
    assert first == '{"format":"cardtable-record","version":1}'
    assert all(json.dumps(json.loads(line), ensure_ascii=False, sort_keys=True, separators=(",", ":")) == line for line in rest)


def test_a_log_of_a_newer_program_is_not_touched(log: Ledger) -> None:
    log.close()
    version_of(log.path, VERSION + 1)
    with pytest.raises(LogDamaged, match="was written by a newer Cardtable: install that to read it"):
        Ledger(log.path)
    assert version_of(log.path) == VERSION + 1


def test_a_log_of_an_older_program_is_copied_before_it_is_changed_and_a_new_one_is_not(log: Ledger) -> None:
    copy = log.path.with_name(f"log-before-{VERSION}.db")
    assert not copy.exists()
    log.close()
    version_of(log.path, VERSION - 1)
    assert every(Ledger(log.path)) == every(Ledger(copy)) != []
    assert version_of(log.path) == VERSION


def version_of(path: Path, new: int | None = None) -> int:
    with sqlite3.connect(path) as db:
        if new is not None:
            db.execute(f"PRAGMA user_version = {new}")
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_before_a_session_nothing_is_played(tmp_path: Path, clock: Callable[[], datetime]) -> None:
    with pytest.raises(NoHand, match="nobody plays yet: start a session first"):
        decide(Table(), PlayCard(by="t", card=Card.parse("AH")), NOON)
    with pytest.raises(NoHand, match="nobody plays yet: start a session first"):
        LiveTable(Ledger(tmp_path / "log.db")).submit(PlayCard(by="t", card=Card.parse("AH")), clock)


LITTLE = 'name = "little"\npack = "std52"\nplayers = [4, 4]\nhand_size = 13\n[[score]]\npoints = 1\n'


def test_rules_are_a_page_of_text(tmp_path: Path) -> None:
    path = tmp_path / "little.toml"
    path.write_text(LITTLE + "#" * (LARGEST - len(LITTLE)))
    assert read_rules(path).startswith(LITTLE)
    path.write_text(LITTLE + "#" * (LARGEST + 1 - len(LITTLE)))
    with pytest.raises(BadRules, match=f"rules are a page of text and not {LARGEST + 1} bytes"):
        read_rules(path)


def test_a_house_game_that_its_own_options_leave_to_nobody_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "little.toml"
    path.write_text(LITTLE + '[options.pack]\ndefault = "benin31"\nchoices = ["std52", "benin31"]\n')
    with pytest.raises(BadRules, match=r"little\.toml: nobody can play little with its options as they come"):
        read_rules(path)


GOOD = {"table": "abcdef", "owner": "abcdefghij", "secret": "0123456789"}


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize("key", ["abcde", "abcdéf", 123456])
def test_each_key_has_six_plain_letters_or_more(name: str, key: Any) -> None:
    assert Keys(**GOOD).table == "abcdef"
    with pytest.raises(ValueError, match="six letters or more"):
        Keys(**{**GOOD, name: key})


def test_keys_are_for_the_owner_alone_and_read_again_once_another_program_wrote_them(tmp_path: Path) -> None:
    path = tmp_path / "box" / "keys.json"
    ring = KeyRing(path)
    first = ring.keys()
    assert (path.stat().st_mode & 0o777, KeyRing(path).keys()) == (0o600, first)
    assert (len(first.table), len(first.owner), len(first.secret)) == (6, 10, 64)
    path.write_text(json.dumps(GOOD))
    os.utime(path, ns=(1, 1))
    assert ring.keys() == Keys(**GOOD)
    renewed = ring.renew()
    assert (renewed.owner, renewed.secret, len(renewed.table)) == (GOOD["owner"], GOOD["secret"], 6)
    assert renewed.table != GOOD["table"]


def test_all_pictures_and_drafts_are_forgotten_and_of_old_ones_those_before_the_moment(tmp_path: Path) -> None:
    evidence = EvidenceStore(tmp_path)
    for name, at in (("a.jpg", 100), ("b.jpg", 200), ("c.jpg.part", 100)):
        (tmp_path / name).write_bytes(b"12345")
        os.utime(tmp_path / name, (at, at))
    assert evidence.size() == (2, 10)
    assert evidence.forget(before=200) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["b.jpg"]
    assert (evidence.forget(), evidence.size()) == (1, (0, 0))
