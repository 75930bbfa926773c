"""Updates on the image, in an emulated machine: a new version, a broken one, the plug pulled in the middle; play goes on."""

import json
import shlex
from pathlib import Path

from tests.slow.card import AS_THE_BOX, Card, Machine, switched_on
from tests.slow.machines import BUILD, shell
from tests.slow.releases import Releaser, stick

PLAY = """
from datetime import UTC, datetime
from pathlib import Path
from scoring.commands import ConfirmTrick, PlayCard, StartSession
from scoring.ledger import Ledger, LiveTable
live = LiveTable(Ledger(Path("/var/lib/cardtable/log.db")))
now = lambda: datetime.now(UTC)
if live.table().setup is None:
    live.submit(StartSession(by="test", game="spar", players=("Ama", "Kofi"), options={{"target": "none"}}), now)
for _ in range({tricks}):
    table = live.table()
    number, done = (table.hand.number, table.hand.confirmed) if table.hand else (1, 0)
    if done == 5:
        number, done = number + 1, 0
    for card in tuple(table.pack.cards)[2 * done : 2 * done + 2]:
        live.submit(PlayCard(by="test", card=card), now)
    live.submit(ConfirmTrick(by="test", hand=number, trick=done + 1), now)
"""
HAND = 5
"""Tricks of a hand."""

FOLDER = "/data/release"
"""Where a release is laid on the card."""

UNPACKING = "ls /usr/share/cardtable/wheels/*.dpkg-new"
SETTING_UP = "find /opt/cardtable/venv-*/lib/python3*/site-packages -newer /run/began | grep -q ."
"""Tell whether an installation is in the middle of that."""


class Box:
    """A box in which somebody plays, and whose owner brings it up to date."""

    def __init__(self, machine: Machine, tricks: int = 0) -> None:
        self.machine, self._tricks = machine, tricks
        machine.answers()

    def play(self, tricks: int) -> None:
        """Play so many tricks on."""
        self._tricks += tricks
        self.machine.run(f"{AS_THE_BOX} - <<'END'\n{PLAY.format(tricks=tricks)}\nEND")

    @property
    def tricks(self) -> int:
        """How many have been played until now; the page tells of each."""
        hand = json.loads(self.machine.tells("/api/v1/table"))["hand"]
        assert (hand["number"] - 1) * HAND + len(hand["tricks"]) == self._tricks
        return self._tricks

    def wish(self, wanted: str, source: str = "", version: str = "") -> None:
        """Wish it as the page does."""
        wish = shlex.quote(json.dumps({"wanted": wanted, "source": source, "version": version}))
        place = "/var/lib/cardtable/update-wish.json"
        self.machine.run(f"echo {wish} > {place}.new && chown cardtable: {place}.new && mv {place}.new {place}")

    def came(self) -> dict[str, str]:
        """The state, once what was wished is done."""
        self.machine.run("while [ -e /var/lib/cardtable/update-wish.json ]; do sleep 2; done")
        state: dict[str, str] = json.loads(self.machine.run("cat /var/lib/cardtable-update/state.json"))
        assert state["phase"] == "idle"
        return state

    def found(self, source: str = "") -> str:
        """The version that is new there."""
        self.wish("look", source)
        return self.came()["found"]

    def lay(self, release: Path) -> None:
        """Copy a release to the card."""
        bring = " ".join(map(shlex.quote, self.machine.inside(f"rm -rf {FOLDER} && mkdir {FOLDER} && tar -C {FOLDER} -x")))
        shell("sh", "-c", f"tar -C {release} -c . | {bring}", timeout=1800)

    def begin(self, version: str, until: str) -> None:
        """Install it, and come back in the middle."""
        self.machine.run("touch /run/began")
        self.wish("install", version=version)
        self.machine.run(f"until {until}; do sleep 0.2; done >/dev/null 2>&1")

    @property
    def version(self) -> str:
        """What is installed."""
        return self.machine.run("dpkg-query -Wf '${Version} ${Status}' cardtable").removesuffix(" install ok installed")

    @property
    def environment(self) -> str:
        """What runs."""
        return self.machine.run("readlink /opt/cardtable/venv")

    @property
    def is_read_only(self) -> bool:
        """Whether its system cannot be written."""
        return self.machine.run("findmnt -no OPTIONS /").split(",")[0] == "ro"


def test_play_goes_on_through_a_new_version_a_broken_one_and_two_cuts(image: Path, releaser: Releaser, tmp_path: Path) -> None:
    package = releaser.package(BUILD / "deb-arm64", "arm64")
    for number in (1, 2, 3, 4):
        releaser.release(package, number, tmp_path / str(number), is_broken=number == 2)
    card = Card(image, tmp_path)

    with switched_on(card, stick(tmp_path / "1", tmp_path / "stick")) as machine:
        box = Box(machine)
        machine.run(f"cat > /data/settings/trusted.asc <<'END'\n{releaser.key.read_text()}\nEND")
        box.play(1)
        new = box.found()
        assert new.endswith("+1")
        box.wish("install", version=new)
        machine.run("until grep -q waiting /var/lib/cardtable-update/state.json; do sleep 1; done")
        assert box.version != new
        assert box.is_read_only
        box.play(HAND - 1)
        assert box.came()["trouble"] == ""
        assert (box.version, box.is_read_only, box.tricks) == (new, True, HAND)

        working = box.environment
        box.lay(tmp_path / "2")
        box.wish("install", version=box.found(FOLDER))
        assert "was not well within a minute" in box.came()["trouble"]
        assert (box.environment, box.is_read_only, box.tricks) == (working, True, HAND)
        box.play(HAND)

        box.lay(tmp_path / "3")
        box.begin(box.found(FOLDER), UNPACKING)
        machine.pull_the_plug()

    for number, until in ((3, SETTING_UP), (4, "")):
        with switched_on(card) as machine:
            box = Box(machine, 2 * HAND)
            machine.run("while [ -e /var/lib/cardtable-update/installing ]; do sleep 2; done")
            assert "The power was cut during an update" in box.came()["said"]
            assert box.version.endswith(f"+{number}")
            assert (box.is_read_only, box.tricks) == (True, 2 * HAND)
            if until:
                box.lay(tmp_path / str(number + 1))
                box.begin(box.found(FOLDER), until)
                machine.pull_the_plug()
            else:
                box.play(1)
                assert box.tricks == 2 * HAND + 1
