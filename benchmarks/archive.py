"""How fast the hub's archive takes in what fifty boxes send, and is read: `python -m benchmarks.archive`.

Prints for each database and size of a batch the events a second and the milliseconds that a batch takes until it is on the disk
(half of them, and nineteen of twenty), and last the events a second that are read. PostgreSQL is started here with its defaults.
"""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from club.archive import Archive, archive_at
from club.wire import NOTHING, Excerpt, chain
from tests.club.postgres import serving

BOXES = 50
BATCHES = {1: 1000, 10: 400, 100: 100, 500: 40}
"""Events of a batch, and batches."""

READ = 1000
"""Events that are read at once."""

BYTES = 289
"""Of an event's line, as measured over evenings."""


def batches(session: str, size: int, many: int) -> Iterator[list[tuple[str, Excerpt]]]:
    """As many batches, each of events that fifty boxes, or as many as there are events, have played further."""
    last, played = [NOTHING] * BOXES, [0] * BOXES
    for number in range(many):
        batch: list[tuple[str, Excerpt]] = []
        for turn in range(min(size, BOXES)):
            box = (number * size + turn) % BOXES
            places = range(played[box] + 1, played[box] + 1 + max(1, size // BOXES))
            batch.append((f"table-{box}", chain(session, last[box], [(place, line(session, place)) for place in places])))
            last[box], played[box] = batch[-1][1].last, places[-1]
        yield batch


def line(session: str, seq: int) -> str:
    """An event's line of the usual length."""
    start = f'{{"session":"{session}","seq":{seq},"data":"'
    return f'{start}{"x" * (BYTES - len(start) - 2)}"}}'


def measure(name: str, archive: Archive) -> None:
    """Print the lines of one database."""
    for size, many in BATCHES.items():
        seconds: list[float] = []
        for batch in batches(f"batches-of-{size}", size, many):
            begin = time.perf_counter()
            answers = archive.take(batch)
            seconds.append(time.perf_counter() - begin)
            assert all(answer.is_known and not answer.refusal for answer in answers)
        half, most = (1000 * quantiles(seconds, n=20)[place] for place in (9, 18))
        print(f"{name:<12}{size:>7}{size * many / sum(seconds):>12,.0f}{half:>10.2f}{most:>10.2f}")
    begin, at = time.perf_counter(), 0
    while found := archive.after(at, READ):
        at = found[-1].number
    print(f"{name:<12}{'read':>7}{at / (time.perf_counter() - begin):>12,.0f}")


def main() -> None:
    """Measure both databases."""
    print(f"{'':<12}{'batch':>7}{'events/s':>12}{'p50 ms':>10}{'p95 ms':>10}")
    with TemporaryDirectory() as folder, closing(archive_at(Path(folder) / "hub.db")) as archive:
        measure("SQLite", archive)
    with serving({}) as server, closing(archive_at(server.new())) as archive:
        measure("PostgreSQL", archive)


if __name__ == "__main__":
    main()
