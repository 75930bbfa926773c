"""How a box joins a club: by a code from the hub's page, which holds its account and the sum of the club's authority.

The code is an address of the hub, so that a phone that reads it opens a page that says what to do with it; what is secret
stands behind the `#`, which no browser sends anywhere.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
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
        where = f"{found.scheme}://{found.netloc}"
    except ValueError:
        raise BadCode(f"this is no code of a club: {ANEW}") from None
    if found.scheme not in ("http", "https") or not found.hostname or not found.path.endswith("/join"):
        raise BadCode(f"this is no code of a club: {ANEW}")
    missing = [name for name in ("box", "key", "broker", "port", "ca", "club") if name not in values]
    if missing:
        raise BadCode(f"the code was cut off, {missing[0]} is missing: copy it whole, or {ANEW}")
    if not is_name(values["box"]) or not values["port"].isdecimal() or not 0 < int(values["port"][:6]) < 65536:
        raise BadCode(f"the code makes no sense: {ANEW}")
    path = found.path.removesuffix("/join")
    return Invitation(
        where + path, values["club"], values["box"], values["key"], values["broker"], int(values["port"]), values["ca"]
    )


def fetch(address: str) -> bytes:
    """What lies at a hub's address; raises OSError."""
    with urlopen(address, timeout=PATIENCE_S) as answer:  # noqa: S310  # only http and https get here
        found: bytes = answer.read(LONGEST)
    return found


def join(invitation: Invitation, get: Callable[[str], bytes] = fetch) -> Membership:
    """Fetch the authority that the invitation names; raises `HubAway`, or `BadCode` where it has another one."""
    try:
        pem = get(f"{invitation.hub}/ca.pem").decode("ascii")
    except (OSError, ValueError) as error:
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
        known = Membership(str(found["hub"]), str(found["club"]), access)
        well = is_name(access.account) and isinstance(access.port, int) and all(map(_is_text, (access.host, access.key)))
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


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)
