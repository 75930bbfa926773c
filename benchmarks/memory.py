"""Whether memory stays flat: `python -m benchmarks.memory`. Eight simulated hours of the table's process and of the page's.

The table: a real eye on a still table, then hands through loop and log. The page: a process of its own, over a log that grows
by twelve hands an hour, with forty phones that come, look, listen and go. Who has won a game plays another. Run it with the
environment of `systemd/cardtable-web.service`.
"""

import http.client
import random
import re
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.fold import a_hand
from device.box import Box
from device.config import Config
from device.loop import TableLoop
from device.panel import PaperPanel
from device.simulation import CARD_WIDTH, RATE, RenderedTable
from scoring.commands import EndSession, StartSession
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from scoring.ledger.keys import KEYS, KeyRing
from vision.picture.reader import Reader
from vision.scene.watcher import Watcher
from vision.sighting import Frame

HOURS, HANDS, PHONES, FRAMES = 8, 12, 40, 3000
"""Simulated hours; in each, hands, phones, and frames that the eye looks at, which is five minutes' worth."""


def memory(process: str) -> float:
    """Megabytes that the process holds (resident)."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else float("nan")


def report(what: str, sizes: list[float]) -> None:
    """Print the growth from the first hour, by which all caches are full, to the last."""
    growth = 100 * (sizes[-1] / sizes[0] - 1)
    print(f"{what}: {sizes[0]:.1f} MB after the first hour, {sizes[-1]:.1f} MB after the last ({growth:+.1f} %)")


def an_hour_of_hands(live: LiveTable, chance: random.Random) -> None:
    """Twelve hands of Spar for four, in as many games as that takes."""
    for _ in range(HANDS):
        if live.table().standing.is_over:
            live.submit(EndSession(by="bench"))
            sit_down(live)
        for command in a_hand(live.table(), chance, "spar"):
            live.submit(command)


def sit_down(live: LiveTable) -> None:
    """A game of an hour begins."""
    players = ("Ama", "Kofi", "Esi", "Yaw")
    live.submit(StartSession(by="bench", game="spar", players=players, options={"target": 5}))


def table(data: Path) -> list[float]:
    """Memory of a table's process after each hour."""
    live, chance, sizes = LiveTable(Ledger(data / "log.db")), random.Random(1), list[float]()
    sit_down(live)
    loop = TableLoop(Watcher(Reader(), CARD_WIDTH), live, EvidenceStore(data / "evidence"), PaperPanel())
    box = Box(loop, Config(data=data, buttons=False, tags=False))
    pictures = cycle(RenderedTable(3).rest(20))
    for hour in range(HOURS):
        for number, picture in enumerate(islice(pictures, FRAMES), start=hour * FRAMES):
            box.step(Frame(number, number / RATE, picture))
        an_hour_of_hands(live, chance)
        sizes.append(memory("self"))
    return sizes


def look(port: int, cookie: str) -> None:
    """A phone comes, opens pages, hangs on the stream until something happens, and goes."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    for path in ("/", "/score", "/hand", "/?part=1", "/api/v1/table", "/api/v1/session", "/tv"):
        line.request("GET", path, headers={"Cookie": cookie})
        line.getresponse().read()
    line.request("GET", "/api/v1/events", headers={"Cookie": cookie})
    line.getresponse().readline()
    line.close()


def page(data: Path) -> list[float]:
    """Memory of the page's process after each hour."""
    config, sizes, chance = data / "cardtable.toml", list[float](), random.Random(1)
    live = LiveTable(Ledger(data / "log.db"))
    sit_down(live)
    config.write_text(f'data = "{data}"\nhost = "127.0.0.1"\nport = 18432\n')
    command = [sys.executable, "-m", "device", "web", "--config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        server.stdout.readline()
        key = KeyRing(data / KEYS).keys().table
        for _ in range(HOURS):
            an_hour_of_hands(live, chance)
            for _ in range(PHONES):
                line = http.client.HTTPConnection("127.0.0.1", 18432, timeout=30)
                line.request("GET", f"/key/{key}")
                look(18432, str(line.getresponse().headers["Set-Cookie"]).split(";")[0])
                line.close()
            sizes.append(memory(str(server.pid)))
        server.terminate()
    return sizes


if __name__ == "__main__":
    for what, measured in (("the table", table), ("the page", page)):
        with TemporaryDirectory() as folder:
            report(what, measured(Path(folder)))
