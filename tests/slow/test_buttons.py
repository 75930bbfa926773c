"""Buttons, lamp and buzzer on a real gpiochip: gpio-sim of the kernel, libgpiod, gpiozero, and the panel as it is."""

import json
import shutil
import tarfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import skip_tier
from tests.slow.machines import BUILD, ROOT, debian, libraries, shell, throw_away
from tests.slow.virtual import SHARING, Guest, first_root, release

PLATFORMS = ("manylinux_2_28_x86_64", "manylinux2014_x86_64")

LINES = """
$B mount -t configfs none /sys/kernel/config
$B mkdir -p /sys/kernel/config/gpio-sim/pi/bank0
echo 54 > /sys/kernel/config/gpio-sim/pi/bank0/num_lines
echo pinctrl-bcm2711 > /sys/kernel/config/gpio-sim/pi/bank0/label
echo 1 > /sys/kernel/config/gpio-sim/pi/live
"""

PRESSES = """
import glob, json, sys, time
sys.path[:0] = ["/opt/cardtable", "/opt/wheels"]
from gpiozero.pins.local import LocalPiFactory
from device.config import Config
from device.gpiochip import GpiochipFactory
from device.panel import GpioPanel, Lamp
class Pi(GpiochipFactory):
    def _get_revision(self):  # this machine says of itself that it is none
        return 0xB03111
lines = glob.glob("/sys/devices/platform/gpio-sim.*/gpiochip0")[0]
def pull(pin, up):
    with open(f"{lines}/sim_gpio{pin}/pull", "w") as file:
        file.write("pull-up" if up else "pull-down")
def value(pin):
    with open(f"{lines}/sim_gpio{pin}/value") as file:
        return int(file.read())
for pin in (17, 27, 22):
    pull(pin, True)
panel = GpioPanel(Config(hold_s=0.6), Pi())
time.sleep(0.3)
def presses(wait=0.4):
    time.sleep(wait)
    found = []
    while not panel.presses.empty():
        found.append(panel.presses.get().value)
    return found
def swing(first, pins, bounces):
    # The longest time between two edges, in seconds: a busy machine bounces more slowly than a finger.
    longest, last = 0.0, time.monotonic()
    for at in (first, not first) * bounces + (first,):
        for pin in pins:
            pull(pin, at)
        now = time.monotonic()
        longest, last = max(longest, now - last), now
        time.sleep(0.003 if bounces else 0)
    return longest
def down(*pins, bounces=0):
    return swing(False, pins, bounces)
def up(*pins, bounces=0):
    return swing(True, pins, bounces)
def bouncing(seconds):
    # What a bouncing press of so many seconds leads to; done again where it bounced as nothing real does.
    for _ in range(100):
        longest = down(17, bounces=3)
        time.sleep(seconds)
        longest = max(longest, up(17, bounces=3))
        heard = presses()
        if longest < 0.010:
            break
    return heard
found = {}
found["bouncing"] = bouncing(0.2)
down(17); time.sleep(0.02); up(17)
found["tap"] = presses()
found["long"] = bouncing(1.2)
down(27, 22); time.sleep(0.2); up(27, 22)
found["together"] = sorted(presses())
down(17, 27); time.sleep(0.2); up(17, 27)
found["confirm and undo"] = sorted(presses())
def lamp(say):
    panel.show(say)
    time.sleep(0.3)
    return [value(pin) for pin in (5, 6, 13)]
found["white"] = lamp(Lamp.WHITE)
found["red"] = lamp(Lamp.RED)
found["off"] = lamp(Lamp.OFF)
panel.show(Lamp.WHITE)
panel.show(Lamp.AMBER)
notes, last, until = 0, 0, time.monotonic() + 1.5
while time.monotonic() < until:
    now = value(19)
    notes, last = notes + (now > last), now
found["notes of amber"] = notes
seen = [value(6) for _ in range(5000)]
found["green of amber"] = sum(seen) / len(seen)
try:
    GpioPanel(Config(), panel._confirm.pin_factory)
    found["in use"] = ""
except Exception as error:
    found["in use"] = str(error)
LocalPiFactory._reservations.clear()
LocalPiFactory.pins.clear()
try:
    GpioPanel(Config(), Pi())
    found["in use elsewhere"] = ""
except Exception as error:
    found["in use elsewhere"] = str(error)
panel.close()
found["closed"] = [value(pin) for pin in (5, 6, 13, 19)]
print("FOUND", json.dumps(found), flush=True)
"""


@cache
def gpio_sim() -> Path:
    """The kernel's simulated GPIO chip, which Debian does not build: built here from Debian's sources of that kernel."""
    folder = BUILD / f"gpio-sim-{release()}"
    if (folder / "gpio-sim.ko").exists():
        return folder / "gpio-sim.ko"
    headers, source = Path(f"/usr/src/linux-headers-{release()}"), Path("/usr/src/linux-source-6.1.tar.xz")
    for path in (headers, source):
        if not path.exists():
            skip_tier("machines", f"{path} is not installed")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    wanted = {
        "linux-source-6.1/drivers/gpio/gpio-sim.c": "gpio-sim-main.c",
        "linux-source-6.1/drivers/gpio/gpiolib.h": "gpiolib.h",
        "linux-source-6.1/kernel/irq/irq_sim.c": "irq_sim.c",
    }
    with tarfile.open(source) as archive:
        for member in archive:
            if member.name in wanted:
                content = archive.extractfile(member)
                assert content is not None
                # The descriptor of an interrupt is looked up by a function that modules may not call, and by one that they may.
                text = content.read().decode().replace("irq_to_desc(irqnum)", "irq_data_to_desc(irq_get_irq_data(irqnum))")
                (folder / wanted[member.name]).write_text(text)
    (folder / "Makefile").write_text("obj-m += gpio-sim.o\ngpio-sim-y := gpio-sim-main.o irq_sim.o\n")
    shell("make", "-C", headers, f"M={folder}", "modules")
    return folder / "gpio-sim.ko"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the panel made of all that was pressed, and the lines of lamp and buzzer."""
    work = tmp_path_factory.mktemp("pins")
    with throw_away(debian("bookworm", "python", "python3"), work) as root:
        shutil.copytree(ROOT / "device", root / "opt" / "cardtable" / "device")
        shutil.copytree(libraries("gpio-wheels", PLATFORMS, "gpiozero", "gpiod"), root / "opt" / "wheels")
        (root / "root" / "program.py").write_text(PRESSES)
        guest = Guest(root, first_root(work, [*SHARING, "configfs"], [gpio_sim()], LINES))
        said = []
        for line in guest.lines():
            said.append(line)
            if line.startswith(("FOUND", "ENDED")):
                break
        guest.pull_the_plug()
    assert said[-1].startswith("FOUND"), "\n".join(said[-30:])
    return dict(json.loads(said[-1].removeprefix("FOUND")))


def test_one_bouncing_press_is_one_confirm(found: dict[str, Any]) -> None:
    assert found["bouncing"] == ["confirm"]


def test_a_tap_of_twenty_milliseconds_counts(found: dict[str, Any]) -> None:
    assert found["tap"] == ["confirm"]


def test_a_long_press_takes_back_and_does_not_confirm(found: dict[str, Any]) -> None:
    assert found["long"] == ["take_back"]


def test_two_buttons_at_once_are_both_heard(found: dict[str, Any]) -> None:
    assert found["together"] == ["dispute", "undo"]
    assert found["confirm and undo"] == ["confirm", "undo"]


def test_the_lamp_is_what_its_lines_say(found: dict[str, Any]) -> None:
    assert (found["white"], found["red"], found["off"]) == ([1, 1, 1], [1, 0, 0], [0, 0, 0])


def test_green_is_on_half_of_the_time_in_amber(found: dict[str, Any]) -> None:
    assert 0.3 < found["green of amber"] < 0.7


def test_the_buzzer_plays_two_notes_for_a_question(found: dict[str, Any]) -> None:
    assert found["notes of amber"] == 2


def test_a_pin_in_use_is_named(found: dict[str, Any]) -> None:
    assert "GPIO17" in found["in use"]
    assert "GPIO17 is already in use by another program" in found["in use elsewhere"]


def test_everything_is_off_in_the_end(found: dict[str, Any]) -> None:
    assert found["closed"] == [0, 0, 0, 0]
