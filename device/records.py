"""Records in and out of files, for the command line."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from device.errors import BadInput
from scoring.ledger import Clash, Ledger, LogDamaged, Recorded
from scoring.ledger.records import export_lines, import_lines, tables
from scoring.projections import table_view
from scoring.table import Table


def read_events(path: Path) -> list[Recorded]:
    """The events of a record file; raises `BadInput` naming the file and the line."""
    try:
        return import_lines(path.read_text().splitlines())
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not a Cardtable record: not text") from None
    except LogDamaged as error:
        raise BadInput(f"{path}: {error}") from None


def _checked(path: Path) -> tuple[list[Recorded], list[Table]]:
    """The events of a record and the tables that they lead to; raises `BadInput` where they lead to none."""
    events = read_events(path)
    try:
        return events, tables(events)
    except LogDamaged as error:
        raise BadInput(f"{path}: {error}") from None


def read_record(path: Path) -> list[Table]:
    """The table at the end of each session of a record."""
    return _checked(path)[1]


def export_all(data: Path) -> list[str]:
    """Every session of a log as lines; raises `BadInput` where there is no log."""
    if not (data / "log.db").exists():
        raise BadInput(f"{data}: holds no log (expected log.db)")
    ledger = open_ledger(data)
    lines = list(export_lines(item for session in ledger.sessions() for item in ledger.read(session)))
    ledger.close()
    return lines


def import_all(path: Path, data: Path) -> int:
    """Put a record into a log, all or nothing; how many events it held."""
    events, _ = _checked(path)
    ledger = open_ledger(data)
    try:
        ledger.take_in(events)
    except Clash as error:
        raise BadInput(f"{path}: {error}") from None
    finally:
        ledger.close()
    return len(events)


def open_ledger(data: Path) -> Ledger:
    """The log in a folder, made if it is not there; raises `BadInput` where the folder cannot be used."""
    try:
        return Ledger(data / "log.db")
    except (OSError, sqlite3.OperationalError) as error:
        raise BadInput(f"{data}: the log cannot be opened there: {error}") from None


def score_lines(table: Table) -> Iterator[str]:
    """A session for people: every trick with its winner, offences, the sheet with reasons, totals."""
    view = table_view(table)
    setup = table.agreed
    yield f"{setup.game.capitalize()}: {', '.join(setup.players)}"
    for hand in table.hands:
        yield f"Hand {hand.number}, {setup.name_of(hand.dealer)} deals"
        for trick in hand.tricks:
            cards = "  ".join(f"{setup.name_of(play.seat)} {play.shows or '??'}" for play in trick.plays)
            state = f"{setup.name_of(trick.winner)} takes it" if trick.winner is not None else "open"
            yield f"  {trick.number}: {cards}: {state}{'' if trick.is_confirmed else ' (not confirmed)'}"
    for offence in view["offences"]:
        yield f"Proved in hand {offence['hand']}: {offence['sentence']}"
    for line in view["sheet"]:
        yield f"Hand {line['hand']}: {line['player']} {line['points']:+d}, {line['reason']} ({line['rule']})"
    for payment in view["payments"]:
        yield f"{payment['payer']} pays {payment['payee']} {payment['amount']}"
    yield "Total: " + ", ".join(f"{player['name']} {player['shown']}" for player in view["players"])
