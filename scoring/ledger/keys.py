"""Keys that open the page's doors: kept in a file beside the log, so that a button at the table can make a new one."""

import json
import secrets
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


class KeyRing:
    """The keys in a file; several processes may share it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp: tuple[int, int] | None = None
        self._keys: Keys | None = None

    def keys(self) -> Keys:
        """The keys that are in force; made where there are none, or where the file makes no sense. Raises OSError."""
        try:
            status = self.path.stat()
            stamp = (status.st_mtime_ns, status.st_ino)
            if self._keys is None or stamp != self._stamp:
                self._keys, self._stamp = Keys(**json.loads(self.path.read_text(encoding="utf-8"))), stamp
        except (FileNotFoundError, ValueError, TypeError):
            return self._write(Keys(_key(6), _key(10), secrets.token_hex(32)))
        return self._keys

    def renew(self) -> Keys:
        """A new key for the table: whoever scored must show it again. Raises OSError."""
        keys = self.keys()
        return self._write(Keys(_key(6), keys.owner, keys.secret))

    def _write(self, keys: Keys) -> Keys:
        write_file(self.path, json.dumps(asdict(keys)).encode(), mode=0o600)
        return keys


def _key(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
