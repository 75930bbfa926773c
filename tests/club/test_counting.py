"""Contests counted by hand: IMPs and an arrow switch at three tables, whist, open tables."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from club.evening.duplicate import totals, travellers
from club.evening.plan import Counting, Kind, Plan
from club.evening.results import results_of, results_of_all
from club.evening.sittings import Sitting, sittings
from club.evening.state import Contest, Drawn
from club.evening.table import rankings_of
from club.movements.mitchell import mitchell
from club.movements.round_robin import round_robin
from club.movements.rounds import Round
from club.movements.whist import whist
from club.room import Session
from tests.property.test_written_games import evening
from tests.tables import hand_of_spar, table_of

PAIRS = tuple((f"{pair}a", f"{pair}b") for pair in range(1, 7))


def contest(kind: Kind, entrants: tuple[tuple[str, ...], ...], rounds: tuple[Round, ...] = (), **more: object) -> Contest:
    plan = Plan("Cup", kind, str(more.pop("game", "bridge")), entrants, **more)  # type: ignore[arg-type]  # as the plan has them
    return Contest("c", plan, entrants, rounds=tuple(map(Drawn, rounds)))


def board(number: int, table: int, north_south: int, east_west: int, scores: Mapping[int, int]) -> Sitting:
    """A table of a round that played those boards; whoever is named first sat north-south."""
    sides = (frozenset(PAIRS[north_south - 1]), frozenset(PAIRS[east_west - 1]))
    return Sitting(f"t{table}", f"r{number}", number, "bridge", sides, (0, 0), len(scores), None, None, tuple(scores.items()))


def an_evening(is_switched: bool = True) -> list[Sitting]:
    """Three rounds of three tables, a board a set; in the last north-south and east-west change over, unless they forget."""
    rounds = mitchell(6, arrow_switched=1).rounds
    scores = {1: (420, 450, -50), 2: (-100, 110, 110), 3: (600, -200, 620)}
    found = []
    for one in rounds:
        for meeting in one.meetings:
            (first,), (second,) = meeting.sides
            if one.number == 3 and not is_switched:
                first, second = second, first
            told = {meeting.board_set or 0: scores[meeting.board_set or 0][meeting.table - 1]}
            found.append(board(one.number, meeting.table, first, second, told))
    return found


def test_imps_of_an_evening_with_an_arrow_switch_by_hand() -> None:
    """Board 1 is 420 at table 1, 450 at 2 and -50 at 3; board 2 -100, 110, 110; board 3 600, -200, 620.

    Against both other tables, halved: board 1 (-1 + 10) / 2, (1 + 11) / 2, (-10 - 11) / 2; board 2 (-5 - 5) / 2 and twice 5 / 2;
    board 3 (13 - 1) / 2, (-13 - 13) / 2, (1 + 13) / 2. Table 1 plays boards in the order 1, 2, 3, table 2 in 2, 3, 1, and
    table 3 in 3, 1, 2, so in the last round, switched, 5 holds north-south's cards of board 3, 6 of board 1 and 4 of board 2.
    """
    played = contest(Kind.MITCHELL, PAIRS, mitchell(6, arrow_switched=1).rounds, boards=1, counting=Counting.IMPS)
    outcomes = results_of(played, an_evening()).outcomes
    at = {
        (traveller.board, line.table): line.won[0]
        for traveller in travellers(played, outcomes)
        for line in traveller.lines
        if line.won
    }
    half = Fraction(1, 2)
    assert at == {
        (1, 1): 9 * half,
        (1, 2): Fraction(6),
        (1, 3): -21 * half,
        (2, 1): Fraction(-5),
        (2, 2): 5 * half,
        (2, 3): 5 * half,
        (3, 1): Fraction(6),
        (3, 2): Fraction(-13),
        (3, 3): Fraction(7),
    }
    assert totals(played, travellers(played, outcomes)) == {
        1: 9 * half - 5 - 6,
        2: 5 * half - 13 - 6,
        3: 7 - 21 * half - 5 * half,
        4: -9 * half + 13 + 5 * half,
        5: -5 * half + 21 * half + 6,
        6: -7 + 5 + 6,
    }


def test_a_table_that_forgot_to_switch_is_compared_by_the_cards_that_each_held() -> None:
    """The scores are those of the cards, so every board is compared as before; and who held them has what they brought."""
    played = contest(Kind.MITCHELL, PAIRS, mitchell(6, arrow_switched=1).rounds, boards=1, counting=Counting.IMPS)
    right, wrong = (results_of(played, an_evening(is_switched)).outcomes for is_switched in (True, False))
    for one, other in zip(travellers(played, right), travellers(played, wrong), strict=True):
        assert [(line.table, line.score, line.won) for line in one.lines] == [
            (line.table, line.score, line.won) for line in other.lines
        ]
    half = Fraction(1, 2)
    assert totals(played, travellers(played, wrong))[1] == 9 * half - 5 + 6
    assert totals(played, travellers(played, wrong))[5] == -5 * half + 21 * half - 6


def test_an_arrow_switch_makes_one_ranking() -> None:
    played = contest(
        Kind.MITCHELL, PAIRS, mitchell(6, arrow_switched=1).rounds, boards=1, arrow_switched=1, counting=Counting.IMPS
    )
    (ranking,) = rankings_of(played, results_of(played, an_evening()))
    assert [standing.entrant for standing in ranking.standings] == [5, 4, 6, 3, 1, 2]


def named(sitting: Sitting, *sides: tuple[str, ...]) -> Sitting:
    """What was played, as if others had sat there."""
    return replace(sitting, sides=tuple(frozenset(map(str.casefold, side)) for side in sides))


@pytest.mark.parametrize("counting", [Counting.POINTS, Counting.WINS])
def test_whist_gives_every_player_what_the_side_of_each_round_had(counting: Counting) -> None:
    """Four players, three rounds of real whist: each is with every other once."""
    names = ("Ama", "Kofi", "Esi", "Yaw")
    played = contest(Kind.WHIST, tuple((name,) for name in names), whist(4).rounds, game="whist", counting=counting)
    by_hand, found = dict.fromkeys(range(1, 5), Fraction()), []
    for one in played.played:
        (meeting,) = one.meetings
        (a, b), (c, d) = meeting.sides
        table = evening("whist", one.number).table
        totals_of = table.standing.totals
        (sitting,) = sittings(Session("box", str(one.number), one.number, one.number, table))
        found.append(named(sitting, (names[a - 1], names[b - 1]), (names[c - 1], names[d - 1])))
        for side, players in enumerate(((a, b), (c, d))):
            points = Fraction(totals_of[side])
            if counting is Counting.WINS:
                points = Fraction(1, 2) if totals_of[0] == totals_of[1] else Fraction(int(totals_of[side] > totals_of[1 - side]))
            for player in players:
                by_hand[player] += points
    (ranking,) = rankings_of(played, results_of(played, found))
    assert {standing.entrant: standing.points for standing in ranking.standings} == by_hand
    assert len({standing.points for standing in ranking.standings}) > 1


def test_at_open_tables_everything_counts_that_entrants_play_among_themselves() -> None:
    """Ama wins against Kofi and loses to Esi; a guest who is not entered plays for himself."""
    names = (("Ama",), ("Kofi",), ("Esi",))
    played = contest(Kind.OPEN, names, game="spar", counting=Counting.WINS)
    (won,) = sittings(Session("box", "s", 1, 1, hand_of_spar(table_of("spar", 2))))
    assert won.ahead == 1
    found = [named(won, (loser,), (winner,)) for loser, winner in (("Kofi", "Ama"), ("ama", "ESI"), ("Guest", "Ama"))]
    results = results_of(played, found)
    assert [outcome.meeting.entrants for outcome in results.outcomes] == [(2, 1), (1, 3)]
    (ranking,) = rankings_of(played, results)
    assert {standing.entrant: standing.points for standing in ranking.standings} == {1: 1, 2: 0, 3: 1}
    assert results.loose == ()


def test_open_tables_take_what_no_round_has_drawn_and_partners_may_be_singles() -> None:
    singles = contest(Kind.OPEN, tuple((name,) for name in ("Ama", "Kofi", "Esi", "Yaw")), game="whist")
    cup = contest(Kind.ROUND_ROBIN, (("Ama", "Esi"), ("Kofi", "Yaw")), game="whist")
    drawn = Contest("cup", cup.plan, cup.entrants, rounds=tuple(map(Drawn, round_robin(2).rounds)))
    found = [
        one for number in (1, 2) for one in sittings(Session("box", str(number), number, number, evening("whist", number).table))
    ]
    both = results_of_all((singles, drawn), found)
    assert [outcome.sittings for outcome in both["cup"].outcomes] == [(found[0],)]
    assert [outcome.sittings for outcome in both["c"].outcomes] == [(found[1],)]
    assert [outcome.meeting.sides for outcome in both["c"].outcomes] == [((1, 3), (2, 4))]
