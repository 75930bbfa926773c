"""The sessions of a log, for the command line: what is there, what is damaged, and what becomes of one."""

from collections.abc import Iterator
from pathlib import Path

from device.errors import BadInput
from device.records import ledger_that_is_there
from scoring.ledger.replay import replay
from scoring.ledger.store import Kept, Ledger


def listed(data: Path) -> Iterator[str]:
    """A line for each session: its name, when it began, how many events, and what is special about it."""
    ledger = ledger_that_is_there(data)
    for kept in ledger.kept():
        yield f"{kept.session}  {kept.began[:16] or 'unknown':16}  {kept.events:6} events{_special(ledger, kept)}"
    ledger.close()


def _special(ledger: Ledger, kept: Kept) -> str:
    words = ["imported"] if kept.is_imported else []
    words += ["set aside"] if kept.is_aside else []
    words += ["damaged"] if replay(ledger.excerpt(kept.session)).damage else []
    return f"  ({', '.join(words)})" if words else ""


def damaged(data: Path) -> dict[str, str]:
    """What is damaged of each session that is shown and cannot be read to its end."""
    ledger = ledger_that_is_there(data)
    found = {session: replay(ledger.excerpt(session)).damage for session in ledger.sessions()}
    ledger.close()
    return {session: damage for session, damage in found.items() if damage}


def set_aside(data: Path, session: str) -> str:
    """Keep it and show it no more; what was done, in words. Raises `BadInput` where there is no such session."""
    ledger = _with(data, session)
    ledger.set_aside(session)
    ledger.close()
    return f"session {session} is set aside: it is kept, and shown no more"


def removed(data: Path, session: str) -> str:
    """Take it out for good; what was done, in words. Raises `BadInput` where there is no such session."""
    ledger = _with(data, session)
    count = ledger.remove(session)
    ledger.close()
    return f"session {session} is removed, with {count} events"


def _with(data: Path, session: str) -> Ledger:
    ledger = ledger_that_is_there(data)
    if session not in {kept.session for kept in ledger.kept()}:
        raise BadInput(f"{data}: there is no session {session}: `cardtable sessions` lists them")
    return ledger
