"""The image as its owner meets it, in an emulated machine: set up step by step in a browser, and a hand seen by its camera."""

import json
import shlex
import shutil
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.slow.card import AS_THE_BOX, Card, Machine, switched_on
from tests.slow.machines import needs, shell

START = """
from datetime import UTC, datetime
from pathlib import Path
from scoring.commands import StartSession
from scoring.ledger import Ledger, LiveTable
live = LiveTable(Ledger(Path("/var/lib/cardtable/log.db")))
live.submit(StartSession(by="test", game="spar", players=("Ama", "Kofi")), lambda: datetime.now(UTC))
"""

STEPS = ("Language and name", "Wi-Fi", "Camera", "Calibration", "Buttons, lamp, sound, reader", "Keys")
ON = ("Next", "Skip: we shall type", "Skip the rest", "Skip", "Finish, and show the sheet")
"""What leads on from a step, whatever the machine has."""

FILM = """
sed -i --follow-symlinks 's|^camera = .*|camera = "/data/film"|; s|^confirm = "button"|confirm = "next-lead"|' /etc/cardtable.toml
mkdir -p /run/systemd/system/cardtable-table.service.d
printf '[Service]\\nWatchdogSec=0\\n' > /run/systemd/system/cardtable-table.service.d/slow.conf
systemctl daemon-reload
systemctl restart --no-block cardtable-table
"""
"""Its camera is a film, a trick is fact with the next lead, and a frame may take as long as it does without acceleration."""

PATIENCE_S, PATIENCE_MS = 2400.0, 180_000
"""For a hand, and for a page, without acceleration."""


def enter(screen: Any, address: str) -> None:
    """Open the first page; so soon after the start a connection may still be cut off, as a person would try once more."""
    from playwright.sync_api import Error

    for _ in range(5):
        try:
            screen.goto(address)
            return
        except Error as error:
            if "ERR_CONNECTION_RESET" not in str(error):
                raise
    screen.goto(address)


def walk(machine: Machine) -> list[str]:
    """Go through the six steps with the owner's key, as on a phone; what each was called."""
    from playwright.sync_api import sync_playwright

    owner = json.loads(machine.run("cat /var/lib/cardtable/keys.json"))["owner"]
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    seen = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        screen: Any = browser.new_page(viewport={"width": 390, "height": 844}, locale="en")
        screen.set_default_timeout(PATIENCE_MS)
        enter(screen, f"http://127.0.0.1:{machine.page}/key/{owner}")
        screen.goto(f"http://127.0.0.1:{machine.page}/setup?step=name")
        for step in STEPS:
            screen.get_by_role("heading", level=1, name=step, exact=True).wait_for()
            seen.append(screen.locator("h1").inner_text())
            label = next(label for label in ON if screen.get_by_role("button", name=label, exact=True).count())
            screen.get_by_role("button", name=label, exact=True).first.click()
        screen.locator(".qr svg").first.wait_for()
        browser.close()
    return seen


def tricks(machine: Machine) -> list[dict[str, Any]]:
    """Those of the hand that is being played."""
    with urllib.request.urlopen(f"http://127.0.0.1:{machine.page}/api/v1/table", timeout=120) as answer:
        hand = json.load(answer)["hand"]
    return hand["tricks"] if hand else []


def test_a_new_box_is_set_up_step_by_step_and_stays_so(image: Path, tmp_path: Path) -> None:
    needs("chromium-headless-shell")
    with switched_on(Card(image, tmp_path)) as machine:
        machine.answers()
        assert walk(machine) == list(STEPS)
        assert json.loads(machine.run("cat /var/lib/cardtable/set-up.json"))["is_finished"] is True


def test_a_hand_that_its_camera_sees_is_there_after_the_plug_was_pulled(image: Path, tmp_path: Path) -> None:
    film = tmp_path / "film"
    shell(sys.executable, "-m", "device", "simulate", "--out", film, "--players", "2", "--seed", "3")
    laid = [play["card"] for play in json.loads((film / "truth.json").read_text())["truth"] if "card" in play]
    card = Card(image, tmp_path)
    with switched_on(card) as machine:
        machine.answers()
        machine.run(f"{AS_THE_BOX} - <<'END'\n{START}\nEND")
        bring = " ".join(map(shlex.quote, machine.inside("mkdir /data/film && tar -C /data/film -xz")))
        shell("sh", "-c", f"tar -C {film} -cz . | {bring}")
        machine.run(FILM)
        began = time.monotonic()
        while len(tricks(machine)) < 2:
            assert time.monotonic() - began < PATIENCE_S, "no trick was seen"
            time.sleep(5)
        seen = tricks(machine)[0]
        machine.pull_the_plug()
    assert [play["card"] for play in seen["plays"]] == laid[:2]
    with switched_on(card) as machine:
        machine.answers()
        assert tricks(machine)[0] == seen
