"""What waits for the director, of real sessions: each trouble by itself, and nothing where all is well."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from club.evening.plan import Kind, Plan
from club.evening.questions import Matter, Question, questions_of
from club.evening.results import results_of_all
from club.evening.sittings import sittings
from club.evening.state import Contest, Correction, Drawn, Evening
from club.movements.rounds import Meeting, Round
from club.room import Session
from scoring.commands import ChangePlayers, OpenDispute, PlayCard, StartSession
from scoring.table import Table
from tests.boards import board_at_random
from tests.conftest import NOON, run
from tests.tables import hand_of_spar, table_of, tricks

PAIR = (("Ama",), ("Kofi",))
SPAR = Plan("Cup", Kind.ROUND_ROBIN, "spar", PAIR, hands=1)
BOARDS = Plan("Pairs", Kind.MITCHELL, "bridge", (("N", "S"), ("E", "W")), boards=2)


def club(plan: Plan | None, *sessions: Session, is_over: bool = False, **more: Any) -> list[Question]:
    """What waits at a club where one round of that contest is drawn and these sessions were played."""
    contests = {}
    if plan:
        board_set = 4 if plan.kind.has_boards else None
        drawn = Drawn(Round(1, (Meeting(1, ((1,), (2,)), board_set),)), has_begun=True, is_over=is_over)
        contests["c"] = Contest("c", plan, plan.entrants, rounds=(drawn,), corrections=more.pop("corrections", {}))
    evening = Evening(
        is_open=True, tables={7: "north"}, contests=contests, aside=more.pop("aside", {}), ways=more.pop("ways", {})
    )
    counted = [one for one in sessions if (one.box, one.session) not in evening.aside]
    results = results_of_all(tuple(contests.values()), [sitting for one in counted for sitting in sittings(one)])
    return list(questions_of(evening, sessions, results, **more))


def at(table: Table, box: str = "north", session: str = "s", **more: Any) -> Session:
    return Session(box, session, 1, 2, table, **more)


def played(*names: str) -> Table:
    """A hand of Spar."""
    start = StartSession(by="t", game="spar", players=names or ("Ama", "Kofi"), options={})
    return hand_of_spar(run(Table(), start))


def boards(form: str = "duplicate", first: int = 7, players: tuple[str, ...] = ("N", "E", "S", "W"), number: int = 2) -> Table:
    options: dict[str, object] = {"form": form} | ({"first_board": first} if form == "duplicate" else {})
    table = run(Table(), StartSession(by="t", game="bridge", players=players, options=options))
    for seed in range(number):
        table = board_at_random(table, Random(seed))
    return table


def matters(found: list[Question]) -> list[Matter]:
    return [question.matter for question in found]


@pytest.mark.parametrize(("plan", "table"), [(None, played()), (SPAR, played()), (BOARDS, boards()), (SPAR, Table())])
def test_nothing_waits_where_all_is_well(plan: Plan | None, table: Table) -> None:
    assert club(plan, at(table)) == []


def test_a_dispute_comes_first_with_what_the_cards_prove() -> None:
    disputed = run(tricks(table_of("spar", 2), "AH 9D", "KD 8D", "KH 8H"), OpenDispute(by="Ama", hand=1, trick=1))
    first, *others = club(None, at(Table(), "south", damage="event 3 cannot be used"), at(disputed))
    assert (first.matter, first.box, first.session) == (Matter.DISPUTE, "north", "s")
    assert first.text.startswith("Table 7: trick 1 of hand 1 is disputed")
    assert "Ama could have followed suit" in first.text
    assert matters(others) == [Matter.DAMAGE]


def test_a_card_that_nobody_is_sure_of_is_for_the_table_to_say() -> None:
    (question,) = club(None, at(run(tricks(table_of("spar", 3), "QH KH 7H"), PlayCard(by="camera", card=None))))
    assert (question.matter, question.text) == (Matter.TABLE, "Table 7: the table has to say which card it was")


def test_a_log_that_went_on_in_two_ways_waits_until_one_is_chosen() -> None:
    forked = at(table_of("spar", 2), ends=("a", "b"))
    (question,) = club(None, forked)
    assert (question.matter, question.choices) == (Matter.FORK, ("a", "b"))
    assert club(None, forked, ways={("north", "s"): "a"}) == []


def test_a_damaged_log_and_a_name_of_two_boxes_are_told_and_a_session_that_is_set_aside_is_not() -> None:
    damaged = at(Table(), damage="event 3 of session s cannot be used")
    assert matters(club(None, damaged, doubled=["north"])) == [Matter.DAMAGE, Matter.DOUBLED]
    assert club(None, damaged, aside={("north", "s"): "spilled"}) == []


def test_nobody_plays_at_two_tables_and_who_has_moved_on_does_not() -> None:
    here, there = tricks(table_of("spar", 2), "AH 7H"), tricks(table_of("spar", 2), "KD 8D")
    (one, other) = club(None, at(here), at(there, "south"))
    assert {one.matter, other.matter} == {Matter.TWO_TABLES}
    assert {question.text.split(" sits at ")[0] for question in (one, other)} == {"Ama", "Kofi"}
    assert "Table 7 and south" in one.text
    assert club(None, at(played()), at(there, "south")) == []


def test_players_whom_no_round_has_drawn_together_are_named_as_they_write_themselves() -> None:
    (question,) = club(SPAR, at(played("Ama", "ZOE")))
    assert question.matter is Matter.LOOSE
    assert "Ama, ZOE have played spar, and no round has drawn them together" in question.text


def test_the_same_two_once_more_than_drawn_is_asked_about_at_their_meeting() -> None:
    (question,) = club(SPAR, at(played()), at(played(), "south", "t"))
    assert (question.matter, question.round, question.table, question.box) == (Matter.LOOSE, 1, 1, "south")
    assert "have played once more than was drawn" in question.text


def test_the_right_players_in_the_wrong_seats_are_told_as_that() -> None:
    (question,) = club(BOARDS, at(boards(players=("N", "S", "E", "W"))))
    assert question.matter is Matter.SEATS
    assert "sit otherwise than drawn, so that others are partners" in question.text


def test_boards_of_another_set_are_named_with_those_that_were_drawn() -> None:
    (question,) = club(BOARDS, at(boards(first=8)))
    assert question.matter is Matter.BOARD
    assert "board 9 was played, and 7 to 8 were drawn" in question.text


def test_a_rubber_where_boards_were_drawn_is_told_at_once() -> None:
    (question,) = club(BOARDS, at(boards("rubber", number=1)))
    assert question.matter is Matter.RULES
    assert "form=duplicate was to be, and they play with form=rubber" in question.text


def test_what_is_missing_when_a_round_is_over_is_asked_for_and_a_correction_answers_it() -> None:
    said = Correction((3, 1), None, "told", "director", NOON)
    assert club(SPAR, is_over=False) == []
    assert matters(club(SPAR, is_over=True)) == [Matter.MISSING]
    assert club(SPAR, is_over=True, corrections={(1, 1, 0): said}) == []
    assert matters(club(BOARDS, at(boards(number=1)), is_over=True)) == [Matter.MISSING]


def test_nothing_is_asked_of_open_tables() -> None:
    table = run(played(), ChangePlayers(by="t", players=("Ama", "Zoe")))
    open_tables = replace(SPAR, kind=Kind.OPEN)
    evening = Evening(is_open=True, contests={"c": Contest("c", open_tables, PAIR)})
    results = results_of_all(tuple(evening.contests.values()), sittings(at(table)))
    assert questions_of(evening, [at(table)], results) == ()
