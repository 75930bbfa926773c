"""Mitchell and Howell movements: the laws over every size, and the tables that others print."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.movements.howell import howell
from club.movements.laws import faults
from club.movements.mitchell import mitchell
from club.movements.rounds import Meeting, Movement, NoSuchMovement, Place, Round, against, boards_of

TABLES = range(3, 21)
# With tables even and one round more, and in two small cases, no Howell gives every table boards of its own.
SHARED = {(tables, tables + 1) for tables in range(4, 21, 2)} | {(4, 6), (5, 8)}


def meetings_of(movement: Movement) -> Counter[tuple[int, int]]:
    return Counter(pair for one in movement.rounds for pair in against(one))


def ways_at_boards(movement: Movement) -> dict[tuple[int, int | None], int]:
    """Which side every pair sits at every board set."""
    return {
        (entrant, meeting.board_set): side
        for one in movement.rounds
        for meeting in one.meetings
        for side, (entrant,) in enumerate(meeting.sides)
    }


def compared(movement: Movement) -> dict[tuple[int, int], int]:
    """For each two pairs at how many board sets they sit the same way."""
    ways = ways_at_boards(movement)
    sets = range(1, movement.board_sets + 1)
    return {
        two: sum(ways[two[0], one] == ways[two[1], one] for one in sets)
        for two in combinations(range(1, movement.entrants + 1), 2)
    }


@pytest.mark.parametrize("tables", TABLES)
def test_howell_lets_every_two_pairs_meet_once_and_everybody_play_every_board(tables: int) -> None:
    movement = howell(2 * tables)
    assert not faults(movement, may_share=tables == 3)
    assert len(movement.rounds) == movement.board_sets == 2 * tables - 1
    assert meetings_of(movement) == dict.fromkeys(combinations(range(1, 2 * tables + 1), 2), 1)
    assert not any(movement.sitting_out(one.number) for one in movement.rounds)
    assert all(
        {meeting.board_set for meeting in movement.of(pair) if meeting} == set(range(1, 2 * tables))
        for pair in range(1, 2 * tables + 1)
    )


@pytest.mark.parametrize("tables", TABLES)
def test_every_three_quarter_howell_keeps_the_laws_and_two_tables_share_where_they_must(tables: int) -> None:
    for rounds in range(tables + 1, 2 * tables - 1):
        movement = howell(2 * tables, rounds)
        shares = (tables, rounds) in SHARED
        assert not faults(movement, may_share=shares)
        assert [sum(len(at) - 1 for at in one.shared.values()) for one in movement.rounds] == [int(shares)] * rounds
        assert len(movement.rounds) == movement.board_sets == rounds
        assert all(None not in movement.of(pair) for pair in range(1, 2 * tables + 1))


@pytest.mark.parametrize("tables", TABLES)
def test_an_odd_pair_lets_everybody_sit_out_once(tables: int) -> None:
    movement = howell(2 * tables - 1)
    assert not faults(movement, may_share=tables == 3)
    assert sorted(movement.sitting_out(one.number) for one in movement.rounds) == [(pair,) for pair in range(1, 2 * tables)]


@pytest.mark.parametrize("tables", [4, 6])
def test_the_printed_howells_of_four_and_six_tables_compare_everybody_alike(tables: int) -> None:
    """A balanced rotation: every two pairs sit the same way at one board set less than there are tables."""
    assert set(compared(howell(2 * tables)).values()) == {tables - 1}


@pytest.mark.parametrize("tables", TABLES)
def test_nobody_is_compared_much_more_with_one_than_with_another(tables: int) -> None:
    """On the average each two are compared at one board set less than there are tables; none is far from that."""
    times = compared(howell(2 * tables)).values()
    assert sum(times) == len(times) * (tables - 1)
    assert max(abs(one - (tables - 1)) for one in times) <= 3


@pytest.mark.parametrize("tables", TABLES)
def test_three_tables_alone_share_boards_and_only_in_the_last_round(tables: int) -> None:
    shared = {one.number: one.shared for one in howell(2 * tables).rounds if one.shared}
    assert shared == ({5: {5: (1, 2, 3)}} if tables == 3 else {})


def test_two_tables_share_every_round() -> None:
    movement = howell(4)
    assert not faults(movement, may_share=True)
    assert [one.shared for one in movement.rounds] == [{1: (1, 2)}, {2: (1, 2)}, {3: (1, 2)}]


def rows(movement: Movement, table: int) -> list[tuple[int | None, ...]]:
    """What a guide card says: north-south, east-west and board set, round by round."""
    return [
        (*meeting.entrants, meeting.board_set) for one in movement.rounds for meeting in one.meetings if meeting.table == table
    ]


PUBLISHED = {
    3: ("6-1 4-3 2-5", "6-2 5-4 3-1", "6-5 3-2 1-4"),
    4: ("8-1 3-6 2-7 5-4", "8-2 4-7 3-1 6-5", "8-7 2-5 1-6 4-3"),
    5: ("7-3 5-2 10-1 9-8 4-6", "8-4 6-3 10-2 1-9 5-7", "6-2 4-1 10-9 8-7 3-5"),
    6: ("12-1 6-7 11-4 3-9 2-5 10-8", "12-2 7-8 1-5 4-10 3-6 11-9", "12-11 5-6 10-3 2-8 1-4 9-7"),
    7: ("5-12 2-4 9-10 14-1 8-13 7-11 6-3", "6-13 3-5 10-11 14-2 9-1 8-12 7-4", "4-11 1-3 8-9 14-13 7-12 6-10 5-2"),
}
"""Howell06T3B20Relay, Howell08T4B14, Howell10T5B18, Howell12T6B22 and Howell14T7B26 of https://github.com/thebridsk/bridgescorer
(boardsetsAndMovements.json): round 1, round 2 and the last one, table by table, north-south first."""

PUBLISHED_BOARDS = {
    3: ((1, 2, 4), (2, 3, 4), (5, 5, 5)),
    4: ((1, 4, 6, 7), (2, 5, 7, 1), (7, 3, 5, 6)),
    5: ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (9, 1, 2, 3, 4)),
    6: ((1, 4, 6, 8, 9, 11), (2, 5, 7, 9, 10, 1), (11, 3, 5, 7, 8, 10)),
    7: ((1, 2, 3, 4, 5, 6, 7), (2, 3, 4, 5, 6, 7, 8), (13, 1, 2, 3, 4, 5, 6)),
}
"""The board sets in the same list."""


@pytest.mark.parametrize("tables", PUBLISHED)
def test_up_to_seven_tables_pairs_meet_where_published_howells_say(tables: int) -> None:
    movement = howell(2 * tables)
    for number, pairs, boards in zip((0, 1, -1), PUBLISHED[tables], PUBLISHED_BOARDS[tables], strict=True):
        meetings = movement.rounds[number].meetings
        assert " ".join("-".join(map(str, meeting.entrants)) for meeting in meetings) == pairs
        assert tuple(meeting.board_set for meeting in meetings) == boards


def test_the_boards_of_three_tables_are_those_of_the_published_howell() -> None:
    """The same list, and https://robinsbridge.blogspot.com/2010/03/howell-some-more.html."""
    movement = howell(6)
    assert [[one[2] for one in rows(movement, table)] for table in (1, 2, 3)] == [
        [1, 2, 3, 4, 5],
        [2, 3, 2, 3, 5],
        [4, 4, 1, 1, 5],
    ]


def test_seven_tables_move_as_the_guide_card_says() -> None:
    """Card 1 of https://www.bridgehands.com/G/Guide_Card.htm: who is north-south first sits east-west at table 2 next."""
    movement = howell(14)
    assert rows(movement, 1)[:2] == [(5, 12, 1), (6, 13, 2)]
    assert movement.rounds[1].place_of(5) == Place(table=2, side=1, seat=0)


def test_eleven_pairs_play_the_published_howell_without_its_last_pair() -> None:
    """Howell11T5B22, "use 6 tables without table 1": whoever would meet pair 12 sits out."""
    whole, odd = howell(12), howell(11)
    for one, other in zip(whole.rounds, odd.rounds, strict=True):
        assert [meeting for meeting in one.meetings if 12 not in meeting.entrants] == list(other.meetings)
        assert {meeting.table for meeting in other.meetings} == {2, 3, 4, 5, 6}


@pytest.mark.parametrize(("tables", "relay"), list(product(TABLES, [False, True])))
def test_mitchell_keeps_the_laws(tables: int, relay: bool) -> None:
    movement = mitchell(2 * tables, relay=relay)
    shares = relay and tables % 2 == 0
    assert not faults(movement, may_share=shares)
    assert len(movement.rounds) == (tables if tables % 2 or relay else tables - 1)
    assert all(one.place_of(pair) == Place(pair, 0, 0) for one in movement.rounds for pair in range(1, tables + 1))
    met = meetings_of(movement)
    assert all(north_south <= tables < east_west for north_south, east_west in met)
    assert len(met) == tables * len(movement.rounds)
    assert [set(one.shared.values()) for one in movement.rounds] == [{(1, tables)} if shares else set()] * len(movement.rounds)


def test_three_tables_of_mitchell_move_as_is_printed() -> None:
    """The whole of "Mitchell3Table" in the list of https://github.com/thebridsk/bridgescorer."""
    movement = mitchell(6)
    assert rows(movement, 1) == [(1, 4, 1), (1, 6, 2), (1, 5, 3)]
    assert rows(movement, 2) == [(2, 5, 2), (2, 4, 3), (2, 6, 1)]
    assert rows(movement, 3) == [(3, 6, 3), (3, 5, 1), (3, 4, 2)]


def test_a_relay_stands_half_way_and_the_last_table_shares_with_the_first() -> None:
    """The order in which https://bridgecentral.com/Relay.htm has the boards laid out: four sets, the relay, and the rest."""
    movement = mitchell(16, relay=True)
    assert [meeting.board_set for meeting in movement.rounds[0].meetings] == [1, 2, 3, 4, 6, 7, 8, 1]
    assert movement.rounds[1].meetings[3].board_set == 5
    assert [movement.rounds[1].place_of(pair) for pair in (9, 16)] == [Place(2, 1, 0), Place(1, 1, 0)]


@pytest.mark.parametrize(("tables", "rounds", "after"), [(10, 9, 5), (14, 13, 7)])
def test_the_skip_comes_half_way(tables: int, rounds: int, after: int) -> None:
    """Ten tables with "skip after round 5", fourteen with "skip after round 7": http://www.bridgewebs.com/exeter/info.html."""
    movement = mitchell(2 * tables, rounds)
    tables_of = [place.table for one in movement.rounds if (place := one.place_of(tables + 1))]
    steps = [(later - sooner) % tables for sooner, later in pairwise(tables_of)]
    assert steps == [2 if number == after else 1 for number in range(1, rounds)]


@given(st.integers(5, 100), st.data())
def test_mitchell_of_any_size_and_length_keeps_the_laws(pairs: int, data: st.DataObject) -> None:
    relay = data.draw(st.booleans())
    tables = (pairs + 1) // 2
    most = tables if tables % 2 or relay else tables - 1
    rounds = data.draw(st.integers(1, most))
    switched = data.draw(st.integers(0, rounds))
    movement = mitchell(pairs, rounds, relay=relay, arrow_switched=switched)
    assert not faults(movement, may_share=relay)
    assert len(movement.rounds) == rounds
    out = [movement.sitting_out(one.number) for one in movement.rounds]
    assert [len(one) for one in out] == [pairs % 2] * rounds
    assert len(set(out)) == rounds or pairs % 2 == 0


def test_an_arrow_switch_turns_the_last_rounds_alone() -> None:
    plain, turned = mitchell(14), mitchell(14, arrow_switched=2)
    assert plain.rounds[:5] == turned.rounds[:5]
    assert all(
        one.turned == other
        for one, other in zip(
            plain.rounds[6].meetings + plain.rounds[5].meetings,
            turned.rounds[6].meetings + turned.rounds[5].meetings,
            strict=True,
        )
    )


def test_sides_are_ranked_apart_where_nobody_changes_over() -> None:
    assert mitchell(7).lines == ((1, 2, 3, 4), (5, 6, 7))
    assert mitchell(8, relay=True).lines == ((1, 2, 3, 4), (5, 6, 7, 8))
    assert mitchell(14, arrow_switched=1).lines == howell(14).lines == (tuple(range(1, 15)),)


def test_a_short_evening_needs_no_skip() -> None:
    """Half as many rounds as tables end before anybody comes to his boards again."""
    assert mitchell(16, 4).rounds[3].meetings == mitchell(16, relay=False).rounds[3].meetings
    assert mitchell(16, 5).rounds[4].place_of(9) == Place(table=6, side=1, seat=0)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (lambda: mitchell(4), "4 pairs are too few for a Mitchell; play a Howell"),
        (
            lambda: mitchell(16, 8),
            "8 rounds are too many for a Mitchell of 8 tables; play 7 or fewer, or 8 with a relay and bye-stand",
        ),
        (lambda: mitchell(14, 8), "8 rounds are too many for a Mitchell of 7 tables; play 7 or fewer"),
        (lambda: mitchell(14, 3, arrow_switched=4), "Play at least one round, and arrow-switch no more rounds than are played"),
        (lambda: howell(10, 4), "4 rounds are too few for a Howell of 5 tables; play 6 and break it off, or a Mitchell"),
        (lambda: howell(10, 10), "10 rounds are too many for a Howell of 5 tables; play 9 or fewer"),
        (lambda: howell(44), "There is no Howell for 44 pairs; play a Mitchell"),
        (lambda: howell(2), "There is no Howell for 2 pairs; play one pair of tables as a match"),
    ],
)
def test_what_cannot_be_says_what_can(asked: Callable[[], Movement], told: str) -> None:
    with pytest.raises(NoSuchMovement) as refused:
        asked()
    assert str(refused.value) == told


def test_a_howell_is_broken_off() -> None:
    movement = howell(10).cut(8)
    assert len(movement.rounds) == 8
    assert not faults(movement)


def test_the_boards_of_a_set() -> None:
    assert [list(boards_of(one, 3)) for one in (1, 9)] == [[1, 2, 3], [25, 26, 27]]


def test_faults_are_all_named() -> None:
    """Somebody's own movement is read and everything wrong in it is told."""
    one = Round(1, (Meeting(1, ((1,), (2,)), 1), Meeting(1, ((2,), (5,)), 1)))
    two = Round(2, (Meeting(1, ((2,), (1,)), 1),))
    assert set(faults(Movement("own", 4, (one, two)))) == {
        "round 1: two meetings at table 1",
        "round 1: 2 sits twice",
        "round 1: 5 is not entered",
        "round 1: tables 1 and 1 share board set 1",
        "1 and 2 meet 2 times",
        "1 plays board set 1 2 times",
        "2 plays board set 1 3 times",
    }
