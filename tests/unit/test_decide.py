"""Proposals become events, or nothing, or a refusal; corrections and undo reach the score by themselves."""

import pytest

from scoring import Card, Seat, Table
from scoring.commands import (
    AddMissedCard,
    CloseDispute,
    ConfirmTrick,
    CorrectCard,
    CorrectSeat,
    EndSession,
    OpenDispute,
    PlayCard,
    Redo,
    RemoveCard,
    ShowCard,
    StartSession,
    TurnUpCard,
    Undo,
    VoidHand,
    WithdrawCard,
)
from scoring.decide import decide
from scoring.errors import BadSetup, NoHand, NoSuchCard, Refused
from scoring.projections import Attention, attention, questions
from tests.conftest import NOON, play, run, session

CONFIRM = ConfirmTrick(by="button", hand=1, trick=1)


def laid(*codes: str, players: int = 2) -> Table:
    return run(session(players), *(PlayCard(by="camera", card=Card.parse(code)) for code in codes))


def test_a_second_confirmation_finds_nothing_to_do() -> None:
    table = run(laid("AH", "7H"), CONFIRM)
    assert decide(table, ConfirmTrick(by="Kofi", hand=1, trick=1), NOON) == []


def test_a_trick_with_a_card_missing_is_not_confirmed_but_asked_about() -> None:
    table = run(laid("AH"), CONFIRM)
    assert attention(table) is Attention.QUESTION
    (question,) = questions(table)
    assert (question["kind"], question["found"], question["expected"]) == ("missing", 1, 2)
    assert "AH" not in question["others"]
    table = run(table, AddMissedCard(by="Ama", hand=1, trick=1, position=1, card=Card.parse("7H")), CONFIRM)
    assert table.hand is not None
    assert (table.hand.confirmed, questions(table)) == (1, [])


def test_a_trick_with_a_card_too_many_is_asked_about_until_one_is_taken_out() -> None:
    table = run(laid("AH", "7H", "8H"), CONFIRM)
    assert [question["kind"] for question in questions(table)] == ["too_many"]
    table = run(table, RemoveCard(by="Ama", hand=1, trick=1, position=2, was=Card.parse("8H")), CONFIRM)
    assert table.hand is not None
    assert table.hand.confirmed == 1


def test_the_next_card_that_is_typed_confirms_a_full_trick_and_none_other_does() -> None:
    typed = PlayCard(by="Ama", card=Card.parse("KD"), is_typed=True)
    assert [type(event).__name__ for event in decide(laid("AH"), typed, NOON)] == ["CardPlayed"]
    table = run(laid("AH", "7H"), typed)
    assert table.hand is not None
    assert (table.hand.confirmed, len(table.hand.laid)) == (1, 2)
    seen = run(laid("AH", "7H"), PlayCard(by="camera", card=Card.parse("KD")))
    assert seen.hand is not None
    assert (seen.hand.confirmed, len(seen.hand.laid)) == (0, 1)
    disputed = run(laid("AH", "7H"), OpenDispute(by="Ama", hand=1, trick=1))
    with pytest.raises(Refused, match="trick 1 is disputed: settle that first"):
        run(disputed, typed)


def test_a_card_typed_after_the_last_trick_of_a_hand_begins_the_next() -> None:
    table = play(session(), "QH KH", "AD 7D", "KD 8D", "QD 9D")
    table = run(table, *(PlayCard(by="Ama", card=Card.parse(code)) for code in ("6C", "7S")))
    table = run(table, PlayCard(by="Ama", card=Card.parse("AH"), is_typed=True))
    assert table.hand is not None
    assert (table.hand.number, table.standing.totals) == (2, (3, 0))


def test_a_trick_does_not_grow_without_end() -> None:
    table = run(session(), *[PlayCard(by="camera", card=None)] * 200)
    with pytest.raises(Refused, match="trick 1 has 200 cards: confirm it, or take cards back"):
        run(table, PlayCard(by="camera", card=None))


def test_a_correction_in_an_earlier_trick_moves_leads_and_total() -> None:
    """With 9H instead of KH in trick 1 the other seat leads trick 2, and in the end wins the hand."""
    table = play(session(), "QH KH", "AD 7D", "KD 8D", "QD 9D", "6C 7S")
    assert table.standing.totals == (3, 0)
    corrected = run(table, CorrectCard(by="Ama", hand=1, trick=1, position=1, card=Card.parse("9H")))
    assert corrected.standing.totals == (0, 3)
    (note,) = corrected.corrections
    assert (note.was, note.now, note.by) == ("KH", "9H", "Ama")


def test_naming_an_unsure_card_answers_the_question() -> None:
    table = run(laid("AH"), PlayCard(by="camera", card=None))
    assert [question["kind"] for question in questions(table)] == ["unsure"]
    answer = CorrectCard(by="Ama", hand=1, trick=1, position=1, card=Card.parse("7H"))
    assert questions(run(table, answer)) == []
    assert decide(run(table, answer), answer, NOON) == []


def test_a_long_press_takes_the_last_card_back_and_then_opens_the_trick_before() -> None:
    table = run(laid("AH", "7H"), CONFIRM, PlayCard(by="camera", card=Card.parse("KD")))
    table = run(table, WithdrawCard(by="button"))
    assert table.hand is not None
    assert (len(table.hand.laid), table.hand.confirmed) == (1, 1)
    table = run(table, WithdrawCard(by="button"))
    assert table.hand is not None
    assert (len(table.hand.laid), table.hand.confirmed) == (1, 0)


def test_undo_takes_back_whatever_came_last_and_again_what_was_before() -> None:
    before = laid("AH", "7H")
    confirmed = run(before, CONFIRM)
    corrected = run(confirmed, CorrectCard(by="Ama", hand=1, trick=1, position=0, card=Card.parse("KH")))
    once = run(corrected, Undo(by="Ama"))
    assert (once.hands, once.corrections) == (confirmed.hands, ())
    assert run(once, Undo(by="Ama")).hands == before.hands


def test_what_was_undone_is_done_again_until_something_else_happens() -> None:
    table = run(laid("AH", "7H"), Undo(by="Ama"))
    again = decide(table, Redo(by="Kofi"), NOON)
    assert [(event.by, getattr(event, "what", None)) for event in again] == [("Kofi", "CardPlayed")]
    assert decide(table, Redo(by="Kofi", seq=table.seq), NOON) == again
    assert decide(table, Redo(by="Kofi", seq=table.seq - 1), NOON) == []
    assert run(table, Redo(by="Kofi")).hand == laid("AH", "7H").hand
    assert decide(run(table, PlayCard(by="Ama", card=Card.parse("8H"))), Redo(by="Kofi"), NOON) == []


def test_a_session_cannot_be_undone() -> None:
    assert decide(session(), Undo(by="Ama"), NOON) == []


def test_a_seat_can_be_corrected_and_given_back_to_the_turn_order() -> None:
    table = run(laid("AH"), CorrectSeat(by="Ama", hand=1, trick=1, position=0, seat=Seat.A))
    assert table.hand is not None
    assert [offence.kind.value for offence in table.deals[-1].offences] == ["out_of_turn"]
    table = run(table, CorrectSeat(by="Ama", hand=1, trick=1, position=0, seat=None))
    assert table.hand is not None
    assert table.deals[-1].offences == ()


def test_a_shown_bottom_card_belongs_to_nobody() -> None:
    table = run(laid("AH"), ShowCard(by="camera", card=Card.parse("9C")))
    assert table.hand is not None
    assert (len(table.hand.plays), [play.card for play in table.hand.shown]) == (1, [Card.parse("9C")])


def test_a_face_down_card_is_named_when_it_is_turned_up() -> None:
    table = run(laid("AH"), PlayCard(by="camera", card=None, face_down=True))
    assert questions(table) == []
    table = run(table, TurnUpCard(by="camera", hand=1, trick=1, position=1, card=Card.parse("7C")))
    assert table.hand is not None
    assert str(table.hand.plays[1].shows) == "7C"


def test_a_void_hand_scores_nothing_and_the_same_dealer_deals_again() -> None:
    table = run(laid("AH", "7H"), VoidHand(by="Ama", reason="misdeal"), PlayCard(by="camera", card=Card.parse("KD")))
    assert table.hand is not None
    assert (table.hand.number, table.hand.dealer, table.standing.totals) == (2, Seat.A, (0, 0))


def test_a_dispute_is_opened_once_and_settled_once() -> None:
    table = run(laid("AH"), OpenDispute(by="button", hand=1, trick=1))
    assert table.disputed == (1, 1)
    assert decide(table, OpenDispute(by="Ama", hand=1, trick=1), NOON) == []
    assert run(table, CloseDispute(by="Ama")).disputed is None


@pytest.mark.parametrize(
    ("table", "command", "error", "words"),
    [
        (Table(), PlayCard(by="x", card=None), NoHand, "start a session first"),
        (session(), CONFIRM, NoSuchCard, "there is no hand 1"),
        (laid("AH"), ConfirmTrick(by="x", hand=1, trick=3), Refused, "has no cards yet"),
        (laid("AH"), CorrectCard(by="x", hand=1, trick=2, position=0, card=Card.parse("7H")), NoSuchCard, "trick 2"),
        (session(), StartSession(by="x", game="spar", players=("a", "b")), Refused, "a session is running"),
        (Table(), StartSession(by="x", game="poker", players=("a", "b")), BadSetup, "there is no game 'poker'"),
        (Table(), StartSession(by="x", game="spar", players=("a", "a")), Refused, "a name of their own"),
        (run(session(), EndSession(by="x")), PlayCard(by="x", card=None), Refused, "the session has ended"),
        (laid("AH"), AddMissedCard(by="x", hand=1, trick=1, position=5, card=Card.parse("7H")), NoSuchCard, "no place"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(table: Table, command: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        decide(table, command, NOON)  # type: ignore[arg-type]  # the list holds commands of every kind
