"""How the machine under the table does: its disk, clock, heat, power and network, as the kernel tells."""

import os
import platform
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import cv2

from device.address import addresses
from device.finding import Finding, Part

LOW_MB = 200
"""Megabytes of free disk below which the owner is told: pictures stop at a third of it."""

HOT_C = 80.0
"""Degrees at which a Pi begins to slow itself down (Raspberry Pi documentation, frequency management)."""

MADE = datetime(2026, 1, 1, tzinfo=UTC)
"""The clock cannot be right while it shows less."""

UNDER_VOLTAGE, SLOWED = 1 << 0 | 1 << 16, 1 << 1 | 1 << 2 | 1 << 17 | 1 << 18
"""Bits of the firmware's answer, now or since the start (Raspberry Pi documentation, `vcgencmd get_throttled`)."""


TOO_SLOW = re.compile(r"Raspberry\sPi\s(?!(Compute\sModule\s)?[45])")
"""How the names of the boards begin for which the box is not made."""

IN_MEMORY = "the card cannot keep records: what is played is lost with the plug; write the image to another card"


def machine_findings(data: Path, host: str, port: int, root: Path = Path("/")) -> list[Finding]:
    """Everything that the machine tells of itself; what it does not tell is left out. `root` is where its files begin."""
    found = [*board_findings(root), *card_findings(root), storage_finding(data), clock_finding(datetime.now(UTC), root)]
    return [*found, *heat_findings(root), *power_findings(root), network_finding(host, port)]


def board_findings(root: Path = Path("/")) -> list[Finding]:
    """Whether it is another Raspberry Pi than those that are quick enough."""
    model = _read(root / "proc/device-tree/model").rstrip("\0")
    if not TOO_SLOW.match(model):
        return []
    return [Finding(Part.BOARD, False, f"this is a {model}: it reads cards too slowly; put the card into a Raspberry Pi 4 or 5")]


def card_findings(root: Path = Path("/")) -> list[Finding]:
    """Whether an image's start could not use the card's third partition (`image/files`)."""
    return [Finding(Part.STORAGE, False, IN_MEMORY)] if (root / "run/cardtable-in-memory").exists() else []


def storage_finding(data: Path) -> Finding:
    """How much of the disk is left, and whether it may be written to."""
    try:
        free = shutil.disk_usage(data).free // 2**20
    except OSError as error:
        return Finding(Part.STORAGE, False, f"{data} cannot be read: {error.strerror}")
    if not os.access(data, os.W_OK):
        return Finding(Part.STORAGE, False, f"{data} cannot be written: the card has become read-only, or it is somebody else's")
    if free < LOW_MB:
        return Finding(Part.STORAGE, False, f"the card is nearly full: {free} MB free; delete pictures on the set-up page")
    return Finding(Part.STORAGE, True, f"storage: {free} MB free")


def clock_finding(now: datetime, root: Path = Path("/")) -> Finding:
    """A Pi has no clock of its own: without a network it goes on from when it was switched off."""
    if now < MADE:
        return Finding(
            Part.CLOCK, False, f"the clock says {now.year}: dates will be wrong until a network sets it; the order stays right"
        )
    if not (root / "run/systemd/timesync/synchronized").exists():
        return Finding(Part.CLOCK, True, "no network has set the clock since the start: dates may be late, the order stays right")
    return Finding(Part.CLOCK, True, "the clock is set by the network")


def celsius(root: Path = Path("/")) -> float | None:
    """The processor's temperature; None where the machine does not tell it."""
    text = _read(root / "sys/class/thermal/thermal_zone0/temp")
    return int(text) / 1000 if text.lstrip("-").isdigit() else None


def heat_findings(root: Path = Path("/")) -> list[Finding]:
    """Whether the processor is too hot."""
    degrees = celsius(root)
    if degrees is None:
        return []
    if degrees >= HOT_C:
        return [Finding(Part.HEAT, False, f"{degrees:.0f} °C: too hot, it slows down; let air to the box or add a heat sink")]
    return [Finding(Part.HEAT, True, f"{degrees:.0f} °C")]


def power_findings(root: Path = Path("/")) -> list[Finding]:
    """What the firmware says of voltage and throttling; nothing where there is no such firmware.

    Debian's kernel tells of the voltage alone, as a sensor (Linux, `drivers/hwmon/raspberrypi-hwmon.c`).
    """
    for sensor in sorted((root / "sys/class/hwmon").glob("hwmon*")):
        if _read(sensor / "name") == "rpi_volt":
            return [_voltage(is_low=_read(sensor / "in0_lcrit_alarm") == "1")]
    found = sorted((root / "sys/devices/platform").glob("soc*/*firmware/get_throttled"))
    text = _read(found[0]) if found else ""
    try:
        bits = int(text, 16)
    except ValueError:
        return []
    if bits & UNDER_VOLTAGE:
        return [_voltage(is_low=True)]
    if bits & SLOWED:
        return [Finding(Part.POWER, False, "the processor was slowed down: give it air and a good power supply")]
    return [_voltage(is_low=False)]


def _voltage(*, is_low: bool) -> Finding:
    if is_low:
        return Finding(Part.POWER, False, "the voltage was too low: use the power supply made for this Pi")
    return Finding(Part.POWER, True, "the power supply is good")


def network_finding(host: str, port: int) -> Finding:
    """Whether phones can reach the page."""
    outward = [address for address in addresses(host, port) if "127.0.0.1" not in address]
    if not outward:
        return Finding(Part.NETWORK, False, "no network: phones cannot reach the page; join a Wi-Fi, or wait for the box's own")
    return Finding(Part.NETWORK, True, f"phones reach the page at {outward[-1]}")


def facts(root: Path = Path("/")) -> dict[str, str]:
    """What the machine and its system are, as far as they tell; by names that the page knows."""
    release = dict(line.split("=", 1) for line in _read(root / "etc/os-release").splitlines() if "=" in line)
    started = _read(root / "proc/uptime").split()
    found = {
        "model": _read(root / "proc/device-tree/model").rstrip("\0"),
        "system": release.get("PRETTY_NAME", "").strip('"'),
        "kernel": _read(root / "proc/sys/kernel/osrelease"),
        "python": platform.python_version(),
        "opencv": cv2.__version__,
        "hours_up": f"{float(started[0]) / 3600:.1f}" if started else "",
    }
    return {name: value for name, value in found.items() if value}


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
