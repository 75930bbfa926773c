"""Several contests in one evening: what was played counts in one of them."""

from dataclasses import replace
from datetime import UTC, datetime

from club.evening.plan import Kind, Plan
from club.evening.results import results_of_all
from club.evening.sittings import Sitting
from club.evening.state import Contest, Correction, Drawn
from club.movements.rounds import Meeting, Round

PAIRS = (("Ama", "Esi"), ("Kofi", "Yaw"))
FIRST, SECOND = (
    Contest(name, Plan(name, Kind.ROUND_ROBIN, "whist", PAIRS), PAIRS, rounds=(Drawn(Round(1, (Meeting(1, ((1,), (2,))),))),))
    for name in ("first", "second")
)
OTHER = replace(FIRST, name="other", plan=replace(FIRST.plan, game="euchre"))


def sitting(session: str, points: tuple[int, int], game: str = "whist") -> Sitting:
    sides = tuple(frozenset(map(str.casefold, pair)) for pair in PAIRS)
    return Sitting("box", session, 1, game, sides, points, hands=4, winner=0, ahead=0)


def points(contests: list[Contest], played: list[Sitting]) -> list[tuple[int, ...] | None]:
    return [found.outcomes[0].points for found in results_of_all(contests, played).values()]


def loose(contests: list[Contest], played: list[Sitting]) -> list[list[str]]:
    return [[one.session for one in found.loose] for found in results_of_all(contests, played).values()]


def test_what_the_same_pairs_play_in_a_second_contest_is_not_what_they_played_in_the_first() -> None:
    played = [sitting("one", (5, 2)), sitting("two", (1, 7))]
    assert points([FIRST, SECOND], played) == [(5, 2), (1, 7)]
    assert points([FIRST, SECOND], played[:1]) == [(5, 2), None]
    assert loose([FIRST, SECOND], played) == [[], []]


def test_what_the_director_attached_to_a_contest_counts_in_no_other() -> None:
    attached = replace(SECOND, attached={("box", "one"): (1, 1)})
    assert points([FIRST, attached], [sitting("one", (5, 2)), sitting("two", (1, 7))]) == [(1, 7), (5, 2)]


def test_what_counts_in_no_contest_is_asked_about_once() -> None:
    played = [sitting("one", (5, 2)), sitting("two", (1, 7)), sitting("three", (3, 3)), sitting("four", (1, 0), "euchre")]
    assert loose([FIRST, SECOND], played) == [[], ["three"]]
    assert loose([FIRST, OTHER], played[1:]) == [["three"], []]


def test_a_corrected_meeting_keeps_its_sitting() -> None:
    told = Correction((6, 1), None, "counted again", "d", datetime(2026, 1, 1, tzinfo=UTC))
    corrected = replace(FIRST, corrections={(1, 1, 0): told})
    assert points([corrected, SECOND], [sitting("one", (5, 2)), sitting("two", (1, 7))]) == [(6, 1), (1, 7)]
