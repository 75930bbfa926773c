"""Evidence pictures: files named by the hash of what is in them, written before the event that names them."""

import hashlib
import os
from pathlib import Path


class EvidenceStore:
    """A folder of JPEG pictures; the name of each proves its content."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def keep(self, jpeg: bytes) -> str:
        """Write the picture to the disk for good and return its name (sha-256, 64 hexadecimal digits); raises OSError."""
        name = hashlib.sha256(jpeg).hexdigest()
        path = self._path(name)
        if not path.exists():
            part = path.with_suffix(".part")
            with part.open("wb") as file:
                file.write(jpeg)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
            _sync_folder(self.folder)
        return name

    def path(self, name: str) -> Path | None:
        """Where the picture lies, or None where it is not kept (any more) or the name is not a hash."""
        is_hash = len(name) == 64 and set(name) <= set("0123456789abcdef")
        return self._path(name) if is_hash and self._path(name).exists() else None

    def forget(self, before: float | None = None) -> int:
        """Delete pictures kept before that moment (seconds since 1970), all without one; how many. Raises OSError."""
        old = [path for path in self.folder.glob("*.jpg") if before is None or path.stat().st_mtime < before]
        for path in old:
            path.unlink(missing_ok=True)
        return len(old)

    def size(self) -> tuple[int, int]:
        """How many pictures are kept, and their bytes. Raises OSError."""
        sizes = [path.stat().st_size for path in self.folder.glob("*.jpg")]
        return len(sizes), sum(sizes)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.jpg"


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
