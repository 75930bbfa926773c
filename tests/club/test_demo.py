"""The club that plays by itself: its contest and its open tables are at the hub as they are in the tables' own logs."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from club.demo import BOARDS, DUPLICATE_TABLES, play_evening
from club.evening.duplicate import travellers
from club.evening.questions import Matter
from club.evening.results import Outcome
from club.hosting import hosted
from club.hub import Hub
from club.settings import HubSettings
from scoring import Table, fold
from scoring.ledger import Ledger
from scoring.ledger.store import LOG
from scoring.projections import table_view
from tests.club.brokers import free_port, needs_broker
from tests.waiting import until

CONTEST = "Bridge 1"


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    """A hub whose two open tables and contest play as fast as they can."""
    needs_broker()
    settings = HubSettings("The Club", tmp_path / "hub", "127.0.0.1", free_port(), free_port())
    with hosted(settings, "http://hub.local", listen="127.0.0.1") as club:
        stop = Event()
        threads = [Thread(target=club.run, args=(stop,))]
        threads[0].start()
        try:
            threads += play_evening(club, tmp_path, tables=2, pace=1000, seed=1, stop=stop)
            yield club.hub
        finally:
            stop.set()
            for thread in threads:
                thread.join()


def own(folder: Path, session: str) -> Table:
    with closing(Ledger(folder / LOG)) as ledger:
        return fold(item.event for item in ledger.read(session))


def test_a_contest_of_boards_and_open_tables_are_played_and_known_at_the_hub(hub: Hub, tmp_path: Path) -> None:
    def outcomes() -> tuple[Outcome, ...]:
        return hub.view.results[CONTEST].outcomes if CONTEST in hub.view.results else ()

    until(lambda: len(outcomes()) == 3 * DUPLICATE_TABLES and all(outcome.is_whole for outcome in outcomes()))
    until(lambda: {session.table.agreed.game for session in hub.view.sessions} == {"bridge", "spar", "whist"})
    view = hub.view
    found = travellers(view.evening.contests[CONTEST], view.results[CONTEST].outcomes)
    assert len(found) == 3 * BOARDS
    assert all(len(traveller.lines) == DUPLICATE_TABLES for traveller in found)
    assert all(line.won is not None for traveller in found for line in traveller.lines)
    ended = [session for session in view.sessions if session.table.is_ended]
    assert len(ended) >= len(outcomes())
    assert all(table_view(session.table) == table_view(own(tmp_path / session.box, session.session)) for session in ended)
    assert {question.matter for question in view.questions} <= {Matter.DISPUTE, Matter.TABLE, Matter.MISSING}
    players = {name for session in view.sessions for name in session.table.agreed.players}
    assert players <= set(view.evening.members)
