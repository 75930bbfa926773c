"""The image for a card: what it is, and what it does where it is switched on, cut off and switched on again."""

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

from tests.slow.card import AS_THE_BOX, BOOT_AT, Card, Machine, switched_on, what_is_built
from tests.slow.machines import ROOT, needs, shell

LARGEST = 1_200_000_000
"""Bytes of the packed image."""

PLAYS = """
import itertools
from datetime import UTC, datetime
from pathlib import Path
from scoring.commands import ConfirmTrick, PlayCard, StartSession
from scoring.ledger import Ledger, LiveTable
live = LiveTable(Ledger(Path("/var/lib/cardtable/log.db")))
now = lambda: datetime.now(UTC)
live.submit(StartSession(by="test", game="spar", players=("Ama", "Kofi"), options={"target": "none"}), now)
for hand in itertools.count(1):
    cards = iter(live.table().pack.cards)
    for trick in range(1, 6):
        for card in (next(cards), next(cards)):
            live.submit(PlayCard(by="test", card=card), now)
        live.submit(ConfirmTrick(by="test", hand=hand, trick=trick), now)
        print("ACKNOWLEDGED", hand, trick, flush=True)
"""

COUNTS = """
from pathlib import Path
from scoring.ledger import Ledger, LiveTable
hand = LiveTable(Ledger(Path("/var/lib/cardtable/log.db"))).table().hand
print(hand.number, hand.confirmed)
"""

OWN = (
    "cat /etc/machine-id; grep -E 'ssid=|psk=' /etc/NetworkManager/system-connections/cardtable-hotspot.nmconnection;"
    " cat /var/lib/cardtable/keys.json"
)
"""Tells what makes a box another than the next."""

NOT_OF_ONE_BOX = (
    "etc/ssh/ssh_host_*",
    "etc/NetworkManager/system-connections/*",
    "var/lib/cardtable/*",
    "var/lib/systemd/random-seed",
)
"""What no image may hold."""


def sum_of(path: Path) -> str:
    """Its SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def test_the_list_for_the_imager_and_the_checksums_tell_what_is_there(built: Path, image: Path) -> None:
    packed = next(built.glob("*.img.xz"))
    assert packed.stat().st_size <= LARGEST
    (entry,) = json.loads(next(built.glob("*.json")).read_text())["os_list"]
    assert (entry["image_download_size"], entry["extract_size"]) == (packed.stat().st_size, image.stat().st_size)
    assert entry["image_download_sha256"] == sum_of(packed)
    assert entry["extract_sha256"] == sum_of(image)
    assert entry["url"].endswith(packed.name)
    shell("sh", "-c", f"cd {built} && sha256sum --quiet --check SHA256SUMS")


def test_another_build_is_the_same_to_the_last_byte(built: Path, tmp_path: Path) -> None:
    shell("git", "clone", "-q", ROOT, tmp_path / "clone")
    again = what_is_built(tmp_path, tmp_path / "clone", "CARDTABLE_IMAGE_AGAIN")
    shutil.rmtree(tmp_path / "clone")
    shell(ROOT / "image" / "compare", *(next(out.glob("*.img")) for out in (built, again)))


def test_any_computer_reads_the_first_partition_and_nothing_of_one_box_is_in_the_second(image: Path, tmp_path: Path) -> None:
    needs("mcopy", "sfdisk", "debugfs")
    first, second = json.loads(shell("sfdisk", "--json", image))["partitiontable"]["partitions"]
    assert (first["type"], second["type"]) == ("c", "83")
    names = shell("mdir", "-b", "-i", f"{image}@@{BOOT_AT}")
    assert {"cardtable.toml", "README.txt", "config.txt", "bcm2711-rpi-4-b.dtb", "bcm2712-rpi-5-b.dtb"} <= set(
        re.findall(r"::/(.*)", names)
    )
    with (tmp_path / "system").open("wb") as file:
        subprocess.run(["dd", f"if={image}", f"skip={second['start']}", "status=none"], stdout=file, check=True)
    for place in NOT_OF_ONE_BOX:
        folder, _, name = place.rpartition("/")
        lines = shell("debugfs", "-R", f"ls -p /{folder}", tmp_path / "system").splitlines()
        found = [line.split("/")[5] for line in lines if line.count("/") > 5]
        assert not [each for each in found if each not in (".", "..") and Path(each).match(name)], place
    assert shell("debugfs", "-R", "cat /etc/machine-id", tmp_path / "system") == ""


def acknowledged(machine: Machine, tricks: int) -> tuple[int, int]:
    """Play on until so many tricks are acknowledged, and pull the plug in the middle; the last one's hand and number."""
    player = subprocess.Popen(machine.inside(f"{AS_THE_BOX} -u -"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write(PLAYS)
    player.stdin.close()
    seen = []
    try:
        for line in player.stdout:
            seen.append(tuple(map(int, line.split()[1:])))
            if len(seen) == tricks:
                break
    finally:
        machine.pull_the_plug()
        player.kill()
        player.wait()
        player.stdout.close()
    assert len(seen) == tricks, "the box has played too little"
    hand, trick = seen[-1]
    return hand, trick


def test_a_box_starts_keeps_its_system_as_it_is_and_has_its_session_after_a_cut(image: Path, tmp_path: Path) -> None:
    card = Card(image, tmp_path)
    with switched_on(card) as machine:
        first = machine.answers()
        assert machine.run("findmnt -no OPTIONS /").split(",")[0] == "ro"
        assert "Read-only file system" in machine.run("touch /etc/x 2>&1 || true; rm /usr/bin/cardtable 2>&1 || true")
        assert machine.run("stat -f -c %T /var/log /tmp /var/tmp").split() == ["tmpfs"] * 3
        assert machine.run("findmnt -no SOURCE /var/lib/cardtable").strip().endswith("3[/cardtable]")
        assert int(machine.run("findmnt -bno SIZE /data")) > 2**31, "the card is not used to its end"
        assert machine.run("systemctl --failed --no-legend") == ""
        own = machine.run(OWN)
        assert re.fullmatch(r"[0-9a-f]{32}\nssid=cardtable-cards\n\{.*\}\s*", own), "its Wi-Fi is open until it has an owner"
        last = acknowledged(machine, 12)
    with switched_on(card) as machine:
        second = machine.answers()
        assert tuple(map(int, machine.run(f"{AS_THE_BOX} - <<'END'\n{COUNTS}\nEND").split())) >= last
        assert json.loads(machine.tells("/api/v1/table"))["hand"]["number"] >= last[0]
        assert machine.run(OWN) == own
        assert second < 1.3 * first, f"the page answered after {first:.0f} s, and after {second:.0f} s at the second start"


def test_a_card_that_is_too_small_says_so(image: Path, tmp_path: Path) -> None:
    with switched_on(Card(image, tmp_path, image.stat().st_size // 2**20 + 300)) as machine:
        machine.says("this card is too small")
