"""Records that are taken in, and logs that are not what was written: with everything that exports and pages make of them."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

from device import boards as files_of_boards
from device import records as files_of
from device.errors import BadInput
from scoring.boards import checked, read_pbn, write_pbn
from scoring.boards.session import session_of
from scoring.commands import DealHand, StartSession, TellTricks
from scoring.errors import ScoringError
from scoring.events import Event, SessionStarted
from scoring.folding import fold
from scoring.ledger import Ledger, LiveTable, Recorded, encode
from scoring.ledger.records import export_lines
from scoring.ledger.text import write_text
from scoring.projections import hand_view, session_view, table_view
from scoring.remaining import unseen
from scoring.table import Table
from scoring.told import Asked, Count, Taker
from tests.boards import evening as bridge_evening
from tests.conftest import NOON
from tests.fuzz.door import Door
from tests.fuzz.mutator import files, texts
from tests.fuzz.web import Room
from tests.golden.test_boards import WHOLE
from tests.golden.test_lin_boards import LIN
from tests.golden.transcripts import TABLES, Clumsy
from tests.tables import NAMES

REFUSALS = (BadInput, ScoringError, sqlite3.Error)
STEPS = 40


@cache
def evening(name: str) -> tuple[Event, ...]:
    """A short clumsy evening at one of `TABLES`."""
    clumsy = Clumsy(name)
    clumsy.do(StartSession(by="t", game=clumsy.game, players=NAMES[: clumsy.players], options=clumsy.options, stake=2))
    for _ in range(STEPS):
        clumsy.do(clumsy.sensible() if clumsy.chance.random() < 0.85 else clumsy.odd())
    clumsy.do(DealHand(by="t"))
    clumsy.do(_rest_told(clumsy.table))
    return tuple(clumsy.events)


def _rest_told(table: Table) -> TellTricks:
    """The rest of the hand without its cards: all tricks to whoever can be counted first."""
    hand = table.hand
    assert hand is not None
    asked = table.game.asks(table.agreed, hand) or Asked()
    left = hand.hand_size - hand.confirmed
    taken = tuple(Count(seats, 0 if place else left) for place, seats in enumerate(asked.counted))
    return TellTricks(by="t", hand=hand.number, taken=taken, last=(Taker(hand.seats[0], unseen(hand)[0]),))


def records(folder: Path) -> Door:
    """Sessions as JSON Lines and as text."""
    room, path, corpus = Room(folder), folder / "record", list[str]()
    for name in TABLES:
        corpus.append("\n".join(export_lines(Recorded(name, seq, event) for seq, event in enumerate(evening(name), start=1))))
        starts = (event for event in evening(name) if isinstance(event, SessionStarted))
        corpus += ["\n".join(write_text(fold(evening(name)), start)) for start in starts]

    def feed(data: bytes) -> None:
        path.write_bytes(data)
        room.fill()
        for table in files_of.read_record(path):
            list(files_of.score_lines(table))
        files_of.import_all(path, folder)
        _export(folder)
        for page in ("", *(f"/{session}" for session in room.page.live.ledger.sessions()[:2])):
            room.visit(f"looker GET /past{page}".encode())

    return Door([text.encode() for text in corpus], feed, REFUSALS, texts)


def boards(folder: Path) -> Door:
    """Boards of bridge in PBN and LIN, and sessions of it: whatever stands there is a remark, and what can be PBN again is."""
    path = folder / "boards"
    written = ["\n".join(write_pbn(bridge_evening(seed, "duplicate"))) for seed in (3, 5)]
    logs = [[Recorded("s", *item) for item in enumerate(session_of(read_pbn(text), NOON), start=1)] for text in written]
    records = ["\n".join(export_lines(log)) for log in logs]

    def feed(data: bytes) -> None:
        path.write_bytes(data)
        for board in files_of_boards.read_boards(path) or ():
            found = checked(board)
            json.dumps(files_of_boards.board_json(found), allow_nan=False)
            "".join((*files_of_boards.board_lines(found), files_of_boards.summary_line([found]))).encode()
        for table in files_of.read_record(path):
            list(write_pbn(table))

    return Door([text.encode() for text in (WHOLE, LIN, LIN * 3, *written, *records)], feed, REFUSALS, texts)


def rows(folder: Path) -> Door:
    """A log with rows of any type, version and data, a line each."""

    def write(path: Path, data: bytes) -> None:
        Ledger(path).close()
        rows = [(seq, *(*line.split(b" ", 2), b"", b"")[:3]) for seq, line in enumerate(data.split(b"\n"), start=1)]
        values = "('s', ?, CAST(? AS TEXT), CAST(CAST(? AS TEXT) AS INTEGER), CAST(? AS TEXT))"
        with closing(sqlite3.connect(path)) as db, db:
            db.executemany(f"INSERT INTO events (session, seq, type, version, data) VALUES {values}", rows)

    written = [[encode(event) for event in evening(name)] for name in TABLES]
    lines = ["\n".join(f"{row['type']} {row['version']} {json.dumps(row['data'])}" for row in found) for found in written]
    return Door([text.encode() for text in lines], _shown(folder, write), REFUSALS, texts)


def log(folder: Path) -> Door:
    """A file that was a log."""
    with closing(Ledger(folder / "seed.db")) as ledger:
        ledger.append("s", 0, evening("sipa"))
    return Door([(folder / "seed.db").read_bytes()], _shown(folder, Path.write_bytes), REFUSALS, files)


def _shown(folder: Path, write: Callable[[Path, bytes], object]) -> Callable[[bytes], None]:
    """Makes a log of bytes, and everything that is shown of it."""

    def feed(data: bytes) -> None:
        for path in folder.glob("log.db*"):
            path.unlink()
        write(folder / "log.db", data)
        with closing(Ledger(folder / "log.db")) as ledger:
            table = LiveTable(ledger).table()
            json.dumps([table_view(table), session_view(table), [hand_view(table, deal.hand.number) for deal in table.deals]])
            _export(folder)

    return feed


def _export(folder: Path) -> None:
    for export in (files_of.export_all, files_of.export_text, files_of.export_csv):
        export(folder)
