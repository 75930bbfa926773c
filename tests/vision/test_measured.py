"""The figures that the networks reach on real cards, through the command line, as the measuring scripts count them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.shared
COMMAND = f"{sys.executable} -m device"


def measured(shared: Path, script: str, folder: str, command: str) -> dict[str, object]:
    arguments = [sys.executable, str(shared / "tools" / script), str(shared / folder), "--command", command, "--json"]
    run = subprocess.run(arguments, capture_output=True, text=True, check=True)
    result: dict[str, object] = json.loads(run.stdout.splitlines()[-1])
    return result


def test_recordings_are_followed(shared: Path) -> None:
    result = measured(shared, "score_watch.py", "recordings", f"{COMMAND} watch --json")
    assert result["plays"] == 45
    assert int(str(result["right"])) >= 43, result
    assert result["wrong"] == 0, result


def test_photographs_are_read(shared: Path) -> None:
    result = measured(shared, "score_photos.py", "photos", f"{COMMAND} read --json")
    groups = result["groups"]
    assert isinstance(groups, dict)
    assert groups["ALL"]["precision"] >= 0.998, groups
    assert groups["ALL"]["recall"] >= 0.92, groups
