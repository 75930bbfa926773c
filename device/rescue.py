"""Opening the log in whatever state the disk is: until it can be opened the page says why not, and what to press."""

import sqlite3
from pathlib import Path

from device.errors import BadInput
from scoring.ledger import EvidenceStore, Ledger, LiveTable, LogDamaged
from scoring.ledger.keys import KEYS, KeyRing
from scoring.ledger.salvage import set_log_aside
from scoring.ledger.store import LOG
from web.rescue import Remedy, create_rescue
from web.server import Server

EVIDENCE = "evidence"


class DamagedLog(BadInput):
    """The log's file itself is damaged."""


def open_table(data: Path) -> tuple[LiveTable, EvidenceStore]:
    """Log and pictures in that folder; raises `DamagedLog` or `BadInput` with what is wrong, whatever it is."""
    try:
        live = LiveTable(Ledger(data / LOG))
        live.table()
        return live, EvidenceStore(data / EVIDENCE)
    except LogDamaged as error:
        raise DamagedLog(str(error)) from None
    except sqlite3.OperationalError as error:
        raise BadInput(f"{data / LOG} cannot be opened: {error}; is the disk full or read-only?") from None
    except sqlite3.DatabaseError as error:
        raise DamagedLog(f"{data / LOG} is damaged: {error}") from None
    except OSError as error:
        raise BadInput(f"{data} cannot be used: {error.strerror}") from None


class Rescue:
    """Tries to open a table again and again, and has the page to show meanwhile."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.table: tuple[LiveTable, EvidenceStore] | None = None
        self.trouble: BadInput | None = None

    def is_open(self) -> bool:
        """Whether the table could be opened, now or before."""
        if self.table is None:
            try:
                self.table = open_table(self.data)
            except BadInput as error:
                self.trouble = error
        return self.table is not None

    def server(self, host: str, port: int) -> Server:
        """The page that says what is wrong; raises OSError where nobody can listen there."""
        app = create_rescue(lambda: str(self.trouble or ""), self._remedies, KeyRing(self.data / KEYS))
        return Server(app, None, host, port)

    def _remedies(self) -> tuple[Remedy, ...]:
        """What an owner can press about a disk that is full, or a log that is damaged."""
        pictures = self.data / EVIDENCE
        room = Remedy(
            "pictures", "Delete all pictures: that makes room, and scores stay", lambda: EvidenceStore(pictures).forget()
        )
        aside = Remedy("aside", "Set the log aside, and go on with what can be read of it", self._set_log_aside)
        return (room, aside) if isinstance(self.trouble, DamagedLog) else (room,)

    def _set_log_aside(self) -> None:
        try:
            set_log_aside(self.data / LOG)
        except sqlite3.Error as error:
            raise OSError(0, str(error)) from error
