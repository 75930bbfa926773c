"""Accounts at the broker: made, taken back and listed while it runs, through its plugin's own topics.

An account may use the topics of its own box and no others; one that is taken back is put out at once.
"""

import json
import secrets
import threading
from collections.abc import Sequence
from typing import Any

from club.connection import Access, Connection, Message
from club.wire import HELLO, Topics, is_name
from scoring.errors import ScoringError

CONTROL = "$CONTROL/dynamic-security/v1"
ANSWERS = f"{CONTROL}/response"

PATIENCE_S = 5.0
"""Seconds that the broker may take to answer."""

NEIGHBOUR = "neighbours"
"""The account of whoever reads what tables show, such as Home Assistant."""


class NoAccount(ScoringError):
    """An account cannot be made or taken back; the sentence says why."""

    code = "no-account"


def rights_of(box: str) -> list[dict[str, object]]:
    """What the account of a box may do, in the plugin's words."""
    topics = Topics(box)
    send = (topics.log, topics.state, f"{topics.picture}/#")
    hear = (topics.answer, topics.want, HELLO)
    return [*_allowed("publishClientSend", send), *_allowed("subscribeLiteral", hear)]


def neighbour_rights() -> list[dict[str, object]]:
    """What the account of neighbours may do: read how tables are and what they show."""
    return _allowed("subscribePattern", ("homeassistant/#", Topics("+").state, Topics("+").table))


def _allowed(kind: str, topics: Sequence[str]) -> list[dict[str, object]]:
    return [{"acltype": kind, "topic": topic, "allow": True} for topic in topics]


class Accounts:
    """The accounts of a broker, through a connection of the hub's own. Raises `NoAccount` where the broker does not do it."""

    def __init__(self, access: Access) -> None:
        self._line = Connection(access, f"{access.account}-accounts-{secrets.token_hex(4)}", (ANSWERS,))
        self._alone = threading.Lock()

    def open(self) -> None:
        """Connect; what is asked before waits for it."""
        self._line.open()

    def close(self) -> None:
        """Give the connection back."""
        self._line.close()

    def add(self, box: str) -> str:
        """Make an account, or give one a new key; the key. Whoever has the old one is put out."""
        if not is_name(box):
            raise NoAccount(f"a table cannot be called {box!r}: small letters, digits and dashes, 40 at the most")
        if box in (self._line.access.account, NEIGHBOUR):
            raise NoAccount(f"{box} is a name of the hub's own: give the table another one")
        return self._make(box, rights_of(box))

    def add_neighbour(self) -> str:
        """Make the account of neighbours, or give it a new key; the key."""
        return self._make(NEIGHBOUR, neighbour_rights())

    def revoke(self, name: str) -> None:
        """Take an account back: its connection ends, and it cannot come back."""
        self._ask({"command": "deleteClient", "username": name}, {"command": "deleteRole", "rolename": name})

    def names(self) -> tuple[str, ...]:
        """The accounts of boxes."""
        [answer] = self._ask({"command": "listClients", "count": -1})
        return tuple(sorted(set(answer["data"]["clients"]) - {self._line.access.account, NEIGHBOUR}))

    def _make(self, name: str, rights: list[dict[str, object]]) -> str:
        """A role and a client of that name, in place of those that were there."""
        key = secrets.token_urlsafe(24)
        if name in {*self.names(), NEIGHBOUR}:
            self._ask({"command": "deleteClient", "username": name}, {"command": "deleteRole", "rolename": name}, may_fail=True)
        self._ask(
            {"command": "createRole", "rolename": name, "acls": rights},
            {"command": "createClient", "username": name, "password": key, "roles": [{"rolename": name}]},
        )
        return key

    def _ask(self, *commands: dict[str, Any], may_fail: bool = False) -> list[dict[str, Any]]:
        """Answers to commands, in order."""
        mark = secrets.token_hex(8)
        marked = [command | {"correlationData": mark} for command in commands]
        with self._alone:
            self._wait_until_up()
            if not self._line.send(Message(CONTROL, json.dumps({"commands": marked}).encode())):
                raise NoAccount(self._line.trouble or "the club's broker does not answer; try again in a moment")
            answers = self._answers(mark, len(commands))
        errors = [answer["error"] for answer in answers if "error" in answer]
        if errors and not may_fail:
            raise NoAccount(f"the club's broker refuses: {errors[0]}")
        return answers

    def _wait_until_up(self) -> None:
        """A connection that was made anew tells so in what arrives."""
        if not self._line.is_up:
            self._line.arrived(PATIENCE_S)

    def _answers(self, mark: str, count: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        while len(found) < count:
            arrived = self._line.arrived(PATIENCE_S)
            if not arrived:
                raise NoAccount("the club's broker does not answer; try again in a moment")
            said = [json.loads(message.payload)["responses"] for message in arrived if message]
            found += [answer for answers in said for answer in answers if answer.get("correlationData") == mark]
        return found
