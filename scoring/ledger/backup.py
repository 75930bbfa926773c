"""Backups: everything that an owner would miss in one file, checked by hash, and back again on any box of any version.

A backup is a ZIP with `manifest.json`: the format's name and version, and the SHA-256 of every file. Putting it back adds what
is not there and replaces settings, whose old files are kept beside; no session and no picture that is there is ever lost.
"""

import hashlib
import json
import os
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from scoring.ledger.codec import LogDamaged
from scoring.ledger.files import DRAFT, give_to_owner, write_file
from scoring.ledger.store import LOG, Ledger

FORMAT, VERSION = "cardtable-backup", 1
MANIFEST, PICTURES = "manifest.json", "evidence/"

SETTINGS = ("keys.json", "calibration.json", "tags.json", "decks/*.npz", "games/*.toml")
"""Files of the data folder that an owner has made, beside log and pictures."""

LARGEST = 64 * 2**20
"""Bytes of one file of a backup, but for the log."""

BACKED_UP = "last-backup"
"""Name of the file in the data folder that says when one was last written."""

OLD = ".before-restore"
"""How the name of a setting ends that was replaced."""


@dataclass(frozen=True)
class Restored:
    """What a backup brought that was not there before."""

    sessions: int
    pictures: int
    settings: int


def back_up(data: Path, file: Path, with_pictures: bool = True) -> int:
    """Write the backup of a data folder, whole or not at all; how many files are in it. Raises OSError or sqlite3.Error."""
    draft = file.with_name(file.name + DRAFT)
    try:
        with TemporaryDirectory(prefix="cardtable-", dir=file.resolve().parent) as folder:
            copy = _copy_of_log(data / LOG, Path(folder) / LOG)
            count = _pack(draft, dict(_files(data, with_pictures)) | {LOG: copy})
        draft.replace(file)
        write_file(data / BACKED_UP, datetime.now(UTC).isoformat(timespec="seconds").encode())
    finally:
        draft.unlink(missing_ok=True)
    return count


def last_backup(data: Path) -> datetime | None:
    """When a backup was last written; None where that is not known."""
    try:
        found = datetime.fromisoformat((data / BACKED_UP).read_text(encoding="ascii"))
        return found.astimezone(UTC)
    except (OSError, ValueError):
        return None


def _files(data: Path, with_pictures: bool) -> Iterator[tuple[str, Path]]:
    patterns = (*SETTINGS, f"{PICTURES}*.jpg") if with_pictures else SETTINGS
    for pattern in patterns:
        for path in sorted(data.glob(pattern)):
            yield str(path.relative_to(data)), path


def _copy_of_log(log: Path, to: Path) -> Path:
    """The log as it is at this moment, while others write on."""
    with closing(sqlite3.connect(f"{log.resolve().as_uri()}?mode=ro", uri=True)) as there, closing(sqlite3.connect(to)) as here:
        there.backup(here)
    return to


def _pack(draft: Path, files: dict[str, Path]) -> int:
    hashes: dict[str, str] = {}
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, path in files.items():
            try:
                content = path.read_bytes()
            except FileNotFoundError:  # a picture that was too old a moment ago
                continue
            hashes[name] = hashlib.sha256(content).hexdigest()
            packed.writestr(name, content)
        packed.writestr(MANIFEST, json.dumps({"format": FORMAT, "version": VERSION, "files": hashes}, indent=1))
    with draft.open("rb") as written:
        os.fsync(written.fileno())
    return len(hashes)


def restore(file: Path, data: Path) -> Restored:
    """Put a backup back; nothing is changed unless all of it is as it was written.

    Raises `LogDamaged`, naming what is wrong, and OSError or sqlite3.Error where it cannot be put there.
    """
    try:
        with TemporaryDirectory(prefix="cardtable-", dir=_made(data)) as folder, zipfile.ZipFile(file) as packed:
            names = _unpack(packed, file, Path(folder))
            return _put_back(Path(folder), names, data)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, EOFError) as error:
        raise LogDamaged(f"{file}: not a backup, or cut off: {error}") from None


def _made(data: Path) -> Path:
    data.mkdir(parents=True, exist_ok=True)
    return data


def _unpack(packed: zipfile.ZipFile, file: Path, folder: Path) -> list[str]:
    """Every file of the backup in the folder, each checked by its hash; their names."""
    files = _manifest(packed, file)
    for name, wanted in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        digest = hashlib.sha256()
        with packed.open(name) as content, path.open("wb") as out:
            while block := content.read(2**20):
                digest.update(block)
                out.write(block)
                if out.tell() > LARGEST and name != LOG:
                    raise LogDamaged(f"{file}: {name} is too large: nothing was changed")
        if digest.hexdigest() != wanted:
            raise LogDamaged(f"{file}: {name} is not what was written: nothing was changed")
    return list(files)


def _manifest(packed: zipfile.ZipFile, file: Path) -> dict[str, str]:
    try:
        found = json.loads(packed.read(MANIFEST))
        files = dict(found["files"])
        is_ours = found["format"] == FORMAT and found["version"] == VERSION
    except (KeyError, TypeError, ValueError, RecursionError):
        is_ours, files = False, {}
    if not is_ours or LOG not in files or not all(isinstance(name, str) and _is_known(name) for name in files):
        raise LogDamaged(f"{file}: not a backup that this Cardtable reads")
    return files


def _is_known(name: str) -> bool:
    path = Path(name)
    return ".." not in path.parts and any(path.match(pattern) for pattern in (*SETTINGS, f"{PICTURES}*.jpg", LOG))


def _put_back(folder: Path, names: list[str], data: Path) -> Restored:
    sessions = _take_sessions(folder / LOG, data)
    pictures = settings = 0
    for name in names:
        there, here = folder / name, data / name
        if name == LOG or (here.exists() and here.read_bytes() == there.read_bytes()):
            continue
        if name.startswith(PICTURES):
            pictures += 1
        else:
            settings += 1
            if here.exists():
                here.replace(here.with_name(here.name + OLD))
        write_file(here, there.read_bytes(), mode=0o600)
        _give_folder(here.parent, data)
    return Restored(sessions, pictures, settings)


def _take_sessions(log: Path, data: Path) -> int:
    """Sessions of that log that this one does not have, as they were there; how many."""
    ledger = Ledger(data / LOG)
    try:
        return ledger.take_over(log)
    finally:
        ledger.close()


def _give_folder(folder: Path, data: Path) -> None:
    if folder != data:
        handle = os.open(folder, os.O_RDONLY)
        give_to_owner(handle, data)
        os.close(handle)


def thin_out(newest: Path, keep: int) -> None:
    """Delete all backups beside the newest one but so many, whatever the clock says. Raises OSError."""
    others = [path for path in newest.parent.glob("*.zip") if path.name != newest.name]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[keep - 1 :]:
        path.unlink()
