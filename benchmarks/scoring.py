"""How long 1,000 hands of every game take to fold: `python -m benchmarks.scoring [GAME...]`.

Hands are played at random by the duties of the game, auctions included. One line a game, the slowest first: seconds of one core
for 1,000 hands with their results and the standing after them, the best of several rounds, and that as a share of the slowest,
which holds on a machine that others use too.
"""

import random
import sys
import time

from device.__main__ import sweep_rarely
from scoring import fold
from scoring.commands import PlayOn
from scoring.events import Event
from tests.property import test_games as others
from tests.property.test_written_games import WRITTEN, Log

HANDS, ROUNDS = 30, 10


def logs_of(game: str) -> list[list[Event]]:
    """Sessions of so many hands together: one of a game that is a page of rules, else one a hand."""
    if game == "suipe":
        return [others.deal_of_suipe(seed, 4)[0].events for seed in range(HANDS)]
    if game not in WRITTEN:
        return [list(others.evening(game, seed).events) for seed in range(HANDS)]
    log = Log(game, random.Random(3))
    for _ in range(HANDS):
        if log.table.standing.is_over:
            log.do(PlayOn(by="b"))
        log.hand()
    return [log.events]


def seconds(logs: list[list[Event]]) -> float:
    """What folding their hands takes, in the best of the rounds; the start of a session is no part of it."""
    begun = [(fold(events[:1]), events[1:]) for events in logs]
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        tables = [fold(events, table) for table, events in begun]
        assert all(table.standing for table in tables)
        best = min(best, time.process_time() - begin)
    return best


def main(games: list[str]) -> None:
    """Print the table, with the collector set as the program sets it."""
    sweep_rarely()
    told = {game: seconds(logs_of(game)) * 1000 / HANDS for game in games}
    slowest = max(told.values())
    for game, taken in sorted(told.items(), key=lambda line: -line[1]):
        print(f"{game:20} {taken:.3f} s for 1,000 hands, {taken / slowest:.2f} of the slowest")


if __name__ == "__main__":
    main(sys.argv[1:] or sorted({*WRITTEN, *others.TRICK_GAMES, "suipe"}))
