"""Files that survive a power cut: complete on the disk, or as they were before."""

import os
from pathlib import Path


def write_file(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write or replace a file so that it is on the disk when this returns; raises OSError, and then nothing has changed.

    The draft beside it is named by the process, so that two processes never write into each other's.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """A new name is on the disk only when its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
