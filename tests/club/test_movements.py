"""Round robin, Swiss, whist, progressive, seating, standings and victory points."""

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.movements.laws import faults
from club.movements.pairing import most_pairs
from club.movements.progressive import first_round, next_round
from club.movements.round_robin import round_robin
from club.movements.rounds import NoSuchMovement, Round, against
from club.movements.seating import seated, table_sizes
from club.movements.standings import By, Match, standings
from club.movements.swiss import swiss_round
from club.movements.victory_points import victory_points
from club.movements.whist import whist


@pytest.mark.parametrize("entrants", range(2, 24))
def test_round_robin_lets_everybody_meet_everybody_and_changes_sides(entrants: int) -> None:
    movement = round_robin(entrants)
    assert not faults(movement)
    assert len(set(chain.from_iterable(map(against, movement.rounds)))) == entrants * (entrants - 1) // 2
    for entrant in range(1, entrants + 1):
        places = [one.place_of(entrant) for one in movement.rounds]
        assert places.count(None) == entrants % 2
        assert abs(sum(1 if place.side else -1 for place in places if place)) <= 1


def _most_by_trial(may_meet: dict[int, list[int]]) -> int:
    if not may_meet:
        return 0
    one = min(may_meet)
    rest = {other: [third for third in near if third != one] for other, near in may_meet.items() if other != one}
    best = _most_by_trial(rest)
    for other in may_meet[one]:
        left = {third: [near for near in rest[third] if near != other] for third in rest if third != other}
        best = max(best, 2 + _most_by_trial(left))
    return best


@given(st.integers(1, 9), st.data())
def test_most_pairs_are_as_many_as_trying_all_finds(size: int, data: st.DataObject) -> None:
    edges = data.draw(st.sets(st.sampled_from(list(combinations(range(size), 2)) or [(0, 0)])))
    may_meet = {
        one: [other for other in range(size) if other != one and (min(one, other), max(one, other)) in edges]
        for one in range(size)
    }
    mate = most_pairs(may_meet)
    assert all(mate[mate[one]] == one and mate[one] in may_meet[one] for one in mate)
    assert len(mate) == _most_by_trial(may_meet)


@pytest.mark.parametrize("entrants", [2, 5, 6, 8, 11, 24])
def test_swiss_repeats_nothing_while_it_can_and_byes_go_round(entrants: int) -> None:
    points: dict[int, int] = dict.fromkeys(range(1, entrants + 1), 0)
    played: list[Round] = []
    for _ in range(min(entrants // 2, 6)):
        played.append(swiss_round(list(points), points, played))
        for meeting in played[-1].meetings:
            points[min(meeting.entrants)] += 2
    met = Counter(chain.from_iterable(map(against, played)))
    assert max(met.values()) == 1
    byes = Counter(one for one in points for before in played if one not in before.entrants)
    assert max(byes.values(), default=0) <= 1


def test_swiss_sends_nobody_down_who_need_not_go() -> None:
    """1, 2, 3 and 4 lead together; 3 and 4 have met, so the nearest, 1 with 2, would send both down."""
    before = (Round(1, swiss_round([3, 4], {}).meetings),)
    following = swiss_round([1, 2, 3, 4, 5, 6], {1: 2, 2: 2, 3: 2, 4: 2}, before)
    assert [set(meeting.entrants) for meeting in following.meetings] == [{1, 3}, {2, 4}, {5, 6}]


@pytest.mark.parametrize("players", [players for players in range(4, 42) if players % 4 < 2])
def test_whist_makes_all_partners_once_and_opponents_twice(players: int) -> None:
    movement = whist(players)
    everybody = list(combinations(range(1, players + 1), 2))
    sides = [tuple(sorted(side)) for one in movement.rounds for meeting in one.meetings for side in meeting.sides]
    assert Counter(sides) == dict.fromkeys(everybody, 1)
    assert Counter(chain.from_iterable(map(against, movement.rounds))) == dict.fromkeys(everybody, 2)
    assert not faults(movement, may_meet_again=True)


def test_progressive_winners_go_up_and_partners_change() -> None:
    first = first_round([(1, 2, 3, 4), (5, 6, 7, 8)], partners_change=True)
    second = next_round([first], {1: (1, 2, 3, 4), 2: (7, 8, 5, 6)}, 8, partners_change=True)
    assert [meeting.sides for meeting in second.meetings] == [((1, 7), (2, 8)), ((5, 3), (6, 4))]


def test_progressive_bench_comes_in_at_the_foot() -> None:
    first = first_round([(1, 2, 3), (4, 5, 6)])
    second = next_round([first], {1: (1, 2, 3), 2: (6, 5, 4)}, 7)
    assert [meeting.entrants for meeting in second.meetings] == [(1, 2, 6), (5, 4, 7)]
    with pytest.raises(NoSuchMovement, match="Say how table 1 finished"):
        next_round([first], {2: (6, 5, 4)}, 7)


def test_seating_repeats_little_and_is_the_same_for_the_same_seed() -> None:
    sizes = table_sizes(21)
    assert sizes == (5, 4, 4, 4, 4)
    movement = seated(21, 4, sizes, seed=3)
    assert movement == seated(21, 4, sizes, seed=3)
    assert not faults(movement, may_meet_again=True)
    met = Counter(chain.from_iterable(map(against, movement.rounds)))
    assert sum(times - 1 for times in met.values()) <= 4
    with pytest.raises(NoSuchMovement, match="5 players do not divide"):
        table_sizes(5, 3, 4)


def test_standings_say_what_decided() -> None:
    matches = [Match(1, 2, 2, 0), Match(3, 2, 4, 0), Match(3, 0, 1, 2), Match(2, 2, 4, 0), Match(2, 2, 3, 0), Match(1, 0, 4, 2)]
    table = standings([1, 2, 3, 4], matches, [By.DIRECT_ENCOUNTER])
    assert [(one.rank, one.entrant, one.ahead_by) for one in table] == [
        (1, 1, By.DIRECT_ENCOUNTER),
        (2, 2, By.POINTS),
        (3, 3, By.DIRECT_ENCOUNTER),
        (4, 4, None),
    ]
    assert str(table[0]) == "1. 1: 4, ahead by direct encounter"
    assert [one.rank for one in standings([1, 2, 3, 4], matches)] == [1, 1, 3, 3]


@pytest.mark.parametrize("boards", [1, 8, 16, 32])
def test_victory_points_share_twenty_and_every_imp_is_worth_no_more_than_the_one_before(boards: int) -> None:
    won = [victory_points(margin, boards)[0] for margin in range(100)]
    assert won[0] == 10
    assert won[-1] == 20
    assert victory_points(-7, boards) == victory_points(7, boards)[::-1]
    gains = [after - before for before, after in pairwise(won)]
    assert all(later <= sooner + Fraction(1, 100) for sooner, later in pairwise(gains))
