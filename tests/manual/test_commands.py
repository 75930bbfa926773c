"""The manual followed: whatever it tells somebody to type is typed, in a copy of this system that vanishes afterwards."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.conftest import skip_tier
from tests.manual.commands import ROOT, Command, commands
from tests.manual.trials import NOT_TRIED, TRIED, Trial

WORLD = Path(__file__).parent / "world.sh"
ALONE = ("unshare", "--user", "--map-root-user", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")
COMMANDS = {command.text: command for command in commands()}

LONG_S = 300
"""Seconds after which a command has hung."""


@pytest.fixture(scope="session")
def alone() -> None:
    """Namespaces, of which everything here is made."""
    missing = [program for program in ("unshare", "ip", "curl", "git") if shutil.which(program) is None]
    if missing or subprocess.run([*ALONE, "true"], capture_output=True).returncode:
        skip_tier("namespaces", f"a copy of this system needs user namespaces, iproute2, curl and git: {missing}")


def followed(typed: str, trial: Trial, scratch: Path) -> tuple[str, str, int | None]:
    """What it printed, what it said beside that, and how it ended; one that lasts is stopped once it has said what it should."""
    surroundings = {**os.environ, "ROOT": str(ROOT), "BIN": str(Path(sys.prefix).resolve() / "bin"), "SCRATCH": str(scratch)}
    surroundings |= {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    asked = [*ALONE, "sh", str(WORLD), trial.given, typed, trial.then]
    with tempfile.TemporaryFile("w+") as errors:
        with subprocess.Popen(asked, env=surroundings, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
            said, is_enough = "", False
            hung = threading.Timer(LONG_S, process.kill)
            hung.start()
            try:
                for line in process.stdout or ():
                    said += line
                    if trial.lasts and re.search(trial.says, said):
                        is_enough = True
                        break
                else:
                    process.wait()
            finally:
                hung.cancel()
                process.kill()
        errors.seek(0)
        return said, errors.read(), None if is_enough else process.returncode


def reasons(command: Command) -> list[str]:
    """Why a command is not tried."""
    return [reason for pattern, reason in NOT_TRIED.items() if fnmatch(command.text, pattern)]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("text", TRIED)
def test_a_command_of_the_manual_does_what_it_says(text: str, tmp_path: Path) -> None:
    assert text in COMMANDS, "no page says so any more"
    trial, command = TRIED[text], COMMANDS[text]
    typed = text
    for word, with_this in trial.put.items():
        typed = typed.replace(word, with_this)
    said, errors, code = followed(f"{typed} {trial.more}".strip(), trial, tmp_path)
    assert code in (trial.code, None), f"{command.page}: {text}\n{said}\n{errors}"
    assert re.search(trial.says, said, re.MULTILINE), f"{command.page}: {text}\n{said}\n{errors}"
    if command.printed:
        assert said == command.printed


def test_each_command_of_the_manual_is_tried_or_not_for_a_reason() -> None:
    assert [(command.page, text) for text, command in COMMANDS.items() if (text in TRIED) == bool(reasons(command))] == []
    unused = [pattern for pattern in NOT_TRIED if not any(fnmatch(text, pattern) for text in COMMANDS)]
    assert unused == []
