"""The page under attack: every form is answered. How fast stands in docs/adr/0014; here only that it is, within patience."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.commands import StartSession
from scoring.ledger import Ledger, LiveTable
from scoring.ledger.keys import KEYS, KeyRing
from tests.slow.attacks import ATTACKS, HEAD, Target, attack, raise_files, row

PORT = 18433


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    """A page of its own, which may open as few files as a service without limits of its own."""
    live = LiveTable(Ledger(tmp_path / "log.db"))
    live.submit(StartSession(by="test", game="spar", players=("Ama", "Kofi")))
    config = tmp_path / "cardtable.toml"
    config.write_text(f'data = "{tmp_path}"\nhost = "127.0.0.1"\nport = {PORT}\n')
    command = ["sh", "-c", f"ulimit -n 1024; exec {sys.executable} -m device web --config {config}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        assert "The page is at" in server.stdout.readline()
        yield Target("127.0.0.1", PORT, KeyRing(tmp_path / KEYS).keys().table, server.pid)
        server.terminate()
        assert "Traceback" not in server.stderr.read()


@pytest.mark.parametrize("name", sorted(set(ATTACKS) - {"none"}))
def test_every_form_is_answered(target: Target, name: str) -> None:
    raise_files()
    found = attack(name, target)
    sys.stdout.write(f"{HEAD}\n{row(found)}\n")
    assert [answer.status for answer in found.answers if answer.status != 200] == []
    assert found.cost is not None
    assert found.cost.files < 1024
    assert found.back_s is not None
