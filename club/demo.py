"""A club that plays by itself, to look at: hub, broker and tables where bots play, all on this machine.

At the first tables pairs play a contest of duplicate bridge, the same boards at both; at the others there are games of all kinds.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count, cycle, islice
from pathlib import Path
from threading import Event, Thread

from club.bots import Habits
from club.evening import acts
from club.evening.movement import movement_of
from club.evening.plan import Counting, Kind, Plan
from club.evening.state import Contest
from club.hosting import Hosted
from club.hub import Hub
from club.joining import join
from club.line import Line
from club.movements.rounds import Meeting, boards_of
from club.simulation import SimulatedTable, Sitting, boards, paced, players_at

GAMES = ("spar", "whist", "hearts", "sheepshead", "euchre", "suipe", "skat", "spades")
"""What is played at the open tables, in turn."""

NAMES = ("Ama", "Kofi", "Esi", "Yaw", "Abena", "Kwame", "Adjoa", "Kojo", "Efua", "Kwesi", "Akua", "Fiifi", "Nana", "Araba")
"""Who plays; from the second time round with a number."""

HABITS = Habits(revokes=0.01, unsure=0.01, taken_back=0.005, disputes=0.02)
"""What happens at the tables."""

DUPLICATE_TABLES, BOARDS = 2, 2
"""Tables of the contest, and boards of a round."""

ACTS_OF_A_BOARD = 80
"""Calls, cards and tricks, some."""

MOST_HANDS = 24
"""Of a game that has no end of its own."""


@dataclass(frozen=True)
class Demo:
    """What all parts of a demonstration share: the hub, how many acts a second there are at a table, and when it ends."""

    hub: Hub
    pace: float
    seed: int
    stop: Event

    def act(self, kind: Callable[..., acts.Act], **values: object) -> None:
        """Do something as the director."""
        self.hub.act(kind(at=datetime.now(UTC), by="demo", **values))

    def chance(self, what: str) -> random.Random:
        """Chance that is the same every time."""
        return random.Random(f"{self.seed} {what}")  # noqa: S311  # cards of a demonstration

    def play(self, table: SimulatedTable, sittings: Iterator[Sitting]) -> None:
        """Let a table play at the pace."""
        chance = table.bot.chance
        paced(table.evening(sittings), lambda: chance.expovariate(self.pace), self.stop)


def play_evening(club: Hosted, folder: Path, tables: int, pace: float, seed: int, stop: Event) -> list[Thread]:
    """Open an evening and let the contest and so many open tables play, each in a thread, at so many acts a second a table."""
    demo = Demo(club.hub, pace, seed, stop)
    demo.act(acts.EveningOpened, name="Demonstration", since=club.hub.archive.position())
    threads, seated, names = list[Thread](), list[SimulatedTable](), _names(demo)
    for number in range(1, DUPLICATE_TABLES + tables + 1):
        box = f"table-{number}"
        demo.act(acts.TableSet, table=number, box=box)
        access = join(club.hub.invite(box), lambda _: club.access.authority.encode()).access
        seated.append(SimulatedTable(folder / box, demo.chance(box), HABITS))
        line = Line(folder / box, access, "demo")
        threads.append(Thread(target=line.run, args=(stop,), name=f"line {number}"))
    pairs = tuple((next(names), next(names)) for _ in range(2 * DUPLICATE_TABLES))
    threads.append(Thread(target=play_contests, args=(demo, seated[:DUPLICATE_TABLES], pairs), name="contest"))
    for table, game in zip(seated[DUPLICATE_TABLES:], cycle(GAMES), strict=False):
        sittings = taking_turns(game, tuple(islice(names, players_at(game))))
        threads.append(Thread(target=demo.play, args=(table, sittings), name=game))
    for thread in threads:
        thread.start()
    return threads


def _names(demo: Demo) -> Iterator[str]:
    """One member after another, who joins the club."""
    for place in count():
        again, at = divmod(place, len(NAMES))
        name = f"{NAMES[at]} {again + 1}" if again else NAMES[at]
        demo.act(acts.MemberJoined, member=name)
        yield name


def taking_turns(game: str, players: Sequence[str]) -> Iterator[Sitting]:
    """One game after another between the same players, each of them once in the first seat."""
    for first in cycle(range(len(players))):
        yield Sitting(game, (*players[first:], *players[:first]), hands=MOST_HANDS)


def play_contests(demo: Demo, tables: Sequence[SimulatedTable], pairs: tuple[tuple[str, str], ...]) -> None:
    """One Howell after another, with new boards each."""
    minutes = max(1, round(BOARDS * ACTS_OF_A_BOARD / demo.pace / 60))
    for number in count(1):
        title = f"Bridge {number}"
        plan = Plan(title, Kind.HOWELL, "bridge", pairs, minutes=minutes, boards=BOARDS, counting=Counting.MATCHPOINTS)
        demo.act(acts.ContestOpened, contest=title, plan=plan)
        play_contest(demo, tables, title)
        if demo.stop.is_set():
            return
        demo.act(acts.ContestClosed, contest=title)


def play_contest(demo: Demo, tables: Sequence[SimulatedTable], name: str) -> None:
    """All rounds of a contest of boards, each table in a thread."""
    contest = demo.hub.view.evening.contests[name]
    for drawn in movement_of(contest).rounds:
        demo.act(acts.RoundDrawn, contest=name, round=drawn)
        demo.act(acts.RoundStarted, contest=name, round=drawn.number)
        playing = [
            Thread(target=demo.play, args=(tables[meeting.table - 1], iter([_boards(demo, contest, meeting)])))
            for meeting in drawn.meetings
        ]
        for thread in playing:
            thread.start()
        for thread in playing:
            thread.join()
        if demo.stop.is_set():
            return
        demo.act(acts.RoundEnded, contest=name, round=drawn.number)


def _boards(demo: Demo, contest: Contest, meeting: Meeting) -> Sitting:
    (north_south,), (east_west,) = meeting.sides
    (north, south), (east, west) = contest.entrants[north_south - 1], contest.entrants[east_west - 1]
    assert meeting.board_set is not None
    return boards((north, east, south, west), boards_of(meeting.board_set, contest.plan.boards), f"{demo.seed} {contest.name}")
