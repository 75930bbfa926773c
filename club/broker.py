"""A club's broker: Mosquitto with encrypted lines only, an account for each box, and nothing that it keeps.

It is a child of the hub; a club with a broker of its own writes the same configuration (`configuration`) for that.
"""

import base64
import hashlib
import json
import secrets
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from club.authority import Authority
from club.wire import LONGEST
from scoring.errors import ScoringError
from scoring.ledger.files import write_file

PLUGIN = "mosquitto_dynamic_security.so"
"""Mosquitto's own plugin for accounts that change while it runs."""

HUB = "hub"
"""The hub's account."""

OWNED = {"clients": "username", "roles": "rolename"}
"""What the plugin's file has for every account, and what of it bears the account's name."""

ROUNDS = 1000
"""Of the derivation of a key's hash; the keys are long and nobody's own."""

START_S = 10.0
"""Seconds within which the broker takes up."""


class NoBroker(ScoringError):
    """The broker cannot be started; the sentence says what to do."""

    code = "no-broker"


@dataclass(frozen=True)
class Place:
    """Where a broker listens, and the folder of its configuration."""

    folder: Path
    host: str
    port: int

    @property
    def near(self) -> str:
        """Where it is reached from this machine: by number, since not every machine knows what localhost is."""
        return "127.0.0.1" if self.host in ("0.0.0.0", "::", "localhost") else self.host  # noqa: S104  # compared, not listened at


def configuration(place: Place, authority: Authority, plugin: Path) -> str:
    """Mosquitto's configuration. It queues little and keeps nothing: what counts is in the logs (docs/adr/0026).

    Its small answers are sent at once: gathered, each would wait for the other end's delayed acknowledgement, some 40 ms.
    Whoever starts it owns the folder; started by root it would become somebody else, who cannot read it.
    """
    return f"""\
user root
listener {place.port} {place.host}
certfile {authority.broker_certificate}
keyfile {authority.broker_key}
tls_version tlsv1.2
allow_anonymous false
plugin {plugin}
plugin_opt_config_file {place.folder / "accounts.json"}
persistence false
max_packet_size {LONGEST + 1024}
max_queued_messages 2000
max_inflight_messages 100
set_tcp_nodelay true
log_dest stderr
log_type error
log_type warning
"""


class Broker:
    """Mosquitto as a child process. Raises `NoBroker` where it cannot be had."""

    def __init__(self, place: Place, authority: Authority) -> None:
        self.place, self.authority = place, authority
        self._process: subprocess.Popen[bytes] | None = None

    def prepare(self) -> str:
        """Write its configuration, and an account of the hub where it has none or has lost its key; that key. Raises OSError.

        The other accounts stay, as far as the file of them can be read.
        """
        folder = self.place.folder
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        write_file(folder / "mosquitto.conf", configuration(self.place, self.authority, find_plugin()).encode())
        if not self._key_file.exists() or not (folder / "accounts.json").exists():
            key = secrets.token_urlsafe(24)
            # A key is written last, and an old one goes first: cut off in between, both are made anew and fit each other.
            self._key_file.unlink(missing_ok=True)
            accounts = _with_hub(first_accounts(key), _accounts_in(folder / "accounts.json"))
            write_file(folder / "accounts.json", json.dumps(accounts).encode(), mode=0o600)
            write_file(self._key_file, key.encode(), mode=0o600)
        return self.key

    @property
    def key(self) -> str:
        """The key of the hub's account; raises OSError where it has never been prepared."""
        return self._key_file.read_text(encoding="ascii")

    @property
    def _key_file(self) -> Path:
        return self.place.folder / "hub.key"

    def start(self) -> None:
        """Start it, and come back when it listens."""
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
        if program is None:
            raise NoBroker("the club needs a broker: sudo apt install mosquitto")
        if self._listens():
            raise NoBroker(
                f"another program listens at {self.place.host}:{self.place.port}: is there a second hub, or Mosquitto as a "
                "service? End it (sudo systemctl disable --now mosquitto), or give the hub another port for its broker"
            )
        log = (self.place.folder / "mosquitto.log").open("ab")
        with log:
            self._process = subprocess.Popen(  # noqa: S603  # the system's own
                [program, "-c", str(self.place.folder / "mosquitto.conf")], stdout=log, stderr=log, cwd=self.place.folder
            )
        until = time.monotonic() + START_S
        while not self._listens():
            if self._process.poll() is not None or time.monotonic() > until:
                self.stop()
                raise NoBroker(f"the club's broker does not start: {self._last_words()}")
            time.sleep(0.02)

    def keep_up(self) -> None:
        """Start it again where it has ended by itself."""
        if self._process is None or self._process.poll() is not None:
            self.start()

    @property
    def process(self) -> subprocess.Popen[bytes] | None:
        """The process, while there is one."""
        return self._process

    def stop(self) -> None:
        """End it."""
        if self._process and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()

    def _listens(self) -> bool:
        try:
            socket.create_connection((self.place.near, self.place.port), 1).close()
        except OSError:
            return False
        return True

    def _last_words(self) -> str:
        lines = (self.place.folder / "mosquitto.log").read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return lines[-1] if lines else "it says nothing"


def find_plugin() -> Path:
    """Where the plugin for accounts lies; raises `NoBroker`."""
    found = sorted(Path("/usr/lib").glob(f"*/{PLUGIN}"))
    if not found:
        raise NoBroker("the club needs a broker: sudo apt install mosquitto")
    return found[0]


def first_accounts(key: str) -> dict[str, Any]:
    """The plugin's file with the hub's account alone, which may do all that a hub does, and make accounts."""
    salt = secrets.token_bytes(12)
    digest = hashlib.pbkdf2_hmac("sha512", key.encode(), salt, ROUNDS, 64)
    rights = [("publishClientSend", "#"), ("publishClientSend", "$CONTROL/dynamic-security/#"), ("subscribePattern", "#")]
    rights += [(kind, "$CONTROL/dynamic-security/#") for kind in ("subscribePattern", "publishClientReceive")]
    return {
        "defaultACLAccess": {"publishClientSend": False, "publishClientReceive": True, "subscribe": False, "unsubscribe": True},
        "clients": [
            {
                "username": HUB,
                "password": base64.b64encode(digest).decode(),
                "salt": base64.b64encode(salt).decode(),
                "iterations": ROUNDS,
                "roles": [{"rolename": HUB}],
            }
        ],
        "roles": [
            {"rolename": HUB, "acls": [{"acltype": kind, "topic": topic, "allow": True} for kind, topic in rights]},
        ],
    }


def _accounts_in(file: Path) -> dict[str, Any]:
    """What the plugin's file says, where there is one that makes sense."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    lists = [found.get(kind) for kind in OWNED] if isinstance(found, dict) else [None]
    is_sound = all(isinstance(each, list) and all(isinstance(one, dict) for one in each) for each in lists)
    return found if is_sound else {}


def _with_hub(first: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """All that is known, with the first accounts in place of those of the same names."""
    joined = {**known, **first}
    for kind, name in OWNED.items():
        own = {one[name] for one in first[kind]}
        joined[kind] = [*first[kind], *(one for one in known.get(kind, ()) if one.get(name) not in own)]
    return joined
