"""Where everybody sits, as phones tell it."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from club.evening.places import Seat, players_at, seats_of
from club.evening.plan import Kind, Plan
from club.evening.state import Contest, Drawn, Evening
from club.movements.howell import howell
from club.movements.mitchell import mitchell
from club.movements.round_robin import round_robin
from club.movements.rounds import Movement, Round
from club.movements.whist import whist

NOW = datetime(2026, 11, 27, 19, tzinfo=UTC)
NAMES = ("Ama", "Kofi", "Esi", "Yaw", "Efua", "Nana")


def evening(kind: Kind, entrants: tuple[tuple[str, ...], ...], *drawn: Drawn, **more: object) -> Evening:
    plan = Plan("Cup", kind, "bridge", entrants, minutes=20, boards=2 if kind.has_boards else 0)
    contest = Contest("c", plan, entrants, rounds=drawn, **more)  # type: ignore[arg-type]  # as the contest has them
    return Evening(name="Thursday", is_open=True, contests={"c": contest})


def in_all(movement: Movement, kind: Kind, entrants: tuple[tuple[str, ...], ...]) -> Mapping[tuple[int, str], Seat]:
    """The seat of everybody in every round."""
    return {
        (one.number, name): seat
        for one in movement.rounds
        for names in entrants
        for name in names
        for seat in seats_of(evening(kind, entrants, Drawn(one)), name, NOW)
    }


PAIRS = tuple((f"{name} one", f"{name} two") for name in NAMES)


@pytest.mark.parametrize(("movement", "kind"), [(mitchell(6), Kind.MITCHELL), (howell(6), Kind.HOWELL)])
def test_pairs_sit_opposite_and_everybody_at_a_table_reads_the_same_of_it(movement: Movement, kind: Kind) -> None:
    seats = in_all(movement, kind, PAIRS)
    for one in movement.rounds:
        for meeting in one.meetings:
            (north_south,), (east_west,) = meeting.sides
            (north, south), (east, west) = PAIRS[north_south - 1], PAIRS[east_west - 1]
            there = {seats[one.number, name].place: name for name in (north, south, east, west)}
            assert there == {"North": north, "South": south, "East": east, "West": west}
            assert {seats[one.number, name].table for name in there.values()} == {meeting.table}
            assert seats[one.number, north].partners == (south,)
            assert seats[one.number, north].opponents == (f"{east} & {west}",)
            first = 2 * (meeting.board_set or 0) - 1
            assert seats[one.number, west].boards == (first, first + 1)


def test_partners_of_a_whist_are_named_and_so_are_both_opponents() -> None:
    singles = tuple((name,) for name in NAMES[:4])
    seats = in_all(whist(4), Kind.WHIST, singles)
    for one in whist(4).rounds:
        partners = {seats[one.number, name].partners for name in NAMES[:4]}
        assert len(partners) == 4
        for name in NAMES[:4]:
            seat = seats[one.number, name]
            assert {name, *seat.partners, *seat.opponents} == set(NAMES[:4])


def test_two_who_meet_sit_in_seats_a_and_b_and_who_sits_out_is_told_so() -> None:
    singles = tuple((name,) for name in NAMES[:3])
    seats = in_all(round_robin(3), Kind.ROUND_ROBIN, singles)
    for number in (1, 2, 3):
        found = [seats[number, name] for name in NAMES[:3]]
        assert sorted(seat.place for seat in found) == ["", "seat A", "seat B"]
        assert [seat.table for seat in found].count(None) == 1


def test_a_name_is_found_however_it_is_spelt() -> None:
    (seat,) = seats_of(evening(Kind.MITCHELL, PAIRS, Drawn(mitchell(6).rounds[0])), "  ama ONE", NOW)
    assert (seat.place, seat.partners) == ("North", ("Ama two",))


def test_who_plays_no_more_is_shown_no_seat_and_neither_is_anybody_of_a_contest_that_is_over() -> None:
    drawn = Drawn(mitchell(6).rounds[0])
    assert seats_of(evening(Kind.MITCHELL, PAIRS, drawn, withdrawn=frozenset({1})), "Ama one", NOW) == ()
    assert seats_of(evening(Kind.MITCHELL, PAIRS, drawn, is_over=True), "Ama one", NOW) == ()
    assert seats_of(evening(Kind.MITCHELL, PAIRS), "Ama one", NOW) == ()
    assert seats_of(evening(Kind.MITCHELL, PAIRS, drawn), "Nobody", NOW) == ()


@pytest.mark.parametrize(
    ("before", "left"),
    [
        (Drawn(Round(1, ()), since=NOW - timedelta(minutes=5), has_begun=True), timedelta(minutes=15)),
        (Drawn(Round(1, ()), ran=timedelta(minutes=5), has_begun=True), timedelta(minutes=15)),
        (Drawn(Round(1, ()), since=NOW - timedelta(minutes=25), has_begun=True), timedelta(minutes=-5)),
        (Drawn(Round(1, ()), since=NOW, added=timedelta(minutes=3), has_begun=True), timedelta(minutes=23)),
        (Drawn(Round(1, ()), since=NOW + timedelta(hours=1), has_begun=True), timedelta(minutes=20)),
        (Drawn(Round(1, ()), ran=timedelta(minutes=20), has_begun=True, is_over=True), None),
        (Drawn(Round(1, ())), None),
    ],
)
def test_a_seat_is_taken_when_what_is_left_of_the_round_before_has_run(before: Drawn, left: timedelta | None) -> None:
    (seat,) = seats_of(evening(Kind.MITCHELL, PAIRS, before, Drawn(mitchell(6).rounds[1])), "Ama one", NOW)
    assert seat.starts_in == left


def test_players_at_a_table_are_clockwise_from_seat_a() -> None:
    contest = evening(Kind.MITCHELL, PAIRS, Drawn(mitchell(6).rounds[0])).contests["c"]
    (north_south,), (east_west,) = contest.rounds[0].round.meetings[0].sides
    assert (north_south, east_west) == (1, 4)
    assert players_at(contest, contest.rounds[0].round.meetings[0]) == ("Ama one", "Yaw one", "Ama two", "Yaw two")
