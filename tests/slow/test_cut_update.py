"""The plug is pulled in the middle of an update: the box comes up, old or new, and the update can be done again."""

import random
import shutil
import time
from pathlib import Path

import pytest

from tests.slow.machines import booted, debian, shell, throw_away
from tests.slow.test_install import NEWER, PACKAGES, both_are_up, package, play_a_trick, winner_of_the_trick
from tests.slow.virtual import DISK, SHARING, Guest, disk, first_root, mounted

__all__ = ["package"]

CUTS = 20
MEGABYTES = 4096

UPDATE = """
import subprocess
print("BEGUN", flush=True)
subprocess.run(["dpkg", "-i", "/root/newer.deb"], check=True)
print("DONE", flush=True)
"""


@pytest.fixture(scope="module")
def first(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:  # a fixture of another module
    """The disk of a box on which a trick was played, and on which an update waits."""
    work = tmp_path_factory.mktemp("first")
    with throw_away(debian("bookworm", "box", *PACKAGES.split(",")), work) as root:
        shutil.copy(package, root / "root" / "cardtable.deb")
        (root / "root" / "program.py").write_text(UPDATE)
        with booted(root) as box:
            box.run("dpkg -i cardtable.deb")
            both_are_up(box)
            play_a_trick(box)
            box.run(NEWER)
        return disk(work / "disk", MEGABYTES, holds=root)


@pytest.fixture(scope="module")
def whole(first: Path, tmp_path_factory: pytest.TempPathFactory) -> float:
    """Seconds that the update takes where nobody cuts it."""
    return updated(first, float("inf"), tmp_path_factory.mktemp("whole"))[1]


def updated(first: Path, seconds: float, work: Path) -> tuple[Path, float]:
    """A copy of that disk as the update leaves it that is cut after so many seconds, and how long it went on."""
    shell("cp", "--sparse=always", first, work / "disk")
    guest = Guest(None, first_root(work, [*SHARING, *DISK]), work / "disk")
    begun = float("inf")
    for line in guest.lines():
        if line == "BEGUN":
            begun = time.monotonic()
            if seconds < float("inf"):
                time.sleep(seconds)
                break
        if line == "DONE":
            break
    guest.pull_the_plug()
    return work / "disk", time.monotonic() - begun


@pytest.mark.parametrize("cut", range(CUTS))
def test_the_box_comes_up_after_the_cut(cut: int, first: Path, whole: float, tmp_path: Path) -> None:
    image, _ = updated(first, random.Random(cut).uniform(0, whole), tmp_path)
    with mounted(image, tmp_path / "mnt") as root, booted(root) as box:
        both_are_up(box)
        assert winner_of_the_trick(box) == 1
        box.run("dpkg -i newer.deb")
        both_are_up(box)
        assert winner_of_the_trick(box) == 1
