"""What contests count of real sessions: every game played by bots, boards written out and read again, seats that change."""

from random import Random

import pytest

from club.evening.sittings import Sitting, sittings
from club.room import Session
from scoring.boards import read_pbn, write_pbn
from scoring.commands import ChangePlayers, DealHand, EndSession, RenamePlayer, StartSession, VoidHand
from scoring.games import GAMES
from scoring.seats import Seat
from scoring.table import Table
from tests.boards import board_at_random
from tests.boards import evening as boards
from tests.conftest import run
from tests.property.test_written_games import evening
from tests.tables import hand_of_spar, table_of, tricks


def sat(table: Table, box: str = "north", **more: int) -> tuple[Sitting, ...]:
    return sittings(Session(box, "one", more.get("began", 1), 2, table))


@pytest.mark.parametrize("game", GAMES)
def test_a_sitting_of_any_game_has_the_points_that_its_hands_brought(game: str) -> None:
    """The hands added up one by one, against the totals that the game keeps."""
    table = evening(game, 3, hands=2).table
    (sitting,) = sat(table)
    results = [deal.result for deal in table.deals if deal.result and not deal.hand.is_void]
    assert sitting.points == table.standing.totals
    assert sitting.points == tuple(map(sum, zip(*(result.points for result in results), strict=True)))
    assert sitting.hands == len(results)
    assert sitting.winner == table.standing.winner
    assert sitting.is_going_on == (sitting.winner is None)
    assert sorted(name for side in sitting.sides for name in side) == sorted(map(str.casefold, table.agreed.players))


@pytest.mark.parametrize("seed", range(6))
def test_the_boards_of_a_duplicate_are_those_that_its_pbn_tells(seed: int) -> None:
    """Number and score as another program would read them from the file."""
    table = boards(seed, "duplicate", boards=4)
    (sitting,) = sat(table)
    told = [(board.number, board.score) for board in read_pbn("\n".join(write_pbn(table))) if board.score is not None]
    assert list(sitting.boards) == told
    assert sitting.hands == len(told)


def test_boards_are_counted_from_the_first_that_was_told_and_a_rubber_has_none() -> None:
    begun = run(
        Table(),
        StartSession(by="t", game="bridge", players=("N", "E", "S", "W"), options={"form": "duplicate", "first_board": 7}),
    )
    table = board_at_random(board_at_random(begun, Random(1)), Random(2))
    (sitting,) = sat(table)
    assert [board for board, _ in sitting.boards] == [7, 8]
    assert sitting.sides == (frozenset("ns"), frozenset("ew"))
    assert sat(boards(1, "rubber"))[0].boards == ()


def test_who_changes_seats_begins_a_sitting_of_its_own_and_nothing_is_lost() -> None:
    table = hand_of_spar(table_of("spar", 2))
    before = table.standing.totals
    table = run(table, ChangePlayers(by="t", players=("Ama", "Esi")))
    table = hand_of_spar(run(table, DealHand(by="t", dealer=Seat.A)))
    first, second = sat(table)
    assert [one.players for one in (first, second)] == [frozenset({"ama", "kofi"}), frozenset({"ama", "esi"})]
    assert first.points == before
    assert [one.hands for one in (first, second)] == [1, 1]
    assert (first.is_going_on, second.is_going_on) == (False, second.winner is None)


def test_a_void_hand_counts_nothing_and_a_session_without_a_hand_is_there_with_nothing() -> None:
    table = run(tricks(table_of("spar", 2), "AH 7H"), VoidHand(by="t", reason="misdeal"))
    (sitting,) = sat(table)
    assert (sitting.hands, sitting.points, sitting.ahead) == (0, (0, 0), None)
    assert sat(Table()) == ()


def test_a_new_spelling_of_a_name_is_the_same_sitting_and_an_ended_session_goes_on_no_more() -> None:
    table = run(hand_of_spar(table_of("spar", 2)), RenamePlayer(by="t", seat=Seat.B, name="KOFI"))
    table = hand_of_spar(run(table, DealHand(by="t", dealer=Seat.A)))
    assert [sitting.hands for sitting in sat(table)] == [2]
    assert [one.is_going_on for one in sat(run(table, EndSession(by="t")))] == [False]
