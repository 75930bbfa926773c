"""A disk that is full or dying, played by strace: what was acknowledged is there, what was refused changed nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

from device.tags import TagBook
from scoring.ledger import Ledger, LiveTable
from scoring.ledger.keys import KeyRing
from tests.faults import faults

LOG = ("fsync,fdatasync:error=EIO", "pwrite64:error=ENOSPC", "pwrite64:error=EIO")
FILES = ("write:error=ENOSPC", "fsync:error=EIO", "fsync:error=ENOSPC", "rename:error=EIO", "openat:error=ENOSPC")

PLAYS = """
from datetime import UTC, datetime
from scoring.cards import Card
from scoring.commands import ConfirmTrick, PlayCard, StartSession
from scoring.ledger import Ledger, LiveTable
live = LiveTable(Ledger(data / "log.db"))
live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), lambda: datetime.now(UTC))
begin()
for command in [
    *(PlayCard(by="t", card=Card.parse(code)) for code in ("AH", "7H")), ConfirmTrick(by="t", hand=1, trick=1),
    *(PlayCard(by="t", card=Card.parse(code)) for code in ("KH", "8H")), ConfirmTrick(by="t", hand=1, trick=2),
]:
    for _ in range(20):
        try:
            live.submit(command, lambda: datetime.now(UTC))
        except sqlite3.Error as error:
            say(f"refused {error}")
        else:
            say(f"acknowledged {live.table().seq}")
            break
    else:
        break
"""

KEEPS = """
from device.tags import TagBook
from scoring.ledger import EvidenceStore
from scoring.ledger.files import write_file
from scoring.ledger.keys import KeyRing
store = EvidenceStore(data / "evidence")
begin()
for keep in (
    lambda: write_file(data / "calibration.json", b"new"),
    lambda: store.keep(b"picture"),
    lambda: KeyRing(data / "keys.json").renew(),
    lambda: TagBook(data / "tags.json").keep("mark", "Ama"),
):
    try:
        keep()
    except OSError as error:
        say(f"refused {error.strerror}")
    else:
        say("acknowledged")
"""

FRAME = """
import os, sqlite3, sys
from pathlib import Path
data = Path(sys.argv[1])
def say(line):  # by another call than those that are made to fail
    os.writev(1, [line.encode() + b"\\n"])
def begin():
    say("ready")
    os.read(0, 1)
"""


def under(fault: str, program: str, data: Path) -> list[str]:
    """What the program says after `begin`, from which on its calls fail like that."""
    command = [sys.executable, "-c", FRAME + program, str(data)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdin is not None
        assert run.stdout.readline() == "ready\n"
        with faults(run.pid, fault):
            run.stdin.write("g")
            run.stdin.flush()
            said = run.stdout.read()
        assert run.wait() == 0
    return said.splitlines()


@pytest.mark.parametrize("when", ["1", "2", "3..5", "4+3"])
@pytest.mark.parametrize("fault", LOG)
def test_what_the_log_acknowledged_is_there(tmp_path: Path, fault: str, when: str) -> None:
    said = under(f"{fault}:when={when}", PLAYS, tmp_path)
    acknowledged = [int(line.split()[1]) for line in said if line.startswith("acknowledged")]
    table = LiveTable(Ledger(tmp_path / "log.db")).table()
    assert acknowledged == sorted(set(acknowledged))
    assert table.seq == max(acknowledged, default=1)
    # Where a fault passes, the evening goes on.
    assert len(acknowledged) == 6 or "+" in when


def test_the_faults_are_really_met(tmp_path: Path) -> None:
    """Or what stands above would prove nothing."""
    said = under("fsync,fdatasync:error=EIO:when=1", PLAYS, tmp_path)
    assert [line for line in said if "refused" in line] == ["refused disk I/O error"]


def test_a_disk_that_takes_nothing_any_more_refuses_everything_and_keeps_what_it_had(tmp_path: Path) -> None:
    assert set(under("pwrite64:error=ENOSPC:when=1+", PLAYS, tmp_path)) == {"refused database or disk is full"}
    assert LiveTable(Ledger(tmp_path / "log.db")).table().seq == 1


@pytest.mark.parametrize("fault", FILES)
def test_a_file_is_replaced_whole_or_stays_as_it_was(tmp_path: Path, fault: str) -> None:
    before = KeyRing(tmp_path / "keys.json").keys()
    (tmp_path / "calibration.json").write_bytes(b"old")
    TagBook(tmp_path / "tags.json").keep("mark", "Kofi")
    said = under(f"{fault}:when=1+", KEEPS, tmp_path)
    assert [line.split()[0] for line in said] == ["refused"] * 4
    kept = (tmp_path / "calibration.json").read_bytes(), KeyRing(tmp_path / "keys.json").keys().owner
    # A folder that could not be written for good after the file was: the new one stands, and nobody was told that it does.
    assert kept in ((b"old", before.owner), (b"new", before.owner))
    assert TagBook(tmp_path / "tags.json").names()["mark"] in ("Kofi", "Ama")
    assert {path.name for path in tmp_path.iterdir()} == {"calibration.json", "evidence", "keys.json", "tags.json"}
