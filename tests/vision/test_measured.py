"""The figures that the networks reach on real cards, through the command line, as the measuring scripts count them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.shared
COMMAND = f"{sys.executable} -m device"

SHOWN = "6C,6D,6H,6S,7C,7D,7H,7S,8C,8D,8H,8S,9C,9D"
"""The cards of the foreign deck in the order in which the film shows them."""


def measured(shared: Path, script: str, folder: str | Path, command: str) -> dict[str, object]:
    arguments = [sys.executable, str(shared / "tools" / script), str(shared / folder), "--command", command, "--json"]
    run = subprocess.run(arguments, capture_output=True, text=True, check=True)
    result: dict[str, object] = json.loads(run.stdout.splitlines()[-1])
    return result


def test_recordings_are_followed(shared: Path) -> None:
    result = measured(shared, "score_watch.py", "recordings", f"{COMMAND} watch --json")
    assert result["plays"] == 45
    assert int(str(result["right"])) >= 43, result
    assert result["wrong"] == 0, result


@pytest.mark.parametrize("is_enrolled", [False, True], ids=["out of its box", "some of its cards enrolled"])
def test_a_deck_that_nobody_here_drew_is_read_or_asked_about_and_never_read_wrongly(
    shared: Path, tmp_path: Path, is_enrolled: bool
) -> None:
    films, data = tmp_path / "films", tmp_path / "data"
    films.mkdir()
    data.mkdir()
    for name in ("play-bavarian.mp4", "play-bavarian.json"):  # the script wants the truth of every film of a folder
        (films / name).symlink_to(shared / "foreign" / name)
    if is_enrolled:
        shown = shared / "foreign" / "show-bavarian.mp4"
        told = ["--pack", "german36", "--partly", "--order", SHOWN, "--data", str(data)]
        enrol = [*COMMAND.split(), "enrol", "bavarian", str(shown), *told]
        run = subprocess.run(enrol, check=True, capture_output=True, text=True)
        *noticed, _, kept = run.stdout.splitlines()
        assert [line.partition(": ")[0] for line in noticed] == [str(place) for place in range(1, 15)], run.stdout
        assert "the order was not used" not in run.stderr
        assert kept.startswith("kept in")
    result = measured(shared, "score_watch.py", films, f"{COMMAND} watch --json --data {data}")
    assert result["plays"] == 10
    assert result["wrong"] == 0, result
    assert int(str(result["right"])) >= 8, result


def test_photographs_are_read(shared: Path) -> None:
    result = measured(shared, "score_photos.py", "photos", f"{COMMAND} read --json")
    groups = result["groups"]
    assert isinstance(groups, dict)
    assert groups["ALL"]["precision"] >= 0.998, groups
    assert groups["ALL"]["recall"] >= 0.92, groups
