"""What 250 phones cost: `python -m benchmarks.phones [PHONES]`.

Starts the page as the box does, lets so many phones hang on the stream, and plays: seconds from the commit of a trick until
every phone has it, what a form takes meanwhile, what one phone more sees by polling, the memory of the server, and how long
`/api/v1/table` takes with 1,000 hands in the session.
"""

import asyncio
import http.client
import itertools
import json
import re
import socket
import statistics
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.fold import session
from scoring import Card
from scoring.commands import ConfirmTrick, PlayCard, StartSession
from scoring.ledger import Ledger, LiveTable
from scoring.ledger.keys import KeyRing

PHONES, TRICKS = 250, 20
POLL = 4.0
"""Seconds between two questions of a page without the stream (`web/static/live.js`)."""
PACK = [rank + suit for rank, suit in itertools.product("9876", "CDH")]


def now() -> datetime:
    """The time of day, for the log."""
    return datetime.now(UTC)


def memory(process: int) -> float:
    """Megabytes that the process holds by itself (proportional set size)."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    found = re.search(r"^Pss: +(\d+)", text, re.MULTILINE)
    return int(found[1]) / 1024 if found else float("nan")


def p95(values: list[float]) -> float:
    """The value that 95 % stay below."""
    return statistics.quantiles(values, n=20)[-1]


class Phone:
    """A phone with the table's key that sends forms."""

    def __init__(self, port: int, key: str) -> None:
        self.port = port
        status, headers, _ = self.ask("GET", f"/key/{key}")
        assert status == 303, status
        self.cookie = headers["Set-Cookie"].split(";")[0]
        _, headers, text = self.ask("GET", "/me")
        self.cookie = headers.get("Set-Cookie", self.cookie).split(";")[0]
        found = re.search(r'name="token" value="(\w+)"', text)
        assert found is not None
        self.token = found[1]

    def ask(self, method: str, path: str, body: str = "") -> tuple[int, http.client.HTTPMessage, str]:
        """One request: status, headers, text."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": getattr(self, "cookie", ""), "Content-Type": "application/x-www-form-urlencoded", "X-Live": "1"}
        line.request(method, path, body, headers)
        answer = line.getresponse()
        text = answer.read().decode()
        line.close()
        return answer.status, answer.headers, text

    def lay(self, card: str) -> float:
        """Type a card; the seconds that took."""
        begin = time.perf_counter()
        status, _, text = self.ask("POST", "/do/play", f"token={self.token}&card={card}")
        assert status == 200, text
        return time.perf_counter() - begin


class Crowd:
    """Phones on the stream: when each saw which place of the log."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.seen: dict[int, list[float]] = {}
        self.joined = 0

    async def follow(self) -> None:
        """Listen until cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
        await writer.drain()
        self.joined += 1
        while line := await reader.readline():
            if line.startswith(b"id: "):
                self.seen.setdefault(int(line[4:]), []).append(time.perf_counter())


async def play(port: int, phones: int, live: LiveTable, key: str) -> tuple[list[float], list[float], int]:
    """Tricks while everybody listens: seconds until each phone had each, seconds of forms, and phones that missed one."""
    crowd = Crowd(port)
    tasks = [asyncio.create_task(crowd.follow()) for _ in range(phones)]
    while crowd.joined < phones:
        await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    phone, loop = await asyncio.get_running_loop().run_in_executor(None, Phone, port, key), asyncio.get_running_loop()
    delays, forms, missed = list[float](), list[float](), 0
    for turn in range(TRICKS):
        hand = live.table().hand
        cards = PACK[(2 * turn) % len(PACK) :][:2]
        live.submit(PlayCard(by="camera", card=Card.parse(cards[0])), now)
        forms.append(await loop.run_in_executor(None, phone.lay, cards[1]))
        await asyncio.sleep(0.3)
        hand = live.table().hand
        assert hand is not None
        live.submit(ConfirmTrick(by="button", hand=hand.number, trick=hand.trick_to_confirm), now)
        committed, place = time.perf_counter(), live.ledger.position()
        await asyncio.sleep(0.7)
        times = crowd.seen.get(place, [])
        missed += phones - len(times)
        delays += [seen - committed for seen in times]
    for task in tasks:
        task.cancel()
    return delays, forms, missed


def polled(port: int, live: LiveTable) -> float:
    """Seconds at the worst until a phone that was refused the stream sees a card: it has just asked, as the page does."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    line.request("GET", "/api/v1/table")
    line.getresponse().read()
    live.submit(PlayCard(by="camera", card=Card.parse("9S")), now)
    committed, wanted, seen = time.perf_counter(), live.table().seq, -1
    while seen < wanted:
        time.sleep(POLL)
        line.request("GET", "/api/v1/table")
        seen = json.loads(line.getresponse().read())["seq"]
    line.close()
    return time.perf_counter() - committed


def asked(port: int, times: int = 100) -> list[float]:
    """Seconds that `/api/v1/table` takes."""
    line, found = http.client.HTTPConnection("127.0.0.1", port, timeout=30), list[float]()
    for _ in range(times):
        begin = time.perf_counter()
        line.request("GET", "/api/v1/table")
        line.getresponse().read()
        found.append(time.perf_counter() - begin)
    line.close()
    return found


def main() -> None:
    """Print the figures."""
    phones = int(sys.argv[1]) if len(sys.argv) > 1 else PHONES
    with TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        data = Path(folder)
        config = data / "cardtable.toml"
        config.write_text(f'data = "{data}"\nhost = "127.0.0.1"\nport = {port}\n')
        live = LiveTable(Ledger(data / "log.db"))
        live.submit(StartSession(by="bench", game="spar", players=("Ama", "Kofi")), now)
        command = [sys.executable, "-m", "device", "web", "--config", str(config)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            server.stdout.readline()
            key = KeyRing(data / "keys.json").keys().table
            delays, forms, missed = asyncio.run(play(port, phones, live, key))
            size = memory(server.pid)
            print(
                f"{phones} phones: a trick reaches them {1000 * p95(delays):.0f} ms (p95) after its commit; {missed} missed one"
            )
            print(f"a form meanwhile: {1000 * p95(forms):.0f} ms (p95); server {size:.0f} MB")
            print(f"one phone more, by polling: {polled(port, live):.1f} s")
            events, _ = session("spar", 1000)
            live.ledger.append("long", 0, events)
            begin = time.perf_counter()
            asked(port, 1)
            first = time.perf_counter() - begin
            print(f"/api/v1/table with 1,000 hands: {1000 * p95(asked(port)):.1f} ms (p95), the first time {first:.2f} s")
            server.terminate()


if __name__ == "__main__":
    main()
