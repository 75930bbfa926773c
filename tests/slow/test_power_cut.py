"""The plug is pulled while hands are confirmed: every trick that was acknowledged is there, with its pictures."""

import hashlib
import random
import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from scoring.events import CardPlayed
from scoring.ledger import Ledger, LiveTable
from tests.slow.machines import ROOT, debian, throw_away
from tests.slow.virtual import DISK, SHARING, Guest, disk, first_root, mounted

CUTS = 20

PLAYS = """
import itertools, random, sys
from datetime import UTC, datetime
from pathlib import Path
sys.path.insert(0, "/opt/cardtable")
from scoring.commands import ConfirmTrick, EndSession, PlayCard, StartSession
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.tricks import Reading
data = Path("/mnt/cardtable")
live, store, chance = LiveTable(Ledger(data / "log.db")), EvidenceStore(data / "evidence"), random.Random(1)
now = lambda: datetime.now(UTC)
live.submit(StartSession(by="cut", game="spar", players=("Ama", "Kofi"), options={"target": "none"}), now)
for hand in itertools.count(1):
    cards = chance.sample(live.table().pack.cards, 10)
    for trick in range(1, 6):
        for card in (cards.pop(), cards.pop()):
            picture = store.keep(chance.randbytes(20000))
            live.submit(PlayCard(by="cut", card=card, reading=Reading(0.99, (), picture)), now)
        live.submit(ConfirmTrick(by="button", hand=hand, trick=trick), now)
        print("ACKNOWLEDGED", hand, trick, flush=True)
"""


@pytest.mark.parametrize("cut", range(CUTS))
def test_what_was_acknowledged_is_there_after_the_cut(cut: int, tmp_path: Path) -> None:
    with throw_away(debian("bookworm", "python", "python3"), tmp_path) as root:
        shutil.copytree(ROOT / "scoring", root / "opt" / "cardtable" / "scoring")
        (root / "root" / "program.py").write_text(PLAYS)
        image = disk(tmp_path / "disk")
        guest = Guest(root, first_root(tmp_path, [*SHARING, *DISK]), image)
        wait = random.Random(cut).uniform(2, 6)
        acknowledged, until = (0, 0), float("inf")
        for line in guest.lines():
            if line.startswith("ACKNOWLEDGED"):
                _, hand, trick = line.split()
                acknowledged = (int(hand), int(trick))
                until = min(until, time.monotonic() + wait)
            if time.monotonic() > until:
                break
        guest.pull_the_plug()
    assert acknowledged > (0, 0), "the guest has played nothing"
    with mounted(image, tmp_path / "mnt") as found:
        data = found / "cardtable"
        with sqlite3.connect(data / "log.db") as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        ledger = Ledger(data / "log.db")
        table = LiveTable(ledger).table()
        assert table.hand is not None
        assert (table.hand.number, table.hand.confirmed) >= acknowledged
        named = [item.event.reading.evidence for item in ledger.read(ledger.sessions()[0]) if isinstance(item.event, CardPlayed)]
        for name in named:
            assert name is not None
            assert hashlib.sha256((data / "evidence" / f"{name}.jpg").read_bytes()).hexdigest() == name
        db.close()
        ledger.close()
