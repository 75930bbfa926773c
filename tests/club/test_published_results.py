"""Duplicates that others have played and scored: what they published is what the club makes of the same scores.

The records hold what was scored at every table of 24 matches of teams and of one duplicate of nine tables, and neither IMPs nor
matchpoints: those are held against the laws' own scale and a count by rank. What was published with its matchpoints or IMPs
stands below with its source: scores, and nobody's names.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from club.evening.duplicate import Traveller, totals, travellers
from club.evening.plan import Counting, Kind, Plan
from club.evening.results import Results, results_of
from club.evening.sittings import Sitting
from club.evening.state import Contest, Correction, Drawn
from club.evening.table import rankings_of
from club.movements.howell import howell
from club.movements.mitchell import mitchell
from club.movements.rounds import Meeting, Round, boards_of
from device.boards import read_boards
from scoring.boards import Checked, checked, compared
from tests.conftest import NOON, SHARED, skip_tier

LAW_78B = {
    1: (20, 40),
    2: (50, 80),
    3: (90, 120),
    4: (130, 160),
    5: (170, 210),
    6: (220, 260),
    7: (270, 310),
    8: (320, 360),
    9: (370, 420),
    10: (430, 490),
    11: (500, 590),
    12: (600, 740),
    13: (750, 890),
    14: (900, 1090),
    15: (1100, 1290),
    16: (1300, 1490),
    17: (1500, 1740),
    18: (1750, 1990),
    19: (2000, 2240),
    20: (2250, 2490),
    21: (2500, 2990),
    22: (3000, 3490),
    23: (3500, 3990),
    24: (4000, 99990),
}
"""International match points as the Laws of Duplicate Bridge print them: each with the differences that are worth it."""


ROOMS = ("Open", "Closed")


def contest(counting: Counting, rounds: Sequence[Round], boards: int) -> Contest:
    """Pairs who play those rounds."""
    pairs = max(max(meeting.entrants) for one in rounds for meeting in one.meetings)
    names = tuple((f"{pair} north", f"{pair} south") for pair in range(1, pairs + 1))
    plan = Plan("Pairs", Kind.MITCHELL, "bridge", names, boards=boards, counting=counting)
    return Contest("c", plan, names, rounds=tuple(map(Drawn, rounds)))


def results(contest: Contest, scores: Mapping[tuple[int, int], Mapping[int, int]]) -> Results:
    """What came of the contest where those are the boards of every round and table."""
    sittings = []
    for drawn in contest.rounds:
        for meeting in drawn.round.meetings:
            found = scores.get((drawn.round.number, meeting.table), {})
            sides = tuple(frozenset(contest.entrants[entrant - 1]) for side in meeting.sides for entrant in side)
            at = (f"table-{meeting.table}", f"round-{drawn.round.number}", drawn.round.number)
            sittings.append(Sitting(*at, "bridge", sides, (0, 0), len(found), None, None, tuple(found.items())))
    return results_of(contest, sittings)


def at_every_table(counting: Counting, boards: Mapping[int, Sequence[int]]) -> tuple[Contest, Results]:
    """Boards that all tables play in one round: north-south's points of each, table by table."""
    tables = max(map(len, boards.values()))
    meetings = tuple(Meeting(table, ((table,), (tables + table,)), 1) for table in range(1, tables + 1))
    scores: defaultdict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for board, found in boards.items():
        for table, score in enumerate(found, 1):
            scores[1, table][board] = score
    played = contest(counting, (Round(1, meetings),), max(boards))
    return played, results(played, scores)


def won(counting: Counting, *scores: int) -> list[Fraction]:
    """What north-south of each table have of one board."""
    (traveller,) = travellers_of(*at_every_table(counting, {1: scores}))
    return [line.won[0] for line in traveller.lines if line.won]


def travellers_of(played: Contest, found: Results) -> tuple[Traveller, ...]:
    return travellers(played, found.outcomes)


def by_the_law(difference: int) -> int:
    """IMPs for a difference of two scores, looked up in what is printed."""
    worth = next((imps for imps, (first, last) in LAW_78B.items() if first <= abs(difference) <= last), 0)
    return worth if difference > 0 else -worth


@pytest.fixture(scope="module")
def files() -> dict[str, list[Checked]]:
    """Every file of the records, each of its boards played again."""
    paths = sorted((SHARED / "records" / "pbn").glob("*.pbn"))
    if not paths:
        skip_tier("shared", f"{SHARED / 'records' / 'pbn'} is not here")
    return {path.stem: [checked(board) for board in read_boards(path) or ()] for path in paths}


def matches(files: Mapping[str, list[Checked]]) -> Iterator[tuple[str, list[tuple[Checked, Checked]]]]:
    """Matches of teams: each board in the open room and in the closed one; two matches may stand in one file."""
    for name, boards in files.items():
        rooms = [pair for pair in zip(boards[::2], boards[1::2], strict=True) if tuple(one.board.room for one in pair) == ROOMS]
        sets: defaultdict[object, list[tuple[Checked, Checked]]] = defaultdict(list)
        for first, second in rooms:
            assert (first.board.number, first.board.hands) == (second.board.number, second.board.hands)
            sets[first.board.number].append((first, second))
        for match in zip(*sets.values(), strict=True):
            yield name, list(match)


@pytest.mark.shared
def test_a_match_of_two_teams_is_won_by_the_imps_of_its_boards(files: dict[str, list[Checked]]) -> None:
    """Pairs 4 and 3 of a Howell of two tables are one team, north-south in the open room and east-west in the closed one."""
    found = list(matches(files))
    assert len(found) == 24
    for name, match in found:
        assert [one.score for rooms in match for one in rooms] == [one.board.score for rooms in match for one in rooms], name
        scores: dict[tuple[int, int], dict[int, int]] = {(1, 1): {}, (1, 2): {}}
        for number, rooms in enumerate(match, 1):
            for table, room in enumerate(rooms, 1):
                scores[1, table][number] = room.score or 0
        played = contest(Counting.IMPS, howell(4).cut(1).rounds, len(match))
        lines = travellers_of(played, results(played, scores))
        expected = [Fraction(by_the_law((first.score or 0) - (second.score or 0))) for first, second in match]
        assert [traveller.lines[0].won for traveller in lines] == [(imps, -imps) for imps in expected], name
        assert [beside.imps for rooms in match for beside in compared(rooms) if beside] == [
            imps for margin in expected for imps in (margin, -margin)
        ]
        margin = sum(expected)
        assert totals(played, lines) == {4: margin, 3: margin, 1: -margin, 2: -margin}, name


@pytest.mark.shared
def test_nine_tables_have_the_matchpoints_of_their_ranks(files: dict[str, list[Checked]]) -> None:
    """Counted by rank: where a score stands from its first place to its last among all that are sorted."""
    boards: defaultdict[int, list[int]] = defaultdict(list)
    for one in files["boards-01"]:
        boards[one.board.number or 0].append(one.score or 0)
    assert {len(scores) for scores in boards.values()} == {9}
    played, found = at_every_table(Counting.MATCHPOINTS, boards)
    north_south: defaultdict[int, int] = defaultdict(int)
    for traveller in travellers_of(played, found):
        order = sorted(boards[traveller.board])
        for line in traveller.lines:
            assert line.score is not None
            points = order.index(line.score) + len(order) - 1 - order[::-1].index(line.score)
            assert line.won == (Fraction(100 * points, 16), Fraction(100 * (16 - points), 16))
            north_south[line.north_south] += points
    most = 16 * len(boards)
    assert totals(played, travellers_of(played, found)) == {
        **{pair: Fraction(100 * points, most) for pair, points in north_south.items()},
        **{pair + 9: Fraction(100 * (most - points), most) for pair, points in north_south.items()},
    }


def test_a_board_of_a_national_final_has_the_matchpoints_that_were_published() -> None:
    """22 tables, board 28 of the fifth session of the final of the French first division, 6 February 2022: out of 42."""
    table = [(670, 42), (150, 40), (140, 38), *[(110, 33)] * 4, *[(0, 20)] * 9, *[(-100, 6)] * 5, (-300, 0)]
    percent = won(Counting.MATCHPOINTS, *(score for score, _ in table))
    assert percent == [Fraction(100 * points, 42) for _, points in table]
    assert [round(one) for one in percent] == [100, 95, 90, *[79] * 4, *[48] * 9, *[14] * 5, 0]


def test_a_board_of_seven_tables_has_the_matchpoints_that_were_published() -> None:
    """The sample of https://www.nofearbridge.co.uk/duplicate.htm, out of 12."""
    percent = won(Counting.MATCHPOINTS, 430, 430, 420, 460, 430, 450, -50)
    assert [one * 12 / 100 for one in percent] == [6, 6, 2, 12, 6, 10, 0]


def test_a_board_that_one_table_did_not_play_is_factored_up_as_was_published() -> None:
    """Ten results of eleven, out of 20: https://www.ebu.co.uk/lawsandethics/articles/neuberg/principle.htm."""
    ten = (520, 500, 490, 480, 460, 450, 430, 420, 400, -50)
    _, short = travellers_of(*at_every_table(Counting.MATCHPOINTS, {1: range(11), 2: ten}))
    points = [float(line.won[0]) / 5 for line in short.lines if line.won]
    assert points == pytest.approx([19.9, 17.7, 15.5, 13.3, 11.1, 8.9, 6.7, 4.5, 2.3, 0.1])


def test_a_club_night_of_two_winners_stands_as_was_published() -> None:
    """Three tables of Mitchell, nine boards, 22 June 2013: https://sugarcrossing.com/Bridge/results/scores_130622.htm.

    The page gives the scores of boards 1 to 5 and matchpoints out of 2 of all: boards 6 to 9 are told as averages.
    """
    told = {1: (-450, -150, -100), 2: (-420, -170, 110), 3: (400, 100, 400), 4: (100, -110, 200), 5: (150, 630, -100)}
    points = {1: (0, 1, 2), 2: (0, 1, 2), 3: (1.5, 0, 1.5), 4: (1, 0, 2), 5: (1, 2, 0)}
    averages = {6: (2, 0, 1), 7: (2, 1, 0), 8: (1, 0, 2), 9: (2, 0, 1)}
    played = contest(Counting.MATCHPOINTS, mitchell(6).rounds, 3)
    scores: defaultdict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    given = {}
    for drawn in played.rounds:
        for meeting in drawn.round.meetings:
            for board in boards_of(meeting.board_set or 0, 3):
                if board in told:
                    scores[drawn.round.number, meeting.table][board] = told[board][meeting.table - 1]
                else:
                    percent = 50 * averages[board][meeting.table - 1]
                    where = (drawn.round.number, meeting.table, board)
                    given[where] = Correction(None, (percent, 100 - percent), "of the page", "director", NOON)
    played = replace(played, corrections=given)
    found = results(played, scores)
    for traveller in travellers_of(played, found)[:5]:
        assert {line.north_south: line.won[0] / 50 for line in traveller.lines if line.won} == dict(
            enumerate(points[traveller.board], 1)
        )
        assert [line.east_west - 3 for line in sorted(traveller.lines, key=lambda line: line.table)] == (
            [1, 3, 2] if traveller.board <= 3 else [3, 2, 1]
        )
    north_south, east_west = rankings_of(played, found)
    assert (north_south.side, east_west.side) == (0, 1)
    assert [(one.rank, one.entrant, f"{float(one.points):.1f}") for one in north_south.standings] == [
        (1, 3, "63.9"),
        (2, 1, "58.3"),
        (3, 2, "27.8"),
    ]
    assert [(one.rank, one.entrant - 3, f"{float(one.points):.1f}") for one in east_west.standings] == [
        (1, 1, "69.4"),
        (2, 3, "50.0"),
        (3, 2, "30.6"),
    ]


@pytest.mark.parametrize(
    ("rooms", "imps"),
    [
        # Bermuda Bowl 2013, round 5, Poland and USA 1, board 1; 2011, rounds 15 and 19, boards 8 and 16, round 4, board 20;
        # World Mind Sports Games 2008, semifinal, boards 8 and 20 of three matches (all at http://db.worldbridge.org)
        ((980, -50), 14),
        ((-170, -140), -1),
        ((100, 100), 0),
        ((650, 620), 1),
        ((400, -50), 10),
        ((430, -50), 10),
        ((600, -930), 17),
    ],
)
def test_a_board_of_a_world_championship_has_the_imps_that_were_published(rooms: tuple[int, int], imps: int) -> None:
    assert won(Counting.IMPS, *rooms) == [imps, -imps]


@pytest.mark.parametrize(
    ("scores", "imps"),
    [
        # http://slidegur.com/doc/40803 for the first table; the others by hand from the laws' scale
        ((430, 400, 150, -50), (6, Fraction(-1 + 6 + 10, 3), Fraction(-7 - 6 + 5, 3), Fraction(-10 - 10 - 5, 3))),
        ((420, 170, 300), (Fraction(9, 2), -5, Fraction(1, 2))),
    ],
)
def test_imps_against_all_other_tables_are_the_mean_as_was_published(scores: tuple[int, ...], imps: tuple[Fraction, ...]) -> None:
    assert tuple(won(Counting.IMPS, *scores)) == imps
