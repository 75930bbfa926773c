"""Updates as the page wishes them, on a booted system: a new version, a broken one, and one that waits for the end of a hand."""

import json
import shutil

import pytest

from tests.slow.machines import BUILD, Container, shell
from tests.slow.releases import Releaser
from tests.slow.test_install import both_are_up, box, play_a_trick, winner_of_the_trick

__all__ = ["box"]

STATE = "cat /var/lib/cardtable-update/state.json"

WISH = (
    "printf '%s' '{wish}' > /root/wish.json; chown cardtable: /root/wish.json;"
    " mv /root/wish.json /var/lib/cardtable/update-wish.json"
)

LEAD = """
from datetime import UTC, datetime
from pathlib import Path
from scoring.cards import Card
from scoring.commands import {command}
from scoring.ledger import Ledger, LiveTable
live = LiveTable(Ledger(Path("/var/lib/cardtable/log.db")))
live.submit({command}(by="test"{more}), lambda: datetime.now(UTC))
"""


class Releases:
    """A folder of releases inside the box, signed outside of it."""

    def __init__(self, box: Container, releaser: Releaser) -> None:
        self.box, self._folder, self._releaser = box, box.root / "root" / "release", releaser
        self.package = self._releaser.package(BUILD / "deb-trusting", shell("dpkg", "--print-architecture").strip())

    def release(self, number: int, is_broken: bool = False) -> None:
        self._releaser.release(self.package, number, self._folder, is_broken)


@pytest.fixture
def releases(box: Container, releaser: Releaser) -> Releases:
    """A box that trusts its releaser, on which a trick was played."""
    found = Releases(box, releaser)
    shutil.copy(found.package, box.root / "root" / "cardtable.deb")
    box.run("dpkg -i cardtable.deb")
    both_are_up(box)
    play_a_trick(box)
    return found


def wish(box: Container, wanted: str, source: str = "", version: str = "") -> None:
    box.run(WISH.format(wish=json.dumps({"wanted": wanted, "source": source, "version": version})))


def came(box: Container, patience: float = 600) -> dict[str, str]:
    """The state, once what was wished is done."""
    box.wait("[ ! -e /var/lib/cardtable/update-wish.json ]", patience)
    found: dict[str, str] = json.loads(box.run(STATE))
    assert found["phase"] == "idle"
    return found


def play(box: Container, command: str, more: str = "") -> None:
    (box.root / "root" / "play.py").write_text(LEAD.format(command=command, more=more))
    box.run("setpriv --reuid=cardtable --regid=cardtable --clear-groups /opt/cardtable/venv/bin/python - < /root/play.py")


def version(box: Container) -> str:
    return box.run("dpkg-query -Wf '${Version}' cardtable")


def test_a_new_version_comes_after_the_hand_and_a_broken_one_makes_room(releases: Releases) -> None:
    box = releases.box
    releases.release(1)
    wish(box, "look", "/root/release")
    found = came(box)
    assert (found["found"][-2:], found["trouble"]) == ("+1", "")
    assert "### Added" in found["notes"]

    before = box.run("readlink /opt/cardtable/venv")
    wish(box, "install", version=found["found"])
    box.wait(f"{STATE} | grep -q waiting")
    assert not version(box).endswith("+1")
    play(box, "EndSession")
    assert came(box)["trouble"] == ""
    assert version(box).endswith("+1")
    assert box.run("readlink /opt/cardtable/venv") != before
    both_are_up(box)
    assert box.run("ls /var/lib/cardtable | grep -c wish || true").strip() == "0"

    working = box.run("readlink /opt/cardtable/venv")
    releases.release(2, is_broken=True)
    wish(box, "look", "/root/release")
    wish(box, "install", version=came(box)["found"])
    assert "was not well within a minute" in came(box)["trouble"]
    assert box.run("readlink /opt/cardtable/venv") == working
    both_are_up(box)
    wish(box, "look", "/root/release")
    again = came(box)
    assert (again["found"], "was tried and was not well" in again["said"]) == ("", True)

    releases.release(3)
    wish(box, "look", "/root/release")
    wish(box, "install", version=came(box)["found"])
    assert came(box)["trouble"] == ""
    both_are_up(box)
    wish(box, "back")
    assert came(box)["trouble"] == ""
    both_are_up(box)


def test_an_update_that_is_cut_in_the_middle_is_finished_at_the_next_start(releases: Releases) -> None:
    box = releases.box
    play(box, "EndSession")
    releases.release(1)
    wish(box, "look", "/root/release")
    found = came(box)
    wish(box, "install", version=found["found"])
    box.wait("[ $(ls -d /opt/cardtable/venv-* | wc -l) = 2 ]")
    box.run("systemctl kill --signal=KILL cardtable-update")
    box.run("systemctl restart cardtable-table cardtable-web")
    both_are_up(box)
    box.run("systemctl start cardtable-update-finish", timeout=600)
    assert "The power was cut during an update" in box.run(STATE)
    assert version(box).endswith("+1")
    assert "installed" in box.run("dpkg -s cardtable | grep ^Status")
    both_are_up(box)
    assert winner_of_the_trick(box) == 1
