"""How a box joins a club: by a code from the hub's page, which holds its account and the sum of the club's authority.

The code is an address of the hub, so that a phone that reads it opens a page that says what to do with it; what is secret
stands behind the `#`, which no browser sends anywhere.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from http.client import HTTPException
from pathlib import Path
from urllib.error import URLError
from urllib.parse import parse_qs, quote, urlencode, urlsplit
from urllib.request import urlopen

from club.connection import Access
from club.wire import is_name
from scoring.errors import ScoringError
from scoring.ledger.files import write_file

MEMBERSHIP = "club.json"
"""Name of the file, beside the log."""

LONGEST, PATIENCE_S = 64 * 1024, 10.0
"""Bytes of a certificate at the most, and seconds in which the hub gives it."""

LONGEST_TEXT = 400
"""Letters of a name, an address or a key at the most."""

ANEW = "bring the code of this table from the hub's page, under Director, Boxes"


class BadCode(ScoringError, ValueError):
    """A code by which no club can be joined; the sentence says what to do."""

    code = "bad-code"


class HubAway(BadCode):
    """The hub does not answer; what was joined before stays, and it is tried again."""

    code = "hub-away"


@dataclass(frozen=True)
class Invitation:
    """What a code says: the hub's address, the club's name, the account and its key, the broker, and the authority's sum."""

    hub: str
    club: str
    box: str
    key: str
    broker: str
    port: int
    authority: str

    @property
    def code(self) -> str:
        """The invitation as the address in the hub's QR."""
        values = {
            "box": self.box,
            "key": self.key,
            "broker": self.broker,
            "port": self.port,
            "ca": self.authority,
            "club": self.club,
        }
        return f"{self.hub}/join#{urlencode(values, quote_via=quote)}"


@dataclass(frozen=True)
class Membership:
    """What a box keeps of a club that it has joined: where the hub's pages are, its account, and whom it believes."""

    hub: str
    club: str
    access: Access


def read_code(text: str) -> Invitation:
    """The invitation in a code; raises `BadCode`."""
    try:
        found = urlsplit(text.strip())
        values = {name: value[-1] for name, value in parse_qs(found.fragment, strict_parsing=True).items()}
        is_place = found.scheme in ("http", "https") and _is_host(found.hostname) and (found.port is None or found.port > 0)
    except ValueError:
        is_place = False
    if not is_place or not found.path.endswith("/join"):
        raise BadCode(f"this is no code of a club: {ANEW}")
    missing = [name for name in ("box", "key", "broker", "port", "ca", "club") if name not in values]
    if missing:
        raise BadCode(f"the code was cut off, {missing[0]} is missing: copy it whole, or {ANEW}")
    port = int(values["port"]) if values["port"].isdecimal() and len(values["port"]) <= 5 else 0
    hub = f"{found.scheme}://{found.netloc}{found.path.removesuffix('/join')}"
    known = Invitation(hub, values["club"], values["box"], values["key"], values["broker"], port, values["ca"])
    access = Access(known.broker, port, known.box, known.key, "")
    if not _is_usable(access) or not _is_plain(hub) or not _is_plain(known.authority) or not _is_text(known.club):
        raise BadCode(f"the code makes no sense: {ANEW}")
    return known


def fetch(address: str) -> bytes:
    """What lies at a hub's address; raises OSError."""
    with urlopen(address, timeout=PATIENCE_S) as answer:  # noqa: S310  # only http and https get here
        found: bytes = answer.read(LONGEST)
    return found


def join(invitation: Invitation, get: Callable[[str], bytes] = fetch) -> Membership:
    """Fetch the authority whose sum the invitation has; raises `HubAway`, or `BadCode` where it has another one."""
    try:
        pem = get(f"{invitation.hub}/ca.pem").decode("ascii")
    except (OSError, ValueError, HTTPException) as error:
        why = error.reason if isinstance(error, URLError) else error
        raise HubAway(
            f"the hub at {invitation.hub} does not answer ({why}): is it on, and in the same network? It is tried again"
        ) from None
    access = Access(invitation.broker, invitation.port, invitation.box, invitation.key, pem)
    if access.authority_sum != invitation.authority:
        raise BadCode(f"what answers at {invitation.hub} is not the hub that made this code: {ANEW}")
    try:
        access.tls  # noqa: B018  # whether it can be read
    except OSError:
        raise BadCode(f"the certificate of the hub at {invitation.hub} cannot be read: {ANEW}") from None
    return Membership(invitation.hub, invitation.club, access)


def read_membership(path: Path) -> Membership | None:
    """What was kept; None where the table is in no club. Raises `BadCode` where it cannot be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        access = Access(**found["access"])
        known = Membership(found["hub"], found["club"], access)
        well = _is_usable(access) and _is_plain(known.hub) and _is_text(known.club)
        access.tls  # noqa: B018  # whether it can be read
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        well = False
    if not well:
        raise BadCode(f"{path} cannot be read: join the club anew on the set-up page")
    return known


def keep_membership(path: Path, membership: Membership) -> None:
    """Write it down for the box alone; raises OSError."""
    write_file(path, json.dumps(asdict(membership)).encode(), mode=0o600)


def _is_usable(access: Access) -> bool:
    """Whether a broker can be called so: the values may come from anywhere, and be of any kind."""
    is_box = isinstance(access.account, str) and is_name(access.account)
    return is_box and _is_plain(access.key) and _is_host(access.host) and type(access.port) is int and 0 < access.port < 65536


def _is_host(name: object) -> bool:
    """Whether it can be looked up as a computer's name or address: no part of it is empty or too long."""
    try:
        return _is_plain(name) and bool(str(name).encode("idna"))
    except UnicodeError:
        return False


def _is_plain(text: object) -> bool:
    """Whether it is a word of ASCII's signs that can be sent as it is."""
    return isinstance(text, str) and 0 < len(text) <= LONGEST_TEXT and all("!" <= sign <= "~" for sign in text)


def _is_text(text: object) -> bool:
    """Whether it is text of any language that can be written down, without halves of characters."""
    return isinstance(text, str) and 0 < len(text) <= LONGEST_TEXT and not any("\ud800" <= sign <= "\udfff" for sign in text)
