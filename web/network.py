"""What the set-up page and the box's networks say to each other: `systemd/network` joins them as root, the page wishes and reads.

The page runs without rights, and so does what it may ask for: to join a network, to look for others, to close its own. Which the
script checks once more. What it says lies in a folder that only root writes.
"""

import re
import socket
from dataclasses import dataclass
from pathlib import Path

from scoring.ledger.files import write_file

SAID = Path("/run/cardtable-network")
WISH, NAME = "network.wish", "name"
"""Names of the files in the data folder."""

HOST = re.compile(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?")
"""How a machine can be called (RFC 1123), in at most 32 letters."""

PASSWORD = re.compile(rb"[^\x00-\x1f\x7f]{8,63}|[0-9a-fA-F]{64}")
"""What a Wi-Fi's password can be, in bytes (IEEE 802.11, annex J.4, which has it in ASCII; routers take accents as well)."""

LONGEST = 32
"""Bytes of a Wi-Fi's name."""


@dataclass(frozen=True)
class Near:
    """A network that can be received: `key` is its name in hexadecimal digits, `strength` goes from 0 to 4."""

    key: str
    strength: int
    has_password: bool
    is_for_companies: bool

    @property
    def name(self) -> str:
        """Its name, as far as it is text."""
        return name_of(self.key)


@dataclass(frozen=True)
class Network:
    """How the box is connected, as far as that is known.

    `answer` is what came of the last wish, for the network `asked`: joined, password, away, address, failed, busy, looked, …
    """

    has_wifi: bool = False
    wifi: str = ""
    address: str = ""
    is_own_up: bool = False
    own_name: str = ""
    own_password: str = ""
    gone: str = ""
    answer: str = ""
    asked: str = ""
    is_waiting: bool = False

    @property
    def is_busy(self) -> bool:
        """Whether something is being done just now."""
        return self.is_waiting or self.answer == "busy"


def name_of(key: str) -> str:
    """A network's name, of its hexadecimal digits."""
    try:
        return bytes.fromhex(key).decode(errors="replace")
    except ValueError:
        return ""


def key_of(name: str) -> str:
    """The other way round; empty where nothing can be called so."""
    key = name.encode(errors="replace").hex()
    return key if 0 < len(key) <= 2 * LONGEST else ""


def read_network(folder: Path, said: Path = SAID) -> Network:
    """How the box is connected, and whether a wish in the data folder still waits."""
    now = dict(line.split("=", 1) for line in _lines(said / "now") if "=" in line)
    _, asked, answer = (*_lines(said / "answer"), "", "", "")[:3]
    return Network(
        has_wifi=bool(now.get("device")),
        wifi=name_of(now.get("wifi", "")),
        address=now.get("address", ""),
        is_own_up=now.get("own") == "up",
        own_name=now.get("own_name", ""),
        own_password=now.get("own_password", ""),
        gone=name_of(now.get("gone", "")),
        answer=answer,
        asked=name_of(asked),
        is_waiting=(folder / WISH).exists(),
    )


def read_near(said: Path = SAID) -> list[Near]:
    """Networks that were received when the box looked last, each once, the strongest first; those without a name are left out."""
    found: dict[str, Near] = {}
    for line in _lines(said / "seen"):
        key, signal, security = (*line.lower().split(":", 2), "", "")[:3]
        if not name_of(key).strip("\0 ") or not re.fullmatch(r"\d{1,3}", signal):
            continue
        near = Near(key, min(4, int(signal) // 20), security not in ("", "--"), "802.1x" in security)
        if key not in found or near.strength > found[key].strength:
            found[key] = near
    return sorted(found.values(), key=lambda near: (-near.strength, near.name))


def wish(folder: Path, what: str, key: str = "", password: str = "") -> None:
    """Have something done; raises OSError."""
    write_file(folder / WISH, f"{what}\n{key}\n{password}\n".encode(), mode=0o600)


def forget_wish(folder: Path) -> None:
    """Not that, after all; raises OSError."""
    (folder / WISH).unlink(missing_ok=True)


def call_box(folder: Path, name: str) -> None:
    """Have the machine called so, from now on and after each start; raises OSError."""
    write_file(folder / NAME, f"{name}\n".encode())


def box_name(folder: Path) -> str:
    """How the machine is called, or will be in a moment."""
    wanted = "".join(_lines(folder / NAME)[:1])
    return wanted if HOST.fullmatch(wanted) else socket.gethostname().partition(".")[0].lower()


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
