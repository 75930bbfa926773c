"""Evenings that the director leads by acts, with what the tables played worked out by hand."""

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.evening import acts
from club.evening.check import CannotAct, check
from club.evening.draw import drawn
from club.evening.duplicate import totals, travellers
from club.evening.plan import Counting, Kind, Plan
from club.evening.results import results_of
from club.evening.season import season_of
from club.evening.sittings import Sitting
from club.evening.state import Contest, Evening, evolve, fold
from club.evening.table import rankings_of

NOW = datetime(2026, 11, 27, 19, tzinfo=UTC)
BY: Any = {"at": NOW, "by": "director"}
PAIRS = tuple((f"{pair}a", f"{pair}b") for pair in range(1, 7))
BOARDS = Plan("Pairs", Kind.MITCHELL, "bridge", PAIRS, boards=2, counting=Counting.MATCHPOINTS)
SINGLES = Plan("Swiss", Kind.SWISS, "spar", tuple((name,) for name in "abcdefgh"), rounds=3)


def led(*done: acts.Act) -> Evening:
    evening = Evening()
    for act in done:
        check(evening, act)
        evening = evolve(evening, act)
    assert evening == fold(acts.read_act(acts.act_line(act)) for act in done)
    return evening


def opened(plan: Plan) -> Evening:
    return led(acts.EveningOpened(name="Friday", since=0, **BY), acts.ContestOpened(contest="c", plan=plan, **BY))


def after(evening: Evening, act: acts.Act) -> Evening:
    check(evening, act)
    return evolve(evening, acts.read_act(acts.act_line(act)))


def contest_of(evening: Evening) -> Contest:
    return evening.contests["c"]


def draw(evening: Evening, played: list[Sitting]) -> Evening:
    contest = contest_of(evening)
    return after(evening, acts.RoundDrawn(contest="c", round=drawn(contest, results_of(contest, played)), **BY))


def sat(contest: Contest, number: int, points: dict[int, tuple[int, int]]) -> list[Sitting]:
    """What the sides of each table of a round won, the first side first."""
    found = []
    for meeting in contest.rounds[number - 1].round.meetings:
        one, other = points[meeting.table]
        sides = tuple(frozenset(contest.entrants[entrant - 1]) for side in meeting.sides for entrant in side)
        winner = 0 if one > other else 1
        found.append(Sitting(f"box-{meeting.table}", str(number), number, "spar", sides, (one, other), 3, winner, winner))
    return found


def boards(round_scores: dict[int, dict[int, int]], number: int, contest: Contest) -> list[Sitting]:
    found = []
    for meeting in contest.rounds[number - 1].round.meetings:
        scores = round_scores[meeting.table]
        sides = tuple(frozenset(contest.entrants[entrant - 1]) for side in meeting.sides for entrant in side)
        points = (sum(scores.values()), -sum(scores.values()))
        found.append(
            Sitting("box", f"{number}-{meeting.table}", 1, "bridge", sides, points, 2, None, None, tuple(scores.items()))
        )
    return found


def test_a_swiss_of_four_tables_pairs_winners_with_winners_and_waits_for_what_is_missing() -> None:
    evening = draw(opened(SINGLES), [])
    with pytest.raises(CannotAct, match="no result yet at table 1, 2, 3, 4"):
        drawn(contest_of(evening), results_of(contest_of(evening), []))
    played = sat(contest_of(evening), 1, dict.fromkeys(range(1, 5), (3, 1)))
    winners = {meeting.sides[0][0] for meeting in contest_of(evening).rounds[0].round.meetings}
    evening = draw(evening, played)
    assert [set(meeting.entrants) <= winners for meeting in contest_of(evening).rounds[1].round.meetings] == [
        True,
        True,
        False,
        False,
    ]
    played += sat(contest_of(evening), 2, dict.fromkeys(range(1, 5), (1, 3)))
    (ranking,) = rankings_of(contest_of(evening), results_of(contest_of(evening), played))
    assert [standing.points for standing in ranking.standings] == [2, 2, 1, 1, 1, 1, 0, 0]


def test_a_session_that_was_begun_twice_counts_where_it_was_played() -> None:
    evening = draw(opened(SINGLES), [])
    played = sat(contest_of(evening), 1, dict.fromkeys(range(1, 5), (3, 1)))
    empty = [replace(sitting, session="0", points=(0, 0), hands=0, winner=None, ahead=None) for sitting in played]
    assert [found.points for found in results_of(contest_of(evening), [*empty, *played]).outcomes] == [(3, 1)] * 4


def three_rounds() -> tuple[Evening, list[Sitting]]:
    """Table 1 is always 50 ahead of table 2, and that of table 3, on every board."""
    evening, played = opened(BOARDS), list[Sitting]()
    for number in range(1, 4):
        evening = draw(evening, [])
        scores = {
            meeting.table: {2 * (meeting.board_set or 0) - 1: 150 - 50 * meeting.table, 2 * (meeting.board_set or 0): 0}
            for meeting in contest_of(evening).rounds[-1].round.meetings
        }
        played += boards(scores, number, contest_of(evening))
    return evening, played


def test_three_tables_and_six_boards_in_matchpoints() -> None:
    evening, played = three_rounds()
    contest = contest_of(evening)
    found = travellers(contest, results_of(contest, played).outcomes)
    assert [traveller.board for traveller in found] == [1, 2, 3, 4, 5, 6]
    for traveller in found:
        assert sum(line.won[0] for line in traveller.lines if line.won) == 150
    # odd boards: 4, 2 and 0 matchpoints of 4; even ones: half each
    assert totals(contest, found) == {1: 75, 2: 50, 3: 25, 4: 50, 5: 50, 6: 50}


def test_a_board_is_corrected_visibly_and_the_correction_taken_back() -> None:
    evening, played = three_rounds()
    before = results_of(contest_of(evening), played)
    board = contest_of(evening).rounds[0].round.meetings[0].board_set or 0
    where: Any = {"contest": "c", "round": 1, "table": 1, "board": 2 * board - 1, **BY}
    corrected = after(evening, acts.ResultSet(scores=(-600,), reason="typed for the other side", **where))
    assert results_of(contest_of(corrected), played).of_round(1)[0].scores[2 * board - 1] == -600
    assert contest_of(corrected).corrections[1, 1, 2 * board - 1].reason == "typed for the other side"
    again = after(corrected, acts.ResultSet(scores=None, reason="it was right", **where))
    assert results_of(contest_of(again), played) == before


def test_a_board_that_could_not_be_played_counts_its_average_and_the_meeting_is_whole() -> None:
    evening, played = three_rounds()
    missing = [sitting for sitting in played if sitting.session != "1-1"]
    assert not results_of(contest_of(evening), missing).of_round(1)[0].is_whole
    evened = after(
        evening, acts.AverageGiven(contest="c", round=1, table=1, north_south=60, east_west=40, reason="no time", **BY)
    )
    contest = contest_of(evened)
    results = results_of(contest, missing)
    assert results.of_round(1)[0].is_whole
    lines = [line for found in travellers(contest, results.outcomes) for line in found.lines if line.is_average]
    assert [line.won for line in lines] == [(Fraction(60), Fraction(40))] * 2


def test_neuberg_a_board_of_two_tables_among_boards_of_three() -> None:
    evening, played = three_rounds()
    contest = contest_of(evening)
    outcomes = results_of(contest, [sitting for sitting in played if sitting.session != "1-1"]).outcomes
    short = [found for found in travellers(contest, outcomes) if len(found.lines) == 2]
    assert len(short) == 2
    # 2 and 0 matchpoints of 2: (2 + 1) * 3 / 2 - 1 = 3.5 of 4, and (0 + 1) * 3 / 2 - 1 = 0.5 of 4
    assert {line.won[0] for line in short[0].lines if line.won} == {Fraction(175, 2), Fraction(25, 2)}


@pytest.mark.parametrize(
    ("board", "why"), [(0, "Say which board that is the score of"), (6, "Board 6 is not played at table 1 in that round")]
)
def test_a_score_is_that_of_a_board_of_the_meeting(board: int, why: str) -> None:
    evening = draw(opened(BOARDS), [])
    with pytest.raises(CannotAct, match=why):
        check(evening, acts.ResultSet(contest="c", round=1, table=1, board=board, scores=(50,), reason="told", **BY))


def test_who_withdraws_from_a_progressive_is_seated_no_more_and_the_rest_move_up() -> None:
    names = tuple((name,) for name in "abcdefg")
    evening = draw(opened(Plan("Up", Kind.PROGRESSIVE, "spar", names, at_table=2)), [])
    played = sat(contest_of(evening), 1, dict.fromkeys(range(1, 4), (3, 1)))
    evening = after(evening, acts.EntrantWithdrew(contest="c", entrant=3, **BY))
    evening = draw(evening, played)
    last = contest_of(evening).rounds[-1].round
    assert last.number == 2
    assert last.entrants == {1, 2, 4, 5, 6, 7}
    assert all(len(meeting.entrants) == 2 for meeting in last.meetings)


def test_nobody_joins_a_movement_that_is_laid_down_once_it_runs() -> None:
    late = acts.EntrantJoined(contest="c", names=("7a", "7b"), **BY)
    assert contest_of(after(opened(BOARDS), late)).numbers[-1] == 7
    with pytest.raises(CannotAct, match="Pairs runs by a movement that is laid down"):
        check(draw(opened(BOARDS), []), late)


@given(st.data())
def test_matchpoints_of_a_board_come_to_half_for_each_whatever_is_missing(data: st.DataObject) -> None:
    evening, played = three_rounds()
    there = data.draw(st.lists(st.sampled_from(played), unique_by=lambda sitting: sitting.session))
    contest = contest_of(evening)
    for traveller in travellers(contest, results_of(contest, there).outcomes):
        won = [line.won for line in traveller.lines if line.won]
        assert sum(north_south for north_south, _ in won) == 50 * len(won)
        assert all(north_south + east_west == 100 for north_south, east_west in won)


def test_a_season_outlives_the_logs_and_tells_what_each_contest_did_to_a_rating() -> None:
    placed = (acts.Placed(names=("Ama",), rank=1, points="3"), acts.Placed(names=("Esi",), rank=2, points="1"))
    final = acts.Final(title="Swiss", game="spar", placed=placed)
    evening = led(acts.EveningOpened(name="Friday", since=0, **BY), acts.EveningClosed(finals=(final,), **BY))
    evening = after(evening, acts.EveningOpened(name="Saturday", since=9, **BY))
    evening = after(evening, acts.EveningClosed(finals=(final,), **BY))
    season = season_of(evening.finals)
    assert season.league == (("Ama", 4, 2), ("Esi", 2, 2))
    first, second = season.history["Ama"]
    assert (first.evening, second.evening, first.before) == ("Friday", "Saturday", 0)
    assert 0 < first.after == second.before < second.after
    assert [member for member, _ in season.ratings["spar"]] == ["Ama", "Esi"]


@pytest.mark.parametrize("line", ["", "{}", "[]", '{"type": "EveningOpened", "version": 1, "data": {"name": 3}}'])
def test_a_damaged_act_is_named_and_nothing_else(line: str) -> None:
    with pytest.raises(acts.BadAct, match="this is no act of a director"):
        acts.read_act(line)


def test_an_act_of_a_newer_cardtable_is_named() -> None:
    with pytest.raises(acts.BadAct, match="TeamsMade was written by a newer Cardtable"):
        acts.read_act('{"type": "TeamsMade", "version": 1, "data": {}}')
