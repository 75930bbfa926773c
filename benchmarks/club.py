"""A club at ten times the pace of people: `python -m benchmarks.club [--tables 50] [--minutes 10] [--database ADDRESS]`.

Hub, broker and boxes are processes of their own on this machine; each box has its log in a file and a line of its own. Printed:
seconds from an event's commit at its box to its commit at the hub (p50, p95, most), what the hub takes of memory and processor,
and whether every table at the hub is what its box's own log says. People play some .26 events a second at a table.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

import click

from club.archive import archive_at
from club.connection import Access
from club.demo import taking_turns
from club.hosting import hosted
from club.joining import join
from club.line import Line
from club.room import Room
from club.settings import HubSettings
from club.simulation import SimulatedTable, paced, players_at
from device.ending import ending
from scoring import fold
from scoring.games import GAMES
from scoring.ledger import Ledger
from scoring.ledger.store import LOG
from scoring.projections import table_view
from web.membership import read_state

PEOPLE = 0.26
"""Events a second at a table where people play."""

AT_ONCE = 25
"""Boxes in one process."""


@click.group(invoke_without_command=True)
@click.option("--tables", default=50, show_default=True)
@click.option("--minutes", default=10.0, show_default=True)
@click.option("--pace", default=10.0, show_default=True, help="Times the pace of people.")
@click.option("--database", default="", help="postgresql://…; SQLite if left out.")
@click.pass_context
def main(context: click.Context, tables: int, minutes: float, pace: float, database: str) -> None:
    """Play and print the figures."""
    if context.invoked_subcommand is None:
        with TemporaryDirectory(prefix="cardtable-bench-") as folder:
            measure(Path(folder), tables, minutes, pace, database)


def measure(folder: Path, tables: int, minutes: float, pace: float, database: str) -> None:
    """One evening in a folder of its own."""
    boxes = [f"table-{number}" for number in range(1, tables + 1)]
    settings = {"data": str(folder / "hub"), "port": 8199, "broker_port": 18899, "database": database, "boxes": boxes}
    (folder / "told.json").write_text(json.dumps(settings))
    hub = _process("hub", folder)
    while not (folder / "accesses.json").exists():
        time.sleep(0.1)
    groups = [boxes[at : at + AT_ONCE] for at in range(0, tables, AT_ONCE)]
    players = [_process("boxes", folder, "--pace", str(pace * PEOPLE), *group) for group in groups]
    ends, most = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < ends:
        time.sleep(1)
        most = max(most, _memory(hub.pid))
    for process in players:
        process.send_signal(signal.SIGINT)
        process.wait()
    used = _processor(hub.pid)
    hub.send_signal(signal.SIGINT)
    hub.wait()
    _report(folder, boxes, most, used / (60 * minutes), database or str(folder / "hub" / "hub.db"))


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
def hub(folder: Path) -> None:
    """The hub, which notes when it has committed what."""
    told = json.loads((folder / "told.json").read_text())
    settings = HubSettings("bench", Path(told["data"]), "127.0.0.1", told["port"], told["broker_port"], database=told["database"])
    stop = Event()
    with (
        ending(stop.set),
        hosted(settings, "http://localhost", ["localhost"], listen="127.0.0.1") as club,
        (folder / "taken").open("w") as taken,
    ):
        take = club.hub.archive.take

        def noted(excerpts: Any) -> Any:
            answers, now = take(excerpts), time.time()
            taken.writelines(f"{excerpt.session} {entry.seq} {now}\n" for _, excerpt in excerpts for entry in excerpt.entries)
            return answers

        setattr(club.hub.archive, "take", noted)  # noqa: B010  # the same, with a note
        running = Thread(target=club.run, args=(stop,))
        running.start()
        pem = club.access.authority.encode()
        accesses = {box: asdict(join(club.hub.invite(box), lambda _: pem).access) for box in told["boxes"]}
        (folder / "accesses.new").write_text(json.dumps(accesses))
        (folder / "accesses.new").rename(folder / "accesses.json")
        running.join()


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--pace", type=float)
@click.argument("names", nargs=-1)
def boxes(folder: Path, pace: float, names: tuple[str, ...]) -> None:
    """Tables with their lines, which note when they have committed what."""
    accesses = json.loads((folder / "accesses.json").read_text())
    play, speak = Event(), Event()
    lines, tables = [], []
    for number, box in enumerate(names):
        chance = random.Random(f"{box}")
        table = SimulatedTable(folder / box, chance)
        line = Line(folder / box, Access(**accesses[box]), "bench")
        lines.append(Thread(target=line.run, args=(speak,)))
        game = list(GAMES)[(sum(map(ord, box)) + number) % len(GAMES)]
        players = tuple(f"{box} {letter}" for letter in "ABCDE"[: players_at(game)])
        steps = table.evening(taking_turns(game, players))
        tables.append(Thread(target=_noted, args=(table, steps, pace, play, folder / f"{box}.made")))
    with ending(play.set):
        for thread in (*lines, *tables):
            thread.start()
        for thread in tables:
            thread.join()
        play.wait()
    until = time.monotonic() + 30
    while time.monotonic() < until and any(_waiting(folder / box) for box in names):
        time.sleep(0.1)
    speak.set()
    for thread in lines:
        thread.join()


def _noted(table: SimulatedTable, steps: Iterator[None], pace: float, stop: Event, made: Path) -> None:
    with made.open("w") as file:

        def noted(command: Any) -> Any:
            events, now = table.live.submit(command), time.time()
            session, seq = table.live.session, table.live.table().seq
            file.writelines(f"{session} {seq - place} {now}\n" for place in range(len(events)))
            return events

        table.bot.do = noted
        paced(steps, lambda: table.bot.chance.expovariate(pace), stop)


def _waiting(folder: Path) -> bool:
    return bool(read_state(folder).waiting)


def _report(folder: Path, boxes: list[str], most: int, used: float, archive: str) -> None:
    made = dict(_moments(folder.glob("*.made")))
    taken: dict[tuple[str, int], float] = {}
    for key, moment in _moments([folder / "taken"]):
        taken.setdefault(key, moment)
    late = sorted(taken[key] - moment for key, moment in made.items() if key in taken)
    print(f"{len(made)} events of {len(boxes)} tables, {len(made) - len(late)} of them not at the hub")
    print(f"seconds from box to hub: p50 {late[len(late) // 2]:.3f}, p95 {late[int(len(late) * 0.95)]:.3f}, most {late[-1]:.3f}")
    print(f"hub: {most} MB at the most, {100 * used:.0f} % of a core")
    opened = archive_at(archive)
    room = Room(opened)
    room.catch_up()
    wrong = [found for found in room.sessions if found.damage or table_view(found.table) != table_view(_own(folder, found))]
    kept = opened.position()
    opened.close()
    print(f"{len(room.sessions)} sessions, {kept} events in the archive; {len(wrong)} sessions differ from their boxes' own logs")


def _own(folder: Path, found: Any) -> Any:
    ledger = Ledger(folder / found.box / LOG)
    try:
        return fold(item.event for item in ledger.read(found.session))
    finally:
        ledger.close()


def _moments(files: Any) -> Iterator[tuple[tuple[str, int], float]]:
    for file in files:
        for line in file.read_text().splitlines():
            session, seq, moment = line.split()
            yield (session, int(seq)), float(moment)


def _process(what: str, folder: Path, *more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "benchmarks.club", what, str(folder), *more])


def _memory(pid: int) -> int:
    """MB that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20


def _processor(pid: int) -> float:
    """Seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
