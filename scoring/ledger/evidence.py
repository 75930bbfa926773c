"""Evidence pictures: files named by the hash of what is in them, written before the event that names them."""

import errno
import hashlib
import shutil
from pathlib import Path

from scoring.ledger.files import DRAFT, write_file

RESERVE = 64 * 2**20
"""Bytes that pictures leave free on the disk: the log needs little and must have it."""


class EvidenceStore:
    """A folder of JPEG pictures; the name of each proves its content."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def keep(self, jpeg: bytes) -> str:
        """Write the picture to the disk for good and return its name (sha-256, 64 hexadecimal digits).

        Raises OSError, also where less than `RESERVE` is free.
        """
        name = hashlib.sha256(jpeg).hexdigest()
        path = self._path(name)
        if not path.exists():
            if shutil.disk_usage(self.folder).free < RESERVE:
                raise OSError(errno.ENOSPC, "the disk is nearly full, and what is left is kept for the log")
            write_file(path, jpeg)
        return name

    def path(self, name: str) -> Path | None:
        """Where the picture lies, or None where it is not kept (any more) or the name is not a hash."""
        is_hash = len(name) == 64 and set(name) <= set("0123456789abcdef")
        return self._path(name) if is_hash and self._path(name).exists() else None

    def content(self, name: str) -> bytes | None:
        """The picture itself, where it is kept and is what its name says; raises OSError where it cannot be read."""
        path = self.path(name)
        content = path.read_bytes() if path else None
        return content if content is not None and hashlib.sha256(content).hexdigest() == name else None

    def forget(self, before: float | None = None) -> int:
        """Delete pictures kept before that moment (seconds since 1970), all without one; how many. Raises OSError."""
        pictures = [*self.folder.glob("*.jpg"), *self.folder.glob(f"*{DRAFT}")]
        old = [path for path in pictures if before is None or path.stat().st_mtime < before]
        for path in old:
            path.unlink(missing_ok=True)
        return len(old)

    def shrink(self, most: int) -> int:
        """Delete the oldest pictures until the others take no more than so many bytes; how many. Raises OSError."""
        found = sorted(((path, path.stat()) for path in self.folder.glob("*.jpg")), key=lambda item: item[1].st_mtime)
        excess = sum(status.st_size for _, status in found) - most
        count = 0
        for path, status in found:
            if excess <= 0:
                break
            path.unlink(missing_ok=True)
            excess, count = excess - status.st_size, count + 1
        return count

    def size(self) -> tuple[int, int]:
        """How many pictures are kept, and their bytes. Raises OSError."""
        sizes = [path.stat().st_size for path in self.folder.glob("*.jpg")]
        return len(sizes), sum(sizes)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.jpg"
