"""Keys that open the page's doors: kept in a file beside the log, so that a button at the table can make a new one."""

import fcntl
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from scoring.ledger.files import write_file

KEYS = "keys.json"
"""Name of the file, beside the log."""

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits that nobody takes for one another."""


@dataclass(frozen=True)
class Keys:
    """The table's key lets people score, the owner's also set the box up; `secret` signs cookies."""

    table: str
    owner: str
    secret: str

    def __post_init__(self) -> None:
        if not all(isinstance(key, str) and key.isascii() and len(key) >= 6 for key in (self.table, self.owner, self.secret)):
            raise ValueError("a key has six letters or more")


class KeyRing:
    """The keys in a file; several processes may share it.

    `trouble` says in a sentence why the file cannot be used: then keys hold that nobody else knows, until this process ends.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.trouble = path, ""
        self._stamp: tuple[int, int] | None = None
        self._keys: Keys | None = None

    def keys(self) -> Keys:
        """The keys that are in force; made once where there are none. Those that make no sense are kept aside."""
        try:
            found = self._read()
            if found is None:
                with self._alone():
                    # Another process may have been first.
                    found = self._read() or self._write(new_keys())
            self.trouble = ""
        except OSError as error:
            self.trouble = f"{self.path}: the keys cannot be read or kept: {error.strerror}"
            found = self._keys or new_keys()
        self._keys = found
        return found

    def renew(self) -> Keys:
        """A new key for the table: whoever scored must show it again. Raises OSError."""
        keys = self.keys()
        with self._alone():
            self._keys = self._write(Keys(_key(6), keys.owner, keys.secret))
        return self._keys

    def renew_all(self) -> Keys:
        """All keys anew: nobody is let in by an old one, nor by having been let in. Raises OSError."""
        with self._alone():
            self._keys = self._write(new_keys())
        return self._keys

    def _read(self) -> Keys | None:
        """Those in the file; None where there is none, or what is in it are no keys."""
        try:
            status = self.path.stat()
            stamp = (status.st_mtime_ns, status.st_ino)
            if self._keys is None or stamp != self._stamp:
                self._keys, self._stamp = Keys(**json.loads(self.path.read_text(encoding="utf-8"))), stamp
        except (FileNotFoundError, ValueError, TypeError, RecursionError):
            return None
        return self._keys

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While no other process writes them. Raises OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.path.parent, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _write(self, keys: Keys) -> Keys:
        if self.path.exists() and self._read() is None:
            self.path.replace(self.path.with_name(f"{self.path.name}.damaged"))
        write_file(self.path, json.dumps(asdict(keys)).encode(), mode=0o600)
        return keys


def new_keys() -> Keys:
    """Keys that nobody has seen."""
    return Keys(_key(6), _key(10), secrets.token_hex(32))


def _key(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
