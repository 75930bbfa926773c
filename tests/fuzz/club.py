"""What a box or a hub is sent over a club's broker: refused in a sentence, or taken in, answered and read again as it came."""

from pathlib import Path

from club.archive import archive_at
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
