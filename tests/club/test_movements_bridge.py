"""Mitchell and Howell movements: the laws over every size, and the tables that others print."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.movements.howell import howell
from club.movements.laws import faults
from club.movements.mitchell import mitchell
from club.movements.rounds import Meeting, Movement, NoSuchMovement, Place, Round, against, boards_of

TABLES = range(3, 21)
# With tables even and one round more, and in two small cases, the whole search ends without a movement.
NO_HOWELL = {(tables, tables + 1) for tables in range(4, 21, 2)} | {(4, 6), (5, 8)}


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
def test_every_three_quarter_howell_keeps_the_laws_and_the_rest_are_refused(tables: int) -> None:
    for rounds in range(tables + 1, 2 * tables - 1):
        if (tables, rounds) in NO_HOWELL:
            with pytest.raises(NoSuchMovement):
                howell(2 * tables, rounds)
            continue
        movement = howell(2 * tables, rounds)
        assert not faults(movement)
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


def test_four_tables_are_those_of_the_guide_cards() -> None:
    """Tables 1 and 4 as in "Howell08T4B14" of https://github.com/thebridsk/bridgescorer (boardsetsAndMovements.json)."""
    movement = howell(8)
    assert rows(movement, 1) == [(8, 1, 1), (8, 2, 2), (8, 3, 3), (8, 4, 4), (8, 5, 5), (8, 6, 6), (8, 7, 7)]
    assert rows(movement, 4) == [(4, 5, 7), (5, 6, 1), (6, 7, 2), (7, 1, 3), (1, 2, 4), (2, 3, 5), (3, 4, 6)]


def test_five_tables_are_those_of_the_guide_cards() -> None:
    """Tables 1 and 5 of "Howell10T5B18", from the same list."""
    movement = howell(10)
    assert rows(movement, 1) == [
        (7, 3, 1),
        (8, 4, 2),
        (9, 5, 3),
        (1, 6, 4),
        (2, 7, 5),
        (3, 8, 6),
        (4, 9, 7),
        (5, 1, 8),
        (6, 2, 9),
    ]
    assert rows(movement, 5)[:3] == [(4, 6, 5), (5, 7, 6), (6, 8, 7)]


def test_seven_tables_are_those_of_the_guide_cards() -> None:
    """Card 1 on https://www.bridgehands.com/G/Guide_Card.htm, rounds 1 and 2, and first rounds of "Howell14T7B26" in the list."""
    movement = howell(14)
    assert rows(movement, 1)[:2] == [(5, 12, 1), (6, 13, 2)]
    assert movement.rounds[1].place_of(5) == Place(table=2, side=1, seat=0)
    assert [rows(movement, table)[0] for table in range(2, 8)] == [
        (2, 4, 2),
        (9, 10, 3),
        (14, 1, 4),
        (8, 13, 5),
        (7, 11, 6),
        (6, 3, 7),
    ]


def test_three_tables_are_those_of_the_guide_cards() -> None:
    """Round 1 on https://robinsbridge.blogspot.com/2010/03/howell-some-more.html, the boards in "Howell06T3B20Relay"."""
    movement = howell(6)
    assert [(*meeting.entrants, meeting.board_set) for meeting in movement.rounds[0].meetings] == [
        (6, 1, 1),
        (3, 4, 2),
        (5, 2, 4),
    ]
    assert [one[2] for one in rows(movement, 1)] == [1, 2, 3, 4, 5]
    assert [one[2] for one in rows(movement, 2)] == [2, 3, 2, 3, 5]
    assert [one[2] for one in rows(movement, 3)] == [4, 4, 1, 1, 5]


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
        (lambda: howell(10, 8), "No Howell of 5 tables has 8 rounds; play 6 or 7 or 9, or break the full one off after 8"),
        (lambda: howell(10, 4), "No Howell of 5 tables has 4 rounds; play 6 or 7 or 9, or a Mitchell"),
        (lambda: howell(10, 10), "No Howell of 5 tables has 10 rounds; play 6 or 7 or 9"),
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
