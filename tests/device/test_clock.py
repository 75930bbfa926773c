"""The clock at the start of a machine that has none: never behind what was written last."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "systemd" / "clock"


@pytest.mark.parametrize(
    ("now", "log", "wal", "is_set"),
    [(1_000, 2_000, 3_000, "@3000"), (1_000, 2_000, None, "@2000"), (5_000, 2_000, 3_000, ""), (1_000, None, None, "")],
)
def test_it_goes_on_from_the_last_event_and_never_back(
    tmp_path: Path, now: int, log: int | None, wal: int | None, is_set: str
) -> None:
    data, programs = tmp_path / "var" / "lib" / "cardtable", tmp_path / "programs"
    data.mkdir(parents=True)
    programs.mkdir()
    for name, written in (("log.db", log), ("log.db-wal", wal)):
        if written is not None:
            (data / name).touch()
            os.utime(data / name, (written, written))
    said = tmp_path / "set"
    (programs / "date").write_text(f'#!/bin/sh\ncase $1 in +%s) echo {now} ;; *) echo "$1" > {said} ;; esac\n')
    (programs / "date").chmod(0o755)
    environment = {**os.environ, "CARDTABLE_ROOT": str(tmp_path), "PATH": f"{programs}:{os.environ['PATH']}"}
    subprocess.run([SCRIPT], env=environment, check=True)
    assert (said.read_text().strip() if said.exists() else "") == (f"--set={is_set}" if is_set else "")
