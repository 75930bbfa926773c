"""Backups bring everything back, are checked by hash, and lose nothing of what is there."""

import json
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from scoring.cards import Card
from scoring.commands import EndSession, PlayCard, StartSession
from scoring.ledger import EvidenceStore, Ledger, LiveTable, LogDamaged
from scoring.ledger.backup import MANIFEST, OLD, Restored, back_up, restore, thin_out
from scoring.ledger.keys import KEYS, KeyRing

Clock = Callable[[], datetime]


@pytest.fixture
def data(tmp_path: Path, clock: Clock) -> Path:
    """A box with a session, a picture, keys and a deck."""
    folder = tmp_path / "box"
    live = LiveTable(Ledger(folder / "log.db"))
    live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), clock)
    live.submit(PlayCard(by="camera", card=Card.parse("AH")), clock)
    EvidenceStore(folder / "evidence").keep(b"picture")
    KeyRing(folder / KEYS).keys()
    (folder / "decks").mkdir()
    (folder / "decks" / "mine.npz").write_bytes(b"deck")
    live.ledger.close()
    return folder


def test_a_new_box_is_where_the_old_one_was(data: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "backup.zip", tmp_path / "other"
    assert back_up(data, file) == 4
    assert restore(file, other) == Restored(sessions=1, pictures=1, settings=2)
    old, new = LiveTable(Ledger(data / "log.db")), LiveTable(Ledger(other / "log.db"))
    assert (new.session, new.table()) == (old.session, old.table())
    assert (other / KEYS).read_bytes() == (data / KEYS).read_bytes()
    assert (other / KEYS).stat().st_mode & 0o777 == 0o600
    assert (other / "decks" / "mine.npz").read_bytes() == b"deck"
    assert restore(file, other) == Restored(0, 0, 0)


def test_a_backup_is_unpacked_beside_the_data_where_there_is_room(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "backup.zip"
    back_up(data, file)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    assert restore(file, tmp_path / "other").sessions == 1


def test_what_is_there_stays_and_settings_that_are_replaced_are_kept_beside(data: Path, tmp_path: Path, clock: Clock) -> None:
    file, other = tmp_path / "backup.zip", tmp_path / "other"
    back_up(data, file)
    live = LiveTable(Ledger(other / "log.db"))
    live.submit(StartSession(by="t", game="sipa", players=("Esi", "Yaw")), clock)
    live.submit(EndSession(by="t"), clock)
    keys = KeyRing(other / KEYS).keys()
    restore(file, other)
    assert len(live.ledger.sessions()) == 2
    assert keys.owner in (other / f"{KEYS}{OLD}").read_text()


@pytest.mark.parametrize("change", ["byte", "cut", "name", "version", "text"])
def test_a_backup_that_is_not_as_it_was_written_changes_nothing(data: Path, tmp_path: Path, change: str) -> None:
    file, other = tmp_path / "backup.zip", tmp_path / "other"
    back_up(data, file)
    with zipfile.ZipFile(file) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    manifest = json.loads(files[MANIFEST])
    if change == "byte":
        files["decks/mine.npz"] = b"duck"
    elif change == "name":
        manifest["files"]["../decks/evil.npz"] = manifest["files"].pop("decks/mine.npz")
        files["../decks/evil.npz"] = files.pop("decks/mine.npz")
    elif change == "version":
        manifest["version"] = 99
    files[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(file, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    if change == "cut":
        file.write_bytes(file.read_bytes()[:-40])
    elif change == "text":
        file.write_text("hello")
    with pytest.raises(LogDamaged, match="backup"):
        restore(file, other)
    assert list(other.iterdir()) == []


def test_a_file_that_no_box_writes_so_large_is_not_put_back_and_a_long_log_is(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, other = tmp_path / "backup.zip", tmp_path / "other"
    (data / "decks" / "mine.npz").write_bytes(bytes(1001))
    back_up(data, file)
    monkeypatch.setattr("scoring.ledger.backup.LARGEST", 1000)
    with pytest.raises(LogDamaged, match=r"mine\.npz is too large: nothing was changed"):
        restore(file, other)
    assert list(other.iterdir()) == []
    monkeypatch.setattr("scoring.ledger.backup.LARGEST", 1001)
    assert restore(file, other).sessions == 1


def test_only_the_newest_are_kept_on_the_stick(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    for day in range(9):
        back_up(data, folder / f"box-{day}.zip")
    thin_out(folder / "box-8.zip", keep=7)
    assert sorted(path.name for path in folder.iterdir()) == [f"box-{day}.zip" for day in range(2, 9)]
