"""Spar: what hands and sessions are worth, with every option."""

from typing import Any

import pytest

from scoring import Seat, Table
from scoring.cards import Card
from scoring.commands import PlayCard, RuleOnOffence, StartSession
from scoring.errors import BadSetup, SessionOver
from scoring.games.trick_game import c_notation
from scoring.projections import table_view
from tests.conftest import play, run, session

PLAIN = ("AH 7H", "KH 8H", "QH 9H", "JH 6D")
"""Four tricks to the seat that leads."""


def last(table: Table) -> dict[str, object]:
    found = table_view(table)["last_hand"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(("trick", "points"), [("6C 7D", 3), ("7C 8D", 2), ("8C 9D", 1), ("AC 6S", 1)])
def test_the_last_trick_counts_by_the_card_that_wins_it(trick: str, points: int) -> None:
    table = play(session(), *PLAIN, trick)
    assert table.standing.totals == (0, points)


def test_the_double_rule_counts_the_last_two_tricks() -> None:
    table = play(session(double_six=True), *PLAIN[:3], "7S KD", "6C QD")
    assert table.standing.totals == (0, 5)


def test_the_ace_of_spades_may_stay_in_the_pack() -> None:
    assert [Card.parse("AS") in session(ace_of_spades=is_in).pack for is_in in (True, False)] == [True, False]


def test_a_seven_card_hand_lasts_seven_tricks() -> None:
    table = play(session(hand_size=7), *PLAIN, "KD 7D", "QD 8D")
    assert table.results[-1] is None
    assert play(table, "6C 9S").standing.totals == (0, 3)


def test_the_winner_deals_next_and_so_plays_last() -> None:
    table = run(
        play(session(3), "AH 7H 8H", "KH QH 9H", "AD 7D 8D", "KD QD JD", "6C 8S 9S"), PlayCard(by="camera", card=Card.parse("7S"))
    )
    assert table.hand is not None
    assert (str(table.hand.dealer), str(table.hand.leader)) == ("B", "C")


def test_stakes_go_from_everybody_else_to_the_winner_and_sum_to_zero() -> None:
    table = play(session(3), "AH 7H 8H", "KH QH 9H", "AD 7D 8D", "KD QD JD", "6C 8S 9S")
    assert last(table)["settlement"] == [-30, 60, -30]


def test_the_first_to_reach_the_target_wins_and_nothing_more_is_dealt() -> None:
    table = play(session(target=3), *PLAIN, "6C 7D")
    assert (table.standing.winner, table.standing.is_over) == (1, True)
    with pytest.raises(SessionOver, match="the game is over"):
        run(table, PlayCard(by="camera", card=Card.parse("AH")))


def test_stones_run_out_and_a_tie_is_played_off_by_the_tied_alone() -> None:
    assert session(3, scoring="stones").agreed.options.stones == 30
    table = session(3, scoring="stones", stones=4)
    hands = {
        "B": ("AH 7H 8H", "KH QH 9H", "AD 7D 8D", "KD QD JD", "7C 8S 9S"),
        "C": ("AH 7H 8H", "KH QH 9H", "AD 7D 8D", "KD QD JD", "7C 8S 9S"),
    }
    table = play(play(table, *hands["B"]), *hands["C"])
    assert (table.standing.totals, table.standing.winner) == ((0, 2, 2), None)
    table = play(table, "AH 7H", "KH 8H", "QH 9H", "AD 8D", "AC 7D")
    assert [str(seat) for seat in (table.hand.seats if table.hand else ())] == ["B", "C"]
    assert table.standing.winner == Seat.B


REVOKED = ("AH 7H", "KD 8C", "AC 7C", "QD 7D", "8D 9S")
"""B leads and wins; A plays 8C to KD and shows 7D two tricks later."""


@pytest.mark.parametrize(
    ("penalty", "totals", "settlement", "dealer"),
    [
        ("report_only", (0, 1), (-10, 10), 1),
        ("forfeit_hand", (0, 1), (-10, 10), 1),
        ("void_hand", (0, 0), (0, 0), 0),
        ("pay", (0, 1), (-20, 20), 1),
    ],
)
def test_what_a_proved_revoke_costs_is_the_tables_choice(
    penalty: str, totals: tuple[int, ...], settlement: tuple[int, ...], dealer: int
) -> None:
    table = play(session(revoke_penalty=penalty), *REVOKED)
    assert [offence.seat for offence in table.deals[0].offences] == [0]
    result = table.results[-1]
    assert result is not None
    assert (result.points, result.settlement, result.next_dealer) == (totals, settlement, dealer)


def test_an_offender_who_wins_forfeits_and_the_same_dealer_deals() -> None:
    """A discards on a heart, takes the lead with AC and wins the last trick with a heart."""
    table = play(session(revoke_penalty="forfeit_hand"), "AH 7D", "KC AC", "9D 8S", "8D QS", "8H 9S")
    result = table.results[-1]
    assert result is not None
    assert (result.winner, result.points, result.next_dealer) == (None, (0, 0), 0)


def test_a_waived_revoke_costs_nothing() -> None:
    table = play(session(revoke_penalty="void_hand"), *REVOKED)
    assert table.standing.totals == (0, 0)
    key = table.deals[0].offences[0].key
    assert run(table, RuleOnOffence(by="Ama", hand=1, offence=key, waived=True)).standing.totals == (0, 1)


def test_c_notation_counts_in_threes() -> None:
    assert [c_notation(n) for n in (0, 2, 3, 14, 30)] == ["0", "2", "c3", "c12 2", "c30"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"target": "many"}, "target is 'many': expected a whole number"),
        ({"direction": "up"}, "direction is 'up': expected one of cw, ccw"),
        ({"hand_size": 6}, "hand_size is 6: expected 5 or 7"),
        ({"stones": 0}, "stones is 0: expected a whole number from 1"),
        ({"colour": 1}, "there is no option 'colour'"),
        ({"double_six": "perhaps"}, "double_six is 'perhaps': expected true or false"),
    ],
)
def test_a_wrong_option_is_named_with_what_is_expected(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        session(**options)


def test_eight_players_do_not_fit_the_pack() -> None:
    names = tuple("abcdefgh")
    with pytest.raises(BadSetup, match="expected 2 to 7"):
        run(Table(), StartSession(by="test", game="spar", players=names))
