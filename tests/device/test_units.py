"""The units: systemd has nothing to say against them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import skip_tier

UNITS = Path(__file__).parents[2] / "systemd"


def test_the_service_that_installs_opens_a_system_that_is_read_only_for_the_service_manager_too() -> None:
    text = (UNITS / "cardtable-update.service").read_text()
    for setting in ("Private", "Protect", "ReadOnly", "ReadWrite", "Inaccessible", "Bind", "Root", "TemporaryFileSystem"):
        assert f"\n{setting}" not in text, "it would have mounts of its own"


@pytest.mark.parametrize(
    "unit",
    [f"cardtable-{name}.service" for name in ("table", "web", "line", "hub", "network", "update", "update-finish")],
)
def test_the_unit_verifies_with_nothing_on_standard_error(unit: str, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        skip_tier("systemd", "systemd-analyze is not installed")
    # Verification wants the program to be there; what is checked is the unit and not the installation.
    text = (
        (UNITS / unit)
        .read_text()
        .replace("/opt/cardtable/venv/bin/cardtable", "/bin/true")
        .replace("/usr/share/cardtable/network", "/bin/true")
    )
    copy = tmp_path / unit
    copy.write_text(text)
    run = subprocess.run(["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
