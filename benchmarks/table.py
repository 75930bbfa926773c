"""What a table costs and how quick it is: `python -m benchmarks.table [CARDS] [IDLE_SECONDS]`.

First a demo at its own speed: seconds from the frame in which a card lies at rest until a phone on the stream has it, per
stage. Then an idle evening: a still table at ten frames a second, as a share of one core.
"""

import http.client
import json
import statistics
import sys
import threading
import time
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from device.box import Box
from device.config import Config
from device.demo import Demo
from device.evening import Truth
from device.loop import TableLoop
from device.panel import PaperPanel
from device.serving import make_server
from device.simulation import CARD_WIDTH, RATE, RETREAT, RenderedTable
from scoring.commands import Command, PlayCard, StartSession
from scoring.ledger import EvidenceStore, Ledger, LiveTable
from vision.picture.reader import Reader
from vision.scene.watcher import Watcher
from vision.sighting import Frame, Sighting, SightingKind

CARDS, IDLE_S = 60, 60


@dataclass
class Times:
    """For each card in the order of play, when it lay, was seen, was written and was on the phone, in seconds."""

    rested: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    written: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)


def watched(demo: Demo, times: Times) -> None:
    """Let every stage of the demo note its moment."""
    see, submit = demo.loop.watcher.see, demo.live.submit

    def seeing(frame: Frame) -> list[Sighting]:
        found = see(frame)
        laid = [one for one in found if one.kind in (SightingKind.CARD_PLAYED, SightingKind.CARD_HIDDEN)]
        times.seen += [time.monotonic()] * len(laid)
        return found

    def submitting(command: Command, *more: object) -> object:
        events = submit(command, *more)  # type: ignore[arg-type]  # passed on as it came
        if isinstance(command, PlayCard):
            times.written.append(time.monotonic())
        return events

    demo.loop.watcher.see = seeing  # type: ignore[method-assign]  # measured from outside
    demo.live.submit = submitting  # type: ignore[method-assign, assignment]  # likewise


class Truths(list[Truth]):
    """Notes when the demo says that a card has come to rest."""

    def __init__(self, times: Times) -> None:
        super().__init__()
        self.times = times

    def append(self, item: Truth) -> None:
        """The hand that laid it has left; the card came to rest when it let go."""
        self.times.rested.append(time.monotonic() - RETREAT / RATE)
        super().append(item)


def listen(port: int, times: Times) -> None:
    """A phone: notes when each card is on it."""
    line = http.client.HTTPConnection("127.0.0.1", port)
    line.request("GET", "/api/v1/events")
    answer, known = line.getresponse(), dict[int, int]()
    while text := answer.readline():
        hand = json.loads(text[6:]).get("hand") if text.startswith(b"data: ") else None
        if not hand:
            continue
        laid = sum(len(trick["plays"]) for trick in hand["tricks"])
        times.shown += [time.monotonic()] * (laid - known.get(hand["number"], 0))
        known[hand["number"]] = max(laid, known.get(hand["number"], 0))


def quickness(cards: int) -> None:
    """Print how long a card takes to every phone, per stage."""
    times = Times()
    with TemporaryDirectory() as folder:
        demo = Demo(Path(folder), players=4, seed=3, speed=1.0, troubles=())
        evening = demo._evening

        def measured(*given: object) -> object:
            made = evening(*given)  # type: ignore[arg-type]
            made.truth = Truths(times)
            return made

        demo._evening = measured  # type: ignore[method-assign, assignment]  # measured from outside
        watched(demo, times)
        server = make_server(demo.live, demo.evidence, "127.0.0.1", 0)
        for work in (server.run, lambda: listen(server.port, times)):
            threading.Thread(target=work, daemon=True).start()
        playing = threading.Thread(target=demo.run, daemon=True)
        playing.start()
        while min(len(times.rested), len(times.shown)) < cards:
            time.sleep(1)
        demo.stop()
        playing.join()
        server.close()
    for name, first, last in (
        ("rest to eye", times.rested, times.seen),
        ("eye to log", times.seen, times.written),
        ("log to phone", times.written, times.shown),
        ("rest to phone", times.rested, times.shown),
    ):
        taken = [end - begin for begin, end in zip(first[:cards], last[:cards], strict=True)]
        print(f"{name:14} median {statistics.median(taken):.3f} s, p95 {statistics.quantiles(taken, n=20)[-1]:.3f} s")


def idleness(seconds: int) -> None:
    """Print what a still table costs."""
    with TemporaryDirectory() as folder:
        data = Path(folder)
        live = LiveTable(Ledger(data / "log.db"))
        live.submit(StartSession(by="bench", game="spar", players=("Ama", "Kofi")))
        loop = TableLoop(Watcher(Reader(), CARD_WIDTH), live, EvidenceStore(data / "evidence"), PaperPanel())
        box = Box(loop, Config(data=data, buttons=False, tags=False))
        pictures = list(RenderedTable(3).rest(20))
        began, used = time.monotonic(), 0.0
        for number, picture in enumerate(islice(cycle(pictures), seconds * round(RATE))):
            if number == 10 * RATE:
                began, used = time.monotonic(), time.process_time()
            box.step(Frame(number, number / RATE, picture))
            time.sleep(max(0.0, began + max(0.0, number / RATE - 10) - time.monotonic()))
        share = (time.process_time() - used) / (time.monotonic() - began)
    print(f"an idle table at {RATE:.0f} frames a second: {100 * share:.1f} % of one core")


if __name__ == "__main__":
    quickness(int(sys.argv[1]) if len(sys.argv) > 1 else CARDS)
    idleness(int(sys.argv[2]) if len(sys.argv) > 2 else IDLE_S)
