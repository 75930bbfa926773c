"""Updates that fail, are cut short, or are taken back: the box runs the old version or the new one, and never neither."""

import shutil
from pathlib import Path

import pytest

from tests.slow.machines import Container
from tests.slow.releases import BREAK
from tests.slow.test_install import both_are_up, box, package, play_a_trick, winner_of_the_trick

__all__ = ["box", "package"]

CUTS = 20

VERSION = "/opt/cardtable/venv/bin/python -c 'import os, sys; print(os.path.realpath(sys.prefix))'"


@pytest.fixture
def installed(box: Container, package: Path) -> Container:  # fixtures of another module
    """A box on which a trick was played."""
    shutil.copy(package, box.root / "root" / "cardtable.deb")
    box.run("dpkg -i cardtable.deb")
    both_are_up(box)
    play_a_trick(box)
    return box


def test_a_version_that_is_not_well_goes_back_by_itself(installed: Container) -> None:
    before = installed.run(VERSION)
    (installed.root / "root" / "break.sh").write_text(BREAK)
    installed.run("cd / && sh root/break.sh")
    said = installed.run("/usr/share/cardtable/setup 2>&1 || true", timeout=600)
    assert "was not well within a minute; the one before runs again" in said
    assert installed.run(VERSION) == before
    both_are_up(installed)
    assert winner_of_the_trick(installed) == 1


def test_an_update_cut_at_any_moment_leaves_a_version_that_runs(installed: Container) -> None:
    for cut in range(CUTS):
        installed.run(
            "setsid /usr/share/cardtable/setup >/dev/null 2>&1 & pid=$!;"
            f" sleep {0.4 * cut}; kill -KILL -- -$pid 2>/dev/null; wait $pid 2>/dev/null; true"
        )
        installed.run("systemctl restart cardtable-table cardtable-web")
        both_are_up(installed)
    installed.run("/usr/share/cardtable/setup", timeout=600)
    both_are_up(installed)
    assert winner_of_the_trick(installed) == 1
    assert len(installed.run("ls -d /opt/cardtable/venv-*").split()) <= 2


def test_a_backup_brings_a_new_box_to_where_the_old_one_was(installed: Container) -> None:
    installed.run("cardtable backup /root/box.zip")
    keys = installed.run("cat /var/lib/cardtable/keys.json")
    installed.run("systemctl stop cardtable.target cardtable-web cardtable-table && rm -rf /var/lib/cardtable/*")
    installed.run("cardtable restore /root/box.zip && systemctl start cardtable.target")
    both_are_up(installed)
    assert winner_of_the_trick(installed) == 1
    assert installed.run("cat /var/lib/cardtable/keys.json") == keys
