"""Files that survive a power cut: complete on the disk, or as they were before."""

import os
from pathlib import Path
from tempfile import mkstemp

DRAFT = ".part"
"""How the name of a file ends that is being written; one that was left so is of no use."""


def write_file(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write or replace a file, its folder with it; it is on the disk for good when this returns.

    Raises OSError; then the file is whole, as before or as new, but nobody can say whether it outlives a power cut.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = mkstemp(DRAFT, f"{path.name}.", path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(file.fileno(), mode)
            give_to_owner(file.fileno(), path.parent)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def make_empty(path: Path) -> None:
    """An empty file where there is none yet; of programs that do so at once one makes it. Raises OSError."""
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
    except FileExistsError:
        return
    give_to_owner(handle, path.parent)
    os.close(handle)


def give_to_owner(handle: int, folder: Path) -> None:
    """What root writes belongs to whom the folder belongs: the box's own user must be able to read it."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(handle, owner.st_uid, owner.st_gid)


def _sync_folder(folder: Path) -> None:
    """A new name is on the disk only when its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
