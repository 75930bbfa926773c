"""Bots play every game through a real log: nothing they do is refused, nobody fair is accused, and the record reads again."""

import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

import pytest

from club.bots import FAULTLESS, Habits
from club.simulation import SimulatedTable, Sitting, boards, players_at
from scoring import fold
from scoring.cards import Card
from scoring.events import CardCorrected, DisputeClosed, SessionEnded, SessionStarted, Undone
from scoring.games import GAMES, numbers_for
from scoring.ledger import Recorded
from scoring.ledger.records import export_lines, import_lines
from scoring.offences import Offence
from scoring.seats import Seat
from tests.property.test_written_games import Log, evening
from tests.tables import NAMES

CLUMSY = Habits(unsure=0.05, taken_back=0.05, disputes=0.05)
SEATS = [(game, players) for game in GAMES for players in numbers_for(GAMES[game])]


@contextmanager
def table_in(folder: Path, seed: int, habits: Habits = FAULTLESS) -> Iterator[SimulatedTable]:
    table = SimulatedTable(folder, random.Random(seed), habits)
    with closing(table):
        yield table


def played(table: SimulatedTable, sitting: Sitting) -> list[Recorded]:
    for _ in table.play(sitting):
        pass
    assert table.live.session is not None
    return list(table.live.ledger.read(table.live.session))


def offences(log: Log) -> list[Offence]:
    return [offence for deal in log.table.deals for offence in deal.offences]


@pytest.mark.parametrize(("game", "players"), SEATS)
def test_whoever_plays_fair_is_never_accused_however_clumsy(game: str, players: int) -> None:
    for seed in range(6):
        log = evening(game, seed, 3, players, CLUMSY)
        assert len(log.table.deals) == 3 or log.table.standing.is_over
        assert None not in log.table.results
        assert offences(log) == []


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].has_tricks])
def test_whoever_plays_whatever_comes_is_found_out(game: str) -> None:
    assert any(offences(evening(game, seed, 3, habits=Habits(revokes=1.0))) for seed in range(6))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_played_is_in_the_log_and_its_record_reads_again(tmp_path: Path, game: str) -> None:
    with table_in(tmp_path, 1, CLUMSY) as table:
        recorded = played(table, Sitting(game, NAMES[: players_at(game)], hands=1))
        found = table.live.table()
    assert found.is_ended
    assert len(found.deals) == 1
    assert fold(item.event for item in import_lines(export_lines(recorded))) == found


def test_what_happens_at_tables_happens_at_theirs(tmp_path: Path) -> None:
    with table_in(tmp_path, 1, CLUMSY) as table:
        events = [item.event for item in played(table, Sitting("whist", NAMES[:4], hands=3))]
    kinds = {type(event) for event in events}
    assert {CardCorrected, DisputeClosed, Undone} <= kinds
    assert isinstance(events[0], SessionStarted)
    assert isinstance(events[-1], SessionEnded)


def test_the_same_chance_plays_the_same_evening(tmp_path: Path) -> None:
    results = []
    for folder in ("one", "other"):
        with table_in(tmp_path / folder, 7, CLUMSY) as table:
            played(table, Sitting("skat", NAMES[:3], hands=2))
            results.append(table.live.table().results)
    assert results[0] == results[1]


def test_a_game_without_an_end_goes_on_until_it_is_left(tmp_path: Path) -> None:
    with table_in(tmp_path, 3) as table:
        assert len(list(islice(table.play(Sitting("bridge", NAMES[:4], options={"form": "duplicate"})), 300))) == 300
        assert not table.live.table().is_ended


def test_a_board_has_the_same_cards_and_dealer_at_every_table(tmp_path: Path) -> None:
    found: dict[int, tuple[Seat, dict[Seat, set[Card | None]]]] = {}
    for seed in range(6):
        with table_in(tmp_path / str(seed), seed) as table:
            played(table, boards(NAMES[seed : seed + 3] + ("Zuri",), range(5, 8), "Tuesday"))
            for hand in table.live.table().hands:
                plays = [play for laid in hand.tricks for play in laid.plays]
                cards = {seat: {play.card for play in plays if play.seat is seat} for seat in Seat}
                if plays:  # not passed out
                    assert found.setdefault(hand.number, (hand.dealer, cards)) == (hand.dealer, cards)
    assert [found[number][0] for number in (1, 2, 3)] == [Seat.A, Seat.B, Seat.C]
    assert len({frozenset(cards[Seat.A]) for _, cards in found.values()}) == 3
