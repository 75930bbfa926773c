"""What a box or a hub is sent over a club's broker: refused in a sentence, or taken in, answered and read again as it came."""

from contextlib import suppress
from pathlib import Path

from club.archive import archive_at
from club.authority import Authority
from club.connection import Access, Connection
from club.joining import BadCode, Invitation, Membership, join, keep_membership, read_code, read_membership
from club.outbox import Outbox, Position
from club.wire import (
    NOTHING,
    Answer,
    BadMessage,
    State,
    chain,
    excerpt_bytes,
    message_bytes,
    read_answer,
    read_excerpt,
    read_state,
)
from scoring.ledger import Ledger
from tests.fuzz.door import Door
from tests.fuzz.mutator import texts
from tests.fuzz.records import evening

SESSION = "s"
INVITATION = Invitation("http://192.168.1.5:8080", "Café du Marais", "north", "Zm9v-YmFy_0", "192.168.1.5", 8883, "0" * 64)


def excerpts(folder: Path) -> Door:
    """A box's log on its way into the hub's archive."""
    archive, ledger = archive_at(folder / "hub.db"), Ledger(folder / "log.db")
    ledger.append(SESSION, 0, evening("sipa"))
    sent = Outbox(ledger, Position()).due(0.0)

    def feed(data: bytes) -> None:
        excerpt = read_excerpt(data)
        assert read_excerpt(excerpt_bytes(excerpt)) == excerpt
        (answer,) = archive.take([("box", excerpt)])
        if answer.is_known and excerpt.entries:
            assert any(excerpt.entries[-1] in way for way in archive.ways("box", excerpt.session))

    return Door([excerpt_bytes(excerpt) for excerpt in (*sent, chain(SESSION, NOTHING, []))], feed, (BadMessage,), texts)


def answers(folder: Path) -> Door:
    """What a hub says to a box, and how a box says it is."""
    ledger = Ledger(folder / "log.db")
    ledger.append(SESSION, 0, evening("sipa"))
    sent = Outbox(ledger, Position()).due(0.0)
    said: list[Answer | State] = [Answer("hub", SESSION, excerpt.last) for excerpt in sent]
    said += [
        Answer("hub", SESSION, "", is_known=False),
        Answer("other", SESSION, "", refusal="full"),
        State("a", troubles=("b",)),
    ]

    def feed(data: bytes) -> None:
        if b'"start"' in data:
            assert read_state(message_bytes(read_state(data))) == read_state(data)
            return
        outbox = Outbox(ledger, Position("hub"))
        outbox.due(0.0)
        outbox.answered(read_answer(data), 1.0)
        outbox.due(1000.0)

    return Door([message_bytes(message) for message in said], feed, (BadMessage,), texts)


def codes(_folder: Path) -> Door:
    """What a camera or a hand gives the box as a club's code."""
    others = (
        Invitation("https://hub.local", "Club", "t-1", "k", "hub.local", 1883, "0"),
        Invitation("http://[::1]/a", "?#&=%", "b", "k", "::1", 1, "x"),
    )

    def feed(data: bytes) -> None:
        found = read_code(data.decode(errors="surrogatepass"))
        assert read_code(found.code) == found
        with suppress(BadCode):
            join(found, lambda _address: data)

    return Door([known.code.encode() for known in (INVITATION, *others)], feed, (BadCode, UnicodeDecodeError), texts)


def memberships(folder: Path) -> Door:
    """The file in which a box keeps the club that it has joined."""
    authority, path = Authority(folder / "certificates"), folder / "club.json"
    authority.make("Club", [])
    known = Membership(INVITATION.hub, INVITATION.club, Access("hub.local", 8883, "north", INVITATION.key, authority.pem()))
    keep_membership(path, known)

    def feed(data: bytes) -> None:
        path.write_bytes(data)
        found = read_membership(path)
        assert found
        keep_membership(path, found)
        assert read_membership(path) == found
        Connection(found.access, found.access.account, ())

    return Door([path.read_bytes()], feed, (BadCode,), texts)
