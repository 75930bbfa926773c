"""A club that plays by itself, to look at: hub, broker and tables where bots play, all on this machine."""

import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

from club.evening import acts
from club.hosting import Hosted
from club.hub import Hub
from club.joining import join
from club.line import Line
from club.simulation import SimulatedTable, Sitting, paced, players_for

GAMES = ("whist", "spar", "hearts", "euchre")
"""What is played at the tables, in turn."""

NAMES = (
    *(
        "Ama",
        "Kofi",
        "Esi",
        "Yaw",
        "Abena",
        "Kwame",
        "Adjoa",
        "Kojo",
        "Efua",
        "Kwesi",
        "Akua",
        "Fiifi",
        "Nana",
        "Araba",
        "Ekow",
        "Mansa",
    ),
)
"""Who plays, four at a table."""

REVOKES, DISPUTES = 0.01, 0.02
"""How likely a card is none that may be played, and a trick is doubted."""


def play_evening(club: Hosted, folder: Path, tables: int, pace: float, seed: int, stop: Event) -> list[Thread]:
    """Open an evening and let so many tables play in threads of their own, an act every `1 / pace` seconds in the mean."""
    hub = club.hub
    _do(hub, acts.EveningOpened, name="Demonstration", since=hub.archive.position())
    threads = []
    for number in range(1, tables + 1):
        box = f"table-{number}"
        _do(hub, acts.TableSet, table=number, box=box)
        names = [_name(place) for place in range(4 * number - 4, 4 * number)]
        for name in names:
            _do(hub, acts.MemberJoined, member=name)
        access = join(hub.invite(box), lambda _: club.authority.certificate.read_bytes()).access
        chance = random.Random(f"{seed} {number}")  # noqa: S311  # cards of a demonstration
        table = SimulatedTable(folder / box, chance, REVOKES, DISPUTES)
        line = Line(folder / box, access, "demo")
        threads.append(Thread(target=line.run, args=(stop,), name=f"line {number}"))
        threads.append(
            Thread(target=play_at, args=(table, GAMES[(number - 1) % len(GAMES)], names, pace, chance, stop), name=box)
        )
    for thread in threads:
        thread.start()
    return threads


def _name(place: int) -> str:
    """Somebody's name; from the second time round with a number."""
    again = place // len(NAMES)
    return f"{NAMES[place % len(NAMES)]} {again + 1}" if again else NAMES[place]


def play_at(table: SimulatedTable, game: str, names: Sequence[str], pace: float, chance: random.Random, stop: Event) -> None:
    """One session after another at a table, the winners staying."""
    players = players_for(game, names)
    seats = cycle(range(len(players)))

    def following() -> Sitting:
        first = next(seats)
        return Sitting(game, (*players[first:], *players[:first]))

    paced(table.evening(following), lambda: chance.expovariate(pace), stop)


def _do(hub: Hub, kind: Callable[..., acts.Act], **values: object) -> None:
    hub.act(kind(at=datetime.now(UTC), by="demo", **values))
