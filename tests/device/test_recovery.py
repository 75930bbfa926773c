"""When nobody gets in any more: two buttons at the start, or a file on the boot partition, and nothing by chance."""

import os
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from threading import Event

import pytest

from device import recovery
from device.panel import Lamp, PaperPanel, Press
from device.recovery import is_asked_for, let_go
from scoring.commands import StartSession
from scoring.ledger import Ledger, LiveTable
from scoring.ledger.keys import KEYS, KeyRing
from scoring.ledger.store import LOG
from tests.device.networks import OWN, World
from web.network import WISH
from web.recovery import recover
from web.steps import Step, read_set_up

SCRIPT = Path(__file__).parents[2] / "systemd" / "recover"


class Hands(PaperPanel):
    """Hands that hold both buttons for so many looks."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = looks

    @property
    def is_recovery_held(self) -> bool:
        self._looks -= 1
        return self._looks >= 0

    @is_recovery_held.setter
    def is_recovery_held(self, _value: bool) -> None:
        pass


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "LOOK_S", 0)


def seconds(step: float = 1.0) -> Iterator[float]:
    return (step * number for number in count())


def played(data: Path) -> LiveTable:
    live = LiveTable(Ledger(data / LOG))
    live.submit(StartSession(by="t", game="spar", players=("Ama", "Kofi")), lambda: datetime.now(UTC))
    return live


def test_both_buttons_held_at_the_start_give_new_keys_and_the_first_days_way_in(tmp_path: Path) -> None:
    live, before = played(tmp_path), KeyRing(tmp_path / KEYS).keys()
    hands, clock = Hands(10), seconds()
    hands.presses.put(Press.UNDO)
    assert is_asked_for(hands, Event(), lambda: next(clock))
    recover(tmp_path)
    let_go(hands, Event())
    after = KeyRing(tmp_path / KEYS).keys()
    assert not {after.table, after.owner, after.secret} & {before.table, before.owner, before.secret}
    set_up = read_set_up(live)
    assert (set_up.is_finished, set_up.next) == (False, Step.KEYS)
    assert (tmp_path / WISH).read_text().splitlines()[0] == "recover"
    assert hands.history == [Lamp.AMBER, Lamp.GREEN_FLASH]
    assert hands.presses.empty()
    assert live.table().agreed.players == ("Ama", "Kofi")


@pytest.mark.parametrize("looks", [0, 3])
def test_a_short_press_of_both_does_nothing(looks: int) -> None:
    clock = seconds()
    assert not is_asked_for(Hands(looks), Event(), lambda: next(clock))


def test_a_box_that_is_recovered_makes_its_own_wifi_open_although_another_is_near(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.hotspot()
    world.network()
    assert len(world.says()["own_password"]) == 12
    assert world.network("recover", "", "")[2] == "recovered"
    assert world.joined == OWN
    assert "own_password" not in world.says()


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """A system whose boot partition is a folder, and in which it is noted who was started."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "runuser").write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/ran\n')
    (programs / "runuser").chmod(0o755)
    (tmp_path / "boot" / "firmware").mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize("name", ["reset-keys", "reset-keys.txt", "RESET-KEYS.TXT"])
def test_a_file_on_the_boot_partition_asks_once(system: Path, name: str) -> None:
    (system / "boot" / "firmware" / name).touch()
    environment = {**os.environ, "CARDTABLE_ROOT": str(system), "PATH": f"{system / 'programs'}:{os.environ['PATH']}"}
    for _ in range(2):
        subprocess.run([SCRIPT], env=environment, check=True)
        assert (system / "ran").exists() is not (system / "boot" / "firmware" / name).exists()
    assert "cardtable recover" in (system / "ran").read_text()
    (system / "ran").unlink()
    (system / "boot" / "firmware" / "reset-keys.bak").touch()
    subprocess.run([SCRIPT], env=environment, check=True)
    assert not (system / "ran").exists()


def test_two_spellings_of_the_file_ask_once(system: Path) -> None:
    boot = system / "boot" / "firmware"
    for name in ("reset-keys", "reset-keys.txt"):
        (boot / name).touch()
    subprocess.run([SCRIPT], env=mounted(system, "rw"), check=True)
    assert (system / "ran").exists()
    assert not list(boot.iterdir())


@pytest.mark.parametrize(
    ("options", "mounts"),
    [("rw,relatime,errors=remount-ro", []), ("ro,noatime,errors=remount-ro", ["remount,rw", "remount,ro"])],
)
@pytest.mark.parametrize("can_be_taken_away", [True, False])
def test_the_boot_partition_is_left_as_it_was_mounted(
    system: Path, options: str, mounts: list[str], can_be_taken_away: bool
) -> None:
    asked = system / "boot" / "firmware" / "reset-keys"
    asked.touch() if can_be_taken_away else asked.mkdir()
    done = subprocess.run([SCRIPT], env=mounted(system, options), capture_output=True)
    said = system / "mounts"
    assert (said.read_text().split() if said.exists() else []) == mounts
    assert (system / "ran").exists() is can_be_taken_away
    assert (done.returncode == 0) is can_be_taken_away


def mounted(system: Path, options: str) -> dict[str, str]:
    """What the script runs with where the boot partition is mounted so; it is noted how it is mounted again."""
    programs = system / "programs"
    for name, does in (("findmnt", f"echo {options}"), ("mount", f'echo "$2" >> {system}/mounts'), ("sync", ":")):
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o755)
    return {**os.environ, "CARDTABLE_ROOT": str(system), "PATH": f"{programs}:{os.environ['PATH']}"}
