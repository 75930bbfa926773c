"""The README's two commands on a system that has git, Python and make alone: from a clone to a card on the page, and to green."""

import json
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.slow.machines import ROOT, debian, shell, throw_away

GIVEN = ("git", "make", "python3", "python3-venv", "ca-certificates")

OURS = ("etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt")
"""Files of this system through which it reaches packages, where it has them."""

PORT = 18431
DEMO_S, TEST_S = 1800.0, 5400.0


@contextmanager
def fresh(suite: str, work: Path) -> Iterator[Path]:
    """Such a system with a clone of the project in /srv/cardtable."""
    with throw_away(debian(suite, "fresh", *GIVEN), work) as root:
        for name in OURS:
            if Path("/", name).exists():
                shell("install", "-D", "-m644", Path("/", name), root / name)
        shell("git", "clone", "--quiet", ROOT, root / "srv" / "cardtable")
        yield root


def inside(root: Path, command: str) -> list[str]:
    """The command in the clone, with mounts and processes that end with it."""
    script = f"""
        mount --rbind /dev {root}/dev; mount --rbind /sys {root}/sys; mount -t proc proc {root}/proc
        exec chroot {root} /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 sh -ec '
            export PIP_CERT=/etc/ssl/certs/ca-certificates.crt; cd /srv/cardtable; {command}'
    """
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-ec", script]


def cards_on_the_page() -> int:
    """How many cards the page knows; none where it does not answer yet."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/api/v1/table", timeout=5) as answer:
            hand = json.load(answer).get("hand") or {}
    except OSError:
        return 0
    return sum(len(trick["plays"]) for trick in hand.get("tricks", []))


@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_make_demo_shows_a_card_from_a_clone(suite: str, tmp_path: Path) -> None:
    with fresh(suite, tmp_path) as root:
        began, said = time.monotonic(), tmp_path / "said"
        with said.open("wb") as log:
            demo = subprocess.Popen(inside(root, f'make demo ARGS="--port {PORT}"'), stdout=log, stderr=log)
        try:
            while not cards_on_the_page():
                assert demo.poll() is None, said.read_text()
                assert time.monotonic() - began < DEMO_S, said.read_text()
                time.sleep(1)
        finally:
            demo.kill()
            demo.wait()
        print(f"{suite}: the first card after {time.monotonic() - began:.0f} s\n{said.read_text()}")
        assert "done in" in said.read_text()
        assert "The page is at" in said.read_text()


@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_make_test_is_green_from_a_clone(suite: str, tmp_path: Path) -> None:
    with fresh(suite, tmp_path) as root:
        began = time.monotonic()
        said = shell(*inside(root, "make test"), timeout=TEST_S)
        print(f"{suite}: {said.splitlines()[-1]}; {time.monotonic() - began:.0f} s")
        assert " passed" in said
