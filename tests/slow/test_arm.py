"""The processor of a Pi: everything that apt does not bring installs as wheels, and the program runs, emulated."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from tests.conftest import skip_tier
from tests.device.test_setup import lying
from tests.slow.machines import ROOT, debian, libraries, needs, shell, throw_away

PLATFORMS = ("manylinux2014_aarch64", "manylinux_2_27_aarch64", "manylinux_2_28_aarch64")
WANTED = ("numpy", "opencv-python-headless", "onnxruntime", "click", "pytest", "hypothesis", "jsonschema")
"""What the program and its tests import on a Pi."""


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_everything_beside_the_system_s_own_installs_as_wheels(python: str, tmp_path: Path) -> None:
    shell(ROOT / "scripts" / "wheels", tmp_path / "wheels", "aarch64")
    pip = [sys.executable, "-m", "pip", "--isolated", "install", "-q", "--no-index", f"--find-links={tmp_path / 'wheels'}"]
    platforms = [f"--platform={platform}" for platform in PLATFORMS]
    target = [f"--target={tmp_path / 'there'}", "--only-binary=:all:", f"--python-version={python}", *platforms]
    # numpy comes from apt there, and pip is not told of that here.
    without = [path.name.split("-")[0] for path in (tmp_path / "wheels").glob("*.whl")]
    assert "numpy" not in without
    assert {"cardtable", "onnxruntime", "flask", "gpiozero"} <= set(without)
    subprocess.run([*pip, *target, "--no-deps", *sorted(set(without))], check=True)


def emulated(tmp_path: Path, command: str, *files: Path) -> str:
    """What the command says in the project's folder on an emulated Pi."""
    needs("qemu-aarch64-static", "arch-test")
    try:
        shell(ROOT / "image" / "emulate")
    except AssertionError as error:
        skip_tier("machines", f"programs of another processor cannot be run here: {error}")
    with throw_away(debian("bookworm", "arm64", "python3", architecture="arm64"), tmp_path) as root:
        for name in ("scoring", "vision", "device", "web", "tests", "docs", "pyproject.toml"):
            shell("cp", "-r", ROOT / name, root / "root")
        for file in files:
            shell("cp", file, root / "root")
        shell("cp", "-r", libraries("arm64-libraries", PLATFORMS, *WANTED), root / "opt" / "libraries")
        script = f"mount -t proc proc /proc; cd /root; PYTHONPATH=/opt/libraries {command}"
        inside = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "chroot", root, "/bin/sh", "-ec", script]
        return shell(*inside, timeout=3000)


def test_the_unit_tests_of_scoring_pass_there(tmp_path: Path) -> None:
    said = emulated(tmp_path, "python3 -m pytest -q -p no:cacheprovider --hypothesis-profile=quick tests/unit")
    assert " passed" in said.splitlines()[-1]


def test_a_card_is_read_there(tmp_path: Path) -> None:
    picture = tmp_path / "card.png"
    cv2.imwrite(str(picture), lying("7H"))
    record = json.loads(emulated(tmp_path, "python3 -m device read --json card.png", picture))
    assert [card["card"] for card in record["cards"]] == ["7H"]
