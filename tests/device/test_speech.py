"""What the box says: sentences about what is new, and about nothing else."""

from dataclasses import replace
from datetime import timedelta

import pytest

from device.speech import news
from scoring import Card, Seat, Table
from scoring.calls import CallKind
from scoring.commands import (
    AddMissedCard,
    ClaimTrick,
    Command,
    ConfirmTrick,
    CorrectCard,
    DealHand,
    PlayCard,
    Redo,
    RenamePlayer,
    StartSession,
    TurnUpCard,
    Undo,
    VoidHand,
    WithdrawCard,
)
from scoring.words import Language
from tests.conftest import run
from tests.tables import NAMES, bid, call, hand_of_spar, laid_out, moves, table_of, tricks
from tests.unit.test_suipe_score import whole_deal

ENGLISH, FRENCH = Language.ENGLISH, Language.FRENCH


def card(code: str) -> PlayCard:
    """A card laid: `xAH` face down, `??` read by nobody."""
    is_known = code[0] not in "x?"
    return PlayCard(by="camera", card=Card.parse(code) if is_known else None, face_down=code.startswith("x"))


def cards(codes: str) -> list[PlayCard]:
    return [card(code) for code in codes.split()]


def heard(table: Table, *commands: Command, language: Language = ENGLISH) -> list[str]:
    """What is said after each of the commands."""
    said = []
    for command in commands:
        before, table = table, run(table, command)
        said.append(news(before, table, language))
    return said


def confirm(trick: int, hand: int = 1) -> ConfirmTrick:
    return ConfirmTrick(by="button", hand=hand, trick=trick)


def correct(trick: int, position: int, code: str) -> CorrectCard:
    return CorrectCard(by="Ama", hand=1, trick=trick, position=position, card=Card.parse(code))


UNDO, REDO, TAKE_BACK = Undo(by="button"), Redo(by="Ama"), WithdrawCard(by="button")


def test_each_card_and_whose_trick_it_is_are_said_as_they_fall() -> None:
    assert heard(table_of("spar", 2), *cards("AH 7H"), confirm(1), card("KH")) == [
        "Kofi: Ace of hearts.",
        "Ama: Seven of hearts. Kofi takes trick 1 with the Ace of hearts.",
        "",
        "Kofi: King of hearts.",
    ]


def test_what_is_passed_on_is_said_before_the_first_card() -> None:
    assert heard(Table(), StartSession(by="t", game="hearts", players=NAMES[:4]), DealHand(by="t")) == [
        "",
        "Pass on 3, to the left.",
    ]
    assert heard(run(Table(), StartSession(by="t", game="hearts", players=NAMES[:4])), DealHand(by="t"), language=FRENCH) == [
        "Passez-en 3, à gauche."
    ]


def test_the_same_in_french() -> None:
    table = tricks(table_of("spar", 2), "AH 7H")
    assert heard(table, *cards("QH 9H"), confirm(2), *cards("KH ??"), language=FRENCH) == [
        "Kofi : dame de cœur.",
        "Ama : neuf de cœur. Kofi prend le pli 2 avec la dame de cœur.",
        "",
        "Kofi : roi de cœur.",
        "Ama : pas encore connue.",
    ]


@pytest.mark.parametrize(("code", "said"), [("AH", "l'as de cœur"), ("QH", "la dame de cœur"), ("KH", "le roi de cœur")])
def test_a_card_has_its_article_in_french(code: str, said: str) -> None:
    last = heard(table_of("spar", 2), *cards(f"{code} 7H"), language=FRENCH)[-1]
    assert last == f"Ama : sept de cœur. Kofi prend le pli 1 avec {said}."


def test_the_end_of_a_hand_says_who_won_it_and_the_totals() -> None:
    table = tricks(table_of("spar", 2), "AH 7H", "KH 8H", "QH 9H", "JH 6D")
    assert heard(table, *cards("8C 9D"), confirm(5), DealHand(by="t"))[2:] == ["Kofi wins hand 1. Ama: 0. Kofi: 1.", ""]
    assert heard(table, *cards("8C 9D"), confirm(5), language=FRENCH)[-1] == "Kofi gagne la donne 1. Ama : 0. Kofi : 1."


def test_partners_are_named_together_and_points_below_zero_have_their_sign_as_a_word() -> None:
    table = bid(table_of("spades"), 13, 0, 0, 0)
    lines = [" ".join(f"{rank}{suit}" for suit in "HCDS") for rank in "AKQJT98765432"]
    last = run(tricks(table, *lines[:-1]), *cards(lines[-1]))
    (english,) = heard(last, confirm(13))
    (french,) = heard(last, confirm(13), language=FRENCH)
    total = int(last_total(last))
    assert total < 0
    assert f"Ama and Esi: minus {-total}." in english or f"Kofi and Yaw: minus {-total}." in english
    assert f" et Esi : moins {-total}." in french or f" et Yaw : moins {-total}." in french


def last_total(table: Table) -> int:
    """The lowest total once the last trick has been confirmed."""
    return min(run(table, confirm(13)).standing.totals)


def test_a_hidden_card_is_said_to_be_hidden_and_named_when_it_is_turned_up() -> None:
    turned = TurnUpCard(by="camera", hand=1, trick=1, position=1, card=Card.parse("9C"))
    assert heard(table_of("jeu_de_carte", 3), *cards("KH xx"), turned) == [
        "Kofi: King of hearts.",
        "Esi: face down.",
        "Esi: Nine of clubs.",
    ]


def test_a_card_that_nobody_could_read_is_named_once_it_is_known_and_with_it_the_winner() -> None:
    assert heard(table_of("spar", 2), *cards("?? 7H"), correct(1, 0, "AH")) == [
        "Kofi: not known yet.",
        "Ama: Seven of hearts.",
        "Kofi: Ace of hearts. Kofi takes trick 1 with the Ace of hearts.",
    ]


def test_the_winner_of_a_confirmed_trick_is_said_when_it_is_found_out_later() -> None:
    table = run(table_of("spar", 2), *cards("?? 7H"), confirm(1))
    assert heard(table, card("KD"), correct(1, 0, "AH")) == ["King of diamonds.", "Kofi takes trick 1 with the Ace of hearts."]


def test_a_correction_says_the_card_that_lies_there_now_and_no_other() -> None:
    table = tricks(table_of("spar", 2), "AH 7H")
    assert heard(table, card("KH"), correct(2, 0, "QH"), correct(1, 1, "8H"), correct(1, 0, "6H")) == [
        "Kofi: King of hearts.",
        "Kofi: Queen of hearts.",
        "",
        "",
    ]


def test_a_card_that_was_missed_is_said_alone() -> None:
    missed = AddMissedCard(by="Ama", hand=1, trick=1, position=0, card=Card.parse("AH"))
    assert heard(run(table_of("spar", 3), card("7H")), missed) == ["Kofi: Ace of hearts."]


def test_what_is_taken_back_is_not_said_and_what_falls_again_is() -> None:
    table = table_of("spar", 2)
    assert heard(table, *cards("AH 7H"), TAKE_BACK, card("7H"))[2:] == [
        "",
        "Ama: Seven of hearts. Kofi takes trick 1 with the Ace of hearts.",
    ]
    assert heard(table, card("AH"), UNDO, REDO) == ["Kofi: Ace of hearts.", "", "Kofi: Ace of hearts."]


def test_undo_of_a_confirmation_and_of_a_new_hand_repeat_nothing() -> None:
    table = run(hand_of_spar(table_of("spar", 2)), DealHand(by="t"))
    assert heard(table, card("AS"), UNDO, UNDO, UNDO, UNDO) == ["Ama: Ace of spades.", "", "", "", ""]


def test_another_name_for_a_player_repeats_nothing() -> None:
    renamed = RenamePlayer(by="Ama", seat=Seat.B, name="Kwesi")
    assert heard(hand_of_spar(table_of("spar", 2)), renamed) == [""]
    assert heard(run(table_of("spar", 2), *cards("AH 7H")), renamed, confirm(1), card("KH")) == ["", "", "Kwesi: King of hearts."]


def test_a_trick_that_nobody_saw_is_told_without_a_card_and_a_void_hand_not_at_all() -> None:
    table = tricks(table_of("spar", 2), "AH 7H")
    assert heard(table, ClaimTrick(by="Ama", hand=1, trick=2, seat=Seat.A)) == ["Ama takes trick 2."]
    assert heard(table, VoidHand(by="Ama", reason="misdeal")) == [""]


def test_another_session_begins_anew() -> None:
    old = tricks(table_of("spar", 2), "AH 7H")
    assert old.started_at is not None
    new = replace(run(table_of("spar", 2), *cards("AH")), started_at=old.started_at + timedelta(hours=1))
    assert news(old, new, ENGLISH) == "Kofi: Ace of hearts."
    assert news(Table(), new, ENGLISH) == "Kofi: Ace of hearts."
    assert news(new, Table(), ENGLISH) == ""


def test_a_german_pack_has_its_own_names() -> None:
    table = call(table_of("stovkahra"), CallKind.TRUMP, cards="7H")
    assert heard(table, card("OS")) == ["Kofi: Over of leaves."]
    assert heard(table, card("OS"), language=FRENCH) == ["Kofi : dessus de feuilles."]


@pytest.mark.parametrize(
    ("pack", "led", "said"),
    [
        ("swiss36", "TS", "la bannière d'écus"),
        ("swiss36", "UH", "le dessous de roses"),
        ("spanish48", "QD", "le cavalier de deniers"),
        ("std52", "QD", "la dame de carreau"),
        ("italian40", "AS", "l'as d'épées"),
    ],
)
def test_an_article_goes_by_the_word_of_the_pack(pack: str, led: str, said: str) -> None:
    rules = f'name = "house"\npack = "{pack}"\nhand_size = 2\n[[score]]\npoints = 1\n'
    table = table_of("house", 2, rules=rules)
    assert f"avec {said}." in heard(table, card(led), card("7C"), language=FRENCH)[-1]


def test_a_turn_of_a_fishing_game_says_its_card() -> None:
    table = laid_out()
    assert news(table, moves(table, "B 9C captures 9S"), ENGLISH) == "Kofi: Nine of clubs."


def test_a_hand_that_nobody_wins_alone_says_the_totals() -> None:
    before = laid_out()
    after = whole_deal(before)
    assert news(before, after, ENGLISH).endswith(" Hand 1 is over. Ama: 11. Kofi: 0.")
    assert news(before, after, FRENCH).endswith(" La donne 1 est finie. Ama : 11. Kofi : 0.")


def test_of_much_that_came_at_once_only_the_newest_is_said() -> None:
    table = table_of("spar", 2)
    said = news(table, tricks(table, "AH 7H", "KH 8H", "QH 9H"), ENGLISH)
    assert said.split(". ") == [
        *("Kofi: King of hearts", "Ama: Eight of hearts", "Kofi takes trick 2 with the King of hearts"),
        *("Kofi: Queen of hearts", "Ama: Nine of hearts", "Kofi takes trick 3 with the Queen of hearts."),
    ]


def test_names_are_put_in_as_they_stand() -> None:
    table = run(table_of("spar", 2), RenamePlayer(by="t", seat=Seat.B, name="{name} -v"))
    assert heard(table, card("AH")) == ["{name} -v: Ace of hearts."]
